"""How likely a unit is to break: the numbers of its checks, for the guide and the captains (rules MORALE)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances, at_most
from schiltron.rulesets.by_this_axe.morale.causes import FRIENDS, Cause, may_check, own_causes, shaken_by, steadfast
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.state import Battle, Unit, with_phase, with_turn
from schiltron.rulesets.by_this_axe.steps import CheckPhase
from schiltron.table.facing import Arc

_DIE = 6


def fails(battle: Battle, unit: Unit, causes: Iterable[Cause], phase: CheckPhase) -> float:
    """The chance that a unit fails a check for these causes (TA-MORALE-07); none without a cause."""
    causes = tuple(causes)
    if not causes or not may_check(unit) or steadfast(battle, unit):
        return 0.0
    return 1 - at_most(morale_number(battle, unit, causes, phase).total, _DIE)


def breaks(battle: Battle, unit: Unit, lost: int, phase: CheckPhase, struck: Iterable[Arc] = ()) -> float:
    """The chance that a unit breaks if it loses so many more figures this phase, and is struck from there.

    Causes and modifiers follow from the losses as they will when the phase is over. A unit reckoned with for the Melee
    Phase is taken to be still in contact then. Whoever is destroyed does not break.
    """
    after = struck_down(unit, lost, struck)
    return fails(battle, after, own_causes(after, phase, in_contact=True), phase)


def breaks_by(battle: Battle, unit: Unit, fallen: Chances, phase: CheckPhase, struck: Iterable[Arc] = ()) -> float:
    """The same for losses of which only the chances are known."""
    struck = tuple(struck)
    return sum(chance * breaks(battle, unit, lost, phase, struck) for lost, chance in enumerate(fallen) if chance)


def struck_down(unit: Unit, lost: int, struck: Iterable[Arc] = ()) -> Unit:
    """A unit after losses this phase."""
    arcs = tuple(dict.fromkeys((*unit.own.phase.struck, *struck)))
    fewer = replace(unit, figures=max(0, unit.figures - lost), fallen=unit.fallen + min(lost, unit.figures))
    worse = with_phase(fewer, lost_now=unit.own.phase.lost_now + lost, struck=arcs)
    return with_turn(worse, lost=unit.own.turn.lost + lost)


def panics(battle: Battle, runner: Unit, phase: CheckPhase) -> dict[str, float]:
    """If a unit broke now: whom of its friends that would shake, and how likely each is to break too (TA-MORALE-04)."""
    return {unit.id: fails(battle, unit, (FRIENDS,), phase) for unit in shaken_by(battle, runner)}
