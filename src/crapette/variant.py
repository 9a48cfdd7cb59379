"""Variants: rules with a name, the sources they follow, and where each setting comes from.

A variant file is read by `sheet`; here what it extends is found, laid under it, and checked as a whole.
"""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from attrs import evolve, field, frozen

from crapette.errors import CrapetteError, Problem, VariantError, quoted
from crapette.faults import Fault, Place, did_you_mean, one_of, path_text
from crapette.notes import Note, notes_on
from crapette.rules import (
    DEFAULTS,
    SETTINGS,
    Conflict,
    Rules,
    certain,
    conflicts,
    path_of_setting,
    rules_from_settings,
    value_at,
)
from crapette.sheet import Provenance, Sheet, Source, read_sheet

_ENDINGS = (".yaml", ".yml")

MAX_EXTENDS = 8
"""How many files may be under a variant, each extending the next."""


@frozen
class Variant:
    """Rules with a name and their sources.

    Attributes:
        name: A kebab-case word, the file's name.
        title: What players call it.
        aliases: Other names that `load_variant` knows a shipped variant by.
        summary: A sentence about it; empty where the file gives none.
        sources: The texts it follows, its own before those of the variants it extends.
        provenance: Where each setting comes from that some file fixes and gives a reason for.
        notes: What is worth knowing about it, such as settings that change nothing.
        rules: Every setting.
    """

    name: str
    title: str
    aliases: tuple[str, ...]
    summary: str
    sources: tuple[Source, ...] = field(repr=False)
    provenance: tuple[Provenance, ...] = field(repr=False)
    notes: tuple[Note, ...] = field(repr=False)
    rules: Rules = field(repr=False)

    @property
    def digest(self) -> str:
        """The digest of its rules: equal digests, equal rules, whatever the names."""
        return self.rules.digest

    def provenance_of(self, path: str) -> Provenance | None:
        """Where a setting comes from, or None where no file says.

        Args:
            path: The setting, such as `deal.reserve`.

        Raises:
            CrapetteError: There is no such setting.

        >>> load_variant("crapette-strict").provenance_of("deal.reserve").source is None
        False
        """
        if path not in SETTINGS:
            raise CrapetteError(f"there is no setting {quoted(path)}{did_you_mean(path, SETTINGS)}")
        return next((entry for entry in self.provenance if entry.path == path), None)


def variant_names() -> tuple[str, ...]:
    """The names of the shipped variants, sorted.

    >>> "crapette" in variant_names()
    True
    """
    return tuple(
        sorted(item.name.removesuffix(".yaml") for item in _shipped_folder().iterdir() if item.name.endswith(".yaml"))
    )


def load_variant(name_or_path: str | os.PathLike[str]) -> Variant:
    """A shipped variant, or one from a file.

    Args:
        name_or_path: The name or an alias of a shipped variant, or the path of a variant file: a path
            object, or a text with a slash in it or with the ending `.yaml` or `.yml`. A file may extend
            shipped variants and files beside it.

    Raises:
        VariantError: There is no such variant or file, or the file is not valid; with all its problems.

    >>> load_variant("crapette").title
    'Crapette'
    """
    if isinstance(name_or_path, str) and not name_or_path.endswith(_ENDINGS) and not set(name_or_path) & set("/\\"):
        return _variant(_shipped_by_any_name(name_or_path))
    path = os.fspath(name_or_path)
    return _variant(_layer(_content(path), path, os.path.realpath(path), str(Path(path).parent)))


def parse_variant(text: str) -> Variant:
    """The variant that a text in the format of a variant file describes.

    It may extend shipped variants only, and reads no other file; texts of strangers are safe.

    Raises:
        VariantError: The text is not a valid variant; with all its problems.

    >>> variant = parse_variant('''
    ... schema: 1
    ... name: ours
    ... title: How we play
    ... extends: crapette-strict
    ... rules: {deal: {reserve: 11}}
    ... ''')
    >>> variant.rules.deal.reserve
    11
    >>> [note.code for note in variant.notes]
    ['no-provenance']
    """
    return _variant(_layer(text, None, None, None))


def load_rules(name_or_path: str | os.PathLike[str]) -> Rules:
    """The rules of a variant: `load_variant(name_or_path).rules`.

    >>> load_rules("crapette") == Rules()
    True
    """
    return load_variant(name_or_path).rules


