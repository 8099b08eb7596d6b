"""On a unit's card: what weather, darkness, range and short turns leave of its values (chapters O1 and O5 among
others), and what steadies it besides. Nothing where all is as listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import CardPart, Stat
from schiltron.rulesets.book_of_war.attacks.missiles import may_shoot
from schiltron.rulesets.book_of_war.attacks.to_hit import modifier_term
from schiltron.rulesets.book_of_war.conditions import DAYLIGHT, Conditions, move_tally
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.morale.nerve import terms_of
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Modifier
from schiltron.table.lengths import show_inches


def under_conditions(view: Battle, unit: Unit) -> Iterator[Stat]:
    """What is not as the list of types has it."""
    conditions = view.own.conditions
    if conditions is not None:
        yield from _moving(unit, conditions)
        if view.own.options.game != "core":
            yield from _shooting(view, unit)
        yield from _fighting(view, unit, conditions)
    if not view.own.plain_nerve and view.own.options.game != "core" and not troop(unit).fearless:
        for term in list(terms_of(view, unit))[1:]:
            if term.label != DAYLIGHT:
                yield Stat(f"Morale {term.label}", _signed(term.value), term.rule, part="armour")
        if "light_weakness" in troop(unit).abilities and conditions is not None and not conditions.full_daylight:
            yield Stat("Light", "no full daylight: no −1 on morale checks", "BW-A2-16", part="armour")


def _moving(unit: Unit, conditions: Conditions) -> Iterator[Stat]:
    move = move_tally(troop(unit), conditions)
    for term in move.terms[1:]:
        yield Stat(f"Move, {term.label}", f"−{show_inches(-term.value)}", term.rule, part="moves")
    if len(move.terms) > 1:
        yield Stat("Moves now", show_inches(move.total), "BW-C2-01", part="moves")


def _shooting(view: Battle, unit: Unit) -> Iterator[Stat]:
    listed, now = troop(unit).missile, troop_now(view, unit).missile
    if listed is None:
        return
    if now is None:
        for reason in may_shoot(view, unit)[:1]:
            yield Stat("No shooting", reason.text, reason.rules[0], part="shoots")
        return
    if now.limit > listed.reach:
        yield Stat("Long range", f"{show_inches(now.limit)} at −2", "BW-O5-02", part="shoots")
    for modifier in troop_now(view, unit).missile_modifiers:
        yield _hindrance("Shooting", modifier, "shoots")


def _fighting(view: Battle, unit: Unit, conditions: Conditions) -> Iterator[Stat]:
    listed, now = troop(unit), troop_now(view, unit)
    for modifier in now.melee_modifiers:
        yield _hindrance("Melee", modifier, "fights")
    if now.dice_open < listed.dice_open:
        yield Stat("Melee in the storm", f"{now.dice_open} die a figure", "BW-O1-09", part="fights")
    if conditions.short_turns:
        share = "half" if conditions.parts == 2 else "a third"
        yield Stat("Short turns", f"{share} of all dice, at least 1 in contact", conditions.short_turns, part="fights")


def _hindrance(label: str, modifier: Modifier, part: CardPart) -> Stat:
    term = modifier_term(modifier)
    return Stat(f"{label}, {term.label}", f"{_signed(-term.value)} to hit", term.rule, part=part)


def _signed(value: int) -> str:
    return f"{value:+}".replace("-", "−")
