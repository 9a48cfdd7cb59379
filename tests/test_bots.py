"""The bots: what they choose, that they choose from what is legal, and how well they play."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette import (
    Rules,
    State,
    apply,
    child_seed,
    deal,
    distinct_moves,
    legal_moves,
    load_rules,
    outcome,
    variant_names,
)
from crapette.actions import TAKE_ACE
from crapette.bots import BOTS, Bot, GreedyBot, RandomBot
from tests.face_down import lookalikes
from tests.playing import random_walk
from tests.positions import FACE_DOWN, LAY_ALL, SEQUENCE, Settings, free
from tests.strategies import rules


def final(rules: Rules, seed: int, *bots: Bot) -> State:
    """The end of a deal that two bots play, each action checked."""
    state = deal(rules, seed)
    while outcome(state) is None:
        state = apply(state, bots[state.mover].choose(state))
    return state


def line(state: State) -> str:
    """What the greedy bot does to the end of the mover's turn, or of the deal."""
    actions: list[str] = []
    mover = state.mover
    while outcome(state) is None and state.mover == mover:
        action = GreedyBot().choose(state)
        actions.append(str(action))
        state = apply(state, action)
    return " ".join(actions)


def choice(text: str, settings: Settings | None = None) -> str:
    """The greedy bot's first action."""
    return str(GreedyBot().choose(free(text, settings)))


# ----------------------------------------------------------------------------------------------- any bot


def test_every_bot_has_a_name() -> None:
    assert sorted(BOTS) == ["greedy", "random"]


@pytest.mark.parametrize("name", sorted(BOTS))
@pytest.mark.parametrize("variant", variant_names())
def test_bots_play_whole_deals_and_the_same_again(variant: str, name: str) -> None:
    ends = [final(load_rules(variant), 7, BOTS[name](1), BOTS[name](2)) for _ in range(2)]
    assert ends[0] == ends[1]


@given(
    rules(),
    st.integers(0, 10**6),
    st.integers(0, 100),
    st.sampled_from(sorted(BOTS)),
    st.randoms(use_true_random=False),
)
def test_bots_choose_a_legal_move_whatever_lies_face_down(
    rules: Rules, seed: int, steps: int, name: str, rng: Random
) -> None:
    state = deal(rules, seed)
    for *_, after in islice(random_walk(rules, seed), steps):
        if outcome(after) is None:
            state = after
    one, other = lookalikes(state, rng)
    action = BOTS[name](seed).choose(one)
    assert action in distinct_moves(one)
    assert BOTS[name](seed).choose(other) is action


# -------------------------------------------------------------------------------------------- the random


def test_random_bot_chooses_each_distinct_move_as_often() -> None:
    state = free("7H / * / - | 9d / * / - | 8S, KC, -, - | - | 0")
    bot = RandomBot(1)
    counts = Counter(bot.choose(state) for _ in range(3000))
    assert set(counts) == set(distinct_moves(state)) != set(legal_moves(state))
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_random_bots_of_different_seeds_choose_differently() -> None:
    rules = load_rules("crapette-strict")
    assert final(rules, 7, RandomBot(1), RandomBot(2)) != final(rules, 7, RandomBot(3), RandomBot(4))


# -------------------------------------------------------------------------------------------- the greedy


