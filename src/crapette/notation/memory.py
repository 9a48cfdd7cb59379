"""What a state remembers, as a message tells it: earlier tables by how they differ, and the moves of a turn.

A table that is remembered differs little from the one after it, so it is told by the piles that differ. The layouts
of the loop guard are told by the moves between them. What has never been seen has never moved, so neither
speaks of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from attrs import frozen

from crapette.cards import Card
from crapette.engine.guard import after_move
from crapette.engine.possible import house_obstacle
from crapette.engine.setup import problems_of_some_piles
from crapette.faults import Fault
from crapette.notation.shapes import Laid, faults_of
from crapette.rulebook import Rulebook
from crapette.settings import Unfit
from crapette.state import Turn
from crapette.table import (
    GROUND,
    HOUSES,
    PILE_NAMES,
    PILES,
    Table,
    layout,
    move_run,
    pile,
    same_layout,
)

# ------------------------------------------------------------------------------------------ earlier tables

Difference = dict[int, Laid]
"""The piles of a table that are not as in another, by their numbers."""


def piles_of(table: Table) -> dict[int, bytes]:
    """All piles of a table."""
    return {number: pile(table, number) for number in PILES}


def difference(earlier: Mapping[int, bytes], later: Mapping[int, bytes]) -> Difference:
    """How the piles of a table differ from those of a later one."""
    found: Difference = {}
    for number, cards in earlier.items():
        other = later[number]
        if cards != other:
            stays = next((at for at, (one, two) in enumerate(zip(cards, other, strict=False)) if one != two), None)
            if stays is None:
                stays = min(len(cards), len(other))
            found[number] = Laid(stays, cards[stays:])
    return found


class Unfolding:
    """Goes from a table back to earlier ones."""

    def __init__(self, book: Rulebook, table: Table, unseen: bytes) -> None:
        self.book = book
        self.table = table
        self.unseen = unseen
        """The cards that have never been seen, and so have never moved."""
        self.piles = piles_of(table)

    def go_back(self, told: Mapping[int, Laid], mover: int) -> Table:
        """The table that differs like this from the one reached so far.

        Args:
            told: The difference.
            mover: The player whose turn it was.

        Raises:
            Unfit: There is no such table.
        """
        if not told:
            return self.table
        faults = list(self._faults_of_cards(told)) or self._faults_of_piles(told, mover)
        if faults:
            raise Unfit(*faults)
        links = bytearray(self.table)
        for number, laid in told.items():
            cards = self.piles[number][: laid.stays] + laid.cards
            under = cards[laid.stays - 1] if laid.stays else number
            for card in laid.cards:
                links[card] = under
                under = card
            links[number] = under
            self.piles[number] = cards
        self.table = Table(bytes(links))
        return self.table

    def _faults_of_cards(self, told: Mapping[int, Laid]) -> Iterator[Fault]:
        lifted, laid = b"", b""
        for number, (stays, cards) in told.items():
            if stays > len(self.piles[number]):
                text = f"there are {len(self.piles[number])} cards: {stays} can't stay"
                yield Fault("no-such-cards", (PILE_NAMES[number],), text)
            for card in cards:
                if card in self.unseen:
                    text = f"{Card.of_code(card)} has never been seen, so it has not moved"
                    yield Fault("unseen-card", (PILE_NAMES[number],), text)
            lifted += self.piles[number][stays:]
            laid += cards
        if sorted(lifted) != sorted(laid):
            yield Fault("other-cards", (), "the cards that lie elsewhere must be the same in all")

    def _faults_of_piles(self, told: Mapping[int, Laid], mover: int) -> list[Fault]:
        # Piles that have not changed are in order, but what is right for one may depend on another.
        piles = {number: cards for number, cards in self.piles.items() if number not in HOUSES}
        piles |= {number: self.piles[number][: laid.stays] + laid.cards for number, laid in told.items()}
        return [
            Fault(fault.code, (), fault.text) for fault in faults_of(problems_of_some_piles(self.book, piles, mover))
        ]


# -------------------------------------------------------------------------------- the moves between houses

Moved = tuple[tuple[int, int | None], ...]
"""The cards that have gone from house to house, each with what it lay on before; None: on nothing."""


def moves_between(turn: Turn, table: Table) -> Moved:
    """The moves from house to house since the turn's last other action, in order."""
    layouts = [*turn.layouts, layout(table)]
    moved: list[tuple[int, int | None]] = []
    for before, after in pairwise(layouts):
        card = next(card for card in range(GROUND) if before[card] != after[card])
        moved.append((card, before[card] if before[card] < GROUND else None))
    return tuple(moved)


