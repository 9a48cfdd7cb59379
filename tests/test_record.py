"""Records: writing, reading, every fault with its place, playing again, and what is public.

`python -m tests.test_record` writes a record of each variant that has none yet.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from crapette import (
    RULES_VERSION,
    Action,
    Card,
    CrapetteError,
    DealError,
    IllegalAction,
    Match,
    NotationError,
    Rules,
    State,
    View,
    __version__,
    apply,
    child_seed,
    deal,
    deal_from,
    load_variant,
    observe,
    outcome,
    position,
    score,
    variant_names,
)
from crapette.cards import PACKS, text_of_cards
from crapette.errors import Problem
from crapette.notation.record import Record
from crapette.notation.record_parts import DealRecord, Move, Result
from crapette.notation.record_text import FORMAT
from crapette.rules import GROUPS
from crapette.state import Reason
from crapette.testing import rules
from tests.playing import Step, random_walk, walk
from tests.positions import AGREEMENT, NO_DUTIES, cards, rules_with
from tests.strategies import rules_with_calls
from tests.test_playthroughs import ACTION, SEED
from tests.test_playthroughs import FOLDER as PLAYTHROUGHS

KEPT = Path(__file__).parent / "records"

SMALL = rules_with(
    {**NO_DUTIES, **AGREEMENT, "deal.reserve": 2, "deal.houses": 1, "end.max_turns": 2, "match.target": 0}
)
"""Two reserve cards and one house each; a deal is over after two turns, and is the match."""
MATCH = rules_with({**AGREEMENT, "match.next_start": "alternate"})
"""A match to 300 points, in which the players start by turns and may agree on a draw."""
NEW_PACKS = [text_of_cards(pack) for pack in PACKS]
"""Both packs as they come new: under `SMALL`, A♠ 2♠ in the reserve, 3♠ in the house, 4♠ on top of the hand."""
PLAYED = "1-r R-1 R-F 1-F draw discard draw discard"
"""Under `SMALL` with new packs: three cards of 2♠ 3♠ 4♠ go away, and each player discards one."""
FULL = f"""crapette record 1
library: {__version__}
rules-version: {RULES_VERSION}
variant: small
digest: {SMALL.digest}
settings: {json.dumps(SMALL.to_mapping(), sort_keys=True, separators=(",", ":"))}
player 0: Ann
player 1: Bob: “the Bob”
date: 2026-11-30
event-name: Club evening
site: Łódź

deal 1
pack 0: {NEW_PACKS[0]}
pack 1: {NEW_PACKS[1]}
starter: 0
result: - turn-limit 6 0

