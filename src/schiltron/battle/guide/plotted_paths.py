"""Paths and places as a guide shows them before anything is ordered: leg by leg, over open ground, with their reach.

A path plotted on endless open ground shows what was drawn and tells nothing about the real terrain. Paths are shown
like this when everything is announced before anything is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeVar

from msgspec.structs import replace
from shapely import MultiPoint, Polygon, box, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.guide.answers import Overlay, OverlayKind, Preview, PreviewLeg
from schiltron.battle.movement.swept_ground import marched, slanted, swept, wheeled
from schiltron.battle.movement.walker import Walker
from schiltron.battle.setup.battle_line import in_files, most_files
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.body_shape import shape_of
from schiltron.battle.state.decision import SetDown
from schiltron.battle.state.event import Leg
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Oblique, SquareUp, Wheel
from schiltron.battle.state.unit import Unit
from schiltron.table.body import Body, Formed
from schiltron.table.edges import Board
from schiltron.table.lengths import TOLERANCE, Mil
from schiltron.table.pose import Pose
from schiltron.table.shapes import Plot
from schiltron.table.sweep import ring_points

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_AWAY: Final[Mil] = 100_000_000
"""Far from every edge: the open ground reaches as far again in all directions."""
UNBOUNDED: Final[Mil] = _AWAY
"""A move allowance that no path uses up."""
CHORDS: Final = 9
"""Of a quarter of a circle."""


# ---------------------------------------------------------------- open ground


def on_open_ground(view: Battle[B, U, S], unit: Unit[U], at_hand: Iterable[Unit[U]]) -> Battle[B, U, S]:
    """A unit on endless open ground, with nobody else there except those given."""
    there = {one.id: replace(one, place=one.place_at(_moved(one.pose, _AWAY))) for one in (unit, *at_hand)}
    return replace(view, units=there, board=Board(2 * _AWAY, 2 * _AWAY))


def brought_back(legs: Iterable[Leg]) -> tuple[Leg, ...]:
    """Legs walked on open ground as they would lie on the table."""
    return tuple(replace(leg, pose=_moved(leg.pose, -_AWAY)) for leg in legs)


def _moved(pose: Pose, by: Mil) -> Pose:
    return Pose(pose.x + by, pose.y + by, pose.heading)


# ---------------------------------------------------------------- previews


def preview_legs(unit: Unit[U], legs: Iterable[Leg]) -> Iterator[PreviewLeg]:
    """The legs of a unit's path with the figures at the end of each and the ground it covers."""
    pose, body = unit.pose, unit.body
    for leg in legs:
        yield PreviewLeg(
            manoeuvre=leg.manoeuvre,
            pose=leg.pose,
            figures=shape_of(leg.body, unit.bodies).figures,
            cost=leg.cost,
            swept=swept(pose, body, unit.bodies, leg),
        )
        pose, body = leg.pose, leg.body


def legs_beyond(unit: Unit[U], drawn: Iterable[Leg], reasons: Iterable[Reason]) -> tuple[PreviewLeg, ...]:
    """Of a path as it was drawn, the legs from the first on that something is against."""
    return tuple(preview_legs(unit, drawn))[min(reason.leg or 0 for reason in reasons) :]


def lined_up(before: Unit[U], after: Unit[U]) -> tuple[Leg, ...]:
    """The leg by which a body that has come into contact lines up, where it has to."""
    return () if after.pose == before.pose else (Leg(SquareUp(), after.pose, after.body, 0),)


def preview_place(unit: Unit[U], answer: SetDown, plain: Preview) -> Preview:
    """Where a unit would be set down, whether or not it may."""
    if not 1 <= answer.files <= most_files(unit):
        return plain
    body = in_files(unit.body, answer.files)
    leg = PreviewLeg(manoeuvre=None, pose=answer.pose, figures=shape_of(body, unit.bodies).figures, cost=0)
    return replace(plain, legs=(leg,))


# ---------------------------------------------------------------- overlays


def overlay(kind: OverlayKind, label: str, ground: BaseGeometry, board: Board, rule: str) -> Overlay:
    """Ground to be shown, as far as the table goes."""
    on_table = ground.intersection(box(0, 0, board.width, board.depth))
    return Overlay(kind=kind, label=label, shape=Plot(tuple(ring_points(on_table))), rule=rule)


def ground_in_reach(unit: Unit[U], ways: Sequence[Walker[B, U, S]]) -> BaseGeometry | None:
    """The ground a unit can cover by a wheel, from left to right, and an advance after it; None if there is none."""
    ground = [shape for way in ways for shape in _covered(unit, way.legs)]
    ground += [_swung(unit, way.legs[0]) for way in (ways[0], ways[-1]) if way.legs]
    ground += [_between(unit, one, other) for one, other in pairwise(ways) if one.legs and other.legs]
    return union_all(ground) if ground else None


def ground_of_fans(unit: Unit[U], fans: Iterable[Iterable[Walker[B, U, S]]]) -> BaseGeometry | None:
    """The ground in reach by ways that lie side by side in several fans, of which only some may be open to it."""
    open_ways = ([way for way in fan if way.legs] for fan in fans)
    found = (ground_in_reach(unit, ways) for ways in open_ways if ways)
    ground = [one for one in found if one is not None]
    return union_all(ground) if ground else None


def ground_around(unit: Unit[U], far: float) -> BaseGeometry:
    """The ground within so far of a body on all its sides."""
    bases = union_all([Polygon(rect.corners) for rect in unit.outline.rects])
    return bases.buffer(far, quad_segs=CHORDS).difference(bases)


def _covered(unit: Unit[U], legs: list[Leg]) -> Iterator[BaseGeometry]:
    """The ground of the advance at the end of a way, straight or slantwise."""
    pose, body = unit.pose, unit.body
    for leg in legs:
        if isinstance(leg.manoeuvre, Advance):
            yield marched(pose, body, unit.bodies, leg.manoeuvre.distance)
        elif isinstance(leg.manoeuvre, Oblique):
            yield slanted(pose, body, unit.bodies, leg.manoeuvre)
        pose, body = leg.pose, leg.body


def _swung(unit: Unit[U], leg: Leg) -> BaseGeometry:
    """The ground of the widest wheels, which cover what the others swing over."""
    if isinstance(leg.manoeuvre, Wheel):
        return wheeled(unit.pose, unit.body, unit.bodies, leg)
    return Polygon()


def _between(unit: Unit[U], one: Walker[B, U, S], other: Walker[B, U, S]) -> BaseGeometry:
    """What lies between the advances of two neighbouring ways that both spent all their move: so narrow a body may go
    that they leave room for others between them."""
    if one.left > TOLERANCE or other.left > TOLERANCE:
        return Polygon()
    ends = [point for way in (one, other) for leg in _last_advance(unit, way.legs) for point in _ends_of_front(*leg)]
    return MultiPoint(ends).convex_hull


def _last_advance(unit: Unit[U], legs: Sequence[Leg]) -> Iterator[tuple[Pose, Body]]:
    """How a body stood before the last leg of a way and after it."""
    yield (legs[-2].pose, legs[-2].body) if len(legs) > 1 else (unit.pose, unit.body)
    yield legs[-1].pose, legs[-1].body


def _ends_of_front(pose: Pose, body: Body) -> Iterator[tuple[float, float]]:
    half = (body.frontage if isinstance(body, Formed) else body.base.width) / 2
    return (pose.world(side * half, 0.0) for side in (-1, 1))
