"""Every setting on which the texts of the game differ, typed, with its limits.

A `Rules` that exists is valid. Each setting is declared once, here: its type, its default (those of
the variant `crapette`), what it allows and what it is about; checking, reading, writing, the JSON
Schema and the reference all follow from that declaration.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any, cast

import attrs
from attrs import frozen

from crapette.cards import Word
from crapette.errors import Problem, VariantError
from crapette.faults import Fault, KeyPath, did_you_mean, one_of, path_text, shown
from crapette.settings import Flag, Integer, OneWord, Setting, Unfit, Words

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


# -------------------------------------------------------------------------- how a setting is declared


def _setting(about: str, default: Any, setting: Setting) -> Any:
    def kept(value: object) -> object:
        """The value as Python keeps it: a word from its text, a set in order; what does not fit, `Rules` refuses."""
        try:
            return cast("object", setting.read(value))
        except Unfit:
            return value

    return cast("Any", attrs.field(default=default, converter=kept, metadata={"setting": setting, "about": about}))


def _group(group: type[attrs.AttrsInstance], about: str) -> Any:
    return cast("Any", attrs.field(factory=group, metadata={"about": about}))


def _integer(about: str, default: int, low: int, high: int, excluded: tuple[int, ...] = ()) -> Any:
    return _setting(about, default, Integer(low, high, excluded))


def _flag(about: str, default: bool) -> Any:
    return _setting(about, default, Flag())


def _word(about: str, default: StrEnum) -> Any:
    return _setting(about, default, OneWord(type(default)))


def _words(
    about: str,
    words: type[StrEnum],
    default: tuple[StrEnum, ...],
    required: tuple[StrEnum, ...] = (),
    order_counts: bool = False,
) -> Any:
    return _setting(about, default, Words(words, required, order_counts))


# ---------------------------------------------------------------------------------------- the groups


@frozen
class DealRules:
    """The settings under `deal` (rules 3)."""

    reserve: int = _integer("How many cards each reserve is dealt (rules 3).", 13, 0, 20)
    reserve_top: ReserveTop = _word("How the reserve lies, and who turns its top up (rules 3).", ReserveTop.FACE_UP)
    houses: int = _integer("How many houses each player deals (rules 3).", 4, 1, 6)
    waste: int = _integer("How many cards each waste is dealt (rules 3).", 0, 0, 1)


@frozen
class StartRules:
    """The settings under `start` (rules 3)."""

    by: StartBy = _word("What decides who starts (rules 3).", StartBy.LOWEST_RESERVE)
    ace: Ace = _word("Whether an ace is low or high when the reserve tops are compared (rules 3).", Ace.LOW)
    ties: tuple[Tie, ...] = _words(
        "What breaks a tie of the reserve tops, one after the other; then the cut does (rules 3).",
        Tie,
        (Tie.HOUSES,),
        order_counts=True,
    )


@frozen
class HouseRules:
    """The settings under `houses` (rules 5)."""

    build: Build = _word(
        "What goes on a house: a rank lower, and of which colour or suit (rules 5).", Build.ALTERNATING_COLOURS
    )
    groups: Groups = _word("Whether only single cards move between houses, or runs too (rules 5).", Groups.SINGLE)
    empty: EmptyHouse = _word(
        "Whether an empty house is kept for the own reserve while there is one (rules 5).", EmptyHouse.ANY
    )


@frozen
class LoadRules:
    """The settings under `load` (rules 5)."""

    onto: tuple[LoadOnto, ...] = _words(
        "Which of the opponent's piles may be loaded; none: no loading (rules 5).",
        LoadOnto,
        (LoadOnto.RESERVE, LoadOnto.WASTE),
    )
    from_: tuple[LoadFrom, ...] = _words(
        "Where a loaded card may come from (rules 5).", LoadFrom, (LoadFrom.RESERVE, LoadFrom.HAND, LoadFrom.HOUSES)
    )
    match: LoadMatch = _word("Which card may be loaded onto which (rules 5).", LoadMatch.SAME_SUIT)
    wrap: bool = _flag("Whether ace and king are neighbours in loading (rules 5).", False)


@frozen
class WasteRules:
    """The settings under `waste` (rules 4, 5, 7)."""

    play: WastePlay = _word("When the top of the own waste may be played (rules 5).", WastePlay.NEVER)
    recycle: Recycle = _word("When the waste is turned over to become the hand (rules 7).", Recycle.ON_DRAW)
    accepts: tuple[WasteAccepts, ...] = _words(
        "Which cards may be laid on the own waste, which ends the turn (rules 4).",
        WasteAccepts,
        (WasteAccepts.HAND,),
        required=(WasteAccepts.HAND,),
    )


@frozen
class HandRules:
    """The settings under `hand` (rules 5)."""

    exclusive: bool = _flag("Whether a turned hand card must be placed before anything else is done (rules 5).", False)


@frozen
class DutyRules:
    """The settings under `duties` (rules 6)."""

    foundation: FoundationDuty = _word(
        "Which cards must go to a foundation when they can (rules 6).", FoundationDuty.ALL
    )
    reserve_first: bool = _flag("Whether the reserve card must go to a foundation before others do (rules 6).", True)
    fill: FillDuty = _word("When an empty house must be filled from the reserve (rules 6).", FillDuty.BEFORE_DRAW)
    reserve: PlaceDuty = _word(
        "Where a reserve card that fits must go before a hand card is turned (rules 6).", PlaceDuty.NONE
    )
    hand: PlaceDuty = _word("Where a turned card that fits must go and not be discarded (rules 6).", PlaceDuty.NONE)


@frozen
class StopRules:
    """The settings under `stop` (rules 8)."""

    calls: tuple[Duty, ...] = _words(
        "Which duties may be broken and called; the others are enforced (rules 6, 8).",
        Duty,
        (Duty.RESERVE_TO_FOUNDATION, Duty.FOUNDATION, Duty.FILL),
    )
    by: StopBy = _word("Who notices an offence (rules 8).", StopBy.OPPONENT)
    window: StopWindow = _word("How long an action may be called (rules 8).", StopWindow.NEXT_ACTION)
    rewind: bool = _flag("Whether an upheld call takes back the offending action and all since (rules 8).", True)
    missed_play: MissedPlay = _word(
        "Whether the missed play is made after an upheld call (rules 8).", MissedPlay.OFFENDER
    )
    turned_card: TurnedCard = _word("Where a turned card goes after an upheld call (rules 8).", TurnedCard.WASTE)
    false_call: FalseCall = _word("The price of a call without an offence (rules 8).", FalseCall.LOSE_TURN)


@frozen
class TurnRules:
    """The settings under `turn` (rules 5)."""

    repeat_layout: bool = _flag(
        "Whether house cards may be moved back to a layout that has stood this turn (rules 5).", False
    )


@frozen
class EndRules:
    """The settings under `end` (rules 9)."""

    win: Win = _word("What wins: having no cards left at all, or none in the reserve (rules 9).", Win.ALL)
    idle_cycles: int = _integer(
        "Stalemate after so many idle rounds through hand and waste; 0: never (rules 9).", 1, 0, 10
    )
    repetitions: int = _integer(
        "Stalemate when the same table stands for this time; 0: never (rules 9).", 3, 0, 10, excluded=(1,)
    )
    barren_turns: int = _integer(
        "Stalemate after so many turns in a row without a foundation play; 0: never (rules 9).", 100, 0, 10_000
    )
    max_turns: int = _integer("Stalemate after so many turns; 0: no limit (rules 9).", 0, 0, 100_000)
    agreement: bool = _flag("Whether the players may agree on a stalemate (rules 4, 9).", False)


@frozen
class ScoringRules:
    """The settings under `scoring` (rules 10)."""

    win: int = _integer("Points for a won deal (rules 10).", 30, 0, 1000)
    hand: int = _integer("Points for each card the loser has in hand (rules 10).", 1, 0, 1000)
    waste: int = _integer("Points for each card on the loser's waste (rules 10).", 1, 0, 1000)
    reserve: int = _integer("Points for each card in the loser's reserve (rules 10).", 2, 0, 1000)
    stalemate: Stalemate = _word("What a stalemate is worth (rules 10).", Stalemate.DIFFERENCE)


@frozen
class MatchRules:
    """The settings under `match` (rules 10)."""

    target: int = _integer("The points that win a match; 0: one deal is the match (rules 10).", 300, 0, 1_000_000)
    next_start: NextStart = _word("Who starts the next deal of a match (rules 10).", NextStart.COMPARE)


@frozen
class Rules:
    """The rules of one variant: every setting. A `Rules` that exists is valid.

    Made by `load_rules` from a variant, or by `Rules.from_mapping` from plain data. The settings are
    attributes by their YAML names; `load.from` is `load.from_`, since `from` is a Python keyword.

    >>> rules = Rules.from_mapping({"deal": {"reserve": 11}})
    >>> rules.deal.reserve, rules.deal.houses
    (11, 4)
    """

    deal: DealRules = _group(DealRules, "How many cards lie where at the start (rules 3).")
    start: StartRules = _group(StartRules, "Who starts (rules 3).")
    houses: HouseRules = _group(HouseRules, "How houses are built (rules 5).")
    load: LoadRules = _group(LoadRules, "Loading the opponent's piles (rules 5).")
    waste: WasteRules = _group(WasteRules, "What the own waste may do (rules 4, 5, 7).")
    hand: HandRules = _group(HandRules, "The turned card (rules 5).")
    opponent_reserve: OpponentReserve = _word(
        "What may be taken from the opponent's reserve, for a foundation (rules 5).", OpponentReserve.NONE
    )
    duties: DutyRules = _group(DutyRules, "What must come before what (rules 6).")
    stop: StopRules = _group(StopRules, "Which duties may be broken and called, and the price (rules 8).")
    turn: TurnRules = _group(TurnRules, "The loop guard (rules 5).")
    end: EndRules = _group(EndRules, "How a deal ends (rules 9).")
    scoring: ScoringRules = _group(ScoringRules, "What a deal is worth (rules 10).")
    match: MatchRules = _group(MatchRules, "Deals added up (rules 10).")

    def __attrs_post_init__(self) -> None:
        """Refuse what is not valid, however the value was made.

        Raises:
            VariantError: A setting has a value it does not allow, or two settings exclude each other.
        """
        values = {path: value_at(self, path) for path in SETTINGS}
        problems = list(_problems_of_values(values)) or [conflict.problem(values) for conflict in conflicts(values)]
        if problems:
            raise VariantError(problems)

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Rules:
        """The defaults with these settings over them; groups may be given in part.

        Args:
            mapping: Plain data with keys as in YAML: `{"deal": {"reserve": 11}}`.

        Raises:
            VariantError: Unknown keys, wrong values or combinations that exclude each other: all of them.

        >>> Rules.from_mapping({"deal": {"reserv": 11}})
        Traceback (most recent call last):
            ...
        crapette.errors.VariantError: deal.reserv: there is no setting 'reserv' (did you mean reserve?); \
