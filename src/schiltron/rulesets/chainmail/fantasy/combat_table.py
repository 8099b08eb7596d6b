"""The Fantasy Combat Table: who fights by it against whom, on two dice (CM-FANT-FCT-01 to CM-FANT-FCT-09).

Elves with magical weapons have scores of their own (CM-FANT-ELF-07), and true trolls are killed by theirs
(CM-FANT-TROLL-07). What a score says is chosen for each pair of figures: one melee may hold all of these and ordinary
blows besides.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from shapely import Polygon

from schiltron.battle.guide.probability import sums
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.light import shy_term
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of
from schiltron.rulesets.chainmail.field import is_aloft
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import POND, RIVER
from schiltron.table.lengths import Mil, inches

DICE: Final = 2
RULES: Final = ("CM-FANT-FCT-01",)
Reading = Literal["over", "from", "never"]
"""What kills: a score over the number (CM-FANT-FCT-04), the number itself too (CM-FANT-TROLL-07), or none
(CM-FANT-TROLL-11)."""
_SHEET: Final = LAW.sheet("CM-T-fant-combat")
CELLS: Final = {
    (str(row["attacker"]), column.removeprefix("vs_")): int(str(row[column]))
    for row in _SHEET.records()
    for column in _SHEET.columns
    if column.startswith("vs_")
}
_WITHDRAW: Final = {str(row["attacker"]): bool(row["may_withdraw"]) for row in _SHEET.records()}
_ELVES: Final = {
    str(row["opponent"]): int(str(row["fantasy_combat_score"]))
    for row in LAW.sheet("CM-T-fant-elf-weapons").records()
    if row["fantasy_combat_score"] != "-"
}
_TROLL: Final = {
    str(row["opponent"]): int(str(row["two_dice_min"])) for row in LAW.sheet("CM-T-fant-true-troll").records()
}
_AFIRE: Final = {
    str(row["opponent"]): int(str(row["two_dice_min"])) for row in LAW.sheet("CM-T-fant-ent-fire").records()
}
_BY_WEAPON: Final = "magical_weapon"
_TROLL_SWORD: Final = 2
_NEAR_WATER: Final[Mil] = inches(3)
_FIRE: Final = "fire_users"
_MAGIC_USER: Final = "magic_user"
_FIRE_BALL: Final = "fire_ball"
_ELF_NAMES: Final = {
    "hero": "hero_types",
    "super_hero": "super_heroes",
    "wizard": "wizards",
    "wraith": "wraiths",
    "wight_ghoul": "wights",
    "lycanthrope": "lycanthropes",
    "troll_ogre": "ogres",
    "balrog": "balrogs",
    "giant": "giants",
}
"""By columns of the Fantasy Combat Table, how the list of elves calls the same."""


class Score(Struct, frozen=True):
    """What one figure needs on two dice against another, what is added to them, and how they are read."""

    need: Tally
    bonus: Tally
    reading: Reading = "over"

    @property
    def to_kill(self) -> int:
        """The least that the two dice alone must show to kill; 13 and more cannot be thrown."""
        if self.reading == "never":
            return 6 * DICE + 1
        return self.need.total - self.bonus.total + (self.reading == "over")

    @property
    def to_drive_back(self) -> int:
        """The least that drives back."""
        return self.need.total - self.bonus.total

    @property
    def kills(self) -> float:
        """How likely one throw is to kill."""
        return sum(chance for total, chance in enumerate(sums(DICE, 6)) if total >= self.to_kill)

    @property
    def drives_back(self) -> float:
        return sum(chance for total, chance in enumerate(sums(DICE, 6)) if self.to_drive_back <= total < self.to_kill)


def score(battle: Battle, unit: Unit, foe: Unit) -> Score | None:
    """What a figure of a unit needs against one of a foe; None where they fight by the ordinary tables
    (CM-FANT-FCT-08)."""
    mine, theirs = nature_of(unit), nature_of(foe)
    if theirs is None or not theirs.combat:
        return None
    fire = _by_fire(battle, unit, mine, theirs)
    if mine is None:
        return fire
    found = _best(battle, unit, foe, mine, theirs) if mine.combat else _of_elves(battle, unit, foe, mine, theirs)
    if fire is None or (found is not None and found.kills >= fire.kills):
        return found
    return fire


def _by_fire(battle: Battle, unit: Unit, mine: Nature | None, theirs: Nature) -> Score | None:
    """Men, goblins, orcs and a few others may set an ent afire in place of striking (CM-FANT-ENT-04)."""
    burns = theirs.trait("inflammable")
    if burns is None:
        return None
    names = ("men",) if mine is None else mine.called
    needs = [_AFIRE[name] for name in names if name in _AFIRE]
    if not needs:
        return None
    need = Term("to set it afire", min(needs), burns.rule)
    return Score(Tally("to burn", (need,)), _added(_light(battle, unit)), "from")


def may_withdraw(unit: Unit) -> bool:
    """Heroes, super heroes, magic users and wraiths (CM-FANT-FCT-06)."""
    nature = nature_of(unit)
    return nature is not None and _WITHDRAW.get(nature.combat, False)


def fights_by_table(unit: Unit) -> bool:
    """Whether a figure has a line of its own in the table."""
    nature = nature_of(unit)
    return nature is not None and bool(nature.combat)


# ---------------------------------------------------------------- the number


def _best(battle: Battle, unit: Unit, foe: Unit, mine: Nature, theirs: Nature) -> Score:
    """Of a figure that is two things at once the better row, and the worse column of its foe (CM-FANT-GEN-11)."""
    rows = (mine.combat, *((mine.also,) if mine.also else ()))
    found = [_worst(battle, unit, foe, row, mine, theirs) for row in rows]
    return min(found, key=lambda one: one.to_kill)


def _worst(battle: Battle, unit: Unit, foe: Unit, row: str, mine: Nature, theirs: Nature) -> Score:
    columns = (theirs.combat, *((theirs.also,) if theirs.also else ()))
    found = [_by_table(battle, unit, foe, row, column, mine, theirs) for column in columns]
    return max(found, key=lambda one: one.to_kill)


def _by_table(battle: Battle, unit: Unit, foe: Unit, row: str, column: str, mine: Nature, theirs: Nature) -> Score:
    slain = theirs.trait("slain_by_its_own_scores")
    own = _TROLL.get(row) if slain is not None and row in mine.called else None
    bonus = list(_bonuses(battle, unit, foe, mine, theirs, own_score=own is not None))
    if own is not None:
        term = Term(f"{_said(row)} to slay it", own, "CM-FANT-TROLL-07")
        return Score(_need((term,), theirs), _added(bonus), "from")
    number = Term(f"{_said(row)} against {_said(column)}", CELLS[row, column], _rule_of(mine, theirs))
    if slain is not None:
        return Score(_need((number, Term("cannot slay it", 0, "CM-FANT-TROLL-11")), theirs), _added(bonus), "never")
    return Score(_need((number,), theirs), _added(bonus))


def _of_elves(battle: Battle, unit: Unit, foe: Unit, mine: Nature, theirs: Nature) -> Score | None:
    """Elves with magical weapons against those of their list (CM-FANT-ELF-07), and against true trolls."""
    if not mine.arms.sword:
        return None
    if theirs.has("slain_by_its_own_scores"):
        term = Term("a magical weapon to slay it", _TROLL[_BY_WEAPON], "CM-FANT-TROLL-07")
        return Score(_need((term,), theirs), _added(_light(battle, unit)), "from")
    number = _ELVES.get(_ELF_NAMES.get(theirs.combat, ""))
    if number is None:
        return None
    bonus = _light(battle, unit)
    if battle.own.options.elf_swords == "added":
        bonus.append(Term("magical sword", mine.arms.sword, "CM-FANT-MAGIC-08"))
    bonus += _armour(theirs)
    return Score(
        _need((Term(f"elves against {_said(theirs.combat)}", number, "CM-FANT-ELF-07"),), theirs), _added(bonus)
    )


def _need(terms: tuple[Term, ...], theirs: Nature) -> Tally:
    """Lesser magic users are hit by lower numbers (CM-FANT-FCT-07)."""
    grade = (Term("a lesser magic user", -theirs.grade, "CM-FANT-FCT-07"),) if theirs.grade else ()
    return Tally("to beat", (*terms, *grade))


def _added(terms: list[Term]) -> Tally:
    return Tally("on two dice", tuple(terms))


def _rule_of(mine: Nature, theirs: Nature) -> str:
    """The ogre has the row of trolls; the true troll fights as a giant (CM-FANT-FCT-09)."""
    odd = "trolls" in mine.called or "trolls" in theirs.called
    return "CM-FANT-FCT-09" if odd else "CM-FANT-FCT-01"


def _said(line: str) -> str:
    return line.replace("_", " ")


# ---------------------------------------------------------------- what is added


def _bonuses(battle: Battle, unit: Unit, foe: Unit, mine: Nature, theirs: Nature, *, own_score: bool) -> list[Term]:
    found = _light(battle, unit)
    if mine.arms.sword and own_score:
        found.append(Term("magical sword", max(mine.arms.sword, _TROLL_SWORD), "CM-FANT-TROLL-08"))
    elif mine.arms.sword:
        rule = "CM-FANT-MAGIC-08" if mine.arms.sword == 1 else "CM-FANT-MAGIC-10"
        found.append(Term("magical sword", mine.arms.sword, rule))
    found += _armour(theirs)
    if mine.grade:
        found.append(Term("a lesser magic user", -mine.grade, "CM-FANT-FCT-07"))
    element = mine.trait("bonus")
    if element is not None and _in_its_element(battle, unit, foe, element.against[0]):
        found.append(Term(f"against what is {_said(element.against[0])}", element.value, element.rule))
    return found


def _light(battle: Battle, unit: Unit) -> list[Term]:
    shy = shy_term(battle, unit)
    return [shy] if shy is not None else []


def _armour(theirs: Nature) -> list[Term]:
    return [Term("magic armour", -1, "CM-FANT-MAGIC-12")] if theirs.arms.armour else []


def _in_its_element(battle: Battle, unit: Unit, foe: Unit, when: str) -> bool:
    """Whether an elemental has its bonus: against the airborne, the earth-bound, users of fire, or by the water
    (CM-FANT-ELEM-04 to CM-FANT-ELEM-07)."""
    theirs = nature_of(foe)
    match when:
        case "aloft":
            return is_aloft(foe)
        case "earthbound":
            return not is_aloft(foe)
        case "at_water":
            features = battle.board.features if battle.board is not None else ()
            return any(
                feature.polygon.distance(Polygon(unit.outline.main.corners)) <= _NEAR_WATER
                for feature in features
                if feature.kind in (POND, RIVER)
            )
    return theirs is not None and (when in theirs.called or (when == _FIRE and throws_fire(theirs)))


def throws_fire(nature: Nature) -> bool:
    """Whether it is a magic user who has chosen fire balls, or nothing, which is the same (CM-FANT-WIZARD-10)."""
    return nature.is_called((_MAGIC_USER,)) and nature.throws in ("", _FIRE_BALL)
