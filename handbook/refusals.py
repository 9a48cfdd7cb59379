"""The reference of refusals: every code, and an example that the engine is asked about."""

from __future__ import annotations

from attrs import frozen

from crapette import Refusal, State, View, apply, load_rules, position, why_not
from crapette.engine.refusals import REFUSAL_CODES
from handbook.boards import SMALL, Gallery
from handbook.markdown import code, rules_link


@frozen
class Example:
    """A position in which the mover may not do something.

    Attributes:
        because: The meaning of the code: why an action is refused.
        variant: By whose rules.
        layout: The position.
        action: What is refused.
        after: What is done first, action by action.
        player: Who wants to do it.
    """

    because: str
    variant: str
    layout: str
    action: str
    after: str = ""
    player: int = 0


_PLAIN = "(4S 7C) 9H / * / - | (5h) 9d / * / - | KS QH, 8c | - | 0"

EXAMPLES: dict[str, Example] = {
    "deal-over": Example("The deal is over.", "crapo", _PLAIN, "draw", after="offer accept"),
    "not-your-turn": Example("It is the other player's turn.", "crapette", _PLAIN, "draw", player=1),
    "not-in-this-variant": Example(
        "The settings know no such action; so it is with `stop` where nothing can be called, or the referee calls.",
        "crapette",
        _PLAIN,
        "flip",
    ),
    "no-card": Example("The source is empty.", "crapette", _PLAIN, "3-1"),
    "face-down": Example(
        "The card lies face down.", "banca-russa", "(7C 9H) / * / - | (9d) / * / - | KS QH, 8c | - | 0", "R-3"
    ),
    "not-open": Example(
        "The settings do not let this source be played now.",
        "crapette",
        "(4S 7C) 9H / * / JC | (5h) 9d / * / - | KS QH, 8c | - | 0",
        "W-1",
    ),
    "no-fit": Example("The target does not take the card.", "crapette", _PLAIN, "R-1"),
    "reserve-first": Example("An empty house goes to the reserve first.", "crapo", _PLAIN, "1-3"),
    "lone-card": Example("A card alone in its house would go to an empty one.", "crapette", _PLAIN, "2-3"),
    "repeats-layout": Example(
        "The houses have stood like this already in this turn.",
        "crapette",
        "(4S 7C) 9H / * / - | (5h) 9d / * / - | KS QH, kc | - | 0",
        "2-1",
        after="1-2",
    ),
    "turned-card-first": Example(
        "The turned card must be placed first.",
        "zank-patience-online",
        "- / * / 4S | - / * / 6d | KS QH, kc | - | 0 8D",
        "1-2",
    ),
    "nothing-turned": Example("No card is turned.", "crapette", _PLAIN, "discard"),
    "already-turned": Example("A card is turned already.", "crapette", f"{_PLAIN} 4D", "draw"),
    "can-still-draw": Example("There is still a card to draw.", "crapette", _PLAIN, "pass"),
    "duty": Example(
        "A strict duty comes first; `plays` says which plays fulfil it.",
        "crapette-strict",
        "(4S 7C) 9H / * / - | (5h) 9d / * / - | KS QH, AC | - | 0",
        "draw",
    ),
    "no-window": Example(
        "There is nothing to call: no window is open for this player, or, with `stop.false_call: forbidden`, the call "
        "would be false.",
        "crapette",
        _PLAIN,
        "stop",
    ),
    "no-offer": Example("No offer stands.", "crapo", _PLAIN, "accept"),
}


def refusals_reference(gallery: Gallery) -> str:
    """Every code of a refusal, in the order in which the reasons are looked for."""
    return "\n".join(_entry(name, EXAMPLES[name], gallery) for name in REFUSAL_CODES)


def refused(example: Example) -> tuple[State | View, Refusal]:
    """The state of an example, and the refusal."""
    state = position.loads(example.layout, load_rules(example.variant))
    for action in example.after.split():
        state = apply(state, action)
    refusal = why_not(state, example.action, example.player)
    assert refusal is not None, example
    return state, refusal


def _entry(name: str, example: Example, gallery: Gallery) -> str:
    state, refusal = refused(example)
    assert refusal.code == name, (name, refusal)
    by = f"By the rules of [{example.variant}](variants/{example.variant}.md)"
    after = f", after {' and '.join(map(code, example.after.split()))}" if example.after else ""
    plays = f" `plays`: {' '.join(code(str(play)) for play in refusal.plays)}." if refusal.plays else ""
    return (
        f"## {name}\n\n{example.because}\n\n{by}{after}, player {example.player} may not {code(example.action)}: "
        f"“{refusal.text}” (rule {rules_link(refusal.rule)}).{plays}\n\n{gallery.image(state, size=SMALL)}\n"
    )
