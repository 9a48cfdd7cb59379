"""Rules 4: the actions, when each is possible, and who makes it."""

from __future__ import annotations

import pytest

from crapette import Action, NotationError, State, apply, legal_moves, offences, why_not
from tests.playing import played
from tests.positions import (
    AGREEMENT,
    FACE_DOWN,
    LAY_ALL,
    SEQUENCE,
    Settings,
    at,
    cards,
    ended,
    free,
    moves,
    refusal,
    why,
)

PLAIN = "2C / * / - | 9d / * / - | KS, KC | - | 0"
TURNED = f"{PLAIN} 4D"
OPEN_WASTE: Settings = {"waste.play": "always", "load.from": ["reserve", "hand", "houses", "waste"]}


@pytest.mark.parametrize(
    ("action", "text", "source_after", "target_after"),
    [
        ("R-F", "(3D) 7H / * / - | 9d / * / - | KS, KC | H6 | 0", "3D", "AH 2H 3H 4H 5H 6H 7H"),
        ("R-1", "(3D) 7H / * / - | 9d / * / - | 8S, KC | - | 0", "3D", "8S 7H"),
        ("H-2", "2C / * / - | 9d / * / - | KS, KC | - | 0 QH", "", "KC QH"),
        ("1-2", "2C / * / - | 9d / * / - | 9C 8H, 9S | - | 0", "9C", "9S 8H"),
        ("2-1", "2C / * / - | 9d / * / - | KC, QH | - | 0", "", "KC QH"),
        ("R-r", "7H / * / - | (3d) 8h / * / - | KS, KC | - | 0", "", "3d 8h 7H"),
        ("2-w", "2C / * / - | 9d / * / 3c 8h | KS, 9H | - | 0", "", "3c 8h 9H"),
        ("H-w", "2C / * / - | 9d / * / 8h | KS, KC | - | 0 9H", "", "8h 9H"),
        ("W-1", "2C / * / 3D 7H | 9d / * / - | 8S, KC | - | 0", "3D", "8S 7H"),
        ("W-F", "2C / * / 3D 7H | 9d / * / - | KS, KC | H6 | 0", "3D", "AH 2H 3H 4H 5H 6H 7H"),
        ("W-r", "2C / * / 3D 7H | 8h / * / - | KS, KC | - | 0", "3D", "8h 7H"),
        ("r-F", "2C / * / - | (3d) ah / * / - | KS, KC | - | 0", "3d", "ah"),
    ],
)
def test_4_card_is_played_from_an_open_source_to_a_target_that_accepts_it(
    action: str, text: str, source_after: str, target_after: str
) -> None:
    settings = {**OPEN_WASTE, "opponent_reserve": "aces"}
    state = free(text, settings)
    assert why(state, action) == "legal"
    after = apply(state, action)
    assert (pile(after, action[0]), pile(after, action[2])) == (cards(source_after), cards(target_after))
    assert (after.mover, after.turn_number) == (0, 1)
    assert state == free(text, settings), "the argument has changed"


def pile(state: State, place: str) -> tuple[object, ...]:
    """The pile that player 0 calls by this name; `F` is the first foundation of ♥."""
    turned = (state.turned,) if state.turned else ()
    places: dict[str, tuple[object, ...]] = {
        "R": state.reserves[0],
        "W": state.wastes[0],
        "H": turned,
        "r": state.reserves[1],
        "w": state.wastes[1],
        "F": state.foundations[2],
    }
    return places[place] if place in places else state.houses[int(place) - 1]


def test_4_run_is_played_only_where_groups_move_as_sequences() -> None:
    text = "2C / * / - | 9d / * / - | TC 9H 8C, TS | - | 0"
    assert why(free(text, {"houses.groups": "single"}), "1-2*2") == "not-in-this-variant 5"
    after = apply(free(text, SEQUENCE), "1-2*2")
    assert after.houses == (cards("TC"), cards("TS 9H 8C"))
    assert after.mover == 0


