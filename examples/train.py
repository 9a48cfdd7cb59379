"""Trains an agent, and shows what it has learned: `python -m examples.train`; needs the extra `rl`.

The agent gives each legal action a score, the weighted sum of a few features, and plays the best one. The weights are
found by CMA-ES (the package `cma`): each generation it proposes some sets of weights, each of them plays the same
deals against a bot that plays at random, and what they score there tells it where to look next.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cma
import gymnasium
import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from crapette import Action, child_seed
from crapette.adapters.action_ids import ACTION_OF, FROM
from crapette.adapters.observations import FACTS, PLACES, RANKS, UNSEEN
from crapette.simulation.statistics import Numbers, Share

ENVIRONMENT = "crapette.adapters.gymnasium:crapette/Crapette-v0"  # what stands before the colon is imported first
LONGEST = 1000
"""After so many decisions of the agent a deal is broken off: a bad policy may shift house cards for long."""
EVALUATION = 1_000_000
"""No generation has this number, so the deals of the table hang on another seed than those of training."""

Environment = gymnasium.Env[dict[str, Any], np.int64]
Numbered = NDArray[np.float64]
Map = Callable[..., Iterator[Any]]
"""Does a thing for each of many values, as `map` does."""


# ------------------------------------------------------------------------------------------------ the policy

# Each kind of action is a feature, such as R-F or house-house, and some more depend on the cards.
PLAYS = [f"{source}-{target}" for source in ("R", "H", "W", "house") for target in ("F", "house", "r", "w")]
OTHERS = ["r-F", "flip", "draw", "discard", "lay", "pass", "offer", "accept"]
ON_RANKS = ["rank to F", "rank to house"]
ON_HOUSES = ["frees a house", "fills a house from R", "fills a house else", "to a long house"]
FEATURES = [*PLAYS, *OTHERS, *ON_RANKS, *ON_HOUSES]
NUMBER_OF = {name: number for number, name in enumerate(FEATURES)}

# The plane in which the card lies that an action takes, and the one of the house to which it goes, if there is one.
PLANE = {"R": "own reserve", "H": "own turned card", "W": "own waste", "r": "their reserve"}
PLANE_OF = {place: PLACES.index(PLANE[place]) if place in PLANE else UNSEEN + int(place) for place in FROM}


def kind(action: Action) -> str:
    """The feature that says which kind of action it is."""
    if action.source is None or action.target is None:
        return str(action)
    source, target = (str(place) if not place.isdigit() else "house" for place in (action.source, action.target))
    return "lay" if target == "W" else f"{source}-{target}"


KIND_OF = {number: NUMBER_OF[kind(action)] for number, action in ACTION_OF.items() if str(action) != "stop"}


def features(told: dict[str, Any], numbers: Sequence[int]) -> Numbered:
    """A row for each of these actions, a column for each feature, all by what the agent is told."""
    cards = told["observation"].reshape(len(told["observation"]), -1)
    many = np.count_nonzero(cards, axis=1)  # how many cards lie in each place
    rank = np.argmax(cards, axis=1) % RANKS / (RANKS - 1)  # of the top card, which has the largest value: A 0, K 1
    rows = np.zeros((len(numbers), len(FEATURES)))
    for row, number in zip(rows, numbers, strict=True):
        action = ACTION_OF[number]
        row[KIND_OF[number]] = 1
        if action.source is None or action.target is None:
            continue  # such as a draw
        source = PLANE_OF[action.source]
        if source > UNSEEN and many[source] == 1:
            row[NUMBER_OF["frees a house"]] = 1
        if action.target == "F":
            row[NUMBER_OF["rank to F"]] = rank[source]
        elif action.target.isdigit():
            row[NUMBER_OF["rank to house"]] = rank[source]
            there = PLANE_OF[action.target]
            row[NUMBER_OF["to a long house"]] = many[there] / RANKS
            if many[there] == 0:
                row[NUMBER_OF["fills a house from R" if action.source == "R" else "fills a house else"]] = 1
    return rows


def best(weights: Numbered, told: dict[str, Any]) -> np.int64:
    """The legal action with the best score; of equal ones the first."""
    legal = np.flatnonzero(told["action_mask"])
    return np.int64(legal[np.argmax(features(told, legal.tolist()) @ weights)])


# ------------------------------------------------------------------------------------------------- playing


@frozen
class Played:
    """What came of a deal.

    Attributes:
        won: Whether the agent won.
        difference: The agent's points, those of the bot taken off; of a deal broken off what a stalemate would give.
        decisions: How many the agent made.
    """

    won: bool
    difference: int
    decisions: int


def burdens(told: dict[str, Any]) -> tuple[int, int]:
    """What the cards weigh that the agent and the bot still have, under the rules of `russian-bank`."""
    share = dict(zip([fact.name for fact in FACTS], told["facts"].tolist(), strict=True))  # of all 104 cards
    counts = [
        [round(104 * share[f"{who} {pile}"]) for pile in ("reserve", "hand", "waste")] for who in ("own", "their")
    ]
    own, their = (2 * reserve + hand + waste for reserve, hand, waste in counts)
    return own, their


def deals(weights: Numbered | None, opponent: str, seeds: Sequence[int]) -> list[Played]:
    """Plays a deal for each seed; without weights at random."""
    env = gymnasium.make(ENVIRONMENT, max_episode_steps=LONGEST, disable_env_checker=True, opponent=opponent)
    return [deal(env, weights, seed) for seed in seeds]


def deal(env: Environment, weights: Numbered | None, seed: int) -> Played:
    """Plays a deal."""
    dice = np.random.default_rng(seed)
    told, _ = env.reset(seed=seed)
    decisions, reward, is_terminated, is_truncated = 0, 0.0, False, False
    while not (is_terminated or is_truncated):
        action = dice.choice(np.flatnonzero(told["action_mask"])) if weights is None else best(weights, told)
        told, paid, is_terminated, is_truncated, _ = env.step(action)
        reward, decisions = float(paid), decisions + 1
    own, their = burdens(told)
    return Played(is_terminated and own == 0, round(reward) if is_terminated else their - own, decisions)


# ------------------------------------------------------------------------------------------------ training


def trained(generations: int, many: int, seed: int, spread: Map) -> Numbered:
    """The weights that training finds; in a generation all candidates play the same deals, so many of them."""
    search: Any = cma.CMAEvolutionStrategy(len(FEATURES) * [0.0], 1.0, {"seed": seed + 1, "verbose": -9})
    for generation in range(generations):
        first = child_seed(seed, generation)
        candidates = search.ask()
        chunks = spread(partial(deals, opponent="random", seeds=range(first, first + many)), candidates)
        found = [Numbers([deal.difference for deal in chunk]).mean for chunk in chunks]
        search.tell(candidates, [-each for each in found])  # it looks for the least
        print(f"generation {generation + 1}: mean difference of points {sum(found) / len(found):+.1f}")
    return np.array(search.result.xfavorite)


def evaluated(weights: Numbered, many: int, seed: int, spread: Map) -> Iterator[tuple[str, ...]]:
    """The rows of the table: what policies come to against bots, all in the same deals, which training has not seen."""
    policies = {"at random": None, "untrained (all weights 0)": np.zeros(len(FEATURES)), "trained": weights}
    first = child_seed(seed, EVALUATION)
    for opponent in ("random", "greedy"):
        for name, each in policies.items():
            chunks = spread(partial(deals, each, opponent), [[first + number] for number in range(many)])
            played = [deal for chunk in chunks for deal in chunk]
            won = Share(sum(deal.won for deal in played), many)
            share = f"{won.value:.0%} ({won.interval.low:.0%} to {won.interval.high:.0%})"
            difference = Numbers([deal.difference for deal in played]).mean
            decisions = Numbers([deal.decisions for deal in played]).mean
            yield name, opponent, share, f"{difference:+.1f}", f"{decisions:.0f}"


@contextmanager
def processes(many: int) -> Generator[Map]:
    """What does a thing for many values, in so many processes, and gives the results in order."""
    with ProcessPoolExecutor(many, mp_context=get_context("spawn")) if many > 1 else nullcontext() as pool:
        yield map if pool is None else pool.map


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains, plays for the table, and prints it."""
    parser = argparse.ArgumentParser(prog="python -m examples.train", description="Trains an agent against a bot.")
    parser.add_argument("--generations", type=int, default=20, help="how often CMA-ES proposes weights (20)")
    parser.add_argument("--deals", type=int, default=6, help="how many deals each of them plays (6)")
    parser.add_argument("--evaluation", type=int, default=100, help="how many deals each row tells of (100)")
    parser.add_argument("--processes", type=int, default=2, help="how many processes play (2)")
    parser.add_argument("--seed", type=int, default=0, help="decides all that is left to chance (0)")
    parser.add_argument("--out", type=Path, help="a file for the weights that are found")
    asked = parser.parse_args(arguments)
    with processes(asked.processes) as spread:
        weights = trained(asked.generations, asked.deals, asked.seed, spread)
        if asked.out:
            rounded = {name: round(weight, 4) for name, weight in zip(FEATURES, weights.tolist(), strict=True)}
            asked.out.write_text(json.dumps(rounded, indent=1) + "\n", "utf-8")
        print("\n| policy | against | deals won (95 % interval) | mean difference of points | decisions a deal |")
        print("|---|---|---|---|---|")
        for row in evaluated(weights, asked.evaluation, asked.seed, spread):
            print(f"| {' | '.join(row)} |")


if __name__ == "__main__":
    main()
