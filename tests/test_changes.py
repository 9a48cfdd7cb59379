"""What has changed: the list leads from the one picture to the other, and tells it as it was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from crapette import (
    Action,
    Card,
    CrapetteError,
    Rules,
    State,
    View,
    apply,
    observe,
)
from crapette.actions import Kind
from crapette.change import Change, ChangeKind, changes
from crapette.rules import StopWindow
from crapette.table import PILE_NAMES
from tests.face_down import exchanged, face_down
from tests.in_play import in_play
from tests.playing import Step, played, random_walk
from tests.positions import (
    ACE,
    AGREEMENT,
    GAPS,
    KEEP,
    NO_PLAY,
    QUIET,
    REFEREE,
    SEQUENCE,
    TO_HAND,
    TURN,
    TURN_START,
    Settings,
    callable_at,
    free,
)

Moment = State | View
Picture = dict[str, list[tuple[Card, bool]]]
"""For each place its cards, bottom to top, with whether they lie face up."""

LONGEST_WALK = 300

FACE_DOWN: Settings = {"deal.reserve_top": "face-down"}

HIDDEN_DRAW = "XX from hand-0 to turned-0"
UPHELD = "player 1 calls stop: upheld"
REWIND = "everything is taken back to just before the offence"
ACE_FOUNDED = "AH from house-1 to foundation-3"

RESERVE_UP = "(9C) 7H / * / - | 9d / * / - | KS, 8C | - | 0"
"""`R-2` turns up 9♣."""
TURN_OVER = "(*) 7H / - / 5D 6D 4s | (*) 9d / 5c / - | KS, KC | - | 0"
"""A draw of player 0 turns the waste over; one of its cards is from the other pack."""
ACE_AND_WASTE = "(*) 2C / - / 5D 6D | (*) 9d / 5c / - | AH, KC | - | 0"
"""A draw turns the waste over and offends, since A♥ fits a foundation."""
ACE_AND_CARD = "(*) 2C / - / 5D | (*) 9d / 5c / - | AH, KC | - | 0"
"""The same with one card on the waste."""
ACE_AND_LAST_CARD = "(*) 2C / QC / - | (*) 9d / 5c / - | AH, KC | - | 0"
"""The same with one card on the hand, and none on the waste."""
ACE_TURNED = "QH / * / - | 9d / * / - | AH, KC | - | 0 7D"
"""7♦ has been turned up; `R-2` offends, since A♥ fits a foundation."""
LOAD = "(KD 9C) 2S / * / - | (4c 7d) 3s / * / - | KH, KC | S1 | 0"
"""`R-r` turns up 9♣ and offends, since 2♠ fits a foundation."""
LOAD_WASTE = "(* JC) 7C / QC KH / - | (*) 9d / - / 5c 6c | AH, KC | - | 0"
"""`R-w` turns up J♣ and offends, since A♥ fits a foundation; player 1's waste will be his hand."""
LAID = "(* JC) 7H / - / 5D 6D | (*) 9d / 5c / - | QH, KC | - | 0"
"""After `1-2` a call is false."""
LAST_CARD = "(*) 7H / QC / 5D 6D | (*) 9d / 5c / - | KS, KC | - | 0"
"""Player 0 draws his last hand card."""

SHOWN: dict[str, Callable[[State], Moment]] = {
    "state": lambda state: state,
    "memory": observe,
    "table": lambda state: observe(state, memory=False),
}
"""The ways to look at a state."""
EACH_WAY = pytest.mark.parametrize("way", SHOWN)


def picture(moment: Moment) -> Picture:
    """What the attributes show."""
    shown: Picture = {}
    for player in (0, 1):
        down = moment.face_down[player]
        shown[f"reserve-{player}"] = [(card, height >= down) for height, card in enumerate(moment.reserves[player])]
        shown[f"hand-{player}"] = [(card, False) for card in moment.hands[player]]
        shown[f"turned-{player}"] = [(moment.turned, True)] if moment.turned and moment.mover == player else []
        shown[f"waste-{player}"] = [(card, True) for card in moment.wastes[player]]
    for name, piles in (("house", moment.houses), ("foundation", moment.foundations)):
        for number, pile in enumerate(piles, start=1):
            shown[f"{name}-{number}"] = [(card, True) for card in pile]
    return shown


