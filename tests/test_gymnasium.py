"""An agent against a bot, by the interface of Gymnasium: its own checks, the bot's part, and no hidden card told."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, cast

import pytest

pytest.importorskip("gymnasium", reason="needs the extra `gymnasium`")

import gymnasium
import numpy as np
from attrs import evolve
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from crapette import Action, IllegalAction, State, apply, deal, load_rules, observe, outcome, score
from crapette.actions import STOP
from crapette.adapters.action_ids import ACTION_OF, ID_OF, LET_PASS
from crapette.adapters.gymnasium import ID, LONGEST_ANSWER, CrapetteEnv
from crapette.bots import GreedyBot, Player, RandomBot
from crapette.bots.playing import BotFault
from crapette.bots.registry import BotSpec, PlayerOf, parse_bot
from crapette.engine.view import View
from crapette.errors import NotationError
from crapette.render.text import board
from tests.face_down import exchanged
from tests.playing import played
from tests.positions import NO_DUTIES, QUIET, at, callable_at, table, table_of
from tests.test_2_noninterference import in_another_world

MODES = [("russian-bank", "off"), ("crapette", "off"), ("crapette", "windows"), ("krapetta", "off"), ("crapo", "off")]
BOTS = ("random", "greedy", "careless", "careful:nodes=5", "sampling:rollouts=2:tries=2:nodes=5")
Observed = dict[str, Any]
Seen = tuple[Observed, float, bool, bool, dict[str, Any]]
"""What a step gives."""

MISSED = "2C / 4D * / - | 9d / 5d * / - | AH, KC | - | 0"
"""Player 0 has an ace that must go to a foundation."""


class Script:
    """Makes these actions one after the other, and never calls."""

    def __init__(self, *actions: str) -> None:
        self._actions = iter(actions)

    def choose(self, view: View) -> Action:  # noqa: ARG002
        return Action.parse(next(self._actions))

    def calls(self, before: View, action: Action) -> bool:  # noqa: ARG002
        return False


def scripted(*actions: str) -> Player:
    script = Script(*actions)
    return Player(script, script)


class Noted:
    """A player who writes down what it does."""

    def __init__(self, player: Player, book: list[Action]) -> None:
        self._player = player
        self._book = book

    def choose(self, view: View) -> Action:
        self._book.append(self._player.bot.choose(view))
        return self._book[-1]

    def calls(self, before: View, action: Action) -> bool:
        says = self._player.caller.calls(before, action)
        self._book += [STOP] if says else []
        return says


class Forgiving(CrapetteEnv):
    """Takes any number for one that is legal: Gymnasium's checker samples numbers without looking at the mask."""

    def step(self, action: np.int64 | int) -> Seen:
        options = self.decision.options
        return super().step(options[int(action) % len(options)])


def env_of(state: State, opponent: Any, **arguments: Any) -> CrapetteEnv:
    """An environment under the rules of a state, whose episode begins there."""
    env = CrapetteEnv(variant=state.rules, opponent=opponent, **arguments)
    env.reset(seed=1, options={"state": state})
    return env


def some_legal(told: Observed, dice: np.random.Generator) -> int:
    return int(dice.choice(np.flatnonzero(told["action_mask"])))


def episode(env: Any, seed: int, most: int = 10_000, **options: Any) -> Iterator[tuple[int, Seen]]:
    """An episode played at random: each action with what it gives; the reset is told as an action, too."""
    dice = np.random.default_rng(seed)
    told, info = env.reset(seed=seed, options=options)
    yield -1, (told, 0.0, False, False, info)
    for _ in range(most):
        action = some_legal(told, dice)
        seen = env.step(action)
        yield action, seen
        told = seen[0]
        if seen[2] or seen[3]:
            return


# ----------------------------------------------------------------------------------- Gymnasium's own conditions


