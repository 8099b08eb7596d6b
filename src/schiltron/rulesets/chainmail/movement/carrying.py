"""A move is carried out: as far as it goes, with one halt at its half where somebody may fire (CM-TURN-08).

The halt of a split-move comes when its first part is made, however long that is (CM-MISSILE-15).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import halt_short_of_friends
from schiltron.battle.movement.platforms import borne_along, carried_along, carried_by
from schiltron.battle.play.agenda import does
from schiltron.battle.state.event import Leg, Moved
from schiltron.battle.state.field import company, enemies, friends, in_melee
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fantasy.magicians import stirred
from schiltron.rulesets.chainmail.fantasy.unseen import follow, stirs, veiled_by
from schiltron.rulesets.chainmail.field import INVISIBLE, alive, goes_as_person, is_aloft, is_fleeing
from schiltron.rulesets.chainmail.fire.passing import PassThrough, can_be_fired_at, is_stationary
from schiltron.rulesets.chainmail.melee.petrifying import stare
from schiltron.rulesets.chainmail.movement.advancing import note_advance
from schiltron.rulesets.chainmail.movement.commanders import attach, reached
from schiltron.rulesets.chainmail.movement.contact import before_contact
from schiltron.rulesets.chainmail.movement.presence import frighten, touch_along
from schiltron.rulesets.chainmail.movement.splitting import halt_to_fire
from schiltron.rulesets.chainmail.state import (
    ALOFT,
    FORMING,
    STAKED,
    Battle,
    Scene,
    Unit,
    with_melee,
    with_past,
    with_turn,
    with_uncanny,
)
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.flying import RISE
from schiltron.rulesets.chainmail.walking.pausing import Part, place_after, up_to
from schiltron.rulesets.chainmail.walking.rates import LONGEST_RANGE, charge_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.walking.walker import Shaped, Walker
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import overlapping
from schiltron.table.pose import Pose

_IN_EACH_OTHER: Final[Mil] = 2 * CONTACT
_RULES: Final = {
    "move": ("CM-MOVE-01",),
    "charge": ("CM-MOVE-01", "CM-MELEE-11"),
    "split": ("CM-MOVE-01", "CM-MISSILE-15"),
    "join": ("CM-MOVE-01", "CM-HIST-35"),
}


def _do_walk(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or is_fleeing(unit) or in_melee(scene.battle, unit):
        return
    _go(scene, step)
    frighten(scene, step.unit)


def _go(scene: Scene, step: Walk) -> None:
    walker = walk(scene.battle, step, trial=False)
    if step.action == "split" and not step.paused and walker.met is None:
        put(scene, walker, step, tuple(walker.legs))
        scene.now(*halt_to_fire(step.unit))
        return
    part = _first_half(scene.battle, walker, step)
    if part is not None:
        put(scene, walker, step, part.legs)
        _pause(scene, walker, step, part)
    else:
        put(scene, walker, step, tuple(walker.legs))
        why = walker.why_no_farther(under_way=step.paused)
        if why is not None:
            scene.tell(why)
        _arrive(scene, walker, step)
        stare(scene, step.unit)


# ---------------------------------------------------------------- the half


def _first_half(battle: Battle, walker: Walker, step: Walk) -> Part | None:
    """The move up to its half by what it costs, if anybody can fire there; None: it is made in one go."""
    if step.paused or step.on or not walker.spent:
        return None
    firers = _waiting_to_fire(battle, walker.unit)
    if not firers:
        return None
    part = up_to(walker, walker.spent // 2)
    unit = replace(walker.unit, place=place_after(walker, part.legs))
    near = any(unit.outline.near(firer.outline, LONGEST_RANGE) for firer in firers)
    return part if near and can_be_fired_at(battle.with_unit(unit), unit) else None


def _waiting_to_fire(battle: Battle, unit: Unit) -> list[Unit]:
    """A first glance: enemies with missiles who have stood still so far."""
    return [
        other
        for other in enemies(battle, unit)
        if other.own.profile.missile and is_stationary(battle, other) and other.figures
    ]


def _pause(scene: Scene, walker: Walker, step: Walk, part: Part) -> None:
    """Fire takes effect at once; then who is left goes on along the rest of the path (CM-TURN-08)."""
    scene.now(PassThrough(step.unit), replace(step, path=part.rest, total=walker.spent, paused=True))


# ---------------------------------------------------------------- where it has got to


def put(scene: Scene, walker: Walker, step: Walk, legs: tuple[Leg, ...]) -> None:
    """The unit where so many legs of its walk have brought it."""
    unit = walker.unit
    spent = sum(leg.cost for leg in legs)
    rules = rules_of(walker, step, spent)
    shape = walker.shapes[len(legs) - 1] if legs else None
    up = walker.climbs is not None and walker.climbs < spent
    put_after(scene, unit.id, step.action, legs, shape, uphill=up, left=walker.allowance - spent, rules=rules)


def rules_of(walker: Walker, step: Walk, spent: Mil) -> tuple[str, ...]:
    """The rules by which so much of a walk is made."""
    unit = walker.unit
    move = (charge_move if step.action == "charge" else normal_move)(walker.battle, unit)
    carried_on = ("CM-MELEE-14",) if step.on else ()
    road = ("CM-MOVE-02",) if unit.own.turn.spent + spent > move.total else ()
    return (*_RULES[step.action], *carried_on, *road, *move.rules, *walker.ground)


def put_after(
    scene: Scene,
    unit_id: str,
    action: Action,
    legs: tuple[Leg, ...],
    shape: Shaped | None,
    *,
    uphill: bool,
    left: Mil,
    rules: tuple[str, ...],
    together: bool = False,
) -> None:
    """A unit as it stands after some legs of a move, in a new shape if it took one; who is with it has moved too.

    Who could not stir has not moved, save a charger: he comes onto somebody who stands right before him.
    """
    unit = scene.unit(unit_id)
    spent = sum(leg.cost for leg in legs)
    changed = brought(unit, action, legs, shape, uphill=uphill)
    scene.change(changed)
    note_advance(scene, unit)
    if legs:
        for one in company(scene.battle, unit):
            scene.change(with_turn(one, moved=True))
        stirred(scene, unit_id)
        told = tuple(dict.fromkeys(rules))
        scene.tell(
            Moved(
                unit=unit_id,
                start=unit.pose,
                legs=legs,
                spent=spent,
                left=max(0, left),
                together=together,
                rules=told,
            )
        )
    if legs and unit.own.profile.engine == "siege_tower":
        _carry(scene, unit, legs)
    _mark(scene, unit_id)
    follow(scene, unit_id, legs)
    if changed.own.turn.flew:
        _mark_flight(scene, unit_id)
    if legs:
        touch_along(scene, unit, legs)


def _carry(scene: Scene, tower: Unit, legs: Sequence[Leg]) -> None:
    """Those in a siege tower go with it (CM-SIEGE-07)."""
    for one in carried_by(scene.battle, tower.id):
        way = borne_along(one, tower.pose, legs)
        start = one.pose
        scene.change(carried_along(one, tower.pose, legs[-1].pose))
        scene.tell(
            Moved(unit=one.id, start=start, legs=way, spent=0, left=0, carried_by=tower.id, rules=("CM-SIEGE-07",))
        )


def brought(unit: Unit, action: Action, legs: Sequence[Leg], shape: Shaped | None, *, uphill: bool) -> Unit:
    """A unit as some legs of a move bring it there, in a new shape if it takes one."""
    turn, moved = unit.own.turn, stirs(legs) or action == "charge"
    changed = with_turn(
        unit,
        spent=turn.spent + sum(leg.cost for leg in legs),
        moved=turn.moved or moved,
        charged=turn.charged or action == "charge",
        uphill=turn.uphill or uphill,
    )
    if moved:
        changed = with_past(changed, turns_still=0)
    if shape is not None:
        changed = replace(changed, own=replace(changed.own, formation=shape.formation, forming=shape.forming))
    if legs:
        level = shape.level if shape is not None else unit.level
        changed = replace(changed, place=OnTable(legs[-1].pose, level), body=legs[-1].body)
        if is_aloft(unit) or any(leg.manoeuvre == FormUp(RISE) for leg in legs):
            changed = with_turn(changed, flew=True)
        if action == "charge":
            changed = with_melee(changed, charge_bearing=legs[-1].pose.heading)
    return changed


def arrived(walker: Walker, action: Action) -> Unit:
    """The unit at the end of its walk, before anybody does anything about it."""
    shape = walker.shapes[-1] if walker.shapes else None
    unit = brought(walker.unit, action, walker.legs, shape, uphill=walker.up)
    if veiled_by(unit, walker.legs) == unit.has(INVISIBLE):
        return unit
    return replace(unit, marks=(*unit.marks, INVISIBLE) if not unit.has(INVISIBLE) else _without(unit.marks))


def _without(marks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(mark for mark in marks if mark != INVISIBLE)


def _mark(scene: Scene, unit_id: str) -> None:
    """A begun change of formation or facing is shown (CM-FORM-01, -05); stakes are left behind (CM-HIST-21)."""
    unit = scene.unit(unit_id)
    forming = unit.own.forming
    if unit.has(FORMING) != (forming is not None):
        rules = ("CM-FORM-01",) if forming is None or forming.facing is None else ("CM-FORM-04", "CM-FORM-05")
        scene.mark(unit_id, FORMING, on=forming is not None, rules=rules)
    if unit.has(STAKED):
        scene.mark(unit_id, STAKED, on=False, rules=("CM-HIST-21",))


def _mark_flight(scene: Scene, unit_id: str) -> None:
    """Whether it is in the air is shown; who has come down remembers when (CM-FANT-SPRITE-03)."""
    unit = scene.unit(unit_id)
    if is_aloft(unit) != unit.has(ALOFT):
        scene.mark(unit_id, ALOFT, on=is_aloft(unit), rules=("CM-FANT-GEN-12",))
    if not is_aloft(unit):
        scene.change(with_uncanny(scene.unit(unit_id), landed_in=scene.battle.turn))


def _arrive(scene: Scene, walker: Walker, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if walker.met is not None and not _stands_on_friends(scene.battle, unit):
        scene.now(*before_contact(scene.battle, step, walker.met.id))
    elif step.action == "join" and reached(scene.battle, unit, step.target):
        attach(scene, step.unit, step.target)
    elif goes_as_person(unit):
        _make_room(scene, unit, step, walker.unit.pose)


def _stands_on_friends(battle: Battle, unit: Unit) -> bool:
    """Whether somebody met an enemy while he was passing through friends: he has no place there to fight."""
    if not goes_as_person(unit):
        return False
    return any(overlapping(unit.outline, one.outline, _IN_EACH_OTHER) for one in friends(battle, unit))


def _make_room(scene: Scene, unit: Unit, step: Walk, start: Pose) -> None:
    """A commander whose way ended on friends he was passing halts short of them, or is back where he came from."""
    gone = unit.own.turn.spent
    halted = halt_short_of_friends(scene, unit, gone, start if not step.host else None, ("CM-SCALE-04",))
    if not halted and step.host and alive(scene.unit(step.host)):
        attach(scene, unit.id, step.host)


WALK = does(Walk, _do_walk)
