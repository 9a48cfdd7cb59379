"""A trial of rules: many deals that bots play, with the invariants of rules 11 checked on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from types import MappingProxyType

from attrs import frozen

from crapette.actions import ACTIONS, STOP, Action, Kind
from crapette.bots import Bot, GreedyBot, RandomBot
from crapette.engine.deal import deal
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves, maker
from crapette.engine.shuffle import child_seed
from crapette.engine.view import View
from crapette.invariants import check_state, check_step
from crapette.notation.record import Record, deal_played
from crapette.notation.record_parts import Move
from crapette.rules import Rules
from crapette.simulation.playing import Step, played
from crapette.simulation.statistics import Share, Summary, summary
from crapette.state import Outcome, Reason, State

LONGEST_DEAL = 10_000
"""After so many actions a deal is cut: it may be one that never ends."""
SAMPLE = 10
"""Of so many deals of each kind of play the actions are kept."""
STEPS_CHECKED = 1 / 10
"""The share of the actions that are checked, beside the last."""
STATES_CHECKED = 1 / 100
"""The share of the states that are checked, beside the first and the last; each takes longer than all else with it."""
ASKED = 10
"""In a state that is checked, so many other actions of any kind are asked for, too."""


class _ResoluteBot(RandomBot):
    """A random bot that never proposes nor accepts a draw: else two of them would have agreed on one at once."""

    def choose(self, state: State | View) -> Action:
        """One of the other distinct moves, all equally likely."""
        while (action := super().choose(state)).kind in _TALK:
            pass
        return action


_TALK = (Kind.OFFER, Kind.ACCEPT)

_BOTS: Mapping[str, Callable[[int], Bot]] = MappingProxyType(
    {"random": _ResoluteBot, "greedy": lambda _seed: GreedyBot()}
)
"""What makes the bots of each kind of play, from a seed."""

BACKSTOPS: Mapping[Reason, str] = MappingProxyType(
    {Reason.BARREN: "end.barren_turns", Reason.TURN_LIMIT: "end.max_turns"}
)
"""What ends a deal that would not end by itself, with its setting."""


@frozen
class Played:
    """A deal that was played.

    Attributes:
        kind: The kind of play: who played as both players.
        seed: The seed of the deal.
        starter: Who started.
        outcome: How it ended; None if it was cut.
        turns: How many turns were begun.
        choices: How many of its actions the movers chose; the others are calls.
        moves: How many legal moves they had, all choices together.
        length: How many actions it had.
        actions: Its actions, if they were kept.
    """

    kind: str
    seed: int
    starter: int
    outcome: Outcome | None
    turns: int
    choices: int
    moves: int
    length: int
    actions: tuple[Action, ...]


@frozen
class Tally:
    """What deals came to.

    Attributes:
        deals: The deals, at least one.
    """

    deals: Sequence[Played]

    @property
    def won(self) -> Share:
        """Those that somebody won."""
        return self._share(lambda deal: _winner(deal) is not None)

    @property
    def won_by_starter(self) -> Share:
        """Of those that somebody won, those that the starter won."""
        winners = [(_winner(deal), deal.starter) for deal in self.deals]
        return Share(sum(winner == starter for winner, starter in winners), self.won.count)

    def ended_by(self, reason: Reason) -> Share:
        """Those that ended for this reason."""
        return self._share(lambda deal: deal.outcome is not None and deal.outcome.reason is reason)

    @property
    def cut(self) -> Share:
        """Those that were cut."""
        return self._share(lambda deal: deal.outcome is None)

    @property
    def turns(self) -> Summary:
        """How many turns they had."""
        return summary(deal.turns for deal in self.deals)

    @property
    def actions(self) -> Summary:
        """How many actions they had."""
        return summary(deal.length for deal in self.deals)

    @property
    def branching(self) -> float:
        """How many legal moves the mover had on the average, of all times that one chose an action."""
        return sum(deal.moves for deal in self.deals) / sum(deal.choices for deal in self.deals)

    def _share(self, is_meant: Callable[[Played], bool]) -> Share:
        return Share(sum(map(is_meant, self.deals)), len(self.deals))


def tallies_of(deals: Iterable[Played]) -> dict[str, Tally]:
    """What the deals came to, by kind of play; a kind of which there are none is left out."""
    by_kind: dict[str, list[Played]] = {}
    for each in deals:
        by_kind.setdefault(each.kind, []).append(each)
    return {kind: Tally(those) for kind, those in by_kind.items()}


def _winner(deal: Played) -> int | None:
    return None if deal.outcome is None else deal.outcome.winner


class PlayError(Exception):
    """Something has gone wrong in play; it is the library that is at fault, and the error's cause tells how.

    Attributes:
        record: The deal up to there.
    """

    def __init__(self, kind: str, record: Record, cause: Exception) -> None:
        self.record = record
        super().__init__(kind, record, cause)

    def __str__(self) -> str:
        kind, record, cause = self.args
        place = f"deal of seed {record.deals[0].seed}, {kind} play, after {len(record.deals[0].moves)} actions"
        return f"{place}: the library is at fault, please report this with the record: {type(cause).__name__}: {cause}"


def trial(rules: Rules, deals: int, seed: int, variant: str | None = None) -> Iterator[Played]:
    """Plays deals one after the other, as they are asked for: half of them at random, half greedily.

    Both kinds of play are given the same deals, whose seeds are the child seeds of one. The actions of the first
    random deals and of the last greedy ones are kept, so that they are of different deals, where there are enough.

    Args:
        rules: The rules.
        deals: How many deals; if the number is odd, one more is played at random.
        seed: The seed on which all hangs.
        variant: The name of the variant, for the record of a deal that goes wrong.

    Raises:
        PlayError: What holds in every deal does not.
    """
    random, greedy = deals - deals // 2, deals // 2
    for number in range(random):
        yield _play(rules, variant, "random", child_seed(seed, number), keeps=number < SAMPLE)
    for number in range(greedy):
        yield _play(rules, variant, "greedy", child_seed(seed, number), keeps=number >= greedy - SAMPLE)


def _play(rules: Rules, variant: str | None, kind: str, seed: int, *, keeps: bool) -> Played:
    """Plays a deal, and checks it."""
    state = deal(rules, seed)
    players = [_BOTS[kind](child_seed(seed, player)) for player in (0, 1)]
    dice = Random(child_seed(seed, 2))  # noqa: S311 - a sample, not a secret
    made: list[Move] = []
    choices = moves = 0
    try:
        check_state(state)
        for before, action, after in islice(played(state, players), LONGEST_DEAL):
            made.append(Move(action, before.turn_number))
            state = after
            if action is not STOP:
                choices += 1
                moves += len(legal_moves(before))
            _check((before, action, after), dice)
        check_state(state)
    except Exception as error:  # whatever goes wrong is told with the deal
        record = Record(rules, (deal_played(seed, made, state),), variant=variant, players=(kind, kind))
        raise PlayError(kind, record, error) from error
    actions = tuple([move.action for move in made]) if keeps else ()
    return Played(kind, seed, state.starter, outcome(state), state.turn_number, choices, moves, len(made), actions)


def _check(step: Step, dice: Random) -> None:
    """Checks a step, if it is one of those that are."""
    before, action, after = step
    if dice.random() < STEPS_CHECKED or outcome(after) is not None:
        check_step(before, maker(before, action), action, after)
    if dice.random() < STATES_CHECKED:
        check_state(after, dice.sample(ACTIONS, ASKED))
