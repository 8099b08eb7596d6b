"""Whom a list may still take in: every troop type of the book, how many would fit, and why some may not come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.muster.army import Army, ListedUnit
from schiltron.muster.books import quartermaster
from schiltron.muster.own_rows import marked
from schiltron.muster.workbench.trial import Trial, newly
from schiltron.rulesets.outfits import spelled
from schiltron.rulesets.quartermaster import Listing, Switches, Violation

_SIZES: Final = (12, 10, 8, 6, 5, 4, 3, 2, 1, 16, 20, 24)
"""In how many figures a unit is taken in, the likeliest first."""


class Recruit(Struct, frozen=True):
    """A troop type: the unit that would be added and its price, how many figures of it the points that are left would
    pay for (nothing if there is no limit), and what is against it."""

    troop: str
    name: str
    note: str
    each: float
    unit: ListedUnit
    points: float
    room_for: int | None
    against: Violation | None


def recruits(army: Army, switches: Switches | None = None) -> tuple[Recruit, ...]:
    """Troop types of the book, then those of the list's own. The limit keeps nobody out: it says for how many there is
    room."""
    points = Trial(army, switches).report.points
    left = None if army.limit is None else army.limit - points
    now = Trial(replace(army, limit=None), switches)
    return tuple(_recruit(now, one, left) for one in (*quartermaster(army.ruleset).listings.values(), *_own(army)))


def _own(army: Army) -> Iterator[Listing]:
    for key, entry in army.creatures.items():
        name = entry.creature.name if entry.creature is not None else spelled(entry.like or key)
        yield Listing(key, marked(name), entry.price, "a creature of this list")
    for key, troop in army.troops.items():
        note = f"like {spelled(troop.like)}, by a house rule"
        yield Listing(key, marked(troop.name or spelled(key).capitalize()), troop.price or 0, note)


def _recruit(now: Trial, listing: Listing, left: float | None) -> Recruit:
    """In the first size that breaks no rule, with a unit of the list if he starts with one; if none does, in the one
    that breaks fewest, with what is against it."""
    sizes = [ListedUnit(listing.id, figures) for figures in _SIZES]
    tried = _least_wrong(now, sizes)
    if any(one.place.endswith(".joins") for one in tried[2]):
        hosts = [unit.name for unit in now.army.units if unit.name]
        tried = _least_wrong(now, [replace(tried[0], joins=host) for host in hosts], tried)
    unit, points, against = tried
    each = points / unit.figures
    room = None if left is None or not each else max(0, int(left // each))
    first = against[0] if against else None
    return Recruit(listing.id, listing.name, listing.note, each, unit, points, room, first)


Tried = tuple[ListedUnit, float, tuple[Violation, ...]]
"""A unit that would be added, its price, and what would be against it."""


def _faults(tried: Tried) -> int:
    return len(tried[2])


def _least_wrong(now: Trial, units: list[ListedUnit], least: Tried | None = None) -> Tried:
    """The first that breaks no rule; else the first of those that break fewest."""
    for unit in units:
        after = now.with_more(unit)
        one = unit, after.report.points - now.report.points, newly(now, after)
        if least is None or _faults(one) < _faults(least):
            least = one
        if not one[2]:
            break
    assert least is not None
    return least
