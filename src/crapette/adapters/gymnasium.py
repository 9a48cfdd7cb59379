"""A deal against a bot as an environment of Gymnasium.

Importing this module registers `crapette/Crapette-v0` with Gymnasium. The agent is one player; all that the bot does
before the agent has to decide again belongs to the agent's step.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from operator import index
from typing import Any, Final, cast

from crapette.extra import MissingExtraError

try:
    import gymnasium
    import numpy as np
    from gymnasium.error import ResetNeeded
    from numpy.typing import NDArray
except ImportError as error:
    raise MissingExtraError.of(error, "environments of Gymnasium", "gymnasium") from error

from crapette.actions import STOP
from crapette.adapters.action_ids import ID_OF, LET_PASS
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
from crapette.adapters.observations import action_mask, observation
from crapette.bots.playing import BotFault, calls, chosen
from crapette.bots.protocol import Player
from crapette.bots.registry import BotSpec, PlayerOf, parse_bot
from crapette.engine.view import View
from crapette.faults import shown
from crapette.knowledge import observe
from crapette.rules import Rules

ID: Final = "crapette/Crapette-v0"
"""The name by which `gymnasium.make` makes the environment."""

LONGEST_ANSWER: Final = 10_000
"""How many actions a bot may make on end: under some rules a turn need not end."""


class CrapetteEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A deal that an agent plays against a bot of ours.

    An action is a number (`crapette.adapters.action_ids`), an observation what
    `crapette.adapters.observations.observation` tells the agent; its `action_mask` says what is legal. Anything else
    raises an error, which says why, and leaves the episode as it was. The reward comes with the end of the deal: the
    agent's points, those of the bot taken off. An episode is truncated if the deal ends only because the rules allow
    no more turns. `info` is always empty.

    Args:
        variant: A shipped variant, the path of a variant file, or rules.
        calls: `off`: no duty may be broken; `windows`: duties that may be called may be broken, and after each action
            of the bot's that opens a window the agent decides whether to call. The bot is asked likewise.
        opponent: The bot: a text as the command takes it, such as `greedy:notices=0.5`; a `BotSpec`; what makes a
            `Player` from a seed; or a `Player`, which then plays all episodes, one after the other. The others make a
            new player for each episode, from a seed that hangs on that of the environment.
        player: The agent's player, 0 or 1. Who starts is for the rules to say.
        render_mode: `ansi`, `human`, `rgb_array` or None.

    Attributes:
        rules: The rules by which it plays.
        player: The agent's player.

    Raises:
        ValueError: An argument is none of these.
        TypeError: The opponent is nothing that plays.
        VariantError: There is no such variant, or it is not valid.
        NotationError: There is no such bot.
        MissingExtraError: To show pictures needs a package that is not installed.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as in the base class

    def __init__(
        self,
        *,
        variant: str | os.PathLike[str] | Rules = "russian-bank",
        calls: CallsMode = "off",
        opponent: str | BotSpec | Player | PlayerOf = "greedy",
        player: int = 0,
        render_mode: str | None = None,
    ) -> None:
        if player not in (0, 1):
            raise ValueError(f"player is {shown(player)}; expected 0 or 1")
        self.rules = rules_to_play(variant, calls)
        self.player = player
        self._mode: RenderMode | None = known_render_mode(render_mode)
        self.render_mode = self._mode
        self.observation_space = observation_space(self.rules)
        self.action_space = action_space(self.rules)
        self._opened = ExitStack()
        self._player_of = self._player_maker(opponent)
        self._episode: tuple[Player, Decision] | None = None

    def _player_maker(self, opponent: object) -> PlayerOf:
        """What makes the bot of an episode; `close` closes it."""
        if isinstance(opponent, str):
            opponent = parse_bot(opponent)
        if isinstance(opponent, BotSpec):
            return self._opened.enter_context(opponent.opened())
        if isinstance(opponent, Player):
            return lambda _seed: opponent
        if not callable(opponent):
            expected = "the name of a bot, a BotSpec, a Player, or what makes a Player from a seed"
            raise TypeError(f"opponent is {shown(opponent)}; expected {expected}")
        return cast("PlayerOf", opponent)

    @property
    def decision(self) -> Decision:
        """What is to be decided, with the whole state of the deal: for tests and records, no business of an agent's.

        Raises:
            ResetNeeded: No episode has begun.
        """
        return self._under_way()[1]

    def _under_way(self) -> tuple[Player, Decision]:
        if self._episode is None:
            raise ResetNeeded("no episode has begun: call reset first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode, and lets the bot play until the agent has to decide.

        It may be that a bot which starts ends the deal before that. Then, where neither a seed nor a state is given,
        another deal is made.

        Args:
            seed: Deals what `crapette.deal` deals from this seed, and decides all that follows.
            options: With `state`, the state in which the episode begins, instead of a deal.

        Returns:
            The observation, and an empty dictionary.

        Raises:
            ValueError: The state is none to begin in, or the deal is over before the agent has to decide.
            BotFault: The bot has failed, or has chosen what is not legal.
        """
        super().reset(seed=seed)
        episode = self._begun(seed, self.np_random, options)
        while episode[1].is_over:
            if seed is not None or "state" in (options or {}):
                raise ValueError("the bot ends this deal before the agent has to decide: take another seed or state")
            episode = self._begun(seed, self.np_random, options)
        self._episode = episode
        self._show()
        return observation(self.decision, self.player), {}

    def _begun(
        self, seed: int | None, chance: np.random.Generator, options: dict[str, Any] | None
    ) -> tuple[Player, Decision]:
        """The bot of an episode, and the first decision that it leaves to the agent."""
        first = first_decision(self.rules, seed, chance, options)
        bot = self._player_of(int(chance.integers(2**63)))
        return bot, self._until_the_agent_decides(bot, first, None)

    def step(self, action: np.int64 | int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Makes the agent's decision, and lets the bot play until the agent has to decide again or the deal is over.

        Args:
            action: A number whose action is legal; the observation's `action_mask` and `action_masks` tell them.

        Returns:
            The observation, the reward, whether the episode is terminated, whether it is truncated, and an empty
            dictionary.

        Raises:
            ResetNeeded: No episode has begun.
            IllegalAction: The action is not legal; the episode stands as before.
            ValueError: There is no such number, or it answers another question; likewise.
            BotFault: The bot has failed, or has chosen what is not legal; likewise.
        """
        bot, before = self._under_way()
        decision = self._until_the_agent_decides(bot, before.then(index(action)), observe(before.state))
        self._episode = bot, decision
        self._show()
        is_truncated = is_cut_short(decision)
        is_terminated = decision.is_over and not is_truncated
        reward = decision.rewards()[self.player]
        return observation(decision, self.player), reward, is_terminated, is_truncated, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers the agent may decide now, as MaskablePPO of sb3-contrib asks for it."""
        return action_mask(self.decision, self.player).astype(np.bool_)

    def render(self) -> Any:
        """What both players can see, as `render_mode` says: a text, a picture, or nothing, since it is printed."""
        if self._mode is None:
            gymnasium.logger.warn("nothing is shown without a render_mode: give one when the environment is made")
            return None
        return rendered(observe(self.decision.state), self._mode)

    def close(self) -> None:
        """Closes the bot, which may be a program."""
        self._opened.close()

    def _show(self) -> None:
        if self._mode == "human":
            self.render()

    def _until_the_agent_decides(self, bot: Player, decision: Decision, before: View | None) -> Decision:
        """The next decision of the agent, or the end of the deal, after all that the bot does first.

        Args:
            bot: The bot.
            decision: The decision now.
            before: What was to be seen before the agent's action that has led to it, if one has.
        """
        for _ in range(LONGEST_ANSWER):
            if decision.is_over or decision.player == self.player:
                return decision
            if decision.is_call:
                decision = decision.then(ID_OF[STOP] if _is_called(decision, bot, before) else LET_PASS)
            else:
                state = decision.state
                decision = decision.then(ID_OF[chosen(state, observe(state), bot.bot)])
        raise BotFault(1 - self.player, f"it made {LONGEST_ANSWER:,} actions on end")


def _is_called(decision: Decision, bot: Player, before: View | None) -> bool:
    """Whether the bot calls the agent's action; what it has not seen, in an episode that begins there, it lets pass."""
    if before is None or decision.last is None:
        return False
    return calls(decision.player, bot.caller, before, decision.last[1], decision.state)


gymnasium.register(ID, f"{__name__}:{CrapetteEnv.__name__}")  # pyright: ignore[reportUnknownMemberType] - it has a dict
