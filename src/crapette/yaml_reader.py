"""YAML text to plain data, with a place for every key and value.

Made for files from strangers: a size, a depth, no anchors, aliases, merge keys or tags, one document,
and scalars that every reader of YAML takes for the same. Nothing is ever constructed from the text
but dict, list, str, int, bool and None.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import yaml

from crapette.errors import QUOTE_LIMIT, Problem, VariantError, quoted
from crapette.faults import MAX_FAULTS, Document, Fault, KeyPath, Place, path_text

MAX_BYTES = 256 * 1024
"""How large a file may be."""

MAX_DEPTH = 32
"""How many mappings and lists may stand in one another."""

MAX_DIGITS = 18
"""How long an integer may be."""


def read_file(path: str) -> bytes:
    """What a regular file holds, up to a byte more than is allowed.

    Raises:
        VariantError: There is no such file, it can't be read, or it is a directory, a device or a pipe.
    """
    try:
        if stat.S_ISREG(Path(path).stat().st_mode):  # opening a pipe may wait, opening a device may act
            return _content(path)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = error.strerror if isinstance(error, OSError) else error
        raise VariantError([Problem("unreadable-file", "", f"can't be read: {reason}", path)]) from None
    raise VariantError([Problem("not-a-file", "", "is not a regular file", path)])


def _content(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        content = b""
        while len(content) <= MAX_BYTES and (chunk := os.read(descriptor, MAX_BYTES + 1 - len(content))):
            content += chunk
    finally:
        os.close(descriptor)
    return content


def parse_yaml(source: str | bytes, file: str | None = None) -> Document:
    """What the text says.

    Args:
        source: The text, or its bytes in UTF-8. A byte order mark at the start is allowed.
        file: The file's name, for problems.

    Raises:
        VariantError: The text is too large or too deep, is not UTF-8, or is not YAML. All else that is
            wrong is in the document's `faults`.

    >>> document = parse_yaml("deal: {reserve: 11}")
    >>> document.data, document.place(("deal", "reserve"))
    ({'deal': {'reserve': 11}}, Place(line=1, column=17))
    >>> [fault.text for fault, place in parse_yaml("rewind: no").faults]
    ["not every reader takes 'no' for a text: put it in quotes, or write true, false or a plain integer"]
    """
    reader = _Reader(_events(_decoded(source, file), file), file)
    data = reader.document()
    return Document(data, reader.keys, reader.values, tuple(reader.faults))


def _fatal(code: str, text: str, file: str | None, place: Place | None = None, path: KeyPath = ()) -> VariantError:
    line, column = (place.line, place.column) if place else (None, None)
    return VariantError([Problem(code, path_text(path), text, file, line, column)])


def _decoded(source: str | bytes, file: str | None) -> str:
    if isinstance(source, str):
        source = source[: MAX_BYTES + 1].encode("utf-8", "surrogatepass")
    if len(source) > MAX_BYTES:
        raise _fatal("too-large", f"the file is larger than {MAX_BYTES // 1024} KiB", file)
    try:
        return source.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        place = _end_of(source[: error.start].decode("utf-8"))
        raise _fatal("bad-encoding", "the text is not UTF-8", file, place) from None


def _end_of(text: str) -> Place:
    return Place(text.count("\n") + 1, len(text) - text.rfind("\n"))


_PROBLEM_LIMIT = QUOTE_LIMIT + 20  # PyYAML quotes the file after at least so many characters of its own

_HINTS = {
    "mapping values are not allowed": "; a text with ': ' in it must be in quotes",
    "'\\t'": "; indent with spaces, not tabs",
}


def _events(text: str, file: str | None) -> Iterator[yaml.Event]:
    """The events of the text, one by one, so that a reader can stop before the depth costs time."""
    try:
        yield from yaml.parse(text, Loader=yaml.SafeLoader)  # pyright: ignore[reportUnknownMemberType]
    except yaml.reader.ReaderError as error:
        place = _end_of(text[: error.position])
        message = f"the character U+{ord(text[error.position]):04X} is not allowed"
        raise _fatal("bad-character", message, file, place) from None
    except yaml.MarkedYAMLError as error:
        problem = error.problem or ""
        hint = "".join(hint for words, hint in _HINTS.items() if words in problem)
        short = problem if len(problem) <= _PROBLEM_LIMIT else problem[:_PROBLEM_LIMIT] + "…"
        mark = error.problem_mark
        where = Place(mark.line + 1, mark.column + 1) if mark else None
        raise _fatal("syntax", f"this is not YAML: {short}{hint}", file, where) from None
    except (ValueError, OverflowError):  # PyYAML lets through numbers that chr and int refuse
        raise _fatal("syntax", "this is not YAML: a number in an escape or a directive is out of range", file) from None


_INTEGER = re.compile(r"-?(0|[1-9][0-9]*)")

_MISTAKABLE = re.compile(
    r"""
    ~ | null | true | false | yes | no | on | off | y | n | = | <<  # null, flags and signs with a meaning
    | [-+]? \. (inf | nan)
    | [-+]? \.? [0-9] [-0-9_.,:e+]*                                 # numbers, dates, times
    | 0 [xob] [0-9a-f_]+
    | [0-9]{4} - [0-9]{1,2} - [0-9]{1,2} (t | [ \t]+) [0-9]{1,2} : [0-9]{2} : [0-9]{2} [0-9.:z \t+-]*
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Plain scalars that some reader of YAML, 1.1 or 1.2, takes for something else than a text."""

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no text needs, and what can harm a terminal or can't be written in UTF-8; escapes may bring it."""

