"""What deals came to, in words: a table with a column for each kind of play, and what to warn of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from crapette.simulation.statistics import Share, Summary
from crapette.simulation.trial import BACKSTOPS, LONGEST_DEAL, Tally
from crapette.state import Reason

_STALEMATES = tuple(reason for reason in Reason if reason not in (Reason.OUT, Reason.RESERVE_OUT))
_CUT = f"not over after {LONGEST_DEAL:,} actions"


def rows(tallies: Mapping[str, Tally]) -> Iterator[tuple[str, ...]]:
    """The rows of the table: what is told, then a cell for each kind of play.

    Args:
        tallies: What the deals of each kind of play came to.
    """
    each = tallies.values()
    ends = [
        ("won", [tally.won for tally in each]),
        *((f"stalemate: {reason}", [tally.ended_by(reason) for tally in each]) for reason in _STALEMATES),
        (_CUT, [tally.cut for tally in each]),
    ]
    yield "", *tallies
    yield "deals", *(str(len(tally.deals)) for tally in each)
    for label, shares in ends:
        if any(share.count for share in shares):
            yield label, *map(_counted, shares)
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
        if tally.cut.count:
            yield "end", f"in {kind} play {_part(tally.cut)} were {_CUT}"


def _counted(share: Share) -> str:
    return f"{share.count} ({100 * share.value:.0f} %)"


def _part(share: Share) -> str:
    return f"{100 * share.value:.0f} % of the deals ({share.count} of {share.of})"


def _estimated(share: Share) -> str:
    if not share.of:
        return "–"
    low, high = share.interval.low, share.interval.high
    return f"{100 * share.value:.1f} % ({100 * low:.1f}–{100 * high:.1f} %)"


def _summed_up(numbers: Summary) -> str:
    return f"{numbers.mean:.0f} ({numbers.middle.low:.0f}–{numbers.middle.high:.0f})"
