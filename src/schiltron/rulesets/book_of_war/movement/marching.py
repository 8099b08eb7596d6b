"""Moves straight ahead (chapters B4, B3 and C2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate

from msgspec import UNSET, Struct
from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import first_ahead, furthest, long_enough
from schiltron.battle.state.field import friendly
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.movement.columns import after, column_march, leading, outline_after, tail_free
from schiltron.rulesets.book_of_war.movement.contact import brush, square_up
from schiltron.rulesets.book_of_war.movement.free_moves import fly
from schiltron.rulesets.book_of_war.movement.ground import impassable, lies_near, march_cost, reach, rule_against
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.movement.wrapping import straighten_wings
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.contact import touches
from schiltron.table.ground import Climb, Stretch, march
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches, show_inches
from schiltron.table.outline import Outline
from schiltron.table.rectangles import brush_gap, scraping
from schiltron.table.terrain import Feature, name_of

LEAST_MOVE = inches(1)
"""A unit that does nothing else may always go this far (BW-B3-13)."""
_A_STEP: Mil = 250
"""How finely the storey of a work is looked through for its end."""
_ALONGSIDE: Mil = 3
"""A hair past where a flank begins to touch, so that it does wherever thousandths are rounded to."""


def advance(walker: Walker, legs: Sequence[Advance]) -> None:
    """Straight on, leg after leg: however it is cut, it is one march."""
    first = walker.index
    for number, leg in enumerate(legs):
        walker.index = first + number
        if not long_enough(walker, leg.distance, "BW-C2-04"):
            return
    walker.index = first
    if walker.flying:
        fly(walker, legs)
        return
    if walker.body.hedgehog:
        walker.refuse("a hedgehog cannot move until it faces one way", "BW-B4-24")
        return
    if not walker.free and not _free_to_leave(walker):
        return
    if walker.body.aslant:
        straighten_wings(walker)
        if walker.reasons:
            return
    way = _clear_way(walker, legs[0].distance if len(legs) == 1 else sum(leg.distance for leg in legs))
    clear, known = way.distance, {}
    if not walker.open_ground or clear > walker.left + TOLERANCE:
        known[clear] = _ground(walker, clear)
        affordable = _affordable(walker, clear, *known[clear])
        if affordable < clear:
            way = _Way(affordable)
    way, there = _solid_ground(walker, way)
    way = _off_the_points(walker, way)
    if walker.reasons:
        ends_on = first + _leg_at(legs, way.distance)
        walker.reasons = [replace(reason, leg=ends_on) if reason.leg == first else reason for reason in walker.reasons]
    if way.distance <= 0 and way.met is None and way.friend is None:
        return
    _step(walker, legs, way.distance, known, there)
    if way.met is not None:
        if way.brushed:
            brush(walker, way.met)
        else:
            square_up(walker, way.met)
    elif way.friend is not None:
        walker.collided = way.friend


def _leg_at(legs: Sequence[Advance], distance: Mil) -> int:
    """The leg on which a march ends that far on."""
    ends = list(accumulate(leg.distance for leg in legs))
    return next((number for number, end in enumerate(ends) if distance < end), len(legs) - 1)


_Ground = tuple[tuple[Stretch, ...], tuple[Climb, ...]]
_End = tuple[Mil, Outline]
"""What a body covers when it has gone so far."""


class _Way(Struct, frozen=True):
    """How far a leg goes, and the enemy or the friend it ends at."""

    distance: Mil
    met: Unit | None = None
    friend: Unit | None = None
    brushed: bool = False
    """The enemy met lies along a flank."""


def _step(
    walker: Walker, legs: Sequence[Advance], distance: Mil, known: Mapping[Mil, _Ground], covered: _End | None
) -> None:
    """Put the body that far ahead, leg by leg; the tail of a bent column follows (BW-B4-27).

    The ground of some distances may be known already, and what it covers at some place.
    """
    places = [end for end in accumulate([leg.distance for leg in legs]) if end < distance]
    paid = gone = 0
    made = []
    for place in (*places, distance):
        cost = place if walker.open_ground else march_cost(*(known.get(place) or _ground(walker, place)), walker.troop)
        made.append((Advance(place - gone), *after(walker, place), cost - paid))
        paid, gone = cost, place
    there = covered[1] if covered is not None and covered[0] == distance and not walker.body.bends else None
    for number, (manoeuvre, pose, body, cost) in enumerate(made, 1):
        walker.goes(manoeuvre, pose, body, min(cost, walker.left), there if number == len(made) else None)


def _ground(walker: Walker, distance: Mil) -> _Ground:
    features = walker.board.features
    if walker.open_ground or distance <= 0:
        return (Stretch(0.0, float(distance), ()),), ()
    if walker.body.corners:
        return column_march(walker, distance, features)
    return march(walker.pose, walker.body, walker.count, distance, features)


def _free_to_leave(walker: Walker) -> bool:
    """Whether no enemy touches the front, and none a flank along which it would slide (BW-B4-28 to BW-B4-31)."""
    here = walker.outline
    for enemy in walker.enemies_touched():
        if any(touch.edge_a == "front" and touch.rect_a == 0 for touch in touches(here, enemy.outline)):
            walker.refuse(f"{said(enemy, 'hold its front')}: it must face about first", "BW-B4-28", "BW-B4-31")
            return False
        if any(scraping(rect, other) for rect in here.rects for other in enemy.outline.rects):
            walker.refuse(f"it may not scrape along {enemy.name}, whom it touches", "BW-B4-30", "BW-B4-31")
            return False
    return True


def _clear_way(walker: Walker, wanted: Mil) -> _Way:
    """How far the way ahead is clear, with the enemy or the friend it ends at."""
    ahead = leading(walker)
    limit, first = first_ahead(walker, wanted, ahead)
    brushed = None
    x, y, around = ahead.x, ahead.y, ahead.radius + wanted
    for enemy in () if walker.free else walker.foes:
        there = enemy.outline
        dx, dy, reach = there.x - x, there.y - y, there.radius + around
        if dx * dx + dy * dy > reach * reach:
            continue
        for rect in there.rects:
            free = brush_gap(ahead.main, rect)
            if free is not None and free < min(limit, wanted):
                limit, first, brushed = free, enemy, enemy
    clear, blocker = tail_free(walker, min(wanted, max(0, int(limit))))
    if blocker is not None:
        who = "it" if blocker is walker.unit else blocker.name
        walker.refuse(f"{who} stands where its tail has to go, after {show_inches(clear)}", "BW-B4-13", measured=True)
        return _Way(clear)
    if first is None:
        return _Way(wanted)
    if friendly(walker.battle, walker.unit, first):
        if walker.bearing in ("flight", "joining"):
            return _Way(max(0, int(limit)), friend=first)
        if limit >= wanted - TOLERANCE:
            return _Way(wanted)
        walker.refuse(f"{said(first, 'are in the way')} after {show_inches(int(limit))}", "BW-B4-13", measured=True)
        return _Way(max(0, int(limit) - walker.battle.own.options.friendly_gap))
    if walker.free and limit <= CONTACT:
        walker.refuse(said(first, "stand in the way"), "BW-B4-13", measured=True)
        return _Way(0)
    if walker.bearing not in ("march", "afoot"):
        if walker.bearing == "split":
            walker.refuse(f"a split move may not come into contact with {first.name}", "BW-B2-44", measured=True)
        elif walker.bearing == "joining":
            walker.refuse(said(first, "stand in the way"), "BW-B4-13", "BW-A3-03", measured=True)
        return _Way(max(0, int(limit) - 2 * CONTACT))
    if brushed is not None:
        return _Way(min(wanted, int(limit) + _ALONGSIDE), met=first, brushed=True)
    return _Way(max(0, int(limit)), met=first)


def _off_the_points(walker: Walker, way: _Way) -> _Way:
    """Who stands within an inch of the front of pikes goes away from it or onto it, not along it (BW-B4-32)."""
    for pikes in walker.pikes_holding():
        if way.met is None or way.met.id != pikes.id:
            walker.refuse(
                f"the pikes of {pikes.name} are within an inch: it must face about before it moves away", "BW-B4-32"
            )
            return _Way(0)
    return way


def _affordable(walker: Walker, distance: Mil, stretches: tuple[Stretch, ...], climbs: tuple[Climb, ...]) -> Mil:
    """How far the move that is left carries; a shortfall is a reason."""
    cost = distance if walker.open_ground else march_cost(stretches, climbs, walker.troop)
    if cost <= walker.left + TOLERANCE:
        return distance
    far = reach(stretches, climbs, walker.troop, walker.left)
    alone = not walker.legs and walker.left == walker.troop.move
    if alone and far < LEAST_MOVE:
        if distance <= LEAST_MOVE:
            return distance
        far = LEAST_MOVE
    rules = ["BW-C2-01"]
    if any(part.inside for part in stretches):
        rules += ["BW-B3-08", "BW-B2-07"] if walker.troop.mounted else ["BW-B3-08"]
    if climbs:
        rules.append("BW-B3-09")
    walker.refuse(
        f"an advance of {show_inches(distance)} costs {show_inches(cost)} of move, "
        f"{show_inches(walker.left)} are left: it reaches {show_inches(far)}",
        *rules,
        measured=True,
    )
    return far


def _solid_ground(walker: Walker, way: _Way) -> tuple[_Way, _End | None]:
    """Ponds and the table edge end the way; only a flight leaves the table (BW-B5-11). With what is covered at its end,
    where that was looked at."""
    board, distance = walker.board, way.distance
    if _water_beside(walker, distance) and _water_on_the_way(walker, distance) is not None:
        dry = furthest(distance, lambda there: _water_on_the_way(walker, there) is None)
        _at_the_bar(walker, dry, _water_on_the_way(walker, distance))
        return _Way(dry), None
    if walker.within:
        return _on_its_storey(walker, way), None
    there = outline_after(walker, distance)
    if board.holds(there):
        return way, (distance, there)
    if walker.bearing == "flight":
        walker.left_table = True
        return _Way(distance), (distance, there)
    on = min(distance, int(board.room_ahead(leading(walker), *walker.pose.forward)))
    walker.refuse(f"the table ends after {show_inches(on)}", "BW-B5-11", measured=True)
    return _Way(on), None


def _water_beside(walker: Walker, distance: Mil) -> bool:
    """A quick no: whether water may lie where a body comes that goes so far straight ahead.

    The tail of a column swings no farther out than a rank is long.
    """
    if walker.open_ground:
        return False
    here = walker.outline
    around = here.radius + distance + 2 * (walker.body.frontage + walker.body.base.depth)
    return any(impassable(one) and lies_near(here, one, around) for one in walker.board.features)


def _water_on_the_way(walker: Walker, distance: Mil) -> Feature | None:
    """Ground that bars the way, looked at every half inch of it, at most: bodies are deeper."""
    steps = max(1, -(-distance // 500))
    looks = (walker.barred(outline_after(walker, distance * step // steps)) for step in range(1, steps + 1))
    return next((found for found in looks if found is not None), None)


def _at_the_bar(walker: Walker, dry: Mil, bar: Feature | None) -> None:
    """Why the way ends here."""
    if bar is None or bar.build is UNSET:
        walker.refuse(f"water bars the way after {show_inches(dry)}", "BW-B3-11", measured=True)
    else:
        walker.refuse(f"{name_of(bar)} stands in the way after {show_inches(dry)}", rule_against(bar), measured=True)


def _on_its_storey(walker: Walker, way: _Way) -> _Way:
    """Who is in an enclosed space stays on its storey: its middle does (BW-O6-11)."""
    kept = 0
    while kept < way.distance:
        step = min(_A_STEP, way.distance - kept)
        if not walker.keeps_on(outline_after(walker, kept + step)):
            kept += furthest(step, partial(_still_on, walker, kept))
            walker.refuse(f"there is nothing to stand on after {show_inches(kept)}", "BW-O6-11", measured=True)
            return _Way(kept)
        kept += step
    return way


def _still_on(walker: Walker, kept: Mil, more: Mil) -> bool:
    return walker.keeps_on(outline_after(walker, kept + more))
