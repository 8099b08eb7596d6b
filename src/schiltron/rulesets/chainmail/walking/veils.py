"""Becoming invisible at the start of a move, and showing oneself (CM-FANT-SPRITE-01, CM-FANT-ELF-04): legs that take
nothing of it."""

from __future__ import annotations

from schiltron.battle.state.manoeuvre import FormUp
from schiltron.rulesets.chainmail.fantasy.unseen import SHOWS, VANISH, is_veil, may_not_vanish
from schiltron.rulesets.chainmail.field import INVISIBLE
from schiltron.rulesets.chainmail.walking.walker import Walker


def change_veil(walker: Walker, leg: FormUp) -> None:
    """Only before anything else, and not to attack at once."""
    unit = walker.unit
    if leg.to == VANISH:
        barred = may_not_vanish(walker.battle, unit)
        if barred is None and walker.legs:
            barred = "one becomes invisible at the start of a move", SHOWS
        if barred is None and walker.action != "move":
            barred = "who becomes invisible moves as usual", SHOWS
        if barred is not None:
            walker.refuse(*barred)
            return
    elif not unit.has(INVISIBLE) or any(is_veil(one.manoeuvre) for one in walker.legs):
        walker.refuse(f"{unit.name} can be seen by all", SHOWS)
        return
    walker.ground.append(SHOWS)
    walker.goes(leg, walker.pose, walker.body, 0)
