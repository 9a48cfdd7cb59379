"""What pytest leaves out where the packages for it are not installed: doctests look into every module."""

from __future__ import annotations

from importlib.util import find_spec

_NEEDED_BY = {
    "examples/train.py": "cma",
    "src/crapette/adapters/episodes.py": "gymnasium",
    "src/crapette/adapters/gymnasium.py": "gymnasium",
    "src/crapette/adapters/openspiel.py": "pyspiel",
    "src/crapette/adapters/pettingzoo.py": "pettingzoo",
}
_MISSING = {path: package for path, package in _NEEDED_BY.items() if find_spec(package) is None}

collect_ignore = list(_MISSING)


def pytest_report_header() -> list[str]:
    """Says what is left out."""
    return [f"left out: {path} needs {package}" for path, package in _MISSING.items()]
