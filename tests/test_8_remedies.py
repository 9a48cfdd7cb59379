"""Rules 8: what an upheld call brings about, step by step."""

from __future__ import annotations

import pytest

from crapette import Action, Call, State, apply
from crapette.rules import Duty, TurnedCard
from crapette.state import Remedy, Turn
from tests.playing import played
from tests.positions import (
    ACE,
    AGREEMENT,
    FACE_DOWN,
    GAPS,
    KEEP,
    NO_PLAY,
    REFEREE,
    REWIND,
    TO_HAND,
    TURN,
    TURN_START,
    Settings,
    callable_at,
    cards,
    ended,
    moves,
    ruling,
    table,
    table_of,
    why,
)

TO_WASTE: Settings = {"stop.turned_card": "waste"}
ANY_TO_FOUNDATION: Settings = {"duties.reserve_first": False}
HAND_DUTY: Settings = {"duties.hand": "houses"}
RESERVE_WINS: Settings = {"end.win": "reserve"}

GAP = "(3D) 5C / * / - | 9d / * / - | KS, - | - | 0"
"""`R-2` must come before a draw; the next hand card is K♣."""
HIDDEN = "(3D 5C) / * / - | 9d / * / - | KS, - | - | 0"
"""With `FACE_DOWN`, `flip` must come before a draw; the next hand card is K♣."""
GAPS_OF_1 = "2C / * / - | (3d) 5c / * / - | KS, QH, -, KC | - | 1"
"""`GAPS`, for player 1."""
RESERVE_ACE = "AS / * / - | 9d / * / - | KH, KC | - | 0"
"""`R-F` is pending for player 0 as long as he does not play it, and nothing for player 1."""


def missed(state: State) -> str:
    """The missed play that the call just made has brought about; empty for none."""
    assert state.last_call is not None
    return str(state.last_call.remedy.play or "")


def turned_card(state: State) -> str:
    """Where the call just made has put a turned card; empty where none was lying."""
    assert state.last_call is not None
    return str(state.last_call.remedy.turned_card or "")


def counts(state: State) -> tuple[int, int, int, int]:
    """Mover, turn number, idle turns and barren turns."""
    return state.mover, state.turn_number, state.course.idle, state.course.barren


# ------------------------------------------------------------------------------------------ 1 the rewind


@pytest.mark.parametrize(
    ("settings", "actions", "expected"),
    [
        (REWIND, "draw stop", "2C / * / - | 9d / * / - | AH, KC | - | 1"),
        (KEEP, "draw stop", "2C / * / QC | 9d / * / - | AH, KC | - | 1"),
        (REWIND, "draw discard stop", "2C / * QC / - | 9d / * / - | AH, KC | - | 1"),
        (KEEP, "draw discard stop", "2C / * / QC | 9d / * / - | AH, KC | - | 1"),
        ({**REWIND, **TURN}, "draw discard stop", "2C / * / - | 9d / * / - | AH, KC | - | 1"),
        ({**KEEP, **TURN}, "draw discard stop", "2C / * / QC | 9d / * / - | AH, KC | - | 1"),
    ],
)
def test_8_1_everything_goes_back_to_just_before_the_offending_action(
    settings: Settings, actions: str, expected: str
) -> None:
    """A turned card goes to the hand if the discard is taken back, to the waste if nothing is."""
    turned = TO_HAND if settings.get("stop.rewind") else TO_WASTE
    after = played(callable_at(ACE, NO_PLAY, turned, settings), actions)
    assert table(after) == table_of(expected, after)
    assert counts(after) == (1, 2, 1, 1)


def test_8_1_rewind_over_a_finished_turn_and_several_actions() -> None:
    """`2-1` was no offence and stays; the draw after it was one."""
    after = played(callable_at(GAPS, TURN), "2-1 draw discard stop")
    assert ruling(after) == "draw broke fill: R-2 R-3"
    assert table(after) == table_of("3D / * / - | 9d / * / - | KS QH, 5C, -, KC | - | 1", after)
    assert counts(after) == (1, 2, 0, 1)


def test_8_1_foundation_shrinks_and_what_was_loaded_comes_back() -> None:
    state = callable_at("(3D) 2S / * / - | 3s / * / - | AH, KC | S1 | 0", NO_PLAY)
    for action in ("1-F", "R-r"):
        after = played(state, f"{action} stop")
        assert ruling(after) == f"{action} broke reserve-to-foundation: R-F"
        assert table(after) == table_of("(3D) 2S / * / - | 3s / * / - | AH, KC | S1 | 1", after)


