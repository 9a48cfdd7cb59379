"""Rules 7: how a turn goes, and what each action does to the table."""

from __future__ import annotations

from tests.reference.deal import Deal
from tests.reference.knowledge import look
from tests.reference.possible import places
from tests.reference.table import Pile


def begin_turn(deal: Deal, player: int) -> None:
    deal.mover = player
    deal.progress = deal.founded = deal.offered = False
    if deal.rules["waste"]["recycle"] == "turn-start" and not deal.table.hands[player]:
        _refill(deal, player)
    deal.layouts = (deal.table.layout(),)


def end_turn(deal: Deal) -> None:
    deal.idle = 0 if deal.progress else deal.idle + 1
    deal.barren = 0 if deal.founded else deal.barren + 1
    deal.turn_number += 1


def ends_turn(action: str) -> bool:
    return action in ("discard", "pass") or places(action).target == "W"


def make(deal: Deal, player: int, action: str) -> None:
    """Makes an action of the player but `offer`, `accept` and `stop`, and notes what the turn remembers of it."""
    table = deal.table
    match action:
        case "flip":
            table.turn_up_reserve(player)
        case "draw":
            if not table.hands[player]:
                _refill(deal, player)
            table.turned = table.hands[player].pop()
        case "discard":
            assert table.turned is not None
            table.wastes[player].append(table.turned)
            table.turned = None
        case "pass":
            pass
        case _:
            _play(deal, player, action)
    if deal.rules["deal"]["reserve_top"] == "face-up":
        table.turn_up_reserve(0)
        table.turn_up_reserve(1)
    look(deal)
    if places(action).is_house_to_house:  # what has stood since the last action that was not (5)
        deal.layouts = (*deal.layouts, table.layout())
    else:
        deal.layouts = (table.layout(),)


def _play(deal: Deal, player: int, action: str) -> None:
    source, target, size = places(action)
    cards = _taken(deal, player, source, size)
    if target == "F":
        foundation = deal.table.foundation_for(cards[0])
        assert foundation is not None
        foundation += cards
    else:
        _target(deal, player, target).extend(cards)
    if source in ("R", "W", "H", "r") or target in ("F", "r", "w"):  # (9)
        deal.progress = True
    if target == "F":
        deal.founded = True


def _taken(deal: Deal, player: int, source: str, size: int) -> Pile:
    """The cards, taken from where they lie."""
    table = deal.table
    match source:
        case "H":
            assert table.turned is not None
            cards, table.turned = [table.turned], None
            return cards
        case "R":
            pile = table.reserves[player]
        case "W":
            pile = table.wastes[player]
        case "r":
            pile = table.reserves[1 - player]
        case _:
            pile = table.house(source)
    cards = pile[-size:]
    del pile[-size:]
    return cards


def _target(deal: Deal, player: int, target: str) -> Pile:
    match target:
        case "W":
            return deal.table.wastes[player]
        case "r":
            return deal.table.reserves[1 - player]
        case "w":
            return deal.table.wastes[1 - player]
        case _:
            return deal.table.house(target)


def _refill(deal: Deal, player: int) -> None:
    """Turns the waste over: the card laid on it first comes to lie on top."""
    table = deal.table
    table.hands[player], table.wastes[player] = table.wastes[player][::-1], []
