"""A record told step by step: what everybody saw, what was done, and what the rules say of it.

A step is made of texts and numbers, so that a page need know no rules to show it. What lies face down is not told.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from typing import TYPE_CHECKING

from attrs import frozen

from crapette.actions import Action
from crapette.cards import Card
from crapette.change import Change, ChangeKind, changes
from crapette.engine.duties import offences, pending_duties
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves
from crapette.engine.possible import possible_moves
from crapette.engine.refusals import duty_sentence
from crapette.engine.scoring import score
from crapette.engine.view import View
from crapette.knowledge import observe
from crapette.language import in_english
from crapette.match import PLAYERS
from crapette.render.text import action_text, call_text, caption, deed_text, described, match_text, result_text, skipped
from crapette.rules import Duty, StopBy
from crapette.state import State

if TYPE_CHECKING:
    from crapette.notation.record import Record
    from crapette.notation.record_parts import Move


@frozen
class Picture:
    """What everybody sees, with a number for each card, which it keeps throughout the deal.

    Attributes:
        piles: For each place, named as in `changes`, the numbers of its cards, bottom to top.
        faces: For each number the card, such as `QS` or `qs`; `XX` or `xx` while it lies face down.
    """

    piles: Mapping[str, tuple[int, ...]]
    faces: tuple[str, ...]


@frozen
class Deed:
    """What a player did.

    Attributes:
        turn: The number of the turn.
        mover: The player whose turn it was.
        notation: The action as it is written.
        words: The action in words.
        offences: For each duty that it broke a sentence on what should have been done.
        call: What was called, if anything was, and what came of it.
        skipped: For each turn that was skipped then a sentence.
        comment: What the record says to it.
        time: How many milliseconds after the deal began it was made; None if the record does not tell.
    """

    turn: int
    mover: int
    notation: str
    words: str
    offences: tuple[str, ...]
    call: str
    skipped: tuple[str, ...]
    comment: str
    time: int | None


@frozen
class Choice:
    """A legal action.

    Attributes:
        notation: The action as it is written.
        words: What it would do.
        breaks: The duties that it would break, by rank.
    """

    notation: str
    words: str
    breaks: tuple[str, ...]


@frozen
class Step:
    """One moment of a record.

    Attributes:
        deal: The number of the deal, from 1.
        deed: What led here; None at the beginning of a deal.
        picture: How the cards lie.
        mover: Whose turn it is; None when the deal is over.
        caption: Which turn is under way, and what is up.
        table: How the cards lie, in sentences.
        duties: The duties that are pending, each in a sentence.
        choices: What player 0 and what player 1 may do.
        result: How the deal ended, and what it is worth; empty while it goes on.
    """

    deal: int
    deed: Deed | None
    picture: Picture
    mover: int | None
    caption: str
    table: str
    duties: tuple[str, ...]
    choices: tuple[tuple[Choice, ...], ...]
    result: str


def steps(record: Record) -> Iterator[Step]:
    """The moments of a record: for each deal that in which it begins, then that after each action.

    Args:
        record: The record, full or public.

    Raises:
        DealError: It can't have been played, as `Record.replay` tells; it comes when all before has been given.
    """
    states = record.replay()
    points = (0, 0)
    for number, deal in enumerate(record.deals, start=1):
        now = next(states)
        picture = _dealt(observe(now, memory=False))
        yield _step(number, None, picture, now, "")
        for move, after in zip(deal.moves, states):  # noqa: B905 - the states of the next deal come behind
            before, now = now, after
            picture = _after(picture, changes(observe(before, memory=False), observe(now, memory=False)))
            points = points[0] + score(now).points[0], points[1] + score(now).points[1]
            result = result_text(now)
            if result and (standing := match_text(record.rules, len(record.deals), points)):
                result += f" {standing}"
            yield _step(number, _deed(move, before, now), picture, now, result)
    deque(states, maxlen=0)  # what is wrong with the end of the last deal is found behind it


def _step(deal: int, deed: Deed | None, picture: Picture, now: State | View, result: str) -> Step:
    choices = [tuple([_choice(now, action) for action in legal_moves(now, player)]) for player in PLAYERS]
    mover = now.mover if outcome(now) is None else None
    return Step(deal, deed, picture, mover, caption(now), described(now), tuple(_pending(now)), tuple(choices), result)


def _choice(now: State | View, action: Action) -> Choice:
    return Choice(str(action), action_text(now, action), tuple([str(each.duty) for each in offences(now, action)]))


def _pending(now: State | View) -> Iterator[str]:
    """The duties that are pending, by rank."""
    if outcome(now) is not None:
        return
    book, player = now.course.book, now.mover
    moves = possible_moves(book, now.table, player, now.turn)
    for duty, plays in pending_duties(book, now.table, player, moves):
        price = _PRICES[now.rules.stop.by] if duty in book.callable_duties else ""
        yield _duty_text(now, duty, plays) + price


_PRICES = {
    StopBy.OPPONENT: " To break this duty is legal, but can be called.",
    StopBy.REFEREE: " To break this duty is legal, but the referee calls it.",
}


def _duty_text(before: State | View, duty: Duty, plays: Iterable[Action]) -> str:
    """A duty and what it demands, with the plays that fulfil it in words."""
    first, *others = plays
    words = "; ".join(f"{play} {action_text(before, play)}" for play in (first, *others))
    return f"{duty}: {in_english(duty_sentence(duty, before.rules, (first, *others)))} ({words}.)"


# ------------------------------------------------------------------------------------------------ what was done


def _deed(move: Move, before: State | View, after: State | View) -> Deed:
    action = move.action
    call = call_text(before, after)
    return Deed(
        before.turn_number,
        before.mover,
        str(action),
        deed_text(before, action, after),
        tuple([_duty_text(before, offence.duty, offence.plays) for offence in offences(before, action)]),
        call,
        () if call else tuple([f"Player {player} {text}" for player, text in skipped(before, after)]),
        move.comment or "",
        move.time,
    )


# ------------------------------------------------------------------------------------------------- the cards


def _dealt(view: View) -> Picture:
    """How the cards lie when a deal begins, numbered place by place."""
    shown: dict[str, Sequence[Card]] = {}
    for player in PLAYERS:
        shown[f"reserve-{player}"] = view.reserves[player]
        shown[f"hand-{player}"] = view.hands[player]
        shown[f"turned-{player}"] = ()
        shown[f"waste-{player}"] = view.wastes[player]
    for name, row in (("house", view.houses), ("foundation", view.foundations)):
        shown |= {f"{name}-{number}": cards for number, cards in enumerate(row, start=1)}
    numbers = count()
    piles = {place: tuple(islice(numbers, len(cards))) for place, cards in shown.items()}
    return Picture(piles, tuple([str(card) for cards in shown.values() for card in cards]))


def _after(picture: Picture, told: Iterable[Change]) -> Picture:
    """The picture after changes, as the page on changes in the documentation defines them."""
    piles, faces = dict(picture.piles), list(picture.faces)
    for change in told:
        if change.source is None:
            continue
        pile = piles[change.source]
        end = len(pile) - change.covered
        start = end - len(change.cards)
        cards = pile[start:end]
        if change.kind in (ChangeKind.TURN_OVER, ChangeKind.TURN_BACK):
            cards = cards[::-1]
        if change.target is not None:
            piles[change.source] = pile[:start] + pile[end:]
            piles[change.target] += cards
        if change.kind is not ChangeKind.MOVE:
            for card, shown in zip(cards, change.cards, strict=True):
                faces[card] = str(shown)
    return Picture(piles, tuple(faces))
