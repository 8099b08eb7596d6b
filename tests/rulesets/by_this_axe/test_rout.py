"""Turning to flee, running, meeting others on the way, leaving the table."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Compelled, Formed, Marked, Moved, Parted, Removed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.field import is_routed
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import Checks, Flights
from schiltron.table.lengths import degrees
from schiltron.table.outline import gap, overlapping
from tests.rulesets.by_this_axe.positions import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Played,
    ahead,
    blue,
    choose,
    field,
    hero,
    locked,
    march,
    piece,
    place,
    play,
    red,
    rules,
    shoot,
    strip,
    turn,
)

FIRE, RUN, AFTER_MELEE = Checks("ranged"), Flights("ranged"), Flights("melee")


def shot(name: str = "spears", figures: int = 8, **more: Any) -> Unit:
    """A unit that has to check after fire."""
    line = {"files": 4, "at": (24, 20), "original": figures + 3, "lost": 3, "lost_now": 3, **more}
    return blue(name, figures, **line)


def routed(name: str = "spears", figures: int = 8, **more: Any) -> Unit:
    """A unit in flight since an earlier turn."""
    return blue(name, figures, **{"files": 4, "at": (24, 20), "facing": SOUTH, "marks": ("routed",), **more})


def broken(name: str = "spears", figures: int = 8, **more: Any) -> Unit:
    """A unit that has just broken and turned about."""
    unit = routed(name, figures, **more)
    return replace(unit, own=replace(unit.own, flight=unit.pose.heading))


def sound(battle: Battle) -> bool:
    """Nobody stands on anybody else, and everybody on the table."""
    board = battle.board
    assert board is not None
    standing = list(battle.standing())
    apart = not any(overlapping(one.outline, two.outline) for one, two in combinations(standing, 2))
    return apart and all(board.holds(unit.outline) for unit in standing)


# ---------------------------------------------------------------- breaking


def test_a_unit_that_fails_turns_about_on_its_ground_and_runs_in_step_c() -> None:
    """TA-MORALE-23: 180 degrees at once, then 1d6 inches to its rear on foot."""
    start = play(field(shot(), phase="ranged"), FIRE, RUN)
    failed = start.then("6")
    assert place(failed.unit("spears")) == (24, 22, 180)
    assert failed.events_of(Formed)[0].why == "turn to flee"
    assert failed.roll.pools[0].count == 1
    assert "TA-MORALE-23" in failed.roll.rules
    ran = failed.then("5")
    assert place(ran.unit("spears")) == (24, 27, 180)
    assert ran.events_of(Compelled)[0].action == "flee"
    assert "TA-MORALE-23" in ran.events_of(Moved)[-1].rules
    assert ran.over


def test_mounted_units_run_two_dice() -> None:
    """TA-MORALE-23."""
    start = play(field(shot(mounted=True), phase="ranged"), FIRE, RUN, "6")
    assert start.roll.pools[0].count == 2
    assert place(start.then("5 4").unit("spears"))[:2] == (24, 24 + 9)


def test_a_short_rank_keeps_the_ground_of_the_whole() -> None:
    """TA-MORALE-23: the full ranks stand to the new front, within the same length and breadth."""
    failed = play(field(shot(figures=6), phase="ranged"), FIRE, "6")
    assert place(failed.unit("spears")) == (24, 22, 180)


def test_a_unit_without_room_to_turn_turns_as_it_runs() -> None:
    """TA-MORALE-23: friends stand close on both sides of a short rear rank."""
    left, right = blue("bows", 1, at=(22.5, 21)), blue("axes", 1, at=(25.5, 21))
    failed = play(field(shot(figures=6), left, right, phase="ranged"), FIRE, "6", "1", "1")
    assert place(failed.unit("spears")) == (24, 20, 0)
    assert failed.events_of(Ruled)
    ran = play(failed.battle, RUN, "5")
    assert place(ran.unit("spears")) == (24, 27, 180)
    assert sound(ran.battle)


def test_the_first_flight_is_not_shortened_by_the_ground() -> None:
    """TA-MORALE-23: terrain does not shorten the rolled move."""
    woods = piece("woods", 15, 22.5, 35, 40)
    played = play(field(shot(), features=[woods], phase="ranged"), FIRE, RUN, "6", "6")
    assert place(played.unit("spears")) == (24, 28, 180)


def test_a_rout_breaks_contact_and_the_enemy_stays() -> None:
    """TA-MORALE-27: no pursuit, no free attack; both are free."""
    foe = red("axes", 8, files=4, at=(24, 20))
    unit = shot(struck=("rear",))
    position = field(unit, foe, contacts=[locked("axes", "spears")], phase="melee")
    played = play(position, Checks("melee"), AFTER_MELEE, "6", "4")
    assert played.battle.engagements == ()
    (parted,) = played.events_of(Parted)
    assert parted.rules == ("TA-MORALE-27",)
    assert place(played.unit("axes")) == place(foe)
    assert place(played.unit("spears")) == (24, 26, 180)
    assert played.over


def test_each_unit_runs_once_a_turn() -> None:
    """TA-TURN-07: in step c of the phase it broke in; who ran before moves in the Ranged Combat Phase only."""
    assert play(field(routed(), phase="melee"), AFTER_MELEE).over
    assert not play(field(routed(), phase="melee"), AFTER_MELEE).events_of(Moved)
    ran = play(field(routed(), phase="ranged"), RUN)
    assert ran.events_of(Moved)[0].rules == ("TA-MORALE-24", "TA-TURN-07")
    first = play(field(broken(), phase="movement"), Flights("movement"), "2")
    assert len(first.events_of(Moved)) == 1
    assert not play(first.battle, Flights("movement"), Flights("melee")).events_of(Moved)


# ---------------------------------------------------------------- running on


@pytest.mark.parametrize(
    ("line", "command", "distance"),
    [
        ({}, "none", 10),
        ({"armour": "heavy"}, "none", 8),
        ({"mounted": True}, "none", 14),
        ({}, "cards", 5),
        ({"musician": True}, "none", 11),
    ],
)
def test_later_turns_a_full_move_towards_the_nearest_edge(line: Any, command: str, distance: float) -> None:
    """TA-MORALE-24: doubled where cards are not used."""
    ran = play(field(routed(at=(36, 30), **line), phase="ranged", command=command), RUN)
    assert place(ran.unit("spears")) == (36, 30 + distance, 180)


@pytest.mark.parametrize(
    ("at", "end"),
    [((36, 20), NORTH), ((36, 30), SOUTH), ((9, 24), WEST), ((60, 24), EAST)],
)
def test_it_turns_towards_the_nearest_edge(at: tuple[float, float], end: float) -> None:
    """TA-MORALE-24: whichever way it looked."""
    ran = play(field(routed(at=at, facing=45, armour="heavy"), phase="ranged", command="cards"), RUN)
    assert place(ran.unit("spears"))[2] == end


def test_of_two_edges_as_near_the_one_before_it() -> None:
    """TA-MORALE-24: the smaller turn."""
    unit = routed(at=(10.5, 11), files=1, figures=1, facing=WEST)
    ran = play(field(unit, phase="ranged", command="cards", size=(48, 48)), RUN)
    assert place(ran.unit("spears"))[2] == WEST


def test_the_ground_takes_its_losses_from_later_flights() -> None:
    """TA-MORALE-24: normal terrain losses; a hedge takes one inch, and woods what a die says."""
    hedge = strip("hedge", (0, 30), (72, 30), width=0.25)
    ran = play(field(routed(at=(36, 26)), features=[hedge], phase="ranged"), RUN)
    assert place(ran.unit("spears")) == (36, 35, 180)
    woods = piece("woods", 20, 28, 50, 47)
    into = play(field(routed(at=(36, 26)), features=[woods], phase="ranged"), RUN)
    assert into.roll.pools[0].count == 1
    assert place(into.then("5").unit("spears")) == (36, 34, 180)
    assert into.then("5").over


def test_a_river_stops_it_for_a_turn() -> None:
    """TA-MORALE-24, TA-TERR-06, TA-TERR-07: it halts at the bank, and crosses next turn."""
    river = strip("river", (0, 32), (72, 32), width=2)
    first = play(field(routed(at=(36, 26)), features=[river], phase="ranged", turn=2), RUN)
    x, y, _ = place(first.unit("spears"))
    assert (x, round(y, 1)) == (36, 31)
    again = play(first.battle, RUN)
    assert place(again.unit("spears")) == place(first.unit("spears"))
    second = play(replace(first.battle, turn=3), RUN)
    assert place(second.unit("spears"))[1] == pytest.approx(35, abs=0.1)


# ---------------------------------------------------------------- others on the way


def test_it_passes_through_friends() -> None:
    """TA-MORALE-24: and they stand where they stood."""
    friend = blue("bows", 4, at=(36, 28))
    ran = play(field(routed(at=(36, 26)), friend, phase="ranged"), RUN)
    assert place(ran.unit("spears")) == (36, 36, 180)
    assert place(ran.unit("bows")) == place(friend)


def test_who_would_halt_on_a_friend_runs_on_to_the_first_free_place() -> None:
    """TA-MORALE-24: beyond him, flush with his rear."""
    friend = blue("bows", 8, files=4, at=(36, 34))
    ran = play(field(routed(at=(36, 26)), friend, phase="ranged"), RUN)
    assert place(ran.unit("spears")) == (36, 38, 180)
    assert sound(ran.battle)


@pytest.mark.parametrize("x", [36, 37.3, 33.1])
def test_who_finds_friends_on_the_bank_halts_before_them_and_does_not_wade(x: float) -> None:
    """TA-MORALE-24, TA-TERR-06: the next free place lies across the water, which he has not waited at."""
    river = strip("river", (0, 34), (72, 34), width=2)
    friend = blue("bows", 12, files=6, at=(x, 31))
    ran = play(field(routed(at=(36, 26)), friend, features=[river], phase="ranged", turn=2), RUN)
    assert sound(ran.battle)
    assert place(ran.unit("spears"))[1] == pytest.approx(31, abs=0.3)


def test_where_no_place_is_free_beyond_it_halts_short() -> None:
    """TA-MORALE-24: friends stand up to the table edge, and on both sides."""
    wall = [blue(f"bows_{number}", 40, files=10, at=(5 + 10 * number, 44)) for number in range(7)]
    wall.append(blue("bows_7", 8, files=2, at=(71, 44)))
    ran = play(field(routed(at=(36, 36)), *wall, phase="ranged"), RUN)
    assert place(ran.unit("spears")) == (36, 44, 180)
    assert sound(ran.battle)


def test_it_goes_round_enemies() -> None:
    """TA-MORALE-24: of the finite fan of ways the one that leads farthest, and never into contact."""
    foe = red("axes", 6, files=3, at=(36, 32), facing=NORTH)
    ran = play(field(routed(at=(36, 26)), foe, phase="ranged"), RUN)
    _, y, heading = place(ran.unit("spears"))
    assert heading not in (180, 0)
    assert y > 30
    assert gap(ran.unit("spears").outline, foe.outline) > 0
    assert sound(ran.battle)


def test_an_enemy_who_bars_every_way_pens_it_in() -> None:
    """TA-MORALE-24: it stays, in rout; no die is thrown that could change nothing."""
    ring = [
        red("north", 8, files=8, at=(24, 20), facing=SOUTH),
        red("south", 8, files=8, at=(24, 22), facing=NORTH),
        red("east", 4, files=2, at=(26, 21), facing=WEST),
        red("west", 4, files=2, at=(22, 21), facing=EAST),
    ]
    stuck = play(field(broken(at=(24, 22)), *ring, phase="melee"), AFTER_MELEE)
    assert stuck.over
    assert stuck.events_of(Ruled)[0].rules == ("TA-MORALE-23", "TA-TURN-07")
    assert is_routed(stuck.unit("spears"))
    again = play(stuck.battle, RUN)
    assert place(again.unit("spears")) == (24, 22, 180)


def test_a_first_flight_stops_short_of_an_enemy_behind() -> None:
    """TA-MORALE-23, TA-MOVE-14: caught between two lines it runs as far as the gap lets it."""
    before = red("north", 30, files=30, at=(24, 20))
    behind = red("south", 60, files=60, at=(32, 25), facing=NORTH)
    ran = play(field(broken(at=(24, 22)), before, behind, phase="melee"), AFTER_MELEE, "6")
    assert place(ran.unit("spears")) == (24, 24, 180)


# ---------------------------------------------------------------- off the table


def test_who_reaches_the_edge_is_destroyed() -> None:
    """TA-MORALE-25."""
    ran = play(field(routed(at=(36, 40)), phase="ranged"), RUN)
    assert isinstance(ran.unit("spears").place, OffTable)
    assert ran.events_of(Removed)[0].rules == ("TA-MORALE-25",)


def test_the_first_flight_can_end_beyond_the_edge() -> None:
    """TA-MORALE-25: on the very edge is enough; an inch short is not."""
    off = play(field(broken(at=(36, 44)), phase="ranged"), RUN, "4")
    assert not off.unit("spears").on_table
    assert place(play(field(broken(at=(36, 44)), phase="ranged"), RUN, "3").unit("spears")) == (36, 47, 180)


def test_characters_with_it_are_lost_too() -> None:
    """TA-MORALE-25: and a general among them is missed (TA-MORALE-21)."""
    general = hero("arthur", "blue", with_="spears", roles=("general",), leadership=3)
    bors = hero("bors", "blue", with_="spears")
    ran = play(field(routed(at=(36, 40)), general, bors, phase="ranged"), RUN)
    assert [ran.unit(name).figures for name in ("spears", "arthur", "bors")] == [0, 0, 0]
    assert not any(isinstance(ran.unit(name).place, type(general.place)) for name in ("arthur", "bors"))
    (lost,) = ran.battle.own.leaders_lost
    assert (lost.side, lost.general) == ("blue", True)


def test_a_lone_character_runs_and_is_lost_like_a_unit() -> None:
    """TA-MORALE-25, TA-MORALE-29."""
    kay = hero("kay", "blue", at=(36, 46), facing=SOUTH, roles=("leader",), leadership=2)
    ran = play(field(replace(kay, marks=("routed",)), phase="ranged"), RUN)
    assert not ran.unit("kay").on_table
    assert len(ran.battle.own.leaders_lost) == 1


# ---------------------------------------------------------------- what it cannot do


def test_a_routed_unit_does_not_move_by_its_owners_will() -> None:
    """TA-MORALE-26: nor turn about; the mark says so when it breaks."""
    moves = play(
        field(routed(), blue("bows", 4, at=(50, 40)), red("axes", 4, at=(50, 5)), phase="movement"), Moves("blue")
    )
    assert "spears" not in moves.decision.actors
    for leg in (ahead(1), turn(180)):
        assert "TA-MORALE-26" in rules(moves.refusal(march("spears", leg)))
    failed = play(field(shot(), phase="ranged"), FIRE, "6")
    assert "TA-MORALE-26" in failed.events_of(Marked)[0].rules


def test_a_routed_unit_does_not_shoot() -> None:
    """TA-MORALE-26."""
    foe = red("axes", 4, at=(24, 30), facing=NORTH)
    bows = blue("bows", 4, at=(24, 40), ranged=("longbow",))
    fire = play(field(routed(ranged=("longbow",)), bows, foe, phase="ranged"), Fire(("blue",)))
    assert "TA-MORALE-26" in rules(fire.refusal(shoot("spears", at="axes")))


def test_who_attacks_a_routed_unit_has_its_rear_and_gets_no_answer() -> None:
    """TA-MORALE-28: +1 to hit, no shield, no blow back; it checks no more, and flees on in the next turn's step c."""
    foe = red("axes", 4, files=4, at=(24, 20), facing=NORTH)
    unit = routed(armour="medium", shield=True, at=(24, 20))
    position = field(unit, foe, contacts=[locked("axes", "spears", "rear")], phase="melee")
    struck = play(position, Melees(), Checks("melee"), AFTER_MELEE)
    assert struck.dice == [(4, 3)]
    saving = struck.then("1 1 1 1")
    assert saving.dice == [(4, 2)]
    after = saving.then("6 6 6 6", choose("rear"))
    assert after.over
    assert after.unit("spears").figures == 4
    assert after.battle.engagements
    fled = play(after.battle, RUN)
    assert fled.battle.engagements == ()
    assert fled.events_of(Moved)


