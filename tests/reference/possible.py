"""Rules 4 and 5: what is possible, before duties; in canonical order (11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.reference.cards import is_red, rank, suit
from tests.reference.deal import Deal, Rules


class Places(NamedTuple):
    """What a written play says: from where, to where, how many cards. An action that is no play has no target."""

    source: str
    target: str
    size: int

    @property
    def is_house_to_house(self) -> bool:
        return self.source.isdigit() and self.target.isdigit()


def places(action: str) -> Places:
    play, _, size = action.partition("*")
    source, _, target = play.partition("-")
    return Places(source, target, int(size or 1))


def possible(deal: Deal, player: int) -> list[str]:
    """All that is possible for the player as if he were the mover; but `accept` and `stop`."""
    return [
        *_to_foundations(deal, player),
        *_to_houses(deal, player),
        *_loads(deal, player),
        *_laid_away(deal, player),
        *_others(deal, player),
    ]


def _to_foundations(deal: Deal, player: int) -> Iterator[str]:
    for source in [*_own_sources(deal), "r"]:
        if _is_open(deal, player, source) and deal.table.foundation_for(card_at(deal, player, source)) is not None:
            yield f"{source}-F"


def _to_houses(deal: Deal, player: int) -> Iterator[str]:
    for source in _own_sources(deal):
        if _is_open(deal, player, source):
            sizes = _sizes(deal, source)
            for target in _houses(deal):
                for size in sizes:
                    if target != source and _house_takes(deal, player, Places(source, target, size)):
                        yield f"{source}-{target}" if size == 1 else f"{source}-{target}*{size}"


def _loads(deal: Deal, player: int) -> Iterator[str]:
    for source in _own_sources(deal):
        if _is_open(deal, player, source):
            for target in "rw":
                if _may_load(deal, player, source, target):
                    yield f"{source}-{target}"


def _laid_away(deal: Deal, player: int) -> Iterator[str]:
    accepts = deal.rules["waste"]["accepts"]
    if deal.table.turned is None:
        if "reserve" in accepts and deal.table.is_reserve_open(player):
            yield "R-W"
        if "houses" in accepts:
            yield from (f"{house}-W" for house in _houses(deal) if deal.table.house(house))


def _others(deal: Deal, player: int) -> Iterator[str]:
    table = deal.table
    if table.reserves[player] and not table.is_reserve_open(player) and not _turned_card_binds(deal):
        yield "flip"
    if table.turned is not None:
        yield "discard"
    elif table.hands[player] or table.wastes[player]:
        yield "draw"
    else:
        yield "pass"
    if deal.rules["end"]["agreement"] and player == deal.mover and not deal.offered:
        yield "offer"


# ---------------------------------------------------------------------------------------------- sources


def _houses(deal: Deal) -> list[str]:
    return [str(number) for number in range(1, len(deal.table.houses) + 1)]


def _own_sources(deal: Deal) -> list[str]:
    return ["R", "H", "W", *_houses(deal)]


def card_at(deal: Deal, player: int, source: str) -> str:
    """The card that lies at a source."""
    table = deal.table
    match source:
        case "R":
            return table.reserves[player][-1]
        case "r":
            return table.reserves[1 - player][-1]
        case "W":
            return table.wastes[player][-1]
        case "H":
            assert table.turned is not None
            return table.turned
        case _:
            return table.house(source)[-1]


def _turned_card_binds(deal: Deal) -> bool:
    return deal.rules["hand"]["exclusive"] and deal.table.turned is not None


def _is_open(deal: Deal, player: int, source: str) -> bool:
    table = deal.table
    if _turned_card_binds(deal) and source != "H":
        return False
    match source:
        case "R":
            return table.is_reserve_open(player)
        case "H":
            return table.turned is not None
        case "W":
            return bool(table.wastes[player]) and _is_waste_open(deal, player)
        case "r":
            return (
                deal.rules["opponent_reserve"] == "aces"
                and table.is_reserve_open(1 - player)
                and rank(card_at(deal, player, "r")) == 1
            )
        case _:
            return bool(table.house(source))


def _is_waste_open(deal: Deal, player: int) -> bool:
    match deal.rules["waste"]["play"]:
        case "never":
            return False
        case "reserve-empty":
            return not deal.table.reserves[player]
        case "hand-empty":
            return not deal.table.hands[player]
        case play:
            assert play == "always"
            return True


def _sizes(deal: Deal, source: str) -> list[int]:
    """How many cards may go from an open source at once: 1, or as long as they follow one another."""
    sizes = [1]
    if source.isdigit() and deal.rules["houses"]["groups"] == "sequence":
        house = deal.table.house(source)
        while sizes[-1] < len(house) and _fits(deal.rules, house[-sizes[-1]], on=house[-sizes[-1] - 1]):
            sizes.append(sizes[-1] + 1)
    return sizes


# ---------------------------------------------------------------------------------------------- targets


def _fits(rules: Rules, card: str, on: str) -> bool:
    """The build rule."""
    if rank(card) != rank(on) - 1:
        return False
    if rules["houses"]["build"] == "alternating-colours":
        return is_red(card) != is_red(on)
    return suit(card) == suit(on)


def _house_takes(deal: Deal, player: int, play: Places) -> bool:
    source, target, size = play
    house = deal.table.house(target)
    card = deal.table.house(source)[-size] if source.isdigit() else card_at(deal, player, source)
    if house:
        takes = _fits(deal.rules, card, on=house[-1])
    elif source.isdigit() and size == len(deal.table.house(source)):  # nothing would change
        takes = False
    else:
        kept = deal.rules["houses"]["empty"] == "reserve-first" and deal.table.reserves[player]
        takes = not kept or source == "R"
    return takes and not (play.is_house_to_house and _repeats_layout(deal, play))


def _repeats_layout(deal: Deal, play: Places) -> bool:
    """The loop guard."""
    if deal.rules["turn"]["repeat_layout"]:
        return False
    table = deal.table.copy()
    table.house(play.target).extend(table.house(play.source)[-play.size :])
    del table.house(play.source)[-play.size :]
    return table.layout() in deal.layouts


def _may_load(deal: Deal, player: int, source: str, target: str) -> bool:
    load, table, opponent = deal.rules["load"], deal.table, 1 - player
    if {"r": "reserve", "w": "waste"}[target] not in load["onto"]:
        return False
    if {"R": "reserve", "H": "hand", "W": "waste"}.get(source, "houses") not in load["from"]:
        return False
    if target == "r" and not table.is_reserve_open(opponent):
        return False
    pile = (table.reserves if target == "r" else table.wastes)[opponent]
    return pile != [] and _matches(deal.rules, card_at(deal, player, source), pile[-1])


def _matches(rules: Rules, card: str, top: str) -> bool:
    apart = abs(rank(card) - rank(top))
    by_one = apart == 1 or (apart == 12 and rules["load"]["wrap"])
    match rules["load"]["match"]:
        case "same-suit":
            return suit(card) == suit(top) and by_one
        case "alternating-colours":
            return is_red(card) != is_red(top) and by_one
        case match:
            assert match == "same-suit-or-equal"
            return suit(card) == suit(top) and (by_one or apart == 0)
