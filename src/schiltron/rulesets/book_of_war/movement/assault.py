"""Assaults on castles (chapter O6): over a wall by ladders, into a tower by its doors, and about inside.

Each is an order of its own, named with the work it is about: `climb:castle_wall-1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import touching_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Level, Upon
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import has_entourage, heroes_with, in_play, paced
from schiltron.rulesets.book_of_war.field import can_act
from schiltron.rulesets.book_of_war.hiding import as_known, hidden_foes, put_down
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.movement.carrying_out import stir
from schiltron.rulesets.book_of_war.movement.doors import (
    against_entering,
    break_down,
    comes_in,
    door_near,
    doors_of,
    entering,
    held_against,
    out_of,
    room_left,
)
from schiltron.rulesets.book_of_war.movement.footholds import at_foot, inside, on_top, settle, settled
from schiltron.rulesets.book_of_war.movement.individuals import left_alone, may_leave, set_out, stepping_out
from schiltron.rulesets.book_of_war.movement.ladders import against_climbing, climbing, down_from, sides_of
from schiltron.rulesets.book_of_war.movement.trying import Try, side_of
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn
from schiltron.table.builds import Doorway
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, name_of
from schiltron.table.works import build_of, is_wall

CLIMB: Final = "climb"
ENTER: Final = "enter"
DOWN: Final = "down"
LEAVE: Final = "leave"
STAIRS: Final = "stairs"
UP: Final = "up"
RULE: Final = {CLIMB: "BW-O6-10", ENTER: "BW-O6-15", DOWN: "BW-O6-11", LEAVE: "BW-O6-13", STAIRS: "BW-O6-13"}
_DIE: Final = 6
_WHY: Final = {
    CLIMB: "get over the wall",
    ENTER: "get in",
    DOWN: "climb down",
    LEAVE: "come out",
    STAIRS: "take the stairs",
}
_FIGHTS: Final = {CLIMB: ("BW-O6-10", "BW-O6-11"), ENTER: ("BW-O6-15", "BW-O6-16")}


class Assault(Step, frozen=True, tag="book_of_war.assault"):
    """A unit, or a figure of its own, carries out such an order."""

    unit: str
    action: str


def is_assault(action: str) -> bool:
    return ":" in action and action.partition(":")[0] in RULE


# ---------------------------------------------------------------- what there is to do


def assaults(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Every such order that a unit could be given now, whether or not something is against it: ladders, doors and
    stairs, no engine, sap or mine (BW-O6-20)."""
    if not battle.table.works:
        return ()
    there, one = _on_his_own(battle, unit)
    return tuple(_orders(there, one)) if can_act(one) else ()


def _on_his_own(battle: Battle, unit: Unit) -> tuple[Battle, Unit]:
    """A hero in the ranks goes by himself, from where he stands in them (BW-A3-03); all others go as they are."""
    if not unit.host or not in_play(unit) or may_leave(battle, unit):
        return battle, unit
    there = stepping_out(battle, unit)
    return there, there.units[unit.id]


def _orders(battle: Battle, unit: Unit) -> Iterator[str]:
    level = unit.level
    works = battle.table.works
    if not isinstance(level, Upon):
        yield from (f"{CLIMB}:{wall.id}" for wall in works if is_wall(wall) and at_foot(wall, unit))
        yield from (f"{ENTER}:{work.id}" for work in works if door_near(battle, unit, work) is not None)
        return
    work = piece(battle, level.feature)
    if work is None:
        return
    yield from (f"{ENTER}:{one.id}" for one in works if door_near(battle, unit, one) is not None)
    if is_wall(work):
        yield from (f"{DOWN}:{side_of(heading)}" for heading in sides_of(work, unit))
        return
    if level.storey == 1:
        yield from (f"{LEAVE}:{side}" for side in doors_of(work))
    if level.storey < build_of(work).storeys:
        yield f"{STAIRS}:{UP}"
    if level.storey > 1:
        yield f"{STAIRS}:{DOWN}"


