"""What each arm of an experiment came to, and how far it is from the first one with the same packs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from crapette.simulation.bouts import Bout, MatchTally, bouts_of
from crapette.simulation.experiment import Arm, Experiment, name_of
from crapette.simulation.running import Round
from crapette.simulation.statistics import Numbers
from crapette.simulation.tally import Tally

COMPARED: Mapping[str, Callable[[Bout], int]] = MappingProxyType(
    {
        "won": lambda bout: bout.winner is not None,
        "starter": lambda bout: 0 if bout.winner is None else 1 if bout.winner == bout.starter else -1,
        "stalemates": lambda bout: bout.stalemates,
        "deals": lambda bout: bout.deals,
        "turns": lambda bout: bout.turns,
        "actions": lambda bout: bout.actions,
        "calls": lambda bout: bout.calls,
    }
)
"""What is compared in each round; for the starter 1 if that one won, and -1 if it was the other."""


def players_of(arm: Arm) -> str:
    """Who plays: `greedy – random`."""
    return " – ".join(map(name_of, arm.bots))


class Comparison:
    """What an experiment came to, so far. The order in which rounds are added makes no difference.

    Args:
        experiment: What is played.

    Attributes:
        experiment: What is played.
        rounds: How many rounds there are.
        tallies: What the deals of each arm came to.
        matches: What its matches came to, where matches are played.
        differences: By what is compared (`COMPARED`), for each arm but the first: in each round its number less the
            first arm's.
    """

    def __init__(self, experiment: Experiment) -> None:
        arms = experiment.arms
        self.experiment = experiment
        self.rounds = 0
        self.tallies = [Tally() for _ in arms]
        self.matches = [MatchTally() for _ in arms]
        self.differences = {key: [Numbers() for _ in arms[1:]] for key in COMPARED}

    def add(self, deals: Round) -> None:
        """Takes the deals of one more round in."""
        self.rounds += 1
        for deal in deals:
            self.tallies[deal.arm].add(deal)
        first, *others = bouts = bouts_of(self.experiment, deals)
        if self.experiment.matches:
            for tally, bout in zip(self.matches, bouts, strict=True):
                tally.add(bout)
        for key, of in COMPARED.items():
            for numbers, bout in zip(self.differences[key], others, strict=True):
                numbers.add(of(bout) - of(first))

    @property
    def labels(self) -> list[str]:
        """What to call the arms: by what is not the same in all of them, variants or bots or both."""
        arms = self.experiment.arms
        ways: tuple[Callable[[Arm], str], ...] = (
            lambda arm: arm.variant,
            players_of,
            lambda arm: f"{arm.variant}, {players_of(arm)}",
        )
        named = ([way(arm) for arm in arms] for way in ways)
        return next((names for names in named if len(set(names)) == len(arms)), [f"arm {k}" for k in range(len(arms))])
