"""Rules 2: what a view shows of a state, and what it hides, in small positions."""

from __future__ import annotations

import copy
import pickle
import re
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from functools import partial
from itertools import islice
from random import Random

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crapette import (
    Action,
    Card,
    HiddenError,
    IllegalAction,
    NotationError,
    Rules,
    State,
    View,
    apply,
    deal,
    distinct_moves,
    legal_moves,
    load_rules,
    observe,
    offences,
    outcome,
    score,
    variant_names,
    why_not,
)
from crapette.actions import ACTIONS, STOP
from crapette.cards import text_of_cards
from crapette.render.text import board
from crapette.state import Breach, Moment
from crapette.testing import rules
from tests.playing import ALL_CARDS, played, random_walk
from tests.positions import (
    AGREEMENT,
    BOTH_KINDS,
    BUSY,
    FACE_DOWN,
    FORBIDDEN,
    KEEP,
    NO_PLAY,
    QUIET,
    REFEREE,
    TO_HAND,
    TURN,
    TURN_START,
    Settings,
    callable_at,
    cards,
    ended,
    free,
    moves,
    ruling,
    texts,
)
from tests.reachable import reachable
from tests.strategies import rules_with_calls

TAKE_ACES: Settings = {"opponent_reserve": "aces"}

SMALL = "(3D) 7H / 4D 6D / * | (3d) 9d / 5c / * | KS, KC | - | 0"
"""Nobody has seen 3♦ 4♦ 6♦ of pack 0 and 3♦ 5♣ of pack 1; the rest of each pack is on the wastes."""
TURN_OVER = "(3D) 5D 7D / - / 4D 5d 6D | (3d) 9d / 5c / * | 8D, 9D, TD, JD, QD, KD | S13 H13 C13 D2 | 0"
"""A draw of player 0 turns the waste over; one of its cards is from the other pack."""
RESERVE_FIRST = "(4D 3D) 2S / 5D / * | 3s / 5c 6c / * | KS, KC | S1 | 0"
"""`R-r` turns up 3♦ and offends, since 2♠ fits a foundation."""
HOUSE_FIRST = "2C / 5D QC / * | 9d / 5c / * | AH, KC | - | 0"
"""`draw` turns up Q♣ and offends, since A♥ fits a foundation."""
NOTHING_HIDDEN = "7H / - / * | 9d / - / * | KS, KC | - | 0"
PASSING = "(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0"
"""Both can only pass."""
OFFENCE_OR_NOT = "(4D) 5C / * / - | 9d / * / - | AH, -, KS, KC | - | 0"
"""`R-2` offends while A♥ is there and not when it is gone; after both, in either order, the table is the same."""

stopped = partial(callable_at, RESERVE_FIRST, NO_PLAY)
"""For `R-r stop`, after which 3♦ is covered again."""
put_back = partial(callable_at, HOUSE_FIRST, NO_PLAY, TO_HAND)
"""For `draw stop`, after which Q♣ is on the hand again."""


def shown(view: Moment) -> str:
    """The reserve and the hand of each player."""
    sides = zip(view.reserves, view.hands, strict=True)
    return " | ".join(f"{text_of_cards(reserve)} / {text_of_cards(hand)}" for reserve, hand in sides)


def shown_in(view: Moment) -> set[Card]:
    """All cards that the attributes show anywhere on the table."""
    piles = [*view.reserves, *view.hands, *view.wastes, *view.houses, *view.foundations]
    return {card for pile in piles for card in pile if card.known} | ({view.turned} if view.turned else set())


def face_up(state: State) -> set[Card]:
    """All cards that lie face up."""
    reserves = [reserve[down:] for reserve, down in zip(state.reserves, state.face_down, strict=True)]
    piles = [*reserves, *state.wastes, *state.houses, *state.foundations]
    return {card for pile in piles for card in pile} | ({state.turned} if state.turned else set())


# ----------------------------------------------------------------------------------- what is shown


