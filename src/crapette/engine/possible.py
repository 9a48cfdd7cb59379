"""What the cards allow, whatever the duties say (rules 4, 5).

What goes on what is looked up in the rulebook, by the lists here and by the checks of a single action
alike, so that both always agree.
"""

from __future__ import annotations

from typing import Final

from crapette.actions import (
    CANONICAL_ORDER,
    DISCARD,
    DRAW,
    FLIP,
    LAY_FROM,
    LOADS_FROM,
    ON_A_FOUNDATION,
    OWN_WASTE,
    PASS,
    RUNS_FROM,
    TAKE_ACE,
    TO_FOUNDATION_FROM,
    TO_HOUSE_FROM,
    Action,
)
from crapette.engine.guard import recreates_layout
from crapette.rulebook import ANY_CLASS, WANTED, Rulebook
from crapette.rules import WastePlay
from crapette.state import Moment, Turn
from crapette.table import (
    FACE,
    FACE_DOWN,
    FIRST_HOUSE,
    FOUNDATIONS,
    GROUND,
    HAND,
    HOUSES,
    MOST_HOUSES,
    OTHER_PACK,
    RESERVE,
    TURNED,
    WASTE,
    Table,
    nth_card,
    pile,
    size,
)

_FIRST_HOUSE_SOURCE: Final = 3
"""Where the houses begin among the sources, behind `R`, `H` and `W`."""
_FOUNDATIONS: Final = bytes(FOUNDATIONS)
_THEIRS: Final[tuple[tuple[int, int], ...]] = tuple([(RESERVE[1 - player], WASTE[1 - player]) for player in (0, 1)])
"""The piles that each player may load."""


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


def must_place_turned(book: Rulebook, table: Table, player: int) -> bool:
    """Whether a turned card is the player's only source (rules 5)."""
    return book.turned_is_exclusive and table[TURNED[player]] < GROUND


def open_cards(book: Rulebook, table: Table, player: int) -> bytes:
    """The cards that the player may play, in canonical order `R H W 1 … 2n`; no card where there is none."""
    sources = book.sources
    if must_place_turned(book, table, player):
        sources = book.turned_only
    elif book.opens_waste and is_waste_open(book, table, player):
        sources = book.sources_and_waste
    return sources[player].translate(table)


# ------------------------------------------------------------------------------------- to a foundation


def fits_foundation(table: Table, card: int) -> bool:
    """Whether the card goes on one of its suit's foundations."""
    return FACE[card] in _FOUNDATIONS.translate(table).translate(WANTED)


def foundation_plays(table: Table, cards: bytes) -> list[Action]:
    """The plays of these open cards to a foundation, in canonical order; taking the opponent's ace is none."""
    faces, wanted = cards.translate(FACE), _FOUNDATIONS.translate(table).translate(WANTED)
    if faces.translate(None, wanted) == faces:
        return []
    return [TO_FOUNDATION_FROM[source] for source, face in enumerate(faces) if face in wanted]


def foundation_for(table: Table, card: int) -> int:
    """The first of the card's two foundations that it fits, if it fits any."""
    first = FOUNDATIONS[FACE[card] >> 4 << 1]
    return first if WANTED[table[first]] == FACE[card] else first + 1


def can_take_ace(book: Rulebook, table: Table, player: int) -> bool:
    """Whether the opponent's reserve shows an ace that the player may put on a foundation."""
    top = table[RESERVE[1 - player]]
    return book.takes_aces and FACE[top] & 0xF == 1 and not must_place_turned(book, table, player)


# ------------------------------------------------------------------------------------------ to a house


def has_empty_house(book: Rulebook, table: Table) -> bool:
    """Whether a house is empty."""
    return not book.houses.translate(table).isascii()  # the codes of cards are ASCII, the numbers of piles are not


