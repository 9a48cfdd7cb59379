"""Packages that only pictures and ratings need: the extra `[sim]`."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A package of the extra `[sim]` is not installed."""


def needed(module: str, purpose: str) -> Any:
    """A module of the extra, which is imported now; its types are not all known.

    Args:
        module: Its name.
        purpose: What needs it, in the plural.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        text = f"{purpose} need {module.partition('.')[0]}, which is not installed: pip install 'crapette[sim]'"
        raise MissingExtraError(text) from error
