"""How many dice a unit throws in melee and what they need: CM-MELEE-01, CM-MELEE-04 to CM-MELEE-06, CM-MELEE-44."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.chainmail.fantasy.light import is_blind, shy_term
from schiltron.rulesets.chainmail.fantasy.prowess import (
    halves,
    idle_term,
    more_dice,
    one_die_more,
    proof,
    strikes_as_figures,
    stunned,
    worth_of_a_hit,
)
from schiltron.rulesets.chainmail.field import guards, has_pole_arms, helpless, trait
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.classes import Fighting, attacks_as, defends_as, has_mass_shock, words
from schiltron.rulesets.chainmail.melee.contact import arc_onto, came_onto, charging, newly_engaged
from schiltron.rulesets.chainmail.melee.weapons import kept_off, lances_at_schiltron
from schiltron.rulesets.chainmail.state import Battle, TroopClass, Unit
from schiltron.rulesets.chainmail.troop_traits.bonuses import combat_term


class Blow(Struct, frozen=True, omit_defaults=True):
    """The dice of a unit against one enemy it touches, fixed before they fall; none where it can do no harm.

    Each kill counts for so many hits (`worth`) on those who take several; of kills that are `halved` half are dropped,
    of all such kills of a round together (CM-FANT-DWARF-02)."""

    unit: str
    target: str
    dice: Tally
    need: Tally
    worth: int = 1
    halved: bool = False


DICE, NEED = "dice", "to kill"
_EVEN_ODDS: Final = 6
_SIX: Final = 6
"""What each die of lancers and of a schiltron needs (CM-HIST-25)."""


class Entry(NamedTuple):
    """A cell of the Combat Tables: so many dice for so many men, and what each needs to kill."""

    dice: int
    men: int
    need: int


_TABLE: Final = {
    (str(row["attacker"]), str(row["defender"])): Entry(int(row["dice"]), int(row["per_men"]), int(row["kill_on_min"]))
    for row in LAW.sheet("CM-T-combat").records()
}


def entry(attacker: TroopClass, defender: TroopClass) -> Entry:
    return _TABLE[attacker, defender]


def blow(battle: Battle, unit: Unit, foe: Unit, figures: int) -> Blow:
    """What so many figures of a unit do to a foe in one round."""
    hindered = hindrance(battle, unit, foe)
    if hindered is not None:
        nothing = Tally(DICE, (hindered,), measure="dice", verdict="impossible")
        return Blow(unit.id, foe.id, nothing, Tally(NEED, (hindered,), verdict="impossible"))
    if lances_at_schiltron(unit, foe):
        even = "lances against a schiltron"
        dice = Tally(DICE, (Term(even, figures, "CM-HIST-25"),), measure="dice")
        return Blow(unit.id, foe.id, dice, _led(battle, unit, Tally(NEED, (Term(even, _EVEN_ODDS, "CM-HIST-25"),))))
    striking, struck = attacks_as(battle, unit, foe), defends_as(battle, foe, unit)
    need = _led(battle, unit, _shy(battle, unit, _need(striking, struck)))
    worth, why = worth_of_a_hit(unit, foe)
    halved = halves(unit, foe)
    if why or halved:
        label = f"each kill is {worth} hits" if why else "half the kills"
        need = Tally(NEED, (*need.terms, Term(label, 0, why or halved)))
    dice = _dice(battle, unit, foe, figures, striking, struck)
    return Blow(unit.id, foe.id, dice, need, worth, bool(halved))


def hindrance(battle: Battle, unit: Unit, foe: Unit) -> Term | None:
    """Why a unit cannot strike at all (CM-MELEE-26, CM-MELEE-29), or in vain (CM-MELEE-09)."""
    if helpless(unit):
        return Term("caught before it rallied", 0, "CM-MELEE-29")
    if arc_onto(battle, foe, unit) == "rear":
        return Term("taken in the rear", 0, "CM-MELEE-26")
    if battle.own.options.fantasy == "on":
        uncanny = _uncanny_hindrance(battle, unit, foe)
        if uncanny is not None:
            return uncanny
    return kept_off(battle, unit, foe)


def _uncanny_hindrance(battle: Battle, unit: Unit, foe: Unit) -> Term | None:
    """In the dark (CM-FANT-GEN-10), at whom no ordinary blow harms, or by who strikes nobody."""
    if is_blind(battle, unit):
        return Term("does not see in the dark", 0, "CM-FANT-SPELL-09")
    if stunned(battle, unit) >= unit.figures:
        return Term("paralysed", 0, "CM-FANT-WRAITH-05")
    saves = trait(unit, "kills_unless_saved")
    if saves is not None:
        return Term("whom it touches must save himself", 0, saves.rule)
    newly, came = newly_engaged(battle, foe), came_onto(battle, foe, unit)
    return idle_term(unit) or proof(unit, foe, newly_met=newly, came_on=came)


def _need(striking: Fighting, struck: Fighting) -> Tally:
    cell = entry(striking.troop, struck.troop)
    terms = [Term(f"{words(striking.troop)} against {words(struck.troop)}", cell.need, "CM-MELEE-02"), *struck.terms]
    if striking.better:
        terms.append(Term("1 added to each die", -striking.better, "CM-MELEE-25"))
    return Tally(NEED, tuple(terms))


def _shy(battle: Battle, unit: Unit, need: Tally) -> Tally:
    """Each die loses 1 in bright light, for those who do not like it; a 6 may be left to kill (CM-FANT-GOBLIN-02)."""
    term = shy_term(battle, unit)
    if term is None:
        return need
    less = -term.value
    if battle.own.options.natural_six == "stands":
        less = min(less, max(0, _SIX - need.total))
    return Tally(NEED, (*need.terms, Term(term.label, less, term.rule)))


def _led(battle: Battle, unit: Unit, need: Tally) -> Tally:
    """The army commander with a unit adds to each die, where players want that for combat too (CM-HIST-32)."""
    he = combat_term(battle, unit)
    return need if he is None else Tally(NEED, (*need.terms, Term(he.label, -he.value, he.rule)))


def _dice(battle: Battle, unit: Unit, foe: Unit, figures: int, striking: Fighting, struck: Fighting) -> Tally:
    """Extra dice raise the number in the entry, fractions are dropped, and a body in contact has one at least."""
    cell = entry(striking.troop, struck.troop)
    figures, why = strikes_as_figures(battle, unit, figures)
    rate = f"{counted(cell.dice, 'die', 'dice')} {'each' if cell.men == 1 else f'for {cell.men}'}"
    terms = [Term(f"{figures} as {words(striking.troop)}, {rate}", figures * cell.dice // cell.men, "CM-MELEE-01")]
    terms += (*why, *striking.terms)
    if guards(unit):
        terms.append(Term(f"{guards(unit)} guard prisoners", 0, "CM-MELEE-42"))
    number = cell.dice
    for extra in _extra(battle, unit, foe, striking.troop):
        more = figures * (number + extra.value) // cell.men - figures * number // cell.men
        number += extra.value
        terms.append(Term(extra.label, more, extra.rule))
    single = one_die_more(unit)
    if single is not None:
        terms.append(single)
    if has_mass_shock(battle, unit, foe):
        terms.append(Term("mass shock", figures // 2, "CM-MELEE-06"))
    total = sum(term.value for term in terms)
    if striking.halved:
        terms.append(Term("half the dice", -(total - total // 2), "CM-FATIGUE-05"))
        total //= 2
    if not total:
        terms.append(Term("at least one", 1, "CM-MELEE-01"))
    return Tally(DICE, tuple(terms), measure="dice")


def _extra(battle: Battle, unit: Unit, foe: Unit, troop: TroopClass) -> list[Term]:
    """What adds a die to the entry: long weapons of heavy and armored foot, and the impetus of a charge."""
    found = more_dice(unit, foe)
    if has_pole_arms(unit) and troop in ("heavy_foot", "armored_foot"):
        found.append(Term(f"extra die for {unit.own.profile.arms}s", 1, "CM-MELEE-04"))
    if battle.own.options.impetus == "on" and has_impetus(unit) and charging(battle, unit, foe):
        found.append(Term("impetus", 1, "CM-MELEE-44"))
    return found


def has_impetus(unit: Unit) -> bool:
    """Whether a unit's charge has impetus: all but light foot, over ground that rises nowhere (CM-MELEE-44).

    Where the ground is not smooth there is no charge at all (CM-TERR-03 to CM-TERR-11).
    """
    return unit.own.profile.fights_as != "light_foot" and not unit.own.turn.uphill
