"""What may be done about a castle (chapter O6), with the chances before it is ordered, and what cards say of who stands
on a wall or in a tower."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.answers import MenuEntry, Preview, Stat
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.words.grammar import counted, noted
from schiltron.rulesets.book_of_war.attacks.to_hit import chance
from schiltron.rulesets.book_of_war.enclosed import storey_of, work_under
from schiltron.rulesets.book_of_war.movement.assault import (
    CLIMB,
    DOWN,
    ENTER,
    LEAVE,
    RULE,
    STAIRS,
    assaults,
    judge_assault,
    tries,
)
from schiltron.rulesets.book_of_war.movement.doors import room_left
from schiltron.rulesets.book_of_war.movement.ladders import side_of
from schiltron.rulesets.book_of_war.state import Asked, Battle, Unit
from schiltron.table.terrain import name_of
from schiltron.table.works import build_of, looks_out

_KEYS: Final = {CLIMB: "C", ENTER: "D", DOWN: "IL", LEAVE: "IL", STAIRS: "MV"}
CASTLE_KEYS: Final = (("C", "climb a wall"), ("D", "batter a door, or go in"), ("I, L", "go down or out"))


def castle_entries(asked: Asked, unit: Unit) -> Iterator[MenuEntry]:
    """Ladders, doors and stairs within reach of a unit."""
    used: dict[str, int] = {}
    for action in assaults(asked.view, unit):
        if action in asked.actions:
            what = action.partition(":")[0]
            number = used[what] = used.get(what, -1) + 1
            keys = _KEYS[what]
            yield MenuEntry(
                action,
                label_of(asked.view, unit, action),
                keys[number] if number < len(keys) else "",
                RULE[what],
                "none",
                name=action,
                reasons=tuple(judge_assault(asked.view, unit, action)),
            )


def label_of(view: Battle, unit: Unit, action: str) -> str:
    """What such an order is called."""
    what, _, where = action.partition(":")
    if what == DOWN:
        return f"Down to the {where}"
    if what == STAIRS:
        return "Up to the top" if where != "1" else "Down inside"
    if what == LEAVE:
        tower = work_under(view, unit.level)
        assert tower is not None, f"{unit.name} is in no tower"
        door = build_of(tower).doors[int(where)]
        return f"Out by the {side_of(looks_out(tower, door.x, door.y))} door"
    work = piece(view, where)
    name = name_of(work) if work is not None else where
    return f"Climb {name}" if what == CLIMB else f"Into {name}"


def storm_preview(view: Battle, unit: Unit, action: str, plain: Preview) -> Preview:
    """Who tries it and with what chance (BW-O6-10, BW-O6-15)."""
    what, _, where = action.partition(":")
    if not plain.legal or what not in (CLIMB, ENTER):
        return replace(plain, rules=(RULE[what],))
    trying = tries(view, unit, action)
    luck = [1.0 if one.need is None else chance(one.need) for one in trying]
    work = piece(view, where)
    most = len(trying) if what == CLIMB or work is None else min(len(trying), room_left(view, unit, work))
    does = "get over" if what == CLIMB else "get in"
    need = next((one.need for one in trying if one.need is not None), None)
    told = [f"{counted(len(trying), 'figure')} try"]
    told.append(f"each needs {need.total} or more" if need is not None else "nobody defends it: no roll")
    told.append(f"{1 - prod(1 - one for one in luck):.0%} that somebody does {does}")
    told.append(f"{sum(luck):.1f} on average" if what == CLIMB else f"room for {most}")
    return replace(plain, notes=noted(*told), rules=(RULE[what],))


def castle_stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    """Where a unit in an enclosed space stands, and what that means for it."""
    storey = storey_of(view, unit.level) if unit.level is not None else None
    if storey is None:
        return
    yield Stat("On" if storey.battlement else "Inside", storey.name, "BW-O6-04", part="stands")
    if storey.sealed:
        yield Stat("Shelter", "nothing from outside harms it", "BW-O6-12", part="armour")
    elif storey.battlement:
        yield Stat("Battlement", "+1 AH against missiles", "BW-O6-07", part="armour")
    yield Stat("Morale", "always good here", "BW-O6-04", part="armour")
