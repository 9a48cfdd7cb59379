"""What things keep alive."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from types import FunctionType, ModuleType


def reachable(roots: Iterable[object], *aside: type) -> Iterator[object]:
    """All that these things keep alive, each once, without code and what is of the types left aside."""
    known: set[int] = set()
    waiting = list(roots)
    while waiting:
        thing = waiting.pop()
        if id(thing) not in known and not isinstance(thing, (type, ModuleType, FunctionType, *aside)):
            known.add(id(thing))
            yield thing
            waiting += gc.get_referents(thing)
