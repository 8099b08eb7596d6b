"""Setting up: a line of foot with shooters in it and pikes at its ends, horse on the wings, the rest behind."""

from __future__ import annotations

from schiltron.battle.setup.battle_line import front_of
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.battle.state.field import foes, troops
from schiltron.captains.book_of_war.expected_losses import worth
from schiltron.captains.deploying import Slot, in_line, opposite, set_down
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.setup.deployment import DEPLOYMENT, setup_ground
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose

_FOOT, _SHOOTERS, _PIKES, _HORSE, _HORSE_ARCHERS = range(5)


def place(battle: Battle, decision: PlaceUnit, *, left_handed: bool = False) -> SetDown | None:
    """The next unit set down in its slot of the line; None if no slot is free."""
    side = battle.units[decision.units[0]].side
    ground = setup_ground(battle, side)
    front, half = front_of(ground.zone, ground.ahead)
    slots = line(battle, side, front, half, left_handed=left_handed)
    return set_down(battle, decision, DEPLOYMENT, front, slots)


def line(battle: Battle, side: str, front: Pose, half: Mil, *, left_handed: bool) -> dict[str, Slot]:
    """A slot for every unit of the side, worked out from its list and from where the enemy stands by now."""
    ours = [unit for unit in troops(battle, side) if not unit.host]
    order = _left_to_right(battle, side, front, ours, left_handed=left_handed)
    middle = opposite(battle, side, front, lambda unit: worth(unit.kind, unit.figures))
    return in_line(order, half, middle, _post)


def _post(unit: Unit) -> int:
    """How far from the middle a unit belongs."""
    kind = troop(unit)
    if kind.horse_archers:
        return _HORSE_ARCHERS
    if kind.mounted:
        return _HORSE
    if kind.pikes:
        return _PIKES
    return _SHOOTERS if kind.missile is not None else _FOOT


def _left_to_right(battle: Battle, side: str, front: Pose, ours: list[Unit], *, left_handed: bool) -> list[Unit]:
    """The best armoured in the middle; pikes go first to the side where the enemy's horse stands."""
    leaning = _enemy_horse(battle, side, front)
    row: list[Unit] = []
    weight = [0.0, 0.0]
    for unit in sorted(ours, key=lambda unit: (_post(unit), -troop(unit).armour_hit, unit.turn_in_line)):
        cost = worth(unit.kind, unit.original)
        if _post(unit) == _PIKES and leaning:
            right = leaning > 0
            leaning = -leaning / 2
        else:
            right = weight[1] < weight[0] or (weight[1] == weight[0] and not left_handed)
        weight[right] += cost
        row = [*row, unit] if right else [unit, *row]
    return row


def _enemy_horse(battle: Battle, side: str, front: Pose) -> float:
    """On which side of the middle the enemy's horse is stronger, right being positive; 0 when unknown."""
    return sum(
        front.local(unit.outline.x, unit.outline.y)[0] * worth(unit.kind, unit.figures)
        for unit in foes(battle, side)
        if unit.on_table and troop(unit).mounted
    )
