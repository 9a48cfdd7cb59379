"""Boards and actions in plain text.

A board lies as on a table: player 1 above, player 0 below, and between them the foundations with the
houses that each player dealt to their sides. All piles are written bottom to top: the last card is the top.
Cards that lie face down are never looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from crapette.actions import DISCARD, FLIP, OWN_TURNED, TAKE_ACE, THEIR_RESERVE, THEIR_WASTE, Action, Kind
from crapette.cards import SUITS, Card
from crapette.engine.ending import outcome
from crapette.engine.legal import maker
from crapette.engine.possible import enters_empty_house
from crapette.engine.scoring import score
from crapette.rules import Duty, MissedPlay, ReserveTop, Rules, TurnedCard
from crapette.state import Call, Moment, Reason

WIDTH = 100
"""No line of a board is longer."""

_TO_ASCII = str.maketrans(
    {
        "♠": "S",
        "♥": "H",
        "♦": "D",
        "♣": "C",
        "–": "-",
        "─": "-",
        "│": "|",
        "┬": "+",
        "┴": "+",
        "·": "-",
        "…": "...",
        "▒": "#",
    }
)
_RED = re.compile(r"(?:10|[2-9AJQK])?[♥♦HD]")
"""Red cards on a board, and the red suits of the foundations."""
_NOTHING = "–"
_FACE_DOWN = "▒▒"
_USUAL_WIDTH = 97
_GAP = "   "
_BESIDE_FOUNDATIONS = " │ "
_FOUNDATIONS_WIDTH = len("♠  –  –")
_HOUSE_WIDTH = len("12  K♠ Q♥ J♠ 10♥ 9♠ 8♥ 7♠ 6♥ 5♠ 4♥ 3♠ 2♥ A♠")
"""What the longest house takes, so that the foundations keep their place."""


def card_text(card: Card, *, ascii: bool = False) -> str:  # noqa: A002 - the word that says it
    """The card as a player writes it: `7♥`, `10♠`; with `ascii`, `7H`, `10S`.

    >>> card_text(Card.parse("TS")), card_text(Card.parse("qh"), ascii=True)
    ('10♠', 'QH')
    """
    return plain(card.face or _FACE_DOWN, ascii=ascii)


def plain(text: str, *, ascii: bool) -> str:  # noqa: A002 - as above
    """The text; with `ascii`, its symbols in ASCII: `S H D C` for the suits.

    >>> plain("7♥ – 10♠", ascii=True)
    '7H - 10S'
    """
    return text.translate(_TO_ASCII) if ascii else text


# ------------------------------------------------------------------------------------------------ boards


def board(state: Moment, *, ascii: bool = False, colour: bool = False) -> str:  # noqa: A002 - the word that says it
    """The state as a player sees it: every open card, and how many lie face down.

    Args:
        state: The state, or a view.
        ascii: Whether to use ASCII alone: `S H D C` for the suits.
        colour: Whether to show red cards in red, as terminals do.

    Returns:
        Lines of at most 100 columns, without a newline at the end. What colours them takes no columns.
    """
    above, below = _sides(state)
    table = _table(state)
    width = max(_USUAL_WIDTH, *(len(line.rstrip()) for line in (*above, *table, *below)))
    lines = [caption(state), *above, _rule("┬", width), *table, _rule("┴", width), *below]
    text = plain("\n".join(line.rstrip() for line in lines), ascii=ascii)
    return coloured(text) if colour else text


def coloured(text: str) -> str:
    """The text of a board, as terminals show it with red cards in red.

    Args:
        text: The text, with symbols or in ASCII.
    """
    return _RED.sub("\x1b[31m\\g<0>\x1b[0m", text)


def _rule(joint: str, width: int) -> str:
    """A line across the table that meets the bars beside the foundations."""
    beside = len(_BESIDE_FOUNDATIONS.partition("│")[2])
    before = "─" * (_HOUSE_WIDTH + beside)
    return f"{before}{joint}{'─' * (_FOUNDATIONS_WIDTH + 2 * beside)}{joint}".ljust(width, "─")


def caption(state: Moment) -> str:
    """The turn, and what is up: who is to play, who proposes a draw, who may call, or how the deal ended.

    Args:
        state: The state, or a view.
    """
    told = [f"turn {state.turn_number}"]
    if outcome(state) is None:
        told.append(f"player {state.mover} to play")
        if state.offer is not None:
            told.append(f"player {state.offer} proposes a draw")
        if state.window is not None:
            told.append(f"player {state.window} may call stop")
    else:
        told.append(outcome_text(state))
    return " · ".join(told)


def _sides(state: Moment) -> tuple[list[str], list[str]]:
    """The lines of player 1 and those of player 0, with equal columns."""
    rows = [_side(state, player) for player in (1, 0)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    above, below = (
        [_GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)), *_open_reserve(state, player)]
        for row, player in zip(rows, (1, 0), strict=True)
    )
    return above, below


def is_to_play(state: Moment, player: int) -> bool:
    """Whether it is the player's turn in a deal that goes on."""
    return player == state.mover and outcome(state) is None