@frozen
class _Step:
    """A move from house to house."""

    before: Table
    card: int
    onto: int
    """What it goes to lie on: a card or an empty house."""


def turn_after(turn: Turn, moved: Moved, book: Rulebook, table: Table, mover: int) -> Turn:
    """What is remembered of a turn in which these moves have led to the table.

    Whether a layout recurs is what `guard.recreates_layout` tells of one move; but to ask it of each would take time
    that grows with the square of their number. So layouts are kept by their marks here.

    Args:
        turn: What else is remembered of it.
        moved: The moves.
        book: The rulebook.
        table: The table after them.
        mover: The player who has made them.

    Raises:
        Unfit: There can't have been such moves.
    """
    if moved and not book.guards_layouts:
        raise Unfit(Fault("needless-moves", (), "layouts may be repeated under these rules: expected no moves"))
    steps = _steps(moved, book, table, mover)
    layouts: list[bytes] = []
    marks = list(turn.marks)
    moved_cards = turn.moved
    standing: dict[int, list[bytes]] = {}
    for number, step in enumerate(steps):
        after = after_move(step.before, Turn(marks=(marks[-1],), moved=moved_cards), step.card, step.onto)
        moved_cards = after.moved
        standing.setdefault(marks[-1], []).append(after.layouts[0])
        layouts.append(after.layouts[0])
        marks.append(after.marks[-1])
        now = layout(steps[number + 1].before if number + 1 < len(steps) else table)
        if any(same_layout(now, stood, moved_cards) for stood in standing.get(marks[-1], ())):
            raise Unfit(Fault("repeats-layout", (number,), "the move recreates a layout that has stood in this turn"))
    return turn._replace(layouts=tuple(layouts), marks=tuple(marks), moved=moved_cards)


def _steps(moved: Moved, book: Rulebook, table: Table, mover: int) -> list[_Step]:
    """The moves in order, each with the table before it; they are undone one by one to find it."""
    steps: list[_Step] = []
    for number, (card, under) in reversed(list(enumerate(moved))):
        house = _place_of(table, card)
        back = _empty_house(book, table) if under is None else _place_of(table, under)
        if house not in HOUSES or back is None or back == house or table[back] != (under or back):
            raise Unfit(Fault("no-such-move", (number,), f"{Card.of_code(card)} can't have come from there"))
        onto = table[card]
        before = move_run(table, house, back, card)
        follows = under is None or book.accepts[under] == book.classes[card]
        is_run = before[back] != card
        obstacle = house_obstacle(book, before, mover, Turn(), back, card, house)
        if not follows or (is_run and not book.moves_runs) or obstacle is not None:
            raise Unfit(Fault("no-such-move", (number,), f"{Card.of_code(card)} can't have gone from there"))
        table = before
        steps.append(_Step(before, card, onto))
    steps.reverse()
    return steps


def _place_of(table: Table, card: int) -> int:
    """The number of the pile where a card lies."""
    while card < GROUND:
        card = table[card]
    return card


def _empty_house(book: Rulebook, table: Table) -> int | None:
    """The first house that is empty; None if all are full."""
    return next((house for house in book.houses if table[house] >= GROUND), None)
