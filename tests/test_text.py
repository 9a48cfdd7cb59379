"""Boards, actions and results in plain text."""

from __future__ import annotations

from itertools import islice
from random import Random
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crapette import Card, Rules, State, apply, deal, legal_moves, load_rules, outcome, score, variant_names
from crapette.cards import BLANKS
from crapette.render.text import WIDTH, action_text, board, card_text, outcome_text, result_text
from tests.face_down import lookalikes
from tests.playing import played, random_walk
from tests.positions import AGREEMENT, FACE_DOWN, LAY_ALL, SEQUENCE, Settings, at, free
from tests.strategies import rules


def shown(text: str) -> str:
    """A board as it stands in a test, indented."""
    return dedent(text).strip("\n")


def finished(text: str, settings: Settings, actions: str) -> State:
    """The state of a position after actions that end the deal."""
    state = played(at(text, settings), actions)
    assert outcome(state) is not None
    return state


# ------------------------------------------------------------------------------------------------ boards


def test_board_shows_the_piles_of_both_players_the_houses_and_the_foundations() -> None:
    state = at("(TS JS) 3S / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d")
    assert board(state) == shown(
        """
        turn 1 · player 1 to play
        > player 1   reserve  9♥  1 card                 hand 45 cards   waste   –            turned 7♦
        ────────────────────────────────────────────┬─────────┬──────────────────────────────────────────
         1  K♠ Q♥                                   │ ♠  2  – │  3  5♣
         2  –                                       │ ♥  –  – │  4  6♣
                                                    │ ♦  2  – │
                                                    │ ♣  2  – │
        ────────────────────────────────────────────┴─────────┴──────────────────────────────────────────
          player 0   reserve  3♠  3 cards, 2 face down   hand 42 cards   waste  9♦  2 cards
        """
    )


def test_board_in_ascii() -> None:
    state = at("(TS JS) TH / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d")
    assert board(state, ascii=True) == shown(
        """
        turn 1 - player 1 to play
        > player 1   reserve  9H  1 card                 hand 45 cards   waste   -            turned 7D
        --------------------------------------------+---------+------------------------------------------
         1  KS QH                                   | S  2  - |  3  5C
         2  -                                       | H  -  - |  4  6C
                                                    | D  2  - |
                                                    | C  2  - |
        --------------------------------------------+---------+------------------------------------------
          player 0   reserve 10H  3 cards, 2 face down   hand 42 cards   waste  9D  2 cards
        """
    )


def test_board_of_a_face_down_reserve() -> None:
    state = at("(TS JS 3S) / * / - | (9h) / * / - | -, KC | - | 0", FACE_DOWN)
    lines = board(state).splitlines()
    assert lines[1] == "  player 1   reserve  ▒▒  1 card, all face down    hand 51 cards   waste   –"
    assert lines[-1] == "> player 0   reserve  ▒▒  3 cards, all face down   hand 48 cards   waste   –"
    assert "reserve  ##  3 cards, all face down" in board(state, ascii=True)


def test_board_of_an_open_reserve_shows_all_of_it() -> None:
    state = at("TS JS 3S / * / - | 9h / * / - | -, KC | - | 0", {"deal.reserve_top": "all-face-up"})
    lines = board(state).splitlines()
    assert lines[-2:] == [
        "> player 0   reserve  3♠  3 cards   hand 48 cards   waste   –",
        "             open 10♠ J♠ 3♠",
    ]
    assert lines[1:3] == [
        "  player 1   reserve  9♥  1 card    hand 51 cards   waste   –",
        "────────────────────────────────────────────┬─────────┬──────────────────────────────────────────",
    ]


@pytest.mark.parametrize("ascii_", [False, True])
def test_board_of_a_long_open_reserve_shows_its_upper_part(ascii_: bool) -> None:
    hearts = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    state = at(
        f"{hearts} {hearts.lower()} TS / * / - | 9s / * / - | -, KC | - | 0", {"deal.reserve_top": "all-face-up"}
    )
    above, last = board(state, ascii=ascii_).splitlines()[-2:]
    if ascii_:
        assert above.startswith("> player 0   reserve 10S 27 cards ")
        assert last == "             open ... 8H 9H 10H JH QH KH AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH 10S"
    else:
        assert last == "             open … 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ 10♠"


def test_board_without_reserves_leaves_them_out() -> None:
    text = board(deal(load_rules("zank-patience-online"), 7))
    assert text.splitlines()[-1] == "> player 0   hand 47 cards   waste  K♠  1 card"
    assert "reserve" not in text


