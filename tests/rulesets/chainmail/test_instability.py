"""Instability due to excess casualties."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Removed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.instability import Instability, Remain, surrounded
from schiltron.rulesets.chainmail.sequence import BeginTurn
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.outline import overlapping
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import Played, blue, field, locked, piece, play, red

FIRE, MELEE = Instability("fire"), Instability("melee")


def after_losses(original: int, figures: int, troop: str = "heavy_foot", **more: Any) -> Battle:
    return field(
        blue("enemy", 10, files=5, at=(70, 50)),
        red("foot", figures, files=6, at=(40, 20), troop=troop, original=original, **more),
    )


def needed(played: Played) -> int:
    return int(played.roll.purpose.rsplit(": ", 1)[1].split(" ", 1)[0])


@pytest.mark.parametrize(
    ("troop", "percent", "score"),
    [
        ("light_foot", 25, 8),
        ("light_horse", 25, 8),
        ("peasants", 25, 8),
        ("levies", 25, 8),
        ("heavy_foot", 33, 7),
        ("elite_heavy_foot", 33, 6),
        ("janissaries", 33, 6),
        ("armored_foot", 33, 6),
        ("mongols", 33, 6),
        ("medium_horse", 33, 7),
        ("swiss_pikemen", 50, 5),
        ("landsknechte", 50, 5),
        ("heavy_horse", 50, 6),
        ("norman_knights", 50, 6),
        ("knights", 50, 4),
    ],
)
def test_the_loss_table_says_when_and_what_for(troop: str, percent: int, score: int) -> None:
    """CM-MORALE-01, CM-MORALE-06: a unit of twelve checks when its losses exceed its share, not when they reach it."""
    share = {25: 3, 33: 4, 50: 6}[percent]
    assert play(after_losses(12, 12 - share, troop), FIRE).over
    assert needed(play(after_losses(12, 12 - share - 1, troop), FIRE)) == score
    assert troop in TROOPS


def test_who_reaches_the_score_stays_and_is_not_asked_again() -> None:
    """CM-MORALE-01, CM-MORALE-03."""
    played = play(after_losses(12, 7), FIRE, "3 4")
    assert played.events_of(Checked)[0].passed
    assert played.unit("foot").on_table
    assert play(played.battle, MELEE).over


def test_who_fails_is_removed_at_once() -> None:
    """CM-MORALE-04."""
    played = play(after_losses(12, 7), MELEE, "3 3")
    assert not played.unit("foot").on_table
    assert played.events_of(Removed)[0].rules == ("CM-MORALE-04",)


@pytest.mark.parametrize(
    ("troop", "figures", "gone"), [("light_foot", 7, False), ("light_foot", 6, True), ("heavy_foot", 4, True)]
)
def test_at_twice_the_percentage_a_unit_is_removed_without_a_check(troop: str, figures: int, gone: bool) -> None:
    """CM-MORALE-03: 50 percent for a 25 percent unit, two thirds for one of a third."""
    played = play(after_losses(12, figures, troop, times_judged=1), MELEE)
    assert played.over
    assert played.unit("foot").on_table is not gone
    if gone:
        assert played.events_of(Removed)[0].rules == ("CM-MORALE-03",)


def test_a_unit_of_fifty_percent_fights_to_the_last_figure() -> None:
    """CM-MORALE-03: twice fifty is all of them."""
    assert play(after_losses(12, 1, "knights", times_judged=1), MELEE).unit("foot").on_table


@pytest.mark.parametrize(
    ("troop", "original", "most"),
    [("light_foot", 12, 6), ("light_foot", 10, 5), ("light_foot", 9, 4), ("heavy_foot", 12, 4), ("heavy_foot", 10, 3)],
)
def test_who_loses_both_shares_in_one_blow_is_removed_as_well(troop: str, original: int, most: int) -> None:
    """CM-MORALE-03: losses of twice the percentage leave nothing to check; one figure more and it checks."""
    for figures in range(1, most + 1):
        for judged in (0, 1):
            played = play(after_losses(original, figures, troop, times_judged=judged), FIRE)
            assert not played.unit("foot").on_table
            assert not played.events_of(Checked)
            assert played.events_of(Removed)[0].rules == ("CM-MORALE-03",)
    assert not play(after_losses(original, most + 1, troop), FIRE).over
    assert play(after_losses(original, most + 1, troop, times_judged=1), FIRE).unit("foot").on_table


@pytest.mark.parametrize(("troop", "switch"), [("heavy_foot", "off"), ("armored_foot", "on")])
def test_who_is_removed_without_a_check_does_not_surrender(troop: str, switch: str) -> None:
    """CM-MORALE-03, CM-MORALE-05: it is those who fail that surrender when surrounded; here nobody takes prisoners."""
    played = play(ring(figures=4, troop=troop, prisoners="on", religious_orders=switch), MELEE)
    (removed,) = played.events_of(Removed)
    assert (removed.why, removed.rules) == ("too many lost", ("CM-MORALE-03",))
    assert not any(one.own.captives for one in played.battle.units.values())


def test_an_order_is_removed_without_a_check_as_others_are() -> None:
    """CM-MORALE-03: nothing calls for its surrender, so nothing is fought on (CM-HIST-30)."""
    battle = ring(figures=4, troop="armored_foot", own={"order": True}, religious_orders="on")
    assert not play(battle, FIRE).unit("foot").on_table


def test_losses_by_fire_are_judged_before_the_melees_and_those_of_melee_after() -> None:
    """CM-MORALE-02, CM-TURN-16: checks have no step of play of their own, but their moments are in the turn."""
    begun = play(after_losses(12, 7), BeginTurn())
    moments = [step for step in begun.battle.agenda if isinstance(step, Instability | Remain | Melees)]
    assert moments[0] in (FIRE, Remain("foot"))
    assert moments[1:] == [Melees(), MELEE]
    fired = play(after_losses(12, 7), FIRE, Melees(), MELEE)
    assert "CM-MORALE-02" in fired.roll.rules
    assert fired.battle.agenda[1:] == (Melees(), MELEE), "it is thrown for before any melee"


def test_fatigue_takes_one_off() -> None:
    """CM-FATIGUE-07."""
    assert needed(play(after_losses(12, 7, fatigued=True), FIRE)) == 8


# ---------------------------------------------------------------- surrounded


def ring(
    gap: float = 0,
    *,
    figures: int = 7,
    original: int = 12,
    north: int = 8,
    troop: str = "heavy_foot",
    own: Any = None,
    **options: Any,
) -> Battle:
    """Red foot in a ring of blue; the one on its right leaves a gap towards the top of so many inches."""
    return field(
        red("foot", figures, files=5, at=(40, 20), original=original, troop=troop, **(own or {})),
        blue("south", 8, files=8, at=(40, 23), facing=0),
        blue("north", north, files=8, at=(40, 17), facing=180),
        blue("west", 8, files=8, at=(36, 20), facing=90),
        blue("east", 8, files=8, at=(44, 20 + gap), facing=270),
        contacts=[locked("south", "foot")],
        **options,
    )


def test_a_gap_of_more_than_two_inches_is_a_way_out() -> None:
    """CM-MORALE-05: north reaches to x 43, y 17; east from x 44 begins at y 17 plus the gap."""
    assert surrounded(ring(), ring().units["foot"])
    assert surrounded(ring(1.7), ring(1.7).units["foot"]), "the corners are less than 2 inches apart"
    assert not surrounded(ring(1.8), ring(1.8).units["foot"]), "and now more: 1 across and 1.8 up"


def test_the_edge_of_the_table_is_a_way_out_and_a_pond_is_none() -> None:
    """CM-MORALE-05: impassable ground closes the ring as an enemy would."""
    three = [one for one in ring().units.values() if one.id != "north"]
    assert not surrounded(field(*three), three[0])
    assert surrounded(field(*three, features=[piece("pond", 30, 14, 50, 17)]), three[0])


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("gap", "closed"), [(0, True), (1.7, True), (1.8, False)])
def test_a_ring_holds_however_it_lies_on_the_table(look: Look, gap: float, closed: bool) -> None:
    """CM-MORALE-05: who fails in it surrenders, who finds a gap is removed."""
    played = play(look.at(ring(gap, figures=10, original=18)), FIRE, "1 1")
    assert [one.why for one in played.events_of(Removed)] == ["surrendered" if closed else "too many lost"]


@pytest.mark.parametrize("across", [12, 40, 81])
@pytest.mark.parametrize(
    ("edge", "at", "facing"),
    [("bottom", (0, 57), 0), ("top", (0, 3), 180), ("left", (3, 0), 90), ("right", (93, 0), 270)],
)
def test_whoever_has_only_an_edge_of_the_table_left_leaves_over_it(
    edge: str, at: tuple[float, float], facing: float, across: float
) -> None:
    """CM-MORALE-05: enemies on three sides, their ends upon the edge; whichever edge it is."""
    upright = edge in ("bottom", "top")
    x, y = (across, at[1]) if upright else (at[0], min(across, 48))
    middle = (x, y)
    behind = {"bottom": (0, 1), "top": (0, -1), "left": (-1, 0), "right": (1, 0)}[edge]
    before = (x - 2 * behind[0], y - 2 * behind[1])
    sides = [(x - 4, y) if upright else (x, y - 4), (x + 4, y) if upright else (x, y + 4)]
    towards = (90, 270) if upright else (180, 0)
    foot = red("foot", 7, files=5, at=middle, original=12, facing=facing)
    front = blue("front", 8, files=8, at=before, facing=(facing + 180) % 360)
    flanks = [
        blue(f"flank_{number}", 10, files=10, at=place, facing=towards[number]) for number, place in enumerate(sides)
    ]
    three = [foot, front, *flanks]
    assert not surrounded(field(*three), foot)
    rear = (x + 2 * behind[0], y + 2 * behind[1])
    assert surrounded(field(*three, blue("rear", 8, files=8, at=rear, facing=facing)), foot)


def test_nobody_is_surrounded_by_water_alone() -> None:
    """CM-MORALE-05: without an enemy on the table there is nobody to surrender to."""
    ponds = [piece("pond", 30, 10, 50, 14), piece("pond", 30, 26, 50, 30), piece("pond", 46, 14, 50, 26)]
    island = [*ponds, piece("pond", 30, 14, 34, 26)]
    foot = red("foot", 7, files=5, at=(40, 20), original=12)
    assert not surrounded(field(foot, features=island), foot)
    gone = blue("gone", 0, files=5, at=(70, 50), original=12)
    assert not surrounded(field(foot, gone, features=island), foot)
    assert surrounded(field(foot, blue("enemy", 5, at=(70, 50)), features=island), foot)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("away", "captor"), [(2.9, "strong"), (3.1, "north"), (20, "north")])
def test_the_strongest_of_those_about_it_guards_who_surrenders(look: Look, away: float, captor: str) -> None:
    """CM-MORALE-05, CM-MELEE-24: those who hold it in, within 3 inches, and not a bigger unit elsewhere."""
    position = ring(figures=10, original=18, north=9, prisoners="on")
    foot = position.units["foot"]
    flank = max(x for rect in foot.outline.rects for x, _ in rect.corners) / 1000
    strong = blue("strong", 24, files=8, at=(flank + away, 20), facing=270)
    assert not overlapping(strong.outline, position.units["east"].outline)
    position = position.with_unit(strong)
    played = play(look.at(position), FIRE, "1 1")
    assert [key for key, one in played.battle.units.items() if one.own.captives] == [captor]


def test_who_has_left_the_table_is_not_judged() -> None:
    """CM-MORALE-01, CM-MORALE-03: fled off it, with half of its figures lost before."""
    for figures in (4, 7):
        position = after_losses(12, figures)
        gone = position.with_unit(replace(position.units["foot"], place=OffTable("routed")))
        played = play(gone, FIRE)
        assert played.over
        assert not played.events_of(Removed)


def test_who_fails_while_surrounded_surrenders() -> None:
    """CM-MORALE-05: instead of being removed."""
    played = play(ring(), FIRE, "1 2")
    assert played.events_of(Removed)[0].why == "surrendered"
    assert "CM-MORALE-05" in played.events_of(Removed)[0].rules
    guarded = play(ring(prisoners="on"), FIRE, "1 2")
    assert sum(some.figures for one in guarded.battle.units.values() for some in one.own.captives) == 7


def test_a_surrounded_order_fights_on() -> None:
    """CM-HIST-30."""
    battle = ring(troop="knights_of_an_order", figures=5, religious_orders="on")
    played = play(battle, FIRE, "1 1")
    assert not played.events_of(Checked)[0].passed
    assert played.unit("foot").on_table
    assert any("CM-HIST-30" in told.rules for told in played.events_of(Ruled))
