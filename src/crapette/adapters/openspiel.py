"""A deal as a game of OpenSpiel, in which chance turns up the cards.

Importing this module registers the game `python_crapette`. Its parameters are:

- `variant`: a shipped variant, or the path of a variant file; by default `russian-bank`.
- `calls`: `off`, so that no duty may be broken, or `windows`; by default `off`.
- `max_moves`: after so many decisions of both players a deal that is not over ends without points, since OpenSpiel
  asks how long a game can last, and under some rules there is no end to it; by default 10000.

A state knows no card that has never lain face up. Chance names the cards that are dealt face up, and who starts where
the cut decides; and whenever an action turns up a card that nobody has seen, chance says which of the unseen ones of
its pack it is, each equally likely (rules 2). So nothing that a search finds in a state, or in what comes of it, is
more than the players know. Since nothing is private to a player, it is a game of perfect information, with chance.

What chance decides has a number too: 0 to 51 is a card, in the order of a new pack (♠A … ♠K ♥A … ♣K), of whichever
pack the next card is; 52 and 53 are that player 0 or 1 starts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from typing import Any, Final, Self

from attrs import evolve, frozen

from crapette.extra import MissingExtraError

try:
    import numpy as np
    from numpy.typing import NDArray

    pyspiel: Any = import_module("pyspiel")
except ImportError as error:
    raise MissingExtraError.of(error, "games of OpenSpiel", "openspiel") from error

from crapette.adapters.action_ids import ACTION_OF, many_ids, text_of_id
from crapette.adapters.decisions import Decision, rules_to_play
from crapette.adapters.observations import FACTS, RANKS, SUITS_AND_PACKS, cards_shown, facts, last_action, planes
from crapette.cards import CARDS, PACKS, Card, codes
from crapette.engine.deal import deal_from, starter_by_cards
from crapette.engine.view import View
from crapette.facts import can_load
from crapette.faults import shown
from crapette.knowledge import observe
from crapette.notation import position
from crapette.notation.record import turned_up_by, with_cards
from crapette.render import text
from crapette.rules import LoadOnto, Rules, WasteAccepts
from crapette.table import OTHER_PACK

NAME: Final = "python_crapette"
"""The name by which OpenSpiel loads the game."""

PARAMETERS: Final[dict[str, Any]] = {"variant": "russian-bank", "calls": "off", "max_moves": 10_000}
"""The parameters of the game, with their defaults."""

PACK: Final = 52
"""A pack has so many cards; the numbers of what chance decides are below, and from here on they say who starts."""

MOST_CHANCES: Final = 2 * PACK + 1
"""How often chance decides at most: each card is new only once, and there is one cut."""

_CHANCE: Final = int(pyspiel.PlayerId.CHANCE)
_NOBODY: Final = int(pyspiel.PlayerId.TERMINAL)
_EVENT: Final = np.dtype("<u2")
_DECIDES: Final = [fact.name for fact in FACTS].index("decides")


# ---------------------------------------------------------------------------------------- what a state knows


@frozen
class _Plan:
    """What all states of a game have in common."""

    rules: Rules
    max_moves: int
    face_up: tuple[tuple[int, ...], ...]
    """For each pack, which cards are dealt face up, counted in dealing order from 0."""

    @classmethod
    def of(cls, rules: Rules, max_moves: int) -> _Plan:
        """The plan of a game by these rules."""
        unseen = deal_from(rules, PACKS, starter=0).unseen
        face_up = [tuple([place for place, card in enumerate(pack) if card.code not in unseen]) for pack in PACKS]
        return cls(rules, max_moves, tuple(face_up))

    @property
    def many_face_up(self) -> int:
        """How many cards are dealt face up."""
        return sum(map(len, self.face_up))

    # A history is of events: first come the numbers of actions, then the cards as two new packs lie, then who starts.

    @property
    def first_card(self) -> int:
        """The event that names the first card of pack 0."""
        return many_ids(self.rules)

    @property
    def first_start(self) -> int:
        """The event that player 0 starts."""
        return self.first_card + len(CARDS)

    @property
    def many_events(self) -> int:
        """How many events there are at most: decisions; each card, which is new only once; and a cut."""
        return self.max_moves + MOST_CHANCES

    def told(self, events: Iterable[int]) -> str:
        """A history in our notation."""
        dealt: list[str] = []
        made: list[str] = []
        for event in events:
            if event >= self.first_start:
                made.append(f"starter {event - self.first_start}")
            elif event < self.first_card:
                made.append(text_of_id(event))
            elif len(dealt) < self.many_face_up:
                dealt.append(str(CARDS[event - self.first_card]))
            else:
                made[-1] += f"{',' if '=' in made[-1] else '='}{CARDS[event - self.first_card]}"
        return " ".join(["dealt", *dealt, *made])


@frozen
class _Node(ABC):
    """What a state knows: a value that never changes, so that copies of a state can share it."""

    plan: _Plan
    history: bytes
    """All events so far."""

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def and_then(self, event: int) -> bytes:
        """The history with an event more."""
        return self.history + event.to_bytes(_EVENT.itemsize, "little")

    def and_card(self, pack: int, number: int) -> bytes:
        """The history with an event more: a card of the pack is named."""
        return self.and_then(self.plan.first_card + pack * PACK + number)

    @property
    def events(self) -> NDArray[np.uint16]:
        """All events so far."""
        return np.frombuffer(self.history, _EVENT)

    @property
    @abstractmethod
    def player(self) -> int:
        """Who decides: a player, chance, or nobody any more."""

    @property
    @abstractmethod
    def options(self) -> list[int]:
        """The numbers of all that may be decided, in ascending order."""

    @abstractmethod
    def then(self, number: int) -> _Node:
        """What comes of a decision."""

    @abstractmethod
    def chance_text(self, number: int) -> str:
        """What it says that chance decides so."""

    @property
    def seen(self) -> Decision | None:
        """What everybody sees; None before the cards lie there."""
        return None

    @property
    def returns(self) -> tuple[float, float]:
        """What each player has gained."""
        return 0, 0

    def checked(self, number: int) -> None:
        """Refuses a number that chance can't decide for here.

        Raises:
            ValueError: It is one.
        """
        if number not in self.options:
            raise ValueError(f"{shown(number)} is nothing that chance may decide here; chance_outcomes tells what is")


@frozen
class _Dealing(_Node):
    """The deal: chance names the cards that lie face up, and then who starts if the cards don't tell."""

    named: bytes = b""
    """The cards that are named so far: pack 0 before pack 1, each in dealing order."""

    @property
    def player(self) -> int:
        return _CHANCE

    @property
    def pack(self) -> int | None:
        """The pack of the next card; None once all are named."""
        if len(self.named) < len(self.plan.face_up[0]):
            return 0
        return 1 if len(self.named) < self.plan.many_face_up else None

    @property
    def options(self) -> list[int]:
        if self.pack is None:
            return [PACK, PACK + 1]
        return [number for number, card in enumerate(PACKS[self.pack]) if card.code not in self.named]

    def then(self, number: int) -> _Node:
        self.checked(number)
        if self.pack is None:
            starter = number - PACK
            return self._begun(starter, self.and_then(self.plan.first_start + starter))
        named = self.named + codes([PACKS[self.pack][number]])
        after = _Dealing(self.plan, self.and_card(self.pack, number), named)
        return after if after.pack is not None else after.compared()

    def compared(self) -> _Node:
        """The first decision, if the cards, which are all named, tell who starts; else a cut."""
        first, second = self._packs()
        starter = starter_by_cards(self.plan.rules, (codes(first), codes(second)))
        return self if starter is None else self._begun(starter, self.history)

    def _begun(self, starter: int, history: bytes) -> _Node:
        state = deal_from(self.plan.rules, self._packs(), starter)
        return _Deciding(self.plan, history, Decision.at(with_cards(state, b"", b"")))

    def _packs(self) -> list[list[Card]]:
        """Both packs: the named cards in their places, and the others anyhow."""
        named = iter(self.named)
        packs: list[list[Card]] = []
        for pack, places in zip(PACKS, self.plan.face_up, strict=True):
            known = dict(zip(places, named, strict=False))
            others = iter([card for card in pack if card.code not in self.named])
            packs.append([Card.of_code(known[at]) if at in known else next(others) for at in range(PACK)])
        return packs

    def chance_text(self, number: int) -> str:
        return f"player {number - PACK} starts" if self.pack is None else f"deals {PACKS[self.pack][number]}"


