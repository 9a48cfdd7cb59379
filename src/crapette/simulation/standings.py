"""Bots against each other, each pair in both seatings with the same packs: what share each has, and ratings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from crapette.bots import BotSpec
from crapette.errors import quoted
from crapette.extra import needed
from crapette.rules import Rules
from crapette.simulation.bouts import bouts_of
from crapette.simulation.experiment import Arm, Experiment, name_of
from crapette.simulation.result import Unfinished
from crapette.simulation.running import Round
from crapette.simulation.statistics import Z_95, Estimate, Interval, Numbers


def pairings(variant: str, rules: Rules, bots: tuple[BotSpec, ...]) -> tuple[Arm, ...]:
    """The arms of a tournament: each bot against each other, in both seatings.

    Args:
        variant: What the rules are called.
        rules: The rules.
        bots: The bots, at least two.

    Raises:
        ValueError: There are fewer, or one stands there twice.
    """
    twice = [str(bot) for bot, times in Counter(bots).items() if times > 1]
    if twice:
        raise ValueError(f"{quoted(twice[0])} stands there twice, and a bot does not play against itself")
    if len(bots) < 2:
        raise ValueError("expected two bots or more, such as greedy,random")
    both_seatings = (seats for a, b in combinations(bots, 2) for seats in ((a, b), (b, a)))
    return tuple([Arm(variant, rules, seats) for seats in both_seatings])


_Pair = tuple[str, str | None]
"""A bot, and another one or, with None, all others."""


class Standings:
    """How bots stand, whose bouts are played in both seatings. The order in which rounds are added makes no difference.

    Bouts with the same packs are not independent. So a share is told from rounds: from the bouts won less those lost in
    each. Who has drawn all bouts or won as many as lost has a half.

    Args:
        experiment: What is played.

    Attributes:
        bots: The names of the bots.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._seats = [(name_of(arm.bots[0]), name_of(arm.bots[1])) for arm in experiment.arms]
        self.bots = list(dict.fromkeys(bot for seats in self._seats for bot in seats))
        pairs = [pair for a, b in self._seats for pair in ((a, b), (b, a), (a, None), (b, None))]
        self._bouts: Counter[_Pair] = Counter(pairs)
        self._scores = {pair: Numbers() for pair in self._bouts}
        self._results = {bot: Counter[str]() for bot in self.bots}

    def add(self, deals: Round) -> None:
        """Takes the deals of one more round in."""
        scores = Counter[_Pair]()
        for seats, bout in zip(self._seats, bouts_of(self._experiment, deals), strict=True):
            for seat, bot in enumerate(seats):
                result = 0 if bout.winner is None else 1 if bout.winner == seat else -1
                scores.update({(bot, seats[1 - seat]): result, (bot, None): result})
                self._results[bot][("drawn", "won", "lost")[result]] += 1
        for pair, numbers in self._scores.items():
            numbers.add(scores[pair])
        for deal in deals:
            if deal.ended is Unfinished.FORFEIT and deal.winner is not None:
                self._results[self._seats[deal.arm][1 - deal.winner]]["forfeited"] += 1

    def results(self, bot: str) -> dict[str, int]:
        """How many bouts a bot has won, drawn and lost, and how many deals it has forfeited."""
        return {key: self._results[bot][key] for key in ("won", "drawn", "lost", "forfeited")}

    def share(self, bot: str, against: str | None = None) -> Estimate | None:
        """The share that a bot has of its bouts, draws counted as halves; None if there are none.

        Args:
            bot: The bot.
            against: The other bot; None: all others.
        """
        pair = bot, against
        return self._scores[pair].share(self._bouts[pair]) if pair in self._bouts else None


class Ratings:
    """Ratings of bots by their bouts, one after the other, by Plackett and Luce (openskill).

    Here the order matters: rounds are to be added in the order of their numbers.

    Args:
        experiment: What is played.

    Raises:
        MissingExtraError: openskill is not installed.
    """

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._rounds = 0
        self._model = needed("openskill.models", "ratings").PlackettLuce(tau=0)  # bots don't get better or worse
        self._ratings = {name_of(bot): self._model.rating() for arm in experiment.arms for bot in arm.bots}

    def add(self, deals: Round) -> None:
        """Takes the deals of the next round in."""
        self._rounds += 1
        for arm, bout in zip(self._experiment.arms, bouts_of(self._experiment, deals), strict=True):
            seats = [name_of(bot) for bot in arm.bots]
            ranks = [float(bout.winner != seat) for seat in (0, 1)]
            rated = self._model.rate([[self._ratings[bot]] for bot in seats], ranks=ranks)
            self._ratings |= {bot: team[0] for bot, team in zip(seats, rated, strict=True)}

    def of(self, bot: str) -> Estimate:
        """The rating of a bot, which is 25 at first, with the interval in which openskill supposes it to be."""
        rating = self._ratings[bot]
        reach = Z_95 * rating.sigma
        return Estimate(rating.mu, Interval(rating.mu - reach, rating.mu + reach), self._rounds)
