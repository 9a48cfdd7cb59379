"""What the cards allow, whatever the duties say (rules 4, 5).

What goes on what is looked up in the rulebook, by the lists here and by the checks of a single action
alike, so that both always agree.
"""

from __future__ import annotations

from typing import NamedTuple

from crapette.actions import (
    CANONICAL_ORDER,
    DISCARD,
    DRAW,
    FLIP,
    LAY_FROM,
    LOADS_FROM,
    ON_A_FOUNDATION,
    PASS,
    RUNS_FROM,
    TAKE_ACE,
    TO_FOUNDATION_FROM,
    TO_HOUSE_FROM,
    Action,
    Kind,
)
from crapette.cards import FACE, OTHER_PACK
from crapette.engine.guard import recreates_layout
from crapette.rulebook import ANY_CLASS, WANTED, Rulebook
from crapette.rules import WastePlay
from crapette.state import State, Turn
from crapette.table import (
    FACE_DOWN,
    FIRST_HOUSE,
    FOUNDATION_TOPS,
    FOUNDATIONS,
    GROUND,
    HAND,
    HOUSES,
    MOST_HOUSES,
    RESERVE,
    TURNED,
    WASTE,
    Table,
    pile,
)

_FIRST_HOUSE_SOURCE = 3
"""Where the houses begin among the sources, behind `R`, `H` and `W`."""
_NOTHING = 0xFF
"""Stands among the open cards where there is none."""
_CLOSED = bytes([_NOTHING])


def is_waste_open(book: Rulebook, table: Table, player: int) -> bool:
    """Whether the player may play from the own waste (rules 5, sources)."""
    match book.waste_play:
        case WastePlay.NEVER:
            return False
        case WastePlay.RESERVE_EMPTY:
            return not has_reserve(table, player)
        case WastePlay.HAND_EMPTY:
            return table[HAND[player]] >= GROUND
        case WastePlay.ALWAYS:
            return True


def has_reserve(table: Table, player: int) -> bool:
    """Whether the player has reserve cards left, face up or face down."""
    return table[RESERVE[player]] < GROUND or table[FACE_DOWN[player]] < GROUND


def open_cards(book: Rulebook, table: Table, player: int) -> bytes:
    """The cards that the player may play, in canonical order `R H W 1 … 2n`; no card where there is none."""
    first = RESERVE[player]
    houses = table[book.houses]
    if book.waste_is_dead and not book.turned_is_exclusive:
        return table[first : first + 2] + _CLOSED + houses
    if must_place_turned(book, table, player):
        return _CLOSED + table[first + 1 : first + 2] + _CLOSED * (1 + len(houses))
    return (
        table[first : first + 2]
        + (table[first + 2 : first + 3] if is_waste_open(book, table, player) else _CLOSED)
        + houses
    )


# ------------------------------------------------------------------------------------- to a foundation


def fits_foundation(table: Table, card: int) -> bool:
    """Whether the card goes on one of its suit's foundations."""
    return FACE[card] in table[FOUNDATION_TOPS].translate(WANTED)


def foundation_for(table: Table, card: int) -> int:
    """The first of the card's two foundations that it fits, if it fits any."""
    first = FOUNDATIONS[FACE[card] >> 4 << 1]
    return first if WANTED[table[first]] == FACE[card] else first + 1


def foundation_plays(table: Table, cards: bytes) -> list[Action]:
    """The plays of these open cards to a foundation."""
    wanted = table[FOUNDATION_TOPS].translate(WANTED)
    faces = cards.translate(FACE)
    if faces.translate(None, wanted) == faces:
        return []
    return [TO_FOUNDATION_FROM[source] for source, face in enumerate(faces) if face in wanted]


def can_take_ace(book: Rulebook, table: Table, player: int) -> bool:
    """Whether the opponent's reserve shows an ace that the player may put on a foundation."""
    top = table[RESERVE[1 - player]]
    return book.takes_aces and FACE[top] & 0xF == 1 and not must_place_turned(book, table, player)


