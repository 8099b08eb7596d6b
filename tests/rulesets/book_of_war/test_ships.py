"""Ships under way: straight runs and turns, the water and other hulls, and those aboard."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn
from schiltron.battle.state.event import Moved, Ruled, Touched
from schiltron.battle.state.field import meets
from schiltron.battle.state.manoeuvre import Advance, Turn, Wheel
from schiltron.battle.state.unit import Upon
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.catalogue import check
from schiltron.rulesets.book_of_war.hulls import DECK, held_fast
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase, movable
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.scale import casualties
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.steps import BeginTurn
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.book_of_war.vessels import afloat_violations, manned, type_of
from schiltron.rulesets.book_of_war.victory import beaten, reckoning
from schiltron.rulesets.quartermaster import Enlisted, Field
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, inches
from schiltron.table.outline import gap
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    ahead,
    field,
    march,
    moving,
    piece,
    plan,
    play,
    red,
    rules,
    shoot,
)
from tests.rulesets.book_of_war.ships import GALLEY, aboard, at_sea, gull, helm, row, sail, sea, swan


def crewed(**more: Any) -> tuple[Unit, Unit]:
    """The Swan with a mate at the helm."""
    hull = swan(**{"at": (36, 30), **more})
    return hull, aboard(hull, "mate", 0.2, -4)


# ---------------------------------------------------------------- the run that a turn takes


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_ship_turns_45_degrees_for_every_6_inches_rowed(layout: Askew) -> None:
    hull = swan(at=layout.at(0, 0), facing=layout.facing(0))
    turn = helm(-45 if layout.mirrored else 45)
    played = at_sea(hull, aboard(hull, "mate")).then(row(ahead(6), turn, ahead(2)))
    # About its middle, 3 inches behind the bow, and 2 inches on: 5 inches from there along the new heading.
    assert layout.back(played.unit("swan")) == pytest.approx((3.54, 6 - 3 + 3.54, 45.0), abs=0.011)
    assert played.unit("swan").own.run == 2000 * 60_000 // 6000


def test_10_inches_under_sail_take_as_much() -> None:
    assert at_sea(*crewed()).then(sail(ahead(10), helm(45))).unit("swan").pose.heading == 45_000
    assert rules(at_sea(*crewed()).refusal(sail(ahead(9.9), helm(45)))) == {"BW-O6-19"}


def test_a_run_that_is_too_short_says_how_much_is_missing() -> None:
    (reason,) = at_sea(*crewed()).refusal(row(ahead(4.5), helm(45)))
    assert "1½″ more" in reason.text
    assert reason.leg == 1
    (reason,) = at_sea(*crewed()).refusal(sail(ahead(4), helm(45)))
    assert "6″ more" in reason.text


def test_two_runs_make_a_quarter_turn_and_less_is_always_allowed() -> None:
    far = at_sea(*crewed(run=("row", 12)))
    assert far.then(row(helm(90), ahead(1))).unit("swan").pose.heading == 90_000
    assert far.then(row(helm(-31.5))).unit("swan").pose.heading == 328_500
    (reason,) = far.refusal(row(helm(91)))
    assert "90 degrees" in reason.text
    assert rules([reason]) == {"BW-O6-19"}


def test_nobody_comes_round_by_nothing_or_by_more_than_half_a_turn() -> None:
    """BW-O6-19: whatever has been run."""
    far = at_sea(*crewed(run=("row", 60)))
    assert far.then(row(helm(180))).unit("swan").pose.heading == 180_000
    for angle in (0, 180.5, -180.5):
        (reason,) = far.refusal(row(helm(angle)))
        assert "at most 180 degrees" in reason.text


def test_a_turn_uses_the_run_up() -> None:
    played = at_sea(*crewed(run=("row", 11.5)))
    assert played.then(row(helm(10))).unit("swan").own.run == 0
    assert rules(played.refusal(row(helm(10), ahead(5.9), helm(10)))) == {"BW-O6-19"}
    assert played.then(row(helm(10), ahead(6), helm(-10))).unit("swan").pose.heading == 0


def test_the_run_is_carried_over_from_turn_to_turn_however_the_way_is_cut() -> None:
    """4.5 inches a turn with turns of 15 seconds, in one leg or in two: after 6 of them it turns."""
    hull, mate = crewed()
    once = at_sea(hull, mate, turn_length="fifteen").then(row(ahead(4.5)), FINISH)
    cut = at_sea(hull, mate, turn_length="fifteen").then(row(ahead(1.7), ahead(2.8)), FINISH)
    assert once.unit("swan") == cut.unit("swan")
    later = play(replace(once.battle, active="red"), BeginTurn("blue"))
    assert rules(later.refusal(row(ahead(1.4), helm(45)))) == {"BW-O6-19"}
    assert later.then(row(ahead(1.5), helm(45))).unit("swan").pose.heading == 45_000


def test_rowed_and_sailed_inches_count_together_each_at_its_own_rate() -> None:
    """5 inches sailed are half a turn: 3 inches rowed are the other half."""
    half = at_sea(*crewed(run=("sail", 5)))
    assert half.then(row(ahead(3), helm(45))).unit("swan").pose.heading == 45_000
    assert rules(half.refusal(row(ahead(2.9), helm(45)))) == {"BW-O6-19"}


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(("length", "rowed", "sailed"), [("thirty", 9, 15), ("fifteen", 4.5, 7.5), ("ten", 3, 5)])
def test_short_turns_cut_the_listed_moves(length: str, rowed: float, sailed: float) -> None:
    """BW-O6-18."""
    under_oars = at_sea(*crewed(), turn_length=length)
    assert under_oars.then(row(ahead(rowed))).unit("swan").own.turn.spent == inches(rowed)
    assert rules(under_oars.refusal(row(ahead(rowed + 0.1)))) == {"BW-O6-19"}
    assert under_oars.then(sail(ahead(sailed))).unit("swan").own.turn.spent == inches(sailed)
    assert rules(under_oars.refusal(sail(ahead(sailed + 0.1)))) == {"BW-O6-19"}


def test_a_ship_without_oars_is_not_rowed_nor_one_without_sails_sailed() -> None:
    assert rules(at_sea(*crewed(rowed=0), *_other_ship()).refusal(row(ahead(1)))) == {"BW-O6-19"}
    assert rules(at_sea(*crewed(sailed=0), *_other_ship()).refusal(sail(ahead(1)))) == {"BW-O6-19"}
    assert at_sea(*crewed(sailed=0)).decision.actions == ("move", "row")


def _other_ship() -> tuple[Unit, Unit]:
    hull = replace(swan(at=(10, 30)), id="other", name="Other")
    return hull, aboard(hull, "hand")


def test_a_ship_goes_once_a_turn_ahead_and_not_otherwise() -> None:
    played = at_sea(*crewed())
    assert rules(played.refusal(row(Wheel("left", 10_000)))) == {"BW-O6-19"}
    assert rules(played.refusal(row(ahead(-1)))) == {"BW-O6-19"}
    assert rules(played.refusal(row(ahead(1), actor="mate"))) == {"BW-O6-19"}
    assert "swan" not in movable(played.then(row(ahead(1))).battle, "blue")


# ---------------------------------------------------------------- the water, and its ends


def test_a_ship_never_leaves_the_water() -> None:
    """Four inches ahead of the bow the shore begins, aslant across its way."""
    hull = swan(at=(36, 20), facing=0)
    shore = piece("pond", 0, 16, 72, 48)
    played = moving(hull, aboard(hull, "mate"), shore, game="advanced")
    assert rules(played.refusal(row(ahead(4.1)))) == {"BW-O6-19", "BW-B3-11"}
    assert played.then(row(ahead(4))).unit("swan").pose.y == 16_000


def test_a_turn_needs_water_for_bow_and_stern() -> None:
    """A canal of 4 inches: the galley, 6 inches long, gets round by no more than some 30 degrees."""
    hull = swan(at=(36, 20), facing=0, run=("row", 6))
    canal = piece("pond", 34, 0, 38, 48)
    played = moving(hull, aboard(hull, "mate"), canal, game="advanced", declare="by_phase")
    came = played.then(plan(row(helm(45))))
    assert 25_000 < came.unit("swan").pose.heading < 35_000
    assert came.unit("swan").own.run == 0
    first = moving(hull, aboard(hull, "mate"), canal, game="advanced")
    assert rules(first.refusal(row(helm(45)))) == {"BW-O6-19", "BW-B3-11"}


def test_no_island_is_run_over_on_the_way_nor_the_edge_of_the_table() -> None:
    """Two ponds with a bar of an inch between them, wholly ahead of the bow."""
    hull = swan(at=(36, 30), facing=0)
    two = (piece("pond", 0, 0, 72, 26), piece("pond", 0, 27, 72, 48))
    reasons = moving(hull, aboard(hull, "mate"), *two, game="advanced").refusal(row(ahead(9)))
    assert rules(reasons) == {"BW-O6-19", "BW-B3-11"}
    near = at_sea(*crewed(at=(36, 2)))
    assert rules(near.refusal(row(ahead(3)))) == {"BW-B5-11"}
    joined = (piece("pond", 0, 0, 72, 27), piece("pond", 0, 27, 72, 48))
    assert moving(hull, aboard(hull, "mate"), *joined, game="advanced").then(row(ahead(9))).over is False


# ---------------------------------------------------------------- other hulls


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hulls_that_touch_end_the_move(layout: Askew) -> None:
    """The Gull lies across the way, 5 inches ahead; who is first to touch has come alongside."""
    hull = swan(at=layout.at(0, 0), facing=layout.facing(0))
    enemy = gull(at=layout.at(-2, 5.75), facing=layout.facing(270))
    played = at_sea(hull, enemy, aboard(hull, "mate"), aboard(enemy, "foe")).then(row(ahead(8)))
    assert gap(played.unit("swan").outline, played.unit("gull").outline) <= CONTACT
    assert layout.back(played.unit("swan"))[:2] == (0, pytest.approx(5, abs=0.03))
    (touched,) = played.events_of(Touched)
    assert (touched.unit, touched.other, touched.rules) == ("swan", "gull", ("BW-O6-19",))
    assert rules(at_sea(*played.battle.units.values()).refusal(row(ahead(8), ahead(1), helm(1))))


def test_a_friend_lies_in_the_way() -> None:
    hull = swan(at=(36, 30))
    friend = replace(swan(at=(39, 25), facing=90), id="heron", name="Heron")
    reasons = at_sea(hull, friend, aboard(hull, "mate")).refusal(row(ahead(8)))
    assert rules(reasons) == {"BW-O6-19"}
    assert "Heron" in reasons[-1].text


def test_a_ship_may_swing_alongside() -> None:
    """The stern comes round until it touches the enemy abreast."""
    hull = swan(at=(36, 30), run=("row", 6))
    enemy = gull(at=(33.9, 37))
    played = at_sea(hull, enemy, aboard(hull, "mate"), aboard(enemy, "foe")).then(row(helm(45)))
    assert 0 < played.unit("swan").pose.heading < 45_000
    assert gap(played.unit("swan").outline, played.unit("gull").outline) <= CONTACT
    assert played.events_of(Touched)


# ---------------------------------------------------------------- those aboard


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_is_aboard_goes_where_the_ship_goes(layout: Askew) -> None:
    hull = swan(at=layout.at(1.3, -4), facing=layout.facing(331))
    places = {"mate": (0.2, -4.1, 7), "bow": (-0.3, -0.6, 90), "lad": (0, -2.5, 200)}
    men = [aboard(hull, name, right, ahead, looks=looks) for name, (right, ahead, looks) in places.items()]
    played = at_sea(hull, *men).then(row(ahead(6), helm(29), ahead(1.7)))
    after = played.unit("swan")
    for man in men:
        was = hull.pose.local(man.pose.x, man.pose.y)
        now = played.unit(man.id)
        assert after.pose.local(now.pose.x, now.pose.y) == pytest.approx(was, abs=2)
        assert (now.pose.heading - after.pose.heading - man.pose.heading + hull.pose.heading) % 360_000 == 0
        assert now.level == man.level
        assert not now.own.turn.moved


def test_a_voyage_is_told_once() -> None:
    """Who is carried along has an event for those who draw it, and no sentence."""
    played = at_sea(*crewed()).then(row(ahead(3)))
    ship_moved, carried = played.events_of(Moved)
    assert (ship_moved.unit, carried.unit, carried.carried_by) == ("swan", "mate", "swan")
    assert carried.legs[-1].pose == played.unit("mate").pose


def test_an_empty_ship_lies_still_and_so_does_one_that_was_boarded() -> None:
    hull, mate = crewed()
    assert movable(at_sea(hull, mate).battle, "blue") == ("mate", "swan")
    assert "swan" not in movable(field(hull, game="advanced", features=(sea(),)), "blue")
    boarder = replace(aboard(hull, "foe", 0, -1), side="red", owner="red", controller="red")
    assert "swan" not in movable(field(hull, mate, boarder, game="advanced", features=(sea(),)), "blue")


def test_declared_before_measuring_a_ship_goes_as_far_as_it_can() -> None:
    hull, mate = crewed(at=(36, 5))
    played = play(field(hull, mate, features=(sea(),), game="advanced"), MovementPhase("blue"), plan(row(ahead(9))))
    assert played.unit("swan").pose.y == 0
    assert any("the table ends" in event.what for event in played.events_of(Ruled))


@pytest.mark.parametrize("aside", [0, 0.3, -0.55])
def test_a_ship_stops_before_somebody_who_reaches_over_the_rail(aside: float) -> None:
    """BW-O6-19: her bow would touch the other's rail, and he who leans over it would stand on her mate."""
    hull, other = swan(at=(36, 30), facing=0), gull(at=(39, 24), facing=90)
    men = aboard(hull, "mate", 0, -0.2), aboard(other, "guard", 0.4, -3 + aside)
    played = at_sea(hull, other, *men)
    (reason,) = played.refusal(row(ahead(8)))
    assert "reaches over the rail" in reason.text
    assert reason.rules == ("BW-O6-19",)
    sailing = field(hull, other, *men, features=(sea(),), game="advanced")
    there = play(sailing, MovementPhase("blue"), plan(row(ahead(8))))
    assert 24_750 < there.unit("swan").pose.y <= 24_800
    assert gap(there.unit("swan").outline, there.unit("gull").outline) > CONTACT
    free = at_sea(hull, other, men[0]).then(row(ahead(8)))
    assert free.unit("swan").pose.y == pytest.approx(24_750, abs=20)


