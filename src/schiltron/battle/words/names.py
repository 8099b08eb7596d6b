"""Names of units, sides and seats in sentences, with the verb in singular or plural.

A view does not know every unit: naming an unknown one raises `Stranger`.
"""

from __future__ import annotations

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.words.grammar import does, is_plural
from schiltron.battle.words.phrases import capital
from schiltron.battle.words.text import Named, Text, Whose, text


class Stranger(LookupError):
    """A unit this battle, being a view, does not know."""


def unit_and_side(battle: AnyBattle, unit_id: str) -> Text:
    """As in "Spears (Red)"."""
    name = unit_name(battle, unit_id)
    return text(name, whose(battle, battle.units[unit_id].side))


def unit_name(battle: AnyBattle, unit_id: str) -> Named:
    unit = battle.units.get(unit_id)
    if unit is None:
        raise Stranger(unit_id)
    return Named(unit_id, unit.name)


def whose(battle: AnyBattle, side_id: str) -> Whose:
    return Whose(side_id, f" ({side_short(battle, side_id)})")


def is_one(battle: AnyBattle, unit_id: str) -> bool:
    """Whether it is a single figure, told in the singular; troops are many, even when one is left of them."""
    unit = battle.units.get(unit_id)
    if unit is None:
        raise Stranger(unit_id)
    return unit.original == 1


def unit_does(battle: AnyBattle, unit_id: str, phrase: str) -> str:
    return does(phrase, one=is_one(battle, unit_id))


def unit_acts(battle: AnyBattle, unit_id: str, phrase: str) -> Text:
    """As in "Spears (Red) advance 6″", "The Jarl (Blue) advances 6″"."""
    return text(unit_and_side(battle, unit_id), f" {unit_does(battle, unit_id, phrase)}")


def side_does(battle: AnyBattle, side_id: str, phrase: str) -> str:
    name = side_name(battle, side_id)
    return f"{name} {as_side(name, phrase)}"


def side_name(battle: AnyBattle, side_id: str) -> str:
    """As in "The Wardens of Ashmere (Red)"."""
    return next((side.title for side in battle.sides if side.id == side_id), side_id)


def side_short(battle: AnyBattle, side_id: str) -> str:
    """As in "Red"."""
    return next((side.short for side in battle.sides if side.id == side_id), side_id)


def as_side(name: str, phrase: str) -> str:
    """A verb as a side of that name wants it: the Wardens win, the Host wins."""
    return does(phrase, one=not is_plural(name))


def seat_name(battle: AnyBattle, seat_id: str) -> str:
    """A seat goes by its side's name where it is the side's only one."""
    side = battle.side_at(seat_id)
    return side_name(battle, side) if side and len(battle.seats_of(side)) == 1 else capital(seat_id)
