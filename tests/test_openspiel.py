"""The game of OpenSpiel: OpenSpiel's own tests, and that its states know no more than players do.

`python -m tests.test_openspiel` writes the playthrough in `tests/openspiel` anew; read what changes against the rules
before you keep it. It is as OpenSpiel's generator tells it, but in fewer bytes: `.` and `#` stand for 0 and 1, and
`0.0 × 17` for so many zeros.
"""

from __future__ import annotations

import json
import re
import sys
import unittest
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve

from crapette import Card, Rules, State, deal, load_rules, observe, outcome, score
from crapette.adapters.decisions import CallsMode, Decision, rules_to_play
from crapette.cards import PACKS, cards_of
from crapette.extra import MissingExtraError
from crapette.notation.record import turned_up_by, with_cards
from tests.face_down import exchanged
from tests.test_2_noninterference import in_another_world

EXTRA = "needs the extra `openspiel`"
pyspiel: Any = pytest.importorskip("pyspiel", reason=EXTRA)
np: Any = pytest.importorskip("numpy", reason=EXTRA)
openspiel: Any = import_module("crapette.adapters.openspiel")


PLAYTHROUGH = Path(__file__).parent / "openspiel" / "crapette.txt"
GAME = "python_crapette(variant=crapette,calls=windows,max_moves=30)"
SEED = 7

CALLED = {"reserve_first": True, "foundation": "all", "fill": "at-once", "reserve": "any", "hand": "any"}
ALL_DUTIES = ["reserve-to-foundation", "foundation", "fill", "reserve", "hand"]
SETTINGS: dict[str, dict[str, Any]] = {
    "face-down": {
        "deal": {"reserve_top": "face-down"},
        "start": {"by": "cut"},
        "waste": {"accepts": ["reserve", "hand", "houses"]},
        "opponent_reserve": "aces",
    },
    "all-face-up": {"deal": {"reserve_top": "all-face-up", "waste": 1}, "end": {"win": "reserve"}},
    "aces-and-wastes": {
        "waste": {"accepts": ["reserve", "hand"]},
        "opponent_reserve": "aces",
        "duties": {"foundation": "none", "reserve_first": False},
        "stop": {"calls": []},
    },
    "referee": {"duties": CALLED, "stop": {"by": "referee", "calls": ALL_DUTIES, "missed_play": "offender"}},
    "no-rewind": {
        "duties": CALLED,
        "stop": {"by": "referee", "calls": ALL_DUTIES, "missed_play": "offender", "rewind": False},
    },
    "called": {"duties": CALLED, "stop": {"calls": ALL_DUTIES, "missed_play": "offender", "window": "turn"}},
    "short": {"deal": {"reserve": 4}, "end": {"win": "reserve", "max_turns": 60}, "stop": {"calls": []}},
    "limited": {"end": {"max_turns": 3}, "stop": {"calls": []}},
}
"""Rules by which much is turned up in different ways, or that end soon."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a variant file for each of the settings."""
    path = tmp_path_factory.mktemp("variants")
    for name, rules in SETTINGS.items():
        text = f"schema: 1\nname: {name}\ntitle: {name}\nrules: {json.dumps(rules)}\n"
        (path / f"{name}.yaml").write_text(text, "utf-8")
    return path


def game_of(folder: Path, name: str, calls: CallsMode = "off", **parameters: int) -> Any:
    """The game by a shipped variant, or by some of the settings."""
    variant = str(folder / f"{name}.yaml") if name in SETTINGS else name
    return pyspiel.load_game("python_crapette", {"variant": variant, "calls": calls, **parameters})


def decided(game: Any, seed: int, steps: int = 10_000) -> Iterator[Any]:
    """The states of a random deal, each as it is before the next decision, and last the one that it came to."""
    rng, state = Random(seed), game.new_initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        state = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))


SOME: list[tuple[str, CallsMode]] = [
    ("crapo", "off"),
    ("russian-bank", "off"),
    ("crapette", "windows"),
    ("zank-patience", "off"),
    ("face-down", "off"),
    ("no-rewind", "off"),
    ("called", "windows"),
    ("all-face-up", "windows"),
    ("limited", "off"),
]


