"""What an agent is told: planes, facts, the last action and the mask, worked out by hand; and all of it, but no more.

Positions are small. Of random play it is proved that the piles as anybody remembers them can be told from the arrays,
and that nothing in them depends on a card that nobody has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from crapette import Action, Card, Rules, State, View, deal, observe
from crapette.adapters.action_ids import ID_OF, many_ids
from crapette.adapters.decisions import Decision
from crapette.adapters.observations import FACTS, PLACES, UNSEEN, observation, planes
from crapette.cards import CARDS, SUITS
from tests.face_down import exchanged
from tests.in_play import in_play
from tests.positions import (
    ACE,
    AGREEMENT,
    FACE_DOWN,
    QUIET,
    REFEREE,
    SEQUENCE,
    Settings,
    at,
    callable_at,
    rules_with,
)
from tests.test_2_noninterference import in_another_world

Shown = dict[str, dict[str, float]]
"""The cards of each plane, with what stands there; planes without cards are left out."""


def after(state: State, decided: str = "") -> Decision:
    decision = Decision.at(state)
    for text in decided.split():
        decision = decision.then(262 if text == "let-pass" else ID_OF[Action.parse(text)])
    return decision


def cells(array: NDArray[np.float32], player: int) -> Iterator[tuple[int, Card, int]]:
    """All that stands in the planes: the plane, the card, and how many cards lie on it."""
    for plane, row, column in np.argwhere(array).tolist():
        card = Card(column + 1, SUITS[row % 4], player if row < 4 else 1 - player)
        yield plane, card, round(1 / float(array[plane, row, column])) - 1


def shown(decision: Decision, player: int) -> Shown:
    """What the planes show."""
    array = observation(decision, player)["observation"]
    names = planes(decision.state.rules)
    assert array.shape == (len(names), 8, 13)
    told: Shown = {}
    for plane, card, above in cells(array, player):
        told.setdefault(names[plane], {})[str(card)] = 1 / (1 + above)
    return told


def seen(decision: Decision, player: int) -> Shown:
    """What the planes show of cards that were seen."""
    return {name: cards for name, cards in shown(decision, player).items() if name != "unseen"}


def fact(decision: Decision, player: int, name: str) -> float:
    names = [fact.name for fact in FACTS]
    return float(observation(decision, player)["facts"][names.index(name)])


# -------------------------------------------------------------------------------------------------- planes

TABLE = "(3D) 2C / * / 6D 5H 4S | 9d 8s / * / - | KS QH, -, 7d, KC | S2s1 D1 h1 | 0 7H"
"""Something lies everywhere; of pack 0 there are 11 open cards, of pack 1 there are 5."""

OWN: Shown = {
    "own reserve": {"2C": 1},
    "own turned card": {"7H": 1},
    "own waste": {"4S": 1, "5H": 1 / 2, "6D": 1 / 3},
    "their reserve": {"8s": 1, "9d": 1 / 2},
    "foundations": {"3s": 1, "2S": 1 / 2, "AS": 1 / 3, "AD": 1, "ah": 1},
    "house 1": {"QH": 1, "KS": 1 / 2},
    "house 3": {"7d": 1},
    "house 4": {"KC": 1},
}


def test_names_of_planes() -> None:
    assert planes(rules_with({"deal.houses": 2})) == (
        "own reserve",
        "own hand",
        "own turned card",
        "own waste",
        "their reserve",
        "their hand",
        "their turned card",
        "their waste",
        "foundations",
        "unseen",
        "house 1",
        "house 2",
        "house 3",
        "house 4",
    )
    assert (len(PLACES), UNSEEN) == (9, 9)
    assert len(planes(rules_with({"deal.houses": 6}))) == 10 + 12


def test_planes_of_player_0() -> None:
    told = seen(Decision.at(at(TABLE)), 0)
    assert told == OWN


def test_planes_of_player_1_are_the_mirror_image() -> None:
    """Own and their change places, and so do the rows of the packs, which `shown` reads from the player's side."""
    mirrored = {
        name.replace("own", "?").replace("their", "own").replace("?", "their"): cards for name, cards in OWN.items()
    }
    assert seen(Decision.at(at(TABLE)), 1) == mirrored


