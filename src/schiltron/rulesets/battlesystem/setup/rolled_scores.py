"""Ability scores rolled before the battle for characters who have none (case 3.2)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Roll, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.battlesystem.ratings.scores import ABILITIES, score, scored, scores_roll
from schiltron.rulesets.battlesystem.state import Battle, Scene


class RollScores(Step, frozen=True, tag="battlesystem.roll_scores"):
    """A character who has none yet rolls his ability scores (BS-3.2-02)."""

    unit: str


RULES: Final = ("BS-3.2-02",)


def scores_due(battle: Battle) -> tuple[RollScores, ...]:
    """For everyone whose army list asks for it."""
    people = [(unit.id, unit.own.profile.person) for unit in battle.units.values()]
    return tuple(RollScores(name) for name, one in people if one is not None and one.wanted and one.scores is None)


def _ask(battle: Battle, step: RollScores) -> Roll:
    unit = battle.units[step.unit]
    return scores_roll(unit.name, unit.side, battle.own.options.base_game)


def _roll(scene: Scene, step: RollScores, pools: tuple[Thrown, ...]) -> None:
    """Thrown, assigned as the list wishes, and raised to what race and class ask for."""
    unit = scene.battle.units[step.unit]
    profile, person = unit.own.profile, unit.own.profile.person
    assert person is not None
    throws = [score([face for face, number in pool.classes for _ in range(number)]) for pool in pools]
    scores = scored(throws, profile.creature, scene.battle.own.options.base_game, person.wanted)
    known = replace(person, scores=scores, charisma=scores[-1], bonus=None, radius=None)
    changed = replace(unit, own=replace(unit.own, profile=replace(profile, person=known)))
    scene.change(changed)
    said = ", ".join(f"{ability} {value}" for ability, value in zip(ABILITIES, scores, strict=True))
    scene.tell(Ruled(what=f"{unit.name} has {said}", rules=RULES))


ROLLED_SCORES: Final = rolls(RollScores, ask=_ask, roll=_roll)
