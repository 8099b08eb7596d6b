"""Before the melees: who is in contact, which weapon is in hand, which figures fight whom (BS-8.1-04, case 8.2)."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import (
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Item,
    Option,
    Share,
)
from schiltron.battle.event import Declared
from schiltron.battle.illegal import Reason
from schiltron.battle.judging import judge_assignment
from schiltron.parent_game.creature import Weapon
from schiltron.rulesets.battlesystem.melee.eligible import opponents, shared
from schiltron.rulesets.battlesystem.melee.parties import in_line, lock_together, name_of
from schiltron.rulesets.battlesystem.melee.steps import ArmUp, BeginMelee, Pledge
from schiltron.rulesets.battlesystem.ratings.attack import in_hand
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit


def _begin(scene: Scene, _step: BeginMelee) -> None:
    lock_together(scene)
    battle = scene.battle
    sides = battle.own.order or tuple(side.id for side in battle.sides)
    engaged = [unit for unit in battle.standing() if unit.figures and opponents(battle, unit)]
    pledges = [Pledge(unit.id) for unit in engaged if shared(battle, unit)]
    scene.now(*(ArmUp(side) for side in sides), *pledges)


# ---------------------------------------------------------------- the weapon in hand


def _undecided(battle: Battle, side: str) -> Unit | None:
    """A unit in melee with several weapons of which none is better in every way, not asked yet."""
    for unit in battle.standing():
        if unit.side != side or not unit.figures or unit.own.armed == battle.turn or unit.own.rout is not None:
            continue
        if len(choices(unit)) > 1 and opponents(battle, unit):
            return unit
    return None


def choices(unit: Unit) -> tuple[Weapon, ...]:
    """The weapons worth choosing between: not those another of its own does as well in every way."""
    carried = unit.own.profile.weapons
    return tuple(one for one in carried if not any(_better(other, one) for other in carried if other is not one))


def _better(other: Weapon, one: Weapon) -> bool:
    """Of the same reach and magic, with more damage against everybody."""
    same = (other.reach, other.plus, other.doubled_on_charge) == (one.reach, one.plus, one.doubled_on_charge)
    return (
        same
        and _most(other, large=False) > _most(one, large=False)
        and _most(other, large=True) > _most(one, large=True)
    )


def _most(weapon: Weapon, *, large: bool) -> int:
    return sum(die.count * die.sides + die.plus for die in (weapon.large if large else weapon.damage))


def _ask_weapon(battle: Battle, step: ArmUp) -> tuple[AnyDecision, ...] | None:
    unit = _undecided(battle, step.side)
    if unit is None:
        return None
    held = in_hand(unit.own.profile, unit.own.weapon)
    assert held is not None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"With which weapon does {unit.name} fight?",
            rules=("BS-8.2-01", "BS-8.2-02"),
            options=tuple(Option(one.name, one.name) for one in choices(unit)),
            default=Chosen((held.name if held in choices(unit) else choices(unit)[0].name,)),
        ),
    )


def _take_weapon(scene: Scene, step: ArmUp, answers: tuple[Answer, ...]) -> None:
    unit = _undecided(scene.battle, step.side)
    assert unit is not None
    weapon = choosing.chosen(answers)
    if weapon != unit.own.weapon:
        scene.tell(Declared(unit=unit.id, action=f"take the {weapon} in hand", rules=("BS-8.2-02",)))
    scene.change(replace(unit, own=replace(unit.own, weapon=weapon, armed=scene.battle.turn)))
    scene.now(step)


# ---------------------------------------------------------------- figures that could fight several


def _ask_pledge(battle: Battle, step: Pledge) -> tuple[AnyDecision, ...] | None:
    unit = battle.units[step.unit]
    torn = shared(battle, unit)
    if not torn or not unit.figures:
        return None
    bins = tuple(dict.fromkeys(key for keys in torn for key in keys))
    items = tuple(
        Item(" ".join(keys), f"figures touching {' and '.join(name_of(battle, key) for key in keys)}", count, keys)
        for keys, count in torn.items()
    )
    return (
        Assign(
            seat=unit.controller,
            prompt=f"{unit.name}: {_torn(unit)}",
            rules=("BS-8.1-04", "BS-2.8-05"),
            items=items,
            bins=tuple(Option(key, name_of(battle, key)) for key in bins),
            default=Assigned(tuple(Share(item.key, item.bins[0], item.count) for item in items)),
        ),
    )


def _torn(unit: Unit) -> str:
    if unit.original == 1:
        return "touches several enemies; which is fought?"
    return "which enemy do the figures fight that touch several?"


def _judge_pledge(_view: Battle, _step: Pledge, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge_assignment(decision, answer)


def _take_pledge(scene: Scene, step: Pledge, answers: tuple[Answer, ...]) -> None:
    answer = answers[0]
    assert isinstance(answer, Assigned)
    unit = scene.unit(step.unit)
    counts = dict.fromkeys((key for keys in shared(scene.battle, unit) for key in keys), 0)
    for share in answer.shares:
        counts[share.bin] += share.count
    scene.change(
        replace(unit, own=replace(unit.own, pledged=tuple((key, counts[key]) for key in in_line(scene.battle, counts))))
    )


def _sample_pledge(_view: Battle, _step: Pledge, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Assign)
    shares = []
    for item in decision.items:
        first = random.randint(0, item.count)
        shares += [Share(item.key, item.bins[0], first), Share(item.key, item.bins[1], item.count - first)]
    return Assigned(tuple(shares))


BEGIN_MELEE = Handler(do=_begin)
ARM_UP = Handler(
    ask=_ask_weapon,
    judge=choosing.judge,
    take=_take_weapon,
    sample=choosing.sample,
    do=lambda _scene, _step: None,
    suggest=choosing.suggest,
)
PLEDGE = Handler(
    ask=_ask_pledge,
    judge=_judge_pledge,
    take=_take_pledge,
    sample=_sample_pledge,
    do=lambda _scene, _step: None,
    suggest=lambda _view, _step, decision: (decision.default,),
)
