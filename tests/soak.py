"""Random deals of every shipped variant: every deal ends, and every invariant holds.

    python -m tests.soak [--deals 1000] [variant …]

Deal number k of a variant is the deal of seed k, played and called at random with seed k. It prints a table of how
the deals ended, with what a deal has of turns, actions, upheld and false calls on the average, and exits with 1 if
anything is violated.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from itertools import product
from multiprocessing import Pool
from random import Random
from time import perf_counter
from typing import NamedTuple

from crapette import deal, load_rules, outcome, variant_names
from crapette.actions import ACTIONS
from crapette.invariants import check_ends, check_legality, check_table
from tests.playing import random_walk

CHUNK = 50
"""Deals that one process plays in one go."""
LONGEST_DEAL = 100_000
"""No deal of a shipped variant takes so many actions."""
COUNTS = ("turns", "actions", "upheld", "false")
ENDS = ("0 out", "1 out", "idle", "repetition", "barren", "turn-limit", "agreement")


class Played(NamedTuple):
    """What came of some deals of a variant."""

    name: str
    ends: Counter[str]
    counts: Counter[str]
    """Of all deals together: turns, actions, calls."""
    seconds: float
    violations: list[str]


def play_chunk(chunk: tuple[str, range]) -> Played:
    """Plays the deals of these seeds."""
    name, seeds = chunk
    began = perf_counter()
    ends: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    violations: list[str] = []
    for seed in seeds:
        try:
            end, counted = play(name, seed)
        except Exception as error:  # whatever goes wrong is told with its seed
            violations.append(f"{name}, seed {seed}: {type(error).__name__}: {error}")
            continue
        ends[end] += 1
        counts += counted
    return Played(name, ends, counts, perf_counter() - began, violations)


def play(name: str, seed: int) -> tuple[str, Counter[str]]:
    """Plays a deal; how it ended, how many turns were begun, how many actions and calls made."""
    state = deal(load_rules(name), seed)
    sample = Random(f"{name} {seed}")
    check_table(state)
    counts: Counter[str] = Counter()
    for before, _, _, after in random_walk(state.rules, seed):
        counts["actions"] += 1
        assert counts["actions"] <= LONGEST_DEAL, "the deal does not end"
        if after.last_call is not None:
            counts["upheld" if after.last_call.upheld else "false"] += 1
        if sample.random() < 0.03:
            check_table(after)
            check_ends(after)
            assert before.seen <= after.seen
            check_legality(after, sample.sample(ACTIONS, 10))
        if sample.random() < 0.0002:
            check_legality(after, ACTIONS)
        state = after
    check_table(state)
    check_ends(state)
    ended = outcome(state)
    assert ended is not None, "no action is legal before the end"
    end = str(ended.reason) if ended.winner is None else f"{ended.winner} {ended.reason}"
    counts["turns"] = state.turn_number
    return end, counts


def table(names: Iterable[str], results: Iterable[Played]) -> list[str]:
    """How the deals of each variant ended."""
    results = list(results)
    shown = [end for end in ENDS if any(result.ends[end] for result in results)]
    rows = [["variant", "deals", *shown, *COUNTS, "seconds"]]
    for name in names:
        mine = [result for result in results if result.name == name]
        ends = sum((result.ends for result in mine), Counter[str]())
        counts = sum((result.counts for result in mine), Counter[str]())
        deals = ends.total()
        means = [f"{counts[what] / max(1, deals):.1f}" for what in COUNTS]
        seconds = sum(result.seconds for result in mine)
        rows.append([name, str(deals), *(str(ends[end]) for end in shown), *means, f"{seconds:.1f}"])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description="Plays random deals and checks them.")
    parser.add_argument("--deals", type=int, default=1000, help="how many deals of each variant (1000)")
    parser.add_argument(
        "variants", nargs="*", default=variant_names(), metavar="variant", help="shipped variants (all)"
    )
    asked = parser.parse_args()
    starts = range(0, asked.deals, CHUNK)
    chunks = [(name, range(start, min(start + CHUNK, asked.deals))) for name, start in product(asked.variants, starts)]
    with Pool() as pool:
        results = pool.map(play_chunk, chunks, chunksize=1)
    print("\n".join(table(asked.variants, results)))
    violations = [violation for result in results for violation in result.violations]
    print("\n".join(violations) or "Nothing is violated.")
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
