"""A game of a person against a bot, without its looks: what stands on the table, and what may be done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from attrs import evolve, frozen

from crapette.actions import STOP, Action
from crapette.bots import Player
from crapette.bots.playing import calls, chosen
from crapette.cards import Card
from crapette.change import ChangeKind, changes
from crapette.engine.apply import apply
from crapette.engine.ending import outcome
from crapette.engine.legal import maker
from crapette.engine.shuffle import child_seed
from crapette.knowledge import observe
from crapette.notation.record import Record
from crapette.play.words import move_text
from crapette.render.text import call_text
from crapette.state import State


@frozen
class Told:
    """What one action was, in words.

    Attributes:
        turn: The number of the turn in which it was made.
        player: Who made it.
        text: What it was.
        call: The call that it was or that the referee made upon it, and what came of it; empty if there was none.
    """

    turn: int
    player: int
    text: str
    call: str


class Game:
    """A deal, or a match deal by deal; it goes on by `act` for the person and by `step` for the bot.

    Args:
        record: The record so far, a full one.
        me: The person's player, 0 or 1.
        bot: The other player.
        adviser: Gives the hints of a friendly game; None: a serious game, without hints, and nothing is taken back.

    Raises:
        DealError: The record can't have been played.
    """

    def __init__(self, record: Record, me: int, bot: Player, adviser: Player | None) -> None:
        self.me = me
        self._bot = bot
        self._adviser = adviser
        self._record = record
        self._states = [
            state for state in list(record.replay())[-len(record.deals[-1].moves) - 1 :] if isinstance(state, State)
        ]
        """Those of the deal under way, one more than it has actions."""

    @property
    def record(self) -> Record:
        """The record so far."""
        return self._record

    @property
    def state(self) -> State:
        """The state now; a person may see what lies open in it."""
        return self._states[-1]

    @property
    def is_friendly(self) -> bool:
        """Whether there are hints, and whether actions can be taken back."""
        return self._adviser is not None

    @property
    def has_begun(self) -> bool:
        """Whether anything has been done."""
        return any(deal.moves for deal in self._record.deals)

    @property
    def is_over(self) -> bool:
        """Whether the deal is over."""
        return outcome(self.state) is not None

    @property
    def awaits_bot(self) -> bool:
        """Whether it is for the bot to go on."""
        return not self.is_over and self.state.mover != self.me

    @property
    def gives_pause(self) -> bool:
        """Whether the person may call now, or has just been told of a call."""
        return self.state.window == self.me or self.state.last_call is not None

    @property
    def points(self) -> tuple[int, int]:
        """Each player's points in the match so far (rules 10)."""
        results = [deal.result.points for deal in self._record.deals if deal.result is not None]
        return sum(points[0] for points in results), sum(points[1] for points in results)

    @property
    def has_next_deal(self) -> bool:
        """Whether the deal is over and the match is not (rules 10)."""
        return self.is_over and max(self.points) < self._record.rules.match.target

    def story(self) -> Iterator[Told]:
        """What has been done in the deal, action by action."""
        for move, (before, after) in zip(self._record.deals[-1].moves, pairwise(self._states), strict=True):
            player = maker(before, move.action)
            text = move_text(before, player, move.action, reader=self.me, after=after)
            yield Told(move.turn, player, text, call_text(before, after))

    def moved(self) -> frozenset[Card]:
        """The cards that the last action has moved."""
        if len(self._states) < 2:
            return frozenset()
        return frozenset(
            [card for change in changes(*self._states[-2:]) if change.kind is ChangeKind.MOVE for card in change.cards]
        )

    def act(self, action: Action) -> None:
        """Makes a legal action of the person's; the bot may call it.

        Raises:
            BotFault: The bot has failed when it was asked whether it calls.
        """
        view = observe(self.state)
        self._append(action)
        if calls(1 - self.me, self._bot.caller, view, action, self.state):
            self._append(STOP)

    def step(self) -> None:
        """Lets the bot make its next action.

        Raises:
            BotFault: It has failed, or has chosen what is not legal.
        """
        self._append(chosen(self.state, observe(self.state), self._bot.bot))

    def undo(self) -> bool:
        """Takes the person's last action back, and all that came after it; whether there was one."""
        *earlier, deal = self._record.deals
        for place in reversed(range(len(deal.moves))):
            if maker(self._states[place], deal.moves[place].action) == self.me:
                shorter = evolve(deal, moves=deal.moves[:place], result=None)
                self._record = evolve(self._record, deals=(*earlier, shorter))
                del self._states[place + 1 :]
                return True
        return False

    def hint(self) -> str:
        """What the adviser of a friendly game would do, in a sentence.

        Raises:
            BotFault: The adviser has failed.
        """
        assert self._adviser is not None
        state = self.state
        breach = state.calls.breach
        if breach is not None and state.window == self.me:
            return f"Say stop! {breach.action} broke the duty `{breach.duty}`: {_one_of(breach.plays)} came first."
        if self.is_over or self.awaits_bot:
            return "There is nothing for you to do now." if state.window != self.me else "There is nothing to call."
        action = chosen(state, observe(state), self._adviser.bot)
        return f"{action}: {move_text(state, self.me, action, reader=self.me)}."

    def next_deal(self) -> None:
        """Begins the next deal of a match; its seed hangs on that of the first, if that has one."""
        deals = self._record.deals
        self._record = self._record.next_deal(seed=child_seed(deals[0].seed or 0, len(deals)))
        self._states = [self._record.deals[-1].dealt(self._record.rules)]

    def _append(self, action: Action) -> None:
        self._states.append(apply(self.state, action))
        self._record = self._record.append(action)


def _one_of(plays: tuple[Action, ...]) -> str:
    return " or ".join(map(str, plays))
