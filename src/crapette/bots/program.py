"""A player that is another program, in any language."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import count
from typing import TypeVar

from crapette.actions import Action
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
)
from crapette.bots.process import GRACE, Process, ProgramFault
from crapette.bots.protocol import Player
from crapette.engine.view import View
from crapette.errors import quoted
from crapette.notation.moments import view_note
from crapette.version import __version__

START_UP = 10.0
"""How many seconds more a program has for its first answer."""

_Answer = TypeVar("_Answer", Welcome, Ready, Choice, Verdict)


@contextmanager
def opened(command: str, seconds: float) -> Generator[Callable[[int], Player], None, None]:
    """What makes the players that a program is; one process of it plays deal after deal.

    Args:
        command: The program and its arguments.
        seconds: How long each answer may take.
    """
    program = Program(command, seconds)
    try:
        yield program.player
    finally:
        program.end()


class Program:
    """A program that plays.

    A process of it is started when the first player is asked, and another one when that has failed. A program plays one
    deal at a time: where another player is asked than before, it is told that a new deal begins.

    Args:
        command: The program and its arguments.
        seconds: How long each answer may take.
    """

    def __init__(self, command: str, seconds: float) -> None:
        self._command = command
        self._seconds = seconds
        self._numbers = count()
        self._process: Process | None = None
        self._playing: _Seat | None = None

    def player(self, seed: int) -> Player:
        """The player of a deal."""
        seat = _Seat(self, seed)
        return Player(seat, seat)

    def ask(self, seat: _Seat, question: Question, expected: type[_Answer]) -> _Answer:
        """The program's answer to a question in the deal of a player.

        Raises:
            ProgramFault: There is none; the process has been ended.
        """
        try:
            if self._process is None:
                self._process = Process(self._command)
                hello = Hello(BOT_FORMAT, __version__, round(1000 * self._seconds))
                self._answer(self._process, hello, Welcome, START_UP + self._seconds)
            if self._playing is not seat:
                self._answer(self._process, Deal(seat.seed), Ready, self._seconds)
                self._playing = seat
            return self._answer(self._process, question, expected, self._seconds)
        except BaseException:  # also if it is interrupted: what it says then is no answer to the next question
            self.end(grace=0)
            raise

    def end(self, grace: float = GRACE) -> None:
        """Ends the process, if there is one."""
        process, self._process, self._playing = self._process, None, None
        if process is not None:
            process.end(grace)

    def _answer(self, process: Process, question: Question, expected: type[_Answer], seconds: float) -> _Answer:
        number = next(self._numbers)
        line = process.ask(line_of(number, question), seconds)
        try:
            answer = parse_answer(line, number, expected)
        except LineError as error:
            raise ProgramFault(f"it answered {quoted(line.decode(errors='replace').strip())}: {error}") from error
        if isinstance(answer, Complaint):
            raise ProgramFault(f"it answered with an error: {answer.error!r}")
        return answer


class _Seat:
    """The player of one deal: chooses and calls as the program says."""

    def __init__(self, program: Program, seed: int) -> None:
        self.seed = seed
        self._program = program

    def choose(self, view: View) -> Action:
        """The action that the program chooses."""
        return self._program.ask(self, Choose(view_note(view)), Choice).action

    def calls(self, before: View, action: Action) -> bool:
        """Whether the program says stop!"""
        return self._program.ask(self, Calls(view_note(before), action), Verdict).calls
