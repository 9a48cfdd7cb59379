"""What a record is made of: its facts, its deals, their actions, and what is wrong with them by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date as calendar_date
from itertools import pairwise
from typing import cast

from attrs import field, frozen

from crapette.actions import Action
from crapette.cards import PACKS, Card, cards_of, codes
from crapette.engine.deal import deal, deal_from
from crapette.engine.shuffle import is_count, problems_of_seed
from crapette.engine.view import View
from crapette.errors import DealError, Problem, quoted
from crapette.faults import one_of
from crapette.knowledge import observe
from crapette.rules import Rules
from crapette.state import Reason, State
from crapette.table import FACE_DOWN, FIRST_HOUSE, HAND, RESERVE, WASTE, pile

MOST_DIGITS = 15
"""Numbers in a record have at most so many digits, but for a seed."""

LONGEST_COMMENT = 1 << 16
"""Comments have at most so many characters."""

# ------------------------------------------------------------------------------------------- the values


def refuse(problems: Iterable[Problem]) -> None:
    """Raises a DealError with these problems, if there are any."""
    found = list(problems)
    if found:
        raise DealError(found)


def is_number(value: object, least: int = 0) -> bool:
    """Whether a value is an integer that can stand in a record."""
    return is_count(value) and least <= value < 10**MOST_DIGITS


@frozen
class Result:
    """How a deal ended, and what it was worth (rules 9, 10).

    Attributes:
        winner: The player who won; None for a stalemate.
        reason: Why the deal was over, as in `Outcome`.
        points: Each player's points.

    Raises:
        DealError: No deal ends like this; all problems.
    """

    winner: int | None
    reason: Reason
    points: tuple[int, int]

    def __attrs_post_init__(self) -> None:
        """Refuse what can't be, however the value was made."""
        refuse(_problems_of_result(self))

    def __str__(self) -> str:
        """As a record has it: `0 out 36 0`, and `-` where nobody has won."""
        winner = "-" if self.winner is None else self.winner
        return f"{winner} {self.reason} {self.points[0]} {self.points[1]}"


def _problems_of_result(result: Result) -> Iterator[Problem]:
    if result.winner is not None and not _is_player(result.winner):
        yield Problem("bad-winner", "winner", "the winner must be player 0 or 1, or None")
    if not isinstance(cast("object", result.reason), Reason):
        yield Problem("bad-reason", "reason", f"the reason must be one of {one_of(Reason)}")
    points = cast("object", result.points)
    if not isinstance(points, tuple) or [*map(is_number, cast("tuple[object, ...]", points))] != [True, True]:
        yield Problem("bad-points", "points", "the points must be a tuple of two integers from 0 up")


def _is_player(value: object) -> bool:
    return is_count(value) and value in (0, 1)


@frozen
class Move:
    """One action of a record.

    Attributes:
        action: The action; it tells who made it (rules 4).
        turn: The number of the turn in which it was made.
        shown: In a public record the cards that it turned up, by their places: first the face-down reserve and the
            hand of player 0, then those of player 1, each bottom to top.
        comment: Any text of up to 65,536 characters.
        time: How many milliseconds after the deal began it was made.

    Raises:
        DealError: One of the values can't be; all problems.
    """

    action: Action
    turn: int
    shown: tuple[Card, ...] = field(default=(), kw_only=True)
    comment: str | None = field(default=None, kw_only=True)
    time: int | None = field(default=None, kw_only=True)

    def __attrs_post_init__(self) -> None:
        """Refuse what can't be, however the value was made."""
        refuse(_problems_of_move(self))


def _problems_of_move(move: Move) -> Iterator[Problem]:
    if not is_number(move.turn, least=1):
        yield Problem("bad-turn", "turn", "the turn must be a number from 1 up")
    if not all(card.known for card in move.shown):
        yield Problem("bad-cards", "shown", "a card that is turned up is known")
    if move.comment is not None and not _is_comment(move.comment):
        text = f"a comment must be a text that can be written in UTF-8, of at most {LONGEST_COMMENT} characters"
        yield Problem("bad-comment", "comment", text)
    if move.time is not None and not is_number(move.time):
        yield Problem("bad-time", "time", "the time must be a number of milliseconds from 0 up")


