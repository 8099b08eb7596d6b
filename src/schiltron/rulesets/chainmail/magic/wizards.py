"""Magic users: their grades, what they have chosen, and what keeps them from using their powers
(rules FANT)."""

from __future__ import annotations

from schiltron.battle.play.powers import Point
from schiltron.battle.state.field import commanded_by, in_melee, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.magicians import is_magic_user
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.magic.rows import BOOK_OF_SPELLS, GRADES, MISSILES, TERRAIN, Grade
from schiltron.rulesets.chainmail.magic.strength import strongest
from schiltron.rulesets.chainmail.state import Battle, Unit


def wizards(battle: Battle, side: str) -> list[Unit]:
    """The magic users whom a side commands and who are in play, by their names."""
    return in_line(one for one in commanded_by(battle, side) if is_magic_user(one) and alive(one))


def grade_of(unit: Unit) -> Grade:
    nature = unit.own.profile.nature
    assert nature is not None, "only magic users have a grade"
    return GRADES[nature.grade]


def lesser(unit: Unit) -> list[Term]:
    """What the grade of a lesser magic user does to all his dice (CM-FANT-WIZARD-02)."""
    grade = grade_of(unit)
    return [Term(grade.name, grade.dice, "CM-FANT-WIZARD-02")] if grade.dice else []


def missile_of(unit: Unit) -> str:
    """The missile he has chosen before play (CM-FANT-WIZARD-10)."""
    nature = unit.own.profile.nature
    return nature.throws if nature is not None and nature.throws else MISSILES[0]


def spells_of(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The spells he manages (CM-FANT-SPELL-02): those of his army (CM-FANT-SPELL-21), then those he has chosen, else
    the first of the book's list. A wizard has one more if nobody on the field is stronger."""
    nature, grade = unit.own.profile.nature, grade_of(unit)
    most = grade.most if strongest(battle, unit) else grade.fewest
    chosen = nature.spells if nature is not None else ()
    own = tuple(one.power.key for one in nature.own_spells) if nature is not None else ()
    return (*own, *(chosen or usual_spells(grade)))[:most]


def usual_spells(grade: Grade) -> tuple[str, ...]:
    """The spells of one who has not chosen: only full wizards move terrain (CM-FANT-SPELL-19)."""
    return tuple(one for one in BOOK_OF_SPELLS if one != TERRAIN or grade == GRADES[0])[: grade.most]


def stands(battle: Battle, unit: Unit) -> Point:
    """Where he stands, or the unit in whose ranks he is."""
    here = standing_with(battle, unit).outline
    return Point(here.x, here.y)


# ---------------------------------------------------------------- what keeps him from it


def against_powers(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a magic user from anything at all (CM-FANT-WIZARD-13, CM-FANT-SPELL-06)."""
    found = []
    if is_fleeing(unit):
        found.append(Reason(f"{unit.name} is in flight", ("CM-FANT-SPELL-01",)))
    if stunned(battle, unit) >= unit.figures:
        found.append(Reason(f"{unit.name} is paralysed", ("CM-FANT-WRAITH-05",)))
    if unit.own.turn.cast:
        found.append(Reason(f"{unit.name} has used his powers this turn", ("CM-FANT-WIZARD-13", "CM-FANT-SPELL-06")))
    if in_melee(battle, unit):
        found.append(Reason(f"{unit.name} is in melee", ("CM-FANT-SPELL-01",)))
    return found


def against_spells(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps him from spells besides: he must stand still and be left alone (CM-FANT-SPELL-01)."""
    turn = unit.own.turn
    found = []
    if turn.moved or turn.spent or standing_with(battle, unit).own.turn.moved:
        found.append(Reason(f"{unit.name} has moved", ("CM-FANT-SPELL-01",)))
    if turn.attacked:
        found.append(Reason(f"{unit.name} has been attacked", ("CM-FANT-SPELL-01",)))
    return found