def applied(before: Picture, change: Change) -> Picture:
    """The picture after a change, as docs/changes.md defines it; a change that can't be made is an error."""
    shown = {place: list(pile) for place, pile in before.items()}
    if change.kind in (ChangeKind.CALL, ChangeKind.REWIND):
        assert (change.cards, change.source, change.target, change.covered) == ((), None, None, 0)
        assert (change.call is not None) is (change.kind is ChangeKind.CALL)
        return shown
    assert change.source is not None
    assert change.cards
    assert change.call is None
    pile = shown[change.source]
    end = len(pile) - change.covered
    start = end - len(change.cards)
    assert start >= 0
    taken = pile[start:end]
    if change.kind is ChangeKind.MOVE:
        assert change.target is not None
        assert tuple(card for card, _ in taken) == change.cards
        pile[start:end] = []
        shown[change.target] += taken
    elif change.kind in (ChangeKind.TURN_UP, ChangeKind.TURN_DOWN):
        assert change.target is None
        turned = [(card, change.kind is ChangeKind.TURN_UP) for card in change.cards]
        assert len(taken) == 1
        assert turned != taken, "nothing is turned"
        assert turned[0][0].pack == taken[0][0].pack
        pile[start:end] = turned
    else:
        over = change.kind is ChangeKind.TURN_OVER
        names = ("waste", "hand") if over else ("hand", "waste")
        assert change.target is not None
        assert (change.source[:-2], change.target[:-2]) == names
        assert change.source[-1] == change.target[-1]
        assert taken == pile, "not the whole pile"
        assert not shown[change.target]
        assert [card.pack for card in change.cards] == [card.pack for card, _ in reversed(taken)]
        for card, (old, _) in zip(change.cards, reversed(taken), strict=True):
            assert card == old or not (card.known and old.known), "another card"
        shown[change.source] = []
        shown[change.target] = [(card, not over) for card in change.cards]
    return shown


# ------------------------------------------------------------------------------------------- in random play


def steps(some_rules: Rules, seed: int, share: float) -> Iterator[Step]:
    """A random share of the steps of a walk with talks and stops, and all of the steps with a call."""
    chance = Random(seed)
    walk = islice(random_walk(some_rules, seed, talks=0.1, stops=0.05), LONGEST_WALK)
    return (step for step in walk if chance.random() < share or step[3].last_call)


def check_leads(before: Moment, after: Moment) -> tuple[Change, ...]:
    """The changes, which lead from the one picture to the other."""
    told = changes(before, after)
    shown = picture(before)
    for change in told:
        shown = applied(shown, change)
    assert shown == picture(after), [str(change) for change in told]
    return told


@in_play(20)
def test_changes_lead_to_what_is_shown_after(some_rules: Rules, seed: int) -> None:
    long_rewinds = some_rules.stop.rewind and some_rules.stop.window is StopWindow.TURN
    for before, _, _, after in steps(some_rules, seed, 0.15):
        for shown in SHOWN.values():
            told = check_leads(shown(before), shown(after))
            assert long_rewinds or all(change.covered == 0 for change in told), "one action moves cards from the top"


@in_play(20)
def test_changes_tell_the_action(some_rules: Rules, seed: int) -> None:
    for before, _, action, after in steps(some_rules, seed, 0.15):
        if after.last_call is None:
            for shown in SHOWN.values():
                check_tells(shown(before), action, shown(after))


