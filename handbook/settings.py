"""The reference of settings: what each is about, its values, and which shipped variants use them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from crapette import Variant
from crapette.rules import GROUPS, SETTINGS, Rules
from crapette.settings import Flag, OneWord
from crapette.variant import value_text
from handbook.markdown import about, code, rules_links, table


def settings_reference(variants: Sequence[Variant]) -> str:
    """Every setting, group by group."""
    groups = groupby(SETTINGS, key=lambda path: path.partition(".")[0])
    return "\n".join(_group(group, paths, variants) for group, paths in groups)


def _group(group: str, paths: Iterable[str], variants: Sequence[Variant]) -> str:
    told = f"{about(group)}\n\n" if group in GROUPS else ""
    return f"## {group}\n\n{told}" + "\n".join(_setting(path, variants) for path in paths)


def _setting(path: str, variants: Sequence[Variant]) -> str:
    heading = f"### {path}\n\n" if "." in path else ""
    told = f"{about(path)} Allowed: {SETTINGS[path].expected}. Rules {rules_links(path)}."
    return f"{heading}{told}\n\n" + table(("value", "shipped variants"), _rows(path, variants))


def _rows(path: str, variants: Sequence[Variant]) -> Iterator[tuple[str, str]]:
    """Each value that there is, the default first, and who uses it."""
    default = value_text(Rules(), path)
    users: dict[str, list[str]] = {value: [] for value in (default, *_few_values(path))}
    for variant in variants:
        users.setdefault(value_text(variant.rules, path), []).append(f"[{variant.name}](variants/{variant.name}.md)")
    is_used_by_all = len(users[default]) == len(variants)
    yield f"{code(default)}, the default", "all" if is_used_by_all else "all others"
    for value, names in users.items():
        if value != default:
            yield code(value), ", ".join(names) or "none"


def _few_values(path: str) -> list[str]:
    """All values of a setting that has few."""
    match SETTINGS[path]:
        case Flag():
            return ["false", "true"]
        case OneWord(words):
            return list(map(str, words))
        case _:
            return []
