"""The replay page: what it tells of a record, that strangers' texts do it no harm, and how it behaves in a browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from collections.abc import Generator
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import astuple

from crapette import Card, DealError, Record, Rules, legal_moves, observe
from crapette.cards import PACKS
from crapette.render.html import replay_page
from crapette.render.story import Choice, Step, steps
from tests.browser import browser, violations
from tests.test_changes import picture
from tests.test_cli import RECORDS, error, said, written

NASTY = "</script><script>alert(1)</script><!-- & $title"
OVERLOOKED = (
    "foundation: A card that fits a foundation must go there before anything else: play 1-F first. "
    "(1-F plays 3♣ from house 1 to a foundation.)"
)
FILL = (
    "fill: An empty house must be filled from the reserve: play R-8 first. "
    "(R-8 plays 5♥ from the reserve to the empty house 8.)"
)
CAN_BE_CALLED = " To break this duty is legal, but can be called."


def game(comment: str = "good\nluck", **facts: Any) -> Record:
    """Player 0 overlooks that 3♣ fits, player 1 calls, and both agree on a draw. Player 0 is better by a card."""
    rules = Rules.from_mapping({"end": {"agreement": True}, "match": {"target": 3, "next_start": "alternate"}})
    record = Record.start(rules, seed=7928, **facts).append("R-F", time=65_400).append("8-F", comment=comment)
    return appended(record, "5-6 stop offer accept")


def match() -> Record:
    """A second deal, in which player 1 loads player 0 at once and is better by two cards."""
    return appended(game().next_deal(seed=1), "R-r offer accept")


def appended(record: Record, actions: str) -> Record:
    for action in actions.split():
        record = record.append(action)
    return record


def told(record: Record) -> list[Step]:
    return list(steps(record))


# ------------------------------------------------------------------------------------------------------ the story


def test_each_step_tells_what_was_done() -> None:
    begun, *acted = told(game())
    assert begun.deed is None
    deeds = [step.deed for step in acted if step.deed is not None]
    assert [(deed.turn, deed.mover, deed.notation, deed.words) for deed in deeds] == [
        (1, 0, "R-F", "plays A♣ from the reserve to a foundation"),
        (1, 0, "8-F", "plays 2♣ from house 8 to a foundation"),
        (1, 0, "5-6", "moves 2♠ from house 5 to house 6"),
        (1, 0, "stop", "player 1 calls stop"),
        (2, 1, "offer", "proposes a draw"),
        (2, 1, "accept", "player 0 accepts the draw"),
    ]
    assert [deed.time for deed in deeds] == [65_400, None, None, None, None, None]
    assert [deed.comment for deed in deeds] == ["", "good\nluck", "", "", "", ""]
    assert [step.mover for step in (begun, *acted)] == [0, 0, 0, 0, 1, 1, None]
    assert acted[3].caption == "turn 2 · player 1 to play"
    assert acted[3].table.startswith("Turn 2 · player 1 to play. Player 0: ")


def test_an_offence_and_its_call_are_told_where_they_come() -> None:
    deeds = [step.deed for step in told(game()) if step.deed is not None]
    assert [deed.offences for deed in deeds] == [(), (), (OVERLOOKED,), (), (), ()]
    assert [bool(deed.call) for deed in deeds] == [False, False, False, True, False, False]
    assert deeds[3].call.startswith(
        "Player 1 calls stop, and is right: player 0 moves 2♠ from house 5 to house 6, but "
    )


def test_what_was_turned_up_and_is_taken_back_at_once_is_not_named() -> None:
    settings = {"deal": {"reserve_top": "face-down"}, "start": {"by": "cut"}, "stop": {"by": "referee"}}
    called = told(Record.start(Rules.from_mapping(settings), seed=3).append("flip"))[-1].deed  # A♣ lies in house 5
    assert called is not None
    assert called.words == "turns up the top of the reserve"
    assert called.call.startswith("The referee calls stop: ")


def test_each_step_tells_which_duties_are_pending_and_what_is_legal() -> None:
    record = game()
    for step, state in zip(told(record), record.replay(), strict=True):
        for player in (0, 1):
            assert [each.notation for each in step.choices[player]] == [*map(str, legal_moves(state, player))]
    before = told(record)[2]
    assert before.duties == (OVERLOOKED + CAN_BE_CALLED, FILL + CAN_BE_CALLED)
    assert before.choices[0][0] == Choice("1-F", "plays 3♣ from house 1 to a foundation", ())
    assert Choice("draw", "turns up a hand card", ("foundation", "fill")) in before.choices[0]
    assert before.choices[1] == (Choice("stop", "calls stop", ()),)
    assert (told(record)[-1].duties, told(record)[-1].choices) == ((), ((), ()))


def test_a_duty_that_a_referee_watches_is_not_said_to_be_called_by_a_player() -> None:
    watched = Record.start(Rules.from_mapping({"stop": {"by": "referee"}}), seed=7928).append("R-F").append("8-F")
    price = " To break this duty is legal, but the referee calls it."
    assert told(watched)[-1].duties == (OVERLOOKED + price, FILL + price)


def test_a_duty_that_can_not_be_broken_is_no_more_than_pending() -> None:
    strict = Record.start(Rules.from_mapping({"stop": {"calls": []}}), seed=7928).append("R-F").append("8-F")
    assert told(strict)[-1].duties == (OVERLOOKED, FILL)
    assert [each.breaks for each in told(strict)[-1].choices[0]] == [()]


def test_a_turn_that_is_skipped_is_told_when_it_would_have_begun() -> None:
    record = appended(Record.start(Rules(), seed=7928), "R-F 8-F stop draw discard")
    *before, last = [step.deed.skipped for step in told(record) if step.deed is not None]
    assert before == [(), (), (), ()]
    assert last == ("Player 1 had called stop for nothing, so the turn goes back to player 0.",)


def test_the_deals_of_a_match_are_told_with_their_results() -> None:
    story = told(match())
    assert [step.deal for step in story] == [1] * 7 + [2] * 4
    assert story[7].deed is None
    assert [step.result for step in story if step.result] == [
        "Stalemate by agreement. Player 0 gets 2 points. The match stands at 2 to 0.",
        "Stalemate by agreement. Player 1 gets 4 points. The match stands at 2 to 4. Player 1 wins it.",
    ]


def test_a_match_may_be_won_by_its_first_deal() -> None:
    rules = Rules.from_mapping({"end": {"agreement": True}, "match": {"target": 2}})
    *_, won = told(appended(Record.start(rules, seed=7928), "R-F 8-F 5-6 stop offer accept"))
    assert won.result == "Stalemate by agreement. Player 0 gets 2 points. The match stands at 2 to 0. Player 0 wins it."
    *_, over = told(game())  # two points of three
    assert over.result == "Stalemate by agreement. Player 0 gets 2 points."
    assert told(game())[-1].result == "Stalemate by agreement. Player 0 gets 2 points."


@pytest.mark.parametrize("name", ["crapette-public", "zank-patience-online"])
def test_a_card_keeps_its_number_throughout_the_deal(name: str) -> None:
    record = Record.loads((RECORDS / f"{name}.txt").read_text("utf-8"))
    faces: dict[int, str] = {}
    for step, moment in zip(steps(record), record.replay(), strict=True):
        shown = {place: [step.picture.faces[card] for card in pile] for place, pile in step.picture.piles.items()}
        everybody_sees = picture(observe(moment, memory=False))
        assert shown == {place: [str(card) for card, _ in pile] for place, pile in everybody_sees.items()}
        for number, face in enumerate(step.picture.faces):
            assert face.upper() == "XX" or faces.setdefault(number, face) == face


# -------------------------------------------------------------------------------------------------------- the page


def test_the_page_says_who_played_and_what_is_known() -> None:
    page = replay_page(game(players=("Ann", None), variant="crapette", date="2026-11-30", site="Club"))
    assert "<title>Ann – Player 1</title>" in page
    assert re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", page) == [
        ("player 0, below", "Ann"),
        ("rules", "crapette"),
        ("date", "2026-11-30"),
        ("site", "Club"),
    ]
    assert "<h4>Turn 1 · player 0 (Ann)</h4>" in page
    assert "<h4>Turn 2 · player 1</h4>" in page
    plain = replay_page(game(), title="The final")
    assert "<h1>The final</h1>" in plain
    assert "<dt>rules</dt><dd>of their own</dd>" in plain


def test_the_page_lists_all_actions_for_those_who_have_no_script() -> None:
    page = replay_page(match())
    assert re.findall('<a href="#([0-9]+)">(?:<code>(.*?)</code>|The cards are dealt)', page) == [
        (str(number), str(step.deed.notation) if step.deed else "") for number, step in enumerate(steps(match()))
    ]
    assert "</a> <time>1:05</time>" in page
    assert f'<p class="offence">Offence – {OVERLOOKED}</p>' in page
    assert '<p class="call">Player 1 calls stop, and is right: ' in page
    assert '<p class="comment">“good\nluck”</p>' in page
    assert '<p class="result">Stalemate by agreement. ' in page
    skipping = replay_page(appended(Record.start(Rules(), seed=7928), "R-F 8-F stop draw discard"))
    assert '<p class="skipped">Player 1 had called stop for nothing, so the turn goes back to player 0.</p>' in skipping


def data_in(page: str) -> dict[str, Any]:
    """What a page gives its script."""
    (text,) = re.findall('<script type="application/json" id="data">(.*?)</script>', page)
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_data_lead_from_each_step_to_the_next() -> None:
    data = data_in(replay_page(match()))
    piles: dict[str, list[int]] = {}
    faces: dict[str, str] = {}
    for step, given in zip(steps(match()), data["steps"], strict=True):
        piles |= given["piles"]
        faces |= given["faces"]
        assert piles == {place: list(pile) for place, pile in step.picture.piles.items()}
        assert [faces[str(number)] for number in range(104)] == list(step.picture.faces)
        assert ". ".join(data["sentences"][number] for number in given["table"]) == step.table
        assert (given["mover"], given["caption"], given["duties"]) == (step.mover, step.caption, list(step.duties))
        choices = [[data["choices"][number] for number in player] for player in given["choices"]]
        assert choices == [[[*astuple(each)[:2], [*each.breaks]] for each in player] for player in step.choices]
    assert data["steps"][2]["piles"].keys() == {"house-8", "foundation-7"}


def test_the_page_loads_nothing_and_runs_nothing_but_its_own() -> None:
    page = replay_page(game())
    (policy,) = re.findall('<meta http-equiv="Content-Security-Policy" content="(.*?)">', page)
    assert policy.startswith("default-src 'none'; ")
    for element in ("style", "script"):
        (own,) = re.findall(f"<{element}>(.*?)</{element}>", page, re.DOTALL)
        digest = b64encode(sha256(own.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}';" in policy
    assert re.findall(r"\b(?:src|style|on\w+)=", page) == []
    assert "://" not in page.replace("http://www.w3.org/2000/svg", "")
    assert not [link for link in re.findall('href="(.*?)"', page) if not link.startswith("#")]


def test_a_page_tells_no_card_that_nobody_has_seen() -> None:
    one = " ".join(map(str, PACKS[0]))
    other = one.replace("AS 2S", "2S AS").replace("QC KC", "KC QC")  # in the reserve and in the hand
    second = " ".join(map(str, PACKS[1]))
    pages = [
        replay_page(appended(Record.start(Rules(), packs=[first, second], starter=0), "draw discard"))
        for first in (one, other)
    ]
    assert pages[0] == pages[1]
    uncalled = appended(Record.start(Rules(), seed=7928), "R-F 8-F 5-6 draw discard")
    assert replay_page(uncalled.public()) == replay_page(uncalled)


def test_texts_of_strangers_are_only_texts() -> None:
    page = replay_page(game(NASTY, players=(NASTY, NASTY), variant=NASTY, site=NASTY))
    assert "<script>alert" not in page
    assert page.count("<!--") == 0
    assert page.count("</script>") == 2
    assert "alert(1)" in data_in(page)["names"][0]


@pytest.mark.parametrize(
    ("written_down", "wrong", "fault"),
    [("5-6", "6-5", "action 3 `6-5`"), ("agreement 2 0", "agreement 0 2", "ended `- agreement 2 0`")],
)
def test_what_can_not_have_been_played_has_no_page(written_down: str, wrong: str, fault: str) -> None:
    with pytest.raises(DealError, match=fault):
        replay_page(Record.loads(game().dumps().replace(written_down, wrong)))


# ----------------------------------------------------------------------------------------------------- the command


def test_replay_writes_a_page(tmp_path: Path) -> None:
    file, page = written(tmp_path / "game.txt", game()), tmp_path / "game.html"
    assert said("replay", file, "--html", str(page)) == []
    assert page.read_text("utf-8") == replay_page(game())


def test_replay_says_how_a_match_stands(tmp_path: Path) -> None:
    lines = said("replay", written(tmp_path / "match.txt", match()))
    assert [line for line in lines if line.startswith("The match")] == [
        "The match stands at 2 to 0.",
        "The match stands at 2 to 4. Player 1 wins it.",
    ]


@pytest.mark.skipif(not Path("/dev/stdin").exists(), reason="there is no /dev/stdin here")
def test_replay_writes_the_page_of_what_can_be_read_but_once(tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    command = [sys.executable, "-m", "crapette", "replay", "/dev/stdin", "--html", str(page)]
    subprocess.run(command, input=game().dumps(), text=True, check=True)  # noqa: S603 - our own command
    assert page.read_text("utf-8") == replay_page(game())


def test_replay_writes_no_page_where_there_is_none_to_write(tmp_path: Path) -> None:
    file, page = written(tmp_path / "game.txt", game()), tmp_path / "game.html"
    two = written(tmp_path / "two.txt", game(), game())
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(game().dumps().replace("5-6", "6-5"), "utf-8")
    nowhere = tmp_path / "nowhere" / "game.html"
    several = f"{two}: there are several games here, and a page shows one"
    assert error("replay", two, "--html", str(page), code=1) == several
    assert "action 3 `6-5`" in error("replay", str(wrong), "--html", str(page), code=1)
    os.link(file, tmp_path / "same.txt")
    for same in (file, str(tmp_path / "same.txt")):
        assert f"{same} is what is read, and would be written over" in error("replay", file, "--html", same)
    for option in (["--json"], ["--to", "1"]):
        assert "expected neither --to nor --json" in error("replay", file, "--html", str(page), *option)
    assert not page.exists()
    expected = f"crapette: can't write {nowhere}: No such file or directory"
    assert error("replay", file, "--html", str(nowhere)) == expected


# ---------------------------------------------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def chromium() -> Generator[Any]:
    with browser() as started:
        yield started


@pytest.fixture
def shown(chromium: Any, tmp_path: Path) -> Generator[Any]:
    """Shows the page of a record from a file; whatever the browser complains of is an error."""
    complaints: list[str] = []
    contexts: list[Any] = []

    def complain(of: Any) -> None:
        complaints.append(str(of))

    def show(record: Record, step: int = 0, **settings: Any) -> Any:
        file = tmp_path / "game.html"
        file.write_text(replay_page(record), "utf-8")
        contexts.append(chromium.new_context(**settings))
        page = contexts[-1].new_page()
        page.on("console", complain)
        page.on("pageerror", complain)
        page.goto(f"{file.as_uri()}#{step}")
        return page

    yield show
    for context in contexts:
        context.close()
    assert complaints == []


def heard(page: Any) -> str:
    """What a screen reader says when the step changes."""
    text: str = page.get_by_role("status").inner_text()
    return " ".join(text.split())


def test_a_reader_steps_by_button_key_slider_and_click(shown: Any) -> None:
    page = shown(match())
    caption, number, slider = page.locator("#caption"), page.locator("#number"), page.get_by_role("slider")
    assert (caption.inner_text(), number.inner_text()) == ("turn 1 · player 0 to play", "0 of 10")
    assert slider.get_attribute("aria-valuetext") == "0 of 10"
    assert heard(page) == "Deal 1 The cards are dealt"
    page.get_by_role("button", name="Next").press("Space")
    assert heard(page) == "Turn 1 · player 0 R-F plays A♣ from the reserve to a foundation 1:05"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert heard(page) == f"Turn 1 · player 0 5-6 moves 2♠ from house 5 to house 6 Offence – {OVERLOOKED}"
    assert page.locator("#duties").inner_text().startswith(f"Pending – {OVERLOOKED}{CAN_BE_CALLED}\n")
    assert "1-F plays 3♣ from house 1 to a foundation\n" in page.locator("#choices").inner_text()
    assert "draw turns up a hand card (offence – foundation, fill)\n" in page.locator("#choices").inner_text()
    assert page.locator("#choices").inner_text().endswith("player 1 may\nstop calls stop ← comes next")
    slider.focus()
    slider.press("ArrowRight")
    assert heard(page).startswith("Turn 1 · player 0 stop player 1 calls stop Player 1 calls stop, and is right:")
    page.get_by_role("link", name="accept").first.click()
    page.locator("[aria-current=step]", has_text="accept").wait_for()  # a browser takes its time to tell of a link
    assert heard(page).endswith("Stalemate by agreement. Player 0 gets 2 points. The match stands at 2 to 0.")
    assert page.locator("[aria-current=step]").inner_text() == "accept player 0 accepts the draw"
    page.keyboard.press("End")
    assert number.inner_text() == "10 of 10"
    page.get_by_role("button", name="Back").click()
    assert number.inner_text() == "9 of 10"
    page.get_by_role("button", name="Last").click()
    assert page.locator("#choices").inner_text() == ""
    page.wait_for_url("**#10")
    for key, goal in (("ArrowLeft", 9), ("Home", 0), ("ArrowLeft", 0), ("Control+End", 0)):
        page.keyboard.press(key)
        assert number.inner_text() == f"{goal} of 10"


def test_a_link_leads_to_a_step_with_its_cards(shown: Any) -> None:
    page = shown(match(), 99)
    assert page.locator("#number").inner_text() == "10 of 10"
    page = shown(match(), 8)
    last = told(match())[8]
    assert heard(page).startswith("Turn 1 · player 1 R-r loads ")
    for place, pile in last.picture.piles.items():
        assert page.evaluate(f"moments[now].piles['{place}']") == list(pile)
    drawn = page.eval_on_selector_all("#cards use", "uses => uses.map(use => use.getAttribute('href')).sort()")
    faces = [Card.parse(face) for face in last.picture.faces]
    assert drawn == sorted(
        f"#c-{card.face and str(card).upper()}" if card.known else f"#c-back-{card.pack}" for card in faces
    )
    assert page.locator("#marks rect").count() == 2  # what was loaded, and what that turned up
    assert page.locator("#words li").all_text_contents() == last.table.split(". ")
    assert page.locator("#reserve-1").text_content() == "▶ player 1 · reserve 12"


def test_the_table_lies_as_in_the_picture(shown: Any) -> None:
    page = shown(game())

    def spot(place: str) -> tuple[float, float]:
        found = page.evaluate(f"places.get('{place}')")
        return found["x"], found["y"]

    def is_left_of(*names: str) -> bool:
        return all(spot(one)[0] < spot(other)[0] for one, other in pairwise(names))

    def is_above(*names: str) -> bool:
        return all(spot(one)[1] < spot(other)[1] for one, other in pairwise(names))

    assert is_left_of("hand-0", "turned-0", "waste-0", "reserve-0")
    assert is_left_of("reserve-1", "waste-1", "turned-1", "hand-1")
    assert is_left_of("house-5", "foundation-1", "foundation-2", "house-1")
    assert is_above("reserve-1", "house-4", "house-3", "house-2", "house-1", "reserve-0")
    assert is_above("reserve-1", "house-5", "house-6", "house-7", "house-8", "reserve-0")
    assert is_above("foundation-1", "foundation-3", "foundation-5", "foundation-7")


def test_cards_move_but_for_those_who_want_no_motion(shown: Any) -> None:
    for wish, moves in (("no-preference", True), ("reduce", False)):
        page = shown(game(), reduced_motion=wish)
        assert page.evaluate("go(1), document.getAnimations().length > 0") is moves
        assert page.evaluate("go(4), document.getAnimations().length") == 0  # a jump


def test_it_plays_by_itself_until_somebody_stops_it(shown: Any) -> None:
    page = shown(game())
    page.clock.install()
    number = page.locator("#number")
    page.keyboard.press("Space")
    assert page.get_by_role("status").get_attribute("aria-live") == "off"
    page.clock.run_for(3000)
    assert number.inner_text() == "2 of 6"
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(3000)
    assert number.inner_text() == "2 of 6"
    assert page.get_by_role("status").get_attribute("aria-live") == "polite"
    page.keyboard.press("End")
    page.get_by_role("button", name="Play").press("Space")
    assert number.inner_text() == "0 of 6"
    page.clock.run_for(15_000)
    assert number.inner_text() == "6 of 6"
    assert page.get_by_role("button", name="Play").is_visible()


def test_everybody_can_use_it(shown: Any) -> None:
    for scheme, width in (("light", 390), ("dark", 1280)):
        page = shown(game(players=("W" * 60, "Bob")), 3, viewport={"width": width, "height": 844}, color_scheme=scheme)
        page.get_by_text("The table in words").click()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert violations(page) == []


def test_without_scripts_there_is_the_list(shown: Any) -> None:
    page = shown(game(), java_script_enabled=False)
    assert page.get_by_text("Without JavaScript there is no table here").is_visible()
    assert page.get_by_role("link").count() == 7
    assert page.locator("#table").is_hidden()


def test_texts_of_strangers_stay_texts_in_a_browser(shown: Any) -> None:
    page = shown(game(NASTY, players=(NASTY, NASTY), variant=NASTY, site=NASTY), 2)
    assert page.title() == f"{NASTY} – {NASTY}"
    assert heard(page).endswith(f"“{NASTY}”")
    assert page.locator("#choices h3").first.inner_text() == f"{NASTY} may"
