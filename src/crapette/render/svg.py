"""Boards as pictures, in SVG.

A board lies as on a table: one player below, the other above and turned round, so that each reserve has the houses of
its dealer beside it. Between the houses, which fan outwards, are the foundations. What lies face down is made a blank
before anything is drawn, so a picture can't tell more than the table does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from typing import Final

from attrs import frozen

from crapette.actions import ON_A_FOUNDATION, Action
from crapette.cards import SUITS, Card
from crapette.change import Change, changes
from crapette.engine.possible import fits_foundation, foundation_for
from crapette.engine.view import viewed
from crapette.errors import CrapetteError, quoted
from crapette.faults import shown as shown_value
from crapette.render.faces import HEIGHT, STYLE, WIDTH, symbols
from crapette.render.text import caption, described, has_reserves, is_to_play
from crapette.state import Moment
from crapette.table import GROUND, PILE_NAMES

THEMES: Final = {"auto": "crapette", "light": "crapette-light", "dark": "crapette-dark"}
"""The class of a picture by its theme."""

_MARGIN, _GAP = 10, 10
_STEP = 17
"""From card to card in a fan, where there is room."""
_FAN = 144
"""The room for what a house has above its lowest card."""
_NUMBER = 24
"""The room for the number of a house."""
_LEFT = _MARGIN + _FAN
_FOUNDATIONS = _LEFT + WIDTH + _NUMBER
_RIGHT = _FOUNDATIONS + 2 * WIDTH + _GAP + _NUMBER
_BOARD = _RIGHT + WIDTH + _FAN + _MARGIN
_RESERVE_FAN = _BOARD - 2 * _MARGIN - 4 * WIDTH - 3 * _GAP
"""The room for what a reserve has above its lowest card, beside waste, turned card and hand."""

_CAPTION = 34
_NAME = 24
"""The room for the name of a player, above the piles; that for the labels below them is as high."""
_SIDE = _NAME + HEIGHT + _NAME
_ROW = HEIGHT + 8
_LONGEST_CAPTION = 72
"""With more letters it is squeezed."""


def board(
    moment: Moment,
    *,
    theme: str = "auto",
    size: int | None = None,
    perspective: int = 0,
    highlight: Iterable[Action | str] = (),
    since: Moment | None = None,
    hidden: bool = True,
) -> str:
    """The table as an SVG document, which can stand in a file or in the midst of a page.

    Args:
        moment: A state or a view. Of either only what lies open is shown.
        theme: `light`, `dark`, or `auto`: as the reader prefers.
        size: The width in pixels; unless given, it fills what it is put into.
        perspective: The player who sits below.
        highlight: Actions of the mover, perhaps the legal ones. What each of them moves gets a line around it, and the
            place where it goes a broken line.
        since: An earlier moment of the deal, perhaps the one before the last action: the cards that have moved or
            been turned since are marked.
        hidden: Whether cards that lie face down are hidden. If not, those that the moment knows are shown through
            their backs, of each hand the top one: for teaching, and to find faults.

    Raises:
        CrapetteError: There is no such theme or player, or the size is no width; `since` is of a deal with other rules,
            or where nothing is hidden, not of the same kind.
        NotationError: A text names no action.
    """
    if theme not in THEMES:
        raise CrapetteError(f"there is no theme {quoted(theme)}: expected auto, light or dark")
    if perspective not in (0, 1):
        raise CrapetteError(f"there is no player {perspective!r}: expected the perspective of 0 or 1")
    if size is not None and (type(size) is not int or size < 1):
        raise CrapetteError(f"the size is {shown_value(size)}: expected a width in pixels, from 1 up")
    if hidden:
        moment, since = viewed(moment, memory=False), since and viewed(since, memory=False)
    actions = [Action.parse(action) if isinstance(action, str) else action for action in highlight]
    done = () if since is None else changes(since, moment)
    title = escape(caption(moment), quote=False)
    text = escape(" ".join([described(moment), *_marked(actions, done)]), quote=False)
    ids = f"c{sha256(f'{theme}{perspective}{title}{text}'.encode()).hexdigest()[:8]}"
    piles = _piles(moment, perspective, hidden=hidden)
    shown = {card.symbol for pile in piles.values() for card in pile.cards if card.card.known}
    height = _CAPTION + 2 * _SIDE + _rows(moment) * _ROW + _MARGIN
    width = "" if size is None else f' width="{size}"'
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{THEMES[theme]}" ',
            f'viewBox="0 0 {_BOARD} {height}"{width} role="img" aria-labelledby="{ids}-title {ids}-desc" ',
            'style="max-width:100%" font-family="system-ui,sans-serif" font-size="14">',
            f'<title id="{ids}-title">{title}</title><desc id="{ids}-desc">{text}</desc>',
            f"<style>{STYLE}</style><defs>{symbols(sorted(shown), ids)}</defs>",
            f'<rect class="cr-table" width="{_BOARD}" height="{height}" rx="12"/>',
            *_words(moment, perspective, title, piles),
            *(pile.drawn(ids) for pile in piles.values()),
            *_highlights(moment, piles, actions),
            *_moved(piles, done),
            "</svg>",
        ]
    )


# --------------------------------------------------------------------------------------------------- piles


@frozen
class _Shown:
    """A card as it is drawn."""

    card: Card
    is_up: bool = True

    @property
    def symbol(self) -> str:
        """The name of its symbol: its face if that is known, else its back."""
        return str(self.card).upper() if self.card.known else f"back-{self.card.pack}"


@frozen
class _Pile:
    """A pile as it is drawn: the lowest of the cards shown is here, and the others are fanned from it."""

    x: float
    y: float
    cards: tuple[_Shown, ...]
    step: float = 0
    label: str = ""
    count: int = 0
    """How many cards there are; 0 where that is plain to see."""
    suit: str = ""
    """What may come to an empty foundation."""

    def drawn(self, ids: str) -> str:
        """The pile in SVG, that uses symbols whose names begin with these letters."""
        parts = [self._card(card, self.x + at * self.step, ids) for at, card in enumerate(self.cards)]
        first, last = self.x + WIDTH / 2, self.x + WIDTH / 2 + max(0, len(self.cards) - 1) * self.step
        if not self.cards:
            parts.append(self.outline("cr-place-line", 1.5, inset=1))
        if self.suit and not self.cards:
            place = f"translate({_number(first)} {_number(self.y + HEIGHT / 2)})scale(1.2)"
            parts.append(f'<use class="cr-place" href="#{ids}-{self.suit}" transform="{place}"/>')
        if self.label:
            parts.append(_text(self.label, (first + last) / 2, self.y + HEIGHT + 16))
        if self.count:
            at = f'x="{_number(last - 15)}" y="{_number(self.y + HEIGHT - 25)}"'
            parts.append(f'<rect class="cr-ink" {at} width="30" height="22" rx="11"/>')
            bold = 'class="cr-table" font-size="17" font-weight="bold"'
            parts.append(_text(str(self.count), last, self.y + HEIGHT - 8, bold))
        return "".join(parts)

    def _card(self, card: _Shown, x: float, ids: str) -> str:
        at = f'x="{_number(x)}" y="{_number(self.y)}" width="{WIDTH}" height="{HEIGHT}"'
        drawing = f'<use href="#{ids}-{card.symbol}" {at}/>'
        if card.is_up or not card.card.known:
            return drawing
        return f'{drawing}<rect class="cr-back-{card.card.pack}" opacity=".4" rx="5" {at}/>'

    def outline(self, classes: str, width: float, *, inset: float, first: int = 0, more: str = "") -> str:
        """A line around the cards from the first one on, or around the place where none lies."""
        ends = [self.x + at * self.step for at in (first, max(first, len(self.cards) - 1))]
        return (
            f'<rect class="{classes}" fill="none" stroke-width="{width}"{more} '
            f'x="{_number(min(ends) + inset)}" y="{_number(self.y + inset)}" rx="{5 - inset / 2}" '
            f'width="{_number(max(ends) - min(ends) + WIDTH - 2 * inset)}" height="{HEIGHT - 2 * inset}"/>'
        )


def _number(number: float) -> str:
    """As short as it can be written, to a tenth."""
    return f"{number:.1f}".removesuffix(".0")


def _text(text: str, x: float, y: float, more: str = 'class="cr-ink"') -> str:
    return f'<text x="{_number(x)}" y="{_number(y)}" text-anchor="middle" {more}>{text}</text>'


def _rows(moment: Moment) -> int:
    """How many rows lie between the players: houses, and at least the foundations."""
    return max(len(SUITS), len(moment.houses) // 2)


def _piles(moment: Moment, perspective: int, *, hidden: bool) -> dict[str, _Pile]:
    """All piles by their names, as changes have them."""
    piles: dict[str, _Pile] = {}
    for player in (0, 1):
        piles |= _own_piles(moment, player, is_below=player == perspective, hidden=hidden)
    half, rows = len(moment.houses) // 2, _rows(moment)
    for number, house in enumerate(moment.houses):
        dealer, place = divmod(number, half)
        is_below = dealer == perspective
        row = rows - 1 - place if is_below else place
        cards = tuple(map(_Shown, house))
        step = _step(cards, _FAN, leftwards=not is_below)
        piles[f"house-{number + 1}"] = _Pile(_RIGHT if is_below else _LEFT, _row_y(row), cards, step)
    for number, foundation in enumerate(moment.foundations):
        suit, column = divmod(number, 2)
        x, y = _FOUNDATIONS + column * (WIDTH + _GAP), _row_y(suit + (rows - len(SUITS)) / 2)
        top = tuple(map(_Shown, foundation[-1:]))
        piles[f"foundation-{number + 1}"] = _Pile(x, y, top, suit=SUITS[suit].letter)
    return piles


def _row_y(row: float) -> float:
    return _CAPTION + _SIDE + row * _ROW + (_ROW - HEIGHT) / 2


def _side_y(moment: Moment, *, is_below: bool) -> float:
    return _CAPTION + is_below * (_SIDE + _rows(moment) * _ROW)


def _step(cards: Sequence[_Shown], room: float, *, leftwards: bool) -> float:
    """From card to card in a fan, which is squeezed if it is long."""
    step = min(_STEP, room / max(1, len(cards) - 1))
    return -step if leftwards else step


def _own_piles(moment: Moment, player: int, *, is_below: bool, hidden: bool) -> dict[str, _Pile]:
    """What lies before a player: the reserve to the right hand, all else to the left."""
    y = _side_y(moment, is_below=is_below) + _NAME

    def x(place: int) -> float:
        """Where a pile lies, counted from the player's left hand."""
        from_left = _MARGIN + place * (WIDTH + _GAP)
        return from_left if is_below else _BOARD - WIDTH - from_left

    piles: dict[str, _Pile] = {}
    reserve, down = moment.reserves[player], moment.face_down[player]
    if has_reserves(moment):
        cards = tuple([_Shown(card, at >= down) for at, card in enumerate(reserve)])
        cards = cards[max(0, down - 1) :] if hidden else cards
        edge = _BOARD - _MARGIN - WIDTH if is_below else _MARGIN
        step = _step(cards, _RESERVE_FAN, leftwards=is_below)
        piles[f"reserve-{player}"] = _Pile(edge, y, cards, step, "reserve", len(reserve))
    hand, waste = moment.hands[player], moment.wastes[player]
    top = tuple([_Shown(card, is_up=False) for card in hand[-1:]])
    piles[f"hand-{player}"] = _Pile(x(0), y, top, label="hand", count=len(hand))
    if player == moment.mover:
        turned = (_Shown(moment.turned),) if moment.turned else ()
        piles[f"turned-{player}"] = _Pile(x(1), y, turned, label="turned")
    piles[f"waste-{player}"] = _Pile(x(2), y, tuple(map(_Shown, waste[-1:])), label="waste", count=len(waste))
    return piles


