"""Common questions about units on the field, asked by all chapters (chapter B2 most of all)."""

from __future__ import annotations

from math import hypot
from typing import Final

from schiltron.battle.state.body_shape import shape_of
from schiltron.battle.state.field import enemies, meets, near, touching
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.book_of_war.conditions import hampered
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.body import Figure, Formed
from schiltron.table.lengths import CONTACT, TOLERANCE, inches
from schiltron.table.outline import Outline
from schiltron.table.rectangles import Rect, overlapping
from schiltron.table.terrain import Feature

PIKE_REACH = inches(1)
POINTS = PIKE_REACH + TOLERANCE + CONTACT
"""Reaching in by no more than CONTACT is not yet standing there."""


WITHDREW: Final = "withdrew"
"""Why a wizard is off the table who left it of his own will (BW-A4-06)."""
DRAINED: Final = {kind: f"lowered_{kind}" for kind in ("marsh", "stream", "pond")}
"""What a piece of water is called while it is lowered, and crossed as open ground (BW-A4-23)."""
_AS_OPEN: Final = frozenset(("road", *DRAINED.values()))


def troop(unit: Unit) -> Troop:
    return TROOPS[unit.kind]


def worth(unit: Unit, figures: int) -> int:
    """What so many of its figures cost, in points (BW-B2-03), or by a price of one's own."""
    agreed = unit.agreed(figures)
    return TROOPS[unit.kind].cost * figures if agreed is None else agreed // 8


def troop_now(battle: Battle, unit: Unit) -> Troop:
    """Its type as the conditions of the field leave it: the very same where nothing is out of the common."""
    conditions = battle.own.conditions
    return TROOPS[unit.kind] if conditions is None else hampered(unit.kind, conditions)


def formation(unit: Unit) -> Formed:
    """Units of the basic game are formed bodies (BW-B4-04)."""
    assert isinstance(unit.body, Formed)
    return unit.body


def before_pikes(battle: Battle, unit: Unit, pikes: Unit) -> bool:
    """Whether a unit stands within an inch of the front of (enemy) pikes, straight ahead of it (BW-B2-22)."""
    return (
        near(unit, pikes, PIKE_REACH)
        and any(stands_before(unit.outline, points) for points in pike_points(pikes))
        and meets(battle, unit, pikes)
    )


def pike_points(pikes: Unit) -> list[Rect]:
    """The ground that pikes reach: an inch deep before the whole of their front, wings and sides of hedgehogs as well.

    Each looks away from the pikes. In an enclosed space they have no front (BW-O6-04).
    """
    if not troop(pikes).pikes or not pikes.figures or type(pikes.level) is Upon:
        return []
    pose = pikes.pose
    found = []
    for left, left_ahead, right, right_ahead in shape_of(pikes.body, pikes.bodies).front:
        left_x, left_y = pose.world(left, left_ahead)
        right_x, right_y = pose.world(right, right_ahead)
        width = hypot(right_x - left_x, right_y - left_y)
        fx, fy = (right_y - left_y) / width, (left_x - right_x) / width
        x, y = (left_x + right_x) / 2 + fx * POINTS / 2, (left_y + right_y) / 2 + fy * POINTS / 2
        found.append(Rect(x, y, fx, fy, width / 2, POINTS / 2))
    return found


def stands_before(body: Outline, points: Rect) -> bool:
    """Whether a body stands on the ground that points reach."""
    return any(overlapping(rect, points) for rect in body.rects)


def in_melee_range(battle: Battle, unit: Unit) -> bool:
    """Base contact, or an inch from the front of enemy pikes (BW-B2-40)."""
    close = unit.outline.near
    return any(
        touching(battle, unit, enemy) or before_pikes(battle, unit, enemy)
        for enemy in [enemy for enemy in enemies(battle, unit) if close(enemy.outline, PIKE_REACH)]
    )


def ground_under(battle: Battle, figure: Figure) -> tuple[Feature, ...]:
    """The pieces of terrain a figure stands in: those that hold the centre of its base (BW-B2-06)."""
    board = battle.table
    return tuple(
        feature for feature in board.features if feature.kind not in _AS_OPEN and feature.contains(figure.x, figure.y)
    )


def in_the_open(battle: Battle, figure: Figure) -> bool:
    """Whatever is not open takes away extra attacks (BW-B3-12); nothing does in the core game (BW-C3-12)."""
    return battle.own.options.game == "core" or not ground_under(battle, figure)


def is_routed(unit: Unit) -> bool:
    return ROUTED in unit.marks


def fights_cornered(unit: Unit) -> bool:
    return CORNERED in unit.marks


def can_act(unit: Unit) -> bool:
    """On the table with figures left, and not running (BW-B5-07)."""
    if not unit.figures or type(unit.place) is not OnTable:
        return False
    marks = unit.marks
    return not marks or ROUTED not in marks or CORNERED in marks
