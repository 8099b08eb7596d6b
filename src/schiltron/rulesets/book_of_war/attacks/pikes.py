"""Pikes (chapter B2): how far they reach, and their free attack on enemies who run onto their front."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import does
from schiltron.battle.state.event import Declared
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, Modifier, to_hit
from schiltron.rulesets.book_of_war.field import POINTS, formation, in_the_open, is_routed, troop, troop_now
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Scene, Unit
from schiltron.rulesets.book_of_war.steps import FreeAttack
from schiltron.table.body import Figure
from schiltron.table.contact import EDGES, Edge
from schiltron.table.lengths import direction
from schiltron.table.rectangles import Rect, overlapping

_TURNS: Final[dict[Edge, int]] = {"front": 0, "right": 90_000, "rear": 180_000, "left": 270_000}
_NEIGHBOUR: Final[dict[Edge, tuple[int, int]]] = {"front": (-1, 0), "right": (0, 1), "rear": (1, 0), "left": (0, -1)}
"""Where the next figure on each side stands: so many ranks and files away."""


def reaching(pikes: Unit, enemy: Unit, ranks: int = 1) -> Iterator[tuple[int, Edge]]:
    """Standing figures with an enemy base no more than an inch straight before them, touching or not.

    Each comes as its place in the unit, and the side on which it meets the enemy: of a hedgehog every side is a front
    (BW-B4-22). `ranks` is how many ranks from that side may strike.
    """
    bases = enemy.outline.rects
    taken = {(figure.rank, figure.file) for figure in pikes.places}
    fronts: tuple[Edge, ...] = EDGES if formation(pikes).hedgehog else ("front",)
    for index, figure in enumerate(pikes.places[: pikes.figures]):
        for side in fronts:
            if _before(figure, side, taken, ranks) and any(
                overlapping(_zone(pikes, figure, side), base) for base in bases
            ):
                yield index, side


def _before(figure: Figure, side: Edge, taken: set[tuple[int, int]], ranks: int) -> bool:
    """Whether fewer than so many of his own stand before a figure on one side."""
    rank_step, file_step = _NEIGHBOUR[side]
    return (figure.rank + ranks * rank_step, figure.file + ranks * file_step) not in taken


def _zone(pikes: Unit, figure: Figure, side: Edge) -> Rect:
    """The ground an inch deep before one side of a figure. (Pikemen stand on square bases.)"""
    heading = (pikes.pose.heading + _TURNS[side]) if formation(pikes).hedgehog else figure.heading
    fx, fy = direction(heading)
    out = (figure.base.depth + POINTS) / 2
    return Rect(figure.x + fx * out, figure.y + fy * out, fx, fy, figure.base.width / 2, POINTS / 2)


# ---------------------------------------------------------------- the free attack


def free_attack(scene: Scene, step: FreeAttack) -> None:
    """Fix the dice of the free attack and strike at once, losses to be judged at once (BW-B2-17). At a hero only one
    figure strikes, with its dice and its bonus (BW-A3-10)."""
    pikes, enemy = scene.unit(step.pikes), scene.unit(step.enemy)
    if not (pikes.on_table and pikes.figures and enemy.on_table and enemy.figures) or is_routed(pikes):
        return
    against = "cavalry" if troop(enemy).mounted else "infantry"  # +1 and +2 to hit: BW-B2-15, BW-B2-16
    dice_of: dict[int, int] = {}
    for index, side in reaching(pikes, enemy):
        if in_the_open(scene.battle, pikes.places[index]):  # BW-B2-20
            dice_of[index] = max(dice_of.get(index, 0), _dice(pikes, side, against))
    if not dice_of:
        return
    bonus: Modifier = "pike_free_attack_vs_cavalry" if troop(enemy).mounted else "pike_free_attack_vs_infantry"
    single = troop(enemy).hero is not None  # BW-A3-10: one figure in all
    thrown = max(dice_of.values()) if single else sum(dice_of.values())
    conditions = scene.battle.own.conditions
    if conditions is not None:
        thrown = max(1, thrown // conditions.parts)  # BW-O5-05
    blow = Blow(thrown, to_hit(pikes.kind, enemy.kind, (*troop_now(scene.battle, pikes).melee_modifiers, bonus)))
    scene.tell(Declared(unit=pikes.id, action="free attack", target=enemy.id, rules=("BW-B2-10",)))
    scene.now(Strike(pikes.id, enemy.id, "free attack", (blow,), immediate=True))


def _dice(pikes: Unit, side: Edge, against: str) -> int:
    """Double dice in a single rank, quadruple in more (BW-B2-12, BW-B2-13)."""
    ranks = "multiple_ranks" if ranks_behind(pikes, side) > 1 else "single_rank"
    return int(LAW.sheet("BW-T-melee-dice").row(f"pike_free_attack_{ranks}_vs_{against}")["dice_per_figure"])


def ranks_behind(pikes: Unit, side: Edge) -> int:
    """Ranks that count towards one side (BW-B2-13).

    A short back rank counts if it is at least half full; a hedgehog has half its depth towards each side.
    """
    body = formation(pikes)
    full, short = divmod(pikes.figures, body.files)
    ranks = full + (1 if short and 2 * short >= body.files else 0)
    if not body.hedgehog:
        return max(1, ranks)
    depth = ranks if side in ("front", "rear") else min(pikes.figures, body.files)
    return max(1, depth // 2)


FREE_ATTACK = does(FreeAttack, free_attack)
