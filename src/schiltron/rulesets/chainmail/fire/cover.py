"""What shelters a target from fire: CM-MISSILE-27 to CM-MISSILE-30 and CM-GUN-06; CM-SIEGE-12,
CM-SIEGE-13, CM-SIEGE-31, CM-SIEGE-40.

Every standing figure is looked at along the line from the middle of the firers' front. The target as a whole is taken
to be in whatever shelters more than half of it. What stands right before the firers themselves hinders nobody: they
fire over it or through it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple

from msgspec import UNSET
from shapely import LineString, Point, Polygon

from schiltron.battle.play.aimed_ground import piece as piece_of
from schiltron.battle.state.field import friendly
from schiltron.battle.state.unit import Upon, in_line
from schiltron.rulesets.chainmail.fortress import ABATIS, TOWER_DECK
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
from schiltron.table.works import build_of

BEHIND: Final[Mil] = inches(1)
"""Whoever is no farther from it than this stands behind a wall, a fence or brush."""

SCREENS: Final = (MANTLETS, ARROW_SLITS, ABATIS)
LOW: Final = (WALL, FENCE, BARRICADE, BRUSH, BURNING_BRUSH)
INSIDE: Final = (*WOODED, BUILDING, BRUSH, BURNING_BRUSH)
SOFT: Final = (*LOW, *WOODED, BUILDING)
OVERHEAD: Final = (*WOODED, BUILDING)
HARD: Final = {WALL: 1, BARRICADE: 1, **dict.fromkeys((*WOODED, BUILDING, MANTLETS, ARROW_SLITS, ABATIS), 2)}
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
MANTLET_COVERS: Final = 3
"""Footmen whom one mantlet shelters (CM-SIEGE-12)."""


def shelter(battle: Battle, unit: Unit, start: Corner, target: Unit) -> Shelter:
    """How a target is sheltered from fire that comes from a point, the middle of the firers' front."""
    if target.level is not None or unit.level is not None:
        above = _above(battle, unit, target)
        if above is not None:
            return above
    near = battle.board.near(box_round(unit.outline, target.outline)) if battle.board is not None else ()
    pieces = [piece for piece in near if piece.kind in SOFT or piece.kind in SCREENS]
    standing = target.places[: target.figures]
    shields = mantlets_before(battle, start, target) if battle.own.siege is not UNSET else {}
    if (not pieces and not shields) or not standing:
        return OPEN
    kinds = []
    for number, figure in enumerate(standing):
        end = (figure.x, figure.y)
        behind = {piece.kind for piece in _between(pieces, start, end, unit.outline, target.outline)}
        behind |= shields.get(number, set())
        kinds.append(behind | {piece.kind for piece in pieces if piece.kind in INSIDE and piece.contains(*end)})

    def most(among: tuple[str, ...]) -> bool:
        return 2 * sum(1 for found in kinds if not found.isdisjoint(among)) > len(kinds)

    halves = sum(max((HARD.get(kind, 0) for kind in found), default=0) for found in kinds)
    hard = 0 if not halves else 1 if halves <= len(kinds) else 2
    return Shelter(soft=most(SOFT), proof=most(SCREENS), overhead=most(OVERHEAD), hard=hard)


def _above(battle: Battle, unit: Unit, target: Unit) -> Shelter | None:
    """Under a roof nothing hits (CM-SIEGE-07); on a castle wall there is soft cover at best against fire from outside
    (CM-SIEGE-31). None: the ground decides."""
    level = target.level
    if type(level) is not Upon or level == unit.level:
        return None
    work = piece_of(battle, level.feature)
    if work is None and level.feature not in battle.units:
        return None
    under_roof = level.storey < (build_of(work).storeys if work is not None else TOWER_DECK)
    if under_roof:
        return Shelter(proof=True, overhead=True, hard=2)
    battlement = work is None or build_of(work).battlement
    return Shelter(soft=battlement, hard=int(battlement))


def mantlets_before(battle: Battle, start: Corner, target: Unit) -> dict[int, set[str]]:
    """What movable mantlets before a target's figures are to each, by its place. One gives full cover to three; who
    shoots from behind it has it for the one at the slit, the others soft cover (CM-SIEGE-12, CM-SIEGE-13)."""
    found: dict[int, set[str]] = {}
    fires = target.own.turn.shots > 0
    for shield in in_line(one for one in battle.standing() if one.own.profile.engine == "mantlet"):
        if not shield.on_table or not friendly(battle, shield, target):
            continue
        body = Polygon(shield.outline.main.corners)
        covered = 0
        for number, figure in enumerate(target.places[: target.figures]):
            own = shield.id == target.id
            near = own or body.distance(Point(figure.x, figure.y)) <= figure.rect.half_depth + BEHIND
            crossed = body.intersects(LineString([start, (figure.x, figure.y)]))
            if number in found or covered >= MANTLET_COVERS or not near or not crossed or not _faces(shield, start):
                continue
            covered += 1
            found[number] = {MANTLETS if not fires or covered == 1 else FENCE}
    return found


def _faces(shield: Unit, start: Corner) -> bool:
    """Whether a mantlet is between those before it and a point."""
    return shield.pose.local(*start)[1] > 0


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