def value_text(rules: Rules, path: str) -> str:
    """The value of the setting with this path as in a variant file.

    >>> value_text(Rules(), "load.onto"), value_text(Rules(), "load.wrap"), value_text(Rules(), "deal.reserve")
    ('[reserve, waste]', 'false', '13')
    """
    value = SETTINGS[path].plain(value_at(rules, path))
    if isinstance(value, list):
        return f"[{', '.join(map(str, cast('list[object]', value)))}]"
    return str(value).lower()


# ------------------------------------------------------------------------------------------- the files


@frozen
class _Layer:
    """A file that was read, as one layer of a variant.

    Attributes:
        sheet: What it says.
        file: Its name in problems, None for a bare text.
        identity: What tells it from all other files.
        folder: Where files beside it are, None where it may extend shipped variants only.
    """

    sheet: Sheet
    file: str | None
    identity: str | None
    folder: str | None

    def problem(self, fault: Fault, place: Place | None = None) -> Problem:
        """The fault as a problem of this file, at the place or where its path leads."""
        place = place or self.sheet.document.place(fault.path, fault.on_key)
        in_rules = len(fault.path) > 1 and fault.path[0] == "rules"
        path = path_of_setting(fault.path[1:]) if in_rules else path_text(fault.path)
        return Problem(fault.code, path, fault.text, self.file, place.line, place.column)


def _layer(source: str | bytes, file: str | None, identity: str | None, folder: str | None) -> _Layer:
    from crapette.yaml_reader import parse_yaml  # noqa: PLC0415 -- `import crapette` must not import YAML

    stem = None if file is None else Path(file).stem
    return _Layer(read_sheet(parse_yaml(source, file), stem), file, identity, folder)


def _content(path: str) -> bytes:
    from crapette.yaml_reader import read_file  # noqa: PLC0415 -- `import crapette` must not import YAML

    return read_file(path)


@cache  # they never change, and a user's file or an alias may ask for many of them
def _shipped(name: str) -> _Layer:
    file = f"{name}.yaml"
    return _layer((_shipped_folder() / file).read_bytes(), file, f"shipped {name}", None)


def _shipped_folder() -> Path:
    """The folder `variants`: inside the package in a wheel, else (also installed editable) at the checkout's top."""
    packaged = Path(__file__).parent / "variants"
    return packaged if packaged.is_dir() else Path(__file__).parents[2] / "variants"


def _shipped_by_any_name(word: str) -> _Layer:
    names = variant_names()
    if word in names:
        return _shipped(word)
    name_of_alias = {alias: name for name in names for alias in _shipped(name).sheet.aliases}
    if word in name_of_alias:
        return _shipped(name_of_alias[word])
    raise VariantError([Problem("unknown-variant", "", _unknown(word, (*names, *name_of_alias)))])


def _unknown(word: str, known: Sequence[str]) -> str:
    hint = did_you_mean(word, known)
    return f"there is no variant {quoted(word)}{hint}; the shipped ones are {', '.join(variant_names())}"


def _layers(first: _Layer) -> tuple[list[_Layer], list[Problem]]:
    """The file and all it extends, the nearest first, as far as they can be found; and why no further."""
    layers = [first]
    try:
        while layers[-1].sheet.extends is not None:
            layers.append(_next_layer(layers, layers[-1].sheet.extends))
    except VariantError as error:
        return layers, list(error.problems)
    return layers, []


def _next_layer(layers: Sequence[_Layer], extends: str) -> _Layer:
    layer = layers[-1]

    def refusal(code: str, text: str) -> VariantError:
        return VariantError([layer.problem(Fault(code, ("extends",), text))])

    if len(layers) > MAX_EXTENDS:
        raise refusal("extends-too-deep", f"more than {MAX_EXTENDS} files extend one another")
    if extends.endswith(_ENDINGS):
        if layer.folder is None:
            raise refusal("extends-file", f"{quoted(extends)} is a file; only shipped variants can be extended here")
        path = str(Path(layer.folder) / extends)
        try:
            content = _content(path)
        except VariantError as error:
            raise refusal(error.problems[0].code, f"{quoted(extends)} {error.problems[0].text}") from None
        below = _layer(content, path, os.path.realpath(path), layer.folder)
    elif extends in variant_names():
        below = _shipped(extends)
    else:
        raise refusal("unknown-variant", _unknown(extends, variant_names()))
    if below.identity in [layer.identity for layer in layers]:
        raise refusal("extends-cycle", f"{quoted(extends)} extends this file in its turn")
    return below


# ------------------------------------------------------------------------------------------- the whole


