"""What a unit type is (chapters B2, A2, A3): its numbers, weapons and abilities, and the bases of figures (C1)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.book_of_war.heroes import Hero
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
    mount_fights: bool = False
    """Whether it rides what is no horse: it strikes and falls with its riders (BW-O8-04)."""
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
