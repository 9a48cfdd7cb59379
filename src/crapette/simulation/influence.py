"""Which settings made no difference in deals that were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import frozen

from crapette.actions import Action
from crapette.engine.apply import apply
from crapette.engine.deal import deal as dealt
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves
from crapette.notes import notes_on
from crapette.rules import SETTINGS, Rules, conflicts, rules_from_settings, value_at
from crapette.settings import Flag, Integer, OneWord, Setting, Words
from crapette.simulation.tally import BACKSTOPS
from crapette.simulation.trial import Tried
from crapette.state import Outcome, State

_NOT_IN_A_DEAL = ("scoring.", "match.")
_WHO_STARTS = "start."

_Moment = tuple[tuple[Action, ...], tuple[Action, ...], bytes, Outcome | None]
"""What is legal for player 0 and for player 1, which cards nobody has seen, and how the deal has ended."""


@frozen
class Unfelt:
    """A setting that made no difference.

    Attributes:
        path: The setting.
        others: The rules with each other value of it that was tried.
        deals: In how many deals.
    """

    path: str
    others: tuple[Rules, ...]
    deals: int


class Influence:
    """Looks in deals that were played for settings that made no difference.

    A deal is played again under rules with another value of the setting, from the same packs, until what either player
    may do, or what has been seen, or the outcome is not as it was. Of the settings of who starts it is only asked who
    would have.

    Args:
        rules: The rules by which the deals were played.
        deals: The deals. Those whose actions were not kept count only for the settings of who starts.
    """

    def __init__(self, rules: Rules, deals: Sequence[Tried]) -> None:
        self._rules = rules
        self._starters = {deal.played.seed: deal.played.starter for deal in deals}
        kept = [deal for deal in deals if deal.actions]
        self._histories = [(deal, tuple(_moments(rules, deal))) for deal in kept]

    @property
    def deals(self) -> int:
        """How many deals are played again."""
        return len(self._histories)

    @property
    def paths(self) -> list[str]:
        """The settings to ask about: those of a deal, but for what a note calls idle, and for backstops.

        A backstop is there to make no difference; where it does, the tally tells.
        """
        left_out = {*BACKSTOPS.values(), *_idle(self._rules)}
        return [path for path in SETTINGS if not path.startswith(_NOT_IN_A_DEAL) and path not in left_out]

    def unfelt(self, path: str) -> Unfelt | None:
        """What there is to say of a setting that made no difference; None of one that did, or can't be another."""
        others = tuple(_others(self._rules, path))
        starts = path.startswith(_WHO_STARTS)
        differs = self._starts_otherwise if starts else self._goes_otherwise
        if not others or any(map(differs, others)):
            return None
        return Unfelt(path, others, len(self._starters) if starts else self.deals)

    def _starts_otherwise(self, rules: Rules) -> bool:
        return any(dealt(rules, seed).starter != starter for seed, starter in self._starters.items())

    def _goes_otherwise(self, rules: Rules) -> bool:
        replays = ((_moments(rules, deal), moments) for deal, moments in self._histories)
        return any(now != then for replay in replays for now, then in zip(*replay, strict=True))


def _moments(rules: Rules, deal: Tried) -> Iterator[_Moment]:
    """The moments of a deal under these rules, as far as its actions are legal."""
    state = dealt(rules, deal.played.seed)
    yield _moment(state)
    for action in deal.actions:
        state = apply(state, action, check=False)
        yield _moment(state)


def _moment(state: State) -> _Moment:
    return legal_moves(state, 0), legal_moves(state, 1), state.unseen, outcome(state)


def _others(rules: Rules, path: str) -> Iterator[Rules]:
    """The rules with other values of a setting that go with the rest, and that no note calls idle."""
    values = {each: value_at(rules, each) for each in SETTINGS}
    for value in _other_values(SETTINGS[path], values[path]):
        changed = values | {path: value}
        if not any(conflicts(changed)):
            other = rules_from_settings(changed)
            if path not in _idle(other):
                yield other


def _idle(rules: Rules) -> set[str]:
    """The settings that change nothing because of others."""
    return {note.path for note in notes_on(rules) if note.code == "idle-setting"}


def _other_values(setting: Setting, value: Any) -> Iterator[Any]:
    """Other values of a setting: of a number its neighbours and 0, of a list those with one word more or less."""
    match setting:
        case Flag():
            yield not value
        case OneWord(words):
            yield from (word for word in words if word is not value)
        case Integer(low, high, excluded):
            numbers = sorted({0, value - 1, value + 1} - {value, *excluded})
            yield from (number for number in numbers if low <= number <= high)
        case Words(words, required):
            yield from (tuple(w for w in value if w is not word) for word in value if word not in required)
            yield from (setting.read((*value, word)) for word in words if word not in value)
        case _:
            raise NotImplementedError(setting)
