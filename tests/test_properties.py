"""The invariants of rules 11, in random play of every shipped variant and of random valid rules.

The examples are the same on every run; with `HYPOTHESIS_PROFILE=soak` they are others each time, and more.
"""

from __future__ import annotations

import os
import pickle
import re
from collections.abc import Callable, Iterator
from itertools import islice, pairwise
from random import Random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from crapette import (
    Action,
    Card,
    Rules,
    State,
    apply,
    deal,
    deal_from,
    distinct_moves,
    legal_moves,
    load_rules,
    offences,
    outcome,
    position,
    score,
    variant_names,
    why_not,
)
from crapette.actions import ACTIONS
from tests.playing import ALL_CARDS, check_ends, check_legality, check_table, random_walk
from tests.strategies import rules

SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
LONGEST_WALK = 3000
"""Under some rules a deal need not end."""
SHIPPED = [load_rules(name) for name in variant_names()]

Property = Callable[[Rules, int], None]


def in_play(examples: int) -> Callable[[Property], Callable[[], None]]:
    """Tests a property of (rules, seed): with each shipped variant, and with so many random rules."""

    def decorate(test: Property) -> Callable[[], None]:
        for some_rules in SHIPPED:
            test = example(some_rules, 1)(test)
        checked = given(st.one_of(rules(), st.sampled_from(SHIPPED)), st.integers(0, 2**32))(test)
        return settings(
            max_examples=examples * 20 if SOAK else examples,
            deadline=None,
            derandomize=not SOAK,
            database=None,
            suppress_health_check=[HealthCheck.too_slow],
        )(checked)

    return decorate


def steps(some_rules: Rules, seed: int, share: float) -> Iterator[tuple[State, int, Action, State]]:
    """A random share of the steps of a random walk: state, who acts, action, state after."""
    chance = Random(seed)
    walk = islice(random_walk(some_rules, seed), LONGEST_WALK)
    return (step for step in walk if chance.random() < share)


# ---------------------------------------------------------------------------------- the table, the end


@in_play(60)
def test_11_cards_foundations_houses(some_rules: Rules, seed: int) -> None:
    check_table(deal(some_rules, seed))
    for _, _, _, after in steps(some_rules, seed, 0.1):
        check_table(after)


@in_play(60)
def test_11_nothing_is_legal_iff_the_deal_is_over(some_rules: Rules, seed: int) -> None:
    states = [after for _, _, _, after in islice(random_walk(some_rules, seed), LONGEST_WALK)]
    for state in states:
        check_ends(state)
    assert all(outcome(state) is None for state in states[:-1])
    assert len(states) == LONGEST_WALK or outcome(states[-1]) is not None


@in_play(60)
def test_11_seen_and_foundations_never_shrink(some_rules: Rules, seed: int) -> None:
    for before, _, _, after in steps(some_rules, seed, 0.2):
        assert before.seen <= after.seen
        for earlier, later in zip(before.foundations, after.foundations, strict=True):
            assert later[: len(earlier)] == earlier


@in_play(60)
def test_2_what_lies_face_up_has_been_seen(some_rules: Rules, seed: int) -> None:
    for _, _, _, after in steps(some_rules, seed, 0.1):
        hidden = {card for player in (0, 1) for card in after.reserves[player][: after.face_down[player]]}
        hidden |= {card for hand in after.hands for card in hand}
        unseen = set(ALL_CARDS) - after.seen
        assert unseen <= hidden
        for player in (0, 1):
            own = {*after.reserves[player], *after.hands[player]}
            assert {card for card in unseen if card.pack == player} <= own


# ----------------------------------------------------------------------------------------- legal moves