def test_the_fleet_of_a_side_is_not_counted_among_its_men() -> None:
    hull, mate = crewed()
    foes = red("light_infantry", 3, at=(10, 10))
    battle = field(hull, mate, foes, game="advanced", features=(sea(),))
    gone = replace(battle, units={**battle.units, "mate": replace(battle.units["mate"], figures=0)})
    assert beaten(gone, "blue")
    assert not beaten(battle, "blue")
    assert reckoning(battle, "red").total == 0
    assert "10 of 10" in casualties(battle).text


def test_a_ship_goes_as_far_in_the_dark() -> None:
    """BW-O2-02: it is no creature, whoever is at its oars."""
    hull = swan(at=(36, 40))
    crew = aboard(hull, "man")
    for darkness in ("none", "dark", "total"):
        there = at_sea(hull, crew, darkness=darkness)
        assert there.refusal(row(ahead(9.2)))
        assert there.then(row(ahead(9))).unit("swan").pose.y == 31_000


# ---------------------------------------------------------------- decks


def abeam(layout: Askew) -> tuple[Unit, Unit]:
    """Two galleys side by side, an inch and a half from middle to middle: their rails touch."""
    here = swan(at=layout.at(0, 0), facing=layout.facing(0))
    there = gull(at=layout.at(1.5, 0), facing=layout.facing(0))
    return here, there


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_goes_over_the_rail_stands_on_the_other_deck(layout: Askew) -> None:
    hull, enemy = abeam(layout)
    right = 90 if not layout.mirrored else -90
    man = aboard(hull, "mate", 0.3 if not layout.mirrored else -0.3, -3, looks=right)
    played = at_sea(hull, enemy, man, aboard(enemy, "foe", 0, -5.5)).then(march("mate", ahead(1.1)))
    assert played.unit("mate").level == Upon("gull", DECK)
    assert "swan" not in movable(played.battle, "blue")


