"""The environment of PettingZoo: its own conformance tests, and the same game as the core plays."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra `pettingzoo`")

from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from crapette import IllegalAction, Rules, State, apply, deal, legal_moves, load_rules, outcome, score, variant_names
from crapette.actions import STOP
from crapette.adapters.action_ids import ACTION_OF, ID_OF, LET_PASS
from crapette.adapters.pettingzoo import CrapetteAEC, env, raw_env
from crapette.facts import players_call
from tests.face_down import exchanged
from tests.playing import random_walk
from tests.positions import ACE, CALLS, QUIET, SEQUENCE, at, ruling
from tests.test_2_noninterference import in_another_world

conformance: Any = import_module("pettingzoo.test")  # which has no types

pytestmark = [
    # PettingZoo has a list of its own games that may tell agents a dictionary, as its card games do.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # Its tests hand an option to every environment to see if it takes any.
    pytest.mark.filterwarnings("ignore:the options 'options' are not known"),
]

Setting = tuple[str, str]
"""A variant, and whether there are calls."""
SOME: list[Setting] = [("russian-bank", "off"), ("crapette", "windows"), ("banca-russa", "windows"), ("crapo", "off")]
DEFAULT: Setting = ("russian-bank", "off")
ALL: list[Setting] = [
    (name, calls)
    for name in variant_names()
    for calls in ("off", "windows")
    if calls == "off" or players_call(load_rules(name))
]
IN_SOME = pytest.mark.parametrize("setting", SOME, ids=" ".join)
IN_ALL = pytest.mark.parametrize("setting", ALL, ids=" ".join)

DRAW, DISCARD, CALL, LETS_PASS = 257, 31, 261, 262
"""256 cells of the table; then flip, draw, pass, offer, accept, stop, let-pass. Of H, row 1, to W, column 15."""


def made(setting: Setting, **more: Any) -> Any:
    """The environment in its wrappers."""
    variant, calls = setting
    return env(variant, calls=calls, **more)  # type: ignore[arg-type] # a text from the lists above


def beginning_at(state: State, calls: str = "off", **more: Any) -> Any:
    """An environment with an episode that begins in this state."""
    begun = env(state.rules, calls=calls, **more)  # type: ignore[arg-type] # likewise
    begun.reset(options={"state": state})
    return begun


def allowed(an_env: Any, agent: str) -> list[int]:
    """The numbers that the mask of an agent allows."""
    return [int(number) for number in an_env.observe(agent)["action_mask"].nonzero()[0]]


def steps(an_env: Any, seed: int) -> Iterator[tuple[str, int]]:
    """Plays an episode at random: who acts and what is done, before it is done. The dead steps are left."""
    choose = Random(seed).choice
    while not over(an_env):
        agent = an_env.agent_selection
        action = choose(allowed(an_env, agent))
        yield agent, action
        an_env.step(action)


def over(an_env: Any) -> bool:
    return any(an_env.terminations.values()) or any(an_env.truncations.values())


# ------------------------------------------------------------------------------------ PettingZoo's own tests


@IN_SOME
def test_passes_the_api_test(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    conformance.api_test(made(setting), num_cycles=500)
    assert "Passed API test" in capsys.readouterr().out


@IN_SOME
def test_passes_the_seed_test(setting: Setting) -> None:
    conformance.seed_test(partial(made, setting), num_cycles=200)


@IN_SOME
def test_passes_the_render_test(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    conformance.render_test(partial(made, setting))
    assert capsys.readouterr().out.count("\n") > 20


@IN_SOME
def test_passes_the_parallel_test_in_the_wrapper_for_turns(setting: Setting) -> None:
    """An agent who is not to act samples from a mask of zeros there, and the wrapper drops what comes of it."""
    conformance.parallel_api_test(turn_based_aec_to_parallel(made(setting)), num_cycles=500)


def test_pettingzoo_makes_it_by_its_name() -> None:
    known: Any = import_module("pettingzoo").make("aec", "crapette_v0", variant="crapette", calls="windows")
    assert known.unwrapped.rules == load_rules("crapette")
    known.reset(seed=5)
    assert known.unwrapped.decision.state == deal(load_rules("crapette"), 5)


@pytest.mark.parametrize("most", [1, 4, 7])
@pytest.mark.parametrize("setting", SOME[:3], ids=" ".join)  # nobody agrees to a draw there
def test_max_cycles_truncates(setting: Setting, most: int) -> None:
    """PettingZoo's `max_cycles_test` does not apply: it chooses without a mask, and all agents must act in each cycle.

    Where agents act in turn, it contradicts itself: as many steps in parallel as every single agent makes in turn.
    What it promises is tested here: after so many steps, in parallel or in turn, everybody is truncated.
    """
    in_turn = made(setting, max_cycles=most)
    in_turn.reset(seed=3)
    assert len(list(steps(in_turn, 3))) == most
    assert in_turn.truncations == {"player_0": True, "player_1": True}
    assert in_turn.terminations == {"player_0": False, "player_1": False}
    assert in_turn.rewards == {"player_0": 0, "player_1": 0}
    assert not in_turn.decision.is_over
    in_turn.reset()
    assert len(list(steps(in_turn, 4))) == most

    parallel = turn_based_aec_to_parallel(made(setting, max_cycles=most))
    told, _ = parallel.reset(seed=3)
    truncated: dict[str, bool] = {}
    many = 0
    while parallel.agents:
        actions = {agent: parallel.action_space(agent).sample(told[agent]["action_mask"]) for agent in parallel.agents}
        told, _, _, truncated, _ = parallel.step(actions)
        many += 1
    assert many == most
    assert truncated == {"player_0": True, "player_1": True}


# ------------------------------------------------------------------------------------------------ the game


@IN_ALL
def test_spaces_contain_all_that_is_told_and_masks_are_the_legal_moves(setting: Setting) -> None:
    played = made(setting, max_cycles=150)
    for seed in (1, 2):
        played.reset(seed=seed)
        for agent, _ in steps(played, seed):
            decision = played.decision
            for player, name in enumerate(played.possible_agents):
                told = played.observe(name)
                space = played.observation_space(name)
                assert space.contains(told)
                assert all(np.asarray(told[key]).dtype == space[key].dtype for key in told)
                legal = legal_moves(decision.state, player) if name == agent else ()
                expected = {ID_OF[action] for action in legal if (action is STOP) == decision.is_call}
                if decision.is_call and name == agent:
                    expected.add(LET_PASS)
                assert set(allowed(played, name)) == expected
        for name in played.possible_agents:
            assert played.observation_space(name).contains(played.observe(name))


@pytest.mark.no_cover  # which takes three times as long
@IN_ALL
def test_the_core_plays_the_same_game(setting: Setting) -> None:
    variant, calls = setting
    mapping = load_rules(variant).to_mapping()
    if calls == "off" and players_call(load_rules(variant)):
        mapping["stop"]["calls"] = []
    played = made(setting)
    played.reset(seed=5)
    state = deal(Rules.from_mapping(mapping), 5)
    assert played.decision.state == state
    for agent, number in steps(played, 5):
        if number != LET_PASS:
            state = apply(state, ACTION_OF[number], int(agent[-1]))
    assert played.decision.state == state
    assert outcome(state) is not None
    first, second = score(state).points
    assert played.rewards == {"player_0": first - second, "player_1": second - first}
    assert played.terminations == {"player_0": True, "player_1": True}
    assert played.truncations == {"player_0": False, "player_1": False}
    gains: dict[str, float] = {}
    for agent in played.agent_iter():
        _, gains[agent], _, _, _ = played.last()
        assert allowed(played, agent) == []
        played.step(None)
    assert gains == {"player_0": first - second, "player_1": second - first}
    assert played.agents == []


def test_a_deal_that_ends_with_the_last_cycle_is_not_cut_short() -> None:
    whole = made(("crapo", "off"))
    whole.reset(seed=5)
    many = len(list(steps(whole, 5)))
    for most, terminated in ((many, True), (many - 1, False)):
        played = made(("crapo", "off"), max_cycles=most)
        played.reset(seed=5)
        assert len(list(steps(played, 5))) == most
        assert set(played.terminations.values()) == {terminated}
        assert set(played.truncations.values()) == {not terminated}
        assert played.rewards == (whole.rewards if terminated else {"player_0": 0, "player_1": 0})


# ------------------------------------------------------------------------------------- decisions, by hand


def test_the_mask_has_the_documented_numbers() -> None:
    """R is row 0, the houses are rows 3 and up; F is column 0; a row has 16 cells."""
    free = {"duties.foundation": "none", "duties.fill": "never"}
    played = beginning_at(at("2C / * / - | 9d / * / - | AH, KC, -, QH | - | 0", free))
    from_reserve = [1 + 2]  # `R-3`; 2♣ fits no other house
    from_houses = [16 * 3, 16 * 6 + 2]  # `1-F`, and `4-2` of Q♥ on K♣; a card alone in a house goes to no empty one
    assert allowed(played, "player_0") == [*from_reserve, *from_houses, DRAW]
    assert allowed(played, "player_1") == []


def test_runs_have_numbers_behind_the_others() -> None:
    """From house 1 to house 2, both counted from 0, twelve lengths each, of which the first is 2."""
    played = beginning_at(at("2C / * / - | 9d / * / - | KS QH JC, KC | - | 0", SEQUENCE))
    assert 263 + (0 * 12 + 1) * 12 in allowed(played, "player_0")
    assert played.action_space("player_0").n == 1991


@pytest.mark.parametrize("position", [ACE, QUIET], ids=["offence", "no offence"])
def test_after_an_action_the_other_decides_whether_to_call(position: str) -> None:
    """Whether or not there was an offence; having let it pass, the mover goes on: Q♣ fits nothing or K♥."""
    played = beginning_at(at(position, CALLS), "windows")
    assert played.agent_selection == "player_0"
    assert DRAW in allowed(played, "player_0")
    assert not {CALL, LETS_PASS} & {*allowed(played, "player_0")}
    played.step(DRAW)
    assert played.agent_selection == "player_1"
    assert allowed(played, "player_1") == [CALL, LETS_PASS]
    assert allowed(played, "player_0") == []
    played.step(LETS_PASS)
    assert played.agent_selection == "player_0"
    assert DISCARD in allowed(played, "player_0")
    played.step(DISCARD)
    assert played.agent_selection == "player_1"
    assert allowed(played, "player_1") == [CALL, LETS_PASS]
    played.step(LETS_PASS)
    assert played.agent_selection == "player_1"
    assert not {CALL, LETS_PASS} & {*allowed(played, "player_1")}


def test_an_upheld_call_gives_the_turn_to_the_caller() -> None:
    played = beginning_at(at(ACE, CALLS), "windows")
    played.step(DRAW)
    played.step(CALL)
    assert ruling(played.decision.state) == "draw broke foundation: 1-F"
    assert played.agent_selection == "player_1"
    assert DRAW in allowed(played, "player_1")
    assert played.observe("player_1")["last_action"] == 1 + CALL


def test_after_a_false_call_the_mover_goes_on() -> None:
    played = beginning_at(at(QUIET, CALLS), "windows")
    played.step(DRAW)
    played.step(CALL)
    assert ruling(played.decision.state) == "false"
    assert played.agent_selection == "player_0"
    assert DISCARD in allowed(played, "player_0")


def test_without_calls_nobody_is_asked() -> None:
    played = beginning_at(at(QUIET))
    played.step(DRAW)
    assert played.agent_selection == "player_0"
    played.step(DISCARD)
    assert played.agent_selection == "player_1"


def test_a_win_pays_what_the_loser_is_left_with() -> None:
    """30 for the win, 2 for 9♦ in the reserve, 1 for each of 51 cards in the hand."""
    settings = {"end.win": "reserve", "scoring.win": 30, "scoring.hand": 1, "scoring.reserve": 2}
    played = beginning_at(at("AC / * / - | 9d / * / - | KS, KC | - | 0", settings))
    assert allowed(played, "player_0") == [0]
    played.step(np.int32(0))
    assert played.rewards == {"player_0": 83, "player_1": -83}
    assert played.terminations == {"player_0": True, "player_1": True}
    assert played.truncations == {"player_0": False, "player_1": False}


def test_the_turn_limit_truncates_and_is_scored() -> None:
    """After the discard: player 0 has 48 cards in hand, 1 on the waste, 1 in reserve: 51; the other 51 + 2 = 53."""
    settings = {"end.max_turns": 1, "scoring.hand": 1, "scoring.waste": 1, "scoring.reserve": 2}
    played = beginning_at(at(QUIET, settings))
    played.step(DRAW)
    played.step(DISCARD)
    assert played.truncations == {"player_0": True, "player_1": True}
    assert played.terminations == {"player_0": False, "player_1": False}
    assert played.rewards == {"player_0": 2, "player_1": -2}


# ------------------------------------------------------------------------------------ nothing hidden is told


def told_by(an_env: Any) -> dict[str, Any]:
    """All that agents receive, and what is shown."""
    pictured = copy.deepcopy(an_env.unwrapped)
    shown = {}
    for mode in ("ansi", "rgb_array"):
        pictured.render_mode = mode
        shown[mode] = pictured.render()
    return {"shown": shown, "repr": re.sub("0x[0-9a-f]+", "", repr(an_env)), **received(an_env)}


def received(an_env: Any) -> dict[str, Any]:
    """All that agents receive."""
    return {
        "observations": {agent: an_env.observe(agent) for agent in an_env.possible_agents},
        "rewards": dict(an_env.rewards),
        "ends": (dict(an_env.terminations), dict(an_env.truncations)),
        "infos": dict(an_env.infos),
        "next": an_env.agent_selection,
        "last": an_env.last(),
    }


def refused(an_env: Any, number: int) -> str:
    """What an error says."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- its texts are compared
        an_env.step(number)
    return str(caught.value) + repr(caught.value)


