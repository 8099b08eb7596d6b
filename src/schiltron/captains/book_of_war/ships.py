"""Ships in a captain's hands: up to the enemy where his men are the stronger, within bowshot where they are not, and
over the rail where hulls touch."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from schiltron.battle.movement.platforms import carried_by
from schiltron.battle.movement.straight_and_wheel import straight_at, towards
from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import foes_among
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.captains.book_of_war.expected_losses import worth
from schiltron.captains.book_of_war.situation import Foe, Situation
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.book_of_war.enclosed import deck_under
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.hulls import SAIL, gangways, other_hulls
from schiltron.rulesets.book_of_war.movement.paths import allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.voyage_trials import courses
from schiltron.rulesets.book_of_war.movement.voyages import ways_of
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import HALF_TURN, Mil, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose

STRONG_ENOUGH: Final = 0.75
"""Part of the enemy's strength with which one boards him all the same: who comes first strikes first."""
ABREAST: Final[Mil] = inches(0.03)
"""What a degree off the enemy's bearing counts for: a ship that looks elsewhere comes to him later."""
SHOOTERS: Final = 0.6
"""What those who shoot are worth hand to hand, as a part of their price."""
HALF: Final = 2


def voyages(battle: Battle, actors: Sequence[str]) -> Iterator[Commanded]:
    """An order for each ship that may go, if it is better off for it."""
    for ship in (battle.units[one] for one in actors if battle.units[one].afloat):
        foes = _manned(battle, foes_among(battle, ship, other_hulls(battle, ship)))
        if foes:
            found = _best(battle, ship, foes)
            if found is not None:
                yield found


def lies_better(battle: Battle, ship: Unit, action: str, path: Path) -> tuple[float, float, Unit] | None:
    """How good it is for a ship to lie where it does and where a voyage ends, and which enemy ship would be nearest
    then; None where there is none."""
    foes = _manned(battle, foes_among(battle, ship, other_hulls(battle, ship)))
    if not foes:
        return None
    there = walk(battle, ship, path, bearing_of(action), "illegal", allowance(battle, ship, action)).standing
    nearest = min(foes, key=lambda foe: (gap(there.outline, foe.outline), foe.turn_in_line))
    return _comfort(battle, ship, ship, foes), _comfort(battle, ship, there, foes), nearest


def _manned(battle: Battle, hulls: Sequence[Unit]) -> list[Unit]:
    return [hull for hull in hulls if carried_by(battle, hull.id)]


def _best(battle: Battle, ship: Unit, foes: Sequence[Unit]) -> Commanded | None:
    most, best = _comfort(battle, ship, ship, foes), None
    for action in ways_of(ship):
        budget = allowance(battle, ship, action)
        for path in courses(battle, ship, action, [towards(ship, foe) for foe in foes]):
            there = walk(battle, ship, path, bearing_of(action), "illegal", budget).standing
            value = _comfort(battle, ship, there, foes)
            if value > most or (value == most and best is not None and action != SAIL):
                most, best = value, Commanded(ship.id, action, PathDrawn(path))
    return best


def _comfort(battle: Battle, ship: Unit, there: Unit, foes: Sequence[Unit]) -> float:
    """How good it is for a ship to lie there: as near to a weaker enemy as can be, a bowshot from a stronger one, and
    with the bow to him."""
    ours = strength(battle, ship)
    far = []
    for foe in foes:
        apart = gap(there.outline, foe.outline)
        stays = 0 if ours >= STRONG_ENOUGH * strength(battle, foe) else _bowshot(battle, ship)
        far.append(abs(apart - stays) + ABREAST * abs(towards(there, foe)) / 1000 * (apart > stays))
    return -min(far)


def strength(battle: Battle, hull: Unit) -> float:
    """What those aboard are worth hand to hand."""
    return sum(
        worth(unit.kind, unit.figures) * (1.0 if troop(unit).missile is None else SHOOTERS)
        for unit in carried_by(battle, hull.id)
    )


def _bowshot(battle: Battle, ship: Unit) -> Mil:
    reaches = [troop(unit).missile for unit in carried_by(battle, ship.id)]
    return max((missile.reach // HALF for missile in reaches if missile is not None), default=0)


# ---------------------------------------------------------------- on deck


def on_deck(battle: Battle, unit: Unit) -> bool:
    return unit.level is not None and deck_under(battle, unit.level) is not None


def deck_courses(situation: Situation, unit: Unit, foes: Sequence[Foe]) -> Iterator[Path]:
    """Straight at each of these foes, and over the rail where the hulls touch and then at him."""
    hull = deck_under(situation.battle, unit.level)
    rail = gangways(situation.battle, hull) if hull is not None else None
    for foe in foes:
        path = straight_at(unit, foe.unit, HALF_TURN, lambda _: True)
        if path is not None:
            yield path
        if rail is not None and not rail.is_empty:
            yield from _over_the_rail(unit, foe, (rail.centroid.x, rail.centroid.y))


def _over_the_rail(unit: Unit, foe: Foe, rail: tuple[float, float]) -> Iterator[Path]:
    here = Pose(round(unit.outline.x), round(unit.outline.y), unit.pose.heading)
    first = turn_towards(here, *rail)
    far = round(((rail[0] - here.x) ** 2 + (rail[1] - here.y) ** 2) ** 0.5)
    there = Pose(round(rail[0]), round(rail[1]), (here.heading + first) % 360_000)
    second = turn_towards(there, foe.outline.x, foe.outline.y)
    legs = (Turn(first), Advance(far), Turn(second), Advance(inches(12)))
    yield tuple(leg for leg in legs if (leg.angle if isinstance(leg, Turn) else leg.distance))
