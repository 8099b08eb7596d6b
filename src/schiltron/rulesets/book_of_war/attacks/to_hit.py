"""The number an attack die needs, with the table of modifiers (chapter C3; for heroes A3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.shelter import shelter
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Modifier, Troop
from schiltron.rulesets.book_of_war.troops import TROOPS


class Blow(Struct, frozen=True):
    """So many dice needing a number: one throw of like attacks (BW-C3-08)."""

    dice: int
    need: Tally


__all__ = ["DIE", "Blow", "Modifier", "chance", "expected_hits", "modifier_term", "to_hit", "to_hit_now"]

DIE: Final = 6

_MODIFIERS: Final = {
    str(row["modifier"]): Term(str(row["modifier"]).replace("_", " "), -int(row["value"]), str(row["rule"]))
    for row in LAW.sheet("BW-T-to-hit-mods").records()
}


_FROM_BEHIND: Final = "attack_on_rear_of_unit"


def modifier_term(modifier: Modifier) -> Term:
    """What a row of the table adds to the number needed."""
    return _MODIFIERS[modifier]


@lru_cache(maxsize=4096)
def to_hit(attacker: str, target: str, modifiers: tuple[Modifier, ...] = (), *, shooting: bool = False) -> Tally:
    """What one unit type needs against another: a bonus lowers the target's Armor Hit value (BW-C3-08). Dwarves dodge
    the blows and stones of big monsters (BW-A2-06).

    A hero's number is fixed (BW-A3-16, BW-A3-27, BW-A3-33): neither armour nor a rear counts for it, but what makes any
    shot harder (BW-A3-34). A hero who stands alone is surrounded by the figure that strikes at him, and so has no rear
    (BW-A3-10); shots at him are as those at anybody (BW-A3-11).

    Nothing hits or misses of itself (BW-C3-09): 7 or more cannot be thrown, 1 or less cannot fail.
    """
    striker, struck = TROOPS[attacker], TROOPS[target]
    if striker.hero is not None:
        terms = [_fixed(striker, shooting=shooting)]
        terms += (_MODIFIERS[modifier] for modifier in modifiers if modifier != _FROM_BEHIND)
        terms += _protection(striker, struck)
        return _judged(terms)
    terms = [Term(f"Armor Hit of {struck.name}", struck.armour_hit, "BW-C3-02")]
    bonus = striker.attack_bonus
    if bonus:
        terms.append(Term(f"Hit Dice of {striker.name}", -bonus, "BW-C3-06"))
    if striker.big and "dodge_giants" in struck.abilities:
        terms.append(_MODIFIERS["dwarf_target_vs_big_monster"])
    if struck.hero is None:
        terms += (_MODIFIERS[modifier] for modifier in modifiers)
    else:
        terms += (_MODIFIERS[modifier] for modifier in modifiers if modifier != _FROM_BEHIND)
        terms += () if shooting else (_MODIFIERS["solo_hero_as_target"],)
    terms += _protection(striker, struck)
    if struck.needs_magic:
        terms.append(Term("only magic and heroes hit it", DIE, "BW-A3-12"))
    return _judged(terms)


def to_hit_now(
    battle: Battle, unit: Unit, target: Unit, modifiers: tuple[Modifier, ...] = (), *, shooting: bool = False
) -> Tally:
    """What one unit needs against another as they are now: nothing enchanted harms who is in an antimagic shell
    (BW-A4-16)."""
    need = to_hit(unit.kind, target.kind, modifiers, shooting=shooting)
    if battle.effects.all and TROOPS[unit.kind].enchanted and shelter(battle, target.id) is not None:
        return _judged([*need.terms, Term("antimagic shell", DIE, "BW-A4-16")])
    return need


def _fixed(striker: Troop, *, shooting: bool) -> Term:
    """The number of a hero's own, for blows or for shots."""
    weapon = striker.missile
    if shooting and weapon is not None and weapon.need is not None:
        rule = "BW-A3-27" if weapon.name == "longbow" else "BW-A3-33"
        return Term(f"{weapon.name} of {striker.name}", weapon.need, rule)
    assert striker.hero is not None
    return Term(f"attack of {striker.name}", striker.hero.attack, "BW-A3-16")


def _protection(striker: Troop, struck: Troop) -> tuple[Term, ...]:
    """Enchanted monsters cannot hit a wizard (BW-A4-04)."""
    return (Term("protection from evil", DIE, "BW-A4-04"),) if striker.enchanted and struck.basic_magic else ()


def _judged(terms: list[Term]) -> Tally:
    tally = Tally("to hit", tuple(terms))
    if tally.total > DIE:
        return Tally("to hit", tally.terms, verdict="impossible")
    if tally.total <= 1:
        return Tally("to hit", tally.terms, verdict="automatic")
    return tally


def chance(need: Tally) -> float:
    """How likely one die is to hit."""
    return min(max(DIE + 1 - need.total, 0), DIE) / DIE


def expected_hits(blows: Iterable[Blow]) -> float:
    return sum(blow.dice * chance(blow.need) for blow in blows)
