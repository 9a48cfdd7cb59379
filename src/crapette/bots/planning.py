"""Ways to go on with a turn, as far as can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from crapette.actions import DRAW, Action
from crapette.bots.values import VALUES, Values
from crapette.engine.apply import apply
from crapette.engine.legal import blameless_moves, first_of_each_class
from crapette.state import State
from crapette.table import layout


class Plan(NamedTuple):
    """A way to go on, up to where the mover draws, a hidden card is turned up, or the turn or the deal is over.

    Attributes:
        value: What it comes to.
        steps: The actions in their order, each with the state before it.
    """

    value: float
    steps: tuple[tuple[State, Action], ...]


class _Node(NamedTuple):
    """A state that can be reached, and how."""

    state: State
    gained: float
    before: _Node | None
    action: Action | None


def plans(state: State, nodes: int, values: Values = VALUES) -> Iterator[Plan]:
    """The mover's plans that break no duty, as they are found.

    Nothing hidden is looked at, so it makes no difference to them what lies face down. Ways that have gained most are
    followed first, and of those that have gained as much the shortest. What is in the houses counts, and not in
    which; what can be reached in two ways is looked at once.

    Args:
        state: The state.
        nodes: How many states to go on from; more, if no plan has been found by then.
        values: What the mover values.
    """
    known = {layout(state.table)}
    waiting = [(0.0, 0, _Node(state, 0, None, None))]
    looked = found = 0
    while waiting and (looked < nodes or not found):
        node = heappop(waiting)[2]
        looked += 1
        for action in _choices(node.state):
            gained = node.gained + values.gained(action)
            after = _seen_after(node.state, action)
            if after is None:
                found += 1
                yield Plan(gained + values.left(node.state, action), (*_way_to(node), (node.state, action)))
            elif (key := layout(after.table)) not in known:
                known.add(key)
                heappush(waiting, (-gained, len(known), _Node(after, gained, node, action)))


def best_plan(state: State, nodes: int, values: Values = VALUES) -> Plan:
    """The plan that comes to most, the first that is found among equals."""
    return max(plans(state, nodes, values), key=lambda plan: plan.value)


def _choices(state: State) -> Sequence[Action]:
    """The distinct moves that break no duty, but for what is said."""
    return first_of_each_class(state, [move for move in blameless_moves(state) if not move.is_said])


def _seen_after(state: State, action: Action) -> State | None:
    """The state after an action; None if a plan ends with it."""
    if action is DRAW or action.ends_turn:
        return None
    after = apply(state, action, check=False)
    is_over = after.course.outcome is not None
    return None if is_over or len(after.unseen) < len(state.unseen) else after


def _way_to(node: _Node) -> list[tuple[State, Action]]:
    """The steps that lead there."""
    steps: list[tuple[State, Action]] = []
    while node.before is not None and node.action is not None:
        steps.append((node.before.state, node.action))
        node = node.before
    return steps[::-1]
