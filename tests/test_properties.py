"""The invariants of rules 11, in random play of every shipped variant and of random valid rules."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice, pairwise
from random import Random

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
    offences,
    outcome,
    position,
    score,
    why_not,
)
from crapette.actions import ACTIONS, OFFER, STOP
from crapette.invariants import check_ends, check_legality, check_table
from crapette.render.text import board
from crapette.rules import FalseCall, StopBy
from tests.face_down import exchanged
from tests.in_play import in_play
from tests.playing import ALL_CARDS, Step, is_sentence, random_walk
from tests.positions import state_of

LONGEST_WALK = 3000
"""Under some rules a deal need not end."""


def steps(some_rules: Rules, seed: int, share: float) -> Iterator[Step]:
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
def test_11_seen_never_shrinks_and_foundations_only_by_a_rewind(some_rules: Rules, seed: int) -> None:
    for before, _, _, after in steps(some_rules, seed, 0.2):
        assert before.seen <= after.seen
        if after.last_call is not None and after.last_call.remedy.rewound:
            continue
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
        refusals = [why_not(after, action, player) for player in (0, 1) for action in ACTIONS]
        assert all(is_sentence(refusal.text) for refusal in refusals if refusal)


@in_play(60)
def test_11_legal_moves_offend_only_against_duties_that_may_be_called(some_rules: Rules, seed: int) -> None:
    for state, _, _, _ in steps(some_rules, seed, 0.1):
        for action in legal_moves(state):
            assert all(offence.callable for offence in offences(state, action))


@in_play(60)
def test_11_a_strict_duty_refuses_what_offends(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for state, _, _, _ in steps(some_rules, seed, 0.05):
        for action in chance.sample(ACTIONS, 20) + [Action.parse(text) for text in ("draw", "discard", "pass")]:
            broken = [offence for offence in offences(state, action) if not offence.callable]
            refusal = why_not(state, action, state.mover)
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
        read = state_of(text, some_rules)
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
    exchange = exchange_of_unseen(walk[-1][3], chance)
    codes = {card.code: other.code for card, other in exchange.items()}
    packs = [[exchange.get(card, card) for card in pack_in_dealing_order(start, player)] for player in (0, 1)]
    other = deal_from(some_rules, packs, start.starter)
    check_alike(start, other, chance)
    for number, (_, player, action, after) in enumerate(walk):
        other = apply(other, action, player)
        if number % 20 == 0 or after.last_call or after is walk[-1][3]:
            check_alike(after, other, chance)
            assert exchanged(after, codes) == other


@in_play(60, calls=True)
def test_2_unseen_cards_are_exchanged_in_the_table_before_an_offence_too(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for one in some_guilty(random_walk(some_rules, seed), chance):
        exchange = exchange_of_unseen(one, chance)
        other = exchanged(one, {card.code: other.code for card, other in exchange.items()})
        check_alike(one, other, chance)
        assert exchanged(other, {other.code: card.code for card, other in exchange.items()}) == one
        if one.window is not None:
            upheld = apply(one, STOP), apply(other, STOP)
            assert upheld[0].last_call == upheld[1].last_call
            assert upheld[0].wastes == upheld[1].wastes
            assert upheld[0].foundations == upheld[1].foundations


@in_play(60)
def test_11_positions_that_differ_in_unseen_cards_look_alike(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for _, _, _, after in steps(some_rules, seed, 0.02):
        text = position.dumps(after)
        one = state_of(text, some_rules)
        check_alike(one, state_of(rewritten(text, exchange_of_unseen(one, chance)), some_rules), chance)


def rewritten(text: str, exchange: dict[Card, Card]) -> str:
    """A position's text with cards exchanged."""
    return re.sub(
        r"\b[2-9TJQKA][SHDC]\b",
        lambda name: str(exchange.get(Card.parse(name[0]), name[0])),
        text,
        flags=re.IGNORECASE,
    )


def exchange_of_unseen(state: State, chance: Random) -> dict[Card, Card]:
    """A random exchange of the unseen cards of each pack among themselves."""
    exchange: dict[Card, Card] = {}
    for pack in (0, 1):
        unseen = sorted(card for card in set(ALL_CARDS) - state.seen if card.pack == pack)
        exchange |= zip(unseen, chance.sample(unseen, len(unseen)), strict=True)
    return exchange


def pack_in_dealing_order(state: State, player: int) -> list[Card]:
    """The pack that a player dealt: reserve, houses, waste, hand from the top (rules 3)."""
    houses = state.rules.deal.houses
    dealt = [house[0] for house in state.houses[player * houses : (player + 1) * houses]]
    return [*state.reserves[player], *dealt, *state.wastes[player], *reversed(state.hands[player])]


