"""What priests and mages have for a battle: uses of the saving power, dice of the spell pool, and how far both carry.

TA-FANT-M01 to TA-FANT-M05, TA-FANT-M10, TA-FANT-P01, TA-FANT-P02, TA-FANT-P08.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Person, Role
from schiltron.table.lengths import inches

PRIESTS: Final[tuple[Role, ...]] = ("priest", "high_priest")
MAGES: Final[tuple[Role, ...]] = ("mage", "wizard")
_SPELLS: Final = {str(row["type"]): row for row in LAW.sheet("TA-T-mages").records()}
_PRAYERS: Final = {str(row["type"]): row for row in LAW.sheet("TA-T-priests").records()}
SPELL_REACH: Final = inches(int(LAW.sheet("TA-T-spells").row("offensive")["range_in"]))
WARD_REACH: Final = inches(int(LAW.sheet("TA-T-spells").row("defensive")["range_in"]))
PRAYER_REACH: Final = inches(int(LAW.sheet("TA-T-priests").row("priest")["range_in"]))
"""The high priest's is not printed; he has the priest's (TA-FANT-P08)."""


def spell_dice(roles: Iterable[Role], scale: str) -> int:
    """The pool of a mage or wizard for the whole battle (TA-FANT-M01, TA-FANT-M02); 0 for anybody else."""
    return _most(roles, {key: int(row[f"pool_{scale.replace(':', '_')}"]) for key, row in _SPELLS.items()})


def prayers(roles: Iterable[Role], scale: str) -> int:
    """The uses of a priest or high priest for the whole battle (TA-FANT-P02, TA-FANT-P08); 0 for anybody else."""
    return _most(roles, {key: int(row[f"uses_{scale.replace(':', '_')}"]) for key, row in _PRAYERS.items()})


def _most(roles: Iterable[Role], known: dict[str, int]) -> int:
    return max((known.get(role, 0) for role in roles), default=0)


def provided(person: Person, scale: str) -> Person:
    """A character with all that his roles give him for a battle at this scale."""
    return person.provided(spell_dice(person.roles, scale), prayers(person.roles, scale))


def rescaled(person: Person, before: str, scale: str) -> Person:
    """The same at another scale: what he has spent stays spent (TA-UNIT-07)."""
    dice = spell_dice(person.roles, scale) - (spell_dice(person.roles, before) - person.dice_left)
    uses = prayers(person.roles, scale) - (prayers(person.roles, before) - person.prayers_left)
    return person.provided(max(0, dice), max(0, uses))
