"""Questions the chapters ask about units on the field."""

from __future__ import annotations

from schiltron.battle.field import enemies, near, touching
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS, Troop
from schiltron.table.body import Figure, Formed
from schiltron.table.lengths import CONTACT, inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Feature

PIKE_REACH = inches(1)


def troop(unit: Unit) -> Troop:
    return TROOPS[unit.kind]


def formation(unit: Unit) -> Formed:
    """Units of the basic game are formed bodies (BW-B4-04)."""
    assert isinstance(unit.body, Formed)
    return unit.body


def before_pikes(unit: Unit, pikes: Unit) -> bool:
    """Whether a unit stands within an inch of the front of (enemy) pikes, straight ahead of it (BW-B2-22)."""
    if not troop(pikes).pikes or not pikes.figures or not near(unit, pikes, PIKE_REACH):
        return False
    if gap(unit.outline, pikes.outline) > PIKE_REACH:
        return False
    body = formation(pikes)
    if body.hedgehog:
        return True
    half = body.frontage / 2
    pose = pikes.pose
    for rect in unit.outline.rects:
        lateral_forward = [pose.local(x, y) for x, y in rect.corners]
        if (
            max(forward for _, forward in lateral_forward) > -CONTACT
            and min(forward for _, forward in lateral_forward) <= PIKE_REACH
            and max(lateral for lateral, _ in lateral_forward) > -half + CONTACT
            and min(lateral for lateral, _ in lateral_forward) < half - CONTACT
            and sum(forward for _, forward in lateral_forward) > 0
        ):
            return True
    return False


def in_melee_range(battle: Battle, unit: Unit) -> bool:
    """Base contact, or an inch from the front of enemy pikes (BW-B2-40)."""
    return any(
        touching(unit, enemy) or before_pikes(unit, enemy)
        for enemy in enemies(battle, unit)
        if near(unit, enemy, PIKE_REACH)
    )


def ground_under(battle: Battle, figure: Figure) -> tuple[Feature, ...]:
    """The pieces of terrain a figure stands in: those that hold the centre of its base (BW-B2-06)."""
    board = battle.board
    assert board is not None
    return tuple(
        feature for feature in board.features if feature.kind != "road" and feature.contains(figure.x, figure.y)
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
    return unit.on_table and unit.figures > 0 and (ROUTED not in unit.marks or CORNERED in unit.marks)
