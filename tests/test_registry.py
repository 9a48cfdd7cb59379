"""Bots by name: what texts ask for, and what is wrong with others."""

from __future__ import annotations

import pytest

from crapette import Action, NotationError, observe
from crapette.bots import KINDS, BotSpec, parse_bot
from crapette.bots.parameters import Text
from crapette.faults import one_of
from tests.positions import ACE, QUIET, callable_at, free
from tests.test_bots import THREE_ON_TOP, player


def wrong(text: str) -> list[str]:
    """All that is wrong with what a text asks for."""
    with pytest.raises(NotationError) as caught:
        parse_bot(text)
    assert str(caught.value) == "\n".join(map(str, caught.value.problems))
    places = {(problem.code, problem.path) for problem in caught.value.problems}
    assert places in ({("unknown-bot", "")}, {("bad-parameter", repr(text))})
    return [problem.text for problem in caught.value.problems]


def test_a_bot_is_asked_for_by_name_with_parameters() -> None:
    assert parse_bot("greedy") == BotSpec("greedy")
    assert parse_bot("greedy:notices=0.5") == BotSpec("greedy", (("notices", 0.5),))


@pytest.mark.parametrize("text", ["greedy", "greedy:notices=0.5", "careless:notices=0.25:imagines=0.5"])
def test_the_text_of_a_spec_asks_for_it(text: str) -> None:
    assert str(parse_bot(text)) == text


def test_parameters_may_come_in_any_order_and_numbers_in_any_form() -> None:
    assert parse_bot("greedy:imagines=1e-1:notices=1") == parse_bot("greedy:notices=1.0:imagines=0.10")


def test_an_unknown_bot_is_answered_with_the_known_ones() -> None:
    assert wrong("gredy") == [f"there is no bot 'gredy' (did you mean greedy?); expected {one_of(KINDS)}"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy:notice=1", "greedy has no parameter 'notice' (did you mean notices?); expected notices or imagines"),
        ("greedy:notices", "'notices' is no parameter; expected one such as notices=…"),
        ("greedy:", "'' is no parameter; expected one such as notices=…"),
        ("greedy:notices=2", "notices: '2' is not a number from 0 to 1"),
        ("greedy:notices=-0.1", "notices: '-0.1' is not a number from 0 to 1"),
        ("greedy:notices=nan", "notices: 'nan' is not a number from 0 to 1"),
        ("greedy:notices=often", "notices: 'often' is not a number from 0 to 1"),
        ("greedy:notices=1:notices=1", "notices stands twice"),
        ("careful:nodes=0", "nodes: '0' is not an integer from 1 to 1000000"),
        ("careful:nodes=2.5", "nodes: '2.5' is not an integer from 1 to 1000000"),
        ("sampling:tries=²", "tries: '²' is not an integer from 2 to 100"),
    ],
)
def test_a_wrong_parameter_is_told(text: str, expected: str) -> None:
    assert wrong(text) == [expected]


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert [problem.split()[0] for problem in wrong("greedy:notices=2:x=1:imagines=0:imagines=1")] == [
        "notices:",
        "greedy",
        "imagines",
    ]


def test_a_text_may_be_anything_but_empty() -> None:
    parameter = Text("a command", "the command")
    assert parameter.read("bot --fast") == "bot --fast"
    with pytest.raises(ValueError, match="it is empty; expected a command"):
        parameter.read("")


def test_parameters_reach_the_bot() -> None:
    view = observe(free(THREE_ON_TOP))
    assert str(player("careful", 1).bot.choose(view)) == "1-2"
    assert str(player("careful:nodes=1", 1).bot.choose(view)) == "draw"


def test_parameters_reach_the_caller() -> None:
    draw = Action.parse("draw")
    assert player("greedy", 1).caller.calls(observe(callable_at(ACE)), draw)
    assert not player("greedy:notices=0", 1).caller.calls(observe(callable_at(ACE)), draw)
    assert player("greedy:imagines=1", 1).caller.calls(observe(callable_at(QUIET)), draw)


def test_the_seed_reaches_bot_and_caller() -> None:
    view = observe(callable_at(ACE))
    players = [player("random:notices=0.5", seed) for seed in range(20)]
    assert len({each.bot.choose(view) for each in players}) == 2
    assert len({each.caller.calls(view, Action.parse("draw")) for each in players}) == 2
