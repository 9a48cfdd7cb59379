"""Measures what more processes bring, what a cluster costs, and whether memory stays as it is: `make scaling`.

    python -m benchmarks.scaling [--deals 3000] [--rounds 3]
    python -m benchmarks.scaling --flat 100000

Everything is measured in one run and told as ratios. Where `distributed` is installed, a cluster of two processes takes
part. To measure memory needs Linux.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import active_children, get_context
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks.conditions import this_run
from benchmarks.report import table
from crapette import load_rules
from crapette.simulation.experiment import Arm, Experiment
from crapette.simulation.journal import Journal
from crapette.simulation.running import played_anywhere

WORKERS = 2
EXPERIMENT = Experiment((Arm("crapette-strict", load_rules("crapette-strict"), ("greedy", "greedy")),), seed=0)
ONE, TWO, CLUSTER = "one process", "two processes", "a cluster of two processes"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description="Measures how play scales.")
    parser.add_argument("--deals", type=int, default=3000, help="how many deals are played each time (3000)")
    parser.add_argument("--rounds", type=int, default=3, help="how many times (3)")
    parser.add_argument("--flat", type=int, default=0, help="play so many deals once, and tell the memory on the way")
    asked = parser.parse_args(arguments)
    run = this_run("")
    print(f"crapette ({run.commit}), {run.build}; {run.python}; {run.machine}; {run.date}; {os.cpu_count()} processors")
    if asked.flat:
        print(table(("deals", "memory, MB", "of a process that plays, MB"), list(flatness(asked.flat))))
        return 0
    with ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn")) as pool, cluster() as dask:
        crews: dict[str, tuple[Executor | None, int]] = {ONE: (None, 1), TWO: (pool, WORKERS)}
        if dask is not None:
            crews[CLUSTER] = (dask, WORKERS)
        for executor, workers in crews.values():  # what is imported and opened, once
            seconds(executor, workers, min(asked.deals, 100))
        taken: dict[str, list[float]] = {name: [] for name in crews}
        for _ in range(asked.rounds):
            for name, (executor, workers) in crews.items():
                taken[name].append(seconds(executor, workers, asked.deals))
    base = median(taken[ONE])
    rows = [(name, f"{median(times):.1f}", f"{base / median(times):.2f}") for name, times in taken.items()]
    print(f"{asked.deals} deals of greedy bots, medians of {asked.rounds} interleaved rounds")
    print(table(("played by", "seconds", "speed over one process"), rows))
    return 0


def seconds(executor: Executor | None, workers: int, deals: int) -> float:
    """How long it takes to play so many deals."""
    start = perf_counter()
    for _ in played_anywhere(EXPERIMENT, range(deals), executor, workers=workers):
        pass
    return perf_counter() - start


@contextmanager
def cluster() -> Generator[Executor | None]:
    """The executor of a cluster on this machine; None where `distributed` is not installed."""
    if find_spec("distributed") is None:
        yield None
        return
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as local,
        distributed.Client(local) as client,
        client.get_executor() as executor,
    ):
        yield executor


def flatness(deals: int) -> Iterator[tuple[str, str, str]]:
    """How much memory there was, after every tenth of the deals; what comes of them goes into a file."""
    with TemporaryDirectory() as folder, Journal(Path(folder) / "results.jsonl", EXPERIMENT) as journal:
        for number, each in enumerate(played_anywhere(EXPERIMENT, range(deals), workers=WORKERS), start=1):
            journal.add(each)
            if number % max(1, deals // 10) == 0:
                players = [memory(child.pid) for child in active_children()]
                yield f"{number:,}", f"{memory(os.getpid()):.1f}", f"{mean(players):.1f}"


def memory(pid: int | None) -> float:
    """How much memory a process takes, in MB."""
    told = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(told.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    sys.exit(main())
