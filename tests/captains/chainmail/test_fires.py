"""What a captain does about fire in cover: CM-WEATHER-04."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.state import Battle, Fire, Unit
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.weather.burning import figures_in
from schiltron.table.terrain import Area
from tests.captains.chainmail.asking import moved, written
from tests.rulesets.chainmail.positions import blue, field, piece, red

WOOD = piece("woods", 40, 18, 52, 27)
SYSTEMS = ("move_counter_move", "simultaneous")


def burning(*units: Unit, cover: Area = WOOD, ablaze: bool = True, **more: Any) -> Battle:
    wood = replace(cover, kind=f"burning_{cover.kind}") if ablaze else cover
    own = {"burning": "on", "fires": (Fire(wood.id, 1, ablaze=ablaze),), "turn": 2, "phase": "first_move", **more}
    return field(*units, features=[wood], **own)


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("ablaze", [True, False])
@pytest.mark.parametrize(("at", "facing"), [((46, 20), 0), ((43, 23), 260), ((50.5, 24.5), 130)])
def test_troops_in_cover_that_is_on_fire_leave_it(
    at: tuple[float, float], facing: float, system: str, *, ablaze: bool
) -> None:
    bows = blue("bows", 8, files=4, at=at, facing=facing, troop="archers", formation="open")
    foe = red("foe", 12, files=6, at=(46, 5))
    battle = burning(bows, foe, ablaze=ablaze, turn_system=system)
    order = (moved if system == "move_counter_move" else written)(battle)["bows"]
    assert battle.board is not None
    (wood,) = battle.board.features
    there = walk(battle, order_of("bows", order)).standing
    assert figures_in(there, wood) < figures_in(bows, wood)


@pytest.mark.parametrize("ablaze", [True, False])
def test_nobody_goes_into_cover_in_which_there_is_a_fire(*, ablaze: bool) -> None:
    """Brush on the straight way to the enemy, through which he marches where nothing burns."""
    foot, foe = blue("foot", 12, files=6, at=(46, 40)), red("foe", 6, files=3, at=(46, 12), troop="levies")
    brush = piece("brush", 42, 29, 50, 37)
    quiet = field(foot, foe, features=[brush], burning="on", phase="first_move")
    assert figures_in(walk(quiet, order_of("foot", moved(quiet)["foot"])).standing, brush)
    battle = burning(foot, foe, cover=brush, ablaze=ablaze)
    order = moved(battle).get("foot")
    there = walk(battle, order_of("foot", order)).standing if order is not None else foot
    assert not figures_in(there, brush)
