"""Results in a file: kept as they come, gone on with, and equal in the end whatever happened in between."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from crapette import load_rules
from crapette.bots import parse_bot
from crapette.simulation.experiment import Arm, Experiment
from crapette.simulation.journal import Journal, JournalError
from crapette.simulation.result import Played, Unfinished
from crapette.simulation.running import played_anywhere
from crapette.state import Reason
from tests import mortal
from tests.many_deals import told_of

GREEDY = parse_bot("greedy")
ARM = Arm("crapette", load_rules("crapette"), (GREEDY, parse_bot("random:notices=0.5")))
ONE = Experiment((ARM,), 3)
TWO = Experiment((ARM, ARM.exchanged), 3)

ROUNDS = [
    [
        told_of(0, Reason.OUT, round_=number, points=(40, 0), upheld=(1, 0), false=(0, 2)),
        told_of(None, Unfinished.CUT, round_=number, arm=1, turns=number + 1),
    ]
    for number in range(5)
]
FAULT = "the bot of player 1 is at fault: „zu spät“\n"


def written(path: Path, rounds: Iterable[list[Played]], experiment: Experiment = TWO) -> bytes:
    """The file after these rounds have been added to it."""
    with Journal(path, experiment) as journal:
        for deals in rounds:
            journal.add(deals)
    return path.read_bytes()


def kept(path: Path, experiment: Experiment = TWO) -> list[list[Played]]:
    """The rounds in the file."""
    with Journal(path, experiment) as journal:
        rounds = list(journal.rounds())
        assert len(journal) == len(rounds)
        return rounds


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    fault = [told_of(0, Unfinished.FORFEIT, round_=9, fault=FAULT), told_of(1, Reason.RESERVE_OUT, round_=9, arm=1)]
    written(tmp_path / "r", [*ROUNDS, fault])
    assert kept(tmp_path / "r") == [*ROUNDS, fault]


def test_the_file_tells_what_is_played_and_has_a_line_for_each_deal(tmp_path: Path) -> None:
    first, *lines = map(json.loads, written(tmp_path / "r", ROUNDS[:1]).splitlines())
    rules = first["arms"][0].pop("rules")
    assert rules == ARM.rules.to_mapping()
    assert first["arms"][0] == {"variant": "crapette", "bots": ["greedy", "random:notices=0.5"]}
    assert (first["format"], first["seed"], first["matches"]) == ("crapette/results/1", "3", False)
    assert lines[0] == {
        "round": 0,
        "arm": 0,
        "seed": "0",
        "starter": 0,
        "winner": 0,
        "ended": "out",
        "turns": 1,
        "actions": 3,
        "choices": 2,
        "moves": 10,
        "points": [40, 0],
        "burdens": [0, 0],
        "upheld": [1, 0],
        "false": [0, 2],
        "fault": None,
        "more": True,
    }
    assert (lines[1]["ended"], lines[1]["winner"], "more" in lines[1]) == ("cut", None, False)


def test_what_is_missing(tmp_path: Path) -> None:
    written(tmp_path / "r", [ROUNDS[3], ROUNDS[0]])
    with Journal(tmp_path / "r", TWO) as journal:
        assert list(journal.missing(3)) == [1, 2]
        assert list(journal.missing(6)) == [1, 2, 4, 5]
        missing = journal.missing(6)
        assert next(missing) == 1
        journal.add(ROUNDS[2])
        assert list(missing) == [4, 5]


def test_rounds_are_put_in_order_so_that_equal_results_are_equal_files(tmp_path: Path) -> None:
    expected = written(tmp_path / "in order", ROUNDS)
    assert written(tmp_path / "r", reversed(ROUNDS)) != expected
    assert kept(tmp_path / "r") == ROUNDS
    with Journal(tmp_path / "r", TWO) as journal:
        journal.put_in_order()
        assert (tmp_path / "r").read_bytes() == expected
        assert list(journal.rounds()) == ROUNDS
        journal.add([told_of(0, Reason.OUT, round_=7)])
    assert [deals[0].round for deals in kept(tmp_path / "r")] == [0, 1, 2, 3, 4, 7]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in order", "r"]


def test_a_file_in_order_is_left_as_it_is(tmp_path: Path) -> None:
    expected = written(tmp_path / "r", ROUNDS)
    before = (tmp_path / "r").stat()
    with Journal(tmp_path / "r", TWO) as journal:
        journal.put_in_order()
    after = (tmp_path / "r").stat()
    assert (tmp_path / "r").read_bytes() == expected
    assert before.st_ino == after.st_ino


def test_wherever_the_file_breaks_off_at_most_a_round_is_lost_and_the_end_is_the_same(tmp_path: Path) -> None:
    whole = written(tmp_path / "whole", ROUNDS[:3])
    path = tmp_path / "r"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        rounds = kept(path)
        assert rounds == ROUNDS[: len(rounds)]
        left = whole[length:].count(b'"cut"')
        assert 3 - len(rounds) in (left, left + 1)
        assert written(path, ROUNDS[len(rounds) : 3]) == whole


def test_a_deal_of_ones_own_is_kept_as_it_was_played(tmp_path: Path) -> None:
    rounds = list(played_anywhere(ONE, range(2)))
    written(tmp_path / "r", rounds, ONE)
    assert kept(tmp_path / "r", ONE) == rounds


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (Experiment((ARM,), 4), "seed"),
        (Experiment((ARM,), 3, matches=True), "matches"),
        (TWO, "arms"),
        (Experiment((ARM.exchanged,), 3), "arms"),
        (Experiment((Arm("crapette", load_rules("crapo"), ARM.bots),), 4), "seed or arms"),
        (Experiment((Arm("crapette", ARM.rules, (mortal.greedy, GREEDY)),), 3), "arms"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, other: Experiment, difference: str) -> None:
    before = written(tmp_path / "r", [ROUNDS[0][:1]], ONE)
    with pytest.raises(JournalError, match=f"the results in it are of something else: another {difference} than now"):
        Journal(tmp_path / "r", other)
    assert (tmp_path / "r").read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"dear diary\n", b"{}\n", b"[1]\n", b"\xff\n", b'{"format":"crapette/record/1"}\n']
)
def test_a_file_that_is_something_else_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "r").write_bytes(content)
    with pytest.raises(JournalError, match="this is no file of results"):
        Journal(tmp_path / "r", ONE)
    assert (tmp_path / "r").read_bytes() == content


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (b"nonsense\n", ":3: 'nonsense"),
        (b"\xff\n", ":3: .*a line in UTF-8"),
        (b"[]\n", ":3: a list is not an object: a deal that was played"),
        (b'{"round":1}\n', ":3: arm: arm is missing"),
        (b" " * (1 << 20), ":3: "),
    ],
)
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, line: bytes, text: str) -> None:
    before = written(tmp_path / "r", [ROUNDS[0][:1]], ONE)
    (tmp_path / "r").write_bytes(before + line)
    with pytest.raises(JournalError, match=text):
        Journal(tmp_path / "r", ONE)
    assert (tmp_path / "r").read_bytes() == before + line


def test_a_deal_that_does_not_belong_where_it_stands(tmp_path: Path) -> None:
    whole = written(tmp_path / "r", ROUNDS[:2])
    first, *lines = whole.splitlines(keepends=True)
    for order, row in (([0, 1, 0, 1], 4), ([0, 3], 3), ([0, 1, 2, 1], 5)):
        (tmp_path / "r").write_bytes(first + b"".join(lines[number] for number in order))
        with pytest.raises(JournalError, match=f":{row}: a deal of round [01] does not belong here"):
            Journal(tmp_path / "r", TWO)


def test_a_file_that_can_not_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="Is a directory"):
        Journal(tmp_path, ONE)
