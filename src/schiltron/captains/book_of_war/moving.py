"""The movement phase: one unit after the other gets the best move that can be found, and the next sees it made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.unit import TurnInLine
from schiltron.captains.book_of_war.candidate_moves import courses, withdrawals
from schiltron.captains.book_of_war.expectations import appeal, danger, later, prospect, spoiled
from schiltron.captains.book_of_war.expected_losses import worth
from schiltron.captains.book_of_war.heroes import into_the_ranks
from schiltron.captains.book_of_war.magic import cast_now
from schiltron.captains.book_of_war.melees import fight
from schiltron.captains.book_of_war.ships import voyages
from schiltron.captains.book_of_war.shooting import best_shot
from schiltron.captains.book_of_war.situation import Foe, Situation, Stand
from schiltron.captains.book_of_war.storming import keeps_to_its_post, storming
from schiltron.captains.book_of_war.tried_moves import Trial, tried
from schiltron.captains.second_thoughts import unlike
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.movement.ground import rate_in
from schiltron.rulesets.book_of_war.movement.paths import SPLIT
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap
from schiltron.table.terrain import kinds_at, level_at

WORTH_MOVING: Final = 0.15
"""Points a move must promise over standing still."""
WITHDRAWS: Final = 0.35
"""What is left to fear for horse archers who will ride off after shooting."""
RIDING_OFF: Final = 5.0
"""How much danger weighs when all that is left to do is to get out of it."""
STEADY: Final = 0.4
"""Part of its worth that a unit loses by a whole move away from where it looks: that is where it was going."""
BROKEN_GROUND: Final = 0.15
"""Part of the worth of horse and pikes that is lost off the open ground (BW-B3-12)."""
MIRE: Final = 0.03
"""Part of any unit's worth that is lost for every inch an inch of ground costs over one."""
HIGH_GROUND: Final = 0.05
"""Part of the worth of shooters that is gained on a height (BW-B2-35)."""


def plan(
    battle: Battle, actors: tuple[str, ...], *, hasty: bool = False, temperament: Temperament = EVEN
) -> Iterator[Commanded]:
    """The moves of a phase, each thought of when it is asked for and as if those before it had been made."""
    yield from voyages(battle, actors)
    situation = Situation(battle, battle.units[actors[0]].side, hasty=hasty, temperament=temperament)
    for friend in situation.friends():
        _expect_shot(situation, friend)
    for unit_id in _order(situation, [one for one in actors if battle.units[one].on_table]):
        unit = situation.battle.units[unit_id]
        stormed = storming(situation.battle, unit) if battle.table.works else None
        if stormed is not None:
            yield stormed
            continue
        if battle.table.works and keeps_to_its_post(situation.battle, unit):
            continue
        _expect_shot(situation, unit, -1)
        best = best_move(situation, unit)
        join = into_the_ranks(situation, unit) if _finds_nobody(situation, unit, best) else None
        if join is not None:
            yield join
        elif best is not None:
            yield Commanded(unit_id, best.action, PathDrawn(best.path))
            situation.battle = best.battle
            situation.pledge(best.unit)
        _expect_shot(situation, situation.battle.units[unit_id])


def _finds_nobody(situation: Situation, unit: Unit, best: Trial | None) -> bool:
    """Whether a hero would touch no enemy after his move, nor shoot at one."""
    if troop(unit).hero is None:
        return False
    there = best.unit if best is not None else unit
    touches = any(gap(there.outline, foe.outline) <= CONTACT for foe in situation.foes)
    return not touches and (best is not None or best_shot(situation, situation.battle, unit)[1] is None)


def _order(situation: Situation, actors: Sequence[str]) -> list[str]:
    """From the enemy back; shooters with a mark after the others, and last those in contact: they mostly stay."""

    def key(unit_id: str) -> tuple[int, int, TurnInLine]:
        unit = situation.battle.units[unit_id]
        apart = min((gap(unit.outline, foe.outline) for foe in situation.foes), default=0)
        missile = troop_now(situation.battle, unit).missile
        if apart <= CONTACT:
            return 3, apart, unit.turn_in_line
        if missile is None:
            return 0, apart, unit.turn_in_line
        return 2 if apart <= missile.reach else 1, apart, unit.turn_in_line

    return sorted(actors, key=key)


def _expect_shot(situation: Situation, unit: Unit, times: int = 1) -> None:
    """Others should keep clear of what a unit will shoot at."""
    value, shot = best_shot(situation, situation.battle, unit)
    if shot is not None and value > 0.0:
        target = shot.aimed.target
        situation.shots[target] = situation.shots.get(target, 0.0) + times * value


# ---------------------------------------------------------------- one unit


