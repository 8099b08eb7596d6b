"""A move is carried out: as far as it goes, with one halt at its half where somebody may fire (CM-TURN-08).

The halt of a split-move comes when its first part is made, however long that is (CM-MISSILE-15).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Formed, Leg, Moved
from schiltron.battle.field import company, in_melee
from schiltron.battle.joining import short_of_friends
from schiltron.battle.unit import OnTable
from schiltron.rulesets.chainmail.field import alive, is_commander, is_fleeing
from schiltron.rulesets.chainmail.fire.passing import can_be_fired_at, is_stationary
from schiltron.rulesets.chainmail.fire.steps import Fire, PassThrough, SplitFire
from schiltron.rulesets.chainmail.history.advancing import note_advance
from schiltron.rulesets.chainmail.movement.commanders import attach, reached
from schiltron.rulesets.chainmail.movement.contact import before_contact
from schiltron.rulesets.chainmail.movement.pausing import Part, place_after, up_to
from schiltron.rulesets.chainmail.movement.rates import LONGEST_RANGE, charge_move, normal_move
from schiltron.rulesets.chainmail.movement.steps import Action, Shaped, SplitOnward, Walk
from schiltron.rulesets.chainmail.movement.walk import walk
from schiltron.rulesets.chainmail.movement.walker import Walker
from schiltron.rulesets.chainmail.state import FORMING, STAKED, Battle, Scene, Step, Unit
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose

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
        _arrive(scene, walker, step)


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
        for other in battle.units.values()
        if other.side != unit.side
        and other.own.profile.missile
        and is_stationary(battle, other)
        and other.figures
        and other.on_table
    ]


def _pause(scene: Scene, walker: Walker, step: Walk, part: Part) -> None:
    """Fire takes effect at once; then who is left goes on along the rest of the path (CM-TURN-08)."""
    scene.now(PassThrough(step.unit), replace(step, path=part.rest, total=walker.spent, paused=True))


def halt_to_fire(unit_id: str, fire: tuple[Fire, ...] = ()) -> tuple[Step, ...]:
    """The halt of a split-move: horse archers and those who fire at them, then the rest (CM-MISSILE-15, -16)."""
    return PassThrough(unit_id), SplitFire(unit_id, fire), SplitOnward(unit_id)


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
    road = ("CM-MOVE-02",) if unit.own.spent + spent > move.total else ()
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
    spent, stirs = sum(leg.cost for leg in legs), bool(legs) or action == "charge"
    own = replace(
        unit.own,
        spent=unit.own.spent + spent,
        moved=unit.own.moved or stirs,
        charged=unit.own.charged or action == "charge",
        uphill=unit.own.uphill or uphill,
        still=0 if stirs else unit.own.still,
        bearing=legs[-1].pose.heading if legs and action == "charge" else unit.own.bearing,
    )
    if shape is not None:
        own = replace(own, formation=shape.formation, forming=shape.forming)
    changed = replace(unit, own=own)
    if legs:
        changed = replace(changed, place=OnTable(legs[-1].pose), body=legs[-1].body)
    scene.change(changed)
    note_advance(scene, unit)
    if legs:
        for one in company(scene.battle, unit):
            scene.change(replace(one, own=replace(one.own, moved=True)))
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
    _mark(scene, unit_id)


def _mark(scene: Scene, unit_id: str) -> None:
    """A begun change of formation or facing is shown (CM-FORM-01, -05); stakes are left behind (CM-HIST-21)."""
    unit = scene.unit(unit_id)
    forming = unit.own.forming
    if unit.has(FORMING) != (forming is not None):
        rules = ("CM-FORM-01",) if forming is None or forming.facing is None else ("CM-FORM-04", "CM-FORM-05")
        scene.mark(unit_id, FORMING, on=forming is not None, rules=rules)
    if unit.has(STAKED):
        scene.mark(unit_id, STAKED, on=False, rules=("CM-HIST-21",))


def _arrive(scene: Scene, walker: Walker, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if walker.met is not None:
        scene.now(*before_contact(scene.battle, step, walker.met.id))
    elif step.action == "join" and reached(scene.battle, unit, step.target):
        attach(scene, step.unit, step.target)
    elif is_commander(unit):
        _make_room(scene, unit, step, walker.unit.pose)


def _make_room(scene: Scene, unit: Unit, step: Walk, start: Pose) -> None:
    """A commander whose way ended on friends he was passing halts short of them, or is back where he came from."""
    battle = scene.battle
    pose = short_of_friends(battle, unit, unit.own.spent, start if not step.host else None)
    if pose is None:
        if step.host and alive(battle.units[step.host]):
            attach(scene, unit.id, step.host)
    elif pose != unit.pose:
        scene.change(replace(unit, place=OnTable(pose)))
        scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="step back", rules=("CM-SCALE-04",)))


WALK = Handler(do=_do_walk)
