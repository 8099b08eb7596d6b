"""Moves that a rule orders, not a player: CM-HIST-04, CM-HIST-05, CM-HIST-18, CM-HIST-19, CM-HIST-42.

A compelled move is an ordinary one: of a finite fan of paths the first that the rules of movement accept, or the one
that brings the unit nearest to where it must go. So it is a function of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import middle_of
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Advance, Face, Manoeuvre, Path, Turn, Wheel
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.field import alive, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.movement.trial_moves import legal_beginning
from schiltron.rulesets.chainmail.state import (
    COMPELLED,
    GUARDING,
    KINDLED,
    STANDS,
    Battle,
    Scene,
    Unit,
    Written,
    with_turn,
)
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, degrees, inches, signed
from schiltron.table.outline import advance_gap, nearest_figure, outline
from schiltron.table.pose import Pose

_CURVES: Final[tuple[Mdeg, ...]] = tuple(side * degrees(turn) for turn in (15, 30, 45) for side in (1, -1))
_SLIGHT: Final[Mdeg] = degrees(1)
_WORTH_IT: Final[Mil] = inches(0.25)
"""A march that gains less than that is not made."""

# ---------------------------------------------------------------- who is at the mercy of a rule


def at_large(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has still its move of the turn and nothing holds it where it is."""
    return (
        alive(unit)
        and unit.on_table
        and not unit.own.turn.moved
        and unit.own.turn.ordered not in (COMPELLED, STANDS, KINDLED)
        and not is_fleeing(unit)
        and not reorganizing(unit)
        and not stunned(battle, unit)
        and not unit.has(GUARDING)
        and not unit.own.turn.shots
        and not in_melee(battle, unit)
    )


# ---------------------------------------------------------------- giving the order


def set_out(scene: Scene, order: Walk, what: str, rules: tuple[str, ...], then: Step | None = None) -> None:
    """The unit goes, and its player cannot order it any more; `then` comes when it has gone.

    Where moves were written, the written one is replaced, and it goes with the others.
    """
    unit = scene.unit(order.unit)
    scene.change(with_turn(unit, ordered=COMPELLED))
    scene.tell(Compelled(unit=unit.id, action=what, rules=rules))
    if scene.battle.own.options.turn_system == "move_counter_move":
        scene.now(order, *((then,) if then is not None else ()))
        return
    kept = tuple(one for one in scene.battle.own.written if one.unit != unit.id)
    written = Written(unit.id, Commanded(unit.id, order.action, PathDrawn(order.path)))
    scene.set(own=replace(scene.battle.own, written=(*kept, written)))


def stand(scene: Scene, unit_id: str, what: str, rules: tuple[str, ...]) -> None:
    """There is no way to go: it stays where it is, and nobody else orders it."""
    unit = scene.unit(unit_id)
    scene.change(with_turn(unit, ordered=COMPELLED))
    scene.tell(Compelled(unit=unit_id, action=what, rules=rules))
    _keep_written(scene, [one for one in scene.battle.own.written if one.unit != unit_id])


def strike_out(scene: Scene) -> None:
    """Orders that were written for units that are gone by now, or to join them, are void."""
    battle = scene.battle
    _keep_written(scene, [one for one in battle.own.written if all(alive(battle.units[key]) for key in _named(one))])


def _named(written: Written) -> Iterator[str]:
    yield written.unit
    if isinstance(written.order.form, Aimed):
        yield written.order.form.target


def _keep_written(scene: Scene, kept: list[Written]) -> None:
    if len(kept) < len(scene.battle.own.written):
        scene.set(own=replace(scene.battle.own, written=tuple(kept)))


# ---------------------------------------------------------------- a charge


def charge_at(battle: Battle, unit: Unit, target: Unit) -> Walk | None:
    """A charge that ends at this enemy; None where no way of the fan leads there."""
    reach = charge_move(battle, unit).total
    for turn in _turns_at(unit, target):
        ahead = _ahead(unit, target, turn, reach)
        if ahead is not None:
            order = Walk(unit.id, (*turn, Advance(ahead)), "charge", target.id)
            walker = walk(battle, order)
            if not walker.reasons and walker.met is not None and walker.met.id == target.id:
                return order
    return None


