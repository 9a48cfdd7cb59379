"""A bot that takes what looks best at once."""

from __future__ import annotations

from collections.abc import Sequence

from crapette.actions import DISCARD, DRAW, FLIP, PASS, TAKE_ACE, Action, Kind
from crapette.engine.apply import apply
from crapette.engine.duties import offences
from crapette.engine.legal import blameless_moves, first_of_each_class
from crapette.engine.possible import enters_empty_house
from crapette.engine.view import View
from crapette.state import State

_SOURCES = {"R": 0, "H": 1, "W": 2}
_LOADS = {"r": 0, "w": 1}
_FORESIGHT = 2
"""How many house cards it moves out of the way for one gain, at most."""


class GreedyBot:
    """Plays by a short list of preferences, the first that fits; it leaves nothing to chance.

    1. Turn up the own reserve's top.
    2. A card to a foundation: from the reserve, else the turned card, the waste, a house.
    3. Get rid of a card: from the reserve, else the turned card, the waste; each onto the opponent's reserve, else
       the opponent's waste, else a house, else an empty house.
    4. Load a house card onto the opponent.
    5. Move one or two house cards between houses, if one of these gains follows.
    6. Empty a house, if none is empty.
    7. Draw; discard; pass.

    It breaks no duty, also where that may be called, and calls whenever the opponent has broken one. It never
    proposes nor accepts a draw, lays nothing but the turned card on its waste, and leaves the opponent's aces
    where they are. As every gain takes a card off its own piles or the houses, and no more than two other moves
    come before one, its turns end even where house cards may be moved to and fro for ever.
    """

    def choose(self, state: State | View) -> Action:
        """The move that it likes best, the first in canonical order among equals."""
        moves = _choices(state)
        action = gain(state, moves) or _preparation(state, moves) or _room(state, moves) or last_resort(moves)
        assert action is not None
        return action

    def calls(self, before: State | View, action: Action) -> bool:
        """Whether the action has broken a duty that may be called."""
        return any(offence.callable for offence in offences(before, action))


def _choices(state: State | View) -> Sequence[Action]:
    """The distinct moves that break no duty."""
    return first_of_each_class(state, blameless_moves(state))


def gain(state: State | View, moves: Sequence[Action]) -> Action | None:
    """The best of the moves that are good in themselves; None if none is."""
    if FLIP in moves:
        return FLIP
    return min((move for move in moves if _is_gain(move)), key=lambda move: _rank(state, move), default=None)


def _is_gain(move: Action) -> bool:
    """Whether a play brings a card on: to a foundation, to the opponent, or off the own piles."""
    return move.is_progress and move.kind is Kind.PLAY and move is not TAKE_ACE


def _rank(state: State | View, move: Action) -> tuple[int, int, int]:
    """How good a gain is; the lowest is the best."""
    if move.target == "F":
        return 0, _SOURCES.get(move.source or "", len(_SOURCES)), 0
    if move.source in _SOURCES:
        return 1, _SOURCES[move.source], _rank_of_target(state, move)
    return 2, 0, _rank_of_target(state, move)


def _rank_of_target(state: State | View, move: Action) -> int:
    if move.target in _LOADS:
        return _LOADS[move.target]
    return len(_LOADS) + enters_empty_house(state.table, state.mover, move)


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
