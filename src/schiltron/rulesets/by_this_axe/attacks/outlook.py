"""The exact chances of an attack: hits, figures that fall, characters who die.

The same numbers as the dice will be read by: TA-UNIT-12, TA-UNIT-20, and TA-CHAR-07 hit by hit. Captains plan with it,
and the page shows it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, at_most, expected, mixed, successes, together
from schiltron.battle.state.field import company
from schiltron.rulesets.by_this_axe.attacks.numbers import DIE, success_number
from schiltron.rulesets.by_this_axe.attacks.strikes import (
    FEW,
    Batch,
    Blow,
    Saves,
    Strike,
    engulfs,
    prayed_for,
    save_against,
)
from schiltron.rulesets.by_this_axe.field import head_count, is_character
from schiltron.rulesets.by_this_axe.state import Battle, Unit

Lot = tuple[Chances, float, tuple[float, ...]]
"""Chances of so many hits; a hit is not saved with a chance, by ordinary figures and by each character."""
Company = tuple[int, tuple[int, ...]]
"""Ordinary figures standing, and the hits each character can still bear."""


class Outlook(NamedTuple):
    """Chances of so many hits and of so many ordinary figures lost; of nobody being left; of each character's death."""

    hits: Chances
    fallen: Chances
    destroyed: float
    deaths: tuple[tuple[str, float], ...] = ()

    @property
    def expected(self) -> float:
        """Figures lost on average, a character counted as one."""
        return expected(self.fallen) + sum(chance for _, chance in self.deaths)


def hit_chances(battle: Battle, strike: Strike) -> Chances:
    """Chances of so many hits with all attack dice together (TA-UNIT-15); of breath and gaze, of so many figures struck
    (TA-FANT-A06)."""
    total = NONE
    for blow in strike.blows:
        total = together(total, _hits(battle, strike, blow))
    return total


def _hits(battle: Battle, strike: Strike, blow: Blow) -> Chances:
    chances = successes(blow.dice, at_most(success_number(blow.need), DIE))
    if not engulfs(battle, blow.weapon):
        return chances
    return _several(chances, head_count(battle, battle.units[strike.target]))


_MOST_ENGULFED: Final = 3
"""Figures that one hit of breath or gaze may strike."""


def _several(hits: Chances, there: int) -> Chances:
    """Chances of so many figures struck, by those of so many hits; of few, no more than there are with each."""
    one = [0.0] * (min(there, _MOST_ENGULFED) + 1)
    for number in range(1, _MOST_ENGULFED + 1):
        one[min(there, number)] += 1 / _MOST_ENGULFED
    found: list[tuple[float, Chances]] = []
    struck = NONE
    for chance in hits:
        found.append((chance, struck))
        struck = together(struck, tuple(one))
    return mixed(found)


def outlook(battle: Battle, strike: Strike) -> Outlook:
    """What a strike does to its target as it stands."""
    target, people = _reached(battle, strike)
    lots = tuple(
        (_hits(battle, strike, blow), *_unsaved(battle, strike, blow.weapon, target, people)) for blow in strike.blows
    )
    return _seen(target, people, lots, hit_chances(battle, strike))


def withstood(battle: Battle, saves: Saves) -> Outlook:
    """What hits that are still to be saved do to their target, with the prayers for it."""
    target, people = _reached(battle, saves.strike)
    lots = tuple(
        (_surely(one.number), *_unsaved(battle, saves.strike, one.weapon, target, people, prayers))
        for one, prayers in prayed_for(saves, Batch(target, saves.hits, ()))
    )
    return _seen(target, people, lots, _surely(sum(one.number for one in saves.hits)))


def _surely(number: int) -> Chances:
    """Chances of so many and no other."""
    return (*(0.0,) * number, 1.0)


def _reached(battle: Battle, strike: Strike) -> tuple[Unit, list[Unit]]:
    """Who is struck, and the characters whom it may reach."""
    target = battle.units[strike.target]
    return target, [target] if is_character(target) else company(battle, target)


def _seen(target: Unit, people: list[Unit], lots: tuple[Lot, ...], hits: Chances) -> Outlook:
    ordinary = 0 if is_character(target) else target.figures
    ends = _ends(lots, (ordinary, tuple(_bears(one) for one in people)))
    fallen = [0.0] * (ordinary + 1)
    deaths = [0.0] * len(people)
    nobody = 0.0
    for (figures, bears), chance in ends:
        fallen[ordinary - figures] += chance
        nobody += chance if not figures and not any(bears) else 0.0
        for place, left in enumerate(bears):
            deaths[place] += chance if not left else 0.0
    names = tuple((one.id, chance) for one, chance in zip(people, deaths, strict=True))
    return Outlook(hits, tuple(fallen), nobody, names)


def _bears(unit: Unit) -> int:
    person = unit.own.person
    assert person is not None
    return max(1, person.hits - person.wounds)


def _unsaved(
    battle: Battle, strike: Strike, weapon: str, target: Unit, people: list[Unit], prayers: int = 0
) -> tuple[float, tuple[float, ...]]:
    """The chance that a hit is not saved, by ordinary figures and by each character."""

    def fails(unit: Unit) -> float:
        return 1.0 - at_most(success_number(save_against(battle, unit, strike, weapon, prayers)), DIE)

    return fails(target), tuple(fails(one) for one in people)


@lru_cache(maxsize=16_384)
def _ends(lots: tuple[Lot, ...], start: Company) -> tuple[tuple[Company, float], ...]:
    """What may be left of a target after so many dice, each with its chance."""
    now = {start: 1.0}
    for chances, fails, people_fail in lots:
        after: dict[Company, float] = {}
        for hits, likely in enumerate(chances):
            for left, share in _after(now, hits, fails, people_fail).items():
                after[left] = after.get(left, 0.0) + likely * share
        now = after
    return tuple(now.items())


def _after(now: dict[Company, float], hits: int, fails: float, people_fail: tuple[float, ...]) -> dict[Company, float]:
    """Hits one by one: by chance on a character where few are left (TA-CHAR-07), else on an ordinary figure."""
    for _ in range(hits):
        after: dict[Company, float] = {}
        for left, share in now.items():
            for then, likely in _one_hit(left, fails, people_fail):
                after[then] = after.get(then, 0.0) + share * likely
        now = after
    return now


def _one_hit(left: Company, fails: float, people_fail: tuple[float, ...]) -> list[tuple[Company, float]]:
    figures, bears = left
    living = [place for place, hits in enumerate(bears) if hits]
    if not figures and not living:
        return [(left, 1.0)]
    on_character = 0.0
    if living:
        on_character = 1.0 if not figures else 1 / DIE if figures + len(living) <= FEW else 0.0
    ends = []
    if on_character < 1:
        ends += [((figures - 1, bears), (1 - on_character) * fails), (left, (1 - on_character) * (1 - fails))]
    for place in living if on_character else []:
        part = on_character / len(living)
        fewer = (*bears[:place], bears[place] - 1, *bears[place + 1 :])
        ends += [((figures, fewer), part * people_fail[place]), (left, part * (1 - people_fail[place]))]
    return ends
