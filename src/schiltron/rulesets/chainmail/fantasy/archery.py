"""What creatures shoot and throw (CM-FANT-GEN-09, CM-FANT-HOBBIT-02), enchanted arrows (CM-FANT-MAGIC-02 to
CM-FANT-MAGIC-06), and shots at dragons overhead (CM-FANT-HERO-08, CM-FANT-SUPER-03)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.combat_table import CELLS, Score, score
from schiltron.rulesets.chainmail.fantasy.light import shy_term
from schiltron.rulesets.chainmail.fantasy.prowess import nature_of
from schiltron.rulesets.chainmail.field import is_aloft, trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Unit, uncanny

STONES: Final = "stones"
_HERO: Final = "hero"
_SHOTS: Final = {
    str(row["archer"]): (int(str(row["normal_arrow_min"])), int(str(row["enchanted_arrow_min"])))
    for row in LAW.sheet("CM-T-fant-dragon-shot").records()
}
"""What brings a dragon down: with a common arrow, and with an enchanted one."""
_RULE: Final = {"hero": "CM-FANT-HERO-08", "super_hero": "CM-FANT-SUPER-03"}


def as_more(unit: Unit, target: Unit, figures: int) -> Term | None:
    """As how many more figures a unit shoots: two hobbits as three, a hero at ordinary foes as four or eight men."""
    nature, other = nature_of(unit), nature_of(target)
    if nature is None:
        return None
    if unit.own.profile.missile == STONES:
        return Term("every two throw as three", figures * 3 // 2 - figures, "CM-FANT-HOBBIT-02")
    if nature.attack == 1:
        return None
    if other is not None and other.combat:
        return Term("once, at a fantastic foe", 0, "CM-FANT-GEN-09")
    return Term(f"each as {nature.attack} men", figures * (nature.attack - 1), "CM-FANT-GEN-09")


def arrows_left(unit: Unit) -> int:
    """Enchanted arrows that a unit has not shot yet."""
    nature = nature_of(unit)
    return nature.arms.arrows - uncanny(unit).lost_arrows if nature is not None else 0


def by_arrow(battle: Battle, unit: Unit, target: Unit) -> Score | None:
    """What an enchanted arrow needs at a target with a line of its own in the Fantasy Combat Table, as if in melee;
    elves count as heroes (CM-FANT-MAGIC-03, CM-FANT-MAGIC-05). None at an ordinary target, which it kills."""
    nature, other = nature_of(unit), nature_of(target)
    if nature is None or other is None or not other.combat:
        return None
    overhead = dragon_shot(battle, unit, target, enchanted=True)
    if overhead is not None:
        return overhead
    bare = _sheathed(unit)
    if nature.combat:
        return score(battle, bare, target)
    need = Term(f"as a hero against {other.combat.replace('_', ' ')}", CELLS[_HERO, other.combat], "CM-FANT-MAGIC-05")
    return Score(Tally("to beat", (need,)), _off(battle, unit, target))


def _sheathed(unit: Unit) -> Unit:
    """The same with its sword sheathed, since it shoots."""
    nature = nature_of(unit)
    if nature is None or not nature.arms.sword:
        return unit
    profile = replace(unit.own.profile, nature=replace(nature, arms=replace(nature.arms, sword=0)))
    return replace(unit, own=replace(unit.own, profile=profile))


def dragon_shot(battle: Battle, unit: Unit, target: Unit, *, enchanted: bool = False) -> Score | None:
    """What a hero with a bow needs to shoot down a dragon overhead; elves with enchanted arrows shoot as heroes
    (CM-FANT-MAGIC-05)."""
    nature = nature_of(unit)
    if nature is None or trait(target, "shot_down") is None or not is_aloft(target):
        return None
    archer = nature.combat if nature.combat in _SHOTS else _HERO if enchanted and not nature.combat else ""
    if not archer:
        return None
    need = Term("to shoot it down", _SHOTS[archer][enchanted], _RULE[archer])
    return Score(Tally("to kill", (need,)), _off(battle, unit, None), "from")


def _off(battle: Battle, unit: Unit, target: Unit | None) -> Tally:
    """What is taken off two dice of a shot: bright light, magic armour (CM-FANT-MAGIC-12)."""
    shy = shy_term(battle, unit)
    terms = [shy] if shy is not None else []
    other = nature_of(target) if target is not None else None
    if other is not None and other.arms.armour:
        terms.append(Term("magic armour", -1, "CM-FANT-MAGIC-12"))
    return Tally("on two dice", tuple(terms))
