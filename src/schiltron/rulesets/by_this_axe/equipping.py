"""Army lists of this book: a ready-made type, and how a unit differs from it (rules UNIT, CHAR and FANT).

    equipment = { fc = 3, armour = "light", shield = true, melee = ["spear", "axe"], ranged = "javelin" }

A character names his roles and his leadership as well, and the unit he starts with (`joins`); a major monster its hit
dice and how many a figure stands for, or what it is rated as. Weapons of one row of the
book's tables may be called by any name of that row: an axe fights, and costs, as a sword does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.words.grammar import listed
from schiltron.rulesets.by_this_axe.abilities import ABILITIES, MOST_OF, SIZES, said
from schiltron.rulesets.by_this_axe.creatures import A_FIGURE, MAJOR, rated
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.own_spells import read_back
from schiltron.rulesets.by_this_axe.powers import MAGES, PRIESTS
from schiltron.rulesets.by_this_axe.state import Armour, OwnSpell, Role
from schiltron.rulesets.by_this_axe.troops import (
    ALONE_FC,
    FANTASTIC,
    FC_NAMES,
    HEROES,
    HEROIC,
    LEADING,
    MAGE_FC,
    MONSTER,
    MONSTER_FC,
    MONSTERS,
    PRIEST_FC,
    TROOPS,
    Line,
)
from schiltron.rulesets.by_this_axe.weapons import ARTILLERY, MELEE, RANGED
from schiltron.rulesets.mustering import called, nearest
from schiltron.rulesets.quartermaster import Enlisted, Violation

SETTINGS: Final = (
    *("fc", "armour", "shield", "mounted", "melee", "ranged", "musician"),
    *("roles", "leadership", "abilities", "hit_dice", "creatures"),
)
"""Hit dice and creatures are those of a major monster (TA-FANT-C23, TA-FANT-C24)."""
OWN_SPELLS: Final = "extra"
"""What names spells of a list's own."""
LEAST_HIT_DICE: Final = 3  # TA-FANT-C23
LEAST_UNITS: Final = 2  # TA-UNIT-02
FOOT_SIZE: Final = (3, 25)  # TA-UNIT-03
HORSE_SIZE: Final = (2, 15)  # TA-UNIT-04
LEADERSHIP: Final = (1, 5)  # TA-CHAR-09

_ALSO_CALLED: Final = {
    "axe": "sword",
    "mace": "sword",
    "two_handed_sword": "two_handed",
    "two_handed_axe": "two_handed",
    "two_handed_mace": "two_handed",
    "club": "staff",
    "throwing_axe": "thrown",
    "throwing_spear": "thrown",
}
CALLED: Final[dict[str, dict[str, str]]] = {
    "melee": {word: word for word in MELEE} | {word: key for word, key in _ALSO_CALLED.items() if key in MELEE},
    "ranged": {word: word for word in RANGED} | {word: key for word, key in _ALSO_CALLED.items() if key in RANGED},
    "roles": {role: role for role in (*LEADING, *HEROES, *FANTASTIC)},
    "abilities": {word: word for word in ABILITIES},
}
"""The words a list takes, each with what it means."""


class Equipped(Struct, frozen=True):
    """A unit of an army list with its line made whole, and for a character the place of his unit in the list."""

    unit: Enlisted
    line: Line
    host: int | None = None

    @property
    def name(self) -> str:
        return self.unit.name or self.line.name


# ---------------------------------------------------------------- one setting


def _set(line: Line, key: str, value: Any) -> Line | tuple[str, str]:
    """The line with one setting changed, or what is wrong and what would be right."""
    match key:
        case "shield" | "mounted" | "musician":
            if not isinstance(value, bool):
                return f"{key} is {_said(value)}", "true or false"
        case "fc" | "leadership" | "hit_dice" | "creatures":
            if not isinstance(value, int) or isinstance(value, bool):
                return f"{key} is {_said(value)}", "a whole number"
        case "armour":
            if value not in get_args(Armour):
                return f"there is no armour {_said(value)}", nearest(str(value), get_args(Armour))
        case _ if key == OWN_SPELLS:
            found = own_spells(value)
            return found if isinstance(found, tuple) else replace(line, own_spells=tuple(found))
        case _:
            words = (value,) if isinstance(value, str) else value
            known = CALLED[key]
            if not isinstance(words, tuple | list):
                return f"{key} is {_said(value)}", f"words: {', '.join(known)}"
            strange = [str(word) for word in words if word not in known]
            if strange:
                return f"{key} does not know {strange[0]!r}", nearest(strange[0], known)
            value = _once([known[word] for word in words])
    if key == "hit_dice":
        return line
    if key == "roles" and MONSTER in line.roles:
        value = (MONSTER, *value)
    if key in ("roles", "leadership"):
        return replace(line, **{key: value})
    return replace(line, profile=replace(line.profile, **{key: value}))