_IN_KEY = "?"
"""Stands in paths for a key that is not a scalar."""


class _Reader:
    """Turns events into data; `keys`, `values` and `faults` grow on the way."""

    def __init__(self, events: Iterator[yaml.Event], file: str | None) -> None:
        self._events = events
        self._file = file
        self.keys: dict[KeyPath, Place] = {}
        self.values: dict[KeyPath, Place] = {(): Place(1, 1)}
        self.faults: list[tuple[Fault, Place]] = []

    def document(self) -> object:
        data: object = None
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    self._fault("several-documents", (), event, "the file must end here: one document is allowed")
                    break
                if event.tags:
                    self._fault("no-tags", (), event, "tags are not allowed, nor is %TAG")
            elif isinstance(event, yaml.NodeEvent):
                self.values[()] = _place(event)
                data = self._node(event, ())
        return data

    def _fault(self, code: str, path: KeyPath, event: yaml.Event, text: str, on_key: bool = False) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append((Fault(code, path, text, on_key), _place(event)))

    def _node(self, event: yaml.Event, path: KeyPath) -> object:
        self.values.setdefault(path, _place(event))  # of a duplicate key, the first counts
        self._properties(event, path)
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event, path)
        if isinstance(event, yaml.AliasEvent):
            return None
        if len(path) >= MAX_DEPTH:
            text = f"mappings and lists stand more than {MAX_DEPTH} deep in one another"
            raise _fatal("too-deep", text, self._file, _place(event), path[:1])
        return self._mapping(path) if isinstance(event, yaml.MappingStartEvent) else self._list(path)

    def _properties(self, event: yaml.Event, path: KeyPath, on_key: bool = False) -> None:
        if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
            text = "anchors and aliases (& and *) are not allowed: write the value out, or in quotes if it is text"
            self._fault("no-anchors", path, event, text, on_key)
        if isinstance(event, (yaml.ScalarEvent, yaml.CollectionStartEvent)) and event.tag is not None:
            text = "tags (!) are not allowed: leave it out, or put the value in quotes if it is text"
            self._fault("no-tags", path, event, text, on_key)

    def _list(self, path: KeyPath) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, (*path, len(items))))
        return items

    def _mapping(self, path: KeyPath) -> dict[str, object]:
        data: dict[str, object] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, path)
            name = event.value if isinstance(event, yaml.ScalarEvent) else _IN_KEY
            below = (*path, name)
            if key is not None and below in self.keys:
                first = self.keys[below]
                text = f"the key {quoted(name)} stands already in line {first.line}, column {first.column}"
                self._fault("duplicate-key", below, event, text, on_key=True)
                key = None
            self.keys.setdefault(below, _place(event))
            value = self._node(next(self._events), below)
            if key is not None:
                data[key] = value
        return data

    def _key(self, event: yaml.Event, path: KeyPath) -> str | None:
        """The key, or None where it has a fault."""
        if not isinstance(event, yaml.ScalarEvent):
            self._fault("bad-key", (*path, _IN_KEY), event, "a key must be a word", on_key=True)
            self._node(event, (*path, _IN_KEY))
            return None
        below = (*path, event.value)
        before = len(self.faults)
        self._properties(event, below, on_key=True)
        if not event.style and event.value == "<<":
            self._fault("no-merge-keys", below, event, "merge keys (<<) are not allowed", on_key=True)
            return None
        key = self._scalar(event, below, on_key=True)
        if not isinstance(key, str):
            self._fault(
                "bad-key", below, event, f"a key must be a word, and {quoted(event.value)} is none", on_key=True
            )
        return key if isinstance(key, str) and len(self.faults) == before else None

    def _scalar(self, event: yaml.ScalarEvent, path: KeyPath, on_key: bool = False) -> str | int | bool | None:
        text = event.value
        if control := _CONTROL.search(text):
            message = f"the character U+{ord(control[0]):04X} is not allowed, also not as an escape"
            self._fault("bad-character", path, event, message, on_key)
            return text
        if event.style:  # quoted, or a block
            return text
        if not text:
            return None
        if text in ("true", "false"):
            return text == "true"
        if _INTEGER.fullmatch(text):
            if len(text) <= MAX_DIGITS:
                return int(text)
            self._fault(
                "out-of-range", path, event, f"an integer of {len(text)} digits is larger than any allowed", on_key
            )
        elif _MISTAKABLE.fullmatch(text):
            message = (
                f"not every reader takes {quoted(text)} for a text: put it in quotes, "
                "or write true, false or a plain integer"
            )
            self._fault("ambiguous-scalar", path, event, message, on_key)
        return text


def _place(event: yaml.Event) -> Place:
    mark = event.start_mark
    return Place(mark.line + 1, mark.column + 1) if mark else Place(1, 1)
