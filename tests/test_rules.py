"""Rules: every setting, its default, what it allows, and what does not go together."""

from __future__ import annotations

import hashlib
import json
import pickle
from typing import Any

import attrs
import pytest
from hypothesis import given

from crapette.errors import VariantError
from crapette.faults import Fault
from crapette.rules import (
    CONFLICTS,
    DEFAULTS,
    DESCRIPTIONS,
    GROUPS,
    SETTINGS,
    DealRules,
    LoadOnto,
    LoadRules,
    ReserveTop,
    Rules,
    StartBy,
    StartRules,
    certain,
    checked_settings,
    conflicts,
    nested,
    rules_from_settings,
    value_at,
)
from crapette.settings import Integer
from crapette.testing import rules
from crapette.testing.strategies import some_settings
from tests.strategies import plain_mapping

DEFAULT_MAPPING: dict[str, Any] = {
    "deal": {"reserve": 13, "reserve_top": "face-up", "houses": 4, "waste": 0},
    "start": {"by": "lowest-reserve", "ace": "low", "ties": ["houses"]},
    "houses": {"build": "alternating-colours", "groups": "single", "empty": "any"},
    "load": {
        "onto": ["reserve", "waste"],
        "from": ["reserve", "hand", "houses"],
        "match": "same-suit",
        "wrap": False,
    },
    "waste": {"play": "never", "recycle": "on-draw", "accepts": ["hand"]},
    "hand": {"exclusive": False},
    "opponent_reserve": "none",
    "duties": {
        "foundation": "all",
        "reserve_first": True,
        "fill": "before-draw",
        "reserve": "none",
        "hand": "none",
    },
    "stop": {
        "calls": ["reserve-to-foundation", "foundation", "fill"],
        "by": "opponent",
        "window": "next-action",
        "rewind": True,
        "missed_play": "offender",
        "turned_card": "waste",
        "false_call": "lose-turn",
    },
    "turn": {"repeat_layout": False},
    "end": {
        "win": "all",
        "idle_cycles": 1,
        "repetitions": 3,
        "barren_turns": 100,
        "max_turns": 0,
        "agreement": False,
    },
    "scoring": {"win": 30, "hand": 1, "waste": 1, "reserve": 2, "stalemate": "difference"},
    "match": {"target": 300, "next_start": "compare"},
}

RANGES = {
    "deal.reserve": (0, 20),
    "deal.houses": (1, 6),
    "deal.waste": (0, 1),
    "end.idle_cycles": (0, 10),
    "end.repetitions": (0, 10),
    "end.barren_turns": (0, 10_000),
    "end.max_turns": (0, 100_000),
    "scoring.win": (0, 1000),
    "scoring.hand": (0, 1000),
    "scoring.waste": (0, 1000),
    "scoring.reserve": (0, 1000),
    "match.target": (0, 1_000_000),
}

WORDS = {
    "deal.reserve_top": "face-up face-down all-face-up",
    "start.by": "lowest-reserve highest-reserve cut",
    "start.ace": "low high",
    "start.ties": "houses best-house suit",
    "houses.build": "alternating-colours same-suit",
    "houses.groups": "single sequence",
    "houses.empty": "any reserve-first",
    "load.onto": "reserve waste",
    "load.from": "reserve hand houses waste",
    "load.match": "same-suit alternating-colours same-suit-or-equal",
    "waste.play": "never reserve-empty hand-empty always",
    "waste.recycle": "on-draw turn-start",
    "waste.accepts": "hand reserve houses",
    "opponent_reserve": "none aces",
    "duties.foundation": "all aces none",
    "duties.fill": "before-draw at-once never",
    "duties.reserve": "none houses any",
    "duties.hand": "none houses any",
    "stop.calls": "reserve-to-foundation foundation fill reserve hand",
    "stop.by": "opponent referee",
    "stop.window": "next-action turn",
    "stop.missed_play": "offender none",
    "stop.turned_card": "waste hand",
    "stop.false_call": "lose-turn none forbidden",
    "end.win": "all reserve",
    "scoring.stalemate": "difference none",
    "match.next_start": "compare alternate loser winner",
}

FLAGS = {"load.wrap", "hand.exclusive", "duties.reserve_first", "stop.rewind", "turn.repeat_layout", "end.agreement"}


def problems(mapping: dict[Any, Any]) -> list[tuple[str, str]]:
    """Code and path of each problem of a mapping."""
    with pytest.raises(VariantError) as caught:
        Rules.from_mapping(mapping)
    return [(problem.code, problem.path) for problem in caught.value.problems]


