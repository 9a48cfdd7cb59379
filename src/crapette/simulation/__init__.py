"""Playing many deals, and what can be said of them with how much certainty."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crapette.simulation.comparison import Comparison
    from crapette.simulation.experiment import Arm, Experiment
    from crapette.simulation.journal import Journal
    from crapette.simulation.result import Played
    from crapette.simulation.running import in_order, played_anywhere, simulate
    from crapette.simulation.tally import Tally

_WHERE = {
    **dict.fromkeys(("Arm", "Experiment"), "experiment"),
    **dict.fromkeys(("in_order", "played_anywhere", "simulate"), "running"),
    "Comparison": "comparison",
    "Journal": "journal",
    "Played": "result",
    "Tally": "tally",
}
"""What is imported when it is first asked for, so that a command that plays one deal need not wait for it."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"crapette.simulation.{_WHERE[name]}"), name)


__all__ = [
    "Arm",
    "Comparison",
    "Experiment",
    "Journal",
    "Played",
    "Tally",
    "in_order",
    "played_anywhere",
    "simulate",
]
