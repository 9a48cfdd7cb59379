"""The bots: what they choose, that they choose from what is legal, and how well they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette import (
    Action,
    Rules,
    State,
    View,
    apply,
    child_seed,
    deal,
    distinct_moves,
    legal_moves,
    load_rules,
    observe,
    offences,
    outcome,
    sample,
    variant_names,
)
from crapette.actions import ACCEPT, DRAW, OFFER, STOP, TAKE_ACE
from crapette.bots import (
    KINDS,
    Bot,
    CarefulBot,
    CarelessBot,
    FirstBot,
    GreedyBot,
    Player,
    RandomBot,
    SamplingBot,
    Values,
    Weights,
    careful,
    careless,
    parse_bot,
    sampling,
)
from crapette.bots.planning import Plan, best_plan, plans
from crapette.bots.playing import Step, played
from crapette.engine.legal import blameless_moves
from crapette.table import layout
from crapette.testing import rules
from tests.playing import played as after
from tests.playing import random_walk
from tests.positions import AGREEMENT, FACE_DOWN, LAY_ALL, QUIET, SEQUENCE, Settings, at, callable_at, free, texts

WITH_CALLS = tuple(name for name in variant_names() if load_rules(name).stop.calls)
"""The variants in which a duty may be broken and called."""


OURS = tuple(name for name, kind in KINDS.items() if all(each.default is not None for each in kind.parameters.values()))
"""The kinds of bots that need no parameter."""
BOTS = tuple({"sampling": "sampling:rollouts=2:tries=2:nodes=5"}.get(kind, kind) for kind in OURS)
"""A bot of each of these kinds, so that it does not take too long."""


def player(text: str, seed: int = 1) -> Player:
    """The player that a text asks for."""
    with parse_bot(text).opened() as player_of:
        return player_of(seed)


def history(rules: Rules, seed: int, *bots: str) -> Iterator[Step]:
    """A deal that two bots play, each with a seed of its own; calls included."""
    return played(deal(rules, seed), [player(bot, child_seed(seed, seat)) for seat, bot in enumerate(bots)])


def final(rules: Rules, seed: int, *bots: str) -> State:
    """The end of a deal that two bots play."""
    *_, (_, _, end) = history(rules, seed, *bots)
    return end


def wins(variant: str, better: str, worse: str, deals: int) -> float:
    """The share of the deals that the first bot wins, each deal played in both seats."""
    rules, won = load_rules(variant), 0
    for seed in range(deals):
        for seat, bots in enumerate([(better, worse), (worse, better)]):
            end = outcome(final(rules, seed, *bots))
            won += end is not None and end.winner == seat
    return won / (2 * deals)


def line(state: State, bot: Bot | None = None) -> str:
    """What a bot does to the end of the mover's turn, or of the deal; unless given, the greedy one."""
    bot = bot or GreedyBot()
    actions: list[str] = []
    mover = state.mover
    while outcome(state) is None and state.mover == mover:
        action = bot.choose(observe(state))
        actions.append(str(action))
        state = apply(state, action)
    return " ".join(actions)


def choice(text: str, settings: Settings | None = None) -> str:
    """The greedy bot's first action."""
    return str(GreedyBot().choose(observe(free(text, settings))))


# ----------------------------------------------------------------------------------------------- any bot


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("variant", variant_names())
def test_bots_play_whole_deals_and_the_same_again(variant: str, bot: str) -> None:
    rules = load_rules(variant)
    assert final(rules, 7, bot, bot) == final(rules, 7, bot, bot)


@given(rules(), st.integers(0, 10**6), st.integers(0, 100), st.sampled_from(BOTS))
def test_bots_choose_a_legal_move_and_the_same_whatever_the_hidden_cards_are(
    rules: Rules, seed: int, steps: int, bot: str
) -> None:
    state = deal(rules, seed)
    for *_, later in islice(random_walk(rules, seed), steps):
        if outcome(later) is None:
            state = later
    one = observe(state)
    other = observe(sample(one, seed))
    action = player(bot, seed).bot.choose(one)
    assert action in distinct_moves(one)
    assert action not in (OFFER, ACCEPT, STOP)
    assert player(bot, seed).bot.choose(other) is action
    for move in legal_moves(one):
        calls = player(bot, seed).caller.calls(one, move)
        assert player(bot, seed).caller.calls(other, move) is calls


