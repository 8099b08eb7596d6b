"""Setting up the armies: who may stand where before the first turn (BW-B4-03 to -05, BW-B4-09, BW-B4-10)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.decision import Answer, Chosen, PlaceUnit, SetDown, Zone
from schiltron.battle.event import Placed, Removed, Ruled
from schiltron.battle.illegal import Reason
from schiltron.battle.unit import OffTable, OnTable
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.movement.turning import holds_hedgehog
from schiltron.rulesets.book_of_war.setup.battle_line import any_place, line_places, random_place
from schiltron.rulesets.book_of_war.setup.stages import open_stage, reserve
from schiltron.rulesets.book_of_war.state import Battle, Deploy, Scene, Unit
from schiltron.table.lengths import CONTACT, FULL_TURN, TOLERANCE, Mil, show_inches
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose

NO_ROOM: Final = "no room to set up"
_TRIES: Final = 24


# ---------------------------------------------------------------- asking and judging


def _ask(battle: Battle, step: Deploy) -> tuple[PlaceUnit, ...] | None:
    """The winner of the initiative places the whole army first, then the other player (BW-B4-03)."""
    waiting = reserve(battle, step.side)
    if not waiting:
        return None
    name = battle.side_named(step.side).name
    rest = f"one of {len(waiting)} units" if len(waiting) > 1 else waiting[0].name
    return (
        PlaceUnit(
            seat=battle.seats_of(step.side)[0],
            prompt=f"{name} sets down {rest} in the set-up zone.",
            rules=("BW-B4-03", "BW-B3-07"),
            units=tuple(unit.id for unit in waiting),
            zone=battle.own.zone(step.side),
        ),
    )


def _judge(battle: Battle, _step: Deploy, decision: PlaceUnit, answer: Answer) -> list[Reason]:
    """An empty choice leaves off the table whatever has no room; else a unit is set down."""
    if isinstance(answer, Chosen) and not answer.keys:
        if _systematic(battle, decision) is None:
            return []
        return [Reason("there is room for another unit: it must be set down", ("BW-B4-03",))]
    if not isinstance(answer, SetDown):
        return [Reason("a unit is to be set down", ("BW-B4-03",))]
    if answer.unit not in decision.units:
        names = ", ".join(decision.units)
        return [Reason(f"{answer.unit!r} is not to be set down now; these are: {names}", ("BW-B4-03",))]
    return list(objections(battle, battle.units[answer.unit], answer.pose, answer.files))


def objections(battle: Battle, unit: Unit, pose: Pose, files: int) -> Iterator[Reason]:
    """Everything against setting a unit down so."""
    if not 1 <= files <= unit.figures:
        yield Reason(f"{unit.figures} figures stand in 1 to {unit.figures} files, not {files}", ("BW-B4-05",))
        return
    if not 0 <= pose.heading < FULL_TURN:
        yield Reason(f"a heading is at least 0 and less than 360 degrees, not {pose.heading / 1000:g}")
        return
    body = replace(formation(unit), files=files)
    if body.hedgehog and not holds_hedgehog(body, unit.figures):
        yield Reason("a hedgehog needs at least 2 files and 2 ranks", ("BW-B4-21",))
    standing = outline(pose, body, unit.bodies)
    beyond = _beyond(standing, battle.own.zone(unit.side))
    if beyond > TOLERANCE:
        yield Reason(f"it reaches {show_inches(beyond)} out of the set-up zone", ("BW-B4-03", "BW-B3-07"))
    yield from _crowding(battle, unit, standing)
    if battle.own.options.game == "basic" and battle.board is not None:
        pond = barred(battle.board.features, standing)
        if pond is not None:
            yield Reason(f"{pond.name} cannot be entered", ("BW-B3-11",))


def _beyond(standing: Outline, zone: Zone) -> Mil:
    """How far a body reaches out of the zone."""
    corners = [corner for rect in standing.rects for corner in rect.corners]
    return max(
        0,
        *(round(max(zone.left - x, x - zone.right, zone.top - y, y - zone.bottom)) for x, y in corners),
    )


def _crowding(battle: Battle, unit: Unit, standing: Outline) -> Iterator[Reason]:
    """Friends keep their distance (BW-B4-10); nobody stands on, or starts against, the enemy (BW-B4-03)."""
    room = battle.own.options.friendly_gap
    for other in battle.units.values():
        if not other.on_table or other.id == unit.id:
            continue
        there = other.outline
        reach = standing.radius + there.radius + room + CONTACT
        if (standing.x - there.x) ** 2 + (standing.y - there.y) ** 2 > reach * reach:
            continue
        apart = gap(standing, there)
        if other.side != unit.side:
            if apart <= CONTACT:
                yield Reason(f"{other.name} of the enemy stands there", ("BW-B4-03",))
        elif apart < room - TOLERANCE or apart <= CONTACT:
            yield Reason(
                f"only {show_inches(apart)} from {other.name}: friends keep {show_inches(room)} apart",
                ("BW-B4-10",),
            )


# ---------------------------------------------------------------- carrying out


def _take(scene: Scene, step: Deploy, answers: tuple[SetDown | Chosen]) -> None:
    answer = answers[0]
    if isinstance(answer, Chosen):
        _leave_out(scene, step)
    else:
        unit = scene.unit(answer.unit)
        body = replace(formation(unit), files=answer.files)
        scene.change(replace(unit, place=OnTable(answer.pose), body=body))
        scene.tell(
            Placed(
                what=unit.id,
                name=unit.name,
                side=unit.side,
                pose=answer.pose,
                rules=("BW-B4-03", "BW-B4-04", "BW-B4-09"),
            )
        )
    if reserve(scene.battle, step.side):
        scene.now(step)
    else:
        open_stage(scene)


def _leave_out(scene: Scene, step: Deploy) -> None:
    for unit in reserve(scene.battle, step.side):
        scene.change(replace(unit, place=OffTable(NO_ROOM)))
        scene.tell(Removed(unit=unit.id, figures=unit.figures, why=NO_ROOM, rules=("BW-B4-03",)))
    scene.tell(Ruled(what="what finds no room in the set-up zone stays off the table", rules=("BW-B4-03",)))


# ---------------------------------------------------------------- finding places


def _legal(battle: Battle, place: SetDown) -> bool:
    return next(objections(battle, battle.units[place.unit], place.pose, place.files), None) is None


def _sample(battle: Battle, _step: Deploy, decision: PlaceUnit, random: Random) -> SetDown | Chosen:
    """Anywhere in the zone, else where the search finds room, else nothing more is set down."""
    for _ in range(_TRIES):
        unit = battle.units[random.choice(decision.units)]
        place = random_place(battle, unit, random)
        if place is not None and _legal(battle, place):
            return place
    return _systematic(battle, decision) or Chosen(())


def _systematic(battle: Battle, decision: PlaceUnit) -> SetDown | None:
    for unit_id in decision.units:
        for place in any_place(battle, battle.units[unit_id]):
            if _legal(battle, place):
                return place
    return None


def _suggest(battle: Battle, _step: Deploy, decision: PlaceUnit) -> Iterator[SetDown | Chosen]:
    """A battle line that looks at the enemy's edge; the first candidate is the next unit of the line."""
    found = False
    for place in line_places(battle, [battle.units[unit_id] for unit_id in decision.units]):
        if _legal(battle, place):
            found = True
            yield place
    if not found:
        yield _systematic(battle, decision) or Chosen(())


DEPLOY: Final = Handler(ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
