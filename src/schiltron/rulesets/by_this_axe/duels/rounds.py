"""A duel round by round, up to the dirty tricks: TA-DUEL-10 to TA-DUEL-18, TA-DUEL-26."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.chance import AtMost, Pool, Roll, Thrown
from schiltron.battle.decision import Answer, AnyDecision, Assign, Choose, Chosen, Item, Option
from schiltron.battle.event import Declared, Struck
from schiltron.battle.illegal import Reason
from schiltron.battle.judging import judge_assignment
from schiltron.battle.tally import Tally, Term
from schiltron.rulesets.by_this_axe.duels.outlook import best_splits, duellist, outlook
from schiltron.rulesets.by_this_axe.duels.pools import DICE_LOST, NEEDS, most_tricks, pool
from schiltron.rulesets.by_this_axe.duels.splits import (
    BINS,
    DICE,
    after_forfeit,
    assigned,
    faults,
    in_words,
    legal_splits,
    sensible,
    split_of,
)
from schiltron.rulesets.by_this_axe.duels.steps import Allot, Clash, Duel, Escape, Forfeit, Split, Stand, Tricks
from schiltron.rulesets.by_this_axe.state import DUELLING, Battle, Person, Scene, Unit

FIGHT: Final = "fight"
FLEE: Final = "flee"
TRICKS: Final = Tally("dirty tricks", (Term("succeed on", NEEDS["dirty_tricks"], "TA-DUEL-18"),))

_FLEE_FROM_ROUND: Final = 2
_HOPELESS: Final = -0.25
_LABELS: Final = {"attack": "Attack", "parry": "Parry", "tricks": "Dirty tricks"}


def ids(duel: Duel) -> tuple[str, str]:
    return duel.one, duel.other


def facing(battle: Battle, duel: Duel) -> tuple[tuple[Unit, Unit], tuple[Unit, Unit]]:
    """Each duellist with his foe."""
    one, other = battle.units[duel.one], battle.units[duel.other]
    return (one, other), (other, one)


def person_of(unit: Unit) -> Person:
    assert unit.own.person is not None
    return unit.own.person


# ---------------------------------------------------------------- begin and end


def begin_duel(scene: Scene, one: str, other: str, rules: tuple[str, ...]) -> None:
    """The one duel of the turn for both (TA-DUEL-04). They fight where they stand."""
    for unit in (scene.unit(one), scene.unit(other)):
        own = replace(unit.own, person=replace(person_of(unit), duelled=True))
        scene.change(replace(unit, own=own))
        scene.mark(unit.id, DUELLING, rules=(*rules, "TA-DUEL-04"))
    scene.now(Stand(Duel(one, other)))


def end_duel(scene: Scene, duel: Duel, rules: tuple[str, ...]) -> None:
    """Survivors are where they stood before: in contact they stay, else they go back (TA-DUEL-10, TA-DUEL-26)."""
    for unit_id in ids(duel):
        if scene.unit(unit_id).figures:
            scene.mark(unit_id, DUELLING, on=False, rules=(*rules, "TA-DUEL-26"))


# ---------------------------------------------------------------- fight or flee (TA-DUEL-11)


def _ask_stand(battle: Battle, step: Stand) -> tuple[AnyDecision, ...] | None:
    """From the second round on, both at once."""
    if step.duel.round < _FLEE_FROM_ROUND:
        return None
    return tuple(
        Choose(
            seat=unit.controller,
            prompt=f"Round {step.duel.round} of the duel with {foe.name}: does {unit.name} fight on or try to flee?",
            rules=("TA-DUEL-10", "TA-DUEL-11"),
            options=(Option(FIGHT, "Fight on"), Option(FLEE, f"Flee, on 1 to {NEEDS['flee']}")),
            default=Chosen((FIGHT,)),
            sealed=True,
        )
        for unit, foe in facing(battle, step.duel)
    )


def _do_stand(scene: Scene, step: Stand) -> None:
    scene.now(Allot(step.duel))


def _take_stand(scene: Scene, step: Stand, answers: tuple[Answer, ...]) -> None:
    fleeing = []
    for (unit, foe), answer in zip(facing(scene.battle, step.duel), answers, strict=True):
        if answer == Chosen((FLEE,)):
            fleeing.append(unit.id)
            scene.tell(Declared(unit=unit.id, action=FLEE, target=foe.id, rules=("TA-DUEL-11",)))
    scene.now(Escape(step.duel, tuple(fleeing)) if fleeing else Allot(step.duel))


def _suggest_stand(view: Battle, step: Stand, decision: AnyDecision) -> Iterator[Answer]:
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


def _ask_allot(battle: Battle, step: Allot) -> tuple[AnyDecision, ...]:
    bins = tuple(Option(key, _LABELS[key]) for key in BINS)
    return tuple(
        Assign(
            seat=unit.controller,
            prompt=f"Round {step.duel.round} against {foe.name}: split the {_dice(unit)} dice of {unit.name}.",
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


def _judge_allot(view: Battle, step: Allot, decision: AnyDecision, answer: Answer) -> list[Reason]:
    found = judge_assignment(decision, answer)
    if found:
        return found
    unit, _ = _asked(view, step.duel, decision)
    return faults(split_of(answer), most_tricks(person_of(unit)))


def _take_allot(scene: Scene, step: Allot, answers: tuple[Answer, ...]) -> None:
    """Both lie open together."""
    one, other = (split_of(answer) for answer in answers)
    for unit_id, split in zip(ids(step.duel), (one, other), strict=True):
        words = f"fight with {in_words(split)}"
        scene.tell(Declared(unit=unit_id, action=words, rules=("TA-DUEL-12", "TA-DUEL-17")))
    scene.now(Tricks(step.duel, (one, other)))


def _sample_allot(view: Battle, step: Allot, decision: AnyDecision, random: Random) -> Answer:
    unit, _ = _asked(view, step.duel, decision)
    return assigned(random.choice(legal_splits(_dice(unit), most_tricks(person_of(unit)))))


def _suggest_allot(view: Battle, step: Allot, decision: AnyDecision) -> Iterator[Answer]:
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


def _ask_forfeit(battle: Battle, step: Forfeit) -> tuple[AnyDecision, ...]:
    """Only of victims with a choice; if both have one, at once."""
    return tuple(
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} is tricked by {foe.name}: which of his dice does he lose for this round?",
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


def _take_forfeit(scene: Scene, step: Forfeit, answers: tuple[Answer, ...]) -> None:
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


STAND = Handler(
    do=_do_stand,
    ask=_ask_stand,
    judge=choosing.judge,
    take=_take_stand,
    sample=choosing.sample,
    suggest=_suggest_stand,
)
ESCAPE = Handler(ask=_ask_escape, roll=_roll_escape)
ALLOT = Handler(ask=_ask_allot, judge=_judge_allot, take=_take_allot, sample=_sample_allot, suggest=_suggest_allot)
DIRTY_TRICKS = Handler(do=_do_tricks, ask=_ask_tricks, roll=_roll_tricks)
FORFEIT = Handler(
    do=_do_forfeit,
    ask=_ask_forfeit,
    judge=choosing.judge,
    take=_take_forfeit,
    sample=choosing.sample,
    suggest=choosing.suggest,
)
