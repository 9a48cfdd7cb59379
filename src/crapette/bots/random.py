"""A bot that leaves everything to chance."""

from __future__ import annotations

import random

from crapette.actions import Action, Kind
from crapette.engine.legal import distinct_moves
from crapette.engine.view import View


class RandomBot:
    """Plays any legal move, duty or no duty; to which of several empty houses is no choice of its own.

    It never proposes nor accepts a draw: else two of them would have agreed on one at once.

    Args:
        seed: Decides all choices: equal seeds and equal views, equal choices.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    def choose(self, view: View) -> Action:
        """One of the other distinct moves, all equally likely."""
        return self._dice.choice([move for move in distinct_moves(view) if move.kind not in _TALK])


_TALK = (Kind.OFFER, Kind.ACCEPT, Kind.STOP)
