"""The shipped variants: what each differs in, and that all they fix is sourced or assumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crapette.rules import SETTINGS, Rules, value_at
from crapette.variant import load_rules, load_variant, variant_names
from crapette.yaml_reader import parse_yaml

FOLDER = Path(__file__).parents[1] / "variants"

ROOTS = {"crapette", "russian-bank", "banca-russa", "krapetta"}

DEAL_ALONE = {"win": 1, "hand": 0, "waste": 0, "reserve": 0, "stalemate": "none"}
KRAPETTA: dict[str, Any] = {
    "start": {"by": "highest-reserve", "ace": "high", "ties": []},
    "load": {"onto": []},
    "duties": {"foundation": "none", "reserve_first": False, "fill": "never"},
    "stop": {"calls": []},
    "scoring": DEAL_ALONE,
    "match": {"target": 0},
}
FRANCAISE: dict[str, Any] = {
    "start": {"by": "highest-reserve", "ties": ["best-house", "suit"]},
    "waste": {"play": "always"},
    "load": {"from": ["reserve", "hand", "houses", "waste"]},
    "duties": {"reserve_first": False, "fill": "never"},
    "stop": {"calls": ["foundation"], "rewind": False, "missed_play": "none"},
}

DIFFERENCES: dict[str, dict[str, Any]] = {
    "crapette": {},
    "crapette-strict": {"stop": {"calls": []}},
    "russian-bank": {
        "houses": {"empty": "reserve-first"},
        "duties": {"reserve_first": False, "fill": "at-once", "reserve": "houses", "hand": "houses"},
        "stop": {"calls": []},
    },
    "banca-russa": {
        "deal": {"reserve": 12, "reserve_top": "face-down"},
        "start": {"by": "cut", "ties": []},
        "duties": {"reserve_first": False, "fill": "never", "reserve": "houses"},
        "stop": {"calls": ["foundation"], "rewind": False, "missed_play": "none"},
        "scoring": DEAL_ALONE,
        "match": {"target": 0},
    },
    "krapetta": KRAPETTA,
    "krapetta-banque-russe": {
        **KRAPETTA,
        "duties": {**KRAPETTA["duties"], "foundation": "all"},
        "stop": {"calls": ["foundation"], "rewind": False, "missed_play": "offender"},
    },
    "garibaldka": {**KRAPETTA, "load": {"onto": ["reserve", "waste"]}},
    "crapette-francaise": FRANCAISE,
    "crapette-onze": {
        **FRANCAISE,
        "deal": {"reserve": 11},
        "waste": {"play": "never"},
        "load": {"from": ["reserve", "hand", "houses"]},
    },
    "crapette-italiana": {
        "deal": {"reserve": 11},
        "start": {"by": "highest-reserve"},
        "load": {"match": "alternating-colours"},
        "opponent_reserve": "aces",
        "duties": {"reserve_first": False, "fill": "never"},
        "stop": {"calls": ["foundation"], "rewind": False, "missed_play": "none"},
    },
    "crapo": {
        "start": {"ties": []},
        "houses": {"empty": "reserve-first"},
        "waste": {"play": "reserve-empty"},
        "duties": {"foundation": "none", "reserve_first": False, "fill": "never"},
        "stop": {"calls": []},
        "end": {"agreement": True},
    },
    "zank-patience": {
        "deal": {"reserve_top": "all-face-up"},
        "start": {"by": "cut", "ties": []},
        "houses": {"build": "same-suit"},
        "duties": {"reserve_first": False, "fill": "never"},
        "stop": {"calls": []},
    },
    "zank-patience-online": {
        "deal": {"reserve": 0, "waste": 1},
        "start": {"by": "cut", "ties": []},
        "load": {"onto": ["waste"], "from": ["reserve", "hand", "houses", "waste"]},
        "waste": {"play": "always", "accepts": ["hand", "houses"]},
        "hand": {"exclusive": True},
        "duties": {"reserve_first": False, "fill": "never"},
        "stop": {"calls": ["foundation"], "missed_play": "none", "false_call": "none"},
        "end": {"barren_turns": 200},
    },
}


def data_of(name: str) -> dict[str, Any]:
    """What the file itself says."""
    data: Any = parse_yaml((FOLDER / f"{name}.yaml").read_bytes()).data
    return dict(data)


def fixed_by(name: str) -> set[str]:
    """The settings that the file itself fixes."""
    return {path for path in SETTINGS if _has(data_of(name)["rules"], path)}


def _has(rules: dict[str, Any], path: str) -> bool:
    group, _, key = path.partition(".")
    return group in rules and (not key or key in rules[group])


def test_thirteen_variants_are_shipped() -> None:
    assert variant_names() == tuple(sorted(DIFFERENCES))
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(DIFFERENCES)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_settings_are_those_of_the_table(name: str) -> None:
    expected = Rules.from_mapping(DIFFERENCES[name])
    found = load_rules(name)
    assert {path: value_at(found, path) for path in SETTINGS} == {path: value_at(expected, path) for path in SETTINGS}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_every_setting_that_the_file_fixes_is_sourced_or_assumed(name: str) -> None:
    variant = load_variant(name)
    ids = {source.id for source in variant.sources}
    fixed = fixed_by(name)
    assert fixed == set(data_of(name)["provenance"])
    for path in fixed:
        entry = variant.provenance_of(path)
        assert entry is not None
        assert (entry.source in ids and bool(entry.says)) != bool(entry.assumed)
    assert "no-provenance" not in [note.code for note in variant.notes]


@pytest.mark.parametrize("name", DIFFERENCES)
def test_roots_fix_every_setting_and_the_others_only_what_differs(name: str) -> None:
    if name in ROOTS:
        assert "extends" not in data_of(name)
        assert fixed_by(name) == set(SETTINGS)
    else:
        base = load_rules(data_of(name)["extends"])
        rules = load_rules(name)
        assert fixed_by(name) == {path for path in SETTINGS if value_at(rules, path) != value_at(base, path)}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_every_setting_has_a_provenance(name: str) -> None:
    assert [entry.path for entry in load_variant(name).provenance] == list(SETTINGS)


@pytest.mark.parametrize("name", DIFFERENCES)
def test_file_points_to_the_schema_and_gives_a_summary(name: str) -> None:
    lines = (FOLDER / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# yaml-language-server: $schema=./schema.json"
    assert load_variant(name).summary.endswith(".")


def test_names_and_aliases_are_unique() -> None:
    names = [*variant_names(), *(alias for name in variant_names() for alias in load_variant(name).aliases)]
    assert len(set(names)) == len(names)
    for name in variant_names():
        for alias in load_variant(name).aliases:
            assert load_variant(alias).name == name


def test_digest_of_crapette_is_that_of_an_empty_object() -> None:
    assert load_variant("crapette").digest == Rules().digest == "44136fa355b3678a"


def test_digests_differ() -> None:
    assert len({load_variant(name).digest for name in variant_names()}) == len(DIFFERENCES)
