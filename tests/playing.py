"""Playing at random: for the property tests, the playthroughs and the soak run."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from crapette import Action, Card, Rules, State, Suit, apply, deal
from crapette.actions import STOP
from crapette.testing.strategies import ways_on

ALL_CARDS = sorted(Card(rank, suit, pack) for pack in (0, 1) for suit in Suit for rank in range(1, 14))
TALK = ("offer", "accept")
CALLS_AN_OFFENCE = 0.3
"""How often an offence is called, of the times it might be."""

Step = tuple[State, int, Action, State]
"""The state before, who acts, the action, the state after."""


def played(state: State, actions: str) -> State:
    """The state after these actions, each made by whoever may make it."""
    for action in actions.split():
        state = apply(state, action)
    return state


def walk(state: State, rng: Random, talks: float = 0.02, stops: float = 0.05) -> Iterator[Step]:
    """Random play to the end: the state before, who acts, the action, the state after.

    All that is legal is equally likely, but that draws are proposed and accepted only now and then, and so it is
    with `stop`, but where there was an offence. Where nothing can be called it takes no random number.
    """
    while ways := ways_on(state):
        calls = [way for way in ways if way[1] is STOP]
        if calls and rng.random() < (CALLS_AN_OFFENCE if state.calls.breach else stops):
            player, action = calls[0]
        else:
            ways = [way for way in ways if way[1] is not STOP]
            quiet = [way for way in ways if way[1].kind not in TALK]
            player, action = rng.choice(ways if not quiet or rng.random() < talks else quiet)
        after = apply(state, action, player, check=False)
        yield state, player, action, after
        state = after


def random_walk(rules: Rules, seed: int, talks: float = 0.02, stops: float = 0.05) -> Iterator[Step]:
    """Random play of the deal with this seed, the same each time."""
    return walk(deal(rules, seed), Random(seed), talks, stops)


def is_sentence(text: str) -> bool:
    """Whether a text looks like one or more sentences: a capital or a card first, a full stop last, no leavings."""
    starts_well = text[0].isupper() or text[0].isdigit()
    return starts_well and text.endswith(".") and "None" not in text and "  " not in text and text == text.strip()
