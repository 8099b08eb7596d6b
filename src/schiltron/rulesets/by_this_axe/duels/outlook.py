"""The exact chances of a duel: of a round with two given splits, and of the whole duel if both keep their splits.

What a duellist is and does comes down to his dice, the number he saves on and the hits he can still take
(TA-DUEL-17 to TA-DUEL-25). Captains and the page read it.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

from schiltron.battle.guide.probability import Chances, at_most, successes
from schiltron.rulesets.by_this_axe.duels.pools import DICE_LOST, NEEDS, most_tricks, pool
from schiltron.rulesets.by_this_axe.duels.saving import save_need
from schiltron.rulesets.by_this_axe.duels.splits import Split, after_forfeit, legal_splits, sensible
from schiltron.rulesets.by_this_axe.state import Battle, Unit

Joint = dict[tuple[int, int], float]
"""Chances of so many of something for one, and so many for the other."""


class Duellist(NamedTuple):
    """A duellist as the odds know him. `saves_on` is 0 for one who has no save; `hits` are those he can still take."""

    dice: int
    most_tricks: int
    saves_on: int
    hits: int


class Outlook(NamedTuple):
    """How a duel to the end goes for one of the two."""

    wins: float
    loses: float
    both_fall: float

    @property
    def margin(self) -> float:
        return self.wins - self.loses


def duellist(battle: Battle, unit: Unit) -> Duellist:
    person = unit.own.person
    assert person is not None
    return Duellist(pool(person).total, most_tricks(person), save_need(battle, unit), person.hits - person.wounds)


def outlook(battle: Battle, one: Unit, other: Unit) -> Outlook:
    """How a duel goes for one against the other if both split their dice sensibly."""
    here, there = duellist(battle, one), duellist(battle, other)
    return duel_chances(here, there, sensible(here.dice, there.dice), sensible(there.dice, here.dice))


def best_splits(one: Duellist, other: Duellist) -> list[Split]:
    """All his splits, the one first that does best against a sensible foe."""
    reply = sensible(other.dice, one.dice)
    splits = legal_splits(one.dice, one.most_tricks)
    return sorted(splits, key=lambda split: -duel_chances(one, other, split, reply).margin)


# ---------------------------------------------------------------- the duel


@lru_cache(maxsize=4096)
def duel_chances(one: Duellist, other: Duellist, split: Split, reply: Split) -> Outlook:
    """Rounds without a wound change nothing, so they are left out of the reckoning (TA-DUEL-10, TA-DUEL-24)."""
    wounds = round_chances(split, reply, one.saves_on, other.saves_on)
    changes = {pair: chance for pair, chance in wounds.items() if pair != (0, 0)}
    whole = sum(changes.values())
    standing: Joint = {(one.hits, other.hits): 1.0}
    wins = loses = both = 0.0
    while standing:
        after: Joint = {}
        for (here, there), before in standing.items():
            for (hurt, dealt), chance in changes.items():
                weight = before * chance / whole
                left = max(0, here - hurt), max(0, there - dealt)
                if left == (0, 0):
                    both += weight
                elif not left[0]:
                    loses += weight
                elif not left[1]:
                    wins += weight
                else:
                    after[left] = after.get(left, 0.0) + weight
        standing = after
    return Outlook(wins, loses, both)


# ---------------------------------------------------------------- one round


@lru_cache(maxsize=4096)
def round_chances(split: Split, reply: Split, saves_on: int, foe_saves_on: int) -> Joint:
    """Wounds that one takes and the other takes in a round with these splits (TA-DUEL-17, TA-DUEL-23).

    Victims of tricks lose what silence would make them lose (TA-DUEL-18).
    """
    found: Joint = {}
    for (suffered, landed), chance in _hits(split, reply).items():
        own, foes = _wounds(suffered, saves_on), _wounds(landed, foe_saves_on)
        for (hurt, likely), (dealt, so) in product(enumerate(own), enumerate(foes)):
            found[hurt, dealt] = found.get((hurt, dealt), 0.0) + chance * likely * so
    return found


def _wounds(hits: int, saves_on: int) -> Chances:
    return successes(hits, 1 - at_most(saves_on, 6))


@lru_cache(maxsize=4096)
def _hits(split: Split, reply: Split) -> Joint:
    """Hits that one suffers and that he lands, after parries and with counterattacks."""
    found: Joint = {}
    own_tricks = successes(split.tricks, at_most(NEEDS["dirty_tricks"], 6))
    foe_tricks = successes(reply.tricks, at_most(NEEDS["dirty_tricks"], 6))
    for (tricked, weight), (fooled, likely) in product(enumerate(own_tricks), enumerate(foe_tricks)):
        mine = after_forfeit(split, DICE_LOST * fooled)[0]
        his = after_forfeit(reply, DICE_LOST * tricked)[0]
        attack, defence = _exchange(mine.attack, his.parry), _exchange(his.attack, mine.parry)
        for ((landed, back), one), ((suffered, given), other) in product(attack.items(), defence.items()):
            pair = suffered + back, landed + given
            found[pair] = found.get(pair, 0.0) + weight * likely * one * other
    return found


@lru_cache(maxsize=1024)
def _exchange(attack: int, parry: int) -> Joint:
    """Hits that get through a parry, and the counterattack that a parry to spare earns (TA-DUEL-19 to TA-DUEL-22)."""
    found: Joint = {}
    hits = successes(attack, at_most(NEEDS["attack"], 6))
    parries = successes(parry, at_most(NEEDS["parry"], 6))
    for (hit, likely), (parried, so) in product(enumerate(hits), enumerate(parries)):
        spare = 1 if parried > hit else 0
        for back, chance in enumerate(successes(spare, at_most(NEEDS["counterattack"], 6))):
            pair = max(0, hit - parried), back
            found[pair] = found.get(pair, 0.0) + likely * so * chance
    return found
