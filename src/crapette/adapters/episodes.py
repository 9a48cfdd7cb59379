"""What the environments of PettingZoo and Gymnasium have in common: spaces, how an episode begins, what is shown."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping
from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crapette.adapters.action_ids import many_ids
from crapette.adapters.decisions import Decision
from crapette.adapters.observations import FACTS, RANKS, SUITS_AND_PACKS, planes
from crapette.engine.deal import deal
from crapette.engine.view import View
from crapette.extra import needed
from crapette.faults import one_of, shown
from crapette.render import svg, text
from crapette.rules import Rules
from crapette.state import Reason, State

RenderMode = Literal["ansi", "human", "rgb_array"]
"""How a board is shown: as text, as text on the standard output after each step, or as a picture."""
RENDER_MODES: Final[tuple[RenderMode, ...]] = get_args(RenderMode)

WIDTH: Final = 600
"""Of a picture, in pixels."""


def observation_space(rules: Rules) -> spaces.Dict:
    """The space of what `observation` gives under these rules, exactly: shapes, types and limits."""
    shape = (len(planes(rules)), SUITS_AND_PACKS, RANKS)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, shape, np.float32),
            "facts": spaces.Box(0, 1, (len(FACTS),), np.float32),
            "last_action": spaces.Discrete(1 + many_ids(rules)),
            "action_mask": spaces.MultiBinary(many_ids(rules)),
        }
    )


def action_space(rules: Rules) -> spaces.Discrete[np.int64]:
    """The numbers of actions under these rules."""
    return spaces.Discrete(many_ids(rules))


def first_decision(
    rules: Rules, seed: int | None, chance: np.random.Generator, options: Mapping[str, Any] | None
) -> Decision:
    """The decision with which an episode begins.

    Args:
        rules: The rules of the environment.
        seed: The seed of the deal; None: one drawn by chance.
        chance: What draws it.
        options: With `state`, the state to begin in, instead of a deal. Others are warned of, since callers may
            hand on what is meant for other environments.

    Raises:
        ValueError: The state is none, or is one of other rules, or the deal is over there.
        DealError: The seed is none.
    """
    options = options or {}
    if unknown := sorted(options.keys() - {"state"}):
        warnings.warn(f"the options {', '.join(map(shown, unknown))} are not known; expected state", stacklevel=3)
    if "state" not in options:
        return Decision.at(deal(rules, int(chance.integers(2**63)) if seed is None else seed))
    state = options["state"]
    if not isinstance(state, State) or state.rules != rules:
        raise ValueError(
            "the option state must be a State under the rules of the environment, as its attribute rules has them"
        )
    first = Decision.at(state)
    if first.is_over:
        raise ValueError("the option state is one in which the deal is over: there is nothing to decide")
    return first


def is_cut_short(decision: Decision) -> bool:
    """Whether a deal is over only because the rules allow no more turns (`end.max_turns`)."""
    outcome = decision.state.course.outcome
    return outcome is not None and outcome.reason is Reason.TURN_LIMIT


# ------------------------------------------------------------------------------------------------ what is shown


def known_render_mode(mode: str | None) -> RenderMode | None:
    """The way to show a board, if it is one.

    Raises:
        ValueError: There is no such way.
        MissingExtraError: It needs a package that is not installed.
    """
    if mode is None:
        return None
    if mode not in RENDER_MODES:
        raise ValueError(f"render_mode is {shown(mode)}; expected {one_of(RENDER_MODES)} or None")
    if mode == "rgb_array":
        _warn_without_fonts()
    return mode


def rendered(view: View, mode: RenderMode) -> str | NDArray[np.uint8] | None:
    """What is known of a state, for people.

    Returns:
        With `ansi` the text of the board; with `rgb_array` an array (height, width, 3); with `human` nothing, since the
        text is printed.
    """
    if mode == "rgb_array":
        return picture(view)
    board = text.board(view)
    if mode == "ansi":
        return board
    print(board)  # noqa: T201 -- what it is asked for
    return None


def picture(view: View) -> NDArray[np.uint8]:
    """The picture of a board as an array (height, width, 3)."""
    image = needed("PIL.Image", "pictures of a board", "gymnasium")
    with image.open(io.BytesIO(_png(svg.board(view, theme="light", size=WIDTH)))) as opened:
        return np.asarray(opened.convert("RGB"))


def _png(drawing: str, *, fonts: bool = True) -> bytes:
    rasteriser = needed("resvg_py", "pictures of a board", "gymnasium")
    return bytes(rasteriser.svg_to_bytes(svg_string=drawing, skip_system_fonts=not fonts))


_WRITING: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="15" font-family="system-ui,sans-serif">0</text></svg>'
)


def _warn_without_fonts() -> None:
    """Warn where the system has no font, so that what is written beside the cards would be missing."""
    if _png(_WRITING) == _png(_WRITING, fonts=False):
        told = "there is no font on this system, so pictures lack all text but that on the cards"
        warnings.warn(f"{told}: install one, such as DejaVu Sans", stacklevel=4)
