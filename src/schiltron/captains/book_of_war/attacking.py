"""The attack phase: whom to breathe on, what to shoot at, and when the weather is worth turning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.field import opposing
from schiltron.captains.book_of_war.heroes import best_breath
from schiltron.captains.book_of_war.shooting import best_shot, pool_of
from schiltron.captains.book_of_war.situation import Situation
from schiltron.captains.book_of_war.waiting import promise
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.book_of_war.attacks.phase import SHOOT, AttackPhase
from schiltron.rulesets.book_of_war.attacks.weather_working import Stirred, turn_weather, weather_ways
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit

WORTH_A_TURN: Final = 2.0
"""Points that other weather must promise: it can be turned but once."""


def plan(
    battle: Battle, step: AttackPhase, actors: tuple[str, ...], temperament: Temperament = EVEN
) -> Iterator[Commanded]:
    """The volleys worth shooting. Volleys declared before are counted against their targets."""
    situation = Situation(battle, step.side, temperament=temperament)
    for actor in actors:
        breath = best_breath(battle, battle.units[actor])
        if breath is not None:
            yield breath
            continue
        value, shot = best_shot(situation, battle, battle.units[actor])
        weather = best_weather(battle, battle.units[actor], more_than=max(value, WORTH_A_TURN))
        if weather is not None:
            yield weather
        elif shot is not None and value >= 0.0:
            yield Commanded(actor, SHOOT, shot.aimed)
            for portion in shot.volley.portions:
                situation.help.setdefault(portion.target, {})[actor] = (pool_of(battle, actor, portion),)


def best_weather(battle: Battle, unit: Unit, more_than: float) -> Commanded | None:
    """The order to turn the weather, where that promises more than anything else the unit could do (BW-A3-35)."""
    best: tuple[float, Commanded | None] = (more_than, None)
    for way in weather_ways(battle, unit):
        scene = Scene(battle)
        turn_weather(scene, Stirred(unit.id, way))
        gain = _balance(scene.battle, unit.side) - _balance(battle, unit.side)
        if gain > best[0]:
            best = (gain, Commanded(unit.id, way))
    return best[1]


def _balance(battle: Battle, side: str) -> float:
    return promise(battle, side) - sum(promise(battle, other) for other in opposing(battle, side))
