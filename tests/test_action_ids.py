"""The numbers of actions: what each means is fixed here, apart from the code, and must never change."""

from __future__ import annotations

import pytest

from crapette import Action, Rules, legal_moves
from crapette.actions import ACTIONS
from crapette.adapters.action_ids import ACTION_OF, FROM, ID_OF, LET_PASS, TO, many_ids, text_of_id
from crapette.rules import Groups
from tests.in_play import in_play
from tests.playing import random_walk

ROWS = ["R", "H", "W", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "r"]
COLUMNS = ["F", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "r", "w", "W"]
OTHERS = ["flip", "draw", "pass", "offer", "accept", "stop", "let-pass"]
RUNS = [
    f"{source}-{target}*{count}" for source in range(1, 13) for target in range(1, 13) for count in range(2, 14)
]  # fmt: skip
TEXTS = [f"{row}-{column}" for row in ROWS for column in COLUMNS] + OTHERS + RUNS
TEXTS[31] = "discard"
"""What each number stands for, in order, if there is such an action."""


def test_rows_and_columns() -> None:
    assert (list(FROM), list(TO)) == (ROWS, COLUMNS)


def test_every_action_has_the_number_of_its_place_and_back() -> None:
    assert {str(action): number for action, number in ID_OF.items()} == {
        str(action): TEXTS.index(str(action)) for action in ACTIONS
    }
    assert {number: str(action) for number, action in ACTION_OF.items()} == {
        number: text for number, text in enumerate(TEXTS) if text in set(map(str, ACTIONS))
    }


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("R-F", 0),
        ("R-12", 12),
        ("R-w", 14),
        ("R-W", 15),
        ("H-F", 16),
        ("H-3", 16 + 3),
        ("discard", 16 + 15),
        ("W-1", 2 * 16 + 1),
        ("1-F", 3 * 16),
        ("5-W", 7 * 16 + 15),
        ("12-r", 14 * 16 + 13),
        ("r-F", 15 * 16),
        ("flip", 256),
        ("draw", 257),
        ("pass", 258),
        ("offer", 259),
        ("accept", 260),
        ("stop", 261),
        ("1-2*2", 263 + 12),
        ("2-1*2", 263 + 144),
        ("3-7*4", 263 + (2 * 12 + 6) * 12 + 2),
        ("12-11*13", 263 + (11 * 12 + 10) * 12 + 11),
    ],
)
def test_numbers_worked_out_by_hand(text: str, number: int) -> None:
    assert ID_OF[Action.parse(text)] == number
    assert ACTION_OF[number] is Action.parse(text)
    assert text_of_id(number) == text


def test_not_calling_has_a_number_without_an_action() -> None:
    assert LET_PASS == 262
    assert LET_PASS not in ACTION_OF
    assert text_of_id(262) == "let-pass"


@pytest.mark.parametrize("number", [-1, 3 * 16 + 1, 2 * 16 + 15, 1991])
def test_number_without_an_action(number: int) -> None:
    with pytest.raises(ValueError, match=f"^{number} is the number of no action$"):
        text_of_id(number)


def test_how_many_numbers_there_are() -> None:
    assert many_ids(Rules.from_mapping({"houses": {"groups": "single"}})) == 263
    assert many_ids(Rules.from_mapping({"houses": {"groups": "sequence"}})) == 263 + 12 * 12 * 12 == len(TEXTS)


@in_play(15)
def test_every_legal_move_has_a_number_below_the_limit(rules: Rules, seed: int) -> None:
    most = many_ids(rules)
    assert most == (1991 if rules.houses.groups is Groups.SEQUENCE else 263)
    for step, (state, _, _, _) in enumerate(random_walk(rules, seed)):
        assert all(0 <= ID_OF[action] < most for player in (0, 1) for action in legal_moves(state, player))
        if step > 300:
            break
