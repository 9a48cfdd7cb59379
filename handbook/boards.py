"""Positions drawn as boards: the blocks `board` of a page, the start of a variant, and the picture of the README.

A block `board` is a position (docs/positions.md). A line `rules: NAME` may stand before it, and behind it a line
`show: R-8, 4-5` with actions whose cards and targets are marked.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from html import unescape
from pathlib import Path

from crapette import Action, State, View, load_rules, position
from crapette.render.svg import board
from handbook.markdown import DOCS

PICTURE = DOCS / "board.svg"
"""The picture that the README shows: the board of the first page."""

SIZE, SMALL = 560, 400
"""How wide boards are, in pixels; on a narrow screen they become narrower."""

_BLOCK = re.compile(r"^```board\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PARTS = re.compile(r"(?:rules: (\S+)\n)?([^\n]+)\n(?:show: (.+)\n)?")
_WORDS = re.compile(r"<desc[^>]*>(.*?)</", re.DOTALL)

Drawn = tuple[State | View, Sequence[Action]]
"""What is drawn, and the actions that are marked."""


def picture() -> str:
    """The picture of the README, which has both themes in one file."""
    block = _BLOCK.search((DOCS / "index.md").read_text("utf-8"))
    assert block is not None
    moment, shown = read_block(block[1])
    return board(moment, highlight=shown)


def read_block(text: str) -> Drawn:
    """What a block `board` says."""
    parts = _PARTS.fullmatch(text)
    if parts is None:
        raise ValueError(f"not a board, with the lines `rules: NAME`, position, `show: ACTION, ACTION`:\n{text}")
    rules, layout, shown = parts.groups()
    actions = [Action.parse(word) for word in shown.split(", ")] if shown else []
    return position.loads(layout, load_rules(rules or "crapette")), actions


class Gallery:
    """The pictures of a site, in a folder of their own: of each board one for each scheme of the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def with_boards(self, page: str) -> str:
        """A page with its blocks `board` drawn."""
        return _BLOCK.sub(lambda block: self.image(*read_block(block[1])), page)

    def image(self, moment: State | View, shown: Sequence[Action] = (), *, size: int = SIZE, to_root: str = "") -> str:
        """A board as Markdown.

        Args:
            moment: What is drawn.
            shown: Actions that are marked.
            size: How wide it is.
            to_root: How a page that is not at the top gets there, such as `../`.
        """
        images = [
            self.drawn(board(moment, theme=scheme, size=size, highlight=shown), f"{to_root}{{}}#only-{scheme}")
            for scheme in ("light", "dark")
        ]
        return "\n".join(images)

    def drawn(self, drawing: str, address: str = "{}") -> str:
        """A drawing as Markdown.

        Args:
            drawing: The SVG.
            address: Where a page finds it; `{}` stands for the path of its file.
        """
        file = f"{hashlib.sha256(drawing.encode()).hexdigest()[:12]}.svg"
        (self._folder / file).write_text(drawing, "utf-8")
        words = " ".join(unescape(text) for text in _WORDS.findall(drawing))
        alternative = " ".join(re.sub(r"([\[\]\\])", r"\\\1", words).split())
        return f"![{alternative}]({address.format(f'{self._folder.name}/{file}')})"
