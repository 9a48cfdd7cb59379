"""JSON text from strangers as plain data: dict, list, str, int, bool and None (RFC 8259).

Whatever the text, it is read in time and memory linear in its length, and what is wrong raises a
`NotationError` and nothing else. Beyond JSON itself

- a text is at most `LONGEST_MESSAGE` characters, and nested at most `DEEPEST_NESTING` deep;
- a key stands once in its object;
- numbers are integers of at most `MOST_DIGITS` digits;
- strings can be written in UTF-8.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, NoReturn

from crapette.errors import NotationError
from crapette.faults import KeyPath, Place, nearest_place

LONGEST_MESSAGE = 1 << 20
"""No longer text is read, in characters."""
DEEPEST_NESTING = 16
"""How many objects and arrays may stand inside one another."""
MOST_DIGITS = 300
"""No longer integer is read: more than anybody needs, fewer than Python refuses under any setting of its own."""

# Possessive, so that no text makes it go back; a string without an end is one token too.
_STRING = r'"(?:[^"\\]+|\\.)*+"?'
_STRING_OR_BRACKET = re.compile(_STRING + r"|[\[\]{}]", re.DOTALL)
_TOKEN = re.compile(_STRING + r'|[\[\]{}:,]|[^\s\[\]{}:,"]+', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_INTEGER = re.compile(r"-?[0-9]+")

_EXPECTED = {
    "Expecting value": "a value of JSON",
    "Expecting ','": "a comma, or the end of the list or object",
    "Expecting ':'": "a colon after the key",
    "Expecting property name": "a key in double quotes",
    "Illegal trailing comma": "no comma before the end",
    "Unterminated string": "a string that ends with a double quote",
    "Invalid control character": "no bare control character in a string",
    "Invalid \\": "an escape that JSON knows",
    "Extra data": "nothing more",
}
"""What would have been right, by how Python's own message begins."""


class _Unwanted(Exception):
    """There is something in the text that JSON allows and we do not."""


def read_plain(text: str) -> object:
    """The plain data that a JSON text says.

    Args:
        text: The text.

    Raises:
        NotationError: It is no JSON, or breaks a limit: where, and what was expected.

    >>> read_plain('{"format": "crapette/action/1", "action": "R-F"}')
    {'format': 'crapette/action/1', 'action': 'R-F'}
    >>> read_plain('{"deals": 1.5}')
    Traceback (most recent call last):
        ...
    crapette.errors.NotationError: '1.5}' at character 11: expected an integer
    """
    _check_limits(text)
    try:
        data: object = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_unwanted, parse_constant=_unwanted
        )
        if _SURROGATE.search(text):  # may be half of one
            json.dumps(data, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        expected = next((words for start, words in _EXPECTED.items() if error.msg.startswith(start)), "JSON")
        raise NotationError(text, error.pos, expected) from error
    except (_Unwanted, UnicodeEncodeError):
        raise _error_of_unwanted(text) from None
    return data


def _check_limits(text: str) -> None:
    if len(text) > LONGEST_MESSAGE:
        raise NotationError(text, LONGEST_MESSAGE, f"at most {LONGEST_MESSAGE} characters")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise NotationError(text, error.start, "a character that can be written in UTF-8") from error
    depth = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        bracket = match.group()
        if bracket in ("[", "{"):
            depth += 1
            if depth > DEEPEST_NESTING:
                raise NotationError(text, match.start(), f"no more than {DEEPEST_NESTING} lists and objects in a row")
        elif bracket in ("]", "}"):
            depth -= 1


def _object(items: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(items)
    if len(found) < len(items):
        raise _Unwanted
    return found


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise _Unwanted
    return int(digits)


def _unwanted(_: str) -> NoReturn:
    raise _Unwanted


# --------------------------------------------------------------------------- where something stands in a text


class _Piece(NamedTuple):
    """A key or a value in a JSON text."""

    path: KeyPath
    at: int
    word: str
    """The token with which it begins."""
    is_key: bool


def _pieces(text: str) -> Iterator[_Piece]:
    """The keys and values of a text in its order, which is JSON as far as the pieces are asked for."""
    path: list[str | int] = []
    in_object: list[bool] = []
    awaits_key = False
    for match in _TOKEN.finditer(text):
        word, at = match.group(), match.start()
        if word in ("]", "}"):
            in_object.pop()
            path.pop()
            awaits_key = False
        elif word == ",":
            awaits_key = in_object[-1]
            if not awaits_key:
                number = path[-1]
                assert isinstance(number, int)
                path[-1] = number + 1
        elif word == ":":
            awaits_key = False
        elif awaits_key:
            path[-1] = json.loads(word)
            yield _Piece(tuple(path), at, word, is_key=True)
        else:
            yield _Piece(tuple(path), at, word, is_key=False)
            if word in ("[", "{"):
                awaits_key = word == "{"
                in_object.append(awaits_key)
                path.append("" if awaits_key else 0)


def _error_of_unwanted(text: str) -> NotationError:
    """The error for the first thing in a text that JSON allows and we do not."""
    keys: set[KeyPath] = set()
    for piece in _pieces(text):
        expected = _expected_instead(piece.word)
        if expected is None and piece.is_key and piece.path in keys:
            expected = "each key once in an object"
        if expected is not None:
            return NotationError(text, piece.at, expected)
        if piece.is_key:
            keys.add(piece.path)
    raise AssertionError("there is something unwanted")


def _expected_instead(word: str) -> str | None:
    """What was expected in place of a token; None if it is welcome."""
    if word[0] == '"':
        try:
            json.loads(word).encode()
        except UnicodeEncodeError:
            return "characters that can be written in UTF-8"
    elif word[0] in "-0123456789NI":
        if not _INTEGER.fullmatch(word):
            return "an integer"
        if len(word) > MOST_DIGITS:
            return f"an integer of at most {MOST_DIGITS} digits"
    return None


def places(text: str, wanted: Iterable[tuple[KeyPath, bool]]) -> list[int]:
    """Where the values, or their keys, stand in a text that `read_plain` has read, in characters from 0.

    Args:
        text: The text.
        wanted: The path of each value, and whether its key is meant. Of a value that is missing, the place is
            that of what it is missing from.
    """
    wanted = list(wanted)
    paths = {path[:length] for path, _ in wanted for length in range(len(path) + 1)}
    keys: dict[KeyPath, int] = {}
    values: dict[KeyPath, int] = {}
    for piece in _pieces(text):
        if piece.path in paths:
            (keys if piece.is_key else values)[piece.path] = piece.at
    return [nearest_place(path, on_key, keys, values) for path, on_key in wanted]


def line_and_column(text: str, at: int) -> Place:
    """The line and the column of a place in a text."""
    return Place(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
