"""The library by its parts, each over the same states, which random play of `crapette-strict` has reached."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from operator import eq
from typing import Any

from benchmarks.measuring import Work
from benchmarks.playouts import steps
from benchmarks.sizes import dumped, loaded
from crapette import (
    Action,
    State,
    apply,
    deal,
    distinct_moves,
    from_json,
    legal_moves,
    load_rules,
    observe,
    sample,
    to_json,
)
from crapette.perft import perft

CHECKED, UNCHECKED = "apply, checked", "apply, unchecked"
FIRST_TENTH, LAST_TENTH = "an action in the first tenth of a deal", "an action in the last tenth of a deal"

SAMPLED_DEALS, STEPS = 4, 200
"""So many steps of so many deals, spread evenly, are what the parts are measured with."""
DEALS, LONG_DEALS = 24, 8
"""So many deals are played, of which so many, the longest ones, count as long."""
PERFT_SEED, PERFT_DEPTH = 7, 6


def parts() -> dict[str, Work]:
    """Each part by name."""
    rules = load_rules("crapette-strict")
    played = [step for seed in range(SAMPLED_DEALS) for step in steps(rules, seed)]
    states, actions = zip(*played[:: len(played) // STEPS], strict=True)
    seeds = range(len(states))
    views = [observe(state) for state in states]
    messages = [to_json(state) for state in states]
    pickles = [pickle.dumps(state) for state in states]
    books = [state.course.book for state in states]
    without_rules = [dumped(state) for state in states]
    return {
        "legal_moves": each(legal_moves, states),
        "distinct_moves": each(distinct_moves, states),
        UNCHECKED: each(partial(apply, check=False), states, actions),
        CHECKED: each(apply, states, actions),
        "deal": each(partial(deal, rules), seeds),
        "observe": each(observe, states),
        "sample": each(sample, views, seeds),
        "to_json": each(to_json, states),
        "from_json": each(from_json, messages),
        "pickle.dumps": each(pickle.dumps, states),
        "pickle.loads": each(pickle.loads, pickles),
        "pickle.dumps, the rules left out": each(dumped, states),
        "pickle.loads, the rules left out": each(loaded, without_rules, books),
        "hash": each(hash, states),
        "==, of equal states": each(eq, states, list(map(loaded, without_rules, books))),
        "perft, a sequence": partial(perft, deal(rules, PERFT_SEED), PERFT_DEPTH),
    }


def tenths() -> dict[str, Work]:
    """What is done in a playout, at the two ends of long deals."""
    rules = load_rules("crapette-strict")
    long = sorted([list(steps(rules, seed)) for seed in range(DEALS)], key=len)[-LONG_DEALS:]
    first = [step for played in long for step in played[: len(played) // 10]]
    last = [step for played in long for step in played[-(len(played) // 10) :]]
    return {FIRST_TENTH: each(_act, *zip(*first, strict=True)), LAST_TENTH: each(_act, *zip(*last, strict=True))}


def each(function: Callable[..., object], *columns: Sequence[Any]) -> Work:
    """Calls a function with each row of these columns; the loop itself runs in C and costs next to nothing."""

    def work() -> int:
        deque(map(function, *columns), maxlen=0)
        return len(columns[0])

    return work


def _act(state: State, action: Action) -> None:
    """An action in a playout."""
    legal_moves(state)
    apply(state, action, check=False)
