"""The JSON Schemas of messages, for clients in any language: `schemas/state-1.json` and its like.

    python -m crapette.notation.schemas schemas

writes them anew into the folder `schemas`. A schema never rejects what `from_json` reads. It rejects every wrong type,
wrong word and unknown key; what only the rules can tell, such as whether a card lies in two places, it can't.
To JSON Schema `13.0` is an integer; in a message it is none.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from crapette.notation.messages import MESSAGES, NAMED
from crapette.notation.shapes import Schema

FILES: dict[str, str] = {format_: f"{format_.split('/')[1]}-{format_.split('/')[2]}.json" for format_ in MESSAGES}
"""The name of the file with the schema of each format."""


def message_schema(format_: str) -> Schema:
    """The schema of a format as plain data, JSON Schema draft 2020-12.

    Args:
        format_: The format, such as `crapette/action/1`.

    >>> message_schema("crapette/action/1")["required"]
    ['format', 'action']
    """
    message = MESSAGES[format_]
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{message.name}, as {format_}",
        **message.schema(),
    }
    named = {part.name: part.shape.schema() for part in NAMED}
    used: dict[str, Schema] = {}
    waiting = list(_references(schema))
    while waiting:
        name = waiting.pop()
        if name not in used:
            used[name] = named[name]
            waiting += _references(named[name])
    if used:
        schema["$defs"] = {name: used[name] for name in sorted(used)}
    return schema


def _references(schema: object) -> Iterator[str]:
    """The names to which a part of a schema refers."""
    if isinstance(schema, dict):
        parts = cast("dict[str, object]", schema)
        if "$ref" in parts:
            yield str(parts["$ref"]).rpartition("/")[2]
        for part in parts.values():
            yield from _references(part)
    elif isinstance(schema, list):
        for part in cast("list[object]", schema):
            yield from _references(part)


def schema_text(format_: str) -> str:
    """The schema of a format as JSON, as it stands in its file."""
    return json.dumps(message_schema(format_), indent=2, ensure_ascii=False) + "\n"


def write_schemas(folder: Path) -> None:
    """Writes the schemas of all formats into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for format_, name in FILES.items():
        (folder / name).write_text(schema_text(format_), encoding="utf-8")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
