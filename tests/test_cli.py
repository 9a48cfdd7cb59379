"""The command: what it says, exit codes, and errors in a line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import crapette
from crapette import (
    Record,
    VariantError,
    cli,
    legal_moves,
    load_rules,
    load_variant,
    position,
    rules_text,
    to_json,
    variant_names,
    why_not,
)
from crapette.actions import ACTIONS
from crapette.bots import KINDS
from crapette.faults import one_of
from crapette.language import LANGUAGES
from crapette.render.text import board, card_text, result_text
from crapette.rules import SETTINGS, value_at

RUSSIAN_BANK = "russian-bank"
OURS = """\
schema: 1
name: ours
title: How we play
extends: crapette-strict
rules:
  deal: {reserve: 11}
  stop: {rewind: false}
provenance:
  deal.reserve: {assumed: "We like it short."}
"""
WRONG = "schema: 1\nname: wrong\ntitle: Wrong\nrules:\n  deal: {reserv: 11}\n  start: {by: dice}\n"


def run(*args: str, charset: str = "utf-8") -> Result:
    """The command, run in this process."""
    return CliRunner(charset=charset).invoke(cli.crapette, args, prog_name="crapette")


def said(*args: str) -> list[str]:
    """The lines that the command writes when all is well."""
    result = run(*args)
    assert (result.exit_code, result.stderr) == (0, ""), result.output
    return result.stdout.splitlines()


def error(*args: str, code: int = 2) -> str:
    """The one line of an error."""
    result = run(*args)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    assert result.stderr.endswith("\n")
    assert result.stderr.count("\n") == 1
    return result.stderr.rstrip("\n")


def process(
    *args: str, stdout: int = subprocess.PIPE, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command, run as a process of its own."""
    source = Path(crapette.__file__).parents[1]
    return subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "crapette", *args],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(source), **(env or {})},
        timeout=60,
        check=False,
    )


@pytest.fixture
def ours(tmp_path: Path) -> str:
    """The path of a valid variant file."""
    path = tmp_path / "ours.yaml"
    path.write_text(OURS, "utf-8")
    return str(path)


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    """The path of a variant file with two problems."""
    path = tmp_path / "wrong.yaml"
    path.write_text(WRONG, "utf-8")
    return str(path)


# ----------------------------------------------------------------------------------------------- at large


def test_version() -> None:
    assert said("--version") == [f"crapette {crapette.__version__}"]


def test_alone_it_says_what_there_is() -> None:
    text = said()
    assert text == said("--help") == said("-h")
    assert text[0].startswith("Usage: crapette")
    assert {"deal", "demo", "position", "replay", "simulate", "variants"} <= {line.split()[0] for line in text if line}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ("dmo", "there is no command 'dmo' (did you mean demo?)"),
        ("zzz", f"there is no command 'zzz'; expected {one_of(sorted(cli.crapette.commands))}"),
        ("variants shw", "there is no command 'shw' (did you mean show?)"),
        ("variants show", "Missing argument 'NAME|FILE'"),
        (
            "variants show crapette --language pl",
            "--language says how --text tells the rules: expected --text as well",
        ),
        (
            "variants show crapette --text --language de",
            "Invalid value for '--language': 'de' is not one of 'en', 'eo', 'es', 'fr', 'it', 'pl'",
        ),
        ("variants check", "Missing argument 'FILE...'"),
        ("deal crapette", "Missing option '--seed'"),
        ("perft crapette --seed 1", "Missing option '--depth'"),
        ("perft crapette --seed 1 --depth 0", "Invalid value for '--depth': 0 is not in the range x>=1"),
        ("demo a b", "Got unexpected extra argument (b)"),
        (
            "demo --bots greedy,randm",
            (f"Invalid value for '--bots': there is no bot 'randm' (did you mean random?); expected {one_of(KINDS)}"),
        ),
        (
            "demo --bots greedy",
            "Invalid value for '--bots': expected two bots, such as greedy,random",
        ),
        (
            "demo crapette --careless --bots greedy,greedy",
            "--careless says who plays, and so does --bots: expected one of them",
        ),
        (
            "demo crapette-strict --careless",
            "--careless: in crapette-strict no duty can be missed; expected a variant with calls, such as crapette",
        ),
        (
            "demo --careless",
            "--careless: in russian-bank no duty can be missed; expected a variant with calls, such as crapette",
        ),
    ],
)
def test_wrong_usage_is_a_line(args: str, message: str) -> None:
    told, _, help_ = error(*args.split()).partition(" (see ")
    assert told == f"crapette: {message}"
    command, *_ = help_.split(" --help")
    assert run(*command.split()[1:], "--help").exit_code == 0


