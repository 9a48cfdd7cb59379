"""Messages: canonical, exact there and back, as their schemas say; whatever the text, a value or a NotationError."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from crapette import (
    Action,
    HiddenError,
    Match,
    NotationError,
    Record,
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
    position,
    sample,
    to_json,
    variant_names,
)
from crapette.actions import ACTIONS
from crapette.cards import cards_of
from crapette.invariants import check_ends, check_legality, check_table
from crapette.notation.messages import (
    CALL,
    MESSAGES,
    OUTCOME,
    REMEDY,
    RESULT,
    SCORE,
    BeforeNote,
    BreachNote,
    DealNote,
    MoveNote,
    TableNote,
    TurnNote,
)
from crapette.notation.plain import DEEPEST_NESTING, LONGEST_MESSAGE, MOST_DIGITS, read_plain
from crapette.notation.schemas import FILES, message_schema, schema_text, write_schemas
from crapette.notation.shapes import Object
from crapette.testing import rules
from tests.playing import played, random_walk, walk
from tests.positions import (
    ACE,
    AGREEMENT,
    FACE_DOWN,
    FORBIDDEN,
    GAPS,
    REFEREE,
    REWIND,
    SEQUENCE,
    TURN,
    Settings,
    callable_at,
    free,
)
from tests.strategies import rules_with_calls

FOLDER = Path(__file__).parents[1] / "schemas"
PAGE = Path(__file__).parents[1] / "docs" / "messages.md"
VALIDATORS = {format_: Draft202012Validator(message_schema(format_)) for format_ in MESSAGES}

RESERVE_DUTY: Settings = {"duties.reserve": "houses"}

SMALL = "(3D) 5C / 4D QC / * | 9d / 5c / * | KS QH, - | S1 | 0"
"""The next hand card is Q♣; it goes to house 2 and onto K♣, the top of the opponent's waste."""
SEEN = "3D / 5c 7c / * | 9d / 6C / * | KS, KC | - | 0"
"""The hands hold cards of the other pack, so every card has been seen, and tables are not forgotten."""
LADDER = "2C / * / - | 9d / * / - | QH, KC, KS, - | - | 0"
"""Q♥ goes from house to house."""
UNTURNED = "(2D) / 5c 7c / * | 9d / 6C / * | KS, - | - | 0"
"""`flip` must come before a draw where the reserve comes first; it would turn up 2♦."""


def accepts(format_: str, data: Any) -> bool:
    return VALIDATORS[format_].is_valid(data)  # pyright: ignore[reportUnknownMemberType]


def said(value: Any) -> dict[str, Any]:
    """What the message with a value says; it comes back as the value, however it is written, and fits its schema."""
    text = to_json(value)
    data: dict[str, Any] = json.loads(text)
    assert accepts(data["format"], data)
    assert_same(from_json(text), value)
    backwards = {key: data[key] for key in sorted(data, reverse=True)}
    assert_same(from_json(json.dumps(backwards, indent=3, ensure_ascii=True) + "\r\n"), value)
    return data


def assert_same(read: object, value: object) -> None:
    assert type(read) is type(value)
    assert read == value
    assert hash(read) == hash(value)
    assert to_json(read) == to_json(value)  # type: ignore[arg-type]


def problems(data: object) -> list[tuple[str, str]]:
    """Code and path of all that is wrong with a message, which its error tells with lines and columns."""
    with pytest.raises(NotationError) as caught:
        from_json(json.dumps(data, indent=1))
    told = caught.value.problems
    assert told
    assert all(problem.line and problem.column and problem.text for problem in told)
    return [(problem.code, problem.path) for problem in told]


def changed(value: State | View | Match | Record | Rules | Action, *path: str | int, to: Any) -> dict[str, Any]:
    """The message with a value, with something else at a path."""
    data: dict[str, Any] = json.loads(to_json(value))
    part: Any = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = to
    return data


