"""A page on which a recorded game is looked at step by step: one HTML file, with nothing to load."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import groupby
from string import Template
from typing import TYPE_CHECKING

from crapette.render import faces
from crapette.render.story import Choice, Deed, Step, steps

if TYPE_CHECKING:
    from crapette.notation.record import Record


def replay_page(record: Record, *, title: str | None = None) -> str:
    """The page of a recorded game or match, as HTML.

    It needs no network and works from a file. No card that nobody has seen is on it, nor in its source; but it tells
    every offence, also one that may still be called.

    Args:
        record: The record, full or public.
        title: The heading; None: who played.

    Raises:
        DealError: The record can't have been played, as `Record.replay` tells.
    """
    told = list(steps(record))
    style, script = f"{faces.STYLE}\n{_file('replay.css')}", _file("replay.js")
    shown = sorted({face.upper() for step in told for face in step.picture.faces} - {"XX"})
    return Template(_file("replay.html")).substitute(
        title=escape(title or _players(record)),
        policy=f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'",
        style=style,
        script=script,
        symbols=faces.symbols(shown),
        facts="".join(f"<div><dt>{escape(key)}</dt><dd>{escape(value)}</dd></div>" for key, value in _facts(record)),
        actions="\n".join(_deals(record, told)),
        data=_as_json(_data(record, told)),
    )


def _file(name: str) -> str:
    """What a part of the page says."""
    return files("crapette.render").joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    """What lets a browser take a style or a script for ours."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _as_json(data: object) -> str:
    """Data as JSON that can't end the element that it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# ------------------------------------------------------------------------------------------- who played, and what


def _players(record: Record) -> str:
    return " – ".join(name or f"Player {player}" for player, name in enumerate(record.players))


def _facts(record: Record) -> Iterator[tuple[str, str]]:
    """What is known of the whole record."""
    for player, name in enumerate(record.players):
        if name is not None:
            yield f"player {player}, {'above' if player else 'below'}", name
    yield "rules", record.variant or "of their own"
    if record.date is not None:
        yield "date", record.date
    yield from record.tags


# ---------------------------------------------------------------------------------------------------- the actions


def _deals(record: Record, told: Sequence[Step]) -> Iterator[str]:
    """The list of actions, deal by deal and turn by turn; each is a link to the number of its step."""
    for deal, numbered in groupby(enumerate(told), key=lambda pair: pair[1].deal):
        (first, _), *later = numbered
        yield f'<h3>Deal {deal}</h3>\n<ol><li><a href="#{first}">The cards are dealt</a></li></ol>'
        deeds = [(number, step.deed, step.result) for number, step in later if step.deed is not None]
        for (turn, mover), in_turn in groupby(deeds, key=lambda each: (each[1].turn, each[1].mover)):
            name = record.players[mover]
            yield f"<h4>Turn {turn} · player {mover}{f' ({escape(name)})' if name else ''}</h4>"
            yield f"<ol>{''.join(_item(*each) for each in in_turn)}</ol>"


def _item(number: int, deed: Deed, result: str) -> str:
    """A line of the list: what was done, and what there is to say about it."""
    remarks = [
        *(("offence", f"Offence – {text}") for text in deed.offences),
        *([("call", deed.call)] if deed.call else ()),
        *(("skipped", text) for text in deed.skipped),
        *([("comment", f"“{deed.comment}”")] if deed.comment else ()),
        *([("result", result)] if result else ()),
    ]
    told = "".join(f'<p class="{kind}">{escape(text)}</p>' for kind, text in remarks)
    time = "" if deed.time is None else f" <time>{_clock(deed.time)}</time>"
    return f'<li><a href="#{number}"><code>{deed.notation}</code> {escape(deed.words)}</a>{time}{told}</li>'


def _clock(milliseconds: int) -> str:
    """A time since the deal began in minutes and seconds: `1:05`."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    return f"{minutes}:{seconds:02}"


# ------------------------------------------------------------------------------------------------------- the data


def _data(record: Record, told: Sequence[Step]) -> dict[str, object]:
    """What the script shows; what is the same in many steps is told once.

    Choices and sentences have numbers, and a step tells only the piles and faces that are other than in the one before.
    """
    choices: dict[Choice, int] = {}
    sentences: dict[str, int] = {}
    moments: list[dict[str, object]] = []
    piles: Mapping[str, tuple[int, ...]] = {}
    shown: tuple[str, ...] = ()
    for step in told:
        moments.append(
            {
                "caption": step.caption,
                "mover": step.mover,
                "piles": {place: pile for place, pile in step.picture.piles.items() if piles.get(place) != pile},
                "faces": {
                    card: face for card, face in enumerate(step.picture.faces) if shown[card : card + 1] != (face,)
                },
                "table": [sentences.setdefault(each, len(sentences)) for each in step.table.split(". ")],
                "duties": step.duties,
                "choices": [[choices.setdefault(each, len(choices)) for each in player] for player in step.choices],
            }
        )
        piles, shown = step.picture.piles, step.picture.faces
    return {
        "card": [faces.WIDTH, faces.HEIGHT],
        "names": [name or f"player {player}" for player, name in enumerate(record.players)],
        "choices": [[each.notation, each.words, each.breaks] for each in choices],
        "sentences": list(sentences),
        "steps": moments,
    }
