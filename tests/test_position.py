"""Positions as text: reading, writing, and every error with its place."""

from __future__ import annotations

import tracemalloc
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crapette import (
    CrapetteError,
    DealError,
    NotationError,
    Rules,
    State,
    View,
    apply,
    deal,
    legal_moves,
    load_rules,
    observe,
    position,
    sample,
    variant_names,
)
from crapette.cards import codes, text_of_cards
from crapette.engine.setup import problems_of_piles, problems_of_some_piles, set_up
from crapette.faults import MAX_FAULTS
from crapette.rulebook import compile_rules
from crapette.table import FACE_DOWN as FACE_DOWN_PART
from crapette.table import FIRST_HOUSE, FOUNDATIONS, HAND, PILES, RESERVE, TURNED, WASTE, pile
from crapette.testing import rules
from tests.playing import random_walk
from tests.positions import AGREEMENT, FACE_DOWN, Settings, at, cards, rules_with, view_at
from tests.strategies import rules_with_calls

PLAIN = "7H / * / - | 9d / * / - | KS, KC | - | 0"
BLANK = "(XX*2) 7H / XX*46 AS / - | 9d / xx*51 / - | KS, KC | - | 0"
"""Of pack 0 four cards are named, of pack 1 one."""


def error(text: str, settings: Settings | None = None) -> NotationError:
    """The error of a text that is no position."""
    with pytest.raises(NotationError) as caught:
        at(text, settings)
    assert caught.value.text == text
    return caught.value


def problems(text: str, settings: Settings | None = None) -> list[tuple[str, str]]:
    """Code and path of each problem of a position that is written well, but that the rules don't allow."""
    told = error(text, settings)
    assert str(told) == "\n".join(map(str, told.problems))
    return [(problem.code, problem.path) for problem in told.problems]


def test_every_part_of_a_position_is_read() -> None:
    state = at("(TS JS) 3S / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, - | S2 d2 c1C1 | 1 7d")
    assert state.reserves == (cards("TS JS 3S"), cards("9h"))
    assert state.face_down == (2, 0)
    assert state.wastes == (cards("4S 9d"), ())
    assert state.houses == (cards("KS QH"), (), cards("5c"), ())
    assert state.foundations == (cards("AS 2S"), (), (), (), cards("ad 2d"), (), cards("ac 2C"), ())
    assert (state.mover, state.turned) == (1, *cards("7d"))


def test_star_is_the_rest_of_the_pack_in_the_order_of_a_new_pack() -> None:
    state = at("(AC) KC / 2C * 3C / 4C 5C 6C 7C 8C 9C | kc / - / * | TC, QD JC | S13 H13 D11 | 0 KD")
    assert state.hands[0] == cards("2C QC 3C")
    assert state.wastes[1][:3] == cards("as 2s 3s")
    assert len(state.wastes[1]) == 51


def test_star_may_lie_among_the_face_down_cards_of_the_reserve() -> None:
    state = at("(2D * 3D) 7H / - / - | 9d / * / - | KS, KC | - | 0")
    assert state.face_down == (49, 0)
    assert state.reserves[0][:2] == cards("2D AS")
    assert state.reserves[0][-2:] == cards("3D 7H")


def test_star_may_lie_among_the_face_up_cards_of_the_reserve() -> None:
    state = at("2D * 7H / - / - | 9d / * / - | KS, KC | - | 0")
    assert state.face_down == (0, 0)
    assert state.reserves[0][:2] == cards("2D AS")
    assert state.reserves[0][-1:] == cards("7H")


def test_star_may_stand_for_no_card_at_all() -> None:
    state = at("KD / * / - | 9d / * / - | KS QD, KC | S12 H13 D11 C12 | 0")
    assert state.hands[0] == ()


def test_foundations_may_be_named_in_any_order_and_in_any_stretches() -> None:
    state = at("7H / * / - | 9d / * / - | KS, KC | d1 S1S1s1 H3 s2 | 0")
    assert state.foundations == (cards("AS 2S 3s"), cards("as 2s"), cards("AH 2H 3H"), (), cards("ad"), (), (), ())


def test_white_space_does_not_matter() -> None:
    assert at("\t(*)7H/-/-|  9d / *\n/ -|KS,KC   |-|0") == at("(*) 7H / - / - | 9d / * / - | KS, KC | - | 0")


