"""Where a changed battle may be another one, and why: what a rule or the table demands.

Positions are made even where that can be done, so that everything else in them is still compared.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.movement.flight_ways import edge_distances
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Commanded, Planned
from schiltron.battle.state.event import Formed as FormedUp
from schiltron.battle.state.event import Moved, Placed
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order, Reply
from schiltron.battle.state.unit import OnTable, Unit
from schiltron.rulesets.book_of_war.movement.assault import LEAVE
from schiltron.rulesets.by_this_axe.attacks.losses import ClearFallen
from schiltron.rulesets.chainmail.fire.phase import Contest
from schiltron.rulesets.chainmail.state import UnitPart as ChainmailUnit
from schiltron.table.body import Formed
from schiltron.table.pose import Pose
from tests.sameness.changes import home_edge
from tests.sameness.rewriting import leans

LEFT_HANDED = {"horse_archers": "light_cavalry"}
"""Troops who do on one side what they cannot do on the other, and what stands in for them: horse archers shoot to the
left and to the rear (BW-B2-42). Horsemen of Chainmail, who shoot so too (CM-MISSILE-19), have left their bows at home.
"""


def made_even(battle: AnyBattle) -> AnyBattle:
    """The battle with nothing in it that has a left and a right of its own: no rank half a file off the middle, nobody
    left-handed; but who has taken aim and only throws a die now for whether he fires keeps his bow."""
    aiming = {step.unit for step in battle.agenda[:1] if isinstance(step, Contest)}
    return replace(battle, units={key: _even(unit, armed=key in aiming) for key, unit in battle.units.items()})


def without_camps(answer: Any) -> Any:
    """An answer without the way to a baggage camp that has just been noted: so far along an edge of a table that has
    others when it is larger (CM-HIST-40). Where one is noted already, it is changed with the table."""
    if isinstance(answer, Illegal):
        return answer
    events = tuple(event for event in answer.events if "CM-HIST-40" not in event.rules)
    return replace(answer, battle=replace(answer.battle, own=replace(answer.battle.own, baggage=())), events=events)


def _even(unit: Unit[Any], *, armed: bool) -> Unit[Any]:
    if unit.kind in LEFT_HANDED:
        unit = replace(unit, kind=LEFT_HANDED[unit.kind])
    if not armed and isinstance(unit.own, ChainmailUnit) and unit.own.profile.mounted and unit.own.profile.missile:
        unit = replace(unit, own=replace(unit.own, profile=replace(unit.own.profile, missile=None)))
    while unit.bodies > 1 and _leans(unit):
        unit = replace(unit, fallen=unit.fallen - 1) if unit.fallen else replace(unit, figures=unit.figures - 1)
    return unit


def _leans(unit: Unit[Any]) -> bool:
    """As it stands, or when its ranks become its files."""
    if not isinstance(unit.body, Formed) or not unit.bodies:
        return False
    faced = Formed(unit.body.base, unit.body.ranks(unit.bodies), unit.body.spacing)
    return leans(unit.body, unit.bodies, unit.figures) or leans(faced, unit.bodies, unit.figures)


def _uneven(unit: Unit[Any]) -> bool:
    return unit.on_table and leans(unit.body, unit.bodies, unit.figures)


def leaning(battle: AnyBattle, *answers: Obeyed[Any, Any, Any] | Illegal) -> set[str]:
    """Bodies that came to lean on the way, by id: a short rank stands on whole-file places, so that with an odd number
    of empty places it is half a file nearer to the left, and those who have fallen lie at its right end (BW-B4-05,
    TA-UNIT-06, CM-FORM-01, BS-7.10-01). With them those who close up to the end of a rank that has become short."""
    found = {unit.id for unit in battle.units.values() if _uneven(unit)}
    for answer in answers:
        if isinstance(answer, Illegal):
            continue
        found |= {unit.id for unit in answer.battle.units.values() if _uneven(unit)}
        for event in answer.events:
            if isinstance(event, Moved | FormedUp):
                count = (battle.units.get(event.unit) or answer.battle.units[event.unit]).bodies
                bodies = [leg.body for leg in event.legs] if isinstance(event, Moved) else [event.body]
                found |= {event.unit for body in bodies if leans(body, count)}
    return found | {unit for answer in answers for unit in _following(answer, found)}


def half_a_file_decides(order: Order | None, here: Any, there: Any, lean: set[str]) -> bool:
    """Whether something is allowed or asked on one side of the table alone, for who leans may have room only there.

    It is an order to him, or from where his fallen are taken (TA-RANGED-13).
    """
    if type(here) is not type(there):
        return bool(_ordered(order) & lean)
    return bool((_clearing(here) ^ _clearing(there)) & lean)


def beside_a_door(order: Order | None) -> set[str]:
    """Who comes out of a tower: if the place before the door is taken, he stands at the right-hand one of two as near,
    in a mirror too (BW-O6-13)."""
    return {one.actor for one in _commands(order) if one.action.partition(":")[0] == LEAVE}


def _ordered(order: Order | None) -> set[str]:
    return {one.actor for one in _commands(order)}


def _commands(order: Order | None) -> list[Commanded]:
    answer = order.answer if isinstance(order, Reply) else None
    commands = answer.commands if isinstance(answer, Planned) else (answer,)
    return [one for one in commands if isinstance(one, Commanded)]


def _clearing(answer: Any) -> set[str]:
    """Of which unit the fallen are about to be taken off."""
    agenda = answer.battle.agenda if isinstance(answer, Obeyed) else ()
    return {step.unit for step in agenda[:1] if isinstance(step, ClearFallen)}


def _following(answer: Obeyed[Any, Any, Any] | Illegal, lean: set[str]) -> set[str]:
    """Who was set down anew in contact with one of these."""
    if isinstance(answer, Illegal):
        return set()
    moved = {event.unit for event in answer.events if isinstance(event, FormedUp)}
    return {
        unit
        for one in answer.battle.engagements
        for unit, other in ((one.attacker, one.defender), (one.defender, one.attacker))
        if unit in moved and other in lean
    }


def apart_from(value: Any, battle: AnyBattle, ids: set[str]) -> Any:
    """What is left of a value when all is taken out of it that is about some units: what a rule says of them excuses
    nothing else."""
    names = {battle.units[key].name for key in ids if key in battle.units}
    word = re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, sorted(ids | names, key=len))) + r")(?![\w-])")
    return _apart(value, word)


def _apart(value: Any, word: re.Pattern[str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_apart(one, word) for one in value if not _about(one, word))
    if isinstance(value, dict):
        return {key: _apart(one, word) for key, one in value.items() if not word.search(key)}
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        kept = {name: None if _about(one, word) else _apart(one, word) for name, one in fields.items()}
        return replace(value, **{name: one for name, one in kept.items() if one is not fields[name]})
    return value


def _about(value: Any, word: re.Pattern[str]) -> bool:
    """Whether a value names one of the units itself, not only in something it holds."""
    if isinstance(value, str):
        return word.search(value) is not None
    if isinstance(value, tuple):
        return bool(value) and isinstance(value[0], str) and word.search(value[0]) is not None
    if isinstance(value, Struct):
        held = [getattr(value, name) for name in value.__struct_fields__]
        return any(isinstance(one, str) and word.search(one) for one in held)
    return False


def renumbered(answer: Any, like: Any) -> Any:
    """An answer with the figures of a skirmish unit that was set down numbered as in another: they are numbered from
    the middle of the front outward, and of two as far from it one has to come first (BS-2.9-05)."""
    if isinstance(answer, Illegal) or isinstance(like, Illegal):
        return answer
    units = answer.battle.units
    placed = {event.what for event in answer.events if isinstance(event, Placed) and event.what in units}
    poses: dict[str, Pose] = {}
    for group in {units[key].of for key in placed} - {""}:
        mine = [key for key in placed if units[key].of == group]
        free = {key: units[key].pose for key in mine}
        for key in mine:
            there = like.battle.units[key]
            if there.on_table and free:
                nearest = min(free, key=lambda other: _steps(free[other], there.pose))
                poses[key] = free.pop(nearest)
    if not poses:
        return answer
    standing = {key: replace(unit, place=OnTable(poses[key])) if key in poses else unit for key, unit in units.items()}
    events = tuple(
        replace(event, pose=poses[event.what])
        if isinstance(event, Placed) and event.what in poses and event.pose == units[event.what].pose
        else event
        for event in answer.events
    )
    return replace(answer, battle=replace(answer.battle, units=standing), events=events)


def _steps(one: Pose, other: Pose) -> int:
    return abs(one.x - other.x) + abs(one.y - other.y)


def other_edges(here: AnyBattle, there: AnyBattle) -> set[str]:
    """Units for whom shifting has put another edge of the table nearest, or nearest to where their side set up: who
    flees runs to the nearest edge (TA-MORALE-24), or to that of his side (BS-7.15-01)."""
    sides = [{side: home_edge(battle, zone) for side, zone in battle.own.zones} for battle in (here, there)]
    return {
        unit.id
        for unit in here.units.values()
        if unit.on_table
        and (
            sides[0].get(unit.side) != sides[1].get(unit.side)
            or nearest_edge(here, unit) != nearest_edge(there, there.units[unit.id])
        )
    }


def nearest_edge(battle: AnyBattle, unit: Unit[Any]) -> str:
    distances = edge_distances(battle.board, unit.outline)
    return min(distances, key=lambda edge: distances[edge])
