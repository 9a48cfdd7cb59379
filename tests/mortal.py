"""Players at whose table something happens; other processes can make them too."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from crapette.bots import GreedyBot, Player

ONCE = "CRAPETTE_TEST_ONCE"
"""The environment variable that names the file in which it is noted that a process has died."""


def greedy(seed: int) -> Player:  # noqa: ARG001 - it leaves nothing to chance
    """Who plays greedily."""
    return Player(GreedyBot())


def fatal(seed: int) -> Player:
    """Who is the end of the process."""
    os.kill(os.getpid(), signal.SIGKILL)
    return greedy(seed)


def fatal_once(seed: int) -> Player:
    """Who is the end of one process, and plays greedily in those that come after it."""
    if seed % 5 == 0 and not Path(os.environ[ONCE]).exists():
        Path(os.environ[ONCE]).touch()
        fatal(seed)
    return greedy(seed)


def slow(seed: int) -> Player:
    """Who takes some time to sit down."""
    time.sleep(0.05)
    return greedy(seed)


def absent(seed: int) -> Player:
    """Who does not come."""
    raise LookupError(f"nobody is there at {seed % 1}")


def breaks_the_library(seed: int) -> Player:
    """Who does what nobody should: no account is kept any more in this process."""
    from crapette.simulation.result import Account

    def broken(*_: object) -> None:
        raise RuntimeError("all wrong")

    setattr(Account, "add", broken)  # noqa: B010 - type checkers would not like it written otherwise
    return greedy(seed)
