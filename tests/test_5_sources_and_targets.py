"""Rules 5: what may be taken, and where it may go."""

from __future__ import annotations

from random import Random

import pytest

from crapette import State, apply, legal_moves
from tests.playing import played
from tests.positions import (
    AGREEMENT,
    FACE_DOWN,
    LAY_ALL,
    SEQUENCE,
    Settings,
    cards,
    free,
    moves,
    refusal,
    why,
)

ACES: Settings = {"opponent_reserve": "aces"}
RESERVE_FIRST: Settings = {"houses.empty": "reserve-first"}
EVERY_SOURCE: Settings = {"waste.play": "always", "load.from": ["reserve", "hand", "houses", "waste"]}
SAME_SUIT: Settings = {"houses.build": "same-suit"}

# ------------------------------------------------------------------------------------------------- sources


def test_5_reserve_is_a_source_if_its_top_is_face_up() -> None:
    assert moves(free("(3D) 7H / * / - | 9d / * / - | 8S, KC | - | 0")) == "R-1 draw"
    hidden = free("(3D 7H) / * / - | 9d / * / - | 8S, KC | - | 0", FACE_DOWN)
    assert moves(hidden) == "flip draw"
    assert why(hidden, "R-1") == "face-down 5"
    assert "your reserve" in refusal(hidden, "R-1").text


def test_5_turned_card_is_a_source() -> None:
    assert moves(free("5C / * / - | 9d / * / - | 8S, KC | - | 0 7H")) == "H-1 discard"
    assert why(free("5C / * / - | 9d / * / - | 8S, KC | - | 0"), "H-1") == "nothing-turned 5"


@pytest.mark.parametrize("action", ["R-F", "R-1", "W-1", "2-1", "2-F", "2-w", "R-r"])
def test_5_empty_pile_is_no_source(action: str) -> None:
    state = free("- / * / - | 9d / * / 3d | 8S, -, KC, KD | - | 0", EVERY_SOURCE)
    assert why(state, action).startswith("no-card ")
    place = {"R": "your reserve", "W": "your waste", "2": "house 2"}[action[0]]
    assert place in refusal(state, action).text


WASTE_PLAYS = {
    "never": "",
    "reserve-empty": "no-reserve neither",
    "hand-empty": "no-hand last-turned neither",
    "always": "both no-reserve no-hand last-turned neither",
}


@pytest.mark.parametrize("play", WASTE_PLAYS)
@pytest.mark.parametrize(
    ("case", "text"),
    [
        ("both", "5C / * / 7H | 9d / * / - | 8S, KC | - | 0"),
        ("no-reserve", "- / * / 7H | 9d / * / - | 8S, KC | - | 0"),
        ("no-hand", "(*) 5C / - / 7H | 9d / * / - | 8S, KC | - | 0"),
        ("last-turned", "(*) 5C / - / 7H | 9d / * / - | 8S, KC | - | 0 3D"),
        ("neither", "- / - / * 7H | 9d / * / - | 8S, KC | - | 0"),
    ],
)
def test_5_when_the_own_waste_is_a_source(play: str, case: str, text: str) -> None:
    expected = "legal" if case in WASTE_PLAYS[play].split() else "not-open 5"
    assert why(free(text, {"waste.play": play}), "W-1") == expected


def test_5_drawing_the_last_hand_card_opens_the_waste() -> None:
    state = free("(*) 5C / 3D / 7H | 9d / * / - | 8S, KC | - | 0", {"waste.play": "hand-empty"})
    assert why(state, "W-1") == "not-open 5"
    assert why(apply(state, "draw"), "W-1") == "legal"


@pytest.mark.parametrize(
    ("reserve", "settings", "expected"),
    [
        ("(9d) ah", ACES, "legal"),
        ("(9d) ah", {}, "not-in-this-variant 5"),
        ("(ah) 9d", ACES, "not-open 5"),
        ("ah 9d", {**ACES, "deal.reserve_top": "all-face-up"}, "not-open 5"),
        ("(9d ah)", {**ACES, **FACE_DOWN}, "face-down 5"),
        ("-", ACES, "no-card 5"),
    ],
)
def test_5_opponents_reserve_is_a_source_if_its_top_is_an_open_ace(
    reserve: str, settings: Settings, expected: str
) -> None:
    state = free(f"5C / * / - | {reserve} / * / - | KS, KC | - | 0", settings)
    assert why(state, "r-F") == expected
    if expected == "not-open 5":
        assert "9♦" in refusal(state, "r-F").text


