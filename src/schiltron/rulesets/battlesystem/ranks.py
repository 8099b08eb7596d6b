"""Closed ranks open where they stand (BS-4.5-02, BS-7.6-02), and declared stances end (cases 7.11, 11.6 and 11.7)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Lapses
from schiltron.battle.state.effects import Effect, OnUnit, While
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.rulesets.battlesystem.bases import spacing
from schiltron.rulesets.battlesystem.state import SET_SPEARS, SHIELD_WALL, Battle, Scene, Stance, Unit
from schiltron.table.body import Formed
from schiltron.table.facing import in_line
from schiltron.table.outline import outline

_DECLARED = {"shield_wall": SHIELD_WALL, "shield_ring": SHIELD_WALL, "set_spears": SET_SPEARS, "set_ring": SET_SPEARS}
OPENS, FLEES, BREAKS, RUNS_WILD = "opens", "flees", "breaks", "runs_wild"
SETS_OUT, DRAWS_BACK = "sets_out", "draws_back"
"""Deeds of a unit that end what it has declared: it opens closed ranks, flees, routs, attacks on its own, sets out to
charge (BS-11.6-01), withdraws."""
_ANY: Final = (OPENS, FLEES, BREAKS, RUNS_WILD, SETS_OUT)
_ENDED_BY: Final[dict[Stance, tuple[str, ...]]] = {
    "shield_wall": _ANY,
    "shield_ring": _ANY,
    "set_spears": (*_ANY, DRAWS_BACK, "moved"),
    "set_ring": _ANY,
    "all_round": _ANY,
    "flanks": _ANY,
}
"""What a unit has declared lasts while it does none of this; spears are set no longer when it moves (BS-11.7-02)."""


def open_out(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """A closed unit drops into open formation without moving, at no cost; nobody else has ranks to open.

    The middle of its front stays; figures spread to the sides and to the rear. Where there is no room for as many
    files, the front becomes narrower, never wider in figures.
    """
    unit = scene.unit(unit_id)
    if unit.own.formation != "closed":
        return
    scene.deed(unit_id, OPENS, rules=rules)
    unit = scene.unit(unit_id)
    opened = _opened(scene.battle, unit)
    scene.change(replace(opened, own=replace(opened.own, formation="open")))
    scene.tell(FormedEvent(unit=unit_id, pose=opened.pose, body=opened.body, why="open their ranks", rules=rules))


def unwrap(scene: Scene, unit_id: str) -> None:
    """Who wrapped round an enemy counts as open when the melee is over, however the bases stand (BS-7.11-03)."""
    unit = scene.unit(unit_id)
    formation = "open" if unit.own.formation == "closed" else unit.own.formation
    scene.change(replace(unit, own=replace(unit.own, wrapped=False, formation=formation)))


def keep_stance(scene: Scene, unit_id: str) -> None:
    """What a unit has declared is at work until it does what ends it; what it has given up on its way is over."""
    stance = scene.unit(unit_id).own.stance
    for effect in scene.battle.effects.on_unit(unit_id):
        if effect.kind in _ENDED_BY and effect.kind != stance:
            scene.lift(effect)
    if stance and scene.battle.effects.of_kind(unit_id, stance) is None:
        scene.begin(stance, OnUnit(unit_id), ends=(While(unit_id, _ENDED_BY[stance]),))


def _end_stance(scene: Scene, effect: Effect, rules: tuple[str, ...]) -> None:
    """A shield wall or set spears are given up (BS-11.6-01, BS-11.7-02), and all look one way again."""
    assert isinstance(effect.on, OnUnit)
    unit = scene.unit(effect.on.unit)
    if unit.own.stance != effect.kind:
        return
    body = replace(unit.body, hedgehog=False) if isinstance(unit.body, Formed) else unit.body
    scene.change(replace(unit, body=body, own=replace(unit.own, stance="")))
    if effect.kind in _DECLARED:
        scene.mark(unit.id, _DECLARED[effect.kind], on=False, rules=rules)


LAPSES: Final[Lapses] = MappingProxyType(dict.fromkeys(_ENDED_BY, _end_stance))


def _opened(battle: Battle, unit: Unit) -> Unit:
    """The unit with the room of open formation between its bases, in as many files as there is place for."""
    body = unit.body
    assert isinstance(body, Formed)
    room = spacing("open", stands=unit.own.profile.stands)
    if not unit.on_table:
        return replace(unit, body=replace(body, spacing=room))
    straight, pose = in_line(body, unit.pose)
    for files in range(straight.files, 0, -1):
        wider = replace(straight, files=files, spacing=room)
        if has_room(battle, unit, outline(pose, wider, unit.bodies)):
            return replace(unit, body=wider, place=unit.place_at(pose))
    return unit
