"""The command that lets a person play: `play`."""

from __future__ import annotations

import math
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click
from click.core import ParameterSource

from crapette.arguments import NAME_OR_FILE, bot_of, seed_of
from crapette.bots import KINDS, BotSpec
from crapette.console import say, writes_ascii_only
from crapette.engine.shuffle import child_seed
from crapette.errors import DealError, NotationError
from crapette.faults import one_of
from crapette.variant import load_variant

if TYPE_CHECKING:
    from crapette.notation.record import Record

_NEW_SEEDS = 1_000_000
"""From so many seeds a new one is taken, so that it is short to type."""

_KEPT = {"variant": "the variant", "seed": "--seed", "save": "--save"}
"""What is not to be said beside `--resume`, and what a person calls it."""


def _pace_of(ctx: click.Context, param: click.Parameter, value: float) -> float:
    """The pace that an option gives: click takes what is no number for one in every range."""
    if math.isnan(value):
        raise click.BadParameter("expected a number of seconds", ctx, param)
    return value


def _file_of(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """The file that an option names: click takes an empty name for that of the folder."""
    if value == Path():
        raise click.BadParameter("expected the name of a file", ctx, param)
    return value


@click.command()
@click.argument("variant", metavar=f"[{NAME_OR_FILE}]", default="russian-bank")
@click.option(
    "--bot",
    callback=bot_of,
    default="careful",
    metavar="BOT",
    show_default=True,
    help=f"Who plays against you, of {one_of(KINDS)}.",
)
@click.option(
    "--seed",
    callback=seed_of,
    default=lambda: str(secrets.randbelow(_NEW_SEEDS)),
    metavar="N",
    show_default="a new one",
    help="Which deal: an integer from 0 up.",
)
@click.option("--as", "player", type=click.IntRange(0, 1), default=0, show_default=True, help="Which player you are.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    callback=_pace_of,
    default=1,
    metavar="SECONDS",
    show_default=True,
    help="How long the bot waits before each action; 0: it plays on until you may call.",
)
@click.option("--serious", is_flag=True, help="No hints, and nothing is taken back.")
@click.option(
    "--save",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_file_of,
    metavar="FILE",
    help="Keep the game in FILE, after every action.",
)
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_file_of,
    metavar="FILE",
    help="Go on with the game that FILE keeps, and keep it there.",
)
@click.pass_context
def play(
    ctx: click.Context,
    variant: str,
    bot: BotSpec,
    seed: int,
    player: int,
    pace: float,
    serious: bool,
    save: Path | None,
    resume: Path | None,
) -> int:
    """Play against a bot at a table in the terminal."""
    from crapette.extra import MissingExtraError, needed  # noqa: PLC0415 -- as above
    from crapette.play import keeping  # noqa: PLC0415 -- the other commands should not wait for it
    from crapette.play.game import Game  # noqa: PLC0415 -- as above

    if resume is None:
        loaded = load_variant(variant)
        record = keeping.begun(loaded.rules, loaded.name, seed, player, bot, serious=serious)
        if save is not None and save.exists():
            raise click.ClickException(f"{save} is there already: go on with it by --resume, or name another file")
    else:
        if given := [told for name, told in _KEPT.items() if _is_given(ctx, name)]:
            told = " and ".join(given)
            raise click.UsageError(f"--resume goes on with what the file keeps: leave out {told}", ctx)
        record = _read(resume)
        try:
            player = player if _is_given(ctx, "player") else keeping.player_of(record)
            bot = bot if _is_given(ctx, "bot") else keeping.bot_of(record, 1 - player)
        except keeping.ResumeError as error:
            raise click.ClickException(f"can't go on with {resume}: {error}") from error
        serious = serious or keeping.is_serious(record)
    try:
        needed("textual", "games in the terminal", "play")
    except MissingExtraError as error:
        raise click.ClickException(str(error)) from error
    screen = _screen()
    if screen is None:
        raise click.ClickException("to play takes a terminal; crapette demo shows a deal without one")
    if writes_ascii_only(screen):
        raise click.ClickException(
            "this terminal can't show the suits: to play takes one of UTF-8; crapette demo takes none"
        )
    from crapette.play.app import TableApp  # noqa: PLC0415 -- an extra

    seed = record.deals[0].seed or 0
    with bot.opened() as player_of:
        opponent, adviser = (player_of(child_seed(seed, number)) for number in (1 - player, player))
        try:
            game = Game(record, player, opponent, None if serious else adviser)
        except DealError as error:
            raise click.ClickException(f"can't go on with {resume}: {error}") from error
        title = record.variant or "rules of their own"
        app = TableApp(game, title=title, bot=bot.kind, pace=pace, file=resume or save)
        file = app.run()
    if file:
        say(f"The game is kept: {keeping.command(game.record, file, player, bot)}")
    return app.return_code or 0


def _screen() -> TextIO | None:
    """Where textual shows the table: on standard error, on Windows on standard output; None without a terminal."""
    screen = sys.__stdout__ if sys.platform == "win32" else sys.__stderr__
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.__stdin__, screen))
    return screen if is_terminal else None


def _is_given(ctx: click.Context, name: str) -> bool:
    return ctx.get_parameter_source(name) is not ParameterSource.DEFAULT


def _read(file: Path) -> Record:
    """The record in a file."""
    from crapette.notation.record import Record  # noqa: PLC0415 -- as above

    try:
        record = Record.loads(file.read_text("utf-8"))
    except OSError as error:
        raise click.ClickException(f"can't read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"can't read {file}: it is not UTF-8") from error
    except NotationError as error:
        raise click.ClickException("; ".join(f"{file}: {problem}" for problem in error.problems)) from error
    if record.is_public:
        raise click.ClickException(f"can't go on with {file}: a public record does not know the cards")
    return record
