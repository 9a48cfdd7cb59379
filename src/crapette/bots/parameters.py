"""What the parameters of a bot may be, and how they are read."""

from __future__ import annotations

from math import nan
from typing import Protocol

from attrs import frozen

from crapette.errors import quoted

Value = int | float | str


class Parameter(Protocol):
    """What values one parameter allows."""

    @property
    def default(self) -> Value | None:
        """The value where none is given; None: one must be given."""
        ...

    @property
    def expected(self) -> str:
        """What would be right, in words: `an integer from 1 to 100`."""
        ...

    @property
    def says(self) -> str:
        """What it is, in a few words."""
        ...

    def read(self, text: str) -> Value:
        """The value that a text gives.

        Raises:
            ValueError: It gives none of those allowed; says what would be right.
        """
        ...


@frozen
class Whole:
    """An integer from `low` to `high`."""

    default: int
    low: int
    high: int
    says: str

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"an integer from {self.low} to {self.high}"

    def read(self, text: str) -> int:
        """The integer."""
        if text.isascii() and text.isdecimal() and len(text) < 20 and self.low <= int(text) <= self.high:
            return int(text)
        raise ValueError(f"{quoted(text)} is not {self.expected}")


@frozen
class Real:
    """A number from `low` to `high`."""

    default: float
    low: float
    high: float
    says: str

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"a number from {self.low:g} to {self.high:g}"

    def read(self, text: str) -> float:
        """The number."""
        try:
            number = float(text)
        except ValueError:
            number = nan
        if self.low <= number <= self.high:
            return number
        raise ValueError(f"{quoted(text)} is not {self.expected}")


@frozen
class Text:
    """Any text but none; it must be given."""

    expected: str
    says: str
    default: None = None

    def read(self, text: str) -> str:
        """The text."""
        if text:
            return text
        raise ValueError(f"it is empty; expected {self.expected}")
