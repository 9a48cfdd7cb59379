"""The rules of Russian Bank / Crapette: every variant as data, what is legal and why, immutable states."""

from typing import TYPE_CHECKING, Any

from crapette.actions import Action
from crapette.cards import Card, Suit
from crapette.engine.apply import apply
from crapette.engine.deal import deal, deal_from
from crapette.engine.duties import Offence, offences
from crapette.engine.ending import outcome
from crapette.engine.legal import distinct_moves, legal_moves, why_not
from crapette.engine.refusals import IllegalAction, Refusal
from crapette.engine.scoring import Score, score
from crapette.engine.shuffle import child_seed
from crapette.engine.view import View
from crapette.errors import CrapetteError, DealError, HiddenError, NotationError, Problem, VariantError
from crapette.knowledge import observe, sample
from crapette.match import Match
from crapette.notation import position
from crapette.rules import Rules
from crapette.state import Call, Outcome, State
from crapette.version import RULES_VERSION, __version__

if TYPE_CHECKING:
    from crapette.notes import Note
    from crapette.variant import Variant, load_rules, load_variant, parse_variant, variant_names

__all__ = [
    "RULES_VERSION",
    "Action",
    "Call",
    "Card",
    "CrapetteError",
    "DealError",
    "HiddenError",
    "IllegalAction",
    "Match",
    "NotationError",
    "Note",
    "Offence",
    "Outcome",
    "Problem",
    "Refusal",
    "Rules",
    "Score",
    "State",
    "Suit",
    "Variant",
    "VariantError",
    "View",
    "__version__",
    "apply",
    "child_seed",
    "deal",
    "deal_from",
    "distinct_moves",
    "legal_moves",
    "load_rules",
    "load_variant",
    "observe",
    "offences",
    "outcome",
    "parse_variant",
    "position",
    "sample",
    "score",
    "variant_names",
    "why_not",
]


def __getattr__(name: str) -> Any:
    """Imports what reads variants when it is first asked for: who only plays need not wait for it."""
    if name in {"Note", "Variant", "load_rules", "load_variant", "parse_variant", "variant_names"}:
        from crapette import variant  # noqa: PLC0415

        return getattr(variant, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
