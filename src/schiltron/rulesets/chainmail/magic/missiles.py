"""A magic user's fire ball or lightning bolt (CM-FANT-WIZARD-10 to CM-FANT-WIZARD-18, CM-FANT-SIEGE-03,
CM-FANT-SIEGE-04).

The distance is called, then the pattern is laid: whatever it touches is destroyed, friend or foe, but for the kinds of
creature that save themselves, or are driven back.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import Harm
from schiltron.battle.play.powers import Point, Power, along
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Checked, Covered, Landed, Reported
from schiltron.battle.state.field import company, standing_with
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.artillery.damage import batter, points, works_rules
from schiltron.rulesets.chainmail.artillery.footprints import bodies_near
from schiltron.rulesets.chainmail.artillery.outlook import fresh
from schiltron.rulesets.chainmail.fantasy.magicians import ATTACKED, disturb, is_magic_user
from schiltron.rulesets.chainmail.field import is_engine
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import kill, remove
from schiltron.rulesets.chainmail.magic.rows import MISSILES, POWERS, power_of
from schiltron.rulesets.chainmail.magic.wizards import lesser, missile_of, stands
from schiltron.rulesets.chainmail.morale.flight import GONE
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.siege.stations import foot_of, is_holder, is_inside, is_siege, works
from schiltron.rulesets.chainmail.siege.wear import strength, wear
from schiltron.rulesets.chainmail.siege.wreckers import (
    kindle,
    kindles,
    machines_under,
    told_of_fire,
    wooden_under,
    works_under,
)
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn
from schiltron.rulesets.chainmail.steps import FallBack
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.shapes import Corridor, Disc, Template, caught
from schiltron.table.terrain import name_of


class Fling(Step, frozen=True, omit_defaults=True, tag="chainmail.fling"):
    """A missile that has been called comes down there: whoever may save himself throws, and it strikes. A `spell` of
    his army's does so in place of it (CM-FANT-SPELL-21)."""

    unit: str
    x: Mil
    y: Mil
    spell: str = ""


DICE: Final = 2
SIDES: Final = 6
SAVE: Final = "saves against magic"
_SURE: Final = "-"
_SAVED: Final = ("saved", "no_effect")
_BACK: Final = "back_1_move"
_OFF: Final = "routs_off_board"
_KILLED: Final = "killed"


class Reading(Struct, frozen=True):
    """What comes of a strike on a kind of creature: of a total of so much or more, or without dice."""

    target: str
    least: int
    result: str


def _readings() -> dict[str, dict[str, tuple[Reading, ...]]]:
    """By missile and by kind of creature; a missile that is not named is either."""
    found: dict[str, dict[str, tuple[Reading, ...]]] = {name: {} for name in ("fire_ball", "lightning_bolt")}
    for row in LAW.sheet("CM-T-fant-wizard-saves").records():
        least = 0 if row["two_dice_min"] == _SURE else int(str(row["two_dice_min"]))
        kind = str(row["target"])
        for name, by_kind in found.items():
            if row["missile"] in ("either", name):
                by_kind[kind] = (*by_kind.get(kind, ()), Reading(kind, least, str(row["result"])))
    return found


_EXCEPTIONS: Final = _readings()
_RULE_OF: Final = {
    "wizard": "CM-FANT-WIZARD-09",
    "giant": "CM-FANT-WIZARD-16",
    "dragon": "CM-FANT-WIZARD-17",
    "elemental_air": "CM-FANT-WIZARD-18",
    "elemental_earth": "CM-FANT-WIZARD-18",
    "elemental_fire": "CM-FANT-WIZARD-18",
    "elemental_water": "CM-FANT-WIZARD-18",
}
"""The rule for a kind; all others save themselves by their table."""

# ---------------------------------------------------------------- where it comes down


def thrown(unit: Unit, spell: str = "") -> Power:
    """The missile that a magic user has chosen, or a spell that works as one."""
    return power_of(unit, spell or missile_of(unit))


