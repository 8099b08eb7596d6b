"""Troop types that an army brings, converted from creatures, at a price of its own (chapters A1 and O4)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.parent_game.creature import Record
from schiltron.rulesets.book_of_war.conversions.figures import converted
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from schiltron.rulesets.quartermaster import Violation


def house(record: Record, key: str, price: int, *, exact: bool) -> str | Violation:
    """The key of the type that a creature becomes, once and for all (BW-A1-17); or why it cannot be one. No rule gives
    its price, but who is harder to hit by the finer table costs at least what the listed type costs that is hit as
    hardly and is like it otherwise (BW-O4-03)."""
    made = converted(record, exact=exact).line
    assert made is not None
    if key in TROOPS:
        return Violation("", f"{key} is a troop type of the book", "another name", ("BW-B2-02",))
    listed = [one for one in TROOPS.values() if exact and _role(one) == _role(made)]
    least = min((one.cost for one in listed), default=0)
    if price < least:
        wrong = f"{price} points for what is hit on {made.armour_hit} or more"
        names = " or ".join(one.name.lower() for one in listed if one.cost == least)
        return Violation("price", wrong, f"{least} or more, as {names}", ("BW-O4-03",))
    return house_key(replace(made, id=key, name=f"{record.name} (house)", cost=price))


def _role(troop: Troop) -> tuple[object, ...]:
    """What must be alike in two types for their prices to be compared."""
    arms = (troop.mounted, troop.missile, troop.dice_open, troop.dice_broken, troop.attack_bonus, troop.damage)
    return (*arms, troop.armour_hit, troop.hit_dice, troop.abilities, troop.hero, troop.pikes)