def check_tells(before: Moment, action: Action, after: Moment) -> None:
    """The action is told, then the cards turned up by it, then a waste turned over as the next turn begins."""
    told = list(changes(before, after))
    mover, hand, waste = before.mover, f"hand-{before.mover}", f"waste-{before.mover}"
    if action.kind is Kind.DRAW:
        if not before.hands[mover]:
            over = told.pop(0)
            assert (over.kind, over.source, over.target) == (ChangeKind.TURN_OVER, waste, hand)
        assert [change.kind for change in told] == [ChangeKind.MOVE, ChangeKind.TURN_UP]
        assert (told[0].source, told[0].target, told[1].source) == (hand, f"turned-{mover}", f"turned-{mover}")
        assert told[1].cards == (after.turned,)
        return
    if action.kind in (Kind.PLAY, Kind.RUN, Kind.LAY, Kind.DISCARD):
        move = told.pop(0)
        source, target = (PILE_NAMES.get(number) for number in action.piles[mover])
        assert (move.kind, move.source, len(move.cards)) == (ChangeKind.MOVE, source, action.count)
        assert move.target == target or (action.target == "F" and str(move.target).startswith("foundation"))
    if after.turn_number > before.turn_number and after.hands[after.mover] and not before.hands[after.mover]:
        over = told.pop()
        assert (over.kind, over.source, over.target) == (
            ChangeKind.TURN_OVER,
            f"waste-{after.mover}",
            f"hand-{after.mover}",
        )
    reserves = ("reserve-0", "reserve-1")
    assert all(change.kind is ChangeKind.TURN_UP and change.source in reserves for change in told)
    assert len(told) <= 1


@in_play(20)
def test_changes_tell_a_call_and_then_what_came_of_it(some_rules: Rules, seed: int) -> None:
    for before, _, _, after in steps(some_rules, seed, 0):
        for shown in SHOWN.values():
            told = changes(shown(before), shown(after))
            kinds = [change.kind for change in told]
            call = after.last_call
            assert call
            assert [change.call for change in told if change.call] == [call]
            assert (ChangeKind.REWIND in kinds) is call.remedy.rewound
            if call.remedy.rewound:
                assert kinds[:2] == [ChangeKind.CALL, ChangeKind.REWIND]
            elif call.caller is not None:
                assert kinds[0] is ChangeKind.CALL
            assert call.upheld or len(told) == 1


@in_play(20)
def test_changes_lead_anywhere(some_rules: Rules, seed: int) -> None:
    """Also back, and to moments far away: as when actions are undone, or in a replay."""
    chance = Random(seed)
    some: list[State] = []
    for before, _, _, after in steps(some_rules, seed, 0.02):
        some = [*some[-3:], before, after]
        for shown in SHOWN.values():
            check_leads(shown(after), shown(before))
            check_leads(shown(chance.choice(some)), shown(chance.choice(some)))


@in_play(20)
def test_changes_of_views_name_no_card_that_neither_view_shows(some_rules: Rules, seed: int) -> None:
    for before, _, _, after in steps(some_rules, seed, 0.1):
        for memory in (True, False):
            views = observe(before, memory), observe(after, memory)
            named = {card for change in changes(*views) for card in change.cards if card.known}
            assert named <= views[0].seen | views[1].seen


@in_play(20)
def test_changes_of_views_do_not_tell_hidden_cards_apart(some_rules: Rules, seed: int) -> None:
    chance = Random(seed)
    for before, _, _, after in steps(some_rules, seed, 0.1):
        for memory in (True, False):
            covered = {*face_down(before.table)} & {*face_down(after.table)}
            hidden = [sorted(card for card in covered if card >> 6 == pack) for pack in (0, 1)]
            if memory:
                hidden = [[card for card in cards if card in after.unseen] for cards in hidden]
            swap = {card: other for cards in hidden for card, other in zip(cards, shuffled(cards, chance), strict=True)}
            others = exchanged(before, swap), exchanged(after, swap)
            told, told_of_others = (
                changes(observe(one, memory), observe(two, memory)) for one, two in ((before, after), others)
            )
            assert told == told_of_others


def shuffled(cards: list[int], chance: Random) -> list[int]:
    return chance.sample(cards, len(cards))


# ---------------------------------------------------------------------------------------- in small positions


def told(state: State, action: str, way: str = "state") -> list[str]:
    """What an action changes, in a way to look at it, as text."""
    return [str(change) for change in check_leads(SHOWN[way](state), SHOWN[way](apply(state, action)))]


