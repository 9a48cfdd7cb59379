"""What is on the screen beside the table: the line to type in, the list of moves, and two windows over it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

_KEYS = {"!": "stop", "?": "help", " ": "step"}
"""What a sign does that is pressed while nothing is typed; letters are always typed."""

_HELP = """\
Type a move and press Enter. Tab completes it.

  7h        the 7♥; if it may go to several places, the list shows them
  7h 3      the 7♥ to house 3; 7h f to a foundation
  7h r      onto the opponent's reserve; 7h w onto the waste
  R-F       the notation: R reserve, H turned card, W waste, 1 2 … houses,
            F foundations, r and w the opponent's reserve and waste
  draw      likewise discard, flip and pass; the first letters are enough

Or pick it from the list, with ↑ ↓ and Enter, or with the mouse.

  !         say stop! when the other player has broken a duty
  Space     let the bot play on at once; Escape lets it pause, or go on
  h Enter   ask for a hint
  u Enter   take your last action back
  q Enter   leave the table
  Page Up   turn over what was done; Page Down goes forward again

Why a move is refused is said below the table, with the rule's number.
Any key closes this.
"""


class Moves(OptionList, can_focus=False):
    """The moves there are; the keys stay with the line."""


class Line(Input):
    """Where moves are typed; while nothing is typed, some signs do something at once."""

    async def on_key(self, event: Key) -> None:
        """Does what the key stands for."""
        if not self.value and event.character in _KEYS:
            event.prevent_default()
            event.stop()
            await self.run_action(f"app.{_KEYS[event.character]}")


class Help(ModalScreen[None]):
    """What can be typed and pressed."""

    def compose(self) -> ComposeResult:
        """The text."""
        with Vertical():
            yield Static(_HELP, markup=False)

    def on_key(self, event: Key) -> None:
        """Closes it."""
        event.stop()
        self.dismiss(None)


class Leave(ModalScreen[str | None]):
    """Asks whether the game is to be kept; gives the name of a file, nothing if it is not to be, or None to go on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "go_on")]

    def compose(self) -> ComposeResult:
        """The question."""
        with Vertical():
            yield Static("You leave the table. To keep the game, type the name of a file.\n", markup=False)
            yield Input(placeholder="game.txt", compact=True)
            yield Static("\nEnter without a name leaves it unkept; Escape goes on playing.", markup=False)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Answers."""
        event.stop()
        self.dismiss(event.value.strip())

    def action_go_on(self) -> None:
        """Goes on playing."""
        self.dismiss(None)
