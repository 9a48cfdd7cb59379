"""The deal of the tutorial as a replay page: its program is run, and what it keeps is shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from crapette import Record
from crapette.render.html import replay_page

_PROGRAM = re.compile(r'^```python title="first_deal.py"\n(.*?)^```$', re.MULTILINE | re.DOTALL)


def first_deal(page: str, folder: Path) -> str:
    """Runs the program of the page, writes the replay page, and gives the sentence that leads there.

    Args:
        page: The text of the tutorial.
        folder: Where the record and the replay page go.
    """
    program = _PROGRAM.search(page)
    assert program is not None
    subprocess.run([sys.executable, "-c", program[1]], cwd=folder, check=True)  # noqa: S603 - our own
    record = Record.loads((folder / "first-deal.txt").read_text("utf-8"))
    (folder / "first-deal.html").write_text(replay_page(record, title="A first deal"), "utf-8")
    return "Or look at [this very deal](first-deal.html) here.\n"
