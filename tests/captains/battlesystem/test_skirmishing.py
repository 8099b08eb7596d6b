"""Skirmish units: together from afar, one by one where it matters."""

from __future__ import annotations

from schiltron.rulesets.battlesystem.movement.together import TOGETHER
from schiltron.rulesets.battlesystem.state import Battle
from tests.captains.battlesystem.asking import moved
from tests.rulesets.battlesystem.positions import GOBLIN, SHORTBOW, field, red, skirmishers


def scouts(foe: float) -> Battle:
    return field(
        *skirmishers("scouts", "blue", [(40, 56), (42, 56), (44, 56), (46, 56)], missile=SHORTBOW),
        red("goblins", 12, files=6, at=(43, foe), of=GOBLIN),
    )


def test_skirmishers_far_from_the_enemy_march_together() -> None:
    """BS-2.9-05: one order for all."""
    orders = moved(scouts(6))
    assert [order.action for order in orders.values()] == [TOGETHER]


def test_skirmishers_near_the_enemy_each_look_after_themselves() -> None:
    """BS-2.9-05."""
    orders = moved(scouts(36))
    assert len(orders) > 1
    assert TOGETHER not in {order.action for order in orders.values()}
