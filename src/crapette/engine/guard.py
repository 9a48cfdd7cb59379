"""The loop guard: no move between houses recreates a layout that has stood in this turn (rules 5).

A card that moves from house to house takes all that lies on it along, so one move changes what one card
lies on. By faces, that takes the layout back to an earlier one only if

- the card, or the other one of its face, has lain on something else before, so has moved in this turn; or
- it goes from one card to the other one of the same face. That changes nothing where both lie alike.

Most moves are neither, which is soon seen; the list of plays looks for that before it asks here.
"""

from __future__ import annotations

from typing import Final

from crapette.state import Turn
from crapette.table import (
    FACE,
    GROUND,
    HOUSES_ALIKE,
    OTHER_PACK,
    Table,
    layout,
    layout_after,
    same_faces_down,
    same_layout,
)

_PRIME: Final = (1 << 20) - 3  # so small that a mark fits in a machine's word
_CARD_WEIGHT: Final = tuple([pow(3, FACE[card] + 1, _PRIME) for card in range(GROUND)])
_UNDER_WEIGHT: Final = tuple([pow(5, FACE[HOUSES_ALIKE[number]] + 1, _PRIME) for number in range(256)])


def _mark_after(table: Table, turn: Turn, card: int, onto: int) -> int:
    """The mark of the layout after a card in a house, with all on it, has gone to lie on something else.

    A mark sums up what every card in a house lies on, by faces, counted from the turn's first layout.
    Layouts with different marks are different, so few need a closer look.
    """
    return turn.marks[-1] + _CARD_WEIGHT[card] * (_UNDER_WEIGHT[onto] - _UNDER_WEIGHT[table[card]])


def recreates_layout(table: Table, turn: Turn, card: int, onto: int) -> bool:
    """Whether moving a card from one house to another recreates a layout that has stood in this turn.

    Args:
        table: The table.
        turn: What is remembered of the turn.
        card: The card, with which all goes that lies on it; not a whole house that goes to an empty one.
        onto: What it is to lie on: a card, or an empty house.
    """
    under, layouts = table[card], turn.layouts
    if layouts and layouts[-1][card] == HOUSES_ALIKE[onto]:
        return True  # it was the last to move, and goes back
    if under == onto ^ OTHER_PACK and same_faces_down(table, under, onto):
        return True  # both houses are alike but for what moves, so the layout that stands comes again
    mark = _mark_after(table, turn, card, onto)
    if mark not in turn.marks[:-1]:
        return False
    after = layout_after(table, card, onto)
    if after in layouts:
        return True
    moved = turn.moved + bytes([card])
    alike = [stood for marked, stood in zip(turn.marks[:-1], layouts, strict=True) if marked == mark]
    return any(same_layout(after, stood, moved) for stood in alike)


def after_move(table: Table, turn: Turn, card: int, onto: int) -> Turn:
    """What is remembered of the turn after a card has gone from one house to another, with all that lies on it."""
    return Turn(
        turn.progress,
        turn.founded,
        turn.offered,
        (*turn.layouts, layout(table)),
        (*turn.marks, _mark_after(table, turn, card, onto)),
        turn.moved if card in turn.moved else turn.moved + bytes([card, card ^ OTHER_PACK]),
    )
