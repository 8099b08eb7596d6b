"""A move is carried out as far as it goes, with halts where the enemy may fire at it (cases 7.7 and 10.6; BS-1.4-03).

Losses and checks interrupt it there, and the rest is walked again with what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.movement.clock import part_of
from schiltron.battle.play.agenda import does
from schiltron.battle.state.event import Leg, Moved
from schiltron.battle.state.field import company, foes_among, in_melee
from schiltron.battle.state.manoeuvre import Advance, Oblique, Path
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual, is_routed
from schiltron.rulesets.battlesystem.missiles.closing import shot_spoiled
from schiltron.rulesets.battlesystem.missiles.limits import armed
from schiltron.rulesets.battlesystem.missiles.moments import moments
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, SplitFire, could_fire, in_range_of, opens
from schiltron.rulesets.battlesystem.movement import charges, marches
from schiltron.rulesets.battlesystem.movement.breaking import stand_aside
from schiltron.rulesets.battlesystem.movement.individuals import attach, reached, stay_with
from schiltron.rulesets.battlesystem.movement.rates import is_charge, is_march
from schiltron.rulesets.battlesystem.movement.splitting import SplitOnward
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Shaped, Walker
from schiltron.rulesets.battlesystem.ranks import keep_stance
from schiltron.rulesets.battlesystem.state import (
    GAPS,
    SET_SPEARS,
    SHIELD_WALL,
    Battle,
    Scene,
    Unit,
    UnitPart,
    with_turn,
)
from schiltron.rulesets.battlesystem.steps import Action, Contact, Walk
from schiltron.table.body import Body
from schiltron.table.lengths import CONTACT, Mdeg, Mil
from schiltron.table.outline import overlapping
from schiltron.table.pose import Pose

_BEGIN: Final = "begin"
_LINE: Final = "line"
_HALF: Final = "half"
_SEEN: Final = "seen"
_CONTACT: Final = "contact"
_END: Final = "end"
_SHORT_OF: Final[Mil] = 5 * CONTACT
"""A step before contact: so near, who is about to be touched may still shoot."""
_RULES: Final[dict[str, tuple[str, ...]]] = {
    "move": ("BS-7.0-01", "BS-7.7-01"),
    "charge": ("BS-7.14-01",),
    "force_march": ("BS-7.13-01",),
    "split": ("BS-7.0-01", "BS-10.5-01"),
    "join": ("BS-7.0-01", "BS-9.2-01"),
    "compelled": ("BS-4.6-08",),
    "obey": ("BS-2.10-07",),
}


def _do_walk(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if not _on_its_way(scene.battle, unit):
        return
    if _END in step.paused:
        _finish(scene, step)
    elif not step.paused and step.path and could_fire(scene.battle, unit):
        _pause(scene, step, _BEGIN, _BEGIN)
    elif not step.paused and (shooter := _line_closed(scene.battle, step)):
        _pause(scene, step, _BEGIN, _LINE, shooter)
    else:
        _go(scene, step)


def _line_closed(battle: Battle, step: Walk) -> str:
    """Whose shot at somebody else this move would spoil where it ends; "" where nobody's."""
    if not could_fire_at_all(battle, battle.units[step.unit]):
        return ""
    walker = walk(battle, step)
    if not walker.spent:
        return ""
    return shot_spoiled(
        battle, walker.unit, replace(walker.unit, place=walker.unit.place_at(walker.pose), body=walker.body)
    )


