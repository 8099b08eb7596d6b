"""Moves worth trying: random legal ones, and sensible ones towards the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.movement import trial_moves
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.movement.straight_and_wheel import no_more, towards, turn_first
from schiltron.battle.movement.trial_moves import sample_command, sample_join, suggest_commands, ways_ahead
from schiltron.battle.movement.unlike_ways import unlike_aims
from schiltron.battle.state.decision import Aimed, Command, Commanded, PathDrawn
from schiltron.battle.state.field import nearest_enemies
from schiltron.battle.state.manoeuvre import Advance, Face, FormHedgehog, FormUp, Manoeuvre, Path, Reform, Wheel
from schiltron.rulesets.chainmail.fantasy.unseen import APPEAR, VANISH, may_not_vanish, vanishes
from schiltron.rulesets.chainmail.field import INVISIBLE, goes_as_person, has_trait, in_turns, is_aloft
from schiltron.rulesets.chainmail.fire.passing import split_marks
from schiltron.rulesets.chainmail.movement.commanders import JOIN, judge_join
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.charges import charge_faults, straight_at
from schiltron.rulesets.chainmail.walking.enmities import owed_to_others
from schiltron.rulesets.chainmail.walking.flying import LAND, RISE, SINK, flies, grounded
from schiltron.rulesets.chainmail.walking.rates import charge_move, flight_move, normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, judge_fire, may_burn
from schiltron.table.body import Formed
from schiltron.table.lengths import inches
from schiltron.table.outline import gap

MOVE: Final = "move"
CHARGE: Final = "charge"
SPLIT: Final = "split"
FIRE_FIRST: Final = "fire_first"
"""A split-move of which nothing comes before the fire (CM-MISSILE-15)."""
_A_STEP: Final = inches(1)
_NEAREST: Final = 3
"""How many enemies a unit thinks of."""
_FORMS: Final[tuple[Manoeuvre, ...]] = (FormUp("open"), FormUp("close"), FormUp("square"), FormUp("schiltron"))


def may_split(unit: Unit) -> bool:
    """Horsemen with bows (CM-MISSILE-15), and elves (CM-FANT-ELF-01)."""
    able = unit.own.profile.mounted or has_trait(unit, "splits_move")
    return able and unit.own.profile.missile in ("bow", "longbow", "composite_bow")


def sample_moves(view: Battle, _step: object, decision: Command, random: Random) -> Commanded:
    return sample_command(view, decision, random, sampled)


def sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A charge or a random path, cut back to its longest legal beginning; None if nothing of it can be made."""
    if goes_as_person(unit) and random.random() < 0.5:
        return sample_join(view, unit, random, JOIN, goes_as_person, judge_join)
    view = afoot(view, unit)
    unit = view.units[unit.id]
    if may_burn(view) and random.random() < 0.1 and not judge_fire(view, unit):
        return Commanded(unit.id, SET_FIRE)
    foes = nearest_enemies(view, unit, _NEAREST)
    if foes and random.random() < 0.35 and not charge_faults(view, unit):
        charge = _charge(view, unit, random.choice(foes))
        if charge is not None:
            return charge
    if may_split(unit) and in_turns(view) and random.random() < 0.1:
        fire = list(split_marks(view, unit))
        if fire:
            return Commanded(unit.id, FIRE_FIRST, Aimed(random.choice(fire).target))
    if flies(unit) and random.random() < 0.6:
        path = legal_beginning(view, unit, _flight(view, unit, foes, random), MOVE)
        if path:
            return Commanded(unit.id, MOVE, PathDrawn(path))
    action: Action = SPLIT if may_split(unit) and random.random() < 0.3 else MOVE
    way = _random_path(view, unit, foes, random)
    if vanishes(unit) and random.random() < 0.5:
        action, way = MOVE, (*_veil(view, unit), *way)
    path = legal_beginning(view, unit, way, action)
    return Commanded(unit.id, action, PathDrawn(path)) if path else None


def _charge(view: Battle, unit: Unit, foe: Unit) -> Commanded | None:
    """Straight at an enemy, if he is near enough to be worth a look."""
    if gap(unit.outline, foe.outline) > charge_move(view, unit).total:
        return None
    path = straight_at(view, unit, foe)
    if path is None:
        return None
    walker = walk(view, Walk(unit.id, path, CHARGE))
    if walker.reasons or owed_to_others(view, unit, walker.met):
        return None
    return Commanded(unit.id, CHARGE, PathDrawn(path))


def legal_beginning(view: Battle, unit: Unit, path: Path, action: Action, *, paused: bool = False) -> Path:
    """As much of a move as can be made; () if nothing of it can."""
    path = trial_moves.legal_beginning(path, lambda legs: walk(view, Walk(unit.id, legs, action, paused=paused)))
    if path and view.own.options.fantasy == "on":
        met = walk(view, Walk(unit.id, path, action, paused=paused)).met
        return path if not owed_to_others(view, unit, met) else ()
    return path


def _veil(view: Battle, unit: Unit) -> Path:
    """What changes whether a unit is seen, before anything else; () where nothing does."""
    if unit.has(INVISIBLE):
        return (FormUp(APPEAR),)
    return (FormUp(VANISH),) if may_not_vanish(view, unit) is None else ()


def random_path(view: Battle, unit: Unit, random: Random) -> Path:
    return _random_path(view, unit, nearest_enemies(view, unit, _NEAREST), random)


