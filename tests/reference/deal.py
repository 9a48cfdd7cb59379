"""Rules 11: all that a deal is at one moment. The modules of the other sections read it and change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from tests.reference.table import Table

Rules = Mapping[str, Any]
"""Every setting, as in a variant file."""


class Offence(NamedTuple):
    """A duty that an action breaks (6)."""

    duty: str
    plays: list[str]
    """Those that would have fulfilled it."""
    is_callable: bool


class Act(NamedTuple):
    """An action that may be called (8)."""

    action: str
    offender: int
    turn_number: int
    offences: list[Offence]
    before: Deal
    """The deal as it stood before the action."""


@dataclass
class Remedy:
    """What a call has brought about (8)."""

    player: int | None = None
    rewound: bool = False
    play: str | None = None
    turned_card: str | None = None
    ends_turn: bool = False
    forgives_skip: bool = False
    skips_turn: bool = False


@dataclass
class Call:
    """A call, and what came of it (8)."""

    caller: int | None
    """None: the referee."""
    upheld: bool
    duty: str | None = None
    action: str | None = None
    plays: list[str] = field(default_factory=list[str])
    remedy: Remedy = field(default_factory=Remedy)


class Outcome(NamedTuple):
    """How a deal ended (9)."""

    winner: int | None
    reason: str


@dataclass
class Deal:
    """A deal as it stands. All but the table are values that are exchanged and never changed."""

    rules: Rules
    table: Table
    mover: int
    starter: int
    seen: frozenset[str]
    """The cards that have ever been face up (2)."""
    turn_number: int = 1
    idle: int = 0
    """Idle turns in a row before this one (9)."""
    barren: int = 0
    """Turns in a row before this one in which no card went to a foundation (9)."""
    progress: bool = False
    """Whether this turn is not idle."""
    founded: bool = False
    """Whether a card has gone to a foundation in this turn."""
    offered: bool = False
    """Whether an offer was made in this turn (4)."""
    offer: int | None = None
    """The player whose offer stands (4)."""
    skips: frozenset[int] = frozenset()
    """The players whose next turn is skipped (8)."""
    window: int | None = None
    """The player who may call (8)."""
    acts: tuple[Act, ...] = ()
    """What the window covers."""
    last_call: Call | None = None
    layouts: tuple[str, ...] = ()
    """Those that the loop guard remembers (5)."""
    tables: tuple[str, ...] = ()
    """Those counted for repetition (9)."""
    outcome: Outcome | None = None

    def copy(self) -> Deal:
        return replace(self, table=self.table.copy())

    def close_window(self) -> None:
        self.window, self.acts = None, ()
