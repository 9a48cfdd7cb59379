"""Rules 8 against a second bookkeeping of it: both players play and call at random, and every call is foretold.

The model keeps the actions of the window, each with the state before it and the offences that `offences` tells. What
a call does to the piles it works out in a world without calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crapette import (
    Action,
    Card,
    Offence,
    Rules,
    State,
    apply,
    deal,
    legal_moves,
    load_rules,
    offences,
    outcome,
    why_not,
)
from crapette.actions import STOP
from crapette.rules import FalseCall, MissedPlay, Recycle, StopBy, StopWindow, TurnedCard
from crapette.state import NO_CALLS, Call, Remedy
from tests.in_play import SOAK
from tests.strategies import rules_with_calls

ENDS_TURN = ("discard", "lay", "pass")

Piles = dict[str, tuple[Card, ...]]


class Made(NamedTuple):
    """An action of the mover, with the offences that may be called."""

    before: State
    action: Action
    offences: tuple[Offence, ...]


def piles_of(state: State) -> Piles:
    """Each player's piles, the turned card, houses and foundations; empty ones and face down ones too."""
    piles: Piles = {"turned": (state.turned,) if state.turned else ()}
    for kind in ("reserves", "hands", "wastes", "houses", "foundations"):
        piles |= {f"{kind} {number}": pile for number, pile in enumerate(getattr(state, kind))}
    return piles


def source_card(state: State, player: int, play: Action) -> Card | None:
    """The card that the play would move."""
    match play.source:
        case "R" | None:  # or a flip
            pile = state.reserves[player]
        case "W":
            pile = state.wastes[player]
        case "H":
            pile = piles_of(state)["turned"]
        case house:
            pile = state.houses[int(house) - 1]
    return pile[-1] if pile else None