def test_5_ace_taken_from_the_opponent_opens_his_next_card() -> None:
    after = apply(free("5C / * / - | (ad 9d) ah / * / - | KS, KC | - | 0", ACES), "r-F")
    assert (after.reserves[1], after.face_down[1], after.foundations[2]) == (cards("ad 9d"), 1, cards("ah"))


def test_5_exclusive_turned_card_is_the_only_source() -> None:
    text = "7H / * / 7D | (9c) ah / * / - | 8S, 9D | - | 0 6S"
    settings = {**ACES, **EVERY_SOURCE}
    assert moves(free(text, settings)) == "r-F R-1 W-1 1-2 discard"
    bound = free(text, {**settings, "hand.exclusive": True})
    assert moves(bound) == "discard"
    for action in ("r-F", "R-1", "W-1", "1-2"):
        assert why(bound, action) == "turned-card-first 5"
        assert "6♠" in refusal(bound, action).text


def test_5_exclusive_turned_card_leaves_no_runs() -> None:
    text = "5C / * / - | 9d / * / - | JD TS 9H, JH | - | 0 2S"
    assert moves(free(text, SEQUENCE)) == "1-2*2 discard"
    bound = free(text, {**SEQUENCE, "hand.exclusive": True})
    assert moves(bound) == "discard"
    assert why(bound, "1-2*2") == "turned-card-first 5"


def test_5_exclusive_hand_binds_only_while_a_card_is_turned() -> None:
    settings = {**ACES, **EVERY_SOURCE, "hand.exclusive": True}
    state = free("7H / * / 7D | (9c) ah / * / - | 8S, 9D | - | 0", settings)
    assert moves(state) == "r-F R-1 W-1 1-2 draw"
    placed = played(free("7H / * / - | 9c / * / - | 8S, 9D, 7C, KC | - | 0 6D", settings), "H-3")
    assert moves(placed) == "R-1 1-2 draw"


@pytest.mark.parametrize("mover", [0, 1])
def test_5_closed_sources_are_closed_to_either_player(mover: int) -> None:
    """A red 7 goes on 8♠ from wherever it may be played; 2♣ goes nowhere."""
    text = f"7H / * / 7D | 7h / * / 7d | 8S, KC | - | {mover}"
    assert moves(free(text, {"waste.play": "never"})) == "R-1 draw"
    assert moves(free(f"{text} 2C", EVERY_SOURCE)) == "R-1 W-1 discard"
    assert moves(free(f"{text} 2C", {**EVERY_SOURCE, "hand.exclusive": True})) == "discard"


# -------------------------------------------------------------------------------------- targets: foundations


@pytest.mark.parametrize(
    ("card", "foundations", "fits"),
    [
        ("AS", "-", True),
        ("AS", "s1", True),
        ("AS", "s13", True),
        ("2S", "-", False),
        ("2S", "s1", True),
        ("3S", "s1", False),
        ("2H", "s1", False),
        ("2C", "s1", False),
        ("3S", "S2", True),
        ("2S", "s2 S1", True),
        ("2S", "s3", False),
        ("QS", "s11", True),
        ("KS", "s12", True),
        ("KS", "s11", False),
    ],
)
def test_5_foundation_is_ace_up_in_one_suit(card: str, foundations: str, fits: bool) -> None:
    state = free(f"{card} / * / - | 9d / * / - | KC, KD | {foundations} | 0")
    assert why(state, "R-F") == ("legal" if fits else "no-fit 5")


def test_5_king_is_last_on_a_foundation() -> None:
    state = free("AS / * / - | 9d / * / - | kc, kd | s13 H13 D13 C13 | 0")
    assert apply(state, "R-F").foundations[1] == cards("AS")
    assert why(apply(state, "R-F"), "1-F") == "no-fit 5"


def test_5_refusal_names_the_card_that_does_not_fit() -> None:
    state = free("TS / * / - | 9d / * / 3d | KC, JS | - | 0")
    assert "10♠" in refusal(state, "R-F").text
    assert {"10♠", "K♣"} <= set(refusal(state, "R-1").text.split())
    assert "house 1" in refusal(state, "R-1").text
    assert "house 2" in refusal(state, "R-2").text
    assert {"10♠", "3♦"} <= set(refusal(state, "R-w").text.split())


