"""Fuzzes all that reads text from strangers, guided by coverage: `make fuzz`.

    python fuzz/parsers.py TARGET [options of libFuzzer] [folders with texts]

A target reads text. Whatever the text, it must give a value or a `CrapetteError`; what it gives must come again when
it is written and read. Anything else, also time and memory without measure, is a finding, and is left behind as a file.
"""

# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false, reportAttributeAccessIssue=false

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import atheris

ROOT = Path(__file__).parent
sys.path.insert(0, str(ROOT.parent))

with atheris.instrument_imports(include=["crapette", "fuzz"]):
    from crapette import CrapetteError
    from fuzz.targets import TARGETS


def one_input(target: Callable[[str], object]) -> Callable[[bytes], None]:
    """What is done with a text that the fuzzer has thought up."""

    def read(data: bytes) -> None:
        try:
            target(data.decode("utf-8", "surrogateescape"))
        except CrapetteError as error:
            str(error)

    return read


def main() -> None:
    """Fuzzes the target that the first argument names."""
    name = sys.argv.pop(1)
    atheris.Setup(sys.argv, one_input(TARGETS[name]))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