def test_4_flip_turns_up_the_top_of_the_own_reserve() -> None:
    state = free("(3D 2D) / * / - | (9d) / * / - | KS, KC | - | 0", FACE_DOWN)
    after = apply(state, "flip")
    assert (after.reserves, after.face_down, after.mover) == (state.reserves, (1, 1), 0)


@pytest.mark.parametrize(
    ("text", "settings", "expected"),
    [
        ("- / * / - | 9d / * / - | KS, KC | - | 0", FACE_DOWN, "no-card 4"),
        ("(3D) 2D / * / - | 9d / * / - | KS, KC | - | 0", FACE_DOWN, "already-turned 4"),
        ("(3D) 2D / * / - | 9d / * / - | KS, KC | - | 0", {}, "not-in-this-variant 4"),
        ("2D / * / - | 9d / * / - | KS, KC | - | 0", {"deal.reserve_top": "all-face-up"}, "not-in-this-variant 4"),
        ("(3D) / * / - | 9d / * / - | KS, KC | - | 0 4D", FACE_DOWN, "legal"),
        ("(3D) / * / - | 9d / * / - | KS, KC | - | 0", {**FACE_DOWN, "hand.exclusive": True}, "legal"),
        (
            "(3D) / * / - | 9d / * / - | KS, KC | - | 0 4D",
            {**FACE_DOWN, "hand.exclusive": True},
            "turned-card-first 4",
        ),
    ],
)
def test_4_when_flip_is_possible(text: str, settings: Settings, expected: str) -> None:
    assert why(free(text, settings), "flip") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, "legal"),
        ("(*) 2C / - / 3D | 9d / * / - | KS, KC | - | 0", "legal"),
        ("(*) 2C / 3D / - | 9d / * / - | KS, KC | - | 0", "legal"),
        ("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0", "no-card 4"),
        (TURNED, "already-turned 4"),
    ],
)
def test_4_when_draw_is_possible(text: str, expected: str) -> None:
    assert why(free(text), "draw") == expected


def test_4_discard_lays_the_turned_card_on_the_waste_and_ends_the_turn() -> None:
    after = apply(free("2C / * / 3D | 9d / * / - | KS, KC | - | 0 4D"), "discard")
    assert (after.wastes[0], after.turned, after.mover) == (cards("3D 4D"), None, 1)
    assert why(free(PLAIN), "discard") == "nothing-turned 4"


@pytest.mark.parametrize(
    ("action", "settings", "expected"),
    [
        ("R-W", LAY_ALL, "legal"),
        ("1-W", LAY_ALL, "legal"),
        ("R-W", {"waste.accepts": ["hand", "reserve"]}, "legal"),
        ("1-W", {"waste.accepts": ["hand", "reserve"]}, "not-in-this-variant 4"),
        ("R-W", {"waste.accepts": ["hand", "houses"]}, "not-in-this-variant 4"),
        ("1-W", {"waste.accepts": ["hand", "houses"]}, "legal"),
        ("R-W", {}, "not-in-this-variant 4"),
        ("1-W", {}, "not-in-this-variant 4"),
    ],
)
def test_4_what_the_waste_accepts(action: str, settings: Settings, expected: str) -> None:
    assert why(free(PLAIN, settings), action) == expected


def test_4_card_laid_on_the_waste_ends_the_turn() -> None:
    state = free("(3D) 2C / * / 4D | 9d / * / - | KS QD, KC | - | 0", LAY_ALL)
    reserve, house = apply(state, "R-W"), apply(state, "1-W")
    assert (reserve.wastes[0], reserve.reserves[0], reserve.mover) == (cards("4D 2C"), cards("3D"), 1)
    assert reserve.face_down[0] == 0
    assert (house.wastes[0], house.houses[0], house.mover) == (cards("4D QD"), cards("KS"), 1)


def test_4_card_is_laid_on_the_waste_only_while_none_is_turned() -> None:
    state = free(TURNED, LAY_ALL)
    assert (why(state, "R-W"), why(state, "1-W")) == ("turned-card-first 4",) * 2
    assert "4♦" in refusal(state, "1-W").text


