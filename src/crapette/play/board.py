"""The table in colours, as wide as the terminal is: 80 columns or more.

It lies as in `crapette.render.text`, but the person sits below. Only open cards are looked at.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain, repeat, zip_longest

from rich.style import Style
from rich.text import Text

from crapette.cards import SUITS, Card
from crapette.render.text import card_text, has_reserves, is_to_play
from crapette.rules import ReserveTop
from crapette.state import Moment

NARROWEST = 80
"""The board takes so many columns at least."""

_PAPER = "#f7f3e8"
_RED = Style(color="#c01020", bgcolor=_PAPER, bold=True)
_BLACK = Style(color="#15171a", bgcolor=_PAPER, bold=True)
_BACK = Style(color="#dfe7ff", bgcolor="#34509c")
_FAINT = Style(color="#9cc5ae")
_STRONG = Style(bold=True)
_MOVED = Style(underline=True)
_FOUNDATIONS_WIDTH = 7
_BESIDE = " │ "
_LABEL = 3


def board(
    state: Moment, me: int, names: Sequence[str], width: int, moved: Container[Card] = (), *, roomy: bool = False
) -> Text:
    """The table as a person sees it.

    Args:
        state: The state.
        me: The person's player, who sits below.
        names: What player 0 and player 1 are called.
        width: How many columns there are.
        moved: The cards to underline, since they have just been moved.
        roomy: Whether there are rows enough to leave some free.
    """
    side = (max(width, NARROWEST) - _FOUNDATIONS_WIDTH - 2 * len(_BESIDE)) // 2
    table = _table(state, side, moved)
    if roomy:
        free = _row(Text(), Text(), Text(), side)
        table = [free, *chain.from_iterable(zip(table, repeat(free), strict=False))]
    lines = [*_side(state, 1 - me, names, moved), _rule("┬", side), *table, _rule("┴", side)]
    return Text("\n").join([*lines, *_side(state, me, names, moved)])


def _rule(joint: str, side: int) -> Text:
    """A line across the table that meets the bars beside the foundations."""
    outer = "─" * (side + 1)
    return Text(f"{outer}{joint}{'─' * (_FOUNDATIONS_WIDTH + 2)}{joint}{outer}", _FAINT)


# ------------------------------------------------------------------------------------------------ players


def _side(state: Moment, player: int, names: Sequence[str], moved: Container[Card]) -> list[Text]:
    """What lies before a player, pile by pile; and all of the reserve where it lies open."""
    mover = is_to_play(state, player)
    line = Text()
    line.append(f"{'▸' if mover else ' '} {names[player]:<10.10}", _STRONG if mover else "")
    reserve, hidden = state.reserves[player], state.face_down[player]
    if has_reserves(state):
        line.append(" reserve ")
        line.append_text(_reserve(reserve, hidden, moved))
    line.append("  hand ")
    line.append_text(_back(len(state.hands[player])))
    line.append("  waste ")
    line.append_text(_pile(state.wastes[player], moved))
    if player == state.mover and state.turned:
        line.append("  turned ")
        line.append_text(_card(state.turned, moved))
    lines = [line]
    if state.rules.deal.reserve_top is ReserveTop.ALL_FACE_UP and len(reserve) > 1:
        lines.append(Text(" " * 21).append_text(_fan(reserve[:-1], NARROWEST - 21, moved)))
    return lines


def _reserve(cards: Sequence[Card], hidden: int, moved: Container[Card]) -> Text:
    """A reserve's top and size, and how many of it lie face down."""
    top = _pile(cards, moved) if hidden < len(cards) or not cards else _back(len(cards))
    return top.append(f"{hidden:>3} down" if hidden else 8 * " ", _FAINT)


def _pile(cards: Sequence[Card], moved: Container[Card]) -> Text:
    """A pile's top and size."""
    return Text.assemble(_card(cards[-1], moved), f" {len(cards):<2}") if cards else Text("  –   ", _FAINT)


def _back(cards: int) -> Text:
    """A pile that lies face down: its size."""
    return Text.assemble(("▒▒▒", _BACK), f" {cards:<2}") if cards else Text("  –   ", _FAINT)


# -------------------------------------------------------------------------------------------------- table


def _table(state: Moment, side: int, moved: Container[Card]) -> list[Text]:
    """The foundations, with the houses that player 0 dealt on the left and those of player 1 on the right."""
    half = len(state.houses) // 2
    left, right = (
        [_house(number, state.houses[number - 1], side, moved) for number in range(first, first + half)]
        for first in (1, half + 1)
    )
    middle = [_foundations(state, suit, moved) for suit in range(len(SUITS))]
    return [_row(*cells, side) for cells in zip_longest(left, middle, right, fillvalue=Text())]


def _row(west: Text, centre: Text, east: Text, side: int) -> Text:
    """A row of the table: a house on the left, the foundations of a suit, and a house on the right."""
    west, centre = west.copy(), centre.copy()
    west.pad_right(side - west.cell_len)
    centre.pad_right(_FOUNDATIONS_WIDTH - centre.cell_len)
    return Text.assemble(west, (_BESIDE, _FAINT), centre, (_BESIDE, _FAINT), east)


def _house(number: int, cards: Sequence[Card], side: int, moved: Container[Card]) -> Text:
    label = Text(f"{number:>2} ", _FAINT)
    return label.append_text(_fan(cards, side - _LABEL, moved) if cards else Text("–", _FAINT))


def _fan(cards: Sequence[Card], width: int, moved: Container[Card]) -> Text:
    """Cards side by side: with a gap if there is room, else close together; the lowest left out if there are many."""
    for gap in (" ", ""):
        fan = Text(gap, _BLACK).join([_card(card, moved, width=0) for card in cards])
        if fan.cell_len <= width:
            return fan
    fits = (width - 1) // 3
    return Text.assemble(("…", _FAINT), *[_card(card, moved, width=0) for card in cards[-fits:]])


def _foundations(state: Moment, suit: int, moved: Container[Card]) -> Text:
    """Both foundations of a suit."""
    tops = [
        _card(pile[-1], moved) if pile else Text(f" {SUITS[suit].symbol} ", _FAINT)
        for pile in state.foundations[2 * suit : 2 * suit + 2]
    ]
    return Text(" ").join(tops)


def _card(card: Card, moved: Container[Card], width: int = 3) -> Text:
    """A card, as black and red as it is printed."""
    style = _RED if card.suit is not None and card.suit.is_red else _BLACK
    return Text(f"{card_text(card):>{width}}", style + _MOVED if card in moved else style)
