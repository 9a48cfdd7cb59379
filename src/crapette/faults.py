"""Plain data from outside: where things stand in its text, what is wrong with it, and the words to say so.

A `Problem` is made from a `Fault` by whoever knows the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from attrs import frozen

from crapette.errors import quoted

KeyPath = tuple[str | int, ...]
"""The way to a value in plain data: the keys of mappings and the indices of lists."""

MAX_FAULTS = 1000
"""How many faults each reader tells of one text: more than a writer's, fewer than an attacker's."""


@frozen
class Fault:
    """One thing that is wrong with plain data.

    Attributes:
        code: A stable kebab-case word, as in `Problem`.
        path: The way to the value.
        text: A sentence that says what is wrong and what would be right.
        on_key: Whether it is the value's key that is wrong and not the value.
    """

    code: str
    path: KeyPath
    text: str
    on_key: bool = False


@frozen
class Place:
    """A place in a text, from 1; the column counts characters."""

    line: int
    column: int


@frozen
class Document:
    """The plain data that a text says, and where it says it.

    Attributes:
        data: dict with str keys, list, str, int, bool, or None for what is left empty.
        keys: Where each key of a mapping stands.
        values: Where each value starts.
        faults: What is wrong, in the order of the text. The data holds a value with a fault as its
            text, and leaves out a key with a fault.
    """

    data: object
    keys: Mapping[KeyPath, Place]
    values: Mapping[KeyPath, Place]
    faults: tuple[tuple[Fault, Place], ...]

    def place(self, path: KeyPath, on_key: bool = False) -> Place:
        """Where the value, or its key, stands; of a value that is missing, where its mapping does."""
        return nearest_place(path, on_key, self.keys, self.values)


T = TypeVar("T")


def nearest_place(path: KeyPath, on_key: bool, keys: Mapping[KeyPath, T], values: Mapping[KeyPath, T]) -> T:
    """Where the value with a path, or its key, stands; of one that is missing, the place of what it is missing from.

    Args:
        path: The path.
        on_key: Whether the key is meant.
        keys: Where each key stands.
        values: Where each value stands, the whole included.
    """
    if on_key and path in keys:
        return keys[path]
    while path not in values:
        path = path[:-1]
    return values[path]


_PLAIN_KEY = re.compile(r"[\w.-]{1,60}")


def path_text(path: KeyPath) -> str:
    """The path for a message, short and printable whatever the keys are.

    >>> path_text(("sources", 0, "id"))
    'sources[0].id'
    """
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            key = part if _PLAIN_KEY.fullmatch(part) else quoted(part)
            text += f".{key}" if text else key
    return text


def shown(value: object) -> str:
    """A value in a message, short whatever it is.

    >>> shown("face up"), shown(True), shown([1, 2]), shown(None)
    ("'face up'", 'true', 'a list', 'nothing')
    """
    if isinstance(value, str):
        return quoted(str(value))
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**20 else "a huge integer"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    return f"a {type(value).__name__}"


def one_of(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean x?)`, or nothing where no known word is near."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only mistakes need it, `import crapette` should not wait

    near = get_close_matches(word[:100].lower(), list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
