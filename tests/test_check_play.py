"""`crapette variants check --play`: what it says of rules by which bots have played."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

from crapette import cli
from crapette.actions import DISCARD, Action
from crapette.bots import playing
from crapette.engine.apply import apply
from crapette.simulation import trial
from crapette.state import State
from tests.test_cli import WRONG, error, run, said


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as short as they are here."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _two_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--play` without a number plays two deals."""
    monkeypatch.setattr(cli, "_DEALS", 2)


def file(rules: str = "{}", extends: str = "crapette-strict", name: str = "ours") -> str:
    """A variant file with these settings."""
    text = f"schema: 1\nname: {name}\ntitle: Ours\nextends: {extends}\nrules: {rules}\n"
    Path(f"{name}.yaml").write_text(text, "utf-8")
    return f"{name}.yaml"


def warned(lines: list[str]) -> list[tuple[str, str]]:
    """The warnings: what each is about, and its text."""
    matches = [re.fullmatch(r"ours\.yaml: warning: (\S+): (.*)", line) for line in lines]
    return [(match[1], match[2]) for match in matches if match]


# ----------------------------------------------------------------------------------------------- the report


def test_report() -> None:
    # `crapette demo` shows the same deals. Both begin with player 0. At random player 1 wins them, in 68 and 90
    # turns; greedily player 0 wins the first, in 29.
    lines = said("variants", "check", "--play", "3", "--seed", "5", file("{load: {wrap: true}}"))
    assert lines[:9] == [
        "ours.yaml: 3 deals played, seed 5; 3 of them once more with other settings",
        "                                            random                  greedy",
        "deals                                       2                       1",
        "won                                         2 (100 %)               1 (100 %)",
        "of the wins, the starter's (95 % interval)  0.0 % (0.0–65.8 %)      100.0 % (20.7–100.0 %)",
        "turns: mean (10th to 90th percentile)       79 (68–90)              29 (29–29)",
        "actions: likewise                           866 (715–1017)          327 (327–327)",
        "legal moves of the mover: mean              4.3                     2.7",
        "ours.yaml: note: load.wrap: the file fixes this setting and does not say where it comes from",
    ]
    assert ("load.wrap", "in 3 deals false instead would have altered nothing") in warned(lines)
    assert ("end.repetitions", "in 3 deals 0, 2 or 4 instead would have altered nothing") in warned(lines)
    assert (
        "start.ties",
        "in 2 deals [], [houses, best-house] or [houses, suit] instead would have altered nothing",
    ) in warned(lines)
    assert "houses.build" not in dict(warned(lines))
    assert lines[-1] == "ours.yaml: no problems"


def test_report_of_one_deal() -> None:
    lines = said("variants", "check", "--play", "1", file())
    assert lines[0] == "ours.yaml: 1 deal played, seed 0; 1 of them once more with other settings"
    assert lines[1].split() == ["random"]
    assert ("load.wrap", "in 1 deal true instead would have altered nothing") in warned(lines)


def test_report_fits_and_is_plain_where_only_ascii_can_be_written() -> None:
    result = run("variants", "check", "--play", "2", file(), charset="ascii")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.isascii()
    table = result.stdout.partition("ours.yaml: warning")[0].splitlines()
    assert max(map(len, table)) <= 100
    assert "of the wins, the starter's (95 % interval)  0.0 % (0.0-79.3 %)      100.0 % (20.7-100.0 %)" in table


def test_report_is_the_one_that_the_page_on_variants_shows() -> None:
    page = (Path(__file__).parents[1] / "docs" / "variants.md").read_text("utf-8").splitlines()
    lines = said("variants", "check", "--play", "2", file())
    (first,) = [number for number, line in enumerate(page) if "200 deals played, seed 0; 20 of them" in line]
    assert [line[:44] for line in lines[1:8]] == [line[:44] for line in page[first + 1 : first + 8]]


def test_warning_of_a_first_player_who_always_wins() -> None:
    # One reserve card and twelve houses: who is first to move puts it down and has won.
    rules = "{deal: {reserve: 1, houses: 6}, end: {win: reserve}}"
    lines = said("variants", "check", "--play", "20", file(rules))
    assert warned(lines)[:2] == [
        ("start", f"in {kind} play the starter has 100.0 % (72.2–100.0 %) of the wins, not half of them")
        for kind in ("random", "greedy")
    ]


def test_warning_of_deals_that_only_the_backstop_ends() -> None:
    limit = "{end: {max_turns: 3}}"
    assert warned(said("variants", "check", "--play", "2", file(limit)))[:2] == [
        ("end.max_turns", f"in {kind} play nothing else ended 100 % of the deals (1 of 1)")
        for kind in ("random", "greedy")
    ]


