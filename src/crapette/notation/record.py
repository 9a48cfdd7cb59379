"""A game or a match as text: by which rules, with which cards, and what was played.

    crapette record 1
    library: 0.1.0
    rules-version: 1
    variant: crapette-strict
    digest: 03e7aa4ba3a6c8a5
    settings: {"deal":{"houses":4, …}, …}
    player 0: Ann

    deal 1
    seed: 7928
    starter: 0

    1. R-F 8-F 5-6 @13250 "at last" draw
    2. 5-w R-5 draw discard

First come the facts of the whole record: those that everyone has, and any others as tags. Then, for each deal, the
facts of the deal, and its actions behind the numbers of their turns. A full record has each deal's seed or
packs. A public one has the position that everybody saw, and behind an action the cards that it turned up:
`draw=7D`. The page on records in the documentation has the grammar.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NoReturn, cast

from attrs import evolve, field, frozen

from crapette.actions import Action
from crapette.cards import Card, cards_of, codes
from crapette.engine.apply import apply
from crapette.engine.deal import Pack, deal, deal_from
from crapette.engine.ending import outcome
from crapette.engine.refusals import IllegalAction
from crapette.engine.scoring import score
from crapette.engine.view import View, exchanged, hidden_cards, swap
from crapette.errors import DealError, Problem
from crapette.knowledge import observe
from crapette.match import Match
from crapette.notation.record_parts import (
    DealRecord,
    Move,
    Result,
    problems_of_deals,
    problems_of_facts,
    problems_of_tags,
    refuse,
)
from crapette.notation.record_text import begins_record, is_empty_line, parsed, written
from crapette.rules import Rules
from crapette.state import State
from crapette.version import RULES_VERSION, __version__


def _sorted_pairs(tags: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(tags))


def _as_pair(players: object) -> tuple[str | None, str | None]:
    """The players, also if they are given as a list; what they are is looked at later."""
    if isinstance(players, tuple | list) and len(cast("Sequence[object]", players)) == 2:
        first, second = cast("Sequence[str | None]", players)
        return first, second
    raise DealError([Problem("bad-players", "players", "expected the names of two players, each a text or None")])


@frozen
class Record:
    """A game or a match that is written down; a value that never changes.

    `start` gives one without actions, `append` one with an action more.

    Attributes:
        rules: The rules, all settings of them.
        deals: Its deals, one at least.
        rules_version: The `RULES_VERSION` by which it was played.
        library: The version of the library that played it.
        variant: The name of the variant.
        players: The names of player 0 and player 1.
        date: The day, such as `2026-11-30`.
        tags: Whatever else is to be known, as pairs of a kebab-case key and a text of one line, in order of the keys.

    Raises:
        DealError: A record can't be like this; all problems.

    >>> record = Record.start(Rules.from_mapping({"stop": {"calls": []}}), seed=7, players=("Ann", "Bob"))
    >>> record = record.append("draw", time=2100).append("discard", comment="a pity").append("draw")
    >>> print(record.dumps().partition("deal 1")[2])
    <BLANKLINE>
    seed: 7
    starter: 1
    <BLANKLINE>
    1. draw @2100 discard "a pity"
    2. draw
    <BLANKLINE>
    >>> Record.loads(record.dumps()) == record
    True
    >>> [state.turn_number for state in record.replay()]
    [1, 1, 2, 2]
    """

    rules: Rules
    deals: tuple[DealRecord, ...]
    rules_version: int = field(default=RULES_VERSION, kw_only=True)
    library: str = field(default=__version__, kw_only=True)
    variant: str | None = field(default=None, kw_only=True)
    players: tuple[str | None, str | None] = field(default=(None, None), converter=_as_pair, kw_only=True)
    date: str | None = field(default=None, kw_only=True)
    tags: tuple[tuple[str, str], ...] = field(default=(), converter=_sorted_pairs, kw_only=True)
    _now: State | None = field(default=None, init=False, eq=False, repr=False)
    """The state in which the last deal stands, where it is known: so an `append` need not play all again."""

    def __attrs_post_init__(self) -> None:
        """Refuse what can't be, however the value was made."""
        facts = problems_of_facts(_facts_of(self))
        refuse([*facts, *problems_of_tags(self.tags), *problems_of_deals(self.rules, self.deals)])

    @property
    def is_public(self) -> bool:
        """Whether it tells no card that was not seen."""
        return self.deals[0].is_public

    # ------------------------------------------------------------------------------------ writing it down

    @classmethod
    def start(
        cls,
        rules: Rules,
        *,
        seed: int | None = None,
        packs: Sequence[Pack | str] | None = None,
        starter: int | None = None,
        variant: str | None = None,
        players: tuple[str | None, str | None] = (None, None),
        date: str | None = None,
        **tags: str,
    ) -> Record:
        """The record of a game or a match that begins.

        Args:
            rules: The rules.
            seed: The seed of the first deal, as `deal` takes it; of a match that hangs on one seed,
                `child_seed(seed, 0)`.
            packs: Instead of a seed both packs, as `deal_from` takes them.
            starter: Who starts, 0 or 1; None: as the rules say.
            variant: The name of the variant, as it is to be shown.
            players: The names of player 0 and player 1; each may be None.
            date: The day, such as `2026-11-30`.
            tags: Whatever else is to be known, a text of one line each: `site="Club"`; `_` becomes `-`.

        Raises:
            DealError: Neither seed nor packs are given, or both, or something given can't be; all problems.
        """
        first, state = _begun(rules, seed, packs, starter)
        pairs = [(key.replace("_", "-"), text) for key, text in tags.items()]
        record = cls(rules, (first,), variant=variant, players=players, date=date, tags=pairs)
        return record._standing(state)

    def _standing(self, state: State) -> Record:
        """This record, which now knows how its last deal stands."""
        object.__setattr__(self, "_now", state)
        return self

    def append(self, action: Action | str, *, comment: str | None = None, time: int | None = None) -> Record:
        """The record with an action more; if the deal ends by it, with its result.

        A record that was begun under an older version of the rules is one of today's, if all of it can have been
        played by these.

        Args:
            action: The action, or its text.
            comment: Any text.
            time: How many milliseconds after the deal began it was made.

        Raises:
            IllegalAction: The action is not legal.
            DealError: The record is public, and so does not know the cards; or what it holds already can't have been
                played; or comment or time can't be.
            NotationError: The text names no action.
        """
        state = self._state()
        if isinstance(action, str):
            action = Action.parse(action)
        after = apply(state, action)
        move = Move(action, state.turn_number, comment=comment, time=time)
        *earlier, last = self.deals
        last = evolve(last, moves=(*last.moves, move), result=_result_of(after))
        return evolve(self, deals=(*earlier, last), rules_version=RULES_VERSION)._standing(after)

    def _state(self) -> State:
        """The state in which the last deal stands."""
        if self.is_public:
            raise DealError([_PUBLIC])
        if self._now is not None:
            return self._now
        return _last(_states(self))

    def next_deal(
        self, *, seed: int | None = None, packs: Sequence[Pack | str] | None = None, starter: int | None = None
    ) -> Record:
        """The record of a match with one deal more, which begins (rules 10).

        Args:
            seed: The seed of the deal; of a match that hangs on one seed, `child_seed(seed, k)` for deal k = 1, 2 …
            packs: Instead of a seed both packs, as `deal_from` takes them.
            starter: Who starts, 0 or 1; None: as the rules say, after the last deal.

        Raises:
            DealError: The last deal is not over, or the match is, or the rules say that the other player
                starts; or the record is public, or can't have been played, or something given can't be.
        """
        if self.is_public:
            raise DealError([_PUBLIC])
        match = Match(self.rules)
        for number, states in groupby(_states(self), key=_deal_number):
            last = _last(states)
            if outcome(last) is None:
                raise DealError([Problem("deal-not-over", f"deals[{number}]", "the last deal is not over")])
            match = match.record(last)
        refuse(_problems_of_next(match, starter))
        begun, state = _begun(self.rules, seed, packs, match.next_starter if starter is None else starter)
        return evolve(self, deals=(*self.deals, begun), rules_version=RULES_VERSION)._standing(state)

    # -------------------------------------------------------------------------------------- reading it again

    def replay(self) -> Iterator[State | View]:
        """Plays all again, and checks every action.

        Returns:
            For each deal its first state, then the state after each action, one after the other as they are asked for;
            of a public record the views that `observe` gives of them.

        Raises:
            DealError: An action is not legal, or stands in another turn or turned up other cards; or the result of a
                deal is another, or the match could not go on. The problem tells which deal and action, and why.
                It comes when all before has been given.
        """
        is_public = self.is_public
        for _, state in _states(self):
            yield observe(state) if is_public else state

    def public(self) -> Record:
        """What players may know of it: no seed and no packs, and of the cards only those that were turned up.

        It is the same for all records that differ only in cards that nobody has seen.

        Raises:
            DealError: It can't have been played, as `replay` tells.
        """
        if self.is_public:
            return self
        deals: list[DealRecord] = []
        for number, numbered in groupby(_states(self), key=_deal_number):
            deals.append(_public(self.deals[number], (state for _, state in numbered)))
        return evolve(self, deals=tuple(deals))

    # -------------------------------------------------------------------------------------------- as text

    def dumps(self) -> str:
        """The record as text; equal records give equal texts."""
        return written(self.rules, self.deals, _facts_of(self), self.tags)

    @staticmethod
    def loads(text: str) -> Record:
        """The record that a text says. It is not replayed yet.

        White space and empty lines do not matter, nor the order of facts. Settings that a text does not have are as
        in the variant `crapette`, since a setting that is added later leaves by default all as it was.

        Args:
            text: The text of one record; `split` tells several in one file apart.

        Raises:
            NotationError: The text is no record; all problems, each with line and column.
        """
        rules, deals, facts = parsed(text)
        return Record(rules, deals, **facts)

    @staticmethod
    def split(lines: Iterable[str]) -> Iterator[str]:
        """The texts of the records in a file that has several, one after the other as they are asked for.

        Never more than one is in memory. What is wrong with a text comes out when it is read, and does not concern
        the others.

        Args:
            lines: The lines, such as an open file, or a text.
        """
        game: list[str] = []
        for line in lines.split("\n") if isinstance(lines, str) else lines:
            if begins_record(line) and game:
                yield "".join(game)
                game = []
            if game or not is_empty_line(line):
                game.append(line if line.endswith("\n") else f"{line}\n")
        if game:
            yield "".join(game)


