"""Before a castle: ladders, rams and towers go to the walls, fillers to the moat, others to where a way leads in; who
holds a wall stays on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, pairwise
from math import hypot
from typing import Final

from shapely import LineString, Point, Polygon

from schiltron.battle.play.powers import holder_and_power
from schiltron.battle.state.decision import FINISH, Answer, Choose, Chosen, Commanded, PathDrawn, Played
from schiltron.battle.state.field import friendly
from schiltron.battle.state.manoeuvre import Advance, Path, Turn
from schiltron.battle.state.unit import Upon
from schiltron.captains.steering import middle_of, turn_towards
from schiltron.captains.suggesting import suggested
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fantasy.havoc import havoc
from schiltron.rulesets.chainmail.field import is_engine
from schiltron.rulesets.chainmail.fortress import ABATIS, BREACH, COVERED, OPEN_GATE
from schiltron.rulesets.chainmail.movement.phase import judge_command, order_of
from schiltron.rulesets.chainmail.movement.trial_moves import MOVE
from schiltron.rulesets.chainmail.siege.labours import FILL, labour
from schiltron.rulesets.chainmail.siege.ladders import is_assaulting, is_bridge
from schiltron.rulesets.chainmail.siege.mines import STOP, PlanMines, tunnel_of
from schiltron.rulesets.chainmail.siege.stations import AT_FOOT, distance, foot_of, is_holder, is_siege, siege_of, works
from schiltron.rulesets.chainmail.state import WITH_LADDER, Battle, Unit
from schiltron.rulesets.chainmail.terrain import CAUSEWAY, DITCH, DRAWBRIDGE, MOAT
from schiltron.rulesets.chainmail.walking.flying import flies
from schiltron.rulesets.chainmail.walking.footing import is_up
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.table.lengths import Mil, inches
from schiltron.table.terrain import Feature

Spot = tuple[float, float]
_BARS: Final = (MOAT, DRAWBRIDGE)
_ROUND: Final[Mil] = inches(24)
"""What a wall that lies behind water is thought to be farther off."""
_STRAIGHT: Final = 1_000
"""Nobody turns by less, in thousandths of a degree."""
_NEAR: Final[Mil] = inches(0.1)
_FILLERS: Final = 8
_AT_HAND: Final[Mil] = inches(18)
"""So near an enemy in the open is fought as in the field."""
_BEFORE: Final[Mil] = inches(4)
"""How far before a gap one forms up to go through it."""
_IN_IT: Final[Mil] = inches(1.5)
_PUSHED: Final = (*COVERED, "siege_tower")
"""Machines that no ditch lets over."""


def order(view: Battle, actors: Iterable[str]) -> Commanded | None:
    """The move of the first of them who has something to do about the castle."""
    return next(orders(view, actors), None)


def orders(view: Battle, actors: Iterable[str]) -> Iterator[Commanded]:
    """The moves of all of them who have something to do about the castle, as things are."""
    if not is_siege(view):
        return
    for actor in actors:
        unit = view.units[actor]
        if not _has_a_part(view, unit) or _stays(view, unit):
            continue
        ways = (_towards(view, unit, spot) for spot in _goals(view, unit))
        yield from islice((one for one in ways if one is not None), 1)


def act(view: Battle, ideas: Iterable[Answer]) -> Answer:
    """What is done about the castle: the first idea of the book, but no ditch is filled that is in nobody's way."""
    return next((one for one in ideas if not _is_idle(view, one)), FINISH)


def _is_idle(view: Battle, idea: Answer) -> bool:
    if not isinstance(idea, Commanded) or not isinstance(idea.form, Played) or idea.form.use != FILL:
        return False
    unit = view.units[holder_and_power(idea.form.card)[0]]
    return not any(True for _ in _ditches(view, unit))


def dig(view: Battle, step: PlanMines, decision: Choose) -> Answer:
    """As the book suggests, but one mine after the other: one counter-mine may break into all that are near."""
    assert step.units
    unit = view.units[step.units[0]]
    begun = any(one.unit != unit.id for one in siege_of(view).tunnels)
    if begun and tunnel_of(view, unit) is None and not is_holder(view, unit):
        return Chosen((STOP,))
    return suggested(CHAINMAIL, view, decision)


def others(view: Battle, actors: tuple[str, ...]) -> tuple[str, ...]:
    """Those who move as in the open field."""
    if not is_siege(view):
        return actors
    return tuple(one for one in actors if not _has_a_part(view, view.units[one]))


