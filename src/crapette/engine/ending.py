"""The end of a deal (rules 9)."""

from __future__ import annotations

from crapette.engine.possible import has_reserve
from crapette.rulebook import Rulebook
from crapette.state import Course, Moment, Outcome, Reason
from crapette.table import HAND, OWN, WASTE, Table, same_remembered, size


def outcome(state: Moment) -> Outcome | None:
    """How the deal ended: the winner, or none, and the reason; None while it goes on (rules 9)."""
    return state.course.outcome


def win(book: Rulebook, table: Table, mover: int) -> Outcome | None:
    """The win of a player who has got rid of the cards that count, the mover before the opponent."""
    for player in (mover, 1 - mover):
        if book.wins_by_reserve:
            if not has_reserve(table, player):
                return Outcome(player, Reason.RESERVE_OUT)
        elif OWN[player].translate(table) == OWN[player]:
            return Outcome(player, Reason.OUT)
    return None


def stalemate(table: Table, course: Course) -> Outcome | None:
    """The stalemate that stands when a turn has ended and the next has begun."""
    book = course.book
    least = 2 * book.idle_cycles
    if least and course.idle >= least:  # the least bound first: to count the cards takes longer
        cards = max(size(table, HAND[player]) + size(table, WASTE[player]) for player in (0, 1))
        if course.idle >= least * cards:
            return Outcome(None, Reason.IDLE)
    if book.repetitions and _has_stood(course, book.repetitions):
        return Outcome(None, Reason.REPETITION)
    if book.barren_turns and course.barren >= book.barren_turns:
        return Outcome(None, Reason.BARREN)
    if book.max_turns and course.turn_number > book.max_turns:
        return Outcome(None, Reason.TURN_LIMIT)
    return None


def _has_stood(course: Course, times: int) -> bool:
    """Whether the last of the tables counted stands for the n-th time at the start of this player's turn."""
    if len(course.tables) < times:
        return False
    mover, table = course.tables[-1]
    return times <= 1 + sum(
        player == mover and same_remembered(table, earlier) for player, earlier in course.tables[:-1]
    )
