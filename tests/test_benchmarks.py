"""The benchmarks: their arithmetic, what they keep, and that they run. How fast anything is, is not tested."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from benchmarks import conditions, counts, environments, measuring, playouts
from benchmarks.__main__ import HISTORY, main, over_pure
from benchmarks.history import HistoryError, Run, keep, last, read
from benchmarks.measuring import Costs, Work, measured
from benchmarks.parts import CHECKED, FIRST_TENTH, LAST_TENTH, UNCHECKED, each, parts, tenths
from benchmarks.playouts import CALLS_ASIDE, CHESS, CLONED, IN_PLACE, OTHERS, OURS, POKER, RUSSIAN_BANK, STRICT, steps
from benchmarks.report import GOALS, Results, compared, figures, report, table
from benchmarks.sizes import KEPT, LARGEST, PICKLED, VARIANTS, dumped, in_mid_deal, kept, loaded

from crapette import Action, State, apply, deal, legal_moves, load_rules
from crapette.actions import STOP

ROOT = Path(__file__).parents[1]
SPEED = ROOT / "docs" / "speed.md"

needs_the_others = pytest.mark.skipif(
    "CI" not in os.environ and None in map(find_spec, ("pyspiel", "chess", "pokerkit")),
    reason="the extra `bench` is not installed",
)

RUN = Run("2026-11-30", "0123abc", "CPython 3.11.7 with PGO", "pure", CLONED, "some machine", {STRICT: 0.5, "hash": 2})
JUST_MET = Results(
    Costs(
        {
            STRICT: [1.0],
            CALLS_ASIDE: [1.25],
            RUSSIAN_BANK: [0.5],
            CLONED: [1.3],
            IN_PLACE: [0.9],
            CHESS: [10.0],
            POKER: [100.0],
            UNCHECKED: [1.0],
            CHECKED: [1.6],
            FIRST_TENTH: [1.0],
            LAST_TENTH: [1.15],
        }
    ),
    {
        **{KEPT.format(name): size for name, size in zip(VARIANTS, (1000, 1500), strict=True)},
        **{PICKLED.format(name): size for name, size in zip(VARIANTS, (1000, 900), strict=True)},
        **{LARGEST.format(name): size for name, size in zip(VARIANTS, (2000, 3000), strict=True)},
    },
    over_pure=2.0,
)

# ----------------------------------------------------------------------------------------------- measuring


def test_cost_is_the_median_of_the_rounds() -> None:
    assert Costs({"a": [4, 1, 3, 2, 100]}).cost("a") == 3


def test_ratio_is_the_median_of_the_ratios_within_a_round() -> None:
    """And not the ratio of the medians, which is 1 here."""
    costs = Costs({"a": [1, 2, 9], "b": [4, 1, 2]})
    assert costs.ratio("a", than="b") == 2


def test_rounds_are_interleaved_and_each_work_fills_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, done = 0, ""

    def work(name: str, seconds: int) -> int:
        nonlocal now, done
        now, done = now + seconds, done + name
        return 4

    monkeypatch.setattr(measuring, "process_time", lambda: now)
    costs = measured({"a": lambda: work("a", 2), "b": lambda: work("b", 10)}, rounds=2, seconds=6)
    assert done == "aabb" + "aaab" * 2
    assert costs.rounds == {"a": [0.5, 0.5], "b": [2.5, 2.5]}


# ------------------------------------------------------------------------------------- what is measured


@pytest.mark.parametrize("name", OURS)
def test_playouts_apply_what_is_legal_until_the_deal_is_over_and_nobody_calls(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied: list[tuple[State, Action]] = []

    def noted(state: State, action: Action, *, check: bool) -> State:
        assert not check
        applied.append((state, action))
        return apply(state, action)

    monkeypatch.setattr(playouts, "apply", noted)
    variant = name.partition(",")[0]
    assert playouts.of_crapette(variant)(3) == len(applied)
    assert applied[0][0] == deal(load_rules(variant), 3)
    assert not legal_moves(apply(*applied[-1]))
    assert STOP not in {action for _, action in applied}
    assert any(STOP in legal_moves(state) for state, _ in applied) == (name == CALLS_ASIDE)


@needs_the_others
@pytest.mark.parametrize("name", OTHERS)
def test_other_libraries_play_the_same_each_time(name: str) -> None:
    work = playouts.playouts(name)
    assert work() == work() > 100


def test_parts_are_done_with_each_row() -> None:
    rows: list[tuple[int, str]] = []
    assert each(lambda *row: rows.append(row), (1, 2), ("a", "b"))() == 2
    assert rows == [(1, "a"), (2, "b")]


def test_every_part_can_be_done() -> None:
    assert {name for name, work in (parts() | tenths()).items() if work() < 100} == set()


def test_a_kept_state_costs_what_it_does_not_share() -> None:
    shared, second, third = b"shared" * 100, b"second" * 10, b"third" * 10
    states = [(shared,), (shared, second), (shared, second, third)]
    new = [second, third, states[1], states[2]]
    assert kept(states) == sum(map(sys.getsizeof, new)) / 2


def test_a_state_is_pickled_without_its_rules() -> None:
    state = deal(load_rules("crapette"), 1)
    data = dumped(state)
    assert b"crapette.rules" in pickle.dumps(state)
    assert b"crapette.rules" not in data
    assert loaded(data, state.course.book) == state
    assert loaded(data, state.course.book).course.book is state.course.book


def test_mid_deal_is_from_the_middle_on_where_no_window_is_open() -> None:
    states = [state for state, _ in steps(load_rules("crapette"), 1)]
    middle = len(states) // 2
    found = states.index(in_mid_deal(states))
    assert found >= middle
    assert [state.window is None for state in states[middle : found + 1]] == [False] * (found - middle) + [True]


# ------------------------------------------------------------------------------------- what is told of it


def test_goals_that_are_just_met() -> None:
    assert {goal.row(JUST_MET)[-1] for goal in GOALS} == {"yes"}


def test_goals_that_are_just_missed() -> None:
    slower = {STRICT: 1.01, CALLS_ASIDE: 1.28, CHECKED: 1.61, LAST_TENTH: 1.16}
    costs = Costs({name: [slower.get(name, cost)] for name, (cost,) in JUST_MET.costs.rounds.items()})
    missed = Results(costs, {name: size + 1 for name, size in JUST_MET.sizes.items()}, over_pure=1.99)
    assert {goal.row(missed)[-1] for goal in GOALS} == {"no"}


def test_a_goal_that_was_not_measured_is_neither() -> None:
    assert [goal.row(evolve(JUST_MET, over_pure=None))[2:] for goal in GOALS][-1] == ("–", "–")


def test_figures_are_ours_in_units_and_bytes() -> None:
    costs = Costs({CLONED: [3.0], IN_PLACE: [2.0], STRICT: [2.0], "hash": [1.0]})
    assert figures(Results(costs, {"a state": 1234.56})) == {STRICT: 0.6667, "hash": 0.3333, "a state": 1235}


def test_table_is_markdown_with_numbers_to_the_right() -> None:
    assert table(("thing", "µs"), [("a", "1,000.00"), ("longer", "1.00")]) == (
        "| thing  |       µs |\n"
        "| ------ | -------: |\n"
        "| a      | 1,000.00 |\n"
        "| longer |     1.00 |"
    )  # fmt: skip


def test_report_tells_of_everything() -> None:
    told = re.sub(" +", " ", report(JUST_MET))
    assert "| russian-bank | 2 | 2.60 | 1.80 |" in told
    assert "| apply, checked | 1,600,000.00 | 1.231 |" in told  # 1.6 / 1.3
    assert "| a kept state of crapette | 1,500 |" in told
    assert "| bytes of a kept state | ≤ 1,500 | 1,500 | yes |" in told
    assert "| speed of crapette-strict over solitaire, in place | ≥ 0.9 | 0.90 | yes |" in told


# ------------------------------------------------------------------------------------------ the history


def test_what_is_kept_is_read(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    assert read(path) == []
    later = evolve(RUN, machine="μ-processor", figures={STRICT: 0.25})
    for run in (RUN, later):
        keep(path, run)
    assert read(path) == [RUN, later]


def line(**changes: object) -> str:
    """A line with changes."""
    told = dict(zip(("date", "commit", "python", "build", "unit", "machine"), ["2026-11-30", *"abcde"], strict=True))
    return json.dumps({**told, "figures": {}, **changes})


@pytest.mark.parametrize(
    ("damaged", "complaint"),
    [
        ("", "Expecting value"),
        (line()[:-1], "Expecting ',' delimiter"),
        (line() + line(), "Extra data"),
        ("[]", "expected an object with the keys date, commit, python, build, unit, machine, figures"),
        (line(more=1), "expected an object with the keys date"),
        (line().replace('"unit"', '"units"'), "expected an object with the keys date"),
        (line(machine=1), "expected text for each of date, commit, python, build, unit, machine"),
        (line(date="yesterday"), "Invalid isoformat string: 'yesterday'"),
        (line(figures=[]), "expected an object for figures"),
        (line(figures={"hash": "1"}), "expected a number above 0 for hash, not '1'"),
        (line(figures={"hash": True}), "expected a number above 0 for hash, not True"),
        (line(figures={"hash": 0}), "expected a number above 0 for hash, not 0"),
        (line(figures={"hash": nan}), "expected a number above 0 for hash, not nan"),
        (line(figures={"hash": inf}), "expected a number above 0 for hash, not inf"),
    ],
)
def test_a_damaged_line_is_refused_with_its_number(tmp_path: Path, damaged: str, complaint: str) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text(f"{line()}\n{damaged}\n{line()}\n", "utf-8")
    with pytest.raises(HistoryError, match=f"^{re.escape(f'{path}:2: {complaint}')}"):
        read(path)


def test_a_line_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "history.jsonl"
    path.write_bytes(line().encode() + b"\n\xff\n")
    with pytest.raises(HistoryError, match=r"history\.jsonl:2: "):
        read(path)


def test_nothing_is_measured_after_a_damaged_history(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "history.jsonl"
    path.write_text("{}\n", "utf-8")
    assert main([], path) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.partition(" expected ")[0]) == ("", f"{path}:1:")


def test_the_history_can_be_read() -> None:
    read(HISTORY)


def test_runs_are_compared_with_the_last_like_them() -> None:
    first, second = evolve(RUN, commit="1"), evolve(RUN, commit="2", machine="another machine")
    different = [
        evolve(RUN, python="CPython 3.12.1 with PGO"),
        evolve(RUN, build="compiled"),
        evolve(RUN, unit="instructions"),
    ]
    assert last([first, second, *different], RUN) == second
    assert last(different, RUN) is None


def test_a_compiled_run_is_compared_with_the_pure_one_of_the_same_python() -> None:
    compiled = evolve(RUN, build="compiled", figures={STRICT: 0.2})
    elsewhere = evolve(RUN, python="CPython 3.12.1 with PGO", figures={STRICT: 1})
    assert over_pure(compiled, [RUN, compiled, elsewhere]) == 2.5
    assert over_pure(compiled, [compiled, elsewhere]) is None
    assert over_pure(RUN, [RUN]) is None


def test_what_costs_more_than_a_tenth_more_is_dearer() -> None:
    before = evolve(RUN, figures={"same": 1, "cheaper": 2, "bit": 100, "more": 100, "most": 1, "gone": 1})
    now = evolve(RUN, figures={"same": 1, "cheaper": 1, "bit": 110, "more": 111, "most": 3, "new": 9})
    assert list(now.dearer_than(before).items()) == [("most", 3), ("more", 1.11)]


@pytest.mark.parametrize(
    ("then", "told"),
    [
        (None, f"No run of {RUN.python}, pure, in units of {CLONED}, has been kept."),
        (RUN, "Compared with the run kept on 2026-11-30 (0123abc):\n- nothing is notably dearer"),
        (
            evolve(RUN, figures={"hash": 1}, machine="PDP-11"),
            (
                "Compared with the run kept on 2026-11-30 (0123abc), which was on another machine, PDP-11:\n"
                "- DEARER: hash, 2.00 times"
            ),
        ),
    ],
)
def test_comparison(then: Run | None, told: str) -> None:
    assert compared(RUN, then) == told


@pytest.mark.parametrize(("origin", "build"), [("apply.py", "pure"), ("apply.cpython-311.so", "compiled")])
def test_conditions_tell_the_build(origin: str, build: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(name: str) -> ModuleSpec:
        return ModuleSpec(name, None, origin=origin)

    monkeypatch.setattr(conditions, "find_spec", found)
    assert conditions.this_run("steps").build == build


# ------------------------------------------------------------------------------------------------ counts


def valgrind(command: Sequence[str], **_: Any) -> subprocess.CompletedProcess[str]:
    """As if 1,000 instructions were the start, and each operation took 7, of which there are 10 in a piece of work."""
    instructions = 1000 + 7 * 10 * int(command[-1])
    return subprocess.CompletedProcess(command, 0, "10\n", f"==1== \n==1== Collected : {instructions}\n==1== \n")


def test_counts_are_of_one_operation_without_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", valgrind)
    assert counts.counted() == dict.fromkeys((*OURS, *parts()), 7)


@pytest.mark.parametrize("name", ["hash", RUSSIAN_BANK])
def test_what_is_counted_is_the_work_as_often_as_is_asked(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def work(which: str) -> Work:
        def do() -> int:
            done.append(which)
            return 10

        return do

    monkeypatch.setattr(counts, "parts", lambda: {"hash": work("hash")})
    monkeypatch.setattr(counts, "playouts", work)
    monkeypatch.setattr(sys, "argv", ["counts", name, "3"])
    counts.main()
    assert done == [name] * 3
    assert capsys.readouterr().out == "10\n"


# ------------------------------------------------------------------------------------------------ the whole


@needs_the_others
def test_a_whole_run_measures_all_tells_it_and_keeps_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "history.jsonl"
    assert main(["--rounds", "1", "--seconds", "0", "--keep"], path) == 0
    (run,) = read(path)
    assert run.unit == CLONED
    assert {STRICT, CHECKED, LAST_TENTH, KEPT.format("crapette")} <= run.figures.keys()
    told = capsys.readouterr().out
    assert [
        name for name in (*run.figures, *OTHERS, *(goal.text for goal in GOALS)) if f"\n| {name} " not in told
    ] == []
    assert "has been kept." in told


@pytest.mark.no_cover
def test_environments_are_measured_beside_the_bare_engine(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package, reason="needs the extra `rl`")
    assert environments.main(["--rounds", "1", "--seconds", "0"]) == 0
    told = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    names = [cells[0].removeprefix("| ").rstrip() for cells in told[2:]]
    bare = [RUSSIAN_BANK, CALLS_ASIDE]
    assert [name for name in names if name in bare] == bare
    assert len(names) == len(set(names)) == 2 + 2 * len(environments.WAYS)
    page = SPEED.read_text("utf-8")
    assert [name for name in names if f"\n| {name} " not in page] == []


def test_counts_are_told_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(subprocess, "run", valgrind)
    monkeypatch.setattr(conditions, "_commit", lambda: "0123abc")
    path = tmp_path / "history.jsonl"
    assert main(["--counts", "--keep"], path) == 0
    (run,) = read(path)
    assert (run.unit, run.figures["hash"]) == ("instructions", 7)
    assert re.search(r"\| hash +\| +7 \|\n", capsys.readouterr().out)


def test_page_has_the_tables_of_a_run() -> None:
    page = SPEED.read_text("utf-8")
    names = (*OURS, *OTHERS, *parts(), *tenths(), *JUST_MET.sizes, *(goal.text for goal in GOALS))
    assert [name for name in names if f"\n| {name} " not in page] == []