@pytest.mark.parametrize(("settings", "expected"), [(REWIND, (0, 4, 3, 3)), (KEEP, (0, 4, 0, 0))])
def test_8_1_counts_and_progress_of_the_turn_go_back(settings: Settings, expected: tuple[int, ...]) -> None:
    """Two idle turns; in the third, the offence was a play to a foundation."""
    state = callable_at("2C / * / - | as / * / - | AH, KC | - | 1", NO_PLAY, settings)
    after = played(state, "draw discard draw discard 1-F stop")
    assert ruling(after) == "1-F broke reserve-to-foundation: R-F"
    assert counts(after) == expected


@pytest.mark.parametrize(
    ("text", "settings", "actions", "expected"),
    [
        ("(4D) AS / * / - | 9d / * / - | AH, KC | - | 0", NO_PLAY, "R-F draw", (0, 0)),
        ("(4D) AS / * / - | 9d / * / - | KS, - | - | 0", {}, "R-F draw", (0, 0)),
        ("(4D) QH / * / - | 9d / * / - | KS, - | - | 0", {}, "R-1 draw", (0, 1)),
        ("(4D) QH / * / - | 9d / * / - | KS, - | - | 0", FACE_DOWN, "R-1 draw", (0, 1)),
    ],
)
def test_8_1_progress_before_the_offence_remains(
    text: str, settings: Settings, actions: str, expected: tuple[int, int]
) -> None:
    """The missed play after it is none, `R-2`, `R-2`, and `flip`."""
    after = played(callable_at(text, settings), f"{actions} stop")
    assert ruling(after)[:10] == "draw broke"
    assert counts(after) == (1, 2, *expected)


@pytest.mark.parametrize("settings", [TO_HAND, TO_WASTE])
@pytest.mark.parametrize("actions", ["draw stop", "draw discard stop"])
def test_8_1_what_was_seen_stays_seen(settings: Settings, actions: str) -> None:
    state = callable_at(ACE, NO_PLAY, TURN, settings)
    assert played(state, actions).seen == state.seen | set(cards("QC"))


def test_8_1_reserve_card_that_was_turned_up_is_covered_again_and_stays_seen() -> None:
    state = callable_at("(4D 3D) 2S / * / - | 3s / * / - | KS, KC | S1 | 0", NO_PLAY)
    after = played(state, "R-r stop")
    assert table(after) == table_of("(4D 3D) 2S / * / - | 3s / * / - | KS, KC | S1 | 1", after)
    assert after.seen == state.seen | set(cards("3D"))


def test_8_1_without_rewind_the_turned_card_is_seen_and_goes_face_down() -> None:
    state = callable_at(ACE, NO_PLAY, KEEP, TO_HAND)
    after = played(state, "draw stop")
    assert table(after) == table_of("2C / * / - | 9d / * / - | AH, KC | - | 1", after)
    assert after.seen == state.seen | set(cards("QC"))


@pytest.mark.parametrize("settings", [REWIND, KEEP])
def test_8_1_skip_of_the_offender_stays(settings: Settings) -> None:
    """Player 0 calls in vain in his own turn, and then offends; his next turn is skipped all the same."""
    state = played(callable_at(RESERVE_ACE[:-1] + "1", settings), "draw discard stop draw")
    after = apply(state, "stop")
    assert (ruling(after), after.mover, after.turn_number) == ("draw broke reserve-to-foundation: R-F", 1, 3)
    after = played(after, "draw discard")
    assert (after.mover, after.turn_number) == (1, 4)


@pytest.mark.parametrize("actions", ["offer draw stop", "draw offer stop", "offer draw discard stop"])
def test_8_1_offer_of_the_offender_lapses_by_the_call_and_does_not_come_back(actions: str) -> None:
    after = played(callable_at(ACE, AGREEMENT), actions)
    assert ruling(after).endswith("broke foundation: 1-F")
    assert (after.offer, why(after, "accept", 1)) == (None, "no-offer 4")


