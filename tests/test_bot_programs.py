"""Bots that are other programs: what is said, what comes of it, and that nothing they do harms anything else."""

from __future__ import annotations

import json
import os
import shlex
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner

from crapette import Action, cli, deal, load_rules, observe, to_json
from crapette.bots import BotSpec, GreedyBot, Player, PlayerOf, parse_bot, process, program
from crapette.bots.lines import (
    BOT_FORMAT,
    Calls,
    Choice,
    Choose,
    Complaint,
    Deal,
    Hello,
    LineError,
    Question,
    Ready,
    Verdict,
    Welcome,
    line_of,
    parse_answer,
    parse_question,
)
from crapette.bots.playing import BotFault, Step, played
from crapette.bots.process import Process, ProgramFault
from crapette.bots.serve import serve
from crapette.notation.moments import view_note

STRICT = load_rules("crapette-strict")
VIEW = observe(deal(STRICT, 1))
PAGE = Path(__file__).parents[1] / "docs" / "bots.md"

PROPER = """\
import json, os, socket, subprocess, sys, threading, time
from pathlib import Path

HERE = Path(__file__).parent

def say(number, **what):
    print(json.dumps({"id": number, **what}), flush=True)

def answer(number, ask, view=None, format=None, **_):
    if ask == "hello":
        say(number, format=format)
    elif ask == "deal":
        say(number)
    elif ask == "choose":
        say(number, action=view["legal"][view["mover"]][0])
    else:
        say(number, calls=False)

def is_first_time():
    try:
        (HERE / "done").touch(exist_ok=False)
    except FileExistsError:
        return False
    return True

"""
"""The beginning of a bot that keeps to the rules, but for what a test has it do the first time."""
ENDLESS = 30
"""How many seconds everything may take that does not hang."""
FOR_EVER = "threading.Event().wait()"
SHORT = 1
"""How many seconds are waited for what hangs."""


def command(folder: Path, *lines: str) -> str:
    """What starts a bot written to a folder."""
    path = folder / "bot.py"
    path.write_text(PROPER + "\n".join(lines) + "\n", "utf-8")
    return shlex.join([sys.executable, str(path)])


def bot(folder: Path, misdeed: str = "pass", at: str = "choose") -> str:
    """What starts a bot that does something the first time that it is asked this."""
    return command(
        folder,
        "for line in sys.stdin:",
        "    question = json.loads(line)",
        "    number = question.pop('id')",
        f"    if question['ask'] == {at!r} and is_first_time():",
        f"        {misdeed}",
        "    else:",
        "        answer(number, **question)",
    )


def opened(command: str, seconds: float = ENDLESS) -> AbstractContextManager[PlayerOf]:
    """What makes the players of a program."""
    return BotSpec("program", (("command", command), ("seconds", seconds))).opened()


def begin(player: Player, seed: int = 1) -> list[Step]:
    """The first steps of a deal that a player plays as player 0 against another."""
    return list(islice(played(deal(STRICT, seed), [player, Player(GreedyBot())]), 12))


def fault(command: str, seconds: float = ENDLESS) -> str:
    """The fault of a program in its first deal; the next one it plays."""
    with opened(command, seconds) as player_of:
        with pytest.raises(BotFault) as caught:
            begin(player_of(1))
        assert any(before.mover == 0 for before, *_ in begin(player_of(2), seed=2))
    assert caught.value.player == 0
    return caught.value.text


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a program has the time to end by itself, it has little."""
    monkeypatch.setattr(process, "GRACE", 0.1)


# ------------------------------------------------------------------------------------------------- a deal


def test_a_bot_of_ours_plays_as_a_program_as_it_does_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """With calls, upheld and false, and with what is left to chance."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    ours = parse_bot("careless:notices=0.5:imagines=0.05")
    served = shlex.join([sys.executable, "-m", "crapette", "bot-serve", str(ours)])
    rules = load_rules("crapette")
    with opened(served) as program_of, ours.opened() as player_of:
        for seed in (1, 2):
            here, there = (
                [(str(action), after) for _, action, after in played(deal(rules, seed), players)]
                for players in ([player_of(3), player_of(4)], [program_of(3), player_of(4)])
            )
            assert here == there
            assert {call.upheld for _, after in here if (call := after.last_call)} == {True, False}


