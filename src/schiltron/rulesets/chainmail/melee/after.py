"""What victorious chargers do: CM-MELEE-14."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import turned
from schiltron.battle.movement.lining_up import room_for
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.event import Compelled, Formed
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Advance
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.melee.ground import no_footing
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import Walk
from schiltron.rulesets.chainmail.troop_traits.willing import before_going_on
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.table.lengths import TOLERANCE, Mil, signed


def carry_on(scene: Scene, winners: tuple[str, ...], losers: tuple[str, ...]) -> None:
    """Chargers who won in the first round use up the rest of their charge, straight on.

    Called when the losers have done what they must. Who charged this turn has fought no more than a first round; who is
    still held by an enemy stays.
    """
    walks: list[Step] = []
    for key in winners:
        unit = scene.unit(key)
        rest = balance(scene.battle, unit)
        if rest > TOLERANCE and _is_free(scene.battle, unit):
            _look_ahead(scene, unit)
            scene.tell(Compelled(unit=key, action="use up the charge", rules=("CM-MELEE-14",)))
            walks += before_going_on(scene.battle, Walk(key, (Advance(rest),), "charge", paused=True, on=True))
    scene.now(*walks)


def _look_ahead(scene: Scene, unit: Unit) -> None:
    """A unit that lined up with whom it met looks the way it charged again, if there is room for it."""
    angle = signed(unit.own.melee.charge_bearing - unit.pose.heading)
    pose = turned(unit, angle)
    if angle and room_for(scene.battle, {unit.id: pose}, no_footing):
        scene.change(replace(unit, place=unit.place_at(pose)))
        scene.tell(Formed(unit=unit.id, pose=pose, body=unit.body, why="go straight on", rules=("CM-MELEE-14",)))


def balance(battle: Battle, unit: Unit) -> Mil:
    """What is left of a unit's charge this turn; nothing if it made none."""
    return max(0, charge_move(battle, unit).total - unit.own.turn.spent) if unit.own.turn.charged else 0


def _is_free(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and not is_fleeing(unit) and not in_melee(battle, unit)
