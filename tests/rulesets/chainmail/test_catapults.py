"""Catapult fire: who may fire, what may be called, where the circle falls and whom it kills."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Commanded, Pointed
from schiltron.battle.state.event import Covered, Declared, Fell, Landed, Struck
from schiltron.battle.state.order import Reply
from schiltron.rulesets.chainmail.artillery.damage import standing
from schiltron.rulesets.chainmail.artillery.outlook import outlook
from schiltron.rulesets.chainmail.artillery.phase import Artillery
from schiltron.rulesets.chainmail.artillery.pointing import field_of_fire, footprint
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.engines import crew as hands
from schiltron.rulesets.chainmail.engines import defense, ranges, rate_of_fire
from schiltron.rulesets.chainmail.fire.phase import Missiles, TakeOff
from schiltron.rulesets.chainmail.losses import clear
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.initiative import Initiative
from schiltron.rulesets.chainmail.sequence import HANDLERS, TURN
from schiltron.rulesets.chainmail.state import GUARDING, Battle, Flight, Scene, Unit, with_engine
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from schiltron.table.shapes import Disc, rings_of
from tests.rulesets.chainmail.positions import aim, blue, field, locked, piece, play, red, rules, shoot

FIRING = Artillery(("blue", "red"))


def light(name: str = "light", crew: int = 4, **more: Any) -> Unit:
    """A light catapult whose muzzle is at (48, 50)."""
    return blue(name, crew, at=(48, 51.25), troop="light_catapult", **more)


def heavy(name: str = "heavy", crew: int = 4, **more: Any) -> Unit:
    """A heavy catapult whose muzzle is at (48, 50)."""
    return blue(name, crew, at=(48, 51.25), troop="heavy_catapult", **more)


def foot(name: str = "foot", *, middle: float = 30, figures: int = 10, files: int = 5) -> Unit:
    """Red foot whose front rank stands on a line, figure three of five straight before the catapult."""
    return red(name, figures, files=files, at=(48, middle + 0.375))


# ---------------------------------------------------------------- the circle


def test_every_figure_wholly_or_partly_under_the_circle_dies() -> None:
    """CM-CATAPULT-02: the circle of a light catapult is 2 inches across (CM-CATAPULT-01) and covers three files of
    two ranks, most of them in part."""
    played = play(field(light(), foot(), scatter="called"), FIRING, aim("light", 0, 20))
    (landed,) = played.events_of(Landed)
    assert landed.marks == (Covered(Disc(inches(48), inches(30), inches(1))),)
    assert landed.struck == (("foot", 6),)
    assert "CM-CATAPULT-02" in landed.rules
    assert (played.unit("foot").figures, played.unit("foot").fallen) == (4, 6)


def test_the_circle_of_a_heavy_catapult_is_wider() -> None:
    """CM-CATAPULT-01: 3.5 inches across."""
    played = play(field(heavy(), foot(middle=25), scatter="called"), FIRING, aim("heavy", 0, 25))
    (landed,) = played.events_of(Landed)
    assert landed.marks == (Covered(Disc(inches(48), inches(25), inches(1.75))),)
    assert played.unit("foot").figures == 0


def test_friends_die_as_enemies_do_even_in_a_melee() -> None:
    """CM-CATAPULT-02; CM-MELEE-34: a stray circle kills in a melee as well."""
    friends = blue("friends", 3, at=(48, 28.875), files=3)
    position = field(
        light(),
        foot(figures=3, files=3),
        friends,
        contacts=[locked("friends", "foot")],
        scatter="called",
    )
    played = play(position, FIRING, aim("light", 0, 20))
    assert played.events_of(Landed)[0].struck == (("friends", 3), ("foot", 3))
    assert [event.unit for event in played.events_of(Fell)] == ["friends", "foot"]


def test_it_throws_over_hills_and_friends_at_no_penalty() -> None:
    """CM-CATAPULT-09: all of its fire is indirect."""
    between = (blue("shield", 20, files=20, at=(48, 45)),)
    position = field(light(), foot(), *between, features=[piece("hill", 30, 34, 70, 42, levels=2)], scatter="called")
    played = play(position, FIRING, aim("light", 0, 20))
    assert played.events_of(Landed)[0].struck == (("foot", 6),)
    assert refused(position, aim("light", 0, 20, "white")) == {"CM-CATAPULT-09"}


def test_a_roof_keeps_the_stone_off_and_trees_do_not() -> None:
    """CM-CATAPULT-10: substantial overhead cover."""
    house = piece("building", 40, 25, 48.4, 35)
    played = play(field(light(), foot(), features=[house], scatter="called"), FIRING, aim("light", 0, 20))
    assert played.events_of(Landed)[0].struck == (("foot", 2),), "only the file outside the house"
    assert "CM-CATAPULT-10" in played.events_of(Landed)[0].rules
    woods = piece("woods", 40, 25, 56, 35)
    played = play(field(light(), foot(), features=[woods], scatter="called"), FIRING, aim("light", 0, 20))
    assert played.events_of(Landed)[0].struck == (("foot", 6),)
    assert "CM-CATAPULT-10" not in played.events_of(Landed)[0].rules


# ---------------------------------------------------------------- over and under


@pytest.mark.parametrize(
    ("dice", "falls_at"),
    [("5 | 3", 25), ("4 | 4", 20), ("2 | 6", 14), ("1 | 2", 18)],
    ids=["over 5", "a tie", "under 6", "under 2"],
)
def test_the_higher_die_says_how_far_it_misses(dice: str, falls_at: int) -> None:
    """CM-CATAPULT-12: over 5, under 3 lands 5 inches beyond; 4 and 4 lands as called."""
    played = play(field(light(), foot()), FIRING, aim("light", 0, 20))
    assert [pool.label for pool in played.roll.pools] == ["over", "under"]
    assert played.roll.rules == ("CM-CATAPULT-12",)
    landed = played.then(dice).events_of(Landed)[0]
    assert landed.marks == (Covered(Disc(inches(48), inches(50 - falls_at), inches(1))),)
    assert landed.tallies[0].total == inches(falls_at)
    assert landed.struck == ((("foot", 6),) if falls_at == 20 else ())


def test_without_the_option_it_falls_as_called() -> None:
    """CM-CATAPULT-11, CM-CATAPULT-12."""
    played = play(field(light(), foot(), scatter="called"), FIRING, aim("light", 0, 20))
    assert played.over
    assert played.events_of(Landed)[0].tallies[0].rules == ("CM-CATAPULT-11",)


# ---------------------------------------------------------------- what may be called


def refused(position: Battle, answer: Commanded) -> set[str]:
    """The rules an order to fire breaks."""
    return rules(play(position, FIRING).refusal(answer))


@pytest.mark.parametrize(
    ("bearing", "distance", "broken"),
    [
        (0, 14, {"CM-CATAPULT-01", "CM-CATAPULT-11"}),
        (0, 31, {"CM-CATAPULT-01", "CM-CATAPULT-11"}),
        (0, 20.5, {"CM-CATAPULT-11"}),
        (45.001, 20, {"CM-CATAPULT-08"}),
        (-46, 20, {"CM-CATAPULT-08"}),
        (180, 10.5, {"CM-CATAPULT-08", "CM-CATAPULT-01", "CM-CATAPULT-11"}),
    ],
)
def test_calls_outside_arc_and_range_are_refused(bearing: float, distance: float, broken: set[str]) -> None:
    """CM-CATAPULT-11: whole inches within the range; CM-CATAPULT-08: 45 degrees to either side."""
    assert refused(field(light(), foot()), aim("light", bearing, distance)) == broken


@pytest.mark.parametrize("bearing", [-45, 0, 45])
@pytest.mark.parametrize("distance", [15, 30])
def test_calls_up_to_the_limits_are_obeyed(bearing: float, distance: float) -> None:
    """CM-CATAPULT-01, CM-CATAPULT-08."""
    played = play(field(light(), foot(), scatter="called"), FIRING, aim("light", bearing, distance))
    assert played.events_of(Declared)[0].unit == "light"


def test_a_heavy_catapult_reaches_from_24_to_48_inches() -> None:
    """CM-CATAPULT-01."""
    assert [tally.total for tally in ranges(heavy())] == [inches(24), inches(48)]
    assert refused(field(heavy(), foot()), aim("heavy", 0, 23)) == {"CM-CATAPULT-01", "CM-CATAPULT-11"}


def test_other_orders_are_refused_with_a_reason() -> None:
    asked = play(field(light(), foot()), FIRING)
    assert asked.decision.actors == ("light",)
    assert asked.refusal(shoot("light", at="foot"))
    assert asked.refusal(Commanded("light", "fire"))
    assert asked.refusal(aim("foot", 180, 20))
    assert asked.refusal(aim("nobody", 0, 20))
    assert asked.refusal(aim("light", 0, 20, "green"))


# ---------------------------------------------------------------- rate of fire


def fires(unit: Unit, turn: int) -> bool:
    return bool(play(field(unit, foot(), turn=turn), FIRING).battle.decisions)


@pytest.mark.parametrize(("engine", "loaded"), [(light, 5), (heavy, 6)])
def test_light_catapults_fire_every_second_turn_and_heavy_ones_every_third(
    engine: Callable[..., Unit], loaded: int
) -> None:
    """CM-CATAPULT-04."""
    shot = engine(last_shot=3, turns_still=9)
    assert [turn for turn in range(3, 9) if fires(shot, turn)] == list(range(loaded, 9))


def test_it_is_loaded_at_the_start_of_play_and_then_reloads() -> None:
    """CM-CATAPULT-04: and it fires once a turn."""
    played = play(field(light(), foot(), scatter="called"), FIRING, aim("light", 0, 20))
    assert played.over
    assert (played.unit("light").own.past.last_shot, played.unit("light").own.turn.shots) == (1, 1)


def test_one_that_was_moved_is_not_ready() -> None:
    """CM-CATAPULT-05: two turns on one spot for a light one, three for a heavy one, and not this turn either."""
    assert [still for still in range(5) if fires(light(turns_still=still), 9)] == [2, 3, 4]
    assert [still for still in range(5) if fires(heavy(turns_still=still), 9)] == [3, 4]
    assert not fires(light(turns_still=5, moved=True), 9)
    assert not fires(light(turns_still=0, moved=True), 1), "it had to move into position (CM-CATAPULT-04)"
    assert fires(light(turns_still=1), 2), "it has stood since the start of play (CM-CATAPULT-04)"


def test_the_refusal_says_when_it_is_loaded_again() -> None:
    """CM-CATAPULT-04, CM-CATAPULT-05: each with its rule."""
    other = blue("other", 4, at=(40, 51.25), troop="light_catapult", turns_still=9)
    position = field(light(last_shot=3, turns_still=9, crew=3), other, foot(), turn=3)
    (reason,) = play(position, FIRING).refusal(aim("light", 0, 20))
    assert "turn 6" in reason.text
    assert reason.rules == ("CM-CATAPULT-04", "CM-CATAPULT-06")


@pytest.mark.parametrize(("figures", "extra"), [(4, 0), (3, 1), (2, 2), (1, 3), (6, 0)])
def test_each_missing_crewman_costs_a_turn(figures: int, extra: int) -> None:
    """CM-CATAPULT-06; CM-CATAPULT-07: more than four give no gain."""
    engine = light(crew=figures, last_shot=3, turns_still=20)
    assert rate_of_fire(engine).total == 2 + extra
    assert hands(engine).total == min(4, figures)
    assert not fires(engine, 3 + 1 + extra)
    assert fires(engine, 3 + 2 + extra)


def test_nobody_but_its_own_crew_serves_it() -> None:
    """CM-CATAPULT-07: a piece whose crew is gone is not served by the foot beside it."""
    empty = replace(light(), figures=0)
    assert not play(field(empty, blue("beside", 10, at=(50.5, 50)), foot()), FIRING).battle.decisions


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"flight": Flight("rout", 1, 1500, 1)}, "CM-MELEE-27"),
        ({"temper": "stands"}, "CM-HIST-17"),
        ({"marks": (GUARDING,)}, "CM-MELEE-42"),
    ],
)
def test_crews_with_something_else_to_do_do_not_fire(changed: dict[str, Any], rule: str) -> None:
    other = blue("other", 4, at=(40, 51.25), troop="light_catapult")
    position = field(light(**changed), other, foot())
    assert rule in refused(position, aim("light", 0, 20))


def test_a_crew_in_melee_does_not_fire() -> None:
    position = field(light(), foot(), red("raiders", 4, at=(48, 50)), contacts=[locked("raiders", "light")])
    assert not play(position, FIRING).battle.decisions


def test_without_an_enemy_in_the_arc_nobody_is_asked() -> None:
    """CM-CATAPULT-08."""
    assert not play(field(light(), red("behind", 5, at=(48, 58))), FIRING).battle.decisions


# ---------------------------------------------------------------- machines


def test_hits_on_machines_are_counted_in_siege_points() -> None:
    """CM-CATAPULT-03: a small catapult bears 3 points, and a small one takes 2 of them with each hit."""
    target = red("target", 4, at=(48, 30), troop="light_catapult")
    played = play(field(light(), target, scatter="called"), Artillery(("blue",)), aim("light", 0, 20))
    (hit,) = played.events_of(Struck)
    assert (hit.target, hit.kept, hit.tallies[0].total, hit.rules) == ("target", 2, 1, ("CM-CATAPULT-03",))
    assert (played.unit("target").own.engine.damage, played.unit("target").figures) == (2, 4)
    worn = with_engine(target, damage=2)
    played = play(field(light(), worn, scatter="called"), Artillery(("blue",)), aim("light", 0, 20), TakeOff())
    assert (played.unit("target").figures, standing(played.unit("target")).total) == (0, -1)


def test_each_machine_bears_what_the_siege_tables_say() -> None:
    """CM-CATAPULT-03: cannon and large catapults 5, small ones 3; a wagon as a structure of wood."""
    machines = ("light_catapult", "heavy_catapult", "heavy_field_gun", "bombard", "wagon")
    assert [defense(red("machine", 4, at=(0, 0), troop=troop)) for troop in machines] == [3, 5, 5, 5, 10]


def test_machines_under_a_roof_are_safe() -> None:
    """CM-CATAPULT-10."""
    target = red("target", 4, at=(48, 30), troop="light_catapult")
    house = piece("building", 40, 25, 56, 35)
    played = play(field(light(), target, features=[house], scatter="called"), Artillery(("blue",)), aim("light", 0, 20))
    assert played.unit("target").own.engine.damage == 0


# ---------------------------------------------------------------- both sides at one moment


def test_artillery_fires_after_the_moves_and_before_missiles_and_melees() -> None:
    """CM-TURN-05 and, with written orders, CM-TURN-12."""
    names = [entry.name for entry in TURN]
    assert names.index("last_move") < names.index("movement") < names.index("artillery") < names.index("missiles")
    for system in ("move_counter_move", "simultaneous"):
        scene = Scene(field(light(), foot(), turn_system=system))
        begin = HANDLERS[BeginTurn].do
        assert begin is not None
        begin(scene, BeginTurn())
        kinds = [type(step) for step in scene.battle.agenda]
        moves = WriteOrders if system == "simultaneous" else Initiative
        order = [kinds.index(kind) for kind in (moves, Artillery, Missiles, TakeOff, Melees)]
        assert order == sorted(order)


def test_each_side_fires_its_engines_one_by_one() -> None:
    """CM-TURN-05."""
    theirs = red("theirs", 4, at=(48, 28.75), troop="light_catapult")
    other = blue("other", 4, at=(40, 51.25), troop="light_catapult")
    played = play(field(light(), other, theirs, scatter="called"), FIRING)
    assert (played.decision.seat, played.decision.actors) == ("blue", ("light", "other"))
    played = played.then(aim("light", 0, 25))
    assert played.decision.actors == ("other",)
    played = played.then(FINISH)
    assert (played.decision.seat, played.decision.actors) == ("red", ("theirs",))
    assert played.then(FINISH).over


def test_a_machine_destroyed_in_this_step_still_fires() -> None:
    """CM-TURN-09: from the strength at the end of movement; then all are taken off together."""
    theirs = red("theirs", 4, at=(48, 28.75), troop="light_catapult", damage=2)
    played = play(field(light(), theirs, scatter="called"), FIRING, aim("light", 0, 20))
    assert played.unit("theirs").figures == 0
    assert played.decision.actors == ("theirs",)
    played = played.then(aim("theirs", 180, 21))
    assert played.unit("light").own.engine.damage == 2
    scene = Scene(played.battle)
    clear(scene, ("CM-TURN-09",))
    assert not scene.battle.units["theirs"].on_table
    assert scene.battle.units["light"].on_table


def test_nobody_dies_twice() -> None:
    """CM-TURN-09: the dead keep their places until they are taken off, and a second circle kills only the others."""
    second = blue("second", 4, at=(48, 56.25), troop="light_catapult")
    position = field(light(), second, foot(), scatter="called")
    played = play(position, FIRING, aim("light", 0, 20), aim("second", 0, 25))
    assert [landed.struck for landed in played.events_of(Landed)] == [(("foot", 6),), ()]
    played = play(position, FIRING, aim("light", 0, 20), aim("second", 3, 25))
    assert played.events_of(Landed)[1].struck == (("foot", 2),), "the next file to the right"
    assert (played.unit("foot").figures, played.unit("foot").fallen) == (2, 8)
    scene = Scene(played.battle)
    clear(scene, ("CM-TURN-09",))
    assert (scene.battle.units["foot"].bodies, scene.battle.units["foot"].own.turn.struck) == (2, ())


# ---------------------------------------------------------------- for captains and previews


def test_the_outlook_weighs_every_fall_of_the_dice() -> None:
    """CM-CATAPULT-12: a tie comes in one throw of six, and no miss of an inch or more leaves anybody under it."""
    position = field(light(), foot(figures=5))
    found = outlook(position, position.units["light"], Pointed(0, inches(20)))
    assert dict(found.figures)["foot"][3] == pytest.approx(6 / 36)
    assert found.foes >= 0.5
    assert found.friends == 0
    called = field(light(), foot(), scatter="called")
    assert outlook(called, called.units["light"], Pointed(0, inches(20))).worth == 6


def test_a_footprint_shows_what_a_call_would_strike() -> None:
    """CM-CATAPULT-02: the very circle that kills."""
    position = field(light(), foot())
    shown = footprint(position, position.units["light"], Pointed(0, inches(20)))
    assert shown.figures == (("foot", (1, 2, 3, 6, 7, 8)),)
    assert footprint(position, position.units["light"], Pointed(0, inches(20)), 6).figures == ()


def test_the_field_of_fire_is_a_sector_between_two_ranges() -> None:
    """CM-CATAPULT-01, CM-CATAPULT-08."""
    (shown,) = field_of_fire(field(light(), size=(200, 200)), light())
    assert shown.label == "light catapult 15″ to 30″"
    ys = [y for ring in rings_of(shown.shape) for _, y in ring]
    assert (min(ys), max(ys)) == (inches(20), pytest.approx(inches(50 - 15 / 2**0.5), abs=2))


def test_random_and_suggested_shots_are_legal() -> None:
    """Whatever is sampled or suggested is obeyed."""
    position = field(light(), heavy_at(30), foot(), foot("far", middle=12))
    asked = play(position, FIRING)
    answers = [CHAINMAIL.sample(asked.battle, asked.decision, Random(seed)) for seed in range(60)]
    assert len({str(answer) for answer in answers}) > 20
    suggested = list(CHAINMAIL.suggest(asked.battle, asked.decision))
    assert suggested[-1] == FINISH
    assert len(suggested) > 2
    for answer in (*answers, *suggested):
        assert CHAINMAIL.reasons(asked.battle, Reply("blue", asked.decision.id, answer)) == []


def heavy_at(x: float) -> Unit:
    return blue("heavy", 4, at=(x, 51.25), troop="heavy_catapult", facing=30)


def test_a_call_beside_straight_ahead_falls_along_its_bearing() -> None:
    """CM-CATAPULT-11: along the long side of the triangle."""
    played = play(field(light(), foot(), scatter="called"), FIRING, aim("light", 30, 20))
    (mark,) = played.events_of(Landed)[0].marks
    assert mark.shape == Disc(inches(58), round(inches(50) - 20_000 * 0.866025403784), inches(1))