def test_one_process_plays_deal_after_deal_and_ends_with_its_input(tmp_path: Path) -> None:
    text = command(
        tmp_path,
        "log = (HERE / 'log').open('a')",
        "for line in sys.stdin:",
        "    question = json.loads(line)",
        "    print(question['ask'], question.get('milliseconds') or question.get('seed'), file=log)",
        "    answer(question.pop('id'), **question)",
        "print('bye', file=log)",
    )
    with opened(text) as player_of:
        for seed in (5, 2**63):
            state = deal(STRICT, 1)
            player_of(seed).bot.choose(observe(state))
        player, other = player_of(6), player_of(7)
        for each in (player, player, other, player):
            each.bot.choose(VIEW)
        assert not player.caller.calls(VIEW, Action.parse("R-F"))
    assert (tmp_path / "log").read_text().split("\n") == [
        "hello 30000",
        "deal 5",
        "choose None",
        f"deal {2**63}",
        "choose None",
        *("deal 6", "choose None", "choose None"),
        *("deal 7", "choose None"),
        *("deal 6", "choose None", "calls None"),
        "bye",
        "",
    ]


def test_who_is_not_asked_is_not_started() -> None:
    with opened("no-such-program") as player_of:
        player_of(1)


# ------------------------------------------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("./no-such-program", "[Errno 2] No such file or directory: './no-such-program'"),
        ("'no-such program' --fast", "[Errno 2] No such file or directory: 'no-such program'"),
        ("'no-such program", "No closing quotation"),
        (" ", ""),
    ],
)
def test_what_can_not_be_started(text: str, why: str) -> None:
    with opened(text) as player_of, pytest.raises(BotFault) as caught:
        begin(player_of(1))
    assert caught.value.text.startswith(f"ProgramFault: it can't be started: {why}")


def test_what_ends_at_once(tmp_path: Path) -> None:
    text = command(tmp_path, "if is_first_time(): sys.exit('no luck today')", "for line in sys.stdin:", ANSWER)
    assert fault(text) == "ProgramFault: it ended with exit code 1: 'no luck today'"


ANSWER = "    question = json.loads(line); answer(question.pop('id'), **question)"


@pytest.mark.parametrize(
    ("misdeed", "ending"),
    [
        ("sys.exit(3)", "it ended with exit code 3"),
        ("1 / 0", "it ended with exit code 1: 'ZeroDivisionError: division by zero'"),
        (r"sys.exit('one\n\033two  \n\n')", r"it ended with exit code 1: '\x1btwo'"),
        (
            "sys.stderr.buffer.write(bytes([255])); sys.exit(2)",
            "it ended with exit code 2: '\N{REPLACEMENT CHARACTER}'",
        ),
        ("sys.exit('x' * 10**6 + 'y')", f"it ended with exit code 1: '{'x' * 298}y'"),
        ("""print('{"id"', end='', flush=True); sys.exit(2)""", "it ended with exit code 2"),
        ("os.kill(os.getpid(), 9)", "it was ended by signal 9"),
    ],
)
def test_what_ends_later(tmp_path: Path, misdeed: str, ending: str) -> None:
    assert fault(bot(tmp_path, misdeed)) == f"ProgramFault: {ending}"


def test_last_words_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listen = getattr(Process, "_listen")  # noqa: B009 - it is private

    def listen_late(self: Process) -> None:
        time.sleep(0.2)
        listen(self)

    monkeypatch.setattr(Process, "_listen", listen_late)
    assert fault(bot(tmp_path, "sys.exit('bye')")) == "ProgramFault: it ended with exit code 1: 'bye'"


def test_what_ends_between_deals(tmp_path: Path) -> None:
    assert fault(bot(tmp_path, "sys.exit(0)", at="deal")) == "ProgramFault: it ended with exit code 0"


@pytest.mark.usefixtures("impatient")
def test_what_closes_its_output(tmp_path: Path) -> None:
    text = bot(tmp_path, f"os.close(1); {FOR_EVER}")
    assert fault(text) == "ProgramFault: it has closed its standard output"


ANSWERED = "print({!r}, flush=True)"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("draw", "expected a value of JSON at character 1"),
        ("", "expected a value of JSON at character 2"),
        ('{"id": 2.0}', "expected an integer at character 8"),
        ("[]", "expected an object, not a list"),
        ("{}", "id: nothing is not an integer from 0 to 9007199254740991"),
        ('{"id": 1, "action": "draw"}', "id: expected 2, as in the question"),
        ('{"id": 2}', "action: action is missing: expected an action such as R-F, H-3, 3-7*4, draw or stop"),
        ('{"id": 2, "action": "R-G"}', "action: 'R-G' is not an action such as R-F, H-3, 3-7*4, draw or stop"),
        ('{"id": 2, "action": "draw", "moves": []}', "moves: there is no 'moves' here; expected action"),
    ],
)
def test_what_is_no_answer(tmp_path: Path, answer: str, why: str) -> None:
    assert fault(bot(tmp_path, ANSWERED.format(answer))) == f"ProgramFault: it answered {answer!r}: {why}"


