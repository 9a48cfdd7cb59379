"""A person's game without its looks: what is typed, what happens, what is kept, and the table in colours."""

from __future__ import annotations

import os
import sys
from itertools import islice
from pathlib import Path

import pytest

from crapette import Action, Record, State, View, child_seed, deal, load_rules, observe, variant_names, why_not
from crapette.bots import Player, parse_bot
from crapette.bots.playing import BotFault
from crapette.engine.legal import legal_moves
from crapette.play.board import NARROWEST, board
from crapette.play.game import Game
from crapette.play.keeping import ResumeError, begun, bot_of, command, is_serious, keep, player_of
from crapette.play.typed import completion, narrowed, objection
from crapette.play.words import move_text
from tests.playing import is_sentence, played, random_walk
from tests.positions import BUSY, FACE_DOWN, LAY_ALL, REFEREE, SEQUENCE, Settings, at, callable_at, free, texts
from tests.table import ACE_ON_TOP, CRAPETTE, STRICT, Scripted, actions_of, game, one_turn

NAMES = ("you", "careful")
LOADS: Settings = {"load.onto": ["reserve", "waste"], "load.from": ["reserve", "hand", "houses", "waste"]}

# -------------------------------------------------------------------------------------------- what is typed


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2s", "R-F R-2 R-3"),
        ("2s f", "R-F"),
        ("2S F", "R-F"),
        ("2♠ → 3", "R-3"),
        ("2s3", "R-3"),
        ("2s 1", ""),
        ("7h", "1-2"),
        ("R-3", "R-3"),
        ("r-3", "R-3"),
        ("r", "R-F R-2 R-3"),
        ("dr", "draw"),
        (" DRAW ", "draw"),
        ("", "R-F 4-F R-2 R-3 1-2 draw"),
        ("9c", ""),
        ("nonsense", ""),
    ],
)
def test_moves_are_typed_by_card_by_goal_or_in_notation(typed: str, meant: str) -> None:
    assert texts(narrowed(free(BUSY), 0, typed)) == meant


@pytest.mark.parametrize("typed", ["th", "10h", "TH", "10♥ 2"])
def test_a_ten_is_typed_with_one_letter_or_two(typed: str) -> None:
    assert texts(narrowed(free("TH / * / - | 9d / * / - | QD, JS | - | 0"), 0, typed)) == "R-2"


def test_a_run_is_typed_by_its_lowest_card() -> None:
    state = free("QD / * / - | 9d / * / - | 9S 8H 7S, 9C | - | 0", SEQUENCE)
    assert texts(narrowed(state, 0, "8h")) == "1-2*2"
    assert texts(narrowed(state, 0, "7s")) == ""


def test_of_equal_empty_houses_the_first_is_meant_unless_another_is_typed() -> None:
    state = free("2S / * / - | 9d / * / - | KH, -, -, KC | - | 0")
    assert [texts(narrowed(state, 0, typed)) for typed in ("2s", "2s 3", "R-3")] == ["R-2", "R-3", "R-3"]


def test_capitals_count_where_another_move_would_be_meant_without_them() -> None:
    state = free("KD / * / - | 9d / * / 9s | 8S, KC | - | 0", {**LAY_ALL, **LOADS})
    assert [texts(narrowed(state, 0, typed)) for typed in ("1-w", "1-W", "8s w")] == ["1-w", "1-W", "1-w 1-W"]
    state = free("KD / * / - | 9d / * / JS | 8S, KC | - | 0", {**LAY_ALL, **LOADS})
    assert texts(narrowed(state, 0, "1-w")) == ""
    assert objection(state, 0, "1-w") == told(state, "1-w")


