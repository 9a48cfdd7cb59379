"""The page with pictures: well made, all in itself, and the same for the same deals."""

from __future__ import annotations

import re
import sys
from base64 import b64decode
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from crapette import Rules
from crapette.extra import MissingExtraError
from crapette.simulation.comparison import Comparison
from crapette.simulation.experiment import Arm, Experiment
from crapette.simulation.page import page
from crapette.simulation.result import Unfinished
from crapette.state import Reason
from tests.many_deals import told_of

NASTY = '"><script>alert(1)</script> & $^$'
ENDS = (*Reason, *Unfinished)


def comparison(*variants: str, rounds: int = 3, matches: bool = False, backwards: bool = False) -> Comparison:
    """What some rounds came to, which end in all kinds of ways."""
    arms = tuple([Arm(variant, Rules(), ("greedy", "greedy")) for variant in variants])
    made = Comparison(Experiment(arms, 5, matches))
    for number in sorted(range(rounds), reverse=backwards):
        kinds = [ENDS[(number + arm) % len(ENDS)] for arm in range(len(arms))]
        made.add([told_of(None, kind, round_=number, arm=arm, turns=9 + arm) for arm, kind in enumerate(kinds)])
    return made


class Reader(HTMLParser):
    """What is in a page: its tags as they open and close, and its pictures."""

    VOID = ("meta", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.alternatives: list[str] = []
        self.svgs: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.attributes += given.items()
        if tag == "img":
            kind, data = given["src"].split(",")
            assert kind == "data:image/svg+xml;base64"
            self.svgs.append(b64decode(data).decode())
            self.alternatives.append(given["alt"])
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_page_is_well_made_and_has_all_pictures_and_tables() -> None:
    reader = Reader(page(comparison("a", "b")))
    assert reader.open == []
    assert len(reader.svgs) == 4
    assert [re.search("“(.*)”", text) is not None for text in reader.alternatives] == [True] * 4
    for title in ("How deals ended", "Deals", "Player by player", "3 deals of each, with the same packs"):
        assert any(text.startswith(title) for text in reader.texts)


def test_a_page_loads_nothing() -> None:
    reader = Reader(page(comparison("a", "b")))
    assert not any("//" in value for name, value in reader.attributes if name != "src")
    for svg in reader.svgs:
        tree = ElementTree.fromstring(svg)  # noqa: S314 - our own
        assert {element.tag.rpartition("}")[2] for element in tree.iter()} <= {
            "svg",
            "g",
            "defs",
            "style",
            "path",
            "use",
            "clipPath",
            "rect",
        }
        links = [value for element in tree.iter() for name, value in element.items() if name.endswith("href")]
        assert all(link.startswith("#") for link in links)
        assert re.findall(r"url\((?!#)", svg) == []
        assert "://" not in re.sub(r'xmlns(:xlink)?="[^"]*"', "", svg)


def test_names_are_escaped() -> None:
    text = page(comparison(NASTY, "b"))
    assert "<script" not in text
    reader = Reader(text)
    assert reader.open == []
    assert NASTY in reader.texts


@pytest.mark.parametrize("variants", [["a"], ["a", "b"], [f"variant-{k}" for k in range(13)]])
def test_the_same_deals_make_the_same_page(variants: list[str]) -> None:
    made = comparison(*variants, rounds=9)
    assert page(made) == page(made) == page(comparison(*variants, rounds=9, backwards=True))
    assert len(Reader(page(made)).svgs) == (4 if len(variants) > 1 else 3)


def test_a_page_of_one_round_has_no_differences_drawn() -> None:
    assert len(Reader(page(comparison("a", "b", rounds=1))).svgs) == 3


def test_names_do_not_overlap() -> None:
    for names in (["a", "b"], [f"variant-{k}" for k in range(13)]):
        for svg in Reader(page(comparison(*names, rounds=9))).svgs:
            axis = ElementTree.fromstring(svg).find(".//*[@id='matplotlib.axis_2']")  # noqa: S314 - our own
            assert axis is not None
            texts = re.findall(r"translate\(\S+ (\S+)\) scale", ElementTree.tostring(axis, "unicode"))
            assert len(texts) in (len(names), len(names) - 1)
            heights = sorted(map(float, texts))
            assert all(after - before > 9 for before, after in pairwise(heights))


def test_without_matplotlib_there_is_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    text = "pictures need matplotlib, which is not installed: pip install 'crapette[sim]'"
    with pytest.raises(MissingExtraError, match=f"^{re.escape(text)}$"):
        page(comparison("a", "b"))
