"""A page for each shipped variant: its rules in words, where they come from, how they differ from `crapette`."""

from __future__ import annotations

from collections.abc import Iterable

from crapette import Variant, deal, load_variant, observe, rules_text
from crapette.notes import notes_on
from crapette.rules import SETTINGS
from crapette.sheet import Coverage, Provenance
from crapette.variant import value_text
from handbook.boards import Gallery
from handbook.markdown import anchor, code, table

STANDARD = "crapette"
"""The variant with which the others are compared."""

TO_ROOT = "../"
"""The pages stand in a folder of their own."""

_COVERAGE = {Coverage.FULL: "the whole text", Coverage.PARTIAL: "a part of the text"}


def variant_page(variant: Variant, gallery: Gallery) -> str:
    """The page of a variant, for the folder `variants`."""
    aliases = f" Also called {', '.join(map(code, variant.aliases))}." if variant.aliases else ""
    sourced = [origin for origin in variant.provenance if origin.source]
    assumed = [origin for origin in variant.provenance if origin.assumed]
    parts = [
        f"# {variant.title}\n\n{code(variant.name)}: {variant.summary}{aliases}\n",
        gallery.image(observe(deal(variant.rules, seed=7)), to_root=TO_ROOT),
        f"\n## The rules in plain words\n\n{_with_headings(rules_text(variant.rules))}",
        _differences(variant),
        f"## What the sources say\n\n{_sources(variant)}",
        _origins(variant, sourced),
        "## What is assumed, and why\n",
        _origins(variant, assumed),
    ]
    return "\n".join(parts)


def _with_headings(text: str) -> str:
    """The rules in words, with their numbered titles as headings."""
    parts: list[str] = []
    section = 1
    for part in text.split("\n\n"):
        if "\n" not in part and part.startswith(f"{section}. "):
            parts.append(f"### {part}")
            section += 1
        else:
            parts.append(part)
    return "\n\n".join(parts)


def _sources(variant: Variant) -> str:
    rows = [(source.id, source.title, code(source.language), _COVERAGE[source.coverage]) for source in variant.sources]
    more = f"[The sources]({TO_ROOT}sources.md) tells how they disagree.\n"
    return table(("source", "text", "language", "known"), rows) + f"\n{more}"


def _differences(variant: Variant) -> str:
    standard = load_variant(STANDARD)
    rows = [
        (_setting(path), code(ours), code(theirs), _why(variant, path))
        for path in SETTINGS
        if (theirs := value_text(standard.rules, path)) != (ours := value_text(variant.rules, path))
    ]
    if not rows:
        return ""
    return f"## How it differs from {STANDARD}\n\n" + table(("setting", "here", STANDARD, "why"), rows)


def _origins(variant: Variant, origins: Iterable[Provenance]) -> str:
    rows = [
        (_setting(origin.path), code(value_text(variant.rules, origin.path)), _why(variant, origin.path))
        for origin in origins
    ]
    return table(("setting", "value", "why"), rows)


def _setting(path: str) -> str:
    """A setting as a link to its reference."""
    return f"[{code(path)}]({TO_ROOT}settings.md#{anchor(path)})"


def _why(variant: Variant, path: str) -> str:
    """Where a setting's value comes from; and if that is so, that it makes no difference there."""
    origin = variant.provenance_of(path)
    if origin is None:
        why = "the default"
    else:
        why = f"assumed: {origin.assumed}" if origin.assumed else f"**{origin.source}**: {origin.says}"
    idle = [note.text for note in notes_on(variant.rules, [path]) if note.code == "idle-setting"]
    return " ".join([f"{why.removesuffix('.')}.", *(f"*In this variant {text}.*" for text in idle)])
