"""Wrapping round an enemy in contact (case 7.11)."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.movement.lining_up import engage
from schiltron.battle.state.event import Leg, Moved
from schiltron.battle.state.field import opponents
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Expand, Path, Wrap
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import is_regular
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground
from schiltron.rulesets.battlesystem.movement.rates import flat, move_allowance
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.table.body import Formed, Wing
from schiltron.table.contact import Touch, touches
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, show_inches
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.wrapping import overhang, wrapped

_EACH: Final[Mil] = flat("change_frontage")
_RULES: Final = ("BS-7.11-01", "BS-7.11-02")
_MOST: Final = 24


class Shape(NamedTuple):
    """What a unit becomes by wrapping, and what it costs."""

    pose: Pose
    body: Formed
    cost: Mil


def reasons(battle: Battle, unit: Unit, path: Path) -> list[Reason]:
    """Everything against wrapping so."""
    shape = shaped(battle, unit, path)
    return shape if isinstance(shape, list) else []


def shaped(battle: Battle, unit: Unit, path: Path) -> Shape | list[Reason]:
    """One leg: files that overlap the enemy swing round its ends (Wrap), or figures of the rear ranks widen the front
    for it first (Expand)."""
    if len(path) != 1 or not isinstance(path[0], Wrap | Expand):
        return [Reason("wrapping is one manoeuvre: wrap, or expand and wrap", _RULES)]
    leg = path[0]
    if not is_regular(unit) or not isinstance(unit.body, Formed) or unit.body.left or unit.body.right:
        return [Reason("only ranks in line wrap round an enemy", _RULES)]
    if not 0 <= leg.left <= _MOST or not 0 <= leg.right <= _MOST or not leg.left + leg.right:
        return [Reason("wrapping needs at least one file on one side", _RULES)]
    if isinstance(leg, Expand) and unit.own.turn.come_upon:
        return [Reason("the enemy came upon it before it moved: its front stays as it is", ("BS-7.8-03",))]
    if isinstance(leg, Expand) and unit.own.turn.narrowed:
        return [Reason("its front was narrowed in this phase", ("BS-7.10-03",))]
    found = _fronted(battle, unit)
    if found is None:
        return [Reason("no enemy stands squarely before its front", _RULES)]
    return _affordable(battle, unit, leg, _swing(unit, leg, *found))


def _fronted(battle: Battle, unit: Unit) -> tuple[Unit, Touch] | None:
    found = [
        (enemy, touch)
        for enemy in opponents(battle, unit)
        if enemy.on_table
        for touch in touches(unit.outline, enemy.outline)
        if touch.flush and touch.edge_a == "front" and touch.rect_a == 0
    ]
    return max(found, key=lambda each: each[1].length) if found else None


def _swing(unit: Unit, leg: Wrap | Expand, enemy: Unit, touch: Touch) -> Shape | list[Reason]:
    body, pose = unit.body, unit.pose
    assert isinstance(body, Formed)
    cost = 0
    pitch = body.base.width + body.spacing
    rect = enemy.outline.rects[touch.rect_b]
    if isinstance(leg, Expand):
        files = body.files + leg.left + leg.right
        if files > unit.figures:
            return [Reason("its rear ranks have no figures for that", ("BS-7.11-01",))]
        body, pose = replace(body, files=files), pose.shifted((leg.right - leg.left) * pitch / 2, 0)
        cost = _EACH * (leg.left + leg.right)
    over = overhang(pose, body, rect, touch.edge_b)
    free = [max(0, int((far + CONTACT + body.spacing) // pitch)) for far in over]
    left, right = min(leg.left, free[0]), min(leg.right, free[1])
    if isinstance(leg, Wrap) and (left, right) != (leg.left, leg.right):
        return [
            Reason(f"{free[0]} files overlap {enemy.name} on the left, {free[1]} on the right", _RULES, measured=True)
        ]
    if not left + right:
        return [Reason(f"no file would overlap {enemy.name}", _RULES, measured=True)]
    if left + right >= body.files:
        return [Reason(f"some files must go on facing {enemy.name}", _RULES, measured=True)]
    wide, main = wrapped(pose, body, rect, touch.edge_b, left, right)
    return Shape(main, wide, cost + sum(_wheeled(wing, pitch) for wing in (wide.left, wide.right)))


def _wheeled(wing: Wing | None, pitch: Mil) -> Mil:
    """The way of the outermost figure of an end that wheels; what hooks round the rear wheels twice."""
    if wing is None:
        return 0
    return round((wing.files + wing.hook) * pitch * pi / 2)


def _affordable(battle: Battle, unit: Unit, leg: Wrap | Expand, shape: Shape | list[Reason]) -> Shape | list[Reason]:
    if isinstance(shape, list):
        return shape
    left = move_allowance(battle, unit).total - unit.own.turn.spent
    if shape.cost > left + TOLERANCE:
        text = f"it costs {show_inches(shape.cost)}, {show_inches(max(0, left))} are left"
        return [Reason(text, ("BS-7.11-02",), measured=True)]
    there = outline(shape.pose, shape.body, unit.bodies)
    if not has_room(battle, unit, there) or closed_ground(battle, unit, there):
        return [Reason("there is no room to wrap so", _RULES, measured=True)]
    return shape


def wrap(scene: Scene, unit_id: str, path: Path) -> None:
    """The ends stand round the enemy, whom they touch; nobody else is touched by a mere change of front."""
    unit = scene.unit(unit_id)
    shape = shaped(scene.battle, unit, path)
    ordered = with_turn(unit, had_order=True, acted=True)
    if isinstance(shape, list):
        scene.change(ordered)
        return
    round_him = replace(unit, place=unit.place_at(shape.pose), body=shape.body, own=replace(ordered.own, wrapped=True))
    widened, spent = unit.own.turn.widened or isinstance(path[0], Expand), unit.own.turn.spent + shape.cost
    scene.change(with_turn(round_him, moved=True, widened=widened, spent=spent))
    leg = Leg(path[0], shape.pose, shape.body, shape.cost)
    scene.tell(Moved(unit=unit_id, start=unit.pose, legs=(leg,), spent=shape.cost, left=0, rules=_RULES))
    for enemy in opponents(scene.battle, scene.unit(unit_id)):
        engage(scene, unit_id, enemy.id, "front", _RULES)
    keep_order(scene)


def possible(battle: Battle, unit: Unit) -> Iterator[Path]:
    """Ways to wrap that can be carried out, the widest first."""
    for count in (3, 2, 1):
        for left, right in ((count, count), (count, 0), (0, count)):
            for leg in (Wrap(left, right), Expand(left, right)):
                if not reasons(battle, unit, (leg,)):
                    yield (leg,)
