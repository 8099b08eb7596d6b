"""Light and dark: whom bright light hinders and who can fight in the dark (CM-FANT-GEN-10, CM-FANT-GOBLIN-02,
CM-FANT-ORC-01, CM-FANT-WIGHT-04)."""

from __future__ import annotations

from typing import Final, Literal

from schiltron.battle.state.field import apart, standing_with
from schiltron.battle.state.tally import Term
from schiltron.rulesets.chainmail.fantasy.at_work import LIGHT_OF, reach_of
from schiltron.rulesets.chainmail.field import trait
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import TOLERANCE, Mil, inches

Light = Literal["bright", "dim", "dark"]
WORDS: Final[dict[Light, str]] = {
    "bright": "It is full daylight",
    "dim": "The light is dim",
    "dark": "It is fully dark",
}
LIGHT: Final = "light"
"""The grant of an effect on the field or a unit that changes how light it is: 0 bright, 1 dim, 2 dark."""
SHINES: Final[Mil] = inches(24)
"""How far a magic user's light reaches (CM-FANT-SPELL-10)."""
_SWORD: Final[Mil] = inches(6)
_STEPS: Final[tuple[Light, ...]] = ("bright", "dim", "dark")


def light_on(battle: Battle, unit: Unit) -> Light:
    """How light it is where a unit stands: as on the whole field, unless something at work there has changed it. The
    last such thing counts."""
    if not battle.effects.all:
        light = battle.own.options.light
        return "dim" if light == "dark" and by_a_sword(battle, unit) else light
    if lit_by_magic(battle, unit):
        return "bright"
    found = [*battle.effects.granted("", LIGHT), *battle.effects.granted(unit.id, LIGHT)]
    light = _STEPS[found[-1].grant.value] if found else battle.own.options.light
    return "dim" if light == "dark" and by_a_sword(battle, unit) else light


def light_over_the_field(battle: Battle) -> Light:
    """How light it is wherever nothing is at work that is smaller than the field."""
    if battle.own.options.fantasy != "on":
        return "bright"
    found = battle.effects.granted("", LIGHT)
    return _STEPS[found[-1].grant.value] if found else battle.own.options.light


def by_a_sword(battle: Battle, unit: Unit) -> bool:
    """Whether a magical sword sheds its light where a unit stands, six inches round its bearer: it dispels darkness,
    but is not full light (CM-FANT-MAGIC-09)."""
    if not standing_with(battle, unit).on_table:
        return False
    for one in battle.units.values():
        nature = one.own.profile.nature
        shines = nature is not None and nature.arms.sword and one.figures and standing_with(battle, one).on_table
        if shines and apart(battle, one, unit) <= _SWORD + TOLERANCE:
            return True
    return False


def lit_by_magic(battle: Battle, unit: Unit) -> bool:
    """Whether a magic user's light reaches a unit: no darkness is where it shines (CM-FANT-SPELL-10)."""
    lights = [one for one in battle.effects.all if one.kind == LIGHT_OF and one.by in battle.units]
    if not lights or not standing_with(battle, unit).on_table:
        return False
    return any(
        standing_with(battle, battle.units[one.by]).on_table
        and apart(battle, battle.units[one.by], unit) <= reach_of(one, SHINES) + TOLERANCE
        for one in lights
    )


def is_shy(battle: Battle, unit: Unit) -> bool:
    """Whether bright light takes 1 off all dice of a unit."""
    return trait(unit, "light_shy") is not None and light_on(battle, unit) == "bright"


def shy_term(battle: Battle, unit: Unit) -> Term | None:
    """What a roll of a unit loses in bright light: 1, on how many dice ever."""
    shy = trait(unit, "light_shy")
    if shy is None or light_on(battle, unit) != "bright":
        return None
    return Term("in bright light", -shy.value, shy.rule)


def sullen(battle: Battle, unit: Unit) -> Term | None:
    """The same of the Morale Rating, of those of whom that is said."""
    shy = trait(unit, "light_shy")
    if shy is None or "rating" not in shy.against or light_on(battle, unit) != "bright":
        return None
    return Term("in bright light", -shy.value, shy.rule)


def is_blind(battle: Battle, unit: Unit) -> bool:
    """Whether it is too dark for a unit to attack, defend itself or fire."""
    return (
        battle.own.options.fantasy == "on" and light_on(battle, unit) == "dark" and trait(unit, "sees_in_dark") is None
    )
