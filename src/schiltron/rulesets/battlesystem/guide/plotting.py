"""A path as it is being plotted: walked on the table as it is, or by its form alone.

Where nothing is measured before it is declared (BS-3.5-01, BS-7.7-02), a plotted path is walked over open ground
without end and as if in command, so that it shows what was drawn and tells nothing about what lies there.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.event import Leg
from schiltron.battle.joining import afoot
from schiltron.battle.manoeuvre import Path
from schiltron.battle.plotting import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.unit import Aboard, OnTable
from schiltron.rulesets.battlesystem.movement.carrying import put
from schiltron.rulesets.battlesystem.movement.steps import Action, Walk
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH, walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Person, Scene, Unit

_CHIEF: Final = "chief on open ground"


class Plot(NamedTuple):
    """A walk that is being plotted, on the battle in which an individual has left his unit for it (BS-9.2-01)."""

    battle: Battle
    step: Walk

    @property
    def unit(self) -> Unit:
        return self.battle.units[self.step.unit]


def declares_first(battle: Battle) -> bool:
    """Whether everything is declared before anything is measured."""
    return battle.own.options.measuring == "declared"


def plotted(view: Battle, unit: Unit, path: Path, action: Action, target: str = "") -> Plot:
    return Plot(afoot(view, unit), Walk(unit.id, path[:LONGEST_PATH], action, target))


def walked(plot: Plot) -> Walker:
    """As far along the path as rules and ground allow, with every reason why no farther; over open ground where
    nothing may be measured."""
    return _on_open_ground(plot) if declares_first(plot.battle) else walk(plot.battle, plot.step)


def legs_of(plot: Plot, walker: Walker) -> tuple[Leg, ...]:
    """The legs of a walk where they lie on the table."""
    return brought_back(walker.legs) if declares_first(plot.battle) else tuple(walker.legs)


def as_drawn(plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, whatever they cost."""
    unit = replace(plot.unit, own=replace(plot.unit.own, spent=-UNBOUNDED))
    return brought_back(_on_open_ground(Plot(plot.battle.with_unit(unit), plot.step)).legs)


def _on_open_ground(plot: Plot) -> Walker:
    alone = replace(plot.unit, own=replace(plot.unit.own, commander=_CHIEF, astray="", rout=None))
    ground = replace(on_open_ground(plot.battle, alone, ()), engagements=())
    return walk(ground.with_unit(_chief_of(alone)), plot.step)


def _chief_of(unit: Unit) -> Unit:
    """Somebody in whose command a unit is wherever it goes."""
    person = Person(hit_points=1, thac0=20, radius=UNBOUNDED, bonus=0)
    profile = replace(unit.own.profile, kind="individual", person=person)
    own = replace(unit.own, profile=profile, rank="unit", rout=None)
    return replace(unit, id=_CHIEF, place=Aboard(unit.id), figures=1, original=1, own=own)


def at_its_end(plot: Plot, walker: Walker) -> Battle:
    """The battle with the unit where its walk has brought it and the move spent, before anything comes of it."""
    if not declares_first(plot.battle):
        scene = Scene(replace(plot.battle, agenda=()))
        put(scene, walker, plot.step)
        return scene.battle
    legs, unit = legs_of(plot, walker), plot.unit
    if not legs:
        return plot.battle
    own = replace(unit.own, spent=unit.own.spent + walker.spent, moved=True)
    return plot.battle.with_unit(replace(unit, place=OnTable(legs[-1].pose), body=legs[-1].body, own=own))
