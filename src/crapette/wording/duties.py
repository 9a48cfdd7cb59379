"""Duties and the call in words: what must come first, and what comes of not doing it (rules 6 and 8)."""

from __future__ import annotations

from collections.abc import Iterator

from crapette.facts import (
    can_call,
    has_reserve,
    is_on,
    keeps_empty_houses,
    loaded_piles,
    loading_sources,
    players_call,
)
from crapette.language import Phrase, phrase
from crapette.rules import (
    Duty,
    FalseCall,
    FillDuty,
    FoundationDuty,
    LoadFrom,
    LoadOnto,
    MissedPlay,
    OpponentReserve,
    PlaceDuty,
    ReserveTop,
    Rules,
    StopBy,
    StopWindow,
    TurnedCard,
    WasteAccepts,
    WastePlay,
)
from crapette.wording.blocks import Block, dashes, paragraph, steps


def duties(rules: Rules) -> Iterator[Block]:
    """What must come first."""
    on = _duties_on(rules)
    if not on:
        yield paragraph(phrase("No play is compulsory: you choose what to play and what to leave."))
        return
    yield paragraph(
        phrase("Some plays are duties: as long as you can make one of them, certain other things must wait."),
        phrase("If several duties hold, the one that is named first goes first:") if len(on) > 1 else None,
    )
    yield steps(*[tuple(_duty(duty, rules)) for duty in on])
    yield paragraph(
        phrase("To take an ace from your opponent's reserve is never a duty, and it breaks none.")
        if rules.opponent_reserve is OpponentReserve.ACES and has_reserve(rules)
        else None,
        _breaks_none(rules),
    )
    broken = _callable(rules)
    if not broken:
        yield paragraph(phrase("It is not allowed to break a duty."))
    elif broken == on:
        yield paragraph(
            phrase("A duty can be broken, but your opponent may then stop you, as the next section says.")
            if rules.stop.by is StopBy.OPPONENT
            else phrase("A duty can be broken, but the referee then stops you, as the next section says.")
        )
    else:
        yield paragraph(
            phrase("Only these duties can be broken, and your opponent may then stop you, as the next section says:")
            if rules.stop.by is StopBy.OPPONENT
            else phrase("Only these duties can be broken, and the referee then stops you, as the next section says:")
        )
        yield dashes(*[_name(duty, rules.duties.foundation) for duty in broken])


_NAMES = {
    Duty.RESERVE_TO_FOUNDATION: phrase("to play the top card of the reserve to a foundation"),
    Duty.FOUNDATION: phrase("to play a card to a foundation"),
    Duty.FILL: phrase("to fill an empty house from the reserve"),
    Duty.RESERVE: phrase("to place the top card of the reserve before a hand card is turned up"),
    Duty.HAND: phrase("to place the turned card instead of laying it on the waste"),
}


_NAMES_OF_ACES = {
    Duty.RESERVE_TO_FOUNDATION: phrase("to play an ace on top of the reserve to a foundation"),
    Duty.FOUNDATION: phrase("to play an ace to a foundation"),
}


def _name(duty: Duty, which: FoundationDuty) -> Phrase:
    return _NAMES_OF_ACES.get(duty, _NAMES[duty]) if which is FoundationDuty.ACES else _NAMES[duty]


def _breaks_none(rules: Rules) -> Phrase | None:
    """What is done beside the cards, and so need not wait for a duty."""
    match players_call(rules), rules.end.agreement:
        case True, True:
            return phrase("To call “Stop!”, or to offer or accept a draw, breaks no duty.")
        case True, False:
            return phrase("To call “Stop!” breaks no duty.")
        case False, True:
            return phrase("To offer or accept a draw breaks no duty.")
        case _:
            return None


def _duties_on(rules: Rules) -> tuple[Duty, ...]:
    return tuple([duty for duty in Duty if is_on(rules, duty)])


def _callable(rules: Rules) -> tuple[Duty, ...]:
    return tuple([duty for duty in _duties_on(rules) if duty in rules.stop.calls])


