"""Small positions, and what may be done in them, as text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import chain

import pytest

from crapette import (
    Action,
    Card,
    IllegalAction,
    Refusal,
    Rules,
    State,
    View,
    apply,
    legal_moves,
    offences,
    outcome,
    position,
    why_not,
)
from crapette.rules import nested
from tests.playing import is_sentence

Settings = Mapping[str, object]

NO_DUTIES: Settings = {"duties.foundation": "none", "duties.fill": "never"}
"""The duties that `crapette` has, off."""

FACE_DOWN: Settings = {"deal.reserve_top": "face-down"}
SEQUENCE: Settings = {"houses.groups": "sequence"}
LAY_ALL: Settings = {"waste.accepts": ["hand", "reserve", "houses"]}
AGREEMENT: Settings = {"end.agreement": True}
ALL_DUTIES: Settings = {
    "duties.reserve_first": True,
    "duties.foundation": "all",
    "duties.fill": "at-once",
    "duties.reserve": "houses",
    "duties.hand": "houses",
}
TURN: Settings = {"stop.window": "turn"}
REFEREE: Settings = {"stop.by": "referee"}
REWIND: Settings = {"stop.rewind": True}
KEEP: Settings = {"stop.rewind": False}
NO_PLAY: Settings = {"stop.missed_play": "none"}
TO_HAND: Settings = {"stop.turned_card": "hand"}
TURN_START: Settings = {"waste.recycle": "turn-start"}
FORBIDDEN: Settings = {"stop.false_call": "forbidden"}
CALLS: Settings = {"stop.calls": ["reserve-to-foundation", "foundation", "fill", "reserve", "hand"]}
"""Every duty may be broken and called."""

BOTH_KINDS = pytest.mark.parametrize("memory", [True, False], ids=["memory", "table"])
"""Tests something of the memory view and of the table view."""

ACE = "2C / * / - | 9d / * / - | AH, KC | - | 0"
"""`1-F` is pending; the next hand card is Q♣, which fits nothing."""
QUIET = "2C / * / - | 9d / * / - | KH, KC | - | 0"
"""No duty is pending; the next hand card is Q♣, which fits K♥."""
BUSY = "2S / * / - | 9d / * / - | 8S 7H, -, 3H, AD | S1 | 0"
"""R fits a foundation, an empty house and 3♥; 4 fits a foundation."""
GAPS = "(3D) 5C / * / - | 9d / * / - | KS, QH, -, KC | - | 0"
"""`R-3` must come before a draw; `2-1` leaves another empty house; the next hand card is Q♣, which fits nothing."""

_CARD_IN_A_SENTENCE = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")


def rules_with(settings: Settings) -> Rules:
    """The rules of `crapette` with these settings by their dotted names.

    Every duty is strict, and the cut decides who starts, which goes with every other setting.
    """
    base: Settings = {"start.by": "cut", "stop.calls": []}
    return Rules.from_mapping(nested({**base, **settings}.items()))


def at(text: str, settings: Settings | None = None) -> State:
    """The state of a position, with as many houses as it names."""
    return state_of(text, _rules_for(text, settings))


def view_at(text: str, settings: Settings | None = None) -> View:
    """The view of a position with blanks, with as many houses as it names."""
    view = position.loads(text, _rules_for(text, settings))
    assert isinstance(view, View)
    return view


def _rules_for(text: str, settings: Settings | None) -> Rules:
    houses = text.split("|")[2].count(",") + 1
    return rules_with({"deal.houses": houses // 2, **(settings or {})})


def state_of(text: str, rules: Rules) -> State:
    """The state of a position without blanks."""
    state = position.loads(text, rules)
    assert isinstance(state, State)
    return state


def free(text: str, settings: Settings | None = None) -> State:
    """The state of a position without duties: every possible action is legal."""
    return at(text, {**NO_DUTIES, **(settings or {})})


def callable_at(text: str, *settings: Settings) -> State:
    """The state of a position in which every duty may be broken and called, if no setting says otherwise."""
    merged = dict(CALLS)
    for more in settings:
        merged.update(more)
    return at(text, merged)


def table(state: State) -> str:
    """The table, the mover and the turned card, as a position."""
    return position.dumps(state)


def table_of(text: str, like: State) -> str:
    """A position as `table` writes it, under the rules of a state."""
    return position.dumps(position.loads(text, like.rules))


def moves(state: State, player: int | None = None) -> str:
    """The legal moves as text."""
    return texts(legal_moves(state, player))


def texts(actions: tuple[Action, ...]) -> str:
    """Actions as text."""
    return " ".join(map(str, actions))


def cards(text: str) -> tuple[Card, ...]:
    """The cards of a text."""
    return tuple(map(Card.parse, text.split()))


def lone(text: str) -> tuple[tuple[Card, ...], ...]:
    """A pile for each card of a text."""
    return tuple((card,) for card in cards(text))


def refusal(state: State, action: str, player: int | None = None) -> Refusal:
    """Why the action is refused, by all who are asked; the sentence names no card that lies face down."""
    refused = why_not(state, action, player)
    assert refused is not None, f"{action} is legal"
    assert action not in moves(state, player).split()
    with pytest.raises(IllegalAction) as caught:
        apply(state, action, player)
    assert caught.value.refusal == refused
    assert caught.value.state is state
    assert str(caught.value) == f"{refused.text} (rule {refused.rule})"
    assert str(refused) == refused.text
    assert is_sentence(refused.text)
    named = {("T" if rank == "10" else rank) + "SHDC"["♠♥♦♣".index(suit)] for rank, suit in _named(refused.text)}
    named |= {str(value).upper() for name, value in refused.data if name == "card"}
    assert named <= _faces_up(state), refused
    return refused


def why(state: State, action: str, player: int | None = None) -> str:
    """Code and rule of the refusal of an action; `legal` if there is none."""
    if action in moves(state, player).split():
        assert why_not(state, action, player) is None
        assert isinstance(apply(state, action, player), State)
        return "legal"
    refused = refusal(state, action, player)
    return f"{refused.code} {refused.rule}"


def duty(state: State, action: str) -> str:
    """The rule of the duty that forbids an action, and the plays that would fulfil it; empty if none does."""
    refused = why_not(state, action)
    if refused is None:
        return ""
    assert refusal(state, action).code == "duty"
    assert all(str(play) in refused.text for play in refused.plays)
    return f"{refused.rule} {texts(refused.plays)}"


def broken(state: State, action: str) -> list[str]:
    """The duties that an action offends against, each with the plays that would have fulfilled it."""
    return [f"{offence.duty}: {texts(offence.plays)}" for offence in offences(state, action)]


def ruling(state: State) -> str:
    """What the call just made has brought to light: `draw broke fill: R-2`, or `false`; empty if none was made."""
    call = state.last_call
    if call is None:
        return ""
    return f"{call.action} broke {call.duty}: {texts(call.plays)}" if call.upheld else "false"


def ended(state: State) -> tuple[int | None, str] | None:
    """Winner and reason of the outcome; None while the deal goes on."""
    over = outcome(state)
    return (over.winner, str(over.reason)) if over else None


def _named(text: str) -> list[tuple[str, str]]:
    return _CARD_IN_A_SENTENCE.findall(text)


def _faces_up(state: State) -> set[str]:
    """The faces of all cards that lie face up, in upper case."""
    reserves = [reserve[down:] for reserve, down in zip(state.reserves, state.face_down, strict=True)]
    turned = [state.turned] if state.turned else []
    return {str(card).upper() for card in chain(turned, *reserves, *state.wastes, *state.houses, *state.foundations)}
