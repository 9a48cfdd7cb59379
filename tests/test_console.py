"""What the command writes: the bar that shows how far something is, colours, and words in ASCII."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper

import pytest

from crapette.console import bar, say
from crapette.render.text import plain
from tests.catalogues import TRANSLATED, po_of


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


def test_what_is_painted_is_plain_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    say("red", paint="{}\x1b[1m!".format)
    assert capsys.readouterr().out == "red!\n"


def in_ascii(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The text as it is said where only ASCII can be written."""
    with TextIOWrapper(BytesIO(), "ascii", newline="") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        say(text)
        return stream.buffer.getvalue().decode("ascii").removesuffix("\n")


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_letter_of_the_catalogues_has_one_like_it_in_ascii(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    letters = "".join(sorted(set(po_of(language).read_text("utf-8")) - set("?\n")))
    assert "?" not in in_ascii(plain(letters, ascii=True), monkeypatch)


def test_words_are_plainer_in_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "„Łódź” · «cœur», ¡así! ¿no? Œuf, æra, ÆON – 3 ± 1… 漢"
    assert in_ascii(text, monkeypatch) == '"Lodz" - "coeur", asi! no? OEuf, aera, AEON - 3 +- 1... ?'
