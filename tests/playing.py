"""Playing at random, and the invariants of rules 11: for the property tests, the playthroughs and the soak run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from random import Random

from crapette import (
    Action,
    Card,
    IllegalAction,
    Refusal,
    Rules,
    State,
    Suit,
    apply,
    deal,
    legal_moves,
    outcome,
    why_not,
)
from crapette.actions import STOP

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


def ways_on(state: State) -> list[tuple[int, Action]]:
    """All that may happen next: who, and what."""
    return [(player, action) for player in (0, 1) for action in legal_moves(state, player)]


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


# ------------------------------------------------------------------------- the invariants of rules 11


def check_table(state: State) -> None:
    """The 104 cards are all there, once each; foundations are A up in one suit; houses are runs."""
    piles = [*state.reserves, *state.hands, *state.wastes, *state.houses, *state.foundations]
    turned = [state.turned] if state.turned else []
    assert sorted(chain(turned, *piles)) == ALL_CARDS, f"not the 104 cards: {state}"
    for suit, foundation in zip([suit for suit in Suit for _ in (0, 1)], state.foundations, strict=True):
        ranks = [(card.rank, card.suit) for card in foundation]
        assert ranks == [(rank, suit) for rank in range(1, len(ranks) + 1)], f"not a foundation: {foundation}"
    for house in state.houses:
        for below, above in pairwise(house):
            assert follows(state.rules, below, above), f"not a run: {house}"


def follows(rules: Rules, below: Card, above: Card) -> bool:
    """The build rule: one rank below, of the other colour or of the same suit (rules 5)."""
    assert below.rank
    assert below.suit
    assert above.suit
    in_suit, other_colour = below.suit == above.suit, below.suit.is_red is not above.suit.is_red
    return above.rank == below.rank - 1 and (in_suit if rules.houses.build == "same-suit" else other_colour)


def check_ends(state: State) -> None:
    """The mover has no legal move iff the deal is over, and then the other player has none."""
    over = outcome(state) is not None
    assert (not legal_moves(state)) is over, f"over: {outcome(state)}, legal: {legal_moves(state)}"
    assert not over or not legal_moves(state, 1 - state.mover)


def check_legality(state: State, actions: Iterable[Action]) -> None:
    """An action is listed iff nothing speaks against it iff it can be made, for both players; so is `stop`."""
    actions = (*actions, STOP)
    for player in (0, 1):
        legal = set(legal_moves(state, player))
        for action in actions:
            refusal, raised = why_not(state, action, player), refusal_of_apply(state, action, player)
            assert (action in legal) is (refusal is None), f"player {player}, {action}: {refusal!r} in {state!r}"
            assert raised == refusal, f"player {player}, {action}: {raised!r}, not {refusal!r}, in {state!r}"
            assert refusal is None or is_sentence(refusal.text), refusal


def refusal_of_apply(state: State, action: Action, player: int) -> Refusal | None:
    """The refusal that `apply` raises, if it does."""
    try:
        apply(state, action, player)
    except IllegalAction as error:
        return error.refusal
    return None


def is_sentence(text: str) -> bool:
    """Whether a text looks like one or more sentences: a capital or a card first, a full stop last, no leavings."""
    starts_well = text[0].isupper() or text[0].isdigit()
    return starts_well and text.endswith(".") and "None" not in text and "  " not in text and text == text.strip()