def test_rows_and_columns() -> None:
    """2♣ of pack 0 is in row 3 for player 0 and in row 7 for player 1; 9♦ of pack 1 in row 6 and in row 2."""
    first, second = [observation(Decision.at(at(TABLE)), player)["observation"] for player in (0, 1)]
    assert first[0, 3, 1] == second[4, 7, 1] == 1
    assert first[4, 6, 8] == second[0, 2, 8] == 1 / 2


def test_plane_of_unseen_cards() -> None:
    """3♦ lies face down in the reserve, and the hands have never been turned up."""
    for player in (0, 1):
        unseen = shown(Decision.at(at(TABLE)), player)["unseen"]
        assert set(unseen.values()) == {1}
        assert "3D" in unseen
        known = {card for pile in OWN.values() for card in pile}
        assert len(known) == 11 + 5
        assert set(unseen) == {str(card) for card in CARDS} - known


def test_hand_that_was_turned_over_is_known_to_its_bottom() -> None:
    """6♦ was laid down first, so it is drawn first; 5♥ comes next."""
    state = at("(*) 2C / - / 6D 5H 4S | 9d / * / - | KH, KC | - | 0")
    told = seen(after(state, "draw"), 0)
    assert told["own turned card"] == {"6D": 1}
    assert told["own hand"] == {"5H": 1, "4S": 1 / 2}
    assert seen(after(state, "draw"), 1)["their hand"] == {"5H": 1, "4S": 1 / 2}


def test_card_that_a_rewind_has_covered_again_stays_known() -> None:
    """The drawn Q♣ is back on the hand, and 2♣ lies face down again on 3♦."""
    told = shown(after(callable_at(ACE), "draw stop"), 0)
    assert told["own hand"] == {"QC": 1}
    assert "QC" not in told["unseen"]
    flipped = after(callable_at("(3D 2C) / * / - | 9d / * / - | AH, KC | - | 0", FACE_DOWN), "flip stop")
    assert flipped.state.face_down[0] == 2
    assert seen(flipped, 0)["own reserve"] == {"2C": 1}
    assert seen(flipped, 1)["their reserve"] == {"2C": 1}


# --------------------------------------------------------------------------------------------------- facts


def test_names_of_facts_are_distinct() -> None:
    assert len({fact.name for fact in FACTS}) == len(FACTS) == 23


@pytest.mark.parametrize(
    ("name", "own", "their"),
    [
        ("reserve", 2 / 104, 3 / 104),
        ("reserve face down", 1 / 104, 2 / 104),
        ("hand", (52 - 6 - 2 - 3) / 104, (52 - 3) / 104),
        ("waste", 3 / 104, 0),
    ],
)
def test_facts_count_cards(name: str, own: float, their: float) -> None:
    """Of pack 0 six are on waste, reserve and turned, K♠ and K♥ in houses, 3 on a foundation; of pack 1 three."""
    text = "(3D) 2C / * / 6D 5H 4S | (2d 3d) 8s / * / - | KS, KH | D1 S2 | 0 7H"
    decision = Decision.at(at(text))
    assert fact(decision, 0, f"own {name}") == fact(decision, 1, f"their {name}") == pytest.approx(own)
    assert fact(decision, 0, f"their {name}") == fact(decision, 1, f"own {name}") == pytest.approx(their)


