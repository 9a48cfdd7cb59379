"""What an action does to the table (rules 4, 7)."""

from __future__ import annotations

from crapette.actions import DRAW, ON_A_FOUNDATION, PASS, Action
from crapette.engine.possible import foundation_for
from crapette.rulebook import Rulebook
from crapette.table import FACE_DOWN, GROUND, HAND, RESERVE, TURNED, WASTE, Table, move, move_run, nth_card, turn_over


def effect(book: Rulebook, table: Table, player: int, action: Action) -> Table:
    """The table after a possible action of the player.

    A reserve card that comes to lie on top face down is turned up, where that is automatic.
    """
    source, target = action.piles[player]
    if target == ON_A_FOUNDATION:
        target = foundation_for(table, table[source])
    elif action.count > 1:
        return move_run(table, source, target, nth_card(table, source, action.count))
    elif action is DRAW:
        table = refilled(table, player)
    elif action is PASS:
        return table
    after = move(table, source, target)
    if after[source] >= GROUND and book.turns_up and source in RESERVE:
        hidden = FACE_DOWN[RESERVE.index(source)]
        if after[hidden] < GROUND:
            return move(after, hidden, source)
    return after


def seen_too(unseen: bytes, table: Table, player: int) -> bytes:
    """The unseen cards without those that the player's action has turned up: a hand card, or a reserve's top."""
    for shown in (table[TURNED[player]], table[RESERVE[0]], table[RESERVE[1]]):
        if shown in unseen:
            unseen = unseen.replace(bytes([shown]), b"")
    return unseen


def refilled(table: Table, player: int) -> Table:
    """The table after an empty hand has been made of the waste, turned over without shuffling."""
    if table[HAND[player]] < GROUND or table[WASTE[player]] >= GROUND:
        return table
    return turn_over(table, WASTE[player], HAND[player])
