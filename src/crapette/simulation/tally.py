"""What many deals came to. A tally takes deals one by one and does not keep them: it is as small for a million."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import Factory, define

from crapette.simulation.result import Played, Unfinished
from crapette.simulation.statistics import Numbers, Share
from crapette.state import Reason

BACKSTOPS: Mapping[Reason, str] = MappingProxyType(
    {Reason.BARREN: "end.barren_turns", Reason.TURN_LIMIT: "end.max_turns"}
)
"""What ends a deal that would not end by itself, with its setting."""

STALEMATES = tuple(reason for reason in Reason if reason not in (Reason.OUT, Reason.RESERVE_OUT))
"""The reasons for which a deal ends with no winner."""


@define
class Tally:
    """What deals came to, so far. The order in which they are added makes no difference.

    Attributes:
        deals: How many deals there are.
        turns: How many turns they had.
        actions: How many actions they had.
        points: The points of player 0, and of player 1.
        upheld: How many calls of player 0, and of player 1, were upheld in each deal.
        false: How many were not.
        first_fault: The first round in which a bot forfeited a deal, and what it did; None: none has.
    """

    deals: int = 0
    turns: Numbers = Factory(Numbers)
    actions: Numbers = Factory(Numbers)
    points: tuple[Numbers, Numbers] = Factory(lambda: (Numbers(), Numbers()))
    upheld: tuple[Numbers, Numbers] = Factory(lambda: (Numbers(), Numbers()))
    false: tuple[Numbers, Numbers] = Factory(lambda: (Numbers(), Numbers()))
    first_fault: tuple[int, str] | None = None
    _ends: Counter[Reason | Unfinished] = Factory(Counter[Reason | Unfinished])
    _winners: Counter[int | None] = Factory(Counter[int | None])
    _starters_wins: int = 0
    _choices: int = 0
    _moves: int = 0

    @classmethod
    def of(cls, deals: Iterable[Played]) -> Tally:
        """The tally of these deals."""
        tally = cls()
        for deal in deals:
            tally.add(deal)
        return tally

    def add(self, deal: Played) -> None:
        """Takes one more deal in."""
        self.deals += 1
        self.turns.add(deal.turns)
        self.actions.add(deal.actions)
        for player in (0, 1):
            self.points[player].add(deal.points[player])
            self.upheld[player].add(deal.upheld[player])
            self.false[player].add(deal.false[player])
        self._ends[deal.ended] += 1
        self._winners[deal.winner] += 1
        self._starters_wins += deal.winner == deal.starter
        self._choices += deal.choices
        self._moves += deal.moves
        if deal.fault is not None:
            fault = deal.round, deal.fault
            self.first_fault = min(fault, self.first_fault or fault)

    @property
    def won(self) -> Share:
        """The deals that somebody won."""
        return Share(self.deals - self._winners[None], self.deals)

    def won_by(self, player: int) -> Share:
        """The deals that this player won."""
        return Share(self._winners[player], self.deals)

    @property
    def won_by_starter(self) -> Share:
        """Of those that somebody won, those that the starter won."""
        return Share(self._starters_wins, self.won.count)

    def ended_by(self, *reasons: Reason | Unfinished) -> Share:
        """The deals that ended in one of these ways."""
        return Share(sum(self._ends[reason] for reason in reasons), self.deals)

    @property
    def branching(self) -> float:
        """How many legal moves the mover had on the average, of all times that one chose an action; 0 if none did."""
        return self._moves / self._choices if self._choices else 0.0