def told(state: State, action: str, player: int = 0) -> str:
    """Why an action is refused, with the number of the rule."""
    refusal = why_not(state, action, player)
    assert refusal is not None
    return f"{refusal.text} (rule {refusal.rule})"


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("2s 3", "R-3"),  # a duty
        ("7h", "1-2"),  # to fill is possible but for the duty; elsewhere the 7 does not fit
        ("2s 1", "R-1"),
        ("discard", "discard"),
        ("r-1", "R-1"),
        ("9-f", "9-F"),  # there are no more than four houses
        ("stop", "stop"),  # nothing of that kind in this variant
    ],
)
def test_what_is_refused_is_explained_with_the_rule(typed: str, action: str) -> None:
    state = at(BUSY)
    assert narrowed(state, 0, typed) == ()
    assert objection(state, 0, typed) == told(state, action)


@pytest.mark.parametrize("reserve", ["9d", "(9d)"])
def test_of_several_reasons_the_weightiest_is_given(reserve: str) -> None:
    text = f"2S / * / - | {reserve} / * / - | 9S, 7H, -, KC | - | 0"
    settings = {**LOADS, "deal.reserve_top": "face-down", "houses.empty": "reserve-first"}
    state = free(text, settings)
    assert objection(state, 0, "7h") == told(state, "2-3")  # not that it fits nothing else
    state = free(text.replace("-, KC", "QH, KC"), settings)
    assert objection(state, 0, "7h") == told(state, "2-F")
    state = at("2S / * / - | 9d / * / - | 7H, -, QD, 8S | S1 | 0")
    assert objection(state, 0, "7h") == told(state, "1-4")  # a duty, and not that it lies alone in its house


@pytest.mark.parametrize(
    ("typed", "action"), [("dr", "draw"), ("DIS", "discard"), ("pa", "pass"), ("sto", "stop"), ("f", "flip")]
)
def test_the_beginning_of_an_action_is_refused_as_the_whole_of_it(typed: str, action: str) -> None:
    assert objection(at(BUSY), 0, typed) == told(at(BUSY), action)


def test_the_beginning_of_several_actions_names_none_of_them() -> None:
    assert objection(at(BUSY), 0, "d").startswith("That is no move")  # `draw`, or `discard`


def test_who_is_not_to_move_is_told_so() -> None:
    assert objection(at(BUSY), 1, "draw") == told(at(BUSY), "draw", 1)


@pytest.mark.parametrize("typed", ["nonsense", "9c", "7", "1s"])
def test_what_names_no_move_is_objected_to_in_a_sentence(typed: str) -> None:
    assert is_sentence(objection(at(BUSY), 0, typed))


def test_a_card_that_lies_nowhere_open_is_named() -> None:
    assert objection(at(BUSY), 0, "tc 3") == "You have no 10♣ that lies open and could be played."


@pytest.mark.parametrize(
    ("typed", "completed"),
    [("2", "2s f"), ("2S ", "2S f"), ("7h", "7h 2"), ("dr", "draw"), ("R-2", "R-2"), ("r-", "r-f"), ("x", "x")],
)
def test_completion_leads_to_a_legal_move(typed: str, completed: str) -> None:
    assert completion(free(BUSY), 0, typed) == completed
    assert bool(narrowed(free(BUSY), 0, completed)) is (typed != "x")


def test_every_legal_move_can_be_typed_in_full() -> None:
    for name in variant_names():
        for state, *_ in islice(random_walk(load_rules(name), 3), 0, 60, 20):
            for move in legal_moves(state):
                assert narrowed(state, state.mover, str(move)) == (move,)


# ----------------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("action", "text"),
    [
        ("R-F", "2♠ reserve → foundation"),
        ("1-3*2", "8♠ +1 house 1 → house 3"),
        ("H-r", "10♦ hand → their reserve"),
        ("W-w", "Q♦ waste → their waste"),
        ("r-F", "9♦ their reserve → foundation"),
        ("discard", "discard 10♦"),
        ("draw", "turn up a hand card"),
        ("flip", "turn up the reserve card"),
        ("pass", "pass"),
        ("stop", "say stop!"),
    ],
)
def test_actions_in_few_words(action: str, text: str) -> None:
    state = free("2S / * / QD | 9d / * / - | 8S 7H, -, 3H, AD | S1 | 0 TD")
    assert move_text(state, 0, Action.parse(action), reader=0) == text


