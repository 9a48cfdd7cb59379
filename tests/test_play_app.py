"""The table on the screen, driven by keys and mouse at 80 × 24, and the command that opens it."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Coroutine
from html import unescape
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from attrs import frozen
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from crapette import Record, Rules, load_rules
from crapette.bots import FirstBot, Player, parse_bot
from crapette.play.app import LOWEST, TableApp
from crapette.play.game import Game
from crapette.play.keeping import begun, keep
from crapette.render.text import call_text
from crapette.rules import nested
from tests.playing import random_walk
from tests.positions import Settings
from tests.table import ACE_ON_TOP, CRAPETTE, STRICT, Scripted, actions_of, game, one_turn
from tests.test_cli import error, said

SIZE = (80, 24)
PACK = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in "A23456789TJQK")
LONG = 3600
"""A pace at which no bot moves in a test, unless a key lets it."""


@frozen
class Sitting:
    """A person at the table."""

    app: TableApp
    pilot: Pilot[Path]

    async def types(self, text: str) -> None:
        """Puts a text in the line, faster than by its keys, and presses Enter."""
        self.app.screen.query_one(Input).value = text
        await self.presses("enter")

    async def presses(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def shown(self, place: str) -> str:
        """The text in a place of the screen."""
        return str(self.app.query_one(f"#{place}", Static).render())

    @property
    def said(self) -> str:
        return self.shown("said")

    @property
    def line(self) -> str:
        return self.app.query_one("#line", Input).value

    @property
    def bottom(self) -> int:
        """How many rows the screen has as far as the keys below the line."""
        return self.app.query_one("#keys").region.bottom

    @property
    def windows(self) -> int:
        """How many windows lie over the table."""
        return len(self.app.screen_stack) - 1

    @property
    def listed(self) -> list[str]:
        """The moves in the list, in notation."""
        return [str(option.prompt).split()[0] for option in self.app.query_one(OptionList).options]


Play = Callable[[Sitting], Coroutine[None, None, None]]


def sit_down(
    table: Game, play: Play, *, pace: float = 0, file: Path | None = None, size: tuple[int, int] = SIZE
) -> TableApp:
    """Lets a person play a game against a scripted bot; gives the app as it was left."""
    return seat(TableApp(table, title="a game", bot="scripted", pace=pace, file=file), play, size)


def seat(app: TableApp, play: Play, size: tuple[int, int] = SIZE) -> TableApp:
    """Lets a person play."""

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(Sitting(app, pilot))

    asyncio.run(sitting())
    return app


def test_moves_are_made_by_card_by_notation_and_from_the_list() -> None:
    table = game(CRAPETTE, notices=0)

    async def play(me: Sitting) -> None:
        assert me.said == "It is your move."
        assert me.listed == ["R-F", "R-3", "1-7", "3-1", "5-6", "8-6", "draw"]
        await me.types("ac f")
        assert (actions_of(table), me.line) == ("R-F", "")
        await me.types("8-f")
        await me.presses("down", "down", "up", "enter")
        assert actions_of(table) == "R-F 8-F 1-F"
        assert "you: 3♣ house 1 → foundation" in me.shown("told")

    sit_down(table, play)


def test_of_a_long_story_the_last_part_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crapette.play.app.LONGEST_STORY", 1)
    table = game(CRAPETTE, notices=0)

    async def play(me: Sitting) -> None:
        await me.types("ac f")
        await me.types("8-f")
        assert me.shown("told").split("\n") == ["turn 1", "you: 2♣ house 8 → foundation"]

    sit_down(table, play)


def test_a_card_with_several_goals_narrows_the_list() -> None:
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        await me.types("ac")
        assert me.said == "Which of these? Go on typing, or pick one with ↑ ↓ and Enter."
        assert me.listed == ["R-F", "R-3"]
        await me.presses("escape", "d", "r")
        assert me.listed == ["draw"]
        await me.presses("tab")
        assert me.line == "draw"
        assert actions_of(table) == ""

    sit_down(table, play)


def test_the_mouse_picks_a_move() -> None:
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        await me.pilot.click("#moves", offset=(3, 0))
        await me.pilot.pause()
        assert actions_of(table) == "R-F"

    sit_down(table, play)


def test_a_refusal_says_why_and_by_which_rule() -> None:
    table = game(STRICT)

    async def play(me: Sitting) -> None:
        await me.types("draw")
        assert me.said == (
            "The reserve card fits a foundation and must go there before anything else: play R-F first. (rule 6.1)"
        )
        assert (actions_of(table), me.line) == ("", "draw")

    sit_down(table, play)


def test_the_bot_waits_after_each_action_that_may_be_called() -> None:
    table = game(CRAPETTE, me=1, bot="R-F draw")

    async def play(me: Sitting) -> None:
        assert actions_of(table) == "R-F"
        assert me.said == "scripted is to play: Space to let it go on, or ! to say stop."
        await me.presses("space")
        assert actions_of(table) == "R-F draw"
        await me.presses("!")
        assert actions_of(table) == "R-F draw stop"
        assert me.said.startswith("Player 1 calls stop, and is right: player 0 turns up a hand card")
        assert "you: say stop!" in me.shown("told")
        assert table.state.mover == 1

    sit_down(table, play)


def test_where_nothing_can_be_called_the_bot_plays_its_turn_at_once() -> None:
    table = game(STRICT, me=1)

    async def play(me: Sitting) -> None:
        assert table.state.mover == 1
        assert me.said == "It is your move."
        await me.presses("!")
        assert me.said == "In this variant there is nothing to call. (rule 4)"

    sit_down(table, play)


class Alarms:
    """The clock, stopped: it notes what is to be done later, and does it when it is told to."""

    def __init__(self) -> None:
        self.set: list[tuple[float, Callable[[], None]]] = []

    def after(self, delay: float, deed: Callable[[], None]) -> Alarms:
        self.set.append((delay, deed))
        return self

    def stop(self) -> None:
        self.set.clear()


def test_with_a_pace_the_bot_goes_on_by_itself_and_keys_let_it_go_on_and_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms, table = Alarms(), game(STRICT, me=1)
    monkeypatch.setattr(TableApp, "set_timer", alarms.after)

    async def play(me: Sitting) -> None:
        assert me.said == "scripted is to play: Space to let it go on."
        [(delay, deed)] = alarms.set
        deed()
        assert (delay, actions_of(table), len(alarms.set)) == (3, "R-F", 1)
        await me.presses("escape")
        assert (me.said, alarms.set) == ("scripted pauses: Space to let it go on.", [])
        await me.presses("space", "enter")
        assert (actions_of(table), alarms.set) == ("R-F 8-F 1-F", [])
        await me.presses("escape")
        assert (me.said, len(alarms.set)) == ("scripted is to play: Space to let it go on.", 1)
        await me.presses("?")
        assert alarms.set == []
        await me.presses("x")
        assert len(alarms.set) == 1
        while table.awaits_bot:
            await me.presses("space")
        assert alarms.set == []

    sit_down(table, play, pace=3)


def test_what_is_being_typed_stays_there_while_the_bot_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms, table = Alarms(), game(STRICT, me=1)
    monkeypatch.setattr(TableApp, "set_timer", alarms.after)

    async def play(me: Sitting) -> None:
        await me.presses("d", "r")
        alarms.set[0][1]()
        await me.pilot.pause()
        assert (actions_of(table), me.line) == ("R-F", "dr")

    sit_down(table, play, pace=3)


def test_a_line_of_blanks_is_an_empty_one() -> None:
    async def play(me: Sitting) -> None:
        await me.types("  ")
        await me.presses("?")
        assert (me.line, me.windows) == ("", 1)

    sit_down(game(STRICT), play)


def test_the_bot_calls_the_person_and_lets_that_be_read() -> None:
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        await me.types("draw")
        assert actions_of(table) == "draw stop"
        assert me.said.startswith("Player 1 calls stop, and is right: player 0 turns up a hand card")
        await me.presses("space")
        assert len(actions_of(table).split()) == 3

    sit_down(table, play)


def test_undo_and_hint_in_a_friendly_game() -> None:
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        await me.types("u")
        assert me.said == "You have done nothing yet that could be taken back."
        await me.types("h")
        assert (me.said, me.line) == ("R-F: A♣ reserve → foundation.", "")
        await me.types("R-F")
        await me.types("u")
        assert (me.said, actions_of(table)) == ("Your last action is taken back.", "")

    sit_down(table, play)


def test_no_undo_and_no_hint_in_a_serious_game() -> None:
    table = game(CRAPETTE, friendly=False)

    async def play(me: Sitting) -> None:
        await me.types("R-F")
        await me.types("undo")
        assert (me.said, actions_of(table)) == ("In a serious game nothing is taken back.", "R-F")
        await me.types("hint")
        assert me.said == "In a serious game there are no hints."
        assert me.shown("head") == "a game · turn 1 · points 0 : 0 of 300 · serious · you are player 0 · seed 7928"

    sit_down(table, play)


def test_letters_are_always_typed_and_signs_after_them_too() -> None:
    async def play(me: Sitting) -> None:
        await me.presses("q", "s", "space", "!")
        assert (me.line, me.said) == ("qs !", "It is your move.")

    sit_down(game(CRAPETTE), play)


def test_help_shows_the_keys_and_any_key_closes_it() -> None:
    async def play(me: Sitting) -> None:
        await me.presses("?")
        assert me.windows == 1
        await me.presses("x")
        assert (me.windows, me.line) == (0, "")

    sit_down(game(CRAPETTE), play)


def test_a_window_over_the_table_has_the_keys_and_the_size_may_change() -> None:
    async def play(me: Sitting) -> None:
        await me.presses("?")
        await me.pilot.resize_terminal(100, 40)
        await me.presses("tab")
        assert (me.windows, me.line) == (1, "")
        await me.presses("ctrl+q")
        assert (me.windows, me.app.is_running) == (0, True)

    sit_down(game(CRAPETTE), play)


def test_what_was_done_is_turned_over_page_by_page() -> None:
    async def play(me: Sitting) -> None:
        story = me.app.query_one("#story")
        end = story.scroll_y
        await me.presses("pageup")
        assert story.scroll_y < end
        await me.presses("pagedown")
        assert story.scroll_y == end

    sit_down(game(STRICT, me=1), play, size=(80, LOWEST))


def test_escape_forgets_what_is_typed_and_lets_no_bot_pause_in_the_persons_turn() -> None:
    table = game(one_turn(turns=3))

    async def play(me: Sitting) -> None:
        await me.presses("z", "down", "escape", "escape")
        assert me.line == ""
        await me.types("draw")
        await me.types("discard")
        assert table.is_over or table.state.mover == 0

    sit_down(table, play)


def test_a_bot_whose_turn_is_long_waits_for_a_key_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crapette.play.app.MOST_AT_ONCE", 2)
    table = game(STRICT, me=1)

    async def play(me: Sitting) -> None:
        assert actions_of(table) == "R-F 8-F"
        assert me.said == "scripted is to play: Space to let it go on."
        await me.presses("space")
        assert actions_of(table).startswith("R-F 8-F 1-F")

    sit_down(table, play)


def test_a_click_on_a_move_that_is_gone_does_nothing() -> None:
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        moves = me.app.query_one(OptionList)
        me.app.post_message(OptionList.OptionSelected(moves, Option("gone", id="2-7"), 0))
        await me.pilot.pause()
        assert actions_of(table) == ""

    sit_down(table, play)


def test_the_deal_ends_and_the_match_goes_on() -> None:
    table = game(one_turn(), played=["R-F", "draw"])

    async def play(me: Sitting) -> None:
        await me.types("discard")
        assert me.said == ("Stalemate after 1 turn, which is the limit. Player 0 gets 2 points. Enter deals the next.")
        await me.types("draw")
        assert me.said == "The deal is over. (rule 9)"
        await me.types("")
        assert len(table.record.deals) == 2
        assert "points 2 : 0 of 20" in me.shown("head")

    sit_down(table, play, pace=LONG)


@pytest.mark.parametrize(("me", "said"), [(0, "You win the match, 2 to 0."), (1, "You lose the match, 2 to 0.")])
def test_the_match_ends(me: int, said: str) -> None:
    async def play(sitting: Sitting) -> None:
        assert sitting.said.endswith(said)
        await sitting.types("")

    table = game(one_turn(target=2), me=me, played=["R-F", "draw", "discard"])
    sit_down(table, play)
    assert len(table.record.deals) == 1


def test_a_deal_that_is_no_match_ends() -> None:
    async def play(me: Sitting) -> None:
        assert me.said.endswith("q and Enter leave the table.")
        assert "points" not in me.shown("head")

    sit_down(game(one_turn(target=0), played=["R-F", "draw", "discard"]), play)


def test_a_deal_from_packs_has_no_seed_to_show() -> None:
    async def play(me: Sitting) -> None:
        assert me.shown("head").endswith("you are player 0")

    record = Record.start(CRAPETTE, packs=(PACK, PACK.lower()), starter=0)
    sit_down(Game(record, 0, Player(FirstBot()), None), play)


def test_a_bot_that_fails_is_told_of_and_asked_again_if_one_likes() -> None:
    table = game(STRICT, me=1, bot="draw")

    async def play(me: Sitting) -> None:
        assert me.said.startswith("the bot of player 0 is at fault: it chose draw, which is not legal")
        await me.presses("space")
        assert actions_of(table) == "R-F"

    sit_down(table, play)


def test_an_adviser_that_fails_is_told_of() -> None:
    async def play(me: Sitting) -> None:
        await me.types("h")
        assert me.said.startswith("the bot of player 0 is at fault: it chose draw, which is not legal")

    record = Record.start(STRICT, seed=ACE_ON_TOP)
    sit_down(Game(record, 0, Player(FirstBot()), Player(Scripted("draw"))), play)


@pytest.mark.parametrize("size", [(40, 10), (79, 24), (80, LOWEST - 1)])
def test_on_a_small_screen_it_says_how_large_the_table_is(size: tuple[int, int]) -> None:
    async def play(me: Sitting) -> None:
        assert me.shown("table") == (
            f"The table takes at least 80 × {LOWEST} characters, and here are {size[0]} × {size[1]}."
        )
        assert (me.app.query_one("#table").size.width, me.bottom <= size[1]) == (size[0], True)
        await me.pilot.resize_terminal(80, LOWEST)
        assert "hand" in me.shown("table")

    sit_down(game(CRAPETTE), play, size=size)


def test_when_the_screen_grows_or_shrinks_the_table_is_as_wide() -> None:
    async def play(me: Sitting) -> None:
        for width, height, rows in ((120, 40, 13), (80, 24, 8), (101, 24, 8)):
            await me.pilot.resize_terminal(width, height)
            lines = me.shown("table").splitlines()
            # Of an odd number of columns beside the foundations one is left over.
            assert (max(map(len, lines)), len(lines)) == (width - (width + 1) % 2, rows)

    sit_down(game(CRAPETTE), play)


def test_the_longest_words_on_a_call_are_shown_to_their_end() -> None:
    deal = random_walk(load_rules("krapetta-banque-russe"), 22, stops=0.1)
    words = max([call_text(before, after) for before, _, _, after in deal], key=len)
    assert len(words) > 4 * SIZE[0]

    async def play(me: Sitting) -> None:
        me.app.query_one("#said", Static).update(words)
        await me.pilot.pause()
        assert words in " ".join(screen(me.app.export_screenshot()).split())

    sit_down(game(CRAPETTE), play)


def test_the_largest_table_and_the_longest_words_leave_room_to_type_in() -> None:
    settings: Settings = {"deal.houses": 6, "deal.reserve_top": "all-face-up", "deal.reserve": 13}

    async def play(me: Sitting) -> None:
        me.app.query_one("#said", Static).update("\n".join("abcdefgh"))
        await me.pilot.pause()
        assert (me.app.query_one("#table").size.height, me.bottom) == (12, LOWEST)
        assert me.app.query_one("#moves").size.height > 0

    sit_down(game(Rules.from_mapping(nested(settings.items()))), play, size=(80, LOWEST))


def test_the_picture_of_the_documentation_is_true() -> None:
    pages = Path(__file__).parents[1] / "docs"
    picture = (pages / "play.md").read_text("utf-8").partition("```text\n")[2].partition("```")[0]
    record = begun(load_rules("russian-bank"), "russian-bank", 7, 0, parse_bot("careful"), serious=False)
    with parse_bot("careful").opened() as player_of:
        table = Game(record, 0, player_of(0), player_of(0))
    app = TableApp(table, title="russian-bank", bot="careful")
    shown: list[str] = []

    async def play(me: Sitting) -> None:
        shown.append(screen(me.app.export_screenshot()))

    seat(app, play)
    assert shown == [picture]


def screen(svg: str) -> str:
    """The text on a screen, from its picture, in which characters are 12.2 wide."""
    rows = [" " * SIZE[0]] * SIZE[1]
    for x, row, text in re.findall(r'<text[^>]* x="([0-9.]+)"[^>]*-line-([0-9]+)\)">([^<]*)</text>', svg):
        column, told = round(float(x) / 12.2), unescape(text).replace("\xa0", " ").rstrip("\n")
        rows[int(row)] = rows[int(row)][:column] + told + rows[int(row)][column + len(told) :]
    return "".join([f"{row.rstrip()}\n" for row in rows])


# ------------------------------------------------------------------------------------------- kept, and left


def test_the_game_is_kept_after_every_action(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        assert Record.loads(file.read_text("utf-8")) == table.record
        await me.types("R-F")
        assert Record.loads(file.read_text("utf-8")) == table.record
        await me.types("u")
        assert Record.loads(file.read_text("utf-8")) == table.record
        await me.types("q")

    assert sit_down(table, play, file=file).return_value == file


@pytest.mark.parametrize(("answer", "kept"), [("", None), ("new.txt", Path("new.txt"))])
def test_a_game_that_can_not_be_kept_goes_on_and_is_not_lost_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, kept: Path | None
) -> None:
    monkeypatch.chdir(tmp_path)
    cannot = "The game can't be kept in 'missing/game.txt': No such file or directory."

    async def play(me: Sitting) -> None:
        assert me.said == cannot
        await me.types("R-F")
        assert me.said == cannot
        await me.types("q")
        assert me.windows == 1
        await me.types(answer)

    assert sit_down(game(CRAPETTE), play, file=Path("missing/game.txt")).return_value == kept


def test_whoever_has_done_nothing_leaves_without_a_question() -> None:
    async def play(me: Sitting) -> None:
        await me.presses("ctrl+q")

    assert sit_down(game(CRAPETTE), play).return_value is None


@pytest.mark.parametrize(("answer", "kept"), [("", False), ("new.txt", True)])
def test_whoever_leaves_is_asked_whether_to_keep_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, kept: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    table = game(CRAPETTE)

    async def play(me: Sitting) -> None:
        await me.types("R-F")
        await me.types("q")
        assert me.windows == 1
        await me.presses("escape")
        assert (me.windows, me.app.is_running) == (0, True)
        await me.types("quit")
        await me.types(answer)

    app = sit_down(table, play)
    assert app.return_value == (Path("new.txt") if kept else None)
    assert [file.name for file in tmp_path.iterdir()] == (["new.txt"] if kept else [])
    if kept:
        assert Record.loads(Path("new.txt").read_text("utf-8")) == table.record


def test_a_file_that_is_there_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_text("old", "utf-8")

    async def play(me: Sitting) -> None:
        await me.types("R-F")
        await me.types("q")
        await me.types("old.txt")
        assert me.said == "The game can't be kept in 'old.txt': File exists."

    sit_down(game(CRAPETTE), play, file=Path("missing/game.txt"))
    assert Path("old.txt").read_text("utf-8") == "old"


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("missing/new.txt", "'missing/new.txt': No such file or directory"),
        (300 * "n", f"'{59 * 'n'}…': File name too long"),
        ("nu\0l", r"'nu\x00l': "),  # each Python has other words for that
    ],
)
def test_where_no_file_can_be_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str, named: str
) -> None:
    monkeypatch.chdir(tmp_path)

    async def play(me: Sitting) -> None:
        await me.types("R-F")
        await me.types("q")
        await me.types(answer)
        assert (me.windows, me.app.is_running) == (0, True)
        assert me.said.startswith(f"The game can't be kept in {named}")

    sit_down(game(CRAPETTE), play)


@pytest.mark.parametrize("keys", [["escape"], [*"old", "enter"], [*"x/y", "enter"]])
def test_who_does_not_leave_after_all_lets_the_bot_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keys: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("old").touch()
    alarms = Alarms()
    monkeypatch.setattr(TableApp, "set_timer", alarms.after)

    async def play(me: Sitting) -> None:
        assert len(alarms.set) == 1
        await me.types("q")
        assert alarms.set == []
        await me.presses(*keys)
        assert (me.windows, len(alarms.set)) == (0, 1)

    sit_down(game(STRICT, me=1, played=["R-F"]), play, pace=3)


def test_brackets_in_names_are_shown_as_they_are() -> None:
    async def play(me: Sitting) -> None:
        assert me.shown("head").startswith("my[b].yaml · turn 1")
        assert me.said == "The game can't be kept in 'missing/[b].txt': No such file or directory."

    seat(TableApp(game(CRAPETTE), title="my[b].yaml", bot="scripted", file=Path("missing/[b].txt")), play)


# ---------------------------------------------------------------------------------------------- the command


@frozen
class Opened:
    """The tables that the command has opened; they are not shown."""

    tables: list[TableApp]

    def game(self) -> Game:
        [app] = self.tables
        return app.game


class Terminal(TextIOWrapper):
    """A terminal that can show so much."""

    def __init__(self, encoding: str) -> None:
        super().__init__(BytesIO(), encoding)

    def isatty(self) -> bool:
        return True


@pytest.fixture(name="opened")
def opens_but_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> Opened:
    opened = Opened([])

    def run_nothing(app: TableApp) -> Path:
        opened.tables.append(app)
        return Path("my game.txt")

    for stream in ("__stdin__", "__stdout__", "__stderr__"):
        monkeypatch.setattr(sys, stream, Terminal("utf-8"))
    monkeypatch.setattr(TableApp, "run", run_nothing)
    return opened


def test_the_command_opens_a_table(opened: Opened) -> None:
    assert said("play", "--seed", "7") == ["The game is kept: crapette play --resume 'my game.txt'"]
    record = opened.game().record
    assert (record.variant, record.deals[0].seed, record.players) == ("russian-bank", 7, ("you", "careful"))
    assert opened.game().is_friendly


def test_the_command_says_nothing_where_nothing_is_kept(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def leave_at_once(_: TableApp) -> None:
        """Leaves nothing."""

    monkeypatch.setattr(TableApp, "run", leave_at_once)
    assert (said("play"), opened.tables) == ([], [])


def test_the_command_deals_anew_each_time_unless_it_is_given_a_seed(opened: Opened) -> None:
    for _ in range(2):
        said("play", "crapette", "--as", "1", "--serious", "--bot", "greedy:notices=0.5")
    first, second = (app.game for app in opened.tables)
    assert first.record.deals[0].seed != second.record.deals[0].seed
    assert (first.me, first.is_friendly, first.record.players) == (1, False, ("greedy:notices=0.5", "you"))


def test_the_command_goes_on_with_a_game_that_is_kept(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    record = begun(CRAPETTE, "crapette", ACE_ON_TOP, 1, parse_bot("greedy"), serious=True).append("R-F")
    keep(record, file)
    said("play", "--resume", str(file))
    assert (opened.game().record, opened.game().me, opened.game().is_friendly) == (record, 1, False)


def test_the_command_goes_on_with_the_record_of_others_if_it_is_told_who_plays(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    keep(Record.start(CRAPETTE, packs=(PACK, PACK.lower()), starter=0, players=("Ann", "Bob")), file)
    assert error("play", "--resume", str(file)).endswith("it does not tell which player you are: say --as 0 or --as 1")
    assert error("play", "--resume", str(file), "--as", "1").endswith("which bot you play against: say --bot")
    [line] = said("play", "--resume", str(file), "--as", "1", "--bot", "first")
    assert line == "The game is kept: crapette play --resume 'my game.txt' --as 1 --bot first"
    assert (opened.game().me, opened.game().is_friendly) == (1, True)


def test_the_command_does_not_go_on_with_what_it_can_not_play(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert error("play", "--resume", str(file)) == f"crapette: can't read {file}: No such file or directory"
    file.write_bytes(b"\xff")
    assert error("play", "--resume", str(file)) == f"crapette: can't read {file}: it is not UTF-8"
    file.write_text("no record", "utf-8")
    assert error("play", "--resume", str(file)).startswith(f"crapette: {file}: 1:1: 'no record': expected a first line")
    record = begun(STRICT, "crapette-strict", ACE_ON_TOP, 0, parse_bot("first"), serious=False).append("R-F")
    keep(record.public(), file)
    expected = f"crapette: can't go on with {file}: a public record does not know the cards"
    assert error("play", "--resume", str(file)) == expected
    file.write_text(record.dumps().replace("R-F", "draw"), "utf-8")
    assert error("play", "--resume", str(file)).startswith(f"crapette: can't go on with {file}: deals[0].moves[0]")
    assert not opened.tables


def test_the_command_writes_over_no_file(opened: Opened, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("mine", "utf-8")
    assert "is there already: go on with it by --resume" in error("play", "--save", str(file))
    assert (file.read_text("utf-8"), opened.tables) == ("mine", [])


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["crapette"], "the variant"),
        (["--seed", "7"], "--seed"),
        (["--seed", "7", "--save", "new.txt"], "--seed and --save"),
    ],
)
def test_what_a_kept_game_tells_is_not_told_twice(options: list[str], named: str) -> None:
    told = error("play", *options, "--resume", "game.txt")
    assert told.startswith(f"crapette: --resume goes on with what the file keeps: leave out {named} (")


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--pace", "nan", "expected a number of seconds"),
        ("--pace", "inf", "inf is not in the range 0<=x<=60"),
        ("--save", "", "expected the name of a file"),
        ("--resume", "", "expected the name of a file"),
    ],
)
def test_the_command_takes_no_option_that_says_nothing(opened: Opened, option: str, value: str, told: str) -> None:
    assert error("play", option, value).startswith(f"crapette: Invalid value for '{option}': {told} (")
    assert not opened.tables


def test_without_textual_the_command_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual", None)
    text = "games in the terminal need textual, which is not installed: pip install 'crapette[play]'"
    assert error("play") == f"crapette: {text}"


@pytest.mark.parametrize("stream", ["__stdin__", "__stdout__" if sys.platform == "win32" else "__stderr__"])
@pytest.mark.parametrize("instead", [None, StringIO()])
def test_without_a_terminal_the_command_says_so(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, stream: str, instead: StringIO | None
) -> None:
    monkeypatch.setattr(sys, stream, instead)
    assert error("play") == "crapette: to play takes a terminal; crapette demo shows a deal without one"
    assert not opened.tables


@pytest.mark.parametrize(("platform", "screen"), [("linux", "__stderr__"), ("win32", "__stdout__")])
def test_where_the_screen_can_not_show_the_suits_the_command_says_so(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, platform: str, screen: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for stream in {"__stdout__", "__stderr__"} - {screen}:
        monkeypatch.setattr(sys, stream, Terminal("ascii"))
    said("play")
    monkeypatch.setattr(sys, screen, Terminal("ascii"))
    text = "this terminal can't show the suits: to play takes one of UTF-8; crapette demo takes none"
    assert (error("play"), len(opened.tables)) == (f"crapette: {text}", 1)
