"""An army between two battles of a campaign: what is left of it takes the field again.

Remnants too small to be a unit go into another of their kind, and who finds none stays behind (TA-UNIT-03, TA-UNIT-04).
Where the general has fallen, the best leader takes his place; where there is none, somebody who inspires nobody
(TA-CHAR-02). Fewer than two units are no army (TA-UNIT-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.rulesets.by_this_axe.equipping import FOOT_SIZE, HORSE_SIZE, LEAST_UNITS, equipped
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.troops import Line
from schiltron.rulesets.quartermaster import Enlisted

Marching = tuple[Enlisted, Line]
_SUCCESSOR: Final = Enlisted("general", 1, name="A new general", equipment={"leadership": 1})


def remustered(units: Sequence[Enlisted], options: Options) -> tuple[Enlisted, ...]:
    """The army as it can march to its next battle; nobody where it is no army any more."""
    march = [(unit, one.line) for unit, one in zip(units, equipped(units, options)[0], strict=True) if one is not None]
    troops = _whole_units([pair for pair in march if not pair[1].character])
    if len(troops) < LEAST_UNITS:
        return ()
    return tuple(_together([*troops, *_led([pair for pair in march if pair[1].character])]))


def _whole_units(march: Sequence[Marching]) -> list[Enlisted]:
    """Those who are many enough, the others taken in where somebody like them has room; several remnants may make a
    unit."""
    units: list[Marching] = []
    for unit, line in sorted(march, key=lambda pair: pair[0].figures < _sizes(pair[1])[0]):
        least, most = _sizes(line)
        for at, (other, theirs) in enumerate(units):
            small = min(unit.figures, other.figures) < least
            if small and line.profile == theirs.profile and unit.figures + other.figures <= most:
                units[at] = replace(other, figures=unit.figures + other.figures), theirs
                break
        else:
            units.append((unit, line))
    return [unit for unit, line in units if unit.figures >= _sizes(line)[0]]


def _sizes(line: Line) -> tuple[int, int]:
    return HORSE_SIZE if line.profile.mounted else FOOT_SIZE


def _led(people: Sequence[Marching]) -> list[Enlisted]:
    """Exactly one general (TA-CHAR-02)."""
    army = [unit for unit, _ in people]
    if any("general" in line.roles for _, line in people):
        return army
    leaders = [at for at, (_, line) in enumerate(people) if "leader" in line.roles]
    if not leaders:
        return [*army, _SUCCESSOR]
    best = max(leaders, key=lambda at: people[at][1].leadership)
    roles = ("general", *(role for role in people[best][1].roles if role != "leader"))
    army[best] = replace(army[best], equipment={**army[best].equipment, "roles": roles})
    return army


def _together(army: list[Enlisted]) -> list[Enlisted]:
    """Whoever was with a unit that is no more is with none."""
    names = {unit.name for unit in army}
    return [unit if unit.joins in names else replace(unit, joins="") for unit in army]