def own_spells(value: Any) -> list[OwnSpell] | tuple[str, str]:
    """The spells of a list's own that a setting names, or what is wrong and what would be right."""
    words = (value,) if isinstance(value, str) else value
    if not isinstance(words, tuple | list):
        return f"extra is {_said(value)}", "names of spells that the list defines"
    spells = []
    for word in words:
        spell = read_back(str(word))
        if spell is None:
            return f"the list has no spell {word!r}", "one of its own, under [spells.NAME]"
        spells.append(spell)
    return spells


def _once(words: Sequence[str]) -> tuple[str, ...]:
    """Each word as often as it counts: what can be had twice may be named twice (TA-FANT-A14)."""
    kept: list[str] = []
    for word in words:
        if kept.count(word) < MOST_OF.get(word, 1):
            kept.append(word)
    return tuple(kept)


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _changed(place: str, unit: Enlisted, line: Line) -> tuple[Line, list[Violation]]:
    """The ready-made line as the list changes it, and every setting that cannot be."""
    found = []
    for key, value in unit.equipment.items():
        if key not in (*SETTINGS, OWN_SPELLS):
            wrong = f"{key} is no part of a unit's equipment"
            found.append(Violation(f"{place}.equipment.{key}", wrong, nearest(key, SETTINGS), ("TA-UNIT-31",)))
            continue
        result = _set(line, key, value)
        if isinstance(result, tuple):
            found.append(Violation(f"{place}.equipment.{key}", *result, ("TA-UNIT-31",)))
        else:
            line = result
    return (_as_rated(unit, line) if MONSTER in line.roles else line), found


def _hit_dice(unit: Enlisted) -> int | None:
    """Of one creature, where the list says it in a whole number."""
    dice = unit.equipment.get("hit_dice")
    return dice if isinstance(dice, int) and not isinstance(dice, bool) else None


def _as_rated(unit: Enlisted, line: Line) -> Line:
    """A major monster as the hero that its hit dice make it, where the list does not say as which (TA-FANT-C24)."""
    dice = _hit_dice(unit)
    rating = rated(dice * line.profile.together) if dice is not None and not line.heroic else None
    return line if rating is None else replace(line, roles=(*line.roles, rating))


# ---------------------------------------------------------------- a whole list


def equipped(units: Sequence[Enlisted], options: Options) -> tuple[list[Equipped | None], list[Violation]]:
    """The units of an army with their lines, None for a troop type there is not, and everything against them."""
    found: list[Violation] = []
    made: list[Equipped | None] = []
    for number, unit in enumerate(units):
        troop = TROOPS.get(MAJOR if unit.troop in MONSTERS else unit.troop)
        if troop is None:
            wrong = f"there is no troop type {unit.troop!r}"
            found.append(Violation(f"units[{number}].troop", wrong, nearest(unit.troop, TROOPS)))
            made.append(None)
            continue
        line, strange = _changed(f"units[{number}]", unit, troop)
        found += strange
        made.append(Equipped(unit, line))
    for number, one in enumerate(made):
        if one is not None:
            host = _host(one, number, made)
            if isinstance(host, Violation):
                found.append(host)
            elif one.line.character:
                made[number] = _with_his_unit(one, host, made)
    found += [
        violation
        for number, one in enumerate(made)
        if one is not None
        for violation in _unit_violations(f"units[{number}]", one, options)
    ]
    return made, found


def _with_his_unit(one: Equipped, host: int | None, made: Sequence[Equipped | None]) -> Equipped:
    """A character at the level of his roles, unless the list says otherwise."""
    profile = one.line.profile
    if "fc" not in one.unit.equipment:
        with_ = made[host] if host is not None else None
        profile = replace(profile, fc=_usual_fc(one.line, with_))
    return Equipped(one.unit, replace(one.line, profile=profile), host)


def _usual_fc(line: Line, with_: Equipped | None) -> int:
    """Heroes fight at Heroic level; a plain general or leader has the FC of the unit he starts with, or 3 alone
    (TA-CHAR-04); monsters below heroes are elite (TA-FANT-C24), mages poor fighters (TA-FANT-M12), and priests have a
    level of their own where they are alone (TA-FANT-P13)."""
    if line.heroic:
        return HEROIC
    if MONSTER in line.roles:
        return MONSTER_FC
    if not line.leads and any(role in PRIESTS for role in line.roles):
        return PRIEST_FC
    if not line.leads and any(role in MAGES for role in line.roles):
        return MAGE_FC
    return with_.line.profile.fc if with_ is not None else ALONE_FC