def without(value: State | View, *keys: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(to_json(value))
    return {key: item for key, item in data.items() if key not in keys}


# --------------------------------------------------------------------------------- actions, rules, matches


def test_action_is_told_by_its_notation() -> None:
    assert to_json(Action.parse("3-7*4")) == '{"action":"3-7*4","format":"crapette/action/1"}'


def test_every_action_comes_back_and_fits_the_schema() -> None:
    for action in ACTIONS:
        assert said(action) == {"format": "crapette/action/1", "action": str(action)}


def test_rules_are_told_by_all_settings_and_their_digest() -> None:
    for name in variant_names():
        read = load_rules(name)
        expected = {"format": "crapette/rules/1", "rules": read.to_mapping(), "digest": read.digest}
        assert said(read) == expected


def test_rules_without_a_setting_have_it_as_in_crapette() -> None:
    text = json.dumps({"format": "crapette/rules/1", "rules": {"deal": {"houses": 3}}, "digest": "?"})
    with pytest.raises(NotationError) as caught:
        from_json(text)
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("wrong-digest", "digest")
    three = Rules.from_mapping({"deal": {"houses": 3}})
    assert from_json(text.replace("?", three.digest)) == three


def test_match_is_told_with_its_seed_as_text() -> None:
    data = said(Match(Rules(), seed=2**64))
    assert (data["seed"], data["points"], data["deals"]) == ("18446744073709551616", [0, 0], 0)
    assert (data["winner"], data["next_starter"]) == (None, None)
    assert said(Match(Rules(), points=(301, 2), deals=9, winner=0))["winner"] == 0
    assert said(Match(Rules()))["seed"] is None


@pytest.mark.parametrize("seed", ["-1", "01", "1.0", "", "٣", "1" * 4301, " 1", "1\n", 1])
def test_match_takes_no_seed_but_digits(seed: object) -> None:
    code = "wrong-type" if seed == 1 else "bad-seed"
    assert problems(changed(Match(Rules()), "seed", to=seed)) == [(code, "seed")]


def test_seed_that_python_may_not_read_is_refused() -> None:
    data = changed(Match(Rules()), "seed", to="1" * 1000)
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        assert problems(data) == [("bad-seed", "seed")]
    finally:
        sys.set_int_max_str_digits(limit)
    assert isinstance(from_json(json.dumps(data)), Match)


def test_match_that_can_not_stand_is_refused() -> None:
    assert problems(changed(Match(Rules()), "points", to=[300, 0])) == [
        ("too-few-deals", "deals"),
        ("wrong-winner", "winner"),
    ]


# ------------------------------------------------------------------------------------------ states, views


def test_state_is_told_field_by_field() -> None:
    data = said(played(free(SMALL), "draw"))
    assert data.pop("rules") == free(SMALL).rules.to_mapping()
    wastes = data.pop("wastes")
    assert [len(waste) for waste in wastes] == [45, 50]
    assert wastes[1][-1] == "kc"
    assert data == {
        "format": "crapette/state/1",
        "reserves": [["3D", "5C"], ["9d"]],
        "face_down": [1, 0],
        "hands": [["4D"], ["5c"]],
        "turned": "QC",
        "houses": [["KS", "QH"], []],
        "foundations": [["AS"], [], [], [], [], [], [], []],
        "mover": 0,
        "starter": 0,
        "turn_number": 1,
        "offer": None,
        "window": None,
        "outcome": None,
        "last_call": None,
        "unseen": ["3D", "4D", "5c"],
        "unseen_at_start": 4,
        "idle": 0,
        "barren": 0,
        "turn": {"progress": False, "founded": False, "offered": False, "moved": []},
        "tables": [{"player": 0, "piles": {"hand-0": "1 QC", "turned-0": "0"}}],
        "skips": [False, False],
        "breach": None,
    }


def test_view_is_told_with_blanks_and_with_what_follows_from_it() -> None:
    state = played(free(SMALL), "draw")
    data, whole = said(observe(state)), said(state)
    assert data.pop("memory") is True
    assert data.pop("legal") == [["R-2", "H-2", "1-2", "H-w", "discard"], []]
    assert data.pop("score") == {"points": [0, 0], "burdens": [51, 53], "final": False}
    assert data.pop("reserves") == [["XX", "5C"], ["9d"]]
    assert data.pop("hands") == [["XX"], ["xx"]]
    assert data == {key: whole[key] for key in data if key != "format"} | {"format": "crapette/view/1"}
    assert whole.keys() - data.keys() == {"unseen", "reserves", "hands"}


def test_view_of_the_table_hides_what_was_seen_and_remembers_no_tables() -> None:
    state = played(free(SEEN), "draw discard")
    data = said(observe(state, memory=False))
    assert data["hands"] == [["xx"], ["XX"]]
    assert (data["memory"], data["tables"], data["unseen_at_start"]) == (False, [], 2)


def test_moves_of_a_turn_are_told_by_cards() -> None:
    state = played(free(LADDER), "1-2")
    assert said(state)["turn"]["moved"] == [["QH", None]]
    state = played(state, "2-3")
    assert said(state)["turn"]["moved"] == [["QH", None], ["QH", "KC"]]
    assert said(played(state, "draw"))["turn"]["moved"] == []
    assert said(played(free(LADDER, {"turn.repeat_layout": True}), "1-2 2-3"))["turn"]["moved"] == []


def test_moves_of_a_run_are_told_by_its_lowest_card() -> None:
    text = "2C / * / - | 9d / * / - | KC QH JS, KS, -, - | - | 0"
    state = played(free(text, SEQUENCE), "1-2*2 2-3")
    assert said(state)["turn"]["moved"] == [["QH", "KC"], ["JS", "QH"]]


def test_moves_of_a_turn_stay_after_what_is_said() -> None:
    state = played(free(LADDER, AGREEMENT), "1-2 offer 2-3")
    assert said(state)["turn"] == {
        "progress": False,
        "founded": False,
        "offered": True,
        "moved": [["QH", None], ["QH", "KC"]],
    }


def test_earlier_tables_are_told_by_the_piles_that_differ_from_the_next() -> None:
    state = played(free(SEEN), "draw discard")
    assert said(state)["tables"] == [
        {"player": 0, "piles": {"hand-0": "1 7c", "waste-0": "48"}},
        {"player": 1, "piles": {}},
    ]
    assert said(played(state, "draw discard"))["tables"] == [
        {"player": 0, "piles": {"hand-0": "1 7c", "waste-0": "48"}},
        {"player": 1, "piles": {"hand-1": "0 6C", "waste-1": "49"}},
        {"player": 0, "piles": {}},
    ]


def test_waste_that_was_turned_over_is_told_whole() -> None:
    state = played(free("* 3D / - / 5c 7c | 9d / - / * | KS, KC | - | 0"), "draw")
    data = said(state)
    assert (data["turned"], data["hands"]) == ("5c", [["7c"], []])
    assert data["tables"] == [{"player": 0, "piles": {"hand-0": "0", "turned-0": "0", "waste-0": "0 5c 7c"}}]


def test_offence_is_told_with_the_state_before_it_where_that_may_come_back() -> None:
    data = said(played(callable_at(GAPS, REWIND), "draw"))
    assert data["window"] == 1
    assert data["breach"] == {
        "duty": "fill",
        "action": "draw",
        "plays": ["R-3"],
        "cards": ["5C"],
        "before": {
            "piles": {"hand-0": "46 QC", "turned-0": "0"},
            "seen_since": ["QC"],
            "mover": 0,
            "turn_number": 1,
            "turn": {"progress": False, "founded": False, "offered": False, "moved": []},
            "idle": 0,
            "barren": 0,
            "unseen_at_start": 99,
            "tables": [{"player": 0, "piles": {}}],
            "offer": None,
        },
    }


def test_offence_that_is_not_taken_back_is_told_without_the_state_before_it() -> None:
    data = said(played(callable_at(ACE, {"stop.rewind": False}), "draw"))
    assert data["breach"] == {
        "duty": "foundation",
        "action": "draw",
        "plays": ["1-F"],
        "cards": ["AH"],
        "before": None,
    }


def test_state_before_an_offence_keeps_what_it_remembers() -> None:
    text = "3D / 5c 7c / * | 9d / 6C / * | QH, KC, KS, - | - | 0"
    state = played(callable_at(text, REWIND, AGREEMENT), "draw discard draw discard 1-2 offer draw")
    data = said(state)
    assert data["breach"]["before"] == {
        "piles": {"hand-0": "0 5c", "turned-0": "0"},
        "seen_since": [],
        "mover": 0,
        "turn_number": 3,
        "turn": {"progress": False, "founded": False, "offered": True, "moved": [["QH", None]]},
        "idle": 2,
        "barren": 2,
        "unseen_at_start": 0,
        "tables": [
            {"player": 0, "piles": {"hand-0": "1 7c", "waste-0": "47"}},
            {"player": 1, "piles": {"hand-1": "0 6C", "waste-1": "49"}},
            {"player": 0, "piles": {"house-1": "0 QH", "house-2": "1"}},
        ],
        "offer": 0,
    }
    read = from_json(to_json(state))
    assert isinstance(read, State)
    assert apply(read, "stop") == apply(state, "stop")


@pytest.mark.parametrize("memory", [True, False])
@pytest.mark.parametrize(("text", "more"), [(GAPS, REWIND), (ACE, {"stop.rewind": False})], ids=["rewind", "no rewind"])
def test_view_tells_no_offence_but_where_the_legal_moves_tell(text: str, more: Settings, memory: bool) -> None:
    data = said(observe(played(callable_at(text, more), "draw"), memory))
    assert (data["window"], data["breach"], data["legal"][1]) == (1, None, ["stop"])
    state = played(callable_at(text, more, FORBIDDEN), "draw")
    forgotten: dict[str, Any] = {} if memory else {"cards": [], "before": None}
    assert said(observe(state, memory))["breach"] == said(state)["breach"] | forgotten


@pytest.mark.parametrize("rewind", [True, False])
def test_card_that_a_missed_flip_would_turn_up_is_a_blank_in_a_view(rewind: bool) -> None:
    state = played(callable_at(UNTURNED, FACE_DOWN, RESERVE_DUTY, FORBIDDEN, {"stop.rewind": rewind}), "draw")
    breach = said(state)["breach"]
    assert (breach["duty"], breach["plays"], breach["cards"]) == ("fill", ["flip"], ["2D"])
    assert said(observe(state))["breach"] == breach | {"cards": ["XX"]}


def test_call_is_told_with_what_came_of_it() -> None:
    state = played(callable_at(ACE), "draw stop")
    assert (
        said(state)["last_call"]
        == said(observe(state))["last_call"]
        == {
            "caller": 1,
            "upheld": True,
            "duty": "foundation",
            "action": "draw",
            "plays": ["1-F"],
            "remedy": {
                "player": 0,
                "rewound": True,
                "play": "1-F",
                "turned_card": None,
                "ends_turn": True,
                "forgives_skip": False,
                "skips_turn": False,
            },
        }
    )
    refereed = said(played(callable_at(ACE, REFEREE), "draw"))
    assert (refereed["last_call"]["caller"], refereed["window"], refereed["breach"]) == (None, None, None)


def test_false_call_is_told_with_the_turn_that_it_costs() -> None:
    data = said(played(callable_at(ACE, {"stop.false_call": "lose-turn"}), "1-F stop"))
    assert data["skips"] == [False, True]
    assert data["last_call"]["remedy"]["skips_turn"] is True
    assert (data["last_call"]["duty"], data["last_call"]["plays"]) == (None, [])


def test_outcome_is_told() -> None:
    won = "- / - / - | ks / - / - | -, -, -, -, -, -, -, - | S13 s12 H13 h13 D13 d13 C13 c13 | 0"
    state = position.loads(won)
    assert isinstance(state, State)
    data = said(observe(state))
    assert data["outcome"] == {"winner": 0, "reason": "out"}
    assert data["score"] == {"points": [32, 0], "burdens": [0, 2], "final": True}
    assert data["legal"] == [[], []]
    agreed = said(played(free(SMALL, AGREEMENT), "offer accept"))
    assert agreed["outcome"] == {"winner": None, "reason": "agreement"}


# ----------------------------------------------------------------------------------------------- records


def test_record_is_told_with_its_rules_and_actions() -> None:
    record = Record.start(load_rules("crapette-strict"), seed=7, starter=0, players=("Ann", None), site="Č")
    assert said(record)["deals"] == [{"starter": 0, "seed": "7", "moves": []}]
    record = record.append(legal_moves(deal(record.rules, 7, 0))[0], comment="¡olé!", time=5)
    data = said(record)
    move = str(record.deals[0].moves[0].action)
    assert data["deals"][0]["moves"] == [{"action": move, "turn": 1, "comment": "¡olé!", "time": 5}]
    assert (data["players"], data["tags"], data["digest"]) == (["Ann", None], {"site": "Č"}, record.rules.digest)
    public = record.public()
    start = said(public)["deals"][0].pop("start")
    assert said(public)["deals"][0].keys() == {"starter", "start", "moves"}
    assert position.loads(start, record.rules) == observe(deal(record.rules, 7, 0))


def test_public_record_shows_the_cards_that_were_turned_up() -> None:
    rules_ = load_rules("crapette-strict")
    record = Record.start(rules_, seed=7, starter=0)
    for action in legal_until_draw(deal(rules_, 7, 0)):
        record = record.append(action)
    card = str(list(record.replay())[-1].turned)
    assert said(record.public())["deals"][0]["moves"][-1] == {"action": "draw", "turn": 1, "shown": [card]}


def legal_until_draw(state: State) -> Iterator[Action]:
    """The first legal action each time, and `draw` as soon as it is legal."""
    while state.turned is None:
        moves = legal_moves(state)
        action = Action.parse("draw") if Action.parse("draw") in moves else moves[0]
        yield action
        state = apply(state, action)


def test_record_of_packs_and_of_a_deal_that_is_over() -> None:
    packs = [" ".join(str(card) for card in pack) for pack in _packs()]
    record = Record.start(load_rules("garibaldka"), packs=packs, starter=1, variant="garibaldka", date="2026-11-30")
    for _, _, action, _ in walk(next(_states(record)), Random(1)):
        record = record.append(action)
    data = said(record)
    assert data["deals"][0]["packs"] == [pack.split() for pack in packs]
    assert (data["variant"], data["date"]) == ("garibaldka", "2026-11-30")
    end = outcome(list(_states(record))[-1])
    assert end is not None
    assert data["deals"][0]["result"]["reason"] == end.reason
    said(record.public())


def _packs() -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    from crapette.cards import PACKS

    rng = Random(4)
    first, second = (tuple(rng.sample(pack, 52)) for pack in PACKS)
    return first, second


def _states(record: Record) -> Iterator[State]:
    for state in record.replay():
        assert isinstance(state, State)
        yield state


def test_record_with_several_faults_tells_them_with_their_places() -> None:
    record = Record.start(Rules(), seed=7, starter=0)
    data = json.loads(to_json(record))
    data["date"] = "today"
    data["tags"] = {"Site": "x"}
    assert sorted(code for code, _ in problems(data)) == ["bad-date", "bad-key"]
    result = {"winner": 0, "reason": "out", "points": [10**15, 0]}
    data["deals"] = [{"starter": 0, "seed": "1", "moves": [], "result": result}]
    assert problems(data) == [("bad-points", "deals[0].result.points")]
    data["deals"] = [{"starter": 0, "moves": []}, {"starter": 1, "start": "3D", "moves": []}]
    assert problems(data) == [("not-one-source", "deals[0]"), ("bad-position", "deals[1].start")]
    data["deals"][0] = {"starter": 2, "seed": "x", "moves": [{"action": "R-G", "turn": 0}]}
    assert problems(data) == [
        ("out-of-range", "deals[0].starter"),
        ("bad-seed", "deals[0].seed"),
        ("no-action", "deals[0].moves[0].action"),
        ("out-of-range", "deals[0].moves[0].turn"),
    ]


# --------------------------------------------------------------------------------------- there and back


def all_of(state: State) -> tuple[State, View, View]:
    return state, observe(state), observe(state, memory=False)


def remembers(state: State) -> bool:
    """Whether the state remembers what few do."""
    return len(state.turn.layouts) > 1 or state.calls.breach is not None or state.last_call is not None


def interesting(state: State, rng: Random) -> bool:
    """One state in so many; more of those that remember much."""
    return rng.random() < (0.2 if remembers(state) else 0.02) or outcome(state) is not None


@pytest.mark.parametrize("name", variant_names())
def test_states_and_views_of_a_deal_come_back(name: str) -> None:
    rng = Random(name)
    states = [state for _, _, _, state in random_walk(load_rules(name), 11, talks=0.1, stops=0.1)]
    special = [state for state in states if remembers(state)]
    chosen = [*rng.sample(states, 12), *rng.sample(special, min(8, len(special)))]
    for state in chosen:
        for value in all_of(state):
            assert_same(from_json(to_json(value)), value)
    for state in (chosen[-1], states[-1]):
        for value in all_of(state):
            said(value)


@settings(max_examples=40, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(rules(), rules_with_calls()), st.integers(0, 2**32))
def test_every_state_and_view_comes_back_under_any_rules(some_rules: Rules, seed: int) -> None:
    rng = Random(seed)
    for _, _, _, state in islice(random_walk(some_rules, seed, talks=0.1, stops=0.2), 250):
        if interesting(state, rng):
            for value in all_of(state):
                assert_same(from_json(to_json(value)), value)


LONG_TURNS: Settings = {
    "duties.foundation": "none",
    "duties.fill": "never",
    "houses.groups": "sequence",
    "end.agreement": True,
    "houses.empty": "any",
}


@pytest.mark.parametrize("repeat", [True, False])
def test_long_stretches_of_moves_between_houses_come_back(repeat: bool) -> None:
    longest = 0
    for seed in range(4):
        base = free("2C / * / - | 9d / * / - | KS QH, KC, KH QC JD, -, JS TD, TC 9D, KD, - | - | 0", LONG_TURNS)
        rules_ = Rules.from_mapping({**base.rules.to_mapping(), "turn": {"repeat_layout": repeat}})
        state = position.loads(position.dumps(base), rules_)
        assert isinstance(state, State)
        rng = Random(seed)
        for _ in range(40):
            ways = [move for move in legal_moves(state) if move.is_house_to_house or str(move) == "offer"]
            if not ways:
                break
            state = apply(state, rng.choice(ways))
            longest = max(longest, len(state.turn.layouts))
            for value in all_of(state):
                assert_same(from_json(to_json(value)), value)
    assert (longest == 0) is repeat
    assert repeat or longest > 20


def test_states_from_samples_come_back() -> None:
    for name in ("crapette", "banca-russa"):
        states = [state for _, _, _, state in islice(random_walk(load_rules(name), 5), 0, 200, 20)]
        for state in states:
            said(sample(observe(state), 1))


def test_message_of_a_view_names_no_card_that_it_hides() -> None:
    rng = Random(5)
    told = 0
    for some in (load_rules("crapette"), callable_at(UNTURNED, FACE_DOWN, RESERVE_DUTY, FORBIDDEN).rules):
        for _, _, _, state in random_walk(some, 3, talks=0.1, stops=0.1):
            for view in all_of(state)[1:]:
                if rng.random() < 0.05:
                    hidden = {str(card) for card in cards_of(view.unseen)}
                    words = set(json.dumps(without(view, "rules")).replace('"', " ").split())
                    assert hidden.isdisjoint(words)
                    told += len(hidden)
    assert told > 1000


@pytest.mark.parametrize("memory", [True, False])
def test_messages_of_views_are_equal_where_only_hidden_cards_differ(memory: bool) -> None:
    for _, _, _, state in islice(random_walk(load_rules("crapette"), 8, stops=0.1), 0, 400, 20):
        world = sample(observe(state, memory), 3)
        assert to_json(observe(world, memory)) == to_json(observe(state, memory))
        assert (to_json(world) == to_json(state)) is (world == state)


# ------------------------------------------------------------------------------------ what can not be


DRAWN = played(free(SMALL), "draw")
MISSING = ("duty", "action", "plays", "cards", "before")
STOOD: list[Any] = [{"player": 0, "piles": {}}]
NOTHING: Any = {}
UNSEEN_MOVED = {"hand-0": "0 QC 4D", "turned-0": "0"}
BLANK_OF_1 = ("blank-count", "xx")


@pytest.mark.parametrize(
    ("path", "to", "found"),
    [
        (("mover",), 2, [("out-of-range", "mover")]),
        (("mover",), True, [("wrong-type", "mover")]),
        (("mover",), "0", [("wrong-type", "mover")]),
        (("turn_number",), 0, [("out-of-range", "turn_number")]),
        (("turned",), None, [("missing-card", "QC")]),
        (("turned",), "4D", [("doubled-card", "4D"), ("missing-card", "QC")]),
        (("turned",), "XX", [("no-card", "turned")]),
        (("hands", 0), ["XX"], [("no-card", "hands[0][0]")]),
        (("hands", 0), "4D", [("wrong-type", "hands[0]")]),
        (("hands",), [["4D"]], [("wrong-length", "hands")]),
        (("houses", 0), ["QH", "KS"], [("no-run", "houses[0]")]),
        (("houses",), [["KS", "QH"]], [("wrong-length", "houses")]),
        (("foundations", 0), [], [("missing-card", "AS")]),
        (("foundations", 6), ["AS"], [("doubled-card", "AS"), ("no-foundation", "foundations[6]")]),
        (("face_down", 0), 3, [("too-many-face-down", "face_down[0]"), ("face-down", "reserves[0]")]),
        (("face_down", 0), 2, [("face-down", "reserves[0]")]),
        (("unseen", 0), "5C", [("not-unseen", "unseen[0]")]),
        (("unseen", 0), "4D", [("doubled-card", "unseen")]),
        (("unseen_at_start",), 2, [("wrong-unseen", "unseen_at_start")]),
        (("unseen_at_start",), 105, [("out-of-range", "unseen_at_start")]),
        (("idle",), 1, [("too-many-turns", "idle")]),
        (("barren",), 1, [("too-many-turns", "barren")]),
        (("offer",), 1, [("no-agreement", "offer")]),
        (("turn", "offered"), True, [("no-agreement", "turn.offered")]),
        (("turn", "founded"), True, [("no-progress", "turn.progress")]),
        (("turn", "moved"), [["QH", None]], []),
        (("turn", "moved"), [["KS", None]], [("no-such-move", "turn.moved[0]")]),
        (("turn", "moved"), [["5C", None]], [("no-such-move", "turn.moved[0]")]),
        (("turn", "moved"), [["QH"]], [("wrong-length", "turn.moved[0]")]),
        (("window",), 1, [("no-window", "window")]),
        (("skips", 0), True, [("needless-skip", "skips")]),
        (("outcome",), {"winner": 0, "reason": "out"}, [("wrong-outcome", "outcome")]),
        (("outcome",), {"winner": None, "reason": "idle"}, [("wrong-outcome", "outcome")]),
        (("outcome",), {"winner": None, "reason": "agreement"}, [("wrong-outcome", "outcome")]),
        (("outcome",), {"winner": None}, [("missing-key", "outcome.reason")]),
        (("outcome",), {"winner": None, "reason": "won"}, [("unknown-word", "outcome.reason")]),
        (("breach",), NOTHING, [("missing-key", f"breach.{key}") for key in MISSING]),
        (("tables", 0, "piles"), {"hand-0": "2 QC", "turned-0": "0"}, [("no-such-cards", "tables[0].piles.hand-0")]),
        (("tables", 0, "piles"), UNSEEN_MOVED, [("unseen-card", "tables[0].piles.hand-0")]),
        (("tables", 0, "piles"), {"hand-0": "1 QC"}, [("other-cards", "tables[0].piles")]),
        (("tables", 0, "piles"), NOTHING, [("turned-cards", "tables[0].piles")]),
        (("tables", 0, "piles"), {"house-2": "0 QC", "turned-0": "0"}, []),
        (("tables", 0, "piles"), {"house-1": "2 QC", "turned-0": "0"}, [("no-run", "tables[0].piles")]),
        (("tables", 0, "piles"), {"house-9": "0 QC", "turned-0": "0"}, [("no-such-house", "tables[0].piles")]),
        (("tables", 0, "piles"), {"hand-2": "1 QC"}, [("unknown-key", "tables[0].piles.hand-2")]),
        (("tables", 0, "piles", "hand-0"), "1  QC", [("bad-text", "tables[0].piles.hand-0")]),
        (("tables",), STOOD * 2, [("turned-cards", "tables[1].piles"), ("too-many-tables", "tables")]),
        (("rules", "deal", "houses"), 2, [("wrong-length", "houses")]),
        (("rules", "deal", "houses"), 0, [("out-of-range", "rules.deal.houses")]),
        (("rules", "deal", "house"), 2, [("unknown-key", "rules.deal.house")]),
        (("rules", "end", "repetitions"), 0, [("needless-tables", "tables")]),
        (("colour",), "red", [("unknown-key", "colour")]),
        (("format",), "crapette/stat/1", [("unknown-format", "format")]),
        (("format",), "crapette/state/2", [("unknown-format", "format")]),
        (("format",), None, [("missing-key", "format")]),
        (("format",), 1, [("unknown-format", "format")]),
    ],
)  # fmt: skip
def test_state_that_can_not_be_is_refused(
    path: tuple[str | int, ...], to: object, found: list[tuple[str, str]]
) -> None:
    data = changed(DRAWN, *path, to=to)
    if found:
        assert sorted(problems(data)) == sorted(found)
    else:
        check_plays_on(from_json(json.dumps(data)))


def check_plays_on(value: object) -> None:
    """Whatever was read can be played on from, and every invariant holds."""
    rng = Random(0)
    if isinstance(value, View):
        for player in (0, 1):
            for action in legal_moves(value, player):
                try:
                    assert isinstance(apply(value, action, player), View)
                except HiddenError:
                    continue
        value = sample(value, 0) if value.memory else None
    if isinstance(value, State):
        check_table(value)
        check_ends(value)
        check_legality(value, rng.sample(ACTIONS, 40))
        for _, _, _, after in islice(walk(value, rng, talks=0.1, stops=0.3), 30):
            check_table(after)
            check_ends(after)
        assert observe(value).memory


def test_all_problems_are_told_at_once_with_their_places() -> None:
    data = changed(DRAWN, "mover", to=2)
    data["hands"][1][0] = "5x"
    data["colour"] = 1
    del data["idle"]
    with pytest.raises(NotationError) as caught:
        from_json(json.dumps(data, indent=1, sort_keys=True))
    told = caught.value.problems
    lines = json.dumps(data, indent=1, sort_keys=True).split("\n")
    places = [
        (problem.path, lines[problem.line - 1][problem.column - 1 :])
        for problem in told
        if problem.line and problem.column
    ]
    assert places == [("idle", "{"), ("colour", '"colour": 1,'), ("hands[1][0]", '"5x"'), ("mover", "2,")]
    assert caught.value.at == 0
    assert str(caught.value).startswith("1:1: idle: idle is missing: expected an integer from 0 to ")


@pytest.mark.parametrize(
    ("text", "more", "actions", "path", "to", "code"),
    [
        (GAPS, REWIND, "draw", ("window",), None, "no-window"),
        (GAPS, REWIND, "draw", ("window",), 0, "no-window"),
        (GAPS, REWIND, "draw", ("breach", "duty"), "hand", "no-such-duty"),
        (GAPS, REWIND, "draw", ("breach", "duty"), "reserve", "no-such-duty"),
        (GAPS, REWIND, "draw", ("breach", "action"), "2-1", "no-offence"),
        (GAPS, REWIND, "draw", ("breach", "action"), "pass", "no-offence"),
        (GAPS, REWIND, "draw", ("breach", "action"), "stop", "no-offence"),
        (GAPS, REWIND, "draw", ("breach", "plays"), [], "wrong-plays"),
        (GAPS, REWIND, "draw", ("breach", "plays"), ["R-3", "R-3"], "wrong-plays"),
        (GAPS, REWIND, "draw", ("breach", "plays"), ["R-F"], "wrong-plays"),
        (GAPS, REWIND, "draw", ("breach", "plays"), ["R-4"], "no-offence"),
        (GAPS, REWIND, "draw", ("breach", "cards"), ["KC"], "wrong-cards"),
        (GAPS, REWIND, "draw", ("breach", "cards"), ["XX"], "wrong-cards"),
        (GAPS, REWIND, "draw", ("breach", "before"), None, "wrong-before"),
        (GAPS, REWIND, "draw", ("breach", "before", "mover"), 1, "wrong-mover"),
        (GAPS, REWIND, "draw", ("breach", "before", "turn_number"), 2, "wrong-turn"),
        (GAPS, REWIND, "draw", ("breach", "before", "seen_since"), ["KC"], "not-unseen"),
        (GAPS, REWIND, "draw", ("breach", "before", "seen_since"), ["AS"], "not-seen"),
        (GAPS, REWIND, "draw", ("breach", "before", "seen_since"), ["QC", "QC"], "doubled-card"),
        (GAPS, REWIND, "draw", ("breach", "before", "seen_since"), [], ""),
        (GAPS, REWIND, "draw", ("breach", "before", "piles", "hand-0"), "46", "other-cards"),
        (GAPS, REWIND, "draw", ("breach", "before", "idle"), 1, "too-many-turns"),
        (GAPS, REWIND, "draw", ("rules", "stop", "by"), "referee", "no-window"),
        (GAPS, REWIND, "draw", ("rules", "stop", "rewind"), False, "wrong-before"),
        (ACE, {"stop.rewind": False}, "draw", ("breach", "cards"), [], "wrong-cards"),
        (ACE, {"stop.rewind": False}, "draw", ("breach", "cards"), ["XX"], "wrong-cards"),
        (ACE, {"stop.rewind": False}, "draw", ("breach", "before"), NOTHING, "missing-key"),
        (ACE, {}, "draw stop", ("last_call", "caller"), None, "wrong-caller"),
        (ACE, {}, "draw stop", ("last_call", "caller"), 0, "wrong-remedy"),
        (ACE, {}, "draw stop", ("last_call", "upheld"), False, "wrong-call"),
        (ACE, {}, "draw stop", ("last_call", "action"), None, "no-offence"),
        (ACE, {}, "draw stop", ("last_call", "plays"), ["R-r"], "wrong-plays"),
        (ACE, {}, "draw stop", ("last_call", "remedy", "play"), "2-F", "wrong-remedy"),
        (ACE, {}, "draw stop", ("last_call", "remedy", "rewound"), False, "wrong-remedy"),
        (ACE, {}, "draw stop", ("last_call", "remedy", "turned_card"), "hand", "wrong-remedy"),
        (ACE, {}, "draw stop", ("window",), 0, "no-window"),
        (ACE, REFEREE, "draw", ("last_call", "caller"), 1, "wrong-caller"),
        (ACE, {}, "1-F stop", ("last_call", "remedy", "skips_turn"), False, "wrong-remedy"),
        (ACE, {}, "1-F stop", ("last_call", "duty"), "foundation", "wrong-call"),
        (ACE, {}, "1-F stop", ("rules", "stop", "false_call"), "forbidden", "wrong-call"),
        (ACE, {}, "draw stop", ("last_call", "plays"), ["draw"], "wrong-plays"),
    ],
)  # fmt: skip
def test_calls_that_can_not_be_are_refused(
    text: str, more: Settings, actions: str, path: tuple[str | int, ...], to: object, code: str
) -> None:
    data = changed(played(callable_at(text, more), actions), *path, to=to)
    if code:
        assert code in [found for found, _ in problems(data)]
    else:
        check_plays_on(from_json(json.dumps(data)))


@pytest.mark.parametrize(
    ("memory", "path", "to", "found"),
    [
        (True, ("legal", 0), ["R-2"], [("wrong-legal", "legal")]),
        (True, ("score", "burdens", 0), 50, [("wrong-score", "score")]),
        (True, ("score", "final"), True, [("wrong-score", "score")]),
        (True, ("hands", 0), ["xx"], [("blank-count", "XX"), BLANK_OF_1, ("foreign-blank", "hands[0]")]),
        (True, ("hands", 0), [], [("blank-count", "XX")]),
        (True, ("turned",), "XX", [("no-card", "turned")]),
        (True, ("memory",), False, [("tables-told", "tables"), ("wrong-unseen", "unseen_at_start")]),
        (True, ("unseen",), ["3D"], [("unknown-key", "unseen")]),
        (True, ("tables", 0, "piles"), UNSEEN_MOVED, [("unseen-card", "tables[0].piles.hand-0")]),
        (False, ("memory",), True, []),
        (False, ("unseen_at_start",), 4, [("wrong-unseen", "unseen_at_start")]),
        (False, ("hands", 0), ["4D"], [("named-face-down", "hands[0]")]),
    ],
)  # fmt: skip
def test_view_that_can_not_be_is_refused(
    memory: bool, path: tuple[str | int, ...], to: object, found: list[tuple[str, str]]
) -> None:
    data = changed(observe(DRAWN, memory), *path, to=to)
    if found:
        assert sorted(problems(data)) == sorted(found)
    else:
        check_plays_on(from_json(json.dumps(data)))


def test_view_may_not_tell_offences_where_the_legal_moves_do_not() -> None:
    state = played(callable_at(GAPS, REWIND), "draw")
    data = changed(observe(state), "breach", to=said(state)["breach"])
    assert problems(data) == [("offence-told", "breach")]
    state = played(callable_at(ACE, FORBIDDEN), "draw")
    data = changed(observe(state, memory=False), "breach", "cards", to=["AH"])
    assert problems(data) == [("cards-told", "breach.cards")]


def test_moves_that_recreate_a_layout_are_refused() -> None:
    state = played(free(LADDER), "1-2")
    data = changed(state, "turn", "moved", to=[["QH", None], ["QH", "KC"], ["QH", "KS"]])
    assert problems(data) == [("repeats-layout", "turn.moved[2]")]
    data = changed(state, "rules", "turn", "repeat_layout", to=True)
    assert problems(data) == [("needless-moves", "turn.moved")]


def test_stalemate_that_stands_must_be_told() -> None:
    state = played(
        free("(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0", {"end.idle_cycles": 0}), "pass pass pass pass"
    )
    assert said(state)["outcome"] == {"winner": None, "reason": "repetition"}
    assert said(observe(state, memory=False))["outcome"] == {"winner": None, "reason": "repetition"}
    assert problems(changed(state, "outcome", to=None)) == [("wrong-outcome", "outcome")]
    assert problems(changed(state, "outcome", "reason", to="barren")) == [("wrong-outcome", "outcome")]


# ----------------------------------------------------------------------------------------- hostile input


RECORD = Record.start(Rules(), seed=1, starter=0)


def refused_at(text: str) -> tuple[int, str]:
    with pytest.raises(NotationError) as caught:
        read_plain(text)
    assert caught.value.text == text
    assert len(str(caught.value)) < 300
    return caught.value.at, caught.value.expected


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("", 0, "a value of JSON"),
        ("  ", 2, "a value of JSON"),
        ("nul", 0, "a value of JSON"),
        ("[1 2]", 3, "a comma, or the end of the list or object"),
        ("[1", 2, "a comma, or the end of the list or object"),
        ('{"a" 1}', 5, "a colon after the key"),
        ("{a: 1}", 1, "a key in double quotes"),
        ('{"a": 1} x', 9, "nothing more"),
        ('["ab', 1, "a string that ends with a double quote"),
        ('["a\tb"]', 3, "no bare control character in a string"),
        (r'["\x"]', 2, "an escape that JSON knows"),
        ("[1, 1.5]", 4, "an integer"),
        ("[1, 1e5]", 4, "an integer"),
        ("[NaN]", 1, "an integer"),
        ('{"a": {"b": -Infinity}}', 12, "an integer"),
        ('{"a": 1, "b": {"a": 2, "c": 3, "a": 4}}', 31, "each key once in an object"),
        (r'{"a": 1, "\u0061": 2}', 9, "each key once in an object"),
        ('["\ud800"]', 2, "a character that can be written in UTF-8"),
        (r'["x", "\ud800"]', 6, "characters that can be written in UTF-8"),
        (r'{"\udc00": 1}', 1, "characters that can be written in UTF-8"),
    ],
)
def test_text_that_is_no_plain_data_is_refused_where_it_is_wrong(text: str, at: int, expected: str) -> None:
    assert refused_at(text) == (at, expected)


