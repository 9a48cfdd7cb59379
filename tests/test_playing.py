"""A deal that two players play: what they are shown, who calls, whose fault it is; and what is told of it."""

from __future__ import annotations

from itertools import islice
from typing import cast

import pytest

from crapette import Action, State, View, apply, deal, legal_moves, load_rules, observe, outcome, score
from crapette.actions import STOP
from crapette.bots import AttentiveCaller, GreedyBot, Player, RandomBot
from crapette.bots.playing import BotFault, Step, played
from crapette.simulation.result import Account, Unfinished
from tests.positions import Settings, callable_at, rules_with

MISSED = "2C / 4D * / - | 9d / 5d * / - | AH, KC | - | 0"
"""Player 0 has an ace that must go to a foundation."""


class Script:
    """A bot that makes these actions one after the other, and shows what it was given."""

    def __init__(self, *actions: object) -> None:
        self._actions = iter(actions)
        self.seen: list[object] = []

    def choose(self, view: View) -> Action:
        self.seen.append(view)
        action = next(self._actions)
        return Action.parse(action) if isinstance(action, str) else cast("Action", action)


class Deaf:
    """Never calls, but shows what it was asked."""

    def __init__(self, *answers: bool) -> None:
        self._answers = iter(answers)
        self.asked: list[tuple[object, str]] = []

    def calls(self, before: View, action: Action) -> bool:
        self.asked.append((before, str(action)))
        return next(self._answers, False)


class Broken:
    """Can't do anything."""

    def choose(self, view: View) -> Action:
        raise ZeroDivisionError(f"it can't choose at {view.mover}")

    def calls(self, before: View, action: Action) -> bool:
        raise ZeroDivisionError(f"it can't call {action} of {before.mover}")


def quiet(*actions: object) -> Player:
    """A player who makes these actions and never calls."""
    return Player(Script(*actions), Deaf())


def test_a_bot_is_given_the_memory_view_and_nothing_else() -> None:
    state = callable_at(MISSED)
    first, second = Script("1-F", "draw", "discard"), Script("draw")
    steps = list(islice(played(state, [Player(first), Player(second, Deaf())]), 4))
    states = [before for before, _, _ in steps]
    assert first.seen == [observe(each) for each in states[:3]]
    assert second.seen == [observe(states[3])]
    assert all(type(each) is View for each in (*first.seen, *second.seen))


def test_the_caller_judges_by_the_view_before_the_action() -> None:
    state, caller = callable_at(MISSED), Deaf()
    steps = list(islice(played(state, [quiet("draw", "discard"), Player(Script("draw"), caller)]), 3))
    before = [observe(each) for each, _, _ in steps]
    assert caller.asked == [(before[0], "draw"), (before[1], "discard")]


def test_a_call_comes_between() -> None:
    state = callable_at(MISSED)
    steps = list(islice(played(state, [quiet("draw"), Player(Script("draw"), Deaf(True))]), 3))
    assert [str(action) for _, action, _ in steps] == ["draw", "stop", "draw"]
    assert [after for *_, after in steps[:2]] == [apply(state, "draw"), apply(apply(state, "draw"), "stop")]


def test_a_false_call_that_is_forbidden_is_not_made() -> None:
    state = callable_at("2C / 4D * / - | 9d / * / - | KH, KC | - | 0", {"stop.false_call": "forbidden"})
    steps = islice(played(state, [quiet("draw", "discard"), Player(Script(), Deaf(True, True))]), 2)
    assert [str(action) for _, action, _ in steps] == ["draw", "discard"]


def test_nobody_is_asked_to_call_when_the_deal_is_over() -> None:
    won_by = "KS / - / - | ks / - / - | -, -, -, -, -, -, -, - | S12 s12 H13 h13 D13 d13 C13 c13 | 0"
    state, caller = callable_at(won_by), Deaf()
    *_, (_, _, end) = played(state, [quiet("R-F"), Player(Script(), caller)])
    assert outcome(end) is not None
    assert caller.asked == []


