"""What ground costs a move, from the terrain table (chapter B3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import UNSET, Struct
from msgspec.structs import replace
from shapely import Polygon

from schiltron.battle.state.law import Cell
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.quartermaster import Number
from schiltron.table.body import Formed
from schiltron.table.ground import Climb, Stretch, stood_in
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import Outline
from schiltron.table.terrain import Feature
from schiltron.table.works import solid

ROAD = "road"
"""Drawn on the table but without effect in this book."""


class Ground(Struct, frozen=True):
    """A row of the terrain table. A rate of None cannot be entered."""

    kind: str
    foot: int | None
    horse: int | None
    climb_foot: Mil
    climb_horse: Mil
    blocks_missiles: bool
    tile: str

    def rate(self, mounted: bool) -> int | None:  # noqa: FBT001 - reads as the table's two columns
        return self.horse if mounted else self.foot

    def climb(self, mounted: bool) -> Mil:  # noqa: FBT001 - reads as the table's two columns
        return self.climb_horse if mounted else self.climb_foot


def _rate(cell: Cell) -> int | None:
    return None if cell == "-" else int(cell)


GROUND: Final[dict[str, Ground]] = {
    str(row["terrain"]): Ground(
        kind=str(row["terrain"]),
        foot=_rate(row["cost_per_inch_foot"]),
        horse=_rate(row["cost_per_inch_cavalry"]),
        climb_foot=inches(int(row["extra_per_step_up_foot"])),
        climb_horse=inches(int(row["extra_per_step_up_cavalry"])),
        blocks_missiles=bool(row["blocks_missiles"]),
        tile=str(row["tile"]),
    )
    for row in LAW.sheet("BW-T-terrain").records()
}
KINDS: Final[tuple[str, ...]] = (*(kind for kind in GROUND if kind != "open"), ROAD)


def ground_of(feature: Feature) -> Ground | None:
    """The row of a piece of terrain, with numbers of its own where it has any: the penalties of horse are twice those
    of foot (BW-B2-07)."""
    ground = GROUND.get(feature.kind)
    altered = feature.altered
    if ground is None or altered is UNSET or ground.foot is None:
        return ground
    if altered.pace is not None:
        ground = replace(ground, foot=altered.pace, horse=2 * altered.pace if altered.pace > 1 else 1)
    if altered.loss is not None and ground.climb_foot:
        ground = replace(ground, climb_foot=altered.loss, climb_horse=2 * altered.loss)
    return ground


def numbers_of(kind: str) -> tuple[Number, ...]:
    """Numbers of a kind of ground that a house rule may say otherwise: those of foot."""
    ground = GROUND.get(kind)
    if ground is None or ground.foot is None:
        return ()
    pace = Number("pace", ground.foot, "BW-B3-08")
    return (pace, Number("loss", ground.climb_foot / 1000, "BW-B3-09")) if ground.climb_foot else (pace,)


def climb_of(hill: Feature, *, mounted: bool) -> Mil:
    """What each contour of a piece takes on the way up."""
    ground = ground_of(hill)
    return 0 if ground is None else ground.climb(mounted)


def impassable(feature: Feature) -> bool:
    """Ponds keep everybody out (BW-B3-11), and so do walls and towers: there are ladders and doors (BW-O6-10)."""
    ground = GROUND.get(feature.kind)
    return ground.foot is None if ground is not None else feature.build is not UNSET


def rule_against(feature: Feature) -> str:
    """By which rule nobody enters a piece: over a wall one climbs (BW-O6-10), of a pond all keep out (BW-B3-11)."""
    return "BW-B3-11" if feature.build is UNSET else "BW-O6-10"


def _through(work: Feature, body: Outline, file: Mil) -> bool:
    """Whether a single file stands in a gap, and in nothing else of a wall."""
    ground = solid(work, file)
    return all(float(ground.intersection(Polygon(rect.corners)).area) <= CONTACT * CONTACT for rect in body.rects)


def lies_near(here: Outline, feature: Feature, reach: float) -> bool:
    """Whether ground may lie so near to the middle of a body."""
    left, top, right, bottom = feature.bounds
    return left - reach < here.x < right + reach and top - reach < here.y < bottom + reach


def barred(features: Iterable[Feature], body: Outline, shape: Formed | None = None) -> Feature | None:
    """Impassable ground that a body would stand in with any part of a base. One file at a time goes through a gap of a
    wall (BW-A4-22)."""
    found = stood_in((feature for feature in features if impassable(feature)), body)
    if found is None or found.build is UNSET or not found.build.gaps or shape is None or shape.files > 1:
        return found
    if not _through(found, body, shape.base.width):
        return found
    return barred((feature for feature in features if feature is not found), body)


def rate_in(inside: Iterable[Feature], troop: Troop) -> int:
    """The highest rate of any ground a figure is moving through (BW-B3-08), doubled penalties for horse (BW-B2-07)."""
    highest = 1
    for feature in inside:
        ground = ground_of(feature)
        if ground is not None:
            highest = max(highest, ground.rate(troop.rides) or 1)
    return highest


def climb_cost(climbs: Iterable[Climb], troop: Troop) -> Mil:
    """Two inches for each contour the front rank goes up, four mounted (BW-B3-09)."""
    return sum(climb_of(climb.feature, mounted=troop.rides) for climb in climbs)


def march_cost(stretches: Iterable[Stretch], climbs: Iterable[Climb], troop: Troop) -> Mil:
    """What a straight march costs, stretch by stretch."""
    walked = sum((part.end - part.start) * rate_in(part.inside, troop) for part in stretches)
    return round(walked) + climb_cost(climbs, troop)


def reach(stretches: Iterable[Stretch], climbs: Iterable[Climb], troop: Troop, budget: Mil) -> Mil:
    """How far a march gets for a budget. A step up that cannot be paid in full is not made."""
    left = float(budget)
    steps = sorted(climbs, key=lambda climb: climb.at)
    got = 0.0
    for part in stretches:
        start = part.start
        rate = rate_in(part.inside, troop)
        while steps and steps[0].at <= part.end:
            climb = steps.pop(0)
            price = (climb.at - start) * rate
            if price + climb_of(climb.feature, mounted=troop.rides) > left:
                return int(min(start + left / rate, climb.at))
            left -= price + climb_of(climb.feature, mounted=troop.rides)
            start = climb.at
        price = (part.end - start) * rate
        if price > left:
            return int(start + left / rate)
        left -= price
        got = part.end
    return int(got)
