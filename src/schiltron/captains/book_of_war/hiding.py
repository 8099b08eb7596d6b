"""Who hides, and when those who hide come out."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.decision import Answer, Choose, Chosen, PlaceUnit, SetDown
from schiltron.battle.state.field import enemies
from schiltron.rulesets.book_of_war.field import troop_now
from schiltron.rulesets.book_of_war.setup.hidden_setup import IN_SECRET, hiding_places
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.table.outline import gap

LATEST: Final = 5
"""The turn in which nobody waits any longer."""


def hide(view: Battle, decision: PlaceUnit) -> SetDown | None:
    """The first unit that can be hidden ahead of its own zone, on this side of the enemy's; None where none can."""
    for offer in decision.formations:
        if offer.formation == IN_SECRET:
            for place in hiding_places(view, view.units[offer.unit]):
                if not _in_a_zone(view, place):
                    return place
    return None


def _in_a_zone(view: Battle, place: SetDown) -> bool:
    x, y = place.pose.x, place.pose.y
    return any(zone.left <= x <= zone.right and zone.top <= y <= zone.bottom for _, zone in view.own.zones)


def emerge(view: Battle, decision: Choose) -> Answer:
    """Those come out who have somebody to shoot at or to charge; in the end all do."""
    chosen = []
    for option in decision.options:
        unit = view.units[option.key]
        kind = troop_now(view, unit)
        reach = max(kind.move, kind.missile.reach if kind.missile is not None else 0)
        near = any(gap(unit.outline, foe.outline) <= reach for foe in enemies(view, unit))
        if near or view.turn >= LATEST:
            chosen.append(option.key)
    return Chosen(tuple(chosen))
