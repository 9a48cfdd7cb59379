"""What a player types, and which moves it may mean.

A move is typed by its card, with its goal where that is needed (`7h`, `7h 3`, `10s f`), or in the notation of rules 4
(`R-F`, `draw`), of which the beginning is enough. Capitals matter only where two moves would be one without them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from crapette.actions import ACTIONS, DISCARD, OWN_WASTE, Action
from crapette.engine.legal import first_of_each_class, legal_moves, why_not
from crapette.engine.refusals import Refusal
from crapette.play.words import card_of
from crapette.render.text import card_text
from crapette.state import Moment

_CARD = re.compile(r"(10|[a2-9tjqk])\s*([shdc♠♥♦♣])[\s>→-]*([frw]|[0-9]{1,2})?", re.IGNORECASE)
_NOWHERE = ("no-fit", "face-down")
_SUITS = str.maketrans("♠♥♦♣", "SHDC")


def narrowed(state: Moment, player: int, text: str) -> tuple[Action, ...]:
    """The player's legal moves that a text may mean, or the beginning of one; all of them if there is no text.

    Of moves that differ only in which empty house they go to there is one.
    """
    legal = legal_moves(state, player)
    named, begun = _named(state, player, text), text.strip().casefold()
    meant = [
        move
        for move in legal
        if (move in named if named else any(way.startswith(begun) for way in _ways_to_type(state, player, move)))
    ]
    return first_of_each_class(state, meant)


def completion(state: Moment, player: int, text: str) -> str:
    """How the text may go on to be a legal move; the text itself if it can't."""
    begun = text.casefold()
    ways = (way for move in narrowed(state, player, text) for way in _ways_to_type(state, player, move))
    return next((text + way[len(text) :] for way in ways if way.startswith(begun) and way != begun), text)


def objection(state: Moment, player: int, text: str) -> str:
    """Why what is typed is not to be done, in a sentence, if it is no legal move."""
    named = _named(state, player, text) or _begun(text)
    if not named:
        found = _CARD.fullmatch(text.strip())
        if found:
            return f"You have no {_suited(found)} that lies open and could be played."
        return "That is no move: type a card (7h), a card and its goal (7h 3, 7h f), or an action (R-F, draw)."
    refusals = [refusal for refusal in (why_not(state, action, player) for action in named) if refusal]
    return _told(_weightiest(refusals)) if refusals else ""


def _weightiest(refusals: Sequence[Refusal]) -> Refusal:
    """Of several reasons the one that says most: a duty, or else something other than that there is nowhere to go."""
    return min(refusals, key=lambda refusal: (refusal.code != "duty", refusal.code in _NOWHERE))


def _told(refusal: Refusal) -> str:
    return f"{refusal.text} (rule {refusal.rule})"


def _named(state: Moment, player: int, text: str) -> list[Action]:
    """Every action, legal or not, that is called by the whole text; of other variants only if there is no other."""
    text = text.strip()
    found = _CARD.fullmatch(text)
    called = [action for action in ACTIONS if _is_called(state, player, action, text, found)]
    known = [action for action in called if not _is_of_another_variant(state, player, action)]
    return [action for action in known if str(action) == text] or known or called


def _begun(text: str) -> list[Action]:
    """The action, legal or not, whose notation begins with the text, if there is just one."""
    begun = [action for action in ACTIONS if str(action).casefold().startswith(text.strip().casefold())]
    return begun if len(begun) == 1 else []


def _is_called(state: Moment, player: int, action: Action, text: str, found: re.Match[str] | None) -> bool:
    """Whether an action is called so, whatever the capitals: by its notation, or by the card that was found there."""
    if found is None:
        return str(action).casefold() == text.casefold()
    card, goal = card_of(state, player, action), found[3]
    if card is None or card_text(card) != _suited(found):
        return False
    return goal is None or (_goal(action) or "").casefold() == goal.casefold()


def _suited(found: re.Match[str]) -> str:
    """The card that was found, as a player writes it."""
    rank, suit = found[1].upper().replace("T", "10"), found[2].upper().translate(_SUITS)
    return f"{rank}{'♠♥♦♣'['SHDC'.index(suit)]}"


def _goal(action: Action) -> str | None:
    """Where a card goes, as a player calls it."""
    return OWN_WASTE if action is DISCARD else action.target


def _is_of_another_variant(state: Moment, player: int, action: Action) -> bool:
    refusal = why_not(state, action, player)
    return refusal is not None and refusal.code == "not-in-this-variant"


def _ways_to_type(state: Moment, player: int, move: Action) -> tuple[str, ...]:
    """How a legal move may be typed, in small letters."""
    notation, card = str(move).casefold(), card_of(state, player, move)
    if card is None:
        return (notation,)
    face = card_text(card, ascii=True).casefold()
    return f"{face} {(_goal(move) or '').casefold()}", notation
