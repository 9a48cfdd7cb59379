"""Rules 8: Stop!"""

from __future__ import annotations

from tests.reference.deal import Act, Call, Deal, Offence, Remedy
from tests.reference.ending import look_for_stalemate, look_for_win
from tests.reference.possible import card_at, places, possible
from tests.reference.turn import begin_turn, end_turn, make


def open_window(deal: Deal, act: Act) -> None:
    """The window that an action of the mover opens, or which goes on with it."""
    caller = 1 - act.offender
    goes_on = deal.rules["stop"]["window"] == "turn" and deal.window == caller
    deal.acts = (*deal.acts, act) if goes_on else (act,)
    deal.window = caller


def what_counts(acts: tuple[Act, ...]) -> tuple[Act, Offence] | None:
    """The earliest action with a callable offence; of that the one of the highest rank."""
    for act in acts:
        for offence in act.offences:
            if offence.is_callable:
                return act, offence
    return None


def may_call(deal: Deal, player: int) -> bool:
    if deal.window != player:
        return False
    return deal.rules["stop"]["false_call"] != "forbidden" or what_counts(deal.acts) is not None


def call(deal: Deal, caller: int) -> None:
    found = what_counts(deal.acts)
    deal.close_window()
    if found is not None:
        uphold(deal, caller, *found)
        return
    deal.last_call = Call(caller, upheld=False)
    if deal.rules["stop"]["false_call"] == "lose-turn":
        deal.skips |= {caller}
        deal.last_call.remedy = Remedy(caller, skips_turn=True)


def uphold(deal: Deal, caller: int | None, act: Act, offence: Offence) -> None:
    """A call that is upheld; without a caller by the referee."""
    stop, offender, remedy = deal.rules["stop"], act.offender, Remedy(act.offender)
    deal.last_call = Call(caller, True, offence.duty, act.action, offence.plays, remedy)
    was_over = deal.turn_number != act.turn_number and not stop["rewind"]
    # 1. Rewind
    if stop["rewind"]:
        _rewind(deal, act.before)
        remedy.rewound = True
    # 2. Missed play
    if stop["missed_play"] == "offender":
        remedy.play = _missed_play(deal, act, offence)
    if remedy.play is not None:
        if was_over:
            _make_after_the_turn(deal, offender, remedy.play)
        else:
            make(deal, offender, remedy.play)
    # 3. Turned card
    if deal.table.turned is not None:
        remedy.turned_card = stop["turned_card"]
        piles = deal.table.wastes if stop["turned_card"] == "waste" else deal.table.hands
        piles[offender].append(deal.table.turned)
        deal.table.turned = None
    look_for_win(deal, offender)
    if deal.outcome is not None:
        return
    # 4. The turn passes
    if caller in deal.skips:
        deal.skips -= {caller}
        remedy.forgives_skip = True
    if not was_over:
        remedy.ends_turn = True
        end_turn(deal)
        begin_turn(deal, 1 - offender)
        look_for_stalemate(deal, was_counted=False)


def _rewind(deal: Deal, before: Deal) -> None:
    """Puts all back but what was seen, skips, a standing offer, and the call itself."""
    back = before.copy()
    back.seen, back.skips, back.offer, back.last_call = deal.seen, deal.skips, deal.offer, deal.last_call
    back.close_window()
    vars(deal).update(vars(back))


def _missed_play(deal: Deal, act: Act, offence: Offence) -> str | None:
    """Of the plays that would have fulfilled the duty, the first that is still possible and moves the same card."""
    still = possible(deal, act.offender)
    for play in offence.plays:
        if play in still and _moved(deal, act.offender, play) == _moved(act.before, act.offender, play):
            return play
    return None


def _moved(deal: Deal, player: int, play: str) -> str:
    """The card that a play moves, or that `flip` turns up."""
    return card_at(deal, player, "R" if play == "flip" else places(play).source)


def _make_after_the_turn(deal: Deal, offender: int, play: str) -> None:
    """Makes a missed play when the offender's turn is over: it belongs to no turn, but sets the counts to 0."""
    progress, founded, layouts = deal.progress, deal.founded, deal.layouts
    make(deal, offender, play)
    deal.progress, deal.founded, deal.layouts = progress, founded, (*layouts, deal.table.layout())
    deal.idle = 0
    if places(play).target == "F":
        deal.barren = 0
