"""Wounds that close by themselves (chapter A2)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import commanded_by, touching_enemies
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.book_of_war.attacks.melee import touching_figures
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit


def regenerate(scene: Scene, side: str) -> None:
    """In its own morale phase, before anything else in it, a unit of trolls takes off a hit for each of its figures in
    contact with an enemy. Figures that have fallen do not come back (BW-A2-21), nor do hits by fire or acid close; by a
    switch nothing does while there are any (BW-A2-22)."""
    lasting = scene.battle.own.options.burns == "stop_healing"
    for unit in commanded_by(scene.battle, side):
        if "regenerate" in troop(unit).abilities and unit.on_table and unit.own.partial_hits:
            kept = unit.own.partial_hits if lasting and unit.own.burnt_hits else unit.own.burnt_hits
            healed = min(unit.own.partial_hits - kept, _engaged(scene.battle, unit))
            if healed:
                scene.change(replace(unit, own=replace(unit.own, partial_hits=unit.own.partial_hits - healed)))
                scene.tell(Ruled(what=f"{unit.name} regenerate {counted(healed, 'hit')}", rules=("BW-A2-21",)))


def _engaged(battle: Battle, unit: Unit) -> int:
    """Figures in contact with an enemy."""
    return len({place for enemy in touching_enemies(battle, unit) for place in touching_figures(battle, unit, enemy)})
