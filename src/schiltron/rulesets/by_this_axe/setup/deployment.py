"""Setting up the armies (ruled under TA-TURN-01): each side in its own zone, in any formation (TA-UNIT-06)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.battle_line import SetupGround, facing
from schiltron.battle.deploying import NO_ROOM, Deployment, SetupRules
from schiltron.battle.event import Removed
from schiltron.battle.unit import OffTable
from schiltron.rulesets.by_this_axe.field import is_character, profile
from schiltron.rulesets.by_this_axe.movement.ground import RIVER
from schiltron.rulesets.by_this_axe.setup.opening import open_deployment
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Scene, Step, Unit, UnitPart

_ARMOUR: Final = ("heavy", "medium", "light", "unarmored")


def setup_ground(battle: Battle, side: str) -> SetupGround:
    """A side's zone, looking at the enemy's; nobody starts the battle in a river."""
    own = battle.own
    here = own.zone(side)
    there = next(zone for other, zone in own.zones if other != side)
    features = battle.board.features if battle.board is not None else ()
    return SetupGround(here, facing(here, there), barred=tuple(one for one in features if one.kind == RIVER))


def _rank_in_line(unit: Unit) -> tuple[bool, bool, bool, int]:
    """Foot before shooters before horse, the best armoured first; lone characters find their place last."""
    line = profile(unit)
    return is_character(unit), line.mounted, bool(line.ranged), _ARMOUR.index(line.armour)


def _on_the_wings(unit: Unit) -> bool:
    return profile(unit).mounted and not is_character(unit)


def _then(scene: Scene) -> None:
    """Who was to be with a unit that found no room stays away with it."""
    for unit in list(scene.battle.units.values()):
        host = scene.battle.units[unit.host] if unit.host else None
        if host is not None and host.place == OffTable(NO_ROOM):
            scene.change(replace(unit, place=host.place))
            scene.tell(Removed(unit=unit.id, figures=unit.figures, why=NO_ROOM, rules=("TA-TURN-01",)))
    open_deployment(scene)


DEPLOYMENT: Final[Deployment[BattlePart, UnitPart, Step]] = Deployment(
    ground=setup_ground,
    rules=SetupRules(
        setting_up=("TA-TURN-01",),
        zone=("TA-TURN-01",),
        files=("TA-UNIT-06",),
        apart=("TA-MOVE-14",),
        ground=("TA-TERR-06",),
        placed=("TA-UNIT-06", "TA-UNIT-09"),
    ),
    rank_in_line=_rank_in_line,
    on_the_wings=_on_the_wings,
    then=_then,
)
DEPLOY: Final = DEPLOYMENT.handler