1. 1-r R-1 @1200 R-F 1-F draw @13250 "a \\"pity\\"" discard
2. draw discard
"""
"""What is written of it: in the end both have 49 cards in hand and waste, and player 1 three in the reserve."""

NEW = PACKS[0], PACKS[1]
DRAW = Action.parse("draw")

SHOWN = {1: "AS", 4: "4S", 6: "4s"}
"""What the actions of `PLAYED` turn up, by their places."""


def small() -> Record:
    """The record of which `FULL` is the text."""
    record = Record.start(
        SMALL,
        packs=NEW_PACKS,
        starter=0,
        variant="small",
        players=("Ann", "Bob: “the Bob”"),
        date="2026-11-30",
        site="Łódź",
        event_name="Club evening",
    )
    remarks: dict[int, dict[str, Any]] = {1: {"time": 1200}, 4: {"time": 13250, "comment": 'a "pity"'}}
    return played(record, PLAYED, remarks)


def played(record: Record, actions: str, remarks: dict[int, dict[str, Any]] | None = None) -> Record:
    """The record with these actions more."""
    for number, action in enumerate(actions.split()):
        record = record.append(action, **(remarks or {}).get(number, {}))
    return record


def codes_and_paths(error: DealError | NotationError) -> list[tuple[str, str]]:
    return [(problem.code, problem.path) for problem in error.problems]


# ------------------------------------------------------------------------------------------- writing it down


def test_start_takes_down_who_plays_what_and_when() -> None:
    record = small()
    assert (record.rules, record.variant, record.players) == (SMALL, "small", ("Ann", "Bob: “the Bob”"))
    assert (record.date, record.library, record.rules_version) == ("2026-11-30", __version__, RULES_VERSION)
    assert record.tags == (("event-name", "Club evening"), ("site", "Łódź"))


def test_start_deals_from_a_seed_as_deal_does() -> None:
    [begun] = Record.start(Rules(), seed=7).deals
    assert begun == DealRecord(seed=7, starter=deal(Rules(), 7).starter)
    assert [*Record.start(Rules(), seed=7).replay()] == [deal(Rules(), 7)]
    for starter in (0, 1):
        assert [*Record.start(Rules(), seed=7, starter=starter).replay()] == [deal(Rules(), 7, starter)]


def test_start_deals_from_packs_as_deal_from_does() -> None:
    by_text = Record.start(SMALL, packs=NEW_PACKS, starter=1)
    assert by_text == Record.start(SMALL, packs=PACKS, starter=1)
    assert by_text.deals == (DealRecord(packs=NEW, starter=1),)
    assert [*by_text.replay()] == [deal_from(SMALL, NEW_PACKS, 1)]


@pytest.mark.parametrize("given", [{}, {"seed": 1, "packs": NEW_PACKS}])
def test_start_needs_either_a_seed_or_packs(given: dict[str, Any]) -> None:
    with pytest.raises(DealError) as caught:
        Record.start(SMALL, **given)
    assert codes_and_paths(caught.value) == [("not-one-source", "")]


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ({"seed": -1}, [("bad-seed", "seed")]),
        ({"seed": 1, "starter": 2}, [("bad-starter", "starter")]),
        ({"packs": NEW_PACKS}, [("no-starter", "starter")]),
        ({"packs": [NEW_PACKS[0], NEW_PACKS[1].replace("as", "2s")], "starter": 0}, [
            ("doubled-card", "packs[1]"), ("missing-card", "packs[1]")]),
        ({"seed": 1, "variant": "two\nlines"}, [("bad-text", "variant")]),
        ({"seed": 1, "variant": ""}, [("bad-text", "variant")]),
        ({"seed": 1, "players": (" Ann", "Bob\x1b")}, [("bad-text", "players[0]"), ("bad-text", "players[1]")]),
        ({"seed": 1, "players": ("Ann",)}, [("bad-players", "players")]),
        ({"seed": 1, "players": "ab"}, [("bad-players", "players")]),
        ({"seed": 1, "players": None}, [("bad-players", "players")]),
        ({"seed": 1, "date": "30.11.2026"}, [("bad-date", "date")]),
        ({"seed": 1, "date": "2026-11-31"}, [("bad-date", "date")]),
        ({"seed": 1, "digest": "1"}, [("bad-key", "tags")]),
        ({"seed": 1, "result": "1", "Site": "x"}, [("bad-key", "tags"), ("bad-key", "tags")]),
        ({"seed": 1, "site": "half \ud800"}, [("bad-text", "tags.site")]),
    ],
)  # fmt: skip
def test_start_refuses_what_no_record_can_hold(given: dict[str, Any], problems: list[tuple[str, str]]) -> None:
    with pytest.raises(DealError) as caught:
        Record.start(SMALL, **given)
    assert codes_and_paths(caught.value) == problems


def test_players_may_be_given_as_a_list() -> None:
    players: Any = ["Ann", None]
    assert Record.start(SMALL, seed=1, players=players) == Record.start(SMALL, seed=1, players=("Ann", None))


START = observe(deal(SMALL, 1, 1))
PUBLIC = DealRecord(starter=1, start=START)


@pytest.mark.parametrize(
    ("make", "problems"),
    [
        (lambda: Move(DRAW, 0), [("bad-turn", "turn")]),
        (lambda: Move(DRAW, 10**15), [("bad-turn", "turn")]),
        (lambda: Move(DRAW, 1, time=-1), [("bad-time", "time")]),
        (lambda: Move(DRAW, 1, comment="\udc00"), [("bad-comment", "comment")]),
        (lambda: Move(DRAW, 1, comment="x" * 65_537), [("bad-comment", "comment")]),
        (lambda: Move(DRAW, 1, shown=cards("XX")), [("bad-cards", "shown")]),
        (lambda: Result(2, Reason.OUT, (0, 0)), [("bad-winner", "winner")]),
        (lambda: Result(None, "out", (0, -1)), [("bad-reason", "reason"), ("bad-points", "points")]),  # type: ignore[arg-type] # pyright: ignore[reportArgumentType]
        (lambda: DealRecord(starter=0), [("not-one-source", "")]),
        (lambda: DealRecord(starter=2, seed=1, packs=NEW), [("not-one-source", ""), ("bad-starter", "starter")]),
        (lambda: DealRecord(starter=0, seed=-1), [("bad-seed", "seed")]),
        (lambda: DealRecord(starter=0, packs=(PACKS[0], PACKS[1][:-1])), [("missing-card", "packs[1]")]),
        (lambda: DealRecord(starter=0, start=START), [("not-a-start", "start")]),
        (lambda: DealRecord(starter=1, start=observe(apply(deal(SMALL, 1, 1), "draw"))), [("not-a-start", "start")]),
        (lambda: DealRecord(starter=1, start=observe(deal(SMALL, 1, 1), memory=False)), [("not-a-start", "start")]),
        (lambda: DealRecord(starter=0, seed=1, moves=(Move(DRAW, 2), Move(DRAW, 1))), [
            ("wrong-turn", "moves[1].turn")]),
        (lambda: DealRecord(starter=0, seed=1, moves=(Move(DRAW, 2), Move(DRAW, 2, shown=cards("AS")))), [
            ("cards-shown", "moves[1].shown")]),
        (lambda: Record(SMALL, ()), [("no-deal", "deals")]),
        (lambda: Record(SMALL, (PUBLIC, DealRecord(starter=0, seed=1))), [("mixed-deals", "deals[1]")]),
        (lambda: Record(Rules(), (PUBLIC,)), [("other-rules", "deals[0].start")]),
        (lambda: evolve(small(), rules_version=0, library="", tags=[("a", "1"), ("a", "2")]), [
            ("bad-text", "library"), ("bad-rules-version", "rules_version"), ("repeated-key", "tags.a")]),
    ],
)  # fmt: skip
def test_values_that_can_not_be_are_refused(make: Callable[[], object], problems: list[tuple[str, str]]) -> None:
    with pytest.raises(DealError) as caught:
        make()
    assert codes_and_paths(caught.value) == problems


def test_append_makes_the_action_and_takes_down_turn_time_and_comment() -> None:
    moves = small().deals[0].moves
    assert " ".join(str(move.action) for move in moves) == PLAYED
    assert [move.turn for move in moves] == [1, 1, 1, 1, 1, 1, 2, 2]
    assert [move.time for move in moves] == [None, 1200, None, None, 13250, None, None, None]
    assert [move.comment for move in moves] == [None, None, None, None, 'a "pity"', None, None, None]
    assert not any(move.shown for move in moves)


def test_append_leaves_the_record_as_it_was() -> None:
    before = Record.start(SMALL, seed=1)
    same, after = Record.start(SMALL, seed=1), before.append("draw")
    assert before == same != after
    assert hash(before) == hash(same)
    assert after == before.append("draw")
    assert before.append("draw").append("discard") == after.append("discard")


def test_append_goes_on_with_a_record_that_was_read() -> None:
    begun = played(Record.start(SMALL, packs=NEW_PACKS, starter=0), "1-r R-1")
    assert Record.loads(begun.dumps()).append("R-F") == begun.append("R-F")


def test_append_makes_a_record_one_of_the_present_rules() -> None:
    older = evolve(Record.start(MATCH, seed=1, starter=0), rules_version=RULES_VERSION + 1)
    offered = older.append("offer")
    assert (older.rules_version, offered.rules_version) == (RULES_VERSION + 1, RULES_VERSION)
    over = evolve(offered.append("accept"), rules_version=RULES_VERSION + 1)
    assert over.next_deal(seed=2).rules_version == RULES_VERSION


def test_append_refuses_what_is_not_legal() -> None:
    begun = Record.start(SMALL, packs=NEW_PACKS, starter=0)
    with pytest.raises(IllegalAction) as caught:
        begun.append("discard")
    assert caught.value.refusal.code == "nothing-turned"
    assert caught.value.state == deal_from(SMALL, NEW_PACKS, 0)
    with pytest.raises(IllegalAction, match="deal is over"):
        small().append("draw")
    with pytest.raises(NotationError):
        begun.append("fold")
    with pytest.raises(DealError) as refused:
        begun.append("draw", time=-1)
    assert codes_and_paths(refused.value) == [("bad-time", "time")]


def test_result_is_there_once_the_deal_is_over() -> None:
    record = Record.start(SMALL, packs=NEW_PACKS, starter=0)
    offered = record.append("offer")
    assert offered.deals[0].result is None
    assert offered.append("accept").deals[0].result == Result(None, Reason.AGREEMENT, (0, 0))
    assert small().deals[0].result == Result(None, Reason.TURN_LIMIT, (6, 0))


# -------------------------------------------------------------------------------------------------- matches

BY_CARDS = Rules.from_mapping({"end": {"agreement": True}})


def test_next_deal_follows_one_that_is_over() -> None:
    record = played(Record.start(MATCH, seed=child_seed(5, 0), starter=1), "offer accept")
    record = played(record.next_deal(seed=child_seed(5, 1)), "offer accept")
    record = played(record.next_deal(packs=PACKS, starter=1), "1-F")
    assert [(told.seed, told.starter) for told in record.deals] == [
        (child_seed(5, 0), 1),
        (child_seed(5, 1), 0),
        (None, 1),
    ]
    first, second = deal(MATCH, child_seed(5, 0), 1), deal(MATCH, child_seed(5, 1), 0)
    third = deal_from(MATCH, PACKS, 1)
    offers = [[state, apply(state, "offer"), apply(apply(state, "offer"), "accept")] for state in (first, second)]
    assert [*record.replay()] == [*offers[0], *offers[1], third, apply(third, "1-F")]
    assert Record.loads(record.dumps()) == record


def test_deals_of_a_match_are_recorded_with_its_seeds_and_starters() -> None:
    match = Match(MATCH, seed=9)
    record = Record.start(MATCH, seed=child_seed(9, match.deals), starter=match.next_starter)
    for _ in range(2):
        record = played(record, "offer accept")
        *_, last = record.replay()
        assert isinstance(last, State)
        match = match.record(last)
        record = record.next_deal(seed=child_seed(9, match.deals), starter=match.next_starter)
        *_, begun = record.replay()
        assert begun == match.deal()


def test_next_deal_starts_as_the_rules_say_where_the_last_does_not_decide() -> None:
    record = played(Record.start(BY_CARDS, seed=1), "offer accept")
    assert record.next_deal(seed=2).deals[1].starter == deal(BY_CARDS, 2).starter
    for starter in (0, 1):
        assert record.next_deal(seed=2, starter=starter).deals[1].starter == starter


@pytest.mark.parametrize(
    ("record", "given", "problem"),
    [
        (lambda: Record.start(MATCH, seed=1), {"seed": 2}, ("deal-not-over", "deals[0]")),
        (small, {"seed": 2}, ("match-over", "")),
        (lambda: played(Record.start(MATCH, seed=1, starter=1), "offer accept"), {"seed": 2, "starter": 1}, (
            "wrong-starter", "starter")),
        (lambda: played(Record.start(MATCH, seed=1, starter=1), "offer accept"), {}, ("not-one-source", "")),
        (lambda: small().public(), {"seed": 2}, ("public-record", "")),
    ],
)  # fmt: skip
def test_next_deal_refuses_what_can_not_follow(
    record: Callable[[], Record], given: dict[str, Any], problem: tuple[str, str]
) -> None:
    with pytest.raises(DealError) as caught:
        record().next_deal(**given)
    assert codes_and_paths(caught.value) == [problem]


# --------------------------------------------------------------------------------------------------- the text


def test_text_is_written_exactly() -> None:
    assert small().dumps() == FULL


def test_text_that_is_read_is_the_same_record() -> None:
    assert Record.loads(FULL) == small()
    assert hash(Record.loads(FULL)) == hash(small())


def test_facts_that_are_not_known_are_left_out() -> None:
    lines = Record.start(SMALL, seed=12345678901234567890).dumps().splitlines()
    assert [line.partition(":")[0] for line in lines] == [
        "crapette record 1", "library", "rules-version", "digest", "settings",
        "", "deal 1", "seed", "starter",
    ]  # fmt: skip
    assert "seed: 12345678901234567890" in lines


def test_long_turns_are_wrapped_between_actions() -> None:
    there_and_back = ["1-2", "2-1"] * 30
    moves = tuple([Move(Action.parse(text), 1) for text in there_and_back])
    record = Record(SMALL, (DealRecord(starter=0, seed=1, moves=moves),))
    written = record.dumps().partition("starter: 0\n\n")[2].splitlines()
    assert [len(line) for line in written] == [98, 98, 50]
    assert written[0].startswith("1. 1-2 2-1 ")
    assert written[1].startswith("   1-2 2-1 ")
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize(
    ("comment", "written"),
    [
        ("", '""'),
        ("two\nlines", r'"two\nlines"'),
        ('"quoted" \\', r'"\"quoted\" \\"'),
        ("♠ été 😀", '"♠ été 😀"'),
        ("\u2028\x7f\x1b\U000e0001", r'"\u2028\u007f\u001b\udb40\udc01"'),
        ("deal 2", '"deal 2"'),
        ("crapette record 1: 2. x", '"crapette record 1: 2. x"'),
        ("\x01" * 65_536, '"' + "\\u0001" * 65_536 + '"'),
    ],
)
def test_comments_are_strings_of_json_in_one_line(comment: str, written: str) -> None:
    record = Record.start(SMALL, seed=1).append("draw", comment=comment)
    assert record.dumps().endswith(f"1. draw {written}\n")
    assert Record.loads(record.dumps()) == record


@settings(deadline=None, derandomize=True, max_examples=100)
@given(st.text(), st.integers(0, 10**15 - 1))
def test_every_comment_and_time_is_read_again(comment: str, time: int) -> None:
    record = Record.start(SMALL, seed=1).append("draw", comment=comment, time=time)
    assert Record.loads(record.dumps()) == record


CHANGES: list[Callable[[str], str]] = [
lambda text: text.replace("\n", "\r\n"),
lambda text: text.replace("\n", "\n\n \t\n"),
lambda text: text.replace("\n", "  \n\t"),
lambda text: text.removesuffix("\n"),
lambda text: "\ufeff" + text,
lambda text: "\n\n" + text,
lambda text: text.replace(" R-F", "\n   R-F").replace(' "a', '\n"a').replace(" @12", "\n@12"),
lambda text: text.replace("1. 1-r", "1.1-r").replace(' "a', '"a').replace(" @12", "@12"),
lambda text: re.sub("(?m)^([a-z0-9 -]+): ", "\\1 :\t", text),
lambda text: text.replace("2. draw discard", "2. draw\n2. discard"),
lambda text: text.replace("player 0", "player  0").replace("deal 1", "deal   1"),
lambda text: re.sub(r"(library.*\n)((?:.*\n)*?)\n", r"\2\1\n", text),
lambda text: text.replace('":', '" : ').replace(',"', ' , "'),
]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_white_space_and_the_order_of_facts_do_not_matter(change: Callable[[str], str]) -> None:
    assert change(FULL) != FULL
    assert Record.loads(change(FULL)) == small()


def test_settings_that_are_missing_are_the_defaults() -> None:
    kept = {"deal": {"reserve": 11}}
    rules = Rules.from_mapping(kept)
    text = re.sub("settings: .*", f"settings: {json.dumps(kept)}", Record.start(rules, seed=1).dumps())
    assert Record.loads(text).rules == rules


# ------------------------------------------------------------------------------------------------- its faults


def error(text: str) -> NotationError:
    """The error of a text that is no record; its first problem is where the error says, and all are told in order."""
    with pytest.raises(NotationError) as caught:
        Record.loads(text)
    found = caught.value
    places = [index_of(text, problem) for problem in found.problems]
    assert places == sorted(places)
    assert found.at == places[0]
    assert found.text == text
    assert found.expected
    assert str(found) == "\n".join(map(str, found.problems))
    return found


def index_of(text: str, problem: Problem) -> int:
    """The place of a problem in the text, from its line and column."""
    assert problem.line
    assert problem.column
    return sum(len(line) + 1 for line in text.split("\n")[: problem.line - 1]) + problem.column - 1


FAULTS = [
    # in place of, there is, where the fault is told, code, path
    ("crapette record 1", "crapette game 1", "crapette game", "no-record", ""),
    ("crapette record 1", "crapette record 1.5", "crapette record", "no-record", ""),
    ("crapette record 1", "crapette record 2", "2\n", "unknown-version", ""),
    ("library: ", "library ", "library", "bad-line", ""),
    ("library: ", "# ", "# ", "bad-line", ""),
    (f"library: {__version__}\n", "", "crapette record", "missing-key", "library"),
    ("digest: ", "site-2: ", "crapette record", "missing-key", "digest"),
    (f"library: {__version__}", "library:", "\nrules-version", "bad-text", "library"),
    ("rules-version: ", "rules-version: one", "one", "bad-rules-version", "rules_version"),
    (f"rules-version: {RULES_VERSION}", "rules-version: 0", "0\nvariant", "bad-rules-version", "rules_version"),
    (f"digest: {SMALL.digest}", "digest: 0123456789abcdef", "0123456789abcdef", "wrong-digest", "digest"),
    ("player 1:", "player 2:", "player 2", "bad-key", ""),
    ("site:", "Site:", "Site", "bad-key", ""),
    ("site:", "seed:", "seed", "bad-key", ""),
    ("site:", "event-name:", "event-name: Ł", "repeated-key", ""),
    ("site: Łódź", "site: Ł\tódź", "Ł\t", "bad-text", "tags.site"),
    ("2026-11-30", "2026-1-1", "2026-1-1", "bad-date", "date"),
    ('"houses":1,"reserve":2', '"houses":1,"reserve":2.0', "2.0", "bad-settings", "rules"),
    ('"houses":1,"reserve":2', '"houses":1,"reserve":[', None, "bad-settings", "rules"),
    ('"houses":1,"reserve":2', '"houses":1,"reserve":21', "21,", "out-of-range", "rules.deal.reserve"),
    ('"houses":1,"reserve":2', '"houses":1,"reserv":2', '"reserv"', "unknown-key", "rules.deal.reserv"),
    ('{"deal"', '{"new":1,"deal"', '"new"', "unknown-key", "rules.new"),
    ("settings: {", "settings: [{", None, "bad-settings", "rules"),
    ("deal 1", "deal 2", "deal 2", "wrong-deal", "deals[0]"),
    ("deal 1", "", "pack 0", "bad-key", ""),
    (f"pack 0: {NEW_PACKS[0]}\n", "", "as 2s", "missing-key", "deals[0]"),
    (f"pack 0: {NEW_PACKS[0]}\npack 1: {NEW_PACKS[1]}\n", "", "deal 1", "missing-key", "deals[0]"),
    ("pack 0: AS 2S", "pack 0: AS AS", "AS AS", "doubled-card", "deals[0].packs[0]"),
    ("pack 0: AS 2S", "pack 0: 2S", "2S 3S", "not-52-cards", "deals[0].packs[0]"),
    ("pack 0: AS 2S", "pack 0: AS 1S", "1S", "no-card", "deals[0].packs[0]"),
    ("pack 0: AS 2S", "pack 0: AS XX", "XX", "no-card", "deals[0].packs[0]"),
    ("starter: 0", "seed: 3\nstarter: 0", "deal 1", "not-one-source", "deals[0]"),
    ("starter: 0", "", "deal 1", "missing-key", "deals[0].starter"),
    ("starter: 0", "starter: Ann", "Ann\nresult", "bad-starter", "deals[0].starter"),
    ("starter: 0", "starter: 0\nstarter: 0", "starter: 0\nresult", "repeated-key", "deals[0]"),
    ("starter: 0", "starter: 0\nsite: x", "site: x", "bad-key", "deals[0]"),
    ("result: -", "result: Ann", "Ann turn", "bad-result", "deals[0].result"),
    ("turn-limit", "resigned", "- resigned", "bad-result", "deals[0].result"),
    ("6 0\n", "6\n", "- turn", "bad-result", "deals[0].result"),
    ("1. 1-r", "1-r", "1-r", "no-turn", "deals[0].moves[0]"),
    ("1. 1-r", "0. 1-r", "0. 1-r", "bad-turn", "deals[0]"),
    ("1. 1-r", "9999999999999999. 1-r", "9999999999999999.", "bad-turn", "deals[0]"),
    ("2. draw", "0. 1. draw", "0. 1.", "bad-turn", "deals[0]"),
    ("1. 1-r", "3. 1-r", "2. draw", "wrong-turn", "deals[0].moves[6].turn"),
    ("2. draw", "2. 3. draw", "2. 3.", "empty-turn", "deals[0]"),
    ("2. draw discard", "2.", "2.\n", "empty-turn", "deals[0]"),
    ("R-F 1-F", "R-F 1-13", "1-13", "unknown-action", "deals[0].moves[3]"),
    ("R-F 1-F", "R-F 1-F,", "1-F,", "unknown-action", "deals[0].moves[3]"),
    ("R-F 1-F", "R-F=AS 1-F", "R-F=AS", "cards-shown", "deals[0].moves[2].shown"),
    ("R-F 1-F", "R-F=AS,1S 1-F", "1S", "no-card", "deals[0].moves[2].shown"),
    ("R-F 1-F", "R-F= 1-F", " 1-F", "no-card", "deals[0].moves[2].shown"),
    ("R-F 1-F", "R-F=xx 1-F", "xx", "no-card", "deals[0].moves[2].shown"),
    ("@1200", "@12.5", "@12.5", "bad-time", "deals[0].moves[1].time"),
    ("@1200", "@ 1200", "@ 1200", "bad-time", "deals[0].moves[1].time"),
    ("@1200", "@1200 @1200", "@1200 R", "misplaced-remark", "deals[0].moves[1]"),
    ("1. 1-r", "1. @0 1-r", "@0", "misplaced-remark", "deals[0]"),
    ("2. draw", '2. "so" draw', '"so"', "misplaced-remark", "deals[0].moves[5]"),
    ('"a \\"pity\\""', '"a" "pity"', '"pity"', "misplaced-remark", "deals[0].moves[4]"),
    ('@13250 "a \\"pity\\""', '"a" @13250', "@13250", "misplaced-remark", "deals[0].moves[4]"),
    ('pity\\""', 'pity\\"', '"a \\"', "bad-comment", "deals[0].moves[4].comment"),
    ('"a \\"pity', '"' + "a" * 65_536, '"aaa', "bad-comment", "deals[0].moves[4].comment"),
    ('"a \\"pity', '"a \\xpity', "\\xpity", "bad-comment", "deals[0].moves[4].comment"),
    ('"a \\"pity', '"a \\ud800pity', '"a \\ud800', "bad-comment", "deals[0].moves[4].comment"),
    ("2. draw", "starter: 0\n2. draw", "starter: 0\n2.", "misplaced-key", "deals[0]"),
    ("2. draw", "crapette record 1\n2. draw", "crapette record 1\n2", "several-records", ""),
    ("2. draw", "deal 2\n2. draw", "deal 2", "missing-key", "deals[1]"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "where", "code", "path"), FAULTS)
def test_every_fault_is_told_where_it_is(old: str, new: str, where: str | None, code: str, path: str) -> None:
    assert FULL.count(old) == 1
    text = FULL.replace(old, new)
    found = error(text)
    first = next(problem for problem in found.problems if problem.code == code)
    assert first.path == path
    if where is not None:
        assert text[index_of(text, first) :].startswith(where)
        assert all(len(problem.text) < 600 for problem in found.problems)


def test_all_faults_are_told_at_once() -> None:
    text = (
        FULL.replace(SMALL.digest, "0123456789abcdef")
        .replace("2026", "26")
        .replace("pack 0: AS 2S", "pack 0: AS AS")
        .replace("1-F", "fold")
        .replace("2. draw", "3. draw=4s @x\n2. draw")
        .replace("limit 6 0", "limit")
    )
    assert codes_and_paths(error(text)) == [
        ("wrong-digest", "digest"),
        ("bad-date", "date"),
        ("doubled-card", "deals[0].packs[0]"),
        ("missing-card", "deals[0].packs[0]"),
        ("bad-result", "deals[0].result"),
        ("unknown-action", "deals[0].moves[3]"),
        ("cards-shown", "deals[0].moves[6].shown"),
        ("bad-time", "deals[0].moves[6].time"),
        ("wrong-turn", "deals[0].moves[7].turn"),
    ]


def test_what_is_wrong_with_the_cards_is_told_though_the_starter_is_missing() -> None:
    text = FULL.replace("starter: 0\n", "").replace("pack 1: as 2s", "pack 1: as as")
    assert codes_and_paths(error(text)) == [
        ("missing-key", "deals[0].starter"),
        ("doubled-card", "deals[0].packs[1]"),
        ("missing-card", "deals[0].packs[1]"),
    ]


def test_all_wrong_settings_are_told_each_where_it_stands() -> None:
    text = FULL.replace('"reserve":2', '"reserve":0').replace('"by":"cut"', '"by":"highest-reserve"')
    found = error(text.replace('"wrap":false', '"wrap":0'))
    assert (
        codes_and_paths(found) == [("start-needs-reserve", "rules.start.by"), ("wrong-type", "rules.load.wrap")][::-1]
    )
    assert text[found.at :].startswith("false") or found.text[found.at :].startswith("0")


def test_a_text_without_a_deal_is_no_record() -> None:
    header = FULL.partition("deal 1")[0]
    assert codes_and_paths(error(header)) == [("no-deal", "deals")]
    assert codes_and_paths(error("")) == codes_and_paths(error("\n \n")) == [("no-record", "")]


def test_messages_quote_a_little_of_what_is_there() -> None:
    found = error(FULL.replace("1-F", "x" * 10_000))
    assert len(str(found)) < 300
    assert f"'{'x' * 59}…'" in str(found)
    assert "expected an action such as R-F" in str(found)


def test_no_more_than_a_thousand_faults_are_told() -> None:
    assert len(error(FULL + "3. " + "fold " * 5000).problems) == 1000


def test_a_later_format_is_refused_with_the_versions_that_can_be_read() -> None:
    found = error("crapette record 9\nwhatever\n")
    assert found.expected == "version 1, since this library reads no other"


# ------------------------------------------------------------------------------------------------ hostile text

HOSTILE = [
    "crapette record 1\n" + "a: b\n" * 50_000,
    "crapette record 1\n" + "".join(f"a{number}:\n" for number in range(50_000)),
    "crapette record 1\ndeal 1\n" + "1. draw " * 50_000,
    "crapette record 1\ndeal 1\n" + '"' * 200_000,
    "crapette record 1\ndeal 1\n1. draw " + '"' + "\\" * 200_000,
    "crapette record 1\ndeal 1\n1. draw" + "=,AS" * 50_000,
    "crapette record 1\ndeal 1\n1. draw " + "@" * 200_000,
    "crapette record 1\n" + "deal 1\n" * 50_000,
    "crapette record 1\n" + " " * 200_000 + "x" + " " * 200_000 + ": y",
    "crapette record 1" + " " * 200_000 + "x",
    "crapette record 1\nsettings: " + "[" * 200_000,
    "crapette record 1\nsettings: {" + ",".join(f'"x{number}":1' for number in range(20_000)) + "}",
    "crapette record 1\ndeal 1\nseed: " + "9" * 200_000,
    "crapette record 1\ndeal 1\npack 0: " + "AS " * 100_000,
    "crapette record 1\ndeal 1\n" + "9" * 200_000 + ".",
    "crapette record 1\ndeal " + "9" * 200_000,
    "crapette record " + "9" * 200_000,
    "crapette record 1\ndeal 1\nstart: " + "/" * 200_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        Record.loads(text)
    assert caught.value.problems
    assert len(str(caught.value)) < 1_000_000


_PIECES = st.sampled_from(
    ["\n", "\ndeal 2\n", "seed: 5\n", "3. ", "draw ", "@", '"', "=", "7D", ",", ":", "- ", "{", "\\u", "\ud800",
     "9" * 30, "\ncrapette record 1\n", "starter: 1\n", "result: 0 out 3 4\n", "\x00", "é", "stop ", "accept ", "*",
     "|", "xx "]
)  # fmt: skip


@settings(deadline=None, derandomize=True, max_examples=150)
@given(st.data())
def test_any_change_of_a_text_gives_a_record_or_a_notation_error(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([FULL, small().public().dumps()]))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(len(text), start + 20)))
        text = text[:start] + data.draw(st.one_of(_PIECES, st.just(""), st.text(max_size=3))) + text[end:]
    record = read(text)
    if record is not None:
        assert Record.loads(record.dumps()) == record
        played_again(record)


def read(text: str) -> Record | None:
    """The record of a text; None where it is none, and that is told as it should be."""
    try:
        return Record.loads(text)
    except CrapetteError as error:
        found = error
    assert isinstance(found, NotationError)
    assert 0 <= found.at <= len(text)
    assert found.problems
    return None


def played_again(record: Record) -> None:
    """Plays a record to its end, or up to what is wrong."""
    try:
        list(record.replay())
    except DealError as error:
        wrong = error
    else:
        return
    assert len(wrong.problems) == 1


@settings(deadline=None, derandomize=True, max_examples=80)
@given(st.text())
def test_any_text_gives_a_record_or_a_notation_error(text: str) -> None:
    for start in ("", "crapette record 1\n", FULL.partition("1. ")[0], FULL):
        read(start + text)


def test_long_records_are_written_and_read() -> None:
    """If the time grew faster than the text, this would take hours."""
    moves = tuple([Move(DRAW, turn, time=turn, comment="so") for turn in range(1, 100_001)])
    record = Record(SMALL, (DealRecord(starter=0, seed=1, moves=moves),))
    assert Record.loads(record.dumps()) == record


# -------------------------------------------------------------------------------------------- playing it again


def test_replay_gives_the_state_before_and_after_each_action() -> None:
    states = [deal_from(SMALL, NEW_PACKS, 0)]
    for action in PLAYED.split():
        states.append(apply(states[-1], action))
    assert [*small().replay()] == states
    assert outcome(states[-1]) is not None


def test_replay_gives_the_first_states_before_it_has_looked_at_the_others() -> None:
    text = FULL.replace("draw discard\n", "draw draw\n")
    states = [*islice(Record.loads(text).replay(), 3)]
    assert states == [*islice(small().replay(), 3)]


TWO_DEALS = played(
    played(Record.start(MATCH, seed=1, starter=0), "offer accept").next_deal(seed=2), "offer accept"
).dumps()

WRONG = [
    # text, in place of, there is, code, path, the problem's text
    (FULL, "1-F draw", "2-F draw", "no-fit", "deals[0].moves[3]",
     "deal 1, turn 1, action 4 `2-F`: 3♠ does not go on a foundation now. (rule 5)"),
    (FULL, "2. draw discard", "2. draw draw", "already-turned", "deals[0].moves[7]",
     "deal 1, turn 2, action 8 `draw`: A hand card is turned up already: place it or discard it. (rule 4)"),
    (FULL, "2. draw discard", "2. draw discard\n3. draw", "deal-over", "deals[0].moves[8]",
     "deal 1, turn 3, action 9 `draw`: The deal is over. (rule 9)"),
    (FULL, "2. draw", "3. draw", "wrong-turn", "deals[0].moves[6]",
     "deal 1, turn 3, action 7 `draw`: the turn under way is 2"),
    (FULL, "limit 6 0", "limit 0 6", "wrong-result", "deals[0].result",
     "deal 1 ended `- turn-limit 6 0`, but the record says `- turn-limit 0 6`"),
    (FULL, "result: - turn-limit 6 0", "", "wrong-result", "deals[0].result",
     "deal 1 ended `- turn-limit 6 0`, but the record has no result"),
    (FULL, "2. draw discard", "2. draw", "wrong-result", "deals[0].result",
     "deal 1 is not over, but the record says `- turn-limit 6 0`"),
    (TWO_DEALS, "deal 2\nseed: 2\nstarter: 1", "deal 2\nseed: 2\nstarter: 0", "wrong-starter", "deals[1].starter",
     "deal 2: by the last deal player 1 starts (rule 10)"),
    (TWO_DEALS, "seed: 1\nstarter: 0\nresult: - agreement 0 0\n\n1. offer accept",
     "seed: 1\nstarter: 0\n\n1. offer", "deal-not-over", "deals[0]",
     "deal 1 is not over, but another one follows"),
    (FULL, "2. draw discard", "2. draw discard\ndeal 2\nseed: 1\nstarter: 0", "match-over", "deals[1]",
     "deal 2: the match is over"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "code", "path", "told"), WRONG)
def test_replay_tells_where_a_record_is_wrong_and_why(
    text: str, old: str, new: str, code: str, path: str, told: str
) -> None:
    assert text.count(old) == 1
    with pytest.raises(DealError) as caught:
        list(Record.loads(text.replace(old, new)).replay())
    assert caught.value.problems == (Problem(code, path, told),)


def test_refusal_of_an_action_is_the_cause_of_the_error() -> None:
    with pytest.raises(DealError) as caught:
        list(Record.loads(FULL.replace("2. draw discard", "2. draw draw")).replay())
    assert isinstance(caught.value.__cause__, IllegalAction)
    assert caught.value.__cause__.refusal.code == "already-turned"


def test_record_of_other_rules_plays_up_to_what_is_judged_otherwise_and_says_so() -> None:
    other = FULL.replace(f"rules-version: {RULES_VERSION}", f"rules-version: {RULES_VERSION + 1}")
    assert [*Record.loads(other).replay()] == [*small().replay()]
    states: list[State | View] = []
    with pytest.raises(DealError) as caught:
        states.extend(Record.loads(other.replace("2. draw discard", "2. draw draw")).replay())
    [problem] = caught.value.problems
    assert problem.text.endswith(
        f" (rule 4); recorded under version {RULES_VERSION + 1} of the rules, it is judged by version {RULES_VERSION}"
    )


def test_append_and_public_refuse_a_record_that_can_not_have_been_played() -> None:
    wrong = Record.loads(FULL.replace("R-F 1-F", "R-F 1-F 1-F"))
    for use in (wrong.public, lambda: wrong.append("draw"), lambda: wrong.next_deal(seed=1)):
        with pytest.raises(DealError) as caught:
            use()
        assert codes_and_paths(caught.value) == [("no-card", "deals[0].moves[4]")]


# -------------------------------------------------------------------------------------------- public records


def test_public_record_has_the_start_that_all_see_and_the_cards_as_they_are_turned_up() -> None:
    [public] = small().public().deals
    assert (public.seed, public.packs, public.starter) == (None, None, 0)
    assert public.start == observe(deal_from(SMALL, NEW_PACKS, 0))
    assert {place: text_of_cards(move.shown) for place, move in enumerate(public.moves) if move.shown} == SHOWN
    assert [evolve(move, shown=()) for move in public.moves] == [*small().deals[0].moves]
    assert public.result == small().deals[0].result


def test_public_record_as_text() -> None:
    head, _, told = small().public().dumps().partition("deal 1\n")
    assert head == FULL.partition("deal 1")[0]
    assert told == (
        "start: (XX) 2S / XX*49 / - | (xx) 2s / xx*49 / - | 3S, 3s | - | 0\n"
        "starter: 0\n"
        "result: - turn-limit 6 0\n\n"
        '1. 1-r R-1=AS @1200 R-F 1-F draw=4S @13250 "a \\"pity\\"" discard\n'
        "2. draw=4s discard\n"
    )


def test_public_record_is_public_already() -> None:
    public = small().public()
    assert public.is_public
    assert not small().is_public
    assert public.public() == public
    assert Record.loads(public.dumps()).public() == public


def test_public_record_replays_as_views() -> None:
    assert [*small().public().replay()] == [observe(state) for state in states_of(small())]


def states_of(record: Record) -> Iterator[State]:
    """The states of a full record."""
    for state in record.replay():
        assert isinstance(state, State)
        yield state


def test_public_record_can_not_be_appended_to() -> None:
    with pytest.raises(DealError) as caught:
        Record.start(SMALL, seed=1).public().append("draw")
    assert codes_and_paths(caught.value) == [("public-record", "")]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("draw=4S", "draw", "turn 1, action 5 `draw`: it turns up 1 cards, and the record shows 0"),
        ("draw=4S", "draw=5S,6S", "turn 1, action 5 `draw`: it turns up 1 cards, and the record shows 2"),
        ("R-F", "R-F=5S", "turn 1, action 3 `R-F`: it turns up 0 cards, and the record shows 1"),
        ("draw=4S", "draw=5s", "turn 1, action 5 `draw`: 5s can't be the card that it turns up"),
        ("draw=4S", "draw=AS", "turn 1, action 5 `draw`: AS can't be the card that it turns up"),
        ("draw=4S", "draw=3S", "turn 1, action 5 `draw`: 3S can't be the card that it turns up"),
    ],
)
def test_public_record_must_show_cards_that_can_have_been_turned_up(old: str, new: str, told: str) -> None:
    text = small().public().dumps()
    assert text.count(old) == 1
    with pytest.raises(DealError) as caught:
        list(Record.loads(text.replace(old, new)).replay())
    [problem] = caught.value.problems
    assert (problem.code, problem.text) == ("wrong-cards", f"deal 1, {told}")


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("(XX) 2S", "(XX) 2S 3H", "not-a-start"),
        ("| 0\n", "| 1\n", "not-a-start"),
        ("| 0\n", "| 0 5S\n", "not-a-start"),
        ("(XX) 2S", "(AS) 2S", "not-a-start"),
        ("(XX) 2S", "(XX 2S", "bad-position"),
        ("(XX) 2S", "(XX) 2", "bad-position"),
        ("(XX) 2S", "(XX) 3S", "doubled-card"),
        ("3S, 3s", "3S, -, 3s", "no-such-house"),
    ],
)  # fmt: skip
def test_public_record_must_begin_as_a_deal_does(old: str, new: str, code: str) -> None:
    text = small().public().dumps()
    assert text.count(old) == 1
    if new in ("(XX) 2S 3H", "| 0 5S\n"):
        text = text.replace("XX*49", "XX*48")
    found = error(text.replace(old, new))
    assert found.problems[0].code == code
    assert found.problems[0].path.startswith("deals[0].start")


def test_start_without_blanks_is_no_start() -> None:
    whole = position.dumps(deal_from(SMALL, NEW_PACKS, 0))
    text = re.sub("start: .*", f"start: {whole}", small().public().dumps())
    assert codes_and_paths(error(text))[0] == ("not-a-start", "deals[0].start")


def test_start_that_is_no_position_is_told_where_it_is_none() -> None:
    text = small().public().dumps().replace("3S, 3s", "3S, 4x")
    found = error(text)
    assert text[found.at :].startswith("4x")


@settings(deadline=None, derandomize=True, max_examples=30)
@given(st.one_of(rules(), rules_with_calls()), st.integers(0, 2**32))
def test_public_record_replays_as_what_is_observed_of_the_full_one(rules: Rules, seed: int) -> None:
    record, states = Record.start(rules, seed=seed), [deal(rules, seed)]
    for _, _, action, after in islice(random_walk(rules, seed, talks=0.05, stops=0.2), 150):
        record = record.append(action)
        states.append(after)
    assert [*record.replay()] == states
    assert Record.loads(record.dumps()) == record
    public = Record.loads(record.public().dumps())
    assert public == record.public()
    assert [*public.replay()] == [observe(state) for state in states]


@settings(deadline=None, derandomize=True, max_examples=20)
@given(rules_with_calls(), st.integers(0, 2**32))
def test_public_record_is_the_same_whatever_lies_where_nobody_has_looked(rules: Rules, seed: int) -> None:
    full = Record.start(rules, packs=packs_of(seed), starter=0)
    unseen = deal_from(rules, packs_of(seed), 0).unseen
    for _, _, action, after in islice(walk_from(rules, seed), 60):
        full, unseen = full.append(action), after.unseen
    other = Record.start(rules, packs=shuffled(packs_of(seed), unseen, Random(seed)), starter=0)
    for move in full.deals[0].moves:
        other = other.append(move.action)
    assert full != other or len(unseen) < 3
    assert full.public() == other.public()
    assert full.public().dumps() == other.public().dumps()


def packs_of(seed: int) -> list[list[Card]]:
    """Both packs of a seed, in dealing order."""
    dice = Random(seed)
    return [dice.sample(pack, 52) for pack in PACKS]


def walk_from(rules: Rules, seed: int) -> Iterator[Step]:
    """Random play from these packs."""
    return walk(deal_from(rules, packs_of(seed), 0), Random(seed), talks=0.05, stops=0.2)


def shuffled(packs: list[list[Card]], unseen: bytes, dice: Random) -> list[list[Card]]:
    """The packs with the cards of these codes in other places."""
    others: list[list[Card]] = []
    for pack in packs:
        places = [place for place, card in enumerate(pack) if card.code in unseen]
        order = iter(dice.sample(places, len(places)))
        others.append([pack[next(order)] if place in places else card for place, card in enumerate(pack)])
    return others


def test_public_record_of_a_match() -> None:
    public = Record.loads(TWO_DEALS).public()
    assert Record.loads(public.dumps()) == public
    assert [*public.replay()] == [observe(state) for state in states_of(Record.loads(TWO_DEALS))]
    assert "seed" not in public.dumps()


# ------------------------------------------------------------------------------------- several in one file


def test_split_tells_the_records_of_a_file_apart() -> None:
    others = [Record.start(SMALL, seed=seed, event=f"{seed}").dumps() for seed in range(3)]
    texts = [FULL, *others]
    assert [*Record.split(io.StringIO("".join(texts)))] == texts
    assert [*Record.split("\n\n".join(texts).splitlines())] == [text + "\n\n" for text in texts[:-1]] + texts[-1:]
    assert [*Record.split("".join(texts))] == [*texts[:-1], texts[-1] + "\n"]
    assert [*map(Record.loads, Record.split("".join(texts)))] == [*map(Record.loads, texts)]


def test_split_of_nothing_is_nothing() -> None:
    assert [*Record.split("")] == [*Record.split([])] == [*Record.split("\ufeff\n \n")] == []


def test_split_reads_no_further_than_it_must() -> None:
    def lines() -> Iterator[str]:
        yield from FULL.splitlines(keepends=True)
        yield "crapette record 1\n"
        raise AssertionError("read on")

    assert next(Record.split(lines())) == FULL


def test_broken_record_in_a_file_does_not_lose_the_others() -> None:
    broken = FULL.replace("1-F", "fold")
    texts = [*Record.split("what is this\n" + FULL + broken + "\ufeff" + FULL)]
    read: list[bool] = []
    for text in texts:
        try:
            read.append(Record.loads(text) == small())
        except NotationError:
            read.append(False)
    assert read == [False, True, False, True]


# ------------------------------------------------------------------------------------- records that are kept

FILES = sorted(KEPT.glob("*/*.txt"))
AS_PUBLIC = ("banca-russa", "crapette", "krapetta-banque-russe", "zank-patience-online")
"""The variants of which a public record is kept too."""


def kept(version: int, name: str) -> Path:
    return KEPT / str(version) / f"{name}.txt"


@pytest.mark.parametrize("name", variant_names())
def test_a_record_of_each_variant_is_kept(name: str) -> None:
    assert kept(1, name).is_file(), "python -m tests.test_record writes it"


@pytest.mark.parametrize("file", FILES, ids=[f"{file.parent.name}-{file.stem}" for file in FILES])
def test_kept_record_is_read_played_and_written_as_ever(file: Path) -> None:
    text = file.read_bytes().decode()
    record = Record.loads(text)
    written = record.dumps()
    if record.rules_version == RULES_VERSION:
        assert sum(1 for _ in record.replay()) == len(record.deals) + sum(len(told.moves) for told in record.deals)
        assert all(told.result is not None for told in record.deals)
    if text.startswith(f"crapette record {FORMAT}\n"):
        assert without_settings(written) == without_settings(text)
        assert set(settings_in(text)) <= set(settings_in(written))


def without_settings(text: str) -> str:
    return re.sub("^settings: .*", "", text, flags=re.MULTILINE)


def settings_in(text: str) -> list[tuple[str, str, str]]:
    """Every setting in a text with its value: later ones may be added, but none goes and none changes."""
    found = re.search("^settings: (.*)", text, re.MULTILINE)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    groups: dict[str, dict[str, Any]] = {key: told[key] if key in GROUPS else {"": told[key]} for key in told}
    return [(group, name, json.dumps(items[name])) for group, items in groups.items() for name in items]


@pytest.mark.parametrize("name", AS_PUBLIC)
def test_kept_public_record_is_that_of_the_full_one(name: str) -> None:
    full = Record.loads(kept(1, name).read_text("utf-8"))
    if full.rules_version == RULES_VERSION:
        assert Record.loads(kept(1, f"{name}-public").read_text("utf-8")) == full.public()


def test_kept_match_is_played_to_its_end() -> None:
    record = Record.loads(kept(1, "match").read_text("utf-8"))
    match = Match(record.rules)
    for number, told in enumerate(record.deals):
        states = states_of(evolve(record, deals=record.deals[: number + 1]))
        *_, last = states
        assert told.result == result_of(last)
        match = match.record(last)
    assert match.over
    assert match.deals == 2


def result_of(state: State) -> Result:
    ended = outcome(state)
    assert ended is not None
    return Result(ended.winner, ended.reason, score(state).points)


def main() -> None:
    """Writes the records that are missing; those that are there are never changed."""
    for name in variant_names():
        text = (PLAYTHROUGHS / f"{name}.txt").read_text("utf-8")
        seed = SEED.search(text)
        assert seed is not None
        record = Record.start(load_variant(name).rules, seed=int(seed[1]), variant=name)
        record = played(record, " ".join(action for _, action in ACTION.findall(text)))
        texts = {kept(1, name): record.dumps()}
        if name in AS_PUBLIC:
            texts[kept(1, f"{name}-public")] = record.public().dumps()
        for path, written in texts.items():
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(written.encode())
                print(path)


if __name__ == "__main__":
    main()
