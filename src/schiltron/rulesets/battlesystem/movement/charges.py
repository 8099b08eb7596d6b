"""Charges (case 7.14): who may charge, how, and what happens when a charge reaches nobody."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.plotted_paths import UNBOUNDED
from schiltron.battle.movement.straight_and_wheel import no_more, towards
from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.event import Leg, Ruled
from schiltron.battle.state.field import foes_among, nearest_enemies, others_within
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Oblique, Path, Wheel
from schiltron.rulesets.battlesystem.field import is_engine, is_individual, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.ground.manner import move_rate
from schiltron.rulesets.battlesystem.in_command import in_command
from schiltron.rulesets.battlesystem.morale.current import FACTORS
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, unruly
from schiltron.rulesets.battlesystem.movement.marching import last_line
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, is_charge, part_of, share
from schiltron.rulesets.battlesystem.movement.walk import walk as walked
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.ranks import SETS_OUT, open_out
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import TOLERANCE, Mil, inches, show_inches

RUN: Final = share("charge_minimum_run")
"""The run that a charge needs, of MV; and of its distance the last part that must be straight (BS-7.14-03)."""
_SHAKEN: Final = -FACTORS["open_or_mob_formation_charged_this_round_without_contact_at_end"]
ONWARD: Final = Advance(inches(1000))
"""Straight on, as far as it goes."""
_NEAREST: Final = 3
_WIDEST: Final = 60_000


# ---------------------------------------------------------------- what speaks against one


def reasons(battle: Battle, walk: Walk, *, unbidden: bool = False) -> list[Reason]:
    """Everything against a charge besides what its walk finds; who charges `unbidden` needs nobody's command."""
    unit = battle.units[walk.unit]
    return [*_who(battle, unit, unbidden=unbidden), *_how(battle, unit, walk)]


def _who(battle: Battle, unit: Unit, *, unbidden: bool) -> Iterator[Reason]:
    if is_skirmisher(unit) or is_individual(unit) or is_engine(unit):
        yield Reason("only regular units and mobs charge", ("BS-7.14-01", "BS-7.14-02"))
    if unit.own.formation == "skirmish":
        yield Reason("nobody charges in skirmish formation", ("BS-7.14-04",))
    if not unbidden and is_regular(unit) and not in_command(battle, unit):
        yield Reason(f"{unit.name} is out of command", ("BS-7.14-06",))
    if unit.own.turn.shots:
        yield Reason(f"{unit.name} has shot this round", ("BS-10.4-01",))


def _how(battle: Battle, unit: Unit, walk: Walk) -> Iterator[Reason]:
    walker = walked(battle, walk)
    if walker.met is None:
        yield Reason("the charge reaches no enemy", ("BS-7.14-01",), measured=True)
        return
    if walker.met.id in unit.own.turn.stayed_from:
        yield Reason(f"it let {walker.met.name} withdraw and may not charge it this round", ("BS-7.12-05",))
    least, run = part_of(move_rate(battle, unit), RUN), sum(map(gone, walker.legs))
    if run < least - TOLERANCE:
        text = f"a charge needs a run of {show_inches(least)}, this one has {show_inches(run)}"
        yield Reason(text, ("BS-7.14-03",), measured=True)
    if straight_end(walker) < RUN * run - TOLERANCE:
        yield Reason("the last two thirds of a charge go straight", ("BS-7.14-03",), measured=True)


def gone(leg: Leg) -> Mil:
    """The distance of a leg, not what the ground takes for it; of a wheel the way of the outermost figure. What is done
    on the spot is no part of a run."""
    if isinstance(leg.manoeuvre, Advance | Oblique):
        return leg.manoeuvre.distance
    return leg.cost if isinstance(leg.manoeuvre, Wheel) else 0


def straight_end(walker: Walker) -> Mil:
    """How much of a walk at its end goes on in one line."""
    return sum(map(gone, last_line(walker)))


# ---------------------------------------------------------------- begun and ended


