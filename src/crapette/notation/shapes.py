"""What the parts of a message look like. A shape reads, writes and describes: it is said once, and nothing drifts.

A message is declared as attrs classes, whose fields are told with `told`: what each is about, and its shape. Reading,
writing and the JSON Schema of the message follow from that declaration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

import attrs
from attrs import field, frozen

from crapette.actions import Action
from crapette.cards import BLANKS, CARDS, cards_of
from crapette.engine.shuffle import MOST_DIGITS_OF_A_SEED, parse_seed
from crapette.errors import DealError, NotationError, Problem, VariantError
from crapette.faults import MAX_FAULTS, Fault, KeyPath, did_you_mean, one_of, shown
from crapette.rules import Rules
from crapette.settings import Flag, Integer, Setting, Unfit
from crapette.table import PILE_NAMES

Shape = Setting
"""What a setting may be and what a part of a message looks like are said alike."""

Schema = dict[str, object]

MOST = (1 << 53) - 1
"""The largest number in a message: what every reader of JSON takes exactly."""


def _below(key: str | int, unfit: Unfit) -> list[Fault]:
    """The faults of a part, as seen from the whole."""
    return [attrs.evolve(fault, path=(key, *fault.path)) for fault in unfit.faults]


def wrong_type(value: object, shape: Shape) -> Unfit:
    """What is raised for a value of a type that the shape does not take."""
    return Unfit(Fault("wrong-type", (), f"{shown(value)} is not {shape.expected}"))


def faults_of(problems: Iterable[Problem]) -> list[Fault]:
    """Problems as the faults that they were, or could have been."""
    return [Fault(problem.code, _key_path(problem.path), problem.text) for problem in problems]


_PART = re.compile(r"[^.\[\]]+")


def _key_path(path: str) -> KeyPath:
    return tuple([int(part) if part.isdecimal() else part for part in _PART.findall(path)])


# ----------------------------------------------------------------------------------------- single values

PLAYER = Integer(0, 1)
FLAG = Flag()


def count(low: int = 0, high: int = MOST) -> Integer:
    """A number of things."""
    return Integer(low, high)


@frozen
class Always:
    """One text and no other."""

    text: str

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return self.text

    def read(self, value: object) -> str:
        """The text."""
        if value != self.text:
            raise Unfit(Fault("unknown-word", (), f"{shown(value)} is not {self.text}"))
        return self.text

    def plain(self, value: str) -> str:
        """The text."""
        return value

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"const": self.text}


@frozen
class Text:
    """A text of a notation, kept as what it says.

    Attributes:
        expected: What would be right, in words.
        parse: What the text says; None, or a `NotationError`, if it says nothing.
        text_of: The text that says a value.
        pattern: What the text looks like, as a regular expression of JSON Schema; empty for any text.
        code: The code of the fault of a text that says nothing.
    """

    expected: str
    parse: Callable[[str], Any]
    text_of: Callable[[Any], str] = str
    pattern: str = ""
    code: str = "bad-text"

    def read(self, value: object) -> Any:
        """What the text says."""
        if not isinstance(value, str):
            raise wrong_type(value, self)
        try:
            said = self.parse(value)
        except NotationError:
            said = None
        if said is None:
            raise Unfit(Fault(self.code, (), f"{shown(value)} is not {self.expected}"))
        return said

    def plain(self, value: Any) -> str:
        """The text."""
        return self.text_of(value)

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "string", "pattern": f"^({self.pattern})$"} if self.pattern else {"type": "string"}


@frozen
class Named:
    """A shape that a schema describes once and refers to by a name."""

    name: str
    shape: Shape

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return self.shape.expected

    def read(self, value: object) -> Any:
        """The value."""
        return self.shape.read(value)

    def plain(self, value: Any) -> object:
        """The value."""
        return self.shape.plain(value)

    def schema(self) -> Schema:
        """A reference to its JSON Schema."""
        return {"$ref": f"#/$defs/{self.name}"}


_CODES: dict[str, int] = {str(card): card.code for card in CARDS}
_CODES_WITH_BLANKS: dict[str, int] = _CODES | {str(card): card.code for card in BLANKS}
_CARD_TEXT = "[A2-9TJQK][SHDC]|[a2-9tjqk][shdc]"
TEXT_OF_CODE: dict[int, str] = {code: text for text, code in _CODES_WITH_BLANKS.items()}

CARD = Named("card", Text("a card such as QS, TH or as", _CODES.get, TEXT_OF_CODE.__getitem__, _CARD_TEXT, "no-card"))
"""A card, kept as its code."""
CARD_OR_BLANK = Text(
    "a card such as QS, TH or as, or a blank, XX or xx",
    _CODES_WITH_BLANKS.get,
    TEXT_OF_CODE.__getitem__,
    f"{_CARD_TEXT}|XX|xx",
    "no-card",
)
"""A card or a blank, kept as its code."""
ACTION = Named(
    "action",
    Text(
        "an action such as R-F, H-3, 3-7*4, draw or stop",
        Action.parse,
        pattern="([RHW]|[1-9]|1[0-2])-(F|[rwW]|[1-9]|1[0-2])|r-F"
        r"|([1-9]|1[0-2])-([1-9]|1[0-2])\*([2-9]|1[0-3])|flip|draw|discard|pass|offer|accept|stop",
        code="no-action",
    ),
)


SEED = Text(
    f"an integer from 0 up in decimal digits, at most {MOST_DIGITS_OF_A_SEED} of them, as a text",
    lambda text: None if text.startswith("0") and text != "0" else parse_seed(text),
    pattern=f"0|[1-9][0-9]{{0,{MOST_DIGITS_OF_A_SEED - 1}}}",
    code="bad-seed",
)
"""A seed; a text, since readers of JSON take large numbers as they can."""


ANY_TEXT = Text("a text", str)


class Laid(NamedTuple):
    """What a pile is like, told by the same pile of another table."""

    stays: int
    """How many of its lowest cards are the same."""
    cards: bytes
    """The cards that lie on these."""


def _laid_of(text: str) -> Laid | None:
    stays, *cards = text.split(" ")
    if not re.fullmatch(r"0|[1-9][0-9]{0,2}", stays) or not all(card in _CODES for card in cards):
        return None
    return Laid(int(stays), bytes([_CODES[card] for card in cards]))


def _text_of_laid(laid: Laid) -> str:
    return " ".join([str(laid.stays), *map(str, cards_of(laid.cards))])


LAID = Text(
    "how many cards stay and which lie on them, such as 3 QS 7h",
    _laid_of,
    _text_of_laid,
    f"(0|[1-9][0-9]{{0,2}})( ({_CARD_TEXT}))*",
)


# ------------------------------------------------------------------------------------------ several values


@frozen
class Maybe:
    """A value, or null for none."""

    shape: Shape

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"{self.shape.expected}, or null"

    def read(self, value: object) -> Any:
        """The value, or None."""
        return None if value is None else self.shape.read(value)

    def plain(self, value: Any) -> object:
        """The value, or None."""
        return None if value is None else self.shape.plain(value)

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"anyOf": [self.shape.schema(), {"type": "null"}]}


@frozen
class ListOf:
    """A list of values of one shape, kept as a tuple or what else is made of it.

    Attributes:
        item: The shape of each value.
        made: What is made of the values that were read.
    """

    item: Shape
    made: Callable[[Iterable[Any]], Any] = tuple

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"a list; in it {self.item.expected}"

    def read(self, value: object) -> Any:
        """What is made of the values."""
        if not isinstance(value, list):
            raise wrong_type(value, self)
        items: list[Any] = []
        faults: list[Fault] = []
        for index, item in enumerate(cast("list[object]", value)):
            try:
                items.append(self.item.read(item))
            except Unfit as unfit:
                faults += _below(index, unfit)
                if len(faults) >= MAX_FAULTS:
                    break
        if faults:
            raise Unfit(*faults)
        return self.made(items)

    def plain(self, value: Iterable[Any]) -> list[object]:
        """The values."""
        return [self.item.plain(item) for item in value]

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "array", "items": self.item.schema()}


@frozen
class Row:
    """A list of so many values, each of its own shape, kept as a tuple."""

    items: tuple[Shape, ...]

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"a list of {len(self.items)}: {'; '.join(dict.fromkeys(item.expected for item in self.items))}"

    def read(self, value: object) -> tuple[Any, ...]:
        """The values."""
        if not isinstance(value, list):
            raise wrong_type(value, self)
        values = cast("list[object]", value)
        if len(values) != len(self.items):
            raise Unfit(Fault("wrong-length", (), f"a list of {len(values)} is not {self.expected}"))
        read: list[Any] = []
        faults: list[Fault] = []
        for index, (item, shape) in enumerate(zip(values, self.items, strict=True)):
            try:
                read.append(shape.read(item))
            except Unfit as unfit:
                faults += _below(index, unfit)
        if faults:
            raise Unfit(*faults)
        return tuple(read)

    def plain(self, value: Iterable[Any]) -> list[object]:
        """The values."""
        return [shape.plain(item) for item, shape in zip(value, self.items, strict=True)]

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {
            "type": "array",
            "prefixItems": [item.schema() for item in self.items],
            "minItems": len(self.items),
            "maxItems": len(self.items),
        }


def pair(shape: Shape) -> Row:
    """One value for each player."""
    return Row((shape, shape))


@frozen
class Keyed:
    """An object with any of the keys that are known, kept as a mapping from what they stand for.

    Attributes:
        item: The shape of each value.
        keys: What each key stands for.
        what: What the keys are called, in words.
    """

    item: Shape
    keys: Mapping[str, Any]
    what: str

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"an object with {self.what} as keys"

    def read(self, value: object) -> dict[Any, Any]:
        """The values by what the keys stand for."""
        read: dict[Any, Any] = {}
        faults: list[Fault] = []
        for key, item in _items(value, self, self.keys, faults):
            try:
                read[self.keys[key]] = self.item.read(item)
            except Unfit as unfit:
                faults += _below(key, unfit)
        if faults:
            raise Unfit(*faults)
        return read

    def plain(self, value: Mapping[Any, Any]) -> Schema:
        """The values by the keys."""
        names = {meaning: key for key, meaning in self.keys.items()}
        return {names[meaning]: self.item.plain(item) for meaning, item in value.items()}

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {
            "type": "object",
            "propertyNames": {"enum": list(self.keys)},
            "additionalProperties": self.item.schema(),
        }


@frozen
class Pairs:
    """An object with any keys, kept as a tuple of pairs of a key and a value, in order of the keys."""

    item: Shape

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"an object; in it {self.item.expected}"

    def read(self, value: object) -> tuple[tuple[str, Any], ...]:
        """The keys and values."""
        if not isinstance(value, dict):
            raise wrong_type(value, self)
        return tuple([(key, self.item.read(item)) for key, item in sorted(cast("dict[str, object]", value).items())])

    def plain(self, value: Iterable[tuple[str, Any]]) -> Schema:
        """The values by the keys."""
        return {key: self.item.plain(item) for key, item in value}

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {"type": "object", "additionalProperties": self.item.schema()}


def _items(value: object, shape: Shape, known: Iterable[str], faults: list[Fault]) -> Iterator[tuple[str, object]]:
    """The entries of an object with a known key; the others are faults."""
    if not isinstance(value, dict):
        raise wrong_type(value, shape)
    known = tuple(known)
    for key, item in cast("dict[str, object]", value).items():
        if key in known:
            yield key, item
        elif len(faults) < MAX_FAULTS:
            text = f"there is no {shown(key)} here{did_you_mean(key, known)}; expected {one_of(known)}"
            faults.append(Fault("unknown-key", (key,), text, on_key=True))


# ------------------------------------------------------------------------------------------------- objects


_ALWAYS_TOLD = object()


@frozen
class Told:
    """What one field of an object is about, and its shape.

    Attributes:
        about: What it is about, in a sentence.
        shape: Its shape.
        unless: The value that is told by leaving the field out, if there is one.
    """

    about: str
    shape: Shape
    unless: object = _ALWAYS_TOLD

    @property
    def is_required(self) -> bool:
        """Whether the field may not be left out."""
        return self.unless is _ALWAYS_TOLD


def told(about: str, shape: Shape, unless: object = _ALWAYS_TOLD) -> Any:
    """A field of a class that declares an object in a message; the arguments are those of `Told`."""
    return field(metadata={"told": Told(about, shape, unless)})


@frozen
class Object:
    """An object with these keys and no others, kept as a value of a class.

    Attributes:
        name: What it is called, in words.
        made: The class; its fields are told in it, or beside it.
        fields: The fields by their names, which are those of the class's attributes.
    """

    name: str
    made: type[Any]
    fields: dict[str, Told]

    @classmethod
    def of(cls, name: str, made: type[Any]) -> Object:
        """The object that a class with told fields declares."""
        return cls(name, made, {item.name: item.metadata["told"] for item in attrs.fields(made)})

    @property
    def expected(self) -> str:
        """What would be right, in words."""
        return f"an object: {self.name}"

    def read(self, value: object) -> Any:
        """The value of the class."""
        faults: list[Fault] = []
        read: dict[str, Any] = {}
        missing = dict.fromkeys(self.fields)
        for key, item in _items(value, self, self.fields, faults):
            del missing[key]
            try:
                read[key] = self.fields[key].shape.read(item)
            except Unfit as unfit:
                faults += _below(key, unfit)
        for key in missing:
            if self.fields[key].is_required:
                text = f"{key} is missing: expected {self.fields[key].shape.expected}"
                faults.append(Fault("missing-key", (key,), text))
            else:
                read[key] = self.fields[key].unless
        if faults:
            raise Unfit(*faults)
        try:
            return self.made(**read)
        except DealError as error:
            raise Unfit(*faults_of(error.problems)) from error

    def plain(self, value: Any) -> Schema:
        """The values by their keys."""
        values = {key: getattr(value, key) for key in self.fields}
        return {
            key: self.fields[key].shape.plain(item) for key, item in values.items() if item != self.fields[key].unless
        }

    def schema(self) -> Schema:
        """Its JSON Schema."""
        return {
            "type": "object",
            "properties": {
                key: {"description": field.about, **field.shape.schema()} for key, field in self.fields.items()
            },
            "required": [key for key, field in self.fields.items() if field.is_required],
            "additionalProperties": False,
        }


# ------------------------------------------------------------------------------------------------ the rules

MOST_ENTRIES = 100
"""How many entries an object or a list in the rules may have: there are fewer settings."""


class Settings:
    """The settings of a variant; those that are not given are as in `crapette`, kept as `Rules`."""

    expected = "an object: settings as in the rules of a variant"

    def read(self, value: object) -> Rules:
        """The rules."""
        if not isinstance(value, dict):
            raise wrong_type(value, self)
        _refuse_many(cast("dict[str, object]", value), depth=2)
        try:
            return Rules.from_mapping(cast("dict[str, object]", value))
        except VariantError as error:
            raise Unfit(*faults_of(error.problems)) from error

    def plain(self, value: Rules) -> Schema:
        """Every setting."""
        return value.to_mapping()

    def schema(self) -> Schema:
        """Its JSON Schema."""
        from crapette.variant_schema import variant_schema  # noqa: PLC0415 -- only who makes schemas needs it

        properties = cast("dict[str, Schema]", variant_schema()["properties"])
        return {key: item for key, item in properties["rules"].items() if key != "description"}


def _refuse_many(value: object, depth: int) -> None:
    """Refuses what has more entries than settings can have: to say what is wrong with each takes long."""
    if not isinstance(value, (dict, list)):
        return
    entries = cast("dict[str, object] | list[object]", value)
    if len(entries) > MOST_ENTRIES:
        raise Unfit(Fault("too-many-settings", (), f"{len(entries)} entries are more than the {MOST_ENTRIES} allowed"))
    if depth and isinstance(entries, dict):
        for key, item in entries.items():
            try:
                _refuse_many(item, depth - 1)
            except Unfit as unfit:
                raise Unfit(*_below(key, unfit)) from unfit


# ------------------------------------------------------------------------------------------------- the usual

CARDS_OF_A_PILE = Named("cards", ListOf(CARD, bytes))
CARDS_OR_BLANKS = Named("cards-or-blanks", ListOf(CARD_OR_BLANK, bytes))
ACTIONS = ListOf(ACTION)
PILES = Named("piles", Keyed(LAID, {name: number for number, name in PILE_NAMES.items()}, "the names of piles"))
RULES = Named("rules", Settings())
