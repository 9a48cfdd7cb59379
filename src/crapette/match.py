"""A match: deals added up until somebody has reached the target (rules 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import attrs
from attrs import evolve, frozen

from crapette.engine.deal import deal
from crapette.engine.ending import outcome
from crapette.engine.scoring import score
from crapette.engine.shuffle import child_seed, is_count, problems_of_seed
from crapette.errors import DealError, Problem
from crapette.rules import NextStart, Rules
from crapette.state import Outcome, State

PLAYERS = (0, 1)


@frozen
class Match:
    """A match as it stands between two deals; a value that never changes (rules 10).

    `deal` gives the next deal, and `record` the match with a finished one added. What stands behind `rules`
    and `seed` is told by keyword, to go on with a match that was kept elsewhere.

    Attributes:
        rules: The rules of all its deals.
        seed: The seed on which its deals hang; None: whoever asks for a deal names it.
        points: Each player's points.
        deals: How many deals have been recorded.
        winner: The player who has won; None while the match goes on, and where it was drawn.
        next_starter: The player who starts the next deal; None: as section 3 of the rules says, or no deal is left.

    Raises:
        DealError: No match can stand like this; all problems.

    >>> from crapette import Rules, position
    >>> match = Match(Rules(), seed=7)
    >>> match.deal().turn_number
    1
    >>> won = position.loads("- / - / - | ks / - / - | -, -, -, -, -, -, -, - | S13 s12 H13 h13 D13 d13 C13 c13 | 0")
    >>> match = match.record(won)
    >>> match.points, match.deals, match.over
    ((32, 0), 1, False)
    """

    rules: Rules
    seed: int | None = None
    points: tuple[int, int] = attrs.field(default=(0, 0), kw_only=True)
    deals: int = attrs.field(default=0, kw_only=True)
    winner: int | None = attrs.field(default=None, kw_only=True)  # kept: a match of one deal may be won without points
    next_starter: int | None = attrs.field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse what can't be, however the value was made."""
        problems = list(_problems_of_values(self)) or list(_contradictions(self))
        if problems:
            raise DealError(problems)

    @property
    def over(self) -> bool:
        """Whether somebody has reached the target, or the only deal has been recorded (rules 10)."""
        target = self.rules.match.target
        return max(self.points) >= target if target else self.deals > 0

    def deal(self, seed: int | None = None) -> State:
        """The next deal: the child of the seed with this deal's number, and the starter whose turn it is (rules 10).

        Args:
            seed: The seed of the whole match, the same for every deal; None: the match's own.

        Raises:
            DealError: The match is over, or has no seed or another one, or the seed is none; all problems.
        """
        problems = [_OVER] if self.over else []
        if seed is None:
            seed = self.seed
        if seed is None:
            problems.append(Problem("no-seed", "seed", "the match has no seed of its own: name one"))
        elif wrong := problems_of_seed(seed):
            problems += wrong
        elif self.seed not in (None, seed):
            problems.append(Problem("other-seed", "seed", f"all deals of this match hang on the seed {self.seed}"))
        if problems or seed is None:
            raise DealError(problems)
        return deal(self.rules, child_seed(seed, self.deals), self.next_starter)

    def record(self, finished: State) -> Match:
        """The match with a finished deal added (rules 10).

        Args:
            finished: The last state of the deal.

        Raises:
            DealError: The deal is not over, or was played by other rules, or the match is over; all problems.
        """
        problems = [_OVER] if self.over else []
        ended = outcome(finished)
        if ended is None:
            problems.append(Problem("deal-not-over", "finished", "the deal is not over: only a finished one counts"))
        if finished.rules != self.rules:
            problems.append(Problem("other-rules", "finished", "the deal was played by other rules than the match"))
        if problems or ended is None:
            raise DealError(problems)
        worth, target = score(finished).points, self.rules.match.target
        points = self.points[0] + worth[0], self.points[1] + worth[1]
        winner = next(iter(_reached(points, target)), None) if target else ended.winner
        return evolve(
            self,
            points=points,
            deals=self.deals + 1,
            winner=winner,
            next_starter=_next_starter(finished, ended) if target and winner is None else None,
        )


def _next_starter(finished: State, ended: Outcome) -> int | None:
    """The player who starts the deal after this one; None: as section 3 of the rules says."""
    starter = finished.starter
    match finished.rules.match.next_start:
        case NextStart.COMPARE:
            return None
        case NextStart.ALTERNATE:
            return 1 - starter
        case NextStart.LOSER:
            return starter if ended.winner is None else 1 - ended.winner
        case NextStart.WINNER:
            return starter if ended.winner is None else ended.winner


def _reached(points: tuple[int, int], target: int) -> list[int]:
    """The players who have reached the target."""
    return [player for player in PLAYERS if points[player] >= target]


# ------------------------------------------------------------------------------------------ what can't be

_OVER = Problem("match-over", "", "the match is over")


def _is_player(value: object) -> bool:
    return is_count(value) and value in PLAYERS


def _are_points(value: object) -> bool:
    return isinstance(value, tuple) and list(map(is_count, cast("tuple[object, ...]", value))) == [True, True]


def _problems_of_values(match: Match) -> Iterator[Problem]:
    """What is wrong with each value by itself."""
    if match.seed is not None:
        yield from problems_of_seed(match.seed)
    if not _are_points(match.points):
        yield Problem("bad-points", "points", "the points must be a tuple of two integers from 0 up")
    if not is_count(match.deals):
        yield Problem("bad-deals", "deals", "the number of deals must be an integer from 0 up")
    if match.winner is not None and not _is_player(match.winner):
        yield Problem("bad-winner", "winner", "the winner must be player 0 or 1, or None")
    if match.next_starter is not None and not _is_player(match.next_starter):
        yield Problem("bad-starter", "next_starter", "the starter must be player 0 or 1, or None")


def _contradictions(match: Match) -> Iterator[Problem]:
    """Which of the values exclude each other."""
    target, deals = match.rules.match.target, match.deals
    scorers, reached = _reached(match.points, 1), _reached(match.points, target)
    winners: list[int | None]
    if target:
        winners = [*reached] or [None]
    else:  # one deal, won by the only one who may have points; or a stalemate, whoever has points
        winners = [None, *(player for player in PLAYERS if deals and scorers in ([], [player]))]
    if deals < len(scorers):  # a deal gives points to one player at most
        yield Problem("too-few-deals", "deals", f"points like these take {len(scorers)} deals or more")
    if deals > 1 and not target:
        yield Problem("too-many-deals", "deals", "one deal is the match: expected 0 or 1")
    if len(reached) > 1 and target:
        yield Problem("both-reached", "points", f"the first to reach {target} wins: both can't have reached it")
    elif match.winner not in winners:
        yield Problem("wrong-winner", "winner", f"by deals and points, expected {' or '.join(map(str, winners))}")
    if deals == 0 or match.over or match.rules.match.next_start is NextStart.COMPARE:
        if match.next_starter is not None:
            yield Problem("needless-starter", "next_starter", "nobody is bound to start the next deal: expected None")
    elif match.next_starter is None:
        yield Problem("no-starter", "next_starter", "the last deal decides who starts the next: expected 0 or 1")
