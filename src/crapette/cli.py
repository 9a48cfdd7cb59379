"""The command `crapette`.

It exits with 0 if all is well, with 1 if what was checked is wrong, and with 2 for wrong usage or what can't
be read; whoever is interrupted or has nobody to write to, as shells have it, with 130 or 141. An error
is a line on standard error (`console`).
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from crapette import __version__
from crapette.actions import ACTIONS, STOP, Action, Kind
from crapette.arguments import NAME_OR_FILE, bot_of, seed_of, spare, svg_option, two_bots_option
from crapette.bots import BotSpec
from crapette.bots.playing import BotFault, played
from crapette.cli_play import play
from crapette.cli_simulation import compare, simulate, tournament
from crapette.console import USAGE, WRONG, MainGroup, bar, complain, say, say_row, writes_ascii_only
from crapette.engine.deal import deal as deal_cards
from crapette.engine.duties import offences
from crapette.engine.ending import outcome
from crapette.engine.legal import legal_moves, why_not
from crapette.engine.scoring import score
from crapette.engine.shuffle import child_seed
from crapette.engine.view import View
from crapette.errors import DealError, NotationError, VariantError
from crapette.faults import one_of
from crapette.language import LANGUAGES
from crapette.notation.position import loads as read_position
from crapette.perft import perft as count_sequences
from crapette.render.text import (
    WIDTH,
    action_text,
    board,
    call_text,
    coloured,
    deed_text,
    match_text,
    plain,
    result_text,
    skipped,
)
from crapette.rules import DEFAULTS, SETTINGS, Rules, StopBy, value_at
from crapette.sheet import Coverage
from crapette.state import State
from crapette.variant import Variant, load_variant, value_text, variant_names
from crapette.variant_schema import schema_text

if TYPE_CHECKING:
    from crapette.notation.record import Record
    from crapette.notation.record_parts import Move
    from crapette.simulation.influence import Unfelt

_T = TypeVar("_T")

# ---------------------------------------------------------------------------------------------- commands


@click.group(cls=MainGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="crapette", message="%(prog)s %(version)s")
@click.pass_context
def crapette(ctx: click.Context) -> None:
    """Russian Bank, also called Crapette: its variants, its deals, and a game that plays itself."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


@crapette.group(invoke_without_command=True)
@click.pass_context
def variants(ctx: click.Context) -> None:
    """List the shipped variants, or look at some more closely."""
    if ctx.invoked_subcommand is not None:
        return
    names = variant_names()
    width = max(map(len, names))
    for name in names:
        summary = textwrap.shorten(load_variant(name).summary, WIDTH - width - 2, placeholder=" …")
        say(f"{name:{width}}  {summary}")


_COVERAGE = {Coverage.FULL: "full text", Coverage.PARTIAL: "known in part"}


@variants.command()
@click.argument("variant", metavar=NAME_OR_FILE)
@click.option("--text", "as_text", is_flag=True, help="Tell the rules in words, as players would, and nothing else.")
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    metavar="LANGUAGE",
    show_default=True,
    help=f"In which language --text tells them: {one_of(LANGUAGES)}.",
)
@click.pass_context
def show(ctx: click.Context, variant: str, as_text: bool, language: str) -> None:
    """Show every setting of a variant, and where it comes from; or its rules in words."""
    if not as_text and ctx.get_parameter_source("language") is not ParameterSource.DEFAULT:
        raise click.UsageError("--language says how --text tells the rules: expected --text as well", ctx)
    loaded = load_variant(variant)
    if as_text:
        _say_rules(loaded.rules, language)
    else:
        _say_settings(loaded)


