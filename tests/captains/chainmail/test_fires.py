"""What a captain does about fire in cover: CM-WEATHER-04."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.movement.walk import walk
from schiltron.rulesets.chainmail.state import Battle, Fire, Unit
from schiltron.rulesets.chainmail.weather.burning import figures_in
from tests.captains.chainmail.asking import moved, written
from tests.rulesets.chainmail.positions import blue, field, piece, red

WOOD = piece("woods", 40, 18, 52, 27)
SYSTEMS = ("move_counter_move", "simultaneous")


def burning(*units: Unit, ablaze: bool = True, **more: Any) -> Battle:
    wood = replace(WOOD, kind="burning_woods") if ablaze else WOOD
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


def test_nobody_goes_into_cover_in_which_there_is_a_fire() -> None:
    """An enemy in reach on the far side of a small copse does not draw him through it."""
    bows = blue("foot", 8, files=4, at=(46, 29.5), formation="open")
    foe = red("foe", 6, files=3, at=(46, 10), troop="levies")
    for ablaze in (True, False):
        battle = burning(bows, foe, ablaze=ablaze)
        order = moved(battle).get("foot")
        assert battle.board is not None
        if order is not None:
            there = walk(battle, order_of("foot", order)).standing
            assert not figures_in(there, battle.board.features[0])
