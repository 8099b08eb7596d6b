"""A duel round by round, up to the dirty tricks: TA-DUEL-10 to TA-DUEL-18, TA-DUEL-26."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, rolls
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.state.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.state.decision import AnyDecision, Assign, Assigned, Choose, Chosen, Item, Option
from schiltron.battle.state.event import Declared, Struck
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.duels.blows import Clash
from schiltron.rulesets.by_this_axe.duels.duel import Duel, Stand, end_duel, facing, ids, person_of
from schiltron.rulesets.by_this_axe.duels.outlook import best_splits, duellist, outlook
from schiltron.rulesets.by_this_axe.duels.pools import DICE_LOST, NEEDS, most_tricks, pool
from schiltron.rulesets.by_this_axe.duels.splits import (
    BINS,
    DICE,
    Split,
    after_forfeit,
    assigned,
    faults,
    in_words,
    legal_splits,
    sensible,
    split_of,
)
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit


class Escape(Step, frozen=True, tag="by_this_axe.escape"):
    """The dice of those who try to flee."""

    duel: Duel
    fleeing: tuple[str, ...]


class Allot(Step, frozen=True, tag="by_this_axe.allot"):
    """Both split their dice in secret (TA-DUEL-12)."""

    duel: Duel


class Tricks(Step, frozen=True, tag="by_this_axe.tricks"):
    """Step 1, the splits lying open (TA-DUEL-18)."""

    duel: Duel
    splits: tuple[Split, Split]


class Forfeit(Step, frozen=True, tag="by_this_axe.forfeit"):
    """Who was tricked picks the dice he loses, so many each."""

    duel: Duel
    splits: tuple[Split, Split]
    lost: tuple[int, int]


FIGHT: Final = "fight"
FLEE: Final = "flee"
TRICKS: Final = Tally("dirty tricks", (Term("succeed on", NEEDS["dirty_tricks"], "TA-DUEL-18"),))

_FLEE_FROM_ROUND: Final = 2
_HOPELESS: Final = -0.25
_LABELS: Final = {"attack": "Attack", "parry": "Parry", "tricks": "Dirty tricks"}


# ---------------------------------------------------------------- fight or flee (TA-DUEL-11)


def _ask_stand(battle: Battle, step: Stand) -> tuple[Choose, ...] | None:
    """From the second round on, both at once."""
    if step.duel.round < _FLEE_FROM_ROUND:
        return None
    return tuple(
        Choose(
            seat=unit.controller,
            prompt=f"Round {step.duel.round} of the duel with {foe.name}: does {unit.name} fight on or try to flee?",
            waits=f"{unit.name} to fight on, or flee",
            rules=("TA-DUEL-10", "TA-DUEL-11"),
            options=(Option(FIGHT, "Fight on"), Option(FLEE, f"Flee, on 1 to {NEEDS['flee']}")),
            default=Chosen((FIGHT,)),
            sealed=True,
        )
        for unit, foe in facing(battle, step.duel)
    )


def _do_stand(scene: Scene, step: Stand) -> None:
    scene.now(Allot(step.duel))


def _take_stand(scene: Scene, step: Stand, answers: tuple[Chosen, ...]) -> None:
    fleeing = []
    for (unit, foe), answer in zip(facing(scene.battle, step.duel), answers, strict=True):
        if answer == Chosen((FLEE,)):
            fleeing.append(unit.id)
            scene.tell(Declared(unit=unit.id, action=FLEE, target=foe.id, rules=("TA-DUEL-11",)))
    scene.now(Escape(step.duel, tuple(fleeing)) if fleeing else Allot(step.duel))


def _suggest_stand(view: Battle, step: Stand, decision: Choose) -> Iterator[Chosen]:
    """Flee when it is going badly."""
    unit, foe = _asked(view, step.duel, decision)
    hopeless = outlook(view, unit, foe).margin < _HOPELESS
    yield from (Chosen((key,)) for key in ((FLEE, FIGHT) if hopeless else (FIGHT, FLEE)))


def _asked(view: Battle, duel: Duel, decision: AnyDecision) -> tuple[Unit, Unit]:
    """The duellist a decision is about, and his foe: the challenger is asked first. One seat may play both."""
    return facing(view, duel)[int(decision.id.rpartition(".")[2])]


def _ask_escape(battle: Battle, step: Escape) -> Roll:
    runners = [battle.units[unit_id] for unit_id in step.fleeing]
    dice = tuple(Pool(1, 6, AtMost(NEEDS["flee"]), unit.name, whose=unit.side) for unit in runners)
    names = " and ".join(unit.name for unit in runners)
    return Roll(f"flight from the duel: {names}", dice, ("TA-DUEL-11",))


def _roll_escape(scene: Scene, step: Escape, pools: tuple[Thrown, ...]) -> None:
    """One who gets away ends the duel at once; otherwise the round is fought."""
    if any(thrown.hits for thrown in pools):
        end_duel(scene, step.duel, ("TA-DUEL-10", "TA-DUEL-11"))
    else:
        scene.now(Allot(step.duel))


# ---------------------------------------------------------------- the secret split (TA-DUEL-12 to TA-DUEL-16)


def _dice(unit: Unit) -> int:
    """The whole pool is there again every round, whatever his wounds (TA-DUEL-12)."""
    return pool(person_of(unit)).total


def _ask_allot(battle: Battle, step: Allot) -> tuple[Assign, ...]:
    bins = tuple(Option(key, _LABELS[key]) for key in BINS)
    return tuple(
        Assign(
            seat=unit.controller,
            prompt=f"Round {step.duel.round} against {foe.name}: split the {_dice(unit)} dice of {unit.name}.",
            waits=f"{unit.name} to split the dice",
            rules=("TA-DUEL-12", "TA-DUEL-13", "TA-DUEL-14", _tricks_rule(unit)),
            items=(Item(DICE, "dice", _dice(unit), BINS),),
            bins=bins,
            default=assigned(sensible(_dice(unit), _dice(foe))),
            sealed=True,
        )
        for unit, foe in facing(battle, step.duel)
    )


def _tricks_rule(unit: Unit) -> str:
    return "TA-DUEL-15" if most_tricks(person_of(unit)) == 1 else "TA-DUEL-16"


def _judge_allot(view: Battle, step: Allot, decision: Assign, answer: Assigned) -> list[Reason]:
    found = judge_assignment(decision, answer)
    if found:
        return found
    unit, _ = _asked(view, step.duel, decision)
    return faults(split_of(answer), most_tricks(person_of(unit)))


def _take_allot(scene: Scene, step: Allot, answers: tuple[Assigned, ...]) -> None:
    """Both lie open together."""
    one, other = (split_of(answer) for answer in answers)
    for unit_id, split in zip(ids(step.duel), (one, other), strict=True):
        words = f"fight with {in_words(split)}"
        scene.tell(Declared(unit=unit_id, action=words, rules=("TA-DUEL-12", "TA-DUEL-17")))
    scene.now(Tricks(step.duel, (one, other)))


def _sample_allot(view: Battle, step: Allot, decision: Assign, random: Random) -> Assigned:
    unit, _ = _asked(view, step.duel, decision)
    return assigned(random.choice(legal_splits(_dice(unit), most_tricks(person_of(unit)))))


def _suggest_allot(view: Battle, step: Allot, decision: Assign) -> Iterator[Assigned]:
    """What does best against a foe who splits sensibly, then what is next to it."""
    unit, foe = _asked(view, step.duel, decision)
    for split in best_splits(duellist(view, unit), duellist(view, foe))[:3]:
        yield assigned(split)


# ---------------------------------------------------------------- step 1: dirty tricks (TA-DUEL-18)


def _ask_tricks(battle: Battle, step: Tricks) -> Roll | None:
    dice = tuple(
        Pool(split.tricks, 6, AtMost(NEEDS["dirty_tricks"]), unit.name, whose=unit.side)
        for (unit, _), split in zip(facing(battle, step.duel), step.splits, strict=True)
        if split.tricks
    )
    return Roll("dirty tricks", dice, ("TA-DUEL-17", "TA-DUEL-18")) if dice else None


def _do_tricks(scene: Scene, step: Tricks) -> None:
    scene.now(Clash(step.duel, step.splits))


def _roll_tricks(scene: Scene, step: Tricks, pools: tuple[Thrown, ...]) -> None:
    """Each success costs the opponent two dice, or what he has left."""
    thrown = iter(pools)
    caught = [next(thrown).hits if split.tricks else 0 for split in step.splits]
    for (unit, foe), split, hits in zip(facing(scene.battle, step.duel), step.splits, caught, strict=True):
        if split.tricks:
            scene.tell(
                Struck(
                    unit=unit.id,
                    target=foe.id,
                    action="dirty tricks",
                    dice=split.tricks,
                    hits=hits,
                    kept=0,
                    tallies=(TRICKS,),
                    rules=("TA-DUEL-18",),
                )
            )
    scene.now(Forfeit(step.duel, step.splits, (DICE_LOST * caught[1], DICE_LOST * caught[0])))


# ---------------------------------------------------------------- which dice are lost


def _left(step: Forfeit) -> tuple[list[Split], list[Split]]:
    """What may be left to each."""
    one, other = (after_forfeit(split, lost) for split, lost in zip(step.splits, step.lost, strict=True))
    return one, other


def _ask_forfeit(battle: Battle, step: Forfeit) -> tuple[Choose, ...]:
    """Only of victims with a choice; if both have one, at once."""
    return tuple(
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} is tricked by {foe.name}: which of his dice does he lose for this round?",
            waits=f"{unit.name} to give up dice",
            rules=("TA-DUEL-18",),
            options=tuple(_loss(split, left) for left in ways),
            default=Chosen((_loss(split, ways[0]).key,)),
            sealed=True,
        )
        for (unit, foe), split, ways in zip(facing(battle, step.duel), step.splits, _left(step), strict=True)
        if len(ways) > 1
    )


def _loss(split: Split, left: Split) -> Option:
    lost = {"attack": split.attack - left.attack, "parry": split.parry - left.parry}
    label = " and ".join(f"{count} {kind} {'die' if count == 1 else 'dice'}" for kind, count in lost.items() if count)
    return Option("-".join(f"{kind}{count}" for kind, count in lost.items()), label)


def _take_forfeit(scene: Scene, step: Forfeit, answers: tuple[Chosen, ...]) -> None:
    given = iter(answers)
    kept = []
    for unit_id, split, ways in zip(ids(step.duel), step.splits, _left(step), strict=True):
        answer = next(given) if len(ways) > 1 else Chosen((_loss(split, ways[0]).key,))
        left = next(way for way in ways if answer == Chosen((_loss(split, way).key,)))
        kept.append(left)
        if left != split:
            scene.tell(Declared(unit=unit_id, action=f"lose {_loss(split, left).label}", rules=("TA-DUEL-18",)))
    scene.now(Clash(step.duel, (kept[0], kept[1])))


def _do_forfeit(scene: Scene, step: Forfeit) -> None:
    _take_forfeit(scene, step, ())


STAND = option_choice.chooses(Stand, do=_do_stand, ask=_ask_stand, take=_take_stand, suggest=_suggest_stand)
ESCAPE = rolls(Escape, ask=_ask_escape, roll=_roll_escape)
ALLOT = asks(Allot, ask=_ask_allot, judge=_judge_allot, take=_take_allot, sample=_sample_allot, suggest=_suggest_allot)
DIRTY_TRICKS = rolls(Tricks, do=_do_tricks, ask=_ask_tricks, roll=_roll_tricks)
FORFEIT = option_choice.chooses(Forfeit, ask=_ask_forfeit, take=_take_forfeit, do=_do_forfeit)
