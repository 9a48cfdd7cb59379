"""A bot that plans its turn."""

from __future__ import annotations

from crapette.actions import Action
from crapette.bots.planning import Plan, best_plan
from crapette.bots.values import VALUES, Values
from crapette.engine.view import View
from crapette.knowledge import observe, sample
from crapette.state import State

NODES = 200
"""From how many states it goes on to make a plan, unless it is told otherwise."""


class CarefulBot:
    """Plans how to go on until it draws or sees a new card, and sticks to its plan while it sees what it expected.

    Of all ways to go on it takes the one that comes to most; a plan always ends with something new, so its turns end
    even where house cards may be moved to and fro for ever. It breaks no duty, and never proposes nor accepts a draw.

    Args:
        nodes: From how many states it goes on to make a plan.
        values: What it values.
    """

    def __init__(self, nodes: int = NODES, values: Values = VALUES) -> None:
        self._nodes = nodes
        self._values = values
        self._steps: list[tuple[State, Action]] = []

    def choose(self, view: View) -> Action:
        """The next action of its plan."""
        if not self._steps or observe(self._steps[-1][0]) != view:
            self._steps = list(reversed(self._plan(view).steps))
        return self._steps.pop()[1]

    def _plan(self, view: View) -> Plan:
        """What it plans; it thinks in a sample, in which any card lies where it sees none."""
        return best_plan(sample(view, 0), self._nodes, self._values)
