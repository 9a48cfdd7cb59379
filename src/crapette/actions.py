"""Actions and their notation (rules 4).

There is one object for each action that any variant knows, made when this module is imported; so
actions are compared by identity, and making a list of legal moves makes no objects.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from crapette.cards import Word
from crapette.errors import NotationError
from crapette.table import FACE_DOWN, FIRST_HOUSE, HAND, MOST_HOUSES, RESERVE, TURNED, WASTE


class Kind(Word):
    """What sort of action it is (rules 4)."""

    PLAY = "play"
    RUN = "run"
    LAY = "lay"
    FLIP = "flip"
    DRAW = "draw"
    DISCARD = "discard"
    PASS = "pass"
    OFFER = "offer"
    ACCEPT = "accept"
    STOP = "stop"


OWN_RESERVE, OWN_TURNED, OWN_WASTE = "R", "H", "W"
THEIR_RESERVE, THEIR_WASTE = "r", "w"
TO_FOUNDATION: Final = "F"
HOUSE_NAMES: Final[tuple[str, ...]] = tuple(str(number) for number in range(1, MOST_HOUSES + 1))
SOURCES: Final[tuple[str, ...]] = (OWN_RESERVE, OWN_TURNED, OWN_WASTE, *HOUSE_NAMES)
"""The mover's own sources in canonical order."""

LONGEST_RUN: Final = 13
ON_A_FOUNDATION: Final = -1
"""In place of a pile's number: the card tells which foundation."""