def test_limits_of_a_text() -> None:
    deep, long = DEEPEST_NESTING, MOST_DIGITS
    assert read_plain("[" * deep + "]" * deep)
    assert refused_at("[" * (deep + 1) + "]" * (deep + 1))[0] == deep
    assert read_plain('["' + "[" * 100 + '"]') == ["[" * 100]
    assert read_plain("9" * long) == 10**long - 1
    assert refused_at(" " + "9" * (long + 1)) == (1, f"an integer of at most {long} digits")
    assert read_plain(" " * (LONGEST_MESSAGE - 1) + "1") == 1
    assert refused_at(" " * LONGEST_MESSAGE + "1")[0] == LONGEST_MESSAGE


def test_plain_data_is_what_json_says() -> None:
    text = r' {"a" : [1, -0, true, false, null, "\ud83d\ude00\n", {}], "": "é"} '
    assert read_plain(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * LONGEST_MESSAGE,
        '"' + r"\"" * (LONGEST_MESSAGE // 2 - 1),
        '["' + "a" * (LONGEST_MESSAGE - 3) + "]",
        "[" + "0," * (LONGEST_MESSAGE // 2 - 4) + "1.5]",
        "[" + "{}," * (LONGEST_MESSAGE // 3 - 4) + "[]]",
        json.dumps(changed(DRAWN, "unseen", to=["4D"] * 150_000)),
        json.dumps(changed(DRAWN, "tables", to=[{"player": 0, "piles": {}}] * 30_000)),
        json.dumps(changed(DRAWN, "houses", to=[[]] * 250_000)),
        json.dumps(changed(DRAWN, "hands", to=[["ZZ"] * 170_000, []])),
        json.dumps({"format": "crapette/rules/1", "digest": "", "rules": {"stop": {"calls": ["fil"] * 140_000}}}),
        json.dumps({"format": "crapette/action/1", **{f"actio{number}": 1 for number in range(60_000)}}),
        json.dumps(changed(played(free(LADDER), "1-2 2-3"), "turn", "moved", to=[["QH", "KS"], ["QH", "KC"]] * 30_000)),
        json.dumps(changed(RECORD, "tags", to={f"T{number}": "" for number in range(70_000)})),
        json.dumps(changed(RECORD, "deals", to=[{"starter": 0, "moves": NOTHING}] * 30_000)),
        json.dumps(changed(RECORD, "deals", to=[{"starter": 0, "moves": []}] * 30_000)),
    ],
    ids=lambda text: text[:40],
)  # fmt: skip
def test_longest_texts_are_refused_with_some_of_what_is_wrong(text: str) -> None:
    """If the time grew faster than the text, nobody would see the end of it."""
    assert len(text) <= LONGEST_MESSAGE
    with pytest.raises(NotationError) as caught:
        from_json(text)
    assert len(caught.value.problems) <= 1000


def check_error(error: NotationError) -> None:
    """It tells what is wrong, at a place in the text."""
    assert str(error)
    assert 0 <= error.at <= len(error.text)


def read_or_refused(text: str) -> object:
    """What the text says; None, if it is refused as it should be."""
    try:
        value = from_json(text)
    except NotationError as error:
        check_error(error)
        return None
    assert accepts(json.loads(text)["format"], json.loads(text))
    assert_same(from_json(to_json(value)), value)
    return value


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.text())
def test_any_text_is_refused_as_it_should_be(text: str) -> None:
    assert read_or_refused(text) is None


_plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=4), part, max_size=4),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.sampled_from(list(MESSAGES)), _plain, st.randoms(use_true_random=False))
def test_any_data_is_refused_as_it_should_be(format_: str, data: object, rng: Random) -> None:
    message: Any = {key: data for key in MESSAGES[format_].fields if rng.random() < 0.9} | {"format": format_}
    assert read_or_refused(json.dumps(message)) is None
    assert read_or_refused(json.dumps(data)) is None


