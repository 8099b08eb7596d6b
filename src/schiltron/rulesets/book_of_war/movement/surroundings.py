"""How far away another unit may stand and still matter to a walk, so that its steps look at no others."""

from __future__ import annotations

from schiltron.battle.state.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import PIKE_REACH, formation
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil, inches

_BESIDES: Mil = PIKE_REACH + inches(1)
"""How far beside its way a unit is held, touched or in the way."""
_SQUARING_UP = 5
"""How many times its own size a unit may go as it lines up with whom it meets."""


def reach(battle: Battle, unit: Unit, path: Path) -> float:
    """How far away somebody may be who may stand in the way of a walk, be met, hold it or crowd it."""
    return _farthest(unit, path) + _BESIDES + battle.own.options.friendly_gap


def _farthest(unit: Unit, path: Path) -> float:
    """How far from where it stands a unit comes at most.

    Who wheels stays within the length of its body from a corner, who changes face on its own ground. All who are bent,
    or re-form, are taken as long as all their figures in a row, however they turn.
    """
    body = formation(unit)
    base = body.base
    size = unit.outline.radius + base.width + base.depth
    straight, turns, wheeled = 0, _SQUARING_UP, False
    simple = not body.bends and not body.aslant
    for leg in path:
        if type(leg) is Advance:
            if leg.distance > 0:
                straight += leg.distance
        elif type(leg) is Wheel:
            turns, wheeled = turns + 2, True
        elif type(leg) is Face and not wheeled:
            turns += 1
        else:
            simple = False
    if simple:
        return straight + turns * size
    in_a_row = unit.bodies * (max(base.width, base.depth) + body.spacing)
    return straight + (4 * len(path) + _SQUARING_UP) * (size + in_a_row)