def called(battle: Battle, unit: Unit, at: tuple[Mil, Mil], power: Power | None = None) -> Point:
    """The point at the distance called, in whole inches and no farther than it carries (CM-FANT-WIZARD-13)."""
    power, here = power or thrown(unit), stands(battle, unit)
    inch = inches(1)
    far = round(hypot(at[0] - here.x, at[1] - here.y) / inch) * inch
    return along(here, Point(*at), min(far, inches(power.range)))


def pattern(battle: Battle, unit: Unit, at: Point, power: Power | None = None) -> Template:
    """The circle of a fire ball about the point (CM-FANT-WIZARD-11); of a bolt the last 6 inches of its way from the
    wizard to the point, or all of it if that is less (CM-FANT-WIZARD-12)."""
    power = power or thrown(unit)
    across = inches(power.area)
    if not power.amount:
        return Disc(round(at.x), round(at.y), across // 2)
    here = stands(battle, unit)
    far = hypot(at.x - here.x, at.y - here.y)
    tail = along(here, at, max(0.0, far - inches(power.amount)))
    return Corridor(round(tail.x), round(tail.y), round(at.x), round(at.y), across)


def works_in_reach(battle: Battle, unit: Unit) -> Iterator[tuple[Mil, Mil]]:
    """The nearest places of the works of the enemy to which a missile carries."""
    if not is_siege(battle) or is_holder(battle, unit):
        return
    here = stands(battle, unit)
    for work in works(battle):
        x, y = foot_of(work, here.x, here.y)
        if hypot(x - here.x, y - here.y) <= inches(POWERS[missile_of(unit)].range):
            yield round(x), round(y)


class Strike(NamedTuple):
    """A unit that is struck, with the places of its figures; of an engine, the machine."""

    unit: str
    places: tuple[int, ...]


def struck(battle: Battle, unit: Unit, shape: Template) -> list[Strike]:
    """Whoever is under the pattern, friend or foe, on whatever level but under a roof (CM-SIEGE-07); the bolt's own
    thrower is not. Where all figures of a unit are struck, so are those who go with it."""
    found = []
    spared = {unit.id, unit.host} if isinstance(shape, Corridor) else set()
    for body in bodies_near(battle, shape):
        places = tuple(sorted(one.index for one in caught(shape, body.places) if one.touched))
        places = fresh(body, places)
        if not places or body.id in spared or is_inside(battle, body):
            continue
        found.append(Strike(body.id, places))
        if not is_engine(body) and len(places) >= body.figures:
            found += [Strike(one.id, (0,)) for one in company(battle, body)]
    return found


# ---------------------------------------------------------------- what it does


def readings_of(nature: Nature | None, missile: str) -> tuple[Reading, ...]:
    """What is thrown, or happens without dice, where a creature of that kind is struck; nothing: it is destroyed. Who
    is two things at once saves himself as whichever does it the more easily (CM-FANT-GEN-11)."""
    if nature is None:
        return ()
    kinds = (*nature.called, *((f"elemental_{nature.kind}",) if "elemental" in nature.called else ()))
    found = [readings for kind, readings in _EXCEPTIONS[missile].items() if kind in kinds]
    return min(found, key=lambda one: one[0].least, default=())


def read_as(power: Power) -> str:
    """The missile by which those whom it strikes save themselves."""
    return MISSILES[1] if "lightning" in power.tags else MISSILES[0]


def _throws(battle: Battle, unit: Unit, missile: str) -> tuple[Reading, ...]:
    """Readings of a unit that needs dice."""
    found = readings_of(unit.own.profile.nature, missile)
    return found if found and found[0].least else ()


def own_dice(unit: Unit) -> list[Term]:
    """What a unit adds to the two dice of its save."""
    return lesser(unit) if is_magic_user(unit) else []


def result(readings: tuple[Reading, ...], total: int) -> str:
    """What comes of a total; nothing that is listed is the end."""
    fitting = [one for one in readings if total >= one.least]
    return fitting[-1].result if fitting else _KILLED


def chance_of_death(unit: Unit, missile: str) -> float:
    """How likely it is that a figure of a unit is lost that is struck."""
    readings = readings_of(unit.own.profile.nature, missile)
    if not readings:
        return 1.0
    more = sum(term.value for term in own_dice(unit))
    totals = [one + two + more for one in range(1, SIDES + 1) for two in range(1, SIDES + 1)]
    return sum(result(readings, total) in (_KILLED, _OFF) for total in totals) / len(totals)


def rule_of(readings: tuple[Reading, ...]) -> str:
    return _RULE_OF.get(readings[0].target, "CM-FANT-WIZARD-15") if readings else "CM-FANT-WIZARD-14"


def _savers(battle: Battle, step: Fling) -> list[Unit]:
    thrower = battle.units[step.unit]
    power = thrown(thrower, step.spell)
    missile = read_as(power)
    shape = pattern(battle, thrower, Point(step.x, step.y), power)
    hit = [battle.units[one.unit] for one in struck(battle, thrower, shape)]
    return [unit for unit in hit if unit.figures and _throws(battle, unit, missile)]


def _ask(battle: Battle, step: Fling) -> Roll | None:
    savers = _savers(battle, step)
    if not savers:
        return None
    power = thrown(battle.units[step.unit], step.spell)
    title = power.title.lower()
    pools = tuple(Pool(DICE, SIDES, SumOf(), one.name, one.side) for one in savers)
    rules = tuple(dict.fromkeys(rule_of(_throws(battle, one, read_as(power))) for one in savers))
    return Roll(f"who saves himself from the {title}", pools, rules)


def _roll(scene: Scene, step: Fling, pools: tuple[Thrown, ...]) -> None:
    totals = {one.id: pool.total for one, pool in zip(_savers(scene.battle, step), pools, strict=True)}
    _strike(scene, step, totals)


def _do(scene: Scene, step: Fling) -> None:
    _strike(scene, step, {})


def _strike(scene: Scene, step: Fling, totals: dict[str, int]) -> None:
    battle, thrower = scene.battle, scene.unit(step.unit)
    power = thrown(thrower, step.spell)
    shape = pattern(battle, thrower, Point(step.x, step.y), power)
    hit = struck(battle, thrower, shape)
    scene.tell(
        Landed(
            unit=thrower.id,
            marks=(Covered(shape, power.title),),
            struck=tuple((one.unit, 1 if is_engine(battle.units[one.unit]) else len(one.places)) for one in hit),
            tallies=(_distance(battle, thrower, Point(step.x, step.y)),),
            rules=power.rules,
            what=power.title.lower(),
        )
    )
    wood = wooden_under(battle, shape, (step.x, step.y)), machines_under(battle, shape)
    for one in hit:
        _come_of(scene, thrower, power, one, totals.get(one.unit))
    for key, x, y in works_under(battle, shape, (step.x, step.y)):
        feature = piece(scene.battle, key)
        if feature is not None:
            wear(scene, feature, (x, y), points(thrower), thrower.name, (*works_rules(thrower), "CM-FANT-WIZARD-12"))
    if kindles(thrower):
        kindle(scene, *wood)


def _distance(battle: Battle, thrower: Unit, at: Point) -> Tally:
    here = stands(battle, thrower)
    far = round(hypot(at.x - here.x, at.y - here.y))
    return Tally("distance", (Term("called", far, "CM-FANT-WIZARD-13"),), measure="thousandths")


def _come_of(scene: Scene, thrower: Unit, power: Power, one: Strike, total: int | None) -> None:
    """A machine takes siege points (CM-FANT-WIZARD-12); anybody else is destroyed, unless his kind has a way out."""
    unit = scene.unit(one.unit)
    if is_engine(unit):
        batter(scene, thrower, unit.id)
        return
    disturb(scene, unit.id, ATTACKED)
    unit = scene.unit(one.unit)
    readings = readings_of(unit.own.profile.nature, read_as(power))
    came = _outcome(scene, unit, readings, total)
    if came == _KILLED:
        _kill(scene, thrower, power, one)
    elif came == _OFF:
        remove(scene, unit.id, GONE, (rule_of(readings),), by=thrower.id)
    elif came == _BACK:
        scene.after(FallBack(unit.id, (standing_with(scene.battle, thrower).id,), rule_of(readings)))
    elif total is None:
        unmoved = does("are", one=unit.original == 1)
        scene.tell(Reported(what=f"{unit.name} {unmoved} not harmed by it", rules=(rule_of(readings),)))


def _outcome(scene: Scene, unit: Unit, readings: tuple[Reading, ...], total: int | None) -> str:
    if not readings:
        return _KILLED
    if total is None:
        return readings[0].result
    tally = Tally(SAVE, (Term("2d6", total), *own_dice(unit)))
    came = result(readings, tally.total)
    need = next((one.least for one in readings if one.result in _SAVED), 0)
    rules = (rule_of(readings), *(term.rule for term in own_dice(unit)))
    passed = came in _SAVED
    scene.tell(Checked(unit=unit.id, why=SAVE, tally=tally, need=need, passed=passed, rules=rules, of="luck"))
    return came


def _kill(scene: Scene, thrower: Unit, power: Power, one: Strike) -> None:
    unit = scene.unit(one.unit)
    turn = unit.own.turn
    fired = turn.fired_on_by if thrower.id in turn.fired_on_by else (*turn.fired_on_by, thrower.id)
    scene.change(with_turn(unit, struck=(*turn.struck, *one.places), fired_on_by=fired))
    kill(scene, one.unit, len(one.places), Harm(("missile", "magic", *power.tags), thrower.id, ("CM-FANT-WIZARD-14",)))


FLING: Final = rolls(Fling, ask=_ask, roll=_roll, do=_do)

# ---------------------------------------------------------------- foreseen


class Foreseen(NamedTuple):
    """What a missile would do to a unit: so many figures, each lost with a chance; `told` is what else may come."""

    unit: str
    figures: int
    chance: float
    told: str
    rules: tuple[str, ...]


def foreseen(battle: Battle, thrower: Unit, power: Power, at: tuple[Mil, Mil]) -> Iterator[Foreseen]:
    """What would come of throwing it there."""
    missile = read_as(power)
    shape = pattern(battle, thrower, called(battle, thrower, at, power), power)
    for one in struck(battle, thrower, shape):
        unit = battle.units[one.unit]
        if is_engine(unit):
            yield Foreseen(unit.id, 1, 0.0, "the machine is hit", ("CM-FANT-WIZARD-12",))
            continue
        readings = readings_of(unit.own.profile.nature, missile)
        yield Foreseen(
            unit.id, len(one.places), chance_of_death(unit, missile), _in_words(unit, readings), (rule_of(readings),)
        )


def works_foreseen(
    battle: Battle, thrower: Unit, power: Power, at: tuple[Mil, Mil]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What it would do to works and to wood, in words, and by which rules."""
    there = called(battle, thrower, at, power)
    shape, spot = pattern(battle, thrower, there, power), (there.x, there.y)
    for key, x, y in works_under(battle, shape, spot):
        feature = piece(battle, key)
        assert feature is not None
        left = strength(battle, feature, x, y).total
        falls = ", and there it falls" if left <= points(thrower) else f" of {left}"
        yield f"{points(thrower)} points off {name_of(feature)}{falls}", works_rules(thrower)
    if kindles(thrower):
        yield from told_of_fire(wooden_under(battle, shape, spot), machines_under(battle, shape))


def _in_words(unit: Unit, readings: tuple[Reading, ...]) -> str:
    if not readings:
        return "destroyed"
    more = sum(term.value for term in own_dice(unit))
    if not readings[0].least:
        return "driven back a move" if readings[0].result == _BACK else "not harmed"
    said = []
    for place, reading in enumerate(readings):
        words = {_OFF: "flees off the table", _BACK: "goes back a move"}.get(reading.result, "is saved")
        needs = reading.least - more
        said.append(f"{words} on {needs} or more" if place or needs > DICE else words)
    return ", ".join(said)


def reach_in_words(unit: Unit) -> str:
    return show_inches(inches(POWERS[missile_of(unit)].range))