def test_warning_of_deals_that_do_not_end() -> None:
    never = "{turn: {repeat_layout: true}, end: {idle_cycles: 0, repetitions: 0, barren_turns: 0}}"
    lines = said("variants", "check", "--play", "2", "--seed", "3", file(never, "krapetta"))
    assert "not over after 10,000 actions               1 (100 %)               0 (0 %)" in lines
    assert [each for each in warned(lines) if "not over" in each[1]] == [
        ("end", "in random play 100 % of the deals (1 of 1) were not over after 10,000 actions")
    ]


@pytest.mark.usefixtures("_two_deals")
@pytest.mark.parametrize("order", ["--play FILE", "FILE --play", "--play 2 FILE", "FILE --play=2"])
def test_play_may_stand_without_its_number(order: str) -> None:
    lines = said("variants", "check", *order.replace("FILE", file()).split())
    assert lines[0] == "ours.yaml: 2 deals played, seed 0; 2 of them once more with other settings"


def test_play_means_200_deals() -> None:
    help_ = " ".join(run("variants", "check", "--help").stdout.split())
    assert "Let bots play N deals (200 unless given)" in help_


@pytest.mark.usefixtures("_two_deals")
def test_several_files_are_played_one_after_the_other() -> None:
    Path("wrong.yaml").write_text(WRONG, "utf-8")
    result = run("variants", "check", file(name="ours"), "wrong.yaml", file(name="theirs"), "--play")
    assert result.exit_code == 1
    assert result.stderr.startswith("wrong.yaml:5:10: deal.reserv: ")
    played = re.findall(r"^(\S+): 2 deals played", result.stdout, re.MULTILINE)
    assert played == re.findall(r"^(\S+): no problems", result.stdout, re.MULTILINE) == ["ours.yaml", "theirs.yaml"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("--play 0", "Invalid value for '--play': 0 is not in the range 1<=x<=100000"),
        ("--play=100001", "Invalid value for '--play': 100001 is not in the range 1<=x<=100000"),
        ("--play=ten", "Invalid value for '--play': 'ten' is not a valid integer range"),
        ("--play 2 --seed -1", "Invalid value for '--seed': '-1' is no seed; expected an integer from 0 up"),
        ("--seed 1", "--seed says which deals are played: expected --play as well"),
    ],
)
def test_wrong_usage(args: str, message: str) -> None:
    assert error("variants", "check", file(), *args.split()).startswith(f"crapette: {message}")


def test_a_word_behind_play_is_a_file() -> None:
    assert error("variants", "check", "--play", "ten") == "ten: can't be read: No such file or directory"


# ------------------------------------------------------------------------------------------ the progress bar


class Terminal(io.StringIO):
    """What is written to it, it says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stderr", [Terminal(), None])
def test_progress_bar_is_for_terminals(stderr: Terminal | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    with pytest.raises(SystemExit) as caught:
        cli.crapette(["variants", "check", "--play", "2", file()])
    assert caught.value.code == 0
    if stderr is not None:
        for label in ("playing deals", "trying other settings"):
            assert re.search(rf"{label} .*100%", stderr.getvalue())


# ------------------------------------------------------------------------------------- faults of the library


def lost(state: State, action: Action, *, check: bool) -> State:
    """The state after an action, but that a discarded card is nowhere."""
    after = apply(state, action, check=check)
    return State(state.table, after.unseen, after.turn, after.course, after.calls) if action is DISCARD else after


def broken(state: State, action: Action, *, check: bool) -> State:
    """The state after an action, but that a discard breaks down."""
    assert action is not DISCARD, "no discards"
    return apply(state, action, check=check)


@pytest.mark.parametrize(
    ("fault", "last", "message"),
    [
        (lost, "discard", "InvariantError: cards: the 104 cards are not all there, once each, in <State turn="),
        (broken, "draw", "AssertionError: no discards"),
    ],
)
def test_a_fault_of_the_library_is_told_with_a_record_that_replays(
    fault: object, last: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = file("{deal: {reserve: 12}}")
    with monkeypatch.context() as patched:
        patched.setattr(playing, "apply", fault)
        patched.setattr(trial, "STATES_CHECKED", 1)
        result = run("variants", "check", "--play", "2", name)
    assert result.exit_code == 1
    told = re.fullmatch(
        r"ours\.yaml: deal of seed (\d+), played by random and random, after (\d+) actions: the library is at fault, "
        rf"please report this with the record: {re.escape(message)}.*\n",
        result.stderr,
    )
    assert told
    Path("deal.txt").write_text(result.stdout, "utf-8")
    lines = said("replay", "deal.txt")
    assert lines[:2] == ["ours", "player 0: random · player 1: random"]
    assert '"reserve":12,' in result.stdout
    assert f"seed: {told[1]}\n" in result.stdout
    assert result.stdout.split()[-1] == last
    assert error("replay", "deal.txt", "--to", "9999", code=1).endswith(f"there are only {told[2]} actions, not 9999")
