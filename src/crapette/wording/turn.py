"""A turn in words: what may be played where, and how the turn ends (rules 4, 5 and 7)."""

from __future__ import annotations

from collections.abc import Iterator

from crapette.facts import can_load, has_reserve, keeps_empty_houses, loaded_piles, loading_sources, players_call
from crapette.language import Phrase, phrase
from crapette.rules import (
    Build,
    Groups,
    LoadFrom,
    LoadMatch,
    LoadOnto,
    OpponentReserve,
    Recycle,
    ReserveTop,
    Rules,
    WasteAccepts,
    WastePlay,
)
from crapette.wording.blocks import Block, dashes, paragraph


def turn(rules: Rules) -> Iterator[Block]:
    """What a player may do, and what ends the turn."""
    yield paragraph(
        phrase("If your hand is empty when your turn begins, turn your whole waste over to be your hand.")
        if rules.waste.recycle is Recycle.TURN_START
        else None,
        phrase("In your turn you may play as many cards as you like, one after the other."),
        phrase("You may play:"),
    )
    yield dashes(
        _reserve_card(rules.deal.reserve_top) if has_reserve(rules) else None,
        phrase("the turned card"),
        phrase("the top card of any house"),
        _waste_card(rules),
        phrase("an ace that lies face up on top of your opponent's reserve, but only to a foundation")
        if has_reserve(rules) and rules.opponent_reserve is OpponentReserve.ACES
        else None,
    )
    yield paragraph(
        phrase("A card may go to a foundation, to a house, or onto a pile of your opponent; more on that below.")
        if can_load(rules)
        else phrase("A card may go to a foundation or to a house; more on that below."),
        phrase("No card may be played to your own reserve.") if has_reserve(rules) else None,
        phrase("Cards from your waste are never played.") if rules.waste.play is WastePlay.NEVER else None,
    )
    yield paragraph(*_turning_up(rules))
    yield paragraph(phrase("Your turn ends when you do one of these things:"))
    yield dashes(
        phrase("You lay the turned card on your waste."),
        _lay_reserve_card(rules.deal.reserve_top)
        if has_reserve(rules) and WasteAccepts.RESERVE in rules.waste.accepts
        else None,
        phrase("You lay the top card of a house on your waste, while there is no turned card.")
        if WasteAccepts.HOUSES in rules.waste.accepts
        else None,
        phrase("You pass; you may do so only when your hand and your waste are empty and there is no turned card."),
    )


def _reserve_card(top: ReserveTop) -> Phrase:
    if top is ReserveTop.FACE_DOWN:
        return phrase("the top card of your reserve, if it lies face up")
    return phrase("the top card of your reserve")


def _lay_reserve_card(top: ReserveTop) -> Phrase:
    if top is ReserveTop.FACE_DOWN:
        return phrase(
            "You lay the top card of your reserve, if it lies face up, on your waste, while there is no turned card."
        )
    return phrase("You lay the top card of your reserve on your waste, while there is no turned card.")


def _waste_card(rules: Rules) -> Phrase | None:
    match rules.waste.play:
        case WastePlay.NEVER:
            return None
        case WastePlay.RESERVE_EMPTY if has_reserve(rules):
            return phrase("the top card of your waste, while your reserve is empty")
        case WastePlay.HAND_EMPTY:
            return phrase("the top card of your waste, while your hand is empty (a turned card aside)")
        case _:
            return phrase("the top card of your waste")


def _turning_up(rules: Rules) -> Iterator[Phrase]:
    yield phrase("If there is no turned card, you may turn up the top card of your hand.")
    if rules.hand.exclusive:
        yield phrase("As long as there is a turned card, you may play no other card.")
    else:
        yield phrase("You need not place it at once: you may play other cards first.")
    yield phrase("When it has been placed, you may turn up the next one.")
    yield phrase(
        "If your hand is empty when you want to turn up a card, first turn your whole waste over to be your hand."
    )
    yield phrase("The waste is not shuffled: the card that was laid on it first is turned up first.")
    if has_reserve(rules) and rules.deal.reserve_top is ReserveTop.FACE_DOWN:
        if rules.hand.exclusive:
            yield phrase(
                "If the top card of your reserve lies face down, you may turn it up, while there is no turned card."
            )
        else:
            yield phrase("If the top card of your reserve lies face down, you may turn it up at any time in your turn.")


def foundations(_rules: Rules) -> Iterator[Block]:
    """What goes on a foundation."""
    yield paragraph(
        phrase("An ace begins a foundation; on it go, in the same suit, the 2, then the 3, and so on up to the king."),
        phrase("It does not matter, here or anywhere else, whose pack a card is from."),
        phrase("A card that lies on a foundation stays there."),
    )


