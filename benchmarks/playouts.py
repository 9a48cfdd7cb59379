"""Random playouts: list what is legal, choose one, apply it, until the game is over.

Every library is driven by the same loop, with the same choice, and each action applied counts, chance's too. As our
states are values, all earlier ones can be kept; so the others copy theirs before each move, as cheaply as they can
without losing what the next move needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

from benchmarks.measuring import Work
from crapette import Action, Rules, State, apply, deal, legal_moves, load_rules
from crapette.actions import STOP

Play = Callable[[int], int]
"""Plays a game at random with a seed, and says of how many actions it was."""

STRICT, CALLS_ASIDE, RUSSIAN_BANK = "crapette-strict", "crapette, calls left aside", "russian-bank"
CLONED, IN_PLACE = "OpenSpiel solitaire, cloned", "OpenSpiel solitaire, in place"
CHESS, POKER = "python-chess, copied", "pokerkit, deep-copied"
OURS = (STRICT, CALLS_ASIDE, RUSSIAN_BANK)
OTHERS = (CLONED, IN_PLACE, CHESS, POKER)
LIBRARIES = ("open_spiel", "chess", "pokerkit")
"""Where the others come from, as they are installed."""


def of_crapette(name: str) -> Play:
    """Plays a variant of ours; duties are broken where that is legal, but nobody calls."""
    rules = load_rules(name)

    def play(seed: int) -> int:
        choice = Random(seed).random
        state = deal(rules, seed)
        actions = 0
        while moves := legal_moves(state):
            if moves[-1] is STOP:
                moves = moves[:-1]
            state = apply(state, moves[int(choice() * len(moves))], check=False)
            actions += 1
        return actions

    return play


def of_solitaire(clone: bool) -> Play:
    """Plays OpenSpiel's Klondike, which is written in C++; a card that chance turns up is an action."""
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("solitaire")

    def play(seed: int) -> int:
        choice = Random(seed).random
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            moves = state.legal_actions()
            if clone:
                state = state.clone()
            state.apply_action(moves[int(choice() * len(moves))])
            actions += 1
        return actions

    return play


def of_chess() -> Play:
    """Plays chess, to an end that the board alone can tell.

    The list of earlier moves is not copied: our states keep none either, and it would make each copy dearer than the
    last one.
    """
    chess: Any = import_module("chess")

    def play(seed: int) -> int:
        choice = Random(seed).random
        board = chess.Board()
        actions = 0
        while moves := list(board.legal_moves):
            if board.is_insufficient_material() or board.is_seventyfive_moves():
                break
            board = board.copy(stack=False)
            board.push(moves[int(choice() * len(moves))])
            actions += 1
        return actions

    return play


def of_poker() -> Play:
    """Plays a hand of no-limit hold'em with six players; a raise is the least one.

    pokerkit has no copy of its own. It deals at random, but the cards do not change how many actions there are.
    """
    pokerkit: Any = import_module("pokerkit")
    create, everything = pokerkit.NoLimitTexasHoldem.create_state, tuple(pokerkit.Automation)
    kind = pokerkit.State
    ways = (
        (kind.can_fold, kind.fold),
        (kind.can_check_or_call, kind.check_or_call),
        (kind.can_complete_bet_or_raise_to, kind.complete_bet_or_raise_to),
    )

    def play(seed: int) -> int:
        choice = Random(seed).random
        state = create(everything, True, 0, (1, 2), min_bet=2, raw_starting_stacks=200, player_count=6)
        actions = 0
        while state.status:
            moves = [make for can, make in ways if can(state)]
            state = deepcopy(state)
            moves[int(choice() * len(moves))](state)
            actions += 1
        return actions

    return play


_GAMES: dict[str, tuple[Callable[[], Play], int]] = {
    STRICT: (partial(of_crapette, "crapette-strict"), 8),
    CALLS_ASIDE: (partial(of_crapette, "crapette"), 4),
    RUSSIAN_BANK: (partial(of_crapette, "russian-bank"), 8),
    CLONED: (partial(of_solitaire, True), 60),
    IN_PLACE: (partial(of_solitaire, False), 60),
    CHESS: (of_chess, 4),
    POKER: (of_poker, 8),
}
"""What is played, and how many games of it are one piece of work: enough to be typical."""


def playouts(name: str) -> Work:
    """The playouts of this name."""
    make, games = _GAMES[name]
    play = make()
    return lambda: sum(map(play, range(games)))


def steps(rules: Rules, seed: int) -> Iterator[tuple[State, Action]]:
    """A playout of ours, calls too, with each state and what is done there: for what is measured of single states."""
    choice = Random(seed).choice
    state = deal(rules, seed)
    while moves := legal_moves(state):
        action = choice(moves)
        yield state, action
        state = apply(state, action, check=False)