def best_move(situation: Situation, unit: Unit) -> Trial | None:
    """The move that promises most; None to stand."""
    battle = situation.battle
    stand = Stand(situation, battle, unit)
    most = score(situation, stand) + WORTH_MOVING
    best: Trial | None = None
    for one in moves(situation, stand):
        value = score(situation, Stand(situation, one.battle, one.unit), one.fresh, most)
        if value > most:
            most, best = value, one
    return best


def moves(situation: Situation, stand: Stand) -> Iterator[Trial]:
    """All the moves that are thought of for a unit, none twice."""
    unit = stand.unit
    seen: set[tuple[str, Path]] = set()
    actions = (MOVE, SPLIT) if stand.troop.horse_archers else (MOVE,)
    for course in dict.fromkeys(courses(situation, unit, ranked(situation, stand))):
        for action in actions:
            for one in tried(stand.battle, unit, action, course):
                if (action, one.path) not in seen:
                    seen.add((action, one.path))
                    yield one


def second_thoughts(battle: Battle, actors: tuple[str, ...]) -> Iterator[Commanded]:
    """What else the units might do as things are, those from the enemy back."""
    situation = Situation(battle, battle.units[actors[0]].side)
    for unit_id in _order(situation, [one for one in actors if not battle.units[one].afloat]):
        found = (
            (
                score(situation, Stand(situation, one.battle, one.unit), one.fresh),
                one.unit,
                Commanded(unit_id, one.action, PathDrawn(one.path)),
            )
            for one in moves(situation, Stand(situation, battle, battle.units[unit_id]))
        )
        yield from unlike(found)


def ranked(situation: Situation, stand: Stand) -> list[Foe]:
    """Foes by how much an attack on them would gain, and how soon."""

    def key(entry: tuple[Foe, int]) -> tuple[float, TurnInLine]:
        foe, apart = entry
        return -later(appeal(situation, stand, foe), apart / stand.troop.move), foe.unit.turn_in_line

    return [foe for foe, _ in sorted(stand.apart, key=key)]


def second_move(battle: Battle, unit: Unit) -> Path:
    """The way off after a split move: to where the danger is least and the next turn promises most."""
    situation = Situation(battle, unit.side)
    path: Path = ()
    most = _waiting(situation, Stand(situation, battle, unit))
    for course in withdrawals(unit, troop_now(battle, unit).half_move):
        for one in tried(battle, unit, SPLIT, course):
            value = _waiting(situation, Stand(situation, one.battle, one.unit))
            if value > most:
                path, most = one.path, value
    return path


# ---------------------------------------------------------------- how good a place is


def score(situation: Situation, stand: Stand, fresh: str = "", least: float = -inf) -> float:
    """How good it is for a unit to stand there when its side attacks; of what is no better than `least`, no more than
    that it is not."""
    melee = fight(situation, stand, fresh)
    value = ground_worth(stand)
    if stand.arts:
        value += cast_now(stand.battle, stand.unit, stand.arts, ((foe.unit, apart) for foe, apart in stand.apart))
    if melee is not None:
        value += melee
    else:
        value += prospect(situation, stand) + best_shot(situation, stand.battle, stand.unit)[0]
        value -= about_turn(situation, stand)
    if value <= least:
        return value
    fear = WITHDRAWS if stand.unit.own.turn.split else 1.0
    return value - fear * situation.care * danger(situation, stand) - spoiled(situation, stand)


def about_turn(situation: Situation, stand: Stand) -> float:
    """What it costs to go back on one's way: who marches to and fro fights nobody."""
    before = situation.battle.units[stand.unit.id]
    here, there = before.outline, stand.unit.outline
    ahead_x, ahead_y = before.pose.forward
    back = -(ahead_x * (there.x - here.x) + ahead_y * (there.y - here.y))
    return STEADY * worth(before.kind, before.figures) * min(1.0, back / stand.troop.move) if back > 0.0 else 0.0


def _waiting(situation: Situation, stand: Stand) -> float:
    """How good it is to stand there while the enemy moves, with nothing more to do this turn."""
    return ground_worth(stand) + prospect(situation, stand) - RIDING_OFF * danger(situation, stand)


def ground_worth(stand: Stand) -> float:
    """Horse and pikes belong in the open, shooters on the height, and nobody in the mire."""
    battle, unit, kind = stand.battle, stand.unit, stand.troop
    board = battle.board
    if board is None or not board.features or battle.own.options.game == "core":
        return 0.0
    bad = 0.0
    if (kind.mounted or kind.pikes) and not stand.band.open_ground:
        bad += BROKEN_GROUND
    bad += MIRE * (rate_in(kinds_at(board.features, unit.outline.x, unit.outline.y), kind) - 1)
    if kind.missile is not None and not kind.mounted and level_at(board.features, unit.pose.x, unit.pose.y) > 0:
        bad -= HIGH_GROUND
    return -bad * kind.cost * unit.figures
