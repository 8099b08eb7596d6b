"""Taking to the air and coming down: CM-FANT-GEN-12, CM-FANT-SPRITE-03, CM-FANT-WRAITH-06, CM-FANT-BALROG-05,
CM-FANT-DRAGON-04, CM-FANT-DRAGON-10, CM-FANT-ROC-07.

A flight begins at once or goes on from where one hovers; nothing on the ground is in its way. Up and down costs inch
for inch. Who has come down goes on along the ground with what is left.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import foes_among, others
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.field import goes_as_person, is_aloft, trait
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Battle, Unit, uncanny
from schiltron.rulesets.chainmail.walking.ground import RULES, closed_under
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.lengths import TOLERANCE, Mil, inches, show_inches
from schiltron.table.terrain import name_of

RISE, SINK, LAND = "rise", "sink", "land"
HEIGHTS: Final = (RISE, SINK, LAND)
CEILING: Final[Mil] = inches(36)
BREATHS: Final = 3
"""After so many a dragon is empty (CM-FANT-DRAGON-10)."""
_RULE: Final = "CM-FANT-GEN-12"


def flies(unit: Unit) -> bool:
    nature = unit.own.profile.nature
    return nature is not None and nature.fly > 0


def change_height(walker: Walker, leg: FormUp) -> None:
    """Three inches up or down, or all the way to the ground."""
    unit, height = walker.unit, walker.height
    if not flies(unit):
        walker.refuse(f"{unit.name} cannot fly", _RULE)
        return
    barred = _grounded(walker) if leg.to == RISE else None
    if barred is not None:
        walker.refuse(*barred)
        return
    to = {RISE: height + ALOFT, SINK: max(ALOFT, height - ALOFT), LAND: 0}[leg.to]
    if to == height or to > CEILING or (leg.to == SINK and not height):
        walker.refuse("it is as high or as low as it can be", _RULE)
        return
    cost = abs(to - height)
    if cost > walker.left + TOLERANCE:
        walker.fall_short(f"{show_inches(cost)} up or down cost as much", _RULE)
        return
    _at(walker, to)
    found = walker.in_the_way(walker.pose, walker.body, closed_up=walker.formation != "open")
    if found:
        walker.reasons += found
        return
    closed = closed_under(walker.board.features, walker.outline) if not to else None
    if closed is not None:
        walker.refuse(f"it cannot land in {name_of(closed)}", _RULE, *RULES[closed.kind], measured=True)
        return
    walker.flown = True
    walker.ground.append(_RULE)
    walker.goes(leg, walker.pose, walker.body, cost)


def _at(walker: Walker, height: Mil) -> None:
    """At another height it meets others."""
    unit, battle = walker.unit, walker.battle
    before = unit.level
    since = before.since if isinstance(before, Aloft) else battle.turn
    walker.level = Aloft(height, since) if height else None
    there = replace(unit, place=OnTable(walker.pose, walker.level))
    met = others(battle, there)
    walker.others = foes_among(battle, unit, met) if goes_as_person(unit) else met
    walker.meets_anew()


def _grounded(walker: Walker) -> tuple[str, str] | None:
    """Why it cannot go up now: on the ground already this turn, at rest, or without fire."""
    unit = walker.unit
    if walker.height:
        return None
    if walker.legs or (unit.own.turn.spent and not unit.own.turn.flew):
        return "who goes on the ground first does not fly", _RULE
    if walker.flown or unit.own.turn.flew:
        return "it has come down already", _RULE
    return grounded(walker.battle, unit)


def grounded(battle: Battle, unit: Unit) -> tuple[str, str] | None:
    """Why it cannot take off this turn, and by which rule."""
    tires, came_down = trait(unit, "endurance"), uncanny(unit).landed_in
    if tires is not None and came_down and came_down >= battle.turn - 1:
        return "it has to spend a turn on the ground before it flies again", tires.rule
    if uncanny(unit).breaths >= BREATHS:
        return "it has no fire left and has to rest", "CM-FANT-DRAGON-10"
    return None


def must_land(battle: Battle, unit: Unit) -> str:
    """The rule by which somebody in the air has to come down this turn; "" where none says so (CM-FANT-SPRITE-03,
    CM-FANT-BALROG-05, CM-FANT-DRAGON-10). Wraiths and other dragons stay as long as they like (CM-FANT-WRAITH-06,
    CM-FANT-DRAGON-04)."""
    level, tires = unit.level, trait(unit, "endurance")
    if not isinstance(level, Aloft):
        return ""
    if uncanny(unit).breaths >= BREATHS:
        return "CM-FANT-DRAGON-10"
    return tires.rule if tires is not None and battle.turn - level.since >= tires.value else ""


def landing_faults(walker: Walker) -> None:
    """Who has been up too long does not stay there."""
    rule = must_land(walker.battle, walker.unit) if walker.height and is_aloft(walker.unit) else ""
    if rule:
        walker.refuse("it cannot stay in the air any longer", rule, _RULE)
