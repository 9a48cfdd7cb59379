"""A state or a view from piles that somebody names, checked (rules 1, 2).

All that comes from outside goes through here. A pile is the codes of its cards, bottom to top; a card that
is not shown is a blank of its pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice, pairwise

from crapette.cards import BLANK_RANK, BLANKS, CARDS, PACKS, Card, codes
from crapette.engine.turn import first_turn
from crapette.engine.view import View, viewed
from crapette.errors import DealError, Problem
from crapette.faults import MAX_FAULTS
from crapette.rulebook import ANY_CLASS, Rulebook, compile_rules
from crapette.rules import ReserveTop, Rules
from crapette.state import State, unseen_cards
from crapette.table import (
    FACE_DOWN,
    FOUNDATIONS,
    HAND,
    HOUSES,
    OTHER_PACK,
    PLACES_FACE_DOWN,
    RESERVE,
    TURNED,
    WASTE,
    build,
)

_PATHS: dict[int, str] = {
    **{number: f"foundations[{place}]" for place, number in enumerate(FOUNDATIONS)},
    **{number: f"houses[{place}]" for place, number in enumerate(HOUSES)},
    **{
        piles[player]: f"{name}[{player}]"
        for name, piles in (("reserves", FACE_DOWN), ("reserves", RESERVE), ("hands", HAND), ("wastes", WASTE))
        for player in (0, 1)
    },
    **dict.fromkeys(TURNED, "turned"),
}
"""Where a pile is found among the attributes of a state."""


def set_up(rules: Rules, piles: Mapping[int, bytes], mover: int) -> State | View:
    """What these piles show, as in the first turn of a deal: nothing is remembered of it.

    Args:
        rules: The rules.
        piles: The cards of each pile, by the numbers of the piles; those that are left out are empty.
        mover: The player whose turn it is.

    Returns:
        Without blanks a state. In it, what lies face up has been seen, and so has what can only have come from
        there: a card in the face-down piles of the player who did not deal it.
        With blanks a view. It is a memory view, in which all but the blanks has been seen, unless a blank lies
        with the player who did not deal it: then it is a table view.

    Raises:
        DealError: The piles are none that the rules allow; all problems.
    """
    book = compile_rules(rules)
    problems = problems_of_piles(book, piles, mover)
    if problems:
        raise DealError(problems)
    table = build(filled(piles))
    has_blanks = any(map(_blanks_in, piles.values()))
    unseen = b"".join(unnamed(piles)) if has_blanks else unseen_cards(table)
    state = first_turn(book, table, mover, unseen, midway=bool(piles.get(TURNED[mover])))
    return viewed(state, memory=_fits_memory(piles)) if has_blanks else state


def unnamed(piles: Mapping[int, bytes]) -> tuple[bytes, bytes]:
    """The cards of each pack that lie in none of the piles, in the order of a new pack."""
    named = set(b"".join(piles.values()))
    first, second = (bytes([code for code in codes(pack) if code not in named]) for pack in PACKS)
    return first, second


def filled(piles: Mapping[int, bytes]) -> dict[int, bytes]:
    """The piles with the cards that are named nowhere in the places of the blanks, in the order that views have.

    Args:
        piles: Piles without a problem.
    """
    full = dict(piles)
    unknown = [iter(cards) for cards in unnamed(piles)]
    for number in PLACES_FACE_DOWN:
        pile = full.get(number, b"")
        full[number] = bytes([next(unknown[code // OTHER_PACK]) if _is_blank(code) else code for code in pile])
    return full


def problems_of_piles(
    book: Rulebook, piles: Mapping[int, bytes], mover: int, *, memory: bool | None = None
) -> list[Problem]:
    """All that is wrong with the piles of a whole table, also in the middle of a deal: its cards, blanks and piles.

    Args:
        book: The rules.
        piles: The cards and blanks of each pile, by the numbers of the piles; those that are left out are empty.
        mover: The player whose turn it is, 0 or 1.
        memory: Which view the blanks are for; None: the memory view, or the table view where only that fits.

    Returns:
        The problems; no more than a reader tells of one text.
    """
    if memory is None:
        memory = _fits_memory(piles)
    problems = chain(
        _problems_of_cards(piles), _problems_of_blanks(piles, memory), problems_of_some_piles(book, piles, mover)
    )
    return list(islice(problems, MAX_FAULTS))


def problems_of_some_piles(book: Rulebook, piles: Mapping[int, bytes], mover: int) -> Iterator[Problem]:
    """What is wrong with how cards lie in these piles, whether or not all cards are there.

    Args:
        book: The rules.
        piles: The cards of the piles; what is left out is in order, but both parts of a reserve go together.
        mover: The player whose turn it is, 0 or 1.
    """
    return chain(
        _problems_of_houses(book, piles),
        _problems_of_foundations(piles),
        _problems_of_reserves(book, piles),
        _problems_of_turned_cards(piles, mover),
    )


# ------------------------------------------------------------------------------------------ the cards


def _is_blank(code: int) -> bool:
    return code & 15 == BLANK_RANK


def _blanks_in(pile: bytes) -> int:
    """How many blanks lie in a pile."""
    return sum(pile.count(blank.code) for blank in BLANKS)


def _problems_of_cards(piles: Mapping[int, bytes]) -> Iterator[Problem]:
    counts = Counter(b"".join(piles.values()))
    for card in CARDS:
        count = counts[card.code]
        if count == 0 and not counts[BLANKS[card.pack].code]:
            yield Problem("missing-card", str(card), f"{card} is missing")
        elif count > 1:
            yield Problem("doubled-card", str(card), f"{card} is there {count} times")
    for blank, cards in zip(BLANKS, unnamed(piles), strict=True):
        count = counts[blank.code]
        if count not in (0, len(cards)):
            text = f"blanks of pack {blank.pack}: {count}, but cards of it that are named nowhere: {len(cards)}"
            yield Problem("blank-count", str(blank), text)


def _fits_memory(piles: Mapping[int, bytes]) -> bool:
    """Whether these piles may be a memory view: no blank lies with the player who did not deal it (rules 2)."""
    return not any(_foreign_blanks(piles))


def _foreign_blanks(piles: Mapping[int, bytes]) -> Iterator[int]:
    """The piles with a blank of the other player's pack."""
    return (number for number, player in PLACES_FACE_DOWN.items() if BLANKS[1 - player].code in piles.get(number, b""))


