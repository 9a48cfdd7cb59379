"""Variants: loading, extending, provenance, notes, and every problem told with its place."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette.errors import CrapetteError, Problem, VariantError
from crapette.faults import MAX_FAULTS
from crapette.notes import Note, notes_on
from crapette.rules import SETTINGS, Rules
from crapette.sheet import Coverage, Provenance, Source
from crapette.testing import rules
from crapette.variant import (
    MAX_EXTENDS,
    Variant,
    load_rules,
    load_variant,
    parse_variant,
    variant_names,
)
from tests.strategies import variant_data, yaml_text

HEAD = "schema: 1\nname: ours\ntitle: Our rules\n"
SHIPPED = Path(__file__).parents[1] / "variants"


def problems(text: str) -> list[tuple[str, str, int | None, int | None]]:
    """Code, path, line and column of each problem of a text."""
    return [(problem.code, problem.path, problem.line, problem.column) for problem in problems_of(text)]


def problems_of(text: str) -> tuple[Problem, ...]:
    with pytest.raises(VariantError) as caught:
        parse_variant(text)
    return caught.value.problems


def problems_of_file(path: Path) -> list[tuple[str, str, str, int | None]]:
    """Code, path, file's name and line of each problem of a file."""
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    return [
        (problem.code, problem.path, Path(problem.file or "").name, problem.line) for problem in caught.value.problems
    ]


def write(folder: Path, name: str, text: str = "", **keys: object) -> Path:
    """A variant file of that name; `keys` are further keys, as data."""
    path = folder / f"{name}.yaml"
    lines = [f"{key}: {json.dumps(value)}\n" for key, value in keys.items()]
    path.write_text(f"schema: 1\nname: {name}\ntitle: {name}\n{text}{''.join(lines)}")
    return path


def codes_of_notes(variant: Variant) -> list[tuple[str, str]]:
    return [(note.code, note.path) for note in variant.notes]


# ------------------------------------------------------------------------------------------- loading


def test_shipped_variant_has_name_alias_and_rules() -> None:
    variant = load_variant("russian-bank")
    assert variant.name == "russian-bank"
    assert load_variant(variant.aliases[0]) == variant
    assert load_rules("russian-bank") is variant.rules or load_rules("russian-bank") == variant.rules
    assert variant.digest == variant.rules.digest


def test_unknown_name_is_told_with_the_nearest_and_all_names() -> None:
    with pytest.raises(VariantError) as caught:
        load_variant("crapete-stric")
    (problem,) = caught.value.problems
    assert (problem.code, problem.file, problem.line) == ("unknown-variant", None, None)
    assert "(did you mean crapette-strict?)" in problem.text
    assert all(name in problem.text for name in variant_names())
    with pytest.raises(VariantError) as caught:
        load_variant("x" * 100_000)
    assert caught.value.problems[0].text.count("x") < 70


@pytest.mark.parametrize("name", ["", " crapette", "Crapette", "crapette\0", "schema", ".", "é"])
def test_names_are_exact(name: str) -> None:
    with pytest.raises(VariantError, match="there is no variant"):
        load_variant(name)


def test_texts_with_a_slash_or_an_ending_are_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "house-rules", rules={"deal": {"reserve": 11}})
    monkeypatch.chdir(tmp_path)
    found = [load_variant(way) for way in (path, str(path), "house-rules.yaml", "./house-rules.yaml")]
    assert {variant.rules.deal.reserve for variant in found} == {11}
    path.rename(tmp_path / "house-rules.yml")
    assert load_variant("house-rules.yml") == found[0]
    for way in ("house-rules.yaml", "./crapette", "folder\\crapette"):
        with pytest.raises(VariantError) as caught:
            load_variant(way)
        assert [(problem.code, problem.file) for problem in caught.value.problems] == [("unreadable-file", way)]


def test_name_is_the_files_name(tmp_path: Path) -> None:
    path = write(tmp_path, "ours").rename(tmp_path / "theirs.yaml")
    assert problems_of_file(path) == [("wrong-name", "name", "theirs.yaml", 2)]


