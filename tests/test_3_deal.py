"""Rules 3: the deal, the shuffle, and who starts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest

from crapette import Card, DealError, Rules, State, child_seed, deal, deal_from, load_rules
from crapette.engine.shuffle import Stream, parse_seed
from tests.playing import played
from tests.positions import FACE_DOWN, Settings, cards, free, lone, rules_with

VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors").joinpath("deals.json").read_text())[
    "deals"
]
NEW_PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]
IN_ORDER = (" ".join(NEW_PACK), " ".join(NEW_PACK).lower())

ALL_FACE_UP: Settings = {"deal.reserve_top": "all-face-up"}
HIGHEST: Settings = {"start.by": "highest-reserve"}
LOWEST: Settings = {"start.by": "lowest-reserve"}
ACE_HIGH: Settings = {"start.ace": "high"}
NOT_TWO_PACKS = "not-two-packs: packs: expected two packs of 52 cards"


def words(seed: int, label: str) -> Iterator[int]:
    """The words of a stream, by the text of the rules."""
    for counter in count():
        digest = sha256(f"crapette/1:{seed}:{label}:{counter}".encode()).digest()
        yield from (int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4))


def cut(seed: int) -> int:
    """Who starts by the cut."""
    return next(words(seed, "cut")) % 2


def pack(top: str, houses: str) -> str:
    """A pack in dealing order with this card on top of the reserve and these in the houses, the first nearest."""
    named = [top, *houses.split()]
    all_cards = NEW_PACK if top.isupper() else [text.lower() for text in NEW_PACK]
    others = [text for text in all_cards if text not in named]
    return " ".join([*others[:12], *named, *others[12:]])


def starter(settings: Settings, packs: tuple[str, str]) -> int | None:
    """Who starts a deal from these packs; None where it comes to a cut."""
    try:
        return deal_from(rules_with(settings), packs).starter
    except DealError as error:
        if codes(error) == ["no-starter"]:
            return None
        raise


def codes(error: DealError) -> list[str]:
    """The codes of all problems."""
    return [problem.code for problem in error.problems]


def told(error: DealError) -> list[str]:
    """Each problem with its code, its place and its sentence."""
    return [f"{problem.code}: {problem}" for problem in error.problems]


# ---------------------------------------------------------------------------------------- what lies where


def test_3_pack_is_dealt_in_order() -> None:
    state = deal_from(Rules(), IN_ORDER, starter=0)
    assert state.reserves[0] == cards("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert state.houses == lone("AH 2H 3H 4H ah 2h 3h 4h")
    assert state.wastes == ((), ())
    assert state.hands[0] == tuple(reversed(cards(" ".join(NEW_PACK[17:]))))
    assert state.hands[0][-1] == Card.parse("5H")
    assert state.hands[1][0] == Card.parse("kc")
    assert state.turned is None
    assert state.foundations == ((),) * 8


def test_3_sizes_of_reserve_houses_and_waste_are_settings() -> None:
    state = deal_from(rules_with({"deal.reserve": 2, "deal.houses": 1, "deal.waste": 1}), IN_ORDER, starter=1)
    assert state.reserves == (cards("AS 2S"), cards("as 2s"))
    assert state.houses == (cards("3S"), cards("3s"))
    assert state.wastes == (cards("4S"), cards("4s"))
    assert state.hands[1] == tuple(reversed(cards(IN_ORDER[1])[4:]))


def test_3_there_may_be_no_reserve() -> None:
    state = deal_from(rules_with({"deal.reserve": 0}), IN_ORDER, starter=0)
    assert (state.reserves, state.face_down) == (((), ()), (0, 0))
    assert state.houses[0] == cards("AS")


def test_3_first_house_is_nearest_the_reserve_for_both() -> None:
    state = deal_from(Rules(), (pack("KS", "2C 3C 4C 5C"), pack("ks", "6c 7c 8c 9c")), starter=0)
    assert state.houses == lone("2C 3C 4C 5C 6c 7c 8c 9c")


@pytest.mark.parametrize(("settings", "face_down"), [({}, 12), (FACE_DOWN, 13), (ALL_FACE_UP, 0)])
def test_3_what_of_the_reserve_is_turned_up_at_the_deal(settings: Settings, face_down: int) -> None:
    assert deal(rules_with(settings), 1).face_down == (face_down, face_down)


def test_3_face_up_reserve_top_is_turned_up_at_once() -> None:
    state = free("(3D 2D) 7H / * / - | 9d / * / - | 8S, KC | - | 0")
    after = played(state, "R-1")
    assert (after.reserves[0], after.face_down[0]) == (cards("3D 2D"), 1)


def test_3_face_down_reserve_top_is_turned_up_by_its_owner_only() -> None:
    state = free("(3D 2D) 7H / * / - | 9d / * / - | 8S, KC | - | 0", FACE_DOWN)
    after = played(state, "R-1")
    assert after.face_down[0] == 2
    assert played(after, "draw discard").face_down[0] == 2
    assert played(after, "flip").face_down[0] == 1


def test_3_all_of_the_reserve_lies_open_and_stays_so() -> None:
    state = free("3D 2D 7H / * / - | 9d / * / - | 8S, 3C | - | 0", ALL_FACE_UP)
    after = played(state, "R-1 R-2")
    assert (after.reserves[0], after.face_down[0]) == (cards("3D"), 0)


# --------------------------------------------------------------------------------------------- the shuffle


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_3_shuffle_is_bit_exact(vector: dict[str, Any]) -> None:
    seed, packs = vector["seed"], vector["packs"]
    rules = load_rules("crapette")
    assert deal(rules, seed, starter=0) == deal_from(rules, packs, starter=0)
    dealt = deal(rules, seed)
    assert dealt.reserves[0] == cards(packs[0])[:13]
    assert dealt.hands[1][-1] == cards(packs[1])[17]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_3_starter_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    assert vector["starter"].keys() == {"crapette", "banca-russa", "krapetta", "crapette-francaise"}
    for name, expected in vector["starter"].items():
        state = deal(load_rules(name), vector["seed"])
        assert (state.starter, state.mover) == (expected, expected)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["seed"]))
def test_3_child_seeds_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert [child_seed(vector["seed"], k) for k in range(3)] == vector["child_seeds"]


def test_3_child_seed_is_the_first_eight_bytes_of_a_digest() -> None:
    digest = sha256(b"crapette/1:5:child:1234").digest()
    assert child_seed(5, 1234) == int.from_bytes(digest[:8], "big")


def test_3_stream_is_words_of_the_digests_one_after_the_other() -> None:
    stream = Stream(3, "pack0")
    assert [stream.below(2**32) for _ in range(20)] == list(islice(words(3, "pack0"), 20))


def test_3_below_skips_the_words_that_would_make_some_numbers_likelier() -> None:
    stream = Stream(3, "pack0")
    kept = (word for word in words(3, "pack0") if word < 3_000_000_000)
    assert [stream.below(3_000_000_000) for _ in range(50)] == list(islice(kept, 50))
    assert any(word >= 3_000_000_000 for word in islice(words(3, "pack0"), 50))


def test_3_below_skips_the_word_that_is_the_limit() -> None:
    """2³² − (2³² mod n) is n itself where n is more than half of 2³²."""
    n, *others = islice(words(8, "pack0"), 50)
    assert n > 2**31
    assert Stream(8, "pack0").below(n) == next(word for word in others if word < n)


def test_3_seed_may_be_large() -> None:
    assert deal(Rules(), 10**4300 - 1).turn_number == 1


@pytest.mark.parametrize("seed", [-1, True, 1.0, "1", None, pytest.param(10**4300, id="huge")])
def test_3_seed_is_an_integer_from_0_up(seed: Any) -> None:
    with pytest.raises(DealError) as wrong:
        child_seed(seed, 0)
    assert codes(wrong.value) == ["bad-seed"]
    with pytest.raises(DealError) as caught:
        deal(Rules(), seed)
    assert codes(caught.value) == ["bad-seed"]


@pytest.mark.parametrize(
    ("text", "seed"),
    [
        ("0", 0),
        ("007", 7),
        ("", None),
        ("-1", None),
        ("1.0", None),
        ("٣", None),
        pytest.param("9" * 4300, 10**4300 - 1, id="large"),
        pytest.param("0" * 4301, None, id="too long"),
    ],
)
def test_3_seed_is_written_in_decimal(text: str, seed: int | None) -> None:
    assert parse_seed(text) == seed


# ---------------------------------------------------------------------------------------------- who starts


@pytest.mark.parametrize(
    ("settings", "top_0", "top_1", "expected"),
    [
        (LOWEST, "5H", "9s", 0),
        (LOWEST, "9H", "5s", 1),
        (HIGHEST, "5H", "9s", 1),
        (HIGHEST, "9H", "5s", 0),
        (LOWEST, "KH", "as", 1),
        (HIGHEST, "KH", "as", 0),
        ({**LOWEST, **ACE_HIGH}, "KH", "as", 0),
        ({**HIGHEST, **ACE_HIGH}, "KH", "as", 1),
        ({**HIGHEST, **ACE_HIGH}, "KH", "qs", 0),
        (LOWEST, "2H", "as", 1),
    ],
)
def test_3_reserve_tops_decide_who_starts(settings: Settings, top_0: str, top_1: str, expected: int) -> None:
    assert starter(settings, (pack(top_0, "2C 3C 4C 6C"), pack(top_1, "2c 3c 4c 6c"))) == expected


@pytest.mark.parametrize(
    ("settings", "ties", "houses_0", "houses_1", "expected"),
    [
        # pairwise, nearest first; the first difference decides
        (LOWEST, ["houses"], "2S 9S 3S 4S", "2h 8h kh qh", 1),
        (HIGHEST, ["houses"], "2S 9S 3S 4S", "2h 8h kh qh", 0),
        (LOWEST, ["houses"], "2S 9S 3S 4S", "2h 9h 3h qh", 0),
        (LOWEST, ["houses"], "AS 9S 3S 4S", "kh 8h 2h qh", 0),
        ({**LOWEST, **ACE_HIGH}, ["houses"], "AS 9S 3S 4S", "kh 8h 2h qh", 1),
        ({**HIGHEST, **ACE_HIGH}, ["houses"], "AS 9S 3S 4S", "kh 8h 2h qh", 0),
        (LOWEST, ["houses"], "2S 9S 3S 4S", "2h 9h 3h 4h", None),
        # the best: the highest for the highest, the lowest for the lowest
        (HIGHEST, ["best-house"], "2S 9S 3S 4S", "3h th 4h 6h", 1),
        (LOWEST, ["best-house"], "2S KS 3S 4S", "3h th 4h 6h", 0),
        (HIGHEST, ["best-house"], "AS 9S 3S 4S", "3h th 4h 6h", 1),
        ({**HIGHEST, **ACE_HIGH}, ["best-house"], "AS 9S 3S 4S", "3h kh 4h 6h", 0),
        ({**LOWEST, **ACE_HIGH}, ["best-house"], "AS 9S 3S 4S", "2h kh 4h 6h", 1),
        (HIGHEST, ["best-house"], "2S 9S 3S 4S", "9h 3h 4h 6h", None),
        # one after the other
        (HIGHEST, ["best-house", "houses"], "2S 9S 3S 4S", "9h 3h 4h 6h", 1),
        (HIGHEST, ["houses", "best-house"], "2S TS 3S 4S", "9h 3h 4h 6h", 1),
        (HIGHEST, ["best-house", "houses"], "2S TS 3S 4S", "9h 3h 4h 6h", 0),
        (HIGHEST, [], "2S TS 3S 4S", "9h 3h 4h 6h", None),
    ],
)
def test_3_houses_decide_a_tie(
    settings: Settings, ties: list[str], houses_0: str, houses_1: str, expected: int | None
) -> None:
    packs = (pack("5C", houses_0), pack("5d", houses_1))
    assert starter({**settings, "start.ties": ties}, packs) == expected


@pytest.mark.parametrize("direction", [LOWEST, HIGHEST])
@pytest.mark.parametrize(
    ("top_0", "top_1", "expected"),
    [
        ("5S", "5h", 0),
        ("5H", "5s", 1),
        ("5H", "5d", 0),
        ("5D", "5h", 1),
        ("5D", "5c", 0),
        ("5C", "5d", 1),
        ("5C", "5c", None),
    ],
)
def test_3_suit_of_the_reserve_tops_decides_a_tie_whatever_the_direction(
    direction: Settings, top_0: str, top_1: str, expected: int | None
) -> None:
    packs = (pack(top_0, "2S 3S 4S 6S"), pack(top_1, "2h 3h 4h 6h"))
    assert starter({**direction, "start.ties": ["houses", "best-house", "suit"]}, packs) == expected


def test_3_ties_do_not_matter_where_the_tops_differ() -> None:
    packs = (pack("5C", "KS QS JS TS"), pack("6s", "2h 3h 4h 7h"))
    assert starter({**LOWEST, "start.ties": ["suit", "houses", "best-house"]}, packs) == 0


def test_3_cut_decides_by_its_own_stream() -> None:
    starters = [deal(rules_with({"start.by": "cut"}), seed).starter for seed in range(30)]
    assert starters == [cut(seed) for seed in range(30)]
    assert set(starters) == {0, 1}


def test_3_tie_that_is_left_goes_to_the_cut() -> None:
    tied = [state for state in dealt({**LOWEST, "start.ties": []}) if len({r[-1].rank for r in state[1].reserves}) == 1]
    assert {cut(seed) for seed, _ in tied} == {0, 1}
    assert [state.starter for _, state in tied] == [cut(seed) for seed, _ in tied]


def dealt(settings: Settings) -> list[tuple[int, State]]:
    """The deals of some seeds."""
    return [(seed, deal(rules_with(settings), seed)) for seed in range(120)]


def test_3_given_packs_have_no_cut() -> None:
    with pytest.raises(DealError) as caught:
        deal_from(rules_with({"start.by": "cut"}), IN_ORDER)
    assert told(caught.value) == [
        "no-starter: starter: the cut decides who starts, and given packs have none: name the starter"
    ]
    assert deal_from(rules_with({"start.by": "cut"}), IN_ORDER, starter=1).starter == 1


@pytest.mark.parametrize("named", [0, 1])
def test_3_caller_may_always_name_the_starter(named: int) -> None:
    packs = (pack("5H", "2C 3C 4C 6C"), pack("9s", "2c 3c 4c 6c"))
    for state in (deal(Rules(), 0, starter=named), deal_from(Rules(), packs, starter=named)):
        assert (state.starter, state.mover, state.turn_number) == (named, named, 1)


@pytest.mark.parametrize("named", [2, -1, True, "0", 1.5])
def test_3_starter_is_player_0_or_1(named: Any) -> None:
    with pytest.raises(DealError) as caught:
        deal(Rules(), 0, named)
    assert told(caught.value) == ["bad-starter: starter: the starter must be player 0 or 1"]
    with pytest.raises(DealError) as again:
        deal_from(Rules(), IN_ORDER, named)
    assert told(again.value) == told(caught.value)


# ------------------------------------------------------------------------------------------- given packs


def test_3_packs_are_texts_or_cards() -> None:
    as_cards = [cards(text) for text in IN_ORDER]
    assert deal_from(Rules(), as_cards, starter=0) == deal_from(Rules(), IN_ORDER, starter=0)


@pytest.mark.parametrize(
    ("packs", "problems"),
    [
        ([], [NOT_TWO_PACKS]),
        ([*IN_ORDER, ""], [NOT_TWO_PACKS]),
        (IN_ORDER[0], [NOT_TWO_PACKS]),
        (
            [IN_ORDER[0].replace("7H ", "x "), IN_ORDER[1]],
            ["no-card: packs[0]: 'x' is no card", "missing-card: packs[0]: 7H is missing"],
        ),
        ([IN_ORDER[0], IN_ORDER[1].replace("7h ", "")], ["missing-card: packs[1]: 7h is missing"]),
        (
            [IN_ORDER[0].replace("7H", "8H"), IN_ORDER[1]],
            ["doubled-card: packs[0]: 8H is there 2 times", "missing-card: packs[0]: 7H is missing"],
        ),
        (
            [IN_ORDER[0].replace("7H", "7h"), IN_ORDER[1]],
            ["foreign-card: packs[0]: 7h is not of pack 0", "missing-card: packs[0]: 7H is missing"],
        ),
        (
            [IN_ORDER[0], IN_ORDER[1].replace("7h", "xx")],
            ["foreign-card: packs[1]: xx is not of pack 1", "missing-card: packs[1]: 7h is missing"],
        ),
    ],
)
def test_3_packs_are_two_whole_packs(packs: list[str], problems: list[str]) -> None:
    with pytest.raises(DealError) as caught:
        deal_from(Rules(), packs, starter=0)
    assert told(caught.value) == problems


def test_3_all_problems_of_a_deal_are_told_at_once() -> None:
    with pytest.raises(DealError) as caught:
        deal(Rules(), -1, starter=2)
    assert sorted(codes(caught.value)) == ["bad-seed", "bad-starter"]
