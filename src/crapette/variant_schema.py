"""The JSON Schema of variant files, for editors: `variants/schema.json`.

    python -m crapette.variant_schema > variants/schema.json

writes it anew. It never rejects what the loader accepts, and it rejects every wrong type, wrong value and
unknown key. What only the loader finds is what one value alone can't show:

| found only by the loader | codes |
|---|---|
| the file itself | `unreadable-file` `not-a-file` `too-large` `bad-encoding` |
| how the YAML is written | `syntax` `too-deep` `several-documents` `duplicate-key` `bad-key` `bad-character` |
| what YAML could do but is not allowed | `ambiguous-scalar` `no-anchors` `no-tags` `no-merge-keys` |
| the name is not the file's | `wrong-name` |
| what the file extends | `unknown-variant` `extends-file` `extends-cycle` `extends-too-deep` |
| settings that exclude each other | the codes of `rules.CONFLICTS` |
| sources and provenance | `repeated-source` `unknown-source` `nothing-to-source` |

To JSON Schema `13.0` is an integer; in a file it is an `ambiguous-scalar`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping

from crapette.rules import DEFAULTS, DESCRIPTIONS, GROUPS, SETTINGS, TOP_LEVEL_KEYS
from crapette.sheet import (
    ASSUMED_KEY,
    COVERAGE,
    EXTENDS,
    KEBAB_CASE,
    LANGUAGE,
    REQUIRED_KEYS,
    SCHEMA,
    SOURCE_KEYS,
    SOURCED_KEYS,
)

Schema = dict[str, object]


def variant_schema() -> Schema:
    """The schema as plain data, JSON Schema draft 2020-12.

    >>> variant_schema()["required"]
    ['schema', 'name', 'title']
    """
    properties = {
        "schema": _about("The version of this format.", {"type": "integer", "const": SCHEMA}),
        "name": _about("The variant's name; the file is named after it.", _word(KEBAB_CASE)),
        "title": _about("What players call it.", _TEXT),
        "extends": _about(
            "A shipped variant, or other.yaml beside this file; its settings hold where this file gives none.",
            _word(EXTENDS),
        ),
        "summary": _about("The variant in a sentence.", _TEXT),
        "aliases": _about("Other names of the variant.", _list(_word(KEBAB_CASE), unique=True)),
        "sources": _about("The texts that this variant follows.", _list(_source())),
        "rules": _about("The settings; those not given are as in the extended variant, or in crapette.", _rules()),
        "provenance": _about(
            "Where each setting that this file gives comes from.",
            _mapping({path: {"$ref": "#/$defs/provenance"} for path in SETTINGS}),
        ),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A variant of Russian Bank / Crapette",
        **_mapping(properties, REQUIRED_KEYS),
        "$defs": {"provenance": _provenance()},
    }


def schema_text() -> str:
    """The schema as JSON, as it stands in `variants/schema.json`."""
    return json.dumps(variant_schema(), indent=2, ensure_ascii=False) + "\n"


_TEXT: Schema = {"type": "string", "pattern": r"\S"}


def _word(pattern: str) -> Schema:
    return {"type": "string", "pattern": f"^({pattern})$"}


def _list(item: Schema, unique: bool = False) -> Schema:
    return {"type": "array", "items": item, **({"uniqueItems": True} if unique else {})}


def _mapping(properties: Mapping[str, Schema], required: Iterable[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


def _about(description: str, schema: Schema) -> Schema:
    return {"description": description, **schema}


def _source() -> Schema:
    properties = {
        "id": _about("What the provenance calls it.", _word(KEBAB_CASE)),
        "title": _about("What to look for.", _TEXT),
        "language": _about("A short code such as en or pt-BR.", _word(LANGUAGE)),
        "coverage": _about("Whether the whole text was known.", COVERAGE.schema()),
    }
    return _mapping(properties, SOURCE_KEYS)


def _provenance() -> Schema:
    sourced = {
        "source": _about("The id of a source.", _word(KEBAB_CASE)),
        "says": _about("What it says, in your words.", _TEXT),
    }
    assumed = {ASSUMED_KEY: _about("Why this value is taken without a source.", _TEXT)}
    return {"oneOf": [_mapping(sourced, SOURCED_KEYS), _mapping(assumed, (ASSUMED_KEY,))]}


def _rules() -> Schema:
    return _mapping(
        {
            key: _about(DESCRIPTIONS[key], _mapping({name: _setting(f"{key}.{name}") for name in GROUPS[key]}))
            if key in GROUPS
            else _setting(key)
            for key in TOP_LEVEL_KEYS
        }
    )


def _setting(path: str) -> Schema:
    setting = SETTINGS[path]
    default = setting.plain(DEFAULTS[path])
    return {"title": path, "description": DESCRIPTIONS[path], "default": default, **setting.schema()}


if __name__ == "__main__":
    sys.stdout.write(schema_text())