def declared_target(battle: Battle, walk: Walk) -> str:
    """At whom a charge goes: whom it meets, or would meet if it went on; "" for nobody at all (BS-7.14-01)."""
    met = walked(battle, walk).met
    if met is None:
        unit = battle.units[walk.unit]
        tireless = with_turn(unit, spent=-UNBOUNDED)
        met = walked(battle.with_unit(tireless), replace(walk, path=(*walk.path, ONWARD))).met
    return met.id if met is not None else ""


def set_out(scene: Scene, walk: Walk) -> None:
    """A charge is declared and begins. A shield wall is given up for it (BS-11.6-01); a closed unit of chaotic
    alignment or low intelligence checks discipline, and the charge goes on either way (BS-7.14-05)."""
    unit = scene.unit(walk.unit)
    scene.deed(unit.id, SETS_OUT, rules=("BS-11.6-01",))
    unit = scene.unit(walk.unit)
    closed = unit.own.formation == "closed"
    scene.change(with_turn(unit, closed_charge=closed))
    prey = walk.target or next((foe.id for foe in nearest_enemies(scene.battle, unit, 1)), "")
    check = (CheckDiscipline(unit.id, "charge", prey),) if closed and unruly(unit) and prey else ()
    scene.now(*check, walk)


def finished(scene: Scene, walk: Walk) -> None:
    """A move of whatever kind has come to its end without contact: a charge that did has failed (BS-7.14-08). A closed
    unit opens without going out of command; others are shaken for the round (BS-4.2-06)."""
    unit = scene.unit(walk.unit)
    if not is_charge(unit, walk.action):
        return
    scene.change(with_turn(unit, charge_failed=True))
    price = "it opens its ranks" if unit.own.turn.closed_charge else f"its current morale is {_SHAKEN} lower this round"
    rules = ("BS-7.14-08",) if unit.own.turn.closed_charge else ("BS-7.14-08", "BS-4.2-06")
    scene.tell(Ruled(what=f"the charge of {unit.name} reaches nobody: {price}", rules=rules))
    open_out(scene, unit.id, ("BS-7.14-08",))


# ---------------------------------------------------------------- finding some


def paths(view: Battle, unit: Unit) -> Iterator[Path]:
    """Straight at the nearest enemies, after a wheel where it needs one."""
    far = max(1, charge_allowance(view, unit).total - unit.own.turn.spent)
    for foe in nearest_enemies(view, unit, _NEAREST):
        angle = no_more(towards(unit, foe), _WIDEST)
        if abs(angle) > 1_000:
            yield (Wheel("right" if angle > 0 else "left", abs(angle)), Advance(far))
    yield (Advance(far),)


def legal(view: Battle, unit: Unit, path: Path) -> Commanded | None:
    """The charge along a path, cut where it meets the enemy; None where it is none."""
    if any(_who(view, unit, unbidden=False)):
        return None
    return _along(view, unit, path)


def _along(view: Battle, unit: Unit, path: Path) -> Commanded | None:
    """The same of a unit that may charge."""
    walker = walked(view, Walk(unit.id, path, "charge"))
    if walker.met is None:
        return None
    cut = tuple(leg.manoeuvre for leg in walker.legs)
    order = Walk(unit.id, cut, "charge")
    if not cut or walked(view, order).reasons or reasons(view, order):
        return None
    return Commanded(unit.id, "charge", PathDrawn(cut))


def sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A random legal charge of a unit; None where it has none."""
    found = list(suggested(view, unit))
    return random.choice(found) if found else None


def suggested(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """The charges a unit can make; none where no enemy is so near that anybody of it could come up to him."""
    far = max(0, charge_allowance(view, unit).total - unit.own.turn.spent) + 2 * unit.outline.radius
    near = foes_among(view, unit, others_within(view, unit, far))
    if not near or any(_who(view, unit, unbidden=False)):
        return
    for path in paths(view, unit):
        found = _along(view, unit, path)
        if found is not None:
            yield found
