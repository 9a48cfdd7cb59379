"""Duties: plays that must come before others (rules 6)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from crapette.actions import FLIP, OWN_RESERVE, OWN_TURNED, TAKE_ACE, Action, Kind
from crapette.engine.possible import can_flip, foundation_plays, house_plays, load_plays, obstacle, open_cards
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


def founding_duties(
    book: Rulebook, table: Table, player: int, founding: list[Action]
) -> list[tuple[Duty, list[Action]]]:
    """The pending duties of ranks 1 and 2, each with the plays that fulfil it.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        founding: The mover's possible plays to a foundation, in canonical order.
    """
    if book.foundation_duty is FoundationDuty.NONE or not founding:
        return []
    due = founding
    if book.foundation_duty is FoundationDuty.ACES:
        due = [play for play in founding if table[play.piles[player][0]] & 0xF == 1]
    if not due:
        return []
    if book.reserve_first and due[0].source == OWN_RESERVE:
        return [(Duty.RESERVE_TO_FOUNDATION, due[:1]), (Duty.FOUNDATION, due)]
    return [(Duty.FOUNDATION, due)]


def placing_duties(
    book: Rulebook, table: Table, player: int, placing: list[Action], loading: list[Action]
) -> list[tuple[Duty, list[Action]]]:
    """The pending duties of ranks 3, 4 and 5, each with the plays that fulfil it.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        placing: The mover's possible plays to a house, in canonical order.
        loading: The mover's possible loads, in canonical order.
    """
    pending: list[tuple[Duty, list[Action]]] = []
    for duty in book.placing_duties:
        if duty is Duty.FILL:
            if table[book.houses].isascii():  # no house is empty
                continue
            plays = [play for play in placing if play.source == OWN_RESERVE and table[play.piles[player][1]] >= GROUND]
        else:
            source, where = (OWN_RESERVE, book.reserve_duty) if duty is Duty.RESERVE else (OWN_TURNED, book.hand_duty)
            plays = [play for play in placing if play.source == source]
            if where is PlaceDuty.ANY:
                plays += [load for load in loading if load.source == source]
        if duty is not Duty.HAND and can_flip(book, table, player):
            plays.append(FLIP)
        if plays:
            pending.append((duty, plays))
    return pending


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
    for duty, plays in _pending(state, action):
        if action in plays:
            return
        if action.kind in gated_by(state.course.book, duty):
            yield Offence(duty, tuple(plays), duty in state.rules.stop.calls)


def _pending(state: State, action: Action) -> Iterator[tuple[Duty, list[Action]]]:
    """The pending duties by rank, without those of ranks 3 to 5 where none of them gates the action."""
    book, table, player = state.course.book, state.table, state.course.mover
    cards = open_cards(book, table, player)
    yield from founding_duties(book, table, player, foundation_plays(table, cards))
    if book.placing_duties and any(action.kind in gated_by(book, duty) for duty in book.placing_duties):
        placing = house_plays(book, table, player, cards, state.turn)
        yield from placing_duties(book, table, player, placing, load_plays(book, table, player, cards))
