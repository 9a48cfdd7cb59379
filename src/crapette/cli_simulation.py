"""The commands that play many deals: `simulate`, `compare` and `tournament`."""

from __future__ import annotations

import os
import signal
import textwrap
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from itertools import takewhile
from multiprocessing import active_children
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from crapette.arguments import NAME_OR_FILE, bots_of, seed_of, spare, two_bots_option
from crapette.bots import KINDS, BotSpec
from crapette.console import INTERRUPTED, WRONG, bar, complain, say, say_row
from crapette.faults import one_of
from crapette.render.text import WIDTH
from crapette.variant import load_variant
from crapette.version import RULES_VERSION, __version__

if TYPE_CHECKING:
    from crapette.simulation.comparison import Comparison
    from crapette.simulation.experiment import Experiment
    from crapette.simulation.journal import Journal
    from crapette.simulation.running import Round
    from crapette.simulation.tables import Table


@frozen
class _Play:
    """How much is played, and how it is kept and told: the options that all these commands have."""

    deals: int
    seed: int
    matches: bool
    workers: int
    out: Path | None
    form: str


def _options_of_play(command: Callable[..., int]) -> Callable[..., int]:
    """The options of a command that plays; it gets them as its argument `play`."""

    @wraps(command)
    def with_play(
        deals: int, seed: int, matches: bool, workers: int, out: Path | None, form: str, **others: object
    ) -> int:
        return command(play=_Play(deals, seed, matches, workers, out, form), **others)

    decorated = with_play
    for option in (
        click.option(
            "--format",
            "form",
            type=click.Choice(("text", "markdown", "json", "csv")),
            default="text",
            show_default=True,
            help="How to tell what they came to.",
        ),
        click.option(
            "--out",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Keep the results in FILE (JSON Lines); if it is there, go on with it.",
        ),
        click.option(
            "--workers",
            type=click.IntRange(1, 1000),
            default=os.cpu_count() or 1,
            metavar="N",
            show_default="as many as there are processors",
            help="How many processes play.",
        ),
        click.option("--matches", is_flag=True, help="Play whole matches: --deals says how many."),
        click.option(
            "--seed", callback=seed_of, default="0", metavar="N", show_default=True, help="On which all deals hang."
        ),
        click.option(
            "--deals",
            type=click.IntRange(1, 100_000_000),
            default=1000,
            metavar="N",
            show_default=True,
            help="How many deals.",
        ),
    ):
        decorated = option(decorated)
    return decorated


@click.command()
@click.argument("variant", metavar=NAME_OR_FILE)
@two_bots_option
@_options_of_play
@click.option("--exchange", is_flag=True, help="Play each deal twice, the second time with exchanged seats.")
def simulate(variant: str, bots: tuple[BotSpec, BotSpec], exchange: bool, play: _Play) -> int:
    """Let bots play many deals, and tell what they came to."""
    from crapette.simulation.comparison import Comparison  # noqa: PLC0415 -- other commands should not wait for it
    from crapette.simulation.experiment import Arm, Experiment  # noqa: PLC0415 -- as above
    from crapette.simulation.report import tables_of, tables_of_bots  # noqa: PLC0415 -- as above
    from crapette.simulation.standings import Standings  # noqa: PLC0415 -- as above

    if exchange and bots[0] == bots[1]:
        raise click.UsageError("--exchange: both seats have the same bot, and each deal would be played twice alike")
    loaded = load_variant(variant)
    arm = Arm(loaded.name, loaded.rules, bots)
    experiment = Experiment((arm, arm.exchanged) if exchange else (arm,), play.seed, play.matches)
    comparison, standings = Comparison(experiment), Standings(experiment)
    run = _Run(experiment, play.deals, play.workers, play.out)
    for each in run.rounds():
        comparison.add(each)
        standings.add(each)
    if comparison.rounds:
        tables = [*(tables_of_bots(standings) if exchange else ()), *tables_of(comparison)]
        _tell(comparison, tables, play.form)
    return run.ended()


