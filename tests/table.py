"""A game in the terminal, with a bot that does what the test says."""

from __future__ import annotations

from collections.abc import Iterable

from crapette import Action, Record, Rules, View, load_rules
from crapette.bots import AttentiveCaller, Player
from crapette.bots.first import FirstBot
from crapette.play.game import Game
from crapette.rules import nested
from tests.positions import NO_DUTIES, Settings

CRAPETTE = load_rules("crapette")
STRICT = load_rules("crapette-strict")
ACE_ON_TOP = 7928
"""A seed: player 0 starts, with A♣ on the reserve, and 2♣ and 3♣ in houses 8 and 1."""


class Scripted:
    """A bot that plays what it is told, and then the first legal move; it keeps what it was given."""

    def __init__(self, actions: str) -> None:
        self._actions = actions.split()
        self.given: list[View] = []

    def choose(self, view: View) -> Action:
        self.given.append(view)
        return Action.parse(self._actions.pop(0)) if self._actions else FirstBot().choose(view)


def game(
    rules: Rules = STRICT,
    *,
    seed: int = ACE_ON_TOP,
    me: int = 0,
    bot: str = "",
    notices: float = 1,
    friendly: bool = True,
    played: Iterable[str] = (),
) -> Game:
    """A game against a scripted bot, which calls what it notices; so much of it has been played."""
    record = Record.start(rules, seed=seed)
    for action in played:
        record = record.append(action)
    opponent = Player(Scripted(bot), AttentiveCaller(notices=notices))
    return Game(record, me, opponent, Player(FirstBot()) if friendly else None)


def one_turn(target: int = 20, turns: int = 1) -> Rules:
    """Deals of one turn, or of so many, without duties; the burdens decide."""
    settings: Settings = {
        **NO_DUTIES,
        "stop.calls": [],
        "end.max_turns": turns,
        "scoring.stalemate": "difference",
        "match.target": target,
    }
    return Rules.from_mapping(nested(settings.items()))


def actions_of(played: Game) -> str:
    """What has been done in the deal under way."""
    return " ".join(str(move.action) for move in played.record.deals[-1].moves)
