"""Rules 9: the end of a deal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from crapette import IllegalAction, State, apply, legal_moves, outcome, why_not
from crapette.actions import ACTIONS
from crapette.state import Turn
from tests.playing import played
from tests.positions import AGREEMENT, FACE_DOWN, SEQUENCE, Settings, ended, free, moves, why

NO_END: Settings = {"end.idle_cycles": 0, "end.repetitions": 0, "end.barren_turns": 0}
"""Only a win ends the deal."""
RESERVE: Settings = {"end.win": "reserve"}
ACES: Settings = {"opponent_reserve": "aces"}
ALWAYS: Settings = {"waste.play": "always"}

# ------------------------------------------------------------------------------------------------- win


def spades(sides: str, foundations: str, settings: Settings | None = None, house: str = "-", mover: int = 0) -> State:
    """A position in which all suits but spades lie on the foundations, with something in house 1."""
    done = "H13 h13 D13 d13 C13 c13"
    return free(f"{sides} | {house}, -, -, -, -, -, -, - | {foundations} {done} | {mover}", settings)


@pytest.mark.parametrize("last", ["R-F", "R-1", "R-w"])
def test_9_win_all_cards_gone_ends_the_deal_at_once(last: str) -> None:
    before = spades("KS / - / - | ks / - / qs", "S12 s11")
    after = apply(before, last)
    assert ended(before) is None
    assert ended(after) == (0, "out")
    assert (after.mover, after.turn_number, after.seen) == (0, 1, before.seen)
    assert after.turn == Turn(progress=True, founded=last == "R-F")


def test_9_win_all_counts_the_turned_card() -> None:
    before = spades("- / KS / - | ks / - / qs", "S12 s11")
    assert ended(played(before, "draw")) is None
    assert ended(played(before, "draw discard")) is None
    assert ended(played(before, "draw H-F")) == (0, "out")


@pytest.mark.parametrize("mine", ["(ks) KS / - / -", "KS / ks / -", "KS / - / ks"])
def test_9_win_all_needs_reserve_hand_and_waste_empty(mine: str) -> None:
    assert ended(apply(spades(f"{mine} | qs / - / -", "S12 s11"), "R-F")) is None


def test_9_win_all_by_the_last_waste_card() -> None:
    assert ended(apply(spades("- / - / KS | ks / - / qs", "S12 s11", ALWAYS), "W-F")) == (0, "out")


def test_9_win_reserve_gone() -> None:
    sides = "KS / - / ks | qs / - / -"
    assert ended(apply(spades(sides, "S12 s11", RESERVE), "R-F")) == (0, "reserve-out")
    assert ended(apply(spades(sides, "S12 s11"), "R-F")) is None


def test_9_win_reserve_not_by_hand_and_waste() -> None:
    before = spades("QS / KS / - | qs / - / ks", "S11 s11", RESERVE)
    assert ended(played(before, "draw H-1")) is None


def test_9_win_reserve_counts_face_down_cards() -> None:
    before = spades("(KS) QS / - / - | qs ks / - / -", "S11 s11", {**FACE_DOWN, **RESERVE})
    assert ended(played(before, "R-F")) is None
    assert ended(played(before, "R-F flip")) is None
    assert ended(played(before, "R-F flip R-F")) == (0, "reserve-out")


@pytest.mark.parametrize(("win", "reason"), [("all", "out"), ("reserve", "reserve-out")])
def test_9_win_of_the_opponent_whose_last_reserve_card_the_mover_takes(win: str, reason: str) -> None:
    mine = "2s 3s 4s 5s 6s 7s 8s 9s ts js qs ks / - / -"
    after = apply(spades(f"{mine} | as / - / -", "S13", {**ACES, "end.win": win}), "r-F")
    assert ended(after) == (1, reason)
    assert after.mover == 0


def test_9_win_all_needs_the_opponents_waste_empty_too() -> None:
    mine = "2s 3s 4s 5s 6s 7s 8s 9s ts js qs / - / -"
    assert ended(apply(spades(f"{mine} | as / - / ks", "S13", ACES), "r-F")) is None


@pytest.mark.parametrize("mover", [0, 1])
@pytest.mark.parametrize(("win", "reason"), [("all", "out"), ("reserve", "reserve-out")])
def test_9_win_mover_first(win: str, reason: str, mover: int) -> None:
    both = spades("- / - / - | - / - / -", "S12 s13", {"end.win": win}, "KS", mover)
    assert ended(both) == (mover, reason)


# ------------------------------------------------------------------------------------- a quiet table

KINGS = ("KS", "KH", "KD", "KC", "ks", "kh", "kd", "kc")


def quiet(
    settings: Settings,
    *,
    reserves: tuple[str, str] = ("(*) 5S", "(*) 9h"),
    hands: tuple[str, str] = ("-", "-"),
    wastes: tuple[str, str] = ("-", "-"),
    houses: tuple[str, ...] = (),
    mover: int = 0,
) -> State:
    """A table of eight kings, of which the last can be other houses; what is not named fits nowhere."""
    sides = [" / ".join(side) for side in zip(reserves, hands, wastes, strict=True)]
    lie = (*KINGS[: len(KINGS) - len(houses)], *houses)
    return free(f"{sides[0]} | {sides[1]} | {', '.join(lie)} | - | {mover}", {**NO_END, **settings})


def idle_turns_until_the_end(state: State) -> int:
    """Ends turn after turn, by nothing but drawing, discarding and passing, until the deal is over; how many."""
    first = state.turn_number
    while outcome(state) is None:
        state = played(state, "pass" if why_not(state, "pass") is None else "draw discard")
        assert state.turn_number < 50
    return state.turn_number - first


# ------------------------------------------------------------------------------------------------ idle

IDLE: Settings = {"end.idle_cycles": 1}
ALL_KINDS: Settings = {
    **IDLE,
    **SEQUENCE,
    **ALWAYS,
    **ACES,
    **AGREEMENT,
    "load.from": ["reserve", "hand", "houses", "waste"],
    "waste.accepts": ["hand", "reserve", "houses"],
}
HANDS = ("3C 7D", "2s 7s")
TWO_EACH = {"hands": HANDS}
"""Two cards each in the hand: the bound is 2 · 1 · max(1, 2, 2) = 4."""


@pytest.mark.parametrize(
    ("turn", "table", "bound"),
    [
        ("draw discard", TWO_EACH, 4),
        ("offer draw discard", TWO_EACH, 4),
        ("draw discard", {"hands": ("-", "2s 7s"), "wastes": ("7D 3C", "-")}, 4),
        ("8-1 draw discard", {**TWO_EACH, "houses": ("QH",)}, 4),
        ("8-1*2 draw discard", {**TWO_EACH, "houses": ("QH JS",)}, 4),
        ("1-W", TWO_EACH, 6),
        ("pass", {}, 2),
    ],
)
def test_9_idle_what_is_no_progress(turn: str, table: dict[str, Any], bound: int) -> None:
    """The first turn counts among the idle ones; a king laid on the waste makes the bound 2 · (2 + 1)."""
    assert 1 + idle_turns_until_the_end(played(quiet(ALL_KINDS, **table), turn)) == bound


@pytest.mark.parametrize(
    ("turn", "table", "bound"),
    [
        ("R-1 draw discard", {**TWO_EACH, "reserves": ("(*) QH", "(*) 9h")}, 4),
        ("R-1 1-4 draw discard", {**TWO_EACH, "reserves": ("(*) QH", "(*) 9h")}, 4),
        ("R-F draw discard", {**TWO_EACH, "reserves": ("(*) AH", "(*) 9h")}, 4),
        ("R-r draw discard", {**TWO_EACH, "reserves": ("(*) 8H", "(*) 9h")}, 4),
        ("R-W", TWO_EACH, 6),
        ("draw H-1 draw discard", {"hands": ("3C 7D QH", "2s 7s")}, 4),
        ("draw H-F draw discard", {"hands": ("3C 7D AH", "2s 7s")}, 4),
        ("draw H-r draw discard", {"hands": ("3C 7D 8H", "2s 7s")}, 4),
        ("W-1 draw discard", {**TWO_EACH, "wastes": ("QH", "-")}, 4),
        ("W-F draw discard", {**TWO_EACH, "wastes": ("AH", "-")}, 4),
        ("W-r draw discard", {**TWO_EACH, "wastes": ("8H", "-")}, 4),
        ("8-F draw discard", {**TWO_EACH, "houses": ("AH",)}, 4),
        ("8-r draw discard", {**TWO_EACH, "houses": ("8H",)}, 4),
        ("8-w draw discard", {"hands": ("3C 7D", "2s"), "wastes": ("-", "6h"), "houses": ("5H",)}, 6),
        ("r-F draw discard", {**TWO_EACH, "reserves": ("(*) 5S", "(*) ah")}, 4),
    ],
)
def test_9_idle_what_is_progress(turn: str, table: dict[str, Any], bound: int) -> None:
    """The first turn does not count; `8-w` gives player 1 a third card, and `R-W` player 0."""
    assert idle_turns_until_the_end(played(quiet(ALL_KINDS, **table), turn)) == bound


def test_9_idle_flip_is_no_progress() -> None:
    state = quiet({**IDLE, **FACE_DOWN}, reserves=("(*)", "(*) 9h"), hands=HANDS)
    assert 1 + idle_turns_until_the_end(played(state, "flip draw discard")) == 4


@pytest.mark.parametrize(
    ("cycles", "hands", "bound"),
    [
        (1, ("-", "-"), 2),
        (1, ("7D", "-"), 2),
        (1, ("7D", "2s 7s 5c"), 6),
        (1, ("3C 7D 5D", "7s"), 6),
        (2, ("-", "-"), 4),
        (2, ("3C 7D", "7s"), 8),
        (10, ("7D", "7s"), 20),
    ],
)
def test_9_idle_bound(cycles: int, hands: tuple[str, str], bound: int) -> None:
    assert idle_turns_until_the_end(quiet({"end.idle_cycles": cycles}, hands=hands)) == bound


def test_9_idle_in_a_row() -> None:
    """Two idle turns; one with progress, after which each player has one card; two idle turns: 2 · max(1, 1, 1)."""
    state = played(quiet(IDLE, hands=("QH 3C", "7s")), "draw discard draw discard draw H-1 draw discard")
    assert idle_turns_until_the_end(state) == 2


def test_9_idle_reason() -> None:
    assert ended(played(quiet(IDLE), "pass pass")) == (None, "idle")


@pytest.mark.parametrize("player", [0, 1])
def test_9_without_settings_nothing_but_a_win_ends_it(player: int) -> None:
    state = played(quiet({}, mover=player), "pass " * 200)
    assert ended(state) is None
    assert (state.mover, state.turn_number, state.course.tables) == (player, 201, ())


# ------------------------------------------------------------------------------------------ repetition

THRICE: Settings = {**ALWAYS, "end.repetitions": 3, "waste.accepts": ["hand", "houses"]}
REPETITION = (None, "repetition")


@pytest.mark.parametrize(("times", "turns"), [(2, 2), (3, 4), (10, 18)])
def test_9_repetition_counts_from_the_first_turn(times: int, turns: int) -> None:
    """Passing changes nothing: the table of turn 1 stands again at turns 3, 5, 7 …"""
    state = quiet({"end.repetitions": times})
    assert ended(played(state, "pass " * (turns - 1))) is None
    assert ended(played(state, "pass " * turns)) == REPETITION


@pytest.mark.parametrize(("turned", "counted"), [("", 1), (" 7D", 0)])
def test_9_repetition_counts_no_table_where_the_turn_is_under_way(turned: str, counted: int) -> None:
    state = free(f"(*) 5S / - / - | (*) 9h / - / - | KS, KH | - | 0{turned}", {"end.repetitions": 2})
    assert len(state.course.tables) == counted


def test_9_repetition_needs_the_same_table() -> None:
    """Player 1 moves a queen to K♠ and back; its turns 1, 5 and 9 begin alike."""
    state = quiet(THRICE, houses=("QH", "-"), mover=1)
    there, back = "7-1 pass pass", "1-7 pass pass"
    assert ended(played(state, f"{there} {back} {there} {back}")) == REPETITION
    assert ended(played(state, f"{there} {back} {there} 1-4 pass pass")) is None


def test_9_repetition_houses_in_any_order_and_faces_not_packs() -> None:
    """Player 0 moves a queen to a K♠, player 1 to a K♣; the packs of these kings change each time."""
    state = quiet(THRICE, houses=("kc QH",))
    once = played(state, "8-1 pass 1-4 pass")
    assert once.houses != state.houses
    assert ended(once) is None
    assert ended(played(once, "4-5 pass pass")) is None
    assert ended(played(once, "4-5 pass 5-8 pass")) == REPETITION


def test_9_repetition_looks_at_every_house() -> None:
    """A queen goes from a house to K♠, on to K♣ and back to K♠; Q♠ and Q♣ lie alone."""
    state = quiet({**THRICE, "end.repetitions": 2}, houses=("QS", "QC", "QH"))
    moved = played(state, "8-1 pass pass 1-4 pass")
    assert ended(moved) is None
    assert ended(played(moved, "pass 4-1 pass")) == REPETITION


@pytest.mark.parametrize("house", range(1, 9))
def test_9_repetition_is_none_where_two_houses_differ(house: int) -> None:
    """Q♥ goes from K♠ in a house to K♣ in the next one; all else lies as before."""
    after = house % 8 + 1
    others = iter([king for king in KINGS if king not in ("KS", "KC")])
    houses = ["KS QH" if place == house else "KC" if place == after else next(others) for place in range(1, 9)]
    state = quiet({**THRICE, "end.repetitions": 2}, houses=tuple(houses))
    assert ended(played(state, f"{house}-{after} pass pass")) is None
    assert ended(played(state, "pass pass")) == REPETITION


def test_9_repetition_faces_in_the_waste() -> None:
    """8♥ of one pack goes from the waste to a house, and 8♥ of the other from a house to the waste."""
    state = quiet(THRICE, wastes=("8h", "-"), houses=("9S 8H", "9s"))
    once = played(state, "W-8 7-W pass")
    assert once.wastes != state.wastes
    assert ended(played(once, "W-7 8-W")) is None
    assert ended(played(once, "W-7 8-W pass")) == REPETITION


@pytest.mark.parametrize(("card", "turns"), [("7d", 4), ("7D", 5)])
def test_9_repetition_unseen_cards_are_unseen(card: str, turns: int) -> None:
    """A hand of one card. Where it has been seen before, turns 1, 3 and 5 begin alike; else turns 2, 4 and 6."""
    state = quiet({**THRICE, "waste.recycle": "turn-start"}, hands=(card, "-"))
    assert idle_turns_until_the_end(state) == turns


@pytest.mark.parametrize(("first", "turns"), [("pass", 4), ("flip pass", 5)])
def test_9_repetition_as_many_cards_face_down(first: str, turns: int) -> None:
    """The card that is turned up has been seen before, only how it lies is new: turns 2, 4 and 6 begin alike."""
    table = "(7c) / - / - | (*) 9h / - / - | ks, kh, kd, kc | S13 H13 D13 C13 | 0"
    state = free(table, {**NO_END, **FACE_DOWN, **THRICE})
    assert state.seen == apply(state, "flip").seen
    assert 1 + idle_turns_until_the_end(played(state, first)) == turns


# ---------------------------------------------------------------------------------- barren, turn limit


def test_9_barren() -> None:
    state = quiet({"end.barren_turns": 3})
    assert ended(played(state, "pass pass")) is None
    assert ended(played(state, "pass pass pass")) == (None, "barren")


@pytest.mark.parametrize(
    ("turns", "left"),
    [
        ("R-1 pass", 2),
        ("R-1 8-F pass", 3),
        ("8-F R-1 pass", 3),
        ("8-F R-1 1-4 pass", 3),
        ("pass pass 8-F pass", 3),
        ("8-F pass pass", 2),
    ],
)
def test_9_barren_only_foundations_count_and_in_a_row(turns: str, left: int) -> None:
    state = quiet({"end.barren_turns": 3}, reserves=("(*) QH", "(*) 9h"), houses=("AH",))
    assert idle_turns_until_the_end(played(state, turns)) == left


@pytest.mark.parametrize("limit", [1, 4])
def test_9_turn_limit(limit: int) -> None:
    state = quiet({"end.max_turns": limit}, reserves=("(*) QH", "(*) 9h"))
    assert ended(played(state, "R-1 " + "pass " * (limit - 1))) is None
    assert ended(played(state, "R-1 " + "pass " * limit)) == (None, "turn-limit")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (("idle_cycles", "repetitions", "barren_turns", "max_turns"), "idle"),
        (("repetitions", "barren_turns", "max_turns"), "repetition"),
        (("barren_turns", "max_turns"), "barren"),
        (("max_turns",), "turn-limit"),
    ],
)
def test_9_the_first_reason_that_holds(names: Iterable[str], reason: str) -> None:
    """After two turns of passing all of them hold."""
    values = {"idle_cycles": 1, "repetitions": 2, "barren_turns": 2, "max_turns": 2}
    state = quiet({f"end.{name}": values[name] for name in names})
    assert ended(played(state, "pass")) is None
    assert ended(played(state, "pass pass")) == (None, reason)


# ------------------------------------------------------------------------------------------- agreement

AGREED = (None, "agreement")


def talking(reserve: str = "(*) 5S") -> State:
    return quiet(AGREEMENT, reserves=(reserve, "(*) 9h"), hands=HANDS)


def test_9_agreement_only_where_the_variant_has_it() -> None:
    state = quiet({}, hands=HANDS)
    assert why(state, "offer") == "not-in-this-variant 4"
    assert why(state, "accept", 1) == "not-in-this-variant 4"


def test_9_agreement_offer_by_the_mover() -> None:
    state = talking()
    assert moves(state, 0) == "draw offer"
    assert moves(state, 1) == ""
    assert why(state, "offer", 1) == "not-your-turn 4"
    assert why(state, "accept", 1) == why(state, "accept", 0) == "no-offer 4"


def test_9_agreement_offer_ends_nothing() -> None:
    before = talking()
    after = apply(before, "offer")
    assert ended(after) is None
    assert (after.mover, after.turn_number, after.offer) == (0, 1, 0)
    assert (after.hands, after.wastes, after.reserves, after.houses) == (
        before.hands,
        before.wastes,
        before.reserves,
        before.houses,
    )


def test_9_agreement_accept_by_the_other_player_at_once() -> None:
    state = apply(talking(), "offer")
    assert moves(state, 0) == "draw"
    assert moves(state, 1) == "accept"
    assert why(state, "accept", 0) == "no-offer 4"
    assert ended(apply(state, "accept", 1)) == ended(apply(state, "accept")) == AGREED


def test_9_agreement_offer_once_a_turn() -> None:
    state = played(talking(), "offer draw")
    assert why(state, "offer") == "no-offer 4"
    assert why(played(state, "discard draw discard"), "offer") == "legal"


@pytest.mark.parametrize("actions", ["R-1", "draw", "draw discard"])
def test_9_agreement_offer_stands_whatever_the_offerer_does(actions: str) -> None:
    """His actions and the end of his turn do not touch it."""
    state = played(talking("(*) QH"), f"offer {actions}")
    assert state.offer == 0
    assert why(state, "accept", 1) == "legal"
    assert ended(apply(state, "accept", 1)) == AGREED


def test_9_agreement_offer_stands_in_the_other_players_turn() -> None:
    state = played(talking(), "offer draw discard")
    assert moves(state, 1) == "draw offer accept"
    assert moves(state, 0) == ""


def test_9_agreement_offer_lapses_by_any_other_action_of_the_other_player() -> None:
    state = played(talking(), "offer draw discard draw")
    assert state.offer is None
    assert why(state, "accept", 1) == "no-offer 4"


def test_9_agreement_offer_lapses_by_an_offer_of_the_other_player() -> None:
    state = played(talking(), "offer draw discard offer")
    assert state.offer == 1
    assert why(state, "accept", 1) == "no-offer 4"
    assert ended(apply(state, "accept", 0)) == AGREED


def test_9_agreement_offer_with_a_turned_card_that_must_be_placed_first() -> None:
    state = played(quiet({**AGREEMENT, "hand.exclusive": True}, hands=HANDS), "draw")
    assert moves(state) == "discard offer"


@pytest.mark.parametrize(
    ("settings", "before", "refused"),
    [
        ({"duties.foundation": "all", "duties.reserve_first": True}, "pass", "6.1"),
        ({"duties.foundation": "all", "duties.reserve_first": False}, "pass", "6.2"),
        ({"duties.fill": "at-once"}, "pass", "6.3"),
        ({"duties.reserve": "houses"}, "pass", "6.4"),
        ({"duties.hand": "houses"}, "discard", "6.5"),
    ],
)
def test_9_agreement_no_duty_stands_against_it(settings: Settings, before: str, refused: str) -> None:
    """An ace in the reserve, an empty house; for the duty of the hand a queen is turned."""
    hand = "QH" if before == "discard" else "-"
    reserves = ("(*) AH", "(*) 9h")
    state = quiet({**AGREEMENT, **settings}, reserves=reserves, hands=(hand, "-"), houses=("-",))
    state = played(state, "draw") if before == "discard" else state
    assert why(state, before) == f"duty {refused}"
    assert why(state, "offer") == "legal"
    assert ended(played(state, "offer accept")) == AGREED


# --------------------------------------------------------------------------------------- after the end


@pytest.mark.parametrize(
    "over",
    [
        played(spades("KS / - / - | ks / - / qs", "S12 s11", AGREEMENT), "offer R-F"),
        played(quiet({**IDLE, **AGREEMENT}), "pass offer pass"),
        played(quiet(AGREEMENT), "offer accept"),
    ],
    ids=["win", "stalemate", "agreement"],
)
def test_9_nothing_is_legal_after_the_end(over: State) -> None:
    for player in (0, 1):
        assert legal_moves(over, player) == ()
        for action in ACTIONS:
            refusal = why_not(over, action, player)
            assert refusal is not None
            assert (refusal.code, refusal.rule) == ("deal-over", "9")
            with pytest.raises(IllegalAction):
                apply(over, action, player)
