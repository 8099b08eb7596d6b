"""What ground does to a move: Table 14 (BS-11.8-01 to BS-11.8-08), and where artillery goes (BS-10.9-02).

In the Basic Game nothing costs movement; ground that is closed stays closed (BS-5.0-01).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from msgspec import UNSET

from schiltron.battle.movement.ground_costs import Going, Stop
from schiltron.rulesets.battlesystem.ground.barriers import closed_ahead
from schiltron.rulesets.battlesystem.ground.manner import AT_HOME, WATER, Manner
from schiltron.rulesets.battlesystem.ground.roads import on_road_at, paved, unpaved
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.terrain import (
    BUILDING,
    FORD,
    HILL,
    OBSTACLES,
    POND,
    PROHIBITED,
    RIVER,
    ROUGH,
    SWAMP,
    WOODS,
)
from schiltron.rulesets.quartermaster import Number
from schiltron.table.body import Body, figures
from schiltron.table.ground import march, onsets
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.rings import Interval
from schiltron.table.terrain import Feature, loss_at, name_of, pace_in

_EFFECTS: Final = {str(row["terrain"]): row for row in LAW.sheet("BS-T-14-terrain-movement").records()}
_TAKES: Final = {
    name: Fraction(str(row["movement_effect"]))
    for name, row in _EFFECTS.items()
    if str(row["movement_effect"]) != "impassable"
}
ROAD_BONUS: Final = _TAKES["road"]
OBSTACLE: Final = -_TAKES["obstacle"]
CLIMB: Final = -_TAKES["elevation_per_10_ft_up"]
_SLOW: Final = {WOODS: "woods", ROUGH: "rough", SWAMP: "swamp"}
_PACE: Final = {kind: 1 / (1 + _TAKES[line]) for kind, line in _SLOW.items()}
"""What an inch takes: so that a move wholly inside is shorter by the part the table names."""
NO_RANKS: Final = (WOODS, ROUGH, SWAMP, RIVER, POND)
"""Where nobody is in closed formation."""
CROSSED: Final = (*OBSTACLES, FORD)
RULES: Final[dict[str, str]] = {
    WOODS: "BS-11.8-02",
    **dict.fromkeys((*CROSSED, BUILDING), "BS-11.8-03"),
    ROUGH: "BS-11.8-05",
    SWAMP: "BS-11.8-06",
    **dict.fromkeys(WATER, "BS-11.8-07"),
    PROHIBITED: "BS-S1-03",
}
UPHILL: Final = "BS-11.8-04"


# ---------------------------------------------------------------- the ground of a straight way


class Toll(NamedTuple):
    """A price at a point of the way."""

    at: float
    loss: Mil
    text: str
    rule: str


class Slow(NamedTuple):
    start: float
    end: float
    pace: Fraction


class Way(Going[Toll, Slow]):
    """The ground of a straight way, and where closed ranks open."""

    __slots__ = ("opens",)

    grace = TOLERANCE
    overrun = 0

    def __init__(self) -> None:
        super().__init__()
        self.opens: list[tuple[float, str]] = []

    def cost(self, far: float) -> Mil:
        extra = sum((one.pace - 1) * Fraction(min(one.end, far) - one.start) for one in self.slow if one.start < far)
        return round(far + extra) + sum(toll.loss for toll in self.tolls if toll.at < far)


_CLEAR: Final = Way()


def survey(
    pose: Pose, body: Body, count: int, distance: Mil, features: tuple[Feature, ...], manner: Manner, bearing: Mdeg
) -> Way:
    """Everything that a straight way along a bearing meets."""
    if not features:
        return _CLEAR
    way = Way()
    for far, closed in closed_ahead(outline(pose, body, count), distance, features, manner, bearing):
        way.stops.append(Stop(far, f"{name_of(closed)} is closed to it", (RULES[closed.kind],)))
    if manner.costs:
        along = None if bearing == pose.heading else bearing
        placed = figures(pose, body, count)
        roads = paved(placed, features, bearing, distance)
        _areas(way, (pose, body, count), distance, features, manner, along, roads)
        _obstacles(way, (pose, body, count), distance, features, manner, along, roads)
    for found in (way.tolls, way.stops, way.opens):
        found.sort()
    return way


Stand = tuple[Pose, Body, int]


def _areas(
    way: Way,
    stand: Stand,
    distance: Mil,
    features: tuple[Feature, ...],
    manner: Manner,
    along: Mdeg | None,
    roads: list[Interval],
) -> None:
    """Woods, rough ground, swamp and water under any figure, and contours the front rank goes up."""
    pose, body, count = stand
    kept = [one for one in features if one.kind in NO_RANKS or one.contours]
    if not kept:
        return
    stretches, climbs = march(pose, body, count, distance, kept, along)
    for stretch in stretches:
        pace = max((pace_of(one, manner) for one in stretch.inside), default=Fraction(1))
        for start, end in unpaved(stretch.start, stretch.end, roads) if stretch.inside else ():
            if pace > 1:
                way.slow.append(Slow(start, end, pace))
            for one in stretch.inside:
                _under(way, one, start, manner)
    for climb in climbs:
        _climbed(way, climb.at, climb.rise, climb.feature, manner, on_road=on_road_at(climb.at, roads))


def _under(way: Way, feature: Feature, start: float, manner: Manner) -> None:
    if feature.kind not in NO_RANKS:
        return
    rule = RULES[feature.kind]
    way.rules.append((start, rule))
    way.opens.append((start, rule))
    if manner.engine:
        way.stops.append(no_engines(start, feature))


def _climbed(way: Way, at: float, rise: int, hill: Feature, manner: Manner, *, on_road: bool) -> None:
    """Each 10 feet up cost a third of MV; nobody charges uphill (BS-11.8-04)."""
    way.tolls.append(Toll(at, climbing(hill, rise, manner), f"climbing {name_of(hill)}", UPHILL))
    way.rules.append((at, UPHILL))
    if manner.charging:
        way.stops.append(Stop(at, f"nobody charges up {name_of(hill)}", (UPHILL,)))
    if manner.engine and not on_road:
        way.stops.append(no_engines(at, hill))


def _obstacles(
    way: Way,
    stand: Stand,
    distance: Mil,
    features: tuple[Feature, ...],
    manner: Manner,
    along: Mdeg | None,
    roads: list[Interval],
) -> None:
    """A third of MV for each, no charge, and closed ranks open (BS-11.8-03). Who halts a hair into one has not gone
    onto it yet, and who may not go onto it halts before that hair."""
    pose, body, count = stand
    kinds = (*CROSSED, BUILDING) if manner.single else CROSSED
    kept = [one for one in features if one.kind in kinds]
    for at, obstacle in onsets(pose, body, count, distance + TOLERANCE, kept, along) if kept else ():
        if on_road_at(at, roads):
            continue
        rule = RULES[obstacle.kind]
        if manner.charging:
            way.stops.append(Stop(at, f"nobody charges across {name_of(obstacle)}", (rule,)))
        if manner.engine:
            way.stops.append(no_engines(at, obstacle))
        if at < distance - TOLERANCE:
            way.tolls.append(Toll(at, crossing(obstacle, manner), f"crossing {name_of(obstacle)}", rule))
            way.rules.append((at, rule))
            way.opens.append((at, rule))


def pace_of(feature: Feature, manner: Manner) -> Fraction:
    """What an inch there takes of the move."""
    if feature.kind not in _PACE or manner.home.intersection(AT_HOME[feature.kind]):
        return Fraction(1)
    return Fraction(pace_in(feature, _PACE[feature.kind]))


def numbers_of(kind: str) -> tuple[Number, ...]:
    """Numbers of a kind of ground that a house rule may say otherwise; obstacles and hills take a third of the move of
    whoever it is, here of an MV of 12."""
    if kind in _PACE:
        return (Number("pace", float(_PACE[kind]), RULES[kind]),)
    if kind in CROSSED or kind == HILL:
        part = OBSTACLE if kind in CROSSED else CLIMB
        return (Number("loss", float(12 * part), RULES.get(kind, UPHILL)),)
    return ()


def crossing(obstacle: Feature, manner: Manner) -> Mil:
    """What going over an obstacle takes of the move: a third of MV (BS-11.8-03)."""
    return loss_at(obstacle, round(manner.rate * OBSTACLE))


def climbing(hill: Feature, rise: int, manner: Manner) -> Mil:
    """What going up so many contours takes of it: for each a third of MV (BS-11.8-04)."""
    usual = round(manner.rate * CLIMB * rise)
    return usual if hill.altered is UNSET else loss_at(hill, usual // max(1, rise)) * rise


def no_engines(at: float, feature: Feature) -> Stop:
    return Stop(at, f"artillery goes on roads and clear ground, not into {name_of(feature)}", ("BS-10.9-02",))
