from __future__ import annotations

import dataclasses
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.setup.battle_line import SetupGround, facing, front_of, own_ground
from schiltron.battle.setup.deployment import NO_ROOM, TO_BE_SET_DOWN, Deployment, SetsUp, SetupRules, reserve
from schiltron.battle.state.decision import Chosen, PlaceUnit, SetDown, Zone
from schiltron.battle.state.unit import OffTable
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area
from tests.battle.drawn_up import PlainBattle, PlainUnit, drawn_up, hero, line

SOUTH = Zone(0, inches(24), inches(48), inches(36))
NORTH = Zone(0, 0, inches(48), inches(12))
POND = Area(
    id="pond",
    kind="pond",
    name="the pond",
    ring=tuple((inches(x), inches(y)) for x, y in ((2, 26), (8, 26), (8, 32), (2, 32))),
)


class Deploy(SetsUp, frozen=True, tag="test.deploy"):
    pass


def ground(battle: PlainBattle, side: str) -> SetupGround:
    assert battle.board is not None
    return own_ground((("blue", SOUTH), ("red", NORTH)), side, inches(1), battle.board.features)


def all_stand(scene: Scene[None, None, None]) -> None:
    scene.set(phase="all stand")


DEPLOYMENT: Deployment[None, None, None] = Deployment(
    ground=ground,
    rules=SetupRules(("UP",), ("ZONE",), ("FILES",), ("APART",), ("GROUND",), ("PLACED",)),
    rank_in_line=lambda unit: unit.id,
    on_the_wings=lambda unit: "horse" in unit.name,
    then=all_stand,
)
HANDLER = DEPLOYMENT.handler(Deploy)
STEP = Deploy("blue")


def waiting(unit: PlainUnit) -> PlainUnit:
    return replace(unit, place=OffTable(TO_BE_SET_DOWN))


def asked(battle: PlainBattle) -> PlaceUnit:
    assert HANDLER.ask is not None
    decisions = HANDLER.ask(battle, STEP)
    assert isinstance(decisions, tuple)
    [decision] = decisions
    assert isinstance(decision, PlaceUnit)
    return decision


def wrong(battle: PlainBattle, unit: str, x: float, y: float, files: int = 5) -> set[str]:
    found = DEPLOYMENT.objections(battle, battle.units[unit], Pose(inches(x), inches(y), 0), files)
    return {rule for reason in found for rule in reason.rules}


ARMY = drawn_up(
    waiting(line("blue", 0, 0)),
    waiting(hero("blue hero", 0, 0)),
    line("blue guard", 24, 30),
    line("red", 24, 10),
    features=(POND,),
)


def test_a_side_sets_down_what_is_in_reserve_in_its_zone() -> None:
    decision = asked(ARMY)
    assert (decision.seat, decision.units, decision.zone) == ("blue", ("blue", "blue hero"), SOUTH)


@pytest.mark.parametrize(
    ("place", "rules"),
    [
        (("blue", 14, 30), set()),
        (("blue", 24, 22), {"ZONE"}),
        (("blue", 27, 30), {"APART"}),
        (("blue", 24, 10), {"ZONE", "UP"}),
        (("blue", 5, 28), {"GROUND"}),
        (("blue", 14, 30, 11), {"FILES"}),
        (("blue hero", 14, 30, 1), set()),
        (("blue hero", 14, 24.3, 1), {"ZONE"}),
        (("blue hero", 5, 28, 1), {"GROUND"}),
        (("blue hero", 14, 30, 2), {"FILES"}),
    ],
)
def test_what_bars_a_place_is_said_with_its_rule(place: tuple[str, float, float], rules: set[str]) -> None:
    assert wrong(ARMY, *place) == rules


def test_nobody_is_set_down_on_the_enemy() -> None:
    battle = drawn_up(waiting(hero("blue hero", 0, 0)), line("red", 24, 26))
    assert wrong(battle, "blue hero", 24, 26.6, 1) == set()
    assert wrong(battle, "blue hero", 24, 25.5, 1) == {"UP"}


