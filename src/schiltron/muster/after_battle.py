"""An army after a battle, as a list for the next one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import troops
from schiltron.muster.army import COLOURS, Army, ListedUnit
from schiltron.muster.books import quartermaster


def army_after(battle: AnyBattle, side_id: str) -> Army:
    """Who is left of a side, unit by unit, under the names they had; the next battle draws them up anew."""
    side = battle.side_named(side_id)
    left = [unit for unit in troops(battle, side_id) if unit.figures]
    names = Counter(unit.name for unit in left)
    units = []
    for unit in left:
        host = battle.units[unit.host] if unit.host else None
        again = quartermaster(battle.ruleset).relisted(battle, unit)
        units.append(
            ListedUnit(
                troop=again.troop,
                figures=again.figures,
                name=unit.name,
                equipment=dict(again.equipment),
                joins=host.name if host is not None and host.figures and names[host.name] == 1 else "",
            )
        )
    colour: Any = side.colour if side.colour in COLOURS else None
    return Army(ruleset=battle.ruleset, name=side.name, units=tuple(units), colour=colour)