def text_of_problem(mapping: dict[Any, Any]) -> str:
    with pytest.raises(VariantError) as caught:
        Rules.from_mapping(mapping)
    (problem,) = caught.value.problems
    return problem.text


def setting_of(path: str, value: object) -> Any:
    """What the setting becomes, where no other setting is in its way."""
    return value_at(Rules.from_mapping(nested({"start.by": "cut", path: value}.items())), path)


def test_defaults_are_those_of_the_table() -> None:
    assert Rules().to_mapping() == DEFAULT_MAPPING
    assert Rules.from_mapping({}) == Rules.from_mapping(DEFAULT_MAPPING) == Rules()


def test_settings_are_those_of_the_table_in_its_order() -> None:
    paths = [
        path
        for key, value in DEFAULT_MAPPING.items()
        for path in ([key] if isinstance(value, str) else [f"{key}.{name}" for name in value])
    ]
    assert list(SETTINGS) == list(DEFAULTS) == paths
    assert set(paths) == set(RANGES) | set(WORDS) | FLAGS


def test_every_group_and_setting_is_described_with_its_section() -> None:
    assert set(DESCRIPTIONS) == set(SETTINGS) | set(GROUPS)
    for text in DESCRIPTIONS.values():
        assert text[0].isupper()
        assert "(rules " in text
        assert text.endswith(").")


@pytest.mark.parametrize("path", RANGES)
def test_integer_has_its_range(path: str) -> None:
    low, high = RANGES[path]
    assert (setting_of(path, low), setting_of(path, high)) == (low, high)
    for number in (low - 1, high + 1, 10**5000):
        assert problems(nested([(path, number)])) == [("out-of-range", path)]
    for value in (True, 1.0, "1", None, [1]):
        assert problems(nested([(path, value)])) == [("wrong-type", path)]


def test_one_repetition_is_no_repetition() -> None:
    assert problems({"end": {"repetitions": 1}}) == [("out-of-range", "end.repetitions")]
    assert Rules.from_mapping({"end": {"repetitions": 2}}).end.repetitions == 2


@pytest.mark.parametrize("path", sorted(FLAGS))
def test_flag_is_true_or_false(path: str) -> None:
    assert (setting_of(path, True), setting_of(path, False)) == (True, False)
    for value in (0, 1, "true", None):
        assert problems(nested([(path, value)])) == [("wrong-type", path)]


@pytest.mark.parametrize("path", WORDS)
def test_words_are_those_of_the_table(path: str) -> None:
    words = WORDS[path].split()
    is_list = isinstance(SETTINGS[path].plain(DEFAULTS[path]), list)
    if is_list:
        assert setting_of(path, words) == tuple(words)
    else:
        assert [setting_of(path, word) for word in words] == words
    for word in ("", "face up", words[0].upper(), f" {words[0]}"):
        assert problems(nested([(path, [word] if is_list else word)])) == [("unknown-word", path)]
    values: list[Any] = [None, 1, True, {}]
    for value in values:
        assert problems(nested([(path, value)])) == [("wrong-type", path)]
        if is_list:
            assert problems(nested([(path, [value])])) == [("wrong-type", path)]
    assert problems(nested([(path, words[0] if is_list else [words[0]])])) == [("wrong-type", path)]


def test_lists_that_are_sets_are_kept_in_the_tables_order() -> None:
    rules = Rules.from_mapping({"stop": {"calls": ["hand", "fill"]}, "load": {"from": ["waste", "reserve"]}})
    assert rules.stop.calls == ("fill", "hand")
    assert rules.load.from_ == ("reserve", "waste")


def test_order_of_ties_counts() -> None:
    rules = Rules.from_mapping({"start": {"ties": ["suit", "houses"]}})
    assert rules.start.ties == ("suit", "houses")
    assert rules.to_mapping()["start"]["ties"] == ["suit", "houses"]


def test_list_may_be_empty_but_for_what_the_waste_accepts() -> None:
    assert Rules.from_mapping({"stop": {"calls": []}}).stop.calls == ()
    assert problems({"waste": {"accepts": []}}) == [("missing-word", "waste.accepts")]
    assert problems({"waste": {"accepts": ["houses"]}}) == [("missing-word", "waste.accepts")]


def test_every_bad_item_of_a_list_is_told() -> None:
    found = problems({"waste": {"accepts": ["houses", "hnd", 1, "houses"]}})
    assert found == [(code, "waste.accepts") for code in ("unknown-word", "wrong-type", "repeated-word")]


