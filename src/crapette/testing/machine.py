"""A Hypothesis state machine that plays deals, and checks after every action what must always hold (rules 11)."""

from __future__ import annotations

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crapette.actions import ACTIONS, Action
from crapette.engine.ending import outcome
from crapette.invariants import check_state, check_step
from crapette.rules import Rules
from crapette.state import State
from crapette.testing.strategies import Played, RulesOrStrategy, as_strategy, choices, seeds, ways_on


class DealMachine(RuleBasedStateMachine):
    """Plays deals by certain rules: any legal action, by whoever may make it, from early and late in the deal on.

    After every action all invariants of section 11 of the rules are checked. What is yours to check you add with
    `@invariant()` from `hypothesis.stateful`. If something does not hold, the deal is noted as a record, which
    `crapette replay` shows.

        class OurDeals(DealMachine):
            by_rules = load_rules("our-rules.yaml")

        TestOurDeals = OurDeals.TestCase

    Attributes:
        by_rules: The rules, or a strategy for them; any valid ones, if a subclass says nothing.
    """

    by_rules: RulesOrStrategy | None = None
    _deal: Played

    @property
    def state(self) -> State:
        """The state in which the deal stands."""
        return self._deal.state

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions that have led there."""
        return tuple([move.action for move in self._deal.moves])

    @initialize(
        rules=st.runner().flatmap(lambda machine: as_strategy(machine.by_rules)), seed=seeds(), choices=choices()
    )
    def deals(self, rules: Rules, seed: int, choices: bytes) -> None:
        """A deal, as far as it was played."""
        self._deal = Played.begun(rules, seed).after_choices(choices, over=False)

    @precondition(lambda self: outcome(self.state) is not None)
    @rule()
    def deals_again(self) -> None:
        """The next deal, once one is over."""
        self._deal = Played.begun(self.state.rules, self._deal.seed + 1)

    @precondition(lambda self: outcome(self.state) is None)
    @rule(way=st.runner().flatmap(lambda machine: st.sampled_from(ways_on(machine.state))))
    def acts(self, way: tuple[int, Action]) -> None:
        """An action of either player."""
        player, action = way
        before = self.state
        self._deal = self._deal.after(player, action)
        check_step(before, player, action, self.state)

    @invariant()
    def holds(self) -> None:
        """All that holds in every state; of some actions, others each time, that they are legal or not."""
        check_state(self.state, ACTIONS[len(self._deal.moves) % _PARTS :: _PARTS])

    def teardown(self) -> None:
        """Notes the deal, should the test have failed."""
        if hasattr(self, "_deal"):
            note(self._deal)


_PARTS = 150
"""One action of so many is asked about in each state."""
