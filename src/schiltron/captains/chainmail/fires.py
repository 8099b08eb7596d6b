"""Fire in cover (CM-WEATHER-04): a unit in a burning piece of terrain leaves it by the shortest way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shapely import Point

from schiltron.battle.movement.straight_and_wheel import turn_first
from schiltron.battle.state.manoeuvre import Advance, Face, Path
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.tried_moves import Trial, tried
from schiltron.rulesets.chainmail.movement.trial_moves import MOVE
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.weather.burning import figures_in, piece_of
from schiltron.table.lengths import HALF_TURN, Mdeg, degrees
from schiltron.table.terrain import Feature

_TURNS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * degrees(angle) for angle in (30, 60, 90, 120, 150) for side in (1, -1)),
    HALF_TURN,
)


def fires_round(battle: Battle, unit: Unit) -> list[Feature]:
    """Pieces of cover on fire, all over or not yet, in which figures of a unit stand."""
    pieces = (piece_of(battle, fire) for fire in battle.own.fires)
    return [piece for piece in pieces if figures_in(unit, piece)]


def escapes(situation: Situation, body: Body) -> list[Trial]:
    """Ways out of the fires a unit stands in, the best first: those that leave fewest figures in them, then the nearest
    to the edge. None for a unit that is in no fire or gets no nearer to being out."""
    battle, unit = situation.battle, body.unit
    if not fires_round(battle, unit):
        return []
    trials = (tried(battle, unit, MOVE, path) for path in _ways(body))
    ranked = [(_plight(battle, one.unit), number, one) for number, one in enumerate(trials) if one is not None]
    here = _plight(battle, unit)
    return [one for plight, _, one in sorted(ranked, key=lambda entry: entry[:2]) if plight < here]


def _plight(battle: Battle, unit: Unit) -> tuple[int, float]:
    """How many figures are in fires, and how deep the middle of the unit is in them."""
    pieces = [piece_of(battle, fire) for fire in battle.own.fires]
    middle = Point(unit.outline.x, unit.outline.y)
    deep = sum(float(one.polygon.boundary.distance(middle)) for one in pieces if one.polygon.contains(middle))
    return sum(figures_in(unit, piece) for piece in pieces), deep


def _ways(body: Body) -> Iterator[Path]:
    ahead = Advance(max(1, body.move))
    yield from (turn_first(angle, ahead) for angle in _TURNS)
    yield from ((Face(way), ahead) for way in ("left", "right", "rear"))
