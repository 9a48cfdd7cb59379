"""What there is to tell of one deal that was played."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from enum import StrEnum

from attrs import frozen

from crapette.actions import STOP, Action
from crapette.bots.playing import BotFault, Step
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves
from crapette.engine.scoring import score
from crapette.notation.record import Record, deal_played
from crapette.notation.record_parts import Move
from crapette.state import Reason, State

LONGEST_DEAL = 10_000
"""After so many actions a deal is cut."""


class Unfinished(StrEnum):
    """Why a deal that is not over by the rules was not played on."""

    FORFEIT = "forfeit"
    """A bot has failed or cheated: its player loses."""
    CUT = "cut"
    """It was too long: it may be one that never ends."""


@frozen
class Played:
    """A deal that was played. What comes in pairs is player 0's and player 1's.

    Attributes:
        round: The number of the round in which it was played, from 0.
        arm: The number of the arm of the experiment for which it was played, from 0.
        seed: The seed of the deal.
        starter: Who started.
        winner: Who won; None: nobody.
        ended: How it ended.
        turns: How many turns were begun.
        actions: How many actions it had.
        choices: How many of its actions the movers chose; the others are calls.
        moves: How many legal moves they had, all choices together.
        points: The points; whoever forfeits a deal gives the other as many as if that one had won there and then.
        burdens: The burdens at its end.
        upheld: How many calls of each player were upheld; the referee's count for who had the profit.
        false: How many were not.
        fault: What the bot did that forfeited the deal.
    """

    round: int
    arm: int
    seed: int
    starter: int
    winner: int | None
    ended: Reason | Unfinished
    turns: int
    actions: int
    choices: int
    moves: int
    points: tuple[int, int]
    burdens: tuple[int, int]
    upheld: tuple[int, int] = (0, 0)
    false: tuple[int, int] = (0, 0)
    fault: str | None = None


class PlayError(Exception):
    """Something has gone wrong in play; it is the library that is at fault, and the error's cause tells how.

    Attributes:
        record: The deal up to there.
    """

    def __init__(self, record: Record, cause: Exception) -> None:
        self.record = record
        super().__init__(record, cause)

    def __str__(self) -> str:
        record, cause = self.args
        deal, players = record.deals[0], " and ".join(record.players)
        place = f"deal of seed {deal.seed}, played by {players}, after {len(deal.moves)} actions"
        return f"{place}: the library is at fault, please report this with the record: {type(cause).__name__}: {cause}"


class Account:
    """Keeps account of a deal while it is played.

    Args:
        round_: The number of the round.
        arm: The number of the arm.
        seed: The seed of the deal.
        state: The state in which it begins.
    """

    def __init__(self, round_: int, arm: int, seed: int, state: State) -> None:
        self._round = round_
        self._arm = arm
        self._seed = seed
        self._state = state
        self._made: list[Move] = []
        self._choices = self._moves = 0
        self._calls = {True: [0, 0], False: [0, 0]}

    @property
    def state(self) -> State:
        """How it stands."""
        return self._state

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its actions, so far."""
        return tuple([move.action for move in self._made])

    def add(self, step: Step) -> None:
        """Takes the next step down."""
        before, action, self._state = step
        self._made.append(Move(action, before.turn_number))
        if action is not STOP:
            self._choices += 1
            self._moves += len(legal_moves(before))
        call = self._state.last_call
        if call is not None:
            caller = 1 - before.mover if call.caller is None else call.caller
            self._calls[call.upheld][caller] += 1

    @contextmanager
    def telling_of_errors(self, variant: str | None, players: tuple[str, str]) -> Generator[None]:
        """Tells of the deal, as far as it came, where something goes wrong that the library is to be blamed for.

        Args:
            variant: The name of the variant.
            players: Who plays.

        Raises:
            PlayError: Something has gone wrong.
        """
        try:
            yield
        except Exception as error:  # whatever it is
            told = deal_played(self._seed, self._made, self._state)
            raise PlayError(Record(self._state.rules, (told,), variant=variant, players=players), error) from error

    def closed(self, fault: BotFault | None = None) -> Played:
        """What there is to tell of the deal; if it is not over, it is cut, or forfeited by the fault of a bot."""
        state = self._state
        end, worth = outcome(state), score(state)
        ended: Reason | Unfinished = Unfinished.CUT
        winner, points = None, worth.points
        if end is not None:
            ended, winner = end.reason, end.winner
        elif fault is not None:
            ended, winner = Unfinished.FORFEIT, 1 - fault.player
            prize = state.rules.scoring.win + worth.burdens[fault.player]
            points = (prize, 0) if winner == 0 else (0, prize)
        upheld, false = ((counts[0], counts[1]) for counts in (self._calls[True], self._calls[False]))
        return Played(
            round=self._round,
            arm=self._arm,
            seed=self._seed,
            starter=state.starter,
            winner=winner,
            ended=ended,
            turns=state.turn_number,
            actions=len(self._made),
            choices=self._choices,
            moves=self._moves,
            points=points,
            burdens=worth.burdens,
            upheld=upheld,
            false=false,
            fault=None if fault is None else str(fault),
        )