@in_play(40)
def test_11_legal_iff_not_refused_iff_it_can_be_made(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for state, _, action, after in steps(some_rules, seed, 0.1):
        check_legality(state, [action, *chance.sample(ACTIONS, 12)])
        check_legality(after, [*legal_moves(state), *legal_moves(after), action])


@in_play(15)
def test_11_legal_iff_not_refused_for_every_action(some_rules: Rules, seed: int) -> None:
    for _, _, _, after in islice(steps(some_rules, seed, 0.01), 4):
        check_legality(after, ACTIONS)


@in_play(60)
def test_11_legal_moves_offend_against_no_duty(some_rules: Rules, seed: int) -> None:
    for state, _, _, _ in steps(some_rules, seed, 0.1):
        for action in legal_moves(state):
            assert offences(state, action) == ()


@in_play(60)
def test_11_a_strict_duty_refuses_what_offends(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for state, _, _, _ in steps(some_rules, seed, 0.05):
        for action in chance.sample(ACTIONS, 20) + [Action.parse(text) for text in ("draw", "discard", "pass")]:
            broken, refusal = offences(state, action), why_not(state, action, state.mover)
            assert bool(broken) is (refusal is not None and refusal.code == "duty")
            if refusal and broken:
                assert refusal.plays == broken[0].plays
                assert all(play in legal_moves(state) for play in refusal.plays)


# -------------------------------------------------------------------------------------- canonical order


PLACES = ["F", "R", "H", "W", *map(str, range(1, 13)), "r", "w"]
WORDS = ["flip", "draw", "discard", "pass", "offer", "accept", "stop"]


def canonical(action: Action) -> tuple[int, ...]:
    """Where the action stands in the order of rules 11."""
    if action.source is None or action.target is None:
        return 4, WORDS.index(str(action))
    group = {"F": 0, "r": 2, "w": 2, "W": 3}.get(action.target, 1)
    return group, PLACES.index(action.source), PLACES.index(action.target), action.count


@in_play(60)
def test_11_legal_moves_in_canonical_order(some_rules: Rules, seed: int) -> None:
    for _, _, _, after in steps(some_rules, seed, 0.2):
        for player in (0, 1):
            legal = legal_moves(after, player)
            assert all(canonical(one) < canonical(other) for one, other in pairwise(legal))


@in_play(60)
def test_11_distinct_moves_are_the_first_of_each_class(some_rules: Rules, seed: int) -> None:
    for _, _, _, after in steps(some_rules, seed, 0.2):
        empty = [str(number) for number, house in enumerate(after.houses, start=1) if not house]
        first: dict[tuple[str, str, int], Action] = {}
        for action in legal_moves(after):
            alike = "an empty house" if action.target in empty else str(action.target)
            first.setdefault((str(action.source or action), alike, action.count), action)
        assert distinct_moves(after) == tuple(first.values())


# ------------------------------------------------------------------------------------- states are values


@in_play(60)
def test_11_apply_leaves_its_argument_as_it_is(some_rules: Rules, seed: int) -> None:
    for state, player, action, after in steps(some_rules, seed, 0.1):
        copy = pickle.loads(pickle.dumps(state))  # noqa: S301
        again = apply(state, str(action), player)
        assert copy == state
        assert hash(copy) == hash(state)
        assert again == after == apply(copy, action, player)
        assert hash(again) == hash(after)
        assert after != state


@in_play(30)
def test_11_the_same_actions_lead_to_the_same_state(some_rules: Rules, seed: int) -> None:
    one = other = deal(some_rules, seed)
    for _, player, action, after in islice(random_walk(some_rules, seed), LONGEST_WALK):
        one, other = after, apply(other, action, player)
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)


@in_play(60)
def test_position_round_trip(some_rules: Rules, seed: int) -> None:
    for _, _, _, after in steps(some_rules, seed, 0.05):
        text = position.dumps(after)
        read = position.loads(text, some_rules)
        assert position.dumps(read) == text
        assert open_facts(read) == open_facts(after)
        assert (read.rules, read.reserves, read.hands) == (after.rules, after.reserves, after.hands)


def open_facts(state: State) -> tuple[object, ...]:
    """What lies open on the table, and whose turn it is."""
    return (state.mover, state.turned, state.wastes, state.houses, state.foundations, state.face_down)


# ---------------------------------------------------------------- what is unseen does not matter (rules 2)


@in_play(60)
def test_11_another_world_is_played_alike(some_rules: Rules, seed: int) -> None:
    """The packs with their unseen cards exchanged allow the same actions, and look the same all the way."""
    chance = Random(seed)
    start = deal(some_rules, seed)
    walk = [*islice(random_walk(some_rules, seed), chance.randrange(1, 300))]
    exchanged = exchange(walk[-1][3], chance)
    packs = [[exchanged.get(card, card) for card in pack_in_dealing_order(start, player)] for player in (0, 1)]
    other = deal_from(some_rules, packs, start.starter)
    check_alike(start, other, chance)
    for number, (_, player, action, after) in enumerate(walk):
        other = apply(other, action, player)
        if number % 20 == 0 or after is walk[-1][3]:
            check_alike(after, other, chance)


@in_play(60)
def test_11_positions_that_differ_in_unseen_cards_look_alike(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for _, _, _, after in steps(some_rules, seed, 0.02):
        text = position.dumps(after)
        one = position.loads(text, some_rules)
        check_alike(one, position.loads(rewritten(text, exchange(one, chance)), some_rules), chance)


def rewritten(text: str, exchanged: dict[Card, Card]) -> str:
    """A position's text with cards exchanged."""
    return re.sub(
        r"\b[2-9TJQKA][SHDC]\b",
        lambda name: str(exchanged.get(Card.parse(name[0]), name[0])),
        text,
        flags=re.IGNORECASE,
    )


def exchange(state: State, chance: Random) -> dict[Card, Card]:
    """A random exchange of the unseen cards of each pack among themselves."""
    exchanged: dict[Card, Card] = {}
    for pack in (0, 1):
        unseen = sorted(card for card in set(ALL_CARDS) - state.seen if card.pack == pack)
        exchanged |= zip(unseen, chance.sample(unseen, len(unseen)), strict=True)
    return exchanged


def pack_in_dealing_order(state: State, player: int) -> list[Card]:
    """The pack that a player dealt: reserve, houses, waste, hand from the top (rules 3)."""
    houses = state.rules.deal.houses
    dealt = [house[0] for house in state.houses[player * houses : (player + 1) * houses]]
    return [*state.reserves[player], *dealt, *state.wastes[player], *reversed(state.hands[player])]


def check_alike(one: State, other: State, chance: Random) -> None:
    """Nothing that a player may know tells the two states apart."""
    assert repr(one) == repr(other)
    assert open_facts(one) == open_facts(other)
    assert one.seen == other.seen
    assert (outcome(one), score(one)) == (outcome(other), score(other))
    for player in (0, 1):
        assert legal_moves(one, player) == legal_moves(other, player)
        for action in chance.sample(ACTIONS, 30):
            assert why_not(one, action, player) == why_not(other, action, player)
            assert offences(one, action) == offences(other, action)