@dataclass(frozen=True, slots=True, eq=False)
class Action:
    """One action, such as `R-F`; the places are named from its maker's side.

    Actions come from `legal_moves` and `Action.parse`. There is one object for each action, so `is`,
    `==` and hashing are those of the object, also after copying and pickling.

    Attributes:
        kind: `play`, `run`, `lay`, `flip`, `draw`, `discard`, `pass`, `offer`, `accept` or `stop`.
        source: Where the card comes from, for a play, a run or a lay: `R` `H` `W` `1`… or `r`; else None.
        target: Where it goes: `F`, `1`…, `r` `w`, or `W` for a lay; else None.
        count: How many cards; 1 but for a run.

    >>> action = Action.parse("3-7*4")
    >>> action.kind, action.source, action.target, action.count
    (<Kind.RUN: 'run'>, '3', '7', 4)
    """

    _text: str
    kind: Kind
    source: str | None = None
    target: str | None = None
    count: int = 1
    piles: tuple[tuple[int, int], ...] = ((0, 0), (0, 0))
    """For player 0 and for player 1, the numbers of the piles that the card leaves and reaches."""
    houses: int = 0
    """How many houses there must be for it."""
    is_house_to_house: bool = False
    """Whether the loop guard looks at it (rules 5)."""
    is_said: bool = False
    """Whether it is said and moves nothing (`offer`, `accept`, `stop`)."""
    ends_turn: bool = False
    """Whether the turn ends with it (rules 7)."""
    is_progress: bool = False
    """Whether a turn with it is not idle (rules 9)."""
    may_show: bool = False
    """Whether it can turn up a card that nobody has seen (rules 2)."""

    @staticmethod
    def parse(text: str) -> Action:
        """The action that the text names, in the notation of rules 4.

        Raises:
            NotationError: The text names no action of any variant.
        """
        action = _ACTION_OF_TEXT.get(text)
        if action is None:
            raise NotationError(
                text, 0, "an action such as R-F, H-3, 3-7*4, flip, draw, discard, pass, offer, accept or stop"
            )
        return action

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Action.parse({self._text!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickles and copies as its text, so that there stays one object for each action."""
        return Action.parse, (self._text,)


def _pile(place: str, player: int) -> int:
    """The number of the pile that the player calls by this name."""
    match place:
        case "R":
            return RESERVE[player]
        case "H":
            return TURNED[player]
        case "W":
            return WASTE[player]
        case "r":
            return RESERVE[1 - player]
        case "w":
            return WASTE[1 - player]
        case "F":
            return ON_A_FOUNDATION
        case _:
            return FIRST_HOUSE + HOUSE_NAMES.index(place)


def _play(source: str, target: str, kind: Kind = Kind.PLAY) -> Action:
    to_house, from_house = target in HOUSE_NAMES, source in HOUSE_NAMES
    return Action(
        f"{source}-{target}",
        kind,
        source,
        target,
        piles=((_pile(source, 0), _pile(target, 0)), (_pile(source, 1), _pile(target, 1))),
        houses=max([HOUSE_NAMES.index(place) + 1 for place in (source, target) if place in HOUSE_NAMES], default=0),
        is_house_to_house=from_house and to_house,
        ends_turn=kind is Kind.LAY,
        is_progress=not (from_house and (to_house or kind is Kind.LAY)),
        may_show=source in (OWN_RESERVE, THEIR_RESERVE),
    )


def _runs(play: Action) -> tuple[Action, ...]:
    """The runs of 2 cards and more between the houses of a play."""
    return tuple(
        [
            Action(
                f"{play}*{count}",
                Kind.RUN,
                play.source,
                play.target,
                count,
                play.piles,
                play.houses,
                is_house_to_house=True,
            )
            for count in range(2, LONGEST_RUN + 1)
        ]
    )


TO_FOUNDATION_FROM: Final[tuple[Action, ...]] = tuple(_play(source, TO_FOUNDATION) for source in SOURCES)
"""The plays to a foundation, by source."""

TAKE_ACE: Final[Action] = _play(THEIR_RESERVE, TO_FOUNDATION)

TO_HOUSE_FROM: Final[tuple[tuple[Action, ...], ...]] = tuple(
    tuple(_play(source, house) for house in HOUSE_NAMES) for source in SOURCES
)
"""The plays to a house, by source and house; those from a house to itself are no actions."""

RUNS_FROM: Final[tuple[tuple[tuple[Action, ...], ...], ...]] = tuple(
    [tuple([_runs(play) for play in plays]) for plays in TO_HOUSE_FROM[-MOST_HOUSES:]]
)
"""The runs, by house, house, and count less two."""

LOADS_FROM: Final[tuple[tuple[Action, ...], ...]] = tuple(
    (_play(source, THEIR_RESERVE), _play(source, THEIR_WASTE)) for source in SOURCES
)
"""The loads by source: onto the opponent's reserve, onto the opponent's waste."""

LAY_FROM: Final[tuple[Action, ...]] = tuple(
    _play(source, OWN_WASTE, Kind.LAY) for source in (OWN_RESERVE, *HOUSE_NAMES)
)
"""What may lay a card on the own waste: the reserve, then the houses."""

FLIP: Final[Action] = Action(
    "flip", Kind.FLIP, piles=((FACE_DOWN[0], RESERVE[0]), (FACE_DOWN[1], RESERVE[1])), may_show=True
)
DRAW: Final[Action] = Action("draw", Kind.DRAW, piles=((HAND[0], TURNED[0]), (HAND[1], TURNED[1])), may_show=True)
DISCARD: Final[Action] = Action(
    "discard", Kind.DISCARD, piles=((TURNED[0], WASTE[0]), (TURNED[1], WASTE[1])), ends_turn=True
)
PASS: Final[Action] = Action("pass", Kind.PASS, ends_turn=True)
OFFER: Final[Action] = Action("offer", Kind.OFFER, is_said=True)
ACCEPT: Final[Action] = Action("accept", Kind.ACCEPT, is_said=True)
STOP: Final[Action] = Action("stop", Kind.STOP, is_said=True)


def _in_canonical_order() -> Iterator[Action]:
    """Every action, in the order of rules 11."""
    yield from TO_FOUNDATION_FROM
    yield TAKE_ACE
    for source in SOURCES:
        for house in HOUSE_NAMES:
            if source != house:
                yield TO_HOUSE_FROM[SOURCES.index(source)][HOUSE_NAMES.index(house)]
                if source in HOUSE_NAMES:
                    yield from RUNS_FROM[HOUSE_NAMES.index(source)][HOUSE_NAMES.index(house)]
    for loads in LOADS_FROM:
        yield from loads
    yield from LAY_FROM
    yield from (FLIP, DRAW, DISCARD, PASS, OFFER, ACCEPT, STOP)


ACTIONS: Final[tuple[Action, ...]] = tuple(_in_canonical_order())
"""Every action that any variant knows, in canonical order (rules 11)."""

CANONICAL_ORDER: Final[dict[Action, int]] = {action: place for place, action in enumerate(ACTIONS)}
"""The place of every action among all."""

_ACTION_OF_TEXT: Final[dict[str, Action]] = {str(action): action for action in ACTIONS}
