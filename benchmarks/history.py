"""Runs that were kept, a line of JSON each, so that it shows what has become slower or larger."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from math import inf
from pathlib import Path
from typing import Any, cast

from attrs import asdict, fields, frozen

TOLERATED = 1.1
"""What costs more than so many times what it did has become dearer."""


class HistoryError(Exception):
    """A line of the history that can't be read."""


@frozen
class Run:
    """One run. Runs with the same Python, build and unit can be compared."""

    date: str
    commit: str
    python: str
    build: str
    unit: str
    """What the figures are multiples of."""
    machine: str
    figures: Mapping[str, float]
    """What each thing costs."""

    def is_like(self, other: Run) -> bool:
        """Whether what one costs may be compared with what the other does."""
        return (self.python, self.build, self.unit) == (other.python, other.build, other.unit)

    def dearer_than(self, other: Run) -> dict[str, float]:
        """What costs notably more than in another run, and how many times as much, the worst first."""
        ratios = {name: cost / other.figures[name] for name, cost in self.figures.items() if name in other.figures}
        dearer = [(name, ratio) for name, ratio in ratios.items() if ratio > TOLERATED]
        return dict(sorted(dearer, key=lambda item: -item[1]))


def last(runs: Iterable[Run], like: Run) -> Run | None:
    """The last of the runs that one may be compared with."""
    return next((run for run in reversed(list(runs)) if run.is_like(like)), None)


def read(path: Path) -> list[Run]:
    """The runs that were kept; none where there is no file yet.

    Raises:
        HistoryError: A line is no run; the error says which.
    """
    runs: list[Run] = []
    for number, line in enumerate(path.read_bytes().splitlines() if path.exists() else (), start=1):
        try:
            runs.append(_run(json.loads(line)))
        except ValueError as error:
            raise HistoryError(f"{path}:{number}: {error}") from error
    return runs


def keep(path: Path, run: Run) -> None:
    """Adds a run at the end."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(run), ensure_ascii=False) + "\n")


def _run(data: object) -> Run:
    """The run that a line tells."""
    *texts, _ = keys = [field.name for field in fields(Run)]
    told = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    _expect([*told] == keys, f"an object with the keys {', '.join(keys)}")
    _expect(all(isinstance(told[key], str) for key in texts), f"text for each of {', '.join(texts)}")
    date.fromisoformat(told["date"])
    figures: object = told["figures"]
    _expect(isinstance(figures, dict), "an object for figures")
    for name, figure in cast("dict[str, Any]", figures).items():
        _expect(type(figure) in (int, float) and 0 < figure < inf, f"a number above 0 for {name}, not {figure!r}")
    return Run(**told)


def _expect(holds: bool, what: str) -> None:
    if not holds:
        raise ValueError(f"expected {what}")
