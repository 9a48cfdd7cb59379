"""Rules 8: what a false call costs."""

from __future__ import annotations

import pytest

from crapette import Call, apply
from crapette.state import NO_CALLS, Remedy
from tests.playing import played
from tests.positions import AGREEMENT, QUIET, Settings, callable_at, ended, moves, ruling, table, table_of, why

FREE: Settings = {"stop.false_call": "none"}
LOSE_TURN: Settings = {"stop.false_call": "lose-turn"}


@pytest.mark.parametrize("false_call", [FREE, LOSE_TURN])
@pytest.mark.parametrize("actions", ["draw", "H-1", "draw discard"])
def test_8_false_call_changes_nothing_on_the_table_and_a_turn_under_way_goes_on(
    false_call: Settings, actions: str
) -> None:
    state = played(callable_at(f"{QUIET} QC" if actions == "H-1" else QUIET, false_call), actions)
    after = apply(state, "stop")
    assert ruling(after) == "false"
    assert (table(after), after.turn_number, after.seen) == (table(state), state.turn_number, state.seen)
    assert moves(after) == moves(state).removesuffix(" stop")
    assert after.window is None


@pytest.mark.parametrize(
    ("false_call", "actions", "expected"),
    [
        (FREE, "draw stop discard", (1, 2)),
        (LOSE_TURN, "draw stop discard", (0, 2)),
        (LOSE_TURN, "draw stop discard draw discard", (1, 3)),
        (FREE, "draw discard stop draw discard", (0, 3)),
        (LOSE_TURN, "draw discard stop draw discard", (0, 3)),
        (FREE, "draw discard stop draw discard draw discard", (1, 4)),
        (LOSE_TURN, "draw discard stop draw discard draw discard", (0, 4)),
        (LOSE_TURN, "draw discard stop draw discard draw discard draw discard", (1, 5)),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_8_false_call_costs_the_callers_next_turn(
    false_call: Settings, actions: str, expected: tuple[int, int]
) -> None:
    """Mover and turn number; the call is made by player 1, in the other player's turn or in his own."""
    after = played(callable_at(QUIET, false_call), actions)
    assert (after.mover, after.turn_number) == expected


@pytest.mark.parametrize(
    "actions",
    ["draw stop H-1 stop draw stop discard", "draw discard stop draw discard draw stop discard"],
    ids=["in one turn of the other player", "in the own turn and in the other player's"],
)
def test_8_several_false_calls_do_not_add_up(actions: str) -> None:
    state = played(callable_at(QUIET), actions)
    assert state.mover == 0
    assert played(state, "draw discard").mover == 1


def test_8_false_call_of_player_0() -> None:
    state = played(callable_at(f"{QUIET[:-1]}1"), "draw stop discard")
    assert (state.mover, state.turn_number) == (1, 2)
    assert played(state, "draw discard").mover == 0


def test_8_skips_of_both_players() -> None:
    """Player 0 calls in vain in his own turn, then player 1 does: the next turn would be 1's, then 0's, and is 1's."""
    state = played(callable_at(f"{QUIET[:-1]}1"), "draw discard stop draw stop discard")
    assert (state.mover, state.turn_number, state.window) == (1, 3, None)
    state = played(state, "draw discard")
    assert (state.mover, state.turn_number) == (0, 4)
    assert played(state, "draw discard").mover == 1


# ------------------------------------------------------------------------------------- the skipped turn


def test_8_skipped_turn_counts_for_nothing() -> None:
    after = played(callable_at(QUIET), "draw stop discard")
    assert (after.turn_number, after.course.idle, after.course.barren) == (2, 1, 1)
    for limit in ("end.barren_turns", "end.max_turns"):
        assert ended(played(callable_at(QUIET, {limit: 2}), "draw stop discard")) is None
        assert ended(played(callable_at(QUIET, {limit: 2}), "draw stop discard draw discard")) is not None


@pytest.mark.parametrize("window", ["next-action", "turn"])
def test_8_skipped_turn_closes_the_window(window: str) -> None:
    """The ace that is discarded was an offence; nobody can call it any more, nor once the turn after is under way."""
    state = callable_at("2C / * AH / - | 9d / * / - | KH, KC | - | 0", {"stop.window": window})
    after = played(state, "draw stop discard")
    assert (after.mover, after.calls) == (0, NO_CALLS)
    assert why(after, "stop", 0) == why(after, "stop", 1) == "no-window 8"
    assert ruling(played(after, "draw stop")) == "false"


def test_8_hand_is_refilled_of_the_player_whose_turn_begins() -> None:
    text = "(*) 2C / QC / 4D | (*) 9d / - / 3d 4d | KH, KC | - | 0"
    after = played(callable_at(text, {"waste.recycle": "turn-start"}), "draw stop discard")
    assert table(after) == table_of("(*) 2C / QC 4D / - | (*) 9d / - / 3d 4d | KH, KC | - | 0", after)


def test_8_table_is_counted_for_the_player_whose_turn_begins() -> None:
    """Everybody passes: player 0 has turns 1, 3 and, by the skip, 4."""
    ends: Settings = {"end.idle_cycles": 0, "end.barren_turns": 0, "end.repetitions": 3}
    state = callable_at("(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0", ends)
    assert ended(played(state, "pass stop pass")) is None
    assert ended(played(state, "pass stop pass pass")) == (None, "repetition")
    assert ended(played(state, "pass pass pass")) is None


# ---------------------------------------------------------------------------------------------- offers


@pytest.mark.parametrize("actions", ["offer draw stop", "draw offer stop", "offer draw discard stop"])
def test_8_stop_drops_the_offer_of_the_other_player(actions: str) -> None:
    after = played(callable_at(QUIET, AGREEMENT), actions)
    assert (after.offer, why(after, "accept", 1)) == (None, "no-offer 4")


def test_8_stop_leaves_the_own_offer() -> None:
    after = played(callable_at(QUIET, AGREEMENT), "draw discard offer stop")
    assert (after.offer, why(after, "accept", 0), why(after, "offer", 1)) == (1, "legal", "no-offer 4")


# ------------------------------------------------------------------------------------- what is remembered


@pytest.mark.parametrize("actions", ["draw stop", "draw discard stop"])
@pytest.mark.parametrize(("false_call", "remedy"), [(FREE, Remedy()), (LOSE_TURN, Remedy(1, skips_turn=True))])
def test_8_false_call_tells_what_came_of_it(false_call: Settings, remedy: Remedy, actions: str) -> None:
    after = played(callable_at(QUIET, false_call), actions)
    assert after.last_call == Call(1, False, None, None, (), remedy)


@pytest.mark.parametrize("action", ["discard", "offer"])
def test_8_next_action_clears_the_false_call(action: str) -> None:
    state = played(callable_at(QUIET, AGREEMENT), "draw stop")
    assert state.last_call is not None
    assert apply(state, action).last_call is None


def test_8_acceptance_clears_the_false_call() -> None:
    state = played(callable_at(QUIET, AGREEMENT), "draw discard offer stop")
    assert ruling(state) == "false"
    after = apply(state, "accept", 0)
    assert (ended(after), after.last_call) == ((None, "agreement"), None)
