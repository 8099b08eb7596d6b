"""Who has lost his discipline takes the shortest way he can walk: round closed ground, off from before it."""

from __future__ import annotations

from math import hypot

import pytest
from msgspec.structs import replace

from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Wheel
from schiltron.rulesets.battlesystem.ground.manner import manner_of
from schiltron.rulesets.battlesystem.movement.compelled import march_at
from schiltron.rulesets.battlesystem.movement.detours import Detours
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Unit, with_morale, with_turn
from schiltron.table.lengths import degrees, inches, signed
from schiltron.table.terrain import Feature
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import blue, creature, field, piece, play, red, skirmishers

PEASANT = creature("human", ac=10, mv=12)
HOUSE = piece("building", 36, 24, 44, 30)
LONG_HOUSE = piece("building", 20, 24, 60, 30)


def mob(at: tuple[float, float], facing: int = 0) -> Unit:
    return blue(
        "mob",
        16,
        files=4,
        at=at,
        facing=facing,
        kind="mob",
        formation="mob",
        of=PEASANT,
        astray="discipline",
        prey="men",
    )


def rounds_until_blows(battle: Battle, most: int) -> int:
    """How many rounds it takes on its own; prey stands."""
    fresh = {"spent": 0, "moved": False, "acted": False, "had_order": False, "charged": False}
    for turn in range(1, most + 1):
        units = {key: with_turn(unit, **fresh) for key, unit in battle.units.items()}
        battle = play(replace(battle, turn=turn, units=units), BeginMovement("blue")).battle
        if in_melee(battle, battle.units["mob"]):
            return turn
    return most + 1


def test_the_way_past_a_building_goes_by_its_corners() -> None:
    position = field(mob((40, 32)), red("men", 8, files=4, at=(40, 20)), features=[HOUSE])
    assert position.board is not None
    manner = manner_of(position, position.units["mob"])
    ways = Detours(position.board, manner, (inches(40), inches(20)), inches(2))
    length, first = ways.way((inches(40), inches(32)))
    assert first in ((inches(34), inches(32)), (inches(46), inches(32)))
    assert length == pytest.approx(inches(6 + 10 + (6**2 + 2**2) ** 0.5), abs=1)
    assert ways.way((inches(40), inches(10))) == (inches(10), (inches(40), inches(20)))


@pytest.mark.parametrize(
    ("mob_at", "prey_at", "house", "most"),
    [((37, 30.01), (40, 16), HOUSE, 6), ((40, 34), (40, 22), HOUSE, 5), ((40, 36), (40, 22), LONG_HOUSE, 10)],
)
def test_prey_behind_a_building_is_reached(
    mob_at: tuple[float, float], prey_at: tuple[float, float], house: Feature, most: int
) -> None:
    """BS-4.6-08: even by a mob whose whole front is at the wall, which neither faces nor slants (BS-7.9-04)."""
    position = field(mob(mob_at), red("men", 8, files=4, at=prey_at), features=[house])
    assert rounds_until_blows(position, most) <= most


def test_a_mob_at_a_wall_wheels_off_beside_it() -> None:
    """Nothing but a wheel right round leads anywhere: about its left end, which stands out beyond the wall."""
    position = field(mob((37, 30.01)), red("men", 8, files=4, at=(37, 10)), features=[HOUSE])
    order = march_at(position, position.units["mob"], position.units["men"])
    walker = walk(position, order)
    assert order.path[0] == Wheel("left", 180_000)
    assert walker.outline.x < inches(36)


def test_a_court_is_left_by_the_way_in() -> None:
    """BS-4.6-08: between the wings of a house it turns its back on its prey, since that is the way it can walk."""
    wings = [LONG_HOUSE, piece("building", 20, 30, 24, 46), piece("building", 56, 30, 60, 46)]
    position = field(mob((40, 36)), red("men", 8, files=4, at=(40, 22)), features=wings)
    assert rounds_until_blows(position, 10) <= 10


def test_a_mob_does_not_end_its_move_at_the_table_edge() -> None:
    """It could not get off from there: mobs only wheel and go on (BS-7.9-04)."""
    position = field(mob((6, 44), facing=270), red("men", 8, files=4, at=(3, 58)))
    walker = walk(position, march_at(position, position.units["mob"], position.units["men"]))
    assert position.board is not None
    assert position.board.holds(walker.outline_at(walker.pose.advanced(inches(2))))


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("away", "far"), [((4, 7), 7.28), ((-13, 19), 12)])
def test_a_skirmisher_without_discipline_turns_to_his_prey_wherever_it_is(
    crooked: Crooked, away: tuple[float, float], far: float
) -> None:
    """BS-4.6-08, BS-2.9-06: it stands behind him and to one side; he goes his whole move towards it, or as near as
    skirmishers go to men in ranks."""
    (scout, *others) = skirmishers("scouts", "blue", [(40, 30), (36, 31)], of=PEASANT)
    wild = with_morale(scout, astray="discipline", prey="men")
    men = red("men", 5, files=5, at=(40 + away[0], 30 + away[1]), facing=0)
    position = crooked(field(wild, *others, men, phase="movement", active="blue"))
    played = play(position, BeginMovement("blue"))
    start, there, prey = position.units[scout.id].pose, played.unit(scout.id).pose, played.unit("men").outline
    assert hypot(there.x - start.x, there.y - start.y) == pytest.approx(inches(far), abs=10)
    assert abs(signed(start.heading_to(prey.x, prey.y) - there.heading)) < degrees(1)
    assert not in_melee(played.battle, played.unit(scout.id))