def test_nobody_ends_between_two_ships_nor_in_the_water() -> None:
    hull, enemy = abeam(Askew())
    man = aboard(hull, "mate", 0.3, -3, looks=90)
    foe = aboard(enemy, "foe", 0, -5.5)
    assert rules(at_sea(hull, enemy, man, foe).refusal(march("mate", ahead(0.45)))) == {"BW-O6-05"}
    assert rules(at_sea(hull, man).refusal(march("mate", ahead(2)))) == {"BW-O6-11"}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_meets_an_enemy_across_the_rail_fights_him_and_holds_both_ships(layout: Askew) -> None:
    hull, enemy = abeam(layout)
    right = 90 if not layout.mirrored else -90
    man = aboard(hull, "mate", 0.2 if not layout.mirrored else -0.2, -3, looks=right)
    foe = aboard(enemy, "foe", 0, -3)
    played = at_sea(hull, enemy, man, foe, aboard(hull, "lad", 0, -5)).then(march("mate", ahead(2)))
    assert [(one.attacker, one.defender) for one in played.battle.engagements] == [("mate", "foe")]
    assert "swan" not in movable(played.battle, "blue")
    assert [rule for reason in held_fast(played.battle, played.unit("swan")) for rule in reason.rules] == ["BW-O6-19"]
    assert held_fast(played.battle, played.unit("gull"))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_who_fights_across_the_rail_from_his_own_deck_holds_his_ship(layout: Askew) -> None:
    """BW-O6-19, BW-O6-05: each on his own deck, base against base; a hand's breadth apart they hold nobody."""
    here, there = abeam(layout)
    hand = -1 if layout.mirrored else 1
    man = aboard(here, "mate", 0.2 * hand, -3, looks=90 * hand)
    for gone, held in ((0, True), (0.2, False)):
        foe = aboard(there, "foe", (-0.375 + gone) * hand, -3)
        played = at_sea(here, there, man, foe).then(march("mate", ahead(0.175)))
        found = held_fast(played.battle, played.unit("swan"))
        assert [reason.rules for reason in found] == ([("BW-O6-19",)] if held else [])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_crews_whom_their_ships_bring_together_are_in_contact(layout: Askew) -> None:
    """BW-O6-19, BW-O6-05: the bow runs against a broadside, and those at both rails touch."""
    here = swan(at=layout.at(0, -6), facing=layout.facing(0))
    there = gull(at=layout.at(3, 0), facing=layout.facing(90))
    mate = aboard(here, "mate", 0, -0.375)
    hand = -1 if layout.mirrored else 1
    foe = aboard(there, "foe", 0.375 * hand, -3)
    played = at_sea(here, there, mate, foe).then(row(ahead(6)))
    assert [(one.attacker, one.defender) for one in played.battle.engagements] == [("mate", "foe")]
    assert {one.other for one in played.events_of(Touched)} >= {"foe", "gull"}


