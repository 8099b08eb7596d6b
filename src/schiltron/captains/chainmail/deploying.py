"""Setting up: foot in the middle, shooters and engines beside it, horse on the wings."""

from __future__ import annotations

from schiltron.battle.setup.battle_line import front_of
from schiltron.battle.state.decision import PlaceUnit, SetDown
from schiltron.battle.state.field import troops
from schiltron.captains.chainmail.objectives import Stakes
from schiltron.captains.deploying import Slot, in_line, opposite, set_down
from schiltron.rulesets.chainmail.field import is_engine
from schiltron.rulesets.chainmail.setup.deployment import DEPLOYMENT, setup_ground
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose

_FOOT, _SHOOTERS, _ENGINES, _HORSE, _WAGONS = range(5)


def place(battle: Battle, decision: PlaceUnit, *, left_handed: bool = False) -> SetDown | None:
    """The next unit set down in its slot of the line; None if no slot is free."""
    side = battle.units[decision.units[0]].side
    ground = setup_ground(battle, side)
    front, half = front_of(ground.zone, ground.ahead)
    return set_down(battle, decision, DEPLOYMENT, front, _line(battle, side, front, half, left_handed=left_handed))


def _line(battle: Battle, side: str, front: Pose, half: Mil, *, left_handed: bool) -> dict[str, Slot]:
    """A slot for every unit of the side, opposite to where the enemy stands by now."""
    ours = [unit for unit in troops(battle, side) if not unit.host]
    order = sorted(ours, key=lambda unit: (-_post(unit), unit.turn_in_line))
    left, right = (order[0::2], order[1::2]) if left_handed else (order[1::2], order[0::2])
    middle = opposite(battle, side, front, Stakes(battle).worth)
    return in_line([*left, *reversed(right)], half, middle, _post)


def _post(unit: Unit) -> int:
    """How far from the middle a unit belongs."""
    line = unit.own.profile
    if is_engine(unit):
        return _WAGONS if line.engine == "wagon" else _ENGINES
    if line.mounted:
        return _HORSE
    return _SHOOTERS if line.missile else _FOOT