def _variant(first: _Layer) -> Variant:
    """The variant that a file and all it extends make.

    Raises:
        VariantError: With every problem of every file.
    """
    layers, missing = _layers(first)
    problems = [layer.problem(fault, place) for layer in layers for fault, place in layer.sheet.faults]
    found = not missing and not any(problem.path == "extends" for problem in problems)
    problems += [*missing, *_conflicts(layers, found), *(_unknown_sources(layers) if found else ())]
    if problems:
        files = [layer.file for layer in layers]
        raise VariantError(sorted(problems, key=lambda problem: _order(problem, files)))
    sheet = first.sheet
    rules = rules_from_settings(ChainMap(*(dict(layer.sheet.settings) for layer in layers)))
    return Variant(
        name=sheet.name,
        title=sheet.title,
        aliases=sheet.aliases,
        summary=sheet.summary,
        sources=_sources(layers),
        provenance=_provenance(layers),
        notes=notes_on(rules, sheet.settings) + _missing_provenance(sheet),
        rules=rules,
    )


def _order(problem: Problem, files: Sequence[str | None]) -> tuple[int, int, int]:
    """The nearest file's problems first, in the order of the text."""
    file = files.index(problem.file) if problem.file in files else len(files)
    return file, problem.line or 0, problem.column or 0


def _conflicts(layers: Sequence[_Layer], found: bool) -> Iterator[Problem]:
    """Settings that exclude each other, where that is sure: `found` says whether all it extends was."""
    inherited = ChainMap(*(dict(layer.sheet.settings) for layer in layers[1:]), DEFAULTS)
    faults = [
        Fault(fault.code, fault.path[1:], fault.text)
        for layer in layers
        for fault, _ in layer.sheet.faults
        if fault.path[:1] == ("rules",)
    ]
    values = certain(layers[0].sheet.settings, faults, inherited if found else {})
    for conflict in conflicts(values):
        yield _problem_of_conflict(conflict, values, layers)


def _problem_of_conflict(conflict: Conflict, values: Mapping[str, Any], layers: Sequence[_Layer]) -> Problem:
    """A problem at the nearest of the settings, which says where the others come from."""
    at, path = next((at, path) for at in layers for path in conflict.settings if path in at.sheet.settings)
    elsewhere: dict[str, list[str]] = {}
    for other in conflict.settings:
        source = next((layer for layer in layers if other in layer.sheet.settings), None)
        if source is not at:
            elsewhere.setdefault(str(source.file) if source else "the defaults", []).append(other)
    problem = conflict.problem(values)
    origins = "".join(f" ({', '.join(paths)} from {file})" for file, paths in elsewhere.items())
    fault = Fault(problem.code, ("rules", *path.split(".")), problem.text + origins)
    return evolve(at.problem(fault), path=problem.path)


def _unknown_sources(layers: Sequence[_Layer]) -> Iterator[Problem]:
    for index, layer in enumerate(layers):
        if any(fault.path[:1] == ("sources",) for fault, _ in layer.sheet.faults):
            continue  # the source may be there, with a fault
        known = [source.id for below in layers[index:] for source in below.sheet.sources]
        for entry in layer.sheet.provenance.values():
            if entry.source is not None and entry.source not in known:
                text = f"there is no source {quoted(entry.source)}{did_you_mean(entry.source, known)}"
                expected = f"; expected {one_of(known)}" if known else "; expected an id listed under sources"
                yield layer.problem(Fault("unknown-source", ("provenance", entry.path, "source"), text + expected))


def _sources(layers: Sequence[_Layer]) -> tuple[Source, ...]:
    """All sources, the nearest file's first; of equal ids the nearest counts."""
    sources: dict[str, Source] = {}
    for layer in layers:
        for source in layer.sheet.sources:
            sources.setdefault(source.id, source)
    return tuple(sources.values())


def _provenance(layers: Sequence[_Layer]) -> tuple[Provenance, ...]:
    """What the file says that gives a setting its value; what a file below says of another value is no answer."""
    entries: list[Provenance] = []
    for path in SETTINGS:
        fixes = next((layer.sheet for layer in layers if path in layer.sheet.settings), None)
        if fixes is not None and path in fixes.provenance:
            entries.append(fixes.provenance[path])
    return tuple(entries)


def _missing_provenance(sheet: Sheet) -> tuple[Note, ...]:
    text = "the file fixes this setting and does not say where it comes from"
    return tuple(Note("no-provenance", path, text) for path in sheet.settings if path not in sheet.provenance)
