"""What stands where, in words: places as inches across and down from the north-west corner, and by neighbours."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.movement.platforms import carried_by
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.play.casualties import fate_of
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import foes, foes_among, strength, troops
from schiltron.battle.state.unit import OffTable, Unit, Upon
from schiltron.herald.words import compass
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.outline import gap
from schiltron.table.terrain import Area, Feature, kinds_at, name_of

AnyRuleset = Ruleset[Any, Any, Any]
AnyUnit = Unit[Any]

MONSTER = "monster"
"""The kind of troops that is drawn alike whatever creature it is."""
BY_EYE = inches(3)
"""How finely people judge a distance without a ruler."""


def table(book: AnyRuleset, view: AnyBattle) -> Iterator[str]:
    """The whole table: how large, what lies on it, and both armies."""
    if view.board is not None:
        board = view.board
        yield (
            f"The table is {show_inches(board.width)} across, west to east, "
            f"and {show_inches(board.depth)} down, north to south."
        )
        yield from map(feature, board.features)
    for side in view.sides:
        army = troops(view, side.id)
        left, brought = strength(army)
        yield f"{side.title}, {left} of {brought} figures:"
        yield from (f"  {place(book, view, unit)}" for unit in army if not _goes_with(view, unit))
    yield from (f"{one}." for one in book.conditions(view))
    yield from book.held(view)


def enemies(book: AnyRuleset, view: AnyBattle, side: str) -> list[str]:
    """All units that fight for another side, with their places; a spectator hears of all units."""
    said = [f"{place(book, view, unit)}" for unit in foes(view, side) if unit.figures]
    return [*said, "Say card and a name to hear what one of them is."] if said else ["There is no enemy left."]


def _goes_with(view: AnyBattle, unit: AnyUnit) -> bool:
    """Whether it is told with the unit it is with."""
    return bool(unit.host) and bool(unit.figures) and bool(view.units[unit.host].figures)


def feature(one: Feature) -> str:
    points = one.ring if isinstance(one, Area) else one.course
    xs, ys = [x for x, _ in points], [y for _, y in points]
    kind = one.kind.replace("_", " ")
    called = one.name if one.name.lower() == kind else f"{one.name}, {kind}"
    across = f"{_inch(min(xs))} to {_inch(max(xs))} across"
    return f"{called}: {across}, {_inch(min(ys))} to {_inch(max(ys))} down."


def place(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    """One unit: what it is, where it stands, how it looks, and its nearest enemy."""
    head = f"{unit.name} ({unit.id}), {_strength(book, view, unit)}"
    if not unit.figures:
        return ": ".join((f"{unit.name} ({unit.id})", "gone", *filter(None, [fate_of(view, unit.id)]))) + "."
    if view.board is None:
        return f"{head}."
    if isinstance(unit.place, OffTable):
        return f"{head}: not on the table ({unit.place.why.replace('_', ' ')})."
    if unit.host:
        return f"{_personal(book, view, unit)}: with {view.units[unit.host].name}."
    pose = unit.pose
    if unit.original == 1:
        head = _personal(book, view, unit)
    parts = [f"{_inch(pose.x)} across, {_inch(pose.y)} down, facing {compass(pose.heading)}"]
    ground = ", ".join(one.name for one in kinds_at(view.board.features, pose.x, pose.y))
    on = _platform(view, unit) or (f"on {ground}" if ground else "")
    if on:
        parts.append(on)
    if unit.afloat:
        parts.append(f"{len(carried_by(view, unit.id))} aboard")
    parts += [mark.replace("_", " ") for mark in unit.marks]
    parts += list(_contacts(view, unit)) or list(_nearest(book, view, unit))
    with_them = beside(book, view, unit)
    if with_them:
        parts.append(f"with them: {'; '.join(with_them)}")
    return f"{head}: {'; '.join(parts)}."


def _platform(view: AnyBattle, unit: AnyUnit) -> str:
    """On or inside what a unit is, a ship or a work; "" for who stands on the ground or on a piece of terrain."""
    if not isinstance(unit.level, Upon):
        return ""
    carrier = view.units.get(unit.level.feature)
    if carrier is not None:
        return f"on {carrier.name}"
    work = piece(view, unit.level.feature)
    if work is None or work.build is UNSET:
        return ""
    return f"{'inside' if unit.level.storey < work.build.storeys else 'on'} {name_of(work)}"


def beside(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> list[str]:
    """The figures that go with a unit, or the unit that a figure goes with."""
    host = [view.units[unit.host].name] if unit.host and unit.figures else []
    return host + [_personal(book, view, one) for one in view.units.values() if one.host == unit.id and one.figures]


def _personal(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    """A single figure: who it is rather than how many."""
    epithet = book.epithet(view, unit.id) or ("" if unit.host else _type(book, view, unit))
    marks = [mark.replace("_", " ") for mark in unit.marks] if unit.host else []
    return ", ".join((f"{unit.name} ({unit.id})", *([epithet] if epithet else []), *marks))


def _strength(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    count = f"{unit.figures}" if unit.figures == unit.original else f"{unit.figures} of {unit.original}"
    kind = _kind(book, view, unit)
    if not isinstance(unit.body, Formed):
        return f"{count} {kind}"
    if view.board is None and unit.original == 1:
        return _type(book, view, unit)
    if unit.body.hedgehog:
        return f"{count} {kind} in a hedgehog"
    ranks = unit.body.ranks(unit.figures)
    return f"{count} {kind} in {_count(unit.body.files, 'file')} and {_count(ranks, 'rank')}"


def _kind(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    return _creature(book, view, unit) if unit.kind == MONSTER else unit.kind.partition(" {")[0].replace("_", " ")


def _type(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    """What a single figure is, by its card."""
    card = book.card(view, unit.id)
    return card.subtitle.partition(",")[0].lower() if card is not None else _kind(book, view, unit)


def _creature(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> str:
    """What a monster is, by its card."""
    card = book.card(view, unit.id)
    name = card.subtitle.rpartition(": ")[2].lower() if card is not None else unit.kind
    return name if unit.figures == 1 or name.endswith("s") else f"{name}s"


def _contacts(view: AnyBattle, unit: AnyUnit) -> Iterator[str]:
    for one in view.engagements:
        if one.touching and unit.id in (one.attacker, one.defender):
            other = view.units[one.defender if unit.id == one.attacker else one.attacker]
            whose = f"its {one.edge}" if unit.id == one.attacker else f"our {one.edge}"
            yield f"in contact with {other.name} at {whose}"


def _nearest(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> Iterator[str]:
    """The nearest enemy, measured where one may measure."""
    against = [one for one in foes_among(view, unit, view.standing()) if one.figures]
    if against:
        near = min(against, key=lambda one: gap(unit.outline, one.outline))
        yield f"nearest enemy {near.name}, {between(book, view, unit, near)} {towards(unit, near)}"


def between(book: AnyRuleset, view: AnyBattle, one: AnyUnit, other: AnyUnit) -> str:
    """How far it is from the nearest base to the nearest base; by eye where nothing may be measured yet."""
    distance = gap(one.outline, other.outline)
    if book.measures(view):
        return show_inches(distance)
    return f"about {show_inches(by_eye(distance))} by eye"


def by_eye(distance: Mil) -> Mil:
    return max(BY_EYE, round(distance / BY_EYE) * BY_EYE)


def bearing(book: AnyRuleset, view: AnyBattle, unit: AnyUnit, other: AnyUnit) -> str:
    """Where another stands in degrees off straight ahead, and on which hand; by eye as finely as a clock face."""
    lateral, ahead = unit.pose.local(other.outline.x, other.outline.y)
    step = 1 if book.measures(view) else 30
    off = round(math.degrees(math.atan2(abs(lateral), ahead)) / step) * step
    if off in (0, 180):
        return "straight behind" if off else "straight ahead"
    return f"{off}° to the {'right' if lateral > 0 else 'left'}"


def towards(unit: AnyUnit, other: AnyUnit) -> str:
    """Where another stands, as seen from a unit's front."""
    lateral, ahead = unit.pose.local(other.pose.x, other.pose.y)
    if abs(lateral) <= abs(ahead) / 2:
        return "ahead" if ahead > 0 else "behind"
    side = "right" if lateral > 0 else "left"
    if abs(ahead) <= abs(lateral) / 2:
        return f"to the {side}"
    return f"ahead and to the {side}" if ahead > 0 else f"behind and to the {side}"


def _inch(mil: int) -> str:
    """Whole inches: as fine as a map is read."""
    return str(round(mil / 1000))


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
