"""Boards and cards as pictures: what lies where, what is marked, and that nothing hidden is told."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, islice, pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from crapette import (
    CrapetteError,
    NotationError,
    Rules,
    apply,
    cli,
    deal,
    legal_moves,
    load_rules,
    observe,
    position,
    sample,
)
from crapette.render import faces
from crapette.render.faces import COLOURS, HEIGHT, STYLE, WIDTH
from crapette.render.svg import board
from crapette.render.text import caption, described
from tests.in_play import in_play
from tests.playing import played, random_walk
from tests.positions import FACE_DOWN, SEQUENCE, at, callable_at, free

SVG = "{http://www.w3.org/2000/svg}"
TEXT = "(TS JS) 3S / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d"
ALL_FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


class Place(NamedTuple):
    """A card as it is drawn, and where its left upper corner is."""

    symbol: str
    x: float
    y: float


class Picture:
    """What is on a picture."""

    def __init__(self, text: str) -> None:
        self.root = ET.fromstring(text)  # noqa: S314 - our own
        self.ids = [element.attrib["id"] for element in self.root.iter() if "id" in element.attrib]
        self.prefix = self.ids[0].removesuffix("-title")
        self.title, self.desc = (self.root.findtext(f"{SVG}{name}") or "" for name in ("title", "desc"))
        self.cards = [
            Place(use.attrib["href"].partition("-")[2], float(use.attrib["x"]), float(use.attrib["y"]))
            for use in self.root.iter(f"{SVG}use")
            if "x" in use.attrib
        ]
        self.texts = {
            text.text: (float(text.attrib["x"]), float(text.attrib["y"])) for text in self.root.iter(f"{SVG}text")
        }

    def where(self, symbol: str) -> tuple[float, float]:
        """Where the only card with this symbol lies."""
        (place,) = [place for place in self.cards if place.symbol == symbol]
        return place.x, place.y

    def lines(self, mark: str) -> list[tuple[float, float, float]]:
        """The middles of what has such a line around it, and how wide it is without the line's own room."""
        found: list[tuple[float, float, float]] = []
        for rect in self.root.iter(f"{SVG}rect"):
            if rect.attrib["class"] == f"cr-{mark}-line":
                x, y, width, height = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
                found.append((x + width / 2, y + height / 2, width + HEIGHT - height))
        return found

    def around(self, symbol: str, cards: int = 1, step: float = 0) -> tuple[float, float, float]:
        """The line around a card, and around those that lie on it."""
        x, y = self.where(symbol)
        width = WIDTH + (cards - 1) * abs(step)
        return x + WIDTH / 2 + (cards - 1) * step / 2, y + HEIGHT / 2, width


# ------------------------------------------------------------------------------------------------- cards


def test_every_card_has_its_own_face() -> None:
    assert len({faces.face(name) for name in ALL_FACES}) == 52


@pytest.mark.parametrize(("name", "pips"), [("AS", 1), *((f"{rank}H", int(rank)) for rank in "23456789"), ("TC", 10)])
def test_a_card_has_as_many_pips_as_its_rank_says_and_four_indices(name: str, pips: int) -> None:
    drawing = faces.face(name)
    assert drawing.count("<use ") == drawing.count(f'<use href="#c-{name[1]}"') == pips + 4


def test_pips_do_not_lie_on_each_other() -> None:
    for rank in "23456789T":
        middle = faces.face(f"{rank}D").rpartition("</g><use")[2]
        places = [(float(x), float(y)) for x, y in re.findall(r"translate\(([\d.]+) ([\d.]+)\)", middle)]
        assert all(abs(x - u) + abs(y - v) > 10 for (x, y), (u, v) in combinations(places, 2))


def test_pips_of_the_lower_half_stand_on_their_heads() -> None:
    scales = re.findall(r"translate\([\d.]+ ([\d.]+)\)scale\((-?)0.52\)", faces.face("TS"))
    assert [minus == "-" for _, minus in scales] == [float(y) > HEIGHT / 2 for y, _ in scales]
    assert Counter(minus for _, minus in scales) == {"": 5, "-": 5}


