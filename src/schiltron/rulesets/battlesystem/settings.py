"""The settings of an army list by name, and what each does to a unit (mostly cases 3.1, 4.1 and 8.3)."""

from __future__ import annotations

from typing import Any, Final, get_args

from msgspec.structs import replace

from schiltron.parent_game.classes import CLASSES
from schiltron.parent_game.creature import Order, hit_dice
from schiltron.rulesets.battlesystem.equipped import (
    Equipped,
    Setter,
    Wrong,
    number,
    with_creature,
    with_profile,
    word,
    yes_or_no,
)
from schiltron.rulesets.battlesystem.natures import NATURES, Unnatural
from schiltron.rulesets.battlesystem.ratings.creatures import MOUNTS, at_level
from schiltron.rulesets.battlesystem.ratings.scores import ABILITIES
from schiltron.rulesets.battlesystem.ratings.unit_types import formations
from schiltron.rulesets.battlesystem.ratings.weapons import MISSILES, WEAPONS, enchanted, enchanted_missile
from schiltron.rulesets.battlesystem.state import Formation, Mixed, Rank, Special
from schiltron.rulesets.battlesystem.troops import LIGHT, MEDIUM, TROOPS
from schiltron.table.lengths import inches

# ---------------------------------------------------------------- what it is


def _class(one: Equipped, value: Any) -> Equipped:
    name, creature = word(value, tuple(CLASSES), "BS-3.2-01"), one.profile.creature
    if creature.fights_as is None:
        raise Wrong(f"{creature.race} have no class", "no class", "BS-3.2-01")
    return with_profile(one, creature=at_level(creature, creature.fights_as[1], name))


def _level(one: Equipped, value: Any) -> Equipped:
    creature = one.profile.creature
    if creature.fights_as is None:
        raise Wrong(f"{creature.race} have no levels", "hit_dice, or no level", "BS-8.3-04")
    return with_profile(one, creature=at_level(creature, number(value, 0, 36, "BS-8.3-04")))


def _hit_dice(one: Equipped, value: Any) -> Equipped:
    if one.profile.creature.fights_as is not None:
        raise Wrong("men have the hit dice of their level", "level", "BS-3.1-04")
    try:
        return with_creature(one, hit_dice=hit_dice(str(value)))
    except ValueError as error:
        raise Wrong(str(error), 'as "4+1"', "BS-3.1-04") from error


def _type(one: Equipped, value: Any) -> Equipped:
    kind = word(value, ("regular", "skirmish", "mob"), "BS-2.6-02")
    if one.individual or one.profile.engine:
        raise Wrong("individuals and crews are of no other type", "no type", "BS-2.6-01")
    usual: dict[str, Formation] = {"regular": "open", "skirmish": "skirmish", "mob": "mob"}
    return replace(with_profile(one, kind=kind), formation=usual[kind])


def _special(one: Equipped, value: Any) -> Equipped:
    special = word(value, ("none", *filter(None, get_args(Special))), "BS-2.11-01")
    return with_profile(one, special=special, never_checks=special == "berserkers" or one.profile.never_checks)


def _alignment(one: Equipped, value: Any) -> Equipped:
    return with_creature(one, order=word(value, get_args(Order), "BS-4.6-10"))


# ---------------------------------------------------------------- what it wears and carries


def _armour_class(one: Equipped, value: Any) -> Equipped:
    """Men on foot move as the men of the rosters do in such armour, unless the list says how they move."""
    worn, creature = number(value, -10, 10, "BS-3.1-01"), one.profile.creature
    if creature.race != "human" or one.profile.mounted:
        return with_creature(one, armour_class=worn)
    return with_creature(one, armour_class=worn, move=(LIGHT if worn >= LIGHT["armour_class"] else MEDIUM)["move"])


def _mount_armour_class(one: Equipped, value: Any) -> Equipped:
    worn, profile = number(value, -10, 10, "BS-11.2-01"), one.profile
    if not profile.mounted:
        raise Wrong("they ride nothing", "no mount_armour_class", "BS-11.2-01")
    team = tuple(replace(beast, armour_class=worn) for beast in profile.team)
    mount = None if profile.mount is None else replace(profile.mount, armour_class=worn)
    return with_profile(one, mount=mount, team=team)


def _weapon(one: Equipped, value: Any) -> Equipped:
    """One weapon, or several of which one is in hand at a time (BS-8.2-02); the first is in hand at the start."""
    names = value if isinstance(value, tuple | list) else (value,)
    arms = tuple(WEAPONS[word(name, tuple(WEAPONS), "BS-8.5-07")] for name in names)
    return with_profile(one, weapons=arms, shields=one.profile.shields and not arms[0].two_handed)


def _missile(one: Equipped, value: Any) -> Equipped:
    name = word(value, ("none", *MISSILES), "BS-10.0-01")
    return with_profile(one, missile=MISSILES[name] if name else None)


def _mount(one: Equipped, value: Any) -> Equipped:
    name = word(value, ("none", *MOUNTS), "BS-11.1-01")
    if one.profile.team or one.profile.engine:
        raise Wrong("these ride nothing", "no mount", "BS-11.1-02")
    return with_profile(one, mount=MOUNTS[name] if name else None)