def test_8_1_offer_of_the_caller_stays() -> None:
    after = played(callable_at(ACE, AGREEMENT), "draw discard offer stop")
    assert ruling(after) == "discard broke foundation: 1-F"
    assert (after.mover, after.offer, why(after, "accept", 0)) == (1, 1, "legal")


def test_8_1_referee_leaves_the_offer_of_the_offender() -> None:
    after = played(callable_at(ACE, AGREEMENT, REFEREE), "offer draw")
    assert (after.mover, after.offer, why(after, "accept", 1)) == (1, 0, "legal")


def test_8_1_referee_does_not_bring_back_the_offer_that_the_offender_has_passed_over() -> None:
    after = played(callable_at(RESERVE_ACE[:-1] + "1", AGREEMENT, REFEREE), "offer draw discard draw")
    assert ruling(after) == "draw broke reserve-to-foundation: R-F"
    assert (after.mover, after.offer, why(after, "accept", 0)) == (1, None, "no-offer 4")


# ------------------------------------------------------------------------------------- 2 the missed play


@pytest.mark.parametrize(
    ("text", "settings", "actions", "play", "expected"),
    [
        (ACE, {}, "draw", "1-F", "2C / * / - | 9d / * / - | -, KC | H1 | 1"),
        (
            "(3D) 2S / * / - | 9d / * / - | AH, KC | S1 | 0",
            ANY_TO_FOUNDATION,
            "draw",
            "R-F",
            "3D / * / - | 9d / * / - | AH, KC | S2 | 1",
        ),
        (
            "(AD) 2S / * / - | 3s / * / - | KS, KC | S1 | 0",
            {},
            "R-r",
            "R-F",
            "AD / * / - | 3s / * / - | KS, KC | S2 | 1",
        ),
        (
            "(3D) 6S / * / - | 9d / * / - | 7H, KC | H6 | 0",
            {},
            "R-1",
            "1-F",
            "(3D) 6S / * / - | 9d / * / - | -, KC | H7 | 1",
        ),
        (GAP, {}, "draw", "R-2", "3D / * / - | 9d / * / - | KS, 5C | - | 1"),
        (HIDDEN, FACE_DOWN, "draw", "flip", "(3D) 5C / * / - | 9d / * / - | KS, - | - | 1"),
        (
            "(3D) QH / * / - | 9d / * / - | KS, KC | - | 0",
            {"duties.reserve": "houses"},
            "draw",
            "R-1",
            "3D / * / - | 9d / * / - | KS QH, KC | - | 1",
        ),
        (
            "6H / * / - | 7h / * / - | KS, KC | - | 0",
            {"duties.reserve": "any"},
            "draw",
            "R-r",
            "- / * / - | 7h 6H / * / - | KS, KC | - | 1",
        ),
        (
            "2C / * / - | 9d / * / - | KS, 8C | - | 0 QH",
            HAND_DUTY,
            "discard",
            "H-1",
            "2C / * / - | 9d / * / - | KS QH, 8C | - | 1",
        ),
    ],
)
def test_8_2_after_a_rewind_the_first_of_the_missed_plays_is_made(
    text: str, settings: Settings, actions: str, play: str, expected: str
) -> None:
    after = played(callable_at(text, settings), f"{actions} stop")
    assert missed(after) == play
    assert table(after) == table_of(expected, after)
    assert (after.mover, after.turn_number) == (1, 2)


def test_8_2_missed_play_brings_up_the_next_reserve_card() -> None:
    state = callable_at("(4D 3D) 2S / * / - | 9d / * / - | KS, KC | S1 | 0")
    after = played(state, "draw stop")
    assert table(after) == table_of("(4D) 3D / * / - | 9d / * / - | KS, KC | S2 | 1", after)
    assert after.seen == state.seen | set(cards("3D QC"))


@pytest.mark.parametrize("settings", [REWIND, KEEP])
def test_8_2_none_makes_no_play(settings: Settings) -> None:
    after = played(callable_at(ACE, NO_PLAY, settings), "draw stop")
    assert (missed(after), after.houses[0]) == ("", cards("AH"))
    assert (after.mover, after.turn_number) == (1, 2)


