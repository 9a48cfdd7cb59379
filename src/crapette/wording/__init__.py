"""The rules of any variant in plain words, from its settings alone, in each of the languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from crapette.language import Phrase, phrase, speaker
from crapette.rules import Rules
from crapette.wording import duties, ending, table, turn
from crapette.wording.blocks import Block

_SECTIONS: tuple[tuple[Phrase, Callable[[Rules], Iterator[Block]]], ...] = (
    (phrase("The game"), table.aim),
    (phrase("The table"), table.table),
    (phrase("The deal"), table.deal),
    (phrase("Who starts"), table.start),
    (phrase("A turn"), turn.turn),
    (phrase("Foundations"), turn.foundations),
    (phrase("Houses"), turn.houses),
    (phrase("Loading"), turn.loading),
    (phrase("What must come first"), duties.duties),
    (phrase("Stop!"), duties.stop),
    (phrase("The end of a deal"), ending.end),
    (phrase("Points"), ending.points),
    (phrase("The match"), ending.match),
)


def rules_text(rules: Rules, language: str = "en") -> str:
    """The rules in words for players, also those who have never played: titles, paragraphs and lists, not wrapped.

    Args:
        rules: Any rules, those of a shipped variant or others.
        language: One of `crapette.language.LANGUAGES`.

    Raises:
        CrapetteError: There is no such language.

    >>> rules_text(Rules()).splitlines()[0]
    '1. The game'
    """
    say = speaker(language)
    sections: list[str] = []
    for title, write in _SECTIONS:
        blocks = [block.lines(say) for block in write(rules)]
        texts = [text for text in blocks if text]
        if texts:
            sections.append("\n\n".join([f"{len(sections) + 1}. {say(title)}", *texts]))
    return "\n\n".join(sections) + "\n"
