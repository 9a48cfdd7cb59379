"""Actions: their notation, that there is one object for each, and their order (rules 4, 11)."""

from __future__ import annotations

import copy
import pickle

import pytest

from crapette import Action, NotationError
from crapette.actions import ACTIONS

HOUSES = [str(number) for number in range(1, 13)]
WORDS = ["flip", "draw", "discard", "pass", "offer", "accept", "stop"]


@pytest.mark.parametrize(
    ("text", "kind", "source", "target", "count"),
    [
        ("R-F", "play", "R", "F", 1),
        ("H-3", "play", "H", "3", 1),
        ("3-7", "play", "3", "7", 1),
        ("2-w", "play", "2", "w", 1),
        ("R-r", "play", "R", "r", 1),
        ("W-5", "play", "W", "5", 1),
        ("r-F", "play", "r", "F", 1),
        ("3-7*4", "run", "3", "7", 4),
        ("12-10*12", "run", "12", "10", 12),
        ("R-W", "lay", "R", "W", 1),
        ("3-W", "lay", "3", "W", 1),
        *((word, word, None, None, 1) for word in WORDS),
    ],
)
def test_4_written_form_is_the_actions_notation(
    text: str, kind: str, source: str | None, target: str | None, count: int
) -> None:
    action = Action.parse(text)
    assert (action.kind, action.source, action.target, action.count) == (kind, source, target, count)
    assert str(action) == text
    assert repr(action) == f"Action.parse({text!r})"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Draw",
        "draw ",
        " R-F",
        "R–F",
        "R-F-1",
        "R-f",
        "h-3",
        "0-1",
        "01-2",
        "13-F",
        "1-13",
        "٣-F",
        "3-3",
        "R-R",
        "r-r",
        "3-7*0",
        "3-7*1",
        "3-7*-2",
        "3-7*02",
        "3-7*14",
        "3-7*",
        "3-F*2",
        "3-w*2",
        "R-3*2",
        pytest.param("H-W", id="that-is-discard"),
        pytest.param("F-1", id="a-card-on-a-foundation-is-never-moved"),
        pytest.param("3-R", id="the-own-reserve-takes-no-card"),
        pytest.param("r-3", id="what-is-taken-from-the-opponent-goes-to-a-foundation"),
        pytest.param("w-F", id="the-opponents-waste-is-no-source"),
        pytest.param("1" * 10_000, id="long"),
    ],
)
def test_4_other_texts_name_no_action(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Action.parse(text)
    assert (caught.value.text, caught.value.at) == (text, 0)
    assert "R-F" in caught.value.expected
    assert len(str(caught.value)) < 250


def test_4_there_is_one_object_for_each_action() -> None:
    for action in ACTIONS:
        assert Action.parse(str(action)) is action
    assert len(set(map(str, ACTIONS))) == len(set(ACTIONS)) == len(ACTIONS)


@pytest.mark.parametrize("text", ["R-F", "3-7*4", "3-W", "draw"])
def test_4_copies_are_the_same_object(text: str) -> None:
    action = Action.parse(text)
    assert copy.copy(action) is copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) is action  # noqa: S301


def test_4_actions_are_frozen() -> None:
    with pytest.raises(AttributeError):
        Action.parse("R-F").count = 2  # type: ignore[misc] # pyright: ignore[reportAttributeAccessIssue]


def test_11_canonical_order_of_all_actions() -> None:
    own = ["R", "H", "W", *HOUSES]
    to_foundation = [f"{source}-F" for source in [*own, "r"]]
    to_house = [
        f"{source}-{house}{run}"
        for source in own
        for house in HOUSES
        if house != source
        for run in ["", *([f"*{count}" for count in range(2, 14)] if source in HOUSES else [])]
    ]
    loads = [f"{source}-{pile}" for source in own for pile in "rw"]
    lays = [f"{source}-W" for source in ["R", *HOUSES]]
    assert list(map(str, ACTIONS)) == [*to_foundation, *to_house, *loads, *lays, *WORDS]
