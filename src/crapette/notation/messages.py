"""Every message, declared: its fields, what they are about, and their shapes.

Reading, writing, checking of types and the published schemas follow from this. A class here holds what a message says,
before it is checked against the rules; what is no more than its fields is read as the value itself.
"""

from __future__ import annotations

from attrs import frozen

from crapette.actions import Action
from crapette.cards import CARDS
from crapette.engine.scoring import Score
from crapette.notation.memory import Difference, Moved
from crapette.notation.record_parts import Result
from crapette.notation.shapes import (
    ACTION,
    ACTIONS,
    ANY_TEXT,
    CARD,
    CARDS_OF_A_PILE,
    CARDS_OR_BLANKS,
    FLAG,
    PILES,
    PLAYER,
    RULES,
    SEED,
    Always,
    ListOf,
    Maybe,
    Named,
    Object,
    Pairs,
    Row,
    Told,
    count,
    pair,
    told,
)
from crapette.rules import Duty, Rules, TurnedCard
from crapette.settings import OneWord
from crapette.state import Call, Outcome, Reason, Remedy
from crapette.table import FOUNDATIONS

STATE_FORMAT, VIEW_FORMAT, ACTION_FORMAT, RECORD_FORMAT, MATCH_FORMAT, RULES_FORMAT = (
    f"crapette/{kind}/1" for kind in ("state", "view", "action", "record", "match", "rules")
)

_FORMAT = "What this is, and the version of its form."

# ------------------------------------------------------------------------------------ states and views

OUTCOME = Object(
    "how the deal ended",
    Outcome,
    {
        "winner": Told("The player who has won; null for a stalemate.", Maybe(PLAYER)),
        "reason": Told("Why the deal is over.", OneWord(Reason)),
    },
)

REMEDY = Object(
    "what a call has brought about",
    Remedy,
    {
        "player": Told("The player whom it befalls; null where nothing happens to anybody.", Maybe(PLAYER)),
        "rewound": Told("Whether everything was taken back to just before the offending action.", FLAG),
        "play": Told("The missed play that was made for the offender.", Maybe(ACTION)),
        "turned_card": Told("Where the offender's turned card went.", Maybe(OneWord(TurnedCard))),
        "ends_turn": Told("Whether the offender's turn ended by it.", FLAG),
        "forgives_skip": Told("Whether it spares the caller a turn that was to be skipped.", FLAG),
        "skips_turn": Told("Whether the caller's next turn will be skipped.", FLAG),
    },
)

CALL = Object(
    "a call of stop",
    Call,
    {
        "caller": Told("The player who called; null for the referee.", Maybe(PLAYER)),
        "upheld": Told("Whether there was an offence to call.", FLAG),
        "duty": Told("The duty that was broken; null for a false call.", Maybe(OneWord(Duty))),
        "action": Told("The action that broke it; null for a false call.", Maybe(ACTION)),
        "plays": Told("The plays that would have fulfilled the duty.", ACTIONS),
        "remedy": Told("What the call has brought about.", REMEDY),
    },
)

SCORE = Object(
    "what the deal is worth",
    Score,
    {
        "points": Told("Each player's points; 0 and 0 until the deal is over.", pair(count())),
        "burdens": Told("What each player's remaining cards weigh.", pair(count())),
        "final": Told("Whether the deal is over.", FLAG),
    },
)


RESULT = Object(
    "how a deal of a record ended",
    Result,
    {
        "winner": Told("The player who won; null for a stalemate.", Maybe(PLAYER)),
        "reason": Told("Why the deal was over.", OneWord(Reason)),
        "points": Told("Each player's points.", pair(count())),
    },
)

_RULES = "The settings of the variant. All are told; those that are left out are as in the variant `crapette`."


@frozen
class TurnNote:
    """What is remembered of the turn under way."""

    progress: bool = told("Whether it is not idle.", FLAG)
    founded: bool = told("Whether a card has gone to a foundation in it.", FLAG)
    offered: bool = told("Whether a draw has been proposed in it.", FLAG)
    moved: Moved = told(
        "The cards that have gone from house to house since its last other action, in order, each with the card it lay "
        "on before; null: it was the bottom one. Empty where layouts may be repeated.",
        ListOf(Row((CARD, Maybe(CARD)))),
    )


TURN = Named("turn", Object.of("the turn", TurnNote))


@frozen
class TableNote:
    """A table that is remembered."""

    player: int = told("The player whose turn began.", PLAYER)
    piles: Difference = told(
        "The piles that were not as in the next later table, or, in the last entry, as they are now: how many of their "
        "lowest cards were the same, and the cards on these.",
        PILES,
    )


