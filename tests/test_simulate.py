"""Playing many deals: what is played in a round, and that it is the same whoever plays it, and when."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from crapette import DealError, Rules, child_seed, deal, load_rules
from crapette.bots import Player, parse_bot
from crapette.bots.playing import played
from crapette.simulation import experiment as experiment_module
from crapette.simulation import running
from crapette.simulation.experiment import Arm, Experiment, name_of, rounds_played
from crapette.simulation.result import Account, Played, PlayError, Unfinished
from crapette.simulation.running import WorkerError, in_order, played_anywhere, simulate
from crapette.state import Reason
from tests import mortal
from tests.many_deals import told_of
from tests.positions import rules_with

_T = TypeVar("_T")
_P = ParamSpec("_P")

STRICT = load_rules("crapette-strict")
CRAPETTE = load_rules("crapette")
GREEDY = parse_bot("greedy")
RANDOM = parse_bot("random")


def by_hand(rules: Rules, seed: int, bots: tuple[str, str], *, round_: int = 0, arm: int = 0) -> Played:
    """A deal as it is to be played."""
    state = deal(rules, seed)
    account = Account(round_, arm, seed, state)
    with parse_bot(bots[0]).opened() as first, parse_bot(bots[1]).opened() as second:
        for step in played(state, [first(child_seed(seed, 0)), second(child_seed(seed, 1))]):
            account.add(step)
    return account.closed()


# ------------------------------------------------------------------------------------------------ a round


def test_deal_k_hangs_on_child_seed_k_and_each_bot_sits_in_its_seat() -> None:
    deals = list(simulate(CRAPETTE, ("greedy", "random"), 3, seed=5))
    assert deals == [by_hand(CRAPETTE, child_seed(5, k), ("greedy", "random"), round_=k) for k in range(3)]
    assert [each.winner for each in deals] == [0, 0, 0]
    assert [each.winner for each in simulate(CRAPETTE, ("random", "greedy"), 3, seed=5)] == [1, 1, 1]


def test_all_arms_of_a_round_have_the_same_packs() -> None:
    arm = Arm("crapette", CRAPETTE, (GREEDY, RANDOM))
    other = Arm("crapette-strict", STRICT, (GREEDY, GREEDY))
    experiment = Experiment((arm, arm.exchanged, other), seed=5)
    assert list(rounds_played(experiment, [4, 2])) == [
        [
            by_hand(CRAPETTE, child_seed(5, k), ("greedy", "random"), round_=k, arm=0),
            by_hand(CRAPETTE, child_seed(5, k), ("random", "greedy"), round_=k, arm=1),
            by_hand(STRICT, child_seed(5, k), ("greedy", "greedy"), round_=k, arm=2),
        ]
        for k in (4, 2)
    ]


def test_a_round_is_a_match_if_it_is_to_be() -> None:
    (deals,) = rounds_played(Experiment((Arm("", CRAPETTE, (GREEDY, RANDOM)),), 5, matches=True), [1])
    seed = child_seed(5, 1)
    assert deals == [
        by_hand(CRAPETTE, child_seed(seed, number), ("greedy", "random"), round_=1) for number in range(len(deals))
    ]
    assert len(deals) > 2
    assert sum(each.points[0] for each in deals[:-1]) < 300 <= sum(each.points[0] for each in deals)


def test_a_match_starts_as_its_rules_say() -> None:
    rules = rules_with({"match.target": 400, "match.next_start": "alternate"})
    (deals,) = rounds_played(Experiment((Arm("", rules, (GREEDY, GREEDY)),), 5, matches=True), [0])
    assert len(deals) > 2
    assert [each.starter for each in deals[1:]] == [1 - each.starter for each in deals[:-1]]


def test_a_match_with_a_deal_that_is_not_over_goes_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    forfeit = Experiment((Arm("", CRAPETTE, (GREEDY, mortal.absent)),), 5, matches=True)
    assert [[each.ended for each in deals] for deals in rounds_played(forfeit, [0])] == [[Unfinished.FORFEIT]]
    monkeypatch.setattr(experiment_module, "LONGEST_DEAL", 5)
    cut = Experiment((Arm("", CRAPETTE, (GREEDY, GREEDY)),), 5, matches=True)
    assert [[(each.ended, each.actions) for each in deals] for deals in rounds_played(cut, [0])] == [
        [(Unfinished.CUT, 5)]
    ]


def test_a_match_in_which_nobody_gets_points_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiment_module, "LONGEST_MATCH", 3)
    rules = rules_with({"end.max_turns": 1, "scoring.stalemate": "none"})
    (deals,) = rounds_played(Experiment((Arm("", rules, (GREEDY, GREEDY)),), 5, matches=True), [0])
    assert [each.ended for each in deals] == [Reason.TURN_LIMIT] * 3


def test_a_player_who_can_not_be_made_forfeits_and_the_next_deal_is_played() -> None:
    first, second = simulate(STRICT, (mortal.absent, "greedy"), 2, seed=0)
    assert (first.winner, first.actions) == (1, 0)
    assert first.fault == "the bot of player 0 is at fault: LookupError: nobody is there at 0"
    assert (second.winner, second.round) == (1, 1)


def test_a_bot_that_fails_in_mid_deal_forfeits_it() -> None:
    class Fails:
        def __init__(self) -> None:
            self.left = 3

        def choose(self, view: Any) -> Any:
            self.left -= 1
            return view.legal[view.mover][0] if self.left else None

    (told,) = simulate(STRICT, (lambda _: Player(Fails()), lambda _: Player(Fails())), 1, seed=0)
    assert told.ended is Unfinished.FORFEIT
    assert told.fault is not None
    assert told.fault.endswith("it chose nothing, which is no action")
    assert told.actions >= 2


def test_an_error_of_ours_is_no_forfeit(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("all wrong")

    monkeypatch.setattr("crapette.simulation.result.legal_moves", broken)
    with pytest.raises(
        PlayError, match=r"played by greedy and tests\.mortal\.greedy, after 1 actions.*all wrong"
    ) as caught:
        list(simulate(STRICT, ("greedy", mortal.greedy), 1, seed=0))
    assert caught.value.record.deals[0].seed == child_seed(0, 0)


def test_what_is_not_right() -> None:
    with pytest.raises(DealError, match="seed"):
        list(simulate(STRICT, ("greedy", "greedy"), 1, seed=-1))
    with pytest.raises(ValueError, match="0 workers play nothing"):
        list(simulate(STRICT, ("greedy", "greedy"), 1, seed=0, workers=0))
    with pytest.raises(ValueError, match="no bot 'gredy'"):
        list(simulate(STRICT, ("gredy", "greedy"), 1, seed=0))


def test_names_of_those_who_play() -> None:
    assert name_of(parse_bot("greedy:notices=0.5")) == "greedy:notices=0.5"
    assert name_of(mortal.greedy) == "tests.mortal.greedy"


# ---------------------------------------------------------------------------------------- whoever plays it

EXPERIMENT = Experiment((Arm("", CRAPETTE, (GREEDY, RANDOM)), Arm("", STRICT, (GREEDY, RANDOM))), 3)


class Recorder(Executor):
    """Does at once what it is given, and keeps the numbers of the rounds in each chunk."""

    def __init__(self) -> None:
        self.chunks: list[list[int]] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        self.chunks.append(args[1])  # type: ignore[arg-type]
        future: Future[_T] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_results_do_not_depend_on_who_plays_or_in_which_order() -> None:
    expected = list(played_anywhere(EXPERIMENT, range(12)))
    assert [deals[0].round for deals in expected] == list(range(12))
    assert list(in_order(played_anywhere(EXPERIMENT, range(12), workers=2))) == expected
    assert list(in_order(played_anywhere(EXPERIMENT, range(12), Recorder(), workers=1))) == expected
    assert sorted(played_anywhere(EXPERIMENT, reversed(range(12))), key=lambda deals: deals[0].round) == expected
    with ThreadPoolExecutor(3) as threads:
        assert list(in_order(played_anywhere(EXPERIMENT, range(12), threads))) == expected


def test_rounds_are_told_in_order_as_soon_as_those_before_them_are_there() -> None:
    asked: list[int] = []

    def rounds() -> Iterator[list[Played]]:
        for number in (2, 0, 1, 3):
            asked.append(number)
            yield [told_of(0, Reason.OUT, round_=number)]

    told = [(deals[0].round, len(asked)) for deals in in_order(rounds())]
    assert told == [(0, 2), (1, 3), (2, 3), (3, 4)]


@pytest.mark.parametrize(
    ("seconds", "sizes"),
    [
        # as large as one likes: each as large as two of the largest that has been played
        (1e9, [1, 1, 2, 2, 4, 4, 6]),
        # as small as possible
        (0, [1] * 20),
    ],
)
def test_chunks_grow_until_they_take_long_enough(
    seconds: float, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "SECONDS_A_CHUNK", seconds)
    recorder = Recorder()
    assert len(list(played_anywhere(EXPERIMENT, range(20), recorder, workers=1))) == 20
    assert [len(chunk) for chunk in recorder.chunks] == sizes
    assert [number for chunk in recorder.chunks for number in chunk] == list(range(20))


def test_when_no_more_numbers_come_what_is_under_way_is_played() -> None:
    left = iter(range(3))
    numbers = iter(lambda: next(left, -1), -1)
    assert [deals[0].round for deals in in_order(played_anywhere(EXPERIMENT, numbers, workers=2))] == [0, 1, 2]


def test_a_process_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(mortal.ONCE, str(tmp_path / "died"))
    expected = list(simulate(STRICT, (mortal.greedy, mortal.greedy), 20, seed=0))
    told = list(simulate(STRICT, (mortal.fatal_once, mortal.greedy), 20, seed=0, workers=2))
    assert (tmp_path / "died").exists()
    assert told == expected


def test_processes_that_die_again_and_again_are_given_up() -> None:
    with pytest.raises(WorkerError, match=r"have died 3 times in a row; under way were the rounds [01]"):
        list(simulate(STRICT, (mortal.fatal, mortal.greedy), 2, seed=0, workers=2))


class Fragile(Recorder):
    """Breaks down at each chunk for which it is told so."""

    def __init__(self, breaks: Iterable[bool]) -> None:
        super().__init__()
        self.breaks = iter(breaks)

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        if not next(self.breaks, False):
            return super().submit(fn, *args, **kwargs)
        future: Future[_T] = Future()
        future.set_exception(BrokenExecutor())
        return future


def test_only_those_that_die_in_a_row_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two workers are given four chunks at once: twice all of them break down, then four are played, and so on.
    fragile = Fragile([True] * 8 + [False] * 4 + [True] * 8)

    def pool(*_: object, **__: object) -> Fragile:
        return fragile

    monkeypatch.setattr(running, "ProcessPoolExecutor", pool)
    assert len(list(played_anywhere(EXPERIMENT, range(20), workers=2))) == 20
    assert sorted(number for chunk in fragile.chunks for number in chunk) == list(range(20))
    fragile.breaks = iter([True] * 12)
    with pytest.raises(WorkerError, match=r"have died 3 times in a row"):
        list(played_anywhere(EXPERIMENT, range(20), workers=2))


class Stuck(Executor):
    """Never does anything, but that the second thing it is given fails."""

    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:  # noqa: ARG002
        self.futures.append(Future())
        if len(self.futures) == 2:
            self.futures[1].set_exception(LookupError("a test"))
        return self.futures[-1]


def test_where_something_goes_wrong_nothing_more_is_played() -> None:
    stuck = Stuck()
    with pytest.raises(LookupError, match="a test"):
        list(played_anywhere(EXPERIMENT, range(20), stuck, workers=2))
    assert [future.cancelled() for future in stuck.futures] == [True, False, True, True]


def test_who_asks_for_no_more_does_not_wait_for_the_rest() -> None:
    deals = simulate(STRICT, (mortal.greedy, mortal.greedy), 10**9, seed=0, workers=2)
    assert next(deals).round == 0
    del deals


def test_an_error_in_a_process_comes_here() -> None:
    with pytest.raises(PlayError, match="deal of seed"):
        list(simulate(STRICT, (mortal.breaks_the_library, mortal.greedy), 1, seed=0, workers=2))


def test_on_a_cluster() -> None:
    if "CI" not in os.environ:
        pytest.importorskip("distributed", reason="needs the extra `cluster`")
    distributed: Any = import_module("distributed")
    expected = list(played_anywhere(EXPERIMENT, range(12)))
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        told = list(in_order(played_anywhere(EXPERIMENT, range(12), executor, workers=2)))
    assert told == expected
