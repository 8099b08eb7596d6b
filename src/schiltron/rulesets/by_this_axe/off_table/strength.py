"""Unit Strength and what an army is made of (rules ABS, steps 1 and 5).

Strength is counted in hundredths, so that no fraction is lost: what one individual is worth times how many there are.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor
from typing import Final

from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import ENGINEER, said
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit

HUNDREDTHS: Final = 100
_ARMOUR: Final = {str(row["armor"]): int(row["save_at_or_under"]) for row in LAW.sheet("TA-T-armor-saves").records()}
_MORE: Final = {str(row["modifier"]): int(row["value"]) for row in LAW.sheet("TA-T-armor-modifiers").records()}
_BONUS: Final = {str(row["bonus"]): int(row["value"]) for row in LAW.sheet("TA-T-us-bonus").records()}


# ---------------------------------------------------------------- one unit


def worth(line: Profile) -> Tally:
    """What one individual adds to its unit's strength (TA-ABS-02). A shield is counted once (TA-ABS-05), a mount twice:
    in the armour save and as a bonus (TA-ABS-07)."""
    terms = [Term("fighting capability", line.fc, "TA-ABS-02"), *saving(line)]
    if line.mounted:
        terms.append(Term("mounted", _BONUS["mounted"], "TA-ABS-04"))
    if line.ranged:
        terms.append(Term("missile weapon", _BONUS["missile_weapon"], "TA-ABS-03"))
    each = _BONUS["each_other_special_advantage"]
    terms += [Term(said(ability), each, "TA-ABS-06") for ability in line.advantages if ability != ENGINEER]
    return Tally("strength of one", tuple(term for term in terms if term.value))


def saving(line: Profile) -> tuple[Term, ...]:
    """What the save of a roster is made of: armour, the shield (TA-ABS-05) and the mount (TA-ABS-07)."""
    terms = [Term("armour", _ARMOUR[line.armour], "TA-ABS-02")]
    if line.shield:
        terms.append(Term("shield", _BONUS["shield"], "TA-ABS-05"))
    if line.mounted:
        terms.append(Term("mounted, in the save", _MORE["mounted"], "TA-ABS-07"))
    return tuple(terms)


def strength(battle: Battle, unit: Unit) -> int:
    """The current Unit Strength in hundredths (TA-ABS-02): all its individuals, of whom the last may be worth less."""
    return worth(unit.own.profile).total * unit.figures - battle.own.abroad.lacks(unit.id)


def individuals(line: Profile, left: int) -> int:
    """How many are left of a unit whose strength is this; its number falls in step with it (TA-ABS-102)."""
    return -(-left // max(1, worth(line).total))


def shown(hundredths: int) -> str:
    """As a roster has it: 16, 6.4, 11.25."""
    whole, rest = divmod(hundredths, HUNDREDTHS)
    return f"{whole}.{rest:02}".rstrip("0") if rest else str(whole)


# ---------------------------------------------------------------- an army


def army(battle: Battle, side: str) -> list[Unit]:
    """Units and characters of a side of whom somebody is left (TA-ABS-13)."""
    return [unit for unit in troops(battle, side) if unit.figures]


def total(battle: Battle, side: str) -> int:
    """The strength of a side, in hundredths (TA-ABS-13)."""
    return sum(strength(battle, unit) for unit in army(battle, side))


def number(battle: Battle, side: str) -> int:
    return sum(unit.figures for unit in army(battle, side))


def share(battle: Battle, side: str, having: Callable[[Profile], bool]) -> Fraction:
    """The part of a side that has something, by number of individuals (TA-ABS-14)."""
    all_of_them = number(battle, side)
    having_it = sum(unit.figures for unit in army(battle, side) if having(unit.own.profile))
    return Fraction(having_it, all_of_them) if all_of_them else Fraction(0)


def percent(part: Fraction) -> int:
    return floor(part * 100)


def is_mounted(line: Profile) -> bool:
    return line.mounted


def has_missiles(line: Profile) -> bool:
    return bool(line.ranged)


def flies(line: Profile) -> bool:
    return "flying" in line.advantages


def rides_or_flies(line: Profile) -> bool:
    return line.mounted or flies(line)


def is_swift(line: Profile) -> bool:
    """Mounted, flying or fast: quick (TA-ABS-38)."""
    return rides_or_flies(line) or "quick" in line.advantages


def general(battle: Battle, side: str) -> Unit | None:
    return next(
        (one for one in army(battle, side) if one.own.person is not None and "general" in one.own.person.roles), None
    )


def leadership(battle: Battle, side: str) -> int:
    """Of the general; nothing where he has fallen."""
    one = general(battle, side)
    return one.own.person.leadership if one is not None and one.own.person is not None else 0
