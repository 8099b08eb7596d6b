"""Battles that have not begun, for tests of the set-up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from schiltron.battle.state.battle import Side
from schiltron.battle.state.decision import Zone
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.setup.opening import enlisted, prepared
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature
from tests.rulesets.book_of_war.positions import Played

RED_WINS, BLUE_WINS = "6 5 | 1 2", "1 2 | 6 5"


def zone(left: float, top: float, right: float, bottom: float) -> Zone:
    return Zone(inches(left), inches(top), inches(right), inches(bottom))


def mustered(
    *,
    units: Iterable[Unit] | None = None,
    size: tuple[float, float] = (48, 48),
    features: Iterable[Feature] = (),
    zones: tuple[Zone, Zone] | None = None,
    terrain_fixed: bool = True,
    **options: Any,
) -> Played:
    """A battle that waits for the roll for initiative: red in the north, blue in the south, a unit each."""
    if units is None:
        units = [enlisted("red-1", "red", "medium_infantry", 8), enlisted("blue-1", "blue", "pikemen", 8)]
    across, down = size
    deep = min(12, down / 4)
    north, south = zones or (zone(0, 0, across, deep), zone(0, down - deep, across, down))
    battle = prepared(
        title="a muster",
        board=Board(inches(across), inches(down), tuple(features)),
        sides=(Side("red", "Red", "red"), Side("blue", "Blue", "blue")),
        units=units,
        zones=(("red", north), ("blue", south)),
        options=Options(**options),
        terrain_fixed=terrain_fixed,
    )
    begun = BOOK_OF_WAR.begun(battle)
    return Played(begun.battle, begun.events)


def first_suggestions(played: Played) -> Played:
    """Go on with the first candidate for every decision, until the first turn or the next dice."""
    while played.battle.turn == 0 and played.battle.roll is None:
        played = played.then(next(iter(BOOK_OF_WAR.suggest(played.battle, played.decision))))
    return played
