"""The exact chances of a melee round: what both sides lose, and how they react to it (CM-MELEE-01, CM-MELEE-17).

The blows are those that would be frozen for the dice; every pair of losses is followed to the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce
from typing import Final, NamedTuple

from schiltron.battle.guide.answers import Odds
from schiltron.battle.guide.probability import NONE, Chances, expected, together
from schiltron.battle.words.grammar import Note, cited, listed, noted, percent
from schiltron.rulesets.chainmail.field import helpless
from schiltron.rulesets.chainmail.guide.men import man_odds
from schiltron.rulesets.chainmail.guide.odds import leaves, most_of, thrusts
from schiltron.rulesets.chainmail.guide.words import REACTIONS
from schiltron.rulesets.chainmail.man_to_man.outlook import outlook as by_blows
from schiltron.rulesets.chainmail.melee.involved import Melee, man_by_man
from schiltron.rulesets.chainmail.melee.outlook import Losses, hit_chances, melee_of, outlook
from schiltron.rulesets.chainmail.melee.rounds import Round, round_of
from schiltron.rulesets.chainmail.morale.outlook import CONTINUES, Aftermath, aftermath, remains, with_losses
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide

MELEE: Final = "melee"
BREAKS: Final = ("retreat", "rout", "surrender")
_WORTH_SAYING: Final = 0.005


class Exchange(NamedTuple):
    """What a round does to a foe, what it does to a unit itself, and how the sides react."""

    dealt: Odds
    taken: Odds
    after: Aftermath

    def told(self, unit: Unit, foe: Unit) -> Note:
        """As in "they rout (12%) or fight on (60%)"."""
        parts = [f"they {self._reacts(foe.side)}", f"we {self._reacts(unit.side)}"]
        going_on = self.after.get(("", CONTINUES), 0.0)
        if going_on >= _WORTH_SAYING:
            parts.append(f"the melee goes on ({percent(going_on)})")
        return cited("; ".join(part for part in parts if not part.endswith(" ")), "CM-MELEE-21")

    def _reacts(self, side: str) -> str:
        found = {what: chance for (who, what), chance in self.after.items() if who == side}
        return listed(
            [
                f"{words} ({percent(found[what])})"
                for what, words in REACTIONS.items()
                if found.get(what, 0.0) >= _WORTH_SAYING
            ]
        )


def exchange(battle: Battle, unit: Unit, foe: Unit) -> Exchange | None:
    """The next round of two units in contact; None where they are in none."""
    melee = melee_of(battle, unit.id)
    if melee is None or foe.id not in melee.foes(unit.id):
        return None
    if man_by_man(battle, melee):
        return _by_blows(battle, unit, foe, melee)
    fought = round_of(battle, melee)
    losses = outlook(battle, fought)
    after, broken = _followed(battle, fought, losses)
    alone = len(melee.units) == 2
    dealt, taken = (_odds(battle, fought, losses[one.id], broken[one.side], alone=alone) for one in (foe, unit))
    return Exchange(dealt, taken, after)


def _by_blows(battle: Battle, unit: Unit, foe: Unit, melee: Melee) -> Exchange:
    """A round man to man, after which they fight on (CM-MTM-02)."""
    ahead = by_blows(battle, melee)
    alone = len(melee.units) == 2
    dealt, taken = (man_odds(battle, ahead, one, alone=alone) for one in (foe, unit))
    return Exchange(dealt, taken, {("", CONTINUES): 1.0})


# ---------------------------------------------------------------- what follows


def _followed(battle: Battle, fought: Round, losses: dict[str, Losses]) -> tuple[Aftermath, dict[str, float]]:
    """How the sides react, and how likely the units of each are to break: to flee or surrender, or, of one by itself,
    to leave the table for its losses."""
    after: Aftermath = defaultdict(float)
    broken: dict[str, float] = defaultdict(float)
    first, second = (_of_side(side, losses) for side in fought.sides)
    for one, chance in enumerate(first):
        for other, likely in enumerate(second):
            share = chance * likely
            if not share:
                continue
            fallen = with_losses(fought.sides[0], one), with_losses(fought.sides[1], other)
            reacts = _reactions(battle, fallen)
            for what, part in reacts.items():
                after[what] += share * part
            for side in fallen:
                broken[side.side] += share * _breaks(battle, side, reacts)
    return dict(after), dict(broken)


def _of_side(side: MeleeSide, losses: dict[str, Losses]) -> Chances:
    return reduce(together, (losses[key].fallen for key in side.units), NONE)


def _reactions(battle: Battle, sides: tuple[MeleeSide, MeleeSide]) -> Aftermath:
    """None of a side all of which was caught before it rallied: it runs on (CM-MELEE-29)."""
    if any(all(helpless(battle.units[key]) for key in side.units) for side in sides):
        return {}
    return aftermath(battle, sides)


def _breaks(battle: Battle, side: MeleeSide, reacts: Aftermath) -> float:
    flees = sum(part for (who, what), part in reacts.items() if who == side.side and what in BREAKS)
    if len(side.units) > 1:
        return flees
    unit, lost = battle.units[side.units[0]], side.lost[0]
    if lost >= unit.figures:
        return 0.0
    return flees + (1.0 - flees) * (1.0 - remains(battle, unit, lost))


# ---------------------------------------------------------------- as odds


def _odds(battle: Battle, fought: Round, losses: Losses, broken: float, *, alone: bool) -> Odds:
    target = battle.units[losses.unit]
    blows = [blow for blow in fought.blows if blow.target == target.id]
    return Odds(
        exact=alone,
        dice=sum(blow.dice.total for blow in blows),
        needs=most_of(blows),
        hits=hit_chances(tuple(blows)),
        losses=losses.fallen,
        expected_losses=expected(losses.fallen),
        breaks=broken if alone else min(1.0, broken + leaves(battle, target, losses.fallen)),
        notes=noted(*_notes(battle, fought, losses, alone=alone)),
        target=target.id,
        action=MELEE,
        destroyed=losses.destroyed,
        blows=thrusts(blows),
    )


def _notes(battle: Battle, fought: Round, losses: Losses, *, alone: bool) -> Iterator[Note]:
    yield cited(f"{losses.involved} of {battle.units[losses.unit].figures} in the melee", "CM-MELEE-03")
    for blow in fought.blows:
        if blow.target == losses.unit and not blow.dice.total:
            term = blow.dice.terms[0]
            yield cited(f"{battle.units[blow.unit].name} can do no harm: {term.label}", term.rule)
    if not alone:
        yield Note("all who are in this melee together")
