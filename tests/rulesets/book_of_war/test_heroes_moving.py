"""Heroes on the move: free turning, flight, joining and leaving units, knights on foot."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Attached, Detached, Formed, Moved, Ruled
from schiltron.battle.state.manoeuvre import Advance, Face, Turn, Wheel
from schiltron.battle.state.unit import Aboard, Hidden
from schiltron.rulesets.book_of_war.magic.steps import Spell
from schiltron.rulesets.book_of_war.movement.individuals import Dismount, may_dismount
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import ROUTED, ThisTurn, Unit
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.rulesets.book_of_war.victory import beaten, reckoning
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap, overlapping
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    plan,
    play,
    red,
    rules,
    unit,
    wheel,
)


def beside(host: str, aside: int, one: Unit) -> Unit:
    """In the front rank of a unit, so many half files to the right of its middle."""
    return replace(one, place=Aboard(host, f"front:{aside}"))


def hero(kind: str = "barbarian_lord", **more: object) -> Unit:
    return blue(kind, 1, id="hero", **{"at": (24, 30), **more})  # type: ignore[arg-type]


def join(host: str = "host") -> Commanded:
    return Commanded("hero", "join", Aimed(host))


def walk(*legs: Advance | Turn) -> Commanded:
    return Commanded("hero", "walk", PathDrawn(legs))


def turned(angle: float) -> Turn:
    return Turn(degrees(angle))


# ---------------------------------------------------------------- free turning


@pytest.mark.parametrize("leg", [turned(137), wheel("left", 90), Face("rear")])
def test_a_lone_hero_turns_about_his_middle_for_nothing(leg: object) -> None:
    """BW-A3-06."""
    played = moving(hero(), game="advanced").then(march("hero", leg, ahead(12)))  # type: ignore[arg-type]
    (moved,) = played.events_of(Moved)
    assert moved.spent == inches(12)
    heading = {Turn: 137, Wheel: 270, Face: 180}[type(leg)]
    middle, forward = hero().outline, played.unit("hero").pose.forward
    assert played.unit("hero").pose.heading == degrees(heading)
    assert played.unit("hero").outline.x == pytest.approx(middle.x + 12_000 * forward[0], abs=3)
    assert played.unit("hero").outline.y == pytest.approx(middle.y + 12_000 * forward[1], abs=3)


def test_a_hero_leaves_contact_without_more_ado() -> None:
    """BW-A3-06: about, and away, with his whole move."""
    foe = red("pikemen", 12, files=6, at=(24, 30))
    played = moving(hero(), foe, game="advanced").then(march("hero", Face("rear"), ahead(12)))
    assert played.unit("hero").pose.y == pytest.approx(42_750, abs=3)


def test_a_hero_does_not_pass_through_units() -> None:
    """BW-A3-06."""
    friends = blue("light_infantry", 6, at=(24, 26))
    assert "BW-B4-13" in rules(moving(hero(), friends, game="advanced").refusal(march("hero", ahead(8))))


def test_a_mounted_knight_pays_like_horse() -> None:
    """BW-A3-06: 4 of 12 inches in a wood."""
    wood = piece("woods", 10, 10, 40, 35)
    played = moving(hero("knight_renown"), wood, game="advanced")
    assert "BW-B2-07" in rules(played.refusal(march("hero", ahead(4))))
    on = piece("woods", 10, 10, 40, 35)
    assert moving(hero(), on, game="advanced").then(march("hero", ahead(6))).events_of(Moved)[0].spent == inches(12)


# ---------------------------------------------------------------- flight


def test_a_dragon_flies_over_units_ponds_and_woods() -> None:
    """BW-A3-28: 24 inches for 24."""
    between = (red("pikemen", 12, at=(24, 26)), blue("archers", 6, at=(24, 20)), piece("pond", 20, 10, 28, 14))
    dragon = hero("dragon_adult_red")
    played = moving(dragon, *between, game="advanced").then(march("hero", ahead(22)))
    (moved,) = played.events_of(Moved)
    assert (played.unit("hero").pose.y, moved.spent) == (inches(8), inches(22))
    assert "BW-A3-28" in rules(moving(dragon, game="advanced").refusal(march("hero", ahead(25))))


def test_a_dragon_lands_on_free_ground_only() -> None:
    """BW-A3-28: not on friends, not in a pond; before an enemy, in contact."""
    dragon = hero("dragon_adult_red")
    friends, pond = blue("archers", 6, at=(24, 20)), piece("pond", 20, 15, 28, 22)
    assert moving(dragon, friends, game="advanced").refusal(march("hero", ahead(11)))
    assert "BW-B3-11" in rules(moving(dragon, pond, game="advanced").refusal(march("hero", ahead(11))))
    foe = red("light_infantry", 6, at=(24, 20))
    played = moving(dragon, foe, game="advanced").then(march("hero", ahead(10.5)))
    assert played.unit("hero").pose.y == pytest.approx(20_000, abs=20)
    assert played.battle.engagements[0].touching


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("askew", [0, 24])
def test_a_dragon_who_comes_down_on_an_enemy_lies_edge_to_edge_with_him(askew: float, layout: Askew) -> None:
    """BW-A3-28, BW-B4-28: from whatever direction it comes; on a friend beside him it cannot come down at all."""
    dragon = hero("dragon_adult_red", at=layout.at(1, -11), facing=layout.facing(askew))
    foe = red("light_infantry", 8, at=layout.at(1 + askew / 5, -1), facing=layout.facing(180))
    start = moving(dragon, foe, game="advanced")
    down = start.then(march("hero", ahead(11)))
    (met,) = down.battle.engagements
    assert (met.touching, met.edge) == (True, "front")
    assert (down.unit("hero").pose.heading - foe.pose.heading - 180_000) % 360_000 in (0, 1, 359_999)
    beside_him = blue("archers", 2, at=layout.at(4.95 + askew / 5, -0.25), facing=layout.facing(0))
    between = hero("dragon_adult_red", at=layout.at(4.05 + askew / 5, -9), facing=layout.facing(0))
    crowded = moving(between, foe, beside_him, game="advanced")
    assert "BW-B4-13" in rules(crowded.refusal(march("hero", ahead(9))))


def test_on_the_ground_a_dragon_moves_nine_and_pays_for_it() -> None:
    """BW-A3-28."""
    dragon = hero("dragon_adult_red")
    assert moving(dragon, game="advanced").then(walk(ahead(9))).unit("hero").pose.y == inches(21)
    assert rules(moving(dragon, game="advanced").refusal(walk(ahead(10)))) == {"BW-C2-01"}
    friends = blue("archers", 6, at=(24, 26))
    assert "BW-B4-13" in rules(moving(dragon, friends, game="advanced").refusal(walk(ahead(8))))
    assert "BW-A3-28" in rules(moving(hero(), dragon_beside(), game="advanced").refusal(walk(ahead(3))))


def dragon_beside() -> Unit:
    return blue("dragon_adult_red", 1, id="other", at=(5, 5))


# ---------------------------------------------------------------- joining and leaving


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_hero_joins_by_moving_into_contact(layout: Askew) -> None:
    """BW-A3-03: straight to the unit, into its front rank beside the nearest figure."""
    host = unit("light_infantry", 6, files=3, id="host", side="blue", at=layout.at(0, 0), facing=layout.facing(0))
    alone = unit("barbarian_lord", 1, id="hero", side="blue", at=layout.at(-2, -7), facing=layout.facing(100))
    played = moving(host, alone, game="advanced").then(join())
    place = played.unit("hero").place
    assert place == Aboard("host", "front:2" if layout.mirrored else "front:-2")
    assert played.unit("hero").own.turn.moved
    (told,) = played.events_of(Attached)
    assert told.rules == ("BW-A3-03",)


def test_whom_a_hero_cannot_join() -> None:
    """BW-A3-03, BW-A3-04, BW-A3-20, BW-C2-01."""
    host = blue("light_infantry", 6, files=3, id="host", at=(24, 24))
    far = blue("light_infantry", 6, files=3, id="far", at=(24, 5))
    foe = red("light_infantry", 6, id="foe", at=(40, 24))
    gone = blue("light_infantry", 6, id="gone", at=(30, 30), marks=(ROUTED,))
    other = blue("barbarian_king", 1, id="other", at=(26, 31))
    position = (host, far, foe, gone, other, hero(), blue("giant_fire", 1, id="giant", at=(20, 30)))
    asked = moving(*position, game="advanced")
    assert rules(asked.refusal(Commanded("giant", "join", Aimed("host")))) == {"BW-A3-04"}
    for whom in ("foe", "gone", "other", "nobody"):
        assert rules(asked.refusal(join(whom))) == {"BW-A3-03"}, whom
    assert rules(asked.refusal(join("far"))) <= {"BW-C2-01", "BW-A3-03", "BW-B4-13"}
    assert asked.then(join()).unit("hero").host == "host"


def test_a_hero_falls_short_of_a_unit_when_nothing_was_measured() -> None:
    """BW-A3-03, BW-B1-08: he goes as far as he comes."""
    far = blue("light_infantry", 6, files=3, id="far", at=(24, 8))
    played = play(field(far, hero(), game="advanced"), MovementPhase("blue"), plan(join("far")))
    assert not played.unit("hero").host
    assert played.unit("hero").pose.y == inches(18)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_hero_leaves_before_his_unit_moves(layout: Askew) -> None:
    """BW-A3-03: out of the ranks by a move of his own."""
    host = unit("light_infantry", 6, files=3, id="host", side="blue", at=layout.at(0, 0), facing=layout.facing(0))
    embedded = beside("host", 0, unit("barbarian_lord", 1, id="hero", side="blue", at=(1, 1), facing=0))
    position = moving(host, embedded, game="advanced")
    played = position.then(march("hero", ahead(6)))
    assert layout.back(played.unit("hero")) == pytest.approx((0, 6, 0), abs=0.02)
    assert [one.host for one in played.events_of(Detached)] == ["host"]
    assert not position.then(march("host", ahead(6))).battle.decisions, "nor has anybody else to move"
    assert "BW-A3-03" in rules(position.refusal(march("hero", turned(180), ahead(0.5))))


def test_the_unit_goes_at_the_pace_of_its_hero() -> None:
    """BW-A3-07: light horse at 24 inches with a knight at 12; and what he spent to come there counts."""
    horse = blue("light_cavalry", 3, id="host", at=(24, 40))
    knight = beside("host", 0, hero("knight_renown"))
    position = moving(horse, knight, game="advanced")
    assert "BW-C2-01" in rules(position.refusal(march("host", ahead(13))))
    assert position.then(march("host", ahead(12))).unit("host").pose.y == inches(28)
    came = replace(knight, own=replace(knight.own, turn=replace(knight.own.turn, spent=inches(5), moved=True)))
    assert moving(horse, came, game="advanced").refusal(march("host", ahead(8)))
    assert moving(horse, came, game="advanced").then(march("host", ahead(7))).unit("host").own.turn.moved


def test_the_hero_of_a_routed_unit_stands_alone() -> None:
    """BW-A3-03, BW-A3-22: beside it, on free ground; the side is not beaten."""
    host = blue("light_infantry", 6, files=3, id="host", at=(24, 24), lost=1)
    foe = red("light_infantry", 6, files=3, id="foe", at=(24, 24))
    position = field(host, beside("host", 0, hero()), foe, game="advanced")
    played = play(position, Check("host", "losses", 6), "1 1")
    left = played.unit("hero")
    assert left.on_table
    assert not any(overlapping(left.outline, played.unit(one).outline) for one in ("host", "foe"))
    assert [one.unit for one in played.events_of(Detached)] == ["hero"]
    assert not beaten(played.battle, "blue")
    assert reckoning(played.battle, "red").total == 2 * 6 * 4 // 4


def test_an_entourage_is_not_left_and_shares_the_move() -> None:
    """BW-A3-20, BW-A3-22: he goes with it, and stands there when it is gone."""
    guard = blue("light_infantry", 1, id="host", at=(24, 24))
    position = moving(guard, beside("host", 0, hero()), game="advanced")
    assert position.decision.actors == ("host",)
    routed = play(position.battle, Check("host", "run into", 9), "1 1")
    assert routed.unit("hero").on_table


def test_a_knight_gets_off_his_horse_for_a_turn() -> None:
    """BW-A3-25: 9 inches on foot from then on, on the base of a man."""
    knight = hero("knight_renown")
    played = moving(knight, game="advanced").then(Commanded("hero", "dismount"))
    off = played.unit("hero")
    assert (off.kind, off.body.base.width, off.own.turn.busy) == ("knight_renown_on_foot", 750, True)
    assert (round(off.outline.x), round(off.outline.y)) == (round(knight.outline.x), round(knight.outline.y))
    again = moving(replace(off, own=knight.own), game="advanced")
    assert again.then(march("hero", ahead(9))).unit("hero").own.turn.spent == inches(9)
    assert rules(again.refusal(march("hero", ahead(10)))) == {"BW-C2-01"}
    assert "dismount" not in again.decision.actions


def test_nobody_gets_off_his_horse_in_contact_nor_after_a_step_nor_in_the_ranks() -> None:
    """BW-A3-25: if he is told to all the same, nothing comes of it."""
    foe, host = red("light_infantry", 3, at=(24, 30)), blue("heavy_cavalry", 3, id="host", at=(40, 40))
    touching, moved = hero("knight_renown"), hero("knight_renown", at=(24, 34), moved=True)
    among = beside("host", 0, hero("knight_renown"))
    for knight, why in (
        (touching, "Hero is in contact with an enemy"),
        (moved, "it takes a whole turn"),
        (among, "Hero stands in the ranks of others"),
        (hero(), "Hero has no horse"),
    ):
        battle = field(knight, foe, host, game="advanced")
        assert [(one.text, one.rules) for one in may_dismount(battle, knight)] == [(why, ("BW-A3-25",))]
        assert play(battle, Dismount("hero")).unit("hero") == knight
    off = moving(hero("knight_renown", at=(24, 34)), foe, game="advanced").then(Commanded("hero", "dismount"))
    assert off.unit("hero").own.turn == ThisTurn(spent=inches(12), moved=True, busy=True)
    assert [(one.why, one.rules) for one in off.events_of(Formed)] == [("dismount", ("BW-A3-25",))]


def test_a_hero_goes_from_one_unit_to_another() -> None:
    """BW-A3-03: out of the ranks of the one and into those of the other; not to one that hides."""
    host = blue("light_infantry", 6, files=3, id="host", at=(24, 24))
    other = blue("light_infantry", 6, files=3, id="other", at=(32, 24))
    start = moving(host, other, beside("host", 2, hero()), game="advanced")
    played = start.then(join("other"))
    assert played.unit("hero").host == "other"
    assert [one.host for one in played.events_of(Detached)] == ["host"]
    assert [one.host for one in played.events_of(Attached)] == ["other"]
    unseen = replace(other, place=Hidden(other.pose))
    hiding = moving(host, unseen, beside("host", 2, hero()), game="advanced", hiding="secret")
    assert "BW-A3-03" in rules(hiding.refusal(join("other")))


@pytest.mark.parametrize("kind", ["barbarian_lord", "dragon_adult_red"])
def test_nobody_moves_into_whom_he_touches_already(kind: str) -> None:
    """BW-A3-06, BW-A3-28: that is no move."""
    foe = red("light_infantry", 6, at=(24, 30))
    assert moving(hero(kind), foe, game="advanced").refusal(march("hero", ahead(1)))


def test_a_hero_in_the_ranks_counts_as_in_play() -> None:
    """BW-B1-10: his price is not the enemy's."""
    horse = blue("heavy_cavalry", 3, id="host", at=(24, 40))
    position = field(horse, beside("host", 0, hero("knight_renown")), red("ogres", 3, at=(24, 10)), game="advanced")
    assert reckoning(position, "red").total == 0


