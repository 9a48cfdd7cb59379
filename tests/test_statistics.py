"""Shares with their intervals, and many numbers in a few: against values worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

import pytest

from crapette.simulation.statistics import Estimate, Interval, Numbers, Share, wilson


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (8, 10, 0.490, 0.943),
        (0, 10, 0.000, 0.278),
        (10, 10, 0.722, 1.000),
        (50, 100, 0.404, 0.596),
        # p = 1/2, z²/n = 1.9207: (1.4604 ± √(1.9207 · 0.7302)) / 2.9207 = (1.4604 ± 1.1843) / 2.9207
        (1, 2, 0.095, 0.905),
        (0, 0, 0.000, 1.000),
    ],
)
def test_wilson(count: int, of: int, low: float, high: float) -> None:
    interval = wilson(count, of)
    assert (round(interval.low, 3), round(interval.high, 3)) == (low, high)
    assert Share(count, of).interval == interval


@pytest.mark.parametrize("of", range(1, 50))
def test_wilson_is_a_part_of_0_to_1_with_the_share_in_it(of: int) -> None:
    for count in range(of + 1):
        interval, mirrored = wilson(count, of), wilson(of - count, of)
        assert 0 <= interval.low <= count / of <= interval.high <= 1
        assert (interval.low, interval.high) == pytest.approx((1 - mirrored.high, 1 - mirrored.low))


def test_an_interval_holds_its_ends() -> None:
    assert [number in Interval(1, 2) for number in (0.9, 1, 1.5, 2, 2.1)] == [False, True, True, True, False]


@pytest.mark.parametrize(("count", "of", "value"), [(3, 4, 0.75), (0, 4, 0), (4, 4, 1), (0, 0, 0)])
def test_share(count: int, of: int, value: float) -> None:
    assert Share(count, of).value == value


@pytest.mark.parametrize(
    ("numbers", "mean", "low", "high"),
    [
        ([7], 7, 7, 7),
        (range(1, 11), 5.5, 1, 9),
        (range(11, 0, -1), 6, 2, 10),
        ([1, 1, 1, 1, 1, 1, 1, 1, 1, 101], 11, 1, 1),
        ([-1, 1], 0, -1, 1),
    ],
)
def test_mean_and_percentiles(numbers: Iterable[int], mean: float, low: int, high: int) -> None:
    told = Numbers(numbers)
    assert (told.mean, told.percentile(10), told.percentile(90)) == (mean, low, high)


@pytest.mark.parametrize(
    ("numbers", "low", "high"),
    [
        # s² = ((-2)² + (-1)² + 0 + 1² + 2²) / 4 = 2.5; 1.96 · √(2.5 / 5) = 1.386
        ([1, 2, 3, 4, 5], 1.614, 4.386),
        # s² = 100 · 0.25 / 99 = 0.2525; 1.96 · √(0.2525 / 100) = 0.0985
        ([0, 1] * 50, 0.402, 0.598),
        ([4, 4, 4], 4, 4),
        ([4], -inf, inf),
    ],
)
def test_interval_of_a_mean(numbers: list[int], low: float, high: float) -> None:
    interval = Numbers(numbers).interval
    assert (round(interval.low, 3), round(interval.high, 3)) == (low, high)


def test_numbers_are_the_same_in_any_order_and_grow() -> None:
    numbers = Numbers([3, 1])
    numbers.add(3)
    assert numbers == Numbers([3, 3, 1]) != Numbers([3, 1, 1])
    assert (len(numbers), numbers.times) == (3, {1: 1, 3: 2})
    assert repr(numbers) == "Numbers([1, 3, 3])"
    assert numbers != [1, 3, 3]


def test_nothing_has_no_mean() -> None:
    asked: tuple[Callable[[Numbers], object], ...] = (
        lambda numbers: numbers.mean,
        lambda numbers: numbers.interval,
        lambda numbers: numbers.percentile(50),
    )
    for ask in asked:
        with pytest.raises(ValueError, match="nothing to sum up"):
            ask(Numbers())


def test_estimates_are_what_was_seen_with_its_interval_and_in_how_many_cases() -> None:
    assert Share(8, 10).estimate == Estimate(0.8, wilson(8, 10), 10)
    assert Numbers([1, 3]).estimate == Estimate(2, Numbers([1, 3]).interval, 2)
    assert (Share(0, 0).estimate, Numbers().estimate, Numbers().share(1)) == (None, None, None)
    assert Estimate(0.5, Interval(0.25, 1), 4).times(100) == Estimate(50, Interval(25, 100), 4)


@pytest.mark.parametrize(
    ("numbers", "most", "value", "low", "high"),
    [
        # s² = 100/99, of the shares 0 and 1 a quarter of that: as sure as 100 · 1/4 / (25/99) = 99 trials
        ([-1, 1] * 50, 1, 0.5, 0.403, 0.597),
        # the shares are 1/4 and 3/4, s² = 100/99 / 16: as sure as 100 · 1/4 / (25/396) = 396 trials
        ([-1, 1] * 50, 2, 0.5, 0.451, 0.549),
        # always even: as 50 of 100
        ([0] * 100, 2, 0.5, 0.404, 0.596),
        # all won: as 10 of 10
        ([2] * 10, 2, 1, 0.722, 1),
        ([-2] * 10, 2, 0, 0, 0.278),
        ([1], 1, 1, 0.207, 1),
    ],
)
def test_share_of_what_is_won_less_what_is_lost(
    numbers: list[int], most: int, value: float, low: float, high: float
) -> None:
    share = Numbers(numbers).share(most)
    assert share is not None
    assert share.value == value
    assert (round(share.interval.low, 3), round(share.interval.high, 3), share.count) == (low, high, len(numbers))
