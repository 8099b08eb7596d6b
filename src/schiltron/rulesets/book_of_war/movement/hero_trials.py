"""Moves of heroes worth trying (chapter A3): random legal ones, and sensible ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.movement import trial_moves
from schiltron.battle.movement.straight_and_wheel import straight_at
from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.field import friendly, nearest_enemies
from schiltron.battle.state.manoeuvre import Advance, Path, SquareUp, Turn
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.field import is_routed, troop
from schiltron.rulesets.book_of_war.movement.individuals import DISMOUNT, JOIN, judge_join, may_dismount, stepping_out
from schiltron.rulesets.book_of_war.movement.paths import AFOOT, allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import HALF_TURN, inches

MOVE: Final = "move"
_FOES: Final = 5


def sample_hero(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    """Mostly some way or other; now and then to a unit of his side, or off his horse."""
    hero = troop(unit).hero
    assert hero is not None
    chance = random.random()
    if hero.embeds and chance < 0.3:
        return trial_moves.sample_join(view, unit, random, JOIN, is_hero, judge_join)
    if chance < 0.33 and not may_dismount(view, unit):
        return Commanded(unit.id, DISMOUNT)
    return sample_free(view, unit, AFOOT if hero.flies and random.random() < 0.2 else MOVE, random)


def sample_free(view: Battle, unit: Unit, action: str, random: Random) -> Commanded | None:
    """Some way or other, of one who turns freely."""
    most = allowance(view, stepping_out(view, unit).units[unit.id], action)
    far = most if random.random() < 0.5 else random.randint(inches(1), max(inches(1), most))
    path = _legal(view, unit, action, (Turn(random.choice((-1, 1)) * random.randint(1, HALF_TURN)), Advance(far)))
    return Commanded(unit.id, action, PathDrawn(path)) if path else None


def _legal(view: Battle, unit: Unit, action: str, path: Path) -> Path:
    """As much of a path as he can walk; () if nothing of it can be done."""
    there = stepping_out(view, unit)
    alone = there.units[unit.id]
    most = allowance(there, alone, action)
    walker = walk(there, alone, path, bearing_of(action), "stops", most)
    if not walker.reasons:
        return path
    walked = tuple(leg.manoeuvre for leg in walker.legs if not isinstance(leg.manoeuvre, SquareUp))
    if not walked or walk(there, alone, walked, bearing_of(action), "illegal", most).reasons:
        return ()
    return walked


def suggest_hero(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """At each of the nearest enemies; into each unit of his side that he reaches."""
    there = stepping_out(view, unit)
    alone = there.units[unit.id]
    for foe in nearest_enemies(there, alone, _FOES):
        for path in hero_paths(view, unit, foe):
            yield Commanded(unit.id, MOVE, PathDrawn(path))
    hero = troop(unit).hero
    if hero is None or not hero.embeds:
        return
    for host in in_line(view.standing()):
        if friendly(view, unit, host) and not is_hero(host) and not is_routed(host) and host.figures:
            command = Commanded(unit.id, JOIN, Aimed(host.id))
            if not judge_join(view, unit, host.id):
                yield command


def hero_paths(view: Battle, unit: Unit, foe: Unit) -> Iterator[Path]:
    """A turn towards an enemy and straight on: into contact, if his move carries him there, or as far as it does; none
    where he does not get away from where he stands, since whither he looks does not matter."""
    alone = stepping_out(view, unit).units[unit.id]
    path = straight_at(alone, foe, HALF_TURN, lambda _: True)
    if path is None:
        return
    found = _legal(view, unit, MOVE, path)
    if any(isinstance(leg, Advance) for leg in found):
        yield found
