"""The fate of characters whose whole unit has fallen (cases 9.1 and 9.2: BS-9.1-05, BS-9.1-06, BS-9.2-03)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import rolls
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Removed, Ruled
from schiltron.battle.state.field import fights_against
from schiltron.battle.state.unit import Aboard, OffTable
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.losses import DESTROYED
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.rulesets.battlesystem.steps import Fate
from schiltron.table.outline import gap, outline

_RULES: Final = ("BS-9.1-05", "BS-9.2-03")
_FATES: Final = tuple(
    (int(row["die_to"]), str(row["fate"])) for row in LAW.sheet("BS-T-11-fate-of-character").records()
)
_SAID: Final = {
    "killed_body_lost": "killed, and the body is lost",
    "killed_body_on_field": "killed, and the body lies on the field",
    "badly_wounded_1d6_hp_left": "badly wounded",
    "unwounded_unconscious_1d10_turns": "unhurt but unconscious",
}
_LIVES: Final = ("badly_wounded_1d6_hp_left", "unwounded_unconscious_1d10_turns")


def _ask(battle: Battle, step: Fate) -> Roll | None:
    """A d10 for his fate, with the dice for the hit points or the turns he may be left with."""
    one = battle.units[step.individual]
    if not one.figures or not isinstance(one.place, Aboard):
        return None
    pools = (
        Pool(1, 10, SumOf(), "fate", whose=one.side),
        Pool(1, 6, SumOf(), "hit points left, if badly wounded", whose=one.side),
        Pool(1, 10, SumOf(), "turns unconscious, if so", whose=one.side),
    )
    return Roll(f"the fate of {one.name}, whose unit is no more", pools, _RULES)


def _roll(scene: Scene, step: Fate, pools: tuple[Thrown, ...]) -> None:
    die, points, turns = (pool.total for pool in pools)
    fate = next(fate for last, fate in _FATES if die <= last)
    one = scene.unit(step.individual)
    host = scene.battle.units[one.host]
    lives = fate in _LIVES
    said = _SAID[fate]
    tags: tuple[str, ...] = ()
    if lives:
        wounded = fate == _LIVES[0]
        tags = ("wounded",) if wounded else ("unconscious",)
        said += f", {points} hit points left" if wounded else f" for {turns} turns"
        own = replace(one.own, hit_points=points if wounded else one.own.hit_points, fell_at=host.own.fell_at)
    else:
        own = replace(one.own, hit_points=0)
    take_off(scene, one.id, Loss(1, told=not lives), Harm(tags, rules=_RULES))
    scene.change(replace(scene.unit(one.id), place=OffTable(said if lives else DESTROYED), own=own))
    scene.tell(Removed(unit=one.id, figures=1, why=said, rules=_RULES))
    keep_order(scene)


def settle(scene: Scene) -> None:
    """When the battle is over, the wounded and the stunned are captured where the enemy holds the place: if the
    nearest figure that has not routed is his (BS-9.1-06)."""
    for one in scene.battle.units.values():
        if is_individual(one) and one.own.hit_points and one.own.fell_at is not None:
            holder = _holder(scene.battle, one)
            if holder:
                taken = fights_against(scene.battle, one, holder)
                said = "is captured where he fell" if taken else "returns to his own when he has recovered"
                scene.tell(Ruled(what=f"{one.name} {said}", rules=("BS-9.1-06",)))


def _holder(battle: Battle, one: Unit) -> str:
    assert one.own.fell_at is not None
    spot = outline(one.own.fell_at, one.body, 1)
    near = [other for other in battle.standing() if other.figures and other.own.morale.rout is None]
    return min(near, key=lambda other: (gap(spot, other.outline), other.turn_in_line)).side if near else ""


FATE = rolls(Fate, ask=_ask, roll=_roll)
