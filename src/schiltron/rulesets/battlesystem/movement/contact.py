"""Coming into contact (case 7.8)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.lining_up import engage, line_up, up_to
from schiltron.battle.play.agenda import does
from schiltron.battle.state.field import commands, enemies, in_melee, meets
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground
from schiltron.rulesets.battlesystem.movement.breaking import breaks_through, onward, stand_aside
from schiltron.rulesets.battlesystem.movement.rates import is_charge
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Contact
from schiltron.table.body import Single
from schiltron.table.contact import Edge, edge_met, touches
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import Outline, gap

_RULES: Final = ("BS-7.8-01",)
_HAIR: Final = 2 * CONTACT


def _do(scene: Scene, step: Contact) -> None:
    """If the enemy still stands there they are in contact; if he is gone, a charge goes on, another move is over."""
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if not _here(unit) or unit.own.morale.rout is not None:
        return
    if not _here(target) or gap(unit.outline, target.outline) > _HAIR:
        _go_on(scene, step)
        return
    if is_charge(unit, step.walk.action) and breaks_through(scene, step, squarely(scene.battle, unit, target)):
        return
    stand_aside(scene, unit.id, step.walk.through)
    make_contact(scene, unit.id, target.id)
    keep_order(scene)


def _here(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


def _go_on(scene: Scene, step: Contact) -> None:
    unit = scene.unit(step.walk.unit)
    if in_melee(scene.battle, unit):
        return
    path = onward(step.slant) if is_charge(unit, step.walk.action) else ()
    scene.now(replace(step.walk, path=path, target=""))


def squarely(battle: Battle, unit: Unit, target: Unit) -> Battle:
    """The battle with a unit lined up with an enemy it has come onto, and in contact."""
    scene = Scene(replace(battle, agenda=()), LAPSES)
    close_with(scene, unit.id, target.id)
    return scene.battle


def in_contact(battle: Battle, attacker: str, defender: str) -> Battle:
    """The battle with a unit in contact with those it has come onto, before anybody does anything about it."""
    scene = Scene(battle, LAPSES)
    make_contact(scene, attacker, defender)
    return scene.battle


def make_contact(scene: Scene, attacker: str, defender: str) -> None:
    """A unit is in contact with an enemy and all others along its front."""
    close_with(scene, attacker, defender)
    for enemy, edge in _along_the_front(scene.battle, scene.unit(attacker)):
        engage(scene, attacker, enemy, edge, _RULES)
        _surprise(scene, scene.unit(attacker), scene.unit(enemy))


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
    movers = scene.battle.own.movers
    later = movers[movers.index(mover.side) + 1 :] if movers else ()
    if any(commands(scene.battle, side, target) for side in later) and not target.own.turn.had_order:
        scene.change(with_turn(target, come_upon=True))


def _along_the_front(battle: Battle, unit: Unit) -> list[tuple[str, Edge]]:
    """Other enemies who lie along its front now."""
    found = []
    for enemy in enemies(battle, unit):
        known = any(one.touching and one.joins(unit.id, enemy.id) for one in battle.engagements)
        if known or not enemy.figures:
            continue
        flush = [touch for touch in touches(unit.outline, enemy.outline) if touch.edge_a == "front"]
        if flush and meets(battle, unit, enemy):
            found.append((enemy.id, max(flush, key=lambda touch: touch.length).edge_b))
    return found


CONTACT_MADE = does(Contact, _do)
