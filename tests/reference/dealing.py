"""Rules 3: the deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256

from tests.reference.cards import PACKS, SUITS, rank, suit
from tests.reference.deal import Deal, Rules
from tests.reference.ending import count_table
from tests.reference.knowledge import look
from tests.reference.table import Pile, Table

Packs = tuple[Pile, Pile]
"""In dealing order."""


# --------------------------------------------------------------------------------------------- the shuffle


class Stream:
    """The stream of numbers of a seed and a label."""

    def __init__(self, seed: int, label: str) -> None:
        self.words = _words(f"crapette/1:{seed}:{label}")

    def below(self, n: int) -> int:
        word = next(self.words)
        while word >= 2**32 - 2**32 % n:
            word = next(self.words)
        return word % n


def _words(text: str) -> Iterator[int]:
    counter = 0
    while True:
        digest = sha256(f"{text}:{counter}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        counter += 1


def shuffled(pack: Pile, stream: Stream) -> Pile:
    pack = pack[:]
    for i in range(51, 0, -1):
        j = stream.below(i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return pack


def shuffled_packs(seed: int) -> Packs:
    return shuffled(PACKS[0], Stream(seed, "pack0")), shuffled(PACKS[1], Stream(seed, "pack1"))


def child_seed(seed: int, k: int) -> int:
    return int.from_bytes(sha256(f"crapette/1:{seed}:child:{k}".encode()).digest()[:8], "big")


# -------------------------------------------------------------------------------------------- laying out


def dealt(rules: Rules, seed: int, starter: int | None = None) -> Deal:
    """The deal of a seed."""
    return dealt_from(rules, shuffled_packs(seed), starter, cut=lambda: Stream(seed, "cut").below(2))


def dealt_from(rules: Rules, packs: Packs, starter: int | None = None, cut: Callable[[], int] | None = None) -> Deal:
    """The deal of given packs; without a `cut` the starter must be named where it comes to one, else ValueError."""
    table = laid_out(rules, packs)
    if starter is None:
        starter = who_starts(rules, table)
    if starter is None:
        if cut is None:
            raise ValueError("it comes to a cut")
        starter = cut()
    return begun(rules, table, starter)


def begun(rules: Rules, table: Table, mover: int) -> Deal:
    """A deal in its first turn; a card face down with the player who did not deal it has been seen before (2)."""
    deal = Deal(rules, table, mover, mover, frozenset(table.strangers_face_down()), layouts=(table.layout(),))
    look(deal)
    count_table(deal)
    return deal


def laid_out(rules: Rules, packs: Packs) -> Table:
    size, houses, waste = rules["deal"]["reserve"], rules["deal"]["houses"], rules["deal"]["waste"]
    table = Table([], [], [], [], [], [[] for _ in range(8)])
    for pack in packs:
        cards = iter(pack)
        table.reserves.append([next(cards) for _ in range(size)])
        table.houses += [[next(cards)] for _ in range(houses)]
        table.wastes.append([next(cards) for _ in range(waste)])
        table.hands.append([*cards][::-1])
        table.face_down.append(0 if rules["deal"]["reserve_top"] == "all-face-up" else size)
    if rules["deal"]["reserve_top"] == "face-up":
        table.turn_up_reserve(0)
        table.turn_up_reserve(1)
    return table


# -------------------------------------------------------------------------------------------- who starts


def who_starts(rules: Rules, table: Table) -> int | None:
    """The starter; None: the cut decides."""
    by, ace = rules["start"]["by"], rules["start"]["ace"]
    if by == "cut":
        return None

    def value(card: str) -> int:
        return 14 if rank(card) == 1 and ace == "high" else rank(card)

    def leader(zero: int, one: int, lower_starts: bool = by == "lowest-reserve") -> int | None:
        if zero == one:
            return None
        return 0 if (zero < one) == lower_starts else 1

    tops = [reserve[-1] for reserve in table.reserves]
    starter = leader(value(tops[0]), value(tops[1]))
    values = [value(house[0]) for house in table.houses]
    n: int = rules["deal"]["houses"]
    for tie in rules["start"]["ties"]:
        if starter is not None:
            break
        if tie == "houses":
            leaders = [leader(values[i], values[n + i]) for i in range(n)]
            starter = next((player for player in leaders if player is not None), None)
        elif tie == "best-house":
            best = 0 if by == "lowest-reserve" else -1
            starter = leader(sorted(values[:n])[best], sorted(values[n:])[best])
        else:
            assert tie == "suit"
            starter = leader(SUITS.index(suit(tops[0])), SUITS.index(suit(tops[1])), lower_starts=True)
    return starter
