"""Bodies that lie against each other fight, also those that nobody aimed at: CM-MELEE-03."""

from __future__ import annotations

from itertools import combinations

from schiltron.battle.field import hostile
from schiltron.battle.lining_up import engage
from schiltron.rulesets.chainmail.melee.weapons import attack_barred
from schiltron.rulesets.chainmail.state import Scene, Unit
from schiltron.table.contact import Edge, touches


def lock_together(scene: Scene) -> None:
    """A front along any edge of an enemy is contact; of two fronts the one that moved is the attacker's."""
    standing = [unit for unit in scene.battle.standing() if unit.figures]
    for one, other in combinations(standing, 2):
        if hostile(one, other):
            found = _against(one, other) or _against(other, one)
            if found is not None and attack_barred(*found[:2]) is None:
                attacker, defender, edge = found
                engage(scene, attacker.id, defender.id, edge, ("CM-MELEE-03",))


def _against(one: Unit, other: Unit) -> tuple[Unit, Unit, Edge] | None:
    """Whether the front of one lies along the other, onto which edge, and who of them counts as attacker."""
    fronts = [each for each in touches(one.outline, other.outline) if each.flush and each.edge_a == "front"]
    if not fronts:
        return None
    edge = max(fronts, key=lambda each: each.length).edge_b
    came = one.own.moved or not other.own.moved
    return (one, other, edge) if edge != "front" or came else (other, one, "front")