def _magic_weapon(one: Equipped, value: Any) -> Equipped:
    plus = number(value, 0, 5, "BS-8.3-01")
    return with_profile(one, weapons=tuple(enchanted(weapon, plus) for weapon in one.profile.weapons))


def _magic_missile(one: Equipped, value: Any) -> Equipped:
    if one.profile.missile is None:
        raise Wrong("they have no missile weapon", "a missile, or no magic_missile", "BS-10.3-02")
    return with_profile(one, missile=enchanted_missile(one.profile.missile, number(value, 0, 5, "BS-10.3-02")))


def _large_shields(one: Equipped, value: Any) -> Equipped:
    large = yes_or_no(value, "BS-11.6-01")
    return with_profile(one, large_shields=large, shields=large or one.profile.shields)


# ---------------------------------------------------------------- who he is


def _personal(key: str, least: int, most: int, rule: str) -> Setter:
    def set_it(one: Equipped, value: Any) -> Equipped:
        if one.profile.person is None:
            raise Wrong("only individuals have that", f"no {key}", rule)
        person = replace(one.profile.person, **{key: number(value, least, most, rule)})
        return with_profile(one, person=replace(person, bonus=None, radius=None) if key == "charisma" else person)

    return set_it


def _scores(one: Equipped, value: Any) -> Equipped:
    """To be rolled: the abilities in the order in which the best throws are wanted, or just "rolled" (BS-3.2-02)."""
    if one.profile.person is None or not one.profile.creature.classes:
        raise Wrong("these need no ability scores", "no scores", "BS-3.2-02")
    named = [] if value == "rolled" else list(value if isinstance(value, tuple | list) else (value,))
    first = [word(ability, ABILITIES, "BS-3.2-02") for ability in named]
    wanted = tuple(dict.fromkeys((*first, *ABILITIES)))
    person = replace(one.profile.person, wanted=wanted, scores=None, charisma=None, bonus=None, radius=None)
    return with_profile(one, person=person)


def _rank(one: Equipped, value: Any) -> Equipped:
    rank: Any = word(value, tuple(filter(None, get_args(Rank))), "BS-9.0-01")
    if not one.individual:
        raise Wrong("only individuals have a rank", "no rank", "BS-9.0-01")
    return replace(one, rank=rank)


def _name(one: Equipped, value: Any) -> Equipped:
    """Names are read where the whole list is known (commissions.py)."""
    if not isinstance(value, str) or not value:
        raise Wrong(f"it is {value!r}", "a name", "BS-9.0-01")
    return one


def _formation(one: Equipped, value: Any) -> Equipped:
    formation: Any = word(value, get_args(Formation), "BS-7.1-01")
    if formation not in formations(one.profile):
        right = f"one of {', '.join(formations(one.profile))}"
        raise Wrong(f"they cannot stand in {formation} formation", right, "BS-7.1-01")
    return replace(one, formation=formation)


# ---------------------------------------------------------------- mixed units


def _mixed_with(one: Equipped, value: Any) -> Equipped:
    """Figures of another kind, armed like the rest (BS-3.1-02, BS-3.1-03); their number stands beside it."""
    troop = TROOPS[word(value, tuple(TROOPS), "BS-3.1-02")]
    others = number(one.unit.equipment.get("mixed_figures"), 1, max(1, one.unit.figures - 1), "BS-3.1-02")
    for part in (one.profile, troop.profile):
        if part.mounted or part.engine or part.kind == "individual":
            raise Wrong("only foot is mixed", "foot with foot", "BS-3.1-02")
    if bool(troop.profile.weapons) != bool(one.profile.weapons):
        raise Wrong("they do not carry the same weapon", "all with weapons, or none", "BS-3.1-03")
    return with_profile(one, mixed=(Mixed(others, troop.profile.creature),))


def _mixed_figures(one: Equipped, value: Any) -> Equipped:
    if "mixed_with" not in one.unit.equipment:
        raise Wrong("nobody knows who they are", "mixed_with as well", "BS-3.1-02")
    return one


# ---------------------------------------------------------------- the settings in the order in which they are made


def _flag(key: str, rule: str) -> Setter:
    return lambda one, value: with_profile(one, **{key: yes_or_no(value, rule)})


def _nature(key: str) -> Setter:
    def set_it(one: Equipped, value: Any) -> Equipped:
        try:
            return with_profile(one, creature=NATURES[key](one.profile.creature, value), light_blind=_blinded(one, key))
        except Unnatural as fault:
            raise Wrong(fault.wrong, fault.right, fault.rule) from fault

    return set_it


def _blinded(one: Equipped, key: str) -> bool:
    """Daylight troubles the folk of the tables that it does; another folk only if the list says so (BS-S0-10)."""
    return one.profile.light_blind and key != "race"


def _lasting(key: str, rule: str) -> Setter:
    return lambda one, value: with_profile(one, **{key: number(value, -5, 5, rule)})


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
    "move": lambda one, value: with_creature(one, move=inches(number(value, 1, 48, "BS-3.1-05"))),
    "feet_per_turn": lambda one, value: with_creature(one, feet_per_turn=number(value, 10, 480, "BS-3.1-05")),
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
