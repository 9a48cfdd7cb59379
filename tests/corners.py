"""Corners of the rules: which of them an action has been to."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reference import stop
from tests.reference.cards import rank
from tests.reference.deal import Call, Deal
from tests.reference.duties import DUTIES
from tests.reference.possible import card_at, places

ENDS = ("out", "reserve-out", "idle", "repetition", "barren", "turn-limit", "agreement")
CORNERS = (
    *(f"{who} upholds: {duty}" for who in ("a player", "the referee") for duty in DUTIES),
    *(f"upheld {when}, {how}" for when in ("within the turn", "after the turn") for how in ("rewound", "kept")),
    *(f"missed play {when}" for when in ("within the turn", "after the turn", "not possible")),
    "missed play not the first",
    "missed play is a flip",
    "turned card to waste",
    "turned card to hand",
    "skip forgiven",
    "win by a missed play",
    "stalemate by an upheld call",
    "an earlier action of the turn is called",
    *(f"false call: {price}" for price in ("none", "lose-turn")),
    "false call in the own turn",
    "false call with a skip to serve",
    "false call forbidden",
    "one skip served",
    "two skips served",
    "offer while a window is open",
    "call after an own offer",
    "an action ends an offer",
    "a call ends an offer",
    "a run moves",
    "a run moves to an empty house",
    "equal ranks are loaded",
    "ace and king are loaded",
    "ace taken from the opponent's reserve",
    "a waste card is played",
    "laid away: reserve",
    "laid away: house",
    "flip",
    "pass",
    "refilled at the start of a turn",
    "refilled to draw",
    *(f"the deal ends: {reason}" for reason in ENDS),
    "the deal is left unfinished",
    "the match is won",
    "the match is drawn",
)
"""All that `corners` and those who play may tell."""


def corners(before: Deal, player: int, action: str, after: Deal) -> Iterator[str]:
    """Which corners an action has been to."""
    if after.last_call is not None:
        yield from _call(before, after, after.last_call)
    else:
        yield from _turn(before, after)
    if before.window is not None and not stop.may_call(before, before.window):
        yield "false call forbidden"
    if before.offer is not None and before.offer != player and action != "accept":
        yield "a call ends an offer" if action == "stop" else "an action ends an offer"
    if action == "offer" and before.window is not None:
        yield "offer while a window is open"
    if action == "stop" and before.offer == player:
        yield "call after an own offer"
    if action in ("flip", "pass"):
        yield action
    if action == "draw" and not before.table.hands[player]:
        yield "refilled to draw"
    yield from _play(before, player, action)


def _call(before: Deal, after: Deal, call: Call) -> Iterator[str]:
    if not call.upheld:
        yield f"false call: {before.rules['stop']['false_call']}"
        if call.caller == before.mover:
            yield "false call in the own turn"
        if call.caller in before.skips:
            yield "false call with a skip to serve"
        return
    remedy = call.remedy
    within = call.caller is None or before.mover != call.caller
    when = "within the turn" if within else "after the turn"
    yield f"{'the referee' if call.caller is None else 'a player'} upholds: {call.duty}"
    yield f"upheld {when}, {'rewound' if remedy.rewound else 'kept'}"
    if remedy.play is not None:
        yield f"missed play {when}"
        if remedy.play != call.plays[0]:
            yield "missed play not the first"
        if remedy.play == "flip":
            yield "missed play is a flip"
    elif before.rules["stop"]["missed_play"] == "offender":
        yield "missed play not possible"
    if remedy.turned_card is not None:
        yield f"turned card to {remedy.turned_card}"
    if remedy.forgives_skip:
        yield "skip forgiven"
    if after.outcome is not None:
        yield "win by a missed play" if after.outcome.winner is not None else "stalemate by an upheld call"
    if before.acts and before.acts[-1].action != call.action:
        yield "an earlier action of the turn is called"


def _turn(before: Deal, after: Deal) -> Iterator[str]:
    if after.turn_number > before.turn_number:
        skipped = len(before.skips - after.skips)
        if skipped:
            yield "one skip served" if skipped == 1 else "two skips served"
        if not before.table.hands[after.mover] and after.table.hands[after.mover]:
            yield "refilled at the start of a turn"


def _play(before: Deal, player: int, action: str) -> Iterator[str]:
    source, target, size = places(action)
    if size > 1:
        yield "a run moves"
        if not before.table.house(target):
            yield "a run moves to an empty house"
    if target in ("r", "w"):
        card = card_at(before, player, source)
        top = (before.table.reserves if target == "r" else before.table.wastes)[1 - player][-1]
        if rank(card) == rank(top):
            yield "equal ranks are loaded"
        if abs(rank(card) - rank(top)) == 12:
            yield "ace and king are loaded"
    if action == "r-F":
        yield "ace taken from the opponent's reserve"
    if source == "W":
        yield "a waste card is played"
    if target == "W":
        yield "laid away: reserve" if source == "R" else "laid away: house"