def check_alike(state: State, calls: str, chance: Random, *, closely: bool) -> bool:
    """Nothing tells states apart that differ in secret, until a hidden card is turned up; tells if they do differ."""
    other = exchanged(state, in_another_world(state, state.unseen, chance))
    one, two = beginning_at(state, calls), beginning_at(other, calls)
    if closely:
        assert data_equivalence(told_by(one), told_by(two))
        for number in chance.sample(sorted({*range(263)} - {*allowed(one, one.agent_selection)}), 20):
            assert refused(one, number) == refused(two, number)
    unseen = state.unseen
    for _ in range(20):
        assert data_equivalence(received(one), received(two))
        if over(one):
            break
        action = chance.choice(allowed(one, one.agent_selection))
        one.step(action)
        two.step(action)
        if one.decision.state.unseen != unseen:
            break
    return state != other


@pytest.mark.no_cover  # which takes three times as long
@IN_ALL
def test_nothing_that_agents_receive_depends_on_hidden_cards(setting: Setting) -> None:
    variant, calls = setting
    rules = raw_env(variant, calls=calls).rules  # type: ignore[arg-type] # a text from the list
    chance = Random(9)
    states = [after for *_, after in islice(random_walk(rules, 9), 400) if outcome(after) is None]
    offences = [state for state in states if state.calls.breach]
    chosen = chance.sample(states, 8) + chance.sample(offences, min(4, len(offences)))
    differ = [check_alike(state, calls, chance, closely=number in (0, 8)) for number, state in enumerate(chosen)]
    assert sum(differ) > len(differ) // 2


