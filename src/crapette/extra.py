"""Packages that come with an extra: those that pictures and ratings need, a game in the terminal, or agents."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Self


class MissingExtraError(ImportError):
    """A package of an extra is not installed."""

    @classmethod
    def of(cls, error: ImportError, purpose: str, extra: str) -> Self:
        """What to say of a package that could not be imported.

        Args:
            error: What Python says of it.
            purpose: What needs it, in the plural.
            extra: The name of the extra.
        """
        package = (error.name or "a package").partition(".")[0]
        return cls(f"{purpose} need {package}, which is not installed: pip install 'crapette[{extra}]'")


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
        raise MissingExtraError.of(error, purpose, extra) from error
