"""Messages: states, views, actions, records, matches and rules as JSON, and back.

The text of a value is canonical: keys sorted, no spaces, so that equal values have equal texts. Any other JSON text of
the same data is read as well. The page on messages in the documentation tells what each kind says.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from operator import itemgetter
from typing import Any, cast

from attrs import asdict, frozen

from crapette.actions import Action
from crapette.cards import cards_of, codes
from crapette.engine.view import View
from crapette.errors import DealError, NotationError, Problem
from crapette.faults import MAX_FAULTS, Fault, did_you_mean, one_of, path_text, shown
from crapette.knowledge import observe
from crapette.match import Match
from crapette.notation import position
from crapette.notation.messages import (
    ACTION_FORMAT,
    MATCH_FORMAT,
    MESSAGES,
    RECORD_FORMAT,
    RULES_FORMAT,
    STATE_FORMAT,
    VIEW_FORMAT,
    ActionNote,
    DealNote,
    MatchNote,
    MoveNote,
    RecordNote,
    RulesNote,
)
from crapette.notation.moments import state_note, state_of, view_note, view_of
from crapette.notation.plain import line_and_column, places, read_plain
from crapette.notation.record import Record
from crapette.notation.record_parts import DealRecord, Move
from crapette.notation.shapes import faults_of
from crapette.rules import Rules
from crapette.settings import Unfit
from crapette.state import State

Message = State | View | Action | Record | Match | Rules


def to_json(value: Message) -> str:
    """A value as JSON; equal values give equal texts.

    The text of a state holds everything, also what lies face down: it is for a server's own store. What clients may
    know is in that of a view.

    Args:
        value: A state, a view, an action, a record, a match or rules.

    Raises:
        TypeError: It is nothing of these.

    >>> to_json(Action.parse("R-F"))
    '{"action":"R-F","format":"crapette/action/1"}'
    """
    for format_, kind in _KINDS.items():
        if isinstance(value, kind.made):
            plain = MESSAGES[format_].plain(kind.note(value))
            return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    raise TypeError(f"a {type(value).__name__} is no message: expected {one_of(_NAMES)}")


def from_json(text: str) -> Message:
    """The value that a JSON text says, checked: a state is one that may be played on from.

    Args:
        text: The text, from anybody.

    Returns:
        The state, view, action, record, match or rules, as `format` in the text says.

    Raises:
        NotationError: The text is no JSON, or not what its format asks for, or the rules do not allow it; with all
            problems, each with its path, line and column.

    >>> from_json('{"format": "crapette/action/1", "action": "R-F"}')
    Action.parse('R-F')
    >>> from_json('{"format": "crapette/action/1", "action": "R-G"}')
    Traceback (most recent call last):
        ...
    crapette.errors.NotationError: 1:43: action: 'R-G' is not an action such as R-F, H-3, 3-7*4, draw or stop
    """
    data = read_plain(text)
    try:
        format_ = _format_of(data)
        value: Message = _KINDS[format_].value(MESSAGES[format_].read(data))
    except Unfit as unfit:
        raise _error(text, unfit.faults) from None
    return value


def _format_of(data: object) -> str:
    if not isinstance(data, dict):
        raise Unfit(Fault("wrong-type", (), f"{shown(data)} is not an object with a format"))
    format_ = cast("dict[str, object]", data).get("format")
    if not isinstance(format_, str) or format_ not in _KINDS:
        code = "missing-key" if format_ is None else "unknown-format"
        hint = did_you_mean(format_, _KINDS) if isinstance(format_, str) else ""
        raise Unfit(Fault(code, ("format",), f"{shown(format_)} is no format{hint}; expected {one_of(_KINDS)}"))
    return format_


def _error(text: str, faults: Iterable[Fault]) -> NotationError:
    """The error that tells all faults, in the order of the text."""
    told = list(faults)[:MAX_FAULTS]
    found = sorted(
        zip(places(text, [(fault.path, fault.on_key) for fault in told]), told, strict=True), key=itemgetter(0)
    )
    problems: list[Problem] = []
    for at, fault in found:
        place = line_and_column(text, at)
        problems.append(Problem(fault.code, path_text(fault.path), fault.text, None, place.line, place.column))
    return NotationError(text, found[0][0], "what the format asks for", problems)


# --------------------------------------------------------------------------------------------- the kinds


def _rules_of(note: RulesNote | RecordNote) -> Rules:
    if note.digest != note.rules.digest:
        text = f"{shown(note.digest)} is not the digest of these rules, {note.rules.digest}"
        raise Unfit(Fault("wrong-digest", ("digest",), text))
    return note.rules


def _match_of(note: MatchNote) -> Match:
    values = {key: value for key, value in asdict(note, recurse=False).items() if key != "format"}
    try:
        return Match(**values)
    except DealError as error:
        raise Unfit(*faults_of(error.problems)) from error


def _match_note(match: Match) -> MatchNote:
    return MatchNote(format=MATCH_FORMAT, **asdict(match, recurse=False))


def _record_note(record: Record) -> RecordNote:
    return RecordNote(
        format=RECORD_FORMAT,
        library=record.library,
        rules_version=record.rules_version,
        variant=record.variant,
        players=record.players,
        date=record.date,
        tags=record.tags,
        rules=record.rules,
        digest=record.rules.digest,
        deals=tuple([_deal_note(deal) for deal in record.deals]),
    )


def _deal_note(deal: DealRecord) -> DealNote:
    return DealNote(
        starter=deal.starter,
        seed=deal.seed,
        packs=None if deal.packs is None else (codes(deal.packs[0]), codes(deal.packs[1])),
        start=None if deal.start is None else position.dumps(deal.start),
        moves=tuple(
            [MoveNote(move.action, move.turn, codes(move.shown), move.comment, move.time) for move in deal.moves]
        ),
        result=deal.result,
    )


def _record_of(note: RecordNote) -> Record:
    rules = _rules_of(note)
    deals: list[DealRecord] = []
    faults: list[Fault] = []
    for number, deal in enumerate(note.deals):
        try:
            deals.append(_deal_of(deal, rules))
        except DealError as error:
            faults += [_moved(fault, number) for fault in faults_of(error.problems)]
        except NotationError as error:
            text = "; ".join(problem.text for problem in error.problems) or str(error)
            faults.append(Fault("bad-position", ("deals", number, "start"), text))
        if len(faults) >= MAX_FAULTS:
            break
    if faults:
        raise Unfit(*faults)
    try:
        return Record(
            rules,
            tuple(deals),
            rules_version=note.rules_version,
            library=note.library,
            variant=note.variant,
            players=note.players,
            date=note.date,
            tags=note.tags,
        )
    except DealError as error:
        raise Unfit(*faults_of(error.problems)) from error


def _moved(fault: Fault, number: int) -> Fault:
    """A fault of a deal, as seen from the record."""
    return Fault(fault.code, ("deals", number, *fault.path), fault.text)


def _deal_of(note: DealNote, rules: Rules) -> DealRecord:
    start = None if note.start is None else position.loads(note.start, rules)
    return DealRecord(
        starter=note.starter,
        seed=note.seed,
        packs=None if note.packs is None else (cards_of(note.packs[0]), cards_of(note.packs[1])),
        start=observe(start) if isinstance(start, State) else start,
        moves=tuple([_move_of(move) for move in note.moves]),
        result=note.result,
    )


def _move_of(note: MoveNote) -> Move:
    return Move(note.action, note.turn, shown=cards_of(note.shown), comment=note.comment, time=note.time)


@frozen
class _Kind:
    """A kind of message: what it is made of and back, once its fields are sound."""

    made: type[Any]
    note: Callable[[Any], Any]
    value: Callable[[Any], Any]


_KINDS: dict[str, _Kind] = {
    STATE_FORMAT: _Kind(State, state_note, state_of),
    VIEW_FORMAT: _Kind(View, view_note, view_of),
    ACTION_FORMAT: _Kind(Action, lambda action: ActionNote(ACTION_FORMAT, action), lambda note: note.action),
    RECORD_FORMAT: _Kind(Record, _record_note, _record_of),
    MATCH_FORMAT: _Kind(Match, _match_note, _match_of),
    RULES_FORMAT: _Kind(Rules, lambda rules: RulesNote(RULES_FORMAT, rules, rules.digest), _rules_of),
}
"""Every kind of message by its format."""

_NAMES = [kind.made.__name__ for kind in _KINDS.values()]