# ------------------------------------------------------------------------------------------- targets: houses


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("onto", ["8s", "8h", "8d", "8c"])
def test_5_house_is_built_in_alternating_colours(suit: str, onto: str) -> None:
    state = free(f"7{suit} / * / - | 9d / * / - | {onto}, kc | - | 0")
    black = "SC"
    fits = (suit in black) != (onto[1].upper() in black)
    assert why(state, "R-1") == ("legal" if fits else "no-fit 5")


@pytest.mark.parametrize("suit", "SHDC")
@pytest.mark.parametrize("onto", ["8s", "8h", "8d", "8c"])
def test_5_house_is_built_in_the_same_suit(suit: str, onto: str) -> None:
    state = free(f"7{suit} / * / - | 9d / * / - | {onto}, kc | - | 0", SAME_SUIT)
    assert why(state, "R-1") == ("legal" if suit == onto[1].upper() else "no-fit 5")


@pytest.mark.parametrize("card", "A23456789TJQK")
@pytest.mark.parametrize(("suit", "settings"), [("H", {}), ("S", SAME_SUIT)])
def test_5_card_in_a_house_is_one_rank_below_the_next(card: str, suit: str, settings: Settings) -> None:
    for onto, below in {"8": "7", "2": "A", "K": "Q", "A": "none"}.items():
        state = free(f"{card}{suit} / * / - | 9d / * / - | {onto.lower()}s, kc | - | 0", settings)
        assert why(state, "R-1") == ("legal" if card == below else "no-fit 5")


@pytest.mark.parametrize("action", ["R-3", "H-3", "W-3", "1-3"])
def test_5_empty_house_takes_any_card(action: str) -> None:
    text = "5C / * / 7H | 9d / * / - | 8S 7D, KC, -, KD | - | 0 QS"
    assert why(free(text, EVERY_SOURCE), action) == "legal"


@pytest.mark.parametrize(
    ("reserve", "legal"),
    [("5C", "R-3"), ("(5C)", ""), ("-", "H-3 W-3 1-3")],
)
def test_5_empty_house_may_be_for_the_reserve_first(reserve: str, legal: str) -> None:
    text = f"{reserve} / * / 7H | 9c / * / - | 8S 7D, KC, -, KD | - | 0 2S"
    state = free(text, {**EVERY_SOURCE, **RESERVE_FIRST, **FACE_DOWN})
    assert [move for move in moves(state).split() if move.endswith("-3")] == legal.split()
    assert [why(state, action) for action in legal.split()] == ["legal"] * len(legal.split())
    for action in {"H-3", "W-3", "1-3"} - set(legal.split()):
        assert why(state, action) == "reserve-first 5"


def test_5_reserve_first_is_about_empty_houses_only() -> None:
    state = free("5C / * / 7H | 4d / * / - | 8S, 8C, -, KD | - | 0 7D", {**EVERY_SOURCE, **RESERVE_FIRST})
    assert moves(state) == "R-3 H-1 H-2 W-1 W-2 discard"


def test_5_card_alone_in_a_house_does_not_go_to_an_empty_one() -> None:
    state = free("5C / * / - | 2d / * / - | 8S, -, 9C 8D, - | - | 0")
    assert [why(state, action) for action in ("1-2", "1-4")] == ["lone-card 5"] * 2
    assert "house 1" in refusal(state, "1-2").text
    assert why(state, "3-2") == "legal"
    assert moves(state) == "R-2 R-4 3-2 3-4 draw"


# -------------------------------------------------------------------------------------------- targets: loads

MATCHES = {
    "same-suit": "7H 5H",
    "alternating-colours": "7S 7C 5S 5C",
    "same-suit-or-equal": "7H 6H 5H",
}


@pytest.mark.parametrize("match", MATCHES)
@pytest.mark.parametrize(("onto", "reserve", "waste"), [("r", "6h", "2c"), ("w", "2c", "6h")])
@pytest.mark.parametrize("suit", "SHDC")
def test_5_what_may_be_loaded(match: str, onto: str, reserve: str, waste: str, suit: str) -> None:
    for rank in "45678AK":
        state = free(f"{rank}{suit} / * / - | {reserve} / * / {waste} | kc, kd | - | 0", {"load.match": match})
        fits = rank + suit in MATCHES[match].split()
        assert why(state, f"R-{onto}") == ("legal" if fits else "no-fit 5")