@frozen
class _Deciding(_Node):
    """A player decides, or the deal is over."""

    decision: Decision
    """In it the unseen cards of each pack lie in order, so that equal knowledge makes equal decisions."""
    moves: int = 0
    """How many decisions have been made."""

    @property
    def player(self) -> int:
        is_over = self.decision.is_over or self.moves >= self.plan.max_moves
        return _NOBODY if is_over else self.decision.player

    @property
    def options(self) -> list[int]:
        return self.decision.options

    def then(self, number: int) -> _Node:
        after = self.decision.then(number)
        history = self.and_then(number)
        hidden = turned_up_by(self.decision.state, after.state)
        if hidden:
            return _TurningUp(self.plan, history, self, number, hidden)
        return _Deciding(self.plan, history, after, self.moves + 1)

    def chance_text(self, number: int) -> str:
        raise ValueError(f"{shown(number)} says nothing here, where chance has nothing to decide")

    @property
    def seen(self) -> Decision:
        return evolve(self.decision, is_call=False) if self.player == _NOBODY else self.decision

    @property
    def returns(self) -> tuple[float, float]:
        return self.decision.rewards()


@frozen
class _TurningUp(_Node):
    """A player's action turns up cards that nobody has seen: chance names them, one after the other."""

    before: _Deciding
    number: int
    """The number of the action."""
    hidden: bytes
    """The cards that happen to lie in the places that are turned up."""
    named: bytes = b""
    """The cards that do lie there, as far as they are named."""

    @property
    def player(self) -> int:
        return _CHANCE

    @property
    def pack(self) -> int:
        """The pack of the next card."""
        return self.hidden[len(self.named)] // OTHER_PACK

    @property
    def options(self) -> list[int]:
        unseen = self.before.decision.state.unseen
        cards = enumerate(PACKS[self.pack])
        return [number for number, card in cards if card.code in unseen and card.code not in self.named]

    def then(self, number: int) -> _Node:
        self.checked(number)
        history = self.and_card(self.pack, number)
        named = self.named + codes([PACKS[self.pack][number]])
        if len(named) < len(self.hidden):
            return evolve(self, history=history, named=named)
        # The action is made once more, with the cards in their places from the outset.
        before = self.before.decision
        before = evolve(before, state=with_cards(before.state, self.hidden, named))
        return _Deciding(self.plan, history, before.then(self.number), self.before.moves + 1)

    def chance_text(self, number: int) -> str:
        return f"turns up {PACKS[self.pack][number]}"

    @property
    def seen(self) -> Decision:
        """What was seen before the action, and the action."""
        before = self.before.decision
        return evolve(before, is_call=False, last=(before.player, ACTION_OF[self.number]))


