"""What is worth knowing about valid rules: deals that need not end, free calls, settings that change nothing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from attrs import frozen

from crapette.facts import can_call, can_load, cards_count, has_reserve, is_on, loaded_piles
from crapette.rules import (
    SETTINGS,
    EmptyHouse,
    FalseCall,
    FillDuty,
    FoundationDuty,
    LoadFrom,
    LoadOnto,
    OpponentReserve,
    PlaceDuty,
    Rules,
    Stalemate,
    StartBy,
    StopBy,
    WasteAccepts,
    WastePlay,
)


@frozen
class Note:
    """Something worth knowing about a variant that is no error.

    Attributes:
        code: A stable kebab-case word; its meaning never changes.
        path: The setting, such as `stop.rewind`.
        text: A sentence about it.
    """

    code: str
    path: str
    text: str


def notes_on(rules: Rules, settings: Collection[str] = tuple(SETTINGS)) -> tuple[Note, ...]:
    """The notes on these rules, in the order of the settings.

    `need-not-end`: a deal, or a turn, need not end. `calling-is-free`: a false call costs nothing.
    `idle-setting`: another setting makes this one, or a word in it, change nothing.

    Args:
        rules: Any rules.
        settings: The paths of the settings to look at for idle ones: those that somebody chose.

    >>> [note.path for note in notes_on(Rules.from_mapping({"start": {"by": "cut"}}), ["start.by", "start.ties"])]
    ['start.ties']
    """
    notes = [*_warnings(rules), *(note for note in _idle_settings(rules) if note.path in settings)]
    order = list(SETTINGS)
    return tuple(sorted(notes, key=lambda note: order.index(note.path)))


def _warnings(rules: Rules) -> Iterator[Note]:
    if rules.turn.repeat_layout:
        yield Note(
            "need-not-end", "turn.repeat_layout", "a turn need not end: house cards may be shifted to and fro for ever"
        )
    if rules.end.barren_turns == 0 and rules.end.max_turns == 0:
        yield Note(
            "need-not-end",
            "end.barren_turns",
            "a deal need not end: this and end.max_turns are 0, so nothing bounds it",
        )
    if rules.stop.calls and rules.stop.by is StopBy.OPPONENT and rules.stop.false_call is FalseCall.NONE:
        yield Note(
            "calling-is-free", "stop.false_call", "a false call costs nothing, so one may call after every action"
        )


# ---------------------------------------------------------------------------------------- idle settings


def _no_reserve(rules: Rules) -> bool:
    return not has_reserve(rules)


def _refereed(rules: Rules) -> bool:
    return can_call(rules) and rules.stop.by is StopBy.REFEREE


_NO_RESERVE = "deal.reserve is 0"
_NO_LOADING = "nothing can be loaded"

_IDLE: tuple[tuple[str, Callable[[Rules], bool], str], ...] = (
    ("deal.reserve_top", _no_reserve, _NO_RESERVE),
    ("start.ace", lambda rules: rules.start.by is StartBy.CUT, "start.by is cut"),
    ("start.ties", lambda rules: bool(rules.start.ties) and rules.start.by is StartBy.CUT, "start.by is cut"),
    (
        "houses.empty",
        lambda rules: rules.houses.empty is EmptyHouse.RESERVE_FIRST and _no_reserve(rules),
        _NO_RESERVE,
    ),
    ("load.onto", lambda rules: bool(rules.load.onto) and not rules.load.from_, "load.from is empty"),
    (
        "load.onto",
        lambda rules: bool(loaded_piles(rules)) and bool(rules.load.from_) and not can_load(rules),
        "nothing that load.from names can be played",
    ),
    ("load.from", lambda rules: bool(rules.load.from_) and not can_load(rules), _NO_LOADING),
    ("load.match", lambda rules: not can_load(rules), _NO_LOADING),
    ("load.wrap", lambda rules: rules.load.wrap and not can_load(rules), _NO_LOADING),
    (
        "opponent_reserve",
        lambda rules: rules.opponent_reserve is OpponentReserve.ACES and _no_reserve(rules),
        _NO_RESERVE,
    ),
    (
        "duties.reserve_first",
        lambda rules: rules.duties.reserve_first and rules.duties.foundation is FoundationDuty.NONE,
        "duties.foundation is none",
    ),
    ("duties.reserve_first", lambda rules: rules.duties.reserve_first and _no_reserve(rules), _NO_RESERVE),
    ("duties.fill", lambda rules: rules.duties.fill is not FillDuty.NEVER and _no_reserve(rules), _NO_RESERVE),
    ("duties.reserve", lambda rules: rules.duties.reserve is not PlaceDuty.NONE and _no_reserve(rules), _NO_RESERVE),
    *(
        (f"stop.{name}", lambda rules: not can_call(rules), "no duty can be called")
        for name in ("by", "window", "rewind", "missed_play", "turned_card", "false_call")
    ),
    ("stop.window", _refereed, "stop.by is referee"),
    ("stop.false_call", _refereed, "stop.by is referee"),
    (
        "end.barren_turns",
        lambda rules: rules.end.barren_turns > rules.end.max_turns > 0,
        "end.max_turns ends the deal before",
    ),
    ("scoring.reserve", lambda rules: rules.scoring.reserve > 0 and _no_reserve(rules), _NO_RESERVE),
    (
        "scoring.stalemate",
        lambda rules: rules.scoring.stalemate is Stalemate.DIFFERENCE and not cards_count(rules),
        "no card counts",
    ),
    ("match.next_start", lambda rules: rules.match.target == 0, "match.target is 0"),
)
"""Settings that change nothing, when, and why. One that is off or empty claims nothing, so it is not named."""


def _idle_words(rules: Rules) -> Iterator[tuple[str, str, str]]:
    """Words of lists that change nothing: the setting, the word and why."""
    if _no_reserve(rules):
        for path, words, word in (
            ("load.onto", rules.load.onto, LoadOnto.RESERVE),
            ("load.from", rules.load.from_, LoadFrom.RESERVE),
            ("waste.accepts", rules.waste.accepts, WasteAccepts.RESERVE),
        ):
            if word in words:
                yield path, word, _NO_RESERVE
    if can_load(rules) and LoadFrom.WASTE in rules.load.from_ and rules.waste.play is WastePlay.NEVER:
        yield "load.from", LoadFrom.WASTE, "waste.play is never"
    for duty in rules.stop.calls:
        if not is_on(rules, duty):
            yield "stop.calls", duty, "this duty is off"


def _idle_settings(rules: Rules) -> Iterator[Note]:
    for path, is_idle, why in _IDLE:
        if is_idle(rules):
            yield Note("idle-setting", path, f"this changes nothing, since {why}")
    for path, word, why in _idle_words(rules):
        yield Note("idle-setting", path, f"{word} changes nothing here, since {why}")
