"""Counting sequences of actions: two programs that count alike play by the same rules."""

from __future__ import annotations

from crapette.engine.apply import apply
from crapette.engine.legal import legal_moves
from crapette.state import State


def perft(state: State, depth: int) -> int:
    """How many sequences of so many legal actions there are from here.

    Each action is one of either player, `offer`, `accept` and `stop` too. A deal that is over goes no further,
    so what ends it before the last action does not count.

    Args:
        state: The state.
        depth: How many actions, from 0 up; of nothing at all there is one sequence. The time grows with what comes out.

    Raises:
        ValueError: The depth is below 0.

    >>> from crapette import deal, load_rules
    >>> state = deal(load_rules("crapette-strict"), seed=7)
    >>> [perft(state, depth) for depth in range(3)]
    [1, 4, 14]
    """
    if depth < 0:
        raise ValueError(f"the depth is {depth}; expected 0 or more")
    if depth == 0:
        return 1
    ways = [(player, legal_moves(state, player)) for player in (0, 1)]
    if depth == 1:
        return sum(len(actions) for _, actions in ways)
    return sum(
        perft(apply(state, action, player, check=False), depth - 1) for player, actions in ways for action in actions
    )
