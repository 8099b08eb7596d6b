"""Who is Side A of the Game Round (BS-1.1-01, BS-5.1-01)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.dicing import lowest_first
from schiltron.rulesets.battlesystem.command.steps import Initiative
from schiltron.rulesets.battlesystem.precedents import by_default
from schiltron.rulesets.battlesystem.state import Battle, Scene

_SIDES: Final = {"d6": 6, "d20": 20}


def _ask(battle: Battle, _step: Initiative) -> Roll:
    """A d6 for each side, or by agreement a d20 (BS-5.1-02); every tie is thrown again."""
    die = battle.own.options.initiative
    pools = tuple(Pool(1, _SIDES[die], SumOf(), side.name, side.id) for side in battle.sides)
    rules = ("BS-1.1-01", "BS-5.1-01", *(("BS-5.1-02",) if die == "d20" else ()))
    return Roll("initiative: the higher roll acts first in every phase of this Game Round", pools, rules, unequal=True)


def _roll(scene: Scene, _step: Initiative, pools: tuple[Thrown, ...]) -> None:
    """Sides act in the order of their throws, the highest first (BS-1.1-03)."""
    order = tuple(reversed(lowest_first(scene.battle, pools)))
    scene.set(own=replace(scene.battle.own, order=order))
    by_default(scene, "initiative")


INITIATIVE = Handler(ask=_ask, roll=_roll)
