"""Rules 9: the end of a deal."""

from __future__ import annotations

from tests.reference.cards import face
from tests.reference.deal import Deal, Outcome
from tests.reference.table import Pile


def look_for_win(deal: Deal, first: int) -> None:
    table = deal.table
    for player in (first, 1 - first):
        if deal.outcome is not None or table.reserves[player]:
            continue
        if deal.rules["end"]["win"] == "reserve":
            deal.outcome = Outcome(player, "reserve-out")
        elif not table.hands[player] and not table.wastes[player] and not (table.turned and player == deal.mover):
            deal.outcome = Outcome(player, "out")


def look_for_stalemate(deal: Deal, *, was_counted: bool) -> None:
    """What is looked for when a turn has begun; the table at its start may not count for repetition."""
    end, table = deal.rules["end"], deal.table
    cycle = max(1, *(len(table.hands[player]) + len(table.wastes[player]) for player in (0, 1)))
    if end["idle_cycles"] and deal.idle >= 2 * end["idle_cycles"] * cycle:
        deal.outcome = Outcome(None, "idle")
    elif end["repetitions"] and was_counted and deal.tables.count(deal.tables[-1]) >= end["repetitions"]:
        deal.outcome = Outcome(None, "repetition")
    elif end["barren_turns"] and deal.barren >= end["barren_turns"]:
        deal.outcome = Outcome(None, "barren")
    elif end["max_turns"] and deal.turn_number > end["max_turns"]:
        deal.outcome = Outcome(None, "turn-limit")


def count_table(deal: Deal) -> None:
    """Counts the table at the start of a turn."""
    deal.tables = (*deal.tables, _fingerprint(deal))


def _fingerprint(deal: Deal) -> str:
    """Mover and table, in the memory view, by faces, the houses in whatever order."""

    def seen(pile: Pile) -> str:
        return " ".join(face(card) if card in deal.seen else "?" for card in pile) or "-"

    table = deal.table
    piles = [seen(pile) for pile in table.reserves + table.hands + table.wastes + table.foundations]
    return " / ".join([str(deal.mover), *piles, *map(str, table.face_down), table.layout()])
