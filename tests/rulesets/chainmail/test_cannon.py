"""Cannon fire: the dowel and its sections, the variation measure, what stops the ball, and the bombard's two ways."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Commanded, Pointed
from schiltron.battle.state.event import Covered, Declared, Landed, Struck
from schiltron.battle.state.order import Reply
from schiltron.battle.words.sentences import tell
from schiltron.rulesets.chainmail.artillery.cannon import flight
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.artillery.pointing import field_of_fire, footprint, pointed_at
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.engines import PIECES, ranges, rate_of_fire
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.base import Base
from schiltron.table.body import Formed
from schiltron.table.lengths import inches
from schiltron.table.shapes import Corridor, Disc
from schiltron.table.terrain import Area, Contour, Feature
from tests.rulesets.chainmail.positions import Played, aim, blue, field, locked, piece, play, red, rules, strip

FIRING = Artillery(("blue", "red"))


def gun(name: str = "gun", troop: str = "heavy_field_gun", crew: int = 4, **more: Any) -> Unit:
    """A gun whose muzzle is at (48, 50), looking up the table."""
    return blue(name, crew, at=(48, 51.25), troop=troop, **more)


def file_of(name: str, *, near: float, figures: int, x: float = 48, **more: Any) -> Unit:
    """Red foot one behind the other straight before the gun, the first so many inches from its muzzle."""
    return red(name, figures, files=1, at=(x, 50 - near), **more)


def at(distance: float, name: str = "mark") -> Unit:
    """A single figure with its middle at a distance from the muzzle, to be aimed at."""
    return file_of(name, near=distance - 0.375, figures=1)


def fired(position: Battle, order: Commanded, die: int = 4) -> Played:
    return play(position, Artillery(("blue",)), order, str(die))


def landed(played: Played) -> Landed:
    (event,) = played.events_of(Landed)
    return event


def dowel(marks: Iterable[Covered]) -> list[Corridor]:
    """The sections of a dowel as it lies."""
    return [mark.shape for mark in marks if isinstance(mark.shape, Corridor)]


def refused(position: Battle, order: Commanded) -> set[str]:
    """The rules an order to fire breaks."""
    return rules(play(position, FIRING).refusal(order))


# ---------------------------------------------------------------- the dowel


def test_the_worked_example_of_the_pike_square() -> None:
    """CM-GUN-14: a heavy field gun calls white at the centre of a pike square 26 inches away and 8 inches deep, and
    throws a 4. The ball goes straight (CM-GUN-13), and the second and third white sections, 3 inches and 1 inch, lie
    wholly on it: in ranks of an inch the file straight ahead loses 3 figures and 1."""
    square = red("pikes", 88, files=11, at=(48, 28), troop="swiss_pikemen", formation="square")
    body = Formed(base=Base(inches(0.75), inches(1)), files=11, hedgehog=True)
    square = replace(square, body=body)
    assert body.depth(88) == inches(8)
    played = fired(field(gun(), square), aim("gun", 0, 26, "white"), 4)
    shot = landed(played)
    white = dowel(mark for mark in shot.marks if mark.struck)
    assert [(50_000 - one.from_y, 50_000 - one.to_y) for one in white] == [
        (0, inches(18)),
        (inches(24), inches(27)),
        (inches(29), inches(30)),
    ]
    assert {one.width for one in white} == {inches(0.75)}
    assert shot.struck == (("pikes", 4),)
    assert {square.places[place].rank for place in played.unit("pikes").own.turn.struck} == {2, 3, 4, 7}
    assert {square.places[place].file for place in played.unit("pikes").own.turn.struck} == {5}
    assert played.unit("pikes").figures == 84
    assert "CM-GUN-14" in shot.rules


def test_the_colour_named_counts_and_the_other_does_not() -> None:
    """CM-GUN-14, CM-GUN-15: white is 0-18, 24-27 and 29-30 for a heavy gun, black the rest up to 36."""
    far = [at(distance, f"at_{distance:g}".replace(".", "_")) for distance in (10, 20, 25.5, 28, 33, 37)]
    position = field(gun(), *far)
    white = landed(fired(position, aim("gun", 0, 20, "white")))
    assert [name for name, _ in white.struck] == ["at_10", "at_25_5"]
    black = landed(fired(position, aim("gun", 0, 20, "black")))
    assert [name for name, _ in black.struck] == ["at_20", "at_28", "at_33"]


def test_friends_in_the_way_die_too() -> None:
    """CM-GUN-14: whoever is touched."""
    friend = blue("friend", 1, at=(48, 40))
    assert landed(fired(field(gun(), friend, at(10)), aim("gun", 0, 10, "white"))).struck == (
        ("friend", 1),
        ("mark", 1),
    )


def test_figures_in_a_melee_that_were_not_aimed_at_die_too() -> None:
    """CM-GUN-14: the ball does not ask; CM-MELEE-34: only the aim must be at others."""
    friend = blue("friend", 1, at=(48, 40))
    foe = red("foe", 1, at=(48, 40))
    position = field(gun(), friend, foe, at(15), contacts=[locked("foe", "friend")])
    assert [name for name, _ in landed(fired(position, aim("gun", 0, 15, "white"))).struck] == ["friend", "foe", "mark"]


@pytest.mark.parametrize(
    ("troop", "reach", "width", "lengths"),
    [
        ("light_field_gun", 30, 0.625, [16, 6, 3, 5]),
        ("heavy_field_gun", 36, 0.75, [18, 6, 3, 2, 1, 6]),
        ("bombard", 42, 1, [20, 8, 4, 2, 1, 7]),
    ],
)
def test_each_gun_has_its_own_dowel(troop: str, reach: float, width: float, lengths: list[float]) -> None:
    """CM-GUN-08, CM-GUN-15: as long as the range of the gun, alternately white and black from the muzzle."""
    shot = landed(fired(field(gun(troop=troop), at(10), size=(96, 60)), aim("gun", 0, 10, "white")))
    sections = dowel(shot.marks)
    assert [one.from_y - one.to_y for one in sections] == [inches(length) for length in lengths]
    assert [mark.name for mark in shot.marks] == ["white", "black"] * (len(lengths) // 2)
    assert sections[0].from_y - sections[-1].to_y == inches(reach)
    assert {one.width for one in sections} == {inches(width)}
    assert ranges(gun(troop=troop))[-1].total == inches(reach)


# ---------------------------------------------------------------- variation


@pytest.mark.parametrize(("die", "offset"), [(1, -3), (2, -1.5), (3, 0), (4, 0), (5, 1.5), (6, 3)])
def test_the_die_swings_the_far_end_of_the_dowel(die: int, offset: float) -> None:
    """CM-GUN-13: a roll of 4 goes straight; the marks lie an inch and a half apart, the muzzle stays."""
    shot = landed(fired(field(gun(), at(10)), aim("gun", 0, 10, "black"), die))
    first, *_, last = dowel(shot.marks)
    assert (first.from_x, first.from_y) == (inches(48), inches(50))
    assert last.to_x - inches(48) == pytest.approx(inches(offset) * 36 / (36**2 + offset**2) ** 0.5, abs=1)
    assert (shot.tallies[0].total, shot.tallies[0].rules) == (inches(offset), ("CM-GUN-13",))


def test_a_shot_that_swings_misses_who_was_aimed_at_and_hits_another() -> None:
    """CM-GUN-13: 3 inches to the right at 36 inches is 2.5 at 30."""
    beside = file_of("beside", near=29, figures=2, x=50.45)
    position = field(gun(), at(29.5), beside)
    assert landed(fired(position, aim("gun", 0, 29.5, "white"), 6)).struck == (("beside", 2),)
    assert landed(fired(position, aim("gun", 0, 29.5, "white"), 4)).struck == (("mark", 1),)


# ---------------------------------------------------------------- what may be aimed at


def test_a_cannon_fires_at_a_target() -> None:
    """CM-GUN-12: the point aimed at lies on an enemy, who is told."""
    position = field(gun(), at(20), blue("friend", 1, at=(48, 45)))
    assert refused(position, aim("gun", 0, 15, "white")) == {"CM-GUN-12"}
    assert refused(position, aim("gun", 0, 5.3, "white")) == {"CM-GUN-12"}
    assert fired(position, aim("gun", 0, 20, "white")).events_of(Declared)[0].target == "mark"


def test_bribed_men_of_ones_own_may_be_fired_on() -> None:
    """CM-GUN-12; CM-HIST-19: if their player chooses."""
    turned = blue("turned", 5, at=(48, 40), temper="bribed")
    assert landed(fired(field(gun(), turned), aim("gun", 0, 9.6, "white"))).struck == (("turned", 1),)


def test_the_target_may_stand_beyond_the_end_of_the_dowel() -> None:
    """CM-GUN-12: the dowel is laid toward it."""
    position = field(gun(), at(45), at(33, "nearer"))
    assert landed(fired(position, aim("gun", 0, 45, "black"))).struck == (("nearer", 1),)


def test_nobody_in_a_melee_is_aimed_at() -> None:
    """CM-MELEE-34."""
    foe, friend = red("foe", 5, at=(48, 40)), blue("friend", 5, at=(48, 40))
    position = field(gun(), foe, friend, at(20), contacts=[locked("foe", "friend")])
    assert refused(position, aim("gun", 0, 10.3, "white")) == {"CM-MELEE-34"}


def test_cannon_are_not_fired_into_woods() -> None:
    """CM-GUN-11: nor is a gun asked for that has nobody else before it."""
    woods = piece("woods", 40, 28, 56, 32)
    hidden = at(20, "hidden")
    assert refused(field(gun(), hidden, at(10), features=[woods]), aim("gun", 0, 20, "white")) == {"CM-GUN-11"}
    assert not play(field(gun(), hidden, features=[woods]), FIRING).battle.decisions


@pytest.mark.parametrize("bearing", [46, -50, 180])
def test_cannon_have_the_arc_of_catapults(bearing: float) -> None:
    """CM-GUN-09: 45 degrees to either side."""
    assert "CM-GUN-09" in refused(field(gun(), at(10)), aim("gun", bearing, 10, "white"))


def test_field_guns_do_not_fire_indirectly() -> None:
    """CM-GUN-10: and a colour must be named (CM-GUN-14)."""
    for troop in ("light_field_gun", "heavy_field_gun"):
        assert refused(field(gun(troop=troop), at(20)), aim("gun", 0, 25)) == {"CM-GUN-10", "CM-GUN-14"}
    assert refused(field(gun(), at(20)), aim("gun", 0, 20, "red")) == {"CM-GUN-14"}


# ---------------------------------------------------------------- rate of fire


@pytest.mark.parametrize(("troop", "every"), [("light_field_gun", 2), ("heavy_field_gun", 3), ("bombard", 3)])
def test_cannon_have_the_rate_of_fire_and_the_crews_of_catapults(troop: str, every: int) -> None:
    """CM-GUN-09: light as light, heavy and bombard as heavy."""
    assert rate_of_fire(gun(troop=troop)).total == every
    assert rate_of_fire(gun(troop=troop, crew=2)).total == every + 2

    def fires(turn: int, **more: Any) -> bool:
        return bool(play(field(gun(troop=troop, **more), at(20), turn=turn), FIRING).battle.decisions)

    assert [turn for turn in range(3, 9) if fires(turn, last_shot=3, turns_still=9)] == list(range(3 + every, 9))
    assert [still for still in range(6) if fires(9, turns_still=still)] == list(range(every, 6))


# ---------------------------------------------------------------- what stops the ball


def stopped(
    *features: Feature, colour: str = "white", troop: str = "heavy_field_gun", **more: Any
) -> tuple[float, str]:
    """How far a ball flies at a target 40 inches away, and the rule that stops it."""
    position = field(gun(troop=troop, **more), at(45), features=features)
    shot = landed(fired(position, aim("gun", 0, 45, colour)))
    end = (inches(50) - dowel(shot.marks)[-1].to_y) / 1000 if shot.marks else 0
    return end, next((rule for rule in shot.rules if rule != "CM-GUN-14"), "")


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("kind", ["hill", "woods", "building"])
def test_rising_ground_and_trees_stop_the_ball_in_any_section(kind: str, colour: str) -> None:
    """CM-GUN-16: at 20 inches, in a black section."""
    assert stopped(piece(kind, 40, 20, 56, 30), colour=colour) == (20, "CM-GUN-16")


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("kind", ["barricade", "ditch", "arrow_slits"])
def test_barricades_and_ramparts_stop_the_ball_in_any_section(kind: str, colour: str) -> None:
    """CM-GUN-16."""
    assert stopped(strip(kind, (40, 30), (56, 30)), colour=colour) == (19.5, "CM-GUN-16")


def test_whoever_stands_behind_the_stop_lives() -> None:
    """CM-GUN-16: with those before it dead, and what stopped the ball named."""
    woods = piece("woods", 40, 36, 56, 38)
    position = field(gun(), at(10), at(15, "behind"), features=[woods])
    shot = landed(fired(position, aim("gun", 0, 15, "white")))
    assert shot.struck == (("mark", 1),)
    assert shot.stopped == woods.name
    assert tell(shot, position) == f"Gun (Blue): the shot falls on Mark and is stopped by {woods.name}."


def test_a_gun_on_a_hill_fires_over_ground_no_higher_than_its_own() -> None:
    """CM-GUN-16: only contours above the gun rise into the path."""
    own_hill = piece("hill", 40, 48, 56, 58)
    assert stopped(own_hill, piece("hill", 40, 20, 56, 30)) == (36, "")
    assert stopped(own_hill, piece("hill", 40, 20, 56, 30, levels=2)) == (22, "CM-GUN-16")


def test_a_gun_in_a_gully_fires_into_its_bank() -> None:
    """CM-GUN-16: the ground about it is higher."""
    box = tuple((inches(x), inches(y)) for x, y in ((40, 45), (56, 45), (56, 55), (40, 55)))
    gully = Area(id="gully", kind="gully", name="gully", ring=box, contours=(Contour(box, -1),))
    assert stopped(gully) == (5, "CM-GUN-16")


def test_a_dowel_that_grazes_the_trees_with_its_edge_is_stopped() -> None:
    """CM-GUN-16: it is three quarters of an inch wide."""
    assert stopped(piece("woods", 48.3, 20, 56, 30)) == (20, "CM-GUN-16")
    assert stopped(piece("woods", 48.4, 20, 56, 30)) == (36, "")


@pytest.mark.parametrize("kind", ["wall", "mantlets"])
def test_man_high_objects_stop_the_ball_only_in_the_colour_named(kind: str) -> None:
    """CM-GUN-17: at 20 inches the section is black."""
    wall = strip(kind, (40, 30), (56, 30))
    assert stopped(wall, colour="black") == (19.5, "CM-GUN-17")
    assert stopped(wall, colour="white") == (36, "")


def test_an_object_across_two_sections_stops_the_ball_where_the_named_one_begins() -> None:
    """CM-GUN-17: from 17 to 19 inches, black from 18 on."""
    assert stopped(strip("wall", (40, 32), (56, 32), width=2), colour="black") == (18, "CM-GUN-17")


def test_a_fence_does_not_stop_it() -> None:
    """CM-GUN-17: it is not substantial."""
    assert stopped(strip("fence", (40, 30), (56, 30)), colour="black") == (36, "")


@pytest.mark.parametrize("colour", ["white", "black"])
def test_engines_stop_the_ball_and_are_hit_by_the_colour_named(colour: str) -> None:
    """CM-GUN-17; CM-CATAPULT-03: a heavy field gun takes 4 of the 5 points of another gun."""
    target = red("target", 4, at=(48, 35.75), troop="heavy_field_gun")
    behind = at(17, "behind")
    played = fired(field(gun(), target, behind), aim("gun", 0, 17, colour))
    if colour == "white":
        assert landed(played).struck == (("target", 1),)
        assert played.events_of(Struck)[0].kept == 4
        assert (played.unit("target").own.engine.damage, played.unit("target").figures) == (4, 4)
        assert played.unit("behind").figures == 1
    else:
        assert landed(played).struck == ()
        assert landed(played).stopped == ""


def test_a_bombard_destroys_a_gun_with_one_hit() -> None:
    """CM-CATAPULT-03: 6 points against 5."""
    target = red("target", 4, at=(48, 40), troop="heavy_field_gun")
    played = fired(field(gun(troop="bombard"), target), aim("gun", 0, 10, "white"))
    assert (played.unit("target").figures, played.unit("target").fallen) == (0, 4)


@pytest.mark.parametrize("kind", ["river", "stream"])
def test_water_stops_a_bounce_but_not_the_level_flight(kind: str) -> None:
    """CM-GUN-18: not in the first section of the colour named, nor in the other colour."""
    assert stopped(strip(kind, (40, 38), (56, 38)), colour="white") == (36, "")
    assert stopped(strip(kind, (40, 38), (56, 38)), colour="black") == (36, "")
    assert stopped(strip(kind, (40, 24.5), (56, 24.5)), colour="white") == (25, "CM-GUN-18")
    assert stopped(strip(kind, (40, 29), (56, 29)), colour="black") == (36, ""), "the first black section"
    assert stopped(strip(kind, (40, 16), (56, 16)), colour="black") == (33.5, "CM-GUN-18")


def test_a_pond_is_water_and_a_marsh_is_not() -> None:
    """CM-GUN-18."""
    assert stopped(piece("pond", 40, 24, 56, 25)) == (25, "CM-GUN-18")
    assert stopped(piece("marsh", 40, 24, 56, 25)) == (36, "")


# ---------------------------------------------------------------- bombards


def test_a_bombard_may_fire_as_a_catapult_does() -> None:
    """CM-GUN-10, CM-GUN-19: a heavy catapult's circle, over whatever is between, with its dice."""
    position = field(gun(troop="bombard"), at(30), features=[piece("hill", 40, 30, 56, 40)])
    played = play(position, Artillery(("blue",)), aim("gun", 0, 30))
    assert [pool.label for pool in played.roll.pools] == ["over", "under"]
    shot = landed(played.then("3 | 3"))
    assert shot.marks == (Covered(Disc(inches(48), inches(20), inches(1.75))),)
    assert shot.struck == (("mark", 1),)
    assert "CM-GUN-19" in shot.rules