def _host(one: Equipped, number: int, made: Sequence[Equipped | None]) -> int | Violation | None:
    """Where in the list the unit stands that a character starts with (TA-CHAR-11)."""
    wanted, place, rules = one.unit.joins, f"units[{number}].joins", ("TA-CHAR-11",)
    if not wanted:
        return None
    if not one.line.character:
        return Violation(place, "only a character joins a unit", "no joins", rules)
    if one.unit.pose is not None:
        return Violation(place, "he stands on a place of his own", "either joins or at", rules)
    hosts = {at: other.name for at, other in enumerate(made) if other is not None and not other.line.character}
    return called(wanted, hosts, place, rules)


# ---------------------------------------------------------------- what a line may be


def _unit_violations(place: str, one: Equipped, options: Options) -> Iterator[Violation]:
    yield from _size_violations(place, one.unit, one.line)
    yield from _line_violations(f"{place}.equipment", one.line, options)
    yield from _fantasy_violations(place, one, options)


def _line_violations(where: str, line: Line, options: Options) -> Iterator[Violation]:
    profile = line.profile
    yield from _character_violations(where, line) if line.character else _troop_violations(where, line)
    if "lance" in profile.melee and not profile.mounted:
        wrong = f"{line.name.lower()} on foot carry lances"
        yield Violation(f"{where}.melee", wrong, "mounted = true, or another weapon", ("TA-MELEE-20",))
    if ARTILLERY in profile.ranged and options.artillery == "none":
        right = 'a scenario with artillery = "allowed" among its options, or another weapon'
        yield Violation(f"{where}.ranged", "artillery comes only with a scenario", right, ("TA-RANGED-17",))


def _troop_violations(where: str, line: Line) -> Iterator[Violation]:
    """Five levels there are (TA-UNIT-17), the highest for single characters only (TA-UNIT-18, TA-CHAR-05)."""
    fc = line.profile.fc
    if fc == HEROIC:
        right = "1 to 4, or characters who join the unit"
        yield Violation(f"{where}.fc", "a troop unit of Heroic level", right, ("TA-UNIT-18", "TA-CHAR-05"))
    elif fc not in FC_NAMES:
        yield Violation(f"{where}.fc", f"there is no FC {fc}", f"1 to {HEROIC - 1}", ("TA-UNIT-17",))
    if line.roles:
        right = 'no roles here; list a "character" who joins the unit'
        yield Violation(f"{where}.roles", "roles are for characters", right, ("TA-CHAR-01",))
    if line.leadership:
        right = 'no leadership here; list a "leader" who joins the unit'
        yield Violation(f"{where}.leadership", "leadership is for characters", right, ("TA-CHAR-04",))


def _character_violations(where: str, line: Line) -> Iterator[Violation]:
    heroes = [role for role in line.roles if role in HEROES]
    if not line.roles:
        right = f"one or more of {', '.join((*LEADING, *HEROES, *FANTASTIC))}"
        yield Violation(f"{where}.roles", "a character without a role", right, ("TA-CHAR-12",))
    if len(heroes) > 1:
        wrong = f"{' and '.join(heroes)} at once"
        yield Violation(f"{where}.roles", wrong, f"one of {', '.join(HEROES)}, or none", ("TA-CHAR-12",))
    if line.profile.musician:
        right = "the musician in the equipment of the unit"
        yield Violation(f"{where}.musician", "a musician goes with a unit", right, ("TA-MOVE-11",))
    yield from _leadership_violations(where, line)
    yield from _skill_violations(where, line)


def _fantasy_violations(place: str, one: Equipped, options: Options) -> Iterator[Violation]:
    """What takes the field in the fantasy game alone (TA-UNIT-08), and what of it the book does not know."""
    line, where = one.line, f"{place}.equipment"
    if line.fantastic and options.fantasy == "none":
        what = "major monsters" if MONSTER in line.roles else line.name
        if not line.profile.kind:
            what = f"{next(role for role in line.roles if role in FANTASTIC).replace('_', ' ')}s"
        wrong = f"{what} belong to the fantasy supplement"
        right = 'fantasy = "supplement" among the options of the battle, or other troops'
        yield Violation(f"{place}.troop", wrong, right, ("TA-UNIT-08",))
    sizes = [word for word in line.profile.advantages if word in SIZES]
    if len(sizes) > 1:
        rules = ("TA-FANT-Z01", "TA-FANT-Z02", "TA-FANT-Z03")
        yield Violation(f"{where}.abilities", f"{listed(sizes)} at once", "one size, or none", rules)
    if line.own_spells and not any(role in MAGES for role in line.roles):
        right = f"{' or '.join(MAGES)} among the roles, or no extra"
        yield Violation(f"{where}.extra", "spells are cast by mages and wizards", right, ("TA-FANT-M04",))
    yield from _role_violations(where, line)
    yield from _monster_violations(where, one, options)


_WITH_HERO: Final[dict[Role, tuple[Role, str]]] = {
    "priest": ("hero", "TA-FANT-P05"),
    "high_priest": ("superhero", "TA-FANT-P09"),
}


