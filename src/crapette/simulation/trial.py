"""A trial of rules: many deals that bots play, with the invariants of rules 11 checked on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from attrs import frozen

from crapette.actions import ACTIONS, Action
from crapette.bots import parse_bot
from crapette.bots.playing import Step, played
from crapette.engine.deal import deal
from crapette.engine.ending import outcome
from crapette.engine.legal import maker
from crapette.engine.shuffle import child_seed
from crapette.invariants import check_state, check_step
from crapette.rules import Rules
from crapette.simulation.result import LONGEST_DEAL, Account, Played
from crapette.simulation.tally import Tally

SAMPLE = 10
"""Of so many deals of each kind of play the actions are kept."""
STEPS_CHECKED = 1 / 10
"""The share of the actions that are checked, beside the last."""
STATES_CHECKED = 1 / 100
"""The share of the states that are checked, beside the first and the last; each takes longer than all else with it."""
ASKED = 10
"""In a state that is checked, so many other actions of any kind are asked for, too."""


KINDS_OF_PLAY = ("random", "greedy")
"""The bots that play, each as both players; the arms of a trial."""


@frozen
class Tried:
    """A deal of a trial.

    Attributes:
        played: What there is to tell of it.
        actions: Its actions, if they were kept.
    """

    played: Played
    actions: tuple[Action, ...]


def tallies_of(deals: Iterable[Tried]) -> dict[str, Tally]:
    """What the deals came to, by kind of play; a kind of which there are none is left out."""
    tallies: dict[str, Tally] = {}
    for each in deals:
        tallies.setdefault(KINDS_OF_PLAY[each.played.arm], Tally()).add(each.played)
    return tallies


def trial(rules: Rules, deals: int, seed: int, variant: str | None = None) -> Iterator[Tried]:
    """Plays deals one after the other, as they are asked for: half of them at random, half greedily.

    Both kinds of play are given the same deals, whose seeds are the child seeds of one. The actions of the first
    random deals and of the last greedy ones are kept, so that they are of different deals, where there are enough.

    Args:
        rules: The rules.
        deals: How many deals; if the number is odd, one more is played at random.
        seed: The seed on which all hangs.
        variant: The name of the variant, for the record of a deal that goes wrong.

    Raises:
        PlayError: What holds in every deal does not.
    """
    random, greedy = deals - deals // 2, deals // 2
    for number in range(random):
        yield _play(rules, variant, (number, 0), child_seed(seed, number), keeps=number < SAMPLE)
    for number in range(greedy):
        yield _play(rules, variant, (number, 1), child_seed(seed, number), keeps=number >= greedy - SAMPLE)


def _play(rules: Rules, variant: str | None, place: tuple[int, int], seed: int, *, keeps: bool) -> Tried:
    """Plays a deal, and checks it; the place is its round and its arm, which is the kind of play."""
    kind = KINDS_OF_PLAY[place[1]]
    account = Account(*place, seed, deal(rules, seed))
    dice = Random(child_seed(seed, 2))  # noqa: S311 - a sample, not a secret
    with account.telling_of_errors(variant, (kind, kind)):
        check_state(account.state)
        with parse_bot(kind).opened() as player_of:
            players = [player_of(child_seed(seed, player)) for player in (0, 1)]
            for step in islice(played(account.state, players), LONGEST_DEAL):
                account.add(step)
                _check(step, dice)
        check_state(account.state)
    return Tried(account.closed(), account.actions if keeps else ())


def _check(step: Step, dice: Random) -> None:
    """Checks a step, if it is one of those that are."""
    before, action, after = step
    if dice.random() < STEPS_CHECKED or outcome(after) is not None:
        check_step(before, maker(before, action), action, after)
    if dice.random() < STATES_CHECKED:
        check_state(after, dice.sample(ACTIONS, ASKED))
