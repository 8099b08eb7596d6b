"""What shelters a target from fire: CM-MISSILE-27 to CM-MISSILE-30 and CM-GUN-06.

Every standing figure is looked at along the line from the middle of the firers' front. The target as a whole is taken
to be in whatever shelters more than half of it. What stands right before the firers themselves hinders nobody: they
fire over it or through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple

from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import (
    ARROW_SLITS,
    BARRICADE,
    BRUSH,
    BUILDING,
    BURNING_BRUSH,
    FENCE,
    MANTLETS,
    WALL,
    WOODED,
)
from schiltron.table.arcs import Corner
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import Outline, box_round
from schiltron.table.rectangles import point_gap
from schiltron.table.terrain import Feature

BEHIND: Final[Mil] = inches(1)
"""Whoever is no farther from it than this stands behind a wall, a fence or brush."""

SCREENS: Final = (MANTLETS, ARROW_SLITS)
LOW: Final = (WALL, FENCE, BARRICADE, BRUSH, BURNING_BRUSH)
INSIDE: Final = (*WOODED, BUILDING, BRUSH, BURNING_BRUSH)
SOFT: Final = (*LOW, *WOODED, BUILDING)
OVERHEAD: Final = (*WOODED, BUILDING)
HARD: Final = {WALL: 1, BARRICADE: 1, **dict.fromkeys((*WOODED, BUILDING, MANTLETS, ARROW_SLITS), 2)}
"""How many halves of a figure hard cover hides: waist-high cover one, trees and what is as high as a man both."""
SUPPORTS: Final = (WALL, BARRICADE, ARROW_SLITS)
"""What an arquebus may be rested on (CM-GUN-07)."""


class Shelter(NamedTuple):
    """Of a target: whether soft cover halves its losses, whether it is arrow proof, whether there is cover overhead,
    and whether hard cover hides none of it (0), up to half (1) or more (2)."""

    soft: bool = False
    proof: bool = False
    overhead: bool = False
    hard: int = 0


OPEN: Final = Shelter()


def shelter(battle: Battle, unit: Unit, start: Corner, target: Unit) -> Shelter:
    """How a target is sheltered from fire that comes from a point, the middle of the firers' front."""
    near = battle.board.near(box_round(unit.outline, target.outline)) if battle.board is not None else ()
    pieces = [piece for piece in near if piece.kind in SOFT or piece.kind in SCREENS]
    standing = target.places[: target.figures]
    if not pieces or not standing:
        return OPEN
    kinds = []
    for figure in standing:
        end = (figure.x, figure.y)
        behind = {piece.kind for piece in _between(pieces, start, end, unit.outline, target.outline)}
        kinds.append(behind | {piece.kind for piece in pieces if piece.kind in INSIDE and piece.contains(*end)})

    def most(among: tuple[str, ...]) -> bool:
        return 2 * sum(1 for found in kinds if not found.isdisjoint(among)) > len(kinds)

    halves = sum(max((HARD.get(kind, 0) for kind in found), default=0) for found in kinds)
    hard = 0 if not halves else 1 if halves <= len(kinds) else 2
    return Shelter(soft=most(SOFT), proof=most(SCREENS), overhead=most(OVERHEAD), hard=hard)


def _between(pieces: list[Feature], start: Corner, end: Corner, firers: Outline, target: Outline) -> Iterator[Feature]:
    """What a figure has before it: screens anywhere, low cover that the target stands behind.

    Neither counts where it is the firers who stand behind it.
    """
    length = hypot(end[0] - start[0], end[1] - start[1])
    for piece, spans in spans_inside(*start, *end, pieces):
        near, far = (_along(start, end, edge / length) for edge in (spans[-1][0], spans[-1][1]))
        from_firers, from_target = _off(firers, near), _off(target, far)
        if piece.kind in SCREENS and from_firers > BEHIND:
            yield piece
        if piece.kind in LOW and from_target <= BEHIND and from_target < max(from_firers, 1.0):
            yield piece


def _along(start: Corner, end: Corner, share: float) -> Corner:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _off(body: Outline, point: Corner) -> float:
    return min(point_gap(rect, *point) for rect in body.rects)


def is_rested(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of a unit's front rank has something strong right before it to rest a weapon on."""
    features = battle.board.features if battle.board is not None else ()
    pieces = [piece for piece in features if piece.kind in SUPPORTS]
    front = [figure for figure in unit.places if figure.rank == 0]
    resting = 0
    for figure in front:
        rect = figure.rect
        ahead = rect.half_depth + BEHIND / 2
        line = (figure.x, figure.y, figure.x + rect.fx * ahead, figure.y + rect.fy * ahead)
        resting += bool(spans_inside(*line, pieces))
    return 2 * resting > len(front)