@pytest.mark.parametrize("seed", range(20))
def test_random_places_are_legal_for_lines_and_heroes(seed: int) -> None:
    assert HANDLER.sample is not None
    assert HANDLER.judge is not None
    decision = asked(ARMY)
    place = HANDLER.sample(ARMY, STEP, decision, Random(seed))
    assert HANDLER.judge(ARMY, STEP, decision, place) == []


def test_suggestions_stand_in_line_and_horse_on_the_wings() -> None:
    assert HANDLER.suggest is not None
    battle = drawn_up(waiting(line("blue foot", 0, 0)), waiting(line("blue horse", 0, 0)))
    first: dict[str, SetDown] = {}
    for place in HANDLER.suggest(battle, STEP, asked(battle)):
        assert isinstance(place, SetDown)
        first.setdefault(place.unit, place)
    assert list(first) == ["blue foot", "blue horse"]
    assert first["blue foot"].pose == Pose(inches(24), inches(24), 0)
    assert first["blue horse"].pose.x == inches(6)


def _suggested_gap(deployment: Deployment[None, None, None], files: int) -> float:
    """How far apart two lines of so many files are proposed, if the first is taken."""
    handler = deployment.handler(Deploy)
    assert handler.suggest is not None
    assert handler.take is not None
    one, two = (waiting(line(name, 0, 0, figures=2 * files, files=files)) for name in ("blue 1", "blue 2"))
    scene = Scene(drawn_up(one, two))
    for _ in range(2):
        decision = deployment.asked(scene.battle, "blue")
        handler.take(scene, STEP, (next(iter(handler.suggest(scene.battle, STEP, decision))),))
    return gap(scene.unit("blue 1").outline, scene.unit("blue 2").outline) / 1000


def test_friends_are_proposed_with_elbow_room_where_the_zone_has_it() -> None:
    """A gap of an inch is the rule of this ground; three are wished for, and a zone of 48 inches holds two lines so."""
    roomy = dataclasses.replace(DEPLOYMENT, elbow_room=inches(3))
    assert _suggested_gap(DEPLOYMENT, 10) == pytest.approx(1, abs=0.05)
    assert _suggested_gap(roomy, 10) == pytest.approx(3, abs=0.05)
    assert _suggested_gap(dataclasses.replace(DEPLOYMENT, elbow_room=inches(60)), 10) == pytest.approx(1, abs=0.05)


def test_the_last_one_to_stand_ends_the_setting_up() -> None:
    assert HANDLER.take is not None
    scene = Scene(drawn_up(waiting(line("blue", 0, 0)), waiting(hero("blue hero", 0, 0))))
    HANDLER.take(scene, STEP, (SetDown("blue", Pose(inches(10), inches(30), 0), 2),))
    assert scene.battle.agenda == (STEP,)
    HANDLER.take(scene, STEP, (SetDown("blue hero", Pose(inches(20), inches(30), 0), 1),))
    assert scene.battle.phase == "all stand"
    assert reserve(scene.battle, "blue") == []


def test_what_has_no_room_stays_away_but_only_that() -> None:
    assert HANDLER.take is not None
    assert HANDLER.judge is not None
    assert HANDLER.judge(ARMY, STEP, asked(ARMY), Chosen(())) != []
    full = drawn_up(waiting(line("blue late", 0, 0, files=5)), line("blue host", 24, 24, figures=47 * 11, files=47))
    assert HANDLER.judge(full, STEP, asked(full), Chosen(())) == []
    scene = Scene(full)
    HANDLER.take(scene, STEP, (Chosen(()),))
    assert scene.unit("blue late").place == OffTable(NO_ROOM)


def test_zones_face_each_other_along_quarter_turns() -> None:
    west, east = Zone(0, 0, inches(6), inches(36)), Zone(inches(42), 0, inches(48), inches(36))
    pairs = ((SOUTH, NORTH), (west, east), (NORTH, SOUTH), (east, west))
    ways = [facing((("us", here), ("them", there)), "us") for here, there in pairs]
    assert ways == [0, 90_000, 180_000, 270_000]
    three = (("west", west), ("north", NORTH), ("east", east))
    assert [facing(three, side) for side, _ in three] == [90_000, 180_000, 270_000], "at the others on the whole"
    assert front_of(west, 90_000) == (Pose(inches(6), inches(18), 90_000), inches(18))
