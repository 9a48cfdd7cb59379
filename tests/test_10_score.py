"""Rules 10: what a deal is worth."""

from __future__ import annotations

import pytest

from crapette import Score, State, apply, deal, load_rules, score, variant_names
from tests.playing import played
from tests.positions import AGREEMENT, Settings, free

DONE = "H13 h13 D13 d13 C13 c13"
NO_HOUSES = "-, -, -, -, -, -, -, -"
PRICES: Settings = {"scoring.win": 100, "scoring.hand": 3, "scoring.waste": 5, "scoring.reserve": 7}
SPREAD = f"(9S) TS JS / QS KS / - | (9s ts js) qs / - / ks | {NO_HOUSES} | S8 s8 {DONE} | 0"
"""Player 0: reserve 3, hand 2. Player 1: reserve 4, waste 1."""


def spread(settings: Settings | None = None) -> State:
    return free(SPREAD, {**AGREEMENT, **(settings or {})})


def test_10_burden_is_hand_and_waste_and_twice_the_reserve() -> None:
    """2 + 2·3, and 1 + 2·4."""
    assert score(spread()).burdens == (8, 9)


def test_10_burden_by_the_variants_prices() -> None:
    """3·2 + 7·3, and 5·1 + 7·4."""
    assert score(spread(PRICES)).burdens == (27, 33)


def test_10_burden_counts_the_turned_card_like_a_hand_card() -> None:
    assert score(apply(spread(PRICES), "draw")).burdens == (27, 33)
    assert score(played(spread(PRICES), "draw discard")).burdens == (29, 33)
    assert score(played(spread(PRICES), "draw H-1")).burdens == (24, 33)


def test_10_no_points_until_it_is_final() -> None:
    assert score(spread()) == Score((0, 0), (8, 9), final=False)


@pytest.mark.parametrize("name", variant_names())
def test_10_no_points_at_the_deal(name: str) -> None:
    dealt = score(deal(load_rules(name), 0))
    assert dealt.points == (0, 0)
    assert not dealt.final
    assert dealt.burdens[0] == dealt.burdens[1]


@pytest.mark.parametrize("mover", [0, 1])
def test_10_win_and_the_losers_burden(mover: int) -> None:
    """30 + 1 hand card + 1 waste card + 2·2 reserve cards, to the winner; 0 to the loser."""
    winner, loser = "QS / - / -", "(9s) ts / ks / js"
    sides = f"{winner} | {loser}" if mover == 0 else f"{loser} | {winner}"
    before = free(f"{sides} | KS, qs, -, -, -, -, -, - | S11 s8 {DONE} | {mover}")
    points, burdens = ((36, 0), (0, 6)) if mover == 0 else ((0, 36), (6, 0))
    assert score(apply(before, "R-F")) == Score(points, burdens, final=True)


def test_10_win_by_the_variants_prices() -> None:
    """100 + 3·1 + 5·1 + 7·2."""
    before = free(f"QS / - / - | (9s) ts / ks / js | KS, qs, -, -, -, -, -, - | S11 s8 {DONE} | 0", PRICES)
    assert score(apply(before, "R-F")) == Score((122, 0), (0, 22), final=True)


def test_10_win_the_winners_own_cards_cost_nothing() -> None:
    """Player 0 wins by the reserve with three cards left: 30 + 2·1, and his burden of 3 is not taken off."""
    before = free(f"JS / KS / QS ks | qs / - / - | {NO_HOUSES} | S10 s11 {DONE} | 0", {"end.win": "reserve"})
    assert score(apply(before, "R-F")) == Score((32, 0), (3, 2), final=True)


def test_10_win_of_the_opponent_of_the_mover() -> None:
    """Player 0 takes the last reserve card of player 1, who wins 30 + 2·12."""
    mine = "2s 3s 4s 5s 6s 7s 8s 9s ts js qs ks / - / -"
    before = free(f"{mine} | as / - / - | {NO_HOUSES} | S13 {DONE} | 0", {"opponent_reserve": "aces"})
    assert score(apply(before, "r-F")) == Score((0, 54), (24, 0), final=True)


@pytest.mark.parametrize(
    ("table", "points", "burdens"),
    [
        (SPREAD, (1, 0), (8, 9)),
        (f"(9S) TS JS / QS KS / - | js qs / - / ks | {NO_HOUSES} | S8 s10 {DONE} | 0", (0, 3), (8, 5)),
        (f"QS / KS / - | qs / - / ks | {NO_HOUSES} | S11 s11 {DONE} | 0", (0, 0), (3, 3)),
    ],
)
def test_10_stalemate_difference(table: str, points: tuple[int, int], burdens: tuple[int, int]) -> None:
    """The lower burden gets the difference; equal burdens nothing."""
    agreed = played(free(table, AGREEMENT), "offer accept")
    assert score(agreed) == Score(points, burdens, final=True)


def test_10_stalemate_difference_counts_a_turned_card() -> None:
    """8 - 1 after the turned card has gone to a house, 8 while it lies there."""
    assert score(played(spread(), "draw offer accept")) == Score((1, 0), (8, 9), final=True)
    assert score(played(spread(), "draw H-1 offer accept")) == Score((2, 0), (7, 9), final=True)


def test_10_stalemate_none() -> None:
    agreed = played(spread({"scoring.stalemate": "none"}), "offer accept")
    assert score(agreed) == Score((0, 0), (8, 9), final=True)


def test_10_stalemate_of_every_kind_is_scored() -> None:
    ended = played(spread({"end.max_turns": 1}), "draw discard")
    assert score(ended) == Score((1, 0), (8, 9), final=True)
