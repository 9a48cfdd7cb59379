"""What many deals came to: against values worked out by hand."""

from __future__ import annotations

from itertools import permutations

from crapette.simulation.result import Unfinished
from crapette.simulation.statistics import Numbers, Share
from crapette.simulation.tally import Tally
from crapette.state import Reason
from tests.many_deals import SOME, told_of


def test_tally() -> None:
    tally = Tally.of(SOME)
    assert tally.deals == 6
    assert tally.won == Share(3, 6)
    assert [tally.won_by(player) for player in (0, 1)] == [Share(2, 6), Share(1, 6)]
    assert tally.won_by_starter == Share(2, 3)
    assert [tally.ended_by(reason).count for reason in (*Reason, *Unfinished)] == [2, 1, 1, 0, 1, 0, 0, 0, 1]
    assert tally.turns == Numbers([10, 20, 30, 40, 50, 60])
    assert tally.actions == Numbers([30, 60, 90, 120, 150, 180])
    assert tally.branching == 5
    assert tally.points == (Numbers([30, 0, 50, 0, 0, 0]), Numbers([0, 40, 0, 6, 0, 0]))
    assert tally.upheld == (Numbers([0] * 6), Numbers([0, 2, 0, 0, 0, 0]))
    assert tally.false == (Numbers([0, 0, 1, 0, 0, 0]), Numbers([0] * 6))


def test_a_tally_does_not_ask_for_the_order() -> None:
    assert all(Tally.of(deals) == Tally.of(SOME) for deals in permutations(SOME, len(SOME)))
    assert Tally.of(SOME[:5]) != Tally.of(SOME)


def test_a_player_who_forfeits_has_lost() -> None:
    tally = Tally.of([told_of(1, Unfinished.FORFEIT, fault="it hangs")])
    assert (tally.won, tally.won_by(1), tally.ended_by(Unfinished.FORFEIT)) == (Share(1, 1),) * 3


def test_branching_of_no_deals() -> None:
    assert Tally().branching == 0


def test_the_first_fault_is_that_of_the_first_round_in_any_order() -> None:
    forfeits = [told_of(1, Unfinished.FORFEIT, round_=round_, fault=f"fault {round_}") for round_ in (5, 2, 9)]
    assert all(Tally.of([*SOME, *deals]).first_fault == (2, "fault 2") for deals in permutations(forfeits))
