"""True trolls that were slain may rise again (CM-FANT-TROLL-12), where players want it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.state.battle import Grave
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Placed, Ruled
from schiltron.battle.state.unit import OnTable, in_line
from schiltron.rulesets.chainmail.field import has_trait
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.table.pose import Pose

NEEDS: Final = 6
_TURNS: Final = 3
_RULES: Final = ("CM-FANT-TROLL-12",)


class Rising(Step, frozen=True, tag="chainmail.rising"):
    """At the end of a turn it is seen who may rise."""


class Rise(Step, frozen=True, tag="chainmail.rise"):
    """A die for one of the slain."""

    unit: str


def rising(battle: Battle) -> tuple[Step, ...]:
    return (Rising(),) if battle.own.options.regeneration == "on" else ()


def grave_of(battle: Battle, unit: Unit) -> Grave | None:
    """Where somebody lies who may rise this turn: slain in one of the three turns before, by no fire and no magical
    weapon."""
    if unit.figures or not has_trait(unit, "regenerates"):
        return None
    found = [one for one in battle.graves if one.unit == unit.id and one.how == "fell"]
    if not found or not found[-1].turn < battle.turn <= found[-1].turn + _TURNS:
        return None
    slayer = battle.units.get(found[-1].by)
    nature = slayer.own.profile.nature if slayer is not None else None
    by_magic = nature is not None and nature.arms.sword > 0
    return None if by_magic or "fire" in found[-1].tags else found[-1]


def _look(scene: Scene, _step: Rising) -> None:
    scene.now(*(Rise(unit.id) for unit in in_line(scene.battle.units.values()) if grave_of(scene.battle, unit)))


def _ask(battle: Battle, step: Rise) -> Roll | None:
    unit = battle.units[step.unit]
    if grave_of(battle, unit) is None:
        return None
    return Roll(f"whether {unit.name} rises again", (Pool(1, 6, AtLeast(NEEDS), unit.name, unit.side),), _RULES)


def _roll(scene: Scene, step: Rise, pools: tuple[Thrown, ...]) -> None:
    """It stands up whole where it fell, if nobody stands there."""
    unit = scene.unit(step.unit)
    grave = grave_of(scene.battle, unit)
    if not pools[0].hits or grave is None or grave.x is None or grave.y is None:
        return
    risen = replace(
        unit, figures=1, place=OnTable(Pose(grave.x, grave.y, 0), level=None), own=replace(unit.own, uncanny=None)
    )
    if not has_room(scene.battle, risen, risen.outline):
        scene.tell(Ruled(what=f"{unit.name} stirs, but somebody stands on it", rules=_RULES))
        return
    scene.set(graves=tuple(one for one in scene.battle.graves if one is not grave))
    scene.change(risen)
    scene.tell(Placed(what=unit.id, name=unit.name, side=unit.side, pose=risen.pose, rules=_RULES))
    scene.tell(Ruled(what=f"{unit.name} rises again", rules=_RULES))


RISING: Final = does(Rising, _look)
RISE: Final = rolls(Rise, ask=_ask, roll=_roll)