def test_ships_that_do_not_touch_keep_their_crews_apart() -> None:
    hull, enemy = swan(at=(36, 24)), gull(at=(37.6, 24), facing=0)
    men = aboard(hull, "mate", 0.37, -3), aboard(enemy, "foe", -0.37, -3)
    battle = field(hull, enemy, *men, game="advanced", features=(sea(),))
    assert not meets(battle, *men)
    closer = field(hull, gull(at=(37.5, 24), facing=0), *men, game="advanced", features=(sea(),))
    assert meets(closer, *men)


def test_who_stops_on_deck_stands_square_to_it() -> None:
    """So that his base is between the rails when another hull comes alongside."""
    hull = swan(at=(36, 24), facing=17)
    man = aboard(hull, "mate", 0, -4, looks=0)
    played = at_sea(hull, man).then(march("mate", Turn(20_000), ahead(0.6)))
    assert played.unit("mate").pose.heading % 90_000 == 17_000
    assert played.events_of(Moved)[0].spent == inches(0.6)


def test_friends_are_passed_through_on_deck_but_not_stood_upon() -> None:
    hull = swan(at=(36, 24))
    men = aboard(hull, "mate", 0, -5), aboard(hull, "lad", 0, -4)
    played = at_sea(hull, *men)
    assert rules(played.refusal(march("mate", ahead(1.1)))) == {"BW-O6-03"}
    assert played.then(march("mate", ahead(2.5))).unit("mate").pose.y == men[0].pose.y - 2500


