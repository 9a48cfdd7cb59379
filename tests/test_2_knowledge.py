"""Rules 2: what has been seen, and what a state's text shows."""

from __future__ import annotations

from itertools import islice

import pytest

from crapette import Card, State, apply, deal, load_rules, why_not
from crapette.actions import ACTIONS
from tests.playing import ALL_CARDS, played, random_walk
from tests.positions import FACE_DOWN, NO_DUTIES, Settings, at, cards, free, moves, rules_with

FLIP_OR_RESERVE = "(3D 2D) 7H / * / - | 9d / * / - | 8S, KC | - | 0"


def newly_seen(before: State, *actions: str) -> set[str]:
    """The cards that these actions let both players see."""
    after = played(before, " ".join(actions))
    assert before.seen <= after.seen
    return set(map(str, after.seen - before.seen))


@pytest.mark.parametrize(
    ("settings", "reserve_cards"), [({}, 1), (FACE_DOWN, 0), ({"deal.reserve_top": "all-face-up"}, 13)]
)
def test_2_at_the_deal_the_houses_and_what_is_open_of_the_reserves_has_been_seen(
    settings: Settings, reserve_cards: int
) -> None:
    state = deal(rules_with(settings), 1)
    open_cards = [card for reserve in state.reserves for card in reserve[13 - reserve_cards :]]
    assert state.seen == frozenset([*(house[0] for house in state.houses), *open_cards])


def test_2_at_the_deal_a_waste_card_has_been_seen() -> None:
    state = deal(rules_with({"deal.waste": 1}), 1)
    assert len(state.seen) == 8 + 2 + 2
    assert {waste[0] for waste in state.wastes} <= state.seen


def test_2_turned_hand_card_has_been_seen() -> None:
    assert newly_seen(free("2C / * 4D / - | 9d / * / - | KS, KC | - | 0"), "draw") == {"4D"}


def test_2_reserve_card_turned_up_at_once_has_been_seen() -> None:
    assert newly_seen(free(FLIP_OR_RESERVE), "R-1") == {"2D"}


def test_2_flipped_reserve_card_has_been_seen() -> None:
    state = free(FLIP_OR_RESERVE, FACE_DOWN)
    assert newly_seen(state, "R-1") == set()
    assert newly_seen(state, "R-1", "flip") == {"2D"}


def test_2_opponents_card_turned_up_at_once_has_been_seen() -> None:
    state = free("2C / * / - | (3d) ah / * / - | KS, KC | - | 0", {"opponent_reserve": "aces"})
    assert newly_seen(state, "r-F") == {"3d"}


def test_2_what_was_seen_stays_seen_when_the_waste_becomes_the_hand() -> None:
    state = free("(*) 2C / - / 4D 5D 6D | 9d / * / - | KS, KC | - | 0")
    assert newly_seen(state, "draw") == set()
    turned_over = apply(state, "draw")
    assert turned_over.hands[0] == cards("6D 5D")
    assert set(cards("4D 5D 6D")) <= turned_over.seen


def test_2_moving_seen_cards_shows_nothing() -> None:
    assert newly_seen(free("2C / * / - | 9d / * / - | KS QH, KC, JS, 8S | - | 0 7D"), "3-1", "H-4") == set()


def test_2_text_of_a_state_shows_hidden_cards_as_blanks() -> None:
    state = at("(3D 2d) 7H / 4C 5c / * | (jd) 9d / 6d / * | KS QH, KC | S1 | 0 8H")
    hidden = cards("3D 2d 4C 5c jd 6d")
    for text in (repr(state), str(state)):
        assert "XX xx 7H" in text
        assert (text.count("XX"), text.count("xx")) == (2, 4)
        assert {card for card in ALL_CARDS if str(card) not in text} == set(hidden)
    assert state.hands == (cards("4C 5c"), cards("6d"))


def test_2_text_of_a_state_shows_a_seen_card_that_lies_face_down_as_a_blank() -> None:
    state = apply(free("(*) 2C / - / 4D 5D | 9d / * / - | KS, KC | - | 0"), "draw")
    assert Card.parse("5D") in state.seen
    assert "5D" not in repr(state)


@pytest.mark.parametrize("settings", [{}, FACE_DOWN, NO_DUTIES])
def test_2_states_that_differ_only_in_unseen_cards_look_alike(settings: Settings) -> None:
    state = at("(3D 4D) 7H / 2C * 5C / - | (3d) 9d / * / - | KS QH, KC | S1 | 0", settings)
    other = at("(2C 5C) 7H / 4D * 3D / - | (5d) 9d / * / - | KS QH, KC | S1 | 0", settings)
    assert state != other
    assert repr(state) == repr(other)
    assert state.seen == other.seen
    assert moves(state) == moves(other)
    assert [why_not(state, action) for action in ACTIONS] == [why_not(other, action) for action in ACTIONS]


def test_2_unseen_cards_lie_in_the_reserve_and_hand_of_the_player_who_dealt_them() -> None:
    for state, *_ in islice(random_walk(load_rules("russian-bank"), 11), 200):
        for player in (0, 1):
            unseen = {card for card in set(ALL_CARDS) - state.seen if card.pack == player}
            assert unseen <= {*state.reserves[player][: state.face_down[player]], *state.hands[player]}
