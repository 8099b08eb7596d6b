"""Hand to hand: who strikes whom (BW-C3-01, BW-C3-10, BW-C3-11, BW-B2-22), and with what (BW-B2-05, BW-B4-41).

A figure strikes if it touches an enemy base with part of an edge. Only where no two figures of two units are flush,
because squaring up was blocked (BW-B4-29), does a corner resting against an edge count.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from schiltron.battle.tally import Tally
from schiltron.rulesets.book_of_war.field import (
    PIKE_REACH,
    can_act,
    enemies,
    fights_cornered,
    formation,
    in_the_open,
    near,
    troop,
)
from schiltron.rulesets.book_of_war.pikes import reaching
from schiltron.rulesets.book_of_war.state import Battle, Blow, Strike, Unit
from schiltron.rulesets.book_of_war.to_hit import Modifier, chance, to_hit
from schiltron.table.body import Figure
from schiltron.table.contact import figures_touching
from schiltron.table.lengths import CONTACT, TOLERANCE
from schiltron.table.outline import gap

_FLUSH: Final = 0.035
"""Sine of two degrees: bases at a smaller angle lie edge to edge."""


class Fighter(NamedTuple):
    """A figure that strikes: its place in the unit, its dice, and what they need against each foe it may choose."""

    place: int
    dice: int
    foes: Mapping[str, Tally]


def may_melee(unit: Unit) -> bool:
    """Units attack in one way a turn (BW-B1-06): not after shooting, nor in a turn with a split move (BW-B2-44)."""
    return can_act(unit) and not unit.own.shot and not unit.own.split


def fighters(battle: Battle, unit: Unit) -> list[Fighter]:
    """The figures of a unit that strike now, from the position as it is."""
    if not may_melee(unit):
        return []
    pikes = troop(unit).pikes and battle.own.options.game == "basic"
    distance = PIKE_REACH + TOLERANCE if pikes else CONTACT
    foes_of: dict[int, dict[str, Tally]] = {}
    for enemy in enemies(battle, unit):
        if enemy.figures and near(unit, enemy, distance):
            apart = gap(unit.outline, enemy.outline)
            if apart <= CONTACT:
                for index, rear in _touching(battle, unit, enemy).items():
                    foes_of.setdefault(index, {})[enemy.id] = _need(unit, enemy, rear=rear)
            if pikes and apart <= distance:
                ranks = 2 if battle.own.options.pike_ranks == "second" else 1
                for index, _ in reaching(unit, enemy, ranks):
                    foes_of.setdefault(index, {}).setdefault(enemy.id, _need(unit, enemy, rear=False))
    return [
        Fighter(index, dice(battle, unit, unit.places[index]), dict(sorted(foes_of[index].items())))
        for index in sorted(foes_of)
    ]


def _touching(battle: Battle, unit: Unit, enemy: Unit) -> dict[int, bool]:
    """The standing figures of a unit that touch an enemy, fallen enemies included, and whether on its rear edge.

    An edge of a base that can be touched is an edge of the formation; a hedgehog has no rear (BW-B4-22).
    """
    ours, theirs = unit.places[: unit.figures], enemy.places
    pairs = figures_touching(ours, theirs)
    flush = [pair for pair in pairs if _parallel(ours[pair[0]], theirs[pair[1]])]
    has_rear = battle.own.options.game == "basic" and not formation(enemy).hedgehog
    wrapped = battle.own.options.wrapped_rear_bonus == "given"
    found: dict[int, bool] = {}
    for index, _, edge in flush or pairs:
        rear = has_rear and edge == "rear" and (wrapped or ours[index].wing == "main")
        found[index] = found.get(index, False) or rear
    return found


def _parallel(one: Figure, other: Figure) -> bool:
    a, b = one.rect, other.rect
    return min(abs(a.fx * b.fx + a.fy * b.fy), abs(a.fx * b.fy - a.fy * b.fx)) <= _FLUSH


def _need(unit: Unit, enemy: Unit, *, rear: bool) -> Tally:
    """The number needed, with the bonus on the rear (BW-B4-41) and the penalty of the cornered (BW-B5-13)."""
    modifiers: list[Modifier] = []
    if rear:
        modifiers.append("attack_on_rear_of_unit")
    if fights_cornered(unit):
        modifiers.append("routed_unit_that_cannot_flee")
    return to_hit(unit.kind, enemy.kind, tuple(modifiers))


def dice(battle: Battle, unit: Unit, figure: Figure) -> int:
    """Two for horse on open ground (BW-B2-05); one elsewhere (BW-B2-06), for foot, and in the core game (BW-C3-01)."""
    if battle.own.options.game == "core":
        return 1
    kind = troop(unit)
    if kind.dice_open == kind.dice_broken or in_the_open(battle, figure):
        return kind.dice_open
    return kind.dice_broken


# ---------------------------------------------------------------- from fighters to strikes


def undecided(line: list[Fighter]) -> list[Fighter]:
    """Figures that have a choice of foes (BW-C3-11)."""
    return [fighter for fighter in line if len(fighter.foes) > 1]


def easiest(fighter: Fighter) -> str:
    """The foe a figure takes for want of other orders: the likeliest to be hit, then the first by id."""
    return max(sorted(fighter.foes), key=lambda foe: chance(fighter.foes[foe]))


def strikes(unit: Unit, line: list[Fighter], chosen: Mapping[int, str]) -> list[Strike]:
    """One strike on each enemy unit, like dice together (BW-C3-08). `chosen` decides for those with a choice."""
    blows: dict[str, dict[Tally, int]] = {}
    for fighter in line:
        foe = chosen[fighter.place] if len(fighter.foes) > 1 else next(iter(fighter.foes))
        against = blows.setdefault(foe, {})
        need = fighter.foes[foe]
        against[need] = against.get(need, 0) + fighter.dice
    return [
        Strike(unit.id, foe, "melee", tuple(Blow(count, need) for need, count in blows[foe].items()))
        for foe in sorted(blows)
    ]
