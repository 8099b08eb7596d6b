"""The exact chances of a round man to man (rules MTM), from the same blows that the dice are thrown for.

Men who do not strike at each other, by whomever linked, are apart: each knot of men is followed blow by blow.
"""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, sums, together
from schiltron.rulesets.chainmail.man_to_man.blows import CALM, DICE, DIE, Man, ManBlow, Tide, falling, struck
from schiltron.rulesets.chainmail.man_to_man.bouts import Moments, moments, there
from schiltron.rulesets.chainmail.melee.involved import Melee
from schiltron.rulesets.chainmail.melee.outlook import Losses
from schiltron.rulesets.chainmail.state import Battle

Likely = dict[Tide, float]
Fallen = dict[str, Chances]
"""Of each unit the chances that so many of its men in a knot fall."""

_TOTALS = tuple((total, chance) for total, chance in enumerate(sums(DICE, DIE)) if chance)


class Round(NamedTuple):
    """What a round of a melee promises: its blows, and what every unit in it may lose."""

    moments: Moments
    losses: dict[str, Losses]


def outlook(battle: Battle, melee: Melee) -> Round:
    """What a round does to every unit in it."""
    fixed = moments(battle, melee)
    total: dict[str, Chances] = dict.fromkeys(melee.units, NONE)
    known: dict[tuple[object, ...], Fallen] = {}
    for knot in _knots(fixed):
        alike = _shape(knot)
        if alike not in known:
            known[alike] = _of_knot(knot)
        for key, chances in known[alike].items():
            total[key] = together(total[key], chances)
    here = there(battle, melee).figures
    losses = {}
    for key in melee.units:
        figures = battle.units[key].figures
        inside = sum(number for (one, _), number in here.items() if one == key)
        fallen = total[key]
        gone = fallen[figures] if figures < len(fallen) else 0.0
        losses[key] = Losses(key, inside, fallen, gone)
    return Round(fixed, losses)


def _knots(fixed: Moments) -> list[Moments]:
    """Blows that hang together by the men who strike and are struck."""
    head: dict[Man, Man] = {}

    def find(man: Man) -> Man:
        while head.setdefault(man, man) != man:
            man = head[man]
        return man

    for blow in (blow for moment in fixed for blow in moment):
        head[find(blow.by)] = find(blow.at)
    found: dict[Man, list[list[ManBlow]]] = {}
    for number, moment in enumerate(fixed):
        for blow in moment:
            knot = found.setdefault(find(blow.by), [[] for _ in fixed])
            knot[number].append(blow)
    return [tuple(tuple(moment) for moment in knot) for knot in found.values()]


def _shape(knot: Moments) -> tuple[object, ...]:
    """The same for knots of other men of the same units whose blows are alike."""
    names: dict[Man, tuple[str, int]] = {}

    def name(man: Man) -> tuple[str, int]:
        return names.setdefault(man, (man[0], len(names)))

    return tuple(
        tuple(
            (
                name(one.by),
                name(one.at),
                one.need.total,
                one.hooves,
                one.at_horse,
                one.breaks,
                one.down.total if one.down is not None else 0,
            )
            for one in moment
        )
        for moment in knot
    )


def _of_knot(knot: Moments) -> Fallen:
    likely: Likely = {CALM: 1.0}
    for moment in knot:
        likely = _after(moment, likely)
    men: dict[str, set[int]] = defaultdict(set)
    for blow in (blow for moment in knot for blow in moment):
        for key, place in (blow.by, blow.at):
            men[key].add(place)
    found = {key: [0.0] * (len(places) + 1) for key, places in men.items()}
    for tide, chance in likely.items():
        for key in men:
            found[key][sum(one == key for one, _ in tide.fallen)] += chance
    return {key: _cut(chances) for key, chances in found.items()}


def _cut(chances: list[float]) -> Chances:
    while len(chances) > 1 and not chances[-1]:
        chances.pop()
    return tuple(chances)


def _after(moment: tuple[ManBlow, ...], likely: Likely) -> Likely:
    """The blows of a moment fall together, as they would at its start."""
    found: Likely = defaultdict(float)
    for before, chance in likely.items():
        ahead: Likely = {before: chance}
        for blow in moment:
            fall = falling(before, blow)
            if fall is None:
                continue
            onward: Likely = defaultdict(float)
            for tide, part in ahead.items():
                for total, share in _TOTALS:
                    onward[struck(tide, blow, fall, total)] += part * share
            ahead = onward
        for tide, part in ahead.items():
            found[tide] += part
    return found


def kills_of(one: ManBlow) -> float:
    """How likely a blow is to kill a man, if it falls as things stand."""
    fall = falling(CALM, one)
    assert fall is not None, "nobody has fallen yet"
    return 0.0 if fall.at_horse else sum(share for total, share in _TOTALS if total >= fall.need)
