"""Which figures of a unit shoot, and how far: BW-B2-24, BW-B2-30, BW-B2-32, BW-B2-33, BW-B2-42 and BW-B4-23."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from schiltron.battle.decision import Aimed
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.arcs import in_arc
from schiltron.table.body import Figure
from schiltron.table.contact import Edge, sector
from schiltron.table.lengths import Mil, degrees
from schiltron.table.rectangles import gap, point_gap
from schiltron.table.terrain import level_at

SHOOTING_RANKS: Final = 3
ARC: Final = degrees(45)


class FiringLine(NamedTuple):
    """The figures that shoot and the distance from the farthest of them (BW-B2-33).

    Where ranks or files are left out, which ones are not.
    """

    figures: tuple[Figure, ...]
    distance: Mil
    ranks: int | None = None
    first_file: int | None = None
    last_file: int | None = None


class _Place(NamedTuple):
    """A figure by its rank and file as seen from the side that shoots."""

    rank: int
    file: int
    figure: Figure


# ---------------------------------------------------------------- the target figure and the arc


def nearest_mark(unit: Unit, target: Unit) -> Figure:
    """The target figure: the nearest standing one, and of equals the one nearest the middle of the front."""
    rects = unit.outline.rects
    pose = unit.pose
    x, y = pose.x, pose.y
    best, best_gap, best_square = target.places[0], 1_000_000_000, 0.0
    for figure in target.places[: target.figures]:
        rect = figure.rect
        if min(point_gap(own, rect.x, rect.y) for own in rects) - rect.radius > best_gap + 1:
            continue
        apart = round(min(gap(own, rect) for own in rects))
        square = (rect.x - x) ** 2 + (rect.y - y) ** 2
        if apart < best_gap or (apart == best_gap and square < best_square):
            best, best_gap, best_square = figure, apart, square
    return best


def shooting_side(unit: Unit, mark: Figure) -> Edge | None:
    """The side of the unit from which it shoots at a figure; None outside its arc.

    45 degrees outward from the front corners (BW-B2-24); all round for a hedgehog (BW-B4-23). Horse archers besides
    have their whole left side (BW-B2-42), up to and with what stands straight behind them.
    """
    body = formation(unit)
    main = unit.outline.main
    if body.hedgehog:
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
    able = _chosen(_able(battle, unit, mark, side), aimed)
    if formation(unit).hedgehog:
        return _half(unit, able, mark, within)
    distance = _farthest(able, mark)
    if within is None or distance <= within:
        return FiringLine(
            tuple(place.figure for place in able), distance, aimed.ranks, aimed.first_file, aimed.last_file
        )
    return _fitting(able, mark, within)


def _able(battle: Battle, unit: Unit, mark: Figure, side: Edge) -> list[_Place]:
    """The first three ranks (BW-B2-32), and any who stand higher than the target (BW-B2-35).

    Wings look another way and do not shoot along.
    """
    board = battle.board
    assert board is not None
    hills = [feature for feature in board.features if feature.contours]
    ground = level_at(hills, mark.x, mark.y)
    return [
        place
        for place in _ranked(unit, side)
        if place.rank < SHOOTING_RANKS or (hills and level_at(hills, place.figure.x, place.figure.y) > ground)
    ]


def _ranked(unit: Unit, side: Edge) -> list[_Place]:
    """The standing figures, ranks counted from the side toward the target."""
    standing = [figure for figure in unit.places[: unit.figures] if figure.wing == "main"]
    if side == "front":
        return [_Place(figure.rank, figure.file, figure) for figure in standing]
    if side == "left":
        first = min(figure.file for figure in standing)
        return [_Place(figure.file - first, figure.rank, figure) for figure in standing]
    if side == "rear":
        last = max(figure.rank for figure in standing)
        return [_Place(last - figure.rank, figure.file, figure) for figure in standing]
    last = max(figure.file for figure in standing)
    return [_Place(last - figure.file, figure.rank, figure) for figure in standing]


def _chosen(able: Iterable[_Place], aimed: Aimed) -> list[_Place]:
    """Those of the ranks and files the order names."""
    ranks, first, last = aimed.ranks, aimed.first_file, aimed.last_file
    return [
        place
        for place in able
        if (ranks is None or place.rank < ranks)
        and (first is None or place.file >= first)
        and (last is None or place.file <= last)
    ]


def _farthest(places: Iterable[_Place], mark: Figure) -> Mil:
    """The distance from the farthest: along a rank it can only be one of the two ends."""
    ends: dict[int, tuple[_Place, _Place]] = {}
    for place in places:
        known = ends.get(place.rank)
        if known is None:
            ends[place.rank] = place, place
        elif place.file < known[0].file:
            ends[place.rank] = place, known[1]
        elif place.file > known[1].file:
            ends[place.rank] = known[0], place
    rect = mark.rect
    return round(max((gap(end.figure.rect, rect) for pair in ends.values() for end in pair), default=0.0))


def _fitting(able: list[_Place], mark: Figure, within: Mil) -> FiringLine:
    """As many as stand in whole ranks and neighbouring files that are near enough (BW-B2-33)."""
    rect = mark.rect
    near = {place: round(gap(place.figure.rect, rect)) for place in able}
    best = FiringLine((), 0)
    for ranks in range(1, max((place.rank for place in able), default=-1) + 2):
        files: dict[int, list[_Place]] = {}
        for place in able:
            if place.rank < ranks:
                files.setdefault(place.file, []).append(place)
        run: list[int] = []
        for file in sorted(files):
            if any(near[place] > within for place in files[file]):
                run = []
                continue
            run.append(file)
            line = [place for one in run for place in files[one]]
            if len(line) > len(best.figures):
                best = FiringLine(
                    tuple(place.figure for place in line),
                    max(near[place] for place in line),
                    ranks,
                    run[0],
                    run[-1],
                )
    return best


def _half(unit: Unit, able: list[_Place], mark: Figure, within: Mil | None) -> FiringLine:
    """The nearer half of a hedgehog, rounded down (BW-B4-23)."""
    rect = mark.rect
    by_distance = sorted((round(gap(place.figure.rect, rect)), place[:2], place.figure) for place in able)
    nearest = by_distance[: unit.figures // 2]
    if within is not None:
        nearest = [entry for entry in nearest if entry[0] <= within]
    return FiringLine(tuple(figure for _, _, figure in nearest), nearest[-1][0] if nearest else 0)