class Calls(RuleBasedStateMachine):
    """A deal, and what the model expects of it."""

    @initialize(
        rules=st.one_of(
            rules_with_calls(),
            st.sampled_from(["crapette", "krapetta-banque-russe", "zank-patience-online"]).map(load_rules),
        ),
        seed=st.integers(0, 10**6),
        ahead=st.integers(0, 120),
    )
    def begins(self, rules: Rules, seed: int, ahead: int) -> None:
        """A deal, played without calls so far."""
        self.variant, self.seed = rules, seed
        calm = evolve(rules, stop=evolve(rules.stop, calls=()), waste=evolve(rules.waste, recycle=Recycle.ON_DRAW))
        self.calm = deal(calm, seed).course.book
        self.deals()
        chance = Random(seed)
        for _ in range(ahead):
            if self.goes_on():
                self.acts(chance.randrange(1000))

    def deals(self) -> None:
        self.state = deal(self.variant, self.seed)
        self.window: list[Made] = []
        self.caller: int | None = None
        self.skips: set[int] = set()
        self.offer: int | None = None
        self.call: Call | None = None

    @precondition(lambda self: not self.goes_on())
    @rule()
    def deals_again(self) -> None:
        self.seed += 1
        self.deals()

    # ---------------------------------------------------------------------------------------- the players

    def goes_on(self) -> bool:
        return outcome(self.state) is None

    def legal(self, *, offending: bool = False) -> list[Action]:
        """What the mover may do but talk; only what may be called."""
        quiet = [action for action in legal_moves(self.state) if action.kind not in ("offer", "accept", "stop")]
        return [action for action in quiet if not offending or self.broken(action)]

    def broken(self, action: Action) -> tuple[Offence, ...]:
        return tuple(offence for offence in offences(self.state, action) if offence.callable)

    @precondition(goes_on)
    @rule(number=st.integers(0, 999))
    def acts(self, number: int) -> None:
        actions = self.legal()
        self.makes(actions[number % len(actions)])

    @precondition(lambda self: self.goes_on() and self.legal(offending=True))
    @rule(number=st.integers(0, 999))
    def offends(self, number: int) -> None:
        actions = self.legal(offending=True)
        self.makes(actions[number % len(actions)])

    def makes(self, action: Action) -> None:
        """The mover's action, and what it means for the window."""
        before, mover, turn = self.state, self.state.mover, self.state.turn_number
        made = Made(before, action, self.broken(action))
        if self.offer == 1 - mover:
            self.offer = None
        self.call = None
        self.state = apply(before, action, mover)
        if self.variant.stop.by is StopBy.REFEREE:
            if made.offences:
                self.upholds(made, self.in_calm(before, mover, action), None)
            return
        lasts = self.caller == 1 - mover and self.variant.stop.window is StopWindow.TURN
        self.window, self.caller = [*self.window, made] if lasts else [made], 1 - mover
        if not self.goes_on():
            self.window, self.caller = [], None
        elif action.kind in ENDS_TURN:
            begins = 1 - mover
            while begins in self.skips:
                self.skips.remove(begins)
                begins, self.window, self.caller = 1 - begins, [], None
            assert (self.state.mover, self.state.turn_number) == (begins, turn + 1)

    @precondition(lambda self: self.goes_on() and "offer" in map(str, legal_moves(self.state)))
    @rule()
    def offers(self) -> None:
        self.offer, self.call = self.state.mover, None
        self.state = apply(self.state, "offer")

    @precondition(lambda self: self.goes_on() and self.offer is not None)
    @rule()
    def accepts(self) -> None:
        self.window, self.caller, self.offer, self.call = [], None, None, None
        self.state = apply(self.state, "accept")
        assert not self.goes_on()

    # -------------------------------------------------------------------------------------------- the calls

    def guilty(self) -> Made | None:
        """The action that counts, if there was an offence."""
        return next((made for made in self.window if made.offences), None)

    @precondition(lambda self: self.caller is not None and self.guilty() is not None)
    @rule()
    def calls_truly(self) -> None:
        made, caller = self.guilty(), self.caller
        assert made is not None
        before = self.stops()
        self.upholds(made, before, caller)

    @precondition(lambda self: self.caller is not None and self.guilty() is None)
    @rule()
    def calls_falsely(self) -> None:
        if self.variant.stop.false_call is FalseCall.FORBIDDEN:
            return
        costs = self.variant.stop.false_call is FalseCall.LOSE_TURN
        remedy = Remedy(self.caller, skips_turn=True) if costs else Remedy()
        self.call = Call(self.caller, False, None, None, (), remedy)
        if costs and self.caller is not None:
            self.skips.add(self.caller)
        before = self.stops()
        assert piles_of(self.state) == piles_of(before)
        assert (self.state.mover, self.state.turn_number) == (before.mover, before.turn_number)

    def stops(self) -> State:
        """The call of the player who may; the state before it."""
        before, caller = self.state, self.caller
        assert caller is not None
        if self.offer == 1 - caller:
            self.offer = None
        self.window, self.caller = [], None
        self.state = apply(before, STOP, caller)
        return before

    def upholds(self, made: Made, state: State, caller: int | None) -> None:
        """What is foretold of a call that is upheld in this state, compared with what has come of it."""
        rules, offence, offender = self.variant.stop, made.offences[0], made.before.mover
        base = made.before if rules.rewind else state
        was_over = not rules.rewind and caller is not None and state.mover != offender
        play = None
        if rules.missed_play is MissedPlay.OFFENDER:
            play = next(self.still_possible(made, base, offender), None)
        after = base if play is None else self.in_calm(base, offender, play)
        piles = piles_of(after)
        went_to = None
        if piles["turned"] and after.mover == offender:
            went_to = rules.turned_card
            name = f"{'wastes' if went_to is TurnedCard.WASTE else 'hands'} {offender}"
            piles[name], piles["turned"] = piles[name] + piles["turned"], ()
        winner = self.winner(piles, offender)
        ends_turn = not was_over and winner is None
        hand, waste = f"hands {1 - offender}", f"wastes {1 - offender}"
        if ends_turn and self.variant.waste.recycle is Recycle.TURN_START and not piles[hand]:
            piles[hand], piles[waste] = piles[waste][::-1], ()
        forgives = winner is None and 1 - offender in self.skips
        remedy = Remedy(offender, rules.rewind, play, went_to, ends_turn, forgives)
        self.call = Call(caller, True, offence.duty, made.action, offence.plays, remedy)
        assert piles_of(self.state) == piles
        if winner is None:
            self.skips.discard(1 - offender)
            assert self.state.mover == 1 - offender
            assert self.state.turn_number == made.before.turn_number + 1
        else:
            over = outcome(self.state)
            assert over is not None
            assert over.winner == winner

    def still_possible(self, made: Made, base: State, offender: int) -> Iterator[Action]:
        """The missed plays that the offender can still make with the same card."""
        as_mover = self.as_mover(base, offender)
        for play in made.offences[0].plays:
            refusal = why_not(as_mover, play)
            is_possible = refusal is None or refusal.code == "duty"
            if is_possible and source_card(as_mover, offender, play) == source_card(made.before, offender, play):
                yield play

    def in_calm(self, state: State, player: int, action: Action) -> State:
        """The state after an action in a world without calls, where no hand is refilled before it must."""
        return apply(self.as_mover(state, player), action, player, check=False)

    def as_mover(self, state: State, player: int) -> State:
        course = replace(state.course, book=self.calm, mover=player, outcome=None)
        return replace(state, course=course, calls=NO_CALLS)

    def winner(self, piles: Piles, offender: int) -> int | None:
        """The player who has won, the offender before the other."""
        kinds = ("reserves",) if self.variant.end.win == "reserve" else ("reserves", "hands", "wastes")
        for player in (offender, 1 - offender):
            if not any(piles[f"{kind} {player}"] for kind in kinds):
                return player
        return None

    # -------------------------------------------------------------------------------------- always the same

    @invariant()
    def window_offer_and_call_are_as_foretold(self) -> None:
        assert self.state.window == self.caller
        assert self.state.last_call == self.call
        assert self.state.offer == self.offer
        free = self.variant.stop.false_call is not FalseCall.FORBIDDEN
        for player in (0, 1):
            legal = self.caller == player and (free or self.guilty() is not None)
            assert (STOP in legal_moves(self.state, player)) is legal


Calls.TestCase.settings = settings(
    max_examples=3000 if SOAK else 400,
    stateful_step_count=40,
    deadline=None,
    derandomize=not SOAK,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
test_8_calls_are_as_foretold = Calls.TestCase