@pytest.mark.parametrize("name", ["QS", "7H", "JD", "TC"])
def test_hearts_and_diamonds_are_red(name: str) -> None:
    colours = re.findall(r'<g class="cr-(\w+)"|class="cr-(\w+)-line" fill="none"', faces.face(name))
    assert {one or other for one, other in colours} == {"red" if name[1] in "HD" else "black"}


def test_courts_are_told_apart_by_more_than_their_index() -> None:
    assert len({faces.face(f"{rank}S").rpartition("rotate(180")[2] for rank in "JQK"}) == 3


def test_backs_are_told_apart_by_more_than_their_colour() -> None:
    one, other = (faces.back(pack).replace(f"back-{pack}", "back") for pack in (0, 1))
    assert one != other


def test_symbols_are_the_cards_with_their_pips() -> None:
    drawn = ET.fromstring(f"<svg>{faces.symbols(['QS', 'TH'], 'x')}</svg>")  # noqa: S314 - our own
    named = [symbol.attrib["id"] for symbol in drawn]
    assert named == ["x-S", "x-H", "x-D", "x-C", "x-back-0", "x-back-1", "x-QS", "x-TH"]
    assert {use.attrib["href"] for use in drawn.iter("use")} == {"#x-S", "#x-H"}


def brightness(colour: str) -> float:
    """The relative luminance, as WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("on", "over", "least"),
    [
        *((colour, "card", 4.5) for colour in ("red", "black")),
        ("ink", "table", 7),
        *((mark, ground, 3) for mark in ("source", "target", "moved") for ground in ("table",)),
    ],
)
@pytest.mark.parametrize("theme", [0, 1])
def test_colours_stand_out(on: str, over: str, least: float, theme: int) -> None:
    dark, light = sorted(brightness(COLOURS[name][theme]) for name in (on, over))
    assert (light + 0.05) / (dark + 0.05) >= least


# ------------------------------------------------------------------------------------------------ boards


def test_each_open_card_is_shown_once_and_of_piles_the_top() -> None:
    picture = Picture(board(at(TEXT)))
    houses, tops = ["KS", "QH", "5C", "6C"], ["2S", "2D", "2C"]
    assert Counter(place.symbol for place in picture.cards) == Counter(
        [*houses, *tops, "3S", "9D", "9H", "7D", "back-0", "back-0", "back-1"]
    )


def test_counts_and_numbers_are_written() -> None:
    texts = Picture(board(at(TEXT))).texts
    assert {"3", "42", "2", "1", "45", "4"} <= set(texts)
    assert {"player 0", "player 1 to play", "reserve", "hand", "turned", "waste"} <= set(texts)


def test_the_number_of_a_house_stands_between_it_and_the_foundations() -> None:
    picture = Picture(board(at(MANY)))
    for number, lowest in (("2", "KC"), ("4", "2S")):
        (x, y), (foundation, _), (number_x, number_y) = *map(picture.where, (lowest, "AS")), picture.texts[number]
        assert min(x, foundation) < number_x < max(x, foundation)
        assert not x < number_x < x + WIDTH
        assert y < number_y < y + HEIGHT


def test_who_looks_sits_below() -> None:
    state = at(TEXT)
    for player, (own, other) in enumerate((("3S", "9H"), ("9H", "3S"))):
        picture = Picture(board(state, perspective=player))
        own_x, own_y = picture.where(own)
        other_x, other_y = picture.where(other)
        assert own_y > other_y
        assert own_x > other_x
        assert picture.texts[f"player {player}{' to play' * player}"][1] > own_y - HEIGHT


def test_the_board_turns_round_with_who_looks() -> None:
    one, other = (Picture(board(at(TEXT), perspective=player)) for player in (0, 1))
    sums = {
        (one.where(symbol)[0] + other.where(symbol)[0], one.where(symbol)[1] + other.where(symbol)[1])
        for symbol in ("KS", "QH", "5C", "6C", "3S", "9D", "9H", "7D")
    }
    assert len(sums) == 1


def test_houses_lie_on_their_dealers_right_nearest_first_from_the_reserve() -> None:
    state = deal(load_rules("crapette"), 7)
    picture = Picture(board(state))
    cards = [picture.where(str(house[0]).upper()) for house in state.houses]
    below, above = cards[:4], cards[4:]
    assert len({x for x, _ in below}) == len({x for x, _ in above}) == 1
    assert below[0][0] > above[0][0]
    assert all(one > next_ for (_, one), (_, next_) in pairwise(below))
    assert all(one < next_ for (_, one), (_, next_) in pairwise(above))


def test_houses_fan_outwards() -> None:
    picture = Picture(board(at("2S / * / - | 9d / * / - | KS QH JS, kc qd | - | 0")))
    (king, y), (queen, _), (knave, its_y) = map(picture.where, ("KS", "QH", "JS"))
    assert queen - king == knave - queen == 17
    assert picture.where("KC")[0] - picture.where("QD")[0] == 17
    assert y == its_y


def test_a_long_house_is_squeezed_and_shows_the_index_of_each_card() -> None:
    red_first = "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH"
    picture = Picture(
        board(at(f"- / * / - | - / * / - | {red_first}, {red_first.lower()} | - | 0", {"deal.reserve": 0}))
    )
    xs = sorted(place.x for place in picture.cards if place.symbol in red_first)
    assert xs[0] >= 0
    assert xs[-1] + WIDTH <= float(picture.root.attrib["viewBox"].split()[2])
    assert min(y - x for x, y in pairwise(xs[:13])) >= 12


@pytest.mark.parametrize("houses", range(1, 7))
def test_every_number_of_houses_has_room(houses: int) -> None:
    rules = Rules.from_mapping({"deal": {"houses": houses}, "start": {"by": "cut"}})
    picture = Picture(board(deal(rules, 1)))
    high = float(picture.root.attrib["viewBox"].split()[3])
    assert all(0 <= place.y <= high - HEIGHT for place in picture.cards)
    assert len({(place.x, place.y) for place in picture.cards}) == len(picture.cards)
    assert {str(number) for number in range(1, 2 * houses + 1)} <= set(picture.texts)


def test_foundations_are_in_the_middle_of_many_houses() -> None:
    state = at("9H / * / - | 9d / * / - | KS, -, -, -, -, QH, -, -, -, -, -, - | S1 H1 D1 C1 | 0")
    first, last, spades, clubs = (Picture(board(state)).where(symbol)[1] for symbol in ("KS", "QH", "AS", "AC"))
    assert first + last == spades + clubs
    assert last < spades < clubs < first


def test_an_open_reserve_is_shown_whole() -> None:
    state = at("TS JS 3S / * / - | 9h / * / - | -, KC | - | 0", {"deal.reserve_top": "all-face-up"})
    picture = Picture(board(state))
    (lowest, _), (middle, _), (top, _) = map(picture.where, ("TS", "JS", "3S"))
    assert lowest - middle == middle - top == 17


def test_a_reserve_face_down_shows_a_back() -> None:
    picture = Picture(board(at("(TS JS 3S) / * / - | (9h) / * / - | -, KC | - | 0", FACE_DOWN)))
    assert Counter(place.symbol for place in picture.cards) == {"KC": 1, "back-0": 2, "back-1": 2}


def test_where_no_variant_has_reserves_there_is_no_place_for_them() -> None:
    assert "reserve" not in Picture(board(deal(load_rules("zank-patience-online"), 7))).texts


def test_what_lies_face_down_is_shown_through_its_back_when_asked_for() -> None:
    state = at("(TS JS) 3S / 2H * 6H / - | (4d) 9h / 5c * / - | -, KC | - | 0")
    hidden = {"TS", "JS", "6H", "4D"}
    picture = Picture(board(state, hidden=False))
    assert hidden <= {place.symbol for place in picture.cards}
    assert Counter(rect.attrib["class"] for rect in picture.root.iter(f"{SVG}rect") if "opacity" in rect.attrib) == {
        "cr-place": 1,
        "cr-back-0": 3,
        "cr-back-1": 2,
    }
    for one in (Picture(board(state)), Picture(board(observe(state), hidden=False))):
        assert hidden.isdisjoint(place.symbol for place in one.cards)
        assert {rect.attrib["class"] for rect in one.root.iter(f"{SVG}rect") if "opacity" in rect.attrib} == {
            "cr-place"
        }


def test_a_picture_of_a_state_and_of_its_views_is_one() -> None:
    state = played(at("(*) 3S / - / 6H 4S | 9h / * / - | KS, KC | - | 0"), "draw")
    assert board(state) == board(observe(state)) == board(observe(state, memory=False))


@in_play(20)
def test_pictures_are_well_made_and_tell_nothing_that_is_hidden(rules: Rules, seed: int) -> None:
    state = deal(rules, seed)
    for *_, after in islice(random_walk(rules, seed), seed % 80):
        state = after
    other = sample(observe(state, memory=False), seed)
    picture = board(state, highlight=legal_moves(state))
    assert picture == board(other, highlight=legal_moves(state))
    read = Picture(picture)
    assert len(read.ids) == len(set(read.ids))
    assert {use.attrib["href"] for use in read.root.iter(f"{SVG}use")} <= {f"#{name}" for name in read.ids}
    assert set(re.findall(r"cr-[\w-]+", picture)) <= set(re.findall(r"cr-[\w-]+", STYLE))
    for action in legal_moves(state)[:2]:
        if not action.may_show:
            assert board(apply(state, action), since=state) == board(apply(other, action), since=other)


# ------------------------------------------------------------------------------------------------- marks

MANY = "9H / * / 4S | th / * / 6d | KH QS JH, kc, TS, 2S, 5D, - | S1 | 0"


@pytest.mark.parametrize(
    ("action", "source", "target"),
    [("4-F", "2S", "AS"), ("R-3", "9H", "TS"), ("R-r", "9H", "TH"), ("5-w", "5D", "6D")],
)
def test_highlighted_is_what_moves_and_where_it_goes(action: str, source: str, target: str) -> None:
    state = free(MANY)
    assert action in map(str, legal_moves(state))
    picture = Picture(board(state, highlight=[action]))
    assert picture.lines("source") == [picture.around(source)]
    assert picture.lines("target") == [picture.around(target)]


def test_highlighted_is_what_the_mover_moves() -> None:
    picture = Picture(board(at(MANY.replace("| 0", "| 1")), highlight=["R-w"]))
    assert picture.lines("source") == [picture.around("TH")]
    assert picture.lines("target") == [picture.around("4S")]


def test_a_run_is_highlighted_as_a_whole_and_an_empty_house_as_its_place() -> None:
    picture = Picture(board(at(MANY, SEQUENCE), highlight=["1-6*2"]))
    assert picture.lines("source") == [picture.around("QS", cards=2, step=17)]
    (house_5, y, width), ((x, its_y, its_width),) = picture.around("5D"), picture.lines("target")
    assert (x, its_width) == (house_5, width)
    assert its_y > y


def test_a_draw_is_highlighted_from_the_hand_to_the_turned_card() -> None:
    picture = Picture(board(at(MANY), highlight=["draw"]))
    assert picture.lines("source") == [picture.around("back-0")]
    ((x, y, _),) = picture.lines("target")
    assert picture.around("back-0")[0] < x < picture.around("4S")[0]
    assert y == picture.around("back-0")[1]


def test_what_is_highlighted_twice_has_one_line() -> None:
    assert len(Picture(board(at(MANY), highlight=["R-3", "R-r", "R-3"])).lines("source")) == 1


def test_a_flip_is_highlighted_where_the_card_lies() -> None:
    picture = Picture(board(at("(* 4C) / - / - | 9h / * / - | KS, KC | - | 0", FACE_DOWN), highlight=["flip"]))
    assert picture.lines("source") == picture.lines("target") == [picture.around("back-0")]


@pytest.mark.parametrize("action", ["pass", "offer", "accept", "stop", "12-F", "12-11"])
def test_what_moves_nothing_here_has_no_highlight(action: str) -> None:
    picture = Picture(board(at(MANY), highlight=[action]))
    assert picture.lines("source") == picture.lines("target") == []


def test_a_card_that_fits_no_foundation_has_no_target_there() -> None:
    assert Picture(board(at(MANY), highlight=["R-F"])).lines("target") == []


@pytest.mark.parametrize(
    ("text", "action", "moved"),
    [
        ("(9C) 7H / * / - | 9d / * / - | KS, 8C | - | 0", "R-2", ["9C", "7H"]),
        ("9H / * 4C / - | 9d / * / - | KS, 8C | - | 0", "draw", ["4C"]),
        ("9H / * / - | 9d / * / - | KS, 8C | - | 0 4C", "discard", ["4C"]),
        ("(*) 9H / - / 4C | 9d / * / - | KS, 8C | - | 0", "draw", ["4C"]),
    ],
)
def test_what_has_moved_or_been_turned_since_is_marked(text: str, action: str, moved: list[str]) -> None:
    before = at(text)
    picture = Picture(board(apply(before, action), since=before))
    assert sorted(picture.lines("moved")) == sorted(picture.around(symbol) for symbol in moved)


def test_a_waste_that_has_been_turned_over_is_marked_as_the_hand() -> None:
    before = at("(*) 9H / - / 4C 5C | - / * / 9d | KS, 8C | - | 0")
    picture = Picture(board(apply(before, "draw"), since=before))
    moved, hands = picture.lines("moved"), [(x, y) for symbol, x, y in picture.cards if symbol == "back-0"]
    assert picture.around("4C") in moved
    assert [(x - WIDTH / 2, y - HEIGHT / 2) in hands for x, y, _ in moved] == [True, False]


def test_what_lies_below_a_card_that_was_loaded_is_not_marked() -> None:
    before = free("9H / * / - | (*) th / kd / - | KS, KC | - | 0")
    picture = Picture(board(apply(before, "R-r"), since=before))
    assert picture.lines("moved") == [picture.around("9H")]


def test_a_covered_card_that_has_moved_is_marked_with_what_lies_on_it() -> None:
    before = at("9H / * / - | 9d / * / - | KS, QH, JS, - | - | 0")
    after = played(before, "2-1 3-1")
    picture = Picture(board(observe(after), since=before))
    assert picture.lines("moved") == [picture.around("QH", cards=2, step=17)]


def test_nothing_is_marked_unless_asked_for() -> None:
    picture = Picture(board(at(MANY)))
    assert [picture.lines(mark) for mark in ("source", "target", "moved")] == [[], [], []]


# ------------------------------------------------------------------------------------------------- words


def test_a_picture_says_in_words_what_is_on_it() -> None:
    before = free(MANY)
    after = apply(before, "R-3")
    picture = Picture(board(after, since=before, highlight=["draw", "1-6"]))
    assert picture.root.attrib["role"] == "img"
    assert picture.root.attrib["aria-labelledby"].split() == picture.ids[:2]
    assert picture.title == caption(after)
    assert picture.desc == f"{described(after)} Last: 9H from reserve-0 to house-3. Marked: draw, 1-6."


def test_a_long_caption_is_squeezed_to_the_width_of_the_board() -> None:
    ended = played(at("(*) KC / - / - | (*) kc / - / - | KS, ks | - | 0"), "pass pass")
    assert "textLength" in board(ended)
    assert "textLength" not in board(at(MANY))
    assert "to play" not in board(ended)


def test_boards_on_one_page_have_ids_of_their_own() -> None:
    state = callable_at(TEXT)
    pictures = [board(at(MANY)), board(state), board(state, theme="dark"), board(state, perspective=1)]
    ids = [name for picture in pictures for name in Picture(picture).ids]
    assert ids[8:13] == sorted(ids[8:13])  # after words, pips and backs: in an order, so that equal boards are equal
    assert len(ids) == len(set(ids))
    assert board(state) == pictures[1]


# ----------------------------------------------------------------------------------------------- options


@pytest.mark.parametrize(
    ("theme", "name"), [("auto", "crapette"), ("light", "crapette-light"), ("dark", "crapette-dark")]
)
def test_a_theme_is_a_class(theme: str, name: str) -> None:
    assert Picture(board(at(MANY), theme=theme)).root.attrib["class"] == name


def test_a_size_is_the_width() -> None:
    assert Picture(board(at(MANY), size=307)).root.attrib["width"] == "307"
    assert "width" not in Picture(board(at(MANY))).root.attrib


def test_what_can_not_be_drawn_is_refused() -> None:
    state = at(MANY)
    with pytest.raises(CrapetteError, match="no theme 'sepia': expected auto, light or dark"):
        board(state, theme="sepia")
    with pytest.raises(CrapetteError, match="no player 2: expected the perspective of 0 or 1"):
        board(state, perspective=2)
    with pytest.raises(CrapetteError, match="the size is 0: expected a width in pixels, from 1 up"):
        board(state, size=0)
    with pytest.raises(CrapetteError, match=r"the size is '1\" onload=\"x'"):
        board(state, size='1" onload="x')  # type: ignore[arg-type] # pyright: ignore[reportArgumentType] - as a server may pass it on
    with pytest.raises(NotationError, match="expected an action"):
        board(state, highlight=["R-13"])
    with pytest.raises(CrapetteError, match="different rules"):
        board(state, since=at(TEXT))


def test_notebooks_show_a_picture_of_what_lies_open() -> None:
    state = callable_at(TEXT)
    for moment in (state, observe(state)):
        assert getattr(moment, "_repr_svg_")() == board(state, size=600)  # noqa: B009 - it is for notebooks alone


# ----------------------------------------------------------------------------------------------- command


def test_the_command_writes_pictures(tmp_path: Path) -> None:
    for args, state in [
        (("deal", "crapo", "--seed", "3"), deal(load_rules("crapo"), 3)),
        (("position", TEXT), position.loads(TEXT)),
    ]:
        file = tmp_path / f"{args[0]}.svg"
        told, with_picture = (CliRunner().invoke(cli.crapette, [*args, *more]) for more in ((), ("--svg", str(file))))
        assert (with_picture.exit_code, with_picture.output) == (0, told.output)
        assert file.read_text("utf-8") == board(state)


def test_the_command_says_where_it_can_not_write(tmp_path: Path) -> None:
    file = tmp_path / "missing" / "deal.svg"
    result = CliRunner().invoke(cli.crapette, ["deal", "crapette", "--seed", "3", "--svg", str(file)])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"crapette: can't write {file}: No such file or directory\n"


def test_the_command_draws_nothing_over_the_rules_that_it_has_read(tmp_path: Path) -> None:
    ours = tmp_path / "ours.yaml"
    text = "schema: 1\nname: ours\ntitle: Ours\nextends: crapette\n"
    ours.write_text(text, "utf-8")
    for args in (["deal", str(ours), "--seed", "3"], ["position", TEXT, "--rules", str(ours)]):
        result = CliRunner().invoke(cli.crapette, [*args, "--svg", str(ours)])
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"{ours} is what is read, and would be written over: expected another file" in result.stderr
        assert ours.read_text("utf-8") == text
