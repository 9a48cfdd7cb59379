"""The reference of environments: numbers of actions, planes and facts, as the code has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crapette import Action, Rules
from crapette.actions import HOUSE_NAMES, Kind
from crapette.adapters.action_ids import ACTION_OF, FROM, ID_OF, LET_PASS, TO, text_of_id
from crapette.adapters.observations import FACTS, planes
from handbook.markdown import code, table

RUNS = ("1-2*2", "1-2*3", "3-7*4", "12-11*13")
"""The examples of runs."""


def environments_reference() -> tuple[str, ...]:
    """What is made for the page: the table of places, the other numbers, runs, planes, facts."""
    return _grid(), _other_numbers(), _runs(), _planes(), _facts()


def _grid() -> str:
    """A row for each place that a card may come from, a column for each that it may go to."""
    head = ("", *map(code, TO))
    return table(head, [(code(place), *_cells(row)) for row, place in enumerate(FROM)])


def _cells(row: int) -> Iterator[str]:
    for number in range(row * len(TO), (row + 1) * len(TO)):
        yield str(number) if number in ACTION_OF else "·"


def _other_numbers() -> str:
    """The actions behind the table of places."""
    numbers = range(len(FROM) * len(TO), LET_PASS + 1)
    return table(("number", "action"), [(str(number), code(text_of_id(number))) for number in numbers])


def _runs() -> str:
    """The formula for runs, with examples."""
    return table(("run", "worked out", "number"), [_run(Action.parse(text)) for text in RUNS])


def _run(run: Action) -> Sequence[str]:
    assert run.kind is Kind.RUN
    houses = [HOUSE_NAMES.index(name) for name in (run.source or "", run.target or "")]
    first, houses_there_are = LET_PASS + 1, len(HOUSE_NAMES)
    worked_out = (houses[0] * houses_there_are + houses[1]) * 12 + run.count - 2 + first
    assert worked_out == ID_OF[run], run
    told = f"{first} + ({houses[0]} × {houses_there_are} + {houses[1]}) × 12 + {run.count} − 2"
    return code(str(run)), told, str(ID_OF[run])


def _planes() -> str:
    """What the planes show, under rules with four houses for each player."""
    return table(("plane", "cards"), [(str(number), name) for number, name in enumerate(planes(Rules()))])


def _facts() -> str:
    return table(
        ("number", "fact", "what it says"),
        [(str(number), fact.name, f"{fact.says[0].upper()}{fact.says[1:]}.") for number, fact in enumerate(FACTS)],
    )