def houses(rules: Rules) -> Iterator[Block]:
    """What goes on a house."""
    settings = rules.houses
    is_single = settings.groups is Groups.SINGLE
    yield paragraph(
        phrase(
            "On a house goes a card that is one rank lower than its top card and of the other colour:"
            " on 9♥, for example, 8♠ or 8♣."
        )
        if settings.build is Build.ALTERNATING_COLOURS
        else phrase(
            "On a house goes a card that is one rank lower than its top card and of the same suit:"
            " on 9♥, for example, 8♥."
        ),
        phrase("The cards of a house overlap, so that all of them can be seen."),
        phrase("Cards move from house to house one at a time.")
        if is_single
        else phrase(
            "Several cards from the top of a house may also move to another house together, in the order in which"
            " they lie, if the bottom one of them fits there."
        ),
    )
    yield paragraph(
        phrase(
            "As long as you have reserve cards, only the top card of your reserve may go to an empty house;"
            " later any card may."
        )
        if keeps_empty_houses(rules)
        else phrase("Any card may go to an empty house."),
        phrase("But a card that lies alone in its house may not, since that would change nothing.")
        if is_single
        else phrase(
            "But all the cards of a house together, even if it is only one, may not: that would change nothing."
        ),
    )
    if rules.turn.repeat_layout:
        yield paragraph(phrase("You may move cards to and fro between houses as often as you like."))
        return
    yield paragraph(
        phrase(
            "By moving cards from house to house you may not bring the houses back to a layout that they have had"
            " in this turn, unless you have done something of another kind since; which house is which does not matter."
        ),
        _nothing_of_another_kind(rules),
    )


def _nothing_of_another_kind(rules: Rules) -> Phrase | None:
    """What is done beside the cards, and so does not change which layouts have stood."""
    match players_call(rules), rules.end.agreement:
        case True, True:
            return phrase("Calling “Stop!” or offering a draw does not count as something of another kind.")
        case True, False:
            return phrase("Calling “Stop!” does not count as something of another kind.")
        case False, True:
            return phrase("Offering a draw does not count as something of another kind.")
        case _:
            return None


def loading(rules: Rules) -> Iterator[Block]:
    """What may be loaded onto the opponent's piles."""
    if not can_load(rules):
        return
    settings = rules.load
    piles, sources = loaded_piles(rules), loading_sources(rules)
    may_lie_face_down = LoadOnto.RESERVE in piles and rules.deal.reserve_top is ReserveTop.FACE_DOWN
    yield paragraph(
        _loaded(piles),
        phrase("The pile must not be empty, and its top card must lie face up.")
        if may_lie_face_down
        else phrase("The pile must not be empty."),
    )
    yield paragraph(
        _fits(settings.match),
        phrase("Ace and king count as neighbours here, too.")
        if settings.wrap
        else phrase("Ace and king do not count as neighbours."),
        phrase("The direction may change from card to card: 6, 7, 6."),
        phrase("A loaded card lies face up."),
    )
    yield paragraph(phrase("You may load:"))
    yield dashes(
        phrase("the top card of your reserve") if LoadFrom.RESERVE in sources else None,
        phrase("the turned card") if LoadFrom.HAND in sources else None,
        phrase("the top card of any house") if LoadFrom.HOUSES in sources else None,
        phrase("the top card of your waste, whenever you may play it") if LoadFrom.WASTE in sources else None,
    )


def _loaded(piles: tuple[LoadOnto, ...]) -> Phrase:
    match piles:
        case (LoadOnto.RESERVE,):
            return phrase("To load is to play a card onto the top of your opponent's reserve.")
        case (LoadOnto.WASTE,):
            return phrase("To load is to play a card onto the top of your opponent's waste.")
        case _:
            return phrase("To load is to play a card onto the top of your opponent's reserve or waste.")


def _fits(match: LoadMatch) -> Phrase:
    match match:
        case LoadMatch.SAME_SUIT:
            return phrase(
                "The card must be of the same suit as the card under it, and one rank higher or lower:"
                " on 6♥, for example, 5♥ or 7♥."
            )
        case LoadMatch.ALTERNATING_COLOURS:
            return phrase(
                "The card must be of the other colour than the card under it, and one rank higher or lower:"
                " on 6♥, for example, 5♠, 5♣, 7♠ or 7♣."
            )
        case LoadMatch.SAME_SUIT_OR_EQUAL:
            return phrase(
                "The card must be of the same suit as the card under it, and of the same rank or one rank higher or"
                " lower: on 6♥, for example, 5♥, 7♥ or the other 6♥."
            )
