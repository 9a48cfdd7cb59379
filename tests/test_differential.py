"""The library plays as the reference does: a slice of the whole run, another one for each commit; and some corners.

`make differential` is the whole run.
"""

from __future__ import annotations

import ast
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from crapette import variant_names
from tests.differential import RANDOM, Job, play
from tests.positions import AGREEMENT, KEEP, LAY_ALL, NO_PLAY, REWIND, TO_HAND, Settings, rules_with
from tests.reference import moves
from tests.reference.deal import Call, Deal
from tests.side_by_side import Both, compare

ROOT = Path(__file__).parents[1]
DEALS, RANDOMS, GROUP = 3, 80, 8
"""In each slice: so many deals of each shipped variant, and so many of random rules in groups of so many."""
GROUPS = [(name, range(DEALS)) for name in variant_names()] + [
    (RANDOM, range(first, first + GROUP)) for first in range(0, RANDOMS, GROUP)
]


def slice_of_this_commit() -> int:
    """The seed of the slice: so that over time much is played, and the same for all who test one commit."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        return 0
    command = [git, "rev-parse", "--verify", "HEAD"]
    head = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603 -- as it stands
    return int(head.stdout[:6] or "0", 16)


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize(("name", "numbers"), GROUPS, ids=[f"{name}-{numbers[0]}" for name, numbers in GROUPS])
def test_library_and_reference_play_alike(name: str, numbers: range) -> None:
    seed = slice_of_this_commit()
    for number in numbers:
        _, difference = play(Job(name, number, seed))
        assert not difference, difference


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def test_reference_has_nothing_from_the_library() -> None:
    paths = [*(ROOT / "tests" / "reference").glob("*.py")]
    assert len(paths) > 1
    standard = {"__future__", "collections.abc", "dataclasses", "hashlib", "typing"}
    imported = {module for path in paths for module in imports(path)}
    assert {module for module in imported - standard if not module.startswith("tests.reference")} == set()


# ------------------------------------------------------------- corners to which random play hardly ever comes

FOUNDATION: Settings = {"stop.calls": ["foundation"], "duties.reserve_first": False, "duties.fill": "never"}
"""One duty, which may be broken and called."""
KINGS = "KS / KH KC / - | ks / kh kc / - | KD, kd, -, -, -, -, -, - | S12 s12 H12 h12 D12 d12 C12 c12 | 0"
"""All but kings are up: every king fits, and four idle turns end the deal."""
SHIFT = "JS / * / - | qd / * / - | 9D 8S, 9H, QC, -, -, -, -, - | C11 | 0"
"""Only `3-F` is pending; 8♠ may be shifted from 9♦ to 9♥."""


def both_after(text: str, settings: Settings, actions: str) -> Deal:
    """The deal after these actions, each made by whoever may, and compared after each."""
    both = Both.at(text, rules_with({**FOUNDATION, **settings}))
    compare(both.state, both.deal)
    for action in actions.split():
        [player] = [player for player, way in moves.ways_on(both.deal) if way == action]
        both.act(player, action)
        compare(both.state, both.deal)
    return both.deal


def upheld(deal: Deal) -> Call:
    """The call just made, which was upheld."""
    assert deal.last_call is not None
    assert deal.last_call.upheld
    return deal.last_call


def test_8_2_the_same_face_is_not_the_same_card() -> None:
    settings: Settings = {**KEEP, "deal.reserve_top": "all-face-up"}
    deal = both_after("KC 9h 9H / * / - | kc / * / - | TS, -, -, -, -, -, -, - | H8 | 0", settings, "R-1 stop")
    assert upheld(deal).plays == ["R-F"]
    assert upheld(deal).remedy.play is None
    assert deal.table.reserves[0] == ["KC", "9h"]


def test_5_and_8_2_the_layout_that_a_missed_play_leaves_has_stood_in_the_callers_turn() -> None:
    deal = both_after(SHIFT, KEEP, "draw discard stop 1-2")
    assert not deal.table.houses[2]
    assert "2-1" not in moves.legal(deal, 1)


def test_8_1_and_9_a_turn_that_is_rewound_and_ended_by_the_call_is_idle_once() -> None:
    settings: Settings = {**REWIND, **NO_PLAY}
    third_is_called = "draw discard draw discard draw discard stop"
    assert both_after(KINGS, settings, third_is_called).idle == 3
    assert both_after(KINGS, settings, f"{third_is_called} draw discard").outcome == (None, "idle")


def test_4_and_8_1_a_turn_that_begins_anew_after_a_rewind_may_offer_again() -> None:
    deal = both_after(KINGS, {**REWIND, **AGREEMENT}, "draw discard offer stop offer accept")
    assert deal.outcome == (None, "agreement")
    assert deal.offer is None


def test_4_and_8_4_a_turn_that_goes_on_after_a_call_may_not_offer_again() -> None:
    deal = both_after(KINGS, {**KEEP, **AGREEMENT}, "draw discard offer stop")
    assert (deal.offer, deal.turn_number, upheld(deal).remedy.ends_turn) == (1, 2, False)
    assert "offer" not in moves.legal(deal, 1)


def test_5_and_8_2_a_turned_card_that_is_the_only_source_bars_the_missed_play() -> None:
    deal = both_after(KINGS, {**KEEP, "hand.exclusive": True}, "draw stop")
    assert upheld(deal).plays == ["R-F", "1-F", "2-F"]
    assert (upheld(deal).remedy.play, upheld(deal).remedy.turned_card) == (None, "waste")


def test_9_the_same_table_is_one_with_the_same_faces() -> None:
    settings: Settings = {**LAY_ALL, "duties.foundation": "none", "end.idle_cycles": 0, "end.repetitions": 2}
    queen = "KH / KC / - | kd / QH / - | KS, kc, ks, -, -, -, -, - | S12 s12 H11 h13 D13 d12 C12 c12 | 0"
    other_king_of_clubs = "draw discard draw discard draw H-4 2-W draw"
    assert both_after(queen, settings, other_king_of_clubs).table.wastes[0] == ["kc"]
    assert both_after(queen, settings, f"{other_king_of_clubs} discard").outcome == (None, "repetition")


def test_2_and_9_the_same_table_is_another_one_once_a_card_in_it_has_been_seen() -> None:
    settings: Settings = {**KEEP, **NO_PLAY, **TO_HAND, "end.idle_cycles": 0, "end.repetitions": 2}
    kings = "KH / KC / - | kd / - / - | KS, kc, ks, -, -, -, -, - | S12 s12 H12 h13 D13 d12 C12 c12 | 0"
    drawn_and_put_back = "draw stop pass"
    assert both_after(kings, settings, drawn_and_put_back).outcome is None
    assert both_after(kings, settings, f"{drawn_and_put_back} {drawn_and_put_back}").outcome == (None, "repetition")
