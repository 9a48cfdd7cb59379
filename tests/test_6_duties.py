"""Rules 6: duties, what fulfils them, what they gate, and offences."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crapette import Rules, legal_moves, offences, outcome, why_not
from crapette.actions import ACTIONS
from crapette.engine.duties import may_fulfil
from crapette.engine.legal import blameless_moves
from crapette.rules import Duty
from crapette.testing import rules
from tests.playing import played, random_walk
from tests.positions import (
    AGREEMENT,
    ALL_DUTIES,
    BUSY,
    FACE_DOWN,
    LAY_ALL,
    NO_DUTIES,
    Settings,
    at,
    broken,
    callable_at,
    duty,
    free,
    moves,
    refusal,
    rules_with,
    texts,
    why,
)

ONLY_ACES: Settings = {"duties.foundation": "aces"}
TAKE_ACES: Settings = {"opponent_reserve": "aces"}
EXCLUSIVE: Settings = {"hand.exclusive": True}


def only(name: str, value: object) -> Settings:
    """Settings with no duty but this one."""
    return {**NO_DUTIES, "duties.reserve_first": False, f"duties.{name}": value}


# ------------------------------------------------------------------------------ 1 reserve-to-foundation

ACE_IN_RESERVE = "AS / * / - | 9d / * / - | AH, KC | - | 0"


def test_6_1_reserve_card_that_fits_a_foundation_goes_there_before_anything_else() -> None:
    state = at(ACE_IN_RESERVE)
    assert moves(state) == "R-F"
    for action in ("1-F", "draw"):
        assert duty(state, action) == "6.1 R-F"


def test_6_1_is_a_setting() -> None:
    state = at(ACE_IN_RESERVE, {"duties.reserve_first": False})
    assert moves(state) == "R-F 1-F"


def test_6_1_gates_every_other_action() -> None:
    text = "2S / * / - | 3s / * / - | 8S, 7H, -, 3H | S1 | 0"
    state = at(text, {**LAY_ALL, "duties.reserve_first": True})
    for action in moves(free(text, LAY_ALL)).split():
        assert duty(state, action) == ("" if action == "R-F" else "6.1 R-F")
    turned = at("2S / * / - | 9d / * / - | 8S, KC | S1 | 0 7H")
    assert duty(turned, "discard") == duty(turned, "H-1") == "6.1 R-F"


@pytest.mark.parametrize(
    ("foundation", "text", "legal"),
    [
        ("none", ACE_IN_RESERVE, "R-F 1-F draw"),
        ("aces", ACE_IN_RESERVE, "R-F"),
        ("aces", "2S / * / - | 9d / * / - | 3H, KC | S1 | 0", "R-F R-1 draw"),
        ("all", "2S / * / - | 9d / * / - | 3H, KC | S1 | 0", "R-F"),
    ],
)
def test_6_1_counts_only_what_the_foundation_duty_counts(foundation: str, text: str, legal: str) -> None:
    assert moves(at(text, {"duties.foundation": foundation})) == legal


def test_6_1_is_not_pending_where_the_reserve_may_not_be_played() -> None:
    text = "AS / * / - | 9d / * / - | KS, AC | - | 0 7H"
    assert duty(at(text), "discard") == "6.1 R-F"
    assert moves(at(text, EXCLUSIVE)) == "discard"


# ------------------------------------------------------------------------------------------ 2 foundation


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("2S / * / - | 9d / * / - | KS, KC | S1 | 0", "R-F"),
        ("9C / * / - | 9d / * / - | KS, KC | S1 | 0 2S", "H-F"),
        ("9C / * / 2S | 9d / * / - | KS, KC | S1 | 0", "W-F"),
        ("9C / * / - | 9d / * / - | KS, 2S | S1 | 0", "2-F"),
    ],
)
def test_6_2_card_that_fits_a_foundation_goes_there_before_anything_else(text: str, play: str) -> None:
    state = at(text, {"waste.play": "always", "duties.reserve_first": False})
    assert moves(state) == play
    other = "discard" if play == "H-F" else "draw"
    assert duty(state, other) == f"6.2 {play}"


def test_6_2_closed_waste_makes_no_duty() -> None:
    assert moves(at("9C / * / 2S | 9d / * / - | KS, KC | S1 | 0", {"waste.play": "never"})) == "draw"


def test_6_2_any_of_the_plays_will_do() -> None:
    state = at("AS / * / - | 9d / * / - | AH, 2D | D1 | 0", {"duties.reserve_first": False})
    assert moves(state) == "R-F 1-F 2-F"
    assert duty(state, "draw") == "6.2 R-F 1-F 2-F"


def test_6_2_gates_every_other_action() -> None:
    text = "2S / * / - | 3s / * / - | 8S, 7H, -, AH | - | 0"
    state = at(text, LAY_ALL)
    for action in moves(free(text, LAY_ALL)).split():
        assert duty(state, action) == ("" if action == "4-F" else "6.2 4-F")


@pytest.mark.parametrize(
    ("foundation", "legal"),
    [("all", "1-F 2-F"), ("aces", "1-F"), ("none", "1-F 2-F 1-2 draw")],
)
def test_6_2_counts_aces_or_all_cards_or_none(foundation: str, legal: str) -> None:
    state = at("9C / * / - | 9d / * / - | AH, 2S | S1 | 0", {"duties.foundation": foundation})
    assert moves(state) == legal


def test_6_2_where_only_aces_count_a_two_must_wait_for_the_ace() -> None:
    state = at("2S / * / - | 9d / * / - | AH, KC | S1 | 0", ONLY_ACES)
    assert moves(state) == "1-F"
    assert duty(state, "R-F") == "6.2 1-F"
    assert moves(played(state, "1-F")) == "R-F R-1"


def test_6_2_opponents_ace_makes_no_duty_and_taking_it_offends_against_none() -> None:
    assert moves(at("9C / * / - | (9d) ah / * / - | KS, KC | - | 0", TAKE_ACES)) == "r-F draw"
    busy = at("2S / * / - | (9d) ah / * / - | 2D, - | S1 D1 | 0", {**TAKE_ACES, **ALL_DUTIES})
    assert moves(busy) == "R-F r-F"
    assert broken(busy, "r-F") == []


# ------------------------------------------------------------------------------------------------ 3 fill

GAP = "5C / * / - | 9d / * / - | 8S 7H, -, 8c, KC | - | 0"


@pytest.mark.parametrize(
    ("fill", "legal"),
    [
        ("never", "R-2 1-2 1-3 draw"),
        ("before-draw", "R-2 1-2 1-3"),
        ("at-once", "R-2"),
    ],
)
def test_6_3_fill_gates_draw_or_all_but_itself(fill: str, legal: str) -> None:
    assert moves(at(GAP, {"duties.fill": fill})) == legal


def test_6_3_refusal_names_the_plays_that_fill() -> None:
    state = at("5C / * / - | 9d / * / - | 8S 7H, -, 8c, - | - | 0")
    assert duty(state, "draw") == "6.3 R-2 R-4"
    assert "R-2, R-4" in refusal(state, "draw").text


@pytest.mark.parametrize("action", ["draw", "R-W", "1-W"])
@pytest.mark.parametrize("fill", ["before-draw", "at-once"])
def test_6_3_gates_what_goes_on_to_the_hand_or_ends_the_turn(fill: str, action: str) -> None:
    assert duty(at(GAP, {**LAY_ALL, "duties.fill": fill}), action) == "6.3 R-2"


@pytest.mark.parametrize(("fill", "legal"), [("never", "R-2 pass"), ("before-draw", "R-2"), ("at-once", "R-2")])
def test_6_3_gates_pass(fill: str, legal: str) -> None:
    state = at("(*) 5C / - / - | 9d / * / - | KS, - | - | 0", {"duties.fill": fill})
    assert moves(state) == legal
    assert duty(state, "pass") == ("" if fill == "never" else "6.3 R-2")


@pytest.mark.parametrize(
    ("fill", "legal"),
    [("never", "R-2 H-2 1-2 1-3 discard"), ("before-draw", "R-2 H-2 1-2 1-3 discard"), ("at-once", "R-2")],
)
def test_6_3_before_draw_leaves_the_turned_card_free(fill: str, legal: str) -> None:
    state = at(f"{GAP} 6H", {"duties.fill": fill})
    assert moves(state) == legal
    assert duty(state, "discard") == ("6.3 R-2" if fill == "at-once" else "")


@pytest.mark.parametrize("fill", ["before-draw", "at-once"])
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("- / * / - | 9d / * / - | 8S 7H, -, 8c, KC | - | 0", "1-2 1-3 draw"),
        ("5C / * / - | 9d / * / - | 8S 7H, KD, 8c, KC | - | 0", "1-3 draw"),
    ],
)
def test_6_3_is_pending_while_a_house_is_empty_and_the_own_reserve_is_not(fill: str, text: str, legal: str) -> None:
    assert moves(at(text, {"duties.fill": fill})) == legal


@pytest.mark.parametrize(
    ("fill", "legal", "flipped"),
    [
        ("before-draw", "1-2 1-3 flip", "R-2 1-2 1-3"),
        ("at-once", "flip", "R-2"),
        ("never", "1-2 1-3 flip draw", "R-2 1-2 1-3 draw"),
    ],
)
def test_6_3_is_fulfilled_by_flip(fill: str, legal: str, flipped: str) -> None:
    state = at("(5C) / * / - | 9d / * / - | 8S 7H, -, 8c, KC | - | 0", {**FACE_DOWN, "duties.fill": fill})
    assert moves(state) == legal
    assert duty(state, "draw") == ("" if fill == "never" else "6.3 flip")
    assert moves(played(state, "flip")) == flipped


def test_6_3_turning_up_the_reserve_card_is_no_duty_while_no_house_is_empty() -> None:
    text = "(5C) / * / - | 9d / * / - | 8S 7H, KD, 8c, KC | - | 0"
    for hand in ("none", "houses"):
        state = at(text, {**FACE_DOWN, "duties.hand": hand})
        assert moves(state) == "1-3 flip draw"
        assert why(state, "draw") == "legal"
        assert broken(state, "draw") == []


@pytest.mark.parametrize("reserve", ["5C", "(5C)"])
def test_6_3_is_not_pending_where_it_can_not_be_fulfilled(reserve: str) -> None:
    text = f"{reserve} / * / - | 9d / * / - | 8S, - | - | 0 6H"
    settings = {**FACE_DOWN, "duties.fill": "at-once"}
    assert moves(at(text, {**settings, **EXCLUSIVE})) == "H-2 discard"
    assert moves(at(text, settings)) == ("R-2" if reserve == "5C" else "flip")


def test_6_3_at_once_leaves_what_never_offends() -> None:
    settings = {**TAKE_ACES, **AGREEMENT, "duties.fill": "at-once"}
    assert moves(at("5C / * / - | (9d) ah / * / - | 8S 7H, -, 8c, KC | - | 0", settings)) == "r-F R-2 offer"


# --------------------------------------------------------------------------------------------- 4 reserve


@pytest.mark.parametrize(
    ("reserve", "text", "fulfilled_by"),
    [
        ("none", "7H / * / - | 6h / * / - | 8S, KC | - | 0", ""),
        ("houses", "7H / * / - | 6h / * / - | 8S, KC | - | 0", "R-1"),
        ("any", "7H / * / - | 6h / * / - | 8S, KC | - | 0", "R-1 R-r"),
        ("none", "7H / * / - | 9c / * / 6h | 8D, KC | - | 0", ""),
        ("houses", "7H / * / - | 9c / * / 6h | 8D, KC | - | 0", ""),
        ("any", "7H / * / - | 9c / * / 6h | 8D, KC | - | 0", "R-w"),
        ("houses", "7H / * / - | 9c / * / - | -, KC | - | 0", "R-1"),
        ("any", "7H / * / - | 9c / * / - | -, KC | - | 0", "R-1"),
        ("any", "7H / * / - | 9c / * / - | 8D, KC | - | 0", ""),
        ("any", "- / * / - | 9c / * / - | -, KC | - | 0", ""),
    ],
)
def test_6_4_reserve_card_that_can_be_placed_must_be_before_the_hand_goes_on(
    reserve: str, text: str, fulfilled_by: str
) -> None:
    state = at(text, {**LAY_ALL, **only("reserve", reserve)})
    expected = f"6.4 {fulfilled_by}" if fulfilled_by else ""
    gated = ["draw", "2-W"] + (["R-W"] if not text.startswith("-") else [])
    assert [duty(state, action) for action in gated] == [expected] * len(gated)


def test_6_4_gates_pass() -> None:
    text = "(*) 7H / - / - | 9c / * / - | 8S, KC | - | 0"
    assert duty(at(text, only("reserve", "houses")), "pass") == "6.4 R-1"
    assert why(at(text, only("reserve", "none")), "pass") == "legal"


def test_6_4_gates_nothing_else() -> None:
    settings = {**only("reserve", "any"), **TAKE_ACES}
    state = at("7H / * / - | (6h) ah / * / 4c | 8S, 3C, 2D, 9D | C2 | 0", settings)
    assert moves(state) == "2-F r-F R-1 1-4 3-2 2-w"
    turned = at("7H / * / - | 4d / * / - | 8S, 8C | - | 0 7D", settings)
    assert moves(turned) == "R-1 R-2 H-1 H-2 discard"


@pytest.mark.parametrize(("reserve", "legal"), [("none", "flip draw"), ("houses", "flip"), ("any", "flip")])
def test_6_4_is_fulfilled_by_flip(reserve: str, legal: str) -> None:
    state = at("(5C) / * / - | 9d / * / - | 8S, KC | - | 0", {**FACE_DOWN, **only("reserve", reserve)})
    assert moves(state) == legal
    assert duty(state, "draw") == ("" if reserve == "none" else "6.4 flip")
    assert moves(played(state, "flip")) == "draw"


def test_6_4_is_not_pending_where_the_reserve_may_not_be_played() -> None:
    state = at("7H / * / - | 9d / * / - | 8S, KC | - | 0 2D", {**only("reserve", "any"), **EXCLUSIVE})
    assert moves(state) == "discard"


# ------------------------------------------------------------------------------------------------ 5 hand


@pytest.mark.parametrize(
    ("hand", "text", "fulfilled_by"),
    [
        ("none", "2C / * / - | 6h / * / - | 8S, KC | - | 0 7H", ""),
        ("houses", "2C / * / - | 6h / * / - | 8S, KC | - | 0 7H", "H-1"),
        ("any", "2C / * / - | 6h / * / - | 8S, KC | - | 0 7H", "H-1 H-r"),
        ("none", "2C / * / - | 9c / * / 8h | 8D, KC | - | 0 7H", ""),
        ("houses", "2C / * / - | 9c / * / 8h | 8D, KC | - | 0 7H", ""),
        ("any", "2C / * / - | 9c / * / 8h | 8D, KC | - | 0 7H", "H-w"),
        ("houses", "2C / * / - | 9c / * / - | -, KC | - | 0 7H", "H-1"),
        ("any", "2C / * / - | 9c / * / - | -, KC | - | 0 7H", "H-1"),
        ("any", "2C / * / - | 9c / * / - | 8D, KC | - | 0 7H", ""),
    ],
)
def test_6_5_turned_card_that_can_be_placed_may_not_be_discarded(hand: str, text: str, fulfilled_by: str) -> None:
    state = at(text, only("hand", hand))
    assert duty(state, "discard") == (f"6.5 {fulfilled_by}" if fulfilled_by else "")


def test_6_5_gates_only_discard() -> None:
    state = at("7D / * / - | 6h / * / - | 8S, 8C, KD, 9D | - | 0 7H", only("hand", "any"))
    assert moves(state) == "R-1 R-2 H-1 H-2 1-4 2-4 H-r"
    assert moves(played(state, "R-1 H-2")) == "2-r draw"


def test_6_5_turned_card_may_be_discarded_where_empty_houses_are_for_the_reserve() -> None:
    text = "2C / * / - | 9c / * / - | -, KC | - | 0 7H"
    settings = only("hand", "houses")
    assert duty(at(text, settings), "discard") == "6.5 H-1"
    assert why(at(text, {**settings, "houses.empty": "reserve-first"}), "discard") == "legal"


def test_6_5_is_not_fulfilled_by_flip() -> None:
    state = at("(2C) / * / - | 9c / * / - | 8D, KC | - | 0 7H", {**FACE_DOWN, **only("hand", "any")})
    assert moves(state) == "flip discard"


# ---------------------------------------------------------------------------------------------- offences


def test_6_offences_come_by_rank_each_with_the_plays_that_would_have_fulfilled_it() -> None:
    state = at(BUSY, {**ALL_DUTIES, **LAY_ALL})
    every = [
        "reserve-to-foundation: R-F",
        "foundation: R-F 4-F",
        "fill: R-2",
        "reserve: R-2 R-3",
    ]
    for action in ("draw", "R-W", "1-W"):
        assert broken(state, action) == every
    assert broken(state, "1-2") == every[:3]


def test_6_offences_stop_at_the_duty_that_the_action_fulfils() -> None:
    state = at(BUSY, ALL_DUTIES)
    assert broken(state, "R-F") == []
    assert broken(state, "4-F") == ["reserve-to-foundation: R-F"]
    assert broken(state, "R-2") == ["reserve-to-foundation: R-F", "foundation: R-F 4-F"]
    assert broken(state, "R-3") == ["reserve-to-foundation: R-F", "foundation: R-F 4-F", "fill: R-2"]


def test_6_offences_pass_over_duties_that_are_not_pending() -> None:
    state = at("2C / * / - | 9d / * / - | 8S 7H, -, 3H, KD | - | 0", ALL_DUTIES)
    assert broken(state, "R-3") == ["fill: R-2"]
    assert broken(state, "R-2") == []
    assert broken(state, "draw") == ["fill: R-2", "reserve: R-2 R-3"]
    full = at("2C / * / - | 9d / * / - | 8S 7H, KC, 3H, KD | - | 0", ALL_DUTIES)
    assert broken(full, "R-3") == []
    assert broken(full, "draw") == ["reserve: R-3"]


def test_6_offences_pass_over_duties_that_do_not_gate_the_action() -> None:
    text = "2C / * / - | 9d / * / - | 8S, -, 3H, KD | - | 0 7H"
    state = at(text, {**ALL_DUTIES, "duties.fill": "before-draw"})
    assert broken(state, "discard") == ["hand: H-1 H-2"]
    assert broken(state, "R-3") == broken(state, "H-1") == []
    assert broken(at(text, ALL_DUTIES), "discard") == ["fill: R-2", "hand: H-1 H-2"]


def test_6_offences_where_only_aces_count() -> None:
    state = at(BUSY, {**ALL_DUTIES, **ONLY_ACES})
    assert broken(state, "R-F") == ["foundation: 4-F", "fill: R-2"]
    assert broken(state, "4-F") == []


def test_6_offence_of_an_action_that_is_not_possible_is_none() -> None:
    state = at(BUSY, {**ALL_DUTIES, **AGREEMENT})
    for action in ("R-1", "H-F", "discard", "pass", "flip", "9-1", "W-F", "1-W", "accept"):
        assert offences(state, action) == ()
    over = played(state, "offer accept")
    assert offences(over, "draw") == ()


def test_6_offer_accept_and_stop_never_offend() -> None:
    state = at(BUSY, {**ALL_DUTIES, **AGREEMENT})
    assert moves(state) == "R-F offer"
    offered = played(state, "offer")
    for action in ("offer", "accept", "stop"):
        assert offences(state, action) == offences(offered, action) == ()
    assert texts(blameless_moves(callable_at(BUSY, ALL_DUTIES, AGREEMENT))) == "R-F offer"


def test_6_accept_is_legal_while_a_duty_is_pending() -> None:
    state = at("9D / * / - | 2s / * / - | KS, KC | S1 | 0", AGREEMENT)
    assert moves(played(state, "offer draw discard")) == "R-F offer accept"


def test_6_offences_are_judged_by_the_state_before_the_action() -> None:
    state = at("7H / * / - | 6h / * / - | 8S, KC | - | 0", {**only("reserve", "houses"), **LAY_ALL})
    assert broken(state, "R-W") == ["reserve: R-1"]
    loads = at("5C / * / - | 3h / * / - | 2H, KC | H1 | 0")
    assert broken(loads, "1-r") == ["foundation: 1-F"]


@pytest.mark.parametrize(
    ("calls", "callable_ones"),
    [
        ([], set[str]()),
        (["foundation"], {"foundation"}),
        (["reserve-to-foundation", "fill", "reserve"], {"reserve-to-foundation", "fill", "reserve"}),
    ],
)
def test_6_duty_listed_in_the_calls_is_callable(calls: list[str], callable_ones: set[str]) -> None:
    state = at(BUSY, {**ALL_DUTIES, "stop.calls": calls})
    told = offences(state, "draw")
    assert len(told) == 4
    assert {str(offence.duty) for offence in told if offence.callable} == callable_ones


@pytest.mark.parametrize(
    ("name", "value", "text", "action"),
    [
        ("foundation", "all", "9C / * / - | 9d / * / - | KS, 2S | S1 | 0", "draw"),
        ("fill", "before-draw", GAP, "draw"),
        ("reserve", "houses", "7H / * / - | 6h / * / - | 8S, KC | - | 0", "draw"),
        ("hand", "houses", "2C / * / - | 6h / * / - | 8S, KC | - | 0 7H", "discard"),
    ],
)
def test_6_duty_not_listed_in_the_calls_is_strict(name: str, value: str, text: str, action: str) -> None:
    state = at(text, {**only(name, value), "stop.calls": []})
    assert action not in moves(state).split()
    assert refusal(state, action).code == "duty"
    assert (
        why(at(text, {**only(name, value), f"duties.{name}": "never" if name == "fill" else "none"}), action) == "legal"
    )


def test_6_to_offend_against_a_callable_duty_is_legal() -> None:
    every = ["reserve-to-foundation", "foundation", "fill", "reserve", "hand"]
    state = at(BUSY, {**ALL_DUTIES, "stop.calls": every})
    assert moves(state) == moves(free(BUSY))
    assert len(broken(state, "draw")) == 4
    assert why(state, "draw") == "legal"


def test_6_only_the_strict_duties_are_enforced_beside_callable_ones() -> None:
    state = at(BUSY, {**ALL_DUTIES, "stop.calls": ["reserve-to-foundation", "fill", "reserve", "hand"]})
    assert moves(state) == "R-F 4-F"
    assert duty(state, "draw") == "6.2 R-F 4-F"
    assert duty(at(BUSY, {**ALL_DUTIES, "stop.calls": ["foundation"]}), "4-F") == "6.1 R-F"


def test_6_refusal_is_about_the_first_duty_broken() -> None:
    state = at(BUSY, {**ALL_DUTIES, "stop.calls": []})
    assert duty(state, "draw") == "6.1 R-F"
    assert duty(state, "4-F") == "6.1 R-F"


@pytest.mark.parametrize("settings", [ALL_DUTIES, {**ALL_DUTIES, **EXCLUSIVE, **FACE_DOWN}])
def test_6_legal_moves_are_the_possible_actions_that_offend_against_no_duty_and_never_empty(settings: Settings) -> None:
    rules = rules_with({**settings, **LAY_ALL, **TAKE_ACES, "stop.calls": []})
    for state, *_ in islice(random_walk(rules, 5), 0, 120, 8):
        refused = {action: why_not(state, action, state.mover) for action in ACTIONS}
        legal = tuple(action for action, why_refused in refused.items() if why_refused is None)
        assert legal_moves(state) == legal != ()
        assert outcome(state) is None
        for action, told in refused.items():
            assert bool(offences(state, action)) == (told is not None and told.code == "duty")


HOUSES = [str(number) for number in range(1, 13)]


@pytest.mark.parametrize(
    ("duty", "plays"),
    [
        (Duty.RESERVE_TO_FOUNDATION, {"R-F"}),
        (Duty.FOUNDATION, {f"{source}-F" for source in ("R", "H", "W", *HOUSES)}),
        (Duty.FILL, {*(f"R-{house}" for house in HOUSES), "flip"}),
        (Duty.RESERVE, {*(f"R-{target}" for target in (*HOUSES, "r", "w")), "flip"}),
        (Duty.HAND, {f"H-{target}" for target in (*HOUSES, "r", "w")}),
    ],
)
def test_6_what_may_fulfil_a_duty(duty: Duty, plays: set[str]) -> None:
    """To take the opponent's ace, or to lay a card on the own waste, never does."""
    assert {str(action) for action in ACTIONS if may_fulfil(duty, action)} == plays


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(rules(), st.integers(0, 10**6))
def test_6_what_would_have_fulfilled_a_duty_may_fulfil_it(some_rules: Rules, seed: int) -> None:
    for state, *_ in islice(random_walk(some_rules, seed), 60):
        for action in legal_moves(state):
            for offence in offences(state, action):
                assert all(may_fulfil(offence.duty, play) for play in offence.plays)