# --------------------------------------------------------------------------------------------------- words


def _words(moment: Moment, perspective: int, title: str, piles: Mapping[str, _Pile]) -> Iterator[str]:
    """What is written on the board: the caption, who sits where, and the numbers of the houses."""
    squeezed = f' textLength="{_BOARD - 2 * _MARGIN}" lengthAdjust="spacingAndGlyphs"'
    more = squeezed if len(title) > _LONGEST_CAPTION else ""
    yield _text(title, _BOARD / 2, 23, f'class="cr-ink" font-size="16" font-weight="bold"{more}')
    for player in (0, 1):
        y = _side_y(moment, is_below=player == perspective)
        if is_to_play(moment, player):
            at = f'x="4" y="{y + 1}" width="{_BOARD - 8}" height="{_SIDE - 2}"'
            yield f'<rect class="cr-place" opacity=".35" rx="9" {at}/>'
            yield _text(f"player {player} to play", _BOARD / 2, y + 17, 'class="cr-ink" font-weight="bold"')
        else:
            yield _text(f"player {player}", _BOARD / 2, y + 17)
    for number in range(1, len(moment.houses) + 1):
        house = piles[f"house-{number}"]
        beside = WIDTH + _NUMBER / 2 if house.x == _LEFT else -_NUMBER / 2
        yield _text(str(number), house.x + beside, house.y + HEIGHT / 2 + 5)