@pytest.mark.parametrize(
    ("text", "settings", "actions", "play", "expected"),
    [
        pytest.param(
            "2S / * / - | 9d / * / - | AH, KC | S1 | 0",
            ANY_TO_FOUNDATION,
            "draw",
            "R-F",
            "- / * / QC | 9d / * / - | AH, KC | S2 | 1",
            id="the first of two",
        ),
        pytest.param(
            "(AD) 2S / * / - | 3s / * / - | AH, KC | S1 | 0",
            ANY_TO_FOUNDATION,
            "R-r",
            "1-F",
            "AD / * / - | 3s 2S / * / - | -, KC | S1 H1 | 1",
            id="the second, since another card lies where the first took from",
        ),
        pytest.param(
            "(AD) 2S / * / - | 3s / * / - | AH, KC | S1 | 0",
            {},
            "R-r",
            "",
            "AD / * / - | 3s 2S / * / - | AH, KC | S1 | 1",
            id="another card lies there",
        ),
        pytest.param(
            "(as) 2S / * / - | 3s / * / - | AH, KC | S1 | 0",
            {},
            "R-r",
            "",
            "as / * / - | 3s 2S / * / - | AH, KC | S1 | 1",
            id="another card of the other pack lies there, which fits",
        ),
        pytest.param(
            "2S / * / - | 3s / * / - | KS, KC | S1 | 0",
            {},
            "R-r",
            "",
            "- / * / - | 3s 2S / * / - | KS, KC | S1 | 1",
            id="nothing lies there",
        ),
        pytest.param(
            "(3D) 6S / * / - | 9d / * / - | 7H, KC | H6 | 0",
            {},
            "R-1",
            "",
            "3D / * / - | 9d / * / - | 7H 6S, KC | H6 | 1",
            id="the card is covered",
        ),
        pytest.param(
            "(3D) 6S / * / - | 9d / * / - | 7H, KC | S5 H6 | 0",
            ANY_TO_FOUNDATION,
            "R-1",
            "",
            "3D / * / - | 9d / * / - | 7H 6S, KC | S5 H6 | 1",
            id="the card is covered by one that fits",
        ),
        pytest.param(
            "2C / * / AH | 9d / * / - | KS, KC | - | 0",
            {**TURN, "waste.play": "always"},
            "draw discard",
            "",
            "2C / * / AH QC | 9d / * / - | KS, KC | - | 1",
            id="the waste card is covered",
        ),
        pytest.param(
            "2C / * / AH | 9d / * / - | KS, KC | - | 0",
            {"waste.play": "always"},
            "draw",
            "W-F",
            "2C / * / QC | 9d / * / - | KS, KC | H1 | 1",
            id="the waste card is covered only by the step after",
        ),
        pytest.param(
            GAP,
            TURN,
            "draw H-2",
            "",
            "(3D) 5C / * / - | 9d / * / - | KS, KC | - | 1",
            id="the house is no longer empty",
        ),
        pytest.param(
            "(3D) 5C / * / - | 9d / * / - | 8S 7H, -, KC, - | - | 0",
            {"duties.fill": "at-once"},
            "1-2",
            "R-4",
            "3D / * / - | 9d / * / - | 8S, 7H, KC, 5C | - | 1",
            id="another house is still empty",
        ),
        pytest.param(
            "(3D) 6C / * / - | 9d / * / - | 8S 7H, -, KC, - | - | 0",
            {"duties.fill": "at-once"},
            "1-2",
            "R-2",
            "3D / * / - | 9d / * / - | 8S, 7H 6C, KC, - | - | 1",
            id="the house is no longer empty, but the card fits",
        ),
        pytest.param(
            GAP,
            {"hand.exclusive": True},
            "draw",
            "",
            "(3D) 5C / * / KC | 9d / * / - | KS, - | - | 1",
            id="a turned card is the only source",
        ),
        pytest.param(
            HIDDEN,
            FACE_DOWN,
            "draw",
            "flip",
            "(3D) 5C / * / KC | 9d / * / - | KS, - | - | 1",
            id="flip",
        ),
        pytest.param(
            HIDDEN,
            {**FACE_DOWN, **TURN},
            "draw flip",
            "",
            "(3D) 5C / * / KC | 9d / * / - | KS, - | - | 1",
            id="flipped already",
        ),
        pytest.param(
            "(3D 5C) / * / - | 9d / * / - | KS, -, KH, - | - | 0",
            {**FACE_DOWN, **TURN},
            "draw flip R-2",
            "",
            "(3D) / * / KC | 9d / * / - | KS, 5C, KH, - | - | 1",
            id="flip would turn up another card",
        ),
        pytest.param(
            "2C / * / - | 9d / * / - | KS, 8C | - | 0 QH",
            HAND_DUTY,
            "discard",
            "",
            "2C / * / QH | 9d / * / - | KS, 8C | - | 1",
            id="the turned card is gone",
        ),
    ],
)
def test_8_2_without_rewind_the_first_that_is_still_possible_and_moves_the_same_card(
    text: str, settings: Settings, actions: str, play: str, expected: str
) -> None:
    after = played(callable_at(text, KEEP, settings), f"{actions} stop")
    assert missed(after) == play
    assert table(after) == table_of(expected, after)
    assert (after.mover, after.turn_number) == (1, 2)