@pytest.mark.parametrize("wrap", [True, False])
@pytest.mark.parametrize(
    ("match", "card", "onto", "neighbours"),
    [
        ("same-suit", "AH", "kh", True),
        ("same-suit", "KH", "ah", True),
        ("same-suit", "AD", "kh", False),
        ("same-suit", "QH", "ah", False),
        ("same-suit", "2H", "kh", False),
        ("alternating-colours", "AS", "kh", True),
        ("alternating-colours", "KS", "ah", True),
        ("alternating-colours", "AH", "kh", False),
        ("same-suit-or-equal", "AH", "kh", True),
        ("same-suit-or-equal", "KD", "ah", False),
    ],
)
def test_5_ace_and_king_may_be_neighbours(wrap: bool, match: str, card: str, onto: str, neighbours: bool) -> None:
    settings = {"load.match": match, "load.wrap": wrap}
    for reserve, waste, place in ((onto, "-", "r"), ("9c", onto, "w")):
        state = free(f"{card} / * / - | {reserve} / * / {waste} | 3c, 3d | - | 0", settings)
        assert why(state, f"R-{place}") == ("legal" if neighbours and wrap else "no-fit 5")


def test_5_ace_and_king_are_never_neighbours_in_a_house() -> None:
    for build in ("alternating-colours", "same-suit"):
        state = free("KS / * / - | 9c / * / - | ah, as | - | 0", {"load.wrap": True, "houses.build": build})
        assert (why(state, "R-1"), why(state, "R-2")) == ("no-fit 5", "no-fit 5")


@pytest.mark.parametrize("onto", [[], ["reserve"], ["waste"], ["reserve", "waste"]])
def test_5_onto_what_one_may_load(onto: list[str]) -> None:
    state = free("7H / * / - | 6h / * / 8h | KC, KD | - | 0", {"load.onto": onto})
    assert why(state, "R-r") == ("legal" if "reserve" in onto else "not-in-this-variant 5")
    assert why(state, "R-w") == ("legal" if "waste" in onto else "not-in-this-variant 5")


@pytest.mark.parametrize("onto", ["r", "w"])
@pytest.mark.parametrize("source", ["reserve", "hand", "waste", "houses"])
def test_5_from_where_one_may_load(source: str, onto: str) -> None:
    reserve, waste = ("6h", "9c") if onto == "r" else ("9c", "6h")
    text = f"5H / * / 7h | {reserve} / * / {waste} | 5h, KC | - | 0 7H"
    load = {"reserve": "R", "hand": "H", "waste": "W", "houses": "1"}
    state = free(text, {**EVERY_SOURCE, "load.from": [source]})
    assert moves(state) == f"{load[source]}-{onto} discard"
    for other in set(load) - {source}:
        assert why(state, f"{load[other]}-{onto}") == "not-in-this-variant 5"


@pytest.mark.parametrize("house", range(1, 13))
@pytest.mark.parametrize("mover", [0, 1])
def test_5_every_house_is_loaded_from_or_none(mover: int, house: int) -> None:
    houses = ", ".join("5H" if number == house else "-" for number in range(1, 13))
    text = f"6H / * / - | 6h / * / - | {houses} | - | {mover}"
    assert why(free(text, {"load.from": ["houses"]}), f"{house}-r") == "legal"
    assert why(free(text, {"load.from": ["reserve", "hand"]}), f"{house}-r") == "not-in-this-variant 5"


def test_5_waste_is_loaded_from_only_while_it_is_open() -> None:
    state = free("5C / * / 7H | 6h / * / - | KC, KD | - | 0", {**EVERY_SOURCE, "waste.play": "reserve-empty"})
    assert why(state, "W-r") == "not-open 5"


def test_5_empty_pile_is_not_loaded() -> None:
    state = free("7H / * / - | - / * / - | KC, KD | - | 0")
    assert (why(state, "R-r"), why(state, "R-w")) == ("no-fit 5", "no-fit 5")
    assert "opponent's waste" in refusal(state, "R-w").text


def test_5_face_down_top_is_not_loaded() -> None:
    state = free("7H / * / - | (6h) / * / - | KC, KD | - | 0", FACE_DOWN)
    assert why(state, "R-r") == "face-down 5"
    assert "opponent's reserve" in refusal(state, "R-r").text


