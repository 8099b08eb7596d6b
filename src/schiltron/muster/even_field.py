"""A scenario in which all sides lead the same army, so that who leads it better can be seen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.muster.fault import Fault, MusterFault
from schiltron.muster.scenario import Scenario, SideEntry


def even_field(scenario: Scenario, side: str) -> Scenario:
    """The scenario with the army of one side for every side, on the same ground and from the same edges. Nobody
    defends, nobody has chosen the ground or has points more. MusterFault where that cannot be."""
    faults = tuple(_faults(scenario, side))
    if faults:
        raise MusterFault(faults)
    army = scenario.sides[side]
    return replace(
        scenario,
        id=f"{scenario.id}-even-{side}",
        sides={name: _with_army_of(entry, army) for name, entry in scenario.sides.items()},
    )


def _with_army_of(entry: SideEntry, army: SideEntry) -> SideEntry:
    return replace(entry, name="", army=army.army, units=army.units, extra_points=0, chose_ground=False, defends=False)


def _faults(scenario: Scenario, side: str) -> Iterator[Fault]:
    if side not in scenario.sides:
        yield Fault(scenario.id, "sides", f"there is no side called {side}", " or ".join(scenario.sides))
        return
    if scenario.victory is not None and scenario.victory.conditions:
        wrong = "each side has something else to do, so the same army makes nothing even"
        yield Fault(scenario.id, "victory.conditions", wrong, "a scenario without conditions")
    if any(unit.at is not None or unit.on for unit in scenario.sides[side].units):
        wrong = "its units have their places, which are not there for another side"
        yield Fault(scenario.id, f"sides.{side}.units", wrong, "a side that draws up its army")
