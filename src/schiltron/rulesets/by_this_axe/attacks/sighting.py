"""What lies between shooters and target: TA-RANGED-06 and TA-RANGED-08."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from schiltron.battle.state.field import friendly
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.field import is_character, said_of
from schiltron.rulesets.by_this_axe.ground import WOODS
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table import front
from schiltron.table.arcs import Arc, Corner
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees, inches
from schiltron.table.outline import Outline, box_round, within
from schiltron.table.rectangles import Rect, gap, nearest_point
from schiltron.table.sight import look, units_between
from schiltron.table.terrain import Feature

ARC: Final[Mdeg] = degrees(45)
WOODS_DEPTH: Final[Mil] = inches(2)
_SIGHT: Final = "TA-RANGED-08"

Spoiler = tuple[Literal["unit", "woods", "crest", "outside"], str]
"""What spoils a shot, with the id of the unit that does."""
_OUTSIDE: Final[Spoiler] = ("outside", "")
_TREES: Final[Spoiler] = ("woods", "")
_CREST: Final[Spoiler] = ("crest", "")


class Obstacles(NamedTuple):
    """Bodies and pieces of terrain that may stand in the way of a shot."""

    bodies: list[tuple[str, Outline]]
    pieces: list[Feature]


# ---------------------------------------------------------------- range and arc


def front_rank(unit: Unit) -> Rect:
    """The ground under the front rank."""
    return front.front_rank(unit.pose, unit.body, unit.bodies)


def distance(unit: Unit, target: Unit) -> Mil:
    """From the nearest point of the front rank to the nearest point of the target (TA-RANGED-16)."""
    first = front_rank(unit)
    return round(min(gap(first, rect) for rect in target.outline.rects))


def front_corners(unit: Unit) -> tuple[Corner, Corner]:
    """Left and right end of the front edge."""
    return front.front_corners(front_rank(unit))


# ---------------------------------------------------------------- clear shots


def clear_files(battle: Battle, unit: Unit, target: Unit) -> frozenset[int]:
    """The files whose front figure has a clear shot at any part of the target.

    Those behind shoot along the line of the front figure of their file.
    """
    return frozenset(file for file, against in _looks(battle, unit, target) if not against)


def hidden(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """Why nobody has a clear shot; nothing where somebody has."""
    found: dict[str, Reason] = {}
    for _, against in _looks(battle, unit, target):
        if not against:
            return []
        reasons = [_spoilt(battle, unit, target, spoiler) for spoiler in against]
        found.update((reason.text, reason) for reason in reasons)
    if len(found) > 1:
        found.pop(_outside(unit, target).text, None)
    return [found[text] for text in sorted(found)]


def in_sight(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether anybody has a clear shot."""
    return any(not against for _, against in _looks(battle, unit, target))


def _looks(battle: Battle, unit: Unit, target: Unit) -> Iterator[tuple[int, list[Spoiler]]]:
    """Every front figure by its file, with all that spoils its shots; nothing where one shot is clear."""
    arc = Arc(*front_corners(unit), unit.pose.heading, ARC, ARC)
    obstacles = _obstacles(battle, unit, target)
    for figure in unit.places:
        if figure.rank:
            return
        ax, ay = figure.x + figure.rect.fx * figure.rect.half_depth, figure.y + figure.rect.fy * figure.rect.half_depth
        against: dict[Spoiler, None] = {}
        for bx, by in _marks(target, ax, ay):
            if arc.holds(bx, by):
                spoiler = _hindrance(obstacles, (ax, ay, bx, by))
                if spoiler is None:
                    yield figure.file, []
                    break
                against[spoiler] = None
        else:
            yield figure.file, list(against) or [_OUTSIDE]


def _outside(unit: Unit, target: Unit) -> Reason:
    are = does("are", one=is_character(target))
    return Reason(f"{target.name} {are} outside the 45 degrees in front of {unit.name}", (_SIGHT,))


def _marks(target: Unit, x: float, y: float) -> Iterator[Corner]:
    """Points of a target to aim at: the nearest, then its standing figures, then the corners of its ground."""
    for rect in target.outline.rects:
        yield nearest_point(rect, x, y)
    for figure in target.places[: target.figures]:
        yield figure.x, figure.y
    for rect in target.outline.rects:
        yield from rect.corners


def _obstacles(battle: Battle, unit: Unit, target: Unit) -> Obstacles:
    """What lies in the box round shooters and target. Single characters hide nobody: they are no units (TA-UNIT-05)."""
    box = box_round(unit.outline, target.outline)
    bodies = [
        (other.id, other.outline)
        for other in battle.standing()
        if other.figures
        and other.id not in (unit.id, target.id)
        and not is_character(other)
        and within(other.outline, box)
    ]
    near = battle.board.near(box) if battle.board is not None and battle.board.features else ()
    return Obstacles(bodies, [piece for piece in near if piece.kind == WOODS or piece.contours])


def _hindrance(obstacles: Obstacles, line: tuple[float, float, float, float]) -> Spoiler | None:
    """What spoils a shot along a line: any unit, woods deeper than 2 inches, or ground above both ends."""
    if obstacles.bodies:
        names = units_between(*line, obstacles.bodies)
        if names:
            return "unit", names[0]
    if not obstacles.pieces:
        return None
    sight = look(*line, obstacles.pieces)
    if sum(part.length for part in sight.between if part.feature.kind == WOODS) > WOODS_DEPTH + TOLERANCE:
        return _TREES
    if any(part.highest > max(sight.level_from, sight.level_to) for part in sight.between if part.feature.contours):
        return _CREST
    return None


def _spoilt(battle: Battle, unit: Unit, target: Unit, spoiler: Spoiler) -> Reason:
    """What spoils a shot, as it is told."""
    kind, name = spoiler
    if kind == "outside":
        return _outside(unit, target)
    if kind == "woods":
        return Reason("more than 2 inches of woods lie between", (_SIGHT,))
    if kind == "crest":
        return Reason("the crest of a hill lies between", (_SIGHT,))
    other = battle.units[name]
    if friendly(battle, unit, other):
        return Reason(f"{other.name}, their friends, stand in the way", ("TA-RANGED-06", _SIGHT))
    return Reason(said_of(other, "stand in the way"), (_SIGHT,))
