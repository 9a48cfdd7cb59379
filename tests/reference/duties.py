"""Rules 6: duties and offences."""

from __future__ import annotations

from tests.reference.cards import rank
from tests.reference.deal import Deal, Offence
from tests.reference.possible import card_at, places, possible

DUTIES = ("reserve-to-foundation", "foundation", "fill", "reserve", "hand")
"""By rank."""
NEVER_OFFEND = ("offer", "r-F")


def offences(deal: Deal) -> dict[str, list[Offence]]:
    """The offences of each possible action of the mover; actions in canonical order, offences by rank."""
    if deal.outcome is not None:
        return {}
    actions = possible(deal, deal.mover)
    pending = {duty: [action for action in actions if _fulfils(deal, action, duty)] for duty in DUTIES}
    return {action: _offences_of(deal, action, pending) for action in actions}


def _offences_of(deal: Deal, action: str, pending: dict[str, list[str]]) -> list[Offence]:
    found: list[Offence] = []
    if action in NEVER_OFFEND:
        return found
    for duty, plays in pending.items():
        if not plays:
            continue
        if action in plays:
            break
        if _gates(deal, duty, action):
            found.append(Offence(duty, plays, duty in deal.rules["stop"]["calls"]))
    return found


def _fulfils(deal: Deal, action: str, duty: str) -> bool:
    """Whether the duty is on, and a possible action of the mover fulfils it."""
    source, target, _ = places(action)
    duties, table = deal.rules["duties"], deal.table
    match duty:
        case "reserve-to-foundation":
            return duties["reserve_first"] and source == "R" and _fulfils(deal, action, "foundation")
        case "foundation":
            if target != "F" or source == "r" or duties["foundation"] == "none":
                return False
            return duties["foundation"] == "all" or rank(card_at(deal, deal.mover, source)) == 1
        case "fill":
            if duties["fill"] == "never" or [] not in table.houses or not table.reserves[deal.mover]:
                return False
            return action == "flip" or (source == "R" and target.isdigit() and not table.house(target))
        case "reserve":
            return duties["reserve"] != "none" and (
                action == "flip" or _is_placed(source, target, "R", duties["reserve"])
            )
        case _:
            assert duty == "hand"
            return duties["hand"] != "none" and _is_placed(source, target, "H", duties["hand"])


def _is_placed(source: str, target: str, wanted: str, where: str) -> bool:
    """Whether a play takes the card from this source to a house or, with `any`, loads it."""
    return source == wanted and (target.isdigit() or (where == "any" and target in ("r", "w")))


def _gates(deal: Deal, duty: str, action: str) -> bool:
    """Whether the action may not be made instead of the duty."""
    goes_on = action not in ("draw", "pass") and places(action).target != "W"
    match duty:
        case "reserve-to-foundation" | "foundation":
            return True
        case "fill":
            return deal.rules["duties"]["fill"] == "at-once" or not goes_on
        case "reserve":
            return not goes_on
        case _:
            return action == "discard"
