"""Rules 11: the order of the legal moves, which of them are distinct, and states as values."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from crapette import apply, distinct_moves, outcome
from tests.playing import played
from tests.positions import AGREEMENT, FACE_DOWN, LAY_ALL, SEQUENCE, Settings, at, free, moves, texts

EVERYTHING: Settings = {
    **LAY_ALL,
    **SEQUENCE,
    **AGREEMENT,
    "load.from": ["reserve", "hand", "houses", "waste"],
    "waste.play": "always",
    "opponent_reserve": "aces",
}


def test_11_plays_to_foundations_come_by_source() -> None:
    state = free("2S / * / 2D | (9d) ah / * / - | 2C, KC, 2H, KD | S1 D1 C1 H1 | 0", EVERYTHING)
    assert moves(state).startswith("R-F W-F 1-F 3-F r-F ")
    turned = free("2S / * / 2D | (9d) ah / * / - | 2C, KC, 2H, KD | S1 D1 C1 H1 | 0 2s", EVERYTHING)
    assert moves(turned).startswith("R-F H-F W-F 1-F 3-F r-F ")


def test_11_kinds_come_in_order() -> None:
    text = "7H / * / 5H | 9d / * / 6h | 8S, AC, -, 6C 5D | - | 0"
    state = free(text, EVERYTHING)
    assert moves(state) == "2-F R-1 R-3 W-3 4-3 R-w W-w R-W 1-W 2-W 4-W draw offer"


def test_11_sources_come_before_targets() -> None:
    state = free("7H / * / 7D | 2d / * / - | 8S, 8C, -, - | - | 0 7h", EVERYTHING)
    assert moves(state) == ("R-1 R-2 R-3 R-4 H-1 H-2 H-3 H-4 W-1 W-2 W-3 W-4 discard offer")


def test_11_loads_come_by_source_the_reserve_before_the_waste() -> None:
    state = free("7H / * / 7h | 6h / * / 8h | 7D, KC, 9H, 5H | - | 0", EVERYTHING)
    assert moves(state) == "R-r R-w W-r W-w 3-w 4-r R-W 1-W 2-W 3-W 4-W draw offer"


def test_11_single_comes_before_run_and_shorter_runs_first() -> None:
    state = free("2C / * / - | 2d / * / - | TS 9H 8S 7D, -, 8C, -, TC, KD | - | 0", SEQUENCE)
    assert moves(state) == ("R-2 R-4 1-2 1-2*2 1-2*3 1-3 1-4 1-4*2 1-4*3 1-5*3 draw")


def test_11_houses_come_as_numbers() -> None:
    houses = "KS, KH, KD, KC, ks, kh, kd, kc, 8S, 8C, 7H, 7D"
    state = free(f"7h / * / - | 2d / * / - | {houses} | - | 0")
    assert moves(state) == "R-9 R-10 11-9 11-10 12-9 12-10 draw"
    lays = moves(free(f"7h / * / - | 2d / * / - | {houses} | - | 0", LAY_ALL)).split()
    assert lays[-14:] == ["R-W", *(f"{number}-W" for number in range(1, 13)), "draw"]


def test_11_what_is_not_a_play_comes_last() -> None:
    settings = {**EVERYTHING, **FACE_DOWN}
    assert moves(free("(2C) / * / - | 2d / * / - | KS, KC | - | 0", settings)) == "1-W 2-W flip draw offer"
    assert moves(free("(2C) / * / - | 2d / * / - | KS, KC | - | 0 4D", settings)) == "flip discard offer"
    assert moves(free("(2C *) / - / - | 2d / * / - | KS, KC | - | 0", settings)) == "1-W 2-W flip pass offer"
    answer = played(free("(2C) / * / - | (2d) / * / - | KS, KC | - | 0", settings), "offer 1-W")
    assert moves(answer) == "2-W flip draw offer accept"


# ---------------------------------------------------------------------------------------------- distinct


def test_11_plays_that_differ_only_in_the_empty_house_are_equivalent() -> None:
    state = free("7H / * / - | 2d / * / - | 9S 8D, -, 8C, -, -, KD | - | 0 6C")
    assert moves(state) == "R-2 R-3 R-4 R-5 H-2 H-4 H-5 1-2 1-4 1-5 discard"
    assert texts(distinct_moves(state)) == "R-2 R-3 H-2 1-2 discard"


def test_11_runs_of_different_lengths_are_not_equivalent() -> None:
    state = free("2C / * / - | 2d / * / - | TS 9H 8S, -, -, KD | - | 0", SEQUENCE)
    assert moves(state) == "R-2 R-3 1-2 1-2*2 1-3 1-3*2 draw"
    assert texts(distinct_moves(state)) == "R-2 1-2 1-2*2 draw"


def test_11_plays_to_equal_cards_are_not_equivalent() -> None:
    state = free("7H / * / - | 2d / * / - | 8S, 8s | - | 0")
    assert texts(distinct_moves(state)) == moves(state) == "R-1 R-2 draw"


def test_11_distinct_moves_are_legal_moves() -> None:
    state = at("7H / * / - | 2d / * / - | 9S 8D, -, -, KC | - | 0")
    assert moves(state) == "R-2 R-3 1-2 1-3"
    assert texts(distinct_moves(state)) == "R-2 1-2"
    assert distinct_moves(state, 1) == ()


def test_11_distinct_moves_of_the_other_player() -> None:
    state = played(free("7H / * / - | 2d / * / - | -, - | - | 0", AGREEMENT), "offer")
    assert texts(distinct_moves(state, 1)) == "accept"
    over = played(state, "accept")
    assert outcome(over) is not None
    assert distinct_moves(over) == ()


# ------------------------------------------------------------------------------------------------ values

PAIRS = "2C / * / - | 2d / * / - | 8S, 8C, 7H, 7D | - | 0"


def test_11_equal_states_have_equal_hashes() -> None:
    one, other = (free(PAIRS, AGREEMENT) for _ in range(2))
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert played(one, "3-1 draw") == played(other, "3-1 draw")
    assert len({one, other, played(one, "3-1 draw"), played(other, "3-1 draw")}) == 2


def test_11_offer_is_part_of_equality_while_it_is_remembered() -> None:
    start = free(PAIRS, AGREEMENT)
    assert played(start, "draw") != played(start, "offer draw")
    assert played(start, "draw discard draw") == played(start, "offer draw discard draw")


def test_11_layouts_of_the_turn_are_part_of_equality() -> None:
    start = free("2C / * / - | 2d / * / - | 8S, 8C, 7H, KD | - | 0")
    one, other = played(start, "3-1 1-2"), played(start, "3-2")
    assert one.houses == other.houses
    assert one != other
    assert played(one, "draw") == played(other, "draw")


def test_11_rules_are_part_of_equality() -> None:
    assert free(PAIRS) != free(PAIRS, AGREEMENT)


def test_11_states_are_frozen() -> None:
    state = free(PAIRS)
    with pytest.raises(FrozenInstanceError, match=r"^State can't be changed$"):
        state.mover = 1  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(FrozenInstanceError, match=r"^State can't be changed$"):
        del state.table


def test_11_apply_never_changes_its_argument() -> None:
    state = free(PAIRS, AGREEMENT)
    for action in moves(state).split():
        assert apply(state, action) == apply(state, action)
    assert state == free(PAIRS, AGREEMENT)
