"""The fighting withdrawal, and whether the enemy follows (case 7.12)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import Way as Retreat
from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.movement.lining_up import engage
from schiltron.battle.movement.separation import part
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Compelled, Leg, Moved
from schiltron.battle.state.field import enemies, friends, opponents
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_engine, is_regular
from schiltron.rulesets.battlesystem.ground.barriers import closed_ground
from schiltron.rulesets.battlesystem.ground.effects import Way, survey
from schiltron.rulesets.battlesystem.ground.manner import manner_of, move_rate
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.machines import leave_piece, on_foot
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, under_way
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, unruly
from schiltron.rulesets.battlesystem.movement.rates import RINGS, flat, move_allowance
from schiltron.rulesets.battlesystem.movement.running import flee, stand
from schiltron.rulesets.battlesystem.movement.runs import BEGIN, END, LINE, SEEN, fired_at, next_halt, run_spoils
from schiltron.rulesets.battlesystem.movement.spacing import crowded
from schiltron.rulesets.battlesystem.ranks import DRAWS_BACK
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.table.body import Single
from schiltron.table.contact import touches
from schiltron.table.lengths import CONTACT, FULL_TURN, HALF_TURN, TOLERANCE, Mdeg, Mil, direction, show_inches
from schiltron.table.outline import gap, outline
from schiltron.table.pose import Pose


class DrawBack(Step, frozen=True, tag="battlesystem.draw_back"):
    """A unit in contact goes back, its face to the enemy (BS-7.12-01): `distance` is left of the way. Once it is off,
    `bearing` is where it goes, `enemies` whom it has left and `shift` how far it has come, across and down the table;
    `paused` is where the enemy's fire has been offered. Who `must` break off flees where there is no way back."""

    unit: str
    distance: Mil
    must: bool = False
    bearing: Mdeg | None = None
    enemies: tuple[str, ...] = ()
    shift: tuple[int, int] = (0, 0)
    paused: tuple[str, ...] = ()


class Withdraw(Step, frozen=True, tag="battlesystem.withdraw"):
    """A fighting withdrawal (BS-7.12-01): the enemies that were in contact still choose to stay or follow.

    `shift` is how far the unit went, across and down the table.
    """

    unit: str
    enemies: tuple[str, ...]
    shift: tuple[int, int]


class Follow(Step, frozen=True, tag="battlesystem.follow"):
    """Whether a unit follows one that withdrew from it (BS-7.12-03)."""

    unit: str
    target: str
    shift: tuple[int, int]


BACK: Final[Mil] = flat("fighting_withdrawal")
ONWARD: Final[Mil] = flat("follow_fighting_withdrawal")
STAY, FOLLOW = "stay", "follow"


# ---------------------------------------------------------------- drawing back


def reasons(battle: Battle, unit: Unit) -> Iterator[Reason]:
    """What speaks against a withdrawal: MV of at least 3 inches as the ground leaves it, command for regulars, and room
    behind. A crew leaves its piece for it."""
    unit = on_foot(unit)
    battle = battle.with_unit(unit)
    there = _behind(battle, unit)
    way = _ground(battle, unit, there)
    cost = way.cost(BACK)
    if move_allowance(battle, unit).total - unit.own.turn.spent < cost - TOLERANCE:
        ground = way.met(BACK)
        text = f"withdrawing needs {show_inches(cost)} of its move"
        yield Reason(f"{text} over that ground" if ground else text, ("BS-7.12-01", *ground))
    if is_regular(unit) and not in_command(battle, unit):
        yield Reason(f"{unit.name} is out of command", ("BS-7.12-01", "BS-4.7-03"))
    shape = outline(there, unit.body, unit.bodies)
    if not has_room(battle, unit, shape) or closed_ground(battle, unit, shape) or way.stops:
        yield Reason("there is no room behind it", ("BS-7.12-01",), measured=True)
    near = crowded(unit, shape, friends(battle, unit))
    if near is not None:
        yield Reason(near[0], near[1], measured=True)
    foes = {one.id for one in opponents(battle, unit)}
    for enemy in enemies(battle, unit):
        if enemy.figures and enemy.id not in foes and gap(shape, enemy.outline) <= CONTACT:
            yield Reason(f"it would come into contact with {enemy.name}", ("BS-7.12-02",), measured=True)


def _behind(battle: Battle, unit: Unit) -> Pose:
    """Three inches back, the facing kept."""
    return _moved(unit.pose, _backwards(battle, unit), BACK)


