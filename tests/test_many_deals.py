"""The programs that let bots play for the documentation: what they measure, and that they run."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from benchmarks import figures, ladder, scaling

from crapette import variant_names
from crapette.state import Reason
from tests.many_deals import told_of

ROWS = re.compile(r"^\| ([^|-][^|]*?) +\|(.*)\|$", re.MULTILINE)


def test_scaling_compares_one_process_with_two(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def installed(_: str) -> None:
        """Nothing is."""

    monkeypatch.setattr(scaling, "find_spec", installed)
    assert scaling.main(["--deals", "3", "--rounds", "1"]) == 0
    rows = dict(ROWS.findall(capsys.readouterr().out))
    assert list(rows) == ["played by", scaling.ONE, scaling.TWO]
    assert rows[scaling.ONE].split()[-1] == "1.00"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux to tell the memory")
def test_scaling_tells_the_memory_on_the_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert scaling.main(["--flat", "20"]) == 0
    _, *rows = ROWS.findall(capsys.readouterr().out)
    assert [deals for deals, _ in rows] == [str(2 * n) for n in range(1, 11)]
    assert all(float(size) > 1 for _, sizes in rows for size in sizes.split("|"))


def test_the_balance_of_two_deals_with_exchanged_seats() -> None:
    first, second, nobody = told_of(0, Reason.OUT), told_of(1, Reason.OUT), told_of(None, Reason.IDLE)
    assert ladder.balance([first, second]) == 2
    assert ladder.balance([second, first]) == -2
    assert ladder.balance([first, first]) == 0
    assert ladder.balance([first, nobody]) == 1


def test_the_ladder_tells_who_wins(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "RUNGS", (("greedy", "random", 3),))
    ladder.main(["crapette"])
    (row,) = [cells for name, cells in ROWS.findall(capsys.readouterr().out) if name == "greedy – random"]
    assert [cell.strip() for cell in row.split("|")[:5]] == ["crapette", "6", "100 %", "+2.00", "+2.00 to +2.00"]


def test_figures_go_between_the_marks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "docs" / "figures.md"
    page.parent.mkdir()
    page.write_text(f"before\n{figures.BEGIN}old\n{figures.END}after\n", "utf-8")
    monkeypatch.setattr(figures, "ROOT", tmp_path)
    monkeypatch.setattr(figures, "PAGE", page)

    def command(out: Path) -> list[str]:
        return [sys.executable, "-c", f"print('± {out.name}')"]

    monkeypatch.setattr(figures, "command", command)
    figures.main()
    assert page.read_text("utf-8") == f"before\n{figures.BEGIN}\n± figures.jsonl\n\n{figures.END}after\n"


def test_the_page_has_the_figures_of_every_variant_as_the_command_tells_them() -> None:
    page = figures.PAGE.read_text("utf-8")
    told = page.partition(figures.BEGIN)[2].partition(figures.END)[0]
    (deals,) = re.findall(r"\*\*Deals\*\*\n\n(.*?)\n\n", told, re.DOTALL)
    names = [name for name, _ in re.findall(r"^\| ([a-z-]+) \| (2000) \|", deals, re.MULTILINE)]
    assert names == [figures.FIRST, *(name for name in variant_names() if name != figures.FIRST)]
    assert figures.command(Path("out"))[4:-2] == [
        *names,
        *["--bots", "greedy,greedy", "--deals", "2000", "--format", "markdown"],
    ]