_PUBLIC = Problem(
    "public-record", "", "a public record does not know the cards: go on with the full one, and publish that"
)


def _begun(
    rules: Rules, seed: int | None, packs: Sequence[Pack | str] | None, starter: int | None
) -> tuple[DealRecord, State]:
    """The record of a deal that begins, and its state."""
    if packs is not None and seed is None:
        state = deal_from(rules, packs, starter)
        first, second = (pack.split() if isinstance(pack, str) else pack for pack in packs)
        return DealRecord(starter=state.starter, packs=(_pack(first), _pack(second))), state
    if seed is not None and packs is None:
        state = deal(rules, seed, starter)
        return DealRecord(starter=state.starter, seed=seed), state
    raise DealError([Problem("not-one-source", "", "a deal has a seed or packs: expected just one of them")])


def _pack(cards: Iterable[Card | str]) -> tuple[Card, ...]:
    return tuple([card if isinstance(card, Card) else Card.parse(card) for card in cards])


def deal_played(seed: int, moves: Iterable[Move], last: State) -> DealRecord:
    """The record of a deal that was played from its seed to this state; whether it can have been, nobody checks."""
    return DealRecord(seed=seed, starter=last.starter, moves=tuple(moves), result=_result_of(last))


def _result_of(state: State) -> Result | None:
    """How the deal ended, if it is over."""
    ended = outcome(state)
    return None if ended is None else Result(ended.winner, ended.reason, score(state).points)


