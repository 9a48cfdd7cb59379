"""Shares with their intervals, and many numbers in a few: against values worked out by hand."""

from __future__ import annotations

import pytest

from crapette.simulation.statistics import Interval, Share, Summary, summary, wilson


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
        ([0.5, 1.5], 1, 0.5, 1.5),
    ],
)
def test_summary(numbers: list[float], mean: float, low: float, high: float) -> None:
    assert summary(numbers) == Summary(mean, Interval(low, high))


def test_summary_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to sum up"):
        summary([])
