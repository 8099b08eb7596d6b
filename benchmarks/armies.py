"""Armies of any size to measure with: all arms of a book, in equal parts on both sides."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from schiltron.battle.state.battle import AnyBattle, Side
from schiltron.battle.state.decision import Zone
from schiltron.muster import quartermaster
from schiltron.rulesets.quartermaster import Enlisted, Field, Setting
from schiltron.table.edges import Board
from schiltron.table.lengths import inches

SIDES = (Side("red", "Red", "red"), Side("blue", "Blue", "blue"))
ARMS: dict[str, tuple[tuple[str, bool], ...]] = {
    "book_of_war": (
        ("light_infantry", False),
        ("pikemen", False),
        ("archers", False),
        ("medium_cavalry", True),
        ("heavy_infantry", False),
        ("horse_archers", True),
    ),
    "by_this_axe": (
        ("spearmen", False),
        ("pikemen", False),
        ("longbowmen", False),
        ("knights", True),
        ("axemen", False),
        ("light_horse", True),
    ),
    "chainmail": (
        ("heavy_foot", False),
        ("swiss_pikemen", False),
        ("longbowmen", False),
        ("knights", True),
        ("armored_foot", False),
        ("horse_archers", True),
    ),
    "battlesystem": (
        ("human_swordsmen", False),
        ("human_pikemen", False),
        ("human_longbowmen", False),
        ("human_lancers", True),
        ("dwarf_axemen", False),
        ("human_horse_archers", True),
    ),
}
"""Troops of each book, and which of them ride: half as many riders make a unit."""
SWITCHES: dict[str, dict[str, Setting]] = {
    "book_of_war": {"declare": "measure_first", "turn_limit": 20, "victory": "points"},
    "by_this_axe": {"turn_limit": 20},
    "chainmail": {"turn_limit": 20},
    "battlesystem": {"turn_limit": 20},
}


def battle_of(
    book: str, units: int, *, figures: int = 12, switches: Mapping[str, Setting] = MappingProxyType({})
) -> AnyBattle:
    """So many units a side on open ground, the table widening with them."""
    width, depth, zone = inches(max(48, 12 * units)), inches(48), inches(12)
    army = tuple(_unit(*ARMS[book][number % len(ARMS[book])], figures, number) for number in range(units))
    return quartermaster(book).prepare(
        Field(
            title="a measured battle",
            board=Board(width, depth),
            sides=SIDES,
            zones=(("red", Zone(0, 0, width, zone)), ("blue", Zone(0, depth - zone, width, depth))),
            armies=tuple((side.id, (*army, *_leaders(book))) for side in SIDES),
            switches={**SWITCHES[book], **switches},
        )
    )


def _unit(troop: str, mounted: bool, figures: int, number: int) -> Enlisted:  # noqa: FBT001 - as in the table of arms
    return Enlisted(troop, figures // 2 if mounted else figures, name=f"{troop} {number + 1}")


def _leaders(book: str) -> tuple[Enlisted, ...]:
    """Whom an army of the book cannot do without."""
    if book != "by_this_axe":
        return ()
    general: dict[str, Any] = {"roles": ["general", "hero"], "leadership": 3}
    return (Enlisted("character", 1, name="General", joins="spearmen 1", equipment=general),)
