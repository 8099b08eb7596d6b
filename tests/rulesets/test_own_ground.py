"""Ground of one's own, with numbers other than those of the kind that it is like: what it takes of a move in every
book."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Advance, Wheel
from schiltron.muster import prepare, quartermaster
from schiltron.muster.books import rulesets
from schiltron.muster.fieldbench import examined_field, palette
from schiltron.muster.house_file import HouseFile
from schiltron.muster.library import gathered, scenario_as_written
from schiltron.muster.list_text import written_rules
from schiltron.muster.reading import read
from schiltron.muster.scenario import Course, OwnGround, Patch, Scenario, Tile
from schiltron.muster.scenario_text import written_scenario
from schiltron.rulesets import ruleset
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import degrees, inches
from schiltron.table.terrain import OwnNumbers
from tests.muster.test_house_rules import FIELDS
from tests.rulesets.battlesystem import positions as battlesystem
from tests.rulesets.book_of_war import positions as book_of_war
from tests.rulesets.by_this_axe import positions as by_this_axe
from tests.rulesets.chainmail import positions as chainmail


def own(feature: Any, pace: int | None = None, loss: float | None = None) -> Any:
    return replace(feature, altered=OwnNumbers(pace, None if loss is None else inches(loss)))


def spent(played: Any) -> float:
    return float(sum(event.spent for event in played.events_of(Moved))) / 1000


# ---------------------------------------------------------------- Book of War


@pytest.mark.parametrize(
    ("kind", "pace", "cost"),
    [("light_infantry", 5, 6), ("light_cavalry", 5, 11), ("light_infantry", 1, 2), ("light_cavalry", 1, 2)],
)
def test_book_of_war_counts_every_inch_and_horse_twice(kind: str, pace: int, cost: int) -> None:
    """BW-B3-08, BW-B2-07: an inch to the edge and an inch within; of a marsh as good as open ground no more."""
    front = book_of_war.blue(kind, 4, at=(36, 31))
    at = (36, 31 - (front.body.base.depth / 2000))
    bog = own(book_of_war.piece("marsh", 20, 10, 50, 30), pace=pace)
    start = book_of_war.moving(book_of_war.blue(kind, 4, at=at), bog)
    assert spent(start.then(book_of_war.march(kind, book_of_war.ahead(2)))) == pytest.approx(cost, abs=0.002)


def test_book_of_war_climbs_a_hill_of_its_own() -> None:
    """BW-B3-09: three inches for each of two contours, six for horse; and what cannot be paid for is not climbed."""
    hill = own(book_of_war.piece("hill", 20, 10, 50, 30), loss=3)
    up = book_of_war.moving(book_of_war.blue("light_infantry", 12, files=6, at=(36, 31)), hill)
    assert spent(up.then(book_of_war.march("light_infantry", book_of_war.ahead(5)))) == pytest.approx(5 + 6)
    horse = book_of_war.moving(book_of_war.blue("light_cavalry", 4, at=(36, 31)), hill)
    assert spent(horse.then(book_of_war.march("light_cavalry", book_of_war.ahead(5)))) == pytest.approx(5 + 12)
    (reason,) = up.refusal(book_of_war.march("light_infantry", book_of_war.ahead(6.5)))
    assert "BW-B3-09" in reason.rules


@pytest.mark.parametrize(("side", "angle"), [("left", 40), ("right", 40), ("right", 75)])
def test_book_of_war_wheels_onto_it(side: Any, angle: float) -> None:
    """BW-B3-09: two inches more than onto another hill, whichever corner comes up."""
    line = book_of_war.blue("light_infantry", 4, at=(36, 36))
    crag = book_of_war.piece("hill", 10, 5, 62, 35.8, steps=1)
    costs = [
        spent(book_of_war.moving(line, hill).then(book_of_war.march("light_infantry", Wheel(side, degrees(angle)))))
        for hill in (crag, own(crag, loss=4))
    ]
    assert costs[1] - costs[0] == pytest.approx(2, abs=0.01)


# ---------------------------------------------------------------- Chainmail


@pytest.mark.parametrize(("pace", "cost"), [(3, 9), (1, 3), (2, 6)])
def test_chainmail_counts_every_inch(pace: int, cost: float) -> None:
    """CM-TERR-06: three inches of bog; two for one as in a marsh of the book."""
    men = chainmail.blue("men", 4, files=4, at=(50, 39.625))
    bog = own(chainmail.piece("marsh", 30, 20, 70, 60), pace=pace)
    moved = chainmail.moving(men, features=(bog,)).then(chainmail.march("men", chainmail.ahead(3)))
    assert moved.unit("men").own.turn.spent == pytest.approx(inches(cost), abs=5)


@pytest.mark.parametrize(("pace", "cost"), [(4, 8), (1, 4)])
def test_chainmail_takes_the_worst_of_what_lies_on_each_other(pace: int, cost: float) -> None:
    """CM-TERR-01, CM-TERR-06: two inches uphill through a bog on the slope."""
    men = chainmail.blue("men", 4, files=4, at=(50, 39.625))
    ground = chainmail.piece("hill", 30, 20, 70, 40), own(chainmail.piece("marsh", 30, 25, 70, 60), pace=pace)
    for features in (ground, ground[::-1]):
        moved = chainmail.moving(men, features=features).then(chainmail.march("men", chainmail.ahead(2)))
        assert moved.unit("men").own.turn.spent == pytest.approx(inches(cost), abs=5)


def test_chainmail_pays_where_it_lies_and_no_farther() -> None:
    """CM-TERR-06: two inches of bog at three for one, and then the marsh at two."""
    men = chainmail.blue("men", 4, files=4, at=(50, 39.625))
    marsh = chainmail.piece("marsh", 30, 20, 70, 38)
    bog = chainmail.piece("marsh", 30, 38, 70, 60)
    ways = [
        chainmail.moving(men, features=(first, marsh)).then(chainmail.march("men", chainmail.ahead(2.5)))
        for first in (bog, own(bog, pace=3))
    ]
    usual, boggy = (way.unit("men").own.turn.spent for way in ways)
    assert usual == pytest.approx(inches(5), abs=5)
    assert boggy - usual == pytest.approx(inches(2), abs=5), "an inch more for each of two, and none after"


@pytest.mark.parametrize("side", ["left", "right"])
def test_chainmail_fords_and_wheels_into_a_stream_of_its_own(side: Any) -> None:
    """CM-TERR-11: a beck takes two inches, four less than a stream."""
    beck = own(chainmail.strip("stream", (30, 38), (70, 38)), loss=2)
    foot = chainmail.moving(chainmail.blue("men", 4, files=4, at=(50, 42)), features=(beck,))
    straight = foot.then(chainmail.march("men", chainmail.ahead(6)))
    assert straight.unit("men").own.turn.spent == inches(8)
    costs = []
    for water in (
        chainmail.strip("stream", (0, 41), (96, 41)),
        own(chainmail.strip("stream", (0, 41), (96, 41)), loss=2),
    ):
        horse = chainmail.blue("men", 4, files=4, at=(30, 41.5), troop="heavy_horse")
        start = chainmail.moving(horse, features=(water,))
        costs.append(start.then(chainmail.march("men", Wheel(side, degrees(20)))).unit("men").own.turn.spent)
    assert costs[0] - costs[1] == inches(4)
    slow = chainmail.moving(chainmail.blue("men", 4, files=4, at=(30, 41.5)), features=(own(water, loss=9),))
    (reason, *_) = slow.refusal(chainmail.march("men", Wheel(side, degrees(60))))
    assert "costs 9″" in reason.text


# ---------------------------------------------------------------- By This Axe


def test_by_this_axe_takes_its_own_number_for_scrub_walls_and_levels() -> None:
    """TA-TERR-01, TA-TERR-02, TA-TERR-05."""
    men = by_this_axe.blue("men", 4, at=(36, 40), armour="heavy")
    march, ahead = by_this_axe.march, by_this_axe.ahead
    for piece, far in (
        (own(by_this_axe.piece("scrub", 30, 33, 42, 38), loss=3), 4),
        (own(by_this_axe.strip("wall", (30, 37), (42, 37)), loss=3), 4),
        (own(by_this_axe.piece("hill", 30, 28, 42, 38, levels=1), loss=3), 4),
    ):
        start = by_this_axe.moving(men, piece)
        assert spent(start.then(march("men", ahead(far)))) == far + 3, piece.kind
        assert by_this_axe.rules(start.refusal(march("men", ahead(5.2)))), piece.kind


@pytest.mark.parametrize("order", [1, -1])
def test_by_this_axe_pays_in_worse_scrub_what_that_takes_more(order: int) -> None:
    """TA-TERR-02: once a turn, and the worst of it."""
    men = by_this_axe.blue("men", 4, at=(36, 40), armour="heavy")
    plain, thorns = by_this_axe.piece("scrub", 30, 36, 42, 38), by_this_axe.piece("scrub", 30, 33, 42, 34.8)
    near, far = (plain, own(thorns, loss=2)) if order == 1 else (own(plain, loss=2), thorns)
    moved = by_this_axe.moving(men, near, far).then(by_this_axe.march("men", by_this_axe.ahead(6)))
    assert spent(moved) == 8


# ---------------------------------------------------------------- BATTLESYSTEM


@pytest.mark.parametrize(
    ("piece", "far"),
    [
        (own(battlesystem.piece("woods", 0, 0, 96, 60), pace=3), 3),
        (own(battlesystem.piece("swamp", 0, 0, 96, 60), pace=1), 9),
        (own(battlesystem.strip("wall", (0, 37), (96, 37), width=0.2), loss=5), 4),
    ],
)
def test_battlesystem_takes_its_own_number(piece: Any, far: float) -> None:
    """BS-11.8-02, BS-11.8-03, BS-11.8-06: of nine inches."""
    captain = battlesystem.person("captain", "blue", with_="swords", rank="unit", radius=20)
    swords = battlesystem.blue("swords", 12, files=6, at=(30, 40), formation="open")
    orcs = battlesystem.red("orcs", 12, files=6, at=(80, 5))
    battle = battlesystem.field(swords, captain, orcs, features=(piece,))
    walker = walk(battle, Walk("swords", (Advance(inches(40)),), "move"))
    assert abs(walker.pose.y - swords.pose.y) / 1000 == pytest.approx(far, abs=0.03)


@pytest.mark.parametrize(("levels", "far"), [(1, 8), (2, 7)])
def test_battlesystem_climbs_a_hill_of_its_own(levels: int, far: float) -> None:
    """BS-11.8-04: of nine inches one for each of its contours."""
    swords = battlesystem.blue("swords", 12, files=6, at=(30, 40), formation="open")
    hill = own(battlesystem.piece("hill", 0, 0, 96, 37, levels=levels), loss=1)
    captain = battlesystem.person("captain", "blue", with_="swords", rank="unit", radius=20)
    battle = battlesystem.field(swords, captain, battlesystem.red("orcs", 12, files=6, at=(80, 5)), features=(hill,))
    walker = walk(battle, Walk("swords", (Advance(inches(40)),), "move"))
    assert abs(walker.pose.y - swords.pose.y) / 1000 == pytest.approx(far, abs=0.03)


@pytest.mark.parametrize("side", ["left", "right"])
def test_battlesystem_wheels_over_a_wall_of_its_own(side: Any) -> None:
    """BS-11.8-03: an inch and a half, and not three."""
    swords = battlesystem.blue("swords", 12, files=6, at=(40, 40), formation="open")
    captain = battlesystem.person("captain", "blue", with_="swords", rank="unit", radius=20)
    orcs = battlesystem.red("orcs", 12, files=6, at=(80, 5))
    wall = battlesystem.strip("wall", (30, 39.6), (50, 39.6), width=0.2)
    free, usual, low = (
        walk(battlesystem.field(swords, captain, orcs, features=ground), order_of(side)).spent
        for ground in ((), (wall,), (own(wall, loss=1.5),))
    )
    assert usual - free == pytest.approx(inches(3), abs=2)
    assert low - free == pytest.approx(inches(1.5), abs=2)


def order_of(side: Any) -> Walk:
    return Walk("swords", (Wheel(side, degrees(15)),), "move")


@pytest.mark.parametrize("angle", [90, -75])
def test_by_this_axe_pays_for_a_level_that_it_turns_onto(angle: float) -> None:
    """TA-TERR-01: three inches, where another hill takes one."""
    line = by_this_axe.blue("men", 6, at=(50, 50))
    hill = by_this_axe.piece("hill", 30, 30, 70, 49.9)
    costs = [
        spent(by_this_axe.moving(line, ground, size=(100, 100)).then(by_this_axe.march("men", by_this_axe.turn(angle))))
        for ground in (hill, own(hill, loss=3))
    ]
    assert costs == [1, 3]


# ---------------------------------------------------------------- in a scenario

ALTERED = {
    "chainmail": ("marsh", {"pace": 3}),
    "battlesystem": ("swamp", {"pace": 3}),
    "book_of_war": ("marsh", {"pace": 5}),
    "by_this_axe": ("scrub", {"loss": 2.5}),
}
UNHEARD = {
    "chainmail": ("marsh", {"loss": 3.0}),
    "battlesystem": ("pond", {"pace": 3}),
    "book_of_war": ("pond", {"pace": 5}),
    "by_this_axe": ("woods", {"loss": 2.5}),
}
SQUARE = ((30.0, 20.0), (33.0, 20.0), (33.0, 23.0), (30.0, 23.0))


def drawn(book: str, like: str, more: dict[str, Any]) -> Scenario:
    return replace(
        scenario_as_written(FIELDS[book]),
        castles=(),
        victory=None,
        terrain=(Patch("bog", SQUARE), Tile("bog", (20, 20), name="Far bog")),
        kinds={"bog": OwnGround(like, "Bog", **more)},
    )


@pytest.mark.parametrize("book", rulesets())
def test_its_numbers_come_to_the_table_and_into_the_saved_battle(book: str) -> None:
    scenario = drawn(book, *ALTERED[book])
    assert read(written_scenario(scenario), Scenario, "") == scenario
    whole, found = gathered(scenario)
    assert found == []
    battle = prepare(whole)
    more = ALTERED[book][1]
    expected = OwnNumbers(more.get("pace"), inches(more["loss"]) if "loss" in more else None)
    assert [(one.name, one.altered) for one in battle.table.features] == [
        ("Bog (house)", expected),
        ("Far bog (house)", expected),
    ]
    assert ruleset(book).decode(encode(battle)) == battle


def test_a_strip_has_them_too() -> None:
    scenario = drawn("chainmail", "stream", {"loss": 1.5})
    scenario = replace(scenario, terrain=(Course("bog", ((0, 20), (60, 22)), 2),))
    whole, found = gathered(scenario)
    assert found == []
    (beck,) = prepare(whole).table.features
    assert beck.altered == OwnNumbers(None, 1500)


@pytest.mark.parametrize("book", rulesets())
def test_a_number_that_the_book_does_not_have_there_is_refused_with_what_it_has(book: str) -> None:
    scenario = drawn(book, *UNHEARD[book])
    (number,) = UNHEARD[book][1]
    _, found = gathered(scenario)
    assert [fault.place for fault in found][:1] == [f"kinds.bog.{number}"]
    assert found[0].right
    bench = examined_field(scenario)
    assert f"kinds.bog.{number}" in [one.place for one in bench.findings if one.weight == "fault"]


@pytest.mark.parametrize("book", rulesets())
def test_what_may_be_changed_is_said_with_the_books_own_number(book: str) -> None:
    master = quartermaster(book)
    known = {kind: master.ground_numbers(kind) for kind in (*master.areas, *master.strips)}
    numbers = [one for found in known.values() for one in found]
    assert len(numbers) >= 3
    known_rules = {rule.id for rule in ruleset(book).law.rules}
    assert all(one.rule in known_rules and one.usual > 0 for one in numbers)
    assert known[ALTERED[book][0]]
    laid = {one.kind: one.numbers for one in palette(book).kinds if one.form in ("area", "strip")}
    assert laid == known


@pytest.mark.parametrize(("more", "place"), [("pace = 0", "pace"), ("pace = 99", "pace"), ("loss = -1", "loss")])
def test_numbers_have_bounds(more: str, place: str) -> None:
    text = f'ruleset = "chainmail"\nname = "Ours"\n[kinds.bog]\nlike = "marsh"\nname = "Bog"\n{more}\n'
    with pytest.raises(Exception, match=rf"kinds\.bog\.{place}"):
        read(text, HouseFile, "ours.toml")
    good = read(text.replace(more, "pace = 4"), HouseFile, "ours.toml")
    assert read(written_rules(good), HouseFile, "") == good