def enters_empty_house(table: Table, player: int, action: Action) -> bool:
    """Whether the player's action moves a card to an empty house."""
    target = action.piles[player][1]
    return target in HOUSES and table[target] >= GROUND


def only_reserve_enters(book: Rulebook, table: Table, player: int) -> bool:
    """Whether an empty house takes nothing but the player's reserve card now."""
    return book.reserve_enters_first and has_reserve(table, player)


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
    from_house = source in book.houses
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
    return "face-down" if _no_open_card(table, target) == "face-down" else "no-fit"


# -------------------------------------------------------------------------------------------- the others


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


# ------------------------------------------------------------------------------------------- the list


def possible_moves(
    book: Rulebook, table: Table, player: int, turn: Turn, *, stop_at_foundations: bool = False
) -> list[Action]:
    """What the cards allow the mover, in canonical order; never nothing.

    Programs that play many deals spend their time here, so whether anything goes anywhere is found out before
    anything is looked at one by one.

    Args:
        book: The rulebook.
        table: The table.
        player: The mover.
        turn: What is remembered of the turn.
        stop_at_foundations: Whether to list nothing else where a card goes to a foundation.
    """
    cards = open_cards(book, table, player)
    moves = foundation_plays(table, cards)
    if book.takes_aces and can_take_ace(book, table, player):
        moves.append(TAKE_ACE)
    if moves and stop_at_foundations and moves[0] is not TAKE_ACE:
        return moves

    tops = book.houses.translate(table)
    takes = tops.translate(book.accepts)
    entering = _entering(book, table, player, cards) if ANY_CLASS in takes else _NONE_ENTERS
    for source, class_ in enumerate(cards.translate(book.classes)):
        enters = entering[source]
        if enters or class_ in takes:
            card = cards[source]
            guarded = source >= _FIRST_HOUSE_SOURCE and book.guards_layouts
            suspect = guarded and card in turn.moved
            for house, accepted in enumerate(takes):
                if accepted == class_ or (enters and accepted == ANY_CLASS):
                    onto = tops[house]
                    asks = suspect or (guarded and onto == table[card] ^ OTHER_PACK)
                    if not asks or not recreates_layout(table, turn, card, onto):
                        moves.append(TO_HOUSE_FROM[source][house])
    if book.moves_runs and not must_place_turned(book, table, player):
        moves = sorted(moves + _runs(book, table, player, turn), key=CANONICAL_ORDER.__getitem__)

    reserve, waste = _THEIRS[player]
    on_reserve, on_waste = book.onto_reserve[table[reserve]], book.onto_waste[table[waste]]
    others = cards.translate(None, on_reserve + on_waste)
    if others != cards:
        for card in cards.translate(None, others):
            source = cards.index(card)
            if book.loads_from[source]:
                if card in on_reserve:
                    moves.append(LOADS_FROM[source][0])
                if card in on_waste:
                    moves.append(LOADS_FROM[source][1])

    if book.lays_more:
        moves += [lay for lay in LAY_FROM if _obstacle_of_lay(book, table, player, lay) is None]
    if book.flips and can_flip(book, table, player):
        moves.append(FLIP)
    if cards[1] < GROUND:  # a card is turned
        moves.append(DISCARD)
    else:
        moves.append(DRAW if can_draw(table, player) else PASS)
    return moves


def _entering(book: Rulebook, table: Table, player: int, cards: bytes) -> bytes:
    """For each of the open cards 0xFF if it may go to an empty house, else 0."""
    entering = cards.translate(_IS_CARD)
    if only_reserve_enters(book, table, player):
        return entering[:1].ljust(len(cards), b"\0")
    lying = cards[_FIRST_HOUSE_SOURCE:].translate(table)
    return entering[:_FIRST_HOUSE_SOURCE] + lying.translate(_IS_CARD)