def test_a_load_of_the_other_player_goes_onto_what_is_yours() -> None:
    state = free("8D / * / - | 9d / * / - | KS, KC | - | 1")
    assert move_text(state, 1, Action.parse("R-r"), reader=0) == "9♦ reserve → your reserve"


def test_what_was_turned_up_is_named_afterwards() -> None:
    state = free("(3D) / - / 4C * 5C | 9d / * / - | KS, KC | - | 0", {"deal.reserve_top": "face-down"})
    after = played(state, "draw")
    assert move_text(state, 0, Action.parse("draw"), reader=0, after=after) == "turn the waste over, draw 4♣"
    after = played(state, "flip")
    assert move_text(state, 0, Action.parse("flip"), reader=0, after=after) == "turn up the reserve card 3♦"


def test_what_the_referee_has_taken_back_names_no_card_that_does_not_lie_open_any_more() -> None:
    state = callable_at("(2C) / * / - | 9d / * / - | AH, KC | - | 0", {**REFEREE, **FACE_DOWN})
    after = played(state, "flip")
    assert after.face_down == (1, 0)
    assert move_text(state, 0, Action.parse("flip"), reader=0, after=after) == "turn up the reserve card"


# -------------------------------------------------------------------------------------------------- a game


def test_the_person_acts_and_the_record_has_it() -> None:
    table = game()
    assert not table.has_begun
    table.act(Action.parse("R-F"))
    assert (actions_of(table), table.has_begun, table.awaits_bot) == ("R-F", True, False)
    assert [(each.turn, each.player, each.text, each.call) for each in table.story()] == [
        (1, 0, "A♣ reserve → foundation", "")
    ]
    assert [str(card) for card in table.moved()] == ["AC"]


def test_the_bot_is_given_views_and_plays_its_turn_action_by_action() -> None:
    bot = Scripted("")
    table = Game(Record.start(STRICT, seed=ACE_ON_TOP), 1, Player(bot), None)
    while table.awaits_bot:
        table.step()
    assert all(isinstance(view, View) for view in bot.given)
    assert len(bot.given) == len(actions_of(table).split())
    assert (table.state.mover, actions_of(table).split()[0]) == (1, "R-F")


def test_the_bot_calls_what_it_notices() -> None:
    table = game(CRAPETTE)
    table.act(Action.parse("draw"))
    assert (actions_of(table), table.state.mover) == ("draw stop", 1)
    *_, told_last = table.story()
    assert told_last.player == 1
    assert told_last.call.startswith("Player 1 calls stop, and is right")


def test_the_bot_does_not_call_what_it_overlooks() -> None:
    table = game(CRAPETTE, notices=0)
    table.act(Action.parse("draw"))
    assert (actions_of(table), table.state.mover) == ("draw", 0)


def test_the_bot_calls_nothing_that_is_no_offence() -> None:
    table = game(CRAPETTE)
    table.act(Action.parse("R-F"))
    assert actions_of(table) == "R-F"


def test_the_person_calls_the_bot() -> None:
    table = game(CRAPETTE, me=1, bot="draw")
    table.step()
    assert table.state.window == 1
    assert table.hint() == "Say stop! draw broke the duty `reserve-to-foundation`: R-F came first."
    table.act(Action.parse("stop"))
    assert (actions_of(table), table.state.mover) == ("draw stop", 1)
    assert table.state.last_call is not None
    assert table.state.last_call.upheld


def test_a_hint_says_what_the_adviser_would_do() -> None:
    table = game(CRAPETTE)
    assert table.hint() == "R-F: A♣ reserve → foundation."
    assert actions_of(table) == ""


