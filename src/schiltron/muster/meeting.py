"""Two armies that meet on a table of the usual size, without a scenario of anybody's."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.muster.army import Army
from schiltron.muster.books import quartermaster
from schiltron.muster.preparing import examined, switched
from schiltron.muster.scenario import Scenario, SideEntry, TableSize, fielded
from schiltron.rulesets.quartermaster import Setting
from schiltron.table.edges import TableEdge

OWN_ARMIES = "own-armies"
MOST_TITLE = 60


def meeting(
    red: Army,
    blue: Army,
    *,
    title: str = "",
    table: TableSize | None = None,
    ground: Literal["fixed", "rolled"] = "rolled",
) -> Scenario:
    """Red in the north against blue in the south, on ground that is rolled for where their book does that, else open.
    Armies of one colour both get that of their side."""
    book = quartermaster(red.ruleset)
    if (red.colour or "red") == (blue.colour or "blue"):
        red, blue = replace(red, colour=None), replace(blue, colour=None)
    width, depth = book.table
    return Scenario(
        id=OWN_ARMIES,
        title=title or f"{red.name} against {blue.name}"[:MOST_TITLE],
        ruleset=red.ruleset,
        table=table or TableSize(width / 1000, depth / 1000, "inches"),
        sides={"red": _side(red, "north"), "blue": _side(blue, "south")},
        ground=ground if book.rolls_ground else "fixed",
    )


def needed_to_meet(scenario: Scenario) -> dict[str, Setting] | None:
    """A switch of the book without which these armies may not meet, such as its fantasy rules; nothing where they may
    without, None where no switch lets them."""
    if not examined(scenario)[0]:
        return {}
    for switch in quartermaster(scenario.ruleset).switches:
        for choice in switch.choices:
            one: dict[str, Setting] = {switch.name: choice.value}
            if choice.value != switch.default and not examined(switched(scenario, **one))[0]:
                return one
    return None


def _side(army: Army, edge: TableEdge) -> SideEntry:
    return SideEntry(edge=edge, name=army.name, colour=army.colour, units=tuple(map(fielded, army.units)))
