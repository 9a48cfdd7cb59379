"""Lets a bot of ours answer the questions of another program, or of another copy of this library."""

from __future__ import annotations

from collections.abc import Iterable
from typing import BinaryIO

from crapette.bots.lines import (
    BOT_FORMAT,
    Answer,
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
    parse_question,
    unfit_text,
)
from crapette.bots.protocol import Player
from crapette.bots.registry import BotSpec, PlayerOf
from crapette.notation.moments import view_of
from crapette.settings import Unfit


def serve(bot: BotSpec, questions: Iterable[bytes], answers: BinaryIO) -> None:
    """Answers each question with a line, until there are no more.

    Args:
        bot: Who answers.
        questions: The lines with the questions.
        answers: Where the answers go.
    """
    with bot.opened() as player_of:
        server = _Server(player_of)
        for line in questions:
            answers.write(server.answer(line))
            answers.flush()


class _Server:
    """Answers questions, those of one deal after those of another."""

    def __init__(self, player_of: PlayerOf) -> None:
        self._player_of = player_of
        self._player: Player | None = None

    def answer(self, line: bytes) -> bytes:
        """The line that answers a line."""
        try:
            number, question = parse_question(line)
        except LineError as error:
            return line_of(error.number, Complaint(str(error)))
        try:
            answer = self._answer(question)
        except Unfit as unfit:
            answer = Complaint(f"view: {unfit_text(unfit)}")
        except Exception as error:  # whatever goes wrong in a bot, it should not spoil the next answer
            answer = Complaint(f"{type(error).__name__}: {error}")
        return line_of(number, answer)

    def _answer(self, question: Question) -> Answer:
        if isinstance(question, Hello):
            return Welcome(BOT_FORMAT)
        if isinstance(question, Deal):
            self._player = self._player_of(question.seed)
            return Ready()
        if self._player is None:
            return Complaint("no deal has begun; expected the question deal first")
        view = view_of(question.view)
        if isinstance(question, Choose):
            return Choice(self._player.bot.choose(view))
        return Verdict(self._player.caller.calls(view, question.action))
