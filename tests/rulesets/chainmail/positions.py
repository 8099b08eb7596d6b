"""Positions for tests of Chainmail: units put down in inches, a step played through the door, dice written out.

    position = field(
        blue("pikes", 20, files=10, at=(24, 30), troop="swiss_pikemen"),
        red("bows", 12, files=6, at=(24, 20), troop="longbowmen"),
        commander("prince", "blue", with_="pikes"),
    )
    played = play(position, Missiles(("red", "blue")), shoot("bows", at="pikes"), FINISH, "5 | 2")

`at` is the middle of the front edge (of an engine its centre). Blue looks up the table (towards smaller y), red down,
unless told otherwise. The name of a unit is its id. `troop` is a ready-made type of troops.py (heavy foot, if none is
named); further names change its profile or set its counters.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.decision import Commanded, Pointed
from schiltron.battle.state.effects import Effect, Moment, OnField, OnUnit, Until
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.chainmail.bases import OPEN_ORDER, base_of
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.state import REORGANIZING, UNLOADED, Battle, BattlePart, Profile, Sky, Unit, UnitPart
from schiltron.rulesets.chainmail.state import Weather as WeatherPart
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.weather.changing import GRANTS, MUD
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import degrees, direction, inches
from schiltron.table.terrain import Feature
from tests.rulesets.parts import parted
from tests.rulesets.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    AnyPlayed,
    ahead,
    charge,
    choose,
    locked,
    looks,
    march,
    piece,
    place,
    position,
    rules,
    share,
    shoot,
    stood,
    strip,
    turn,
)

__all__ = [
    "EAST",
    "NORTH",
    "SOUTH",
    "WEST",
    "Played",
    "Weather",
    "ahead",
    "aim",
    "blue",
    "charge",
    "choose",
    "commander",
    "field",
    "locked",
    "march",
    "moving",
    "piece",
    "place",
    "play",
    "red",
    "rules",
    "share",
    "shoot",
    "strip",
    "turn",
    "under",
    "unit",
    "weather_of",
]

# ---------------------------------------------------------------- what is at work


class Weather(NamedTuple):
    """How the sky is, what the last check brought, how many turns of hard rain there were, and what came of them."""

    sky: Sky = ""
    result: str = ""
    hard_rain: int = 0
    mud: bool = False


def under(battle: Battle, weather: Weather) -> Battle:
    """The same battle in this weather."""
    battle = replace(battle, own=replace(battle.own, weather=WeatherPart(weather.sky, weather.hard_rain)))
    for kind in (weather.result, MUD if weather.mud else ""):
        if kind:
            battle = battle.with_effect(Effect(f"the {kind}", kind, OnField(), grants=GRANTS.get(kind, ())))
    return battle


def weather_of(battle: Battle) -> Weather:
    kinds = [one.kind for one in battle.effects.on_field]
    result = next((kind for kind in kinds if kind != MUD), "")
    return Weather(battle.own.weather.sky, result, battle.own.weather.hard_rain, MUD in kinds)


def marked_by_effects(battle: Battle) -> Battle:
    """The same battle with an effect for every mark that is that of one."""
    over = Until(Moment(battle.turn, edge="end"))
    for one in battle.units.values():
        for kind, ends in ((UNLOADED, ()), (REORGANIZING, (over,))):
            if one.has(kind) and battle.effects.of_kind(one.id, kind) is None:
                name, on = f"{one.id} {kind}", OnUnit(one.id)
                battle = battle.with_effect(Effect(name, kind, on, ends, rules=("CM-HIST-02",), mark=kind))
    return battle


# ---------------------------------------------------------------- units


def unit(
    name: str,
    figures: int,
    *,
    side: str,
    at: tuple[float, float],
    facing: float,
    troop: str = "heavy_foot",
    files: int | None = None,
    original: int | None = None,
    marks: tuple[str, ...] = (),
    **more: Any,
) -> Unit:
    """A unit in ranks and files (one rank, if no files are named), in open order if its formation says so."""
    changed = {key: more.pop(key) for key in list(more) if key in Profile.__struct_fields__}
    profile = replace(TROOPS[troop].profile, **changed)
    formation = more.get("formation", "line")
    if more.pop("unloaded", False):
        marks = (*marks, UNLOADED)
    base = base_of(profile)
    if _alone(profile):
        ux, uy = direction(degrees(facing))
        at = (at[0] - ux * base.depth / 2000, at[1] - uy * base.depth / 2000)
    body: Formed | Single = Formed(
        base=base,
        files=files or figures,
        spacing=OPEN_ORDER if formation == "open" else 0,
        hedgehog=formation in ("square", "hedgehog", "schiltron"),
    )
    return stood(
        name,
        figures,
        side=side,
        at=at,
        facing=facing,
        kind=troop,
        body=Single(base) if profile.engine or profile.commander or _alone(profile) else body,
        own=parted(UnitPart(profile=profile), **more),
        original=original,
        marks=marks,
    )


def _alone(profile: Profile) -> bool:
    return profile.nature is not None and profile.nature.has("alone")


blue = partial(unit, side="blue", facing=NORTH)
red = partial(unit, side="red", facing=SOUTH)


def commander(
    name: str, side: str, *, with_: str = "", at: tuple[float, float] = (0, 0), facing: float | None = None, **more: Any
) -> Unit:
    """The army commander, with a unit or on a place of his own."""
    he = unit(name, 1, side=side, at=at, facing=looks(side, facing), troop="army_commander", **more)
    return replace(he, place=Aboard(with_)) if with_ else he


# ---------------------------------------------------------------- the battle


def field(
    *units: Unit,
    features: Iterable[Feature] = (),
    contacts: Iterable[Engagement] = (),
    phase: str = "",
    turn: int = 1,
    size: tuple[float, float] = (96, 60),
    **options: Any,
) -> Battle:
    """A battle in the middle of a turn. Further names are switches, or fields of the battle's own part."""
    weather = options.pop("weather", Weather()) if isinstance(options.get("weather"), Weather) else Weather()
    own = {key: options.pop(key) for key in list(options) if key in BattlePart.__struct_fields__ and key != "weather"}
    part = BattlePart(options=Options(**options), **{"zones": (), "order": ("blue", "red"), **own})
    when: dict[str, Any] = {"phase": phase, "turn": turn}
    battle = position("chainmail", units, part, size=size, features=features, contacts=contacts, **when)
    return marked_by_effects(under(battle, weather))


# ---------------------------------------------------------------- playing


class Played(AnyPlayed[BattlePart, UnitPart, Step]):
    book = CHAINMAIL


play = Played.play


def moving(*units: Unit, **more: Any) -> Played:
    """Blue moves first."""
    return play(field(*units, **{"phase": "first_move", **more}), Moves("blue"))


# ---------------------------------------------------------------- answers


def aim(actor: str, bearing: float, distance: float, section: str = "") -> Commanded:
    """An engine pointed along a bearing in degrees, calling a distance in inches."""
    return Commanded(actor, "fire", Pointed(degrees(bearing), inches(distance), section))
