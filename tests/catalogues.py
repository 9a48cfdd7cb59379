"""Makes the catalogues of the languages: what is to be translated, what is, and both as gettext reads them.

    python -m tests.catalogues

It extracts every message from the sources into `locale/crapette.pot`, brings the catalogue of each language up to
date with that, and compiles it. What has no translation yet is left empty; the tests tell.
"""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from crapette.language import LANGUAGES

PACKAGE = Path(__file__).parents[1] / "src" / "crapette"
LOCALE = PACKAGE / "locale"
TEMPLATE = LOCALE / "crapette.pot"
TRANSLATED = tuple([language for language in LANGUAGES if language != "en"])

_KEYWORDS = {"phrase": None, "counted": (1, 2)}
"""The functions that mark a message, and where in their arguments it and its plural are."""
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Equal catalogues are equal files."""


def po_of(language: str) -> Path:
    """The file in which the messages are translated into a language."""
    return LOCALE / language / "LC_MESSAGES" / "crapette.po"


def extracted() -> Catalog:
    """Every message in the sources."""
    catalogue = Catalog()
    found = extract_from_dir(PACKAGE, method_map=[("**.py", "python")], keywords=_KEYWORDS)
    for _file, _line, message, comments, context in found:
        catalogue.add(message, auto_comments=comments, context=context)
    return catalogue


def loaded(language: str) -> Catalog:
    """The messages with their translations into a language, as they are kept."""
    path = po_of(language)
    if not path.exists():
        return Catalog(language)
    with path.open("rb") as file:
        return read_po(file, language)


def updated(language: str) -> Catalog:
    """The messages of the template, with the translations that are kept."""
    catalogue = loaded(language)
    with TEMPLATE.open("rb") as file:
        catalogue.update(read_po(file), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def po_text(catalogue: Catalog) -> str:
    """A catalogue as it is kept: without dates, places in the sources, or who made it."""
    header = ["Content-Type: text/plain; charset=utf-8"]
    if catalogue.locale_identifier:
        header += [f"Language: {catalogue.locale_identifier}", f"Plural-Forms: {catalogue.plural_forms}"]
    lines = "".join(f'"{line}\\n"\n' for line in header)
    file = BytesIO()
    write_po(file, catalogue, width=0, no_location=True, omit_header=True)
    return f'msgid ""\nmsgstr ""\n{lines}\n{file.getvalue().decode()}'


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as gettext reads it."""
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def main() -> None:
    """Makes all of them."""
    TEMPLATE.parent.mkdir(exist_ok=True)
    TEMPLATE.write_text(po_text(extracted()), encoding="utf-8")
    for language in TRANSLATED:
        path, text = po_of(language), po_text(updated(language))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(loaded(language)))


if __name__ == "__main__":
    main()
