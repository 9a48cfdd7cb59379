"""All that reads text from strangers, with what must hold of each value that is read."""

from __future__ import annotations

from collections.abc import Callable

from crapette import Action, Card, Record, State, View, from_json, legal_moves, position, to_json
from crapette.bots.lines import line_of, parse_question


def card(text: str) -> None:
    """A card is written as it was read."""
    assert str(Card.parse(text)) == text


def action(text: str) -> None:
    """An action is written as it was read."""
    assert str(Action.parse(text)) == text


def a_position(text: str) -> None:
    """A position that is written is read as the same, and one may go on from it."""
    read = position.loads(text)
    written = position.dumps(read)
    assert position.dumps(position.loads(written)) == written
    legal_moves(read)


def record(text: str) -> None:
    """A record that is written is read as the same; it can be played again, or says why not."""
    read = Record.loads(text)
    assert Record.loads(read.dumps()) == read
    for _ in read.replay():
        pass


def json(text: str) -> None:
    """A value that is written is read as the same; one may go on from a state or a view."""
    read = from_json(text)
    assert from_json(to_json(read)) == read
    if isinstance(read, State | View):
        legal_moves(read)


def question(text: str) -> None:
    """A question to a bot that is written is read as the same."""
    number, asked = parse_question(text.encode("utf-8", "surrogateescape"))
    assert parse_question(line_of(number, asked)) == (number, asked)


TARGETS: dict[str, Callable[[str], None]] = {
    "card": card,
    "action": action,
    "position": a_position,
    "record": record,
    "json": json,
    "question": question,
}
"""What is fuzzed, by name; the texts that found something out are in `fuzz/corpus`, by the same names."""