def judge_assault(battle: Battle, unit: Unit, action: str) -> list[Reason]:
    """Everything against such an order."""
    what, _, where = action.partition(":")
    if unit.own.turn.moved:
        return [Reason(f"{said(unit, 'have')} moved already", ("BW-C2-01",))]
    if action not in assaults(battle, unit):
        return [Reason("there is nothing of the kind within reach", (RULE[what],), measured=True)]
    there, one = _on_his_own(battle, unit)
    if touching_enemies(there, one):
        return [Reason(said(unit, "are in contact with the enemy"), ("BW-B4-28",))]
    if what == CLIMB:
        return against_climbing(there, one, _work(battle, where))
    if what == ENTER:
        return against_entering(there, one, _work(battle, where))
    if _place(battle, unit, action) is None:
        return [Reason("there is no room to stand", (RULE[what],), measured=True)]
    return []


def _work(battle: Battle, work_id: str) -> Feature:
    found = piece(battle, work_id)
    assert found is not None, work_id
    return found


def tries(battle: Battle, unit: Unit, action: str) -> list[Try]:
    """The figures that try something, and what their dice need."""
    what, _, where = action.partition(":")
    there, one = _on_his_own(battle, unit)
    if what == CLIMB:
        return climbing(there, one, _work(battle, where))
    return entering(there, one, _work(battle, where)) if what == ENTER else []


# ---------------------------------------------------------------- the dice


def _ask(battle: Battle, step: Assault) -> Roll | None:
    unit = battle.units[step.unit]
    if judge_assault(battle, unit, step.action):
        return None
    trying = [one for one in tries(battle, unit, step.action) if one.in_doubt]
    if not trying:
        return None
    what, _, where = step.action.partition(":")
    does = said(unit, "climb" if what == CLIMB else "batter the door of")
    need = trying[0].need
    least = f" on {need.total} or more" if need is not None and len(trying) > 1 else ""
    return Roll(
        purpose=f"{does} {name_of(_work(battle, where))}{least}",
        pools=tuple(
            Pool(1, _DIE, AtLeast(one.need.total), _figure(unit, one), unit.side)
            for one in trying
            if one.need is not None
        ),
        rules=(RULE[what], "BW-O6-17") if what == ENTER else (RULE[what],),
    )


def _figure(unit: Unit, one: Try) -> str:
    if unit.figures == 1:
        return unit.name
    figure = unit.places[one.place]
    return f"rank {figure.rank + 1}, file {figure.file + 1}"


def _roll(scene: Scene, step: Assault, pools: tuple[Thrown, ...]) -> None:
    _come_upon(scene, step)
    trying, thrown = tries(scene.battle, scene.unit(step.unit), step.action), iter(pools)
    _carry_out(scene, step, [one for one in trying if not one.in_doubt or next(thrown).hits])


# ---------------------------------------------------------------- carried out


def _do(scene: Scene, step: Assault) -> None:
    _come_upon(scene, step)
    unit = scene.unit(step.unit)
    against = judge_assault(scene.battle, unit, step.action)
    if against:
        scene.tell(Ruled(what=f"{unit.name} cannot: {against[0].text}", rules=against[0].rules))
        return
    what = step.action.partition(":")[0]
    if what in (CLIMB, ENTER):
        _carry_out(scene, step, tries(scene.battle, unit, step.action))
        return
    found = _place(scene.battle, unit, step.action)
    assert found is not None
    single = settle(scene, unit.id, *found, paced(scene.battle, unit).move, _WHY[what], RULE[what])
    settled(scene, unit.id, (single,))
    _has_moved(scene, single)


