"""What an agent is told: the memory view of a decision as numbers, from the agent's side.

Nothing else goes in, so nothing that is hidden can come out (rules 2). The names and the order of planes and facts
are declared here, once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from crapette.adapters.action_ids import ID_OF, many_ids
from crapette.adapters.decisions import Decision
from crapette.cards import CARDS
from crapette.engine.view import View
from crapette.knowledge import observe
from crapette.rules import Rules
from crapette.table import (
    FACE_DOWN,
    FOUNDATIONS,
    GROUND,
    HAND,
    HOUSES,
    NO_PILE,
    OTHER_PACK,
    RESERVE,
    TURNED,
    WASTE,
    size,
)

SUITS_AND_PACKS, RANKS = 8, 13
"""A plane has a row for each suit, ♠ ♥ ♦ ♣ of the own pack, then of the other, and a column for each rank from A up."""

PLACES: Final[tuple[str, ...]] = (
    "own reserve",
    "own hand",
    "own turned card",
    "own waste",
    "their reserve",
    "their hand",
    "their turned card",
    "their waste",
    "foundations",
)
"""The places of the first planes; then comes one for the cards that nobody has seen, then one for each house."""

UNSEEN: Final = len(PLACES)
"""The plane of the cards that nobody has seen; it has 1 for each of them."""


def planes(rules: Rules) -> tuple[str, ...]:
    """What each plane shows, in order."""
    houses = [f"house {number}" for number in range(1, 2 * rules.deal.houses + 1)]
    return (*PLACES, "unseen", *houses)


def _cell(code: int, player: int) -> int:
    """Where in a plane a card stands, for this player."""
    is_other = (code // OTHER_PACK) ^ player
    return (is_other * 4 + (code >> 4 & 3)) * RANKS + (code & 15) - 1


_CELLS_OF: Final = [np.array([_cell(code, player) for code in range(GROUND)]) for player in (0, 1)]
"""For each player the cell of every card, by its code."""
_CELLS: Final = SUITS_AND_PACKS * RANKS
_BY_DEPTH: Final = np.array([1 / (1 + above) for above in range(len(CARDS))], np.float32)


def _columns(player: int) -> bytes:
    """The piles in the order of the planes; `RESERVE` stands for the whole reserve."""
    own = [number for who in (player, 1 - player) for number in (RESERVE[who], HAND[who], TURNED[who], WASTE[who])]
    return bytes([*own, *FOUNDATIONS, *HOUSES])


_COLUMNS: Final = [_columns(player) for player in (0, 1)]
_PLANE_OF: Final = np.array([*range(UNSEEN), *[UNSEEN - 1] * (len(FOUNDATIONS) - 1), *range(UNSEEN + 1, UNSEEN + 13)])
"""The plane of each of these piles."""
_NOTHING: Final = bytes([NO_PILE])


@frozen
class Fact:
    """A number that tells of a decision what no plane shows.

    Attributes:
        name: What it is called.
        says: What it says; a fact that is true or not is 1 or 0.
        of: Works it out for a player, from 0 to 1.
    """

    name: str
    says: str
    of: Callable[[Decision, View, int], float]


def _is_mine(decision: Decision, _view: View, player: int) -> bool:
    return not decision.is_over and decision.player == player


def _share(many: int, most: int) -> float:
    return min(many / most, 1) if most else 0


def _idle(view: View) -> float:
    if not view.course.idle:
        return 0
    cards = max(1, *[size(view.table, HAND[player]) + size(view.table, WASTE[player]) for player in (0, 1)])
    return _share(view.course.idle, 2 * view.rules.end.idle_cycles * cards)


def _counted(whose: str, name: str, *piles: tuple[int, ...]) -> Fact:
    """A fact that counts cards."""

    def of(_decision: Decision, view: View, player: int) -> float:
        who = player if whose == "own" else 1 - player
        return sum([size(view.table, numbers[who]) for numbers in piles]) / len(CARDS)

    return Fact(f"{whose} {name}", f"how many cards there are of {len(CARDS)}", of)


FACTS: Final[tuple[Fact, ...]] = (
    Fact("decides", "whether the player has to decide", _is_mine),
    Fact("mover", "whether it is the player's turn", lambda _, view, player: view.mover == player),
    Fact("call", "whether it is to be decided if the last action is called", lambda decision, _, __: decision.is_call),
    *[
        _counted(whose, name, *piles)
        for whose in ("own", "their")
        for name, piles in (
            ("reserve", (RESERVE, FACE_DOWN)),
            ("reserve face down", (FACE_DOWN,)),
            ("hand", (HAND,)),
            ("waste", (WASTE,)),
        )
    ],
    Fact("last own", "whether the player made the last action", lambda decision, _, player: _by(decision, player)),
    Fact("last their", "whether the other made the last action", lambda decision, _, player: _by(decision, 1 - player)),
    Fact(
        "upheld",
        "whether the last action was a call that was upheld, by a referee too",
        lambda _, view, __: _upheld(view),
    ),
    Fact(
        "own skip", "whether the player's next turn will be skipped", lambda _, view, player: view.calls.skips[player]
    ),
    Fact(
        "their skip",
        "whether the other's next turn will be skipped",
        lambda _, view, player: view.calls.skips[1 - player],
    ),
    Fact(
        "own offer", "whether a draw that the player has proposed stands", lambda _, view, player: view.offer == player
    ),
    Fact(
        "their offer",
        "whether a draw that the other has proposed stands",
        lambda _, view, player: view.offer == 1 - player,
    ),
    Fact("offered", "whether a draw has been proposed in this turn", lambda _, view, __: view.turn.offered),
    Fact("progress", "whether this turn is not idle (rules 9)", lambda _, view, __: view.turn.progress),
    Fact("idle", "idle turns in a row, of those that make a stalemate", lambda _, view, __: _idle(view)),
    Fact(
        "barren",
        "turns in a row without a card for the foundations, of those that make a stalemate",
        lambda _, view, __: _share(view.course.barren, view.rules.end.barren_turns),
    ),
    Fact(
        "turns",
        "turns that are over, of those after which the deal ends",
        lambda _, view, __: _share(view.turn_number - 1, view.rules.end.max_turns),
    ),
)
"""All facts, in order. What a limit is counted against is 0 where the rules have no such limit."""


def _by(decision: Decision, player: int) -> bool:
    return decision.last is not None and decision.last[0] == player


def _upheld(view: View) -> bool:
    return view.last_call is not None and view.last_call.upheld


def cards_shown(view: View, player: int) -> NDArray[np.float32]:
    """The planes, from a player's side.

    Args:
        view: The memory view.
        player: The player.

    Returns:
        An array (planes, 8, 13) in which a card that was ever seen stands in the plane of its place, with
        1 / (1 + how many cards lie on it): 1 for the top card, 1/2 for the next. A card that nobody has seen
        stands with 1 in the plane of the unseen ones.
    """
    rows = _rows(view, _COLUMNS[player])
    depth, column = (rows < GROUND).nonzero()
    cell_of = _CELLS_OF[player]
    shown = np.zeros((len(planes(view.rules)), _CELLS), np.float32)
    shown[_PLANE_OF[column], cell_of[rows[depth, column]]] = _BY_DEPTH[depth]
    shown[UNSEEN, cell_of[np.frombuffer(view.unseen, np.uint8)]] = 1
    return shown.reshape(-1, SUITS_AND_PACKS, RANKS)


def _rows(view: View, numbers: bytes) -> NDArray[np.uint8]:
    """The cards of these piles: a row for all top cards, one for those under them, and so on; no card is `NO_PILE`."""
    table: bytes = view.table
    for player in (0, 1):  # what is face up lies on what is not
        table = table.replace(bytes([RESERVE[player]]), table[FACE_DOWN[player] : FACE_DOWN[player] + 1])
    under = table[:GROUND].ljust(256, _NOTHING)
    rows: list[bytes] = []
    cards = numbers.translate(table)
    while min(cards) < GROUND:
        rows.append(cards)
        cards = cards.translate(under)
    known = b"".join(rows).translate(bytes.maketrans(view.unseen, _NOTHING * len(view.unseen)))
    return np.frombuffer(known, np.uint8).reshape(-1, len(numbers))


def facts(decision: Decision, view: View, player: int) -> NDArray[np.float32]:
    """The facts, from a player's side, in the order of `FACTS`."""
    return np.array([fact.of(decision, view, player) for fact in FACTS], np.float32)


def last_action(decision: Decision) -> int:
    """1 + the number of the last action, as whoever made it names the places; 0 at the start."""
    return 0 if decision.last is None else 1 + ID_OF[decision.last[1]]


def action_mask(decision: Decision, player: int) -> NDArray[np.int8]:
    """What a player may decide: 1 for each number that is an option, nothing if it is for the other to decide."""
    mask = np.zeros(many_ids(decision.state.rules), np.int8)
    if decision.player == player:
        mask[decision.options] = 1
    return mask


def observation(decision: Decision, player: int) -> dict[str, Any]:
    """All that an agent is told.

    Args:
        decision: The decision, of whichever player.
        player: The player who is told.

    Returns:
        `observation`: the planes; `facts`; `last_action`; and `action_mask`.
    """
    view = observe(decision.state)
    return {
        "observation": cards_shown(view, player),
        "facts": facts(decision, view, player),
        "last_action": np.int64(last_action(decision)),
        "action_mask": action_mask(decision, player),
    }
