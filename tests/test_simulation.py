"""Deals that bots play: what is kept, counted and checked of them, and which settings made no difference."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from crapette import Action, Record, Rules, State, child_seed, deal, load_rules, outcome
from crapette.actions import STOP
from crapette.bots import parse_bot
from crapette.bots.playing import Step, played
from crapette.rules import SETTINGS, value_at
from crapette.simulation import trial as module
from crapette.simulation.influence import Influence
from crapette.simulation.report import rows, warnings
from crapette.simulation.result import Account, PlayError, Unfinished
from crapette.simulation.tally import Tally
from crapette.simulation.trial import KINDS_OF_PLAY, Tried, tallies_of, trial
from crapette.state import Reason
from tests.many_deals import SOME, told_of
from tests.positions import Settings, rules_with

STRICT = load_rules("crapette-strict")

# ------------------------------------------------------------------------------------------------ a trial


def results(rules: Rules, deals: int, seed: int = 0) -> list[Tried]:
    """What comes of a trial."""
    return list(trial(rules, deals, seed))


def test_half_of_the_deals_are_played_at_random_and_half_greedily_and_they_are_the_same_deals() -> None:
    deals = results(STRICT, 5, seed=3)
    seeds = [child_seed(3, k) for k in (0, 1, 2)]
    assert [(KINDS_OF_PLAY[each.played.arm], each.played.round, each.played.seed) for each in deals] == [
        *(("random", number, seed) for number, seed in enumerate(seeds)),
        *(("greedy", number, seed) for number, seed in enumerate(seeds[:2])),
    ]
    assert [each.played.starter for each in deals[:2]] == [each.played.starter for each in deals[3:]]
    assert results(STRICT, 1, seed=3) == deals[:1]


def steps(rules: Rules, seed: int, kind: str) -> list[Step]:
    """A deal as a trial plays it."""
    with parse_bot(kind).opened() as player_of:
        return list(played(deal(rules, seed), [player_of(child_seed(seed, player)) for player in (0, 1)]))


@pytest.mark.parametrize(("arm", "kind"), list(enumerate(KINDS_OF_PLAY)))
def test_what_is_told_of_a_deal(arm: int, kind: str) -> None:
    rules = load_rules("crapette")
    told = results(rules, 2)[arm]
    gone = steps(rules, told.played.seed, kind)
    account = Account(0, arm, told.played.seed, gone[0][0])
    for step in gone:
        account.add(step)
    assert told == Tried(account.closed(), tuple([action for _, action, _ in gone]))


def test_the_actions_of_the_first_random_deals_and_of_the_last_greedy_ones_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "SAMPLE", 2)
    kept = [len(each.actions) == each.played.actions for each in results(STRICT, 6)]
    assert kept == [True, True, False, False, True, True]


def test_a_deal_that_does_not_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_DEAL", 7)
    for told in results(STRICT, 2):
        assert told.played.ended is Unfinished.CUT
        assert told.played.actions == len(told.actions) == 7


# -------------------------------------------------------------------------------------------- its checks


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What is checked: the arguments, in order."""
    seen: list[tuple[Any, ...]] = []

    def check(*args: object) -> None:
        seen.append(args)

    monkeypatch.setattr(module, "check_state", check)
    monkeypatch.setattr(module, "check_step", check)
    return seen


