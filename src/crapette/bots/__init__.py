"""Players: a bot by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from crapette.bots.careless import CarelessBot
from crapette.bots.greedy import GreedyBot
from crapette.bots.protocol import Bot
from crapette.bots.random import RandomBot

BOTS: Mapping[str, Callable[[int], Bot]] = MappingProxyType(
    {"careless": CarelessBot, "greedy": lambda _seed: GreedyBot(), "random": RandomBot}
)
"""What makes each bot, by name, from a seed: an integer that decides all that the bot leaves to chance."""

__all__ = ["BOTS", "Bot", "CarelessBot", "GreedyBot", "RandomBot"]
