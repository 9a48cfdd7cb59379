"""The deal: what lies where at the start, and who starts (rules 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from crapette.cards import PACKS, Card, codes
from crapette.engine.shuffle import Stream, is_count, problems_of_seed, shuffled_pack
from crapette.engine.turn import first_turn
from crapette.errors import DealError, NotationError, Problem, quoted
from crapette.rulebook import compile_rules
from crapette.rules import Ace, ReserveTop, Rules, StartBy, Tie
from crapette.state import State, unseen_cards
from crapette.table import FACE_DOWN, FIRST_HOUSE, HAND, RESERVE, WASTE, build

Pack = Sequence[Card]


def deal(rules: Rules, seed: int, starter: int | None = None) -> State:
    """A deal, shuffled bit-exactly from a seed (rules 3).

    Args:
        rules: The rules.
        seed: An integer from 0 up; equal seeds deal equal cards everywhere and for ever.
        starter: Who starts, 0 or 1; None: as the rules say.

    Raises:
        DealError: The seed or the starter is none.
    """
    problems = [*_problems_of_starter(starter), *problems_of_seed(seed)]
    if problems:
        raise DealError(problems)
    packs = shuffled_pack(seed, 0), shuffled_pack(seed, 1)
    if starter is None:
        starter = starter_by_cards(rules, packs)
    if starter is None:
        starter = Stream(seed, "cut").below(2)
    return _laid_out(rules, packs, starter)


def deal_from(rules: Rules, packs: Sequence[Pack | str], starter: int | None = None) -> State:
    """A deal from given packs (rules 3).

    Args:
        rules: The rules.
        packs: Two packs in dealing order, the first card first: each 52 cards, or one text of 52 cards
            with spaces between them. Pack 0 is all of pack 0, pack 1 all of pack 1.
        starter: Who starts, 0 or 1; None: as the rules say.

    Raises:
        DealError: The packs are not two whole packs, or the starter would come to a cut: all problems.
    """
    problems = _problems_of_starter(starter)
    if isinstance(packs, str) or len(packs) != 2:
        raise DealError([*problems, Problem("not-two-packs", "packs", "expected two packs of 52 cards")])
    read = [_read_pack(pack, number, problems) for number, pack in enumerate(packs)]
    if not problems and starter is None:
        starter = starter_by_cards(rules, (codes(read[0]), codes(read[1])))
        if starter is None:
            problems.append(
                Problem(
                    "no-starter", "starter", "the cut decides who starts, and given packs have none: name the starter"
                )
            )
    if problems or starter is None:
        raise DealError(problems)
    return _laid_out(rules, (codes(read[0]), codes(read[1])), starter)


def _problems_of_starter(starter: int | None) -> list[Problem]:
    if starter is None or (is_count(starter) and starter in (0, 1)):
        return []
    return [Problem("bad-starter", "starter", "the starter must be player 0 or 1")]


def _read_pack(pack: Pack | str, number: int, problems: list[Problem]) -> tuple[Card, ...]:
    path = f"packs[{number}]"
    cards: list[Card] = []
    for text in pack.split() if isinstance(pack, str) else pack:
        try:
            cards.append(text if isinstance(text, Card) else Card.parse(text))
        except NotationError:
            problems.append(Problem("no-card", path, f"{quoted(str(text))} is no card"))
    problems += _problems_of_pack(cards, number, path)
    return tuple(cards)


def _problems_of_pack(cards: Sequence[Card], number: int, path: str) -> Iterable[Problem]:
    whole = PACKS[number]
    for card in dict.fromkeys(cards):
        if card not in whole:
            yield Problem("foreign-card", path, f"{card} is not of pack {number}")
        elif cards.count(card) > 1:
            yield Problem("doubled-card", path, f"{card} is there {cards.count(card)} times")
    for card in whole:
        if card not in cards:
            yield Problem("missing-card", path, f"{card} is missing")


def _laid_out(rules: Rules, packs: tuple[bytes, bytes], starter: int) -> State:
    """The state after both packs have been dealt."""
    piles: dict[int, bytes] = {}
    for player, cards in enumerate(packs):
        reserve, houses = rules.deal.reserve, rules.deal.houses
        hand = reserve + houses + rules.deal.waste
        open_from = {ReserveTop.FACE_UP: max(reserve - 1, 0), ReserveTop.FACE_DOWN: reserve, ReserveTop.ALL_FACE_UP: 0}
        face_up = open_from[rules.deal.reserve_top]
        piles[FACE_DOWN[player]], piles[RESERVE[player]] = cards[:face_up], cards[face_up:reserve]
        for house in range(houses):
            piles[FIRST_HOUSE + player * houses + house] = cards[reserve + house : reserve + house + 1]
        piles[WASTE[player]] = cards[reserve + houses : hand]
        piles[HAND[player]] = cards[hand:][::-1]
    table = build(piles)
    return first_turn(compile_rules(rules), table, starter, unseen_cards(table))


# ------------------------------------------------------------------------------------------ who starts


def starter_by_cards(rules: Rules, packs: tuple[bytes, bytes]) -> int | None:
    """Who starts by the cards that are dealt (rules 3).

    Args:
        rules: The rules.
        packs: The codes of both packs in dealing order.

    Returns:
        The player; None where it comes to a cut.
    """
    if rules.start.by is StartBy.CUT:
        return None
    reserve, houses = rules.deal.reserve, rules.deal.houses
    lowest = rules.start.by is StartBy.LOWEST_RESERVE
    ace = 1 if rules.start.ace is Ace.LOW else 14

    def rank(card: int) -> int:
        return ace if card & 15 == 1 else card & 15

    def starts(first: int, second: int) -> int | None:
        """Who has the value that starts."""
        if first == second:
            return None
        return 0 if (first < second) is lowest else 1

    tops = packs[0][reserve - 1], packs[1][reserve - 1]
    dealt = [pack[reserve : reserve + houses] for pack in packs]
    best: Callable[[Iterable[int]], int] = min if lowest else max
    starter = starts(rank(tops[0]), rank(tops[1]))
    for tie in rules.start.ties:
        if starter is not None:
            break
        match tie:
            case Tie.HOUSES:
                pairs = zip(*dealt, strict=True)
                starter = next((s for a, b in pairs if (s := starts(rank(a), rank(b))) is not None), None)
            case Tie.BEST_HOUSE:
                starter = starts(best(map(rank, dealt[0])), best(map(rank, dealt[1])))
            case Tie.SUIT:
                starter = _by_suit(tops)
    return starter


def _by_suit(tops: tuple[int, int]) -> int | None:
    """The player whose suit comes first; the direction does not matter."""
    suits = tops[0] >> 4 & 3, tops[1] >> 4 & 3
    return None if suits[0] == suits[1] else suits.index(min(suits))
