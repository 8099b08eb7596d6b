"""Hit dice of a creature and of a figure, in tenths (cases 3.1, 11.2, 11.3)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Final

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import HitDice
from schiltron.rulesets.battlesystem.ratings.averages import kinds, low
from schiltron.rulesets.battlesystem.state import Profile

_POINTS_TO_A_DIE: Final = 4


def counted(dice: HitDice) -> int:
    """Tenths of one creature: whole dice, one more for each full 4 points of plus, minuses ignored (BS-3.1-04)."""
    if dice.tenths:
        return dice.tenths
    return 10 * (dice.dice + max(0, dice.plus) // _POINTS_TO_A_DIE)


def rated_dice(profile: Profile, figures: int = 1) -> HitDice:
    """The hit dice by which ratio and morale go: a creature's own, the average of rider and mount rounded up
    (BS-11.2-01), of a chariot the averages of team and passengers together (BS-11.3-01), of a mixed unit the average
    rounded down (BS-3.1-02)."""
    own = counted(profile.creature.hit_dice)
    if profile.kind == "individual":
        return profile.creature.hit_dice
    if profile.team:
        team = Fraction(sum(counted(one.hit_dice) for one in profile.team), len(profile.team))
        return HitDice(int(team + own) // 10)
    if profile.mount is not None:
        return HitDice(ceil(Fraction(own + counted(profile.mount.hit_dice), 20)))
    if profile.mixed:
        return HitDice(low([(count, counted(one.hit_dice)) for count, one in kinds(profile, figures)]) // 10)
    return profile.creature.hit_dice


def per_figure(profile: Profile, figures: int, creatures: int) -> Tally:
    """Hit dice of one creature times creatures to a figure (BS-3.1-04)."""
    dice = rated_dice(profile, figures)
    each = Term(f"{creatures} × {_named(profile, dice)}", creatures * counted(dice), _rule(profile))
    return Tally("hit dice of a figure", (each,), measure="tenths")


def _named(profile: Profile, dice: HitDice) -> str:
    if profile.kind == "individual":
        return f"{dice} HD"
    if profile.team:
        return f"{dice} HD, team and passengers together"
    if profile.mount is not None:
        return f"{dice} HD, the average of rider and mount rounded up"
    return f"{dice} HD, the average of a mixed unit" if profile.mixed else f"{dice} HD"


def _rule(profile: Profile) -> str:
    if profile.kind == "individual":
        return "BS-3.1-04"
    if profile.team:
        return "BS-11.3-01"
    if profile.mount is not None:
        return "BS-11.2-01"
    return "BS-3.1-02" if profile.mixed else "BS-3.1-04"
