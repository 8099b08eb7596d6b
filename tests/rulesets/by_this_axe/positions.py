"""Positions for tests of By This Axe: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("spears", 12, files=6, at=(24, 30), fc=3, armour="light", shield=True, melee=("spear",)),
        red("bows", 12, files=6, at=(24, 20), ranged=("longbow",)),
        hero("sir_kay", "blue", with_="spears", roles=("leader", "hero"), leadership=3, hits=2),
    )
    played = play(position, Fire(("red", "blue")), shoot("bows", at="spears"), "1 1 2 ...")

`at` is the middle of the front edge. Blue looks up the table (towards smaller y), red down, unless told otherwise. The
name of a unit is its id. What is not said of its line is a soldier (FC 2) on foot without armour and with swords.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import PLAY, Aimed, Commanded, Planned
from schiltron.battle.state.decision import Played as Card
from schiltron.battle.state.effects import Effect, Grant, Moment, OnUnit, Until
from schiltron.battle.state.unit import Aboard, OnTable
from schiltron.rulesets.by_this_axe.bases import base_of
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Hand, Person, Profile, Role, Unit, UnitPart
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature
from tests.rulesets.parts import parted, parts_by_field
from tests.rulesets.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    AnyPlayed,
    ahead,
    choose,
    locked,
    looks,
    march,
    piece,
    place,
    position,
    rules,
    share,
    sorted_out,
    stood,
    strip,
    turn,
)

__all__ = [
    "EAST",
    "NORTH",
    "SOUTH",
    "WAYS",
    "WEST",
    "Ordered",
    "Played",
    "ahead",
    "blue",
    "card",
    "choose",
    "field",
    "hero",
    "locked",
    "march",
    "moving",
    "orders_of",
    "piece",
    "place",
    "play",
    "red",
    "rules",
    "seen",
    "seen_ground",
    "share",
    "shoot",
    "strip",
    "turn",
    "under_orders",
    "unit",
    "volleys",
    "with_orders",
]


class Ordered(NamedTuple):
    """What a card does for a unit."""

    effect: str
    card: str
    amount: int = 0
    target: str = ""


def with_orders(unit: Unit, orders: Iterable[Ordered]) -> Unit:
    """A unit for `field`, under these orders."""
    carded = replace(unit)
    carded.__dict__["orders"] = tuple(orders)
    return carded


def orders_of(battle: Battle, unit_id: str) -> tuple[Ordered, ...]:
    """What cards do for a unit."""
    return tuple(
        Ordered(grant.what, effect.by, grant.value, effect.target)
        for effect in battle.effects.on_unit(unit_id)
        for grant in effect.grants
    )


def under_orders(battle: Battle, unit_id: str, orders: Iterable[Ordered]) -> Battle:
    """The same battle with cards at work on a unit until the turn is over, those of raised morale until melee."""
    for effect, card, amount, target in orders:
        over = Until(Moment(battle.turn, "melee") if effect == "morale" else Moment(battle.turn + 1))
        name = f"{unit_id}.{len(battle.effects.all)}"
        grants = (Grant(effect, amount),)
        battle = battle.with_effect(Effect(name, effect, OnUnit(unit_id), (over,), grants, by=card, target=target))
    return battle


_LINE = ("fc", "armour", "shield", "mounted", "melee", "ranged", "musician", "abilities", "creature", "creatures")

# ---------------------------------------------------------------- units


def unit(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    files: int | None = None,
    original: int | None = None,
    marks: tuple[str, ...] = (),
    **more: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named). Further names are its line or its counters."""
    profile = Profile(**{"fc": 2, "melee": ("sword",), **{key: more.pop(key) for key in _LINE if key in more}})
    orders = more.pop("orders", ())
    found = stood(
        name,
        figures,
        side=side,
        at=at,
        facing=facing,
        kind="horse" if profile.mounted else "foot",
        body=Formed(base=base_of(profile), files=files or figures),
        own=parted(UnitPart(profile=profile), **more),
        original=original,
        marks=marks,
    )
    return with_orders(found, orders)


blue = partial(unit, side="blue", facing=NORTH)
red = partial(unit, side="red", facing=SOUTH)