@pytest.mark.parametrize("kind", ["folder", "pipe", "missing"])
def test_what_is_no_readable_file_is_told(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "ours.yaml"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    code = "unreadable-file" if kind == "missing" else "not-a-file"
    assert problems_of_file(path) == [(code, "", "ours.yaml", None)]


def test_problems_name_the_file_line_and_column(tmp_path: Path) -> None:
    path = write(tmp_path, "ours", "rules:\n  deal:\n    reserve: 21\n")
    with pytest.raises(VariantError) as caught:
        load_variant(path)
    assert str(caught.value) == f"{path}:6:14: deal.reserve: 21 is not an integer from 0 to 20"


def test_yaml_is_imported_only_to_read_a_variant() -> None:
    code = "import sys, crapette.variant; assert 'yaml' not in sys.modules; crapette.variant.load_variant('crapette')"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 -- our own code


# --------------------------------------------------------------------------------------- what it says


def test_a_file_may_say_next_to_nothing() -> None:
    variant = parse_variant(HEAD)
    assert (variant.name, variant.title, variant.summary, variant.aliases) == ("ours", "Our rules", "", ())
    assert (variant.rules, variant.sources, variant.provenance, variant.notes) == (Rules(), (), (), ())


FULL = """
schema: 1
name: ours
title: " Our rules "
summary: >
  Two lines
  as one.
aliases: [mine, yours-2]
sources:
  - {id: club, title: Club rules, language: pt-BR, coverage: partial}
rules:
  deal: {reserve: 11}
  opponent_reserve: aces
provenance:
  deal.reserve: {source: club, says: eleven}
  opponent_reserve: {assumed: We always did.}
"""


def test_everything_a_file_says_is_kept() -> None:
    variant = parse_variant(FULL)
    assert (variant.title, variant.summary, variant.aliases) == ("Our rules", "Two lines as one.", ("mine", "yours-2"))
    assert variant.sources == (Source("club", "Club rules", "pt-BR", Coverage.PARTIAL),)
    assert variant.rules == Rules.from_mapping({"deal": {"reserve": 11}, "opponent_reserve": "aces"})
    assert variant.provenance == (
        Provenance("deal.reserve", source="club", says="eleven"),
        Provenance("opponent_reserve", assumed="We always did."),
    )
    assert variant.notes == ()


def test_variants_are_values() -> None:
    assert parse_variant(FULL) == parse_variant(FULL)
    assert hash(parse_variant(FULL)) == hash(parse_variant(FULL))
    assert pickle.loads(pickle.dumps(parse_variant(FULL))) == parse_variant(FULL)  # noqa: S301 -- our own
    assert "club" not in repr(parse_variant(FULL))


def test_provenance_is_looked_up_by_setting() -> None:
    variant = parse_variant(FULL)
    assert variant.provenance_of("deal.reserve") == variant.provenance[0]
    assert variant.provenance_of("deal.houses") is None
    with pytest.raises(CrapetteError, match=r"did you mean deal\.reserve\?"):
        variant.provenance_of("deal.reserv")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [("wrong-type", "", 1, 1)]),
        ("- a", [("wrong-type", "", 1, 1)]),
        ("{}", [("missing-key", "", 1, 1)] * 3),
        ("schema: 2\nname: a\ntitle: b", [("unknown-schema", "schema", 1, 9)]),
        ("schema: true\nname: a\ntitle: b", [("wrong-type", "schema", 1, 9)]),
        ("schema: '1'\nname: a\ntitle: b", [("wrong-type", "schema", 1, 9)]),
        ("schema:\nname: a\ntitle: b", [("wrong-type", "schema", 1, 8)]),
        ("schema: 1\nname: Our Rules\ntitle: b", [("bad-word", "name", 2, 7)]),
        ("schema: 1\nname: 'a\n\n'\ntitle: b", [("bad-word", "name", 2, 7)]),
        ("schema: 1\nname: 12\ntitle: b", [("wrong-type", "name", 2, 7)]),
        ("schema: 1\nname: a\ntitle: ' '", [("empty-text", "title", 3, 8)]),
        ("schema: 1\nname: a\ntitle:", [("wrong-type", "title", 3, 7)]),
        (HEAD + "summary: ''", [("empty-text", "summary", 4, 10)]),
        (HEAD + "titel: x", [("unknown-key", "titel", 4, 1)]),
        (HEAD + "deal: {reserve: 11}", [("unknown-key", "deal", 4, 1)]),
        (HEAD + "aliases: mine", [("wrong-type", "aliases", 4, 10)]),
        (HEAD + "aliases: [a, B, 1, a, a]", [
            ("bad-word", "aliases[1]", 4, 14),
            ("wrong-type", "aliases[2]", 4, 17),
            ("repeated-word", "aliases[3]", 4, 20),
            ("repeated-word", "aliases[4]", 4, 23),
        ]),
        (HEAD + "sources: {}", [("wrong-type", "sources", 4, 10)]),
        (HEAD + "sources: [a]", [("wrong-type", "sources[0]", 4, 11)]),
        (HEAD + "sources:\n- id: a\n  title: ''\n  language: english\n  coverage: all\n  url: x", [
            ("empty-text", "sources[0].title", 6, 10),
            ("bad-word", "sources[0].language", 7, 13),
            ("unknown-word", "sources[0].coverage", 8, 13),
            ("unknown-key", "sources[0].url", 9, 3),
        ]),
        (HEAD + "sources:\n- {id: A, title: b}", [
            ("missing-key", "sources[0]", 5, 3),
            ("missing-key", "sources[0]", 5, 3),
            ("bad-word", "sources[0].id", 5, 8),
        ]),
        (HEAD + "rules: []", [("wrong-type", "rules", 4, 8)]),
        (HEAD + "rules:\n", [("wrong-type", "rules", 4, 7)]),
        (HEAD + "rules:\n  stop: {calls: [fill, feel, fill]}\n  lod: {}\n  deal: {reserve: x, a: 1}", [
            ("unknown-word", "stop.calls", 5, 24),
            ("repeated-word", "stop.calls", 5, 30),
            ("unknown-key", "lod", 6, 3),
            ("wrong-type", "deal.reserve", 7, 19),
            ("unknown-key", "deal.a", 7, 22),
        ]),
        (HEAD + "provenance: 1", [("wrong-type", "provenance", 4, 13)]),
    ],
)  # fmt: skip
def test_faults_of_form_are_told_with_their_places(text: str, expected: list[Any]) -> None:
    assert problems(text) == expected


