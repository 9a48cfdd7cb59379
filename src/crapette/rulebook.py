"""The rules compiled once, so that the engine looks up and never asks for a setting by name.

A rulebook is made when cards are dealt or a state is read, and every state carries it. It is its
rules: rulebooks are compared, hashed and pickled as the `Rules` they were made from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from crapette.actions import ACTIONS, Kind
from crapette.cards import CARDS, RANKS, SUITS, Suit
from crapette.rules import (
    Build,
    Duty,
    EmptyHouse,
    FalseCall,
    FillDuty,
    FoundationDuty,
    Groups,
    LoadFrom,
    LoadMatch,
    LoadOnto,
    MissedPlay,
    OpponentReserve,
    PlaceDuty,
    Recycle,
    ReserveTop,
    Rules,
    StopBy,
    StopWindow,
    TurnedCard,
    WasteAccepts,
    WastePlay,
    Win,
)
from crapette.table import FACE, FOUNDATIONS, GROUND, HOUSES, MOST_HOUSES, NO_PILE, OTHER_PACK, RESERVE, TURNED, WASTE

NO_CLASS: Final = 0xFD
ANY_CLASS: Final = 0xFE
CLOSED_CLASS: Final = 0xFF
"""What an ace accepts, what an empty house accepts, and the class of what is no card."""

WANTED: Final[bytes] = bytes(
    [
        FACE[top] + 1 if top < GROUND else FOUNDATIONS.index(top) // 2 << 4 | 1 if top in FOUNDATIONS else GROUND
        for top in range(256)
    ]
)
"""Translates a foundation's top to the face that goes on it; on a king, to a face that no card has."""


EVERYTHING: Final[frozenset[Kind]] = frozenset([action.kind for action in ACTIONS if not action.is_said])
"""What may offend against a duty: all that is not just said."""
_BEFORE_DRAW: Final[frozenset[Kind]] = frozenset({Kind.DRAW, Kind.PASS, Kind.LAY})

# ------------------------------------------------------------------- which card goes on which (rules 5)


def _colour_and_rank(suit: Suit, rank: int) -> int:
    return rank << 1 | suit.is_red


def _suit_and_rank(suit: Suit, rank: int) -> int:
    return SUITS.index(suit) << 4 | rank


_CLASS_OF: Final[dict[Build, Callable[[Suit, int], int]]] = {
    Build.ALTERNATING_COLOURS: _colour_and_rank,
    Build.SAME_SUIT: _suit_and_rank,
}


def _translation(value: Callable[[Suit, int], int], of_ground: int) -> bytes:
    """A table for `bytes.translate`: the value of each card by its code, and what stands for no card."""
    values = {card.code: value(card.suit, card.rank) for card in CARDS if card.suit and card.rank}
    return bytes([values.get(code, of_ground) for code in range(256)])


def _accepted_class(build: Build) -> Callable[[Suit, int], int]:
    """The class of the card that goes on one: a rank below, of the other colour or of the same suit."""
    other_colour = {
        Suit.SPADES: Suit.HEARTS,
        Suit.HEARTS: Suit.SPADES,
        Suit.DIAMONDS: Suit.CLUBS,
        Suit.CLUBS: Suit.DIAMONDS,
    }

    def accepted(suit: Suit, rank: int) -> int:
        if rank == 1:
            return NO_CLASS
        return _CLASS_OF[build](suit if build is Build.SAME_SUIT else other_colour[suit], rank - 1)

    return accepted


_CLASSES: Final[dict[Build, bytes]] = {build: _translation(_CLASS_OF[build], CLOSED_CLASS) for build in Build}
_ACCEPTS: Final[dict[Build, bytes]] = {build: _translation(_accepted_class(build), ANY_CLASS) for build in Build}


def _loadable_onto(suit: Suit, rank: int, match: LoadMatch, wrap: bool) -> bytes:
    """The cards that may be loaded onto one of this suit and rank."""
    ranks = [rank - 1, rank + 1]
    if wrap:
        ranks = [(rank - 1) % len(RANKS) + 1 for rank in ranks]
    suits = [suit]
    if match is LoadMatch.ALTERNATING_COLOURS:
        suits = [other for other in SUITS if other.is_red is not suit.is_red]
    if match is LoadMatch.SAME_SUIT_OR_EQUAL:
        ranks.append(rank)
    faces = bytes([_suit_and_rank(suit, rank) for suit in suits for rank in ranks if 1 <= rank <= len(RANKS)])
    return faces + bytes([face ^ OTHER_PACK for face in faces])


def _loadable(match: LoadMatch, wrap: bool) -> tuple[bytes, ...]:
    onto = [b""] * 256
    for suit in SUITS:
        for rank in range(1, len(RANKS) + 1):
            face = _suit_and_rank(suit, rank)
            onto[face] = onto[face ^ OTHER_PACK] = _loadable_onto(suit, rank, match, wrap)
    return tuple(onto)


