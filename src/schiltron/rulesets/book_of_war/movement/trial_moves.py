"""Moves worth trying: random legal ones, and sensible ones towards the enemy."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from schiltron.battle.movement.trial_moves import sample_command
from schiltron.battle.play.unit_orders import Asked, Told
from schiltron.battle.state.decision import Commanded, PathDrawn, Plan, Planned
from schiltron.battle.state.field import enemies, near
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    Manoeuvre,
    Path,
    Reform,
    SquareUp,
    Wheel,
    Wrap,
)
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import formation, troop, troop_now
from schiltron.rulesets.book_of_war.movement.assault import assaults, judge_assault
from schiltron.rulesets.book_of_war.movement.hero_trials import MOVE, sample_free, sample_hero, suggest_hero
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, walk
from schiltron.rulesets.book_of_war.movement.voyage_trials import sample_ship, suggest_ship
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil, inches

__all__ = ["MOVE", "legal_beginning", "random_path", "sample_moves", "sensible_paths", "suggest_moves"]

_A_STEP = inches(1)
_DARING = 0.5
"""How often a random player storms what it can."""


def sample_moves(view: Battle, _step: object, decision: Asked, random: Random) -> Told:
    if isinstance(decision, Plan):
        chosen = [one for one in decision.actors if random.random() < 0.8]
        random.shuffle(chosen)
        commands = (_sampled(view, view.units[one], random) for one in chosen)
        return Planned(tuple(command for command in commands if command is not None))
    return sample_command(view, decision, random, _sampled)


def _sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """A random path, cut back to its longest legal beginning; None if not even a part of it can be made."""
    if unit.afloat:
        return sample_ship(view, unit, random)
    daring = [one for one in assaults(view, unit) if not judge_assault(view, unit, one)]
    if daring and random.random() < _DARING:
        return Commanded(unit.id, random.choice(daring))
    if troop(unit).hero is not None:
        return sample_hero(view, unit, random)
    if enclosed(unit):
        return sample_free(view, unit, MOVE, random)
    split = troop_now(view, unit).horse_archers and random.random() < 0.4
    action = SPLIT if split else MOVE
    path = legal_beginning(
        view, unit, random_path(view, unit, random), "split" if split else "march", allowance(view, unit, action)
    )
    return Commanded(unit.id, action, PathDrawn(path)) if path else None


def legal_beginning(view: Battle, unit: Unit, path: Path, bearing: Bearing, budget: Mil) -> Path:
    """As much of a path as can be walked; () if nothing of it can."""
    walker = walk(view, unit, path, bearing, "stops", budget)
    if not walker.reasons:
        return path
    walked = _ordered(walker)
    if not walked or walk(view, unit, walked, bearing, "illegal", budget).reasons:
        return ()
    return walked


def _ordered(walker: Walker) -> Path:
    """The legs of a walk as they would be ordered: lining up on contact, and wings falling in, come by themselves."""
    legs = tuple(leg.manoeuvre for leg in walker.legs)
    if legs and isinstance(legs[0], SquareUp) and len(legs) == 1:
        return legs
    return tuple(leg for leg in legs if not isinstance(leg, SquareUp))


def random_path(view: Battle, unit: Unit, random: Random) -> Path:
    """One to three legs of any kind; mostly marching, and turning away first where the table ends."""
    legs: list[Manoeuvre] = []
    move = troop_now(view, unit).move
    kind = random.random()
    body = formation(unit)
    files = body.files
    if kind < 0.05:
        return (Reform(random.randint(1, max(1, unit.bodies))),)
    if kind < 0.08:
        return (FormHedgehog(),)
    if kind < 0.11:
        return (Expand(random.randint(0, 3), random.randint(0, 3)),)
    if kind < 0.13:
        return (SquareUp(),)
    if kind < 0.23 or body.hedgehog or _at_the_edge(view, unit):
        legs.append(Face(random.choice(("left", "right", "rear", "rear"))))
    left = move - move // 2 if legs else move
    if random.random() < 0.5:
        widest = min(90_000, left * 90_000 // inches(files))
        angle = random.randint(1_000, max(2_000, widest))
        legs.append(Wheel("left" if random.random() < 0.5 else "right", angle))
        left -= inches(files) * angle // 90_000
    legs.append(Advance(left if random.random() < 0.5 and left > 0 else random.randint(250, max(500, left))))
    if random.random() < 0.15:
        legs.append(Wrap(random.randint(0, files // 2), random.randint(0, files // 2)))
    return tuple(legs)


def _at_the_edge(view: Battle, unit: Unit) -> bool:
    """Whether hardly a step ahead is left on the table."""
    board, here = view.board, unit.outline
    if board is None:
        return False
    around = here.radius + _A_STEP
    if board.spans((here.x - around, here.y - around, here.x + around, here.y + around)):
        return False
    return board.room_ahead(here, *unit.pose.forward) < _A_STEP


def suggest_moves(view: Battle, _step: object, decision: Asked) -> Iterator[Commanded]:
    """Straight ahead, and towards each near enemy, for every unit that may move."""
    for actor in decision.actors:
        unit = view.units[actor]
        if unit.afloat:
            yield from suggest_ship(view, unit)
            continue
        yield from (Commanded(actor, one) for one in assaults(view, unit) if not judge_assault(view, unit, one))
        if troop(unit).hero is not None or enclosed(unit):
            yield from suggest_hero(view, unit)
            continue
        for path in sensible_paths(view, unit):
            yield Commanded(actor, MOVE, PathDrawn(path))


def sensible_paths(view: Battle, unit: Unit) -> Iterator[Path]:
    """Paths worth a thought: full and half ahead, and a wheel towards each enemy followed by an advance."""
    move = troop_now(view, unit).move
    trials: list[Path] = [(Advance(move),), (Advance(move // 2),), (Face("rear"), Advance(move))]
    for other in enemies(view, unit):
        if near(unit, other, 3 * move):
            turn = _turn_towards(unit, other)
            if abs(turn) >= 3000:
                leg = Wheel("right" if turn > 0 else "left", abs(turn))
                trials.append((leg, Advance(move)))
    for trial in trials:
        path = legal_beginning(view, unit, trial, "march", move)
        if path:
            yield path


def _turn_towards(unit: Unit, other: Unit) -> int:
    pose = unit.pose
    turn = pose.heading_to(other.outline.x, other.outline.y) - pose.heading
    turn = (turn + 180_000) % 360_000 - 180_000
    return max(-90_000, min(90_000, turn))