@pytest.mark.parametrize("args", ["--sed 3", "demo --sed 3", "variants --list"])
def test_wrong_options_are_a_line(args: str) -> None:
    assert error(*args.split()).startswith("crapette: No such option")


@pytest.mark.parametrize("seed", ["-3", "abc", "1.5", "", "1_000", " 7", "٣", "1e3"])
@pytest.mark.parametrize("command", ["deal", "demo"])
def test_seed_that_is_none(command: str, seed: str) -> None:
    told = error(command, "crapette", "--seed", seed)
    assert told.startswith("crapette: Invalid value for '--seed': ")
    assert "expected an integer from 0 up" in told


def test_seed_that_is_too_long() -> None:
    told = error("deal", "crapette", "--seed", "9" * 100_000)
    assert "expected an integer from 0 up, of at most 4300 digits" in told
    assert len(told) < 250


def test_huge_seed() -> None:
    assert len(said("deal", "crapette", "--seed", "9" * 4000)) > 10


@pytest.mark.parametrize(
    "args",
    [
        ("variants", "show", "rusian-bank"),
        ("variants", "diff", "crapette", "rusian-bank"),
        ("deal", "rusian-bank", "--seed", "1"),
        ("demo", "rusian-bank"),
    ],
)
def test_unknown_variant(args: tuple[str, ...]) -> None:
    assert error(*args).startswith(
        "crapette: there is no variant 'rusian-bank' (did you mean russian-bank?); the shipped ones are banca-russa, "
    )


@pytest.mark.parametrize(
    "args", [("variants", "show"), ("variants", "diff", "crapette"), ("deal", "--seed", "1"), ("demo",)]
)
def test_files_that_cannot_be_used(args: tuple[str, ...], wrong: str, tmp_path: Path) -> None:
    binary = tmp_path / "binary.yaml"
    binary.write_bytes(b"\x7fELF\x02\xff\xfe\x00")
    missing = str(tmp_path / "missing.yaml")
    assert error(*args, missing) == f"{missing}: can't be read: No such file or directory"
    assert error(*args, str(tmp_path) + os.sep) == f"{tmp_path}{os.sep}: is not a regular file"
    assert error(*args, str(binary)) == f"{binary}:1:6: the text is not UTF-8"
    result = run(*args, wrong)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [line.split(": ")[0] for line in result.stderr.splitlines()] == [f"{wrong}:5:10", f"{wrong}:6:15"]


def test_names_and_texts_of_strangers_do_nothing_to_a_terminal(tmp_path: Path) -> None:
    folder = tmp_path / "a\nb\x1b[2J"
    folder.mkdir()
    assert r"a b\x1b[2J" in error("variants", "show", str(folder / "none.yaml"))
    path = folder / "ours.yaml"
    path.write_text(OURS.replace("How we play", '"How\\e[2J we play"'), "utf-8")
    assert "\x1b" not in run("variants", "show", str(path)).output


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "board", interrupt)
    result = run("demo")
    assert result.exit_code == 130
    assert result.stderr.strip() == ""


def test_nobody_reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(cli, "say", write)
    result = run("demo")
    assert (result.exit_code, result.output) == (141, "")


def test_no_room_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    def write(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cli, "say", write)
    assert error("demo") == "crapette: can't write: No space left on device"


def test_without_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as caught:
        cli.crapette(["dmo"])
    assert caught.value.code == 2


# ------------------------------------------------------------------------------------ as a process of its own


