"""What a pair of aim and seat comes to, exactly, against a foe who takes each of his pairs alike (CM-JOUST-04)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from schiltron.rulesets.chainmail.joust.scores import scored
from schiltron.rulesets.chainmail.tilting.matrix import BROKEN, HELM_OFF, INJURED, UNHORSED, Pair, pairs, result


class Chances(Struct, frozen=True):
    """How often what happens to one of the two, and what the ride counts for him on the average."""

    unhorsed: Fraction
    injured: Fraction
    lance_broken: Fraction
    helm_off: Fraction
    points: Fraction


def chances(mine: Pair, theirs: Iterable[Pair]) -> tuple[Chances, Chances]:
    """Of oneself and of the foe, against all of these pairs alike."""
    met = [(result(mine.aim, other.seat), result(other.aim, mine.seat)) for other in theirs]
    return _chances([(dealt, taken) for dealt, taken in met]), _chances([(taken, dealt) for dealt, taken in met])


def _chances(met: list[tuple[tuple[str, ...], tuple[str, ...]]]) -> Chances:
    """Of the knight who deals and takes so."""

    def often(what: str, place: int) -> Fraction:
        return Fraction(sum(what in one[place] for one in met), len(met))

    return Chances(
        unhorsed=often(UNHORSED, 1),
        injured=often(INJURED, 1),
        lance_broken=often(BROKEN, 0),
        helm_off=often(HELM_OFF, 1),
        points=Fraction(sum(scored(dealt, taken) for dealt, taken in met), len(met)),
    )


def best_first(*, forced: bool, foe_forced: bool) -> list[Pair]:
    theirs = pairs(forced=foe_forced)

    def gain(pair: Pair) -> Fraction:
        mine, his = chances(pair, theirs)
        return mine.points - his.points

    return sorted(pairs(forced=forced), key=gain, reverse=True)
