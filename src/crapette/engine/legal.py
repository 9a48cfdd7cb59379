"""What is legal, and why something is not (rules 6, 11)."""

from __future__ import annotations

from collections.abc import Iterable

from crapette.actions import ACCEPT, OFFER, STOP, TO_FOUNDATION, Action
from crapette.engine.duties import duties_broken, without_offences
from crapette.engine.possible import enters_empty_house, has_empty_house, has_reserve, obstacle, possible_moves
from crapette.engine.refusals import Refusal, refuse, refuse_for_duty
from crapette.engine.stop import obstacle_of_stop
from crapette.rules import Duty
from crapette.state import Moment


def legal_moves(state: Moment, player: int | None = None) -> tuple[Action, ...]:
    """The player's legal actions, in canonical order (rules 6, 11).

    Under a variant with calls, such as `crapette`, they include those that break a duty which the
    opponent may call, as at a table; `offences` tells them apart. Who wants them ruled out takes
    `crapette-strict`, or sets `stop.calls: []`. Whether a call of `stop` would be upheld is not to be
    seen from the list, but where the variant forbids false calls.

    Args:
        state: The state, or a view of it.
        player: 0 or 1; None: the mover.

    Returns:
        The actions. None once the deal is over; for the opponent of the mover at most `accept` and `stop`.
    """
    course = state.course
    if course.outcome is not None:
        return ()
    mover = course.mover
    if player is not None and player != mover:
        return tuple(_talk(state, player))
    book, table = course.book, state.table
    moves = possible_moves(book, table, mover, state.turn, stop_at_foundations=book.enforces_all_founding)
    if (
        (book.enforces_founding and moves[0].target == TO_FOUNDATION)
        or book.enforces_placing
        or (book.enforces_filling and has_empty_house(book, table) and has_reserve(table, mover))
    ):
        moves = without_offences(book, table, mover, moves, book.strict_duties)
    if book.agreement or state.calls.window == mover:
        moves += _talk(state, mover)
    return tuple(moves)


def blameless_moves(state: Moment) -> tuple[Action, ...]:
    """The mover's legal actions that break no duty, callable ones included (rules 6).

    Args:
        state: The state, or a view of it.

    Returns:
        The actions, in canonical order; none only once the deal is over.
    """
    moves, book = legal_moves(state), state.course.book
    if not moves or not book.callable_duties:
        return moves
    return tuple(without_offences(book, state.table, state.course.mover, list(moves), frozenset(Duty)))


def _talk(state: Moment, player: int) -> list[Action]:
    """The player's legal actions that are said and not played."""
    return [said for said in (OFFER, ACCEPT, STOP) if _obstacle_of_talk(state, said, player) is None]


def distinct_moves(state: Moment, player: int | None = None) -> tuple[Action, ...]:
    """The player's legal actions without those that differ only in which empty house they go to (rules 11).

    Args:
        state: The state, or a view of it.
        player: 0 or 1; None: the mover.

    Returns:
        The first of each class of equivalent actions, in canonical order.
    """
    return first_of_each_class(state, legal_moves(state, player))


def first_of_each_class(state: Moment, actions: Iterable[Action]) -> tuple[Action, ...]:
    """The actions without those that differ from an earlier one only in which empty house they go to (rules 11)."""
    table, mover = state.table, state.course.mover
    kept: dict[tuple[str | None, int] | Action, Action] = {}
    for action in actions:
        enters = enters_empty_house(table, mover, action)
        kept.setdefault((action.source, action.count) if enters else action, action)
    return tuple(kept.values())


def why_not(state: Moment, action: Action | str, player: int | None = None) -> Refusal | None:
    """Why an action is not legal; None if it is (rules 4, 5, 6).

    Args:
        state: The state, or a view of it.
        action: The action, or its text.
        player: 0 or 1; None: whoever may make it, as in `apply`.

    Returns:
        The refusal: its code, the section of the rules, a sentence, and the plays that must come first.

    Raises:
        NotationError: The text names no action.
    """
    if isinstance(action, str):
        action = Action.parse(action)
    course = state.course
    if player is None:
        player = maker(state, action) if action.is_said else course.mover
    code = _obstacle(state, action, player)
    if code is not None:
        return refuse(code, state, action, player)
    if course.book.strict_duties:
        for duty, plays in duties_broken(state, action):
            if duty in course.book.strict_duties:
                return refuse_for_duty(duty, state, action, tuple(plays))
    return None


def maker(state: Moment, action: Action) -> int:
    """The player who may say something, if anybody may (rules 4)."""
    if action is ACCEPT and state.course.offer is not None:
        return 1 - state.course.offer
    if action is STOP and state.calls.window is not None:
        return state.calls.window
    return state.course.mover


def _obstacle(state: Moment, action: Action, player: int) -> str | None:
    """Why the player can't make the action, duties aside: the code of a refusal; None if the player can."""
    if state.course.outcome is not None:
        return "deal-over"
    if action.is_said:
        return _obstacle_of_talk(state, action, player)
    return obstacle(state, action) if player == state.course.mover else "not-your-turn"


def _obstacle_of_talk(state: Moment, action: Action, player: int) -> str | None:
    """Why the player can't propose or accept a draw, or call (rules 4, 8)."""
    if action is STOP:
        return obstacle_of_stop(state, player)
    if not state.course.book.agreement:
        return "not-in-this-variant"
    if action is ACCEPT:
        return None if state.course.offer == 1 - player else "no-offer"
    if player != state.mover:
        return "not-your-turn"
    return "no-offer" if state.turn.offered else None
