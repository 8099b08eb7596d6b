"""What special abilities do to an attack: TA-FANT-A09, TA-FANT-A12 to TA-FANT-A14, TA-FANT-A19, TA-FANT-Z01 to -Z03."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import CAMOUFLAGE, DARKVISION, MULTIPLE_ATTACKS, RESISTANCE, has, times
from schiltron.rulesets.by_this_axe.attacks.numbers import MORE_ATTACKS, is_heroic
from schiltron.rulesets.by_this_axe.ground import SCRUB, WOODS
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Battle, Profile, Unit
from schiltron.rulesets.by_this_axe.weapons import MeleeWeapon

COVER: Final = (WOODS, *SCRUB)
_SHORTEST: Final = 8  # TA-FANT-Z01
_SIZES: Final = {str(row["size"]): int(row["reach_number_change"]) for row in LAW.sheet("TA-T-size").records()}


def attacks_each(line: Profile) -> int:
    """Dice of one figure that strikes in melee (TA-FANT-A14)."""
    return 1 + MORE_ATTACKS * times(line, MULTIPLE_ATTACKS)


def reach_of(fighter: Unit, weapon: MeleeWeapon) -> int:
    return reach_in(fighter.own.profile, weapon)


def reach_in(line: Profile, weapon: MeleeWeapon) -> int:
    """The reach of a weapon in such hands: shorter in those of small creatures (TA-FANT-Z01), longer in those of large
    ones and giants (TA-FANT-Z02, TA-FANT-Z03). The lowest number strikes first."""
    change = sum(_SIZES.get(ability, 0) for ability in line.advantages)
    return min(_SHORTEST, weapon.reach + change) if change > 0 else weapon.reach + change


def at_night(battle: Battle) -> bool:
    return battle.own.options.light == "night"


def of_sight(battle: Battle, fighter: Unit, target: Unit) -> list[Term]:
    """Who sees in the dark hits those who do not (TA-FANT-A09); who hides is hit less easily in woods, in brush or at
    night, once (TA-FANT-A12), at night not by those who see in the dark (TA-FANT-A13)."""
    if battle.own.options.fantasy == "none":
        return []
    night, found = at_night(battle), []
    sees = has(fighter.own.profile, DARKVISION)
    if night and sees and not has(target.own.profile, DARKVISION):
        found.append(Term("sees in the dark", 1, "TA-FANT-A09"))
    if has(target.own.profile, CAMOUFLAGE):
        if in_cover(battle, target):
            found.append(Term("hidden among the leaves", -1, "TA-FANT-A12"))
        elif night and sees:
            found.append(Term("hidden, but seen in the dark", 0, "TA-FANT-A13"))
        elif night:
            found.append(Term("hidden by night", -1, "TA-FANT-A12"))
    return found


def in_cover(battle: Battle, unit: Unit) -> bool:
    """Whether half of its figures or more stand in woods or brush (TA-FANT-A12)."""
    pieces = [piece for piece in battle.board.features if piece.kind in COVER] if battle.board is not None else []
    standing = unit.places[: unit.figures]
    hidden = sum(1 for one in standing if any(piece.contains(one.x, one.y) for piece in pieces))
    return bool(hidden) and 2 * hidden >= len(standing)


def resisted(fighter: Unit, target: Unit, need: Tally) -> Tally:
    """The number to hit of an attack that is not magic; none against what only heroes can hit (TA-FANT-A19)."""
    if not has(target.own.profile, RESISTANCE):
        return need
    if is_heroic(fighter):
        return Tally(need.label, (*need.terms, Term("a hero against resistance", 0, "TA-FANT-A19")), need.measure)
    terms = (*need.terms, Term("resists normal weapons", 0, "TA-FANT-A19"))
    return Tally(need.label, terms, need.measure, verdict="impossible")