@click.command()
@click.argument("variants", metavar=f"{NAME_OR_FILE}...", nargs=-1, required=True)
@two_bots_option
@_options_of_play
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page with pictures to FILE, too.",
)
def compare(variants: tuple[str, ...], bots: tuple[BotSpec, BotSpec], html: Path | None, play: _Play) -> int:
    """Let bots play the same deals by several variants, and tell how these differ."""
    from crapette.extra import MissingExtraError  # noqa: PLC0415 -- as above
    from crapette.simulation.comparison import Comparison  # noqa: PLC0415 -- as above
    from crapette.simulation.experiment import Arm, Experiment  # noqa: PLC0415 -- as above
    from crapette.simulation.page import page  # noqa: PLC0415 -- as above
    from crapette.simulation.plots import drawing_tools  # noqa: PLC0415 -- as above
    from crapette.simulation.report import tables_of  # noqa: PLC0415 -- as above

    rules = {variant.name: variant.rules for variant in map(load_variant, variants)}
    if len(rules) < len(variants):
        raise click.UsageError("two of the variants have the same name: expected each once, and names of their own")
    if html is not None:
        for variant in variants:
            spare(variant, html)
        try:  # before hours of play
            drawing_tools()
            html.open("ab").close()
        except MissingExtraError as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            raise click.ClickException(f"can't write {html}: {error.strerror}") from error
    experiment = Experiment(tuple([Arm(name, rules[name], bots) for name in rules]), play.seed, play.matches)
    comparison, run = Comparison(experiment), _Run(experiment, play.deals, play.workers, play.out)
    for each in run.rounds():
        comparison.add(each)
    if comparison.rounds:
        _tell(comparison, tables_of(comparison), play.form)
        if html is not None:
            html.write_text(page(comparison), "utf-8")
    return run.ended()


@click.command()
@click.argument("variant", metavar=f"[{NAME_OR_FILE}]", default="crapette")
@click.option("--bots", callback=bots_of, required=True, metavar="BOT,BOT,...", help=f"Who plays, of {one_of(KINDS)}.")
@_options_of_play
def tournament(variant: str, bots: tuple[BotSpec, ...], play: _Play) -> int:
    """Let bots play each other, each pair in both seatings, and tell how strong they are."""
    from crapette.extra import MissingExtraError  # noqa: PLC0415 -- as above
    from crapette.simulation.comparison import Comparison  # noqa: PLC0415 -- as above
    from crapette.simulation.experiment import Experiment  # noqa: PLC0415 -- as above
    from crapette.simulation.report import tables_of_bots, tables_of_faults  # noqa: PLC0415 -- as above
    from crapette.simulation.running import in_order  # noqa: PLC0415 -- as above
    from crapette.simulation.standings import Ratings, Standings, pairings  # noqa: PLC0415 -- as above

    loaded = load_variant(variant)
    try:
        experiment = Experiment(pairings(loaded.name, loaded.rules, bots), play.seed, play.matches)
        ratings = Ratings(experiment)
    except ValueError as error:
        raise click.UsageError(f"--bots: {error}") from error
    except MissingExtraError as error:
        raise click.ClickException(str(error)) from error
    comparison, standings = Comparison(experiment), Standings(experiment)
    run = _Run(experiment, play.deals, play.workers, play.out)
    for each in in_order(run.rounds()):
        comparison.add(each)
        standings.add(each)
        ratings.add(each)
    if comparison.rounds:
        _tell(comparison, [*tables_of_bots(standings, ratings), *tables_of_faults(comparison)], play.form)
    return run.ended()


# ------------------------------------------------------------------------------------------------- telling


