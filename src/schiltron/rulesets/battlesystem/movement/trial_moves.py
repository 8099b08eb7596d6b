"""Moves worth trying: random legal ones, and sensible ones towards the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.movement import trial_moves
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.movement.straight_and_wheel import no_more, towards, turn_first
from schiltron.battle.movement.trial_moves import sample_command, suggest_commands
from schiltron.battle.movement.unlike_ways import unlike_aims
from schiltron.battle.state.decision import Aimed, Command, Commanded, PathDrawn
from schiltron.battle.state.field import in_melee, nearest_enemies, troops
from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Manoeuvre, Oblique, Path, Reform, Turn, Wheel
from schiltron.rulesets.battlesystem.field import fellows, is_commander, is_individual
from schiltron.rulesets.battlesystem.missiles.limits import may_split
from schiltron.rulesets.battlesystem.movement import charges, engaged, marches
from schiltron.rulesets.battlesystem.movement.individuals import JOIN, judge_join
from schiltron.rulesets.battlesystem.movement.rates import allowance, charge_allowance
from schiltron.rulesets.battlesystem.movement.together import TOGETHER, judge_together
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Action, Walk
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil, inches

MOVE: Final = "move"
CHARGE: Final = "charge"
MARCH: Final = "force_march"
SPLIT: Final = "split"
_A_STEP: Final[Mil] = inches(1)
_NEAREST: Final = 3
"""How many enemies a unit thinks of."""
_WHEELS: Final = 60_000
_FORMS: Final[tuple[Manoeuvre, ...]] = (
    FormUp("open"),
    FormUp("close"),
    FormUp("skirmish"),
    FormUp("shield_wall"),
    FormUp("shield_ring"),
    FormUp("set_spears"),
    FormUp("set_ring"),
    FormUp("square"),
    FormUp("flanks"),
)


def sample_moves(view: Battle, _step: object, decision: Command, random: Random) -> Commanded:
    return sample_command(view, decision, random, sampled)


def sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A random legal order for one unit; None where nothing came of the try."""
    if in_melee(view, unit):
        return engaged.sampled(view, unit, random)
    if is_commander(unit) and random.random() < 0.4:
        return _join(view, unit, random)
    if unit.host and random.random() < 0.1:
        return Commanded(unit.id, "leave")
    view = afoot(view, unit)
    unit = view.units[unit.id]
    if random.random() < 0.35 and not is_individual(unit) and not unit.of:
        charge = charges.sampled(view, unit, random)
        if charge is not None:
            return charge
    return _march(view, unit, random)


