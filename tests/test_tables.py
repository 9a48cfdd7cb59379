"""Tables as data, and as they are written: what is written in JSON or CSV is read again."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from io import StringIO
from math import inf

import pytest

from crapette.simulation.statistics import Estimate, Interval
from crapette.simulation.tables import (
    Column,
    Table,
    difference,
    mean,
    percent,
    to_csv,
    to_html,
    to_json,
    to_markdown,
    width_of,
)

SURE = Estimate(0.25, Interval(0.125, 0.5), 8)
UNSURE = Estimate(3, Interval(-inf, inf), 1)
TABLE = Table(
    "some",
    "Some things",
    ["a|b", "<c>"],
    [
        Column("share", "their share", [SURE, None], percent),
        Column("mean", "mean", [UNSURE, SURE]),
        Column("count", "how many", [12, 1]),
        Column("note", "a *note*", ["one\nline", "l, 2"]),
        Column("ratio", "ratio", [0.5, 2.0]),
    ],
)


@pytest.mark.parametrize(
    ("written", "value", "low", "high", "text"),
    [
        (percent, 0.6667, 0.2083, 0.9391, "66.7 % (20.8–93.9 %)"),
        (mean, 49.3, 48.1, 50.5, "49.3 ± 1.2"),
        (mean, 9.876, 9.753, 9.999, "9.88 ± 0.12"),
        (mean, 3, -inf, inf, "3.00 ± inf"),
        (difference, 1.25, 0.5, 2, "+1.25 ± 0.75 *"),
        (difference, -1.25, -2, -0.5, "-1.25 ± 0.75 *"),
        (difference, -12, -25, 1, "-12.0 ± 13.0"),
        (difference, 0, 0, 0, "+0.00 ± 0.00"),
    ],
)
def test_estimates_in_words(written: object, value: float, low: float, high: float, text: str) -> None:
    assert callable(written)
    assert written(Estimate(value, Interval(low, high), 5)) == text


def test_hundredths() -> None:
    assert Column("", "", [SURE], difference, 100).texts == ["+25.0 ± 25.0 *"]


ROWS = [
    ("", "their share", "mean", "how many", "a *note*", "ratio"),
    ("a|b", "25.0 % (12.5–50.0 %)", "3.00 ± inf", "12", "one line", "0.50"),
    ("<c>", "–", "0.25 ± 0.25", "1", "l, 2", "2.00"),
]


def test_the_grid_has_a_row_for_each_thing_or_a_column() -> None:
    assert TABLE.grid == ROWS
    turned = Table(TABLE.key, TABLE.title, TABLE.names, TABLE.columns, turned=True)
    assert turned.grid == list(zip(*ROWS, strict=True))


def test_a_head_is_wrapped_between_words_and_a_cell_only_if_it_is_very_long() -> None:
    assert width_of(("several words", "cell", "a cell")) == 7
    assert width_of(("head", "long cell")) == 9
    assert width_of(("", "x" * 100)) == 44
    assert width_of(("",)) == 0


@pytest.mark.parametrize(
    ("width", "parts"),
    [
        # the widths are 3, 20, 11, 4, 8 and 5, with gaps of 2
        (61, [5]),
        (60, [4, 1]),
        (54, [4, 1]),
        (53, [3, 2]),
        (25, [1, 2, 2]),
        (1, [1, 1, 1, 1, 1]),
    ],
)
def test_columns_that_are_too_many_go_below(width: int, parts: list[int]) -> None:
    blocks = list(TABLE.blocks(width))
    assert [len(block[0]) - 1 for block in blocks] == parts
    assert [[row[0] for row in block] for block in blocks] == [["", "a|b", "<c>"]] * len(parts)
    assert [tuple(cell for block in blocks for cell in block[row][1:]) for row in range(3)] == [row[1:] for row in ROWS]


def test_markdown_is_escaped() -> None:
    assert to_markdown([TABLE]).splitlines() == [
        "**Some things**",
        "",
        "|  | their share | mean | how many | a \\*note\\* | ratio |",
        "|---|---|---|---|---|---|",
        "| a\\|b | 25.0 % (12.5–50.0 %) | 3.00 ± inf | 12 | one line | 0.50 |",
        "| \\<c\\> | – | 0.25 ± 0.25 | 1 | l, 2 | 2.00 |",
    ]
    assert to_markdown([TABLE, TABLE]) == f"{to_markdown([TABLE])}\n\n{to_markdown([TABLE])}"


class Cells(HTMLParser):
    """The texts of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(data)


def test_html_is_escaped() -> None:
    reader = Cells()
    reader.feed(to_html(TABLE, 61))
    assert reader.texts == ["Some things", *(text for row in ROWS for text in row if text)]
    assert to_html(TABLE, 53).count("<table>") == 2
    assert to_html(TABLE, 53).count("Some things") == 1


PLAIN = {"value": 0.25, "low": 0.125, "high": 0.5, "count": 8}
NOT_FINITE = {"value": 3, "low": None, "high": None, "count": 1}


def test_json_has_the_numbers() -> None:
    assert json.loads(to_json([TABLE], {"seed": 7})) == {
        "seed": 7,
        "tables": {
            "some": {
                "a|b": {"share": PLAIN, "mean": NOT_FINITE, "count": 12, "note": "one\nline", "ratio": 0.5},
                "<c>": {"share": None, "mean": PLAIN, "count": 1, "note": "l, 2", "ratio": 2},
            }
        },
    }


def test_csv_has_the_numbers() -> None:
    head, *lines = csv.reader(StringIO(to_csv([TABLE])))
    assert head == ["table", "name", "figure", "value", "low", "high", "count"]
    assert lines == [
        ["some", "a|b", "share", "0.25", "0.125", "0.5", "8"],
        ["some", "a|b", "mean", "3", "", "", "1"],
        ["some", "a|b", "count", "12", "", "", ""],
        ["some", "a|b", "note", "one\nline", "", "", ""],
        ["some", "a|b", "ratio", "0.5", "", "", ""],
        ["some", "<c>", "share", "", "", "", ""],
        ["some", "<c>", "mean", "0.25", "0.125", "0.5", "8"],
        ["some", "<c>", "count", "1", "", "", ""],
        ["some", "<c>", "note", "l, 2", "", "", ""],
        ["some", "<c>", "ratio", "2.0", "", "", ""],
    ]