@pytest.mark.parametrize(("variant", "calls"), MODES)
def test_passes_the_checker_of_gymnasium(variant: str, calls: str, capsys: pytest.CaptureFixture[str]) -> None:
    """With every way to render; the checker makes its environments by the name that is registered."""
    name = "crapette-tests/Forgiving-v0"
    gymnasium.registry.pop(name, None)
    gymnasium.register(name, cast("Any", Forgiving))  # pyright: ignore[reportUnknownMemberType] - it has a dict
    for mode in (None, "ansi", "rgb_array", "human"):
        check_env(gymnasium.make(name, variant=variant, calls=calls, render_mode=mode).unwrapped)
    assert "turn 1" in capsys.readouterr().out


def test_is_made_by_name() -> None:
    for name in (ID, f"crapette.adapters.gymnasium:{ID}"):
        env = gymnasium.make(name, variant="crapette", calls="windows", opponent="random", player=1)
        assert isinstance(env.unwrapped, CrapetteEnv)
        assert (env.unwrapped.rules, env.unwrapped.player) == (load_rules("crapette"), 1)
        list(episode(env, 5, 20))
        env.close()


def test_time_limit_cuts_an_episode() -> None:
    env = gymnasium.make(ID, opponent="random", max_episode_steps=3)
    steps = list(episode(env, 0))[1:]
    assert [(terminated, truncated) for _, (_, _, terminated, truncated, _) in steps] == [(False, False)] * 2 + [
        (False, True)
    ]


def test_goes_into_a_vector() -> None:
    envs: Any = gymnasium.make_vec(ID, num_envs=2, vectorization_mode="sync", opponent="random")
    told, _ = envs.reset(seed=[3, 4])
    for _ in range(5):
        masks = envs.call("action_masks")
        assert np.array_equal(told["action_mask"], masks)
        told, rewards, *_ = envs.step(np.array([np.flatnonzero(mask)[0] for mask in masks]))
        assert rewards.tolist() == [0, 0]
    alone, _ = CrapetteEnv(opponent="random").reset(seed=4)
    assert np.array_equal(envs.reset(seed=[3, 4])[0]["observation"][1], alone["observation"])
    envs.close()


# -------------------------------------------------------------------------------------------- whole episodes


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("variant", "calls"), MODES)
def test_spaces_hold_all_that_is_told(variant: str, calls: Any, player: int) -> None:
    env = CrapetteEnv(variant=variant, calls=calls, player=player, opponent="random")
    reward, is_masked = 0.0, False
    for _, (told, reward, terminated, truncated, info) in episode(env, 11):
        is_masked = not told["action_mask"].any()
        assert told in env.observation_space
        assert told["action_mask"].sum() == len(env.decision.options)
        assert np.array_equal(told["action_mask"], env.action_masks())
        assert env.action_masks().dtype == np.bool_
        assert info == {}
        if not (terminated or truncated):
            assert (reward, env.decision.player, is_masked) == (0, player, False)
    assert env.decision.is_over
    assert is_masked
    points = score(env.decision.state).points
    assert reward == points[player] - points[1 - player]


@pytest.mark.parametrize("opponent", BOTS)
def test_equal_seeds_equal_episodes(opponent: str) -> None:
    env = CrapetteEnv(variant="crapette", calls="windows", opponent=opponent)
    first = list(episode(env, 7, 40))
    again = list(episode(env, 7, 40))
    other = list(episode(CrapetteEnv(variant="crapette", calls="windows", opponent=opponent), 7, 40))
    assert len(first) == len(again) == len(other) > 20
    assert all(data_equivalence(one, two, exact=True) for one, two in zip(first, again, strict=True))
    assert all(data_equivalence(one, two, exact=True) for one, two in zip(first, other, strict=True))
    assert not data_equivalence(first, list(episode(env, 8, 40)), exact=True)


def test_seed_decides_the_deals_that_follow() -> None:
    env = CrapetteEnv(opponent="random")
    env.reset(seed=3)
    following = [env.reset()[0] for _ in range(2)]
    env.reset(seed=3)
    assert data_equivalence(following, [env.reset()[0] for _ in range(2)], exact=True)
    assert not data_equivalence(following[0], following[1], exact=True)