def test_what_is_not_utf_8(tmp_path: Path) -> None:
    text = bot(tmp_path, r"sys.stdout.buffer.write(b'{\xff}\n'); sys.stdout.buffer.flush()")
    assert fault(text) == "ProgramFault: it answered '{\N{REPLACEMENT CHARACTER}}': expected UTF-8 at byte 2"


@pytest.mark.parametrize(
    ("action", "why"),
    [("discard", "it chose discard, which is not legal: "), ("stop", "it chose to say stop, which is for its caller")],
)
def test_what_is_not_legal(tmp_path: Path, action: str, why: str) -> None:
    assert fault(bot(tmp_path, f"say(number, action={action!r})")).startswith(why)


def test_a_faulty_caller(tmp_path: Path) -> None:
    with opened(bot(tmp_path, "say(number, calls=1)", at="calls")) as player_of:
        with pytest.raises(ProgramFault, match="calls: 1 is not true or false"):
            player_of(1).caller.calls(VIEW, Action.parse("draw"))
        assert player_of(2).caller.calls(VIEW, Action.parse("draw")) is False


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (
            '{"id": 0, "format": "crapette/bot/2"}',
            """it answered '{"id": 0, "format": "crapette/bot/2"}': format: 'crapette/bot/2' is not crapette/bot/1""",
        ),
        ('{"id": 0, "error": "I speak no crapette/bot/1"}', "it answered with an error: 'I speak no crapette/bot/1'"),
        ('{"id": null, "error": "What?"}', "it answered with an error: 'What?'"),
        ('{"error": 1}', """it answered '{"error": 1}': error: 1 is not a text"""),
    ],
)
def test_what_does_not_speak_the_language(tmp_path: Path, answer: str, why: str) -> None:
    assert fault(bot(tmp_path, ANSWERED.format(answer), at="hello")) == f"ProgramFault: {why}"


# ----------------------------------------------------------------------------------- no end, and no limit


def test_what_does_not_answer(tmp_path: Path) -> None:
    text = bot(tmp_path, FOR_EVER)
    assert fault(text, SHORT) == "ProgramFault: it did not answer within 1 s"


def test_what_does_not_even_start_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert program.START_UP == 10
    with opened(bot(tmp_path, FOR_EVER, at="hello"), SHORT) as player_of:
        monkeypatch.setattr(program, "START_UP", 0.25)
        with pytest.raises(ProgramFault, match=r"it did not answer within 1\.25 s"):
            player_of(1).bot.choose(VIEW)
        monkeypatch.undo()
        player_of(2).bot.choose(VIEW)


def test_what_does_not_read(tmp_path: Path) -> None:
    """The question is longer than what a pipe holds."""
    deaf = Process(command(tmp_path, FOR_EVER))
    with pytest.raises(ProgramFault, match="it did not answer within 1 s"):
        deaf.ask(b"x" * 10**6, SHORT)
    deaf.end(grace=0)


def test_what_has_closed_its_input_has_the_last_word(tmp_path: Path) -> None:
    mute = Process(command(tmp_path, "os.close(0); print('No.', flush=True); print('More.', flush=True)"))
    assert [mute.ask(question, ENDLESS) for question in (b"x" * 10**6, b"x\n")] == [b"No.\n", b"More.\n"]
    mute.end()


def test_what_does_not_end_with_its_input_is_ended(tmp_path: Path) -> None:
    stubborn = Process(command(tmp_path, "print('x', flush=True)", FOR_EVER))
    stubborn.ask(b"\n", ENDLESS)
    stubborn.end(grace=0.1)


@pytest.mark.parametrize("thread", ["_converse", "_listen"])
def test_at_the_end_there_are_no_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, thread: str) -> None:
    run, threads = getattr(Process, thread), threading.enumerate()

    def run_on(self: Process) -> None:
        run(self)
        time.sleep(0.2)

    monkeypatch.setattr(Process, thread, run_on)
    Process(command(tmp_path)).end()
    assert set(threading.enumerate()) <= set(threads)


@pytest.mark.usefixtures("impatient")
def test_where_there_are_no_groups_of_processes_it_is_ended_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "killpg")
    test_what_does_not_end_with_its_input_is_ended(tmp_path)