@pytest.mark.parametrize(
    ("state", "memory", "table"),
    [
        pytest.param(free(SMALL), "XX 7H / XX XX | xx 9d / xx", "", id="fresh"),
        pytest.param(played(free(SMALL), "draw"), "XX 7H / XX | xx 9d / xx", "", id="draw"),
        pytest.param(played(free(SMALL), "draw discard"), "XX 7H / XX | xx 9d / xx", "", id="discard"),
        pytest.param(
            played(free(SMALL), "draw discard draw discard draw discard"),
            "XX 7H /  | xx 9d / ",
            "",
            id="hands are drawn",
        ),
        pytest.param(free(TURN_OVER), "XX 5D 7D /  | xx 9d / xx", "", id="waste before it is turned over"),
        pytest.param(
            played(free(TURN_OVER), "draw"),
            "XX 5D 7D / 6D 5d | xx 9d / xx",
            "XX 5D 7D / XX xx | xx 9d / xx",
            id="waste turned over by a draw",
        ),
        pytest.param(
            played(free(TURN_OVER), "draw discard draw discard draw"),
            "XX 5D 7D / 6D | xx 9d / ",
            "XX 5D 7D / XX | xx 9d / ",
            id="and drawn from again",
        ),
        pytest.param(
            played(free(TURN_OVER[:-1] + "1", TURN_START), "draw discard"),
            "XX 5D 7D / 6D 5d 4D | xx 9d / ",
            "XX 5D 7D / XX xx XX | xx 9d / ",
            id="waste turned over when the turn begins",
        ),
        pytest.param(
            played(stopped(), "R-r"), "XX 3D / XX | 3s 2S / xx xx", "", id="reserve card turned up by an offence"
        ),
        pytest.param(
            played(stopped(), "R-r stop"),
            "XX 3D 2S / XX | 3s / xx xx",
            "XX XX 2S / XX | 3s / xx xx",
            id="and covered again",
        ),
        pytest.param(
            played(stopped(KEEP), "R-r stop"), "XX 3D / XX | 3s 2S / xx xx", "", id="and not covered without a rewind"
        ),
        pytest.param(played(put_back(), "draw"), "2C / XX | 9d / xx", "", id="hand card turned up by an offence"),
        pytest.param(
            played(put_back(), "draw stop"), "2C / XX QC | 9d / xx", "2C / XX XX | 9d / xx", id="and taken back"
        ),
        pytest.param(
            played(put_back(KEEP), "draw stop"),
            "2C / XX QC | 9d / xx",
            "2C / XX XX | 9d / xx",
            id="and put back on the hand",
        ),
        pytest.param(
            played(callable_at(HOUSE_FIRST, NO_PLAY, KEEP), "draw stop"),
            "2C / XX | 9d / xx",
            "",
            id="and put on the waste",
        ),
        pytest.param(
            free("(3D 2D) QH / 4D / * | 9d / - / * | KS, KC | - | 0", FACE_DOWN), "XX XX QH / XX | 9d / ", "", id="R"
        ),
        pytest.param(
            played(free("(3D 2D) QH / 4D / * | 9d / - / * | KS, KC | - | 0", FACE_DOWN), "R-1"),
            "XX XX / XX | 9d / ",
            "",
            id="reserve with nothing face up",
        ),
        pytest.param(
            played(free("(3D 2D) QH / 4D / * | 9d / - / * | KS, KC | - | 0", FACE_DOWN), "R-1 flip"),
            "XX 2D / XX | 9d / ",
            "",
            id="reserve card flipped",
        ),
        pytest.param(
            free("(3D 2d) 7H / 4D 5c / * | (3d 8H) 9d / QD 6c / * | KS, KC | - | 0"),
            "XX 2d 7H / XX 5c | xx 8H 9d / QD xx",
            "XX xx 7H / XX xx | xx XX 9d / XX xx",
            id="cards of the other pack can only have been seen",
        ),
    ],
)
def test_2_memory_view_shows_what_was_seen_and_table_view_what_lies_face_up(
    state: State, memory: str, table: str
) -> None:
    """Where the table view shows the same it is not written again."""
    assert shown(observe(state)) == memory
    assert shown(observe(state, memory=True)) == memory
    assert shown(observe(state, memory=False)) == (table or memory)


@pytest.mark.parametrize("name", ["crapette", "garibaldka", "zank-patience", "zank-patience-online"])
@BOTH_KINDS
def test_2_blanks_have_the_back_of_their_pack(name: str, memory: bool) -> None:
    state = deal(load_rules(name), 5)
    view = observe(state, memory)
    for player in (0, 1):
        down, blank = state.face_down[player], Card.parse(("XX", "xx")[player])
        assert view.reserves[player] == (blank,) * down + state.reserves[player][down:]
        assert view.hands[player] == (blank,) * len(state.hands[player])


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(played(free(SMALL), "draw"), id="turned card"),
        pytest.param(played(free(SMALL, AGREEMENT), "offer"), id="offer"),
        pytest.param(played(callable_at(QUIET, AGREEMENT), "draw discard offer"), id="offer and window"),
        pytest.param(played(callable_at(QUIET), "draw stop"), id="false call"),
        pytest.param(played(callable_at(QUIET), "draw discard stop"), id="false call in the own turn"),
        pytest.param(played(callable_at(QUIET), "draw stop discard"), id="skipped turn"),
        pytest.param(played(callable_at(HOUSE_FIRST), "draw"), id="offence"),
        pytest.param(played(callable_at(HOUSE_FIRST), "draw stop"), id="upheld call"),
        pytest.param(played(callable_at(HOUSE_FIRST, REFEREE), "draw"), id="call of the referee"),
        pytest.param(played(free(TURN_OVER), "draw discard draw"), id="known cards in the hand"),
        pytest.param(played(free(PASSING), "pass"), id="pass"),
        pytest.param(deal(load_rules("crapette"), 3, starter=1), id="deal"),
    ],
)
@BOTH_KINDS
def test_2_attributes_that_hide_nothing_are_those_of_the_state(state: State, memory: bool) -> None:
    view = observe(state, memory)
    assert (view.rules, view.mover, view.starter, view.turn_number) == (
        state.rules,
        state.mover,
        state.starter,
        state.turn_number,
    )
    assert (view.face_down, view.turned, view.wastes) == (state.face_down, state.turned, state.wastes)
    assert (view.houses, view.foundations) == (state.houses, state.foundations)
    assert (view.offer, view.window, view.last_call) == (state.offer, state.window, state.last_call)
    for player in (0, 1):
        down = state.face_down[player]
        assert view.reserves[player][down:] == state.reserves[player][down:]
        assert len(view.reserves[player]) == len(state.reserves[player])
        assert len(view.hands[player]) == len(state.hands[player])
    assert view.memory is memory


