"""What a way to go on is worth to the mover, in numbers."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from crapette.actions import DRAW, Action
from crapette.engine.effect import effect
from crapette.engine.ending import win
from crapette.rulebook import ANY_CLASS, WANTED, Rulebook
from crapette.state import State
from crapette.table import FACE, FOUNDATIONS, GROUND, OTHER_PACK, RESERVE, TURNED, WASTE, Table

_FOUNDATIONS = bytes(FOUNDATIONS)


@frozen
class Values:
    """What a bot values that plans its turn.

    Attributes:
        won: That it has won.
        reserve: A card off its own reserve.
        hand: A card off its own hand or waste.
        their_reserve: A card more on the opponent's reserve.
        their_waste: A card more on the opponent's waste.
        foundation: A card more on the foundations.
        action: An action; below 0, so that it goes the shortest way.
        turn: That it is still its turn.
        shown: A reserve card that is turned up.
        room: An empty house, while it is still its turn.
        fit: That the card it draws will fit somewhere.
        their_play: That the opponent's reserve card will fit somewhere.
    """

    won: float = 1000
    reserve: float = 5
    hand: float = 3
    their_reserve: float = 0.7
    their_waste: float = 0.3
    foundation: float = 0.2
    action: float = -0.01
    turn: float = 1
    shown: float = 1
    room: float = 1
    fit: float = 3
    their_play: float = -2

    def gained(self, action: Action) -> float:
        """What an action gains by itself."""
        return self.action + self._of_place(action.target) - self._of_place(action.source)

    def _of_place(self, place: str | None) -> float:
        """What a card that lies there is worth, above one in a house."""
        match place:
            case "R":
                return -self.reserve
            case "H" | "W":
                return -self.hand
            case "r":
                return self.their_reserve
            case "w":
                return self.their_waste
            case "F":
                return self.foundation
            case _:
                return 0

    def left(self, state: State, last: Action) -> float:
        """What an action leaves behind that is the last to be thought of. It may turn up a card: that is not looked at.

        Args:
            state: The state before the action.
            last: The action.
        """
        book, mover = state.course.book, state.course.mover
        table = effect(book, state.table, mover, last)
        end = win(book, table, mover)
        if end is not None:
            return self.won if end.winner == mover else -self.won
        value = self.their_play if _have_they_a_play(state, table) else 0.0
        if last.ends_turn:
            return value
        value += self.turn + self.room * _taken(book, table).count(ANY_CLASS)
        return value + (self.fit * _chance(state, table) if last is DRAW else self.shown)


def _have_they_a_play(state: State, table: Table) -> bool:
    """Whether the top of the opponent's reserve is known and fits somewhere, be it in an empty house."""
    book, opponent = state.course.book, 1 - state.course.mover
    top = table[RESERVE[opponent]]
    is_known = top < GROUND and top not in state.unseen
    return is_known and (ANY_CLASS in _taken(book, table) or bool(_fitting(state, table, opponent, [top])))


def _chance(state: State, table: Table) -> float:
    """How likely it is that the drawn card fits somewhere; for a card that was seen before 0 or 1."""
    mover, unseen = state.course.mover, state.unseen
    drawn = table[TURNED[mover]]
    cards = [card for card in unseen if card // OTHER_PACK == mover] if drawn in unseen else [drawn]
    return len(_fitting(state, table, mover, cards)) / len(cards)


def _fitting(state: State, table: Table, player: int, cards: Sequence[int]) -> list[int]:
    """Those of the cards that the player might put elsewhere than in an empty house or on a card that nobody knows."""
    book = state.course.book
    takes, wanted = _taken(book, table), _FOUNDATIONS.translate(table).translate(WANTED)
    loads = book.onto_waste[table[WASTE[1 - player]]]
    if (reserve := table[RESERVE[1 - player]]) not in state.unseen:
        loads += book.onto_reserve[reserve]
    return [card for card in cards if book.classes[card] in takes or card in loads or FACE[card] in wanted]


def _taken(book: Rulebook, table: Table) -> bytes:
    """The class of cards that each house takes."""
    return book.houses.translate(table).translate(book.accepts)


VALUES = Values()