def _duty(duty: Duty, rules: Rules) -> Iterator[Phrase]:
    """What one duty asks for."""
    match duty:
        case Duty.RESERVE_TO_FOUNDATION:
            yield _reserve_to_foundation(rules.duties.foundation)
        case Duty.FOUNDATION:
            yield _to_foundation(rules.duties.foundation)
        case Duty.FILL:
            yield _fill(rules)
        case Duty.RESERVE:
            yield _place_reserve(rules)
        case Duty.HAND:
            yield _place_turned_card(rules)
    if duty in (Duty.FILL, Duty.RESERVE) and rules.deal.reserve_top is ReserveTop.FACE_DOWN:
        yield phrase("If the top card of your reserve lies face down, turn it up first.")


def _reserve_to_foundation(which: FoundationDuty) -> Phrase:
    if which is FoundationDuty.ALL:
        return phrase("If the top card of your reserve fits a foundation, play it there before you do anything else.")
    return phrase("If the top card of your reserve is an ace, play it to a foundation before you do anything else.")


def _to_foundation(which: FoundationDuty) -> Phrase:
    if which is FoundationDuty.ALL:
        return phrase("If any card that you may play fits a foundation, play it there before you do anything else.")
    return phrase("If any card that you may play is an ace, play it to a foundation before you do anything else.")


def _may_lay_away(rules: Rules) -> bool:
    """Whether other cards than the turned one may be laid on the waste."""
    return rules.waste.accepts != (WasteAccepts.HAND,)


def _fill(rules: Rules) -> Phrase:
    if rules.duties.fill is FillDuty.AT_ONCE:
        return phrase("If a house is empty, play the top card of your reserve there before you do anything else.")
    if _may_lay_away(rules):
        return phrase(
            "If a house is empty, play the top card of your reserve there before you turn up a hand card, pass,"
            " or lay another card on your waste."
        )
    return phrase(
        "If a house is empty, play the top card of your reserve there before you turn up a hand card or pass."
    )


def _place_reserve(rules: Rules) -> Phrase:
    match _asks_to_load(rules, Duty.RESERVE), _may_lay_away(rules):
        case False, False:
            return phrase(
                "If the top card of your reserve fits a house, even an empty one, play it there before you turn up"
                " a hand card or pass."
            )
        case False, True:
            return phrase(
                "If the top card of your reserve fits a house, even an empty one, play it there before you turn up"
                " a hand card, pass, or lay another card on your waste."
            )
        case True, False:
            return phrase(
                "If the top card of your reserve fits a house, even an empty one, or can be loaded, play it before you"
                " turn up a hand card or pass."
            )
        case _:
            return phrase(
                "If the top card of your reserve fits a house, even an empty one, or can be loaded, play it before you"
                " turn up a hand card, pass, or lay another card on your waste."
            )


def _place_turned_card(rules: Rules) -> Phrase:
    match _asks_to_load(rules, Duty.HAND), keeps_empty_houses(rules):
        case False, False:
            return phrase("If the turned card fits a house, even an empty one, do not lay it on your waste: play it.")
        case False, True:
            return phrase(
                "If the turned card fits a house (while you have no reserve cards, even an empty one), do not lay it"
                " on your waste: play it."
            )
        case True, False:
            return phrase(
                "If the turned card fits a house, even an empty one, or can be loaded, do not lay it on your waste:"
                " play it."
            )
        case _:
            return phrase(
                "If the turned card fits a house (while you have no reserve cards, even an empty one) or can be loaded,"
                " do not lay it on your waste: play it."
            )


def _asks_to_load(rules: Rules, duty: Duty) -> bool:
    """Whether the duty to place a card, if it is on, can also be fulfilled by loading it."""
    match duty:
        case Duty.RESERVE:
            return rules.duties.reserve is PlaceDuty.ANY and LoadFrom.RESERVE in loading_sources(rules)
        case Duty.HAND:
            return rules.duties.hand is PlaceDuty.ANY and LoadFrom.HAND in loading_sources(rules)
        case _:
            return False