@BOTH_KINDS
def test_2_all_is_shown_where_nothing_is_hidden(memory: bool) -> None:
    state = free(NOTHING_HIDDEN)
    view = observe(state, memory)
    assert (view.reserves, view.hands, view.seen) == (state.reserves, state.hands, frozenset(ALL_CARDS))


def test_2_seen_is_what_the_view_shows() -> None:
    """Of the memory view all that was ever face up, of the table view what lies face up now."""
    for state, covered in [
        (free(SMALL), ""),
        (played(free(SMALL), "draw discard"), ""),
        (played(free(TURN_OVER), "draw"), "6D 5d"),
        (played(stopped(), "R-r stop"), "3D"),
        (played(put_back(), "draw stop"), "QC"),
    ]:
        assert observe(state).seen == state.seen == shown_in(observe(state)), covered
        assert observe(state, memory=False).seen == shown_in(observe(state, memory=False)) == face_up(state)
        assert state.seen - observe(state, memory=False).seen == set(cards(covered))


# ----------------------------------------------------------------------- legal actions, the end of a deal


@pytest.mark.parametrize(
    ("state", "legal"),
    [
        pytest.param(callable_at(QUIET), ("draw", ""), id="beginning"),
        pytest.param(played(callable_at(QUIET), "draw"), ("H-1 discard", "stop"), id="window"),
        pytest.param(played(callable_at(QUIET, FORBIDDEN), "draw"), ("H-1 discard", ""), id="window, no false call"),
        pytest.param(played(callable_at(QUIET), "draw stop"), ("H-1 discard", ""), id="false call"),
        pytest.param(played(callable_at(QUIET, AGREEMENT), "offer"), ("draw", "accept"), id="offer"),
        pytest.param(played(callable_at(HOUSE_FIRST), "draw"), ("1-F H-w discard", "stop"), id="offence"),
        pytest.param(
            played(callable_at(HOUSE_FIRST, FORBIDDEN), "draw"),
            ("1-F H-w discard", "stop"),
            id="offence, no false call",
        ),
        pytest.param(played(callable_at(HOUSE_FIRST), "draw discard"), ("", "1-F 2-w draw stop"), id="offence before"),
        pytest.param(played(callable_at(QUIET, AGREEMENT), "offer accept"), ("", ""), id="deal over"),
    ],
)
@BOTH_KINDS
def test_2_view_tells_the_legal_actions_of_both_players(state: State, legal: tuple[str, str], memory: bool) -> None:
    view = observe(state, memory)
    assert view.legal == (legal_moves(state, 0), legal_moves(state, 1))
    assert (texts(view.legal[0]), texts(view.legal[1])) == legal


@pytest.mark.parametrize(
    ("state", "end", "points"),
    [
        # 2 in the hand, 49 on the waste, 1 in the reserve; a win is 30, a reserve card 2.
        pytest.param(
            played(free("KD / - / - | 9d / 5c 6c / * | KS, KC, KH, - | S12 H12 D12 C12 | 0"), "R-F"),
            (0, "out"),
            (83, 0),
            id="win",
        ),
        # Of pack 0: 2 in the reserve, 1 in the hand, 47 on the waste; of pack 1: 2, 1, 49.
        pytest.param(
            played(free(SMALL, {"end.max_turns": 1}), "draw discard"), (None, "turn-limit"), (2, 0), id="turn limit"
        ),
        pytest.param(
            played(free(NOTHING_HIDDEN, AGREEMENT), "offer accept"), (None, "agreement"), (2, 0), id="agreement"
        ),
        # Of pack 0: 50 in the reserve; of pack 1: 52.
        pytest.param(
            played(callable_at(PASSING, {"end.idle_cycles": 0}), "pass pass pass pass"),
            (None, "repetition"),
            (4, 0),
            id="repetition",
        ),
    ],
)
@BOTH_KINDS
def test_2_view_of_a_deal_that_is_over_tells_outcome_and_score(
    state: State, end: tuple[int | None, str], points: tuple[int, int], memory: bool
) -> None:
    view = observe(state, memory)
    assert ended(state) == end
    assert view.outcome == outcome(state) == outcome(view)
    assert view.score == score(state) == score(view)
    assert (view.score.points, view.score.final) == (points, True)
    assert view.legal == ((), ())


@BOTH_KINDS
def test_2_view_of_a_deal_that_goes_on_tells_the_burdens(memory: bool) -> None:
    view = observe(free(SMALL), memory)
    assert view.outcome is None
    assert (view.score.burdens, view.score.points, view.score.final) == ((52, 54), (0, 0), False)


# ------------------------------------------------------------------------------ the engine runs on views

