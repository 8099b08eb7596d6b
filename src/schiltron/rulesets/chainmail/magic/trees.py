"""Ents wake trees at the beginning of a turn, and trees that do not obey them any more take root at its end
(CM-FANT-ENT-01)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from msgspec.structs import replace
from shapely import Point as Spot

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.play.powers import Point
from schiltron.battle.state.event import Placed, Reported
from schiltron.battle.state.field import enemies
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.fantasy.trees import REACH, RULE, may_walk, obeying, walking, woods
from schiltron.rulesets.chainmail.field import has_trait
from schiltron.rulesets.chainmail.losses import ROOTED, clear, remove
from schiltron.rulesets.chainmail.magic.summoning import overhead, spots_about
from schiltron.rulesets.chainmail.morale.ways import CONTROL, impassable
from schiltron.rulesets.chainmail.setup.opening import enlisted
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_uncanny
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mdeg
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

TREE: Final = "tree"
_FILES: Final = 2


class Wake(Step, frozen=True, tag="chainmail.wake"):
    """Ents near a wood make trees of it walk."""


def wakes(battle: Battle) -> bool:
    """Whether there is anybody in a battle who does that."""
    return battle.own.options.fantasy == "on" and any(has_trait(one, "moves_trees") for one in battle.units.values())


def _wake(scene: Scene, _step: Wake) -> None:
    for ents in in_line(one for one in scene.battle.units.values() if has_trait(one, "moves_trees")):
        missing = may_walk(ents, woods(scene.battle)) - sum(one.figures for one in walking(scene.battle, ents))
        if missing > 0:
            _rouse(scene, ents, missing)


def _rouse(scene: Scene, ents: Unit, figures: int) -> None:
    """As many as may be, if there is room for them in the wood."""
    made = _trees(scene.battle, ents, figures)
    pose = _place(scene.battle, ents, made)
    if pose is None:
        return
    scene.change(replace(made, place=made.place_at(pose)))
    scene.tell(Reported(what=f"{ents.name} make {counted(figures, 'tree')} walk", rules=(RULE,)))
    scene.tell(Placed(what="unit", name=made.name, side=made.side, pose=pose, rules=(RULE,)))


def _trees(battle: Battle, ents: Unit, figures: int) -> Unit:
    """They are nobody's figures, whoever counts them."""
    key = next(one for one in (f"{ents.id}.trees{number}" for number in count(1)) if one not in battle.units)
    names = {one.name for one in battle.units.values()}
    plain = f"Trees of {ents.name}"
    name = next(one for one in (plain, *(f"{plain} {number}" for number in range(2, 99))) if one not in names)
    made = enlisted(
        key, ents.side, TROOPS[TREE].profile, figures, name=name, files=min(figures, _FILES), formation="open"
    )
    return with_uncanny(replace(made, owner="", controller=ents.controller), woken_by=ents.id)


def _place(battle: Battle, ents: Unit, made: Unit) -> Pose | None:
    """The free ground in a wood that is nearest to them, no farther off than their word carries, out of reach of
    enemies and looking where they look."""
    here, heading = ents.outline, ents.pose.heading
    barred, foes, grown = tuple(impassable(battle, made)), enemies(battle, ents), woods(battle)
    for spot in _spots(here.x, here.y, heading, grown):
        there = replace(made, place=made.place_at(Pose(round(spot.x), round(spot.y), heading))).outline
        inside = any(one.contains(there.x, there.y) for one in grown)
        if not inside or gap(there, here) > REACH or not has_room(battle, made, there):
            continue
        clear_of_foes = all(gap(there, foe.outline) > CONTROL for foe in foes)
        if clear_of_foes and stood_in(barred, there) is None and not overhead(battle, there):
            return Pose(round(spot.x), round(spot.y), heading)
    return None


def _spots(x: float, y: float, heading: Mdeg, grown: list[Feature]) -> Iterator[Point]:
    """Places about the ents, and about the nearest point of each wood, ahead before aside and right before left."""
    yield from spots_about(Point(x, y), heading)
    for one in sorted(grown, key=lambda wood: (wood.polygon.distance(Spot(x, y)), wood.id)):
        edge = one.polygon.boundary
        nearest = edge.interpolate(edge.project(Spot(x, y)))
        yield from spots_about(Point(nearest.x, nearest.y), heading)


def take_root(scene: Scene) -> None:
    """Trees too far from their ents, or too many for those who are left, are no more than trees again."""
    for unit in in_line(one for one in scene.battle.units.values() if has_trait(one, "woken") and one.on_table):
        walk = obeying(scene.battle, unit)
        if not walk:
            remove(scene, unit.id, ROOTED, (RULE,))
        elif walk < unit.figures:
            take_off(scene, unit.id, Loss(unit.figures - walk, "went_off", lie=True), Harm(rules=(RULE,)))
            clear(scene, (RULE,))


WAKE: Final = does(Wake, _wake)
