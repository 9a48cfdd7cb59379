"""Rules 8: which duties may be broken, who may call `stop` and when, and what is upheld."""

from __future__ import annotations

import pytest

from crapette import apply, legal_moves, why_not
from crapette.actions import ACTIONS
from tests.playing import played
from tests.positions import (
    ACE,
    AGREEMENT,
    ALL_DUTIES,
    BUSY,
    FACE_DOWN,
    FORBIDDEN,
    GAPS,
    LAY_ALL,
    QUIET,
    REFEREE,
    SEQUENCE,
    TURN,
    Settings,
    at,
    broken,
    callable_at,
    ended,
    moves,
    ruling,
    table,
    table_of,
    why,
)

RANKS = ("reserve-to-foundation", "foundation", "fill", "reserve", "hand")
NEXT_ACTION: Settings = {"stop.window": "next-action"}


def calls(*ranks: int) -> Settings:
    """The duties of these ranks may be called."""
    return {"stop.calls": [RANKS[rank - 1] for rank in ranks]}


# ------------------------------------------------------------------------------ callable and strict duties


@pytest.mark.parametrize(
    ("rank", "settings", "text", "action", "plays"),
    [
        (1, {}, "AS / * / - | 9d / * / - | AH, KC | - | 0", "1-F", "R-F"),
        (2, {}, ACE, "draw", "1-F"),
        (3, {}, "5C / * / - | 9d / * / - | KS, - | - | 0", "draw", "R-2"),
        (4, {"duties.reserve": "houses"}, "QH / * / - | 9d / * / - | KS, KC | - | 0", "draw", "R-1 R-2"),
        (5, {"duties.hand": "houses"}, "2C / * / - | 9d / * / - | KS, 8C | - | 0 QH", "discard", "H-1"),
    ],
)
def test_8_duty_in_stop_calls_may_be_broken_and_called(
    rank: int, settings: Settings, text: str, action: str, plays: str
) -> None:
    strict = at(text, settings)
    assert why(strict, action) == f"duty 6.{rank}"
    state = at(text, {**settings, **calls(rank)})
    assert broken(state, action) == [f"{RANKS[rank - 1]}: {plays}"]
    assert action in moves(state).split()
    assert ruling(played(state, f"{action} stop")) == f"{action} broke {RANKS[rank - 1]}: {plays}"


@pytest.mark.parametrize(
    ("callable_ranks", "legal", "refused"),
    [
        ((1, 2, 3, 4), "R-F 4-F R-2 R-3 1-2 draw", ""),
        ((1, 2, 3, 5), "R-F 4-F R-2 R-3 1-2", "draw: 6.4"),
        ((1, 2, 4, 5), "R-F 4-F R-2", "R-3: 6.3, 1-2: 6.3, draw: 6.3"),
        ((1, 2), "R-F 4-F R-2", "R-3: 6.3, 1-2: 6.3, draw: 6.3"),
        ((1, 3, 4, 5), "R-F 4-F", "R-2: 6.2, R-3: 6.2, 1-2: 6.2, draw: 6.2"),
        ((1,), "R-F 4-F", "R-2: 6.2, R-3: 6.2, 1-2: 6.2, draw: 6.2"),
        ((2, 3, 4, 5), "R-F", "4-F: 6.1, R-2: 6.1, R-3: 6.1, 1-2: 6.1, draw: 6.1"),
        ((5,), "R-F", "4-F: 6.1, R-2: 6.1, R-3: 6.1, 1-2: 6.1, draw: 6.1"),
    ],
)
def test_8_strict_duty_stays_strict_beside_callable_ones(
    callable_ranks: tuple[int, ...], legal: str, refused: str
) -> None:
    """A play that fulfils a duty offends against none behind it: `4-F` only against 1, `R-2` only against 1 and 2."""
    state = at(BUSY, {**ALL_DUTIES, **calls(*callable_ranks)})
    assert moves(state) == legal
    for item in filter(None, refused.split(", ")):
        action, rule = item.split(": ")
        assert why(state, action) == f"duty {rule}"