@pytest.mark.parametrize(
    "text",
    [
        "(TS JS) 3S / * / 4S 9d | 9h / * / - | KS QH, -, 5c, - | S2 d2 | 0 7D",
        "(7H) / * / - | (*) / - / - | KS, KC | S12 | 1",
        "- / - / * | (9d) / * / - | KS, KC | - | 1 QH",
    ],
)
def test_written_and_read_again_it_is_the_same_state(text: str) -> None:
    state = at(text, FACE_DOWN)
    written = position.dumps(state)
    assert "\n" not in written
    assert position.loads(written, state.rules) == state


@pytest.mark.parametrize("mover", ["0", "1 jc"])
def test_writing_is_exact(mover: str) -> None:
    hand = "-" if "jc" in mover else "jc"
    text = f"(QC) KC / JC qc / - | - / {hand} / kd | kc qd, -, jd, - | S2s11 s2S11 H13 h13 D13 d10 C10 c10 | {mover}"
    assert position.dumps(at(text)) == text


def test_deal_is_written_and_read_again() -> None:
    state = deal(Rules(), 5, starter=1)
    written = position.dumps(state)
    assert written.count(",") == 7
    assert written.endswith(" | - | 1")
    assert position.loads(written) == state


def test_rules_are_those_of_crapette_unless_they_are_given() -> None:
    text = position.dumps(deal(Rules(), 0))
    assert position.loads(text).rules == Rules()
    assert position.loads(text, rules_with(AGREEMENT)).rules == rules_with(AGREEMENT)


def test_loaded_position_remembers_nothing() -> None:
    start = at("7H / * / - | 9d / * / - | 8S, 8C, 2H, - | - | 0", AGREEMENT)
    played = start
    for action in ("offer", "R-1", "1-2", "draw", "discard"):
        played = apply(played, action)
    assert (played.turn_number, played.starter, played.offer) == (2, 0, 0)
    loaded = position.loads(position.dumps(played), played.rules)
    assert (loaded.turn_number, loaded.mover, loaded.starter, loaded.offer) == (1, 1, 1, None)
    assert position.dumps(loaded) == position.dumps(played)
    assert loaded != played


def test_what_lies_face_up_in_a_position_has_been_seen() -> None:
    state = at("(* 2D) 7H / 3D / - | 9d / * / 5C 6C | KS, KC | S2 | 1 7d")
    up = cards("7H 9d 5C 6C KS KC AS 2S 7d")
    assert state.seen == frozenset(up)


def test_card_face_down_where_its_pack_was_not_dealt_has_been_seen() -> None:
    state = at("(* 2d) 7H / 3d / - | 9d / * 4D / - | KS, KC | - | 0")
    assert state.seen == frozenset(cards("2d 7H 3d 9d 4D KS KC"))


def test_turned_card_of_a_position_can_be_played() -> None:
    assert "H-1" in map(str, legal_moves(at("7H / * / - | 9d / * / - | KS, KC | - | 0 QH")))


# ------------------------------------------------------------------------------------------------- blanks


def test_position_with_blanks_is_a_view_and_any_other_a_state() -> None:
    assert type(view_at(BLANK)) is View
    assert type(at(PLAIN)) is State


def test_number_of_blanks_in_a_row() -> None:
    view = view_at(BLANK)
    assert view.reserves == (cards("XX XX 7H"), cards("9d"))
    assert view.hands == (cards("XX " * 46 + "AS"), cards("xx " * 51))
    assert view.face_down == (2, 0)


def test_what_is_named_in_a_view_has_been_seen() -> None:
    assert view_at(BLANK).seen == frozenset(cards("7H AS 9d KS KC"))


def test_view_of_a_position_can_be_played_on_and_sampled() -> None:
    view = view_at(BLANK)
    assert "draw" in map(str, legal_moves(view))
    assert apply(view, "draw").turned == cards("AS")[0]
    assert observe(sample(view, 3)) == view


def test_turned_card_of_a_view() -> None:
    view = view_at("7H / XX*48 / - | 9d / xx*51 / - | KS, KC | - | 0 QH")
    assert view.turned == cards("QH")[0]
    assert "H-1" in map(str, view.legal[0])


def test_blanks_that_are_left_over() -> None:
    view = view_at("(XX*) 7H / XX*46 AS / - | (xx) 9d / 2d xx* xx 3d / - | KS, KC | - | 0")
    assert view.reserves == (cards("XX XX 7H"), cards("xx 9d"))
    assert view.hands[1] == (*cards("2d"), *cards("xx " * 48), *cards("3d"))