_SURROGATE = re.compile("[\ud800-\udfff]")


def _is_comment(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_COMMENT and not _SURROGATE.search(value)


Packs = tuple[tuple[Card, ...], tuple[Card, ...]]


@frozen(kw_only=True)
class DealRecord:
    """One deal of a record. Its cards are told by one of three: `seed`, `packs` or `start`.

    Attributes:
        starter: The player who starts.
        seed: The seed of the deal.
        packs: Both packs in dealing order.
        start: What everybody sees when the cards have been dealt; this makes the record a public one.
        moves: The actions, in order.
        result: How the deal ended; None while it goes on.

    Raises:
        DealError: No deal is like this; all problems. Whether its actions are legal is not looked at before the
            record is replayed.
    """

    starter: int
    seed: int | None = None
    packs: Packs | None = None
    start: View | None = None
    moves: tuple[Move, ...] = ()
    result: Result | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what can't be, however the value was made."""
        refuse([*_problems_of_cards(self), *problems_of_moves(self.moves, is_public=self.is_public)])

    @property
    def is_public(self) -> bool:
        """Whether it tells no card that was not seen."""
        return self.start is not None

    def dealt(self, rules: Rules) -> State:
        """The state in which it begins; of a public one, with unseen cards where nobody knows which they are."""
        if self.start is not None:
            return deal_from(rules, _packs_of(self.start), self.starter)
        if self.packs is not None:
            return deal_from(rules, self.packs, self.starter)
        assert self.seed is not None
        return deal(rules, self.seed, self.starter)


def _packs_of(start: View) -> Packs:
    """The packs from which what is seen was dealt, with unseen cards in any order where it is not seen."""
    packs: list[tuple[Card, ...]] = []
    houses = start.rules.deal.houses
    for player in (0, 1):
        first_house = FIRST_HOUSE + player * houses
        numbers = [FACE_DOWN[player], RESERVE[player], *range(first_house, first_house + houses), WASTE[player]]
        piles = [*(pile(start.table, number) for number in numbers), pile(start.table, HAND[player])[::-1]]
        packs.append(cards_of(b"".join(piles)))
    return packs[0], packs[1]


def _problems_of_cards(record: DealRecord) -> Iterator[Problem]:
    """What is wrong with what tells the cards, and with who starts."""
    given = [source for source in (record.seed, record.packs, record.start) if source is not None]
    if len(given) != 1:
        yield Problem("not-one-source", "", "one of seed, packs and start tells the cards: expected just one of them")
    if not _is_player(record.starter):
        yield Problem("bad-starter", "starter", "the starter must be player 0 or 1")
        return
    if record.seed is not None:
        yield from problems_of_seed(record.seed)
    if record.packs is not None and [bytes(sorted(codes(pack))) for pack in record.packs] != _WHOLE_PACKS:
        try:
            deal_from(Rules(), record.packs, record.starter)
        except DealError as error:
            yield from error.problems
    if record.start is not None and not _is_dealt(record.start, record.starter):
        text = f"under these rules no deal begins like this, with player {record.starter} to start"
        yield Problem("not-a-start", "start", text)


_WHOLE_PACKS = [bytes(sorted(codes(pack))) for pack in PACKS]


def _is_dealt(start: View, starter: int) -> bool:
    """Whether a view is that of cards that have just been dealt."""
    try:
        return observe(deal_from(start.rules, _packs_of(start), starter)) == start
    except DealError:
        return False


def problems_of_moves(moves: Sequence[Move], *, is_public: bool) -> Iterator[Problem]:
    """What is wrong with the actions of a deal, as far as it is to be seen without playing them."""
    turns = [move.turn for move in moves]
    if turns != sorted(turns):  # all at once first, since this is asked at every `append`
        for number, (before, turn) in enumerate(pairwise(turns), start=1):
            if turn < before:
                yield Problem("wrong-turn", f"moves[{number}].turn", f"turn {turn} can't follow turn {before}")
    if not is_public and any(move.shown for move in moves):
        for number, move in enumerate(moves):
            if move.shown:
                text = "only a public record says which cards are turned up: leave it out"
                yield Problem("cards-shown", f"moves[{number}].shown", text)


# -------------------------------------------------------------------------------------------- the facts

PATHS = {
    "library": "library",
    "rules-version": "rules_version",
    "variant": "variant",
    "digest": "digest",
    "settings": "rules",
    "player 0": "players[0]",
    "player 1": "players[1]",
    "date": "date",
}
"""The keys of a record, each with what it is called in problems."""

OF_RECORD = ("library", "rules-version", "variant", "player 0", "player 1", "date")
REQUIRED = ("library", "rules-version", "digest", "settings")

DEAL_PATHS = {
    "seed": "seed",
    "pack 0": "packs[0]",
    "pack 1": "packs[1]",
    "start": "start",
    "starter": "starter",
    "result": "result",
}
"""The keys of a deal, likewise."""

_NO_TAGS = {*PATHS, *DEAL_PATHS, "player", "pack", "deal"}
_TAG = re.compile(r"[a-z][a-z0-9]*+(?:-[a-z0-9]++)*+")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def problems_of_facts(facts: Mapping[str, object]) -> Iterator[Problem]:
    """What is wrong with the facts of a whole record, by the keys of texts."""
    for key, fact in facts.items():
        path = PATHS[key]
        if key == "rules-version":
            if not is_number(fact, least=1):
                yield Problem("bad-rules-version", path, "the version of the rules must be a number from 1 up")
        elif not _is_line(fact):
            yield Problem("bad-text", path, _NO_LINE)
        elif key == "date" and not _is_day(str(fact)):
            yield Problem("bad-date", path, f"{quoted(str(fact))} is no day such as 2026-11-30")


_NO_LINE = "expected a text in one line of printable characters, without space before or behind it"


def problems_of_tags(tags: Sequence[tuple[str, object]]) -> Iterator[Problem]:
    """What is wrong with the tags of a record, which are in order."""
    for key, text in tags:
        if not can_be_tag(key):
            yield Problem("bad-key", "tags", f"{quoted(key)} is no tag: expected {A_TAG}")
        elif not _is_line(text):
            yield Problem("bad-text", f"tags.{key}", _NO_LINE)
    for (key, _), (following, _) in pairwise(tags):
        if key == following:
            yield Problem("repeated-key", f"tags.{key}", f"the tag {quoted(key)} is there twice")


A_TAG = "a kebab-case word that has no other meaning in records, such as event-name"


def can_be_tag(key: str) -> bool:
    """Whether a key may be that of a tag."""
    return key not in _NO_TAGS and _TAG.fullmatch(key) is not None


def _is_line(fact: object) -> bool:
    return isinstance(fact, str) and fact.isprintable() and fact == fact.strip() != ""


def _is_day(text: str) -> bool:
    if not _DAY.fullmatch(text):
        return False
    try:
        calendar_date.fromisoformat(text)
    except ValueError:
        return False
    return True


def problems_of_deals(rules: Rules, deals: Sequence[DealRecord]) -> Iterator[Problem]:
    """Why these deals can't be those of one record."""
    if not deals:
        yield Problem("no-deal", "deals", "a record has one deal at least")
    for number, deal_record in enumerate(deals):
        if deal_record.is_public != deals[0].is_public:
            text = "in a public record every deal is told by its start, in a full one none"
            yield Problem("mixed-deals", f"deals[{number}]", text)
        elif deal_record.start is not None and deal_record.start.rules != rules:
            yield Problem(
                "other-rules", f"deals[{number}].start", "the position is one of other rules than the record's"
            )
