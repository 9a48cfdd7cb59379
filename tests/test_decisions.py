"""Decisions, one after another: who decides what, and what comes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from crapette import Action, IllegalAction, Rules, VariantError, apply, deal, legal_moves, load_rules
from crapette.actions import STOP
from crapette.adapters.action_ids import ID_OF, text_of_id
from crapette.adapters.decisions import CallsMode, Decision, rules_to_play
from crapette.facts import players_call
from crapette.state import State
from tests.in_play import in_play
from tests.playing import played
from tests.positions import (
    ACE,
    AGREEMENT,
    FORBIDDEN,
    QUIET,
    REFEREE,
    TURN,
    Settings,
    at,
    callable_at,
    ended,
    ruling,
)

LAST_CARD = "KS / - / - | ks / - / qs | QS, - | S11 s11 H13 h13 D13 d13 C13 c13 | 0"
"""`R-w` gets rid of the last card while `1-F` is pending."""


def number_of(text: str) -> int:
    return 262 if text == "let-pass" else ID_OF[Action.parse(text)]


def after(state: State, decided: str) -> Decision:
    """The decision after these have been made."""
    decision = Decision.at(state)
    for text in decided.split():
        decision = decision.then(number_of(text))
    return decision


def asked(decision: Decision) -> str:
    """Who is asked, whether about a call, and what may be decided: `1? stop let-pass`, `0: draw`."""
    mark = "?" if decision.is_call else ":"
    return f"{decision.player}{mark} {' '.join(map(text_of_id, decision.options))}".strip()


# ---------------------------------------------------------------------------------------- who decides what


def test_nobody_is_asked_for_calls_where_there_are_none() -> None:
    state = at(QUIET)
    assert asked(Decision.at(state)) == "0: draw"
    assert asked(after(state, "draw")) == "0: H-1 discard"
    assert asked(after(state, "draw discard")) == "1: 2-w draw"


@pytest.mark.parametrize("window", [{}, TURN], ids=str)
def test_after_each_action_the_other_is_asked_whether_to_call(window: Settings) -> None:
    """Also after the one that ends the turn: first about the call, then for a move, of which `stop` is none."""
    state = callable_at(QUIET, window)
    assert asked(Decision.at(state)) == "0: draw"
    assert asked(after(state, "draw")) == "1? stop let-pass"
    assert asked(after(state, "draw let-pass")) == "0: H-1 discard"
    assert asked(after(state, "draw let-pass discard")) == "1? stop let-pass"
    last = after(state, "draw let-pass discard let-pass")
    assert asked(last) == "1: 2-w draw"
    assert STOP in legal_moves(last.state)
    assert asked(last.then(number_of("draw"))) == "0? stop let-pass"


def test_to_let_pass_changes_nothing_but_the_question() -> None:
    before = after(callable_at(ACE), "draw")
    passed = before.then(262)
    assert (passed.state, passed.last) == (before.state, before.last) == (before.state, (0, Action.parse("draw")))
    assert (before.is_call, passed.is_call) == (True, False)


@pytest.mark.parametrize(
    ("text", "decided", "expected", "ruled"),
    [
        (QUIET, "draw stop", "0: H-1 discard", "false"),
        (ACE, "draw stop", "1: R-1 draw", "draw broke foundation: 1-F"),
    ],
)
def test_after_a_call_nobody_is_asked_about_one(text: str, decided: str, expected: str, ruled: str) -> None:
    decision = after(callable_at(text), decided)
    assert asked(decision) == expected
    assert ruling(decision.state) == ruled
    assert decision.last == (1, STOP)


def test_window_turn_a_call_later_in_the_turn() -> None:
    decision = after(callable_at(ACE, TURN), "draw let-pass 1-F stop")
    assert ruling(decision.state) == "draw broke foundation: 1-F"


def test_draw_offered_asks_nobody() -> None:
    state = callable_at(QUIET, AGREEMENT)
    assert asked(after(state, "offer")) == "0: draw"
    later = after(state, "draw let-pass offer")
    assert later.state.window == 1
    assert asked(later) == "0: H-1 discard"


def test_draw_is_accepted_in_ones_own_turn() -> None:
    """Player 0 has 1 in the reserve and 49 in hand and waste, which is 51; player 1 has 2 + 51 = 53."""
    decision = after(callable_at(QUIET, AGREEMENT), "offer draw")
    assert asked(decision) == "1? stop let-pass"
    decision = after(callable_at(QUIET, AGREEMENT), "offer draw let-pass discard let-pass")
    assert asked(decision) == "1: 2-w draw offer accept"
    assert decision.rewards() == (0, 0)
    over = decision.then(number_of("accept"))
    assert (ended(over.state), over.is_over, over.options) == ((None, "agreement"), True, [])
    assert over.rewards() == (2, -2)
    assert not over.is_call


def test_forbidden_false_call_is_asked_for_all_the_same() -> None:
    assert asked(after(callable_at(QUIET, FORBIDDEN), "draw")) == "1? let-pass"
    assert asked(after(callable_at(ACE, FORBIDDEN), "draw")) == "1? stop let-pass"
    with pytest.raises(IllegalAction):
        after(callable_at(QUIET, FORBIDDEN), "draw stop")


def test_player_whose_turn_is_skipped_is_not_asked() -> None:
    decision = after(callable_at(QUIET), "draw stop discard")
    assert (decision.state.mover, decision.state.turn_number) == (0, 2)
    assert asked(decision).startswith("0: ")
    assert not decision.is_call


def test_referee_asks_nobody() -> None:
    """He has the missed play `1-F` made, which leaves house 1 empty for the reserve of player 1."""
    decision = after(callable_at(ACE, REFEREE), "draw")
    assert asked(decision) == "1: R-1 draw"
    assert decision.last == (0, Action.parse("draw"))


def test_open_window_of_a_given_state_is_asked_for_first() -> None:
    state = played(callable_at(QUIET), "draw discard")
    assert (state.mover, state.window) == (1, 1)
    assert asked(Decision.at(state)) == "1? stop let-pass"
    assert Decision.at(state).last is None


def test_winning_action_ends_all_questions() -> None:
    """The winner gets 30 and the loser's burden: 2 for the reserve, 2 for what then lies on the waste."""
    over = after(callable_at(LAST_CARD), "R-w")
    assert (over.is_over, over.is_call, over.options) == (True, False, [])
    assert over.rewards() == (34, -34)
    with pytest.raises(IllegalAction):
        over.then(number_of("draw"))