TABLE = Named("table", Object.of("a table", TableNote))


@frozen
class CourseNote:
    """The course of the deal, so far as it is the same kind of thing now and before an offence."""

    mover: int = told("The player whose turn it is.", PLAYER)
    turn_number: int = told("The number of the turn under way; the first is 1.", count(1))
    turn: TurnNote = told("What is remembered of the turn under way.", TURN)
    idle: int = told("Idle turns in a row before this one.", count())
    barren: int = told("Turns in a row before this one in which no card went to a foundation.", count())
    unseen_at_start: int = told("How many cards had not been seen when the turn began.", count(0, len(CARDS)))
    tables: tuple[TableNote, ...] = told(
        "The tables counted for repetition that can still recur, oldest first.",
        ListOf(TABLE),
    )
    offer: int | None = told("The player whose proposal of a draw stands.", Maybe(PLAYER))


@frozen
class BeforeNote(CourseNote):
    """The state before an offence."""

    piles: Difference = told("The piles that were not as they are now, as in `tables`.", PILES)
    seen_since: bytes = told("The cards that have been seen since then.", CARDS_OF_A_PILE)


@frozen
class BreachNote:
    """The offence that counts in the window."""

    duty: Duty = told("The duty that was broken.", OneWord(Duty))
    action: Action = told("The action that broke it.", ACTION)
    plays: tuple[Action, ...] = told("The plays that would have fulfilled the duty, in canonical order.", ACTIONS)
    cards: bytes = told("The card that each of these plays would have moved.", CARDS_OR_BLANKS)
    before: BeforeNote | None = told(
        "The state before the action; null where nothing is taken back.",
        Maybe(Object.of("the state before", BeforeNote)),
    )


@frozen
class MomentNote(CourseNote):
    """What messages with states and with views have in common."""

    rules: Rules = told(_RULES, RULES)
    starter: int = told("The player who made the first turn.", PLAYER)
    face_down: tuple[int, int] = told("How many cards of each reserve lie face down.", pair(count(0, len(CARDS))))
    wastes: tuple[bytes, bytes] = told("Each player's waste, bottom to top.", pair(CARDS_OF_A_PILE))
    turned: int | None = told("The hand card that the mover has turned up and not yet placed.", Maybe(CARD))
    houses: tuple[bytes, ...] = told("The houses from 1 on, each bottom to top.", ListOf(CARDS_OF_A_PILE))
    foundations: tuple[bytes, ...] = told(
        "The eight foundations, ♠ ♠ ♥ ♥ ♦ ♦ ♣ ♣, each from the ace up.", Row((CARDS_OF_A_PILE,) * len(FOUNDATIONS))
    )
    outcome: Outcome | None = told("How the deal ended; null while it goes on.", Maybe(OUTCOME))
    window: int | None = told("The player who may call stop now.", Maybe(PLAYER))
    last_call: Call | None = told(
        "The call that was the last thing to happen; null after any other action.", Maybe(CALL)
    )
    skips: tuple[bool, bool] = told("Whether each player's next turn will be skipped.", pair(FLAG))
    breach: BreachNote | None = told(
        "The offence that would be called; null if there was none, or if this is not told.",
        Maybe(Object.of("an offence", BreachNote)),
    )


_RESERVES = "Each player's reserve, bottom to top; the lowest `face_down` cards of it lie face down."
_HANDS = "Each player's hand, bottom to top; the turned card is not in it."


@frozen
class StateNote(MomentNote):
    """What a message with a state says: everything."""

    format: str = told(_FORMAT, Always(STATE_FORMAT))
    reserves: tuple[bytes, bytes] = told(_RESERVES, pair(CARDS_OF_A_PILE))
    hands: tuple[bytes, bytes] = told(_HANDS, pair(CARDS_OF_A_PILE))
    unseen: bytes = told("The cards that have never been face up.", CARDS_OF_A_PILE)


@frozen
class ViewNote(MomentNote):
    """What a message with a view says: what may be known."""

    format: str = told(_FORMAT, Always(VIEW_FORMAT))
    memory: bool = told("Whether it shows all that was ever seen, or only what lies face up now.", FLAG)
    reserves: tuple[bytes, bytes] = told(_RESERVES, pair(CARDS_OR_BLANKS))
    hands: tuple[bytes, bytes] = told(_HANDS, pair(CARDS_OR_BLANKS))
    legal: tuple[tuple[Action, ...], tuple[Action, ...]] = told(
        "The legal actions of player 0 and of player 1, in canonical order.", pair(ACTIONS)
    )
    score: Score = told("The points once the deal is over, and each player's burden.", SCORE)


