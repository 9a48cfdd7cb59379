"""Records as text: how they are written, and how they are read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from typing import Any, cast

from attrs import evolve, frozen

from crapette.actions import PASS, Action
from crapette.cards import Card
from crapette.engine.shuffle import parse_seed
from crapette.engine.view import View
from crapette.errors import DealError, NotationError, Problem, quoted
from crapette.faults import MAX_FAULTS, one_of
from crapette.notation import position
from crapette.notation.plain import line_and_column, places, read_plain
from crapette.notation.record_parts import (
    A_TAG,
    DEAL_PATHS,
    LONGEST_COMMENT,
    MOST_DIGITS,
    OF_RECORD,
    PATHS,
    REQUIRED,
    DealRecord,
    Move,
    Result,
    can_be_tag,
    problems_of_deals,
    problems_of_facts,
    problems_of_moves,
    problems_of_tags,
)
from crapette.rules import Rules, checked_settings, path_of_setting, rules_from_settings
from crapette.state import Reason

FORMAT = 1
"""The version of the format that is written."""

FORMATS = (1,)
"""The versions that can be read."""

WIDTH = 100
"""Turns are written in lines of at most so many characters, unless a comment is longer."""

LONGEST_SETTINGS = 1 << 14
"""No longer settings are read, in characters; all settings there are take a tenth of it."""

# ------------------------------------------------------------------------------------------------ writing

_FIRST_WORDS = "crapette record"


def written(
    rules: Rules, deals: Iterable[DealRecord], facts: Mapping[str, object], tags: Iterable[tuple[str, str]]
) -> str:
    """The text of a record.

    Args:
        rules: Its rules.
        deals: Its deals.
        facts: What else is known of the whole record, by the keys of texts.
        tags: Its tags.
    """
    lines = [f"{_FIRST_WORDS} {FORMAT}", *_header_lines(rules, facts, tags)]
    for number, deal_record in enumerate(deals, start=1):
        lines += ["", f"deal {number}", *_deal_lines(deal_record)]
        if deal_record.moves:
            lines += ["", *_move_lines(deal_record.moves)]
    return "\n".join([*lines, ""])


def _header_lines(rules: Rules, facts: Mapping[str, object], tags: Iterable[tuple[str, str]]) -> Iterator[str]:
    settings = json.dumps(rules.to_mapping(), sort_keys=True, separators=(",", ":"))
    facts = {**facts, "digest": rules.digest, "settings": settings}
    for key in PATHS:
        if key in facts:
            yield f"{key}: {facts[key]}"
    for key, text in tags:
        yield f"{key}: {text}"


def _deal_lines(deal_record: DealRecord) -> Iterator[str]:
    if deal_record.seed is not None:
        yield f"seed: {deal_record.seed}"
    for number, pack in enumerate(deal_record.packs or ()):
        yield f"pack {number}: {' '.join(map(str, pack))}"
    if deal_record.start is not None:
        yield f"start: {position.dumps(deal_record.start)}"
    yield f"starter: {deal_record.starter}"
    if deal_record.result is not None:
        yield f"result: {deal_record.result}"


def _move_lines(moves: Iterable[Move]) -> Iterator[str]:
    """The turns, each beginning a line, with long ones wrapped between actions."""
    for turn, made in groupby(moves, key=lambda move: move.turn):
        first, *others = map(_move_text, made)
        line = f"{turn}. {first}"
        for text in others:
            if len(line) + len(text) < WIDTH:
                line += f" {text}"
            else:
                yield line
                line = f"   {text}"
        yield line


def _move_text(move: Move) -> str:
    text = str(move.action)
    if move.shown:
        text += f"={','.join(map(str, move.shown))}"
    if move.time is not None:
        text += f" @{move.time}"
    if move.comment is not None:
        text += f" {_comment_text(move.comment)}"
    return text


def _comment_text(comment: str) -> str:
    """The comment as a JSON string, in which nothing stands that could break a line or harm a terminal."""
    text = json.dumps(comment, ensure_ascii=False)
    if text.isprintable():
        return text
    return "".join([character if character.isprintable() else json.dumps(character)[1:-1] for character in text])


# ------------------------------------------------------------------------------------------------ reading

_FIRST_LINE = re.compile(r"crapette\s++record\s++([0-9]{1,15}+)")
_DEAL_LINE = re.compile(r"deal\s++([0-9]{1,15}+)")
_RESULT = re.compile(r"([01-])\s++([a-z-]++)\s++([0-9]{1,15}+)\s++([0-9]{1,15}+)")
_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")
_WORD = re.compile(r"\S++")
_BETWEEN_COMMAS = re.compile(r"(?:^|(?<=,))[^,]*+")
_TOKEN = re.compile(
    r"""
    (?P<turn> [0-9]++\. )
    | (?P<time> @ [^\s"@]*+ )
    | (?P<comment> "(?:[^"\\]++|\\.)*+"? )
    | (?P<word> [^\s"@]++ )
    """,
    re.VERBOSE,
)
_BYTE_ORDER_MARK = "\ufeff"


def _below(path: str, part: str) -> str:
    return f"{path}.{part}" if path and part else path or part


def is_empty_line(line: str) -> bool:
    """Whether nothing stands in a line."""
    return not line.removeprefix(_BYTE_ORDER_MARK).strip()


def begins_record(line: str) -> bool:
    """Whether a line is the first of a record."""
    return line.removeprefix(_BYTE_ORDER_MARK).split(maxsplit=2)[:2] == _FIRST_WORDS.split()


@frozen
class _Fact:
    """What stands behind a key in the text, and where."""

    value: str
    at: int


class _Draft:
    """An action in the text, with what stands behind it so far, and where it stands."""

    def __init__(self, action: Action, at: int, turn: int, turn_at: int) -> None:
        self.action = action
        self.turn = turn
        self.shown: tuple[Card, ...] = ()
        self.comment: str | None = None
        self.time: int | None = None
        self.at = at
        self.turn_at = turn_at

    def move(self) -> Move:
        return Move(self.action, self.turn, shown=self.shown, comment=self.comment, time=self.time)


class _Section:
    """What the text says of the whole record, or of one deal."""

    def __init__(self, path: str, keys: Mapping[str, str], at: int) -> None:
        self.path = path
        self.keys = keys
        self.at = at
        """Where it begins."""
        self.facts: dict[str, _Fact] = {}
        self.places: dict[str, int] = {}
        """Where what stands behind the keys is, by what it is called in problems."""
        self.drafts: list[_Draft] = []
        self.turn: tuple[int, int] | None = None
        """The number of the turn that is being read, and where it stands."""

    def place_of(self, path: str) -> int:
        """Where the text says what has this path in the section."""
        if path.startswith("moves["):
            place, _, part = path.removeprefix("moves[").partition("]")
            draft = self.drafts[int(place)]
            return draft.turn_at if part == ".turn" else draft.at
        return self.places.get(path, self.at)

    def add(self, key: str, fact: _Fact) -> None:
        self.facts[key] = fact
        self.places[self.keys.get(key, f"tags.{key}")] = fact.at


def parsed(text: str) -> tuple[Rules, tuple[DealRecord, ...], dict[str, Any]]:
    """The rules, the deals, and all else that a text says of a record, as `Record` takes it.

    Raises:
        NotationError: The text is no record; all problems.
    """
    return _Reader(text).read()


class _Reader:
    """Reads the text of one record, and notes all that is wrong with it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.faults: list[tuple[int, str, Problem]] = []
        """Where each is, what would be right, and the problem."""
        self.header = _Section("", PATHS, 0)
        self.deals: list[_Section] = []

    def read(self) -> tuple[Rules, tuple[DealRecord, ...], dict[str, Any]]:
        self.read_lines()
        rules = self.rules()
        facts = self.facts()
        read = [self.deal_record(section, rules) for section in self.deals]
        deals = tuple([deal_record for deal_record in read if deal_record is not None])
        if rules is not None and len(deals) == len(read):
            for problem in problems_of_deals(rules, deals):
                at = self.place_of(problem.path)
                self.fault(at, problem.code, problem.path, "deals that can stand in one record", problem.text)
        self.stop_at_faults()
        assert rules is not None
        return rules, deals, facts

    # ------------------------------------------------------------------------------------------- faults

    def fault(self, at: int, code: str, path: str, expected: str, text: str = "") -> None:
        """Notes that something is wrong; without a text, that it is not what was expected."""
        if len(self.faults) < MAX_FAULTS:
            place = line_and_column(self.text, at)
            problem = Problem(code, path, text or f"expected {expected}", line=place.line, column=place.column)
            self.faults.append((at, expected, problem))

    def place_of(self, path: str) -> int:
        """Where the text says what has this path, which begins with `deals`."""
        number, _, part = path.removeprefix("deals[").partition("]")
        return self.deals[int(number)].place_of(part.removeprefix(".")) if self.deals else len(self.text)

    def fault_of_word(self, at: int, word: str, code: str, path: str, expected: str) -> None:
        """Notes that a word is not what it should be."""
        self.fault(at, code, path, expected, f"{quoted(word)}: expected {expected}" if word else "")

    def faults_of(self, section: _Section, problems: Iterable[Problem], expected: str) -> None:
        """Notes problems that are told by the paths of a section."""
        for problem in problems:
            path = _below(section.path, problem.path)
            self.fault(section.place_of(problem.path), problem.code, path, expected, problem.text)

    def fault_of_fact(self, section: _Section, key: str, code: str, expected: str) -> None:
        """Notes that what stands behind a key is not what it should be."""
        fact = section.facts[key]
        self.fault_of_word(fact.at, fact.value, code, _below(section.path, section.keys[key]), expected)

    def stop_at_faults(self) -> None:
        """Raises what is wrong, in the order of the text."""
        if self.faults:
            self.faults.sort(key=itemgetter(0))
            at, expected, _ = self.faults[0]
            raise NotationError(self.text, at, expected, [problem for _, _, problem in self.faults])

    # --------------------------------------------------------------------------------------------- lines

    def read_lines(self) -> None:
        """Reads what stands in which line."""
        at, begun = 0, False
        for number, line in enumerate(self.text.split("\n")):
            content = (line if number else line.removeprefix(_BYTE_ORDER_MARK)).strip()
            start = at + line.find(content)
            at += len(line) + 1
            if content and begun:
                self.read_line(content, start)
            elif content:
                self.read_first_line(content, start)
                begun = True
        if not begun:
            self.read_first_line("", 0)

    def read_first_line(self, content: str, at: int) -> None:
        found = _FIRST_LINE.fullmatch(content)
        if found is None:
            self.fault_of_word(at, content, "no-record", "", f"a first line such as {_FIRST_WORDS} {FORMAT}")
        elif int(found[1]) not in FORMATS:
            expected = f"version {one_of(map(str, FORMATS))}, since this library reads no other"
            self.fault_of_word(at + found.start(1), found[1], "unknown-version", "", expected)
        self.stop_at_faults()

    def read_line(self, content: str, at: int) -> None:
        if begins_record(content):
            self.fault(at, "several-records", "", "the end of the text: Record.split tells several records apart")
            self.stop_at_faults()
        found = _DEAL_LINE.fullmatch(content)
        head, colon, tail = content.partition(":")
        section = self.deals[-1] if self.deals else self.header
        if found:
            self.read_deal_line(int(found[1]), at)
        elif colon and '"' not in head:
            value = tail.strip()
            self.read_fact(section, " ".join(head.split()), at, _Fact(value, at + len(content) - len(value)))
        elif self.deals:
            self.read_moves(section, content, at)
        else:
            self.fault_of_word(at, content, "bad-line", "", "a key with its value, such as date: 2026-11-30, or deal 1")

    def read_deal_line(self, number: int, at: int) -> None:
        right = len(self.deals) + 1
        if number != right:
            self.fault(at, "wrong-deal", f"deals[{right - 1}]", f"deal {right}")
        self.deals.append(_Section(f"deals[{right - 1}]", DEAL_PATHS, at))

    def read_fact(self, section: _Section, key: str, at: int, fact: _Fact) -> None:
        in_header = section is self.header
        if key not in section.keys and not (in_header and can_be_tag(key)):
            expected = one_of([*section.keys, A_TAG]) if in_header else one_of(section.keys)
            self.fault_of_word(at, key, "bad-key", section.path, expected)
        elif section.turn is not None:
            self.fault_of_word(at, key, "misplaced-key", section.path, "this before the actions of the deal")
        elif key in section.facts:
            self.fault_of_word(at, key, "repeated-key", section.path, "each key only once")
        else:
            section.add(key, fact)

    # ------------------------------------------------------------------------------------------- actions

    def read_moves(self, section: _Section, content: str, at: int) -> None:
        for token in _TOKEN.finditer(content):
            kind, place = token.lastgroup, at + token.start()
            if kind == "turn":
                self.read_turn(section, token[0].removesuffix("."), place)
            elif kind == "word":
                self.read_action(section, token[0], place)
            else:
                self.read_remark(section, token[0], place, is_time=kind == "time")

    def read_turn(self, section: _Section, digits: str, at: int) -> None:
        self.end_turn(section)
        before = section.turn[0] if section.turn else 1
        number = int(digits) if _NUMBER.fullmatch(digits) else 0
        if not number:
            expected = f"the number of a turn, from 1 up and of at most {MOST_DIGITS} digits"
            self.fault_of_word(at, digits, "bad-turn", section.path, expected)
        section.turn = number or before, at

    def end_turn(self, section: _Section) -> None:
        """Sees to it that there has been an action since the number of the turn."""
        last = section.drafts[-1].at if section.drafts else -1
        if section.turn is not None and last < section.turn[1]:
            self.fault(section.turn[1], "empty-turn", section.path, "an action behind the number of the turn")

    def read_action(self, section: _Section, word: str, at: int) -> None:
        path = f"{section.path}.moves[{len(section.drafts)}]"
        text, equals, cards = word.partition("=")
        if section.turn is None:
            self.fault_of_word(at, word, "no-turn", path, "the number of the turn first, such as 1.")
            section.turn = (1, at)
        try:
            action = Action.parse(text)
        except NotationError as error:
            self.fault_of_word(at, text, "unknown-action", path, error.expected)
            action = PASS  # in its place, so that what else is wrong is found
        draft = _Draft(action, at, *section.turn)
        section.drafts.append(draft)
        if equals:
            begin = at + len(text) + len(equals)
            words = [(found[0], begin + found.start()) for found in _BETWEEN_COMMAS.finditer(cards)]
            draft.shown = self.cards(words, f"{path}.shown")

    def cards(self, words: Iterable[tuple[str, int]], path: str) -> tuple[Card, ...]:
        """The cards that these words name, each of which stands where it says."""
        cards: list[Card] = []
        for word, at in words:
            try:
                card = Card.parse(word)
            except NotationError as error:
                self.fault_of_word(at, word, "no-card", path, error.expected)
                continue
            if card.known:
                cards.append(card)
            else:
                self.fault_of_word(at, word, "no-card", path, "a card that is known")
        return tuple(cards)

    def read_remark(self, section: _Section, token: str, at: int, *, is_time: bool) -> None:
        """Reads the time or the comment of the last action."""
        draft = section.drafts[-1] if section.drafts else None
        path = f"{section.path}.moves[{len(section.drafts) - 1}]" if draft else section.path
        if draft is None or (section.turn is not None and section.turn[1] > draft.at):
            self.fault_of_word(at, token, "misplaced-remark", path, "an action before its time and its comment")
        elif draft.comment is not None or (is_time and draft.time is not None):
            self.fault_of_word(at, token, "misplaced-remark", path, "one time and then one comment behind an action")
        elif is_time:
            draft.time = self.time(token.removeprefix("@"), at, f"{path}.time")
        else:
            draft.comment = self.comment(token, at, f"{path}.comment")

    def comment(self, token: str, at: int, path: str) -> str:
        try:
            comment = cast("str", read_plain(token))
        except NotationError as error:
            self.fault_of_word(at + error.at, token[error.at :], "bad-comment", path, error.expected)
            return ""
        if len(comment) > LONGEST_COMMENT:
            self.fault(at, "bad-comment", path, f"a comment of at most {LONGEST_COMMENT} characters")
            return ""
        return comment

    def time(self, digits: str, at: int, path: str) -> int | None:
        if _NUMBER.fullmatch(digits):
            return int(digits)
        expected = f"milliseconds behind @, of at most {MOST_DIGITS} digits"
        self.fault_of_word(at, f"@{digits}", "bad-time", path, expected)
        return None

    # -------------------------------------------------------------------------------------- what it all says

    def facts(self) -> dict[str, Any]:
        """The facts of the whole record but its rules, as `Record` takes them."""
        read = {key: fact.value for key, fact in self.header.facts.items()}
        for key in REQUIRED:
            if key not in read:
                self.fault(0, "missing-key", PATHS[key], f"a line with {key}")
        tags = sorted((key, text) for key, text in read.items() if key not in PATHS)
        facts: dict[str, object] = {key: text for key, text in read.items() if key in OF_RECORD}
        if "rules-version" in facts:
            version = read["rules-version"]
            facts["rules-version"] = int(version) if _NUMBER.fullmatch(version) else version
        problems = *problems_of_facts(facts), *problems_of_tags(tags)
        self.faults_of(self.header, problems, "a fact that can be written in a record")
        players = facts.pop("player 0", None), facts.pop("player 1", None)
        return {PATHS[key]: fact for key, fact in facts.items()} | {"players": players, "tags": tags}

    def rules(self) -> Rules | None:
        """The rules; None where the text says none, or none that can be."""
        fact = self.header.facts.get("settings")
        if fact is None:
            return None
        if len(fact.value) > LONGEST_SETTINGS:
            expected = f"at most {LONGEST_SETTINGS} characters"
            self.fault(fact.at + LONGEST_SETTINGS, "bad-settings", "rules", expected)
            return None
        try:
            data = read_plain(fact.value)
        except NotationError as error:
            self.fault_of_word(fact.at + error.at, fact.value[error.at :], "bad-settings", "rules", error.expected)
            return None
        values, faults = checked_settings(data)
        keys = [(fault.path, fault.on_key) for fault in faults]
        for fault, at in zip(faults, places(fact.value, keys), strict=True):
            path = f"rules.{path_of_setting(fault.path)}".rstrip(".")
            self.fault(fact.at + at, fault.code, path, "settings that the rules have", fault.text)
        return None if faults else self.checked_by_digest(rules_from_settings(values))

    def checked_by_digest(self, rules: Rules) -> Rules:
        """The rules, after a look at whether the digest is theirs."""
        digest = self.header.facts.get("digest")
        if digest is not None and digest.value != rules.digest:
            expected = f"{rules.digest}, which is the digest of the settings"
            self.fault_of_fact(self.header, "digest", "wrong-digest", expected)
        return rules

    def deal_record(self, section: _Section, rules: Rules | None) -> DealRecord | None:
        """A deal; None where the text says none that can be."""
        self.end_turn(section)
        moves = [draft.move() for draft in section.drafts]
        problems = problems_of_moves(moves, is_public="start" in section.facts)
        self.faults_of(section, problems, "actions that can have been made")
        told = self.seed(section) | self.packs(section) | self.start(section, rules)
        if not {"seed", "pack 0", "pack 1", "start"} & {*section.facts}:
            self.fault(section.at, "missing-key", section.path, "a line with seed, or with start, or two with packs")
        starter, result = self.starter(section), self.result(section)
        if not told or (starter is None and "start" in told):
            return None
        try:  # also without a starter, to find what else is wrong
            record = DealRecord(starter=starter or 0, result=result, **told)
        except DealError as error:
            self.faults_of(section, error.problems, "a deal that can be")
            return None
        return None if self.faults else evolve(record, moves=tuple(moves))

    def seed(self, section: _Section) -> dict[str, Any]:
        fact = section.facts.get("seed")
        if fact is None:
            return {}
        seed = parse_seed(fact.value)
        return {"seed": -1 if seed is None else seed}

    def packs(self, section: _Section) -> dict[str, Any]:
        keys = [key for key in ("pack 0", "pack 1") if key in section.facts]
        packs: list[tuple[Card, ...]] = []
        for key in keys:
            fact, before = section.facts[key], len(self.faults)
            words = [(found[0], fact.at + found.start()) for found in _WORD.finditer(fact.value)]
            if len(words) == 52:
                packs.append(self.cards(words, f"{section.path}.{DEAL_PATHS[key]}"))
            else:
                self.fault_of_fact(section, key, "not-52-cards", "52 cards")
            if len(self.faults) > before:
                packs = []
        if len(keys) == 1:
            self.fault(section.facts[keys[0]].at, "missing-key", section.path, "two packs: pack 0 and pack 1")
        return {"packs": tuple(packs)} if len(packs) == 2 else {}

    def start(self, section: _Section, rules: Rules | None) -> dict[str, Any]:
        fact, path = section.facts.get("start"), f"{section.path}.start"
        if fact is None or rules is None:
            return {}
        try:
            start = position.loads(fact.value, rules)
        except NotationError as error:
            for problem in error.problems:
                self.fault(fact.at, problem.code, f"{path}.{problem.path}".rstrip("."), error.expected, problem.text)
            if not error.problems:
                word = fact.value[error.at :]
                self.fault_of_word(fact.at + error.at, word, "bad-position", path, error.expected)
            return {}
        if isinstance(start, View):
            return {"start": start}
        self.fault_of_fact(section, "start", "not-a-start", "a position with blanks for the cards that lie face down")
        return {}

    def starter(self, section: _Section) -> int | None:
        fact = section.facts.get("starter")
        if fact is None:
            self.fault(section.at, "missing-key", f"{section.path}.starter", "a line with starter")
        elif fact.value not in ("0", "1"):
            self.fault_of_fact(section, "starter", "bad-starter", "0 or 1")
        else:
            return int(fact.value)
        return None

    def result(self, section: _Section) -> Result | None:
        fact = section.facts.get("result")
        if fact is None:
            return None
        found = _RESULT.fullmatch(fact.value)
        if found is None or found[2] not in tuple(Reason):
            expected = f"winner or -, reason, points of 0 and of 1, such as 0 out 36 0; reasons are {one_of(Reason)}"
            self.fault_of_fact(section, "result", "bad-result", expected)
            return None
        winner = None if found[1] == "-" else int(found[1])
        return Result(winner, Reason(found[2]), (int(found[3]), int(found[4])))
