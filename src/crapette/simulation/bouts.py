"""Bouts: what an arm plays in a round, a deal or a whole match; and what many matches came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

from attrs import Factory, define, frozen

from crapette.simulation.experiment import Experiment
from crapette.simulation.result import Played, Unfinished
from crapette.simulation.statistics import Numbers, Share
from crapette.simulation.tally import STALEMATES


@frozen
class Bout:
    """What there is to tell of a deal, or of all deals of a match.

    Attributes:
        starter: Who started; of a match, its first deal.
        winner: Who won; None: nobody. A match that a bot forfeits is lost with the deal.
        cut: Whether it was cut, or is a match in which a deal was.
        deals: How many deals it had.
        stalemates: How many of them ended in a stalemate.
        turns: How many turns they had.
        actions: How many actions they had.
        calls: How many calls of either player were upheld.
    """

    starter: int
    winner: int | None
    cut: bool
    deals: int
    stalemates: int
    turns: int
    actions: int
    calls: int


def bouts_of(experiment: Experiment, deals: Iterable[Played]) -> list[Bout]:
    """The bouts of a round, in the order of the arms.

    Args:
        experiment: What was played.
        deals: The deals of the round.
    """
    arms = groupby(deals, key=lambda deal: deal.arm)
    targets = [arm.rules.match.target if experiment.matches else 0 for arm in experiment.arms]
    return [_bout(list(of_arm), target) for (_, of_arm), target in zip(arms, targets, strict=True)]


def _bout(deals: list[Played], target: int) -> Bout:
    """The bout that these deals make; with a target of 0, one deal is all of it."""
    last = deals[-1]
    reached = [player for player in (0, 1) if sum(deal.points[player] for deal in deals) >= target]
    is_forfeited = last.ended is Unfinished.FORFEIT
    winner = next(iter(reached), None) if target and not is_forfeited else last.winner
    return Bout(
        starter=deals[0].starter,
        winner=winner,
        cut=last.ended is Unfinished.CUT or (target > 0 and winner is None),
        deals=len(deals),
        stalemates=sum(deal.ended in STALEMATES for deal in deals),
        turns=sum(deal.turns for deal in deals),
        actions=sum(deal.actions for deal in deals),
        calls=sum(sum(deal.upheld) for deal in deals),
    )


@define
class MatchTally:
    """What matches came to, so far. The order in which they are added makes no difference.

    Attributes:
        deals: How many deals each of them had.
    """

    deals: Numbers = Factory(Numbers)
    _winners: Counter[int | None] = Factory(Counter[int | None])
    _cut: int = 0

    def add(self, match: Bout) -> None:
        """Takes one more match in."""
        self.deals.add(match.deals)
        self._winners[match.winner] += 1
        self._cut += match.cut

    def won_by(self, player: int) -> Share:
        """The matches that this player won."""
        return Share(self._winners[player], len(self.deals))

    @property
    def cut(self) -> Share:
        """The matches that were cut."""
        return Share(self._cut, len(self.deals))
