"""Making an action: check, effect, turn and ending, in the order of the rules (rules 7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, overload

from crapette.actions import ACCEPT, ON_A_FOUNDATION, STOP, Action
from crapette.engine.effect import effect, seen_too
from crapette.engine.ending import win
from crapette.engine.guard import after_move
from crapette.engine.legal import maker, why_not
from crapette.engine.refusals import IllegalAction
from crapette.engine.stop import breach_by, called, upheld, window_after
from crapette.engine.turn import next_turn
from crapette.engine.view import View, viewed
from crapette.errors import HiddenError
from crapette.state import NO_CALLS, Outcome, Reason, State, Turn
from crapette.table import GROUND, nth_card

_BOTH = (False, True)
_TURNS: Final[tuple[tuple[tuple[Turn, ...], ...], ...]] = tuple(
    [tuple([tuple([Turn(progress, founded, offered) for founded in _BOTH]) for progress in _BOTH]) for offered in _BOTH]
)
"""What is remembered of a turn whose last action was not house-to-house."""


@overload
def apply(state: State, action: Action | str, player: int | None = None, *, check: bool = True) -> State: ...
@overload
def apply(state: View, action: Action | str, player: int | None = None, *, check: bool = True) -> View: ...
def apply(state: State | View, action: Action | str, player: int | None = None, *, check: bool = True) -> State | View:
    """The state after an action; the given state stays as it is (rules 7).

    Args:
        state: The state before, or a view of it.
        action: The action, or its text.
        player: Who makes it, 0 or 1; None: whoever may make it.
        check: False skips the check that the action is legal, for callers that took it from
            `legal_moves` of this state and player; what an illegal action then does is undefined.

    Returns:
        The state after; the view of it, where a view was given.

    Raises:
        IllegalAction: The action is not legal; the error carries the refusal and the state.
        HiddenError: The action is legal, but the view does not tell what comes of it: it turns up a card that is
            not shown, or is a call.
        NotationError: The text names no action.
    """
    if isinstance(action, str):
        action = Action.parse(action)
    if check:
        refusal = why_not(state, action, player)
        if refusal is not None:
            raise IllegalAction(refusal, state)
    if isinstance(state, View):
        return _applied_to_view(state, action)
    if action.is_said:
        return _after_talk(state, action)
    before, unseen, turn, course = state.table, state.unseen, state.turn, state.course
    book, mover = course.book, course.mover
    source, target = action.piles[mover]
    table = effect(book, before, mover, action)
    if not action.is_house_to_house:
        turn = _TURNS[turn.offered][turn.progress or action.is_progress][turn.founded or target == ON_A_FOUNDATION]
        if action.may_show and unseen:
            unseen = seen_too(unseen, table, mover)
    elif book.guards_layouts:
        turn = after_move(before, turn, nth_card(before, source, action.count), before[target])
    if course.offer is not None and course.offer != mover:
        course = replace(course, offer=None)
    calls = NO_CALLS
    if book.has_calls:
        breach = breach_by(state, action)
        if book.opens_windows:
            calls = window_after(state, breach)
        elif breach is not None:
            return upheld(State(table, unseen, turn, course, calls), breach, None)
    if action.is_progress and table[source] >= GROUND:
        end = win(book, table, mover)
        if end is not None:
            return State(table, unseen, turn, replace(course, outcome=end), NO_CALLS)
    if action.ends_turn:
        return next_turn(table, unseen, turn, course, calls)
    return State(table, unseen, turn, course, calls)


def _applied_to_view(view: View, action: Action) -> View:
    """The view after an action."""
    if action is STOP:
        raise HiddenError("a view does not tell whether a call would be upheld")
    before = State(view.table, view.unseen, view.turn, view.course, view.calls)
    after = apply(before, action, check=False)
    if len(after.unseen) < len(before.unseen):
        raise HiddenError(f"{action} turns up a card that is not shown")
    return viewed(after, memory=view.memory)


def _after_talk(state: State, action: Action) -> State:
    """The state after a draw has been proposed or accepted, or a player has called (rules 4, 8)."""
    course = state.course
    if action is STOP:
        return called(state, maker(state, action))
    if action is ACCEPT:
        course = replace(course, offer=None, outcome=Outcome(None, Reason.AGREEMENT))
        return replace(state, course=course, calls=NO_CALLS)
    turn = state.turn._replace(offered=True)
    course = replace(course, offer=course.mover)
    return State(state.table, state.unseen, turn, course, replace(state.calls, last=None))
