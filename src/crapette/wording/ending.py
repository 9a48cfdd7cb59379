"""The end in words: what ends a deal, what it is worth, and the match (rules 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator

from crapette.facts import can_call, can_load, cards_count, has_reserve, players_call
from crapette.language import Phrase, counted, phrase
from crapette.rules import EndRules, FalseCall, MissedPlay, NextStart, Rules, Stalemate, WasteAccepts, WastePlay
from crapette.wording.blocks import Block, dashes, paragraph


def end(rules: Rules) -> Iterator[Block]:
    """What ends a deal."""
    yield paragraph(phrase("The deal is over as soon as a player has won."))
    ways = list(_stalemates(rules))
    if not ways:
        yield paragraph(phrase("It goes on until that happens."))
        return
    yield paragraph(phrase("It can also end in a stalemate, which nobody wins. That happens:"))
    yield dashes(*ways)
    yield paragraph(*_how_turns_count(rules))
    if rules.end.idle_cycles:
        yield paragraph(phrase("A turn is idle if none of this happens in it:"))
        yield dashes(*_progress(rules))


def _stalemates(rules: Rules) -> Iterator[Phrase]:
    settings = rules.end
    if settings.idle_cycles:
        yield phrase(
            "when the number of idle turns in a row reaches {number} times the number of cards in hand and waste"
            " together of the player who has more there (and at least {number} turns)",
            number=2 * settings.idle_cycles,
        )
    if settings.repetitions:
        yield _repetition(rules)
    if settings.barren_turns and not settings.barren_turns > settings.max_turns > 0:
        yield counted(
            "when {number} turn has passed without a card going to a foundation",
            "when {number} turns in a row have passed without a card going to a foundation",
            settings.barren_turns,
        )
    yield from _limits(settings)


def _how_turns_count(rules: Rules) -> Iterator[Phrase]:
    settings = rules.end
    if settings.idle_cycles or settings.barren_turns or settings.max_turns:
        yield (
            phrase("Except for repeated tables, the turns of both players are counted together.")
            if settings.repetitions
            else phrase("The turns of both players are counted together.")
        )
        if players_call(rules) and rules.stop.false_call is FalseCall.LOSE_TURN:
            yield phrase("A turn that a player misses is not counted.")


def _repetition(rules: Rules) -> Phrase:
    if can_call(rules):
        return phrase(
            "when turns of the same player have begun {number} times with the same table"
            " (the order of the houses aside; a turn that begins after a player was stopped is not counted)",
            number=rules.end.repetitions,
        )
    return phrase(
        "when turns of the same player have begun {number} times with the same table (the order of the houses aside)",
        number=rules.end.repetitions,
    )


def _limits(settings: EndRules) -> Iterator[Phrase]:
    if settings.max_turns:
        yield counted("after {number} turn", "after {number} turns", settings.max_turns)
    if settings.agreement:
        yield phrase(
            "when the player whose turn it is offers a draw, which is possible once a turn, and the other accepts it"
            " before doing anything else"
        )


def _progress(rules: Rules) -> Iterator[Phrase]:
    """What makes a turn no idle one."""
    if has_reserve(rules):
        yield (
            phrase("a card from a reserve is played or laid on the waste")
            if WasteAccepts.RESERVE in rules.waste.accepts
            else phrase("a card from a reserve is played")
        )
    yield phrase("a turned card is played")
    if rules.waste.play is not WastePlay.NEVER:
        yield phrase("a card from a waste is played")
    yield phrase("a card goes to a foundation")
    if can_load(rules):
        yield phrase("a card is loaded")
    if players_call(rules) and not rules.stop.rewind and rules.stop.missed_play is MissedPlay.OFFENDER:
        yield phrase("a play that was missed in it is made after its end")


def points(rules: Rules) -> Iterator[Block]:
    """What a deal is worth."""
    scores = list(_scores(rules))
    if not scores:
        yield paragraph(phrase("A deal brings no points; it is enough to win it."))
        return
    yield paragraph(phrase("The winner of a deal gets:"))
    yield dashes(*scores)
    yield paragraph(
        phrase("A turned card counts as a card in the hand.") if rules.scoring.hand else None,
        phrase("The loser gets nothing."),
        phrase(
            "After a stalemate, count for each player the points for the cards that are left, without those for"
            " winning: the player with fewer gets the difference."
        )
        if rules.scoring.stalemate is Stalemate.DIFFERENCE and cards_count(rules)
        else phrase("A stalemate brings no points."),
    )


def _scores(rules: Rules) -> Iterator[Phrase]:
    scoring = rules.scoring
    if scoring.win:
        yield counted("{number} point for winning", "{number} points for winning", scoring.win)
    if scoring.hand:
        yield counted(
            "{number} point for each card in the loser's hand",
            "{number} points for each card in the loser's hand",
            scoring.hand,
        )
    if scoring.waste:
        yield counted(
            "{number} point for each card on the loser's waste",
            "{number} points for each card on the loser's waste",
            scoring.waste,
        )
    if scoring.reserve and has_reserve(rules):
        yield counted(
            "{number} point for each card in the loser's reserve",
            "{number} points for each card in the loser's reserve",
            scoring.reserve,
        )


def match(rules: Rules) -> Iterator[Block]:
    """What wins a match."""
    target = rules.match.target
    if not target:
        yield paragraph(
            phrase("One deal is the whole match: who wins it has won, and after a stalemate the match is drawn.")
        )
        return
    yield paragraph(
        counted(
            "Play deals one after another and add up the points:"
            " the first player who has {number} point or more wins the match.",
            "Play deals one after another and add up the points:"
            " the first player who has {number} points or more wins the match.",
            target,
        ),
        _next_start(rules.match.next_start),
    )


def _next_start(who: NextStart) -> Phrase:
    match who:
        case NextStart.COMPARE:
            return phrase("Who starts is decided anew for each deal, in the way told above.")
        case NextStart.ALTERNATE:
            return phrase("The player who did not start the last deal starts the next one.")
        case NextStart.LOSER:
            return phrase("The loser of a deal starts the next one; after a stalemate, its starter does so again.")
        case NextStart.WINNER:
            return phrase("The winner of a deal starts the next one; after a stalemate, its starter does so again.")