_LOADABLE: Final[dict[tuple[LoadMatch, bool], tuple[bytes, ...]]] = {
    (match, wrap): _loadable(match, wrap) for match in LoadMatch for wrap in (False, True)
}

_FOUNDING: Final = frozenset({Duty.RESERVE_TO_FOUNDATION, Duty.FOUNDATION})

_GATES: Final[dict[Duty, frozenset[Kind]]] = {
    Duty.RESERVE_TO_FOUNDATION: EVERYTHING,
    Duty.FOUNDATION: EVERYTHING,
    Duty.RESERVE: _BEFORE_DRAW,
    Duty.HAND: frozenset({Kind.DISCARD}),
}

_NOTHING_LOADABLE: Final[tuple[bytes, ...]] = (b"",) * 256


# --------------------------------------------------------------------------------------- the rulebook


@dataclass(frozen=True, slots=True, eq=False)
class Rulebook:
    """What the engine looks up, for one `Rules`."""

    rules: Rules

    houses: bytes
    """The numbers of the houses in use."""
    classes: bytes = field(repr=False)
    """Translates a card to its build class; what is no card to `CLOSED_CLASS`."""
    accepts: bytes = field(repr=False)
    """Translates a house's top to the class it accepts; an ace to `NO_CLASS`, no card to `ANY_CLASS`."""
    onto_reserve: tuple[bytes, ...] = field(repr=False)
    """For each top of the opponent's reserve, the cards that may be loaded onto it."""
    onto_waste: tuple[bytes, ...] = field(repr=False)
    """For each top of the opponent's waste, the cards that may be loaded onto it."""

    moves_runs: bool
    reserve_enters_first: bool
    guards_layouts: bool
    loads_onto_reserve: bool
    loads_onto_waste: bool
    loads_from: tuple[bool, ...]
    """Whether `R`, `H`, `W` and each house may load, in canonical order."""
    sources: tuple[bytes, ...] = field(repr=False)
    """The numbers of each player's sources while the waste is closed, in canonical order `R H W 1 … 2n`."""
    sources_and_waste: tuple[bytes, ...] = field(repr=False)
    """The same while the waste is open."""
    turned_only: tuple[bytes, ...] = field(repr=False)
    """The same while a turned card is the only source."""
    waste_play: WastePlay
    opens_waste: bool
    """Whether the waste is ever open."""
    turned_is_exclusive: bool
    takes_aces: bool
    lays_reserve: bool
    lays_houses: bool
    lays_more: bool
    """Whether anything but the turned card may be laid on the own waste."""
    flips: bool
    turns_up: bool
    recycles_at_start: bool

    reserve_first: bool
    has_founding_duty: bool
    founds_aces_only: bool
    placing_duties: tuple[Duty, ...]
    """The duties of ranks 3 to 5 that are on."""
    loading_duties: frozenset[Duty]
    """Those of ranks 4 and 5 that loads fulfil."""
    gates: Mapping[Duty, frozenset[Kind]] = field(repr=False)
    """What may not be done instead of fulfilling each duty that is on, while it is pending."""
    gated_by_filling: frozenset[Kind] = field(repr=False)
    """What the duty of rank 3 gates."""
    gated_by_placing: frozenset[Kind] = field(repr=False)
    """What the duties of ranks 4 and 5 gate."""

    strict_duties: frozenset[Duty]
    """The duties that are on and may not be broken."""
    enforces_founding: bool
    """Whether a duty of rank 1 or 2 is strict."""
    enforces_all_founding: bool
    """Whether nothing but a play to a foundation is legal where there is one."""
    enforces_filling: bool
    enforces_placing: bool
    """Whether a duty of rank 4 or 5 is strict."""

    callable_duties: frozenset[Duty]
    """The duties that are on and may be broken and called."""
    has_calls: bool
    opens_windows: bool
    """Whether the players call, and not the referee."""
    window_lasts_turn: bool
    rewinds: bool
    makes_missed_play: bool
    turned_card_goes_to: TurnedCard
    false_call: FalseCall

    agreement: bool
    wins_by_reserve: bool
    idle_cycles: int
    repetitions: int
    barren_turns: int
    max_turns: int

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Rulebook) and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[object, tuple[Rules]]:
        return compile_rules, (self.rules,)


def _sources(houses: bytes, closed: tuple[int, ...] = ()) -> tuple[bytes, ...]:
    """The numbers of the sources of each player, with `NO_PILE` for those that are closed."""
    own = [(RESERVE[player], TURNED[player], WASTE[player]) for player in (0, 1)]
    return tuple([bytes([NO_PILE if pile in closed else pile for pile in piles]) + houses for piles in own])