@pytest.mark.parametrize("distance", [23, 43])
def test_a_bombards_circle_falls_between_24_and_42_inches(distance: float) -> None:
    """CM-GUN-19."""
    assert "CM-GUN-19" in refused(field(gun(troop="bombard"), at(30)), aim("gun", 0, distance))


def test_a_bombard_does_not_call_a_point_in_woods() -> None:
    """CM-GUN-11: it is a cannon still."""
    woods = piece("woods", 40, 15, 56, 25)
    assert refused(field(gun(troop="bombard"), at(10), features=[woods]), aim("gun", 0, 30)) == {"CM-GUN-11"}


# ---------------------------------------------------------------- for captains and previews


def test_the_outlook_weighs_every_face_of_the_variation_die() -> None:
    """CM-GUN-13: straight on two faces of six."""
    position = field(gun(), at(29.5))
    found = outlook(position, position.units["gun"], Pointed(0, inches(29.5), "white"))
    assert dict(found.figures)["mark"] == pytest.approx((4 / 6, 2 / 6))
    machine = field(gun(), red("target", 4, at=(48, 40), troop="heavy_field_gun"))
    found = outlook(machine, machine.units["gun"], Pointed(0, inches(10), "white"))
    assert dict(found.machines)["target"] == pytest.approx(1)
    assert found.foes == pytest.approx(4 * 4 / 5)