def test_a_hint_while_the_bot_is_to_play_says_that_there_is_nothing_to_do() -> None:
    table = game(CRAPETTE, me=1, bot="R-F")
    assert table.hint() == "There is nothing for you to do now."
    table.step()
    assert table.hint() == "There is nothing to call."


def test_undo_goes_back_to_the_persons_last_decision_and_over_what_the_bot_did() -> None:
    table = game(CRAPETTE, played=["R-F"])
    before = table.state
    table.act(Action.parse("draw"))  # 2♣ goes to its foundation first, and so the bot calls
    assert actions_of(table) == "R-F draw stop"
    table.step()
    assert table.undo()
    assert (actions_of(table), table.state) == ("R-F", before)
    assert table.undo()
    assert not table.undo()
    assert actions_of(table) == ""
    table.act(Action.parse("R-F"))
    assert [*table.record.replay()][-1] == table.state


def test_undo_takes_a_call_back_too() -> None:
    table = game(CRAPETTE, me=1, bot="R-F")
    table.step()
    table.act(Action.parse("stop"))
    assert table.undo()
    assert (actions_of(table), table.state.window) == ("R-F", 1)


def test_undo_takes_back_the_end_of_a_deal() -> None:
    table = game(one_turn(), played=["R-F", "draw"])
    table.act(Action.parse("discard"))
    assert (table.is_over, table.undo(), table.is_over) == (True, True, False)
    assert table.record.deals[-1].result is None


def test_a_match_goes_on_deal_by_deal() -> None:
    rules = one_turn()
    table = game(rules, played=["R-F", "draw", "discard"])
    # A reserve card counts 2, and player 0 has one less; hand and waste count alike.
    assert (table.is_over, table.awaits_bot, table.points, table.has_next_deal) == (True, False, (2, 0), True)
    table.next_deal()
    assert [each.seed for each in table.record.deals] == [ACE_ON_TOP, child_seed(ACE_ON_TOP, 1)]
    assert table.state == deal(rules, child_seed(ACE_ON_TOP, 1))
    assert (table.is_over, table.points, [*table.story()], table.moved()) == (False, (2, 0), [], frozenset())
    assert not table.undo()


def test_a_match_of_one_deal_has_no_next() -> None:
    assert not game(one_turn(target=0), played=["R-F", "draw", "discard"]).has_next_deal


def test_a_match_is_over_when_the_target_is_reached() -> None:
    assert not game(one_turn(target=2), played=["R-F", "draw", "discard"]).has_next_deal


def test_a_bot_that_cheats_is_found_out_and_nothing_has_happened() -> None:
    table = game(me=1, bot="draw")
    with pytest.raises(BotFault, match="the bot of player 0 is at fault: it chose draw"):
        table.step()
    assert actions_of(table) == ""


def test_a_game_goes_on_where_its_record_ends() -> None:
    table = game(CRAPETTE, played=["R-F", "8-F"])
    assert (actions_of(table), len([*table.story()])) == ("R-F 8-F", 2)
    table.act(Action.parse("1-F"))
    assert actions_of(table) == "R-F 8-F 1-F"


def test_a_serious_game_has_no_adviser() -> None:
    assert (game().is_friendly, game(friendly=False).is_friendly) == (True, False)


# ------------------------------------------------------------------------------------------ kept in a file


@pytest.mark.parametrize("me", [0, 1])
@pytest.mark.parametrize("serious", [True, False])
def test_a_game_is_kept_as_a_record_that_tells_who_plays(tmp_path: Path, me: int, serious: bool) -> None:
    file = tmp_path / "game.txt"
    bot = parse_bot("careful:nodes=50")
    record = begun(STRICT, "crapette-strict", 7, me, bot, serious=serious)
    keep(record, file)
    read = Record.loads(file.read_text("utf-8"))
    assert read == record
    assert (player_of(read), bot_of(read, 1 - me), is_serious(read)) == (me, bot, serious)
    assert [*tmp_path.iterdir()] == [file]


