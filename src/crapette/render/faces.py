"""Cards as pictures: faces and backs in SVG, and the colours of all that is drawn.

A card fills a box of `WIDTH` × `HEIGHT` units. No shape is a letter of a font, so a card looks alike everywhere. It
has its index in each corner, and can be told whatever side of it is covered. Colours are CSS custom properties, which
a page may set to its own taste.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

WIDTH: Final = 63
HEIGHT: Final = 88

COLOURS: Final = {
    "table": ("#dfe9df", "#16241c"),
    "ink": ("#1d2a22", "#e6ece7"),
    "place": ("#9db5a2", "#48604f"),
    "card": ("#ffffff", "#dedad1"),
    "edge": ("#7d8a80", "#0c1410"),
    "red": ("#b8121f", "#a10f1b"),
    "black": ("#15181c", "#15181c"),
    "gold": ("#e3b94b", "#c99c2c"),
    "back-0": ("#275a8c", "#2c5680"),
    "back-1": ("#8c3427", "#80352c"),
    "pattern": ("#e9eef2", "#c8c9c4"),
    "source": ("#0a66c2", "#5db0ff"),
    "target": ("#0b7a3b", "#4fd08a"),
    "moved": ("#b25a00", "#ffb454"),
}
"""Each colour, by the name of its custom property without the hyphens before it: in the light, and in the dark."""


def _properties(theme: int) -> str:
    return "".join(f"--{name}:{colours[theme]};" for name, colours in COLOURS.items())


def _classes(colours: Iterable[tuple[str, str]]) -> str:
    """What fills with a colour, and what draws lines with it."""
    return "".join(f".cr-{name}{{fill:{colour}}}.cr-{name}-line{{stroke:{colour}}}" for name, colour in colours)


STYLE: Final = (
    f"{_classes((name, light) for name, (light, _) in COLOURS.items())}"
    f"@supports(fill:var(--red)){{{_classes((name, f'var(--{name})') for name in COLOURS)}}}"
    f":where(.crapette,.crapette-light){{{_properties(0)}}}"
    f"@media(prefers-color-scheme:dark){{:where(.crapette){{{_properties(1)}}}}}"
    f":where(.crapette-dark){{{_properties(1)}}}"
)
"""CSS for what is drawn here, inside an element of the class `crapette`, which is light or dark as the reader
prefers, or of `crapette-light` or `crapette-dark`."""

_PIPS: Final = {
    "S": '<path d="M0-9.5C3-5 9-2 9 2.5 9 5.5 7 7 5 7 3.2 7 1.8 6 1 4.5 1 7 2 8.5 3.5 9.5h-7C-2 8.5-1 7-1 4.5'
    '-1.8 6-3.2 7-5 7-7 7-9 5.5-9 2.5-9-2-3-5 0-9.5z"/>',
    "H": '<path d="M0 9.5C-3 5.5-9 1-9-4-9-7-7-9-4.7-9-2.6-9-.8-7.7 0-5.5'
    '.8-7.7 2.6-9 4.7-9 7-9 9-7 9-4 9 1 3 5.5 0 9.5z"/>',
    "D": '<path d="M0-10C2-6 4.7-2.7 7.5 0 4.7 2.7 2 6 0 10-2 6-4.7 2.7-7.5 0-4.7-2.7-2-6 0-10z"/>',
    "C": '<circle cy="-5" r="4.4"/><circle cx="-4.8" cy="2.3" r="4.4"/><circle cx="4.8" cy="2.3" r="4.4"/>'
    '<path d="M-1.5-3h3L1 3C1 7 2 8.5 3.5 9.5h-7C-2 8.5-1 7-1 3z"/>',
}
"""Each suit around the origin, twenty units high."""

_RANKS: Final = {
    "A": "M0 16 5 0 10 16M2 10.5h6",
    "2": "M.6 4.5C.6-1.6 9.4-1.6 9.4 4.5 9.4 8 1.5 11.5.6 16H9.8",
    "3": "M.8 0H9L4.4 6.2C11.6 5.8 11.6 16 4.8 16 2.6 16 .9 14.8.2 13",
    "4": "M7.6 16V0L0 11.5H10",
    "5": "M9 0H1.8L1 7C5.5 4.4 9.8 6.6 9.8 10.7 9.8 17.2 1.8 17.6.2 13.2",
    "6": "M8.6.4C3 1.6.2 6 .2 10.8.2 17.7 9.8 17.7 9.8 10.8 9.8 4.8 1.4 4.8.3 10",
    "7": "M.2 0H9.8C6.4 4.5 4.2 10 3.6 16",
    "8": "M5 7.2C-.6 7-.6 0 5 0S10.6 7 5 7.2C-1.7 7.4-1.7 16 5 16S11.7 7.4 5 7.2",
    "9": "M1.4 15.6C7 14.4 9.8 10 9.8 5.2 9.8-1.7.2-1.7.2 5.2.2 11.2 8.6 11.2 9.7 6",
    "T": "M-1 3.2 1.6.4V16M8 0C4 0 4 16 8 16S12 0 8 0",
    "J": "M3.5 0H9M7 0V11C7 17.6.6 17.6.2 12.4",
    "Q": "M5 0C-1.7 0-1.7 16 5 16S11.7 0 5 0M5.8 11 10.2 16.6",
    "K": "M.6 0V16M9.6 0 .8 9.8M3.8 6.5 10 16",
}
"""The lines of each rank, in a box of 10 × 16."""

_LEFT, _MIDDLE, _RIGHT = 23.5, WIDTH / 2, WIDTH - 23.5
_TOP, _UPPER, _HALF, _LOWER, _BOTTOM = 15, 34.3, HEIGHT / 2, HEIGHT - 34.3, HEIGHT - 15
_FOUR: Final = tuple((x, y) for x in (_LEFT, _RIGHT) for y in (_TOP, _BOTTOM))
_SIX: Final = (*_FOUR, (_LEFT, _HALF), (_RIGHT, _HALF))
_EIGHT: Final = (*_FOUR, *((x, y) for x in (_LEFT, _RIGHT) for y in (_UPPER, _LOWER)))
_PLACES: Final = {
    "2": ((_MIDDLE, _TOP), (_MIDDLE, _BOTTOM)),
    "3": ((_MIDDLE, _TOP), (_MIDDLE, _HALF), (_MIDDLE, _BOTTOM)),
    "4": _FOUR,
    "5": (*_FOUR, (_MIDDLE, _HALF)),
    "6": _SIX,
    "7": (*_SIX, (_MIDDLE, 29.5)),
    "8": (*_SIX, (_MIDDLE, 29.5), (_MIDDLE, HEIGHT - 29.5)),
    "9": (*_EIGHT, (_MIDDLE, _HALF)),
    "T": (*_EIGHT, (_MIDDLE, 24.6), (_MIDDLE, HEIGHT - 24.6)),
}
"""Where the pips of a card lie; those of its lower half stand on their heads."""

_HAIR_AND_FACE: Final = (
    '<path class="cr-black" d="{hair}"/>'
    '<path class="cr-card cr-black-line" d="M-5-24V-17C-5-9 5-9 5-17V-24z"/>'
    '<path class="cr-black-line" d="M-2.2-19v1.6M2.2-19v1.6M-1.5-13.8h3"/>'
)
_COURTS: Final = {
    "J": _HAIR_AND_FACE.format(hair="M-7.5-24V-12H7.5V-24z") + '<path d="M-9-24C-10-32 7-34 9.5-24z"/>'
    '<path class="cr-gold cr-black-line" d="M5-27C6-32 9-34 12.5-35 13-31 11-27 7-25.5z"/>',
    "Q": _HAIR_AND_FACE.format(hair="M-6-25C-10-22-9-14-10.5-8H10.5C9-14 10-22 6-25z")
    + '<path class="cr-gold cr-black-line" d="M-7-24-8.5-31-4-28 0-33.5 4-28 8.5-31 7-24z"/>'
    '<circle cy="-34" r="1.5"/><circle cx="-8.5" cy="-32" r="1.5"/><circle cx="8.5" cy="-32" r="1.5"/>',
    "K": _HAIR_AND_FACE.format(hair="M-7-24V-14L-4-11H4L7-14V-24z")
    + '<path class="cr-black" d="M-5-15C-5-3 5-3 5-15 3-16.5-3-16.5-5-15z"/>'
    '<path class="cr-gold cr-black-line" d="M-8-24V-32L-4-29-1.5-31V-35H1.5V-31L4-29 8-32V-24z"/>',
}
"""The upper half of each court, above the origin, but for the shoulders."""
_SHOULDERS: Final = '<path d="M-13 .2V-4C-12-8.5-8-10-4-10L0-5 4-10C8-10 12-8.5 13-4V.2z"/>'
_GOLD_BELOW: Final = '<path class="cr-gold" d="M0-5 3.5.2h-7z"/>'


def face(card_face: str, prefix: str = "c") -> str:
    """The face of a card, in SVG that uses the pips among the `symbols`.

    Args:
        card_face: Rank and suit in upper case, such as `QS` or `TH`.
        prefix: What the ids of the symbols begin with.
    """
    rank, suit = card_face[0], card_face[1]
    colour, pip = "red" if suit in "HD" else "black", f"#{prefix}-{suit}"
    middle = _court(rank) if rank in _COURTS else _pips(rank, pip)
    return f'{_rectangle("cr-card cr-edge-line")}<g class="cr-{colour}">{_indices(rank, pip, colour)}{middle}</g>'


def _rectangle(classes: str) -> str:
    return f'<rect class="{classes}" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="5"/>'


def _indices(rank: str, pip: str, colour: str) -> str:
    """Rank and suit in the four corners."""
    return _twice(
        "".join(
            f'<path class="cr-{colour}-line" fill="none" stroke-width="2.4" transform="translate({x - 5} 5.5)" '
            f'd="{_RANKS[rank]}"/>{_pip(pip, x, 31, 0.6)}'
            for x in (9, WIDTH - 9)
        )
    )


def _twice(drawing: str) -> str:
    """A drawing, and the same once more with the card upside down."""
    return f'{drawing}<g transform="rotate(180 {_MIDDLE} {_HALF})">{drawing}</g>'


def _pip(pip: str, x: float, y: float, scale: float) -> str:
    return f'<use href="{pip}" transform="translate({x} {y})scale({scale})"/>'


def _pips(rank: str, pip: str) -> str:
    if rank == "A":
        return _pip(pip, _MIDDLE, _HALF, 1.5)
    return "".join(_pip(pip, x, y, -0.52 if y > _HALF else 0.52) for x, y in _PLACES[rank])


def _court(rank: str) -> str:
    """A king, a queen or a jack, once more upside down."""
    return _twice(f'<g transform="translate({_MIDDLE} {_HALF})">{_SHOULDERS}{_GOLD_BELOW}{_COURTS[rank]}</g>')


def back(pack: int) -> str:
    """The back of a card: of pack 0 with a lattice, of pack 1 with frames in frames."""
    lattice = (f"M{x} {y}l5 6-5 6-5-6z" for x in range(11, WIDTH - 6, 10) for y in range(8, HEIGHT - 12, 12))
    frames = (f"M{inset} {inset}H{WIDTH - inset}V{HEIGHT - inset}H{inset}z" for inset in range(6, 27, 5))
    lines = "".join(frames if pack else lattice)
    return f'{_rectangle(f"cr-back-{pack} cr-edge-line")}<path class="cr-pattern-line" fill="none" d="{lines}"/>'


def symbols(faces: Iterable[str], prefix: str = "c") -> str:
    """Pips, both backs and some faces as symbols: `c-S`, `c-back-0`, `c-QS`; used as in `<use href="#c-QS"/>`.

    Args:
        faces: The faces wanted, as `face` takes them.
        prefix: What the ids begin with, if not with `c`.
    """
    cards = {f"back-{pack}": back(pack) for pack in (0, 1)} | {name: face(name, prefix) for name in faces}
    return "".join(
        f'<symbol id="{prefix}-{suit}" overflow="visible">{drawing}</symbol>' for suit, drawing in _PIPS.items()
    ) + "".join(
        f'<symbol id="{prefix}-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{drawing}</symbol>'
        for name, drawing in cards.items()
    )
