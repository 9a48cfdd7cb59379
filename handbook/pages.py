"""The pages of the site as a folder: those of `docs`, filled in, and those that are made."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from crapette import load_variant, variant_names
from handbook.boards import Gallery
from handbook.environments import environments_reference
from handbook.markdown import DOCS, ROOT
from handbook.notebook import notebook_page
from handbook.refusals import refusals_reference
from handbook.replays import first_deal
from handbook.settings import settings_reference
from handbook.variants import variant_page

OUT = ROOT / "build" / "handbook"
"""Where mkdocs finds the pages: `docs_dir` in `mkdocs.yml`."""

BEGIN, END = "<!-- made -->\n", "<!-- end of what is made -->\n"
"""Between these marks a page has what is made; without a site there are other words."""

_FILE = re.compile(r"\]\((?:\.\./)?(variants/[a-z-]+|notebook)\.(?:yaml|ipynb)\)")


def build(out: Path = OUT) -> None:
    """Writes every page, in the place of those that were there."""
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(DOCS, out)
    gallery = Gallery(out / "boards")
    variants = [load_variant(name) for name in variant_names()]
    made: dict[str, Callable[[str], Sequence[str]]] = {
        "settings.md": lambda _: [settings_reference(variants)],
        "refusals.md": lambda _: [refusals_reference(gallery)],
        "environments.md": lambda _: environments_reference(),
        "first-deal.md": lambda page: [first_deal(page, out)],
    }
    for page in out.glob("*.md"):
        text = page.read_text("utf-8")
        if page.name in made:
            text = filled_in(text, *made[page.name](text))
        page.write_text(gallery.with_boards(to_pages(text)), "utf-8")
    (out / "variants").mkdir()
    for variant in variants:
        (out / "variants" / f"{variant.name}.md").write_text(variant_page(variant, gallery), "utf-8")
    (out / "notebook.md").write_text(notebook_page(DOCS / "notebook.ipynb", gallery), "utf-8")


def filled_in(page: str, *made: str) -> str:
    """A page with what is made between its marks, part by part, for the words that stand there without a site."""
    before, *parts = page.split(BEGIN)
    if len(parts) != len(made) or any(END not in part for part in parts):
        raise ValueError(f"no {BEGIN} and {END} in the page, or not for each of {len(made)} parts")
    return before + "".join(text + part.partition(END)[2] for text, part in zip(made, parts, strict=True))


def to_pages(page: str) -> str:
    """A page whose links to files that pages are made of lead to these pages.

    >>> to_pages("[crapo](../variants/crapo.yaml) and [the notebook](notebook.ipynb)")
    '[crapo](variants/crapo.md) and [the notebook](notebook.md)'
    """
    return _FILE.sub(r"](\1.md)", page)
