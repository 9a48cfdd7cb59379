"""What we and a bot in another language say to each other: questions and answers, an object of JSON in a line each.

A question and its answer have the same `id`; `ask` in a question says which it is. Everything else is declared here.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TypeVar, cast

from attrs import frozen

from crapette.actions import Action
from crapette.errors import CrapetteError, NotationError, Problem
from crapette.faults import one_of, path_text, shown
from crapette.notation.messages import VIEW, ViewNote
from crapette.notation.plain import read_plain
from crapette.notation.shapes import ACTION, ANY_TEXT, FLAG, SEED, Always, Object, count, told
from crapette.settings import Unfit

BOT_FORMAT = "crapette/bot/1"

_FORMAT = "The language that is spoken, and its version."


@frozen
class Hello:
    """The first question to a program."""

    format: str = told(_FORMAT, Always(BOT_FORMAT))
    library: str = told("The version of the library that asks.", ANY_TEXT)
    milliseconds: int = told("How long it may think about each answer.", count(1))


@frozen
class Welcome:
    """Its answer: it speaks the language."""

    format: str = told(_FORMAT, Always(BOT_FORMAT))


@frozen
class Deal:
    """A new deal begins, and whatever was before is over."""

    seed: int = told("Decides what the bot leaves to chance; it says nothing about the cards.", SEED)


@frozen
class Ready:
    """Its answer."""


@frozen
class Choose:
    """What does the bot do? It is the mover."""

    view: ViewNote = told("The view that it has: all that was ever seen.", VIEW)


@frozen
class Choice:
    """Its answer."""

    action: Action = told("One of the mover's legal actions, but not `stop`.", ACTION)


@frozen
class Calls:
    """Does the bot say stop!, now that the other player has made an action?"""

    view: ViewNote = told("The view before that action, with the other player as the mover.", VIEW)
    action: Action = told("The action.", ACTION)


@frozen
class Verdict:
    """Its answer."""

    calls: bool = told("Whether it does.", FLAG)


@frozen
class Complaint:
    """The answer to a question that can't be answered."""

    error: str = told("Why not.", ANY_TEXT)


Question = Hello | Deal | Choose | Calls
Answer = Welcome | Ready | Choice | Verdict | Complaint

QUESTIONS: dict[str, type[Question]] = {"hello": Hello, "deal": Deal, "choose": Choose, "calls": Calls}
"""The questions, by what stands for them in `ask`."""

_ASKS = {kind: ask for ask, kind in QUESTIONS.items()}
_SHAPES: dict[type[object], Object] = {
    Hello: Object.of("the question hello", Hello),
    Welcome: Object.of("an answer to hello", Welcome),
    Deal: Object.of("the question deal", Deal),
    Ready: Object.of("an answer to deal", Ready),
    Choose: Object.of("the question choose", Choose),
    Choice: Object.of("an answer to choose", Choice),
    Calls: Object.of("the question calls", Calls),
    Verdict: Object.of("an answer to calls", Verdict),
    Complaint: Object.of("an error", Complaint),
}
_ID = count()

_Said = TypeVar("_Said", bound=Question | Answer)


class LineError(CrapetteError):
    """A line that is no question, or no answer to the one that was asked.

    Attributes:
        text: Why it is not.
        number: The `id` in it, if there is one.
    """

    def __init__(self, text: str, number: int | None = None) -> None:
        self.text = text
        self.number = number
        super().__init__(text, number)

    def __str__(self) -> str:
        return self.text


def line_of(number: int | None, said: Question | Answer) -> bytes:
    r"""The line with a question or an answer; all of it is ASCII.

    Args:
        number: Its `id`; None where an error is about a question whose own can't be read.
        said: The question or answer.

    >>> line_of(7, Verdict(calls=True))
    b'{"calls":true,"id":7}\n'
    """
    data: dict[str, object] = {"id": number, **_SHAPES[type(said)].plain(said)}
    if isinstance(said, Question):
        data["ask"] = _ASKS[type(said)]
    return json.dumps(data, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def parse_question(line: bytes) -> tuple[int, Question]:
    """The `id` of the question in a line, and the question.

    Raises:
        LineError: There is none.
    """
    data = _object(line)
    number = _number(data)
    ask = data.pop("ask", None)
    if not isinstance(ask, str) or ask not in QUESTIONS:
        raise LineError(f"ask: {shown(ask)} is no question; expected {one_of(QUESTIONS)}", number)
    return number, _read(QUESTIONS[ask], data, number)


def parse_answer(line: bytes, number: int, expected: type[_Said]) -> _Said | Complaint:
    """The answer in a line.

    Args:
        line: The line.
        number: The `id` of the question.
        expected: What kind of answer it should be; an error may be instead.

    Raises:
        LineError: It is none to this question.

    >>> parse_answer(b'{"id": 7, "action": "R-F"}', 7, Choice)
    Choice(action=Action.parse('R-F'))
    """
    data = _object(line)
    if "error" in data:
        data.pop("id", None)
        return _read(Complaint, data, number)
    if _number(data) != number:
        raise LineError(f"id: expected {number}, as in the question")
    return _read(expected, data, number)


def unfit_text(unfit: Unfit) -> str:
    """What is wrong with a line, or the most of it."""
    return "; ".join(
        str(Problem(fault.code, path_text(fault.path), fault.text)) for fault in islice(unfit.faults, _MOST_FAULTS)
    )


_MOST_FAULTS = 3


def _object(line: bytes) -> dict[str, object]:
    """The object in a line."""
    try:
        data = read_plain(line.decode())
    except UnicodeDecodeError as error:
        raise LineError(f"expected UTF-8 at byte {error.start + 1}") from error
    except NotationError as error:
        raise LineError(f"expected {error.expected} at character {error.at + 1}") from error
    if not isinstance(data, dict):
        raise LineError(f"expected an object, not {shown(data)}")
    return cast("dict[str, object]", data)


def _number(data: dict[str, object]) -> int:
    """The `id` of an object, which is taken out of it."""
    try:
        return _ID.read(data.pop("id", None))
    except Unfit as unfit:
        raise LineError(f"id: {unfit_text(unfit)}") from unfit


def _read(kind: type[_Said], data: dict[str, object], number: int) -> _Said:
    """The question or answer that the rest of an object says."""
    try:
        said: _Said = _SHAPES[kind].read(data)
    except Unfit as unfit:
        raise LineError(unfit_text(unfit), number) from unfit
    return said