def test_board_shows_the_longest_houses_and_twelve_of_them() -> None:
    red_first, black_first = "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH", "KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS"
    houses = [red_first, black_first, "-", "-", "-", "-", red_first.lower(), black_first.lower()]
    text = f"- / * / - | - / * / - | {', '.join([*houses, '-', '-', 'kd', 'KD'])} | - | 0"
    lines = board(at(text, {"deal.reserve": 0})).splitlines()
    assert lines[2:10] == [
        "────────────────────────────────────────────┬─────────┬────────────────────────────────────────────",
        " 1  K♥ Q♠ J♥ 10♠ 9♥ 8♠ 7♥ 6♠ 5♥ 4♠ 3♥ 2♠ A♥ │         │  7  K♥ Q♠ J♥ 10♠ 9♥ 8♠ 7♥ 6♠ 5♥ 4♠ 3♥ 2♠ A♥",
        " 2  K♠ Q♥ J♠ 10♥ 9♠ 8♥ 7♠ 6♥ 5♠ 4♥ 3♠ 2♥ A♠ │ ♠  –  – │  8  K♠ Q♥ J♠ 10♥ 9♠ 8♥ 7♠ 6♥ 5♠ 4♥ 3♠ 2♥ A♠",
        " 3  –                                       │ ♥  –  – │  9  –",
        " 4  –                                       │ ♦  –  – │ 10  –",
        " 5  –                                       │ ♣  –  – │ 11  K♦",
        " 6  –                                       │         │ 12  K♦",
        "────────────────────────────────────────────┴─────────┴────────────────────────────────────────────",
    ]


def test_board_says_who_proposes_a_draw() -> None:
    state = deal(load_rules("crapo"), 3)
    mover = state.mover
    assert board(apply(state, "offer")).splitlines()[0] == (
        f"turn 1 · player {mover} to play · player {mover} proposes a draw"
    )


def test_board_of_a_finished_deal_has_no_mover() -> None:
    text = board(finished(WINS, {}, "R-F"))
    assert text.splitlines()[0] == "turn 1 · player 0 has no cards left and wins"
    assert ">" not in text


@given(rules(), st.integers(0, 10**6), st.integers(0, 100), st.randoms(use_true_random=False))
def test_board_and_words_are_the_same_whatever_lies_face_down(rules: Rules, seed: int, steps: int, rng: Random) -> None:
    state = deal(rules, seed)
    for *_, after in islice(random_walk(rules, seed), steps):
        state = after
    one, other = lookalikes(state, rng)
    assert board(one) == board(other)
    assert _words(one) == _words(other)


def _words(state: State) -> list[str]:
    return [action_text(state, action) for action in legal_moves(state)]


@pytest.mark.parametrize("name", variant_names())
def test_boards_of_a_whole_deal_fit_and_are_told_in_ascii_too(name: str) -> None:
    for state, _, action, after in islice(random_walk(load_rules(name), 7), 0, None, 5):
        told = action_text(state, action, after=after)
        assert action_text(state, action, after=after, ascii=True).isascii()
        assert "None" not in told
        text = board(after)
        assert all(len(line) <= WIDTH and line == line.rstrip() for line in text.splitlines())
        assert board(after, ascii=True).isascii()


# ----------------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("R-F", "plays 3♠ from the reserve to a foundation"),
        ("R-2", "plays 3♠ from the reserve to the empty house 2"),
        ("R-3", "plays 3♠ from the reserve to house 3"),
        ("H-2", "plays the turned 8♥ to the empty house 2"),
        ("H-w", "loads the turned 8♥ onto player 1's waste"),
        ("W-1", "plays 10♣ from the waste to house 1"),
        ("1-2", "moves J♥ from house 1 to the empty house 2"),
        ("1-2*2", "moves Q♠ J♥ from house 1 to the empty house 2"),
        ("4-r", "loads 5♣ from house 4 onto player 1's reserve"),
        ("r-F", "takes A♥ from player 1's reserve to a foundation"),
        ("discard", "discards 8♥"),
        ("R-W", "lays 3♠ from the reserve on the waste"),
        ("4-W", "lays 5♣ from house 4 on the waste"),
        ("draw", "turns up a hand card"),
        ("pass", "passes"),
        ("offer", "proposes a draw"),
        ("accept", "accepts the draw"),
        ("stop", "calls stop"),
    ],
)
def test_every_action_in_words(action: str, text: str) -> None:
    state = at(
        "(TS JS) 3S / * / 9S TC | 7h ah / * / 6c | KH QS JH, -, 4D, 5C | S2 | 0 8H",
        {**SEQUENCE, **LAY_ALL, **AGREEMENT},
    )
    assert action_text(state, action) == text


