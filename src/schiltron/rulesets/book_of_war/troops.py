"""Unit types of the basic game (chapter B2), creatures and heroes of the Advanced Rules (A2, A3), and their bases
(C1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.book_of_war.heroes import Hero, hero_profile, man_to_man, wards
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches

PIKES: Final = "pikemen"

Ability = Literal[
    "damage_2",
    "dodge_giants",
    "fearless",
    "great_strength",
    "hide_in_woods",
    "invisibility",
    "light_weakness",
    "mule_mounts",
    "regenerate",
    "sling_plus_1",
    "throw_stones",
    "two_attacks",
]
"""What creatures can do besides, in the words of the book's table."""


_UNSHAKEN: Final = 100

Modifier = Literal[
    "attack_on_rear_of_unit",
    "beyond_half_range",
    "darkness_without_infravision",
    "halfling_sling",
    "indirect_fire",
    "long_range_band_optional",
    "pike_free_attack_vs_cavalry",
    "pike_free_attack_vs_infantry",
    "rain",
    "routed_unit_that_cannot_flee",
    "target_behind_battlement",
]
"""Rows of the table of modifiers that hang on how an attack is made; what hangs on the two types is added unasked."""


class Missile(Struct, frozen=True):
    """A missile weapon: dice a figure at rest, and how far it carries (BW-B2-28, BW-A2-24).

    Those of heroes need a fixed number to hit, do a damage of their own, and are used only by one who has not moved
    (BW-A3-27, BW-A3-33).
    """

    name: str
    rate: int
    reach: Mil
    need: int | None = None
    damage: int | None = None
    at_rest: bool = False
    farthest: Mil | None = None
    """How far it carries where there is a band beyond its range (BW-O5-01)."""
    even: bool = False
    """As good at any range: no penalty beyond half of it."""

    @property
    def limit(self) -> Mil:
        """How far it carries at all."""
        return self.reach if self.farthest is None else self.farthest


class Ship(Struct, frozen=True):
    """How a type of ship goes: its moves under oars and under sail, 0 where it has none, and how much of its length is
    forecastle and aftercastle. Length and beam are those of its base, to the scale of the ground (BW-O6-01)."""

    rowed: Mil = 0
    sailed: Mil = 0
    forecastle: Mil = 0
    aftercastle: Mil = 0


class Troop(Struct, frozen=True):
    """A unit type. Lances, swords, axes and spears do nothing of their own (BW-B2-09).

    The move of men follows their gear (BW-C2-02), that of horses the role-playing game (BW-C2-03); the number that hits
    follows the armour worn (BW-C3-03). What horses add is in the listed values already (BW-B2-08).
    """

    id: str
    name: str
    cost: int
    move: Mil
    armour_hit: int
    hit_dice: int
    base: Base
    mounted: bool
    dice_open: int
    dice_broken: int
    attack_bonus: int
    missile: Missile | None
    damage: int = 1
    """Hits that a success scores, no more than the target has Hit Dice (BW-A1-11, BW-A1-12)."""
    abilities: frozenset[Ability] = frozenset()
    big: bool = False
    """An ogre, troll, giant or the like (BW-A2-06)."""
    hero: Hero | None = None
    """What it is besides if it is a hero (BW-A3-01)."""
    wards: frozenset[str] = frozenset()
    """Kinds of magic harm that do nothing to it: fire, cold, lightning (BW-A3-32)."""
    needs_magic: bool = False
    """Whether only heroes and magic hit it (BW-A3-12)."""
    enchanted: bool = False
    """Whether it was summoned or conjured, as elementals are (BW-A4-04)."""
    rank: int = 0
    """Of a wizard (BW-A4-01)."""
    ship: Ship | None = None
    """What it is if it is a hull, which carries figures and has none (BW-O6-19)."""
    basic_magic: bool = False
    """Whether a wizard has the abilities that all have where spells are not tracked one by one (BW-A4-31): a ward
    against the enchanted (BW-A4-04), sight of the hidden (BW-A4-05), a way to leave (BW-A4-06)."""
    infravision: bool = False
    """Whether it sees in the dark: fantasy types do, dragons and giants too; halflings and men do not
    (BW-O2-06)."""
    alignment: Literal["lawful", "neutral", "chaotic"] = "neutral"
    """By the headings of the lists (BW-O3-01)."""
    underworld: bool = False
    """Whether it is at home where there is no light at all (BW-O2-07)."""
    pays_as_foot: bool = False
    """Whether it pays for ground what foot pays though it rides (`conditions`)."""
    melee_modifiers: tuple[Modifier, ...] = ()
    """What changes its blows under the conditions of the field."""
    missile_modifiers: tuple[Modifier, ...] = ()
    steadiness: int | None = None
    """What it adds to a morale check under the conditions of the field."""

    @property
    def rides(self) -> bool:
        """Whether bad ground costs it more than foot (BW-B2-07)."""
        return self.mounted and not self.pays_as_foot

    @property
    def pikes(self) -> bool:
        return self.id == PIKES

    @property
    def horse_archers(self) -> bool:
        """Horse with bows: the only ones who split their moves and shoot to the left (BW-B2-42, BW-B2-43). Crossbows
        on mules do neither (BW-A2-07)."""
        return (
            self.mounted
            and self.missile is not None
            and not self.missile.at_rest
            and "mule_mounts" not in self.abilities
        )

    @property
    def fearless(self) -> bool:
        """Whether it never checks morale, as some creatures (BW-A2-23) and all heroes (BW-A3-15)."""
        return "fearless" in self.abilities or self.hero is not None

    @property
    def nerve(self) -> int:
        """What its type adds to a morale check: Hit Dice (BW-B5-02), less one for who dislikes the light of day, which
        there always is without weather (BW-A2-15, BW-A2-16); more than enough for the fearless."""
        if self.fearless:
            return _UNSHAKEN
        if self.steadiness is not None:
            return self.steadiness
        return self.hit_dice - ("light_weakness" in self.abilities)

    @property
    def hides(self) -> bool:
        """Whether it may be set up in secret (BW-A2-02, BW-A2-12)."""
        return "hide_in_woods" in self.abilities or "invisibility" in self.abilities

    @property
    def half_move(self) -> Mil:
        return self.move // 2