@pytest.mark.parametrize("bot", BOTS)
def test_bots_neither_propose_nor_accept_a_draw(bot: str) -> None:
    state = at("2C / * / - | 9d / * / - | KH, KC | - | 0 2H", AGREEMENT)
    view = observe(after(state, "offer discard"))
    assert texts(legal_moves(view)) == "draw offer accept"
    assert {str(player(bot, seed).bot.choose(view)) for seed in range(20)} == {"draw"}


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize("bot", sorted({*BOTS} - {"first", "random"}))
@pytest.mark.parametrize("variant", ["crapette", "zank-patience-online"])
def test_bots_that_think_end_their_turns_where_layouts_may_be_repeated(variant: str, bot: str) -> None:
    mapping = load_rules(variant).to_mapping()
    mapping["turn"]["repeat_layout"] = True
    mapping["waste"]["accepts"] = ["hand", "reserve", "houses"]
    for seed in range(3):
        final(Rules.from_mapping(mapping), seed, bot, bot)


@pytest.mark.parametrize("bot", ["greedy", "careful"])
@pytest.mark.parametrize("variant", WITH_CALLS)
def test_bots_that_break_no_duty_are_never_called_rightly_and_call_every_offence(variant: str, bot: str) -> None:
    callers: Counter[tuple[int | None, bool]] = Counter()
    offended = 0
    for seed in range(3):
        for before, action, state in history(load_rules(variant), seed, bot, "random"):
            if state.last_call:
                callers[state.last_call.caller, state.last_call.upheld] += 1
            elif offences(before, action):
                assert before.mover == 1
                offended += outcome(state) is None
    assert callers[0, True] == offended > 0
    assert callers[0, False] == callers[1, True] == 0


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize(
    ("better", "worse", "variant", "deals", "least"),
    [
        ("first", "random", "crapette-strict", 8, 0.95),
        ("greedy", "random", "crapette-strict", 8, 0.95),
        ("greedy", "random", "russian-bank", 8, 0.7),
        ("careful", "greedy", "crapette-strict", 10, 0.6),
        ("sampling:rollouts=4:tries=2", "greedy", "crapette-strict", 4, 0.6),
    ],
)
def test_bots_beat_those_that_think_less(better: str, worse: str, variant: str, deals: int, least: float) -> None:
    assert wins(variant, better, worse, deals) > least


@given(rules(), st.integers(0, 10**6), st.integers(0, 100))
def test_plans_are_the_same_whatever_the_hidden_cards_are(rules: Rules, seed: int, steps: int) -> None:
    state = deal(rules, seed)
    for *_, later in islice(random_walk(rules, seed), steps):
        if outcome(later) is None:
            state = later
    view = observe(state)
    one, other = (
        [(plan.value, [action for _, action in plan.steps]) for plan in plans(sample(view, number), 20)]
        for number in (seed, seed + 1)
    )
    assert one == other


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
    view = observe(free("7H / * / - | 9d / * / - | 8S, KC, -, - | - | 0"))
    bot = RandomBot(1)
    counts = Counter(bot.choose(view) for _ in range(3000))
    assert set(counts) == set(distinct_moves(view)) != set(legal_moves(view))
    assert max(counts.values()) < 1.2 * min(counts.values())


def test_random_bots_of_different_seeds_choose_differently() -> None:
    view = observe(free("7H / * / - | 9d / * / - | 8S, KC, -, - | - | 0"))
    assert {RandomBot(seed).choose(view) for seed in range(50)} == set(distinct_moves(view))


def test_random_bot_breaks_duties_as_it_comes_and_leaves_stop_to_its_caller() -> None:
    view = observe(apply(callable_at("2C / * / - | 9d / * / - | AH, KC | - | 1 9c"), "discard"))
    assert texts(legal_moves(view)) == "1-F draw stop"
    assert {str(RandomBot(seed).choose(view)) for seed in range(20)} == {"1-F", "draw"}


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
    assert str(GreedyBot().choose(observe(state))) == "draw"


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
    assert str(GreedyBot().choose(observe(callable_at(text, settings)))) == best


def test_greedy_likes_what_its_weights_say() -> None:
    view = observe(free("7H / * / - | 8h / * / - | AC, 8S | - | 0"))
    assert str(GreedyBot().choose(view)) == "1-F"
    assert str(GreedyBot(Weights(to_house=200)).choose(view)) == "R-2"
    assert str(GreedyBot(Weights(to_their_reserve=200)).choose(view)) == "R-r"


# --------------------------------------------------------------------------------------------- the first