END_SOON: Settings = {"end.max_turns": 4, "end.barren_turns": 8, "end.idle_cycles": 1}
LAID = "2C / * / 5H 4S | (*) 9d / - / - | KH, KC | - | 0"
FACTS_OF_PLAY: list[tuple[str, State, str, tuple[float, float]]] = [
    ("decides", at(QUIET), "", (1, 0)),
    ("decides", at(QUIET), "draw discard", (0, 1)),
    ("decides", callable_at(QUIET), "draw", (0, 1)),
    ("decides", at(QUIET, AGREEMENT), "offer draw discard accept", (0, 0)),
    ("mover", at(QUIET), "", (1, 0)),
    ("mover", callable_at(QUIET), "draw", (1, 0)),
    ("mover", at(QUIET), "draw discard", (0, 1)),
    ("call", callable_at(QUIET), "", (0, 0)),
    ("call", callable_at(QUIET), "draw", (1, 1)),
    ("call", callable_at(QUIET), "draw let-pass", (0, 0)),
    ("last own", at(QUIET), "", (0, 0)),
    ("last own", at(QUIET), "draw discard", (1, 0)),
    ("last their", at(QUIET), "draw discard", (0, 1)),
    ("last own", callable_at(QUIET), "draw stop", (0, 1)),
    ("upheld", callable_at(QUIET), "draw stop", (0, 0)),
    ("upheld", callable_at(ACE), "draw stop", (1, 1)),
    ("upheld", callable_at(ACE, REFEREE), "draw", (1, 1)),
    ("upheld", callable_at(ACE), "draw", (0, 0)),
    ("own skip", callable_at(QUIET), "draw", (0, 0)),
    ("own skip", callable_at(QUIET), "draw stop", (0, 1)),
    ("their skip", callable_at(QUIET), "draw stop", (1, 0)),
    ("own offer", at(QUIET, AGREEMENT), "", (0, 0)),
    ("own offer", at(QUIET, AGREEMENT), "offer", (1, 0)),
    ("their offer", at(QUIET, AGREEMENT), "offer", (0, 1)),
    ("offered", at(QUIET, AGREEMENT), "", (0, 0)),
    ("offered", at(QUIET, AGREEMENT), "offer draw", (1, 1)),
    ("offered", at(QUIET, AGREEMENT), "offer draw discard", (0, 0)),
    ("progress", at(QUIET), "draw", (0, 0)),
    ("progress", at(QUIET), "draw H-1", (1, 1)),
    ("idle", at(QUIET, END_SOON), "draw", (0, 0)),
    # 49 cards in hand and waste of player 0, 51 of player 1: a stalemate at 2 · 51.
    ("idle", at(QUIET, END_SOON), "draw discard", (1 / 102, 1 / 102)),
    ("idle", at(QUIET, {"end.idle_cycles": 3}), "draw discard", (1 / 306, 1 / 306)),
    # 49 cards in hand and waste of player 0, 3 of them on the waste; none of player 1.
    ("idle", at(LAID), "draw discard", (1 / 98, 1 / 98)),
    ("idle", at(QUIET, {"end.idle_cycles": 0}), "draw discard", (0, 0)),
    ("barren", at(QUIET, END_SOON), "draw", (0, 0)),
    ("barren", at(QUIET, END_SOON), "draw discard draw", (1 / 8, 1 / 8)),
    ("barren", at(QUIET, {"end.barren_turns": 0}), "draw discard", (0, 0)),
    ("turns", at(QUIET, END_SOON), "draw", (0, 0)),
    ("turns", at(QUIET, END_SOON), "draw discard", (1 / 4, 1 / 4)),
    ("turns", at(QUIET, {"end.max_turns": 1}), "draw discard", (1, 1)),
    ("turns", at(QUIET), "draw discard", (0, 0)),
]


@pytest.mark.parametrize(("name", "state", "decided", "expected"), FACTS_OF_PLAY)
def test_facts_of_play(name: str, state: State, decided: str, expected: tuple[float, float]) -> None:
    decision = after(state, decided)
    assert (fact(decision, 0, name), fact(decision, 1, name)) == pytest.approx(expected)


def test_every_fact_was_seen_to_be_nothing_and_something() -> None:
    """So that the table above leaves none out; those that count cards have a test of their own."""
    sides: dict[str, set[bool]] = {}
    for name, _, _, expected in FACTS_OF_PLAY:
        sides.setdefault(name, set()).update(map(bool, expected))
    counted = {f"{whose} {pile}" for whose in ("own", "their") for pile in COUNTED}
    assert sides == {fact.name: {False, True} for fact in FACTS if fact.name not in counted}


COUNTED = ("reserve", "reserve face down", "hand", "waste")

# ------------------------------------------------------------------------------------- last action and mask


@pytest.mark.parametrize(
    ("decided", "expected"),
    [("", 0), ("draw", 258), ("draw let-pass", 258), ("draw let-pass discard", 32), ("draw stop", 262)],
)
def test_last_action_is_its_number_and_one(decided: str, expected: int) -> None:
    """R-F, which has number 0, is told from no action by that."""
    for player in (0, 1):
        last = observation(after(callable_at(QUIET), decided), player)["last_action"]
        assert (int(last), last.dtype) == (expected, np.int64)


