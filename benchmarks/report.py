"""What a run tells, beside what is to be reached: tables that are read in a terminal as well as in Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from attrs import frozen

from benchmarks.history import Run
from benchmarks.measuring import Costs
from benchmarks.parts import CHECKED, FIRST_TENTH, LAST_TENTH, UNCHECKED
from benchmarks.playouts import CALLS_ASIDE, CLONED, IN_PLACE, OTHERS, OURS, STRICT
from benchmarks.sizes import KEPT, PICKLED, VARIANTS

UNIT = CLONED
"""What all costs are told in multiples of; ratios to it were found steadier than those to a loop in Python."""


@frozen
class Results:
    """What a run has found."""

    costs: Costs
    sizes: Mapping[str, float]
    over_pure: float | None = None
    """How many times as fast `crapette-strict` is as in the pure build; None in that build, or if it is not known."""

    def worst_size(self, name: str) -> float:
        """The size of this kind, in the variant where it is largest."""
        return max(self.sizes[name.format(variant)] for variant in VARIANTS)


@frozen
class Goal:
    """One thing to reach."""

    text: str
    sign: Literal["≥", "≤"]
    limit: float
    reached: Callable[[Results], float | None]

    def row(self, results: Results) -> tuple[str, str, str, str]:
        """What is told of it: what, the limit, what was reached, and whether that is enough."""
        reached = self.reached(results)
        wanted = f"{self.sign} {self.limit:,}"
        if reached is None:
            return self.text, wanted, "–", "–"
        met = reached >= self.limit if self.sign == "≥" else reached <= self.limit
        return self.text, wanted, f"{reached:,.{0 if reached > 100 else 2}f}", "yes" if met else "no"


GOALS = (
    Goal("speed of crapette-strict over solitaire, cloned", "≥", 1.3, lambda run: run.costs.ratio(CLONED, STRICT)),
    Goal("speed of crapette-strict over solitaire, in place", "≥", 0.9, lambda run: run.costs.ratio(IN_PLACE, STRICT)),
    Goal("cost of crapette over crapette-strict", "≤", 1.25, lambda run: run.costs.ratio(CALLS_ASIDE, STRICT)),
    Goal("cost of apply, checked over unchecked", "≤", 1.6, lambda run: run.costs.ratio(CHECKED, UNCHECKED)),
    Goal("cost of an action, last tenth over first", "≤", 1.15, lambda run: run.costs.ratio(LAST_TENTH, FIRST_TENTH)),
    Goal("bytes of a kept state", "≤", 1500, lambda run: run.worst_size(KEPT)),
    Goal("bytes of a pickle without the rules in mid-deal", "≤", 1000, lambda run: run.worst_size(PICKLED)),
    Goal("speed of the compiled build over the pure one", "≥", 2.0, lambda run: run.over_pure),
)


def figures(results: Results) -> dict[str, float]:
    """What is ours, each as it is kept: costs in units, sizes in bytes."""
    costs = {name: results.costs.ratio(name, UNIT) for name in results.costs.rounds if name not in OTHERS}
    return {name: float(f"{figure:.4g}") for name, figure in {**costs, **results.sizes}.items()}


def report(results: Results) -> str:
    """All tables of a run."""
    costs = results.costs
    playouts = [
        (name, f"{1 / costs.cost(name):,.0f}", *(f"{costs.ratio(other, name):.2f}" for other in (CLONED, IN_PLACE)))
        for name in (*OURS, *OTHERS)
    ]
    parts = [
        (name, f"{costs.cost(name) * 1e6:,.2f}", f"{costs.ratio(name, UNIT):.3f}")
        for name in costs.rounds
        if name not in (*OURS, *OTHERS)
    ]
    return "\n\n".join(
        [
            table(("random playouts", "actions/s", "× cloned", "× in place"), playouts),
            table(("one operation", "µs", "units"), parts),
            table(("size", "bytes"), [(name, f"{size:,.0f}") for name, size in results.sizes.items()]),
            table(("goal", "wanted", "reached", "met"), [goal.row(results) for goal in GOALS]),
        ]
    )


def compared(run: Run, kept: Run | None) -> str:
    """What has become slower or larger since a run was kept."""
    if kept is None:
        return f"No run of {run.python}, {run.build}, in units of {run.unit}, has been kept."
    since = f"the run kept on {kept.date} ({kept.commit})"
    if kept.machine != run.machine:
        since += f", which was on another machine, {kept.machine}"
    dearer = [f"- DEARER: {name}, {ratio:.2f} times" for name, ratio in run.dearer_than(kept).items()]
    return "\n".join([f"Compared with {since}:", *(dearer or ["- nothing is notably dearer"])])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown, in which all but the first column stand to the right."""
    cells = [head, *rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = [[row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])] for row in cells]
    lines.insert(1, ["-" * widths[0], *(f"{'-' * (width - 1)}:" for width in widths[1:])])
    return "\n".join([f"| {' | '.join(line)} |" for line in lines])
