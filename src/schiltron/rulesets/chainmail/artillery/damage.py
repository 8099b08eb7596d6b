"""Hits on engines of war, in siege points: CM-CATAPULT-03."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.engines import defense
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.state import Scene, Unit, with_engine

_ATTACK: Final = {"light_catapult": "small_catapult", "heavy_catapult": "large_catapult"}
"""What the siege tables call a catapult; guns have their own names there."""
_FANTASTIC: Final = {
    str(row["type"]): int(row["points"])
    for row in LAW.sheet("CM-T-fant-siege").records()
    if isinstance(row["points"], int)
}
_RULES: Final = ("CM-CATAPULT-03",)


def points(unit: Unit) -> int:
    """What one hit by an engine destroys, or by a creature that harms what is built (CM-FANT-WIZARD-12)."""
    engine, nature = unit.own.profile.engine, unit.own.profile.nature
    if nature is not None:
        return max((number for kind, number in _FANTASTIC.items() if kind in nature.called), default=0)
    return int(LAW.sheet("CM-T-siege-attack").row(_ATTACK.get(engine, engine))["points"])


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
