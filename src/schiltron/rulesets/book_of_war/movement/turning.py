"""Wheels, changes of face, formation and hedgehog (chapter B4)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import first_round
from schiltron.battle.state.field import friendly
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Face, FormHedgehog, FormUp, Oblique, Reform, Turn, Wheel
from schiltron.battle.words.grammar import counted, said
from schiltron.rulesets.book_of_war.movement.columns import Hand, coiled, is_column, torn, turned_on, wheeled
from schiltron.rulesets.book_of_war.movement.contact import square_up
from schiltron.rulesets.book_of_war.movement.free_moves import turn_freely
from schiltron.rulesets.book_of_war.movement.ground import lies_near, rate_in, rule_against
from schiltron.rulesets.book_of_war.movement.swinging import climb_between, stood_on
from schiltron.rulesets.book_of_war.movement.swings import Swing, pivot, swinging, swings_clear, swung_over
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.movement.wrapping import straighten_wings
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Figure, Formed, figures
from schiltron.table.facing import TURNS, faced, in_line
from schiltron.table.ground import standing
from schiltron.table.lengths import CONTACT, HALF_TURN, QUARTER_TURN, TOLERANCE, Mdeg, Mil, inches, show_inches
from schiltron.table.outline import Outline, gap
from schiltron.table.pose import Pose
from schiltron.table.rings import meeting
from schiltron.table.terrain import name_of

MOST_FACES = 2
"""Half a move each, so two in a turn (BW-B4-17)."""
_AN_INCH: Mil = inches(1)
_CELL: Mdeg = 3_000
"""The ground under a wheel is looked at once in so much of the compass."""


# ---------------------------------------------------------------- wheeling


def wheel(walker: Walker, leg: Wheel) -> None:
    """Pivot on an outer front corner: an inch a file for 90 degrees, times the ground (BW-B4-25, BW-B4-26)."""
    if walker.free:
        turn_freely(walker, leg, leg.angle if leg.side == "right" else -leg.angle)
        return
    if not 0 < leg.angle <= HALF_TURN:
        walker.refuse("a wheel turns by more than 0 and at most 180 degrees", "BW-B4-25")
        return
    if not may_wheel(walker):
        return
    wanted = leg.angle if leg.side == "right" else -leg.angle
    parts = _parts(walker, wanted)
    shape, (x, y) = swinging(walker), pivot(walker, wanted)
    turn, met = _clear_turn(walker, shape, _affordable_turn(walker, wanted, parts), x, y)
    turn, met = _solid_turn(walker, shape, turn, x, y, met)
    if not turn:
        return
    if is_column(walker.body, walker.count):
        pose, body = wheeled(walker.pose, walker.body, walker.count, turn)
    else:
        pose, body = walker.pose.pivoted(x, y, turn), walker.body
    there = walker.covers(pose, body)
    found = [] if met is not None else _against_standing(walker, there, pose, body)
    if found:
        walker.reasons += found
        return
    met = met or next((foe for foe in walker.foes if _against(there, foe)), None)
    if met is not None and not _may_meet(walker, met):
        return
    cost = _price(parts if turn == wanted else _parts(walker, turn))
    made = leg if abs(turn) == leg.angle else replace(leg, angle=abs(turn))
    walker.goes(made, pose, body, min(cost, walker.left), there)
    if met is not None:
        square_up(walker, met)


def may_wheel(walker: Walker) -> bool:
    """Whether a body may wheel at all, its wings in line again; a reason if not."""
    if walker.body.hedgehog:
        walker.refuse("a hedgehog cannot move until it faces one way", "BW-B4-24")
        return False
    held = walker.enemies_touched()
    if held:
        walker.refuse(f"it cannot wheel in contact with {held[0].name}", "BW-B4-30", "BW-B4-31")
        return False
    if walker.body.aslant:
        straighten_wings(walker)
        if walker.reasons:
            return False
    for pikes in walker.pikes_holding():
        walker.refuse(
            f"the pikes of {pikes.name} are within an inch: it must face about before it moves away", "BW-B4-32"
        )
        return False
    return True


def room_for(walker: Walker, leg: Wheel) -> Mdeg:
    """How much of a wheel is made at most before somebody, water or the table edge is in the way.

    Who touches it already may give way as it turns or be pressed against: of them nothing is said.
    """
    shape = swinging(walker)
    if any(shape.near(other.outline, CONTACT) and gap(shape, other.outline) <= CONTACT for other in walker.others):
        return leg.angle
    wanted = leg.angle if leg.side == "right" else -leg.angle
    x, y = pivot(walker, wanted)
    turn, _ = first_round(walker, shape, wanted, x, y)
    return abs(_solid_turn(walker, shape, turn, x, y, None)[0])


def _against_standing(walker: Walker, there: Outline, pose: Pose, body: Formed) -> list[Reason]:
    """Why a body cannot stand where a wheel ends: what is in the way, or a column coiled up or torn."""
    found = walker.in_the_way(there)
    if not body.bends:
        return found
    if body.corners and coiled(there, body):
        found.append(Reason("it would wheel into its own tail", ("BW-B4-11",), walker.index, measured=True))
    if body.corners and torn(pose, body, walker.count):
        found.append(
            Reason("the wheel would tear the column apart: its head must go on first", ("BW-B4-11",), walker.index)
        )
    return found


def _affordable_turn(walker: Walker, turn: Mdeg, parts: list[_Part]) -> Mdeg:
    """How far the wheel can be paid for; a step up that cannot be paid in full is not made. A shortfall is a reason."""
    if len(parts) == 1 and round(parts[0].price + parts[0].climb) <= walker.left + TOLERANCE:
        return turn
    paid, least, uphill = 0.0, abs(turn), False
    for part in parts:
        uphill = uphill or part.climb > 0
        if least == abs(turn) and round(paid + part.price + part.climb) > walker.left + TOLERANCE:
            least = abs(part.start)
            if not part.climb:
                least += int(abs(part.end - part.start) * max(0.0, walker.left - paid) / part.price)
        paid += part.price + part.climb
    if round(paid) <= walker.left + TOLERANCE:
        return turn
    walker.refuse(
        f"wheeling {walker.body.files} files by {abs(turn) / 1000:g}°{' uphill' if uphill else ''} costs "
        f"{show_inches(round(paid))}, {show_inches(walker.left)} are left: enough for {(least + 20) // 100 / 10:g}°",
        *(("BW-B4-26", "BW-B3-09") if uphill else ("BW-B4-26",)),
        measured=True,
    )
    return least if turn > 0 else -least


def _price(parts: list[_Part]) -> Mil:
    return round(sum(part.price + part.climb for part in parts))


class _Part(Struct, frozen=True):
    """A part of a wheel: from where to where it turns, what it costs, and what steps up at its end cost besides."""

    start: Mdeg
    end: Mdeg
    price: float
    climb: Mil


def _parts(walker: Walker, turn: Mdeg) -> list[_Part]:
    """A wheel on open ground, or cut wherever the heading passes a mark of the compass.

    So a wheel made in two costs what it costs in one.
    """
    an_inch_a_file = walker.body.files * _AN_INCH / QUARTER_TURN
    here = walker.outline
    if walker.open_ground or not any(lies_near(here, one, 2 * here.radius) for one in walker.board.features):
        return [_Part(0, turn, abs(turn) * an_inch_a_file, 0)]
    box = swung_over(walker, turn, _CELL)
    swept = [one for one in walker.board.features if meeting(one.bounds, box)]
    slow, hills = [one for one in swept if rate_in((one,), walker.troop) > 1], [one for one in swept if one.contours]
    heading = walker.pose.heading
    side: Hand = "right" if turn > 0 else "left"
    before = stood_on(_turned(walker, 0, side), hills) if hills else []
    parts: list[_Part] = []
    at = 0
    while at != turn:
        cell = (heading + at) // _CELL if turn > 0 else -(-(heading + at) // _CELL) - 1
        end = min(turn, (cell + 1) * _CELL - heading) if turn > 0 else max(turn, cell * _CELL - heading)
        rate, climb = 1, 0
        if slow:
            rate = rate_in(standing(_turned(walker, cell * _CELL + _CELL // 2 - heading, side), slow), walker.troop)
        if hills:
            after = stood_on(_turned(walker, end, side), hills)
            climb, before = climb_between(walker, hills, before, after), after
        parts.append(_Part(at, end, abs(end - at) * rate * an_inch_a_file, climb))
        at = end
    return parts


def _turned(walker: Walker, turn: Mdeg, side: Hand) -> tuple[Figure, ...]:
    return figures(*turned_on(walker.pose, walker.body, walker.count, turn, side), walker.count)


def _clear_turn(walker: Walker, shape: Outline, turn: Mdeg, x: float, y: float) -> tuple[Mdeg, Unit | None]:
    """How far what swings round the corner at (x, y) is clear, with the enemy it ends at."""
    if not turn:
        return 0, None
    turn, met = first_round(walker, shape, turn, x, y)
    if met is None:
        return turn, None
    if friendly(walker.battle, walker.unit, met):
        walker.refuse(f"{said(met, 'are in the way of the wheel')}", "BW-B4-13", measured=True)
        return turn, None
    return (turn, met) if _may_meet(walker, met) else (0, None)


def _against(there: Outline, foe: Unit) -> bool:
    """Whether a wheel ends against an enemy: with nothing between it comes to contact, though nobody has stopped it
    (BW-B4-28)."""
    return there.near(foe.outline, CONTACT) and gap(there, foe.outline) <= CONTACT


def _may_meet(walker: Walker, foe: Unit) -> bool:
    if walker.bearing != "march":
        walker.refuse(f"it may not come into contact with {foe.name}", "BW-B2-44", measured=True)
    return walker.bearing == "march"


def _solid_turn(
    walker: Walker, shape: Outline, turn: Mdeg, x: float, y: float, met: Unit | None
) -> tuple[Mdeg, Unit | None]:
    """Neither a pond nor the air beyond the table edge is swung over (BW-B3-11, BW-B5-11)."""
    if not turn or (walker.open_ground and swings_clear(walker, shape, x, y)):
        return turn, met
    swing = Swing(walker, turn)
    over_edge = swing.over_edge()
    wet, water = swing.in_water()
    if min(wet, over_edge) > swing.looks:
        return turn, met
    if water is not None and wet <= over_edge:
        walker.refuse(f"the wheel goes into {name_of(water)}", rule_against(water), measured=True)
    else:
        walker.refuse("it would hang over the table edge", "BW-B5-11", measured=True)
    return swing.turned(min(wet, over_edge) - 1), None


def turn(walker: Walker, leg: Turn) -> None:
    """A formed body never turns about its middle: it wheels or changes face (BW-B4-17, BW-B4-25). A hero does
    (BW-A3-06)."""
    if walker.free:
        turn_freely(walker, leg, leg.angle)
        return
    walker.refuse("units wheel on a corner or change face; none turns about its middle", "BW-B4-17", "BW-B4-25")


def oblique(walker: Walker, _leg: Oblique) -> None:
    """There is no way slantwise: who wants to go to a side wheels (BW-B4-17, BW-B4-25)."""
    walker.refuse("units go straight ahead; to go another way they wheel or change face", "BW-B4-17", "BW-B4-25")


def form_up(walker: Walker, _leg: FormUp) -> None:
    """Ranks and files, or a hedgehog, are all the formations there are (BW-B4-04)."""
    walker.refuse("units of this book stand in ranks and files or in a hedgehog", "BW-B4-04")


# ---------------------------------------------------------------- facing


def face(walker: Walker, leg: Face) -> None:
    """Every figure turns in place for half the move, whatever the ground (BW-B4-17, BW-B4-18, BW-B4-19, BW-B4-24)."""
    if walker.free:
        turn_freely(walker, leg, TURNS[leg.to])
        return
    if leg.to == "front" and not walker.body.hedgehog:
        walker.refuse("it faces that way already", "BW-B4-17")
        return
    if sum(isinstance(done.manoeuvre, Face | FormHedgehog) for done in walker.legs) >= MOST_FACES:
        walker.refuse("a unit changes face at most twice in a turn", "BW-B4-17")
        return
    cost = walker.troop.half_move
    if cost > walker.left + TOLERANCE:
        walker.refuse(
            f"a change of face costs half the move, {show_inches(cost)}; {show_inches(walker.left)} are left",
            "BW-B4-17",
            measured=True,
        )
        return
    pose, body = faced(walker.pose, walker.body, walker.count, leg.to)
    walker.stands(leg, pose, body, min(cost, walker.left))


# ---------------------------------------------------------------- formation


def reform(walker: Walker, leg: Reform) -> None:
    """New ranks and files for the whole move, the middle of the front staying where it is (BW-B4-14 to BW-B4-16)."""
    if walker.legs or walker.left < walker.troop.move:
        walker.refuse("changing formation takes the whole move", "BW-B4-14")
        return
    if not 1 <= leg.files <= walker.count:
        walker.refuse(f"it has {counted(walker.count, 'figure')}: no more files than that", "BW-B4-05", "BW-B4-14")
        return
    body, _ = in_line(walker.body, walker.pose)
    body = replace(body, files=leg.files, hedgehog=False)
    if body == walker.body:
        walker.refuse("it stands in that formation already", "BW-B4-14")
        return
    if walker.enemies_touched() or walker.pikes_around():
        walker.refuse("in contact with the enemy, or an inch from its pikes, it cannot change formation", "BW-B4-15")
        return
    walker.stands(leg, walker.pose, body, walker.left)


def hedgehog(walker: Walker, leg: FormHedgehog) -> None:
    """All outermost figures face outward, for half the move (BW-B4-20, BW-B4-21)."""
    body = walker.body
    if body.hedgehog:
        walker.refuse("it is a hedgehog already", "BW-B4-20")
        return
    if not holds_hedgehog(body, walker.count):
        walker.refuse("a hedgehog needs at least 2 files and 2 ranks", "BW-B4-21")
        return
    if sum(isinstance(done.manoeuvre, Face | FormHedgehog) for done in walker.legs) >= MOST_FACES:
        walker.refuse("no second half of the move is left to form hedgehog", "BW-B4-20")
        return
    cost = walker.troop.half_move
    if cost > walker.left + TOLERANCE:
        walker.refuse(
            f"forming hedgehog costs half the move, {show_inches(cost)}; {show_inches(walker.left)} are left",
            "BW-B4-20",
            measured=True,
        )
        return
    line, pose = in_line(body, walker.pose)
    found = walker.in_the_way(walker.covers(pose, line)) if (line, pose) != (body, walker.pose) else []
    if found:
        walker.reasons += found
        return
    walker.goes(leg, pose, replace(line, hedgehog=True), min(cost, walker.left))


def holds_hedgehog(body: Formed, count: int) -> bool:
    """Two files and two ranks, of which the last may be short (BW-B4-21)."""
    return body.files >= 2 and body.ranks(count) >= 2