def test_the_first_and_the_last_state_and_the_last_step_are_always_checked(
    checked: list[tuple[Any, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "STEPS_CHECKED", 0)
    monkeypatch.setattr(module, "STATES_CHECKED", 0)
    (told,) = results(STRICT, 1)
    gone = steps(STRICT, told.played.seed, "random")
    before, action, last = gone[-1]
    assert checked == [(gone[0][0],), (before, before.mover, action, last), (last,)]


def test_of_the_others_a_share_is_checked(checked: list[tuple[Any, ...]]) -> None:
    lengths = [told.played.actions for told in results(load_rules("crapette"), 2)]
    of_steps = [args for args in checked if len(args) == 4]
    of_states = [args for args in checked if len(args) == 2]
    assert 0.05 < len(of_steps) / sum(lengths) < 0.15
    assert 0.005 < len(of_states) / sum(lengths) < 0.02
    assert {len(set(actions)) for _, actions in of_states} == {module.ASKED}
    callers = [(before, player) for before, player, action, _ in of_steps if action is STOP]
    assert callers
    assert all(player == before.window for before, player in callers)


def test_what_goes_wrong_comes_with_the_record_of_the_deal_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = results(STRICT, 1)

    def check(before: State, _player: int, action: Action, _after: State) -> None:
        raise AssertionError(f"{action} in turn {before.turn_number}")

    monkeypatch.setattr(module, "STEPS_CHECKED", 1 / 20)
    monkeypatch.setattr(module, "check_step", check)
    with pytest.raises(PlayError) as caught:
        list(trial(STRICT, 1, 0, "ours"))
    record = Record.loads(caught.value.record.dumps())
    assert record == caught.value.record
    assert (record.variant, record.players, record.deals[0].seed) == ("ours", ("random", "random"), whole.played.seed)
    moves = record.deals[0].moves
    assert 1 < len(moves) < whole.played.actions
    assert tuple([move.action for move in moves]) == whole.actions[: len(moves)]
    assert len(list(record.replay())) == len(moves) + 1
    assert str(caught.value) == (
        f"deal of seed {whole.played.seed}, played by random and random, after {len(moves)} actions: the library is at "
        f"fault, please report this with the record: AssertionError: {moves[-1].action} in turn {moves[-1].turn}"
    )


def test_what_goes_wrong_at_the_end_comes_with_a_record_of_the_whole_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(state: State, *_: object) -> None:
        assert outcome(state) is None

    monkeypatch.setattr(module, "check_state", check)
    with pytest.raises(PlayError) as caught:
        results(STRICT, 1)
    *_, last = caught.value.record.replay()
    assert outcome(last) is not None


# --------------------------------------------------------------------------------------------- its tally


def test_a_tally_for_each_kind_of_play() -> None:
    deals = [Tried(told_of(0, Reason.OUT, arm=arm, turns=turns), ()) for turns, arm in enumerate((0, 1, 0, 1), start=1)]
    first, second, third, fourth = (each.played for each in deals)
    assert tallies_of(deals) == {"random": Tally.of([first, third]), "greedy": Tally.of([second, fourth])}


def test_the_table_of_a_report() -> None:
    # 2 of 3: p = 2/3, z²/n = 1.2805: (1.3069 ± √(1.2805 · (0.2222 + 0.3201))) / 2.2805 = (1.3069 ± 0.8333) / 2.2805
    idle = [told_of(None, Reason.IDLE, turns=turns) for turns in (1, 2)]
    assert list(rows({"random": Tally.of(SOME), "greedy": Tally.of(idle)})) == [
        ("", "random", "greedy"),
        ("deals", "6", "2"),
        ("won", "3 (50 %)", "0 (0 %)"),
        ("stalemate: idle", "1 (17 %)", "2 (100 %)"),
        ("stalemate: barren", "1 (17 %)", "0 (0 %)"),
        ("not over after 10,000 actions", "1 (17 %)", "0 (0 %)"),
        ("of the wins, the starter's (95 % interval)", "66.7 % (20.8–93.9 %)", "–"),
        ("turns: mean (10th to 90th percentile)", "35 (10–60)", "2 (1–2)"),
        ("actions: likewise", "105 (30–180)", "4 (3–6)"),
        ("legal moves of the mover: mean", "5.0", "5.0"),
    ]


def test_warnings_of_a_report() -> None:
    tallies = {
        "random": Tally.of([*SOME, *[told_of(None, Reason.TURN_LIMIT)] * 2]),
        "greedy": Tally.of([told_of(1, Reason.OUT)] * 10),
    }
    assert list(warnings(tallies)) == [
        ("end.barren_turns", "in random play nothing else ended 12 % of the deals (1 of 8)"),
        ("end.max_turns", "in random play nothing else ended 25 % of the deals (2 of 8)"),
        ("end", "in random play 12 % of the deals (1 of 8) were not over after 10,000 actions"),
        ("start", "in greedy play the starter has 0.0 % (0.0–27.8 %) of the wins, not half of them"),
    ]


# ---------------------------------------------------------------------- settings that made no difference


@pytest.mark.parametrize(
    ("path", "settings", "others"),
    [
        ("load.wrap", {}, [True]),
        ("waste.play", {"waste.play": "always"}, ["never", "reserve-empty", "hand-empty"]),
        # numbers: the neighbours and 0
        ("deal.reserve", {}, [0, 12, 14]),
        ("deal.reserve", {"deal.reserve": 20}, [0, 19]),
        ("end.idle_cycles", {"end.idle_cycles": 0}, [1]),
        ("end.repetitions", {"end.repetitions": 2}, [0, 3]),
        # lists: a word less, a word more
        ("load.onto", {"load.onto": ["waste"]}, [[], ["reserve", "waste"]]),
        ("waste.accepts", {"waste.accepts": ["hand", "houses"]}, [["hand"], ["hand", "reserve", "houses"]]),
        (
            "start.ties",
            {"start.by": "lowest-reserve", "start.ties": ["suit", "houses"]},
            [["houses"], ["suit"], ["suit", "houses", "best-house"]],
        ),
        # nothing that does not go with the rest, nor what would be idle
        ("deal.reserve", {"start.by": "lowest-reserve"}, [12, 14]),
        ("load.from", {}, [["hand", "houses"], ["reserve", "houses"], ["reserve", "hand"]]),
    ],
)
def test_other_values_of_a_setting(path: str, settings: Settings, others: list[object]) -> None:
    unfelt = Influence(rules_with(settings), ()).unfelt(path)  # where there is no deal, nothing makes a difference
    assert unfelt is not None
    assert [SETTINGS[path].plain(value_at(rules, path)) for rules in unfelt.others] == others


def test_a_setting_that_can_be_no_other_is_not_told() -> None:
    assert Influence(rules_with({"load.onto": []}), ()).unfelt("load.wrap") is None


def test_settings_that_are_asked_about() -> None:
    paths = Influence(rules_with({"load.onto": [], "turn.repeat_layout": True}), ()).paths
    groups = {path.partition(".")[0] for path in paths}
    assert groups == {
        "deal",
        "start",
        "houses",
        "load",
        "waste",
        "hand",
        "opponent_reserve",
        "duties",
        "stop",
        "turn",
        "end",
    }
    assert [path for path in SETTINGS if path.startswith(("load", "end", "stop")) and path in paths] == [
        *("load.onto", "load.wrap", "stop.calls"),
        *("end.win", "end.idle_cycles", "end.repetitions", "end.agreement"),
    ]


def deal_of(seed: int, *actions: str) -> Tried:
    """A deal in which these actions were made."""
    return Tried(Account(0, 0, seed, deal(STRICT, seed)).closed(), tuple(map(Action.parse, actions)))


def others_of(path: str, *deals: Tried) -> tuple[list[object], int] | None:
    """The other values that would have made no difference, and in how many deals."""
    unfelt = Influence(STRICT, deals).unfelt(path)
    return None if unfelt is None else ([value_at(rules, path) for rules in unfelt.others], unfelt.deals)


def test_a_setting_that_makes_no_difference() -> None:
    assert others_of("end.win", deal_of(0, "draw"), deal_of(7, "R-7", "draw")) == (["reserve"], 2)


@pytest.mark.parametrize("path", ["houses.build", "end.agreement", "stop.calls", "deal.waste"])
def test_a_setting_that_changes_what_is_legal_makes_a_difference(path: str) -> None:
    assert others_of(path, deal_of(0, "draw")) is None


def test_a_setting_that_changes_what_is_seen_makes_a_difference() -> None:
    assert others_of("deal.reserve_top", deal_of(0, "draw")) is None


def test_every_action_of_every_deal_is_looked_at() -> None:
    # In the deal of seed 0 the first hand card is 6♦, which fits no house; in that of seed 7 it is 4♣, which fits one,
    # so that it could not be discarded if `duties.hand` were on.
    assert others_of("duties.hand", deal_of(0, "draw")) == (["houses", "any"], 1)
    assert others_of("duties.hand", deal_of(0, "draw"), deal_of(7, "draw")) is None
    assert others_of("duties.hand", deal_of(0, "draw"), deal_of(7, "R-7")) == (["houses", "any"], 2)


def test_another_outcome_at_the_same_time_is_a_difference() -> None:
    rules = load_rules("krapetta")
    idle = next(each for each in results(rules, 10) if each.played.ended is Reason.IDLE)
    limit = evolve(rules, end=evolve(rules.end, max_turns=idle.played.turns - 1))
    assert Influence(limit, [idle]).unfelt("end.idle_cycles") is None
    assert Influence(limit, [idle]).unfelt("end.repetitions") is not None


def test_who_starts_is_asked_of_all_deals() -> None:
    # The reserve tops are J♦ and 4♥, and 7♠ and 3♠: the lower card starts, and there is no tie.
    deals = deal_of(0), deal_of(7), deal_of(7)
    assert others_of("start.ties", *deals) == ([(), ("houses", "best-house"), ("houses", "suit")], 2)
    assert others_of("start.by", *deals) is None
    assert others_of("end.win", *deals) == (["reserve"], 0)
