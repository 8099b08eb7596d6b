"""A charge breaks through and goes on through the hole it made (BS-7.14-07), in tidy and in crooked positions."""

from __future__ import annotations

from itertools import combinations
from math import dist, radians, tan

import pytest
from shapely import Polygon

from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.event import Declared
from schiltron.battle.state.manoeuvre import Oblique
from schiltron.rulesets.battlesystem.movement.breaking import in_the_path
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.lengths import degrees, direction, inches
from schiltron.table.outline import gap, overlapping
from schiltron.table.sweep import advanced_shape
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked, askew_in_a_mirror, mirrored
from tests.rulesets.battlesystem.positions import (
    GOBLIN,
    LANCE,
    ORC,
    WARHORSE,
    Played,
    ahead,
    blue,
    charge,
    creature,
    field,
    person,
    play,
    red,
)

GIANT = creature("great orc", 60, ac=2, intelligence="low", order="lawful")


def chiefs(*units: Unit) -> list[Unit]:
    """Nobody is out of command."""
    return [person(f"chief of {one.id}", one.side, with_=one.id, rank="unit", radius=20) for one in units]


def knights(figures: int = 8, *, files: int = 4, at=(48, 48), **more) -> Unit:
    return blue(
        "knights",
        figures,
        files=files,
        at=at,
        **{"formation": "closed", "mount": WARHORSE, "weapon": LANCE, "ar": -10, **more},
    )


def goblins(figures: int = 12, *, files: int = 12, at=(48, 30), **more) -> Unit:
    return red(
        "goblins", figures, files=files, at=at, **{"of": GOBLIN, "formation": "closed", "never_checks": True, **more}
    )


def orcs(at=(48, 20), **more) -> Unit:
    return red("orcs", 24, files=12, at=at, **{"of": GIANT, "formation": "closed", **more})


def rode(crooked: Crooked, *units: Unit, order: Commanded | None = None) -> tuple[Battle, Played]:
    position = crooked(field(*chiefs(*units), *units))
    return position, play(position, Moves("blue"), order or charge("knights", ahead(36)))


def nobody_stands_on_anybody(battle: Battle) -> bool:
    return not any(overlapping(one.outline, other.outline) for one, other in combinations(battle.standing(), 2))


def kept(before: Battle, after: Battle, name: str = "goblins") -> int:
    """Figures that stand where one of their unit stood before."""
    was = before.units[name].places
    now = after.units[name].places
    return sum(any(dist((one.x, one.y), (other.x, other.y)) < 60 for other in was) for one in now)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 0.9, -1.3, 4, -3.9])
def test_through_the_hole_to_the_next_enemy(crooked: Crooked, aside: float) -> None:
    """BS-7.14-07: only those in the path fall, wherever along the line it goes, and the knights ride on to the orcs."""
    before, after = rode(crooked, knights(at=(48 + aside, 48)), goblins(), orcs())
    path = len(in_the_path(before.units["knights"], before.units["goblins"]))
    assert 0 < path < 12
    assert after.unit("goblins").figures == 12 - path
    assert after.unit("knights").own.turn.broke_through
    assert any(one.touching and one.joins("knights", "orcs") for one in after.battle.engagements)
    assert not any(one.joins("knights", "goblins") for one in after.battle.engagements)
    assert nobody_stands_on_anybody(after.battle)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [2.6, -3])
def test_those_at_whom_nobody_came_keep_their_places(crooked: Crooked, aside: float) -> None:
    """BS-7.14-07: the end of a line is ridden down, two ranks deep; the rest of it does not move."""
    line = goblins(24, files=12)
    before, after = rode(crooked, knights(at=(48 + aside, 48)), line, orcs())
    left = after.unit("goblins").figures
    assert 0 < left < 24
    assert kept(before, after.battle) == left
    assert not in_the_path(before.units["knights"], after.unit("goblins"))


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("heading", [197, 160])
def test_askew_onto_a_line(crooked: Crooked, heading: float) -> None:
    """BS-7.14-07: the charge neither squares up with those it rides down nor turns aside."""
    before, after = rode(crooked, knights(), goblins(facing=heading), orcs((48, 16)))
    assert after.unit("knights").own.turn.broke_through
    declared = [event.target for event in after.events_of(Declared) if event.action == "break through"]
    assert declared == ["goblins"]
    start, end = before.units["knights"].pose, after.unit("knights").pose
    assert abs(start.local(end.x, end.y)[0]) < 30
    assert any(one.touching and one.joins("knights", "orcs") for one in after.battle.engagements)
    assert nobody_stands_on_anybody(after.battle)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("slant", [20, -35])
