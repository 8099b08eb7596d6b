"""Coming into contact with the enemy, and what units remember of it (chapters B4 and B2)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.movement import straight_and_wheel
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.event import Parted, Touched
from schiltron.battle.state.field import enemies, near, touching
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import PIKE_REACH, formation, is_routed, troop
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Scene, Unit
from schiltron.rulesets.book_of_war.steps import FreeAttack
from schiltron.table.contact import Edge, sector, touches
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap

FREE_ATTACK = "free attack"


def square_up(walker: Walker, enemy: Unit) -> None:
    """Line up flush, free of charge (BW-B4-28, BW-B4-29); a corner met counts as the side it came from (BW-B4-42)."""
    straight_and_wheel.square_up(
        walker, enemy, lambda there: walker.barred(there) is not None or not walker.keeps_on(there)
    )


def brush(walker: Walker, enemy: Unit) -> None:
    """Stop where a flank lies along an enemy: edge rests against edge already, nothing is turned (BW-B4-28)."""
    walker.met = enemy
    standing = walker.standing
    found = max(touches(standing.outline, enemy.outline), key=lambda touch: touch.length, default=None)
    start = walker.unit.pose
    flush = found is not None and found.flush
    walker.edge = found.edge_b if found is not None and flush else sector(enemy.outline.main, start.x, start.y)


def meet(scene: Scene, unit_id: str, met: str | None, edge: Edge) -> None:
    """Record new contacts a unit has made by its own move; the pikes it ran onto strike at once, in the middle of a
    movement phase that is not theirs (BW-B2-10, BW-B1-09).

    Once in an engagement: not when a gap of no more than an inch is closed (BW-B4-08), unless their front had not been
    touched before.
    """
    unit = scene.unit(unit_id)
    engagements = list(scene.battle.engagements)
    attacks = []
    for enemy in in_line(enemies(scene.battle, unit)):
        if not touching(scene.battle, unit, enemy):
            continue
        known = next((one for one in engagements if one.joins(unit_id, enemy.id)), None)
        if known is not None and known.touching:
            continue
        side = edge if enemy.id == met else touched_edge(unit, enemy)
        used: tuple[str, ...] = ()
        if known is not None:
            engagements.remove(known)
            # Pikes that began it by moving in have forgone their free attack for as long as it is remembered.
            used = known.used if known.attacker == unit_id else (*known.used, FREE_ATTACK)
        engagement = Engagement(unit_id, enemy.id, side, scene.battle.own.player_turns, used=used)
        first = FREE_ATTACK not in used and (known is None or known.edge != "front")
        if first and _braced(enemy, side) and scene.battle.own.options.game != "core":
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
    """Pikes that strike what comes onto this edge: their front, or any side of a hedgehog (BW-B2-11, BW-B2-21). In an
    enclosed space they have no front (BW-O6-04)."""
    return (
        troop(pikes).pikes
        and not enclosed(pikes)
        and pikes.figures > 0
        and not is_routed(pikes)
        and (edge == "front" or bool(formation(pikes).hedgehog))
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
