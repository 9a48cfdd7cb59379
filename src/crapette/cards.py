"""Cards: a rank, a suit, and the pack a card came from (rules 1)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import total_ordering
from typing import Final

from attrs import field, frozen

from crapette.errors import CrapetteError, NotationError


class Word(StrEnum):
    """A kebab-case word of the rules; it equals and prints as its text."""


class Suit(Word):
    """The four suits, in the order of the rules: ♠ ♥ ♦ ♣."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return self.value[0].upper()

    @property
    def symbol(self) -> str:
        """`♠`, `♥`, `♦` or `♣`."""
        return "♠♥♦♣"[SUITS.index(self)]

    @property
    def is_red(self) -> bool:
        """Whether the suit is red (♥ ♦) and not black (♠ ♣)."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


SUITS: Final[tuple[Suit, ...]] = tuple(Suit)
RANKS: Final = "A23456789TJQK"
BLANK_TEXT: Final = "XX"
BLANK_RANK: Final = 15


@total_ordering
@frozen
class Card:
    """One of the 104 cards, or a blank, which stands for a card of a known pack that is not shown.

    Cards are ordered as new packs lie: pack 0 before pack 1; within a pack ♠ ♥ ♦ ♣, each from ace to
    king; a blank after all others of its pack. Which pack a card is from never matters to the rules.

    Attributes:
        rank: 1 (ace) to 13 (king); None for a blank.
        suit: None for a blank.
        pack: 0 or 1, whose player dealt the card; the backs tell.

    >>> Card.parse("QS"), str(Card.parse("th"))
    (Card.parse('QS'), 'th')
    >>> Card(12, Suit.SPADES, 0) == Card.parse("QS") != Card.parse("qs")
    True
    """

    rank: int | None = field()
    suit: Suit | None = field()
    pack: int = field()
    code: int = field(init=False, repr=False, eq=False)
    """The card as the engine keeps it: one byte, `pack << 6 | suit << 4 | rank`; a blank has rank 15."""

    def __attrs_post_init__(self) -> None:
        known = self.rank is not None and self.suit is not None
        blank = self.rank is None and self.suit is None
        rank_fits = self.rank is None or self.rank in range(1, 14)
        if not (known or blank) or not rank_fits or self.suit not in (None, *SUITS) or self.pack not in (0, 1):
            raise CrapetteError(
                f"no such card: rank {self.rank!r}, suit {self.suit!r}, pack {self.pack!r}; "
                "a card has a rank from 1 to 13, a Suit and pack 0 or 1, a blank neither rank nor suit"
            )
        face = BLANK_RANK if self.rank is None or self.suit is None else SUITS.index(self.suit) << 4 | self.rank
        object.__setattr__(self, "code", self.pack << 6 | face)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that the text names: rank (`A` `2` … `9` `T` `J` `Q` `K`) and suit (`S` `H` `D` `C`).

        Upper case is a card of pack 0, lower case one of pack 1; `XX` and `xx` are blanks.

        Raises:
            NotationError: The text names no card.
        """
        card = _CARD_OF_TEXT.get(text)
        if card is None:
            raise NotationError(text, 0, "a card such as QS, TH or as (lower case: pack 1)")
        return card

    @property
    def known(self) -> bool:
        """Whether the card is shown: False for a blank."""
        return self.rank is not None

    @property
    def face(self) -> str:
        """The card as a player writes it, whatever its pack: `7♥`, `10♠`; empty for a blank."""
        if self.rank is None or self.suit is None:
            return ""
        return RANKS[self.rank - 1].replace("T", "10") + self.suit.symbol

    @staticmethod
    def of_code(code: int) -> Card:
        """The card with this code."""
        return _CARD_OF_CODE[code]

    def __str__(self) -> str:
        text = BLANK_TEXT if self.rank is None or self.suit is None else RANKS[self.rank - 1] + self.suit.letter
        return text.lower() if self.pack else text

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Card):
            return NotImplemented
        return (self.pack, not self.known, self.code) < (other.pack, not other.known, other.code)


PACKS: Final[tuple[tuple[Card, ...], ...]] = tuple(
    [tuple([Card(rank, suit, pack) for suit in SUITS for rank in range(1, len(RANKS) + 1)]) for pack in (0, 1)]
)
"""The cards of each pack as a new pack lies: ♠A … ♠K ♥A … ♥K ♦A … ♦K ♣A … ♣K."""

CARDS: Final[tuple[Card, ...]] = PACKS[0] + PACKS[1]
BLANKS: Final[tuple[Card, Card]] = (Card(None, None, 0), Card(None, None, 1))
_CARD_OF_TEXT: Final[dict[str, Card]] = {str(card): card for card in CARDS + BLANKS}
_CARD_OF_CODE: Final[dict[int, Card]] = {card.code: card for card in CARDS + BLANKS}


def codes(cards: Iterable[Card]) -> bytes:
    """The cards as the engine keeps them, a byte each."""
    return bytes([card.code for card in cards])


def cards_of(codes: bytes) -> tuple[Card, ...]:
    """The cards that these bytes stand for."""
    return tuple([_CARD_OF_CODE[code] for code in codes])


def text_of_cards(cards: Iterable[Card]) -> str:
    """The cards' texts with spaces between them."""
    return " ".join(map(str, cards))