def base_of(figure_class: str) -> Base:
    """Printed are the bases of foot and horse; whoever rides stands on the latter, and big monsters are half as wide
    again as a horse (BW-C1-04, BW-C1-05, BW-C1-06)."""
    row = LAW.sheet("BW-T-bases").row(figure_class)
    return Base(width=inches(float(row["width_in"])), depth=inches(float(row["depth_in"])))


def missile_named(weapons: str) -> Missile | None:
    """What a type shoots with; a bow is the same on foot and on horseback (BW-B2-28, BW-B2-45). Stones are thrown
    (BW-A2-24)."""
    for row in (*LAW.sheet("BW-T-missiles").records(), *LAW.sheet("BW-T-special-missiles").records()):
        if row["weapon"] in weapons.split("/"):
            return Missile(str(row["weapon"]), int(row["rate_of_fire"]), inches(float(row["range_in"])))
    return None


def _abilities(name: str, listed: str) -> frozenset[Ability]:
    """Those that the book lists; every dwarf dodges giants, listed or not (BW-A2-06). Two attacks with their bonus are
    in the profile."""
    words = {*listed.replace(" ", "").split(","), *(("dodge_giants",) if name.startswith("dwarf_") else ())}
    return frozenset(ability for ability in get_args(Ability) if ability in words)


def _troop(row: dict[str, str | int | float | bool]) -> Troop:
    """A row of the lists with its profile. Hit Dice give elite foot and the large Chaotic their bonus (BW-A2-10,
    BW-A2-18); who rides has two dice in the open, with the bonus of the rider alone (BW-A2-11, BW-A2-14)."""
    name = str(row["unit"])
    profile = LAW.sheet("BW-T-unit-profile").row(name)
    mounted, big = bool(profile["mounted"]), name in _BIG
    abilities = _abilities(name, str(row.get("abilities", "")))
    return Troop(
        id=name,
        name=" ".join(reversed(name.split("_"))).capitalize() if big else name.replace("_", " ").capitalize(),
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=base_of("cavalry" if mounted else "ogre_troll_giant" if big else "infantry"),
        mounted=mounted,
        dice_open=int(profile["melee_dice_open"]),
        dice_broken=int(profile["melee_dice_non_open"]),
        attack_bonus=int(profile["attack_bonus"]),
        missile=missile_named(str(row["missile"] if "missile" in row else row["weapons"])),
        damage=2 if "damage_2" in abilities else 1,
        abilities=abilities,
        big=big,
        alignment=profile["alignment"],  # type: ignore[arg-type]
        infravision=bool(profile["infravision"]),
        underworld=name.startswith("dwarf_") or (profile["alignment"] == "chaotic" and name not in _OUT_OF_DOORS),
    )


