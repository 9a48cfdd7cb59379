"""How a turn begins and ends (rules 7, 9)."""

from __future__ import annotations

from attrs import evolve

from crapette.engine.effect import refilled
from crapette.engine.ending import stalemate, win
from crapette.rulebook import Rulebook
from crapette.state import Course, State, Turn
from crapette.table import Table

NEW_TURN = Turn()


def first_turn(book: Rulebook, table: Table, mover: int, unseen: bytes, *, midway: bool = False) -> State:
    """The state in which nothing is remembered yet: the first turn begins, or is under way."""
    tables = ((mover, table),) if book.repetitions and not midway else ()
    course = Course(book, mover, mover, 1, 0, 0, len(unseen), tables, outcome=win(book, table, mover))
    return State(table, unseen, NEW_TURN, course)


def next_turn(table: Table, unseen: bytes, turn: Turn, course: Course) -> State:
    """The state after the mover's turn has ended and the other player's has begun."""
    book, player = course.book, 1 - course.mover
    if book.recycles_at_start:
        table = refilled(table, player)
    tables: tuple[tuple[int, Table], ...] = ()
    if book.repetitions:
        # No earlier table can recur once a card has gone to a foundation or a new card was seen.
        forgets = turn.founded or len(unseen) < course.unseen
        tables = ((player, table),) if forgets else (*course.tables, (player, table))
    course = Course(
        book,
        player,
        course.starter,
        course.turn_number + 1,
        0 if turn.progress else course.idle + 1,
        0 if turn.founded else course.barren + 1,
        len(unseen),
        tables,
        course.offer,
    )
    end = stalemate(table, course)
    return State(table, unseen, NEW_TURN, course if end is None else evolve(course, outcome=end))
