"""Rules 10: score and match."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.deal import Deal, Rules

Points = tuple[int, int]


def burdens(deal: Deal) -> Points:
    return _burden(deal, 0), _burden(deal, 1)


def _burden(deal: Deal, player: int) -> int:
    scoring, table = deal.rules["scoring"], deal.table
    hand = len(table.hands[player]) + (1 if table.turned is not None and player == deal.mover else 0)
    return int(
        scoring["hand"] * hand
        + scoring["waste"] * len(table.wastes[player])
        + scoring["reserve"] * len(table.reserves[player])
    )


def points(deal: Deal) -> Points:
    """What the deal is worth; nothing before its end."""
    zero, one = burdens(deal)
    scoring, outcome = deal.rules["scoring"], deal.outcome
    if outcome is None:
        return 0, 0
    if outcome.winner == 0:
        return scoring["win"] + one, 0
    if outcome.winner == 1:
        return 0, scoring["win"] + zero
    if scoring["stalemate"] == "none":
        return 0, 0
    return max(0, one - zero), max(0, zero - one)


@dataclass
class Match:
    """Deals added up."""

    rules: Rules
    points: Points = (0, 0)
    deals: int = 0
    over: bool = False
    winner: int | None = None
    next_starter: int | None = None
    """None: as section 3 says, or no deal is left."""

    def add(self, deal: Deal) -> None:
        assert deal.outcome is not None
        assert not self.over
        worth, target = points(deal), self.rules["match"]["target"]
        self.points = self.points[0] + worth[0], self.points[1] + worth[1]
        self.deals += 1
        if target == 0:
            self.over, self.winner = True, deal.outcome.winner
        for player in (0, 1):
            if target > 0 and self.points[player] >= target:
                self.over, self.winner = True, player
        self.next_starter = None if self.over else self._next_starter(deal)

    def _next_starter(self, deal: Deal) -> int | None:
        assert deal.outcome is not None
        winner = deal.outcome.winner
        match self.rules["match"]["next_start"]:
            case "compare":
                return None
            case "alternate":
                return 1 - deal.starter
            case _ if winner is None:
                return deal.starter
            case "winner":
                return winner
            case _:
                return 1 - winner
