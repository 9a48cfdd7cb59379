"""Measures how strong the bots are: each against the one below it, in both seats with the same packs.

    python -m benchmarks.ladder [crapette-strict crapette russian-bank]

The table is Markdown, and goes into `docs/bots.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from time import process_time

from benchmarks.conditions import this_run
from benchmarks.report import table
from crapette import load_rules
from crapette.simulation.experiment import Arm, Experiment
from crapette.simulation.result import Played
from crapette.simulation.running import in_order, played_anywhere
from crapette.simulation.statistics import Numbers

RUNGS = (
    ("first", "random", 200),
    ("greedy", "first", 4000),
    ("careful", "greedy", 200),
    ("sampling", "careful", 100),
)
"""Who plays against whom, the better one first if the ladder is right, and with how many packs."""
HEAD = ("bots", "variant", "deals", "wins", "balance", "95 % interval", "seconds a deal")


def main(arguments: Sequence[str] | None = None) -> None:
    """Plays, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ladder", description="Measures how strong bots are.")
    parser.add_argument("variants", nargs="*", default=["crapette-strict", "crapette", "russian-bank"], metavar="NAME")
    asked = parser.parse_args(arguments)
    run = this_run("")
    print(f"crapette ({run.commit}), {run.build}; {run.python}; {run.machine}; {run.date}\n")
    print(table(HEAD, list(_rows(asked.variants))))


def _rows(variants: Sequence[str]) -> Iterator[tuple[str, ...]]:
    for better, worse, packs in RUNGS:
        for variant in variants:
            print(f"{better} – {worse}, {variant}", file=sys.stderr)
            yield _row(variant, (better, worse), packs)


def _row(variant: str, bots: tuple[str, str], packs: int) -> tuple[str, ...]:
    """What comes of it when two bots play so many packs in both seats."""
    arm = Arm(variant, load_rules(variant), bots)
    began = process_time()
    rounds = list(in_order(played_anywhere(Experiment((arm, arm.exchanged), seed=0), range(packs))))
    seconds = (process_time() - began) / (2 * packs)
    balances = Numbers(map(balance, rounds))
    wins = sum(deal.winner == seat for each in rounds for seat, deal in enumerate(each))
    return (
        f"{bots[0]} – {bots[1]}",
        variant,
        str(2 * packs),
        f"{100 * wins / (2 * packs):.0f} %",
        f"{balances.mean:+.2f}",
        f"{balances.interval.low:+.2f} to {balances.interval.high:+.2f}",
        f"{seconds:.2f}",
    )


def balance(deals: Sequence[Played]) -> int:
    """How many deals the first bot has won more than the other, of two with it in seat 0 and then in seat 1."""
    return sum((deal.winner == seat) - (deal.winner == 1 - seat) for seat, deal in enumerate(deals))


if __name__ == "__main__":
    main()
