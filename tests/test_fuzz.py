"""What fuzzing has found out is read again: only the errors of the library, and what is written is read as the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.targets import TARGETS

from crapette import CrapetteError

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"


def test_there_are_texts_for_each_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_texts_of_the_corpus(name: str) -> None:
    told = {path.name: complaint(name, path.read_bytes()) for path in (CORPUS / name).iterdir()}
    assert "" in told.values(), "none is read as a value"
    assert set(told.values()) != {""}, "all are read as values"


def complaint(name: str, data: bytes) -> str:
    """What the library has against a text; empty if it is read as a value."""
    try:
        TARGETS[name](data.decode("utf-8", "surrogateescape"))
    except CrapetteError as error:
        return str(error)
    return ""
