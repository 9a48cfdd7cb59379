"""Instructions in place of seconds: the same on every run, so that a change of one in a hundred shows.

Valgrind counts them. A piece of work is done once in one process and twice in another; the difference is the work
without the start of Python, the imports, and whatever is done only the first time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from multiprocessing.pool import ThreadPool
from pathlib import Path

from benchmarks.parts import parts
from benchmarks.playouts import OURS, playouts

UNIT = "instructions"

_ROOT = Path(__file__).parents[1]
_CALLGRIND = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")
_COLLECTED = re.compile(r"Collected : (\d+)")


def counted() -> dict[str, float]:
    """The instructions of an operation of each kind of our work."""
    names = (*OURS, *parts())
    with ThreadPool() as pool:
        return dict(zip(names, pool.map(_instructions, names), strict=True))


def _instructions(name: str) -> float:
    """The instructions of an operation."""
    (once, operations), (twice, _) = (_done(name, times) for times in (1, 2))
    return (twice - once) / operations


def _done(name: str, times: int) -> tuple[int, int]:
    """How many instructions a process takes in which work is done so many times, and of how many operations it is."""
    run = subprocess.run(  # noqa: S603
        [*_CALLGRIND, sys.executable, "-m", "benchmarks.counts", name, str(times)],
        cwd=_ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    (collected,) = _COLLECTED.findall(run.stderr)
    return int(collected), int(run.stdout)


def main() -> None:
    """Does the work that the first argument names as many times as the second one says."""
    name, times = sys.argv[1:]
    work = playouts(name) if name in OURS else parts()[name]
    for _ in range(int(times) - 1):
        work()
    print(work())


if __name__ == "__main__":
    main()
