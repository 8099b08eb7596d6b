"""Units that touch each other fight, even if nobody aimed at them: CM-MELEE-03, and HIST."""

from __future__ import annotations

from itertools import combinations

from schiltron.battle.movement.lining_up import engage
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.field import hostile, meets
from schiltron.rulesets.chainmail.fantasy.unseen import strikes_unseen
from schiltron.rulesets.chainmail.field import is_hedgehog, unrallied
from schiltron.rulesets.chainmail.melee import stakes
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.table.contact import Edge, touches


def lock_together(scene: Scene) -> tuple[Step, ...]:
    """A front along any edge of an enemy is contact; of two fronts the one that moved is the attacker's.

    Returns what those must show who have come into contact by it.
    """
    due: list[Step] = []
    standing = [unit for unit in scene.battle.standing() if unit.figures]
    for one, other in combinations(standing, 2):
        if not hostile(scene.battle, one, other) or _fight(scene.battle, one, other):
            continue
        found = (_against(one, other) or _against(other, one)) if meets(scene.battle, one, other) else None
        if found is None or _left_alone(found[0]) or strikes_unseen(found[0]):
            continue
        if attack_barred(scene.battle, *found[:2]) is None:
            attacker, defender, edge = found
            engage(scene, attacker.id, defender.id, edge, ("CM-MELEE-03",))
            due += when_attacked(scene.battle, attacker.id, defender.id)
    return tuple(due)


def when_attacked(battle: Battle, attacker: str, defender: str) -> tuple[Step, ...]:
    """What comes of an attack that is no charge: who has not rallied tries to (CM-MELEE-28), horse rides onto stakes
    (CM-HIST-22), peasants show whether they defend themselves (CM-HIST-11)."""
    rallies = (StandCharge(defender, attacker),) if unrallied(battle.units[defender]) else ()
    return (*rallies, *stakes.before_contact(battle, attacker, defender))


def _left_alone(unit: Unit) -> bool:
    """A hedgehog that stood is not drawn into a melee by an enemy who came to lie along it (CM-MELEE-52)."""
    return is_hedgehog(unit) and not unit.own.turn.moved


def _fight(battle: Battle, one: Unit, other: Unit) -> bool:
    return any(each.touching and each.joins(one.id, other.id) for each in battle.engagements)


def _against(one: Unit, other: Unit) -> tuple[Unit, Unit, Edge] | None:
    """Whether the front of one lies along the other, onto which edge, and who of them counts as attacker."""
    fronts = [each for each in touches(one.outline, other.outline) if each.flush and each.edge_a == "front"]
    if not fronts:
        return None
    edge = max(fronts, key=lambda each: each.length).edge_b
    came = one.own.turn.moved or not other.own.turn.moved
    return (one, other, edge) if edge != "front" or came else (other, one, "front")
