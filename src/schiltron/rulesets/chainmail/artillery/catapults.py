"""Catapult shots that fall at a called distance: CM-CATAPULT-02, CM-CATAPULT-09 to CM-CATAPULT-12, and CM-GUN-19;
CM-SIEGE-03, CM-SIEGE-04."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapely import Point
from shapely.ops import nearest_points

from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.event import Covered
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.artillery.footprints import Footprint, bodies_near, ground
from schiltron.rulesets.chainmail.engines import is_cannon, muzzle, piece
from schiltron.rulesets.chainmail.fantasy.stones import withstands
from schiltron.rulesets.chainmail.field import is_engine
from schiltron.rulesets.chainmail.siege.stations import is_inside, is_siege
from schiltron.rulesets.chainmail.siege.wear import is_target
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import BUILDING
from schiltron.table.body import Figure
from schiltron.table.lengths import Mil, direction, inches
from schiltron.table.shapes import Disc, caught
from schiltron.table.terrain import kinds_at

ROOFED: Final = (BUILDING,)
"""Substantial overhead cover (CM-CATAPULT-10): a roof. Branches do not keep off a rock."""
DIE: Final = 6


def point_called(unit: Unit, pointed: Pointed, over: Mil = 0) -> tuple[Mil, Mil]:
    """So far along the bearing from the muzzle, and so much beyond (CM-CATAPULT-11)."""
    (x, y), (ux, uy) = muzzle(unit), direction(pointed.bearing)
    far = pointed.distance + over
    return round(x + ux * far), round(y + uy * far)


def lob(battle: Battle, unit: Unit, pointed: Pointed, over: int = 0) -> Footprint:
    """The circle of a shot that goes so many inches beyond the distance called, or short of it if negative.

    Nothing on the way is in its way: all of it is indirect, at no penalty (CM-CATAPULT-09). Every figure wholly or
    partly under the circle is struck, friend or enemy, in melee or not (CM-CATAPULT-02, CM-MELEE-34).
    """
    call = piece(unit).call
    assert call is not None
    circle = Disc(*point_called(unit, pointed, inches(over)), call.circle // 2)
    figures, machines, roofed = [], [], False
    spared: list[str] = []
    for body in bodies_near(battle, circle):
        under = [one.index for one in caught(circle, body.places) if one.touched]
        inside = is_inside(battle, body)
        open_to_the_sky = tuple(
            sorted(place for place in under if not inside and not _roofed(battle, body.places[place]))
        )
        roofed = roofed or len(open_to_the_sky) < len(under)
        if open_to_the_sky and is_engine(body):
            machines.append(body.id)
        elif open_to_the_sky:
            unharmed = withstands(body, shot=is_cannon(unit))
            if unharmed:
                spared.append(unharmed)
            else:
                figures.append((body.id, open_to_the_sky))
    return Footprint(
        marks=(Covered(circle),),
        figures=tuple(figures),
        machines=tuple(machines),
        works=tuple(works_under(battle, circle)),
        tallies=(_carried(pointed, over),),
        rules=(
            "CM-CATAPULT-02",
            *(("CM-CATAPULT-10",) if roofed else ()),
            *dict.fromkeys(spared),
            *(("CM-GUN-19",) if is_cannon(unit) else ()),
            *(("CM-SIEGE-04",) if is_cannon(unit) and is_siege(battle) else ()),
        ),
    )


def works_under(battle: Battle, circle: Disc) -> Iterator[tuple[str, int, int]]:
    """The walls, towers and houses that a stone strikes, and where (CM-SIEGE-03)."""
    if battle.board is None or not is_siege(battle):
        return
    here = Point(circle.x, circle.y)
    for feature in battle.board.features:
        if is_target(feature) and feature.polygon.distance(here) <= circle.radius:
            at, _ = nearest_points(feature.polygon, here)
            yield feature.id, round(at.x), round(at.y)


def _roofed(battle: Battle, figure: Figure) -> bool:
    """Overhead cover cancels the fire for whoever stands beneath (CM-CATAPULT-10)."""
    return any(feature.kind in ROOFED for feature in kinds_at(ground(battle), figure.x, figure.y))


def _carried(pointed: Pointed, over: int) -> Tally:
    """How far it went: as called, and the spots of the higher die (CM-CATAPULT-12)."""
    terms = [Term("called", pointed.distance, "CM-CATAPULT-11")]
    if over:
        terms.append(Term("overshot" if over > 0 else "undershot", inches(over), "CM-CATAPULT-12"))
    return Tally("distance", tuple(terms), measure="thousandths")


def missed_by(over: int, under: int) -> int:
    """Inches beyond the call: the higher of the two dice applies, and a tie lands as called (CM-CATAPULT-12)."""
    return over if over > under else -under if under > over else 0


def misses() -> dict[int, float]:
    """How likely each miss is."""
    chances: dict[int, float] = {}
    for over in range(1, DIE + 1):
        for under in range(1, DIE + 1):
            miss = missed_by(over, under)
            chances[miss] = chances.get(miss, 0.0) + 1 / DIE**2
    return chances
