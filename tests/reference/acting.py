"""Rules 7: what comes of an action, in order."""

from __future__ import annotations

from tests.reference.deal import Act, Deal, Outcome
from tests.reference.duties import offences
from tests.reference.ending import count_table, look_for_stalemate, look_for_win
from tests.reference.stop import call, open_window, uphold, what_counts
from tests.reference.turn import begin_turn, end_turn, ends_turn, make


def act(deal: Deal, player: int, action: str) -> None:
    """Makes a legal action of the player."""
    deal.last_call = None
    if deal.offer == 1 - player:  # it stands until the other accepts it, or makes any other action (4)
        deal.offer = None
    match action:
        case "offer":
            deal.offer = player
            deal.offered = True
        case "accept":
            deal.outcome = Outcome(None, "agreement")
        case "stop":
            call(deal, player)
        case _:
            _act_as_mover(deal, player, action)
    if deal.outcome is not None:  # then nothing can be called (8)
        deal.close_window()


def _act_as_mover(deal: Deal, player: int, action: str) -> None:
    made = Act(action, player, deal.turn_number, offences(deal)[action], deal.copy())
    made.before.close_window()  # any call closes it; so no deal holds on to more than one before it
    make(deal, player, action)
    found = what_counts((made,))
    if deal.rules["stop"]["by"] == "referee" and found is not None:  # before the end of the deal is looked at (8)
        uphold(deal, None, *found)
        return
    if deal.rules["stop"]["by"] == "opponent" and deal.rules["stop"]["calls"]:
        open_window(deal, made)
    look_for_win(deal, player)
    if deal.outcome is None and ends_turn(action):
        _pass_on(deal)


def _pass_on(deal: Deal) -> None:
    """Ends the turn, and begins the other player's, or where that is skipped this player's again (8)."""
    end_turn(deal)
    player = 1 - deal.mover
    while player in deal.skips:
        deal.skips -= {player}
        deal.close_window()
        player = 1 - player
    begin_turn(deal, player)
    count_table(deal)
    look_for_stalemate(deal, was_counted=True)