def test_4_only_a_card_that_lies_open_is_laid_on_the_waste() -> None:
    hidden = free("(3D) / * / - | 9d / * / - | KS, - | - | 0", {**LAY_ALL, **FACE_DOWN})
    assert why(hidden, "R-W").startswith("face-down ")
    assert why(hidden, "2-W").startswith("no-card ")
    assert why(free("- / * / - | 9d / * / - | KS, KC | - | 0", LAY_ALL), "R-W").startswith("no-card ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0", "legal"),
        ("(*) 2C / 3D / - | 9d / * / - | KS, KC | - | 0", "can-still-draw 4"),
        ("(*) 2C / - / 3D | 9d / * / - | KS, KC | - | 0", "can-still-draw 4"),
        ("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0 3D", "turned-card-first 4"),
    ],
)
def test_4_when_pass_is_possible(text: str, expected: str) -> None:
    assert why(free(text), "pass") == expected


def test_4_pass_ends_the_turn() -> None:
    state = free("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0")
    after = apply(state, "pass")
    assert (after.mover, after.turn_number) == (1, 2)
    assert after.reserves == state.reserves


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"stop.calls": ["hand"]}, "no-window 8"),
        ({"stop.calls": ["hand"], "stop.by": "referee"}, "not-in-this-variant 4"),
        ({"stop.calls": []}, "not-in-this-variant 4"),
    ],
)
@pytest.mark.parametrize("player", [0, 1, None])
def test_4_stop_needs_a_window(settings: Settings, expected: str, player: int | None) -> None:
    assert why(at(PLAIN, settings), "stop", player) == expected


# ---------------------------------------------------------------------------------------------- the places


def test_4_card_goes_to_the_first_foundation_of_its_suit_that_it_fits() -> None:
    state = free("3S / * / - | 9d / * / - | KS, KC | s2 S1 | 0")
    assert apply(state, "R-F").foundations[:2] == (cards("as 2s 3S"), cards("AS"))
    both = free("3S / * / - | 9d / * / - | KS, KC | s2 S2 | 0")
    assert apply(both, "R-F").foundations[:2] == (cards("as 2s 3S"), cards("AS 2S"))
    second = free("2S / * / - | 9d / * / - | KS, KC | s3 S1 | 0")
    assert apply(second, "R-F").foundations[:2] == (cards("as 2s 3s"), cards("AS 2S"))


def test_4_foundations_lie_in_suit_order() -> None:
    state = free("(AH AS AC) AD / * / - | 9d / * / - | KS, KC | d1 | 0")
    after = played(state, "R-F R-F R-F R-F")
    filled = [tuple(map(str, foundation)) for foundation in after.foundations]
    assert filled == [("AS",), (), ("AH",), (), ("ad",), ("AD",), ("AC",), ()]


def test_4_second_ace_of_a_suit_goes_to_the_second_foundation() -> None:
    after = played(free("(AS) as / * / - | 9d / * / - | KS, KC | - | 0"), "R-F R-F")
    assert after.foundations[:2] == (cards("as"), cards("AS"))


# ------------------------------------------------------------------------------------------------ who acts


@pytest.mark.parametrize("action", ["R-F", "1-2", "draw", "discard", "pass", "flip", "R-W", "r-F"])
def test_4_actions_are_the_movers(action: str) -> None:
    state = free("2C / * / - | ac / * / - | 8S, 7h | - | 0", {**LAY_ALL, **FACE_DOWN, "opponent_reserve": "aces"})
    assert why(state, action, 1) == "not-your-turn 4"
    assert legal_moves(state, 1) == ()
    assert legal_moves(state) == legal_moves(state, 0) != ()


def test_4_action_without_a_player_is_made_by_whoever_may_make_it() -> None:
    state = played(free("2C / * / - | 9d / * / - | KS, KC | - | 1", AGREEMENT), "offer")
    assert why_not(state, "draw") is None
    assert why_not(state, "accept") is None
    assert apply(state, "draw") == apply(state, "draw", 1)
    assert apply(state, "accept") == apply(state, "accept", 0)


