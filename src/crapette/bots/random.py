"""A bot that leaves everything to chance."""

from __future__ import annotations

import random

from crapette.actions import Action
from crapette.engine.legal import distinct_moves
from crapette.state import State


class RandomBot:
    """Plays any legal move; to which of several empty houses is no choice of its own.

    Args:
        seed: Decides all choices: equal seeds and equal states, equal choices.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, state: State) -> Action:
        """One of the distinct moves, all equally likely."""
        return self._dice.choice(distinct_moves(state))