def _role_violations(where: str, line: Line) -> Iterator[Violation]:
    """A priest is a hero besides, and a high priest a superhero, or neither is any (TA-FANT-P05, TA-FANT-P09)."""
    magic = [role for role in line.roles if role in FANTASTIC]
    if len(magic) > 1:
        wrong = f"{listed([said(role) for role in magic])} at once"
        right = f"one of {', '.join(FANTASTIC)}, or none"
        yield Violation(f"{where}.roles", wrong, right, ("TA-CHAR-12",))
    for role in magic:
        hero, rule = _WITH_HERO.get(role, ("", ""))
        others = [other for other in line.roles if other in HEROES and other != hero]
        if hero and others:
            wrong = f"a {said(role)} who is a {others[0]}"
            yield Violation(f"{where}.roles", wrong, f"{hero}, or no hero besides", (rule,))


def _monster_violations(where: str, one: Equipped, options: Options) -> Iterator[Violation]:
    """How great and how many a figure of major monsters is (TA-FANT-C23)."""
    line, equipment = one.line, one.unit.equipment
    if MONSTER not in line.roles:
        for key in ("hit_dice", "creatures"):
            if key in equipment:
                right = f"{MAJOR} as the troop type, or no {key}"
                yield Violation(f"{where}.{key}", f"{key} of what is no major monster", right, ("TA-FANT-C23",))
        return
    low, high = A_FIGURE[options.scale]
    if not low <= line.profile.together <= high:
        wrong = f"{line.profile.together} creatures in a figure at {options.scale}"
        yield Violation(f"{where}.creatures", wrong, f"{low} to {high}", ("TA-FANT-C23",))
    dice = _hit_dice(one.unit)
    if dice is not None and dice < LEAST_HIT_DICE:
        wrong = f"a major monster of {dice} hit dice"
        right = f"{LEAST_HIT_DICE} or more, or a kind of the book's list"
        yield Violation(f"{where}.hit_dice", wrong, right, ("TA-FANT-C23",))


def _leadership_violations(where: str, line: Line) -> Iterator[Violation]:
    """Generals and leaders have a level from 1 to 5 (TA-CHAR-09), nobody else has any (TA-CHAR-04)."""
    low, high = LEADERSHIP
    if line.leads and not low <= line.leadership <= high:
        wrong = f"leadership {line.leadership}" if line.leadership else "a general or leader without leadership"
        right = f"leadership = {low} to {high}"
        yield Violation(f"{where}.leadership", wrong, right, ("TA-CHAR-04", "TA-CHAR-09"))
    if line.leadership and not line.leads:
        right = "leader or general among the roles, or no leadership"
        yield Violation(f"{where}.leadership", "leadership without a leader", right, ("TA-CHAR-04",))


def _skill_violations(where: str, line: Line) -> Iterator[Violation]:
    """FC 5 has no price of its own: it comes with being a hero (TA-POINTS-03), and a hero has it."""
    fc = line.profile.fc
    if line.heroic and fc != HEROIC:
        right = f"fc = {HEROIC}, or no fc"
        yield Violation(f"{where}.fc", f"a hero of FC {fc}", right, ("TA-POINTS-03", "TA-UNIT-18"))
    elif not line.heroic and not 1 <= fc < HEROIC:
        right = f"1 to {HEROIC - 1}, or a hero among the roles"
        yield Violation(f"{where}.fc", f"a plain character of FC {fc}", right, ("TA-POINTS-03", "TA-UNIT-17"))


def _size_violations(place: str, unit: Enlisted, line: Line) -> Iterator[Violation]:
    """How many figures make a unit (TA-UNIT-03 to TA-UNIT-05), in ranks and files that come out (TA-UNIT-06)."""
    if line.character:
        if unit.figures != 1:
            wrong = f"{unit.figures} figures of one character"
            yield Violation(f"{place}.figures", wrong, "figures = 1, and an entry for each", ("TA-UNIT-05",))
    else:
        low, high = HORSE_SIZE if line.profile.mounted else FOOT_SIZE
        rule, arm = ("TA-UNIT-04", "horse") if line.profile.mounted else ("TA-UNIT-03", "foot")
        if not low <= unit.figures <= high:
            wrong = f"{arm} in a unit of {unit.figures}"
            yield Violation(f"{place}.figures", wrong, f"{low} to {high} figures", (rule,))
    if unit.files is not None and not 1 <= unit.files <= unit.figures:
        wrong = f"{unit.figures} figures cannot stand in {unit.files} files"
        yield Violation(f"{place}.files", wrong, f"1 to {unit.figures}", ("TA-UNIT-06",))
    if unit.hedgehog:
        wrong = "units of this book form no hedgehog"
        yield Violation(f"{place}.hedgehog", wrong, "hedgehog = false", ("TA-UNIT-06",))
