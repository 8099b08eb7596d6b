"""A creature of the role-playing game as a file or an army list writes it. Lengths are inches."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from schiltron.parent_game.creature import Ability, Item, Magic, Order, Scores, Size

Dice = Annotated[str, Meta(max_length=12, description="dice of damage, as 1d8 or 2d4+1")]
Hits = Annotated[str, Meta(max_length=8, description="hit dice, as 1, 1-1, 4+1 or 0.5")]
Rate = Annotated[float, Meta(ge=0, le=120, description="inches a turn")]
Bonus = Annotated[int, Meta(ge=-20, le=20)]
Descending = Annotated[int, Meta(ge=-12, le=10, description="armour class, where less is better")]
Ascending = Annotated[int, Meta(ge=8, le=40, description="armour class, where more is better")]
Level = Annotated[int, Meta(ge=0, le=40)]


class ShotEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What it shoots or throws."""

    weapon: Annotated[str, Meta(min_length=1, max_length=60)]
    range: Annotated[float, Meta(gt=0, le=120)]
    rate: Annotated[int, Meta(ge=1, le=6)] = 1
    damage: Dice = "1d6"
    to_hit: Bonus = 0


class MountEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What it rides; `fights` if it goes on attacking without its rider."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    hit_dice: Hits
    move: Rate
    armour_class: Descending = 7
    fights: bool = False


class CreatureEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A creature as its file has it, with one of the two armour classes, and hit dice or levels."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    move: Rate
    hit_dice: Hits | None = None
    armour_class: Descending | None = None
    ascending_armour_class: Ascending | None = None
    fly: Rate = 0.0
    swim: Rate = 0.0
    attacks: Annotated[tuple[Dice, ...], Meta(min_length=1, max_length=8, description="the dice of each attack")] = (
        "1d6",
    )
    to_hit: Bonus = 0
    shot: ShotEntry | None = None
    size: Size = "M"
    alignment: Order = "neutral"
    levels: Annotated[dict[str, Level], Meta(max_length=3, description="levels by class, as fighter = 10")] = field(
        default_factory=dict
    )
    hit_points: Annotated[int, Meta(ge=1, le=2000)] | None = None
    hit_die: Literal[4, 6, 8, 10, 12] = 8
    infravision: bool = False
    underworld: Annotated[bool, Meta(description="at home where there is no light at all")] = False
    undead: bool = False
    enchanted: Annotated[bool, Meta(description="summoned or conjured, as elementals are")] = False
    only_hit_by: Annotated[int, Meta(ge=0, le=5, description="the plus a weapon needs to harm it; 0: any does")] = 0
    abilities: Annotated[tuple[Ability, ...], Meta(max_length=40)] = ()
    magic: Annotated[tuple[Magic, ...], Meta(max_length=40)] = ()
    mount: MountEntry | None = None
    scores: Annotated[Scores, Meta(description="ability scores, as charisma = 15")] = Scores()
    items: Annotated[tuple[Item, ...], Meta(max_length=20, description="magic items it bears")] = ()
    description: Annotated[str, Meta(max_length=400)] = ""
