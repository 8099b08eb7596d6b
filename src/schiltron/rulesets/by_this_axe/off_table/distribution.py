"""Every end that a clash off the table may come to, with its exact chance (rules ABS).

All throws are gone through: the die of the battle, the losses of both, and the pursuit. Losses fall in proportion, as
they do where nobody says otherwise, and shares of horse are counted anew before a pursuit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.field import troops
from schiltron.rulesets.by_this_axe.off_table.losses import Wounded, in_proportion, lost_strength
from schiltron.rulesets.by_this_axe.off_table.outlook import DIE, TWO_DICE
from schiltron.rulesets.by_this_axe.off_table.pursuit import may_pursue, pursuit_tally
from schiltron.rulesets.by_this_axe.off_table.result_table import (
    Clash,
    Verdict,
    loss_modifiers,
    lost_percent,
    modifiers,
    ratio,
    verdict_of,
)
from schiltron.rulesets.by_this_axe.off_table.strength import army, individuals, strength, total, worth
from schiltron.rulesets.by_this_axe.state import Battle


class End(NamedTuple):
    """How a clash ends: the result, and the strength that is left to attacker and defender, in hundredths."""

    verdict: Verdict
    attacker: int
    defender: int


class Distribution:
    """All ends of a clash; whoever may pursue does, if `pursues`."""

    def __init__(self, battle: Battle, clash: Clash, *, pursues: bool = True) -> None:
        self._battle = battle
        self._clash = clash
        self._pursues = pursues
        self._after: dict[tuple[str, int], Battle] = {}

    @cached_property
    def ends(self) -> dict[End, Fraction]:
        """Each with its chance; together they are one."""
        found: dict[End, Fraction] = {}
        for verdict, chance in self.verdicts.items():
            for end, part in self._ends_of(verdict):
                found[end] = found.get(end, Fraction(0)) + chance * part
        return found

    @cached_property
    def verdicts(self) -> dict[Verdict, Fraction]:
        """Results by the attacker's die (TA-ABS-82)."""
        battle, clash = self._battle, self._clash
        odds = ratio(total(battle, clash.attacker), total(battle, clash.defender))
        added = modifiers(battle, clash).total
        found: dict[Verdict, Fraction] = {}
        for die in DIE:
            verdict = verdict_of(clash, odds, die + added)
            found[verdict] = found.get(verdict, Fraction(0)) + Fraction(1, len(DIE))
        return found

    def wins(self, side: str) -> Fraction:
        return sum((chance for verdict, chance in self.verdicts.items() if verdict.winner == side), Fraction(0))

    def left(self, side: str) -> dict[int, Fraction]:
        """The strength a side may have left, least first."""
        found: dict[int, Fraction] = {}
        for end, chance in self.ends.items():
            strength_left = end.attacker if side == self._clash.attacker else end.defender
            found[strength_left] = found.get(strength_left, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def expected(self, side: str) -> Fraction:
        """The strength that a side has left on the average, in hundredths."""
        return sum((left * chance for left, chance in self.left(side).items()), Fraction(0))

    # ------------------------------------------------------------ one result

    def _ends_of(self, verdict: Verdict) -> Iterator[tuple[End, Fraction]]:
        clash = self._clash
        for lost_a, lost_d, chance in self._losses(verdict):
            one, other = self._weakened(clash.attacker, lost_a), self._weakened(clash.defender, lost_d)
            left = {clash.attacker: total(one, clash.attacker), clash.defender: total(other, clash.defender)}
            both = self._together(one, other)
            if self._pursues and may_pursue(both, clash, verdict):
                loser = clash.defender if verdict.winner == clash.attacker else clash.attacker
                for part, again in _percents(pursuit_tally(both, verdict.winner).total).items():
                    kept = left | {loser: left[loser] - lost_strength(both, Wounded(loser, part))}
                    yield End(verdict, kept[clash.attacker], kept[clash.defender]), chance * again
            else:
                yield End(verdict, left[clash.attacker], left[clash.defender]), chance

    def _losses(self, verdict: Verdict) -> Iterator[tuple[int, int, Fraction]]:
        """What both lose, in per cent; of a stalemate the same (TA-ABS-85)."""
        added = loss_modifiers(self._clash, verdict)
        mine = _percents(added[self._clash.attacker])
        if self._clash.defender not in added:
            yield from ((part, part, chance) for part, chance in mine.items())
            return
        for part, chance in mine.items():
            for other, again in _percents(added[self._clash.defender]).items():
                yield part, other, chance * again

    def _weakened(self, side: str, percent: int) -> Battle:
        """The battle after a side's losses (TA-ABS-102)."""
        key = side, percent
        if key not in self._after:
            self._after[key] = weakened(self._battle, Wounded(side, percent))
        return self._after[key]

    def _together(self, one: Battle, other: Battle) -> Battle:
        """Attackers as they are in the one, defenders as they are in the other."""
        theirs = {unit.id: other.units[unit.id] for unit in troops(other, self._clash.defender)}
        lacking = tuple(entry for entry in one.own.abroad.lacking if entry[0] not in theirs) + tuple(
            entry for entry in other.own.abroad.lacking if entry[0] in theirs
        )
        own = replace(one.own, off_table=replace(one.own.abroad, lacking=lacking))
        return replace(one, units={**one.units, **theirs}, own=own)


def weakened(battle: Battle, wounded: Wounded) -> Battle:
    """A battle in which a side has lost a part of its strength, in proportion (TA-ABS-101, TA-ABS-102)."""
    shares = in_proportion(battle, wounded.side, lost_strength(battle, wounded))
    units, lacking = dict(battle.units), dict(battle.own.abroad.lacking)
    for unit in army(battle, wounded.side):
        left = strength(battle, unit) - shares[unit.id]
        heads = individuals(unit.own.profile, left)
        units[unit.id] = replace(unit, figures=heads)
        lacking[unit.id] = worth(unit.own.profile).total * heads - left
    known = tuple((key, value) for key, value in lacking.items() if value)
    return replace(battle, units=units, own=replace(battle.own, off_table=replace(battle.own.abroad, lacking=known)))


def _percents(added: int) -> dict[int, Fraction]:
    """Per cent that are lost, by 2d6 and what is added to it (TA-ABS-100)."""
    found: dict[int, Fraction] = {}
    for value, chance in TWO_DICE.items():
        lost = lost_percent(value + added)
        found[lost] = found.get(lost, Fraction(0)) + chance
    return found
