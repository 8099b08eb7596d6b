"""A path that is being plotted (cases 7.4 and 9.2): walked on the real table, or judged by its form alone.

Where nothing is measured before it is declared (BS-3.5-01, BS-7.7-02), a plotted path is walked over open ground
without end and as if in command, so that it shows what was drawn and tells nothing about what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.plain_sight import barring, closed_ground, friend_in_the_way
from schiltron.battle.guide.plotted_paths import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.state.event import Leg
from schiltron.battle.state.field import friends
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.ground.barriers import closed_to
from schiltron.rulesets.battlesystem.ground.effects import RULES
from schiltron.rulesets.battlesystem.ground.manner import manner_of
from schiltron.rulesets.battlesystem.movement.carrying import put
from schiltron.rulesets.battlesystem.movement.rates import is_charge
from schiltron.rulesets.battlesystem.movement.spacing import passes
from schiltron.rulesets.battlesystem.movement.walk import LONGEST_PATH, walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import Battle, Person, Scene, Unit, with_command, with_morale, with_turn
from schiltron.rulesets.battlesystem.steps import Action, Walk

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
    unit = with_turn(plot.unit, spent=-UNBOUNDED)
    return brought_back(_on_open_ground(Plot(plot.battle.with_unit(unit), plot.step)).legs)


def _on_open_ground(plot: Plot) -> Walker:
    alone = with_morale(with_command(plot.unit, commander=_CHIEF), astray="", rout=None)
    ground = replace(on_open_ground(plot.battle, alone, ()), engagements=())
    return walk(ground.with_unit(_chief_of(alone)), plot.step)


def _chief_of(unit: Unit) -> Unit:
    """Somebody in whose command a unit is wherever it goes."""
    person = Person(hit_points=1, thac0=20, radius=UNBOUNDED, bonus=0)
    profile = replace(unit.own.profile, kind="individual", person=person)
    own = replace(unit.own, profile=profile)
    chief = replace(unit, id=_CHIEF, place=Aboard(unit.id), figures=1, original=1, own=own)
    return with_morale(with_command(chief, rank="unit"), rout=None)


def seen_in_the_way(plot: Plot, legs: Sequence[Leg]) -> tuple[Reason, ...]:
    """Friends it may not go through and closed ground that a drawn path leads through."""
    battle, unit, board = plot.battle, plot.unit, plot.battle.board
    ours = (one for one in friends(battle, unit) if not passes(battle, unit, one))
    obstacles = [friend_in_the_way(one, "BS-7.4-02") for one in ours if not unit.of or one.of != unit.of]
    manner = manner_of(battle, unit, charging=is_charge(unit, plot.step.action))
    closed = closed_to(board.features, manner) if board is not None else ()
    obstacles += [closed_ground(one.feature, one.ground, RULES[one.feature.kind]) for one in closed]
    return barring(unit, legs, obstacles)


def at_its_end(plot: Plot, walker: Walker) -> Battle:
    """The battle with the unit where its walk has brought it and the move spent, before anything comes of it."""
    if not declares_first(plot.battle):
        scene = Scene(replace(plot.battle, agenda=()), LAPSES)
        put(scene, walker, plot.step)
        return scene.battle
    legs, unit = legs_of(plot, walker), plot.unit
    if not legs:
        return plot.battle
    moved = with_turn(unit, spent=unit.own.turn.spent + walker.spent, moved=True)
    return plot.battle.with_unit(replace(moved, place=unit.place_at(legs[-1].pose), body=legs[-1].body))
