"""What a text is made of: sections with a title, of paragraphs and lists, of sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import frozen

from crapette.language import Phrase

Item = Phrase | tuple[Phrase, ...] | None
"""A sentence, or some that belong together; none where it does not hold under these rules."""


@frozen
class Block:
    """A paragraph or a list.

    Attributes:
        items: Its lines, each of one sentence or more; a paragraph is one line.
        marks: What stands before each line; a number has its place in it.
    """

    items: tuple[tuple[Phrase, ...], ...]
    marks: str

    def lines(self, say: Callable[[Phrase], str]) -> str:
        """Its lines, said."""
        return "\n".join(
            self.marks.format(number) + " ".join(map(say, item)) for number, item in enumerate(self.items, start=1)
        )


def paragraph(*sentences: Phrase | None) -> Block:
    """Sentences one after the other."""
    return _block("", [tuple(sentence for sentence in sentences if sentence)])


def dashes(*items: Item) -> Block:
    """A list whose order says nothing."""
    return _block("- ", items)


def steps(*items: Item) -> Block:
    """A numbered list: its order matters."""
    return _block("{}. ", items)


def _block(marks: str, items: Iterable[Item]) -> Block:
    return Block(tuple(item if isinstance(item, tuple) else (item,) for item in items if item), marks)
