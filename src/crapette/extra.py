"""Packages that come with an extra: those that only pictures and ratings need, or a game in the terminal."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingExtraError(ImportError):
    """A package of an extra is not installed."""


def needed(module: str, purpose: str, extra: str = "sim") -> Any:
    """A module of an extra, which is imported now; its types are not all known.

    Args:
        module: Its name.
        purpose: What needs it, in the plural.
        extra: The name of the extra.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        text = f"{purpose} need {module.partition('.')[0]}, which is not installed: pip install 'crapette[{extra}]'"
        raise MissingExtraError(text) from error