_OUT_OF_DOORS: Final = ("giants_hill",)
_BIG: Final = ("ogres", "trolls", "giants_hill")


def _troops(*sheets: str) -> dict[str, Troop]:
    return {str(row["unit"]): _troop(row) for sheet in sheets for row in LAW.sheet(sheet).records()}


MEN: Final = _troops("BW-T-units-basic")
CREATURES: Final = _troops(
    "BW-T-fantasy-lawful-basic", "BW-T-fantasy-lawful-elite", "BW-T-fantasy-chaotic-basic", "BW-T-fantasy-chaotic-elite"
)
"""Eight basic and four elite types each of the Lawful and the Chaotic (BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17), men who
ride among them; who has no ability is no more than his numbers (BW-A2-26)."""


# ---------------------------------------------------------------- heroes


def _hero(row: dict[str, str | int | float | bool]) -> Troop:
    """A hero of the book's list; characters come with magic weapons and armour in their numbers (BW-A3-02). Move, Hit
    Dice and armour are the role-playing game's, converted already (BW-A3-05, BW-A3-08, BW-A3-13)."""
    name, notes = str(row["hero"]), frozenset(str(row["notes"]).replace(" ", "").split(","))
    hero = hero_profile(name, int(row["atk"]), notes)
    return Troop(
        id=name,
        name=_spoken(name, turned=not hero.embeds),
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=base_of("hero_mounted" if hero.horse else "hero_on_foot" if hero.embeds else "hero_giant_or_dragon"),
        mounted=hero.horse,
        dice_open=1,
        dice_broken=1,
        attack_bonus=0,
        missile=hero_missile(f"hero_{name}"),
        damage=int(row["dam"]),
        hero=hero,
        wards=wards(notes),
        infravision=not hero.embeds,
        underworld=name.startswith("dragon"),
    )


def _spoken(name: str, *, turned: bool) -> str:
    """As it is said: a Knight renown, but a Frost giant, whose kind stands first in the list."""
    kind, *which = name.split("_")
    return " ".join((*which, kind) if turned else (kind, *which)).capitalize()


def hero_missile(shooter: str) -> Missile | None:
    """Bow and stones of heroes, with their fixed numbers (BW-A3-27, BW-A3-33)."""
    for row in LAW.sheet("BW-T-special-missiles").records():
        if row["shooter"] == shooter:
            return Missile(
                str(row["weapon"]),
                int(row["rate_of_fire"]),
                inches(float(row["range_in"])),
                need=int(row["to_hit"]),
                damage=int(row["damage"]),
                at_rest=row["may_move"] == "no",
                even=not row["range_penalty"],
            )
    return None


def _wizard(row: dict[str, str | int | float | bool]) -> Troop:
    """A wizard of a rank, who fights as a hero on foot (BW-A4-01, BW-A4-02): his armour is a ring and a spell
    (BW-A4-03), his numbers are those of the one listed wizard, and every rank costs more (BW-A4-32, BW-A4-33)."""
    return Troop(
        id=f"wizard_{row['rank']}",
        name=f"Wizard of rank {row['rank']}",
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=base_of("hero_on_foot"),
        mounted=False,
        dice_open=1,
        dice_broken=1,
        attack_bonus=0,
        missile=None,
        damage=int(row["dam"]),
        hero=Hero(attack=int(row["atk"]), embeds=True, man_to_man=man_to_man(f"wizard_{row['rank']}")),
        rank=int(row["rank"]),
        basic_magic=True,
    )


_BARE: Final = "_bare"
_RINGED: Final = 7
"""No armour, and a ring of protection +2."""
_RINGED_HIT: Final = int(LAW.sheet("BW-T-armor-hit").row("leather")["ah"])


def _without_basics(wizard: Troop) -> Troop:
    """A wizard whose every spell is tracked (BW-A4-31): without the shield his ring alone is left of his armour."""
    hero = wizard.hero
    assert hero is not None
    assert hero.man_to_man is not None
    unshielded = replace(hero, man_to_man=replace(hero.man_to_man, armour_class=_RINGED))
    return replace(wizard, id=wizard.id + _BARE, armour_hit=_RINGED_HIT, basic_magic=False, hero=unshielded)


