"""The rules in words: every setting is heard, in every language, and nothing that does not hold."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from crapette import CrapetteError, Rules, VariantError, load_rules, rules_text, variant_names
from crapette.facts import can_load, loading_sources
from crapette.language import LANGUAGES
from crapette.notes import notes_on
from crapette.rules import SETTINGS, rules_from_settings, value_at
from crapette.settings import Flag, Integer, OneWord, Setting, Words
from crapette.testing import rules
from crapette.testing.strategies import setting_values

EVERYTHING = {
    "load.from": ["reserve", "hand", "houses", "waste"],
    "waste.play": "always",
    "opponent_reserve": "aces",
    "duties.fill": "at-once",
    "duties.reserve": "any",
    "duties.hand": "any",
    "stop.calls": ["reserve-to-foundation", "foundation", "fill", "reserve", "hand"],
    "end.agreement": True,
}
"""Settings under which most others make a difference."""
CUT = {"start.by": "cut"}
CONTEXTS: list[dict[str, Any]] = [{}, EVERYTHING, EVERYTHING | CUT, CUT | {"match.target": 0}]

SENTENCES: dict[str, dict[Any, str]] = {
    "deal.reserve": {
        1: "1. 1 card, face up, as the reserve.",
        2: "1. 2 cards in a pile as the reserve: the last of them face up, all others face down.",
    },
    "deal.reserve_top": {
        "face-up": "Whenever the top card of a reserve lies face down, it is turned up at once.",
        "all-face-up": "Both players may see all cards of both reserves.",
    },
    "deal.houses": {
        1: "2. 1 card, face up, as a house.",
        4: "2. 4 cards, face up, each of them as a house, beginning next to the reserve.",
    },
    "deal.waste": {0: "3. The other 35 cards", 1: "3. 1 card, face up, as the first card of the waste."},
    "start.by": {
        "lowest-reserve": "The player with the lower card on top of the reserve starts",
        "highest-reserve": "The player with the higher card on top of the reserve starts",
        "cut": "Cut the cards to decide who starts.",
    },
    "start.ace": {"low": "here an ace is the lowest card", "high": "here an ace is the highest card"},
    "start.ties": {
        (): "If the two are of equal rank, cut the cards.",
        ("houses",): "1. Compare the houses in pairs",
        ("best-house",): "1. Compare each player's lowest house card",
        ("suit", "houses"): "1. Compare the suits of the two reserve cards",
    },
    "houses.build": {
        "alternating-colours": "of the other colour: on 9♥, for example, 8♠ or 8♣.",
        "same-suit": "of the same suit: on 9♥, for example, 8♥.",
    },
    "houses.groups": {
        "single": "Cards move from house to house one at a time.",
        "sequence": "Several cards from the top of a house may also move",
    },
    "houses.empty": {
        "any": "Any card may go to an empty house.",
        "reserve-first": "As long as you have reserve cards, only the top card of your reserve may go to an empty",
    },
    "load.onto": {
        (): "A card may go to a foundation or to a house; more on that below.",
        ("reserve",): "To load is to play a card onto the top of your opponent's reserve.",
        ("waste",): "To load is to play a card onto the top of your opponent's waste.",
        ("reserve", "waste"): "To load is to play a card onto the top of your opponent's reserve or waste.",
    },
    "load.from": {
        ("reserve",): "You may load:\n\n- the top card of your reserve\n\n",
        ("hand", "houses"): "You may load:\n\n- the turned card\n- the top card of any house\n\n",
        ("waste",): "You may load:\n\n- the top card of your waste, whenever you may play it\n\n",
    },
    "load.match": {
        "same-suit": "on 6♥, for example, 5♥ or 7♥.",
        "alternating-colours": "on 6♥, for example, 5♠, 5♣, 7♠ or 7♣.",
        "same-suit-or-equal": "on 6♥, for example, 5♥, 7♥ or the other 6♥.",
    },
    "load.wrap": {
        False: "Ace and king do not count as neighbours.",
        True: "Ace and king count as neighbours here, too.",
    },
    "waste.play": {
        "never": "Cards from your waste are never played.",
        "reserve-empty": "- the top card of your waste, while your reserve is empty\n",
        "hand-empty": "- the top card of your waste, while your hand is empty (a turned card aside)\n",
        "always": "- the top card of your waste\n",
    },
    "waste.accepts": {
        ("hand", "reserve"): "You lay the top card of your reserve on your waste",
        ("hand", "houses"): "You lay the top card of a house on your waste",
    },
    "hand.exclusive": {
        False: "You need not place it at once: you may play other cards first.",
        True: "As long as there is a turned card, you may play no other card.",
    },
    "duties.foundation": {
        "all": "If any card that you may play fits a foundation",
        "aces": "If any card that you may play is an ace",
    },
    "duties.fill": {
        "before-draw": "play the top card of your reserve there before you turn up a hand card or pass.",
        "at-once": "If a house is empty, play the top card of your reserve there before you do anything else.",
    },
    "duties.reserve": {
        "houses": "If the top card of your reserve fits a house, even an empty one, play it there",
        "any": "If the top card of your reserve fits a house, even an empty one, or can be loaded, play it",
    },
    "duties.hand": {
        "houses": "If the turned card fits a house, even an empty one, do not lay it on your waste: play it.",
        "any": "If the turned card fits a house, even an empty one, or can be loaded, do not lay it on your waste",
    },
    "stop.by": {
        "opponent": "If a player breaks such a duty, the other may call “Stop!”.",
        "referee": "A referee sees at once when a player breaks such a duty",
    },
    "stop.window": {
        "next-action": "The call must come before the next action",
        "turn": "Everything that was done in a turn may be called",
    },
    "stop.rewind": {
        True: "1. The action that broke the duty is taken back",
        False: "1. All cards stay where they have",
    },
    "stop.turned_card": {
        "waste": "is laid on its owner's waste.",
        "hand": "goes back, face down, on top of its owner's hand.",
    },
    "stop.false_call": {
        "lose-turn": "Whoever calls when no duty was broken misses the next turn.",
        "none": "A call when no duty was broken costs nothing.",
        "forbidden": "A call when no duty was broken is not allowed.",
    },
    "turn.repeat_layout": {
        False: "you may not bring the houses back to a layout",
        True: "You may move cards to and fro between houses as often as you like.",
    },
    "end.win": {
        "all": "no cards left in your reserve, in your hand and on your waste, and no turned card.\n",
        "reserve": "You win as soon as your reserve is empty.",
    },
    "end.idle_cycles": {1: "reaches 2 times the number", 3: "reaches 6 times the number"},
    "end.barren_turns": {1: "when 1 turn has passed", 7: "when 7 turns in a row have passed"},
    "end.max_turns": {1: "- after 1 turn\n", 500: "- after 500 turns\n"},
    "scoring.win": {1: "- 1 point for winning\n", 2: "- 2 points for winning\n"},
    "scoring.stalemate": {
        "difference": "the player with fewer gets the difference.",
        "none": "A stalemate brings no points.",
    },
    "match.target": {0: "One deal is the whole match", 1: "who has 1 point or more", 50: "who has 50 points or more"},
    "match.next_start": {
        "compare": "Who starts is decided anew for each deal",
        "alternate": "The player who did not start the last deal starts the next one.",
        "loser": "The loser of a deal starts the next one",
        "winner": "The winner of a deal starts the next one",
    },
}


ONLY_WITH: list[tuple[str, Any, Any, str]] = [
    (
        "waste.recycle",
        "turn-start",
        "on-draw",
        "If your hand is empty when your turn begins, turn your whole waste over",
    ),
    ("opponent_reserve", "aces", "none", "- an ace that lies face up on top of your opponent's reserve, but only to"),
    ("duties.reserve_first", True, False, "1. If the top card of your reserve fits a foundation, play it there"),
    ("duties.foundation", "all", "none", "If any card that you may play fits a foundation"),
    ("duties.fill", "before-draw", "never", "If a house is empty"),
    ("duties.reserve", "houses", "none", "If the top card of your reserve fits a house"),
    ("duties.hand", "houses", "none", "If the turned card fits a house"),
    ("stop.calls", (), ("foundation",), "It is not allowed to break a duty."),
    ("stop.calls", ("fill",), ("reserve-to-foundation",), "- to fill an empty house from the reserve\n\n"),
    ("stop.calls", ("foundation",), ("fill",), "- to play a card to a foundation\n\n"),
    (
        "duties.foundation",
        "aces",
        "all",
        "1. If the top card of your reserve is an ace, play it to a foundation before",
    ),
    (
        "stop.calls",
        ("reserve-to-foundation", "foundation", "fill"),
        ("fill",),
        "A duty can be broken, but your opponent",
    ),
    (
        "stop.by",
        "opponent",
        "referee",
        "Once the deal is over, nothing can be called any more, not even the action that ended it.",
    ),
    (
        "stop.false_call",
        "lose-turn",
        "none",
        "A player who misses a turn can no longer call what was done before it.",
    ),
    (
        "stop.false_call",
        "lose-turn",
        "none",
        (
            "A turn that has begun goes on; further such calls before the missed turn cost nothing more."
            " If a call was right, the caller need not miss a turn any more.\n"
        ),
    ),
    ("stop.false_call", "lose-turn", "none", "A turn that a player misses is not counted."),
    (
        "stop.calls",
        ("foundation", "fill"),
        ("fill",),
        "If one action broke several duties, the one that is named first",
    ),
    ("stop.missed_play", "offender", "none", "If one action broke several duties, the one that is named first counts."),
    ("stop.missed_play", "offender", "none", "2. The play that was missed is made for the player who missed it"),
    ("waste.accepts", ("hand", "reserve"), ("hand",), "- a card from a reserve is played or laid on the waste\n"),
    (
        "waste.accepts",
        ("hand", "houses"),
        ("hand",),
        "pass, or lay another card on your waste.",
    ),
    ("waste.play", "always", "never", "- a card from a waste is played\n"),
    ("load.onto", ("waste",), (), "- a card is loaded\n"),
    ("end.repetitions", 4, 3, "have begun 4 times with the same table"),
    ("end.repetitions", 2, 0, "with the same table"),
    ("end.repetitions", 2, 0, "Except for repeated tables, the turns of both players are counted together."),
    ("end.repetitions", 0, 2, "\nThe turns of both players are counted together."),
    ("end.barren_turns", 9, 0, "- when 9 turns in a row have passed without a card going to a foundation\n"),
    ("end.max_turns", 8, 0, "- after 8 turns\n"),
    ("end.idle_cycles", 1, 0, "A turn is idle if none of this happens in it:"),
    ("end.agreement", True, False, "- when the player whose turn it is offers a draw"),
    ("scoring.win", 5, 0, "- 5 points for winning\n"),
    ("scoring.hand", 1, 0, "- 1 point for each card in the loser's hand\n"),
    ("scoring.hand", 2, 0, "A turned card counts as a card in the hand."),
    ("scoring.waste", 3, 0, "- 3 points for each card on the loser's waste\n"),
    ("scoring.reserve", 2, 0, "- 2 points for each card in the loser's reserve\n"),
]
"""A setting, one of its values, another, and what is told with the first and not with the second."""


def rules_of(*contexts: dict[str, Any]) -> Rules:
    """The rules of `crapette` with these settings, by path."""
    return rules_from_settings({path: value for context in contexts for path, value in context.items()})


@pytest.mark.parametrize(
    ("path", "value"), [(path, value) for path, sentences in SENTENCES.items() for value in sentences]
)
def test_what_a_setting_says_is_told_and_nothing_else(path: str, value: Any) -> None:
    base: dict[str, Any] = {"duties.reserve": "any", "duties.hand": "any", "load.from": ["reserve", "hand", "waste"]}
    if path == "load.from":
        base |= {"waste.play": "always"}
    text = rules_text(rules_of(base, {path: value}))
    assert {key for key, sentence in SENTENCES[path].items() if sentence in text} == {value}


@pytest.mark.parametrize(("path", "value", "other", "sentence"), ONLY_WITH)
def test_what_a_setting_turns_on_is_told_only_when_it_is_on(path: str, value: Any, other: Any, sentence: str) -> None:
    assert sentence in rules_text(rules_of({path: value}))
    assert sentence not in rules_text(rules_of({path: other}))


FACE_DOWN = {"start.by": "cut", "deal.reserve_top": "face-down"}
RESERVE_FIRST = {"houses.empty": "reserve-first"}


@pytest.mark.parametrize(
    ("settings_", "sentence"),
    [
        (FACE_DOWN, "1. 13 cards in a pile as the reserve, all of them face down.\n"),
        (FACE_DOWN, "The top card of a reserve stays face down until its owner turns it up in a turn."),
        (FACE_DOWN, "- the top card of your reserve, if it lies face up\n"),
        (FACE_DOWN, "If the top card of your reserve lies face down, you may turn it up at any time in your turn."),
        (FACE_DOWN | {"hand.exclusive": True}, "lies face down, you may turn it up, while there is no turned card."),
        (FACE_DOWN, "turn up a hand card or pass. If the top card of your reserve lies face down, turn it up first.\n"),
        (FACE_DOWN, "The pile must not be empty, and its top card must lie face up."),
        (
            FACE_DOWN | {"waste.accepts": ("hand", "reserve")},
            "- You lay the top card of your reserve, if it lies face up, on your waste, while there is no turned card.",
        ),
        (FACE_DOWN | {"load.onto": ("waste",)}, "top of your opponent's waste. The pile must not be empty.\n"),
        ({"deal.reserve_top": "all-face-up"}, "1. 13 cards in a pile as the reserve, all of them face up.\n"),
        (CUT | {"deal.reserve": 0}, "1. 4 cards, face up in a column, each of them as a house.\n"),
        (CUT | {"deal.reserve": 0}, "Waste: your pile beside the hand, face up"),
        (
            CUT | {"deal.reserve": 0},
            "You win as soon as you have no cards left in your hand and on your waste, and no turned card.\n",
        ),
        (CUT | {"deal.reserve": 0, "waste.play": "reserve-empty"}, "- the top card of your waste\n"),
        (
            {"start.by": "highest-reserve"},
            "in the first pair of different rank, the player with the higher card starts.",
        ),
        ({"start.by": "highest-reserve", "start.ties": ("best-house",)}, "1. Compare each player's highest house card"),
        ({"houses.groups": "sequence"}, "But all the cards of a house together, even if it is only one, may not"),
        ({"houses.groups": "sequence"}, "Of each pile, the houses aside, only the top card is in play."),
        (
            {"duties.foundation": "aces", "stop.calls": ("reserve-to-foundation", "foundation")},
            "- to play an ace on top of the reserve to a foundation\n- to play an ace to a foundation\n\n",
        ),
        ({"duties.foundation": "aces", "stop.calls": ("fill",)}, "- to fill an empty house from the reserve\n\n"),
        ({"opponent_reserve": "aces"}, "To take an ace from your opponent's reserve is never a duty"),
        ({"stop.by": "referee"}, "A duty can be broken, but the referee then stops you"),
        (
            {"stop.by": "referee", "stop.calls": ("fill",)},
            "Only these duties can be broken, and the referee then stops",
        ),
        (
            {"stop.rewind": False},
            (
                "If the turn of the player who broke the duty was over already, the missed play is made and"
                " nothing else changes on the table."
            ),
        ),
        ({"stop.rewind": False}, "- a play that was missed in it is made after its end\n"),
        (
            {"stop.rewind": False, "stop.missed_play": "none"},
            "If the turn of the player who broke the duty was over already, the call changes nothing on the table.",
        ),
        ({"end.agreement": True}, "An offer of a draw cannot be called, nor does it end the time for a call."),
        (
            RESERVE_FIRST | {"duties.hand": "houses"},
            "If the turned card fits a house (while you have no reserve cards, even an empty one), do not lay it",
        ),
        (
            RESERVE_FIRST | {"duties.hand": "any"},
            "fits a house (while you have no reserve cards, even an empty one) or can be loaded, do not lay it",
        ),
        (
            RESERVE_FIRST | {"duties.reserve": "houses"},
            "If the top card of your reserve fits a house, even an empty one, play it there",
        ),
        (
            RESERVE_FIRST | CUT | {"deal.reserve": 0, "duties.hand": "houses"},
            "If the turned card fits a house, even an empty one, do not lay it",
        ),
        ({"stop.calls": ()}, "times with the same table (the order of the houses aside)\n"),
        ({"scoring.hand": 0, "scoring.waste": 0, "scoring.reserve": 0}, "A stalemate brings no points."),
        (
            {"end.idle_cycles": 0, "end.repetitions": 0, "end.barren_turns": 0},
            "The deal is over as soon as a player has won.\n\nIt goes on until that happens.\n",
        ),
        (
            {"match.target": 0, "scoring.win": 0, "scoring.hand": 0, "scoring.waste": 0, "scoring.reserve": 0},
            "A deal brings no points; it is enough to win it.\n",
        ),
    ],
)
def test_what_settings_say_together(settings_: dict[str, Any], sentence: str) -> None:
    assert sentence in rules_text(rules_of(settings_))
    assert sentence not in rules_text(Rules())


@pytest.mark.parametrize(
    ("settings_", "unsaid"),
    [
        (EVERYTHING | CUT | {"deal.reserve": 0, "deal.reserve_top": "face-down"}, "reserve"),
        (EVERYTHING | CUT | {"deal.reserve": 0, "houses.empty": "reserve-first"}, "reserve"),
        (EVERYTHING | CUT | {"deal.reserve": 0, "waste.accepts": ("hand", "reserve")}, "reserve"),
        (EVERYTHING | CUT | {"deal.reserve": 0, "waste.accepts": ("hand", "reserve")}, "turn up a hand card, pass"),
        (EVERYTHING | CUT | {"deal.reserve": 0, "waste.play": "reserve-empty"}, "reserve"),
        (EVERYTHING | {"load.onto": ()}, "load"),
        (EVERYTHING | {"load.onto": ()}, "a card onto"),
        ({"end.agreement": True, "stop.calls": ()}, "cannot be called"),
        ({"end.agreement": True, "stop.by": "referee"}, "cannot be called"),
        ({"stop.by": "referee"}, "misses"),
        ({"stop.by": "referee", "stop.rewind": False}, "after its end"),
        ({"stop.rewind": False, "stop.missed_play": "none"}, "after its end"),
        ({"end.idle_cycles": 0, "end.barren_turns": 0}, "counted together"),
        ({"duties.foundation": "none", "duties.fill": "never", "end.agreement": True}, "no duty"),
        ({"turn.repeat_layout": True, "end.agreement": True}, "of another kind"),
        (EVERYTHING | {"load.from": ("houses",)}, "or can be loaded"),
        ({"duties.reserve_first": False, "duties.fill": "never"}, "if several duties hold"),
        ({"end.barren_turns": 100, "end.max_turns": 99}, "100 turns"),
    ],
)
def test_what_does_not_hold_is_not_told(settings_: dict[str, Any], unsaid: str) -> None:
    assert unsaid not in rules_text(rules_of(settings_)).lower()


BREAKS_NONE = {
    "To call “Stop!”, or to offer or accept a draw, breaks no duty.": "both",
    "To call “Stop!” breaks no duty.": "call",
    "To offer or accept a draw breaks no duty.": "offer",
}
OF_NO_OTHER_KIND = {
    "Calling “Stop!” or offering a draw does not count as something of another kind.": "both",
    "Calling “Stop!” does not count as something of another kind.": "call",
    "Offering a draw does not count as something of another kind.": "offer",
}


@pytest.mark.parametrize("sentences", [BREAKS_NONE, OF_NO_OTHER_KIND])
@pytest.mark.parametrize(
    ("settings_", "said"),
    [
        ({"end.agreement": True}, ["both"]),
        ({}, ["call"]),
        ({"end.agreement": True, "stop.by": "referee"}, ["offer"]),
        ({"end.agreement": True, "stop.calls": ()}, ["offer"]),
        ({"stop.calls": ()}, []),
    ],
)
def test_calls_and_offers_stand_beside_the_duties_and_the_layouts(
    sentences: dict[str, str], settings_: dict[str, Any], said: list[str]
) -> None:
    text = rules_text(rules_of(settings_))
    assert [what for sentence, what in sentences.items() if sentence in text] == said


MISSED = "is the first in this order that is still possible with the same card:\n\n"
TURNED_CARD = "the turned card to a foundation"
WASTE_CARD = "the top card of the waste to a foundation"
HOUSE_CARD = "the top card of a house to a foundation, from the house with the lowest number to the highest"
TO_A_HOUSE = "a card to a house, from the house with the lowest number to the highest"


@pytest.mark.parametrize(
    ("settings_", "order"),
    [
        (
            EVERYTHING,
            [
                TURNED_CARD,
                WASTE_CARD,
                HOUSE_CARD,
                TO_A_HOUSE,
                "a card onto the opponent's reserve",
                "a card onto the opponent's waste",
            ],
        ),
        (
            {"duties.reserve_first": False, "stop.calls": ("foundation",)},
            ["the top card of the reserve to a foundation", TURNED_CARD, HOUSE_CARD],
        ),
        (EVERYTHING | CUT | {"deal.reserve": 0, "stop.calls": ("foundation",)}, [TURNED_CARD, WASTE_CARD, HOUSE_CARD]),
        ({"stop.calls": ("fill",)}, [TO_A_HOUSE]),
        ({"duties.hand": "houses", "stop.calls": ("hand",)}, [TO_A_HOUSE]),
        (
            {"duties.hand": "any", "stop.calls": ("hand",), "load.onto": ("waste",)},
            [TO_A_HOUSE, "a card onto the opponent's waste"],
        ),
        (
            {"duties.reserve": "any", "stop.calls": ("reserve",), "load.onto": ("reserve",)},
            [TO_A_HOUSE, "a card onto the opponent's reserve"],
        ),
        ({"duties.reserve": "any", "stop.calls": ("reserve",), "load.from": ("hand",)}, [TO_A_HOUSE]),
    ],
)
def test_8_of_several_missed_plays_the_first_in_the_canonical_order_is_made(
    settings_: dict[str, Any], order: list[str]
) -> None:
    told = rules_text(rules_of(settings_)).split(MISSED)[1].split("\n\n")
    assert told[0].splitlines() == [f"{number}. {item}" for number, item in enumerate(order, start=1)]
    assert told[1] == (
        "The houses are numbered in the order in which they were dealt, first those of one player, then those of the"
        " other."
    )


@pytest.mark.parametrize("settings_", [{"stop.calls": ("reserve-to-foundation",)}, {"stop.missed_play": "none"}])
def test_8_where_only_one_play_can_be_missed_there_is_no_order(settings_: dict[str, Any]) -> None:
    assert MISSED not in rules_text(rules_of(settings_))


def test_6_a_reserve_card_that_lies_face_down_is_turned_up_for_the_duties_that_ask_for_it() -> None:
    text = rules_text(rules_of(FACE_DOWN, {"duties.reserve": "houses"}))
    assert [line[:2] for line in text.splitlines() if line.endswith("turn it up first.")] == ["3.", "4."]


def some_values(setting: Setting) -> list[Any]:
    """All values of a setting; of many numbers only some."""
    match setting:
        case Integer(low, high, excluded):
            return [
                number for number in sorted({*range(low, low + 7), high}) if number <= high and number not in excluded
            ]
        case Flag():
            return [False, True]
        case OneWord(words):
            return list(words)
        case Words(words, required):
            chosen = product(*[[True] if word in required else [False, True] for word in words])
            return [tuple([word for word, takes in zip(words, take, strict=True) if takes]) for take in chosen]
        case _:
            raise NotImplementedError(setting)


@pytest.mark.parametrize("path", SETTINGS)
def test_every_value_of_a_setting_is_heard(path: str) -> None:
    values = some_values(SETTINGS[path])
    most = 0
    for context in CONTEXTS:
        texts: set[str] = set()
        for value in values:
            try:
                texts.add(rules_text(rules_of(context, {path: value})))
            except VariantError:
                break
        most = max(most, len(texts))
    assert most == len(values)


def idle_in(some_rules: Rules, path: str, *, wholly: bool = False) -> bool:
    """Whether the setting, or with `wholly` not just a word in it, changes nothing."""
    return any(
        note.path == path and note.code == "idle-setting" and (not wholly or note.text.startswith("this "))
        for note in notes_on(some_rules)
    )


def means_the_same(path: str, before: Rules, after: Rules) -> bool:
    """Whether two words of a setting come to the same under these rules, without either being idle."""
    words = {str(value_at(before, path)), str(value_at(after, path))}
    match path:
        case "waste.play":
            return words == {"always", "reserve-empty"} and before.deal.reserve == 0
        case "duties.reserve" | "duties.hand":
            return words == {"houses", "any"} and path.removeprefix("duties.") not in loading_sources(before)
        case _:
            return False


@settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.filter_too_much],
)
@given(rules(), st.sampled_from(list(SETTINGS)), st.data())
def test_a_change_is_heard_if_and_only_if_it_changes_something(before: Rules, path: str, data: st.DataObject) -> None:
    values = {name: value_at(before, name) for name in SETTINGS}
    try:
        after = rules_from_settings(values | {path: data.draw(setting_values(SETTINGS[path]))})
    except VariantError:
        assume(False)
        raise
    assume(after != before)
    is_heard = rules_text(before) != rules_text(after)
    if not is_heard:
        assert idle_in(before, path) or idle_in(after, path) or means_the_same(path, before, after)
    if idle_in(before, path, wholly=True) and idle_in(after, path, wholly=True):
        assert not is_heard


@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(rules())
def test_the_text_is_made_in_every_language(some_rules: Rules) -> None:
    english = rules_text(some_rules)
    for language in LANGUAGES:
        text = rules_text(some_rules, language)
        assert not re.search(r"[{}*#`]|  ", text)
        assert len(text.splitlines()) == len(english.splitlines())
        if language != "en":
            untranslated = set(text.splitlines()) & set(english.splitlines())
            assert all(re.fullmatch(r"(\d+\. (Points|Stop!))?", line) for line in untranslated)


@pytest.mark.parametrize("name", variant_names())
def test_a_shipped_variant_is_told_without_what_it_has_not(name: str) -> None:
    some_rules = load_rules(name)
    text = rules_text(some_rules)
    assert ("load" in text) is can_load(some_rules)
    assert ("reserve" in text.lower()) is (some_rules.deal.reserve > 0)
    assert ("Stop!" in text) is bool(some_rules.stop.calls)
    assert ("referee" in text) is False


def test_an_unknown_language_is_refused_with_those_there_are() -> None:
    with pytest.raises(
        CrapetteError, match=r"no language 'plk' \(did you mean pl\?\); expected en, eo, es, fr, it or pl"
    ):
        rules_text(Rules(), "plk")
