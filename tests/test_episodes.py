"""What environments share: spaces, how an episode begins, and what is shown of it."""

from __future__ import annotations

import sys
import warnings
from itertools import islice
from random import Random
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="needs the extra `gymnasium`")

from crapette import DealError, Rules, State, deal, load_rules, observe, variant_names
from crapette.adapters.decisions import Decision
from crapette.adapters.episodes import (
    RENDER_MODES,
    action_space,
    first_decision,
    is_cut_short,
    known_render_mode,
    observation_space,
    picture,
    rendered,
)
from crapette.adapters.observations import observation
from crapette.extra import MissingExtraError
from crapette.render.text import board
from tests.playing import played, random_walk
from tests.positions import AGREEMENT, QUIET, at, callable_at

CRAPETTE = load_rules("crapette")


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


# -------------------------------------------------------------------------------------------------- spaces


@pytest.mark.no_cover
@pytest.mark.parametrize("name", variant_names())
def test_spaces_contain_every_observation_and_every_action(name: str) -> None:
    rules = load_rules(name)
    space, actions, rng = observation_space(rules), action_space(rules), Random(1)
    decision = Decision.at(deal(rules, 1))
    for step in range(400):
        if step % 10 == 0 or decision.is_over:
            for player in (0, 1):
                told = observation(decision, player)
                assert space.contains(told)
                assert all(told[part].dtype == space[part].dtype for part in told)
        assert all(actions.contains(np.int64(number)) for number in decision.options)
        if decision.is_over:
            break
        decision = decision.then(rng.choice(decision.options))


def test_sizes_of_spaces() -> None:
    space = observation_space(Rules.from_mapping({"deal": {"houses": 2}}))
    assert [space[part].shape for part in ("observation", "facts", "action_mask")] == [(14, 8, 13), (23,), (263,)]
    last = space["last_action"]
    assert last.contains(263)
    assert not last.contains(264)
    assert action_space(CRAPETTE).n == 263
    assert action_space(Rules.from_mapping({"houses": {"groups": "sequence"}})).n == 1991


# -------------------------------------------------------------------------------------- how an episode begins


def test_seed_deals_just_that_deal() -> None:
    rng = chance()
    assert first_decision(CRAPETTE, 7, rng, None) == Decision.at(deal(CRAPETTE, 7))
    assert rng.bit_generator.state == chance().bit_generator.state


def test_without_a_seed_one_is_drawn() -> None:
    rng = chance()
    first, second = [first_decision(CRAPETTE, None, rng, {}).state for _ in range(2)]
    assert first != second
    assert first == first_decision(CRAPETTE, None, chance(), None).state
    assert first == deal(CRAPETTE, int(chance().integers(2**63)))


def test_seed_that_is_none() -> None:
    with pytest.raises(DealError):
        first_decision(CRAPETTE, -1, chance(), None)


def test_episode_may_begin_with_a_state() -> None:
    state = played(callable_at(QUIET), "draw")
    for seed in (None, 3):
        first = first_decision(state.rules, seed, chance(), {"state": state})
        assert first.state is state
        assert first.is_call


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (None, "must be a State under the rules of the environment"),
        ("(text)", "must be a State"),
        (observe(at(QUIET)), "must be a State"),
        (deal(CRAPETTE, 1), "must be a State under the rules of the environment"),
        (played(at(QUIET, AGREEMENT), "offer accept"), "the deal is over: there is nothing to decide"),
    ],
    ids=["nothing", "text", "view", "other rules", "over"],
)
def test_state_in_which_no_episode_can_begin(state: Any, message: str) -> None:
    rules = at(QUIET, AGREEMENT).rules if isinstance(state, State) and state.rules != CRAPETTE else at(QUIET).rules
    with pytest.raises(ValueError, match=message):
        first_decision(rules, None, chance(), {"state": state})


def test_unknown_options_are_warned_of() -> None:
    with pytest.warns(UserWarning, match="^the options 'a', 'sate' are not known; expected state$"):
        first = first_decision(CRAPETTE, 7, chance(), {"sate": 1, "a": 2})
    assert first.state == deal(CRAPETTE, 7)


# ------------------------------------------------------------------------------------------------ its end


def test_turn_limit_cuts_a_deal_short_and_nothing_else_does() -> None:
    limited = at(QUIET, {"end.max_turns": 1, **AGREEMENT})
    assert not is_cut_short(Decision.at(limited))
    assert is_cut_short(Decision(played(limited, "draw discard")))
    agreed = Decision(played(limited, "offer accept"))
    assert agreed.is_over
    assert not is_cut_short(agreed)


# -------------------------------------------------------------------------------------------- what is shown


def test_known_render_modes() -> None:
    assert RENDER_MODES == ("ansi", "human", "rgb_array")
    assert known_render_mode(None) is None
    assert [known_render_mode(mode) for mode in RENDER_MODES] == list(RENDER_MODES)


def test_unknown_render_mode() -> None:
    with pytest.raises(ValueError, match=r"^render_mode is 'gif'; expected ansi, human or rgb_array or None$"):
        known_render_mode("gif")


def test_text(capsys: pytest.CaptureFixture[str]) -> None:
    view = observe(deal(CRAPETTE, 1))
    assert rendered(view, "ansi") == board(view)
    assert capsys.readouterr().out == ""
    assert rendered(view, "human") is None
    assert capsys.readouterr().out == f"{board(view)}\n"


@pytest.mark.no_cover
def test_pictures_of_a_deal_have_one_size() -> None:
    states = [state for _, _, _, state in islice(random_walk(CRAPETTE, 1), 0, 400, 80)]
    pictures = [rendered(observe(state), "rgb_array") for state in (deal(CRAPETTE, 1), *states)]
    sizes: set[tuple[int, ...]] = set()
    for array in pictures:
        assert isinstance(array, np.ndarray)
        assert array.dtype == np.uint8
        assert (array.ndim, array.shape[1:]) == (3, (600, 3))
        assert len(np.unique(array.reshape(-1, 3), axis=0)) > 20
        sizes.add(array.shape)
    assert len(sizes) == 1
    assert len({array.tobytes() for array in pictures if isinstance(array, np.ndarray)}) == len(pictures)


def test_rendering_as_an_array_is_the_picture() -> None:
    view = observe(deal(CRAPETTE, 1))
    shown = picture(view)
    assert np.array_equal(shown, cast("Any", rendered(view, "rgb_array")))
    assert shown.mean() > 128, "it is light, whatever the machine prefers"


def test_missing_fonts_are_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithoutFonts:
        @staticmethod
        def svg_to_bytes(**_options: object) -> bytes:
            return b"the same, with fonts or without"

    monkeypatch.setitem(sys.modules, "resvg_py", cast("Any", WithoutFonts))
    with pytest.warns(UserWarning, match="there is no font on this system.*: install one"):
        assert known_render_mode("rgb_array") == "rgb_array"
    assert known_render_mode("ansi") == "ansi"


def test_fonts_that_are_there_are_no_reason_to_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    class WithFonts:
        @staticmethod
        def svg_to_bytes(*, skip_system_fonts: bool, **_options: object) -> bytes:
            return b"blank" if skip_system_fonts else b"0"

    monkeypatch.setitem(sys.modules, "resvg_py", cast("Any", WithFonts))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert known_render_mode("rgb_array") == "rgb_array"


@pytest.mark.parametrize("package", ["resvg_py", "PIL"])
def test_missing_package_is_told_with_its_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (package, f"{package}.Image"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(MissingExtraError, match=rf"need {package}, which is not installed: .*crapette\[gymnasium\]"):
        picture(observe(deal(CRAPETTE, 1)))
