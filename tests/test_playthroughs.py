"""Whole deals as text, with every list of legal moves: re-run and compared.

`python -m tests.test_playthroughs` writes them anew; read what changes against the rules before you keep it.
A turn's line is the position it begins with. Below it, a line an action: who acts, the action, and what was legal
for the mover; behind a bar, what was legal for the other player.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from crapette import Action, State, apply, deal, legal_moves, load_variant, outcome, position, score, variant_names
from tests.playing import ways_on

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {
    "crapette-strict": 231,
    "crapo": 14,
    "garibaldka": 171,
    "krapetta": 306,
    "russian-bank": 191,
    "zank-patience": 338,
}
"""For each variant without calls, a seed: short deals that end in different ways."""

SEED = re.compile(r"^seed    (\d+)$", re.MULTILINE)
ACTION = re.compile(r"^  ([01]) (\S+)", re.MULTILINE)


def playthrough(name: str, seed: int, made: Iterable[tuple[int, Action]]) -> Iterator[str]:
    """The lines of the deal in which these actions are made."""
    variant = load_variant(name)
    yield f"variant {name}"
    yield f"digest  {variant.digest}"
    yield f"seed    {seed}"
    state, turn = deal(variant.rules, seed), 0
    for player, action in made:
        if state.turn_number != turn:
            turn = state.turn_number
            yield f"\n{turn}: {position.dumps(state)}"
        lists = [" ".join(map(str, legal_moves(state, who))) for who in (state.mover, 1 - state.mover)]
        yield f"  {player} {action!s:<8}{' | '.join(filter(None, lists))}"
        state = apply(state, action, player)
    yield f"\nend: {position.dumps(state)}"
    ended, worth = outcome(state), score(state)
    assert ended is not None
    yield f"winner  {ended.winner}"
    yield f"reason  {ended.reason}"
    yield f"burdens {worth.burdens[0]} {worth.burdens[1]}"
    yield f"points  {worth.points[0]} {worth.points[1]}"
    yield f"legal   {[*map(str, legal_moves(state))]} {[*map(str, legal_moves(state, 1 - state.mover))]}"


def test_there_is_a_playthrough_of_each_variant_without_calls() -> None:
    without_calls = [name for name in variant_names() if not load_variant(name).rules.stop.calls]
    assert sorted(path.stem for path in FOLDER.iterdir()) == without_calls == sorted(SEEDS)


@pytest.mark.parametrize("name", SEEDS)
def test_playthrough(name: str) -> None:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    seed = SEED.search(text)
    assert seed is not None
    made = [(int(player), Action.parse(action)) for player, action in ACTION.findall(text)]
    assert "\n".join(playthrough(name, int(seed[1]), made)) + "\n" == text


# ----------------------------------------------------------------------------------- writing them anew

WEIGHTS = {"draw": 3.0, "flip": 3.0, "run": 2.0, "offer": 0.03, "accept": 0.1}
"""How likely an action is beside the others, by its kind."""


def weight(action: Action) -> float:
    """The same for plays: they go up rather than to and fro."""
    if action.kind != "play":
        return WEIGHTS.get(action.kind, 1)
    if action.target == "F":
        return 6
    return 4 if action.source in ("R", "H", "W") or action.target in ("r", "w") else 1


def chosen(state: State, chance: Random) -> Iterator[tuple[int, Action]]:
    """The actions of a random deal from here to its end."""
    while ways := ways_on(state):
        player, action = chance.choices(ways, [weight(action) for _, action in ways])[0]
        yield player, action
        state = apply(state, action, player)


def main() -> None:
    """Writes every playthrough."""
    for name, seed in SEEDS.items():
        made = chosen(deal(load_variant(name).rules, seed), Random(seed))
        lines = [*playthrough(name, seed, made)]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
