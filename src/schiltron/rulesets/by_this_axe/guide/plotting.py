"""A path that is being plotted (rules MOVE, CMD, CHAR): the walk that judges it, what is left, and where it ends."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.plotted_paths import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.state.effects import NOTHING
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.rulesets.by_this_axe.attacks.shooting import loosed
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.ground import LEAST_IN_WOODS
from schiltron.rulesets.by_this_axe.movement.carrying import rest_of
from schiltron.rulesets.by_this_axe.movement.phase import LONGEST_PATH
from schiltron.rulesets.by_this_axe.movement.walk import rate, walk
from schiltron.rulesets.by_this_axe.movement.walker import Action, Walk, Walker
from schiltron.rulesets.by_this_axe.state import Battle, Unit, with_turn
from schiltron.table.lengths import Mil

_HALTS: Final = 12
"""As often at most a walk is looked at again after a halt."""


class Plot(NamedTuple):
    """A walk that is being plotted, on the battle in which a character has left his unit for it (TA-CHAR-11)."""

    battle: Battle
    step: Walk

    @property
    def unit(self) -> Unit:
        return self.battle.units[self.step.unit]

    @property
    def allowance(self) -> Mil:
        """What it may still spend of its move (TA-MOVE-04)."""
        return max(0, rate(self.battle, self.unit).total - self.unit.own.turn.spent)


def plotted(view: Battle, unit: Unit, path: Path, action: Action, target: str = "") -> Plot:
    return Plot(afoot(view, unit), Walk(unit.id, path[:LONGEST_PATH], action, target))


def walked(plot: Plot) -> Walker:
    """As far along the path as rules and ground allow, with every reason why no farther."""
    return walk(plot.battle, plot.step)


def as_drawn(plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, whatever they cost and whoever may make them."""
    freely = replace(plot.battle.own, options=replace(plot.battle.own.options, command="none"))
    unit = with_turn(plot.unit, spent=-UNBOUNDED)
    ground = replace(on_open_ground(plot.battle, unit, ()), own=freely, engagements=(), effects=NOTHING)
    return brought_back(walk(ground, plot.step).legs)


def at_its_end(view: Battle, unit: Unit, path: Path) -> Unit:
    """A unit where its path ends."""
    return walked(plotted(view, unit, path, "move")).standing if path else unit


# ---------------------------------------------------------------- fire held back


def under_fire(plot: Plot) -> list[tuple[Battle, Strike]]:
    """The shots that enemies who hold their fire have on the way, and the battle at that moment (TA-CMD-34).

    Woods are reckoned to take as little as they can.
    """
    battle, step = plot
    found = []
    for _ in range(_HALTS):
        walker = walk(battle, step, trial=False)
        spent = walker.unit.own.turn.spent + walker.spent
        there = with_turn(walker.standing, spent=spent)
        if walker.pause == "woods":
            there = with_turn(there, lost_to_woods=LEAST_IN_WOODS, spent=spent + LEAST_IN_WOODS)
        battle = battle.with_unit(there)
        target = battle.units[step.unit]
        found += [(battle, loosed(battle, battle.units[shooter], target)) for shooter in walker.shooters]
        if walker.pause not in ("woods", "fire") or not any(isinstance(leg, Advance) for leg in walker.rest):
            break
        step = rest_of(step, walker)
    return found
