"""That what the pages say is so: code blocks do what they show, links lead somewhere, and what is made fits."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from handbook import boards
from handbook.refusals import EXAMPLES, refused

from crapette import VariantError, parse_variant, why_not
from crapette.engine.refusals import REFUSAL_CODES
from tests.tutorial import Block, NotAsWritten, blocks, follow

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md")))
}
BLOCKS = [(page, block) for page, text in PAGES.items() for block in blocks(text)]

LEFT_OUT = {
    "make ": "each sets up an environment of its own; CI runs those that check, test and build",
    "python3 -m venv ": "sets up an environment; CI follows the page, your-rules.md, in a new one",
    ". .venv/": "likewise",
    "python -m pip install ": "installs; CI does so with what it has built",
    "CRAPETTE_COMPILE=1 ": "compiles for a minute; `make test-compiled` does so",
    "python -m pytest": "tests that are to fail, for half a minute; CI follows the page",
    "python -m crapette.variant_schema > ": "writes into the checkout; test_schema.py compares what it would write",
    "python -m crapette.notation.schemas ": "likewise; test_json.py compares",
    "crapette variants check variants/<name>.yaml": "the name stands for another",
    "crapette variants diff crapette variants/<name>.yaml": "likewise",
    "crapette variants check our-rules.yaml --play": "plays for half a minute; CI follows the page",
    "crapette variants check house-rules.yaml --play": "plays for half a minute; test_check_play.py compares the form",
    "crapette compare crapette eleven.yaml ": "plays for minutes; test_cli_simulation.py compares the form",
    "crapette tournament crapette --bots random,greedy,careful ": "likewise",
    "crapette play": "takes a terminal; test_play.py plays at one",
    "from dask.distributed ": "needs a cluster; test_simulate.py plays on one",
}
"""What commands and programs of the pages begin with that are not run here, and why not."""

NEEDS_OPENSPIEL = ("import pyspiel", "python search.py")
"""What stands in programs and commands that are run only where OpenSpiel is installed (extra `openspiel`)."""

NOT_RUN = {
    "text": "tables, formats and pictures made of letters",
    "ebnf": "a grammar",
}
"""The languages of blocks that say nothing to do, and what they say instead."""

FAULTY = {"  waste: {play: allways}\n": "your-rules.md shows what the command says of it"}
"""What stands in variants that do not load, and why it stands there."""

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#:]+)(?:#[^)]*)?\)|!\[[^\]]*\]\(([^)]+)\)")


def is_left_out(text: str) -> bool:
    return text.startswith(tuple(LEFT_OUT))


def needs_openspiel(text: str) -> bool:
    return any(part in text for part in NEEDS_OPENSPIEL)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_does_as_it_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
    has_openspiel = find_spec("pyspiel") is not None
    follow(PAGES[page], lambda text: is_left_out(text) or (needs_openspiel(text) and not has_openspiel))
    if not has_openspiel and needs_openspiel(PAGES[page]):
        pytest.skip("all but what needs the extra `openspiel` has been done")


def test_what_is_left_out_stands_on_a_page() -> None:
    done = [block.text for _, block in BLOCKS if block.is_program]
    done += [command for _, block in BLOCKS for command, _ in block.commands]
    assert [start for start in LEFT_OUT if not any(text.startswith(start) for text in done)] == []


def test_every_fence_is_that_of_a_block() -> None:
    fences = sum(line.lstrip().startswith("```") for text in PAGES.values() for line in text.splitlines())
    assert fences == 2 * len(BLOCKS)


@pytest.mark.parametrize(("page", "title"), [(page, block.title) for page, block in BLOCKS if block.title])
def test_a_file_on_a_page_is_used_by_a_command(page: str, title: str) -> None:
    commands = [command for place, block in BLOCKS if place == page for command, _ in block.commands]
    assert any(title in command or (title.startswith("test_") and "pytest" in command) for command in commands)


def test_blocks_are_of_kinds_that_are_run_or_read() -> None:
    kinds = {block.language for _, block in BLOCKS}
    assert kinds - {"console", "python", "pycon", "yaml", "board"} == set(NOT_RUN)


@pytest.mark.parametrize(("page", "block"), [each for each in BLOCKS if each[1].language in ("console", "pycon")])
def test_a_block_of_a_session_has_something_to_do(page: str, block: Block) -> None:
    assert block.is_doctest if block.language == "pycon" else block.commands, page


@pytest.mark.parametrize(("page", "block"), [each for each in BLOCKS if each[1].language == "yaml"])
def test_variants_on_pages_load(page: str, block: Block) -> None:
    if any(text in block.text for text in FAULTY):
        with pytest.raises(VariantError):
            parse_variant(block.text)
    else:
        assert parse_variant(block.text).name, page


def test_faults_of_variants_stand_on_a_page() -> None:
    assert all(any(text in block.text for _, block in BLOCKS) for text in FAULTY)


@pytest.mark.parametrize("text", [block.text for _, block in BLOCKS if block.language == "board"])
def test_boards_on_pages_are_positions_and_what_is_marked_is_legal(text: str) -> None:
    moment, shown = boards.read_block(text)
    assert [why_not(moment, action) for action in shown] == [None for _ in shown]


@pytest.mark.parametrize("page", [*PAGES, "CHANGELOG.md"])
def test_links_lead_to_files(page: str) -> None:
    folder = (ROOT / page).parent
    links = LINK.findall((ROOT / page).read_text("utf-8"))
    assert [link for pair in links if not (folder / (link := "".join(pair))).exists()] == []


@pytest.mark.parametrize("code", REFUSAL_CODES)
def test_a_refusal_has_an_example(code: str) -> None:
    assert refused(EXAMPLES[code])[1].code == code


def test_refusals_that_have_examples_are_all_there_are() -> None:
    assert set(EXAMPLES) == set(REFUSAL_CODES)


def test_the_picture_of_the_readme_is_what_is_drawn() -> None:
    assert boards.PICTURE.read_text("utf-8") == boards.picture()


def test_the_notebook_runs_and_is_kept_without_what_comes_out() -> None:
    cells = json.loads((DOCS / "notebook.ipynb").read_text("utf-8"))["cells"]
    programs = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [(cell["outputs"], cell["execution_count"]) for cell in programs] == [([], None) for _ in programs]
    program = "\n".join("".join(cell["source"]) for cell in programs)
    exec(program, {})  # noqa: S102 - our own


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("```console\n$ echo a\nb\n```\n", r"expected\nb\n\ngot \(exit code 0\)\na"),
        ("```console\n$ false\n```\n", "expected\nsuccess"),
        ('```text title="a.txt"\n1\n```\n\n```console\n$ cat a.txt\n2\n```\n', "got .*\n1"),
        ("```python\nassert False\n```\n", "AssertionError"),
        ("1. A list:\n\n    ```console\n    $ false\n    ```\n", "expected\nsuccess"),
        ("```console\n$ exit\n```\n", "gone"),
    ],
)
def test_what_is_not_as_written_is_found(page: str, fault: str) -> None:
    with pytest.raises(NotAsWritten, match=fault):
        follow(page)