def _random_path(view: Battle, unit: Unit, foes: list[Unit], random: Random) -> Path:
    """Mostly ahead, after a wheel or a turn or without; sometimes another formation or any other way."""
    move = normal_move(view, unit).total
    chance = random.random()
    formed = isinstance(unit.body, Formed)
    ahead = Advance(random.randint(_A_STEP // 2, max(_A_STEP, move)))
    if unit.own.forming is not None and chance < 0.7:
        return (_going_on(unit),)
    if formed and chance < 0.06:
        return (_new_formation(view, unit, random),)
    if chance < 0.09:
        return (Face(random.choice(("left", "right", "rear"))), ahead)
    if formed and chance < 0.25:
        side = "left" if random.random() < 0.5 else "right"
        return (Wheel("left" if side == "left" else "right", random.randint(2_000, 45_000)), ahead)
    if foes and chance < 0.5:
        return turn_first(no_more(towards(unit, random.choice(foes)), 90_000), ahead)
    if chance < 0.65:
        most = 180_000 if chance < 0.53 else 45_000
        return turn_first(random.randint(-most, most), ahead)
    return (ahead,)


def _flight(view: Battle, unit: Unit, foes: list[Unit], random: Random) -> Path:
    """Up, somewhere or towards a foe, and perhaps down again."""
    far = flight_move(view, unit).total
    up: Path = () if is_aloft(unit) else (FormUp(RISE),)
    aim = towards(unit, random.choice(foes)) if foes and random.random() < 0.7 else random.randint(-180_000, 180_000)
    way = turn_first(aim, Advance(random.randint(_A_STEP, max(_A_STEP, far))))
    higher: Path = (FormUp(random.choice((RISE, SINK))),) if random.random() < 0.2 else ()
    down: Path = (FormUp(LAND), Advance(_A_STEP * 3)) if random.random() < 0.6 else ()
    return (*up, *higher, *way, *down)


def flights(view: Battle, unit: Unit, foes: list[Unit]) -> Iterator[Path]:
    """Onto each foe out of the air, over him and on, and straight ahead."""
    far = flight_move(view, unit).total
    if not is_aloft(unit) and grounded(view, unit) is not None:
        return
    up: Path = () if is_aloft(unit) else (FormUp(RISE),)
    climb = 0 if is_aloft(unit) else ALOFT
    for foe in foes:
        apart = max(0, gap(unit.outline, foe.outline))
        swoop = min(apart - ALOFT, far - climb - 2 * ALOFT)
        if swoop > 0:
            yield (*up, *turn_first(towards(unit, foe), Advance(swoop)), FormUp(LAND), Advance(2 * ALOFT))
            yield (*up, *turn_first(towards(unit, foe), Advance(swoop)))
    yield (*up, Advance(far - climb))


def _going_on(unit: Unit) -> Manoeuvre:
    """The manoeuvre that goes on with a change of formation or facing that is under way."""
    forming = unit.own.forming
    assert forming is not None
    if forming.facing is not None:
        return forming.facing
    if forming.to == "hedgehog":
        return FormHedgehog()
    if forming.to == "open":
        return FormUp("open")
    if forming.to == "square":
        return FormUp("square")
    if forming.to == "schiltron":
        return FormUp("schiltron")
    return Reform(forming.files) if unit.own.formation in ("line", "column") else FormUp("close")


def _new_formation(view: Battle, unit: Unit, random: Random) -> Manoeuvre:
    if unit.own.formation not in ("line", "column"):
        return FormUp("close")
    if random.random() < 0.5:
        return Reform(random.randint(1, unit.bodies))
    if view.own.options.hedgehog == "on" and random.random() < 0.3:
        return FormHedgehog()
    return random.choice(_FORMS)


# ---------------------------------------------------------------- sensible ones


def suggest_moves(view: Battle, _step: object, decision: Command) -> Iterator[Commanded]:
    """For every unit the charges it can make, ways past, off and short of the nearest enemy, and towards others."""
    return suggest_commands(view, decision, suggested)


def suggested(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """The likeliest first, and none like one before it."""
    foes = nearest_enemies(view, unit, _NEAREST)
    if unit.own.forming is not None:
        yield Commanded(unit.id, MOVE, PathDrawn((_going_on(unit),)))
    if not charge_faults(view, unit):
        for foe in foes:
            charge = _charge(view, unit, foe)
            if charge is not None:
                yield charge
    told: set[Path] = set()
    veil = _veil(view, unit) if vanishes(unit) else ()
    if veil == (FormUp(VANISH),):
        yield Commanded(unit.id, MOVE, PathDrawn(veil))
    for path in (*(flights(view, unit, foes) if flies(unit) else ()), *_ways(view, unit, foes)):
        legal = legal_beginning(view, unit, path, MOVE)
        if legal and legal not in told:
            told.add(legal)
            yield Commanded(unit.id, MOVE, PathDrawn(legal))


def _ways(view: Battle, unit: Unit, foes: list[Unit]) -> Iterator[Path]:
    """Towards the nearest enemy, past him, off from him or short of him; towards the others, straight ahead."""
    move = normal_move(view, unit).total
    ahead = ways_ahead(unit, foes, move)
    if foes:
        yield next(ahead)
        for aim in unlike_aims(unit, foes[0], move, charge_move(view, foes[0]).total):
            yield turn_first(aim.turn, Advance(aim.far))
    yield from ahead