def must_place_turned(book: Rulebook, table: Table, player: int) -> bool:
    """Whether a turned card is the player's only source (rules 5)."""
    return book.turned_is_exclusive and table[TURNED[player]] < GROUND


# ------------------------------------------------------------------------------------------ to a house


def only_reserve_enters(book: Rulebook, table: Table, player: int) -> bool:
    """Whether an empty house takes nothing but the player's reserve card now."""
    return book.reserve_enters_first and has_reserve(table, player)


def house_plays(book: Rulebook, table: Table, player: int, cards: bytes, turn: Turn, count: int = 1) -> list[Action]:
    """The plays of these open cards to a house, in canonical order; runs too, where they move.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        cards: A card of each source, or no card, in canonical order.
        turn: What is remembered of the turn.
        count: How many cards move with each of these cards, itself included.
    """
    tops = table[book.houses]
    takes = tops.translate(book.accepts)
    by_card, by_house, places, pair_plays = _PAIRS[len(tops)]
    # A byte for each pair of a card and a house: where it is zero, the card goes to the house.
    key = (cards.translate(book.classes) + takes).ljust(256)
    apart = _number(by_card.translate(key)) ^ _number(by_house.translate(key))
    if not tops.isascii():  # a house is empty
        entering = cards.translate(_IS_CARD)
        if only_reserve_enters(book, table, player):
            entering = entering[:1].ljust(len(cards), b"\0")
        else:
            lying = cards[_FIRST_HOUSE_SOURCE:].translate(table)
            entering = entering[:_FIRST_HOUSE_SOURCE] + lying.translate(_IS_CARD)
        key = (entering + takes.translate(_IS_ANY)).ljust(256)
        apart &= ~(_number(by_card.translate(key)) & _number(by_house.translate(key)))
    fits = apart.to_bytes(len(places))
    guarded = _FIRST_HOUSE_SOURCE * len(tops) if book.guards_layouts else len(places)
    moved = turn.moved
    plays: list[Action] = []
    at = fits.find(0)
    while at >= 0:
        if at < guarded:
            plays.append(pair_plays[at])
        else:
            source, house = places[at]
            card, onto = cards[source], tops[house]
            suspect = card in moved or onto == table[card] ^ OTHER_PACK
            if not suspect or not recreates_layout(table, turn, card, onto):
                plays.append(pair_plays[at])
        at = fits.find(0, at + 1)
    return _with_runs(book, table, player, cards, turn, count, plays) if book.moves_runs else plays


_number = int.from_bytes
"""Takes a string of bytes as one large integer, the first byte highest."""


class _Pairs(NamedTuple):
    """All pairs of a source and a house, in canonical order."""

    by_card: bytes
    """For each pair, where its card stands in a key: the sources in canonical order, then the houses."""
    by_house: bytes
    """For each pair, where its house stands in a key."""
    places: tuple[tuple[int, int], ...]
    """For each pair, the places of the source and of the house among their like."""
    plays: tuple[Action, ...]


def _pairs(houses: int) -> _Pairs:
    sources = _FIRST_HOUSE_SOURCE + houses
    pairs = [(source, house) for source in range(sources) for house in range(houses)]
    return _Pairs(
        bytes([source for source, _ in pairs]),
        bytes([sources + house for _, house in pairs]),
        tuple(pairs),
        tuple([TO_HOUSE_FROM[source][house] for source, house in pairs]),
    )


_PAIRS = {houses: _pairs(houses) for houses in range(2, MOST_HOUSES + 1, 2)}
_CARDS_ONLY = bytes([number if number < GROUND else _NOTHING for number in range(256)])
_IS_CARD = bytes([0xFF if number < GROUND else 0 for number in range(256)])
_IS_ANY = bytes([0xFF if class_ == ANY_CLASS else 0 for class_ in range(256)])


