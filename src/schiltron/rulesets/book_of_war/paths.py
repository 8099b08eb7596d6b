"""Walking a whole path: leg by leg until it ends, meets the enemy or a rule stops it (BW-B1-08, BW-B4-10, BW-B4-28)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from schiltron.battle.manoeuvre import Advance, Expand, Face, FormHedgehog, Path, Reform, SquareUp, Wheel, Wrap
from schiltron.rulesets.book_of_war.field import friends, troop
from schiltron.rulesets.book_of_war.marching import advance
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.turning import face, hedgehog, reform, wheel
from schiltron.rulesets.book_of_war.walking import Bearing, Shortfall, Walker
from schiltron.rulesets.book_of_war.wrapping import expand, square_again, wrap
from schiltron.table.lengths import CONTACT, Mil, show_inches
from schiltron.table.outline import gap

SPLIT = "split"

_LEGS: dict[type, Callable[[Walker, Any], None]] = {
    Advance: advance,
    Wheel: wheel,
    Face: face,
    Reform: reform,
    FormHedgehog: hedgehog,
    Wrap: wrap,
    Expand: expand,
    SquareUp: square_again,
}


class _Memory:
    """The last walk: an order is judged and then carried out on the same units, which need not be walked twice."""

    units: dict[str, Unit] | None = None
    key: tuple[str, Path, str, str, Mil] | None = None
    walker: Walker | None = None


def walk(battle: Battle, unit: Unit, path: Path, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> Walker:
    """Go along a path as far as the rules allow."""
    key = (unit.id, path, bearing, shortfall, allowance)
    if _Memory.units is battle.units and _Memory.key == key and _Memory.walker is not None:
        return _Memory.walker
    walker = _walked(battle, unit, path, bearing, shortfall, allowance)
    if walker.tolerant and _crowding(walker):
        walker = _backed_off(walker)
    _Memory.units, _Memory.key, _Memory.walker = battle.units, key, walker
    return walker


def _walked(battle: Battle, unit: Unit, path: Path, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> Walker:
    walker = Walker(battle, unit, bearing, shortfall, allowance)
    for index, leg in enumerate(path):
        walker.index = index
        if walker.met is not None and not isinstance(leg, Wrap):
            walker.refuse("contact ends the move: after it a unit may only wrap", "BW-B4-28")
        if walker.met is not None:
            break
        _LEGS[type(leg)](walker, leg)
        if walker.reasons or walker.collided is not None or walker.left_table:
            break
    if not walker.reasons and not walker.tolerant:
        crowd = _crowding(walker)
        if crowd is not None:
            walker.refuse(
                f"it would end {show_inches(gap(walker.outline, crowd.outline))} from {crowd.name}; friends keep "
                f"{show_inches(battle.own.options.friendly_gap)} apart",
                "BW-B4-10",
                measured=True,
            )
    return walker


def _crowding(walker: Walker) -> Unit | None:
    """A friend too close to where the move ends (BW-B4-10). Contact with the enemy, and flight, excuse it."""
    if not walker.legs or walker.met is not None or walker.bearing == "flight":
        return None
    keep = walker.battle.own.options.friendly_gap
    here = walker.outline
    start = walker.unit.outline
    for friend in friends(walker.battle, walker.unit):
        there = friend.outline
        reach = here.radius + there.radius + keep
        if (here.x - there.x) ** 2 + (here.y - there.y) ** 2 <= reach * reach:
            apart = gap(here, there)
            if apart < keep - CONTACT and apart < gap(start, there):
                return friend
    return None


def _backed_off(walker: Walker) -> Walker:
    """A declared move that would end too close to a friend stops short of it; at worst it is not made."""
    legs = [leg.manoeuvre for leg in walker.legs]
    while legs:
        last = legs.pop()
        if isinstance(last, Advance):
            step = walker.battle.own.options.friendly_gap or CONTACT
            for distance in range(last.distance - step, 0, -step):
                shorter = _walked(
                    walker.battle,
                    walker.unit,
                    (*legs, Advance(distance)),
                    walker.bearing,
                    "stops",
                    walker.allowance,
                )
                if _crowding(shorter) is None:
                    return shorter
        shorter = _walked(walker.battle, walker.unit, tuple(legs), walker.bearing, "stops", walker.allowance)
        if _crowding(shorter) is None:
            return shorter
    return _walked(walker.battle, walker.unit, (), walker.bearing, "stops", walker.allowance)


def allowance(unit: Unit, action: str) -> Mil:
    """The move a unit has: all of it, or half for either part of a split move (BW-C2-01, BW-B2-43)."""
    return troop(unit).half_move if action == SPLIT else troop(unit).move