def _problems_of_next(match: Match, starter: int | None) -> Iterator[Problem]:
    """Why a deal with this starter can't be the next of the match."""
    if match.over:
        yield Problem("match-over", "", "the match is over")
    elif starter is not None and match.next_starter not in (None, starter):
        yield Problem("wrong-starter", "starter", f"by the last deal player {match.next_starter} starts (rule 10)")


def _facts_of(record: Record) -> dict[str, object]:
    """What is known of the whole record beside its rules and tags, by the keys of texts."""
    first, second = record.players
    facts: dict[str, object] = {"library": record.library, "rules-version": record.rules_version}
    others = {"variant": record.variant, "player 0": first, "player 1": second, "date": record.date}
    return facts | {key: fact for key, fact in others.items() if fact is not None}


# ------------------------------------------------------------------------------------------- playing it again


def _states(record: Record) -> Iterator[tuple[int, State]]:
    """Each state of the record with the number of its deal from 0; what nobody knows may lie anywhere in it."""
    match = Match(record.rules)
    for number, deal_record in enumerate(record.deals):
        judge = _Judge(record, number)
        if number:
            judge.check(_problems_of_next(match, deal_record.starter))
        state = deal_record.dealt(record.rules)
        yield number, state
        for place in range(len(deal_record.moves)):
            state = judge.after(state, place)
            yield number, state
        judge.check_result(state)
        if number + 1 < len(record.deals):
            if outcome(state) is None:
                judge.refuse("deal-not-over", "", " is not over, but another one follows")
            match = match.record(state)


def _deal_number(numbered: tuple[int, State]) -> int:
    return numbered[0]


