"""How far apart the armies start when the scenario marks no zones (case 3.4)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from msgspec import Struct

from schiltron.battle.state.decision import Zone
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.ratings.rated import rated
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil, inches

_MOVES: Final = 2
_SHALLOWEST: Final = inches(6)
"""No zone is cut shorter: on a small table two full moves would leave no room to stand."""
_MORE: Final = inches(0.1)

Zones = tuple[tuple[str, Zone], ...]


class Apart(Struct, frozen=True):
    """The zones, how far they have to lie apart, and whether they do."""

    zones: Zones
    wanted: Mil
    enough: bool


def fastest(units: Iterable[Unit], options: Options) -> Mil:
    """MV of the faster of the two forces; individuals are none."""
    troops = [one for one in units if one.own.profile.kind != "individual"]
    rates = (rated(one.own.profile, one.original, options.rosters, options.base_game).move for one in troops)
    return max(rates, default=0)


def kept_apart(zones: Zones, board: Board, units: Iterable[Unit], options: Options) -> Apart:
    """Strips along the edges that no scenario drew are made shallower until the armies start more than two full moves
    of the faster apart, as far as the table allows."""
    wanted = _MOVES * fastest(units, options)
    missing = wanted + _MORE - _gap(zones)
    if missing > 0 and all(_usual(zone, board, options.setup_depth) for _, zone in zones):
        usual = options.setup_depth
        depth = min(usual, max(_SHALLOWEST, usual - (missing + 1) // 2))
        zones = tuple((side, _strips(board, depth)[_strips(board, usual).index(zone)]) for side, zone in zones)
    return Apart(zones, wanted, _gap(zones) > wanted)


def _gap(zones: Zones) -> Mil:
    """Between the two that lie nearest each other."""
    return min(_between(one, other) for (_, one), (_, other) in combinations(zones, 2))


def _between(one: Zone, other: Zone) -> Mil:
    across = max(one.left - other.right, other.left - one.right)
    return max(across, one.top - other.bottom, other.top - one.bottom)


def _usual(zone: Zone, board: Board, depth: Mil) -> bool:
    """Whether a zone is a strip along a whole edge, as deep as the options say."""
    return zone in _strips(board, depth)


def _strips(board: Board, depth: Mil) -> tuple[Zone, ...]:
    wide, deep = board.width, board.depth
    return (
        Zone(0, 0, wide, depth),
        Zone(0, deep - depth, wide, deep),
        Zone(0, 0, depth, deep),
        Zone(wide - depth, 0, wide, deep),
    )
