"""A state of a deal: the rules, the table, whose turn it is, and what is remembered (rules 11)."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import ClassVar, Final, NamedTuple, Protocol

from attrs import frozen

from crapette.actions import Action
from crapette.cards import BLANKS, CARDS, Card, Word, cards_of, text_of_cards
from crapette.rulebook import Rulebook
from crapette.rules import Duty, Rules, TurnedCard
from crapette.table import FACE_DOWN, FOUNDATIONS, HAND, HOUSES, OTHER_PACK, RESERVE, TURNED, WASTE, Table, pile, size


class Value:
    """What never changes, and pickles and copies as the fields that it is made of.

    States are made by the million, so theirs are dataclasses that set their own fields by `object.__setattr__`: mypyc
    compiles that to plain stores, where a class of attrs would stay as slow as it is.
    """

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} can't be changed")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"{type(self).__name__} can't be changed")

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])


class Reason(Word):
    """Why a deal is over, in the order that counts where several hold (rules 9)."""

    OUT = "out"
    RESERVE_OUT = "reserve-out"
    IDLE = "idle"
    REPETITION = "repetition"
    BARREN = "barren"
    TURN_LIMIT = "turn-limit"
    AGREEMENT = "agreement"


@frozen
class Outcome:
    """How a deal ended (rules 9).

    Attributes:
        winner: The player who won; None for a stalemate.
        reason: `out` or `reserve-out` for a win; `idle`, `repetition`, `barren`, `turn-limit` or
            `agreement` for a stalemate.
    """

    winner: int | None
    reason: Reason


class Turn(NamedTuple):
    """What is remembered of the turn under way; empty when it begins."""

    progress: bool = False
    """Whether it is not idle (rules 9)."""
    founded: bool = False
    """Whether a card has gone to a foundation in it (rules 9)."""
    offered: bool = False
    """Whether a draw has been proposed in it (rules 4)."""
    layouts: tuple[bytes, ...] = ()
    """The layouts since the last action that was not house-to-house, without the one that stands (rules 5)."""
    marks: tuple[int, ...] = (0,)
    """The marks of these layouts, and last that of the one that stands."""
    moved: bytes = b""
    """The cards that have moved from house to house since, and the other ones of their faces."""


@dataclass(slots=True, init=False, unsafe_hash=True)
class Course(Value):
    """The course of the deal: what changes when a turn ends, or seldom."""

    book: Rulebook
    mover: int
    starter: int
    turn_number: int
    idle: int
    """Idle turns in a row before this one (rules 9)."""
    barren: int
    """Turns in a row before this one in which no card went to a foundation (rules 9)."""
    unseen: int
    """How many cards had not been seen when the turn began."""
    tables: tuple[tuple[int, Table], ...]
    """The tables counted for repetition that can still recur, each with the player whose turn began (rules 9)."""
    offer: int | None
    """The player whose proposal of a draw stands (rules 4)."""
    outcome: Outcome | None
    """How the deal ended."""

    def __init__(
        self,
        book: Rulebook,
        mover: int,
        starter: int,
        turn_number: int,
        idle: int,
        barren: int,
        unseen: int,
        tables: tuple[tuple[int, Table], ...],
        offer: int | None = None,
        outcome: Outcome | None = None,
    ) -> None:
        object.__setattr__(self, "book", book)
        object.__setattr__(self, "mover", mover)
        object.__setattr__(self, "starter", starter)
        object.__setattr__(self, "turn_number", turn_number)
        object.__setattr__(self, "idle", idle)
        object.__setattr__(self, "barren", barren)
        object.__setattr__(self, "unseen", unseen)
        object.__setattr__(self, "tables", tables)
        object.__setattr__(self, "offer", offer)
        object.__setattr__(self, "outcome", outcome)


@frozen
class Remedy:
    """What a call has brought about (rules 8).

    Attributes:
        player: The player whom it befalls: the offender, after an upheld call; the caller, after a false one
            that costs the next turn; None where nothing happens to anybody.
        rewound: Whether everything was taken back to just before the offending action.
        play: The missed play that was made for the offender; None if none was.
        turned_card: Where the offender's turned card went, `waste` or `hand`; None if none was lying there.
        ends_turn: Whether the offender's turn ended by it.
        forgives_skip: Whether it spares the caller a turn that was to be skipped.
        skips_turn: Whether the caller's next turn will be skipped.
    """

    player: int | None = None
    rewound: bool = False
    play: Action | None = None
    turned_card: TurnedCard | None = None
    ends_turn: bool = False
    forgives_skip: bool = False
    skips_turn: bool = False


@frozen
class Call:
    """A call of "stop!", and what came of it (rules 8).

    Attributes:
        caller: The player who called; None: the referee.
        upheld: Whether there was an offence to call.
        duty: The duty that was broken; None for a false call.
        action: The action that broke it; None for a false call.
        plays: The plays that would have fulfilled the duty, in canonical order; none for a false call.
        remedy: What the call has brought about.
    """

    caller: int | None
    upheld: bool
    duty: Duty | None
    action: Action | None
    plays: tuple[Action, ...]
    remedy: Remedy


@frozen
class Breach:
    """The offence that counts in a window (rules 8)."""

    duty: Duty
    action: Action
    plays: tuple[Action, ...]
    """The plays that would have fulfilled the duty, in canonical order."""
    cards: bytes
    """The card that each of these plays would have moved."""
    before: State | None
    """The state before the action, without its own window; None where nothing is taken back."""


@dataclass(slots=True, init=False, unsafe_hash=True)
class Calls(Value):
    """What is remembered of calls; nothing in a variant without them (rules 8)."""

    window: int | None
    """The player who may call."""
    breach: Breach | None
    """The offence that counts in the window, if there is one."""
    skips: tuple[bool, bool]
    """Whether each player's next turn will be skipped."""
    last: Call | None
    """The call that was the last action, if it was one."""

    def __init__(
        self,
        window: int | None = None,
        breach: Breach | None = None,
        skips: tuple[bool, bool] = (False, False),
        last: Call | None = None,
    ) -> None:
        object.__setattr__(self, "window", window)
        object.__setattr__(self, "breach", breach)
        object.__setattr__(self, "skips", skips)
        object.__setattr__(self, "last", last)


