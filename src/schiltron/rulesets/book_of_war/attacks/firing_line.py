"""Which figures of a unit shoot, and how far (chapter B2; BW-B4-23 for hedgehogs)."""

from __future__ import annotations

from itertools import groupby
from math import sqrt
from typing import Final, NamedTuple

from schiltron.battle.state.decision import Aimed
from schiltron.rulesets.book_of_war.enclosed import enclosed
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.body import Figure
from schiltron.table.contact import Edge, sector
from schiltron.table.lengths import Mil, degrees
from schiltron.table.outline import NOWHERE
from schiltron.table.rectangles import gap, point_gap
from schiltron.table.terrain import level_at

SHOOTING_RANKS: Final = 3
ARC: Final = degrees(45)
_ROOT_2: Final = sqrt(2)
_ALIKE: Final = 1000.0
"""Squares of distances that differ by less are the same distance."""


class FiringLine(NamedTuple):
    """The figures that shoot and the distance from the farthest of them (BW-B2-33).

    Where ranks or files are left out, which ones are not.
    """

    figures: tuple[Figure, ...]
    distance: Mil
    ranks: int | None = None
    first_file: int | None = None
    last_file: int | None = None


_Place = tuple[int, int, Figure]
"""A figure by its rank and file as seen from the side that shoots."""


# ---------------------------------------------------------------- the target figure and the arc


def nearest_mark(unit: Unit, target: Unit) -> Figure:
    """The target figure (BW-B2-38): the nearest standing one, of equals the one nearest the middle of the front.

    Of two alike in that as well it is the one the ruling names.
    """
    main, *others = unit.outline.rects
    standing = target.places[: target.figures]
    to_centres = [point_gap(main, figure.x, figure.y) for figure in standing]
    for base in others:
        to_centres = [
            min(known, point_gap(base, figure.x, figure.y)) for known, figure in zip(to_centres, standing, strict=True)
        ]
    far = min(to_centres) + standing[0].rect.radius
    pose = unit.pose
    best, least, nearest = standing[0], NOWHERE, 0.0
    for to_centre, figure in zip(to_centres, standing, strict=True):
        if to_centre > far:
            continue
        rect = figure.rect
        apart = round(min(gap(main, rect), *[gap(base, rect) for base in others]) if others else gap(main, rect))
        if apart <= least:
            square = (rect.x - pose.x) ** 2 + (rect.y - pose.y) ** 2
            if apart < least or square < nearest - _ALIKE:
                best, least, nearest = figure, apart, square
    return best


def plainly_outside(unit: Unit, target: Unit) -> bool:
    """A quick no: the circle about the target lies wholly outside an arc of 45 degrees."""
    body = formation(unit)
    kind = troop(unit)
    if body.hedgehog or kind.horse_archers or kind.hero is not None or enclosed(unit):
        return False
    there = target.outline
    lateral, ahead = unit.pose.local(there.x, there.y)
    return abs(lateral) - body.frontage / 2 - ahead > _ROOT_2 * there.radius


def shooting_side(unit: Unit, mark: Figure) -> Edge | None:
    """The side of the unit from which it shoots at a figure; None outside its arc.

    45 degrees outward from the front corners (BW-B2-24); all round for a hedgehog (BW-B4-23) and for a hero
    (BW-A3-06), and in an enclosed space, where facing does not matter (BW-O6-04, BW-O6-14). Horse archers besides have
    their whole left side (BW-B2-42), up to and with what stands straight behind them.
    """
    body = formation(unit)
    main = unit.outline.main
    if body.hedgehog or troop(unit).hero is not None or enclosed(unit):
        return sector(main, mark.x, mark.y)
    pose = unit.pose
    half = body.frontage / 2
    corners = pose.world(-half, 0), pose.world(half, 0)
    if in_arc(*corners, pose.heading, ARC, ARC, mark.x, mark.y):
        return "front"
    if troop(unit).horse_archers:
        lateral, _ = pose.local(mark.x, mark.y)
        if lateral <= half:
            return sector(main, mark.x, mark.y)
    return None


# ---------------------------------------------------------------- ranks and files


