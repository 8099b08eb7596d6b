"""Who is meant: units, sides and seats as a battle names them, with the verb in one or many.

A view does not know every unit: whoever names one that it does not know is told so by `Stranger`.
"""

from __future__ import annotations

from schiltron.battle.grammar import does, is_plural
from schiltron.battle.state import AnyBattle
from schiltron.battle.wording import capital


class Stranger(LookupError):
    """A unit this battle, being a view, does not know."""


def unit_and_side(battle: AnyBattle, unit_id: str) -> str:
    name = unit_name(battle, unit_id)
    return f"{name} ({side_name(battle, battle.units[unit_id].side)})"


def unit_name(battle: AnyBattle, unit_id: str) -> str:
    unit = battle.units.get(unit_id)
    if unit is None:
        raise Stranger(unit_id)
    return unit.name


def is_one(battle: AnyBattle, unit_id: str) -> bool:
    """Whether it is a single figure, told in the singular; troops are many, even when one is left of them."""
    unit = battle.units.get(unit_id)
    if unit is None:
        raise Stranger(unit_id)
    return unit.original == 1


def unit_does(battle: AnyBattle, unit_id: str, phrase: str) -> str:
    return does(phrase, one=is_one(battle, unit_id))


def unit_acts(battle: AnyBattle, unit_id: str, phrase: str) -> str:
    """As in "Spears (Red) advance 6″", "The Jarl (Blue) advances 6″"."""
    return f"{unit_and_side(battle, unit_id)} {unit_does(battle, unit_id, phrase)}"


def side_does(battle: AnyBattle, side_id: str, phrase: str) -> str:
    name = side_name(battle, side_id)
    return f"{name} {as_side(name, phrase)}"


def side_name(battle: AnyBattle, side_id: str) -> str:
    return next((side.name for side in battle.sides if side.id == side_id), side_id)


def as_side(name: str, phrase: str) -> str:
    """A verb as a side of that name wants it: the Wardens win, the Host wins."""
    return does(phrase, one=not is_plural(name))


def seat_name(battle: AnyBattle, seat_id: str) -> str:
    """A seat goes by its side's name where it is the side's only one."""
    side = next((seat.side for seat in battle.seats if seat.id == seat_id), "")
    return side_name(battle, side) if side and len(battle.seats_of(side)) == 1 else capital(seat_id)
