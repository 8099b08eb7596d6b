"""Walls and what brings them down: defence points, engines, rams, breaches (SIEGE)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, Pointed
from schiltron.battle.state.event import Fell, Landed
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.artillery.pointing import pointed_at
from schiltron.rulesets.chainmail.fortress import BREACH, CURTAIN, Hit, Siege, attack_of, defence, usual_points
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.siege.machines import Batter
from schiltron.rulesets.chainmail.siege.stations import siege_of
from schiltron.rulesets.chainmail.siege.wear import strength
from schiltron.rulesets.chainmail.state import OUT_OF_ACTION, WITH_LADDER, Battle
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.castles import CROOKED, Ground, acts, besieged
from tests.rulesets.chainmail.positions import ahead, charge, march, play, rules
from tests.rulesets.positions import Askew

STRAIGHT = Ground()


def piece(battle: Battle, key: str) -> Feature:
    return next(one for one in battle.table.features if one.id == key)


def kinds(battle: Battle) -> list[str]:
    return sorted(one.kind for one in battle.table.features)


# ---------------------------------------------------------------- what works can bear


@pytest.mark.parametrize(
    ("kind", "least", "most", "usual"),
    [
        ("round_tower", 40, 60, 50),
        ("tower", 30, 45, 38),
        ("gatehouse", 30, 45, 38),
        ("gate", 30, 45, 38),
        ("castle_wall", 25, 40, 33),
        ("building", 25, 40, 33),
        ("rampart", 20, 30, 25),
        ("palisade", 5, 15, 10),
        ("wooden_tower", 5, 15, 10),
        ("abatis", 3, 3, 3),
    ],
)
def test_works_bear_the_middle_of_their_range(kind: str, least: int, most: int, usual: int) -> None:
    """CM-SIEGE-02, CM-SIEGE-40: rounded up."""
    assert defence(kind) == (least, most)
    assert usual_points(kind) == usual


def test_other_ground_is_no_target() -> None:
    """CM-SIEGE-02"""
    assert defence("moat") is None


def test_a_scenario_may_say_what_a_wall_can_bear() -> None:
    """CM-SIEGE-02"""
    battle = besieged(features=(STRAIGHT.wall(points=27),))
    assert strength(battle, piece(battle, "castle_wall-1"), 48_000, 24_000).total == 27


@pytest.mark.parametrize(
    ("weapon", "points"),
    [
        ("bombard", 6),
        ("heavy_field_gun", 4),
        ("light_field_gun", 3),
        ("large_catapult", 3),
        ("small_catapult", 2),
        ("covered_ram_pick_or_screw", 2),
        ("dropped_rock_on_equipment", 1),
    ],
)
def test_what_each_weapon_takes_off(weapon: str, points: int) -> None:
    """CM-SIEGE-03"""
    assert attack_of(weapon) == points


@pytest.mark.parametrize("lie", CROOKED, ids=str)
@pytest.mark.parametrize(("engine", "far", "points"), [("heavy_catapult", 30, 3), ("light_catapult", 16, 2)])
def test_a_stone_on_a_wall_takes_its_points(lie: Askew, engine: str, far: float, points: int) -> None:
    """CM-SIEGE-03: two inches from the bend, of the wall about that place."""
    ground = Ground(replace_middle(lie))
    gun = ground.stormers("gun", 4, 2, 10 - far - 1.25, troop=engine)
    battle = besieged(gun, features=(ground.wall(),), scatter="called")
    form = pointed_at(gun, *(inches(part) for part in ground.lie.at(2, 10)), "")
    assert outlook(battle, gun, form).works == (("castle_wall-1", float(points)),)
    played = play(battle, Artillery(("blue", "red")), shot(gun.id, form))
    (hit,) = siege_of(played.battle).hits
    assert hit.points == points
    here, there = ground.lie.at(2, 10), ground.lie.at(-9, 9.2)
    wall = piece(played.battle, "castle_wall-1")
    assert strength(played.battle, wall, inches(here[0]), inches(here[1])).total == 33 - points
    assert strength(played.battle, wall, inches(there[0]), inches(there[1])).total == 33


def replace_middle(lie: Askew) -> Askew:
    return lie._replace(x=48, y=30)


def shot(unit: str, form: Pointed) -> Commanded:
    return Commanded(unit, "fire", form)


def test_a_cannon_ball_stops_at_the_wall_and_takes_its_points() -> None:
    """CM-SIEGE-03: four points of a heavy gun, pointed at the wall itself; nobody behind it is struck."""
    gun = STRAIGHT.stormers("gun", 4, 0, -8, troop="heavy_field_gun")
    behind = STRAIGHT.holders("behind", 5, 0, 13)
    battle = besieged(gun, behind, features=(STRAIGHT.wall((-10, 10), (10, 10)),))
    form = pointed_at(gun, *(inches(part) for part in STRAIGHT.lie.at(0, 9.25)), "white")
    played = play(battle, Artillery(("blue", "red")), shot("gun", form), "3")
    assert [hit.points for hit in siege_of(played.battle).hits] == [4]
    assert not played.events_of(Fell)


def test_the_garrison_does_not_batter_its_own_walls() -> None:
    """CM-SIEGE-03: with no enemy in its arc a gun of theirs has nothing to fire at."""
    gun = STRAIGHT.holders("gun", 4, 0, 30, troop="heavy_catapult")
    played = play(besieged(gun, features=(STRAIGHT.wall(),)), Artillery(("blue", "red")))
    assert played.over


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_bombard_fires_over_the_wall(lie: Askew) -> None:
    """CM-SIEGE-04: at high angle, with the circle of a heavy catapult, on those who stand behind."""
    ground = Ground(replace_middle(lie))
    gun = ground.stormers("gun", 4, 0, -16.25, troop="bombard")
    behind = ground.holders("behind", 5, 0, 15)
    battle = besieged(gun, behind, features=(ground.wall(),), scatter="called")
    form = pointed_at(gun, behind.outline.x, behind.outline.y, "")
    played = play(battle, Artillery(("blue", "red")), shot("gun", form))
    (landed,) = played.events_of(Landed)
    assert landed.marks[0].shape.radius == inches(1.75)
    assert played.unit("behind").figures == 0
    assert "CM-SIEGE-04" in landed.rules
    assert not siege_of(played.battle).hits


# ---------------------------------------------------------------- what is pushed and carried


@pytest.mark.parametrize(
    ("troop", "men", "far"),
    [
        ("siege_tower", 1, 0),
        ("siege_tower", 2, 1),
        ("siege_tower", 5, 2),
        ("covered_ram", 7, 3),
        ("covered_pick", 8, 4),
        ("covered_screw", 8, 4),
        ("mantlet", 1, 3),
        ("mantlet", 2, 6),
    ],
)
def test_so_many_men_push_so_far(troop: str, men: int, far: int) -> None:
    """CM-SIEGE-05, CM-SIEGE-11"""
    unit = STRAIGHT.stormers("it", men, 0, 0, troop=troop)
    battle = besieged(unit, features=())
    assert normal_move(battle, unit).total == inches(far)
    assert charge_move(battle, unit).total == 0


def test_a_machine_goes_no_farther_than_it_is_pushed() -> None:
    """CM-SIEGE-05"""
    ram = STRAIGHT.stormers("ram", 4, 0, 0, troop="covered_ram")
    played = play(besieged(ram, features=(STRAIGHT.wall(),), phase="first_move"), Moves("blue"))
    assert rules(played.refusal(march("ram", ahead(2.5)))) == {"CM-MOVE-01"}
    moved = played.then(march("ram", ahead(2)))
    assert STRAIGHT.lie.back(moved.unit("ram"))[1] == 2


@pytest.mark.parametrize(("men", "far"), [(1, 4.5), (2, 9), (8, 9)])
def test_one_man_alone_is_slowed_by_a_ladder(men: int, far: float) -> None:
    """CM-SIEGE-14, CM-SIEGE-15: of heavy foot; nobody with a ladder charges."""
    party = STRAIGHT.stormers("party", men, 0, 0, troop="ladder_party", marks=(WITH_LADDER,))
    foe = STRAIGHT.holders("foe", 4, 0, 6)
    battle = besieged(party, foe, features=(), phase="first_move")
    assert normal_move(battle, party).total == inches(far)
    found = play(battle, Moves("blue")).refusal(charge("party", ahead(6)))
    assert "CM-SIEGE-15" in rules(found)


# ---------------------------------------------------------------- rams at work


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_a_ram_takes_two_points_in_every_turn_it_is_against_a_wall(lie: Askew) -> None:
    """CM-SIEGE-09, CM-SIEGE-10: eight keeps it at work."""
    ground = Ground(replace_middle(lie))
    ram = ground.stormers("ram", 8, 1, 7.99, troop="covered_ram")
    guard = ground.holders("guard", 4, 1, 10, on="castle_wall-1")
    battle = besieged(ram, guard, features=(ground.wall(),))
    played = play(battle, Batter(), "4 4")
    assert [hit.points for hit in siege_of(played.battle).hits] == [2]
    again = play(played.battle, Batter(), "3 4")
    assert sum(hit.points for hit in siege_of(again.battle).hits) == 4


def test_nine_puts_it_out_of_action_for_good() -> None:
    """CM-SIEGE-10: before it does any damage."""
    ram = STRAIGHT.stormers("ram", 8, 1, 7.99, troop="covered_ram")
    guard = STRAIGHT.holders("guard", 4, 1, 10, on="castle_wall-1")
    played = play(besieged(ram, guard, features=(STRAIGHT.wall(),)), Batter(), "4 5")
    assert played.unit("ram").has(OUT_OF_ACTION)
    assert not siege_of(played.battle).hits
    assert not siege_of(play(played.battle, Batter()).battle).hits


def test_nobody_near_disables_nothing() -> None:
    """CM-SIEGE-10: without defenders near by no dice are thrown, and it works."""
    ram = STRAIGHT.stormers("ram", 8, 1, 7.99, troop="covered_screw")
    far = STRAIGHT.holders("far", 4, 1, 25)
    played = play(besieged(ram, far, features=(STRAIGHT.wall(),)), Batter())
    assert [hit.points for hit in siege_of(played.battle).hits] == [2]


def test_a_ram_that_is_not_against_the_wall_does_nothing() -> None:
    """CM-SIEGE-09"""
    ram = STRAIGHT.stormers("ram", 8, 1, 7, troop="covered_ram")
    played = play(besieged(ram, features=(STRAIGHT.wall(),)), Batter())
    assert not siege_of(played.battle).hits


# ---------------------------------------------------------------- breaches


@pytest.mark.parametrize("lie", CROOKED, ids=str)
def test_with_its_last_point_a_wall_has_a_breach_six_inches_wide(lie: Askew) -> None:
    """CM-SIEGE-03, CM-SIEGE-36, CM-SIEGE-37: about the place of the last hit, in a bent wall; who stands over it falls,
    the others stand on what is left."""
    ground = Ground(replace_middle(lie))
    ram = ground.stormers("ram", 8, -2, 7.99, troop="covered_ram")
    over = ground.holders("over", 2, -2, 9.6, on="castle_wall-1")
    beside = ground.holders("beside", 2, 7, 9.1, on="castle_wall-1", facing=ground.lie.facing(189.5))
    x, y = ground.points((-2, 10))[0]
    before = Siege(hits=(Hit("castle_wall-1", x, y, 31),))
    battle = besieged(ram, over, beside, features=(ground.wall(),), siege=before)
    played = play(battle, Batter(), "1 1")
    assert kinds(played.battle) == [BREACH, CURTAIN, CURTAIN]
    gap = next(one for one in played.battle.table.features if one.kind == BREACH)
    assert abs(gap.line.length - inches(6)) < 5  # type: ignore[union-attr]
    back = [
        abs(number - wanted)
        for number, wanted in zip(
            sorted(round(ground_back(ground, *spot), 1) for spot in (gap.course[0], gap.course[-1])),
            (-5.0, 1.0),
            strict=True,  # type: ignore[union-attr]
        )
    ]
    assert max(back) < 0.15
    assert played.unit("over").figures == 0
    assert played.unit("beside").figures == 2
    level = played.unit("beside").level
    assert isinstance(level, Upon)
    assert piece(played.battle, level.feature).kind == CURTAIN
    assert piece(played.battle, level.feature).polygon.distance(gap.polygon) < 5


def test_with_a_point_left_it_stands() -> None:
    """CM-SIEGE-03"""
    ram = STRAIGHT.stormers("ram", 8, -2, 7.99, troop="covered_ram")
    x, y = STRAIGHT.points((-2, 10))[0]
    before = Siege(hits=(Hit("castle_wall-1", x, y, 30),))
    played = play(besieged(ram, features=(STRAIGHT.wall(),), siege=before), Batter())
    assert kinds(played.battle) == [CURTAIN]


def test_who_falls_with_a_wall_under_fire_lies_until_all_have_fired() -> None:
    """CM-SIEGE-37, CM-TURN-09: and those who fell before him are not taken off sooner."""
    gun = STRAIGHT.stormers("gun", 4, 2, -21.25, troop="heavy_catapult")
    over = STRAIGHT.holders("over", 2, 2, 9.6, on="castle_wall-1")
    beside = replace(STRAIGHT.holders("beside", 4, 8, 14), figures=3, fallen=1)
    x, y = STRAIGHT.points((2, 10))[0]
    siege = Siege(hits=(Hit("castle_wall-1", x, y, 31),))
    walls = (STRAIGHT.wall(),)
    battle = besieged(gun, over, beside, features=walls, siege=siege, scatter="called", phase="artillery")
    form = pointed_at(gun, *(inches(part) for part in STRAIGHT.lie.at(2, 10)), "")
    played = play(battle, Artillery(("blue", "red")), shot("gun", form))
    assert kinds(played.battle) == [BREACH, CURTAIN, CURTAIN]
    assert (played.unit("over").figures, played.unit("over").fallen) == (0, 2)
    assert played.unit("beside").fallen == 1


def ground_back(ground: Ground, x: float, y: float) -> float:
    """How far to the right a point lies."""
    right, _ = Pose(inches(ground.lie.x), inches(ground.lie.y), degrees(ground.lie.turned)).local(x, y)
    return (-right if ground.lie.mirrored else right) / 1000


def test_a_breach_is_passed_at_full_speed_and_not_charged_through() -> None:
    """CM-SIEGE-38: as rough ground."""
    foot = STRAIGHT.stormers("foot", 4, 0, 8)
    foe = STRAIGHT.holders("foe", 4, 0, 14)
    gap = STRAIGHT.strip(BREACH, (-3, 10), (3, 10), width=1.5)
    played = play(besieged(foot, foe, features=(gap,), phase="first_move"), Moves("blue"))
    assert "CM-SIEGE-38" in rules(played.refusal(charge("foot", ahead(6))))
    moved = played.then(march("foot", ahead(5)))
    assert moved.unit("foot").own.turn.spent == inches(5)


def test_nobody_goes_through_a_wall() -> None:
    """CM-SIEGE-37: only where it is breached."""
    foot = STRAIGHT.stormers("foot", 4, 0, 8)
    played = play(besieged(foot, features=(STRAIGHT.wall(),), phase="first_move"), Moves("blue"))
    assert "CM-SIEGE-37" in rules(played.refusal(march("foot", ahead(5))))


def test_a_tower_falls_as_a_whole() -> None:
    """CM-SIEGE-37: with everybody in it."""
    ram = STRAIGHT.stormers("ram", 8, 0, 7.49, troop="covered_ram")
    guard = STRAIGHT.holders("guard", 2, 0, 10, on="tower-1", storey=2)
    tower = STRAIGHT.tower((-1.5, 8.75), (1.5, 8.75), (1.5, 11.75), (-1.5, 11.75))
    siege = Siege(hits=(Hit("tower-1", tower.ring[0][0], tower.ring[0][1], 36),))
    played = play(besieged(ram, guard, features=(tower,), siege=siege), Batter(), "1 1")
    assert kinds(played.battle) == [BREACH]
    assert played.unit("guard").figures == 0


def test_who_has_nothing_to_do_about_the_castle_is_not_asked() -> None:
    """CM-SIEGE-17"""
    foot = STRAIGHT.stormers("foot", 4, 0, 0)
    assert play(besieged(foot, features=(STRAIGHT.wall(),)), acts()).over