def test_8_2_play_is_the_offenders_as_if_he_were_the_mover() -> None:
    """The turn is the caller's by now, and his reserve card would fit too."""
    after = played(callable_at("2S / * / - | 2s / * / - | KH, KC | S1 | 0", KEEP), "draw discard stop")
    assert missed(after) == "R-F"
    assert table(after) == table_of("- / * / QC | 2s / * / - | KH, KC | S2 | 1", after)


# ------------------------------------------------------------------------------------ 3 the turned card

TURNED = "QH / * / - | 9d / * / - | AH, KC | - | 0 7D"
"""`1-F` is pending, and `R-2` possible."""


@pytest.mark.parametrize(
    ("text", "rewind", "turned", "actions", "where", "player_0"),
    [
        (ACE, REWIND, TO_WASTE, "draw", "", "2C / * / -"),
        (ACE, REWIND, TO_HAND, "draw", "", "2C / * / -"),
        (ACE, KEEP, TO_WASTE, "draw", "waste", "2C / * / QC"),
        (ACE, KEEP, TO_HAND, "draw", "hand", "2C / * QC / -"),
        (TURNED, REWIND, TO_WASTE, "R-2", "waste", "QH / * / 7D"),
        (TURNED, REWIND, TO_HAND, "R-2", "hand", "QH / * 7D / -"),
        (ACE, REWIND, TO_WASTE, "draw discard", "waste", "2C / * / QC"),
        (ACE, REWIND, TO_HAND, "draw discard", "hand", "2C / * QC / -"),
        (ACE, KEEP, TO_WASTE, "draw discard", "", "2C / * / QC"),
        (ACE, KEEP, TO_HAND, "draw discard", "", "2C / * / QC"),
    ],
)
def test_8_3_turned_card_still_lying_there_goes_to_the_waste_or_back_on_the_hand(
    text: str, rewind: Settings, turned: Settings, actions: str, where: str, player_0: str
) -> None:
    after = played(callable_at(text, rewind, turned), f"{actions} stop")
    assert turned_card(after) == where
    assert table(after) == table_of(f"{player_0} | 9d / * / - | -, KC | H1 | 1", after)


def test_8_3_turned_card_that_was_played_by_the_missed_play_is_not_lying_there() -> None:
    after = played(callable_at("2C / * / - | 9d / * / - | KH, KC | - | 0 AH"), "discard stop")
    assert (missed(after), turned_card(after)) == ("H-F", "")
    assert table(after) == table_of("2C / * / - | 9d / * / - | KH, KC | H1 | 1", after)


# --------------------------------------------------------------------------- 4 the turn ends, or is over


@pytest.mark.parametrize("actions", ["draw stop", "draw discard stop"])
@pytest.mark.parametrize(
    ("settings", "callers"),
    [(TURN_START, "(*) 9d / 4d 3d / -"), ({}, "(*) 9d / - / 3d 4d")],
)
def test_8_4_callers_turn_begins_as_any_turn_does(settings: Settings, callers: str, actions: str) -> None:
    after = played(callable_at("2C / * / - | (*) 9d / - / 3d 4d | AH, KC | - | 0", settings, TURN), actions)
    assert table(after) == table_of(f"2C / * / - | {callers} | -, KC | H1 | 1", after)
    assert (after.turn_number, after.window, after.starter) == (2, None, 0)
    assert "draw" in moves(after).split()


