"""What an experiment came to, arm by arm and beside the first one: against values worked out by hand."""

from __future__ import annotations

from itertools import permutations

import pytest

from crapette import Rules
from crapette.simulation.bouts import Bout, bouts_of
from crapette.simulation.comparison import Comparison
from crapette.simulation.experiment import Arm, Experiment
from crapette.simulation.report import headline, tables_of
from crapette.simulation.result import Played, Unfinished
from crapette.simulation.statistics import Numbers, Share
from crapette.simulation.tables import Table
from crapette.simulation.tally import Tally
from crapette.state import Reason
from tests.many_deals import told_of
from tests.positions import rules_with

GREEDY = ("greedy", "greedy")


def experiment(*variants: str, target: int | None = None) -> Experiment:
    """Some variants that greedy bots play; with a target, whole matches."""
    rules = Rules() if target is None else rules_with({"match.target": target})
    return Experiment(tuple([Arm(variant, rules, GREEDY) for variant in variants]), 0, target is not None)


def compared(what: Experiment, *rounds: list[Played]) -> Comparison:
    """What rounds came to."""
    comparison = Comparison(what)
    for each in rounds:
        comparison.add(each)
    return comparison


A_B = (
    [told_of(1, Reason.OUT, starter=1, turns=10), told_of(None, Reason.IDLE, arm=1, turns=30)],
    [told_of(1, Reason.OUT, turns=20), told_of(1, Reason.OUT, arm=1, starter=1, turns=20, upheld=(1, 2))],
)
"""Two rounds: in the first one b is a stalemate, in the second one only a is not won by the starter."""


def tables(comparison: Comparison) -> dict[str, Table]:
    """The tables by their keys."""
    return {table.key: table for table in tables_of(comparison)}


# ----------------------------------------------------------------------------------------------------- bouts


def test_a_deal_is_a_bout() -> None:
    first, second = bouts_of(experiment("a", "b"), A_B[1])
    assert first == Bout(starter=0, winner=1, cut=False, deals=1, stalemates=0, turns=20, actions=60, calls=0)
    assert second == Bout(starter=1, winner=1, cut=False, deals=1, stalemates=0, turns=20, actions=60, calls=3)
    assert bouts_of(experiment("a"), [told_of(None, Unfinished.CUT)])[0].cut


def test_a_match_is_a_bout() -> None:
    deals = [
        told_of(0, Reason.OUT, starter=1, points=(60, 0), upheld=(1, 0)),
        told_of(None, Reason.IDLE, turns=2, points=(0, 30)),
        told_of(0, Reason.OUT, turns=3, points=(50, 0)),
    ]
    (bout,) = bouts_of(experiment("a", target=100), deals)
    assert bout == Bout(starter=1, winner=0, cut=False, deals=3, stalemates=1, turns=6, actions=18, calls=1)


@pytest.mark.parametrize(
    ("last", "winner", "cut"),
    [
        (told_of(1, Reason.OUT, points=(0, 40)), 1, False),
        (told_of(1, Reason.OUT, points=(0, 39)), None, True),  # so many deals that it was cut
        (told_of(None, Unfinished.CUT), None, True),
        (told_of(0, Unfinished.FORFEIT, points=(10, 0), fault="it hangs"), 0, False),
    ],
)
def test_how_a_match_ends(last: Played, winner: int | None, cut: bool) -> None:
    (bout,) = bouts_of(experiment("a", target=100), [told_of(1, Reason.OUT, points=(0, 60)), last])
    assert (bout.winner, bout.cut) == (winner, cut)


def test_a_match_without_a_target_is_won_with_its_deal() -> None:
    (bout,) = bouts_of(experiment("a", target=0), [told_of(1, Reason.OUT, points=(0, 0))])
    assert (bout.winner, bout.cut) == (1, False)


def test_what_matches_came_to() -> None:
    won = [told_of(0, Reason.OUT, points=(30, 0)), told_of(0, Reason.OUT, points=(70, 0))]
    comparison = compared(experiment("a", target=100), won, [told_of(None, Unfinished.CUT)])
    (matches,) = comparison.matches
    assert (matches.won_by(0), matches.won_by(1), matches.cut) == (Share(1, 2), Share(0, 2), Share(1, 2))
    assert matches.deals == Numbers([1, 2])
    assert comparison.tallies[0].deals == 3
    assert tables(comparison)["matches"].grid == [
        ("", "a"),
        ("matches", "2"),
        ("won by player 0", "50.0 % (9.5–90.5 %)"),
        ("won by player 1", "0.0 % (0.0–65.8 %)"),
        ("cut", "50.0 % (9.5–90.5 %)"),
        ("deals", "1.50 ± 0.98"),
        ("deals: 10 % up to", "1"),
        ("deals: 90 % up to", "2"),
    ]


# ------------------------------------------------------------------------------------------------ comparison


def test_each_arm_has_its_tally_and_each_but_the_first_its_differences() -> None:
    comparison = compared(experiment("a", "b"), *A_B)
    assert comparison.rounds == 2
    assert comparison.tallies == [Tally.of([first for first, _ in A_B]), Tally.of([second for _, second in A_B])]
    assert comparison.differences == {
        "won": [Numbers([-1, 0])],
        "starter": [Numbers([-1, 2])],
        "stalemates": [Numbers([1, 0])],
        "deals": [Numbers([0, 0])],
        "turns": [Numbers([20, 0])],
        "actions": [Numbers([60, 0])],
        "calls": [Numbers([0, 3])],
    }


