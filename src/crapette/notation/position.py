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
- Where cards lie face down, `XX` and `xx` are blanks, `XX*12` is twelve in a row, and `XX*` is as many as are left
  once all other piles are counted. A position with blanks is a view.

The page on positions in the documentation has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice

from crapette.cards import BLANKS, SUITS, Card, text_of_cards
from crapette.engine.setup import set_up, unnamed
from crapette.engine.view import View
from crapette.errors import DealError, NotationError
from crapette.rules import Rules
from crapette.state import State
from crapette.table import (
    FACE_DOWN,
    FIRST_HOUSE,
    FOUNDATIONS,
    HAND,
    MOST_HOUSES,
    PLACES_FACE_DOWN,
    RESERVE,
    TURNED,
    WASTE,
)

LONGEST_POSITION = 1 << 20
"""No longer text is read, in characters."""

MOST_BLANKS = 52
"""A pack has no more cards."""

EMPTY = "-"
REST = "*"
_PARTS = ("player 0", "player 1", "the houses", "the foundations", "the mover")
_STRETCH = re.compile(r"([SHDCshdc])(1[0-3]|[1-9])")
_BLANKS = re.compile(r"(XX|xx)(\*[0-9]*+)?")
_WORD = re.compile(r"\S+")

# What stands in a pile for a number of cards until all piles are read: for each pack.
_REST_OF_CARDS = (0x80, 0x81)
_REST_OF_BLANKS = (0x82, 0x83)


def dumps(state: State | View) -> str:
    """The position of a state or a view as text.

    What is remembered of the turn and the deal is not in it. Of a state it tells all cards; of a view what the view
    shows.

    Args:
        state: The state or the view.
    """
    sides: list[str] = []
    for player in (0, 1):
        reserve, hidden = state.reserves[player], state.face_down[player]
        down, up = _text_of_pile(reserve[:hidden]), _text_of_pile(reserve[hidden:])
        parts = " ".join(part for part in (f"({down})" if down else "", up) if part)
        others = _text_of_pile(state.hands[player]), _text_of_pile(state.wastes[player])
        sides.append(" / ".join(text or EMPTY for text in (parts, *others)))
    houses = ", ".join(text_of_cards(house) or EMPTY for house in state.houses)
    foundations = " ".join(_text_of_foundation(foundation) for foundation in state.foundations if foundation) or EMPTY
    mover = f"{state.mover} {state.turned}" if state.turned else str(state.mover)
    return " | ".join((*sides, houses, foundations, mover))


def _text_of_pile(cards: tuple[Card, ...]) -> str:
    """The cards; equal ones in a row, which are blanks, with their number."""
    rows = [(str(card), len(list(row))) for card, row in groupby(cards)]
    return " ".join(text if count == 1 else f"{text}*{count}" for text, count in rows)


def _text_of_foundation(foundation: tuple[Card, ...]) -> str:
    """The stretches of cards from one pack."""
    return "".join(f"{suit}{len(list(row))}" for suit, row in groupby(str(card)[1] for card in foundation))


