"""Why the captain of BATTLESYSTEM answers as he does, from what he weighed."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.battlesystem.expectations import danger, prospect
from schiltron.captains.battlesystem.moving import clash, ranked
from schiltron.captains.battlesystem.shooting import fire_from
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.battlesystem.tried_moves import tried
from schiltron.captains.weighing import Change, Weighed, Why
from schiltron.rulesets.battlesystem.state import Battle

WHY: Final = {
    "WhoMoves": Why("A side that can charge wants to go first; otherwise let the enemy show where he goes"),
    "Follow": Why(
        by_key=(("follow", "They are winning there, and go on"), ("stay", "They are not winning there, and let him go"))
    ),
    "Reface": Why("They look at the nearest enemy"),
    "MobWheels": Why("The mob looks at the nearest enemy"),
    "ArmUp": Why("That weapon does most against all they fight"),
    "Hemmed": Why("Captives count for nothing while the battle lasts, and guards would be lost to it"),
    "Pledge": Why("They strike where their blows are worth most"),
    "Melees": Why("The enemy loses most there for what we risk, and those who fight next profit from it"),
    "Crews": Why(
        by_key=(
            ("take", "The piece has marks, and nobody is about to overrun it"),
            ("leave", "It has no marks, or somebody is about to overrun it"),
        )
    ),
    "DeployTogether": Why("The army is set up as it should be"),
    "DeclareSpells": Why("A commander who casts a spell does not command"),
    "Rally": Why("That attempt is the most likely to be worth it"),
    "Roles": Why("Troops that nobody leads come first; a wounded man goes into the ranks"),
}


def weighed(battle: Battle, unit_id: str, action: str, path: Path) -> Weighed | None:
    """What counts for and against a move; None where it cannot be tried."""
    unit = battle.units[unit_id]
    trial = tried(battle, unit, "charge" if action == "charge" else "move", path)
    if trial is None:
        return None
    situation = Situation(battle, unit.side)
    body, there = situation.body(battle, unit), situation.body(trial.battle, trial.unit)
    foes = ranked(situation, there)
    before, after = _fire(situation, battle, body), _fire(situation, trial.battle, there)
    mark = max(after, key=lambda key: after[key], default="")
    return Weighed(
        met=battle.units[trial.met].name if trial.met else "",
        melee=clash(situation, trial) if trial.met else 0.0,
        hope=Change(prospect(situation, body, before), 0.0 if trial.met else prospect(situation, there, after)),
        foe=foes[0].unit.name if foes else "",
        fear=Change(danger(situation, body), danger(situation, there)),
        fire=Change(max(before.values(), default=0.0), max(after.values(), default=0.0)),
        mark=battle.units[mark].name if mark in battle.units else "",
    )


def _fire(situation: Situation, battle: Battle, body: Body) -> dict[str, float]:
    return fire_from(situation.stakes, battle, body.unit) if body.range else {}