def test_endless_output_in_one_line(tmp_path: Path) -> None:
    text = bot(tmp_path, "while True: print('x' * 1000, end='')")
    assert fault(text) == "ProgramFault: it answered with a line longer than 64 KiB"


@pytest.mark.parametrize(("extra", "fits"), [(0, True), (1, False)])
def test_the_longest_line(tmp_path: Path, extra: int, fits: bool) -> None:
    line = f"""print('{{"id": 2, "action": "discard"' + ' ' * (65536 - 31 + {extra}) + '}}', flush=True)"""
    told = fault(bot(tmp_path, line))
    assert told.startswith("it chose discard, " if fits else "ProgramFault: it answered with a line longer than")


def test_endless_output_in_many_lines(tmp_path: Path) -> None:
    told = fault(bot(tmp_path, "say(number, action=question['view']['legal'][0][0])\n        while True: say(0)"))
    assert told == """ProgramFault: it answered '{"id": 0}': id: expected 3, as in the question"""


def test_endless_talk_beside_the_answers_disturbs_nobody(tmp_path: Path) -> None:
    text = command(
        tmp_path,
        "def talk():",
        "    while True: os.write(2, b'x' * 1000)",
        "threading.Thread(target=talk, daemon=True).start()",
        "for line in sys.stdin:",
        ANSWER,
        "(HERE / 'done').touch()",
    )
    with opened(text) as player_of:
        begin(player_of(1))
    assert (tmp_path / "done").exists()


