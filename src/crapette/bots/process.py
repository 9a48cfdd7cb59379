"""Another program that is asked, and answers, in lines. Whatever it does, nobody waits for it longer than was said.

A thread reads and writes, and another one listens to its standard error. They may wait for ever, for a program that
does not read, or for a child of it that has got away and holds on to its output; then they are left behind.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread

from crapette.errors import CrapetteError

LONGEST_ANSWER = 1 << 16
"""How long the line of an answer may be, in bytes."""
GRACE = 1.0
"""How many seconds a program has to end by itself, before it is ended by force."""
_LAST_WORDS = 300
"""How many bytes are kept of what a program writes to standard error."""


class ProgramFault(CrapetteError):
    """A program can't be started, has ended, is too slow, or answers what is no answer; the text tells which."""


class Process:
    """A program that has been started.

    Args:
        command: The program and its arguments, in quotes where there are spaces in them; no shell reads it.

    Raises:
        ProgramFault: It can't be started.
    """

    def __init__(self, command: str) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever names a program wants it run
                command if os.name == "nt" else shlex.split(command) or [""],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise ProgramFault(f"it can't be started: {error}") from error
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._last_words = b""
        self._asker = Thread(target=self._converse, daemon=True)
        self._listener = Thread(target=self._listen, daemon=True)
        self._asker.start()
        self._listener.start()

    def ask(self, question: bytes, seconds: float) -> bytes:
        """The line that it answers to a line. After a fault it can't be asked again.

        Args:
            question: The line.
            seconds: How long the answer may take.

        Raises:
            ProgramFault: There is no answer, or none that ends.
        """
        self._questions.put(question)
        try:
            answer = self._answers.get(timeout=seconds)
        except Empty:
            raise ProgramFault(f"it did not answer within {seconds:g} s") from None
        if len(answer) > LONGEST_ANSWER:
            raise ProgramFault(f"it answered with a line longer than {LONGEST_ANSWER // 1024} KiB")
        if not answer.endswith(b"\n"):
            raise ProgramFault(self._ending())
        return answer

    def end(self, grace: float = GRACE) -> None:
        """Ends it by the end of its input; if that takes longer than the grace, by force, as what it has started."""
        self._questions.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._kill()
        self._process.wait()
        self._asker.join(GRACE)
        self._listener.join(GRACE)

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # so it is where nothing is left; the latter on macOS
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _converse(self) -> None:
        """Writes each question, and reads the next line: what was not asked for comes as the answer to what is."""
        questions, answers = self._process.stdin, self._process.stdout
        assert questions is not None
        assert answers is not None
        for question in iter(self._questions.get, None):
            with suppress(OSError):  # it does not read any more; what it has written tells more
                questions.write(question)
                questions.flush()
            self._answers.put(answers.readline(LONGEST_ANSWER + 1))
        with suppress(OSError):  # as above
            questions.close()
        answers.close()

    def _listen(self) -> None:
        """Reads its standard error, of which only the end is kept."""
        errors = self._process.stderr
        assert errors is not None
        with errors:
            while words := os.read(errors.fileno(), LONGEST_ANSWER):
                self._last_words = (self._last_words + words)[-_LAST_WORDS:]

    def _ending(self) -> str:
        """What there is to say where its output has come to an end."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "it has closed its standard output"
        self._listener.join(GRACE)
        ending = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        *_, last = ["", *self._last_words.decode(errors="replace").rstrip().splitlines()]
        return f"{ending}: {last!r}" if last else ending
