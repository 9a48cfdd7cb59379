"""A page that tells of an experiment by itself: pictures and tables in one HTML file, with nothing to load."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from crapette.simulation import plots
from crapette.simulation.comparison import Comparison
from crapette.simulation.report import headline, tables_of
from crapette.simulation.tables import Table, to_html

_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
figure, table { margin: 2rem 0 0; }
figcaption, caption { text-align: left; font-weight: bold; padding-bottom: 0.4rem; }
img { background: white; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 1rem 0.2rem 0; text-align: left; border-bottom: 1px solid #8886; vertical-align: bottom; }
td, tbody th { white-space: nowrap; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } figure, tr { break-inside: avoid; } }
""".strip()
_WIDTH = 100


def page(comparison: Comparison) -> str:
    """The page of an experiment of which a round at least has been played.

    Args:
        comparison: What it came to.

    Raises:
        MissingExtraError: matplotlib is not installed.
    """
    title = " · ".join(comparison.labels)
    tables = list(tables_of(comparison))
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{_STYLE}\n</style></head>",
        "<body>",
        "<h1>What the deals came to</h1>",
        f"<p>{escape(headline(comparison))}</p>",
        f"<p>{_HOW_TO_READ}</p>",
        *_pictures(comparison, {table.key: table for table in tables}),
        *(to_html(table, _WIDTH) for table in tables),
        "</body>",
        "</html>",
    ]
    return "\n".join(parts) + "\n"


_HOW_TO_READ = (
    "Every figure is an estimate. The truth lies in its 95 % interval 19 times out of 20: shares have Wilson’s, means "
    "are given as ± half the normal one. Compare variants by their differences: the packs are the same, so what luck "
    "is the same in both cancels out, and a difference may be clear where the intervals in the other tables overlap."
)


def _pictures(comparison: Comparison, tables: dict[str, Table]) -> Iterator[str]:
    names, deals = comparison.labels, tables["deals"]
    (starter,) = [column for column in deals.columns if column.key == "starter"]
    yield _figure(plots.ends(tables["ends"]), tables["ends"], "How deals ended.")
    yield _figure(
        plots.shares(names, starter),
        deals,
        "How many of the wins the starter has, with its interval. Filled: the interval leaves out one half.",
    )
    yield _figure(
        plots.lengths(names, [tally.turns for tally in comparison.tallies]),
        deals,
        "How many turns deals had, and how often: the line is the median, and the longest hundredth is left out.",
    )
    if "differences" in tables and comparison.rounds > 1:
        differences = tables["differences"]
        caption = f"Difference to {names[0]} with the same packs, with its interval. Filled: the interval leaves out 0."
        yield _figure(plots.differences(differences), differences, caption)


def _figure(svg: str, table: Table, caption: str) -> str:
    data = b64encode(svg.encode()).decode()
    alternative = escape(f"{caption} The figures are in the table “{table.title}”.")
    image = f'<img alt="{alternative}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure><figcaption>{escape(caption)}</figcaption>{image}</figure>"
