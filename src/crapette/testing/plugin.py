"""What Hypothesis learns of our types when it is imported, so that `from_type(State)` works."""

from __future__ import annotations

from hypothesis.strategies import register_type_strategy

from crapette.actions import Action
from crapette.cards import Card
from crapette.engine.view import View
from crapette.notation.record import Record
from crapette.rules import Rules
from crapette.state import State
from crapette.testing import strategies


def register() -> None:
    """Registers the strategy of each type; none is made before it is asked for."""
    register_type_strategy(Action, lambda _: strategies.all_actions())
    register_type_strategy(Card, lambda _: strategies.cards())
    register_type_strategy(Record, lambda _: strategies.records())
    register_type_strategy(Rules, lambda _: strategies.rules())
    register_type_strategy(State, lambda _: strategies.states(over=True))
    register_type_strategy(View, lambda _: strategies.views(over=True))
