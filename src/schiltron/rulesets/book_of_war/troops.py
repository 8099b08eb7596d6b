"""Unit types: of the basic game (chapter B2), creatures of the Advanced Rules (A2), those that an army brings (A1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, get_args

import msgspec

from schiltron.rulesets.book_of_war.individuals import BARE_WIZARDS, INDIVIDUALS, UNHORSED
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troop_type import Ability, Missile, Troop, base_of
from schiltron.table.lengths import inches


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
        mount_fights=name in _WOLVES,
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
_WOLVES: Final = ("goblin_wolf_riders",)
_BIG: Final = ("ogres", "trolls", "giants_hill")


def _troops(*sheets: str) -> dict[str, Troop]:
    return {str(row["unit"]): _troop(row) for sheet in sheets for row in LAW.sheet(sheet).records()}


MEN: Final = _troops("BW-T-units-basic")
CREATURES: Final = _troops(
    "BW-T-fantasy-lawful-basic", "BW-T-fantasy-lawful-elite", "BW-T-fantasy-chaotic-basic", "BW-T-fantasy-chaotic-elite"
)
"""Eight basic and four elite types each of the Lawful and the Chaotic (BW-A2-01, BW-A2-09, BW-A2-13, BW-A2-17), men who
ride among them; who has no ability is no more than his numbers (BW-A2-26)."""


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
