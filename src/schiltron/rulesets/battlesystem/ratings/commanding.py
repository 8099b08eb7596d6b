"""The command radius of a commander, and his command bonus (cases 4.8 and 4.9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.classes import fighting_man
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.table.lengths import inches

USUAL_CHARISMA: Final = 12
"""Of a commander of whom no score is known: it gives the commanders of the first scenario the radii of their sheets."""
_FIGHTER: Final = inches(3)
_BONUSES: Final = tuple(
    (-100 if row["charisma_from"] == "-" else int(row["charisma_from"]), int(row["morale_modifier"]))
    for row in LAW.sheet("BS-T-08-charisma-bonus").records()
)
"""From which score on, best first."""


@lru_cache(maxsize=4096)
def radius(profile: Profile) -> Tally:
    """The command radius; where a sheet prints another, the difference is shown (BS-S0-05)."""
    terms = list(_by_class(profile) if profile.creature.classes else _by_movement(profile))
    printed = None if profile.person is None else profile.person.radius
    if printed is not None:
        difference = printed - sum(term.value for term in terms)
        terms.extend([Term("as printed", difference, "BS-S0-05")] if difference else [])
    return Tally("command radius", tuple(terms), measure="thousandths")


def _by_class(profile: Profile) -> Iterator[Term]:
    """Half of charisma and level, fractions rounded up to the inch, and 3 inches for fighters (BS-4.8-01); of the
    many-classed their highest level."""
    person, level = profile.person, max(level for _, level in profile.creature.classes)
    charisma = USUAL_CHARISMA if person is None or person.charisma is None else person.charisma
    half = inches(ceil(Fraction(charisma + level, 2)))
    yield Term(f"half of charisma {charisma} and level {level}", half, "BS-4.8-01")
    if fighting_man(profile.creature):
        yield Term("fighter", _FIGHTER, "BS-4.8-01")


def _by_movement(profile: Profile) -> Iterator[Term]:
    """Two thirds of the movement of humanoids and monsters, of the mount's if they ride (BS-4.8-02)."""
    carried = profile.mount or profile.creature
    far = round(Fraction(2 * carried.move, 3))
    yield Term("two thirds of movement", far, "BS-4.8-02")


def bonus(profile: Profile) -> int:
    """The charisma bonus (Table 8), or what a sheet prints; without a score it is nothing (BS-4.9-01)."""
    person = profile.person
    if person is None:
        return 0
    if person.bonus is not None:
        return person.bonus
    return charisma_bonus(person.charisma)


def charisma_bonus(charisma: int | None) -> int:
    if charisma is None:
        return 0
    return next(modifier for score, modifier in _BONUSES if charisma >= score)
