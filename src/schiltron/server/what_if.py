"""Playing on from any moment of a battle that is over, as a new battle: "what if".

Only what is over can be played on: until then a position holds what its players may not know of each other. The new
battle begins with the very entries of the old one, which stays as it is, and goes on with dice of its own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.journal import DiceNote
from schiltron.server.fault import Refusal
from schiltron.server.lesson_ids import FREE, PREFIX
from schiltron.server.live import LiveBattle
from schiltron.server.new_battles import Opened, SeatWishes, begun, seats_for


class PlayOn(SeatWishes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """After which entry to play on, 0 being the start, and who leads which side."""

    entry: Annotated[int, Meta(ge=0)]
    dice: Literal["sealed", "typed"] = "sealed"


def played_on(live: LiveBattle, wish: PlayOn, visitor: str) -> Opened:
    """A new battle from a moment of one that is over; Refusal where that cannot be."""
    _refuse_unless_possible(live, wish.entry)
    old, book = live.journal, live.journal.ruleset
    dice = SealedDice.fresh() if wish.dice == SealedDice.kind or book.draws else None
    commitment = dice.commitment if dice is not None else ""
    journal = old.played_on(wish.entry, live.id, DiceNote(wish.dice, commitment))
    scenario = live.scenario.replace(PREFIX, FREE, 1) if live.scenario.startswith(PREFIX) else live.scenario
    seats = seats_for(wish, [side.id for side in live.battle.sides], book.name)
    holders = {(visitor, seat.seat) for seat in seats if seat.who == "me"} | {(visitor, "")}
    return begun(journal, dice, scenario, live.title, seats, holders)


def _refuse_unless_possible(live: LiveBattle, entry: int) -> None:
    if live.battle.outcome is None:
        raise Refusal(409, "the battle is not over: it can be played on when it is", where="battle", right="wait")
    if entry > live.position:
        raise Refusal(404, f"the journal has no entry {entry}", where="entry", right=f"0 to {live.position - 1}")
    then = live.journal.battle_at(entry)
    if then.outcome is not None:
        raise Refusal(409, "the battle was over there", where="entry", right=f"0 to {live.position - 1}")
    if then.proposals:
        raise Refusal(409, "something was being proposed there", where="entry", right="a moment before or after it")