def check_alike(one: State, other: State, chance: Random) -> None:
    """Nothing that a player may know tells the two states apart."""
    check_looks_alike(one, other)
    for player in (0, 1):
        assert legal_moves(one, player) == legal_moves(other, player)
        for action in (*chance.sample(ACTIONS, 30), STOP):
            assert why_not(one, action, player) == why_not(other, action, player)
            assert offences(one, action) == offences(other, action)


def check_looks_alike(one: State, other: State) -> None:
    """The two states look the same, and so does what is known of them."""
    assert repr(one) == repr(other)
    assert board(one) == board(other)
    assert open_facts(one) == open_facts(other)
    assert one.seen == other.seen
    assert (one.window, one.last_call, one.offer) == (other.window, other.last_call, other.offer)
    assert (outcome(one), score(one)) == (outcome(other), score(other))


# --------------------------------------------------------------------------------------- calls (rules 8)


def some_guilty(walk: Iterable[Step], chance: Random) -> Iterator[State]:
    """Some of the states in which an offence stands in the window."""
    guilty = (after for _, _, _, after in islice(walk, LONGEST_WALK) if after.calls.breach)
    return (state for state in guilty if chance.random() < 0.1)


@in_play(60, calls=True)
def test_8_window_is_that_of_the_player_who_did_not_act(some_rules: Rules, seed: int) -> None:
    for before, player, action, after in islice(random_walk(some_rules, seed), LONGEST_WALK):
        if some_rules.stop.by is StopBy.REFEREE or outcome(after) or action is STOP:
            assert after.window is None
        elif action is OFFER:
            assert after.window == before.window
        elif after.turn_number > before.turn_number and True in before.calls.skips:
            assert after.window in (None, 1 - player)
        else:
            assert after.window == 1 - player


@in_play(40, calls=True)
def test_8_stop_is_legal_iff_a_window_is_open(some_rules: Rules, seed: int) -> None:
    forbidden = some_rules.stop.false_call is FalseCall.FORBIDDEN
    for _, _, _, after in steps(some_rules, seed, 0.3):
        for player in (0, 1):
            legal = after.window == player
            if legal and forbidden:
                call = apply(after, STOP, player, check=False).last_call
                legal = call is not None and call.upheld
            assert (STOP in legal_moves(after, player)) is legal


@in_play(60, calls=True)
def test_8_nothing_tells_whether_there_was_an_offence(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for guilty in some_guilty(random_walk(some_rules, seed), chance):
        clean = replace(guilty, calls=replace(guilty.calls, breach=None))
        assert guilty != clean
        if some_rules.stop.false_call is not FalseCall.FORBIDDEN:
            check_alike(guilty, clean, chance)
            continue
        check_looks_alike(guilty, clean)
        for player in (0, 1):
            assert {*legal_moves(guilty, player)} - {*legal_moves(clean, player)} <= {STOP}


@in_play(60, calls=True)
def test_8_last_call_is_there_just_after_a_call(some_rules: Rules, seed: int) -> None:
    for before, player, action, after in islice(random_walk(some_rules, seed), LONGEST_WALK):
        call = after.last_call
        if some_rules.stop.by is StopBy.REFEREE:
            broken = [offence for offence in offences(before, action) if offence.callable]
            assert (call is not None) is bool(broken)
            assert call is None or (call.caller, call.upheld, call.duty) == (None, True, broken[0].duty)
        else:
            assert (call is not None) is (action is STOP)
            assert call is None or call.caller == player


@in_play(60, calls=True)
def test_8_what_a_call_does(some_rules: Rules, seed: int) -> None:
    for before, player, _, after in islice(random_walk(some_rules, seed), LONGEST_WALK):
        call = after.last_call
        if call is None:
            continue
        if call.upheld:
            caller = 1 - player if call.caller is None else player
            assert outcome(after) or after.mover == caller
            assert call.remedy.rewound is some_rules.stop.rewind
            assert (call.duty, call.remedy.player) in [(duty, 1 - caller) for duty in some_rules.stop.calls]
            assert call.remedy.play in (None, *call.plays)
        else:
            assert (after.table, after.seen) == (before.table, before.seen)
            assert (after.mover, after.turn, after.turn_number) == (before.mover, before.turn, before.turn_number)
            assert (call.duty, call.action, call.plays) == (None, None, ())
            assert call.remedy.skips_turn is (some_rules.stop.false_call is FalseCall.LOSE_TURN)
