"""Rules 6 and 11: legal moves, distinct moves, and how many ways there are to go on."""

from __future__ import annotations

from tests.reference.acting import act
from tests.reference.deal import Deal
from tests.reference.duties import offences
from tests.reference.possible import places
from tests.reference.stop import may_call


def legal(deal: Deal, player: int) -> list[str]:
    """What the player may do, in canonical order."""
    if deal.outcome is not None:
        return []
    moves: list[str] = []
    if player == deal.mover:
        moves += [action for action, broken in offences(deal).items() if all(duty.is_callable for duty in broken)]
    if deal.offer == 1 - player:
        moves.append("accept")
    if may_call(deal, player):
        moves.append("stop")
    return moves


def distinct(deal: Deal, moves: list[str]) -> list[str]:
    """The first of each group of legal moves that differ only in which empty house they go to."""
    firsts: dict[tuple[str, str, int], str] = {}
    for move in moves:
        source, target, size = places(move)
        goes_to_empty_house = target.isdigit() and not deal.table.house(target)
        firsts.setdefault((source, "empty" if goes_to_empty_house else target, size), move)
    return list(firsts.values())


def ways_on(deal: Deal) -> list[tuple[int, str]]:
    """All that may happen next: who, and what."""
    return [(player, move) for player in (0, 1) for move in legal(deal, player)]


def perft(deal: Deal, depth: int) -> int:
    """The number of sequences of exactly `depth` actions from here."""
    if depth == 0:
        return 1
    ways = ways_on(deal)
    if depth == 1:
        return len(ways)
    return sum(perft(_after(deal, *way), depth - 1) for way in ways)


def _after(deal: Deal, player: int, action: str) -> Deal:
    after = deal.copy()
    act(after, player, action)
    return after
