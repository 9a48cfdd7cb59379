"""Duties: plays that must come before others (rules 6)."""

from __future__ import annotations

from collections.abc import Container

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
from crapette.rulebook import EVERYTHING, Rulebook
from crapette.rules import Duty
from crapette.state import Moment
from crapette.table import Table

_FILL, _RESERVE = Duty.FILL, Duty.RESERVE  # to look up a member of an enum takes as long as calling a function


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


Pending = list[tuple[Duty, list[Action]]]
"""The pending duties by rank, each with the plays that fulfil it, in canonical order."""


def pending_duties(book: Rulebook, table: Table, player: int, moves: list[Action]) -> Pending:
    """The duties that are pending for the mover.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        moves: What the cards allow the mover; duties that only other moves fulfil are left out.
    """
    pending: Pending = []
    if book.has_founding_duty and moves[0].target == TO_FOUNDATION:
        plays = [move for move in moves if _founds(book, table, player, move)]
        if plays and book.reserve_first and plays[0].source == OWN_RESERVE:
            pending.append((Duty.RESERVE_TO_FOUNDATION, plays[:1]))
        if plays:
            pending.append((Duty.FOUNDATION, plays))
    for duty in book.placing_duties:
        plays = _placing(book, table, player, moves, duty)
        if plays:
            pending.append((duty, plays))
    return pending


def _founds(book: Rulebook, table: Table, player: int, move: Action) -> bool:
    """Whether a move fulfils the duty of rank 2."""
    if move.target != TO_FOUNDATION or move is TAKE_ACE:
        return False
    return not book.founds_aces_only or table[move.piles[player][0]] & 0xF == 1


def _placing(book: Rulebook, table: Table, player: int, moves: list[Action], duty: Duty) -> list[Action]:
    """Those of the moves that fulfil a duty of rank 3 to 5."""
    if duty is _FILL:
        plays = [move for move in moves if move.source == OWN_RESERVE and enters_empty_house(table, player, move)]
        flips = has_empty_house(book, table)
    else:
        source = OWN_RESERVE if duty is _RESERVE else OWN_TURNED
        targets = (*HOUSE_NAMES, THEIR_RESERVE, THEIR_WASTE) if duty in book.loading_duties else HOUSE_NAMES
        plays = [move for move in moves if move.source == source and move.target in targets]
        flips = duty is _RESERVE
    if flips and book.flips and FLIP in moves:
        plays.append(FLIP)
    return plays


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
    if action.is_said or state.course.outcome is not None or obstacle(state, action) is not None:
        return ()
    broken = duties_broken(state, action)
    return tuple([Offence(duty, tuple(plays), duty in state.course.book.callable_duties) for duty, plays in broken])


def duties_broken(state: Moment, action: Action) -> Pending:
    """The duties that an action which the cards allow would break, each with the plays that would have fulfilled it."""
    if action.is_said or action is TAKE_ACE:
        return []
    book, table, player = state.course.book, state.table, state.course.mover
    kind = action.kind
    founding = foundation_plays(table, open_cards(book, table, player))
    # The duties of ranks 3 to 5 are looked for only where one of them may gate the action.
    placing = kind in book.gated_by_placing or (kind in book.gated_by_filling and has_empty_house(book, table))
    if not founding and not placing:
        return []
    moves = possible_moves(book, table, player, state.turn) if placing else founding
    broken: Pending = []
    for duty, plays in pending_duties(book, table, player, moves):
        if action in plays:
            break
        if kind in book.gates[duty]:
            broken.append((duty, plays))
    return broken
