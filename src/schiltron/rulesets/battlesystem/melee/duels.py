"""Individual combat: plain blows of the role-playing game, three rounds a Game Round (case 9.4 B, BS-1.6-01). It is the
other way in which heroes fight (BS-9.4-02)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Struck
from schiltron.battle.grammar import listed
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
from schiltron.rulesets.battlesystem.melee.parties import in_line, lock_together, pair, pairs_in_line
from schiltron.rulesets.battlesystem.melee.steps import (
    DuelAims,
    DuelBlows,
    DuelDamage,
    DuelRound,
    IndividualCombats,
    Pair,
)
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
    """Individuals who touch each other as figures of their own: they fight it out blow by blow, all others against
    figures (BS-9.4-02, BS-9.4-07)."""
    found = []
    for each in battle.engagements:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        if each.touching and all(is_individual(unit) and alive(unit) and unit.on_table for unit in (one, other)):
            found.append(pair(battle, one.id, other.id))
    return pairs_in_line(battle, found)


def _next(scene: Scene, step: IndividualCombats) -> None:
    """All who hang together by contact have three rounds, whatever number of them there is (BS-1.6-01), before others
    begin (BS-1.0-05)."""
    lock_together(scene)
    left = [each for each in pairings(scene.battle) if each not in step.fought]
    if left:
        group = _together(scene.battle, left)
        rounds = tuple(DuelAims(group, number) for number in range(1, ROUNDS_IN_A_GAME_ROUND + 1))
        scene.now(*rounds, IndividualCombats((*step.fought, *group)))


def _together(battle: Battle, pairs: list[Pair]) -> tuple[Pair, ...]:
    """The first pair and all that hang together with it."""
    found = {pairs[0]}
    grown = True
    while grown:
        who = {key for each in found for key in each}
        more = {each for each in pairs if who & set(each)}
        grown, found = more != found, more
    return tuple(pairs_in_line(battle, found))


# ---------------------------------------------------------------- at whom


def foes_of(battle: Battle, pairs: tuple[Pair, ...], key: str) -> list[str]:
    """The enemies an individual touches who are still up."""
    if not _up(battle, key):
        return []
    others = [other if one == key else one for one, other in pairs if key in (one, other)]
    return [one for one in others if _up(battle, one)]


def _up(battle: Battle, key: str) -> bool:
    return alive(battle.units[key]) and battle.units[key].on_table


def _fighters_of(battle: Battle, pairs: tuple[Pair, ...]) -> list[str]:
    return in_line(battle, (key for each in pairs for key in each))


def _torn(battle: Battle, step: DuelAims) -> str:
    """Who touches several and has not said yet at whom he strikes; "" for nobody."""
    told = dict(step.aims)
    torn = (
        key for key in _fighters_of(battle, step.pairs) if key not in told and len(foes_of(battle, step.pairs, key)) > 1
    )
    return next(torn, "")


def _ask_aim(battle: Battle, step: DuelAims) -> tuple[AnyDecision, ...] | None:
    key = _torn(battle, step)
    if not key:
        return None
    unit, foes = battle.units[key], foes_of(battle, step.pairs, key)
    weakest = min(foes, key=lambda one: (battle.units[one].own.hit_points, one))
    return (
        Choose(
            seat=unit.controller,
            prompt=f"Round {step.number}: at whom does {unit.name} strike?",
            rules=_RULES,
            options=tuple(Option(one, battle.units[one].name) for one in foes),
            default=Chosen((weakest,)),
        ),
    )


def _take_aim(scene: Scene, step: DuelAims, answers: tuple[Answer, ...]) -> None:
    aimed = (_torn(scene.battle, step), choosing.chosen(answers))
    scene.now(replace(step, aims=(*step.aims, aimed)))


def _aimed(scene: Scene, step: DuelAims) -> None:
    told, aims = dict(step.aims), []
    for key in _fighters_of(scene.battle, step.pairs):
        foes = foes_of(scene.battle, step.pairs, key)
        if foes:
            aims.append((key, told.get(key, foes[0])))
    if aims:
        scene.now(DuelRound(tuple(aims), step.number))


# ---------------------------------------------------------------- who strikes first


def _ask_first(battle: Battle, step: DuelRound) -> Roll:
    units = [battle.units[key] for key, _ in step.aims]
    pools = tuple(Pool(1, 6, SumOf(), unit.name, whose=unit.side) for unit in units)
    pair_only = len(units) == 2
    who = " against ".join(unit.name for unit in units) if pair_only else listed([unit.name for unit in units])
    said = f"round {step.number} of {who}: the {'higher' if pair_only else 'highest'} strikes first"
    return Roll(said, pools, ("BS-5.2-01", "BS-9.4-07"))


def _first(scene: Scene, step: DuelRound, pools: tuple[Thrown, ...]) -> None:
    """The higher strikes before the lower; on a tie both at once."""
    thrown = [pool.total for pool in pools]
    waves = [
        tuple(aim for aim, face in zip(step.aims, thrown, strict=True) if face == moment)
        for moment in sorted(set(thrown), reverse=True)
    ]
    scene.now(DuelBlows(waves[0], tuple(waves[1:]), step.number))


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
    scene.now(*((DuelDamage(tuple(hits)),) if hits else ()), *_later(step))


def _later(step: DuelBlows) -> tuple[DuelBlows, ...]:
    return (DuelBlows(step.later[0], step.later[1:], step.number),) if step.later else ()


def _no_blows(scene: Scene, step: DuelBlows) -> None:
    scene.now(*_later(step))


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
DUEL_AIMS = Handler(
    ask=_ask_aim,
    judge=choosing.judge,
    take=_take_aim,
    do=_aimed,
    sample=choosing.sample,
    suggest=choosing.suggest,
)
DUEL_ROUND = Handler(ask=_ask_first, roll=_first)
DUEL_BLOWS = Handler(ask=_ask_blows, roll=_blows, do=_no_blows)
DUEL_DAMAGE = Handler(ask=_ask_damage, roll=_damage)
