"""Deployment: who may stand where before the first turn (chapter B4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import Step
from schiltron.battle.setup.battle_line import SetupGround, own_ground
from schiltron.battle.setup.deployment import Deployment, SetupRules
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.turning import holds_hedgehog
from schiltron.rulesets.book_of_war.setup.stages import Deploy, open_stage
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Unit, UnitPart
from schiltron.table.body import Body, Formed


def setup_ground(battle: Battle, side: str) -> SetupGround:
    """A side's zone (BW-B3-07), a quarter inch between friends (BW-B4-10), nobody in ponds (BW-B3-11)."""
    own = battle.own
    features = battle.board.features if battle.board is not None and own.options.game != "core" else ()
    ponds = tuple(feature for feature in features if impassable(feature))
    return own_ground(own.zones, side, own.options.friendly_gap, ponds)


def _rank_in_line(unit: Unit) -> tuple[bool, bool, int]:
    """Foot before shooters before horse; the best armoured of those who fight hand to hand go first."""
    kind = troop(unit)
    return kind.mounted, kind.missile is not None, -kind.armour_hit


def _no_hedgehog(unit: Unit, body: Body) -> Iterator[Reason]:
    if isinstance(body, Formed) and body.hedgehog and not holds_hedgehog(body, unit.figures):
        yield Reason("a hedgehog needs at least 2 files and 2 ranks", ("BW-B4-21",))


DEPLOYMENT: Final[Deployment[BattlePart, UnitPart, Step]] = Deployment(
    ground=setup_ground,
    rules=SetupRules(
        setting_up=("BW-B4-03",),
        zone=("BW-B4-03", "BW-B3-07"),
        files=("BW-B4-05",),
        apart=("BW-B4-10",),
        ground=("BW-B3-11",),
        placed=("BW-B4-03", "BW-B4-04", "BW-B4-09"),
    ),
    rank_in_line=_rank_in_line,
    on_the_wings=lambda unit: troop(unit).mounted,
    then=open_stage,
    further=_no_hedgehog,
)
"""The winner of the initiative places the whole army first, then the other player (BW-B4-03)."""

DEPLOY: Final = DEPLOYMENT.handler(Deploy)