def _has_a_part(view: Battle, unit: Unit) -> bool:
    """Whether a unit has a part in the storm, or holds a wall that nobody has come up."""
    line = unit.own.profile
    if is_up(unit):
        return not _beset(view, unit)
    if is_holder(view, unit):
        return line.sappers or labour(view, unit) is not None
    if flies(unit):
        return False
    pushed = is_engine(unit) and line.engine in (*COVERED, "siege_tower", "mantlet")
    if pushed or line.sappers or unit.has(WITH_LADDER):
        return True
    return not (line.missile or line.mounted or is_engine(unit) or _faces_a_foe(view, unit))


def _faces_a_foe(view: Battle, unit: Unit) -> bool:
    """Whether an enemy who stands on the ground is not far off, and no wall or water lies between."""
    here = _place(unit)
    for foe in view.standing():
        near = foe.figures and type(foe.level) is not Upon and unit.outline.near(foe.outline, _AT_HAND)
        if near and not friendly(view, unit, foe) and _is_open(view, here, _place(foe)):
            return True
    return False


def _is_open(view: Battle, here: Spot, there: Spot, room: float = 1.0) -> bool:
    """Whether no wall that stands, nor water, lies between two points, with so much room on both sides."""
    lane = LineString([here, there]).buffer(room)
    return not _crosses(view, here, there) and not any(one.polygon.intersects(lane) for one in works(view))


def _beset(view: Battle, unit: Unit) -> bool:
    """Whether enemies stand on the same work."""
    level = unit.level
    return any(
        type(foe.level) is Upon and type(level) is Upon and foe.level.feature == level.feature and foe.figures
        for foe in view.standing()
        if not friendly(view, unit, foe)
    )


def _stays(view: Battle, unit: Unit) -> bool:
    """Whether it is at work, or where it should be."""
    if is_up(unit) or labour(view, unit) is not None or unit.own.profile.sappers or tunnel_of(view, unit) is not None:
        return True
    if unit.own.profile.engine in COVERED or unit.has(WITH_LADDER) or _breaks_down(unit):
        return any(distance(unit, one) <= _reach(unit) for one in works(view))
    return False


def _reach(unit: Unit) -> Mil:
    return _NEAR if unit.own.profile.engine in COVERED or _breaks_down(unit) else AT_FOOT // 2


def _breaks_down(unit: Unit) -> bool:
    """Whether it is a creature that takes points off works with its hands."""
    how = havoc(unit)
    return how is not None and how.by == "hand" and how.points > 0


# ---------------------------------------------------------------- where to


def _goals(view: Battle, unit: Unit) -> Iterator[Spot]:
    """The points it should go to, the best first."""
    here = _place(unit)
    if is_assaulting(unit) and unit.figures >= _FILLERS and not unit.has(WITH_LADDER):
        yield from _by_nearness(here, _ditches(view, unit))
    if is_assaulting(unit) and not unit.has(WITH_LADDER):
        yield from _by_nearness(here, _ways_in(view, unit))
        if not _breaks_down(unit):
            return
    yield from _by_nearness(here, _walls(view, unit), lambda spot: _ROUND if _crosses(view, here, spot) else 0)


def _place(unit: Unit) -> Spot:
    return unit.outline.x, unit.outline.y


def _by_nearness(here: Spot, spots: Iterable[Spot], more: Callable[[Spot], Mil] = lambda _: 0) -> list[Spot]:
    """The three nearest, some of them thought to be so much farther off."""

    def far(spot: Spot) -> tuple[int, int, int]:
        return round(hypot(spot[0] - here[0], spot[1] - here[1])) + more(spot), round(spot[0]), round(spot[1])

    return sorted(spots, key=far)[:3]


def _walls(view: Battle, unit: Unit) -> Iterator[Spot]:
    x, y = _place(unit)
    return (foot_of(one, x, y) for one in works(view))


def _ditches(view: Battle, unit: Unit) -> Iterator[Spot]:
    """Water before the machines of its side, where nobody has filled it yet."""
    if any(one.kind == CAUSEWAY for one in view.table.features):
        return
    pushed = (one for one in view.standing() if one.own.profile.engine in _PUSHED and friendly(view, unit, one))
    machine = next(pushed, None)
    x, y = _place(machine or unit)
    for one in view.table.features:
        if one.kind == MOAT or (one.kind == DITCH and machine is not None):
            at = one.polygon.boundary.interpolate(one.polygon.boundary.project(Point(x, y)))
            yield at.x, at.y


