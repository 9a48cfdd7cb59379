"""What has changed between two states, or two views, of a deal: for screens and logs.

It looks at public attributes only, so it tells nothing that is not shown. The cards of both moments get the same
numbers, blanks too, and from then on all is about numbers in piles. What is told are the steps from one picture to the
next, the last of which is that of `after`: so the list leads there, whatever is made out of the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from attrs import frozen

from crapette.actions import FLIP, ON_A_FOUNDATION, OWN_RESERVE
from crapette.cards import BLANKS, Card, Word, text_of_cards
from crapette.engine.view import View
from crapette.errors import CrapetteError
from crapette.state import Call, Moment, Remedy
from crapette.table import FACE_DOWN, FOUNDATIONS, PILE_NAMES


class ChangeKind(Word):
    """What sort of change it is."""

    MOVE = "move"
    TURN_UP = "turn-up"
    TURN_DOWN = "turn-down"
    TURN_OVER = "turn-over"
    TURN_BACK = "turn-back"
    REWIND = "rewind"
    CALL = "call"


@frozen
class Change:
    """One thing that has changed; `str` says it in a short line.

    Attributes:
        kind: `move`: cards go from one place to another. `turn-up`, `turn-down`: a card is turned where it lies.
            `turn-over`: a whole waste is turned over and becomes the hand. `turn-back`: that is taken back. `rewind`:
            what follows, up to the missed play, takes things back. `call`: "stop!" was called.
        cards: The cards, bottom to top: for a move as they are shown before it, else as they are shown after it.
        source: The place where they lie: `reserve-0` `hand-0` `turned-0` `waste-0`, the same of player 1, `house-1`…
            or `foundation-1`…; None for a rewind and a call.
        target: The place where they go; None where they stay.
        covered: How many cards lie on top of them, so that it is not the top of the place that is meant: 0 but where
            several actions are undone at once.
        call: Who called, whether it was upheld, and what came of it; None but for a call.
    """

    kind: ChangeKind
    cards: tuple[Card, ...] = ()
    source: str | None = None
    target: str | None = None
    covered: int = 0
    call: Call | None = None

    def __str__(self) -> str:
        cards = text_of_cards(self.cards)
        source = f"{self.source} under {self.covered}" if self.covered else self.source
        match self.kind:
            case ChangeKind.MOVE:
                return f"{cards} from {source} to {self.target}"
            case ChangeKind.TURN_UP | ChangeKind.TURN_DOWN:
                return f"{cards} in {source} is turned {'up' if self.kind is ChangeKind.TURN_UP else 'down'}"
            case ChangeKind.TURN_OVER | ChangeKind.TURN_BACK:
                how = "over" if self.kind is ChangeKind.TURN_OVER else "back"
                return f"{source} is turned {how} to {self.target}: {cards}"
            case ChangeKind.REWIND:
                return "everything is taken back to just before the offence"
            case ChangeKind.CALL:
                assert self.call is not None
                caller = "the referee" if self.call.caller is None else f"player {self.call.caller}"
                return f"{caller} calls stop: {'upheld' if self.call.upheld else 'false'}"


def changes(before: Moment, after: Moment) -> tuple[Change, ...]:
    """What has changed between two states of a deal, or two views of it, in the order in which it happened.

    Made one after the other to what `before` shows, the changes give what `after` shows. They are meant for moments
    one action apart; between others, as when actions are undone, they lead there too, though not as it was played.

    Args:
        before: A state, or a view.
        after: The state after an action, or the view of the same kind.

    Raises:
        CrapetteError: The two have different rules, or are not of one kind.

    >>> from crapette import apply, position
    >>> before = position.loads("(9C) 7H / * / - | 9d / * / - | KS, 8C | - | 0")
    >>> print(*changes(before, apply(before, "R-2")), sep="; ")
    7H from reserve-0 to house-2; 9C in reserve-0 is turned up
    """
    if before.rules != after.rules:
        raise CrapetteError("the two have different rules: changes are told between moments of one deal")
    if type(before) is not type(after) or _forgets(before) is not _forgets(after):
        raise CrapetteError("the two are not of one kind: changes are told between states, or views of one kind")
    call = None if after.last_call == before.last_call else after.last_call
    remedy = Remedy() if call is None else call.remedy
    story = _Story(before, after, remedy)
    # Backwards from the end: a waste turned over as a turn began, the turned card laid away, the missed play.
    passes = remedy.ends_turn or after.turn_number > before.turn_number
    ended = story.before_refill(after.mover, remedy) if passes else story.last
    played = story.before_laying_away(ended, remedy)
    acted = story.before_missed_play(played, remedy)
    if call is not None and call.caller is None and not remedy.rewound:
        story.reach(acted)  # the referee calls what has just been done
    if call is not None:
        story.told.append(Change(ChangeKind.CALL, call=call))
    if remedy.rewound:
        story.told.append(Change(ChangeKind.REWIND))
    story.reach(acted, takes_back=remedy.rewound)
    for picture in (played, ended, story.last):
        story.reach(picture)
    return tuple(story.told)


def _forgets(moment: Moment) -> bool:
    """Whether what lies face down is not shown, though it was seen."""
    return isinstance(moment, View) and not moment.memory


# ------------------------------------------------------------------------------------------------- pictures

_RESERVE, _HAND, _TURNED, _WASTE = ((f"{name}-0", f"{name}-1") for name in ("reserve", "hand", "turned", "waste"))
_FOUNDATIONS = tuple([PILE_NAMES[number] for number in FOUNDATIONS])
_PLACES = tuple([name for number, name in PILE_NAMES.items() if number not in FACE_DOWN])

_Face = tuple[Card, bool]
"""What a card shows, a blank if it is not shown, and whether it lies face up."""
_Slot = tuple[str, _Face]
"""The place of a card, and its face."""


@frozen
class _Picture:
    """The numbers of the cards in each place, bottom to top, and the face of each."""

    piles: Mapping[str, tuple[int, ...]]
    faces: Mapping[int, _Face]

    def moved(self, source: str, target: str, count: int = 1, covered: int = 0) -> _Picture:
        """The picture after cards have gone to the top of another place."""
        pile = self.piles[source]
        end = len(pile) - covered
        piles = {**self.piles, source: pile[: end - count] + pile[end:]}
        return _Picture({**piles, target: piles[target] + pile[end - count : end]}, self.faces)

    def turned(self, source: str, target: str, faces: Mapping[int, _Face]) -> _Picture:
        """The picture after a whole place has been turned over to another, with these faces."""
        cards = self.piles[source]
        piles = {**self.piles, source: (), target: self.piles[target] + cards[::-1]}
        return _Picture(piles, self.faces).showing(cards, faces)

    def showing(self, cards: Iterable[int], faces: Mapping[int, _Face]) -> _Picture:
        """The picture with some cards showing these faces."""
        return _Picture(self.piles, {**self.faces, **{card: faces[card] for card in cards}})


def _slots(moment: Moment) -> Iterator[_Slot]:
    """All cards, place by place, bottom to top; the turned card last, since it was drawn last."""
    for player in (0, 1):
        for height, card in enumerate(moment.reserves[player]):
            yield _RESERVE[player], (card, height >= moment.face_down[player])
        yield from ((_HAND[player], (card, False)) for card in moment.hands[player])
        yield from ((_WASTE[player], (card, True)) for card in moment.wastes[player])
    for name, piles in (("house", moment.houses), ("foundation", moment.foundations)):
        for number, pile in enumerate(piles, start=1):
            yield from ((f"{name}-{number}", (card, True)) for card in pile)
    if moment.turned is not None:
        yield _TURNED[moment.mover], (moment.turned, True)


def _picture(slots: Sequence[_Slot], numbers: Sequence[int]) -> _Picture:
    piles: dict[str, list[int]] = {place: [] for place in _PLACES}
    for (place, _), number in zip(slots, numbers, strict=True):
        piles[place].append(number)
    faces = {number: face for (_, face), number in zip(slots, numbers, strict=True)}
    return _Picture({place: tuple(pile) for place, pile in piles.items()}, faces)


def _numbered(old: Sequence[_Slot], new: Sequence[_Slot], changed_below: str | None) -> tuple[_Picture, _Picture]:
    """The pictures of two moments, in which a card has the same number.

    A card that is not shown in both is, in the other, one of its pack that lies in the same place, counted from the
    bottom; else, where a waste has been turned over, one that lies as far from the top as the other did from the
    bottom; else, of the cards that were drawn, one that goes back the sooner the later it was drawn.

    Args:
        old: The cards of the one moment.
        new: The cards of the other.
        changed_below: A place that can only have changed at its bottom, so that it is counted from the top.
    """
    first, last = _picture(old, range(len(old))), _picture(new, range(len(new)))
    numbers = {card: number for number, (card, _) in first.faces.items() if card.known}
    found = {at: numbers[card] for at, (card, _) in last.faces.items() if card in numbers}
    left = set(first.faces).difference(found.values())

    def pair(olds: Iterable[int], news: Iterable[int]) -> None:
        for pack in (0, 1):
            here = [number for number in olds if number in left and first.faces[number][0].pack == pack]
            there = [at for at in news if at not in found and last.faces[at][0].pack == pack]
            pairs = dict(zip(there, here, strict=False))
            found.update(pairs)
            left.difference_update(pairs.values())

    if left:
        for place in _PLACES:
            upwards = -1 if place == changed_below else 1
            for number, at in zip(first.piles[place][::upwards], last.piles[place][::upwards], strict=False):
                pair([number], [at])
        for hand, waste in zip(_HAND, _WASTE, strict=True):
            pair(first.piles[waste], last.piles[hand][::-1])
        pair(range(len(old)), range(len(new))[::-1])
    return first, _picture(new, [found[at] for at in last.faces])


# ------------------------------------------------------------------------------------------------ the story


class _Story:
    """What has been told, and the picture to which it leads, on the way from the first to the last."""

    def __init__(self, before: Moment, after: Moment, remedy: Remedy) -> None:
        callers_hand = _HAND[after.mover] if remedy.rewound and remedy.ends_turn else None
        self.first, self.last = _numbered(list(_slots(before)), list(_slots(after)), callers_hand)
        self.now = self.first
        self.told: list[Change] = []
        shown = {card: face if face.known else self.last.faces[card][0] for card, (face, _) in self.first.faces.items()}
        forgets = _forgets(after)
        self.up = {card: (face, True) for card, face in shown.items()}
        self.down = {card: (BLANKS[face.pack] if forgets else face, False) for card, face in shown.items()}

    def before_refill(self, player: int, remedy: Remedy) -> _Picture:
        """The last picture, with the player's waste not yet turned over for the turn that has begun (rules 7.1)."""
        hand, waste = _HAND[player], _WASTE[player]
        first, last = self.first.piles, self.last.piles
        refilled = first[hand] != last[hand] and not last[waste] and (remedy.rewound or not first[hand])
        return self.last.turned(hand, waste, self.up) if refilled else self.last

    def before_laying_away(self, picture: _Picture, remedy: Remedy) -> _Picture:
        """The picture with the turned card not yet laid away after a call (rules 8)."""
        if remedy.turned_card is None:
            return picture
        source = f"{remedy.turned_card}-{remedy.player}"
        return picture.moved(source, f"turned-{remedy.player}").showing(picture.piles[source][-1:], self.up)

    def before_missed_play(self, picture: _Picture, remedy: Remedy) -> _Picture:
        """The picture with the missed play not yet made, unless its card lay there from the first (rules 8)."""
        play, player = remedy.play, remedy.player
        if play is None or player is None:
            return picture
        first, reserve = self.first, _RESERVE[player]
        from_reserve = play is FLIP or play.source == OWN_RESERVE
        top = [card for card in picture.piles[reserve][-1:] if from_reserve and card in first.piles[reserve]]
        if play is not FLIP:
            source, target = play.piles[player]
            targets = _FOUNDATIONS if target == ON_A_FOUNDATION else (PILE_NAMES[target],)
            played = [(to, card) for to in targets for card in picture.piles[to][-1:] if card not in first.piles[to]]
            if not played:
                return picture
            picture = picture.moved(played[0][0], PILE_NAMES[source]).showing((played[0][1],), self.up)
        return picture.showing(top, first.faces)  # the play may have turned it up

    def reach(self, goal: _Picture, *, takes_back: bool = False) -> None:
        """Tells what leads to the picture: what was done, or how it was taken back."""
        for hand, waste, turned in zip(_HAND, _WASTE, _TURNED, strict=True):
            now, then = self.now.piles, goal.piles
            drawn = now[hand] + now[turned] if takes_back else now[hand]
            if then[hand] + then[turned] == now[waste][::-1] and now[waste] and not (now[hand] or takes_back):
                self.turn_pile(ChangeKind.TURN_OVER, waste, hand, self.down)
            elif {*drawn} & {*then[waste]} and not then[hand]:
                if now[waste] or {*then[waste]} - {*now[hand]}:  # what has been drawn goes back first
                    self.reach(goal.turned(waste, hand, self.down), takes_back=takes_back)
                self.turn_pile(ChangeKind.TURN_BACK, hand, waste, self.up)
        while (move := self.next_move(goal)) is not None:
            source, target, count, covered = move
            on = [card for card in self.now.piles[target][-1:] if card in goal.piles[target]]
            self.turn_cards(target, on, goal, only_down=True)
            faces, self.now = self.now.faces, self.now.moved(source, target, count, covered)
            cards = self.now.piles[target][-count:]
            shown = tuple([faces[card][0] for card in cards])
            self.told.append(Change(ChangeKind.MOVE, shown, source, target, covered))
            self.turn_cards(target, cards, goal)
        for place, cards in self.now.piles.items():
            self.turn_cards(place, cards, goal)

    def turn_cards(self, place: str, cards: Iterable[int], goal: _Picture, *, only_down: bool = False) -> None:
        """Tells which of these cards are turned in their place, since they have other faces in the picture."""
        for card in cards:
            face, is_up = goal.faces[card]
            if (face, is_up) != self.now.faces[card] and not (is_up and only_down):
                kind = ChangeKind.TURN_UP if is_up else ChangeKind.TURN_DOWN
                covered = self.now.piles[place][::-1].index(card)
                self.told.append(Change(kind, (face,), place, covered=covered))
                self.now = self.now.showing((card,), goal.faces)

    def turn_pile(self, kind: ChangeKind, source: str, target: str, faces: Mapping[int, _Face]) -> None:
        """Tells that a whole place is turned over to another, where its cards have these faces."""
        cards = tuple([faces[card][0] for card in self.now.piles[source][::-1]])
        self.told.append(Change(kind, cards, source, target))
        self.now = self.now.turned(source, target, faces)

    def next_move(self, goal: _Picture) -> tuple[str, str, int, int] | None:
        """The next move on the way: from where, to where, how many cards, and how many lie on them.

        A card can go when all that lies below it in the end lies there. It had better be on top, and nothing had better
        lie where it goes that does not belong there; where there is no such card, one is taken from inside.
        """
        now = self.now.piles
        place_of = {card: place for place, cards in now.items() for card in cards}
        moves: list[tuple[int, str, str, int, int]] = []
        for target, wanted in goal.piles.items():
            settled = 0
            for card in now[target]:
                settled += wanted[settled : settled + 1] == (card,)
            if settled < len(wanted):
                source = place_of[wanted[settled]]
                stack = now[source][now[source].index(wanted[settled]) :]
                on_top = stack == wanted[settled : settled + len(stack)]
                drawbacks = (not on_top) + (settled < len(now[target]))
                count, covered = (len(stack), 0) if on_top else (1, len(stack) - 1)
                moves.append((drawbacks, source, target, count, covered))
        return min(moves, key=itemgetter(0))[1:] if moves else None
