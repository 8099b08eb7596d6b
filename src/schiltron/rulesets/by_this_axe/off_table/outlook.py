"""What a battle off the table may come to, exactly (rules ABS): results and losses with their chances."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Final, NamedTuple

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
from schiltron.rulesets.by_this_axe.off_table.stratagems import NEEDED, chance_of
from schiltron.rulesets.by_this_axe.off_table.strength import total
from schiltron.rulesets.by_this_axe.state import Battle

DIE: Final = range(1, 7)
TWO_DICE: Final = {
    value: Fraction(number, 36)
    for value, number in sorted(Counter(one + other for one in DIE for other in DIE).items())
}
"""Of 2d6."""


class Forecast(NamedTuple):
    """Every result there may be with its chance, and for each side what part of its strength is left, in hundredths of
    a per cent (10,000 is all of it)."""

    verdicts: dict[Verdict, Fraction]
    left: dict[str, dict[int, Fraction]]

    def wins(self, side: str) -> Fraction:
        return sum((chance for verdict, chance in self.verdicts.items() if verdict.winner == side), Fraction(0))

    def expected(self, side: str) -> float:
        """The part of its strength that a side keeps on the average."""
        return float(sum(left * chance for left, chance in self.left[side].items()) / 10_000)


def chance_to_succeed(battle: Battle, side: str, stratagem: str) -> Fraction:
    """How often a stratagem works (TA-ABS-32)."""
    added = chance_of(battle, side, stratagem).total
    return sum((chance for value, chance in TWO_DICE.items() if value + added >= NEEDED), Fraction(0))


def forecast(battle: Battle, clash: Clash, strengths: tuple[int, int] | None = None) -> Forecast:
    """What comes of a clash, by the strengths that are known or thought; stratagems that have worked are counted."""
    attacker, defender = strengths or (total(battle, clash.attacker), total(battle, clash.defender))
    odds, added = ratio(attacker, defender), modifiers(battle, clash).total
    verdicts: dict[Verdict, Fraction] = {}
    for die in DIE:
        verdict = verdict_of(clash, odds, die + added)
        verdicts[verdict] = verdicts.get(verdict, Fraction(0)) + Fraction(1, 6)
    left: dict[str, dict[int, Fraction]] = {clash.attacker: {}, clash.defender: {}}
    for verdict, chance in verdicts.items():
        for side, shares in left.items():
            for kept, part in _left_of(battle, clash, verdict, side).items():
                shares[kept] = shares.get(kept, Fraction(0)) + chance * part
    return Forecast(verdicts, left)


def _left_of(battle: Battle, clash: Clash, verdict: Verdict, side: str) -> dict[int, Fraction]:
    """What a side keeps after a result: less its losses in battle, and in pursuit of what is left then (TA-ABS-110)."""
    added = loss_modifiers(clash, verdict)
    mine = added.get(side, added[clash.attacker])
    kept = _kept(mine)
    if side != verdict.winner and may_pursue(battle, clash, verdict):
        chased = _kept(pursuit_tally(battle, verdict.winner).total)
        together: dict[int, Fraction] = {}
        for one, chance in kept.items():
            for other, part in chased.items():
                together[one * other] = together.get(one * other, Fraction(0)) + chance * part
        return together
    return {one * 100: chance for one, chance in kept.items()}


def _kept(added: int) -> dict[int, Fraction]:
    """Per cent that are left after a throw for losses to which so much is added (TA-ABS-100)."""
    kept: dict[int, Fraction] = {}
    for value, chance in TWO_DICE.items():
        left = 100 - lost_percent(value + added)
        kept[left] = kept.get(left, Fraction(0)) + chance
    return kept
