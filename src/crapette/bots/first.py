"""A bot that does not think."""

from __future__ import annotations

from crapette.actions import Action
from crapette.engine.legal import legal_moves
from crapette.engine.view import View


class FirstBot:
    """Plays the first legal move in canonical order (rules 11): to a foundation, to a house, to the opponent, draw.

    So it never proposes nor accepts a draw. Where a house card may be laid on the waste it does so rather than draw.
    """

    def choose(self, view: View) -> Action:
        """The first legal move."""
        return legal_moves(view)[0]