def _say_rules(rules: Rules, language: str) -> None:
    """Says the rules in words; the later lines of an item of a list stand under its first."""
    from crapette.wording import rules_text  # noqa: PLC0415 -- the other commands should not wait for it

    text = plain(rules_text(rules, language), ascii=writes_ascii_only())
    for line in text.splitlines():
        mark = re.match(r"- |\d+\. ", line)
        say("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent=" " * len(mark[0]) if mark else "")))


def _say_settings(loaded: Variant) -> None:
    """Says every setting and where its value comes from, below what is known of the variant."""
    say(f"{loaded.title} ({loaded.name})")
    for line in textwrap.wrap(loaded.summary, WIDTH):
        say(line)
    say()
    facts = [("digest", loaded.digest)]
    if loaded.aliases:
        facts.insert(0, ("also called", ", ".join(loaded.aliases)))
    for number, source in enumerate(loaded.sources):
        text = f"[{source.id}] {source.title} ({source.language}, {_COVERAGE[source.coverage]})"
        facts.append(("" if number else "sources", text))
    for label, text in facts:
        say_row((label, 11), (text, WIDTH - 13))
    for _, paths in groupby(SETTINGS, key=lambda path: path.partition(".")[0]):
        say()
        for path in paths:
            _say_setting(loaded, path)


_SETTING_WIDTH = 36


def _say_setting(variant: Variant, path: str) -> None:
    """Says a setting's value, and beside it, or below if it is long, where the value comes from."""
    value = f"{path}: {value_text(variant.rules, path)}"
    if len(value) > _SETTING_WIDTH:
        say(value)
        value = ""
    say_row((value, _SETTING_WIDTH), (_origin_text(variant, path), WIDTH - _SETTING_WIDTH - 2))


def _origin_text(variant: Variant, path: str) -> str:
    """Where a setting's value comes from."""
    origin = variant.provenance_of(path)
    if origin is None:
        is_default = value_at(variant.rules, path) == DEFAULTS[path]
        return "the default" if is_default else "no reason given"
    return f"[assumed] {origin.assumed}" if origin.assumed else f"[{origin.source}] {origin.says}"


@variants.command()
@click.argument("a", metavar=NAME_OR_FILE)
@click.argument("b", metavar=NAME_OR_FILE)
def diff(a: str, b: str) -> None:
    """Show the settings in which two variants differ."""
    one, other = load_variant(a), load_variant(b)
    rows = [
        (path, *values)
        for path in SETTINGS
        if len(set(values := [value_text(variant.rules, path) for variant in (one, other)])) > 1
    ]
    if not rows:
        say(f"{one.name} and {other.name} have equal settings.")
        return
    table = [("setting", one.name, other.name), *rows]
    widths = [
        min(max(map(len, column)), most) for column, most in zip(zip(*table, strict=True), _DIFF_WIDTHS, strict=True)
    ]
    for row in (table[0], ["─" * width for width in widths], *rows):
        say_row(*zip(row, widths, strict=True))


_DIFF_WIDTHS = (22, 37, 37)


class _WithPlay(click.Command):
    """A command with an option `--play` whose number may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments that are no options."""
        pairs = zip(args, [*args, ""][1:], strict=True)
        return super().parse_args(
            ctx, [f"--play={_DEALS}" if arg == "--play" and not after.isdecimal() else arg for arg, after in pairs]
        )


_DEALS = 200
_MOST_DEALS = 100_000


@variants.command(cls=_WithPlay)
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--play",
    "deals",
    type=click.IntRange(1, _MOST_DEALS),
    metavar="[N]",
    help=f"Let bots play N deals ({_DEALS} unless given), and tell what comes of it.",
)
@click.option("--seed", callback=seed_of, default="0", metavar="N", show_default=True, help="Which deals --play plays.")
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], deals: int | None, seed: int) -> int:
    """Find every problem in variant files, then what is worth knowing about them."""
    if deals is None and ctx.get_parameter_source("seed") is not ParameterSource.DEFAULT:
        raise click.UsageError("--seed says which deals are played: expected --play as well", ctx)
    return max(_check(file, deals, seed) for file in files)


