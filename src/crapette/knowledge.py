"""What players know, and what may lie where they do not (rules 2)."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from crapette.engine.shuffle import Stream, problems_of_seed
from crapette.engine.view import View, exchanged, hidden_cards, swap, viewed
from crapette.errors import DealError, HiddenError
from crapette.state import State, unseen_cards


def observe(state: State | View, memory: bool = True) -> View:
    """What may be known of a state, by both players alike, since nothing is private to one (rules 2).

    Args:
        state: The state; or a memory view, of which the table view is wanted.
        memory: True shows every card that has ever lain face up, wherever it lies now; False only those that lie
            face up now.

    Returns:
        A view, in which all other cards are blanks. It knows whether a window is open, but keeps quiet about
        whether there was an offence, unless the legal moves tell (`stop.false_call: forbidden`).

    Raises:
        HiddenError: The memory view is wanted of a table view, which does not tell what was seen before.

    >>> from crapette import position
    >>> state = position.loads("(3D 2D) 7H / * AS / - | 9d / * / - | KS, KC | - | 0")
    >>> view = observe(state)
    >>> view.reserves[0], view.hands[0][-1]
    ((Card.parse('XX'), Card.parse('XX'), Card.parse('7H')), Card.parse('XX'))
    >>> sample(view, seed=1).hands[0] == state.hands[0], observe(sample(view, seed=1)) == view
    (False, True)
    """
    if memory and isinstance(state, View) and not state.memory:
        raise HiddenError("a table view does not tell what was seen before")
    return viewed(state, memory=memory)


def sample(view: View, seed: int) -> State:
    """A state that looks like the view, each of them equally likely (rules 2).

    It goes on like any state. An open window in it holds no offence, unless the legal moves of a memory view tell that
    there is one.

    Args:
        view: The view.
        seed: An integer from 0 up; equal views and seeds give equal states.

    Raises:
        DealError: The seed is none.
        TypeError: What is given is no view: to sample a state would be to look at what is hidden.
    """
    if not isinstance(cast("object", view), View):
        raise TypeError(f"a sample is made from a view, not from a {type(view).__name__}: observe it first")
    problems = problems_of_seed(seed)
    if problems:
        raise DealError(problems)
    # What would be taken back lies in the past, of which a table view tells nothing.
    calls = view.calls if view.memory else replace(view.calls, breach=None)
    state = State(view.table, view.unseen, view.turn, view.course, calls)
    hidden = hidden_cards(view)
    shuffled = [Stream(seed, f"sample{pack}").shuffled(cards) for pack, cards in enumerate(hidden)]
    state = exchanged(state, swap(b"".join(hidden), b"".join(shuffled)))
    # A card that lies face down with the player who did not deal it was seen, though the table view does not show it.
    return state if view.memory else replace(state, unseen=unseen_cards(state.table))
