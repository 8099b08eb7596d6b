"""Ground shown round a unit: its arc and range of fire (chapter B2), and how far it can move (B4).

Where all is announced before anything is measured (BW-B1-08), only the arc is shown: it is an angle and no distance.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Final

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.guide.answers import Overlay
from schiltron.battle.guide.plotted_paths import CHORDS, ground_around, ground_in_reach, overlay
from schiltron.battle.state.field import commands
from schiltron.battle.state.manoeuvre import Advance, Path, Wheel
from schiltron.rulesets.book_of_war.attacks.firing_line import ARC
from schiltron.rulesets.book_of_war.attacks.marksmen import standing_out
from schiltron.rulesets.book_of_war.embedded import on_the_field
from schiltron.rulesets.book_of_war.field import can_act, formation, troop, troop_now
from schiltron.rulesets.book_of_war.guide.plotting import Plot, at_its_end, declares_first, plotted, walked
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Missile
from schiltron.table.arcs import arc_polygon
from schiltron.table.edges import Board
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg, Mil, degrees, inches, show_inches

_STEP: Final[Mdeg] = degrees(7.5)
"""Between two ways of the fan."""


def overlays(view: Battle, unit_id: str, path: Path) -> tuple[Overlay, ...]:
    """Arcs and ranges from the end of a path; the reach of a unit for which nothing is plotted yet."""
    unit, board = view.units.get(unit_id), view.board
    if unit is None or board is None or not on_the_field(view, unit):
        return ()
    if unit.host and not path:
        view, unit = standing_out(view, unit)
        return tuple(_fire(view, unit, unit, board))
    if not can_act(unit):
        return ()
    found = [*_fire(view, unit, at_its_end(view, plotted(view, unit, path)).units[unit_id], board)]
    if not path and not declares_first(view):
        found += _reach(view, unit, board)
    return tuple(found)


# ---------------------------------------------------------------- shooting


def _fire(view: Battle, unit: Unit, there: Unit, board: Board) -> Iterator[Overlay]:
    """What a unit can shoot at from where it comes to stand."""
    weapon = troop_now(view, unit).missile
    if weapon is not None and view.own.options.game != "core":
        yield from _arc(there, board) if declares_first(view) else _ranges(there, weapon, board)


def _arc(unit: Unit, board: Board) -> Iterator[Overlay]:
    yield overlay("arc", "arc of fire", _field_of_fire(unit, board.width + board.depth), board, _arc_rule(unit))


def _ranges(unit: Unit, weapon: Missile, board: Board) -> Iterator[Overlay]:
    """Up to half the range, and beyond it at -1 (BW-B2-31); the long band at -2 (BW-O5-02). The stones of hero giants
    are as good at any range (BW-A3-33)."""
    listed = _field_of_fire(unit, weapon.reach)
    if weapon.even:
        yield overlay("near", show_inches(weapon.reach), listed, board, "BW-A3-33")
    else:
        near = _field_of_fire(unit, weapon.reach / 2)
        yield overlay("near", f"{show_inches(weapon.reach // 2)} near", near, board, _arc_rule(unit))
        yield overlay("far", f"{show_inches(weapon.reach)} far −1", listed.difference(near), board, "BW-B2-31")
    if weapon.limit > weapon.reach:
        longest = _field_of_fire(unit, weapon.limit).difference(listed)
        yield overlay("far", f"{show_inches(weapon.limit)} long −2", longest, board, "BW-O5-02")


def _arc_rule(unit: Unit) -> str:
    if formation(unit).hedgehog:
        return "BW-B4-23"
    if troop(unit).hero is not None:
        return "BW-A3-06"
    return "BW-B2-42" if troop(unit).horse_archers else "BW-B2-24"


def _field_of_fire(unit: Unit, reach: float) -> BaseGeometry:
    """45 degrees outward from the front corners; the whole left of horse archers too; all round a hedgehog."""
    body, pose = formation(unit), unit.pose
    half = body.frontage / 2
    front = Polygon(arc_polygon(pose.world(-half, 0), pose.world(half, 0), pose.heading, ARC, ARC, reach))
    hero = troop(unit).hero is not None
    if not body.hedgehog and not hero and not troop(unit).horse_archers:
        return front
    if body.hedgehog or hero:
        return ground_around(unit, reach)
    bases = union_all([Polygon(rect.corners) for rect in unit.outline.rects])
    around = bases.buffer(reach, quad_segs=CHORDS)
    far = reach + 2 * unit.outline.radius
    on_the_left = Polygon([pose.world(*corner) for corner in ((half, far), (half, -far), (-far, -far), (-far, far))])
    return union_all([front, around.intersection(on_the_left)]).difference(bases)


# ---------------------------------------------------------------- moving


def _reach(view: Battle, unit: Unit, board: Board) -> Iterator[Overlay]:
    """Wherever a wheel and an advance could take it, tried in a fan of wheels."""
    if formation(unit).hedgehog or (unit.own.turn.moved and commands(view, view.active, unit)):
        return
    move = troop_now(view, unit).move
    ways = [walked(view, Plot(unit, path, "march", move)) for path in _fan(unit, move)]
    ground = ground_in_reach(unit, ways)
    if ground is not None:
        yield overlay("reach", f"reach {show_inches(move)}", ground, board, "BW-C2-01")


def _fan(unit: Unit, move: Mil) -> Iterator[Path]:
    """Wheels from left to right as far as the move pays for them (BW-B4-26), each with an advance after it."""
    body = formation(unit)
    widest = min(QUARTER_TURN, move * QUARTER_TURN // (body.files * inches(1)))
    if troop(unit).hero is not None:
        widest = HALF_TURN
    number = ceil(widest / _STEP)
    for place in range(-number, number + 1):
        turn = widest * abs(place) // number
        ahead = Advance(move)
        yield (Wheel("right" if place > 0 else "left", turn), ahead) if turn else (ahead,)
