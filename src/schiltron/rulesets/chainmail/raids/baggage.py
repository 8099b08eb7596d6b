"""Baggage camps, off the table behind a secret path or on it as wagons: CM-HIST-40 to CM-HIST-45."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Point, union_all
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Compelled, Ruled
from schiltron.battle.state.field import asked_seat, fights_against, fights_for, opponents, troops
from schiltron.rulesets.chainmail.camps import (
    LOOTING,
    SAVING,
    at_the_camp,
    called,
    camp_of,
    find_all,
    from_the_middle,
    home_edge,
    is_near,
    seeks,
    shape_of,
    stretches,
    way_in,
)
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.losses import LOOTED, leave, remove
from schiltron.rulesets.chainmail.morale.ways import CONTROL
from schiltron.rulesets.chainmail.obedience.compulsion import at_large, strike_out
from schiltron.rulesets.chainmail.raids.returning import ComeBack
from schiltron.rulesets.chainmail.raids.separate_action import SeparateAction
from schiltron.rulesets.chainmail.state import PLUNDERING, Baggage, Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Plunder
from schiltron.rulesets.chainmail.walking.rates import normal_move


class SeekBaggage(Step, frozen=True, tag="chainmail.seek_baggage"):
    """Whether a unit has found the enemy's baggage (CM-HIST-41 to CM-HIST-45)."""


class HideBaggage(Step, frozen=True, tag="chainmail.hide_baggage"):
    """A side notes the way to its camp in secret (CM-HIST-40)."""

    side: str


_POINTS: Final = 7
_NOTED: Final = ("CM-HIST-40",)

# ---------------------------------------------------------------- noted in secret


def _ask(battle: Battle, step: HideBaggage) -> tuple[Choose, ...]:
    """Each side in its turn, and nobody hears what the other has noted."""
    return (
        Choose(
            seat=asked_seat(battle, step.side) or UNSEATED,
            prompt="Note in secret where on your own table edge the way to your baggage camp lies.",
            rules=_NOTED,
            options=tuple(Option(str(at), called(at)) for at in stretches(battle, step.side)),
            sealed=True,
            default=Chosen((str(from_the_middle(battle, step.side)[0]),)),
        ),
    )


def _take(scene: Scene, step: HideBaggage, answers: tuple[Chosen, ...]) -> None:
    at = int(answers[0].keys[0])
    own = scene.battle.own
    camps = (*(camp for camp in own.baggage if camp.side != step.side), Baggage(step.side, at))
    scene.set(own=replace(own, baggage=tuple(sorted(camps, key=lambda camp: camp.side))))
    name = scene.battle.side_named(step.side).title
    scene.tell(Ruled(what=f"{name}: the way to the baggage camp is noted", rules=_NOTED))
    told = f"{name}: the way to the baggage camp lies {called(at)}"
    scene.tell(Ruled(what=told, rules=_NOTED, audience=scene.battle.seats_of(step.side)))


def _suggest(view: Battle, step: HideBaggage, _decision: Choose) -> Iterator[Chosen]:
    """In the middle behind the army, then outwards."""
    yield from (Chosen((str(at),)) for at in from_the_middle(view, step.side))


# ---------------------------------------------------------------- before each turn


def _seek(scene: Scene, step: SeekBaggage) -> None:
    match scene.battle.own.options.baggage:
        case "off_table":
            missing = [side.id for side in scene.battle.sides if camp_of(scene.battle, side.id) is None]
            if missing:
                scene.now(*(HideBaggage(side) for side in missing), step)
                return
            for camp in scene.battle.own.baggage:
                _go_looting(scene, camp)
                if at_the_camp(scene.battle, camp)[1]:
                    _draw_off(scene, camp)
            find_all(scene)
            sides = [side.id for side in scene.battle.sides]
            scene.now(*(SeparateAction(side) for side in sides), *(ComeBack(side) for side in sides))
        case "on_table":
            _loot_wagons(scene)
        case "none":
            return


