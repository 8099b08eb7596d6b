"""Setting up the armies (ruled under TA-TURN-01): each side in its own zone, in any formation (TA-UNIT-06)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.battle_line import SetupGround, own_ground
from schiltron.battle.deploying import Deployment, SetupRules
from schiltron.battle.field import pieces_of
from schiltron.rulesets.by_this_axe.field import is_character, profile
from schiltron.rulesets.by_this_axe.movement.ground import RIVER
from schiltron.rulesets.by_this_axe.setup.opening import OPENING
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Step, Unit, UnitPart

_ARMOUR: Final = ("heavy", "medium", "light", "unarmored")


def setup_ground(battle: Battle, side: str) -> SetupGround:
    """A side's zone, looking at the enemy's; nobody starts the battle in a river."""
    return own_ground(battle.own.zones, side, barred=pieces_of(battle, (RIVER,)))


def _rank_in_line(unit: Unit) -> tuple[bool, bool, bool, int]:
    """Foot before shooters before horse, the best armoured first; lone characters find their place last."""
    line = profile(unit)
    return is_character(unit), line.mounted, bool(line.ranged), _ARMOUR.index(line.armour)


def _on_the_wings(unit: Unit) -> bool:
    return profile(unit).mounted and not is_character(unit)


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
    then=OPENING.next_side,
)
DEPLOY: Final = DEPLOYMENT.handler
