"""What pytest leaves out where OpenSpiel is not installed, which `[dev]` lacks: doctests look into every module."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["src/crapette/adapters/openspiel.py"]


def pytest_report_header() -> list[str]:
    """Says what is left out."""
    return [f"left out, since it needs the extra `openspiel`: {path}" for path in collect_ignore]
