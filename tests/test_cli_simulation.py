"""The commands that play many deals: what they say, what they keep, and what becomes of it when they are stopped."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any, NoReturn

import pytest

import crapette
from crapette import Record, load_rules, variant_names
from crapette.simulation.running import WorkerError, simulate
from crapette.version import RULES_VERSION
from tests.test_cli import error, run, said

STRICT = "crapette-strict"


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True) if path.exists() else []


@contextmanager
def under_way(*args: str, at_least: int) -> Generator[subprocess.Popen[bytes]]:
    """The command as a process of its own, once so many lines are in the file that it was told last."""
    source = Path(crapette.__file__).parents[1]
    process = subprocess.Popen(  # noqa: S603 - our own
        [sys.executable, "-m", "crapette", *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(source)},
        start_new_session=True,
    )
    try:
        while len(lines(Path(args[-1]))) < at_least:
            assert process.poll() is None
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.communicate(timeout=60)


# --------------------------------------------------------------------------------------------- what is kept


def test_what_is_kept_is_the_same_however_many_play(tmp_path: Path) -> None:
    one, two = (str(tmp_path / name) for name in ("one", "two"))
    expected = said("simulate", STRICT, "--deals", "30", "--workers", "1", "--out", one)
    assert said("simulate", STRICT, "--deals", "30", "--workers", "2", "--out", two) == expected
    assert Path(one).read_bytes() == Path(two).read_bytes()
    _, *deals = map(json.loads, lines(Path(one)))
    assert [deal["round"] for deal in deals] == list(range(30))
    told = list(simulate(load_rules(STRICT), ("greedy", "greedy"), 30, seed=0))
    assert [(deal["winner"], deal["turns"]) for deal in deals] == [(each.winner, each.turns) for each in told]


def test_a_run_goes_on_with_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, file = (str(tmp_path / name) for name in ("whole", "file"))
    expected = said("simulate", STRICT, "--deals", "6", "--workers", "1", "--out", whole)
    said("simulate", STRICT, "--deals", "4", "--workers", "1", "--out", file)
    assert said("simulate", STRICT, "--deals", "6", "--workers", "1", "--out", file) == expected
    assert Path(file).read_bytes() == Path(whole).read_bytes()

    def unwanted(*_: object, **__: object) -> NoReturn:
        raise AssertionError("it is all there")

    monkeypatch.setattr("crapette.simulation.experiment.played", unwanted)
    assert said("simulate", STRICT, "--deals", "6", "--workers", "1", "--out", file) == expected


def test_a_file_that_can_not_be_gone_on_with(tmp_path: Path) -> None:
    file = str(tmp_path / "file")
    said("simulate", STRICT, "--deals", "4", "--workers", "1", "--out", file)
    before = Path(file).read_bytes()
    assert error("simulate", STRICT, "--deals", "3", "--workers", "1", "--out", file) == (
        f"crapette: {file} has 4 deals, more than the 3 asked for"
    )
    assert error("simulate", STRICT, "--deals", "4", "--seed", "1", "--workers", "1", "--out", file) == (
        f"crapette: {file}: the results in it are of something else: another seed than now; "
        "name another file, or what it was made with"
    )
    assert Path(file).read_bytes() == before
    missing = str(tmp_path / "nowhere" / "file")
    assert error("simulate", STRICT, "--out", missing) == (
        f"crapette: can't keep results in {missing}: No such file or directory"
    )


def test_a_run_that_was_killed_loses_a_chunk_and_the_resumed_one_ends_the_same(tmp_path: Path) -> None:
    whole, file = tmp_path / "whole", tmp_path / "file"
    arguments = ("simulate", STRICT, "--deals", "60", "--workers", "2", "--out")
    said(*arguments, str(whole))
    with under_way(*arguments, str(file), at_least=10) as process:
        process.kill()
        process.wait(60)
    there = len(lines(file))
    assert 10 <= there <= 61
    assert set(lines(file)) <= set(lines(whole))
    said(*arguments, str(file))
    assert file.read_bytes() == whole.read_bytes()


def test_who_interrupts_a_run_gets_what_is_played_so_far(tmp_path: Path) -> None:
    file = tmp_path / "file"
    arguments = ("simulate", STRICT, "--deals", "100000", "--workers", "2", "--out", str(file))
    with under_way(*arguments, at_least=20) as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        stdout, stderr = process.communicate(timeout=60)
    assert process.returncode == 130
    told = stderr.decode().splitlines()
    played = len(lines(file)) - 1
    assert told == [
        "what is under way is played to its end; interrupt once more to leave it",
        f"stopped after {played} of 100000 deals; the same command goes on with {file}",
    ]
    assert str(played) in stdout.decode().split()
    assert [json.loads(line)["round"] for line in lines(file)[1:]] == list(range(played))


def test_who_interrupts_it_twice_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def played(*_: object, **__: object) -> Iterator[list[Any]]:
        for number in (1, 2):
            asked.append(number)
            os.kill(os.getpid(), signal.SIGINT)
        yield []

    monkeypatch.setattr("crapette.simulation.running.played_anywhere", played)
    before = signal.getsignal(signal.SIGINT)
    result = run("simulate", STRICT)
    assert result.exit_code == 130
    assert asked == [1, 2]
    assert signal.getsignal(signal.SIGINT) is before


# ------------------------------------------------------------------------------------------ what goes wrong


def test_processes_that_die_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object, **__: object) -> NoReturn:
        raise WorkerError("processes have died")

    monkeypatch.setattr("crapette.simulation.running.played_anywhere", played)
    assert error("simulate", STRICT) == "crapette: processes have died"


def test_what_the_library_does_wrong_comes_with_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("all wrong")

    monkeypatch.setattr("crapette.simulation.result.Account.add", broken)
    result = run("simulate", STRICT, "--workers", "1")
    assert result.exit_code == 1
    assert "the library is at fault, please report this with the record: RuntimeError: all wrong" in result.stderr
    assert Record.loads(result.stdout).variant == STRICT


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("--bots", "gredy,greedy"), "there is no bot 'gredy' (did you mean greedy?)"),
        (("--bots", "greedy"), "expected two bots, such as greedy,random"),
        (("--bots", "greedy:notices=2,greedy"), "notices: '2' is not a number from 0 to 1"),
        (("--deals", "0"), "0 is not in the range"),
        (("--workers", "0"), "0 is not in the range"),
        (("--seed", "x"), "'x' is no seed"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], text: str) -> None:
    assert text in error("simulate", STRICT, *args)


# ------------------------------------------------------------------------------------------- what it tells


def table(told: list[str], title: str) -> list[list[str]]:
    """The rows of a table, cell by cell."""
    _, *following = told[told.index(title) + 1 :]
    return [re.split(" {2,}", line) for line in takewhile(bool, following)]


def test_simulate_tells_what_the_deals_came_to() -> None:
    told = said("simulate", STRICT, "--deals", "2", "--workers", "1")
    assert told[0] == "2 deals, played by greedy – greedy, seed 0."
    first, second = simulate(load_rules(STRICT), ("greedy", "greedy"), 2, seed=0)
    assert table(told, "Deals")[:2] == [["", STRICT], ["deals", "2"]]
    assert ["turns: 90 % up to", str(max(first.turns, second.turns))] in table(told, "Deals")


def test_with_exchanged_seats_the_share_of_each_bot_is_told() -> None:
    told = said("simulate", STRICT, "--bots", "greedy,random", "--deals", "2", "--exchange", "--workers", "1")
    assert told[0] == "2 deals of each, with the same packs, played by greedy, random, seed 0."
    assert table(told, "Bots")[1] == ["greedy", "100.0 % (34.2–100.0 %)", "4", "0", "0", "0"]
    assert table(told, "Deals")[0] == ["", "greedy – random", "random – greedy"]
    assert error("simulate", STRICT, "--exchange") == (
        "crapette: --exchange: both seats have the same bot, and each deal would be played twice alike "
        "(see crapette simulate --help)"
    )


COMPARE = ("compare", STRICT, "crapette-onze", "--deals", "3", "--workers", "1")


def test_compare_tells_how_variants_differ(tmp_path: Path) -> None:
    told = said(*COMPARE)
    assert told[0] == "3 deals of each, with the same packs, played by greedy – greedy, seed 0."
    assert table(told, "Deals")[:2] == [["", STRICT, "crapette-onze"], ["deals", "3", "3"]]
    (title,) = [line for line in told if line.startswith(f"Difference to {STRICT} ")]
    turns = [
        [deal.turns for deal in simulate(load_rules(name), ("greedy", "greedy"), 3, seed=0)] for name in COMPARE[1:3]
    ]
    difference = sum(turns[1]) / 3 - sum(turns[0]) / 3
    (row,) = [row for row in table(told, title) if row[0] == "turns"]
    assert row[1].startswith(f"{difference:+.1f}" if abs(difference) >= 10 else f"{difference:+.2f}")
    missing = str(tmp_path / "nowhere" / "page.html")
    assert error(*COMPARE, "--html", missing) == f"crapette: can't write {missing}: No such file or directory"
    file = tmp_path / "page.html"
    assert said(*COMPARE, "--html", str(file)) == told
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_compare_writes_no_page_over_the_rules_that_it_has_read(tmp_path: Path) -> None:
    ours = tmp_path / "ours.yaml"
    text = "schema: 1\nname: ours\ntitle: Ours\nextends: crapette\n"
    ours.write_text(text, "utf-8")
    told = error("compare", STRICT, str(ours), "--deals", "1", "--html", str(ours))
    assert f"{ours} is what is read, and would be written over: expected another file" in told
    assert ours.read_text("utf-8") == text


def test_the_page_on_many_deals_shows_what_is_told() -> None:
    page = (Path(__file__).parents[1] / "docs" / "simulation.md").read_text("utf-8").splitlines()
    of_variants = said("compare", "crapette", "russian-bank", "--deals", "2", "--workers", "1")
    for title in ("Deals", "Difference to crapette with the same packs (*: the interval leaves out 0)"):
        assert [row[0] for row in table(page, title)[1:]] == [row[0] for row in table(of_variants, title)[1:]]
    of_bots = said("tournament", "--bots", "random,first", "--deals", "1", "--workers", "1")
    assert table(page, "Bots")[0] == table(of_bots, "Bots")[0]


def test_formats() -> None:
    told = json.loads("\n".join(said(*COMPARE, "--format", "json")))
    assert [told[key] for key in ("seed", "matches", "rounds", "rules_version")] == [0, False, 3, RULES_VERSION]
    assert list(told["tables"]["deals"]) == [STRICT, "crapette-onze"]
    head, *rows = csv.reader(said(*COMPARE, "--format", "csv"))
    assert head[:3] == ["table", "name", "figure"]
    assert ["deals", STRICT, "deals", "3", "", "", ""] in rows
    markdown = said(*COMPARE, "--format", "markdown")
    assert markdown[:5] == [said(*COMPARE)[0], "", "**Deals**", "", f"|  | {STRICT} | crapette-onze |"]


def test_all_variants_side_by_side_fit_a_terminal_that_has_only_ascii() -> None:
    result = run("compare", *variant_names(), "--deals", "1", "--workers", "1", charset="ascii")
    assert (result.exit_code, result.stderr) == (0, "")
    assert max(map(len, result.stdout.splitlines())) <= 100
    assert "+-" in result.stdout
    assert "?" not in result.stdout


def test_matches_are_compared() -> None:
    told = said(*COMPARE[:3], "--deals", "1", "--matches", "--workers", "1")
    assert told[0] == "1 match of each, with the same packs, played by greedy – greedy, seed 0."
    assert table(told, "Matches")[:2] == [["", STRICT, "crapette-onze"], ["matches", "1", "1"]]


def test_a_tournament_tells_how_strong_bots_are() -> None:
    arguments = ("tournament", STRICT, "--bots", "random,greedy,first", "--deals", "8")
    told = said(*arguments, "--workers", "2")
    assert told == said(*arguments, "--workers", "1")
    assert told[0] == "8 deals of each, with the same packs, played by random, greedy, first, seed 0."
    head, *rows = table(told, "Bots")
    assert head == ["", "share", "won", "drawn", "lost", "forfeited", "rating"]
    assert [row[0] for row in rows] == ["random", "greedy", "first"]
    assert all(sum(map(int, row[2:5])) == 2 * 2 * 8 for row in rows)
    head, *pairs = table(told, "Each against each: the share of the bot in front")
    assert [row[1 + place] for place, row in enumerate(pairs)] == ["–"] * 3


def test_a_bot_that_fails_in_a_tournament_is_told_of() -> None:
    arguments = ("tournament", STRICT, "--bots", "greedy,program:command=false", "--deals", "1", "--workers", "1")
    assert [row[5] for row in table(said(*arguments), "Bots")[1:]] == ["0", "2"]
    rows = list(csv.reader(said(*arguments, "--format", "csv")))
    assert [row[1] for row in rows if row[0] == "faults" and row[2] == "fault"] == [
        "greedy – program:command=false",
        "program:command=false – greedy",
    ]


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("compare", STRICT, STRICT), "two of the variants have the same name: expected each once"),
        (("compare",), "Missing argument"),
        (("tournament",), "Missing option '--bots'"),
        (("tournament", "--bots", "greedy"), "--bots: expected two bots or more, such as greedy,random"),
        (("tournament", "--bots", "greedy,first,greedy"), "--bots: 'greedy' stands there twice"),
        (("compare", STRICT, "--format", "xml"), "'xml' is not one of"),
    ],
)
def test_wrong_usage_of_what_compares(args: tuple[str, ...], text: str) -> None:
    assert text in error(*args)


@pytest.mark.parametrize(
    ("module", "args", "text"),
    [
        ("matplotlib", ("compare", STRICT, "--html", "page.html"), "pictures need matplotlib"),
        ("openskill.models", ("tournament", "--bots", "greedy,first"), "ratings need openskill"),
    ],
)
def test_what_is_not_installed_is_told_before_anything_is_played(
    module: str, args: tuple[str, ...], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setattr("crapette.simulation.running.played_anywhere", None)
    assert error(*args) == f"crapette: {text}, which is not installed: pip install 'crapette[sim]'"


def test_who_interrupts_it_before_anything_is_played_is_told_no_figures(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def played(*_: object, **__: object) -> Iterator[list[Any]]:
        os.kill(os.getpid(), signal.SIGINT)
        return iter(())

    monkeypatch.setattr("crapette.simulation.running.played_anywhere", played)
    page = str(tmp_path / "page.html")
    for args in (("simulate", STRICT), ("compare", STRICT, "--html", page), ("tournament", "--bots", "greedy,first")):
        result = run(*args)
        assert (result.exit_code, result.stdout) == (130, "")
