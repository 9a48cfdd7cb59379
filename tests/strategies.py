"""Hypothesis strategies for rules with calls, and for variant files."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from crapette.rules import SETTINGS, Duty, FoundationDuty, Rules, StopBy, nested, rules_from_settings, value_at
from crapette.testing import rules
from crapette.testing.strategies import some_settings


@st.composite
def rules_with_calls(draw: st.DrawFn) -> Rules:
    """Any valid rules under which a missed play to a foundation may be called, and perhaps other offences too."""
    base = draw(rules())
    values = {path: value_at(base, path) for path in SETTINGS}
    others = draw(st.sets(st.sampled_from(Duty)))
    values["stop.calls"] = tuple([duty for duty in Duty if duty is Duty.FOUNDATION or duty in others])
    values["duties.foundation"] = draw(st.sampled_from([FoundationDuty.ALL, FoundationDuty.ACES]))
    values["stop.by"] = draw(st.sampled_from([StopBy.OPPONENT, StopBy.OPPONENT, StopBy.REFEREE]))
    return rules_from_settings(values)


def settings_mappings() -> st.SearchStrategy[dict[str, Any]]:
    """Valid plain data for `Rules.from_mapping`: some settings or none."""
    return some_settings().map(plain_mapping)


def plain_mapping(values: dict[str, Any]) -> dict[str, Any]:
    """Settings by path as the plain data that stands under `rules` in a file."""
    return nested((path, SETTINGS[path].plain(value)) for path, value in values.items())


_words = st.from_regex(r"[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,5}){0,2}", fullmatch=True)
_texts = st.text(st.characters(exclude_categories=["Cc", "Cn", "Cs", "Zl", "Zp"]), min_size=1).filter(str.strip)
_sources = st.fixed_dictionaries(
    {
        "id": _words,
        "title": _texts,
        "language": st.sampled_from(["en", "pt-BR", "fil"]),
        "coverage": st.sampled_from(["full", "partial"]),
    }
)


@st.composite
def variant_data(draw: st.DrawFn) -> dict[str, Any]:
    """A valid variant file as data, without `extends`."""
    data: dict[str, Any] = {"schema": 1, "name": draw(_words), "title": draw(_texts)}
    data |= draw(st.fixed_dictionaries({}, optional={"summary": _texts, "aliases": st.lists(_words, unique=True)}))
    values = draw(some_settings())
    if values:
        data["rules"] = plain_mapping(values)
    sources = draw(st.lists(_sources, max_size=3, unique_by=lambda source: source["id"]))
    if sources:
        data["sources"] = sources
    entries = [st.fixed_dictionaries({"assumed": _texts})]
    if sources:
        ids = st.sampled_from([source["id"] for source in sources])
        entries.append(st.fixed_dictionaries({"source": ids, "says": _texts}))
    paths = draw(st.lists(st.sampled_from(list(values)), unique=True, max_size=4)) if values else []
    if paths:
        data["provenance"] = {path: draw(st.one_of(entries)) for path in paths}
    return data


def yaml_text(data: object) -> str:
    """The data as YAML; it looks like JSON, which needs no care with plain scalars."""
    return json.dumps(data, ensure_ascii=False)
