"""Wheels and changes of facing (case 7.9), also in a shield wall (BS-11.6-04).

Single figures, and elite regulars in skirmish formation, look where they like for nothing.
"""

from __future__ import annotations

from fractions import Fraction
from math import radians
from typing import Final

from schiltron.battle.movement.straight_and_wheel import first_round
from schiltron.battle.state.manoeuvre import Face, Manoeuvre, Turn, Wheel
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.field import is_mob
from schiltron.rulesets.battlesystem.ground.footing import footing
from schiltron.rulesets.battlesystem.movement.formations import affords, opened
from schiltron.rulesets.battlesystem.movement.rates import is_march, part_of, share
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.body import Body, Formed, Single
from schiltron.table.contact import edge_met
from schiltron.table.facing import TURNS, faced
from schiltron.table.lengths import CONTACT, HALF_TURN, TOLERANCE, Mil, show_inches
from schiltron.table.outline import Outline, gap, outline
from schiltron.table.pose import Pose

_SIDEWAYS: Final = share("right_or_left_face")
_ABOUT: Final = share("about_face")


# ---------------------------------------------------------------- on the spot


def turn(walker: Walker, leg: Turn) -> None:
    """One figure turns on its place (BS-7.9-01); ranks wheel or face."""
    if not isinstance(walker.body, Single):
        walker.refuse("ranks wheel about one of their figures or change facing", "BS-7.9-03", "BS-7.9-04")
    elif not leg.angle or abs(leg.angle) > HALF_TURN:
        walker.refuse("a turn is more than nothing and at most 180 degrees", "BS-7.9-01")
    else:
        _on_its_place(walker, leg, walker.pose.turned(leg.angle))


def _on_its_place(walker: Walker, leg: Turn | Face, pose: Pose) -> None:
    found = walker.in_the_way(pose, walker.body)
    if found:
        walker.reasons += found
    else:
        walker.goes(leg, pose, walker.body, 0)


def face(walker: Walker, leg: Face) -> None:
    """Every figure where it stands: a third of MV to a side, half of it to the rear."""
    if not _may_face(walker, leg):
        return
    if isinstance(walker.body, Single):
        _on_its_place(walker, leg, walker.pose.turned(TURNS[leg.to]))
        return
    cost = _price(walker, leg)
    rules = ("BS-11.6-04",) if walker.stance == "shield_wall" else ("BS-7.9-04",)
    if affords(walker, cost, "changing facing", *rules):
        pose, body = faced(walker.pose, walker.body, walker.count, leg.to)
        settle(walker, leg, pose, body, cost)


def _may_face(walker: Walker, leg: Face) -> bool:
    if leg.to == "front":
        walker.refuse("it faces that way already", "BS-7.9-04")
    elif is_mob(walker.unit):
        walker.refuse("mobs do not change facing; they wheel", "BS-7.9-04")
    elif walker.unit.own.turn.come_upon:
        walker.refuse("the enemy came upon it before it moved: it keeps its facing", "BS-7.8-03")
    elif walker.stance == "shield_wall" and leg.to == "rear":
        walker.refuse("a shield wall changes facing by 90 degrees at most", "BS-11.6-04")
    elif walker.stance == "shield_wall" and (walker.spent or walker.unit.own.turn.spent):
        walker.refuse("a shield wall that changes facing does nothing else", "BS-11.6-04")
    return not walker.reasons


def _price(walker: Walker, leg: Face) -> Mil:
    if walker.formation == "skirmish":
        return 0
    if walker.stance == "shield_wall":
        return walker.left
    return part_of(walker.rate, _ABOUT if leg.to == "rear" else _SIDEWAYS)


# ---------------------------------------------------------------- wheels


def wheel(walker: Walker, leg: Wheel) -> None:
    """About a figure at one end of the front, at the cost of the way the other end goes; onto an enemy, if one stands
    there (BS-7.9-03)."""
    body = walker.body
    if not isinstance(body, Formed):
        walker.refuse("a single figure turns, it does not wheel", "BS-7.9-01")
        return
    if not 0 < leg.angle <= HALF_TURN:
        walker.refuse("a wheel goes towards the side it is named for, by 180 degrees at most", "BS-7.9-03")
        return
    sign = 1 if leg.side == "right" else -1
    corner = walker.pose.world(sign * body.frontage / 2, 0)
    swung, met = first_round(walker, walker.outline, sign * leg.angle, *corner)
    angle = abs(swung)
    pose = walker.pose.pivoted(*corner, swung)
    met = met or _ends_against(walker, outline(pose, body, walker.count))
    if met is not None and not walker.foe(met):
        walker.refuse(f"{said(met, 'are in the way of the wheel')}", "BS-7.4-02", measured=not walker.beside(met))
        return
    if met is not None and is_march(walker.unit, walker.action):
        walker.refuse(
            f"a forced march touches no enemy, and {said(met, 'are in the way')}", "BS-7.13-02", measured=True
        )
        return
    cost = round(body.frontage * radians(angle / 1000))
    done = leg if angle == leg.angle else Wheel(leg.side, angle)
    if not angle or settle(walker, done, pose, body, cost, "the outermost figure goes {} in that wheel"):
        _meets(walker, met)


def _ends_against(walker: Walker, there: Outline) -> Unit | None:
    """The enemy whom a body comes to touch, though nobody has stopped it."""
    here = walker.outline
    for other in walker.others:
        shape = other.outline
        if walker.foe(other) and there.near(shape, CONTACT) and gap(there, shape) <= CONTACT < gap(here, shape):
            return other
    return None


def _meets(walker: Walker, met: Unit | None) -> None:
    walker.met = met
    if met is not None:
        start = walker.unit.pose
        _, walker.edge = edge_met(walker.pose, walker.body, walker.count, met.outline, (start.x, start.y))


# ---------------------------------------------------------------- settling where a manoeuvre ends


def settle(
    walker: Walker, leg: Manoeuvre, pose: Pose, body: Body, cost: Mil, what: str = "that ground takes {}"
) -> bool:
    """Put the body there if there is room and the ground is paid for; closed ranks open where it does not bear them."""
    found = walker.in_the_way(pose, body)
    if found:
        walker.reasons += found
        return False
    before = (walker.pose, walker.body, walker.count)
    ground = footing(before, (pose, body, walker.count), walker.board.features, walker.manner)
    if ground.stop is not None:
        walker.refuse(ground.stop.text, *ground.stop.rules, measured=True)
        return False
    rules = tuple(toll.rule for toll in ground.tolls)
    walked = cost if not isinstance(leg, Wheel) else round(Fraction(cost) * ground.pace)
    whole = walked + sum(toll.loss for toll in ground.tolls)
    if whole > walker.left + TOLERANCE:
        walker.fall_short(
            what.format(show_inches(whole)), "BS-7.9-03" if isinstance(leg, Wheel) else "BS-7.0-01", *rules
        )
        return False
    if ground.ranks_open and walker.formation == "closed":
        shape = opened(walker, pose)
        if shape is None:
            walker.refuse("there is no room to open its ranks for that ground", ground.ranks_open, measured=True)
            return False
        body, walker.formation, walker.stance = shape, "open", ""
    walker.ground += (*rules, *((ground.ranks_open,) if ground.ranks_open else ()))
    walker.goes(leg, pose, body, min(whole, max(0, walker.left)))
    return True
