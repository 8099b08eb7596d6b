"""Where every unit is after every single event, for a page that shows a battle event by event.

A journal keeps the battle after each entry; an entry may hold the moves of a whole army. So events are applied to the
units one by one, and at the end of an entry whatever they did not tell is taken from the battle itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.drawn import drawn_unit, marks_shown
from schiltron.battle.state.event import (
    AnyEvent,
    Attached,
    Detached,
    Fell,
    Formed,
    Marked,
    Moved,
    Parted,
    Placed,
    Removed,
    Touched,
)
from schiltron.battle.state.unit import Afloat, Hidden, OnTable, Unit
from schiltron.battle.words.beats import FALLEN
from schiltron.drawing.svg import Drawn
from schiltron.table.body import Body
from schiltron.table.pose import Pose

ROUTED = "routed"


class Stand(Struct, frozen=True):
    """A unit in some moment; without a pose it is not on the table, or with its `host`."""

    pose: Pose | None
    body: Body
    figures: int
    fallen: int
    marks: tuple[str, ...]
    host: str = ""


Cast = dict[str, Stand]
Pairs = frozenset[frozenset[str]]


def cast_of(battle: AnyBattle) -> Cast:
    return {unit.id: stand_of(unit) for unit in battle.units.values()}


def stand_of(unit: Unit[Any]) -> Stand:
    pose = unit.place.pose if isinstance(unit.place, OnTable | Hidden | Afloat) else None
    return Stand(pose, unit.body, unit.figures, unit.fallen, unit.marks, unit.host)


def fit(cast: Mapping[str, Stand], name: str) -> int:
    """Figures of a unit that have not run, by themselves or with the unit they are with."""
    stand = cast[name]
    runs = ROUTED in stand.marks or (stand.host and ROUTED in cast[stand.host].marks)
    return 0 if runs else stand.figures


def pairs_of(battle: AnyBattle) -> Pairs:
    """Who is in contact with whom."""
    return frozenset(frozenset((one.attacker, one.defender)) for one in battle.engagements if one.touching)


def after(cast: Mapping[str, Stand], events: Iterable[AnyEvent], battle: AnyBattle) -> Cast:
    """The units after these events of an entry that led to `battle`."""
    now = dict(cast)
    for event in events:
        match event:
            case Moved(unit=unit, legs=legs) if legs:
                now[unit] = replace(now[unit], pose=legs[-1].pose, body=legs[-1].body)
            case Formed(unit=unit, pose=pose, body=body):
                now[unit] = replace(now[unit], pose=pose, body=body)
            case Placed(what=what, pose=pose) if what in now and pose is not None:
                now[what] = replace(now[what], pose=pose, body=battle.units[what].body)
            case Fell(unit=unit, figures=figures, left=left):
                now[unit] = replace(now[unit], figures=left, fallen=now[unit].fallen + figures)
            case Removed(unit=unit, why=why):
                gone = replace(now[unit], fallen=0)
                now[unit] = gone if why == FALLEN else replace(gone, figures=0, pose=None, host="")
            case Attached(unit=unit, host=host):
                now[unit] = replace(now[unit], pose=None, host=host)
            case Detached(unit=unit, host=host):
                now[unit] = replace(now[unit], pose=now[host].pose or _left_at(battle, unit), host="")
            case Marked(unit=unit, mark=mark, on=on):
                kept = tuple(one for one in now[unit].marks if one != mark)
                now[unit] = replace(now[unit], marks=(*kept, mark) if on else kept)
    return now


def _left_at(battle: AnyBattle, unit: str) -> Pose | None:
    """Where a figure stands whose unit is gone."""
    return stand_of(battle.units[unit]).pose


def touching_after(pairs: Pairs, events: Iterable[AnyEvent]) -> Pairs:
    for event in events:
        match event:
            case Touched(unit=unit, other=other):
                pairs |= {frozenset((unit, other))}
            case Parted(unit=unit, other=other):
                pairs -= {frozenset((unit, other))}
            case Removed(unit=unit, why=why) if why != FALLEN:
                pairs = frozenset(pair for pair in pairs if unit not in pair)
    return pairs


def drawn(battle: AnyBattle, cast: Mapping[str, Stand], pairs: Pairs) -> dict[str, Drawn]:
    """The units on the table as they are drawn; flags show the figures that go with them."""
    company: dict[str, list[str]] = {}
    for name, stand in cast.items():
        if stand.host and stand.figures:
            company.setdefault(stand.host, []).append(name)
    fighting = frozenset[str]().union(*pairs)
    return {
        name: drawn_unit(
            battle,
            battle.units[name],
            stand.pose,
            stand.body,
            figures=stand.figures,
            fallen=stand.fallen,
            marks=marks_shown(
                stand.marks, (cast[one].marks for one in company.get(name, ())), fighting=name in fighting
            ),
            company=[battle.units[one] for one in company.get(name, ())],
        )
        for name, stand in sorted(cast.items(), key=lambda one: not battle.units[one[0]].afloat)
        if stand.pose is not None
    }
