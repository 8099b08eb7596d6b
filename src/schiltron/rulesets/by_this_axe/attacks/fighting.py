"""Step a of the Melee Phase: TA-TURN-06, TA-MELEE-05 to TA-MELEE-07, TA-MELEE-12, TA-UNIT-29, TA-FANT-A05.

First every owner takes up weapons and divides dice, where there is something to choose. Then all dice are fixed: pairs
in their first round strike in the order of reach, those of older pairs count as struck at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.play.agenda import does as carries_out
from schiltron.battle.play.form_checks import judge_assignment, judge_choice
from schiltron.battle.state.decision import Assign, Assigned, Choose, Chosen, Item, Option, Share, wanted
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.attacks.abilities import reach_of
from schiltron.rulesets.by_this_axe.attacks.losses import TakeOff
from schiltron.rulesets.by_this_axe.attacks.melee import (
    blows,
    bodies_in_melee,
    dice,
    dice_of_one,
    eligible,
    fighters,
    first_round,
    foes,
    pairing,
    sensible_weapons,
    strike,
    usual_weapon,
)
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.rulesets.by_this_axe.weapons import BLOWS, BREATH, MELEE, MeleeWeapon


class Arm(Struct, frozen=True):
    """The weapon a unit or character has taken up for this round."""

    by: str
    weapon: str


class Portion(Struct, frozen=True):
    """Dice of a unit or character meant for one of several foes."""

    by: str
    foe: str
    dice: int


class Melees(Step, frozen=True, tag="by_this_axe.melees"):
    """Step a of the Melee Phase, with the weapons and the division of dice chosen so far."""

    arms: tuple[Arm, ...] = ()
    portions: tuple[Portion, ...] = ()


class Beat(Step, frozen=True, tag="by_this_axe.beat"):
    """All who strike with weapons of one reach in the first round of their melee (TA-MELEE-06)."""

    reach: int
    strikes: tuple[Strike, ...]


class AfterBreath(Step, frozen=True, tag="by_this_axe.after_breath"):
    """Breath and gaze have struck; now weapons do: those of first rounds by reach, older ones at once."""

    beats: tuple[Beat, ...]
    older: tuple[Strike, ...]


class Torn(NamedTuple):
    """A fighter whose weapon is to be chosen, and the body it stands with."""

    fighter: Unit
    body: Unit
    weapons: list[MeleeWeapon]


# ---------------------------------------------------------------- what is to be chosen


def _torn(battle: Battle, step: Melees) -> Torn | None:
    """The next fighter with a choice of weapons."""
    armed = {arm.by for arm in step.arms}
    for body in bodies_in_melee(battle):
        for fighter in fighters(battle, body):
            if fighter.id not in armed and len(fighter.own.profile.melee) > 1:
                sensible = sensible_weapons(battle, fighter, body)
                if len(sensible) > 1:
                    return Torn(fighter, body, sensible)
    return None


def _beset(battle: Battle, step: Melees) -> Unit | None:
    """The next body in contact with several enemies (TA-MELEE-12)."""
    divided = {portion.by for portion in step.portions}
    for body in bodies_in_melee(battle):
        striking = fighters(battle, body)
        if striking and len(foes(battle, body)) > 1 and not any(one.id in divided for one in striking):
            return body
    return None


def _ask(battle: Battle, step: Melees) -> tuple[Choose | Assign, ...] | None:
    torn = _torn(battle, step)
    if torn is not None:
        return (_weapon_choice(battle, torn),)
    body = _beset(battle, step)
    return None if body is None else (_division(battle, step, body),)


def _weapon_choice(battle: Battle, torn: Torn) -> Choose:
    usual = usual_weapon(battle, torn.fighter, torn.body)
    default = usual if usual in torn.weapons else torn.weapons[0]
    return Choose(
        seat=torn.fighter.controller,
        prompt=f"{torn.fighter.name}: which weapon for this round?",
        waits=f"{torn.fighter.name} to take up a weapon",
        rules=("TA-UNIT-29", *(weapon.rule for weapon in torn.weapons)),
        options=tuple(Option(weapon.id, weapon.name.capitalize()) for weapon in torn.weapons),
        default=Chosen((default.id,)),
    )


def _division(battle: Battle, step: Melees, body: Unit) -> Assign:
    bins = tuple(Option(foe.id, foe.name) for foe in foes(battle, body))
    keys = tuple(option.key for option in bins)
    striking = fighters(battle, body)
    are = does("are", one=is_character(body))
    return Assign(
        seat=body.controller,
        prompt=f"{body.name} {are} in contact with {len(keys)} enemies: who is struck with how many dice?",
        waits=f"{body.name} to share out their dice",
        rules=("TA-MELEE-12",),
        items=tuple(
            Item(one.id, f"dice of {one.name}", dice(battle, one, weapon_of(battle, step, one, body)), keys)
            for one in striking
        ),
        bins=bins,
        default=_all_at(battle, step, body, _softest(battle, step, body)),
    )


def _all_at(battle: Battle, step: Melees, body: Unit, foe: Unit) -> Assigned:
    return Assigned(
        tuple(
            Share(one.id, foe.id, dice(battle, one, weapon_of(battle, step, one, body)))
            for one in fighters(battle, body)
        )
    )


def _softest(battle: Battle, step: Melees, body: Unit) -> Unit:
    """The foe who would lose most by all dice of a body."""
    return max(foes(battle, body), key=lambda foe: outlook(battle, _everything(battle, step, body, foe)).expected)


def _everything(battle: Battle, step: Melees, body: Unit, foe: Unit) -> Strike:
    return strike(battle, body, foe, _full_blows(battle, step, body, foe))


def _full_blows(battle: Battle, step: Melees, body: Unit, foe: Unit) -> list[Blow]:
    found = []
    for one in fighters(battle, body):
        weapon = weapon_of(battle, step, one, body)
        found += blows(battle, one, body, foe, weapon, dice(battle, one, weapon))
    return found


def weapon_of(battle: Battle, step: Melees, fighter: Unit, body: Unit) -> MeleeWeapon:
    """What was chosen for a fighter, or what there was no need to choose."""
    chosen = next((arm.weapon for arm in step.arms if arm.by == fighter.id), None)
    return MELEE[chosen] if chosen is not None else sensible_weapons(battle, fighter, body)[0]


# ---------------------------------------------------------------- answers


def _judge(_view: Battle, _step: Melees, decision: Choose | Assign, answer: Chosen | Assigned) -> list[Reason]:
    if isinstance(decision, Choose) and isinstance(answer, Chosen):
        return judge_choice(decision, answer)
    if isinstance(decision, Assign) and isinstance(answer, Assigned):
        return judge_assignment(decision, answer)
    return [Reason(wanted(decision), decision.rules)]


def _take(scene: Scene, step: Melees, answers: tuple[Chosen | Assigned, ...]) -> None:
    answer = answers[0]
    if isinstance(answer, Chosen):
        torn = _torn(scene.battle, step)
        assert torn is not None
        scene.now(replace(step, arms=(*step.arms, Arm(torn.fighter.id, answer.keys[0]))))
        return
    given: Counter[tuple[str, str]] = Counter()
    for share in answer.shares:
        given[share.item, share.bin] += share.count
    portions = (Portion(by, foe, number) for (by, foe), number in given.items())
    scene.now(replace(step, portions=(*step.portions, *portions)))


def _sample(_view: Battle, _step: Melees, decision: Choose | Assign, random: Random) -> Chosen | Assigned:
    if isinstance(decision, Choose):
        return Chosen((random.choice(decision.options).key,))
    given = Counter((item.key, random.choice(item.bins)) for item in decision.items for _ in range(item.count))
    return Assigned(tuple(Share(item, foe, count) for (item, foe), count in sorted(given.items())))


def _suggest(view: Battle, step: Melees, decision: Choose | Assign) -> Iterator[Chosen | Assigned]:
    """The usual weapon first; all dice at one foe, the softest first."""
    return iter(sorted(_ways(view, step, decision), key=lambda each: each != decision.default))


def _ways(view: Battle, step: Melees, decision: Choose | Assign) -> Iterator[Chosen | Assigned]:
    if isinstance(decision, Choose):
        return (Chosen((option.key,)) for option in decision.options)
    body = _beset(view, step)
    assert body is not None
    return (_all_at(view, step, body, foe) for foe in foes(view, body))


# ---------------------------------------------------------------- all dice are fixed


def _do(scene: Scene, step: Melees) -> None:
    """One round for everybody in contact (TA-MELEE-05); those who have fought before strike together (TA-MELEE-07)."""
    battle = scene.battle
    opening: dict[int, list[Strike]] = {}
    older: list[Strike] = []
    breath: list[Strike] = []
    for body in bodies_in_melee(battle):
        breathed: Counter[str] = Counter()
        for foe in _by_reach(battle, step, body):
            by_reach: dict[int, list[Blow]] = {}
            for one in fighters(battle, body):
                weapon = weapon_of(battle, step, one, body)
                number = _dice_for(battle, step, one, body, foe)
                for each in blows(battle, one, body, foe, weapon, number, breathed[one.id]) if number else ():
                    breathes = each.weapon == BREATH.id
                    breathed[one.id] += each.dice if breathes else 0
                    by_reach.setdefault(BREATH.reach if breathes else reach_of(one, weapon), []).append(each)
            if BREATH.reach in by_reach:
                breath.append(strike(battle, body, foe, by_reach.pop(BREATH.reach)))
            if first_round(battle, pairing(battle, body, foe)):
                for reach, struck in by_reach.items():
                    opening.setdefault(reach, []).append(strike(battle, body, foe, struck))
            elif by_reach:
                older.append(strike(battle, body, foe, [each for struck in by_reach.values() for each in struck]))
    beats = [Beat(reach, tuple(opening[reach])) for reach in sorted(opening)]
    if breath:
        scene.now(Beat(BREATH.reach, tuple(breath)), AfterBreath(tuple(beats), tuple(older)))
    elif beats or older:
        scene.now(*beats, *older, TakeOff("melee"))


def _by_reach(battle: Battle, step: Melees, body: Unit) -> list[Unit]:
    """The foes of a body, those with the longest weapons first."""

    def reach(foe: Unit) -> int:
        return reach_of(foe, weapon_of(battle, step, foe, foe))

    return sorted(foes(battle, body), key=lambda foe: (reach(foe), foe.turn_in_line))


def _dice_for(battle: Battle, step: Melees, fighter: Unit, body: Unit, foe: Unit) -> int:
    """The dice meant for a foe; all of them where there is only one."""
    if len(foes(battle, body)) == 1:
        return dice(battle, fighter, weapon_of(battle, step, fighter, body))
    return sum(portion.dice for portion in step.portions if (portion.by, portion.foe) == (fighter.id, foe.id))


MELEES = asks(Melees, do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)

# ---------------------------------------------------------------- first rounds (TA-MELEE-06)


def _do_beat(scene: Scene, step: Beat) -> None:
    """All strikes of one reach, less the dice of those whom longer weapons have brought down."""
    scene.now(*_left_of(scene.battle, step.strikes))


def _left_of(battle: Battle, strikes: Iterable[Strike]) -> list[Strike]:
    """Strikes less the dice of those who have been brought down."""
    missing: dict[str, int] = {}
    struck = []
    for one in strikes:
        still = tuple(left for left in (_left(battle, each, missing) for each in one.blows) if left.dice)
        if still:
            struck.append(replace(one, blows=still))
    return struck


def _left(battle: Battle, one: Blow, missing: dict[str, int]) -> Blow:
    """A blow less dice that are lost. Those come off the strikes at the longest weapons first."""
    fighter = battle.units[one.by]
    if is_character(fighter):
        return one if fighter.figures else replace(one, dice=0)
    weapon = BLOWS[one.weapon]
    down = eligible(fighter, weapon, fighter.bodies) - eligible(fighter, weapon, fighter.figures)
    short = min(missing.setdefault(fighter.id, down * dice_of_one(fighter, weapon)), one.dice)
    missing[fighter.id] -= short
    return replace(one, dice=one.dice - short)


def _after_breath(scene: Scene, step: AfterBreath) -> None:
    """Whom breath or gaze has brought down strikes nobody, in whichever round (TA-FANT-A05)."""
    scene.now(*step.beats, *_left_of(scene.battle, step.older), TakeOff("melee"))


BEAT = carries_out(Beat, _do_beat)
AFTER_BREATH = carries_out(AfterBreath, _after_breath)
