"""MV: how far a unit moves in a round (cases 3.1, 10.9, 11.2, 11.3)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from schiltron.battle.state.tally import Tally, Term
from schiltron.parent_game.creature import Creature
from schiltron.rulesets.battlesystem.ratings.hit_dice import counted
from schiltron.rulesets.battlesystem.ratings.pieces import PIECES
from schiltron.rulesets.battlesystem.state import Profile
from schiltron.table.lengths import Mil, inches


def pace(creature: Creature, base_game: str) -> Mil:
    """A creature's rate in inches; of feet a turn, as the plainer game has them, a tenth (BS-3.1-05, BS-1.0-04)."""
    if base_game == "dnd" and creature.feet_per_turn is not None:
        return inches(Fraction(creature.feet_per_turn, 10))
    return creature.move


@lru_cache(maxsize=1024)
def movement_rate(profile: Profile, base_game: str = "add") -> Tally:
    return Tally("movement", (_term(profile, base_game),), measure="thousandths")


def _term(profile: Profile, base_game: str) -> Term:
    if profile.engine:
        return Term(profile.engine.replace("_", " "), PIECES[profile.engine].move, "BS-10.9-01")
    if profile.team:
        return _drawn(profile, base_game)
    if profile.mount is not None:
        return Term(profile.mount.race.replace("_", " "), pace(profile.mount, base_game), "BS-11.2-01")
    slowest = min((profile.creature, *(one.creature for one in profile.mixed)), key=lambda one: pace(one, base_game))
    return Term(slowest.race.replace("_", " "), pace(slowest, base_game), "BS-3.1-05")


def _drawn(profile: Profile, base_game: str) -> Term:
    """Two thirds of the slowest of the team, or all of it if the team has three times the riders' hit dice."""
    slowest = min(pace(one, base_game) for one in profile.team)
    strength = sum(counted(one.hit_dice) for one in profile.team)
    if strength >= 3 * profile.passengers * counted(profile.creature.hit_dice):
        return Term("the team, three times as strong as its load", slowest, "BS-11.3-02")
    return Term("two thirds of the team's", round(Fraction(2 * slowest, 3)), "BS-11.3-02")
