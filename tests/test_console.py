"""What the command writes: the bar that shows how far something is."""

from __future__ import annotations

import sys

import pytest

from crapette.console import bar, say


class Terminal:
    """A terminal."""

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


@pytest.mark.parametrize(("no_colour", "told"), [("", "red\\x1b[0m\x1b[1m!\n"), ("1", "red\\x1b[0m\n")])
def test_what_is_painted_is_so_on_a_terminal_unless_its_owner_wants_no_colour(
    monkeypatch: pytest.MonkeyPatch, no_colour: str, told: str
) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setenv("NO_COLOR", no_colour)
    say("red\x1b[0m", paint="{}\x1b[1m!".format)
    assert terminal.text == told


def test_what_is_painted_is_plain_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    say("red", paint="{}\x1b[1m!".format)
    assert capsys.readouterr().out == "red!\n"
