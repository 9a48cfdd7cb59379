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


@pytest.mark.parametrize(
    ("module", "package", "told"),
    [
        ("gymnasium", "gymnasium", "environments of Gymnasium need gymnasium"),
        ("pettingzoo", "pettingzoo", "environments of PettingZoo need pettingzoo"),
        ("openspiel", "pyspiel", "games of OpenSpiel need pyspiel"),
    ],
)
def test_an_adapter_says_which_extra_it_needs(module: str, package: str, told: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import crapette.adapters.{module}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)  # noqa: S603
    error = f"MissingExtraError: {told}, which is not installed: pip install 'crapette[{module}]'"
    assert run.stderr.splitlines()[-1] == f"crapette.extra.{error}"
