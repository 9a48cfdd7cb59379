"""Refusals: why an action is not legal, in words that a player understands."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from crapette.actions import ACCEPT, DRAW, FLIP, HOUSE_NAMES, TAKE_ACE, Action, Kind
from crapette.cards import Card
from crapette.errors import CrapetteError
from crapette.rules import Duty, StopBy, WastePlay
from crapette.state import Moment
from crapette.table import nth_card, size


@frozen
class Refusal:
    """Why an action is not legal.

    Attributes:
        code: A stable kebab-case word; its meaning never changes.
        rule: The section of the rules: `5`, or `6.3` for the duty of rank 3.
        text: A sentence that a player understands.
        plays: The plays that must come first, where there are any.
        data: What the sentence speaks of, as pairs of a name and a value, for texts in other words.
    """

    code: str
    rule: str
    text: str
    plays: tuple[Action, ...] = ()
    data: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        return self.text


class IllegalAction(CrapetteError):
    """An action that the rules do not allow here.

    Attributes:
        refusal: Why not.
        state: The state it was tried on, unchanged.
    """

    def __init__(self, refusal: Refusal, state: Moment) -> None:
        self.refusal = refusal
        self.state = state
        super().__init__(refusal, state)

    def __str__(self) -> str:
        return f"{self.refusal.text} (rule {self.refusal.rule})"


def refuse(code: str, state: Moment, action: Action, player: int) -> Refusal:
    """The refusal with this code for an action of the player, with its sentence."""
    rule, sentence = _SENTENCES[code]
    if code in _OF_SOURCES_AND_TARGETS and action.kind in (Kind.PLAY, Kind.RUN):
        rule = "5"
    data: list[tuple[str, str | int]] = [("action", str(action)), ("player", player)]
    data += [(name, place) for name, place in (("source", action.source), ("target", action.target)) if place]
    card = _card_at(state, action, 0, player)
    if card is not None:
        data.append(("card", str(card)))
    return Refusal(code, rule, sentence(state, action, player), data=tuple(data))


def refuse_for_duty(duty: Duty, state: Moment, action: Action, plays: tuple[Action, ...]) -> Refusal:
    """The refusal of an action that breaks a duty which may not be broken."""
    rank = list(Duty).index(duty) + 1
    first = plays[0] if len(plays) == 1 else f"one of {', '.join(map(str, plays))}"
    text = f"{_DUTIES[duty]}: play {first} first."
    data = (("action", str(action)), ("player", state.mover), ("duty", str(duty)))
    return Refusal("duty", f"6.{rank}", text, plays, data)


_DUTIES: dict[Duty, str] = {
    Duty.RESERVE_TO_FOUNDATION: "The reserve card fits a foundation and must go there before anything else",
    Duty.FOUNDATION: "A card that fits a foundation must go there before anything else",
    Duty.FILL: "An empty house must be filled from the reserve",
    Duty.RESERVE: "The reserve card can be placed and must be before the hand goes on",
    Duty.HAND: "The turned card can be placed and may not be discarded",
}


def _card_at(state: Moment, action: Action, end: int, player: int) -> Card | None:
    """The open card that the action would move (0), of a run the bottom one, or put it on (1); if there is one."""
    pile, place = action.piles[player][end], action.count if end == 0 else 1
    if action.source is None or pile < 0 or size(state.table, pile) < place:
        return None
    return Card.of_code(nth_card(state.table, pile, place))


def _place(name: str | None) -> str:
    """A place from the side of the player who is spoken to."""
    places = {
        "R": "your reserve",
        "H": "your hand",
        "W": "your waste",
        "r": "your opponent's reserve",
        "w": "your opponent's waste",
    }
    return places.get(name or "", f"house {name}")


def _not_in_this_variant(state: Moment, action: Action, _player: int) -> str:
    houses = len(state.houses)
    for place in (action.source, action.target):
        if place in HOUSE_NAMES[houses:]:
            return f"There is no house {place}: this variant has {houses} houses."
    match action.kind:
        case Kind.RUN:
            return "In this variant cards move one at a time."
        case Kind.FLIP:
            return "In this variant nobody turns up reserve cards by hand."
        case Kind.LAY:
            return f"In this variant no card from {_place(action.source)} may be laid on the waste."
        case Kind.OFFER | Kind.ACCEPT:
            return "In this variant a draw can't be agreed on."
        case Kind.STOP if state.rules.stop.by is StopBy.REFEREE:
            return "In this variant the referee calls; nobody else does."
        case Kind.STOP:
            return "In this variant there is nothing to call."
        case _ if action is TAKE_ACE:
            return "In this variant nothing may be taken from the opponent's reserve."
        case _:
            return f"In this variant no card from {_place(action.source)} may be loaded onto {_place(action.target)}."


def _no_card(state: Moment, action: Action, _player: int) -> str:
    if action is DRAW:
        return "Your hand and your waste are both empty: pass."
    if action is FLIP:
        return "Your reserve is empty."
    if action.kind is Kind.RUN:
        assert action.source is not None
        cards = len(state.houses[int(action.source) - 1])
        return f"House {action.source} has {cards or 'no'} card{'s' if cards != 1 else ''}, not {action.count}."
    return f"There is no card in {_place(action.source)}."


def _not_open(state: Moment, action: Action, player: int) -> str:
    if action is TAKE_ACE:
        card = _card_at(state, action, 0, player)
        assert card is not None
        return f"Only an ace may be taken from your opponent's reserve, not {card.face}."
    when = {
        WastePlay.NEVER: "Your waste is never played from in this variant.",
        WastePlay.RESERVE_EMPTY: "Your waste may be played from only while your reserve is empty.",
        WastePlay.HAND_EMPTY: "Your waste may be played from only while your hand is empty.",
    }
    return when[state.rules.waste.play]


def _no_fit(state: Moment, action: Action, player: int) -> str:
    card, onto = _card_at(state, action, 0, player), _card_at(state, action, 1, player)
    assert card is not None
    if action.target == "F":
        return f"{card.face} does not go on a foundation now."
    if onto is None:
        return f"{_place(action.target).capitalize()} is empty and can't be loaded."
    return f"{card.face} does not go on {onto.face} in {_place(action.target)}."


def _face_down(state: Moment, action: Action, player: int) -> str:
    place = action.source if _card_at(state, action, 0, player) is None else action.target
    return f"The top card of {_place(place)} lies face down."


def _lone_card(_state: Moment, action: Action, _player: int) -> str:
    return f"All of house {action.source} would go to an empty house: that changes nothing."


def _turned_card_first(state: Moment, _action: Action, _player: int) -> str:
    assert state.turned is not None
    return f"First place the turned card, {state.turned.face}, or discard it."


def _already_turned(_state: Moment, action: Action, _player: int) -> str:
    if action is FLIP:
        return "The top card of your reserve lies face up already."
    return "A hand card is turned up already: place it or discard it."


def _no_offer(_state: Moment, action: Action, _player: int) -> str:
    if action is ACCEPT:
        return "No draw has been proposed to you."
    return "You have proposed a draw in this turn already."


def _always(text: str) -> Callable[[Moment, Action, int], str]:
    return lambda _state, _action, _player: text


_SENTENCES: dict[str, tuple[str, Callable[[Moment, Action, int], str]]] = {
    "deal-over": ("9", _always("The deal is over.")),
    "not-your-turn": ("4", _always("It is the other player's turn.")),
    "not-in-this-variant": ("4", _not_in_this_variant),
    "no-card": ("4", _no_card),
    "face-down": ("5", _face_down),
    "not-open": ("5", _not_open),
    "no-fit": ("5", _no_fit),
    "reserve-first": ("5", _always("While you have reserve cards, only they go to an empty house.")),
    "lone-card": ("5", _lone_card),
    "repeats-layout": ("5", _always("The houses have lain like that before in this turn.")),
    "turned-card-first": ("4", _turned_card_first),
    "nothing-turned": ("4", _always("No hand card is turned up: draw first.")),
    "already-turned": ("4", _already_turned),
    "can-still-draw": ("4", _always("You may pass only when your hand and your waste are empty: draw.")),
    "no-window": ("8", _always("There is nothing to call now.")),
    "no-offer": ("4", _no_offer),
}

_OF_SOURCES_AND_TARGETS = frozenset({"not-in-this-variant", "no-card", "nothing-turned", "turned-card-first"})
"""The codes that say of a play what section 5 rules, and of another action what section 4 does."""

REFUSAL_CODES: tuple[str, ...] = (*_SENTENCES, "duty")
"""Every code of a refusal."""
