"""Duels before they are fought (rules DUEL): who is likely to fall, and what a split of dice does in a round.

Nobody knows how the other will split his dice (TA-DUEL-12): both are taken to do it sensibly.
"""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview, Thrust
from schiltron.battle.guide.probability import Chances, at_most, expected, successes
from schiltron.battle.state.chance import AtMost
from schiltron.battle.state.decision import Answer, AnyDecision, Assigned, Chosen
from schiltron.battle.words.grammar import noted, percent
from schiltron.rulesets.by_this_axe.duels.blows import TO_HIT
from schiltron.rulesets.by_this_axe.duels.challenges import (
    ACCEPT,
    DECLINE,
    FORCE,
    FORCED_ON,
    LET_GO,
    AnswerChallenge,
    Challenges,
    Press,
    in_contact,
)
from schiltron.rulesets.by_this_axe.duels.duel import Stand, facing, person_of
from schiltron.rulesets.by_this_axe.duels.outlook import duellist, outlook, round_chances
from schiltron.rulesets.by_this_axe.duels.pools import NEEDS
from schiltron.rulesets.by_this_axe.duels.rounds import FLEE, Allot
from schiltron.rulesets.by_this_axe.duels.splits import in_words, sensible, split_of
from schiltron.rulesets.by_this_axe.state import Battle, Unit

_DIE = 6
_SHAME = "a first refusal: this turn he does not lead, attack, rally or go to another unit"


def duel_odds(view: Battle, one: Unit, other: Unit) -> Odds:
    """How likely one is to bring the other down if they fight it out (TA-DUEL-10, TA-DUEL-24)."""
    here, there = duellist(view, one), duellist(view, other)
    split = sensible(here.dice, there.dice)
    end = outlook(view, one, other)
    falls = end.wins + end.both_fall
    note = (
        f"if both split their dice sensibly ({in_words(split)}) and nobody flees: {one.name} wins {percent(end.wins)}, "
        f"loses {percent(end.loses)}, both fall {percent(end.both_fall)}"
    )
    return Odds(
        exact=False,
        dice=split.attack,
        needs=TO_HIT,
        hits=successes(split.attack, at_most(NEEDS["attack"], _DIE)),
        losses=(1 - falls, falls),
        expected_losses=falls,
        breaks=0.0,
        notes=noted(note),
        target=other.id,
        action="duel",
        destroyed=falls,
        blows=(Thrust(split.attack, TO_HIT, AtMost(NEEDS["attack"])),),
    )


# ---------------------------------------------------------------- previews


def duel_preview(view: Battle, decision: AnyDecision, answer: Answer, plain: Preview) -> Preview:
    """What comes of a challenge, of an answer to it, of staying or of a split."""
    step = view.agenda[0]
    match step, answer:
        case Challenges(), Chosen(keys=(key,)) if ">" in key:
            one, _, other = key.partition(">")
            return _fought(view, view.units[one], view.units[other], plain)
        case AnswerChallenge(), Chosen(keys=(key,)):
            return _answered(view, step, key, plain)
        case Press(), Chosen(keys=(key,)):
            return _pressed(view, step, key, plain)
        case Stand(), Chosen(keys=(key,)):
            return _stood(view, *_asked(view, step, decision), key, plain)
        case Allot(), Assigned():
            return _allotted(view, *_asked(view, step, decision), answer, plain)
    return plain


def _asked(view: Battle, step: Stand | Allot, decision: AnyDecision) -> tuple[Unit, Unit]:
    """The duellist who is asked and his foe: the challenger is asked first."""
    return facing(view, step.duel)[int(decision.id.rpartition(".")[2])]


def _fought(view: Battle, one: Unit, other: Unit, plain: Preview, note: str = "") -> Preview:
    odds = duel_odds(view, one, other)
    told = noted(note, *odds.notes)
    rules = ("TA-DUEL-10", "TA-DUEL-24")
    return replace(plain, met=other.id, odds=odds, beside=(duel_odds(view, other, one),), notes=told, rules=rules)


def _answered(view: Battle, step: AnswerChallenge, key: str, plain: Preview) -> Preview:
    challenger, challenged = view.units[step.challenger], view.units[step.challenged]
    if key == ACCEPT:
        return _fought(view, challenged, challenger, plain)
    assert key == DECLINE
    cost = "later refusals cost nothing" if person_of(challenged).refused else _SHAME
    rules = ("TA-DUEL-09",) if person_of(challenged).refused else ("TA-DUEL-05", "TA-DUEL-06", "TA-DUEL-07")
    if not in_contact(view, challenger, challenged):
        return replace(plain, notes=noted(cost), rules=rules)
    forced = f"they are in contact: he may force the duel on {FORCED_ON} or less, and then nothing was refused"
    return replace(plain, notes=noted(cost, forced), rules=(*rules, "TA-DUEL-03"))


def _pressed(view: Battle, step: Press, key: str, plain: Preview) -> Preview:
    if key == LET_GO:
        return plain
    assert key == FORCE
    chance = percent(at_most(FORCED_ON, _DIE))
    challenger, challenged = view.units[step.challenger], view.units[step.challenged]
    shown = _fought(view, challenger, challenged, plain, f"{chance} to force it")
    return replace(shown, rules=("TA-DUEL-03", *shown.rules))


def _stood(view: Battle, unit: Unit, foe: Unit, key: str, plain: Preview) -> Preview:
    if key == FLEE:
        note = f"{percent(at_most(NEEDS['flee'], _DIE))} to get away; otherwise the round is fought"
        return replace(_fought(view, unit, foe, plain, note), rules=("TA-DUEL-11",))
    return _fought(view, unit, foe, plain)


def _allotted(view: Battle, unit: Unit, foe: Unit, answer: Assigned, plain: Preview) -> Preview:
    """A round with this split against a sensible one."""
    split = split_of(answer)
    here, there = duellist(view, unit), duellist(view, foe)
    reply = sensible(there.dice, here.dice)
    wounds = round_chances(split, reply, here.saves_on, there.saves_on)
    hurt, dealt = _one_of(wounds, 0), _one_of(wounds, 1)
    falls, kills = sum(hurt[here.hits :]), sum(dealt[there.hits :])
    note = (
        f"if {foe.name} splits {in_words(reply)}: {expected(dealt):.1f} wounds on him this round and "
        f"{expected(hurt):.1f} on {unit.name} on average; {percent(kills)} that {foe.name} falls, "
        f"{percent(falls)} that {unit.name} does"
    )
    return replace(plain, notes=noted(note), met=foe.id, rules=("TA-DUEL-12", "TA-DUEL-17"))


def _one_of(joint: dict[tuple[int, int], float], place: int) -> Chances:
    most = max(pair[place] for pair in joint)
    found = [0.0] * (most + 1)
    for pair, chance in joint.items():
        found[pair[place]] += chance
    return tuple(found)