@pytest.mark.parametrize(
    ("callable_ranks", "legal", "discard"),
    [
        ((3, 5), "R-2 R-3 H-1 H-2 discard", "legal"),
        ((3,), "R-2 R-3 H-1 H-2", "duty 6.5"),
        ((5,), "R-2", "duty 6.3"),
    ],
)
def test_8_strict_duty_for_the_turned_card(callable_ranks: tuple[int, ...], legal: str, discard: str) -> None:
    state = at("2C / * / - | 9d / * / - | 8S, -, 3H, KD | - | 0 7H", {**ALL_DUTIES, **calls(*callable_ranks)})
    assert moves(state) == legal
    assert why(state, "discard") == discard


def test_8_strict_duty_to_play_aces() -> None:
    state = at(BUSY, {**ALL_DUTIES, "duties.foundation": "aces", **calls(1, 3, 4, 5)})
    assert moves(state) == "4-F"
    assert why(state, "R-F") == why(state, "draw") == "duty 6.2"


# ------------------------------------------------------------------------------------ the window opens


@pytest.mark.parametrize("window", [NEXT_ACTION, TURN])
@pytest.mark.parametrize(
    ("text", "settings", "action"),
    [
        (ACE, {}, "1-F"),
        ("3C / * / - | 2c / * / - | KH, KC | - | 0", {}, "R-r"),
        ("2C / * / - | (9d) ah / * / - | KH, KC | - | 0", {"opponent_reserve": "aces"}, "r-F"),
        ("2C / * / - | 9d / * / - | KH, QC | - | 0", {}, "2-1"),
        ("2C / * / - | 9d / * / - | TC 9H 8C, TS | - | 0", SEQUENCE, "1-2*2"),
        (QUIET, LAY_ALL, "R-W"),
        ("(2C) / * / - | 9d / * / - | KH, KC | - | 0", FACE_DOWN, "flip"),
        (QUIET, {}, "draw"),
        (f"{QUIET} QC", {}, "discard"),
        ("(*) 2C / - / - | 9d / * / - | KH, KC | - | 0", {}, "pass"),
        (ACE, {}, "draw"),
    ],
)
def test_8_every_action_of_the_mover_opens_a_window_for_the_other_player(
    text: str, settings: Settings, action: str, window: Settings
) -> None:
    state = callable_at(text, settings, window)
    assert (state.window, why(state, "stop", 1)) == (None, "no-window 8")
    after = apply(state, action)
    assert after.window == 1
    assert why(after, "stop", 1) == "legal"
    assert why(after, "stop", 0) == "no-window 8"
    assert "stop" not in moves(after, 0).split()


def test_8_window_of_player_0() -> None:
    after = apply(callable_at(f"{QUIET[:-1]}1"), "draw")
    assert (after.window, moves(after, 0)) == (0, "stop")
    assert apply(after, "stop") == apply(after, "stop", 0)


def test_8_no_window_without_duties_that_may_be_called() -> None:
    after = apply(at(QUIET), "draw")
    assert (after.window, why(after, "stop", 1)) == (None, "not-in-this-variant 4")


def test_8_offer_neither_opens_nor_closes_a_window() -> None:
    state = callable_at(ACE, AGREEMENT)
    assert played(state, "offer").window is None
    after = played(state, "draw offer")
    assert after.window == 1
    assert ruling(apply(after, "stop")) == "draw broke foundation: 1-F"


def test_8_stop_of_the_mover_opens_no_window() -> None:
    after = played(callable_at(QUIET), "draw discard stop")
    assert (after.mover, after.window, moves(after, 0)) == (1, None, "")


def test_8_stop_comes_last_in_canonical_order() -> None:
    state = played(callable_at(QUIET, AGREEMENT), "offer draw")
    assert moves(state, 1) == "accept stop"
    assert moves(apply(state, "discard")) == "2-w draw offer accept stop"


@pytest.mark.parametrize("text", [ACE, QUIET])
@pytest.mark.parametrize("window", [NEXT_ACTION, TURN])
@pytest.mark.parametrize("actions", ["draw", "draw discard"])
def test_8_any_call_closes_the_window(text: str, window: Settings, actions: str) -> None:
    for rewind in (True, False):
        after = played(callable_at(text, window, {"stop.rewind": rewind}), f"{actions} stop")
        assert after.window is None
        assert why(after, "stop", 0) == why(after, "stop", 1) == "no-window 8"


# ----------------------------------------------------------------------------------- the window closes


