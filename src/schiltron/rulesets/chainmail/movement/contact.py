"""Coming up to an enemy: what goes before contact, and contact (CM-MELEE-11, CM-MELEE-14, CM-MELEE-26)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Compelled
from schiltron.battle.field import enemies
from schiltron.battle.lining_up import engage, line_up, up_to
from schiltron.rulesets.chainmail.field import alive, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.fire.steps import ThrowAtChargers
from schiltron.rulesets.chainmail.history import stakes
from schiltron.rulesets.chainmail.melee.steps import RefuseCombat
from schiltron.rulesets.chainmail.morale.steps import StandCharge
from schiltron.rulesets.chainmail.movement.ground import closed_under
from schiltron.rulesets.chainmail.movement.steps import Contact, Walk
from schiltron.rulesets.chainmail.state import Battle, Scene, Step, Unit
from schiltron.table.contact import Edge, edge_met, touches
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import Outline, gap

_RULES: Final = ("CM-MELEE-11", "CM-MELEE-25", "CM-MELEE-26")
_NEAR: Final = 2 * CONTACT


def before_contact(battle: Battle, walk: Walk, target: str) -> tuple[Step, ...]:
    """Who is charged may throw, fall back or break before he is reached; both check where both charge.

    Who has not rallied tries to, whoever comes at him and however (CM-MELEE-28).
    """
    charging = walk.action == "charge"
    steps: list[Step] = [ThrowAtChargers(target, walk.unit)] if charging else []
    steps.append(RefuseCombat(target, walk.unit))
    there = battle.units[target]
    if charging or is_fleeing(there) or reorganizing(there):
        steps.append(StandCharge(target, walk.unit))
    if charging and there.own.charged:
        steps.append(StandCharge(walk.unit, target))
    return (*steps, *stakes.before_contact(battle, walk.unit, target), Contact(walk, target))


def _do_contact(scene: Scene, step: Contact) -> None:
    """If the enemy still stands there they are in melee; if he ran, a charge is carried on (CM-MELEE-14)."""
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if not _here(unit) or is_fleeing(unit):
        return
    if _here(target) and gap(unit.outline, target.outline) <= _NEAR:
        make_contact(scene, unit.id, target.id)
    elif step.walk.action == "charge" and (not _here(target) or is_fleeing(target)):
        scene.tell(Compelled(unit=unit.id, action="use up the charge", rules=("CM-MELEE-14",)))
        scene.now(Walk(unit.id, (), "charge", paused=True, on=True))
    else:
        _engage_touched(scene, unit.id)


def _here(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


def make_contact(scene: Scene, attacker: str, defender: str) -> None:
    """A unit lines up with the edge that it came onto, if there is room, and is in melee with whom it touches."""
    battle = scene.battle
    one, other = battle.units[attacker], battle.units[defender]
    index, edge = edge_met(one.pose, one.body, one.bodies, other.outline, (one.outline.x, one.outline.y))
    line_up(scene, up_to(battle, one, other, (index, edge), _barred), _RULES)
    engage(scene, attacker, defender, edge, _RULES)
    _engage_touched(scene, attacker)


def _engage_touched(scene: Scene, attacker: str) -> None:
    """Other enemies along its front edge are in the melee too."""
    unit = scene.unit(attacker)
    for enemy in enemies(scene.battle, unit):
        edge = _along_the_front(unit, enemy) if enemy.figures else None
        if edge is not None:
            engage(scene, attacker, enemy.id, edge, _RULES)


def _along_the_front(unit: Unit, enemy: Unit) -> Edge | None:
    found = [touch for touch in touches(unit.outline, enemy.outline) if touch.flush and touch.edge_a == "front"]
    return max(found, key=lambda touch: touch.length).edge_b if found else None


def _barred(battle: Battle, unit: Unit, here: Outline) -> bool:
    """Water or a house that it would stand in and does not now."""
    assert battle.board is not None
    water = closed_under(battle.board.features, here)
    return water is not None and closed_under((water,), unit.outline) is None


CONTACT_MADE = Handler(do=_do_contact)
