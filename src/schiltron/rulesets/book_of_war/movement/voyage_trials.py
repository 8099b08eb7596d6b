"""Courses of ships worth trying (chapter O6): random legal ones, and sensible ones towards the enemy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from schiltron.battle.movement.straight_and_wheel import no_more, towards
from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import hostile
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.rulesets.book_of_war.hulls import A_TURN, other_hulls, still_to_run
from schiltron.rulesets.book_of_war.movement.helm import STEP
from schiltron.rulesets.book_of_war.movement.paths import allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.voyages import ways_of
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mdeg, Mil

_SLIGHT: Final[Mdeg] = 1_000
"""A turn that is not worth a run."""
_CLOSE: Final = (1, 2)
"""Part of its move that a ship may keep in hand."""


def sample_ship(view: Battle, ship: Unit, random: Random) -> Commanded | None:
    """Some way or other; None where it cannot stir."""
    action = random.choice(ways_of(ship))
    most = allowance(view, ship, action)
    first = random.randint(1, most)
    turns: list[Path] = [(), (Turn(random.choice((-1, 1)) * random.randint(1, STEP)),)]
    path = (*random.choice(turns), Advance(first), *random.choice(turns), Advance(max(1, most - first)))
    path = afloat_beginning(view, ship, action, path)
    return Commanded(ship.id, action, PathDrawn(path)) if path else None


def afloat_beginning(view: Battle, ship: Unit, action: str, path: Path) -> Path:
    """As much of a course as can be gone; () if nothing of it can."""
    most, bearing = allowance(view, ship, action), bearing_of(action)
    walker = walk(view, ship, path, bearing, "stops", most)
    walked = tuple(leg.manoeuvre for leg in walker.legs)
    return () if not walked or walk(view, ship, walked, bearing, "illegal", most).reasons else walked


def suggest_ship(view: Battle, ship: Unit) -> Iterator[Commanded]:
    """Towards each hull of the enemy, to either side, and straight on, under oars and under sail."""
    foes = [other for other in other_hulls(view, ship) if hostile(view, ship, other)]
    for action in ways_of(ship):
        for path in courses(view, ship, action, [towards(ship, foe) for foe in foes]):
            yield Commanded(ship.id, action, PathDrawn(path))


def courses(view: Battle, ship: Unit, action: str, bearings: Iterable[Mdeg]) -> Iterator[Path]:
    """Legal ways ahead: straight on, and round towards each bearing as soon as the run allows."""
    most = allowance(view, ship, action)
    tried: dict[Path, None] = {}
    for angle in dict.fromkeys((0, *(no_more(one, STEP) for one in (*bearings, STEP, -STEP)))):
        for path in _round_by(ship, action, angle, most):
            found = afloat_beginning(view, ship, action, path)
            if found and found not in tried:
                tried[found] = None
                yield found


def _round_by(ship: Unit, action: str, angle: Mdeg, most: Mil) -> Iterator[Path]:
    if abs(angle) < _SLIGHT:
        yield (Advance(most),)
        yield (Advance(max(1, most * _CLOSE[0] // _CLOSE[1])),)
    elif ship.own.run >= A_TURN:
        yield Turn(angle), Advance(most)
    else:
        first = still_to_run(ship.own.run, action)
        if first < most:
            yield Advance(first), Turn(angle), Advance(most - first)