# ---------------------------------------------------------------- whatever the position


def crowd(random: Random) -> Battle:
    """Units of both sides scattered over a small table, some of them in flight."""
    units: list[Unit] = []
    for number in range(60):
        make = random.choice((blue, red))
        figures = random.randint(1, 16)
        unit = make(
            f"unit_{number}",
            figures,
            files=random.randint(1, min(8, figures)),
            at=(random.uniform(2, 34), random.uniform(2, 34)),
            facing=random.choice((0, 90, 180, 270, random.uniform(0, 360))),
            mounted=random.random() < 0.3,
            marks=("routed",) if random.random() < 0.5 else (),
        )
        if random.random() < 0.4 and unit.marks:
            unit = replace(unit, own=replace(unit.own, flight=degrees(random.choice((0, 90, 137)))))
        position = field(*units, unit, size=(36, 36))
        if sound(position):
            units.append(unit)
    return field(*units, size=(36, 36), phase="ranged")


@pytest.mark.parametrize("seed", range(12))
def test_flight_never_leaves_two_bodies_on_one_place(seed: int) -> None:
    """TA-MORALE-24: turn after turn, in any crowd, to the last unit in flight."""
    random = Random(seed)
    battle = crowd(random)
    for number in range(6):
        played: Played = play(replace(battle, turn=number + 1), RUN)
        while not played.over:
            pools = played.roll.pools
            played = played.then(" ".join(str(random.randint(1, 6)) for _ in range(pools[0].count)))
        battle = replace(played.battle, roll=None)
        assert sound(battle)
