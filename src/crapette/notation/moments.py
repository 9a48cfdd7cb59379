"""States and views as messages: how they are told, and how they are read and checked.

`state_note` and `view_note` tell a value; `state_of` and `view_of` make it again, where it is one that the rules allow.
What follows from the rest (`legal`, `score`) is told for clients that do not know the rules. When it is read, it is
worked out anew and must agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from attrs import evolve

from crapette.actions import CANONICAL_ORDER, FLIP, Action
from crapette.cards import BLANK_RANK, BLANKS, Card
from crapette.engine.duties import may_fulfil
from crapette.engine.ending import stalemate, win
from crapette.engine.possible import obstacle
from crapette.engine.setup import filled, problems_of_piles, unnamed
from crapette.engine.stop import breach_by
from crapette.engine.view import View
from crapette.faults import Fault, KeyPath
from crapette.notation.memory import Unfolding, difference, moves_between, piles_of, turn_after
from crapette.notation.messages import (
    STATE_FORMAT,
    VIEW_FORMAT,
    BeforeNote,
    BreachNote,
    CourseNote,
    MomentNote,
    StateNote,
    TableNote,
    TurnNote,
    ViewNote,
)
from crapette.notation.shapes import faults_of
from crapette.rulebook import Rulebook, compile_rules
from crapette.rules import Duty, FalseCall
from crapette.settings import Unfit
from crapette.state import NO_CALLS, Breach, Call, Calls, Course, Moment, Outcome, Reason, Remedy, State, Turn
from crapette.table import (
    FACE_DOWN,
    FOUNDATIONS,
    GROUND,
    HAND,
    HOUSES,
    OTHER_PACK,
    RESERVE,
    TURNED,
    WASTE,
    Table,
    build,
    move,
)

# ------------------------------------------------------------------------------------------------- writing


def state_note(state: State) -> StateNote:
    """What a message with this state says."""
    return StateNote(format=STATE_FORMAT, unseen=state.unseen, **_told_of(state, ALL_SHOWN))


def view_note(view: View) -> ViewNote:
    """What a message with this view says."""
    return ViewNote(
        format=VIEW_FORMAT,
        memory=view.memory,
        legal=view.legal,
        score=view.score,
        **_told_of(view, _with_blanks(view.unseen)),
    )


ALL_SHOWN = bytes(range(256))
"""Translates each card to itself."""


def _with_blanks(unseen: bytes) -> bytes:
    """Translates each card to itself, but those that are not shown to blanks."""
    return bytes.maketrans(unseen, bytes([BLANKS[card // OTHER_PACK].code for card in unseen]))


def _told_of(moment: Moment, shown: bytes) -> dict[str, Any]:
    """What is told of states and of views; `shown` translates each card to what is shown of it."""
    table, calls = moment.table, moment.calls
    piles = piles_of(table)
    turned = piles[TURNED[moment.mover]]
    return {
        "rules": moment.rules,
        "starter": moment.starter,
        "reserves": tuple([(piles[FACE_DOWN[player]] + piles[RESERVE[player]]).translate(shown) for player in (0, 1)]),
        "face_down": tuple([len(piles[FACE_DOWN[player]]) for player in (0, 1)]),
        "hands": tuple([piles[HAND[player]].translate(shown) for player in (0, 1)]),
        "wastes": tuple([piles[WASTE[player]] for player in (0, 1)]),
        "turned": turned[0] if turned else None,
        "houses": tuple([piles[house] for house in HOUSES[: 2 * moment.rules.deal.houses]]),
        "foundations": tuple([piles[foundation] for foundation in FOUNDATIONS]),
        "outcome": moment.course.outcome,
        "window": calls.window,
        "last_call": calls.last,
        "skips": calls.skips,
        "breach": calls.breach and _breach_note(calls.breach, moment, piles, shown),
        **_course_told(moment.turn, moment.course, table, piles),
    }


def _course_told(turn: Turn, course: Course, table: Table, piles: Mapping[int, bytes]) -> dict[str, Any]:
    tables: list[TableNote] = []
    for player, earlier in reversed(course.tables):
        before = piles_of(earlier)
        tables.append(TableNote(player, difference(before, piles)))
        piles = before
    return {
        "mover": course.mover,
        "turn_number": course.turn_number,
        "turn": TurnNote(turn.progress, turn.founded, turn.offered, moves_between(turn, table)),
        "idle": course.idle,
        "barren": course.barren,
        "unseen_at_start": course.unseen,
        "tables": tuple(reversed(tables)),
        "offer": course.offer,
    }


def _breach_note(breach: Breach, moment: Moment, piles: Mapping[int, bytes], shown: bytes) -> BreachNote:
    note = None
    if breach.before is not None:
        state = breach.before
        before = piles_of(state.table)
        note = BeforeNote(
            piles=difference(before, piles),
            seen_since=bytes([card for card in state.unseen if card not in moment.unseen]),
            **_course_told(state.turn, state.course, state.table, before),
        )
    return BreachNote(breach.duty, breach.action, breach.plays, breach.cards.translate(shown), note)


# ------------------------------------------------------------------------------------------------- reading


class _Checks:
    """The faults found so far; each part of a message is read as far as what it rests on is sound."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def refuse(self, code: str, path: KeyPath, text: str) -> None:
        """Notes a fault."""
        self.faults.append(Fault(code, path, text))

    def part(self, path: KeyPath, read: Callable[..., Any], *given: Any) -> Any:
        """What a part is read as; None, and its faults noted, if it is not sound."""
        try:
            return read(*given)
        except Unfit as unfit:
            self.faults += [evolve(fault, path=path + fault.path) for fault in unfit.faults]
            return None

    def stop_at_faults(self) -> None:
        """Raises the faults, if there are any."""
        if self.faults:
            raise Unfit(*self.faults)