# ---------------------------------------------------------------------------------------- OpenSpiel's own tests


@pytest.mark.parametrize(("name", "calls"), SOME)
def test_openspiel_finds_no_fault_in_random_play(folder: Path, name: str, calls: CallsMode) -> None:
    """States are cloned, serialised and read again, observed, and compared all the time."""
    game = game_of(folder, name, calls, max_moves=40)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_finds_no_fault_in_a_whole_deal(folder: Path) -> None:
    game = game_of(folder, "short", max_moves=2000)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize(("name", "calls"), [("crapo", "off"), ("crapette", "windows"), ("no-rewind", "off")])
def test_openspiel_finds_no_fault_in_its_interface(folder: Path, name: str, calls: CallsMode) -> None:
    """All that OpenSpiel checks of games too large for the whole tree."""
    base = import_module("open_spiel.integration_tests.api_test").EnforceAPIOnPartialTreeBase
    kind = type("OfCrapette", (base,), {"game_name": name, "game": game_of(folder, name, calls, max_moves=100)})
    result = unittest.TestResult()
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(kind)
    assert suite.countTestCases() == 5
    suite.run(result)
    assert [trace for _, trace in result.failures + result.errors] == []
    assert (result.testsRun, result.skipped) == (5, [])


@pytest.mark.parametrize(("name", "calls"), [("short", "off"), ("crapette", "windows")])
def test_openspiel_finds_no_fault_in_clones_and_pickles(folder: Path, name: str, calls: CallsMode) -> None:
    simulation = import_module("open_spiel.python.tests.games_sim_test").GamesSimTest("test_pig")
    np.random.seed(5)
    simulation.sim_game(game_of(folder, name, calls, max_moves=300))


def test_openspiel_finds_no_fault_in_the_game_as_it_is_by_default() -> None:
    game = pyspiel.load_game("python_crapette")
    assert str(game) == "python_crapette(calls=off,max_moves=10000,variant=russian-bank)"
    assert "python_crapette" in pyspiel.registered_names()
    assert game.rules == rules_to_play("russian-bank", "off")
    assert (game.max_game_length(), game.max_chance_nodes_in_history()) == (10_000, 105)


# -------------------------------------------------------------------------------------------------- the deal