def _with_runs(
    book: Rulebook, table: Table, player: int, cards: bytes, turn: Turn, count: int, plays: list[Action]
) -> list[Action]:
    """These plays of `count` cards as runs, and the longer runs with them."""
    if count > 1:
        plays = [RUNS_FROM[int(play.source or 0) - 1][int(play.target or 0) - 1][count - 2] for play in plays]
    beneath = cards[_FIRST_HOUSE_SOURCE:].translate(table).translate(_CARDS_ONLY)
    if min(beneath) == _NOTHING:
        return plays
    longer = house_plays(book, table, player, _CLOSED * _FIRST_HOUSE_SOURCE + beneath, turn, count + 1)
    return sorted(plays + longer, key=CANONICAL_ORDER.__getitem__)


def house_obstacle(
    book: Rulebook, table: Table, player: int, turn: Turn, source: int, card: int, target: int
) -> str | None:
    """Why an open card may not go to a house: the code of a refusal; None if it may.

    Args:
        book: The rulebook.
        table: The table.
        player: The player who makes the play.
        turn: What is remembered of the turn.
        source: The number of the pile where the card lies.
        card: The card; in a house, all that lies on it goes with it.
        target: The number of another pile, which is a house.
    """
    wanted = book.accepts[table[target]]
    from_house = source in HOUSES
    if wanted == ANY_CLASS:
        if source != RESERVE[player] and only_reserve_enters(book, table, player):
            return "reserve-first"
        if from_house and table[card] >= GROUND:
            return "lone-card"
    elif wanted != book.classes[card]:
        return "no-fit"
    if from_house and book.guards_layouts and recreates_layout(table, turn, card, table[target]):
        return "repeats-layout"
    return None


# ------------------------------------------------------------------------------- onto the other's piles


def load_obstacle(book: Rulebook, table: Table, source: int, card: int, target: int) -> str | None:
    """Why an open card may not be loaded onto a pile of the opponent: the code of a refusal; None if it may.

    Args:
        book: The rulebook.
        table: The table.
        source: The card's place among the sources, in canonical order.
        card: The card.
        target: The number of the pile.
    """
    onto, listed = (
        (book.onto_reserve, book.loads_onto_reserve) if target in RESERVE else (book.onto_waste, book.loads_onto_waste)
    )
    if not listed or not book.loads_from[source]:
        return "not-in-this-variant"
    if card in onto[table[target]]:
        return None
    return "face-down" if _obstacle_of_source(table, target) == "face-down" else "no-fit"


def load_plays(book: Rulebook, table: Table, player: int, cards: bytes) -> list[Action]:
    """The loads of these open cards, in canonical order."""
    on_reserve = book.onto_reserve[table[RESERVE[1 - player]]]
    on_waste = book.onto_waste[table[WASTE[1 - player]]]
    others = cards.translate(None, on_reserve + on_waste)
    if others == cards:
        return []
    plays: list[Action] = []
    for card in cards.translate(None, others):
        source = cards.index(card)
        if book.loads_from[source]:
            if card in on_reserve:
                plays.append(LOADS_FROM[source][0])
            if card in on_waste:
                plays.append(LOADS_FROM[source][1])
    return plays


# -------------------------------------------------------------------------------------------- the others


def other_actions(book: Rulebook, table: Table, player: int) -> list[Action]:
    """What is possible beside plays: laying, turning, drawing, discarding, passing; in canonical order."""
    flips = book.flips and can_flip(book, table, player)
    if table[TURNED[player]] < GROUND:
        return [FLIP, DISCARD] if flips else [DISCARD]
    actions: list[Action] = []
    if book.lays_reserve and table[RESERVE[player]] < GROUND:
        actions.append(LAY_FROM[0])
    if book.lays_houses:
        houses = table[book.houses]
        actions += [LAY_FROM[house] for house, top in enumerate(houses, start=1) if top < GROUND]
    if flips:
        actions.append(FLIP)
    actions.append(DRAW if can_draw(table, player) else PASS)
    return actions


