"""Which units have to check morale, and why: TA-MORALE-01 to TA-MORALE-06 and TA-MORALE-29; TA-FANT-A16."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.state.field import apart, company, friendly, in_melee, opponents
from schiltron.rulesets.by_this_axe.abilities import UNDEAD, has
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed
from schiltron.rulesets.by_this_axe.powers import PRIESTS
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import CheckPhase
from schiltron.table.lengths import Mil, inches

Cause = Literal["losses", "half strength", "flank or rear", "friends in rout"]


LOSSES: Final = 3  # TA-MORALE-01
PANIC_REACH: Final[Mil] = inches(6)  # TA-MORALE-04
FRIENDS: Final[Cause] = "friends in rout"
OWN: Final = "own"
"""What a unit remembers having checked for: causes of its own, or `FRIENDS` (TA-MORALE-06)."""

RULE_OF: Final[dict[Cause, str]] = {
    "losses": "TA-MORALE-01",
    "half strength": "TA-MORALE-02",
    "flank or rear": "TA-MORALE-03",
    "friends in rout": "TA-MORALE-04",
}


def lost_of_strength(unit: Unit) -> int:
    """Figures lost since the battle began; characters with it are no part of its strength (TA-UNIT-19)."""
    return unit.original - unit.figures


def may_check(unit: Unit) -> bool:
    """Bodies on the table that are not yet in flight (TA-MORALE-06); who is with a unit follows it (TA-MORALE-29)."""
    return alive(unit) and unit.on_table and not is_routed(unit)


def own_causes(unit: Unit, phase: CheckPhase, *, in_contact: bool) -> tuple[Cause, ...]:
    """What befell a unit itself this phase. One figure alone has no losses to check for (TA-MORALE-29).

    In combat is who stands in contact at the end of the Melee Phase, or has just lost figures to fire (TA-MORALE-02).
    """
    found: list[Cause] = []
    if not is_character(unit):
        if unit.own.turn.lost >= LOSSES and unit.own.phase.lost_now:
            found.append("losses")
        in_combat = in_contact if phase == "melee" else unit.own.phase.lost_now > 0
        if in_combat and 2 * lost_of_strength(unit) > unit.original:
            found.append("half strength")
    if phase == "melee" and {"flank", "rear"} & set(unit.own.phase.struck):
        found.append("flank or rear")
    return tuple(found)


def steadfast(battle: Battle, unit: Unit) -> bool:
    """Undead check only while they fight a priest or a unit that one is with: in melee, or under his fire this turn
    (TA-FANT-A16)."""
    if not has(unit.own.profile, UNDEAD):
        return False
    against = (*opponents(battle, unit), *(battle.units[key] for key in unit.own.turn.shot_by))
    return not any(_priestly(one) for foe in against for one in (foe, *company(battle, foe)))


def _priestly(unit: Unit) -> bool:
    person = unit.own.person
    return person is not None and alive(unit) and any(role in PRIESTS for role in person.roles)


def owes_own_check(battle: Battle, unit: Unit, phase: CheckPhase) -> tuple[Cause, ...]:
    """The causes for which a unit has still to check: one check a phase covers them all (TA-MORALE-06)."""
    if not may_check(unit) or OWN in unit.own.phase.checked or steadfast(battle, unit):
        return ()
    return own_causes(unit, phase, in_contact=in_melee(battle, unit))


def shaken_by(battle: Battle, runner: Unit) -> list[Unit]:
    """Friends near enough to a unit that breaks to have to check, once a phase (TA-MORALE-04, TA-MORALE-06).

    A single figure that runs is no unit, and shakes nobody.
    """
    if is_character(runner):
        return []
    return [
        unit
        for unit in battle.units.values()
        if friendly(battle, runner, unit)
        and unit.id != runner.id
        and may_check(unit)
        and not steadfast(battle, unit)
        and FRIENDS not in unit.own.phase.checked
        and apart(battle, unit, runner) <= PANIC_REACH
    ]