expected reserve, reserve_top, houses or waste
        """
        values, faults = checked_settings(mapping)
        if faults:
            raise VariantError(Problem(fault.code, path_of_setting(fault.path), fault.text) for fault in faults)
        return rules_from_settings(values)

    def to_mapping(self) -> dict[str, Any]:
        """Every setting as plain data: dict, list, str, int and bool, with keys as in YAML.

        >>> Rules().to_mapping()["deal"]
        {'reserve': 13, 'reserve_top': 'face-up', 'houses': 4, 'waste': 0}
        """
        return nested((path, setting.plain(value_at(self, path))) for path, setting in SETTINGS.items())

    @property
    def digest(self) -> str:
        """16 hexadecimal digits that name these rules: equal digests, equal rules.

        SHA-256 of the canonical JSON (sorted keys, no spaces) of what differs from the defaults.
        """
        import json  # noqa: PLC0415 -- only digests need it, `import crapette` should not wait

        differing = nested(
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


def _settings() -> Iterator[tuple[str, attrs.Attribute[Any], tuple[str, ...]]]:
    """Path, field and attribute names of every setting, in the table's order."""
    for group in attrs.fields(Rules):
        if "setting" in group.metadata:
            yield group.name, group, (group.name,)
            continue
        for item in attrs.fields(_group_class(group)):
            yield f"{group.name}.{_key(item.name)}", item, (group.name, item.name)


