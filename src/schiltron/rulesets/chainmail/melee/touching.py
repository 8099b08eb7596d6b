"""Bodies that lie against each other fight, also those that nobody aimed at: CM-MELEE-03."""

from __future__ import annotations

from itertools import combinations

from schiltron.battle.field import hostile
from schiltron.battle.lining_up import engage
from schiltron.rulesets.chainmail.history import stakes
from schiltron.rulesets.chainmail.melee.weapons import attack_barred, is_hedgehog
from schiltron.rulesets.chainmail.morale.charges import unrallied
from schiltron.rulesets.chainmail.morale.steps import StandCharge
from schiltron.rulesets.chainmail.state import Battle, Scene, Step, Unit
from schiltron.table.contact import Edge, touches


def lock_together(scene: Scene) -> tuple[Step, ...]:
    """A front along any edge of an enemy is contact; of two fronts the one that moved is the attacker's.

    Returns what those must show who have come into contact by it.
    """
    due: list[Step] = []
    standing = [unit for unit in scene.battle.standing() if unit.figures]
    for one, other in combinations(standing, 2):
        if not hostile(one, other) or _fight(scene.battle, one, other):
            continue
        found = _against(one, other) or _against(other, one)
        if found is not None and attack_barred(*found[:2]) is None and not _left_alone(found[0]):
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
    return is_hedgehog(unit) and not unit.own.moved


def _fight(battle: Battle, one: Unit, other: Unit) -> bool:
    return any(each.touching and each.joins(one.id, other.id) for each in battle.engagements)


def _against(one: Unit, other: Unit) -> tuple[Unit, Unit, Edge] | None:
    """Whether the front of one lies along the other, onto which edge, and who of them counts as attacker."""
    fronts = [each for each in touches(one.outline, other.outline) if each.flush and each.edge_a == "front"]
    if not fronts:
        return None
    edge = max(fronts, key=lambda each: each.length).edge_b
    came = one.own.moved or not other.own.moved
    return (one, other, edge) if edge != "front" or came else (other, one, "front")
