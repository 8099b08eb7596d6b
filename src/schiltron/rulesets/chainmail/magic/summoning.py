"""What magic calls into being: elementals, who obey until their conjurer is disturbed, and phantasms, which look the
same to all but their own side (CM-FANT-SPELL-07, CM-FANT-SPELL-14 to CM-FANT-SPELL-18)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count
from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.play.powers import Point, along
from schiltron.battle.state.effects import Effect, Moment, OnUnit, Until, While
from schiltron.battle.state.event import Placed, Reported
from schiltron.battle.state.field import enemies, hostile, opposing, standing_with
from schiltron.rulesets.chainmail.fantasy.at_work import LOOSE, PHANTASM, SUMMONED
from schiltron.rulesets.chainmail.fantasy.magicians import ENDED_BY
from schiltron.rulesets.chainmail.fantasy.waters import strayed
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.losses import FADED, remove
from schiltron.rulesets.chainmail.magic.rows import POWERS
from schiltron.rulesets.chainmail.magic.steps import Cast
from schiltron.rulesets.chainmail.magic.wizards import grade_of, stands
from schiltron.rulesets.chainmail.morale.ways import CONTROL, impassable
from schiltron.rulesets.chainmail.setup.opening import enlisted
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mdeg, degrees, direction, inches
from schiltron.table.outline import Outline, gap, overlapping
from schiltron.table.pose import Pose

COMPANY: Final = 10
"""Figures of a unit that is shown; of creatures that fight alone it is one."""
_FILES: Final = 5
_ROUND_ABOUT: Final = (0, *(side * degrees(angle) for angle in range(30, 180, 30) for side in (1, -1)), degrees(180))
"""Bearings about a point, to the right before the left."""
_RINGS: Final = 7
_SUMMONED: Final = ("CM-FANT-SPELL-14",)
_LOOSE: Final = "CM-FANT-SPELL-16"

# ---------------------------------------------------------------- who, and where


def likeness(battle: Battle, wizard: Unit, way: str) -> Unit:
    """The unit that would come into being, not on the table yet. Its id and its name say nothing of how real it is; it
    is nobody's figures, whoever counts them."""
    line = TROOPS[way]
    single = line.profile.nature is not None and line.profile.nature.has("alone")
    figures = 1 if single else COMPANY
    names = {one.name for one in battle.units.values()}
    plain = f"{line.name} of {wizard.name}"
    name = next(one for one in chain((plain,), (f"{plain} {number}" for number in count(2))) if one not in names)
    key = next(one for one in (f"{wizard.id}.called{number}" for number in count(1)) if one not in battle.units)
    made = enlisted(key, wizard.side, line.profile, figures, name=name, files=1 if single else _FILES)
    return replace(made, owner="", controller=wizard.controller)


def place_for(battle: Battle, cast: Cast, made: Unit) -> Pose | None:
    """The free ground nearest to where it is wanted, no farther off than the spell reaches, out of reach of enemies and
    looking where its caster looks; None where there is none."""
    assert cast.at is not None, "it is called to a place"
    wizard = battle.units[cast.unit]
    here = stands(battle, wizard)
    reach = grade_of(wizard).reach if cast.false else inches(POWERS[cast.power].range)
    aimed = Point(*cast.at)
    if reach is not None and hypot(aimed.x - here.x, aimed.y - here.y) > reach:
        aimed = along(here, aimed, reach)
    heading = standing_with(battle, wizard).pose.heading
    barred = tuple(impassable(battle, made))
    caster = standing_with(battle, wizard).outline
    foes = enemies(battle, made)
    for spot in spots_about(aimed):
        there = replace(made, place=made.place_at(Pose(round(spot.x), round(spot.y), heading))).outline
        if reach is not None and gap(there, caster) > reach:
            continue
        free = has_room(battle, made, there) and stood_in(barred, there) is None and not overhead(battle, there)
        safe = all(gap(there, foe.outline) > CONTROL for foe in foes)
        if free and safe and strayed(battle, made, spot.x, spot.y) is None:
            return Pose(round(spot.x), round(spot.y), heading)
    return None


