"""The table on the screen of a terminal, with a line to type in; it needs the extra `[play]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.events import Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from crapette.actions import STOP, Action
from crapette.bots.playing import BotFault
from crapette.engine.legal import why_not
from crapette.errors import quoted
from crapette.play.board import NARROWEST, board
from crapette.play.game import Game, Told
from crapette.play.keeping import keep
from crapette.play.typed import completion, narrowed, objection
from crapette.play.widgets import Help, Leave, Line, Moves
from crapette.play.words import move_text
from crapette.render.text import result_text

MOST_AT_ONCE = 200
"""Without a pace a bot makes so many actions before it waits for a key: its turn might have no end."""

LOWEST = 22
"""The largest table, the longest words on a call and the line to type in take so many rows at least."""

ROOMY = 32
"""On a screen of so many rows the table leaves some free."""

LONGEST_STORY = 200
"""So many actions are told, the last ones."""

_COMMANDS = {"q": "leave", "quit": "leave", "h": "hint", "hint": "hint", "u": "undo", "undo": "undo", "help": "help"}


class TableApp(App[Path]):
    """A person's table; when it is left it gives the file that keeps the game, if one does.

    Args:
        game: The game.
        title: What is played.
        bot: What the bot is called.
        pace: How many seconds the bot waits before each action; 0: it plays on until the person may call, or has a call
            to read.
        file: The file that keeps the game after every action; None: it is kept only if that is asked for.
    """

    ENABLE_COMMAND_PALETTE = False
    TITLE = "crapette"
    CSS = """
    Screen { background: #12432f; color: #eef5ef; }
    #head { height: 1; background: #0b2c1f; color: #cfe6d8; padding: 0 1; }
    #table { height: auto; }
    #below { height: 1fr; }
    #story { width: 1fr; padding: 0 1; scrollbar-size-vertical: 1; }
    #moves { width: 40; height: 1fr; border: none; padding: 0; background: #0f3a29; scrollbar-size-vertical: 1; }
    #moves > .option-list--option-highlighted { text-style: bold; background: #f0d98c; color: #102a1f; }
    #said { height: auto; max-height: 6; min-height: 1; padding: 0 1; color: #ffe08a; }
    #line { height: 1; border: none; padding: 0 1; background: #0b2c1f; }
    #line > .input--placeholder { color: #9cc5ae; }
    #keys { height: 1; padding: 0 1; color: #9cc5ae; }
    ModalScreen { align: center middle; }
    ModalScreen > Vertical { width: 78; height: auto; max-height: 100%; padding: 1 2; background: #0b2c1f; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False, priority=True),
        Binding("up", "pick(-1)", show=False),
        Binding("down", "pick(1)", show=False),
        Binding("pageup", "turn_over(-1)", show=False),
        Binding("pagedown", "turn_over(1)", show=False),
        Binding("escape", "escape", show=False),
        Binding("ctrl+q,ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(self, game: Game, *, title: str, bot: str, pace: float = 0, file: Path | None = None) -> None:
        super().__init__()
        self.game = game
        self._names = ["you", bot] if game.me == 0 else [bot, "you"]
        self._title = title
        self._pace = pace
        self._file = file
        self._said = ""
        self._is_paused = False
        self._timer: Timer | None = None
        self._listed: tuple[Action, ...] = ()

    def compose(self) -> ComposeResult:
        """What is on the screen."""
        yield Static(id="head", markup=False)
        yield Static(id="table")
        with Horizontal(id="below"):
            yield Moves(id="moves", compact=True, markup=False)
            with VerticalScroll(id="story", can_focus=False):
                yield Static(id="told")
        yield Static(id="said", markup=False)
        yield Line(id="line", compact=True, placeholder="a card (7h), a card and its goal (7h 3), or an action (draw)")
        yield Static("? help   ! stop   Space plays on   then Enter: h hint, u undo, q quit", id="keys", markup=False)

    def on_mount(self) -> None:
        """Begins."""
        self._play_on()

    def on_resize(self, _event: Resize) -> None:
        """Lays the table anew, once the size is known."""
        self.call_next(self._show)

    # --------------------------------------------------------------------------------------- what is shown

    def _show(self) -> None:
        """Shows how the game stands."""
        story = [*self.game.story()]
        self._place.query_one("#head", Static).update(self._heading())
        self._place.query_one("#table", Static).update(self._table())
        self._place.query_one("#told", Static).update(self._story(story[-LONGEST_STORY:]))
        self._place.query_one("#story", VerticalScroll).scroll_end(animate=False)
        self._place.query_one("#said", Static).update(self._said or self._prompt(story[-1].call if story else ""))
        self._list_moves()

    def _table(self) -> Text:
        """The table, or that the screen is too small for it."""
        game, (width, height) = self.game, self.size
        if width < NARROWEST or height < LOWEST:
            return Text(f"The table takes at least {NARROWEST} × {LOWEST} characters, and here are {width} × {height}.")
        return board(game.state, game.me, self._names, width, game.moved(), roomy=height >= ROOMY)

    def _heading(self) -> str:
        game, target = self.game, self.game.record.rules.match.target
        told = [self._title, f"turn {game.state.turn_number}"]
        if target:
            told.append(f"points {game.points[game.me]} : {game.points[1 - game.me]} of {target}")
        if not game.is_friendly:
            told.append("serious")
        told.append(f"you are player {game.me}")
        if (seed := game.record.deals[-1].seed) is not None:
            told.append(f"seed {seed}")
        return " · ".join(told)

    def _story(self, story: Iterable[Told]) -> Text:
        """What was done, a line for each action, and the turns told apart."""
        text, turn = Text(), 0
        for told in story:
            if told.turn != turn:
                turn = told.turn
                text.append(f"turn {turn}\n", "#9cc5ae")
            text.append_text(self._told(told))
        text.rstrip()
        return text

    def _told(self, told: Told) -> Text:
        text = Text.assemble(
            (self._names[told.player], "bold" if told.player == self.game.me else ""), f": {told.text}\n"
        )
        return text.append(f"{told.call}\n", "#ffe08a") if told.call else text

    def _prompt(self, call: str) -> str:
        """What has come of a call, if the last action was called or was a call; or what there is to do."""
        game, state = self.game, self.game.state
        if game.is_over:
            further = "Enter deals the next." if game.has_next_deal else self._match_text()
            return f"{result_text(state)} {further}"
        if call:
            return call
        stop = ", or ! to say stop" if state.window == game.me else ""
        if not game.awaits_bot:
            return f"It is your move{stop}."
        waits = "pauses" if self._is_paused else "is to play"
        return f"{self._names[state.mover]} {waits}: Space to let it go on{stop}."

    def _match_text(self) -> str:
        points, target = self.game.points, self.game.record.rules.match.target
        if not target:
            return "q and Enter leave the table."
        best = points.index(max(points))
        return f"{'You win' if best == self.game.me else 'You lose'} the match, {max(points)} to {min(points)}."

    def _list_moves(self) -> None:
        """Lists the moves that fit what is typed."""
        game, moves = self.game, self._place.query_one(Moves)
        self._listed = narrowed(game.state, game.me, self._line.value)
        moves.clear_options()
        for move in self._listed:
            text = move_text(game.state, game.me, move, reader=game.me)
            moves.add_option(Option(f" {move!s:8}{text}", id=str(move)))

    @property
    def _place(self) -> Screen[None]:
        """The screen with the table, also while a window lies over it."""
        return self.screen_stack[0]

    @property
    def _line(self) -> Line:
        return self._place.query_one(Line)

    # ---------------------------------------------------------------------------------------- what is done

    def _do(self, deed: Callable[[], object], said: str = "") -> None:
        """Does something to the game, keeps it, and lets it go on."""
        self._said = said
        self._attempt(deed)
        self._play_on()

    def _attempt(self, deed: Callable[[], object]) -> None:
        """Does something to the game; if a bot fails, it pauses."""
        try:
            deed()
        except BotFault as fault:
            self._say(str(fault))
            self._is_paused = True

    def _play_on(self) -> None:
        """Lets the bot play on, at its pace; and shows and keeps what there is."""
        game = self.game
        self._hold()
        if self._pace == 0:
            for _ in range(MOST_AT_ONCE):
                if not game.awaits_bot or game.gives_pause or self._is_paused:
                    break
                self._attempt(game.step)
        elif game.awaits_bot and not self._is_paused:
            self._timer = self.set_timer(self._pace, self.action_step)
        if self._file is not None:
            self._keep(self._file)
        self._show()

    def _hold(self) -> None:
        """Lets the bot wait."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _keep(self, file: Path, *, is_new: bool = False) -> bool:
        """Keeps the game in a file; whether that could be done."""
        try:
            keep(self.game.record, file, is_new=is_new)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self._said = f"The game can't be kept in {quoted(str(file))}: {reason}."
            return False
        return True

    def on_input_changed(self) -> None:
        """Lists what fits."""
        self._list_moves()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Does what is typed, or picked from the list."""
        text, picked = event.value.strip(), self._place.query_one(Moves).highlighted
        command = _COMMANDS.get(text.casefold())
        if command or not text:
            self._line.value = ""
        if command:
            self.call_next(self.run_action, command)
        elif picked is not None:
            self._make(self._listed[picked])
        elif text:
            self._make_typed(text)
        elif self.game.has_next_deal:
            self._do(self.game.next_deal)
        else:
            self.action_step()

    def _make_typed(self, text: str) -> None:
        if len(self._listed) == 1:
            self._make(self._listed[0])
        elif self._listed:
            self._say("Which of these? Go on typing, or pick one with ↑ ↓ and Enter.")
        else:
            self._say(objection(self.game.state, self.game.me, text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does what is clicked, unless the bot was faster."""
        for move in self._listed:
            if str(move) == event.option_id:
                self._make(move)
                return

    def _make(self, move: Action) -> None:
        self._line.value = ""
        self._do(lambda: self.game.act(move))

    def _say(self, text: str) -> None:
        self._said = text
        self._place.query_one("#said", Static).update(text)

    # -------------------------------------------------------------------------------------------- the keys

    def action_step(self) -> None:
        """Lets the bot make its next action at once."""
        if self.game.awaits_bot:
            self._do(self.game.step)

    def action_escape(self) -> None:
        """Forgets what is typed; where nothing is, lets the bot pause, or go on."""
        if self._line.value:
            self._line.value = ""
        elif self.game.awaits_bot:
            self._is_paused = not self._is_paused
            self._do(lambda: None)

    def action_stop(self) -> None:
        """Says stop!"""
        refusal = why_not(self.game.state, STOP, self.game.me)
        if refusal is None:
            self._make(STOP)
        else:
            self._say(f"{refusal.text} (rule {refusal.rule})")

    def action_undo(self) -> None:
        """Takes the person's last action back."""
        if not self.game.is_friendly:
            self._say("In a serious game nothing is taken back.")
        elif self.game.undo():
            self._do(lambda: None, "Your last action is taken back.")
        else:
            self._say("You have done nothing yet that could be taken back.")

    def action_hint(self) -> None:
        """Gives a hint."""
        if not self.game.is_friendly:
            self._say("In a serious game there are no hints.")
        else:
            self._attempt(lambda: self._say(self.game.hint()))

    def action_complete(self) -> None:
        """Completes what is typed."""
        if self.screen.is_modal:
            return
        self._line.value = completion(self.game.state, self.game.me, self._line.value)
        self._line.cursor_position = len(self._line.value)

    def action_pick(self, step: int) -> None:
        """Goes through the list of moves."""
        moves = self._place.query_one(Moves)
        if self._listed:
            first = 0 if step > 0 else len(self._listed) - 1
            moves.highlighted = first if moves.highlighted is None else (moves.highlighted + step) % len(self._listed)

    def action_turn_over(self, step: int) -> None:
        """Turns over what was done."""
        self._place.query_one("#story", VerticalScroll).scroll_relative(y=step * 5, animate=False)

    def action_help(self) -> None:
        """Shows the keys."""
        self._hold()
        self.push_screen(Help(), lambda _: self._play_on())

    def action_leave(self) -> None:
        """Leaves the table, and asks first if that would lose the game."""
        if self.screen.is_modal:
            self.screen.dismiss(None)
        elif self._file is not None and self._keep(self._file):
            self.exit(self._file)
        elif not self.game.has_begun:
            self.exit()
        else:
            self._hold()
            self.push_screen(Leave(), self._leave)

    def _leave(self, answer: str | None) -> None:
        """Leaves with the game kept in the file that was named, or in none; None: goes on."""
        if answer == "":
            self.exit()
        elif answer is None:
            self._play_on()
        elif self._keep(file := Path(answer), is_new=True):
            self.exit(file)
        else:
            said = self._said
            self._play_on()
            self._say(said)