def stop(rules: Rules) -> Iterator[Block]:
    """Who may stop an offence, when, and what comes of it."""
    if not can_call(rules):
        return
    settings = rules.stop
    if players_call(rules):
        yield paragraph(*_call(rules))
    else:
        yield paragraph(
            phrase(
                "A referee sees at once when a player breaks such a duty, even by the action that would win;"
                " nobody else calls."
            )
        )
    yield paragraph(phrase("If a duty was broken, this follows:"))
    yield steps(
        phrase("The action that broke the duty is taken back, and with it everything that came after.")
        if settings.rewind
        else phrase("All cards stay where they have been played."),
        phrase("The play that was missed is made for the player who missed it, if it is still possible.")
        if settings.missed_play is MissedPlay.OFFENDER
        else None,
        phrase("A turned card that still lies there is laid on its owner's waste.")
        if settings.turned_card is TurnedCard.WASTE
        else phrase("A turned card that still lies there goes back, face down, on top of its owner's hand."),
        phrase("The turn of the player who broke the duty ends, and the other player's turn begins."),
    )
    if settings.missed_play is MissedPlay.OFFENDER:
        yield from _which_play(rules)
    if players_call(rules):
        yield paragraph(
            None if settings.rewind else _too_late(settings.missed_play),
            *_false_call(settings.false_call),
        )


def _call(rules: Rules) -> Iterator[Phrase]:
    yield phrase("If a player breaks such a duty, the other may call “Stop!”.")
    if rules.stop.window is StopWindow.NEXT_ACTION:
        yield phrase(
            "The call must come before the next action, whether that is another one of the same turn or,"
            " after the end of the turn, the first of the next turn."
        )
    else:
        yield phrase(
            "Everything that was done in a turn may be called until the caller has done something in the next"
            " turn; if several duties were broken, the earliest counts."
        )
    if rules.end.agreement:
        yield phrase("An offer of a draw cannot be called, nor does it end the time for a call.")
    if rules.stop.false_call is FalseCall.LOSE_TURN:
        yield phrase("A player who misses a turn can no longer call what was done before it.")
    yield phrase("Once the deal is over, nothing can be called any more, not even the action that ended it.")


def _which_play(rules: Rules) -> Iterator[Block]:
    """Which of several plays was missed."""
    broken = _callable(rules)
    if len(broken) > 1:
        yield paragraph(phrase("If one action broke several duties, the one that is named first counts."))
    places = list(_missed_places(rules, broken))
    if not places:
        return
    yield paragraph(
        phrase(
            "If several plays would have fulfilled the duty, the missed one is the first in this order that is still"
            " possible with the same card:"
        )
    )
    yield steps(*places)
    yield paragraph(
        phrase(
            "The houses are numbered in the order in which they were dealt, first those of one player, then those of"
            " the other."
        )
    )


def _missed_places(rules: Rules, broken: tuple[Duty, ...]) -> Iterator[Phrase]:
    if Duty.FOUNDATION in broken:
        if has_reserve(rules) and not is_on(rules, Duty.RESERVE_TO_FOUNDATION):
            yield phrase("the top card of the reserve to a foundation")
        yield phrase("the turned card to a foundation")
        if rules.waste.play is not WastePlay.NEVER:
            yield phrase("the top card of the waste to a foundation")
        yield phrase("the top card of a house to a foundation, from the house with the lowest number to the highest")
    if {Duty.FILL, Duty.RESERVE, Duty.HAND} & {*broken}:
        yield phrase("a card to a house, from the house with the lowest number to the highest")
    if any(_asks_to_load(rules, duty) for duty in broken):
        if LoadOnto.RESERVE in loaded_piles(rules):
            yield phrase("a card onto the opponent's reserve")
        if LoadOnto.WASTE in loaded_piles(rules):
            yield phrase("a card onto the opponent's waste")


def _too_late(missed_play: MissedPlay) -> Phrase:
    if missed_play is MissedPlay.OFFENDER:
        return phrase(
            "If the turn of the player who broke the duty was over already, the missed play is made"
            " and nothing else changes on the table."
        )
    return phrase(
        "If the turn of the player who broke the duty was over already, the call changes nothing on the table."
    )


def _false_call(price: FalseCall) -> Iterator[Phrase]:
    match price:
        case FalseCall.NONE:
            yield phrase("A call when no duty was broken costs nothing.")
        case FalseCall.LOSE_TURN:
            yield phrase("Whoever calls when no duty was broken misses the next turn.")
            yield phrase("A turn that has begun goes on; further such calls before the missed turn cost nothing more.")
            yield phrase("If a call was right, the caller need not miss a turn any more.")
        case FalseCall.FORBIDDEN:
            yield phrase("A call when no duty was broken is not allowed.")
