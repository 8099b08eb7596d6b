"""Coming into contact: BW-B4-28 to BW-B4-32, BW-B4-42, and what units remember of it (BW-B4-08)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from schiltron.battle.event import Parted, Touched
from schiltron.battle.manoeuvre import SquareUp
from schiltron.battle.state import Engagement
from schiltron.rulesets.book_of_war.field import (
    PIKE_REACH,
    enemies,
    formation,
    is_routed,
    near,
    touching,
    troop,
)
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import FreeAttack, Scene, Unit
from schiltron.table.contact import EDGES, Edge, sector, squared, touches
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap, outline, overlapping
from schiltron.table.rectangles import Rect

FREE_ATTACK = "free attack"


def square_up(walker: Walker, enemy: Unit) -> None:
    """Stop in contact and line up flush, free of charge, by the least turn and slide; blocked, stay as it is."""
    walker.met = enemy
    rect_index, edge = _edge_met(walker, enemy)
    walker.edge = edge
    pose = squared(walker.pose, walker.body, walker.count, enemy.outline, rect_index, edge)
    if pose == walker.pose:
        return
    there = outline(pose, walker.body, walker.count)
    blocked = any(overlapping(there, other.outline) for other in walker.others)
    if blocked or not walker.board.holds(there) or barred(walker.board.features, there) is not None:
        return
    walker.goes(SquareUp(), pose, walker.body, 0)


def _edge_met(walker: Walker, enemy: Unit) -> tuple[int, Edge]:
    """The edge of the enemy rectangle that is touched first.

    Where the enemy's corner touches first, the lines at 45 degrees from its corners decide by where the middle of the
    mover's front stood when its move began (BW-B4-42).
    """
    pose = walker.pose
    half = walker.body.frontage / 2
    best: tuple[float, int, Edge | None] | None = None
    for index, rect in enumerate(enemy.outline.rects):
        forward, edge = _first_point(rect, pose.local, half)
        if forward is not None and (best is None or forward < best[0]):
            best = (forward, index, edge)
    if best is None:
        return 0, sector(enemy.outline.rects[0], walker.unit.pose.x, walker.unit.pose.y)
    _, index, touched = best
    if touched is None:
        start = walker.unit.pose
        touched = sector(enemy.outline.rects[index], start.x, start.y)
    return index, touched


def _first_point(
    rect: Rect, local: Callable[[float, float], tuple[float, float]], half: float
) -> tuple[float | None, Edge | None]:
    """The nearest point of a rectangle within a front's width: how far ahead, and on which edge (None: a corner)."""
    corners = [local(x, y) for x, y in rect.corners]
    best: float | None = None
    edge: Edge | None = None
    for number in range(4):
        (ax, ay), (bx, by) = corners[number], corners[(number + 1) % 4]
        low, high = (ax, bx) if ax <= bx else (bx, ax)
        if high <= -half + CONTACT or low >= half - CONTACT or high - low < 1e-6:
            continue
        left, right = max(low, -half), min(high, half)
        slope = (by - ay) / (bx - ax)
        at_left, at_right = ay + (left - ax) * slope, ay + (right - ax) * slope
        nearest = min(at_left, at_right)
        if best is not None and nearest > best + 1e-6:
            continue
        flush = abs(at_left - at_right) <= CONTACT
        end_x = left if at_left < at_right else right
        at_own_corner = abs(end_x) >= half - 1e-6
        found = EDGES[number] if flush or at_own_corner else None
        if best is None or nearest < best - 1e-6 or edge is None:
            best, edge = nearest, found
    return best, edge


def meet(scene: Scene, unit_id: str, met: str | None, edge: Edge) -> None:
    """Record new contacts a unit has made by its own move; the pikes it ran onto strike at once (BW-B2-10)."""
    unit = scene.unit(unit_id)
    engagements = list(scene.battle.engagements)
    attacks = []
    for enemy in enemies(scene.battle, unit):
        if not touching(unit, enemy):
            continue
        known = next((one for one in engagements if one.joins(unit_id, enemy.id)), None)
        if known is not None and known.touching:
            continue
        side = edge if enemy.id == met else touched_edge(unit, enemy)
        used: tuple[str, ...] = ()
        if known is not None:
            engagements.remove(known)
            used = known.used
        engagement = Engagement(unit_id, enemy.id, side, scene.battle.own.player_turns, used=used)
        if _braced(enemy, side) and FREE_ATTACK not in used and scene.battle.own.options.game == "basic":
            attacks.append(FreeAttack(enemy.id, unit_id))
            engagement = replace(engagement, used=(*used, FREE_ATTACK))
        engagements.append(engagement)
        scene.tell(Touched(unit=unit_id, other=enemy.id, edge=side, rules=("BW-B4-28", "BW-B4-29", "BW-B4-42")))
    scene.engage(engagements)
    scene.now(*attacks)


def touched_edge(unit: Unit, enemy: Unit) -> Edge:
    """The edge of the enemy's formation that a unit rests against, by the longest shared stretch."""
    found = max(touches(unit.outline, enemy.outline), key=lambda touch: touch.length, default=None)
    if found is not None:
        return found.edge_b
    return sector(enemy.outline.rects[0], unit.pose.x, unit.pose.y)


def _braced(pikes: Unit, edge: Edge) -> bool:
    """Pikes that strike what comes onto this edge: their front, or any side of a hedgehog (BW-B2-11, BW-B2-21)."""
    return (
        troop(pikes).pikes
        and pikes.figures > 0
        and not is_routed(pikes)
        and (edge == "front" or formation(pikes).hedgehog)
    )


def part(scene: Scene) -> None:
    """Contacts that no longer touch are broken, and forgotten once more than an inch lies between (BW-B4-08)."""
    kept = []
    for one in scene.battle.engagements:
        attacker, defender = scene.unit(one.attacker), scene.unit(one.defender)
        if not (attacker.on_table and defender.on_table and near(attacker, defender, PIKE_REACH)):
            scene.tell(Parted(unit=one.attacker, other=one.defender, rules=("BW-B4-08",)))
            continue
        apart = gap(attacker.outline, defender.outline)
        if apart > PIKE_REACH:
            scene.tell(Parted(unit=one.attacker, other=one.defender, rules=("BW-B4-08",)))
        elif one.touching and apart > CONTACT:
            scene.tell(Parted(unit=one.attacker, other=one.defender, rules=("BW-B4-08",)))
            kept.append(replace(one, touching=False))
        else:
            kept.append(one)
    if len(kept) != len(scene.battle.engagements) or any(
        new is not old for new, old in zip(kept, scene.battle.engagements, strict=False)
    ):
        scene.engage(kept)