def _check(file: str, deals: int | None, seed: int) -> int:
    """Says what there is to say about a file; the exit code."""
    try:
        variant = load_variant(Path(file))
    except VariantError as error:
        for problem in error.problems:
            complain(str(problem))
        return USAGE if error.problems[0].code in _UNREADABLE and error.problems[0].line is None else WRONG
    warnings = () if deals is None else _try_out(file, variant, deals, seed)
    if warnings is None:
        return WRONG
    for note in variant.notes:
        say(f"{file}: note: {note.path}: {note.text}")
    for path, text in warnings:
        say(f"{file}: warning: {path}: {text}")
    say(f"{file}: no problems")
    return 0


def _try_out(file: str, variant: Variant, deals: int, seed: int) -> list[tuple[str, str]] | None:
    """Plays deals and says what they came to, or what the library did wrong.

    Returns:
        What to warn of: a setting or a group, and the text; None if the library did something wrong.
    """
    from crapette.simulation import report  # noqa: PLC0415 -- the other commands should not wait for it
    from crapette.simulation.influence import Influence  # noqa: PLC0415 -- as above
    from crapette.simulation.result import PlayError  # noqa: PLC0415
    from crapette.simulation.trial import tallies_of, trial  # noqa: PLC0415

    try:
        results = list(_with_bar(trial(variant.rules, deals, seed, variant.name), deals, "playing deals"))
    except PlayError as error:
        complain(f"{file}: {error}")
        say(error.record.dumps().removesuffix("\n"))
        return None
    influence = Influence(variant.rules, results)
    paths = influence.paths
    unfelt = [influence.unfelt(path) for path in _with_bar(paths, len(paths), "trying other settings")]
    tallies = tallies_of(results)
    say(f"{file}: {_deals(deals)} played, seed {seed}; {influence.deals} of them once more with other settings")
    for label, *cells in report.rows(tallies):
        say_row((label, 42), *((cell, 22) for cell in cells))
    return [*report.warnings(tallies), *((each.path, _unfelt_text(each)) for each in unfelt if each)]


def _unfelt_text(unfelt: Unfelt) -> str:
    values = one_of(value_text(rules, unfelt.path) for rules in unfelt.others)
    return f"in {_deals(unfelt.deals)} {values} instead would have altered nothing"


def _deals(count: int) -> str:
    return f"{count} deal" if count == 1 else f"{count} deals"


def _with_bar(items: Iterable[_T], length: int, label: str) -> Iterator[_T]:
    """The items, while a progress bar on a terminal shows how far they are."""
    with bar(length, label) as advance:
        for item in items:
            yield item
            advance()


_UNREADABLE = ("unreadable-file", "not-a-file")


@variants.command()
def schema() -> None:
    """Print the JSON Schema of variant files, for editors."""
    say(schema_text().removesuffix("\n"))


@crapette.command()
@click.argument("variant", metavar=NAME_OR_FILE)
@click.option("--seed", callback=seed_of, required=True, metavar="N", help="Which deal: an integer from 0 up.")
@svg_option
def deal(variant: str, seed: int, svg: Path | None) -> None:
    """Show a deal and its legal moves."""
    loaded = load_variant(variant)
    state = deal_cards(loaded.rules, seed)
    _draw(state, svg, variant)
    is_ascii = writes_ascii_only()
    say(f"{loaded.title} ({loaded.name}), seed {seed}")
    _say_board(state, is_ascii)
    _say_moves(state, is_ascii)


def _draw(state: State | View, file: Path | None, variant: str) -> None:
    """Writes a picture, if a file is named for it."""
    if file is not None:
        from crapette.render.svg import board as picture  # noqa: PLC0415 -- others should not wait for it

        spare(variant, file)
        _write(file, picture(state))


def _write(file: Path, text: str) -> None:
    """Writes a file that was asked for."""
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise click.ClickException(f"can't write {file}: {error.strerror}") from error


