"""Rounds of special combat (chapter A3): blow by blow, three rounds of them in a cycle of turns."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import Step, does, rolls
from schiltron.battle.play.bouts import Aims, Blows, Bouts, StrikingOrder, hanging_together
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.field import fights_for
from schiltron.battle.words.grammar import counted
from schiltron.parent_game.blows import Fighter, attack_pool, damage_done, damage_pools
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.special_combat.entering import EnterResult
from schiltron.rulesets.book_of_war.special_combat.fighters import (
    blows_in_a_round,
    fighter,
    lose_points,
    man,
    need_of,
    points_left,
)
from schiltron.rulesets.book_of_war.special_combat.meeting import Pair, agreed, rounds_in_a_cycle
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Scene, UnitPart

_RULES: Final = ("BW-A3-36", "BW-A3-37")


class SpecialCombats(Step, frozen=True, tag="book_of_war.special_combats"):
    """Heroes of a side who have taken on others fight; `fought` are the pairs who have had their rounds."""

    side: str
    fought: tuple[Pair, ...] = ()


class CombatAims(Aims, frozen=True, tag="book_of_war.combat_aims"):
    """A round of special combat (BW-A3-37)."""


class CombatOrder(StrikingOrder, frozen=True, tag="book_of_war.combat_order"):
    """Blows alternate (BW-A3-37)."""


class CombatBlows(Blows, frozen=True, tag="book_of_war.combat_blows"):
    pass


class CombatDamage(Step, frozen=True, tag="book_of_war.combat_damage"):
    """Dice of damage for blows that hit: who struck whom, with which of his attacks."""

    hits: tuple[tuple[str, str, int], ...]
    number: int


def _next(scene: Scene, step: SpecialCombats) -> None:
    """All who hang together by contact fight their rounds before others begin."""
    left = [pair for pair in agreed(scene.battle, step.side) if pair not in step.fought]
    if not left:
        return
    group = tuple(pair for pair in left if pair in hanging_together(left))
    following = SpecialCombats(step.side, (*step.fought, *group))
    if scene.battle.own.options.special_combat == "entered":
        scene.now(*(EnterResult(*pair) for pair in group), following)
    else:
        scene.now(*_BOUTS.rounds(group, rounds_in_a_cycle(scene.battle)), following)


# ---------------------------------------------------------------- by turns


def _moments(battle: Battle, step: StrikingOrder) -> list[tuple[Pair, ...]]:
    """The first blows of the side whose turn it is, those of the other, the second blows, and so on (BW-A3-37)."""
    ours = [aim for aim in step.aims if fights_for(battle, battle.units[aim[0]], battle.active)]
    theirs = [aim for aim in step.aims if aim not in ours]
    most = max(_blows(battle, aim) for aim in step.aims)
    found = [
        tuple(aim for aim in side if number < _blows(battle, aim)) for number in range(most) for side in (ours, theirs)
    ]
    return [moment for moment in found if moment]


def _blows(battle: Battle, aim: Pair) -> int:
    return blows_in_a_round(battle, battle.units[aim[0]], battle.units[aim[1]])


def _which(battle: Battle, aim: Pair, step: Blows) -> int:
    """Which blow of the round it is for who strikes, the first being 0: as many fewer as are still to come."""
    return _blows(battle, aim) - 1 - sum(aim in later for later in step.later)


# ---------------------------------------------------------------- blows and damage


def _fighter(battle: Battle, aim: Pair, blow: int) -> Fighter:
    return fighter(battle, battle.units[aim[0]], battle.units[aim[1]], blow)


def _dice(battle: Battle, strikers: list[Pair], step: Blows) -> Roll | None:
    pools = [_pool(battle, aim, step) for aim in strikers]
    return Roll(f"special combat, round {step.number}", tuple(pools), _RULES) if pools else None


def _pool(battle: Battle, aim: Pair, step: Blows) -> Pool:
    foe = _fighter(battle, (aim[1], aim[0]), 0)
    return attack_pool(_fighter(battle, aim, _which(battle, aim, step)), foe, step.number)


def _struck(scene: Scene, strikers: list[Pair], step: Blows, pools: tuple[Thrown, ...]) -> None:
    hits = []
    for aim, thrown in zip(strikers, pools, strict=True):
        one, other = scene.unit(aim[0]), scene.unit(aim[1])
        scene.tell(
            Struck(
                unit=one.id,
                target=other.id,
                action="blow",
                dice=1,
                hits=thrown.hits,
                kept=0,
                tallies=(need_of(scene.battle, one, other),),
                rules=_RULES,
            )
        )
        if thrown.hits:
            hits.append((*aim, _which(scene.battle, aim, step)))
    if hits:
        scene.now(CombatDamage(tuple(hits), step.number))


def _ask_damage(battle: Battle, step: CombatDamage) -> Roll:
    pools = [pool for one, other, blow in step.hits for pool in damage_pools(_fighter(battle, (one, other), blow), 1)]
    return Roll("damage", tuple(pools), _RULES)


def _damage(scene: Scene, step: CombatDamage, pools: tuple[Thrown, ...]) -> None:
    """All who were struck at the same moment lose hit points; none left is death (BW-A3-36)."""
    harms = [
        (one, other, damage_done(_fighter(scene.battle, (one, other), blow), 1, [thrown.total]))
        for (one, other, blow), thrown in zip(step.hits, pools, strict=True)
    ]
    for one, other, points in harms:
        if in_play(scene.unit(other)):
            lose_points(scene, other, points, Harm(("melee", "special combat"), one, _RULES))
            hero = scene.unit(other)
            left = f"{points_left(hero)} of {man(hero).hit_points} left"
            what = f"{hero.name} loses {counted(points, 'hit point')}: {left if hero.figures else 'he is slain'}"
            scene.tell(Ruled(what=what, rules=_RULES))


_BOUTS: Final[Bouts[BattlePart, UnitPart, Step]] = Bouts(
    CombatAims,
    CombatOrder,
    CombatBlows,
    _RULES,
    stands=in_play,
    easiest=points_left,
    dice=_dice,
    struck=_struck,
    moments=_moments,
)
SPECIAL_COMBATS: Final = does(SpecialCombats, _next)
COMBAT_AIMS, COMBAT_ORDER, COMBAT_BLOWS = _BOUTS.handlers()
COMBAT_DAMAGE: Final = rolls(CombatDamage, ask=_ask_damage, roll=_damage)
