"""How many sequences of actions there are: kept in tables, counted by the library and, up to a depth, by the reference.

    python -m tests.test_perft [variant …]

writes the tables anew, with what the reference counts. Each line of a table is a deal by its seed, or a position, and
how many sequences of 0, 1, 2 and so on actions there are from it, those of both players counted. A program in any
language that plays by the rules counts the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from crapette import Rules, load_rules, position, variant_names
from crapette.perft import perft
from tests.reference import moves
from tests.reference.deal import Deal
from tests.side_by_side import Both

TABLES = Path(__file__).parent / "perft"
SEEDS = range(3)
POSITIONS = 3
CANDIDATES = 20
"""So many positions are made up for one that is kept: that with most to choose from."""
ENOUGH = 3000
"""With the first number above it a line ends."""
ENOUGH_FOR_THE_REFERENCE = 200
"""Up to this number the reference counts again in each test run."""


class Line(NamedTuple):
    """A line of a table."""

    name: str
    """The variant."""
    row: int
    start: str
    numbers: list[int]


def tables() -> Iterator[Line]:
    """Every line of every table."""
    for path in sorted(TABLES.glob("*.txt")):
        for row, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            start, _, numbers = line.partition(": ")
            yield Line(path.stem, row, start, [*map(int, numbers.split())])


def begun(rules: Rules, start: str) -> Both:
    """What a line of a table begins with, in both."""
    kind, _, what = start.partition(" ")
    return Both.of_seed(rules, int(what)) if kind == "seed" else Both.at(what, rules)


def test_there_is_a_table_of_each_variant() -> None:
    missing = {*variant_names()} - {path.stem for path in TABLES.iterdir()}
    assert not missing, f"make it with: python -m tests.test_perft {' '.join(sorted(missing))}"


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize("line", tuple(tables()), ids=lambda line: f"{line.name}-{line.row}")
def test_perft(line: Line) -> None:
    both = begun(load_rules(line.name), line.start)
    assert [perft(both.state, depth) for depth in range(len(line.numbers))] == line.numbers
    few = [number for number in line.numbers if number <= ENOUGH_FOR_THE_REFERENCE]
    assert [moves.perft(both.deal, depth) for depth in range(len(few))] == few


def test_perft_counts_no_less_than_nothing() -> None:
    state = begun(load_rules("crapette"), "seed 0").state
    assert perft(state, 0) == 1
    with pytest.raises(ValueError, match="the depth is -1; expected 0 or more"):
        perft(state, -1)


# --------------------------------------------------------------------------------------- writing the tables


def lines(name: str) -> Iterator[str]:
    """The table of a variant."""
    rules = load_rules(name)
    starts = [(f"seed {seed}", Both.of_seed(rules, seed)) for seed in SEEDS]
    rng = Random(name)
    for _ in range(POSITIONS):
        late = max((Both.late(rules, rng) for _ in range(CANDIDATES)), key=lambda both: moves.perft(both.deal, 2))
        starts.append((f"position {position.dumps(late.state)}", late))
    for start, both in starts:
        yield f"{start}: {' '.join(map(str, counted(both.deal)))}"


def counted(deal: Deal) -> Iterator[int]:
    """The numbers for depth 0, 1, 2 and so on, until there are enough."""
    depth, number = 0, 1
    yield number
    while 0 < number <= ENOUGH:
        depth += 1
        number = moves.perft(deal, depth)
        yield number


def main() -> None:
    """Writes the tables of these variants, or of all."""
    for name in sys.argv[1:] or variant_names():
        (TABLES / f"{name}.txt").write_text("\n".join(lines(name)) + "\n", "utf-8")
        print(f"{name}: written")


if __name__ == "__main__":
    main()
