"""Players: bots, by name and with parameters, and those who say stop! for them."""

from __future__ import annotations

from crapette.bots.caller import AttentiveCaller
from crapette.bots.careful import CarefulBot
from crapette.bots.careless import CarelessBot
from crapette.bots.first import FirstBot
from crapette.bots.greedy import GreedyBot, Weights
from crapette.bots.protocol import Bot, Caller, Player
from crapette.bots.random import RandomBot
from crapette.bots.registry import KINDS, BotSpec, PlayerOf, parse_bot
from crapette.bots.sampling import SamplingBot
from crapette.bots.values import Values

__all__ = [
    "KINDS",
    "AttentiveCaller",
    "Bot",
    "BotSpec",
    "Caller",
    "CarefulBot",
    "CarelessBot",
    "FirstBot",
    "GreedyBot",
    "Player",
    "PlayerOf",
    "RandomBot",
    "SamplingBot",
    "Values",
    "Weights",
    "parse_bot",
]
