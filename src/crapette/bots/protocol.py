"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from crapette.actions import Action
from crapette.state import State


class Bot(Protocol):
    """Whoever chooses actions for the mover."""

    def choose(self, state: State) -> Action:
        """One of the mover's legal moves.

        A `State` holds all cards, and a bot must not look at those that lie face down: neither at the
        state's piles, nor by trying out an action that turns one up. The bots here use the legal moves and the open
        cards, and nothing else.

        Args:
            state: A state of a deal that is not over.
        """
        ...