def test_words_in_ascii() -> None:
    state = free("3S / * / - | 9h / * / - | KS, 4D | - | 0")
    assert action_text(state, "R-2", ascii=True) == "plays 3S from the reserve to house 2"


def test_draw_names_the_card_only_with_the_state_after_it() -> None:
    state = at("9S / * 4C / - | 9h / * / - | KS, KC | - | 0")
    assert action_text(state, "draw") == "turns up a hand card"
    assert action_text(state, "draw", after=apply(state, "draw")) == "turns up 4♣"


def test_draw_from_an_empty_hand_turns_the_waste_over() -> None:
    state = at("(*) 9S / - / 4C 5C | 9h / * / - | KS, KC | - | 0")
    assert action_text(state, "draw") == "turns the waste over and turns up a hand card"
    assert action_text(state, "draw", after=apply(state, "draw")) == "turns the waste over and turns up 4♣"


def test_flip_names_the_card_only_with_the_state_after_it() -> None:
    state = at("(* 4C) / - / - | 9h / * / - | KS, KC | - | 0", FACE_DOWN)
    assert action_text(state, "flip") == "turns up the top of the reserve"
    assert action_text(state, "flip", after=apply(state, "flip")) == "turns up the top of the reserve, 4♣"


@pytest.mark.parametrize(("card", "text"), [("TS", "10♠"), ("ah", "A♥"), ("QD", "Q♦"), ("2c", "2♣")])
def test_card_text(card: str, text: str) -> None:
    assert card_text(Card.parse(card)) == text


def test_blank_card_is_a_back() -> None:
    assert [card_text(blank) for blank in BLANKS] == ["▒▒", "▒▒"]
    assert card_text(BLANKS[0], ascii=True) == "##"


# ----------------------------------------------------------------------------------------------- results

STUCK = "9S / * / - | 9h / * / - | KS, KC | - | 0"
WINS = "KC / - / - | 9d / * / - | -, ks | S13 H13 D13 C12 | 0"


@pytest.mark.parametrize(
    ("text", "settings", "actions", "sentence"),
    [
        (WINS, {}, "R-F", "player 0 has no cards left and wins"),
        (
            "KC / * / - | 9d / * / - | -, KS | C12 | 0",
            {"end.win": "reserve"},
            "R-F",
            "player 0 has no reserve left and wins",
        ),
        (STUCK, {"end.max_turns": 1}, "draw discard", "stalemate after 1 turn, which is the limit"),
        (STUCK, {"end.max_turns": 2}, "draw discard draw discard", "stalemate after 2 turns, which is the limit"),
        (
            STUCK,
            {"end.barren_turns": 2},
            "draw discard draw discard",
            "stalemate, since no card has gone to a foundation in 2 turns",
        ),
        (
            STUCK,
            {"end.barren_turns": 1},
            "draw discard",
            "stalemate, since no card has gone to a foundation in 1 turn",
        ),
        (
            "(*) KC / - / - | (*) kc / - / - | KS, ks | - | 0",
            {},
            "pass pass",
            "stalemate, since both have gone through their cards and got nowhere",
        ),
        (
            "(*) KC / - / - | (*) kc / - / - | KS, ks | - | 0",
            {"end.idle_cycles": 0, "end.repetitions": 2},
            "pass pass",
            "stalemate, since the same table has stood 2 times",
        ),
        (STUCK, AGREEMENT, "offer accept", "stalemate by agreement"),
    ],
)
def test_outcome_in_words(text: str, settings: Settings, actions: str, sentence: str) -> None:
    state = at(text, settings)
    assert outcome_text(state) == result_text(state) == ""
    assert outcome_text(finished(text, settings, actions)) == sentence


def test_result_of_a_win() -> None:
    state = finished(WINS, {}, "R-F")
    assert score(state).points == (30 + 2 + 50, 0)
    assert result_text(state) == "Player 0 has no cards left and wins. Player 0 gets 82 points."


def test_result_of_one_point() -> None:
    settings = {"scoring.win": 1, "scoring.hand": 0, "scoring.waste": 0, "scoring.reserve": 0}
    assert result_text(finished(WINS, settings, "R-F")).endswith("wins. Player 0 gets 1 point.")


def test_result_of_a_stalemate_with_a_difference() -> None:
    text = "9S / * / - | 9h 9c / * / - | KS, KC | - | 0"
    assert result_text(finished(text, AGREEMENT, "offer accept")) == "Stalemate by agreement. Player 0 gets 3 points."


def test_result_of_a_stalemate_without_points() -> None:
    settings: Settings = {**AGREEMENT, "scoring.stalemate": "none"}
    assert result_text(finished(STUCK, settings, "offer accept")) == "Stalemate by agreement. Nobody gets a point."
