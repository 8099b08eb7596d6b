"""Rams, picks and screws at work against what is held: CM-SIEGE-09, CM-SIEGE-10."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import enemies
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fortress import COVERED, attack_of
from schiltron.rulesets.chainmail.siege.stations import AGAINST, distance, foot_of, from_point, is_holder
from schiltron.rulesets.chainmail.siege.wear import is_target, wear
from schiltron.rulesets.chainmail.state import BURNING, OUT_OF_ACTION, Battle, Scene, Unit
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Feature


class Batter(Step, frozen=True, tag="chainmail.batter"):
    """Covered machines work at what they stand against; the defenders may put them out of action (CM-SIEGE-10)."""


DISABLES: Final = 9
_NEAR: Final[Mil] = inches(6)
"""Defenders who are as near as that can do something about a machine (CM-SIEGE-10)."""
_RULES: Final = ("CM-SIEGE-09", "CM-SIEGE-10")


def at_work(battle: Battle) -> list[tuple[Unit, Feature]]:
    """The machines that work this turn, by name, and at what."""
    found = []
    for unit in in_line(battle.standing()):
        if unit.own.profile.engine not in COVERED or not alive(unit) or not unit.on_table or unit.has(OUT_OF_ACTION):
            continue
        if unit.has(BURNING) or is_holder(battle, unit):
            continue
        target = work_before(battle, unit)
        if target is not None:
            found.append((unit, target))
    return found


def work_before(battle: Battle, unit: Unit) -> Feature | None:
    """What a machine stands against with its front, the nearest if there are several."""
    near = [one for one in battle.table.features if is_target(one) and distance(unit, one) <= AGAINST]
    front = unit.pose.world(0.0, unit.body.base.depth / 2)
    at = {one.id: foot_of(one, *front) for one in near}
    ahead = [one for one in near if unit.pose.local(*at[one.id])[1] >= unit.body.base.depth / 2 - AGAINST]
    return min(ahead, key=lambda one: (distance(unit, one), one.name, one.id), default=None)


def watched(battle: Battle, unit: Unit, target: Feature) -> bool:
    """Whether defenders are near enough to do something about a machine (CM-SIEGE-10)."""
    at = foot_of(target, unit.pose.x, unit.pose.y)
    return any(alive(foe) and from_point(foe, *at) <= _NEAR for foe in enemies(battle, unit))


def _ask(battle: Battle, _step: Batter) -> Roll | None:
    pools = tuple(
        Pool(2, 6, SumOf(), unit.name, unit.side) for unit, target in at_work(battle) if watched(battle, unit, target)
    )
    return (
        Roll(f"whether machines are put out of action, on {DISABLES} or more", pools, ("CM-SIEGE-10",))
        if pools
        else None
    )


def _roll(scene: Scene, _step: Batter, pools: tuple[Thrown, ...]) -> None:
    """Rolled before the damage of the turn; who is out of action stays so (CM-SIEGE-10)."""
    working, thrown = at_work(scene.battle), iter(pools)
    stopped = {
        unit.id for unit, target in working if watched(scene.battle, unit, target) and next(thrown).total >= DISABLES
    }
    for unit, _ in working:
        if unit.id in stopped:
            scene.mark(unit.id, OUT_OF_ACTION, rules=("CM-SIEGE-10",))
            scene.tell(Ruled(what=f"{unit.name} is put out of action", rules=("CM-SIEGE-10",)))
    _work(scene, _step)


def _work(scene: Scene, _step: Batter) -> None:
    for unit, target in at_work(scene.battle):
        standing = next((one for one in scene.battle.table.features if one.id == target.id), None)
        if standing is not None:
            at = foot_of(standing, *unit.pose.world(0.0, unit.body.base.depth / 2))
            wear(scene, standing, at, attack_of("covered_ram_pick_or_screw"), unit.name, ("CM-SIEGE-09",))


BATTER: Final = rolls(Batter, ask=_ask, roll=_roll, do=_work)
