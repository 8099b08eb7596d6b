"""Ground shown round a unit: its arc and range of fire, its reach, its command radius (cases 4.7, 7.14, 10.0 to 10.8).

Where nothing is measured before it is declared (BS-3.5-01), only the arc is shown: it is an angle and no distance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Final

from shapely import Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.guide.answers import Overlay, OverlayKind
from schiltron.battle.guide.plotted_paths import CHORDS, ground_around, ground_of_fans, overlay
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Oblique, Path, Turn, Wheel
from schiltron.rulesets.battlesystem.field import (
    alive,
    all_round,
    is_commander,
    is_engine,
    is_individual,
    is_mob,
    is_regular,
    is_routed,
)
from schiltron.rulesets.battlesystem.guide.plotting import at_its_end, declares_first, plotted, walked
from schiltron.rulesets.battlesystem.guide.targets import may_charge
from schiltron.rulesets.battlesystem.in_command import base_at, own_commander, reach
from schiltron.rulesets.battlesystem.missiles.attack import BANDS, nearest, ranges
from schiltron.rulesets.battlesystem.missiles.limits import may_shoot
from schiltron.rulesets.battlesystem.missiles.sighting import ARC, muzzle
from schiltron.rulesets.battlesystem.movement.charges import RUN
from schiltron.rulesets.battlesystem.movement.phase import held_back
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, move_allowance
from schiltron.rulesets.battlesystem.movement.trial_moves import CHARGE, MOVE
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Action
from schiltron.table.arcs import arc_polygon
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.front import front_corners, front_rank
from schiltron.table.lengths import FULL_TURN, HALF_TURN, Mdeg, Mil, degrees, show_inches

_ROUND: Final = degrees(15)
_WIDEST: Final[Mdeg] = degrees(90)
_PARTS: Final = 6
_SLANTS: Final = tuple(degrees(angle) for angle in (-45, -30, -15, 0, 15, 30, 45))


def overlays(view: Battle, unit_id: str, path: Path) -> tuple[Overlay, ...]:
    """Arcs and ranges from the end of a path; the reach of a unit for which nothing is plotted yet."""
    unit, board = view.units.get(unit_id), view.board
    if unit is None or board is None or not alive(unit):
        return ()
    found = [] if declares_first(view) else list(_command(view, unit, board))
    if not unit.on_table or is_routed(unit):
        return tuple(found)
    battle = view
    if path:
        plot = plotted(view, unit, path, MOVE)
        battle = at_its_end(plot, walked(plot))
    found += _fire(battle, battle.units[unit_id], board)
    if not path and not declares_first(view):
        found += _reach(view, unit, board)
    return tuple(found)


# ---------------------------------------------------------------- command


def _command(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """The radius of a commander, or of the one a unit belongs to (BS-4.7-02)."""
    chief = unit if is_commander(unit) else None if is_individual(unit) else own_commander(view, unit)
    if chief is None:
        return
    far = reach(chief)
    ground = Polygon(base_at(view, chief).corners).buffer(far, quad_segs=CHORDS)
    yield overlay("command", f"command of {chief.name} {show_inches(far)}", ground, board, "BS-4.7-02")


# ---------------------------------------------------------------- shooting


def _fire(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    if not ranges(unit)[-1] or may_shoot(view, unit):
        return
    if declares_first(view):
        yield overlay("arc", "arc of fire", _arc(unit, board.width + board.depth), board, "BS-10.1-02")
        return
    x, y = muzzle(unit)
    inner: BaseGeometry = Point(x, y).buffer(nearest(unit), quad_segs=CHORDS) if nearest(unit) else Polygon()
    for band, far in zip(BANDS, ranges(unit), strict=True):
        ground = _arc(unit, far + 2 * unit.outline.radius).intersection(Point(x, y).buffer(far, quad_segs=CHORDS))
        kind: OverlayKind = "near" if band == "short" else "far"
        rule = "BS-10.0-01" if band == "short" else "BS-10.8-04"
        yield overlay(kind, f"{band} range {show_inches(far)}", ground.difference(inner), board, rule)
        inner = union_all([inner, ground])


def _arc(unit: Unit, far: float) -> BaseGeometry:
    """45 degrees to either side of the front; all round for a ring."""
    if all_round(unit):
        return ground_around(unit, far)
    front = front_rank(unit.pose, unit.body, unit.bodies)
    ahead = Polygon(arc_polygon(*front_corners(front), unit.pose.heading, ARC, ARC, far)).buffer(0)
    turned = [one for one in unit.places[: unit.figures] if one.heading != unit.pose.heading % FULL_TURN]
    sides = [Polygon(arc_polygon(*front_corners(one.rect), one.heading, ARC, ARC, far)).buffer(0) for one in turned]
    return union_all([ahead, *sides])


# ---------------------------------------------------------------- moving


def _reach(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """Wherever a wheel or a turn and an advance could take it; with a charge farther."""
    if in_melee(view, unit) or held_back(view, unit) or is_mob(unit):
        return
    move, charge = move_allowance(view, unit), charge_allowance(view, unit)
    if may_charge(unit) and is_regular(unit) and not unit.own.turn.shots:
        yield from _covered(view, unit, board, CHARGE, charge.total, "BS-7.14-01")
    if move.total and not is_engine(unit):
        yield from _covered(view, unit, board, MOVE, move.total, "BS-7.0-01")


def _covered(view: Battle, unit: Unit, board: Board, action: Action, far: Mil, rule: str) -> Iterator[Overlay]:
    fans = _fans(unit, far, action)
    ground = ground_of_fans(unit, ([walked(plotted(view, unit, path, action)) for path in fan] for fan in fans))
    if ground is not None:
        kind: OverlayKind = "charge" if action == CHARGE else "reach"
        yield overlay(kind, f"{kind} {show_inches(far)}", ground, board, rule)


def _fans(unit: Unit, far: Mil, action: Action) -> Iterator[list[Path]]:
    """Ways side by side: wheels as far as the move pays for them (of a charge a third of its run), slants; single
    figures turn where they like."""
    ahead = Advance(far)
    body = unit.body
    if not isinstance(body, Formed):
        yield [(Turn(angle), ahead) if angle else (ahead,) for angle in range(-HALF_TURN, HALF_TURN + 1, _ROUND)]
        return
    most = far * (1 - RUN) if action == CHARGE else far
    widest = min(_WIDEST, int(float(most) / body.frontage * 180_000 / pi))
    yield [_wheeled(widest * part // _PARTS, ahead) for part in range(-_PARTS, _PARTS + 1)]
    yield [(_slanted(angle, far),) for angle in _SLANTS]


def _wheeled(angle: Mdeg, ahead: Advance) -> Path:
    return (Wheel("left" if angle < 0 else "right", abs(angle)), ahead) if angle else (ahead,)


def _slanted(angle: Mdeg, far: Mil) -> Manoeuvre:
    return Oblique(angle, far) if angle else Advance(far)