def test_5_loaded_card_lies_face_up_and_may_be_played_by_its_new_owner() -> None:
    state = free("7H / * / - | (3d) 6h / * / - | 8S, KC | - | 0", FACE_DOWN)
    loaded = apply(state, "R-r")
    assert (loaded.reserves[1], loaded.face_down[1]) == (cards("3d 6h 7H"), 1)
    assert why(played(loaded, "draw discard"), "R-1") == "legal"
    assert played(loaded, "draw discard R-1").face_down[1] == 1


def test_5_zig_zag_is_fine() -> None:
    state = free("2C / * / - | 6h / * / - | 7H, 6H, 7h, KC | - | 0")
    assert played(state, "1-r 2-r 3-r").reserves[1] == cards("6h 7H 6H 7h")


def test_5_card_alone_in_a_house_may_be_loaded() -> None:
    assert apply(free("2C / * / - | 6h / * / - | 7H, KC | - | 0"), "1-r").houses == ((), cards("KC"))


# ---------------------------------------------------------------------------------------------------- runs


def test_5_top_cards_of_a_house_move_together_or_singly() -> None:
    state = free("5C / * / - | 2d / * / - | TS 9H 8S 7D, TC, 8C, QD | - | 0", SEQUENCE)
    assert moves(state) == "1-2*3 1-3 draw"
    assert apply(state, "1-2*3").houses[:2] == (cards("TS"), cards("TC 9H 8S 7D"))
    assert apply(state, "1-3").houses[2] == cards("8C 7D")


def test_5_run_may_go_to_an_empty_house_but_not_a_whole_house() -> None:
    state = free("5C / * / - | 2d / * / - | TS 9H 8S, -, QD, KD | - | 0", SEQUENCE)
    assert moves(state) == "R-2 1-2 1-2*2 draw"
    assert why(state, "1-2*3") == "lone-card 5"
    assert why(state, "3-2") == "lone-card 5"
    assert apply(state, "1-2*2").houses[:2] == (cards("TS"), cards("9H 8S"))


def test_5_whole_house_may_go_to_a_house_that_accepts_its_bottom_card() -> None:
    state = free("5C / * / - | 2d / * / - | 9H 8S, TC | - | 0", SEQUENCE)
    assert apply(state, "1-2*2").houses == ((), cards("TC 9H 8S"))


def test_5_run_goes_where_its_bottom_card_is_accepted() -> None:
    state = free("5C / * / - | 2d / * / - | TS 9H 8S, 9D, TD, KC | - | 0", SEQUENCE)
    assert why(state, "1-2*2") == "no-fit 5"
    assert "9♥" in refusal(state, "1-2*2").text
    assert why(state, "1-2") == "legal"
    assert why(state, "1-3*2") == "no-fit 5"


def test_5_run_has_no_more_cards_than_the_house() -> None:
    state = free("5C / * / - | 2d / * / - | TS 9H 8S, -, KD, KC | - | 0", SEQUENCE)
    assert why(state, "1-2*4").startswith("no-card ")
    assert "House 1 has 3 cards, not 4" in refusal(state, "1-2*4").text


def test_5_run_follows_the_build_rule() -> None:
    state = free("5C / * / - | 2d / * / - | 9S 8S, ts | - | 0", {**SEQUENCE, **SAME_SUIT})
    assert moves(state) == "1-2*2 draw"


def test_5_run_goes_to_an_empty_house_only_where_other_cards_may() -> None:
    state = free("5C / * / - | 2d / * / - | TS 9H 8S, -, QD, KD | - | 0", {**SEQUENCE, **RESERVE_FIRST})
    assert why(state, "1-2*2") == "reserve-first 5"


def test_5_run_is_neither_loaded_nor_laid_away() -> None:
    state = free("5C / * / - | 9h / * / - | TS 9H 8S, KC | - | 0", {**SEQUENCE, **LAY_ALL})
    assert moves(state) == "R-W 1-W 2-W draw"


# ----------------------------------------------------------------------------------------------- loop guard

THREE = "2C / * / - | 2d / * / - | 8S, 8C, 7H, KC | - | 0"
"""The 7 may lie alone, on the one 8 or on the other."""


def test_5_guard_layout_with_which_the_turn_began_may_not_come_back() -> None:
    state = played(free(THREE), "3-1")
    assert moves(state) == "R-3 1-2 draw"
    assert why(state, "1-3") == "repeats-layout 5"


