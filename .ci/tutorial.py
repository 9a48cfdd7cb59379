"""Does what a page of the documentation tells its readers to do, in an empty folder, and compares what comes out.

    python tutorial.py PAGE

A code block with a title is a file. In one of `console`, lines with `$` are commands, and the others are what they
print; `...` stands for anything, and where nothing stands, anything may be printed but the command must succeed.
"""

import re
import subprocess
import sys
import tempfile
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

BLOCK = re.compile(r'^```(\w+)(?: title="([\w.-]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
END = "=== done: "


def main(page: Path) -> None:
    """Follows the page; whatever is not as it says ends it."""
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
        for kind, title, text in BLOCK.findall(page.read_text("utf-8")):
            if title:
                Path(folder, title).write_text(text, "utf-8")
            elif kind == "console":
                for command, printed in COMMAND.findall(text):
                    follow(shell, command, printed)
        shell.stdin.close()


def follow(shell: subprocess.Popen[str], command: str, printed: str) -> None:
    """Makes the shell do a command, and compares."""
    print(f"$ {command}", flush=True)
    shell.stdin.write(f"{command} </dev/null\necho '{END}'$?\n")
    shell.stdin.flush()
    lines: list[str] = []
    while not (line := shell.stdout.readline()).startswith(END):
        if not line:
            sys.exit("the shell has gone")
        lines.append(line)
    got, code = "".join(lines), line.removeprefix(END).strip()
    is_as_printed = OutputChecker().check_output(printed, got, ELLIPSIS) if printed else code == "0"
    if not is_as_printed:
        sys.exit(f"expected\n{printed or 'success'}\ngot (exit code {code})\n{got}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