def _come_upon(scene: Scene, step: Assault) -> None:
    """Enemies who hide where a figure would come out or down, or before a door that it makes for, are put down
    (BW-A2-04)."""
    unit = scene.unit(step.unit)
    unseen = hidden_foes(scene.battle, unit)
    if unseen:
        known = as_known(scene.battle, unit)
        meant = _meant(known, unit, step.action)
        for foe in unseen:
            if _meant(known.with_unit(foe), unit, step.action) != meant:
                put_down(scene, foe.id, "BW-A2-04")


def _meant(battle: Battle, unit: Unit, action: str) -> object:
    """What such an order comes to before any die falls: nothing, who tries it, or where a figure comes."""
    if judge_assault(battle, unit, action):
        return None
    return tries(battle, unit, action) or _place(battle, unit, action)


def _has_moved(scene: Scene, *unit_ids: str) -> None:
    """Who goes in, over, up or down has moved (BW-A4-25), and wizards look about from where they stand now
    (BW-A4-05)."""
    if scene.battle.effects.all:
        for unit_id in unit_ids:
            stir(scene, scene.unit(unit_id))
    seen_by_wizards(scene)


def _place(battle: Battle, unit: Unit, action: str) -> tuple[Pose, Level] | None:
    """Where a figure comes that goes down from a wall, out of a tower, or to its other storey; None if there is no
    room."""
    what, _, where = action.partition(":")
    assert isinstance(unit.level, Upon)
    work = _work(battle, unit.level.feature)
    level: Level = None
    if what == STAIRS:
        level = Upon(work.id, unit.level.storey + (1 if where == UP else -1))
        pose = inside(battle, unit, level, (unit.outline.x, unit.outline.y), unit.body.base)
    elif what == DOWN:
        pose = down_from(battle, unit, work, where)
    else:
        door = doors_of(work)[where]
        pose, level = out_of(battle, unit, work, door), Upon(door.onto, 1) if door.onto else None
    return (pose, level) if pose is not None else None


def _carry_out(scene: Scene, step: Assault, got: Sequence[Try]) -> None:
    """Those who got over or in stand there, as far as there is room, those first who met a defender; the whole unit has
    used its move (BW-O6-10, BW-O6-15)."""
    what, _, where = step.action.partition(":")
    battle, unit = scene.battle, scene.unit(step.unit)
    there, one = _on_his_own(battle, unit)
    work = _work(battle, where)
    door = door_near(there, one, work) if what == ENTER else None
    figures = [one.places[each.place] for each in sorted(got, key=lambda each: each.need is None)]
    whole = paced(battle, unit).move
    if unit.host and got:
        set_out(scene, unit)
    scene.change(with_turn(scene.unit(step.unit), spent=whole, moved=True))
    if door is not None and got and not held_against(battle, unit, work):
        break_down(scene, work, door)
    singles = []
    for figure in figures:
        unit = scene.unit(step.unit)
        pose = on_top(scene.battle, unit, work, figure) if door is None else _in_at(scene.battle, unit, work, door)
        if pose is not None:
            _leaves_heroes(scene, unit)
            singles.append(settle(scene, unit.id, pose, Upon(work.id, 1), whole, _WHY[what], *_FIGHTS[what]))
    settled(scene, step.unit, singles)
    _has_moved(scene, step.unit, *singles)


def _in_at(battle: Battle, unit: Unit, work: Feature, door: Doorway) -> Pose | None:
    return comes_in(battle, unit, work, door) if room_left(battle, unit, work) else None


def _leaves_heroes(scene: Scene, unit: Unit) -> None:
    """When the last figure of a unit goes, the heroes in its ranks stay behind, but for the one whose entourage it is
    (BW-O6-06, BW-A3-22)."""
    heroes = heroes_with(scene.battle, unit) if unit.bodies == 1 else []
    if heroes and not has_entourage(scene.battle, heroes[0]):
        left_alone(scene, unit.id, "BW-O6-06", "BW-A3-03")


ASSAULT: Final = rolls(Assault, ask=_ask, roll=_roll, do=_do)
