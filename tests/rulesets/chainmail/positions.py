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
from typing import Any

from msgspec.structs import replace

from schiltron.battle.decision import Commanded, Pointed
from schiltron.battle.state import Engagement
from schiltron.battle.unit import Aboard
from schiltron.rulesets.chainmail.bases import OPEN_ORDER, base_of
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.movement.steps import Moves
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Profile, Step, Unit, UnitPart
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.body import Formed, Single
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import Feature
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
    "unit",
]

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
    base = base_of(profile)
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
        body=Single(base) if profile.engine or profile.commander else body,
        own=UnitPart(profile=profile, **more),
        original=original,
        marks=marks,
    )


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
    own = {key: options.pop(key) for key in list(options) if key in BattlePart.__struct_fields__}
    part = BattlePart(options=Options(**options), **{"zones": (), "order": ("blue", "red"), **own})
    return position("chainmail", units, part, size=size, features=features, contacts=contacts, phase=phase, turn=turn)


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
