"""Castles for tests of sieges, laid out askew: places are inches to the right of a point and ahead of it.

Blue storms and looks ahead (heading 0), red holds what stands 10 inches ahead and looks back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.decision import Played as Form
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.chainmail.fortress import CURTAIN, Cauldrons, Siege
from schiltron.rulesets.chainmail.siege.acts import SiegeActs
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.builds import Build
from schiltron.table.lengths import inches
from schiltron.table.terrain import Area, Feature, Strip
from tests.rulesets.chainmail.positions import blue, field, red
from tests.rulesets.positions import LAYOUTS, Askew

CROOKED = tuple(LAYOUTS[number] for number in (0, 3, 5, 6))
"""As it is, and turned and mirrored in unlike ways."""


class Ground(NamedTuple):
    """How a position lies."""

    lie: Askew = Askew(x=48, y=34)

    def points(self, *spots: tuple[float, float]) -> tuple[tuple[int, int], ...]:
        found = []
        for right, ahead in spots:
            x, y = self.lie.at(right, ahead)
            found.append((round(inches(x)), round(inches(y))))
        return tuple(found)

    def wall(self, *spots: tuple[float, float], kind: str = CURTAIN, width: float = 1.5, points: int = 0) -> Strip:
        course = spots or ((-10, 9), (-4, 10), (4, 10), (10, 9))
        return Strip(f"{kind}-1", kind, kind, self.points(*course), inches(width), build=Build(1, points=points))

    def strip(self, kind: str, *spots: tuple[float, float], width: float = 2) -> Strip:
        return Strip(f"{kind}-1", kind, kind, self.points(*spots), inches(width))

    def tower(self, *spots: tuple[float, float], kind: str = "tower") -> Area:
        return Area(f"{kind}-1", kind, kind, self.points(*spots), build=Build(2, 12))

    def stormers(self, name: str, figures: int, right: float, ahead: float, **more: Any) -> Unit:
        return blue(name, figures, at=self.lie.at(right, ahead), **{"facing": self.lie.facing(0), **more})

    def holders(self, name: str, figures: int, right: float, ahead: float, on: str = "", **more: Any) -> Unit:
        storey = more.pop("storey", 1)
        unit = red(name, figures, at=self.lie.at(right, ahead), **{"facing": self.lie.facing(180), **more})
        return replace(unit, place=OnTable(unit.pose, Upon(on, storey))) if on else unit

    def inside(self, unit: Unit, tower: str, storey: int) -> Unit:
        return replace(unit, place=OnTable(unit.pose, Upon(tower, storey)))


def besieged(
    *units: Unit,
    features: tuple[Feature, ...],
    oil: tuple[Cauldrons, ...] = (),
    siege: Siege | None = None,
    **more: Any,
) -> Battle:
    """Blue storms what red holds."""
    state = siege or Siege(oil=oil)
    return field(*units, features=features, siege=state, **{"defender": "red", "scale": "man_to_man", **more})


def acts(*sides: str) -> Step:
    return SiegeActs(sides or ("blue", "red"))


def does(unit: str, act: str, *, at: str = "", ground: str = "") -> Commanded:
    """A unit does something about the castle, at a unit or at a piece of it."""
    form = Form(f"{unit}:{act}", act, (at,) if at else ())
    return Commanded("", "play", replace(form, feature=ground) if ground else form)