@pytest.mark.parametrize(
    ("text", "settings", "first"),
    [
        ("7H / * / - | 8h / * / - | AC, 8S | - | 0", {}, "1-F"),
        ("7H / * / - | 8h / * / - | KC, 8S | - | 0", {}, "R-2"),
        ("7H / * / - | 8h / * / - | KC, QD | - | 0", {}, "2-1"),
        ("7H / * / - | 8h / * / - | KC, QC | - | 0", {}, "R-r"),
        ("7H / * / - | 9h / * / - | KC, QC | - | 0", AGREEMENT, "draw"),
        ("7H / * / - | 9h / * / - | KC, QC | - | 0", LAY_ALL, "R-W"),
    ],
)
def test_first_bot_plays_the_first_legal_move(text: str, settings: Settings, first: str) -> None:
    assert str(FirstBot().choose(observe(free(text, settings)))) == first


# ------------------------------------------------------------------------------------------- the careful


def only(**values: float) -> Values:
    """What a bot values that values nothing else."""
    return Values(**{**dict.fromkeys(attrs.fields_dict(Values), 0.0), **values})


THREE_ON_TOP = "- / * / - | 9h / * / - | 5D 4C 3H 2S, 3d, 4S, 5H, KS, KC | D4 | 0"
"""5♦ goes to its foundation, once the three cards on it have gone to houses 2, 3 and 4."""


def test_careful_moves_three_cards_out_of_the_way_and_greedy_does_not() -> None:
    assert line(free(THREE_ON_TOP), CarefulBot()).split()[:4] == ["1-2", "1-3", "1-4", "1-F"]
    assert "1-F" not in line(free(THREE_ON_TOP)).split()


def test_careful_sees_no_further_than_it_is_told_to() -> None:
    assert str(CarefulBot(nodes=1).choose(observe(free(THREE_ON_TOP)))) == "draw"


def test_careful_values_what_it_is_told_to() -> None:
    view = observe(free("9C / * / - | 6s / * / - | 8S, KC | - | 0 7H"))
    assert str(CarefulBot().choose(view)) == "H-1"
    assert str(CarefulBot(values=Values(their_play=-9)).choose(view)) == "discard"


def test_careful_sticks_to_its_plan_while_it_sees_what_it_expected(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Plan] = []

    def planned(state: State, nodes: int, values: Values) -> Plan:
        made.append(best_plan(state, nodes, values))
        return made[-1]

    monkeypatch.setattr(careful, "best_plan", planned)
    bot, state = CarefulBot(), free(THREE_ON_TOP)
    for action in ("1-2", "1-3", "1-4"):
        assert str(bot.choose(observe(state))) == action
        state = apply(state, action)
    assert len(made) == 1
    unexpected = observe(free("- / * / - | 9h / * / - | AS, 3d, 4S, 5H, KS, KC | D4 | 0"))
    assert str(bot.choose(unexpected)) == "1-F"
    assert len(made) == 2


def test_careful_looks_once_at_what_is_reached_in_two_ways() -> None:
    ends = [plan.steps[-1] for plan in plans(free(THREE_ON_TOP), 10**6)]
    layouts = [layout(state.table) for state, action in ends if action is DRAW]
    assert len(layouts) == len(set(layouts)) > 50


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        # with a draw, also of a card that was seen and could be placed
        ("- / - / JC QC | 9d / * / - | KC, - | S13 H13 D13 C10 | 0", {"draw"}),
        # with a reserve card that is turned up
        ("(2D) 7H / * / - | 9d / * / - | 8S, KC | - | 0", {"R-1", "draw"}),
        # with the end of the turn
        ("- / * / - | 9d / * / - | 8S, KC | - | 0 2H", {"discard"}),
    ],
)
def test_a_plan_ends_where_something_new_is_seen_and_says_nothing(text: str, ends: set[str]) -> None:
    ways = [[str(action) for _, action in plan.steps] for plan in plans(free(text, AGREEMENT), 100)]
    assert {way[-1] for way in ways} == ends
    assert all(action not in {*ends, "offer"} for way in ways for action in way[:-1])


@pytest.mark.parametrize(("action", "gains"), [("R-F", 11), ("H-2", 2), ("W-w", 102), ("1-r", 1000), ("r-F", -990)])
def test_what_a_card_is_worth_where_it_lies(action: str, gains: float) -> None:
    values = only(reserve=1, hand=2, foundation=10, their_waste=100, their_reserve=1000)
    assert values.gained(Action.parse(action)) == gains


