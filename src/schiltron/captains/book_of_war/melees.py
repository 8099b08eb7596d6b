"""The worth of a melee, blow by blow, from the figures that really touch."""

from __future__ import annotations

from typing import Final

from schiltron.captains.book_of_war.expectations import prospect
from schiltron.captains.book_of_war.expected_losses import NO_BLOWS, NOTHING, Balance, damage_to, free_blows, melee
from schiltron.captains.book_of_war.heroes import breath_at
from schiltron.captains.book_of_war.situation import Foe, Situation, Stand, blows_of, rested
from schiltron.rulesets.book_of_war.attacks.breath import breath_of
from schiltron.rulesets.book_of_war.attacks.pikes import reaching
from schiltron.rulesets.book_of_war.outlook import Pool
from schiltron.table.lengths import CONTACT

AFTERWARDS: Final = 0.9
"""What is left of other prospects for a unit that is in a melee."""


def fight(situation: Situation, stand: Stand, fresh: str) -> float | None:
    """What the melee a unit would be in is worth; None if it is in none.

    `fresh` are pikes onto which it would just have run: they strike at once (BW-B2-10).
    """
    touched = {foe.id for foe, apart in stand.apart if apart <= CONTACT}
    blows = blows_of(stand.battle, stand.unit)
    if not touched and not blows:
        return None
    push = situation.temperament.blows(mounted=stand.troop.mounted)
    risk = situation.care * situation.temperament.risks(mounted=stand.troop.mounted)
    value = AFTERWARDS * prospect(situation, stand, besides=touched | blows.keys())
    if breath_of(stand.unit) is not None:
        value += push * breath_at(stand.battle, stand.unit, blows)
    for foe in situation.foes:
        if foe.id in touched or foe.id in blows:
            thrown = blows.get(foe.id, ())
            one = _against(situation, stand, foe, thrown, touched=foe.id in touched, fresh=foe.id == fresh)
            value += push * one.gain - risk * one.loss
    return value


def _against(
    situation: Situation, stand: Stand, foe: Foe, thrown: tuple[Pool, ...], *, touched: bool, fresh: bool
) -> Balance:
    """The melee with one foe; what friends do to it anyway this turn is no merit of ours."""
    unit = stand.unit
    help_at_first = situation.help_against(foe.id, besides=unit.id)
    pikes = back = NO_BLOWS
    if fresh and foe.band.open_ground:
        pikes = free_blows(stand.band, sum(1 for _ in reaching(foe.unit, unit)), foe.band)
    if touched and not foe.routed:
        back = _joined(blows_of(stand.battle, rested(foe.unit)).get(unit.id, ()))
    out = _joined(thrown)
    if not out.dice and not back.dice and not pikes.dice:
        return NOTHING
    found = melee(stand.band, foe.band, out, back, help_at_first, pikes)
    already = damage_to(stand.battle, foe.unit, help_at_first) if help_at_first else 0.0
    return Balance(found.gain - already, found.loss)


def _joined(thrown: tuple[Pool, ...]) -> Pool:
    """Dice of unlike needs as if all needed what most of them need."""
    if not thrown:
        return NO_BLOWS
    return max(thrown)._replace(dice=sum(pool.dice for pool in thrown))
