"""Plays deals in the library and in the reference side by side, and compares all they tell after every action.

    python -m tests.differential [--deals 200] [--random 500] [--seed 0] [--only NAME/NUMBER]

So many deals of every shipped variant, and so many under random rules: every fourth of these is a match of late
positions. What is played follows from the seed and the name of the deal, such as `crapette/7`. At the first difference
it prints the rules, what was played as a record that `crapette replay` shows, and what differs, and exits with 1;
otherwise it prints which corners of the rules were reached, and how often.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections import Counter
from multiprocessing import Pool
from random import Random
from time import perf_counter
from typing import NamedTuple

from crapette import Match, Rules, child_seed, load_rules, variant_names
from tests.corners import CORNERS, corners
from tests.made_up import random_rules
from tests.reference import dealing, scoring, stop
from tests.reference.deal import Deal
from tests.reference.possible import places
from tests.side_by_side import Both, DifferenceError, agree, compare, compare_from_packs

RANDOM = "random"
LATE = 4
"""Every so many random rules are played from late positions."""
STARTS = 12
"""So many more deals are only dealt: it takes that many to come to ties."""
LONGEST_DEAL = 1500
"""Then a deal is left; without limits of its own it may have no end."""
LONGEST_MATCH = 8
"""So many deals are played, if the match is not over before."""
EVERY_ACTION = 0.025
"""The share of the states in which each written action is asked for."""


class Job(NamedTuple):
    """What is played: a shipped variant or random rules, which of its deals, and the seed of the whole run."""

    name: str
    number: int
    seed: int

    def __str__(self) -> str:
        return f"{self.name}/{self.number}"


# -------------------------------------------------------------------------------------------- playing


def chosen(deal: Deal, legal: list[list[str]], rng: Random, mood: str) -> tuple[int, str]:
    """Who acts, and what. Calls and draws come now and then; a lazy player hardly does more than draw."""
    ways = [(player, action) for player in (0, 1) for action in legal[player]]
    would_be_upheld = stop.what_counts(deal.acts) is not None
    talk = {
        "stop": 0.4 if would_be_upheld else 0.1 if mood == "lively" else 0.03,
        "offer": 0.02,
        "accept": 0.06,
    }
    for player, action in ways:
        if action in talk and rng.random() < talk[action]:
            return player, action
    quiet = [way for way in ways if way[1] not in talk]
    return rng.choices(quiet, [_weight(action, mood) for _, action in quiet])[0]


def _weight(action: str, mood: str) -> float:
    """How likely an action is beside the others: cards go up rather than to and fro, so that deals end."""
    source, target, _ = places(action)
    if mood == "lazy":
        return 30 if action in ("draw", "discard", "pass") else 0.4
    if not target:
        return 3 if mood == "steady" else 1.5
    if target == "F":
        return 8
    if source.isdigit():
        return 3 if target in ("r", "w") else 0.4
    return 4


def played(both: Both, rng: Random, reached: Counter[str]) -> None:
    """Plays a deal to its end and compares after each action; notes the corners it has been to."""
    mood = rng.choice(("lively", "lively", "steady", "lazy"))
    try:
        legal = compare(both.state, both.deal)
        while both.deal.outcome is None and len(both.made) < LONGEST_DEAL:
            before = both.deal.copy()
            player, action = chosen(both.deal, legal, rng, mood)
            both.act(player, action)
            every_action = both.deal.outcome is not None or rng.random() < EVERY_ACTION
            legal = compare(both.state, both.deal, every_action=every_action)
            reached["actions"] += 1
            reached.update(corners(before, player, action, both.deal))
    except Exception as error:
        raise DifferenceError("\n".join([*both.how_to_see(), complaint(error)])) from error
    ended = both.deal.outcome
    reached[f"the deal ends: {ended.reason}" if ended else "the deal is left unfinished"] += 1


def complaint(error: Exception) -> str:
    """What differs; or where something was raised, which is a difference too."""
    return str(error) if isinstance(error, DifferenceError) else "".join(traceback.format_exception(error))


def play_match(rules: Rules, rng: Random, reached: Counter[str]) -> None:
    """A match of late positions; and how each deal of it would begin."""
    seed = rng.getrandbits(32)
    match, reference = Match(rules, seed=seed), scoring.Match(rules.to_mapping())
    for _ in range(LONGEST_MATCH):
        if match.over:
            break
        child = dealing.child_seed(seed, match.deals)
        agree("match", {"child seed": child_seed(seed, match.deals)}, {"child seed": child})
        compare(match.deal(), dealing.dealt(reference.rules, child, reference.next_starter), every_action=False)
        both = Both.late(rules, rng)
        played(both, rng, reached)
        if both.deal.outcome is not None:
            match = match.record(both.state)
            reference.add(both.deal)
            told = {name: getattr(match, name) for name in vars(reference) if name != "rules"}
            agree("match", told, {name: getattr(reference, name) for name in told})
    if match.over:
        reached["the match is drawn" if match.winner is None else "the match is won"] += 1


def play(job: Job) -> tuple[Counter[str], str]:
    """Plays what the job says; the corners that were reached, and what differs, empty if nothing does."""
    rng = Random(f"{job.seed} {job}")
    reached: Counter[str] = Counter()
    rules = random_rules(rng) if job.name == RANDOM else load_rules(job.name)
    try:
        for _ in range(STARTS):
            compare_from_packs(rules, rng.getrandbits(32))
        if job.name == RANDOM and job.number % LATE == 0:
            play_match(rules, rng, reached)
        else:
            played(Both.of_seed(rules, dealing.child_seed(job.seed, job.number)), rng, reached)
    except Exception as error:
        return (
            reached,
            f"{job} differs: python -m tests.differential --seed {job.seed} --only {job}\n{complaint(error)}",
        )
    return reached, ""


# ------------------------------------------------------------------------------------------- the whole run


def jobs(deals: int, randoms: int, seed: int) -> list[Job]:
    """So many deals of each shipped variant, and so many of random rules."""
    numbers = {name: range(deals) for name in variant_names()} | {RANDOM: range(randoms)}
    return [Job(name, number, seed) for name, some in numbers.items() for number in some]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.differential", description="Plays in two implementations.")
    parser.add_argument("--deals", type=int, default=200, help="how many deals of each shipped variant (200)")
    parser.add_argument("--random", type=int, default=500, help="how many under random rules (500)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the whole run (0)")
    parser.add_argument("--only", metavar="NAME/NUMBER", help="one deal by its name, such as crapette/7")
    asked = parser.parse_args()
    todo = jobs(asked.deals, asked.random, asked.seed)
    if asked.only:
        name, number = asked.only.split("/")
        todo = [Job(name, int(number), asked.seed)]
    reached: Counter[str] = Counter()
    began = perf_counter()
    with Pool(2) as pool:
        for counted, difference in pool.imap_unordered(play, todo):
            if difference:
                print(difference)
                return 1
            reached += counted
    print("\n".join(f"{reached[corner]:9,}  {corner}" for corner in CORNERS))
    print(f"No difference in {len(todo)} deals, {reached['actions']:,} actions, {perf_counter() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
