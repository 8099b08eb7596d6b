"""Before the first turn: units enter the battle at its scale (rules SCALE).

The book says nothing about setting up; the ruling is under CM-SETUP-01.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.setup.enrolment import enrolled, unbegun, usual_files
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.unit import Place
from schiltron.rulesets.chainmail.bases import OPEN_ORDER, base_of
from schiltron.rulesets.chainmail.fortress import COVERED
from schiltron.rulesets.chainmail.joust.course import IN_THE_LISTS, OpenLists
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.scale import said
from schiltron.rulesets.chainmail.setup.deployment import RollSetup
from schiltron.rulesets.chainmail.setup.neutrals import DiceNeutrals
from schiltron.rulesets.chainmail.setup.terrain_cards import TerrainOrder
from schiltron.rulesets.chainmail.state import (
    WITH_LADDER,
    Battle,
    BattlePart,
    Formation,
    Mixed,
    Profile,
    Scene,
    Unit,
    UnitPart,
)
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.terrain import FORDS
from schiltron.rulesets.chainmail.tilting.lists import Lists
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.body import Body, Formed, Single
from schiltron.table.edges import Board


class OpenField(Step, frozen=True, tag="chainmail.open_field"):
    """What the table stands for is said, and how its waters are crossed."""


RULESET: Final = "chainmail"
_ALL_ROUND: Final = ("square", "hedgehog", "schiltron")

# ---------------------------------------------------------------- units


def enlisted(
    unit_id: str,
    side: str,
    profile: Profile,
    figures: int,
    *,
    name: str,
    files: int | None = None,
    formation: Formation = "line",
    place: Place | None = None,
    mixed: Mixed | None = None,
) -> Unit:
    """A body of like figures (CM-SCALE-04) or of two types (CM-HIST-01), an engine with its crew, or the commander.

    Without a place its owner will set it down.
    """
    unit = enrolled(
        unit_id,
        side,
        figures,
        name=name,
        kind=looks_like(profile),
        body=_body(profile, figures, files, formation),
        own=UnitPart(profile=profile, mixed=mixed, formation=formation),
        place=place,
    )
    return replace(unit, marks=(WITH_LADDER,)) if profile.ladders else unit


def _body(profile: Profile, figures: int, files: int | None, formation: Formation) -> Body:
    base = base_of(profile)
    if profile.engine or profile.commander:
        return Single(base)
    return Formed(
        base=base,
        files=files or usual_files(figures),
        spacing=OPEN_ORDER if formation == "open" else 0,
        hedgehog=formation in _ALL_ROUND,
    )


_SHOOTERS: Final = {
    "bow": "archers",
    "composite_bow": "archers",
    "longbow": "longbowmen",
    "crossbow": "crossbowmen",
    "heavy_crossbow": "heavy_crossbows",
    "arquebus": "arquebusiers",
}
_POLES: Final = {"pike": "pikemen", "spear": "spearmen", "halberd": "halberdiers"}
_ENGINES: Final = {
    "light_catapult": "catapult",
    "heavy_catapult": "catapult",
    "light_field_gun": "cannon",
    "heavy_field_gun": "cannon",
    "bombard": "bombard",
    "wagon": "wagon",
    "siege_tower": "siege_tower",
    **dict.fromkeys(COVERED, "ram"),
    "mantlet": "mantlet",
}
_WEIGHT: Final = {
    "light_foot": "light_infantry",
    "heavy_foot": "medium_infantry",
    "armored_foot": "heavy_infantry",
    "light_horse": "light_cavalry",
    "medium_horse": "medium_cavalry",
    "heavy_horse": "heavy_cavalry",
}


def looks_like(profile: Profile) -> str:
    """The kind of troops a line is, in the words in which troops are drawn."""
    if profile.commander:
        return "general"
    if profile.nature is not None:
        return profile.nature.picture
    if profile.engine:
        return _ENGINES[profile.engine]
    if profile.missile in _SHOOTERS:
        return "horse_archers" if profile.mounted else _SHOOTERS[profile.missile]
    if profile.knights and profile.mounted:
        return "knights"
    if profile.peasants:
        return "peasants"
    return _POLES.get(profile.arms, _WEIGHT[profile.fights_as])


# ---------------------------------------------------------------- the battle


def prepared(
    *,
    title: str,
    board: Board,
    sides: Sequence[Side],
    units: Iterable[Unit],
    zones: Iterable[tuple[str, Zone]],
    options: Options,
    objectives: tuple[str, ...] = (),
    conditions: tuple[Condition, ...] = (),
    defender: str = "",
    terrain_fixed: bool = True,
) -> Battle:
    """A battle between two armies who are still to be set down, perhaps on ground that is still to be drawn.

    Units that stand on the table already, or with a unit, are not set down.
    """
    first: tuple[Step, ...] = () if terrain_fixed else (TerrainOrder(),)
    diced: tuple[Step, ...] = (DiceNeutrals(),) if options.fantasy == "on" else ()
    return unbegun(
        RULESET,
        title=title,
        board=board,
        sides=sides,
        units=units,
        own=BattlePart(
            options=options,
            zones=tuple(zones),
            objectives=objectives,
            conditions=conditions,
            defender=defender,
        ),
        agenda=(*first, OpenField(), *diced, RollSetup(), BeginTurn()),
        phase="deployment" if terrain_fixed else "terrain",
    )


def in_the_lists(*, title: str, sides: Sequence[Side], units: Iterable[Unit], options: Options) -> Battle:
    """A day of jousts between two teams, without a table (CM-JOUST-01)."""
    return unbegun(
        RULESET,
        title=title,
        board=None,
        sides=sides,
        units=[replace(unit, place=IN_THE_LISTS) for unit in units],
        own=BattlePart(options=options, zones=(), lists=Lists()),
        agenda=(OpenLists(),),
        phase="first_ride",
    )


def _open_field(scene: Scene, _step: OpenField) -> None:
    """The scale (CM-SCALE-01 to CM-SCALE-03), and for each piece of water how it is crossed (CM-TERR-10)."""
    battle = scene.battle
    rules = ("CM-SCALE-01", "CM-SCALE-02", "CM-SCALE-03")
    scene.tell(Ruled(what=said(battle.table, battle.own.options), rules=rules))
    waters = [feature for feature in battle.table.features if feature.kind in FORDS]
    for name, kind in dict.fromkeys((water.name, water.kind) for water in waters):
        crossing = FORDS[kind]
        scene.tell(Ruled(what=f"{name} {crossing.text}", rules=("CM-TERR-10", crossing.rule)))


OPEN_FIELD: Final = does(OpenField, _open_field)
