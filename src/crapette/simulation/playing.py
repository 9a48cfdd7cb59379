"""A deal that two bots play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crapette.actions import STOP, Action
from crapette.bots.protocol import Bot
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import why_not
from crapette.state import State

Step = tuple[State, Action, State]
"""The state before an action, the action, and the state after it."""


def played(state: State, players: Sequence[Bot]) -> Iterator[Step]:
    """Plays the deal on to its end, step by step as they are asked for; who may call is asked after each action.

    Args:
        state: The state in which it begins.
        players: The bots of player 0 and player 1.
    """
    while outcome(state) is None:
        action, caller = players[state.mover].choose(state), 1 - state.mover
        after = apply(state, action)
        yield state, action, after
        if after.window == caller and players[caller].calls(state, action) and not why_not(after, STOP, caller):
            called = apply(after, STOP, caller)
            yield after, STOP, called
            after = called
        state = after
