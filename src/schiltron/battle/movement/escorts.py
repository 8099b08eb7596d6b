"""A single figure that goes with a unit: where it sets out from, and its way to the next unit."""

from __future__ import annotations

from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room, shape_at
from schiltron.battle.movement.walker import Walker
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.event import Attached, Detached, Formed
from schiltron.battle.state.field import enemies, others
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.battle.state.unit import Aboard, Unit
from schiltron.table.lengths import CONTACT, Mil, inches, signed
from schiltron.table.outline import Outline, advance_gap, gap, outline, overlapping
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")
T = TypeVar("T", bound=Struct)

_FAR: Final = float(inches(1000))
_RANKS: Final = 24
_ASIDE: Final = 4
_BACK: Final[Mil] = 250


def afoot(battle: Battle[B, U, S], unit: Unit[U]) -> Battle[B, U, S]:
    """The battle with a figure on its own: a figure in a unit sets out from the middle of that unit's front."""
    if not unit.host:
        return battle
    host = battle.units[unit.host]
    return battle.with_unit(replace(unit, place=host.place_at(host.pose)))


def way_to(unit: Unit[U], host: Unit[U]) -> Path:
    """Straight to the nearest part of a unit; an empty path if the figure already stands by it."""
    pose = unit.pose
    x, y = _nearest(host, pose)
    angle = signed(pose.heading_to(x, y) - pose.heading)
    turned = pose.turned(angle)
    here = outline(turned, unit.body, 1)
    free = advance_gap(here, *turned.forward, host.outline, _FAR) or 0.0
    ahead = (Advance(int(free)),) if free > CONTACT else ()
    return (Turn(angle), *ahead) if angle and ahead else ahead


def short_of(walker: Walker[B, U, S], host: Unit[U], rules: tuple[str, ...]) -> list[Reason]:
    """Everything against a figure's path to a unit, including that it does not lead there."""
    if not walker.reasons and gap(walker.outline, host.outline) > CONTACT:
        return [Reason(f"he does not reach {host.name} straight ahead", rules, measured=True)]
    return walker.reasons


def set_out(scene: Scene[B, U, T], unit: Unit[U], rules: tuple[str, ...]) -> str:
    """A figure leaves the unit he is with; that unit, "" where he is on his own."""
    host = unit.host
    if host:
        scene.battle = afoot(scene.battle, unit)
        scene.tell(Detached(unit=unit.id, host=host, rules=rules))
    return host


def go_with(scene: Scene[B, U, T], unit: Unit[U], host: str, rules: tuple[str, ...]) -> None:
    """A figure is with a unit from now on."""
    scene.change(replace(unit, place=Aboard(host)))
    scene.tell(Attached(unit=unit.id, host=host, rules=rules))


def _nearest(host: Unit[U], pose: Pose) -> tuple[float, float]:
    """The point of a unit's ground nearest to a place."""
    rect = min(host.outline.rects, key=lambda one: (one.x - pose.x) ** 2 + (one.y - pose.y) ** 2)
    dx, dy = pose.x - rect.x, pose.y - rect.y
    ahead = max(-rect.half_depth, min(rect.half_depth, dx * rect.fx + dy * rect.fy))
    across = max(-rect.half_width, min(rect.half_width, dy * rect.fx - dx * rect.fy))
    return rect.x + rect.fx * ahead - rect.fy * across, rect.y + rect.fy * ahead + rect.fx * across


def halt_short_of_friends(
    scene: Scene[B, U, T], unit: Unit[U], gone: Mil, start: Pose | None, rules: tuple[str, ...]
) -> bool:
    """A figure whose path ended on friends it was passing halts a little way back, or is where it set out; whether
    there is such a place."""
    places = [unit.pose.advanced(-back) for back in range(0, gone + _BACK, _BACK)]
    places += [] if start is None else [start]
    pose = next((one for one in places if has_room(scene.battle, unit, shape_at(unit, one))), None)
    if pose is not None and pose != unit.pose:
        scene.change(replace(unit, place=unit.place_at(pose)))
        scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="step back", rules=rules))
    return pose is not None


def standing_room(battle: Battle[B, U, S], unit: Unit[U], front: Pose) -> Pose:
    """A place for one figure behind what was the middle of a front edge, the nearest that is free, or before it where
    none is; of two alike to the left and to the right the one farther from the enemy."""
    board, base = battle.board, unit.body.base
    first = front.shifted(0, -base.depth / 2)
    rest = [other.outline for other in others(battle, unit)]
    foes = [foe.outline for foe in enemies(battle, unit)]

    def free(here: Outline) -> bool:
        return (board is None or board.holds(here)) and not any(overlapping(here, other) for other in rest)

    for back in (*range(_RANKS), *range(-1, -_RANKS, -1)):
        for aside in range(_ASIDE + 1):
            poses = [first.shifted(across * base.width, -back * base.depth) for across in (aside, -aside)]
            places = {pose: outline(pose, unit.body, 1) for pose in poses}
            open_ones = [pose for pose in places if free(places[pose])]
            if open_ones:
                return max(open_ones, key=lambda pose: min((gap(places[pose], foe) for foe in foes), default=0))
    return first
