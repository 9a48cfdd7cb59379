"""What `import crapette` brings along."""

from __future__ import annotations

import subprocess
import sys

import pytest

import crapette

WRITTEN_DOWN = {"crapette.change", "crapette.notation.record", "crapette.notation.json"}


@pytest.mark.parametrize(
    ("module", "unwanted"),
    [
        ("crapette", {"yaml", "click", "crapette.variant"} | WRITTEN_DOWN),
        ("crapette.cli", {"crapette.invariants", "crapette.simulation.trial"} | WRITTEN_DOWN),
    ],
)
def test_import_brings_no_more_along_than_it_needs(module: str, unwanted: set[str]) -> None:
    code = f"import {module}, sys; print(sorted({unwanted} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"[]\n"  # noqa: S603


@pytest.mark.parametrize("name", crapette.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(crapette, name) is not None


def test_unknown_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'stock'"):
        crapette.stock  # noqa: B018 # pyright: ignore[reportUnknownMemberType]
