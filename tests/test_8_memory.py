"""What a state remembers stays small, however long the deal (rules 8, 9, 11)."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

import pytest

from crapette import Rules, State, apply, load_rules, variant_names
from crapette.rulebook import Rulebook
from crapette.rules import nested
from crapette.state import NO_CALLS, Course, Turn
from crapette.table import FOUNDATIONS
from tests.playing import played, random_walk
from tests.positions import GAPS, callable_at, ended
from tests.reachable import reachable

LONGEST_WALK = 3000
SEEDS = (1, 2)
BY_NAME = {name: load_rules(name) for name in variant_names()}

ALL_CALLS: Mapping[str, object] = {
    "stop.calls": ["reserve-to-foundation", "foundation", "fill", "reserve", "hand"],
    "duties.reserve": "any",
    "duties.hand": "any",
    "load.onto": ["reserve", "waste"],
    "start.by": "cut",
}
ENDLESS: Mapping[str, object] = {"end.idle_cycles": 0, "end.repetitions": 0, "end.barren_turns": 0}
"""Nothing but a win ends a deal."""
BY_SETTINGS = {
    " ".join(map(str, settings.values())): Rules.from_mapping(nested({**ALL_CALLS, **settings}.items()))
    for settings in (
        {"stop.window": "next-action", "stop.rewind": True},
        {"stop.window": "turn", "stop.rewind": True},
        {"stop.window": "turn", "stop.rewind": True, "stop.false_call": "none", **ENDLESS},
        {"stop.window": "turn", "stop.rewind": False, "stop.missed_play": "none"},
        {"stop.by": "referee", "stop.rewind": True},
    )
}
ALL_RULES = [pytest.param(rules, id=name) for name, rules in (BY_NAME | BY_SETTINGS).items()]

# Bytes of a pickled state, rules aside.
OF_A_TABLE = 300
"""A table takes 256; the rest is the player and the frame of both."""
OF_A_LAYOUT = 170
"""A layout takes 128, its mark at most 8; the rest is frame."""
OF_THE_REST = 2000
"""A table, what nobody has seen, counts, a call; of the offence at most 15 plays, each its name."""


class WithoutRules(pickle.Pickler):
    """Pickles all of a state that is its own."""

    def persistent_id(self, thing: object) -> str | None:
        return "the rules" if isinstance(thing, Rulebook) else None


def own_size(state: State) -> int:
    """How many bytes all takes that the state keeps alive, the rules aside."""
    file = io.BytesIO()
    WithoutRules(file).dump(state)
    return file.tell()


def states_of(rules: Rules) -> Iterator[State]:
    """Every state of some random deals."""
    for seed in SEEDS:
        yield from (after for _, _, _, after in islice(random_walk(rules, seed), LONGEST_WALK))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_8_at_most_one_earlier_state_is_kept_alive(rules: Rules) -> None:
    most = 0
    for state in islice(states_of(rules), 0, None, 3):
        states = sum(isinstance(thing, State) for thing in reachable([state], Rulebook))
        assert states == (2 if state.calls.breach and rules.stop.rewind else 1)
        most = max(most, states)
    opponent_rewinds = rules.stop.calls and rules.stop.rewind and rules.stop.by == "opponent"
    assert most == (2 if opponent_rewinds else 1)


def test_8_state_before_the_offence_is_kept_without_its_window() -> None:
    before = played(callable_at(GAPS), "2-1")
    breach = apply(before, "draw").calls.breach
    assert breach is not None
    assert before.calls != NO_CALLS
    assert breach.before == replace(before, calls=NO_CALLS)


@pytest.mark.parametrize("rules", ALL_RULES)
def test_8_size_is_that_of_the_tables_and_layouts_remembered(rules: Rules) -> None:
    """And not that of the deal: the barren count bounds the tables (9), the end of the turn the layouts (5)."""
    for state in islice(states_of(rules), 0, None, 5):
        breach = state.calls.breach
        memories = [state] if breach is None or breach.before is None else [state, breach.before]
        tables = {id(table) for memory in memories for table in memory.course.tables}
        layouts = {id(layout) for memory in memories for layout in memory.turn.layouts}
        bound = len(memories) * OF_THE_REST + len(tables) * OF_A_TABLE + len(layouts) * OF_A_LAYOUT
        assert own_size(state) <= bound


@pytest.mark.parametrize("rules", ALL_RULES)
def test_9_tables_that_can_not_recur_are_forgotten(rules: Rules) -> None:
    for state in states_of(rules):
        check_tables(state.course)
        breach = state.calls.breach
        if breach is not None and breach.before is not None:
            check_tables(breach.before.course)


def check_tables(course: Course) -> None:
    """There are no more tables than turns since a card went to a foundation, and they all agree on these."""
    assert len(course.tables) <= course.barren + 1
    assert len({bytes(FOUNDATIONS).translate(table) for _, table in course.tables}) <= 1


def test_8_missed_play_that_wins_leaves_no_layouts_behind() -> None:
    state = callable_at("AS / * / - | 9d / * / - | KS, QH, KC, QD | - | 0", {"end.win": "reserve"})
    state = played(state, "2-1 4-3")
    assert len(state.turn.layouts) == 2
    won = apply(state, "stop")
    assert ended(won) == (0, "reserve-out")
    assert won.turn == Turn(progress=True, founded=True)