def test_the_old_file_is_replaced_and_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("old", "utf-8")
    with file.open(encoding="utf-8") as old:
        keep(Record.start(STRICT, seed=7), file)
        assert old.read() == "old"
    assert Record.loads(file.read_text("utf-8")) == Record.start(STRICT, seed=7)


@pytest.mark.skipif(sys.platform == "win32", reason="the modes of files are not like that there")
def test_the_new_file_has_the_mode_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("old", "utf-8")
    file.chmod(0o600)
    keep(Record.start(STRICT, seed=7), file)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("is_there", [True, False])
def test_behind_a_link_it_is_what_the_link_leads_to_that_is_written(tmp_path: Path, is_there: bool) -> None:
    file, link = tmp_path / "game.txt", tmp_path / "link.txt"
    if is_there:
        file.write_text("old", "utf-8")
    link.symlink_to(file)
    keep(Record.start(STRICT, seed=7), link)
    assert link.is_symlink()
    assert Record.loads(file.read_text("utf-8")) == Record.start(STRICT, seed=7)


def test_a_new_file_is_not_written_over_one_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    keep(Record.start(STRICT, seed=7), file, is_new=True)
    with pytest.raises(FileExistsError):
        keep(Record.start(STRICT, seed=8), file, is_new=True)
    assert Record.loads(file.read_text("utf-8")) == Record.start(STRICT, seed=7)


def test_a_record_of_others_does_not_tell_who_you_are() -> None:
    record = Record.start(STRICT, seed=7, players=("Ann", "Bob"))
    with pytest.raises(ResumeError, match="say --as 0 or --as 1"):
        player_of(record)
    with pytest.raises(ResumeError, match="say --bot"):
        bot_of(record, 1)
    with pytest.raises(ResumeError, match="say --bot"):
        bot_of(Record.start(STRICT, seed=7), 1)


@pytest.mark.parametrize(
    ("me", "bot", "players", "options"),
    [
        (1, "greedy:notices=0.5", ("greedy:notices=0.5", "you"), ""),
        (0, "greedy", ("you", "careful"), " --as 0 --bot greedy"),  # another bot than the record tells
        (1, "greedy", ("Ann", "Bob"), " --as 1 --bot greedy"),
        (0, "greedy", (None, None), " --as 0 --bot greedy"),
        (
            0,
            "program:command=./any --bot",
            ("you", "program:command=./any --bot"),
            " --as 0 --bot 'program:command=./any --bot'",
        ),
    ],
)
def test_the_command_that_goes_on_says_what_the_record_does_not_tell(
    me: int, bot: str, players: tuple[str | None, str | None], options: str
) -> None:
    record = Record.start(STRICT, seed=7, players=players)
    told = command(record, Path("my game.txt"), me, parse_bot(bot))
    assert told == f"crapette play --resume 'my game.txt'{options}"


def test_a_program_is_not_started_because_a_file_says_so() -> None:
    record = begun(STRICT, "crapette-strict", 7, 0, parse_bot("program:command=./any"), serious=False)
    with pytest.raises(ResumeError, match=r"--bot 'program:command=\./any'"):
        bot_of(record, 1)


