"""Army lists: a file that says who fights, in TOML.

ruleset = "book_of_war"
name = "The Levy of Harrowdale"
colour = "blue"
limit = 200

[[units]]
troop = "pikemen"
figures = 16
files = 8
name = "Harrow Pikes"

A list may bring house rules: troop types under [troops.NAME], items under [items.NAME], creatures under
[creatures.NAME], and spells under [spells.NAME] where its book has rules for that; or name files of them (`house`).
See `house_troops` and `house_spells`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta, Struct, field

from schiltron.muster.books import nearest_ruleset, quartermaster, rulesets
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.quartermaster import Enlisted, Report, Switches, Violation

Colour = Literal["red", "blue", "ochre", "teal", "grey"]
COLOURS: Final[tuple[str, ...]] = get_args(Colour)
Files = Annotated[int, Meta(ge=1, description="figures across the front; without it the book's usual formation")]
Points = Annotated[int, Meta(ge=1, description="points the army may cost")]
Name = Annotated[str, Meta(max_length=60)]
MOST_UNITS = 100
Equipment = Annotated[
    dict[str, str | bool | int | tuple[str, ...]],
    Meta(
        max_length=60, description="what sets it apart from its troop type, where the book allows it, as shield = true"
    ),
]
Host = Annotated[str, Meta(max_length=60, description="the name of the unit a character starts with")]


class ListedUnit(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of an army list."""

    troop: Annotated[str, Meta(max_length=60, description="a troop type of the book, as heavy_infantry")]
    figures: Annotated[int, Meta(ge=1, le=400)]
    files: Files | None = None
    hedgehog: Annotated[bool, Meta(description="starts with its outermost figures facing outward")] = False
    name: Name = ""
    equipment: Equipment = field(default_factory=dict)
    joins: Host = ""


class HouseTroop(Struct, frozen=True, forbid_unknown_fields=True):
    """A troop type that an army brings: a ready creature (`like`) or one written down here (`creature`), at a price a
    figure which players have agreed on. `exact` if its armour counts by a finer table."""

    price: Annotated[int, Meta(ge=1, le=10_000)]
    like: Name = ""
    creature: CreatureEntry | None = None
    exact: bool = False


class OwnTroop(Struct, frozen=True, forbid_unknown_fields=True):
    """A troop type that an army brings: like a troop type of the book, or like one of its own creatures, by a name of
    its own, with what it always carries. Without a price a figure costs what the book says."""

    like: Annotated[str, Meta(min_length=1, max_length=60, description="a troop type of the book")]
    name: Name = ""
    price: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    equipment: Equipment = field(default_factory=dict)
    description: Annotated[str, Meta(max_length=400)] = ""


class OwnItem(Struct, frozen=True, forbid_unknown_fields=True):
    """An item that an army brings: its name, what it comes to in the book's own words, and its price. Units name it
    under `house` of their equipment."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    price: Annotated[int, Meta(ge=0, le=10_000)] = 0
    equipment: Equipment = field(default_factory=dict)
    description: Annotated[str, Meta(max_length=400)] = ""


Troops = Annotated[
    dict[str, OwnTroop], Meta(max_length=40, description="troop types of its own, by the names its units use")
]
Items = Annotated[dict[str, OwnItem], Meta(max_length=40, description="items of its own, by the names its units use")]


class Army(Struct, frozen=True, forbid_unknown_fields=True):
    """An army list."""

    ruleset: Name
    name: Name
    units: Annotated[tuple[ListedUnit, ...], Meta(max_length=MOST_UNITS)]
    colour: Colour | None = None
    limit: Points | None = None
    description: str = ""
    creatures: Annotated[
        dict[str, HouseTroop], Meta(max_length=20, description="troop types of its own, by the names its units use")
    ] = field(default_factory=dict)
    spells: Annotated[
        dict[str, SpellEntry], Meta(max_length=20, description="spells of its own, by the names its units use")
    ] = field(default_factory=dict)
    troops: Troops = field(default_factory=dict)
    items: Items = field(default_factory=dict)
    house: Annotated[
        tuple[Name, ...], Meta(max_length=10, description="files of house rules beside it, as rules.toml")
    ] = ()


def check(army: Army, switches: Switches | None = None) -> Report:
    """What the army costs under its book, unit by unit, and every rule it breaks, for a battle by these switches."""
    if army.ruleset not in rulesets():
        wrong = f"there is no ruleset {army.ruleset!r}"
        return Report(0, (), (Violation("ruleset", wrong, nearest_ruleset(army.ruleset)),))
    return quartermaster(army.ruleset).check([enlisted(unit) for unit in army.units], army.limit, switches)


def enlisted(unit: ListedUnit) -> Enlisted:
    """A listed unit as the books know it."""
    return Enlisted(
        troop=unit.troop,
        figures=unit.figures,
        files=unit.files,
        hedgehog=unit.hedgehog,
        name=unit.name,
        equipment=unit.equipment,
        joins=unit.joins,
    )