def test_blanks_that_are_left_over_are_counted_for_each_pack() -> None:
    view = view_at("(xx* XX*) 7H / XX*30 xx*5 / - | 9d / XX xx / - | KS, KC | S2 | 0")
    # Of pack 0 47 cards are named nowhere, 31 of which are told elsewhere; of pack 1 51, and 6.
    assert view.reserves[0] == (*cards("xx " * 45), *cards("XX " * 16), *cards("7H"))


def test_no_blank_may_be_left_over() -> None:
    state = at("KD / XX* / - | 9d / * / - | KS QD, KC | S12 H13 D11 C12 | 0")
    assert type(state) is State
    assert state.hands[0] == ()


def test_star_of_one_pack_beside_blanks_of_the_other() -> None:
    view = view_at("7H / XX*49 / - | 9d / - / * | KS, KC | - | 0")
    assert view.hands[0] == cards("XX " * 49)
    assert view.wastes[1][:2] == cards("as 2s")
    assert view.memory


@pytest.mark.parametrize(
    "text", [PLAIN, "(TS * JS) 3S / 2H 9s / 4S 8d | 9h / 3d * TH / - | KS QH, -, 5c, - | S2 d2 | 0 7D"]
)
def test_view_of_a_fresh_state_is_read_from_its_text(text: str) -> None:
    state = at(text)
    assert position.loads(position.dumps(observe(state)), state.rules) == observe(state)


@pytest.mark.parametrize("name", variant_names())
def test_view_of_a_deal_is_read_from_its_text(name: str) -> None:
    view = observe(deal(load_rules(name), 5))
    assert position.loads(position.dumps(view), view.rules) == view


def test_deal_of_blanks_is_short() -> None:
    text = position.dumps(observe(deal(Rules(), 5)))
    reserve, hand, waste = text.split(" | ")[0].split(" / ")
    assert (reserve[:-2], hand, waste) == ("(XX*12) ", "XX*35", "-")


@pytest.mark.parametrize(
    "text",
    [
        BLANK,
        "(3D XX 2D XX*2) 7H / XX 3H XX*39 2H XX / - | 9d / xx*47 / 3d 2d 4H | KS, KC | s1 | 1 5d",
        "7H / XX*49 / - | 9d / xx*50 8d / - | KS, KC | - | 0",
        "(xx XX) 7H / XX*45 xx*2 XX*2 / - | 9d / xx*47 XX / - | KS, KC | - | 0 8d",
    ],
)
def test_writing_of_blanks_is_exact(text: str) -> None:
    assert position.dumps(view_at(text)) == text


def test_blanks_are_read_in_any_rows_and_written_in_whole_ones() -> None:
    lenient = "(XX*) 7H/XX*1 XX XX*04 XX*40 AS/-|9d/xx xx*2 xx*48/-|KS,KC|-|0"
    assert view_at(lenient) == view_at(BLANK)
    assert position.dumps(view_at(lenient)) == BLANK


def test_blank_with_the_other_player_is_of_a_table_view() -> None:
    assert view_at(BLANK).memory
    view = view_at("7H / XX*48 xx / - | 9d / XX xx*50 / - | KS, KC | - | 0")
    assert not view.memory
    assert view.hands[1][:2] == cards("XX xx")
    assert view.seen == frozenset(cards("7H 9d KS KC"))


def test_no_card_face_down_is_named_in_a_table_view() -> None:
    text = "(3D) 7H / XX*48 xx / - | (xx) 9d / xx*48 8d / - | KS, KC | - | 0"
    assert problems(text) == [("named-face-down", "reserves[0]"), ("named-face-down", "hands[1]")]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("XX*46", "XX*45", [("blank-count", "XX")]),
        ("xx*51", "xx*52", [("blank-count", "xx")]),
        ("xx*51", "xx*51 8d", [("blank-count", "xx")]),
        ("(XX*2) 7H / XX*46 AS", "7H / XX*30 AS", [("blank-count", "XX")]),
        ("xx*51", "xx*51 AS", [("doubled-card", "AS")]),
        ("KS, KC", "KS JH, KC", [("blank-count", "XX"), ("no-run", "houses[0]")]),
        ("(XX*2) 7H / XX*46", "(XX*2 7H) / XX*46", [("face-down", "reserves[0]")]),
    ],
)
def test_position_with_blanks_comes_with_all_problems(old: str, new: str, told: list[tuple[str, str]]) -> None:
    assert BLANK.count(old) == 1
    assert problems(BLANK.replace(old, new)) == told


def test_card_that_is_named_no_longer_is_a_blank_more() -> None:
    assert view_at(BLANK.replace("AS", "XX")).hands[0] == cards("XX " * 47)


