"""How a turn begins and ends (rules 7, 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from crapette.engine.effect import refilled
from crapette.engine.ending import stalemate, win
from crapette.rulebook import Rulebook
from crapette.state import NO_CALLS, Calls, Course, State, Turn
from crapette.table import Table

NEW_TURN: Final = Turn()


def first_turn(book: Rulebook, table: Table, mover: int, unseen: bytes, *, midway: bool = False) -> State:
    """The state in which nothing is remembered yet: the first turn begins, or is under way."""
    tables = ((mover, table),) if book.repetitions and not midway else ()
    course = Course(book, mover, mover, 1, 0, 0, len(unseen), tables, outcome=win(book, table, mover))
    return State(table, unseen, NEW_TURN, course, NO_CALLS)


def next_turn(table: Table, unseen: bytes, turn: Turn, course: Course, calls: Calls, *, by_call: bool = False) -> State:
    """The state after the mover's turn has ended and the next has begun.

    Args:
        table: The table.
        unseen: The cards that have never been face up.
        turn: What is remembered of the turn that has ended.
        course: The course of the deal in it.
        calls: What is remembered of calls, the action that ended the turn included.
        by_call: Whether an upheld call ended the turn; then the table does not count for repetition.
    """
    book, player = course.book, 1 - course.mover
    while calls.skips[player]:  # at most both
        calls = Calls(skips=skips_with(calls, player, skips=False))
        player = 1 - player
    if book.recycles_at_start:
        table = refilled(table, player)
    tables: tuple[tuple[int, Table], ...] = ()
    if book.repetitions:
        # No earlier table can recur once a card has gone to a foundation or a new card was seen.
        forgets = turn.founded or len(unseen) < course.unseen
        tables = () if forgets else course.tables
        if not by_call:  # where it is left out, the last one counted was no end then, and is none now
            tables = (*tables, (player, table))
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
    if end is not None:
        return State(table, unseen, NEW_TURN, replace(course, outcome=end), Calls(last=calls.last))
    return State(table, unseen, NEW_TURN, course, calls)


def skips_with(calls: Calls, player: int, *, skips: bool) -> tuple[bool, bool]:
    """Whose next turn will be skipped, when that of this player will or will not be."""
    return (skips, calls.skips[1]) if player == 0 else (calls.skips[0], skips)
