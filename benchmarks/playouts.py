"""Random playouts beside OpenSpiel's `solitaire` driven from Python, as ratios in one run.

A playout lists the legal moves, chooses one at random and applies it, until the game is over. Ours are
`crapette-strict`, and `crapette`, where duties are broken and the mover may call what came before his turn,
with `apply(check=False)`; OpenSpiel clones its state before every move, as one must who wants to keep the
earlier one. All count every action applied. Rounds are interleaved.

    python benchmarks/playouts.py [--rounds 5] [--deals 40]
"""

from __future__ import annotations

import argparse
import importlib
import platform
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from crapette import Action, Rules, apply, deal, legal_moves, load_rules

pyspiel: Any = importlib.import_module("pyspiel")  # it has no types


STRICT, CALLS = load_rules("crapette-strict"), load_rules("crapette")
SOLITAIRE = pyspiel.load_game("solitaire")


def crapette_playouts(rules: Rules, seed: int, deals: int) -> int:
    """Plays deals at random; the number of actions."""
    rng = random.Random(seed)
    actions = 0
    for k in range(deals):
        state = deal(rules, seed * deals + k)
        while moves := legal_moves(state):
            state = apply(state, rng.choice(moves), check=False)
            actions += 1
    return actions


def solitaire_playouts(seed: int, games: int) -> int:
    """Plays OpenSpiel's Klondike at random, with a clone per move; the number of actions."""
    rng = random.Random(seed)
    actions = 0
    for _ in range(games):
        state = SOLITAIRE.new_initial_state()
        while not state.is_terminal():
            action = rng.choice(state.legal_actions())
            state = state.clone()
            state.apply_action(action)
            actions += 1
    return actions


def rate(playouts: Callable[[int, int], int], seed: int, games: int) -> float:
    """Actions per second of processor time."""
    start = time.process_time()
    actions = playouts(seed, games)
    return actions / (time.process_time() - start)


def cost_along_a_deal(deals: int) -> float:
    """The cost of an action in the last tenth of long deals over that in the first tenth."""
    rng = random.Random(0)
    spent, done = [0.0, 0.0], [0, 0]
    for k in range(deals):
        state = deal(STRICT, k)
        actions: list[Action] = []
        states = [state]
        while moves := legal_moves(state):
            actions.append(rng.choice(moves))
            state = apply(state, actions[-1], check=False)
            states.append(state)
        tenth = len(actions) // 10
        for end, first in enumerate((0, len(actions) - tenth)):
            start = time.perf_counter()
            for place in range(first, first + tenth):
                legal_moves(states[place])
                apply(states[place], actions[place], check=False)
            spent[end] += time.perf_counter() - start
            done[end] += tenth
    return (spent[1] / done[1]) / (spent[0] / done[0])


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Random playouts beside OpenSpiel's solitaire.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--deals", type=int, default=40)
    options = parser.parse_args()
    rounds: list[tuple[float, float]] = []
    for seed in range(options.rounds):
        strict = rate(partial(crapette_playouts, STRICT), seed, options.deals)
        calls = rate(partial(crapette_playouts, CALLS), seed, options.deals)
        theirs = rate(solitaire_playouts, seed, 4 * options.deals)
        rounds.append((strict / theirs, calls / theirs))
        rates = f"crapette-strict {strict:9,.0f}/s   crapette {calls:9,.0f}/s   solitaire {theirs:9,.0f}/s"
        print(f"round {seed + 1}: {rates}   {strict / theirs:.2f} {calls / theirs:.2f}")
    print(f"{platform.python_implementation()} {platform.python_version()} on {platform.machine()}")
    print(f"cost of an action, last tenth of a deal over the first: {cost_along_a_deal(options.deals):.2f}")
    for name, ratios in zip(("crapette-strict", "crapette"), zip(*rounds, strict=True), strict=True):
        print(f"{name}: ratio {statistics.median(ratios):.2f} (median of {options.rounds} interleaved rounds)")


if __name__ == "__main__":
    main()
