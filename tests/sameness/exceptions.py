"""Where a changed battle may be another one, and why: what a rule or the table demands.

Positions are made even where that can be done, so that everything else in them is still compared.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.decision import Zone
from schiltron.battle.event import Formed as FormedUp
from schiltron.battle.event import Moved, Placed
from schiltron.battle.fleeing import edge_distances
from schiltron.battle.illegal import Illegal
from schiltron.battle.ruleset import Obeyed
from schiltron.battle.state import AnyBattle
from schiltron.battle.unit import Unit
from schiltron.rulesets.chainmail.state import UnitPart as ChainmailUnit
from schiltron.table.body import Formed
from tests.sameness.rewriting import leans

LEFT_HANDED = {"horse_archers": "light_cavalry"}
"""Troops who do on one side what they cannot do on the other, and what stands in for them: horse archers shoot to the
left and to the rear (BW-B2-42)."""


def made_even(battle: AnyBattle) -> AnyBattle:
    """The battle with nothing in it that has a left and a right of its own: no rank half a file off the middle, nobody
    left-handed."""
    return replace(battle, units={key: _even(unit) for key, unit in battle.units.items()})


def without_camps(battle: AnyBattle) -> AnyBattle:
    """The battle with no baggage camp noted: the way to it is written down as so far along an edge from its north or
    west end, which no turned or mirrored table keeps (CM-HIST-40)."""
    if not getattr(battle.own, "baggage", ()):
        return battle
    return replace(battle, own=replace(battle.own, baggage=()))


def _even(unit: Unit[Any]) -> Unit[Any]:
    if unit.kind in LEFT_HANDED:
        unit = replace(unit, kind=LEFT_HANDED[unit.kind])
    while _leans(unit):
        unit = replace(unit, fallen=unit.fallen - 1) if unit.fallen else replace(unit, figures=unit.figures - 1)
    return unit


def _leans(unit: Unit[Any]) -> bool:
    """As it stands, or when its ranks become its files."""
    if not isinstance(unit.body, Formed) or not unit.bodies:
        return False
    faced = Formed(unit.body.base, unit.body.ranks(unit.bodies), unit.body.spacing)
    return leans(unit.body, unit.bodies) or leans(faced, unit.bodies)


def _uneven(unit: Unit[Any]) -> bool:
    return unit.on_table and leans(unit.body, unit.bodies, unit.figures)


def askew(battle: AnyBattle, *answers: Obeyed[Any, Any, Any] | Illegal) -> bool:
    """Whether a body came to lean on the way: a short rank stands on whole-file places, so that with an odd number of
    empty places it is half a file nearer to the left, and those who have fallen lie at its right end (BW-B4-05)."""
    if any(_uneven(unit) or _shoots_to_the_left(unit) for unit in battle.units.values()):
        return True
    if battle.roll is not None and "CM-GUN-13" in battle.roll.rules:
        return True  # the marks of the die run from left to right
    for answer in answers:
        if isinstance(answer, Illegal):
            continue
        if _scattered(answer):
            return True
        if any(_uneven(unit) for unit in answer.battle.units.values()):
            return True
        for event in answer.events:
            if isinstance(event, Moved | FormedUp):
                count = battle.units[event.unit].bodies
                bodies = [leg.body for leg in event.legs] if isinstance(event, Moved) else [event.body]
                if any(leans(body, count) for body in bodies):
                    return True
    return False


def _shoots_to_the_left(unit: Unit[Any]) -> bool:
    """Horsemen of Chainmail (CM-MISSILE-19)."""
    part = unit.own
    return isinstance(part, ChainmailUnit) and unit.on_table and part.profile.mounted and bool(part.profile.missile)


def _scattered(answer: Obeyed[Any, Any, Any]) -> bool:
    """Whether a skirmish unit was set down: its figures are numbered from the middle of the front outward, and of two
    as far from it one has to come first (BS-2.9-05)."""
    return any(isinstance(event, Placed) and answer.battle.units[event.what].of for event in answer.events)


def other_edges(here: AnyBattle, there: AnyBattle) -> bool:
    """Whether shifting has put another edge of the table nearest to anybody, or to where a side set up: who flees runs
    to the nearest edge or to that of his side, those nearest to one first (TA-MORALE-23, TA-TURN-07, BS-4.8-02)."""
    edges = [
        {unit.id: nearest_edge(battle, unit) for unit in battle.units.values() if unit.on_table}
        for battle in (here, there)
    ]
    zones = [[_edge_of(battle, zone) for _, zone in battle.own.zones] for battle in (here, there)]
    return zones[0] != zones[1] or any(edges[0][key] != edges[1][key] for key in edges[0])


def _edge_of(battle: AnyBattle, zone: Zone) -> str:
    board = battle.board
    rooms = {"north": zone.top, "west": zone.left, "south": board.depth - zone.bottom, "east": board.width - zone.right}
    return min(rooms, key=lambda edge: rooms[edge])


def nearest_edge(battle: AnyBattle, unit: Unit[Any]) -> str:
    distances = edge_distances(battle.board, unit.outline)
    return min(distances, key=lambda edge: distances[edge])
