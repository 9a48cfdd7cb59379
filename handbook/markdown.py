"""What generated pages are written with: tables, links to the rules, what settings are about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from crapette.rules import DESCRIPTIONS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
RULES_PAGE = "rules.md"

_HEADING = re.compile(r"^##+ ((\d[\d.]*) .*)$", re.MULTILINE)
_RULES = re.compile(r"(.*) \(rules (.*)\)\.")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; what stands in its cells is Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace('|', '&#124;') for cell in line)} |\n" for line in lines)


def code(text: str) -> str:
    """A text as code."""
    return f"`{text}`"


def anchor(heading: str) -> str:
    """The anchor that a heading gets."""
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


def rules_link(section: str) -> str:
    """A link to a section of the rules: `4`, or `6.3`."""
    headings = {number: heading for heading, number in _HEADING.findall((DOCS / RULES_PAGE).read_text("utf-8"))}
    return f"[{section}]({RULES_PAGE}#{anchor(headings[section])})"


def rules_links(path: str) -> str:
    """Links to the sections of the rules that a setting or a group of settings acts in.

    >>> rules_links("deal.reserve")
    '[3](rules.md#3-the-deal)'
    """
    return ", ".join(rules_link(section) for section in _told(path)[1])


def about(path: str) -> str:
    """What a setting or a group of settings is about.

    >>> about("houses")
    'How houses are built.'
    """
    return _told(path)[0]


def _told(path: str) -> tuple[str, list[str]]:
    """The description of a setting or a group without the sections of the rules behind it, and these."""
    found = _RULES.fullmatch(DESCRIPTIONS[path])
    assert found is not None, path
    return found[1] + ".", found[2].split(", ")
