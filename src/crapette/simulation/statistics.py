"""Small statistics: shares with their intervals, and many numbers in a few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from math import inf, sqrt

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


@frozen
class Estimate:
    """What was seen, and how far from it the truth may be.

    Attributes:
        value: What was seen: a share or a mean.
        interval: The 95 % interval of what that is a sample of.
        count: In how many cases it was seen.
    """

    value: float
    interval: Interval
    count: int

    def times(self, factor: float) -> Estimate:
        """The same in a unit of which there are `factor` in this one."""
        return Estimate(
            factor * self.value, Interval(factor * self.interval.low, factor * self.interval.high), self.count
        )


def wilson(count: float, of: float) -> Interval:
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


def _low_end(count: float, of: float) -> float:
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

    @property
    def estimate(self) -> Estimate | None:
        """The share and its interval; None of nothing."""
        return Estimate(self.value, self.interval, self.of) if self.of else None


class Numbers:
    """Integers, as many as one likes: kept is how often each came, so that they take no more room the more they are.

    >>> numbers = Numbers([5, 1, 2, 3, 4])
    >>> len(numbers), numbers.mean
    (5, 3.0)
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._times = Counter(numbers)

    def __eq__(self, other: object) -> bool:
        return self._times == other._times if isinstance(other, Numbers) else NotImplemented

    __hash__ = None  # type: ignore[assignment] # it grows

    def __repr__(self) -> str:
        return f"Numbers({sorted(self._times.elements())})"

    def __len__(self) -> int:
        return self._times.total()

    def add(self, number: int) -> None:
        """Takes one more in."""
        self._times[number] += 1

    @property
    def times(self) -> Mapping[int, int]:
        """How often each number came, in their order."""
        return dict(sorted(self._times.items()))

    @property
    def mean(self) -> float:
        """Their mean.

        Raises:
            ValueError: There are none.
        """
        if not self._times:
            raise ValueError("there is nothing to sum up")
        return sum(number * times for number, times in self._times.items()) / len(self)

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the mean of what they are a sample of.

        With n numbers of mean m and standard deviation s (with n - 1) it is m ± z·s/√n, with z = 1.96, which supposes
        some dozens of them. One number tells nothing of how far others are from it, so its interval is everything.

        Raises:
            ValueError: There are none.
        """
        mean, count = self.mean, len(self)
        if count == 1:
            return Interval(-inf, inf)
        reach = Z_95 * sqrt(self.variance / count)
        return Interval(mean - reach, mean + reach)

    @property
    def variance(self) -> float:
        """The variance of what they are a sample of, by n - 1 for n numbers; there must be two of them.

        >>> Numbers([1, 2, 3]).variance
        1.0
        """
        mean = self.mean
        squares = sum(times * (number - mean) ** 2 for number, times in self.times.items())
        return squares / (len(self) - 1)

    @property
    def estimate(self) -> Estimate | None:
        """The mean and its interval; None if there are none."""
        return Estimate(self.mean, self.interval, len(self)) if self._times else None

    def share(self, most: int) -> Estimate | None:
        """Of numbers from `-most` to `most`, how far up their mean is, from 0 to 1; None if there are none.

        Its interval is Wilson's, after as many trials as make a share as sure as the numbers do; if they are all equal,
        after as many as there are numbers.

        >>> Numbers([2, 2, 0, 0]).share(2).value
        0.75
        """
        if not self._times:
            return None
        count, share = len(self), (self.mean / most + 1) / 2
        variance = self.variance / (2 * most) ** 2 if count > 1 else 0
        trials = count * share * (1 - share) / variance if variance else count
        return Estimate(share, wilson(share * trials, trials), count)

    def percentile(self, percent: int) -> int:
        """The least of them that so many per cent of them do not exceed.

        Args:
            percent: From 1 to 100.

        >>> Numbers([5, 1, 2, 3, 4]).percentile(90)
        5
        """
        below = 0
        for number, times in self.times.items():
            below += times
            if 100 * below >= percent * len(self):
                return number
        raise ValueError("there is nothing to sum up")
