"""A deal as learning agents play it: one decision after another, each by one player.

Beside the mover's choice of an action there is one more kind of decision: after each action that opens a window, the
player who may call is asked whether to call or to let it pass, in the same way whether or not there was an offence. A
call is only made then, and a draw is only accepted in one's own turn; so whoever decides decides alone.
"""

from __future__ import annotations

import os
from typing import Literal

from attrs import evolve, frozen

from crapette.actions import OFFER, STOP, Action
from crapette.adapters.action_ids import ACTION_OF, ID_OF, LET_PASS
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves, why_not
from crapette.engine.scoring import score
from crapette.facts import players_call
from crapette.faults import one_of, shown
from crapette.rules import Rules
from crapette.state import State
from crapette.variant import load_rules

CallsMode = Literal["off", "windows"]
"""Whether offences can be called: `off`, so that they are not legal, or `windows`."""
_CALLS_MODES = ("off", "windows")


def rules_to_play(variant: str | os.PathLike[str] | Rules, calls: CallsMode) -> Rules:
    """The rules by which an environment plays.

    Args:
        variant: A shipped variant, the path of a variant file, or rules.
        calls: `windows` leaves the rules as they are. With `off` no duty may be called, and so none may be broken:
            the rules get `stop.calls: []`, unless they have a referee or no calls anyway.

    Raises:
        ValueError: There is no such way to call, or these rules leave no player anything to call.
        VariantError: There is no such variant, or it is not valid.
    """
    if calls not in _CALLS_MODES:
        raise ValueError(f"calls is {shown(calls)}; expected {one_of(_CALLS_MODES)}")
    rules = variant if isinstance(variant, Rules) else load_rules(variant)
    if calls == "windows":
        if not players_call(rules):
            raise ValueError("calls is windows, but under these rules the players can't call; expected off")
        return rules
    if not players_call(rules):
        return rules
    return evolve(rules, stop=evolve(rules.stop, calls=()))


@frozen
class Decision:
    """What one player has to decide, or the end of the deal; a value that never changes.

    Attributes:
        state: The state of the deal.
        is_call: Whether it is to be decided if an action is called; otherwise the mover chooses an action.
        last: Who made the last action, and which it was; None at the start.
    """

    state: State
    is_call: bool = False
    last: tuple[int, Action] | None = None

    @classmethod
    def at(cls, state: State) -> Decision:
        """The decision that a state asks for: an open window comes first."""
        return cls(state, is_call=state.window is not None and outcome(state) is None)

    @property
    def is_over(self) -> bool:
        """Whether the deal is over, so that there is nothing to decide."""
        return outcome(self.state) is not None

    @property
    def player(self) -> int:
        """The player who decides."""
        window = self.state.window
        return window if self.is_call and window is not None else self.state.mover

    @property
    def options(self) -> list[int]:
        """The numbers of all that the player may decide, in ascending order; none once the deal is over.

        It is `legal_moves`, save that `stop` is there only where it is asked for, and `let-pass` with it.
        """
        if self.is_call:
            return [LET_PASS] if why_not(self.state, STOP, self.player) else [ID_OF[STOP], LET_PASS]
        return sorted([ID_OF[action] for action in legal_moves(self.state) if action is not STOP])

    def then(self, number: int) -> Decision:
        """The next decision, after the player has decided.

        Args:
            number: One of the options.

        Raises:
            IllegalAction: The action is not legal.
            ValueError: There is no such number, or it answers another question.
        """
        if self.is_call:
            return self._answered(number)
        action = ACTION_OF.get(number)
        if action is None or action is STOP:
            raise ValueError(f"{_told(number)} is no action of the mover; the action mask tells what is")
        mover = self.state.mover
        state = apply(self.state, action, mover)
        return Decision(state, state.window is not None and action is not OFFER, (mover, action))

    def _answered(self, number: int) -> Decision:
        """The next decision, after it has been decided whether to call."""
        if number == LET_PASS:
            return evolve(self, is_call=False)
        if ACTION_OF.get(number) is not STOP:
            expected = f"{ID_OF[STOP]} to call, {LET_PASS} to let it pass"
            raise ValueError(f"{_told(number)} does not say whether to call; expected {expected}")
        return Decision(apply(self.state, STOP, self.player), last=(self.player, STOP))

    def rewards(self) -> tuple[float, float]:
        """What each player has gained: the points of the deal, those of the other taken off; 0 until it is over."""
        first, second = score(self.state).points
        return float(first - second), float(second - first)


def _told(number: int) -> str:
    """A number with its action, if it has one."""
    return f"{shown(number)} ({ACTION_OF[number]})" if number in ACTION_OF else shown(number)
