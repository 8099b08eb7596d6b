"""Coming into contact (BS-7.8-01, BS-7.8-03), and breaking through what cannot stand (BS-7.14-07)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Declared
from schiltron.battle.field import enemies, in_melee
from schiltron.battle.lining_up import engage, line_up, up_to
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual, ratings
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.melee.strikes import done_by, strike
from schiltron.rulesets.battlesystem.morale.owing import owe_losses
from schiltron.rulesets.battlesystem.morale.steps import OwedChecks
from schiltron.rulesets.battlesystem.movement.barriers import closed_ground
from schiltron.rulesets.battlesystem.movement.charges import ONWARD
from schiltron.rulesets.battlesystem.movement.rates import is_charge
from schiltron.rulesets.battlesystem.movement.steps import Contact, Walk
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.table.body import Single
from schiltron.table.contact import Edge, edge_met, touches
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import Outline, gap

_RULES: Final = ("BS-7.8-01",)
_WORST: Final = 12
"""The 2d6 that do least damage."""
_HAIR: Final = 2 * CONTACT


def _do(scene: Scene, step: Contact) -> None:
    """If the enemy still stands there they are in contact; if he is gone, a charge goes on, another move is over."""
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if not _here(unit) or unit.own.rout is not None:
        return
    if not _here(target) or gap(unit.outline, target.outline) > _HAIR:
        _go_on(scene, step.walk)
        return
    close_with(scene, unit.id, target.id)
    if is_charge(scene.unit(unit.id), step.walk.action) and _breaks_through(scene, step):
        return
    for enemy, edge in _along_the_front(scene.battle, scene.unit(unit.id)):
        engage(scene, unit.id, enemy, edge, _RULES)
        _surprise(scene, scene.unit(unit.id), scene.unit(enemy))
    keep_order(scene)


def _here(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


def _go_on(scene: Scene, walk: Walk) -> None:
    unit = scene.unit(walk.unit)
    if in_melee(scene.battle, unit):
        return
    onward = (ONWARD,) if is_charge(unit, walk.action) else ()
    scene.now(replace(walk, path=onward, target=""))


def close_with(scene: Scene, attacker: str, defender: str) -> None:
    """A unit lines up with the edge that it came onto, if there is room, and is in contact; single figures do not turn
    anybody."""
    battle = scene.battle
    one, other = battle.units[attacker], battle.units[defender]
    index, edge = edge_met(one.pose, one.body, one.bodies, other.outline, (one.outline.x, one.outline.y))
    if not isinstance(one.body, Single) and not isinstance(other.body, Single):
        line_up(scene, up_to(battle, one, other, (index, edge), _no_footing), _RULES)
    engage(scene, attacker, defender, edge, _RULES)
    _surprise(scene, scene.unit(attacker), scene.unit(defender))


def _no_footing(battle: Battle, unit: Unit, here: Outline) -> bool:
    return closed_ground(battle, unit, here)


def _surprise(scene: Scene, mover: Unit, target: Unit) -> None:
    """A unit contacted before its own move keeps formation, facing and frontage in this phase (BS-7.8-03)."""
    later = scene.battle.own.movers[scene.battle.own.movers.index(mover.side) + 1 :] if scene.battle.own.movers else ()
    if target.side in later and not target.own.done:
        scene.change(replace(target, own=replace(target.own, met=True)))


def _along_the_front(battle: Battle, unit: Unit) -> list[tuple[str, Edge]]:
    """Other enemies who lie along its front now."""
    found = []
    for enemy in enemies(battle, unit):
        known = any(one.touching and one.joins(unit.id, enemy.id) for one in battle.engagements)
        if known or not enemy.figures:
            continue
        flush = [touch for touch in touches(unit.outline, enemy.outline) if touch.edge_a == "front"]
        if flush:
            found.append((enemy.id, max(flush, key=lambda touch: touch.length).edge_b))
    return found


# ---------------------------------------------------------------- breaking through


def _breaks_through(scene: Scene, step: Contact) -> bool:
    """If those in the path would die even from the least damage, they are removed at once and the charge goes on."""
    battle = scene.battle
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if is_individual(target):
        return False
    doomed = in_the_path(battle, unit, target)
    least = least_damage(battle, unit, target)
    if not doomed or least < doomed * ratings(battle, target).hit_dice:
        return False
    rules = ("BS-7.14-07",)
    scene.tell(Declared(unit=unit.id, action="break through", target=target.id, rules=rules))
    fell(scene, target.id, doomed, rules)
    scene.change(replace(scene.unit(unit.id), own=replace(scene.unit(unit.id).own, broke_through=True)))
    owe_losses(scene, target.id, (unit.id,))
    left = scene.unit(target.id)
    clear = not _here(left) or gap(scene.unit(unit.id).outline, left.outline) > _HAIR
    scene.now(OwedChecks())
    if clear and not in_melee(scene.battle, scene.unit(unit.id)):
        scene.now(OwedChecks(), replace(step.walk, path=(ONWARD,), target=""))
        return True
    return False


def in_the_path(battle: Battle, unit: Unit, target: Unit) -> int:
    """Figures of an enemy that stand before a unit's front."""
    half = max(abs(unit.pose.local(x, y)[0]) for rect in unit.outline.rects for x, y in rect.corners)
    return sum(
        abs(unit.pose.local(figure.x, figure.y)[0]) < half + figure.base.width / 2 - CONTACT
        for figure in target.places[: target.figures]
    )


def least_damage(battle: Battle, unit: Unit, target: Unit) -> int:
    """What the charging figures do if the dice are at their worst."""
    made = strike(battle, unit.of or unit.id, target.of or target.id)
    return 0 if made is None else done_by(made, _WORST)


CONTACT_MADE = Handler(do=_do)