def test_the_order_of_the_rounds_makes_no_difference() -> None:
    rounds = [[told_of(k % 2, Reason.OUT, round_=k, turns=k, arm=arm) for arm in (0, 1)] for k in range(4)]
    grids = [
        [table.grid for table in tables_of(compared(experiment("a", "b"), *order))] for order in permutations(rounds)
    ]
    assert all(grid == grids[0] for grid in grids)


def test_tables_of_two_variants() -> None:
    told = tables(compared(experiment("a", "b"), *A_B))
    assert list(told) == ["deals", "differences", "ends", "players"]
    assert told["deals"].grid == [
        ("", "a", "b"),
        ("deals", "2", "2"),
        ("won", "100.0 % (34.2–100.0 %)", "50.0 % (9.5–90.5 %)"),
        ("stalemate", "0.0 % (0.0–65.8 %)", "50.0 % (9.5–90.5 %)"),
        ("of the wins, the starter's", "50.0 % (9.5–90.5 %)", "100.0 % (20.7–100.0 %)"),
        # s² = 50: 1.96 · √(50 / 2)
        ("turns", "15.0 ± 9.8", "25.0 ± 9.8"),
        ("turns: 10 % up to", "10", "20"),
        ("turns: 90 % up to", "20", "30"),
        ("actions", "45.0 ± 29.4", "75.0 ± 29.4"),
        ("actions: 10 % up to", "30", "60"),
        ("actions: 90 % up to", "60", "90"),
        ("legal moves: mean", "5.00", "5.00"),
    ]
    assert told["differences"].title.startswith("Difference to a ")
    assert told["differences"].grid == [
        ("", "b"),
        # in 100: s² = 0.5, 4.5: 1.96 · √(0.5 / 2), 1.96 · √(4.5 / 2)
        ("won, in 100", "-50.0 ± 98.0"),
        ("stalemates, in 100", "+50.0 ± 98.0"),
        ("won by the starter less by the other, in 100", "+50.0 ± 294.0"),
        ("turns", "+10.0 ± 19.6"),
        ("actions", "+30.0 ± 58.8"),
        ("calls upheld", "+1.50 ± 2.94"),
    ]
    assert [row[0] for row in told["ends"].grid] == ["", "won", "stalemate: idle"]
    assert [row[0] for row in told["players"].grid] == [
        *("", "won by player 0", "won by player 1", "calls upheld, of player 0", "calls upheld, of player 1"),
    ]


def test_many_variants_have_a_row_each() -> None:
    names = ["a", "b", "c", "d"]
    deals = [told_of(0, Reason.OUT, arm=arm) for arm in range(4)]
    told = tables(compared(experiment(*names), deals))
    assert [row[0] for row in told["deals"].grid] == ["", *names]
    assert [row[0] for row in told["differences"].grid] == ["", *names[1:]]


def test_where_nothing_differs_the_table_says_so() -> None:
    same = [[told_of(0, Reason.OUT, arm=arm) for arm in (0, 1)]] * 2
    texts = [cell for _, cell in tables(compared(experiment("a", "b"), *same))["differences"].grid[1:]]
    assert texts == ["+0.00 ± 0.00"] * 5


def test_a_bot_that_failed_does_not_go_unseen() -> None:
    faulty = [told_of(1, Unfinished.FORFEIT, arm=1, round_=round_, fault=f"player 0: {round_}") for round_ in (7, 4)]
    rounds = [[told_of(0, Reason.OUT), forfeit] for forfeit in faulty]
    told = tables(compared(experiment("a", "b"), *rounds))
    assert told["faults"].grid == [
        ("", "deals forfeited", "first in round", "what happened there"),
        ("b", "2", "4", "player 0: 4"),
    ]
    assert told["ends"].grid[-1] == ("forfeited", "0.0 % (0.0–65.8 %)", "100.0 % (34.2–100.0 %)")


def test_a_bot_that_never_chose_anything_has_no_moves() -> None:
    (arm,) = experiment("a").arms
    forfeit = told_of(1, Unfinished.FORFEIT, turns=0, fault="player 0: it hangs")
    comparison = compared(Experiment((arm,), 0), [forfeit])
    assert tables(comparison)["deals"].grid[-1] == ("legal moves: mean", "0.00")


@pytest.mark.parametrize(
    ("arms", "labels", "players"),
    [
        ([("a", "greedy,first"), ("b", "greedy,first")], ["a", "b"], "greedy – first"),
        ([("a", "greedy,first"), ("a", "first,greedy")], ["greedy – first", "first – greedy"], "greedy, first"),
        (
            [("a", "greedy,first"), ("b", "greedy,first"), ("a", "first,greedy")],
            ["a, greedy – first", "b, greedy – first", "a, first – greedy"],
            "greedy, first",
        ),
        ([("a", "greedy,first"), ("a", "greedy,first")], ["arm 0", "arm 1"], "greedy – first"),
        ([("a", "greedy,first")], ["a"], "greedy – first"),
    ],
)
def test_arms_are_called_by_what_differs(arms: list[tuple[str, str]], labels: list[str], players: str) -> None:
    made = [Arm(variant, Rules(), (bots.split(",")[0], bots.split(",")[1])) for variant, bots in arms]
    comparison = Comparison(Experiment(tuple(made), 3))
    assert comparison.labels == labels
    each = " of each, with the same packs" if len(arms) > 1 else ""
    assert headline(comparison) == f"0 deals{each}, played by {players}, seed 3."


def test_differences_are_told_of_rules_and_not_of_bots() -> None:
    arm = Arm("a", Rules(), ("greedy", "first"))
    comparison = compared(Experiment((arm, arm.exchanged), 0), A_B[0])
    assert "differences" not in tables(comparison)
