"""Army lists of this book name a ready-made type of troops, and what sets a unit apart from it.

    equipment = { type = "mob", weapon = "spear", armour_class = 5, level = 2, magic_weapon = 1, commander = "Radd" }

Who leads and succeeds whom is read in commissions.py. Damage, ratings and limits follow from the profile (ratings/).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from schiltron.parent_game.classes import CLASSES
from schiltron.parent_game.creature import Order, hit_dice
from schiltron.rulesets.battlesystem.natures import NATURES, Unnatural
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.creatures import MOUNTS, at_level
from schiltron.rulesets.battlesystem.ratings.people import character, from_the_ranks
from schiltron.rulesets.battlesystem.ratings.scores import ABILITIES
from schiltron.rulesets.battlesystem.ratings.unit_types import faults, formations
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS, enchanted, enchanted_missile
from schiltron.rulesets.battlesystem.state import Formation, Mixed, Profile, Rank, Special
from schiltron.rulesets.battlesystem.troops import LIGHT, MEDIUM, TROOPS, Troop
from schiltron.rulesets.mustering import nearest
from schiltron.rulesets.quartermaster import Enlisted, Violation
from schiltron.table.lengths import inches


class Equipped(Struct, frozen=True):
    """A unit of an army list made whole. `host` is the place in the list of the unit an individual starts with;
    `leader` is the commander risen from its ranks whom a unit has if no individual leads it (BS-S0-03)."""

    unit: Enlisted
    troop: Troop
    profile: Profile
    formation: Formation
    rank: Rank = ""
    host: int | None = None
    leader: Profile | None = None

    @property
    def name(self) -> str:
        return self.unit.name or self.troop.name

    @property
    def individual(self) -> bool:
        return self.profile.kind == "individual"

    @property
    def leader_name(self) -> str:
        named = self.unit.equipment.get("commander")
        return str(named) if named else self.troop.commander or f"Captain of {self.name}"


class _Wrong(ValueError):
    """A setting that cannot be: what is wrong, what would be right, and the rule."""

    def __init__(self, wrong: str, right: str, rule: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right, self.rule = wrong, right, rule


Setter = Callable[[Equipped, Any], Equipped]

# ---------------------------------------------------------------- reading values


def _word(value: Any, known: Sequence[str], rule: str) -> str:
    if value not in known:
        raise _Wrong(f"{value!r} is not known here", nearest(str(value), known), rule)
    return "" if value == "none" else str(value)


def _number(value: Any, least: int, most: int, rule: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _Wrong(f"it is {value!r}", f"a whole number from {least} to {most}", rule)
    return value


def _yes_or_no(value: Any, rule: str) -> bool:
    if not isinstance(value, bool):
        raise _Wrong(f"it is {value!r}", "true or false", rule)
    return value


def _with(one: Equipped, **changed: Any) -> Equipped:
    return replace(one, profile=replace(one.profile, **changed))


def _being(one: Equipped, **changed: Any) -> Equipped:
    return _with(one, creature=replace(one.profile.creature, **changed))


# ---------------------------------------------------------------- what it is


def _class(one: Equipped, value: Any) -> Equipped:
    name, creature = _word(value, tuple(CLASSES), "BS-3.2-01"), one.profile.creature
    if creature.fights_as is None:
        raise _Wrong(f"{creature.race} have no class", "no class", "BS-3.2-01")
    return _with(one, creature=at_level(creature, creature.fights_as[1], name))


def _level(one: Equipped, value: Any) -> Equipped:
    creature = one.profile.creature
    if creature.fights_as is None:
        raise _Wrong(f"{creature.race} have no levels", "hit_dice, or no level", "BS-8.3-04")
    return _with(one, creature=at_level(creature, _number(value, 0, 36, "BS-8.3-04")))


def _hit_dice(one: Equipped, value: Any) -> Equipped:
    if one.profile.creature.fights_as is not None:
        raise _Wrong("men have the hit dice of their level", "level", "BS-3.1-04")
    try:
        return _being(one, hit_dice=hit_dice(str(value)))
    except ValueError as error:
        raise _Wrong(str(error), 'as "4+1"', "BS-3.1-04") from error


def _type(one: Equipped, value: Any) -> Equipped:
    kind = _word(value, ("regular", "skirmish", "mob"), "BS-2.6-02")
    if one.individual or one.profile.engine:
        raise _Wrong("individuals and crews are of no other type", "no type", "BS-2.6-01")
    usual: dict[str, Formation] = {"regular": "open", "skirmish": "skirmish", "mob": "mob"}
    return replace(_with(one, kind=kind), formation=usual[kind])


def _special(one: Equipped, value: Any) -> Equipped:
    special = _word(value, ("none", *filter(None, get_args(Special))), "BS-2.11-01")
    return _with(one, special=special, never_checks=special == "berserkers" or one.profile.never_checks)


def _alignment(one: Equipped, value: Any) -> Equipped:
    return _being(one, order=_word(value, get_args(Order), "BS-4.6-10"))


# ---------------------------------------------------------------- what it wears and carries


def _armour_class(one: Equipped, value: Any) -> Equipped:
    """Men on foot move as the men of the rosters do in such armour, unless the list says how they move."""
    worn, creature = _number(value, -10, 10, "BS-3.1-01"), one.profile.creature
    if creature.race != "human" or one.profile.mounted:
        return _being(one, armour_class=worn)
    return _being(one, armour_class=worn, move=(LIGHT if worn >= LIGHT["armour_class"] else MEDIUM)["move"])


def _mount_armour_class(one: Equipped, value: Any) -> Equipped:
    worn, profile = _number(value, -10, 10, "BS-11.2-01"), one.profile
    if not profile.mounted:
        raise _Wrong("they ride nothing", "no mount_armour_class", "BS-11.2-01")
    team = tuple(replace(beast, armour_class=worn) for beast in profile.team)
    mount = None if profile.mount is None else replace(profile.mount, armour_class=worn)
    return _with(one, mount=mount, team=team)


def _weapon(one: Equipped, value: Any) -> Equipped:
    """One weapon, or several of which one is in hand at a time (BS-8.2-02); the first is in hand at the start."""
    names = value if isinstance(value, tuple | list) else (value,)
    arms = tuple(WEAPONS[_word(name, tuple(WEAPONS), "BS-8.5-07")] for name in names)
    return _with(one, weapons=arms, shields=one.profile.shields and not arms[0].two_handed)


def _missile(one: Equipped, value: Any) -> Equipped:
    name = _word(value, ("none", *MISSILES), "BS-10.0-01")
    return _with(one, missile=MISSILES[name] if name else None)


def _mount(one: Equipped, value: Any) -> Equipped:
    name = _word(value, ("none", *MOUNTS), "BS-11.1-01")
    if one.profile.team or one.profile.engine:
        raise _Wrong("these ride nothing", "no mount", "BS-11.1-02")
    return _with(one, mount=MOUNTS[name] if name else None)


def _magic_weapon(one: Equipped, value: Any) -> Equipped:
    plus = _number(value, 0, 5, "BS-8.3-01")
    return _with(one, weapons=tuple(enchanted(weapon, plus) for weapon in one.profile.weapons))


def _magic_missile(one: Equipped, value: Any) -> Equipped:
    if one.profile.missile is None:
        raise _Wrong("they have no missile weapon", "a missile, or no magic_missile", "BS-10.3-02")
    return _with(one, missile=enchanted_missile(one.profile.missile, _number(value, 0, 5, "BS-10.3-02")))


def _large_shields(one: Equipped, value: Any) -> Equipped:
    large = _yes_or_no(value, "BS-11.6-01")
    return _with(one, large_shields=large, shields=large or one.profile.shields)


# ---------------------------------------------------------------- who he is


def _personal(key: str, least: int, most: int, rule: str) -> Setter:
    def set_it(one: Equipped, value: Any) -> Equipped:
        if one.profile.person is None:
            raise _Wrong("only individuals have that", f"no {key}", rule)
        person = replace(one.profile.person, **{key: _number(value, least, most, rule)})
        return _with(one, person=replace(person, bonus=None, radius=None) if key == "charisma" else person)

    return set_it


def _scores(one: Equipped, value: Any) -> Equipped:
    """To be rolled: the abilities in the order in which the best throws are wanted, or just "rolled" (BS-3.2-02)."""
    if one.profile.person is None or not one.profile.creature.classes:
        raise _Wrong("these need no ability scores", "no scores", "BS-3.2-02")
    named = [] if value == "rolled" else list(value if isinstance(value, tuple | list) else (value,))
    first = [_word(ability, ABILITIES, "BS-3.2-02") for ability in named]
    wanted = tuple(dict.fromkeys((*first, *ABILITIES)))
    person = replace(one.profile.person, wanted=wanted, scores=None, charisma=None, bonus=None, radius=None)
    return _with(one, person=person)


def _rank(one: Equipped, value: Any) -> Equipped:
    rank: Any = _word(value, tuple(filter(None, get_args(Rank))), "BS-9.0-01")
    if not one.individual:
        raise _Wrong("only individuals have a rank", "no rank", "BS-9.0-01")
    return replace(one, rank=rank)


def _name(one: Equipped, value: Any) -> Equipped:
    """Names are read where the whole list is known (commissions.py)."""
    if not isinstance(value, str) or not value:
        raise _Wrong(f"it is {value!r}", "a name", "BS-9.0-01")
    return one


def _formation(one: Equipped, value: Any) -> Equipped:
    formation: Any = _word(value, get_args(Formation), "BS-7.1-01")
    if formation not in formations(one.profile):
        right = f"one of {', '.join(formations(one.profile))}"
        raise _Wrong(f"they cannot stand in {formation} formation", right, "BS-7.1-01")
    return replace(one, formation=formation)


# ---------------------------------------------------------------- mixed units


def _mixed_with(one: Equipped, value: Any) -> Equipped:
    """Figures of another kind, armed like the rest (BS-3.1-02, BS-3.1-03); their number stands beside it."""
    troop = TROOPS[_word(value, tuple(TROOPS), "BS-3.1-02")]
    number = _number(one.unit.equipment.get("mixed_figures"), 1, max(1, one.unit.figures - 1), "BS-3.1-02")
    for part in (one.profile, troop.profile):
        if part.mounted or part.engine or part.kind == "individual":
            raise _Wrong("only foot is mixed", "foot with foot", "BS-3.1-02")
    if bool(troop.profile.weapons) != bool(one.profile.weapons):
        raise _Wrong("they do not carry the same weapon", "all with weapons, or none", "BS-3.1-03")
    return _with(one, mixed=(Mixed(number, troop.profile.creature),))


def _mixed_figures(one: Equipped, value: Any) -> Equipped:
    if "mixed_with" not in one.unit.equipment:
        raise _Wrong("nobody knows who they are", "mixed_with as well", "BS-3.1-02")
    return one


# ---------------------------------------------------------------- the settings in the order in which they are made


def _flag(key: str, rule: str) -> Setter:
    return lambda one, value: _with(one, **{key: _yes_or_no(value, rule)})


def _nature(key: str) -> Setter:
    def set_it(one: Equipped, value: Any) -> Equipped:
        try:
            return _with(one, creature=NATURES[key](one.profile.creature, value), light_blind=_blinded(one, key))
        except Unnatural as fault:
            raise _Wrong(fault.wrong, fault.right, fault.rule) from fault

    return set_it


def _blinded(one: Equipped, key: str) -> bool:
    """Daylight troubles the folk of the tables that it does; another folk only if the list says so (BS-S0-10)."""
    return one.profile.light_blind and key != "race"


def _lasting(key: str, rule: str) -> Setter:
    return lambda one, value: _with(one, **{key: _number(value, -5, 5, rule)})


SETTINGS: Final[dict[str, Setter]] = {
    "type": _type,
    **{key: _nature(key) for key in NATURES},
    "class": _class,
    "level": _level,
    "hit_dice": _hit_dice,
    "special": _special,
    "alignment": _alignment,
    "mount": _mount,
    "mount_armour_class": _mount_armour_class,
    "armour_class": _armour_class,
    "move": lambda one, value: _being(one, move=inches(_number(value, 1, 48, "BS-3.1-05"))),
    "feet_per_turn": lambda one, value: _being(one, feet_per_turn=_number(value, 10, 480, "BS-3.1-05")),
    "weapon": _weapon,
    "missile": _missile,
    "magic_weapon": _magic_weapon,
    "magic_missile": _magic_missile,
    "magic_equipment": _flag("magic_equipment", "BS-4.1-05"),
    "shields": _flag("shields", "BS-8.3-11"),
    "large_shields": _large_shields,
    "light_blind": _flag("light_blind", "BS-S0-10"),
    "stands": _flag("stands", "BS-2.4-01"),
    "never_checks": _flag("never_checks", "BS-4.1-09"),
    "undisciplined": _flag("undisciplined", "BS-4.6-03"),
    "to_hit": _lasting("to_hit", "BS-8.3-01"),
    "morale_bonus": _lasting("morale_bonus", "BS-4.1-10"),
    "mixed_with": _mixed_with,
    "mixed_figures": _mixed_figures,
    "hit_points": _personal("hit_points", 1, 999, "BS-3.2-01"),
    "charisma": _personal("charisma", 1, 25, "BS-4.9-01"),
    "scores": _scores,
    "rank": _rank,
    "formation": _formation,
    "commander": _name,
    "deputy_to": _name,
    "brigade": _name,
}
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
        one = _with(one, printed=None)
    for key in _PERSONAL:
        if key in unit.equipment:
            one = _set(f"{place}.equipment.{key}", one, SETTINGS[key], unit.equipment[key], found)
    return one, found


def _set(place: str, one: Equipped, set_it: Setter, value: Any, found: list[Violation]) -> Equipped:
    try:
        return set_it(one, value)
    except _Wrong as fault:
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
