"""Rules and positions made up at random: of each kind as often as it takes to reach every corner of the rules."""

from __future__ import annotations

from itertools import groupby
from random import Random
from typing import Any

from crapette import Rules
from crapette.rules import SETTINGS, rules_from_settings
from crapette.settings import Flag, Integer, OneWord, Setting, Words
from crapette.testing.strategies import settled

LIKELY: dict[str, list[object]] = {
    "deal.reserve": [0, 1, 2, 3, 3, 5, 5, 8, 13, 20],
    "deal.houses": [1, 2, 2, 3, 4, 4, 5, 6],
    "duties.foundation": ["all", "all", "all", "aces", "none"],
    "stop.by": ["opponent", "opponent", "opponent", "referee"],
    "stop.false_call": ["lose-turn", "lose-turn", "none", "forbidden"],
    "end.idle_cycles": [0, 1, 1, 2],
    "end.repetitions": [0, 2, 2, 3],
    "end.barren_turns": [0, 0, 5, 10, 20, 60, 200],
    "end.max_turns": [0, 0, 0, 0, 0, 0, 3, 40, 200],
    "match.target": [0, 50, 100, 300],
}
"""Values that lead far, as often as they are to come; of other settings any value is as likely as another."""
RANKS = "A23456789TJQK"
Sides = tuple[list[str], list[str]]
"""A pile of each player."""


def random_rules(rng: Random) -> Rules:
    """Any valid rules."""
    values = {path: setting.read(_value(path, setting, rng)) for path, setting in SETTINGS.items()}
    return rules_from_settings(settled(values))


def _value(path: str, setting: Setting, rng: Random) -> Any:
    if path in LIKELY:
        return rng.choice(LIKELY[path])
    match setting:
        case Integer(low, high):
            return rng.randint(low, min(high, 40))
        case Flag():
            return rng.random() < 0.5
        case OneWord(words):
            return rng.choice(list(words))
        case Words(words, required):
            listed = [word for word in words if word in required or rng.random() < 0.7]
            return rng.sample(listed, len(listed))
        case _:
            raise NotImplementedError(setting)


def late_position(rules: Rules, rng: Random) -> str:
    """A table with few cards in play, as `position.loads` reads it: short cycles, full of choices, near an end."""
    foundations, left = _foundations(rng)
    rng.shuffle(left)
    in_houses = rng.randint(0, len(left))
    houses, over = _houses(rules, sorted(left[:in_houses], key=_rank, reverse=True), rng)
    reserves: Sides = ([], [])
    hands: Sides = ([], [])
    wastes: Sides = ([], [])
    for card in left[in_houses:] + over:
        owner = 1 if card.islower() else 0
        piles = rng.choices([reserves, hands, wastes], [3 if rules.deal.reserve else 0, 5, 2])[0]
        piles[owner if piles is reserves or rng.random() < 0.8 else 1 - owner].append(card)
    mover = rng.choice((0, 1))
    turned = f" {hands[mover].pop()}" if hands[mover] and rng.random() < 0.3 else ""
    sides = [f"{_reserve(rules, reserves[p], rng)} / {_pile(hands[p])} / {_pile(wastes[p])}" for p in (0, 1)]
    built = [_foundation(foundation) for foundation in foundations if foundation]
    return " | ".join([*sides, ", ".join(map(_pile, houses)), _pile(built), f"{mover}{turned}"])


def _rank(card: str) -> int:
    return RANKS.index(card[0].upper())


def _foundations(rng: Random) -> tuple[list[list[str]], list[str]]:
    """The foundations, most of them high, and the cards that are left."""
    foundations: list[list[str]] = []
    left: list[str] = []
    lowest = rng.choice((3, 7, 10))
    for suit in "SHDC":
        pairs = [(rank + suit, (rank + suit).lower())[:: rng.choice((1, 1, 1, 1, -1))] for rank in RANKS]
        for side in (0, 1):
            height = rng.choice((13, 12, rng.randint(lowest, 13), rng.randint(lowest, 13), rng.randint(0, 13)))
            pile = [pair[side] for pair in pairs]
            foundations.append(pile[:height])
            left += pile[height:]
    return foundations, left


def _houses(rules: Rules, cards: list[str], rng: Random) -> tuple[list[list[str]], list[str]]:
    """The houses that these cards make, the highest rank first, one of them empty; and the cards that fit nowhere."""
    houses: list[list[str]] = [[] for _ in range(2 * rules.deal.houses)]
    over: list[str] = []
    for card in cards:
        places = [house for house in houses if house and _fits(rules, card, house[-1])]
        places = places or [house for house in houses[1:] if not house]
        (rng.choice(places) if places else over).append(card)
    return houses, over


def _fits(rules: Rules, card: str, top: str) -> bool:
    one, other = card[1].upper(), top[1].upper()
    same_suit = rules.houses.build == "same-suit"
    return _rank(card) == _rank(top) - 1 and (one == other if same_suit else (one in "HD") != (other in "HD"))


def _pile(cards: list[str]) -> str:
    return " ".join(cards) or "-"


def _reserve(rules: Rules, cards: list[str], rng: Random) -> str:
    hidden = 0
    if cards and rules.deal.reserve_top != "all-face-up":
        hidden = rng.randint(0, len(cards) - (1 if rules.deal.reserve_top == "face-up" else 0))
    face_down = f"({_pile(cards[:hidden])})" if hidden else ""
    return f"{face_down} {' '.join(cards[hidden:])}".strip() or "-"


def _foundation(cards: list[str]) -> str:
    """In short: `S3s2`."""
    return "".join(f"{suit}{len([*stretch])}" for suit, stretch in groupby(card[1] for card in cards))
