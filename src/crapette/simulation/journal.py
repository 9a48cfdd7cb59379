"""A file in which the results of an experiment are kept while they come, so that nothing is lost and it can go on.

Its first line tells what is played, each further one is a deal, all in JSON (JSON Lines). Deals are written as they
come, the deals of a round together; when all rounds are there, they are put in order, so that equal experiments end in
equal files, whoever played them and however often they were interrupted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count as count_from
from os import SEEK_END
from pathlib import Path
from typing import Self, cast

from crapette.errors import CrapetteError, NotationError, Problem
from crapette.faults import one_of, path_text
from crapette.notation.plain import LONGEST_MESSAGE, read_plain
from crapette.notation.shapes import ANY_TEXT, PLAYER, RULES, SEED, Maybe, Object, Schema, Text, Told, count, pair
from crapette.settings import Unfit
from crapette.simulation.experiment import Experiment, name_of
from crapette.simulation.result import Played, Unfinished
from crapette.simulation.running import Round
from crapette.state import Reason
from crapette.version import RULES_VERSION, __version__

RESULTS_FORMAT = "crapette/results/1"

_ENDS: dict[str, Reason | Unfinished] = {str(word): word for word in (*Reason, *Unfinished)}

PLAYED = Object(
    "a deal that was played",
    Played,
    {
        "round": Told("The number of the round, from 0.", count()),
        "arm": Told("The number of the arm, from 0.", count()),
        "seed": Told("The seed of the deal.", SEED),
        "starter": Told("Who started.", PLAYER),
        "winner": Told("Who won; null: nobody.", Maybe(PLAYER)),
        "ended": Told("How it ended.", Text(one_of(_ENDS), _ENDS.get, pattern="|".join(_ENDS), code="unknown-word")),
        "turns": Told("How many turns were begun.", count()),
        "actions": Told("How many actions it had.", count()),
        "choices": Told("How many of them the movers chose.", count()),
        "moves": Told("How many legal moves they had, all choices together.", count()),
        "points": Told("Each player's points.", pair(count())),
        "burdens": Told("Each player's burden at its end.", pair(count())),
        "upheld": Told("How many calls of each player were upheld.", pair(count())),
        "false": Told("How many were not.", pair(count())),
        "fault": Told("What the bot did that forfeited the deal; null: nothing.", Maybe(ANY_TEXT)),
    },
)
"""A line of the file, beside `more`, which tells that another deal of the round follows."""

_MORE = "more"


class JournalError(CrapetteError):
    """A file of results that can't be gone on with: it is of something else, or is none, or is damaged."""