STATES = [
    pytest.param(free(SMALL), id="fresh"),
    pytest.param(played(free(SMALL), "draw"), id="turned card"),
    pytest.param(played(free(TURN_OVER), "draw discard draw"), id="known cards in the hand"),
    pytest.param(free("(3D 2D) QH / 4D / * | 9d / - / * | KS, KC, -, - | - | 0", FACE_DOWN), id="empty houses"),
    pytest.param(free("(3D) 2C / * / - | (3c) ah / * / - | KS, QH | - | 0", TAKE_ACES), id="ace of the opponent"),
    pytest.param(free("2C / * / - | 9d / * / - | TC 9H 8C, TS | - | 0", {"houses.groups": "sequence"}), id="run"),
    pytest.param(
        played(free("2C / * / - | 9d / * / - | QH, KC, KS, - | - | 0"), "1-2"), id="house card that may not go back"
    ),
    pytest.param(played(callable_at(QUIET, AGREEMENT), "draw discard offer"), id="offer and window"),
    pytest.param(played(callable_at(BUSY), "draw"), id="offence"),
    pytest.param(played(callable_at(BUSY, FORBIDDEN), "draw"), id="offence, no false call"),
    pytest.param(played(callable_at(QUIET, FORBIDDEN), "draw"), id="no offence, no false call"),
    pytest.param(played(stopped(), "R-r stop"), id="card covered again"),
    pytest.param(played(callable_at(PASSING), "pass"), id="pass"),
    pytest.param(played(callable_at(QUIET, AGREEMENT), "offer accept"), id="deal over"),
]


@pytest.mark.parametrize("state", STATES)
@BOTH_KINDS
def test_2_the_engine_judges_a_view_as_it_judges_the_state(state: State, memory: bool) -> None:
    view = observe(state, memory)
    assert legal_moves(view) == legal_moves(state)
    assert distinct_moves(view) == distinct_moves(state)
    for player in (0, 1):
        assert legal_moves(view, player) == legal_moves(state, player)
        assert distinct_moves(view, player) == distinct_moves(state, player)
    for action in ACTIONS:
        assert offences(view, action) == offences(state, action)
        for mover in (None, 0, 1):
            assert why_not(view, action, mover) == why_not(state, action, mover)


@pytest.mark.parametrize("state", STATES)
@BOTH_KINDS
def test_2_action_that_is_not_legal_is_refused_on_a_view_too(state: State, memory: bool) -> None:
    view = observe(state, memory)
    legal = {action for player in (0, 1) for action in legal_moves(state, player)}
    for action in ACTIONS:
        for player in (None, 0, 1):
            refused = why_not(state, action, player)
            if refused is None or (player is None and action in legal):
                continue
            with pytest.raises(IllegalAction) as caught:
                apply(view, action, player)
            assert caught.value.refusal == refused
            assert caught.value.state is view


HOUSE_OFFENCE = "2S / 4D / * | 9d / - / * | KS, QH | S1 | 0"
"""`2-1` offends, since 2♠ fits a foundation, and turns up nothing."""
HIDDEN_CALL = "a view does not tell whether a call would be upheld"
HIDDEN_CARD = "{} turns up a card that is not shown".format
FLIPS = "(3D) QH / 4D / * | 9d / - / * | KS, KC | - | 0"