def has_reserves(state: Moment) -> bool:
    """Whether there is a place for reserves on the table, be they empty by now."""
    return state.rules.deal.reserve > 0 or any(state.reserves)


def _side(state: Moment, player: int) -> list[str]:
    """What lies before a player, pile by pile."""
    cells = [f"{'>' if is_to_play(state, player) else ' '} player {player}"]
    reserve, hidden = state.reserves[player], state.face_down[player]
    if has_reserves(state):
        cells.append(f"reserve {_pile_text(reserve, hidden)}")
    cells.append(f"hand {_count(len(state.hands[player]))}")
    cells.append(f"waste {_pile_text(state.wastes[player])}")
    cells.append(f"turned {card_text(state.turned)}" if player == state.mover and state.turned else "")
    return cells


def _pile_text(cards: Sequence[Card], hidden: int = 0) -> str:
    """A pile's top and size: ` 9♥ 13 cards, 12 face down`."""
    if not cards:
        return f"{_NOTHING:>3}"
    top = card_text(cards[-1]) if hidden < len(cards) else _FACE_DOWN
    down = "" if not hidden else f", {'all' if hidden == len(cards) else hidden} face down"
    return f"{top:>3} {_count(len(cards))}{down}"


def _count(cards: int) -> str:
    if cards == 0:
        return f"{_NOTHING:>2}"
    return f"{cards:>2} card" if cards == 1 else f"{cards:>2} cards"


def _open_reserve(state: Moment, player: int) -> list[str]:
    """The whole reserve where the variant has it lie open, the last card the top; the lowest left out if it is long."""
    reserve = state.reserves[player]
    if state.rules.deal.reserve_top is not ReserveTop.ALL_FACE_UP or len(reserve) < 2:
        return []
    label, more = "             open ", "… "
    fits = (WIDTH - len(label) - len(more)) // 4
    shown = " ".join(map(card_text, reserve[-fits:]))
    return [label + (more if len(reserve) > fits else "") + shown]


