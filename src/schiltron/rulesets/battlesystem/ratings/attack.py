"""Base Attack Rating (case 8.3): THAC0, lasting bonuses with the sign turned (BS-3.1-08), the ratio. Low is good."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Creature, Missile, Weapon
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.averages import high, kinds
from schiltron.rulesets.battlesystem.ratings.racial import with_sword_or_bow
from schiltron.rulesets.battlesystem.ratings.thac0 import described, thac0
from schiltron.rulesets.battlesystem.ratings.weapons import bare
from schiltron.rulesets.battlesystem.state import Profile

RATIO_ADJUSTMENT: Final = {
    int(row["creatures_per_figure"]): int(row["ar_adjustment"])
    for row in LAW.sheet("BS-T-09-ratio-adjustments").records()
}
_WORST_IN_PERSON: Final = 20
"""The repeated 20s, which ratings ignore, hold wherever one man strikes another (BS-8.3-02)."""


def base_attack(
    profile: Profile, figures: int = 1, creatures: int = 1, *, weapon: str = "", members: tuple[Profile, ...] = ()
) -> Tally:
    """AR in melee with the weapon of that name (or else the first), fixed before the game (BS-8.3-01)."""
    held = in_hand(profile, weapon)
    return Tally("attack rating", (*_by_skill(profile, figures, held, members, creatures), *_by_ratio(creatures)))


def base_shooting(profile: Profile, figures: int = 1, creatures: int = 1) -> Tally:
    """AR with the missile weapon. A piece of artillery has the plain THAC0 of its crew (BS-10.10-02)."""
    if profile.engine:
        crew = Term(described(profile.creature), thac0(profile.creature), "BS-10.10-02")
        return Tally("attack rating of the piece", (crew,))
    if profile.kind == "individual":
        return base_attack(profile, figures, creatures)
    skill = _by_skill(profile, figures, profile.missile, (), creatures)
    return Tally("attack rating", (*skill, *_by_ratio(creatures)))


def in_person(profile: Profile) -> int:
    """THAC0 in individual combat, where nobody needs more than the repeated 20 (BS-8.3-02)."""
    if profile.person is not None:
        return min(_WORST_IN_PERSON, profile.person.thac0)
    return min(_WORST_IN_PERSON, base_attack(profile).total - RATIO_ADJUSTMENT[1])


def in_hand(profile: Profile, weapon: str) -> Weapon | None:
    """The weapon of that name, or else the first."""
    return next((one for one in profile.weapons if one.name == weapon), next(iter(profile.weapons), None))


def same_weapon(member: Profile, held: Weapon | Missile | None) -> Weapon | None:
    """A member's own weapon of the kind that the unit has in hand, magic or not (BS-9.1-02)."""
    return next((arm for arm in member.weapons if held is not None and bare(arm) == bare(held)), None)


def _by_skill(
    profile: Profile, figures: int, held: Weapon | Missile | None, members: tuple[Profile, ...], creatures: int
) -> Iterator[Term]:
    if profile.person is not None:
        yield Term("THAC0 with his weapon", profile.person.thac0, "BS-8.3-01")
        return
    if profile.team:
        yield Term("average of passengers and team", _of_chariot(profile, held), "BS-11.3-01")
        return
    yield _plain(profile, figures)
    yield from _lasting(profile.creature, held)
    if profile.to_hit:
        yield Term("lasting bonus" if profile.to_hit > 0 else "lasting penalty", -profile.to_hit, "BS-8.3-01")
    if members:
        yield from _of_members(profile, figures, held, members, creatures)


def _plain(profile: Profile, figures: int) -> Term:
    if profile.mount is not None:
        return Term(f"{described(profile.creature)}, the rider's", thac0(profile.creature), "BS-11.2-01")
    if profile.mixed:
        average = high([(count, thac0(one)) for count, one in kinds(profile, figures)])
        return Term("average THAC0 of a mixed unit", average, "BS-3.1-02")
    return Term(described(profile.creature), thac0(profile.creature), "BS-8.3-04")


def _lasting(creature: Creature, held: Weapon | Missile | None) -> Iterator[Term]:
    """What is part of every blow: magic weapons, and elves with their own arms."""
    if held is not None and held.plus:
        yield Term(held.name, -held.plus, "BS-8.3-01")
    native = with_sword_or_bow(creature, held)
    if native:
        yield Term("elves with sword or bow", native, "BS-8.3-12")


def _of_chariot(profile: Profile, held: Weapon | Missile | None) -> int:
    """Of all who ride and all who draw, rounded in the chariot's favour."""
    rider = thac0(profile.creature) - profile.to_hit + sum(term.value for term in _lasting(profile.creature, held))
    needs = [rider] * profile.passengers + [thac0(one) for one in profile.team]
    return floor(Fraction(sum(needs), len(needs)))


def _of_members(
    profile: Profile, figures: int, held: Weapon | Missile | None, members: tuple[Profile, ...], creatures: int
) -> Iterator[Term]:
    """Who carries the same weapon in the ranks counts as one of them, at the ratio of their figures (BS-9.1-03)."""
    alike = [one for one in members if same_weapon(one, held) is not None]
    plain = thac0(profile.creature) - profile.to_hit + sum(term.value for term in _lasting(profile.creature, held))
    own = [one.person.thac0 if one.person is not None else thac0(one.creature) for one in alike]
    together = high([(max(1, figures * creatures - len(own)), plain), *((1, need) for need in own)])
    if together != plain:
        yield Term("members of the unit", together - plain, "BS-9.1-02")


def _by_ratio(creatures: int) -> tuple[Term, ...]:
    adjustment = RATIO_ADJUSTMENT[creatures]
    if not adjustment:
        return ()
    called = "one creature to a figure" if creatures == 1 else f"{creatures} creatures to a figure"
    return (Term(called, adjustment, "BS-8.3-03"),)