def test_where_a_game_can_not_be_written_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game.txt"
    file.write_text("old", "utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        keep(Record.start(STRICT, seed=7), file)
    assert file.read_text("utf-8") == "old"
    assert [*tmp_path.iterdir()] == [file]


# -------------------------------------------------------------------------------------------------- the table


def shown(state: State | View, width: int = NARROWEST) -> list[str]:
    return [line.rstrip() for line in board(state, 0, NAMES, width).plain.splitlines()]


def test_the_board_has_the_person_below_and_all_piles() -> None:
    state = at("(TS JS) 3S / 2H * 6H / 4S 9d | 9h / * / - | KS QH, -, 5c, 6C | S2 d2 c1C1 | 1 7d")
    assert shown(state) == [
        "▸ careful    reserve  9♥ 1           hand ▒▒▒ 45  waste   –     turned  7♦",
        "──────────────────────────────────┬─────────┬──────────────────────────────────",
        " 1 K♠ Q♥                          │  2♠  ♠  │  3 5♣",
        " 2 –                              │  ♥   ♥  │  4 6♣",
        "                                  │  2♦  ♦  │",
        "                                  │  2♣  ♣  │",
        "──────────────────────────────────┴─────────┴──────────────────────────────────",
        "  you        reserve  3♠ 3   2 down  hand ▒▒▒ 42  waste  9♦ 2",
    ]


def test_a_long_house_is_told_in_full_at_80_columns() -> None:
    house = "KH QS JH TS 9H 8S 7H 6S 5H 4S 3H 2S AH"
    state = at(f"- / * / - | - / * / - | {house}, KC | - | 0", {"deal.reserve": 0})
    assert shown(state)[2].startswith(" 1 K♥Q♠J♥10♠9♥8♠7♥6♠5♥4♠3♥2♠A♥  ")
    assert shown(state, 100)[2].startswith(" 1 K♥ Q♠ J♥ 10♠ 9♥ 8♠ 7♥ 6♠ 5♥ 4♠ 3♥ 2♠ A♥ ")


def test_an_open_reserve_lies_beside_its_top_the_lowest_left_out_if_it_is_long() -> None:
    hearts = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    clubs = hearts.replace("H", "C")
    text = f"{hearts} {hearts.lower()} {clubs} TS / * / - | 9s 8s / * / - | KD, KS | - | 0"
    lines = shown(at(text, {"deal.reserve_top": "all-face-up"}))
    assert lines[1] == f"{' ' * 21}9♠"
    # 58 columns beside the dots have room for 19 cards, should all of them be tens
    assert lines[-1] == f"{' ' * 21}…8♥9♥10♥J♥Q♥K♥A♣2♣3♣4♣5♣6♣7♣8♣9♣10♣J♣Q♣K♣"


def test_a_reserve_that_lies_face_down_shows_its_back() -> None:
    state = at("(TS JS 3S) / * / - | (9h) / * / - | -, KC | - | 0", {"deal.reserve_top": "face-down"})
    assert shown(state)[-1] == "▸ you        reserve ▒▒▒ 3   3 down  hand ▒▒▒ 48  waste   –"


def test_a_board_without_reserves_leaves_them_out() -> None:
    assert "reserve" not in board(deal(load_rules("zank-patience-online"), 7), 0, NAMES, NARROWEST).plain


def test_a_roomy_board_has_free_rows_between_the_houses() -> None:
    state = at("3S / * / - | 9h / * / - | KS, -, 5c, 6C | - | 0")
    close, roomy = (board(state, 0, NAMES, 120, roomy=roomy).plain.splitlines() for roomy in (False, True))
    assert [line for line in roomy if line.strip(" │")] == close
    assert len(roomy) == len(close) + 5


def test_what_has_just_moved_is_underlined() -> None:
    state = at("3S / * / - | 9h / * / - | KS, KC | - | 0")
    drawn = board(state, 0, NAMES, NARROWEST, state.houses[0])
    underlined = {drawn.plain[span.start : span.end] for span in drawn.spans if "underline" in str(span.style)}
    assert underlined == {"K♠"}


@pytest.mark.parametrize("name", variant_names())
def test_the_board_fits_80_columns_and_tells_no_card_that_nobody_has_seen(name: str) -> None:
    for state, *_ in islice(random_walk(load_rules(name), 5), 0, 120, 30):
        lines = shown(state)
        assert max(map(len, lines)) <= NARROWEST
        assert lines == shown(observe(state, memory=False))
