"""Rules 2: what has been seen, and the two ways to look at a table."""

from __future__ import annotations

from tests.reference.cards import pack
from tests.reference.deal import Deal
from tests.reference.table import Pile, Table

BLANKS = ("XX", "xx")


def look(deal: Deal) -> None:
    """Notes the cards that lie face up as seen."""
    deal.seen = deal.seen.union(deal.table.face_up())


def shown_by_memory(deal: Deal) -> frozenset[str]:
    """What the memory view shows: the cards that have been seen."""
    return deal.seen


def shown_by_table(deal: Deal) -> frozenset[str]:
    """What the table view shows: the cards that lie face up now."""
    return frozenset(deal.table.face_up())


def viewed(table: Table, shown: frozenset[str]) -> Table:
    """The table with blanks for the cards that are not shown; they lie in reserves and hands."""

    def blanked(pile: Pile) -> Pile:
        return [card if card in shown else BLANKS[pack(card)] for card in pile]

    view = table.copy()
    view.reserves = [blanked(pile) for pile in table.reserves]
    view.hands = [blanked(pile) for pile in table.hands]
    return view
