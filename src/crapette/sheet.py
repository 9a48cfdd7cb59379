"""One variant file by itself: what it says, before anything that it extends is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from attrs import frozen

from crapette.cards import Word
from crapette.faults import MAX_FAULTS, Document, Fault, KeyPath, Place, did_you_mean, one_of, shown
from crapette.rules import SETTINGS, TOP_LEVEL_KEYS, read_settings
from crapette.settings import OneWord, Unfit

SCHEMA = 1
"""The version of the file format."""

KEYS = ("schema", "name", "title", "extends", "summary", "aliases", "sources", "rules", "provenance")
REQUIRED_KEYS = ("schema", "name", "title")
SOURCE_KEYS = ("id", "title", "language", "coverage")
SOURCED_KEYS = ("source", "says")
ASSUMED_KEY = "assumed"
"""The keys of a file, of a source, and of a provenance entry of either kind."""

KEBAB_CASE = r"[a-z][a-z0-9]*(-[a-z0-9]+)*"
LANGUAGE = r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*"
FILE_NAME = r"[^/\\:]+\.ya?ml"
EXTENDS = f"{KEBAB_CASE}|{FILE_NAME}"
"""The patterns of words in a file; each must match the whole word."""


class Coverage(Word):
    """How much of a source was known to who wrote the variant down."""

    FULL = "full"
    PARTIAL = "partial"


COVERAGE = OneWord(Coverage)
"""What `coverage` allows."""


@frozen
class Source:
    """A text that a variant follows.

    Attributes:
        id: What the provenance calls it.
        title: What to look for.
        language: A short code such as `en` or `pt-BR`.
        coverage: Whether the whole text was known.
    """

    id: str
    title: str
    language: str
    coverage: Coverage


@frozen
class Provenance:
    """Where the value of one setting comes from: a source and what it says, or an assumption.

    Attributes:
        path: The setting, such as `deal.reserve`.
        source: The `id` of a source; None for an assumption.
        says: What the source says, in our words; None for an assumption.
        assumed: Why the value is taken without a source; None for what has one.
    """

    path: str
    source: str | None = None
    says: str | None = None
    assumed: str | None = None


@frozen
class Sheet:
    """What one file says. Where `faults` are, the rest is what could be read in spite of them.

    Attributes:
        extends: The variant or file that it builds on, as written.
        settings: The settings that it fixes, by path, as `Rules` keeps them.
        provenance: By setting.
        document: The file's data, for the places of what is found wrong later.
        faults: What is wrong with it, each with its place, in the order of the text.
    """

    name: str
    title: str
    summary: str
    aliases: tuple[str, ...]
    extends: str | None
    sources: tuple[Source, ...]
    settings: Mapping[str, Any]
    provenance: Mapping[str, Provenance]
    document: Document
    faults: tuple[tuple[Fault, Place], ...]


def read_sheet(document: Document, stem: str | None = None) -> Sheet:
    """What the document says as a variant file.

    Args:
        document: The file's data.
        stem: The file's name without its ending, which the variant's name must equal; None for a bare text.
    """
    form = _Form(document)
    data = form.mapping(document.data, (), KEYS, REQUIRED_KEYS)
    form.schema(data)
    name = form.text(data, "name", (), "a kebab-case word", KEBAB_CASE)
    if name and stem not in (None, name):
        form.fault("wrong-name", ("name",), f"{shown(name)} is not the file's name, {shown(stem)}; they must be equal")
    extends = form.text(data, "extends", (), "a shipped variant's name, or other.yaml beside this file", EXTENDS)
    return Sheet(
        name=name,
        title=form.text(data, "title", (), "a text"),
        summary=form.text(data, "summary", (), "a text"),
        aliases=form.aliases(data),
        extends=extends or None,
        sources=form.sources(data),
        settings=form.settings(data),
        provenance=form.provenance(data),
        document=document,
        faults=form.faults(),
    )


class _Form:
    """A document while it is read as a variant file; its faults grow on the way."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._faults: list[Fault] = []

    def faults(self) -> tuple[tuple[Fault, Place], ...]:
        """All faults in the order of the text; a value is not blamed again for what the reader found."""
        known = {fault.path for fault, _ in self._document.faults if not fault.on_key}
        placed = [
            (fault, self._document.place(fault.path, fault.on_key))
            for fault in self._faults
            if fault.on_key or fault.path not in known
        ]
        return tuple(sorted((*self._document.faults, *placed), key=lambda item: (item[1].line, item[1].column)))

    def fault(self, code: str, path: KeyPath, text: str, on_key: bool = False) -> None:
        if len(self._faults) < MAX_FAULTS:
            self._faults.append(Fault(code, path, text, on_key))

    # each of these reads a value at a path, and answers with what could be read

    def mapping(
        self,
        value: object,
        path: KeyPath,
        known: Iterable[str],
        required: Iterable[str] = (),
        expected: str | None = None,
    ) -> dict[str, object]:
        expected = expected or one_of(known)
        if not isinstance(value, dict):
            self.fault("wrong-type", path, f"{shown(value)} is not a mapping; expected the keys {expected}")
            return {}
        data = cast("dict[str, object]", value)
        for key in data:
            if key not in known:
                misplaced = " (did you mean it to stand under rules?)" if not path and key in TOP_LEVEL_KEYS else ""
                text = f"there is no key {shown(key)} here{misplaced or did_you_mean(key, known)}; expected {expected}"
                self.fault("unknown-key", (*path, key), text, on_key=True)
        for key in required:
            if (*path, key) not in self._document.keys:
                self.fault("missing-key", path, f"{key} is missing here")
        return {key: item for key, item in data.items() if key in known}

    def text(
        self, data: Mapping[str, object], key: str, path: KeyPath, expected: str, pattern: str | None = None
    ) -> str:
        return self.word(data[key], (*path, key), expected, pattern) if key in data else ""

    def word(self, value: object, path: KeyPath, expected: str, pattern: str | None = None) -> str:
        if not isinstance(value, str):
            self.fault("wrong-type", path, f"{shown(value)} is not a text; expected {expected}")
            return ""
        if pattern is not None:
            if re.fullmatch(pattern, value):
                return value
            self.fault("bad-word", path, f"{shown(value)} is not {expected}")
            return ""
        if not value.strip():
            self.fault("empty-text", path, f"there is nothing here; expected {expected}")
        return value.strip()  # a folded block ends in a newline

    def items(self, data: Mapping[str, object], key: str) -> Iterator[tuple[KeyPath, object]]:
        value = data.get(key, [])
        if not isinstance(value, list):
            self.fault("wrong-type", (key,), f"{shown(value)} is not a list")
            return
        for index, item in enumerate(cast("list[object]", value)):
            yield (key, index), item

    # and these the parts of a variant file

    def schema(self, data: Mapping[str, object]) -> None:
        schema = data.get("schema", SCHEMA)
        if type(schema) is not int:
            self.fault("wrong-type", ("schema",), f"{shown(schema)} is not a version of this format; expected {SCHEMA}")
        elif schema != SCHEMA:
            self.fault("unknown-schema", ("schema",), f"version {shown(schema)} is not known here; expected {SCHEMA}")

    def aliases(self, data: Mapping[str, object]) -> tuple[str, ...]:
        aliases: dict[str, None] = {}  # in order
        for path, item in self.items(data, "aliases"):
            alias = self.word(item, path, "a kebab-case word", KEBAB_CASE)
            if alias in aliases:
                self.fault("repeated-word", path, f"{shown(alias)} stands twice")
            elif alias:
                aliases[alias] = None
        return tuple(aliases)

    def sources(self, data: Mapping[str, object]) -> tuple[Source, ...]:
        sources: dict[str, Source] = {}
        for path, item in self.items(data, "sources"):
            entry = self.mapping(item, path, SOURCE_KEYS, SOURCE_KEYS)
            name = self.text(entry, "id", path, "a kebab-case word", KEBAB_CASE)
            title = self.text(entry, "title", path, "a text")
            language = self.text(entry, "language", path, "a language code such as en or pt-BR", LANGUAGE)
            coverage = self._coverage(entry, path)
            if name and name in sources:
                self.fault("repeated-source", (*path, "id"), f"{shown(name)} stands twice")
            sources.setdefault(name, Source(name, title, language, coverage))
        return tuple(sources.values())

    def _coverage(self, entry: Mapping[str, object], path: KeyPath) -> Coverage:
        try:
            return Coverage(COVERAGE.read(entry.get("coverage", Coverage.PARTIAL)))
        except Unfit as unfit:
            for fault in unfit.faults:
                self.fault(fault.code, (*path, "coverage"), fault.text)
            return Coverage.PARTIAL

    def settings(self, data: Mapping[str, object]) -> dict[str, Any]:
        settings, faults = read_settings(data.get("rules", {}))
        for fault in faults:
            self.fault(fault.code, ("rules", *fault.path), fault.text, fault.on_key)
        return settings

    def provenance(self, data: Mapping[str, object]) -> dict[str, Provenance]:
        provenance: dict[str, Provenance] = {}
        settings = "settings such as deal.reserve"
        entries = self.mapping(data.get("provenance", {}), ("provenance",), SETTINGS, expected=settings)
        for setting, item in entries.items():
            path = ("provenance", setting)
            if ("rules", *setting.split(".")) not in self._document.keys:
                text = f"this file does not fix {setting}, so there is nothing to say here where it comes from"
                self.fault("nothing-to-source", path, text, on_key=True)
            assumed = (*path, ASSUMED_KEY) in self._document.keys
            entry = self.mapping(item, path, (*SOURCED_KEYS, ASSUMED_KEY), () if assumed else SOURCED_KEYS)
            if assumed and len(entry) > 1:
                self.fault("sourced-and-assumed", path, "expected either source and says, or assumed, not both")
            provenance[setting] = Provenance(
                setting,
                self.text(entry, "source", path, "the id of a source", KEBAB_CASE) or None,
                self.text(entry, "says", path, "a text") or None,
                self.text(entry, ASSUMED_KEY, path, "a text") or None,
            )
        return provenance
