"""An extension of mkdocstrings: the examples in docstrings are shown as code, and not as quotations."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> (?:.+\n?)+", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around each example."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Is given everything that has a docstring."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    r"""A docstring with a fence around each example.

    >>> fenced("Half.\n\n>>> half(2)\n1")
    'Half.\n\n```pycon\n>>> half(2)\n1\n```'
    """
    return _EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", docstring).rstrip("\n")
