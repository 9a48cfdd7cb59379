"""Duties: plays that must come before others (rules 6)."""

from __future__ import annotations

from collections.abc import Container, Iterator

from attrs import frozen

from crapette.actions import (
    FLIP,
    HOUSE_NAMES,
    OWN_RESERVE,
    OWN_TURNED,
    TAKE_ACE,
    THEIR_RESERVE,
    THEIR_WASTE,
    TO_FOUNDATION,
    Action,
    Kind,
)
from crapette.engine.possible import (
    enters_empty_house,
    foundation_plays,
    has_empty_house,
    obstacle,
    open_cards,
    possible_moves,
)
from crapette.rulebook import EVERYTHING, EXEMPT, Rulebook
from crapette.rules import Duty, FoundationDuty, PlaceDuty
from crapette.state import Moment
from crapette.table import Table


@frozen
class Offence:
    """A duty that an action breaks (rules 6).

    Attributes:
        duty: `reserve-to-foundation`, `foundation`, `fill`, `reserve` or `hand`.
        plays: The plays that would have fulfilled the duty, in canonical order.
        callable: Whether the variant lists the duty in `stop.calls`.
    """

    duty: Duty
    plays: tuple[Action, ...]
    callable: bool


def pending_duties(
    book: Rulebook, table: Table, player: int, moves: list[Action]
) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties by rank, each with the plays that fulfil it, in canonical order.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        moves: What the cards allow the mover.
    """
    if moves[0].target == TO_FOUNDATION:
        plays = [move for move in moves if move.target == TO_FOUNDATION and move is not TAKE_ACE]
        yield from _founding_duties(book, table, player, plays)
    yield from _placing_duties(book, table, player, moves)


def _founding_duties(
    book: Rulebook, table: Table, player: int, plays: list[Action]
) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties of ranks 1 and 2, where these plays to a foundation are possible."""
    if book.foundation_duty is FoundationDuty.NONE:
        return
    if book.foundation_duty is FoundationDuty.ACES:
        plays = [play for play in plays if table[play.piles[player][0]] & 0xF == 1]
    if plays and book.reserve_first and plays[0].source == OWN_RESERVE:
        yield Duty.RESERVE_TO_FOUNDATION, plays[:1]
    if plays:
        yield Duty.FOUNDATION, plays


def _placing_duties(
    book: Rulebook, table: Table, player: int, moves: list[Action]
) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties of ranks 3 to 5, where these moves are possible."""
    for duty in book.placing_duties:
        if duty is Duty.FILL:
            plays = [move for move in moves if move.source == OWN_RESERVE and enters_empty_house(table, player, move)]
        elif duty is Duty.RESERVE:
            plays = _placing(moves, OWN_RESERVE, loads=book.reserve_duty is PlaceDuty.ANY)
        else:
            plays = _placing(moves, OWN_TURNED, loads=book.hand_duty is PlaceDuty.ANY)
        if (
            book.flips
            and FLIP in moves
            and (duty is Duty.RESERVE or (duty is Duty.FILL and has_empty_house(book, table)))
        ):
            plays.append(FLIP)
        if plays:
            yield duty, plays


def _placing(moves: list[Action], source: str, *, loads: bool) -> list[Action]:
    """The plays from a source to a house, and perhaps the loads."""
    targets = (*HOUSE_NAMES, THEIR_RESERVE, THEIR_WASTE) if loads else HOUSE_NAMES
    return [move for move in moves if move.source == source and move.target in targets]


def may_fulfil(duty: Duty, play: Action) -> bool:
    """Whether an action may be one that fulfils the duty, under some rules and on some table (rules 6)."""
    if play.kind is not Kind.PLAY:
        return play is FLIP and duty in (Duty.FILL, Duty.RESERVE)
    match duty:
        case Duty.RESERVE_TO_FOUNDATION:
            return play.source == OWN_RESERVE and play.target == TO_FOUNDATION
        case Duty.FOUNDATION:
            return play.target == TO_FOUNDATION and play is not TAKE_ACE
        case Duty.FILL:
            return play.source == OWN_RESERVE and play.target in HOUSE_NAMES
        case Duty.RESERVE:
            return play.source == OWN_RESERVE and play.target != TO_FOUNDATION
        case Duty.HAND:
            return play.source == OWN_TURNED and play.target != TO_FOUNDATION


def without_offences(
    book: Rulebook, table: Table, player: int, moves: list[Action], duties: Container[Duty]
) -> list[Action]:
    """Those of the mover's moves that offend against none of these duties.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        moves: What the cards allow the mover; moves that no strict duty allows may be missing.
        duties: The duties to keep.
    """
    safe = [TAKE_ACE]
    for duty, plays in pending_duties(book, table, player, moves):
        safe += plays
        if duty in duties:
            gated = book.gates[duty]
            moves = [move for move in moves if move.kind not in gated or move in safe]
            if gated is EVERYTHING:
                break
    return moves


def offences(state: Moment, action: Action | str) -> tuple[Offence, ...]:
    """The duties that an action of the mover would break, by rank (rules 6).

    Args:
        state: The state before the action, or a view of it.
        action: The action, or its text.

    Returns:
        The offences, each with the plays that would have fulfilled the duty; empty for an action that
        breaks none, and for one that is not possible.

    Raises:
        NotationError: The text names no action.
    """
    if isinstance(action, str):
        action = Action.parse(action)
    if action.kind in EXEMPT or state.course.outcome is not None or obstacle(state, action) is not None:
        return ()
    return tuple(offences_of_possible(state, action))


def offences_of_possible(state: Moment, action: Action) -> Iterator[Offence]:
    """The offences of an action that the cards allow; each duty is looked at only when it is its turn."""
    if action.kind in EXEMPT or action is TAKE_ACE:
        return
    book = state.course.book
    for duty, plays in _duties_before(state, action):
        if action in plays:
            return
        if action.kind in book.gates[duty]:
            yield Offence(duty, tuple(plays), duty in book.callable_duties)


def _duties_before(state: Moment, action: Action) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties as they bear on an action: those of ranks 3 to 5 only where one of them may gate it."""
    book, table, player = state.course.book, state.table, state.course.mover
    plays = foundation_plays(table, open_cards(book, table, player))
    if plays:
        yield from _founding_duties(book, table, player, plays)
    kind = action.kind
    if kind in book.gated_by_placing or (kind in book.gated_by_filling and has_empty_house(book, table)):
        yield from _placing_duties(book, table, player, possible_moves(book, table, player, state.turn))