def state_of(note: StateNote) -> State:
    """The state that a message tells.

    Raises:
        Unfit: There is none that the rules allow.
    """
    book = compile_rules(note.rules)
    piles = _checked_piles(note, book)
    checks = _Checks()
    _check_unseen(checks, "unseen", note.unseen, piles)
    checks.stop_at_faults()
    table, unseen = build(piles), bytes(sorted(note.unseen))
    turn, course = _course_of(note, book, table, unseen, note.starter, note.outcome)
    return State(table, unseen, turn, course, _calls_of(note, table, unseen, turn, course, ALL_SHOWN))


def view_of(note: ViewNote) -> View:
    """The view that a message tells.

    Raises:
        Unfit: There is none that the rules allow.
    """
    book = compile_rules(note.rules)
    piles = _checked_piles(note, book, note.memory)
    table, unseen = build(filled(piles)), b"".join(unnamed(piles))
    turn, course = _course_of(note, book, table, unseen, note.starter, note.outcome, remembers=note.memory)
    checks = _Checks()
    if note.breach is not None and book.false_call is not FalseCall.FORBIDDEN:
        checks.refuse("offence-told", ("breach",), "a view keeps quiet about offences under these rules: expected null")
    if not note.memory and course.tables:
        checks.refuse("tables-told", ("tables",), "a view of what lies face up now remembers no tables: expected none")
    if not note.memory and course.unseen != len(unseen):
        checks.refuse("wrong-unseen", ("unseen_at_start",), f"expected {len(unseen)}, as many as there are blanks")
    checks.stop_at_faults()
    calls = _calls_of(note, table, unseen, turn, course, _with_blanks(unseen) if note.memory else None)
    view = View(table, unseen, turn, course, calls, memory=note.memory)
    for name, derived in (("legal", view.legal), ("score", view.score)):
        if getattr(note, name) != derived:
            checks.refuse(f"wrong-{name}", (name,), "it does not follow from the rest: expected what the rules say")
    checks.stop_at_faults()
    return view


# ---------------------------------------------------------------------------------------- what lies there


def _checked_piles(note: StateNote | ViewNote, book: Rulebook, memory: bool | None = None) -> dict[int, bytes]:
    """The piles of the table, which are sound; of a view, with blanks."""
    checks = _Checks()
    if len(note.houses) != 2 * book.rules.deal.houses:
        text = f"there are {2 * book.rules.deal.houses} houses under these rules, not {len(note.houses)}"
        checks.refuse("wrong-length", ("houses",), text)
    piles = dict(zip(HOUSES, note.houses, strict=False))
    piles |= zip(FOUNDATIONS, note.foundations, strict=True)
    for player, (reserve, down) in enumerate(zip(note.reserves, note.face_down, strict=True)):
        if down > len(reserve):
            text = f"of a reserve of {len(reserve)} cards {down} can't lie face down"
            checks.refuse("too-many-face-down", ("face_down", player), text)
        piles[FACE_DOWN[player]], piles[RESERVE[player]] = reserve[:down], reserve[down:]
        piles[HAND[player]], piles[WASTE[player]] = note.hands[player], note.wastes[player]
    if note.turned is not None:
        piles[TURNED[note.mover]] = bytes([note.turned])
    checks.faults += faults_of(problems_of_piles(book, piles, note.mover, memory=memory))
    checks.stop_at_faults()
    return piles