@pytest.mark.parametrize(
    ("state", "action", "by_memory", "by_table"),
    [
        pytest.param(free(SMALL), "draw", "hidden", "hidden", id="draw"),
        pytest.param(free(TURN_OVER), "draw", "shown", "shown", id="draw of a waste turned over"),
        pytest.param(
            played(free(TURN_OVER), "draw discard draw discard"), "draw", "shown", "hidden", id="draw of a known card"
        ),
        pytest.param(played(put_back(), "draw stop draw discard"), "draw", "shown", "hidden", id="draw of Q♣ again"),
        pytest.param(
            played(put_back(), "draw stop draw discard draw discard draw discard"),
            "draw",
            "hidden",
            "hidden",
            id="draw of what lies below Q♣",
        ),
        pytest.param(free(FLIPS), "R-1", "hidden", "hidden", id="R turns up the next"),
        pytest.param(
            played(stopped(), "R-r stop draw discard"), "R-F", "shown", "hidden", id="R turns up a known card"
        ),
        pytest.param(free(FLIPS, FACE_DOWN), "R-1", "shown", "shown", id="R turns up nothing"),
        pytest.param(played(free(FLIPS, FACE_DOWN), "R-1"), "flip", "hidden", "hidden", id="flip"),
        pytest.param(free(FLIPS.replace("(3D) ", "")), "R-1", "shown", "shown", id="last card of the reserve"),
        pytest.param(
            free("2C / 4D / * | (3d) ah / 5c / * | KS, KC | - | 0", TAKE_ACES),
            "r-F",
            "hidden",
            "hidden",
            id="r turns up the next",
        ),
        pytest.param(
            free("2C / 4D / * | ah / 5c / * | KS, KC | - | 0", TAKE_ACES), "r-F", "shown", "shown", id="last of r"
        ),
        pytest.param(played(free(SMALL), "draw"), "discard", "shown", "shown", id="discard"),
        pytest.param(
            played(free(TURN_OVER[:-1] + "1", TURN_START), "draw"),
            "discard",
            "shown",
            "shown",
            id="discard before a hand is refilled",
        ),
        pytest.param(free("2C / 4D / * | 9d / 5c / * | KS, QH | - | 0"), "2-1", "shown", "shown", id="from house"),
        pytest.param(free("8D / 4D / * | 9d / 5c / * | KS, QH | - | 0"), "R-r", "shown", "shown", id="load"),
        pytest.param(free(SMALL, AGREEMENT), "offer", "shown", "shown", id="offer"),
        pytest.param(played(free(SMALL, AGREEMENT), "offer"), "accept", "shown", "shown", id="accept"),
        pytest.param(free(PASSING), "pass", "shown", "shown", id="pass"),
        pytest.param(callable_at(HOUSE_FIRST), "1-F", "shown", "shown", id="no offence"),
        pytest.param(callable_at(HOUSE_OFFENCE), "2-1", "shown", "shown", id="offence"),
        pytest.param(callable_at(HOUSE_OFFENCE, KEEP, TURN), "2-1", "shown", "shown", id="offence, not taken back"),
        pytest.param(callable_at(HOUSE_OFFENCE, FORBIDDEN), "2-1", "shown", "shown", id="offence, no false call"),
        pytest.param(callable_at(HOUSE_FIRST), "2-F", "refused", "refused", id="what does not fit the foundation"),
        pytest.param(played(callable_at(HOUSE_FIRST), "draw"), "stop", "hidden", "hidden", id="true call"),
        pytest.param(played(callable_at(QUIET), "draw"), "stop", "hidden", "hidden", id="false call"),
        pytest.param(
            played(callable_at(HOUSE_FIRST, FORBIDDEN), "draw"), "stop", "hidden", "hidden", id="call, none is false"
        ),
        pytest.param(
            played(callable_at(QUIET, FORBIDDEN), "draw"), "stop", "refused", "refused", id="no call, none is false"
        ),
        pytest.param(callable_at(QUIET), "stop", "refused", "refused", id="no window"),
        pytest.param(
            callable_at("KH / 4D / * | 9d / 5c / * | AH, - | - | 0", REFEREE),
            "R-2",
            "shown",
            "shown",
            id="referee takes back and makes the missed play",
        ),
        pytest.param(
            callable_at(f"(3D) {HOUSE_OFFENCE}", REFEREE),
            "2-1",
            "hidden",
            "hidden",
            id="referee makes a missed play that turns up a card",
        ),
        pytest.param(
            callable_at(HOUSE_FIRST, REFEREE), "draw", "hidden", "hidden", id="referee covers again what is turned up"
        ),
        pytest.param(
            played(callable_at(HOUSE_FIRST, REFEREE, NO_PLAY, TO_HAND), "draw 1-F"),
            "discard",
            "refused",
            "refused",
            id="nothing turned",
        ),
        pytest.param(
            played(callable_at(HOUSE_FIRST, REFEREE, NO_PLAY, TO_HAND), "draw 1-F R-1 draw discard"),
            "draw",
            "shown",
            "hidden",
            id="draw of a card that the referee covered",
        ),
    ],
)
def test_2_apply_to_a_view_is_the_view_of_what_comes_of_it_or_hidden(
    state: State, action: str, by_memory: str, by_table: str
) -> None:
    """Hidden if it turns up a card that the view hides, or is a call; refused if it is not legal, hidden or not."""
    for memory, expected in ((True, by_memory), (False, by_table)):
        view = observe(state, memory)
        if expected == "refused":
            with pytest.raises(IllegalAction):
                apply(view, action)
            continue
        for player, check in ((None, True), (actor(state, action), True), (actor(state, action), False)):
            if expected == "hidden":
                with pytest.raises(HiddenError, match=f"^{HIDDEN_CALL if action == 'stop' else HIDDEN_CARD(action)}$"):
                    apply(view, action, player, check=check)
            else:
                assert apply(view, action, player, check=check) == observe(apply(state, action), memory)
        assert view == observe(state, memory)


def actor(state: State, action: str) -> int:
    """Who may make an action."""
    return next(player for player in (0, 1) if action in moves(state, player).split())


@pytest.mark.parametrize(
    ("memory", "actions"),
    [
        (True, "offer draw discard draw discard draw discard draw discard draw discard offer accept"),
        (False, "offer draw discard draw discard offer accept"),
    ],
)
def test_2_views_go_on_as_the_states_do(memory: bool, actions: str) -> None:
    """Both players turn their waste over; who remembers it knows what is drawn then."""
    state = free(TURN_OVER.replace("5c / *", "- / *"), AGREEMENT)
    view = observe(state, memory)
    for action in actions.split():
        state, view = apply(state, action), apply(view, action)
        assert view == observe(state, memory)
        assert hash(view) == hash(observe(state, memory))
        assert view.legal == observe(state, memory).legal
    assert view.outcome == outcome(state) is not None


