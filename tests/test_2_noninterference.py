"""Rules 2 and 11: nothing that is told of a state depends on cards that are hidden.

The hidden cards of a state are exchanged at random within each pack, on the table and in all that is remembered:
of the memory view those that nobody has seen, of the table view all that lie face down. Whatever is then told of
both states must be the same.

States come from random play, with calls and offers, of every shipped variant and under random rules.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crapette import (
    Rules,
    State,
    View,
    changes,
    deal,
    distinct_moves,
    legal_moves,
    load_rules,
    observe,
    offences,
    outcome,
    position,
    score,
    to_json,
    variant_names,
    why_not,
)
from crapette.actions import ACTIONS
from crapette.render import svg
from crapette.render.text import action_text, board, call_text, outcome_text, result_text
from crapette.rulebook import Rulebook
from crapette.rules import FalseCall
from crapette.table import OTHER_PACK
from crapette.testing import rules
from tests.face_down import exchanged, face_down
from tests.playing import random_walk
from tests.strategies import rules_with_calls

pytestmark = pytest.mark.no_cover  # which takes three times as long

LONGEST_WALK = 1500
"""Under some rules a deal need not end."""
TALKS, STOPS = 0.1, 0.05
"""How often a draw is proposed or accepted, and "stop!" called."""

Told = dict[str, object]
"""What is told, by what tells it."""


# ------------------------------------------------------------------------------------------- what is told


def told_by_a_view(view: View) -> Told:
    """All that is made from a view."""
    return {
        "repr": repr(view),
        "str": str(view),
        "hash": hash(view),
        "pickle": pickled(view),
        "JSON": to_json(view),
        "position": position.dumps(view),
        "piles": (view.reserves, view.hands, view.wastes, view.houses, view.foundations, view.turned),
        "seen": view.seen,
        "calls": (view.window, view.last_call, view.offer),
        "legal": view.legal,
        "distinct moves": (distinct_moves(view, 0), distinct_moves(view, 1)),
        "end": (view.outcome, view.score),
        "action texts": [action_text(view, action) for action in view.legal[view.mover]],
        "board": board(view),
        "board in ASCII": board(view, ascii=True),
        "picture": svg.board(view, highlight=view.legal[view.mover]),
        "outcome text": outcome_text(view),
        "result text": result_text(view),
    }


def told_by_a_state(state: State) -> Told:
    """All that may be shown to players and is made from a state; of public records test_record.py sees to it."""
    legal = (legal_moves(state, 0), legal_moves(state, 1))
    return {
        "repr": repr(state),
        "legal": legal,
        "distinct moves": (distinct_moves(state, 0), distinct_moves(state, 1)),
        "offences": [offences(state, action) for action in legal[state.mover]],
        "action texts": [action_text(state, action) for action in legal[state.mover]],
        "end": (outcome(state), score(state)),
        "board": board(state),
        "picture": svg.board(state, highlight=legal[state.mover]),
        "outcome text": outcome_text(state),
        "result text": result_text(state),
    }


def refusals(moment: State | View) -> list[object]:
    """Why each action of each player is not legal; a refusal is compared with its sentence and its data."""
    return [why_not(moment, action, player) for player in (0, 1) for action in ACTIONS]


class _Plain(pickle.Pickler):
    """Pickles what is in a view, whether or not parts of it are one object; the rules are left out."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.fast = True

    def persistent_id(self, thing: object) -> str | None:
        return "the rules" if isinstance(thing, Rulebook) else None


def pickled(view: View) -> bytes:
    """What a view is written down as."""
    file = io.BytesIO()
    _Plain(file).dump(view)
    return file.getvalue()


# ------------------------------------------------------------------------------ states that differ in secret