def hero(
    name: str,
    side: str,
    *,
    with_: str = "",
    at: tuple[float, float] | None = None,
    facing: float | None = None,
    roles: tuple[Role, ...] = ("hero",),
    leadership: int = 0,
    hits: int = 1,
    **more: Any,
) -> Unit:
    """A character, with a unit or on a place of his own. Further names are his line, his counters, or his person's."""
    orders = more.pop("orders", ())
    line = {"fc": 5, "melee": ("sword",), **{key: more.pop(key) for key in _LINE if key in more}}
    profile = Profile(**line)
    fields = parts_by_field(UnitPart(profile=profile))
    own = {key: more.pop(key) for key in list(more) if key in fields}
    person = Person(roles=roles, leadership=leadership, hits=hits, **more)
    he = stood(
        name,
        1,
        side=side,
        at=at or (0, 0),
        facing=looks(side, facing),
        kind="character",
        body=Single(base_of(profile)),
        own=parted(UnitPart(profile=profile, person=person), **own),
    )
    he = replace(he, name=name.replace("_", " ").title(), place=he.place if at else Aboard(with_))
    return with_orders(he, orders)


# ---------------------------------------------------------------- the same from elsewhere

WAYS = [(0, False), (90, False), (17, True), (213, False), (340, True)]
"""How a position is turned about the middle of a table of 100 by 100 inches, and whether it is seen in a mirror."""
_MIDDLE = Pose(inches(50), inches(50), 0)


def seen(unit: Unit, angle: float, *, mirrored: bool) -> Unit:
    """A unit of a position that is turned and mirrored; one who is with another stays with it."""
    if not unit.on_table:
        return unit
    heading = -unit.pose.heading if mirrored else unit.pose.heading
    x, y = _elsewhere((unit.pose.x, unit.pose.y), angle, mirrored=mirrored)
    there = replace(unit, place=OnTable(Pose(x, y, (heading + degrees(angle)) % 360_000)))
    return with_orders(there, unit.__dict__.get("orders", ()))


def seen_ground(area: Area, angle: float, *, mirrored: bool) -> Area:
    """A piece of terrain of such a position."""
    ring, *contours = (
        tuple(_elsewhere(point, angle, mirrored=mirrored) for point in points)
        for points in (area.ring, *(contour.ring for contour in area.contours))
    )
    hills = (replace(old, ring=new) for old, new in zip(area.contours, contours, strict=True))
    return replace(area, ring=ring, contours=tuple(hills))


def _elsewhere(point: tuple[int, int], angle: float, *, mirrored: bool) -> tuple[int, int]:
    x = 2 * _MIDDLE.x - point[0] if mirrored else point[0]
    there = Pose(x, point[1], 0).pivoted(_MIDDLE.x, _MIDDLE.y, degrees(angle))
    return there.x, there.y


# ---------------------------------------------------------------- the battle


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    contacts: Iterable[Engagement] = (),
    phase: str = "",
    turn: int = 1,
    size: tuple[float, float] = (72, 48),
    hands: dict[str, tuple[str, ...]] | None = None,
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn. Hands are cards by side, as ("D01", "S07"). Further names are switches."""
    held = tuple(
        Hand(side, tuple(f"TA-CMD-{card}" for card in cards), len(cards)) for side, cards in (hands or {}).items()
    )
    part = BattlePart(options=Options(**options), zones=(), order=("blue", "red"), hands=held)
    battle = position(
        "by_this_axe", units, part, size=size, features=features, contacts=contacts, phase=phase, turn=turn
    )
    for one in units:
        battle = under_orders(battle, one.id, one.__dict__.get("orders", ()))
    return battle


# ---------------------------------------------------------------- playing


class Played(AnyPlayed[BattlePart, UnitPart, Step]):
    book = BY_THIS_AXE


play = Played.play


def moving(*units_and_features: Unit | Feature, **more: Any) -> Played:
    """Blue moves."""
    units, features = sorted_out(units_and_features)
    return play(field(*units, **{"features": features, "phase": "movement", **more}), Moves("blue"))


# ---------------------------------------------------------------- answers


def shoot(actor: str, *, at: str) -> Planned:
    """The only shot that a side declares."""
    return volleys((actor, at))


def volleys(*shots: tuple[str, str]) -> Planned:
    """All shots that a side declares: who at whom."""
    return Planned(tuple(Commanded(actor, "shoot", Aimed(target)) for actor, target in shots))


def card(name: str, use: str, *units: str, target: str = "") -> Commanded:
    """A card played, as card("D01", "march", "spears", "axes")."""
    return Commanded("", PLAY, Card(f"TA-CMD-{name}", use, units, target))