def test_5_guard_no_layout_of_the_turn_may_come_back() -> None:
    state = played(free(THREE), "3-1 1-2")
    assert why(state, "2-1") == "repeats-layout 5"
    assert why(state, "2-3") == "repeats-layout 5"
    assert moves(state) == "R-3 draw"


def test_5_guard_order_of_the_houses_does_not_matter() -> None:
    text = "2C / * / - | 2d / * / - | 8S 7H, 8C, -, KC | - | 0"
    state = played(free(text), "1-2")
    assert why(state, "2-1") == "repeats-layout 5"
    state = played(free("2C / * / - | 2d / * / - | 8S 7H, KD, -, - | - | 0"), "1-4")
    assert why(state, "4-1") == "repeats-layout 5"
    state = played(free("2C / * / - | 2d / * / - | 9S 8H, 9C, -, 9D | - | 0"), "1-3")
    assert why(state, "3-2") == "legal"
    assert why(played(state, "3-2"), "2-3") == "repeats-layout 5"
    assert why(played(state, "3-2"), "2-1") == "repeats-layout 5"


def test_5_guard_sees_only_faces() -> None:
    state = played(free("2C / * / - | 2d / * / - | 8S, 8s, 7H, KC | - | 0"), "3-1")
    assert why(state, "1-2") == "repeats-layout 5"
    state = played(free("2C / * / - | 2d / * / - | 8S 7H, 8C 7h, -, KC | - | 0"), "1-3")
    assert why(state, "2-1") == "legal"
    assert why(played(state, "2-1"), "3-2") == "repeats-layout 5"


def test_5_guard_compares_whole_houses() -> None:
    state = free("2C / * / - | 2d / * / - | 9D 8S, 8s 7H, -, KC | - | 0")
    assert why(state, "2-1") == "legal"
    assert why(played(state, "2-1"), "1-2") == "repeats-layout 5"
    assert why(played(state, "2-1"), "1-3") == "legal"


def test_5_guard_runs_are_house_to_house_too() -> None:
    state = played(free("2C / * / - | 2d / * / - | TS 9H 8S, TC, KD, KC | - | 0", SEQUENCE), "1-2*2")
    assert why(state, "2-1*2") == "repeats-layout 5"
    text = "2C / * / - | 2d / * / - | TS 9H 8S, -, -, KC | - | 0"
    state = played(free(text, SEQUENCE), "1-2*2")
    assert why(state, "2-1*2") == "repeats-layout 5"
    state = played(state, "2-3")
    assert why(state, "3-2") == "repeats-layout 5"
    assert why(state, "2-1") == "legal"
    assert why(played(state, "2-1"), "3-1") == "repeats-layout 5"


@pytest.mark.parametrize(
    ("text", "settings", "action"),
    [
        ("2C / * / - | 2d / * / - | 8S, 8C, 7H, KC | - | 0", {}, "draw"),
        ("2C / * / - | 2d / * / as | 8S, 8C, 7H, KC | - | 0 2S", {}, "H-w"),
        ("2C / * / - | 2d / * / - | 8S, 8C, 7H, KC | C1 | 0", {}, "R-F"),
        ("QD / * / - | 2d / * / - | 8S, 8C, 7H, KC | - | 0", {}, "R-4"),
        ("2C / * / - | 2d / * / - | 8S, 8C, 7H, KC | - | 0 QD", {}, "H-4"),
        ("2C / * / QD | 2d / * / - | 8S, 8C, 7H, KC | - | 0", EVERY_SOURCE, "W-4"),
        ("2C / * / - | qc / * / - | 8S, 8C, 7H, KC | - | 0", {}, "4-r"),
        ("2C / * / - | 2d / * / - | 8S, 8C, 7H, KC | c12 | 0", {}, "4-F"),
        ("2C / * / - | ad / * / - | 8S, 8C, 7H, KC | - | 0", ACES, "r-F"),
        ("(2C) / * / - | 2d / * / - | 8S, 8C, 7H, KC | - | 0", FACE_DOWN, "flip"),
    ],
)
def test_5_guard_forgets_after_an_action_that_is_not_house_to_house(text: str, settings: Settings, action: str) -> None:
    state = played(free(text, settings), f"3-1 {action}")
    assert why(state, "1-3") == "legal"
    back = played(state, "1-3")
    assert why(back, "3-1") == "repeats-layout 5"


