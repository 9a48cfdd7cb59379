"""A deal that two players play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crapette.actions import STOP, Action
from crapette.bots import Player
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import why_not
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
        view, mover, caller = observe(state), state.mover, 1 - state.mover
        try:
            action = players[mover].bot.choose(view)
        except Exception as error:  # whatever goes wrong in a bot, the other should not suffer from it
            raise BotFault.by(mover, error) from error
        if (wrong := _wrong_with(state, action)) is not None:
            raise BotFault(mover, wrong)
        after = apply(state, action, check=False)
        yield state, action, after
        if after.window == caller and not why_not(after, STOP, caller):
            try:
                is_called = players[caller].caller.calls(view, action)
            except Exception as error:  # as above
                raise BotFault.by(caller, error) from error
            if is_called:
                called = apply(after, STOP, caller)
                yield after, STOP, called
                after = called
        state = after


def _wrong_with(state: State, action: object) -> str | None:
    """What is wrong with the choice of the mover's bot; None if nothing is."""
    if not isinstance(action, Action):
        return f"it chose {shown(action)}, which is no action"
    if action is STOP:
        return "it chose to say stop, which is for its caller"
    refusal = why_not(state, action, state.mover)
    return None if refusal is None else f"it chose {action}, which is not legal: {refusal.text}"