def _turns_at(unit: Unit, target: Unit) -> Iterator[Path]:
    figure = nearest_figure(target.places, unit.outline.x, unit.outline.y)
    there = target.outline
    aimed = [_turn_to(unit, there.x, there.y), _turn_to(unit, figure.x, figure.y)]
    angles = list(dict.fromkeys(angle for angle in (*aimed, *_CURVES) if abs(angle) >= _SLIGHT))
    yield ()
    yield from ((Turn(angle),) for angle in angles)
    if isinstance(unit.body, Formed):
        yield from ((_wheel(angle),) for angle in angles)


def _wheel(angle: Mdeg) -> Wheel:
    return Wheel("right" if angle > 0 else "left", abs(angle))


def _ahead(unit: Unit, target: Unit, turn: Path, reach: Mil) -> Mil | None:
    """How far it is to the target after a turn or wheel, if it lies ahead and near enough."""
    pose = _turned(unit, turn[0]) if turn else unit.pose
    free = advance_gap(outline(pose, unit.body, unit.bodies), *pose.forward, target.outline, float(reach))
    return max(1, int(free)) if free is not None else None


def _turned(unit: Unit, turn: Manoeuvre) -> Pose:
    if isinstance(turn, Wheel):
        half = unit.body.frontage / 2 if isinstance(unit.body, Formed) else 0
        corner = unit.pose.world(half if turn.side == "right" else -half, 0)
        return unit.pose.pivoted(*corner, turn.angle if turn.side == "right" else -turn.angle)
    assert isinstance(turn, Turn)
    return unit.pose.pivoted(*middle_of(unit.pose, unit.body, unit.bodies), turn.angle)


# ---------------------------------------------------------------- a march


def march_to(battle: Battle, unit: Unit, goal: tuple[float, float], far: Mil, *, attack: bool = False) -> Walk | None:
    """The normal move that brings a unit nearest to a goal, onto the enemy only if it is to `attack`; None where none
    does.

    It goes `far` at most. Looking away from the goal counts as being farther from it: what an about face takes.
    """
    here = _remaining(battle, unit, unit.pose, goal)
    best: tuple[float, Walk] | None = None
    for path in _ways(unit, goal, far):
        legal = legal_beginning(battle, unit, path, "move")
        walker = walk(battle, Walk(unit.id, legal, "move")) if legal else None
        if walker is None or (walker.met is not None and not attack):
            continue
        left = _remaining(battle, walker.standing, walker.pose, goal)
        if left < here - _WORTH_IT and (best is None or left < best[0]):
            best = (left, Walk(unit.id, legal, "move"))
    return best[1] if best is not None else None


def _ways(unit: Unit, goal: tuple[float, float], far: Mil) -> Iterator[Path]:
    ahead = Advance(max(1, far))
    angle = _turn_to(unit, *goal)
    yield (ahead,)
    parts = [part for part in (angle, angle // 2, *_CURVES) if abs(part) >= _SLIGHT]
    yield from ((Turn(part), ahead) for part in parts)
    yield from ((Face(to), ahead) for to in ("right", "left", "rear"))
    if isinstance(unit.body, Formed):
        yield from ((_wheel(part), ahead) for part in parts if abs(part) <= HALF_TURN // 2)


def _remaining(battle: Battle, unit: Unit, pose: Pose, goal: tuple[float, float]) -> float:
    x, y = middle_of(pose, unit.body, unit.bodies)
    away = abs(signed(Pose(round(x), round(y), 0).heading_to(*goal) - pose.heading))
    distance = ((goal[0] - x) ** 2 + (goal[1] - y) ** 2) ** 0.5
    return float(distance + normal_move(battle, unit).total * away / HALF_TURN)


def _turn_to(unit: Unit, x: float, y: float) -> Mdeg:
    """The turn that makes a unit look at a point."""
    here_x, here_y = middle_of(unit.pose, unit.body, unit.bodies)
    return signed(Pose(round(here_x), round(here_y), 0).heading_to(x, y) - unit.pose.heading)
