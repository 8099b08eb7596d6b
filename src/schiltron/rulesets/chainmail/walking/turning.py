"""Turns, wheels and changes of formation: CM-FORM-01 to CM-FORM-06, CM-MELEE-49, CM-MELEE-51, CM-HIST-23 to -26."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from schiltron.battle.movement.straight_and_wheel import first_round
from schiltron.battle.state.manoeuvre import Face, FormHedgehog, FormUp, Manoeuvre, Reform, Turn, Wheel
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import counted, said
from schiltron.rulesets.chainmail.fantasy.unseen import is_veil
from schiltron.rulesets.chainmail.field import HEDGEHOG, goes_singly, is_swiss
from schiltron.rulesets.chainmail.state import Formation, Forming
from schiltron.rulesets.chainmail.terrain import STREAM
from schiltron.rulesets.chainmail.walking.flying import HEIGHTS, change_height
from schiltron.rulesets.chainmail.walking.formations import (
    ALL_ROUND,
    FOOT_ONLY,
    SQUARES,
    WHOLE,
    change,
    facing,
    kind,
    moves_due,
    outer_corner,
    price,
    schiltron_barred,
    shaped,
    square_files,
)
from schiltron.rulesets.chainmail.walking.ground import RULES, fording, on_a_hill, pace, underfoot
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.rulesets.chainmail.walking.veils import change_veil
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.body import Body, Formed
from schiltron.table.facing import TURNS, faced
from schiltron.table.lengths import HALF_TURN, TOLERANCE, Mdeg, Mil, show_inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

# ---------------------------------------------------------------- facing (CM-FORM-04)


def turn(walker: Walker, leg: Turn) -> None:
    """The whole body about its middle."""
    if not leg.angle or abs(leg.angle) > HALF_TURN:
        walker.refuse("a turn is more than nothing and at most 180 degrees", "CM-FORM-04")
        return
    pose = walker.pose.pivoted(*walker.middle(), leg.angle)
    _change_facing(walker, leg, leg.angle, (pose, walker.body))


def face(walker: Walker, leg: Face) -> None:
    """Every figure where it stands: ranks become files, the ground stays the same."""
    if leg.to == "front" or walker.formation in ALL_ROUND:
        walker.refuse("it faces that way already", "CM-FORM-04")
        return
    _change_facing(walker, leg, TURNS[leg.to], faced(walker.pose, walker.body, walker.count, leg.to))


def _change_facing(walker: Walker, leg: Turn | Face, angle: Mdeg, there: tuple[Pose, Body]) -> None:
    cost = _facing_price(walker, angle)
    due = round(WHOLE * moves_due(walker.unit, facing(angle)[1]))
    if cost is not None and due > WHOLE and walker.action == "move":
        _face_over_turns(walker, leg, cost, due, there)
        return
    if not _affords(walker, cost):
        return
    walker.curve += abs(angle)
    _stand(walker, leg, *there, 0 if cost is None else cost.total)


def _face_over_turns(walker: Walker, leg: Turn | Face, full: Tally, due: int, there: tuple[Pose, Body]) -> None:
    """Facing about costs the poorly trained two moves: they begin it in one turn and have done it in the next."""
    begun = walker.forming
    paid = begun.paid if begun is not None and begun.facing == leg else 0
    files = walker.body.files if isinstance(walker.body, Formed) else 1
    walker.changing = Forming(walker.formation, files, paid, due, leg)
    walker.ground += full.rules
    cost = round(full.total * Fraction(due - paid, due))
    if cost > walker.left + TOLERANCE:
        _begin(walker, leg, walker.changing, "it is still changing its facing", full.rules)
        return
    walker.forming = None
    if not _stand(walker, leg, *there, cost):
        walker.forming = begun


def _facing_price(walker: Walker, angle: Mdeg) -> Tally | None:
    if goes_singly(walker.unit):
        return None
    return price(walker.battle, walker.unit, *facing(angle), "CM-FORM-04")


def _affords(walker: Walker, cost: Tally | None) -> bool:
    if cost is None or cost.total <= walker.left + TOLERANCE:
        return True
    walker.fall_short(f"{cost.terms[0].label} costs {show_inches(cost.total)}", *cost.rules)
    return False


def _stand(walker: Walker, leg: Manoeuvre, pose: Pose, body: Body, cost: Mil) -> bool:
    """Put the body there, if there is room; it pays for a stream that it steps into (CM-TERR-11)."""
    found = walker.in_the_way(pose, body, closed_up=walker.formation != "open")
    if found:
        walker.reasons += found
        return False
    streams = [] if walker.height else streams_entered(walker, pose, body)
    cost += sum(map(fording, streams))
    if streams and cost > walker.left + TOLERANCE:
        walker.fall_short(f"stepping into {streams[0].name} costs {show_inches(fording(streams[0]))}", *RULES[STREAM])
        return False
    walker.ground += RULES[STREAM] if streams else ()
    if walker.formation in ("line", "column"):
        walker.formation = kind(walker.formation, body, walker.count)
    walker.goes(leg, pose, body, min(cost, walker.left))
    return True


def streams_entered(walker: Walker, pose: Pose, body: Body) -> list[Feature]:
    """Streams in which figures would stand there and stand nowhere now; a hair over the bank is not in the water."""
    streams = [feature for feature in walker.board.features if feature.kind == STREAM]
    now = underfoot(walker.pose, walker.body, walker.count, streams, TOLERANCE)
    return [stream for stream in underfoot(pose, body, walker.count, streams, TOLERANCE) if stream not in now]


# ---------------------------------------------------------------- wheels


def wheel(walker: Walker, leg: Wheel) -> None:
    """On a front corner, as far as the outer corner goes for it; it costs no less than to face that way."""
    body = walker.body
    if not isinstance(body, Formed):
        walker.refuse("a single piece turns, it does not wheel", "CM-FORM-04")
        return
    if not 0 < leg.angle <= HALF_TURN:
        walker.refuse("a wheel goes towards the side it is named for, by 180 degrees at most", "CM-FORM-04")
        return
    right = leg.side == "right"
    corner = walker.pose.world(body.frontage / 2 if right else -body.frontage / 2, 0)
    signed, met = first_round(walker, walker.outline, leg.angle if right else -leg.angle, *corner)
    if met is not None:
        walker.refuse(f"{said(met, 'are in the way of the wheel')}", "CM-SCALE-04", measured=True)
        return
    pose = walker.pose.pivoted(*corner, signed)
    features = walker.board.features
    there = underfoot(pose, body, walker.count, features) if features else ()
    swung, facing_about = outer_corner(body, leg.angle) * pace(there), _facing_price(walker, leg.angle)
    cost = max(swung, facing_about.total if facing_about is not None else 0)
    if cost > walker.left + TOLERANCE:
        _cannot_wheel(walker, swung, facing_about)
        return
    if walker.action == "charge" and on_a_hill(there) is not None:
        walker.refuse("no charge wheels on a hill", "CM-TERR-03", measured=True)
        return
    walker.curve += leg.angle
    if _stand(walker, leg, pose, body, cost) and facing_about is not None and cost > swung:
        walker.ground += facing_about.rules


def _cannot_wheel(walker: Walker, swung: Mil, facing_about: Tally | None) -> None:
    if facing_about is None or swung > facing_about.total:
        walker.fall_short(f"the outer corner goes {show_inches(swung)} in that wheel", "CM-MOVE-01")
    else:
        name = facing_about.terms[0].label
        text = f"a wheel costs no less than facing: {name} {show_inches(facing_about.total)}"
        walker.fall_short(text, *facing_about.rules)


# ---------------------------------------------------------------- formations (CM-FORM-01)


def reform(walker: Walker, leg: Reform) -> None:
    """New ranks and files, in the order the unit is in."""
    body = walker.body
    if not isinstance(body, Formed) or not 1 <= leg.files <= walker.count:
        walker.refuse(f"it has {counted(walker.count, 'figure')}: no more files than that", "CM-FORM-01")
    elif walker.formation in ALL_ROUND:
        walker.refuse(f"a {walker.formation} forms up in close order first", "CM-FORM-01")
    elif body.files == leg.files:
        walker.refuse("it stands in that formation already", "CM-FORM-01")
    else:
        wider = replace(body, files=leg.files)
        to = kind(walker.formation, wider, walker.count)
        _change_formation(walker, leg, to, leg.files)


def form_up(walker: Walker, leg: FormUp) -> None:
    body = walker.body
    if leg.to in HEIGHTS:
        change_height(walker, leg)
    elif is_veil(leg):
        change_veil(walker, leg)
    elif not isinstance(body, Formed):
        walker.refuse("a single piece has no formation", "CM-FORM-01")
    elif leg.to == "close":
        _close(walker, leg, body)
    elif leg.to == "open":
        if walker.formation in ("line", "column"):
            _change_formation(walker, leg, "open", body.files)
        else:
            walker.refuse("only line and column go into open order", "CM-TERR-05", "CM-FORM-01")
    elif leg.to == "square":
        _square(walker, leg, "square")
    elif leg.to != "schiltron":
        walker.refuse("this book knows close and open order, square and schiltron", "CM-FORM-01")
    else:
        barred = schiltron_barred(walker.battle, walker.unit)
        if barred:
            walker.refuse(barred, "CM-HIST-23")
        else:
            _square(walker, leg, "schiltron")


def _close(walker: Walker, leg: FormUp, body: Formed) -> None:
    if walker.formation in ("line", "column"):
        walker.refuse("it is in close order already", "CM-FORM-01")
        return
    to = kind("line", body, walker.count)
    _change_formation(walker, leg, to, body.files)


def hedgehog(walker: Walker, leg: FormHedgehog) -> None:
    """Ten or more Swiss or Landsknechte with pole arms (CM-MELEE-49)."""
    unit = walker.unit
    pole_arms = unit.own.profile.arms in ("pike", "halberd")
    if walker.battle.own.options.hedgehog == "off" or not is_swiss(unit) or not pole_arms:
        walker.refuse("only Swiss and Landsknechte pikemen form a hedgehog", "CM-MELEE-49")
    elif unit.figures < HEDGEHOG:
        walker.refuse(f"a hedgehog takes {HEDGEHOG} figures", "CM-MELEE-49")
    else:
        _square(walker, leg, "hedgehog")


def _square(walker: Walker, leg: FormUp | FormHedgehog, to: Formation) -> None:
    if walker.formation not in ("line", "column"):
        walker.refuse(f"it forms a {to} only from line or column", "CM-FORM-01")
    else:
        _change_formation(walker, leg, to, square_files(walker.count))


def _change_formation(walker: Walker, leg: Reform | FormUp | FormHedgehog, to: Formation, files: int) -> None:
    """Pay for a change, or begin it: what costs more than is left is paid over turns (CM-FORM-01)."""
    body, unit = walker.body, walker.unit
    assert isinstance(body, Formed)
    name, moves = change(walker.standing_in, to)
    if name in FOOT_ONLY and unit.own.profile.mounted:
        walker.refuse("only foot forms square", "CM-FORM-02")
        return
    if walker.action != "move":
        walker.refuse("formations are changed in a normal move", "CM-FORM-01")
        return
    begun = walker.forming
    same = begun is not None and begun.to == to and (begun.files == files or not isinstance(leg, Reform))
    paid = begun.paid if begun is not None and same and begun.facing is None else 0
    due = round(WHOLE * moves_due(unit, moves))
    full = price(walker.battle, unit, name, moves, "CM-FORM-01" if to != "schiltron" else "CM-HIST-26")
    cost = round(full.total * Fraction(due - paid, due))
    walker.ground += full.rules
    walker.changing = Forming(to, files, paid, due)
    if cost > walker.left + TOLERANCE:
        _begin(walker, leg, walker.changing, "it is still changing formation", ("CM-FORM-01",))
        return
    was = walker.formation, walker.forming
    after = shaped(body, walker.count, to, files)
    pose = walker.pose.shifted(0, (after.depth(walker.count) - body.depth(walker.count)) / 2)
    walker.formation, walker.forming = to, None
    if not _stand(walker, leg, pose, after, cost):
        walker.formation, walker.forming = was
    elif to in SQUARES:
        walker.allowance -= walker.left - walker.left // 2  # what is left is gone at half speed (CM-MELEE-50)


def _begin(walker: Walker, leg: Manoeuvre, change_of: Forming, text: str, rules: tuple[str, ...]) -> None:
    """What is left of the move goes into it; until it is paid the unit stands as it did."""
    if walker.left <= TOLERANCE:
        walker.fall_short("changing formation or facing takes part of the move", *rules)
        return
    move = normal_move(walker.battle, walker.unit).total
    walker.forming = replace(change_of, paid=change_of.paid + WHOLE * walker.left // move)
    walker.halted = (text, rules)
    walker.goes(leg, walker.pose, walker.body, walker.left)
