"""What is to be played: the same packs by different rules, or by different bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, nullcontext
from itertools import islice

from attrs import field, frozen

from crapette.bots import BotSpec, Player, PlayerOf, parse_bot
from crapette.bots.playing import BotFault, played
from crapette.engine.deal import deal
from crapette.engine.ending import outcome
from crapette.engine.shuffle import child_seed, problems_of_seed
from crapette.errors import DealError
from crapette.match import Match
from crapette.rules import Rules
from crapette.simulation.result import LONGEST_DEAL, Account, Played
from crapette.state import State

LONGEST_MATCH = 1_000
"""After so many deals a match is cut: it may be one in which nobody ever gets points."""

Entrant = BotSpec | Callable[[int], Player]
"""Who plays: a bot by name, or what makes the player of each deal from a seed. To be played by other processes it must
be possible to pickle it, as a function of a module is."""


def _entrants(bots: tuple[Entrant | str, Entrant | str]) -> tuple[Entrant, Entrant]:
    """The entrants, those that are told by name among them."""
    first, second = (parse_bot(bot) if isinstance(bot, str) else bot for bot in bots)
    return first, second


def name_of(entrant: Entrant) -> str:
    """What an entrant is called."""
    if isinstance(entrant, BotSpec):
        return str(entrant)
    return f"{entrant.__module__}.{getattr(entrant, '__qualname__', type(entrant).__qualname__)}"


@frozen
class Arm:
    """What is the same in every round: by which rules, and by whom.

    Attributes:
        variant: What the rules are called; empty: nothing.
        rules: The rules.
        bots: Who plays as player 0, and who as player 1; a text is read by `parse_bot`.
    """

    variant: str
    rules: Rules
    bots: tuple[Entrant, Entrant] = field(converter=_entrants)

    @property
    def exchanged(self) -> Arm:
        """The arm with the bots in each other's seats."""
        return Arm(self.variant, self.rules, (self.bots[1], self.bots[0]))


@frozen
class Experiment:
    """Rounds, in each of which every arm plays a deal, all with the same packs.

    Round k has the seed child k of the experiment's (rules 3), and what the bots of a deal leave to chance hangs on the
    seed of the deal; so what is played in a round depends on nothing else, whoever plays it and when.

    Attributes:
        arms: The arms, at least one.
        seed: The seed on which all hangs.
        matches: Whether each arm plays a whole match in each round and not a single deal.

    Raises:
        DealError: The seed is none.
    """

    arms: tuple[Arm, ...]
    seed: int
    matches: bool = False

    def __attrs_post_init__(self) -> None:
        """Refuse what is no seed."""
        problems = problems_of_seed(self.seed)
        if problems:
            raise DealError(problems)


def rounds_played(experiment: Experiment, numbers: Iterable[int]) -> Iterator[list[Played]]:
    """The deals of some rounds, round by round; in a round they are in the order of the arms.

    Args:
        experiment: What is to be played.
        numbers: The numbers of the rounds.

    Raises:
        PlayError: The library is at fault.
    """
    with ExitStack() as until_the_last:
        # Two seats are two players, also where the same bot sits in both; arms take turns with them.
        entrants = dict.fromkeys((seat, bot) for arm in experiment.arms for seat, bot in enumerate(arm.bots))
        players_of = {
            key: until_the_last.enter_context(key[1].opened() if isinstance(key[1], BotSpec) else nullcontext(key[1]))
            for key in entrants
        }
        for number in numbers:
            seed = child_seed(experiment.seed, number)
            deals: list[Played] = []
            for place, arm in enumerate(experiment.arms):
                table = _Table(
                    arm, (number, place), tuple([players_of[seat, bot] for seat, bot in enumerate(arm.bots)])
                )
                deals += table.match(seed) if experiment.matches else [table.deal(seed, deal(arm.rules, seed))[0]]
            yield deals


@frozen
class _Table:
    """Where an arm plays in one round: the round's number and the arm's, and what makes the players of a deal."""

    arm: Arm
    place: tuple[int, int]
    players_of: tuple[PlayerOf, ...]

    def deal(self, seed: int, state: State) -> tuple[Played, State]:
        """A deal, and the state in which it ends."""
        account, fault = Account(*self.place, seed, state), None
        with account.telling_of_errors(
            self.arm.variant or None, (name_of(self.arm.bots[0]), name_of(self.arm.bots[1]))
        ):
            try:
                players = [_seated(player_of, seat, seed) for seat, player_of in enumerate(self.players_of)]
                for step in islice(played(state, players), LONGEST_DEAL):
                    account.add(step)
            except BotFault as error:
                fault = error
        return account.closed(fault), account.state

    def match(self, seed: int) -> list[Played]:
        """The deals of a match; it ends before its time where a deal does, or where it is too long."""
        match, deals = Match(self.arm.rules, seed), list[Played]()
        while not match.over and len(deals) < LONGEST_MATCH:
            told, end = self.deal(child_seed(seed, match.deals), match.deal())
            deals.append(told)
            if outcome(end) is None:
                break
            match = match.record(end)
        return deals


def _seated(player_of: PlayerOf, seat: int, seed: int) -> Player:
    """The player of a deal.

    Raises:
        BotFault: It can't be made.
    """
    try:
        return player_of(child_seed(seed, seat))
    except Exception as error:  # it is the bot's fault, whatever it is
        raise BotFault.by(seat, error) from error