@EACH_WAY
@pytest.mark.parametrize(
    ("state", "action", "expected"),
    [
        pytest.param(
            free(RESERVE_UP),
            "R-2",
            ["7H from reserve-0 to house-2", "9C in reserve-0 is turned up"],
            id="reserve card turned up",
        ),
        pytest.param(
            free(RESERVE_UP, FACE_DOWN), "R-2", ["7H from reserve-0 to house-2"], id="reserve card not turned up"
        ),
        pytest.param(played(free(RESERVE_UP, FACE_DOWN), "R-2"), "flip", ["9C in reserve-0 is turned up"], id="flip"),
        pytest.param(
            free("2C / * / - | 9d / * / - | QH JS, KS | - | 0", SEQUENCE),
            "1-2*2",
            ["QH JS from house-1 to house-2"],
            id="run",
        ),
        pytest.param(
            free("2C / * / - | (4h) as / * / - | KH, KC | - | 0", {"opponent_reserve": "aces"}),
            "r-F",
            ["as from reserve-1 to foundation-1", "4h in reserve-1 is turned up"],
            id="ace taken",
        ),
        pytest.param(free(LOAD), "R-r", ["2S from reserve-0 to reserve-1", "9C in reserve-0 is turned up"], id="load"),
        pytest.param(played(free(QUIET), "draw"), "discard", ["QC from turned-0 to waste-0"], id="discard"),
        pytest.param(free("(*) 2C / - / - | (*) 9d / - / - | KH, KC | - | 0"), "pass", [], id="pass"),
        pytest.param(free(QUIET, AGREEMENT), "offer", [], id="offer"),
        pytest.param(played(free(QUIET, AGREEMENT), "offer"), "accept", [], id="accept"),
        pytest.param(played(callable_at(QUIET), "draw"), "stop", ["player 1 calls stop: false"], id="false call"),
        pytest.param(
            played(callable_at(LOAD), "R-r"),
            "stop",
            [UPHELD, REWIND, "2S from reserve-1 to reserve-0", "2S from reserve-0 to foundation-1"],
            id="load taken back, and the missed play made",
        ),
        pytest.param(
            played(callable_at(ACE_TURNED), "R-2"),
            "stop",
            [UPHELD, REWIND, "QH from house-2 to reserve-0", ACE_FOUNDED, "7D from turned-0 to waste-0"],
            id="turned card laid away last",
        ),
        pytest.param(
            played(callable_at(ACE, KEEP), "draw"),
            "stop",
            [UPHELD, ACE_FOUNDED, "QC from turned-0 to waste-0"],
            id="nothing taken back",
        ),
        pytest.param(
            played(callable_at("(9C) / * / - | 9d / * / - | KH, KC, -, KS | - | 0", FACE_DOWN, KEEP), "draw"),
            "stop",
            [UPHELD, "9C in reserve-0 is turned up", "QC from turned-0 to waste-0"],
            id="missed flip made before the turned card goes",
        ),
        pytest.param(
            played(callable_at(ACE, NO_PLAY), "draw discard"),
            "stop",
            [UPHELD, REWIND, "QC from waste-0 to turned-0", "QC from turned-0 to waste-0"],
            id="discard taken back",
        ),
        pytest.param(
            played(callable_at(ACE_AND_LAST_CARD), "draw discard"),
            "stop",
            [UPHELD, REWIND, "QC from waste-0 to turned-0", ACE_FOUNDED, "QC from turned-0 to waste-0"],
            id="discard of the last card taken back, which is no waste turned over",
        ),
    ],
)
def test_changes_of_what_lies_open(state: State, action: str, way: str, expected: list[str]) -> None:
    assert told(state, action, way) == expected