@pytest.fixture
def door() -> Iterator[socket.socket]:
    """Where a process may knock, to show that it lives."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(ENDLESS)
        yield server


def with_child(folder: Path, door: socket.socket, *, escapes: bool) -> str:
    """A bot that ends and leaves a child with its standard output, which lives until the door is closed to it."""
    knock = f"door = socket.create_connection(('127.0.0.1', {door.getsockname()[1]}))"
    code = f"import pathlib, socket; {knock}; pathlib.Path({str(folder / 'done')!r}).touch(); door.recv(1)"
    return command(
        folder,
        "leaves = not (HERE / 'done').exists()",
        f"if leaves: subprocess.Popen([sys.executable, '-c', {code!r}], start_new_session={escapes})",
        "while not (HERE / 'done').exists(): time.sleep(0.01)",
        "for line in sys.stdin:",
        "    question = json.loads(line)",
        "    if leaves and question['ask'] == 'choose': os._exit(0)",
        "    answer(question.pop('id'), **question)",
    )


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("escapes", [False, True])
def test_a_child_that_holds_on_to_the_output_disturbs_nobody(
    tmp_path: Path, door: socket.socket, escapes: bool
) -> None:
    text = with_child(tmp_path, door, escapes=escapes)
    assert fault(text, SHORT) == "ProgramFault: it did not answer within 1 s"
    caller, _ = door.accept()
    with caller:
        caller.settimeout(0 if escapes else ENDLESS)
        if escapes:
            with pytest.raises(BlockingIOError):
                caller.recv(1)
        else:
            assert caller.recv(1) == b""


def test_who_is_interrupted_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    text = command(tmp_path, "for line in sys.stdin:", "    (HERE / 'log').open('a').write(line)", ANSWER)
    with opened(text) as player_of:
        player = player_of(1)
        player.bot.choose(VIEW)
        monkeypatch.setattr(Process, "ask", interrupted)
        with pytest.raises(KeyboardInterrupt):
            player.bot.choose(VIEW)
        monkeypatch.undo()
        player.bot.choose(VIEW)
    asks = [json.loads(line)["ask"] for line in (tmp_path / "log").read_text().splitlines()]
    assert asks == ["hello", "deal", "choose"] * 2


# --------------------------------------------------------------------------------------------- the server


def told(name: str, *questions: bytes) -> list[Any]:
    """What a bot of ours answers."""
    answers = BytesIO()
    serve(parse_bot(name), questions, answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


DEAL = line_of(1, Deal(7))
CHOOSE = line_of(2, Choose(view_note(VIEW)))


def test_a_bot_answers_what_it_is_asked() -> None:
    with_an_ace = observe(deal(load_rules("crapette"), 3))
    assert told(
        "greedy",
        line_of(0, Hello(BOT_FORMAT, "0.1.0", 5000)),
        DEAL,
        CHOOSE,
        line_of(3, Calls(view_note(with_an_ace), Action.parse("draw"))),
        line_of(4, Calls(view_note(with_an_ace), Action.parse("5-F"))),
    ) == [
        {"id": 0, "format": "crapette/bot/1"},
        {"id": 1},
        {"id": 2, "action": str(GreedyBot().choose(VIEW))},
        {"id": 3, "calls": True},
        {"id": 4, "calls": False},
    ]


@pytest.mark.parametrize(
    ("line", "number", "error"),
    [
        (b"hello\n", None, "expected a value of JSON at character 1"),
        (b"\xff\n", None, "expected UTF-8 at byte 1"),
        (b"null\n", None, "expected an object, not nothing"),
        (b'{"ask": "deal"}\n', None, "id: nothing is not an integer from 0 to 9007199254740991"),
        (b'{"id": 5}\n', 5, "ask: nothing is no question; expected hello, deal, choose or calls"),
        (b'{"id": 5, "ask": []}\n', 5, "ask: a list is no question; expected hello, deal, choose or calls"),
        (
            b'{"id": 5, "ask": "hello", "format": "crapette/bot/2", "library": "9", "milliseconds": 1}\n',
            5,
            "format: 'crapette/bot/2' is not crapette/bot/1",
        ),
        (
            b'{"id": 5, "ask": "choose", "view": {}}\n',
            5,
            (
                "view.mover: mover is missing: expected an integer from 0 to 1; "
                "view.turn_number: turn_number is missing: expected an integer from 1 to 9007199254740991; "
                "view.turn: turn is missing: expected an object: the turn"
            ),
        ),
        (
            CHOOSE.replace(b'"face_down":[12,12]', b'"face_down":[12,11]'),
            2,
            "view: reserves[1]: a card that lies face up is shown, so it is no blank",
        ),
    ],
)
def test_a_bot_says_what_is_wrong_with_a_question_and_goes_on(line: bytes, number: int | None, error: str) -> None:
    wrong, right = told("greedy", DEAL, line, CHOOSE)[1:]
    assert wrong == {"id": number, "error": error}
    assert right["action"]


def test_a_bot_chooses_nothing_before_a_deal_has_begun() -> None:
    assert told("greedy", CHOOSE) == [{"id": 2, "error": "no deal has begun; expected the question deal first"}]


def test_a_bot_that_fails_says_so_and_goes_on() -> None:
    error = "ProgramFault: it can't be started: [Errno 2] No such file or directory: 'no-such-program'"
    assert told("program:command=no-such-program", DEAL, CHOOSE, CHOOSE)[1:] == 2 * [{"id": 2, "error": error}]


def test_each_deal_has_a_player_of_its_own() -> None:
    answers = told("random", DEAL, CHOOSE, CHOOSE, CHOOSE, DEAL, CHOOSE, CHOOSE, CHOOSE)
    assert answers[:4] == answers[4:]


def test_command_serves_a_bot_and_says_nothing_else() -> None:
    result = CliRunner().invoke(cli.crapette, ["bot-serve", "greedy:notices=0.5"], input=DEAL + CHOOSE)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (DEAL_ANSWER + line_of(2, Choice(GreedyBot().choose(VIEW)))).decode()


DEAL_ANSWER = b'{"id":1}\n'

# ------------------------------------------------------------------------------------------------ the page


def test_questions_are_read_as_they_were_written() -> None:
    questions: list[Question] = [
        Hello(BOT_FORMAT, "0.1.0", 5000),
        Deal(2**64),
        Choose(view_note(VIEW)),
        Calls(view_note(VIEW), Action.parse("R-F")),
    ]
    for number, question in enumerate(questions):
        assert parse_question(line_of(number, question)) == (number, question)
    assert json.loads(CHOOSE)["view"] == json.loads(to_json(VIEW))


@pytest.mark.parametrize("answer", [Welcome(BOT_FORMAT), Ready(), Choice(Action.parse("R-F")), Verdict(calls=True)])
def test_answers_are_read_as_they_were_written(answer: Welcome | Ready | Choice | Verdict) -> None:
    assert parse_answer(line_of(5, answer), 5, type(answer)) == answer
    with pytest.raises(LineError):
        parse_answer(line_of(6, answer), 5, type(answer))


def test_page_tells_every_field_as_it_is_declared() -> None:
    rows = {
        (cells[1].strip(), cells[3].strip())
        for line in PAGE.read_text("utf-8").splitlines()
        if len(cells := line.split("|")) == 5
    }
    for kind in (Hello, Welcome, Deal, Ready, Choose, Choice, Calls, Verdict, Complaint):
        for field in attrs.fields(kind):
            assert (f"`{field.name}`", field.metadata["told"].about) in rows
