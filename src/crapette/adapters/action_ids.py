"""Numbers for actions, as learning agents want them; they never change their meaning.

A card goes from place to place, so most numbers are the cells of a table: a row for each place that it may come
from, a column for each that it may go to, both named from the mover's side. To lay the turned card on the waste is
`discard`; what no rule knows, such as from the waste to the waste, is a number without an action. Behind the table
come the actions that no cell stands for, and last the runs: a third dimension for how many cards go together. A
variant without runs ends before them.
"""

from __future__ import annotations

from typing import Final

from crapette.actions import (
    ACCEPT,
    ACTIONS,
    DISCARD,
    DRAW,
    FLIP,
    HOUSE_NAMES,
    LONGEST_RUN,
    OFFER,
    OWN_TURNED,
    OWN_WASTE,
    PASS,
    SOURCES,
    STOP,
    THEIR_RESERVE,
    THEIR_WASTE,
    TO_FOUNDATION,
    Action,
    Kind,
)
from crapette.rules import Groups, Rules

FROM: Final[tuple[str, ...]] = (*SOURCES, THEIR_RESERVE)
"""The rows: `R H W 1…12 r`."""
TO: Final[tuple[str, ...]] = (TO_FOUNDATION, *HOUSE_NAMES, THEIR_RESERVE, THEIR_WASTE, OWN_WASTE)
"""The columns: `F 1…12 r w W`."""

_CELLS: Final = len(FROM) * len(TO)
_OTHERS: Final[tuple[Action, ...]] = (FLIP, DRAW, PASS, OFFER, ACCEPT, STOP)

LET_PASS: Final = _CELLS + len(_OTHERS)
"""The number for not calling, where one is asked whether to call; the game has no action for it."""

_FIRST_RUN: Final = LET_PASS + 1
_LENGTHS: Final = LONGEST_RUN - 1
_MOST_IDS: Final = _FIRST_RUN + len(HOUSE_NAMES) ** 2 * _LENGTHS


def _number(action: Action) -> int:
    """The number of an action."""
    if action in _OTHERS:
        return _CELLS + _OTHERS.index(action)
    if action is DISCARD:
        return FROM.index(OWN_TURNED) * len(TO) + TO.index(OWN_WASTE)
    assert action.source is not None
    assert action.target is not None
    if action.kind is not Kind.RUN:
        return FROM.index(action.source) * len(TO) + TO.index(action.target)
    houses = HOUSE_NAMES.index(action.source) * len(HOUSE_NAMES) + HOUSE_NAMES.index(action.target)
    return _FIRST_RUN + houses * _LENGTHS + action.count - 2


ID_OF: Final[dict[Action, int]] = {action: _number(action) for action in ACTIONS}
"""The number of every action."""

ACTION_OF: Final[dict[int, Action]] = {number: action for action, number in ID_OF.items()}
"""The action of every number that has one."""


def many_ids(rules: Rules) -> int:
    """How many numbers there are for actions under these rules, from 0 up; some of them have no action.

    >>> many_ids(Rules.from_mapping({})), many_ids(Rules.from_mapping({"houses": {"groups": "sequence"}}))
    (263, 1991)
    """
    return _MOST_IDS if rules.houses.groups is Groups.SEQUENCE else _FIRST_RUN


def text_of_id(number: int) -> str:
    """What a number stands for, in the notation of rules 4; `let-pass` for not calling.

    Raises:
        ValueError: It stands for nothing.

    >>> text_of_id(0), text_of_id(31), text_of_id(262)
    ('R-F', 'discard', 'let-pass')
    """
    if number == LET_PASS:
        return "let-pass"
    action = ACTION_OF.get(number)
    if action is None:
        raise ValueError(f"{number} is the number of no action")
    return str(action)