def test_blanks_that_are_left_over_cannot_be_fewer_than_none() -> None:
    assert problems("(XX*) 7H / XX*50 / - | 9d / * / - | KS, KC | - | 0") == [("blank-count", "XX")]


def test_pack_without_blanks_is_told_in_full() -> None:
    told = problems("7H / XX* / - | 9d / 2s / - | KS, KC | - | 0")
    assert told[:2] == [("missing-card", "as"), ("missing-card", "3s")]
    assert len(told) == 50


def test_problem_of_blanks_says_both_numbers() -> None:
    (told,) = error(BLANK.replace("XX*46", "XX*40")).problems
    assert str(told) == "XX: blanks of pack 0: 42, but cards of it that are named nowhere: 48"


@settings(max_examples=40, deadline=None, derandomize=True)
@given(rules() | rules_with_calls(), st.integers(0, 99), st.booleans())
def test_view_round_trip(some_rules: Rules, seed: int, memory: bool) -> None:
    for _, _, _, after in islice(random_walk(some_rules, seed, 0.05), 0, 200, 9):
        view = observe(after, memory)
        text = position.dumps(view)
        read = position.loads(text, some_rules)
        assert position.dumps(read) == text
        assert (read.reserves, read.hands, read.wastes) == (view.reserves, view.hands, view.wastes)
        assert (read.houses, read.foundations) == (view.houses, view.foundations)
        assert (read.face_down, read.mover, read.turned) == (view.face_down, view.mover, view.turned)
        blanks = [card for pile in (*view.reserves, *view.hands) for card in pile if not card.known]
        assert isinstance(read, View) is (blanks != [])
        if isinstance(read, View):
            assert read.seen == view.seen
            assert read.memory or not memory


