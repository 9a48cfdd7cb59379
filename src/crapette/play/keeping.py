"""Games kept in files, as records: how they are begun, written, and gone on with.

The person stands in the record as `you`, the bot by the name by which it was asked for. A tag tells a serious game.
"""

from __future__ import annotations

import errno
import os
import shlex
import shutil
from contextlib import suppress
from pathlib import Path

from attrs import evolve

from crapette.bots import BotSpec, parse_bot
from crapette.errors import CrapetteError, NotationError
from crapette.notation.record import Record
from crapette.rules import Rules

YOU = "you"
"""The person's name in a record."""

_SERIOUS = ("play", "serious")


class ResumeError(CrapetteError):
    """A record does not tell how to go on with it."""


def begun(rules: Rules, variant: str, seed: int, me: int, bot: BotSpec, *, serious: bool) -> Record:
    """The record of a game that begins.

    Args:
        rules: The rules.
        variant: The name of the variant.
        seed: The seed of the first deal.
        me: The person's player.
        bot: The bot that plays the other.
        serious: Whether there are no hints, and nothing is taken back.
    """
    record = Record.start(rules, seed=seed, variant=variant, players=_players(me, bot))
    return evolve(record, tags=[_SERIOUS]) if serious else record


def _players(me: int, bot: BotSpec) -> tuple[str, str]:
    return (YOU, str(bot)) if me == 0 else (str(bot), YOU)


def is_serious(record: Record) -> bool:
    """Whether a record is that of a serious game."""
    return _SERIOUS in record.tags


def player_of(record: Record) -> int:
    """The player who is the person.

    Raises:
        ResumeError: The record does not tell.
    """
    if record.players.count(YOU) != 1:
        raise ResumeError("it does not tell which player you are: say --as 0 or --as 1")
    return record.players.index(YOU)


def bot_of(record: Record, player: int) -> BotSpec:
    """The bot that is a player.

    Raises:
        ResumeError: The record does not tell, or tells of another program: whoever wrote the file should not decide
            which programs are started.
    """
    try:
        bot = parse_bot(record.players[player] or "")
    except NotationError as error:
        raise ResumeError("it does not tell which bot you play against: say --bot") from error
    if bot.kind == "program":
        raise ResumeError(f"the other player was a program: to start it say --bot '{bot}'")
    return bot


def command(record: Record, file: Path, me: int, bot: BotSpec) -> str:
    """The command that goes on with a game, as a shell takes it; it says what the record does not tell.

    Args:
        record: The record.
        file: The file that keeps it.
        me: The person's player.
        bot: The bot that plays the other.
    """
    words = ["crapette", "play", "--resume", str(file)]
    if record.players != _players(me, bot) or bot.kind == "program":
        words += ["--as", str(me), "--bot", str(bot)]
    return shlex.join(words)


def keep(record: Record, file: Path, *, is_new: bool = False) -> None:
    """Writes a record to a file: beside it first, so that there is always the whole of the old one or of the new.

    The file keeps its mode, and a link stays a link.

    Args:
        record: The record.
        file: The file.
        is_new: Whether there must be no such file yet.

    Raises:
        OSError: It can't be written.
        ValueError: No file is called so.
    """
    file = Path(os.path.realpath(file))
    if is_new and file.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8") as new:
            with suppress(FileNotFoundError):
                shutil.copymode(file, beside)
            new.write(record.dumps())
            new.flush()
            os.fsync(new.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)
