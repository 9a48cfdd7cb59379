"""Every setting on which the texts of the game differ, typed, with its limits.

A `Rules` that exists is valid. Each setting is declared once, here: its type, its default (those of
the variant `crapette`) and what it allows; checking, reading, writing, the JSON Schema and the
reference all follow from that declaration.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Protocol, cast

import attrs
from attrs import Factory, frozen

from crapette.cards import Word
from crapette.errors import Problem, VariantError, quoted

# ---------------------------------------------------------------------------------------- the words


class ReserveTop(Word):
    """`deal.reserve_top`: how the reserve lies (rules 3)."""

    FACE_UP = "face-up"
    FACE_DOWN = "face-down"
    ALL_FACE_UP = "all-face-up"


class StartBy(Word):
    """`start.by`: what decides who starts (rules 3)."""

    LOWEST_RESERVE = "lowest-reserve"
    HIGHEST_RESERVE = "highest-reserve"
    CUT = "cut"


class Ace(Word):
    """`start.ace`: whether an ace is low or high when the reserve tops are compared (rules 3)."""

    LOW = "low"
    HIGH = "high"


class Tie(Word):
    """`start.ties`: what breaks a tie of the reserve tops (rules 3)."""

    HOUSES = "houses"
    BEST_HOUSE = "best-house"
    SUIT = "suit"


class Build(Word):
    """`houses.build`: what follows what in a house (rules 5)."""

    ALTERNATING_COLOURS = "alternating-colours"
    SAME_SUIT = "same-suit"


class Groups(Word):
    """`houses.groups`: whether runs move together (rules 5)."""

    SINGLE = "single"
    SEQUENCE = "sequence"


class EmptyHouse(Word):
    """`houses.empty`: what may go to an empty house (rules 5)."""

    ANY = "any"
    RESERVE_FIRST = "reserve-first"


class LoadOnto(Word):
    """`load.onto`: which of the opponent's piles may be loaded (rules 5)."""

    RESERVE = "reserve"
    WASTE = "waste"


class LoadFrom(Word):
    """`load.from`: where a loaded card may come from (rules 5)."""

    RESERVE = "reserve"
    HAND = "hand"
    HOUSES = "houses"
    WASTE = "waste"


class LoadMatch(Word):
    """`load.match`: which card may be loaded onto which (rules 5)."""

    SAME_SUIT = "same-suit"
    ALTERNATING_COLOURS = "alternating-colours"
    SAME_SUIT_OR_EQUAL = "same-suit-or-equal"


class WastePlay(Word):
    """`waste.play`: when the top of the own waste may be played (rules 5)."""

    NEVER = "never"
    RESERVE_EMPTY = "reserve-empty"
    HAND_EMPTY = "hand-empty"
    ALWAYS = "always"


class Recycle(Word):
    """`waste.recycle`: when the waste becomes the hand again (rules 7)."""

    ON_DRAW = "on-draw"
    TURN_START = "turn-start"


class WasteAccepts(Word):
    """`waste.accepts`: which cards may be laid on the own waste (rules 4)."""

    HAND = "hand"
    RESERVE = "reserve"
    HOUSES = "houses"


class OpponentReserve(Word):
    """`opponent_reserve`: what may be taken from the opponent's reserve (rules 5)."""

    NONE = "none"
    ACES = "aces"


class FoundationDuty(Word):
    """`duties.foundation`: which cards must go to a foundation (rules 6)."""

    ALL = "all"
    ACES = "aces"
    NONE = "none"


class FillDuty(Word):
    """`duties.fill`: when an empty house must be filled (rules 6)."""

    BEFORE_DRAW = "before-draw"
    AT_ONCE = "at-once"
    NEVER = "never"


class PlaceDuty(Word):
    """`duties.reserve`, `duties.hand`: where a card that fits must be placed (rules 6)."""

    NONE = "none"
    HOUSES = "houses"
    ANY = "any"


class Duty(Word):
    """The five duties, by rank (rules 6)."""

    RESERVE_TO_FOUNDATION = "reserve-to-foundation"
    FOUNDATION = "foundation"
    FILL = "fill"
    RESERVE = "reserve"
    HAND = "hand"


class StopBy(Word):
    """`stop.by`: who notices an offence (rules 8)."""

    OPPONENT = "opponent"
    REFEREE = "referee"


