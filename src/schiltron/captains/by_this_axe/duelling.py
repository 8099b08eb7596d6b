"""Duels: whom to challenge, when to accept, when to run, and how to split the dice so that nobody can read it."""

from __future__ import annotations

from random import Random
from typing import Final

from schiltron.battle.state.decision import Answer, AnyDecision, Choose, Chosen
from schiltron.rulesets.by_this_axe.duels.challenges import ACCEPT, DECLINE, FORCE, LET_GO, PASS, AnswerChallenge, Press
from schiltron.rulesets.by_this_axe.duels.duel import Stand
from schiltron.rulesets.by_this_axe.duels.outlook import best_splits, duel_chances, duellist, outlook
from schiltron.rulesets.by_this_axe.duels.rounds import FIGHT, FLEE, Allot
from schiltron.rulesets.by_this_axe.duels.splits import assigned, sensible
from schiltron.rulesets.by_this_axe.state import Battle, Unit

WORTH: Final = {"general": 1.0, "leader": 0.35, "champion": 0.6, "superhero": 0.4, "hero": 0.2}
"""What an army loses with a character."""
WORTH_CHALLENGING: Final = 0.02
CARE: Final = 2.0
"""How much more an own character counts: whoever leads better has most to lose by a throw of dice."""
SHAME: Final = 0.12
"""What a first refusal costs (TA-DUEL-05 to TA-DUEL-08), of what he is worth as a leader."""
LOOKS_BAD: Final = -0.1
CLOSE: Final = 0.06
"""How much worse a split may be to be chosen now and then."""


def worth(unit: Unit) -> float:
    person = unit.own.person
    assert person is not None
    return sum(WORTH.get(role, 0.2) for role in person.roles)


def balance(view: Battle, one: Unit, other: Unit) -> float:
    """What a duel to the end is worth to one of the two."""
    chances = outlook(view, one, other)
    gain, loss = (part + chances.both_fall for part in (chances.wins, chances.loses))
    return gain * worth(other) - CARE * loss * worth(one)


def challenge(view: Battle, decision: Choose) -> Answer:
    """The challenge that promises most; none where none promises anything."""
    best, most = PASS, WORTH_CHALLENGING
    for option in decision.options:
        one, _, other = option.key.partition(">")
        if other:
            value = balance(view, view.units[one], view.units[other])
            if value > most:
                best, most = option.key, value
    return Chosen((best,))


def reply(view: Battle, step: AnswerChallenge) -> Answer:
    one, other = view.units[step.challenged], view.units[step.challenger]
    person = one.own.person
    assert person is not None
    shame = 0.0 if person.refused else SHAME * (1 + person.leadership / 2)
    return Chosen((ACCEPT if balance(view, one, other) > -shame else DECLINE,))


def press(view: Battle, step: Press) -> Answer:
    value = balance(view, view.units[step.challenger], view.units[step.challenged])
    return Chosen((FORCE if value > 0 else LET_GO,))


def stand(view: Battle, step: Stand, decision: AnyDecision) -> Answer:
    """Fight on, or run while there is something left to save."""
    one, other = _asked(view, step, decision)
    return Chosen((FLEE if balance(view, one, other) < LOOKS_BAD else FIGHT,))


def split(view: Battle, step: Allot, decision: AnyDecision, random: Random) -> Answer:
    """One of the splits that do nearly as well as the best."""
    one, other = (duellist(view, unit) for unit in _asked(view, step, decision))
    expected = sensible(other.dice, one.dice)
    ways = best_splits(one, other)
    margins = [duel_chances(one, other, way, expected).margin for way in ways]
    close = [(way, margin) for way, margin in zip(ways, margins, strict=True) if margin >= margins[0] - CLOSE]
    weights = [margin - margins[0] + 1.5 * CLOSE for _, margin in close]
    return assigned(random.choices([way for way, _ in close], weights)[0])


def _asked(view: Battle, step: Stand | Allot, decision: AnyDecision) -> tuple[Unit, Unit]:
    """The duellist a decision is about, and his foe: the challenger is asked first."""
    pair = view.units[step.duel.one], view.units[step.duel.other]
    return pair if decision.id.endswith(".0") else pair[::-1]