def test_unknown_keys_come_with_a_hint() -> None:
    assert "(did you mean title?)" in problems_of(HEAD + "titel: x")[0].text
    assert "(did you mean it to stand under rules?)" in problems_of(HEAD + "deal: {}")[0].text
    assert "(did you mean reserve?)" in problems_of(HEAD + "rules: {deal: {reserv: 1}}")[0].text


RULED = (
    HEAD
    + "rules: {deal: {reserve: 11}, stop: {calls: []}}\nsources: [{id: a, title: b, language: en, coverage: full}]\n"
)


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("deal.reserve: {source: a, says: b}", []),
        ("deal.reserve: {assumed: b}", []),
        ("deal.houses: {assumed: b}", ["nothing-to-source"]),
        ("deal.reserv: {assumed: b}", ["unknown-key"]),
        ("deal: {assumed: b}", ["unknown-key"]),
        ("deal.reserve: b", ["wrong-type"]),
        ("deal.reserve: {source: a}", ["missing-key"]),
        ("deal.reserve: {says: a}", ["missing-key"]),
        ("deal.reserve: {}", ["missing-key", "missing-key"]),
        ("deal.reserve: {source: a, says: b, assumed: c}", ["sourced-and-assumed"]),
        ("deal.reserve: {says: b, assumed: c}", ["sourced-and-assumed"]),
        ("deal.reserve: {source: b, says: c}", ["unknown-source"]),
        ("deal.reserve: {source: 1, says: c}", ["wrong-type"]),
        ("deal.reserve: {source: a, says: ' '}", ["empty-text"]),
        ("deal.reserve: {assumed: ''}", ["empty-text"]),
        ("deal.reserve: {assumed: b, why: c}", ["unknown-key"]),
    ],
)
def test_provenance_has_a_source_or_an_assumption(entry: str, expected: list[str]) -> None:
    text = RULED + "provenance:\n  " + entry
    if expected:
        found = problems_of(text)
        assert [problem.code for problem in found] == expected
        assert all(problem.path.startswith("provenance.deal") and problem.line == 7 for problem in found)
    else:
        assert parse_variant(text).provenance_of("deal.reserve") is not None


