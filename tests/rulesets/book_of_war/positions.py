"""Positions for tests of Book of War: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("archers", 12, files=6, at=(24, 30)),
        red("light_infantry", 12, files=6, at=(24, 24)),
        declare="measure_first",
    )
    played = play(position, AttackPhase("blue"), shoot("archers", at="light_infantry"), "4 4 4 4 1 1 ...")
    assert played.unit("light_infantry").figures == 8

`at` is the middle of the front edge. Blue looks up the table (towards smaller y), red down, unless told otherwise. A
unit is called after its kind unless it is given an id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Assigned, Commanded, PathDrawn, Planned, Share
from schiltron.battle.state.manoeuvre import Manoeuvre, Wheel
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.body import Formed, Wing
from schiltron.table.lengths import degrees
from schiltron.table.terrain import Area, Feature, Strip
from tests.rulesets.parts import parted
from tests.rulesets.positions import (
    EAST,
    LAYOUTS,
    NORTH,
    SOUTH,
    WEST,
    AnyPlayed,
    Askew,
    ahead,
    choose,
    march,
    place,
    position,
    rules,
    shoot,
    sloped,
    sorted_out,
    stood,
    strip,
)

__all__ = [
    "EAST",
    "LAYOUTS",
    "NORTH",
    "SOUTH",
    "WEST",
    "Askew",
    "Played",
    "ahead",
    "blue",
    "choose",
    "field",
    "march",
    "moving",
    "pick",
    "piece",
    "place",
    "plan",
    "play",
    "red",
    "rules",
    "shoot",
    "split",
    "stream",
    "unit",
    "wheel",
]

# ---------------------------------------------------------------- units


def unit(
    kind: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    files: int | None = None,
    id: str = "",
    fallen: int = 0,
    hedgehog: bool = False,
    left: Wing | None = None,
    right: Wing | None = None,
    marks: tuple[str, ...] = (),
    **own: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named). Further names are counters of its own part."""
    troop = TROOPS[kind]
    body = Formed(base=troop.base, files=files or figures + fallen, hedgehog=hedgehog, left=left, right=right)
    return stood(
        id or kind,
        figures,
        side=side,
        at=at,
        facing=facing,
        kind=kind,
        body=body,
        own=parted(UnitPart(), **own),
        original=figures + fallen,
        fallen=fallen,
        marks=marks,
    )


blue = partial(unit, side="blue", facing=NORTH)
red = partial(unit, side="red", facing=SOUTH)


# ---------------------------------------------------------------- terrain


def piece(kind: str, left: float, top: float, right: float, bottom: float, *, steps: int = 2) -> Area:
    """A rectangle of terrain. Hills and gulleys have a contour at their outline and further ones 2 inches inside."""
    rise = {"hill": 1, "gulley": -1}.get(kind, 0)
    return sloped(kind, left, top, right, bottom, rise=rise, levels=steps if rise else 0)


def stream(*course: tuple[float, float], width: float = 1) -> Strip:
    return strip("stream", *course, width=width)


# ---------------------------------------------------------------- the battle


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    active: str = "blue",
    size: tuple[float, float] = (72, 48),
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn of the active side. Further names are switches of `Options`."""
    part = BattlePart(options=Options(**options), zones=(), order=("blue", "red"), player_turns=1)
    sky = options.get("weather", "none")
    if sky not in ("none", "rolled"):
        part = replace(part, natural_weather=sky, weather=sky)
    return position("book_of_war", units, part, size=size, features=features, turn=1, active=active)


# ---------------------------------------------------------------- playing


class Played(AnyPlayed[BattlePart, UnitPart, Step]):
    book = BOOK_OF_WAR


play = Played.play


def moving(*units_and_features: Unit | Feature, **more: Any) -> Played:
    """Blue moves, and may measure first."""
    units, features = sorted_out(units_and_features)
    return play(field(*units, **{"features": features, "declare": "measure_first", **more}), MovementPhase("blue"))


# ---------------------------------------------------------------- answers


def plan(*commands: Commanded) -> Planned:
    return Planned(commands)


def pick(choices: Mapping[int, str]) -> Assigned:
    """Which foe each figure strikes."""
    return Assigned(tuple(Share(str(place), foe, 1) for place, foe in choices.items()))


def split(actor: str, *legs: Manoeuvre) -> Commanded:
    """The first half of horse archers' split move."""
    return Commanded(actor, "split", PathDrawn(legs))


def wheel(side: Literal["left", "right"], angle: float) -> Wheel:
    return Wheel(side, degrees(angle))
