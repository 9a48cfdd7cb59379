"""Positions as text: reading, writing, and every error with its place."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crapette import CrapetteError, NotationError, Rules, State, apply, deal, legal_moves, position
from tests.positions import AGREEMENT, FACE_DOWN, Settings, at, cards, rules_with

PLAIN = "7H / * / - | 9d / * / - | KS, KC | - | 0"


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


PIECES = [*"*-()/|,01\n\0٠é", "7H", "ah", "XX", "S13", "s1d2", "-1", "10"]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.text()
    | st.lists(st.sampled_from(PIECES)).map(" ".join)
    | st.tuples(st.integers(0, 60), st.integers(0, 6), st.sampled_from([*PIECES, ""])).map(
        lambda cut: PLAIN[: cut[0]] + cut[2] + PLAIN[cut[0] + cut[1] :]
    )
)
@example("(" * 1000)
@example("|" * 100_000)
@example("- / - / - | - / - / - | - | - | 0")
def test_hostile_text_is_a_state_or_a_notation_error(text: str) -> None:
    state, told = read(text)
    if told is not None:
        assert 0 <= told.at <= len(text)
        assert told.expected
        assert str(told).isprintable() or told.problems
    if state is not None:
        assert position.loads(position.dumps(state)) == state


def read(text: str) -> tuple[State | None, NotationError | None]:
    """The state of a text, or the error; nothing else is raised."""
    try:
        return position.loads(text), None
    except NotationError as told:
        return None, told


def test_errors_are_of_the_library() -> None:
    assert issubclass(NotationError, CrapetteError)
    assert issubclass(NotationError, ValueError)
