"""A bot that takes what looks best at once."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from crapette.actions import DISCARD, DRAW, FLIP, PASS, TAKE_ACE, Action, Kind
from crapette.engine.apply import apply
from crapette.engine.legal import blameless_moves, first_of_each_class
from crapette.engine.possible import enters_empty_house
from crapette.engine.view import View
from crapette.state import State

_FORESIGHT = 2
"""How many house cards it moves out of the way for one gain, at most."""


@frozen
class Weights:
    """What a bot likes: a play is worth what its source and its target are worth together."""

    flip: float = 200
    from_reserve: float = 30
    from_turned: float = 20
    from_waste: float = 10
    from_house: float = 0
    to_foundation: float = 100
    to_their_reserve: float = 3
    to_their_waste: float = 2
    to_house: float = 1
    to_empty_house: float = 0

    def of(self, state: State | View, gain: Action) -> float:
        """What a gain is worth in this state."""
        return self.flip if gain is FLIP else self._of_source(gain) + self._of_target(state, gain)

    def _of_source(self, play: Action) -> float:
        match play.source:
            case "R":
                return self.from_reserve
            case "H":
                return self.from_turned
            case "W":
                return self.from_waste
            case _:
                return self.from_house

    def _of_target(self, state: State | View, play: Action) -> float:
        match play.target:
            case "F":
                return self.to_foundation
            case "r":
                return self.to_their_reserve
            case "w":
                return self.to_their_waste
            case _:
                return self.to_empty_house if enters_empty_house(state.table, state.mover, play) else self.to_house


LIKINGS = Weights()


class GreedyBot:
    """Plays by a short list of preferences, the first that fits; it leaves nothing to chance.

    1. The gain that is worth most. Unless it is given other weights: turn up the own reserve's top; a card to a
       foundation, from the reserve, else the turned card, the waste, a house; get rid of a card, from the reserve, else
       the turned card, the waste, each onto the opponent's reserve, else the opponent's waste, else a house, else an
       empty house; load a house card onto the opponent.
    2. Move one or two house cards between houses, if one of these gains follows.
    3. Empty a house, if none is empty.
    4. Draw; discard; pass.

    It breaks no duty, also where that may be called. It never proposes nor accepts a draw, lays nothing but the turned
    card on its waste, and leaves the opponent's aces where they are. As every gain takes a card off its own piles or
    the houses, and no more than two other moves come before one, its turns end even where house cards may be moved to
    and fro for ever.

    Args:
        weights: What gains are worth to it.
    """

    def __init__(self, weights: Weights = LIKINGS) -> None:
        self._weights = weights

    def choose(self, view: View) -> Action:
        """The move that it likes best, the first in canonical order among equals."""
        moves = _choices(view)
        action = (
            gain(view, moves, self._weights) or _preparation(view, moves) or _room(view, moves) or last_resort(moves)
        )
        assert action is not None
        return action


def _choices(state: State | View) -> Sequence[Action]:
    """The distinct moves that break no duty."""
    return first_of_each_class(state, blameless_moves(state))


def gain(state: State | View, moves: Sequence[Action], weights: Weights = LIKINGS) -> Action | None:
    """The best of the moves that are good in themselves, the first among equals; None if none is."""
    return max((move for move in moves if _is_gain(move)), key=lambda move: weights.of(state, move), default=None)


def _is_gain(move: Action) -> bool:
    """Whether it turns up a reserve card, or brings a card on: to a foundation, to the opponent, off the own piles."""
    return move is FLIP or (move.is_progress and move.kind is Kind.PLAY and move is not TAKE_ACE)


def _preparation(state: State | View, moves: Sequence[Action]) -> Action | None:
    """The first move between houses after which a gain is near; of several, with the nearest gain."""
    for further in range(_FORESIGHT):
        for move in moves:
            if move.is_house_to_house and _is_near_gain(apply(state, move, check=False), further):
                return move
    return None


def _is_near_gain(state: State | View, further: int) -> bool:
    """Whether there is a gain now, or after so many more moves between houses."""
    moves = _choices(state)
    if any(map(_is_gain, moves)):
        return True
    return further > 0 and any(
        move.is_house_to_house and _is_near_gain(apply(state, move, check=False), further - 1) for move in moves
    )


def _room(state: State | View, moves: Sequence[Action]) -> Action | None:
    """The first move that empties a house where none is empty."""
    houses = state.houses
    if not all(houses):
        return None
    return next(
        (move for move in moves if move.is_house_to_house and len(houses[int(move.source or "") - 1]) == move.count),
        None,
    )


def last_resort(moves: Sequence[Action]) -> Action | None:
    """Nothing is gained, so on with the hand; None if the moves do not let it."""
    return next((move for move in (DRAW, DISCARD, PASS) if move in moves), None)