def sources() -> list[State]:
    """States that remember much, of different variants."""
    many: list[State] = []
    calls: Settings = {"stop.calls": ["foundation", "fill", "reserve"]}
    for settings_ in (
        {**calls, **REWIND, **AGREEMENT, **SEQUENCE},
        {**calls, **FORBIDDEN, **FACE_DOWN, **RESERVE_DUTY, "stop.rewind": False},
        {**calls, **FORBIDDEN, **FACE_DOWN, **REWIND, **TURN},
        {**calls, "stop.false_call": "lose-turn", "turn.repeat_layout": True},
    ):
        some = callable_at("(*) 2C / - / - | (*) 9d / - / - | -, -, -, -, -, -, -, - | - | 0", settings_).rules
        rng = Random(1)
        many += [state for _, _, _, state in random_walk(some, 9, talks=0.1, stops=0.2) if interesting(state, rng)]
    return many


SOURCES = sources()


@pytest.mark.parametrize("seed", range(6))
def test_spoilt_message_is_refused_or_can_be_played_on_from(seed: int) -> None:
    rng = Random(seed)
    refused = 0
    for _ in range(40):
        data = json.loads(to_json(rng.choice(all_of(rng.choice(SOURCES)))))
        spoil(data, rng)
        value = read_or_refused(json.dumps(data))
        refused += value is None
        check_plays_on(value)
    assert 5 < refused < 40