@pytest.mark.parametrize(("window", "expected"), [(NEXT_ACTION, "false"), (TURN, "draw broke foundation: 1-F")])
def test_8_next_action_of_the_mover_closes_the_window_on_the_one_before(window: Settings, expected: str) -> None:
    assert ruling(played(callable_at(ACE, window), "draw 1-F stop")) == expected


@pytest.mark.parametrize(
    ("window", "expected"),
    [(NEXT_ACTION, "discard broke foundation: 1-F"), (TURN, "draw broke foundation: 1-F")],
)
def test_8_action_that_ended_the_turn_is_callable_until_the_callers_first(window: Settings, expected: str) -> None:
    state = played(callable_at(ACE, window, AGREEMENT), "draw discard")
    assert (state.mover, state.window) == (1, 1)
    assert ruling(apply(state, "stop")) == expected
    offered = apply(state, "offer")
    assert offered.window == 1
    assert ruling(apply(offered, "stop")) == expected
    acted = apply(state, "1-F")
    assert (acted.window, why(acted, "stop", 1)) == (0, "no-window 8")
    assert ruling(apply(acted, "stop")) == "false"


def test_8_window_turn_ends_also_when_the_callers_first_action_ends_his_turn() -> None:
    """Player 1 passes at once; only this pass is callable then, and in the next turn only what player 0 does in it."""
    state = callable_at("AS / * / - | (*) 9d / - / - | KH, KC | - | 0", TURN, {"stop.missed_play": "none"})
    after = played(state, "draw discard pass")
    assert (after.mover, after.window, ruling(apply(after, "stop"))) == (0, 0, "false")
    assert ruling(played(after, "R-F stop")) == "false"


@pytest.mark.parametrize(
    ("window", "expected"),
    [(NEXT_ACTION, "discard broke foundation: H-F"), (TURN, "draw broke fill: R-2")],
)
def test_8_window_turn_the_earliest_offending_action_counts(window: Settings, expected: str) -> None:
    """The draw passes over an empty house; the ace that it turns up is then discarded."""
    state = callable_at("5C / * AH / - | 9d / * / - | KS, - | - | 0", window)
    assert ruling(played(state, "draw discard stop")) == expected


def test_8_window_turn_looks_past_what_was_no_offence() -> None:
    state = callable_at(GAPS, TURN)
    assert ruling(played(state, "2-1 draw discard stop")) == "draw broke fill: R-2 R-3"
    assert ruling(played(state, "2-1 stop")) == "false"


def test_8_after_a_false_call_the_next_action_opens_a_window_again() -> None:
    state = played(callable_at(GAPS, TURN, {"stop.false_call": "none"}), "2-1 stop draw")
    assert state.window == 1
    assert ruling(apply(state, "stop")) == "draw broke fill: R-2 R-3"


# -------------------------------------------------------------------------------------- what is upheld


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "reserve-to-foundation: R-F"),
        ({"duties.reserve_first": False}, "foundation: R-F 4-F"),
        ({"duties.foundation": "none"}, "fill: R-2"),
        ({"duties.foundation": "none", "duties.fill": "never"}, "reserve: R-2 R-3"),
    ],
)
@pytest.mark.parametrize("order", [RANKS, RANKS[::-1]])
def test_8_of_several_offences_of_one_action_the_highest_in_rank_counts(
    settings: Settings, expected: str, order: tuple[str, ...]
) -> None:
    state = at(BUSY, {**ALL_DUTIES, **settings, "stop.calls": list(order)})
    assert ruling(played(state, "draw stop")) == f"draw broke {expected}"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (BUSY, {**LAY_ALL, "duties.foundation": "aces"}),
        ("2S / * / - | 2s / * / - | 8S 7H, -, 3H, 8C | S1 | 0", SEQUENCE),
        ("2C / * / - | (9d) ah / * / - | 8S, -, 3H, KD | - | 0 7H", {"opponent_reserve": "aces"}),
        ("2C / * / - | 9d / * / - | 8S 7H, -, 3H, KD | - | 0", {**LAY_ALL, "duties.fill": "before-draw"}),
        ("2C / * / - | 9d / * / - | 8S 7H, 4D, 3H, KD | - | 0", LAY_ALL),
        ("(*) 2C / - / - | 9d / * / - | 8S 7H, -, 3H, KD | - | 0", {"duties.fill": "before-draw"}),
        ("(*) 2C / - / - | 9d / * / - | 8S, 4D, 3H, KD | - | 0", {}),
        ("2C / * / - | 9d / * / - | 8S, 4D, 9S, KD | - | 0 7H", {}),
        ("(3D 2C) / * / - | 9d / * / - | 8S 7H, AD, 3H, KD | - | 0", FACE_DOWN),
        ("(3D 2C) / * / - | 9d / * / - | 8S 7H, -, 3H, KD | - | 0 6S", FACE_DOWN),
    ],
)
def test_8_call_is_upheld_if_and_only_if_there_are_offences(text: str, settings: Settings) -> None:
    """Whatever the action is, and though of the five duties any may be pending; the offences are those of rules 6."""
    state = callable_at(text, ALL_DUTIES, settings)
    for action in moves(state).split():
        offences = broken(state, action)
        expected = f"{action} broke {offences[0]}" if offences else "false"
        assert ruling(played(state, f"{action} stop")) == expected


