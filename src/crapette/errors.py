"""What can be wrong with what we are given: a problem with its place, and the errors that carry problems."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen


@frozen
class Problem:
    """One thing that is wrong with what somebody gave us, and where.

    Attributes:
        code: A stable kebab-case word; its meaning never changes.
        path: The place in the data, such as `deal.reserve`; empty for the whole.
        text: A sentence that says what is wrong and what would be right.
        file: The file's name, if the data came from one.
        line: The line in the text, from 1.
        column: The column in that line, from 1.
    """

    code: str
    path: str
    text: str
    file: str | None = None
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        """`file:line:column: path: text`, leaving out what is not known."""
        place = ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)
        return ": ".join(part for part in (place, self.path, self.text) if part)


class CrapetteError(ValueError):
    """The base of every error that this library raises on purpose."""


class _ErrorWithProblems(CrapetteError):
    """An error that lists all that is wrong, not just the first of it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class VariantError(_ErrorWithProblems):
    """A variant, or settings of one, that can't be used; `problems` lists every reason."""


class DealError(_ErrorWithProblems):
    """What can't be dealt from, such as packs or a seed, added to a match, recorded or played again.

    `problems` lists every reason.
    """


class HiddenError(CrapetteError):
    """What can't be told from a view: it depends on a card that is not shown, or on whether there was an offence."""


class NotationError(CrapetteError):
    """A text that does not say what it should.

    Attributes:
        text: The text.
        at: Where in it the first fault is, in characters from 0.
        expected: What would have been right there.
        problems: All that is wrong, where it is more than one fault in one place.
    """

    def __init__(self, text: str, at: int, expected: str, problems: Iterable[Problem] = ()) -> None:
        self.text = text
        self.at = at
        self.expected = expected
        self.problems = tuple(problems)
        super().__init__(text, at, expected, self.problems)

    def __str__(self) -> str:
        if self.problems:
            return "\n".join(str(problem) for problem in self.problems)
        return f"{quoted(self.text[self.at :])} at character {self.at + 1}: expected {self.expected}"


QUOTE_LIMIT = 60


def quoted(text: str) -> str:
    """The text in quotes for a message: one printable line of at most 60 characters of it."""
    return repr(text) if len(text) <= QUOTE_LIMIT else repr(text[: QUOTE_LIMIT - 1] + "…")