def test_question_is_the_same_whether_or_not_there_was_an_offence() -> None:
    guilty = after(callable_at(ACE), "draw")
    assert guilty.state.calls.breach is not None
    calls = replace(guilty.state.calls, breach=None)
    innocent = Decision(replace(guilty.state, calls=calls), guilty.is_call, guilty.last)
    assert asked(guilty) == asked(innocent) == "1? stop let-pass"


# --------------------------------------------------------------------------------------- what is no answer


@pytest.mark.parametrize(
    ("decided", "number", "message"),
    [
        ("", 49, "49 is no action of the mover; the action mask tells what is"),
        ("", 262, "262 is no action of the mover"),
        ("", 261, r"261 \(stop\) is no action of the mover"),
        ("", -1, "-1 is no action"),
        ("draw", 257, r"257 \(draw\) does not say whether to call; expected 261 to call, 262 to let it pass"),
        ("draw", 9999, "9999 does not say whether to call"),
    ],
)
def test_number_that_answers_another_question(decided: str, number: int, message: str) -> None:
    decision = after(callable_at(QUIET), decided)
    with pytest.raises(ValueError, match=f"^{message}") as caught:
        decision.then(number)
    assert not isinstance(caught.value, IllegalAction)


def test_illegal_action_tells_why() -> None:
    with pytest.raises(IllegalAction) as caught:
        Decision.at(at(ACE)).then(number_of("draw"))
    assert caught.value.refusal.code == "duty"


def test_offer_of_the_other_player_is_not_made_for_the_mover() -> None:
    """`accept` counts as the mover's, who can't accept what he has proposed himself."""
    with pytest.raises(IllegalAction):
        after(at(QUIET, AGREEMENT), "offer accept")


# ------------------------------------------------------------------------------------------ any deal at all


@in_play(25)
def test_options_are_the_legal_moves(rules: Rules, seed: int) -> None:
    """`stop` aside, which is there just where it is asked for; and whatever is chosen, `apply` does the same."""
    chance = Random(seed)
    decision = Decision.at(deal(rules, seed))
    for _ in range(250):
        state, player, options = decision.state, decision.player, decision.options
        assert options == sorted(options)
        if decision.is_over:
            assert options == []
            break
        assert decision.rewards() == (0, 0)
        number = chance.choice(options)
        if decision.is_call:
            assert player == state.window
            stop = [261] if STOP in legal_moves(state, player) else []
            assert options == [*stop, 262]
        else:
            assert player == state.mover
            assert set(options) == {ID_OF[action] for action in legal_moves(state) if action is not STOP}
        following = decision.then(number)
        if number == 262:
            assert following.state is state
        else:
            action = Action.parse(text_of_id(number))
            assert following.state == apply(state, action, player)
            assert following.last == (player, action)
            opens = players_call(rules) and number not in (259, 260, 261) and following.state.window == 1 - player
            assert following.is_call == opens
        decision = following


# ------------------------------------------------------------------------------------------ rules to play by


def test_calls_off_makes_duties_strict() -> None:
    rules = rules_to_play("crapette", "off")
    assert rules.stop.calls == ()
    assert replace_calls(load_rules("crapette")) == rules
    assert asked(Decision.at(at(ACE, {"stop.calls": []}))) == "0: 1-F"


def replace_calls(rules: Rules) -> Rules:
    mapping = rules.to_mapping()
    mapping["stop"]["calls"] = []
    return Rules.from_mapping(mapping)


def test_calls_in_windows_leave_the_rules_as_they_are() -> None:
    rules = load_rules("crapette")
    assert rules_to_play("crapette", "windows") == rules
    assert rules_to_play(rules, "windows") is rules


def test_referee_and_rules_without_calls_stay_as_they_are() -> None:
    for state in (callable_at(ACE, REFEREE), at(ACE)):
        assert rules_to_play(state.rules, "off") is state.rules


def test_rules_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("schema: 1\nname: mine\ntitle: Mine\nrules: {deal: {reserve: 11}}\n")
    assert rules_to_play(path, "windows") == Rules.from_mapping({"deal": {"reserve": 11}})
    assert rules_to_play(str(path), "off").deal.reserve == 11


@pytest.mark.parametrize("settings", [{"stop.calls": []}, {"stop.calls": ["foundation"], **REFEREE}], ids=str)
def test_windows_where_the_players_can_not_call(settings: Settings) -> None:
    rules = at(QUIET, settings).rules
    with pytest.raises(ValueError, match="the players can't call; expected off"):
        rules_to_play(rules, "windows")


@pytest.mark.parametrize("calls", ["on", None, ""])
def test_unknown_way_to_call(calls: Any) -> None:
    with pytest.raises(ValueError, match=r"^calls is .*; expected off or windows$"):
        rules_to_play("crapette", cast("CallsMode", calls))


def test_unknown_variant() -> None:
    with pytest.raises(VariantError):
        rules_to_play("no-such-variant", "off")
