"""Cards and suits: text, order, identity."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from crapette import Card, CrapetteError, NotationError, Suit

TEXTS = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
ALL_TEXTS = TEXTS + [text.lower() for text in TEXTS]


def test_suits_have_letters_symbols_and_colours() -> None:
    told = [(str(suit), suit.letter, suit.symbol, suit.is_red) for suit in Suit]
    assert told == [
        ("spades", "S", "♠", False),
        ("hearts", "H", "♥", True),
        ("diamonds", "D", "♦", True),
        ("clubs", "C", "♣", False),
    ]
    assert Suit("spades") is Suit.SPADES
    assert [suit == "hearts" for suit in Suit] == [False, True, False, False]


@pytest.mark.parametrize(
    ("text", "rank", "suit", "pack"),
    [
        ("AS", 1, Suit.SPADES, 0),
        ("2H", 2, Suit.HEARTS, 0),
        ("9d", 9, Suit.DIAMONDS, 1),
        ("TC", 10, Suit.CLUBS, 0),
        ("jh", 11, Suit.HEARTS, 1),
        ("QS", 12, Suit.SPADES, 0),
        ("kc", 13, Suit.CLUBS, 1),
    ],
)
def test_text_says_rank_suit_and_pack(text: str, rank: int, suit: Suit, pack: int) -> None:
    card = Card.parse(text)
    assert (card.rank, card.suit, card.pack, card.known) == (rank, suit, pack, True)
    assert card == Card(rank, suit, pack)


def test_all_104_cards_are_different_and_come_back_from_their_text() -> None:
    parsed = [Card.parse(text) for text in ALL_TEXTS]
    assert len(set(parsed)) == 104
    assert [str(card) for card in parsed] == ALL_TEXTS
    assert [repr(card) for card in parsed] == [f"Card.parse({text!r})" for text in ALL_TEXTS]


@pytest.mark.parametrize(("text", "pack"), [("XX", 0), ("xx", 1)])
def test_blank_has_only_a_pack(text: str, pack: int) -> None:
    blank = Card.parse(text)
    assert (blank.rank, blank.suit, blank.pack, blank.known) == (None, None, pack, False)
    assert blank == Card(None, None, pack)
    assert str(blank) == text


def test_cards_are_ordered_by_pack_suit_and_rank_and_blanks_come_last() -> None:
    order = [*TEXTS, "XX", *(text.lower() for text in TEXTS), "xx"]
    cards = [Card.parse(text) for text in order]
    random.Random(1).shuffle(cards)
    assert [str(card) for card in sorted(cards)] == order
    assert Card.parse("KC") < Card.parse("as") <= Card.parse("as")
    assert not Card.parse("as") < Card.parse("as")


def test_cards_are_ordered_among_themselves_only() -> None:
    with pytest.raises(TypeError):
        assert Card.parse("AS") < "KC"  # type: ignore[operator] # pyright: ignore[reportOperatorIssue]


@pytest.mark.parametrize(
    "text", ["", "S", "A", "AX", "1S", "0S", "10S", "As", "aS", "XS", "Xx", " AS", "AS ", "A♠", "TS TS", "TS\n", "ＡＳ"]
)
def test_text_that_names_no_card_is_an_error(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    assert (caught.value.text, caught.value.at) == (text, 0)
    assert "QS" in caught.value.expected


@pytest.mark.parametrize(
    ("rank", "suit", "pack"),
    [
        (0, Suit.SPADES, 0),
        (14, Suit.SPADES, 0),
        (1, None, 0),
        (None, Suit.SPADES, 0),
        (1, Suit.SPADES, 2),
        (None, None, -1),
        (1, "stars", 0),
    ],
)
def test_no_other_cards_can_be_made(rank: int | None, suit: Suit | None, pack: int) -> None:
    with pytest.raises(CrapetteError, match="no such card"):
        Card(rank, suit, pack)


def test_cards_are_values() -> None:
    card = Card.parse("QS")
    with pytest.raises(AttributeError):
        card.rank = 1  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]
    pickled = pickle.loads(pickle.dumps(card))  # noqa: S301
    for other in (copy.deepcopy(card), pickled, Card(12, Suit.SPADES, 0)):
        assert other == card
        assert hash(other) == hash(card)
    assert card not in (Card.parse("qs"), Card.parse("QC"), Card.parse("JS"), "QS")
