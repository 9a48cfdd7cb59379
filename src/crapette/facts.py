"""What follows from settings taken together: which duties there can be, what can be loaded, who may call."""

from __future__ import annotations

from crapette.rules import (
    Duty,
    EmptyHouse,
    FillDuty,
    FoundationDuty,
    LoadFrom,
    LoadOnto,
    PlaceDuty,
    Rules,
    StopBy,
    WastePlay,
)


def has_reserve(rules: Rules) -> bool:
    """Whether there are reserves."""
    return rules.deal.reserve > 0


def keeps_empty_houses(rules: Rules) -> bool:
    """Whether empty houses are kept for the reserve, while there is one."""
    return rules.houses.empty is EmptyHouse.RESERVE_FIRST and has_reserve(rules)


def loaded_piles(rules: Rules) -> tuple[LoadOnto, ...]:
    """Which of the opponent's piles there are that may be loaded."""
    return tuple([pile for pile in rules.load.onto if pile is not LoadOnto.RESERVE or has_reserve(rules)])


def loading_sources(rules: Rules) -> tuple[LoadFrom, ...]:
    """Where a card that may be loaded can come from; nowhere, where no pile may be loaded."""
    never = {LoadFrom.RESERVE: not has_reserve(rules), LoadFrom.WASTE: rules.waste.play is WastePlay.NEVER}
    return tuple([source for source in rules.load.from_ if loaded_piles(rules) and not never.get(source, False)])


def can_load(rules: Rules) -> bool:
    """Whether cards can be loaded."""
    return bool(loading_sources(rules))


def is_on(rules: Rules, duty: Duty) -> bool:
    """Whether the duty can ever be pending."""
    duties = rules.duties
    foundation = duties.foundation is not FoundationDuty.NONE
    return {
        Duty.RESERVE_TO_FOUNDATION: foundation and duties.reserve_first and has_reserve(rules),
        Duty.FOUNDATION: foundation,
        Duty.FILL: duties.fill is not FillDuty.NEVER and has_reserve(rules),
        Duty.RESERVE: duties.reserve is not PlaceDuty.NONE and has_reserve(rules),
        Duty.HAND: duties.hand is not PlaceDuty.NONE,
    }[duty]


def can_call(rules: Rules) -> bool:
    """Whether there is a duty that may be broken and called."""
    return any(is_on(rules, duty) for duty in rules.stop.calls)


def players_call(rules: Rules) -> bool:
    """Whether the players call, and no referee does."""
    return can_call(rules) and rules.stop.by is StopBy.OPPONENT


def cards_count(rules: Rules) -> bool:
    """Whether the cards that are left at the end are worth points."""
    scoring = rules.scoring
    return bool(scoring.hand or scoring.waste or (scoring.reserve and has_reserve(rules)))
