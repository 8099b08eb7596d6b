"""Defence points of works, worn away by hits, and what is left of a work without any: CM-SIEGE-02, CM-SIEGE-03,
CM-SIEGE-36, CM-SIEGE-37, CM-SIEGE-40."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace
from shapely import LineString, Point
from shapely.ops import substring

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import Upon
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.fortress import ABATIS, BREACH, SECTION, WALLS, Hit, defence, usual_points
from schiltron.rulesets.chainmail.losses import clear, fell
from schiltron.rulesets.chainmail.siege.ladders import set_ladder, take_away
from schiltron.rulesets.chainmail.siege.stations import change_siege, siege_of, upon
from schiltron.rulesets.chainmail.state import Battle, Scene
from schiltron.table.lengths import Mil
from schiltron.table.terrain import Area, Feature, Points, Strip, name_of
from schiltron.table.works import along, course_of, farther, is_ring

_AT_ONCE: Final = ("artillery", "missiles")
"""In these phases the fallen lie where they fell until all fire has taken effect (CM-TURN-09)."""
_FALL: Final = ("CM-SIEGE-03", "CM-SIEGE-37")


class Ruin(NamedTuple):
    """What a work comes to that falls: the pieces that are left of it, and what lies in their midst."""

    left: tuple[Feature, ...]
    rubble: Feature | None


def is_target(feature: Feature) -> bool:
    """Whether siege weapons can bring a piece down (CM-SIEGE-02)."""
    return defence(feature.kind) is not None


def whole_points(feature: Feature) -> int:
    """What it can bear: as its scenario says, else the middle of the printed range (CM-SIEGE-02)."""
    build = feature.build
    return build.points if build is not UNSET and build.points else usual_points(feature.kind)


def strength(battle: Battle, feature: Feature, x: float, y: float) -> Tally:
    """The defence points that are left of a work; of a wall those of the six inches about a place."""
    terms = [Term("defence points", whole_points(feature), "CM-SIEGE-02")]
    lost = sum(hit.points for hit in _hits_about(battle, feature, x, y))
    if lost:
        terms.append(Term("hits before", -lost, "CM-SIEGE-03"))
    return Tally("defence points left", tuple(terms), measure="points")


def _hits_about(battle: Battle, feature: Feature, x: float, y: float) -> Iterator[Hit]:
    for hit in siege_of(battle).hits:
        if hit.piece == feature.id and (not _has_sections(feature) or _near(feature, hit, x, y)):
            yield hit


def _has_sections(feature: Feature) -> bool:
    return isinstance(feature, Strip) and feature.kind in WALLS


def _near(wall: Feature, hit: Hit, x: float, y: float) -> bool:
    return abs(farther(wall, along(wall, x, y), along(wall, hit.x, hit.y))) <= SECTION / 2


def weakest(battle: Battle, feature: Feature) -> Tally:
    """What is left where most has been knocked off."""
    spots = [(hit.x, hit.y) for hit in siege_of(battle).hits if hit.piece == feature.id] or [(0, 0)]
    return min((strength(battle, feature, *spot) for spot in spots), key=lambda one: one.total)


def wear(scene: Scene, feature: Feature, at: tuple[float, float], points: int, by: str, rules: tuple[str, ...]) -> None:
    """A work loses points at a place; with the last it falls (CM-SIEGE-03)."""
    x, y = round(at[0]), round(at[1])
    siege = siege_of(scene.battle)
    change_siege(scene, replace(siege, hits=(*siege.hits, Hit(feature.id, x, y, points))))
    left = strength(scene.battle, feature, x, y).total
    what = f"{by}: {counted(points, 'point')} off {name_of(feature)}"
    scene.tell(Ruled(what=f"{what}, {max(0, left)} left", rules=rules))
    if left <= 0:
        fall(scene, feature, (x, y), _FALL)


# ---------------------------------------------------------------- what falls


def fall(scene: Scene, feature: Feature, at: tuple[float, float], rules: tuple[str, ...]) -> None:
    """A work falls: of a wall six inches, of all else the whole. Who stands there falls with it (CM-SIEGE-37)."""
    ruin = ruined(scene.battle, feature, at)
    what = "a breach opens in" if _has_sections(feature) else "nothing is left standing of"
    scene.tell(Ruled(what=f"{what} {name_of(feature)}", rules=rules))
    _bring_down(scene, feature, ruin, rules)
    board = scene.battle.table
    features: list[Feature] = []
    for one in board.features:
        if one.id != feature.id:
            features.append(one)
        else:
            features += [*ruin.left, *([ruin.rubble] if ruin.rubble is not None else [])]
    scene.set(board=replace(board, features=tuple(features)))
    _drop_ladders(scene, feature, ruin)
    siege = siege_of(scene.battle)
    kept = tuple(one for hit in siege.hits for one in _kept(hit, feature, ruin))
    standing = {one.id for one in features}
    oil = tuple(one for one in siege.oil if not one.piece or one.piece in standing)
    change_siege(scene, replace(siege, hits=kept, oil=oil))


def _drop_ladders(scene: Scene, feature: Feature, ruin: Ruin) -> None:
    """Ladders that leaned on what has fallen come down; those beside it lean on what is left."""
    for one in siege_of(scene.battle).ladders:
        if one.piece == feature.id:
            here = next((part for part in ruin.left if _holds(part, one.x, one.y)), None)
            if here is None:
                take_away(scene, one)
            else:
                set_ladder(scene, replace(one, piece=here.id))


def ruined(battle: Battle, feature: Feature, at: tuple[float, float]) -> Ruin:
    """What is left of a work that falls at a place (CM-SIEGE-36, CM-SIEGE-37)."""
    if feature.kind == ABATIS:
        return Ruin((), None)
    named = {one.id for one in battle.table.features}
    number = next(number for number in range(1, len(named) + 2) if f"{BREACH}-{number}" not in named)
    name = f"Breach of {name_of(feature)}"
    if isinstance(feature, Area):
        return Ruin((), Area(f"{BREACH}-{number}", BREACH, name, feature.ring))
    if not _has_sections(feature):
        return Ruin((), Strip(f"{BREACH}-{number}", BREACH, name, feature.course, feature.width))
    pieces, gap = _parted(feature, along(feature, *at))
    left = []
    for index, course in enumerate(pieces):
        key = (
            feature.id
            if not index
            else next(f"{feature.id}.{one}" for one in range(1, len(named) + 2) if f"{feature.id}.{one}" not in named)
        )
        left.append(replace(feature, id=key, course=course))
    return Ruin(tuple(left), Strip(f"{BREACH}-{number}", BREACH, name, gap, feature.width))


def _parted(wall: Strip, middle: float) -> tuple[list[Points], Points]:
    """The courses of what is left of a wall, and that of a gap of six inches about a place, or what there is of it."""
    course, whole = course_of(wall), course_of(wall).length
    if whole <= SECTION:
        return [], wall.course
    if is_ring(wall):
        first, last = (middle - SECTION / 2) % whole, (middle + SECTION / 2) % whole
        rest = _round(course, last, first, whole)
        return [rest], _round(course, first, last, whole)
    first = min(max(0.0, middle - SECTION / 2), whole - SECTION)
    last = first + SECTION
    parts = [_cut(course, 0.0, first), _cut(course, last, whole)]
    return [part for part in parts if part is not None], _cut(course, first, last) or wall.course


def _cut(course: LineString, first: float, last: float) -> Points | None:
    """A stretch of a course; None where it is too short to stand."""
    if last - first < 1.0:
        return None
    found = tuple((round(x), round(y)) for x, y in substring(course, first, last).coords)
    return found if len(set(found)) > 1 else None


def _round(course: LineString, first: float, last: float, whole: float) -> Points:
    """A stretch of a ring, over the place where it closes if need be."""
    if first < last:
        return _cut(course, first, last) or tuple((round(x), round(y)) for x, y in course.coords)
    ends = (_cut(course, first, whole) or (), _cut(course, 0.0, last) or ())
    return tuple(dict.fromkeys((*ends[0], *ends[1])))


def _bring_down(scene: Scene, feature: Feature, ruin: Ruin, rules: tuple[str, ...]) -> None:
    """Who stands where it falls is killed; who is on what stays up stands on that."""
    for unit in upon(scene.battle, feature.id):
        level = unit.level
        assert isinstance(level, Upon)
        standing = unit.places[: unit.figures]
        lost = sum(1 for one in standing if not any(_holds(part, one.x, one.y) for part in ruin.left))
        if lost:
            scene.tell(Ruled(what=f"{lost} of {unit.name} go down with {name_of(feature)}", rules=rules))
            fell(scene, unit.id, lost, Harm(("fall",), rules=rules))
        here = next((part for part in ruin.left if _holds(part, unit.outline.x, unit.outline.y)), None)
        here = here or next(iter(ruin.left), None)
        if here is not None and alive(scene.unit(unit.id)):
            changed = scene.unit(unit.id)
            scene.change(replace(changed, place=replace(changed.place, level=Upon(here.id, level.storey))))
    if scene.battle.phase not in _AT_ONCE:
        clear(scene, rules)


def _holds(part: Feature, x: float, y: float) -> bool:
    return bool(part.polygon.distance(Point(x, y)) <= 1)


def _kept(hit: Hit, feature: Feature, ruin: Ruin) -> Iterator[Hit]:
    """Hits of what still stands, under the name that it has now."""
    if hit.piece != feature.id:
        yield hit
        return
    for part in ruin.left:
        if part.polygon.distance(Point(hit.x, hit.y)) <= _BESIDE:
            yield replace(hit, piece=part.id)
            return


_BESIDE: Final[Mil] = 1_000
