"""The save number: TA-UNIT-20 to TA-UNIT-27, the cards that raise it (TA-CMD-44, TA-CMD-46), and abilities and magic
(rules FANT)."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.state.field import standing_with
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import REGENERATION, SAVES, THICK_HIDE, TOUGH, has, said
from schiltron.rulesets.by_this_axe.attacks.numbers import is_heroic
from schiltron.rulesets.by_this_axe.field import ordered
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Armour, Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import BREATH_SAVE
from schiltron.table.facing import Arc

_ARMOUR: Final = {str(row["armor"]): int(row["save_at_or_under"]) for row in LAW.sheet("TA-T-armor-saves").records()}
_MORE: Final = {str(row["modifier"]): int(row["value"]) for row in LAW.sheet("TA-T-armor-modifiers").records()}
By = Literal["weapon", "breath", "spell"]
"""What a hit was made with, where that is not all one."""
_PIERCING: Final = {-1: "TA-RANGED-14", -2: "TA-RANGED-15"}


_SAVED_BY: Final = {TOUGH: "TA-FANT-A02", REGENERATION: "TA-FANT-A03"}


def save_number(
    battle: Battle,
    unit: Unit,
    arc: Arc,
    *,
    shooting: bool,
    duel: bool = False,
    by: By = "weapon",
    penalty: int = 0,
    first_round_charge: bool = False,
    prayers: int = 0,
) -> Tally:
    """What a figure must not exceed to be saved from a hit (TA-UNIT-20), summed without a cap (TA-UNIT-27).

    `penalty` is what the weapon adds to it, 0 or less; `prayers` raise it by 1 each (TA-FANT-P01, TA-FANT-P11). Who has
    no protection at all has no save (TA-UNIT-22); who has some keeps his natural 1, whatever the weapon.
    """
    if by == "spell":
        terms = [Term("no armour against spells", 0, "TA-FANT-M06"), *_in_itself(unit, duel=duel)]
    else:
        terms = [
            *_worn(unit, arc),
            *_in_itself(unit, duel=duel),
            *_from_cards(battle, unit, shooting=shooting, charged=first_round_charge and not duel),
        ]
    if prayers:
        terms.append(Term("prayers", prayers, "TA-FANT-P11" if prayers > 1 else "TA-FANT-P01"))
    bare = not sum(term.value for term in terms) and battle.own.options.unarmored == "no_save"
    if penalty:
        terms.append(Term("weapon of the shooters", penalty, _PIERCING[penalty]))
    if by == "breath":
        terms.append(Term("breath or gaze", BREATH_SAVE, "TA-FANT-A07"))
    return Tally("to save", tuple(terms), verdict="impossible" if bare else "total")


def _worn(unit: Unit, arc: Arc) -> list[Term]:
    """Armour (TA-UNIT-21), or a hide as thick as any (TA-FANT-A04); a shield from the front only (TA-UNIT-23,
    TA-UNIT-26)."""
    line = unit.own.profile
    terms = [_armour(line.armour)]
    if has(line, THICK_HIDE) and _ARMOUR[line.armour] < _ARMOUR["heavy"]:
        terms = [Term("thick hide, as heavy armour", _ARMOUR["heavy"], "TA-FANT-A04")]
    if line.shield and arc == "front":
        terms.append(Term("shield", _MORE["shield"], "TA-UNIT-23"))
    return terms


def _in_itself(unit: Unit, *, duel: bool) -> list[Term]:
    """What no spell goes round: a mount, the luck of heroes, a tough body (TA-FANT-A02, TA-FANT-A03)."""
    line, terms = unit.own.profile, []
    if line.mounted:
        terms.append(Term("mounted", _MORE["mounted"], "TA-UNIT-24"))
    if is_heroic(unit) and not duel:
        terms.append(Term("heroic", _MORE["heroic"], "TA-UNIT-25"))
    terms += [Term(said(ability), more, _SAVED_BY[ability]) for ability, more in SAVES.items() if has(line, ability)]
    return terms


def _armour(armour: Armour) -> Term:
    if armour == "unarmored":
        return Term(armour, _ARMOUR[armour], "TA-UNIT-22")
    return Term(f"{armour} armour", _ARMOUR[armour], "TA-UNIT-21")


def _from_cards(battle: Battle, unit: Unit, *, shooting: bool, charged: bool) -> list[Term]:
    """Orders are given to whole bodies: a character shares those of the unit he is with."""
    body = standing_with(battle, unit)
    wall, brace = ordered(battle, body, "shieldwall"), ordered(battle, body, "brace")
    terms = []
    if wall is not None and shooting:
        terms.append(Term("shieldwall", wall.grant.value, "TA-CMD-46"))
    if brace is not None and charged and not shooting:
        terms.append(Term("braced for the charge", brace.grant.value, "TA-CMD-44"))
    return terms
