"""Who acted singly in an enclosed space is with his unit again after the battle (chapter O6).

In the battle figures that left their unit never rejoin it (BW-O6-06); afterwards they are counted with it, and so are
those of them who fell. Ships are no troops and go with nobody.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from schiltron.battle.state.battle import Grave
from schiltron.rulesets.book_of_war.state import Battle, Unit


def gathered(battle: Battle) -> Battle:
    """The battle with every unit whole again, and without its ships."""
    roots = {key: _root(battle, unit) for key, unit in battle.units.items()}
    parts: dict[str, list[Unit]] = {}
    for key, unit in battle.units.items():
        if not unit.afloat:
            parts.setdefault(roots[key], []).append(unit)
    units = {root: _whole(battle.units[root], of_it) for root, of_it in parts.items()}
    return replace(battle, units=units, graves=tuple(_again(grave, roots) for grave in battle.graves))


def _root(battle: Battle, unit: Unit) -> str:
    """The unit from which a figure went off, if it did."""
    while unit.of in battle.units:
        unit = battle.units[unit.of]
    return unit.id


def _whole(root: Unit, parts: Iterable[Unit]) -> Unit:
    single = [one for one in parts if one.id != root.id]
    if not single:
        return root
    return replace(
        root,
        name=single[0].name.rpartition(" ")[0],
        figures=root.figures + sum(one.figures for one in single),
        original=root.original + sum(one.original for one in single),
    )


def _again(grave: Grave, roots: dict[str, str]) -> Grave:
    return replace(grave, unit=roots.get(grave.unit, grave.unit), by=roots.get(grave.by, grave.by))
