"""Survivors of a separate action come back to the table: CM-HIST-44."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import OUTWARD, has_room
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Placed
from schiltron.battle.state.field import asked_seat, commanded_by, enemies
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.camps import PATH, home_edge, way_in
from schiltron.rulesets.chainmail.morale.ways import CONTROL, impassable
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_past
from schiltron.table.body import Body, Formed
from schiltron.table.ground import stood_in
from schiltron.table.lengths import HALF_TURN, direction
from schiltron.table.outline import gap
from schiltron.table.pose import Pose


class ComeBack(Step, frozen=True, tag="chainmail.come_back"):
    """Survivors of a separate action may return to the table (CM-HIST-44)."""

    side: str


_RULES: Final = ("CM-HIST-44",)
_PLACES: Final = 7
_HAIR: Final = 10
"""So that nobody stands over the edge."""


def _may_return(unit: Unit) -> bool:
    return isinstance(unit.place, OffTable) and unit.place.may_return and bool(unit.figures)


def ways_back(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """A unit as it would stand at the edge, looking onto the table, wherever there is room in the way to the camp."""
    place = unit.place
    assert isinstance(place, OffTable)
    camp = next(one for one in battle.own.baggage if home_edge(battle, one.side) == place.edge)
    outward = next(heading for edge, heading in OUTWARD.items() if edge == place.edge)
    inward = (outward + HALF_TURN) % (2 * HALF_TURN)
    body = _narrowed(unit)
    deep = body.depth(unit.figures) if isinstance(body, Formed) else body.base.depth / 2
    ux, uy = direction(inward)
    path = way_in(battle, camp)
    wide = body.frontage if isinstance(body, Formed) else body.base.width
    spare = max(0.0, PATH - wide)
    for number in range(_PLACES):
        along = path.interpolate(wide / 2 + spare * number / (_PLACES - 1))
        x, y = along.x + ux * (deep + _HAIR), along.y + uy * (deep + _HAIR)
        there = replace(unit, place=unit.place_at(Pose(round(x), round(y), inward)), body=body)
        if _fits(battle, there):
            yield there


def _narrowed(unit: Unit) -> Body:
    """Its ranks and files, no wider than the way."""
    body = unit.body
    while isinstance(body, Formed) and body.files > 1 and body.frontage > PATH:
        body = replace(body, files=body.files - 1)
    return body


def _fits(battle: Battle, there: Unit) -> bool:
    apart = all(gap(there.outline, enemy.outline) > CONTROL for enemy in enemies(battle, there) if enemy.figures)
    barred = tuple(impassable(battle, there))
    return apart and has_room(battle, there, there.outline) and stood_in(barred, there.outline) is None


def _returning(battle: Battle, side: str) -> list[Unit]:
    away = [one for one in commanded_by(battle, side) if _may_return(one)]
    return [one for one in away if next(ways_back(battle, one), None) is not None]


def _ask_back(battle: Battle, step: ComeBack) -> tuple[Choose, ...] | None:
    ready = _returning(battle, step.side)
    if not ready:
        return None
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Which of those who fought for the baggage return to the table?",
            waits="to say who of those at the baggage returns to the table",
            rules=_RULES,
            options=tuple(Option(one.id, one.name) for one in ready),
            least=0,
            most=len(ready),
            none="Nobody",
            none_forgoes=True,
            default=Chosen(tuple(one.id for one in ready)),
        ),
    )


def _take_back(scene: Scene, _step: ComeBack, answers: tuple[Chosen, ...]) -> None:
    """One after the other; for whom there is no room any more he waits."""
    for key in answers[0].keys:
        there = next(ways_back(scene.battle, scene.unit(key)), None)
        if there is not None:
            scene.change(with_past(there, turns_still=0))
            scene.tell(Placed(what="unit", name=there.name, side=there.side, pose=there.pose, rules=_RULES))


def _suggest_back(_view: Battle, _step: ComeBack, decision: Choose) -> Iterator[Chosen]:
    yield Chosen(tuple(option.key for option in decision.options))
    yield Chosen(())


def _sample(_view: Battle, _step: ComeBack, decision: Choose, random: Random) -> Chosen:
    return Chosen(tuple(option.key for option in decision.options if random.random() < 0.8))


COME_BACK: Final = asks(
    ComeBack, ask=_ask_back, judge=option_choice.judge, take=_take_back, sample=_sample, suggest=_suggest_back
)
