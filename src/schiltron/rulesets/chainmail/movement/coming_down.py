"""What the end of a turn does to those who fly or breathe: who may not stay up comes down where it is, who has rested
has its fire again (CM-FANT-SPRITE-03, CM-FANT-BALROG-05, CM-FANT-DRAGON-10)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import has_room
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.unit import OnTable
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.field import alive, is_aloft
from schiltron.rulesets.chainmail.state import ALOFT, Scene, Unit, uncanny, with_uncanny
from schiltron.rulesets.chainmail.walking.flying import BREATHS, must_land


def at_the_end(scene: Scene) -> None:
    if scene.battle.own.options.fantasy == "off":
        return
    for unit in list(scene.battle.units.values()):
        if alive(unit) and unit.on_table:
            _rest(scene, unit)
            _come_down(scene, scene.unit(unit.id))


def _rest(scene: Scene, unit: Unit) -> None:
    """A turn on the ground without stirring rekindles a dragon (CM-FANT-DRAGON-10)."""
    done, turn = uncanny(unit), unit.own.turn
    if done.breaths >= BREATHS and done.breathed_in < scene.battle.turn and not is_aloft(unit) and not turn.moved:
        scene.change(with_uncanny(unit, breaths=0))
        scene.tell(Ruled(what=f"{unit.name} has its fire again", rules=("CM-FANT-DRAGON-10",)))


def _come_down(scene: Scene, unit: Unit) -> None:
    """Who has to land and has not comes down where it hovers, if there is room."""
    rule = must_land(scene.battle, unit)
    if not rule or uncanny(unit).breathed_in == scene.battle.turn:
        return
    down = replace(unit, place=OnTable(unit.pose, level=None))
    if not has_room(scene.battle.with_unit(down), down, down.outline):
        scene.tell(Ruled(what=said(unit, "find no room to come down"), rules=(rule,)))
        return
    scene.change(with_uncanny(down, landed_in=scene.battle.turn))
    scene.tell(Ruled(what=said(unit, "come down"), rules=(rule,)))
    scene.mark(unit.id, ALOFT, on=False, rules=(rule,))