def test_whether_to_call_is_asked_alike_with_and_without_an_offence() -> None:
    asked = 0
    for name in ("crapette", "banca-russa", "zank-patience-online"):
        for *_, state in islice(random_walk(load_rules(name), 2), 500):
            if state.calls.breach is None or outcome(state):
                continue
            innocent = replace(state, calls=replace(state.calls, breach=None))
            one, two = beginning_at(state, "windows"), beginning_at(innocent, "windows")
            assert one.decision.is_call
            assert data_equivalence(received(one), received(two))
            asked += 1
    assert asked > 30


# ------------------------------------------------------------------------------------------- the environment


def test_metadata_and_agents() -> None:
    made_env: Any = env()
    made_env.reset(seed=1)
    assert str(made_env.unwrapped) == made_env.metadata["name"] == "crapette_v0"
    assert made_env.metadata["render_modes"] == ["ansi", "human", "rgb_array"]
    assert made_env.metadata["is_parallelizable"] is False
    assert made_env.agents == made_env.possible_agents == ["player_0", "player_1"]
    assert made_env.decision.state == deal(load_rules("russian-bank"), 1)


def test_a_seed_decides_the_resets_after_it() -> None:
    one, two = made(DEFAULT), made(DEFAULT)
    states: list[State] = []
    for seed in (5, None, None):
        one.reset(seed=seed)
        two.reset(seed=seed)
        assert one.decision == two.decision
        states.append(one.decision.state)
    assert len({*states}) == 3
    one.reset(seed=5)
    one.reset()
    assert one.decision.state == states[1]


