"""Contact with an enemy, and what comes before it (CM-MELEE-11, CM-MELEE-14, CM-MELEE-26)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.movement.lining_up import engage, line_up, up_to
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import enemies, in_melee, meets
from schiltron.rulesets.chainmail.fantasy.unseen import show_to_attack, strikes_unseen
from schiltron.rulesets.chainmail.field import alive, have_met, is_fleeing, unrallied
from schiltron.rulesets.chainmail.fire.passing import ThrowAtChargers
from schiltron.rulesets.chainmail.melee import stakes
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.melee.refusing import RefuseCombat
from schiltron.rulesets.chainmail.morale.charges import is_charging
from schiltron.rulesets.chainmail.morale.terror import by_attack
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import Contact, StandCharge, Walk
from schiltron.rulesets.chainmail.troop_traits.willing import before_going_on
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.table.contact import Edge, Touch, edge_met, touches

_RULES: Final = ("CM-MELEE-11", "CM-MELEE-25", "CM-MELEE-26")


class Appear(Step, frozen=True, tag="chainmail.appear"):
    """Who has come up to an enemy unseen shows himself, for the unseen cannot attack (CM-FANT-ELF-02)."""

    unit: str


def before_contact(battle: Battle, walk: Walk, target: str) -> tuple[Step, ...]:
    """Who is charged may throw, fall back or break before he is reached; both check where both charge.

    Who has not rallied tries to, whoever comes at him and however (CM-MELEE-28).
    """
    charging = walk.action == "charge"
    shown: tuple[Step, ...] = (Appear(walk.unit),) if strikes_unseen(battle.units[walk.unit]) else ()
    terror = by_attack(battle, battle.units[walk.unit], battle.units[target])
    steps: list[Step] = [ThrowAtChargers(target, walk.unit)] if charging else []
    steps.append(RefuseCombat(target, walk.unit))
    there = battle.units[target]
    if charging or unrallied(there):
        steps.append(StandCharge(target, walk.unit))
    if charging and is_charging(battle, there):
        steps.append(StandCharge(walk.unit, target))
    return (*shown, *terror, *steps, *stakes.before_contact(battle, walk.unit, target), Contact(walk, target))


def _do_contact(scene: Scene, step: Contact) -> None:
    """If the enemy still stands there they are in melee; if he ran, a charge is carried on (CM-MELEE-14)."""
    unit, target = scene.unit(step.walk.unit), scene.unit(step.target)
    if not _here(unit) or is_fleeing(unit):
        return
    if _here(target) and have_met(unit, target):
        _close_with(scene, unit.id, target.id)
    elif step.walk.action == "charge" and _gone(target) and not in_melee(scene.battle, unit):
        scene.tell(Compelled(unit=unit.id, action="use up the charge", rules=("CM-MELEE-14",)))
        scene.now(*before_going_on(scene.battle, Walk(unit.id, (), "charge", paused=True, on=True)))
        return
    _come_onto_next(scene, step.walk)


def _come_onto_next(scene: Scene, walk: Walk) -> None:
    """Another enemy along the front is come upon like the first: he too may throw, fall back or break."""
    found = next(_touched(scene, walk.unit), None)
    if found is not None:
        scene.now(*before_contact(scene.battle, walk, found[0]))


def _gone(target: Unit) -> bool:
    return not _here(target) or is_fleeing(target)


def _here(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


def make_contact(scene: Scene, attacker: str, defender: str) -> None:
    """A unit in melee with an enemy and all others along its front, as if everybody stood."""
    _close_with(scene, attacker, defender)
    for enemy, edge in _touched(scene, attacker):
        engage(scene, attacker, enemy, edge, _RULES)


def in_contact(battle: Battle, attacker: str, defender: str) -> Battle:
    """The battle with a unit in melee with those it has come onto, as if everybody stood."""
    scene = Scene(battle)
    make_contact(scene, attacker, defender)
    return scene.battle


def _close_with(scene: Scene, attacker: str, defender: str) -> None:
    """A unit lines up with the edge that it came onto, if there is room, and is in melee."""
    battle = scene.battle
    one, other = battle.units[attacker], battle.units[defender]
    index, edge = edge_met(one.pose, one.body, one.bodies, other.outline, (one.outline.x, one.outline.y))
    line_up(scene, up_to(battle, one, other, (index, edge), no_footing), _RULES)
    engage(scene, attacker, defender, edge, _RULES)


def _touched(scene: Scene, attacker: str) -> Iterator[tuple[str, Edge]]:
    """Enemies along a unit's front edge whom it may attack and is not yet in melee with; who takes up most of it
    first."""
    unit = scene.unit(attacker)
    found = []
    for enemy in enemies(scene.battle, unit):
        known = any(one.touching and one.joins(attacker, enemy.id) for one in scene.battle.engagements)
        touch = _along_the_front(unit, enemy) if enemy.figures and not known else None
        if touch is not None and attack_barred(scene.battle, unit, enemy) is None and meets(scene.battle, unit, enemy):
            found.append((-round(touch.length), enemy.turn_in_line, enemy.id, touch.edge_b))
    yield from ((enemy_id, edge) for _, _, enemy_id, edge in sorted(found))


def _along_the_front(unit: Unit, enemy: Unit) -> Touch | None:
    found = [touch for touch in touches(unit.outline, enemy.outline) if touch.flush and touch.edge_a == "front"]
    return max(found, key=lambda touch: touch.length, default=None)


def _appear(scene: Scene, step: Appear) -> None:
    show_to_attack(scene, step.unit)


CONTACT_MADE = does(Contact, _do_contact)
APPEAR: Final = does(Appear, _appear)