def _backwards(battle: Battle, unit: Unit) -> Mdeg:
    """Away from the enemy: ranks from where they look, single figures from those who touch them."""
    foes = opponents(battle, unit)
    if not isinstance(unit.body, Single) or not foes:
        return (unit.pose.heading + HALF_TURN) % FULL_TURN
    x = sum(one.outline.x for one in foes) / len(foes)
    y = sum(one.outline.y for one in foes) / len(foes)
    return (unit.pose.heading_to(x, y) + HALF_TURN) % FULL_TURN


def _moved(pose: Pose, bearing: Mdeg, distance: Mil) -> Pose:
    ux, uy = direction(bearing)
    return Pose(round(pose.x + ux * distance), round(pose.y + uy * distance), pose.heading)


def _ground(battle: Battle, unit: Unit, there: Pose) -> Way:
    """The ground of a straight way to a place, with the facing kept (case 11.8)."""
    features = battle.board.features if battle.board is not None else ()
    bearing = unit.pose.heading_to(there.x, there.y)
    distance = round(hypot(there.x - unit.pose.x, there.y - unit.pose.y))
    return survey(unit.pose, unit.body, unit.bodies, distance, features, manner_of(battle, unit), bearing)


def withdrawal(unit_id: str, *, must: bool = False) -> DrawBack:
    """A unit is to draw back; who must leave and cannot draw back flees."""
    return DrawBack(unit_id, BACK, must)


def _draw_back(scene: Scene, step: DrawBack) -> None:
    """The enemy may fire at it before it sets out, and on its way where he sees it better (BS-10.6-01). A crew leaves
    its piece. When it has come to the end, its enemies at once choose to stay or to follow."""
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or unit.own.morale.rout is not None:
        return
    if step.bearing is None:
        if not step.paused and (window := _before_it_goes(scene.battle, unit)) is not None:
            scene.now(window, replace(step, paused=(BEGIN,)))
            return
        if any(reasons(scene.battle, unit)):
            leave = flee if step.must else stand
            leave(scene, unit.id)
            return
        if step.must:
            scene.tell(Compelled(unit=unit.id, action="break off", rules=("BS-2.9-07",)))
        step = _set_out(scene, step)
    unit = scene.unit(step.unit)
    halt = _halt(scene.battle, unit, step)
    far, name = (step.distance, "") if halt is None else halt
    x, y = _go_back(scene, unit, step, far)
    step = replace(step, distance=step.distance - far, shift=(step.shift[0] + x, step.shift[1] + y))
    if name:
        scene.now(PassThrough(unit.id, SEEN), replace(step, paused=(*step.paused, name)))
    else:
        scene.now(Withdraw(unit.id, step.enemies, step.shift))


def _before_it_goes(battle: Battle, unit: Unit) -> PassThrough | None:
    """Where the enemy may fire at it, or would have no line to another when it has gone."""
    if fired_at(battle, unit):
        return PassThrough(unit.id, BEGIN)
    spoiled = run_spoils(battle, unit, Retreat(0, unit.pose, _backwards(battle, unit), BACK))
    return PassThrough(unit.id, LINE, near=spoiled) if spoiled else None


def _set_out(scene: Scene, step: DrawBack) -> DrawBack:
    scene.deed(step.unit, DRAWS_BACK, rules=("BS-11.7-02",))
    leave_piece(scene, step.unit)
    unit = scene.unit(step.unit)
    foes = tuple(one.id for one in opponents(scene.battle, unit))
    return replace(step, enemies=foes, bearing=_backwards(scene.battle, unit))


def _halt(battle: Battle, unit: Unit, step: DrawBack) -> tuple[Mil, str] | None:
    assert step.bearing is not None
    way = Retreat(0, unit.pose, step.bearing, step.distance)
    found = next_halt(battle, unit, way, step.paused)
    return None if found is None else (found[0].distance, found[1])


def _go_back(scene: Scene, unit: Unit, step: DrawBack, far: Mil) -> tuple[int, int]:
    """So far on its way; how far that is across and down the table."""
    assert step.bearing is not None
    there = _moved(unit.pose, step.bearing, far)
    rules = ("BS-7.12-01",)
    ground = _ground(scene.battle, unit, there)
    cost = ground.cost(far)
    gone = with_turn(unit, moved=True, acted=True, had_order=True, spent=unit.own.turn.spent + cost)
    scene.change(replace(gone, place=unit.place_at(there)))
    leg = Leg(Advance(-far), there, unit.body, cost)
    told = (*rules, *ground.met(far))
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=(leg,), spent=cost, left=0, rules=told))
    part(scene, unit.id, rules)
    return there.x - unit.pose.x, there.y - unit.pose.y


