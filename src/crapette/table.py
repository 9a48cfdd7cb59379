"""The table as one value, and what moves on it (rules 1).

The reserve is two piles, the face-down cards and the face-up ones above them, and the turned card is
a pile of at most one; so every action is "the top of one pile goes to another". A table has room for
the most houses that any variant has; those a variant lacks stay empty.

All that lies on the table has a number: a card its code, which is below `GROUND`; a pile one from
`GROUND` on. A `Table` is a byte for each of 256 numbers: `table[pile]` is the pile's top card, and the
pile itself while it is empty; `table[card]` is the card that the card lies on, and for the bottom card
of a pile the pile. So

- a move changes three bytes, whatever the height of the piles;
- `numbers.translate(table)` is the tops of the piles with these numbers, for C code to scan;
- `tops.translate(table)` is what lies under each of these tops;
- equal tables are equal bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NewType

Table = NewType("Table", bytes)
"""All piles."""

GROUND: Final = 0x80
"""Numbers from here on are piles, those below are cards."""

FACE: Final[bytes] = bytes(code & 0x3F if code < GROUND else code for code in range(256))
"""Translates card codes to faces: equal for the two cards of one rank and suit. Other bytes stay as they are."""

OTHER_PACK: Final = 0x40
"""A card's code with this bit turned over is that of the other card of the same face."""

# Pile numbers. Each player's own piles stand together, and so do those that can be open.
FOUNDATIONS: Final = range(GROUND, GROUND + 8)
FACE_DOWN: Final[tuple[int, ...]] = (GROUND + 8, GROUND + 28)  # the face-down part of each player's reserve
HAND: Final[tuple[int, ...]] = (GROUND + 9, GROUND + 29)
RESERVE: Final[tuple[int, ...]] = (GROUND + 10, GROUND + 25)  # the face-up part of each player's reserve
TURNED: Final[tuple[int, ...]] = (GROUND + 11, GROUND + 26)
WASTE: Final[tuple[int, ...]] = (GROUND + 12, GROUND + 27)
FIRST_HOUSE: Final = GROUND + 13
MOST_HOUSES: Final = 12
HOUSES: Final = range(FIRST_HOUSE, FIRST_HOUSE + MOST_HOUSES)
PILES: Final = range(GROUND, GROUND + 30)
NO_PILE: Final = 0xFF
"""Stands among the numbers of piles for one that is closed: nothing lies there."""

PILE_NAMES: Final[dict[int, str]] = {
    **{number: f"foundation-{place}" for place, number in enumerate(FOUNDATIONS, start=1)},
    **{number: f"house-{place}" for place, number in enumerate(HOUSES, start=1)},
    **{
        piles[player]: f"{name}-{player}"
        for name, piles in (
            ("face-down", FACE_DOWN),
            ("hand", HAND),
            ("reserve", RESERVE),
            ("turned", TURNED),
            ("waste", WASTE),
        )
        for player in (0, 1)
    },
}
"""What each pile is called in messages; `reserve-0` is the face-up part of player 0's reserve."""

PLACES_FACE_DOWN: Final[dict[int, int]] = {
    number: player for player in (0, 1) for number in (FACE_DOWN[player], HAND[player])
}
"""The piles where cards lie face down, and whose they are; in this order the places of hidden cards are told."""

OWN: Final[tuple[bytes, ...]] = tuple(
    [bytes([FACE_DOWN[player], HAND[player], RESERVE[player], TURNED[player], WASTE[player]]) for player in (0, 1)]
)
"""The piles of each player; all are empty when the player has got rid of all cards."""


def build(piles: Mapping[int, bytes]) -> Table:
    """The table with these piles, each the codes of its cards from bottom to top; the others are empty."""
    table = bytearray(range(256))
    for number, cards in piles.items():
        for card in cards:
            table[card] = table[number]
            table[number] = card
    return Table(bytes(table))


def pile(table: Table, number: int) -> bytes:
    """The codes of a pile's cards, bottom to top."""
    return _from_the_top(table, table[number])[::-1]


def _from_the_top(links: bytes, top: int) -> bytes:
    """The codes of a card and of all that lies below it, on a table or in a layout."""
    cards = bytearray()
    while top < GROUND:
        cards.append(top)
        top = links[top]
    return bytes(cards)


def size(table: Table, number: int) -> int:
    """How many cards a pile has."""
    count = 0
    card = table[number]
    while card < GROUND:
        count += 1
        card = table[card]
    return count


