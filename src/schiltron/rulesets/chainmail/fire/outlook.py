"""The exact chances of kills by fire, from the same table that the dice are read with (rules MISSILE)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.battle.guide.probability import NONE, Chances, at_least, expected, successes, together
from schiltron.rulesets.chainmail.fantasy.prowess import figures_fallen
from schiltron.rulesets.chainmail.fire.arquebus import Fusillade
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot, kills
from schiltron.rulesets.chainmail.fire.rates import must_win_die
from schiltron.rulesets.chainmail.fire.tables import DIE, kills_by_face
from schiltron.rulesets.chainmail.fire.volleys import Fire
from schiltron.rulesets.chainmail.man_to_man import shooting
from schiltron.rulesets.chainmail.man_to_man.shooting import Shafts
from schiltron.rulesets.chainmail.state import Battle

WINS_DIE: Final = (DIE - 1) / (2 * DIE)
"""How likely one die is to be higher than another (CM-MISSILE-09)."""


class Outlook(Struct, frozen=True):
    """What fire promises: how many of the target fall, how likely all of them, and that it is let off at all."""

    kills: Chances
    destroyed: float
    fired: float = 1.0

    @property
    def expected(self) -> float:
        return expected(self.kills)


def promised(fire: Fire) -> Chances:
    """The chance of each number of kills, however many there are to be killed."""
    if isinstance(fire, Shafts):
        return shooting.promised(fire)
    if isinstance(fire, MarkedShot):
        return kills(fire)
    if isinstance(fire, Fusillade):
        return successes(fire.firing.total * fire.shots, at_least(fire.need.total, DIE))
    total = NONE
    for group in fire.groups:
        total = together(total, _of_group(group, fire.column, fire.bonus))
    return halved(total) if fire.covered else total


def _of_group(group: int, column: str, bonus: int) -> Chances:
    kills = kills_by_face(group, column, bonus)
    return tuple(kills.count(number) / DIE for number in range(max(kills) + 1))


def halved(chances: Chances) -> Chances:
    """Half of a number, fractions dropped (CM-MISSILE-27)."""
    halves = [0.0] * ((len(chances) + 1) // 2)
    for number, chance in enumerate(chances):
        halves[number // 2] += chance
    return tuple(halves)


def outlook(battle: Battle, fire: Fire) -> Outlook:
    """What fire does to its target as it stands, the die roll for it included where one is due."""
    figures = battle.units[fire.target].figures
    chances = fallen(battle, fire)
    fired = WINS_DIE if must_win_die(battle, battle.units[fire.unit]) else 1.0
    killed = [0.0] * (min(figures, len(chances) - 1) + 1)
    for number, chance in enumerate(chances):
        killed[min(number, figures)] += chance * fired
    killed[0] += 1.0 - fired
    return Outlook(tuple(killed), killed[figures] if figures < len(killed) else 0.0, fired)


def fallen(battle: Battle, fire: Fire) -> Chances:
    """The chance of each number of figures that it fells: creatures may need several hits (CM-FANT-GEN-07)."""
    chances, target = promised(fire), battle.units[fire.target]
    if target.own.profile.nature is None or isinstance(fire, MarkedShot):
        return chances
    return figures_fallen(target, chances)
