"""Pictures of what an experiment came to, as SVG; the same bytes for the same deals and the same matplotlib."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import Any

from attrs import define

from crapette.extra import needed
from crapette.simulation.statistics import Estimate, Numbers
from crapette.simulation.tables import Column, Table

_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#56b4e9", "#000000")
"""Okabe and Ito's, which people can tell apart whatever colours they see."""
_STRONG, _FAINT = "#0072b2", "#999999"
_STYLE = {
    "svg.hashsalt": "crapette",
    "svg.fonttype": "path",  # the same letters everywhere
    "text.parse_math": False,
    "font.size": 9.0,
    "legend.frameon": False,
    "axes.edgecolor": _FAINT,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 9.0,
    "xtick.color": "#444444",
    "ytick.major.size": 0.0,
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 0.08,
    "figure.constrained_layout.w_pad": 0.12,
}
_WIDTH, _ROW, _FRAME = 7.6, 0.25, 0.7
"""How wide a picture is, how high a row in it, and how high what is around the rows, in inches."""
_BINS = 60


def drawing_tools() -> tuple[Any, Any]:
    """What draws pictures: matplotlib, and its class of figures.

    Raises:
        MissingExtraError: It is not installed.
    """
    return needed("matplotlib", "pictures"), needed("matplotlib.figure", "pictures").Figure


@define
class _Drawing:
    """A picture while it is drawn. What matplotlib gives is not typed throughout.

    Attributes:
        axes: Where to draw, one after the other.
        svg: The picture, when it is done.
    """

    axes: list[Any]
    svg: str = ""


@contextmanager
def _drawing(names: Sequence[str], panels: int = 1, across: int = 1, above: int = 0) -> Generator[_Drawing]:
    """A picture to be drawn, in whose panels each name has a row of height 1, the first at the top.

    Args:
        names: The names.
        panels: How many panels there are.
        across: How many of them are side by side.
        above: For how many lines of a legend there must be room.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    matplotlib, figure_of = drawing_tools()
    down = -(-panels // across)
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(_STYLE)
        figure = figure_of(figsize=(_WIDTH, down * (_FRAME + _ROW * (len(names) + above))))
        axes = list(figure.subplots(down, across, sharey=True, squeeze=False).flat)
        for unused in axes[panels:]:
            unused.remove()
        axes[0].set_yticks(range(len(names)), reversed(names))
        axes[0].set_ylim(-0.6, len(names) - 0.3)
        drawing = _Drawing(axes[:panels])
        yield drawing
        written = StringIO()
        figure.savefig(written, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
        svg = written.getvalue()
        drawing.svg = svg[svg.index("<svg") :]  # what comes before would be a link to what SVG is


def _rows(told: Sequence[object]) -> list[int]:
    """Where the rows are, from the first to the last."""
    return list(range(len(told)))[::-1]


def ends(table: Table) -> str:
    """How deals ended: a bar for each name, of the shares in the columns."""
    with _drawing(table.names, above=1 + len(table.columns) // 3) as drawing:
        (axes,) = drawing.axes
        left = [0.0] * len(table.names)
        for column, colour in zip(table.columns, _COLOURS, strict=False):
            widths = [100 * cell.value if isinstance(cell, Estimate) else 0.0 for cell in column.cells]
            axes.barh(_rows(table.names), widths, 0.7, left, label=column.title, color=colour, edgecolor="white")
            left = [start + width for start, width in zip(left, widths, strict=True)]
        axes.set_xlim(0, 100)
        axes.set_xlabel("% of the deals")
        axes.figure.legend(loc="outside upper center", ncols=3)
    return drawing.svg


def shares(names: Sequence[str], column: Column) -> str:
    """Shares with their intervals, and a line at a half."""
    with _drawing(names) as drawing:
        (axes,) = drawing.axes
        _draw_estimates(axes, column, 100, line=50)
        axes.set_xlabel("% of the wins")
    return drawing.svg


def differences(table: Table) -> str:
    """Differences with their intervals, and a line at 0: a panel for each column."""
    with _drawing(table.names, len(table.columns), 2) as drawing:
        for axes, column in zip(drawing.axes, table.columns, strict=True):
            _draw_estimates(axes, column, column.times, line=0)
            axes.set_title(column.title)
    return drawing.svg


def _draw_estimates(axes: Any, column: Column, times: int, *, line: int) -> None:
    """Draws a column's estimates, filled where the interval leaves out what the line is at."""
    axes.axvline(line, color=_FAINT, linestyle="--", linewidth=1)
    for row, cell in zip(_rows(column.cells), column.cells, strict=True):
        if isinstance(cell, Estimate):
            told = cell.times(times)
            axes.plot([told.interval.low, told.interval.high], [row, row], color=_STRONG, linewidth=1.5)
            axes.plot(
                told.value, row, "o", color=_STRONG, markerfacecolor="white" if line in told.interval else _STRONG
            )


def lengths(names: Sequence[str], numbers: Sequence[Numbers]) -> str:
    """How numbers are spread: for each name a histogram without the longest hundredth, and a line at the median."""
    longest = max(each.percentile(99) for each in numbers)
    width = longest // _BINS + 1
    edges = range(0, longest + width + 1, width)
    heights = [[_between(each, start, start + width) / len(each) for start in edges[:-1]] for each in numbers]
    highest = max(map(max, heights))
    with _drawing(names) as drawing:
        (axes,) = drawing.axes
        for row, each, bars in zip(_rows(names), numbers, heights, strict=True):
            tops = [row - 0.4 + 0.9 * bar / highest for bar in bars]
            axes.stairs(tops, edges, baseline=row - 0.4, fill=True, color=_STRONG, alpha=0.6)
            axes.vlines(each.percentile(50), row - 0.4, row + 0.5, color="black", linewidth=1.5)
        axes.set_xlim(0, longest)
        axes.set_xlabel("turns")
    return drawing.svg


def _between(numbers: Numbers, low: int, below: int) -> int:
    return sum(times for number, times in numbers.times.items() if low <= number < below)
