"""Individual combat: plain blows of the role-playing game, three rounds a Game Round (case 9.4 B, BS-1.6-01). It is the
other way in which heroes fight (BS-9.4-02)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.event import Struck
from schiltron.battle.tally import Tally, Term
from schiltron.parent_game.blows import (
    ROUNDS_IN_A_GAME_ROUND,
    Fighter,
    attack_pool,
    blows,
    damage_done,
    damage_pools,
    need,
)
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, is_individual, ratings
from schiltron.rulesets.battlesystem.losses import lose_hit_points
from schiltron.rulesets.battlesystem.melee.parties import lock_together, pair
from schiltron.rulesets.battlesystem.melee.steps import DuelBlows, DuelDamage, DuelRound, IndividualCombats, Pair
from schiltron.rulesets.battlesystem.ratings.attack import in_hand, in_person
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit

_RULES: Final = ("BS-9.4-07", "BS-1.6-01")


def fighter(battle: Battle, unit: Unit, enemy: Unit) -> Fighter:
    """An individual as the role-playing game sees him (BS-9.4-09)."""
    person, held = unit.own.profile.person, in_hand(unit.own.profile, unit.own.weapon)
    assert person is not None
    large = ratings(battle, enemy).size == "L"
    own = unit.own.profile.creature.attacks
    return Fighter(
        name=unit.name,
        side=unit.side,
        thac0=in_person(unit.own.profile),
        armour_class=ratings(battle, unit).armour_class,
        half_attacks=person.half_attacks,
        damage=(held.large if large else held.damage) if held is not None else own,
    )


def pairings(battle: Battle) -> list[Pair]:
    """Individuals who touch each other as figures of their own (BS-9.4-07)."""
    found = []
    for each in battle.engagements:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        if each.touching and all(is_individual(unit) and alive(unit) and unit.on_table for unit in (one, other)):
            found.append(pair(one.id, other.id))
    return sorted(set(found))


def _next(scene: Scene, step: IndividualCombats) -> None:
    """Every pairing has its three rounds before another begins (BS-1.0-05)."""
    lock_together(scene)
    left = [each for each in pairings(scene.battle) if each not in step.fought]
    if left:
        one, other = left[0]
        rounds = tuple(DuelRound(one, other, number) for number in range(1, ROUNDS_IN_A_GAME_ROUND + 1))
        scene.now(*rounds, IndividualCombats((*step.fought, left[0])))


# ---------------------------------------------------------------- who strikes first


def _on(battle: Battle, step: DuelRound) -> bool:
    return all(alive(battle.units[key]) and battle.units[key].on_table for key in (step.one, step.other))


def _ask_first(battle: Battle, step: DuelRound) -> Roll | None:
    if not _on(battle, step):
        return None
    units = (battle.units[step.one], battle.units[step.other])
    pools = tuple(Pool(1, 6, SumOf(), unit.name, whose=unit.side) for unit in units)
    said = f"round {step.number} of {units[0].name} against {units[1].name}: the higher strikes first"
    return Roll(said, pools, ("BS-5.2-01", "BS-9.4-07"))


def _first(scene: Scene, step: DuelRound, pools: tuple[Thrown, ...]) -> None:
    """The higher strikes first; on a tie both at once."""
    one, other = pools[0].total, pools[1].total
    mine, theirs = (step.one, step.other), (step.other, step.one)
    if one == other:
        scene.now(DuelBlows((mine, theirs), (), step.number))
    else:
        quick, slow = (mine, theirs) if one > other else (theirs, mine)
        scene.now(DuelBlows((quick,), (slow,), step.number))


# ---------------------------------------------------------------- blows and damage


def _able(battle: Battle, strikers: tuple[Pair, ...]) -> list[Pair]:
    return [each for each in strikers if all(alive(battle.units[key]) for key in each)]


def _ask_blows(battle: Battle, step: DuelBlows) -> Roll | None:
    pools = []
    for key, target in _able(battle, step.strikers):
        one, other = (_fighters(battle, key, target), _fighters(battle, target, key))
        if blows(one, step.number):
            pools.append(attack_pool(one, other, step.number))
    if not pools:
        return None
    return Roll(f"blows of round {step.number}", tuple(pools), _RULES)


def _fighters(battle: Battle, key: str, enemy: str) -> Fighter:
    return fighter(battle, battle.units[key], battle.units[enemy])


def _blows(scene: Scene, step: DuelBlows, pools: tuple[Thrown, ...]) -> None:
    thrown = iter(pools)
    hits = []
    for key, target in _able(scene.battle, step.strikers):
        one, other = _fighters(scene.battle, key, target), _fighters(scene.battle, target, key)
        if not blows(one, step.number):
            continue
        landed = next(thrown).hits
        score = Tally("to hit", (Term("THAC0", one.thac0, "BS-9.4-07"), Term("armour class", -other.armour_class)))
        scene.tell(
            Struck(
                unit=key,
                target=target,
                action="blow",
                dice=blows(one, step.number),
                hits=landed,
                kept=0,
                tallies=(score,),
                rules=_RULES,
            )
        )
        assert score.total == need(one, other)
        if landed:
            hits.append((key, target, landed))
        for who, fields in ((key, {"fought": True, "acted": True}), (target, {"attacked": True})):
            unit = scene.unit(who)
            scene.change(replace(unit, own=replace(unit.own, **fields)))
    later = (DuelBlows(step.later, (), step.number),) if step.later else ()
    scene.now(*((DuelDamage(tuple(hits)),) if hits else ()), *later)


def _no_blows(scene: Scene, step: DuelBlows) -> None:
    if step.later:
        scene.now(DuelBlows(step.later, (), step.number))


def _ask_damage(battle: Battle, step: DuelDamage) -> Roll:
    pools = tuple(
        pool for key, target, hits in step.hits for pool in damage_pools(_fighters(battle, key, target), hits)
    )
    return Roll("damage", pools, _RULES)


def _damage(scene: Scene, step: DuelDamage, pools: tuple[Thrown, ...]) -> None:
    """Hit points are lost by all who were struck at the same moment; nobody else ever is (BS-1.6-02, BS-9.4-08)."""
    totals = [thrown.total for thrown in pools]
    lost = []
    for key, target, hits in step.hits:
        one = _fighters(scene.battle, key, target)
        dice = hits * len(one.damage)
        lost.append((target, damage_done(one, hits, totals[:dice])))
        totals = totals[dice:]
    for target, points in lost:
        lose_hit_points(scene, target, points, ("BS-9.4-07",))
    keep_order(scene)


INDIVIDUAL_COMBATS = Handler(do=_next)
DUEL_ROUND = Handler(ask=_ask_first, roll=_first, do=lambda _scene, _step: None)
DUEL_BLOWS = Handler(ask=_ask_blows, roll=_blows, do=_no_blows)
DUEL_DAMAGE = Handler(ask=_ask_damage, roll=_damage)
