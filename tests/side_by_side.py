"""A deal in the library and in the reference side by side: acted on alike, and compared in all that both tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from crapette import (
    Card,
    DealError,
    IllegalAction,
    Record,
    Rules,
    Score,
    State,
    View,
    apply,
    deal,
    deal_from,
    distinct_moves,
    legal_moves,
    observe,
    offences,
    outcome,
    position,
    score,
    why_not,
)
from crapette.actions import ACTIONS
from crapette.cards import BLANKS, CARDS
from crapette.rules import DEFAULTS, SETTINGS, value_at
from crapette.state import Call, Moment
from tests.made_up import late_position
from tests.positions import state_of
from tests.reference import dealing, knowledge, moves, scoring
from tests.reference.acting import act
from tests.reference.deal import Call as ReferenceCall
from tests.reference.deal import Deal, Remedy
from tests.reference.duties import offences as reference_offences
from tests.reference.table import Pile, Table

NAMES = {card: str(card) for card in (*CARDS, *BLANKS)}
ALL_ACTIONS = [*map(str, ACTIONS)]


class DifferenceError(Exception):
    """Library and reference disagree."""


# ------------------------------------------------------------------------------- both sides as plain values


def texts(cards: Iterable[Card]) -> Pile:
    return [NAMES[card] for card in cards]


def text(value: object) -> str | None:
    return None if value is None else str(value)


def table_of(moment: Moment) -> Table:
    """The library's table as the reference has it."""
    return Table(
        [*map(texts, moment.reserves)],
        [*moment.face_down],
        [*map(texts, moment.hands)],
        [*map(texts, moment.wastes)],
        [*map(texts, moment.houses)],
        [*map(texts, moment.foundations)],
        text(moment.turned),
    )


def call_of(call: Call | None) -> ReferenceCall | None:
    """The library's call as the reference has it."""
    if call is None:
        return None
    told = call.remedy
    remedy = Remedy(
        told.player,
        told.rewound,
        text(told.play),
        text(told.turned_card),
        told.ends_turn,
        told.forgives_skip,
        told.skips_turn,
    )
    return ReferenceCall(call.caller, call.upheld, text(call.duty), text(call.action), [*map(str, call.plays)], remedy)


def told_by_library(moment: State | View) -> dict[str, Any]:
    if isinstance(moment, View):
        legal, ended, worth = moment.legal, moment.outcome, moment.score
    else:
        legal, ended, worth = (legal_moves(moment, 0), legal_moves(moment, 1)), outcome(moment), score(moment)
    return {
        **vars(table_of(moment)),
        "mover": moment.mover,
        "starter": moment.starter,
        "turn_number": moment.turn_number,
        "seen": {*texts(moment.seen)},
        "idle": moment.course.idle,
        "barren": moment.course.barren,
        "progress": moment.turn.progress,
        "founded": moment.turn.founded,
        "offered": moment.turn.offered,
        "skips": {player for player in (0, 1) if moment.calls.skips[player]},
        "window": moment.window,
        "offer": moment.offer,
        "last_call": call_of(moment.last_call),
        "outcome": ended and (ended.winner, str(ended.reason)),
        "score": worth,
        "legal": [[*map(str, legal[player])] for player in (0, 1)],
        "distinct": [[*map(str, distinct_moves(moment, player))] for player in (0, 1)],
    }


def told_by_reference(deal: Deal) -> dict[str, Any]:
    legal = [moves.legal(deal, player) for player in (0, 1)]
    return {
        **vars(deal.table),
        "mover": deal.mover,
        "starter": deal.starter,
        "turn_number": deal.turn_number,
        "seen": deal.seen,
        "idle": deal.idle,
        "barren": deal.barren,
        "progress": deal.progress,
        "founded": deal.founded,
        "offered": deal.offered,
        "skips": deal.skips if deal.outcome is None else set(),  # then no turn is left to be skipped
        "window": deal.window,
        "offer": deal.offer,
        "last_call": deal.last_call,
        "outcome": deal.outcome,
        "score": Score(scoring.points(deal), scoring.burdens(deal), deal.outcome is not None),
        "legal": legal,
        "distinct": [moves.distinct(deal, listed) for listed in legal],
    }


# ------------------------------------------------------------------------------------------- comparing