def test_source_ids_are_unique() -> None:
    source = "{id: a, title: b, language: en, coverage: full}"
    assert problems(HEAD + f"sources:\n- {source}\n- {source}") == [("repeated-source", "sources[1].id", 6, 8)]


def test_a_source_with_a_fault_makes_no_unknown_source() -> None:
    text = RULED.replace("coverage: full", "coverage: half") + "provenance: {deal.reserve: {source: b, says: c}}"
    assert [code for code, *_ in problems(text)] == ["unknown-word"]


def test_all_problems_of_a_file_are_told_at_once_in_the_order_of_the_text() -> None:
    text = """schema: 1
name: Ours
title: no
rules:
  deal: {reserve: 0, reserve: 1, houses: 012}
  stop: {rewind: off, calls: [fill, yes]}
  waste: &a {play: !!str always}
provenance:
  houses.build: {assumed: x}
"""
    assert problems(text) == [
        ("bad-word", "name", 2, 7),
        ("ambiguous-scalar", "title", 3, 8),
        ("duplicate-key", "deal.reserve", 5, 22),
        ("ambiguous-scalar", "deal.houses", 5, 42),
        ("ambiguous-scalar", "stop.rewind", 6, 18),
        ("ambiguous-scalar", "stop.calls", 6, 37),
        ("no-anchors", "waste", 7, 10),
        ("no-tags", "waste.play", 7, 20),
        ("nothing-to-source", "provenance.houses.build", 9, 3),
    ]


def test_value_with_a_fault_is_there_all_the_same() -> None:
    assert problems("schema: 1\nname: a\n!x title: b") == [("no-tags", "title", 3, 1)]
    text = HEAD + "rules: {deal: {reserve: no}}\nprovenance: {deal.reserve: {assumed: x}}"
    assert problems(text) == [("ambiguous-scalar", "deal.reserve", 4, 25)]


# ----------------------------------------------------------------------------------------- extending


def test_extended_settings_hold_where_the_file_gives_none() -> None:
    variant = parse_variant(HEAD + "extends: crapette-onze\nrules: {load: {from: [hand]}}")
    base = load_rules("crapette-onze")
    assert variant.rules.deal.reserve == base.deal.reserve == 11
    assert variant.rules.load.from_ == ("hand",)  # lists replace
    assert variant.rules.load.onto == base.load.onto
    assert (variant.summary, variant.aliases) == ("", ())


def test_sources_and_provenance_are_inherited_and_the_nearest_wins(tmp_path: Path) -> None:
    source = {"id": "a", "title": "old", "language": "en", "coverage": "full"}
    write(
        tmp_path,
        "base",
        sources=[source, {**source, "id": "b"}],
        rules={"deal": {"reserve": 11, "houses": 3}, "hand": {"exclusive": True}},
        provenance={
            "deal.reserve": {"source": "a", "says": "eleven"},
            "deal.houses": {"source": "b", "says": "three"},
            "hand.exclusive": {"assumed": "so"},
        },
    )
    path = write(
        tmp_path,
        "ours",
        extends="base.yaml",
        sources=[{**source, "title": "new"}, {**source, "id": "c"}],
        rules={"deal": {"reserve": 12, "houses": 2}},
        provenance={"deal.reserve": {"source": "b", "says": "twelve"}},
    )
    variant = load_variant(path)
    assert [(source.id, source.title) for source in variant.sources] == [("a", "new"), ("c", "old"), ("b", "old")]
    assert variant.provenance == (
        Provenance("deal.reserve", source="b", says="twelve"),
        Provenance("hand.exclusive", assumed="so"),
    )
    assert codes_of_notes(variant) == [("no-provenance", "deal.houses")]


