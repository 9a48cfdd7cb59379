"""Tables as data, and how they are written: for a terminal, in Markdown, HTML, JSON and CSV."""

from __future__ import annotations

import csv
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from io import StringIO
from math import isfinite

from attrs import frozen

from crapette.simulation.statistics import Estimate

Cell = str | int | float | Estimate | None
"""What is told in one place of a table; None: nothing can be."""

MOST_SIDE_BY_SIDE = 3
"""Up to so many things are put side by side, each in a column of its own."""


def percent(share: Estimate) -> str:
    """A share: `66.7 % (20.8–93.9 %)`."""
    hundredths = share.times(100)
    return f"{hundredths.value:.1f} % ({hundredths.interval.low:.1f}–{hundredths.interval.high:.1f} %)"


def mean(estimate: Estimate) -> str:
    """A mean: `49.3 ± 1.2`."""
    digits = 1 if abs(estimate.value) >= 10 else 2
    return f"{estimate.value:.{digits}f} ± {estimate.interval.high - estimate.value:.{digits}f}"


def difference(estimate: Estimate) -> str:
    """The mean of differences, with a star if its interval leaves out 0: `-4.30 ± 1.20 *`."""
    sign, star = "+" if estimate.value >= 0 else "", "" if 0 in estimate.interval else " *"
    return f"{sign}{mean(estimate)}{star}"


@frozen
class Column:
    """What is told of each thing.

    Attributes:
        key: What it is called in JSON and CSV.
        title: What it is called for people.
        cells: The cells, one for each thing.
        written: How estimates are written for people.
        times: By what estimates are multiplied for people before; 100 makes hundredths of them.
    """

    key: str
    title: str
    cells: Sequence[Cell]
    written: Callable[[Estimate], str] = mean
    times: int = 1

    @property
    def texts(self) -> list[str]:
        """The cells for people."""
        return [self._text(cell) for cell in self.cells]

    def _text(self, cell: Cell) -> str:
        match cell:
            case Estimate():
                return self.written(cell.times(self.times))
            case float():
                return f"{cell:.2f}"
            case None:
                return "–"
            case _:
                return " ".join(str(cell).split())


Grid = list[tuple[str, ...]]
"""Texts, row by row; the first row and the first column are the heads."""


@frozen
class Table:
    """What there is to tell of some things.

    Attributes:
        key: What it is called in JSON and CSV.
        title: What it is called for people.
        names: The things.
        columns: What is told of them.
        turned: Whether people get a column for each thing, and not a row.
    """

    key: str
    title: str
    names: Sequence[str]
    columns: Sequence[Column]
    turned: bool = False

    @property
    def grid(self) -> Grid:
        """The texts for people."""
        columns = [("", *self.names), *((column.title, *column.texts) for column in self.columns)]
        return columns if self.turned else list(zip(*columns, strict=True))

    def blocks(self, width: int) -> Iterator[Grid]:
        """The texts in grids that stand one below the other, since side by side they would be too wide.

        Args:
            width: For how many characters there is room.
        """
        heads, *columns = list(zip(*self.grid, strict=True))
        while columns:
            count = 1
            while count < len(columns) and total_width([heads, *columns[: count + 1]]) <= width:
                count += 1
            yield list(zip(heads, *columns[:count], strict=True))
            columns = columns[count:]


# ---------------------------------------------------------------------------------------------- for people

_GAP = 2
_WIDEST = 44


def width_of(column: Sequence[str]) -> int:
    """How wide a column should be: a cell is wrapped only if it is very long, but its head is between any words."""
    head, *cells = column
    return min(_WIDEST, max(map(len, (*head.split(), *cells)), default=0))


def total_width(columns: Sequence[Sequence[str]]) -> int:
    """How wide columns are side by side."""
    return sum(width_of(column) + _GAP for column in columns) - _GAP


def to_markdown(tables: Iterable[Table]) -> str:
    """The tables in Markdown, each with its title."""
    return "\n\n".join(f"**{_escaped(table.title)}**\n\n{_markdown(table.grid)}" for table in tables)


def _markdown(grid: Grid) -> str:
    head, *rows = [f"| {' | '.join(map(_escaped, row))} |" for row in grid]
    return "\n".join([head, "|---" * len(grid[0]) + "|", *rows])


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|~&])", r"\\\1", text)


def to_html(table: Table, width: int) -> str:
    """The table in HTML, in blocks of so many characters."""
    caption = f"<caption>{html.escape(table.title)}</caption>\n"
    written: list[str] = []
    for grid in table.blocks(width):
        head, *rows = ([html.escape(text) for text in row] for row in grid)
        heads = "".join(f"<th>{text}</th>" for text in head)
        lines = [f"<tr><th>{name}</th>{''.join(f'<td>{text}</td>' for text in texts)}</tr>\n" for name, *texts in rows]
        written.append(
            f"<table>\n{caption}<thead><tr>{heads}</tr></thead>\n<tbody>\n{''.join(lines)}</tbody>\n</table>"
        )
        caption = ""
    return "\n".join(written)


# -------------------------------------------------------------------------------------------- for programs

_PARTS = ("value", "low", "high", "count")


def to_json(tables: Iterable[Table], about: Mapping[str, object]) -> str:
    """The tables in JSON: by table, thing and figure, and an estimate is an object.

    Args:
        tables: The tables.
        about: What else there is to tell.
    """
    told = {
        table.key: {
            name: {column.key: _plain(column.cells[row]) for column in table.columns}
            for row, name in enumerate(table.names)
        }
        for table in tables
    }
    return json.dumps({**about, "tables": told}, ensure_ascii=False, allow_nan=False, indent=2)


def to_csv(tables: Iterable[Table]) -> str:
    """The tables in CSV: a line for each figure. What is no estimate has a value only."""
    written = StringIO()
    lines = csv.writer(written, lineterminator="\n")
    lines.writerow(("table", "name", "figure", *_PARTS))
    for table in tables:
        for row, name in enumerate(table.names):
            for column in table.columns:
                cell = _plain(column.cells[row])
                parts = cell if isinstance(cell, dict) else {"value": cell}
                lines.writerow((table.key, name, column.key, *map(parts.get, _PARTS)))
    return written.getvalue().removesuffix("\n")


def _plain(cell: Cell) -> str | float | dict[str, float | None] | None:
    """The cell as plain data; what is not finite is None."""
    if not isinstance(cell, Estimate):
        return cell
    numbers = (cell.value, cell.interval.low, cell.interval.high, cell.count)
    return {part: number if isfinite(number) else None for part, number in zip(_PARTS, numbers, strict=True)}
