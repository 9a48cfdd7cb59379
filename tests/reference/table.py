"""Rules 1: the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.reference.cards import SUITS, face, pack, rank, suit

Pile = list[str]
"""Bottom to top."""


@dataclass
class Table:
    """Which card lies where."""

    reserves: list[Pile]
    face_down: list[int]
    """How many cards of each reserve lie face down: the lowest."""
    hands: list[Pile]
    wastes: list[Pile]
    houses: list[Pile]
    foundations: list[Pile]
    """♠ ♠ ♥ ♥ ♦ ♦ ♣ ♣."""
    turned: str | None = None

    def copy(self) -> Table:
        return Table(
            [pile[:] for pile in self.reserves],
            self.face_down[:],
            [pile[:] for pile in self.hands],
            [pile[:] for pile in self.wastes],
            [pile[:] for pile in self.houses],
            [pile[:] for pile in self.foundations],
            self.turned,
        )

    def house(self, name: str) -> Pile:
        return self.houses[int(name) - 1]

    def is_reserve_open(self, player: int) -> bool:
        """Whether the reserve has a top, and that lies face up."""
        return self.face_down[player] < len(self.reserves[player])

    def turn_up_reserve(self, player: int) -> None:
        """Turns the top of a reserve up if it lies face down."""
        if self.reserves[player] and not self.is_reserve_open(player):
            self.face_down[player] -= 1

    def face_up(self) -> Iterator[str]:
        for player in (0, 1):
            yield from self.reserves[player][self.face_down[player] :]
            yield from self.wastes[player]
        for pile in self.houses + self.foundations:
            yield from pile
        if self.turned is not None:
            yield self.turned

    def strangers_face_down(self) -> Iterator[str]:
        """The cards face down with the player who did not deal them."""
        for player in (0, 1):
            hidden = self.reserves[player][: self.face_down[player]] + self.hands[player]
            yield from (card for card in hidden if pack(card) != player)

    def foundation_for(self, card: str) -> Pile | None:
        """The first foundation that the card fits (4, 5)."""
        first = 2 * SUITS.index(suit(card))
        for foundation in self.foundations[first : first + 2]:
            if rank(card) == len(foundation) + 1:
                return foundation
        return None

    def layout(self) -> str:
        """What the houses hold, by faces and whatever their order (5)."""
        return ", ".join(sorted(" ".join(map(face, house)) for house in self.houses))
