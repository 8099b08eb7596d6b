"""Captains before a castle and within it: what they do goes through the door like everything else (SIEGE)."""

from __future__ import annotations

from math import hypot

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Chosen, Commanded, PathDrawn, Played
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.captains.chainmail.storming import order, others
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fortress import OPEN_GATE, Cauldrons
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.labours import FILL
from schiltron.rulesets.chainmail.siege.mines import PlanMines
from schiltron.rulesets.chainmail.state import WITH_LADDER, Battle, Unit, with_turn
from schiltron.rulesets.chainmail.terrain import DITCH, MOAT
from schiltron.table.terrain import Strip
from tests.captains.chainmail.asking import written
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged
from tests.rulesets.chainmail.positions import Played as Position
from tests.rulesets.chainmail.positions import play
from tests.rulesets.positions import Askew

WALL = "castle_wall-1"


def answered(position: Position, seat: str) -> object:
    view = CHAINMAIL.view(position.battle, seat)
    return ChainmailCaptain(1).answer(view, position.decision)


def moving(battle: Battle, side: str) -> Position:
    return play(battle, Moves(side))


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_ram_is_pushed_up_to_the_wall(lie: Askew) -> None:
    """CM-SIEGE-05, CM-SIEGE-09: turn by turn, until it stands against it."""
    ground = Ground(lie)
    ram = ground.stormers("ram", 8, 1, 1, troop="covered_ram", facing=ground.lie.facing(20))
    battle = besieged(ram, ground.holders("foe", 4, 0, 20), features=(ground.wall(),), phase="first_move")
    command = order(battle, ("ram",))
    assert isinstance(command, Commanded)
    moved = moving(battle, "blue").then(command)
    assert moved.unit("ram").own.turn.moved
    assert others(battle, ("ram",)) == ()


def test_who_holds_a_wall_stays_on_it() -> None:
    """CM-SIEGE-31: and those in the ward move as ever."""
    ground = Ground()
    up, ward = ground.holders("up", 4, 1, 9.6, on=WALL), ground.holders("ward", 4, 0, 20)
    battle = besieged(up, ward, ground.stormers("foe", 4, 0, -10), features=(ground.wall(),), phase="first_move")
    assert order(battle, ("up",)) is None
    assert others(battle, ("up", "ward")) == ("ward",)


def test_a_party_at_the_wall_raises_its_ladder_and_climbs() -> None:
    """CM-SIEGE-17"""
    ground = Ground()
    party = ground.stormers("party", 6, 1, 9, files=3, troop="ladder_party", marks=(WITH_LADDER,))
    position = play(besieged(party, features=(ground.wall(),)), acts("blue"))
    for act in ("raise", "climb"):
        answer = answered(position, "blue")
        assert isinstance(answer, Commanded)
        assert isinstance(answer.form, Played)
        assert answer.form.use == act
        position = position.then(answer)


@pytest.mark.parametrize(("figures", "pours"), [(6, True), (2, False)])
def test_oil_is_kept_for_more_than_two(figures: int, pours: bool) -> None:
    """CM-SIEGE-22"""
    ground = Ground()
    foot, guard = ground.stormers("foot", figures, 1, 8.9, files=figures), ground.holders("guard", 2, 1, 9.6, on=WALL)
    position = play(besieged(foot, guard, features=(ground.wall(),), oil=(Cauldrons(WALL),)), acts("red"))
    answer = answered(position, "red")
    assert (answer != FINISH) == pours


def test_the_moat_is_filled_before_anything_else() -> None:
    """CM-SIEGE-06"""
    ground = Ground()
    men = ground.stormers("men", 8, 1, 2.5, files=4)
    moat = ground.strip(MOAT, (-9, 3), (0, 4), (9, 3))
    answer = answered(play(besieged(men, features=(ground.wall(), moat)), acts("blue")), "blue")
    assert isinstance(answer, Commanded)
    assert isinstance(answer.form, Played)
    assert answer.form.use == FILL


def test_foot_without_a_ladder_keep_from_under_the_wall() -> None:
    """CM-SIEGE-22: until there is a way in."""
    ground = Ground()
    foot = ground.stormers("foot", 6, 0, 0)
    battle = besieged(foot, ground.holders("foe", 4, 0, 20), features=(ground.wall(),), phase="first_move")
    assert order(battle, ("foot",)) is None
    gap = ground.strip("breach", (-3, 10), (3, 10), width=1.5)
    command = order(besieged(foot, features=(gap,), phase="first_move"), ("foot",))
    assert isinstance(command, Commanded)
    assert isinstance(command.form, PathDrawn)


def test_sappers_dig_and_are_dug_against() -> None:
    """CM-SIEGE-32, CM-SIEGE-35"""
    ground = Ground()
    sappers = ground.stormers("sappers", 8, 1, 0, troop="sappers", files=4)
    keepers = ground.holders("keepers", 4, 1, 20, troop="sappers")
    position = play(besieged(sappers, keepers, features=(ground.wall(),)), PlanMines())
    first = answered(position, "blue")
    assert first.keys == (f"mine:{WALL}",)  # type: ignore[attr-defined]
    second = answered(position.then(first), "red")  # type: ignore[arg-type]
    assert second.keys == ("counter_mine:sappers",)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- through a gap, and beyond it


def broken(ground: Ground) -> tuple[Strip, Strip, Strip]:
    """A wall with a breach of six inches in the middle."""
    west = replace(ground.wall((-12, 10), (-3, 10)), id="castle_wall-1")
    east = replace(ground.wall((3, 10), (12, 10)), id="castle_wall-2")
    return west, ground.strip("breach", (-3, 10), (3, 10), width=1.5), east