def _ask_all(scene: Scene, step: Withdraw) -> None:
    """The enemy may fire at who draws back (BS-10.6-01); then each of those in contact decides for itself, and the
    chaotic and the dull show first whether they can hold themselves back (BS-7.12-04)."""
    for key in reversed(step.enemies):
        foe = scene.unit(key)
        if not alive(foe) or foe.own.morale.rout is not None:
            continue
        check = (CheckDiscipline(key, "withdrawal", step.unit),) if unruly(foe) else ()
        scene.now(*check, Follow(key, step.unit, step.shift))
    if under_way(scene.battle, scene.unit(step.unit)):
        scene.now(PassThrough(step.unit, END))
    keep_order(scene)


# ---------------------------------------------------------------- staying or following


def can_follow(battle: Battle, step: Follow) -> bool:
    foe, unit = battle.units[step.unit], battle.units[step.target]
    if (
        not alive(foe)
        or not alive(unit)
        or not foe.on_table
        or foe.own.morale.rout is not None
        or unit.own.morale.rout is not None
    ):
        return False
    if is_engine(foe) or foe.own.stance in RINGS:
        return False
    there = _onward(foe, step)
    shape = outline(there, foe.body, foe.bodies)
    way = _ground(battle, foe, there)
    if way.stops or way.cost(ONWARD) > move_rate(battle, foe) + TOLERANCE:
        return False
    return has_room(battle, foe, shape) and not closed_ground(battle, foe, shape)


def _onward(foe: Unit, step: Follow) -> Pose:
    return Pose(foe.pose.x + step.shift[0], foe.pose.y + step.shift[1], foe.pose.heading)


def _must(battle: Battle, step: Follow) -> bool:
    """A failed discipline check makes it follow (BS-7.12-04)."""
    return battle.units[step.unit].own.morale.prey == step.target


def _ask(battle: Battle, step: Follow) -> tuple[Choose, ...] | None:
    if not can_follow(battle, step) or _must(battle, step):
        return None
    foe, unit = battle.units[step.unit], battle.units[step.target]
    return (
        Choose(
            seat=foe.controller,
            prompt=f"{unit.name} withdraws: does {foe.name} follow?",
            waits=f"{foe.name} to follow, or stay",
            rules=("BS-7.12-03", "BS-7.12-05"),
            options=(Option(FOLLOW, "follow and stay in contact"), Option(STAY, "stay", forgoes=True)),
            window=True,
            default=Chosen((STAY,)),
        ),
    )


def _take(scene: Scene, step: Follow, answers: tuple[Chosen, ...]) -> None:
    if option_choice.chosen(answers) == FOLLOW:
        _follow(scene, step)
    else:
        _stay(scene, step)


def _do(scene: Scene, step: Follow) -> None:
    if can_follow(scene.battle, step) and _must(scene.battle, step):
        _follow(scene, step)
    elif alive(scene.unit(step.unit)):
        _stay(scene, step)


def _follow(scene: Scene, step: Follow) -> None:
    """Three inches, free of its own allowance (BS-7.12-03), on ground its whole MV would pay for; they fight in
    this round's Melee Phase."""
    scene.deed(step.unit, "moved", "acted", rules=("BS-11.7-02",))
    foe = scene.unit(step.unit)
    there = _onward(foe, step)
    rules = ("BS-7.12-03",)
    ground = _ground(scene.battle, foe, there)
    cost = ground.cost(ONWARD)
    scene.change(replace(foe, place=foe.place_at(there)))
    leg = Leg(Advance(ONWARD), there, foe.body, cost)
    told = (*rules, *ground.met(ONWARD))
    scene.tell(Moved(unit=foe.id, start=foe.pose, legs=(leg,), spent=cost, left=0, rules=told))
    foe, unit = scene.unit(step.unit), scene.unit(step.target)
    for enemy in enemies(scene.battle, foe):
        found = touches(foe.outline, enemy.outline) if enemy.figures else ()
        if found:
            engage(scene, foe.id, enemy.id, max(found, key=lambda touch: touch.length).edge_b, rules)
    if unit.id not in {one.id for one in opponents(scene.battle, scene.unit(foe.id))}:
        engage(scene, foe.id, unit.id, "front", rules)
    keep_order(scene)


def _stay(scene: Scene, step: Follow) -> None:
    """It may not charge the withdrawn unit during the rest of the round (BS-7.12-05)."""
    foe = scene.unit(step.unit)
    scene.change(with_turn(foe, stayed_from=(*foe.own.turn.stayed_from, step.target)))


def _sample(_view: Battle, _step: Follow, _decision: Choose, random: Random) -> Chosen:
    return Chosen((random.choice((STAY, FOLLOW)),))


DRAW_BACK = does(DrawBack, _draw_back)
WITHDRAW = does(Withdraw, _ask_all)
FOLLOW_UP = asks(
    Follow, ask=_ask, judge=option_choice.judge, take=_take, sample=_sample, suggest=option_choice.every_option, do=_do
)