def _go_looting(scene: Scene, camp: Baggage) -> None:
    """Who found the baggage in an earlier turn and is still near goes for it; who has gone off again does not."""
    for key in scene.battle.units:
        unit = scene.unit(key)
        if fights_for(scene.battle, unit, camp.side):
            continue
        goes = key in camp.found_by and seeks(unit) and is_near(scene.battle, unit, camp)
        if unit.has(PLUNDERING) != goes:
            scene.mark(key, PLUNDERING, on=goes, rules=("CM-HIST-41", "CM-HIST-42"))


# ---------------------------------------------------------------- off to loot


def _camp_found_by(battle: Battle, unit: Unit) -> Baggage | None:
    theirs = (camp for camp in battle.own.baggage if fights_against(battle, unit, camp.side))
    return next((camp for camp in theirs if unit.id in camp.found_by), None)


def is_blocked(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether troops of the owner stand across every straight way to the path that a normal move covers."""
    here, path, reach = shape_of(unit), way_in(battle, camp), normal_move(battle, unit).total
    wall = [shape_of(one).buffer(CONTROL) for one in troops(battle, camp.side) if one.on_table and one.figures]
    closed = union_all(wall)
    ways = [_way(here, path.interpolate(place / (_POINTS - 1), normalized=True)) for place in range(_POINTS)]
    return all(way.length > reach or (bool(wall) and way.intersects(closed)) for way in ways)


def _way(here: BaseGeometry, there: Point) -> LineString:
    return LineString(nearest_points(here, there))


def _plunder(scene: Scene, step: Plunder) -> None:
    """The looters leave, and with them every unit of the owner that is near enough to save the camp (CM-HIST-43)."""
    unit = scene.unit(step.unit)
    camp = _camp_found_by(scene.battle, unit)
    if camp is None or not at_large(scene.battle, unit):
        return
    if is_blocked(scene.battle, unit, camp):
        scene.tell(Ruled(what=f"{unit.name} are kept from the baggage", rules=("CM-HIST-42",)))
        return
    edge = home_edge(scene.battle, camp.side)
    scene.tell(Compelled(unit=unit.id, action="leave the table to loot the baggage", rules=("CM-HIST-42",)))
    leave(scene, unit.id, LOOTING, ("CM-HIST-42", "CM-HIST-44"), edge)
    _draw_off(scene, camp)
    strike_out(scene)


def _draw_off(scene: Scene, camp: Baggage) -> None:
    """Whoever of the owner is near leaves to stop the looting, also if he came near when it was going on already."""
    for key in scene.battle.units:
        one = scene.unit(key)
        if fights_for(scene.battle, one, camp.side) and _is_drawn(scene.battle, one, camp):
            scene.tell(Compelled(unit=key, action="leave the table to save the baggage", rules=("CM-HIST-43",)))
            leave(scene, key, SAVING, ("CM-HIST-43", "CM-HIST-44"), home_edge(scene.battle, camp.side))


def _is_drawn(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether a unit of the owner goes after the looters, whether or not it has moved this turn."""
    fresh = with_turn(unit, moved=False, ordered="", shots=0)
    able = at_large(battle, fresh) and unit.own.formation != "schiltron"
    return able and seeks(unit) and is_near(battle, unit, camp)


# ---------------------------------------------------------------- on the table


def _loot_wagons(scene: Scene) -> None:
    """A wagon with an enemy at it and nobody to drive him off is lost (CM-HIST-45)."""
    for key in scene.battle.units:
        wagon = scene.unit(key)
        if wagon.own.profile.engine != "wagon" or not alive(wagon) or not wagon.on_table:
            continue
        looters = [one for one in opponents(scene.battle, wagon) if _left_alone(scene.battle, one, wagon)]
        if looters:
            name = scene.battle.side_named(wagon.side).title
            told = f"{looters[0].name} loot {wagon.name}, baggage of {name}"
            scene.tell(Ruled(what=told, rules=("CM-HIST-45",)))
            remove(scene, key, LOOTED, ("CM-HIST-45",))


def _left_alone(battle: Battle, unit: Unit, wagon: Unit) -> bool:
    return not is_fleeing(unit) and all(foe.id == wagon.id for foe in opponents(battle, unit))


SEEK_BAGGAGE: Final = does(SeekBaggage, _seek)
HIDE_BAGGAGE: Final = option_choice.chooses(HideBaggage, ask=_ask, take=_take, suggest=_suggest)
PLUNDER: Final = does(Plunder, _plunder)
