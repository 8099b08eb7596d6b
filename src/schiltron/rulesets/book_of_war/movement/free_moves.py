"""How heroes who stand alone move: they turn freely, and some of them fly (chapter A3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from schiltron.battle.movement.straight_and_wheel import furthest, kept_on_table, middle_of
from schiltron.battle.state.field import foes_among
from schiltron.battle.state.manoeuvre import Advance, Face, Turn, Wheel
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.movement.contact import square_up
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.table.lengths import CONTACT, HALF_TURN, TOLERANCE, Mdeg, Mil, show_inches
from schiltron.table.outline import outline, overlapping

_LOOKED_AT: Final[Mil] = 250
"""Free ground to land on is looked for in steps of so much."""


def turn_freely(walker: Walker, leg: Turn | Wheel | Face, angle: Mdeg) -> None:
    """He turns about his own middle, without cost (BW-A3-06)."""
    if not 0 < abs(angle) <= HALF_TURN:
        walker.refuse("a hero turns by more than 0 and at most 180 degrees", "BW-A3-06")
        return
    pose = walker.pose.pivoted(*middle_of(walker.pose, walker.body, walker.count), angle)
    if not (walker.flying and _goes_on(walker, 1)):
        found = walker.in_the_way(walker.covers(pose, walker.body))
        if found:
            walker.reasons += found
            return
    walker.goes(leg, pose, walker.body, 0)


def _goes_on(walker: Walker, legs: int) -> bool:
    """Whether a path leads on from the end of the legs that are being made."""
    return any(isinstance(leg, Advance) for leg in walker.path[walker.index + legs :])


def fly(walker: Walker, legs: Sequence[Advance]) -> None:
    """Straight on through the air, over everything, whatever the ground is like; landing on free ground (BW-A3-28).

    Who would come down on somebody comes down before him: in contact, if it is an enemy.
    """
    wanted = sum(leg.distance for leg in legs)
    distance = wanted
    if wanted > walker.left + TOLERANCE:
        distance = walker.left
        walker.refuse(
            f"a flight of {show_inches(wanted)} is more than the {show_inches(walker.left)} that are left",
            "BW-A3-28",
            measured=True,
        )
    distance = kept_on_table(walker, distance, "BW-B5-11")
    if distance <= 0:
        return
    if _goes_on(walker, len(legs)) and not walker.reasons:
        walker.goes(Advance(distance), walker.pose.advanced(distance), walker.body, distance)
        return
    _land(walker, distance)


def _land(walker: Walker, distance: Mil) -> None:
    found = walker.in_the_way(walker.covers(walker.pose.advanced(distance), walker.body))
    if not found:
        _comes_down(walker, distance)
        return
    lands = next((short for short in range(distance, 0, -_LOOKED_AT) if _free(walker, short)), 0)
    lands += furthest(min(_LOOKED_AT, distance - lands), lambda more: _free(walker, lands + more))
    there = outline(walker.pose.advanced(min(distance, lands + _LOOKED_AT)), walker.body, walker.count)
    below = [one for one in walker.others if overlapping(there, one.outline)]
    foes = foes_among(walker.battle, walker.unit, below)
    if not foes or len(foes) < len(below):
        walker.reasons += found
    elif lands <= CONTACT:
        walker.refuse(said(foes[0], "stand in the way"), "BW-A3-28", measured=True)
    if lands > CONTACT:
        _comes_down(walker, lands)
    if foes and not walker.reasons:
        square_up(walker, foes[0])


def _free(walker: Walker, distance: Mil) -> bool:
    return not walker.in_the_way(walker.covers(walker.pose.advanced(distance), walker.body))


def _comes_down(walker: Walker, distance: Mil) -> None:
    walker.goes(Advance(distance), walker.pose.advanced(distance), walker.body, min(distance, walker.left))
