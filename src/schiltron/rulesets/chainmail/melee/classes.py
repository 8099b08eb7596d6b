"""The class a unit fights as: CM-MELEE-02, CM-MELEE-05 to CM-MELEE-08, CM-MELEE-25, CM-MELEE-45 and fatigue.

What raises or lowers it is summed first, so that a fatigued unit on a flank strikes as what it is.
"""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.field import rank_sizes
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.fantasy.waters import afloat
from schiltron.rulesets.chainmail.field import all_round, has_pole_arms, in_close_order, is_swiss
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.contact import (
    arc_onto,
    came_onto,
    changing_formation,
    newly_engaged,
    weapons_at,
)
from schiltron.rulesets.chainmail.state import Battle, TroopClass, Unit

_STEPS: Final = {str(row["class"]): row for row in LAW.sheet("CM-T-class-steps").records()}
_BETTER_DICE: Final = "plus_1_on_each_die"
_FEWER_DICE: Final = "half_dice_as_light_foot"
_MASS: Final = (5, 2)
"""Files and ranks of a body that strikes with mass shock (CM-MELEE-05)."""


class Fighting(NamedTuple):
    """A class of the Combat Tables and why it is that one; what each die gains; whether half the dice are lost."""

    troop: TroopClass
    terms: tuple[Term, ...]
    better: int = 0
    halved: bool = False


def words(troop: TroopClass) -> str:
    return troop.replace("_", " ")


def attacks_as(battle: Battle, unit: Unit, foe: Unit) -> Fighting:
    """The class with which a unit strikes at a foe."""
    troop, terms = _own_class(battle, unit, foe, striking=True)
    steps = 0
    for up, term in _changes(battle, unit, foe):
        steps += up
        terms.append(term)
    better, halved = 0, False
    while steps:
        following = str(_STEPS[troop]["next_higher" if steps > 0 else "next_lower"])
        if following == _BETTER_DICE:
            better += 1
        elif following == _FEWER_DICE:
            halved = True
        else:
            troop = following  # type: ignore[assignment]
        steps -= 1 if steps > 0 else -1
    return Fighting(troop, tuple(terms), better, halved)


def defends_as(battle: Battle, unit: Unit, foe: Unit) -> Fighting:
    """The class as which a unit is struck by a foe."""
    troop, terms = _own_class(battle, unit, foe, striking=False)
    if unit.own.past.fatigued:
        terms.append(Term("fatigued", 0, "CM-FATIGUE-06"))
        lower = str(_STEPS[troop]["next_lower"])
        troop = troop if lower == _FEWER_DICE else lower  # type: ignore[assignment]
    return Fighting(troop, tuple(terms))


# ---------------------------------------------------------------- what they are


def _own_class(battle: Battle, unit: Unit, foe: Unit, *, striking: bool) -> tuple[TroopClass, list[Term]]:
    line = unit.own.profile
    if line.nature is not None:
        swims = afloat(battle, unit) if striking else None
        if swims is not None:
            return cast(TroopClass, swims.against[0]), [Term("in the water", 0, swims.rule)]
        return (line.nature.attacks_as if striking else line.nature.defends_as), []
    if is_swiss(unit) and has_pole_arms(unit):
        return _pikemen(battle, unit, foe, striking=striking)
    if unit.own.formation == "schiltron":
        return "heavy_foot", [Term("in a schiltron", 0, "CM-HIST-23")]
    if line.peasants:
        return line.fights_as, [Term("peasants", 0, "CM-HIST-07")]
    if line.levies:
        return line.fights_as, [Term("levies", 0, "CM-HIST-13")]
    return line.fights_as, []


def _pikemen(battle: Battle, unit: Unit, foe: Unit, *, striking: bool) -> tuple[TroopClass, list[Term]]:
    """Swiss and Landsknechte, according to how they stand."""
    if not in_close_order(unit):
        return "light_foot", [Term("in open order", 0, "CM-MELEE-08")]
    if arc_onto(battle, foe, unit) != "front":
        return "light_foot", [Term("taken in flank or rear", 0, "CM-MELEE-08")]
    if not weapons_at(battle, unit, foe):
        return "light_foot", [Term("in square, weapons to another side", 0, "CM-FORM-02")]
    if striking and has_mass_shock(battle, unit, foe):
        return "armored_foot", [Term("attacking in mass", 0, "CM-MELEE-05")]
    return "heavy_foot", [Term("in close order, weapons to the front", 0, "CM-MELEE-07")]


def has_mass_shock(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Whether pikemen who attacked do so in mass (CM-MELEE-06)."""
    return formed_in_mass(unit) and came_onto(battle, unit, foe) and arc_onto(battle, foe, unit) == "front"


def formed_in_mass(unit: Unit) -> bool:
    """Swiss or Landsknechte in a close formation of at least 5 by 2 that looks one way (CM-MELEE-05, CM-MORALE-10)."""
    files, ranks = _MASS
    deep = sum(1 for size in rank_sizes(unit) if size >= files)
    return is_swiss(unit) and has_pole_arms(unit) and in_close_order(unit) and not all_round(unit) and deep >= ranks


# ---------------------------------------------------------------- what makes them better or worse


def _changes(battle: Battle, unit: Unit, foe: Unit) -> list[tuple[int, Term]]:
    """Steps up or down among the classes when a unit strikes."""
    found = []
    if unit.own.past.fatigued:
        found.append((-1, Term("fatigued", 0, "CM-FATIGUE-05")))
    if is_standing_horse(battle, unit, foe):
        at_once = battle.own.options.turn_system == "simultaneous"
        found.append((-1, Term("standing horse", 0, "CM-MELEE-45")))
        found.append((0, Term("did not move", 0, "CM-MELEE-47" if at_once else "CM-MELEE-48")))
        found.append((0, Term("in the first round", 0, "CM-MELEE-46")))
    arc = arc_onto(battle, unit, foe)
    if arc == "flank" and changing_formation(foe):
        found.append((1, Term("caught changing formation", 0, "CM-FORM-03")))
    elif arc == "flank":
        found.append((1, Term("onto the flank", 0, "CM-MELEE-25")))
    elif arc == "rear":
        found.append((1, Term("onto the rear", 0, "CM-MELEE-26")))
    return found


def is_standing_horse(battle: Battle, unit: Unit, foe: Unit) -> bool:
    """Horse that was come upon before it stirred (CM-MELEE-47, CM-MELEE-48), in the first round only (CM-MELEE-46).

    In a turn of moves one after the other it did not move though it could, or it was met before it could and had not
    moved in the turn before, if there was one.
    """
    options = battle.own.options
    if options.standing_horse == "off" or not unit.own.profile.mounted or unit.own.turn.moved:
        return False
    if came_onto(battle, unit, foe) or not newly_engaged(battle, unit):
        return False
    if options.turn_system == "simultaneous":
        return not _has_marching_orders(battle, unit)
    return unit.own.turn.out_of_melee or unit.own.past.turns_still > 0 or battle.turn == 1


def _has_marching_orders(battle: Battle, unit: Unit) -> bool:
    forms = (written.order.form for written in battle.own.written if written.unit == unit.id)
    return any(isinstance(form, PathDrawn) and form.path for form in forms)