def test_without_a_seed_chance_decides() -> None:
    one, two = made(DEFAULT), made(DEFAULT)
    one.reset()
    two.reset()
    assert one.decision != two.decision


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 -- it is our own


@pytest.mark.parametrize("duplicate", [copy.deepcopy, pickled])
def test_a_copy_goes_on_as_the_original(duplicate: Any) -> None:
    one = made(("crapette", "windows"))
    one.reset(seed=2)
    list(islice(steps(one, 2), 40))
    two = duplicate(one)
    assert list(islice(steps(one, 3), 40)) == list(islice(steps(two, 3), 40))
    one.reset()
    two.reset()
    assert one.decision == two.decision


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    played = beginning_at(at(QUIET))
    before = played.decision
    with pytest.raises(IllegalAction, match=r"\(rule 4\)"):
        played.step(DISCARD)
    with pytest.raises(ValueError, match="255 is no action of the mover"):
        played.step(255)
    with pytest.raises(ValueError, match="261 \\(stop\\) is no action of the mover"):
        played.step(CALL)
    assert played.decision == before
    assert not over(played)


def test_illegal_actions_end_the_episode_in_the_wrapper_for_it() -> None:
    wrapped = TerminateIllegalWrapper(beginning_at(at(QUIET)), illegal_reward=-1)
    wrapped.step(DISCARD)
    assert wrapped.rewards == {"player_0": -1, "player_1": 0}
    assert over(wrapped)