SETTINGS: dict[str, Setting] = {path: field.metadata["setting"] for path, field, _ in _settings()}
"""What each setting allows, by its path (`deal.reserve`), in the order of the table of settings."""

DEFAULTS: dict[str, Any] = {path: field.default for path, field, _ in _settings()}
"""The value of each setting in the variant `crapette`."""

DESCRIPTIONS: dict[str, str] = {_key(field.name): field.metadata["about"] for field in attrs.fields(Rules)} | {
    path: field.metadata["about"] for path, field, _ in _settings()
}
"""A sentence on each group (`deal`) and each setting (`deal.reserve`), with its section of the rules."""

_ATTRIBUTES: dict[str, tuple[str, ...]] = {path: names for path, _, names in _settings()}

GROUPS: dict[str, tuple[str, ...]] = {
    _key(group.name): tuple(_key(item.name) for item in attrs.fields(_group_class(group)))
    for group in attrs.fields(Rules)
    if "setting" not in group.metadata
}
"""The keys of each group of settings, in order; `opponent_reserve`, which has no group, is not in it."""

TOP_LEVEL_KEYS: tuple[str, ...] = tuple(_key(item.name) for item in attrs.fields(Rules))
"""The keys that may stand at the top of a variant's `rules`."""


def value_at(rules: Rules, path: str) -> Any:
    """The value of the setting with this path, as Python keeps it."""
    value: Any = rules
    for name in _ATTRIBUTES[path]:
        value = getattr(value, name)
    return value