def _ways_in(view: Battle, unit: Unit) -> Iterator[Spot]:
    """Breaches, gates that can be reached before they are shut again, the feet of ladders, and siege towers with room
    in them."""
    closed = [one.polygon for one in view.table.features if one.kind == ABATIS]
    gates = [one for one in view.table.features if one.kind == OPEN_GATE and _in_a_move(view, unit, one)]
    for one in (*(one for one in view.table.features if one.kind == BREACH), *gates):
        if not any(one.polygon.intersects(shape) for shape in closed):
            yield _through(view, unit, one)
    for ladder in siege_of(view).ladders:
        if not is_bridge(ladder) and friendly(view, unit, view.units[ladder.carried_by]) and not ladder.climbing:
            yield ladder.x, ladder.y
    for tower in view.standing():
        if tower.own.profile.engine == "siege_tower" and friendly(view, unit, tower) and tower.on_table:
            yield _place(tower)


def _in_a_move(view: Battle, unit: Unit, gap: Feature) -> bool:
    return bool(gap.polygon.distance(Point(*_place(unit))) < normal_move(view, unit).total)


def _through(view: Battle, unit: Unit, gap: Feature) -> Spot:
    """Where to go next on the way through a gap: before it, into it, or out on the side of the enemy."""
    middle, here = gap.polygon.centroid, _place(unit)
    sides = _before_and_behind(gap)
    if hypot(middle.x - here[0], middle.y - here[1]) <= _IN_IT:
        foes = [_place(one) for one in view.standing() if one.figures and not friendly(view, unit, one)]
        return min(sides, key=lambda side: min((hypot(side[0] - x, side[1] - y) for x, y in foes), default=0.0))
    before = min(sides, key=lambda side: hypot(side[0] - here[0], side[1] - here[1]))
    if _is_open(view, here, (middle.x, middle.y), unit.outline.main.half_width):
        return middle.x, middle.y
    return before if hypot(before[0] - here[0], before[1] - here[1]) > _IN_IT else (middle.x, middle.y)


def _before_and_behind(gap: Feature) -> tuple[Spot, Spot]:
    """The points before a gap in a wall, square to it, on both sides."""
    middle = gap.polygon.centroid
    around = gap.polygon.minimum_rotated_rectangle
    assert isinstance(around, Polygon)
    corners = list(around.exterior.coords)
    (ax, ay), (bx, by) = min(
        pairwise(corners[:3]), key=lambda edge: hypot(edge[1][0] - edge[0][0], edge[1][1] - edge[0][1])
    )
    far = hypot(bx - ax, by - ay)
    x, y = (bx - ax) / far * _BEFORE, (by - ay) / far * _BEFORE
    return (middle.x + x, middle.y + y), (middle.x - x, middle.y - y)


def _crosses(view: Battle, here: Spot, spot: Spot) -> bool:
    """Whether water lies between."""
    line = LineString([here, spot])
    return any(one.kind in _BARS and one.polygon.intersects(line) for one in view.table.features)


# ---------------------------------------------------------------- the way there


def _towards(view: Battle, unit: Unit, spot: Spot) -> Commanded | None:
    """As far straight towards a point as the rules let it, if it comes nearer."""
    angle = turn_towards(middle_of(unit), *spot)
    far = max(1, round(hypot(spot[0] - unit.pose.x, spot[1] - unit.pose.y)))
    whole = normal_move(view, unit).total
    first: Path = (Turn(angle),) if abs(angle) >= _STRAIGHT else ()
    for part in (min(far, whole), whole * 3 // 4, whole // 2, whole // 4):
        if part < _NEAR:
            continue
        path = _cut(view, unit, (*first, Advance(part)))
        command = Commanded(unit.id, MOVE, PathDrawn(path))
        gone = sum(leg.distance for leg in path if isinstance(leg, Advance))
        if gone >= _NEAR and not judge_command(view, unit, command):
            return command
    return None


def _cut(view: Battle, unit: Unit, path: Path) -> Path:
    """As much of a path as can be made."""
    walker = walk(view, order_of(unit.id, Commanded(unit.id, MOVE, PathDrawn(path))))
    return tuple(leg.manoeuvre for leg in walker.legs)