def _say_moves(state: State | View, is_ascii: bool) -> None:
    """Says what the mover may do, and which of that breaks a duty."""
    say(f"Player {state.mover} may:")
    broken = False
    for action in legal_moves(state):
        line = f"  {action!s:6} {action_text(state, action, ascii=is_ascii)}"
        offence = next((offence for offence in offences(state, action) if offence.callable), None)
        if offence is not None:
            broken = True
            line += f"  (breaks the duty `{offence.duty}`: {' '.join(map(str, offence.plays))})"
        for part in textwrap.wrap(line, WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False):
            say(part)
    if broken:
        say()
        price = "it may be called" if state.rules.stop.by is StopBy.OPPONENT else "the referee calls it"
        say(f"To break a duty is legal here, but {price}; crapette-strict, for one, rules it out.")


@crapette.command()
@click.argument("variant", metavar=NAME_OR_FILE)
@click.option("--seed", callback=seed_of, required=True, metavar="N", help="Which deal: an integer from 0 up.")
@click.option("--depth", type=click.IntRange(min=1), required=True, metavar="N", help="How many actions.")
def perft(variant: str, seed: int, depth: int) -> None:
    """Count the sequences of N legal actions from a deal on, and those of fewer.

    Another program that counts alike plays by the same rules.
    """
    state = deal_cards(load_variant(variant).rules, seed)
    say("depth  sequences")
    for actions in range(1, depth + 1):
        say(f"{actions:5}  {count_sequences(state, actions):9}")


@crapette.command()
@click.argument("file")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after N actions.")
@click.option("--json", "as_json", is_flag=True, help="Print the state there as JSON, and nothing else.")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PAGE",
    help="Print nothing, but write to PAGE a page that shows the game; there must be just one.",
)
def replay(file: str, to: int | None, as_json: bool, html: Path | None) -> int:
    """Replay the games recorded in a file, checking every action."""
    games = _games(file)
    if html is not None:
        if to is not None or as_json:
            raise click.UsageError("--html shows all of a game: expected neither --to nor --json")
        spare(file, html)
        first_two = [*islice(games, 2)]
        if len(first_two) > 1:
            complain(f"{file}: there are several games here, and a page shows one")
            return WRONG
        games = iter(first_two)
    code, number = 0, 0
    for number, text in enumerate(games, start=1):
        code = max(code, _replay(f"{file}: game {number}", text, to, as_json, html))
    if not number:
        complain(f"{file}: there is no record here")
        return WRONG
    return code