class StopWindow(Word):
    """`stop.window`: how long an action may be called (rules 8)."""

    NEXT_ACTION = "next-action"
    TURN = "turn"


class MissedPlay(Word):
    """`stop.missed_play`: whether the missed play is made after an upheld call (rules 8)."""

    OFFENDER = "offender"
    NONE = "none"


class TurnedCard(Word):
    """`stop.turned_card`: where a turned card goes after an upheld call (rules 8)."""

    WASTE = "waste"
    HAND = "hand"


class FalseCall(Word):
    """`stop.false_call`: the price of a call without an offence (rules 8)."""

    LOSE_TURN = "lose-turn"
    NONE = "none"
    FORBIDDEN = "forbidden"


class Win(Word):
    """`end.win`: what wins a deal (rules 9)."""

    ALL = "all"
    RESERVE = "reserve"


class Stalemate(Word):
    """`scoring.stalemate`: what a stalemate is worth (rules 10)."""

    DIFFERENCE = "difference"
    NONE = "none"


class NextStart(Word):
    """`match.next_start`: who starts the next deal of a match (rules 10)."""

    COMPARE = "compare"
    ALTERNATE = "alternate"
    LOSER = "loser"
    WINNER = "winner"


# ------------------------------------------------------------------------------ what a setting allows


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
    """A value that a setting does not allow; the code and the sentence of the problem."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        self.text = text
        super().__init__(code, text)


def _shown(value: object) -> str:
    """A value in a message, short whatever it is."""
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
            raise Unfit("wrong-type", f"{_shown(value)} is not {self.expected}")
        if not self.low <= value <= self.high or value in self.excluded:
            raise Unfit("out-of-range", f"{_shown(value)} is not {self.expected}")
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
            raise Unfit("wrong-type", f"{_shown(value)} is not {self.expected}")
        return value

    def plain(self, value: bool) -> bool:
        """The flag."""
        return value

    def schema(self) -> dict[str, object]:
        """Its JSON Schema."""
        return {"type": "boolean"}


def one_of(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean x?)`, or nothing where no known word is near."""
    near = get_close_matches(word[:100].lower(), list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""


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
            raise Unfit("wrong-type", f"{_shown(value)} is not a word; expected {self.expected}")
        if value not in tuple(self.words):
            hint = did_you_mean(value, self.words)
            raise Unfit("unknown-word", f"{_shown(value)} is not known here{hint}; expected {self.expected}")
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
        return f"a list of {' '.join(self.words)}, each at most once{must}"

    def read(self, value: object) -> tuple[StrEnum, ...]:
        """The words as a tuple: in the table's order where they are a set."""
        if not isinstance(value, (list, tuple)):
            raise Unfit("wrong-type", f"{_shown(value)} is not a list; expected {self.expected}")
        single = OneWord(self.words)
        words = tuple(single.read(item) for item in cast("list[object]", value))
        for position, word in enumerate(words):
            if word in words[:position]:
                raise Unfit("repeated-word", f"{word} stands twice; expected {self.expected}")
        for word in self.required:
            if word not in words:
                raise Unfit("missing-word", f"{word} is missing; expected {self.expected}")
        return words if self.order_counts else tuple(word for word in self.words if word in words)

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


def _setting(default: Any, setting: Setting) -> Any:
    return attrs.field(default=default, metadata={"setting": setting})


def _integer(default: int, low: int, high: int, excluded: tuple[int, ...] = ()) -> Any:
    return _setting(default, Integer(low, high, excluded))


def _flag(default: bool) -> Any:
    return _setting(default, Flag())


def _word(default: StrEnum) -> Any:
    return _setting(default, OneWord(type(default)))


def _words(
    words: type[StrEnum], default: tuple[StrEnum, ...], required: tuple[StrEnum, ...] = (), order_counts: bool = False
) -> Any:
    return _setting(default, Words(words, required, order_counts))


# ---------------------------------------------------------------------------------------- the groups


@frozen
class DealRules:
    """`deal`: how many cards lie where at the start (rules 3)."""

    reserve: int = _integer(13, 0, 20)
    reserve_top: ReserveTop = _word(ReserveTop.FACE_UP)
    houses: int = _integer(4, 1, 6)
    waste: int = _integer(0, 0, 1)


@frozen
class StartRules:
    """`start`: who starts (rules 3)."""

    by: StartBy = _word(StartBy.LOWEST_RESERVE)
    ace: Ace = _word(Ace.LOW)
    ties: tuple[Tie, ...] = _words(Tie, (Tie.HOUSES,), order_counts=True)


@frozen
class HouseRules:
    """`houses`: how houses are built (rules 5)."""

    build: Build = _word(Build.ALTERNATING_COLOURS)
    groups: Groups = _word(Groups.SINGLE)
    empty: EmptyHouse = _word(EmptyHouse.ANY)


@frozen
class LoadRules:
    """`load`: loading the opponent's piles (rules 5)."""

    onto: tuple[LoadOnto, ...] = _words(LoadOnto, (LoadOnto.RESERVE, LoadOnto.WASTE))
    from_: tuple[LoadFrom, ...] = _words(LoadFrom, (LoadFrom.RESERVE, LoadFrom.HAND, LoadFrom.HOUSES))
    match: LoadMatch = _word(LoadMatch.SAME_SUIT)
    wrap: bool = _flag(False)


@frozen
class WasteRules:
    """`waste`: what the own waste may do (rules 4, 5, 7)."""

    play: WastePlay = _word(WastePlay.NEVER)
    recycle: Recycle = _word(Recycle.ON_DRAW)
    accepts: tuple[WasteAccepts, ...] = _words(WasteAccepts, (WasteAccepts.HAND,), required=(WasteAccepts.HAND,))


@frozen
class HandRules:
    """`hand`: the turned card (rules 5)."""

    exclusive: bool = _flag(False)


@frozen
class DutyRules:
    """`duties`: what must come before what (rules 6)."""

    foundation: FoundationDuty = _word(FoundationDuty.ALL)
    reserve_first: bool = _flag(True)
    fill: FillDuty = _word(FillDuty.BEFORE_DRAW)
    reserve: PlaceDuty = _word(PlaceDuty.NONE)
    hand: PlaceDuty = _word(PlaceDuty.NONE)


@frozen
class StopRules:
    """`stop`: which duties may be broken and called, and the price (rules 8)."""

    calls: tuple[Duty, ...] = _words(Duty, (Duty.RESERVE_TO_FOUNDATION, Duty.FOUNDATION, Duty.FILL))
    by: StopBy = _word(StopBy.OPPONENT)
    window: StopWindow = _word(StopWindow.NEXT_ACTION)
    rewind: bool = _flag(True)
    missed_play: MissedPlay = _word(MissedPlay.OFFENDER)
    turned_card: TurnedCard = _word(TurnedCard.WASTE)
    false_call: FalseCall = _word(FalseCall.LOSE_TURN)


@frozen
class TurnRules:
    """`turn`: the loop guard (rules 5)."""

    repeat_layout: bool = _flag(False)


@frozen
class EndRules:
    """`end`: how a deal ends (rules 9)."""

    win: Win = _word(Win.ALL)
    idle_cycles: int = _integer(1, 0, 10)
    repetitions: int = _integer(3, 0, 10, excluded=(1,))
    barren_turns: int = _integer(100, 0, 10_000)
    max_turns: int = _integer(0, 0, 100_000)
    agreement: bool = _flag(False)


@frozen
class ScoringRules:
    """`scoring`: what a deal is worth (rules 10)."""

    win: int = _integer(30, 0, 1000)
    hand: int = _integer(1, 0, 1000)
    waste: int = _integer(1, 0, 1000)
    reserve: int = _integer(2, 0, 1000)
    stalemate: Stalemate = _word(Stalemate.DIFFERENCE)


@frozen
class MatchRules:
    """`match`: deals added up (rules 10)."""

    target: int = _integer(300, 0, 1_000_000)
    next_start: NextStart = _word(NextStart.COMPARE)


@frozen
class Rules:
    """The rules of one variant: every setting. A `Rules` that exists is valid.

    Made by `load_rules` from a variant, or by `Rules.from_mapping` from plain data. The settings are
    attributes by their YAML names; `load.from` is `load.from_`, since `from` is a Python keyword.

    >>> rules = Rules.from_mapping({"deal": {"reserve": 11}})
    >>> rules.deal.reserve, rules.deal.houses
    (11, 4)
    """

    deal: DealRules = Factory(DealRules)
    start: StartRules = Factory(StartRules)
    houses: HouseRules = Factory(HouseRules)
    load: LoadRules = Factory(LoadRules)
    waste: WasteRules = Factory(WasteRules)
    hand: HandRules = Factory(HandRules)
    opponent_reserve: OpponentReserve = _word(OpponentReserve.NONE)
    duties: DutyRules = Factory(DutyRules)
    stop: StopRules = Factory(StopRules)
    turn: TurnRules = Factory(TurnRules)
    end: EndRules = Factory(EndRules)
    scoring: ScoringRules = Factory(ScoringRules)
    match: MatchRules = Factory(MatchRules)

    def __attrs_post_init__(self) -> None:
        """Refuse what is not valid, however the value was made.

        Raises:
            VariantError: A setting has a value it does not allow, or two settings exclude each other.
        """
        problems = list(_problems_of_values(self)) or list(problems_of_combinations(self))
        if problems:
            raise VariantError(problems)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Rules:
        """The defaults with these settings over them; groups may be given in part.

        Args:
            mapping: Plain data with keys as in YAML: `{"deal": {"reserve": 11}}`.

        Raises:
            VariantError: Unknown keys, wrong values or combinations that exclude each other: all of them.
        """
        values, problems = read_settings(mapping)
        if problems:
            raise VariantError(problems)
        return rules_from_settings(values)

    def to_mapping(self) -> dict[str, Any]:
        """Every setting as plain data: dict, list, str, int and bool, with keys as in YAML."""
        return _nested((path, setting.plain(value_at(self, path))) for path, setting in SETTINGS.items())

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that name these rules: equal digests, equal rules.

        SHA-256 of the canonical JSON (sorted keys, no spaces) of what differs from the defaults.
        """
        differing = _nested(
            (path, setting.plain(value_at(self, path)))
            for path, setting in SETTINGS.items()
            if value_at(self, path) != DEFAULTS[path]
        )
        text = json.dumps(differing, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


# ------------------------------------------------------------------------------------- all the settings


def _key(name: str) -> str:
    """The YAML key of an attribute: `from_` is `from`."""
    return name.removesuffix("_")


def _group_class(field: attrs.Attribute[Any]) -> type[attrs.AttrsInstance]:
    """The class of a group of settings: what the default of its field in `Rules` makes."""
    return cast("type[attrs.AttrsInstance]", cast("Any", field.default).factory)


def _settings() -> Iterator[tuple[str, Setting, object, tuple[str, ...]]]:
    """Path, setting, default and attribute names of every setting, in the table's order."""
    for group in attrs.fields(Rules):
        if "setting" in group.metadata:
            yield group.name, group.metadata["setting"], group.default, (group.name,)
            continue
        for item in attrs.fields(_group_class(group)):
            path = f"{group.name}.{_key(item.name)}"
            yield path, item.metadata["setting"], item.default, (group.name, item.name)


SETTINGS: dict[str, Setting] = {path: setting for path, setting, _, _ in _settings()}
"""What each setting allows, by its path (`deal.reserve`), in the order of the table of settings."""

DEFAULTS: dict[str, object] = {path: default for path, _, default, _ in _settings()}
"""The value of each setting in the variant `crapette`."""

_ATTRIBUTES: dict[str, tuple[str, ...]] = {path: names for path, _, _, names in _settings()}

GROUPS: dict[str, tuple[str, ...]] = {}
"""The keys of each group of settings, in order; `opponent_reserve`, which has no group, is not in it."""
for _path in SETTINGS:
    _group, _dot, _name = _path.partition(".")
    if _dot:
        GROUPS[_group] = (*GROUPS.get(_group, ()), _name)

TOP_LEVEL_KEYS: tuple[str, ...] = tuple(_key(item.name) for item in attrs.fields(Rules))
"""The keys that may stand at the top of a variant's `rules`."""


def value_at(rules: Rules, path: str) -> Any:
    """The value of the setting with this path, as Python keeps it."""
    value: Any = rules
    for name in _ATTRIBUTES[path]:
        value = getattr(value, name)
    return value


def _nested(items: Iterable[tuple[str, object]]) -> dict[str, Any]:
    """Paths with dots as nested dicts."""
    nested: dict[str, Any] = {}
    for path, value in items:
        group, dot, name = path.partition(".")
        if dot:
            nested.setdefault(group, {})[name] = value
        else:
            nested[group] = value
    return nested


def _problems_of_values(rules: Rules) -> Iterator[Problem]:
    for path, setting in SETTINGS.items():
        value = value_at(rules, path)
        try:
            if setting.read(value) != value:
                yield Problem("wrong-order", path, f"the words must stand in the table's order: {setting.expected}")
        except Unfit as unfit:
            yield Problem(unfit.code, path, unfit.text)


def problems_of_combinations(rules: Rules) -> Iterator[Problem]:
    """The settings of these rules that exclude each other, each with the path to change first."""
    if rules.start.by is not StartBy.CUT:
        if rules.deal.reserve == 0:
            yield Problem(
                "start-needs-reserve",
                "start.by",
                f"{rules.start.by} needs a reserve, but deal.reserve is 0: expected cut",
            )
        elif rules.deal.reserve_top is ReserveTop.FACE_DOWN:
            yield Problem(
                "start-needs-face-up",
                "start.by",
                f"{rules.start.by} needs an open reserve card, but deal.reserve_top is face-down: expected cut",
            )
    if rules.end.win is Win.RESERVE:
        if rules.deal.reserve == 0:
            yield Problem(
                "win-needs-reserve", "end.win", "reserve needs a reserve, but deal.reserve is 0: expected all"
            )
        if WasteAccepts.RESERVE in rules.waste.accepts:
            yield Problem(
                "win-by-laying-away",
                "end.win",
                "a reserve that may be laid on the waste (waste.accepts) wins nothing: expected all",
            )
    scores = (rules.scoring.win, rules.scoring.hand, rules.scoring.waste, rules.scoring.reserve)
    if rules.match.target > 0 and not any(scores):
        yield Problem(
            "match-without-points",
            "match.target",
            f"{rules.match.target} can't be reached while scoring gives no points: expected 0",
        )


def read_settings(mapping: Mapping[str, object]) -> tuple[dict[str, Any], list[Problem]]:
    """The settings in plain data by path, as Python keeps them, and every problem found on the way."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []

    def read(path: str, value: object) -> None:
        try:
            values[path] = SETTINGS[path].read(value)
        except Unfit as unfit:
            problems.append(Problem(unfit.code, path, unfit.text))

    def unknown(path: str, key: object, known: Iterable[str]) -> None:
        known = tuple(known)
        hint = did_you_mean(key, known) if isinstance(key, str) else ""
        problems.append(
            Problem("unknown-key", path, f"there is no setting {_shown(key)}{hint}; expected {one_of(known)}")
        )

    def read_group(group: str, value: object) -> None:
        if not isinstance(value, Mapping):
            problems.append(
                Problem("wrong-type", group, f"{_shown(value)} is not a mapping; expected {one_of(GROUPS[group])}")
            )
            return
        for key, item in cast("Mapping[object, object]", value).items():
            if isinstance(key, str) and f"{group}.{key}" in SETTINGS:
                read(f"{group}.{key}", item)
            else:
                unknown(f"{group}.{_short(key)}", key, GROUPS[group])

    for key, value in cast("Mapping[object, object]", mapping).items():
        if isinstance(key, str) and key in GROUPS:
            read_group(key, value)
        elif isinstance(key, str) and key in SETTINGS and "." not in key:
            read(key, value)
        else:
            unknown(_short(key), key, TOP_LEVEL_KEYS)
    return values, problems


def _short(key: object) -> str:
    """A key somebody made up, fit for a path in a message."""
    return quoted(key)[1:-1] if isinstance(key, str) else _shown(key)


def rules_from_settings(values: Mapping[str, Any]) -> Rules:
    """The defaults with these values over them, which are as Python keeps them, by path.

    Raises:
        VariantError: Settings that exclude each other.
    """
    groups: dict[str, dict[str, Any]] = {}
    alone: dict[str, Any] = {}
    for path, value in values.items():
        names = _ATTRIBUTES[path]
        if len(names) == 1:
            alone[names[0]] = value
        else:
            groups.setdefault(names[0], {})[names[1]] = value
    fields = attrs.fields_dict(Rules)
    built: dict[str, Any] = {group: _group_class(fields[group])(**items) for group, items in groups.items()}
    return Rules(**built, **alone)