def can_flip(book: Rulebook, table: Table, player: int) -> bool:
    """Whether the top of the own reserve lies face down and may be turned up."""
    return (
        book.flips
        and table[RESERVE[player]] >= GROUND
        and table[FACE_DOWN[player]] < GROUND
        and not must_place_turned(book, table, player)
    )


def can_draw(table: Table, player: int) -> bool:
    """Whether there is a hand card to turn up, once the waste is turned over if need be; no card is turned."""
    return table[HAND[player]] < GROUND or table[WASTE[player]] < GROUND


# --------------------------------------------------------------------------------------- a single action


def obstacle(state: State, action: Action) -> str | None:
    """Why the cards do not allow an action of the mover: the code of a refusal; None if they do, duties aside.

    Args:
        state: The state.
        action: An action that does something to the table.
    """
    book, table, player = state.course.book, state.table, state.course.mover
    turned = table[TURNED[player]] < GROUND
    match action.kind:
        case Kind.DRAW:
            return "already-turned" if turned else None if can_draw(table, player) else "no-card"
        case Kind.DISCARD:
            return None if turned else "nothing-turned"
        case Kind.PASS:
            return "turned-card-first" if turned else "can-still-draw" if can_draw(table, player) else None
        case Kind.FLIP:
            return _obstacle_of_flip(book, table, player)
        case Kind.LAY:
            return _obstacle_of_lay(book, table, player, action)
        case _:
            return _obstacle_of_play(state, action)


def _obstacle_of_lay(book: Rulebook, table: Table, player: int, action: Action) -> str | None:
    source, _ = action.piles[player]
    listed = book.lays_reserve if source in RESERVE else book.lays_houses
    if not listed or source in range(book.houses.stop, HOUSES.stop):
        return "not-in-this-variant"
    return "turned-card-first" if table[TURNED[player]] < GROUND else _obstacle_of_source(table, source)


def _obstacle_of_flip(book: Rulebook, table: Table, player: int) -> str | None:
    if not book.flips:
        return "not-in-this-variant"
    if not has_reserve(table, player):
        return "no-card"
    if table[RESERVE[player]] < GROUND:
        return "already-turned"
    return None if can_flip(book, table, player) else "turned-card-first"


def _obstacle_of_source(table: Table, source: int) -> str | None:
    if table[source] < GROUND:
        return None
    if source in TURNED:
        return "nothing-turned"
    if source in RESERVE and table[FACE_DOWN[RESERVE.index(source)]] < GROUND:
        return "face-down"
    return "no-card"


def _obstacle_of_play(state: State, action: Action) -> str | None:
    book, table, player = state.course.book, state.table, state.course.mover
    source, target = action.piles[player]
    unused = range(book.houses.stop, HOUSES.stop)
    if source in unused or target in unused or (action.kind is Kind.RUN and not book.moves_runs):
        return "not-in-this-variant"
    if action is TAKE_ACE and not book.takes_aces:
        return "not-in-this-variant"
    missing = _obstacle_of_source(table, source)
    if missing is not None:
        return missing
    if source != TURNED[player] and must_place_turned(book, table, player):
        return "turned-card-first"
    if action is TAKE_ACE:
        return None if can_take_ace(book, table, player) else "not-open"
    if source == WASTE[player] and not is_waste_open(book, table, player):
        return "not-open"
    cards = pile(table, source)
    if action.count > len(cards):
        return "no-card"
    if target == ON_A_FOUNDATION:
        return None if fits_foundation(table, table[source]) else "no-fit"
    if target in HOUSES:
        return house_obstacle(book, table, player, state.turn, source, cards[-action.count], target)
    place = source - FIRST_HOUSE + _FIRST_HOUSE_SOURCE if source in HOUSES else source - RESERVE[player]
    return load_obstacle(book, table, place, table[source], target)
