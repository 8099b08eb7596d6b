"""What creatures can do besides, in the words of players: TA-FANT-A01 to TA-FANT-A19, TA-FANT-Z01 to TA-FANT-Z03."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET

from schiltron.battle.guide.answers import CardPart, Stat
from schiltron.rulesets.by_this_axe import abilities as words
from schiltron.rulesets.by_this_axe.creatures import KINDS, MAJOR, heads
from schiltron.rulesets.by_this_axe.state import Battle, Person, Unit


class Told(NamedTuple):
    """Where on the card an ability stands, by which rule, and what it does."""

    part: CardPart
    rule: str
    text: str


ABILITIES: Final[dict[str, Told]] = {
    words.EVASIVE: Told("stands", "TA-FANT-A01", "backs 2″ away from contact on 4 to 6"),
    words.TOUGH: Told("armour", "TA-FANT-A02", "+1 to save"),
    words.REGENERATION: Told("armour", "TA-FANT-A03", "+2 to save"),
    words.THICK_HIDE: Told("armour", "TA-FANT-A04", "saves as in heavy armour"),
    words.BREATH: Told("fights", "TA-FANT-A05", "strikes before all weapons, saved at −2; at 1:5 a hit strikes 1 to 3"),
    words.FANATIC: Told("nerve", "TA-FANT-A08", "checks morale as heroic"),
    words.DARKVISION: Told("fights", "TA-FANT-A09", "+1 to hit at night against who does not see in the dark"),
    words.FLYING: Told("moves", "TA-FANT-A10", "ground costs nothing; may keep out of reach of who cannot fly"),
    words.CAMOUFLAGE: Told("armour", "TA-FANT-A12", "−1 to be hit in woods, in brush or at night"),
    words.MULTIPLE_ATTACKS: Told("fights", "TA-FANT-A14", "two more attacks for each figure in melee"),
    words.MARKSMAN: Told("shoots", "TA-FANT-A15", "+1 to hit with ranged weapons"),
    words.UNDEAD: Told("nerve", "TA-FANT-A16", "checks morale against priests only"),
    words.SLOW: Told("moves", "TA-FANT-A17", "half the rate"),
    words.QUICK: Told("moves", "TA-FANT-A18", "twice the rate"),
    words.RESISTANCE: Told("armour", "TA-FANT-A19", "hit by heroes and magic alone"),
    "small": Told("fights", "TA-FANT-Z01", "reach one shorter"),
    "large": Told("fights", "TA-FANT-Z02", "reach one longer"),
    "giant": Told("fights", "TA-FANT-Z03", "reach two longer"),
    words.ENGINEER: Told("so_far", "TA-ABS-47", "digs in, off the table"),
}


def by_nature(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What it can do, and how many a figure stands for."""
    line = unit.own.profile
    for ability in dict.fromkeys(line.advantages):
        told = ABILITIES[ability]
        twice = ", twice over" if words.times(line, ability) > 1 else ""
        yield Stat(words.said(ability).capitalize(), f"{told.text}{twice}", told.rule, part=told.part)
    if line.kind == MAJOR:
        yield Stat("Creatures", f"{line.together} a figure", "TA-FANT-C23", part="title")
    elif line.kind:
        yield Stat("Head count", f"{heads(line, view.own.options.scale)} a figure", KINDS[line.kind].rule, part="title")


def stores(person: Person) -> Iterator[Stat]:
    """What a mage or a priest has left for the battle."""
    if person.spells is not UNSET:
        yield Stat("Spell dice", f"{person.spells} left", "TA-FANT-M01", part="shoots")
    if person.prayers is not UNSET:
        yield Stat("Prayers", f"{person.prayers} left", "TA-FANT-P02", part="armour")
