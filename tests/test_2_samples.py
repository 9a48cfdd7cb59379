"""Rules 2: samples of the hidden cards agree with what is known, and are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crapette import (
    Card,
    DealError,
    Rules,
    State,
    View,
    apply,
    deal,
    from_json,
    legal_moves,
    load_rules,
    observe,
    outcome,
    sample,
    to_json,
    variant_names,
    why_not,
)
from crapette.actions import ACTIONS, STOP
from crapette.cards import text_of_cards
from crapette.invariants import check_ends, check_legality, check_table
from crapette.rules import FalseCall
from crapette.testing import rules
from tests.playing import ALL_CARDS, played, random_walk, walk
from tests.positions import (
    BOTH_KINDS,
    FACE_DOWN,
    FORBIDDEN,
    NO_PLAY,
    TO_HAND,
    TURN,
    Settings,
    callable_at,
    ended,
    free,
    ruling,
)
from tests.strategies import rules_with_calls

LONGEST_WALK = 2000
"""Under some rules a deal need not end."""


ONE_OF_SIX = "(3D) 5C / 4D 6D / * | 9d / - / * | KS, KC | - | 0"
"""Three cards that nobody has seen, all of pack 0: one in the reserve, two in the hand."""
ONE_OF_36 = "(3D) 5C / 4D 6D / * | (3d) 9d / 5c 6c / * | KS, KC | - | 0"
"""And three of pack 1 that lie alike."""
KNOWN_AMONG_UNKNOWN = "(3D 2d 4D) 5C / 6D 5c 7D / * | (3d 8H) 9d / 5s QD 6c / * | KS, KC | - | 0"
"""2♦ 5♣ of pack 1 and 8♥ Q♦ of pack 0 lie with the player who did not deal them, so both have seen them."""
OFFENCE = "(4D 3D) 2S / 5D 6D / * | 3s / 5c 6c / * | KS, KC | S1 | 0"
"""`R-r` turns up 3♦ and offends, since 2♠ fits a foundation."""
HAND_OFFENCE = "(3D 4D) 2C / 5D QC / * | 9d / 5c 6c / * | AH, KC | - | 0"
"""`draw` turns up Q♣ and offends, since A♥ fits a foundation."""


def own_places(moment: State | View, player: int) -> tuple[Card, ...]:
    """The reserve and the hand of a player."""
    return moment.reserves[player] + moment.hands[player]


def differs_only_in_blanks(view: View, state: State) -> bool:
    """Whether a state has the cards that a view shows where it shows them, and others of the right back elsewhere."""
    places = [
        (shown, card) for p in (0, 1) for shown, card in zip(own_places(view, p), own_places(state, p), strict=True)
    ]
    return all(shown == card if shown.known else shown.pack == card.pack for shown, card in places)


def mid_deal(some_rules: Rules, seed: int, many: int) -> Iterator[State]:
    """Some states of a random deal, the more of them those with an open window, and the last."""
    chance = Random(seed)
    states = [deal(some_rules, seed), *(step[3] for step in islice(random_walk(some_rules, seed, 0.05), LONGEST_WALK))]
    guilty = [state for state in states if state.calls.breach]
    yield from chance.sample(states, min(many, len(states)))
    yield from chance.sample(guilty, min(many, len(guilty)))
    yield states[-1]


# ------------------------------------------------------------------------------------ what a sample is


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(free(ONE_OF_36), id="fresh"),
        pytest.param(played(free(ONE_OF_36), "draw"), id="turned card"),
        pytest.param(free(KNOWN_AMONG_UNKNOWN), id="known cards among unknown ones"),
        pytest.param(played(callable_at(OFFENCE, NO_PLAY), "R-r stop"), id="card covered again"),
        pytest.param(played(callable_at(HAND_OFFENCE, NO_PLAY, TO_HAND), "draw stop"), id="card put back"),
        pytest.param(deal(load_rules("russian-bank"), 4), id="deal"),
    ],
)
def test_2_sample_keeps_every_seen_card_and_moves_the_others_among_themselves(state: State) -> None:
    view = observe(state)
    for seed in range(10):
        one = sample(view, seed)
        assert isinstance(one, State)
        check_table(one)
        assert one.seen == state.seen
        assert (one.wastes, one.houses, one.foundations, one.turned) == (
            state.wastes,
            state.houses,
            state.foundations,
            state.turned,
        )
        for player in (0, 1):
            assert sorted(own_places(one, player)) == sorted(own_places(state, player))
            for mine, card in zip(own_places(state, player), own_places(one, player), strict=True):
                assert card == mine if mine in state.seen else card not in state.seen


def test_2_sample_moves_unseen_cards_between_reserve_and_hand() -> None:
    view = observe(free(ONE_OF_36))
    samples = [sample(view, seed) for seed in range(60)]
    assert {str(one.reserves[0][0]) for one in samples} == {"3D", "4D", "6D"}
    assert {str(one.reserves[1][0]) for one in samples} == {"3d", "5c", "6c"}
    assert {text_of_cards(one.hands[0]) for one in samples} == {"3D 4D", "4D 3D", "3D 6D", "6D 3D", "4D 6D", "6D 4D"}


def test_2_sample_leaves_known_cards_in_the_reserve_and_the_hand_where_they_are() -> None:
    for seed in range(20):
        one = sample(observe(free(KNOWN_AMONG_UNKNOWN)), seed)
        assert [str(card) for card in (one.reserves[0][1], one.hands[0][1])] == ["2d", "5c"]
        assert [str(card) for card in (one.reserves[1][1], one.hands[1][1])] == ["8H", "QD"]
        assert {card.pack for card in (one.reserves[0][0], *one.hands[0][::2])} == {0}


@BOTH_KINDS
def test_2_same_view_and_seed_give_the_same_sample(memory: bool) -> None:
    state = deal(load_rules("crapette"), 1)
    one, other = observe(state, memory), observe(sample(observe(state, memory), 77), memory)
    for seed in (0, 1, 2**64):
        assert sample(one, seed) == sample(one, seed) == sample(other, seed)
        assert hash(sample(one, seed)) == hash(sample(other, seed))


@BOTH_KINDS
def test_2_other_seeds_give_other_samples(memory: bool) -> None:
    state = deal(load_rules("crapette"), 1)
    samples = {sample(observe(state, memory), seed) for seed in [*range(50), 2**32, 2**32 + 1, 2**64, 2**64 + 1]}
    assert len(samples) == 54
    assert state not in samples


def test_2_sample_of_a_view_without_blanks_is_the_state() -> None:
    state = free("7H / - / * | 9d / - / * | KS, KC | - | 0")
    assert sample(observe(state), 5) == state


def test_2_sample_does_not_change_the_view() -> None:
    view = observe(free(ONE_OF_SIX))
    sample(view, 1)
    assert view == observe(free(ONE_OF_SIX))


# ------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize("not_a_view", [free(ONE_OF_SIX), None, "XX"])
def test_2_sample_takes_a_view_and_never_a_state(not_a_view: Any) -> None:
    kind = type(not_a_view).__name__
    with pytest.raises(TypeError, match=f"^a sample is made from a view, not from a {kind}: observe it first$"):
        sample(not_a_view, 1)


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1", None, pytest.param(10**4300, id="huge")])
@pytest.mark.parametrize("text", [ONE_OF_SIX, "7H / - / * | 9d / - / * | KS, KC | - | 0"])
def test_2_seed_of_a_sample_is_an_integer_from_0_up(seed: Any, text: str) -> None:
    with pytest.raises(DealError) as caught:
        sample(observe(free(text)), seed)
    assert [problem.code for problem in caught.value.problems] == ["bad-seed"]


# ------------------------------------------------------------------------------------ observed again


def check_sampled(state: State, seed: int) -> None:
    """A sample has what is shown where it is shown, and nothing that is known tells it from the state."""
    for memory in (True, False):
        view = observe(state, memory)
        one = sample(view, seed)
        check_table(one)
        assert differs_only_in_blanks(view, one)
        if not memory:  # of an offence before, a table view holds nothing that could be taken back
            view = observe(replace(state, calls=replace(state.calls, breach=None)), memory)
        again = observe(one, memory)
        assert again == view
        assert hash(again) == hash(view)
        assert one.seen - view.seen == (set() if memory else foreign(one))
        assert view.seen <= one.seen
        assert (one.window, one.offer, one.last_call) == (state.window, state.offer, state.last_call)
        assert outcome(one) == outcome(state)
        assert (legal_moves(one, 0), legal_moves(one, 1)) == view.legal
        if one.window is not None:
            check_call(state, one, memory)


def foreign(state: State) -> set[Card]:
    """What lies face down with the player who did not deal it, and so has been seen."""
    down = [
        (*reserve[:count], *hand)
        for reserve, count, hand in zip(state.reserves, state.face_down, state.hands, strict=True)
    ]
    return {card for player, cards in enumerate(down) for card in cards if card.pack != player}


def check_call(state: State, one: State, memory: bool) -> None:
    """A call on a sample is false; where no false call is allowed it is as true as on the state."""
    if state.rules.stop.false_call is not FalseCall.FORBIDDEN:
        call = apply(one, STOP, one.window).last_call
        assert call is not None
        assert not call.upheld
    elif memory and STOP in legal_moves(one, one.window):
        upheld, was = apply(one, STOP), apply(state, STOP)
        check_table(upheld)
        assert upheld.last_call == was.last_call
        if was.seen == state.seen:  # else it has turned up a card that nobody knew
            assert observe(upheld) == observe(was)


@pytest.mark.parametrize("name", variant_names())
def test_2_sample_looks_like_what_it_was_made_from(name: str) -> None:
    for state in mid_deal(load_rules(name), 6, 10):
        check_sampled(state, 3)


@pytest.mark.parametrize("window", ["next-action", "turn"])
@pytest.mark.parametrize("reserve_top", ["face-up", "face-down"])
def test_2_sample_looks_like_what_it_was_made_from_where_no_false_call_is_allowed(
    window: str, reserve_top: str
) -> None:
    stop = {"false_call": "forbidden", "window": window}
    some_rules = Rules.from_mapping({"stop": stop, "deal": {"reserve_top": reserve_top}, "start": {"by": "cut"}})
    for state in mid_deal(some_rules, 6, 20):
        check_sampled(state, 3)


@settings(max_examples=50, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(rules(), rules_with_calls()), st.integers(0, 2**32))
def test_2_sample_looks_like_what_it_was_made_from_under_any_rules(some_rules: Rules, seed: int) -> None:
    for state in mid_deal(some_rules, seed, 8):
        check_sampled(state, seed)


@pytest.mark.parametrize(
    ("state", "window"),
    [
        (played(free("2C / * / - | 9d / * / - | QH, KC, KS, - | - | 0"), "1-2"), None),
        (played(free("(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0", {"end.idle_cycles": 0}), "pass pass"), None),
        (played(callable_at(OFFENCE, NO_PLAY), "R-r"), 1),
        (played(callable_at(OFFENCE, NO_PLAY, FORBIDDEN), "R-r"), 1),
        (played(callable_at("(3D 5D) / 4D 6D / * | 9d / 5c 6c / * | KS, - | - | 0", FACE_DOWN, FORBIDDEN), "draw"), 1),
        (played(callable_at(HAND_OFFENCE, TURN), "draw discard"), 1),
        (played(callable_at(HAND_OFFENCE, TURN, FORBIDDEN), "draw discard"), 1),
        (played(free("(*) 5C / - / 4D 5d 6D | (3d) 9d / 5c / * | KS, KC | - | 0"), "draw"), None),
    ],
    ids=[
        "layouts",
        "tables",
        "window",
        "window forbidden",
        "flip forbidden",
        "turn",
        "turn forbidden",
        "waste turned over",
    ],
)
def test_2_sample_keeps_what_is_remembered(state: State, window: int | None) -> None:
    assert state.window == window
    for seed in range(5):
        check_sampled(state, seed)


def test_2_layouts_of_the_turn_hold_in_a_sample() -> None:
    state = played(free("2C / * / - | 9d / * / - | QH, KC, KS, - | - | 0"), "1-2")
    one = sample(observe(state), 9)
    assert one != state
    refused = why_not(one, "2-1")
    assert refused is not None
    assert refused.code == "repeats-layout"
    assert [why_not(one, action) for action in ACTIONS] == [why_not(state, action) for action in ACTIONS]


def test_2_tables_counted_hold_in_a_sample() -> None:
    """The table stands for the third time after four passes, whatever lies face down."""
    state = played(free("(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0", {"end.idle_cycles": 0}), "pass pass")
    one = sample(observe(state), 9)
    assert one != state
    assert ended(played(one, "pass")) is None
    assert ended(played(one, "pass pass")) == (None, "repetition")


@pytest.mark.parametrize("actions", ["draw", "draw discard"])
@pytest.mark.parametrize("window", [{}, TURN])
@BOTH_KINDS
def test_2_open_window_of_a_sample_holds_no_offence(actions: str, window: Settings, memory: bool) -> None:
    state = played(callable_at(HAND_OFFENCE, window), actions)
    guilty = "draw" if window or actions == "draw" else "discard"
    assert ruling(apply(state, STOP)) == f"{guilty} broke foundation: 1-F"
    one = sample(observe(state, memory), 2)
    assert one.window == 1
    assert one.calls.breach is None
    assert ruling(apply(one, STOP)) == "false"


@pytest.mark.parametrize("actions", ["draw", "draw discard"])
def test_2_offence_is_in_a_sample_where_no_false_call_is_allowed(actions: str) -> None:
    """And what is taken back by the call has the cards of the sample face down."""
    state = played(callable_at(HAND_OFFENCE, TURN, TO_HAND, NO_PLAY, FORBIDDEN), actions)
    reserves: set[str] = set()
    for seed in range(30):
        one = sample(observe(state), seed)
        after = apply(one, STOP)
        assert ruling(after) == "draw broke foundation: 1-F"
        check_table(after)
        assert after.reserves[0] == one.reserves[0]
        assert after.hands[0] == (*one.hands[0], Card.parse("QC"))
        reserves.add(text_of_cards(after.reserves[0]))
    assert len(reserves) == 6


@pytest.mark.parametrize("settings", [{}, {"stop.rewind": False}, {"stop.missed_play": "none"}])
@pytest.mark.parametrize("actions", ["draw", "draw discard"])
def test_2_sample_of_a_table_view_holds_no_offence_even_where_no_false_call_is_allowed(
    actions: str, settings: Settings
) -> None:
    """What would be taken back lies in the past, of which a table view tells nothing. So there is nothing to call."""
    state = played(callable_at(HAND_OFFENCE, TURN, FORBIDDEN, settings), actions)
    assert STOP in observe(state, memory=False).legal[1]
    one = sample(observe(state, memory=False), 1)
    assert (one.window, one.calls.breach) == (1, None)
    assert legal_moves(one, 1) == legal_moves(state, 1)[:-1]
    for player in (0, 1):
        check_legality(one, legal_moves(one, player))


# --------------------------------------------------------------------------------------- played on


@pytest.mark.parametrize("name", variant_names())
def test_2_sample_plays_on_to_the_end(name: str) -> None:
    """From the views of three states of a deal, of both kinds."""
    some_rules = load_rules(name)
    states = [deal(some_rules, 8), *(step[3] for step in random_walk(some_rules, 8))]
    for number, state in enumerate((states[0], states[len(states) // 3], states[len(states) * 2 // 3])):
        one = sample(observe(state, memory=number != 1), number)
        assert from_json(to_json(one)) == one
        last = one
        for steps, (before, _, action, last) in enumerate(walk(one, Random(number))):
            if steps % 25 == 0:
                check_table(last)
                check_ends(last)
                check_legality(before, [action, *ACTIONS[steps :: len(ACTIONS) // 3]])
        check_table(last)
        assert outcome(last) is not None
        assert all(card in last.seen for card in one.seen)


def test_2_cards_of_a_sample_are_turned_up_as_they_lie() -> None:
    view = observe(free(ONE_OF_36))
    for seed in range(10):
        one = sample(view, seed)
        assert apply(one, "draw").turned == one.hands[0][-1]


# ---------------------------------------------------------------------------------------- table views


def test_2_sample_of_a_table_view_exchanges_covered_cards_within_each_pack() -> None:
    """After the waste was turned over only the backs of the hand are known; 5♦ is of the other pack, so was seen."""
    text = "(3D) 5D 7D / - / 4D 5d 6D | (3d) 9d / 5c / * | 8D, 9D, TD, JD, QD, KD | S13 H13 C13 D2 | 0"
    view = observe(played(free(text), "draw"), memory=False)
    samples = [sample(view, seed) for seed in range(60)]
    assert {(str(one.reserves[0][0]), str(one.hands[0][0])) for one in samples} == {("3D", "6D"), ("6D", "3D")}
    places = {(str(one.hands[0][1]), str(one.reserves[1][0]), str(one.hands[1][0])) for one in samples}
    worlds = ["5d 3d 5c", "5d 5c 3d", "3d 5d 5c", "3d 5c 5d", "5c 3d 5d", "5c 5d 3d"]
    assert places == {tuple(world.split()) for world in worlds}
    for one in samples:
        assert one.seen == view.seen | {one.hands[0][1]}
        assert observe(one, memory=False) == view
        assert from_json(to_json(one)) == one


# ----------------------------------------------------------------------------------- equally likely

IN_A_MILLION = {5: 35.89, 23: 70.55, 35: 89.95, 46: 106.69}
"""By degrees of freedom, what a chi-square statistic exceeds with a chance of one in a million."""


def worlds(text: str, samples: int, memory: bool = True) -> Counter[str]:
    """How often each world is among the samples of the seeds from 0 on."""
    view = observe(free(text), memory)
    return Counter(world_of(sample(view, seed)) for seed in range(samples))


def world_of(state: State) -> str:
    """What lies face down."""
    places = [*state.reserves[0][:-1], *state.hands[0], *state.reserves[1][:-1], *state.hands[1]]
    return text_of_cards(places)


def chi_square(counts: Counter[str], number: int) -> float:
    """The statistic of so many worlds that should be equally often."""
    expected = counts.total() / number
    seen = sum((count - expected) ** 2 for count in counts.values())
    return (seen + (number - len(counts)) * expected**2) / expected


@BOTH_KINDS
def test_2_six_worlds_of_one_player_are_equally_likely(memory: bool) -> None:
    """Three cards over a place in the reserve and two in the hand."""
    counts = worlds(ONE_OF_SIX, 12_000, memory)
    assert set(counts) == {"3D 4D 6D", "3D 6D 4D", "4D 3D 6D", "4D 6D 3D", "6D 3D 4D", "6D 4D 3D"}
    assert chi_square(counts, 6) < IN_A_MILLION[5]


def test_2_36_worlds_of_both_players_are_equally_likely() -> None:
    """Six of player 0, and for each of them six of player 1."""
    counts = worlds(ONE_OF_36, 12_000)
    assert len(counts) == 36
    assert chi_square(counts, 36) < IN_A_MILLION[35]


def test_2_worlds_are_equally_likely_with_known_cards_between() -> None:
    """In hand and reserve of player 0 four unseen cards of pack 0, so 24 worlds; those of player 1 aside."""
    counts = worlds(KNOWN_AMONG_UNKNOWN, 12_000)
    of_player_0: Counter[str] = Counter()
    for world, count in counts.items():
        of_player_0[world[:17]] += count
    assert len(of_player_0) == 24
    assert chi_square(of_player_0, 24) < IN_A_MILLION[23]


def test_2_every_unseen_card_is_equally_likely_to_be_drawn_next() -> None:
    """Of a whole deal: each of the 47 may lie on top of the hand."""
    state = deal(load_rules("russian-bank"), 4)
    view = observe(state)
    unseen = sorted(card for card in set(ALL_CARDS) - state.seen if card.pack == 0)
    counts = Counter(str(sample(view, seed).hands[0][-1]) for seed in range(4700))
    assert len(unseen) == 47
    assert set(counts) == set(map(str, unseen))
    assert chi_square(counts, 47) < IN_A_MILLION[46]