def test_4_action_may_be_given_as_text_or_as_itself() -> None:
    state = free(PLAIN)
    assert apply(state, "draw") == apply(state, Action.parse("draw"))
    assert why_not(state, "pass") == why_not(state, Action.parse("pass"))
    assert offences(state, "pass") == offences(state, Action.parse("pass"))


def test_4_text_that_names_no_action_is_an_error() -> None:
    state = free(PLAIN)
    for asked in (apply, why_not, offences):
        with pytest.raises(NotationError):
            asked(state, "R-X")


# --------------------------------------------------------------------------------------- offer and accept


def test_4_draws_are_agreed_on_only_where_the_variant_has_it() -> None:
    state = free(PLAIN, {"end.agreement": False})
    assert why(state, "offer") == "not-in-this-variant 4"
    assert why(state, "accept") == "not-in-this-variant 4"
    assert moves(free(PLAIN, AGREEMENT)) == "draw offer"


def test_4_offer_is_the_movers_and_ends_nothing() -> None:
    state = free(TURNED, AGREEMENT)
    assert why(state, "offer", 1) == "not-your-turn 4"
    after = apply(state, "offer")
    assert (state.offer, after.offer) == (None, 0)
    assert (after.mover, after.turn_number, after.turned, ended(after)) == (0, 1, state.turned, None)


def test_4_offer_is_made_once_a_turn() -> None:
    state = played(free(PLAIN, AGREEMENT), "offer")
    assert why(state, "offer") == "no-offer 4"
    assert moves(state) == "draw"
    assert "offer" not in moves(played(state, "draw"))
    next_turn = played(state, "draw discard draw discard")
    assert (next_turn.mover, why(next_turn, "offer")) == (0, "legal")


def test_4_offer_is_accepted_by_the_other_player_at_once() -> None:
    state = played(free(PLAIN, AGREEMENT), "offer")
    assert legal_moves(state, 1) == (Action.parse("accept"),)
    assert why(state, "accept", 0) == "no-offer 4"
    assert why(state, "draw", 1) == "not-your-turn 4"
    after = apply(state, "accept", 1)
    assert ended(after) == (None, "agreement")
    assert after.offer is None


def test_4_there_is_nothing_to_accept_without_an_offer() -> None:
    state = free(PLAIN, AGREEMENT)
    for player in (0, 1, None):
        assert why(state, "accept", player) == "no-offer 4"


def test_4_offerers_actions_and_the_end_of_his_turn_do_not_touch_his_offer() -> None:
    state = played(free("2C / * / - | 9d / * / - | 8S, 7H | - | 0", AGREEMENT), "offer 2-1 draw")
    assert (state.offer, moves(state, 1)) == (0, "accept")
    state = played(state, "discard")
    assert (state.offer, state.mover) == (0, 1)
    assert moves(state) == "R-2 1-2 draw offer accept"
    assert moves(state, 0) == ""
    assert ended(apply(state, "accept")) == (None, "agreement")


@pytest.mark.parametrize(("answer", "offer"), [("draw", None), ("1-2", None), ("offer", 1)])
def test_4_any_other_action_of_the_other_player_ends_the_offer(answer: str, offer: int | None) -> None:
    state = played(free("2C / * / - | 9d / * / - | 8S, 7H | - | 0", AGREEMENT), "offer 2-1 draw discard")
    after = apply(state, answer, 1)
    assert after.offer == offer
    assert why(after, "accept", 1) == "no-offer 4"
    assert moves(after, 0) == ("accept" if answer == "offer" else "")


def test_4_nothing_is_done_once_the_deal_is_over() -> None:
    over = played(free(PLAIN, AGREEMENT), "offer accept")
    for player in (0, 1):
        assert legal_moves(over, player) == ()
        for action in ("draw", "R-1", "offer", "accept", "stop"):
            assert why(over, action, player) == "deal-over 9"
