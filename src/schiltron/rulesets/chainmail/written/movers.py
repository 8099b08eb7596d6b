"""Units that a written order moves, and the battle without them (CM-TURN-10, CM-TURN-14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import friendly
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.field import goes_as_person
from schiltron.rulesets.chainmail.state import Battle, Unit

IF_CHARGED: Final = "charge_if_charged"
_ON_THE_MOVE: Final = OffTable("on the move")


def moves(command: Commanded) -> bool:
    """Whether an order takes a unit from where it stands."""
    return isinstance(command.form, PathDrawn) and bool(command.form.path)


def without_movers(battle: Battle, commands: Iterable[Commanded], unit: Unit) -> Battle:
    """The battle without other units of the same side that are ordered to move; commanders pass them anyway."""
    if goes_as_person(unit):
        return battle
    away = {command.actor for command in commands if moves(command)} - {unit.id}
    return lifted(battle, {one for one in away if one in battle.units and friendly(battle, unit, battle.units[one])})


def lifted(battle: Battle, away: set[str]) -> Battle:
    """The battle with some units taken from the table, so that nothing is in their place."""
    if not away:
        return battle
    units = {
        key: replace(unit, place=_ON_THE_MOVE) if key in away and unit.on_table else unit
        for key, unit in battle.units.items()
    }
    return replace(battle, units=units)