def _march(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    path = random_path(view, unit, random)
    if unit.of and len(fellows(view, unit)) > 1 and random.random() < 0.6:
        return Commanded(unit.id, TOGETHER, PathDrawn(path)) if not judge_together(view, unit, path) else None
    action: Action = "move"
    if may_split(unit) and random.random() < 0.4:
        action = "split"
    elif random.random() < 0.05:
        action = "force_march"
    legal = legal_beginning(view, unit, path, action)
    if not legal or (action == "force_march" and marches.reasons(view, Walk(unit.id, legal, action))):
        return None
    return Commanded(unit.id, action, PathDrawn(legal))


def _join(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    hosts = [one.id for one in troops(view, unit.side) if isinstance(one.body, Formed)]
    host = random.choice(hosts) if hosts else ""
    return Commanded(unit.id, JOIN, Aimed(host)) if host and not judge_join(view, unit, host) else None


def legal_beginning(view: Battle, unit: Unit, path: Path, action: Action) -> Path:
    """As much of a move as can be made; () if nothing of it can."""
    return trial_moves.legal_beginning(path, lambda legs: walk(view, Walk(unit.id, legs, action)))


# ---------------------------------------------------------------- paths


def random_path(view: Battle, unit: Unit, random: Random) -> Path:
    """Mostly ahead, after a wheel or a turn or without; sometimes slantwise, a new formation, or any other way."""
    move = max(_A_STEP, allowance(view, unit, "move").total - unit.own.turn.spent)
    ahead = Advance(random.randint(_A_STEP // 2, max(_A_STEP, move)))
    foes = nearest_enemies(view, unit, _NEAREST)
    if not isinstance(unit.body, Formed):
        if foes and random.random() < 0.6:
            return turn_first(no_more(towards(unit, random.choice(foes)), HALF_TURN), ahead)
        return turn_first(random.randint(-HALF_TURN, HALF_TURN), ahead)
    return _in_ranks(unit, foes, ahead, random)


def _in_ranks(unit: Unit, foes: list[Unit], ahead: Advance, random: Random) -> Path:
    chance = random.random()
    if chance < 0.12:
        return (random.choice(_FORMS), ahead) if random.random() < 0.5 else (random.choice(_FORMS),)
    if chance < 0.17:
        return (Reform(random.randint(1, unit.bodies)),)
    if chance < 0.2:
        return (Face(random.choice(("left", "right", "rear"))), ahead)
    if chance < 0.3:
        return (Oblique(random.choice((-1, 1)) * random.randint(1_000, 45_000), ahead.distance),)
    if foes and chance < 0.6:
        return wheel_first(unit, random.choice(foes), ahead)
    if chance < 0.7:
        return (Wheel(random.choice(("left", "right")), random.randint(2_000, 45_000)), ahead)
    return (ahead,)


def wheel_first(unit: Unit, foe: Unit, ahead: Advance) -> Path:
    """A wheel towards an enemy, if it is worth making, and straight on."""
    return wheeled_by(towards(unit, foe), ahead)


def wheeled_by(turn: Mdeg, ahead: Advance) -> Path:
    """As much of a turn as a wheel may well make, and straight on."""
    angle = no_more(turn, _WHEELS)
    if abs(angle) < 2_000:
        return (ahead,)
    return (Wheel("right" if angle > 0 else "left", abs(angle)), ahead)


def ways(view: Battle, unit: Unit) -> Iterator[Path]:
    """Towards the nearest enemies, straight ahead, and half of that."""
    move = max(_A_STEP, allowance(view, unit, "move").total - unit.own.turn.spent)
    for foe in nearest_enemies(view, unit, _NEAREST):
        if isinstance(unit.body, Formed):
            yield wheel_first(unit, foe, Advance(move))
        else:
            yield turn_first(towards(unit, foe), Advance(move))
    yield (Advance(move),)
    yield (Advance(max(1, move // 2)),)
    if not isinstance(unit.body, Formed):
        yield (Turn(HALF_TURN), Advance(move))


# ---------------------------------------------------------------- sensible ones


def suggest_moves(view: Battle, _step: object, decision: Command) -> Iterator[Commanded]:
    """For every unit the charges it can make, ways past, off and short of the nearest enemy, and towards others."""
    return suggest_commands(view, decision, suggested)


def suggested(view: Battle, unit: Unit) -> Iterator[Commanded]:
    if in_melee(view, unit):
        yield from engaged.suggested(view, unit)
        return
    yield from charges.suggested(view, unit)
    action: Action = "split" if may_split(unit) else "move"
    told: set[Path] = set()
    for path in _unlike(view, unit):
        legal = legal_beginning(view, unit, path, action)
        if legal and legal not in told:
            told.add(legal)
            yield Commanded(unit.id, action, PathDrawn(legal))


def _unlike(view: Battle, unit: Unit) -> Iterator[Path]:
    """Towards the nearest enemy, past him, off from him or short of him; towards the others, straight ahead."""
    straight = ways(view, unit)
    yield next(straight)
    move = max(_A_STEP, allowance(view, unit, "move").total - unit.own.turn.spent)
    for foe in nearest_enemies(view, unit, 1):
        for turn, far in unlike_aims(unit, foe, move, charge_allowance(view, foe).total):
            if not isinstance(unit.body, Formed):
                yield turn_first(turn, Advance(far))
            elif abs(turn) > HALF_TURN - _WHEELS:
                yield (Face("rear"), Advance(far))
            else:
                yield wheeled_by(turn, Advance(far))
    if isinstance(unit.body, Formed) and unit.own.formation == "open":
        yield (FormUp("close"),)
    yield from straight
