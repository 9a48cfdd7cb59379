"""A position as one line of text: the table, the mover and the turned card.

    (AS 2S) 3S / * / 4S | 9h / * / - | KS QH, -, 5c, … | S3s2 H5 | 0 7D

The parts between the bars are player 0, player 1, the houses, the foundations, and the mover.

- A player is reserve, hand and waste, each pile bottom to top; `(…)` are the face-down cards of the reserve.
- Houses stand between commas, from 1 on.
- A foundation is the suits of its cards from the ace up, each as `Card` writes it and with the number of
  cards in a row that come from one pack: `S3s2` is A♠ 2♠ 3♠ of pack 0 and 4♠ 5♠ of pack 1.
- The mover is 0 or 1; behind it stands the turned card, if there is one.
- `-` is an empty pile, or no foundation. `*`, in one pile of a player, is all cards of the player's pack
  that are named nowhere, in the order of a new pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from crapette.cards import PACKS, SUITS, Card, cards_of, text_of_cards
from crapette.engine.setup import set_up
from crapette.errors import DealError, NotationError
from crapette.rules import Rules
from crapette.state import State
from crapette.table import FACE_DOWN, FIRST_HOUSE, FOUNDATIONS, HAND, MOST_HOUSES, RESERVE, TURNED, WASTE, pile

LONGEST_POSITION = 1 << 20
"""No longer text is read, in characters."""

EMPTY = "-"
REST = "*"
_PARTS = ("player 0", "player 1", "the houses", "the foundations", "the mover")
_FOUNDATION = re.compile(r"(?:[SHDCshdc](?:1[0-3]|[1-9]))+")
_STRETCH = re.compile(r"([SHDCshdc])([0-9]+)")
_WORD = re.compile(r"\S+")


def dumps(state: State) -> str:
    """The position of a state as text.

    What is remembered of the turn and the deal is not in it; nothing is hidden.

    Args:
        state: The state.
    """
    table = state.table
    sides: list[str] = []
    for player in (0, 1):
        down = text_of_cards(cards_of(pile(table, FACE_DOWN[player])))
        up = text_of_cards(cards_of(pile(table, RESERVE[player])))
        reserve = " ".join(part for part in (f"({down})" if down else "", up) if part)
        hand, waste = (text_of_cards(cards_of(pile(table, piles[player]))) for piles in (HAND, WASTE))
        sides.append(" / ".join(text or EMPTY for text in (reserve, hand, waste)))
    houses = ", ".join(text_of_cards(house) or EMPTY for house in state.houses)
    foundations = " ".join(_foundation_text(foundation) for foundation in state.foundations if foundation) or EMPTY
    mover = f"{state.mover} {state.turned}" if state.turned else str(state.mover)
    return " | ".join((*sides, houses, foundations, mover))


def _foundation_text(foundation: tuple[Card, ...]) -> str:
    stretches: list[list[str]] = []
    for card in foundation:
        suit = str(card)[1]
        if stretches and stretches[-1][0] == suit:
            stretches[-1].append(suit)
        else:
            stretches.append([suit])
    return "".join(f"{stretch[0]}{len(stretch)}" for stretch in stretches)


def loads(text: str, rules: Rules | None = None) -> State:
    """The state that a position's text says, as in the first turn of a deal: nothing is remembered of it.

    The piles are as the text has them, whatever the rules do when a turn begins; a player who has already
    got rid of all that counts has won.

    Args:
        text: The position.
        rules: The rules; None: those of the variant `crapette`.

    Raises:
        NotationError: The text is no position: where, and what was expected; or a position that the rules
            do not allow, with all problems.
    """
    reader = _Reader(text)
    piles, mover = reader.read()
    try:
        return set_up(rules or Rules(), piles, mover)
    except DealError as error:
        raise NotationError(text, 0, "a position that the rules allow", error.problems) from error


class _Reader:
    """Reads one position; every method raises a NotationError where the text is wrong."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_POSITION:
            raise NotationError(text, LONGEST_POSITION, f"at most {LONGEST_POSITION} characters")
        self.text = text
        self.piles: dict[int, list[Card]] = {}
        self.rests: dict[int, tuple[int, int]] = {}
        """For each player, the pile where the rest of the pack lies, and how high."""

    def read(self) -> tuple[dict[int, bytes], int]:
        parts = list(self.split(0, len(self.text), "|"))
        if len(parts) != len(_PARTS):
            at = parts[len(_PARTS)][0] if len(parts) > len(_PARTS) else len(self.text)
            raise NotationError(self.text, at, f"five parts with bars between them: {', '.join(_PARTS)}")
        for player in (0, 1):
            self.read_side(player, *parts[player])
        houses = list(self.split(*parts[2], ","))
        if len(houses) > MOST_HOUSES:
            raise NotationError(self.text, houses[MOST_HOUSES][0], f"at most {MOST_HOUSES} houses")
        for number, place in enumerate(houses):
            self.read_pile(FIRST_HOUSE + number, *place)
        self.read_foundations(*parts[3])
        mover = self.read_mover(*parts[4])
        self.put_rests()
        return {number: bytes([card.code for card in cards]) for number, cards in self.piles.items()}, mover

    def split(self, start: int, end: int, separator: str) -> Iterator[tuple[int, int]]:
        """The places between the separators."""
        for piece in self.text[start:end].split(separator):
            yield start, start + len(piece)
            start += len(piece) + 1

    def words(self, start: int, end: int) -> Iterator[tuple[str, int]]:
        """The words in a place, each with where it stands."""
        for match in _WORD.finditer(self.text, start, end):
            yield match.group(), match.start()

    def read_side(self, player: int, start: int, end: int) -> None:
        places = list(self.split(start, end, "/"))
        if len(places) != 3:
            at = places[3][0] if len(places) > 3 else end
            raise NotationError(self.text, at, f"reserve / hand / waste of player {player}")
        (start, end), hand, waste = places
        opening = self.text.find("(", start, end)
        if opening >= 0:
            closing = self.text.find(")", opening, end)
            if self.text[start:opening].strip() or closing < 0:
                raise NotationError(self.text, start, "the face-down cards first, in parentheses: (KD 9S) 5H")
            self.read_pile(FACE_DOWN[player], opening + 1, closing, player)
            if self.text[closing + 1 : end].strip():
                self.read_pile(RESERVE[player], closing + 1, end, player)
        else:
            self.read_pile(RESERVE[player], start, end, player)
        self.read_pile(HAND[player], *hand, player)
        self.read_pile(WASTE[player], *waste, player)

    def read_pile(self, number: int, start: int, end: int, player: int | None = None) -> None:
        """Reads the cards of a pile; `player` is whose pack's rest may lie there."""
        words = list(self.words(start, end))
        if not words:
            raise NotationError(self.text, start, f"cards such as QS, or {EMPTY} for an empty pile")
        cards = self.piles.setdefault(number, [])
        if [word for word, _ in words] == [EMPTY]:
            return
        for word, at in words:
            if word == REST and player is not None:
                if player in self.rests:
                    raise NotationError(self.text, at, f"{REST} only once for each player")
                self.rests[player] = number, len(cards)
            else:
                cards.append(self.card(word, at))

    def card(self, word: str, at: int) -> Card:
        try:
            card = Card.parse(word)
        except NotationError as error:
            raise NotationError(self.text, at, error.expected) from error
        if not card.known:
            raise NotationError(self.text, at, "a card that is known")
        return card

    def read_foundations(self, start: int, end: int) -> None:
        words = list(self.words(start, end))
        if not words:
            raise NotationError(self.text, start, f"foundations such as S3s2, or {EMPTY} for none")
        if [word for word, _ in words] == [EMPTY]:
            return
        for word, at in words:
            if not _FOUNDATION.fullmatch(word):
                raise NotationError(self.text, at, "a foundation such as S3s2: suits, with how many cards in a row")
            texts = "".join(suit * int(count) for suit, count in _STRETCH.findall(word))
            suits = set(texts.upper())
            if len(texts) > 13 or len(suits) > 1:
                raise NotationError(self.text, at, "a foundation of at most 13 cards of one suit")
            suit = "SHDC".index(suits.pop())
            free = [number for number in FOUNDATIONS[2 * suit : 2 * suit + 2] if number not in self.piles]
            if not free:
                raise NotationError(self.text, at, "at most two foundations of a suit")
            self.piles[free[0]] = [
                Card(rank, SUITS[suit], int(letter.islower())) for rank, letter in enumerate(texts, start=1)
            ]

    def read_mover(self, start: int, end: int) -> int:
        words = list(self.words(start, end))
        if not words or words[0][0] not in ("0", "1") or len(words) > 2:
            at = words[0][1] if words else start
            raise NotationError(self.text, at, "the mover, 0 or 1, and the turned card if there is one")
        mover = int(words[0][0])
        for word, at in words[1:]:
            self.piles[TURNED[mover]] = [self.card(word, at)]
        return mover

    def put_rests(self) -> None:
        """Puts the cards that are named nowhere where the stars stand."""
        named = {card for cards in self.piles.values() for card in cards}
        for player, (number, height) in self.rests.items():
            self.piles[number][height:height] = [card for card in PACKS[player] if card not in named]
