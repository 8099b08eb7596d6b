"""House rules as a file by themselves, to be taken into army lists and scenarios of their book."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from schiltron.muster.army import HouseTroop, Items, Name, Troops
from schiltron.muster.scenario import Kinds
from schiltron.parent_game.spell import SpellEntry

MOST: int = 40


class HouseFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Troop types, items, creatures, spells and ground that no book has, by the names that army lists and scenarios
    use."""

    ruleset: Name
    name: Name
    description: str = ""
    troops: Troops = field(default_factory=dict)
    items: Items = field(default_factory=dict)
    kinds: Kinds = field(default_factory=dict)
    creatures: Annotated[dict[str, HouseTroop], Meta(max_length=MOST)] = field(default_factory=dict)
    spells: Annotated[dict[str, SpellEntry], Meta(max_length=MOST)] = field(default_factory=dict)
