"""Hypothesis strategies for rules, and for what is reached by playing under them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import add
from typing import Any, TypeVar

from attrs import evolve, frozen
from hypothesis import note
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy
from hypothesis.vendor.pretty import RepresentationPrinter

from crapette.actions import ACCEPT, ACTIONS, OFFER, STOP, Action
from crapette.cards import CARDS, Card
from crapette.engine.apply import apply
from crapette.engine.deal import deal
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves
from crapette.engine.view import View
from crapette.knowledge import observe
from crapette.notation.record import Record, deal_played
from crapette.notation.record_parts import Move
from crapette.rules import DEFAULTS, SETTINGS, Rules, conflicts, rules_from_settings, value_at
from crapette.settings import Flag, Integer, OneWord, Setting, Words
from crapette.state import State
from crapette.variant import load_rules, variant_names

T = TypeVar("T")
RulesOrStrategy = Rules | SearchStrategy[Rules]

# -------------------------------------------------------------------------------------------------- values


def cards() -> SearchStrategy[Card]:
    """The 104 cards; never a blank one."""
    return st.sampled_from(CARDS)


def all_actions() -> SearchStrategy[Action]:
    """Every action that any variant knows, legal or not."""
    return st.sampled_from(ACTIONS)


def seeds() -> SearchStrategy[int]:
    """Seeds of deals."""
    return st.integers(0, 2**32 - 1)


# --------------------------------------------------------------------------------------------------- rules


@st.composite
def rules(draw: DrawFn) -> Rules:
    """Any valid rules: a shipped variant, with about half of all settings changed.

    They shrink towards `crapette`, setting by setting.
    """
    shipped = draw(shipped_rules())
    changed = {
        path: draw(values) if draw(st.booleans()) else value_at(shipped, path) for path, values in _VALUES.items()
    }
    return rules_from_settings(settled(changed))


def shipped_rules() -> SearchStrategy[Rules]:
    """The rules of the shipped variants."""
    return st.sampled_from(_all_shipped())


@cache
def _all_shipped() -> tuple[Rules, ...]:
    return tuple([load_rules(name) for name in sorted(variant_names(), key="crapette".__ne__)])


def setting_values(setting: Setting) -> SearchStrategy[Any]:
    """Every value that a setting allows, as `Rules` keeps it."""
    match setting:
        case Integer(low, high, excluded):
            return st.integers(low, high).filter(lambda number: number not in excluded)
        case Flag():
            return st.booleans()
        case OneWord(words):
            return st.sampled_from(list(words))
        case Words(words, required):
            lists = st.lists(st.sampled_from(list(words)), unique=True)
            return lists.map(
                lambda chosen: setting.read([*required, *(word for word in chosen if word not in required)])
            )
        case _:
            raise NotImplementedError(setting)


_VALUES = {path: setting_values(setting) for path, setting in SETTINGS.items()}


@st.composite
def some_settings(draw: DrawFn) -> dict[str, Any]:
    """Settings that go together, by path, as `Rules` keeps them: some or none."""
    paths = draw(st.lists(st.sampled_from(list(SETTINGS)), unique=True))
    return settled({path: draw(_VALUES[path]) for path in paths})


def settled(values: dict[str, Any]) -> dict[str, Any]:
    """The settings, with others in place of those that do not go together."""
    return values | {conflict.settings[0]: conflict.remedy for conflict in conflicts(DEFAULTS | values)}


# -------------------------------------------------------------------------------------------------- in play

_STAGES = (0, 2, 10, 40, 110)
"""The fewest stretches of a deal that has just begun, of one under way … of one that may well be over."""
_MOST_STRETCHES = 200
_LONGEST_STRETCH = 16
_MAY_TALK, _MAY_ACCEPT = 248, 255
"""From which choice on a draw is proposed, or "stop!" called; from which on a draw is accepted, too."""
_ON = b"\xf7"
"""The highest choice of what is not talk: to draw or to discard, if that is legal."""


def choices() -> SearchStrategy[bytes]:
    """Choices for a deal, a byte each: few or many, so that what is reached is spread over the whole deal.

    Some of them end the turn under way, since windows are others then. They are drawn in stretches, which is much
    faster than one by one, and shrinks as well, since stretches can be left out.
    """
    stretch = st.binary(min_size=1, max_size=_LONGEST_STRETCH)
    stretches = st.sampled_from(_STAGES).flatmap(
        lambda least: st.lists(stretch, min_size=least, max_size=_MOST_STRETCHES)
    )
    return st.builds(add, stretches.map(b"".join), st.sampled_from((b"", b"", b"", _ON * 2)))


def ways_on(state: State | View) -> list[tuple[int, Action]]:
    """All that may happen next: who, and what."""
    return [(player, action) for player in (0, 1) for action in legal_moves(state, player)]


def chosen(state: State, choice: int) -> tuple[int, Action]:
    """What happens next by this choice: who, and what.

    Low numbers choose what comes first in canonical order, and more often so, or else a deal would hardly come on.
    """
    ways = ways_on(state)
    talk = [way for way in ways if way[1] in (OFFER, STOP) or (way[1] is ACCEPT and choice >= _MAY_ACCEPT)]
    if talk and choice >= _MAY_TALK:
        return talk[choice % len(talk)]
    deeds = [way for way in ways if way[1] not in (OFFER, ACCEPT, STOP)]
    return deeds[len(deeds) * (choice % _MAY_TALK) ** 2 // _MAY_TALK**2]


@frozen
class Played:
    """A deal as far as it was played."""

    rules: Rules
    seed: int
    moves: tuple[Move, ...]
    state: State

    @classmethod
    def begun(cls, rules: Rules, seed: int) -> Played:
        """The deal with this seed."""
        return cls(rules, seed, (), deal(rules, seed))

    def after(self, player: int, action: Action) -> Played:
        """The deal with an action more."""
        move = Move(action, self.state.turn_number)
        return evolve(self, moves=(*self.moves, move), state=apply(self.state, action, player))

    def after_choices(self, choices: bytes, *, over: bool) -> Played:
        """The deal after these choices; if it must not be over, before the choice that would end it."""
        state, moves = self.state, [*self.moves]
        for choice in choices:
            player, action = chosen(state, choice)
            after = apply(state, action, player, check=False)
            ended = outcome(after) is not None
            if over or not ended:
                moves.append(Move(action, state.turn_number))
                state = after
            if ended:
                break
        return evolve(self, moves=tuple(moves), state=state)

    def record(self) -> Record:
        """Its record; that of a deal in which something went wrong, too."""
        return Record(self.rules, (deal_played(self.seed, self.moves, self.state),))

    def _repr_pretty_(self, printer: RepresentationPrinter, _cycle: bool) -> None:
        """What Hypothesis prints of it in a note."""
        printer.text(f"The deal so far, which `crapette replay` shows:\n{self.record().dumps()}")


@st.composite
def deals(draw: DrawFn, by: RulesOrStrategy | None = None, *, over: bool) -> Played:
    """Deals as far as they were played; if a test fails, the record is noted."""
    begun = Played.begun(draw(as_strategy(by)), draw(seeds()))
    played = begun.after_choices(draw(choices()), over=over)
    note(played)
    return played


def as_strategy(by: RulesOrStrategy | None) -> SearchStrategy[Rules]:
    """The strategy for rules that is meant: for these only, by itself, or for any."""
    if by is None:
        return rules()
    return st.just(by) if isinstance(by, Rules) else by


@st.composite
def _of_deals(draw: DrawFn, what: Callable[[Played], T], by: RulesOrStrategy | None, *, over: bool) -> T:
    """Something of each deal; unlike what is mapped, it is printed by itself."""
    return what(draw(deals(by, over=over)))


def states(by: RulesOrStrategy | None = None, *, over: bool = False) -> SearchStrategy[State]:
    """States that are reached by playing, early and late in a deal, with windows of every kind.

    They shrink towards deals of few actions. If a test fails, the deal that has led to the state is noted as a
    record, which `crapette replay` shows.

    Args:
        by: The rules, or a strategy for them; None: any valid ones.
        over: Whether the deal may be over, so that nothing is legal.

    >>> from hypothesis import given
    >>> from crapette import legal_moves, load_rules
    >>> @given(states(load_rules("crapette-strict")))
    ... def test_the_mover_may_do_something(state):
    ...     assert legal_moves(state)
    >>> test_the_mover_may_do_something()
    """
    return _of_deals(lambda played: played.state, by, over=over)


def views(by: RulesOrStrategy | None = None, *, over: bool = False) -> SearchStrategy[View]:
    """What may be known of such states as `states` gives: memory views and table views.

    Args:
        by: The rules, or a strategy for them; None: any valid ones.
        over: Whether the deal may be over.
    """
    return st.builds(observe, states(by, over=over), memory=st.booleans())


def actions(state: State | View) -> SearchStrategy[Action]:
    """The legal actions of either player; none once the deal is over.

    Args:
        state: The state, or a view of it.
    """
    ways = ways_on(state)
    return st.sampled_from([action for _, action in ways]) if ways else st.nothing()


def records(by: RulesOrStrategy | None = None) -> SearchStrategy[Record]:
    """Full records of a deal each, over or not.

    Args:
        by: The rules, or a strategy for them; None: any valid ones.
    """
    return _of_deals(Played.record, by, over=True)
