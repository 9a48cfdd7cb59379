"""Deals that were played, made up for tests of what is counted."""

from __future__ import annotations

from crapette.simulation.result import Played, Unfinished
from crapette.state import Reason


def told_of(
    winner: int | None,
    ended: Reason | Unfinished,
    *,
    round_: int = 0,
    arm: int = 0,
    starter: int = 0,
    turns: int = 1,
    points: tuple[int, int] = (0, 0),
    upheld: tuple[int, int] = (0, 0),
    false: tuple[int, int] = (0, 0),
    fault: str | None = None,
) -> Played:
    """A deal that ended like this; it had 3 actions a turn, 2 of them chosen, each of 5 moves."""
    return Played(
        round=round_,
        arm=arm,
        seed=0,
        starter=starter,
        winner=winner,
        ended=ended,
        turns=turns,
        actions=3 * turns,
        choices=2 * turns,
        moves=10 * turns,
        points=points,
        burdens=(0, 0),
        upheld=upheld,
        false=false,
        fault=fault,
    )


SOME = (
    told_of(0, Reason.OUT, turns=10, points=(30, 0)),
    told_of(1, Reason.OUT, starter=1, turns=20, points=(0, 40), upheld=(0, 2)),
    told_of(0, Reason.RESERVE_OUT, starter=1, turns=30, points=(50, 0), false=(1, 0)),
    told_of(None, Reason.IDLE, starter=1, turns=40, points=(0, 6)),
    told_of(None, Reason.BARREN, turns=50),
    told_of(None, Unfinished.CUT, turns=60),
)
"""Three deals that were won, two by player 0, two by the starter; two stalemates; and one that was cut."""