@pytest.mark.parametrize(
    ("choice", "text"),
    [
        ("discard", "it chose discard, which is not legal: No hand card is turned up: draw first."),
        (STOP, "it chose to say stop, which is for its caller"),
        (None, "it chose nothing, which is no action"),
        (7, "it chose 7, which is no action"),
    ],
)
def test_what_is_not_legal_is_the_fault_of_the_bot(choice: object, text: str) -> None:
    state = apply(callable_at(MISSED), "draw")
    state = apply(state, "discard")
    assert STOP in legal_moves(state, 1)
    with pytest.raises(BotFault) as caught:
        list(played(state, [quiet(), quiet(choice)]))
    assert (caught.value.player, caught.value.text) == (1, text)
    assert str(caught.value) == f"the bot of player 1 is at fault: {text}"


def test_errors_of_a_bot_and_of_a_caller_are_their_faults() -> None:
    state = callable_at(MISSED)
    with pytest.raises(BotFault, match="of player 0 is at fault: ZeroDivisionError: it can't choose at 0") as chose:
        list(played(state, [Player(Broken()), quiet()]))
    with pytest.raises(BotFault, match="of player 1 is at fault: ZeroDivisionError: it can't call draw of 0") as called:
        list(played(state, [quiet("draw"), Player(Script(), Broken())]))
    assert type(chose.value.__cause__) is type(called.value.__cause__) is ZeroDivisionError


# -------------------------------------------------------------------------------------------- what is told


def account_of(state: State, *steps: Step) -> Account:
    account = Account(3, 1, 17, state)
    for step in steps:
        account.add(step)
    return account


def test_what_is_told_of_a_deal() -> None:
    rules = load_rules("crapette")
    start = deal(rules, 7)
    steps = list(played(start, [Player(RandomBot(1)), Player(GreedyBot(), AttentiveCaller(imagines=1 / 5, seed=2))]))
    told, end = account_of(start, *steps).closed(), steps[-1][2]
    ended = outcome(end)
    assert ended is not None
    assert (told.round, told.arm, told.seed, told.starter) == (3, 1, 17, start.starter)
    assert (told.winner, told.ended, told.points, told.burdens) == (
        ended.winner,
        ended.reason,
        score(end).points,
        score(end).burdens,
    )
    assert (told.turns, told.actions) == (end.turn_number, len(steps))
    chosen = [before for before, action, _ in steps if action is not STOP]
    assert (told.choices, told.moves) == (len(chosen), sum(len(legal_moves(before)) for before in chosen))
    calls = [after.last_call for _, action, after in steps if action is STOP]
    upheld = sum(call is not None and call.upheld for call in calls)
    assert told.upheld == (0, upheld)
    assert told.false == (0, len(calls) - upheld)
    assert upheld
    assert told.false[1]
    assert told.fault is None


def test_a_call_of_the_referee_counts_for_who_has_the_profit() -> None:
    state = callable_at(MISSED, {"stop.by": "referee"})
    (step,) = islice(played(state, [quiet("draw"), quiet()]), 1)
    assert account_of(state, step).closed().upheld == (0, 1)


def test_a_deal_that_is_not_over_is_cut() -> None:
    state = callable_at(MISSED)
    told = account_of(state).closed()
    assert (told.winner, told.ended, told.points, told.actions) == (None, Unfinished.CUT, (0, 0), 0)


@pytest.mark.parametrize(("player", "points"), [(0, (0, 91)), (1, (91, 0))])
def test_who_forfeits_gives_the_other_what_a_win_would_have_given(player: int, points: tuple[int, int]) -> None:
    # 13 cards of the reserve at 2 and 35 of the hand at 1, and 30 for the win.
    scoring: Settings = {"scoring.win": 30, "scoring.reserve": 2, "scoring.hand": 1, "scoring.waste": 1}
    told = account_of(deal(rules_with(scoring), 7)).closed(BotFault(player, "it sleeps"))
    assert (told.winner, told.ended, told.points) == (1 - player, Unfinished.FORFEIT, points)
    assert told.burdens == (61, 61)
    assert told.fault == f"the bot of player {player} is at fault: it sleeps"
