"""The exact chances of a round of melee, from the same blows that the dice are thrown for (rules FANT among others).

Captains plan with it, and the page shows it.
"""

from __future__ import annotations

from typing import NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, at_least, expected, successes, together
from schiltron.rulesets.chainmail.fantasy.prowess import figures_fallen
from schiltron.rulesets.chainmail.melee.dice import Blow
from schiltron.rulesets.chainmail.melee.duels import chances
from schiltron.rulesets.chainmail.melee.involved import Melee, melees
from schiltron.rulesets.chainmail.melee.petrifying import promised
from schiltron.rulesets.chainmail.melee.rounds import DIE, Round
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide


class Losses(NamedTuple):
    """Of a unit in a melee: figures in it, the chances of losing 0, 1, 2 … of them, and of being destroyed."""

    unit: str
    involved: int
    fallen: Chances
    destroyed: float

    @property
    def expected(self) -> float:
        return expected(self.fallen)


def hit_chances(blows: tuple[Blow, ...]) -> Chances:
    """Chances of so many kills with these dice together."""
    total = NONE
    halved = NONE
    for blow in blows:
        if not blow.dice.total:
            continue
        hits = successes(blow.dice.total, at_least(blow.need.total, DIE))
        if blow.halved:
            halved = together(halved, hits)
        else:
            total = together(total, _worth(hits, blow.worth))
    return total if halved is NONE else together(total, _half(halved))


def _worth(hits: Chances, each: int) -> Chances:
    """Chances of hits that count for several."""
    if each == 1:
        return hits
    found = [0.0] * ((len(hits) - 1) * each + 1)
    for number, chance in enumerate(hits):
        found[number * each] = chance
    return tuple(found)


def _half(hits: Chances) -> Chances:
    """Half of them, fractions dropped (CM-FANT-DWARF-02)."""
    return tuple(sum(hits[number : number + 2]) for number in range(0, len(hits), 2))


def outlook(battle: Battle, one_round: Round) -> dict[str, Losses]:
    """What a round does to every unit in it."""
    found = {}
    for side in one_round.sides:
        for key, figures in zip(side.units, side.involved, strict=True):
            at_it = tuple(blow for blow in one_round.blows if blow.target == key)
            hits = hit_chances(at_it)
            if battle.units[key].own.profile.nature is not None:
                hits = figures_fallen(battle.units[key], hits)
            rolled = [one for one in one_round.duels if one.target == key]
            if rolled:
                hits = together(hits, chances(rolled, figures))
            hits = together(hits, promised(battle, battle.units[key], _creatures(battle, one_round, side)))
            fallen = _capped(hits, figures)
            all_of_it = figures >= battle.units[key].figures and len(fallen) > figures
            found[key] = Losses(key, figures, fallen, fallen[figures] if all_of_it else 0.0)
    return found


def _creatures(battle: Battle, one_round: Round, side: MeleeSide) -> list[Unit]:
    """Those on the other side of a round."""
    return [battle.units[key] for other in one_round.sides if other != side for key in other.units]


def _capped(chances: Chances, most: int) -> Chances:
    """No more fall than are in it."""
    return chances if len(chances) <= most + 1 else (*chances[:most], sum(chances[most:]))


def melee_of(battle: Battle, unit_id: str) -> Melee | None:
    """The melee a unit is in."""
    return next((melee for melee in melees(battle) if unit_id in melee.units), None)
