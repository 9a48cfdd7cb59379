"""Rules 7: the flow of a turn."""

from __future__ import annotations

import pytest

from crapette import apply
from tests.playing import played
from tests.positions import FACE_DOWN, LAY_ALL, TURN_START, Settings, cards, free, moves


def test_7_1_empty_hand_is_refilled_when_the_turn_begins() -> None:
    state = free("2C / * / - | (*) 9d / - / 3d 4d 5d | KS, KC | - | 0 7D", TURN_START)
    after = apply(state, "discard")
    assert (after.hands[1], after.wastes[1]) == (cards("5d 4d 3d"), ())
    assert state.hands[1] == ()


def test_7_1_by_default_it_is_refilled_by_a_draw() -> None:
    state = free("2C / * / - | (*) 9d / - / 3d 4d 5d | KS, KC | - | 0 7D")
    after = apply(state, "discard")
    assert (after.hands[1], after.wastes[1]) == ((), cards("3d 4d 5d"))


def test_7_1_hand_that_is_not_empty_is_not_refilled() -> None:
    after = apply(free("2C / * / - | (*) 9d / 6d / 3d 4d | KS, KC | - | 0 7D", TURN_START), "discard")
    assert (after.hands[1], after.wastes[1]) == (cards("6d"), cards("3d 4d"))


def test_7_1_only_the_movers_hand_is_refilled() -> None:
    after = apply(free("(*) 2C / - / 4D | 9d / * / - | KS, KC | - | 0 7D", TURN_START), "discard")
    assert (after.hands[0], after.wastes[0]) == ((), cards("4D 7D"))


def test_7_1_turn_start_refills_by_a_draw_in_mid_turn_too() -> None:
    state = free("(*) 2C / 3D / 4D 5D | 9d / * / - | QH, KC | - | 0 JS", TURN_START)
    again = played(state, "H-1 draw")
    assert (again.turned, again.hands[0], again.wastes[0]) == (*cards("3D"), (), cards("4D 5D"))
    state = free("(*) 2C / - / 4D 5D | 9d / * / - | QH, KC | - | 0 JS", TURN_START)
    again = played(state, "H-1 draw")
    assert (again.turned, again.hands[0], again.wastes[0]) == (*cards("4D"), cards("5D"), ())


def test_7_1_waste_that_became_the_hand_is_no_source() -> None:
    settings: Settings = {"waste.play": "hand-empty"}
    text = "2C / * / - | (*) 9d / - / 3d 7h | 8S, KC | - | 0 7D"
    assert moves(apply(free(text, settings), "discard")) == "W-1 draw"
    assert moves(apply(free(text, {**settings, **TURN_START}), "discard")) == "draw"


def test_7_2_mover_acts_any_number_of_times() -> None:
    state = free("7H / * / - | 2d / * / - | 8S, 8C, 6S, KD | - | 0 7D")
    after = played(state, "R-1 3-1 H-2 draw")
    assert (after.mover, after.turn_number) == (0, 1)


def test_7_2_face_down_reserve_top_is_turned_up_after_every_action() -> None:
    state = free("(4H 5H) 7H / * / - | 9d / * / - | 8S, KC, 6C, KD | - | 0")
    once = apply(state, "R-1")
    assert (once.reserves[0], once.face_down) == (cards("4H 5H"), (1, 0))
    twice = apply(once, "R-3")
    assert (twice.reserves[0], twice.face_down) == (cards("4H"), (0, 0))


def test_7_2_both_reserves_are_turned_up() -> None:
    state = free("2C / * / - | (3d) ah / * / - | KS, KC | - | 0", {"opponent_reserve": "aces"})
    assert apply(state, "r-F").face_down == (0, 0)
    hidden = free("2C / * / - | (3d) ah / * / - | KS, KC | - | 0", {"opponent_reserve": "aces", **FACE_DOWN})
    assert apply(hidden, "r-F").face_down == (0, 1)


def test_7_2_card_under_a_loaded_one_is_turned_up_when_that_is_played() -> None:
    state = free("7H / * / - | (3d) 8h / * / - | 8S, 9S, KC, KD | - | 0 4D")
    after = played(state, "R-r discard R-1 R-2")
    assert (after.reserves[1], after.face_down[1]) == (cards("3d"), 0)


def test_7_3_draw_turns_up_the_top_hand_card() -> None:
    after = apply(free("2C / * 3D 4D / - | 9d / * / - | KS, KC | - | 0"), "draw")
    assert (after.turned, after.hands[0][-1], after.mover) == (*cards("4D 3D"), 0)


def test_7_3_draw_with_an_empty_hand_turns_the_waste_over_unshuffled() -> None:
    state = free("(*) 2C / - / 3D 4D 5D 6D | 9d / * / - | KS, KC | - | 0")
    after = apply(state, "draw")
    assert (after.turned, after.hands[0], after.wastes[0]) == (*cards("3D"), cards("6D 5D 4D"), ())
    assert apply(played(after, "discard draw discard"), "draw").turned == cards("4D")[0]


def test_7_3_one_waste_card_is_turned_over_and_turned_up() -> None:
    after = apply(free("(*) 2C / - / 3D | 9d / * / - | KS, KC | - | 0"), "draw")
    assert (after.turned, after.hands[0], after.wastes[0]) == (*cards("3D"), (), ())


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2C / * / - | 9d / * / - | KS, KC | - | 0 7D", "discard"),
        ("2C / * / - | 9d / * / - | KS, KC | - | 0", "R-W"),
        ("2C / * / - | 9d / * / - | KS, KC | - | 0", "1-W"),
        ("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0", "pass"),
    ],
)
def test_7_4_what_ends_the_turn(text: str, action: str) -> None:
    after = apply(free(text, LAY_ALL), action)
    assert (after.mover, after.turn_number, after.starter, after.turned) == (1, 2, 0, None)
    assert moves(after, 0) == ""
    assert "draw" in moves(after).split()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("2C / * / - | 9d / * / - | KS, KC | C1 | 0", "R-F"),
        ("QH / * / - | 9d / * / - | KS, KC | - | 0", "R-1"),
        ("2C / * / - | 3c / * / - | KS, KC | - | 0", "R-r"),
        ("2C / * / - | 9d / * / - | KS, QD | - | 0", "2-1"),
        ("2C / * / - | 9d / * / - | KS, QD | - | 0", "draw"),
        ("(2C) / * / - | 9d / * / - | KS, QD | - | 0", "flip"),
    ],
)
def test_7_4_nothing_else_ends_the_turn(text: str, action: str) -> None:
    after = apply(free(text, FACE_DOWN), action)
    assert (after.mover, after.turn_number) == (0, 1)


def test_7_4_turns_alternate() -> None:
    state = free("2C / * / - | 9d / * / - | KS, KC | - | 1")
    turns: list[tuple[int, int]] = []
    for _ in range(4):
        turns.append((state.mover, state.turn_number))
        state = played(state, "draw discard")
    assert turns == [(1, 1), (0, 2), (1, 3), (0, 4)]
    assert state.starter == 1
