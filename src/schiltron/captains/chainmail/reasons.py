"""Why the captain of Chainmail answers as he does, from what he weighed."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.chainmail.expectations import danger, hold, prospect
from schiltron.captains.chainmail.move_values import clash, marks_of, ranked
from schiltron.captains.chainmail.situation import Situation
from schiltron.captains.chainmail.tried_moves import tried
from schiltron.captains.weighing import Change, Weighed, Why
from schiltron.rulesets.chainmail.state import Battle, Unit

WHY: Final = {
    "ChooseOrder": Why(
        by_key=(
            ("first", "There is somebody to charge before he gets away"),
            ("last", "Nobody can be charged: the enemy may show where he goes"),
        )
    ),
    "RefuseCombat": Why(
        by_key=(("fight", "They would not lose that fight"), ("refuse", "They would lose that fight, and can go back"))
    ),
    "StayOrRun": Why(
        by_key=(
            ("stay", "They rally soonest where they are, and nobody is about to charge them"),
            ("run", "They would be charged where they are"),
        )
    ),
    "HideBaggage": Why("As far from the line as possible: looters are out of the battle"),
    "SeparateAction": Why(
        by_key=(("fight", "More is to be gained by it than lost"), ("leave", "More is to be lost by it than gained"))
    ),
    "OfferTerrain": Why("The table is good enough as it is"),
    "JoinMelees": Why("They help that melee most"),
    "ServePieces": Why("All pieces together fire oftener so"),
    "RideOut": Why("Drawn by lot from a mixture of pairs that nobody gains by foreseeing"),
    "LayTerrain": Why("Out of the way of our own line"),
}


def weighed(battle: Battle, unit_id: str, action: str, path: Path) -> Weighed | None:
    """What counts for and against a move; None where it cannot be tried."""
    unit = battle.units[unit_id]
    trial = tried(battle, unit, action, path)  # type: ignore[arg-type]
    if trial is None:
        return None
    situation = Situation(battle, unit.side)
    body, there = situation.body(battle, unit), situation.body(trial.battle, trial.unit)
    foes = ranked(situation, there)
    before, after = _fire(situation, battle, unit), _fire(situation, trial.battle, trial.half or trial.unit)
    mark = max(after, key=lambda key: after[key], default="")
    return Weighed(
        met=battle.units[trial.met].name if trial.met else "",
        melee=clash(situation, trial) if trial.met else 0.0,
        hope=Change(prospect(situation, body, before), 0.0 if trial.met else prospect(situation, there, after)),
        foe=foes[0].unit.name if foes else "",
        fear=Change(danger(situation, body), danger(situation, there)),
        fire=Change(max(before.values(), default=0.0), max(after.values(), default=0.0)),
        mark=battle.units[mark].name if mark in battle.units else "",
        ground=Change(hold(situation, body), hold(situation, there)),
    )


def _fire(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    return marks_of(situation, battle, unit) if unit.own.profile.missile else {}