@pytest.mark.parametrize(
    ("extends", "code", "words"),
    [
        ("crapete", "unknown-variant", "did you mean crapette?"),
        ("other.yaml", "extends-file", "only shipped variants"),
        ("../other.yaml", "bad-word", "beside this file"),
        ("/etc/passwd", "bad-word", "beside this file"),
        ("C:other.yaml", "bad-word", "beside this file"),
        ("'..\\other.yaml'", "bad-word", "beside this file"),
        ("Crapette", "bad-word", "shipped"),
        ("[crapette]", "wrong-type", "a list"),
        ("''", "bad-word", "shipped"),
    ],
)
def test_a_text_extends_shipped_variants_only(extends: str, code: str, words: str) -> None:
    (problem,) = problems_of(HEAD + f"extends: {extends}")
    assert (problem.code, problem.path, problem.line, problem.column) == (code, "extends", 4, 10)
    assert words in problem.text


def test_a_file_extends_files_beside_it(tmp_path: Path) -> None:
    write(tmp_path, "base", extends="crapette-strict", rules={"deal": {"reserve": 11}})
    variant = load_variant(write(tmp_path, "ours", extends="base.yaml", rules={"hand": {"exclusive": True}}))
    assert variant.rules == Rules.from_mapping(
        {"stop": {"calls": []}, "deal": {"reserve": 11}, "hand": {"exclusive": True}}
    )


def test_a_file_that_cannot_be_extended_is_told_at_extends(tmp_path: Path) -> None:
    path = write(tmp_path, "ours", extends="base.yaml")
    assert problems_of_file(path) == [("unreadable-file", "extends", "ours.yaml", 4)]
    (tmp_path / "base.yaml").mkdir()
    assert problems_of_file(path) == [("not-a-file", "extends", "ours.yaml", 4)]


def test_problems_of_extended_files_are_told_after_the_own_ones(tmp_path: Path) -> None:
    write(tmp_path, "root", rules={"deal": {"houses": 0}})
    write(tmp_path, "base", extends="root.yaml", rules={"deal": {"waste": 2}})
    path = write(tmp_path, "ours", extends="base.yaml", rules={"deal": {"reserve": -1}})
    assert [problem[:3] for problem in problems_of_file(path)] == [
        ("out-of-range", "deal.reserve", "ours.yaml"),
        ("out-of-range", "deal.waste", "base.yaml"),
        ("out-of-range", "deal.houses", "root.yaml"),
    ]
    (tmp_path / "root.yaml").write_text("[")
    assert [problem[:3] for problem in problems_of_file(path)] == [
        ("out-of-range", "deal.reserve", "ours.yaml"),
        ("out-of-range", "deal.waste", "base.yaml"),
        ("syntax", "", "root.yaml"),
    ]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_cycles_are_told(tmp_path: Path, length: int) -> None:
    for number in range(length):
        write(tmp_path, f"v{number}", extends=f"v{(number + 1) % length}.yaml")
    last = f"v{length - 1}.yaml"
    assert problems_of_file(tmp_path / "v0.yaml") == [("extends-cycle", "extends", last, 4)]


def test_a_cycle_is_seen_through_links(tmp_path: Path) -> None:
    path = write(tmp_path, "ours", extends="alias.yaml")
    (tmp_path / "alias.yaml").symlink_to("ours.yaml")
    assert problems_of_file(path) == [("extends-cycle", "extends", "ours.yaml", 4)]


def test_a_file_may_have_a_shipped_name_and_extend_it(tmp_path: Path) -> None:
    assert load_variant(write(tmp_path, "crapette", extends="crapette")).rules == Rules()


def test_chains_are_at_most_8_deep(tmp_path: Path) -> None:
    assert MAX_EXTENDS == 8
    write(tmp_path, "v0")
    for number in range(1, 10):
        write(tmp_path, f"v{number}", extends=f"v{number - 1}.yaml")
    assert load_variant(tmp_path / "v8.yaml").rules == Rules()
    assert problems_of_file(tmp_path / "v9.yaml") == [("extends-too-deep", "extends", "v1.yaml", 4)]


# ------------------------------------------------------------------ settings that exclude each other


def test_conflict_has_the_place_of_the_setting_to_change() -> None:
    text = HEAD + "rules:\n  deal: {reserve: 0}\n  start: {by: highest-reserve}\n"
    assert problems(text) == [("start-needs-reserve", "start.by", 6, 15)]