def test_aslant_it_goes_on_aslant(crooked: Crooked, slant: float) -> None:
    """BS-7.14-07, BS-7.8-01: no change of direction in the hole."""
    sign = -1 if crooked in (mirrored, askew_in_a_mirror) else 1
    path = Oblique(sign * degrees(slant), inches(36))
    mounted = knights(at=(48 - 18 * tan(radians(slant)), 48))
    before, after = rode(crooked, mounted, goblins(20, files=20), orcs((48, 14)), order=charge("knights", path))
    assert after.unit("knights").own.turn.broke_through
    start, end = before.units["knights"].pose, after.unit("knights").pose
    bearing = start.heading_to(end.x, end.y)
    way = advanced_shape(before.units["knights"].outline, *direction(bearing), inches(36))
    under = [one for one in before.units["goblins"].places if way.intersection(Polygon(one.rect.corners)).area > 9000]
    assert after.unit("goblins").figures == 20 - len(under)
    assert abs((bearing - start.heading - sign * degrees(slant) + 180_000) % 360_000 - 180_000) < 300
    assert nobody_stands_on_anybody(after.battle)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 0.6, -0.8, 2.3, -3.1])
def test_who_is_stopped_in_the_hole_has_the_rest_beside_him(crooked: Crooked, aside: float) -> None:
    """BS-7.14-07: the orcs stand right behind the goblins."""
    before, after = rode(crooked, knights(8, files=4, at=(48 + aside, 48)), goblins(12, files=12), orcs((48, 29.2)))
    assert after.unit("knights").own.turn.broke_through
    assert any(one.touching and one.joins("knights", "orcs") for one in after.battle.engagements)
    assert after.unit("goblins").figures
    assert gap(after.unit("goblins").outline, after.unit("knights").outline) > 20
    was, now = before.units["goblins"].pose, after.unit("goblins").pose
    assert dist((was.x, was.y), (now.x, now.y)) < inches(3.1)
    assert nobody_stands_on_anybody(after.battle)


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("foe", "side"), [(62, -1), (34, 1), (None, 1)])
def test_of_two_sides_alike_the_rest_takes_that_away_from_its_enemies(
    crooked: Crooked, foe: float | None, side: int
) -> None:
    """BS-7.14-07: ridden down in the middle; with no other enemy they stand to the right of the knights, in a mirror
    too."""
    beside = () if foe is None else (blue("bystanders", 6, files=6, at=(foe, 29), formation="closed"),)
    units = (knights(8, files=4, at=(48, 48)), goblins(12, files=12), orcs((48, 29.2)))
    _, after = rode(crooked, *units, *beside)
    assert after.unit("knights").own.turn.broke_through
    rest, knight = after.unit("goblins").outline, after.unit("knights").pose
    lateral = knight.local(rest.x, rest.y)[0]
    mirror = -1 if foe is not None and crooked in (mirrored, askew_in_a_mirror) else 1
    assert lateral * side * mirror > 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_without_room_for_the_rest_there_is_no_way_through(crooked: Crooked) -> None:
    """BS-7.14-07: a pair of walls of their own hold what is left in the hole; they are fought."""
    packed = [
        red("left", 8, files=8, at=(43, 30), of=ORC, formation="closed"),
        red("right", 8, files=8, at=(53, 30), of=ORC, formation="closed"),
    ]
    _, after = rode(crooked, knights(4, files=2), goblins(8, files=8), *packed, orcs((48, 29.2)))
    assert not after.unit("knights").own.turn.broke_through
    assert any(one.touching and one.joins("knights", "goblins") for one in after.battle.engagements)


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_hole_and_nobody_behind_it_is_a_failed_charge(crooked: Crooked) -> None:
    """BS-7.14-07, BS-7.14-08: they open, at the end of their charge range and not among the goblins."""
    _, after = rode(crooked, knights(), goblins(), orcs((20, 5)))
    chargers = after.unit("knights")
    assert chargers.own.turn.broke_through
    assert (chargers.own.turn.charge_failed, chargers.own.formation) == (True, "open")
    assert not after.battle.engagements
    assert nobody_stands_on_anybody(after.battle)


@pytest.mark.parametrize("crooked", CROOKED)
def test_the_preview_rides_through_as_the_charge_does(crooked: Crooked) -> None:
    """BS-7.14-07: it says who dies, shows the way on, and promises the melee with those behind."""
    units = (knights(at=(49.4, 48)), goblins(), orcs())
    position = crooked(field(*chiefs(*units), *units))
    asked = play(position, Moves("blue"))
    order = charge("knights", ahead(36))
    shown = asked.book.preview(asked.battle, asked.battle.decisions[0], order)
    after = asked.then(order)
    assert "breaks through Goblins" in shown.note
    assert "of Orcs" in shown.note
    assert shown.legs[-1].pose == after.unit("knights").pose
