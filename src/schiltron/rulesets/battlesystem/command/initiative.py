"""Which side is Side A in a Game Round (cases 1.1 and 5.1)."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.state import Battle, Scene


class Initiative(Step, frozen=True, tag="battlesystem.initiative"):
    """A die for each side; the winner is Side A of this round (BS-1.1-01).

    Of more than two sides `ranked` are those that have thrown, the higher before the lower; who threw the same throw
    again among themselves (BS-1.1-03)."""

    ranked: tuple[tuple[str, ...], ...] = ()


_SIDES: Final = {"d6": 6, "d20": 20}


def _throwing(battle: Battle, step: Initiative) -> tuple[str, ...]:
    """All sides, then the first of those that threw the same."""
    every = tuple(side.id for side in battle.sides)
    return next(alike for alike in (step.ranked or (every,)) if len(alike) > 1)


def _ask(battle: Battle, step: Initiative) -> Roll:
    """A d6 for each side, or by agreement a d20 (BS-5.1-02); a tie is thrown again by those who are in it."""
    die, sides = battle.own.options.initiative, [battle.side_named(side) for side in _throwing(battle, step)]
    pools = tuple(Pool(1, _SIDES[die], SumOf(), side.name, side.id) for side in sides)
    many = ("BS-1.1-03",) if len(battle.sides) > 2 else ()
    rules = ("BS-1.1-01", "BS-5.1-01", *many, *(("BS-5.1-02",) if die == "d20" else ()))
    purpose = "initiative (the higher roll acts first in every phase of this Game Round)"
    return Roll(purpose, pools, rules, unequal=len(sides) == 2)


def _roll(scene: Scene, step: Initiative, pools: tuple[Thrown, ...]) -> None:
    """Sides act in the order of their throws, the highest first (BS-1.1-03)."""
    throwing, alike = _throwing(scene.battle, step), defaultdict[int, list[str]](list)
    for side, thrown in zip(throwing, pools, strict=True):
        alike[thrown.total].append(side)
    parted = tuple(tuple(alike[total]) for total in sorted(alike, reverse=True))
    place = step.ranked.index(throwing) if step.ranked else 0
    ranked = (*step.ranked[:place], *parted, *step.ranked[place + 1 :])
    if any(len(sides) > 1 for sides in ranked):
        scene.now(Initiative(ranked))
        return
    scene.set(own=replace(scene.battle.own, order=tuple(side for (side,) in ranked)))
    by_default(scene, "initiative")


INITIATIVE = rolls(Initiative, ask=_ask, roll=_roll)