class Journal:
    """The results of an experiment in a file; to be closed, or used with `with`.

    A file that is there is gone on with: what is in it need not be played again. A round of which not all was written
    is played again.

    Args:
        path: The file.
        experiment: What is played.

    Raises:
        JournalError: The file is of another experiment, or is no file of results, or is damaged.
        OSError: It can't be read or written.
    """

    def __init__(self, path: Path, experiment: Experiment) -> None:
        self._path = path
        self._first_line = _line(_told_of(experiment))
        self._places: dict[int, int] = {}
        self._file = path.open("r+b" if path.exists() else "x+b")
        try:
            self._read()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def __len__(self) -> int:
        """How many rounds are in the file."""
        return len(self._places)

    def missing(self, rounds: int) -> Iterator[int]:
        """The numbers of the rounds that are not in the file, of the first so many."""
        return (number for number in range(rounds) if number not in self._places)

    def rounds(self) -> Iterator[Round]:
        """The rounds in the file, in the order of their numbers."""
        return ([deal for _, deal in self._lines(number)] for number in sorted(self._places))

    def add(self, deals: Round) -> None:
        """Writes the deals of a round."""
        self._places[deals[0].round] = self._file.seek(0, SEEK_END)
        lines = [PLAYED.plain(deal) for deal in deals]
        for line in lines[:-1]:
            line[_MORE] = True
        self._file.write(b"".join(map(_line, lines)))
        self._file.flush()

    def put_in_order(self) -> None:
        """Puts the rounds in order. The file stays as it is until that is done, or if it is in order."""
        numbers = sorted(self._places)
        if list(self._places) == numbers:
            return
        ordered = self._path.with_name(f"{self._path.name}.ordered")
        places: dict[int, int] = {}
        with ordered.open("wb") as file:
            file.write(self._first_line)
            for number in numbers:
                places[number] = file.tell()
                file.writelines(line for line, _ in self._lines(number))
        self._file.close()
        ordered.replace(self._path)
        self._file = self._path.open("r+b")
        self._places = places

    def _lines(self, number: int) -> Iterator[tuple[bytes, Played]]:
        """The lines of a round, each with its deal."""
        self._file.seek(self._places[number])
        more = True
        while more:
            line = self._file.readline()
            deal, more = _deal_of(line)
            yield line, deal

    def _read(self) -> None:
        """Finds the rounds in the file; what was not written to its end is cut off."""
        first = self._file.readline(LONGEST_MESSAGE)
        if first != self._first_line:
            if not self._first_line.startswith(first):
                raise JournalError(f"{self._path}: {_difference(first, self._first_line)}")
            self._file.seek(0)
            self._file.write(self._first_line)
        whole = self._file.tell()
        number: int | None = None
        for row in count_from(2):
            line = self._file.readline(LONGEST_MESSAGE)
            if not line.endswith(b"\n") and len(line) < LONGEST_MESSAGE:  # the end, or what was not written to it
                break
            try:
                deal, more = _deal_of(line)
            except NotationError as error:
                raise JournalError(f"{self._path}:{row}: {'; '.join(str(error).splitlines())}") from error
            if deal.round in self._places or number not in (None, deal.round):
                raise JournalError(f"{self._path}:{row}: a deal of round {deal.round} does not belong here")
            number = deal.round if more else None
            if not more:
                self._places[deal.round] = whole
                whole = self._file.tell()
        self._file.truncate(whole)


def _told_of(experiment: Experiment) -> Schema:
    """What the first line tells."""
    return {
        "format": RESULTS_FORMAT,
        "version": __version__,
        "rules_version": RULES_VERSION,
        "seed": SEED.plain(experiment.seed),
        "matches": experiment.matches,
        "arms": [
            {"variant": arm.variant, "bots": [name_of(bot) for bot in arm.bots], "rules": RULES.plain(arm.rules)}
            for arm in experiment.arms
        ],
    }


def _difference(line: bytes, expected: bytes) -> str:
    """Why a first line is not the one that is expected."""
    try:
        there = read_plain(line.decode())
    except (UnicodeDecodeError, NotationError):
        there = None
    if not isinstance(there, dict) or cast("Schema", there).get("format") != RESULTS_FORMAT:
        return f"this is no file of results, whose first line would tell that it is {RESULTS_FORMAT}"
    here, there = cast("Schema", json.loads(expected)), cast("Schema", there)
    differing = [key for key in here if there.get(key) != here[key]]
    return f"the results in it are of something else: another {one_of(differing or ['order'])} than now"


def _line(data: object) -> bytes:
    """Plain data as a line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _deal_of(line: bytes) -> tuple[Played, bool]:
    """The deal of a line, and whether another one of its round follows.

    Raises:
        NotationError: It tells of no deal.
    """
    try:
        text = line.decode()
    except UnicodeDecodeError as error:
        raise NotationError(repr(line), 0, "a line in UTF-8") from error
    data = read_plain(text)
    more = _more(data)
    try:
        return PLAYED.read(data), more
    except Unfit as unfit:
        problems = [Problem(fault.code, path_text(fault.path), fault.text) for fault in unfit.faults]
        raise NotationError(text, 0, "a deal that was played", problems) from None


def _more(data: object) -> bool:
    """Whether a line tells that another one follows, which is taken out of it."""
    return isinstance(data, dict) and cast("Schema", data).pop(_MORE, False) is True