def firing_line(battle: Battle, unit: Unit, mark: Figure, side: Edge, aimed: Aimed, within: Mil | None) -> FiringLine:
    """Those who shoot at a figure; nobody if nobody may.

    With `within`, ranks and files beyond that distance are left out; without, all shoot who may.
    """
    able = _chosen(_able(battle, _ranked(unit, side), mark), aimed)
    if formation(unit).hedgehog:
        return _half(unit, able, mark, within)
    distance = _farthest(able, mark)
    if within is None or distance <= within:
        figures = tuple([figure for _, _, figure in able])
        return FiringLine(figures, distance, aimed.ranks, aimed.first_file, aimed.last_file)
    return _fitting(able, mark, within)


def _ranked(unit: Unit, side: Edge) -> list[_Place]:
    """The standing figures, ranks counted from the side toward the target.

    Wings look another way and do not shoot along.
    """
    standing = [figure for figure in unit.places[: unit.figures] if figure.wing == "main"]
    if side == "front":
        return [(figure.rank, figure.file, figure) for figure in standing]
    if side == "left":
        first = min(figure.file for figure in standing)
        return [(figure.file - first, figure.rank, figure) for figure in standing]
    if side == "rear":
        last = max(figure.rank for figure in standing)
        return [(last - figure.rank, figure.file, figure) for figure in standing]
    last = max(figure.file for figure in standing)
    return [(last - figure.file, figure.rank, figure) for figure in standing]


def _able(battle: Battle, places: list[_Place], mark: Figure) -> list[_Place]:
    """The first three ranks (BW-B2-32), and any who stand higher than the target (BW-B2-35)."""
    board = battle.table
    hills = [feature for feature in board.features if feature.contours]
    if not hills:
        return [place for place in places if place[0] < SHOOTING_RANKS]
    ground = level_at(hills, mark.x, mark.y)
    return [place for place in places if place[0] < SHOOTING_RANKS or level_at(hills, place[2].x, place[2].y) > ground]


def _chosen(able: list[_Place], aimed: Aimed) -> list[_Place]:
    """Those of the ranks and files the order names."""
    ranks, first, last = aimed.ranks, aimed.first_file, aimed.last_file
    if ranks is first is last is None:
        return able
    return [
        (rank, file, figure)
        for rank, file, figure in able
        if (ranks is None or rank < ranks) and (first is None or file >= first) and (last is None or file <= last)
    ]


def _farthest(places: list[_Place], mark: Figure) -> Mil:
    """The distance from the farthest: along a rank it can only be one of the two ends."""
    ends: dict[int, tuple[int, int, Figure, Figure]] = {}
    for rank, file, figure in places:
        known = ends.get(rank)
        if known is None:
            ends[rank] = file, file, figure, figure
        else:
            first, last, left, right = known
            if file < first:
                ends[rank] = file, last, figure, right
            elif file > last:
                ends[rank] = first, file, left, figure
    rect = mark.rect
    return round(max([gap(end.rect, rect) for pair in ends.values() for end in pair[2:]], default=0.0))


def _fitting(able: list[_Place], mark: Figure, within: Mil) -> FiringLine:
    """As many as stand in whole ranks and neighbouring files that are near enough (BW-B2-33)."""
    rect = mark.rect
    best = FiringLine((), 0)
    files: dict[int, list[tuple[Mil, Figure]]] = {}
    for ranks, (_, row) in enumerate(groupby(sorted(able, key=lambda place: place[:2]), key=lambda place: place[0]), 1):
        for _, file, figure in row:
            files.setdefault(file, []).append((round(gap(figure.rect, rect)), figure))
        for near, run in groupby(sorted(files), key=lambda file: all(apart <= within for apart, _ in files[file])):
            numbers = list(run)
            line = [entry for file in numbers for entry in files[file]]
            if near and len(line) > len(best.figures):
                figures = tuple([figure for _, figure in line])
                best = FiringLine(figures, max(apart for apart, _ in line), ranks, numbers[0], numbers[-1])
    return best


def _half(unit: Unit, able: list[_Place], mark: Figure, within: Mil | None) -> FiringLine:
    """The nearer half of a hedgehog, rounded down (BW-B4-23)."""
    rect = mark.rect
    by_distance = sorted((round(gap(figure.rect, rect)), rank, file, figure) for rank, file, figure in able)
    nearest = by_distance[: unit.figures // 2]
    if within is not None:
        nearest = [entry for entry in nearest if entry[0] <= within]
    return FiringLine(tuple([entry[3] for entry in nearest]), nearest[-1][0] if nearest else 0)