def test_seed_deals_what_the_library_deals() -> None:
    """In each of these deals the agent, or else the bot, starts: it has a script that it must not need."""
    rules = load_rules("russian-bank")
    for seed in range(6):
        state = deal(rules, seed)
        env = CrapetteEnv(opponent=scripted(), player=state.starter)
        env.reset(seed=seed)
        assert env.decision.state == state


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("variant", "calls"), MODES)
def test_episode_replayed_through_the_core_is_the_same(variant: str, calls: Any, player: int) -> None:
    book: list[Action] = []

    def noted(seed: int) -> Player:
        with parse_bot("random:notices=1").opened() as player_of:
            both = Noted(player_of(seed), book)
        return Player(both, both)

    env = CrapetteEnv(variant=variant, calls=calls, player=player, opponent=noted)
    dice = np.random.default_rng(2)
    told, _ = env.reset(seed=2)
    reward, over = 0.0, False
    while not over:
        action = some_legal(told, dice)
        book += [ACTION_OF[action]] if action != LET_PASS else []
        told, reward, terminated, truncated, _ = env.step(action)
        over = terminated or truncated
    state = deal(env.rules, 2)
    for each in book:
        state = apply(state, each)
    assert state == env.decision.state
    assert outcome(state) is not None
    points = score(state).points
    assert reward == points[player] - points[1 - player]
    assert (STOP in book) == (calls == "windows")


# -------------------------------------------------------------------------------------------- hidden cards


@pytest.mark.no_cover  # which takes three times as long
@pytest.mark.parametrize("opponent", BOTS)
@pytest.mark.parametrize(("variant", "calls"), [("russian-bank", "off"), ("crapette", "windows")])
def test_2_nothing_told_depends_on_hidden_cards(variant: str, calls: Any, opponent: str) -> None:
    """The same actions, also the bot's, in a world where the cards that nobody sees to the end lie elsewhere."""
    for seed in range(3):
        make = partial(CrapetteEnv, variant=variant, calls=calls, opponent=opponent)
        env = make()
        start = deal(env.rules, seed)
        told = list(episode(env, seed, 12, state=start))
        other = exchanged(start, in_another_world(start, env.decision.state.unseen, Random(seed)))
        assert (other.hands, other.reserves) != (start.hands, start.reserves)
        here, there = make(render_mode="ansi"), make(render_mode="ansi")
        steps = zip(episode(here, seed, 12, state=start), episode(there, seed, 12, state=other), strict=True)
        for expected, (one, two) in zip(told, steps, strict=True):
            assert data_equivalence(one, expected, exact=True)
            assert data_equivalence(two, expected, exact=True)
            assert here.render() == there.render()


def test_2_no_picture_depends_on_hidden_cards() -> None:
    rules = load_rules("russian-bank")
    start = deal(rules, 1)
    pictures: list[Any] = []
    for state in (start, exchanged(start, in_another_world(start, start.unseen, Random(1)))):
        env = CrapetteEnv(render_mode="rgb_array", player=start.mover)
        env.reset(seed=1, options={"state": state})
        pictures.append(env.render())
    assert np.array_equal(*pictures)


# ------------------------------------------------------------------------------------------------ the bot


def test_bot_plays_until_the_agent_decides() -> None:
    """The agent draws Q♣, which fits nothing, and discards it; the bot does likewise with K♣, and its turn is over."""
    state = at("2C / * / - | 9d / * / - | KC, KS | - | 0", NO_DUTIES)
    env = env_of(state, scripted("draw", "discard"))
    env.step(ID_OF[Action.parse("draw")])
    assert env.decision.player == 0
    env.step(ID_OF[Action.parse("discard")])
    expected = "2C / * / QC | 9d / * / kc | KC, KS | - | 0"
    assert table(env.decision.state) == table_of(expected, state)


def test_bot_that_is_to_move_first_does_so_at_the_reset() -> None:
    state = at(MISSED, NO_DUTIES)
    env = env_of(state, scripted("1-F", "draw", "discard"), player=1)
    assert (env.decision.player, env.decision.is_call) == (1, False)
    assert table(env.decision.state) == table_of("2C / 4D * / QC | 9d / 5d * / - | -, KC | H1 | 1", state)


