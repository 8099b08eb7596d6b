"""Army lists of this book: a ready-made type of troops, and how a unit differs from it (cases 2.11, 3.1 and 7.1).

    equipment = { type = "mob", weapon = "spear", armour_class = 5, level = 2, magic_weapon = 1, commander = "Radd" }

Who leads and succeeds whom is read in commissions.py. Damage, ratings and limits follow from the profile (ratings/).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec.structs import replace

from schiltron.rulesets.battlesystem.equipped import Equipped, Setter, Wrong, with_profile
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.people import character, from_the_ranks
from schiltron.rulesets.battlesystem.ratings.unit_types import faults
from schiltron.rulesets.battlesystem.settings import SETTINGS
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.rulesets.battlesystem.troops import TROOPS
from schiltron.rulesets.mustering import nearest
from schiltron.rulesets.quartermaster import Enlisted, Violation

_REMAKES: Final = ("class", "level", "hit_dice", "weapon", "magic_weapon", "to_hit")
"""After these an individual is no longer the man of his sheet: what follows from class and level is reckoned anew."""


_PERSONAL: Final = ("hit_points", "charisma", "scores", "rank")
"""What is set when the man himself has been made."""


def equipped(place: str, unit: Enlisted, options: Options | None) -> tuple[Equipped | None, list[Violation]]:
    """One unit of a list made whole, and everything against it; None for a troop type there is not.

    Without options it is a list by itself, of which nobody knows yet by which switches it will be played.
    """
    troop = TROOPS.get(unit.troop)
    if troop is None:
        wrong = f"there is no troop type {unit.troop!r}"
        return None, [Violation(f"{place}.troop", wrong, nearest(unit.troop, TROOPS))]
    one, found = _changed(place, unit, Equipped(unit, troop, troop.profile, troop.formation, troop.rank))
    found += list(_violations(place, one, options))
    return one, found


def _changed(place: str, unit: Enlisted, one: Equipped) -> tuple[Equipped, list[Violation]]:
    """The ready-made troops as the list has them. A printed sheet holds for the unit that it describes (BS-S0-05)."""
    found = []
    for key in unit.equipment:
        if key not in SETTINGS:
            wrong = f"{key} is no part of a unit's equipment"
            found.append(Violation(f"{place}.equipment.{key}", wrong, nearest(key, SETTINGS), ("BS-3.1-01",)))
    for key, set_it in SETTINGS.items():
        if key in _PERSONAL or key not in unit.equipment:
            continue
        one = _set(f"{place}.equipment.{key}", one, set_it, unit.equipment[key], found)
    if one.individual and any(key in unit.equipment for key in _REMAKES):
        one = _remade(one)
    elif not one.individual and (one.profile != one.troop.profile or unit.figures != one.troop.figures):
        one = with_profile(one, printed=None)
    for key in _PERSONAL:
        if key in unit.equipment:
            one = _set(f"{place}.equipment.{key}", one, SETTINGS[key], unit.equipment[key], found)
    return one, found


def _set(place: str, one: Equipped, set_it: Setter, value: Any, found: list[Violation]) -> Equipped:
    try:
        return set_it(one, value)
    except Wrong as fault:
        found.append(Violation(place, fault.wrong, fault.right, (fault.rule,)))
        return one


def _remade(one: Equipped) -> Equipped:
    profile, person = one.profile, one.profile.person
    kept = {} if person is None else {"charisma": person.charisma, "scores": person.scores}
    worn = {
        key: getattr(profile, key)
        for key in Profile.__struct_fields__
        if key not in ("kind", "creature", "weapons", "person", "printed")
    }
    return replace(one, profile=character(profile.creature, profile.weapons, **worn, **kept))


def _violations(place: str, one: Equipped, options: Options | None) -> Iterator[Violation]:
    for fault in faults(one.profile, one.unit.figures):
        where = f"{place}.figures" if fault.about == "figures" else f"{place}.equipment.{fault.about}"
        yield Violation(where, fault.wrong, fault.right, (fault.rule,))
    if one.profile.special and options is not None and options.special_units == "off":
        right = 'special_units = "on" among the options'
        yield Violation(f"{place}.equipment.special", f"{one.profile.special} are not played", right, ("BS-2.11-01",))
    files = one.unit.files
    if files is not None and not 1 <= files <= one.unit.figures:
        wrong = f"{one.unit.figures} figures cannot stand in {files} files"
        yield Violation(f"{place}.files", wrong, f"1 to {one.unit.figures}", ("BS-7.1-01",))
    if one.unit.hedgehog:
        yield Violation(f"{place}.hedgehog", "this book has no hedgehog", "hedgehog = false", ("BS-7.1-01",))


def risen(one: Equipped) -> Equipped:
    """With a commander from its own ranks: a regular unit must have one, others have one if the list names him
    (BS-4.7-01); a sheet's radius is his as long as the unit is that of the sheet."""
    wanted = one.profile.kind == "regular" or "commander" in one.unit.equipment
    if one.individual or one.profile.engine or not wanted:
        return one
    radius = one.troop.radius if one.profile == one.troop.profile else None
    return replace(one, leader=from_the_ranks(one.profile, radius))