def test_2_memory_view_counts_the_tables_that_come_again() -> None:
    state = free(PASSING, {"end.idle_cycles": 0})
    view = observe(state)
    for number in range(4):
        assert view.outcome is None, number
        state, view = apply(state, "pass"), apply(view, "pass")
        assert view == observe(state)
    assert ended(state) == (None, "repetition")
    assert view.outcome == outcome(state)


@BOTH_KINDS
def test_2_view_remembers_the_layouts_of_the_turn(memory: bool) -> None:
    """`1-2` and back again would recreate a layout; `1-2` and then to the other king is another."""
    view = observe(free("2C / * / - | 9d / * / - | QH, KC, KS, - | - | 0"), memory)
    after = apply(view, "1-2")
    refused = why_not(after, "2-1")
    assert refused is not None
    assert refused.code == "repeats-layout"


def test_2_text_that_is_no_action_is_an_error_on_a_view_too() -> None:
    with pytest.raises(NotationError):
        apply(observe(free(SMALL)), "X-Y")
    with pytest.raises(NotationError):
        why_not(observe(free(SMALL)), "X-Y")


# -------------------------------------------------------------------------------- what a view is made of


def pickled(view: View) -> View:
    """The view, written down and read again."""
    read = pickle.loads(pickle.dumps(view))  # noqa: S301
    assert isinstance(read, View)
    return read


GUILTY = [
    pytest.param(played(callable_at(HOUSE_FIRST, *settings), actions), id=f"{actions} {settings}")
    for settings in ((), (TURN,), (KEEP,), (TO_HAND,), (FORBIDDEN,), (FORBIDDEN, TURN), (FORBIDDEN, KEEP))
    for actions in ("draw", "draw discard")
]


@pytest.mark.parametrize("state", [*GUILTY, *STATES])
@BOTH_KINDS
def test_2_no_state_and_no_offence_can_be_reached_from_a_view(state: State, memory: bool) -> None:
    """But where no false call is allowed, so that the legal moves tell it, the offence is there."""
    forbidden = state.rules.stop.false_call == "forbidden"
    view = observe(state, memory)
    for each in (view, pickled(view), copy.deepcopy(view)):
        things = list(reachable([each]))
        assert any(thing is each.table for thing in things)
        assert not any(thing is state for thing in things)
        assert forbidden or not any(isinstance(thing, State | Breach) for thing in things)
    written = pickle.dumps(view)
    assert b"View" in written
    assert forbidden or (b"State" not in written and b"Breach" not in written)


def test_2_seed_of_the_deal_can_not_be_reached_from_a_view() -> None:
    seed = 987_654_321_012_345_678_901
    for name in ("crapette", "russian-bank"):
        things = list(reachable([observe(deal(load_rules(name), seed))]))
        assert not [thing for thing in things if isinstance(thing, int) and thing == seed]
        assert not [thing for thing in things if isinstance(thing, str | bytes) and str(seed) in repr(thing)]


def test_2_view_is_of_another_kind_than_a_state_and_never_equal_to_one() -> None:
    for state in (free(NOTHING_HIDDEN), free(SMALL), played(callable_at(QUIET), "draw")):
        for memory in (True, False):
            view: object = observe(state, memory)
            assert isinstance(view, View)
            assert not isinstance(view, State)
            both: list[object] = [view, state]
            assert both[0] != both[1]
            assert both[1] != both[0]
            assert len(set(both)) == 2


# ------------------------------------------------------------------------------- equal for equal knowledge

CALLABLE: Settings = {"duties.foundation": "all", "stop.calls": ["reserve-to-foundation", "foundation"]}

EXCHANGED = [
    pytest.param(SMALL, "(6D) 7H / 3D 4D / * | (5c) 9d / 3d / * | KS, KC | - | 0", {}, "", id="fresh"),
    pytest.param(SMALL, "(4D) 7H / 3D 6D / * | (5c) 9d / 3d / * | KS, KC | - | 0", {}, "draw discard", id="discard"),
    pytest.param(
        RESERVE_FIRST,
        "(5D 3D) 2S / 4D / * | 3s / 6c 5c / * | KS, KC | S1 | 0",
        {**CALLABLE, **NO_PLAY},
        "R-r stop",
        id="card covered again",
    ),
    pytest.param(
        RESERVE_FIRST,
        "(5D 3D) 2S / 4D / * | 3s / 6c 5c / * | KS, KC | S1 | 0",
        CALLABLE,
        "R-r",
        id="state before an offence",
    ),
    pytest.param(
        RESERVE_FIRST,
        "(5D 3D) 2S / 4D / * | 3s / 6c 5c / * | KS, KC | S1 | 0",
        {**CALLABLE, **FORBIDDEN},
        "R-r",
        id="state before an offence, no false call",
    ),
    pytest.param(
        "(3D 5D) / 4D 6D / * | 9d / 5c 6c / * | KS, - | - | 0",
        "(3D 4D) / 5D 6D / * | 9d / 6c 5c / * | KS, - | - | 0",
        {**FACE_DOWN, "duties.fill": "before-draw", "stop.calls": ["fill"], **FORBIDDEN},
        "draw",
        id="card that a missed flip would have turned up",
    ),
    pytest.param(
        "(3D 4D) 2C / 5D / * | 9d / 5c 6c / * | QH, KC, KS, - | - | 0",
        "(5D 4D) 2C / 3D / * | 9d / 6c 5c / * | QH, KC, KS, - | - | 0",
        {},
        "1-2",
        id="layouts",
    ),
    pytest.param(
        "(* 3D 4D) 2C / - / - | (* 3d 4d) 9d / - / - | KH, KC | - | 0",
        "(* 4D 3D) 2C / - / - | (* 4d 3d) 9d / - / - | KH, KC | - | 0",
        {},
        "pass pass",
        id="tables counted",
    ),
]


