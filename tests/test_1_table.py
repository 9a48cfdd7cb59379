"""Rules 1: the table."""

from __future__ import annotations

from itertools import islice

import pytest

from crapette import Card, Rules, State, apply, deal, position
from tests.playing import ALL_CARDS, random_walk
from tests.positions import (
    FACE_DOWN,
    LAY_ALL,
    SEQUENCE,
    at,
    cards,
    free,
    lone,
    moves,
    refusal,
    rules_with,
    state_of,
    why,
)


def test_1_each_player_has_a_pack_of_52() -> None:
    state = deal(Rules(), 1)
    for player in (0, 1):
        houses = state.houses[4 * player : 4 * player + 4]
        dealt = [*state.reserves[player], *state.hands[player], *state.wastes[player], *(house[0] for house in houses)]
        assert sorted(dealt) == [card for card in ALL_CARDS if card.pack == player]
        assert len(dealt) == 52


def test_1_cards_with_equal_faces_are_different_cards() -> None:
    one, other = cards("AS as")
    assert (one.rank, one.suit) == (other.rank, other.suit)
    assert one != other


def exchanged(state: State, faces: set[str]) -> str:
    """The position with the two cards of each of these faces exchanged."""

    def text(card: Card) -> str:
        return str(card).swapcase() if str(card).upper() in faces else str(card)

    def pile(cards: tuple[Card, ...]) -> str:
        return " ".join(map(text, cards)) or "-"

    sides = [
        f"({pile(reserve[:down])}) {pile(reserve[down:])} / {pile(hand)} / {pile(waste)}".replace("(-)", "")
        for reserve, down, hand, waste in zip(state.reserves, state.face_down, state.hands, state.wastes, strict=True)
    ]
    houses = ", ".join(map(pile, state.houses))
    foundations = " ".join("".join(f"{text(card)[1]}1" for card in pile) for pile in state.foundations) or "-"
    turned = text(state.turned) if state.turned else ""
    return " | ".join([*sides, houses, foundations if foundations.strip() else "-", f"{state.mover} {turned}"])


@pytest.mark.parametrize("seed", [3, 4])
def test_1_no_rule_looks_at_the_pack(seed: int) -> None:
    rules = rules_with(
        {**SEQUENCE, "waste.play": "always", "opponent_reserve": "aces", "load.match": "same-suit-or-equal"}
    )
    faces = {rank + suit for rank in "A3579JK" for suit in "SD"} | {rank + suit for rank in "24568TQ" for suit in "HC"}
    for state, *_ in islice(random_walk(rules, seed), 0, 200, 10):
        same = state_of(exchanged(state, set()), rules)
        other = state_of(exchanged(state, faces), rules)
        assert position.dumps(same) == position.dumps(state) != position.dumps(other)
        assert moves(same) == moves(other)


def test_1_lowest_cards_of_a_reserve_lie_face_down_the_rest_face_up() -> None:
    state = at("(2C 3C) 7H 4C / * / - | 9d / * / - | KS, KC | - | 0")
    assert state.face_down == (2, 0)
    assert state.reserves == (cards("2C 3C 7H 4C"), cards("9d"))


def test_1_top_of_a_pile_is_its_last_card() -> None:
    state = free("2C 7H / 2D * 3D / - | 9d / * / 5s 6s | KS QH, 7S | - | 0")
    assert moves(state) == "2-w draw"
    assert apply(state, "draw").turned == Card.parse("3D")


def test_1_only_the_top_of_a_house_is_in_play() -> None:
    state = free("7H / * / - | 9d / * / - | 8S, 9D 8C, KC, - | - | 0")
    assert [move for move in moves(state).split() if move[0] in "12"] == ["2-4"]
    assert moves(state).startswith("R-1 R-2 ")


def test_1_only_the_top_of_a_waste_is_in_play() -> None:
    open_waste = {"waste.play": "always"}
    assert why(free("2C / * / 7H QD | 9d / * / - | 8S, KC | - | 0", open_waste), "W-1") == "no-fit 5"
    assert why(free("2C / * / QD 7H | 9d / * / - | 8S, KC | - | 0", open_waste), "W-1") == "legal"


def test_1_at_most_one_hand_card_is_turned() -> None:
    state = free("2C / * 3D 4D / - | 9d / * / - | KS, KC | - | 0")
    assert state.turned is None
    turned = apply(state, "draw")
    assert (turned.turned, turned.hands[0][-1]) == cards("4D 3D")
    assert why(turned, "draw") == "already-turned 4"


def test_1_turned_card_is_the_movers() -> None:
    state = free("2C / * / - | 9d / * / - | KS, KC | - | 1 4d")
    assert (state.mover, state.turned) == (1, Card.parse("4d"))
    assert apply(state, "discard").wastes == ((), cards("4d"))


def test_1_houses_are_twice_those_of_a_player() -> None:
    for number in range(1, 7):
        assert len(deal(rules_with({"deal.houses": number}), 0).houses) == 2 * number


@pytest.mark.parametrize("action", ["R-3", "3-1", "3-F", "3-w", "3-W", "3-1*2", "1-3*2"])
def test_1_there_are_no_other_houses(action: str) -> None:
    state = free("7H / * / - | 9d / * / - | KS QH, KC | - | 0", {**SEQUENCE, **LAY_ALL})
    assert why(state, action) == f"not-in-this-variant {4 if action == '3-W' else 5}"
    assert "house 3" in refusal(state, action).text


def test_1_there_are_two_foundations_of_each_suit() -> None:
    state = free("7H / * / - | 9d / * / - | KS, KC | s1 C1 S1 D1 h1 H1 d1 c1 | 0")
    assert state.foundations == lone("as AS ah AH AD ad AC ac")


@pytest.mark.parametrize("mover", [0, 1])
def test_1_mover_is_the_player_whose_turn_it_is_and_places_are_named_from_his_side(mover: int) -> None:
    state = free(f"7H / * / 2D | 8h / * / 3d | KS, KC | - | {mover}")
    assert state.mover == mover
    loaded = apply(state, "R-r")
    assert loaded.reserves[1 - mover] == cards("8h 7H" if mover == 0 else "7H 8h")
    assert loaded.reserves[mover] == ()


def test_1_flip_and_loads_speak_of_the_movers_and_the_opponents_reserve() -> None:
    state = free("(7H) / * / - | (8h) / * / - | KS, KC | - | 1", FACE_DOWN)
    flipped = apply(state, "flip")
    assert flipped.face_down == (1, 0)
    assert why(flipped, "R-r") == "face-down 5"
