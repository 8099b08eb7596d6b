"""A charge breaks through an enemy that cannot stand (case 7.14).

The figures in the path die at once, and the charge goes straight on through where they stood. What is left of their
unit closes up about its own middle when the chargers have passed, so that those at whom nobody came keep their places;
where the chargers come to a halt in the hole it stands beside them.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Declared
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.field import enemies, others
from schiltron.battle.state.manoeuvre import Oblique, Path
from schiltron.rulesets.battlesystem.field import alive, is_individual, is_mob, ratings
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground
from schiltron.rulesets.battlesystem.losses import fell, square
from schiltron.rulesets.battlesystem.melee.strikes import done_by, strike
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.due_checks import owe_losses
from schiltron.rulesets.battlesystem.movement.charges import ONWARD
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Contact, Walk
from schiltron.table.body import Body, Figure, Formed
from schiltron.table.lengths import CONTACT, FULL_TURN, TOLERANCE, Mdeg, Mil, direction
from schiltron.table.outline import Outline, advance_gap, gap, outline, overlapping
from schiltron.table.pose import Pose

_RULES: Final = ("BS-7.14-07",)
_WORST: Final = 12
"""The 2d6 that do least damage."""
_CLEAR: Final = 3 * CONTACT
"""The room left between chargers and those who have stood aside for them."""


def onward(slant: Mdeg) -> Path:
    """Straight on the way it went, as far as it goes; `slant` is how far off its front that was."""
    return (Oblique(slant, ONWARD.distance),) if slant else (ONWARD,)


def breaks_through(scene: Scene, step: Contact, squared: Battle) -> bool:
    """If those in the path would die even from the least damage, they are removed at once and the charge goes on;
    `squared` is the battle with the chargers lined up for their blows."""
    battle = scene.battle
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if is_individual(target):
        return False
    doomed = in_the_path(unit, target, step.slant)
    if not doomed or least_damage(squared, unit, target) < len(doomed) * ratings(battle, target).hit_dice:
        return False
    further = replace(step.walk, path=onward(step.slant), target="", through=(*step.walk.through, target.id))
    rest = remnant(target, doomed)
    if rest is not None and _beside(battle, _at_the_end(battle, rest, further), rest) is None:
        return False
    scene.tell(Declared(unit=unit.id, action="break through", target=target.id, rules=_RULES))
    fell(scene, target.id, len(doomed), Harm(("melee",), unit.id, _RULES))
    if rest is not None:
        _put(scene, scene.unit(target.id), rest.pose, rest.body, "close up")
    scene.change(with_turn(scene.unit(unit.id), broke_through=True))
    owe_losses(scene, target.id, (unit.id,))
    scene.now(OwedChecks(), further)
    return True


def least_damage(squared: Battle, unit: Unit, target: Unit) -> int:
    """What the charging figures do if the dice are at their worst."""
    made = strike(squared, unit.of or unit.id, target.of or target.id)
    return 0 if made is None else done_by(made, _WORST)


def in_the_path(unit: Unit, target: Unit, slant: Mdeg = 0) -> tuple[Figure, ...]:
    """Figures of an enemy over which a unit would go, straight on."""
    ux, uy = direction((unit.pose.heading + slant) % FULL_TURN)
    return tuple(
        figure
        for figure in target.places[: target.figures]
        if advance_gap(unit.outline, ux, uy, _base(figure), float("inf")) is not None
    )


def _base(figure: Figure) -> Outline:
    return Outline((figure.rect,), figure.x, figure.y, figure.rect.radius)


# ---------------------------------------------------------------- what is left of those who were in the way


def remnant(target: Unit, doomed: tuple[Figure, ...]) -> Unit | None:
    """What is left of a unit without some of its figures, closed up about the middle of those; None for nobody."""
    dead = {(figure.rank, figure.file) for figure in doomed}
    left = [one for one in target.places[: target.figures] if (one.rank, one.file) not in dead]
    if not left:
        return None
    body = target.body
    if not isinstance(body, Formed):
        return target
    ranks = len({one.rank for one in left})
    files = square(len(left)) if is_mob(target) else min(len({one.file for one in left}), -(-len(left) // ranks))
    shape = replace(body, files=files, left=None, right=None)
    here = [target.pose.local(one.x, one.y) for one in left]
    lateral = sum(x for x, _ in here) / len(here)
    forward = sum(y for _, y in here) / len(here) + shape.depth(len(left)) / 2
    place = target.place_at(target.pose.shifted(lateral, forward))
    return replace(target, figures=len(left), body=shape, place=place)


def _at_the_end(battle: Battle, rest: Unit, further: Walk) -> Unit:
    """The chargers where the rest of their charge would end."""
    walker = walk(battle.with_unit(rest), further)
    return walker.standing


def _beside(battle: Battle, chargers: Unit, rest: Unit) -> Pose | None:
    """Where what is left of a unit finds room beside the chargers: where it stands if it can, else to the side on which
    the most of it is (of equals to that farther from its enemies, then to their right), then the other; None where
    there is no room."""
    if not overlapping(chargers.outline, rest.outline):
        return rest.pose
    ux, uy = chargers.pose.forward
    near, far = _across(chargers.outline, ux, uy)
    first, last = _across(rest.outline, ux, uy)
    ways = [far + _CLEAR - first, near - _CLEAR - last]
    poses = [Pose(round(rest.pose.x - uy * way), round(rest.pose.y + ux * way), rest.pose.heading) for way in ways]
    shift = abs(ways[1]) - abs(ways[0])
    if abs(shift) <= TOLERANCE:
        shift = _room(battle, chargers, rest, poses[0]) - _room(battle, chargers, rest, poses[1])
    for pose in reversed(poses) if shift < -TOLERANCE else poses:
        there = outline(pose, rest.body, rest.bodies)
        free = not any(
            overlapping(there, other.outline) for other in others(battle, rest) if other.id != chargers.id
        ) and not overlapping(there, chargers.outline)
        if free and (battle.board is None or battle.board.holds(there)) and not closed_ground(battle, rest, there):
            return pose
    return None


def _room(battle: Battle, chargers: Unit, rest: Unit, pose: Pose) -> Mil:
    """How far from the nearest of its other enemies what is left of a unit would stand there; 0 where there is none."""
    there = outline(pose, rest.body, rest.bodies)
    foes = (one for one in enemies(battle, rest) if one.figures and one.id != chargers.id)
    return min((gap(there, one.outline) for one in foes), default=0)


def _across(body: Outline, ux: float, uy: float) -> tuple[float, float]:
    """How far a body reaches to the left and to the right of a line through the corner of the table."""
    off = [y * ux - x * uy for rect in body.rects for x, y in rect.corners]
    return min(off), max(off)


def stand_aside(scene: Scene, unit_id: str, through: tuple[str, ...]) -> None:
    """Where a charge that broke through some units ends among them, they stand beside it."""
    for key in through:
        unit, rest = scene.unit(unit_id), scene.unit(key)
        if alive(rest) and rest.on_table and alive(unit) and unit.on_table:
            pose = _beside(scene.battle, unit, rest)
            if pose is not None:
                _put(scene, rest, pose, rest.body, "stand aside")


def _put(scene: Scene, unit: Unit, pose: Pose, body: Body, why: str) -> None:
    if (pose, body) == (unit.pose, unit.body):
        return
    scene.change(replace(unit, place=unit.place_at(pose), body=body))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why=why, rules=_RULES))
