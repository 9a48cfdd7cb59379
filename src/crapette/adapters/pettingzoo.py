"""A deal as an environment of PettingZoo, for two agents who decide in turn (AEC).

>>> from crapette.adapters import pettingzoo
>>> env = pettingzoo.env("crapette", calls="windows")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter(max_iter=100):
...     told, reward, terminated, truncated, _ = env.last()
...     env.step(None if terminated or truncated else env.action_space(agent).sample(told["action_mask"]))
"""

from __future__ import annotations

import os
from operator import index
from typing import Any, Final

from crapette.extra import MissingExtraError

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, register
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ImportError as error:
    raise MissingExtraError.of(error, "environments of PettingZoo", "pettingzoo") from error

from crapette.adapters.decisions import CallsMode, Decision, rules_to_play
from crapette.adapters.episodes import (
    RENDER_MODES,
    RenderMode,
    action_space,
    first_decision,
    is_cut_short,
    known_render_mode,
    observation_space,
    rendered,
)
from crapette.adapters.observations import observation
from crapette.faults import shown
from crapette.knowledge import observe
from crapette.rules import Rules

NAME: Final = "crapette_v0"
"""The name of the environment, by which `pettingzoo.make("aec", …)` makes it too. What its numbers mean never changes
under one name."""

AGENTS: Final = ("player_0", "player_1")
"""The names of the agents, player 0 first."""

Observation = dict[str, Any]
Chosen = int | np.int64 | None


class CrapetteAEC(AECEnv[str, Observation, Chosen]):  # type: ignore[misc] # PettingZoo has no types for mypy
    """A deal that two agents play, without the customary wrappers; `env` puts them on.

    An action is a number (`crapette.adapters.action_ids`), an observation what
    `crapette.adapters.observations.observation` tells the agent; its `action_mask` says what is legal, and is zero for
    the agent who is not to act. The rewards come with the end of the deal: the points, those of the other taken off.
    An episode is truncated, and not terminated, if the deal ends only because the rules allow no more turns, or if
    `max_cycles` decisions have been made. In the second case the deal goes on for all that is known: the rewards are 0,
    and the last mask is as if the agent were to act. `infos` are always empty.

    Args:
        variant: A shipped variant, the path of a variant file, or rules.
        calls: `off`: no duty may be broken; `windows`: duties that may be called may be broken, and after each action
            that opens a window the player who may call decides whether to.
        render_mode: `ansi`, `human`, `rgb_array`, or None; `human` prints the board after each step by itself.
        max_cycles: After so many decisions, those of both agents together, an episode is truncated; None: never.

    Attributes:
        decision: What is to be decided now, with the whole state of the deal, hidden cards included. It is not for
            agents.

    Raises:
        ValueError: There is no such way to call or to render, the players can't call under these rules, or
            `max_cycles` is not a number from 1 up.
        VariantError: There is no such variant, or it is not valid.
        MissingExtraError: Pictures need a package that is not installed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 -- as PettingZoo declares it
        "render_modes": list(RENDER_MODES),
        "name": NAME,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    decision: Decision

    def __init__(
        self,
        variant: str | os.PathLike[str] | Rules = "russian-bank",
        *,
        calls: CallsMode = "off",
        render_mode: str | None = None,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise ValueError(f"max_cycles is {shown(max_cycles)}; expected an integer from 1 up, or None")
        self.rules = rules_to_play(variant, calls)
        self.render_mode: RenderMode | None = known_render_mode(render_mode)
        self.max_cycles = max_cycles
        self.possible_agents = list(AGENTS)
        self._observation_spaces = {agent: observation_space(self.rules) for agent in AGENTS}
        self._action_spaces = {agent: action_space(self.rules) for agent in AGENTS}
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of what an agent is told; always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[np.int64]:
        """The space of an agent's actions; always the same object."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode.

        Args:
            seed: The seed of the deal: `crapette.deal(env.rules, seed)` deals the same cards. Resets without a
                seed that come after it are determined by it too; None before any seed: chance decides.
            options: With `state`, the state to begin in, instead of a deal. It must have the rules of the
                environment, as its attribute `rules` has them.

        Raises:
            ValueError: The state can't be begun in.
        """
        chance = self._chance
        if chance is None or seed is not None:
            chance, _ = seeding.np_random(seed)
        self.decision = first_decision(self.rules, seed, chance, options)
        self._chance = chance
        self._decided = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self._to_act()

    def step(self, action: Chosen) -> None:
        """Does what the agent to act has decided.

        An illegal action leaves the episode as it was. Who wants it to end the episode instead puts PettingZoo's
        `TerminateIllegalWrapper` around it.

        Args:
            action: A number that the agent's mask allows; None if the episode is over for the agent.

        Raises:
            IllegalAction: The action is not legal; the error says why.
            ValueError: The number is none of an action that this decision asks for, or the episode is over.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.decision = self.decision.then(index(action))  # type: ignore[arg-type] # None raises a TypeError
        self._decided += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(AGENTS, self.decision.rewards(), strict=True))
        self._accumulate_rewards()
        self._to_act()

    def _to_act(self) -> None:
        """Notes who is to act, or that the episode is over; shows the board."""
        cut_short = is_cut_short(self.decision)
        over = self.decision.is_over
        self.terminations = dict.fromkeys(AGENTS, over and not cut_short)
        self.truncations = dict.fromkeys(AGENTS, cut_short or (not over and self._decided == self.max_cycles))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.decision.player]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent is told, whether or not it is to act."""
        return observation(self.decision, AGENTS.index(agent))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as everybody knows it, in the environment's render mode.

        Returns:
            With `ansi` a text, with `rgb_array` an array (height, width, 3); with `human` nothing: it is printed.
        """
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: the environment was made without a render_mode")
            return None
        return rendered(observe(self.decision.state), self.render_mode)

    def close(self) -> None:
        """Does nothing: the environment holds on to nothing."""


raw_env = CrapetteAEC
"""The environment without the customary wrappers."""


def env(
    variant: str | os.PathLike[str] | Rules = "russian-bank",
    *,
    calls: CallsMode = "off",
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> AECEnv[str, Observation, Chosen]:
    """The environment in PettingZoo's customary wrappers.

    They refuse what is no action at all, and calls in a wrong order. They leave illegal moves to the environment, which
    raises an error that says why; who wants them to end the episode puts `TerminateIllegalWrapper` around it.

    Args:
        variant: A shipped variant, the path of a variant file, or rules.
        calls: `off` or `windows`: whether duties may be broken, and calls decided on (`CrapetteAEC`).
        render_mode: `ansi`, `human`, `rgb_array`, or None.
        max_cycles: After so many decisions of both agents an episode is truncated; None: never.

    Raises:
        ValueError: There is no such way to call or to render, the players can't call under these rules, or
            `max_cycles` is not a number from 1 up.
        VariantError: There is no such variant, or it is not valid.
        MissingExtraError: Pictures need a package that is not installed.
    """
    bare = CrapetteAEC(variant, calls=calls, render_mode=render_mode, max_cycles=max_cycles)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(bare))


register("aec", NAME, f"{__name__}:{env.__name__}")