def in_another_world(state: State, hidden: bytes | list[int], chance: Random) -> dict[int, int]:
    """Hidden cards exchanged at random within each pack: the card that takes the place of each, by their codes."""
    exchange: dict[int, int] = {}
    for pack in (0, 1):
        own = sorted(code for code in hidden if code // OTHER_PACK == pack)
        exchange |= zip(own, chance.sample(own, len(own)), strict=True)
    assert set(exchange) <= set(face_down(state.table))
    return exchange


def covered(state: State) -> list[int]:
    """What lies face down.

    Where the view keeps the offence, what lay face up before the offence stays where it is: it is no secret what
    was done then.
    """
    breach = state.calls.breach
    hidden = face_down(state.table)
    if breach is None or breach.before is None or state.rules.stop.false_call is not FalseCall.FORBIDDEN:
        return hidden
    return sorted({*hidden} & {*face_down(breach.before.table)})


def check_alike(before: State, state: State, chance: Random, *, closely: bool) -> None:
    """Nothing that is told of the state, and of the call that led to it, depends on hidden cards."""
    exchange = in_another_world(state, state.unseen, chance)
    other = exchanged(state, exchange)
    assert told_by_a_view(observe(state)) == told_by_a_view(observe(other))
    assert observe(state) == observe(other)
    assert told_by_a_state(state) == told_by_a_state(other)
    was = exchanged(before, exchange)
    assert call_text(before, state) == call_text(was, other)
    for memory in (True, False):
        told = call_text(observe(before, memory), observe(state, memory))
        assert told == call_text(observe(was, memory), observe(other, memory))
        changed = changes(observe(before, memory), observe(state, memory))
        assert changed == changes(observe(was, memory), observe(other, memory))
    check_table_views(state, other)
    refused = refusals(state) if closely else []
    if closely:
        assert refused == refusals(other)
        assert refused == refusals(observe(other))

    other = exchanged(state, in_another_world(state, covered(state), chance))
    check_table_views(state, other)
    check_table_views(state, replace(other, unseen=bytes(sorted(covered(state)))))
    if closely:
        assert refused == refusals(observe(other, memory=False))


def check_table_views(one: State, other: State) -> None:
    """The table views of both are the same."""
    assert told_by_a_view(observe(one, memory=False)) == told_by_a_view(observe(other, memory=False))
    assert observe(one, memory=False) == observe(other, memory=False)


def check_quiet(state: State) -> None:
    """Unless a false call is forbidden, a view is the same whether or not there was an offence."""
    if state.calls.breach is None or state.rules.stop.false_call is FalseCall.FORBIDDEN:
        return
    innocent = replace(state, calls=replace(state.calls, breach=None))
    for memory in (True, False):
        assert told_by_a_view(observe(state, memory)) == told_by_a_view(observe(innocent, memory))
        assert observe(state, memory) == observe(innocent, memory)


# ------------------------------------------------------------------------------------------------ random play


def some_steps(some_rules: Rules, seed: int, many: int) -> Iterator[tuple[State, State]]:
    """Some steps of a random deal, before and after: the deal, any, those to an offence or a call, and the last."""
    chance = Random(seed)
    start = deal(some_rules, seed)
    steps = [
        (before, after) for before, _, _, after in islice(random_walk(some_rules, seed, TALKS, STOPS), LONGEST_WALK)
    ]
    yield start, start
    kinds = (
        steps,
        [step for step in steps if step[1].calls.breach],
        [step for step in steps if step[1].last_call],
        [step for step in steps if len(step[1].turn.layouts) > 1],
        steps[-1:],
    )
    for kind in kinds:
        yield from chance.sample(kind, min(many, len(kind)))


def check_deal(some_rules: Rules, seed: int, many: int, refused: int) -> None:
    """Checks some steps of a deal, and for a few of them the refusal of every action."""
    chance = Random(seed)
    for number, (before, after) in enumerate(some_steps(some_rules, seed, many)):
        check_alike(before, after, chance, closely=number % (5 * many) < refused)
        check_quiet(after)


@pytest.mark.parametrize("name", variant_names())
def test_2_nothing_told_depends_on_hidden_cards(name: str) -> None:
    check_deal(load_rules(name), 21, 6, 2)


FORBIDDEN = {"false_call": "forbidden"}
FACE_DOWN = {"deal": {"reserve_top": "face-down"}, "start": {"by": "cut"}}


@pytest.mark.parametrize(
    "some_settings",
    [
        {"stop": FORBIDDEN},
        {"stop": {**FORBIDDEN, "window": "turn", "turned_card": "hand", "missed_play": "none"}},
        {"stop": {**FORBIDDEN, "rewind": False}},
        {"stop": {**FORBIDDEN, "window": "turn"}, **FACE_DOWN},
        {"stop": {**FORBIDDEN, "rewind": False, "turned_card": "hand"}, **FACE_DOWN},
    ],
    ids=str,
)
def test_2_nothing_told_depends_on_hidden_cards_where_no_false_call_is_allowed(
    some_settings: dict[str, dict[str, object]],
) -> None:
    """There the view keeps the offence, the state before it, and the cards of the missed plays."""
    check_deal(Rules.from_mapping(some_settings), 22, 12, 1)


@settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(rules(), rules_with_calls()), st.integers(0, 2**32))
def test_2_nothing_told_depends_on_hidden_cards_under_any_rules(some_rules: Rules, seed: int) -> None:
    check_deal(some_rules, seed, 3, 1)


def test_2_the_states_compared_do_differ() -> None:
    """So that the tests above can fail: most exchanges change the state, and its hands tell."""
    chance = Random(1)
    for name in variant_names():
        states = [after for _, after in some_steps(load_rules(name), 21, 8) if len(after.unseen) > 20]
        assert states
        for state in states:
            other = exchanged(state, in_another_world(state, state.unseen, chance))
            assert other != state
            assert (other.reserves, other.hands) != (state.reserves, state.hands)
            assert other.seen == state.seen


def test_2_random_play_has_what_may_tell() -> None:
    """Offences, calls of both kinds, layouts, counted tables, cards seen and covered again."""
    steps = [after for name in variant_names() for _, after in some_steps(load_rules(name), 21, 8)]
    assert any(state.calls.breach and state.calls.breach.before for state in steps)
    assert {state.last_call.upheld for state in steps if state.last_call} == {True, False}
    assert any(len(state.turn.layouts) > 1 for state in steps)
    assert any(len(state.course.tables) > 1 for state in steps)
    assert any(len(face_down(state.table)) > len(state.unseen) for state in steps)
