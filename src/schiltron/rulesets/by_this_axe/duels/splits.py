"""Ways to split a duellist's dice: which are allowed, which are sensible (TA-DUEL-12 to TA-DUEL-16, TA-DUEL-18)."""

from __future__ import annotations

from math import ceil
from typing import Final

from msgspec import Struct

from schiltron.battle.state.decision import Assigned, Share
from schiltron.battle.state.illegal import Reason


class Split(Struct, frozen=True):
    """The dice of one duellist for a round."""

    attack: int
    parry: int
    tricks: int = 0


DICE: Final = "dice"
BINS: Final = ("attack", "parry", "tricks")

_STRONGER_ATTACKS: Final = 0.4


def split_of(answer: Assigned) -> Split:
    given = dict.fromkeys(BINS, 0)
    for share in answer.shares:
        given[share.bin] += share.count
    return Split(**given)


def assigned(split: Split) -> Assigned:
    counts = ((bin_, getattr(split, bin_)) for bin_ in BINS)
    return Assigned(tuple(Share(DICE, bin_, count) for bin_, count in counts if count))


def faults(split: Split, most_tricks: int) -> list[Reason]:
    """What is wrong with a split of all his dice.

    One die at least attacks and one parries (TA-DUEL-14). Whoever may play two tricks (TA-DUEL-16) and has only one
    die besides leaves one of the two empty.
    """
    found = []
    rest = split.attack + split.parry
    stretched = split.tricks == most_tricks == 2 and rest == 1
    if not stretched:
        found += [
            Reason(f"at least one die must go to {bin_}", ("TA-DUEL-14",))
            for bin_ in ("attack", "parry")
            if not getattr(split, bin_)
        ]
    if split.tricks > most_tricks:
        rule = "TA-DUEL-15" if most_tricks == 1 else "TA-DUEL-16"
        found.append(Reason(f"no more than {most_tricks} may go to dirty tricks", (rule,)))
    return found


def legal_splits(dice: int, most_tricks: int) -> list[Split]:
    """Every way to split so many dice."""
    found = (
        Split(attack, dice - tricks - attack, tricks)
        for tricks in range(min(most_tricks, dice) + 1)
        for attack in range(dice - tricks + 1)
    )
    return [split for split in found if not faults(split, most_tricks)]


def sensible(dice: int, foe_dice: int) -> Split:
    """Who has more dice than his foe can wait behind his parries; who has not must strike while he stands.

    These are the splits that the equilibrium of the whole duel comes down to, or nearly: dirty tricks seldom pay.
    """
    attack = ceil(_STRONGER_ATTACKS * dice) if dice > foe_dice else dice - 1
    return Split(attack, dice - attack)


def after_forfeit(split: Split, lost: int) -> list[Split]:
    """What may be left to one who loses so many attack and parry dice, the likeliest first (TA-DUEL-18).

    Tricks are not lost. The first takes from whichever he has more of.
    """
    lost = min(lost, split.attack + split.parry)
    found = [
        Split(split.attack - attack, split.parry - lost + attack, split.tricks)
        for attack in range(lost + 1)
        if attack <= split.attack and lost - attack <= split.parry
    ]
    return sorted(found, key=lambda one: (abs(one.attack - one.parry), one.attack))


def in_words(split: Split) -> str:
    """As "3 attack, 1 parry, 1 dirty trick"."""
    tricks = f", {split.tricks} dirty {'trick' if split.tricks == 1 else 'tricks'}" if split.tricks else ""
    return f"{split.attack} attack, {split.parry} parry{tricks}"