def test_what_is_no_action_is_refused() -> None:
    played = beginning_at(at(QUIET))
    for action in (263, -1, None, 0.0):
        with pytest.raises(AssertionError, match="action is not in action space"):
            played.step(action)
        with pytest.raises((TypeError, ValueError)):
            played.unwrapped.step(action)


def test_an_episode_that_is_over_takes_only_none() -> None:
    played = beginning_at(at(QUIET), max_cycles=1)
    played.step(DRAW)
    with pytest.raises(ValueError, match="the only valid action is None"):
        played.unwrapped.step(DISCARD)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"calls": "on"}, "calls is 'on'; expected"),
        ({"calls": "windows"}, "the players can't call; expected off"),
        ({"render_mode": "svg"}, "render_mode is 'svg'; expected"),
        ({"max_cycles": 0}, "max_cycles is 0; expected an integer from 1 up, or None"),
        ({"max_cycles": True}, "max_cycles is true; expected"),
        ({"max_cycles": 2.5}, "max_cycles is a float; expected"),
        ({"variant": "nothing-like-it"}, "nothing-like-it"),
    ],
)
def test_bad_arguments_are_told(arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        env(**arguments)


def test_a_state_of_other_rules_is_refused_and_changes_nothing() -> None:
    played = made(DEFAULT)
    played.reset(seed=1)
    before = played.decision
    with pytest.raises(ValueError, match="the option state must be a State under the rules"):
        played.reset(seed=2, options={"state": deal(load_rules("crapette"), 1)})
    assert played.decision == before


def test_human_prints_after_each_step_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    text = beginning_at(at(QUIET), render_mode="ansi")
    printed = f"{text.render()}\n"
    shown = beginning_at(at(QUIET), render_mode="human")
    assert capsys.readouterr().out == printed
    text.step(DRAW)
    shown.step(DRAW)
    assert capsys.readouterr().out == f"{text.render()}\n" != printed
    assert shown.render() is None
    assert capsys.readouterr().out == f"{text.render()}\n"


def test_render_without_a_mode_warns() -> None:
    played = beginning_at(at(QUIET))
    with pytest.warns(UserWarning, match="without a render_mode"):
        assert played.render() is None
    assert isinstance(played.unwrapped, CrapetteAEC)
