"""A complete game that people really played, replayed to its known end, where the file is present."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from crapette import Rules, apply, deal_from, legal_moves, load_rules, offences, outcome, position, score

FILE = Path(__file__).parents[2] / "shared" / "games" / "human-game.json"


@pytest.fixture(scope="module")
def game() -> dict[str, Any]:
    if not FILE.is_file():
        pytest.skip(f"there is no {FILE}")
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


def rules_of(game: Mapping[str, Any], *left_out: str) -> Rules:
    """The rules that the game extends, with its settings over them but for the groups that are left out."""
    rules = load_rules(game["extends"]).to_mapping()
    for name, settings in game["settings"].items():
        if name not in left_out:
            rules[name].update(settings)
    return Rules.from_mapping(rules)


def test_human_game_is_legal_to_its_known_end(game: dict[str, Any]) -> None:
    state = deal_from(rules_of(game), game["packs"], game["starter"])
    for action in game["actions"]:
        assert outcome(state) is None
        assert action in map(str, legal_moves(state))
        state = apply(state, action, state.mover)
    end, left = game["end"], game["end"]["left"]
    over = outcome(state)
    player: int = left["player"]
    assert over is not None
    assert (over.winner, over.reason) == (end["winner"], end["reason"])
    assert score(state).points == tuple(end["points"])
    piles = state.reserves[player], state.hands[player], state.wastes[player]
    assert tuple(map(len, piles)) == (left["reserve"], left["hand"], left["waste"])
    assert state.turn_number - 1 == end["turns"]  # those that have ended


def test_human_game_offends_only_by_drawing_before_filling(game: dict[str, Any]) -> None:
    """Under the duties of `crapette` thirteen of its actions offend, all of them draws, all against `fill`."""
    state, bound = deal_from(rules_of(game), game["packs"], game["starter"]), rules_of(game, "duties", "stop")
    found: list[tuple[str, list[str]]] = []
    for action in game["actions"]:
        broken = offences(position.loads(position.dumps(state), bound), action)
        found += [(action, [str(offence.duty) for offence in broken])] if broken else []
        state = apply(state, action)
    assert found == [("draw", ["fill"])] * 13
