"""Forced attacks of units that failed discipline (case 4.6)."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.movement.straight_and_wheel import middle_of, no_more, towards
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import enemies, in_melee, standing_with, troops
from schiltron.battle.state.manoeuvre import Advance, Face, Oblique, Path, Reform, Turn, Wheel
from schiltron.rulesets.battlesystem.field import alive, is_individual, is_skirmisher
from schiltron.rulesets.battlesystem.ground.barriers import closed_ahead
from schiltron.rulesets.battlesystem.ground.manner import manner_of, move_rate
from schiltron.rulesets.battlesystem.missiles.lines import sees
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, hates, headstrong
from schiltron.rulesets.battlesystem.movement import charges
from schiltron.rulesets.battlesystem.movement.detours import Detours
from schiltron.rulesets.battlesystem.movement.marching import SLANT
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, move_allowance, part_of, share
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, inches, signed
from schiltron.table.outline import gap
from schiltron.table.pose import Pose


class Unleashed(Step, frozen=True, tag="battlesystem.unleashed"):
    """Units of a side that have failed discipline go for their prey (BS-4.6-08), one after the other."""

    side: str


_WIDEST: Final = 60_000
_ROOM: Final[Mil] = inches(2)
_WIDE: Final[Mil] = inches(3)
"""Half of a front for which room is looked for; who is wider must bend in."""
_SLIGHT: Final[Mdeg] = 1_000
_SWINGS: Final[tuple[Mdeg, ...]] = (30_000, 60_000, 90_000, 120_000, 150_000, 180_000)
_BOTH: Final[tuple[Literal["left", "right"], ...]] = ("left", "right")


# ---------------------------------------------------------------- who is tempted


def charge_range(battle: Battle, unit: Unit) -> Mil:
    """One and a half times MV; of skirmishers and individuals MV (BS-7.14-02)."""
    rate = move_rate(battle, unit)
    return rate if is_skirmisher(unit) or is_individual(unit) else part_of(rate, share("charge"))


def tempted(battle: Battle, side: str) -> tuple[CheckDiscipline, ...]:
    """At the start of its Movement Phase a unit checks that sees an opponent it hates within its charge range
    (BS-4.6-04); a mob or berserkers any opponent (BS-4.6-07). Of several the nearest counts."""
    found = []
    for unit in troops(battle, side):
        if not alive(unit) or not unit.on_table or is_individual(unit) or unit.own.morale.rout is not None:
            continue
        if unit.own.morale.prey or in_melee(battle, unit):
            continue
        cause = _cause(battle, unit)
        if cause is not None:
            found.append(cause)
    return tuple(found)


def _cause(battle: Battle, unit: Unit) -> CheckDiscipline | None:
    far = charge_range(battle, unit)
    near = sorted(
        (one for one in enemies(battle, unit) if one.figures and unit.outline.near(one.outline, far)),
        key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line),
    )
    for enemy in near:
        provoked = headstrong(unit) or hates(unit, enemy)
        if provoked and gap(unit.outline, enemy.outline) <= far and sees(battle, unit, enemy):
            return CheckDiscipline(unit.id, "sighted" if headstrong(unit) else "hated", enemy.id)
    return None


# ---------------------------------------------------------------- the attack


def attack_on_its_own(scene: Scene, side: str) -> None:
    """As the Movement Phase of a side begins, discipline is tried, and units that have lost it go for their prey."""
    scene.now(*tempted(scene.battle, side), Unleashed(side))


def _unleash(scene: Scene, step: Unleashed) -> None:
    """The next one of them moves, until all have (BS-4.6-08)."""
    for unit in troops(scene.battle, step.side):
        if not unit.own.morale.prey or unit.own.turn.had_order or not _able(scene.battle, unit):
            continue
        prey = standing_with(scene.battle, scene.unit(unit.own.morale.prey))
        if not alive(prey) or not prey.on_table:
            continue
        scene.change(with_turn(unit, had_order=True))
        scene.tell(Compelled(unit=unit.id, action=f"attack {prey.name}", rules=("BS-4.6-08",)))
        scene.now(*_way_to(scene.battle, scene.unit(unit.id), prey), step)
        return


def _able(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and unit.own.morale.rout is None and not in_melee(battle, unit)


def _way_to(battle: Battle, unit: Unit, prey: Unit) -> tuple[Walk, ...]:
    """A charge if a legal one exists, else its full move towards the enemy."""
    far = charge_allowance(battle, unit).total - unit.own.turn.spent
    for path in approaches(unit, prey, max(1, far)):
        order = Walk(unit.id, path, "compelled", target=prey.id)
        met = walk(battle, order).met
        if met is not None and met.id == prey.id and not charges.reasons(battle, order, unbidden=True):
            return (order,)
    return (march_at(battle, unit, prey),)


def march_at(battle: Battle, unit: Unit, prey: Unit) -> Walk:
    """A full move that leaves it nearest to an enemy on the way it can walk; what keeps it from going counts as if it
    still had to be gone, and so does ground right before it then, so that it goes round what it would only run up
    against (BS-2.10-11)."""
    far = max(1, move_allowance(battle, unit).total - unit.own.turn.spent)
    detours = _detours(battle, unit, prey)
    paths = approaches(unit, prey, far) + _round_about(unit, detours, far)
    ways = [Walk(unit.id, path, "move") for path in paths]
    return min(ways, key=lambda order: _still_to_go(walk(battle, order), prey, detours))


def _detours(battle: Battle, unit: Unit, prey: Unit) -> Detours:
    room = min(_WIDE, round(unit.body.frontage / 2) if isinstance(unit.body, Formed) else 0) + _ROOM
    board = battle.table
    return Detours(board, manner_of(battle, unit), (prey.outline.x, prey.outline.y), room)


def _round_about(unit: Unit, detours: Detours, far: Mil) -> list[Path]:
    """Towards where the way round closed ground goes first; of ranks in wheels as wide as it takes to get off from
    before it, too, and by facing."""
    ahead = Advance(far)
    x, y = middle_of(unit.pose, unit.body, unit.bodies)
    _, first = detours.way((x, y))
    angle = signed(Pose(round(x), round(y), 0).heading_to(*first) - unit.pose.heading)
    if not isinstance(unit.body, Formed):
        return [(Turn(angle), ahead)] if angle else [(ahead,)]
    found: list[Path] = [(Wheel(side, turn), ahead) for turn in _SWINGS for side in _BOTH]
    if abs(angle) > _SLIGHT:
        found.append((Wheel("right" if angle > 0 else "left", abs(angle)), ahead))
    return found + [(Face(side), ahead) for side in _BOTH]


def _still_to_go(walker: Walker, prey: Unit, detours: Detours) -> float:
    if walker.met is not None:
        return gap(walker.outline, prey.outline)
    length, _ = detours.way((walker.pose.x, walker.pose.y))
    return length + max(0, walker.left) + (walker.rate if _run_up(walker) else 0)


def _run_up(walker: Walker) -> bool:
    """Whether closed ground or the table edge lies right before it where its move ends."""
    ahead = closed_ahead(walker.outline, _ROOM, walker.board.features, walker.manner, walker.pose.heading)
    return next(ahead, None) is not None or not walker.board.holds(walker.outline_at(walker.pose.advanced(_ROOM)))


def approaches(unit: Unit, prey: Unit, far: Mil) -> list[Path]:
    """Straight on, slantwise, on a narrower front, and after turning, wheeling or facing towards the enemy."""
    ahead = Advance(far)
    angle = towards(unit, prey)
    if not isinstance(unit.body, Formed):
        turn = no_more(angle, HALF_TURN)
        return [(Turn(turn), ahead) if turn else (ahead,)]
    found: list[Path] = [(ahead,)]
    wheel = no_more(angle, _WIDEST)
    if abs(wheel) > 1_000:
        found.append((Wheel("right" if wheel > 0 else "left", abs(wheel)), ahead))
        found += [(Oblique(no_more(angle, SLANT), far),), (Oblique(-no_more(angle, SLANT), far),)]
    if unit.body.files > 1:
        found.append((Reform(unit.body.files // 2), ahead))
    if abs(angle) > SLANT:
        found.append((Face("rear" if abs(angle) > 3 * SLANT else "right" if angle > 0 else "left"), ahead))
    return found


UNLEASHED = does(Unleashed, _unleash)
