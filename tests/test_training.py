"""The training example: what its features are, that it keeps to the mask, and that what it has learned wins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cma", reason="needs the extra `rl`")
pytest.importorskip("gymnasium", reason="needs the extra `rl`")

import gymnasium
import numpy as np
from examples.train import ENVIRONMENT, FEATURES, best, deals, features, main

from crapette import Action
from crapette.adapters.action_ids import ID_OF
from crapette.adapters.decisions import Decision
from crapette.adapters.observations import observation
from tests.positions import NO_DUTIES, at

pytestmark = pytest.mark.no_cover  # which takes three times as long

WEIGHTS = Path(__file__).parents[1] / "examples" / "weights.json"
POSITION = "7D / * / - | 9d / * / 8S | 8C 7H, KS, -, 3C | S1 | 0"


def told_of(text: str) -> dict[str, Any]:
    """What the mover is told."""
    decision = Decision.at(at(text, NO_DUTIES))
    return observation(decision, decision.player)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("draw", {"draw": 1}),
        ("R-3", {"R-house": 1, "rank to house": 6 / 12, "fills a house from R": 1}),
        ("1-3", {"house-house": 1, "rank to house": 6 / 12, "fills a house else": 1}),
        ("R-w", {"R-w": 1}),
    ],
)
def test_features_of_an_action(action: str, expected: dict[str, float]) -> None:
    """7♦ is the sixth above the ace of twelve."""
    told = told_of("7D / * / - | 9d / * / 8d | 8C 7H, KS, -, 3C | S1 | 0")
    number = ID_OF[Action.parse(action)]
    assert told["action_mask"][number]
    (row,) = features(told, [number])
    assert dict(zip(FEATURES, row.tolist(), strict=True)) == {**dict.fromkeys(FEATURES, 0), **expected}


def test_features_tell_of_house_cards_that_leave() -> None:
    """2♠ goes to its foundation and leaves an empty house; 7♥ goes to the 8♣, which lies alone."""
    told = told_of("KD / * / - | 9d / * / - | 2S, 8C, 9C, 7H | S1 | 0")
    to_foundation, to_house = features(told, [ID_OF[Action.parse(text)] for text in ("1-F", "4-2")])
    here = {name: value for name, value in zip(FEATURES, to_foundation.tolist(), strict=True) if value}
    there = {name: value for name, value in zip(FEATURES, to_house.tolist(), strict=True) if value}
    assert here == {"house-F": 1, "rank to F": 1 / 12, "frees a house": 1}
    assert there == {"house-house": 1, "rank to house": 6 / 12, "to a long house": 1 / 13, "frees a house": 1}


def test_policy_keeps_to_the_mask() -> None:
    """Whatever the weights are."""
    env = gymnasium.make(ENVIRONMENT, opponent="random")
    dice = np.random.default_rng(1)
    told, _ = env.reset(seed=1)
    for _ in range(100):
        action = best(dice.normal(size=len(FEATURES)), told)
        assert told["action_mask"][action]
        told, _, terminated, truncated, _ = env.step(action)
        assert (terminated, truncated) == (False, False)


def test_policy_plays_what_scores_best() -> None:
    told = told_of(POSITION)
    for action, name in (("draw", "draw"), ("R-3", "fills a house from R")):
        weights = np.array([float(feature == name) for feature in FEATURES])
        assert best(weights, told) == ID_OF[Action.parse(action)]


def test_runs_to_its_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["--generations", "1", "--deals", "1", "--evaluation", "2", "--processes", "1", "--seed", "3"]
    out = tmp_path / "weights.json"
    main([*arguments, "--out", str(out)])
    first = capsys.readouterr().out
    lines = first.splitlines()
    assert lines[0].startswith("generation 1: mean difference of points ")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert [row[:2] for row in rows[2:]] == [
        [policy, bot]
        for bot in ("random", "greedy")
        for policy in ("at random", "untrained (all weights 0)", "trained")
    ]
    assert all(len(row) == 5 for row in rows)
    assert list(json.loads(out.read_text("utf-8"))) == FEATURES
    main(arguments)
    assert capsys.readouterr().out == first


def test_what_was_learned_wins_where_chance_does_not() -> None:
    """Training has seen none of these deals; of 40 fair ones 28 are won about once in a hundred times."""
    kept: dict[str, float] = json.loads(WEIGHTS.read_text("utf-8"))
    weights = np.array([kept[name] for name in FEATURES])
    trained, by_chance = (deals(each, "random", range(40)) for each in (weights, None))
    assert sum(deal.won for deal in trained) >= 28
    assert sum(deal.won for deal in by_chance) <= 25
    assert sum(deal.difference for deal in trained) > sum(deal.difference for deal in by_chance) + 40 * 20
