"""From where most figures strike, and what that is worth (BS-8.3-11), in tidy and in crooked positions."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.battlesystem.melee.attack import adjusted_attack, struck_side
from schiltron.rulesets.battlesystem.melee.eligible import Contact, contacts
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.contact import Edge
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from tests.rulesets.battlesystem.positions import blue, field, locked, red

WAYS = [(0, False), (17, False), (90, True), (213, True)]


def seen(unit: Unit, angle: float, *, mirrored: bool) -> Unit:
    x = inches(96) - unit.pose.x if mirrored else unit.pose.x
    heading = -unit.pose.heading if mirrored else unit.pose.heading
    there = Pose(x, unit.pose.y, heading % 360_000).pivoted(inches(48), inches(24), degrees(angle))
    return replace(unit, place=OnTable(there))


def struck(way: tuple[float, bool], men: Unit, foes: Unit, edge: Edge) -> int:
    """What the side from where the men strike is worth."""
    mirrored = {"left": "right", "right": "left"} if way[1] else {}
    units = [seen(one, way[0], mirrored=way[1]) for one in (foes, men)]
    battle = field(*units, contacts=[locked("men", "foes", mirrored.get(edge, edge))])  # type: ignore[arg-type]
    return worth(battle)


def worth(battle: Battle) -> int:
    men, foes = battle.units["men"], battle.units["foes"]
    terms = adjusted_attack(battle, men, foes, contacts(battle, men, "foes")).terms
    return sum(term.value for term in terms if term.rule == "BS-8.3-11")


def foes(**more: Any) -> Unit:
    """Two files of four ranks; their front edge is at y=24, they look up the table."""
    return red("foes", 8, files=2, at=(48, 24), facing=0, formation="closed", **{"shields": True, **more})


SIDE = foes().body.frontage / 2000  # type: ignore[union-attr]
DEEP = foes().body.depth(8) / 1000  # type: ignore[union-attr]


def men(edge: str, *, off: float = 0, figures: int = 3) -> Unit:
    """Men in one rank, square to an edge of the foes, so far off the middle of it."""
    at, facing = {
        "front": ((48 + off, 24), 180),
        "rear": ((48 + off, 24 + DEEP), 0),
        "left": ((48 - SIDE, 24 + DEEP / 2 + off), 90),
        "right": ((48 + SIDE, 24 + DEEP / 2 + off), 270),
    }[edge]
    return blue("men", figures, files=figures, at=at, facing=facing, formation="closed")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("off", [0, 0.4, -0.6])
@pytest.mark.parametrize(
    ("edge", "with_shields", "without"), [("front", 0, 0), ("left", -1, 0), ("right", -1, 0), ("rear", -2, -2)]
)
def test_flank_and_rear_from_wherever_they_come(
    way: tuple[float, bool], off: float, edge: Edge, with_shields: int, without: int
) -> None:
    """BS-8.3-11: -1 for either flank of who has shields to be got past, -2 for the rear of anybody."""
    assert struck(way, men(edge, off=off), foes(), edge) == with_shields
    assert struck(way, men(edge, off=off), foes(shields=False), edge) == without


@pytest.mark.parametrize("stance", ["shield_ring", "set_ring", "all_round"])
@pytest.mark.parametrize("edge", ["left", "right", "rear"])
def test_who_looks_all_ways_has_neither_flank_nor_rear(stance: str, edge: Edge) -> None:
    """BS-8.3-11, BS-11.6-03, BS-11.7-04"""
    assert struck((17, True), men(edge), foes(stance=stance), edge) == 0


@pytest.mark.parametrize(
    ("edges", "side"),
    [
        ("", "front"),
        ("front front flank", "front"),
        ("front flank flank", "flank"),
        ("left right front", "flank"),
        ("left right rear", "flank"),
        ("rear rear left front", "rear"),
        ("front flank", "front"),
        ("flank rear", "flank"),
        ("front rear rear", "rear"),
    ],
)
def test_the_side_of_most_figures_counts(edges: str, side: str) -> None:
    """BS-8.3-11: both flanks are flank; of equal numbers the one that is worth less."""
    named = [Contact(number, "front", _edge(edge)) for number, edge in enumerate(edges.split())]
    assert struck_side(foes(), named) == side
    assert struck_side(foes(), named[::-1]) == side


def _edge(name: str) -> Any:
    return "left" if name == "flank" else name
