"""Turning and re-forming: wheels, changes of face, formation and hedgehog: BW-B4-11, BW-B4-14 to BW-B4-27."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.manoeuvre import Face, FormHedgehog, FormUp, Oblique, Reform, Turn, Wheel
from schiltron.battle.marching import first_round
from schiltron.rulesets.book_of_war.movement.contact import square_up
from schiltron.rulesets.book_of_war.movement.swinging import climbed, rate_under
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.movement.wrapping import straighten_wings
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Bend, Formed, figures
from schiltron.table.facing import faced, in_line
from schiltron.table.lengths import (
    HALF_TURN,
    QUARTER_TURN,
    TOLERANCE,
    Mdeg,
    Mil,
    inches,
    show_inches,
)
from schiltron.table.outline import outline
from schiltron.table.pose import Pose

MOST_FACES = 2
"""Half a move each, so two in a turn (BW-B4-17)."""


# ---------------------------------------------------------------- wheeling


def wheel(walker: Walker, leg: Wheel) -> None:
    """Pivot on an outer front corner: an inch a file for 90 degrees, times the ground (BW-B4-25, BW-B4-26)."""
    if not 0 < leg.angle <= HALF_TURN:
        walker.refuse("a wheel turns by more than 0 and at most 180 degrees", "BW-B4-25")
        return
    if walker.body.hedgehog:
        walker.refuse("a hedgehog cannot move until it faces one way", "BW-B4-24")
        return
    held = walker.enemies_touched()
    if held:
        walker.refuse(f"it cannot wheel in contact with {held[0].name}", "BW-B4-30", "BW-B4-31")
        return
    if walker.body.left is not None or walker.body.right is not None:
        straighten_wings(walker)
        if walker.reasons:
            return
    for pikes in walker.pikes_before():
        walker.refuse(
            f"the pikes of {pikes.name} are within an inch: it must face about before it moves away", "BW-B4-32"
        )
        return
    turn = leg.angle if leg.side == "right" else -leg.angle
    rate = _wheel_rate(walker, turn)
    angle = _affordable_angle(walker, leg, rate)
    angle, met = _clear_turn(walker, angle if turn > 0 else -angle)
    if not angle:
        return
    pose, body = _wheeled(walker, angle)
    found = [] if met is not None else walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
        return
    cost = round(walker.body.files * inches(1) * abs(angle) * rate / QUARTER_TURN) + _climb(walker, pose, body)
    if cost > walker.left + TOLERANCE:
        walker.refuse(
            f"the wheel uphill costs {show_inches(cost)}, {show_inches(walker.left)} are left",
            "BW-B4-26",
            "BW-B3-09",
            measured=True,
        )
        return
    walker.goes(replace(leg, angle=abs(angle)), pose, body, min(cost, walker.left))
    if met is not None:
        square_up(walker, met)


def _affordable_angle(walker: Walker, leg: Wheel, rate: int) -> Mdeg:
    full = walker.body.files * inches(1) * leg.angle * rate / QUARTER_TURN
    if full <= walker.left + TOLERANCE:
        return leg.angle
    angle = int(walker.left * QUARTER_TURN / (walker.body.files * inches(1) * rate))
    walker.refuse(
        f"wheeling {walker.body.files} files by {leg.angle / 1000:g}° costs {show_inches(round(full))}, "
        f"{show_inches(walker.left)} are left: enough for {angle / 1000:g}°",
        "BW-B4-26",
        measured=True,
    )
    return angle


def _wheeled(walker: Walker, turn: Mdeg) -> tuple[Pose, Formed]:
    """Pose and body after a wheel. A column deeper than wide bends behind its front rank (BW-B4-11, BW-B4-27)."""
    pose, body = walker.pose, walker.body
    half = body.frontage / 2
    x, y = pose.world(half if turn > 0 else -half, 0.0)
    if turn and body.ranks(walker.count) > body.files:
        rank = body.base.depth + body.spacing
        behind = body.bends
        if behind:
            behind = (Bend(max(rank, behind[0].length - rank), behind[0].turn), *behind[1:])
        body = replace(body, bends=(Bend(rank, turn), *behind))
    return pose.pivoted(x, y, turn), body


def _clear_turn(walker: Walker, turn: Mdeg) -> tuple[Mdeg, Unit | None]:
    """How far the wheel is clear, with the enemy it ends at. Of a column only the front rank swings."""
    pose, body = walker.pose, walker.body
    half = body.frontage / 2
    x, y = pose.world(half if turn > 0 else -half, 0.0)
    bending = body.ranks(walker.count) > body.files
    swinging = outline(pose, replace(body, bends=()), body.files) if bending else walker.outline
    turn, met = first_round(walker, swinging, turn, x, y)
    if met is None:
        return turn, None
    if met.side == walker.unit.side:
        walker.refuse(f"{met.name} is in the way of the wheel", "BW-B4-13", measured=True)
        return turn, None
    if walker.bearing != "march":
        walker.refuse(f"it may not come into contact with {met.name}", "BW-B2-44", measured=True)
        return 0, None
    return turn, met


def _wheel_rate(walker: Walker, turn: Mdeg) -> int:
    """The highest rate of ground under a figure at the start, half way and the end of the wheel."""
    stages = (_wheeled(walker, part) for part in (0, turn // 2, turn))
    return max(rate_under(walker, figures(pose, body, walker.count)) for pose, body in stages)


def _climb(walker: Walker, pose: Pose, body: Formed) -> Mil:
    """Contours that the front rank goes up in a wheel (BW-B3-09)."""
    return climbed(walker, figures(walker.pose, walker.body, walker.count), figures(pose, body, walker.count))


def turn(walker: Walker, _leg: Turn) -> None:
    """A formed body never turns about its middle: it wheels or changes face (BW-B4-17, BW-B4-25)."""
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
    found = walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
        return
    walker.goes(leg, pose, body, min(cost, walker.left))


# ---------------------------------------------------------------- formation


def reform(walker: Walker, leg: Reform) -> None:
    """New ranks and files for the whole move, the middle of the front staying where it is (BW-B4-14 to BW-B4-16)."""
    if walker.legs or walker.left < walker.troop.move:
        walker.refuse("changing formation takes the whole move", "BW-B4-14")
        return
    if not 1 <= leg.files <= walker.count:
        walker.refuse(f"it has {walker.count} figures: 1 to {walker.count} files", "BW-B4-05", "BW-B4-14")
        return
    body, _ = in_line(walker.body, walker.pose)
    body = replace(body, files=leg.files, hedgehog=False)
    if body == walker.body:
        walker.refuse("it stands in that formation already", "BW-B4-14")
        return
    if walker.enemies_touched() or walker.pikes_before():
        walker.refuse("in contact with the enemy, or an inch from its pikes, it cannot change formation", "BW-B4-15")
        return
    found = walker.in_the_way(walker.pose, body)
    if found:
        walker.reasons += found
        return
    walker.goes(leg, walker.pose, body, walker.left)


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
    found = walker.in_the_way(pose, line) if (line, pose) != (body, walker.pose) else []
    if found:
        walker.reasons += found
        return
    walker.goes(leg, pose, replace(line, hedgehog=True), min(cost, walker.left))


def holds_hedgehog(body: Formed, count: int) -> bool:
    """A full two by two at least."""
    return body.files >= 2 and count >= 2 * body.files
