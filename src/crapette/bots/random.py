"""A bot that leaves everything to chance."""

from __future__ import annotations

import random

from crapette.actions import STOP, Action
from crapette.engine.legal import distinct_moves
from crapette.engine.view import View
from crapette.state import State

CALLS = 1 / 50
"""How likely it calls after an action of the other player, whatever that was."""


class RandomBot:
    """Plays any legal move, duty or no duty; to which of several empty houses is no choice of its own.

    Args:
        seed: Decides all choices: equal seeds and equal states, equal choices.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, state: State | View) -> Action:
        """One of the distinct moves, all equally likely."""
        return self._dice.choice([move for move in distinct_moves(state) if move is not STOP])

    def calls(self, before: State | View, action: Action) -> bool:  # noqa: ARG002 - it does not look
        """Now and then, rightly or not."""
        return self._dice.random() < CALLS
