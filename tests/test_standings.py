"""Bots against each other: shares from rounds, and ratings; against values worked out by hand."""

from __future__ import annotations

import re
import sys
from itertools import permutations

import pytest

from crapette import Rules
from crapette.bots import parse_bot
from crapette.extra import MissingExtraError
from crapette.simulation.experiment import Arm, Experiment, name_of
from crapette.simulation.report import tables_of_bots
from crapette.simulation.result import Played, Unfinished
from crapette.simulation.standings import Ratings, Standings, pairings
from crapette.simulation.statistics import Numbers
from crapette.state import Reason
from tests.many_deals import told_of


def bots(*names: str) -> tuple[Arm, ...]:
    """The arms of a tournament."""
    return pairings("ours", Rules(), tuple(map(parse_bot, names)))


def round_of(*winners: int | None) -> list[Played]:
    """A round in which these players won, arm by arm."""
    return [
        told_of(winner, Reason.IDLE if winner is None else Reason.OUT, arm=arm) for arm, winner in enumerate(winners)
    ]


THREE = Experiment(bots("greedy", "careless", "random"), 0)
# greedy against careless twice, greedy against random twice, careless against random twice
ROUNDS = (
    round_of(0, 1, 0, None, 1, 0),
    [
        *round_of(1, 1),
        told_of(1, Unfinished.FORFEIT, arm=2, fault="player 0: it hangs"),
        *(told_of(winner, Reason.OUT, arm=arm) for arm, winner in ((3, 0), (4, 0), (5, 1))),
    ],
)
# greedy less careless: 1 + 1, -1 + 1; greedy less random: 1 + 0, -1 - 1; careless less random: -1 - 1, 1 + 1


def standings(*rounds: list[Played]) -> Standings:
    """How bots stand after these rounds."""
    made = Standings(THREE)
    for each in rounds:
        made.add(each)
    return made


def test_each_plays_each_in_both_seatings() -> None:
    seats = [[name_of(bot) for bot in arm.bots] for arm in THREE.arms]
    assert seats == [
        *(["greedy", "careless"], ["careless", "greedy"], ["greedy", "random"], ["random", "greedy"]),
        *(["careless", "random"], ["random", "careless"]),
    ]
    assert {arm.variant for arm in THREE.arms} == {"ours"}


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["greedy", "random", "greedy"], "'greedy' stands there twice, and a bot does not play against itself"),
        (["greedy:notices=0.5", "greedy:notices=0.50"], "'greedy:notices=0.5' stands there twice"),
        (["greedy"], "expected two bots or more, such as greedy,random"),
    ],
)
def test_no_tournament(names: list[str], text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}"):
        bots(*names)


def test_shares_are_told_from_rounds() -> None:
    made = standings(*ROUNDS)
    assert made.bots == ["greedy", "careless", "random"]
    assert made.share("greedy", "careless") == Numbers([2, 0]).share(2)
    assert made.share("careless", "greedy") == Numbers([-2, 0]).share(2)
    assert made.share("random", "greedy") == Numbers([-1, 2]).share(2)
    assert made.share("random", "careless") == Numbers([2, -2]).share(2)
    assert [made.share(bot) for bot in made.bots] == [
        Numbers(sums).share(4) for sums in ([2 + 1, 0 - 2], [-2 - 2, 0 + 2], [-1 + 2, 2 - 2])
    ]
    assert made.share("greedy", "greedy") is None


def test_what_bots_have_won_drawn_lost_and_forfeited() -> None:
    made = standings(*ROUNDS)
    keys = ("won", "drawn", "lost", "forfeited")
    assert [made.results(bot) for bot in made.bots] == [
        dict(zip(keys, numbers, strict=True)) for numbers in ((4, 1, 3, 1), (3, 0, 5, 0), (4, 1, 3, 0))
    ]


def test_the_order_of_the_rounds_makes_no_difference_to_standings() -> None:
    rounds = [*ROUNDS, round_of(*[None] * 6), round_of(*[1] * 6)]
    tables = [[table.grid for table in tables_of_bots(standings(*order))] for order in permutations(rounds)]
    assert all(table == tables[0] for table in tables)


def test_tables_of_bots() -> None:
    made = Standings(Experiment(bots("greedy", "random"), 0))
    for each in (round_of(0, 1), round_of(None, 1)):
        made.add(each)
    # shares of 1 and 3/4: s² = 1/32, as sure as 2 · 7/64 / (1/32) = 7 trials; p = 7/8, z²/n = 0.5488:
    # (1.1494 ± √(0.5488 · (0.1094 + 0.1372))) / 1.5488 = (1.1494 ± 0.3679) / 1.5488
    all_together, pairs = [table.grid for table in tables_of_bots(made)]
    assert all_together == [
        ("", "share", "won", "drawn", "lost", "forfeited"),
        ("greedy", "87.5 % (50.5–98.0 %)", "3", "1", "0", "0"),
        ("random", "12.5 % (2.0–49.5 %)", "0", "1", "3", "0"),
    ]
    assert pairs == [
        ("", "against greedy", "against random"),
        ("greedy", "–", "87.5 % (50.5–98.0 %)"),
        ("random", "12.5 % (2.0–49.5 %)", "–"),
    ]


# --------------------------------------------------------------------------------------------------- ratings


def rated(*winners: int | None) -> tuple[float, float]:
    """The ratings of two bots when these players have won, each time in the same seats."""
    experiment = Experiment(bots("greedy", "random")[:1], 0)
    ratings = Ratings(experiment)
    for winner in winners:
        ratings.add(round_of(winner))
    return round(ratings.of("greedy").value, 3), round(ratings.of("random").value, 3)


def test_ratings() -> None:
    assert rated() == rated(None) == (25, 25)
    # σ = 25/3, β = 25/6, c² = 2 (σ² + β²): who was as likely to lose gains σ² / 2c
    assert rated(0) == (27.635, 22.365)
    assert rated(1) == (22.365, 27.635)
    assert rated(0, 1) != rated(1, 0)
    assert rated(*[0] * 9)[0] > rated(*[0] * 8, None)[0] > rated(*[0] * 8, 1)[0]


def test_a_rating_becomes_surer() -> None:
    reaches: list[float] = []
    for rounds in (0, 10, 100):
        ratings = Ratings(Experiment(bots("greedy", "random"), 0))
        for number in range(rounds):
            ratings.add(round_of(number % 2, number % 2))
        rating = ratings.of("greedy")
        assert rating.count == rounds
        reaches.append(rating.interval.high - rating.value)
    assert reaches[0] == pytest.approx(1.96 * 25 / 3, abs=0.01)
    assert reaches[0] > reaches[1] > 2 * reaches[2]


def test_ratings_stand_beside_the_shares() -> None:
    ratings, made = Ratings(THREE), Standings(THREE)
    for each in ROUNDS:
        ratings.add(each)
        made.add(each)
    told, _ = tables_of_bots(made, ratings)
    assert [column.key for column in told.columns][-1] == "rating"
    assert told.columns[-1].cells == [ratings.of(bot) for bot in made.bots]


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    text = "ratings need openskill, which is not installed: pip install 'crapette[sim]'"
    with pytest.raises(MissingExtraError, match=f"^{re.escape(text)}$"):
        Ratings(THREE)
