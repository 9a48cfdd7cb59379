"""Boards, actions and results in plain text."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from textwrap import dedent

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from crapette import (
    Action,
    Card,
    Rules,
    State,
    apply,
    cli,
    deal,
    legal_moves,
    load_rules,
    observe,
    outcome,
    score,
    variant_names,
)
from crapette.actions import DRAW, STOP
from crapette.cards import BLANKS
from crapette.render.text import (
    WIDTH,
    action_text,
    board,
    call_text,
    card_text,
    described,
    outcome_text,
    result_text,
)
from crapette.testing import rules
from tests.face_down import lookalikes
from tests.playing import is_sentence, played, random_walk
from tests.positions import (
    AGREEMENT,
    FACE_DOWN,
    KEEP,
    LAY_ALL,
    NO_PLAY,
    SEQUENCE,
    TO_HAND,
    Settings,
    at,
    callable_at,
    free,
)


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


RED, PLAIN = "\x1b[31m", "\x1b[0m"


@pytest.mark.parametrize("ascii_", [False, True])
def test_board_in_colour_shows_hearts_and_diamonds_in_red(ascii_: bool) -> None:
    state = at("(TS JS) TH / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d")
    plain, coloured = board(state, ascii=ascii_), board(state, ascii=ascii_, colour=True)
    hearts, diamonds = "HD" if ascii_ else "♥♦"
    parts = [part.partition(PLAIN)[0] for part in coloured.split(RED)[1:]]
    assert parts == [f"9{hearts}", f"7{diamonds}", f"Q{hearts}", hearts, diamonds, f"10{hearts}", f"9{diamonds}"]
    assert coloured.replace(RED, "").replace(PLAIN, "") == plain


def test_the_command_shows_red_cards_in_red_where_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    args = ["deal", "crapette", "--seed", "3"]
    coloured, plain = (CliRunner().invoke(cli.crapette, args, color=on).output for on in (True, False))
    assert board(deal(load_rules("crapette"), 3), colour=True) in coloured
    assert coloured.replace(RED, "").replace(PLAIN, "") == plain


def test_board_in_sentences() -> None:
    state = at("(TS JS) 3S / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d")
    assert described(state) == (
        "Turn 1 · player 1 to play. "
        "Player 0: reserve 3♠ 3 cards, 2 face down; hand 42 cards; waste 9♦ 2 cards. "
        "Player 1: reserve 9♥ 1 card; hand 45 cards; waste empty; turned 7♦. "
        "House 1: K♠ Q♥. House 2: empty. House 3: 5♣. House 4: 6♣. "
        "Foundations: ♠ 2 and empty; ♥ empty and empty; ♦ 2 and empty; ♣ 2 and empty."
    )


def test_sentences_name_the_cards_of_an_open_reserve() -> None:
    state = at("TS JS 3S / * / - | 9h / * / - | -, KC | - | 0", {"deal.reserve_top": "all-face-up"})
    assert "Player 0: reserve 3♠ 3 cards; hand 48 cards; waste empty; open 10♠ J♠ 3♠. Player 1:" in described(state)


def test_board_of_a_face_down_reserve() -> None:
    state = at("(TS JS 3S) / * / - | (9h) / * / - | -, KC | - | 0", FACE_DOWN)
    lines = board(state).splitlines()
    assert lines[1] == "  player 1   reserve  ▒▒  1 card, all face down    hand 51 cards   waste   –"
    assert lines[-1] == "> player 0   reserve  ▒▒  3 cards, all face down   hand 48 cards   waste   –"
    assert "reserve  ##  3 cards, all face down" in board(state, ascii=True)


def test_reserves_that_are_used_up_keep_their_place() -> None:
    state = at("- / * / - | - / * / - | KS, KC | - | 0")
    lines = board(state).splitlines()
    assert lines[1] == "  player 1   reserve   –   hand 52 cards   waste   –"
    assert lines[-1] == "> player 0   reserve   –   hand 50 cards   waste   –"


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


def test_board_shows_reserves_where_a_position_has_some_though_the_deal_has_none() -> None:
    state = at("5C / * / - | - / * / - | KS, KC | - | 0", {"deal.reserve": 0})
    assert [" ".join(line.split()) for line in board(state).splitlines() if "player" in line][1:] == [
        "player 1 reserve – hand 52 cards waste –",
        "> player 0 reserve 5♣ 1 card hand 49 cards waste –",
    ]


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


def test_board_says_who_may_call() -> None:
    text = "2C / * / - | 9d / * / - | KH, KC | - | 0"
    state = apply(callable_at(text), "draw")
    assert board(state).splitlines()[0] == "turn 1 · player 0 to play · player 1 may call stop"
    assert board(apply(state, "stop")).splitlines()[0] == "turn 1 · player 0 to play"
    assert board(apply(state, "discard")).splitlines()[0] == "turn 2 · player 1 to play · player 1 may call stop"


@pytest.mark.parametrize("house", ["KH", "AH"])
def test_board_does_not_tell_whether_a_call_would_be_upheld(house: str) -> None:
    text = f"2C / * / - | 9d / * / - | {house}, KC | - | 0"
    state = apply(callable_at(text, {"stop.false_call": "forbidden"}), "draw")
    assert board(state).splitlines()[0] == "turn 1 · player 0 to play · player 1 may call stop"


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


# ------------------------------------------------------------------------------------------------- calls

ACE = "2C / * / - | 9d / * / - | AH, KC | - | 0"
"""`1-F` is pending; the next hand card is Q♣, which fits nothing."""
QUIET = "2C / * / - | 9d / * / - | KH, KC | - | 0"
"""No duty is pending; the next hand card is Q♣."""
GAPS = "(3D) 5C / * / - | 9d / * / - | KS, QH, -, KC | - | 0"
"""`2-1` leaves two empty houses for R."""
REFEREE: Settings = {"stop.by": "referee"}
TURN: Settings = {"stop.window": "turn"}


def called(text: str, settings: Settings, actions: str) -> str:
    """What is said of the call that the last of these actions is, or brings about."""
    *earlier, last = actions.split()
    before = played(callable_at(text, settings), " ".join(earlier))
    after = apply(before, last)
    told = call_text(before, after)
    assert is_sentence(told)
    assert call_text(before, after, ascii=True).isascii()
    return told


@pytest.mark.parametrize(
    ("text", "settings", "actions", "offence"),
    [
        (ACE, {}, "draw stop", "turns up a hand card, but should have played A♥ from house 1 to a foundation"),
        (
            "2C / - / QC * | 9d / * / - | AH, KC | - | 0",
            {},
            "draw stop",
            "turns the waste over and turns up a hand card, but should have played A♥ from house 1 to a foundation",
        ),
        (f"{ACE} QC", {}, "discard stop", "discards Q♣, but should have played A♥ from house 1 to a foundation"),
        (
            "2C / * / - | 9d / * / - | AH, AD | - | 0",
            {},
            "draw stop",
            (
                "turns up a hand card, but should have played A♥ from house 1 to a foundation "
                "(1 other play would have done as well)"
            ),
        ),
        (
            "2C / * / - | 9d / * / - | AH, AD | - | 0 AC",
            {},
            "discard stop",
            "discards A♣, but should have played the turned A♣ to a foundation (2 other plays would have done as well)",
        ),
        (
            "AS / * / - | 9d / * / - | AH, KC | - | 0",
            {},
            "1-F stop",
            "plays A♥ from house 1 to a foundation, but should have played A♠ from the reserve to a foundation",
        ),
        (
            "5C / * / - | 9d / * / - | KS, - | - | 0",
            {},
            "draw stop",
            "turns up a hand card, but should have played 5♣ from the reserve to the empty house 2",
        ),
        (
            "(5C) / * / - | 9d / * / - | KS, - | - | 0",
            FACE_DOWN,
            "draw stop",
            "turns up a hand card, but should have turned up the top of the reserve",
        ),
        (
            "3C / * / - | 2c / * / - | KH, KC | - | 0",
            {"duties.reserve": "any"},
            "draw stop",
            "turns up a hand card, but should have loaded 3♣ from the reserve onto player 1's reserve",
        ),
        (
            "2C / * / - | 9d / * / - | KS, 8C | - | 0 QH",
            {"duties.hand": "houses"},
            "discard stop",
            "discards Q♥, but should have played the turned Q♥ to house 1",
        ),
        # the earliest of the turn
        (
            ACE,
            TURN,
            "draw discard stop",
            "turns up a hand card, but should have played A♥ from house 1 to a foundation",
        ),
    ],
)
def test_call_tells_what_was_done_and_what_was_missed(
    text: str, settings: Settings, actions: str, offence: str
) -> None:
    told, _ = called(text, settings, actions).split(". ")
    assert told == f"Player 1 calls stop, and is right: player 0 {offence}"


@pytest.mark.parametrize(
    ("text", "settings", "action", "offence"),
    [
        (ACE, {}, "draw", "turns up a hand card, but should have played A♥ from house 1 to a foundation"),
        (
            f"{ACE} QC",
            {},
            "discard",
            "discards the turned card, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "2C / * / - | 9d / * / - | KC, QC | - | 0 AH",
            {},
            "discard",
            "discards A♥, but should have played the turned A♥ to a foundation",
        ),
        (
            "(*) 2C / - / - | 9d / * / - | AH, KC | - | 0",
            {},
            "pass",
            "passes, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "(5C) / * / - | 9d / * / - | AH, KC | - | 0",
            FACE_DOWN,
            "flip",
            "turns up the top of the reserve, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "2S / * / - | 3s / * / - | KS, KC | S1 | 0",
            {},
            "R-r",
            (
                "loads 2♠ from the reserve onto player 1's reserve, "
                "but should have played 2♠ from the reserve to a foundation"
            ),
        ),
        (
            "2C / * / - | 9d / * / - | AH, 8D | - | 0",
            {},
            "2-r",
            "loads a card from house 2 onto player 1's reserve, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "2C / * / - | 9d / * / - | AH, KC | - | 0 QD",
            {},
            "H-2",
            "plays the turned card to house 2, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "2C / * / - | 9d / * / - | AH, KC | - | 0",
            LAY_ALL,
            "2-W",
            "lays a card from house 2 on the waste, but should have played A♥ from house 1 to a foundation",
        ),
        (
            "2C / * / - | 9d / * / - | 9H 8C, TS, AD, KC | - | 0",
            SEQUENCE,
            "1-2*2",
            "moves 2 cards from house 1 to house 2, but should have played A♦ from house 3 to a foundation",
        ),
        (
            "5C / * / - | 9d / * / - | KS, - | - | 0",
            {},
            "draw",
            "turns up a hand card, but should have played 5♣ from the reserve to the empty house 2",
        ),
    ],
)
def test_call_tells_it_too_where_the_table_of_then_is_not_remembered(
    text: str, settings: Settings, action: str, offence: str
) -> None:
    told, _ = called(text, {**settings, **KEEP}, f"{action} stop").split(". ")
    assert told == f"Player 1 calls stop, and is right: player 0 {offence}"


REWOUND, STOOD = "Everything is taken back to just before that", "What was done stands"
MADE = "the missed play is made for player 0"
NEXT = "and player 1's turn begins."


@pytest.mark.parametrize(
    ("text", "settings", "actions", "remedy"),
    [
        (ACE, {}, "draw stop", f"{REWOUND}, {MADE}, {NEXT}"),
        (ACE, NO_PLAY, "draw stop", f"{REWOUND}, the missed play is not made, {NEXT}"),
        (f"{ACE} QC", {}, "discard stop", f"{REWOUND}, {MADE}, the turned Q♣ goes to the waste, {NEXT}"),
        (f"{ACE} QC", TO_HAND, "discard stop", f"{REWOUND}, {MADE}, the turned Q♣ goes back on the hand, {NEXT}"),
        (ACE, KEEP, "draw stop", f"{STOOD}, {MADE}, the turned Q♣ goes to the waste, {NEXT}"),
        (
            ACE,
            {**KEEP, **NO_PLAY, **TO_HAND},
            "draw stop",
            f"{STOOD}, the missed play is not made, the turned Q♣ goes back on the hand, {NEXT}",
        ),
        (
            "2S / * / - | 3s / * / - | KS, KC | S1 | 0",
            KEEP,
            "R-r stop",
            f"{STOOD}, the missed play can't be made any more, {NEXT}",
        ),
        (
            "2C / * / - | 9d / * / - | AH, 2S, AD, KC | - | 0",
            KEEP,
            "1-2 stop",
            f"{STOOD}, A♦ from house 3 is played to a foundation for player 0, {NEXT}",
        ),
        # the turn was over already
        (f"{ACE} QC", KEEP, "discard stop", f"{STOOD}, {MADE}, and player 0's turn was over already."),
        (
            f"{ACE} QC",
            {**KEEP, **NO_PLAY},
            "discard stop",
            f"{STOOD}, the missed play is not made, and nothing else happens, since player 0's turn was over already.",
        ),
        # a skip is forgiven
        (
            GAPS,
            {},
            "2-1 stop draw stop",
            f"{REWOUND}, {MADE}, the turn that player 1 was to lose is forgiven, {NEXT}",
        ),
        # the deal is decided
        (
            "KC / - / - | 9d / * / - | -, ks | S13 H13 D13 C12 | 0",
            {},
            "pass stop",
            f"{REWOUND}, {MADE}, and the deal is over: player 0 has no cards left and wins.",
        ),
        (
            ACE,
            {**NO_PLAY, "end.barren_turns": 1},
            "draw stop",
            (
                f"{REWOUND}, the missed play is not made, "
                "and the deal is over: stalemate, since no card has gone to a foundation in 1 turn."
            ),
        ),
        # the referee
        (ACE, REFEREE, "draw", f"{REWOUND}, {MADE}, {NEXT}"),
        (ACE, {**REFEREE, **KEEP}, "draw", f"{STOOD}, {MADE}, the turned Q♣ goes to the waste, {NEXT}"),
        (f"{ACE} QC", {**REFEREE, **KEEP}, "discard", f"{STOOD}, {MADE}, {NEXT}"),
    ],
)
def test_call_tells_what_came_of_it(text: str, settings: Settings, actions: str, remedy: str) -> None:
    _, told = called(text, settings, actions).split(". ")
    assert told == remedy


@pytest.mark.parametrize(
    ("memory", "settings", "text"),
    [
        (True, {}, f"{REWOUND}, {MADE}, {NEXT}"),
        (True, {**TO_HAND, **KEEP}, f"{STOOD}, {MADE}, the turned Q♣ goes back on the hand, {NEXT}"),
        (False, {**TO_HAND, **KEEP}, f"{STOOD}, {MADE}, the turned card goes back on the hand, {NEXT}"),
    ],
)
def test_views_of_a_call_do_not_tell_which_cards_it_was_about(memory: bool, settings: Settings, text: str) -> None:
    before = apply(callable_at(ACE, settings), "draw")
    told, remedy = call_text(observe(before, memory), observe(apply(before, "stop"), memory)).split(". ")
    assert told == (
        "Player 1 calls stop, and is right: player 0 turns up a hand card, "
        "but should have played a card from house 1 to a foundation"
    )
    assert remedy == text


@pytest.mark.parametrize("settings", [{}, KEEP, {**KEEP, **NO_PLAY}])
def test_call_of_the_referee(settings: Settings) -> None:
    text = "AS / * / - | 9d / * / - | 2H, KC | - | 0"
    told, _ = called(text, {**REFEREE, **settings}, "R-1").split(". ")
    assert told == (
        "The referee calls stop: player 0 plays A♠ from the reserve to house 1, "
        "but should have played A♠ from the reserve to a foundation"
    )


@pytest.mark.parametrize(
    ("settings", "actions", "text"),
    [
        ({}, "draw stop", "Player 1's next turn will be skipped."),
        ({}, "draw discard stop", "Player 1 plays on, but the turn after this one will be skipped."),
        ({"stop.false_call": "none"}, "draw stop", "Nothing comes of it."),
        ({"stop.false_call": "none"}, "draw discard stop", "Nothing comes of it."),
    ],
)
def test_false_call_in_words(settings: Settings, actions: str, text: str) -> None:
    assert called(QUIET, settings, actions) == f"Player 1 calls stop, but there was nothing to call. {text}"


def test_call_of_player_0_in_ascii() -> None:
    before = apply(callable_at(f"{ACE[:-1]}1"), "draw")
    assert call_text(before, apply(before, "stop"), ascii=True) == (
        "Player 0 calls stop, and is right: player 1 turns up a hand card, but should have played AH from house 1 to "
        "a foundation. Everything is taken back to just before that, the missed play is made for player 1, and "
        "player 0's turn begins."
    )


def test_nothing_is_said_of_a_call_that_has_not_come() -> None:
    state = callable_at(ACE)
    assert call_text(state, apply(state, "draw")) == ""


@given(rules(), st.integers(0, 10**6), st.integers(0, 100), st.randoms(use_true_random=False))
def test_calls_in_words_are_the_same_whatever_lies_face_down(rules: Rules, seed: int, steps: int, rng: Random) -> None:
    state = deal(rules, seed)
    for *_, after in islice(random_walk(rules, seed), steps):
        state = after
    one, other = (replace(state, course=replace(state.course, tables=())) for state in lookalikes(state, rng))
    for action in legal_moves(one):
        if action is not DRAW or rules.stop.rewind:  # else the card turned up is told, and that is another
            assert _told_of_call(one, action) == _told_of_call(other, action)


def _told_of_call(state: State, action: Action) -> str:
    """What is said if the action is called, by whoever can."""
    after = apply(state, action)
    if after.window is None or STOP not in legal_moves(after, after.window):
        return call_text(state, after)
    return call_text(after, apply(after, STOP))


@pytest.mark.parametrize("name", [name for name in variant_names() if load_rules(name).stop.calls])
def test_calls_of_whole_deals_are_told_in_sentences(name: str) -> None:
    told = [
        text
        for seed in range(3)
        for before, *_, after in random_walk(load_rules(name), seed)
        if after.last_call
        for text in (call_text(before, after, ascii=True), call_text(observe(before), observe(after), ascii=True))
    ]
    assert all(is_sentence(text) and text.isascii() for text in told)
    assert len({text.partition(":")[0] for text in told}) > 1


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
