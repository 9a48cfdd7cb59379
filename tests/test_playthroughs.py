"""Whole deals as text, with every list of legal moves: re-run and compared.

`python -m tests.test_playthroughs` writes them anew; read what changes against the rules before you keep it.
A turn's line is the position it begins with. Below it, a line an action: who acts, the action, and what was legal
for the mover; behind a bar, what was legal for the other player. Under a variant with calls there stands before these
whose window it was, and below the line the duties that the action broke, each with the plays that would have fulfilled
it, whose turn was skipped, and what a call has brought about; after one that was upheld the position is told anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from crapette import (
    Action,
    State,
    apply,
    deal,
    legal_moves,
    load_variant,
    offences,
    outcome,
    position,
    score,
    variant_names,
)
from crapette.actions import STOP
from crapette.state import Call
from crapette.testing.strategies import ways_on

FOLDER = Path(__file__).parent / "playthroughs"
SEEDS = {
    "banca-russa": 725,
    "crapette": 7928,
    "crapette-francaise": 2808,
    "crapette-italiana": 1244,
    "crapette-onze": 457,
    "crapette-strict": 231,
    "crapo": 14,
    "garibaldka": 171,
    "krapetta": 306,
    "krapetta-banque-russe": 2577,
    "russian-bank": 191,
    "zank-patience": 338,
    "zank-patience-online": 1828,
}
"""For each variant a seed: short deals that end in different ways, and in which much is called."""

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
        call = state.last_call
        if state.turn_number != turn or (call is not None and call.upheld):
            turn = state.turn_number
            yield f"\n{turn}: {position.dumps(state)}"
        lists = [" ".join(map(str, legal_moves(state, who))) for who in (state.mover, 1 - state.mover)]
        window = ""
        if variant.rules.stop.calls:
            window = f"{'-' if state.window is None else state.window}  "
        yield f"  {player} {action!s:<8}{window}{' | '.join(filter(None, lists))}"
        after = apply(state, action, player)
        yield from told(state, action, after)
        state = after
    yield f"\nend: {position.dumps(state)}"
    ended, worth = outcome(state), score(state)
    assert ended is not None
    yield f"winner  {ended.winner}"
    yield f"reason  {ended.reason}"
    yield f"burdens {worth.burdens[0]} {worth.burdens[1]}"
    yield f"points  {worth.points[0]} {worth.points[1]}"
    yield f"legal   {[*map(str, legal_moves(state))]} {[*map(str, legal_moves(state, 1 - state.mover))]}"


def told(before: State, action: Action, after: State) -> Iterator[str]:
    """The lines about what rules 8 makes of an action."""
    broken = [f"{offence.duty} ({' '.join(map(str, offence.plays))})" for offence in offences(before, action)]
    if broken:
        yield f"    breaks {', '.join(broken)}"
    if after.last_call is not None:
        yield f"    {told_of_call(after.last_call)}"
    elif after.turn_number > before.turn_number and after.mover == before.mover:
        yield f"    the turn of {1 - after.mover} is skipped"


def told_of_call(call: Call) -> str:
    """All of a call: who, what was broken, what has come of it."""
    remedy = call.remedy
    done = [
        "rewound" if remedy.rewound else "",
        f"{remedy.play} made" if remedy.play else "",
        f"turned card to {remedy.turned_card}" if remedy.turned_card else "",
        "turn ends" if remedy.ends_turn else "",
        "skip of the caller forgiven" if remedy.forgives_skip else "",
        "next turn is skipped" if remedy.skips_turn else "",
    ]
    ruling = "false"
    if call.upheld:
        ruling = f"{call.action} broke {call.duty} ({' '.join(map(str, call.plays))})"
    befalls = "" if remedy.player is None else f"; {remedy.player}: {', '.join(filter(None, done)) or 'nothing'}"
    return f"call of {call.caller}: {ruling}{befalls}"


def test_there_is_a_playthrough_of_each_variant() -> None:
    assert sorted(path.stem for path in FOLDER.iterdir()) == sorted(variant_names()) == sorted(SEEDS)


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


class Temper(NamedTuple):
    """How likely it is beside the others that a player breaks a duty, calls an offence, calls where there is none."""

    breaks: float = 0.1
    calls: float = 8
    errs: float = 0.1


WILD = {"zank-patience-online": Temper(breaks=1, calls=30, errs=0.6)}
"""Where other players take a thousand actions and more to an end, unless they take back the same again and again."""


def weight(state: State, action: Action, temper: Temper) -> float:
    """How likely any action is: plays go up rather than to and fro."""
    if action is STOP:
        return temper.calls if state.calls.breach else temper.errs
    care = temper.breaks if offences(state, action) else 1
    if action.kind != "play":
        return care * WEIGHTS.get(action.kind, 1)
    if action.target == "F":
        return care * 6
    return care * (4 if action.source in ("R", "H", "W") or action.target in ("r", "w") else 1)


def chosen(state: State, chance: Random, temper: Temper) -> Iterator[tuple[int, Action]]:
    """The actions of a random deal from here to its end."""
    while ways := ways_on(state):
        player, action = chance.choices(ways, [weight(state, action, temper) for _, action in ways])[0]
        yield player, action
        state = apply(state, action, player)


def main() -> None:
    """Writes every playthrough."""
    for name, seed in SEEDS.items():
        made = chosen(deal(load_variant(name).rules, seed), Random(seed), WILD.get(name, Temper()))
        lines = [*playthrough(name, seed, made)]
        (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
        print(f"{name}: {len(lines)} lines")


if __name__ == "__main__":
    main()
