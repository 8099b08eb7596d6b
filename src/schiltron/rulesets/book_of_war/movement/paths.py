"""Walking a whole path leg by leg until it ends, meets the enemy or a rule stops it (chapters B2, B4 and O6;
BW-B1-08)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.field import friendly, others_within
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import (
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
from schiltron.battle.state.memory import keep, recall
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import paced
from schiltron.rulesets.book_of_war.hulls import SAIL, STRAIGHT, other_hulls
from schiltron.rulesets.book_of_war.movement.helm import come_round, no_other_way, run_on
from schiltron.rulesets.book_of_war.movement.marching import advance
from schiltron.rulesets.book_of_war.movement.on_deck import between_ships, square_to_the_deck
from schiltron.rulesets.book_of_war.movement.surroundings import reach
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
from schiltron.table.outline import gap, overlapping

SPLIT = "split"
AFOOT = "walk"
"""What those do who could fly."""
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
    if unit.afloat:
        return _voyage(battle, unit, path, bearing, shortfall, allowance)
    key = (unit.id, bearing, allowance)
    known: tuple[object, Path, Walker] | None = recall(battle, _WALKED)
    last = None
    if known is not None and known[0] == key:
        _, asked, last = known
        if asked == path and (last.shortfall == shortfall or not last.reasons):
            return last
    walker = _walked(battle, unit, path, bearing, shortfall, allowance, last)
    if walker.free and not walker.within:
        _out_of_the_ranks(walker)
    if walker.tolerant or not walker.reasons:
        walker = _well_placed(walker)
    keep(battle, _WALKED, (key, path, walker))
    return walker


def _voyage(battle: Battle, ship: Unit, path: Path, bearing: Bearing, shortfall: Shortfall, allowance: Mil) -> Walker:
    """The way of a ship, leg by leg (BW-O6-19). Contact with another hull ends it."""
    walker = Walker(battle, ship, bearing, shortfall, allowance, other_hulls(battle, ship))
    walker.path = path
    while not walker.stopped and walker.index < len(path):
        rest = path[walker.index :]
        straight = _straight_on(rest)
        if straight:
            run_on(walker, straight)
        elif isinstance(rest[0], Turn):
            come_round(walker, rest[0])
        else:
            no_other_way(walker, rest[0])
        walker.index += 0 if walker.reasons else len(straight) or 1
    if walker.met is not None and walker.index < len(path):
        walker.refuse("where hulls touch the move is over", "BW-O6-19", measured=True)
    return walker


def _out_of_the_ranks(walker: Walker) -> None:
    """Who leaves the ranks of a unit (they alone are not in his way) must end outside them (BW-A3-03)."""
    left = [one for one in others_within(walker.battle, walker.unit, 0) if one not in walker.others]
    for host in left:
        if overlapping(walker.unit.outline, host.outline) and overlapping(walker.outline, host.outline):
            walker.refuse(f"it would still stand among {host.name}", "BW-A3-03", measured=True)
            return


def _walked(
    battle: Battle,
    unit: Unit,
    path: Path,
    bearing: Bearing,
    shortfall: Shortfall,
    allowance: Mil,
    like: Walker | None = None,
) -> Walker:
    """A walk leg by leg. What it has in common with another that begins alike is not walked again."""
    far = reach(battle, unit, path)
    if like is not None and far <= like.reach:
        walker = Walker(battle, unit, bearing, shortfall, allowance, like.others)
        walker.path, walker.reach = path, like.reach
    else:
        walker = Walker(battle, unit, bearing, shortfall, allowance, others_within(battle, unit, far))
        walker.path, walker.reach = path, far
        if walker.within:
            walker.others = walker.foes
        elif walker.free:
            walker.others = [one for one in walker.others if not overlapping(unit.outline, one.outline)]
    if like is not None and not walker.flying:
        walker.begin_like(like)
    while walker.met is None:
        walker.passes_stage()
        index = walker.index
        if index == len(path):
            return walker
        leg, walked = path[index], 1
        if type(leg) is Advance:
            straight = _straight_on(path[index:])
            walked = len(straight)
            advance(walker, straight)
        else:
            _LEGS[type(leg)](walker, leg)
        if walker.reasons or walker.collided is not None or walker.left_table:
            return walker
        walker.index += walked
    rest = path[walker.index :]
    walker.reasons += _against_wrapping(walker, rest) if rest else []
    return walker


def room_to_wheel(battle: Battle, unit: Unit, path: Path, bearing: Bearing, allowance: Mil) -> Mdeg | None:
    """How much of the wheel at the end of a path there is room for; None if it may not wheel there at all."""
    *before, last = path
    assert isinstance(last, Wheel)
    walker = _walked(battle, unit, tuple(before), bearing, "stops", allowance)
    return None if walker.stopped or not may_wheel(walker) else room_for(walker, last)


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


def _well_placed(walker: Walker) -> Walker:
    """A walk that ends where one may stand: one that does not is refused, or stops before."""
    crowd, between = _crowding(walker), between_ships(walker)
    if crowd is not None or between:
        if walker.tolerant:
            walker = _backed_off(walker)
        if crowd is not None:
            _too_close(walker, crowd)
        else:
            walker.refuse("it would end between two ships", "BW-O6-05", measured=True)
    if walker.within and walker.legs and walker.met is None:
        square_to_the_deck(walker)
    return walker


def _too_close(walker: Walker, friend: Unit) -> None:
    if walker.within:
        walker.refuse(
            f"it would end where {said(friend, 'stand')}: friends are only passed through", "BW-O6-03", measured=True
        )
        return
    keep = walker.battle.own.options.friendly_gap
    walker.refuse(
        f"it would end less than {show_inches(keep)} from {friend.name}: friends keep apart",
        "BW-B4-10",
        measured=True,
    )


def _crowding(walker: Walker) -> Unit | None:
    """A friend too close to where the move ends (BW-B4-10). Contact with the enemy, and flight, excuse it."""
    if walker.within and walker.legs:
        return _stood_upon(walker)
    if not walker.legs or walker.met is not None or walker.bearing in ("flight", "joining"):
        return None
    keep = walker.battle.own.options.friendly_gap
    here = walker.outline
    start = walker.unit.outline
    x, y, around = here.x, here.y, here.radius + keep
    for friend in walker.others:
        there = friend.outline
        dx, dy, reach = there.x - x, there.y - y, there.radius + around
        if dx * dx + dy * dy <= reach * reach and friendly(walker.battle, walker.unit, friend):
            apart = gap(here, there)
            if apart < keep - CONTACT and apart < gap(start, there):
                return friend
    return None


def _stood_upon(walker: Walker) -> Unit | None:
    """A friend on whose place one would end who has passed through others (BW-O6-03)."""
    there = walker.standing
    for friend in others_within(walker.battle, there, 0):
        if friendly(walker.battle, there, friend) and overlapping(there.outline, friend.outline):
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
            if _stands_well(shorter):
                return shorter
            less *= 2
        shorter = _again(walker, tuple(legs))
        if _stands_well(shorter):
            return shorter
    return _again(walker, ())


def _stands_well(walker: Walker) -> bool:
    return _crowding(walker) is None and not between_ships(walker)


def _again(walker: Walker, path: Path) -> Walker:
    return _walked(walker.battle, walker.unit, path, walker.bearing, "stops", walker.allowance, walker)


def allowance(battle: Battle, unit: Unit, action: str) -> Mil:
    """The move a unit has: all of it, or half for either part of a split move (BW-C2-01, BW-B2-43); less for who flies
    but goes on the ground (BW-A3-28); of a ship, what it rows or sails (BW-O6-19)."""
    kind = paced(battle, unit)
    if kind.ship is not None:
        return kind.ship.sailed if action == SAIL else kind.ship.rowed
    if action == SPLIT:
        return kind.half_move
    if action == AFOOT and kind.hero is not None and kind.hero.slower is not None:
        return kind.hero.slower
    return kind.move


def bearing_of(action: str) -> Bearing:
    """How a unit moves that is told to do so."""
    if action in STRAIGHT:
        return "sail" if action == SAIL else "row"
    return "split" if action == SPLIT else "afoot" if action == AFOOT else "march"
