"""The table in words: what the game is about, the piles, the deal, and who starts (rules 1 and 3)."""

from __future__ import annotations

from collections.abc import Iterator

from crapette.facts import has_reserve
from crapette.language import Phrase, counted, phrase
from crapette.rules import Ace, DealRules, Groups, ReserveTop, Rules, StartBy, StartRules, Tie, Win
from crapette.wording.blocks import Block, dashes, paragraph, steps


def aim(rules: Rules) -> Iterator[Block]:
    """What the game is about, and what one needs."""
    yield paragraph(
        phrase("Russian Bank, also called Crapette, is a card game for two players."),
        phrase("Both play patience at the same table, each against the other."),
        _win(rules),
    )
    yield paragraph(
        phrase("You need two packs of 52 cards with different backs, one for each player."),
        phrase("In each suit the cards rank, from low to high: ace (A), 2 to 10, jack (J), queen (Q), king (K)."),
        phrase("Spades (♠) and clubs (♣) are black, hearts (♥) and diamonds (♦) are red."),
    )


def _win(rules: Rules) -> Phrase:
    if rules.end.win is Win.RESERVE:
        return phrase("You win as soon as your reserve is empty.")
    if has_reserve(rules):
        return phrase(
            "You win as soon as you have no cards left in your reserve, in your hand and on your waste,"
            " and no turned card."
        )
    return phrase("You win as soon as you have no cards left in your hand and on your waste, and no turned card.")


def table(rules: Rules) -> Iterator[Block]:
    """The piles and their names."""
    yield dashes(
        phrase("Reserve: your pile on your right, whose cards come into play one by one from the top.")
        if has_reserve(rules)
        else None,
        phrase("Hand: your pile on your left, face down, from which you turn up one card at a time."),
        phrase("Turned card: the card that was turned up from the hand and has not been placed yet."),
        phrase("Waste: your pile between reserve and hand, face up, on which you lay cards that you do not place.")
        if has_reserve(rules)
        else phrase("Waste: your pile beside the hand, face up, on which you lay cards that you do not place."),
        counted(
            "Houses: {number} pile, face up, between the players.",
            "Houses: {number} piles, face up, in two columns between the players; both players use all of them.",
            2 * rules.deal.houses,
        ),
        phrase(
            "Foundations: eight piles in the middle, two for each suit, built from the ace up to the king;"
            " both players use all of them."
        ),
    )
    yield paragraph(
        phrase("Of each pile only the top card is in play.")
        if rules.houses.groups is Groups.SINGLE
        else phrase("Of each pile, the houses aside, only the top card is in play."),
        phrase("A card that lies face down is hidden from both players."),
    )


def deal(rules: Rules) -> Iterator[Block]:
    """Laying out the cards."""
    counts = rules.deal
    yield paragraph(phrase("Each player shuffles one pack and deals from it, in this order:"))
    yield steps(
        _dealt_reserve(counts),
        counted(
            "{number} card, face up, as a house.",
            "{number} cards, face up, each of them as a house, beginning next to the reserve.",
            counts.houses,
        )
        if counts.reserve
        else counted(
            "{number} card, face up, as the only house on this side.",
            "{number} cards, face up in a column, each of them as a house.",
            counts.houses,
        ),
        phrase("1 card, face up, as the first card of the waste.") if counts.waste else None,
        counted(
            "The last {number} card, face down, as the hand.",
            "The other {number} cards, face down, as the hand.",
            52 - counts.reserve - counts.houses - counts.waste,
        ),
    )
    yield paragraph(
        _reserve_lies(counts.reserve_top) if counts.reserve else None,
        phrase("Between the two columns of houses there must be room for the foundations."),
    )


def _dealt_reserve(counts: DealRules) -> Phrase | None:
    if not counts.reserve:
        return None
    match counts.reserve_top:
        case ReserveTop.FACE_UP:
            return counted(
                "{number} card, face up, as the reserve.",
                "{number} cards in a pile as the reserve: the last of them face up, all others face down.",
                counts.reserve,
            )
        case ReserveTop.FACE_DOWN:
            return counted(
                "{number} card, face down, as the reserve.",
                "{number} cards in a pile as the reserve, all of them face down.",
                counts.reserve,
            )
        case ReserveTop.ALL_FACE_UP:
            return counted(
                "{number} card as the reserve, face up.",
                "{number} cards in a pile as the reserve, all of them face up.",
                counts.reserve,
            )


def _reserve_lies(top: ReserveTop) -> Phrase:
    match top:
        case ReserveTop.FACE_UP:
            return phrase("Whenever the top card of a reserve lies face down, it is turned up at once.")
        case ReserveTop.FACE_DOWN:
            return phrase("The top card of a reserve stays face down until its owner turns it up in a turn.")
        case ReserveTop.ALL_FACE_UP:
            return phrase("Both players may see all cards of both reserves.")


def start(rules: Rules) -> Iterator[Block]:
    """Who has the first turn."""
    settings = rules.start
    if settings.by is StartBy.CUT:
        yield paragraph(phrase("Cut the cards to decide who starts."), _TURNS)
        return
    yield paragraph(_starter(settings))
    if settings.ties:
        yield paragraph(phrase("If the two are of equal rank, take these in order until one decides:"))
        yield steps(*[_tie(tie, settings.by) for tie in settings.ties], phrase("Cut the cards."))
    else:
        yield paragraph(phrase("If the two are of equal rank, cut the cards."))
    yield paragraph(_TURNS)


_TURNS = phrase("After that the players take turns.")


def _starter(settings: StartRules) -> Phrase:
    match settings.by, settings.ace:
        case StartBy.LOWEST_RESERVE, Ace.LOW:
            return phrase(
                "The player with the lower card on top of the reserve starts; here an ace is the lowest card."
            )
        case StartBy.LOWEST_RESERVE, _:
            return phrase(
                "The player with the lower card on top of the reserve starts; here an ace is the highest card."
            )
        case _, Ace.LOW:
            return phrase(
                "The player with the higher card on top of the reserve starts; here an ace is the lowest card."
            )
        case _:
            return phrase(
                "The player with the higher card on top of the reserve starts; here an ace is the highest card."
            )


def _tie(tie: Tie, by: StartBy) -> Phrase:
    match tie, by:
        case Tie.HOUSES, StartBy.LOWEST_RESERVE:
            return phrase(
                "Compare the houses in pairs, beginning with the two that are nearest to their reserves:"
                " in the first pair of different rank, the player with the lower card starts."
            )
        case Tie.HOUSES, _:
            return phrase(
                "Compare the houses in pairs, beginning with the two that are nearest to their reserves:"
                " in the first pair of different rank, the player with the higher card starts."
            )
        case Tie.BEST_HOUSE, StartBy.LOWEST_RESERVE:
            return phrase("Compare each player's lowest house card: the player with the lower one starts.")
        case Tie.BEST_HOUSE, _:
            return phrase("Compare each player's highest house card: the player with the higher one starts.")
        case Tie.SUIT, _:
            return phrase(
                "Compare the suits of the two reserve cards:"
                " spades start before hearts, hearts before diamonds, diamonds before clubs."
            )