def spoil(data: dict[str, Any], rng: Random) -> None:
    """Changes something in a message at random."""
    key = rng.choice([key for key in data if key not in ("format", "rules")])
    spots = [(data, key), *parts(data[key])]
    owner, place = rng.choice(spots)
    value: Any = owner[place]
    many: list[Any] = cast("Any", value) if isinstance(value, list) else []
    other, elsewhere = rng.choice(spots)
    if isinstance(value, bool):
        owner[place] = not value
    elif isinstance(value, int):
        owner[place] = rng.choice([value + 1, max(0, value - 1), 0, 1])
    elif value is None:
        owner[place] = rng.choice([0, 1, {"winner": None, "reason": "agreement"}])
    elif many and rng.random() < 0.7:
        rng.choice([many.pop, lambda: many.append(many[0]), many.reverse])()
    elif isinstance(value, str) and rng.random() < 0.3:
        owner[place] = value.swapcase()
    elif isinstance(other[elsewhere], str) and isinstance(value, str):
        owner[place], other[elsewhere] = other[elsewhere], value


def parts(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in plain data, as what holds it and its key."""
    keys: list[Any] = []
    if isinstance(data, (dict, list)):
        keys = list(cast("Any", data)) if isinstance(data, dict) else list(range(len(cast("Any", data))))
    for key in keys:
        yield data, key
        yield from parts(data[key])


@pytest.mark.parametrize("seed", range(4))
def test_message_with_other_characters_is_refused_or_can_be_played_on_from(seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        text = to_json(rng.choice(all_of(rng.choice(SOURCES))))
        at = rng.randrange(len(text))
        put = rng.choice(["", '"', "[", "]", "{", "}", ",", ":", "0", "x", "null", "A", "\\", " "])
        check_plays_on(read_or_refused(text[:at] + put + text[at + rng.randrange(3) :]))


# ----------------------------------------------------------------------------------------------- schemas


def test_schemas_are_schemas() -> None:
    for format_ in MESSAGES:
        Draft202012Validator.check_schema(message_schema(format_))


def test_files_are_current(tmp_path: Path) -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(FILES.values())
    write_schemas(tmp_path / "new")
    for format_, name in FILES.items():
        text = (FOLDER / name).read_text(encoding="utf-8")
        assert text == schema_text(format_), "run: python -m crapette.notation.schemas schemas"
        assert (tmp_path / "new" / name).read_text(encoding="utf-8") == text


def test_schemas_describe_every_field() -> None:
    for format_ in MESSAGES:
        schema: Any = message_schema(format_)
        assert schema["properties"].keys() == MESSAGES[format_].fields.keys()
        assert all(len(part["description"]) > 5 for part in schema["properties"].values())


def test_page_tells_every_field_as_it_is_declared() -> None:
    """Of the messages themselves, and of the objects in them."""
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    told = {(row[0], row[2]) for row in rows if len(row) == 3}
    objects = [*MESSAGES.values(), OUTCOME, REMEDY, CALL, SCORE, RESULT]
    notes = [TurnNote, TableNote, BreachNote, BeforeNote, DealNote, MoveNote]
    for part in [*objects, *(Object.of("a part", note) for note in notes)]:
        for name, field in part.fields.items():
            assert (f"`{name}`", field.about) in told


@pytest.mark.parametrize(
    ("path", "to"),
    [
        (("mover",), 2),
        (("mover",), True),
        (("turned",), "XX"),
        (("turned",), "1S"),
        (("hands", 0, 0), "qc"[::-1]),
        (("foundations",), []),
        (("tables", 0, "piles", "hand-0"), "QC"),
        (("tables", 0, "piles"), {"hand-2": "0"}),
        (("outcome",), {"winner": 0, "reason": "won"}),
        (("rules", "deal", "houses"), 0),
        (("colour",), "red"),
        (("format",), "crapette/view/1"),
    ],
)
def test_schema_rejects_what_one_value_shows_to_be_wrong(path: tuple[str | int, ...], to: object) -> None:
    data = changed(DRAWN, *path, to=to)
    assert accepts("crapette/state/1", json.loads(to_json(DRAWN)))
    assert not accepts("crapette/state/1", data)
    assert problems(data)


@pytest.mark.parametrize("key", MESSAGES["crapette/state/1"].fields)
def test_no_field_of_a_state_may_be_left_out(key: str) -> None:
    data = without(DRAWN, key)
    assert not accepts("crapette/state/1", data)
    assert ("missing-key", key) in problems(data)


# ------------------------------------------------------------------------------------------- other values


def test_other_values_are_no_messages() -> None:
    others: list[Any] = [None, 1, "R-F", {}, DRAWN.turned]
    for value in others:
        with pytest.raises(TypeError, match="expected State, View, Action, Record, Match or Rules"):
            to_json(value)


def test_who_only_plays_does_not_load_the_reader_of_messages() -> None:
    code = (
        "import crapette, sys; print({'json', 'crapette.notation.json', 'crapette.notation.record'} & {*sys.modules})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"set()\n"  # noqa: S603


def test_equal_values_have_equal_texts_however_they_came_about() -> None:
    one = played(free("2C / * / - | 9d / * / - | KS QH, -, KC QD, - | - | 0"), "1-2 3-4")
    other = played(free("2C / * / - | 9d / * / - | KS QH, -, KC QD, - | - | 0"), "1-2 3-4")
    assert to_json(one) == to_json(other)
    text = to_json(one)
    assert text == json.dumps(json.loads(text), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert to_json(one) != to_json(replace(one, course=replace(one.course, idle=0, turn_number=2)))