def test_all_problems_are_told_at_once() -> None:
    mapping = {
        "deal": {"reserve": -1, "resrve_top": 1},
        "houses": None,
        "opponent_reserve": "all",
        "end": {"win": "reserve"},
        "waste": {"accepts": ["hand", "reserve"]},
        "foo": {},
        7: {},
    }
    assert problems(mapping) == [
        ("out-of-range", "deal.reserve"),
        ("unknown-key", "deal.resrve_top"),
        ("wrong-type", "houses"),
        ("unknown-word", "opponent_reserve"),
        ("unknown-key", "foo"),
        ("unknown-key", "7"),
        ("win-by-laying-away", "end.win"),
    ]


def test_what_is_no_mapping_is_told() -> None:
    with pytest.raises(VariantError) as caught:
        Rules.from_mapping(["deal"])  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("wrong-type", "")]


def test_unknown_names_come_with_the_nearest_known_one() -> None:
    assert "(did you mean reserve?)" in text_of_problem({"deal": {"reserv": 1}})
    assert "(did you mean houses?)" in text_of_problem({"house": {}})
    assert "(did you mean sequence?)" in text_of_problem({"houses": {"groups": "sequences"}})
    assert "did you mean" not in text_of_problem({"xyz": {}})
    assert "expected single or sequence" in text_of_problem({"houses": {"groups": "none"}})


def test_faults_of_plain_data_have_their_place_and_a_sentence() -> None:
    groups = "deal, start, houses, load, waste, hand, opponent_reserve, duties, stop, turn, end, scoring, match"
    hands = "expected exclusive"
    assert checked_settings({"hand": {"exclusiv": True, 7: True}, "deal": None})[1] == [
        Fault(
            "unknown-key",
            ("hand", "exclusiv"),
            f"there is no setting 'exclusiv' (did you mean exclusive?); {hands}",
            on_key=True,
        ),
        Fault("unknown-key", ("hand", "7"), f"there is no setting 7; {hands}", on_key=True),
        Fault(
            "wrong-type", ("deal",), "nothing is not a mapping; expected some of reserve, reserve_top, houses, waste"
        ),
    ]
    assert checked_settings([])[1] == [Fault("wrong-type", (), f"a list is not a mapping; expected some of {groups}")]


def test_conflict_is_a_fault_of_the_setting_to_change() -> None:
    assert checked_settings({"deal": {"reserve": 0}})[1] == [
        Fault(
            "start-needs-reserve",
            ("start", "by"),
            "lowest-reserve needs a reserve, but deal.reserve is 0: expected cut",
        )
    ]


def test_nothing_is_certain_where_the_whole_is_wrong() -> None:
    assert certain({}, [Fault("wrong-type", (), "")], {"deal.reserve": 0}) == {}


def test_dotted_paths_are_no_keys() -> None:
    assert problems({"deal.reserve": 11}) == [("unknown-key", "deal.reserve")]


@pytest.mark.parametrize(
    ("mapping", "code", "path"),
    [
        ({"deal": {"reserve": 0}}, "start-needs-reserve", "start.by"),
        ({"deal": {"reserve": 0}, "start": {"by": "highest-reserve"}}, "start-needs-reserve", "start.by"),
        ({"deal": {"reserve_top": "face-down"}}, "start-needs-face-up", "start.by"),
        ({"deal": {"reserve": 0}, "start": {"by": "cut"}, "end": {"win": "reserve"}}, "win-needs-reserve", "end.win"),
        ({"waste": {"accepts": ["hand", "reserve"]}, "end": {"win": "reserve"}}, "win-by-laying-away", "end.win"),
        ({"scoring": {"win": 0, "hand": 0, "waste": 0, "reserve": 0}}, "match-without-points", "match.target"),
    ],
)
def test_settings_that_exclude_each_other(mapping: dict[str, Any], code: str, path: str) -> None:
    assert problems(mapping) == [(code, path)]
    with pytest.raises(VariantError, match=r": expected (cut|all|0)$"):
        Rules.from_mapping(mapping)
    (conflict,) = [conflict for conflict in CONFLICTS if conflict.code == code]
    group, name = path.split(".")
    remedied = {**mapping, group: {**mapping.get(group, {}), name: SETTINGS[path].plain(conflict.remedy)}}
    assert isinstance(Rules.from_mapping(remedied), Rules)


@pytest.mark.parametrize(
    "mapping",
    [
        {"deal": {"reserve": 1}},
        {"deal": {"reserve_top": "all-face-up"}},
        {"end": {"win": "reserve"}, "waste": {"accepts": ["hand", "houses"]}},
        {"scoring": {"win": 0, "hand": 0, "waste": 0, "reserve": 1}},
        {"scoring": {"win": 0, "hand": 0, "waste": 0, "reserve": 0}, "match": {"target": 0}},
    ],
)
def test_settings_that_just_go_together(mapping: dict[str, Any]) -> None:
    assert isinstance(Rules.from_mapping(mapping), Rules)


