"""How many bytes a state takes, in memory and pickled without its rules."""

from __future__ import annotations

import io
import pickle
import sys
from collections.abc import Sequence
from statistics import mean, median

from tests.reachable import reachable

from benchmarks.playouts import steps
from crapette import State, load_rules
from crapette.actions import ACTIONS
from crapette.rulebook import Rulebook

VARIANTS = ("crapette-strict", "crapette")
DEALS = 10
"""Of so many deals of each variant the states are looked at."""
KEPT, PICKLED = "a kept state of {}", "a pickle in mid-deal of {}"
LARGEST = "the largest such pickle of {}"


def sizes() -> dict[str, float]:
    """All sizes by name, in bytes."""
    found: dict[str, float] = {}
    for name in VARIANTS:
        rules = load_rules(name)
        deals = [[state for state, _ in steps(rules, seed)] for seed in range(DEALS)]
        pickles = [len(dumped(in_mid_deal(states))) for states in deals]
        found[KEPT.format(name)] = mean(map(kept, deals))
        found[PICKLED.format(name)] = median(pickles)
        found[LARGEST.format(name)] = max(pickles)
    return found


def kept(states: Sequence[object]) -> float:
    """What a state takes in memory where all states of a deal are kept: the mean of all but the first.

    What several of them share counts once, and what the first one has, such as the rules, not at all.
    """
    first = {id(thing) for thing in reachable([states[0], ACTIONS])}
    return sum([sys.getsizeof(thing) for thing in reachable(states) if id(thing) not in first]) / (len(states) - 1)


def in_mid_deal(states: Sequence[State]) -> State:
    """The first state from the middle of a deal on in which no window is open."""
    return next(state for state in states[len(states) // 2 :] if state.window is None)


class _Pickler(pickle.Pickler):
    """Leaves the rules out."""

    def persistent_id(self, thing: object) -> str | None:
        return "the rules" if isinstance(thing, Rulebook) else None


class _Unpickler(pickle.Unpickler):
    """Puts the rules in again."""

    def __init__(self, data: bytes, book: Rulebook) -> None:
        super().__init__(io.BytesIO(data))
        self.book = book

    def persistent_load(self, _: str) -> Rulebook:
        return self.book


def dumped(state: State) -> bytes:
    """A state pickled without its rules."""
    file = io.BytesIO()
    _Pickler(file).dump(state)
    return file.getvalue()


def loaded(data: bytes, book: Rulebook) -> State:
    """The state that was pickled without these rules."""
    state = _Unpickler(data, book).load()
    assert isinstance(state, State)
    return state
