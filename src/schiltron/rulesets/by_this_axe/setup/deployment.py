"""Setting up the armies (ruled under TA-TURN-01): each side in its own zone, in any formation (TA-UNIT-06)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step
from schiltron.battle.setup.battle_line import SetupGround, own_ground
from schiltron.battle.setup.deployment import Deployment, SetsUp, SetupRules
from schiltron.battle.setup.enrolment import Opening
from schiltron.battle.state.field import pieces_of
from schiltron.rulesets.by_this_axe.field import is_character, profile
from schiltron.rulesets.by_this_axe.ground import RIVER
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Unit, UnitPart


class RollSetup(Step, frozen=True, tag="by_this_axe.roll_setup"):
    """Who sets up first."""


class Deploy(SetsUp, frozen=True, tag="by_this_axe.deploy"):
    pass


OPENING: Final[Opening[BattlePart, UnitPart, Step]] = Opening(
    deploy=Deploy, rules=("TA-TURN-01",), begun=("TA-TURN-01", "TA-UNIT-06")
)
ROLL_SETUP: Final = OPENING.handler(RollSetup)

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
DEPLOY: Final = DEPLOYMENT.handler(Deploy)