@pytest.mark.parametrize(("text", "other_text", "settings", "actions"), EXCHANGED)
@BOTH_KINDS
def test_2_views_of_states_that_differ_only_in_unseen_cards_are_equal(
    text: str, other_text: str, settings: Settings, actions: str, memory: bool
) -> None:
    one, other = (played(free(each, settings), actions) for each in (text, other_text))
    assert one != other
    assert (one.calls.breach is not None) is (actions in ("R-r", "draw"))
    check_equal(observe(one, memory), observe(other, memory))


def check_equal(one: View, other: View) -> None:
    """The two views are one value, and look like it."""
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)
    assert board(one) == board(other)
    assert shown(one) == shown(other)
    assert one.seen == other.seen
    assert one.legal == other.legal


def test_2_table_views_are_equal_whatever_the_covered_cards_are() -> None:
    one = played(free(TURN_OVER), "draw")
    other = played(free(TURN_OVER.replace("3D", "-").replace("6D", "3D").replace("-)", "6D)", 1)), "draw")
    assert (text_of_cards(one.hands[0]), text_of_cards(other.hands[0])) == ("6D 5d", "3D 5d")
    assert observe(one) != observe(other)
    check_equal(observe(one, memory=False), observe(other, memory=False))


def test_2_table_view_does_not_tell_whether_a_covered_card_has_been_seen() -> None:
    one = played(free(TURN_OVER), "draw")
    covered = [card.code for card in ALL_CARDS if card not in face_up(one)]
    other = replace(one, unseen=bytes(covered))
    assert one.seen - other.seen == set(cards("6D 5d"))
    assert observe(one) != observe(other)
    check_equal(observe(one, memory=False), observe(other, memory=False))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(free(SMALL), free(SMALL[:-1] + "1"), id="mover"),
        pytest.param(free(SMALL), free(SMALL, AGREEMENT), id="rules"),
        pytest.param(free(SMALL, AGREEMENT), played(free(SMALL, AGREEMENT), "offer"), id="offer"),
        pytest.param(free(SMALL), free(SMALL.replace("KS, KC", "KC, KS")), id="houses"),
        pytest.param(free(SMALL), free(SMALL.replace("(3D) 7H / 4D", "(3D 4D) 7H /")), id="face down"),
        pytest.param(played(callable_at(QUIET), "draw"), played(callable_at(QUIET), "draw stop"), id="window"),
        pytest.param(free(PASSING), played(free(PASSING), "pass pass"), id="turn number"),
    ],
)
@BOTH_KINDS
def test_2_views_that_tell_different_things_are_different(one: State, other: State, memory: bool) -> None:
    assert observe(one, memory) != observe(other, memory)


def test_2_memory_view_and_table_view_are_different_even_where_they_show_the_same() -> None:
    """For they will not when the waste is turned over."""
    state = free(TURN_OVER, {"end.repetitions": 0})
    one, other = observe(state), observe(state, memory=False)
    assert shown(one) == shown(other)
    assert one != other
    assert shown(apply(one, "draw")) != shown(apply(other, "draw"))


def test_2_memory_views_that_know_different_cards_are_different() -> None:
    one = played(put_back(), "draw stop")
    other = replace(one, unseen=bytes(sorted([*one.unseen, Card.parse("QC").code])))
    assert (shown(observe(one)), shown(observe(other))) == ("2C / XX QC | 9d / xx", "2C / XX XX | 9d / xx")
    assert observe(one) != observe(other)


@pytest.mark.parametrize("state", [*STATES, *GUILTY])
@BOTH_KINDS
def test_2_view_is_a_value(state: State, memory: bool) -> None:
    view = observe(state, memory)
    for twin in (observe(state, memory), pickled(view), copy.copy(view), copy.deepcopy(view)):
        check_equal(view, twin)
    assert not hasattr(view, "__dict__")
    for name in ("table", "unseen", "memory", "mover"):
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(view, name, getattr(view, name))


NAMES = re.compile(r"\b(?:[A2-9TJQK][SHDC]|[a2-9tjqk][shdc]|XX|xx)\b")


@pytest.mark.parametrize("state", [*STATES, *GUILTY, played(put_back(), "draw stop"), free(TURN_OVER)])
@BOTH_KINDS
def test_2_text_of_a_view_shows_what_the_view_shows(state: State, memory: bool) -> None:
    view = observe(state, memory)
    blanks = [card for pile in (*view.reserves, *view.hands) for card in pile if not card.known]
    for text in (repr(view), str(view)):
        assert text.startswith("<View ")
        assert sorted(NAMES.findall(text)) == sorted(map(str, [*shown_in(view), *blanks]))


