"""Small statistics: shares with their intervals, and many numbers in a few."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

from attrs import frozen

Z_95 = 1.959964
"""How many standard deviations about the mean hold 95 % of a normal distribution."""


@frozen
class Interval:
    """The numbers from `low` to `high`, both included.

    >>> 3 in Interval(1, 3), 0.5 in Interval(1, 3)
    (True, False)
    """

    low: float
    high: float

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high


def wilson(count: int, of: int) -> Interval:
    """Wilson's 95 % interval of a probability, after `count` successes in `of` independent trials.

    With the share p = count / of, n = of and z = 1.96 its ends are (p + z²/2n ± z·√(p(1 − p)/n + z²/4n²)) / (1 + z²/n).
    It holds for few trials too, and never leaves 0 to 1; of no trials it is all of that.

    Args:
        count: The successes, from 0 to `of`.
        of: The trials, from 0 up.

    >>> interval = wilson(8, 10)
    >>> round(interval.low, 3), round(interval.high, 3)
    (0.49, 0.943)
    """
    return Interval(_low_end(count, of), 1 - _low_end(of - count, of))


def _low_end(count: int, of: int) -> float:
    """The low end of the interval; the high end is what the low end of the failures leaves of 1."""
    if of == 0:
        return 0.0
    share, square = count / of, Z_95**2 / of
    return (share + square / 2 - sqrt(square * (share * (1 - share) + square / 4))) / (1 + square)


@frozen
class Share:
    """So many of so many.

    Attributes:
        count: How many are meant.
        of: How many there are, `count` included.

    >>> Share(3, 4).value
    0.75
    """

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share itself, from 0 to 1; of nothing it is 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> Interval:
        """Where the probability lies of which this is the outcome, by `wilson`."""
        return wilson(self.count, self.of)


@frozen
class Summary:
    """Many numbers in a few, in their own unit.

    Attributes:
        mean: Their mean.
        middle: From the 10th to the 90th percentile: four of five lie there.
    """

    mean: float
    middle: Interval


def summary(numbers: Iterable[float]) -> Summary:
    """The summary of some numbers, at least one.

    The p-th percentile is the least of them that p % of them do not exceed.

    Raises:
        ValueError: There are none.

    >>> summary([5, 1, 2, 3, 4])
    Summary(mean=3.0, middle=Interval(low=1, high=5))
    """
    ordered = sorted(numbers)
    if not ordered:
        raise ValueError("there is nothing to sum up")
    low, high = (ordered[ceil(len(ordered) * percent / 100) - 1] for percent in (10, 90))
    return Summary(sum(ordered) / len(ordered), Interval(low, high))
