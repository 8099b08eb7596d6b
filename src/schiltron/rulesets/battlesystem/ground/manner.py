"""What the effects of ground depend on: the rate, kind and home terrain of a unit (cases 7.0 and 11.8)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.parent_game.creature import Creature, HomeTerrain
from schiltron.rulesets.battlesystem.field import basic
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.ratings.moving import movement_rate
from schiltron.rulesets.battlesystem.ratings.whole_figure import creatures_of
from schiltron.rulesets.battlesystem.state import Battle, Profile, Unit
from schiltron.rulesets.battlesystem.terrain import POND, RIVER, ROUGH, SWAMP, WOODS
from schiltron.table.body import Single
from schiltron.table.lengths import Mil, inches

WATER: Final = (RIVER, POND)
AT_HOME: Final[dict[str, tuple[HomeTerrain, ...]]] = {
    WOODS: ("woodland",),
    ROUGH: ("mountain",),
    SWAMP: ("swamp",),
    **dict.fromkeys(WATER, ("aquatic", "amphibious")),
}
_HOMES: Final[dict[str, tuple[HomeTerrain, ...]]] = {
    **dict.fromkeys(("elf", "halfling", "treant", "sylph"), ("woodland",)),
    **dict.fromkeys(("dwarf", "hill giant", "stone giant"), ("mountain",)),
    "lizard man": ("swamp", "amphibious"),
    **dict.fromkeys(("sahuagin", "lacedon"), ("swamp", "aquatic")),
}
"""Home terrain of each creature, of which the table names examples only (BS-11.8-08)."""
_PIECES: Final = {str(row["piece"]): inches(int(row["mv_in"])) for row in LAW.sheet("BS-T-artillery").records()}


class Manner(NamedTuple):
    """What ground asks about a body."""

    rate: Mil
    home: frozenset[HomeTerrain]
    single: bool
    """One figure, not ranks."""
    engine: bool
    charging: bool
    costs: bool
    """Whether ground costs movement at all."""

    @property
    def swims(self) -> bool:
        return bool(self.home.intersection(AT_HOME[RIVER]))


@lru_cache(maxsize=1024)
def home_of(profile: Profile) -> frozenset[HomeTerrain]:
    """Where all that a figure is made of is at home (BS-11.8-08)."""
    return frozenset.intersection(*(home_of_creature(one) for one in creatures_of(profile)))


def home_of_creature(creature: Creature) -> frozenset[HomeTerrain]:
    return frozenset((*creature.home, *_HOMES.get(creature.race, ())))


def move_rate(battle: Battle, unit: Unit) -> Mil:
    """MV, of the creature in its armour (BS-7.0-02): what fractions of a move are fractions of."""
    engine = unit.own.profile.engine
    return _PIECES[engine] if engine else movement_rate(unit.own.profile, battle.own.options.base_game).total


def manner_of(battle: Battle, unit: Unit, *, charging: bool = False) -> Manner:
    profile = unit.own.profile
    return Manner(
        move_rate(battle, unit),
        home_of(profile),
        isinstance(unit.body, Single),
        bool(profile.engine),
        charging,
        not basic(battle),
    )