# ------------------------------------------------------------------------------------------- what players see


def _marks(node: _Node, decision: Decision, view: View) -> Iterator[str]:
    """What is known beside the position, a few words each; what is not so is left out."""
    yield f"turn {view.turn_number}"
    if decision.last is not None:
        player, action = decision.last
        yield f"{player} {action}"
    if view.last_call is not None and view.last_call.upheld:
        yield "upheld"
    yield from [f"skip {player}" for player in (0, 1) if view.calls.skips[player]]
    if view.offer is not None:
        yield f"offer {view.offer}"
    if view.turn.offered:
        yield "offered"
    if view.turn.progress:
        yield "progress"
    if view.course.idle:
        yield f"idle {view.course.idle}"
    if view.course.barren:
        yield f"barren {view.course.barren}"
    yield _who_decides(node, decision)


def _who_decides(node: _Node, decision: Decision) -> str:
    if node.player == _CHANCE:
        return "chance decides"
    if node.player == _NOBODY:
        return "over"
    return f"{node.player} decides{' whether to call' if decision.is_call else ''}"


class CrapetteObserver:
    """Writes down what a player sees of a state, as OpenSpiel's observers do.

    All of it is public, so that without public information there is nothing to tell. The pieces of the tensor are,
    from the player's own side:

    - `observation`: planes, and `facts`, as `crapette.adapters.observations` has them;
    - `last_action`: 1 in the place of the last action's number + 1, or in the first place if there was none;
    - with perfect recall also `history`: all that has happened, in order, as numbers from 1 up; behind it zeros. First
      come the numbers of actions, each + 1, then the cards as two new packs lie, then that player 0 or 1 starts.

    While cards are dealt the pieces but `history` are zeros. When an action turns up a card, they show, until the card
    is named, what was known before the action, and the action.

    Attributes:
        tensor: All pieces, one after the other.
        dict: The pieces by name, each in its shape; they are parts of the tensor.
    """

    def __init__(self, plan: _Plan, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"an observer of {NAME} takes no parameters, so {', '.join(map(shown, params))} is none")
        self._is_told: bool = kind.public_info
        self._recalls: bool = kind.perfect_recall
        shapes: dict[str, tuple[int, ...]] = {}
        if self._is_told:
            shapes["observation"] = (len(planes(plan.rules)), SUITS_AND_PACKS, RANKS)
            shapes["facts"] = (len(FACTS),)
            shapes["last_action"] = (1 + many_ids(plan.rules),)
            if self._recalls:
                shapes["history"] = (plan.many_events,)
        sizes = [int(np.prod(shape)) for shape in shapes.values()]
        self.tensor: NDArray[np.float32] = np.zeros(sum(sizes), np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=False)}

    def set_from(self, state: CrapetteState, player: int) -> None:
        """Writes the tensor: what the player sees of the state."""
        self.tensor.fill(0)
        if not self._is_told:
            return
        node = state.node
        if node.seen is not None:
            view = observe(node.seen.state)
            self.dict["observation"][:] = cards_shown(view, player)
            self.dict["facts"][:] = facts(node.seen, view, player)
            self.dict["facts"][_DECIDES] = node.player == player
            self.dict["last_action"][last_action(node.seen)] = 1
        if self._recalls:
            events = node.events
            self.dict["history"][: len(events)] = events + 1

    def string_from(self, state: CrapetteState, player: int) -> str:
        """What the player sees of the state, in a line of text; with perfect recall all that has happened."""
        if not self._is_told:
            return ""
        node = state.node
        if self._recalls:
            return f"player {player}; rules {node.plan.rules.digest}; {node.plan.told(node.events)}"
        if node.seen is None:
            return f"player {player}; {node.plan.told(node.events)}"
        view = observe(node.seen.state)
        return "; ".join([f"player {player}", position.dumps(view), *_marks(node, node.seen, view)])


