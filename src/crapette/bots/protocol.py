"""What a bot is."""

from __future__ import annotations

from typing import Protocol

from crapette.actions import Action
from crapette.engine.view import View
from crapette.state import State


class Bot(Protocol):
    """Whoever chooses actions for a player.

    A `State` holds all cards, and a bot must not look at those that lie face down: neither at the
    state's piles, nor by trying out an action that turns one up. A bot that is given a `View` can't. The bots
    here use the legal moves, the offences and the open cards, and nothing else, so they choose alike on a state
    and on its view.
    """

    def choose(self, state: State | View) -> Action:
        """One of the mover's legal moves, but never `stop`: that is for `calls`.

        Args:
            state: A state of a deal that is not over, or a view of it.
        """
        ...

    def calls(self, before: State | View, action: Action) -> bool:
        """Whether to say stop!, after the other player has made this action.

        Asked of the player who has the window (`State.window`), after each action of the other player;
        `offences(before, action)` is what an attentive player sees. Where false calls are forbidden, who asks
        must see whether `stop` is legal, and let it be if not.

        Args:
            before: The state before the action, or a view of it.
            action: The action.
        """
        ...
