"""What a setting may allow: a number, a flag, a word or a list of words; how each is read and written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Protocol, cast

from attrs import frozen

from crapette.faults import Fault, did_you_mean, one_of, shown


class Setting(Protocol):
    """What values one setting allows, and how they are read and written."""

    @property
    def expected(self) -> str:
        """What would be right, in words: `an integer from 0 to 20`."""
        ...

    def read(self, value: object) -> Any:
        """The value as Python keeps it, from plain data or from itself.

        Raises:
            Unfit: The value is not one of those allowed.
        """
        ...

    def plain(self, value: Any) -> object:
        """The value as plain data: int, bool, str or a list of str."""
        ...

    def schema(self) -> dict[str, object]:
        """The JSON Schema of the plain value."""
        ...


class Unfit(Exception):
    """A value that a setting does not allow: its faults, whose paths start at the value."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults
        super().__init__(*faults)


@frozen
class Integer:
    """An integer from `low` to `high`, without those `excluded`."""

    low: int
    high: int
    excluded: tuple[int, ...] = ()

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        but = "".join(f", but not {number}" for number in self.excluded)
        return f"an integer from {self.low} to {self.high}{but}"

    def read(self, value: object) -> int:
        """The integer."""
        if not isinstance(value, int) or isinstance(value, bool):
            raise Unfit(Fault("wrong-type", (), f"{shown(value)} is not {self.expected}"))
        if not self.low <= value <= self.high or value in self.excluded:
            raise Unfit(Fault("out-of-range", (), f"{shown(value)} is not {self.expected}"))
        return value

    def plain(self, value: int) -> int:
        """The integer."""
        return value

    def schema(self) -> dict[str, object]:
        """Its JSON Schema."""
        schema: dict[str, object] = {"type": "integer", "minimum": self.low, "maximum": self.high}
        if self.excluded:
            schema["not"] = {"enum": list(self.excluded)}
        return schema


@frozen
class Flag:
    """True or false."""

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return "true or false"

    def read(self, value: object) -> bool:
        """The flag."""
        if not isinstance(value, bool):
            raise Unfit(Fault("wrong-type", (), f"{shown(value)} is not {self.expected}"))
        return value

    def plain(self, value: bool) -> bool:
        """The flag."""
        return value

    def schema(self) -> dict[str, object]:
        """Its JSON Schema."""
        return {"type": "boolean"}


@frozen
class OneWord:
    """One word of an enum."""

    words: type[StrEnum]

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return one_of(self.words)

    def read(self, value: object) -> StrEnum:
        """The word."""
        if not isinstance(value, str):
            raise Unfit(Fault("wrong-type", (), f"{shown(value)} is not a word; expected {self.expected}"))
        if value not in tuple(self.words):
            hint = did_you_mean(value, self.words)
            raise Unfit(Fault("unknown-word", (), f"{shown(value)} is not known here{hint}; expected {self.expected}"))
        return self.words(value)

    def plain(self, value: StrEnum) -> str:
        """The word's text."""
        return str(value)

    def schema(self) -> dict[str, object]:
        """Its JSON Schema."""
        return {"enum": [str(word) for word in self.words]}


@frozen
class Words:
    """A list of words of an enum without repeats; a set, unless its order counts."""

    words: type[StrEnum]
    required: tuple[StrEnum, ...] = ()
    order_counts: bool = False

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        must = "".join(f", with {word} in it" for word in self.required)
        return f"a list of {', '.join(self.words)}, each at most once{must}"

    def read(self, value: object) -> tuple[StrEnum, ...]:
        """The words as a tuple: in the table's order where they are a set."""
        if not isinstance(value, (list, tuple)):
            raise Unfit(Fault("wrong-type", (), f"{shown(value)} is not a list; expected {self.expected}"))
        single = OneWord(self.words)
        words: list[StrEnum] = []
        faults: list[Fault] = []
        for index, item in enumerate(cast("list[object]", value)):
            try:
                word = single.read(item)
            except Unfit as unfit:
                faults += [Fault(fault.code, (index,), fault.text) for fault in unfit.faults]
                continue
            if word in words:
                faults.append(Fault("repeated-word", (index,), f"{word} stands twice; expected {self.expected}"))
            words.append(word)
        if not faults:  # else a missing word may be one that is misspelt
            faults += [
                Fault("missing-word", (), f"{word} is missing; expected {self.expected}")
                for word in self.required
                if word not in words
            ]
        if faults:
            raise Unfit(*faults)
        return tuple(words) if self.order_counts else tuple(word for word in self.words if word in words)

    def plain(self, value: Iterable[StrEnum]) -> list[str]:
        """The words' texts."""
        return [str(word) for word in value]

    def schema(self) -> dict[str, object]:
        """Its JSON Schema."""
        schema: dict[str, object] = {
            "type": "array",
            "items": {"enum": [str(word) for word in self.words]},
            "uniqueItems": True,
        }
        if self.required:
            schema["allOf"] = [{"contains": {"const": str(word)}} for word in self.required]
        return schema