def test_5_guard_does_not_forget_after_an_offer() -> None:
    state = played(free(THREE, AGREEMENT), "3-1 offer")
    assert why(state, "1-3") == "repeats-layout 5"
    assert why(played(state, "1-2"), "2-1") == "repeats-layout 5"


def test_5_guard_forgets_when_the_turn_ends() -> None:
    state = played(free(THREE), "3-1 draw discard")
    assert why(state, "1-3") == "legal"
    assert why(played(state, "1-3"), "3-1") == "repeats-layout 5"


def test_5_guard_is_about_moves_between_houses_only() -> None:
    """The queen would lie as it does in the reserve, on a lone king of spades."""
    state = free("KS QH / * / - | 9d / * / - | qh, kc, 4S, ks | - | 0", {"deal.reserve_top": "all-face-up"})
    assert why(state, "R-4") == "legal"
    assert why(played(state, "1-2"), "R-4") == "legal"  # also after the other queen of hearts has moved


@pytest.mark.parametrize(("repeats", "expected"), [(True, "legal"), (False, "repeats-layout 5")])
def test_5_guard_of_a_move_to_the_other_card_of_the_same_face(repeats: bool, expected: str) -> None:
    state = free("2C / * / - | 9d / * / - | KS QH, ks | - | 0", {"turn.repeat_layout": repeats})
    assert why(state, "1-2") == expected


def test_5_guard_is_a_setting() -> None:
    state = played(free(THREE, {"turn.repeat_layout": True}), "3-1 1-3 3-1 1-2 2-1")
    assert why(state, "1-3") == "legal"


def layout(state: State) -> list[str]:
    """The layout of the houses, by faces and whatever their order."""
    return sorted(" ".join(map(str, house)).upper() for house in state.houses)


@pytest.mark.parametrize("seed", range(12))
def test_5_guard_forbids_just_what_recreates_a_layout(seed: int) -> None:
    rng = Random(seed)
    text = "2C / * / - | 2d / * / - | TS 9H 8S 7D, ts 9h, TC 9D, 8s 7d, 8C, 7H, -, 7h | - | 0"
    settings = {**SEQUENCE, **AGREEMENT} if seed % 2 else AGREEMENT
    guarded, unguarded = free(text, settings), free(text, {**settings, "turn.repeat_layout": True})
    stood = [layout(guarded)]
    refused = 0
    for _ in range(40):
        within = [action for action in legal_moves(unguarded) if str(action)[0].isdigit() and action.target != "r"]
        repeating = {action for action in within if layout(apply(unguarded, action)) in stood}
        assert [a for a in legal_moves(unguarded) if a not in repeating] == list(legal_moves(guarded))
        assert {why(guarded, str(action)) for action in repeating} <= {"repeats-layout 5"}
        refused += len(repeating)
        allowed = [action for action in within if action not in repeating]
        if allowed and rng.random() < 0.95:
            action = rng.choice(allowed)
        else:
            others = [action for action in legal_moves(guarded) if action not in allowed]
            action = rng.choice([action for action in others if action.kind != "accept"])
        guarded, unguarded = apply(guarded, action), apply(unguarded, action)
        stood = stood if action in within or action.kind == "offer" else []
        stood.append(layout(guarded))
    assert refused > 40


def test_5_guard_sees_through_twins_that_have_changed_places_under_a_card() -> None:
    state = free("5C / * / - | 9d / * / - | 7D 6S 5H, 6s, KS, - | - | 0", SEQUENCE)
    state = played(state, "1-4*2 2-1")
    assert why(state, "4-1") == "repeats-layout 5"  # 7♦ 6♠ 5♥ beside a lone 6♠, as at first
    assert "4-1" not in moves(state).split()


def test_5_guard_sees_all_that_lies_on_twins_that_have_changed_places() -> None:
    state = free("5C / * / - | 9d / * / - | TS 9H 8S 7D, TC 9h 8s, -, KC | - | 0", SEQUENCE)
    state = played(state, "1-3*3 2-1*2")
    assert why(state, "3-2*3") == "legal"  # 7♦ goes from the run on 10♠ to that on 10♣
    assert why(played(state, "3-2*3"), "2-1") == "repeats-layout 5"  # and back again