def _problems_of_blanks(piles: Mapping[int, bytes], memory: bool) -> Iterator[Problem]:
    for number, pile in piles.items():
        if number not in PLACES_FACE_DOWN and _blanks_in(pile):
            yield Problem("misplaced-blank", _PATHS[number], "a card that lies face up is shown, so it is no blank")
    if memory:
        for number in _foreign_blanks(piles):
            yield Problem(
                "foreign-blank",
                _PATHS[number],
                "a card of the other player's pack has been seen, so it is no blank in a memory view",
            )
        return
    for number in PLACES_FACE_DOWN:
        pile = piles.get(number, b"")
        if _blanks_in(pile) < len(pile):
            yield Problem(
                "named-face-down",
                _PATHS[number],
                "no card that lies face down is named in a table view; a view with a blank of the other player's pack "
                "is one",
            )


# ------------------------------------------------------------------------------------------ the piles


def _problems_of_houses(book: Rulebook, piles: Mapping[int, bytes]) -> Iterator[Problem]:
    if any(piles.get(number) for number in HOUSES if number not in book.houses):
        yield Problem("no-such-house", "houses", f"there are {len(book.houses)} houses under these rules")
    for number in HOUSES:
        for below, above in pairwise(piles.get(number, b"")):
            if _is_blank(below) or _is_blank(above) or book.accepts[below] in (ANY_CLASS, book.classes[above]):
                continue
            yield Problem(
                "no-run", _PATHS[number], f"{Card.of_code(above)} can't lie on {Card.of_code(below)} in a house"
            )


def _problems_of_foundations(piles: Mapping[int, bytes]) -> Iterator[Problem]:
    for number in FOUNDATIONS:
        suit = FOUNDATIONS.index(number) // 2
        pile = enumerate(piles.get(number, b""), start=1)
        if any(not _is_blank(code) and (code >> 4 & 3 != suit or code & 15 != rank) for rank, code in pile):
            yield Problem("no-foundation", _PATHS[number], "a foundation is A up in one suit")
    for first, second in zip(FOUNDATIONS[::2], FOUNDATIONS[1::2], strict=True):
        if piles.get(second) and not piles.get(first):
            yield Problem("no-foundation", _PATHS[first], "the first foundation of a suit is begun before the second")


def _problems_of_reserves(book: Rulebook, piles: Mapping[int, bytes]) -> Iterator[Problem]:
    for player in (0, 1):
        down, up = piles.get(FACE_DOWN[player], b""), piles.get(RESERVE[player], b"")
        path = _PATHS[RESERVE[player]]
        if down and not up and book.turns_up:
            yield Problem("face-down", path, "the top of a reserve lies face up under these rules")
        if down and book.rules.deal.reserve_top is ReserveTop.ALL_FACE_UP:
            yield Problem("face-down", path, "the whole reserve lies face up under these rules")


def _problems_of_turned_cards(piles: Mapping[int, bytes], mover: int) -> Iterator[Problem]:
    if piles.get(TURNED[1 - mover]) or len(piles.get(TURNED[mover], b"")) > 1:
        yield Problem("turned-cards", _PATHS[TURNED[mover]], "only the mover has a turned card, and only one")
