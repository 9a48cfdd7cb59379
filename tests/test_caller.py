"""Who says stop! for a player: what is noticed, and what is only imagined."""

from __future__ import annotations

import pytest

from crapette import Action, State, observe
from crapette.bots import AttentiveCaller
from tests.positions import ACE, QUIET, at, callable_at

FOUNDED, DRAWN = map(Action.parse, ("1-F", "draw"))


def calls(state: State, action: Action, caller: AttentiveCaller) -> list[bool]:
    """Whether it calls this action, asked many times."""
    view = observe(state)
    return [caller.calls(view, action) for _ in range(10000)]


@pytest.mark.parametrize(("action", "called"), [(FOUNDED, False), (DRAWN, True)])
def test_attentive_caller_calls_each_offence_and_nothing_else(action: Action, called: bool) -> None:
    assert {*calls(callable_at(ACE), action, AttentiveCaller())} == {called}


def test_caller_leaves_what_no_setting_lets_it_call() -> None:
    assert not any(calls(at(ACE), DRAWN, AttentiveCaller()))


def test_caller_notices_as_many_offences_as_it_is_told_to() -> None:
    noticed = calls(callable_at(ACE), DRAWN, AttentiveCaller(notices=3 / 4, imagines=1 / 2))
    assert 0.7 < sum(noticed) / len(noticed) < 0.8


def test_caller_imagines_as_many_offences_as_it_is_told_to() -> None:
    imagined = calls(callable_at(QUIET), DRAWN, AttentiveCaller(notices=1, imagines=1 / 4))
    assert 0.2 < sum(imagined) / len(imagined) < 0.3


def test_caller_imagines_no_offence_in_a_play_to_a_foundation() -> None:
    assert not any(calls(callable_at(ACE), FOUNDED, AttentiveCaller(imagines=1)))


def test_callers_of_one_seed_call_the_same_and_those_of_another_do_not() -> None:
    one, same, other = (calls(callable_at(ACE), DRAWN, AttentiveCaller(1 / 2, seed=seed)) for seed in (1, 1, 2))
    assert one == same != other