def overhead(battle: Battle, there: Outline) -> bool:
    """Whether anybody is in the air above it, who could not come down any more."""
    return any(one.level is not None and overlapping(there, one.outline) for one in battle.standing())


def spots_about(aimed: Point, heading: Mdeg = 0) -> Iterator[Point]:
    """A place, and rings of others about it, the nearest first, of each ring that ahead of a heading."""
    yield aimed
    for ring in range(1, _RINGS):
        for bearing in _ROUND_ABOUT:
            ux, uy = direction(heading + bearing)
            yield Point(aimed.x + ux * inches(ring), aimed.y + uy * inches(ring))


# ---------------------------------------------------------------- into being


def call(scene: Scene, cast: Cast) -> bool:
    """It comes into being; whether there was room for it. It acts from the next turn."""
    battle, wizard = scene.battle, scene.unit(cast.unit)
    made = likeness(battle, wizard, cast.way)
    pose = place_for(battle, cast, made)
    if pose is None:
        return False
    scene.change(replace(made, place=made.place_at(pose)))
    scene.tell(Placed(what="unit", name=made.name, side=made.side, pose=pose, rules=_SUMMONED))
    known = battle.seats_of(wizard.side)
    ends = (While(wizard.id, ENDED_BY),)
    scene.begin(SUMMONED, OnUnit(made.id), ends=ends, rules=_SUMMONED, by=wizard.id, target=made.id)
    if cast.false:
        last = Until(Moment(battle.turn + POWERS["phantasmal_forces"].turns))
        rules = ("CM-FANT-SPELL-07",)
        scene.begin(PHANTASM, OnUnit(made.id), ends=(last,), rules=rules, by=wizard.id, audience=known)
    return True


def is_shown_false(battle: Battle, unit_id: str) -> Effect | None:
    return battle.effects.of_kind(unit_id, PHANTASM)


# ---------------------------------------------------------------- out of it


def no_longer_kept(scene: Scene, effect: Effect, _rules: tuple[str, ...]) -> None:
    """What its caster keeps up no longer: a phantasm is gone, an elemental has no master now (CM-FANT-SPELL-16)."""
    unit_id = effect.target
    false = is_shown_false(scene.battle, unit_id)
    if false is not None:
        scene.lift(false)
    elif alive(scene.unit(unit_id)):
        _break_loose(scene, unit_id, effect.by)


def fades(scene: Scene, effect: Effect, _rules: tuple[str, ...]) -> None:
    """A phantasm is over: nothing of it is left (CM-FANT-SPELL-07)."""
    assert isinstance(effect.on, OnUnit)
    vanish(scene, effect.on.unit, ("CM-FANT-SPELL-07",))


def vanish(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> None:
    """What magic has called is gone as if it had never been."""
    for effect in scene.battle.effects.on_unit(unit_id):
        if effect.kind in (SUMMONED, LOOSE):
            _without_lapse(scene, effect)
    if alive(scene.unit(unit_id)):
        remove(scene, unit_id, FADED, rules)


def _without_lapse(scene: Scene, effect: Effect) -> None:
    """Its unit is gone: there is nothing it could leave behind."""
    lapses, scene.lapses = scene.lapses, {}
    scene.lift(effect)
    scene.lapses = lapses


def _break_loose(scene: Scene, unit_id: str, by: str) -> None:
    """Nobody commands it any more; it is the enemy of whoever called it."""
    unit, conjurer = scene.unit(unit_id), scene.unit(by)
    told = f"{unit.name} obeys nobody any more"
    scene.tell(Reported(what=told, rules=(_LOOSE,)))
    scene.begin(LOOSE, OnUnit(unit_id), rules=(_LOOSE, "CM-FANT-SPELL-18"), mark="uncontrolled", by=by, target=unit_id)
    turn_on(scene, unit_id, conjurer)
    scene.change(replace(scene.unit(unit_id), controller=""))


def turn_on(scene: Scene, unit_id: str, victim: Unit) -> None:
    """Whoever has no master fights on the side of the enemies of whom he goes for."""
    unit = scene.unit(unit_id)
    if not hostile(scene.battle, unit, victim):
        scene.change(replace(unit, side=opposing(scene.battle, victim.side)[0]))