def _marked(actions: Sequence[Action], done: Sequence[Change]) -> Iterator[str]:
    """What the marks say, in words."""
    if done:
        yield f"Last: {'; '.join(map(str, done))}."
    if actions:
        yield f"Marked: {', '.join(map(str, actions))}."


# --------------------------------------------------------------------------------------------------- marks


def _highlights(moment: Moment, piles: Mapping[str, _Pile], actions: Iterable[Action]) -> Iterator[str]:
    """Lines around what the actions move, and broken ones where it goes."""
    ends = [(action, *_ends(moment, action)) for action in actions]
    for name, count in dict.fromkeys((source, action.count) for action, source, _ in ends if source in piles):
        first = max(0, len(piles[name].cards) - count)
        yield piles[name].outline("cr-source-line", 4, inset=0.5, first=first)
    for name in dict.fromkeys(target for *_, target in ends if target in piles):
        first = max(0, len(piles[name].cards) - 1)
        yield piles[name].outline("cr-target-line", 4, inset=0.5, first=first, more=' stroke-dasharray="9 6"')


def _ends(moment: Moment, action: Action) -> tuple[str, str]:
    """The names of the piles that the mover's action takes from and goes to; empty where there is none."""
    source, target = action.piles[moment.mover]
    if target == ON_A_FOUNDATION:
        card = moment.table[source]
        target = foundation_for(moment.table, card) if card < GROUND and fits_foundation(moment.table, card) else 0
    source_name, target_name = (
        PILE_NAMES.get(number, "").replace("face-down", "reserve") for number in (source, target)
    )
    return source_name, target_name


def _moved(piles: Mapping[str, _Pile], done: Sequence[Change]) -> Iterator[str]:
    """Lines around the cards that have moved or been turned."""
    cards = {card for change in done for card in change.cards}
    places = {change.target for change in done}
    for name, pile in piles.items():
        top = len(pile.cards) - 1
        at = [
            number
            for number, shown in enumerate(pile.cards)
            if (shown.card in cards if shown.is_up else number == top and name in places)
        ]
        if at:
            yield pile.outline("cr-moved-line", 3, inset=-3.5, first=at[0])