@pytest.mark.parametrize(
    ("text", "settings", "best"),
    [
        ("(*) / - / - | 9d / * / - | 8S, KC, AH, - | - | 0", FACE_DOWN, "flip"),
        # a foundation first: reserve, turned card, waste, house
        ("AS / * / AD | 9d / * / - | AC, KC | - | 0 AH", {"waste.play": "always"}, "R-F"),
        ("9S / * / AD | 9d / * / - | AC, KC | - | 0 AH", {"waste.play": "always"}, "H-F"),
        ("9S / * / AD | 9d / * / - | AC, KC | - | 0 4H", {"waste.play": "always"}, "W-F"),
        ("7H / * / - | 8h / * / - | AC, 8S | - | 0", {}, "1-F"),
        # then off the own piles: reserve, turned card, waste
        ("7H / * / - | 8h / * / 6h | 8C, - | - | 0", {}, "R-r"),
        ("7H / * / - | 9d / * / 6h | 8C, - | - | 0", {}, "R-w"),
        ("7H / * / - | 9d / * / - | -, 8C | - | 0 8D", {}, "R-2"),
        ("7H / * / - | 9d / * / - | -, 6C | - | 0 8D", {}, "R-1"),
        ("7H / * / - | 9d / * / - | 9C, 6C | - | 0 8D", {}, "H-r"),
        ("7H / * / QH | 9d / * / - | KS, 6C | - | 0 TC", {"waste.play": "always"}, "W-1"),
        # then a house card off to the opponent
        ("7H / * / - | 9d / * / - | 8D, 6C | - | 0", {}, "1-r"),
        # then on with the hand
        ("7H / * / - | 9d / * / - | KC, QC | - | 0", {}, "draw"),
        ("7H / * / - | 9d / * / - | KC, QC | - | 0 2C", {}, "discard"),
        ("(* TS) 9S / - / - | 9d / * / - | 2H, 3H | - | 0", {}, "pass"),
    ],
)
def test_greedy_preferences(text: str, settings: Settings, best: str) -> None:
    assert choice(text, settings) == best


def test_greedy_moves_house_cards_out_of_the_way_of_a_gain() -> None:
    state = free("9S / * / - | 9h / * / - | 3D 2S, KC, 3H, KS | D2 | 0")
    assert line(state).split()[:2] == ["1-3", "1-F"]


def test_greedy_looks_two_moves_ahead() -> None:
    state = free("- / * / - | 9h / * / - | 4D 3C 2H, 3S, 4H, KS | D3 | 0")
    assert line(state).split()[:3] == ["1-2", "1-3", "1-F"]


def test_greedy_empties_a_house_for_the_reserve() -> None:
    assert line(free("KH / * / - | 9c / * / - | 2H, 3S, 8D, JD | - | 0")).split()[:2] == ["1-2", "R-1"]


def test_greedy_moves_runs() -> None:
    assert choice("KH / * / - | 9c / * / - | 7C 6D, 8D, 2D, JD | - | 0", SEQUENCE) == "1-2*2"


def test_greedy_makes_room_when_its_reserve_is_gone() -> None:
    state = free("- / * / - | 9c / * / - | 2H, 3S, 8D, JD | - | 0")
    assert line(state).split()[:2] == ["1-2", "draw"]


def test_greedy_leaves_the_opponents_aces_and_lays_nothing_away() -> None:
    state = free("9S / * / - | ad / * / - | KC, QC | - | 0", {**LAY_ALL, "opponent_reserve": "aces"})
    assert TAKE_ACE in legal_moves(state)
    assert str(GreedyBot().choose(state)) == "draw"


@pytest.mark.parametrize("variant", ["crapette", "zank-patience-online"])
def test_greedy_ends_its_turns_where_layouts_may_be_repeated(variant: str) -> None:
    mapping = load_rules(variant).to_mapping()
    mapping["turn"]["repeat_layout"] = True
    mapping["waste"]["accepts"] = ["hand", "reserve", "houses"]
    for seed in range(3):
        final(Rules.from_mapping(mapping), seed, GreedyBot(), GreedyBot())


@pytest.mark.parametrize(("variant", "least"), [("crapette-strict", 0.95), ("russian-bank", 0.7)])
def test_greedy_beats_random(variant: str, least: float) -> None:
    rules = load_rules(variant)
    deals = range(8)
    wins = 0
    for seed in deals:
        for seat in (0, 1):
            bots: list[Bot] = [RandomBot(child_seed(seed, seat)), RandomBot(child_seed(seed, seat))]
            bots[seat] = GreedyBot()
            end = outcome(final(rules, seed, *bots))
            wins += end is not None and end.winner == seat
    assert wins / (2 * len(deals)) > least