# --------------------------------------------------------------------------- actions, rules and matches


@frozen
class ActionNote:
    """What a message with an action says."""

    format: str = told(_FORMAT, Always(ACTION_FORMAT))
    action: Action = told("The action, in the notation of the rules; places are named from its maker's side.", ACTION)


_DIGEST = "A digest of the rules, equal for equal rules."


@frozen
class RulesNote:
    """What a message with rules says."""

    format: str = told(_FORMAT, Always(RULES_FORMAT))
    rules: Rules = told(_RULES, RULES)
    digest: str = told(_DIGEST, ANY_TEXT)


@frozen
class MatchNote:
    """What a message with a match says."""

    format: str = told(_FORMAT, Always(MATCH_FORMAT))
    rules: Rules = told(_RULES, RULES)
    seed: int | None = told("The seed on which its deals hang; null: whoever asks for a deal names it.", Maybe(SEED))
    points: tuple[int, int] = told("Each player's points.", pair(count()))
    deals: int = told("How many deals have been recorded.", count())
    winner: int | None = told("The player who has won; null while it goes on, and where it was drawn.", Maybe(PLAYER))
    next_starter: int | None = told("The player who starts the next deal; null: as the cards say.", Maybe(PLAYER))


# ------------------------------------------------------------------------------------------------ records


@frozen
class MoveNote:
    """One action of a record."""

    action: Action = told("The action; it tells who made it.", ACTION)
    turn: int = told("The number of the turn in which it was made.", count(1))
    shown: bytes = told("In a public record, the cards that it turned up.", CARDS_OF_A_PILE, unless=b"")
    comment: str | None = told("A comment.", ANY_TEXT, unless=None)
    time: int | None = told("How many milliseconds after the deal began it was made.", count(), unless=None)


@frozen
class DealNote:
    """One deal of a record. One of `seed`, `packs` and `start` tells the cards."""

    starter: int = told("The player who starts.", PLAYER)
    seed: int | None = told("The seed of the deal.", SEED, unless=None)
    packs: tuple[bytes, bytes] | None = told("Both packs in dealing order.", pair(CARDS_OF_A_PILE), unless=None)
    start: str | None = told("In a public record, the position that was dealt, with blanks.", ANY_TEXT, unless=None)
    moves: tuple[MoveNote, ...] = told("The actions, in order.", ListOf(Object.of("an action of a record", MoveNote)))
    result: Result | None = told("How the deal ended; left out while it goes on.", RESULT, unless=None)


@frozen
class RecordNote:
    """What a message with a record says."""

    format: str = told(_FORMAT, Always(RECORD_FORMAT))
    library: str = told("The version of the library that played it.", ANY_TEXT)
    rules_version: int = told("The version of the rules by which it was played.", count(1))
    variant: str | None = told("The name of the variant, as it is to be shown.", ANY_TEXT, unless=None)
    players: tuple[str | None, str | None] = told("The names of both players.", pair(Maybe(ANY_TEXT)))
    date: str | None = told("The day, such as 2026-11-30.", ANY_TEXT, unless=None)
    tags: tuple[tuple[str, str], ...] = told("Whatever else is to be known, by kebab-case keys.", Pairs(ANY_TEXT))
    rules: Rules = told(_RULES, RULES)
    digest: str = told(_DIGEST, ANY_TEXT)
    deals: tuple[DealNote, ...] = told("Its deals, one at least.", ListOf(Object.of("a deal of a record", DealNote)))


# --------------------------------------------------------------------------------------------------- all

STATE = Object.of("a state", StateNote)
VIEW = Object.of("a view", ViewNote)
ACTION_MESSAGE = Object.of("an action", ActionNote)
RECORD = Object.of("a record", RecordNote)
MATCH = Object.of("a match", MatchNote)
RULES_MESSAGE = Object.of("rules", RulesNote)

MESSAGES: dict[str, Object] = {
    STATE_FORMAT: STATE,
    VIEW_FORMAT: VIEW,
    ACTION_FORMAT: ACTION_MESSAGE,
    RECORD_FORMAT: RECORD,
    MATCH_FORMAT: MATCH,
    RULES_FORMAT: RULES_MESSAGE,
}
"""What a message of each format says."""

NAMED = (ACTION, CARD, CARDS_OF_A_PILE, CARDS_OR_BLANKS, PILES, RULES, TABLE, TURN)
"""What schemas describe once."""