def test_bot_calls_what_the_agent_has_missed() -> None:
    """The draw before `1-F` is taken back, the ace is played, and the turn is the bot's."""
    state = callable_at(MISSED)
    env = env_of(state, Player(Script("draw", "discard")), calls="windows")
    env.step(ID_OF[Action.parse("draw")])
    assert env.decision.state == played(state, "draw stop draw")
    assert (env.decision.last, env.decision.is_call) == ((1, Action.parse("draw")), True)


def test_bot_of_ours_calls_too() -> None:
    """The greedy bot calls; the one that never notices lets the agent go on."""
    called, missed = (env_of(callable_at(MISSED), bot, calls="windows") for bot in ("greedy", "greedy:notices=0"))
    for env in (called, missed):
        env.step(ID_OF[Action.parse("draw")])
    assert called.decision.state.foundations[2]
    assert missed.decision.state == played(callable_at(MISSED), "draw")


def test_bot_lets_pass_what_was_done_before_the_episode() -> None:
    state = played(callable_at(MISSED), "draw")
    assert state.window == 1
    env = env_of(state, "greedy", calls="windows")
    assert (env.decision.player, env.decision.state) == (0, state)


@pytest.mark.parametrize("action", ["stop", "let-pass"])
def test_agent_is_asked_whether_it_calls(action: str) -> None:
    """The bot draws where it must play its ace, `1-F`; the agent is player 1."""
    state = callable_at(MISSED)
    env = env_of(state, scripted("draw", "discard"), player=1, calls="windows")
    assert (env.decision.is_call, env.decision.options) == (True, [ID_OF[STOP], LET_PASS])
    env.step(LET_PASS if action == "let-pass" else ID_OF[STOP])
    done = "draw discard" if action == "let-pass" else "draw stop"
    assert env.decision.state == played(state, done)
    assert (env.decision.player, env.decision.is_call) == (1, action == "let-pass")


def test_bot_at_fault_is_told_and_the_episode_stands_as_before() -> None:
    state = at(QUIET, NO_DUTIES)
    env = env_of(state, scripted("1-F", "draw", "discard"))
    env.step(ID_OF[Action.parse("draw")])
    before = env.decision
    with pytest.raises(BotFault, match="the bot of player 1 is at fault: it chose 1-F, which is not legal"):
        env.step(ID_OF[Action.parse("discard")])
    assert env.decision == before
    env.step(ID_OF[Action.parse("discard")])
    assert env.decision.state == played(state, "draw discard draw discard")


def test_bot_that_never_ends_its_turn_is_at_fault() -> None:
    """Where layouts may be repeated, a card can go to and fro for ever."""
    settings = {**NO_DUTIES, "turn.repeat_layout": True}
    state = at("2C / * / - | 9d / * / - | KH QS, KD, 2H, 4H | - | 1", settings)
    to_and_fro = Player(Script(*["1-2", "2-1"] * LONGEST_ANSWER))
    with pytest.raises(BotFault, match="it made 10,000 actions on end"):
        env_of(state, to_and_fro)


def test_reward_is_the_points_of_the_deal() -> None:
    """Player 0 wins by `R-F`: 30 points, and two for the card in the reserve of player 1."""
    won_by = "KS / - / - | ks / - / - | -, -, -, -, -, -, -, - | S12 s12 H13 h13 D13 d13 C13 c13 | 0"
    state = at(won_by)
    _, reward, terminated, truncated, _ = env_of(state, scripted()).step(ID_OF[Action.parse("R-F")])
    assert (reward, terminated, truncated) == (32, True, False)


# ------------------------------------------------------------------------------------------ beginning and end


def test_turn_limit_truncates() -> None:
    """After the agent's turn; the reward is that of a stalemate."""
    env = env_of(at(QUIET, {**NO_DUTIES, "end.max_turns": 1}), scripted())
    env.step(ID_OF[Action.parse("draw")])
    told, reward, terminated, truncated, _ = env.step(ID_OF[Action.parse("discard")])
    assert (terminated, truncated) == (False, True)
    assert not told["action_mask"].any()
    assert reward == score(env.decision.state).points[0] - score(env.decision.state).points[1]
    with pytest.raises(IllegalAction, match="over"):
        env.step(ID_OF[Action.parse("draw")])


