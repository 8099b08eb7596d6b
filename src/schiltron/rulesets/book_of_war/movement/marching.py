"""Going straight ahead: BW-C2-01, BW-C2-04, BW-B3-08 to BW-B3-13, BW-B4-13, BW-B4-28 to BW-B4-32, BW-B4-39."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.manoeuvre import Advance
from schiltron.battle.marching import first_ahead, furthest, long_enough, room_ahead
from schiltron.rulesets.book_of_war.movement.contact import square_up
from schiltron.rulesets.book_of_war.movement.ground import barred, impassable, march_cost, reach
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.movement.wrapping import straighten_wings
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Bend, straightened
from schiltron.table.contact import touches
from schiltron.table.ground import Climb, Stretch, march
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil, inches, show_inches
from schiltron.table.outline import outline

LEAST_MOVE = inches(1)
"""A unit that does nothing else may always go this far (BW-B3-13)."""


def advance(walker: Walker, leg: Advance) -> None:
    if not long_enough(walker, leg.distance, "BW-C2-04"):
        return
    if walker.body.hedgehog:
        walker.refuse("a hedgehog cannot move until it faces one way", "BW-B4-24")
        return
    held = walker.enemies_touched()
    if held and not _free_to_leave(walker, held):
        return
    if walker.body.left is not None or walker.body.right is not None:
        straighten_wings(walker)
        if walker.reasons:
            return
    distance, met, friend = _clear_way(walker, leg.distance)
    stretches, climbs = _ground(walker, distance)
    affordable = _affordable(walker, distance, stretches, climbs)
    if affordable < distance:
        distance, met, friend = affordable, None, None
    distance, met, friend = _solid_ground(walker, distance, met, friend)
    if distance <= 0 and met is None and friend is None:
        return
    _step(walker, leg, distance)
    if met is not None:
        square_up(walker, met)
    elif friend is not None:
        walker.collided = friend
    elif held and {enemy.id for enemy in held} & {enemy.id for enemy in walker.enemies_touched()}:
        walker.refuse("it may not scrape along an enemy it touches", "BW-B4-30", "BW-B4-31", measured=True)


def _step(walker: Walker, leg: Advance, distance: Mil) -> None:
    """Put the body that far ahead; a bent column straightens as it goes (BW-B4-27)."""
    cost = march_cost(*_ground(walker, distance), walker.troop) if walker.board.features else distance
    body = walker.body
    if body.bends:
        head = body.bends[0]
        bends = (Bend(head.length + distance, head.turn), *body.bends[1:])
        body = straightened(replace(body, bends=bends), walker.count)
    done = leg if distance == leg.distance else Advance(distance)
    walker.goes(done, walker.pose.advanced(distance), body, min(cost, walker.left))


def _ground(walker: Walker, distance: Mil) -> tuple[tuple[Stretch, ...], tuple[Climb, ...]]:
    features = walker.board.features
    if not features or walker.battle.own.options.game == "core":
        return (Stretch(0.0, float(distance), ()),), ()
    return march(walker.pose, walker.body, walker.count, distance, features)


def _free_to_leave(walker: Walker, held: list[Unit]) -> bool:
    """Whether nothing hostile holds the front: contact there, or pikes within an inch of it that are not charged."""
    here = walker.outline
    for enemy in held:
        if any(touch.edge_a == "front" and touch.rect_a == 0 for touch in touches(here, enemy.outline)):
            walker.refuse(f"{enemy.name} holds its front: it must face about first", "BW-B4-28", "BW-B4-31")
            return False
    return True


def _clear_way(walker: Walker, wanted: Mil) -> tuple[Mil, Unit | None, Unit | None]:
    """How far the way ahead is clear, with the enemy or the friend it ends at."""
    limit, first = first_ahead(walker, wanted)
    if first is not None and first.side == walker.unit.side:
        if walker.bearing == "flight":
            return max(0, int(limit)), None, first
        if limit >= wanted - TOLERANCE:
            return wanted, None, None
        walker.refuse(f"{first.name} is in the way after {show_inches(int(limit))}", "BW-B4-13", measured=True)
        return max(0, int(limit) - walker.battle.own.options.friendly_gap), None, None
    if first is not None and walker.bearing != "march":
        walker_stops = max(0, int(limit) - 2 * CONTACT)
        if walker.bearing == "split":
            walker.refuse(f"a split move may not come into contact with {first.name}", "BW-B2-44", measured=True)
        return walker_stops, None, None
    for pikes in walker.pikes_before():
        if first is None or first.id != pikes.id:
            walker.refuse(
                f"the pikes of {pikes.name} are within an inch: it must face about before it moves away",
                "BW-B4-32",
            )
            return 0, None, None
    if first is None:
        return wanted, None, None
    return max(0, int(limit)), first, None


def _affordable(walker: Walker, distance: Mil, stretches: tuple[Stretch, ...], climbs: tuple[Climb, ...]) -> Mil:
    """How far the move that is left carries; a shortfall is a reason."""
    cost = march_cost(stretches, climbs, walker.troop)
    if cost <= walker.left + TOLERANCE:
        return distance
    alone = not walker.legs and walker.left == walker.troop.move
    far = reach(stretches, climbs, walker.troop, walker.left)
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


def _solid_ground(
    walker: Walker, distance: Mil, met: Unit | None, friend: Unit | None
) -> tuple[Mil, Unit | None, Unit | None]:
    """Ponds and the table edge end the way; only a flight leaves the table (BW-B5-11)."""
    board = walker.board
    pose, body, count = walker.pose, walker.body, walker.count
    ahead = outline(pose.advanced(distance), body, count)
    if any(impassable(feature) for feature in board.features) and _water_on_the_way(walker, distance):
        dry = furthest(distance, lambda there: not _water_on_the_way(walker, there))
        walker.refuse(f"water ends the way after {show_inches(dry)}", "BW-B3-11", measured=True)
        return dry, None, None
    if not board.holds(ahead):
        if walker.bearing == "flight":
            walker.left_table = True
            return distance, None, None
        on = min(distance, room_ahead(walker))
        walker.refuse(f"the table ends after {show_inches(on)}", "BW-B5-11", measured=True)
        return on, None, None
    return distance, met, friend


def _water_on_the_way(walker: Walker, distance: Mil) -> bool:
    """Looked at every half inch of the way, at most."""
    steps = max(1, -(-distance // 500))
    return any(
        barred(
            walker.board.features,
            outline(walker.pose.advanced(distance * step // steps), walker.body, walker.count),
        )
        for step in range(1, steps + 1)
    )
