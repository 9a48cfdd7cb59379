"""Playing the rounds of an experiment here, in several processes, or on a cluster; what comes of it is the same."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from itertools import islice
from math import ceil
from multiprocessing import get_context, parent_process
from threading import Thread
from time import perf_counter
from typing import ParamSpec, TypeVar

from attrs import Factory, define

from crapette.rules import Rules
from crapette.simulation.experiment import Arm, Entrant, Experiment, rounds_played
from crapette.simulation.result import Played

_T = TypeVar("_T")
_P = ParamSpec("_P")

SECONDS_A_CHUNK = 1.0
"""How long a worker plays before it hands over what it has played: handing over takes some hundredths of that."""
AHEAD = 2
"""How many chunks there are for each worker, so that none has to wait for the next one."""
MOST_BREAKS = 3
"""How often in a row workers may die before anything is played."""

Round = list[Played]
"""The deals of a round, in the order of the arms."""


class WorkerError(Exception):
    """Workers have died again and again, in the rounds that the error names."""


def simulate(
    rules: Rules,
    bots: tuple[Entrant | str, Entrant | str],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Played]:
    """Plays many deals, and tells of each in the order of their numbers.

    What is told does not depend on the executor or on the number of workers: deal k has the child seed k of the seed
    (rules 3), and what the bots leave to chance hangs on that.

    Args:
        rules: The rules.
        bots: Who plays as player 0, and who as player 1; a text is read by `parse_bot`.
        deals: How many deals, from 0 up.
        seed: The seed, an integer from 0 up.
        executor: What plays them, any executor of `concurrent.futures`; None: this process, or as many others as
            `workers` says.
        workers: How many chunks of deals the executor plays at once; None: as many as this machine has processors. With
            no executor: how many processes play; None or 1: this one only. Others import the program that calls this,
            so it should do so below `if __name__ == "__main__":`.

    Raises:
        WorkerError: Processes of our own have died again and again. One that dies by chance is replaced.
        PlayError: The library is at fault.

    >>> from crapette import load_rules
    >>> deals = simulate(load_rules("crapette-strict"), ("greedy", "greedy"), deals=2, seed=0)
    >>> [(deal.winner, str(deal.ended), deal.turns) for deal in deals]
    [(0, 'out', 39), (0, 'out', 36)]
    """
    experiment = Experiment((Arm("", rules, bots),), seed)
    for (deal,) in in_order(played_anywhere(experiment, range(deals), executor, workers=workers)):
        yield deal


def played_anywhere(
    experiment: Experiment,
    numbers: Iterable[int],
    executor: Executor | None = None,
    *,
    workers: int | None = None,
) -> Iterator[Round]:
    """Plays rounds of an experiment, and tells of each when the chunk is played to which it belongs.

    Args:
        experiment: What is to be played.
        numbers: The numbers of the rounds. They are asked for as they are needed: when no more come, what is under way
            is played to its end.
        executor: As in `simulate`.
        workers: As in `simulate`.

    Raises:
        ValueError: There is to be no worker.
        WorkerError: As in `simulate`.
        PlayError: As in `simulate`.
    """
    if workers is not None and workers < 1:
        raise ValueError(f"{workers} workers play nothing: expected at least 1")
    work = _Work(experiment, iter(numbers))
    if executor is not None:
        yield from work.played_by(executor, AHEAD * (workers or os.cpu_count() or 1))
    elif workers is None or workers == 1:
        yield from work.played_by(_Here(), 1)
    else:
        yield from _played_by_processes(work, workers)


def in_order(rounds: Iterable[Round]) -> Iterator[Round]:
    """The rounds from number 0 on in the order of their numbers, each as soon as all before it are there."""
    early: dict[int, Round] = {}
    due = 0
    for each in rounds:
        early[each[0].round] = each
        while due in early:
            yield early.pop(due)
            due += 1


# -------------------------------------------------------------------------------------------------- chunks

_Chunk = list[int]
"""The numbers of some rounds that one worker plays on end."""


@define
class _Work:
    """What is left to play of an experiment, and how it is cut into chunks.

    The first chunks are of one round. The next ones are larger, up to twice each time, until a chunk takes about as
    long as it should; so that a short run is cut into enough of them for all workers.

    Attributes:
        experiment: What is to be played.
        numbers: The numbers of the rounds that are not in a chunk yet.
        lost: The chunks that have to be played again.
        largest: How many rounds the largest chunk had that has been played.
        rounds: How many rounds have been played.
        seconds: How long that took, all workers together.
    """

    experiment: Experiment
    numbers: Iterator[int]
    lost: list[_Chunk] = Factory(list[_Chunk])
    largest: int = 0
    rounds: int = 0
    seconds: float = 0.0

    def played_by(self, executor: Executor, at_once: int) -> Iterator[Round]:
        """Plays what is left.

        Args:
            executor: What plays the chunks.
            at_once: How many of them it is given at once.

        Raises:
            BrokenExecutor: A worker has died; what was under way is among the lost chunks.
        """
        under_way: dict[Future[tuple[list[Round], float]], _Chunk] = {}
        try:
            while True:
                while len(under_way) < at_once and (chunk := self._next_chunk()):
                    under_way[executor.submit(_chunk_played, self.experiment, chunk)] = chunk
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    rounds, seconds = future.result()
                    del under_way[future]
                    self._learn(len(rounds), seconds)
                    yield from rounds
        except BrokenExecutor:
            self.lost += under_way.values()
            raise
        finally:
            for future in under_way:
                future.cancel()

    def _next_chunk(self) -> _Chunk:
        """The next chunk; empty if nothing is left."""
        if self.lost:
            return self.lost.pop()
        wanted = SECONDS_A_CHUNK * self.rounds / self.seconds if self.seconds else 1
        return list(islice(self.numbers, max(1, min(ceil(wanted), 2 * self.largest))))

    def _learn(self, rounds: int, seconds: float) -> None:
        self.largest = max(self.largest, rounds)
        self.rounds += rounds
        self.seconds += seconds


def _chunk_played(experiment: Experiment, numbers: _Chunk) -> tuple[list[Round], float]:
    """Plays a chunk: its rounds, and how many seconds it took."""
    start = perf_counter()
    rounds = list(rounds_played(experiment, numbers))
    return rounds, perf_counter() - start


# ------------------------------------------------------------------------------------------------- workers


class _Here(Executor):
    """Does at once, and in this process, what it is given to do."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """What has come of it."""
        future: Future[_T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # an executor hands every error over
            future.set_exception(error)
        return future


def _played_by_processes(work: _Work, workers: int) -> Iterator[Round]:
    """Plays what is left in processes of our own; where one dies, new ones take over."""
    breaks = 0
    while True:
        pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin)
        before = work.rounds
        try:
            yield from work.played_by(pool, AHEAD * workers)
        except BrokenExecutor as error:
            breaks = 1 if work.rounds > before else breaks + 1
            if breaks >= MOST_BREAKS:
                numbers = ", ".join(str(number) for chunk in work.lost for number in chunk)
                text = f"processes that play have died {breaks} times in a row; under way were the rounds {numbers}"
                raise WorkerError(text) from error
        else:
            return
        finally:
            pool.shutdown()


def _begin() -> None:
    """Begins as a worker: it plays its chunk to the end when the command is interrupted, and ends with the command."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
