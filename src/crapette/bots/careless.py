"""A bot that overlooks things, as people do."""

from __future__ import annotations

import random

from crapette.actions import Action
from crapette.bots.greedy import GreedyBot, gain, last_resort
from crapette.engine.duties import offences
from crapette.engine.legal import distinct_moves
from crapette.engine.view import View

OVERLOOKS = 1 / 12
"""How likely it overlooks a duty in choosing a move, if one is pending that may be called."""


class CarelessBot:
    """Plays like `GreedyBot`, but now and then it does not see a duty.

    Then it chooses as if the plays that fulfil this duty were not there: what it gains most by, or else it goes
    on with the hand. It keeps the duties that it sees. Where no duty may be called it is as greedy as the other.

    Args:
        seed: Decides what it overlooks: equal seeds and equal views, equal choices.
    """

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret
        self._attentive = GreedyBot()

    def choose(self, view: View) -> Action:
        """The greedy bot's move; now and then, that of a player who does not see a duty."""
        slip = _slip(view) if self._dice.random() < OVERLOOKS else None
        return slip or self._attentive.choose(view)


def _slip(view: View) -> Action | None:
    """The move of a player who overlooks the highest duty that may be broken; None if there is none."""
    broken = {move: offences(view, move) for move in distinct_moves(view)}
    plays = next((offence.plays for each in broken.values() for offence in each if offence.callable), ())
    overlooked = frozenset(plays)
    # A duty whose plays are all overlooked is not seen either: with `R-F`, also that of any card.
    moves = [
        move
        for move, each in broken.items()
        if move not in overlooked and all(overlooked.issuperset(offence.plays) for offence in each)
    ]
    return (gain(view, moves) or last_resort(moves)) if overlooked else None
