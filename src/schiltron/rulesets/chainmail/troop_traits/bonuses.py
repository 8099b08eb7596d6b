"""What historical characteristics, heroes and light add to dice: CM-HIST-14, CM-HIST-31, CM-HIST-32, CM-HIST-34,
CM-HIST-39, CM-FANT-HERO-03."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from schiltron.battle.state.field import apart, company
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.fantasy.light import shy_term
from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troop_traits.kinds import commanders, heed_commander
from schiltron.table.lengths import Mil, inches

NEAR_HIM: Final[Mil] = inches(12)
_WITH_HIM: Final = "with the army commander"


Required = Literal["check", "rally", "other"]
"""A check of morale, a die to rally, or another score that a unit must make."""


def required_roll_terms(battle: Battle, unit: Unit, dice: int, what: Required) -> list[Term]:
    """What is added to the total of a roll of so many dice that a unit must make."""
    terms = [*(_spirit(battle, unit, what) if what != "other" else ()), *_led(battle, unit, dice)]
    return terms if battle.own.options.fantasy == "off" else [*terms, *_heartened(battle, unit)]


def _heartened(battle: Battle, unit: Unit) -> Iterator[Term]:
    """A hero or the like with a unit adds 1 to the total of a roll it must make (CM-FANT-HERO-03); of several one.
    Bright light takes 1 off it for those who do not like it (CM-FANT-GOBLIN-02)."""
    with_it = [trait(one, "heartens") for one in company(battle, unit)]
    best = max((one for one in with_it if one is not None), key=lambda one: one.value, default=None)
    if best is not None:
        yield Term("a hero is with them", best.value, best.rule)
    shy = shy_term(battle, unit)
    if shy is not None:
        yield shy


def _spirit(battle: Battle, unit: Unit, what: Required) -> Iterator[Term]:
    """Flemish levies are steadier in checks of morale (CM-HIST-14), religious orders also to rally (CM-HIST-31)."""
    line, options = unit.own.profile, battle.own.options
    if what == "check" and options.levies == "on" and line.levies and line.people == "flemish":
        yield Term("Flemish levies", 1, "CM-HIST-14")
    if options.religious_orders == "on" and line.order:
        yield Term("religious order", 1, "CM-HIST-31")


def _led(battle: Battle, unit: Unit, dice: int) -> Iterator[Term]:
    """1 on each die of the unit the commander is with, 1 on the whole roll of others near him, not both."""
    if not heed_commander(battle, unit):
        return
    for he in commanders(battle, unit.side):
        if he.host == unit.id:
            yield Term(_WITH_HIM, dice, "CM-HIST-32")
        elif unit.on_table and apart(battle, he, unit) <= NEAR_HIM:
            yield Term("near the army commander", 1, "CM-HIST-34")


def combat_term(battle: Battle, unit: Unit) -> Term | None:
    """What each die of melee and missiles gains, where players let the commander help with those too (CM-HIST-32)."""
    if battle.own.options.commander != "all_dice" or not heed_commander(battle, unit):
        return None
    with_it = any(he.host == unit.id for he in commanders(battle, unit.side))
    return Term(_WITH_HIM, 1, "CM-HIST-32") if with_it else None
