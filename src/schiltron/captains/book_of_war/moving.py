"""The movement phase: one unit after the other gets the best move it can be found, and the next sees it made."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.decision import Commanded, Marched
from schiltron.battle.manoeuvre import Path, Wrap
from schiltron.battle.unit import OnTable
from schiltron.captains.book_of_war.courses import courses, withdrawals
from schiltron.captains.book_of_war.positions import best_shot, danger, fight, prospect, spoiled
from schiltron.captains.book_of_war.reckoning import band, charge
from schiltron.captains.book_of_war.situation import Foe, Situation, on_open_ground
from schiltron.captains.following import Thought
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, walk
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE, legal_beginning
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.contact import sector
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap

WORTH_MOVING: Final = 0.15
"""Points a move must promise over standing still."""
BROKEN_GROUND: Final = 0.15
"""Part of the worth of horse and pikes that is lost off the open ground."""


WITHDRAWS: Final = 0.35
"""What is left to fear for horse archers who will ride off after shooting."""


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then."""

    action: str
    path: Path
    battle: Battle
    unit: Unit
    fresh: str


def plan(battle: Battle, actors: tuple[str, ...]) -> Thought:
    """The moves of a phase in order, each with the battle as it is expected to be before the move."""
    situation = Situation(battle, battle.units[actors[0]].side)
    found: list[tuple[Commanded, Battle]] = []
    for unit_id in _order(situation, actors):
        before = situation.battle
        trial = best_move(situation, before.units[unit_id])
        if trial is not None:
            found.append((Commanded(unit_id, trial.action, Marched(trial.path)), before))
            situation.battle = trial.battle
            situation.pledge(trial.unit)
        _expect_shot(situation, situation.battle.units[unit_id])
    return Thought(tuple(found), situation.battle)


def _expect_shot(situation: Situation, unit: Unit) -> None:
    """Others should keep clear of what a unit will shoot at."""
    kind = troop(unit)
    if kind.missile is not None and unit.own.spent <= kind.half_move:
        value, shot = best_shot(situation, situation.battle, unit)
        if shot is not None and value > 0.0:
            target = shot.aimed.target
            situation.shots[target] = situation.shots.get(target, 0.0) + value


def _order(situation: Situation, actors: tuple[str, ...]) -> list[str]:
    """Shooters with a mark first, so that others keep clear of it; then the nearest to the enemy, other shooters last."""

    def key(unit_id: str) -> tuple[int, int, str]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        missile = troop(unit).missile
        if missile is None:
            return 1, apart, unit_id
        return 0 if apart <= missile.reach else 2, apart, unit_id

    return sorted(actors, key=key)


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    battle = situation.battle
    best_score = score(situation, battle, unit, "") + WORTH_MOVING
    best: Trial | None = None
    seen: set[tuple[str, Path]] = set()
    ranked = _ranked(situation, unit)
    actions = (MOVE, SPLIT) if troop(unit).horse_archers else (MOVE,)
    for course in courses(situation, unit, ranked):
        for action in actions:
            for trial in _tried(battle, unit, action, course):
                if (action, trial.path) in seen:
                    continue
                seen.add((action, trial.path))
                value = score(situation, trial.battle, trial.unit, trial.fresh)
                if value > best_score:
                    best_score, best = value, trial
    return best


def _ranked(situation: Situation, unit: Unit) -> list[Foe]:
    """Foes by how much there is to be had from attacking them from here, and how soon."""
    kind = troop(unit)
    ours = band(unit)

    def key(foe: Foe) -> tuple[float, str]:
        balance = charge(ours, foe.band, sector(foe.outline.main, unit.pose.x, unit.pose.y))
        value = max(balance.gain - situation.care * balance.loss, 0.12 * foe.worth * (0.4 if foe.routed else 1.0))
        return -value * 0.8 ** (gap(unit.outline, foe.outline) / kind.move), foe.unit.id

    return sorted(situation.foes, key=key)


def _tried(battle: Battle, unit: Unit, action: str, course: Path) -> list[Trial]:
    """A course as far as it can be walked, and wrapped round the foe at its end where that is possible."""
    bearing: Bearing = "split" if action == SPLIT else "march"
    budget = allowance(unit, action)
    path = legal_beginning(battle, unit, course, bearing, budget)
    if not path:
        return []
    walker = walk(battle, unit, path, bearing, "illegal", budget)
    found = [_trial(walker, action, path)]
    wrapped = _wrap(walker)
    if wrapped is not None:
        longer = walk(battle, unit, (*path, wrapped), bearing, "illegal", budget)
        if not longer.reasons:
            found.append(_trial(longer, action, (*path, wrapped)))
    return found


def _trial(walker: Walker, action: str, path: Path) -> Trial:
    before = walker.unit
    own = replace(before.own, spent=before.own.spent + walker.spent, moved=True, split=action == SPLIT)
    unit = replace(before, place=OnTable(walker.pose), body=walker.body, own=own)
    fresh = ""
    if walker.met is not None and (walker.edge == "front" or formation(walker.met).hedgehog):
        fresh = walker.met.id
    return Trial(action, path, walker.battle.with_unit(unit), unit, fresh)


def _wrap(walker: Walker) -> Wrap | None:
    """Files beyond the ends of the foe that was met, as many as the rest of the move pays for."""
    if walker.met is None or walker.body.files < 2:
        return None
    most = walker.left // 1000
    if most < 1:
        return None
    half = walker.body.frontage / 2
    lateral = [walker.pose.local(x, y)[0] for rect in walker.met.outline.rects for x, y in rect.corners]
    pitch = walker.body.base.width
    left = int(max(0.0, half + min(lateral) + CONTACT) // pitch)
    right = int(max(0.0, half - max(lateral) + CONTACT) // pitch)
    left, right = min(left, most), min(right, most)
    return Wrap(left, right) if left + right else None


def second_move(battle: Battle, unit: Unit) -> Path:
    """The way off after a split move: where least can happen and most is to be had next turn."""
    situation = Situation(battle, unit.side)
    half = troop(unit).half_move
    best, best_score = (), _waiting(situation, battle, unit)
    for course in withdrawals(unit, half):
        path = legal_beginning(battle, unit, course, "split", half)
        if path:
            trial = _trial(walk(battle, unit, path, "split", "illegal", half), SPLIT, path)
            value = _waiting(situation, trial.battle, trial.unit)
            if value > best_score:
                best, best_score = path, value
    return best


def _waiting(situation: Situation, battle: Battle, unit: Unit) -> float:
    """How good it is to stand there while the enemy moves."""
    return (
        _ground(battle, unit) + prospect(situation, battle, unit) - situation.care * danger(situation, battle, unit)
    )


def score(situation: Situation, battle: Battle, unit: Unit, fresh: str) -> float:
    """How good it is for a unit to have moved so."""
    fear = WITHDRAWS if unit.own.split else 1.0
    value = _ground(battle, unit) - fear * situation.care * danger(situation, battle, unit)
    if situation.shots:
        value -= spoiled(situation, unit)
    melee = fight(situation, battle, unit, fresh)
    if melee is not None:
        return value + melee.gain - situation.care * melee.loss
    value += prospect(situation, battle, unit)
    kind = troop(unit)
    if kind.missile is not None and unit.own.spent <= kind.half_move:
        value += best_shot(situation, battle, unit)[0]
    return value


def _ground(battle: Battle, unit: Unit) -> float:
    kind = troop(unit)
    if (kind.mounted or kind.pikes) and not on_open_ground(battle, unit):
        return -BROKEN_GROUND * kind.cost * unit.figures
    return 0.0
