"""Every refusal in words, and what it speaks of (rules 4 to 9)."""

from __future__ import annotations

import pickle
import re

import pytest

from crapette import CrapetteError, IllegalAction, Refusal, State, apply
from crapette.engine.refusals import REFUSAL_CODES
from crapette.language import LANGUAGES
from tests.playing import played
from tests.positions import (
    AGREEMENT,
    ALL_DUTIES,
    FACE_DOWN,
    LAY_ALL,
    REFEREE,
    SEQUENCE,
    Settings,
    at,
    callable_at,
    free,
    refusal,
)

ACES: Settings = {"duties.foundation": "aces"}

PLAIN = "2C / * / - | 9d / * / - | KS, KC | - | 0"
TURNED = f"{PLAIN} 4D"
WASTE = "2C / * / 3D | 9d / * / - | KS, KC | - | 0"
RUN = "2C / * / - | 9d / * / - | KS QH, KC | - | 0"
LIES_FACE_DOWN = "(2C) / * / - | (9d) / * / - | KS, 8S | - | 0"
OVER = played(free(PLAIN, AGREEMENT), "offer accept")
EXCLUSIVE: Settings = {"hand.exclusive": True}

REFUSED: list[tuple[State, str, str, str]] = [
    (OVER, "draw", "deal-over 9", "The deal is over."),
    (free("2C / * / - | 9d / * / - | KS, KC | - | 1"), "draw", "not-your-turn 4", "It is the other player's turn."),
    (free("2C / * / - | 9d / * / - | KS, KC | - | 1"), "R-1", "not-your-turn 4", "It is the other player's turn."),
    # not in this variant
    (free(PLAIN), "R-3", "not-in-this-variant 5", "There is no house 3: this variant has 2 houses."),
    (free(PLAIN), "12-F", "not-in-this-variant 5", "There is no house 12: this variant has 2 houses."),
    (free(PLAIN), "3-W", "not-in-this-variant 4", "There is no house 3: this variant has 2 houses."),
    (free(RUN), "1-2*2", "not-in-this-variant 5", "In this variant cards move one at a time."),
    (free(PLAIN), "flip", "not-in-this-variant 4", "In this variant nobody turns up reserve cards by hand."),
    (
        free(PLAIN),
        "R-W",
        "not-in-this-variant 4",
        "In this variant no card from your reserve may be laid on the waste.",
    ),
    (free(PLAIN), "1-W", "not-in-this-variant 4", "In this variant no card from house 1 may be laid on the waste."),
    (free(PLAIN), "offer", "not-in-this-variant 4", "In this variant a draw can't be agreed on."),
    (free(PLAIN), "accept", "not-in-this-variant 4", "In this variant a draw can't be agreed on."),
    (
        callable_at(PLAIN, REFEREE),
        "stop",
        "not-in-this-variant 4",
        "In this variant the referee calls; nobody else does.",
    ),
    (free(PLAIN), "stop", "not-in-this-variant 4", "In this variant there is nothing to call."),
    (free(PLAIN), "r-F", "not-in-this-variant 5", "In this variant nothing may be taken from the opponent's reserve."),
    (
        free(PLAIN, {"load.onto": ["reserve"]}),
        "R-w",
        "not-in-this-variant 5",
        "In this variant no card from your reserve may be loaded onto your opponent's waste.",
    ),
    (
        free(TURNED, {"load.onto": ["waste"]}),
        "H-r",
        "not-in-this-variant 5",
        "In this variant no card from your hand may be loaded onto your opponent's reserve.",
    ),
    (
        free(PLAIN, {"load.from": ["reserve"]}),
        "2-r",
        "not-in-this-variant 5",
        "In this variant no card from house 2 may be loaded onto your opponent's reserve.",
    ),
    (
        free(WASTE, {"waste.play": "always"}),
        "W-r",
        "not-in-this-variant 5",
        "In this variant no card from your waste may be loaded onto your opponent's reserve.",
    ),
    # no card, or none that lies open
    (
        free("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0"),
        "draw",
        "no-card 4",
        "Your hand and your waste are both empty: pass.",
    ),
    (free("- / * / - | 9d / * / - | KS, KC | - | 0", FACE_DOWN), "flip", "no-card 4", "Your reserve is empty."),
    (free("2C / * / - | 9d / * / - | KS, - | - | 0", SEQUENCE), "2-1*2", "no-card 5", "House 2 has no cards, not 2."),
    (free(RUN, SEQUENCE), "2-1*2", "no-card 5", "House 2 has 1 card, not 2."),
    (free(RUN, SEQUENCE), "1-2*3", "no-card 5", "House 1 has 2 cards, not 3."),
    (free("- / * / - | 9d / * / - | KS, KC | - | 0"), "R-1", "no-card 5", "There is no card in your reserve."),
    (free("- / * / - | 9d / * / - | KS, KC | - | 0", LAY_ALL), "R-W", "no-card 4", "There is no card in your reserve."),
    (free("2C / * / - | 9d / * / - | KS, - | - | 0"), "2-F", "no-card 5", "There is no card in house 2."),
    (free(PLAIN, {"waste.play": "always"}), "W-1", "no-card 5", "There is no card in your waste."),
    (
        free("2C / * / - | - / * / - | KS, KC | - | 0", {"opponent_reserve": "aces"}),
        "r-F",
        "no-card 5",
        "There is no card in your opponent's reserve.",
    ),
    (free(LIES_FACE_DOWN, FACE_DOWN), "R-1", "face-down 5", "The top card of your reserve lies face down."),
    (
        free("2C / * / - | (9d) / * / - | KS, 8S | - | 0", FACE_DOWN),
        "R-r",
        "face-down 5",
        "The top card of your opponent's reserve lies face down.",
    ),
    (free(LIES_FACE_DOWN, FACE_DOWN), "2-r", "face-down 5", "The top card of your opponent's reserve lies face down."),
    (
        free(PLAIN, {"opponent_reserve": "aces"}),
        "r-F",
        "not-open 5",
        "Only an ace may be taken from your opponent's reserve, not 9♦.",
    ),
    (free(WASTE, {"waste.play": "never"}), "W-1", "not-open 5", "Your waste is never played from in this variant."),
    (
        free(WASTE, {"waste.play": "reserve-empty"}),
        "W-1",
        "not-open 5",
        "Your waste may be played from only while your reserve is empty.",
    ),
    (
        free(WASTE, {"waste.play": "hand-empty"}),
        "W-1",
        "not-open 5",
        "Your waste may be played from only while your hand is empty.",
    ),
    # no fit
    (free(PLAIN), "R-F", "no-fit 5", "2♣ does not go on a foundation now."),
    (free(PLAIN), "R-2", "no-fit 5", "2♣ does not go on K♣ in house 2."),
    (free(PLAIN), "1-r", "no-fit 5", "K♠ does not go on 9♦ in your opponent's reserve."),
    (
        free("2C / * / - | 9d / * / 3d | KS, KC | - | 0"),
        "1-w",
        "no-fit 5",
        "K♠ does not go on 3♦ in your opponent's waste.",
    ),
    (free(RUN, SEQUENCE), "1-2*2", "no-fit 5", "K♠ does not go on K♣ in house 2."),
    (free(PLAIN), "R-w", "no-fit 5", "Your opponent's waste is empty and can't be loaded."),
    (
        free("2C / * / - | - / * / - | KS, KC | - | 0"),
        "R-r",
        "no-fit 5",
        "Your opponent's reserve is empty and can't be loaded.",
    ),
    # houses
    (
        free("2C / * / - | 9d / * / - | KS QH, - | - | 0", {"houses.empty": "reserve-first"}),
        "1-2",
        "reserve-first 5",
        "While you have reserve cards, only they go to an empty house.",
    ),
    (
        free("2C / * / - | 9d / * / - | KS, - | - | 0"),
        "1-2",
        "lone-card 5",
        "All of house 1 would go to an empty house: that changes nothing.",
    ),
    (
        played(free("2C / * / - | 9d / * / - | KS QH, KC | - | 0"), "1-2"),
        "2-1",
        "repeats-layout 5",
        "The houses have lain like that before in this turn.",
    ),
    # the hand
    (free(TURNED, EXCLUSIVE), "R-1", "turned-card-first 5", "First place the turned card, 4♦, or discard it."),
    (free(TURNED, LAY_ALL), "R-W", "turned-card-first 4", "First place the turned card, 4♦, or discard it."),
    (
        free("(*) 2C / - / - | 9d / * / - | KS, KC | - | 0 3D"),
        "pass",
        "turned-card-first 4",
        "First place the turned card, 3♦, or discard it.",
    ),
    (free(PLAIN), "discard", "nothing-turned 4", "No hand card is turned up: draw first."),
    (free(PLAIN), "H-1", "nothing-turned 5", "No hand card is turned up: draw first."),
    (free(PLAIN, FACE_DOWN), "flip", "already-turned 4", "The top card of your reserve lies face up already."),
    (free(TURNED), "draw", "already-turned 4", "A hand card is turned up already: place it or discard it."),
    (free(PLAIN), "pass", "can-still-draw 4", "You may pass only when your hand and your waste are empty: draw."),
    # what is said
    (callable_at(PLAIN), "stop", "no-window 8", "There is nothing to call now."),
    (free(PLAIN, AGREEMENT), "accept", "no-offer 4", "No draw has been proposed to you."),
    (played(free(PLAIN, AGREEMENT), "offer"), "offer", "no-offer 4", "You have proposed a draw in this turn already."),
    # duties
    (
        at("2S / * / - | 9d / * / - | KS, AD | S1 | 0", ALL_DUTIES),
        "draw",
        "duty 6.1",
        "The reserve card fits a foundation and must go there before anything else: play R-F first.",
    ),
    (
        at("AS / * / - | 9d / * / - | KS, AD | - | 0", {**ALL_DUTIES, **ACES}),
        "draw",
        "duty 6.1",
        "The reserve card is an ace and must go to a foundation before anything else: play R-F first.",
    ),
    (
        at("2C / * / - | 9d / * / - | AS, AD | - | 0", ALL_DUTIES),
        "draw",
        "duty 6.2",
        "A card that fits a foundation must go there before anything else: play one of 1-F, 2-F first.",
    ),
    (
        at("2C / * / - | 9d / * / - | 2S, AD | S1 | 0", {**ALL_DUTIES, **ACES}),
        "draw",
        "duty 6.2",
        "An ace must go to a foundation before anything else: play 2-F first.",
    ),
    (
        at("2C / * / - | 9d / * / - | KS, - | - | 0", {**ALL_DUTIES, **ACES}),
        "draw",
        "duty 6.3",
        "An empty house must be filled from the reserve: play R-2 first.",
    ),
    (
        at("2C / * / - | 9d / * / - | KS, - | - | 0", ALL_DUTIES),
        "draw",
        "duty 6.3",
        "An empty house must be filled from the reserve: play R-2 first.",
    ),
    (
        at("QH / * / - | 9d / * / - | KS, KC | - | 0", ALL_DUTIES),
        "draw",
        "duty 6.4",
        (
            "The top of the reserve must be turned up, or placed where it fits, "
            "before you draw, pass or lay a card away: play one of R-1, R-2 first."
        ),
    ),
    (
        at("2C / * / - | 9d / * / - | KS, 5H | - | 0 QD", ALL_DUTIES),
        "discard",
        "duty 6.5",
        "The turned card can be placed and may not be discarded: play H-1 first.",
    ),
]