def _last(states: Iterable[tuple[int, State]]) -> State:
    """The last of the states."""
    [(_, state)] = deque(states, maxlen=1)
    return state


@frozen
class _Judge:
    """Says whether a deal was played by the rules; every method raises a DealError where it was not."""

    record: Record
    number: int

    @property
    def deal_record(self) -> DealRecord:
        return self.record.deals[self.number]

    def refuse(self, code: str, path: str, text: str, cause: Exception | None = None) -> NoReturn:
        """Refuses the deal: the text goes on from its number."""
        version = self.record.rules_version
        text = f"deal {self.number + 1}{text}"
        if version != RULES_VERSION:
            text += f"; recorded under version {version} of the rules, it is judged by version {RULES_VERSION}"
        raise DealError([Problem(code, f"deals[{self.number}]{path}", text)]) from cause

    def check(self, problems: Iterable[Problem]) -> None:
        """Refuses the deal for the first of these problems, if there is one."""
        for problem in problems:
            self.refuse(problem.code, f".{problem.path}" if problem.path else "", f": {problem.text}")

    def refuse_move(self, code: str, place: int, text: str, cause: Exception | None = None) -> NoReturn:
        """Refuses the deal for the action at this place."""
        move = self.deal_record.moves[place]
        text = f", turn {move.turn}, action {place + 1} `{move.action}`: {text}"
        self.refuse(code, f".moves[{place}]", text, cause)

    def after(self, state: State, place: int) -> State:
        """The state after the action at this place."""
        move = self.deal_record.moves[place]
        if move.turn != state.turn_number and outcome(state) is None:
            self.refuse_move("wrong-turn", place, f"the turn under way is {state.turn_number}")
        try:
            after = apply(state, move.action)
        except IllegalAction as error:
            self.refuse_move(error.refusal.code, place, str(error), error)
        if not self.deal_record.is_public:
            return after
        turned_up = turned_up_by(state, after)
        if not turned_up and not move.shown:
            return after
        self.check_cards(state, turned_up, place)
        return apply(with_cards(state, turned_up, codes(move.shown)), move.action)

    def check_cards(self, state: State, turned_up: bytes, place: int) -> None:
        """Refuses the deal if other cards must have been turned up than the record shows."""
        shown = self.deal_record.moves[place].shown
        if len(shown) != len(turned_up):
            text = f"it turns up {len(turned_up)} cards, and the record shows {len(shown)}"
            self.refuse_move("wrong-cards", place, text)
        packs = [card.pack for card in cards_of(turned_up)]
        for number, card in enumerate(shown):
            if card.code not in state.unseen or card in shown[:number] or card.pack != packs[number]:
                self.refuse_move("wrong-cards", place, f"{card} can't be the card that it turns up")

    def check_result(self, state: State) -> None:
        """Refuses the deal if it did not end as the record says."""
        told, ended = self.deal_record.result, _result_of(state)
        if told == ended:
            return
        by_rules = "is not over" if ended is None else f"ended `{ended}`"
        by_record = "has no result" if told is None else f"says `{told}`"
        self.refuse("wrong-result", ".result", f" {by_rules}, but the record {by_record}")


def turned_up_by(before: State, after: State) -> bytes:
    """The codes of the cards that nobody had seen before an action, in the order of their places.

    Args:
        before: The state before the action.
        after: The state after it.
    """
    if len(before.unseen) == len(after.unseen):
        return b""
    return bytes([card for card in b"".join(hidden_cards(before)) if card not in after.unseen])


def with_cards(state: State, turned_up: bytes, shown: bytes) -> State:
    """The state with other cards in the places that an action will turn up, and all others unseen in order.

    Args:
        state: The state before the action.
        turned_up: The codes of the cards that lie in these places, as `turned_up_by` gives them.
        shown: The codes of the cards that are to lie there, of the same packs and unseen like them.
    """
    lying = b"".join(hidden_cards(state))
    others = iter([card for card in state.unseen if card not in shown])
    known = dict(zip(turned_up, shown, strict=True))
    return exchanged(state, swap(lying, bytes([known[card] if card in known else next(others) for card in lying])))


def _public(deal_record: DealRecord, states: Iterator[State]) -> DealRecord:
    """What players may know of a deal with these states."""
    before = next(states)
    start = observe(before)
    moves: list[Move] = []
    for move, after in zip(deal_record.moves, states, strict=False):
        moves.append(evolve(move, shown=cards_of(turned_up_by(before, after))))
        before = after
    return DealRecord(starter=deal_record.starter, start=start, moves=tuple(moves), result=deal_record.result)