def nth_card(table: Table, number: int, n: int) -> int:
    """The n-th card from the top of a pile, which has so many."""
    card = table[number]
    while n > 1:
        card = table[card]
        n -= 1
    return card


def move(table: Table, source: int, target: int) -> Table:
    """The table after the top card of one pile has gone to another."""
    new = bytearray(table)
    card = new[source]
    new[source] = new[card]
    new[card] = new[target]
    new[target] = card
    return Table(bytes(new))


def move_run(table: Table, source: int, target: int, bottom: int) -> Table:
    """The table after a card has gone to another pile with all that lies on it."""
    new = bytearray(table)
    top = new[source]
    new[source] = new[bottom]
    new[bottom] = new[target]
    new[target] = top
    return Table(bytes(new))


def turn_over(table: Table, source: int, target: int) -> Table:
    """The table after a whole pile has been turned over onto another: its bottom card is the new top."""
    new = bytearray(table)
    while new[source] < GROUND:
        card = new[source]
        new[source], new[card], new[target] = new[card], new[target], card
    return Table(bytes(new))


def exchanged(links: bytes, swap: bytes) -> bytes:
    """What every card lies on, with cards exchanged: of a table, or of a layout.

    Args:
        links: The table or the layout.
        swap: Translates each card to the one that takes its place, and all other numbers to themselves.
    """
    origin = bytes.maketrans(swap, bytes(range(256)))
    return origin[: len(links)].translate(links.translate(swap).ljust(256))


# --------------------------------------------------------------------- which tables are the same, by rule

HOUSES_ALIKE: Final = bytes([FIRST_HOUSE if number in HOUSES else number for number in range(256)])


def layout(table: Table) -> bytes:
    """What lies in the houses, by cards, whichever house it is: what every card lies on, with all houses alike."""
    return table[:GROUND].translate(HOUSES_ALIKE)


def layout_after(table: Table, card: int, onto: int) -> bytes:
    """The layout after a card in a house, with all that lies on it, has gone to lie on a card or in an empty house."""
    here = layout(table)
    return here[:card] + HOUSES_ALIKE[onto : onto + 1] + here[card + 1 :]


def same_layout(one: bytes, other: bytes, moved: bytes) -> bool:
    """Whether two layouts are the same by faces (rules 5).

    Args:
        one: A layout.
        other: Another.
        moved: The cards that may lie on something else in it.
    """
    differing = {card for card in moved if one[card] != other[card]}
    if len(differing) == 1:  # it lies once on this card and once on that, and nothing else on either
        card = differing.pop()
        return same_faces_down(one, one[card], other[card])
    # The houses where nothing has been left or come to are made of the same cards in both.
    touched = differing.union([one[card] for card in differing], [other[card] for card in differing])
    return _houses_with(touched, one) == _houses_with(touched, other)


def _houses_with(cards: set[int], layout: bytes) -> list[bytes]:
    """The houses in which any of these cards lie, by faces from the top down, sorted."""
    tops = {_top_of_house(layout, card) for card in cards if card < GROUND}
    return sorted([_from_the_top(layout, top).translate(FACE) for top in tops])


def _top_of_house(layout: bytes, card: int) -> int:
    """The card that lies on top in the house where this card lies."""
    above = layout.find(card)
    while above >= 0:
        card = above
        above = layout.find(card)
    return card


def same_remembered(one: Table, other: Table) -> bool:
    """Whether two tables are the same, by faces and whatever the order of the houses (rules 9).

    What nobody has seen counts as blank there. Between tables since the last card was seen it has not
    moved, so that it makes no difference here.
    """
    for own in OWN:
        if own.translate(one).translate(FACE) != own.translate(other).translate(FACE):
            return False
    houses = [sorted([pile(table, number).translate(FACE) for number in HOUSES]) for table in (one, other)]
    return houses[0] == houses[1] and all(
        pile(one, number).translate(FACE) == pile(other, number).translate(FACE)
        for number in PILES
        if number not in HOUSES
    )


def same_faces_down(links: bytes, one: int, other: int) -> bool:
    """Whether two cards and all that lie below them are the same, by faces, on a table or in a layout."""
    while one < GROUND and FACE[one] == FACE[other]:
        one, other = links[one], links[other]
    return one >= GROUND and other >= GROUND