@pytest.mark.parametrize(
    ("state", "action", "of_state", "of_memory", "of_table"),
    [
        pytest.param(
            free(QUIET),
            "draw",
            ["QC from hand-0 to turned-0", "QC in turned-0 is turned up"],
            [HIDDEN_DRAW, "QC in turned-0 is turned up"],
            [HIDDEN_DRAW, "QC in turned-0 is turned up"],
            id="draw",
        ),
        pytest.param(
            free(TURN_OVER),
            "draw",
            ["waste-0 is turned over to hand-0: 4s 6D 5D", "5D from hand-0 to turned-0", "5D in turned-0 is turned up"],
            ["waste-0 is turned over to hand-0: 4s 6D 5D", "5D from hand-0 to turned-0", "5D in turned-0 is turned up"],
            ["waste-0 is turned over to hand-0: xx XX XX", HIDDEN_DRAW, "5D in turned-0 is turned up"],
            id="draw turns the waste over",
        ),
        pytest.param(
            played(free(TURN_OVER[:-1] + "1", TURN_START), "draw"),
            "discard",
            ["5c from turned-1 to waste-1", "waste-0 is turned over to hand-0: 4s 6D 5D"],
            ["5c from turned-1 to waste-1", "waste-0 is turned over to hand-0: 4s 6D 5D"],
            ["5c from turned-1 to waste-1", "waste-0 is turned over to hand-0: xx XX XX"],
            id="waste turned over as the next turn begins",
        ),
        pytest.param(
            played(callable_at(LAST_CARD, TURN_START), "draw stop"),
            "discard",
            ["QC from turned-0 to waste-0", "waste-0 is turned over to hand-0: QC 6D 5D"],
            ["QC from turned-0 to waste-0", "waste-0 is turned over to hand-0: QC 6D 5D"],
            ["QC from turned-0 to waste-0", "waste-0 is turned over to hand-0: XX XX XX"],
            id="discarded, and turned over as the other turn is skipped",
        ),
        pytest.param(
            played(callable_at(LAID, {"waste.accepts": ["hand", "reserve"]}, TURN_START), "1-2 stop"),
            "R-W",
            [
                *("7H from reserve-0 to waste-0", "JC in reserve-0 is turned up"),
                "waste-0 is turned over to hand-0: 7H 6D 5D",
            ],
            [
                *("7H from reserve-0 to waste-0", "JC in reserve-0 is turned up"),
                "waste-0 is turned over to hand-0: 7H 6D 5D",
            ],
            [
                *("7H from reserve-0 to waste-0", "JC in reserve-0 is turned up"),
                "waste-0 is turned over to hand-0: XX XX XX",
            ],
            id="laid on the waste, and turned over as the other turn is skipped",
        ),
        pytest.param(
            played(callable_at("(9C) / * / - | 9d / * / - | AH, KC | - | 0", FACE_DOWN), "flip"),
            "stop",
            [UPHELD, REWIND, "9C in reserve-0 is turned down", ACE_FOUNDED],
            [UPHELD, REWIND, "9C in reserve-0 is turned down", ACE_FOUNDED],
            [UPHELD, REWIND, "XX in reserve-0 is turned down", ACE_FOUNDED],
            id="flip taken back",
        ),
        pytest.param(
            played(callable_at("(9C) / * / - | 9d / * / - | KH, KC, -, KS | - | 0", FACE_DOWN), "draw"),
            "stop",
            [
                UPHELD,
                REWIND,
                "QC from turned-0 to hand-0",
                "QC in hand-0 is turned down",
                "9C in reserve-0 is turned up",
            ],
            [
                UPHELD,
                REWIND,
                "QC from turned-0 to hand-0",
                "QC in hand-0 is turned down",
                "9C in reserve-0 is turned up",
            ],
            [
                UPHELD,
                REWIND,
                "QC from turned-0 to hand-0",
                "XX in hand-0 is turned down",
                "9C in reserve-0 is turned up",
            ],
            id="missed flip made",
        ),
        pytest.param(
            played(callable_at(LOAD, NO_PLAY), "R-r"),
            "stop",
            [UPHELD, REWIND, "9C in reserve-0 is turned down", "2S from reserve-1 to reserve-0"],
            [UPHELD, REWIND, "9C in reserve-0 is turned down", "2S from reserve-1 to reserve-0"],
            [UPHELD, REWIND, "XX in reserve-0 is turned down", "2S from reserve-1 to reserve-0"],
            id="load taken back",
        ),
        pytest.param(
            played(callable_at(ACE), "draw"),
            "stop",
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "QC in hand-0 is turned down", ACE_FOUNDED],
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "QC in hand-0 is turned down", ACE_FOUNDED],
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "XX in hand-0 is turned down", ACE_FOUNDED],
            id="draw taken back",
        ),
        pytest.param(
            played(callable_at(ACE, KEEP, TO_HAND), "draw"),
            "stop",
            [UPHELD, ACE_FOUNDED, "QC from turned-0 to hand-0", "QC in hand-0 is turned down"],
            [UPHELD, ACE_FOUNDED, "QC from turned-0 to hand-0", "QC in hand-0 is turned down"],
            [UPHELD, ACE_FOUNDED, "QC from turned-0 to hand-0", "XX in hand-0 is turned down"],
            id="turned card back on the hand",
        ),
        pytest.param(
            played(callable_at(GAPS, TURN), "draw R-3"),
            "stop",
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "QC in hand-0 is turned down"],
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "QC in hand-0 is turned down"],
            [UPHELD, REWIND, "QC from turned-0 to hand-0", "XX in hand-0 is turned down"],
            id="missed play made meanwhile",
        ),
        pytest.param(
            played(callable_at(ACE_AND_WASTE), "draw"),
            "stop",
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "5D in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D 6D", ACE_FOUNDED),
            ],
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "5D in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D 6D", ACE_FOUNDED),
            ],
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "XX in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D 6D", ACE_FOUNDED),
            ],
            id="draw that turned the waste over taken back",
        ),
        pytest.param(
            played(callable_at(ACE_AND_CARD), "draw"),
            "stop",
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "5D in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D", ACE_FOUNDED),
            ],
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "5D in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D", ACE_FOUNDED),
            ],
            [
                *(UPHELD, REWIND, "5D from turned-0 to hand-0", "XX in hand-0 is turned down"),
                *("hand-0 is turned back to waste-0: 5D", ACE_FOUNDED),
            ],
            id="draw that turned a waste of one card over taken back",
        ),
        pytest.param(
            played(callable_at(LOAD_WASTE, TURN, TURN_START), "R-w draw discard"),
            "stop",
            [
                *(UPHELD, REWIND, "hand-1 is turned back to waste-1: 5c 6c 7C"),
                *("KH from waste-0 to hand-0", "KH in hand-0 is turned down", "JC in reserve-0 is turned down"),
                *("7C from waste-1 to reserve-0", ACE_FOUNDED, "waste-1 is turned over to hand-1: 6c 5c"),
            ],
            [
                *(UPHELD, REWIND, "hand-1 is turned back to waste-1: 5c 6c 7C"),
                *("KH from waste-0 to hand-0", "KH in hand-0 is turned down", "JC in reserve-0 is turned down"),
                *("7C from waste-1 to reserve-0", ACE_FOUNDED, "waste-1 is turned over to hand-1: 6c 5c"),
            ],
            [
                *(UPHELD, REWIND, "hand-1 is turned back to waste-1: xx xx 7C"),
                *("KH from waste-0 to hand-0", "XX in hand-0 is turned down", "XX in reserve-0 is turned down"),
                *("7C from waste-1 to reserve-0", ACE_FOUNDED, "waste-1 is turned over to hand-1: xx xx"),
            ],
            id="turn taken back, and the waste turned over again",
        ),
        pytest.param(
            callable_at(ACE, REFEREE, KEEP),
            "draw",
            [
                *("QC from hand-0 to turned-0", "QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *(ACE_FOUNDED, "QC from turned-0 to waste-0"),
            ],
            [
                *(HIDDEN_DRAW, "QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *(ACE_FOUNDED, "QC from turned-0 to waste-0"),
            ],
            [
                *(HIDDEN_DRAW, "QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *(ACE_FOUNDED, "QC from turned-0 to waste-0"),
            ],
            id="referee, nothing taken back",
        ),
        pytest.param(
            callable_at("(9C) / * / - | 9d / * / - | KH, KC, -, KS | - | 0", FACE_DOWN, REFEREE, KEEP),
            "draw",
            [
                "QC from hand-0 to turned-0",
                *("QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *("9C in reserve-0 is turned up", "QC from turned-0 to waste-0"),
            ],
            [
                HIDDEN_DRAW,
                *("QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *("9C in reserve-0 is turned up", "QC from turned-0 to waste-0"),
            ],
            [
                HIDDEN_DRAW,
                *("QC in turned-0 is turned up", "the referee calls stop: upheld"),
                *("9C in reserve-0 is turned up", "QC from turned-0 to waste-0"),
            ],
            id="referee, missed flip made",
        ),
        pytest.param(
            callable_at(ACE, REFEREE),
            "draw",
            ["the referee calls stop: upheld", REWIND, ACE_FOUNDED],
            ["the referee calls stop: upheld", REWIND, "QC in hand-0 is turned down", ACE_FOUNDED],
            ["the referee calls stop: upheld", REWIND, ACE_FOUNDED],
            id="referee; the card is known since then",
        ),
    ],
)
def test_changes_show_what_the_view_shows(
    state: State, action: str, of_state: list[str], of_memory: list[str], of_table: list[str]
) -> None:
    assert told(state, action, "state") == of_state
    assert told(state, action, "memory") == of_memory
    assert told(state, action, "table") == of_table


@EACH_WAY
def test_changes_are_none_where_nothing_has_changed(way: str) -> None:
    for state in (free(QUIET), played(callable_at(ACE), "draw stop")):
        assert changes(SHOWN[way](state), SHOWN[way](state)) == ()


@EACH_WAY
def test_changes_take_a_card_from_inside_where_there_is_no_other_way(way: str) -> None:
    """Two kings that lie in each other's house: one must go under the other's feet."""
    before = SHOWN[way](free("2C / * / - | 9d / * / - | KH QS, KD QC | - | 0"))
    after = SHOWN[way](free("2C / * / - | 9d / * / - | KH QC, KD QS | - | 0"))
    told = check_leads(before, after)
    assert [(change.kind, change.covered) for change in told] == [(ChangeKind.MOVE, 0), (ChangeKind.MOVE, 1)]
    assert [str(change) for change in told] == ["QC from house-2 to house-1", "QS from house-1 under 1 to house-2"]


@EACH_WAY
def test_changes_take_what_lies_on_top_first(way: str) -> None:
    before = SHOWN[way](free("2C / * / - | 9d / * / - | -, KC QD, KS, - | - | 0"))
    after = SHOWN[way](free("2C / * / - | 9d / * / - | KC, -, KS QD, - | - | 0"))
    assert [str(change) for change in check_leads(before, after)] == [
        "QD from house-2 to house-3",
        "KC from house-2 to house-1",
    ]


@EACH_WAY
def test_changes_turn_a_hand_back_only_when_the_waste_is_empty(way: str) -> None:
    before = SHOWN[way](free("(*) 2C / 5D 6D / 7D | (*) 9d / 5c / - | KH, 8C | - | 0"))
    after = SHOWN[way](free("(*) 2C / - / 6D 5D | (*) 9d / 5c / - | KH, 8C 7D | - | 0"))
    check_leads(before, after)


def test_changes_of_a_call_carry_it() -> None:
    before = played(callable_at(ACE), "draw")
    after = apply(before, "stop")
    first, *others = changes(before, after)
    assert first.call == after.last_call is not None
    assert all(change.call is None for change in others)


def test_changes_are_values() -> None:
    state = free(RESERVE_UP)
    one, other = (changes(state, apply(state, "R-2")) for _ in "ab")
    assert one == other
    assert hash(one) == hash(other)
    assert str(one[0].kind) == "move" == one[0].kind
    assert (one[0].cards, one[0].source, one[0].target) == ((Card.parse("7H"),), "reserve-0", "house-2")


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (free(QUIET), free(QUIET, FACE_DOWN), "different rules"),
        (free(QUIET), observe(free(QUIET)), "not of one kind"),
        (observe(free(QUIET)), free(QUIET), "not of one kind"),
        (observe(free(QUIET)), observe(free(QUIET), memory=False), "not of one kind"),
    ],
)
def test_changes_are_told_of_one_deal_seen_in_one_way(before: Moment, after: Moment, why: str) -> None:
    with pytest.raises(CrapetteError, match=why):
        changes(before, after)
