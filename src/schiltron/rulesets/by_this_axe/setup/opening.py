"""Before the first turn: units enter the battle (rules UNIT and CHAR), or that off the table (ABS).

The book says nothing about setting up; the ruling is under TA-TURN-01.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.setup.enrolment import enrolled, unbegun, usual_files
from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import OffTable, Place
from schiltron.rulesets.by_this_axe.abilities import BREATH, FLYING, has
from schiltron.rulesets.by_this_axe.bases import base_of
from schiltron.rulesets.by_this_axe.creatures import heads
from schiltron.rulesets.by_this_axe.duels.pools import hits_to_kill
from schiltron.rulesets.by_this_axe.off_table.days import BeginDay
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.powers import MAGES, provided, rescaled
from schiltron.rulesets.by_this_axe.setup.deployment import RollSetup
from schiltron.rulesets.by_this_axe.state import (
    Army,
    Battle,
    BattlePart,
    OffTableBattle,
    Person,
    Profile,
    Unit,
    UnitPart,
)
from schiltron.rulesets.by_this_axe.steps import BeginTurn
from schiltron.rulesets.by_this_axe.troops import MONSTER, Line
from schiltron.table.body import Formed, Single
from schiltron.table.edges import Board

RULESET: Final = "by_this_axe"
AWAY: Final = OffTable("off the table")

# ---------------------------------------------------------------- units


def enlisted(
    unit_id: str,
    side: str,
    line: Line,
    figures: int,
    *,
    files: int | None = None,
    name: str = "",
    place: Place | None = None,
    scale: str = "1:5",
) -> Unit:
    """A unit of like figures (TA-UNIT-16) whose starting strength never changes (TA-UNIT-19), or a character.

    A character is a single figure (TA-UNIT-05), not counted in the strength of the unit he is with; how much kills him
    depends on his roles and the scale (TA-CHAR-08, TA-UNIT-07). Without a place its owner will set it down.
    """
    base = base_of(line.profile)
    person = None
    if line.character:
        hits = hits_to_kill(line.roles, scale)
        person = provided(Person(roles=line.roles, leadership=line.leadership, hits=hits), scale)
        person = replace(person, own_spells=line.own_spells) if line.own_spells else person
    return enrolled(
        unit_id,
        side,
        figures,
        name=name or line.name,
        kind=looks_like(line),
        body=Single(base) if line.character else Formed(base=base, files=files or usual_files(figures)),
        own=UnitPart(profile=line.profile, person=person),
        place=place,
    )


def at_scale(unit: Unit, before: str, scale: str) -> Unit:
    """A unit whose figures stand for another number of warriors: heroes take more or fewer hits, and priests and mages
    have more or fewer uses left (TA-UNIT-07)."""
    person = unit.own.person
    if person is None or before == scale:
        return unit
    person = replace(rescaled(person, before, scale), hits=hits_to_kill(person.roles, scale))
    return replace(unit, own=replace(unit.own, person=person))


_SHOOTERS: Final = {
    "artillery": "artillery",
    "heavy_crossbow": "heavy_crossbows",
    "light_crossbow": "crossbowmen",
    "arquebus": "arquebusiers",
    "longbow": "longbowmen",
    "composite_bow": "archers",
    "short_bow": "archers",
    "sling": "slingers",
}
"""Words for those who are known by what they shoot with."""


def looks_like(line: Line) -> str:
    """The kind of troops a line is, in the words in which troops are drawn."""
    if line.character:
        return _figure(line)
    return _horse(line.profile) if line.profile.mounted else _foot(line.profile)


def _figure(line: Line) -> str:
    """A major monster as what it is, a mage as one; else who leads, and whoever remains is some hero."""
    if MONSTER in line.roles:
        breathes = has(line.profile, BREATH) and has(line.profile, FLYING)
        return "dragon" if breathes else "giant" if has(line.profile, "giant") else "monster"
    if any(role in MAGES for role in line.roles):
        return "wizard"
    return next((role for role in ("general", "leader") if role in line.roles), "hero")


def _horse(profile: Profile) -> str:
    if any(weapon in _SHOOTERS for weapon in profile.ranged):
        return "horse_archers"
    return f"{'light' if profile.armour == 'unarmored' else profile.armour}_cavalry"


def _foot(profile: Profile) -> str:
    shooters = [word for weapon, word in _SHOOTERS.items() if weapon in profile.ranged]
    arms = [f"{weapon}men" for weapon in ("pike", "spear") if weapon in profile.melee]
    weight = "light" if profile.armour == "unarmored" else profile.armour
    return (*shooters, *arms, f"{weight}_infantry")[0]


# ---------------------------------------------------------------- the battle


def off_table(*, title: str, sides: Sequence[Side], units: Iterable[Unit], options: Options) -> Battle:
    """A battle of the same armies without a table (TA-UNIT-10, TA-ABS-01): strength counts individuals, not figures
    (TA-ABS-12)."""
    armies = tuple(Army(side.id) for side in sides)
    return unbegun(
        RULESET,
        title=title,
        board=None,
        sides=sides,
        units=[in_individuals(unit, heads(unit.own.profile, options.scale)) for unit in units],
        own=BattlePart(options=options, zones=(), off_table=OffTableBattle(armies)),
        agenda=(BeginDay(),),
        phase="stratagems",
    )


def in_individuals(unit: Unit, heads_each: int) -> Unit:
    """A character is one (TA-ABS-13)."""
    number = unit.figures if unit.own.person is not None else unit.figures * heads_each
    return replace(unit, figures=number, original=number, place=unit.place if unit.host else AWAY)


def prepared(
    *,
    title: str,
    board: Board,
    sides: Sequence[Side],
    units: Iterable[Unit],
    zones: Iterable[tuple[str, Zone]],
    options: Options,
) -> Battle:
    """A battle between the armies of two sides, who are still to be set down.

    Units that stand on the table already, or with a unit, are not set down.
    """
    return unbegun(
        RULESET,
        title=title,
        board=board,
        sides=sides,
        units=units,
        own=BattlePart(options=options, zones=tuple(zones)),
        agenda=(RollSetup(), BeginTurn()),
        phase="deployment",
    )