def nested(items: Iterable[tuple[str, object]]) -> dict[str, Any]:
    """Paths with dots as nested dicts.

    >>> nested([("deal.reserve", 11), ("opponent_reserve", "none")])
    {'deal': {'reserve': 11}, 'opponent_reserve': 'none'}
    """
    mapping: dict[str, Any] = {}
    for path, value in items:
        group, dot, name = path.partition(".")
        if dot:
            mapping.setdefault(group, {})[name] = value
        else:
            mapping[group] = value
    return mapping


def _problems_of_values(values: Mapping[str, Any]) -> Iterator[Problem]:
    for path, setting in SETTINGS.items():
        try:
            setting.read(values[path])
        except Unfit as unfit:
            for fault in unfit.faults:
                yield Problem(fault.code, path, fault.text)


# ------------------------------------------------------------------ settings that exclude each other (✗)


@frozen
class Conflict:
    """Values of several settings that exclude each other.

    Attributes:
        code: The code of the problem.
        settings: The paths of the settings, first the one to change.
        excluded: Whether the values of the settings, by path, exclude each other.
        text: What is wrong; `{}` stands for the value of the first setting.
        remedy: The value of the first setting that is right whatever the others are.
    """

    code: str
    settings: tuple[str, ...]
    excluded: Callable[[Mapping[str, Any]], bool]
    text: str
    remedy: int | StrEnum

    def problem(self, values: Mapping[str, Any]) -> Problem:
        """The problem that these values make."""
        path = self.settings[0]
        return Problem(self.code, path, f"{self.text.format(values[path])}: expected {self.remedy}")


_SCORES = ("scoring.win", "scoring.hand", "scoring.waste", "scoring.reserve")