# ------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "at_text", "expected"),
    [
        ("", "", "five parts"),
        ("7H / * / - | 9d / * / - | KS, KC | -", "", "five parts"),
        ("7H / * / - | 9d / * / - | KS, KC | - | 0 | 1", "1", "five parts"),
        ("7H / * | 9d / * / - | KS, KC | - | 0", "| 9d", "reserve / hand / waste of player 0"),
        ("7H / * / - | 9d / * / - / 5c | KS, KC | - | 0", "5c", "reserve / hand / waste of player 1"),
        (" / * / - | 9d / * / - | KS, KC | - | 0", "/ *", "- for an empty pile"),
        ("7H / * / | 9d / * / - | KS, KC | - | 0", "| 9d", "- for an empty pile"),
        ("() 7H / * / - | 9d / * / - | KS, KC | - | 0", ") 7H", "- for an empty pile"),
        ("7H / * / - | 9d / * / - | KS, KC, , - | - | 0", ", -", "- for an empty pile"),
        ("7H / * / - | 9d / * / - | KS, XC | - | 0", "XC", "a card such as QS"),
        ("7H / * / - | 9d / * / - | KS 10H, KC | - | 0", "10H", "a card such as QS"),
        ("7H / * - / - | 9d / * / - | KS, KC | - | 0", "- / -", "a card such as QS"),
        ("(*) 7H / - / * | 9d / * / - | KS, KC | - | 0", "* | 9d", "only once for each player"),
        ("7H / * * / - | 9d / * / - | KS, KC | - | 0", "* / -", "only once for each player"),
        ("7H / * / - | 9d / * / - | KS, * | - | 0", "* | -", "a card such as QS"),
        ("7H (2S) / * / - | 9d / * / - | KS, KC | - | 0", "7H (", "the face-down cards first"),
        ("(2S 7H / * / - | 9d / * / - | KS, KC | - | 0", "(2S", "the face-down cards first"),
        ("7H / (*) / - | 9d / * / - | KS, KC | - | 0", "(*)", "a card such as QS"),
        ("7H / * / - | 9d / * / - | KS, KC | | 0", "| 0", "foundations such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S3 X2 | 0", "X2", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S | 0", "S |", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S0 | 0", "S0", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S14 | 0", "S14", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S٣ | 0", "S٣", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | S13s1 | 0", "S13s1", "at most 13 cards of one suit"),
        ("7H / * / - | 9d / * / - | KS, KC | C1 S1h1 | 0", "S1h1", "at most 13 cards of one suit"),
        ("7H / * / - | 9d / * / - | KS, KC | S1 s1 S2 | 0", "S2", "at most two foundations of a suit"),
        ("7H / * / - | 9d / * / - | KS, KC | - | ", "", "the mover, 0 or 1"),
        ("7H / * / - | 9d / * / - | KS, KC | - | 2", "2", "the mover, 0 or 1"),
        ("7H / * / - | 9d / * / - | KS, KC | - | ٠", "٠", "the mover, 0 or 1"),
        ("7H / * / - | 9d / * / - | KS, KC | - | QS 0", "QS 0", "the mover, 0 or 1"),
        ("7H / * / - | 9d / * / - | KS, KC | - | 0 QS JS", "0 QS JS", "the mover, 0 or 1"),
        ("7H / * / - | 9d / * / - | KS, KC | - | 0 *", "*", "a card such as QS"),
        ("7H XX / * / - | 9d / * / - | KS, KC | - | 0", "XX /", "a card that is shown; blanks lie face down"),
        ("(XX) 7H / XX / XX*2 | 9d / * / - | KS, KC | - | 0", "XX*2", "a card that is shown; blanks lie face down"),
        ("7H / * / - | 9d / * / - | KS xx, KC | - | 0", "xx,", "a card that is shown; blanks lie face down"),
        ("7H / * / - | 9d / * / - | KS, KC | XX | 0", "XX |", "a foundation such as S3s2"),
        ("7H / * / - | 9d / * / - | KS, KC | - | 0 XX", "XX", "a card that is shown"),
        ("7H / XX*0 / - | 9d / * / - | KS, KC | - | 0", "XX*0", "from 1 to 52 blanks of a pack"),
        ("7H / XX*53 / - | 9d / * / - | KS, KC | - | 0", "XX*53", "from 1 to 52 blanks of a pack"),
        ("7H / XX*049 / - | 9d / * / - | KS, KC | - | 0", "XX*049", "from 1 to 52 blanks of a pack"),
        ("7H / XX*999999999 / - | 9d / * / - | KS, KC | - | 0", "XX*9", "from 1 to 52 blanks of a pack"),
        ("(XX*30) 7H / XX*29 / - | 9d / * / - | KS, KC | - | 0", "XX*29", "from 1 to 52 blanks of a pack"),
        ("7H / XX*1O / - | 9d / * / - | KS, KC | - | 0", "XX*1O", "a blank such as XX, blanks such as XX*12"),
        ("7H / XX** / - | 9d / * / - | KS, KC | - | 0", "XX**", "a blank such as XX, blanks such as XX*12"),
        ("7H / XX*٣ / - | 9d / * / - | KS, KC | - | 0", "XX*٣", "a blank such as XX, blanks such as XX*12"),
        ("7H / XXX / - | 9d / * / - | KS, KC | - | 0", "XXX", "a blank such as XX, blanks such as XX*12"),
        ("7H / Xx / - | 9d / * / - | KS, KC | - | 0", "Xx", "a card such as QS"),
        ("7H / XX* XX XX* / - | 9d / * / - | KS, KC | - | 0", "XX* /", "XX* only once"),
        ("(XX*) 7H / XX* / - | 9d / * / - | KS, KC | - | 0", "XX* /", "XX* only once"),
        ("7H / * XX / - | 9d / * / - | KS, KC | - | 0", "XX /", "either * or blanks of pack 0"),
        ("(XX*) 7H / - / * | 9d / * / - | KS, KC | - | 0", "* | 9d", "either * or blanks of pack 0"),
        ("7H / xx / - | 9d / * / - | KS, KC | - | 0", "* / - | KS", "either * or blanks of pack 1"),
    ],
)
def test_error_says_where_and_what_was_expected(text: str, at_text: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        position.loads(text)
    told = caught.value
    assert told.text == text
    tail = text[told.at :].strip()
    assert tail.startswith(at_text) if at_text else not tail
    assert expected in told.expected
    assert str(told).endswith(f"at character {told.at + 1}: expected {told.expected}")
    assert told.problems == ()


def test_thirteenth_house_is_an_error() -> None:
    text = f"7H / * / - | 9d / * / - | {'-,' * 12} KS | - | 0"
    with pytest.raises(NotationError) as caught:
        position.loads(text)
    assert text[caught.value.at :] == " KS | - | 0"
    assert caught.value.expected == "at most 12 houses"


def test_very_long_text_is_not_read() -> None:
    with pytest.raises(NotationError, match="at most 1048576 characters"):
        position.loads("-" * (2**20 + 1))
    with pytest.raises(NotationError, match="five parts"):
        position.loads("-" * 2**20)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7H / * 7H / - | 9d / * / - | KS, KC | - | 0", [("doubled-card", "7H")]),
        ("7H / * / - | 9d / * / - | KS, KC | S13 | 0", [("doubled-card", "KS")]),
        ("7H / * / - | 9d / * / - | KS QS, KC | - | 0", [("no-run", "houses[0]")]),
        ("7H / * / - | 9d / * / - | KS, KC QD TS | - | 0", [("no-run", "houses[1]")]),
        ("7H / * / - | 9d / * / - | KS JD, KC QC | - | 0", [("no-run", "houses[0]"), ("no-run", "houses[1]")]),
        ("(7H) / * / - | 9d / * / - | KS, KC | - | 0", [("face-down", "reserves[0]")]),
        ("7H / * / - | (9d *) / - / - | KS, KC | - | 0", [("face-down", "reserves[1]")]),
    ],
)
def test_position_that_the_rules_do_not_allow_comes_with_all_problems(text: str, told: list[tuple[str, str]]) -> None:
    assert problems(text) == told


