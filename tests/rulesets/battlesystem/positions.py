"""Positions for tests of BATTLESYSTEM: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("swords", 12, files=6, at=(24, 30), of=MAN, weapon=LONGSWORD, formation="closed"),
        red("orcs", 12, files=6, at=(24, 20), of=ORC),
        person("captain", "blue", with_="swords", rank="unit", radius=10),
    )
    played = play(position, Melees(), "3 4")

`at` is the middle of the front edge (of a single figure its centre). Blue looks up the table (towards smaller y), red
down, unless told otherwise. The name of a unit is its id. AR, ML and DL are as given (`ar`, `ml`, `dl`), since rosters
count as printed here; further names change its profile or set its counters. A commander (rank "unit") is made the
commander of the unit he is with, or of `leads`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene, Step
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import Commanded, PathDrawn, Zone
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.unit import Aboard
from schiltron.parent_game.creature import Creature, HitDice, Missile, Weapon
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.bases import base_of, spacing
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ranks import LAPSES, keep_stance
from schiltron.rulesets.battlesystem.state import (
    Battle,
    BattlePart,
    Company,
    Person,
    Printed,
    Profile,
    Unit,
    UnitPart,
    with_command,
)
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature
from tests.rulesets.parts import parted
from tests.rulesets.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    AnyPlayed,
    ahead,
    charge,
    choose,
    locked,
    looks,
    march,
    piece,
    place,
    position,
    rules,
    share,
    shoot,
    stood,
    strip,
    turn,
)

__all__ = [
    "CROSSBOW",
    "DAGGER",
    "DWARF",
    "EAST",
    "ELF",
    "GOBLIN",
    "LANCE",
    "LONGBOW",
    "LONGSWORD",
    "MAN",
    "NORTH",
    "OGRE",
    "ORC",
    "PIKE",
    "SHORTBOW",
    "SOUTH",
    "SPEAR",
    "WARHORSE",
    "WEST",
    "Played",
    "ahead",
    "blue",
    "bow",
    "charge",
    "choose",
    "creature",
    "field",
    "locked",
    "march",
    "moving",
    "order",
    "person",
    "piece",
    "place",
    "play",
    "red",
    "rules",
    "share",
    "shoot",
    "skirmishers",
    "strip",
    "turn",
    "unit",
    "weapon",
]

# ---------------------------------------------------------------- creatures and weapons


def creature(race: str, dice: int = 1, plus: int = 0, *, ac: int = 6, mv: float = 9, **more: Any) -> Creature:
    return Creature(race=race, hit_dice=HitDice(dice, plus), armour_class=ac, move=inches(mv), **more)


MAN = creature("human", fights_as=("fighter", 1), order="lawful")
ORC = creature("orc", intelligence="low", order="lawful", hates=("elf",))
GOBLIN = creature("goblin", 1, -1, mv=6, size="S", intelligence="low", order="lawful", hates=("gnome", "dwarf"))
DWARF = creature("dwarf", ac=4, mv=6, size="S", fights_as=("fighter", 1), order="lawful", demihuman=True)
ELF = creature("elf", ac=5, mv=12, fights_as=("fighter", 1), order="chaotic", intelligence="high", demihuman=True)
OGRE = creature("ogre", 4, 1, ac=5, size="L", intelligence="low", order="chaotic")
WARHORSE = creature("light warhorse", 2, ac=7, mv=24, size="L", attacks=(damage("1d4"), damage("1d4")), humanoid=False)


def weapon(name: str, small: str, large: str = "", **more: Any) -> Weapon:
    return Weapon(name, (damage(small),), (damage(large or small),), **more)


LONGSWORD = weapon("longsword", "1d8", "1d12")
SPEAR = weapon("spear", "1d6", "1d8", reach="spear")
PIKE = weapon("pike", "1d6", "1d12", reach="pike")
DAGGER = weapon("dagger", "1d4", "1d3")
LANCE = weapon("lance", "2d4+1", "3d6", reach="lance", doubled_on_charge=True)


def bow(name: str, short: float, medium: float, long: float, **more: Any) -> Missile:
    ranges = (inches(short), inches(medium), inches(long))
    known = {"half_shots": 4, "handling": "archers", "bow": True, **more}
    return Missile(name=name, ranges=ranges, damage=(damage("1d6"),), large=(damage("1d6"),), **known)


LONGBOW = bow("longbow", 7, 14, 21)
SHORTBOW = bow("short bow", 5, 10, 15)
CROSSBOW = bow("light crossbow", 6, 12, 18, half_shots=2, handling="crossbows_and_slings", bow=False)

# ---------------------------------------------------------------- units


def unit(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    of: Creature = MAN,
    kind: str = "regular",
    weapon: Weapon | tuple[Weapon, ...] = LONGSWORD,
    files: int | None = None,
    original: int | None = None,
    ar: int | None = None,
    ml: int | None = None,
    dl: int | None = None,
    formation: str = "",
    marks: tuple[str, ...] = (),
    company: str = "",
    **more: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named), in open formation unless told otherwise."""
    changed = {key: more.pop(key) for key in list(more) if key in Profile.__struct_fields__}
    weapons = weapon if isinstance(weapon, tuple) else (weapon,)
    profile = Profile(
        kind=kind, creature=of, weapons=weapons, printed=Printed(attack=ar, morale=ml, discipline=dl), **changed
    )
    usual = {"regular": "open", "mob": "mob", "skirmish": "skirmish", "individual": "none"}[kind]
    stands = "none" if profile.engine else formation or usual
    base = base_of(profile)
    single = bool(profile.engine) or kind in ("individual", "skirmish")
    turned = "flanks" if more.get("stance") == "flanks" else False
    in_hand = weapons[0].name if weapons else ""
    room = spacing(stands)
    body = Single(base) if single else Formed(base=base, files=files or figures, spacing=room, hedgehog=turned)
    return stood(
        name,
        figures,
        side=side,
        at=at,
        facing=facing,
        kind=of.race,
        body=body,
        own=parted(UnitPart(profile=profile, formation=stands), **{"weapon": in_hand, **more}),
        original=original,
        of=company,
        marks=marks,
    )