# ------------------------------------------------------------------------------------------- for OpenSpiel


_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="Crapette",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=PARAMETERS,
)


class CrapetteGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """The game, as `pyspiel.load_game` makes it.

    Attributes:
        rules: The rules by which it is played.

    Args:
        params: The parameters, as the module tells of them; what is left out is as by default.

    Raises:
        ValueError: A parameter can't be so.
        VariantError: There is no such variant, or it is not valid.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        if given["max_moves"] < 1:
            raise ValueError(f"max_moves is {shown(given['max_moves'])}; expected a number from 1 up")
        self.rules = rules_to_play(given["variant"], given["calls"])
        self._plan = _Plan.of(self.rules, given["max_moves"])
        most = most_points(self.rules)
        info = pyspiel.GameInfo(
            num_distinct_actions=many_ids(self.rules),
            max_chance_outcomes=PACK + 2,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=given["max_moves"],
        )
        pyspiel.Game.__init__(self, _TYPE, info, given)

    def new_initial_state(self) -> CrapetteState:
        """A state in which no card has been dealt."""
        return CrapetteState(self, _Dealing(self._plan, b""))

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> CrapetteObserver:
        """Something that writes down what a player sees; by default without perfect recall."""
        return CrapetteObserver(self._plan, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance decides at most."""
        return MOST_CHANCES


def most_points(rules: Rules) -> float:
    """More points than these a deal can't be worth: those of a win, and the heaviest burden that a player may have."""
    scoring, reserve = rules.scoring, rules.deal.reserve
    if can_load(rules) or WasteAccepts.HOUSES in rules.waste.accepts:
        most = len(CARDS)
        if LoadOnto.RESERVE in rules.load.onto:
            reserve = most
    else:
        most = PACK - rules.deal.houses
    by_hand = max(scoring.hand, scoring.waste)
    heaviest = reserve * max(scoring.reserve, by_hand) + (most - reserve) * by_hand
    return max(float(scoring.win + heaviest), 1.0)


class CrapetteState(pyspiel.State):  # type: ignore[misc] # likewise
    """A state of the game.

    Attributes:
        node: What it knows.
    """

    def __init__(self, game: CrapetteGame, node: _Node) -> None:
        pyspiel.State.__init__(self, game)
        self.node = node

    @property
    def decision(self) -> Decision | None:
        """What is to be decided, for evaluators that look at the state of the deal; None while cards are dealt.

        When an action turns up a card, it is the decision before the action, until the card is named. The cards that
        nobody has seen lie in it in an order that says nothing.
        """
        return self.node.seen

    def current_player(self) -> int:
        """Who decides: a player, chance, or nobody any more."""
        return self.node.player

    def _legal_actions(self, _player: int) -> list[int]:
        return self.node.options

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide; all is equally likely."""
        options = self.node.options
        return [(number, 1 / len(options)) for number in options]

    def _apply_action(self, number: int) -> None:
        self.node = self.node.then(number)

    def _action_to_string(self, player: int, number: int) -> str:
        return self.node.chance_text(number) if player == _CHANCE else text_of_id(number)

    def is_terminal(self) -> bool:
        """Whether there is nothing more to decide."""
        return self.node.player == _NOBODY

    def returns(self) -> list[float]:
        """What each player has gained: nothing until the deal is over, or if it was broken off."""
        return list(self.node.returns)

    def __str__(self) -> str:
        seen = self.node.seen
        if seen is None:
            return self.node.plan.told(self.node.events)
        view = observe(seen.state)
        return f"{text.board(view)}\n{'; '.join(_marks(self.node, seen, view))}"


pyspiel.register_game(_TYPE, CrapetteGame)
