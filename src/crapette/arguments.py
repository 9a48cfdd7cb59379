"""What the command is told: seeds, bots, numbers; each checked, with a word on what would be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from crapette.bots import KINDS, BotSpec, parse_bot
from crapette.engine.shuffle import A_SEED, parse_seed
from crapette.errors import NotationError, quoted
from crapette.faults import one_of

_F = TypeVar("_F", bound=Callable[..., object])

NAME_OR_FILE = "NAME|FILE"


def seed_of(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """The seed that an option gives."""
    seed = parse_seed(value)
    if seed is None:
        raise click.BadParameter(f"{quoted(value)} is no seed; expected {A_SEED}", ctx, param)
    return seed


def bots_of(ctx: click.Context, param: click.Parameter, value: str) -> tuple[BotSpec, ...]:
    """The bots that an option gives."""
    return tuple([bot_of(ctx, param, text) for text in value.split(",")])


def two_bots_of(ctx: click.Context, param: click.Parameter, value: str) -> tuple[BotSpec, BotSpec]:
    """The two bots that an option gives."""
    match bots_of(ctx, param, value):
        case [first, second]:
            return first, second
        case _:
            raise click.BadParameter("expected two bots, such as greedy,random", ctx, param)


def bot_of(ctx: click.Context, param: click.Parameter, text: str) -> BotSpec:
    """The bot that an argument gives."""
    try:
        return parse_bot(text.strip())
    except NotationError as error:
        raise click.BadParameter("; ".join(str(error).splitlines()), ctx, param) from error


def two_bots_option(command: _F) -> _F:
    """The option that says who plays; greedy bots, unless it is given."""
    return click.option(
        "--bots",
        callback=two_bots_of,
        default="greedy,greedy",
        metavar="BOT,BOT",
        show_default=True,
        help=f"Who plays as player 0 and as player 1, of {one_of(KINDS)}.",
    )(command)


def svg_option(command: _F) -> _F:
    """The option that says where a picture goes."""
    return click.option(
        "--svg",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Write a picture of the table to FILE as well.",
    )(command)


def spare(read: str, written: Path) -> None:
    """Refuses to write over a file that is read.

    Args:
        read: What is read: the path of a file, or something else, such as the name of a variant.
        written: The file that would be written.

    Raises:
        click.UsageError: They are one file.
    """
    if Path(read).exists() and written.exists() and written.samefile(read):
        raise click.UsageError(f"{written} is what is read, and would be written over: expected another file")
