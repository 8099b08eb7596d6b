"""The edge at which an enemy touches a unit: it is struck there and goes back from there.

CM-MELEE-21, CM-MELEE-22, CM-MORALE-14.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.rulesets.chainmail.field import all_round, have_met
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.contact import Edge, edge_met, touches
from schiltron.table.facing import TURNS, Arc
from schiltron.table.lengths import FULL_TURN, Mdeg

OPPOSITE: Final[dict[Edge, Edge]] = {"front": "rear", "rear": "front", "left": "right", "right": "left"}
_ORDER: Final[tuple[Edge, ...]] = ("front", "rear", "right", "left")


def edge_against(unit: Unit, enemy: Unit) -> tuple[Edge, float]:
    """The edge of a unit that an enemy lies along, has come onto or lies beyond; and how much of it he takes up."""
    along = _along(unit, enemy)
    if along is not None:
        return along
    if have_met(unit, enemy):
        came_from = (enemy.outline.x, enemy.outline.y)
        return edge_met(enemy.pose, enemy.body, enemy.bodies, unit.outline, came_from)[1], 0.0
    return _beyond(unit, enemy), 0.0


def _along(unit: Unit, enemy: Unit) -> tuple[Edge, float] | None:
    """The edge along which an enemy lies flush, if he does; the longest of several."""
    found = [touch for touch in touches(unit.outline, enemy.outline) if touch.flush]
    if not found:
        return None
    edge = max(found, key=lambda touch: touch.length).edge_a
    return edge, sum(touch.length for touch in found if touch.edge_a == edge)


def edge_held(battle: Battle, unit: Unit, enemy: Unit) -> tuple[Edge, float]:
    """The edge by which an enemy holds a unit in melee: who does not lie along it came onto the edge that is on record,
    or was come upon by its front."""
    met = next((one for one in battle.engagements if one.touching and one.joins(unit.id, enemy.id)), None)
    along = _along(unit, enemy)
    if along is None and met is not None:
        return "front" if met.attacker == unit.id else met.edge, 0.0
    return along or edge_against(unit, enemy)


def struck_from(unit: Unit, charger: Unit) -> Arc:
    """From where a charge comes: the edge it comes onto, or the side the chargers are on."""
    if all_round(unit):
        return "front"
    edge, _ = edge_against(unit, charger)
    return "front" if edge == "front" else "rear" if edge == "rear" else "flank"


def _beyond(unit: Unit, enemy: Unit) -> Edge:
    """The edge beyond whose line all of an enemy lies farthest."""
    mine, theirs = _extent(unit, unit), _extent(unit, enemy)
    clear: dict[Edge, float] = {
        "front": theirs[2] - mine[3],
        "rear": mine[2] - theirs[3],
        "right": theirs[0] - mine[1],
        "left": mine[0] - theirs[1],
    }
    return max(_ORDER, key=lambda edge: round(clear[edge]))


def _extent(seen_by: Unit, unit: Unit) -> tuple[float, float, float, float]:
    """How far a unit reaches to the left and right, back and ahead, as another looks."""
    corners = [seen_by.pose.local(x, y) for rect in unit.outline.rects for x, y in rect.corners]
    across, ahead = [one for one, _ in corners], [one for _, one in corners]
    return min(across), max(across), min(ahead), max(ahead)


def straight_back(battle: Battle, unit: Unit, enemies: Iterable[Unit]) -> Mdeg:
    """The way off from those who hold a unit: away from the edge in contact, whatever they overlap it by.

    Of several edges it is the one that is held along most of its length, the front before others, if the edge opposite
    is free; held on two opposite edges only, it goes to the side where fewer of them stand, or back.
    """
    there = list(enemies)
    held: dict[Edge, float] = {}
    for enemy in there:
        edge, length = edge_held(battle, unit, enemy)
        held[edge] = held.get(edge, 0.0) + length
    out = [OPPOSITE[edge] for edge in _ORDER if edge in held and OPPOSITE[edge] not in held]
    if out:
        way = max(out, key=lambda edge: round(held[OPPOSITE[edge]]))
    elif "rear" not in held or len(held) == len(_ORDER):
        way = "rear"
    else:
        across = sum(unit.pose.local(one.outline.x, one.outline.y)[0] for one in there)
        way = "left" if round(across) > 0 else "right"
    return (unit.pose.heading + TURNS[way]) % FULL_TURN
