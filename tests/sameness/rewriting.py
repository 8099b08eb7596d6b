"""A value of the game carried through a change: battles, orders, events, decisions, reasons, whatever they hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import asdict, replace

from schiltron.battle.guide.answers import MenuEntry, Pointing, Target
from schiltron.battle.state.battle import AnyBattle, Battle, Grave
from schiltron.battle.state.chance import Pool, Thrown
from schiltron.battle.state.decision import Aimed, Choose, Chosen, Item, Option, Played, Share, Zone
from schiltron.battle.state.event import Rolled, Ruled
from schiltron.battle.state.manoeuvre import Expand, Manoeuvre, Wrap
from schiltron.battle.state.order import Dice
from schiltron.battle.state.tally import Term
from schiltron.battle.state.unit import Aboard, Unit
from schiltron.rulesets.book_of_war.attacks.choices import Shot
from schiltron.rulesets.book_of_war.magic.steps import Cast, Fall
from schiltron.rulesets.by_this_axe.state import LeaderLost
from schiltron.rulesets.chainmail.camps import called, stretches, way_in
from schiltron.rulesets.chainmail.fortress import Tunnel
from schiltron.rulesets.chainmail.magic.missiles import Fling
from schiltron.rulesets.chainmail.raids.baggage import HideBaggage
from schiltron.rulesets.chainmail.state import Baggage
from schiltron.table.body import Bend, Body, Figure, Formed, Limb, figures
from schiltron.table.builds import Doorway, Gap
from schiltron.table.edges import Board
from schiltron.table.lengths import signed
from schiltron.table.pose import Pose
from schiltron.table.shapes import Cone, Corridor, Disc
from tests.sameness.changes import Change, Shifted
from tests.sameness.meanings import Meaning, numbers_of

HERE = Pose(0, 0, 0)
SWUNG = "CM-GUN-13"
"""The marks of this die run from left to right, from one to six."""
_DIE = re.compile(r"(?<=die )\d")
_FILE = re.compile(r"(?<=file )\d+")


def changed(value: Any, change: Change, battle: AnyBattle, about: str = "") -> Any:
    """The value as it is after the change; `battle` is the one it belongs to, before it, `about` the unit it is about
    where it does not say so itself."""
    return _Rewriter(change, battle, about).value(value)


class _Rewriter:
    def __init__(self, change: Change, battle: AnyBattle, about: str) -> None:
        self.change = change
        self.battle = battle
        self.asking = about
        """The unit whose player asks."""
        self.about = about or (_about(battle.agenda[0]) if battle.agenda else "")
        """The unit that what is being rewritten is about."""

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.change.words(value)
        if isinstance(value, Struct):
            return self.struct(value)
        if isinstance(value, tuple):
            return _left_first(value, tuple(self.value(one) for one in value))
        if isinstance(value, dict):
            return {self.value(key): self.value(value[key]) for key in self.change.listed(list(value))}
        if value is None or value is UNSET or isinstance(value, bool | int | float):
            return value
        raise TypeError(f"what becomes of a {type(value).__name__}? Say so in rewriting.py")

    def struct(self, value: Struct) -> Struct:
        lasting = isinstance(value, Board) or (isinstance(value, Unit) and self.battle.units.get(value.id) is value)
        if not lasting:
            return self._struct(value)
        known = self.change.known.get(id(value))
        if known is None:
            known = self.change.known[id(value)] = (value, self._struct(value))
        return known[1]

    def _struct(self, value: Struct) -> Struct:
        outer = self.battle, self.about
        if isinstance(value, Battle):
            self.battle = value
            self.about = _about(value.agenda[0]) if value.agenda else ""
        else:
            self.about = _about(value) or self.about
        made = self._fields(value)
        self.battle, self.about = outer
        return made

    def _fields(self, value: Struct) -> Struct:
        numbers = numbers_of(type(value))
        fields = {}
        for name, held in _items(value):
            meaning = numbers.get(name)
            if isinstance(value, Target) and name == "form":
                now = self._order_for(held)
            else:
                now = self.value(held) if meaning is None else self.number(held, meaning)
            if now is not held:
                fields[name] = now
        if self.change.mirrors and isinstance(value, Item | Share):
            fields |= self._numbered(value)
        if self.change.mirrors and isinstance(value, Pool):
            fields |= self._called(value)
        if self.change.mirrors and isinstance(value, Aimed | Shot):
            ends = {name: fields.get(name, getattr(value, name)) for name in ("first_file", "last_file")}
            fields |= {"first_file": ends["last_file"], "last_file": ends["first_file"]}
        if self.change.mirrors and isinstance(value, Aboard) and value.slot.startswith("front:"):
            fields["slot"] = f"front:{-int(value.slot.removeprefix('front:'))}"
        if isinstance(value, Baggage):
            fields |= _baggage(self.change, value, self.battle)
        if isinstance(value, Choose | Option | Chosen) and not isinstance(self.change, Shifted):
            fields |= self._noted(value)
        if isinstance(value, Ruled):
            fields |= _told_of_camps(self.change, value, self.battle)
        if self.change.mirrors and isinstance(value, Dice | Rolled) and SWUNG in _rules_of(value, self.battle):
            fields["pools"] = tuple(_from_the_other_end(thrown) for thrown in value.pools)
        if self.change.mirrors and isinstance(value, Term) and value.rule == SWUNG:
            fields |= {"label": _DIE.sub(lambda found: str(7 - int(found[0])), value.label), "value": -value.value}
        special = _SPECIAL.get(type(value))
        if special is not None:
            fields |= special(self.change, value, fields)
        return replace(value, **fields) if fields else value

    def _order_for(self, form: Any) -> Any:
        """The best order against a target is about whoever gives it."""
        target, self.about = self.about, self.asking
        made = self.value(form)
        self.about = target
        return made

    def _noted(self, value: Choose | Option | Chosen) -> dict[str, Any]:
        """Stretches of an edge go by where they begin, from its north or west end; of two middle ones it is the
        right-hand one that is proposed, in a mirror too (CM-HIST-40)."""
        step = self.battle.agenda[0] if self.battle.agenda else None
        if not isinstance(step, HideBaggage):
            return {}

        def there(at: int) -> int:
            return int(_baggage(self.change, Baggage(step.side, at), self.battle)["at"])

        if isinstance(value, Option):
            return {"key": str(there(int(value.key))), "label": called(there(int(value.key)))}
        if isinstance(value, Chosen):
            return {"keys": tuple(str(there(int(key))) for key in value.keys)}
        places = sorted(there(int(option.key)) for option in value.options)
        options = {"options": tuple(Option(str(place), called(place)) for place in places)}
        if not self.change.mirrors or len(places) % 2 or not isinstance(value.default, Chosen):
            return options
        middle = [str(place) for place in places[len(places) // 2 - 1 : len(places) // 2 + 1]]
        middle.remove(str(there(int(value.default.keys[0]))))
        return options | {"default": Chosen(tuple(middle))}

    def _called(self, value: Pool) -> dict[str, str]:
        """Dice of single figures of a unit are called by rank and file."""
        unit = self.battle.units.get(self.about)
        if unit is None or not isinstance(unit.body, Formed):
            return {}
        return {"label": _FILE.sub(lambda found: str(unit.body.files + 1 - int(found[0])), value.label)}

    def _numbered(self, value: Item | Share) -> dict[str, str]:
        """Figures of a unit that something is asked about go by their places in it, and are called by rank and file."""
        name = "key" if isinstance(value, Item) else "item"
        key: str = getattr(value, name)
        unit = self.battle.units.get(self.about)
        if unit is None or not key.isdigit() or int(key) >= unit.bodies:
            return {}
        place = mirrored_place(unit, int(key))
        called = _FILE.sub(lambda found: str(unit.body.files + 1 - int(found[0])), getattr(value, "label", ""))
        return {name: str(place)} | ({"label": called} if called else {})

    def number(self, value: Any, meaning: Meaning) -> Any:
        if isinstance(value, str):
            return self.change.words(value)
        if value is None or value is UNSET or isinstance(value, bool) or meaning in _UNTOUCHED:
            return self._with_words(value)
        if meaning is Meaning.POINTS:
            return tuple(self.change.point(x, y) for x, y in value)
        if meaning is Meaning.POINT:
            return self.change.point(*value)
        if meaning is Meaning.VECTOR:
            return self.change.vector(*value)
        if isinstance(value, tuple):
            inner = tuple(self.number(one, meaning) for one in value)
            return tuple(sorted(inner)) if meaning in (Meaning.FILE, Meaning.FIGURE) else inner
        return self._plain_number(value, meaning)

    def _with_words(self, value: Any) -> Any:
        """Pairs of a unit and a number, and the like."""
        if isinstance(value, tuple):
            return tuple(self._with_words(one) for one in value)
        if isinstance(value, Struct):
            return self.struct(value)
        return self.change.words(value) if isinstance(value, str) else value

    def _plain_number(self, value: int, meaning: Meaning) -> int:
        change = self.change
        if meaning is Meaning.HEADING:
            return change.heading(value)
        if meaning is Meaning.TURN:
            return change.turn(value)
        if meaning is Meaning.LATERAL:
            return -value if change.mirrors else value
        if not change.mirrors:
            return value
        unit = self.battle.units[self.about]
        if meaning is Meaning.FILE:
            return unit.body.files - 1 - value if isinstance(unit.body, Formed) else value
        return mirrored_place(unit, value)


_UNTOUCHED = (Meaning.COUNT, Meaning.LENGTH, Meaning.DRAWN, Meaning.PLACE)


def _about(value: Struct) -> str:
    if isinstance(value, Unit):
        return value.id
    if isinstance(value, Played):
        return value.units[0] if value.units else ""
    if isinstance(value, Cast):
        return value.target or value.unit
    return getattr(value, "actor", "") or getattr(value, "unit", "")


def _items(value: Struct) -> list[tuple[str, Any]]:
    return [(name, getattr(value, name)) for name in value.__struct_fields__]


# ---------------------------------------------------------------- types whose fields change together


def _pose(change: Change, pose: Pose, _done: dict[str, Any]) -> dict[str, Any]:
    x, y = change.point(pose.x, pose.y)
    return {"x": x, "y": y}


def _grave(change: Change, grave: Grave, _done: dict[str, Any]) -> dict[str, Any]:
    x, y = change.point(grave.x, grave.y) if grave.x is not None and grave.y is not None else (None, None)
    return {"x": x, "y": y}


def _corridor(change: Change, corridor: Corridor | Tunnel, _done: dict[str, Any]) -> dict[str, Any]:
    (ax, ay), (bx, by) = change.point(corridor.from_x, corridor.from_y), change.point(corridor.to_x, corridor.to_y)
    return {"from_x": ax, "from_y": ay, "to_x": bx, "to_y": by}


def _left_first(before: tuple[Any, ...], after: tuple[Any, ...]) -> tuple[Any, ...]:
    """Choices for either hand: in a mirror too the left one is offered first, with the key on the keyboard it has."""
    names = [_choice(one) for one in before]
    changed = {_choice(one) for one in after}
    if None in names or None in changed:
        return after
    both = [one for one in after if _choice(one) in names]
    offered = iter(sorted(both, key=lambda one: names.index(_choice(one))))
    return tuple(
        _with_key_of(next(offered), old) if name in changed else one
        for one, old, name in zip(after, before, names, strict=True)
    )


def _with_key_of(one: Any, old: Any) -> Any:
    return replace(one, key=old.key, legs=_either_way(old.legs, one.legs)) if isinstance(one, MenuEntry) else one


def _either_way(before: tuple[Manoeuvre, ...], after: tuple[Manoeuvre, ...]) -> tuple[Manoeuvre, ...]:
    return before if {*before} == {*after} else after


def _choice(one: Any) -> Any:
    return (one.action, one.name) if isinstance(one, MenuEntry) else getattr(one, "key", None)


def _rules_of(value: Dice | Rolled, battle: AnyBattle) -> tuple[str, ...]:
    roll = value.roll if isinstance(value, Rolled) else battle.roll
    return roll.rules if roll is not None else ()


def _from_the_other_end(thrown: Thrown) -> Thrown:
    """A die whose marks run from left to right, in the mirror."""
    classes = tuple(sorted((7 - face, count) for face, count in thrown.classes))
    return Thrown(classes, tuple(7 - face for face in thrown.faces))


def _zone(change: Change, zone: Zone, _done: dict[str, Any]) -> dict[str, Any]:
    (ax, ay), (bx, by) = change.point(zone.left, zone.top), change.point(zone.right, zone.bottom)
    return {"left": min(ax, bx), "right": max(ax, bx), "top": min(ay, by), "bottom": max(ay, by)}


def _board(change: Change, board: Board, _done: dict[str, Any]) -> dict[str, Any]:
    width, depth = change.size(board.width, board.depth)
    return {"width": width, "depth": depth}


def _baggage(change: Change, camp: Baggage, battle: AnyBattle) -> dict[str, Any]:
    """A stretch of the home edge, from its north or west end (CM-HIST-40)."""
    if camp.at is None:
        return {}
    (ax, ay), (bx, by) = ((round(x), round(y)) for x, y in way_in(battle, camp).coords)
    (ax, ay), (bx, by) = change.point(ax, ay), change.point(bx, by)
    return {"at": min(ax, bx) if ax != bx else min(ay, by)}


def _told_of_camps(change: Change, told: Ruled, battle: AnyBattle) -> dict[str, str]:
    """Where along an edge somebody has found a camp, or notes the way to his own."""
    step = battle.agenda[0] if battle.agenda else None
    noted = [Baggage(step.side, at) for at in stretches(battle, step.side)] if isinstance(step, HideBaggage) else []
    for camp in (*getattr(battle.own, "baggage", ()), *noted):
        if camp.at is not None and told.what.endswith(called(camp.at)):
            there = _baggage(change, camp, battle)["at"]
            return {"what": change.words(told.what).removesuffix(called(camp.at)) + called(there)}
    return {}


def _both_sides(change: Change, value: Formed | Wrap | Expand, done: dict[str, Any]) -> dict[str, Any]:
    left, right = done.get("left", value.left), done.get("right", value.right)
    if not change.mirrors:
        return {}
    bends = {"bends": _renumbered(value, done["bends"])} if isinstance(value, Formed) and "bends" in done else {}
    return {"left": right, "right": left} | bends


def _renumbered(body: Formed, bends: tuple[Bend | Limb, ...]) -> tuple[Bend | Limb, ...]:
    """The limbs of a bent line count their files from the other end."""
    if not body.aslant:
        return bends
    return tuple(
        replace(limb, first=body.files - limb.first - limb.files, turn=signed(limb.turn))
        for limb in bends
        if isinstance(limb, Limb)
    )


_SPECIAL: dict[type, Callable[[Change, Any, dict[str, Any]], dict[str, Any]]] = {
    Pose: _pose,
    Doorway: _pose,
    Gap: _pose,
    Disc: _pose,
    Fall: _pose,
    Fling: _pose,
    Cone: _pose,
    Pointing: _pose,
    LeaderLost: _pose,
    Grave: _grave,
    Corridor: _corridor,
    Tunnel: _corridor,
    Zone: _zone,
    Board: _board,
    Formed: _both_sides,
    Wrap: _both_sides,
    Expand: _both_sides,
}


# ---------------------------------------------------------------- bodies in the mirror


def mirrored_place(unit: Unit[Any], place: int) -> int:
    """The place in the mirrored body of the figure that stands at a place of this one; one where nobody stands is the
    same in both."""
    if place >= unit.bodies:
        return place
    one = figures(HERE, unit.body, unit.bodies)[place]
    body = _both_sides_of(unit.body)
    others = figures(HERE, body, unit.bodies)
    return min(range(len(others)), key=lambda other: abs(others[other].x + one.x) + abs(others[other].y - one.y))


def leans(body: Body, count: int, standing: int | None = None) -> bool:
    """Whether a body, or its figures still standing, are others in the mirror.

    A short rank stands on whole-file places, and where an odd number of places is empty it stands half a file to the
    left; the fallen lie at its right end.
    """
    if not isinstance(body, Formed) or count <= 0:
        return False
    mine = sorted(_spot(one, 1) for one in figures(HERE, body, count)[:standing])
    mirrored = sorted(_spot(one, -1) for one in figures(HERE, _both_sides_of(body), count)[:standing])
    return any(
        abs(a - b) > 2 for one, other in zip(mine, mirrored, strict=True) for a, b in zip(one, other, strict=True)
    )


def _spot(figure: Figure, side: int) -> tuple[int, int]:
    return round(side * figure.x), round(figure.y)


def _both_sides_of(body: Formed) -> Formed:
    fields = asdict(body)
    bends = tuple(
        replace(bend, turn=-bend.turn, lateral=-bend.lateral)
        if isinstance(bend, Limb)
        else replace(bend, turn=-bend.turn)
        for bend in body.bends
    )
    bends = _renumbered(body, bends)
    return Formed(**{**fields, "left": body.right, "right": body.left, "bends": bends})
