"""Actions in few words, as they stand in a list: `7♥ reserve → house 3`, and of a run `8♠ +2 house 1 → house 4`."""

from __future__ import annotations

from crapette.actions import DISCARD, DRAW, FLIP, Action, Kind
from crapette.cards import Card
from crapette.render.text import card_text, turned_up
from crapette.state import Moment
from crapette.table import nth_card, size

WITH_A_CARD = frozenset({Kind.PLAY, Kind.RUN, Kind.LAY, Kind.DISCARD})
"""The kinds of actions that are made with a card that lies open."""

_OWN = {"R": "reserve", "W": "waste", "H": "hand"}
_SAID = {Kind.PASS: "pass", Kind.OFFER: "propose a draw", Kind.ACCEPT: "accept the draw", Kind.STOP: "say stop!"}


def card_of(state: Moment, player: int, action: Action) -> Card | None:
    """The open card that a player's action is made with, of a run the lowest; None if there is none.

    Args:
        state: The state before the action, or a view of it.
        player: Who makes it.
        action: The action, also one that is not legal.
    """
    pile = action.piles[player][0]
    if action.kind not in WITH_A_CARD or size(state.table, pile) < action.count:
        return None
    return Card.of_code(nth_card(state.table, pile, action.count))


def move_text(state: Moment, player: int, action: Action, *, reader: int, after: Moment | None = None) -> str:
    """What a player does or may do.

    Args:
        state: The state before the action.
        player: Who makes it.
        action: A possible action.
        reader: The player for whom it is told.
        after: The state after it; with it, a card that the action turned up is named.
    """
    card, turned = card_of(state, player, action), turned_up(state, action, after)
    if action is DRAW:
        turns_over = "" if state.hands[player] else "turn the waste over, "
        return turns_over + ("turn up a hand card" if turned is None else f"draw {card_text(turned)}")
    if action is FLIP:
        return "turn up the reserve card" + ("" if turned is None else f" {card_text(turned)}")
    if card is None:
        return _SAID[action.kind]
    if action is DISCARD:
        return f"discard {card_text(card)}"
    more = f" +{action.count - 1}" if action.count > 1 else ""
    theirs = "their" if reader == player else "your"
    return f"{card_text(card)}{more} {_place(action.source, theirs)} → {_place(action.target, theirs)}"


def _place(name: str | None, theirs: str) -> str:
    match name:
        case "F":
            return "foundation"
        case "r":
            return f"{theirs} reserve"
        case "w":
            return f"{theirs} waste"
        case _:
            return _OWN.get(name or "", f"house {name}")
