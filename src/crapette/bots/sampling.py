"""A bot that tries its plans out."""

from __future__ import annotations

import random
from heapq import nlargest

from crapette.bots.careful import NODES, CarefulBot
from crapette.bots.planning import Plan, best_plan, plans
from crapette.bots.values import VALUES, Values
from crapette.engine.apply import apply
from crapette.engine.view import View
from crapette.knowledge import sample
from crapette.state import State
from crapette.table import FACE_DOWN, HAND, RESERVE, TURNED, WASTE, size

ROLLOUTS = 40
PLANS = 4
"""So many plans it tries out, if it finds as many, unless it is told otherwise."""
TURNS = 2
"""A rollout goes to the end of the opponent's turn: so many turns are begun and ended, the one under way included."""
GLANCE = 10
"""From how many states both players go on to make a plan in a rollout."""
WON = 60
"""As many cards is it worth to have won."""


class SamplingBot(CarefulBot):
    """Makes plans like `CarefulBot`, and tries the best of them out.

    It deals the hidden cards anew, as they might lie (`sample`), carries each of the plans out there, and has both
    players go on in haste to the end of the opponent's turn. The plan is best after which it is most cards ahead on
    the average. All plans are tried out on the same deals. Where there is but one, it does not try.

    Args:
        seed: Decides which deals it imagines: equal seeds and equal views, equal choices.
        rollouts: How many times it tries for one plan, all together.
        tries: How many plans it tries out.
        nodes: From how many states it goes on to find them.
        values: What it values, and what it thinks that the opponent does.
    """

    def __init__(
        self, seed: int, rollouts: int = ROLLOUTS, tries: int = PLANS, nodes: int = NODES, values: Values = VALUES
    ) -> None:
        super().__init__(nodes, values)
        self._rollouts = rollouts
        self._tries = tries
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    def _plan(self, view: View) -> Plan:
        """The plan that does best."""
        found = plans(sample(view, 0), self._nodes, self._values)
        candidates = nlargest(self._tries, found, key=lambda plan: plan.value)
        if len(candidates) == 1:
            return candidates[0]
        ahead = [0] * len(candidates)
        for _ in range(max(1, self._rollouts // len(candidates))):
            world = sample(view, self._dice.getrandbits(63))
            for number, plan in enumerate(candidates):
                ahead[number] += self._rolled_out(carried_out(world, plan), view.mover)
        return candidates[ahead.index(max(ahead))]

    def _rolled_out(self, state: State, player: int) -> int:
        """How far the player is ahead some turns later."""
        end = state.course.turn_number + TURNS
        while state.course.outcome is None and state.course.turn_number < end:
            state = carried_out(state, best_plan(state, GLANCE, self._values))
        return _ahead(state, player)


def carried_out(state: State, plan: Plan) -> State:
    """The state after a plan."""
    for _, action in plan.steps:
        state = apply(state, action, check=False)
    return state


def _ahead(state: State, player: int) -> int:
    """How many cards the player is ahead."""
    end = state.course.outcome
    won = 0 if end is None or end.winner is None else WON if end.winner == player else -WON
    return won + _held(state, 1 - player) - _held(state, player)


def _held(state: State, player: int) -> int:
    """How many cards the player has left to get rid of, each of the reserve counted twice."""
    reserve, others = (FACE_DOWN, RESERVE), (HAND, TURNED, WASTE)
    return sum(2 * size(state.table, piles[player]) for piles in reserve) + sum(
        size(state.table, piles[player]) for piles in others
    )