def test_no_conflict_is_told_that_may_be_the_consequence_of_another_problem() -> None:
    assert problems({"deal": {"reserve": 0}, "start": {"by": "cat"}}) == [("unknown-word", "start.by")]
    assert problems({"deal": {"reserve": 0}, "strat": {"by": "cut"}}) == [("unknown-key", "strat")]
    assert problems({"deal": {"reserve": 0}, "start": "cut"}) == [("wrong-type", "start")]
    assert problems({"deal": {"reserve": 0}, "hand": {"exclusive": 1}}) == [
        ("wrong-type", "hand.exclusive"),
        ("start-needs-reserve", "start.by"),
    ]


def test_made_from_python_values_rules_are_checked_too() -> None:
    with pytest.raises(VariantError, match="not an integer from 0 to 20") as caught:
        Rules(deal=DealRules(reserve=21))
    assert [(problem.code, problem.path) for problem in caught.value.problems] == [("out-of-range", "deal.reserve")]
    with pytest.raises(VariantError, match="open reserve card"):
        Rules(deal=attrs.evolve(DealRules(), reserve_top=ReserveTop.FACE_DOWN))


def test_words_become_enum_members_and_sets_their_order_however_made() -> None:
    start = StartRules(by="cut")  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
    assert start.by is StartBy.CUT
    assert LoadRules(onto=(LoadOnto.WASTE, LoadOnto.RESERVE)) == LoadRules()


@given(rules())
def test_mapping_and_back(rules: Rules) -> None:
    mapping = rules.to_mapping()
    assert json.loads(json.dumps(mapping)) == mapping
    assert list(mapping) == list(DEFAULT_MAPPING)
    assert Rules.from_mapping(mapping) == rules
    assert hash(Rules.from_mapping(mapping)) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301 -- our own


@given(rules())
def test_mapping_holds_nothing_but_plain_types(rules: Rules) -> None:
    mapping = rules.to_mapping()
    assert repr(mapping) == repr(json.loads(json.dumps(mapping)))


@given(some_settings())
def test_what_a_mapping_leaves_out_is_as_in_crapette(values: dict[str, Any]) -> None:
    rules = Rules.from_mapping(plain_mapping(values))
    assert {path: value_at(rules, path) for path in SETTINGS} == DEFAULTS | values


@given(some_settings())
def test_strategy_makes_valid_settings_only(values: dict[str, Any]) -> None:
    assert not list(conflicts(DEFAULTS | values))
    assert isinstance(rules_from_settings(values), Rules)


def test_digest_of_the_defaults_is_that_of_an_empty_object() -> None:
    assert Rules().digest == hashlib.sha256(b"{}").hexdigest()[:16] == "44136fa355b3678a"


def test_digest_is_of_the_canonical_json_of_what_differs() -> None:
    rules = Rules.from_mapping({"stop": {"calls": ["fill"]}, "load": {"from": ["waste"]}, "opponent_reserve": "aces"})
    canonical = b'{"load":{"from":["waste"]},"opponent_reserve":"aces","stop":{"calls":["fill"]}}'
    assert rules.digest == hashlib.sha256(canonical).hexdigest()[:16]


@given(rules(), rules())
def test_equal_digests_mean_equal_rules(first: Rules, second: Rules) -> None:
    assert (first.digest == second.digest) == (first == second)


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        Rules().deal.reserve = 11  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
    assert not hasattr(Rules(), "__dict__")


def test_messages_quote_at_most_60_characters_and_nothing_unprintable() -> None:
    long = "x\x1b" * 5000
    mappings: list[dict[Any, Any]] = [
        {long: 1},
        {"deal": {long: 1}},
        {"houses": {"build": long}},
        {"deal": {"reserve": long}},
    ]
    for mapping in mappings:
        with pytest.raises(VariantError) as caught:
            Rules.from_mapping(mapping)
        message = str(caught.value)
        assert message.isprintable()
        assert message.count("x") < 130  # the path and the sentence, 30 each, and words of our own


def test_values_of_any_type_are_shown_in_messages() -> None:
    values: dict[str, Any] = {"a float": 1.5, "a huge integer": 10**30, "a mapping": {}, "a list": (), "nothing": None}
    for text, value in values.items():
        assert text_of_problem({"hand": {"exclusive": value}}) == f"{text} is not true or false"


def test_expected_names_the_excluded_numbers() -> None:
    assert Integer(0, 10, excluded=(1,)).expected == "an integer from 0 to 10, but not 1"
