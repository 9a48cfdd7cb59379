"""A deal that two players play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crapette.actions import STOP, Action
from crapette.bots.protocol import Bot, Caller, Player
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import why_not
from crapette.engine.view import View
from crapette.errors import CrapetteError
from crapette.faults import shown
from crapette.knowledge import observe
from crapette.state import State

Step = tuple[State, Action, State]
"""The state before an action, the action, and the state after it."""

LONGEST_TEXT = 500
"""How much is told of a fault, in characters: a bot may have a lot to say."""


class BotFault(CrapetteError):
    """A bot has failed or cheated; the error's cause tells more.

    Attributes:
        player: Whose bot.
        text: What it did.
    """

    def __init__(self, player: int, text: str) -> None:
        self.player = player
        self.text = text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
        super().__init__(player, text)

    @classmethod
    def by(cls, player: int, error: Exception) -> BotFault:
        """The fault of a bot that has raised an error."""
        return cls(player, f"{type(error).__name__}: {error}")

    def __str__(self) -> str:
        return f"the bot of player {self.player} is at fault: {self.text}"


def played(state: State, players: Sequence[Player]) -> Iterator[Step]:
    """Plays the deal on to its end, step by step as they are asked for; who may call is asked after each action.

    Args:
        state: The state in which it begins.
        players: Player 0 and player 1.

    Raises:
        BotFault: A bot has raised an error, or has chosen what is not legal.
    """
    while outcome(state) is None:
        view, mover = observe(state), state.mover
        action = chosen(state, view, players[mover].bot)
        after = apply(state, action, check=False)
        yield state, action, after
        if calls(1 - mover, players[1 - mover].caller, view, action, after):
            called = apply(after, STOP, 1 - mover)
            yield after, STOP, called
            after = called
        state = after


def chosen(state: State, view: View, bot: Bot) -> Action:
    """The action of the mover's bot.

    Args:
        state: The state.
        view: The memory view of it, which is all that the bot is given.
        bot: The bot.

    Raises:
        BotFault: It has raised an error, or has chosen what is not legal.
    """
    try:
        action = bot.choose(view)
    except Exception as error:  # whatever goes wrong in a bot, the other should not suffer from it
        raise BotFault.by(state.mover, error) from error
    if (wrong := _wrong_with(state, action)) is not None:
        raise BotFault(state.mover, wrong)
    return action


def calls(player: int, caller: Caller, view: View, action: Action, after: State) -> bool:
    """Whether a player may say stop! and does.

    Args:
        player: The player.
        caller: Who says it for the player.
        view: The memory view of the state before the other player's action.
        action: The action.
        after: The state after it.

    Raises:
        BotFault: The caller has raised an error.
    """
    if after.window != player or why_not(after, STOP, player):
        return False
    try:
        return caller.calls(view, action)
    except Exception as error:  # as above
        raise BotFault.by(player, error) from error


def _wrong_with(state: State, action: object) -> str | None:
    """What is wrong with the choice of the mover's bot; None if nothing is."""
    if not isinstance(action, Action):
        return f"it chose {shown(action)}, which is no action"
    if action is STOP:
        return "it chose to say stop, which is for its caller"
    refusal = why_not(state, action, state.mover)
    return None if refusal is None else f"it chose {action}, which is not legal: {refusal.text}"