@pytest.mark.parametrize(
    ("place", "need"), [(-0.7, 5), (-1.4, 5), (-1.5, 5), (-1.6, 4), (-4.4, 4), (-4.5, 5), (-4.6, 5)]
)
def test_castles_cover_from_missiles(place: float, need: int) -> None:
    """Light infantry, hit on 4 at close range: one better in the first and last inch and a half (BW-O6-07)."""
    hull, enemy = swan(at=(36, 30)), gull(at=(39.5, 30), facing=0)
    bow = aboard(hull, "bow", 0, -3, kind="archers")
    mark = aboard(enemy, "mark", 0, place, kind="light_infantry")
    battle = field(hull, enemy, bow, mark, game="advanced", features=(sea(),), declare="measure_first")
    played = play(battle, AttackPhase("blue"), shoot("bow", at="mark"))
    assert played.dice == [(2, need)]


@pytest.mark.parametrize(("place", "covers"), [(-0.8, True), (-3, False), (-5.2, True)])
def test_the_card_of_one_aboard_says_where_he_stands_and_what_that_means(place: float, covers: bool) -> None:
    """BW-O6-02, BW-O6-04, BW-O6-07"""
    hull = swan(at=(36, 30), facing=30)
    hand, king = aboard(hull, "hand", ahead=place), aboard(hull, "king", ahead=place, right=0.4, kind="barbarian_king")
    battle = at_sea(hull, hand, king).battle
    cards = {key: BOOK_OF_WAR.card(battle, key) for key in ("hand", "king")}
    said = {key: {stat.label: (stat.value, stat.rule) for stat in card.stats} for key, card in cards.items() if card}
    for key in cards:
        assert said[key]["Aboard"] == (hull.name, "BW-O6-02")
        assert (said[key].get("Castle") == ("+1 AH against missiles", "BW-O6-07")) is covers
    assert said["hand"]["Morale"] == ("always good here", "BW-O6-04")
    assert said["king"]["Morale"] == ("never checks", "BW-A3-15")


