"""The bots: what they choose, that they choose from what is legal, and how well they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette import (
    Action,
    Rules,
    State,
    apply,
    child_seed,
    deal,
    distinct_moves,
    legal_moves,
    load_rules,
    observe,
    offences,
    outcome,
    variant_names,
)
from crapette.actions import STOP, TAKE_ACE
from crapette.bots import BOTS, Bot, CarelessBot, GreedyBot, RandomBot, careless
from crapette.bots import random as random_bot
from crapette.engine.legal import blameless_moves
from crapette.testing import rules
from tests.face_down import lookalikes
from tests.playing import random_walk
from tests.positions import FACE_DOWN, LAY_ALL, SEQUENCE, Settings, at, callable_at, free, texts

WITH_CALLS = tuple(name for name in variant_names() if load_rules(name).stop.calls)
"""The variants in which a duty may be broken and called."""


def history(rules: Rules, seed: int, *bots: Bot) -> Iterator[tuple[State, Action, State]]:
    """A deal that two bots play, each action checked: the state before, the action, the state after."""
    state = deal(rules, seed)
    while outcome(state) is None:
        before, action = state, bots[state.mover].choose(state)
        state = apply(before, action)
        yield before, action, state
        caller = 1 - before.mover
        if state.window == caller and bots[caller].calls(before, action) and STOP in legal_moves(state, caller):
            before, state = state, apply(state, STOP)
            yield before, STOP, state


def final(rules: Rules, seed: int, *bots: Bot) -> State:
    """The end of a deal that two bots play."""
    *_, (_, _, end) = history(rules, seed, *bots)
    return end


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
    assert sorted(BOTS) == ["careless", "greedy", "random"]


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
def test_bots_choose_a_legal_move_whatever_lies_face_down_and_the_same_on_a_view(
    rules: Rules, seed: int, steps: int, name: str, rng: Random
) -> None:
    state = deal(rules, seed)
    for *_, after in islice(random_walk(rules, seed), steps):
        if outcome(after) is None:
            state = after
    one, other = lookalikes(state, rng)
    action = BOTS[name](seed).choose(one)
    assert action in distinct_moves(one)
    assert action is not STOP
    view = observe(one)
    assert BOTS[name](seed).choose(other) is BOTS[name](seed).choose(view) is action
    for move in legal_moves(one):
        calls = BOTS[name](seed).calls(one, move)
        assert BOTS[name](seed).calls(other, move) is BOTS[name](seed).calls(view, move) is calls


# --------------------------------------------------------------------------------- the moves without blame


@given(rules(), st.integers(0, 10**6), st.integers(0, 100))
def test_blameless_moves_are_the_legal_ones_that_break_no_duty(rules: Rules, seed: int, steps: int) -> None:
    for state, *_ in islice(random_walk(rules, seed), steps):
        blameless = blameless_moves(state)
        assert blameless
        assert blameless == tuple(move for move in legal_moves(state) if not offences(state, move))


@pytest.mark.parametrize(
    ("text", "blameless"),
    [
        ("AS / * / - | 9d / * / - | AH, KC | - | 0", "R-F"),
        ("2C / * / - | 9d / * / - | AH, KC | - | 0", "1-F"),
        ("5C / * / - | 9d / * / - | KS, - | - | 0", "R-2"),
        ("5C / * / - | 9d / * / - | KS, KC | - | 0", "draw"),
        ("- / - / - | 9d / * / - | ks, kc | S13 H13 D13 C13 | 0", ""),
    ],
)
def test_blameless_moves(text: str, blameless: str) -> None:
    assert texts(blameless_moves(callable_at(text))) == blameless


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


def test_random_bot_breaks_duties_as_it_comes_and_leaves_stop_to_calls() -> None:
    state = apply(callable_at("2C / * / - | 9d / * / - | AH, KC | - | 1 9c"), "discard")
    assert texts(legal_moves(state)) == "1-F draw stop"
    assert {str(RandomBot(seed).choose(state)) for seed in range(20)} == {"1-F", "draw"}


def test_random_bot_calls_now_and_then_rightly_or_not() -> None:
    state = callable_at("2C / * / - | 9d / * / - | AH, KC | - | 0")
    bot = RandomBot(1)
    for action in map(Action.parse, ("1-F", "draw")):
        calls = sum(bot.calls(state, action) for _ in range(5000))
        assert 0.7 < calls / (5000 * random_bot.CALLS) < 1.3


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


@pytest.mark.parametrize(
    ("text", "settings", "best"),
    [
        # instead of R-r
        ("7H / * / - | 8h / * / - | AC, 8S | - | 0", {}, "1-F"),
        # instead of H-F, which comes before 1-F else
        ("AS / * / - | 9d / * / - | KC, KD | - | 0 AH", {}, "R-F"),
        # instead of R-w
        ("7H / * / - | 9d / * / 6h | KC, - | - | 0", {"duties.fill": "at-once"}, "R-2"),
        # no gain, but no draw either
        ("5C / * / - | 9d / * / - | KS, - | - | 0", {}, "R-2"),
        # instead of a flip
        ("(5C) / * / - | 9d / * / - | AH, KC | - | 0", FACE_DOWN, "1-F"),
    ],
)
def test_greedy_breaks_no_duty_though_it_may(text: str, settings: Settings, best: str) -> None:
    assert str(GreedyBot().choose(callable_at(text, settings))) == best


@pytest.mark.parametrize("variant", WITH_CALLS)
def test_greedy_is_never_called_rightly_and_calls_every_offence(variant: str) -> None:
    callers: Counter[tuple[int | None, bool]] = Counter()
    offended = 0
    for seed in range(3):
        for before, action, after in history(load_rules(variant), seed, GreedyBot(), RandomBot(seed)):
            if after.last_call:
                callers[after.last_call.caller, after.last_call.upheld] += 1
            elif offences(before, action):
                assert before.mover == 1
                offended += outcome(after) is None
    assert callers[0, True] == offended > 0
    assert callers[0, False] == callers[1, True] == 0


@pytest.mark.parametrize(("action", "calls"), [("1-F", False), ("draw", True)])
def test_greedy_calls_what_may_be_called(action: str, calls: bool) -> None:
    text = "2C / * / - | 9d / * / - | AH, KC | - | 0"
    assert GreedyBot().calls(callable_at(text), Action.parse(action)) is calls
    assert not GreedyBot().calls(at(text), Action.parse(action))


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


# ------------------------------------------------------------------------------------------- the careless


@pytest.mark.parametrize(
    ("text", "settings", "slip"),
    [
        # misses a play to a foundation, and loads, places, draws, discards, passes
        ("7H / * / - | 8h / * / - | AC, 8S | - | 0", {}, "R-r"),
        ("7H / * / - | 9d / * / - | AC, 8S | - | 0", {}, "R-2"),
        ("2C / * / - | 9d / * / - | AH, KC | - | 0", {}, "draw"),
        ("2C / * / - | 9d / * / - | QC, KC | - | 0 AH", {}, "discard"),
        ("(*) 2C / - / - | 9d / * / - | AH, KC | - | 0", {}, "pass"),
        # misses that the reserve goes first
        ("AS / * / - | 9d / * / - | AC, KC | - | 0", {}, "1-F"),
        # fills nothing
        ("5C / * / - | 9d / * / - | KS, - | - | 0", {}, "draw"),
        ("(5C) / * / - | 9d / * / - | KS, - | - | 0", FACE_DOWN, "draw"),
        # fills nothing, but keeps the duty that is left
        ("QH / * / - | 9d / * / - | KS, - | - | 0", {"duties.reserve": "houses"}, "R-1"),
        # a strict duty can't be missed, and none other if that leaves nothing to do
        ("7H / * / - | 8h / * / - | AC, 8S | - | 0", {"stop.calls": ["fill"]}, "1-F"),
        (
            "5C / * / - | 9d / * / - | KS QH, - | - | 0",
            {"stop.calls": ["fill"], "duties.fill": "at-once", "duties.reserve": "houses"},
            "R-2",
        ),
        # nothing to miss
        ("5C / * / - | 9d / * / - | KS, KC | - | 0", {}, "draw"),
    ],
)
def test_careless_overlooks_a_duty(text: str, settings: Settings, slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(careless, "OVERLOOKS", 1)
    assert str(CarelessBot(1).choose(callable_at(text, settings))) == slip


def test_careless_overlooks_a_duty_now_and_then() -> None:
    state = callable_at("7H / * / - | 8h / * / - | AC, 8S | - | 0")
    bot = CarelessBot(1)
    choices = Counter(str(bot.choose(state)) for _ in range(2000))
    assert set(choices) == {"1-F", "R-r"}
    assert 0.7 < choices["R-r"] / (2000 * careless.OVERLOOKS) < 1.3


@pytest.mark.parametrize(
    ("text", "action", "likely"),
    [
        ("2C / * / - | 9d / * / - | AH, KC | - | 0", "draw", careless.NOTICES),
        ("2C / * / - | 9d / * / - | AH, KC | - | 0", "1-F", 0),
        ("2C / * / - | 9d / * / - | KH, KC | - | 0", "draw", careless.IMAGINES),
    ],
)
def test_careless_calls_most_offences_and_seldom_what_is_none(text: str, action: str, likely: float) -> None:
    state, bot = callable_at(text), CarelessBot(1)
    calls = sum(bot.calls(state, Action.parse(action)) for _ in range(20000))
    assert 0.7 * likely <= calls / 20000 <= 1.3 * likely


def test_careless_is_greedy_where_nothing_may_be_called() -> None:
    rules = load_rules("crapette-strict")
    assert final(rules, 7, CarelessBot(1), CarelessBot(2)) == final(rules, 7, GreedyBot(), GreedyBot())


@pytest.mark.parametrize("variant", WITH_CALLS)
def test_careless_players_call_each_other_and_most_calls_are_right(variant: str) -> None:
    seeds = range(6)
    calls = Counter(
        after.last_call.upheld
        for seed in seeds
        for *_, after in history(
            load_rules(variant), seed, CarelessBot(child_seed(seed, 0)), CarelessBot(child_seed(seed, 1))
        )
        if after.last_call
    )
    assert calls[True] > calls[False]
    assert 1 <= calls.total() / len(seeds) <= 8
