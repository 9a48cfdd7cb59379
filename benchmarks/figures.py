"""Finds out what the shipped variants are like, and writes it into the documentation: `make figures`.

    python -m benchmarks.figures

It takes a while. What is played is kept in `build`, so it can be interrupted; who wants all of it anew, deletes that.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from crapette import variant_names

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "figures.md"
BEGIN, END = "<!-- figures -->\n", "<!-- end of figures -->\n"
UTF8 = {**os.environ, "PYTHONUTF8": "1"}
FIRST = "crapette"
"""The variant with which the others are compared."""


def command(out: Path) -> list[str]:
    """What is run."""
    others = [name for name in variant_names() if name != FIRST]
    options = ["--bots", "greedy,greedy", "--deals", "2000", "--format", "markdown", "--out", str(out)]
    return [sys.executable, "-m", "crapette", "compare", FIRST, *others, *options]


def main() -> None:
    """Plays, and writes the page."""
    out = ROOT / "build" / "figures.jsonl"
    out.parent.mkdir(exist_ok=True)
    told = subprocess.run(command(out), stdout=subprocess.PIPE, check=True, env=UTF8).stdout.decode()  # noqa: S603 - our own
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{told}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
