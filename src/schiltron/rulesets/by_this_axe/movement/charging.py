"""Charges: who may charge, straight at whom, and skirmishers who retreat before them.

TA-MOVE-12, TA-CMD-12, TA-CMD-16, TA-CMD-21, TA-CMD-28.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement import straight_and_wheel
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Declared, Formed
from schiltron.battle.state.field import enemies, hostile, in_melee, others
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.field import (
    alive,
    can_fly,
    is_character,
    is_out_of_reach,
    is_routed,
    is_shamed,
    ordered,
    said_of,
)
from schiltron.rulesets.by_this_axe.ground import felt, reach, tolls
from schiltron.rulesets.by_this_axe.movement.walk import normal_rate, rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import FREE_TURN, STANDING_STILL, Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn
from schiltron.table.body import Single
from schiltron.table.lengths import CONTACT, HALF_TURN, Mdeg, Mil
from schiltron.table.outline import Outline, advance_gap, gap, outline, overlapping
from schiltron.table.pose import Pose


class Retreat(Step, frozen=True, tag="by_this_axe.retreat"):
    """Skirmishers who are charged may try to get away (TA-CMD-16)."""

    unit: str
    charger: str


class RollRetreat(Step, frozen=True, tag="by_this_axe.roll_retreat"):
    unit: str
    charger: str


CHARGE: Final = "charge"
STAND, AWAY = "stand", "retreat"
GETS_AWAY: Final = 3  # TA-CMD-16


# ---------------------------------------------------------------- at whom


def straight_at(battle: Battle, unit: Unit, target: Unit) -> Path | None:
    """A turn towards the middle of an enemy and straight on until contact; None where it does not lead there.

    Who has no room for the whole turn makes half of it, or none, if that leads there too; and so does who would come
    too far by it for a charge (TA-MOVE-13).
    """
    path = _turned_to(battle, unit, target, turn_limit(battle, unit))
    if path is None or not isinstance(path[0], Turn) or not _swings(battle, unit, target, path):
        return path
    for part in (path[0].angle // 2, 0):
        less = _turned_to(battle, unit, target, abs(part))
        if less is not None and not _swings(battle, unit, target, less):
            return less
    return path


def _turned_to(battle: Battle, unit: Unit, target: Unit, limit: Mdeg) -> Path | None:
    return straight_and_wheel.straight_at(
        unit, target, limit, lambda here: is_character(unit) or _stands_free(battle, unit, here)
    )


def _swings(battle: Battle, unit: Unit, target: Unit, path: Path) -> bool:
    """Whether the turn of a charge that would else get there brings figures too far from where they stood."""
    (*_, ahead) = path
    near = isinstance(ahead, Advance) and ahead.distance <= rate(battle, unit).total - unit.own.turn.spent
    return near and walk(battle, Walk(unit.id, path, "charge", target.id)).swung


def turn_limit(battle: Battle, unit: Unit) -> Mdeg:
    """How far a unit may turn as it sets out (TA-MOVE-13, TA-CMD-13, TA-CMD-22)."""
    free = battle.own.options.command == "none" or is_character(unit) or ordered(battle, unit, "maneuver") is not None
    return HALF_TURN if free else FREE_TURN


def judge_target(view: Battle, unit: Unit, target_id: str) -> list[Reason]:
    """Why this is not somebody to charge."""
    target = view.units.get(target_id)
    if target is None or not hostile(view, unit, target) or not target.on_table or not alive(target):
        return [Reason("a charge is at an enemy on the table", ("TA-MOVE-12",))]
    if is_out_of_reach(view, target) and not can_fly(view, unit):
        return [Reason(said_of(target, "keep out of reach this turn"), ("TA-FANT-A11",))]
    order = ordered(view, unit, CHARGE)
    whom = order.effect.target if order is not None else ""
    if whom and whom != target_id:
        return [Reason(f"the order is to charge {view.units[whom].name}", ("TA-CMD-28",))]
    return []


def judge_order(view: Battle, unit: Unit) -> list[Reason]:
    """With order cards only a card for it sends a unit into contact (TA-CMD-12); who is shamed attacks nobody."""
    if is_shamed(unit):
        return [Reason("having declined a challenge he does not attack this turn", ("TA-DUEL-06",))]
    if is_out_of_reach(view, unit):
        return [Reason(said_of(unit, "keep out of reach this turn and attack nobody"), ("TA-FANT-A11",))]
    if view.own.options.command == "none" or ordered(view, unit, CHARGE) is not None:
        return []
    return [Reason(said_of(unit, "have no order to charge"), ("TA-CMD-12",))]


def bound_to_charge(view: Battle, unit: Unit) -> list[Reason]:
    """Who was ordered to charge does not move otherwise (TA-CMD-21)."""
    if ordered(view, unit, CHARGE) is None:
        return []
    return [Reason(said_of(unit, "were ordered to charge and must try for contact"), ("TA-CMD-21",))]


def judge_path(view: Battle, unit: Unit, path: Path) -> list[Reason]:
    """A path that must end in contact with an enemy it may charge."""
    walker = walk(view, Walk(unit.id, path, "charge"))
    if walker.reasons:
        return walker.reasons
    if walker.met is None:
        text = "a charge ends in contact; name the enemy to go straight at him with all the move there is"
        return [Reason(text, ("TA-MOVE-12",), len(path) - 1, measured=True)]
    return judge_target(view, unit, walker.met.id)


def judge_straight(view: Battle, unit: Unit, target_id: str) -> list[Reason]:
    """A charge straight at an enemy. Under orders it is made even if the move falls short (TA-CMD-21)."""
    found = judge_target(view, unit, target_id)
    if found:
        return found
    target = view.units[target_id]
    path = straight_at(view, unit, target)
    if path is None:
        rules = ("TA-CMD-13",) if turn_limit(view, unit) < HALF_TURN else ("TA-MOVE-12",)
        whom = "him" if is_character(target) else "them"
        return [Reason(f"{unit.name} cannot turn to face {target.name} and go straight at {whom}", rules, 0)]
    walker = walk(view, Walk(unit.id, path, "charge", target_id))
    if _tries(walker, unit):
        return []
    text = said_of(unit, f"do not reach {target.name} this turn")
    return walker.reasons or [Reason(text, ("TA-MOVE-12", *walker.ground), measured=True)]


def _tries(walker: Walker, unit: Unit) -> bool:
    """Whether a charge makes contact, or falls short as one that was ordered to try (TA-CMD-21)."""
    if walker.met is not None:
        return not walker.reasons
    short = not walker.reasons or (walker.short and len(walker.reasons) == 1)
    return short and bool(walker.legs) and ordered(walker.battle, unit, CHARGE) is not None


def charge_of(battle: Battle, unit: Unit, path: Path) -> str:
    """Whom a path that ends in contact charges."""
    walker = walk(battle, Walk(unit.id, path, "charge"))
    assert walker.met is not None, "it was judged to end in contact"
    return walker.met.id


def declare(scene: Scene, unit_id: str, path: Path, target: str, then: tuple[Step, ...]) -> None:
    """Say whom a unit charges; who is charged may answer before it moves (TA-CMD-16, TA-CMD-44)."""
    scene.tell(Declared(unit=unit_id, action=CHARGE, target=target, rules=("TA-MOVE-12",)))
    steps: list[Step] = [Walk(unit_id, path, "charge", target)]
    if scene.battle.own.options.command == "cards":
        steps = [Window(scene.unit(target).side, "charged", target), Retreat(target, unit_id), *steps]
    scene.now(*steps, *then)


# ---------------------------------------------------------------- who must


def next_duty(battle: Battle, side: str, movable: tuple[str, ...]) -> tuple[str, Path, str] | None:
    """A unit that was ordered to charge and has not: it goes straight at the nearest enemy it can (TA-CMD-21)."""
    for key in movable:
        unit = battle.units[key]
        if ordered(battle, unit, CHARGE) is None or unit.host:
            continue
        foes = sorted(enemies(battle, unit), key=lambda foe: (gap(unit.outline, foe.outline), foe.turn_in_line))
        for foe in foes:
            path = straight_at(battle, unit, foe)
            if path is not None and not judge_straight(battle, unit, foe.id):
                return key, path, foe.id
    return None


# ---------------------------------------------------------------- skirmishers


def is_skirmisher(unit: Unit) -> bool:
    """No more than light armour, and something to shoot with (TA-CMD-16)."""
    line = unit.own.profile
    return not is_character(unit) and line.armour in ("unarmored", "light") and bool(line.ranged)


def may_retreat(battle: Battle, unit: Unit) -> bool:
    """Who stands fast by order, fights, flees or has shot this turn (TA-RANGED-10) does not."""
    return (
        battle.own.options.command == "cards"
        and is_skirmisher(unit)
        and alive(unit)
        and not is_routed(unit)
        and not in_melee(battle, unit)
        and not unit.own.turn.shot
        and ordered(battle, unit, *STANDING_STILL, "reserve") is None
    )


def _ask_retreat(battle: Battle, step: Retreat) -> tuple[Choose, ...] | None:
    unit = battle.units[step.unit]
    if not may_retreat(battle, unit):
        return None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{said_of(battle.units[step.charger], 'charge')} {unit.name}: they may try to retreat.",
            waits=f"{unit.name} to stand, or to try to retreat",
            rules=("TA-CMD-16",),
            options=(Option(STAND, "stand"), Option(AWAY, "try to retreat: 1 to 3 succeeds")),
            default=Chosen((STAND,)),
        ),
    )


def _take_retreat(scene: Scene, step: Retreat, answers: tuple[Chosen, ...]) -> None:
    if answers[0] == Chosen((AWAY,)):
        scene.now(RollRetreat(step.unit, step.charger))


def _suggest_retreat(_view: Battle, _step: Retreat, _decision: Choose) -> tuple[Chosen, ...]:
    return Chosen((AWAY,)), Chosen((STAND,))


def _ask_roll(battle: Battle, step: RollRetreat) -> Roll:
    unit = battle.units[step.unit]
    pool = Pool(1, 6, AtMost(GETS_AWAY), "retreat", whose=unit.side)
    return Roll(f"{unit.name} try to retreat before the charge", (pool,), ("TA-CMD-16",))


def _roll(scene: Scene, step: RollRetreat, pools: tuple[Thrown, ...]) -> None:
    """Straight away from the charger, still facing him; then he goes on with all he has."""
    if not pools[0].hits:
        return
    unit, charger = scene.unit(step.unit), scene.unit(step.charger)
    pose = away_from(scene.battle, unit, charger, normal_rate(scene.battle, unit))
    if pose == unit.pose:
        return
    scene.change(replace(with_turn(unit, moved=True), place=unit.place_at(pose)))
    scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="retreat", rules=("TA-CMD-16",)))
    match scene.battle.agenda:
        case (Walk() as charge, *others):
            scene.set(agenda=(replace(charge, on=True), *others))


def away_from(battle: Battle, unit: Unit, charger: Unit, most: Mil) -> Pose:
    """So far at most, and as the ground under its middle lets it, up to woods, water, other units and the edge."""
    x, y = unit.outline.x, unit.outline.y
    way = Pose(round(x), round(y), Pose(round(charger.outline.x), round(charger.outline.y), 0).heading_to(x, y))
    ux, uy = way.forward
    far = min(most, int(battle.table.room_ahead(unit.outline, ux, uy)))
    for other in others(battle, unit):
        free = advance_gap(unit.outline, ux, uy, other.outline, float(far))
        if free is not None and other.id != charger.id:
            keep = battle.own.options.enemy_gap if hostile(battle, unit, other) else CONTACT
            far = max(0, min(far, int(free) - keep))
    middle = Single(unit.body.base)
    met = tolls(way, middle, 1, far, felt(unit.own.profile, battle.table.features))
    stops = [int(toll.at) for toll in met if toll.kind in ("woods", "river")]
    far = min((far, *stops))
    gone = reach([toll for toll in met if toll.at < far], far, most)[0]
    return _free_place(battle, unit, ux, uy, gone)


def _free_place(battle: Battle, unit: Unit, ux: float, uy: float, far: Mil) -> Pose:
    """The farthest place on the way where it stands on nobody."""
    for part in range(4, 0, -1):
        gone = far * part // 4
        pose = Pose(round(unit.pose.x + ux * gone), round(unit.pose.y + uy * gone), unit.pose.heading)
        if _stands_free(battle, unit, outline(pose, unit.body, unit.bodies)):
            return pose
    return unit.pose


def _stands_free(battle: Battle, unit: Unit, here: Outline) -> bool:
    return not any(overlapping(here, other.outline) for other in others(battle, unit))


RETREAT = option_choice.chooses(Retreat, ask=_ask_retreat, take=_take_retreat, suggest=_suggest_retreat)
ROLL_RETREAT = rolls(RollRetreat, ask=_ask_roll, roll=_roll)
