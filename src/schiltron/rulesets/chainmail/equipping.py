"""Army lists of this book name a ready-made type of troops, and what sets a unit apart from it.

    equipment = { arms = "halberd", missile = "crossbow", armour = "fully_armored", mercenary = true, elite = true }

Where one figure is one man a unit may say what each carries (CM-MTM-03):

    equipment = { weapon = "morning_star", body_armour = "chain_and_shield", barding = "barded" }

The army commander names the unit he starts with (`joins`). A unit is of one type. Only where units are organized by the
book may light horse be brigaded with medium, or medium with heavy: the unit is listed as the type that half of it or
more are, with the other type and how many of its figures they are (CM-HIST-01).

    equipment = { brigaded = "light_horse", brigaded_figures = 4 }

Archers of barbarian bands are listed as units of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.chainmail.creature_equipment import creature_faults, dealt_tribes, with_equipment
from schiltron.rulesets.chainmail.field import is_joined, is_person
from schiltron.rulesets.chainmail.fortress import PUSHED, hands
from schiltron.rulesets.chainmail.man_to_man.arms import TWO_HANDED
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.state import (
    Armour,
    Arms,
    BodyArmour,
    Formation,
    HandWeapon,
    Missile,
    Mixed,
    People,
    Profile,
)
from schiltron.rulesets.chainmail.troops import A_SPRINKLING, BRIGADES, ELITE, TROOPS, Line
from schiltron.rulesets.mustering import called, nearest
from schiltron.rulesets.quartermaster import Enlisted, Violation

FULL_CREW: Final = 4  # CM-CATAPULT-06
LEAST_HEDGEHOG: Final = 10  # CM-MELEE-49

WORDS: Final[dict[str, tuple[str, ...]]] = {
    "arms": get_args(Arms),
    "missile": ("none", *(word for word in get_args(Missile) if word)),
    "armour": get_args(Armour),
    "people": ("none", *(word for word in get_args(People) if word)),
    "formation": ("line", "square", "open"),
    "weapon": ("usual", *(word for word in get_args(HandWeapon) if word)),
    "body_armour": ("usual", *(word for word in get_args(BodyArmour) if word)),
    "barding": ("usual", "barded", "bare"),
}
_NOTHING: Final = ("none", "usual")
"""Words that leave a setting as men of the type have it."""
YES_OR_NO: Final = ("mercenary", "elite", "order")
BRIGADED, BRIGADED_FIGURES = "brigaded", "brigaded_figures"
SETTINGS: Final = (*WORDS, *YES_OR_NO, BRIGADED, BRIGADED_FIGURES)
_PIKEMEN: Final = ("swiss", "landsknechte")
_FOOT_MISSILES: Final = {
    "": "light_foot_archers",
    "bow": "light_foot_archers",
    "composite_bow": "light_foot_archers",
    "longbow": "longbowmen",
    "crossbow": "arquebusiers_crossbowmen",
    "heavy_crossbow": "heavy_crossbowmen",
    "arquebus": "arquebusiers_crossbowmen",
}
"""As what light foot move that carry these (CM-MOVE-01)."""
_MIXED: Final = ("CM-HIST-01",)
_RIDING: Final = ("bow", "composite_bow")


class Equipped(Struct, frozen=True):
    """A unit of an army list with its line made whole, and for the commander the place of his unit in the list."""

    unit: Enlisted
    line: Line
    formation: Formation = "line"
    host: int | None = None
    mixed: Mixed | None = None

    @property
    def name(self) -> str:
        return self.unit.name or self.line.name

    @property
    def profile(self) -> Profile:
        return self.line.profile


# ---------------------------------------------------------------- a whole list


def equipped(units: Sequence[Enlisted], options: Options | None) -> tuple[list[Equipped | None], list[Violation]]:
    """The units of an army with their lines, None for a troop type there is not, and everything against them.

    Without options it is a list by itself, of which nobody knows yet by which switches it will be played.
    """
    found: list[Violation] = []
    made: list[Equipped | None] = []
    for number, unit in enumerate(units):
        if unit.troop not in TROOPS:
            wrong = f"there is no troop type {unit.troop!r}"
            found.append(Violation(f"units[{number}].troop", wrong, nearest(unit.troop, TROOPS)))
            made.append(None)
            continue
        one, strange = _changed(f"units[{number}]", unit, TROOPS[unit.troop])
        found += strange
        made.append(one)
    for number, listed in enumerate(made):
        if listed is None:
            continue
        host = _host(listed, number, made)
        if isinstance(host, Violation):
            found.append(host)
        elif host is not None:
            made[number] = replace(listed, host=host)
        found += _unit_violations(f"units[{number}]", listed, options)
    for number, tribe in dealt_tribes([one.profile if one is not None else None for one in made]).items():
        orcs = made[number]
        if orcs is not None and orcs.profile.nature is not None:
            made[number] = _with(orcs, nature=replace(orcs.profile.nature, kind=tribe))
    return made, found


def _host(one: Equipped, number: int, made: Sequence[Equipped | None]) -> int | Violation | None:
    """Where in the list the unit stands that the commander accompanies (CM-HIST-32)."""
    wanted, place, rules = one.unit.joins, f"units[{number}].joins", ("CM-HIST-32",)
    if not wanted:
        return None
    if not is_person(one.profile):
        return Violation(place, "only the army commander and heroes join a unit", "no joins", rules)
    if one.unit.pose is not None:
        return Violation(place, "he stands on a place of his own", "either joins or at", rules)
    hosts = {at: two for at, two in enumerate(made) if two is not None and not is_person(two.profile)}
    found = called(wanted, {at: two.name for at, two in hosts.items()}, place, rules)
    if isinstance(found, int) and not is_joined(hosts[found].profile):
        return Violation(place, "he accompanies troops, no engine or monster", "a unit of foot or horse", rules)
    return found


# ---------------------------------------------------------------- one setting


def _changed(place: str, unit: Enlisted, line: Line) -> tuple[Equipped, list[Violation]]:
    """The ready-made line as the list changes it, and every setting that cannot be."""
    one, found = Equipped(unit, line), []
    if line.profile.nature is not None:
        changed = with_equipment(line.profile, unit.equipment)
        wrongs = [replace(wrong, place=f"{place}.equipment.{wrong.place}") for wrong in changed.faults]
        return replace(one, line=replace(line, profile=changed.profile)), wrongs
    for key, value in unit.equipment.items():
        if key not in SETTINGS:
            wrong = f"{key} is no part of a unit's equipment"
            found.append(Violation(f"{place}.equipment.{key}", wrong, nearest(key, SETTINGS), ("CM-SCALE-04",)))
            continue
        if key in (BRIGADED, BRIGADED_FIGURES):
            continue
        result = _set(one, key, value)
        if isinstance(result, Violation):
            found.append(replace(result, place=f"{place}.equipment.{key}"))
        else:
            one = result
    if BRIGADED in unit.equipment or BRIGADED_FIGURES in unit.equipment:
        mixed = _brigaded(unit)
        if isinstance(mixed, Violation):
            found.append(replace(mixed, place=f"{place}.equipment.{mixed.place}"))
        else:
            second = replace(mixed.profile, mercenary=one.profile.mercenary)
            one = replace(one, mixed=replace(mixed, profile=second))
    return one, found


def _brigaded(unit: Enlisted) -> Mixed | Violation:
    """The second type of a brigade, or what is wrong with it."""
    with_, number = unit.equipment.get(BRIGADED), unit.equipment.get(BRIGADED_FIGURES)
    if not isinstance(with_, str) or with_ not in TROOPS:
        return Violation(BRIGADED, f"there is no troop type {with_!r}", nearest(str(with_), TROOPS), _MIXED)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= 2 * number <= unit.figures:
        right = f"1 to {unit.figures // 2}, no more than half of the unit"
        return Violation(BRIGADED_FIGURES, f"{number!r} figures of another type", right, _MIXED)
    return Mixed(TROOPS[with_].profile, number)


def _set(one: Equipped, key: str, value: Any) -> Equipped | Violation:
    """The unit with one setting changed, or what is wrong and what would be right."""
    if key in YES_OR_NO:
        if not isinstance(value, bool):
            return Violation("", f"{key} is {value!r}", "true or false")
    elif value not in WORDS[key]:
        return Violation("", f"{key} does not know {value!r}", nearest(str(value), WORDS[key]))
    word = "" if value in _NOTHING else value
    match key:
        case "formation":
            return replace(one, formation=word)
        case "missile":
            return _with(one, missile=word, moves=_moving(one.profile, word))
        case "elite":
            return _elite(one, on=value)
        case _:
            return _with(one, **{key: word})


def _with(one: Equipped, **changed: Any) -> Equipped:
    return replace(one, line=replace(one.line, profile=replace(one.profile, **changed)))


def _moving(profile: Profile, missile: str) -> str:
    """Light foot move as the missile troops they are; a Turk with the composite bow has a line of his own."""
    if profile.fights_as != "light_foot" or profile.engine or profile.people in _PIKEMEN:
        return profile.moves
    if missile == "composite_bow" and profile.people == "turks":
        return "turk_archers"
    return _FOOT_MISSILES.get(missile, profile.moves)


def _elite(one: Equipped, *, on: bool) -> Equipped | Violation:
    if not on:
        return one
    if one.profile.fights_as != "heavy_foot" or one.profile.levies:
        wrong = f"{one.line.name.lower()} have no elite"
        return Violation("", wrong, "elite heavy foot, or no elite", ("CM-MORALE-06",))
    return _with(one, **ELITE)


# ---------------------------------------------------------------- what a unit may be


def _unit_violations(place: str, one: Equipped, options: Options | None) -> Iterator[Violation]:
    yield from _size_violations(place, one)
    yield from _formation_violations(place, one, options)
    where, profile = f"{place}.equipment", one.profile
    if profile.nature is not None:
        for fault in creature_faults(profile, one.unit.figures, one.unit.equipment, options):
            yield replace(fault, place=f"{place}.{fault.place}")
        return
    if one.mixed is not None:
        yield from _mixed_violations(f"{where}.{BRIGADED}", profile, one.mixed, one.unit.figures, options)
    if profile.engine:
        strange = [key for key in one.unit.equipment if key in SETTINGS and key != "mercenary"]
        for key in strange:
            right = "mercenary, or nothing"
            yield Violation(f"{where}.{key}", "an engine and its crew come as they are", right, ("CM-CATAPULT-07",))
        return
    yield from _arms_violations(where, profile)
    yield from _missile_violations(where, profile)
    yield from _hand_violations(where, profile)
    yield from _people_violations(where, one)
    if profile.order and not profile.knights:
        right = "knights, or no order"
        yield Violation(f"{where}.order", "a religious order is one of knights", right, ("CM-HIST-30",))


def _mixed_violations(
    where: str, profile: Profile, mixed: Mixed, total: int, options: Options | None
) -> Iterator[Violation]:
    """Types are not mixed in a unit, save light horse with medium, medium with heavy, and a sprinkling of archers in a
    barbarian band (CM-HIST-01, CM-SCALE-04)."""
    right = "light horse with medium, medium with heavy, or archers in a band that throws axes"
    second = mixed.profile
    band = profile.missile == "thrown" and second.missile == "bow" and not second.mounted
    brigade = {profile.fights_as, second.fights_as} in BRIGADES and not second.commander and not profile.commander
    if band and A_SPRINKLING * mixed.figures > total:
        wrong = f"{mixed.figures} archers in a band of {total}"
        yield Violation(where, wrong, f"one figure in {A_SPRINKLING} at most", _MIXED)
    elif not band and not brigade:
        kinds = (profile.fights_as.replace("_", " "), second.fights_as.replace("_", " "))
        yield Violation(where, f"{kinds[0]} mixed with {kinds[1]}", right, _MIXED)
    elif profile.people != second.people:
        yield Violation(where, "men of different peoples in one unit", "units of their own", _MIXED)
    elif options is not None and options.organization == "off":
        wrong = "a unit is of like figures"
        yield Violation(where, wrong, 'organization = "on" among the options', ("CM-SCALE-04", "CM-HIST-01"))


def _size_violations(place: str, one: Equipped) -> Iterator[Violation]:
    unit, profile = one.unit, one.profile
    if profile.commander and unit.figures != 1:
        wrong = f"{unit.figures} figures of one commander"
        yield Violation(f"{place}.figures", wrong, "figures = 1", ("CM-HIST-32",))
    elif profile.engine in PUSHED:
        if unit.figures > hands(profile.engine):
            right, rule = (
                f"1 to {hands(profile.engine)}",
                "CM-SIEGE-11" if profile.engine == "mantlet" else "CM-SIEGE-05",
            )
            yield Violation(f"{place}.figures", f"{unit.figures} men to push it", right, (rule,))
    elif profile.engine and unit.figures > FULL_CREW:
        wrong = f"a crew of {unit.figures}"
        yield Violation(f"{place}.figures", wrong, f"1 to {FULL_CREW}", ("CM-CATAPULT-06", "CM-CATAPULT-07"))
    elif unit.files is not None and not 1 <= unit.files <= unit.figures:
        wrong = f"{unit.figures} figures cannot stand in {unit.files} files"
        yield Violation(f"{place}.files", wrong, f"1 to {unit.figures}", ("CM-SCALE-04",))


def _formation_violations(place: str, one: Equipped, options: Options | None) -> Iterator[Violation]:
    unit, profile = one.unit, one.profile
    if one.formation == "square" and profile.mounted:
        wrong = "horse form no square"
        yield Violation(f"{place}.equipment.formation", wrong, "line or open", ("CM-FORM-02",))
    if not unit.hedgehog:
        return
    rules, where = ("CM-MELEE-49",), f"{place}.hedgehog"
    if profile.people not in _PIKEMEN:
        yield Violation(where, "only Swiss and Landsknechte form a hedgehog", "hedgehog = false", rules)
    elif unit.figures < LEAST_HEDGEHOG:
        yield Violation(where, f"a hedgehog of {unit.figures}", f"{LEAST_HEDGEHOG} figures or more", rules)
    elif options is not None and options.hedgehog == "off":
        yield Violation(where, "hedgehogs are not played", 'hedgehog = "on" among the options', rules)


def _arms_violations(where: str, profile: Profile) -> Iterator[Violation]:
    """Lances are for riders; pikes and halberds are carried on foot (CM-MELEE-04, CM-MELEE-10)."""
    if profile.arms == "lance" and not profile.mounted:
        yield Violation(f"{where}.arms", "lances on foot", "hand, spear, pike or halberd", ("CM-MELEE-10",))
    if profile.arms in ("pike", "halberd") and profile.mounted:
        yield Violation(f"{where}.arms", f"{profile.arms}s on horseback", "hand, spear or lance", ("CM-MELEE-04",))


def _hand_violations(where: str, profile: Profile) -> Iterator[Violation]:
    """Where one figure is one man: lances are for riders, what takes both hands is carried on foot and without a
    shield, and only horses are barded (CM-MTM-03, CM-MTM-25)."""
    if profile.weapon == "mounted_lance" and not profile.mounted:
        yield Violation(f"{where}.weapon", "a mounted lance on foot", "another weapon", ("CM-MTM-03",))
    if profile.weapon in TWO_HANDED and profile.mounted:
        wrong = f"{profile.weapon.replace('_', ' ')} on horseback"
        yield Violation(f"{where}.weapon", wrong, "a weapon for one hand, or a mounted lance", ("CM-MTM-03",))
    if profile.weapon in TWO_HANDED and "shield" in profile.body_armour:
        wrong = f"{profile.weapon.replace('_', ' ')} and a shield"
        yield Violation(f"{where}.body_armour", wrong, "armour without a shield", ("CM-MTM-03",))
    if profile.barding and not profile.mounted:
        yield Violation(f"{where}.barding", "men on foot have no horses", "barding = usual", ("CM-MTM-25",))


def _missile_violations(where: str, profile: Profile) -> Iterator[Violation]:
    """Missile troops on foot are light foot (CM-MELEE-02); heavy foot throw (CM-MOVE-04); light and medium horse shoot
    bows, and to heavy horse and armored foot the table gives no range (CM-MOVE-01)."""
    weapon, place = profile.missile, f"{where}.missile"
    if not weapon:
        return
    called = weapon.replace("_", " ")
    if profile.mounted:
        if weapon not in _RIDING or profile.fights_as == "heavy_horse":
            wrong = f"{profile.fights_as.replace('_', ' ')} with {called}"
            right = "light or medium horse with bow or composite_bow, or none"
            yield Violation(place, wrong, right, ("CM-MOVE-01",))
    elif weapon == "thrown":
        if profile.fights_as != "heavy_foot":
            yield Violation(place, "throwing axes and spears", "heavy foot, or another weapon", ("CM-MOVE-04",))
    elif profile.fights_as != "light_foot" or profile.people in _PIKEMEN:
        wrong = f"{profile.fights_as.replace('_', ' ')} with {called}"
        yield Violation(place, wrong, "light foot, in any armour; or none", ("CM-MELEE-02",))


def _people_violations(where: str, one: Equipped) -> Iterator[Violation]:
    """Swiss and Landsknechte are a class of their own (CM-MELEE-05); of the Saracens all foot are light (CM-HIST-27)
    and the horse light or medium (CM-HIST-28)."""
    profile, ready = one.profile, TROOPS[one.unit.troop].profile
    place = f"{where}.people"
    if profile.people != ready.people and {profile.people, ready.people} & set(_PIKEMEN):
        right = "the troop types swiss_pikemen and landsknechte"
        yield Violation(place, f"{one.line.name.lower()} of the {profile.people or 'others'}", right, ("CM-MELEE-05",))
    if profile.people == "saracens" and profile.fights_as not in ("light_foot", "light_horse", "medium_horse"):
        rule = "CM-HIST-28" if profile.mounted else "CM-HIST-27"
        right = "light or medium horse" if profile.mounted else "light foot"
        yield Violation(place, f"{profile.fights_as.replace('_', ' ')} of the Saracens", right, (rule,))
