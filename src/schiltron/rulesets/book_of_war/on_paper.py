"""What stands on roster sheets besides the usual: hits, powers and spells to tick off (chapters A3 and A4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.play.powers import Power
from schiltron.rulesets.book_of_war import equipping
from schiltron.rulesets.book_of_war.individuals import WIZARDS
from schiltron.rulesets.book_of_war.magic.rows import POWERS
from schiltron.rulesets.book_of_war.troop_type import Troop
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.rulesets.sheets import Boxes, Entry, RosterSheet


def with_powers(sheet: RosterSheet, unit: Enlisted) -> RosterSheet:
    """The sheet of a unit with what a hero ticks off; a wizard's says what his wand and his spells do."""
    boxes = (*sheet.boxes, *_of_a_hero(TROOPS[unit.troop]))
    if unit.troop not in WIZARDS:
        return replace(sheet, boxes=boxes)
    wand, spells = POWERS[equipping.wand_of(unit)], _spells(unit)
    told = (wand, *(power for power, _ in spells))
    return replace(
        sheet,
        boxes=(*boxes, *(Boxes(power.title, number) for power, number in spells)),
        facts=(*sheet.facts, *(Entry(power.key, power.title, power.text) for power in told)),
    )


def _of_a_hero(troop: Troop) -> Iterator[Boxes]:
    """Hits short of the last (BW-C3-05), breaths (BW-A3-30), the weather (BW-A3-35)."""
    hero = troop.hero
    if hero is None:
        return
    if troop.hit_dice > 1:
        yield Boxes("Hits", troop.hit_dice)
    if hero.breath is not None:
        yield Boxes("Breaths", hero.breath.uses, note=f"rating {hero.breath.rating}, {' or '.join(hero.breath.ways)}")
    if hero.weather:
        yield Boxes("Weather", 1, note="turned a step, where weather is played")


def _spells(unit: Enlisted) -> list[tuple[Power, int]]:
    """Every spell that a wizard has prepared, and how often (BW-A4-13, BW-A4-29)."""
    own = {power.key: power for power in equipping.extra_of(unit)}
    return [(POWERS.get(key) or own[key], number) for key, number in Counter(equipping.prepared_by(unit)).items()]
