"""Other states that look the same: what lies face down, exchanged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from attrs import evolve

from crapette import State
from crapette.state import Breach, Turn
from crapette.table import FACE_DOWN, HAND, Table, pile


def lookalikes(state: State, rng: Random) -> tuple[State, State]:
    """The state as its turn begins, and one that has all that lies face down in other places, at random.

    The layouts of the turn under way are forgotten, since they too know what lies face down. What lay face up
    before an offence that may be taken back stays where it is, so that it is the same offence in both.
    """
    breach = state.calls.breach
    hidden = face_down(state.table)
    if breach is not None and breach.before is not None:
        hidden = sorted({*hidden} & {*face_down(breach.before.table)})
    one = replace(state, turn=Turn())
    return one, exchanged(one, dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True)))


def face_down(table: Table) -> list[int]:
    """The codes of the cards that lie face down."""
    return sorted(card for number in (*FACE_DOWN, *HAND) for card in pile(table, number))


def exchanged(state: State, other: Mapping[int, int]) -> State:
    """The state with cards exchanged for others, by their codes: on the table, and in all that is remembered of it."""
    tables = tuple([(player, Table(_exchanged(table, other))) for player, table in state.course.tables])
    layouts = tuple([_exchanged(layout, other) for layout in state.turn.layouts])
    breach = state.calls.breach
    return replace(
        state,
        table=Table(_exchanged(state.table, other)),
        turn=state.turn._replace(layouts=layouts),
        course=replace(state.course, tables=tables),
        calls=replace(state.calls, breach=breach and _exchanged_in_breach(breach, other)),
    )


def _exchanged_in_breach(breach: Breach, other: Mapping[int, int]) -> Breach:
    cards = bytes([other.get(card, card) for card in breach.cards])
    return evolve(breach, cards=cards, before=breach.before and exchanged(breach.before, other))


def _exchanged(table: bytes, other: Mapping[int, int]) -> bytes:
    """What every card and pile lies on, or is topped by, with cards exchanged."""
    new = bytearray(table)
    for number, under in enumerate(table):
        new[other.get(number, number)] = other.get(under, under)
    return bytes(new)