WIZARDS: Final = {one.id: one for one in map(_wizard, LAW.sheet("BW-T-wizards").records())}
BARE_WIZARDS: Final = {wizard.id + _BARE: _without_basics(wizard) for wizard in WIZARDS.values()}
"""What wizards are whose every spell is tracked; lists name them as others."""
HEROES: Final = {str(row["hero"]): _hero(row) for row in LAW.sheet("BW-T-heroes").records()}
"""The ten sample heroes (BW-A3-23): knights (BW-A3-24), barbarians (BW-A3-26), dragons and giants."""
_ON_FOOT: Final = "_on_foot"


def _unhorsed(rider: Troop, hero: Hero, move: Mil) -> Troop:
    """A rider who has left his horse: slower, and on the base of a man (BW-A3-25)."""
    return replace(
        rider,
        id=rider.id + _ON_FOOT,
        name=f"{rider.name} on foot",
        move=move,
        base=base_of("hero_on_foot"),
        mounted=False,
        hero=replace(hero, horse=False, slower=None),
    )


UNHORSED: Final = {
    rider.id + _ON_FOOT: _unhorsed(rider, rider.hero, rider.hero.slower)
    for rider in HEROES.values()
    if rider.hero is not None and rider.hero.horse and rider.hero.slower is not None
}
"""What knights become in the course of a battle; nobody musters them."""
INDIVIDUALS: Final = HEROES | WIZARDS


# ---------------------------------------------------------------- types of an army's own


_HOUSE: Final = "house_"


class Troops(dict[str, Troop]):
    """Types by their keys: those of the book, and those that an army brings, whose key is their whole line written out.
    So such a type goes wherever its key does, into a saved battle too, and nothing is converted anew (BW-A1-17)."""

    def __missing__(self, key: str) -> Troop:
        found = _written_out(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (isinstance(key, str) and is_house(key))

    def known(self, key: str) -> Troop | None:
        """The type of that key, if there is one."""
        return self.get(key) or _written_out(key)


def is_house(key: str) -> bool:
    """Whether that is a type which an army brings."""
    return key.startswith(_HOUSE) and _written_out(key) is not None


_RACES: Final = {
    name: race
    for race, names in {
        "halfling": ("halflings",),
        "elf": ("elves",),
        "dwarf": ("dwarves", "dwarfs"),
        "goblin": ("goblins",),
        "orc": ("orcs",),
        "gnoll": ("gnolls",),
        "bugbear": ("bugbears",),
        "ogre": ("ogres",),
        "troll": ("trolls",),
        "giant": ("giants",),
    }.items()
    for name in (race, *names)
}
MEN_RACE: Final = "men"


def race_of(troop: Troop) -> str:
    """The race that the name of a type tells of; who names none is a man (BW-A3-20)."""
    return next((_RACES[word] for word in troop.name.lower().split() if word in _RACES), MEN_RACE)


def house_key(troop: Troop) -> str:
    """The key of a type that an army brings."""
    return f"{_HOUSE}{troop.id} {_encoder.encode(troop).decode()}"


_encoder: Final = msgspec.json.Encoder(order="deterministic")


@lru_cache(maxsize=1024)
def _written_out(key: str) -> Troop | None:
    """The type whose line a key is; None if it is none."""
    _, brace, line = key.partition(" {")
    try:
        return msgspec.json.decode(f"{{{line}", type=Troop) if brace and key.startswith(_HOUSE) else None
    except msgspec.MsgspecError:
        return None


TROOPS: Final = Troops(MEN | CREATURES | INDIVIDUALS | UNHORSED | BARE_WIZARDS)
"""All there are, by their keys."""


def on_foot(rider: Troop) -> Troop | None:
    """What a mounted hero is without his horse; None if he has none."""
    return UNHORSED.get(rider.id + _ON_FOOT)


def bare(wizard: str) -> str:
    """The type of a wizard without the basic abilities (BW-A4-31)."""
    return wizard + _BARE


def remounted(kind: str) -> str:
    """The type under which one is listed: of a rider who has left his horse, or a wizard without basic abilities."""
    return kind.removesuffix(_ON_FOOT).removesuffix(_BARE) if kind in UNHORSED | BARE_WIZARDS else kind
