"""Characters on their own, joining units and leaving them: TA-CHAR-11, TA-DUEL-07, TA-MOVE-10, TA-MOVE-14."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.event import Attached, Detached
from schiltron.battle.field import touching
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Advance, Path, Turn
from schiltron.battle.unit import Aboard, OnTable
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed
from schiltron.rulesets.by_this_axe.movement.steps import Walk
from schiltron.rulesets.by_this_axe.movement.walk import walk
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.table.lengths import CONTACT, inches, signed
from schiltron.table.outline import advance_gap, gap, outline
from schiltron.table.pose import Pose

JOIN: Final = "join"
_FAR: Final = float(inches(1000))


def afoot(battle: Battle, unit: Unit) -> Battle:
    """The battle with a character on his own: who is with a unit sets out from the middle of its front."""
    if not unit.host:
        return battle
    return battle.with_unit(replace(unit, place=OnTable(battle.units[unit.host].pose)))


def way_to(battle: Battle, unit: Unit, host: Unit) -> Path:
    """Straight to the nearest part of a unit; nothing where he stands by it."""
    pose = unit.pose
    x, y = _nearest(host, pose)
    angle = signed(pose.heading_to(x, y) - pose.heading)
    turned = pose.turned(angle)
    here = outline(turned, unit.body, 1)
    free = advance_gap(here, *turned.forward, host.outline, _FAR) or 0.0
    ahead = (Advance(int(free)),) if free > CONTACT else ()
    return (Turn(angle), *ahead) if angle and ahead else ahead


def _nearest(host: Unit, pose: Pose) -> tuple[float, float]:
    """The point of a unit's ground nearest to a place."""
    rect = min(host.outline.rects, key=lambda one: (one.x - pose.x) ** 2 + (one.y - pose.y) ** 2)
    dx, dy = pose.x - rect.x, pose.y - rect.y
    ahead = max(-rect.half_depth, min(rect.half_depth, dx * rect.fx + dy * rect.fy))
    across = max(-rect.half_width, min(rect.half_width, dy * rect.fx - dx * rect.fy))
    return rect.x + rect.fx * ahead - rect.fy * across, rect.y + rect.fy * ahead + rect.fx * across


def judge_join(view: Battle, unit: Unit, host_id: str) -> list[Reason]:
    """He goes to a unit of his side that is within his own move and not in flight."""
    host = view.units.get(host_id)
    if host is None or host.side != unit.side or is_character(host) or not host.on_table or not alive(host):
        return [Reason("a character joins a unit of his side on the table", ("TA-CHAR-11",))]
    if host.id == unit.host:
        return [Reason(f"he is with {host.name} already", ("TA-CHAR-11",))]
    if is_routed(host):
        return [Reason(f"{host.name} are in flight: he may touch and rally them", ("TA-CHAR-11", "TA-RALLY-01"))]
    if unit.own.person is not None and unit.own.person.shamed:
        return [Reason("having declined a challenge he may not go to another unit this turn", ("TA-DUEL-07",))]
    there = afoot(view, unit)
    path = way_to(there, there.units[unit.id], host)
    walker = walk(there, Walk(unit.id, path, "join", host_id))
    if not walker.reasons and gap(walker.outline, host.outline) > CONTACT:
        return [Reason(f"he does not reach {host.name} straight ahead", ("TA-CHAR-11",), measured=True)]
    return walker.reasons


def leave(scene: Scene, unit: Unit) -> str:
    """Put a character on his own feet; the unit he left."""
    if not unit.host:
        return ""
    host = unit.host
    scene.battle = afoot(scene.battle, unit)
    scene.tell(Detached(unit=unit.id, host=host, rules=("TA-CHAR-11",)))
    return host


def attach(scene: Scene, unit_id: str, host: str) -> None:
    unit = scene.unit(unit_id)
    scene.change(replace(unit, place=Aboard(host), own=replace(unit.own, moved=True)))
    scene.tell(Attached(unit=unit_id, host=host, rules=("TA-CHAR-11",)))


def reached(battle: Battle, unit: Unit, host_id: str) -> bool:
    host = battle.units[host_id]
    return host.on_table and alive(host) and touching(unit, host)
