"""A state from piles that somebody names, checked (rules 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from crapette.cards import CARDS, Card
from crapette.engine.turn import first_turn
from crapette.errors import DealError, Problem
from crapette.rulebook import ANY_CLASS, Rulebook, compile_rules
from crapette.rules import ReserveTop, Rules
from crapette.state import State, unseen_cards
from crapette.table import FACE_DOWN, FIRST_HOUSE, FOUNDATIONS, HOUSES, RESERVE, TURNED, build


def set_up(rules: Rules, piles: Mapping[int, bytes], mover: int) -> State:
    """The state with these piles, as in the first turn of a deal: nothing is remembered of it.

    What lies face up has been seen, and so has what can only have come from there: a card in the face-down
    piles of the player who did not deal it.

    Args:
        rules: The rules.
        piles: The codes of the cards, bottom to top, by the numbers of the piles.
        mover: The player whose turn it is.

    Raises:
        DealError: The piles are none that the rules allow; all problems.
    """
    book = compile_rules(rules)
    problems = [*_problems_of_cards(piles), *_problems_of_piles(book, piles, mover)]
    if problems:
        raise DealError(problems)
    table = build(piles)
    return first_turn(book, table, mover, unseen_cards(table), midway=bool(piles.get(TURNED[mover])))


def _problems_of_cards(piles: Mapping[int, bytes]) -> Iterator[Problem]:
    counts = Counter(code for pile in piles.values() for code in pile)
    for card in CARDS:
        count = counts[card.code]
        if count == 0:
            yield Problem("missing-card", str(card), f"{card} is missing")
        elif count > 1:
            yield Problem("doubled-card", str(card), f"{card} is there {count} times")


def _problems_of_piles(book: Rulebook, piles: Mapping[int, bytes], mover: int) -> Iterator[Problem]:
    unused = range(book.houses.stop, HOUSES.stop)
    if any(piles.get(number) for number in unused):
        yield Problem("no-such-house", "houses", f"there are {2 * book.rules.deal.houses} houses under these rules")
    for number in HOUSES:
        pile = piles.get(number, b"")
        path = f"houses[{number - FIRST_HOUSE}]"
        for below, above in pairwise(pile):
            if book.accepts[below] in (ANY_CLASS, book.classes[above]):
                continue
            yield Problem("no-run", path, f"{Card.of_code(above)} can't lie on {Card.of_code(below)} in a house")
    for number in FOUNDATIONS:
        pile = piles.get(number, b"")
        suit = FOUNDATIONS.index(number) // 2
        if any(code >> 4 & 3 != suit or code & 15 != rank for rank, code in enumerate(pile, start=1)):
            yield Problem(
                "no-foundation", f"foundations[{number - FOUNDATIONS[0]}]", "a foundation is A up in one suit"
            )
    for player in (0, 1):
        down, up = piles.get(FACE_DOWN[player], b""), piles.get(RESERVE[player], b"")
        path = f"reserves[{player}]"
        if down and not up and book.turns_up:
            yield Problem("face-down", path, "the top of a reserve lies face up under these rules")
        if down and book.rules.deal.reserve_top is ReserveTop.ALL_FACE_UP:
            yield Problem("face-down", path, "the whole reserve lies face up under these rules")
    if piles.get(TURNED[1 - mover]) or len(piles.get(TURNED[mover], b"")) > 1:
        yield Problem("turned-cards", "turned", "only the mover has a turned card, and only one")