def test_conflict_with_an_inherited_setting_has_the_place_of_the_own_one(tmp_path: Path) -> None:
    text = HEAD + "rules:\n  deal: {reserve: 0}\n"
    (problem,) = problems_of(text)
    assert (problem.code, problem.path, problem.line, problem.column) == ("start-needs-reserve", "start.by", 5, 19)
    assert problem.text.endswith("expected cut (start.by from the defaults)")
    (problem,) = problems_of(text + "extends: crapette-italiana")
    assert problem.text.endswith("expected cut (start.by from crapette-italiana.yaml)")
    write(tmp_path, "base", rules={"deal": {"reserve": 0}})
    path = write(tmp_path, "ours", extends="base.yaml", rules={"hand": {"exclusive": True}})
    assert problems_of_file(path) == [("start-needs-reserve", "start.by", "base.yaml", 4)]


def test_conflict_is_told_beside_other_problems_only_where_it_is_sure() -> None:
    def codes(text: str) -> list[str]:
        return [code for code, *_ in problems(HEAD + text)]

    assert codes("titel: x\nrules: {deal: {reserve: 0}}") == ["unknown-key", "start-needs-reserve"]
    assert codes("rules: {deal: {reserve: 0}, start: {by: no}}") == ["ambiguous-scalar"]
    assert codes("rules: {deal: {reserve: 0}, start: {bye: cut}}") == ["unknown-key"]
    assert codes("rules: {deal: {reserve: 0}, start: {by: cat}}") == ["unknown-word"]
    assert codes("extends: banca-rusa\nrules: {deal: {reserve: 0}}") == ["unknown-variant"]
    assert codes("extends: Banca\nrules: {deal: {reserve: 0}}") == ["bad-word"]
    assert codes("extends: banca-rusa\nrules: {deal: {reserve: 0}, start: {by: lowest-reserve}}") == [
        "unknown-variant",
        "start-needs-reserve",
    ]
    assert codes("extends: crapette\nrules: {deal: {reserve: 0}, strat: {by: cut}}") == ["unknown-key"]


# --------------------------------------------------------------------------------------------- notes


def noted(*paths: str, **groups: Any) -> list[tuple[str, str]]:
    """Code and path of the notes on the rules with these groups; idle settings of `paths` only."""
    mapping = {"match": {"target": 0}, **groups}
    notes = notes_on(Rules.from_mapping(mapping), paths) if paths else notes_on(Rules.from_mapping(mapping))
    return [(note.code, note.path) for note in notes]


def test_standard_rules_have_no_notes() -> None:
    assert notes_on(Rules()) == ()


def test_rules_under_which_a_deal_need_not_end_are_noted() -> None:
    assert noted("start.by", turn={"repeat_layout": True}) == [("need-not-end", "turn.repeat_layout")]
    assert noted("start.by", end={"barren_turns": 0}) == [("need-not-end", "end.barren_turns")]
    assert noted("start.by", end={"barren_turns": 0, "max_turns": 1}) == []


def test_free_calls_are_noted() -> None:
    assert noted("start.by", stop={"false_call": "none"}) == [("calling-is-free", "stop.false_call")]
    assert noted("start.by", stop={"false_call": "none", "by": "referee"}) == []
    assert noted("start.by", stop={"false_call": "none", "calls": []}) == []
    assert noted("start.by", stop={"false_call": "forbidden"}) == []


NO_RESERVE = {"deal": {"reserve": 0}, "start": {"by": "cut"}}
STOP = ("by", "window", "rewind", "missed_play", "turned_card", "false_call")