def test_a_footprint_is_the_shot_that_would_be_fired() -> None:
    """CM-GUN-14."""
    position = field(gun(), file_of("foot", near=24, figures=4))
    shown = footprint(position, position.units["gun"], Pointed(0, inches(25), "white"))
    shot = landed(fired(position, aim("gun", 0, 25, "white")))
    assert shown.marks == shot.marks
    assert shown.figures == (("foot", (0, 1, 2, 3)),)
    assert flight(position, position.units["gun"], Pointed(0, inches(25), "white"), 1).figures == ()


def test_the_field_of_fire_of_a_bombard_shows_both_ways() -> None:
    """CM-GUN-08, CM-GUN-19."""
    bombard = gun(troop="bombard")
    assert [shown.label for shown in field_of_fire(field(bombard), bombard)] == ["bombard 42″", "bombard 24″ to 42″"]


def test_random_and_suggested_shots_are_legal() -> None:
    """Whatever is sampled or suggested is obeyed."""
    guns = [gun(), blue("bombard", 4, at=(40, 51), troop="bombard", facing=20)]
    foes = [red("foot", 20, files=10, at=(50, 20)), red("horse", 8, files=4, at=(60, 30), troop="knights")]
    woods = piece("woods", 46, 10, 50, 19)
    asked = play(field(*guns, *foes, features=[woods]), FIRING)
    answers = [CHAINMAIL.sample(asked.battle, asked.decision, Random(seed)) for seed in range(80)]
    assert len({str(answer) for answer in answers}) > 20
    suggested = list(CHAINMAIL.suggest(asked.battle, asked.decision))
    assert suggested[-1] == FINISH
    assert len(suggested) > 3
    for answer in (*answers, *suggested):
        assert CHAINMAIL.reasons(asked.battle, Reply("blue", asked.decision.id, answer)) == []


@pytest.mark.parametrize("engine", sorted(PIECES))
def test_an_engine_pointed_at_a_figure_is_pointed_within_its_limits(engine: str) -> None:
    """CM-CATAPULT-11, CM-GUN-12: the nearest whole inch, or the very point."""
    call = PIECES[engine].call
    pointed = pointed_at(gun(troop=engine), inches(48), inches(29.4), "" if call else "white")
    assert pointed.bearing == 0
    assert pointed.distance == (max(call.least, inches(21)) if call else inches(20.6))
