"""The checks of rules 11 find each thing that can be wrong with a state, and with what comes of an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from crapette import Action, Refusal, State, apply, invariants, observe, why_not
from crapette.actions import DRAW, STOP
from crapette.cards import codes
from crapette.invariants import InvariantError, check_legality, check_state, check_step, check_table
from crapette.state import Moment, Outcome, Reason
from crapette.table import FOUNDATIONS, HOUSES, PILES, WASTE, build, pile
from tests.playing import played
from tests.positions import ACE, AGREEMENT, at, callable_at, cards, free

QUIET = "2C / * / 3C | 9d / * / - | KH, KC | S2 | 0"
"""No duty is pending."""


def broken(check: Callable[[], None]) -> str:
    """The invariant that a check finds broken."""
    with pytest.raises(InvariantError) as caught:
        check()
    assert str(caught.value).startswith(f"{caught.value.invariant}: ")
    assert repr(caught.value.state) in str(caught.value)
    return caught.value.invariant


def with_pile(state: State, number: int, text: str) -> State:
    """The state with other cards in a pile, whether or not they lie elsewhere too."""
    piles = {each: pile(state.table, each) for each in PILES} | {number: codes(cards(text))}
    return replace(state, table=build(piles))


# ---------------------------------------------------------------------------------------------- the table


@pytest.mark.parametrize(
    ("number", "text", "invariant"),
    [
        (WASTE[0], "", "cards"),
        (WASTE[1], "3C", "cards"),
        (FOUNDATIONS[0], "AS", "cards"),
        (HOUSES[0], "KH QH", "cards"),
    ],
)
def test_11_every_card_is_there_once(number: int, text: str, invariant: str) -> None:
    state = with_pile(at(QUIET), number, text)
    assert broken(lambda: check_table(state)) == invariant


def exchanged_piles(state: State, one: tuple[int, str], other: tuple[int, str]) -> State:
    """The state with cards moved between two piles, so that all of them are still there."""
    return with_pile(with_pile(state, *one), *other)


def test_11_foundations_go_up_from_the_ace() -> None:
    state = exchanged_piles(at(QUIET), (FOUNDATIONS[0], "2S AS"), (WASTE[0], "3C"))
    assert broken(lambda: check_state(state)) == "foundations"
    state = exchanged_piles(at(QUIET), (FOUNDATIONS[0], "AS"), (WASTE[0], "3C 2S"))
    check_table(state)
    state = exchanged_piles(at(QUIET), (FOUNDATIONS[0], "2S"), (WASTE[0], "3C AS"))
    assert broken(lambda: check_state(state)) == "foundations"


def test_11_foundations_lie_in_the_order_of_suits() -> None:
    state = exchanged_piles(at(QUIET), (FOUNDATIONS[0], ""), (FOUNDATIONS[2], "AS 2S"))
    assert broken(lambda: check_state(state)) == "foundations"
    state = exchanged_piles(at(QUIET), (FOUNDATIONS[0], ""), (FOUNDATIONS[1], "AS 2S"))
    check_table(state)


@pytest.mark.parametrize(
    ("house", "build_rule", "is_run"),
    [
        ("KS QH", "alternating-colours", True),
        ("KS QC", "alternating-colours", False),
        ("KS QS", "alternating-colours", False),
        ("KS JH", "alternating-colours", False),
        ("QH KS", "alternating-colours", False),
        ("KS QS", "same-suit", True),
        ("KS QH", "same-suit", False),
        ("KS JS", "same-suit", False),
    ],
)
def test_11_houses_are_runs(house: str, build_rule: str, is_run: bool) -> None:
    state = at(f"2C / * / {house} | 9d / * / - | KH, KC | - | 0", {"houses.build": build_rule})
    state = exchanged_piles(state, (HOUSES[1], house), (WASTE[0], "KC"))
    if is_run:
        check_table(state)
    else:
        assert broken(lambda: check_state(state)) == "houses"


# ------------------------------------------------------------------------------------------- what is legal


def patched(monkeypatch: pytest.MonkeyPatch, name: str, function: Callable[..., Any]) -> None:
    """Gives the checks another function of the engine to look at."""
    monkeypatch.setattr(invariants, name, function)


def test_11_the_mover_may_do_something_until_the_deal_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(QUIET)
    patched(monkeypatch, "legal_moves", lambda *_: ())
    assert broken(lambda: check_state(state)) == "ends"


@pytest.mark.parametrize("player", [0, 1])
def test_11_nothing_is_legal_once_the_deal_is_over(monkeypatch: pytest.MonkeyPatch, player: int) -> None:
    state = at(QUIET)
    over = replace(state, course=replace(state.course, outcome=Outcome(None, Reason.IDLE)))
    check_state(over)

    def legal(_state: State, who: int | None = None) -> tuple[Action, ...]:
        return (DRAW,) if (who or 0) == player else ()

    patched(monkeypatch, "legal_moves", legal)
    assert broken(lambda: check_state(over)) == "ends"


def test_11_legal_moves_stand_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(QUIET, AGREEMENT)
    patched(monkeypatch, "legal_moves", lambda *_: (Action.parse("offer"), Action.parse("draw")))
    assert broken(lambda: check_state(state)) == "order"
    patched(monkeypatch, "legal_moves", lambda *_: (Action.parse("draw"), Action.parse("draw")))
    assert broken(lambda: check_state(state)) == "order"


@pytest.mark.parametrize("distinct", ["", "offer draw", "draw flip"])
def test_11_distinct_moves_are_legal_moves_in_order(monkeypatch: pytest.MonkeyPatch, distinct: str) -> None:
    state = at(QUIET, AGREEMENT)
    moves = tuple(map(Action.parse, distinct.split()))
    patched(monkeypatch, "distinct_moves", lambda *_: moves)
    assert broken(lambda: check_state(state)) == "distinct"


def test_11_what_is_listed_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(ACE)
    check_legality(state, [DRAW])
    patched(monkeypatch, "legal_moves", lambda *_: (DRAW,))
    assert broken(lambda: check_legality(state, [DRAW])) == "legality"


@pytest.mark.parametrize("action", ["draw", "1-F"])
def test_11_what_is_refused_can_not_be_made(monkeypatch: pytest.MonkeyPatch, action: str) -> None:
    """At `ACE` a draw is refused and 1-F is not."""
    state = at(ACE)

    def lenient(state: State, action: Action, _player: int) -> State:
        return apply(state, action, 0, check=False)

    patched(monkeypatch, "apply", lenient)
    if action == "draw":
        assert broken(lambda: check_legality(state, [DRAW])) == "legality"
    else:
        patched(monkeypatch, "why_not", lambda *_: None)
        assert broken(lambda: check_legality(state, [Action.parse(action)])) == "legality"


def test_11_stop_is_asked_about_always(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(callable_at(ACE), "draw")
    check_legality(state, [])
    patched(monkeypatch, "legal_moves", lambda *_: ())
    assert broken(lambda: check_legality(state, [])) == "legality"
    assert apply(state, STOP).last_call


@pytest.mark.parametrize(("asked", "refused"), [("R-1", "R-1"), ("", "draw")])
def test_11_a_state_is_asked_about_legal_actions_and_those_that_are_named(
    monkeypatch: pytest.MonkeyPatch, asked: str, refused: str
) -> None:
    """At `QUIET` a draw is legal, and R-1 is not."""
    state = at(QUIET)
    check_state(state, map(Action.parse, asked.split()))

    other = {"R-1": "draw", "draw": "R-1"}[refused]

    def wrong_about_one(state: State, action: Action, player: int) -> Refusal | None:
        return why_not(state, other if str(action) == refused else action, player)

    patched(monkeypatch, "why_not", wrong_about_one)
    assert broken(lambda: check_state(state, map(Action.parse, asked.split()))) == "legality"


# --------------------------------------------------------------------------------------------- knowledge


def test_2_an_unseen_card_lies_face_down_with_its_dealer() -> None:
    state = at(QUIET)
    assert broken(lambda: check_state(replace(state, unseen=state.unseen + codes(cards("3C"))))) == "unseen"
    mixed = at("2C / * 9D / - | 9d / * / - | KH, KC | - | 0")
    check_state(mixed)
    assert broken(lambda: check_state(replace(mixed, unseen=mixed.unseen + codes(cards("9d"))))) == "unseen"


def test_11_a_view_tells_what_the_state_does(monkeypatch: pytest.MonkeyPatch) -> None:
    state, other = at(QUIET), at(QUIET.replace("3C", "4C"))
    assert observe(state).legal == observe(other).legal
    patched(monkeypatch, "observe", lambda *_: observe(other))
    assert broken(lambda: check_state(state)) == "view"
    patched(monkeypatch, "observe", lambda *_: observe(state, memory=False))
    assert broken(lambda: check_state(played(state, "draw discard draw discard"))) == "view"


def test_11_unseen_cards_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    state = at(QUIET)
    patched(monkeypatch, "sample", lambda *_: at(QUIET.replace("3C", "4C")))
    assert broken(lambda: check_state(state)) == "leak"


def test_11_what_a_state_looks_like_is_no_matter_of_unseen_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    state, view = at(QUIET), observe(at(QUIET))
    patched(monkeypatch, "observe", lambda *_: view)
    patched(monkeypatch, "sample", lambda *_: at(QUIET.replace("3C", "4C")))
    assert broken(lambda: check_state(state)) == "leak"


# --------------------------------------------------------------------------------------------- from state to state


def test_11_apply_is_deterministic() -> None:
    state = free(QUIET)
    after = apply(state, "draw")
    check_step(state, 0, DRAW, after)
    assert broken(lambda: check_step(state, 0, DRAW, apply(after, "discard"))) == "deterministic"


def test_11_equal_states_have_equal_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    state, after = free(QUIET), apply(free(QUIET), "draw")

    def hash_of_an_object(value: object) -> int:
        return 0 if value is state else id(value)

    monkeypatch.setattr(invariants, "hash", hash_of_an_object, raising=False)
    assert broken(lambda: check_step(state, 0, DRAW, after)) == "deterministic"


def test_11_apply_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    state = free(QUIET)
    after = apply(state, "draw")

    def careless(state: State, action: Action, player: int) -> State:
        vars(Moment)["unseen"].__set__(state, b"")
        return apply(state, action, player)

    patched(monkeypatch, "apply", careless)
    assert broken(lambda: check_step(state, 0, DRAW, after)) == "unchanged"


def test_11_seen_never_shrinks(monkeypatch: pytest.MonkeyPatch) -> None:
    state = free(QUIET)
    after = replace(apply(state, "draw"), unseen=state.unseen + codes(cards("3C")))
    patched(monkeypatch, "apply", lambda *_: after)
    assert broken(lambda: check_step(state, 0, DRAW, after)) == "seen"


def test_11_foundations_shrink_only_by_a_rewind(monkeypatch: pytest.MonkeyPatch) -> None:
    state = free(QUIET)
    after = exchanged_piles(apply(state, "draw"), (FOUNDATIONS[0], "AS"), (WASTE[0], "3C 2S"))
    patched(monkeypatch, "apply", lambda *_: after)
    assert broken(lambda: check_step(state, 0, DRAW, after)) == "foundations-grow"
    monkeypatch.undo()
    # R-1 misses the ace of clubs; the two of spades went up before it was called, and comes down again.
    guilty = played(
        callable_at("QS / * / 3C | 9d / * / - | KH, AC, 2S, KC | S1 | 0", {"stop.window": "turn"}), "R-1 3-F"
    )
    rewound = apply(guilty, STOP)
    assert [len(pile) for pile in rewound.foundations] != [len(pile) for pile in guilty.foundations]
    check_step(guilty, 1, STOP, rewound)
