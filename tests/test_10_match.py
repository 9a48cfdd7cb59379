"""Rules 10: deals added up to a match."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crapette import (
    DealError,
    Match,
    Rules,
    State,
    child_seed,
    deal,
    load_rules,
    outcome,
    score,
    variant_names,
)
from tests.playing import played
from tests.positions import AGREEMENT, Settings, rules_with, state_of

COMPARE, ALTERNATE, LOSER, WINNER = "compare", "alternate", "loser", "winner"
NO_POINTS: Settings = {"scoring.win": 0, "scoring.hand": 0, "scoring.waste": 0, "scoring.reserve": 0}

_HOUSES = "-, -, -, -, -, -, -, -"
_DONE = "H13 h13 D13 d13 C13 c13"


def to(target: int, next_start: str = COMPARE, more: Settings | None = None) -> Rules:
    """Rules of a match to this target, and with this for who starts the next deal."""
    return rules_with({**AGREEMENT, "match.target": target, "match.next_start": next_start, **(more or {})})


def won(rules: Rules, winner: int, starter: int = 0) -> State:
    """A won deal: 34 points for player 0, who left two cards in a reserve, or 32 for player 1, who left two others."""
    sides, spades = [("- / - / - | (qs) ks / - / -", "S13 s11"), ("- / QS / KS | - / - / -", "S11 s13")][winner]
    return state_of(f"{sides} | {_HOUSES} | {spades} {_DONE} | {starter}", rules)


def drawn(rules: Rules, starter: int = 0) -> State:
    """A stalemate: player 0 weighs 1 and player 1 weighs 2, so that player 0 gets 1 point."""
    before = state_of(f"- / KS / - | ks / - / - | {_HOUSES} | S12 s12 {_DONE} | {starter}", rules)
    return played(before, "offer accept")


def unfinished(rules: Rules) -> State:
    """A deal that goes on."""
    return deal(rules, 0)


def recorded(rules: Rules, *winners: int | None, starter: int = 0) -> Match:
    """The match after deals that these players have won; None: a stalemate."""
    match = Match(rules)
    for winner in winners:
        match = match.record(drawn(rules, starter) if winner is None else won(rules, winner, starter))
    return match


def codes(caught: pytest.ExceptionInfo[DealError]) -> list[str]:
    """The codes of all problems, sorted; each says something."""
    assert all(problem.text for problem in caught.value.problems)
    return sorted(problem.code for problem in caught.value.problems)


# --------------------------------------------------------------------------------------- deals are added up


def test_10_match_begins_with_nothing() -> None:
    match = Match(to(100))
    assert (match.rules, match.seed, match.points, match.deals) == (to(100), None, (0, 0), 0)
    assert (match.over, match.winner, match.next_starter) == (False, None, None)


def test_10_match_adds_deals_up() -> None:
    """34, then 32 for the other, then 34 again, then 1 for a stalemate."""
    rules = to(100)
    assert recorded(rules, 0).points == (34, 0)
    assert recorded(rules, 0, 1).points == (34, 32)
    assert recorded(rules, 0, 1, 0).points == (68, 32)
    assert recorded(rules, 0, 1, 0, None).points == (69, 32)
    assert recorded(rules, 0, 1, 0, None).deals == 4


def test_10_match_counts_a_deal_without_points() -> None:
    match = recorded(to(100, more={"scoring.stalemate": "none"}), None, None)
    assert (match.points, match.deals, match.over) == ((0, 0), 2, False)


def test_10_match_leaves_the_match_before_as_it_was() -> None:
    rules = to(100)
    before = Match(rules, 5)
    after = before.record(won(rules, 0))
    assert (before.points, before.deals, before.seed) == ((0, 0), 0, 5)
    assert (after.points, after.deals, after.seed) == ((34, 0), 1, 5)


@pytest.mark.parametrize(("target", "over"), [(67, True), (68, True), (69, False)])
def test_10_match_ends_when_the_target_is_reached(target: int, over: bool) -> None:
    """34 + 34 = 68: as many as the target are enough."""
    rules = to(target)
    assert not recorded(rules, 0, 1).over
    match = recorded(rules, 0, 1, 0)
    assert (match.over, match.winner) == (over, 0 if over else None)


def test_10_match_is_won_by_either_player() -> None:
    assert recorded(to(60), 0, 1, 1).winner == 1
    assert recorded(to(60), 1, 0, 0).winner == 0


def test_10_match_may_be_won_by_a_stalemate() -> None:
    """34 + 1 reaches 35."""
    match = recorded(to(35), 0, None)
    assert (match.points, match.over, match.winner) == ((35, 0), True, 0)


# ------------------------------------------------------------------------------------ one deal is the match


@pytest.mark.parametrize("winner", [0, 1])
def test_10_one_deal_is_the_match_and_its_winner_wins_it(winner: int) -> None:
    assert not Match(to(0)).over
    match = recorded(to(0), winner)
    assert (match.over, match.winner, match.deals) == (True, winner, 1)
    assert match.points == ((34, 0), (0, 32))[winner]


@pytest.mark.parametrize("winner", [0, 1])
def test_10_one_deal_may_be_won_without_points(winner: int) -> None:
    match = recorded(to(0, more=NO_POINTS), winner)
    assert (match.over, match.winner, match.points) == (True, winner, (0, 0))


def test_10_one_deal_is_drawn_after_a_stalemate_whoever_has_points() -> None:
    match = recorded(to(0), None)
    assert (match.over, match.winner, match.points) == (True, None, (1, 0))


# ----------------------------------------------------------------------------------- who starts the next deal


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("winner", [0, 1, None])
def test_10_next_start_compare_is_each_deal_as_3_says(winner: int | None, starter: int) -> None:
    assert recorded(to(100), winner, starter=starter).next_starter is None


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("winner", [0, 1, None])
def test_10_next_start_alternates_always(winner: int | None, starter: int) -> None:
    assert recorded(to(100, ALTERNATE), winner, starter=starter).next_starter == 1 - starter


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_10_next_start_is_of_the_loser_or_the_winner_of_the_last_deal(winner: int, starter: int) -> None:
    assert recorded(to(100, LOSER), 1 - winner, winner, starter=starter).next_starter == 1 - winner
    assert recorded(to(100, WINNER), 1 - winner, winner, starter=starter).next_starter == winner


@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("next_start", [LOSER, WINNER])
def test_10_next_start_after_a_stalemate_is_of_the_same_starter(next_start: str, starter: int) -> None:
    """Player 0 gets the point, and the deal before was his: neither matters."""
    rules = to(100, next_start)
    assert recorded(rules, 0).record(drawn(rules, starter)).next_starter == starter


@pytest.mark.parametrize("next_start", [COMPARE, ALTERNATE, LOSER, WINNER])
def test_10_first_deal_starts_as_3_says(next_start: str) -> None:
    rules = to(100, next_start)
    starters = [Match(rules, seed).deal().starter for seed in range(20)]
    assert starters == [deal(rules, child_seed(seed, 0)).starter for seed in range(20)]
    assert set(starters) == {0, 1}


@pytest.mark.parametrize("next_start", [ALTERNATE, LOSER, WINNER])
@pytest.mark.parametrize("target", [0, 30])
def test_10_nobody_starts_after_the_end(next_start: str, target: int) -> None:
    assert recorded(to(target, next_start), 0).next_starter is None


# --------------------------------------------------------------------------------------------- the next deal


@pytest.mark.parametrize("seed", [0, 7, 2**80])
def test_10_deals_are_the_children_of_the_seed(seed: int) -> None:
    rules = to(100, ALTERNATE)
    match = Match(rules, seed)
    assert match.deal() == deal(rules, child_seed(seed, 0))
    match = match.record(won(rules, 0, starter=0))
    assert match.deal() == deal(rules, child_seed(seed, 1), starter=1)
    match = match.record(won(rules, 1, starter=1))
    assert match.deal() == deal(rules, child_seed(seed, 2), starter=0)


def test_10_seed_may_be_named_with_each_deal() -> None:
    match = recorded(to(100), 0)
    assert match.deal(7) == deal(to(100), child_seed(7, 1))
    assert match.deal(7) == attrs.evolve(match, seed=7).deal() == attrs.evolve(match, seed=7).deal(7)


@pytest.mark.parametrize(
    ("own", "named", "expected"),
    [
        (None, None, ["no-seed"]),
        (7, 8, ["other-seed"]),
        (0, 8, ["other-seed"]),
        (None, -1, ["bad-seed"]),
        (7, -1, ["bad-seed"]),
        (1, True, ["bad-seed"]),
        (7, 7.0, ["bad-seed"]),
        (None, "7", ["bad-seed"]),
    ],
)
def test_10_deal_needs_the_seed_of_the_match(own: int | None, named: Any, expected: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        Match(to(100), own).deal(named)
    assert codes(caught) == expected
    assert [problem.path for problem in caught.value.problems] == ["seed"]


@pytest.mark.parametrize("target", [0, 30])
def test_10_no_deal_follows_the_end(target: int) -> None:
    match = recorded(to(target), 0)
    with pytest.raises(DealError) as caught:
        match.deal(7)
    assert codes(caught) == ["match-over"]
    with pytest.raises(DealError) as caught:
        match.deal()
    assert codes(caught) == ["match-over", "no-seed"]


# ------------------------------------------------------------------------------------- what is not recorded


def test_10_unfinished_deal_is_not_recorded() -> None:
    with pytest.raises(DealError) as caught:
        Match(to(100)).record(unfinished(to(100)))
    assert codes(caught) == ["deal-not-over"]


def test_10_deal_by_other_rules_is_not_recorded() -> None:
    with pytest.raises(DealError) as caught:
        Match(to(100)).record(won(to(99), 0))
    assert codes(caught) == ["other-rules"]


@pytest.mark.parametrize("target", [0, 30])
def test_10_nothing_is_recorded_after_the_end(target: int) -> None:
    rules = to(target)
    with pytest.raises(DealError) as caught:
        recorded(rules, 0).record(won(rules, 1))
    assert codes(caught) == ["match-over"]


def test_10_all_problems_of_a_record_are_told_at_once() -> None:
    with pytest.raises(DealError) as caught:
        recorded(to(0), 0).record(unfinished(to(100)))
    assert codes(caught) == ["deal-not-over", "match-over", "other-rules"]


# ------------------------------------------------------------------------------------- a match kept elsewhere


def test_10_match_goes_on_from_its_values() -> None:
    rules = to(100, LOSER)
    match = Match(rules, 7, points=(34, 0), deals=1, winner=None, next_starter=1)
    assert match == attrs.evolve(recorded(rules, 0), seed=7)
    assert match.record(won(rules, 1)).points == (34, 32)


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        (to(100), {"points": (99, 99), "deals": 2}),
        (to(100), {"deals": 40}),
        (to(100), {"points": (134, 99), "deals": 9, "winner": 0}),
        (to(100, LOSER), {"points": (99, 100), "deals": 9, "winner": 1}),
        (to(100, ALTERNATE), {"deals": 1, "next_starter": 0}),
        (to(0), {"points": (34, 0), "deals": 1, "winner": 0}),
        (to(0), {"points": (0, 34), "deals": 1, "winner": None}),
        (to(0), {"deals": 1, "winner": 1}),
        (to(0, WINNER), {"deals": 1}),
    ],
)
def test_10_match_may_stand_like_this(rules: Rules, values: dict[str, Any]) -> None:
    match = Match(rules, **values)
    assert {name: getattr(match, name) for name in values} == values


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"seed": -1}, ["bad-seed: seed"]),
        ({"seed": False}, ["bad-seed: seed"]),
        ({"seed": "7"}, ["bad-seed: seed"]),
        ({"points": (-1, 0)}, ["bad-points: points"]),
        ({"points": (0, 0.0)}, ["bad-points: points"]),
        ({"points": (0, True)}, ["bad-points: points"]),
        ({"points": (0, 0, 0)}, ["bad-points: points"]),
        ({"points": [0, 0]}, ["bad-points: points"]),
        ({"points": None}, ["bad-points: points"]),
        ({"deals": -1}, ["bad-deals: deals"]),
        ({"deals": None}, ["bad-deals: deals"]),
        ({"winner": 2}, ["bad-winner: winner"]),
        ({"winner": True}, ["bad-winner: winner"]),
        ({"next_starter": -1}, ["bad-starter: next_starter"]),
        ({"next_starter": "0"}, ["bad-starter: next_starter"]),
        (
            {"seed": -1, "points": (0,), "deals": "1", "winner": 2, "next_starter": 2},
            [
                "bad-seed: seed",
                "bad-points: points",
                "bad-deals: deals",
                "bad-winner: winner",
                "bad-starter: next_starter",
            ],
        ),
    ],
)
def test_10_match_refuses_values_that_are_none(values: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        Match(to(100), **values)
    assert [f"{problem.code}: {problem.path}" for problem in caught.value.problems] == expected


@pytest.mark.parametrize(
    ("rules", "values", "expected"),
    [
        # a deal gives points to one player at most
        (to(100), {"points": (1, 0)}, ["too-few-deals: deals"]),
        (to(100), {"points": (34, 32), "deals": 1}, ["too-few-deals: deals"]),
        # one deal is the match
        (to(0), {"deals": 2}, ["too-many-deals: deals"]),
        # the first to reach the target wins
        (to(100), {"points": (100, 130), "deals": 9, "winner": 1}, ["both-reached: points"]),
        (to(100), {"points": (100, 99), "deals": 9}, ["wrong-winner: winner"]),
        (to(100), {"points": (100, 99), "deals": 9, "winner": 1}, ["wrong-winner: winner"]),
        (to(100), {"points": (99, 99), "deals": 9, "winner": 1}, ["wrong-winner: winner"]),
        # the winner of the one deal wins
        (to(0), {"winner": 0}, ["wrong-winner: winner"]),
        (to(0), {"points": (0, 34), "deals": 1, "winner": 0}, ["wrong-winner: winner"]),
        # who starts
        (to(100), {"deals": 1, "next_starter": 0}, ["needless-starter: next_starter"]),
        (to(100, LOSER), {"next_starter": 0}, ["needless-starter: next_starter"]),
        (to(0, LOSER), {"deals": 1, "next_starter": 0}, ["needless-starter: next_starter"]),
        (
            to(100, LOSER),
            {"points": (100, 0), "deals": 4, "winner": 0, "next_starter": 1},
            ["needless-starter: next_starter"],
        ),
        (to(100, ALTERNATE), {"deals": 1}, ["no-starter: next_starter"]),
        # all at once
        (
            to(100),
            {"points": (100, 0), "next_starter": 1},
            ["too-few-deals: deals", "wrong-winner: winner", "needless-starter: next_starter"],
        ),
    ],
)
def test_10_match_refuses_values_that_contradict_each_other(
    rules: Rules, values: dict[str, Any], expected: list[str]
) -> None:
    with pytest.raises(DealError) as caught:
        Match(rules, **values)
    assert [f"{problem.code}: {problem.path}" for problem in caught.value.problems] == expected


@pytest.mark.parametrize("name", ["rules", "points", "over"])
def test_10_match_is_frozen(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(Match(to(100)), name, None)


# --------------------------------------------------------------------------------------------- any match

_prices = st.fixed_dictionaries(
    {f"scoring.{name}": st.integers(0, 40) for name in ("hand", "waste", "reserve")}
    | {"scoring.win": st.integers(1, 40), "scoring.stalemate": st.sampled_from(["difference", "none"])}
)
_rules = st.builds(
    to, st.just(0) | st.integers(1, 200), st.sampled_from([COMPARE, ALTERNATE, LOSER, WINNER]), more=_prices
)
_deals = st.lists(st.tuples(st.sampled_from([0, 1, None]), st.sampled_from([0, 1])), max_size=12)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(_rules, st.none() | st.integers(0, 2**70), _deals)
def test_10_any_match_is_the_sum_of_its_deals(
    rules: Rules, seed: int | None, ways: list[tuple[int | None, int]]
) -> None:
    match, played_deals = Match(rules, seed), list[State]()
    for winner, starter in ways:
        if match.over:
            break
        finished = drawn(rules, starter) if winner is None else won(rules, winner, starter)
        match = match.record(finished)
        played_deals.append(finished)
    scores = [score(finished).points for finished in played_deals]
    assert match.points == (sum(points[0] for points in scores), sum(points[1] for points in scores))
    assert match.deals == len(played_deals)
    if rules.match.target:
        assert match.over is (max(match.points) >= rules.match.target) is (match.winner is not None)
        assert match.winner is None or match.points[match.winner] > match.points[1 - match.winner]
    values = {name: getattr(match, name) for name in ("points", "deals", "winner", "next_starter")}
    for copy in (Match(rules, seed, **values), pickle.loads(pickle.dumps(match))):  # noqa: S301 -- our own
        assert copy == match
        assert hash(copy) == hash(match)
    assert attrs.evolve(match, seed=(seed or 0) + 1) != match


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.sampled_from([load_rules(name) for name in variant_names()]), st.integers(0, 2**70))
def test_10_equal_seeds_deal_equal_cards(rules: Rules, seed: int) -> None:
    match = Match(rules, seed)
    assert match.deal() == Match(rules).deal(seed) == Match(rules, seed).deal(seed)
    assert outcome(match.deal()) is None
    assert match.deal() != deal(rules, seed)
