"""What holds in every deal, whatever the rules, as checks that anybody can make (rules 11).

A check that finds nothing wrong does nothing. If one finds something, it is the library that is at fault, not the
variant: please report it, with the record of the deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, pairwise
from typing import NoReturn

from crapette.actions import CANONICAL_ORDER, STOP, Action
from crapette.cards import CARDS, Card, Suit
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import distinct_moves, legal_moves, why_not
from crapette.engine.refusals import IllegalAction, Refusal
from crapette.knowledge import observe, sample
from crapette.rules import Build
from crapette.state import State

_ALL_CARDS = sorted(CARDS)


class InvariantError(AssertionError):
    """What can never be has happened.

    Attributes:
        invariant: A stable kebab-case word for what does not hold.
        state: The state in which it does not.
    """

    def __init__(self, invariant: str, text: str, state: State) -> None:
        self.invariant = invariant
        self.state = state
        super().__init__(invariant, text, state)

    def __str__(self) -> str:
        invariant, text, state = self.args
        return f"{invariant}: {text}, in {state!r}"


def check_state(state: State, actions: Iterable[Action] = ()) -> None:
    """Checks all that holds in every state.

    Args:
        state: The state.
        actions: Actions that may or may not be legal, of which `check_legality` is to be sure too; `ACTIONS` in
            `crapette.actions` are all there are.

    Raises:
        InvariantError: Something does not hold.

    >>> from crapette import deal, load_rules
    >>> check_state(deal(load_rules("crapette"), seed=7))
    """
    check_table(state)
    check_ends(state)
    check_order(state)
    check_legality(state, [*legal_moves(state, 0), *legal_moves(state, 1), *actions])
    check_knowledge(state)


def check_step(before: State, player: int, action: Action, after: State) -> None:
    """Checks all that holds between a state and the next.

    Args:
        before: The state before the action.
        player: Who makes it.
        action: The action.
        after: The state after it.

    Raises:
        InvariantError: Something does not hold.

    >>> from crapette import deal, load_rules
    >>> state = deal(load_rules("crapette"), seed=7)
    >>> check_step(state, state.mover, Action.parse("draw"), apply(state, "draw"))
    """
    was = hash(before)
    again = apply(before, action, player)
    if hash(before) != was:
        _violated("unchanged", f"{action} has changed the state that it was made in", before)
    if again != after or hash(again) != hash(after):
        _violated("deterministic", f"{action} has led to something else before", before)
    if not before.seen <= after.seen:
        _violated("seen", f"after {action}, cards that were seen are not any more", before)
    call = after.last_call
    if call is None or not call.remedy.rewound:
        piles = zip(before.foundations, after.foundations, strict=True)
        if any(later[: len(earlier)] != earlier for earlier, later in piles):
            _violated("foundations-grow", f"{action} has taken a card off a foundation", before)


# ------------------------------------------------------------------------------------------- of one state


def check_table(state: State) -> None:
    """The 104 cards are all there, once each; foundations are A up in one suit; every house is a run.

    Raises:
        InvariantError: They are not.
    """
    turned = [state.turned] if state.turned else []
    piles = chain(state.reserves, state.hands, state.wastes, state.houses, state.foundations)
    if sorted(chain(turned, *piles)) != _ALL_CARDS:
        _violated("cards", "the 104 cards are not all there, once each", state)
    for suit, foundation in zip([suit for suit in Suit for _ in (0, 1)], state.foundations, strict=True):
        if [(card.rank, card.suit) for card in foundation] != [(rank, suit) for rank in range(1, len(foundation) + 1)]:
            _violated("foundations", f"a foundation of {suit} does not go up from the ace in its suit", state)
    for number, house in enumerate(state.houses, start=1):
        if not all(_follows(state, below, above) for below, above in pairwise(house)):
            _violated("houses", f"house {number} is no run by the build rule", state)


def _follows(state: State, below: Card, above: Card) -> bool:
    """The build rule: one rank below, of the other colour or of the same suit (rules 5)."""
    assert below.rank
    assert below.suit
    assert above.suit
    if state.rules.houses.build is Build.SAME_SUIT:
        fits = above.suit is below.suit
    else:
        fits = above.suit.is_red is not below.suit.is_red
    return fits and above.rank == below.rank - 1


def check_ends(state: State) -> None:
    """The mover has no legal move iff the deal is over, and then the other player has none either.

    Raises:
        InvariantError: It is otherwise.
    """
    over, moves = outcome(state), legal_moves(state)
    if bool(moves) is (over is not None):
        _violated("ends", f"the outcome is {over}, and the mover may do {_told(moves)}", state)
    if over and legal_moves(state, 1 - state.mover):
        _violated("ends", "the deal is over, and the mover's opponent may do something", state)


def check_order(state: State) -> None:
    """The legal moves stand in canonical order, and the distinct ones are some of them in that order.

    Raises:
        InvariantError: They do not.
    """
    for player in (0, 1):
        moves, distinct = legal_moves(state, player), distinct_moves(state, player)
        if any(CANONICAL_ORDER[one] >= CANONICAL_ORDER[other] for one, other in pairwise(moves)):
            _violated("order", f"these are not in canonical order: {_told(moves)}", state)
        if distinct != tuple([move for move in moves if move in distinct]) or bool(distinct) is not bool(moves):
            _violated("distinct", f"{_told(distinct)} are no distinct moves of {_told(moves)}", state)


def check_legality(state: State, actions: Iterable[Action]) -> None:
    """An action is listed iff nothing speaks against it iff it can be made, for both players; so is `stop`.

    Args:
        state: The state.
        actions: The actions to ask about.

    Raises:
        InvariantError: The three do not agree.
    """
    actions = {*actions, STOP}
    for player in (0, 1):
        legal = frozenset(legal_moves(state, player))
        for action in actions:
            refusal, raised = why_not(state, action, player), _refusal_of_apply(state, action, player)
            if (action in legal) is not (refusal is None) or refusal != raised:
                listed = "listed" if action in legal else "not listed"
                text = f"{action} of player {player} is {listed}, why_not says {refusal}, and apply {raised}"
                _violated("legality", text, state)


def _refusal_of_apply(state: State, action: Action, player: int) -> Refusal | None:
    """The refusal that `apply` raises, if it does."""
    try:
        apply(state, action, player)
    except IllegalAction as error:
        return error.refusal
    return None


def check_knowledge(state: State) -> None:
    """What lies face up has been seen, and what has not been seen makes no difference that anybody can tell.

    Raises:
        InvariantError: It is otherwise.
    """
    piles = zip(state.reserves, state.face_down, state.hands, strict=True)
    places = [{*reserve[:hidden], *hand} for reserve, hidden, hand in piles]
    if any(card not in places[card.pack] for card in frozenset(CARDS) - state.seen):
        _violated("unseen", "an unseen card does not lie face down with the player who dealt it", state)
    view = observe(state)
    if view.seen != state.seen or view.legal != (legal_moves(state, 0), legal_moves(state, 1)):
        _violated("view", "the memory view tells something else than the state", state)
    another = sample(view, 0)
    if observe(another) != view or repr(another) != repr(state):
        _violated("leak", "a state that differs only in unseen cards looks otherwise", state)


def _told(actions: Iterable[Action]) -> str:
    return " ".join(map(str, actions)) or "nothing"


def _violated(invariant: str, text: str, state: State) -> NoReturn:
    raise InvariantError(invariant, text, state)