def test_who_is_carried_may_shoot_as_one_who_stands_and_short_turns_leave_one_die() -> None:
    """BW-O6-18: bows shoot one die a figure."""
    hull, enemy = swan(at=(36, 30)), gull(at=(41, 24), facing=0)
    bow, mark = aboard(hull, "bow", 0, -3, kind="archers"), aboard(enemy, "mark", 0, -3)
    sailed = at_sea(hull, enemy, bow, mark, turn_length="fifteen").then(sail(ahead(2)), FINISH)
    played = play(sailed.battle, AttackPhase("blue"), shoot("bow", at="mark"))
    assert sum(count for count, _ in played.dice) == 1


def test_a_shot_at_one_of_a_crew_is_not_shared_among_his_fellows() -> None:
    hull, enemy = swan(at=(36, 30)), gull(at=(41, 24), facing=0)
    bow = aboard(hull, "bow", 0, -3, kind="archers")
    crew = [aboard(enemy, f"man{n}", 0, -2 - n) for n in range(3)]
    battle = field(hull, enemy, bow, *crew, game="advanced", features=(sea(),), declare="measure_first")
    played = play(battle, AttackPhase("blue"), shoot("bow", at="man1"))
    assert [count for count, _ in played.dice] == [2]


# ---------------------------------------------------------------- scenarios


def listed(**more: Any) -> Enlisted:
    return Enlisted("ship", 1, name="Swan", equipment={**GALLEY, **more})


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        (listed(rowed=0, sailed=0), "BW-O6-19"),
        (listed(beam=0), "BW-O6-01"),
        (listed(forecastle=80, aftercastle=50), "BW-O6-07"),
        (listed(cannon=3), "BW-O6-19"),
        (replace(listed(), figures=2), "BW-O6-19"),
        (replace(listed(), name=""), "BW-O6-01"),
    ],
)
def test_a_ship_that_is_none_is_refused(entry: Enlisted, rule: str) -> None:
    found = check([entry, Enlisted("archers", 3, name="Bows")], None).violations
    assert rule in {name for one in found for name in one.rules}
    assert all(one.place.startswith("units[0]") for one in found)


def test_a_ship_is_what_its_scenario_says() -> None:
    """BW-O6-01, BW-O6-19: its sort, its moves in inches, its size at twenty feet to the inch."""
    kind = type_of(listed(type="war_galley"))
    assert kind.name == "War galley"
    assert kind.ship is not None
    assert (kind.ship.rowed, kind.ship.sailed, kind.move) == (inches(9), inches(15), inches(15))
    assert (kind.base.depth, kind.base.width) == (inches(6), inches(1.5))
    assert (kind.ship.forecastle, kind.ship.aftercastle) == (inches(1.5), inches(1.5))
    assert type_of(Enlisted("ship", 1, equipment={"rowed": 9, "length": 20, "beam": 10})).name == "Ship"