@pytest.mark.parametrize(
    ("groups", "idle"),
    [
        ({}, ["match.next_start"]),
        ({"match": {"target": 1}}, []),
        ({"start": {"by": "cut"}}, ["start.ace", "start.ties", "match.next_start"]),
        ({"start": {"by": "cut", "ties": []}}, ["start.ace", "match.next_start"]),
        ({"load": {"onto": []}}, ["load.from", "load.match", "match.next_start"]),
        ({"load": {"onto": [], "from": [], "wrap": True}}, ["load.match", "load.wrap", "match.next_start"]),
        ({"load": {"from": []}}, ["load.onto", "load.match", "match.next_start"]),
        ({"load": {"from": ["waste"]}}, ["load.onto", "load.from", "load.match", "match.next_start"]),
        ({"load": {"from": ["hand", "waste"]}}, ["load.from", "match.next_start"]),
        ({"load": {"from": ["hand", "waste"]}, "waste": {"play": "hand-empty"}}, ["match.next_start"]),
        ({"load": {"onto": [], "from": ["waste"]}}, ["load.from", "load.match", "match.next_start"]),
        ({"duties": {"foundation": "none"}}, ["duties.reserve_first", "stop.calls", "stop.calls", "match.next_start"]),
        (
            {"duties": {"foundation": "none", "reserve_first": False}, "stop": {"calls": ["fill"]}},
            ["match.next_start"],
        ),
        ({"duties": {"fill": "never"}}, ["stop.calls", "match.next_start"]),
        (
            {"stop": {"calls": ["hand", "reserve"]}},
            ["stop.calls", "stop.calls", *(f"stop.{name}" for name in STOP), "match.next_start"],
        ),
        ({"stop": {"calls": ["hand"]}, "duties": {"hand": "any"}}, ["match.next_start"]),
        ({"stop": {"calls": []}}, [*(f"stop.{name}" for name in STOP), "match.next_start"]),
        ({"stop": {"by": "referee"}}, ["stop.window", "stop.false_call", "match.next_start"]),
        ({"end": {"max_turns": 99}}, ["end.barren_turns", "match.next_start"]),
        ({"end": {"max_turns": 100}}, ["match.next_start"]),
        ({"scoring": {"hand": 0, "waste": 0, "reserve": 0}}, ["scoring.stalemate", "match.next_start"]),
        ({"scoring": {"hand": 0, "waste": 0}}, ["match.next_start"]),
        ({"scoring": {"hand": 0, "waste": 0, "reserve": 0, "stalemate": "none"}}, ["match.next_start"]),
        (
            NO_RESERVE,
            [
                *("deal.reserve_top", "start.ace", "start.ties", "load.onto", "load.from"),
                *("duties.reserve_first", "duties.fill", "stop.calls", "stop.calls"),
                *("scoring.reserve", "match.next_start"),
            ],
        ),
        (
            {
                **NO_RESERVE,
                "houses": {"empty": "reserve-first"},
                "load": {"onto": ["reserve"]},
                "waste": {"accepts": ["hand", "reserve"]},
                "opponent_reserve": "aces",
                "duties": {"foundation": "none", "reserve_first": False, "fill": "never", "reserve": "any"},
                "stop": {"calls": []},
                "scoring": {"hand": 0, "waste": 0},
            },
            [
                *("deal.reserve_top", "start.ace", "start.ties", "houses.empty", "load.onto", "load.from", "load.from"),
                *("load.match", "waste.accepts", "opponent_reserve", "duties.reserve"),
                *(f"stop.{name}" for name in STOP),
                *("scoring.reserve", "scoring.stalemate", "match.next_start"),
            ],
        ),
    ],
)  # fmt: skip
def test_idle_settings_are_noted(groups: dict[str, Any], idle: list[str]) -> None:
    assert noted(**groups) == [("idle-setting", path) for path in idle]


def test_idle_settings_are_noted_only_where_the_file_itself_sets_them() -> None:
    variant = parse_variant(HEAD + "extends: crapette-strict\nrules: {stop: {rewind: false}}")
    assert codes_of_notes(variant) == [("idle-setting", "stop.rewind"), ("no-provenance", "stop.rewind")]
    assert codes_of_notes(parse_variant(HEAD + "extends: crapette-strict\nrules: {}")) == []


def test_warnings_are_noted_also_where_they_are_inherited() -> None:
    variant = parse_variant(HEAD + "extends: zank-patience-online\n")
    assert codes_of_notes(variant) == [("calling-is-free", "stop.false_call")]