# ------------------------------------------------------------------------------------------ open windows


@pytest.mark.parametrize("settings", [{}, KEEP, NO_PLAY, {"stop.false_call": "none"}])
@BOTH_KINDS
def test_2_view_does_not_tell_whether_there_was_an_offence(settings: Settings, memory: bool) -> None:
    """The same two actions in the other order lead to the same table, once with an offence and once without."""
    start = callable_at(OFFENCE_OR_NOT, TURN, settings)
    guilty, innocent = played(start, "R-2 1-F"), played(start, "1-F R-2")
    assert ruling(apply(guilty, STOP)) == "R-2 broke foundation: 1-F"
    assert ruling(apply(innocent, STOP)) == "false"
    one, other = observe(guilty, memory), observe(innocent, memory)
    assert one.window == 1
    check_equal(one, other)
    for view in (one, other):
        assert STOP in view.legal[1]
        with pytest.raises(HiddenError):
            apply(view, STOP, 1)


@BOTH_KINDS
def test_2_view_tells_of_an_offence_where_no_false_call_is_allowed(memory: bool) -> None:
    """For there the legal moves tell."""
    start = callable_at(OFFENCE_OR_NOT, TURN, FORBIDDEN)
    offence = played(start, "R-2 1-F").calls.breach
    guilty, innocent = observe(played(start, "R-2 1-F"), memory), observe(played(start, "1-F R-2"), memory)
    assert guilty != innocent
    assert (STOP in guilty.legal[1], STOP in innocent.legal[1]) == (True, False)
    assert offence is not None
    assert guilty.calls.breach == (offence if memory else evolve(offence, cards=b"", before=None))


@BOTH_KINDS
def test_2_an_action_on_a_view_opens_a_window_that_does_not_tell(memory: bool) -> None:
    for text, actions in ((OFFENCE_OR_NOT.replace("(4D) ", ""), ("R-2 1-F", "1-F R-2")), (HOUSE_OFFENCE, ("2-1",))):
        start = callable_at(text, TURN)
        for sequence in actions:
            view = observe(start, memory)
            for action in sequence.split():
                view = apply(view, Action.parse(action))
            check_equal(view, observe(played(start, sequence), memory))
            assert view.window == 1
            assert not any(isinstance(thing, Breach | State) for thing in reachable([view]))


# ------------------------------------------------------------------------------------------ in random play

LONGEST_WALK = 1500
"""Under some rules a deal need not end."""


def turns_up(state: State, after: State, memory: bool) -> bool:
    """Whether an action turns up a card that the view hides, be it covered again at once by the referee."""
    if memory:
        return after.seen != state.seen
    return bool(face_up(after) & (set(ALL_CARDS) - face_up(state)))


def check_played(state: State, memory: bool) -> Counter[str]:
    """Whatever is legal comes to the same on the view, or is hidden; how often which of them was the case."""
    view, made = observe(state, memory), Counter[str]()
    for player in (0, 1):
        for action in legal_moves(state, player):
            after = apply(state, action, player)
            if action is STOP or turns_up(state, after, memory):
                with pytest.raises(HiddenError):
                    apply(view, action, player)
                made["hidden"] += 1
            elif memory or not is_told_by_memory_alone(state, after):
                assert apply(view, action, player) == observe(after, memory), action
                made["shown"] += 1
    return made


def is_told_by_memory_alone(state: State, after: State) -> bool:
    """Whether a table view can't know what comes of it: a table that comes again, or what a referee covers again."""
    over, call = outcome(after), after.last_call
    return (over is not None and over.reason == "repetition") or (call is not None and call is not state.last_call)


def check_walk(some_rules: Rules, seed: int, share: float) -> Counter[str]:
    """The actions on a share of the states of a random deal."""
    chance, made = Random(seed), Counter[str]()
    for _, _, _, after in islice(random_walk(some_rules, seed, talks=0.1), LONGEST_WALK):
        if after.calls.breach or chance.random() < share:
            made += check_played(after, True) + check_played(after, False)
    return made


@pytest.mark.parametrize("name", variant_names())
def test_2_actions_on_views_in_random_play(name: str) -> None:
    made = check_walk(load_rules(name), 11, 0.12)
    assert made["hidden"] > 10
    assert made["shown"] > 100


@settings(max_examples=20, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(rules(), rules_with_calls()), st.integers(0, 2**32))
def test_2_actions_on_views_in_random_play_under_any_rules(some_rules: Rules, seed: int) -> None:
    check_walk(some_rules, seed, 0.07)


@BOTH_KINDS
def test_2_table_view_of_a_view_is_that_of_the_state(memory: bool) -> None:
    state = played(free(TURN_OVER), "draw")
    assert observe(observe(state, memory), memory=False) == observe(state, memory=False)
    assert observe(observe(state)) == observe(state)


def test_2_memory_view_of_a_table_view_is_hidden() -> None:
    with pytest.raises(HiddenError, match=r"^a table view does not tell what was seen before$"):
        observe(observe(free(TURN_OVER), memory=False))
