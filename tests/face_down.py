"""Other states that look the same: what lies face down, exchanged."""

from __future__ import annotations

from random import Random

from attrs import evolve

from crapette import State
from crapette.state import Turn
from crapette.table import FACE_DOWN, HAND, PILES, build, pile


def lookalikes(state: State, rng: Random) -> tuple[State, State]:
    """The state as its turn begins, and one that has all that lies face down in other places, at random.

    The layouts of the turn under way are forgotten, since they too know what lies face down.
    """
    piles = {number: pile(state.table, number) for number in PILES}
    hidden = [card for number in (*FACE_DOWN, *HAND) for card in piles[number]]
    other = dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))
    table = build({number: bytes(other.get(card, card) for card in cards) for number, cards in piles.items()})
    return evolve(state, turn=Turn()), evolve(state, turn=Turn(), table=table)
