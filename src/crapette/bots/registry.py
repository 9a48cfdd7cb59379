"""Bots by name, with parameters: `greedy`, `sampling:rollouts=200`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Any

from attrs import frozen

from crapette.bots.caller import AttentiveCaller
from crapette.bots.careful import NODES, CarefulBot
from crapette.bots.careless import CarelessBot
from crapette.bots.first import FirstBot
from crapette.bots.greedy import GreedyBot
from crapette.bots.parameters import Parameter, Real, Text, Value, Whole
from crapette.bots.protocol import Bot, Player
from crapette.bots.random import RandomBot
from crapette.bots.sampling import PLANS, ROLLOUTS, SamplingBot
from crapette.engine.shuffle import child_seed
from crapette.errors import NotationError, Problem, quoted
from crapette.faults import did_you_mean, one_of

PlayerOf = Callable[[int], Player]
"""What makes the player of a deal, from a seed: an integer that decides all that the player leaves to chance."""


@frozen
class Kind:
    """A kind of bot.

    Attributes:
        says: What it does, in a few words.
        parameters: Its parameters, by name.
        opened: What makes its players, from the values of all parameters; it may need to be closed again.
    """

    says: str
    parameters: Mapping[str, Parameter]
    opened: Callable[[Mapping[str, Any]], AbstractContextManager[PlayerOf]]


def _of_ours(
    says: str, bot: Callable[..., Bot], *, notices: float = 1, imagines: float = 0, **parameters: Parameter
) -> Kind:
    """A kind of bot of our own.

    Args:
        says: What it does.
        bot: Makes the bot, from a seed and the values of its parameters.
        notices: How likely it calls an offence, unless something else is asked for.
        imagines: How likely it calls what is none, likewise.
        **parameters: Its parameters, beside those of its caller.
    """
    of_caller: dict[str, Parameter] = {
        "notices": Real(notices, 0, 1, "how likely it calls an offence"),
        "imagines": Real(imagines, 0, 1, "how likely it calls an action that was none"),
    }

    def opened(values: Mapping[str, Any]) -> AbstractContextManager[PlayerOf]:
        calling = {name: values[name] for name in of_caller}
        choosing = {name: values[name] for name in parameters}
        return nullcontext(
            lambda seed: Player(bot(seed, **choosing), AttentiveCaller(**calling, seed=child_seed(seed, 0)))
        )

    return Kind(says, {**parameters, **of_caller}, opened)


def _seedless(bot: Callable[..., Bot]) -> Callable[..., Bot]:
    """What makes a bot that leaves nothing to chance, from a seed that it does not need."""

    def of_seed(_seed: int, **values: Any) -> Bot:
        return bot(**values)

    return of_seed


def _opened_program(values: Mapping[str, Any]) -> AbstractContextManager[PlayerOf]:
    from crapette.bots.program import opened  # noqa: PLC0415 -- who does not ask for it should not wait for it

    return opened(**values)


_NODES = Whole(NODES, 1, 1_000_000, "from how many states it goes on to make a plan")

KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "careful": _of_ours("plans its turn", _seedless(CarefulBot), nodes=_NODES),
        "careless": _of_ours(
            "greedy, but overlooks duties, as people do", CarelessBot, notices=3 / 4, imagines=1 / 400
        ),
        "first": _of_ours("plays the first legal move", _seedless(FirstBot)),
        "greedy": _of_ours("takes what looks best at once", _seedless(GreedyBot)),
        "program": Kind(
            "another program, in any language",
            {
                "command": Text("a command such as ./my-bot --fast", "what starts the program"),
                "seconds": Real(5, 0.1, 3600, "how long it may think about each answer"),
            },
            _opened_program,
        ),
        "random": _of_ours("plays any legal move", RandomBot, notices=1 / 50, imagines=1 / 50),
        "sampling": _of_ours(
            "plans its turn, and tries the best plans out",
            SamplingBot,
            rollouts=Whole(ROLLOUTS, 1, 1_000_000, "how many times it tries plans out for one choice, all together"),
            tries=Whole(PLANS, 2, 100, "how many plans it tries out"),
            nodes=_NODES,
        ),
    }
)
"""The kinds of bots, by name."""


@frozen
class BotSpec:
    """A bot that is asked for: its kind, and the values of its parameters.

    Attributes:
        kind: The name of its kind.
        given: The values that were given, by parameter, in the order of the parameters; the others are the defaults.

    >>> str(parse_bot("greedy:notices=0.50"))
    'greedy:notices=0.5'
    """

    kind: str
    given: tuple[tuple[str, Value], ...] = ()

    def __str__(self) -> str:
        """As it is asked for."""
        return ":".join([self.kind, *(f"{name}={value}" for name, value in self.given)])

    def opened(self) -> AbstractContextManager[PlayerOf]:
        """What makes its players, a new one for each deal; to be closed when no more are needed."""
        kind = KINDS[self.kind]
        defaults = {name: parameter.default for name, parameter in kind.parameters.items()}
        return kind.opened({**defaults, **dict(self.given)})


def parse_bot(text: str) -> BotSpec:
    """The bot that a text asks for: `NAME`, or `NAME:PARAMETER=VALUE`, with as many parameters as one likes.

    Raises:
        NotationError: There is no such bot, or no such parameter, or it can't have this value; all that is wrong.

    >>> parse_bot("greedy:notices=0.5")
    BotSpec(kind='greedy', given=(('notices', 0.5),))
    """
    name, *parts = text.split(":")
    if name not in KINDS:
        told = f"there is no bot {quoted(name)}{did_you_mean(name, KINDS)}; expected {one_of(KINDS)}"
        raise NotationError(text, 0, "a bot", [Problem("unknown-bot", "", told)])
    parameters = KINDS[name].parameters
    values: dict[str, Value] = {}
    wrong: list[str] = []
    for part in parts:
        key, equals, value = part.partition("=")
        if not equals:
            wrong.append(f"{quoted(part)} is no parameter; expected one such as {next(iter(parameters))}=…")
        elif key not in parameters:
            hint = did_you_mean(key, parameters)
            wrong.append(f"{name} has no parameter {quoted(key)}{hint}; expected {one_of(parameters)}")
        elif key in values:
            wrong.append(f"{key} stands twice")
        else:
            try:
                values[key] = parameters[key].read(value)
            except ValueError as error:
                wrong.append(f"{key}: {error}")
    given = tuple([(key, values[key]) for key in parameters if key in values])
    missing = [key for key, parameter in parameters.items() if parameter.default is None and key not in values]
    if not wrong:
        wrong = [f"{key} is missing; expected {parameters[key].expected}" for key in missing]
    if wrong:
        raise NotationError(text, len(name), "a bot", [Problem("bad-parameter", quoted(text), each) for each in wrong])
    return BotSpec(name, given)
