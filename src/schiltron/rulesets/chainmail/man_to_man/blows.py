"""One blow, and what its dice do: CM-MTM-03, CM-MTM-04, CM-MTM-09 to CM-MTM-11, CM-MTM-13, CM-MTM-15 to CM-MTM-20,
CM-MTM-24 and CM-MTM-25.

All blows of a round are fixed before any of them falls. Each falls at its moment, if who strikes it and who is struck
at still stand. What comes of it is worked out here, for dice and for odds.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.light import is_blind, shy_term
from schiltron.rulesets.chainmail.fantasy.prowess import idle_term
from schiltron.rulesets.chainmail.field import helpless
from schiltron.rulesets.chainmail.man_to_man.arms import PRONE, Kit, finds_gaps, said, score, score_at_horse
from schiltron.rulesets.chainmail.man_to_man.first_blow import Meeting
from schiltron.rulesets.chainmail.man_to_man.parrying import Band, rule_of
from schiltron.rulesets.chainmail.state import Battle, HandWeapon, Unit
from schiltron.rulesets.chainmail.troop_traits.bonuses import combat_term

Man = tuple[str, int]
"""A man: his unit and his place in it at the start of the round."""

DICE: Final = 2
DIE: Final = 6
NEED: Final = "to kill"
_MOST: Final = DICE * DIE
_MAGIC_ARMOUR: Final = 3


class ManBlow(Struct, frozen=True, omit_defaults=True):
    """A blow of one man, or of a horse with its `hooves`, at another man, or `at_horse`: two dice must come to `need`.

    A roll of `breaks` breaks the weapon that parries it. `down` is what they must come to if the man who is struck at
    has lost his horse before it falls, and lies on the ground.
    """

    by: Man
    at: Man
    weapon: HandWeapon
    need: Tally
    hooves: bool = False
    at_horse: bool = False
    breaks: int = 0
    down: Tally | None = None


class Tide(NamedTuple):
    """How a round has gone so far: who has fallen, whose weapon is broken, whose horse is down."""

    fallen: frozenset[Man] = frozenset()
    broken: frozenset[Man] = frozenset()
    down: frozenset[Man] = frozenset()


CALM: Final = Tide()

# ---------------------------------------------------------------- what it takes


def able(battle: Battle, unit: Unit) -> bool:
    """Whether men of a unit strike blows at all: not if they were caught before they rallied (CM-MELEE-29), do not see
    in the dark (CM-FANT-SPELL-09), or are of those who strike nobody."""
    return not helpless(unit) and not is_blind(battle, unit) and idle_term(unit) is None


def need(
    battle: Battle,
    met: Meeting,
    one: tuple[Unit, Kit],
    other: tuple[Unit, Kit],
    *,
    weapon: HandWeapon,
    hooves: bool = False,
    at_horse: bool = False,
    parry: Band | None = None,
) -> Tally:
    """What two dice must show, with all that is added to them put the other way round."""
    (unit, mine), (foe, theirs) = one, other
    terms = [_base(mine, theirs, weapon, hooves=hooves, at_horse=at_horse)]
    if not hooves:
        terms += _riding(met, mine, theirs)
        if met.silenced == foe.id:
            terms.append(Term("from the rear", -1, "CM-MTM-13"))
        if unit.own.past.fatigued:
            terms.append(Term("fatigued", 1, "CM-FATIGUE-05"))
        he = combat_term(battle, unit)
        if he is not None:
            terms.append(Term(he.label, -he.value, he.rule))
        terms += _uncanny(battle, unit)
    terms += magic_armour(foe) if not at_horse else ()
    if parry is not None:
        terms.append(Term("parried", parry.off, rule_of(parry)))
    return Tally(NEED, tuple(terms))


def _uncanny(battle: Battle, unit: Unit) -> list[Term]:
    """What bright light and a magical sword do to the dice of small folk (CM-FANT-GOBLIN-02, CM-FANT-MAGIC-08)."""
    nature, shy = unit.own.profile.nature, shy_term(battle, unit)
    terms = [Term(shy.label, -shy.value, shy.rule)] if shy is not None else []
    if nature is not None and nature.arms.sword:
        terms.append(Term("magical sword", -nature.arms.sword, "CM-FANT-MAGIC-08"))
    return terms


def magic_armour(foe: Unit) -> tuple[Term, ...]:
    """What the magic armour of somebody takes off the dice of who attacks him man to man (CM-FANT-MAGIC-12)."""
    nature = foe.own.profile.nature
    worn = nature is not None and nature.arms.armour
    return (Term("magic armour", _MAGIC_ARMOUR, "CM-FANT-MAGIC-12"),) if worn else ()


def _base(mine: Kit, theirs: Kit, weapon: HandWeapon, *, hooves: bool, at_horse: bool) -> Term:
    with_ = f"{said(mine.horse)} as {said(weapon)}" if hooves else said(weapon)
    if at_horse:
        horse = "barded horse" if theirs.barded else "horse"
        return Term(f"{with_} against a {horse}", score_at_horse(weapon, barded=theirs.barded), "CM-MTM-25")
    plain = score(weapon, theirs.armour)
    if theirs.prone and not theirs.horse and finds_gaps(weapon, theirs.armour) and plain > PRONE:
        return Term(f"{with_} against {said(theirs.armour)}, prone", PRONE, "CM-MTM-24")
    return Term(f"{with_} against {said(theirs.armour)}", plain, "CM-MTM-11" if hooves else "CM-MTM-03")


def _riding(met: Meeting, mine: Kit, theirs: Kit) -> list[Term]:
    """Between a rider and a man on foot (CM-MTM-09); a rider's first blows tell more (CM-MTM-10)."""
    if mine.horse and not theirs.horse:
        if met.round == 1:
            return [Term("mounted against foot, first round", -2, "CM-MTM-10")]
        return [Term("mounted against foot", -1, "CM-MTM-09")]
    if theirs.horse and not mine.horse:
        return [Term("on foot against a rider", 1, "CM-MTM-09")]
    return []


# ---------------------------------------------------------------- as it falls


class Falling(NamedTuple):
    """A blow at its moment: whom it is aimed at, and what its dice must show."""

    need: int
    breaks: int
    at_horse: bool
    tally: Tally


def falling(tide: Tide, one: ManBlow) -> Falling | None:
    """How a blow falls; None where who strikes it cannot any more, or who is struck at has fallen (CM-MTM-04)."""
    if one.by in tide.fallen or one.at in tide.fallen or one.by in tide.down:
        return None
    if one.by in tide.broken and not one.hooves:
        return None
    if one.at in tide.down and one.down is not None:
        return Falling(one.down.total, 0, at_horse=False, tally=one.down)
    return Falling(one.need.total, one.breaks, one.at_horse, one.need)


def is_open(fall: Falling) -> bool:
    """Whether dice can change anything: a blow that no score makes kill is not thrown for."""
    return fall.need <= _MOST or 0 < fall.breaks <= _MOST


def struck(tide: Tide, one: ManBlow, fall: Falling, total: int) -> Tide:
    """What a total does."""
    if total >= fall.need:
        if fall.at_horse:
            return tide._replace(down=tide.down | {one.at})
        return tide._replace(fallen=tide.fallen | {one.at})
    if fall.breaks and total == fall.breaks:
        return tide._replace(broken=tide.broken | {one.at})
    return tide
