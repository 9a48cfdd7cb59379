"""The languages that the library speaks: words as values, which are said in any of them.

The English words are the messages; those of the other languages are gettext catalogues in `locale`, which
`make catalogues` makes.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from attrs import frozen

from crapette.errors import CrapetteError, quoted
from crapette.faults import did_you_mean, one_of

LANGUAGES: tuple[str, ...] = ("en", "eo", "es", "fr", "it", "pl")
"""The languages there are: English, Esperanto, Spanish, French, Italian, Polish."""

_LOCALE = Path(__file__).parent / "locale"


@frozen
class Phrase:
    """Words that can be said in every language: whole sentences, or what a place in one is filled with.

    Attributes:
        message: The English words, with a name in braces for each place: `Your hand has {number} card.`
        values: What the places are filled with.
        plural: The English words where the value `number` is not 1, if the words depend on it.
    """

    message: str
    values: tuple[tuple[str, str | int | Phrase], ...] = ()
    plural: str = ""


def phrase(message: str, **values: str | int | Phrase) -> Phrase:
    """Words with these values in their places."""
    return Phrase(message, tuple(values.items()))


def counted(message: str, plural: str, number: int, **values: str | int | Phrase) -> Phrase:
    """Words that depend on a number, which may stand in them as `{number}`."""
    return Phrase(message, (("number", number), *values.items()), plural)


class _Catalogue(Protocol):
    def gettext(self, message: str) -> str: ...
    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...


def speaker(language: str) -> Callable[[Phrase], str]:
    """What says phrases in this language.

    Raises:
        CrapetteError: There is no such language.

    >>> speaker("en")(counted("{number} card", "{number} cards", 2))
    '2 cards'
    """
    if language not in LANGUAGES:
        hint = did_you_mean(language, LANGUAGES)
        raise CrapetteError(f"there is no language {quoted(language)}{hint}; expected {one_of(LANGUAGES)}")
    if language == "en":
        return in_english
    from gettext import translation  # noqa: PLC0415 -- English needs none

    catalogue = translation("crapette", _LOCALE, [language])
    return lambda words: _said(words, catalogue)


class _English:
    """The catalogue of the language in which the messages are written."""

    def gettext(self, message: str) -> str:
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return msgid1 if n == 1 else msgid2


def in_english(words: Phrase) -> str:
    """The words in English.

    >>> in_english(phrase("There is no card in {place}.", place="house 3"))
    'There is no card in house 3.'
    """
    return _said(words, _English())


def _said(words: Phrase, catalogue: _Catalogue) -> str:
    values = {name: _said(value, catalogue) if isinstance(value, Phrase) else value for name, value in words.values}
    if words.plural:
        message = catalogue.ngettext(words.message, words.plural, int(values["number"]))
    else:
        message = catalogue.gettext(words.message)
    return message.format_map(values)
