"""Hits on engines of war, in siege points: CM-CATAPULT-03, CM-FANT-SIEGE-03."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.engines import defense
from schiltron.rulesets.chainmail.fantasy.havoc import BREAKS, havoc
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.state import Scene, Unit, with_engine

_ATTACK: Final = {"light_catapult": "small_catapult", "heavy_catapult": "large_catapult"}
"""What the siege tables call a catapult; guns have their own names there."""
_RULES: Final = ("CM-CATAPULT-03",)


def points(unit: Unit) -> int:
    """What one hit by an engine destroys, or by what a creature throws (CM-FANT-SIEGE-03, CM-FANT-WIZARD-12)."""
    engine = unit.own.profile.engine
    if unit.own.profile.nature is not None:
        how = havoc(unit)
        return how.points if how is not None else 0
    return int(LAW.sheet("CM-T-siege-attack").row(_ATTACK.get(engine, engine))["points"])


def works_rules(unit: Unit) -> tuple[str, ...]:
    """The rules by which its hits bring works down."""
    return (BREAKS, "CM-SIEGE-03") if unit.own.profile.nature is not None else ("CM-SIEGE-03",)


def standing(unit: Unit, by: Unit | None = None) -> Tally:
    """The defense points a machine has left, after a hit by another."""
    terms = [Term("defense points", defense(unit), "CM-CATAPULT-03")]
    if unit.own.engine.damage:
        terms.append(Term("hits before", -unit.own.engine.damage, "CM-CATAPULT-03"))
    if by is not None:
        terms.append(Term(by.name, -points(by), "CM-CATAPULT-03"))
    return Tally("defense points left", tuple(terms), measure="points")


def batter(scene: Scene, unit: Unit, target_id: str) -> None:
    """A machine is hit; with its last defense point it is destroyed, and its crew with it."""
    target = scene.unit(target_id)
    left = standing(target, by=unit)
    scene.tell(
        Struck(
            unit=unit.id,
            target=target_id,
            action="fire",
            dice=0,
            hits=1,
            kept=points(unit),
            tallies=(left,),
            rules=_RULES,
        )
    )
    scene.change(with_engine(target, damage=target.own.engine.damage + points(unit)))
    if left.total <= 0:
        fell(scene, target_id, target.figures, Harm(("missile", "engine"), unit.id, _RULES))
