"""Figures that go about decks, and over the rail from ship to ship (chapter O6)."""

from __future__ import annotations

from msgspec.structs import replace
from shapely import Point

from schiltron.battle.state.field import others_within
from schiltron.battle.state.manoeuvre import Turn
from schiltron.battle.state.unit import Level, OnTable, Upon
from schiltron.rulesets.book_of_war.enclosed import deck_under
from schiltron.rulesets.book_of_war.hulls import DECK, deck, hull_under
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.table.lengths import QUARTER_TURN
from schiltron.table.outline import overlapping


def between_ships(walker: Walker) -> bool:
    """Who steps over the rail ends on a deck, unless he meets an enemy before (BW-O6-05)."""
    hull = deck_under(walker.battle, walker.unit.level) if walker.within and walker.legs else None
    if hull is None or walker.met is not None:
        return False
    here = walker.outline
    under = hull_under(walker.battle, hull, here.x, here.y)
    return not deck(under, walker.body.base).covers(Point(here.x, here.y))


def square_to_the_deck(walker: Walker) -> None:
    """Who stops on a deck stands square to it, where there is room: so his base is between the rails, and his facing
    does not matter (BW-O6-04)."""
    level = deck_reached(walker)
    hull = deck_under(walker.battle, level)
    if hull is None:
        return
    off = (walker.pose.heading - hull.pose.heading + QUARTER_TURN // 2) % QUARTER_TURN - QUARTER_TURN // 2
    here = walker.outline
    pose = walker.pose.pivoted(here.x, here.y, -off)
    place = OnTable(pose, level)
    turned = replace(walker.unit, place=place)
    if off and not any(overlapping(turned.outline, one.outline) for one in others_within(walker.battle, turned, 0)):
        walker.goes(Turn(-off), pose, walker.body, 0)


def deck_reached(walker: Walker) -> Level:
    """The level on which a walk has ended: that of the deck under the middle of who goes from ship to ship."""
    unit, here = walker.unit, walker.outline
    hull = deck_under(walker.battle, unit.level) if walker.within else None
    return unit.level if hull is None else Upon(hull_under(walker.battle, hull, here.x, here.y).id, DECK)
