"""Walking a whole path: leg by leg until it ends, meets the enemy or a rule stops it (BW-B1-08, BW-B4-10, BW-B4-28)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from schiltron.battle.field import friends
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Oblique,
    Path,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.battle.remembering import keep, recall
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.movement.marching import advance
from schiltron.rulesets.book_of_war.movement.turning import (
    face,
    form_up,
    hedgehog,
    may_wheel,
    oblique,
    reform,
    room_for,
    turn,
    wheel,
)
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Shortfall, Walker
from schiltron.rulesets.book_of_war.movement.wrapping import expand, square_again, wrap
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import CONTACT, Mdeg, Mil, show_inches
from schiltron.table.outline import gap

SPLIT = "split"
_WALKED = "walked"

_LEGS: dict[type, Callable[[Walker, Any], None]] = {
    Wheel: wheel,
    Oblique: oblique,
    Turn: turn,
    Face: face,
    Reform: reform,
    FormHedgehog: hedgehog,
    FormUp: form_up,
    Wrap: wrap,
    Expand: expand,
    SquareUp: square_again,
}


def walk(battle: Battle, unit: Unit, path: Path, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> Walker:
    """Go along a path as far as the rules allow."""
    key = (unit.id, path, bearing, allowance)
    known: tuple[object, Walker] | None = recall(battle, _WALKED)
    if known is not None and known[0] == key and (known[1].shortfall == shortfall or not known[1].reasons):
        return known[1]
    walker = _walked(battle, unit, path, bearing, shortfall, allowance)
    crowd = _crowding(walker) if walker.tolerant or not walker.reasons else None
    if crowd is not None:
        if walker.tolerant:
            walker = _backed_off(walker)
        _too_close(walker, crowd)
    keep(battle, _WALKED, (key, walker))
    return walker


def _walked(battle: Battle, unit: Unit, path: Path, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> Walker:
    walker = Walker(battle, unit, bearing, shortfall, allowance)
    while walker.index < len(path):
        rest = path[walker.index :]
        if walker.met is not None:
            walker.reasons += _against_wrapping(walker, rest)
            break
        straight = _straight_on(rest)
        if straight:
            advance(walker, straight)
        else:
            _LEGS[type(rest[0])](walker, rest[0])
        if walker.reasons or walker.collided is not None or walker.left_table:
            break
        walker.index += len(straight) or 1
    return walker


def room_to_wheel(battle: Battle, unit: Unit, path: Path, bearing: Bearing, allowance: Mil) -> Mdeg:
    """How much of the wheel at the end of a path there is room for; 0 if it may not wheel there at all."""
    *before, last = path
    assert isinstance(last, Wheel)
    walker = _walked(battle, unit, tuple(before), bearing, "stops", allowance)
    return 0 if walker.stopped or not may_wheel(walker) else room_for(walker, last)


def _straight_on(path: Path) -> list[Advance]:
    """The legs straight ahead with which a path begins: they are one march (BW-B4-28)."""
    found: list[Advance] = []
    for leg in path:
        if not isinstance(leg, Advance):
            break
        found.append(leg)
    return found


def _against_wrapping(walker: Walker, rest: Path) -> list[Reason]:
    """Why files cannot wrap where contact was made; they do so once pikes run onto have struck (BW-B2-10)."""
    moved = walker.standing
    after = Walker(walker.battle.with_unit(moved), moved, walker.bearing, walker.shortfall, walker.left)
    for index, leg in enumerate(rest, walker.index):
        after.index = index
        if isinstance(leg, Wrap):
            wrap(after, leg)
        else:
            after.refuse("contact ends the move: after it a unit may only wrap", "BW-B4-28")
        if after.reasons:
            formless = isinstance(leg, Wrap) and (min(leg.left, leg.right) < 0 or leg.left + leg.right < 1)
            return [replace(reason, measured=not formless) for reason in after.reasons]
    return []


def _too_close(walker: Walker, friend: Unit) -> None:
    keep = walker.battle.own.options.friendly_gap
    walker.refuse(
        f"it would end less than {show_inches(keep)} from {friend.name}: friends keep apart",
        "BW-B4-10",
        measured=True,
    )


def _crowding(walker: Walker) -> Unit | None:
    """A friend too close to where the move ends (BW-B4-10). Contact with the enemy, and flight, excuse it."""
    if not walker.legs or walker.met is not None or walker.bearing == "flight":
        return None
    keep = walker.battle.own.options.friendly_gap
    here = walker.outline
    start = walker.unit.outline
    for friend in friends(walker.battle, walker.unit):
        there = friend.outline
        if here.near(there, keep):
            apart = gap(here, there)
            if apart < keep - CONTACT and apart < gap(start, there):
                return friend
    return None


def _backed_off(walker: Walker) -> Walker:
    """A move that would end too close to a friend stops short of it; at worst it is not made."""
    legs = [leg.manoeuvre for leg in walker.legs]
    while legs:
        last = legs.pop()
        less = walker.battle.own.options.friendly_gap or CONTACT
        while isinstance(last, Advance) and less < last.distance:
            shorter = _again(walker, (*legs, Advance(last.distance - less)))
            if _crowding(shorter) is None:
                return shorter
            less *= 2
        shorter = _again(walker, tuple(legs))
        if _crowding(shorter) is None:
            return shorter
    return _again(walker, ())


def _again(walker: Walker, path: Path) -> Walker:
    return _walked(walker.battle, walker.unit, path, walker.bearing, "stops", walker.allowance)


def allowance(unit: Unit, action: str) -> Mil:
    """The move a unit has: all of it, or half for either part of a split move (BW-C2-01, BW-B2-43)."""
    return troop(unit).half_move if action == SPLIT else troop(unit).move