def _tell(comparison: Comparison, tables: Iterable[Table], form: str) -> None:
    """Says what an experiment came to."""
    from crapette.simulation.report import headline  # noqa: PLC0415 -- as above
    from crapette.simulation.tables import to_csv, to_json, to_markdown, width_of  # noqa: PLC0415 -- as above

    if form == "json":
        experiment = comparison.experiment
        about = {
            "version": __version__,
            "rules_version": RULES_VERSION,
            "seed": experiment.seed,
            "matches": experiment.matches,
            "rounds": comparison.rounds,
        }
        say(to_json(tables, about))
    elif form == "csv":
        say(to_csv(tables))
    elif form == "markdown":
        say(f"{headline(comparison)}\n\n{to_markdown(tables)}")
    else:
        for line in textwrap.wrap(headline(comparison), WIDTH):
            say(line)
        for table in tables:
            say(f"\n{table.title}")
            for block in table.blocks(WIDTH):
                say()
                widths = list(map(width_of, zip(*block, strict=True)))
                for row in block:
                    say_row(*zip(row, widths, strict=True))


# ----------------------------------------------------------------------------------------------------- play


class _Run:
    """An experiment that is played while a bar shows how far it is.

    Whoever interrupts it gets what has been played so far, without what is under way if he does it twice.

    Args:
        experiment: What is to be played.
        count: How many rounds.
        workers: How many processes play.
        out: The file in which the results are kept; None: in none.
    """

    def __init__(self, experiment: Experiment, count: int, workers: int, out: Path | None) -> None:
        self._experiment = experiment
        self._count = count
        self._workers = workers
        self._out = out
        self._told = 0
        self._is_interrupted = False

    def rounds(self) -> Iterator[Round]:
        """The rounds: first those that the file keeps, and then the others as they are played."""
        if self._out is None:
            yield from self._played(range(self._count))
            return
        with self._journal(self._out) as journal:
            for each in journal.rounds():
                self._told += 1
                yield each
            for each in self._played(journal.missing(self._count)):
                journal.add(each)
                yield each
            journal.put_in_order()

    def ended(self) -> int:
        """The exit code; a word to whoever has interrupted it."""
        if not self._is_interrupted:
            return 0
        further = f"; the same command goes on with {self._out}" if self._out else ""
        complain(f"stopped after {self._told} of {self._count} deals{further}")
        return INTERRUPTED

    def _journal(self, out: Path) -> Journal:
        from crapette.simulation.journal import Journal, JournalError  # noqa: PLC0415 -- as above

        try:
            journal = Journal(out, self._experiment)
        except OSError as error:
            raise click.ClickException(f"can't keep results in {out}: {error.strerror}") from error
        except JournalError as error:
            raise click.ClickException(f"{error}; name another file, or what it was made with") from error
        if len(journal) > self._count:
            journal.close()
            raise click.ClickException(f"{out} has {len(journal)} deals, more than the {self._count} asked for")
        return journal

    def _played(self, numbers: Iterable[int]) -> Iterator[Round]:
        """Plays these rounds; when somebody interrupts it, no more than those under way."""
        from crapette.simulation.result import PlayError  # noqa: PLC0415 -- as above
        from crapette.simulation.running import WorkerError, played_anywhere  # noqa: PLC0415 -- as above

        wanted = takewhile(lambda _: not self._is_interrupted, numbers)
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            with bar(self._count, "playing deals", done=self._told) as advance:
                for each in played_anywhere(self._experiment, wanted, workers=self._workers):
                    self._told += 1
                    advance()
                    yield each
        except WorkerError as error:
            raise click.ClickException(str(error)) from error
        except PlayError as error:
            complain(str(error))
            say(error.record.dumps().removesuffix("\n"))
            raise click.exceptions.Exit(WRONG) from error
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupt(self, *_: object) -> None:
        if self._is_interrupted:
            for child in active_children():
                child.terminate()
            raise KeyboardInterrupt
        self._is_interrupted = True
        complain("what is under way is played to its end; interrupt once more to leave it")