def _table(state: Moment) -> list[str]:
    """The foundations, with the houses that player 0 dealt on the left and those of player 1 on the right."""
    half = len(state.houses) // 2
    left, right = (
        [_house(number, state.houses[number - 1]) for number in range(first, first + half)] for first in (1, half + 1)
    )
    middle = [_foundations(state, suit) for suit in range(len(SUITS))]
    spare = [" " * _FOUNDATIONS_WIDTH] * max(0, half - len(middle))
    middle = [*spare[: len(spare) // 2], *middle, *spare[len(spare) // 2 :]]
    return [
        _BESIDE_FOUNDATIONS.join((west.ljust(_HOUSE_WIDTH), centre, east))
        for west, centre, east in zip_longest(left, middle, right, fillvalue="")
    ]


def _house(number: int, cards: Sequence[Card]) -> str:
    return f"{number:>2}  {_cards(cards)}"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(card_text, cards)) or _NOTHING


def _foundations(state: Moment, suit: int) -> str:
    one, other = _tops(state, suit)
    return f"{SUITS[suit].symbol} {one:>2} {other:>2}"


def _tops(state: Moment, suit: int) -> list[str]:
    """How high each foundation of a suit is."""
    return [pile[-1].face[:-1] if pile else _NOTHING for pile in state.foundations[2 * suit : 2 * suit + 2]]


def described(state: Moment) -> str:
    """The board in sentences, for those who hear it.

    Args:
        state: The state, or a view.
    """
    told = [_capitalised(caption(state))]
    for player in (0, 1):
        _, *cells = _side(state, player)
        told.append(f"Player {player}: {'; '.join(filter(None, [*cells, *_open_reserve(state, player)]))}")
    told += [f"House {number}: {_cards(house)}" for number, house in enumerate(state.houses, start=1)]
    foundations = [f"{suit.symbol} {' and '.join(_tops(state, at))}" for at, suit in enumerate(SUITS)]
    told.append(f"Foundations: {'; '.join(foundations)}.")
    return " ".join(". ".join(told).replace(_NOTHING, "empty").split())


# ----------------------------------------------------------------------------------------------- in words


def action_text(state: Moment, action: Action | str, *, after: Moment | None = None, ascii: bool = False) -> str:  # noqa: A002
    """What a player does, in words: `plays 7♥ from the reserve to house 3`.

    Args:
        state: The state before.
        action: A possible action, or its text.
        after: The state after; with it, a card that the action turned up is named.
        ascii: Whether to use ASCII alone.
    """
    if isinstance(action, str):
        action = Action.parse(action)
    return plain(_deed(state, action, after), ascii=ascii)


def deed_text(before: Moment, action: Action, after: Moment | None, *, ascii: bool = False) -> str:  # noqa: A002
    """What is done, in words; with the number of who does it, where that is not the mover.

    Args:
        before: The state before, or a view of it.
        action: The action.
        after: The state after, or a view; with it, a card that the action turned up is named.
        ascii: Whether to use ASCII alone.
    """
    text = action_text(before, action, after=after, ascii=ascii)
    player = maker(before, action)
    return text if player == before.mover else f"player {player} {text}"


def skipped(before: Moment, after: Moment) -> Iterator[tuple[int, str]]:
    """The players whose turns were skipped when the turn under way ended, each with what there is to say of it.

    Args:
        before: The state before the action that ended it, or a view of it.
        after: The state after, or a view.
    """
    if outcome(after) is not None:
        return
    for player in (1 - before.mover, before.mover):
        if before.calls.skips[player] and not after.calls.skips[player]:
            yield player, f"had called stop for nothing, so the turn goes back to player {1 - player}."


def turned_up(before: Moment, action: Action, after: Moment | None) -> Card | None:
    """The card that an action of the mover has turned up; None if there is none that can be named.

    Args:
        before: The state before the action, or a view of it.
        action: The action.
        after: The state after it, or a view, if it has been made.
    """
    if after is None or after.last_call is not None:
        return None  # where the referee has called the action, the card does not lie there any more
    match action.kind:
        case Kind.DRAW:
            return after.turned
        case Kind.FLIP:
            return after.reserves[before.mover][-1]
        case _:
            return None


def _deed(state: Moment, action: Action, after: Moment | None = None) -> str:
    """What the mover does, with all that can be told of it."""
    card = turned_up(state, action, after)
    match action.kind:
        case Kind.DRAW:
            turns_over = not state.hands[state.mover]
            name = "a hand card" if card is None else card_text(card)
            return f"{'turns the waste over and ' if turns_over else ''}turns up {name}"
        case Kind.FLIP if card is not None:
            return f"turns up the top of the reserve, {card_text(card)}"
        case _:
            cards = " ".join(map(card_text, _source(state, action)[-action.count :]))
            return _deed_of(state.mover, action, cards, enters=enters_empty_house(state.table, state.mover, action))


def _deed_of(player: int, action: Action, cards: str = "", *, enters: bool = False) -> str:
    """What a player does with these cards, which may be no longer known; whether they go to an empty house."""
    match action.kind:
        case Kind.DRAW:
            return "turns up a hand card"
        case Kind.FLIP:
            return "turns up the top of the reserve"
        case Kind.DISCARD:
            return f"discards {cards or 'the turned card'}"
        case Kind.PASS:
            return "passes"
        case Kind.OFFER:
            return "proposes a draw"
        case Kind.ACCEPT:
            return "accepts the draw"
        case Kind.STOP:
            return "calls stop"
        case Kind.LAY:
            return f"lays {_moved(player, action, cards)} on the waste"
        case Kind.PLAY | Kind.RUN:
            return f"{_verb(action)}s {_moved(player, action, cards)} {_goal(player, action, enters=enters)}"


def _verb(action: Action) -> str:
    """What a play is called."""
    if action is TAKE_ACE:
        return "take"
    if action.target in (THEIR_RESERVE, THEIR_WASTE):
        return "load"
    return "move" if action.is_house_to_house else "play"


def _moved(player: int, action: Action, cards: str) -> str:
    """What card or cards an action of the player moves, and from where."""
    names = cards or ("a card" if action.count == 1 else f"{action.count} cards")
    match action.source:
        case "R":
            return f"{names} from the reserve"
        case "H":
            return f"the turned {cards or 'card'}"
        case "W":
            return f"{names} from the waste"
        case "r":
            return f"{names} from player {1 - player}'s reserve"
        case house:
            return f"{names} from house {house}"


def _source(state: Moment, action: Action) -> Sequence[Card]:
    """The pile that an action takes from."""
    me = state.mover
    match action.source:
        case "R":
            return state.reserves[me]
        case "W":
            return state.wastes[me]
        case "H" | None:
            return (state.turned,) if state.turned else ()
        case "r":
            return state.reserves[1 - me]
        case house:
            return state.houses[int(house) - 1]


def _goal(player: int, action: Action, *, enters: bool) -> str:
    """Where an action of the player moves a card."""
    match action.target:
        case "F":
            return "to a foundation"
        case "r":
            return f"onto player {1 - player}'s reserve"
        case "w":
            return f"onto player {1 - player}'s waste"
        case house:
            return f"to {'the empty house' if enters else 'house'} {house}"


# ------------------------------------------------------------------------------------------------- calls


def call_text(before: Moment, after: Moment, *, ascii: bool = False) -> str:  # noqa: A002 - as above
    """A call of "stop!" in two sentences: what was called, and what came of it; empty if none has come.

    Args:
        before: The state right before the call, or a view of it; for a call of the referee, before the action that he
            called. From a view it is not told which cards it was about.
        after: The state after the call, or a view of it.
        ascii: Whether to use ASCII alone.
    """
    call = after.last_call
    if call is None:
        return ""
    return plain(_upheld(before, after, call) if call.upheld else _false(after, call), ascii=ascii)


def _false(after: Moment, call: Call) -> str:
    if not call.remedy.skips_turn:
        price = "Nothing comes of it"
    elif call.caller == after.mover:
        price = f"Player {call.caller} plays on, but the turn after this one will be skipped"
    else:
        price = f"Player {call.caller}'s next turn will be skipped"
    return f"Player {call.caller} calls stop, but there was nothing to call. {price}."


def _upheld(before: Moment, after: Moment, call: Call) -> str:
    offender, action = call.remedy.player, call.action
    assert offender is not None
    assert action is not None
    origin, cards = _offence(before, call)
    caller = "The referee calls stop" if call.caller is None else f"Player {call.caller} calls stop, and is right"
    if origin is None:
        # Of the cards in play then, those of the missed plays are still known.
        known = {play.source: card for play, card in cards.items()}
        source = OWN_TURNED if action is DISCARD else action.source
        deed = _deed_of(offender, action, known.get(source, "") if source and action.count == 1 else "")
    else:
        deed = _deed(origin, action)
    verb, *missed = _missed(before, call, call.plays[0])
    others = len(call.plays) - 1
    more = f" ({others} other {'play' if others == 1 else 'plays'} would have done as well)" if others else ""
    *most, last = _remedies(before, after, call)
    return (
        f"{caller}: player {offender} {deed}, but should have {' '.join((verb, *missed))}{more}. "
        f"{_capitalised(', '.join(most))}, and {last}."
    )


def _offence(before: Moment, call: Call) -> tuple[Moment | None, dict[Action, str]]:
    """The state before an offence, and the card that each of the missed plays would have moved, if they are known."""
    origin, codes = None, b""
    if call.caller is None:
        origin, codes = before, bytes([before.table[play.piles[before.mover][0]] for play in call.plays])
    elif before.calls.breach is not None:  # a view keeps quiet about it
        origin, codes = before.calls.breach.before, before.calls.breach.cards
    return origin, {play: card_text(Card.of_code(code)) for play, code in zip(call.plays, codes, strict=bool(codes))}


def _missed(before: Moment, call: Call, play: Action) -> tuple[str, ...]:
    """A missed play in parts: what should have been done, with what, and where to."""
    if play is FLIP:  # what lies there is not told
        return "turned up", "the top of the reserve"
    offender = call.remedy.player
    assert offender is not None
    origin, cards = _offence(before, call)
    card = cards.get(play, "")
    enters = call.duty is Duty.FILL if origin is None else enters_empty_house(origin.table, offender, play)
    return f"{_verb(play)}ed", _moved(offender, play, card), _goal(offender, play, enters=enters)


def _remedies(before: Moment, after: Moment, call: Call) -> Iterator[str]:
    """What came of a call that was upheld, one thing after the other."""
    remedy, offender = call.remedy, call.remedy.player
    assert offender is not None
    yield "everything is taken back to just before that" if remedy.rewound else "what was done stands"
    if remedy.play is call.plays[0]:
        yield f"the missed play is made for player {offender}"
    elif remedy.play is not None:  # no `flip`, which is the only play wherever it is one
        verb, card, goal = _missed(before, call, remedy.play)
        yield f"{card} is {verb} {goal} for player {offender}"
    elif after.rules.stop.missed_play is MissedPlay.NONE:
        yield "the missed play is not made"
    else:
        yield "the missed play can't be made any more"
    if remedy.turned_card is not None:
        to_waste = remedy.turned_card is TurnedCard.WASTE
        laid = (after.wastes if to_waste else after.hands)[offender][-1]
        name = card_text(laid) if laid.known else "card"
        yield f"the turned {name} goes {'to the waste' if to_waste else 'back on the hand'}"
    if remedy.forgives_skip:
        yield f"the turn that player {1 - offender} was to lose is forgiven"
    if outcome(after) is not None:
        yield f"the deal is over: {outcome_text(after)}"
    elif remedy.ends_turn:
        yield f"player {after.mover}'s turn begins"
    elif remedy.play is None:
        yield f"nothing else happens, since player {offender}'s turn was over already"
    else:
        yield f"player {offender}'s turn was over already"


# ----------------------------------------------------------------------------------------------- results


def outcome_text(state: Moment) -> str:
    """How the deal ended, in words; empty while it goes on.

    Args:
        state: The state.
    """
    end = outcome(state)
    if end is None:
        return ""
    match end.reason:
        case Reason.OUT:
            return f"player {end.winner} has no cards left and wins"
        case Reason.RESERVE_OUT:
            return f"player {end.winner} has no reserve left and wins"
        case Reason.IDLE:
            return "stalemate, since both have gone through their cards and got nowhere"
        case Reason.REPETITION:
            return f"stalemate, since the same table has stood {state.rules.end.repetitions} times"
        case Reason.BARREN:
            return f"stalemate, since no card has gone to a foundation in {_turns(state.rules.end.barren_turns)}"
        case Reason.TURN_LIMIT:
            return f"stalemate after {_turns(state.rules.end.max_turns)}, which is the limit"
        case Reason.AGREEMENT:
            return "stalemate by agreement"


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"


def result_text(state: Moment) -> str:
    """How the deal ended and what it is worth, in two sentences; empty while it goes on.

    Args:
        state: The state.
    """
    end = outcome_text(state)
    if not end:
        return ""
    points = score(state).points
    if points == (0, 0):
        worth = "nobody gets a point"
    else:
        best = points.index(max(points))
        worth = f"player {best} gets {points[best]} {'point' if points[best] == 1 else 'points'}"
    return f"{_capitalised(end)}. {_capitalised(worth)}."


def match_text(rules: Rules, deals: int, points: tuple[int, int]) -> str:
    """How a match stands when a deal of it is over, and who has won it; empty if it is one deal that decides nothing.

    Args:
        rules: The rules.
        deals: How many deals there are of it.
        points: Each player's points in those that are over.

    >>> match_text(Rules(), 2, (43, 300))
    'The match stands at 43 to 300. Player 1 wins it.'
    """
    target = rules.match.target
    is_won = 0 < target <= max(points)
    if deals < 2 and not is_won:
        return ""
    winner = f" Player {points.index(max(points))} wins it." if is_won else ""
    return f"The match stands at {points[0]} to {points[1]}.{winner}"


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