@pytest.mark.parametrize(
    ("state", "action", "why", "sentence"), REFUSED, ids=[f"{action}: {why}" for _, action, why, _ in REFUSED]
)
def test_every_refusal_in_words(state: State, action: str, why: str, sentence: str) -> None:
    refused = refusal(state, action, 0)
    assert f"{refused.code} {refused.rule}" == why
    assert refused.text == sentence
    assert bool(refused.plays) is (refused.code == "duty")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_told_in_every_language(language: str) -> None:
    for state, action, _, english in REFUSED:
        refused = refusal(state, action, 0)
        text = pickle.loads(pickle.dumps(refused)).text_in(language)  # noqa: S301 -- our own
        assert (text == english) is (language == "en")
        assert "{" not in text
        assert CARDS_AND_ACTIONS.findall(text) == CARDS_AND_ACTIONS.findall(english)


CARDS_AND_ACTIONS = re.compile(r"\d*[AJQK\d][♠♥♦♣]|\b[RHW\d]+-[F\d]\b")


def test_a_refusal_in_words_of_ones_own_is_told_in_these_alone() -> None:
    assert Refusal("club-closed", "0", "The club is closed.").text_in("pl") == "The club is closed."


def test_a_refusal_in_an_unknown_language_is_refused() -> None:
    with pytest.raises(CrapetteError, match="no language 'de'"):
        refusal(free(PLAIN), "discard").text_in("de")


