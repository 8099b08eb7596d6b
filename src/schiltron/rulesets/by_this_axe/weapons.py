"""Weapons: TA-MELEE-19 to TA-MELEE-26, TA-RANGED-14 to TA-RANGED-18, from the book's tables; TA-FANT-A05, -A07."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.table.lengths import Mil, inches

Condition = Literal["always", "against mounted", "charging"]


class MeleeWeapon(Struct, frozen=True):
    """Reach 1 is the longest. `half_ranks` counts ranks that fight in halves: 2 is one rank, 3 one and a half."""

    id: str
    name: str
    reach: int
    to_hit: int
    when: Condition
    half_ranks: int
    rule: str


class RangedWeapon(Struct, frozen=True):
    id: str
    name: str
    reach: Mil
    save: int
    """What it adds to the struck figure's save number: 0 or less."""
    rule: str


_CONDITIONS: Final[dict[str, Condition]] = {"-": "always", "vs_horse": "against mounted", "with_charge": "charging"}

_MELEE: Final = {
    "pike": ("pike", "pikes", "TA-MELEE-19"),
    "lance": ("lance", "lances", "TA-MELEE-20"),
    "spear": ("spear", "spears", "TA-MELEE-21"),
    "two_handed_sword_mace_or_axe": ("two_handed", "two-handed weapons", "TA-MELEE-22"),
    "sword_axe_or_mace": ("sword", "swords, axes or maces", "TA-MELEE-23"),
    "staff_or_club": ("staff", "staves or clubs", "TA-MELEE-24"),
    "short_sword_or_animal": ("short_sword", "short swords", "TA-MELEE-25"),
    "dagger": ("dagger", "daggers", "TA-MELEE-26"),
}


def _melee(row: dict[str, str | int | float | bool]) -> MeleeWeapon:
    key, name, rule = _MELEE[str(row["weapon"])]
    return MeleeWeapon(
        id=key,
        name=name,
        reach=int(row["reach"]),
        to_hit=int(row["to_hit"]),
        when=_CONDITIONS[str(row["to_hit_condition"])],
        half_ranks=round(2 * float(row["ranks_eligible"])),
        rule=rule,
    )


MELEE: Final[dict[str, MeleeWeapon]] = {
    weapon.id: weapon for weapon in map(_melee, LAW.sheet("TA-T-melee-weapons").records())
}
DAGGER: Final = MELEE["dagger"]
BREATH: Final = MeleeWeapon("breath", "breath or gaze", -9, 0, "always", 2, "TA-FANT-A05")
"""It strikes before every weapon, whatever its reach."""
BREATH_SAVE: Final = -2  # TA-FANT-A07
SPELL: Final = "spell"
"""What the dice of a mage go by among blows."""
BLOWS: Final = {**MELEE, BREATH.id: BREATH}
"""Everything that strikes hand to hand."""

_THROWN: Final = "throwing_axe_or_spear"
ARTILLERY: Final = "artillery"
_ARTILLERY_REACH: Final = 24  # TA-RANGED-17
_SAVES: Final = {str(row["weapon"]): int(row["save_modifier"]) for row in LAW.sheet("TA-T-ranged-save-mods").records()}
_RANGES: Final = {str(row["weapon"]): float(row["range_in"]) for row in LAW.sheet("TA-T-ranged-ranges").records()}


def _rule_of(weapon: str) -> str:
    """The rule about the save against it."""
    return {"heavy_crossbow": "TA-RANGED-14"}.get(weapon, "TA-RANGED-15" if weapon in _SAVES else "TA-RANGED-18")


RANGED: Final[dict[str, RangedWeapon]] = {
    ("thrown" if weapon == _THROWN else weapon): RangedWeapon(
        id="thrown" if weapon == _THROWN else weapon,
        name=weapon.replace("_", " "),
        reach=inches(reach),
        save=_SAVES.get(weapon, 0),
        rule=_rule_of(weapon),
    )
    for weapon, reach in (*_RANGES.items(), (ARTILLERY, _ARTILLERY_REACH))
}
