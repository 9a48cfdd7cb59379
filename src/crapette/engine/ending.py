"""The end of a deal (rules 9)."""

from __future__ import annotations

from crapette.engine.possible import has_reserve
from crapette.rulebook import Rulebook
from crapette.state import Course, Outcome, Reason, State
from crapette.table import HAND, NO_CARDS, OWN, WASTE, Table, same_remembered, size


def outcome(state: State) -> Outcome | None:
    """How the deal ended: the winner, or none, and the reason; None while it goes on (rules 9)."""
    return state.course.outcome


def win(book: Rulebook, table: Table, mover: int) -> Outcome | None:
    """The win of a player who has got rid of the cards that count, the mover before the opponent."""
    for player in (mover, 1 - mover):
        if book.wins_by_reserve:
            if not has_reserve(table, player):
                return Outcome(player, Reason.RESERVE_OUT)
        elif table[OWN[player]] == NO_CARDS[player]:
            return Outcome(player, Reason.OUT)
    return None


def stalemate(table: Table, course: Course) -> Outcome | None:
    """The stalemate that stands when a turn has ended and the next has begun."""
    book = course.book
    if (
        book.idle_cycles
        and course.idle >= 2 * book.idle_cycles
        and course.idle
        >= 2 * book.idle_cycles * max(size(table, HAND[player]) + size(table, WASTE[player]) for player in (0, 1))
    ):
        return Outcome(None, Reason.IDLE)
    if book.repetitions and _stands_again(table, course.tables, book.repetitions):
        return Outcome(None, Reason.REPETITION)
    if book.barren_turns and course.barren >= book.barren_turns:
        return Outcome(None, Reason.BARREN)
    if book.max_turns and course.turn_number > book.max_turns:
        return Outcome(None, Reason.TURN_LIMIT)
    return None


def _stands_again(table: Table, tables: tuple[Table, ...], times: int) -> bool:
    """Whether the last of the tables, which stands now, has stood so often at the start of this player's turns."""
    if len(tables) < 2 * times - 1:
        return False
    return 1 + sum(same_remembered(table, earlier) for earlier in tables[-3::-2]) >= times
