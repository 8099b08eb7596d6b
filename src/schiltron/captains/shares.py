"""How a side stands, as its part of all that is left."""

from __future__ import annotations

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import opposing
from schiltron.captains.captain import Books


def share_of(book: Books, battle: AnyBattle, side: str) -> float:
    """A side's part of all that is left, 1 and 0 when it is over."""
    if battle.outcome is not None:
        winner = battle.outcome.winner
        if winner:
            return 1.0 if winner == side else 0.0
    mine = max(0.0, book.appraise(battle, side).points)
    theirs = sum(max(0.0, book.appraise(battle, one).points) for one in opposing(battle, side))
    return 0.5 if not mine + theirs else mine / (mine + theirs)