@pytest.mark.parametrize(
    "text",
    [
        "|" * 1_000_000,
        "||" + "," * 1_000_000,
        "S1" * 500_000,
        PLAIN.replace("| - |", f"| {'S1' * 500_000} |"),
        PLAIN.replace("| - |", f"| S{'9' * 1_000_000} |"),
        PLAIN.replace("*", f"XX*{'9' * 1_000_000}", 1),
        PLAIN.replace("*", "XX*999999999", 1),
        PLAIN.replace("*", "XX*52 " * 150_000, 1),
        PLAIN.replace("*", "XX " * 300_000, 1),
        PLAIN.replace("KS", "KS " * 50_000),
        f"{PLAIN} {'7H ' * 300_000}",
    ],
    ids=range(11),
)
def test_long_text_takes_little_memory(text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(NotationError):
            position.loads(text)
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_no_more_problems_than_anybody_reads() -> None:
    assert len(error(PLAIN.replace("KS", "KS " * 2000)).problems) == MAX_FAULTS


def test_missing_cards_are_problems() -> None:
    told = problems("7H / AS / - | 9d / * / - | KS, KC | - | 0")
    assert len(told) == 52 - 4
    assert told[0] == ("missing-card", "2S")


def test_no_more_houses_than_the_rules_have() -> None:
    ten = "7H / * / - | 9d / * / - | KS, KC, -, -, -, -, -, -, -, kc | - | 0"
    with pytest.raises(NotationError, match="there are 8 houses"):
        position.loads(ten)
    assert len(position.loads(ten, rules_with({"deal.houses": 5})).houses) == 10


def test_houses_that_are_not_named_are_empty() -> None:
    assert position.loads(PLAIN).houses == (cards("KS"), cards("KC"), (), (), (), (), (), ())


def test_houses_are_runs_by_the_build_rule() -> None:
    same_suit: Settings = {"houses.build": "same-suit"}
    assert at("7H / * / - | 9d / * / - | KS qs JS, KC | - | 0", same_suit).houses[0] == cards("KS qs JS")
    assert problems("7H / * / - | 9d / * / - | KS qh, KC | - | 0", same_suit) == [("no-run", "houses[0]")]


def test_reserve_lies_face_down_only_as_the_rules_have_it() -> None:
    text = "(2D) 7H / * / - | 9d / * / - | KS, KC | - | 0"
    assert at(text).face_down == (1, 0)
    assert problems(text, {"deal.reserve_top": "all-face-up"}) == [("face-down", "reserves[0]")]
    assert at(text.replace("(2D) 7H", "(2D 7H)"), FACE_DOWN).face_down == (2, 0)


# -------------------------------------------------------------------------------- piles from elsewhere


def piles_of(state: State) -> dict[int, bytes]:
    """All piles of a state by their numbers."""
    return {number: pile(state.table, number) for number in PILES}


def problems_of(piles: dict[int, str], mover: int = 0, memory: bool | None = None) -> list[tuple[str, str]]:
    """Code and path of each problem when these piles stand in the place of those of `PLAIN`."""
    book = compile_rules(rules_with({"deal.houses": 1}))
    return [(told.code, told.path) for told in problems_of_piles(book, changed(piles), mover, memory=memory)]


def changed(piles: dict[int, str]) -> dict[int, bytes]:
    """The piles of `PLAIN`, but for these."""
    return piles_of(at(PLAIN)) | {number: codes(cards(text)) for number, text in piles.items()}


HAND_OF_PLAIN = text_of_cards(at(PLAIN).hands[0])


def test_piles_without_problems() -> None:
    assert problems_of({}) == []
    assert problems_of({}, 1) == []


def test_piles_that_are_left_out_are_empty() -> None:
    piles = {number: cards for number, cards in piles_of(at(PLAIN)).items() if cards}
    assert set_up(rules_with({"deal.houses": 1}), piles, 0) == at(PLAIN)


def test_all_problems_are_raised_together() -> None:
    piles = piles_of(at(PLAIN)) | {FIRST_HOUSE: codes(cards("KS KS")), TURNED[1]: codes(cards("9d"))}
    with pytest.raises(DealError) as caught:
        set_up(rules_with({"deal.houses": 1}), piles, 0)
    assert [(told.code, told.path) for told in caught.value.problems] == [
        ("doubled-card", "KS"),
        ("doubled-card", "9d"),
        ("no-run", "houses[0]"),
        ("turned-cards", "turned"),
    ]


def test_turned_card_is_one_and_the_movers() -> None:
    assert problems_of({RESERVE[1]: "", TURNED[0]: "9d"}) == []
    assert problems_of({RESERVE[1]: "", TURNED[0]: "9d"}, 1) == [("turned-cards", "turned")]
    assert problems_of({RESERVE[1]: "", RESERVE[0]: "", TURNED[0]: "7H 9d"}) == [("turned-cards", "turned")]


def test_foundation_is_from_the_ace_up_in_its_suit() -> None:
    hand = HAND_OF_PLAIN.replace("AS 2S ", "").replace("AH ", "")
    assert problems_of({HAND[0]: hand, FOUNDATIONS[0]: "AS 2S", FOUNDATIONS[2]: "AH"}) == []
    assert problems_of({HAND[0]: hand, FOUNDATIONS[0]: "2S AS", FOUNDATIONS[6]: "AH"}) == [
        ("no-foundation", "foundations[0]"),
        ("no-foundation", "foundations[6]"),
    ]


def test_first_foundation_of_a_suit_is_begun_first() -> None:
    hand = HAND_OF_PLAIN.replace("AS ", "")
    assert problems_of({HAND[0]: hand, FOUNDATIONS[1]: "AS"}) == [("no-foundation", "foundations[0]")]


def test_blanks_lie_only_where_cards_lie_face_down() -> None:
    hand = "XX " * 44
    blanks = {WASTE[0]: "XX", RESERVE[0]: "XX 7H", FIRST_HOUSE: "KS XX", FOUNDATIONS[0]: "XX", TURNED[0]: "XX"}
    assert sorted(problems_of({HAND[0]: hand, **blanks})) == [
        ("misplaced-blank", "foundations[0]"),
        ("misplaced-blank", "houses[0]"),
        ("misplaced-blank", "reserves[0]"),
        ("misplaced-blank", "turned"),
        ("misplaced-blank", "wastes[0]"),
    ]


def test_blank_of_the_other_pack_is_in_no_memory_view() -> None:
    piles = {HAND[0]: "XX " * 49 + "xx", HAND[1]: "xx " * 50}
    assert problems_of(piles) == problems_of(piles, memory=False) == []
    assert problems_of(piles, memory=True) == [("foreign-blank", "hands[0]")]


def test_card_named_face_down_is_in_no_table_view() -> None:
    piles = {HAND[0]: "XX " * 48 + "AS", HAND[1]: "xx " * 51}
    assert problems_of(piles) == problems_of(piles, memory=True) == []
    assert problems_of(piles, memory=False) == [("named-face-down", "hands[0]")]


@pytest.mark.parametrize(
    ("piles", "memory", "code", "sentence"),
    [
        ({HAND[0]: HAND_OF_PLAIN.replace("AS ", "")}, None, "missing-card", "AS: AS is missing"),
        ({WASTE[0]: "AS AS"}, None, "doubled-card", "AS: AS is there 3 times"),
        (
            {HAND[0]: "XX " * 48},
            None,
            "blank-count",
            "XX: blanks of pack 0: 48, but cards of it that are named nowhere: 49",
        ),
        (
            {WASTE[0]: "XX", HAND[0]: "XX " * 48},
            None,
            "misplaced-blank",
            "wastes[0]: a card that lies face up is shown, so it is no blank",
        ),
        (
            {HAND[0]: "XX " * 48 + "xx", HAND[1]: "xx " * 50 + "XX"},
            True,
            "foreign-blank",
            "hands[0]: a card of the other player's pack has been seen, so it is no blank in a memory view",
        ),
        (
            {HAND[0]: "XX " * 48 + "AS", HAND[1]: "xx " * 51},
            False,
            "named-face-down",
            (
                "hands[0]: no card that lies face down is named in a table view; a view with a blank of the other "
                "player's pack is one"
            ),
        ),
        (
            {RESERVE[1]: "", FIRST_HOUSE + 2: "9d"},
            None,
            "no-such-house",
            "houses: there are 2 houses under these rules",
        ),
        (
            {FIRST_HOUSE: "KC", FIRST_HOUSE + 1: "KS 7H", RESERVE[0]: ""},
            None,
            "no-run",
            "houses[1]: 7H can't lie on KS in a house",
        ),
        (
            {FOUNDATIONS[7]: "KC", FIRST_HOUSE + 1: ""},
            None,
            "no-foundation",
            "foundations[7]: a foundation is A up in one suit",
        ),
        (
            {FOUNDATIONS[1]: "AS", HAND[0]: HAND_OF_PLAIN.replace("AS ", "")},
            None,
            "no-foundation",
            "foundations[0]: the first foundation of a suit is begun before the second",
        ),
        (
            {FACE_DOWN_PART[0]: "7H", RESERVE[0]: ""},
            None,
            "face-down",
            "reserves[0]: the top of a reserve lies face up under these rules",
        ),
        (
            {TURNED[1]: "9d", RESERVE[1]: ""},
            None,
            "turned-cards",
            "turned: only the mover has a turned card, and only one",
        ),
    ],
)
def test_problems_of_piles_in_words(piles: dict[int, str], memory: bool | None, code: str, sentence: str) -> None:
    book = compile_rules(rules_with({"deal.houses": 1}))
    told = problems_of_piles(book, changed(piles), 0, memory=memory)[0]
    assert (told.code, str(told)) == (code, sentence)


def test_problem_of_a_reserve_that_should_lie_open_in_words() -> None:
    book = compile_rules(rules_with({"deal.houses": 1, "deal.reserve_top": "all-face-up"}))
    piles = changed({FACE_DOWN_PART[0]: "AS", HAND[0]: HAND_OF_PLAIN.replace("AS ", "")})
    (told,) = problems_of_piles(book, piles, 0)
    assert str(told) == "reserves[0]: the whole reserve lies face up under these rules"


def test_some_piles_need_not_have_all_cards() -> None:
    book = compile_rules(rules_with({"deal.houses": 1}))
    assert not list(problems_of_some_piles(book, {FIRST_HOUSE: codes(cards("KS QH"))}, 0))
    (told,) = problems_of_some_piles(book, {FIRST_HOUSE: codes(cards("KS QS"))}, 0)
    assert str(told) == "houses[0]: QS can't lie on KS in a house"


@settings(max_examples=40, deadline=None, derandomize=True)
@given(rules() | rules_with_calls(), st.integers(0, 99))
def test_piles_in_the_middle_of_any_deal_are_without_problems(some_rules: Rules, seed: int) -> None:
    book = compile_rules(some_rules)
    for _, _, _, after in islice(random_walk(some_rules, seed, 0.05, 0.3), 300):
        assert problems_of_piles(book, piles_of(after), after.mover) == []


# -------------------------------------------------------------------------------------------- hostile text

PIECES = [*"*-()/|,01\n\0٠é", "7H", "ah", "XX", "xx*", "XX*2", "xx*51", "XX*1000000000", "S13", "s1d2", "-1", "10"]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.text()
    | st.lists(st.sampled_from(PIECES)).map(" ".join)
    | st.tuples(
        st.sampled_from([PLAIN, BLANK]), st.integers(0, 60), st.integers(0, 6), st.sampled_from([*PIECES, ""])
    ).map(lambda cut: cut[0][: cut[1]] + cut[3] + cut[0][cut[1] + cut[2] :])
)
@example("(" * 1000)
@example("|" * 100_000)
@example("- / - / - | - / - / - | - | - | 0")
@example("- / - / - | - / XX*52 xx*52 / - | - | - | 0")
@example("- / * * / - | 9d / xx* / - | KS, KC | - | 0")
def test_hostile_text_is_a_position_or_a_notation_error(text: str) -> None:
    known, told = read(text)
    if told is not None:
        assert 0 <= told.at <= len(text)
        assert told.expected
        assert str(told).isprintable() or told.problems
    if known is not None:
        assert position.loads(position.dumps(known)) == known


def read(text: str) -> tuple[State | View | None, NotationError | None]:
    """The state or the view of a text, or the error; nothing else is raised."""
    try:
        return position.loads(text), None
    except NotationError as told:
        return None, told


def test_errors_are_of_the_library() -> None:
    assert issubclass(NotationError, CrapetteError)
    assert issubclass(NotationError, ValueError)