def _on_its_way(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and not is_routed(unit) and not in_melee(battle, unit)


def _go(scene: Scene, step: Walk) -> None:
    walker = walk(scene.battle, step)
    part = _next_halt(walker, step)
    if part is not None:
        put(scene, part.walker, step)
        going_on = replace(step, path=part.rest, run=step.run + part.walker.spent, road=part.walker.on_road)
        _pause(scene, going_on, part.name, part.at, part.near)
        return
    put(scene, walker, step)
    if walker.met is None:
        _tell_why_no_farther(scene, walker, step)
    _arrive(scene, walker, replace(step, path=(), run=step.run + walker.spent))


def _tell_why_no_farther(scene: Scene, walker: Walker, step: Walk) -> None:
    """What was declared before it was measured may fall short, or prove impossible from the first step (BS-7.7-02)."""
    why = walker.why_no_farther(under_way=bool(step.run))
    if why is not None:
        scene.tell(why)


def _pause(scene: Scene, step: Walk, name: str, at: str, near: str = "") -> None:
    """Fire takes effect at once; then who is left goes on (BS-10.6-01)."""
    scene.now(PassThrough(step.unit, at, near=near), replace(step, paused=(*step.paused, name)))


# ---------------------------------------------------------------- halts


class _Part(NamedTuple):
    """A walk up to a halt, and the path that is left after it."""

    walker: Walker
    rest: Path
    name: str
    at: str
    near: str


def _next_halt(walker: Walker, step: Walk) -> _Part | None:
    """The first place on the way, short of its end, at which somebody may fire."""
    if not walker.spent or not could_fire_at_all(walker.battle, walker.unit):
        return None
    for halt in _halts(walker, step):
        stands = replace(walker.unit, place=walker.unit.place_at(halt.pose), body=halt.body)
        if halt.name in step.paused or _among(walker.battle, stands, step.through):
            continue
        near = walker.met.id if walker.met is not None and halt.name == _CONTACT else ""
        if not near and not in_range_of(walker.battle, stands):
            continue
        if opens(walker.battle.with_unit(stands), PassThrough(stands.id, halt.at, near=near)):
            there = walk(walker.battle, replace(step, path=halt.path))
            if there.met is None:
                return _Part(there, halt.rest, halt.name, halt.at, near)
    return None


def _among(battle: Battle, unit: Unit, through: tuple[str, ...]) -> bool:
    """Whether a unit stands among those it breaks through: nobody halts there."""
    return any(overlapping(unit.outline, battle.units[key].outline) for key in through if battle.units[key].on_table)


def could_fire_at_all(battle: Battle, unit: Unit) -> bool:
    """A first glance: whether any enemy has missiles or engines."""
    return any(armed(one) and one.figures > 0 for one in foes_among(battle, unit, battle.units.values()))


class _Halt(NamedTuple):
    """A place on the way: the path up to it, and after it."""

    name: str
    at: str
    pose: Pose
    body: Body
    path: Path
    rest: Path


def _halts(walker: Walker, step: Walk) -> Iterator[_Halt]:
    """The half of the whole move, wherever it has been halted before, where the enemy sees it best, a step before
    contact, and the end of every leg but the last."""
    path, spent, half, pose = step.path, 0, (walker.spent - step.run) / 2, walker.unit.pose
    last = len(walker.legs) - 1
    for number, leg in enumerate(walker.legs):
        points = _seen_best(walker, leg, pose)
        if spent < half < spent + leg.cost:
            points.append(((half - spent) / leg.cost, _HALF))
        if number == last and walker.met is not None and leg.cost > _SHORT_OF:
            points.append((1 - _SHORT_OF / leg.cost, _CONTACT))
        for part, name in sorted(points):
            yield from _inside(path, number, leg, pose, part, name)
        spent += leg.cost
        pose = leg.pose
        if number < last and leg.cost:
            name = f"leg {len(path) - number}"
            yield _Halt(name, "leg", pose, leg.body, path[: number + 1], path[number + 1 :])


def _seen_best(walker: Walker, leg: Leg, start: Pose) -> list[tuple[float, str]]:
    """Points of a straight leg at which some enemy could shoot better than at its ends, as parts of it, with a name."""
    done = leg.manoeuvre
    if not isinstance(done, Advance | Oblique):
        return []

    def stands(far: Mil) -> Unit:
        there = part_of(start, leg.body, leg, far / done.distance)
        return replace(walker.unit, place=walker.unit.place_at(there), body=leg.body)

    found = moments(walker.battle, stands, done.distance)
    return [(far / done.distance, f"{_SEEN} {shooter}") for far, shooter in found]


def _inside(path: Path, number: int, leg: Leg, start: Pose, part: float, name: str) -> Iterator[_Halt]:
    """A halt in the middle of a straight leg; what is done on the spot is done whole."""
    whole, done = path[number], leg.manoeuvre
    if isinstance(whole, Advance | Oblique) and isinstance(done, Advance | Oblique):
        far = round(done.distance * part)
        if 0 < far < done.distance:
            pose = part_of(start, leg.body, leg, part)
            rest = (replace(whole, distance=whole.distance - far), *path[number + 1 :])
            at = name.split(maxsplit=1)[0]
            yield _Halt(name, at, pose, leg.body, (*path[:number], replace(whole, distance=far)), rest)


# ---------------------------------------------------------------- where it has got to


def put(scene: Scene, walker: Walker, step: Walk) -> None:
    """The unit where its walk has brought it; who is with it has moved too."""
    unit, legs = walker.unit, tuple(walker.legs)
    moved = unit.own.turn.moved or bool(legs)
    changed = arrived(walker, step.action)
    scene.change(changed)
    for one in company(scene.battle, unit):
        scene.change(with_turn(one, moved=moved, acted=True, had_order=True))
    if legs:
        _tell(scene, walker, step, legs)
    _remark(scene, unit.id)


def arrived(walker: Walker, action: Action) -> Unit:
    """The unit at the end of its walk, before anybody does anything about it."""
    unit, turn = walker.unit, walker.unit.own.turn
    changed = with_turn(
        unit,
        spent=turn.spent + walker.spent,
        moved=turn.moved or bool(walker.legs),
        acted=True,
        had_order=True,
        charged=turn.charged or is_charge(unit, action),
        marched=turn.marched or is_march(unit, action),
    )
    if not walker.legs:
        return changed
    own = _shaped(changed.own, walker.shapes[-1])
    return replace(changed, place=changed.place_at(walker.pose), body=walker.body, own=own)


def _shaped(own: UnitPart, shape: Shaped) -> UnitPart:
    return replace(
        own,
        formation=shape.formation,
        stance=shape.stance,
        gaps=0 if shape.formation == "closed" else own.gaps,
        turn=replace(own.turn, widened=shape.widened, narrowed=shape.narrowed),
    )


def _tell(scene: Scene, walker: Walker, step: Walk, legs: tuple[Leg, ...]) -> None:
    road = ("BS-11.8-01",) if walker.on_road and walker.left < walker.bonus else ()
    rules = tuple(dict.fromkeys((*_RULES[step.action], *road, *walker.ground)))
    left = max(0, walker.left)
    scene.tell(Moved(unit=step.unit, start=walker.unit.pose, legs=legs, spent=walker.spent, left=left, rules=rules))


def _remark(scene: Scene, unit_id: str) -> None:
    """Marks follow what the unit has declared, or given up."""
    keep_stance(scene, unit_id)
    stance = scene.unit(unit_id).own.stance
    wanted = {
        SHIELD_WALL: (stance in ("shield_wall", "shield_ring"), "BS-11.6-01"),
        SET_SPEARS: (stance in ("set_spears", "set_ring"), "BS-11.7-01"),
        GAPS: (scene.unit(unit_id).own.gaps > 0, "BS-7.3-03"),
    }
    for mark, (on, rule) in wanted.items():
        if scene.unit(unit_id).has(mark) != on:
            scene.mark(unit_id, mark, on=on, rules=(rule,))


def slant_of(walker: Walker) -> Mdeg:
    """How far off its front a walk has gone last."""
    last = walker.legs[-1].manoeuvre if walker.legs else None
    return last.angle if isinstance(last, Oblique) else 0


def _arrive(scene: Scene, walker: Walker, step: Walk) -> None:
    """Before contact, and where the move ends, the enemy has his last chance to fire."""
    unit = scene.unit(step.unit)
    if walker.met is not None:
        scene.now(Contact(step, walker.met.id, slant_of(walker)))
        if _CONTACT not in step.paused and could_fire(scene.battle, unit):
            scene.now(PassThrough(unit.id, _CONTACT, near=walker.met.id))
        return
    scene.now(replace(step, paused=(*step.paused, _END)))
    if walker.legs and could_fire(scene.battle, unit):
        scene.now(PassThrough(unit.id, _END))


def _finish(scene: Scene, step: Walk) -> None:
    """The move is over: joining, and what follows from charges and marches."""
    stand_aside(scene, step.unit, step.through)
    unit = scene.unit(step.unit)
    if step.action == "join" and reached(scene.battle, unit, step.target):
        attach(scene, step.unit, step.target)
    elif is_individual(unit) and step.host and not step.run:
        stay_with(scene, unit, step.host)
    elif step.action == "split":
        scene.now(SplitFire(unit.id), SplitOnward(unit.id))
    keep_order(scene)
    charges.finished(scene, step)
    marches.finished(scene, step)


WALK: Final = does(Walk, _do_walk)