# ---------------------------------------------------------------- what meets him on his way to a unit


@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_who_joins_a_unit_is_stopped_by_those_who_hide_on_his_way(declare: Any) -> None:
    """BW-A2-04, BW-A3-03: they are put down, and he stands before them."""
    host = blue("light_infantry", 8, files=4, id="host", at=(24, 30))
    elves = red("elf_elite_archers", 3, id="elves", at=(24, 36))
    position = field(
        host,
        hero(at=(24, 40)),
        replace(elves, place=Hidden(elves.pose)),
        game="advanced",
        hiding="secret",
        declare=declare,
    )
    order = join() if declare == "measure_first" else plan(join())
    played = play(position, MovementPhase("blue"), order)
    assert played.unit("elves").on_table
    assert not played.unit("hero").host
    assert 0 < gap(played.unit("hero").outline, elves.outline) < 100


def test_who_stands_on_his_way_to_a_unit_is_named() -> None:
    """BW-A3-03, BW-B4-13: an enemy, or a friend; where nothing was measured he goes as far as he comes."""
    host = blue("light_infantry", 8, files=4, id="host", at=(24, 26))
    for other in (red("pikemen", 4, files=4, id="pikes", at=(24, 36)), blue("pikemen", 4, id="pikes", at=(24, 36))):
        position = field(host, hero(at=(24, 40)), other, game="advanced")
        (why,) = moving(*position.units.values(), game="advanced").refusal(join())
        assert why.text.startswith("Pikes ")
        played = play(position, MovementPhase("blue"), plan(join()))
        assert not played.unit("hero").host
        assert 0 <= gap(played.unit("hero").outline, other.outline) < 100
        (told,) = played.events_of(Ruled)
        assert told.what == f"Hero does not join Host: {why.text}"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_finds_no_way_out_of_the_ranks_to_another_unit_stays_in_them(layout: Askew) -> None:
    """BW-A3-03: friends stand just before him, or whom he would join has gone before he sets out."""

    def friend(name: str, right: float, front: float) -> Unit:
        at, facing = layout.at(right, front), layout.facing(0)
        return unit("light_infantry", 8, files=4, id=name, side="blue", at=at, facing=facing)

    company, between, host = friend("company", 0, 0), friend("between", 0.7, 2.2), friend("host", 0, 9)
    position = field(company, between, host, beside("company", 1, hero()), game="advanced")
    played = play(position, MovementPhase("blue"), plan(join()))
    assert played.unit("hero").place == Aboard("company", "front:1")
    assert not played.unit("hero").own.turn.moved
    assert not played.events_of(Detached)
    (told,) = played.events_of(Ruled)
    assert told.what == "Hero stays in the ranks: his way does not lead out"
    free = play(
        field(company, host, beside("company", 1, hero()), game="advanced"), MovementPhase("blue"), plan(join())
    )
    assert free.unit("hero").host == "host"


