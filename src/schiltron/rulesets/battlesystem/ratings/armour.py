"""The armour class of a unit (cases 3.1, 11.2, 11.3). Low is good."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.ratings.averages import high, kinds
from schiltron.rulesets.battlesystem.state import Profile

_CHARIOT: Final = -2
"""A chariot shelters who rides in it (BS-11.3-01)."""


def armour_class(profile: Profile, figures: int = 1, members: tuple[Profile, ...] = (), creatures: int = 1) -> Tally:
    """Of cavalry the poorer of rider and mount, of chariots the average improved by 2, of a mixed unit the average.

    `members` are individuals in its ranks, each one of so many `creatures` to a figure (BS-9.1-02).
    """
    return Tally("armour class", _terms(profile, figures, members, creatures))


def _terms(profile: Profile, figures: int, members: tuple[Profile, ...], creatures: int) -> tuple[Term, ...]:
    own = profile.creature.armour_class
    if profile.kind == "individual":
        return (Term("his own", own, "BS-3.2-01"),)
    if profile.team:
        all_of_it = [(profile.passengers, own), *((1, one.armour_class) for one in profile.team)]
        average = Term("average of passengers and team", high(all_of_it), "BS-11.3-01")
        return average, Term("chariot", _CHARIOT, "BS-11.3-01")
    if profile.mount is not None:
        return (Term("the poorer of rider and mount", max(own, profile.mount.armour_class), "BS-11.2-01"),)
    mixed = [(count, one.armour_class) for count, one in kinds(profile, figures)]
    terms = [Term("average of a mixed unit" if profile.mixed else "what they wear", high(mixed), "BS-3.1-02")]
    if members:
        soldiers = [(creatures * count, value) for count, value in mixed]
        together = high([*soldiers, *((1, one.creature.armour_class) for one in members)])
        if together != high(mixed):
            terms.append(Term("members of the unit", together - high(mixed), "BS-9.1-02"))
    return tuple(terms)
