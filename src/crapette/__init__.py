"""The rules of Russian Bank / Crapette: every variant as data, what is legal and why, immutable states."""

from importlib import import_module
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
    from crapette.change import Change, changes
    from crapette.notation.json import from_json, to_json
    from crapette.notation.record import Record
    from crapette.notes import Note
    from crapette.variant import Variant, load_rules, load_variant, parse_variant, variant_names
    from crapette.wording import rules_text

__all__ = [
    "RULES_VERSION",
    "Action",
    "Call",
    "Card",
    "Change",
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
    "Record",
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
    "changes",
    "child_seed",
    "deal",
    "deal_from",
    "distinct_moves",
    "from_json",
    "legal_moves",
    "load_rules",
    "load_variant",
    "observe",
    "offences",
    "outcome",
    "parse_variant",
    "position",
    "rules_text",
    "sample",
    "score",
    "to_json",
    "variant_names",
    "why_not",
]


_WHERE = {
    **dict.fromkeys(("Note", "Variant", "load_rules", "load_variant", "parse_variant", "variant_names"), "variant"),
    **dict.fromkeys(("Change", "changes"), "change"),
    **dict.fromkeys(("from_json", "to_json"), "notation.json"),
    "Record": "notation.record",
    "rules_text": "wording",
}
"""What is imported when it is first asked for, so that who only plays need not wait for it."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"crapette.{_WHERE[name]}"), name)
