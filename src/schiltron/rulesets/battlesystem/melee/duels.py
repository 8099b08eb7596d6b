"""Individual combat between heroes: plain blows of the role-playing game (case 9.4 B; three rounds, case 1.6)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.bouts import Aims, Blows, Bouts, StrikingOrder, hanging_together
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import listed
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
from schiltron.rulesets.battlesystem.melee.parties import Pair, lock_together, pair, pairs_in_line
from schiltron.rulesets.battlesystem.ratings.attack import in_hand, in_person
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Scene, Unit, UnitPart, with_turn


class IndividualCombats(Step, frozen=True, tag="battlesystem.individual_combats"):
    """Touching 1:1 figures fight each other, three rounds in all, before the units do (BS-1.6-01); `fought` are the
    pairs of those who have had theirs."""

    fought: tuple[Pair, ...] = ()


class DuelAims(Aims, frozen=True, tag="battlesystem.duel_aims"):
    """A melee round of the role-playing game (BS-9.4-07)."""


class DuelRound(StrikingOrder, frozen=True, tag="battlesystem.duel_round"):
    """Who is first is diced for (BS-5.2-01)."""


class DuelBlows(Blows, frozen=True, tag="battlesystem.duel_blows"):
    pass


class DuelDamage(Step, frozen=True, tag="battlesystem.duel_damage"):
    """Dice of damage for blows that hit: who struck whom, how often."""

    hits: tuple[tuple[str, str, int], ...]


_RULES: Final = ("BS-9.4-07", "BS-1.6-01")


def fighter(battle: Battle, unit: Unit, enemy: Unit) -> Fighter:
    """An individual as the role-playing game sees him (BS-9.4-09)."""
    person, held = unit.own.profile.person, in_hand(unit.own.profile, unit.own.arms.weapon)
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
        group = tuple(pairs_in_line(scene.battle, hanging_together(left)))
        scene.now(*_BOUTS.rounds(group, ROUNDS_IN_A_GAME_ROUND), IndividualCombats((*step.fought, *group)))


def _up(unit: Unit) -> bool:
    return alive(unit) and unit.on_table


# ---------------------------------------------------------------- who strikes first


def _order(battle: Battle, step: StrikingOrder) -> Roll:
    units = [battle.units[key] for key, _ in step.aims]
    pools = tuple(Pool(1, 6, SumOf(), unit.name, whose=unit.side) for unit in units)
    pair_only = len(units) == 2
    who = " against ".join(unit.name for unit in units) if pair_only else listed([unit.name for unit in units])
    said = f"round {step.number} of {who}: the {'higher' if pair_only else 'highest'} strikes first"
    return Roll(said, pools, ("BS-5.2-01", "BS-9.4-07"))


# ---------------------------------------------------------------- blows and damage


def _dice(battle: Battle, strikers: list[Pair], step: Blows) -> Roll | None:
    number, pools = step.number, []
    for key, target in strikers:
        one, other = (_fighters(battle, key, target), _fighters(battle, target, key))
        if blows(one, number):
            pools.append(attack_pool(one, other, number))
    return Roll(f"blows of round {number}", tuple(pools), _RULES) if pools else None


def _fighters(battle: Battle, key: str, enemy: str) -> Fighter:
    return fighter(battle, battle.units[key], battle.units[enemy])


def _struck(scene: Scene, strikers: list[Pair], step: Blows, pools: tuple[Thrown, ...]) -> None:
    number, thrown = step.number, iter(pools)
    hits = []
    for key, target in strikers:
        one, other = _fighters(scene.battle, key, target), _fighters(scene.battle, target, key)
        if not blows(one, number):
            continue
        landed = next(thrown).hits
        score = Tally("to hit", (Term("THAC0", one.thac0, "BS-9.4-07"), Term("armour class", -other.armour_class)))
        scene.tell(
            Struck(
                unit=key,
                target=target,
                action="blow",
                dice=blows(one, number),
                hits=landed,
                kept=0,
                tallies=(score,),
                rules=_RULES,
            )
        )
        assert score.total == need(one, other)
        if landed:
            hits.append((key, target, landed))
        scene.change(with_turn(scene.unit(key), fought=True, acted=True))
        scene.change(with_turn(scene.unit(target), was_attacked=True))
    if hits:
        scene.now(DuelDamage(tuple(hits)))


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
        lost.append((key, target, damage_done(one, hits, totals[:dice])))
        totals = totals[dice:]
    for key, target, points in lost:
        lose_hit_points(scene, target, points, Harm(("melee", "individual"), key, ("BS-9.4-07",)))
    keep_order(scene)


_BOUTS: Final[Bouts[BattlePart, UnitPart, Step]] = Bouts(
    DuelAims,
    DuelRound,
    DuelBlows,
    _RULES,
    stands=_up,
    easiest=lambda unit: unit.own.hit_points,
    order=_order,
    dice=_dice,
    struck=_struck,
)
INDIVIDUAL_COMBATS: Final = does(IndividualCombats, _next)
DUEL_AIMS, DUEL_ROUND, DUEL_BLOWS = _BOUTS.handlers()
DUEL_DAMAGE: Final = rolls(DuelDamage, ask=_ask_damage, roll=_damage)
