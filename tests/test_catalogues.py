"""The catalogues have every message, translated, with the same placeholders; and they are what gettext reads."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from crapette.language import LANGUAGES, counted, in_english, phrase, speaker
from tests.catalogues import LOCALE, TEMPLATE, TRANSLATED, compiled, extracted, loaded, po_of, po_text, updated

STALE = "run `make catalogues`"


def translations(catalogue: Catalog) -> dict[tuple[str, ...], tuple[str, ...]]:
    """The English texts of each message, and the translated ones."""
    return {as_tuple(message.id): as_tuple(message.string or "") for message in catalogue if message.id}


def as_tuple(texts: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The forms of a message; one that depends on no number has one."""
    return (texts,) if isinstance(texts, str) else tuple(texts)


def placeholders(text: str) -> list[str]:
    """The names in braces."""
    return sorted(re.findall(r"{(\w+)}", text))


def test_there_is_a_catalogue_for_each_language_but_english() -> None:
    assert sorted(path.name for path in LOCALE.iterdir() if path.is_dir()) == sorted(TRANSLATED)
    assert set(LANGUAGES) == {"en", *TRANSLATED}


def test_the_template_has_every_message_of_the_sources() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == po_text(extracted()), STALE


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_up_to_date(language: str) -> None:
    assert po_of(language).read_text(encoding="utf-8") == po_text(updated(language)), STALE
    assert not loaded(language).obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_has_no_hole_and_nothing_in_doubt(language: str) -> None:
    catalogue = loaded(language)
    assert not any(message.fuzzy for message in catalogue)
    for english, translated in translations(catalogue).items():
        assert all(translated), english
        assert len(translated) == (1 if len(english) == 1 else catalogue.num_plurals)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_placeholders_and_the_end_of_the_original(language: str) -> None:
    for english, translated in translations(loaded(language)).items():
        for text in translated:
            assert placeholders(text) == placeholders(english[-1]), text
            assert text == text.strip()
            assert (text[-1] in ".:!") is (english[-1][-1] in ".:!"), text


CARDS = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]|[♠♥♦♣]")


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_names_the_cards_and_numbers_of_the_original(language: str) -> None:
    for english, translated in translations(loaded(language)).items():
        for text in translated:
            named, meant = CARDS.findall(text), CARDS.findall(english[-1])
            assert [card for card in named if len(card) > 1] == [card for card in meant if len(card) > 1], text
            assert {*meant} <= {*named}, text
            assert sorted(re.findall(r"\d+", text)) == sorted(re.findall(r"\d+", english[-1])), text


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_gettext_reads_is_what_is_written(language: str) -> None:
    kept, made = [
        read_mo(BytesIO(data)) for data in (po_of(language).with_suffix(".mo").read_bytes(), compiled(loaded(language)))
    ]
    assert translations(kept) == translations(made), STALE
    assert kept.plural_forms == made.plural_forms == loaded(language).plural_forms, STALE


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {1: 0, 2: 1, 21: 1, 1_000_000: 1}),
        ("eo", {1: 0, 2: 1, 21: 1, 1_000_000: 1}),
        ("es", {1: 0, 2: 2, 21: 2, 1_000_000: 1}),
        ("fr", {1: 0, 2: 2, 21: 2, 1_000_000: 1}),
        ("it", {1: 0, 2: 2, 21: 2, 1_000_000: 1}),
        ("pl", {1: 0, 2: 1, 4: 1, 22: 1, 104: 1, 5: 2, 11: 2, 12: 2, 14: 2, 21: 2, 112: 2, 1_000_000: 2}),
    ],
)
def test_a_number_chooses_the_form_of_the_words(language: str, forms: dict[int, int]) -> None:
    pairs = translations(loaded("pl" if language == "en" else language))
    one, many = next(english for english in pairs if english[-1].endswith("points or more wins the match."))
    texts = (one, many) if language == "en" else pairs[one, many]
    assert len(set(texts)) == len(texts)
    for number, form in forms.items():
        assert speaker(language)(counted(one, many, number)) == texts[form].format(number=number)


def test_words_in_the_place_of_others_are_said_in_the_same_language() -> None:
    there, sentence = phrase("in house {house}", house=3), "There is no card {in_place}."
    assert in_english(phrase(sentence, in_place=there)) == "There is no card in house 3."
    pairs = translations(loaded("pl"))
    (whole,), (part,) = pairs[(sentence,)], pairs[("in house {house}",)]
    assert speaker("pl")(phrase(sentence, in_place=there)) == whole.format(in_place=part.format(house=3))
