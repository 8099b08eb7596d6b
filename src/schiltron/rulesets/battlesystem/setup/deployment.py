"""Army placement (case 3.4; 3.5): each side in its zone, every unit in any formation it may be in (BS-S1-02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.setup.battle_line import SetupGround, own_ground
from schiltron.battle.setup.deployment import Deployment, Formations, SetsUp, SetupRules, reserve
from schiltron.battle.setup.enrolment import Opening
from schiltron.battle.setup.secret_setup import SecretSetup, SetUpInSecret
from schiltron.battle.state.decision import OfferedFormation
from schiltron.battle.state.event import Began
from schiltron.battle.state.field import pieces_of
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.field import basic, is_engine, is_individual, is_mob
from schiltron.rulesets.battlesystem.ground.effects import CROSSED, NO_RANKS
from schiltron.rulesets.battlesystem.ground.manner import WATER, manner_of
from schiltron.rulesets.battlesystem.losses import square
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.ratings.unit_types import formations
from schiltron.rulesets.battlesystem.setup.companies import scatter
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Formation, Scene, Unit, UnitPart
from schiltron.rulesets.battlesystem.terrain import BUILDING, PROHIBITED
from schiltron.table.body import Body, Formed
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature


class PlaceArmies(Step, frozen=True, tag="battlesystem.place_armies"):
    """The sides set up at the same time or one after the other, as was decided before (BS-3.4-02)."""


class Deploy(SetsUp, frozen=True, tag="battlesystem.deploy"):
    """A side sets up before everybody's eyes."""


class DeployTogether(SetUpInSecret, frozen=True, tag="battlesystem.deploy_together"):
    """All sides set up at the same time, hidden from each other until the last has confirmed."""


_FORMATIONS: Final[tuple[Formation, ...]] = get_args(Formation)
_TO_WHEEL: Final = inches(1)
"""Beside a unit in its usual files: so much lets it wheel past its neighbour (BS-7.9-03)."""


class EligibleFormations(Formations[UnitPart]):
    """Closed or open, elite units also in skirmish formation; others have one formation only (BS-7.1-01)."""

    def offered(self, unit: Unit) -> tuple[OfferedFormation, ...]:
        words = formations(unit.own.profile)
        usual = sorted(words, key=lambda word: word != unit.own.formation)
        stands = unit.own.profile.stands
        offered = tuple(OfferedFormation(unit.id, word, spacing(word, stands=stands)) for word in usual)
        return offered if len(words) > 1 else ()

    def drawn_up(self, unit: Unit, formation: str) -> Unit:
        word = next(one for one in _FORMATIONS if one == formation)
        room = spacing(word, stands=unit.own.profile.stands)
        body = replace(unit.body, spacing=room) if isinstance(unit.body, Formed) else unit.body
        return replace(unit, body=body, own=replace(unit.own, formation=word))

    def plain(self, unit: Unit) -> Unit:
        return self.drawn_up(unit, "open") if self.offered(unit) else unit


def setup_ground(battle: Battle, side: str) -> SetupGround:
    """A side's zone, looking at the enemy's; nobody goes into prohibited areas (BS-S1-03)."""
    return own_ground(battle.own.zones, side, barred=pieces_of(battle, (PROHIBITED,)))


def _closed_to(battle: Battle, unit: Unit) -> tuple[Feature, ...]:
    """Ground in which a unit could not have come to stand as it is: water it does not live in, buildings for more than
    one figure, and whatever opens closed ranks or stops artillery (BS-11.8-02 to BS-11.8-07, BS-10.9-02)."""
    manner = manner_of(battle, unit)
    kinds = [*(() if manner.swims else WATER), *(() if manner.single and not manner.engine else (BUILDING,))]
    if not basic(battle) and (unit.own.formation == "closed" or is_engine(unit)):
        kinds += [*NO_RANKS, *CROSSED]
    return pieces_of(battle, tuple(kinds))


def _further(unit: Unit, body: Body) -> Iterator[Reason]:
    """A mob stands about as wide as it is deep (BS-2.10-04)."""
    if is_mob(unit) and isinstance(body, Formed) and body.files != square(unit.figures):
        yield Reason(f"a mob of {unit.figures} figures stands in {square(unit.figures)} files", ("BS-2.10-04",))


def _rank_in_line(unit: Unit) -> tuple[bool, bool, bool, bool, int]:
    """Foot before shooters before artillery before horse, the largest first; individuals find their places last."""
    profile = unit.own.profile
    return is_individual(unit), profile.mounted, is_engine(unit), profile.missile is not None, -unit.figures


def _on_the_wings(unit: Unit) -> bool:
    return unit.own.profile.mounted and not is_individual(unit)


# ---------------------------------------------------------------- who sets up when

OPENING: Final[Opening[BattlePart, UnitPart, Step]] = Opening(
    deploy=Deploy, rules=("BS-3.4-01",), begun=("BS-3.4-01", "BS-3.4-02")
)


def _place_armies(scene: Scene, _step: PlaceArmies) -> None:
    """Both at once and hidden, or one side after the other (BS-3.4-02, BS-S1-02, BS-S2-02)."""
    for switch in ("setup", "setup_depth"):
        by_default(scene, switch)
    battle = scene.battle
    sides = [side.id for side in battle.sides]
    first = battle.own.options.setup.removesuffix("_first")
    waiting = [side for side in sides if reserve(battle, side)]
    if first in sides or len(waiting) < len(sides):
        OPENING.set_up(scene, sorted(sides, key=lambda side: side != first))
        return
    scene.set(phase="deployment", active="")
    scene.tell(Began(what="deployment", rules=("BS-3.4-01", "BS-3.4-02", "BS-S2-02")))
    scene.now(DeployTogether(tuple(sides)))


DEPLOYMENT: Final[Deployment[BattlePart, UnitPart, Step]] = Deployment(
    ground=setup_ground,
    rules=SetupRules(
        setting_up=("BS-3.0-01", "BS-3.4-01"),
        zone=("BS-3.4-01",),
        files=("BS-7.1-01", "BS-S1-02"),
        apart=("BS-3.4-01",),
        ground=("BS-S1-03", "BS-11.8-07", "BS-11.8-03", "BS-10.9-02"),
        placed=("BS-3.4-01",),
    ),
    rank_in_line=_rank_in_line,
    on_the_wings=_on_the_wings,
    then=OPENING.next_side,
    further=_further,
    closed_to=_closed_to,
    placed=scatter,
    formations=EligibleFormations(),
    elbow_room=_TO_WHEEL,
)
PLACE_ARMIES: Final = does(PlaceArmies, _place_armies)
DEPLOY: Final = DEPLOYMENT.handler(Deploy)
SECRET_SETUP: Final = SecretSetup(DEPLOYMENT, ("BS-3.4-02", "BS-S2-02"))
DEPLOY_TOGETHER: Final = SECRET_SETUP.handler(DeployTogether)
