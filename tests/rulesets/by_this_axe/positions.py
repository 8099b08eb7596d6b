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
from typing import Any

from msgspec.structs import replace

from schiltron.battle.decision import PLAY, Aimed, Commanded, Planned
from schiltron.battle.decision import Played as Card
from schiltron.battle.state import Engagement
from schiltron.battle.unit import Aboard, OnTable
from schiltron.rulesets.by_this_axe.bases import base_of
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.steps import Moves
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Hand, Person, Profile, Role, Step, Unit, UnitPart
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature
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
    "unit",
    "volleys",
]
_LINE = ("fc", "armour", "shield", "mounted", "melee", "ranged", "musician")

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
    return stood(
        name,
        figures,
        side=side,
        at=at,
        facing=facing,
        kind="horse" if profile.mounted else "foot",
        body=Formed(base=base_of(profile), files=files or figures),
        own=UnitPart(profile=profile, **more),
        original=original,
        marks=marks,
    )


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
    line = {"fc": 5, "melee": ("sword",), **{key: more.pop(key) for key in _LINE if key in more}}
    own = {key: more.pop(key) for key in list(more) if key in UnitPart.__struct_fields__}
    profile = Profile(**line)
    he = stood(
        name,
        1,
        side=side,
        at=at or (0, 0),
        facing=looks(side, facing),
        kind="character",
        body=Single(base_of(profile)),
        own=UnitPart(profile=profile, person=Person(roles=roles, leadership=leadership, hits=hits, **more), **own),
    )
    return replace(he, name=name.replace("_", " ").title(), place=he.place if at else Aboard(with_))


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
    return replace(unit, place=OnTable(Pose(x, y, (heading + degrees(angle)) % 360_000)))


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
    return position("by_this_axe", units, part, size=size, features=features, contacts=contacts, phase=phase, turn=turn)


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
