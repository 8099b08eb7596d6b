"""Weapons of the borrowed tables (case 10.3; BS-8.5-07, BS-10.0-01), and how each is held."""

from __future__ import annotations

from typing import Final, cast

from msgspec.structs import replace

from schiltron.parent_game.creature import Handling, Missile, Reach, Weapon
from schiltron.parent_game.damage import Damage, damage
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.table.lengths import inches

_REACHES: Final[dict[str, Reach]] = {
    "spear": "spear",
    "pike": "pike",
    "halberd": "halberd",
    "pole_arm_other": "pole_arm",
    "lance_light": "lance",
    "lance_medium": "lance",
    "lance_heavy": "lance",
}
_TWO_HANDED: Final = frozenset({"two_handed_sword", "halberd", "pike", "pole_arm_other", "quarterstaff"})
_SAID: Final = {
    "long_sword": "longsword",
    "broad_sword": "broadsword",
    "two_handed_sword": "two-handed sword",
    "mace_footman": "mace",
    "flail_footman": "flail",
    "military_pick_footman": "military pick",
    "pole_arm_other": "pole arm",
    "lance_light": "light lance",
    "lance_medium": "medium lance",
    "lance_heavy": "heavy lance",
    "long_bow": "longbow",
    "composite_long_bow": "composite longbow",
    "sling_bullet": "sling with bullets",
    "sling_stone": "sling with stones",
    "spear_thrown": "throwing spear",
    "hand_axe_thrown": "throwing axe",
    "dagger_thrown": "throwing dagger",
    "hammer_thrown": "throwing hammer",
    "rocks_hill_giant": "rocks",
    "rocks_stone_giant": "great rocks",
}
_COUNTED: Final = frozenset({"javelin", "spear_thrown", "hand_axe_thrown", "dagger_thrown", "hammer_thrown", "dart"})
"""Missiles that are marked off; arrows, quarrels, stones and bullets are not, nor giants' rocks (BS-10.3-01, -02)."""


def _said(weapon: str) -> str:
    return _SAID.get(weapon, weapon.replace("_", " "))


WEAPONS: Final[dict[str, Weapon]] = {
    str(row["weapon"]): Weapon(
        name=_said(str(row["weapon"])),
        damage=(damage(str(row["damage_sm"])),),
        large=(damage(str(row["damage_l"])),),
        reach=_REACHES.get(str(row["weapon"]), "hand"),
        two_handed=str(row["weapon"]) in _TWO_HANDED,
        doubled_on_charge=str(row["weapon"]).startswith("lance"),
    )
    for row in LAW.sheet("BS-T-data-melee-weapons").records()
}
"""By the id of the table: damage against size S and M, and against L; the size of who is struck decides."""

MISSILES: Final[dict[str, Missile]] = {
    str(row["weapon"]): Missile(
        name=_said(str(row["weapon"])),
        half_shots=round(2 * float(row["shots_per_round"])),
        ranges=(inches(float(row["short_in"])), inches(float(row["medium_in"])), inches(float(row["long_in"]))),
        damage=(damage(str(row["damage_sm"])),),
        large=(damage(str(row["damage_l"])),),
        handling=cast(Handling, str(row["class_for_table_12"])),
        counted=str(row["weapon"]) in _COUNTED,
        bow=str(row["weapon"]).endswith("bow") and "crossbow" not in str(row["weapon"]),
    )
    for row in LAW.sheet("BS-T-data-missile-weapons").records()
}
"""By the id of the table: rate of fire, the three ranges, damage, and how it goes with moving (Table 12)."""


def bare(weapon: Weapon | Missile) -> str:
    """Its name without the magic: a longsword +2 is a longsword."""
    return weapon.name.removesuffix(f" {weapon.plus:+d}")


def enchanted(weapon: Weapon, plus: int) -> Weapon:
    """With a magic plus, which helps to hit and adds to every blow's damage."""
    if not plus:
        return weapon
    name = f"{weapon.name} {plus:+d}"
    return replace(weapon, name=name, plus=plus, damage=_raised(weapon.damage, plus), large=_raised(weapon.large, plus))


def enchanted_missile(missile: Missile, plus: int) -> Missile:
    """Magic missiles are marked off, whatever they are (BS-10.3-02)."""
    if not plus:
        return missile
    return replace(
        missile,
        name=f"{missile.name} {plus:+d}",
        plus=plus,
        damage=_raised(missile.damage, plus),
        large=_raised(missile.large, plus),
        counted=True,
    )


def _raised(routine: tuple[Damage, ...], plus: int) -> tuple[Damage, ...]:
    return tuple(Damage(one.count, one.sides, one.plus + plus) for one in routine)