def test_8_4_stalemate_is_looked_at_when_the_call_has_ended_the_turn() -> None:
    after = played(callable_at(ACE, {"end.max_turns": 1}), "draw stop")
    assert (ended(after), ruling(after), after.window) == ((None, "turn-limit"), "draw broke foundation: 1-F", None)


@pytest.mark.parametrize(("text", "caller"), [(GAPS, 1), (GAPS_OF_1, 0)])
def test_8_4_pending_skip_of_the_caller_is_forgiven(text: str, caller: int) -> None:
    """The caller calls in vain, and then not in vain: neither this turn of his nor the next is skipped."""
    state = callable_at(text)
    after = played(state, "2-1 stop draw stop")
    assert ruling(after) == "draw broke fill: R-2 R-3"
    assert (after.mover, after.turn_number, after.calls.skips) == (caller, 2, (False, False))
    after = played(after, "draw discard draw discard")
    assert (after.mover, after.turn_number) == (caller, 4)


ACE_OF_1, GAP_OF_1, HIDDEN_OF_1 = (f"{text[:-1]}1" for text in (ACE, GAP, HIDDEN))
HAND_OF_1 = "2C / * QH / - | 9d / * / - | KS, 8C | - | 1"


@pytest.mark.parametrize(
    ("text", "settings", "actions", "expected"),
    [
        (ACE_OF_1, REWIND, "draw", (0, 0)),
        (ACE_OF_1, KEEP, "draw", (0, 0)),
        (ACE_OF_1, NO_PLAY, "draw", (2, 2)),
        (ACE_OF_1, {**KEEP, **NO_PLAY}, "draw", (2, 2)),
        (GAP_OF_1, REWIND, "draw", (0, 2)),
        (GAP_OF_1, KEEP, "draw", (0, 2)),
        (HIDDEN_OF_1, {**FACE_DOWN, **REWIND}, "draw", (2, 2)),
        (HIDDEN_OF_1, {**FACE_DOWN, **KEEP}, "draw", (2, 2)),
        (ACE_OF_1, REWIND, "draw discard", (0, 0)),
        (ACE_OF_1, {**REWIND, **NO_PLAY}, "draw discard", (2, 2)),
        (GAP_OF_1, {**REWIND, **TURN}, "draw discard", (0, 2)),
        (HIDDEN_OF_1, {**FACE_DOWN, **REWIND, **TURN}, "draw discard", (2, 2)),
        (HAND_OF_1, {**HAND_DUTY, **REWIND}, "draw discard", (0, 2)),
    ],
)
def test_8_4_missed_play_counts_in_the_turn_that_the_call_ends(
    text: str, settings: Settings, actions: str, expected: tuple[int, int]
) -> None:
    """The turn before was idle and barren, so a turn without progress makes it two of each; `flip` is no progress."""
    after = played(callable_at(text, settings), f"draw discard {actions} stop")
    assert ruling(after)[:5] != "false"
    assert counts(after) == (1, 3, *expected)


@pytest.mark.parametrize(
    ("text", "settings", "expected"),
    [
        (ACE_OF_1, {}, (0, 0)),
        (ACE_OF_1, NO_PLAY, (2, 2)),
        (GAP_OF_1, TURN, (0, 2)),
        (HIDDEN_OF_1, {**TURN, **FACE_DOWN}, (0, 2)),
        (HAND_OF_1, HAND_DUTY, (2, 2)),
    ],
)
def test_8_4_missed_play_after_the_turn_sets_the_counts(
    text: str, settings: Settings, expected: tuple[int, int]
) -> None:
    """A turn that was over and is not rewound: any missed play sets idle to 0, one to a foundation barren too."""
    state = played(callable_at(text, KEEP, settings), "draw discard draw discard")
    assert counts(state) == (1, 3, 2, 2)
    after = apply(state, "stop")
    assert ruling(after) not in ("", "false")
    assert counts(after) == (1, 3, *expected)


@pytest.mark.parametrize(("text", "settings", "remembered"), [(ACE, {}, 0), (ACE, NO_PLAY, 1), (GAP, TURN, 1)])
def test_8_4_tables_that_can_not_recur_after_the_missed_play_are_forgotten(
    text: str, settings: Settings, remembered: int
) -> None:
    """The table with which the turn began is one; none can come again once a card has gone to a foundation."""
    state = played(callable_at(text, KEEP, settings), "draw discard stop")
    assert len(state.course.tables) == remembered


