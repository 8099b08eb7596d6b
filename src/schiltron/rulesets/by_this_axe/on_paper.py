"""What stands on roster sheets besides the usual: hits, spell dice and prayers to tick off, and what abilities and
powers do (TA-CHAR-08, rules FANT)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from schiltron.battle.words.grammar import counted
from schiltron.rulesets.by_this_axe.abilities import said, times
from schiltron.rulesets.by_this_axe.guide.nature import ABILITIES
from schiltron.rulesets.by_this_axe.powers import PRAYER_REACH, SPELL_REACH, WARD_REACH
from schiltron.rulesets.by_this_axe.state import Person, Profile, Unit
from schiltron.rulesets.sheets import Boxes, Entry
from schiltron.table.lengths import show_inches


def boxes_of(unit: Unit) -> Iterator[Boxes]:
    """Hits short of the last, where it takes more than one, and each die and prayer of a battle."""
    person = unit.own.person
    if person is None:
        return
    if person.hits > 1:
        yield Boxes("Hits", person.hits)
    if person.dice_left:
        yield Boxes("Spell dice", person.dice_left)
    for spell, uses in Counter(person.spells_left).items():
        yield Boxes(spell.title, uses)
    if person.prayers_left:
        yield Boxes("Prayers", person.prayers_left)


def facts_of(unit: Unit) -> Iterator[Entry]:
    """What its abilities do, and what dice and prayers are spent on."""
    yield from _abilities(unit.own.profile)
    if unit.own.person is not None:
        yield from _powers(unit.own.person)


def _abilities(line: Profile) -> Iterator[Entry]:
    for ability in dict.fromkeys(line.advantages):
        twice = ", twice over" if times(line, ability) > 1 else ""
        yield Entry(ability, said(ability).capitalize(), ABILITIES[ability].text + twice)


def _powers(person: Person) -> Iterator[Entry]:
    if person.dice_left:
        casts = f"an attack each within {show_inches(SPELL_REACH)}, 1 to 5 hits, no armour saves"
        wards = f"or within {show_inches(WARD_REACH)} a hit stopped, or a die of a spell undone"
        yield Entry("spell_dice", "Spell dice", f"{casts}; {wards}")
    for spell in dict.fromkeys(person.spells_left):
        attacks = counted(spell.dice, "attack")
        yield Entry(spell.key, spell.title, f"{attacks} at once within {show_inches(spell.reach)}, once a battle")
    if person.prayers_left:
        saves = f"+1 to a save within {show_inches(PRAYER_REACH)} or in his unit"
        yield Entry("prayers", "Prayers", f"{saves}, or a hit of another healed, or a die of a spell undone")
