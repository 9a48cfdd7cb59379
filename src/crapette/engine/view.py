"""What is known of a state: a table with blank cards (rules 2).

A view has a whole table, but in it the hidden cards lie in an order that tells nothing. So the engine
runs on it as on a state, since it only ever looks at open cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from attrs import evolve

from crapette.actions import Action
from crapette.cards import BLANKS, Card
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves
from crapette.engine.scoring import Score, score
from crapette.rules import FalseCall
from crapette.state import Breach, Calls, Course, Moment, Outcome, State, Turn
from crapette.table import OTHER_PACK, PLACES_FACE_DOWN, Table, pile
from crapette.table import exchanged as exchanged_links

_EVERYTHING: Final = bytes(range(256))
_NO_SWAP: Final = _EVERYTHING
_OF_PACK: Final = (bytes(range(OTHER_PACK)), bytes(range(OTHER_PACK, 256)))


@dataclass(slots=True, init=False, unsafe_hash=True, repr=False)
class View(Moment):
    """What may be known of a state: its attributes, with blank cards for those that are not shown (rules 2).

    Views come from `observe`, from `position.loads` and from `apply` to a view. They hold nothing but what they
    show, and can be given to anybody. Players do not differ in what they know, so a view is for both. `seen` is
    what the view shows.

    Attributes:
        memory: Whether it shows all that was ever seen (the memory view), or only what lies face up now.
    """

    memory: bool

    def __init__(self, table: Table, unseen: bytes, turn: Turn, course: Course, calls: Calls, memory: bool) -> None:
        Moment.__init__(self, table, unseen, turn, course, calls)
        object.__setattr__(self, "memory", memory)

    @property
    def legal(self) -> tuple[tuple[Action, ...], tuple[Action, ...]]:
        """The legal actions of player 0 and of player 1, in canonical order."""
        return legal_moves(self, 0), legal_moves(self, 1)

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended; None while it goes on."""
        return outcome(self)

    @property
    def score(self) -> Score:
        """The points once the deal is over, and each player's burden."""
        return score(self)

    def _shown(self, codes: bytes) -> tuple[Card, ...]:
        return tuple([BLANKS[code // OTHER_PACK] if code in self.unseen else Card.of_code(code) for code in codes])


def viewed(moment: Moment, *, memory: bool) -> View:
    """What is known of a state, or of a view.

    Args:
        moment: The state or the view.
        memory: Whether by those who remember all that was ever seen, or only by what lies face up now.
    """
    course, calls = moment.course, moment.calls
    unseen = moment.unseen
    if not memory:
        unseen = bytes(sorted(b"".join(pile(moment.table, number) for number in PLACES_FACE_DOWN)))
        course = replace(course, unseen=len(unseen), tables=())
    if calls.breach is not None:
        calls = replace(calls, breach=_told_of(calls.breach, memory) if _tells_offences(moment) else None)
    view = View(moment.table, unseen, moment.turn, course, calls, memory=memory)
    return exchanged(view, swap(b"".join(hidden_cards(view)), unseen))


def _tells_offences(moment: Moment) -> bool:
    """Whether the legal moves tell that there was an offence, so that keeping quiet about it is in vain."""
    return moment.course.book.false_call is FalseCall.FORBIDDEN


def _told_of(breach: Breach, memory: bool) -> Breach:
    return breach if memory else evolve(breach, cards=b"", before=None)


def hidden_cards(moment: Moment) -> tuple[bytes, bytes]:
    """The unseen cards of each pack, in the order of the places where they lie."""
    down = b"".join([pile(moment.table, number) for number in PLACES_FACE_DOWN])
    unseen = down.translate(None, _EVERYTHING.translate(None, moment.unseen))
    return unseen.translate(None, _OF_PACK[1]), unseen.translate(None, _OF_PACK[0])


# ---------------------------------------------------------------------------------- cards exchanged for others


def swap(cards: bytes, others: bytes) -> bytes:
    """The translation that exchanges these cards for others, which are the same in another order."""
    return bytes.maketrans(cards, others)


MomentT = TypeVar("MomentT", State, View)


def exchanged(moment: MomentT, swap: bytes) -> MomentT:
    """The state or the view with cards exchanged, on the table and in all that is remembered of it.

    Args:
        moment: The state or the view.
        swap: Translates the code of each card to that of the one that takes its place; it changes none but unseen
            cards of one pack for each other.
    """
    if swap == _NO_SWAP:
        return moment
    turn, course, calls = moment.turn, moment.course, moment.calls
    if turn.layouts:
        turn = turn._replace(layouts=tuple([exchanged_links(layout, swap) for layout in turn.layouts]))
    if course.tables:
        tables = [(player, Table(exchanged_links(table, swap))) for player, table in course.tables]
        course = replace(course, tables=tuple(tables))
    if calls.breach is not None:
        before = calls.breach.before
        breach = evolve(
            calls.breach,
            cards=calls.breach.cards.translate(swap),
            before=None if before is None else exchanged(before, swap),
        )
        calls = replace(calls, breach=breach)
    table = Table(exchanged_links(moment.table, swap))
    return replace(moment, table=table, turn=turn, course=course, calls=calls)