def compare(state: State, deal: Deal, *, every_action: bool = True) -> list[list[str]]:
    """The legal actions of both players; raises DifferenceError if library and reference tell anything differently."""
    told = told_by_reference(deal)
    legal: list[list[str]] = told["legal"]
    agree("state", told_by_library(state), told)
    for name, memory, shown in (
        ("memory view", True, knowledge.shown_by_memory(deal)),
        ("table view", False, knowledge.shown_by_table(deal)),
    ):
        seen = vars(knowledge.viewed(deal.table, shown))
        agree(name, told_by_library(observe(state, memory)), {**told, **seen, "seen": shown})
    broken = reference_offences(deal)
    agree("offences", {action: offences_of(state, action) for action in broken}, broken)
    if every_action:
        found = {action: offences_of(state, action) for action in ALL_ACTIONS}
        agree("offences", found, {action: broken.get(action, []) for action in ALL_ACTIONS})
        for player in (0, 1):
            asked = {action: why_not(state, action, player) is None for action in ALL_ACTIONS}
            agree(f"legal for {player}", asked, {action: action in legal[player] for action in ALL_ACTIONS})
    return legal


def offences_of(state: State, action: str) -> list[tuple[str, list[str], bool]]:
    return [(str(found.duty), [*map(str, found.plays)], found.callable) for found in offences(state, action)]


def agree(what: str, library: dict[str, Any], reference: dict[str, Any]) -> None:
    if library != reference:
        differing = [key for key in reference if library[key] != reference[key]]
        lines = [f"{what}: {key}\n  library    {library[key]}\n  reference  {reference[key]}" for key in differing]
        raise DifferenceError("\n".join(lines))


class Both:
    """One deal in both."""

    def __init__(self, state: State, deal: Deal, seed: int | None = None) -> None:
        self.first = state
        self.state = state
        self.deal = deal
        self.seed = seed
        self.made: list[tuple[int, str]] = []

    @classmethod
    def of_seed(cls, rules: Rules, seed: int) -> Both:
        """The deal of a seed, dealt by both."""
        return cls(deal(rules, seed), dealing.dealt(rules.to_mapping(), seed), seed)

    @classmethod
    def at(cls, text: str, rules: Rules) -> Both:
        """A position in both."""
        state = state_of(text, rules)
        return cls(state, dealing.begun(rules.to_mapping(), table_of(state), state.mover))

    @classmethod
    def late(cls, rules: Rules, rng: Random) -> Both:
        """A late position that is not over yet."""
        both = cls.at(late_position(rules, rng), rules)
        return both if outcome(both.state) is None else cls.late(rules, rng)

    def act(self, player: int, action: str) -> None:
        self.made.append((player, action))
        act(self.deal, player, action)
        self.state = apply(self.state, action, player)

    def how_to_see(self) -> Iterator[str]:
        """The rules, and what was played, up to and with the last action."""
        rules = self.state.rules
        other = {path: value_at(rules, path) for path in SETTINGS if value_at(rules, path) != DEFAULTS[path]}
        settings = [f"{path} {SETTINGS[path].plain(value)}" for path, value in other.items()]
        yield f"rules: {', '.join(settings) or 'the defaults'}"
        if self.seed is not None:
            yield record_of(rules, self.seed, [action for _, action in self.made])
        else:
            yield f"position: {position.dumps(self.first)}"
            yield f"played: {' '.join(f'{player}:{action}' for player, action in self.made)}"


def record_of(rules: Rules, seed: int, actions: list[str]) -> str:
    """The record of these actions, as far as the library plays them; what it refuses is told behind it."""
    record = Record.start(rules, seed=seed)
    for action in actions:
        try:
            record = record.append(action)
        except IllegalAction as error:
            return f"{record.dumps()}then {action}: {error}"
    return record.dumps()


def compare_from_packs(rules: Rules, seed: int) -> None:
    """The deal of given packs; or both need a starter, because it comes to a cut."""
    packs = dealing.shuffled_packs(seed)
    try:
        reference = dealing.dealt_from(rules.to_mapping(), packs)
    except ValueError:
        reference = None
    try:
        library = deal_from(rules, (" ".join(packs[0]), " ".join(packs[1])))
    except DealError:
        library = None
    if library is None or reference is None:
        agree("deal from packs", {"is none": library is None}, {"is none": reference is None})
    else:
        compare(library, reference, every_action=False)
