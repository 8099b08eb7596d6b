"""What each man carries, and what it takes to kill him: CM-MTM-03, CM-MTM-11, CM-MTM-23 to CM-MTM-25."""

from __future__ import annotations

from typing import Final, NamedTuple, cast

from msgspec.structs import replace

from schiltron.rulesets.chainmail.field import like_figures
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, BodyArmour, HandWeapon, Lot, Profile, Unit, men_of, with_men

_MELEE: Final = {str(row["weapon"]): row for row in LAW.sheet("CM-T-mtm-melee").records()}
_ARMOUR: Final = {str(row["armor"]): int(row["class"]) for row in LAW.sheet("CM-T-mtm-armor").records()}
_HOOVES: Final = {
    f"{row['horse']}_horse": (int(row["blows"]), cast(HandWeapon, str(row["counts_as"])))
    for row in LAW.sheet("CM-T-mtm-horse").records()
}
WORN: Final = tuple(_ARMOUR)
"""What is worn, from class 1 to class 8."""
HEAVIEST: Final = max(int(row["class"]) for row in _MELEE.values())
PRONE: Final = 7
"""What kills a man in plate who lies on the ground, with a weapon that finds the gaps (CM-MTM-24)."""
_PLATE: Final = ("plate", "plate_and_shield")
_BROKEN: Final[HandWeapon] = "dagger"
_ON_FOOT: Final[HandWeapon] = "sword"
"""What a man draws whose lance is of no use to him any more."""
UNSCATHED: Final = Lot()

_BY_ARMS: Final[dict[str, HandWeapon]] = {
    "pike": "pike",
    "halberd": "halberd",
    "spear": "spear",
    "lance": "mounted_lance",
    "hand": "sword",
}
_USUAL: Final[dict[str, BodyArmour]] = {
    "light_foot": "leather_or_padded",
    "heavy_foot": "chain_and_shield",
    "armored_foot": "plate_and_shield",
    "light_horse": "leather_and_shield",
    "medium_horse": "chain_and_shield",
    "heavy_horse": "plate_and_shield",
}
_WITHOUT_SHIELD: Final[dict[BodyArmour, BodyArmour]] = {
    "leather_and_shield": "leather_or_padded",
    "chain_and_shield": "chain_banded_studded_or_splint_mail",
    "plate_and_shield": "plate",
}
TWO_HANDED: Final = ("pike", "halberd", "pole_arms", "two_handed_sword")
"""What takes both hands, and no horseman carries."""


class Kit(NamedTuple):
    """One man as he stands: his weapon and armour, the class of his horse ("" on foot), whether it is barded, and
    whether he lies on the ground."""

    weapon: HandWeapon
    armour: BodyArmour
    horse: str = ""
    barded: bool = False
    prone: bool = False


# ---------------------------------------------------------------- what his kind carries


def weapon_of(profile: Profile) -> HandWeapon:
    """What men of a kind strike with, if their army list does not say."""
    if profile.weapon:
        return profile.weapon
    if profile.peasants:
        return "mace"
    return "battle_axe" if profile.missile == "thrown" else _BY_ARMS[profile.arms]


def armour_of(profile: Profile) -> BodyArmour:
    """What they wear: as their class does, without a shield where both hands are full."""
    if profile.body_armour:
        return profile.body_armour
    if profile.peasants:
        return "no_armor"
    if profile.levies and profile.fights_as == "heavy_foot":
        return "leather_or_padded"
    usual = _USUAL[profile.fights_as]
    full = weapon_of(profile) in TWO_HANDED or profile.missile not in ("", "thrown")
    return _WITHOUT_SHIELD.get(usual, usual) if full else usual


def is_barded(profile: Profile) -> bool:
    """Whether their horses wear armour: those of heavy horse do."""
    return profile.barding == "barded" or (not profile.barding and profile.fights_as == "heavy_horse")


