"""Magic users for tests: one on the table, what he calls upon, and what is known of it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.play.powers import card_key
from schiltron.battle.state.decision import PLAY, Commanded, Played
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.magic.steps import Magic
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import field
from tests.rulesets.chainmail.positions import unit as plain_unit
from tests.rulesets.positions import looks

BOTH = Magic(("blue", "red"))
BLUE = Magic(("blue",))
RED = Magic(("red",))


def wizard(
    name: str,
    side: str,
    at: tuple[float, float],
    *,
    grade: str = "wizard",
    throws: str = "",
    spells: tuple[str, ...] = (),
    facing: float | None = None,
    **more: Any,
) -> Unit:
    """A magic user alone on the table, his middle there."""
    he = plain_unit(name, 1, side=side, at=at, facing=looks(side, facing), troop=grade, **more)
    he = replace(he, place=OnTable(replace(he.pose, x=inches(at[0]), y=inches(at[1]))))
    nature = he.own.profile.nature
    assert nature is not None
    profile = replace(he.own.profile, nature=replace(nature, throws=throws, spells=spells))
    return replace(he, own=replace(he.own, profile=profile))


def magical(*units: Unit, **more: Any) -> Battle:
    """A battle in which magic users are at work."""
    named = tuple(sorted((one.id for one in units if _grade(one) is not None), key=lambda key: _order(units, key)))
    return field(*units, **{"fantasy": "on", "phase": "artillery", "magicians": named, **more})


def _grade(unit: Unit) -> int | None:
    nature = unit.own.profile.nature
    return nature.grade if nature is not None and "magic_user" in nature.called else None


def _order(units: tuple[Unit, ...], key: str) -> int:
    return next(_grade(one) or 0 for one in units if one.id == key)


def throw(name: str, x: float, y: float, missile: str = "fire_ball") -> Commanded:
    """A missile called so as to come down at that spot."""
    return Commanded("", PLAY, Played(card_key(name, missile), "cast", at=(inches(x), inches(y))))


def cast(
    name: str,
    spell: str,
    *,
    way: str = "cast",
    on: str = "",
    feature: str = "",
    at: tuple[float, float] | None = None,
) -> Commanded:
    more: dict[str, Any] = {}
    if feature:
        more["feature"] = feature
    if at is not None:
        more["at"] = (inches(at[0]), inches(at[1]))
    return Commanded("", PLAY, Played(card_key(name, spell), way, (on,) if on else (), **more))
