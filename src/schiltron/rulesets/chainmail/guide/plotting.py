"""A path that is being plotted: the walk that judges it, what is left of it, and where it halts."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.plotted_paths import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.chainmail.field import in_turns
from schiltron.rulesets.chainmail.movement.carrying import put
from schiltron.rulesets.chainmail.movement.splitting import onward
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.pausing import up_to
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH, walk
from schiltron.rulesets.chainmail.walking.walker import Walker


class Plot(NamedTuple):
    """A walk that is being plotted, on the battle in which a commander has left his unit for it (CM-HIST-36)."""

    battle: Battle
    step: Walk

    @property
    def unit(self) -> Unit:
        return self.battle.units[self.step.unit]

    def longer(self, path: Path) -> Plot:
        return self._replace(step=replace(self.step, path=path))


def plotted(view: Battle, unit: Unit, path: Path, action: Action, target: str = "") -> Plot:
    return Plot(afoot(view, unit), Walk(unit.id, path[:LONGEST_PATH], action, target))


def going_on(view: Battle, unit: Unit, path: Path) -> Plot:
    """The second part of a split-move (CM-MISSILE-15)."""
    return Plot(view, onward(unit.id, path[:LONGEST_PATH]))


def walked(plot: Plot) -> Walker:
    """As far along the path as rules and ground allow, with every reason why no farther."""
    return walk(plot.battle, plot.step)


def as_drawn(plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, whatever they cost."""
    unit = with_turn(plot.unit, spent=-UNBOUNDED)
    ground = replace(on_open_ground(plot.battle, unit, ()), engagements=())
    return brought_back(walk(ground, plot.step, trial=False).legs)


def at_its_end(plot: Plot, walker: Walker) -> Battle:
    """The battle with the unit where its walk has brought it and the move spent, before anything comes of it."""
    return _put(plot, walker, tuple(walker.legs))


def at_its_half(plot: Plot, walker: Walker) -> Battle:
    """The battle at the halt in the middle of the move, where others may fire (CM-TURN-08).

    A split-move halts at the end of its first part (CM-MISSILE-15), on the clock of written orders at the half.
    """
    if plot.step.action == "split" and in_turns(plot.battle):
        return at_its_end(plot, walker)
    return _put(plot, walker, up_to(walker, walker.spent // 2).legs)


def _put(plot: Plot, walker: Walker, legs: tuple[Leg, ...]) -> Battle:
    scene = Scene(replace(plot.battle, agenda=()))
    put(scene, walker, plot.step, legs)
    return scene.battle