def test_deal_that_the_bot_ends_at_once_is_no_episode() -> None:
    """Whoever starts has the only turn: where it is the bot, another deal is made, unless this one was asked for."""
    rules = load_rules("russian-bank")
    rules = evolve(rules, end=evolve(rules.end, max_turns=1))
    starters = [deal(rules, seed).starter for seed in range(6)]
    assert {0, 1} == set(starters)
    env = CrapetteEnv(variant=rules, opponent="random")
    for seed, starter in enumerate(starters):
        if starter == 0:
            env.reset(seed=seed)
            assert env.decision.state == deal(rules, seed)
        else:
            with pytest.raises(ValueError, match="the bot ends this deal before the agent has to decide"):
                env.reset(seed=seed)
    for _ in range(8):
        env.reset()
        assert (env.decision.is_over, env.decision.state.starter) == (False, 0)


def test_each_episode_has_a_new_bot_and_a_given_player_plays_them_all() -> None:
    seeds: list[int] = []

    def bot(seed: int) -> Player:
        seeds.append(seed)
        return Player(RandomBot(seed))

    env = CrapetteEnv(opponent=bot)
    for seed in (1, 1, None):
        env.reset(seed=seed)
    assert len(seeds) == 3
    assert seeds[0] == seeds[1] != seeds[2]
    env = CrapetteEnv(opponent=Player(GreedyBot()))
    env.reset(seed=1)
    env.reset(seed=2)
    CrapetteEnv(opponent=parse_bot("greedy")).reset(seed=1)


def test_close_closes_the_bot_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may be a program."""
    closed: list[None] = []

    @contextmanager
    def opened(_spec: BotSpec) -> Generator[PlayerOf]:
        def player_of(seed: int) -> Player:
            return Player(RandomBot(seed))

        yield player_of
        closed.append(None)

    monkeypatch.setattr(BotSpec, "opened", opened)
    env = CrapetteEnv(opponent="random")
    env.reset(seed=1)
    assert not closed
    env.close()
    env.close()
    assert len(closed) == 1


# ------------------------------------------------------------------------------------------------- mistakes


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="player is 2; expected 0 or 1"):
        CrapetteEnv(player=2)
    with pytest.raises(NotationError, match="there is no bot 'greedi'"):
        CrapetteEnv(opponent="greedi")
    with pytest.raises(TypeError, match="opponent is 3; expected the name of a bot"):
        CrapetteEnv(opponent=cast("Any", 3))
    with pytest.raises(ValueError, match="calls is 'on'"):
        CrapetteEnv(calls=cast("Any", "on"))
    with pytest.raises(ValueError, match="render_mode is 'svg'"):
        CrapetteEnv(render_mode="svg")


def test_nothing_can_be_done_before_the_reset() -> None:
    env = CrapetteEnv()
    for ask in (lambda: env.step(0), env.action_masks, lambda: env.decision):
        with pytest.raises(ResetNeeded, match="call reset first"):
            ask()


def test_illegal_action_leaves_the_episode_as_it_was() -> None:
    env = env_of(at(QUIET, NO_DUTIES), scripted())
    before = env.decision
    with pytest.raises(IllegalAction, match=r"rule 4"):
        env.step(ID_OF[Action.parse("discard")])
    with pytest.raises(ValueError, match="262 is no action of the mover"):
        env.step(LET_PASS)
    assert env.decision is before


def test_render_needs_a_mode() -> None:
    env = env_of(at(QUIET, NO_DUTIES), scripted())
    with pytest.warns(UserWarning, match="nothing is shown without a render_mode"):
        assert env.render() is None


def test_human_sees_the_board_after_reset_and_step(capsys: pytest.CaptureFixture[str]) -> None:
    state = at(QUIET, NO_DUTIES)
    env = env_of(state, scripted(), render_mode="human")
    assert capsys.readouterr().out == f"{board(observe(state))}\n"
    env.step(ID_OF[Action.parse("draw")])
    after = f"{board(observe(played(state, 'draw')))}\n"
    assert capsys.readouterr().out == after
    assert env.render() is None
    assert capsys.readouterr().out == after