blue = partial(unit, side="blue", facing=NORTH)
red = partial(unit, side="red", facing=SOUTH)


def person(
    name: str,
    side: str,
    *,
    with_: str = "",
    at: tuple[float, float] = (0, 0),
    facing: float | None = None,
    rank: str = "hero",
    radius: float | None = None,
    bonus: int | None = None,
    hit_points: int = 20,
    thac0: int = 16,
    charisma: int | None = None,
    half_attacks: int = 2,
    **more: Any,
) -> Unit:
    """An individual, with a unit or on a place of his own."""
    what = Person(
        hit_points=hit_points,
        thac0=thac0,
        half_attacks=half_attacks,
        charisma=charisma,
        radius=None if radius is None else inches(radius),
        bonus=bonus,
    )
    he = unit(
        name,
        1,
        side=side,
        at=at,
        facing=looks(side, facing),
        **{"kind": "individual", "person": what, "rank": rank, "hit_points": hit_points, "ar": thac0 + 15, **more},
    )
    return replace(he, place=Aboard(with_)) if with_ else he


def skirmishers(name: str, side: str, places: Iterable[tuple[float, float]], **more: Any) -> list[Unit]:
    """The figures of a skirmish unit, each a unit of one: name-1, name-2 …"""
    facing = looks(side, more.pop("facing", None))
    return [
        unit(f"{name}-{number}", 1, side=side, at=at, facing=facing, kind="skirmish", company=name, **more)
        for number, at in enumerate(places, 1)
    ]


# ---------------------------------------------------------------- the battle


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    contacts: Iterable[Engagement] = (),
    phase: str = "",
    active: str = "",
    turn: int = 1,
    size: tuple[float, float] = (96, 60),
    **options: Any,
) -> Battle:
    """A battle in the middle of a round. Further names are switches, or fields of the battle's own part."""
    own = {key: options.pop(key) for key in list(options) if key in BattlePart.__struct_fields__}
    led = {one.host: one.id for one in units if one.own.command.rank == "unit" and one.host}
    ready = [
        with_command(one, commander=led[one.id]) if one.id in led and not one.own.command.commander else one
        for one in units
    ]
    companies = tuple(
        Company(id=name, name=name.capitalize(), side=side, figures=sum(one.of == name for one in units))
        for name, side in dict.fromkeys((one.of, one.side) for one in units if one.of)
    )
    settings = {"rosters": "print", "measuring": "free", **options}
    width, depth = inches(size[0]), inches(size[1])
    zones = (("blue", Zone(0, depth - inches(10), width, depth)), ("red", Zone(0, 0, width, inches(10))))
    part = BattlePart(
        options=Options(**settings),
        **{"zones": zones, "order": ("blue", "red"), "movers": ("blue", "red"), "companies": companies, **own},
    )
    battle = position(
        "battlesystem",
        ready,
        part,
        size=size,
        features=features,
        contacts=contacts,
        phase=phase,
        active=active,
        turn=turn,
    )
    scene: Any = Scene(battle, LAPSES)
    for one in units:
        keep_stance(scene, one.id)
    return scene.battle  # type: ignore[no-any-return]


# ---------------------------------------------------------------- playing


class Played(AnyPlayed[BattlePart, UnitPart, Step]):
    book = BATTLESYSTEM


play = Played.play


def moving(*units: Unit, **more: Any) -> Played:
    """Blue's moves, with orcs far away unless somebody else is named red."""
    foes = () if any(unit.side == "red" for unit in units) else (red("orcs", 12, files=6, at=(80, 5)),)
    return play(field(*units, *foes, **more), Moves("blue"))


# ---------------------------------------------------------------- answers


def order(actor: str, action: str, *legs: Manoeuvre) -> Commanded:
    """An order of a menu, with a path where it has legs."""
    return Commanded(actor, action, PathDrawn(legs) if legs else None)