def horse_of(profile: Profile) -> str:
    """The class of horse they ride; "" for men on foot, and for what is no horse."""
    return profile.fights_as if profile.nature is None and profile.mounted else ""


# ---------------------------------------------------------------- what he carries now


def lot(unit: Unit, place: int) -> Lot:
    """What has befallen the man at a place."""
    lots = men_of(unit).lots
    return lots[place] if place < len(lots) else UNSCATHED


def kit(battle: Battle, unit: Unit, place: int) -> Kit:
    """The man at a place of a unit."""
    line, befallen = _line(unit, place), lot(unit, place)
    horse = "" if befallen.afoot else horse_of(line)
    weapon = weapon_of(line)
    if befallen.broken:
        weapon = _BROKEN
    elif befallen.afoot and weapon == "mounted_lance":
        weapon = _ON_FOOT
    prone = befallen.prone_in == battle.turn > 0
    return Kit(weapon, armour_of(line), horse, bool(horse) and is_barded(line), prone)


def _line(unit: Unit, place: int) -> Profile:
    """Of a brigade those of the second type stand last (CM-HIST-01)."""
    before = 0
    for like, number in like_figures(unit, unit.figures):
        before += number
        if place < before:
            return like.own.profile
    return unit.own.profile


def befall(unit: Unit, changes: dict[int, Lot]) -> Unit:
    """A unit with what has befallen men at these places; nothing is kept of men of whom there is nothing to tell."""
    lots = [changes.get(place, lot(unit, place)) for place in range(unit.figures)]
    while lots and lots[-1] == UNSCATHED:
        lots.pop()
    return with_men(unit, lots=tuple(lots))


def without(unit: Unit, places: frozenset[int]) -> Unit:
    """A unit whose men at these places are about to be taken off: the others close up to their places."""
    left = [lot(unit, place) for place in range(unit.figures) if place not in places]
    while left and left[-1] == UNSCATHED:
        left.pop()
    return with_men(unit, lots=tuple(left))


def laid_low(battle: Battle, unit: Unit, places: tuple[int, ...]) -> Unit:
    """A unit whose men at these places lie on the ground for this turn (CM-MTM-24)."""
    return befall(unit, {place: replace(lot(unit, place), prone_in=battle.turn) for place in places})


def on_foot(unit: Unit) -> int:
    """How many of a unit of horse have lost their horses."""
    return sum(lot(unit, place).afoot for place in range(unit.figures)) if horse_of(unit.own.profile) else 0


# ---------------------------------------------------------------- the tables


def class_of(weapon: HandWeapon) -> int:
    """The longer and heavier a weapon, the higher its class."""
    return int(_MELEE[weapon]["class"])


def score(weapon: HandWeapon, armour: BodyArmour) -> int:
    """What two dice must show to kill a man in such armour."""
    return int(_MELEE[weapon][armour])


def finds_gaps(weapon: HandWeapon, armour: BodyArmour) -> bool:
    """Whether a weapon kills a man in plate more easily when he lies on the ground (CM-MTM-24)."""
    return armour in _PLATE and bool(_MELEE[weapon]["prone_7_vs_plate_columns"])


def score_at_horse(weapon: HandWeapon, *, barded: bool) -> int:
    """What kills a horse (CM-MTM-25)."""
    return int(_MELEE[weapon]["horse_barded" if barded else "horse_no_armor"])


def hooves(horse: str) -> tuple[int, HandWeapon]:
    """How many blows a horse strikes, and with what it counts as (CM-MTM-11)."""
    return _HOOVES[horse]


def armour_class(armour: BodyArmour) -> int:
    """1 to 8, as the tables number them."""
    return _ARMOUR[armour]


def said(word: str) -> str:
    """A weapon or armour in words."""
    return {
        "chain_banded_studded_or_splint_mail": "mail",
        "no_armor": "no armour",
        "chain_and_shield": "mail and shield",
    }.get(word, word.replace("_", " ").replace(" or padded", ""))