def _check_unseen(checks: _Checks, name: str, cards: bytes, piles: Mapping[int, bytes]) -> None:
    """Refuses cards that can't be unseen: each is one that lies face down with the player who dealt it."""
    if len(set(cards)) < len(cards):
        checks.refuse("doubled-card", (name,), "a card stands there twice")
        return
    down = [piles[FACE_DOWN[player]] + piles[HAND[player]] for player in (0, 1)]
    for at, card in enumerate(cards):
        if card not in down[card // OTHER_PACK]:
            text = f"{Card.of_code(card)} did not lie face down with the player who dealt it, so it had been seen"
            checks.refuse("not-unseen", (name, at), text)


# ---------------------------------------------------------------------------------------- what is remembered


def _course_of(
    note: CourseNote,
    book: Rulebook,
    table: Table,
    unseen: bytes,
    starter: int,
    outcome: Outcome | None = None,
    *,
    remembers: bool = True,
) -> tuple[Turn, Course]:
    """The turn and the course of the deal, which are sound; earlier tables may not be remembered."""
    checks = _Checks()
    started = Turn(note.turn.progress, note.turn.founded, note.turn.offered)
    turn = checks.part(("turn", "moved"), turn_after, started, note.turn.moved, book, table, note.mover)
    tables = checks.part(("tables",), _tables_of, note.tables, book, table, unseen)
    _check_counts(checks, note, book, unseen)
    checks.stop_at_faults()
    course = Course(
        book,
        note.mover,
        starter,
        note.turn_number,
        note.idle,
        note.barren,
        note.unseen_at_start,
        tables,
        note.offer,
        outcome,
    )
    _check_outcome(checks, table, turn, course, remembers=remembers)
    checks.stop_at_faults()
    return turn, course


def _tables_of(
    notes: tuple[TableNote, ...], book: Rulebook, table: Table, unseen: bytes
) -> tuple[tuple[int, Table], ...]:
    """The tables that are remembered."""
    if notes and not book.repetitions:
        raise Unfit(Fault("needless-tables", (), "tables may be repeated under these rules: expected none"))
    unfolding = Unfolding(book, table, unseen)
    tables: list[tuple[int, Table]] = []
    equal: dict[Table, Table] = {}
    checks = _Checks()
    for number, note in reversed(list(enumerate(notes))):
        checks.part((number, "piles"), unfolding.go_back, note.piles, note.player)
        checks.stop_at_faults()
        stood = unfolding.table
        if any(stood[place] < GROUND for place in TURNED):
            raise Unfit(Fault("turned-cards", (number, "piles"), "no card is turned when a turn begins"))
        tables.append((note.player, equal.setdefault(stood, stood)))
    return tuple(reversed(tables))


def _check_counts(checks: _Checks, note: CourseNote, book: Rulebook, unseen: bytes) -> None:
    for name, turns in (("idle", note.idle), ("barren", note.barren)):
        if turns >= note.turn_number:
            checks.refuse("too-many-turns", (name,), f"only {note.turn_number - 1} turns came before this one")
    if len(note.tables) > note.barren + 1:
        text = f"no more than {note.barren + 1} turns have begun since a card went to a foundation"
        checks.refuse("too-many-tables", ("tables",), text)
    if note.unseen_at_start < len(unseen):
        text = f"{len(unseen)} cards have not been seen: when the turn began there were as many at least"
        checks.refuse("wrong-unseen", ("unseen_at_start",), text)
    if note.turn.founded and not note.turn.progress:
        checks.refuse(
            "no-progress", ("turn", "progress"), "a turn in which a card is founded is not idle: expected true"
        )
    if note.offer is not None and not book.agreement:
        checks.refuse("no-agreement", ("offer",), "no draw is agreed on under these rules: expected null")
    if note.turn.offered and not book.agreement:
        checks.refuse("no-agreement", ("turn", "offered"), "no draw is agreed on under these rules: expected false")


def _check_outcome(checks: _Checks, table: Table, turn: Turn, course: Course, *, remembers: bool) -> None:
    """Refuses an outcome that can't be, and none of a deal that must be over."""
    book, stated = course.book, course.outcome
    right = win(book, table, course.mover) or _stalemate(table, turn, course)
    if stated == right or (stated and stated.winner is None and _may_be(stated.reason, right, course, remembers)):
        return
    says = f"it is over, {right.reason}" if right else "the deal goes on"
    checks.refuse("wrong-outcome", ("outcome",), f"by the cards and the counts {says}")


def _may_be(reason: Reason, right: Outcome | None, course: Course, remembers: bool) -> bool:
    """Whether a deal may be a stalemate for a reason that cards and counts do not show."""
    match reason:
        case Reason.AGREEMENT:
            return right is None and course.book.agreement and course.offer is None
        case Reason.REPETITION:  # it comes before what else cards and counts may show
            is_later = right is None or right.reason in (Reason.BARREN, Reason.TURN_LIMIT)
            return is_later and not remembers and course.book.repetitions > 0
        case _:
            return False


def _stalemate(table: Table, turn: Turn, course: Course) -> Outcome | None:
    """The stalemate that stood when the turn under way began."""
    mover = course.mover
    if turn.progress:  # the cards then are not known, but who makes a stalemate makes no progress
        course = replace(course, idle=0)
    elif table[TURNED[mover]] < GROUND:
        table = move(table, TURNED[mover], WASTE[mover])
    return stalemate(table, course)


# -------------------------------------------------------------------------------------------------- calls


def _calls_of(note: MomentNote, table: Table, unseen: bytes, turn: Turn, course: Course, shown: bytes | None) -> Calls:
    """What is remembered of calls, which is sound.

    Args:
        note: The message.
        table: The table now.
        unseen: The cards that have not been seen by now.
        turn: The turn under way.
        course: The course of the deal.
        shown: Translates each card to what is shown of it; None where no card is remembered.
    """
    checks = _Checks()
    book, is_over = course.book, course.outcome is not None
    if note.window is not None:
        if is_over or not book.opens_windows:
            checks.refuse("no-window", ("window",), "nobody may call now under these rules: expected null")
        elif note.window == course.mover and (
            turn != Turn(offered=turn.offered) or table[TURNED[course.mover]] < GROUND or course.turn_number == 1
        ):
            checks.refuse("no-window", ("window",), "the mover has acted since the other player's last action")
    if True in note.skips and (is_over or not book.opens_windows or book.false_call is not FalseCall.LOSE_TURN):
        checks.refuse("needless-skip", ("skips",), "no turn is to be skipped: expected false for both")
    if note.last_call is not None:
        if note.window is not None:
            checks.refuse("no-window", ("window",), "a call closes the window: expected null")
        checks.part(("last_call",), _check_call, note.last_call, book)
    breach: Breach | None = None
    if note.breach is not None and note.window is None:
        checks.refuse("no-window", ("breach",), "where nobody may call, no offence is remembered: expected null")
    elif note.breach is not None and note.window is not None:
        offender = 1 - note.window
        breach = checks.part(("breach",), _breach_of, note.breach, offender, table, unseen, course, shown)
    checks.stop_at_faults()
    return Calls(note.window, breach, note.skips, note.last_call)


def _check_call(call: Call, book: Rulebook) -> None:
    """Refuses a call that can't have been made, or that can't have led to this."""
    checks = _Checks()
    remedy = call.remedy
    if not book.has_calls or (call.caller is None) is book.opens_windows:
        checks.refuse("wrong-caller", ("caller",), "nobody calls like this under these rules")
    if call.upheld:
        _check_offence(checks, book, call.duty, call.action, call.plays)
        offenders = (0, 1) if call.caller is None else (1 - call.caller,)
        is_right = (
            remedy.player in offenders
            and remedy.rewound is book.rewinds
            and (remedy.play is None or (book.makes_missed_play and remedy.play in call.plays))
            and remedy.turned_card in (None, book.turned_card_goes_to)
            and not remedy.skips_turn
        )
    else:
        if call.caller is None or book.false_call is FalseCall.FORBIDDEN:
            checks.refuse("wrong-call", ("upheld",), "there are no false calls under these rules")
        if (call.duty, call.action, call.plays) != (None, None, ()):
            checks.refuse("wrong-call", ("duty",), "a false call tells of no offence: expected null, null and no plays")
        costs = book.false_call is FalseCall.LOSE_TURN
        is_right = remedy == (Remedy(call.caller, skips_turn=True) if costs else Remedy())
    if not is_right:
        checks.refuse("wrong-remedy", ("remedy",), "the call can't have brought this about under these rules")
    checks.stop_at_faults()


def _check_offence(
    checks: _Checks, book: Rulebook, duty: Duty | None, action: Action | None, plays: tuple[Action, ...]
) -> None:
    """Refuses what can't be an offence, whatever lies on the table."""
    if duty is None or duty not in book.callable_duties:
        checks.refuse("no-such-duty", ("duty",), "no offence against it can be called under these rules")
        return
    if action is None or action.kind not in book.gates[duty]:
        checks.refuse("no-offence", ("action",), f"it can't break the duty {duty}")
    in_order = sorted({*plays}, key=CANONICAL_ORDER.__getitem__)
    if not plays or list(plays) != in_order or not all(may_fulfil(duty, play) for play in plays):
        text = f"expected the plays that would have fulfilled the duty {duty}, in canonical order"
        checks.refuse("wrong-plays", ("plays",), text)


def _breach_of(
    note: BreachNote, offender: int, table: Table, unseen: bytes, course: Course, shown: bytes | None
) -> Breach:
    """The offence that counts in the window, which is sound."""
    checks = _Checks()
    _check_offence(checks, course.book, note.duty, note.action, note.plays)
    if shown is None and note.cards:
        checks.refuse("cards-told", ("cards",), "a view of what lies face up now remembers no cards: expected none")
    if (note.before is not None) is not (course.book.rewinds and shown is not None):
        text = "it is told if an offence is taken back under these rules, but not in a view of what lies face up now"
        checks.refuse("wrong-before", ("before",), text)
    checks.stop_at_faults()
    if note.before is None:
        cards = b"" if shown is None else _cards_missed(note, table[FACE_DOWN[offender]], shown)
        return Breach(note.duty, note.action, note.plays, cards, None)
    before = checks.part(("before",), _state_before, note.before, offender, table, unseen, course)
    checks.stop_at_faults()
    breach = breach_by(before, note.action) if obstacle(before, note.action) is None else None
    if breach is None or (breach.duty, breach.plays) != (note.duty, note.plays):
        raise Unfit(Fault("no-offence", ("action",), "in the state before, it was no such offence"))
    if breach.cards.translate(shown) != note.cards:
        raise Unfit(Fault("wrong-cards", ("cards",), "they are not those that the plays would have moved"))
    return breach


def _cards_missed(note: BreachNote, face_down: int, shown: bytes) -> bytes:
    """The cards that the missed plays would have moved; `flip` would have turned up the one that is face down."""
    cards = bytes(
        [
            face_down if play is FLIP and card == shown[face_down] else card
            for play, card in zip(note.plays, note.cards, strict=False)
        ]
    )
    if (
        len(note.cards) != len(note.plays)
        or cards.translate(shown) != note.cards
        or any(card & 15 == BLANK_RANK for card in cards)
    ):
        raise Unfit(Fault("wrong-cards", ("cards",), "expected the card that each of the plays would have moved"))
    return cards


def _state_before(note: BeforeNote, offender: int, table: Table, unseen: bytes, course: Course) -> State:
    """The state before an offence, which is sound."""
    checks = _Checks()
    if note.mover != offender:
        checks.refuse("wrong-mover", ("mover",), f"the offence was one of player {offender}")
    turn_number = course.turn_number - (course.mover != offender)
    if note.turn_number != turn_number:
        checks.refuse("wrong-turn", ("turn_number",), f"the offence was made in turn {turn_number}")
    before = checks.part(("piles",), Unfolding(course.book, table, unseen).go_back, note.piles, note.mover)
    checks.stop_at_faults()
    unseen_then = bytes(sorted(unseen + note.seen_since))
    _check_unseen(checks, "seen_since", note.seen_since, piles_of(before))
    if not set(unseen).isdisjoint(note.seen_since):
        checks.refuse("not-seen", ("seen_since",), "a card among them has not been seen by now")
    checks.stop_at_faults()
    turn, course_then = _course_of(note, course.book, before, unseen_then, course.starter)
    return State(before, unseen_then, turn, course_then, NO_CALLS)
