"""What a deal is worth (rules 10)."""

from __future__ import annotations

from attrs import frozen

from crapette.rules import ScoringRules, Stalemate
from crapette.state import Moment
from crapette.table import FACE_DOWN, HAND, RESERVE, TURNED, WASTE, Table, size


@frozen
class Score:
    """What a deal is worth, or would be (rules 10).

    Attributes:
        points: Each player's points; 0 and 0 until the deal is over.
        burdens: What each player's remaining cards weigh now.
        final: Whether the deal is over.
    """

    points: tuple[int, int]
    burdens: tuple[int, int]
    final: bool


def score(state: Moment) -> Score:
    """The score of a deal: points once it is over, and each player's burden at any time (rules 10)."""
    scoring = state.rules.scoring
    burdens = _burden(state.table, 0, scoring), _burden(state.table, 1, scoring)
    if state.course.outcome is None:
        return Score((0, 0), burdens, final=False)
    winner = state.course.outcome.winner
    if winner is not None:
        worth = scoring.win + burdens[1 - winner]
    elif scoring.stalemate is Stalemate.DIFFERENCE and burdens[0] != burdens[1]:
        winner = burdens.index(min(burdens))
        worth = abs(burdens[0] - burdens[1])
    else:
        return Score((0, 0), burdens, final=True)
    return Score((worth, 0) if winner == 0 else (0, worth), burdens, final=True)


def _burden(table: Table, player: int, scoring: ScoringRules) -> int:
    """What the player's cards weigh."""
    hand = size(table, HAND[player]) + size(table, TURNED[player])
    reserve = size(table, FACE_DOWN[player]) + size(table, RESERVE[player])
    return scoring.hand * hand + scoring.waste * size(table, WASTE[player]) + scoring.reserve * reserve
