"""Obstacles in plain sight along a drawn path: own units and closed ground.

A player who declares before measuring goes by eye. Anyone can see without a ruler that a path leads through one's own
archers, so this is said; after how many inches is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from shapely import Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.movement.swept_ground import ground_of
from schiltron.battle.state.event import Leg
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.grammar import said
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import Outline, outline
from schiltron.table.terrain import Feature, name_of

U = TypeVar("U")

_SLIVER: Final[Mil] = 3 * CONTACT
"""Who is brushed by less than this is passed: that nobody sees."""


class Obstacle(NamedTuple):
    """Something that a unit cannot pass through, in words, with its rules."""

    ground: BaseGeometry
    text: str
    rules: tuple[str, ...]


def friend_in_the_way(friend: Unit[U], *rules: str) -> Obstacle:
    return Obstacle(_shape(friend.outline), said(friend, "stand in the way"), rules)


def closed_ground(feature: Feature, ground: BaseGeometry, *rules: str) -> Obstacle:
    return Obstacle(ground, f"{name_of(feature)} bars the way", rules)


def barring(unit: Unit[U], legs: Iterable[Leg], obstacles: Iterable[Obstacle]) -> tuple[Reason, ...]:
    """The obstacles that a drawn path leads through, in the order of the path. What the unit already stands in bars
    nothing."""
    start = _shape(unit.outline)
    within = [one._replace(ground=one.ground.buffer(-_SLIVER)) for one in obstacles]
    ahead = [one for one in within if not one.ground.is_empty and not one.ground.intersects(start)]
    found: list[Reason] = []
    for number, (ground, front) in enumerate(_covered(unit, legs)):
        met = [one for one in ahead if one.ground.intersects(ground)]
        met.sort(key=lambda one: one.ground.distance(front))
        found += [Reason(one.text, one.rules, number) for one in met]
        ahead = [one for one in ahead if one not in met]
    return tuple(found)


def _covered(unit: Unit[U], legs: Iterable[Leg]) -> Iterator[tuple[BaseGeometry, BaseGeometry]]:
    """What each leg covers, and where the body stood before it."""
    pose, body = unit.pose, unit.body
    for leg in legs:
        before, after = (_shape(outline(*stand, unit.bodies)) for stand in ((pose, body), (leg.pose, leg.body)))
        ground = ground_of(pose, body, unit.bodies, leg)
        yield (after if ground is None else ground), before
        pose, body = leg.pose, leg.body


def _shape(body: Outline) -> BaseGeometry:
    return union_all([Polygon(rect.corners) for rect in body.rects])