CONFLICTS: tuple[Conflict, ...] = (
    Conflict(
        "start-needs-reserve",
        ("start.by", "deal.reserve"),
        lambda at: at["start.by"] is not StartBy.CUT and at["deal.reserve"] == 0,
        "{} needs a reserve, but deal.reserve is 0",
        StartBy.CUT,
    ),
    Conflict(
        "start-needs-face-up",
        ("start.by", "deal.reserve_top"),
        lambda at: at["start.by"] is not StartBy.CUT and at["deal.reserve_top"] is ReserveTop.FACE_DOWN,
        "{} needs an open reserve card, but deal.reserve_top is face-down",
        StartBy.CUT,
    ),
    Conflict(
        "win-needs-reserve",
        ("end.win", "deal.reserve"),
        lambda at: at["end.win"] is Win.RESERVE and at["deal.reserve"] == 0,
        "{} needs a reserve, but deal.reserve is 0",
        Win.ALL,
    ),
    Conflict(
        "win-by-laying-away",
        ("end.win", "waste.accepts"),
        lambda at: at["end.win"] is Win.RESERVE and WasteAccepts.RESERVE in at["waste.accepts"],
        "{} can't win where the reserve may be laid on the waste (waste.accepts)",
        Win.ALL,
    ),
    Conflict(
        "match-without-points",
        ("match.target", *_SCORES),
        lambda at: at["match.target"] > 0 and not any(at[path] for path in _SCORES),
        "{} can't be reached while scoring gives no points",
        0,
    ),
)
"""Every combination of settings that is not valid."""


def conflicts(values: Mapping[str, Any]) -> Iterator[Conflict]:
    """The conflicts among these values by path; those with a setting that is not among them are left out."""
    for conflict in CONFLICTS:
        if all(path in values for path in conflict.settings) and conflict.excluded(values):
            yield conflict


# ---------------------------------------------------------------------------------------- plain data


def read_settings(data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The settings in plain data by path, as Python keeps them, and every fault found on the way."""
    values: dict[str, Any] = {}
    faults: list[Fault] = []

    def items(path: tuple[str, ...], mapping: object, known: tuple[str, ...]) -> Iterator[tuple[str, object]]:
        """The entries with a known key."""
        if not isinstance(mapping, Mapping):
            text = f"{shown(mapping)} is not a mapping; expected some of {', '.join(known)}"
            faults.append(Fault("wrong-type", path, text))
            return
        for key, value in cast("Mapping[object, object]", mapping).items():
            if isinstance(key, str) and key in known:
                yield key, value
            else:
                hint = did_you_mean(key, known) if isinstance(key, str) else ""
                text = f"there is no setting {shown(key)}{hint}; expected {one_of(known)}"
                name = key if isinstance(key, str) else shown(key)
                faults.append(Fault("unknown-key", (*path, name), text, on_key=True))

    def read(path: tuple[str, ...], value: object) -> None:
        setting = ".".join(path)
        try:
            values[setting] = SETTINGS[setting].read(value)
        except Unfit as unfit:
            faults.extend(Fault(fault.code, path + fault.path, fault.text) for fault in unfit.faults)

    for key, value in items((), data, TOP_LEVEL_KEYS):
        if key in GROUPS:
            for name, item in items((key,), value, GROUPS[key]):
                read((key, name), item)
        else:
            read((key,), value)
    return values, faults


def checked_settings(data: object) -> tuple[dict[str, Any], list[Fault]]:
    """The settings in plain data, and all that is wrong with them over the defaults: also which exclude each other."""
    values, faults = read_settings(data)
    sure = certain(values, faults, DEFAULTS)
    problems = [conflict.problem(sure) for conflict in conflicts(sure)]
    return values, faults + [Fault(found.code, tuple(found.path.split(".")), found.text) for found in problems]


def path_of_setting(path: KeyPath) -> str:
    """The setting that a path in `rules` belongs to: `stop.calls`, also for an item of that list."""
    return path_text(tuple(part for part in path if isinstance(part, str)))


def certain(values: Mapping[str, Any], faults: Iterable[Fault], base: Mapping[str, Any]) -> dict[str, Any]:
    """What is sure in spite of the faults, so that no conflict is reported that is only their consequence.

    Args:
        values: The settings that could be read.
        faults: What could not.
        base: The settings where `values` has none.
    """
    faults = tuple(faults)
    unsure = {path_of_setting(fault.path) for fault in faults}
    if any(fault.code == "unknown-key" for fault in faults):  # which may be any setting, misspelt
        base = {}
    return {
        path: value
        for path, value in {**base, **values}.items()
        if unsure.isdisjoint(("", path.partition(".")[0], path))
    }


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
