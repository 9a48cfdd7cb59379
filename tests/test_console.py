"""What the command writes: the bar that shows how far something is."""

from __future__ import annotations

import sys

import pytest

from crapette.console import bar


class Terminal:
    """Standard error as a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None: ...


def test_a_bar_on_a_terminal_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with bar(8, "washing up", done=3) as advance:
        advance()
    assert "washing up" in terminal.text
    assert "50%" in terminal.text


def test_without_rich_it_says_how_to_get_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rich.progress", None)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with bar(8, "washing up", done=3) as advance:
        advance()
    assert terminal.text == "to see how far it is: pip install 'crapette[sim]'\n"
