"""Rules 1: a card is a text, its rank and its suit: `QS` of pack 0, `qs` of pack 1."""

from __future__ import annotations

RANKS = "A23456789TJQK"
SUITS = "SHDC"
PACKS = [[rank + suit for suit in SUITS for rank in RANKS], [(rank + suit).lower() for suit in SUITS for rank in RANKS]]
"""Each player's pack, in the order in which shuffling begins (3)."""


def rank(card: str) -> int:
    return RANKS.index(card[0].upper()) + 1


def suit(card: str) -> str:
    return card[1].upper()


def is_red(card: str) -> bool:
    return suit(card) in "HD"


def face(card: str) -> str:
    return card.upper()


def pack(card: str) -> int:
    return 1 if card.islower() else 0
