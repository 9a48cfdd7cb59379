"""What `import crapette` brings along."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

import crapette
from crapette import simulation

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


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module in (crapette, simulation) for name in module.__all__]
)
def test_every_public_name_is_there(module: ModuleType, name: str) -> None:
    assert getattr(module, name) is not None


@pytest.mark.parametrize("module", [crapette, simulation])
def test_unknown_names_are_not_there(module: ModuleType) -> None:
    with pytest.raises(AttributeError, match="no attribute 'stock'"):
        module.stock  # noqa: B018