def test_there_is_a_sentence_for_each_code() -> None:
    assert {why.split()[0] for _, _, why, _ in REFUSED} == set(REFUSAL_CODES)


@pytest.mark.parametrize(
    ("state", "player", "action", "data"),
    [
        (free(PLAIN), 0, "R-2", {"action": "R-2", "player": 0, "source": "R", "target": "2", "card": "2C"}),
        (free(f"{PLAIN[:-1]}1"), 1, "R-2", {"action": "R-2", "player": 1, "source": "R", "target": "2", "card": "9d"}),
        (free(LIES_FACE_DOWN, FACE_DOWN), 0, "R-1", {"action": "R-1", "player": 0, "source": "R", "target": "1"}),
        (free(PLAIN), 0, "r-F", {"action": "r-F", "player": 0, "source": "r", "target": "F", "card": "9d"}),
        (free(PLAIN), 1, "draw", {"action": "draw", "player": 1}),
        (free(PLAIN), 0, "discard", {"action": "discard", "player": 0}),
        (callable_at(PLAIN), 1, "stop", {"action": "stop", "player": 1}),
        (
            at("2C / * / - | 9d / * / - | AS, KC | - | 1", ALL_DUTIES),
            1,
            "draw",
            {"action": "draw", "player": 1, "duty": "foundation"},
        ),
    ],
)
def test_data_of_a_refusal_name_what_it_is_about(
    state: State, player: int, action: str, data: dict[str, str | int]
) -> None:
    assert refusal(state, action, player).data == tuple(data.items())


def test_error_of_a_refusal_can_be_pickled() -> None:
    with pytest.raises(IllegalAction) as caught:
        apply(free(PLAIN), "R-1")
    assert caught.value.args == (caught.value.refusal, caught.value.state)
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 -- our own
    assert (copy.refusal, copy.state) == (caught.value.refusal, free(PLAIN))


def test_5_the_refusal_of_a_run_speaks_of_its_bottom_card() -> None:
    two, three = (refusal(free(RUN, SEQUENCE), action) for action in ("1-2*2", "1-2*3"))
    assert dict(two.data)["card"] == "KS"
    assert "card" not in dict(three.data)
