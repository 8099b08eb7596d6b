"""A creature as the role-playing game describes it, and what it fights with."""

from __future__ import annotations

import re
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from schiltron.parent_game.damage import Damage
from schiltron.table.lengths import Mil

_WRITTEN: Final = re.compile(r"(\d+)([+-]\d+)?")

Size = Literal["S", "M", "L"]
Intelligence = Literal["animal", "low", "average", "high"]
"""Low stands for low and lower, high for high and higher: the books ask for no more."""
Order = Literal["lawful", "neutral", "chaotic"]
"""The part of alignment that discipline asks for."""
HomeTerrain = Literal["woodland", "mountain", "swamp", "aquatic", "amphibious"]
Reach = Literal["hand", "spear", "pole_arm", "halberd", "pike", "lance"]
Score = Annotated[int, Meta(ge=1, le=25)]
ItemKind = Literal["weapon", "armour", "potion", "scroll", "sentient", "artifact", "other"]
ItemGrade = Literal["minor", "average", "major"]
Handling = Literal["archers", "crossbows_and_slings", "thrown_weapons"]
"""How a missile weapon goes together with moving (Table 12 of BATTLESYSTEM)."""


class HitDice(Struct, frozen=True, cache_hash=True):
    """Hit dice of one creature: 4+1 are four dice and one point; half a die is `tenths` 5 of no whole one."""

    dice: int
    plus: int = 0
    tenths: int = 0

    @property
    def less_than_one(self) -> bool:
        return self.dice < 1 or (self.dice == 1 and self.plus < 0)

    def __str__(self) -> str:
        if self.tenths:
            return f"{self.tenths / 10:g}"
        return f"{self.dice}{self.plus:+d}" if self.plus else str(self.dice)


def hit_dice(text: str) -> HitDice:
    """As a table writes them: 1-1, 4+1, 9, and 0.5 for half a die."""
    if text.startswith("0."):
        return HitDice(0, tenths=round(10 * float(text)))
    written = _WRITTEN.fullmatch(text)
    if written is None:
        raise ValueError(f"{text!r} are no hit dice, which look like 1, 1-1, 4+1 or 0.5")
    dice, plus = written.groups()
    return HitDice(int(dice), int(plus or 0))


class Weapon(Struct, frozen=True, cache_hash=True):
    """A melee weapon: damage against small and man-sized, and against large, each as a routine of one or more dice."""

    name: str
    damage: tuple[Damage, ...]
    large: tuple[Damage, ...]
    reach: Reach = "hand"
    plus: int = 0
    two_handed: bool = False
    doubled_on_charge: bool = False


class Missile(Struct, frozen=True, cache_hash=True):
    """A missile weapon. `half_shots` is its rate of fire in two rounds; `counted` missiles run out."""

    name: str
    half_shots: int
    ranges: tuple[Mil, Mil, Mil]
    damage: tuple[Damage, ...]
    large: tuple[Damage, ...]
    handling: Handling
    plus: int = 0
    counted: bool = False
    bow: bool = False


class Creature(Struct, frozen=True, cache_hash=True):
    """One creature or man. `fights_as` is the class and level he has instead of monster's hit dice, as ("fighter", 3).

    `only_hit_by` is the plus a weapon needs to harm it (0: any weapon does). `attacks` of its own (claws, bite, hooves)
    are dice against all sizes; who fights with weapons has none. `other_classes` are those of the many-classed besides;
    `feet_per_turn` is how the plainer game writes movement (None: `move` is inches as it stands). `exceptional` and
    `special` abilities are what the one game counts, `asterisks` after the hit dice the other.
    """

    race: str
    hit_dice: HitDice
    armour_class: int
    move: Mil
    size: Size = "M"
    fights_as: tuple[str, int] | None = None
    intelligence: Intelligence = "average"
    order: Order = "neutral"
    attacks: tuple[Damage, ...] = ()
    hates: tuple[str, ...] = ()
    home: tuple[HomeTerrain, ...] = ()
    demihuman: bool = False
    special: bool = False
    exceptional: bool = False
    asterisks: int = 0
    undead: bool = False
    drains_levels: bool = False
    only_hit_by: int = 0
    humanoid: bool = True
    other_classes: tuple[tuple[str, int], ...] = ()
    feet_per_turn: int | None = None

    @property
    def classes(self) -> tuple[tuple[str, int], ...]:
        """Every class and level it has; a monster has none."""
        return () if self.fights_as is None else (self.fights_as, *self.other_classes)

    @property
    def petty(self) -> bool:
        """Of less than one hit die, or a man of no level: fighters strike once a level at these."""
        level_zero = self.fights_as is not None and self.fights_as[1] == 0
        return level_zero or self.hit_dice.less_than_one