def test_without_a_gap_between_friends_he_joins_all_the_same() -> None:
    """BW-A3-03, BW-B4-10: he comes into contact with it."""
    host = blue("light_infantry", 6, files=3, id="host", at=(24, 24), facing=33)
    assert moving(host, hero(), game="advanced", friendly_gap=0).then(join()).unit("hero").host == "host"


def test_who_joins_a_unit_stands_still_no_longer() -> None:
    """BW-A4-25: earth that he was moving stays where it is."""
    host = blue("light_infantry", 8, files=4, id="host", at=(24, 30))
    mareth = blue("wizard_2", 1, id="hero", at=(24, 38), spells=("move_earth",))
    hill = piece("hill", 30, 30, 38, 36)
    begun = play(
        field(host, mareth, features=(hill,), game="advanced"),
        Spell("hero", "move_earth", feature=hill.id, at=(44_000, 33_000)),
    )
    assert begun.battle.effects.all
    played = play(begun.battle, MovementPhase("blue"), plan(join()))
    assert played.unit("hero").host == "host"
    assert not played.battle.effects.all


def test_who_is_hemmed_in_turns_only_if_he_flies_on() -> None:
    """BW-A3-06, BW-A3-28: between two friends there is no room to turn on the ground."""
    dragon = hero("dragon_adult_red", at=(24, 30))
    wide = dragon.body.base.width / 1000
    friends = [
        blue("archers", 1, id=f"friend {side}", at=(24 + side * (wide / 2 + 0.45), 30.3), facing=0) for side in (-1, 1)
    ]
    played = moving(dragon, *friends)
    fly = Commanded("hero", "move", PathDrawn((turned(45), Advance(inches(12)))))
    assert played.then(fly).unit("hero").pose.heading == degrees(45)
    assert rules(played.refusal(walk(turned(45), Advance(inches(6))))) & {"BW-B4-13"}
    assert rules(played.refusal(Commanded("hero", "move", PathDrawn((turned(45),))))) & {"BW-B4-13"}
    assert played.then(walk(Advance(inches(6)))).unit("hero").pose.heading == 0