def test_8_4_last_action_of_a_turn_costs_nothing_without_rewind_and_missed_play() -> None:
    state = played(callable_at(ACE, KEEP, NO_PLAY), "draw discard")
    after = apply(state, "stop")
    assert ruling(after) == "discard broke foundation: 1-F"
    assert (table(after), counts(after), after.seen) == (table(state), counts(state), state.seen)


def test_8_4_callers_turn_goes_on_where_the_other_was_over() -> None:
    after = played(callable_at(ACE, KEEP), "draw discard stop")
    assert (after.mover, after.turn_number, moves(after)) == (1, 2, "R-1 2-w draw")
    after = played(after, "R-1 draw discard")
    assert (after.mover, after.turn_number) == (0, 3)


PASSING = "(*) 2C / - / - | (*) 9d / - / - | AH, QH, KS, KC | - | 0"
"""Hands and wastes are empty; `1-F` is pending all the time."""
REPETITION: Settings = {"end.idle_cycles": 0, "end.barren_turns": 0, "end.repetitions": 2}


@pytest.mark.parametrize(
    ("settings", "actions", "counted"),
    [
        (REWIND, "2-3 pass pass pass", True),
        (REWIND, "2-3 pass stop pass pass", False),
        (KEEP, "2-3 pass stop pass pass", True),
        (KEEP, "2-3 stop pass pass", False),
    ],
)
def test_8_4_table_at_the_start_of_a_turn_that_an_upheld_call_began_is_not_counted(
    settings: Settings, actions: str, counted: bool
) -> None:
    """Turns 2 and 4 of player 1 begin alike, turn 2 perhaps by a call."""
    state = played(callable_at(PASSING, NO_PLAY, settings, REPETITION), actions)
    assert (state.mover, state.turn_number) == (1, 4)
    assert ended(state) == ((None, "repetition") if counted else None)


@pytest.mark.parametrize(("settings", "actions"), [(REWIND, "pass stop"), (KEEP, "pass stop"), (REWIND, "2-3 stop")])
def test_8_4_tables_counted_before_the_call_are_not_forgotten(settings: Settings, actions: str) -> None:
    """Turns 1 and 3 of player 0 begin alike."""
    state = played(callable_at(PASSING, NO_PLAY, settings, REPETITION), actions)
    assert (state.mover, ended(state)) == (1, None)
    assert ended(apply(state, "pass")) == (None, "repetition")


@pytest.mark.parametrize(
    ("settings", "actions", "expected"),
    [
        (REWIND, "draw stop", "3d / * / -"),
        (KEEP, "draw stop", "3d / * / kc"),
        (REWIND, "draw discard stop", "3d / * / kc"),
        (KEEP, "draw discard stop", "3d / * / kc"),
    ],
)
def test_8_all_steps_with_player_1_as_the_offender(settings: Settings, actions: str, expected: str) -> None:
    after = played(callable_at("2C / * / - | (3d) 2s / * / - | KH, KC | s1 | 1", settings), actions)
    assert table(after) == table_of(f"2C / * / - | {expected} | KH, KC | s2 | 0", after)
    assert counts(after) == (0, 2, 0, 0)
    assert after.last_call is not None
    assert (after.last_call.caller, after.last_call.remedy.player) == (0, 1)


# ------------------------------------------------------------------------------------------------- the win


@pytest.mark.parametrize(
    ("settings", "actions", "player_0", "mover"),
    [
        (REWIND, "draw stop", "- / * / -", 0),
        (KEEP, "draw stop", "- / * / QC", 0),
        (REWIND, "draw discard stop", "- / * / QC", 0),
        (KEEP, "draw discard stop", "- / * / QC", 1),
    ],
)
def test_8_missed_play_may_win_once_the_turned_card_is_put_away(
    settings: Settings, actions: str, player_0: str, mover: int
) -> None:
    state = callable_at("2S / * / - | 9d / * / - | KH, KC | S1 | 0", RESERVE_WINS, settings)
    after = played(state, actions)
    assert ended(after) == (0, "reserve-out")
    assert after.seen == state.seen | set(cards("QC"))
    assert table(after) == table_of(f"{player_0} | 9d / * / - | KH, KC | S2 | {mover}", after)
    assert after.window is None