def compile_rules(rules: Rules) -> Rulebook:
    """The rulebook of these rules."""
    houses = bytes(HOUSES[: 2 * rules.deal.houses])
    load_from = rules.load.from_
    loads_from = (
        LoadFrom.RESERVE in load_from,
        LoadFrom.HAND in load_from,
        LoadFrom.WASTE in load_from,
        *[LoadFrom.HOUSES in load_from] * MOST_HOUSES,
    )
    duties = rules.duties
    loadable = _LOADABLE[rules.load.match, rules.load.wrap]
    founds = duties.foundation is not FoundationDuty.NONE
    duties_on = [
        duty
        for duty, on in (
            (Duty.RESERVE_TO_FOUNDATION, founds and duties.reserve_first),
            (Duty.FOUNDATION, founds),
            (Duty.FILL, duties.fill is not FillDuty.NEVER),
            (Duty.RESERVE, duties.reserve is not PlaceDuty.NONE),
            (Duty.HAND, duties.hand is not PlaceDuty.NONE),
        )
        if on
    ]
    fill_gates = EVERYTHING if duties.fill is FillDuty.AT_ONCE else _BEFORE_DRAW
    gates = {duty: fill_gates if duty is Duty.FILL else _GATES[duty] for duty in duties_on}
    nothing = frozenset[Kind]()
    stop = rules.stop
    strict = frozenset(duties_on).difference(stop.calls)
    return Rulebook(
        rules=rules,
        houses=houses,
        classes=_CLASSES[rules.houses.build],
        accepts=_ACCEPTS[rules.houses.build],
        onto_reserve=loadable if LoadOnto.RESERVE in rules.load.onto else _NOTHING_LOADABLE,
        onto_waste=loadable if LoadOnto.WASTE in rules.load.onto else _NOTHING_LOADABLE,
        moves_runs=rules.houses.groups is Groups.SEQUENCE,
        reserve_enters_first=rules.houses.empty is EmptyHouse.RESERVE_FIRST,
        guards_layouts=not rules.turn.repeat_layout,
        loads_onto_reserve=LoadOnto.RESERVE in rules.load.onto,
        loads_onto_waste=LoadOnto.WASTE in rules.load.onto,
        loads_from=loads_from,
        sources=_sources(houses, closed=WASTE),
        sources_and_waste=_sources(houses),
        turned_only=_sources(b"", closed=RESERVE + WASTE),
        waste_play=rules.waste.play,
        opens_waste=rules.waste.play is not WastePlay.NEVER,
        turned_is_exclusive=rules.hand.exclusive,
        takes_aces=rules.opponent_reserve is OpponentReserve.ACES,
        lays_reserve=WasteAccepts.RESERVE in rules.waste.accepts,
        lays_houses=WasteAccepts.HOUSES in rules.waste.accepts,
        lays_more=len(rules.waste.accepts) > 1,
        flips=rules.deal.reserve_top is ReserveTop.FACE_DOWN,
        turns_up=rules.deal.reserve_top is ReserveTop.FACE_UP,
        recycles_at_start=rules.waste.recycle is Recycle.TURN_START,
        reserve_first=duties.reserve_first,
        has_founding_duty=founds,
        founds_aces_only=duties.foundation is FoundationDuty.ACES,
        placing_duties=tuple([duty for duty in duties_on if duty not in _FOUNDING]),
        loading_duties=frozenset(
            [duty for duty, kept in ((Duty.RESERVE, duties.reserve), (Duty.HAND, duties.hand)) if kept is PlaceDuty.ANY]
        ),
        gates=MappingProxyType(gates),
        gated_by_filling=gates.get(Duty.FILL, nothing),
        gated_by_placing=gates.get(Duty.RESERVE, nothing) | gates.get(Duty.HAND, nothing),
        strict_duties=strict,
        enforces_founding=not strict.isdisjoint(_FOUNDING),
        enforces_all_founding=Duty.FOUNDATION in strict and duties.foundation is FoundationDuty.ALL,
        enforces_filling=Duty.FILL in strict,
        enforces_placing=not strict.isdisjoint({Duty.RESERVE, Duty.HAND}),
        callable_duties=frozenset(duties_on).intersection(stop.calls),
        has_calls=bool(stop.calls),
        opens_windows=bool(stop.calls) and stop.by is StopBy.OPPONENT,
        window_lasts_turn=stop.window is StopWindow.TURN,
        rewinds=stop.rewind,
        makes_missed_play=stop.missed_play is MissedPlay.OFFENDER,
        turned_card_goes_to=stop.turned_card,
        false_call=stop.false_call,
        agreement=rules.end.agreement,
        wins_by_reserve=rules.end.win is Win.RESERVE,
        idle_cycles=rules.end.idle_cycles,
        repetitions=rules.end.repetitions,
        barren_turns=rules.end.barren_turns,
        max_turns=rules.end.max_turns,
    )
