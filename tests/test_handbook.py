"""What the documentation site is made of, and does not stand in `docs`: boards, settings, refusals, variants."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from handbook.boards import Gallery, read_block
from handbook.environments import environments_reference
from handbook.markdown import rules_link, table
from handbook.pages import filled_in
from handbook.refusals import refusals_reference
from handbook.settings import settings_reference
from handbook.variants import variant_page

from crapette import load_rules, load_variant, position, variant_names
from crapette.actions import HOUSE_NAMES
from crapette.rules import SETTINGS

LAYOUT = "7H / * / - | 9d / * / - | KS, KC | - | 0"
VARIANTS = [load_variant(name) for name in variant_names()]


@pytest.fixture
def gallery(tmp_path: Path) -> Gallery:
    return Gallery(tmp_path / "boards")


def part(page: str, heading: str) -> str:
    """What stands on a page below a heading, up to the next one."""
    return page.partition(f"# {heading}\n")[2].partition("\n#")[0]


def rows(page: str, heading: str) -> list[list[str]]:
    """The table below a heading, without its head."""
    lines = [line for line in part(page, heading).splitlines() if line.startswith("| ")]
    return [line.strip("| ").split(" | ") for line in lines[2:]]


def test_a_board_is_a_position_by_rules_with_actions() -> None:
    rules = load_rules("crapo")
    assert read_block(f"rules: crapo\n{LAYOUT}\nshow: R-3, draw\n")[0] == position.loads(LAYOUT, rules)
    assert [str(action) for action in read_block(f"{LAYOUT}\nshow: R-3, draw\n")[1]] == ["R-3", "draw"]
    assert read_block(f"{LAYOUT}\n") == (position.loads(LAYOUT), [])
    with pytest.raises(ValueError, match="not a board"):
        read_block(f"{LAYOUT}\n{LAYOUT}\n")


def test_boards_of_a_page_are_drawn_for_each_scheme_and_said_in_words(gallery: Gallery, tmp_path: Path) -> None:
    page = gallery.with_boards(f"Before.\n\n```board\n{LAYOUT}\n```\n\nAfter.\n")
    pictures = re.findall(r"^!\[(.*)\]\((boards/.*\.svg)#only-(light|dark)\)$", page, re.MULTILINE)
    assert [scheme for _, _, scheme in pictures] == ["light", "dark"]
    for words, file, scheme in pictures:
        assert "House 1: K♠." in words
        assert (tmp_path / file).read_text("utf-8").startswith("<svg ")
        assert f'class="crapette-{scheme}"' in (tmp_path / file).read_text("utf-8")
    assert page.startswith("Before.\n\n![")
    assert page.endswith(")\n\nAfter.\n")


def test_settings_tell_their_values_and_who_uses_them() -> None:
    page = settings_reference(VARIANTS)
    assert [path for path in SETTINGS if f"# {path}\n" not in page] == []
    assert rows(page, "deal.reserve") == [
        ["`13`, the default", "all others"],
        ["`12`", "[banca-russa](variants/banca-russa.md)"],
        ["`11`", "[crapette-italiana](variants/crapette-italiana.md), [crapette-onze](variants/crapette-onze.md)"],
        ["`0`", "[zank-patience-online](variants/zank-patience-online.md)"],
    ]
    assert rows(page, "houses.groups") == [["`single`, the default", "all"], ["`sequence`", "none"]]
    assert rows(page, "load.wrap") == [["`false`, the default", "all"], ["`true`", "none"]]
    assert "Allowed: an integer from 0 to 20. Rules [3](rules.md#3-the-deal)." in part(page, "deal.reserve")


def test_a_refusal_is_told_with_its_rule_and_what_must_come_first(gallery: Gallery) -> None:
    told = part(refusals_reference(gallery), "duty")
    assert "player 0 may not `draw`: “A card that fits a foundation must go there before anything else" in told
    assert "(rule [6.2](rules.md#62-foundation)). `plays`: `2-F`." in told


def test_a_variant_is_told_in_words_and_beside_crapette(gallery: Gallery) -> None:
    page = variant_page(load_variant("krapetta-banque-russe"), gallery)
    assert "### 1. The game\n" in page
    assert "### 2. The table\n" in page
    differences = {row[0]: row for row in rows(page, "How it differs from crapette")}
    setting = "[`load.onto`](../settings.md#loadonto)"
    assert differences[setting][1:3] == ["`[]`", "`[reserve, waste]`"]
    assert differences[setting][3].startswith("assumed: The text has no word on loading.")


def test_a_setting_that_makes_no_difference_says_so(gallery: Gallery) -> None:
    page = variant_page(load_variant("zank-patience-online"), gallery)
    sourced = {row[0]: row for row in rows(page, "What the sources say")}
    reason = sourced["[`deal.reserve_top`](../settings.md#dealreserve_top)"][2]
    assert reason.endswith(" *In this variant this changes nothing, since deal.reserve is 0.*")


def test_what_is_sourced_and_what_is_assumed_stand_apart(gallery: Gallery) -> None:
    page = variant_page(load_variant("crapo"), gallery)
    known = load_variant("crapo").provenance
    sourced = rows(page, "What the sources say")
    assert ["crapo", "Crapô, Portuguese pages (litomaia and others)", "`pt`", "a part of the text"] in sourced
    settings = [row for row in sourced if "settings.md" in row[0]]
    assert len(settings) == len([each for each in known if each.source])
    assert all(row[-1].startswith("**") for row in settings)
    assumed = rows(page, "What is assumed, and why")
    assert len(assumed) == len([each for each in known if each.assumed])
    assert all(row[-1].startswith("assumed: ") for row in assumed)


def test_crapette_is_not_compared_with_itself(gallery: Gallery) -> None:
    assert "How it differs" not in variant_page(load_variant("crapette"), gallery)


def test_a_table_may_hold_what_divides_its_cells() -> None:
    assert table(["a"], [["x | y"]]).splitlines()[-1] == "| x &#124; y |"


def test_sections_of_the_rules_are_linked_by_their_headings() -> None:
    assert rules_link("8") == "[8](rules.md#8-stop)"
    assert rules_link("6.3") == "[6.3](rules.md#63-fill)"


def test_what_is_made_takes_the_place_of_other_words() -> None:
    page = "a\n<!-- made -->\nb\n<!-- end of what is made -->\nc\n"
    assert filled_in(page, "d\n") == "a\nd\nc\n"
    with pytest.raises(ValueError, match="no <!-- made -->"):
        filled_in("a\n", "d\n")
    with pytest.raises(ValueError, match="for each of 2 parts"):
        filled_in(page, "d\n", "e\n")
    assert filled_in(page + page, "d\n", "e\n") == "a\nd\nc\na\ne\nc\n"


def test_environments_tell_numbers_planes_and_facts() -> None:
    grid, others, runs, planes, facts = [
        [line.strip("| ").split(" | ") for line in text.splitlines()] for text in environments_reference()
    ]
    assert grid[0] == [f"`{place}`" for place in ("F", *HOUSE_NAMES, "r", "w", "W")]
    assert [row[0] for row in grid[2:]] == [f"`{place}`" for place in ("R", "H", "W", *HOUSE_NAMES, "r")]
    assert grid[3][1:] == [*map(str, range(16, 31)), "31"]
    assert grid[5][1:4] == ["48", "·", "50"]  # from house 1: to F, to itself, to house 2
    assert grid[17][1:] == ["240", *["·"] * 15]
    assert others[2:] == [
        [str(256 + place), f"`{action}`"]
        for place, action in enumerate(("flip", "draw", "pass", "offer", "accept", "stop", "let-pass"))
    ]
    assert runs[2] == ["`1-2*2`", "263 + (0 × 12 + 1) × 12 + 2 − 2", "275"]
    assert (len(planes), planes[2], planes[-1]) == (20, ["0", "own reserve"], ["17", "house 8"])
    assert facts[2] == ["0", "decides", "Whether the player has to decide."]