@pytest.mark.parametrize(
    ("text", "last", "left"),
    [
        # won
        ("- / - / - | 9d / * / - | KC, - | S13 H13 D13 C11 | 0 QC", "H-F", 1000),
        ("- / * / 2s 3s 4s 5s 6s 7s 8s 9s ts js qs ks | as / - / - | KC, JC | h13 d13 c13 | 0", "r-F", -1000),
        # the opponent's reserve card: it fits nothing, a house, the own waste, an empty house; what is not
        # seen tells nothing
        ("- / * / - | 9d / * / - | KC, JC | - | 0", "draw", 0),
        ("- / * / - | 9d / * / - | TC, JC | - | 0", "draw", 100),
        ("- / * / 8D | 9d / * / - | KC, JC | - | 0", "draw", 100),
        ("- / * / - | 9d / * / - | KC, - | - | 0", "draw", 101),
        ("- / * / - | (9d) as / * / - | KC, - | - | 0", "r-F", 10001),
        # an empty house, while the turn goes on
        ("- / * / - | (*) / - / - | KC, - | - | 0 2H", "discard", 0),
        ("- / * / - | (*) / - / - | KC, - | - | 0", "draw", 1),
        # a card that is turned up
        ("(2D) 7H / * / - | 9d / * / - | 8S, KC | - | 0", "R-1", 10000),
    ],
)
def test_what_is_left_behind(text: str, last: str, left: float) -> None:
    values = only(won=1000, their_play=100, room=1, shown=10000)
    face_down = {"deal.reserve_top": "face-down"} if "(*)" in text else {}
    assert values.left(free(text, face_down), Action.parse(last)) == left


@pytest.mark.parametrize(
    ("hand", "waste", "chance"),
    [
        ("QC JC", "-", 1 / 2),
        # what was seen comes back in the order in which it was laid away
        ("-", "QC JC", 0),
        ("-", "JC QC", 1),
    ],
)
def test_how_likely_the_drawn_card_fits(hand: str, waste: str, chance: float) -> None:
    state = free(f"- / {hand} / {waste} | 9d / * / - | KC, - | S13 H13 D13 C10 | 0")
    assert only(fit=1).left(state, DRAW) == chance


# ------------------------------------------------------------------------------------------ the sampling


LAST_CARD = "9C / * / as 2s 3s 4s 5s 7s 8s 9s ts js qs ks | - / 6s / - | 8S, KC | h13 d13 c13 | 0 7H"
"""The opponent has nothing left but 6♠ in the hand, which fits 7♥, once that lies on 8♠."""


def test_sampling_leaves_no_place_for_the_last_card_of_the_opponent_and_careful_does() -> None:
    view = observe(free(LAST_CARD))
    assert str(CarefulBot().choose(view)) == "H-1"
    assert {str(SamplingBot(seed).choose(view)) for seed in range(5)} == {"discard"}


def test_sampling_tries_nothing_out_where_there_is_but_one_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def sampled(view: View, seed: int) -> State:
        seeds.append(seed)
        return sample(view, seed)

    monkeypatch.setattr(sampling, "sample", sampled)
    bot = SamplingBot(1, rollouts=8, tries=4)
    assert str(bot.choose(observe(free(QUIET)))) == "draw"
    assert seeds == [0]
    bot.choose(observe(free(THREE_ON_TOP)))
    assert len(seeds[2:]) == len(set(seeds[2:])) == 8 // 4


def test_sampling_is_content_with_what_leaves_it_most_cards_ahead() -> None:
    view = observe(free("7H / * / - | 8h / * / - | KC, QC | - | 0"))
    assert str(CarefulBot(values=only()).choose(view)) == "draw"
    assert str(SamplingBot(1, values=only()).choose(view)) == "R-r"


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
    assert str(CarelessBot(1).choose(observe(callable_at(text, settings)))) == slip


def test_careless_overlooks_a_duty_now_and_then() -> None:
    view = observe(callable_at("7H / * / - | 8h / * / - | AC, 8S | - | 0"))
    bot = CarelessBot(1)
    choices = Counter(str(bot.choose(view)) for _ in range(2000))
    assert set(choices) == {"1-F", "R-r"}
    assert 0.7 < choices["R-r"] / (2000 * careless.OVERLOOKS) < 1.3


def test_careless_is_greedy_where_nothing_may_be_called() -> None:
    rules = load_rules("crapette-strict")
    assert final(rules, 7, "careless", "careless") == final(rules, 7, "greedy", "greedy")


@pytest.mark.parametrize("variant", WITH_CALLS)
def test_careless_players_call_each_other_and_most_calls_are_right(variant: str) -> None:
    seeds = range(6)
    calls = Counter(
        state.last_call.upheld
        for seed in seeds
        for *_, state in history(load_rules(variant), seed, "careless", "careless")
        if state.last_call
    )
    assert calls[True] > calls[False]
    assert 1 <= calls.total() / len(seeds) <= 8
