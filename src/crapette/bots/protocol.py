"""What a bot is, and what else a player needs."""

from __future__ import annotations

from typing import Protocol

from attrs import field, frozen

from crapette.actions import Action
from crapette.bots.caller import AttentiveCaller
from crapette.engine.view import View


class Bot(Protocol):
    """Whoever chooses actions for a player.

    It is given a view, never a state, so it can't look at what lies face down.
    """

    def choose(self, view: View) -> Action:
        """One of the mover's legal moves, but never `stop`: that is for the caller.

        Args:
            view: The memory view of a state of a deal that is not over.
        """
        ...


class Caller(Protocol):
    """Whoever says stop! for a player."""

    def calls(self, before: View, action: Action) -> bool:
        """Whether to say stop!, after the other player has made this action.

        Asked of the player who has the window (`State.window`), after each action of the other player. It judges by
        what was to be seen before the action; `offences(before, action)` is what an attentive player sees. Where
        false calls are forbidden and this would be one, the answer is ignored.

        Args:
            before: The memory view of the state before the action.
            action: The action.
        """
        ...


@frozen
class Player:
    """A bot, and who calls for it.

    Attributes:
        bot: Chooses the actions.
        caller: Says stop!; unless given, whenever the other player has broken a duty that may be called.
    """

    bot: Bot
    caller: Caller = field(factory=AttentiveCaller)