NO_CALLS: Final = Calls()


class _Printer(Protocol):
    """A pretty printer, as IPython and Hypothesis have it."""

    def text(self, text: str) -> None: ...


@dataclass(slots=True, init=False, unsafe_hash=True, repr=False)
class Moment(Value):
    """One moment of a deal as somebody knows it: what `State` and `View` have in common."""

    table: Table
    unseen: bytes
    """The codes of the cards that have never been face up."""
    turn: Turn
    course: Course
    calls: Calls

    def __init__(
        self,
        table: Table,
        unseen: bytes,
        turn: Turn,
        course: Course,
        calls: Calls,
    ) -> None:
        object.__setattr__(self, "table", table)
        object.__setattr__(self, "unseen", unseen)
        object.__setattr__(self, "turn", turn)
        object.__setattr__(self, "course", course)
        object.__setattr__(self, "calls", calls)

    @property
    def rules(self) -> Rules:
        """The rules of this deal."""
        return self.course.book.rules

    @property
    def mover(self) -> int:
        """The player whose turn it is, 0 or 1."""
        return self.course.mover

    @property
    def starter(self) -> int:
        """The player who made the first turn."""
        return self.course.starter

    @property
    def turn_number(self) -> int:
        """The number of the turn under way; the first is 1."""
        return self.course.turn_number

    @property
    def reserves(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Each player's reserve, bottom to top; the lowest `face_down` cards of it lie face down."""
        return self._reserve(0), self._reserve(1)

    def _reserve(self, player: int) -> tuple[Card, ...]:
        return self._shown(pile(self.table, FACE_DOWN[player]) + pile(self.table, RESERVE[player]))

    def _shown(self, codes: bytes) -> tuple[Card, ...]:
        """The cards with these codes, of which some may lie face down."""
        return cards_of(codes)

    @property
    def face_down(self) -> tuple[int, int]:
        """How many cards of each player's reserve lie face down."""
        return size(self.table, FACE_DOWN[0]), size(self.table, FACE_DOWN[1])

    @property
    def hands(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Each player's hand, face down, bottom to top; the turned card is not in it."""
        return self._shown(pile(self.table, HAND[0])), self._shown(pile(self.table, HAND[1]))

    @property
    def wastes(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Each player's waste, bottom to top."""
        return cards_of(pile(self.table, WASTE[0])), cards_of(pile(self.table, WASTE[1]))

    @property
    def turned(self) -> Card | None:
        """The hand card that the mover has turned up and not yet placed."""
        turned = pile(self.table, TURNED[self.mover])
        return cards_of(turned)[0] if turned else None

    @property
    def houses(self) -> tuple[tuple[Card, ...], ...]:
        """The houses 1 to 2n, each bottom to top."""
        return tuple([cards_of(pile(self.table, house)) for house in HOUSES[: 2 * self.rules.deal.houses]])

    @property
    def foundations(self) -> tuple[tuple[Card, ...], ...]:
        """The eight foundations, ♠ ♠ ♥ ♥ ♦ ♦ ♣ ♣, each from the ace up."""
        return tuple([cards_of(pile(self.table, foundation)) for foundation in FOUNDATIONS])

    @property
    def seen(self) -> frozenset[Card]:
        """The cards that have ever been face up (rules 2)."""
        return frozenset(CARDS) - frozenset(cards_of(self.unseen))

    @property
    def offer(self) -> int | None:
        """The player whose proposal of a draw stands (rules 4)."""
        return self.course.offer

    @property
    def window(self) -> int | None:
        """The player who may call "stop!" now, whether or not there was an offence; None: nobody (rules 8)."""
        return self.calls.window

    @property
    def last_call(self) -> Call | None:
        """The call that was the last thing to happen, the referee's too; None after any other action (rules 8)."""
        return self.calls.last

    def _told(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Cards that lie face down, as its text tells them."""
        return cards

    def __repr__(self) -> str:
        piles = {
            "reserves": [
                text_of_cards(self._told(reserve[:hidden]) + reserve[hidden:])
                for reserve, hidden in zip(self.reserves, self.face_down, strict=True)
            ],
            "hands": [text_of_cards(self._told(hand)) for hand in self.hands],
            "wastes": [text_of_cards(waste) for waste in self.wastes],
            "houses": [text_of_cards(house) for house in self.houses],
            "foundations": [text_of_cards(foundation) for foundation in self.foundations],
        }
        told = ", ".join(f"{name}={texts}" for name, texts in piles.items())
        return f"<{type(self).__name__} turn={self.turn_number} mover={self.mover} turned={self.turned} {told}>"

    def _repr_svg_(self) -> str:
        """What notebooks show: a picture of what lies open."""
        from crapette.render.svg import board  # noqa: PLC0415 -- nobody else waits for it

        return board(self, size=600)

    def _repr_pretty_(self, printer: _Printer, _cycle: bool) -> None:
        """What IPython and Hypothesis print: its text, and not field by field what it is made of."""
        printer.text(repr(self))


@dataclass(slots=True, init=False, unsafe_hash=True, repr=False)
class State(Moment):
    """One moment of a deal; a value that never changes. `apply` gives the next.

    States come from `deal`, `deal_from`, `position.loads`, `sample` and `apply`. Equality and hash are
    over all of it, also over what is remembered of the turn and the deal. Its text shows hidden cards as
    blanks; the attributes show them.
    """

    def _told(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple([BLANKS[card.pack] for card in cards])


def unseen_cards(table: Table) -> bytes:
    """The cards of a fresh table that nobody has seen: a player's own, face down in reserve and hand."""
    hidden = [
        card
        for player in (0, 1)
        for card in pile(table, FACE_DOWN[player]) + pile(table, HAND[player])
        if card // OTHER_PACK == player
    ]
    return bytes(sorted(hidden))
