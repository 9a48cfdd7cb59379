"""Measures how fast the library is, and how large what it keeps, beside other libraries: `make bench`.

    python -m benchmarks [--rounds 15] [--seconds 0.1] [--keep]
    python -m benchmarks --counts [--keep]

Every run is compared with the last one that was kept. The tables are Markdown, and go into `docs/speed.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from attrs import evolve

from benchmarks import counts
from benchmarks.conditions import PURE, this_run
from benchmarks.history import HistoryError, Run, keep, last, read
from benchmarks.measuring import measured
from benchmarks.parts import parts, tenths
from benchmarks.playouts import LIBRARIES, OTHERS, OURS, STRICT, playouts
from benchmarks.report import UNIT, Results, compared, figures, report, table
from benchmarks.sizes import sizes
from crapette import __version__

HISTORY = Path(__file__).with_name("history.jsonl")


def main(arguments: Sequence[str] | None = None, history: Path = HISTORY) -> int:
    """Measures, prints, compares with what was kept, and keeps if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measures how fast the library is.")
    parser.add_argument("--rounds", type=int, default=15, help="how many rounds (15)")
    parser.add_argument("--seconds", type=float, default=0.1, help="how long each thing is done in a round (0.1)")
    parser.add_argument("--counts", action="store_true", help="count instructions instead, with Valgrind")
    parser.add_argument("--keep", action="store_true", help="add this run to the history")
    asked = parser.parse_args(arguments)
    try:
        runs = read(history)
    except HistoryError as error:
        print(error, file=sys.stderr)
        return 1
    run = this_run(counts.UNIT if asked.counts else UNIT)
    print(f"crapette {__version__} ({run.commit}), {run.build}; {run.python}; {run.machine}; {run.date}")
    run, told = counted(run) if asked.counts else timed(run, asked.rounds, asked.seconds, runs)
    print(f"\n{told}\n\n{compared(run, last(runs, run))}")
    if asked.keep:
        keep(history, run)
    return 0


def timed(run: Run, rounds: int, seconds: float, runs: Sequence[Run]) -> tuple[Run, str]:
    """The run with its figures, and what is told of it."""
    others = ", ".join(f"{library} {version(library)}" for library in LIBRARIES)
    print(f"beside {others}; medians of {rounds} interleaved rounds", flush=True)
    works = {**{name: playouts(name) for name in (*OURS, *OTHERS)}, **parts(), **tenths()}
    results = Results(measured(works, rounds, seconds), sizes())
    run = evolve(run, figures=figures(results))
    return run, report(evolve(results, over_pure=over_pure(run, runs)))


def over_pure(run: Run, runs: Sequence[Run]) -> float | None:
    """How many times as fast `crapette-strict` is as in the last pure run that was kept; None where there is none."""
    pure = last(runs, evolve(run, build=PURE))
    return None if run.build == PURE or pure is None else pure.figures[STRICT] / run.figures[STRICT]


def counted(run: Run) -> tuple[Run, str]:
    """The run with the instructions that things take, and what is told of it."""
    run = evolve(run, figures=counts.counted())
    return run, table(("one operation", counts.UNIT), [(name, f"{n:,.0f}") for name, n in run.figures.items()])


if __name__ == "__main__":
    sys.exit(main())