def test_chance_deals_what_lies_face_up_pack_by_pack(folder: Path) -> None:
    """The reserve's top, four houses, then the same of pack 1; the kings' tie is left to the houses."""
    state = game_of(folder, "limited").new_initial_state()
    wanted = ["KS", "2H", "3H", "4H", "5H", "ks", "2d", "3d", "4d", "6d"]
    for place, card in enumerate(wanted):
        unnamed = [other for other in PACKS[place // 5] if str(other) not in wanted[:place]]
        assert [state.action_to_string(-1, number) for number, _ in state.chance_outcomes()] == [
            f"deals {other}" for other in unnamed
        ]
        assert {share for _, share in state.chance_outcomes()} == {1 / len(unnamed)}
        state.apply_action(PACKS[place // 5].index(Card.parse(card)))
    assert state.current_player() == 0  # the lower card of the houses, 5 before 6, starts
    dealt = state.decision.state
    assert [reserve[-1] for reserve in dealt.reserves] == [Card.parse("KS"), Card.parse("ks")]
    assert [str(house[0]) for house in dealt.houses] == ["2H", "3H", "4H", "5H", "2d", "3d", "4d", "6d"]
    assert len(dealt.unseen) == 104 - 10


def test_chance_cuts_only_where_the_cards_do_not_tell(folder: Path) -> None:
    state = game_of(folder, "limited").new_initial_state()
    for number in [12, 14, 15, 16, 17, 12, 27, 28, 29, 30]:  # K♠ 2♥ 3♥ 4♥ 5♥, K♠ 2♦ 3♦ 4♦ 5♦
        state.apply_action(number)
    assert state.chance_outcomes() == [(52, 0.5), (53, 0.5)]
    assert [state.action_to_string(-1, number) for number in (52, 53)] == ["player 0 starts", "player 1 starts"]
    for starter in (0, 1):
        begun = state.child(52 + starter)
        assert begun.current_player() == starter == begun.decision.state.starter


@pytest.mark.parametrize(
    ("name", "many"),
    [("face-down", 8), ("all-face-up", 36), ("russian-bank", 10)],  # 2·4; 2·(13 + 4 + 1); 2·(1 + 4)
)
def test_chance_deals_just_what_lies_face_up(folder: Path, name: str, many: int) -> None:
    state: Any = game_of(folder, name).new_initial_state()
    named: list[Card] = []
    while state.is_chance_node() and state.legal_actions() != [52, 53]:
        number: int = state.legal_actions()[-1]
        named.append(PACKS[len(named) // (many // 2)][number])
        state.apply_action(number)
    if state.is_chance_node():
        state.apply_action(53)
    assert len(named) == many
    assert state.decision.state.seen == set(named)


# ----------------------------------------------------------------------------------------- cards turned up


def number_of(card: Card) -> int:
    """The number by which chance names a card."""
    return PACKS[card.pack].index(card)


def begun(game: Any, start: State) -> Any:
    """The game's state in which the cards lie as they do in a state of a new deal, as far as they are seen."""
    state = game.new_initial_state()
    many = start.rules.deal.houses
    for player in (0, 1):
        houses = [house[0] for house in start.houses[many * player :][:many]]
        for card in (*start.reserves[player][start.face_down[player] :], *houses, *start.wastes[player]):
            state.apply_action(number_of(card))
    if state.is_chance_node():
        state.apply_action(52 + start.starter)
    return state


def canonical(state: State) -> State:
    """The state with the unseen cards of each pack in order."""
    return with_cards(state, b"", b"")


Turned = tuple[str, int]
"""An action, and how many cards it turned up."""


def side_by_side(game: Any, seed: int, longest: int = 600) -> Counter[Turned]:
    """Plays a deal whose cards lie from the start, and along with it the game, which is told what is turned up."""
    rng, turned = Random(seed), Counter[Turned]()
    real = Decision.at(deal(game.rules, seed))
    state = begun(game, real.state)
    for _ in range(longest):
        assert state.decision == evolve(real, state=canonical(real.state))
        assert (state.is_terminal(), state.returns()) == (real.is_over, list(real.rewards()))
        if real.is_over:
            break
        assert (state.current_player(), state.legal_actions()) == (real.player, real.options)
        number = rng.choice(real.options)
        before, real = real, real.then(number)
        state.apply_action(number)
        new = cards_of(turned_up_by(before.state, real.state))
        turned[str(openspiel.text_of_id(number)), len(new)] += 1
        for place, card in enumerate(new):
            unseen = [other for other in PACKS[card.pack] if other.code in before.state.unseen]
            unseen = [other for other in unseen if other not in new[:place]]
            assert state.chance_outcomes() == [(number_of(other), 1 / len(unseen)) for other in unseen]
            assert state.action_to_string(-1, number_of(card)) == f"turns up {card}"
            state.apply_action(number_of(card))
    assert outcome(state.decision.state) == outcome(real.state)
    assert score(state.decision.state) == score(real.state)
    assert observe(state.decision.state) == observe(real.state)
    return turned


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize(
    ("name", "calls", "expected"),
    [
        ("russian-bank", "off", {("draw", 1)}),
        ("face-down", "off", {("flip", 1), ("draw", 1)}),
        ("aces-and-wastes", "off", {("r-F", 1), ("R-W", 1)}),
        ("referee", "off", {("draw", 2)}),
        ("no-rewind", "off", {("draw", 2)}),
        ("called", "windows", {("stop", 1)}),
        ("crapette", "windows", {("stop", 1)}),
        ("all-face-up", "windows", {("draw", 1)}),
        ("short", "off", {("R-F", 1)}),
    ],
)
def test_to_name_a_card_late_is_to_have_had_it_there(
    folder: Path, name: str, calls: CallsMode, expected: set[Turned]
) -> None:
    """However it is turned up, also two by one action: the state is the same, up to the order of what is unseen."""
    game = game_of(folder, name, calls)
    turned = sum((side_by_side(game, seed) for seed in range(6)), Counter[Turned]())
    assert expected <= set(turned)
    assert any(action.startswith("R-") and many for action, many in turned) or name in ("face-down", "all-face-up")
    if calls == "windows":
        assert set(turned) >= {("let-pass", 0), ("stop", 0)}


def test_what_is_turned_up_is_not_known_before_chance_has_named_it(folder: Path) -> None:
    """All is told as before the action; only the action is new, and nobody decides."""
    game = game_of(folder, "crapo")
    for state in decided(game, 3, 200):
        if state.is_terminal() or state.is_chance_node():
            continue
        draw = next((a for a in state.legal_actions() if state.action_to_string(a) == "draw"), None)
        if draw is None or not state.child(draw).is_chance_node():
            continue
        drawn = state.child(draw)
        mover = state.current_player()
        board = state.observation_string(mover).split("; ")[:3]
        assert drawn.observation_string(mover).split("; ")[:3] == board
        assert drawn.observation_string(0).endswith("; chance decides")
        assert f"; {mover} draw; " in drawn.observation_string(0)
        planes = len(openspiel.planes(game.rules)) * 104
        assert drawn.observation_tensor(mover)[:planes] == state.observation_tensor(mover)[:planes]
        assert drawn.observation_tensor(mover)[planes] == 0  # decides
        return
    pytest.fail("no card was drawn")


# -------------------------------------------------------------------------------------------- what is told


def told(state: Any) -> dict[str, Any]:
    """All that OpenSpiel gets from a state."""
    everything: dict[str, Any] = {
        "str": str(state),
        "who": state.current_player(),
        "legal": state.legal_actions(),
        "over": (state.is_terminal(), state.returns(), state.rewards()),
        "history": state.history(),
        "chance": state.chance_outcomes() if state.is_chance_node() else None,
        "texts": [state.action_to_string(number) for number in state.legal_actions()],
    }
    for player in (0, 1):
        everything[f"observation {player}"] = state.observation_string(player), state.observation_tensor(player)
        everything[f"information {player}"] = (
            state.information_state_string(player),
            state.information_state_tensor(player),
        )
    return everything


@pytest.mark.parametrize(("name", "calls"), [*SOME, ("referee", "off")])
def test_nothing_told_depends_on_the_order_of_unseen_cards(folder: Path, name: str, calls: CallsMode) -> None:
    """The unseen cards of a state are exchanged; then both are played on alike, and tell the same."""
    game, rng, exchanges = game_of(folder, name, calls, max_moves=200), Random(8), 0
    decisions = [state for seed in (4, 5) for state in decided(game, seed) if state.current_player() >= 0]
    for start in rng.sample(decisions, 6):
        decision = start.decision
        swap = in_another_world(decision.state, decision.state.unseen, rng)
        other = start.clone()
        other.node = evolve(other.node, decision=evolve(decision, state=exchanged(decision.state, swap)))
        exchanges += other.node != start.node
        for _ in range(12):
            assert told(start) == told(other)
            if start.is_terminal():
                break
            number = rng.choice(start.legal_actions())
            start.apply_action(number)
            other.apply_action(number)
    assert exchanges or name == "all-face-up"


@pytest.mark.parametrize(("name", "calls"), SOME)
def test_what_looks_the_same_in_text_looks_the_same_in_numbers(folder: Path, name: str, calls: CallsMode) -> None:
    """And the text of all that happened tells the numbers of it, and the other way round."""
    game = game_of(folder, name, calls, max_moves=50)
    texts: dict[str, list[float]] = {}
    histories: dict[str, list[float]] = {}
    for seed in range(2):
        for state in decided(game, seed):
            for player in (0, 1):
                tensor = state.observation_tensor(player)
                assert texts.setdefault(state.observation_string(player), tensor) == tensor
                tensor = state.information_state_tensor(player)
                assert histories.setdefault(state.information_state_string(player), tensor) == tensor
    for player in (0, 1):
        tensors = [tuple(tensor) for history, tensor in histories.items() if history.startswith(f"player {player}")]
        assert len(set(tensors)) == len(tensors)


def test_the_history_is_told_in_our_notation_and_as_numbers(folder: Path) -> None:
    """By hand: numbers from 1 up, first 263 of actions, then 104 cards, then player 0 or 1 starts."""
    state = game_of(folder, "limited", max_moves=9).new_initial_state()
    for number in [12, 14, 15, 16, 17, 12, 27, 28, 29, 30, 53]:
        state.apply_action(number)
    draw = next(number for number in state.legal_actions() if state.action_to_string(number) == "draw")
    state.apply_action(draw)
    state.apply_action(51)  # K♣ of pack 1
    history = "dealt KS 2H 3H 4H 5H ks 2d 3d 4d 5d starter 1 draw=kc"
    assert state.information_state_string(0).endswith(f"; {history}")
    observer = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    observer.set_from(state, 1)
    dealt = [1 + 263 + number for number in (12, 14, 15, 16, 17)]
    dealt += [1 + 263 + 52 + number for number in (12, 27, 28, 29, 30)]
    expected = [*dealt, 1 + 263 + 104 + 1, 1 + draw, 1 + 263 + 52 + 51]
    assert observer.dict["history"].tolist() == expected + [0] * (9 + 105 - len(expected))
    assert observer.dict["last_action"].nonzero()[0].tolist() == [1 + draw]
    assert list(observer.dict) == ["observation", "facts", "last_action", "history"]


def test_without_public_information_there_is_nothing_to_tell(folder: Path) -> None:
    game = game_of(folder, "crapo")
    for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER):
        for recalls in (False, True):
            kind = pyspiel.IIGObservationType(perfect_recall=recalls, public_info=False, private_info=private)
            observer = game.make_py_observer(kind)
            for state in decided(game, 1, 20):
                observer.set_from(state, 0)
                assert (observer.string_from(state, 0), observer.dict, observer.tensor.size) == ("", {}, 0)
    with pytest.raises(ValueError, match="takes no parameters, so 'depth' is none"):
        game.make_py_observer(None, {"depth": 3})


# ------------------------------------------------------------------------------------------------- the end


def test_a_deal_that_is_too_long_is_broken_off_without_points(folder: Path) -> None:
    for moves in (1, 7):
        states = list(decided(game_of(folder, "russian-bank", max_moves=moves), 2))
        deciders = [state.current_player() for state in states]
        assert sum(player >= 0 for player in deciders) == moves
        assert states[-1].is_terminal()
        assert states[-1].returns() == [0, 0]
        assert states[-1].legal_actions() == []
        assert states[-1].observation_string(0).endswith("; over")
        assert states[-1].observation_tensor(0)[len(openspiel.planes(load_rules("russian-bank"))) * 104] == 0


def test_the_limit_of_the_rules_ends_a_deal_with_its_score(folder: Path) -> None:
    ends = [list(decided(game_of(folder, "limited"), seed))[-1] for seed in range(6)]
    assert {str(outcome(state.decision.state)) for state in ends} == {
        "Outcome(winner=None, reason=<Reason.TURN_LIMIT: 'turn-limit'>)"
    }
    for state in ends:
        first, second = score(state.decision.state).burdens
        assert state.returns() == [second - first, first - second]
    assert any(state.returns()[0] for state in ends)


@pytest.mark.parametrize(
    ("settings", "most"),
    [
        ({}, 30 + 104 * 2),  # all cards may be loaded onto one reserve
        ({"load": {"onto": ["waste"]}}, 30 + 13 * 2 + 91),
        ({"load": {"onto": []}}, 30 + 13 * 2 + (52 - 4 - 13)),
        ({"load": {"onto": []}, "waste": {"accepts": ["hand", "houses"]}}, 30 + 13 * 2 + 91),
        ({"load": {"onto": []}, "scoring": {"reserve": 1, "waste": 3}}, 30 + 48 * 3),
        ({"scoring": {"win": 0, "hand": 0, "waste": 0, "reserve": 0}, "match": {"target": 0}}, 1),
    ],
)
def test_no_deal_is_worth_more_than_the_game_says(settings: dict[str, Any], most: int) -> None:
    assert openspiel.most_points(Rules.from_mapping(settings)) == most


# --------------------------------------------------------------------------------------------- bad requests


@pytest.mark.parametrize(
    ("parameters", "told_why"),
    [
        ({"variant": "nope"}, "there is no variant 'nope'; the shipped ones are "),
        ({"variant": "no/such/file.yaml"}, r"no/such/file\.yaml"),
        ({"calls": "always"}, "calls is 'always'; expected off or windows"),
        ({"calls": "windows"}, "under these rules the players can't call"),
        ({"max_moves": 0}, "max_moves is 0; expected a number from 1 up"),
    ],
)
def test_a_game_that_can_not_be_is_refused_with_a_reason(parameters: dict[str, Any], told_why: str) -> None:
    with pytest.raises(ValueError, match=told_why):
        pyspiel.load_game("python_crapette", parameters)


def test_what_can_not_be_decided_is_refused_and_changes_nothing(folder: Path) -> None:
    state = game_of(folder, "limited").new_initial_state()
    for number in (52, -2, 60):
        with pytest.raises(ValueError, match="is nothing that chance may decide here"):
            state.apply_action(number)
    state.apply_action(12)
    with pytest.raises(ValueError, match="12 is nothing that chance may decide here"):
        state.apply_action(12)
    assert state.history() == [12]
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    with pytest.raises(ValueError, match="no action of the mover"):
        state.apply_action(262)
    with pytest.raises(ValueError, match="chance has nothing to decide"):
        state.action_to_string(-1, 3)
    assert str(state) == before


@pytest.mark.parametrize("missing", ["pyspiel", "numpy"])
def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.delitem(sys.modules, "crapette.adapters.openspiel")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MissingExtraError, match=rf"need {missing}, .*pip install 'crapette\[openspiel\]'"):
        import_module("crapette.adapters.openspiel")


# -------------------------------------------------------------------------------------------------- search


class ByBurdens:
    """Judges a state by what the cards that are left weigh; all actions are as good."""

    def evaluate(self, state: Any) -> Any:
        first, second = score(state.decision.state).burdens
        return np.array([second - first, first - second]) / 10

    def prior(self, state: Any) -> list[tuple[int, float]]:
        if state.is_chance_node():
            return list(state.chance_outcomes())
        return [(number, 1 / len(state.legal_actions())) for number in state.legal_actions()]


def test_tree_search_plays_whole_deals_and_wins_them(folder: Path) -> None:
    """OpenSpiel's MCTS against random play, as player 0 and as player 1."""
    mcts = import_module("open_spiel.python.algorithms.mcts")
    game = game_of(folder, "short")
    for seed, player in ((1, 0), (2, 1)):
        rng = np.random.RandomState(seed)
        bot = mcts.MCTSBot(game, 2.0, 20, ByBurdens(), solve=False, random_state=rng)
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == player:
                state.apply_action(bot.step(state))
            else:
                state.apply_action(int(rng.choice(state.legal_actions())))
        assert outcome(state.decision.state) is not None
        assert state.returns()[player] > 0


# --------------------------------------------------------------------------------------------- playthrough


def short(text: str) -> str:
    """A playthrough in fewer bytes."""
    text = text.translate({ord("◯"): ".", ord("◉"): "#"})
    return re.sub(r"0\.0(, 0\.0)+", lambda zeros: f"0.0 × {zeros[0].count('.')}", text)


def generated(game: str, actions: list[int] | None = None) -> str:
    """A playthrough as OpenSpiel tells it: with these actions, or with random ones."""
    generator = import_module("open_spiel.python.algorithms.generate_playthrough")
    return short(generator.playthrough(game, actions, seed=SEED))


@pytest.mark.filterwarnings("ignore:The chararray class is deprecated")  # by NumPy 2.5; OpenSpiel's writer needs it
def test_the_playthrough_is_as_it_was() -> None:
    kept = PLAYTHROUGH.read_text("utf-8")
    actions = [int(number) for number in re.findall(r"^action: (\d+)$", kept, re.MULTILINE)]
    assert len(actions) > 40
    assert generated(GAME, actions) == kept


def main() -> None:
    """Writes the playthrough anew."""
    PLAYTHROUGH.write_text(generated(GAME), "utf-8")


if __name__ == "__main__":
    main()
