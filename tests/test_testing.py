"""The testing kit: what its strategies give, how it shrinks, and that its machine finds what is wrong."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, run_state_machine_as_test

import crapette
from crapette import (
    Action,
    Card,
    Record,
    Rules,
    State,
    View,
    apply,
    deal,
    invariants,
    legal_moves,
    load_rules,
    observe,
    outcome,
)
from crapette.actions import ACCEPT, OFFER, STOP
from crapette.cli import crapette as command
from crapette.invariants import InvariantError
from crapette.testing import DealMachine, actions, cards, records, rules, shipped_rules, states, views
from crapette.testing.plugin import register
from crapette.testing.strategies import Played, chosen, deals
from tests.playing import ALL_CARDS
from tests.positions import AGREEMENT, callable_at, free

T = TypeVar("T")

STRICT = load_rules("crapette-strict")
same_each_time = settings(max_examples=100, derandomize=True, database=None, deadline=None)


def seen_in(strategy: st.SearchStrategy[T], examples: int = 300) -> list[T]:
    """Some of what a strategy gives, the same each time."""
    given_so_far: list[T] = []

    @settings(same_each_time, max_examples=examples, phases=[Phase.generate])
    @given(strategy)
    def collect(value: T) -> None:
        given_so_far.append(value)

    collect()
    return given_so_far


# ------------------------------------------------------------------------------------------------- values


def test_cards_are_the_104() -> None:
    assert {*seen_in(cards(), 2000)} == {*ALL_CARDS}


def test_rules_are_valid_and_of_every_kind() -> None:
    some = seen_in(rules())
    assert all(Rules.from_mapping(one.to_mapping()) == one for one in some)
    assert {one.deal.houses for one in some} == {1, 2, 3, 4, 5, 6}
    assert {len(one.stop.calls) for one in some} > {0, 1, 2, 3}


def test_rules_shrink_to_crapette() -> None:
    found = find(rules(), lambda one: one.deal.houses == 3, settings=settings(same_each_time, max_examples=1000))
    assert found == Rules.from_mapping({"deal": {"houses": 3}})


def test_shipped_rules_are_those_of_every_variant() -> None:
    assert {*seen_in(shipped_rules(), 500)} == {load_rules(name) for name in crapette.variant_names()}


# ------------------------------------------------------------------------------------------------- in play


@pytest.mark.parametrize("name", ["crapette", "krapetta-banque-russe"])
def test_states_are_spread_over_the_deal_and_all_windows(name: str) -> None:
    """Of 300 states, some of each kind: not one by chance."""
    seen = Counter[object]()
    for state in seen_in(states(load_rules(name))):
        seen["founded", sum(map(len, state.foundations)) // 26] += 1
        whose = "nobody" if state.window is None else "mover" if state.window == state.mover else "opponent"
        seen[whose, state.calls.breach is not None] += 1
        assert outcome(state) is None
        assert legal_moves(state)
    assert min(seen["founded", quarter] for quarter in range(4)) >= 3
    kinds = [("nobody", False), ("opponent", False), ("opponent", True), ("mover", False), ("mover", True)]
    assert min(seen[kind] for kind in kinds) >= 3


def test_states_may_be_over_if_they_are_asked_to() -> None:
    over = [outcome(state) is not None for state in seen_in(states(STRICT, over=True))]
    assert 10 <= sum(over) <= 150


@same_each_time
@given(states(st.sampled_from([STRICT, load_rules("crapo")])))
def test_states_are_by_the_rules_that_were_asked_for(state: State) -> None:
    assert state.rules in (STRICT, load_rules("crapo"))


def test_states_are_by_any_rules_if_none_are_asked_for() -> None:
    shipped = {load_rules(name) for name in crapette.variant_names()}
    assert {state.rules for state in seen_in(states(), 50)} - shipped


@same_each_time
@given(deals(over=True))
def test_states_are_reached_by_playing(played: Played) -> None:
    *_, last = played.record().replay()
    assert last == played.state


def test_states_shrink_to_few_actions() -> None:
    """A deal drawn at random has dozens of actions; that a card goes up takes few."""
    shrunk = find(deals(STRICT, over=False), lambda deal: any(deal.state.foundations), settings=same_each_time)
    assert len(shrunk.moves) <= 10


def test_choices_take_the_first_move_for_0_and_the_last_for_247() -> None:
    state = free("7H / * / - | 2d / * / - | 8S, 8s | - | 0", AGREEMENT)
    assert [str(action) for action in legal_moves(state)] == ["R-1", "R-2", "draw", "offer"]
    assert [str(chosen(state, choice)[1]) for choice in (0, 247, 248, 255)] == ["R-1", "draw", "offer", "offer"]
    offered = apply(state, OFFER)
    assert chosen(offered, 254) == (0, Action.parse("R-1"))
    assert chosen(offered, 255) == (1, ACCEPT)


def test_choices_talk_of_all_that_may_be_said() -> None:
    state = apply(callable_at("7H / * / - | 2d / * / - | 8S, 8s | - | 1", AGREEMENT), "draw")
    assert {chosen(state, choice) for choice in range(248, 256)} == {(0, STOP), (1, OFFER)}


def test_choices_may_call() -> None:
    state = apply(deal(load_rules("crapette"), 7), "draw")
    assert chosen(state, 248) == (1 - state.mover, STOP)
    assert chosen(state, 247)[0] == state.mover


@same_each_time
@given(st.data())
def test_actions_are_the_legal_ones_of_both_players(data: st.DataObject) -> None:
    state = data.draw(states(over=True))
    legal = {*legal_moves(state, 0), *legal_moves(state, 1)}
    if not legal:
        assert actions(state).is_empty
        return
    action = data.draw(actions(state))
    assert action in legal
    assert apply(state, action)
    assert data.draw(actions(observe(state))) in legal


def test_actions_are_all_of_them() -> None:
    state = free("7H / * / - | 2d / * / - | 8S, 8s | - | 0", AGREEMENT)
    assert {*map(str, seen_in(actions(state)))} == {"R-1", "R-2", "draw", "offer"}


def test_views_are_of_both_kinds() -> None:
    assert {view.memory for view in seen_in(views(STRICT))} == {True, False}


@same_each_time
@given(records())
def test_records_play_again(record: Record) -> None:
    *_, last = Record.loads(record.dumps()).replay()
    assert isinstance(last, State)
    assert record.deals[0].result is None or outcome(last) is not None


def test_records_are_of_deals_that_are_over_and_of_others() -> None:
    assert {record.deals[0].result is None for record in seen_in(records(STRICT))} == {True, False}


# ---------------------------------------------------------------------------------------------- from_type


def test_hypothesis_loads_the_plugin() -> None:
    [entry] = [entry for entry in entry_points(group="hypothesis") if entry.name == "crapette"]
    assert entry.load() is register


@pytest.mark.parametrize("kind", [Action, Card, Record, Rules, State, View])
def test_from_type(kind: type[object]) -> None:
    assert all(isinstance(value, kind) for value in seen_in(st.from_type(kind), 20))
    if kind is Card:
        assert {*seen_in(st.from_type(Card), 2000)} == {*ALL_CARDS}


def test_without_hypothesis_it_says_what_to_install() -> None:
    script = "import sys; sys.modules['hypothesis'] = None; import crapette.testing"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
    assert "ImportError: crapette.testing needs Hypothesis: python -m pip install 'crapette[testing]'" in run.stderr


# -------------------------------------------------------------------------------------------- the machine


class AnyDeals(DealMachine):
    """By any rules."""


class CrapetteDeals(DealMachine):
    """By the rules of one variant."""

    by_rules = load_rules("crapette")

    @invariant()
    def is_crapette(self) -> None:
        assert self.state.rules == self.by_rules
        assert len(self.actions) < 10_000


for machine in (AnyDeals, CrapetteDeals):
    machine.TestCase.settings = settings(same_each_time, max_examples=20, stateful_step_count=20)
test_11_any_deals = AnyDeals.TestCase
test_11_crapette_deals = CrapetteDeals.TestCase


class NothingFounded(DealMachine):
    """Of which somebody thinks that no card ever goes up."""

    by_rules = STRICT

    @invariant()
    def nothing_is_founded(self) -> None:
        assert not any(self.state.foundations)


def no_moves(_state: State, _player: int) -> tuple[Action, ...]:
    """Nothing distinct, whatever is legal."""
    return ()


def another(state: State, action: Action, player: int) -> State:
    """Not quite the state after an action."""
    after = apply(state, action, player)
    return replace(after, turn=after.turn._replace(offered=not after.turn.offered))


@pytest.mark.parametrize(
    ("name", "function", "invariant"),
    [("distinct_moves", no_moves, "distinct"), ("apply", another, "deterministic")],
)
def test_machine_finds_what_is_wrong_with_the_engine(
    monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[..., object], invariant: str
) -> None:
    monkeypatch.setattr(invariants, name, function)
    with pytest.raises(InvariantError) as caught:
        run_state_machine_as_test(CrapetteDeals, settings=settings(same_each_time, phases=[Phase.generate]))
    assert caught.value.invariant == invariant


def test_a_failing_machine_shows_a_record_that_replays(tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(NothingFounded, settings=settings(same_each_time, phases=[Phase.generate]))
    heading = "The deal so far, which `crapette replay` shows:\n"
    [text] = [note.removeprefix(heading) for note in caught.value.__notes__ if note.startswith(heading)]
    file = tmp_path / "record.txt"
    file.write_text(text, "utf-8")
    run = CliRunner().invoke(command, ["replay", str(file)])
    assert run.exit_code == 0, run.output
    *_, last = Record.loads(text).replay()
    assert any(last.foundations)


def test_a_failing_state_shows_a_record_that_replays() -> None:
    @settings(same_each_time)
    @given(states(STRICT))
    def nothing_is_founded(state: State) -> None:
        assert not any(state.foundations)

    with pytest.raises(AssertionError) as caught:
        nothing_is_founded()
    heading = "The deal so far, which `crapette replay` shows:\n"
    [text] = [note.removeprefix(heading) for note in caught.value.__notes__ if note.startswith(heading)]
    *_, last = Record.loads(text).replay()
    assert any(last.foundations)
