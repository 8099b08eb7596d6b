"""Fire held back for the Movement Phase: TA-CMD-34."""

from __future__ import annotations

from schiltron.battle.state.event import Declared
from schiltron.rulesets.by_this_axe.attacks.fire import SHOOT, mark_shot
from schiltron.rulesets.by_this_axe.attacks.losses import TakeOff
from schiltron.rulesets.by_this_axe.attacks.shooting import in_the_way, loosed, may_shoot
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.rulesets.by_this_axe.steps import Checks, Flights


def may_use_reserve(battle: Battle, shooter: Unit, target: Unit) -> bool:
    """Whether a unit that has held its fire can shoot at an enemy unit where that stands now."""
    return (
        ordered(battle, shooter, "reserve") is not None
        and not is_character(target)
        and not may_shoot(battle, shooter)
        and not in_the_way(battle, shooter, target)
    )


def reserved_shot(scene: Scene, shooter_id: str, target_id: str) -> None:
    """The shot, the losses, and the checks they cause right after it; the reserve is used up.

    Nothing happens where it may not be made.
    """
    shooter, target = scene.unit(shooter_id), scene.unit(target_id)
    if not may_use_reserve(scene.battle, shooter, target):
        return
    shot = loosed(scene.battle, shooter, target)
    scene.tell(Declared(unit=shooter_id, action=SHOOT, target=target_id, rules=("TA-CMD-34",)))
    mark_shot(scene, shot)
    for held in scene.battle.effects.granted(shooter_id, "reserve"):
        scene.lift(held.effect)
    scene.now(shot, TakeOff("shooting"), Checks("movement"), Flights("movement"))