def goes_on(ground: Ground, foot: Unit, foe: Unit, turns: int) -> Battle:
    """So many moves of a unit, one after the other."""
    battle = besieged(foot, foe, features=broken(ground), phase="first_move")
    for _ in range(turns):
        command = order(battle, (foot.id,))
        if command is None:
            break
        position = moving(battle, "blue").then(command)
        moved = position.unit(foot.id)
        battle = battle.with_unit(with_turn(moved, moved=False, spent=0, ordered=""))
    return battle


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_foot_form_up_before_a_breach_and_go_through_it(lie: Askew) -> None:
    """CM-SIEGE-38: from beside it, where the straight way leads into the wall, until the enemy in the ward is at hand;
    then they fight him as in the field."""
    ground = Ground(lie)
    foot = ground.stormers("foot", 4, 14, 4, files=4)
    foe = ground.holders("foe", 4, -14, 26)
    battle = goes_on(ground, foot, foe, 8)
    right, ahead = _inside(ground, battle.units["foot"])
    assert ahead > 10, "they have come through"
    assert abs(right) < 4
    assert order(battle, ("foot",)) is None or others(battle, ("foot",)) == ()
    near = replace(foe, place=ground.holders("foe", 4, 1, 20).place)
    there = battle.with_unit(near)
    assert others(there, ("foot",)) == ("foot",), "the enemy is before them, and no wall between"
    assert order(there, ("foot",)) is None


def _inside(ground: Ground, unit: Unit) -> tuple[float, float]:
    """Inches to the right and ahead, as the position is laid out."""
    found = min(
        (
            (hypot(x * 1000 - unit.outline.x, y * 1000 - unit.outline.y), right / 2, ahead / 2)
            for right in range(-40, 41)
            for ahead in range(0, 60)
            for x, y in (ground.lie.at(right / 2, ahead / 2),)
        )
    )
    return found[1], found[2]


@pytest.mark.parametrize(("machine", "fills"), [("covered_ram", True), ("light_catapult", False)])
def test_a_dry_ditch_is_filled_for_those_who_are_pushed_over_it(machine: str, fills: bool) -> None:
    """CM-SIEGE-06: foot climb through it, and nobody stands under the oil for nothing."""
    ground = Ground()
    men = ground.stormers("men", 8, 1, -4, files=4)
    engine = ground.stormers("engine", 8, -4, -6, troop=machine)
    ditch = ground.strip(DITCH, (-9, 3), (0, 4), (9, 3))
    battle = besieged(men, engine, features=(ground.wall(), ditch), phase="first_move")
    assert (order(battle, ("men",)) is not None) == fills


def test_by_written_orders_they_storm_as_well() -> None:
    """CM-TURN-13, CM-SIEGE-05, CM-SIEGE-15: a ram is pushed and a ladder carried to the wall, both at once."""
    ground = Ground(CROOKED[1])
    ram = ground.stormers("ram", 8, 4, 1, troop="covered_ram")
    party = ground.stormers("party", 6, -4, 2, files=3, troop="ladder_party", marks=(WITH_LADDER,))
    foe = ground.holders("foe", 4, 0, 20)
    battle = besieged(ram, party, foe, features=(ground.wall(),), turn_system="simultaneous", phase="orders")
    plan = written(battle)
    assert set(plan) == {"ram", "party"}
    for one in plan.values():
        assert isinstance(one.form, PathDrawn)


@pytest.mark.parametrize(("ahead", "goes"), [(4.5, True), (-6, False)])
def test_an_open_gate_is_a_way_in_for_those_who_can_be_in_it_before_it_is_shut(ahead: float, goes: bool) -> None:
    """CM-SIEGE-22: who stands before a gate stands under the oil."""
    ground = Ground(CROOKED[2])
    west = replace(ground.wall((-12, 10), (-2, 10)), id="castle_wall-1")
    east = replace(ground.wall((2, 10), (12, 10)), id="castle_wall-2")
    gate = ground.strip(OPEN_GATE, (-2, 10), (2, 10), width=1)
    foot = ground.stormers("foot", 6, 0.5, ahead, files=3)
    battle = besieged(foot, ground.holders("foe", 4, 0, 30), features=(west, gate, east), phase="first_move")
    assert (order(battle, ("foot",)) is not None) == goes


@pytest.mark.parametrize(("machine", "fills"), [("covered_ram", True), ("light_catapult", False)])
def test_nobody_is_told_to_fill_a_ditch_that_is_in_nobodys_way(machine: str, fills: bool) -> None:
    """CM-SIEGE-06"""
    ground = Ground()
    men, engine = ground.stormers("men", 8, 1, 2.5, files=4), ground.stormers("engine", 8, -4, -6, troop=machine)
    ditch = ground.strip(DITCH, (-9, 3), (0, 4), (9, 3))
    answer = answered(play(besieged(men, engine, features=(ground.wall(), ditch)), acts("blue")), "blue")
    assert (answer != FINISH) == fills


def test_one_mine_is_dug_after_the_other() -> None:
    """CM-SIEGE-35: a counter-mine breaks into all that are near; the defenders dig as they can."""
    ground = Ground()
    first = ground.stormers("first", 8, -3, 0, troop="sappers", files=4)
    second = ground.stormers("second", 8, 5, 0, troop="sappers", files=4)
    keepers = ground.holders("keepers", 4, 1, 20, troop="sappers")
    position = play(besieged(first, second, keepers, features=(ground.wall(),)), PlanMines())
    said: dict[str, str] = {}
    for _ in range(3):
        unit = position.decision.prompt.split()[4].lower()
        answer = answered(position, position.decision.seat)
        assert isinstance(answer, Chosen)
        said[unit] = answer.keys[0].partition(":")[0]
        position = position.then(answer)
    assert sorted((said["first"], said["second"])) == ["mine", "nothing"]
    assert said["keepers"] == "counter_mine"