def test_8_taking_the_opponents_ace_is_no_offence() -> None:
    text = "2S / * / - | (9d) ah / * / - | 2D, - | S1 D1 | 0"
    settings: Settings = {**ALL_DUTIES, "opponent_reserve": "aces"}
    assert moves(at(text, {**settings, **calls(1)})) == "R-F 1-F r-F"
    state = callable_at(text, settings)
    assert ruling(played(state, "r-F stop")) == "false"
    assert ruling(played(state, "1-F stop")) == "1-F broke reserve-to-foundation: R-F"


def test_8_call_is_upheld_though_loading_the_card_has_hidden_the_evidence() -> None:
    state = callable_at("2S / * / - | 3s / * / - | KS, KC | S1 | 0")
    after = apply(state, "R-r")
    assert broken(after, "draw") == []
    assert ruling(apply(after, "stop")) == "R-r broke reserve-to-foundation: R-F"


@pytest.mark.parametrize(
    ("text", "settings", "offending", "innocent"),
    [
        ("AS / * / - | 9d / * / - | AH, KC | - | 0", TURN, "1-F R-F", "R-F 1-F"),
        ("2S / * / - | 3s / * / - | KS, QH | S1 | 0", {"turn.repeat_layout": True}, "2-1 R-r", "R-r 2-1"),
    ],
)
def test_8_list_does_not_tell_whether_there_was_an_offence(
    text: str, settings: Settings, offending: str, innocent: str
) -> None:
    """The same actions in another order: the tables are equal, and only one call would be upheld."""
    state = callable_at(text, settings)
    guilty, clean = played(state, offending), played(state, innocent)
    assert (guilty != clean, table(guilty) == table(clean)) == (True, True)
    for player in (0, 1):
        assert legal_moves(guilty, player) == legal_moves(clean, player)
        assert [why_not(guilty, action, player) for action in ACTIONS] == [
            why_not(clean, action, player) for action in ACTIONS
        ]
    assert moves(clean, 1) == "stop"
    assert ruling(apply(guilty, "stop")).startswith(f"{offending.split()[0 if settings is TURN else 1]} broke")
    assert ruling(apply(clean, "stop")) == "false"


@pytest.mark.parametrize("false_call", ["none", "lose-turn", "forbidden"])
@pytest.mark.parametrize(("text", "offence"), [(ACE, True), (QUIET, False)])
@pytest.mark.parametrize("actions", ["draw", "draw discard"])
def test_8_forbidden_stop_is_there_just_when_it_would_be_upheld(
    false_call: str, text: str, offence: bool, actions: str
) -> None:
    state = played(callable_at(text, {"stop.false_call": false_call}), actions)
    legal = offence or false_call != "forbidden"
    assert why(state, "stop", 1) == ("legal" if legal else "no-window 8")
    assert why(state, "stop", 0) == "no-window 8"
    assert state.window == 1


def test_8_forbidden_looks_at_the_whole_turn_where_the_window_does() -> None:
    for window, legal in ((NEXT_ACTION, ""), (TURN, "stop")):
        assert moves(played(callable_at(ACE, FORBIDDEN, window), "draw 1-F"), 1) == legal


# ------------------------------------------------------------------------------------- a deal that is over

