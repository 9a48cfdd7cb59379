"""The JSON Schema: current, never stricter than the loader, and as strict wherever one value alone is wrong."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from crapette.errors import VariantError
from crapette.rules import DESCRIPTIONS, SETTINGS
from crapette.sheet import KEYS
from crapette.variant import parse_variant, variant_names
from crapette.variant_schema import schema_text, variant_schema
from crapette.yaml_reader import parse_yaml
from tests.strategies import variant_data, yaml_text

FOLDER = Path(__file__).parents[1] / "variants"
SCHEMA: dict[str, Any] = variant_schema()
VALIDATOR = Draft202012Validator(SCHEMA)


def accepts(data: Any) -> bool:
    return VALIDATOR.is_valid(data)  # pyright: ignore[reportUnknownMemberType]


def loads(data: object) -> bool:
    try:
        parse_variant(yaml_text(data))
    except VariantError:
        return False
    return True


def test_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_file_is_current() -> None:
    text = (FOLDER / "schema.json").read_text(encoding="utf-8")
    assert text == schema_text(), "run: python -m crapette.variant_schema > variants/schema.json"


def test_editors_find_every_key_and_setting_described() -> None:
    assert tuple(SCHEMA["properties"]) == KEYS
    rules = SCHEMA["properties"]["rules"]["properties"]
    for path in SETTINGS:
        group, _, name = path.partition(".")
        setting = rules[group]["properties"][name] if name else rules[group]
        assert setting["description"] == DESCRIPTIONS[path]
        assert "default" in setting
    assert all("description" in part for part in SCHEMA["properties"].values())


@pytest.mark.parametrize("name", variant_names())
def test_shipped_files_are_accepted(name: str) -> None:
    assert accepts(parse_yaml((FOLDER / f"{name}.yaml").read_bytes()).data)


@given(variant_data())
def test_what_the_loader_accepts_the_schema_accepts(data: dict[str, Any]) -> None:
    assert loads(data)
    assert accepts(data)


FULL: dict[str, Any] = {
    "schema": 1,
    "name": "ours",
    "title": "Ours",
    "extends": "crapette",
    "summary": "A sentence.",
    "aliases": ["mine", "yours"],
    "sources": [
        {"id": "club", "title": "Club", "language": "en", "coverage": "full"},
        {"id": "book", "title": "Book", "language": "pt-BR", "coverage": "partial"},
    ],
    "rules": {
        "deal": {"reserve": 11, "houses": 3},
        "start": {"by": "cut", "ties": ["suit", "houses"]},
        "waste": {"accepts": ["hand", "houses"]},
        "opponent_reserve": "aces",
        "stop": {"calls": ["fill"], "rewind": False},
        "end": {"repetitions": 2},
    },
    "provenance": {
        "deal.reserve": {"source": "club", "says": "eleven"},
        "stop.rewind": {"assumed": "simpler"},
    },
}

Way = tuple[str | int, ...]


def ways(data: object, way: Way = ()) -> Iterator[Way]:
    """The ways to all values."""
    yield way
    if isinstance(data, dict):
        for key, value in cast("dict[str, object]", data).items():
            yield from ways(value, (*way, key))
    if isinstance(data, list):
        for index, value in enumerate(cast("list[object]", data)):
            yield from ways(value, (*way, index))


def planted(data: dict[str, Any], way: Way, value: object) -> Any:
    """The data with this value in that place."""
    if not way:
        return value
    data = copy.deepcopy(data)
    at: Any = data
    for key in way[:-1]:
        at = at[key]
    at[way[-1]] = value
    return data


WRONG_EVERYWHERE: list[Any] = [None, 1.5, 5_000_000, -1, "", " ", [[]], [1.5], [""], {"no": "such"}]


def test_full_file_is_valid() -> None:
    assert loads(FULL)
    assert accepts(FULL)


@pytest.mark.parametrize("way", list(ways(FULL)), ids=str)
def test_every_wrong_value_in_every_place_is_rejected_by_both(way: Way) -> None:
    for value in WRONG_EVERYWHERE:
        data = planted(FULL, way, value)
        assert not loads(data)
        assert not accepts(data)


@given(variant_data(), st.data())
def test_a_wrong_value_in_any_valid_file_is_rejected_by_both(data: dict[str, Any], draw: st.DataObject) -> None:
    way = draw.draw(st.sampled_from(list(ways(data))))
    value = draw.draw(st.sampled_from(WRONG_EVERYWHERE))
    faulty = planted(data, way, value)
    assert not loads(faulty)
    assert not accepts(faulty)


@given(variant_data(), st.data(), st.text("abcdefgh", min_size=1))
def test_an_unknown_key_in_any_valid_file_is_rejected_by_both(
    data: dict[str, Any], draw: st.DataObject, key: str
) -> None:
    mappings = [way for way in ways(data) if isinstance(value_of(data, way), dict)]
    way = draw.draw(st.sampled_from(mappings))
    faulty = planted(data, (*way, f"x{key}"), 1)
    assert not loads(faulty)
    assert not accepts(faulty)


def value_of(data: Any, way: Way) -> Any:
    for key in way:
        data = data[key]
    return data


@pytest.mark.parametrize("key", ["schema", "name", "title"])
def test_a_missing_key_is_rejected_by_both(key: str) -> None:
    data = {name: value for name, value in FULL.items() if name != key}
    assert not loads(data)
    assert not accepts(data)


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("schema",), 2),
        (("name",), "Ours"),
        (("name",), "-ours"),
        (("name",), "1ours"),
        (("aliases",), ["a", "a"]),
        (("extends",), "../other.yaml"),
        (("sources", 0, "language"), "english"),
        (("sources", 0, "coverage"), "half"),
        (("rules", "deal", "reserve"), 21),
        (("rules", "deal", "reserve"), -1),
        (("rules", "end", "repetitions"), 1),
        (("rules", "start", "ties"), ["suit", "suit"]),
        (("rules", "waste", "accepts"), []),
        (("rules", "waste", "accepts"), ["houses"]),
        (("rules", "stop", "calls"), "fill"),
        (("rules", "opponent_reserve"), "all"),
        (("provenance", "deal.reserve"), {"source": "club"}),
        (("provenance", "deal.reserve"), {"source": "club", "says": "x", "assumed": "y"}),
        (("provenance", "deal.reserve"), {}),
    ],
)
def test_a_wrong_value_is_rejected_by_both(way: Way, value: object) -> None:
    data = planted(FULL, way, value)
    assert not loads(data)
    assert not accepts(data)


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("extends",), "no-such-variant"),
        (("rules", "start", "by"), "lowest-reserve"),
        (("sources", 1, "id"), "club"),
        (("provenance", "deal.reserve", "source"), "no-such"),
        (("provenance", "hand.exclusive"), {"assumed": "x"}),
    ],
)
def test_what_one_value_cannot_show_the_loader_alone_rejects(way: Way, value: object) -> None:
    data = planted(FULL, ("rules", "deal", "reserve"), 0)
    assert loads(data)
    assert accepts(planted(data, way, value))
    assert not loads(planted(data, way, value))
