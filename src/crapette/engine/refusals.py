"""Refusals: why an action is not legal, in words that a player understands."""

from __future__ import annotations

from collections.abc import Callable

from attrs import field, frozen

from crapette.actions import ACCEPT, DRAW, FLIP, HOUSE_NAMES, TAKE_ACE, Action, Kind
from crapette.cards import Card
from crapette.errors import CrapetteError
from crapette.language import Phrase, counted, in_english, phrase, speaker
from crapette.rules import Duty, FoundationDuty, Rules, StopBy, WastePlay
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
        sentence: The sentence for other languages; the text alone is compared.
    """

    code: str
    rule: str
    text: str
    plays: tuple[Action, ...] = ()
    data: tuple[tuple[str, str | int], ...] = ()
    sentence: Phrase | None = field(default=None, eq=False, repr=False)

    def text_in(self, language: str) -> str:
        """The sentence in one of `crapette.language.LANGUAGES`.

        Raises:
            CrapetteError: There is no such language.
        """
        say = speaker(language)
        return say(self.sentence) if self.sentence else self.text

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
    rule, sentence_of = _SENTENCES[code]
    if code in _OF_SOURCES_AND_TARGETS and action.kind in (Kind.PLAY, Kind.RUN):
        rule = "5"
    data: list[tuple[str, str | int]] = [("action", str(action)), ("player", player)]
    data += [(name, place) for name, place in (("source", action.source), ("target", action.target)) if place]
    card = _card_at(state, action, 0, player)
    if card is not None:
        data.append(("card", str(card)))
    sentence = sentence_of(state, action, player)
    return Refusal(code, rule, in_english(sentence), data=tuple(data), sentence=sentence)


def refuse_for_duty(duty: Duty, state: Moment, action: Action, plays: tuple[Action, ...]) -> Refusal:
    """The refusal of an action that breaks a duty which may not be broken."""
    rank = list(Duty).index(duty) + 1
    sentence = duty_sentence(duty, state.rules, plays)
    data = (("action", str(action)), ("player", state.mover), ("duty", str(duty)))
    return Refusal("duty", f"6.{rank}", in_english(sentence), plays, data, sentence)


def duty_sentence(duty: Duty, rules: Rules, plays: tuple[Action, ...]) -> Phrase:
    """What a duty demands, and the plays that fulfil it."""
    only_aces = rules.duties.foundation is FoundationDuty.ACES
    demand = _OF_ACES.get(duty, _DUTIES[duty]) if only_aces else _DUTIES[duty]
    texts = ", ".join(map(str, plays))
    if len(plays) == 1:
        return phrase("{duty}: play {play} first.", duty=demand, play=texts)
    return phrase("{duty}: play one of {plays} first.", duty=demand, plays=texts)


_DUTIES: dict[Duty, Phrase] = {
    Duty.RESERVE_TO_FOUNDATION: phrase("The reserve card fits a foundation and must go there before anything else"),
    Duty.FOUNDATION: phrase("A card that fits a foundation must go there before anything else"),
    Duty.FILL: phrase("An empty house must be filled from the reserve"),
    Duty.RESERVE: phrase(
        "The top of the reserve must be turned up, or placed where it fits, before you draw, pass or lay a card away"
    ),
    Duty.HAND: phrase("The turned card can be placed and may not be discarded"),
}

_OF_ACES: dict[Duty, Phrase] = {
    Duty.RESERVE_TO_FOUNDATION: phrase("The reserve card is an ace and must go to a foundation before anything else"),
    Duty.FOUNDATION: phrase("An ace must go to a foundation before anything else"),
}
"""The duties that demand something else where only aces must go to a foundation."""


def _card_at(state: Moment, action: Action, end: int, player: int) -> Card | None:
    """The open card that the action would move (0), of a run the bottom one, or put it on (1); if there is one."""
    pile, place = action.piles[player][end], action.count if end == 0 else 1
    if action.source is None or pile < 0 or size(state.table, pile) < place:
        return None
    return Card.of_code(nth_card(state.table, pile, place))


_IN: dict[str | None, Phrase] = {
    "R": phrase("in your reserve"),
    "W": phrase("in your waste"),
    "r": phrase("in your opponent's reserve"),
    "w": phrase("in your opponent's waste"),
    **{house: phrase("in house {house}", house=house) for house in HOUSE_NAMES},
}
"""In a place, from the side of the player who is spoken to."""

_FROM: dict[str | None, Phrase] = {
    "R": phrase("from your reserve"),
    "H": phrase("from your hand"),
    "W": phrase("from your waste"),
    **{house: phrase("from house {house}", house=house) for house in HOUSE_NAMES},
}
"""From a place of the player who is spoken to."""

_ONTO: dict[str | None, Phrase] = {
    "r": phrase("onto your opponent's reserve"),
    "w": phrase("onto your opponent's waste"),
}


def _not_in_this_variant(state: Moment, action: Action, _player: int) -> Phrase:
    houses = len(state.houses)
    for place in (action.source, action.target):
        if place in HOUSE_NAMES[houses:]:
            return counted(
                "There is no house {house}: this variant has {number} house.",
                "There is no house {house}: this variant has {number} houses.",
                houses,
                house=place,
            )
    match action.kind:
        case Kind.RUN:
            return phrase("In this variant cards move one at a time.")
        case Kind.FLIP:
            return phrase("In this variant nobody turns up reserve cards by hand.")
        case Kind.LAY:
            return phrase("In this variant no card {source} may be laid on the waste.", source=_FROM[action.source])
        case Kind.OFFER | Kind.ACCEPT:
            return phrase("In this variant a draw can't be agreed on.")
        case Kind.STOP if state.rules.stop.by is StopBy.REFEREE:
            return phrase("In this variant the referee calls; nobody else does.")
        case Kind.STOP:
            return phrase("In this variant there is nothing to call.")
        case _ if action is TAKE_ACE:
            return phrase("In this variant nothing may be taken from the opponent's reserve.")
        case _:
            return phrase(
                "In this variant no card {source} may be loaded {target}.",
                source=_FROM[action.source],
                target=_ONTO[action.target],
            )


def _no_card(state: Moment, action: Action, _player: int) -> Phrase:
    if action is DRAW:
        return phrase("Your hand and your waste are both empty: pass.")
    if action is FLIP:
        return phrase("Your reserve is empty.")
    assert action.source is not None
    if action.kind is Kind.RUN:
        return _too_few(action.source, len(state.houses[int(action.source) - 1]), action.count)
    return phrase("There is no card {in_place}.", in_place=_IN[action.source])


def _too_few(house: str, cards: int, count: int) -> Phrase:
    if not cards:
        return phrase("House {house} has no cards, not {count}.", house=house, count=count)
    return counted(
        "House {house} has {number} card, not {count}.",
        "House {house} has {number} cards, not {count}.",
        cards,
        house=house,
        count=count,
    )


def _not_open(state: Moment, action: Action, player: int) -> Phrase:
    if action is TAKE_ACE:
        card = _card_at(state, action, 0, player)
        assert card is not None
        return phrase("Only an ace may be taken from your opponent's reserve, not {card}.", card=card.face)
    when = {
        WastePlay.NEVER: phrase("Your waste is never played from in this variant."),
        WastePlay.RESERVE_EMPTY: phrase("Your waste may be played from only while your reserve is empty."),
        WastePlay.HAND_EMPTY: phrase("Your waste may be played from only while your hand is empty."),
    }
    return when[state.rules.waste.play]


def _no_fit(state: Moment, action: Action, player: int) -> Phrase:
    card, onto = _card_at(state, action, 0, player), _card_at(state, action, 1, player)
    assert card is not None
    if action.target == "F":
        return phrase("{card} does not go on a foundation now.", card=card.face)
    if onto is not None:
        return phrase(
            "{card} does not go on {other} {in_place}.", card=card.face, other=onto.face, in_place=_IN[action.target]
        )
    if action.target == "r":
        return phrase("Your opponent's reserve is empty and can't be loaded.")
    return phrase("Your opponent's waste is empty and can't be loaded.")


def _face_down(state: Moment, action: Action, player: int) -> Phrase:
    place = action.source if _card_at(state, action, 0, player) is None else action.target
    if place == "R":
        return phrase("The top card of your reserve lies face down.")
    return phrase("The top card of your opponent's reserve lies face down.")


def _lone_card(_state: Moment, action: Action, _player: int) -> Phrase:
    assert action.source is not None
    return phrase("All of house {house} would go to an empty house: that changes nothing.", house=action.source)


def _turned_card_first(state: Moment, _action: Action, _player: int) -> Phrase:
    assert state.turned is not None
    return phrase("First place the turned card, {card}, or discard it.", card=state.turned.face)


def _already_turned(_state: Moment, action: Action, _player: int) -> Phrase:
    if action is FLIP:
        return phrase("The top card of your reserve lies face up already.")
    return phrase("A hand card is turned up already: place it or discard it.")


def _no_offer(_state: Moment, action: Action, _player: int) -> Phrase:
    if action is ACCEPT:
        return phrase("No draw has been proposed to you.")
    return phrase("You have proposed a draw in this turn already.")


def _always(sentence: Phrase) -> Callable[[Moment, Action, int], Phrase]:
    return lambda _state, _action, _player: sentence


_SENTENCES: dict[str, tuple[str, Callable[[Moment, Action, int], Phrase]]] = {
    "deal-over": ("9", _always(phrase("The deal is over."))),
    "not-your-turn": ("4", _always(phrase("It is the other player's turn."))),
    "not-in-this-variant": ("4", _not_in_this_variant),
    "no-card": ("4", _no_card),
    "face-down": ("5", _face_down),
    "not-open": ("5", _not_open),
    "no-fit": ("5", _no_fit),
    "reserve-first": ("5", _always(phrase("While you have reserve cards, only they go to an empty house."))),
    "lone-card": ("5", _lone_card),
    "repeats-layout": ("5", _always(phrase("The houses have lain like that before in this turn."))),
    "turned-card-first": ("4", _turned_card_first),
    "nothing-turned": ("4", _always(phrase("No hand card is turned up: draw first."))),
    "already-turned": ("4", _already_turned),
    "can-still-draw": (
        "4",
        _always(phrase("You may pass only when your hand and your waste are empty: draw.")),
    ),
    "no-window": ("8", _always(phrase("There is nothing to call now."))),
    "no-offer": ("4", _no_offer),
}

_OF_SOURCES_AND_TARGETS = frozenset({"not-in-this-variant", "no-card", "nothing-turned", "turned-card-first"})
"""The codes that say of a play what section 5 rules, and of another action what section 4 does."""

REFUSAL_CODES: tuple[str, ...] = (*_SENTENCES, "duty")
"""Every code of a refusal."""