DONE = "H13 h13 D13 d13 C13 c13"
LAST_CARD = f"KS / - / - | ks / - / qs | QS, - | S11 s11 {DONE} | 0"
"""`R-w` gets rid of the last card while `1-F` is pending."""


def test_8_winning_action_can_not_be_called() -> None:
    state = callable_at(LAST_CARD)
    assert broken(state, "R-w") == ["foundation: 1-F"]
    after = apply(state, "R-w")
    assert (ended(after), after.window) == ((0, "out"), None)
    assert why(after, "stop", 0) == why(after, "stop", 1) == "deal-over 9"


def test_8_deal_that_was_agreed_on_can_not_be_called() -> None:
    after = played(callable_at(ACE, AGREEMENT), "draw offer accept")
    assert (after.window, why(after, "stop", 1)) == (None, "deal-over 9")


def test_8_stalemate_can_not_be_called() -> None:
    after = apply(callable_at(f"{ACE} QC", {"end.barren_turns": 1}), "discard")
    assert (ended(after), after.window) == ((None, "barren"), None)
    assert why(after, "stop", 1) == "deal-over 9"


# --------------------------------------------------------------------------------------------- referee


@pytest.mark.parametrize(("text", "settings"), [(ACE, {}), (QUIET, {}), (QUIET, TURN), (QUIET, FORBIDDEN)])
def test_8_referee_nobody_calls(text: str, settings: Settings) -> None:
    after = apply(callable_at(text, REFEREE, settings), "draw")
    assert after.window is None
    for player in (0, 1):
        assert why(after, "stop", player) == "not-in-this-variant 4"
    assert moves(after, 1 - after.mover) == ""


def test_8_referee_upholds_an_offence_as_soon_as_it_is_committed() -> None:
    state = callable_at(ACE, REFEREE)
    assert moves(state) == "1-F draw"
    after = apply(state, "draw")
    assert ruling(after) == "draw broke foundation: 1-F"
    assert after.last_call is not None
    assert after.last_call.caller is None
    assert table(after) == table_of("2C / * / - | 9d / * / - | -, KC | H1 | 1", after)
    assert after.turn_number == 2


def test_8_referee_upholds_no_offence_that_is_strict_or_none() -> None:
    assert why(at(ACE, {**REFEREE, **calls(3)}), "draw") == "duty 6.2"
    after = apply(callable_at(QUIET, REFEREE), "draw")
    assert (after.last_call, after.mover, after.turn_number) == (None, 0, 1)


@pytest.mark.parametrize(("rewind", "player_0"), [(True, "2C / * / -"), (False, "2C / * / QC")])
def test_8_referee_after_an_action_that_ends_the_turn(rewind: bool, player_0: str) -> None:
    """Taken back, the discard leaves the card turned, and that goes to the hand; else it lies on the waste."""
    settings: Settings = {"stop.rewind": rewind, "stop.turned_card": "hand"}
    after = apply(callable_at(f"{ACE} QC", REFEREE, settings), "discard")
    assert ruling(after) == "discard broke foundation: 1-F"
    assert table(after) == table_of(f"{player_0} | 9d / * / - | -, KC | H1 | 1", after)
    assert (after.turn_number, after.course.idle, after.course.barren) == (2, 0, 0)


def test_8_referee_comes_before_the_win() -> None:
    after = apply(callable_at(LAST_CARD, REFEREE), "R-w")
    assert ended(after) is None
    assert table(after) == table_of(f"KS / - / - | ks / - / qs | -, - | S12 s11 {DONE} | 1", after)


@pytest.mark.parametrize(("missed_play", "house"), [("offender", "-, - | S12"), ("none", "QS, - | S11")])
def test_8_referee_who_takes_nothing_back_leaves_the_win(missed_play: str, house: str) -> None:
    after = apply(callable_at(LAST_CARD, REFEREE, {"stop.rewind": False, "stop.missed_play": missed_play}), "R-w")
    assert ruling(after) == "R-w broke foundation: 1-F"
    assert ended(after) == (0, "out")
    assert table(after) == table_of(f"- / - / - | ks / - / qs KS | {house} s11 {DONE} | 0", after)


def test_8_referee_comes_before_the_stalemate() -> None:
    after = apply(callable_at(f"{ACE} QC", REFEREE, {"end.barren_turns": 1}), "discard")
    assert (ended(after), after.mover, after.course.barren) == (None, 1, 0)
