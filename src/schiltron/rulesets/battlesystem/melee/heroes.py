"""Heroes against figures, and figures against heroes (case 9.4 A)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import ratings
from schiltron.rulesets.battlesystem.losses import HIT_POINTS_PER_DIE, hurt, lose_hit_points, wound
from schiltron.rulesets.battlesystem.melee.strikes import Strike
from schiltron.rulesets.battlesystem.ratings.blows import attacks
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn

AT_ONCE: Final = {"S": 1, "M": 1, "L": 3}
"""Figures that can attack a hero at a time, by his size (BS-9.4-04)."""


def against_hero(battle: Battle, one: Strike, hero: Unit) -> Strike:
    """Only so many figures reach a hero at a time, of all his enemies together."""
    room = max(0, AT_ONCE[hero.own.profile.creature.size] - hero.own.turn.struck_at_by)
    figures = min(one.figures.total, room)
    term = Term("who can reach a hero", figures, "BS-9.4-04")
    return replace(one, figures=Tally(one.figures.label, (term,), measure="figures"))


def hit_points_lost(damage: int) -> int:
    """Each hit die of damage costs 4 hit points, fractions are dropped (BS-9.4-05)."""
    return damage * HIT_POINTS_PER_DIE // 10


def hurt_hero(scene: Scene, hero: Unit, damage: int, figures: int, harm: Harm) -> int:
    """What an attack costs a hero."""
    scene.change(with_turn(hero, struck_at_by=hero.own.turn.struck_at_by + figures))
    lost = hit_points_lost(damage)
    if lost:
        lose_hit_points(scene, hero.id, lost, harm.under("BS-9.4-05"))
    return lost


def affects_whole_figure(battle: Battle, hero: Unit, target: Unit) -> bool:
    """Whether his blows of a round are as many as the creatures of a figure (BS-9.4-03)."""
    blows = attacks(hero.own.profile, target.own.profile, battle.turn).total
    return blows >= ratings(battle, target).ratio


def hurt_by_hero(scene: Scene, hero: Unit, targets: list[str], damage: int, harm: Harm) -> int:
    """One who can affect a whole figure attacks by the normal procedure and kills one figure at most (BS-9.4-03)."""
    target = scene.unit(targets[0])
    if affects_whole_figure(scene.battle, hero, target):
        return hurt(scene, targets[:1], damage, harm.under("BS-9.4-03"), most=1)
    return wound_by_hero(scene, target.id, damage, harm)


def wound_by_hero(scene: Scene, target_id: str, damage: int, harm: Harm) -> int:
    """A hero who cannot affect a whole figure gives it one wound at most, and only with half its hit dice (BS-9.4-06).
    How many fall by it is told back."""
    target = scene.unit(target_id)
    if 2 * damage < ratings(scene.battle, target).hit_dice:
        return 0
    return wound(scene, target.id, harm.under("BS-9.4-06"))
