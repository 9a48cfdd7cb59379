"""Measuring in interleaved rounds: what disturbs the machine for a while falls on all that is compared.

A ratio is formed within each round, and the median of the rounds is told.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from statistics import median
from time import process_time

from attrs import frozen

Work = Callable[[], int]
"""Does a piece of work, the same each time, and says of how many operations it was."""


@frozen
class Costs:
    """What an operation of each kind of work has cost in each round, in seconds of processor time."""

    rounds: Mapping[str, list[float]]

    def cost(self, name: str) -> float:
        """The median of the rounds."""
        return median(self.rounds[name])

    def ratio(self, name: str, than: str) -> float:
        """How many times as much an operation of one kind costs as one of another: the median of the rounds."""
        return median([one / other for one, other in zip(self.rounds[name], self.rounds[than], strict=True)])


def measured(works: Mapping[str, Work], rounds: int, seconds: float) -> Costs:
    """What each kind of work costs, when it is done for about so many seconds in each of so many rounds."""
    times = {name: _times_in(work, seconds) for name, work in works.items()}
    gc.collect()
    gc.freeze()  # what the works have made ready is not looked through again and again while they are measured
    costs: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            spent, operations = _spent(work, times[name])
            costs[name].append(spent / operations)
    gc.unfreeze()
    return Costs(costs)


def _times_in(work: Work, seconds: float) -> int:
    """How many times work is done in a while, at least once."""
    work()  # the first time is slower
    return max(1, round(seconds / _spent(work, 1)[0]))


def _spent(work: Work, times: int) -> tuple[float, int]:
    """The processor time of work that is done so many times, and of how many operations it was."""
    start = process_time()
    operations = sum([work() for _ in range(times)])
    return process_time() - start, operations
