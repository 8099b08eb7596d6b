"""Melees are fought one after the other (cases 1.6, 8.0 and 8.4)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.movement.closing_up import close_up
from schiltron.battle.movement.separation import part_who_are_apart
from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.casualties import Harm
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import UNSEATED, Choose, Chosen, Option
from schiltron.battle.state.event import Struck
from schiltron.battle.state.field import asked_seat, in_melee
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual
from schiltron.rulesets.battlesystem.losses import each_hit, hurt
from schiltron.rulesets.battlesystem.melee.attack import set_against, uphill
from schiltron.rulesets.battlesystem.melee.heroes import against_hero, hurt_by_hero, hurt_hero
from schiltron.rulesets.battlesystem.melee.parties import (
    Pair,
    cluster,
    lock_together,
    melees,
    name_of,
    pairs_in_line,
    side_of,
    units_of,
)
from schiltron.rulesets.battlesystem.melee.strikes import Strike, done_by, heroic, hopeless, in_order, strike
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.due_checks import owe_losses
from schiltron.rulesets.battlesystem.morale.routing import RUN_ON, rout
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.results import reckoned
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_morale, with_turn
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import gap


class Melees(Step, frozen=True, tag="battlesystem.melees"):
    """Side A chooses which melee is fought next, until all have been; `begun` is the cluster that is finished before
    another is begun (BS-1.6-03)."""

    fought: tuple[Pair, ...] = ()
    begun: tuple[Pair, ...] = ()


class Fight(Step, frozen=True, tag="battlesystem.fight"):
    """The attacks of one melee that are made together (BS-8.0-02); `then` is the party that strikes only with those who
    survive (BS-11.7-03)."""

    strikes: tuple[Strike, ...]
    then: tuple[Pair, ...] = ()


class FreeAttack(Step, frozen=True, tag="battlesystem.free_attack"):
    """A unit strikes at one that flees from it and does not strike back (BS-8.8-03)."""

    unit: str
    target: str


_RULES: Final = ("BS-8.4-01", "BS-8.4-02", "BS-8.4-03", "BS-8.4-04")
_BETWEEN: Final = " against "


# ---------------------------------------------------------------- which melee comes next


def open_melees(battle: Battle, step: Melees) -> list[Pair]:
    """The melees of which one is to be fought now: a cluster that has been begun is finished first (BS-1.6-03)."""
    left = [each for each in melees(battle) if each not in step.fought and _worth_fighting(battle, each)]
    begun = {each for one in step.begun for each in cluster(battle, one)}
    return [each for each in left if each in begun] or left


def _worth_fighting(battle: Battle, each: Pair) -> bool:
    one, other = each
    return bool(units_of(battle, one)) and bool(units_of(battle, other))


def _ask(battle: Battle, step: Melees) -> tuple[Choose, ...] | None:
    able = open_melees(battle, step)
    if len(able) < 2:
        return None
    return (
        Choose(
            seat=asked_seat(battle, battle.own.order[0]) or UNSEATED,
            prompt="You have the initiative: which melee is fought next?",
            waits="to choose which melee is fought next",
            rules=("BS-1.6-03", "BS-8.0-01"),
            options=tuple(Option(key_of(each), _said(battle, each)) for each in able),
            default=Chosen((key_of(able[0]),)),
        ),
    )


def key_of(each: Pair) -> str:
    return f"{each[0]}{_BETWEEN}{each[1]}"


def _said(battle: Battle, each: Pair) -> str:
    return f"{name_of(battle, each[0])}{_BETWEEN}{name_of(battle, each[1])}"


def _take(scene: Scene, step: Melees, answers: tuple[Chosen, ...]) -> None:
    able = {key_of(each): each for each in open_melees(scene.battle, step)}
    _fight(scene, step, able[option_choice.chosen(answers)])


def _do(scene: Scene, step: Melees) -> None:
    able = open_melees(scene.battle, step)
    if able:
        _fight(scene, step, able[0])


def _fight(scene: Scene, step: Melees, each: Pair) -> None:
    """Side A rolls first, Side B second (BS-1.6-04); set spears strike before the chargers do (BS-11.7-03)."""
    battle = scene.battle
    order = battle.own.order or tuple(side.id for side in battle.sides)
    one, other = sorted(each, key=lambda key: order.index(side_of(battle, key)))
    for first, second in ((one, other), (other, one)):
        if _meets_spears(battle, second, first):
            opening = frozen(battle, first, second)
            scene.now(Fight((opening,) if opening is not None else (), ((second, first),)), _after(battle, step, each))
            return
    found = _both(battle, one, other)
    _run_from(scene, each)
    scene.now(Fight(tuple(found)), _after(battle, step, each))


def _both(battle: Battle, one: str, other: str) -> list[Strike]:
    """The attacks of both; who has rallied this round fights only if he is attacked (BS-6.3-02)."""
    mine, theirs = frozen(battle, one, other), frozen(battle, other, one)
    if theirs is None and _just_rallied(battle, one):
        mine = None
    if mine is None and _just_rallied(battle, other):
        theirs = None
    return [made for made in (mine, theirs) if made is not None]


def _just_rallied(battle: Battle, key: str) -> bool:
    return any(unit.own.morale.rallied_in == battle.turn for unit in units_of(battle, key))


def _after(battle: Battle, step: Melees, each: Pair) -> Melees:
    """What is left to be fought after this melee; a new cluster is remembered as it stands when it is begun."""
    begun = step.begun if each in step.begun else tuple(pairs_in_line(battle, cluster(battle, each)))
    return Melees((*step.fought, each), begun)


def _run_from(scene: Scene, each: Pair) -> None:
    """Whoever is in it is attacked and has acted."""
    for key in each:
        for unit in units_of(scene.battle, key):
            scene.change(with_turn(unit, was_attacked=True, acted=True))


def _meets_spears(battle: Battle, chargers: str, spears: str) -> bool:
    return any(
        set_against(battle, attacker, target)
        for attacker in units_of(battle, chargers)
        for target in units_of(battle, spears)
    )


def frozen(battle: Battle, key: str, target: str, *, fleeing: str = "") -> Strike | None:
    """An attack as it stands before the dice; of those at a hero only as many as can reach him (BS-9.4-04)."""
    made = strike(battle, key, target, fleeing=fleeing)
    if made is None:
        return None
    if heroic(battle, target) and not heroic(battle, key):
        made = against_hero(battle, made, battle.units[target])
    return made if made.figures.total > 0 else None


# ---------------------------------------------------------------- the dice


def _ask_dice(battle: Battle, step: Fight) -> Roll | None:
    rolled = [one for one in step.strikes if not hopeless(one)]
    if not rolled:
        return None
    pools = tuple(
        Pool(
            2, 6, SumOf(), f"{battle.units[one.unit].name} at {name_of(battle, one.target)}", side_of(battle, one.unit)
        )
        for one in rolled
    )
    said = " and ".join(f"{battle.units[one.unit].name} at {name_of(battle, one.target)}" for one in rolled)
    return Roll(f"melee, the lower the better: {said}", pools, _RULES)


def _roll(scene: Scene, step: Fight, pools: tuple[Thrown, ...]) -> None:
    thrown = iter(pools)
    dice = [0 if hopeless(one) else next(thrown).total for one in step.strikes]
    _apply(scene, step, dice)


def _hopeless(scene: Scene, step: Fight) -> None:
    _apply(scene, step, [0 for _ in step.strikes])


def _apply(scene: Scene, step: Fight, dice: list[int]) -> None:
    """All damage is reckoned first and only then do figures fall, on both sides (BS-8.0-02, BS-8.4-05)."""
    blows = [(one, 0 if hopeless(one) else done_by(one, die), die) for one, die in zip(step.strikes, dice, strict=True)]
    targets = [_targets(scene, one) for one, _, _ in blows]
    if any(_uphill(scene.battle, one) for one in step.strikes):
        by_default(scene, "higher_ground")
    running = [key for one, _, _ in blows for key in [one.target] if _runs(scene.battle, key)]
    for (one, damage, die), hit in zip(blows, targets, strict=True):
        before = len(scene.events)
        killed = _hurt(scene, one, hit, damage)
        scene.tell(_told(scene.battle, one, die, killed), before)
    for (one, damage, _), hit in zip(blows, targets, strict=True):
        if damage and not heroic(scene.battle, one.target):
            owe_losses(scene, hit[0], (one.unit,))
        _mark(scene, one)
    keep_order(scene)
    stay_in_contact(scene)
    for key in dict.fromkeys(running):
        _run_again(scene, key, tuple(one.unit for one in step.strikes if one.target == key))
    scene.now(*_answers(scene, step), OwedChecks())


def _answers(scene: Scene, step: Fight) -> tuple[Fight, ...]:
    """Those strike now who had to wait for set spears, with whom they have left (BS-11.7-03); morale is checked when
    both have struck (BS-4.4-01)."""
    late = [frozen(scene.battle, key, target) for key, target in step.then]
    return tuple(Fight((one,)) for one in late if one is not None)


def _uphill(battle: Battle, one: Strike) -> bool:
    here, there = (battle.units.get(key) for key in (one.unit, one.target))
    return here is not None and there is not None and here.on_table and there.on_table and uphill(battle, here, there)


def _targets(scene: Scene, one: Strike) -> list[str]:
    near = in_order(scene.battle, scene.unit(one.unit), one.target)
    return sorted(near, key=lambda key: key != one.aimed)


def _hurt(scene: Scene, one: Strike, targets: list[str], damage: int) -> int:
    striker, harm = scene.unit(one.unit), Harm(("melee",), one.unit)
    if heroic(scene.battle, one.target):
        return hurt_hero(scene, scene.unit(one.target), damage, one.figures.total, harm)
    standing = [key for key in targets if scene.unit(key).figures]
    if not standing:
        return 0
    if is_individual(striker):
        return hurt_by_hero(scene, striker, standing, damage, harm)
    return hurt(scene, standing, damage, harm.under("BS-8.7-01"))


def _mark(scene: Scene, one: Strike) -> None:
    for key, fields in ((one.unit, {"fought": True, "acted": True}), (one.target, {"was_attacked": True})):
        for unit in units_of(scene.battle, scene.unit(key).of or key if key in scene.battle.units else key):
            scene.change(with_turn(unit, **fields))


def _told(battle: Battle, one: Strike, dice: int, killed: int) -> Struck:
    target = one.target if one.target in battle.units else _targets_name(battle, one.target)
    terms = (
        Term("adjusted attack rating", one.rating.total, "BS-8.4-01"),
        Term("less armour class", -one.armour.total, "BS-8.4-01"),
        Term("2d6", dice, "BS-8.4-02"),
    )
    attack_roll = Tally("Attack Roll", terms, verdict="impossible" if hopeless(one) else "total")
    hit_dice = reckoned(attack_roll.total, (*one.damage, *one.doubled), one.figures.total, one.times)
    rules = tuple(dict.fromkeys((*_RULES, *one.figures.rules, *one.rating.rules, *one.armour.rules)))
    return Struck(
        unit=one.unit,
        target=target,
        action="melee",
        dice=2,
        hits=killed,
        kept=0,
        tallies=(one.figures, one.rating, one.armour, attack_roll, *(() if hopeless(one) else (hit_dice,))),
        each=each_hit(battle.units[target]),
        rules=rules,
    )


def _targets_name(battle: Battle, company: str) -> str:
    """A figure of a skirmish unit, to stand for it."""
    return in_line(one for one in battle.units.values() if one.of == company)[0].id


# ---------------------------------------------------------------- afterwards


def _runs(battle: Battle, key: str) -> bool:
    return any(unit.own.morale.rout is not None for unit in units_of(battle, key))


def _run_again(scene: Scene, key: str, by: tuple[str, ...]) -> None:
    """An attack on a routed unit makes it rout anew, without a roll (BS-6.4-02); of skirmishers those who are in it."""
    for unit in units_of(scene.battle, key):
        if unit.own.morale.rout is not None and (not unit.of or in_melee(scene.battle, unit)):
            scene.change(with_morale(unit, owed=()))
            rout(scene, unit.id, by, ("BS-6.4-02",), share=RUN_ON)


def stay_in_contact(scene: Scene) -> None:
    """Attackers follow ranks that have thinned; whoever is no longer reached is out of the melee (BS-8.8-01)."""
    before = scene.battle
    close_up(scene, ("BS-8.8-01",))
    closed_up = scene.battle.units is not before.units
    part_who_are_apart(scene, _apart, ("BS-8.8-01",))
    if closed_up:
        lock_together(scene)


def _apart(one: Unit, other: Unit) -> bool:
    return not _there(one) or not _there(other) or gap(one.outline, other.outline) > 2 * CONTACT


def _there(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


# ---------------------------------------------------------------- free attacks


def _free(scene: Scene, step: FreeAttack) -> None:
    """With the figures in contact, at AR -2, before the flight (BS-8.8-03)."""
    unit, target = scene.unit(step.unit), scene.unit(step.target)
    if not _there(unit) or not _there(target):
        return
    made = frozen(scene.battle, unit.of or unit.id, target.of or target.id, fleeing=target.id)
    if made is not None:
        scene.now(Fight((made,)))


MELEES = chooses(Melees, ask=_ask, take=_take, do=_do)
FIGHT = rolls(Fight, ask=_ask_dice, roll=_roll, do=_hopeless)
FREE_ATTACK = does(FreeAttack, _free)
