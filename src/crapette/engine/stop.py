"""Stop! Windows, calls, and what comes of them (rules 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from crapette.actions import TO_FOUNDATION, Action
from crapette.engine.duties import duties_broken
from crapette.engine.effect import effect, seen_too
from crapette.engine.ending import win
from crapette.engine.possible import obstacle
from crapette.engine.turn import next_turn, skips_with
from crapette.rules import FalseCall, TurnedCard
from crapette.state import NO_CALLS, Breach, Call, Calls, Moment, Remedy, State, Turn
from crapette.table import GROUND, HAND, TURNED, WASTE, move

_WINDOW_OF: Final[tuple[Calls, ...]] = (Calls(window=0), Calls(window=1))
"""An open window without an offence, for each caller: what is remembered most of the time."""

# -------------------------------------------------------------------------------------------- the window


def obstacle_of_stop(state: Moment, player: int) -> str | None:
    """Why the player can't call: the code of a refusal; None if the player can."""
    book, calls = state.course.book, state.calls
    if not book.opens_windows:
        return "not-in-this-variant"
    if calls.window != player or (book.false_call is FalseCall.FORBIDDEN and calls.breach is None):
        return "no-window"
    return None


def breach_by(state: State, action: Action) -> Breach | None:
    """The offence that may be called if the mover makes this action."""
    table, course = state.table, state.course
    for duty, plays in duties_broken(state, action):
        if duty in course.book.callable_duties:
            cards = bytes([table[play.piles[course.mover][0]] for play in plays])
            # Without its own window, so that no state keeps more than one earlier one alive.
            before = State(table, state.unseen, state.turn, course, NO_CALLS) if course.book.rewinds else None
            return Breach(duty, action, tuple(plays), cards, before)
    return None


def window_after(state: State, breach: Breach | None) -> Calls:
    """What is remembered after the mover has made an action, with the offence that it was."""
    calls, caller = state.calls, 1 - state.course.mover
    if calls.breach is not None and calls.window == caller and state.course.book.window_lasts_turn:
        return calls
    if breach is None and True not in calls.skips:
        return _WINDOW_OF[caller]
    return Calls(caller, breach, calls.skips)


# ---------------------------------------------------------------------------------------------- the call


def called(state: State, caller: int) -> State:
    """The state after a player has called."""
    calls, course = state.calls, state.course
    if course.offer == 1 - caller:
        state = replace(state, course=replace(course, offer=None))
    if calls.breach is not None:
        return upheld(state, calls.breach, caller)
    costs = course.book.false_call is FalseCall.LOSE_TURN
    remedy = Remedy(caller, skips_turn=True) if costs else Remedy()
    skips = skips_with(calls, caller, skips=True) if costs else calls.skips
    return replace(state, calls=Calls(skips=skips, last=Call(caller, False, None, None, (), remedy)))


def upheld(state: State, breach: Breach, caller: int | None) -> State:
    """The state after a call has been upheld.

    Args:
        state: The state in which the call came; that of the referee comes before the turn can end.
        breach: The offence.
        caller: The player who called; None: the referee.
    """
    table, unseen, turn, course = state.table, state.unseen, state.turn, state.course
    book = course.book
    offender = course.mover if caller is None else 1 - caller
    if breach.before is not None:
        table, turn = breach.before.table, breach.before.turn
        course = replace(breach.before.course, offer=course.offer)
    is_over = course.mover != offender
    play = _missed_play(State(table, unseen, turn, course, NO_CALLS), breach, offender)
    if play is not None:
        table = effect(book, table, offender, play)
        unseen = seen_too(unseen, table, offender)
        founds = play.target == TO_FOUNDATION
        if not is_over:
            turn = Turn(turn.progress or play.is_progress, turn.founded or founds, turn.offered)
        elif founds:  # no table that has stood so far can recur
            course = replace(course, idle=0, barren=0, tables=())
        else:
            course = replace(course, idle=0)
    went_to = None
    if table[TURNED[offender]] < GROUND:
        went_to = book.turned_card_goes_to
        piles = WASTE if went_to is TurnedCard.WASTE else HAND
        table = move(table, TURNED[offender], piles[offender])
    end = win(book, table, offender)
    remedy = Remedy(
        offender,
        rewound=breach.before is not None,
        play=play,
        turned_card=went_to,
        ends_turn=not is_over and end is None,
        forgives_skip=end is None and state.calls.skips[1 - offender],
    )
    call = Call(caller, True, breach.duty, breach.action, breach.plays, remedy)
    if end is not None:
        return State(table, unseen, turn, replace(course, outcome=end), Calls(last=call))
    calls = Calls(skips=skips_with(state.calls, 1 - offender, skips=False), last=call)
    if is_over:
        return State(table, unseen, turn, course, calls)
    return next_turn(table, unseen, turn, course, calls, by_call=True)


def _missed_play(state: State, breach: Breach, offender: int) -> Action | None:
    """The first of the missed plays that is still possible for the offender and moves the same card."""
    course = state.course
    if not course.book.makes_missed_play:
        return None
    as_mover = replace(state, course=replace(course, mover=offender))
    for play, card in zip(breach.plays, breach.cards, strict=True):
        if state.table[play.piles[offender][0]] == card and obstacle(as_mover, play) is None:
            return play
    return None
