"""Sums up what `mutmut run` has found: which changes of the engine some test notices, and which none does.

    python -m tests.mutation

A mutant is the engine with one change in one function. `survivors.toml` lists the changes that no test can notice, each
with the reason why. The exit code is 1 if there is another one, or one that is listed in vain.

mutmut imports the engine before it switches mutants on, so it judges none in a function that runs at import. Those
functions are listed too, and their mutants are judged here: by the same tests, each in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Container, Iterator
from difflib import unified_diff
from functools import partial
from multiprocessing.pool import ThreadPool
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
MUTANTS = ROOT / "mutants"
SURVIVORS = Path(__file__).with_name("survivors.toml")

SURVIVES = (0, 5, 33)
"""What pytest and mutmut exit with where no test fails, none is chosen, or none comes that way."""
TIMES_OUT = (-24, 24, 36, 152, 255)


class Change(NamedTuple):
    """A change in a function."""

    function: str
    """The function, from below the package on: `engine.guard.after_move`."""
    lines: str
    """The lines that are changed, and what becomes of them: `return a → return b`."""


class Mutant(NamedTuple):
    """One change of the engine."""

    name: str
    """As mutmut calls it: `crapette.engine.guard.x_after_move__mutmut_3`."""
    change: Change
    code: int | None
    """What its tests have exited with; None: they have not run."""


def mutants() -> Iterator[Mutant]:
    """All mutants, with what mutmut has found."""
    for meta in sorted(MUTANTS.rglob("*.meta")):
        lines = meta.with_suffix("").read_text().splitlines()
        spans = json.loads(meta.with_suffix(".spans").read_text())["spans"]
        for name, code in json.loads(meta.read_text())["exit_code_by_key"].items():
            mutated = name.rpartition(".")[2]
            original = f"{mutated.partition('__mutmut_')[0]}__mutmut_orig"
            before, after = (lines[spans[key][0] - 1 : spans[key][1]] for key in (original, mutated))
            yield Mutant(name, change_of(name, before, [line.replace(mutated, original) for line in after]), code)


def change_of(name: str, before: list[str], after: list[str]) -> Change:
    """What a mutant changes in its function."""
    function = name.removeprefix("crapette.").partition("__mutmut_")[0]
    lines = list(unified_diff(before, after, n=0, lineterm=""))[2:]
    old, new = (" ".join(line[1:].strip() for line in lines if line[0] == sign) for sign in "-+")
    return Change(function.replace(".x_", ".").replace(".xǁ", ".").replace("ǁ", "."), f"{old} → {new}")


def judged(mutant: Mutant, at_import: Container[str]) -> Mutant:
    """The mutant; where its function runs at import, with the verdict of a process in which it is on from the start."""
    if mutant.change.function not in at_import:
        return mutant
    mutmut = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutmut"]
    tests = mutmut["pytest_add_cli_args"] + mutmut["pytest_add_cli_args_test_selection"]
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", *tests],
        cwd=MUTANTS,
        env={**os.environ, "PYTHONPATH": "src:.", "MUTANT_UNDER_TEST": mutant.name},
        capture_output=True,
        check=False,
    )
    return mutant._replace(code=run.returncode)


def verdict(mutant: Mutant, listed: Container[Change]) -> str:
    """What has become of a mutant."""
    if mutant.code is None:
        return "not tried"
    if mutant.code in SURVIVES:
        return "listed" if mutant.change in listed else "not listed"
    return "timed out" if mutant.code in TIMES_OUT else "killed"


def main() -> int:
    """Prints the figures, what the list of survivors lacks, and what it has too many."""
    known = tomllib.loads(SURVIVORS.read_text())
    groups = [group["changes"] for group in known["survivors"]]
    listed = {Change(name, lines) for group in groups for name, changes in group.items() for lines in changes}
    with ThreadPool() as pool:
        verdicts = [
            (mutant, verdict(mutant, listed))
            for mutant in pool.imap(partial(judged, at_import=known["at_import"]), mutants())
        ]
    counts = Counter(told for _, told in verdicts)
    told = ", ".join(f"{count} {each}" for each, count in counts.most_common())
    print(f"{len(verdicts)} mutants: {told}; {(counts['killed'] + counts['timed out']) / len(verdicts):.1%} noticed")
    wrong = [
        *((told, *mutant.change) for mutant, told in verdicts if told.startswith("not")),
        *(
            ("listed in vain", *each)
            for each in sorted(listed - {m.change for m, told in verdicts if told != "killed"})
        ),
    ]
    for told, function, lines in wrong:
        print(f"{told}: {function}\n    {lines}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
