"""Modifiers to morale dice, and checks with two dice: CM-FATIGUE-07, CM-TURN-16."""

from __future__ import annotations

from typing import Final, NamedTuple

from schiltron.battle.guide.probability import below, sums
from schiltron.battle.state.chance import Pool, Roll, SumOf
from schiltron.battle.state.event import Checked
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.troop_traits.bonuses import required_roll_terms

DICE: Final = 2
_LEAST, _MOST = DICE, 6 * DICE


def nerve(battle: Battle, unit: Unit) -> tuple[Term, ...]:
    """What is added to the two dice of any check of a unit's morale."""
    return (*_weariness(unit), *required_roll_terms(battle, unit, DICE, "check"))


def rally_terms(battle: Battle, unit: Unit) -> tuple[Term, ...]:
    """What is added to the one die with which a unit tries to rally."""
    return (*_weariness(unit), *required_roll_terms(battle, unit, 1, "rally"))


def _weariness(unit: Unit) -> tuple[Term, ...]:
    """The fatigued lose 1 from the total of any morale die or dice."""
    return (Term("fatigued", -1, "CM-FATIGUE-07"),) if unit.own.past.fatigued else ()


def loss_score(unit: Unit) -> int:
    """The Loss Table's score to remain (CM-MORALE-06)."""
    return int(LAW.sheet("CM-T-loss").row(unit.own.profile.holds)["two_dice_min_to_remain"])


class Check(NamedTuple):
    """Two dice and what is added to them must come to a score."""

    why: str
    score: int
    terms: tuple[Term, ...]
    rules: tuple[str, ...]
    certain: bool = False
    """Whether a rule says that no dice are needed."""

    @property
    def dice_needed(self) -> int:
        return self.score - sum(term.value for term in self.terms)

    @property
    def open(self) -> bool:
        """Whether the dice can change anything."""
        return not self.certain and _LEAST < self.dice_needed <= _MOST

    @property
    def chance(self) -> float:
        """How likely it is to be passed."""
        return 1.0 if self.certain else 1 - below(sums(DICE, 6), self.dice_needed)

    def roll(self, unit: Unit) -> Roll | None:
        if not self.open:
            return None
        checks = does("check morale", one=unit.original == 1)
        return Roll(
            purpose=f"{unit.name} {checks}, {self.why}: {self.dice_needed} or more on 2d6",
            pools=(Pool(DICE, 6, SumOf(), "morale", whose=unit.side),),
            rules=self.rules,
        )

    def told(self, unit: Unit, dice: int | None) -> Checked:
        """What came of it; without dice, where none could change it."""
        thrown = (Term("2d6", dice),) if dice is not None else ()
        tally = Tally("morale", (*thrown, *self.terms))
        passed = self.certain or (dice if dice is not None else _LEAST) >= self.dice_needed
        if dice is None:
            tally = Tally("morale", self.terms, verdict="automatic" if passed else "impossible")
        rules = tuple(dict.fromkeys((*self.rules, *tally.rules)))
        return Checked(unit=unit.id, why=self.why, tally=tally, need=self.score, passed=passed, rules=rules)
