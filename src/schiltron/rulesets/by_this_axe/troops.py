"""Ready-made troops and characters (rules UNIT, CHAR, FANT), so that an army list need not arm every unit from scratch.

The book sells figures by the piece: a level of training, armour, weapons. What stands here are usual ones; knights,
squires and longbowmen are those of its sample roster (TA-UNIT-31). Any setting may be changed by the army list.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from msgspec import UNSET, Struct

from schiltron.rulesets.by_this_axe.creatures import KINDS, MAJOR, Kind
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Armour, OwnSpell, Profile, Role

ALONE_FC: Final = 3  # TA-CHAR-04: of a plain general or leader who starts with no unit
USUAL_LEADERSHIP: Final = 2  # TA-CHAR-09: typical

HEROES: Final[tuple[Role, ...]] = ("hero", "superhero", "champion")
"""Each a single figure, of one man and his retinue (TA-FANT-H01)."""
LEADING: Final[tuple[Role, ...]] = ("general", "leader")
FANTASTIC: Final[tuple[Role, ...]] = ("priest", "high_priest", "mage", "wizard")
"""Roles of the fantasy supplement."""
MONSTERS: Final = ("monster", MAJOR)
"""What army lists call its great creatures; their rating is among their roles."""
MONSTER: Final[Role] = "monster"

FC_NAMES: Final = {int(row["fc"]): str(row["name"]) for row in LAW.sheet("TA-T-fc-levels").records()}  # TA-UNIT-17
HEROIC: Final = max(FC_NAMES)


class Line(Struct, frozen=True):
    """A line of a roster: what one figure is and carries (TA-UNIT-31). A character has a line of his own."""

    id: str
    name: str
    profile: Profile
    character: bool = False
    roles: tuple[Role, ...] = ()
    leadership: int = 0
    own_spells: tuple[OwnSpell, ...] = ()

    @property
    def heroic(self) -> bool:
        """A hero of some kind (TA-UNIT-25)."""
        return any(role in HEROES for role in self.roles)

    @property
    def fantastic(self) -> bool:
        """Whether only the fantasy supplement knows it (TA-UNIT-08)."""
        return bool(self.profile.kind) or any(role in (*FANTASTIC, MONSTER) for role in self.roles)

    @property
    def leads(self) -> bool:
        return any(role in LEADING for role in self.roles)


def _foot(
    name: str,
    fc: int,
    armour: Armour = "unarmored",
    *,
    shield: bool = False,
    mounted: bool = False,
    melee: tuple[str, ...] = (),
    ranged: tuple[str, ...] = (),
) -> Line:
    profile = Profile(fc=fc, armour=armour, shield=shield, mounted=mounted, melee=melee, ranged=ranged)
    return Line(_key(name), name, profile)


_horse: Final = partial(_foot, mounted=True)


def _person(name: str, *roles: Role, fc: int = HEROIC, leadership: int = 0) -> Line:
    profile = Profile(fc=fc, armour="medium", shield=True, melee=("sword",))
    return Line(_key(name), name, profile, character=True, roles=roles, leadership=leadership)


def _key(name: str) -> str:
    return name.lower().replace(" ", "_").replace("-", "_")


_READY: Final = (
    _horse("Knights", 4, "heavy", shield=True, melee=("lance", "sword")),
    _horse("Squires", 3, "medium", shield=True, melee=("lance", "sword")),
    _horse("Mounted sergeants", 3, "medium", shield=True, melee=("spear", "sword")),
    _horse("Light horse", 2, "light", shield=True, melee=("spear",), ranged=("javelin",)),
    _horse("Horse archers", 3, melee=("sword",), ranged=("composite_bow",)),
    _foot("Men-at-arms", 4, "heavy", shield=True, melee=("sword",)),
    _foot("Spearmen", 2, "light", shield=True, melee=("spear",)),
    _foot("Pikemen", 2, "light", melee=("pike",)),
    _foot("Axemen", 3, "medium", shield=True, melee=("sword",)),
    _foot("Two-handed swordsmen", 3, "medium", melee=("two_handed",)),
    _foot("Levy", 1, melee=("spear",)),
    _foot("Longbowmen", 3, melee=("sword",), ranged=("longbow",)),
    _foot("Archers", 2, melee=("short_sword",), ranged=("short_bow",)),
    _foot("Crossbowmen", 2, "light", melee=("short_sword",), ranged=("light_crossbow",)),
    _foot("Heavy crossbowmen", 3, "medium", melee=("short_sword",), ranged=("heavy_crossbow",)),
    _foot("Slingers", 2, melee=("dagger",), ranged=("sling",)),
    _foot("Javelin skirmishers", 2, shield=True, melee=("dagger",), ranged=("javelin",)),
    _foot("Arquebusiers", 2, "light", melee=("short_sword",), ranged=("arquebus",)),
    _person("General", "general", fc=ALONE_FC, leadership=USUAL_LEADERSHIP),
    _person("Leader", "leader", fc=ALONE_FC, leadership=USUAL_LEADERSHIP),
    _person("Hero", "hero"),
    _person("Superhero", "superhero"),
    _person("Champion", "champion"),
    _foot("Foot", 2),
    _horse("Horse", 2),
    Line("character", "Character", Profile(fc=ALONE_FC), character=True),
)


# ---------------------------------------------------------------- the fantasy supplement

MAGE_FC: Final = 1  # TA-FANT-M12
PRIEST_FC: Final = 2  # TA-FANT-P13
MONSTER_FC: Final = 4  # TA-FANT-C24, TA-POINTS-13: rated below a hero


def _creatures(kind: Kind) -> Line:
    """A kind as it comes where the list says nothing of its arms (TA-FANT-C22)."""
    arms = ("short_sword",) if kind.animal else ("sword",)
    abilities = kind.abilities or UNSET
    return Line(kind.id, kind.name, Profile(fc=kind.fc, melee=arms, abilities=abilities, creature=kind.id))


def _robed(name: str, role: Role, fc: int, weapon: str) -> Line:
    return Line(_key(name), name, Profile(fc=fc, melee=(weapon,)), character=True, roles=(role,))


_FANTASTIC: Final = (
    *map(_creatures, KINDS.values()),
    _robed("Priest", "priest", PRIEST_FC, "staff"),
    _robed("High priest", "high_priest", PRIEST_FC, "staff"),
    _robed("Mage", "mage", MAGE_FC, "dagger"),
    _robed("Wizard", "wizard", MAGE_FC, "staff"),
    Line(
        MAJOR,
        "Major monster",
        Profile(fc=MONSTER_FC, melee=("short_sword",), creature=MAJOR),
        character=True,
        roles=(MONSTER,),
    ),
)

TROOPS: Final[dict[str, Line]] = {line.id: line for line in (*_READY, *_FANTASTIC)}
