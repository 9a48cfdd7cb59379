"""The command `crapette`.

It exits with 0 if all is well, with 1 if what was checked is wrong, and with 2 for wrong usage or what can't
be read; whoever is interrupted or has nobody to write to, as shells have it, with 130 or 141. An error
is a line on standard error.
"""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, cast

import click
from click.core import ParameterSource

from crapette import __version__
from crapette.actions import STOP
from crapette.bots import BOTS, Bot
from crapette.engine.apply import apply
from crapette.engine.deal import deal as deal_cards
from crapette.engine.duties import offences
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves, why_not
from crapette.engine.shuffle import child_seed
from crapette.errors import Problem, VariantError, quoted
from crapette.faults import did_you_mean, one_of
from crapette.render.text import WIDTH, action_text, board, call_text, result_text
from crapette.rules import DEFAULTS, SETTINGS, Rules, value_at
from crapette.sheet import Coverage
from crapette.state import State
from crapette.variant import Variant, load_variant, variant_names
from crapette.variant_schema import schema_text

WRONG = 1
USAGE = 2
INTERRUPTED = 130
BROKEN_PIPE = 141

# ------------------------------------------------------------------------------------- output and errors

_SYMBOLS = "♠♥♦♣–─│┬┴·▒"
_PLAINER = str.maketrans({"·": "-", "–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"'})


def _is_ascii() -> bool:
    """Whether standard output can't show the symbols of the cards."""
    return not _can_write(_SYMBOLS)


def _can_write(text: str) -> bool:
    try:
        text.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "ascii"


def _say(text: str = "") -> None:
    """Writes to standard output, at once; what can't be written there is written plainer."""
    text = _printable(text)
    if not _can_write(text):
        decomposed = unicodedata.normalize("NFKD", text.translate(_PLAINER))
        bare = "".join(character for character in decomposed if not unicodedata.combining(character))
        text = bare.encode(_encoding(), "replace").decode(_encoding())
    # The stream is named, since click would write UTF-8 to one of ASCII.
    click.echo(text, file=sys.stdout)


def _complain(text: str) -> None:
    """Writes a line to standard error."""
    if sys.stderr is not None:
        click.echo(_printable(text.replace("\n", " ")), file=sys.stderr)


def _printable(text: str) -> str:
    """The text without characters that would do something to a terminal; it may come from a stranger's file."""
    return "".join(
        character if character.isprintable() or character == "\n" else character.encode("unicode_escape").decode()
        for character in text
    )


def _say_row(*cells: tuple[str, int]) -> None:
    """Says a row of a table: each cell's text, wrapped in its width, with a gap between cells."""
    wrapped = [textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False) for text, width in cells]
    for parts in zip_longest(*wrapped, fillvalue=""):
        _say("  ".join(part.ljust(width) for part, (_, width) in zip(parts, cells, strict=True)).rstrip())


class _Group(click.Group):
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


class _Crapette(_Group):
    """The whole command: whatever happens ends in an exit code, and in lines on standard error."""

    group_class = _Group

    def main(self, *args: Any, **extra: Any) -> Any:
        """Runs the command with these arguments, and exits."""
        sys.exit(self._run(*args, **extra))

    def _run(self, *args: Any, **extra: Any) -> int:
        try:
            return super().main(*args, **{**extra, "standalone_mode": False}) or 0
        except click.UsageError as error:
            help_ = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
            _complain(f"crapette: {error.format_message().removesuffix('.')}{help_}")
            return USAGE
        except VariantError as error:
            for problem in error.problems:
                _complain(_problem_text(problem))
            return USAGE
        except click.Abort:
            return INTERRUPTED
        except OSError as error:
            _abandon_output()
            _complain(f"crapette: can't write: {error.strerror}")
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


# --------------------------------------------------------------------------------------------- arguments


def _seed(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """The seed that an option gives."""
    if not (value.isascii() and value.isdecimal()):
        raise click.BadParameter(f"{quoted(value)} is no seed; expected an integer from 0 up", ctx, param)
    try:
        return int(value)
    except ValueError:  # Python reads no longer ones
        text = f"{quoted(value)} is too long; expected at most {sys.get_int_max_str_digits()} digits"
        raise click.BadParameter(text, ctx, param) from None


def _bots(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, str]:
    """The names of the two bots that an option gives."""
    names = [name.strip() for name in value.split(",")]
    for name in names:
        if name not in BOTS:
            text = f"there is no bot {quoted(name)}{did_you_mean(name, BOTS)}; expected {one_of(BOTS)}"
            raise click.BadParameter(text, ctx, param)
    match names:
        case [first, second]:
            return first, second
        case _:
            raise click.BadParameter("expected two bots, such as greedy,random", ctx, param)


_NAME_OR_FILE = "NAME|FILE"

# ---------------------------------------------------------------------------------------------- commands


@click.group(cls=_Crapette, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="crapette", message="%(prog)s %(version)s")
@click.pass_context
def crapette(ctx: click.Context) -> None:
    """Russian Bank, also called Crapette: its variants, its deals, and a game that plays itself."""
    if ctx.invoked_subcommand is None:
        _say(ctx.get_help())


@crapette.group(invoke_without_command=True)
@click.pass_context
def variants(ctx: click.Context) -> None:
    """List the shipped variants, or look at some more closely."""
    if ctx.invoked_subcommand is not None:
        return
    names = variant_names()
    width = max(map(len, names))
    for name in names:
        summary = textwrap.shorten(load_variant(name).summary, WIDTH - width - 2, placeholder=" …")
        _say(f"{name:{width}}  {summary}")


_COVERAGE = {Coverage.FULL: "full text", Coverage.PARTIAL: "known in part"}


@variants.command()
@click.argument("variant", metavar=_NAME_OR_FILE)
def show(variant: str) -> None:
    """Show every setting of a variant, and where it comes from."""
    loaded = load_variant(variant)
    _say(f"{loaded.title} ({loaded.name})")
    for line in textwrap.wrap(loaded.summary, WIDTH):
        _say(line)
    _say()
    facts = [("digest", loaded.digest)]
    if loaded.aliases:
        facts.insert(0, ("also called", ", ".join(loaded.aliases)))
    for number, source in enumerate(loaded.sources):
        text = f"[{source.id}] {source.title} ({source.language}, {_COVERAGE[source.coverage]})"
        facts.append(("" if number else "sources", text))
    for label, text in facts:
        _say_row((label, 11), (text, WIDTH - 13))
    for _, paths in groupby(SETTINGS, key=lambda path: path.partition(".")[0]):
        _say()
        for path in paths:
            _say_setting(loaded, path)


_SETTING_WIDTH = 36


def _say_setting(variant: Variant, path: str) -> None:
    """Says a setting's value, and beside it, or below if it is long, where the value comes from."""
    value = f"{path}: {_value_text(variant.rules, path)}"
    if len(value) > _SETTING_WIDTH:
        _say(value)
        value = ""
    _say_row((value, _SETTING_WIDTH), (_origin_text(variant, path), WIDTH - _SETTING_WIDTH - 2))


def _value_text(rules: Rules, path: str) -> str:
    """The value as in a variant file: `[reserve, waste]`, `true`, `13`."""
    value = SETTINGS[path].plain(value_at(rules, path))
    if isinstance(value, list):
        return f"[{', '.join(map(str, cast('list[object]', value)))}]"
    return str(value).lower()


def _origin_text(variant: Variant, path: str) -> str:
    """Where a setting's value comes from."""
    origin = variant.provenance_of(path)
    if origin is None:
        is_default = value_at(variant.rules, path) == DEFAULTS[path]
        return "the default" if is_default else "no reason given"
    return f"[assumed] {origin.assumed}" if origin.assumed else f"[{origin.source}] {origin.says}"


@variants.command()
@click.argument("a", metavar=_NAME_OR_FILE)
@click.argument("b", metavar=_NAME_OR_FILE)
def diff(a: str, b: str) -> None:
    """Show the settings in which two variants differ."""
    one, other = load_variant(a), load_variant(b)
    rows = [
        (path, *values)
        for path in SETTINGS
        if len(set(values := [_value_text(variant.rules, path) for variant in (one, other)])) > 1
    ]
    if not rows:
        _say(f"{one.name} and {other.name} have equal settings.")
        return
    table = [("setting", one.name, other.name), *rows]
    widths = [
        min(max(map(len, column)), most) for column, most in zip(zip(*table, strict=True), _DIFF_WIDTHS, strict=True)
    ]
    for row in (table[0], ["─" * width for width in widths], *rows):
        _say_row(*zip(row, widths, strict=True))


_DIFF_WIDTHS = (22, 37, 37)


@variants.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
def check(files: tuple[str, ...]) -> int:
    """Find every problem in variant files, then what is worth knowing about them."""
    return max(map(_check, files))


def _check(file: str) -> int:
    """Says what there is to say about a file; the exit code."""
    try:
        variant = load_variant(Path(file))
    except VariantError as error:
        for problem in error.problems:
            _complain(str(problem))
        return USAGE if error.problems[0].code in _UNREADABLE and error.problems[0].line is None else WRONG
    for note in variant.notes:
        _say(f"{file}: note: {note.path}: {note.text}")
    _say(f"{file}: no problems")
    return 0


_UNREADABLE = ("unreadable-file", "not-a-file")


@variants.command()
def schema() -> None:
    """Print the JSON Schema of variant files, for editors."""
    _say(schema_text().removesuffix("\n"))


@crapette.command()
@click.argument("variant", metavar=_NAME_OR_FILE)
@click.option("--seed", callback=_seed, required=True, metavar="N", help="Which deal: an integer from 0 up.")
def deal(variant: str, seed: int) -> None:
    """Show a deal and its legal moves."""
    loaded = load_variant(variant)
    state = deal_cards(loaded.rules, seed)
    is_ascii = _is_ascii()
    _say(f"{loaded.title} ({loaded.name}), seed {seed}")
    _say_board(state, is_ascii)
    _say(f"Player {state.mover} may:")
    broken = False
    for action in legal_moves(state):
        line = f"  {action!s:6} {action_text(state, action, ascii=is_ascii)}"
        offence = next((offence for offence in offences(state, action) if offence.callable), None)
        if offence is not None:
            broken = True
            line += f"  (breaks the duty `{offence.duty}`: {' '.join(map(str, offence.plays))})"
        for part in textwrap.wrap(line, WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False):
            _say(part)
    if broken:
        _say()
        _say("To break a duty is legal here, but it may be called; crapette-strict, for one, rules it out.")


@crapette.command()
@click.argument("variant", metavar=f"[{_NAME_OR_FILE}]", default="russian-bank")
@click.option(
    "--seed", callback=_seed, default="7", metavar="N", show_default=True, help="Which deal: an integer from 0 up."
)
@click.option(
    "--bots",
    callback=_bots,
    default="greedy,greedy",
    metavar="BOT,BOT",
    show_default=True,
    help=f"Who plays as player 0 and as player 1, of {one_of(BOTS)}.",
)
@click.option("--careless", is_flag=True, help="Players miss duties, and call each other.")
@click.pass_context
def demo(ctx: click.Context, variant: str, seed: int, bots: tuple[str, str], careless: bool) -> None:
    """Play a whole deal, and show it."""
    loaded = load_variant(variant)
    state = deal_cards(loaded.rules, seed)
    if careless:
        if ctx.get_parameter_source("bots") is not ParameterSource.DEFAULT:
            raise click.UsageError("--careless says who plays, and so does --bots: expected one of them", ctx)
        if not state.course.book.callable_duties:
            text = f"in {loaded.name} no duty can be missed; expected a variant with calls, such as crapette"
            raise click.UsageError(f"--careless: {text}", ctx)
        bots = ("careless", "careless")
    is_ascii = _is_ascii()
    _say(f"{loaded.title} ({loaded.name}), seed {seed}")
    _say(f"player 0: {bots[0]} · player 1: {bots[1]}")
    _say_board(state, is_ascii)
    players = [BOTS[name](child_seed(seed, player)) for player, name in enumerate(bots)]
    shown = state.turn_number
    for deeds, call, after in _stretches(state, players, is_ascii):
        mover = state.mover
        _say_row((f"turn {state.turn_number}", 8), (f"player {mover}", 8), (f"{'; '.join(deeds)}.", WIDTH - 20))
        if call:
            _say_row(("stop!", 8), (call, WIDTH - 10))
        elif outcome(after) is None:
            for player in _skipped(state, after):
                text = f"had called stop for nothing, so the turn goes back to player {1 - player}."
                _say_row(("skipped", 8), (f"player {player}", 8), (text, WIDTH - 20))
        state = after
        if outcome(state) is not None or state.turn_number == shown + TURNS_BETWEEN_BOARDS:
            _say_board(state, is_ascii)
            shown = state.turn_number
    _say(result_text(state))


def _skipped(state: State, after: State) -> list[int]:
    """The players whose turns were skipped when the turn under way ended, in the order in which they were to come."""
    players = (1 - state.mover, state.mover)
    return [player for player in players if state.calls.skips[player] and not after.calls.skips[player]]


def _say_board(state: State, is_ascii: bool) -> None:
    _say(f"\n{board(state, ascii=is_ascii)}\n")


TURNS_BETWEEN_BOARDS = 10
"""How often the demo shows the board."""


def _stretches(state: State, players: Sequence[Bot], is_ascii: bool) -> Iterator[tuple[list[str], str, State]]:
    """Plays the deal to its end, turn by turn, a turn in which somebody calls in several stretches.

    Yields:
        What the mover does, in words; the call that comes then, if one does; the state after.
    """
    while outcome(state) is None:
        turn, mover = state.turn_number, state.mover
        deeds: list[str] = []
        call = ""
        while not call and outcome(state) is None and state.turn_number == turn:
            action = players[mover].choose(state)
            after = apply(state, action)
            call = call_text(state, after, ascii=is_ascii)
            # After a call of the referee, what the action turned up does not lie there any more.
            deeds.append(action_text(state, action, after=None if call else after, ascii=is_ascii))
            caller = 1 - mover
            if after.window == caller and players[caller].calls(state, action) and not why_not(after, STOP, caller):
                called = apply(after, STOP, caller)
                call = call_text(after, called, ascii=is_ascii)
                after = called
            state = after
        yield deeds, call, state


def main() -> None:
    """Runs the command with the arguments of this process, and exits."""
    crapette()
