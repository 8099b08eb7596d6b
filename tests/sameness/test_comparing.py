"""What the comparison lets pass, and what it does not."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Choose, Option, Zone
from schiltron.battle.state.event import Parted, Rolled
from schiltron.battle.state.order import Dice
from schiltron.battle.state.tally import Term
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.artillery.cannon import VARIATION
from schiltron.rulesets.chainmail.camps import way_in
from schiltron.rulesets.chainmail.state import Baggage
from tests.rulesets.battlesystem import positions as system
from tests.rulesets.by_this_axe import positions as axe
from tests.sameness.changes import CHANGES, Mirrored, Shifted, Turned, home_edge
from tests.sameness.comparing import differences
from tests.sameness.exceptions import apart_from, other_edges
from tests.sameness.playing import ROOM
from tests.sameness.rewriting import changed
from tests.whole_battles.recruits import opening, positions


def test_a_list_in_another_order_is_another_list() -> None:
    assert differences("asked are blue, red", "asked are red, blue")
    assert differences(("blue-1", "blue-2"), ("blue-2", "blue-1"))
    assert not differences("moves 3.46″, then 2″", "moves 3.47″, then 2″")


def test_the_left_hand_is_offered_first_in_a_mirror_too() -> None:
    battle = opening("open-field")
    ends = tuple(Option(key, f"From the {key} end") for key in ("left", "right"))
    asked = Choose(seat="blue", prompt="Which end?", rules=(), options=ends)
    assert changed(asked, Mirrored(battle), battle) == asked


def test_who_leans_excuses_nobody_else() -> None:
    """Only what is about the leaning unit is left out of the comparison."""
    battle = next(one for number, one in enumerate(positions(opening("open-field"), 1)) if number == 60)
    one, other, third = list(battle.standing())[:3]
    moved = replace(other, place=OnTable(other.pose.advanced(3000)))
    parted = Parted(unit=other.id, other=third.id)

    def left(battle, *events: Parted):
        return apart_from(Obeyed(battle, events), battle, {one.id})

    assert not differences(
        left(battle), left(battle.with_unit(replace(one, figures=1)), Parted(unit=one.id, other="x"))
    )
    assert differences(left(battle), left(battle.with_unit(moved)))
    assert differences(left(battle), left(battle, parted))


def test_who_has_another_edge_nearest_excuses_nobody_else() -> None:
    """TA-MORALE-24: of two units one stands near the middle of a table that is then shifted."""
    units = (axe.blue("near", 6, at=(48, 50)), axe.blue("between", 6, at=(48, 30.5)), axe.red("far", 6, at=(48, 10)))
    battle = axe.field(*units, size=(96, 60))
    here, there = (changed(battle, Shifted(battle, *way, ROOM), battle) for way in ((0, 0), (1_301, -2_127)))
    assert other_edges(here, there) == {"between"}
    assert not other_edges(here, here)


def test_zones_keep_their_edges_when_the_table_is_shifted() -> None:
    """BS-7.15-01: who routs runs to the edge of his side."""
    for size, zones in (
        ((96, 60), (Zone(0, 50_000, 96_000, 60_000), Zone(0, 0, 96_000, 10_000))),
        ((60, 96), (Zone(0, 0, 10_000, 96_000), Zone(50_000, 0, 60_000, 96_000))),
    ):
        sides = tuple(zip(("blue", "red"), zones, strict=True))
        battle = system.field(system.blue("men", 6, at=(48, 20)), size=size, zones=sides)
        here, there = (changed(battle, Shifted(battle, *way, ROOM), battle) for way in ((0, 0), (1_301, -2_127)))
        edges = [[home_edge(one, zone) for _, zone in one.own.zones] for one in (battle, here, there)]
        assert edges[0] == edges[1] == edges[2]


def test_a_camp_goes_round_with_the_table() -> None:
    battle = opening("field-of-lamps")
    battle = replace(battle, own=replace(battle.own, baggage=(Baggage("blue", 12_000), Baggage("red", 30_000))))
    for kind in (CHANGES[name] for name in ("turned by 90", "turned by 180", "mirrored")):
        change = kind(battle)
        there = changed(battle, change, battle)
        for here, camp in zip(battle.own.baggage, there.own.baggage, strict=True):
            ends = {change.point(round(x), round(y)) for x, y in way_in(battle, here).coords}
            assert {(round(x), round(y)) for x, y in way_in(there, camp).coords} == ends
    again = battle
    for _ in range(4):
        again = changed(again, Turned(again, 1), again)
    assert again.own.baggage == battle.own.baggage


def test_the_die_of_a_cannon_runs_the_other_way_in_a_mirror() -> None:
    """CM-GUN-13: its marks swing the dowel from left to right, as far for a one as for a six."""
    assert all(VARIATION[face] == -VARIATION[7 - face] for face in VARIATION)
    battle = opening("powder-and-stones")
    roll = Roll("variation", (Pool(1, 6, SumOf(), "variation"),), ("CM-GUN-13",), id="4")
    battle = replace(battle, roll=roll, decisions=())
    mirror, thrown = Mirrored(battle), (Thrown(((2, 1),), (2,)),)
    mirrored = (Thrown(((5, 1),), (5,)),)
    assert changed(Dice("4", thrown), mirror, battle) == Dice("4", mirrored)
    assert changed(Rolled(roll=roll, pools=thrown), mirror, battle).pools == mirrored
    assert changed(Term("die 2", 500, "CM-GUN-13"), mirror, battle) == Term("die 5", -500, "CM-GUN-13")
