"""What the command writes and how it ends: lines on standard output, errors on standard error, and exit codes."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from itertools import zip_longest
from typing import Any, TextIO

import click

from crapette.errors import NotationError, Problem, VariantError, quoted
from crapette.faults import did_you_mean, one_of

WRONG = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

_SYMBOLS = "♠♥♦♣–─│┬┴·▒"
_PLAINER = str.maketrans(
    {"±": "+-", "·": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "¡": "", "¿": ""}
    | dict.fromkeys("“”„«»", '"')
    | {"ł": "l", "Ł": "L", "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"}
)


def writes_ascii_only(stream: TextIO | None = None) -> bool:
    """Whether a stream can't show the symbols of the cards: standard output, unless another is given."""
    return not _can_write(_SYMBOLS, stream or sys.stdout)


def _can_write(text: str, stream: TextIO) -> bool:
    try:
        text.encode(_encoding(stream))
    except UnicodeEncodeError:
        return False
    return True


def _encoding(stream: TextIO) -> str:
    return getattr(stream, "encoding", None) or "ascii"


def say(text: str = "", paint: Callable[[str], str] | None = None) -> None:
    """Writes to standard output, at once; what can't be written there is written plainer.

    Args:
        text: The text.
        paint: What gives it colours, on a terminal whose owner has not asked for none by `NO_COLOR`.
    """
    text = _printable(text)
    if not _can_write(text, sys.stdout):
        decomposed = unicodedata.normalize("NFKD", text.translate(_PLAINER))
        bare = "".join(character for character in decomposed if not unicodedata.combining(character))
        text = bare.encode(_encoding(sys.stdout), "replace").decode(_encoding(sys.stdout))
    if paint is not None and not os.environ.get("NO_COLOR"):
        text = paint(text)  # which click takes off where standard output is no terminal
    # The stream is named, since click would write UTF-8 to one of ASCII.
    click.echo(text, file=sys.stdout)


def complain(text: str) -> None:
    """Writes a line to standard error."""
    if sys.stderr is not None:
        click.echo(_printable(text.replace("\n", " ")), file=sys.stderr)


def _printable(text: str) -> str:
    """The text without characters that would do something to a terminal; it may come from a stranger's file."""
    return "".join(
        character
        if character.isprintable() or character in "\n\N{NO-BREAK SPACE}"
        else character.encode("unicode_escape").decode()
        for character in text
    )


def say_row(*cells: tuple[str, int]) -> None:
    """Says a row of a table: each cell's text, wrapped in its width, with a gap between cells."""
    wrapped = [textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False) for text, width in cells]
    for parts in zip_longest(*wrapped, fillvalue=""):
        say("  ".join(part.ljust(width) for part, (_, width) in zip(parts, cells, strict=True)).rstrip())


@contextmanager
def bar(total: int, label: str, done: int = 0) -> Generator[Callable[[], None]]:
    """A bar that shows on a terminal how far something is; yielded is what tells it that one more is done.

    Args:
        total: How many there are to do.
        label: What is done.
        done: How many have been done before.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    try:
        from rich.console import Console  # noqa: PLC0415 -- an extra
        from rich.progress import Progress  # noqa: PLC0415
    except ImportError:
        complain("to see how far it is: pip install 'crapette[sim]'")
        yield lambda: None
        return
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task(label, total=total, completed=done)
        yield lambda: progress.advance(task)


class Group(click.Group):
    """A group of commands that helps whoever mistypes one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names."""
        if not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            names = self.list_commands(ctx)
            hint = did_you_mean(args[0], names) or f"; expected {one_of(names)}"
            raise click.UsageError(f"there is no command {quoted(args[0])}{hint}", ctx)
        return super().resolve_command(ctx, args)


class MainGroup(Group):
    """The whole command: whatever happens ends in an exit code, and in lines on standard error."""

    group_class = Group

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command with these arguments, and exits."""
        sys.exit(self._run(*args, **extra))

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            return super().main(*args, **{**extra, "standalone_mode": False}) or 0
        except click.UsageError as error:
            help_ = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            complain(f"crapette: {error.format_message().removesuffix('.')}{help_}")
            return USAGE
        except click.ClickException as error:
            complain(f"crapette: {error.format_message()}")
            return USAGE
        except VariantError as error:
            for problem in error.problems:
                complain(_problem_text(problem))
            return USAGE
        except NotationError as error:
            for line in str(error).splitlines():
                complain(f"crapette: {line}")
            return WRONG
        except click.Abort:
            return INTERRUPTED
        except OSError as error:
            _abandon_output()
            complain(f"crapette: can't write: {error.strerror}")
            return USAGE

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command, and stops without a word when nobody reads on."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            _abandon_output()
            return BROKEN_PIPE


def _problem_text(problem: Problem) -> str:
    return str(problem) if problem.file else f"crapette: {problem}"


def _abandon_output() -> None:
    """Lets nothing more be written, so that Python does not try again, in vain, when it ends."""
    with suppress(OSError):  # where standard output is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
