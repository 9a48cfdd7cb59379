"""Saying stop!"""

from __future__ import annotations

import random

from crapette.actions import TO_FOUNDATION, Action
from crapette.engine.duties import offences
from crapette.engine.view import View


class AttentiveCaller:
    """Calls what it notices, and now and then what it only imagines.

    Args:
        notices: How likely it calls an offence, from 0 to 1.
        imagines: How likely it calls an action that was none, from 0 to 1; of a card that goes to a foundation nobody
            thinks it was.
        seed: Decides what is left to chance: equal seeds and equal deals, equal calls.
    """

    def __init__(self, notices: float = 1, imagines: float = 0, seed: int = 0) -> None:
        self._notices = notices
        self._imagines = imagines
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret

    def calls(self, before: View, action: Action) -> bool:
        """Whether it notices an offence, or imagines one."""
        if any(offence.callable for offence in offences(before, action)):
            return self._dice.random() < self._notices
        return action.target != TO_FOUNDATION and self._dice.random() < self._imagines
