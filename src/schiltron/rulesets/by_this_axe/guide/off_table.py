"""The card of a unit off the table: what one of it is worth, and its strength (rules ABS)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import Card, Stat
from schiltron.battle.words.grammar import cited
from schiltron.rulesets.by_this_axe.guide.words import LEVELS, character
from schiltron.rulesets.by_this_axe.guide.words import troops as in_words
from schiltron.rulesets.by_this_axe.off_table.statements import UNSTATED
from schiltron.rulesets.by_this_axe.off_table.strength import shown, strength, worth
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.troops import FC_NAMES


def off_table_card(view: Battle, unit: Unit) -> Card:
    person, line = unit.own.person, unit.own.profile
    stated = UNSTATED not in unit.marks
    quality = character(person, line) if person is not None and line.fc else in_words(line) if line.fc else _kind(unit)
    notes = () if line.fc else (cited("how good they are is not known", "TA-ABS-16"),)
    return Card(
        unit=unit.id,
        title=unit.name,
        subtitle=quality,
        points=0,
        stats=tuple(_stats(view, unit)) if stated else (),
        spent=0,
        allowance=0,
        notes=notes if stated else (cited("nothing has been stated of them yet", "TA-ABS-16"),),
        figures=unit.figures,
        original=unit.original,
    )


def _kind(unit: Unit) -> str:
    """What may be known of troops whose quality is kept back (TA-ABS-16)."""
    return unit.kind.replace("_", " ")


def _stats(view: Battle, unit: Unit) -> Iterator[Stat]:
    line, person = unit.own.profile, unit.own.person
    if line.fc:
        named = f" {FC_NAMES[line.fc].capitalize()}" if line.fc in FC_NAMES else ""
        each = worth(line)
        yield Stat("FC", f"{line.fc}{named}", "TA-UNIT-17", part="fights")
        yield Stat("Strength of one", str(each.total), "TA-ABS-02", tally=each, part="fights")
        yield Stat("Unit strength", shown(strength(view, unit)), "TA-ABS-02", part="stands")
    if person is not None and person.leadership:
        yield Stat("Leadership", f"{person.leadership} {LEVELS[person.leadership]}", "TA-CHAR-09", part="command")
