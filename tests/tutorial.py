"""Does what a page of the documentation tells its readers to do, in an empty folder, and compares what comes out.

    python tutorial.py PAGE

A code block with a title is a file. A program without one is run. In a block of `console`, lines with `$` are commands,
and the others are what they print; `...` stands for anything, and where nothing stands, anything may be printed but the
command must succeed. It needs nothing but Python and bash, so that a page can be followed where nothing is installed.
"""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

_BLOCK = re.compile(r'^( *)```(\w+)(?: title="([\w.-]+)")?\n(.*?)^\1```$', re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
_END = "=== done: "


class Block(NamedTuple):
    """A code block of a page: its language, the name of the file that it is, if it is one, and what stands in it."""

    language: str
    title: str
    text: str

    @property
    def is_doctest(self) -> bool:
        """Whether pytest runs it where it stands."""
        return ">>> " in self.text

    @property
    def is_program(self) -> bool:
        """Whether it is run by itself."""
        return self.language == "python" and not self.title and not self.is_doctest

    @property
    def commands(self) -> list[tuple[str, str]]:
        """The commands in it, each with what it prints."""
        return _COMMAND.findall(self.text) if self.language == "console" else []


def blocks(page: str) -> Iterator[Block]:
    """The code blocks of a page."""
    for _, language, title, text in _BLOCK.findall(page):
        yield Block(language, title, dedent(text))


class NotAsWritten(Exception):
    """Something else came out than the page says."""


def follow(page: str, is_left_out: Callable[[str], bool] = lambda _: False) -> None:
    """Does all that the page says, but for commands and programs that are left out.

    Raises:
        NotAsWritten: Something else came out.
    """
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            ["bash"],  # noqa: S607 - the reader's shell, wherever it is
            cwd=folder,
            text=True,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as shell,
    ):
        for block in blocks(page):
            if block.title:
                Path(folder, block.title).write_text(block.text, "utf-8")
            elif block.is_program and not is_left_out(block.text):
                Path(folder, "program.py").write_text(block.text, "utf-8")
                _do(shell, "python program.py", "")
            for command, printed in block.commands:
                if not is_left_out(command):
                    _do(shell, command, printed)


def _do(shell: subprocess.Popen[str], command: str, printed: str) -> None:
    """Makes the shell do a command, and compares."""
    assert shell.stdin is not None
    assert shell.stdout is not None
    print(f"$ {command}", flush=True)
    shell.stdin.write(f"{command} </dev/null\necho '{_END}'$?\n")
    shell.stdin.flush()
    lines: list[str] = []
    while not (line := shell.stdout.readline()).startswith(_END):
        if not line:
            raise NotAsWritten("the shell has gone")
        lines.append(line)
    got, code = "".join(lines), line.removeprefix(_END).strip()
    is_as_printed = OutputChecker().check_output(printed, got, ELLIPSIS) if printed else code == "0"
    if not is_as_printed:
        raise NotAsWritten(f"$ {command}\nexpected\n{printed or 'success'}\ngot (exit code {code})\n{got}")


if __name__ == "__main__":
    try:
        follow(Path(sys.argv[1]).read_text("utf-8"))
    except NotAsWritten as fault:
        sys.exit(str(fault))
