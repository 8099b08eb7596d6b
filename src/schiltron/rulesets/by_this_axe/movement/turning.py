"""Turns, wheels and changes of formation: free about the middle (TA-MOVE-13), few under orders (TA-CMD-13)."""

from __future__ import annotations

from math import hypot, radians

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import first_round
from schiltron.battle.state.manoeuvre import Face, Manoeuvre, Reform, Turn, Wheel
from schiltron.battle.words.grammar import counted, said
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.ground import turned_into
from schiltron.rulesets.by_this_axe.movement.walker import Walker
from schiltron.table.body import Body, Formed
from schiltron.table.facing import TURNS, faced
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, show_inches
from schiltron.table.pose import Pose


def turn(walker: Walker, leg: Turn) -> None:
    """The whole body about its middle, which stays: no distance is gone."""
    if walker.may_turn(leg.angle):
        pose = walker.pose.pivoted(*walker.middle(), leg.angle)
        _stand(walker, leg, pose, walker.body)


def face(walker: Walker, leg: Face) -> None:
    """Every figure where it stands: ranks become files, the ground stays the same."""
    if leg.to == "front":
        walker.refuse("it faces that way already", "TA-MOVE-13")
        return
    if walker.may_turn(TURNS[leg.to]):
        pose, body = faced(walker.pose, walker.body, walker.count, leg.to)
        _stand(walker, leg, pose, body)


def reform(walker: Walker, leg: Reform) -> None:
    """New ranks and files about the middle of the body (TA-UNIT-06), so that nobody gains ground by it."""
    body = walker.body
    if not isinstance(body, Formed) or not 1 <= leg.files <= walker.count:
        walker.refuse(f"it has {counted(walker.count, 'figure')}: no more files than that", "TA-UNIT-06")
    elif body.files == leg.files:
        walker.refuse("it stands in that formation already", "TA-MOVE-13")
    elif walker.battle.own.options.command == "cards":
        walker.refuse("with order cards a unit does not change its formation", "TA-CMD-13")
    else:
        wider = replace(body, files=leg.files)
        pose = walker.pose.shifted(0, (wider.depth(walker.count) - body.depth(walker.count)) / 2)
        _stand(walker, leg, pose, wider)


def _stand(walker: Walker, leg: Manoeuvre, pose: Pose, body: Body) -> None:
    """Put the body there if there is room, and take off what a front that came uphill or over a wall loses."""
    found = walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
        return
    cost = _losses(walker, pose, body)
    if cost > walker.left + TOLERANCE:
        _falls_short(walker, f"the ground takes {show_inches(cost)}", "TA-TERR-08")
        return
    walker.goes(leg, pose, body, min(cost, walker.left))


def _losses(walker: Walker, pose: Pose, body: Body) -> Mil:
    met = turned_into((walker.pose, walker.body), (pose, body), walker.count, walker.ground_felt)
    return sum(toll.loss for toll in met if toll.kind in ("hill", "wall"))


def _falls_short(walker: Walker, what: str, *rules: str) -> None:
    walker.short = True
    walker.refuse(f"{what}, {show_inches(walker.left)} are left", *rules, measured=True)


# ---------------------------------------------------------------- wheels


def wheel(walker: Walker, leg: Wheel) -> None:
    """On a front corner, as far as the middle of the body goes for it."""
    body = walker.body
    if not isinstance(body, Formed) or is_character(walker.unit):
        walker.refuse("one figure turns, it does not wheel", "TA-MOVE-13")
        return
    if walker.stands_fast():
        return
    if leg.angle <= 0:
        walker.refuse("a wheel goes towards the side it is named for", "TA-MOVE-13")
        return
    right = leg.side == "right"
    if not walker.may_turn(leg.angle if right else -leg.angle):
        return
    corner = walker.pose.world(body.frontage / 2 if right else -body.frontage / 2, 0)
    x, y = walker.middle()
    radius = hypot(x - corner[0], y - corner[1])
    angle = min(leg.angle, int(1000 * (walker.left + TOLERANCE) / radius / radians(1)))
    if angle < leg.angle:
        cost = round(radius * radians(leg.angle / 1000))
        _falls_short(walker, f"the middle goes {show_inches(cost)} in that wheel", "TA-MOVE-04", "TA-MOVE-13")
    signed, met = first_round(walker, walker.outline, angle if right else -angle, *corner)
    if met is not None:
        walker.refuse(f"{said(met, 'are in the way of the wheel')}", "TA-MOVE-14", measured=True)
        return
    pose = walker.pose.pivoted(*corner, signed)
    found = walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
    elif signed:
        _swing(walker, leg, pose, abs(signed), round(radius * radians(abs(signed) / 1000)))


def _swing(walker: Walker, leg: Wheel, pose: Pose, angle: Mdeg, way: Mil) -> None:
    met = turned_into((walker.pose, walker.body), (pose, walker.body), walker.count, walker.ground_felt)
    met = walker.unpaid(met)
    if any(toll.kind == "woods" for toll in met) and not walker.trial:
        walker.pause, walker.rest = "woods", (leg,)
        walker.turns -= 1
        return
    losses = sum(toll.loss for toll in met)
    if way + losses > walker.left + TOLERANCE:
        _falls_short(walker, f"wheel and ground take {show_inches(way + losses)}", "TA-MOVE-13", "TA-TERR-08")
        return
    walker.pays(met)
    walker.begun = True
    walker.gone += way
    walker.goes(replace(leg, angle=angle), pose, walker.body, min(way + losses, walker.left))
