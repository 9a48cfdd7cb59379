"""What deals came to, told: the tables of an experiment; and a short one for a trial of rules, with what to warn of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from crapette.simulation.bouts import MatchTally
from crapette.simulation.comparison import Comparison, players_of
from crapette.simulation.experiment import name_of
from crapette.simulation.result import LONGEST_DEAL, Unfinished
from crapette.simulation.standings import Ratings, Standings
from crapette.simulation.statistics import Numbers, Share
from crapette.simulation.tables import (
    MOST_SIDE_BY_SIDE,
    Column,
    Table,
    difference,
    percent,
)
from crapette.simulation.tally import BACKSTOPS, STALEMATES, Tally
from crapette.state import Reason

_CUT = f"not over after {LONGEST_DEAL:,} actions"

ENDS: tuple[tuple[str, str, tuple[Reason | Unfinished, ...]], ...] = (
    ("won", "won", (Reason.OUT, Reason.RESERVE_OUT)),
    *((f"stalemate-{reason}", f"stalemate: {reason}", (reason,)) for reason in STALEMATES),
    ("cut", _CUT, (Unfinished.CUT,)),
    ("forfeit", "forfeited", (Unfinished.FORFEIT,)),
)
"""All ways in which a deal ends: for programs, for people, and the reasons that it stands for."""


def ends_of(tallies: Sequence[Tally]) -> Iterator[tuple[str, str, list[Share]]]:
    """How the deals ended: each way that there is among them (as in `ENDS`), and its share in each tally."""
    for key, title, reasons in ENDS:
        shares = [tally.ended_by(*reasons) for tally in tallies]
        if any(share.count for share in shares):
            yield key, title, shares


# ------------------------------------------------------------------------------------------------- a trial


def rows(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, ...]]:
    """The rows of the table: what is told, then a cell for each kind of play.

    Args:
        tallies: What the deals of each kind of play came to.
    """
    each = tallies.values()
    yield "", *tallies
    yield "deals", *(str(tally.deals) for tally in each)
    for _, title, shares in ends_of([*each]):
        yield title, *map(_counted, shares)
    yield "of the wins, the starter's (95 % interval)", *(_estimated(tally.won_by_starter) for tally in each)
    yield "turns: mean (10th to 90th percentile)", *(_summed_up(tally.turns) for tally in each)
    yield "actions: likewise", *(_summed_up(tally.actions) for tally in each)
    yield "legal moves of the mover: mean", *(f"{tally.branching:.1f}" for tally in each)


def warnings(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, str]]:
    """What to warn of: the setting or the group that it is about, and the text.

    Args:
        tallies: What the deals of each kind of play came to.
    """
    for kind, tally in tallies.items():
        starters = tally.won_by_starter
        if 0.5 not in starters.interval:
            yield "start", f"in {kind} play the starter has {_estimated(starters)} of the wins, not half of them"
        for reason, path in BACKSTOPS.items():
            ended = tally.ended_by(reason)
            if ended.count:
                yield path, f"in {kind} play nothing else ended {_part(ended)}"
        cut = tally.ended_by(Unfinished.CUT)
        if cut.count:
            yield "end", f"in {kind} play {_part(cut)} were {_CUT}"


def _counted(share: Share) -> str:
    return f"{share.count} ({100 * share.value:.0f} %)"


def _part(share: Share) -> str:
    return f"{100 * share.value:.0f} % of the deals ({share.count} of {share.of})"


def _estimated(share: Share) -> str:
    return percent(share.estimate) if share.estimate else "–"


def _summed_up(numbers: Numbers) -> str:
    return f"{numbers.mean:.0f} ({numbers.percentile(10)}–{numbers.percentile(90)})"


# ----------------------------------------------------------------------------------------- an experiment

_PLAYERS = (0, 1)
_SHARES: tuple[tuple[str, str, Callable[[Tally], Share]], ...] = (
    ("won", "won", lambda tally: tally.ended_by(Reason.OUT, Reason.RESERVE_OUT)),
    ("stalemate", "stalemate", lambda tally: tally.ended_by(*STALEMATES)),
    ("starter", "of the wins, the starter's", lambda tally: tally.won_by_starter),
)
_OF_EACH_PLAYER: tuple[tuple[str, str, Callable[[Tally], tuple[Numbers, Numbers]]], ...] = (
    ("points", "points of player", lambda tally: tally.points),
    ("upheld", "calls upheld, of player", lambda tally: tally.upheld),
    ("false", "false calls of player", lambda tally: tally.false),
)
_DIFFERENCES: tuple[tuple[str, str, int], ...] = (
    ("won", "won, in 100", 100),
    ("stalemates", "stalemates, in 100", 100),
    ("starter", "won by the starter less by the other, in 100", 100),
    ("turns", "turns", 1),
    ("actions", "actions", 1),
    ("deals", "deals", 1),
    ("calls", "calls upheld", 1),
)
_SELDOM_DIFFERENT = ("deals", "calls")
_OF_FAULTS = (("forfeited", "deals forfeited"), ("round", "first in round"), ("fault", "what happened there"))


def headline(comparison: Comparison) -> str:
    """What was played, in a sentence."""
    experiment = comparison.experiment
    one, many = ("match", "matches") if experiment.matches else ("deal", "deals")
    same = " of each, with the same packs" if len(experiment.arms) > 1 else ""
    seatings = list(dict.fromkeys(map(players_of, experiment.arms)))
    bots = dict.fromkeys(name_of(bot) for arm in experiment.arms for bot in arm.bots)
    players = ", ".join(bots) if len(seatings) > 1 else seatings[0]
    what = f"{comparison.rounds:,} {one if comparison.rounds == 1 else many}{same}"
    return f"{what}, played by {players}, seed {experiment.seed}."


def tables_of(comparison: Comparison) -> Iterator[Table]:
    """The tables of an experiment of which a round at least has been played, first those that matter most.

    Differences are told where the bots are the same in all arms.
    """
    labels, tallies = comparison.labels, comparison.tallies
    turned = len(labels) <= MOST_SIDE_BY_SIDE
    if comparison.experiment.matches:
        yield Table("matches", "Matches", labels, list(_of_matches(comparison.matches)), turned)
    yield Table("deals", "Deals", labels, list(_of_deals(tallies)), turned)
    if len(labels) > 1 and len({arm.bots for arm in comparison.experiment.arms}) == 1:
        title = f"Difference to {labels[0]} with the same packs (*: the interval leaves out 0)"
        yield Table("differences", title, labels[1:], list(_of_differences(comparison)), turned)
    ends = [Column(key, end, [share.estimate for share in shares], percent) for key, end, shares in ends_of(tallies)]
    yield Table("ends", "How deals ended", labels, ends, turned)
    yield Table("players", "Player by player", labels, list(_of_players(tallies)), turned)
    yield from tables_of_faults(comparison)


def tables_of_faults(comparison: Comparison) -> Iterator[Table]:
    """The table of the bots that have failed or cheated; none if none has."""
    faults = {
        label: (tally.ended_by(Unfinished.FORFEIT).count, *tally.first_fault)
        for label, tally in zip(comparison.labels, comparison.tallies, strict=True)
        if tally.first_fault
    }
    if faults:
        columns = [
            Column(key, title, [fault[place] for fault in faults.values()])
            for place, (key, title) in enumerate(_OF_FAULTS)
        ]
        yield Table("faults", "Bots that failed or cheated", [*faults], columns)


def _of_deals(tallies: Sequence[Tally]) -> Iterator[Column]:
    yield Column("deals", "deals", [tally.deals for tally in tallies])
    for key, title, of in _SHARES:
        yield Column(key, title, [of(tally).estimate for tally in tallies], percent)
    yield from _spread("turns", [tally.turns for tally in tallies])
    yield from _spread("actions", [tally.actions for tally in tallies])
    yield Column("moves", "legal moves: mean", [tally.branching for tally in tallies])


def _of_matches(matches: Sequence[MatchTally]) -> Iterator[Column]:
    yield Column("matches", "matches", [len(tally.deals) for tally in matches])
    for player in _PLAYERS:
        won = [tally.won_by(player).estimate for tally in matches]
        yield Column(f"won-{player}", f"won by player {player}", won, percent)
    yield Column("cut", "cut", [tally.cut.estimate for tally in matches], percent)
    yield from _spread("deals", [tally.deals for tally in matches])


def _spread(key: str, numbers: Sequence[Numbers]) -> Iterator[Column]:
    """The means, and between which numbers the middle four fifths are."""
    yield Column(key, key, [each.estimate for each in numbers])
    for part in (10, 90):
        yield Column(f"{key}-p{part}", f"{key}: {part} % up to", [each.percentile(part) for each in numbers])


def _of_players(tallies: Sequence[Tally]) -> Iterator[Column]:
    for player in _PLAYERS:
        won = [tally.won_by(player).estimate for tally in tallies]
        yield Column(f"won-{player}", f"won by player {player}", won, percent)
    for key, title, of in _OF_EACH_PLAYER:
        for player in _PLAYERS:
            numbers = [of(tally)[player] for tally in tallies]
            if _is_something(numbers):
                yield Column(f"{key}-{player}", f"{title} {player}", [each.estimate for each in numbers])


def _of_differences(comparison: Comparison) -> Iterator[Column]:
    for key, title, times in _DIFFERENCES:
        numbers = comparison.differences[key]
        if key not in _SELDOM_DIFFERENT or _is_something(numbers):
            yield Column(key, title, [each.estimate for each in numbers], difference, times)


def _is_something(numbers: Sequence[Numbers]) -> bool:
    """Whether there is another number among them than 0."""
    return any(set(each.times) - {0} for each in numbers)


# ------------------------------------------------------------------------------------------------- bots


def tables_of_bots(standings: Standings, ratings: Ratings | None = None) -> Iterator[Table]:
    """The tables of bots that have played each other, of which a round at least has been played.

    Args:
        standings: How they stand.
        ratings: Their ratings; None: they are not told.
    """
    bots = standings.bots
    results = [standings.results(bot) for bot in bots]
    columns = [
        Column("share", "share", [standings.share(bot) for bot in bots], percent),
        *(Column(key, key, [result[key] for result in results]) for key in results[0]),
    ]
    if ratings is not None:
        columns.append(Column("rating", "rating", [ratings.of(bot) for bot in bots]))
    yield Table("bots", "Bots", bots, columns)
    shares = [Column(bot, f"against {bot}", [standings.share(each, bot) for each in bots], percent) for bot in bots]
    yield Table("pairs", "Each against each: the share of the bot in front", bots, shares)