def test_missing_provenance_is_a_note() -> None:
    text = HEAD + "rules: {deal: {reserve: 11, houses: 3}}\nprovenance: {deal.houses: {assumed: x}}"
    (note,) = parse_variant(text).notes
    assert note == Note("no-provenance", "deal.reserve", note.text)


@given(rules())
def test_notes_of_any_rules_are_about_settings_in_their_order(rules: Rules) -> None:
    paths = list(SETTINGS)
    order = [paths.index(note.path) for note in notes_on(rules)]
    assert order == sorted(order)
    assert {note.code for note in notes_on(rules)} <= {"need-not-end", "calling-is-free", "idle-setting"}


# ------------------------------------------------------------------------------------ hostile texts


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 20_000_000, "too-large"),
        ("[" * 100_000, "too-deep"),
        ("{a: " * 50_000, "too-deep"),
        ("a: \0", "bad-character"),
        ("a: \ud800", "bad-encoding"),
        ("a: [", "syntax"),
        ("!!python/object/apply:os.system ['exit 1']", "no-tags"),
        (HEAD + "summary: &a [*a, *a]", "no-anchors"),
        (HEAD + "---\n" + HEAD, "several-documents"),
        (HEAD + "title: twice", "duplicate-key"),
        (HEAD + "rules: {deal: {reserve: 1" + "0" * 5000 + "}}", "out-of-range"),
        (HEAD + "".join(f"k{number}: 1\n" for number in range(2000)), "unknown-key"),
    ],
)
def test_hostile_texts_are_refused(text: str, code: str) -> None:
    assert code in [problem.code for problem in problems_of(text)]


def test_problems_without_end_are_cut() -> None:
    assert len(problems_of(HEAD + "sources: [" + "{}," * 50_000 + "]")) == MAX_FAULTS
    assert len(problems_of(HEAD + "summary: x\n" * 5_000)) == MAX_FAULTS


def test_messages_quote_little_and_print_well() -> None:
    long = "k\u202e" * 10_000
    texts = [
        f'"{long}": 1',
        HEAD + f'"{long}": 1',
        HEAD + f'aliases: ["{long}"]',
        HEAD + f'rules: {{"{long}": 1}}',
        HEAD + f'rules: {{houses: {{build: "{long}"}}}}',
        HEAD + f'provenance: {{"{long}": 1}}',
        HEAD + f'extends: "{long}.yaml"',
        HEAD + f'sources: [{{id: "{long}", coverage: "{long}"}}]',
    ]
    for text in texts:
        for problem in problems_of(text):
            assert str(problem).isprintable()
            assert problem.text.count("k") < 45


@given(st.text())
def test_any_text_is_a_variant_or_an_error(text: str) -> None:
    check(text)


@given(st.integers(0, 2**32), st.sampled_from(sorted(SHIPPED.glob("*.yaml"))))
def test_any_change_to_a_valid_file_is_a_variant_or_an_error(seed: int, path: Path) -> None:
    check(mutated(path.read_text(), random.Random(seed)))


SNIPPETS = (
    "",
    ":",
    " ",
    "\n",
    "- ",
    "&a",
    "*a",
    "!!int ",
    "<<: ",
    "[",
    "}",
    "'",
    "no",
    "012",
    "\0",
    "rules:",
    "9" * 99,
)


def mutated(text: str, randomness: random.Random) -> str:
    for _ in range(randomness.randint(1, 4)):
        start = randomness.randrange(len(text))
        end = min(len(text), start + randomness.choice((0, 1, 5, 50)))
        text = text[:start] + randomness.choice((*SNIPPETS, text[end : end + 40])) + text[end:]
    return text


def check(text: str) -> None:
    try:
        variant = parse_variant(text)
    except VariantError as error:
        found = error.problems
        assert found
        assert all(problem.code and problem.text for problem in found)
        return
    assert Rules.from_mapping(variant.rules.to_mapping()) == variant.rules


@given(variant_data())
def test_any_valid_data_is_a_variant(data: dict[str, Any]) -> None:
    variant = parse_variant(yaml_text(data))
    assert variant.rules == Rules.from_mapping(data.get("rules", {}))
    assert (variant.name, variant.title) == (data["name"], data["title"].strip())
    assert {entry.path for entry in variant.provenance} == set(data.get("provenance", {}))