def loads(text: str, rules: Rules | None = None) -> State | View:
    """What a position's text says, as in the first turn of a deal: nothing is remembered of it.

    The piles are as the text has them, whatever the rules do when a turn begins; a player who has already
    got rid of all that counts has won.

    Args:
        text: The position.
        rules: The rules; None: those of the variant `crapette`.

    Returns:
        A state; if there are blanks a view. That is a memory view, unless a blank lies with the player who did not
        deal it: such a card has been seen, so only a table view can look like that.

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
        self.piles: dict[int, bytearray] = {}
        self.blanks = [0, 0]
        """How many blanks of each pack have been read, without those that are left over."""
        self.rests: dict[int, str] = {}
        """For each pack, what has been read that stands for the cards named nowhere: `REST` or a blank."""
        self.left_over: set[int] = set()
        """The packs of which all blanks that are left over have been read."""

    def read(self) -> tuple[dict[int, bytes], int]:
        parts = list(self.split(0, len(self.text), "|", len(_PARTS)))
        if len(parts) != len(_PARTS):
            at = parts[len(_PARTS)][0] if len(parts) > len(_PARTS) else len(self.text)
            raise NotationError(self.text, at, f"five parts with bars between them: {', '.join(_PARTS)}")
        for player in (0, 1):
            self.read_side(player, *parts[player])
        houses = list(self.split(*parts[2], ",", MOST_HOUSES))
        if len(houses) > MOST_HOUSES:
            raise NotationError(self.text, houses[MOST_HOUSES][0], f"at most {MOST_HOUSES} houses")
        for number, place in enumerate(houses):
            self.read_pile(FIRST_HOUSE + number, *place)
        self.read_foundations(*parts[3])
        mover = self.read_mover(*parts[4])
        return self.piles_with_rests(), mover

    def split(self, start: int, end: int, separator: str, most: int) -> Iterator[tuple[int, int]]:
        """The places between the separators, of which no more than so many count."""
        for piece in self.text[start:end].split(separator, most):
            yield start, start + len(piece)
            start += len(piece) + 1

    def words(self, start: int, end: int, expected: str) -> Iterator[tuple[str, int]]:
        """The words in a place, each with where it stands; none for what is empty, but there must be one.

        Args:
            start: Where the place starts.
            end: Where it ends.
            expected: What should be there.
        """
        content = self.text[start:end].strip()
        if not content:
            raise NotationError(self.text, start, expected)
        if content != EMPTY:
            for match in _WORD.finditer(self.text, start, end):
                yield match.group(), match.start()

    def read_side(self, player: int, start: int, end: int) -> None:
        places = list(self.split(start, end, "/", 3))
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
        cards = self.piles.setdefault(number, bytearray())
        for word, at in self.words(start, end, f"cards such as QS, or {EMPTY} for an empty pile"):
            if word == REST and player is not None:
                cards.append(self.rest(player, at))
            elif word[:2] in ("XX", "xx"):
                cards += self.read_blanks(number, word, at)
            else:
                cards.append(self.card(word, at).code)

    def rest(self, pack: int, at: int) -> int:
        """What stands for the cards of a pack that are named nowhere."""
        if self.rests.get(pack) == REST:
            raise NotationError(self.text, at, f"{REST} only once for each player")
        self.stand_for_rest(pack, REST, at)
        return _REST_OF_CARDS[pack]

    def read_blanks(self, number: int, word: str, at: int) -> bytes:
        """The blanks of a word, or what stands for them while their number is not known."""
        found = _BLANKS.fullmatch(word)
        if not found:
            raise NotationError(self.text, at, "a blank such as XX, blanks such as XX*12, or XX* for all that are left")
        if number not in PLACES_FACE_DOWN:
            raise NotationError(
                self.text, at, "a card that is shown; blanks lie face down, in a hand or in the (…) of a reserve"
            )
        blank, count = Card.parse(found[1]), found[2]
        self.stand_for_rest(blank.pack, found[1], at)
        if count == REST:
            if blank.pack in self.left_over:
                raise NotationError(self.text, at, f"{word} only once, for all blanks of the pack that are left")
            self.left_over.add(blank.pack)
            return bytes([_REST_OF_BLANKS[blank.pack]])
        # The length first: Python refuses to read a number of very many digits.
        many = 1 if count is None else int(count[1:]) if len(count) <= 3 else 0
        self.blanks[blank.pack] += many
        if not many or self.blanks[blank.pack] > MOST_BLANKS:
            raise NotationError(self.text, at, f"from 1 to {MOST_BLANKS} blanks of a pack in all")
        return bytes([blank.code]) * many

    def stand_for_rest(self, pack: int, text: str, at: int) -> None:
        """Notes whether it is a star or blanks that stand for the cards that are named nowhere."""
        if self.rests.setdefault(pack, text) != text:
            raise NotationError(
                self.text,
                at,
                f"either {REST} or blanks of pack {pack}: both stand for the cards that are named nowhere",
            )

    def card(self, word: str, at: int) -> Card:
        try:
            card = Card.parse(word)
        except NotationError as error:
            raise NotationError(self.text, at, error.expected) from error
        if not card.known:
            raise NotationError(self.text, at, "a card that is shown")
        return card

    def read_foundations(self, start: int, end: int) -> None:
        for word, at in self.words(start, end, f"foundations such as S3s2, or {EMPTY} for none"):
            letters = self.read_foundation(word, at)
            suit = "SHDC".index(letters[0].upper())
            free = [number for number in FOUNDATIONS[2 * suit : 2 * suit + 2] if number not in self.piles]
            if not free:
                raise NotationError(self.text, at, "at most two foundations of a suit")
            cards = [Card(rank, SUITS[suit], int(letter.islower())) for rank, letter in enumerate(letters, start=1)]
            self.piles[free[0]] = bytearray([card.code for card in cards])

    def read_foundation(self, word: str, at: int) -> str:
        """The suit letter of each card of a foundation."""
        letters, end = "", 0
        while end < len(word):
            stretch = _STRETCH.match(word, end)
            if not stretch:
                raise NotationError(self.text, at, "a foundation such as S3s2: suits, with how many cards in a row")
            letters += stretch[1] * int(stretch[2])
            end = stretch.end()
            if len(letters) > 13 or len(set(letters.upper())) > 1:
                raise NotationError(self.text, at, "a foundation of at most 13 cards of one suit")
        return letters

    def read_mover(self, start: int, end: int) -> int:
        words = list(islice(_WORD.finditer(self.text, start, end), 3))
        if not words or words[0].group() not in ("0", "1") or len(words) > 2:
            at = words[0].start() if words else start
            raise NotationError(self.text, at, "the mover, 0 or 1, and the turned card if there is one")
        mover = int(words[0].group())
        for word in words[1:]:
            self.piles[TURNED[mover]] = bytearray([self.card(word.group(), word.start()).code])
        return mover

    def piles_with_rests(self) -> dict[int, bytes]:
        """The piles, with the cards or blanks in place of what stands for those that are left."""
        piles = {number: bytes(cards) for number, cards in self.piles.items()}
        for pack, cards in enumerate(unnamed(piles)):
            blanks = bytes([BLANKS[pack].code]) * (len(cards) - self.blanks[pack])
            for stand_in, rest in ((_REST_OF_CARDS[pack], cards), (_REST_OF_BLANKS[pack], blanks)):
                piles = {number: pile.replace(bytes([stand_in]), rest) for number, pile in piles.items()}
        return piles
