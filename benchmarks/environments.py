"""Measures how fast deals are played through the environments for agents, beside the bare engine: `make environments`.

    python -m benchmarks.environments [--rounds 9] [--seconds 0.3]

Everything plays at random with the same loop and the same choice. A step is a decision: in windows the answers whether
to call are decisions too. The table is Markdown, and goes into `docs/speed.md`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.conditions import this_run
from benchmarks.measuring import Work, measured
from benchmarks.playouts import CALLS_ASIDE, RUSSIAN_BANK, playouts
from benchmarks.report import table
from crapette import deal
from crapette.adapters.decisions import CallsMode, Decision, rules_to_play
from crapette.adapters.observations import observation

DEALS = 2
"""So many deals are one piece of work."""

Setting = tuple[str, CallsMode]
OFF: Setting = ("russian-bank", "off")
WINDOWS: Setting = ("crapette", "windows")
BARE: dict[Setting, str] = {OFF: RUSSIAN_BANK, WINDOWS: CALLS_ASIDE}
"""What the bare engine plays, to compare with; nobody calls there."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description="Measures environments.")
    parser.add_argument("--rounds", type=int, default=9, help="how many rounds (9)")
    parser.add_argument("--seconds", type=float, default=0.3, help="how long each thing is done in a round (0.3)")
    asked = parser.parse_args(arguments)
    run = this_run("")
    print(f"crapette ({run.commit}), {run.build}; {run.python}; {run.machine}; {run.date}", flush=True)
    works = environments()
    costs = measured(works, asked.rounds, asked.seconds)
    rows = [
        (name, f"{1 / costs.cost(name):,.0f}", f"{costs.ratio(bare, name):.2f}")
        for setting, bare in BARE.items()
        for name in works
        if name == bare or name.endswith(_told(setting))
    ]
    print(table(("random play", "steps/s", "× bare engine"), rows))
    return 0


def environments() -> dict[str, Work]:
    """Each way to play, by name: the bare engine, then through more and more layers."""
    works: dict[str, Work] = {}
    for setting, bare in BARE.items():
        works[bare] = playouts(bare)
        for name, play in WAYS.items():
            works[f"{name}{_told(setting)}"] = _work(play, *setting)
    return works


def _told(setting: Setting) -> str:
    return ", {}, calls {}".format(*setting)


def _work(play: Callable[[str, CallsMode], Callable[[int], int]], variant: str, calls: CallsMode) -> Work:
    played = play(variant, calls)
    return lambda: sum(map(played, range(DEALS)))


def by_decisions(variant: str, calls: CallsMode, *, told: bool = False) -> Callable[[int], int]:
    """Plays decision by decision, without an environment; if it is told, with all that an agent is told."""
    rules = rules_to_play(variant, calls)

    def play(seed: int) -> int:
        choose = Random(seed).choice
        decision = Decision.at(deal(rules, seed))
        steps = 0
        while not decision.is_over:
            if told:
                observation(decision, decision.player)
            decision = decision.then(choose(decision.options))
            steps += 1
        return steps

    return play


def with_observations(variant: str, calls: CallsMode) -> Callable[[int], int]:
    """Plays decision by decision, and works out all that an agent is told."""
    return by_decisions(variant, calls, told=True)


def by_pettingzoo(variant: str, calls: CallsMode) -> Callable[[int], int]:
    """Plays through PettingZoo, as an agent does that looks at the mask."""
    env: Any = import_module("crapette.adapters.pettingzoo").env(variant=variant, calls=calls)

    def play(seed: int) -> int:
        choose = Random(seed).choice
        env.reset(seed=seed)
        steps = 0
        for _ in env.agent_iter():
            told, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(choose(told["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return play


def by_gymnasium(variant: str, calls: CallsMode) -> Callable[[int], int]:
    """Plays through Gymnasium against the bot `random`; a step is one of the agent, the bot's come on top."""
    kind: Any = import_module("crapette.adapters.gymnasium").CrapetteEnv
    env = kind(variant=variant, calls=calls, opponent="random")

    def play(seed: int) -> int:
        choose = Random(seed).choice
        told, _ = env.reset(seed=seed)
        steps, over = 0, False
        while not over:
            told, _, terminated, truncated, _ = env.step(choose(told["action_mask"].nonzero()[0]))
            over = terminated or truncated
            steps += 1
        return steps

    return play


def by_openspiel(variant: str, calls: CallsMode, *, cloned: bool = False) -> Callable[[int], int]:
    """Plays through OpenSpiel; what chance decides is a step too."""
    import_module("crapette.adapters.openspiel")
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("python_crapette", {"variant": variant, "calls": calls})

    def play(seed: int) -> int:
        choose = Random(seed).choice
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if cloned:
                state = state.clone()
            state.apply_action(choose(state.legal_actions()))
            steps += 1
        return steps

    return play


def by_cloning(variant: str, calls: CallsMode) -> Callable[[int], int]:
    """Plays through OpenSpiel, and keeps every state, as a search does."""
    return by_openspiel(variant, calls, cloned=True)


WAYS: dict[str, Callable[[str, CallsMode], Callable[[int], int]]] = {
    "decisions": by_decisions,
    "decisions and observations": with_observations,
    "PettingZoo": by_pettingzoo,
    "Gymnasium": by_gymnasium,
    "OpenSpiel, in place": by_openspiel,
    "OpenSpiel, cloned": by_cloning,
}
"""What deals are played through."""


if __name__ == "__main__":
    sys.exit(main())