def test_process_plays_a_deal() -> None:
    done = process("demo")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "♠" in done.stdout.decode("utf-8")


def test_process_with_a_broken_pipe_is_silent() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("demo", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("args", ["demo", "--help"])
def test_process_with_a_full_disk_says_so(args: str) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process(args, stdout=full.fileno())
    assert (done.returncode, done.stderr) == (2, b"crapette: can't write: No space left on device\n")


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
@pytest.mark.parametrize("args", [("demo", "crapette-onze"), ("variants", "show", "crapette-onze"), ("variants",)])
def test_process_where_only_ascii_is_written(args: tuple[str, ...], env: dict[str, str]) -> None:
    done = process(*args, env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()


def test_process_exits_with_the_code_of_an_error() -> None:
    done = process("demo", "rusian-bank")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


def test_entry_point(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["crapette", "--version"])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert not caught.value.code
    assert capsys.readouterr().out == f"crapette {crapette.__version__}\n"


# ------------------------------------------------------------------------------------------- what it writes


def test_ascii_where_the_symbols_cannot_be_written() -> None:
    result = run("demo", "crapette-onze", charset="ascii")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Crapette a onze (crapette-onze), seed 7")
    assert "│" in run("demo").stdout
    assert "â" not in run("demo", "crapette-onze", charset="latin-1").stdout


# --------------------------------------------------------------------------------------------- the variants


def test_variants_lists_a_line_each() -> None:
    lines = said("variants")
    assert [line.split()[0] for line in lines] == list(variant_names())
    assert all(len(line) <= 100 for line in lines)
    assert len({line.index(line.split()[1]) for line in lines}) == 1


def test_variants_show_has_every_setting_with_value_and_origin() -> None:
    text = "\n".join(said("variants", "show", RUSSIAN_BANK))
    assert text.startswith("Russian Bank (russian-bank)\n")
    for path in SETTINGS:
        assert f"\n{path}: " in text
    flat = " ".join(text.split())
    assert "deal.reserve: 13 [rusa-banko-eo] thirteen: twelve closed and one on them" in flat
    assert "houses.groups: single [assumed] Moving several cards together" in flat
    assert "load.onto: [reserve, waste] [" in flat
    assert "load.wrap: false [" in flat
    assert "also called banco-ruso, rosyjski-bank" in flat
    assert f"digest {load_variant(RUSSIAN_BANK).digest}" in flat
    assert "[rusa-banko-eo] Rusa Banko (eo, full text)" in flat
    assert all(len(line) <= 100 for line in text.splitlines())


@pytest.mark.parametrize("name", variant_names())
def test_variants_show_fits(name: str) -> None:
    assert all(len(line) <= 100 for line in said("variants", "show", name))


@pytest.mark.parametrize("language", LANGUAGES)
def test_variants_show_tells_the_rules_in_words(language: str) -> None:
    lines = said("variants", "show", RUSSIAN_BANK, "--text", "--language", language)
    assert " ".join(" ".join(lines).split()) == " ".join(rules_text(load_rules(RUSSIAN_BANK), language).split())
    assert all(len(line) <= 100 for line in lines)


def test_variants_show_wraps_a_list_below_its_items() -> None:
    lines = said("variants", "show", RUSSIAN_BANK, "--text")
    first = lines.index(
        "1. Compare the houses in pairs, beginning with the two that are nearest to their reserves: in the"
    )
    assert lines[first + 1] == "   first pair of different rank, the player with the lower card starts."
    assert "  players use all of them." in lines


def test_variants_show_tells_the_rules_in_ascii() -> None:
    text = run("variants", "show", RUSSIAN_BANK, "--text", charset="ascii").stdout
    assert text.isascii()
    assert "on 9H, for\nexample, 8S or 8C." in text
    assert "?" not in text


def test_variants_show_of_a_file(ours: str, tmp_path: Path) -> None:
    flat = " ".join(" ".join(said("variants", "show", ours)).split())
    assert flat.startswith("How we play (ours) digest ")
    assert "deal.reserve: 11 [assumed] We like it short." in flat
    assert "stop.rewind: false no reason given" in flat
    bare = tmp_path / "bare.yaml"
    bare.write_text("schema: 1\nname: bare\ntitle: Bare\n", "utf-8")
    assert "deal.reserve: 13 the default" in " ".join(" ".join(said("variants", "show", str(bare))).split())


def test_variants_diff() -> None:
    assert said("variants", "diff", "crapette", "crapette-strict") == [
        "setting     crapette                               crapette-strict",
        "──────────  ─────────────────────────────────────  ───────────────",
        "stop.calls  [reserve-to-foundation, foundation,    []",
        "            fill]",
    ]


def test_variants_diff_of_equal_settings() -> None:
    assert said("variants", "diff", "russian-bank", "tonj") == ["russian-bank and russian-bank have equal settings."]


def test_variants_diff_has_each_setting_that_differs() -> None:
    one, other = load_rules("crapette"), load_rules("zank-patience-online")
    lines = said("variants", "diff", "crapette", "zank-patience-online")
    paths = [line.split()[0] for line in lines[2:] if not line.startswith(" ")]
    assert paths == [path for path in SETTINGS if value_at(one, path) != value_at(other, path)]


def test_variants_check_of_a_valid_file_gives_its_notes(ours: str) -> None:
    assert said("variants", "check", ours) == [
        f"{ours}: note: stop.rewind: this changes nothing, since no duty can be called",
        f"{ours}: note: stop.rewind: the file fixes this setting and does not say where it comes from",
        f"{ours}: no problems",
    ]


def test_variants_check_gives_every_problem_with_its_place(wrong: str, ours: str) -> None:
    result = run("variants", "check", wrong, ours)
    with pytest.raises(VariantError) as caught:
        load_variant(wrong)
    assert result.exit_code == 1
    assert result.stderr.splitlines() == [str(problem) for problem in caught.value.problems]
    assert result.stderr.startswith(f"{wrong}:5:10: deal.reserv: ")
    assert result.stdout.endswith(f"{ours}: no problems\n")


def test_variants_check_of_an_unreadable_file_is_wrong_usage(wrong: str, tmp_path: Path) -> None:
    assert error("variants", "check", str(tmp_path)) == f"{tmp_path}: is not a regular file"
    assert run("variants", "check", wrong, str(tmp_path / "none.yaml")).exit_code == 2
    assert error("variants", "check", RUSSIAN_BANK) == "russian-bank: can't be read: No such file or directory"


def test_variants_check_of_a_file_that_extends_what_is_not_there_is_a_problem(tmp_path: Path) -> None:
    path = tmp_path / "lost.yaml"
    path.write_text("schema: 1\nname: lost\ntitle: Lost\nextends: none.yaml\n", "utf-8")
    assert error("variants", "check", str(path), code=1).startswith(f"{path}:4:10: extends: 'none.yaml' ")


def test_variants_schema_is_the_shipped_one() -> None:
    text = run("variants", "schema").stdout
    assert text == (Path(__file__).parents[1] / "variants" / "schema.json").read_text("utf-8")
    assert json.loads(text)["type"] == "object"


# ------------------------------------------------------------------------------------------ deal and demo


def test_deal_shows_the_board_and_every_legal_move() -> None:
    state = crapette.deal(load_rules(RUSSIAN_BANK), 7)
    lines = said("deal", RUSSIAN_BANK, "--seed", "7")
    assert lines[0] == "Russian Bank (russian-bank), seed 7"
    assert lines[2:-5] == board(state).splitlines()
    assert lines[-4:] == [
        "Player 1 may:",
        "  R-7    plays 3♠ from the reserve to house 7",
        "  4-6    moves 2♣ from house 4 to house 6",
        "  8-6    moves 2♠ from house 8 to house 6",
    ]
    assert len(legal_moves(state)) == 3


def test_deal_of_a_file(ours: str) -> None:
    assert "11 cards, 10 face down" in "\n".join(said("deal", ours, "--seed", "0"))


def test_deal_marks_the_moves_that_may_be_called() -> None:
    lines = said("deal", "crapette", "--seed", "3")
    assert lines[-7:] == [
        "Player 1 may:",
        "  5-F    plays A♣ from house 5 to a foundation",
        "  R-6    plays 5♦ from the reserve to house 6  (breaks the duty `foundation`: 5-F)",
        "  4-7    moves 4♥ from house 4 to house 7  (breaks the duty `foundation`: 5-F)",
        "  draw   turns up a hand card  (breaks the duty `foundation`: 5-F)",
        "",
        "To break a duty is legal here, but it may be called; crapette-strict, for one, rules it out.",
    ]
    assert said("deal", "crapette-strict", "--seed", "3")[-2:] == lines[-7:-5]


def test_deal_says_nothing_of_calls_where_no_move_may_be_called() -> None:
    assert said("deal", "crapette", "--seed", "0")[-1] == "  draw   turns up a hand card"


def test_perft_counts_up_to_the_depth() -> None:
    """Of the four actions R-7 leaves five, 4-6 two, 8-6 two and the draw five."""
    lines = said("perft", "crapette-strict", "--seed", "7", "--depth", "2")
    assert lines == ["depth  sequences", "    1          4", "    2         14"]


@pytest.mark.parametrize("name", variant_names())
def test_deals_fit(name: str) -> None:
    assert all(len(line) <= 100 for seed in range(10) for line in said("deal", name, "--seed", str(seed)))


def words(line: str) -> str:
    """A line without the spaces that make columns of it."""
    return " ".join(line.split())


SMALL = "(2D) 7H / * / - | 9d / * / - | KS QH, KC | - | 0"


def test_position_shows_the_board_every_legal_move_and_why_others_are_not() -> None:
    lines = said("position", SMALL, "--rules", "crapette-strict")
    state = position.loads(SMALL, load_rules("crapette-strict"))
    assert "\n".join(lines).startswith(f"Crapette, enforced (crapette-strict)\n\n{board(state)}\n\n")
    legal = lines[lines.index("Player 0 may:") + 1 : lines.index("Player 0 may not:") - 1]
    assert [line.split()[0] for line in legal] == [str(move) for move in legal_moves(state)]
    assert set(map(words, lines)) >= {
        "R-1 7♥ does not go on Q♥ in house 1. (rule 5)",
        "2-3 2-4 2-5 2-6 2-7 2-8 All of house 2 would go to an empty house: that changes nothing.",
        "draw An empty house must be filled from the reserve: play one of R-3,",
        "R-4, R-5, R-6, R-7, R-8 first. (rule 6.3)",
        "discard No hand card is turned up: draw first. (rule 4)",
    }


@pytest.mark.parametrize("name", variant_names())
def test_position_tells_of_every_action_of_the_variant(name: str) -> None:
    text = "7H / * / - | 9d / * / - | KS, KC | - | 0"
    lines = said("position", text, "--rules", name)
    assert max(map(len, lines)) <= 100
    state = position.loads(text, load_rules(name))
    at = lines.index("Player 0 may not:")
    told = {word for line in lines[at + 1 :] for word in line[:33].split()}
    refused = {str(move): why_not(state, move, 0) for move in ACTIONS}
    known = {move for move, refusal in refused.items() if refusal and refusal.code != "not-in-this-variant"}
    assert told == {move for move in known if "*" not in move} | {move for move in known & told if "*" in move}


def test_position_says_nothing_of_runs_longer_than_the_house(tmp_path: Path) -> None:
    file = tmp_path / "runs.yaml"
    file.write_text("schema: 1\nname: runs\ntitle: Runs\nrules: {houses: {groups: sequence}}\n", "utf-8")
    lines = said("position", "7H / * / - | 9d / * / - | KS QH, KC | - | 0", "--rules", str(file))
    assert "1-2*2 K♠ does not go on K♣ in house 2. (rule 5)" in map(words, lines)
    refused = lines[lines.index("Player 0 may not:") + 1 :]
    assert {word for line in refused for word in line[:33].split() if "*" in word} == {"1-2*2", *WHOLE_HOUSE}


WHOLE_HOUSE = [f"1-{house}*2" for house in range(3, 9)]
"""All of house 1, to an empty house."""


def test_position_with_blanks_is_shown_as_it_is_known() -> None:
    lines = said("position", "(XX) 7H / XX* 2D / - | 9d / * / - | KS QH, KC | - | 0")
    assert words(lines[10]) == "> player 0 reserve 7♥ 2 cards, 1 face down hand 47 cards waste –"
    assert words(lines[-1]) == "stop There is nothing to call now. (rule 8)"


def test_position_of_a_deal_that_is_over_says_how_it_ended() -> None:
    won = "- / - / - | ks / - / - | -, - | S13 s12 H13 h13 D13 d13 C13 c13 | 0"
    assert said("position", won)[-1] == "Player 0 has no cards left and wins. Player 0 gets 32 points."


def test_position_that_is_none_is_a_line() -> None:
    told = error("position", SMALL.removesuffix(" | 0"), code=1)
    assert told.startswith("crapette: '' at character 45: expected five parts with bars between them: ")


def test_position_with_problems_has_a_line_for_each() -> None:
    result = run("position", "7H / * 7H / - | 9d / * / - | KS QS, KC | - | 0")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.splitlines() == [
        "crapette: 7H: 7H is there 2 times",
        "crapette: houses[0]: QS can't lie on KS in a house",
    ]


RECORDS = Path(__file__).parent / "records" / "1"


def written(path: Path, *records: Record) -> str:
    """The path of a file with these records."""
    path.write_text("".join(record.dumps() for record in records), "utf-8")
    return str(path)


@pytest.fixture
def short() -> Record:
    """A record of seven actions, at whose end player 1 may call for nothing."""
    record = Record.start(load_rules("crapette"), seed=7, variant="crapette", players=("Ann", None), date="2026-11-30")
    for action in ["R-7", "draw", "discard", "draw", "stop", "discard", "draw"]:
        record = record.append(action)
    return record


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_replay_of_every_record_that_is_kept(path: Path) -> None:
    lines = said("replay", str(path))
    assert max(map(len, lines)) <= 100
    *_, state = Record.loads(path.read_text("utf-8")).replay()
    assert f"{board(state)}\n\n{result_text(state)}" in "\n".join(lines)


def test_replay_tells_who_played_and_what_was_done(short: Record, tmp_path: Path) -> None:
    lines = said("replay", written(tmp_path / "short.txt", short))
    assert lines[:2] == ["crapette, 2026-11-30", "player 0: Ann · player 1: unknown"]
    told = list(map(words, lines))
    card = card_text(next(short.replay()).hands[1][-1])
    assert f"turn 1 player 1 plays 3♠ from the reserve to house 7; turns up {card}; discards {card}." in told
    assert "stop! Player 1 calls stop, but there was nothing to call. Player 1's next turn will be skipped." in told
    assert told[-2].startswith("> player 0 ")


def test_replay_of_a_public_record_shows_no_more_than_was_seen(short: Record, tmp_path: Path) -> None:
    full = said("replay", written(tmp_path / "full.txt", short))
    assert said("replay", written(tmp_path / "public.txt", short.public())) == full


def test_replay_to_an_action(short: Record, tmp_path: Path) -> None:
    file = written(tmp_path / "short.txt", short)
    states = list(short.replay())
    for number in (0, 1, 3, 7):
        assert "\n".join(said("replay", file, "--to", str(number))).rstrip().endswith(board(states[number]).rstrip())
        assert said("replay", file, "--json", "--to", str(number)) == [to_json(states[number])]
    assert said("replay", file, "--json") == [to_json(states[-1])]
    assert error("replay", file, "--to", "8", code=1) == f"{file}: game 1: there are only 7 actions, not 8"
    assert error("replay", file, "--to", "-1").startswith("crapette: Invalid value for '--to'")


def test_replay_to_an_action_of_a_match() -> None:
    file = RECORDS / "match.txt"
    record = Record.loads(file.read_text("utf-8"))
    first = len(record.deals[0].moves)
    states = list(record.replay())
    for number, state in ((first, states[first]), (first + 1, states[first + 2])):
        assert said("replay", str(file), "--json", "--to", str(number)) == [to_json(state)]
        assert "\n".join(said("replay", str(file), "--to", str(number))).count(board(state)) == 1


def test_replay_names_the_maker_where_it_is_not_the_mover(tmp_path: Path) -> None:
    record = Record.start(load_rules("crapo"), seed=7).append("offer").append("accept")
    lines = said("replay", written(tmp_path / "agreed.txt", record))
    mover = record.deals[0].starter
    assert f"turn 1 player {mover} proposes a draw; player {1 - mover} accepts the draw." in map(words, lines)
    assert lines[0] == "rules of their own"


def test_replay_says_what_is_wrong_with_a_game_and_goes_on_with_the_next(short: Record, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    text = short.dumps()
    file.write_text(text.replace("1. R-7 draw", "1. draw draw") + text.replace("seed: 7", "seed: x") + text, "utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1
    first, second = result.stderr.splitlines()
    assert first == (
        f"{file}: game 1: deal 1, turn 1, action 2 `draw`: A hand card is turned up already: place it or discard it. "
        "(rule 4)"
    )
    assert second.startswith(f"{file}: game 2: 11:7: deals[0].seed: ")
    assert "turn 1    player 1  plays 3♠ from the reserve" in result.stdout


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_replay_finds_what_is_wrong_with_the_end(options: tuple[str, ...], tmp_path: Path) -> None:
    text = (RECORDS / "crapo.txt").read_text("utf-8")
    (result,) = re.findall("^result: (.*)$", text, re.MULTILINE)
    file = tmp_path / "wrong.txt"
    file.write_text(text.replace(f"result: {result}", "result: 0 out 1 0"), "utf-8")
    told = run("replay", str(file), *options)
    assert told.exit_code == 1
    assert told.stderr == f"{file}: game 1: deal 1 ended `{result}`, but the record says `0 out 1 0`\n"
    assert run("replay", str(file), "--to", "1", *options).exit_code == 0


def test_replay_of_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "none.txt"
    file.write_text("once upon a time\n", "utf-8")
    assert error("replay", str(file), code=1) == (
        f"{file}: game 1: 1:1: 'once upon a time': expected a first line such as crapette record 1"
    )
    file.write_text("\n\n", "utf-8")
    assert error("replay", str(file), code=1) == f"{file}: there is no record here"


def test_replay_of_what_cannot_be_read(tmp_path: Path) -> None:
    assert error("replay", "nowhere.txt") == "crapette: can't read nowhere.txt: No such file or directory"
    file = tmp_path / "latin.txt"
    file.write_bytes("crapette record 1\nplayer 0: Zoë\n".encode("latin-1"))
    assert error("replay", str(file)) == f"crapette: can't read {file}: it is not UTF-8"


def test_demo_plays_a_deal_to_its_end() -> None:
    lines = said("demo")
    assert lines == said("demo", RUSSIAN_BANK, "--seed", "7", "--bots", "greedy,greedy")
    assert lines[:2] == ["Russian Bank (russian-bank), seed 7", "player 0: greedy · player 1: greedy"]
    assert lines[3] == "turn 1 · player 1 to play"
    assert "turn 11 · player 1 to play" in lines
    assert all(len(line) <= 100 for line in lines)
    turns = [int(line.split()[1]) for line in lines if line.startswith("turn ") and "·" not in line]
    assert turns == list(range(1, len(turns) + 1))
    assert lines[-1] == "Player 0 has no cards left and wins. Player 0 gets 43 points."


@pytest.mark.parametrize("name", variant_names())
def test_demo_of_every_variant(name: str) -> None:
    lines = said("demo", name, "--seed", "3", "--bots", "random, greedy")
    assert all(len(line) <= 100 and "None" not in line for line in lines)
    assert lines[-1].endswith(".")


# ------------------------------------------------------------------------------------ a demo with calls

WITH_CALLS = tuple(name for name in variant_names() if load_rules(name).stop.calls)
CALLED_BY = re.compile(r"stop!     Player (\d) calls stop, (and is right|but)")


def rows(lines: list[str]) -> list[str]:
    """What the demo tells, a row in a line, without the boards."""
    told: list[str] = []
    for line in lines:
        if line.startswith(("turn ", "stop! ", "skipped ")) and "·" not in line:
            told.append(line)
        elif told and line.startswith(" " * 10) and not line.lstrip().startswith("open "):
            told[-1] += f" {line.strip()}"
    return told


@pytest.mark.parametrize("name", WITH_CALLS)
def test_careless_demo_of_every_variant_with_calls(name: str) -> None:
    lines = said("demo", name, "--seed", "4", "--careless")
    assert lines == said("demo", name, "--seed", "4", "--bots", "careless,careless")
    assert all(len(line) <= 100 and "None" not in line for line in lines)
    assert lines[1] == "player 0: careless · player 1: careless"
    assert any(CALLED_BY.match(row) for row in rows(lines))
    assert run("demo", name, "--seed", "4", "--careless", charset="ascii").stdout.isascii()


def check_turns(lines: list[str]) -> None:
    """In `crapette` a call that is upheld begins the caller's turn; a false one lets the turn go on."""
    boards = [line.split()[1] for line in lines if re.match(r"turn \d+ ·", line)]
    assert len(set(boards[:-1])) == len(boards) - 1
    number, mover = 0, 0
    expected = {(1, 0), (1, 1)}
    for row in rows(lines):
        words, call = row.split(), CALLED_BY.match(row)
        if words[0] == "turn":
            number, mover = int(words[1]), int(words[3])
            assert (number, mover) in expected
            expected = {(number + 1, 1 - mover)}
        elif words[0] == "skipped":
            skipped = int(words[2])
            assert (number + 1, skipped) in expected
            assert row.endswith(f"had called stop for nothing, so the turn goes back to player {1 - skipped}.")
            expected = {(number + 1, 1 - skipped)}
        else:
            assert call
            caller = int(call[1])
            assert caller == 1 - mover
            expected = {(number + 1, caller)} if call[2] == "and is right" else {(number, mover), (number + 1, caller)}


@pytest.mark.parametrize("seed", range(6))
def test_turns_of_a_careless_demo_follow_one_another(seed: int) -> None:
    check_turns(said("demo", "crapette", "--seed", str(seed), "--careless"))


def test_turns_where_much_is_called_for_nothing() -> None:
    random = "random:notices=0.2:imagines=0.2"
    lines = said("demo", "crapette", "--seed", "3", "--bots", f"{random},{random}")
    check_turns(lines)
    labels = "".join(row[0] + row[1] for row in rows(lines))
    assert "sksktu" in labels  # both lose a turn at once


def test_careless_demo_with_a_referee(tmp_path: Path) -> None:
    path = tmp_path / "watched.yaml"
    path.write_text(
        "schema: 1\nname: watched\ntitle: Watched\nextends: crapette\nrules: {stop: {by: referee}}\n", "utf-8"
    )
    lines = said("demo", str(path), "--seed", "3", "--careless")
    calls = [row for row in rows(lines) if row.startswith("stop!")]
    assert calls
    assert all(row.startswith("stop!     The referee calls stop: player ") for row in calls)


def test_demo_where_false_calls_are_forbidden_has_none(tmp_path: Path) -> None:
    path, random = tmp_path / "sure.yaml", "random:notices=1:imagines=1"
    rules = "{stop: {false_call: forbidden}}"
    path.write_text(f"schema: 1\nname: sure\ntitle: Sure\nextends: crapette\nrules: {rules}\n", "utf-8")
    calls = [row for row in rows(said("demo", str(path), "--bots", f"{random},{random}")) if row.startswith("stop!")]
    assert calls
    assert all("calls stop, and is right: " in row for row in calls)


def test_careless_bots_play_where_nothing_can_be_missed_if_asked_for() -> None:
    lines = said("demo", "crapette-strict", "--bots", "careless,greedy")
    assert lines[1] == "player 0: careless · player 1: greedy"
    assert lines[2:] == said("demo", "crapette-strict")[2:]
