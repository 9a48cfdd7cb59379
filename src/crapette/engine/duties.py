"""Duties: plays that must come before others (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator

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
from crapette.engine.possible import has_empty_house, obstacle, possible_moves
from crapette.rulebook import Rulebook
from crapette.rules import Duty, FillDuty, FoundationDuty, PlaceDuty
from crapette.state import State
from crapette.table import GROUND, Table

EVERYTHING: frozenset[Kind] = frozenset(Kind)
BEFORE_DRAW: frozenset[Kind] = frozenset({Kind.DRAW, Kind.PASS, Kind.LAY})
BEFORE_DISCARD: frozenset[Kind] = frozenset({Kind.DISCARD})
EXEMPT: frozenset[Kind] = frozenset({Kind.OFFER, Kind.ACCEPT, Kind.STOP})
"""What never offends; taking an ace from the opponent's reserve does not either."""


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
    if moves[0].target == TO_FOUNDATION and book.foundation_duty is not FoundationDuty.NONE:
        yield from _founding_duties(book, table, player, moves)
    for duty in book.placing_duties:
        if duty is Duty.FILL:
            plays = [
                move
                for move in moves
                if move.source == OWN_RESERVE and move.target in HOUSE_NAMES and table[move.piles[player][1]] >= GROUND
            ]
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


def _founding_duties(
    book: Rulebook, table: Table, player: int, moves: list[Action]
) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties of ranks 1 and 2."""
    plays = [move for move in moves if move.target == TO_FOUNDATION and move is not TAKE_ACE]
    if book.foundation_duty is FoundationDuty.ACES:
        plays = [play for play in plays if table[play.piles[player][0]] & 0xF == 1]
    if plays and book.reserve_first and plays[0].source == OWN_RESERVE:
        yield Duty.RESERVE_TO_FOUNDATION, plays[:1]
    if plays:
        yield Duty.FOUNDATION, plays


def _placing(moves: list[Action], source: str, *, loads: bool) -> list[Action]:
    """The plays from a source to a house, and perhaps the loads."""
    targets = (*HOUSE_NAMES, THEIR_RESERVE, THEIR_WASTE) if loads else HOUSE_NAMES
    return [move for move in moves if move.source == source and move.target in targets]


def without_offences(book: Rulebook, table: Table, player: int, moves: list[Action]) -> list[Action]:
    """Those of the possible moves that offend against no duty."""
    for duty, plays in pending_duties(book, table, player, moves):
        gated = gated_by(book, duty)
        if gated is EVERYTHING:
            return [move for move in moves if move in plays or move is TAKE_ACE]
        moves = [move for move in moves if move.kind not in gated]
    return moves


def gated_by(book: Rulebook, duty: Duty) -> frozenset[Kind]:
    """What may not be done instead of fulfilling a pending duty."""
    match duty:
        case Duty.RESERVE_TO_FOUNDATION | Duty.FOUNDATION:
            return EVERYTHING
        case Duty.FILL:
            return EVERYTHING if book.fill_duty is FillDuty.AT_ONCE else BEFORE_DRAW
        case Duty.RESERVE:
            return BEFORE_DRAW
        case Duty.HAND:
            return BEFORE_DISCARD


def offences(state: State, action: Action | str) -> tuple[Offence, ...]:
    """The duties that an action of the mover would break, by rank (rules 6).

    Args:
        state: The state before the action.
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


def offences_of_possible(state: State, action: Action) -> Iterator[Offence]:
    """The offences of an action that the cards allow; each duty is looked at only when it is its turn."""
    if action.kind in EXEMPT or action is TAKE_ACE:
        return
    course, table = state.course, state.table
    moves = possible_moves(course.book, table, course.mover, state.turn)
    for duty, plays in pending_duties(course.book, table, course.mover, moves):
        if action in plays:
            return
        if action.kind in gated_by(course.book, duty):
            yield Offence(duty, tuple(plays), duty in state.rules.stop.calls)
