"""A unit's line as a player reads it (TA-UNIT-26, TA-UNIT-30, TA-UNIT-31)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.rulesets.by_this_axe.abilities import SAVES, THICK_HIDE, has, said, times
from schiltron.rulesets.by_this_axe.field import base_rate, profile
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Profile, Unit
from schiltron.rulesets.by_this_axe.troops import HEROES
from schiltron.rulesets.by_this_axe.weapons import MELEE, RANGED
from schiltron.table.lengths import show_inches

_BODY: Final = {str(row["armor"]): int(row["save_at_or_under"]) for row in LAW.sheet("TA-T-armor-saves").records()}
_MORE: Final = {str(row["modifier"]): int(row["value"]) for row in LAW.sheet("TA-T-armor-modifiers").records()}
_USEFUL: Final = 5
"""The highest save worth printing: a 6 always fails (TA-UNIT-14)."""


def printed_save(unit: Unit) -> str:
    """The save against an attack from the front, S marking the point of the shield: 5(S) (TA-UNIT-26, TA-UNIT-27)."""
    line, person = profile(unit), unit.own.person
    heroic = person is not None and any(role in HEROES for role in person.roles)
    body = max(_BODY[line.armour], _BODY["heavy"] * has(line, THICK_HIDE))
    total = body + _MORE["shield"] * line.shield + _MORE["mounted"] * line.mounted + _MORE["heroic"] * heroic
    total += sum(more for ability, more in SAVES.items() if has(line, ability))
    if not total:
        return "-"
    return f"{min(total, _USEFUL)}{'(S)' if line.shield else ''}"


def abilities(unit: Unit) -> Iterator[str]:
    """What SA says: musician, abilities, roles, leadership, hits to kill, spells and prayers (TA-UNIT-30)."""
    if profile(unit).musician:
        yield "musician"
    yield from named_abilities(profile(unit))
    person = unit.own.person
    if person is not None:
        yield from (role.replace("_", " ") for role in person.roles)
        if person.leadership:
            yield f"leadership {person.leadership}"
        if person.hits > 1:
            yield f"{person.hits} hits to kill"
        if person.dice_left:
            yield f"{person.dice_left} spell dice"
        yield from (spell.title.lower() for spell in person.spells_left)
        if person.prayers_left:
            yield f"{person.prayers_left} prayers"


def named_abilities(line: Profile) -> Iterator[str]:
    """Abilities in the words of the book, one that is had twice as such (TA-FANT-A14), and how many of a great creature
    a figure is (TA-FANT-C23)."""
    for ability in dict.fromkeys(line.advantages):
        yield said(ability) + (" twice" if times(line, ability) > 1 else "")
    if line.together > 1:
        yield f"{line.together} a figure"


def roster_line(unit: Unit) -> str:
    """FC, AS, MV at the base rate, WP and SA; name and STR stand beside it (TA-UNIT-31)."""
    line = profile(unit)
    weapons = [MELEE[weapon].name for weapon in line.melee] + [RANGED[weapon].name for weapon in line.ranged]
    numbers = f"FC {line.fc}, AS {printed_save(unit)}, move {show_inches(base_rate(unit))}"
    return ", ".join((numbers, *weapons, *abilities(unit)))
