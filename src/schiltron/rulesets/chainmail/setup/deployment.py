"""Setting up the armies (CM-SETUP-01; ground by TERR): each side in its own zone, in any number of files."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step
from schiltron.battle.setup.battle_line import SetupGround, own_ground
from schiltron.battle.setup.deployment import Deployment, SetsUp, SetupRules
from schiltron.battle.setup.enrolment import Opening
from schiltron.battle.state.field import pieces_of
from schiltron.rulesets.chainmail.field import goes_as_person, in_open_order, is_engine, profile
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Unit, UnitPart
from schiltron.rulesets.chainmail.terrain import MARSH, RIVER, WOODS
from schiltron.rulesets.chainmail.walking.ground import CLOSED
from schiltron.table.terrain import Feature


class RollSetup(Step, frozen=True, tag="chainmail.roll_setup"):
    """Who sets up first."""


class Deploy(SetsUp, frozen=True, tag="chainmail.deploy"):
    pass


_BARRED: Final = (RIVER, *CLOSED)
_WEIGHT: Final = ("armored_foot", "heavy_foot", "light_foot", "heavy_horse", "medium_horse", "light_horse")


def setup_ground(battle: Battle, side: str) -> SetupGround:
    """A side's zone, looking at the enemy's; nobody starts the battle in a river or where nobody goes."""
    return own_ground(battle.own.zones, side, barred=pieces_of(battle, _BARRED))


def _closed_to(battle: Battle, unit: Unit) -> tuple[Feature, ...]:
    """Formed bodies keep out of woods (CM-TERR-05), engines out of marshes (CM-TERR-07)."""
    if is_engine(unit):
        return pieces_of(battle, (MARSH,))
    return () if in_open_order(unit) or goes_as_person(unit) else pieces_of(battle, (WOODS,))


def _rank_in_line(unit: Unit) -> tuple[bool, bool, bool, bool, int]:
    """Foot before shooters before engines before horse, the heaviest first; a lone commander finds his place last."""
    line = profile(unit)
    shoots = bool(line.missile) and line.missile != "thrown"
    return line.commander, line.mounted, bool(line.engine), shoots, _WEIGHT.index(line.fights_as)


def _on_the_wings(unit: Unit) -> bool:
    return profile(unit).mounted and not goes_as_person(unit)


OPENING: Final[Opening[BattlePart, UnitPart, Step]] = Opening(
    deploy=Deploy, rules=("CM-SETUP-01",), begun=("CM-SETUP-01",)
)
DEPLOYMENT: Final[Deployment[BattlePart, UnitPart, Step]] = Deployment(
    ground=setup_ground,
    rules=SetupRules(
        setting_up=("CM-SETUP-01",),
        zone=("CM-SETUP-01",),
        files=("CM-SCALE-04",),
        apart=("CM-SETUP-01",),
        ground=("CM-TERR-05", "CM-TERR-07", "CM-TERR-12", "CM-TERR-15"),
        placed=("CM-SETUP-01",),
    ),
    rank_in_line=_rank_in_line,
    on_the_wings=_on_the_wings,
    then=OPENING.next_side,
    closed_to=_closed_to,
)
DEPLOY: Final = DEPLOYMENT.handler(Deploy)
ROLL_SETUP: Final = OPENING.handler(RollSetup)
