"""What hits are worth (chapters A1 to A3): big weapons, strength beyond that of men, the damage of heroes."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.troops import TROOPS


class Force(NamedTuple):
    """So many hits for each so many successes, in whole ones."""

    hits: int = 1
    successes: int = 1

    def of(self, successes: int) -> int:
        return successes * self.hits // self.successes


PLAIN: Final = Force()


@lru_cache(maxsize=4096)
def force(attacker: str, target: str, *, shooting: bool = False) -> Force:
    """What a type does to another: damage of two or more dice is so many hits (BW-A1-11), capped by the Hit Dice of the
    target's type (BW-A1-12); great strength adds half to all hits of a unit (BW-A2-19), but nothing to those on targets
    of one Hit Die (BW-A2-20). A hero's success is one figure hit (BW-A3-17); bow and stones have a damage of their own
    (BW-A3-27, BW-A3-33)."""
    striker, struck = TROOPS[attacker], TROOPS[target]
    if "great_strength" in striker.abilities and struck.hit_dice > 1:
        return Force(3, 2)
    damage = striker.damage
    if shooting and striker.missile is not None and striker.missile.damage is not None:
        damage = striker.missile.damage
    return Force(min(damage, struck.hit_dice))


def hits_of(attacker: str, target: str, successes: int, *, shooting: bool = False) -> Tally:
    """The hits that so many successes of a unit against another come to."""
    terms = [Term("dice that hit", successes, "BW-C3-02")]
    more = force(attacker, target, shooting=shooting).of(successes) - successes
    if more:
        strong = "great_strength" in TROOPS[attacker].abilities
        heroic = "BW-A3-17" if TROOPS[attacker].hero is not None else "BW-A1-11"
        terms.append(Term("great strength" if strong else "damage", more, "BW-A2-19" if strong else heroic))
    return Tally("hits", tuple(terms), measure="hits")