def _games(file: str) -> Iterator[str]:
    """The texts of the games in a file, one after the other."""
    from crapette.notation.record import Record  # noqa: PLC0415 -- the other commands should not wait for it

    try:
        with Path(file).open(encoding="utf-8") as lines:
            yield from Record.split(lines)
    except OSError as error:
        raise click.ClickException(f"can't read {file}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise click.ClickException(f"can't read {file}: it is not UTF-8") from error


def _replay(name: str, text: str, to: int | None, as_json: bool, html: Path | None) -> int:
    """Replays a game and says it, or writes its page, or says what is wrong with it; the exit code."""
    from crapette.notation.json import to_json  # noqa: PLC0415 -- as above
    from crapette.notation.record import Record  # noqa: PLC0415

    try:
        record = Record.loads(text)
        actions = sum(len(deal.moves) for deal in record.deals)
        if to is not None and to > actions:
            complain(f"{name}: there are only {actions} actions, not {to}")
            return WRONG
        shares = _shares(record, to)
        if html is not None:
            from crapette.render.html import replay_page  # noqa: PLC0415 -- as above

            _write(html, replay_page(record))
        elif as_json:
            states = record.replay() if to is None else islice(record.replay(), len(shares) + sum(shares))
            say(to_json(deque(states, maxlen=1).pop()))
        else:
            _say_record(record, shares, is_whole=to is None)
    except NotationError as error:
        for problem in error.problems:
            complain(f"{name}: {problem}")
        return WRONG
    except DealError as error:
        for problem in error.problems:
            complain(f"{name}: {problem.text}")
        return WRONG
    return 0


def _shares(record: Record, to: int | None) -> list[int]:
    """How many actions of each deal are among the first so many of the record; deals after those are left out."""
    if to is None:
        return [len(deal.moves) for deal in record.deals]
    shares: list[int] = []
    for deal in record.deals:
        if shares and not to:
            break
        shares.append(min(to, len(deal.moves)))
        to -= shares[-1]
    return shares


def _say_record(record: Record, shares: Sequence[int], *, is_whole: bool) -> None:
    """Says a recorded game: so many actions of each deal, and whether they are all."""
    say(", ".join(filter(None, (record.variant or "rules of their own", record.date))))
    say(" · ".join(f"player {number}: {name or 'unknown'}" for number, name in enumerate(record.players)))
    states = record.replay()
    points = (0, 0)
    for number, (deal, share) in enumerate(zip(record.deals, shares, strict=False), start=1):
        if len(record.deals) > 1:
            say(f"\ndeal {number}")
        first = next(states)
        state = _say_play(first, _steps(first, deal.moves[:share], states))
        if outcome(state) is not None:
            say(result_text(state))
            points = points[0] + score(state).points[0], points[1] + score(state).points[1]
            if standing := match_text(record.rules, len(record.deals), points):
                say(standing)
    if is_whole:  # what is wrong with the end of the last deal is found behind it
        deque(states, maxlen=0)


def _steps(before: State | View, moves: Iterable[Move], states: Iterator[State | View]) -> Iterator[_Step]:
    """The steps of a recorded deal, from its first state and those that come then."""
    for move, after in zip(moves, states):  # noqa: B905 - the states of the next deal come behind
        yield before, move.action, after
        before = after


class _OfPosition(click.Command):
    """A command with a position, which may begin with `-` and is no option then."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments that are no options."""
        return super().parse_args(ctx, [f" {arg}" if arg.startswith("- ") else arg for arg in args])


@crapette.command(cls=_OfPosition)
@click.argument("text", metavar="POSITION")
@click.option("--rules", "variant", default="crapette", metavar=NAME_OR_FILE, show_default=True, help="The variant.")
@svg_option
def position(text: str, variant: str, svg: Path | None) -> None:
    """Show a position, its legal moves, and why others are not legal.

    POSITION is one line, such as "(2D) 7H / * / - | 9d / * / - | KS QH, KC | - | 0"; the page on positions
    in the documentation tells what it may be.
    """
    loaded = load_variant(variant)
    state = read_position(text.lstrip(), loaded.rules)
    _draw(state, svg, variant)
    is_ascii = writes_ascii_only()
    say(f"{loaded.title} ({loaded.name})")
    _say_board(state, is_ascii)
    if outcome(state) is not None:
        say(result_text(state))
        return
    _say_moves(state, is_ascii)
    say()
    _say_refusals(state)


def _say_refusals(state: State | View) -> None:
    """Says why the mover may not do what is not legal, of all that the variant knows."""
    refused: dict[tuple[str, str], list[str]] = {}
    for action in ACTIONS:
        refusal = why_not(state, action, state.mover)
        if refusal is None or refusal.code == "not-in-this-variant":
            continue
        if action.kind is Kind.RUN and refusal.code == "no-card":  # that a house has not so many cards is no news
            continue
        refused.setdefault((refusal.text, refusal.rule), []).append(str(action))
    say(f"Player {state.mover} may not:")
    for (text, rule), actions in refused.items():
        say_row(("", 1), (" ".join(actions), 29), (f"{text} (rule {rule})", WIDTH - 34))


@crapette.command()
@click.argument("variant", metavar=f"[{NAME_OR_FILE}]", default="russian-bank")
@click.option(
    "--seed", callback=seed_of, default="7", metavar="N", show_default=True, help="Which deal: an integer from 0 up."
)
@two_bots_option
@click.option("--careless", is_flag=True, help="Players miss duties, and call each other.")
@click.pass_context
def demo(ctx: click.Context, variant: str, seed: int, bots: tuple[BotSpec, BotSpec], careless: bool) -> int:
    """Play a whole deal, and show it."""
    loaded = load_variant(variant)
    state = deal_cards(loaded.rules, seed)
    if careless:
        if ctx.get_parameter_source("bots") is not ParameterSource.DEFAULT:
            raise click.UsageError("--careless says who plays, and so does --bots: expected one of them", ctx)
        if not state.course.book.callable_duties:
            text = f"in {loaded.name} no duty can be missed; expected a variant with calls, such as crapette"
            raise click.UsageError(f"--careless: {text}", ctx)
        bots = (BotSpec("careless"), BotSpec("careless"))
    say(f"{loaded.title} ({loaded.name}), seed {seed}")
    say(f"player 0: {bots[0]} · player 1: {bots[1]}")
    with bots[0].opened() as player_0, bots[1].opened() as player_1:
        players = [player_0(child_seed(seed, 0)), player_1(child_seed(seed, 1))]
        try:
            say(result_text(_say_play(state, played(state, players))))
        except BotFault as fault:
            complain(f"the deal goes to player {1 - fault.player}, since {fault}")
            return WRONG
    return 0


@crapette.command("bot-serve")
@click.argument("bot", metavar="BOT", callback=bot_of)
def bot_serve(bot: BotSpec) -> None:
    """Let a bot answer another program's questions.

    A line of JSON on standard input is a question, one on standard output its answer; the page on bots in the
    documentation tells which there are.
    """
    from crapette.bots.serve import serve  # noqa: PLC0415 -- the other commands should not wait for it

    serve(bot, sys.stdin.buffer, sys.stdout.buffer)


for command in (play, simulate, compare, tournament):
    crapette.add_command(command)

# -------------------------------------------------------------------------------------------- play in words

_Step = tuple[State | View, Action, State | View]
"""The state before an action, the action, and the state after it."""

TURNS_BETWEEN_BOARDS = 10
"""How often the board is shown."""


def _say_play(state: State | View, steps: Iterable[_Step]) -> State | View:
    """Says what is done, turn by turn, and shows the board at the start, now and then, and at the end.

    Args:
        state: The state in which it begins.
        steps: What is done.

    Returns:
        The state in which it ends.
    """
    is_ascii = writes_ascii_only()
    _say_board(state, is_ascii)
    shown = state
    for before, deeds, call, after in _stretches(steps, is_ascii):
        turn = f"turn {before.turn_number}"
        say_row((turn, 8), (f"player {before.mover}", 8), (f"{'; '.join(deeds)}.", WIDTH - 20))
        if call:
            say_row(("stop!", 8), (call, WIDTH - 10))
        else:
            for player, text in skipped(before, after):
                say_row(("skipped", 8), (f"player {player}", 8), (text, WIDTH - 20))
        state = after
        if state.turn_number >= shown.turn_number + TURNS_BETWEEN_BOARDS:
            _say_board(state, is_ascii)
            shown = state
    if shown is not state:
        _say_board(state, is_ascii)
    return state


def _say_board(state: State | View, is_ascii: bool) -> None:
    say(f"\n{board(state, ascii=is_ascii)}\n", paint=coloured)


def _stretches(steps: Iterable[_Step], is_ascii: bool) -> Iterator[tuple[State | View, list[str], str, State | View]]:
    """What is done turn by turn, a turn in which somebody calls in several stretches.

    Yields:
        The state in which it begins; what is done, in words; the call that comes then, if one does; the state after.
    """
    begin: State | View | None = None
    deeds: list[str] = []
    for (before, action, after), following in _with_next(steps):
        begin = begin or before
        call = call_text(before, after, ascii=is_ascii)
        if action is not STOP:
            deeds.append(deed_text(before, action, after, ascii=is_ascii))
        is_called = following is not None and following[1] is STOP
        if call or following is None or (after.turn_number != begin.turn_number and not is_called):
            yield begin, deeds, call, after
            begin, deeds = None, []


def _with_next(steps: Iterable[_Step]) -> Iterator[tuple[_Step, _Step | None]]:
    """The steps, each with the next one."""
    last: _Step | None = None
    for step in steps:
        if last is not None:
            yield last, step
        last = step
    if last is not None:
        yield last, None


def main() -> None:
    """Runs the command with the arguments of this process, and exits."""
    crapette()