def _runs(book: Rulebook, table: Table, player: int, turn: Turn) -> list[Action]:
    """The runs that may move from house to house."""
    takes = book.houses.translate(table).translate(book.accepts)
    runs: list[Action] = []
    for house in range(len(takes)):
        for count, card in enumerate(reversed(pile(table, FIRST_HOUSE + house)), start=1):
            for other, class_ in enumerate(takes) if count > 1 else ():
                if class_ in (book.classes[card], ANY_CLASS) and not house_obstacle(
                    book, table, player, turn, FIRST_HOUSE + house, card, FIRST_HOUSE + other
                ):
                    runs.append(RUNS_FROM[house][other][count - 2])
    return runs


_IS_CARD: Final = bytes([0xFF if number < GROUND else 0 for number in range(256)])
_NONE_ENTERS: Final = bytes(_FIRST_HOUSE_SOURCE + MOST_HOUSES)


# --------------------------------------------------------------------------------------- a single action


def obstacle(state: Moment, action: Action) -> str | None:
    """Why the cards do not allow an action of the mover: the code of a refusal; None if they do, duties aside.

    Args:
        state: The state.
        action: An action that does something to the table.
    """
    book, table, player = state.course.book, state.table, state.course.mover
    if action.target is not None:
        if action.target == OWN_WASTE:
            return _obstacle_of_lay(book, table, player, action)
        return _obstacle_of_play(book, table, player, state.turn, action)
    turned = table[TURNED[player]] < GROUND
    if action is DRAW:
        return "already-turned" if turned else None if can_draw(table, player) else "no-card"
    if action is DISCARD:
        return None if turned else "nothing-turned"
    if action is PASS:
        return "turned-card-first" if turned else "can-still-draw" if can_draw(table, player) else None
    return _obstacle_of_flip(book, table, player)


def _obstacle_of_lay(book: Rulebook, table: Table, player: int, action: Action) -> str | None:
    source, _ = action.piles[player]
    listed = book.lays_reserve if source in RESERVE else book.lays_houses
    if not listed or action.houses > len(book.houses):
        return "not-in-this-variant"
    if table[TURNED[player]] < GROUND:
        return "turned-card-first"
    return None if table[source] < GROUND else _no_open_card(table, source)


def _obstacle_of_flip(book: Rulebook, table: Table, player: int) -> str | None:
    if not book.flips:
        return "not-in-this-variant"
    if not has_reserve(table, player):
        return "no-card"
    if table[RESERVE[player]] < GROUND:
        return "already-turned"
    return None if can_flip(book, table, player) else "turned-card-first"


def _no_open_card(table: Table, number: int) -> str:
    """Why no card lies open on a pile."""
    if number in TURNED:
        return "nothing-turned"
    if number in RESERVE and table[FACE_DOWN[RESERVE.index(number)]] < GROUND:
        return "face-down"
    return "no-card"


def _obstacle_of_play(book: Rulebook, table: Table, player: int, turn: Turn, action: Action) -> str | None:
    source, target = action.piles[player]
    if action.houses > len(book.houses) or (action.count > 1 and not book.moves_runs):
        return "not-in-this-variant"
    if action is TAKE_ACE and not book.takes_aces:
        return "not-in-this-variant"
    if table[source] >= GROUND:
        return _no_open_card(table, source)
    if source != TURNED[player] and must_place_turned(book, table, player):
        return "turned-card-first"
    if action is TAKE_ACE:
        return None if can_take_ace(book, table, player) else "not-open"
    if source == WASTE[player] and not is_waste_open(book, table, player):
        return "not-open"
    if action.count > 1 and action.count > size(table, source):
        return "no-card"
    card = nth_card(table, source, action.count)
    if target == ON_A_FOUNDATION:
        return None if fits_foundation(table, card) else "no-fit"
    if target in book.houses:
        return house_obstacle(book, table, player, turn, source, card, target)
    place = source - FIRST_HOUSE + _FIRST_HOUSE_SOURCE if source in book.houses else source - RESERVE[player]
    return load_obstacle(book, table, place, card, target)
