"""Before the melees: who is in contact, which weapon is in hand, which figures fight whom (BS-8.1-04, case 8.2)."""

from __future__ import annotations

from random import Random

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.play.form_checks import judge_assignment
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.decision import Assign, Assigned, Choose, Chosen, Item, Option, Share
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.illegal import Reason
from schiltron.parent_game.creature import Weapon
from schiltron.rulesets.battlesystem.melee.eligible import opponents, shared
from schiltron.rulesets.battlesystem.melee.parties import in_line, lock_together, name_of
from schiltron.rulesets.battlesystem.ratings.attack import in_hand
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_arms, with_turn


class BeginMelee(Step, frozen=True, tag="battlesystem.begin_melee"):
    """Whoever touches an enemy is in melee; weapons are chosen and figures told off (BS-8.0-01)."""


class ArmUp(Step, frozen=True, tag="battlesystem.arm_up"):
    """Units of a side may switch to another weapon they carry (BS-8.2-02)."""

    side: str


class Pledge(Step, frozen=True, tag="battlesystem.pledge"):
    """Figures that could fight several opponents are told off to them by their owner (BS-8.1-04)."""

    unit: str


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
    for unit in commanded_by(battle, side):
        if not unit.on_table or not unit.figures or unit.own.morale.rout is not None:
            continue
        if unit.own.arms.chosen_in == battle.turn:
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


def _ask_weapon(battle: Battle, step: ArmUp) -> tuple[Choose, ...] | None:
    unit = _undecided(battle, step.side)
    if unit is None:
        return None
    held = in_hand(unit.own.profile, unit.own.arms.weapon)
    assert held is not None
    return (
        Choose(
            seat=unit.controller,
            prompt=f"With which weapon does {unit.name} fight?",
            waits=f"{unit.name} to take up a weapon",
            rules=("BS-8.2-01", "BS-8.2-02"),
            options=tuple(Option(one.name, one.name) for one in choices(unit)),
            default=Chosen((held.name if held in choices(unit) else choices(unit)[0].name,)),
        ),
    )


def _take_weapon(scene: Scene, step: ArmUp, answers: tuple[Chosen, ...]) -> None:
    unit = _undecided(scene.battle, step.side)
    assert unit is not None
    weapon = option_choice.chosen(answers)
    if weapon != unit.own.arms.weapon:
        scene.tell(Declared(unit=unit.id, action=f"take the {weapon} in hand", rules=("BS-8.2-02",)))
    scene.change(with_arms(unit, weapon=weapon, chosen_in=scene.battle.turn))
    scene.now(step)


# ---------------------------------------------------------------- figures that could fight several


def _ask_pledge(battle: Battle, step: Pledge) -> tuple[Assign, ...] | None:
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
            waits=f"{unit.name} to choose whom its figures strike",
            rules=("BS-8.1-04", "BS-2.8-05"),
            items=items,
            bins=tuple(Option(key, name_of(battle, key)) for key in bins),
            default=_to_the_first(items),
        ),
    )


def _to_the_first(items: tuple[Item, ...]) -> Assigned:
    """All of them to the first whom they may fight."""
    return Assigned(tuple(Share(item.key, item.bins[0], item.count) for item in items))


def _torn(unit: Unit) -> str:
    if unit.original == 1:
        return "touches several enemies; which is fought?"
    return "which enemy do the figures fight that touch several?"


def _judge_pledge(_view: Battle, _step: Pledge, decision: Assign, answer: Assigned) -> list[Reason]:
    return judge_assignment(decision, answer)


def _take_pledge(scene: Scene, step: Pledge, answers: tuple[Assigned, ...]) -> None:
    (answer,) = answers
    unit = scene.unit(step.unit)
    counts = dict.fromkeys((key for keys in shared(scene.battle, unit) for key in keys), 0)
    for share in answer.shares:
        counts[share.bin] += share.count
    scene.change(with_turn(unit, pledged=tuple((key, counts[key]) for key in in_line(scene.battle, counts))))


def _sample_pledge(_view: Battle, _step: Pledge, decision: Assign, random: Random) -> Assigned:
    shares = []
    for item in decision.items:
        first = random.randint(0, item.count)
        shares += [Share(item.key, item.bins[0], first), Share(item.key, item.bins[1], item.count - first)]
    return Assigned(tuple(shares))


def _suggest_pledge(_view: Battle, _step: Pledge, decision: Assign) -> tuple[Assigned, ...]:
    return (_to_the_first(decision.items),)


BEGIN_MELEE = does(BeginMelee, _begin)
ARM_UP = chooses(ArmUp, ask=_ask_weapon, take=_take_weapon)
PLEDGE = asks(
    Pledge,
    ask=_ask_pledge,
    judge=_judge_pledge,
    take=_take_pledge,
    sample=_sample_pledge,
    suggest=_suggest_pledge,
)
