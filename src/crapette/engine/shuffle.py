"""The bit-exact shuffle, so that a program in any language deals the same cards (rules 3)."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from struct import unpack
from typing import TypeGuard

from crapette.cards import PACKS, codes
from crapette.errors import DealError, Problem

_WORDS = 1 << 32
MOST_DIGITS_OF_A_SEED = 4300
"""As many as Python writes in decimal, unless told otherwise."""
_TOO_LARGE = 10**MOST_DIGITS_OF_A_SEED
A_SEED = f"an integer from 0 up, of at most {MOST_DIGITS_OF_A_SEED} digits"
"""What a seed is, in words."""


class Stream:
    """The stream of random words for a seed and a label."""

    def __init__(self, seed: int, label: str) -> None:
        self._words = _words(f"crapette/1:{seed}:{label}:")

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely as the others."""
        limit = _WORDS - _WORDS % n
        while (word := next(self._words)) >= limit:
            pass
        return word % n

    def shuffled(self, cards: bytes) -> bytes:
        """The cards in another order, each order as likely as the others."""
        order = bytearray(cards)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return bytes(order)


def _words(prefix: str) -> Iterator[int]:
    counter = 0
    while True:
        yield from unpack(">8I", sha256(f"{prefix}{counter}".encode()).digest())
        counter += 1


def shuffled_pack(seed: int, pack: int) -> bytes:
    """The codes of pack 0 or 1 in dealing order."""
    return Stream(seed, f"pack{pack}").shuffled(codes(PACKS[pack]))


def is_count(value: object) -> TypeGuard[int]:
    """Whether a value is an integer from 0 up; `True` and `False` are none."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def problems_of_seed(seed: object) -> list[Problem]:
    """What is wrong with a seed: one problem or none."""
    if is_count(seed) and seed < _TOO_LARGE:
        return []
    return [Problem("bad-seed", "seed", f"the seed must be {A_SEED}")]


def parse_seed(text: str) -> int | None:
    """The seed that a text says in decimal; None if it says none."""
    if len(text) > MOST_DIGITS_OF_A_SEED or not (text.isascii() and text.isdecimal()):
        return None
    try:
        return int(text)
    except ValueError:  # Python may have been told to read fewer digits
        return None


def child_seed(seed: int, k: int) -> int:
    """The seed of deal k = 0, 1, 2 … where many deals hang on one seed (rules 3).

    Raises:
        DealError: The seed is none.

    >>> child_seed(0, 0)
    7973120950366203245
    """
    problems = problems_of_seed(seed)
    if problems:
        raise DealError(problems)
    return int.from_bytes(sha256(f"crapette/1:{seed}:child:{k}".encode()).digest()[:8], "big")
