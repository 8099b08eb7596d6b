"""Why the captain of Book of War answers as he does, from what he weighed."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.book_of_war.expectations import danger, prospect
from schiltron.captains.book_of_war.melees import fight
from schiltron.captains.book_of_war.moving import ground_worth, ranked
from schiltron.captains.book_of_war.ships import lies_better
from schiltron.captains.book_of_war.shooting import best_shot
from schiltron.captains.book_of_war.situation import Situation, Stand
from schiltron.captains.book_of_war.tried_moves import tried
from schiltron.captains.weighing import Change, Weighed, Why
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import CONTACT

WHY: Final = {
    "DeployHiding": Why(by_key=(("hidden", "Hidden there, it may come out close to the enemy"),)),
    "Emerge": Why("Who hides comes out as soon as there is somebody to shoot at or to charge"),
    "Spells": Why("Of all the magic at hand this leaves his side best off in the battles he imagines"),
    "AttackPhase": Why(
        by_key=(
            (
                "stir_weather",
                "Worse weather hinders the enemy more than his own side",
            ),
            ("calm_weather", "Better weather helps his own side more than the enemy"),
        )
    ),
    "Volley": Why("Spare dice go where one more does the most"),
    "Pick": Why("Of the ways to share out the blows this one hurts most"),
    "ClearFallen": Why("Files come off the end that is farther from the enemy in contact, evenly where there is none"),
    "LeaveHedgehog": Why("They look at the nearest enemy who does not run"),
    "Recover": Why(
        by_key=(
            ("try", "Nobody else is left, or they are pressed and the odds are for it"),
            ("decline", "A failed try would destroy them"),
        )
    ),
    "Challenge": Why(
        by_key=(
            ("accept", "Fought to the end the other is likelier to lose more by it"),
            ("refuse", "Fought to the end he is likelier to lose more by it himself"),
        )
    ),
    "EnterResult": Why("Of what may have come of it this is likeliest"),
    "CombatAims": Why("At the foe with the fewest hit points left"),
    "LayTerrain": Why("Horse and pikes want the middle open, foot without them wants it broken"),
}


def weighed(battle: Battle, unit_id: str, action: str, path: Path) -> Weighed | None:
    """What counts for and against a move; None where it cannot be tried."""
    unit = battle.units[unit_id]
    if unit.afloat:
        return _of_a_voyage(battle, unit, action, path)
    situation = Situation(battle, unit.side)
    trial = next(iter(tried(battle, unit, action, path)), None)
    if trial is None:
        return None
    stand, there = Stand(situation, battle, unit), Stand(situation, trial.battle, trial.unit)
    foes = ranked(situation, there)
    fire, shot = best_shot(situation, trial.battle, trial.unit)
    melee = fight(situation, there, trial.fresh)
    touched = next((foe for foe, apart in there.apart if apart <= CONTACT), None)
    return Weighed(
        met=touched.unit.name if touched is not None else "",
        melee=melee or 0.0,
        hope=Change(prospect(situation, stand), prospect(situation, there) if melee is None else 0.0),
        foe=foes[0].unit.name if foes else "",
        fear=Change(danger(situation, stand), danger(situation, there)),
        fire=Change(best_shot(situation, battle, unit)[0], fire),
        mark=battle.units[shot.aimed.target].name if shot is not None else "",
        ground=Change(ground_worth(stand), ground_worth(there)),
    )


def _of_a_voyage(battle: Battle, ship: Unit, action: str, path: Path) -> Weighed | None:
    found = lies_better(battle, ship, action, path)
    return Weighed(hope=Change(found[0], found[1]), foe=found[2].name) if found is not None else None