# ---------------------------------------------------------------- the whole record


class Ability(Struct, frozen=True, forbid_unknown_fields=True):
    """Something it can do besides. `worth` is the bonus that it comes to on a d20."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    worth: Annotated[int, Meta(ge=0, le=20)] = 0


class Magic(Struct, frozen=True, forbid_unknown_fields=True):
    """A spell, a breath or the like: dice of damage, lengths in inches, a duration in turns, and how often a day it is
    used (0: as often as it likes)."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    dice: Annotated[int, Meta(ge=0, le=40)] = 0
    range: Annotated[float, Meta(ge=0, le=1000)] = 0
    area: Annotated[float, Meta(ge=0, le=120)] = 0
    duration: Annotated[int, Meta(ge=0, le=10_000)] = 0
    uses: Annotated[int, Meta(ge=0, le=100)] = 0


class Shot(Struct, frozen=True):
    """What it shoots or throws: missiles a round, how far, and damage. `to_hit` is its own bonus with it."""

    weapon: str
    rate: int
    range: Mil
    damage: Damage
    to_hit: int = 0


class Mount(Struct, frozen=True):
    """What it rides. A mount that `fights` goes on attacking without a rider."""

    name: str
    hit_dice: HitDice
    armour_class: int
    move: Mil
    fights: bool = False


class Scores(Struct, frozen=True, forbid_unknown_fields=True):
    """Ability scores that books ask for; None is one that nobody has written down."""

    charisma: Score | None = None
    intelligence: Score | None = None
    wisdom: Score | None = None


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """A magic item somebody bears, with its plus. Where its plus says too little, `grade` says how great it is."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    plus: Annotated[int, Meta(ge=0, le=10)] = 0
    kind: ItemKind = "other"
    grade: ItemGrade | None = None


class Record(Creature, frozen=True, kw_only=True):
    """A creature with all that is written of it: what books convert.

    `armour_class` descends; where the record has one that ascends, that stands in `ascending` too. `to_hit` is a bonus
    of its own with its attacks; `hit_die` the sides of its hit dice. Who is at home in the `underworld` needs no light.
    The hit dice of a `monster` are its own and not those of a class.
    """

    name: str
    ascending: int | None = None
    fly: Mil = 0
    swim: Mil = 0
    to_hit: int = 0
    shot: Shot | None = None
    mount: Mount | None = None
    infravision: bool = False
    underworld: bool = False
    enchanted: bool = False
    hit_points: int | None = None
    hit_die: int = 8
    abilities: tuple[Ability, ...] = ()
    magic: tuple[Magic, ...] = ()
    monster: bool = False
    scores: Scores = Scores()
    items: tuple[Item, ...] = ()

    @property
    def powers(self) -> tuple[str, ...]:
        """What it can do and bears besides its numbers, by name."""
        abilities, magic = (one.name for one in self.abilities), (one.name for one in self.magic)
        return (*abilities, *magic, *(one.name for one in self.items))

    @property
    def power(self) -> int:
        """Whole hit dice, or its highest level where that is more."""
        return max(self.hit_dice.dice, *(level for _, level in self.classes), 0)