@pytest.mark.parametrize(
    ("state", "decided", "player", "expected"),
    [
        (at(QUIET), "draw", 0, [17, 31]),
        (callable_at(QUIET), "draw", 1, [261, 262]),
        (at(QUIET), "draw discard", 1, [78, 257]),
        (at(QUIET, AGREEMENT), "offer draw discard accept", 2, []),
    ],
)
def test_mask(state: State, decided: str, player: int, expected: list[int]) -> None:
    for agent in (0, 1):
        mask = observation(after(state, decided), agent)["action_mask"]
        assert (mask.shape, mask.dtype) == ((263,), np.int8)
        assert list(mask.nonzero()[0]) == (expected if agent == player else [])
        assert set(mask) <= {0, 1}


def test_mask_with_runs_is_longer() -> None:
    assert observation(Decision.at(at(QUIET, SEQUENCE)), 0)["action_mask"].shape == (1991,)


# ------------------------------------------------------------------------------------------- any deal at all


@in_play(12)
def test_piles_as_remembered_can_be_told_from_the_arrays(rules: Rules, seed: int) -> None:
    for decision in some_decisions(rules, seed):
        view = observe(decision.state)
        for player in (0, 1):
            told = observation(decision, player)
            check_piles(view, player, told)
            assert all(0 <= value <= 1 for value in told["facts"])
            assert told["action_mask"].shape == (many_ids(rules),)
            assert (told["observation"].dtype, told["facts"].dtype) == (np.float32, np.float32)


def some_decisions(rules: Rules, seed: int) -> list[Decision]:
    """Some decisions of a random deal."""
    chance = Random(seed)
    decisions = [Decision.at(deal(rules, seed))]
    while not decisions[-1].is_over and len(decisions) < 250:
        decisions.append(decisions[-1].then(chance.choice(decisions[-1].options)))
    return [decisions[0], *chance.sample(decisions, min(8, len(decisions))), decisions[-1]]


def check_piles(view: View, player: int, told: dict[str, Any]) -> None:
    """Rebuilds all piles from the arrays and compares them with those of the view."""
    names = planes(view.rules)
    facts = {fact.name: round(float(value) * 104) for fact, value in zip(FACTS, told["facts"], strict=True)}
    placed: list[list[tuple[int, Card]]] = [[] for _ in names]
    for plane, card, above in cells(told["observation"], player):
        placed[plane].append((above, card))
    cards = dict(zip(names, placed, strict=True))
    for whose, who in (("own", player), ("their", 1 - player)):
        for name, pile in (("reserve", view.reserves[who]), ("hand", view.hands[who]), ("waste", view.wastes[who])):
            assert rebuilt(cards[f"{whose} {name}"], facts[f"{whose} {name}"], who) == [str(card) for card in pile]
        assert facts[f"{whose} reserve face down"] == view.face_down[who]
        turned = [view.turned] if view.turned and view.mover == who else []
        assert [card for _, card in cards[f"{whose} turned card"]] == turned
    for place, house in enumerate(view.houses, start=1):
        assert rebuilt(cards[f"house {place}"], len(house), 0) == [str(card) for card in house]
    founded = [(depth, card) for pile in view.foundations for depth, card in enumerate(reversed(pile))]
    assert sorted(cards["foundations"]) == sorted(founded)
    assert {card for _, card in cards["unseen"]} == set(CARDS) - view.seen
    assert sum(map(len, placed)) == 104


def rebuilt(placed: list[tuple[int, Card]], many: int, owner: int) -> list[str]:
    """A pile from bottom to top; what nobody has seen in it is of its owner's pack."""
    pile = ["xx" if owner else "XX"] * many
    for depth, card in placed:
        pile[many - 1 - depth] = str(card)
    return pile


@in_play(12)
def test_nothing_depends_on_cards_that_nobody_has_seen(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for decision in some_decisions(rules, seed):
        state = decision.state
        other = exchanged(state, in_another_world(state, state.unseen, chance))
        assert len(state.unseen) < 20 or other != state
        disguised = Decision(other, decision.is_call, decision.last)
        for player in (0, 1):
            one, another = observation(decision, player), observation(disguised, player)
            assert one.keys() == another.keys() == {"observation", "facts", "last_action", "action_mask"}
            assert all(np.array_equal(one[name], another[name]) for name in one)