def test_a_deck_holds_as_many_as_find_room() -> None:
    """Two abreast and eight rows on a galley."""
    crew = [Enlisted("archers", 16, name="Bows", joins="Swan")]
    assert check([listed(), *crew], None).lawful
    (over,) = check([listed(), replace(crew[0], figures=17)], None).violations
    assert over.rules == ("BW-O6-01",)
    assert check([listed(), Enlisted("archers", 2, name="Two", joins="Swan"), *crew[:0]], None).lawful


@pytest.mark.parametrize("facing", [0, 73])
@pytest.mark.parametrize("figures", [7, 8])
def test_a_crew_stands_evenly_about_the_keel(figures: int, facing: float) -> None:
    """BW-O6-02: two abreast from the bow on, as far to starboard as to larboard; an odd one stands in the middle."""
    hull = swan(at=(36, 24), facing=facing)
    crew = [(2, Enlisted("archers", figures, name="Bows", joins="Swan"))]
    rows: dict[int, list[int]] = {}
    for man in manned("blue", hull, crew, Options()):
        across, along = hull.pose.local(man.outline.x, man.outline.y)
        rows.setdefault(round(along / 100), []).append(across)
    assert [len(abreast) for _, abreast in sorted(rows.items(), reverse=True)] == [2, 2, 2, figures - 6]
    for abreast in rows.values():
        assert sum(abreast) == pytest.approx(0, abs=2)
        assert max(abreast) == pytest.approx(375 if len(abreast) == 2 else 0, abs=2)


@pytest.mark.parametrize(
    ("at", "other", "wrong"),
    [
        ((24, 10), (30, 30), []),
        ((24, 10), (21, 16), ["sides.red.units[0].at"]),
        ((24, 44), (40, 30), ["sides.blue.units[1].at"]),
        ((-1, 10), (40, 30), ["sides.blue.units[1].at"]),
        ((24, 10), None, ["sides.red.units[0].at"]),
    ],
)
def test_ships_begin_in_the_water_and_apart(
    at: tuple[float, float], other: tuple[float, float] | None, wrong: list[str]
) -> None:
    """BW-O6-19: whole on the water and on the table, none upon another, and each somewhere."""
    ours = replace(listed(), pose=swan(at=at, facing=30).pose)
    theirs = replace(listed(), name="Gull", pose=other and gull(at=other, facing=200).pose)
    armies = (("blue", (Enlisted("archers", 3, name="Bows"), ours)), ("red", (theirs,)))
    board = Board(inches(72), inches(48), features=(sea(48, 44),))
    field = Field("Two Ships", board, (), (), armies, {})
    found = list(afloat_violations(field))
    assert [one.place for one in found] == wrong
    assert all("BW-O6-19" in one.rules for one in found)


def test_one_crew_stands_behind_the_other_row_by_row() -> None:
    """BW-O6-02: three archers take two rows, however few stand in the last; all about the middle of the deck."""
    hull = swan(at=(36, 24), facing=31)
    crew = [
        (2, Enlisted("archers", 3, name="Bows", joins="Swan")),
        (3, Enlisted("archers", 5, name="More", joins="Swan")),
    ]
    along = [hull.pose.local(man.outline.x, man.outline.y)[1] for man in manned("blue", hull, crew, Options())]
    depth = TROOPS["archers"].base.depth
    rows = [0, 0, 1, 2, 2, 3, 3, 4]
    assert [round((along[0] - one) / depth, 2) for one in along] == rows
    bow, stern = along[0] + depth / 2, along[-1] - depth / 2
    assert bow + stern == pytest.approx(-hull.body.base.depth, abs=4)
    fifteen = [Enlisted("archers", 15, name="Bows", joins="Swan"), Enlisted("archers", 1, name="Last", joins="Swan")]
    assert [one.rules for one in check([listed(), *fifteen], None).violations] == [("BW-O6-01",)]


def test_nobody_is_advised_to_look_about_on_deck() -> None:
    """BW-O6-04: whoever has no facing gains nothing by turning; every suggested way leads somewhere."""
    played = play(prepare(load_scenario("two-ships")), MovementPhase("red"))
    suggested = [one for one in BOOK_OF_WAR.suggest(played.battle, played.decision) if isinstance(one, Commanded)]
    assert "red-1" in {one.actor for one in suggested}, "the ship goes"
    for one in suggested:
        assert isinstance(one.form, PathDrawn)
        assert any(isinstance(leg, Advance) for leg in one.form.path), one