@pytest.mark.parametrize("settings", [REWIND, KEEP])
def test_8_missed_play_that_wins_counts_in_the_turn(settings: Settings) -> None:
    state = callable_at("2S / * / - | 9d / * / - | KH, KC | S1 | 0", AGREEMENT, RESERVE_WINS, settings)
    after = played(state, "offer draw stop")
    assert ended(after) == (0, "reserve-out")
    assert after.turn == Turn(progress=True, founded=True, offered=True)


def test_8_missed_play_wins_not_while_something_is_left() -> None:
    """The last card of the hand, turned up by the offence, goes to the waste or stays in the hand."""
    text = "KS / KH / - | ks / - / - | KD, kd | S12 s12 H12 h13 D12 d12 C13 c13 | 0"
    for settings in (REWIND, KEEP):
        for turned in (TO_WASTE, TO_HAND):
            after = played(callable_at(text, settings, turned), "draw stop")
            assert missed(after) == "R-F"
            assert (ended(after), after.mover) == (None, 1)


# ------------------------------------------------------------------------------------- what is remembered

ONE_F = Action.parse("1-F")
DRAW, DISCARD = Action.parse("draw"), Action.parse("discard")


@pytest.mark.parametrize(
    ("settings", "actions", "call"),
    [
        (
            REWIND,
            "draw stop",
            Call(1, True, Duty.FOUNDATION, DRAW, (ONE_F,), Remedy(0, rewound=True, play=ONE_F, ends_turn=True)),
        ),
        (
            {**KEEP, **TO_HAND},
            "draw stop",
            Call(
                1,
                True,
                Duty.FOUNDATION,
                DRAW,
                (ONE_F,),
                Remedy(0, play=ONE_F, turned_card=TurnedCard.HAND, ends_turn=True),
            ),
        ),
        (
            REWIND,
            "draw discard stop",
            Call(
                1,
                True,
                Duty.FOUNDATION,
                DISCARD,
                (ONE_F,),
                Remedy(0, rewound=True, play=ONE_F, turned_card=TurnedCard.WASTE, ends_turn=True),
            ),
        ),
        (KEEP, "draw discard stop", Call(1, True, Duty.FOUNDATION, DISCARD, (ONE_F,), Remedy(0, play=ONE_F))),
        ({**KEEP, **NO_PLAY}, "draw discard stop", Call(1, True, Duty.FOUNDATION, DISCARD, (ONE_F,), Remedy(0))),
        (
            REFEREE,
            "draw",
            Call(None, True, Duty.FOUNDATION, DRAW, (ONE_F,), Remedy(0, rewound=True, play=ONE_F, ends_turn=True)),
        ),
        (
            {**REFEREE, **KEEP},
            "draw",
            Call(
                None,
                True,
                Duty.FOUNDATION,
                DRAW,
                (ONE_F,),
                Remedy(0, play=ONE_F, turned_card=TurnedCard.WASTE, ends_turn=True),
            ),
        ),
    ],
)
def test_8_upheld_call_tells_what_was_broken_and_what_came_of_it(settings: Settings, actions: str, call: Call) -> None:
    state = callable_at(ACE, settings)
    assert state.last_call is None
    assert played(state, actions).last_call == call


def test_8_call_tells_of_all_the_missed_plays_and_of_a_skip_forgiven() -> None:
    plays = (Action.parse("R-2"), Action.parse("R-3"))
    remedy = Remedy(0, rewound=True, play=plays[0], ends_turn=True, forgives_skip=True)
    after = played(callable_at(GAPS), "2-1 stop draw stop")
    assert after.last_call == Call(1, True, Duty.FILL, DRAW, plays, remedy)


def test_8_call_that_makes_the_offender_win_ends_no_turn() -> None:
    after = played(callable_at("2S / * / - | 9d / * / - | KH, KC | S1 | 0", RESERVE_WINS), "draw stop")
    play = Action.parse("R-F")
    remedy = Remedy(0, rewound=True, play=play)
    assert after.last_call == Call(1, True, Duty.RESERVE_TO_FOUNDATION, DRAW, (play,), remedy)


@pytest.mark.parametrize("action", ["R-1", "draw", "offer"])
def test_8_next_action_clears_the_call(action: str) -> None:
    state = played(callable_at(ACE, AGREEMENT), "draw stop")
    assert state.last_call is not None
    assert apply(state, action).last_call is None
