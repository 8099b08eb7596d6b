"""Losers go straight back from the edge in contact, whatever the enemy overlaps it by."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.event import Moved
from schiltron.rulesets.chainmail.melee.edges import edge_against, edge_held, straight_back
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.state import CAUGHT, Battle, Flight
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee, StandCharge
from schiltron.table.contact import Edge
from tests.rulesets.chainmail.crooked import LOOKS, Look, near
from tests.rulesets.chainmail.positions import blue, field, locked, play, red

BACK = React(("horse",), ("foot",), "back_good_order", 500)
WHOLE = React(("horse",), ("foot",), "back_good_order", 1000)
RETREAT = React(("horse",), ("foot",), "retreat", 1500)


def melee(offset: float, files: int = 10, ranks: int = 2, width: int = 5, **more: Any) -> Battle:
    """Heavy foot whose front is at 48, 30, with horse along it whose middle is so far to one side."""
    return field(
        blue("horse", 2 * width, files=width, at=(48 + offset, 30), troop="heavy_horse"),
        red("foot", files * ranks, files=files, at=(48, 30)),
        contacts=[locked("horse", "foot")],
        **more,
    )


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-6, -2.5, 0, 1, 5.9])
@pytest.mark.parametrize(("files", "width"), [(10, 5), (4, 9), (2, 6)])
def test_in_good_order_straight_back_from_the_front(look: Look, offset: float, files: int, width: int) -> None:
    """CM-MELEE-21: half of 9 inches, the front to the enemy, also where he overlaps by a corner only."""
    most = (files * 0.75 + width) / 2 - 0.25
    offset = max(-most, min(most, offset))
    foot = play(look.at(melee(offset, files, width=width)), BACK).unit("foot")
    assert look.place(foot) == near(48, 25.5, 180)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-6, 2, 5.9])
def test_a_retreat_leads_straight_back_too(look: Look, offset: float) -> None:
    """CM-MELEE-22: 13.5 inches, the back to the enemy."""
    foot = play(look.at(melee(offset)), RETREAT).unit("foot")
    assert look.place(foot) == near(48, 28.5 - 13.5, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-5.5, 0, 4])
def test_who_attacked_goes_back_from_its_own_front(look: Look, offset: float) -> None:
    """CM-MELEE-21: the loser may be the one that came on; 12 inches is a move of heavy horse."""
    back = React(("foot",), ("horse",), "back_good_order", 1000)
    horse = play(look.at(melee(offset)), back).unit("horse")
    assert look.place(horse) == near(48 + offset, 42, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("along", [-3.1, 0, 1.9, 2.9])
@pytest.mark.parametrize("reaction", ["back_good_order", "retreat"])
def test_from_a_flank_attack_off_to_the_other_side(look: Look, along: float, reaction: Any) -> None:
    """CM-MELEE-21, CM-MELEE-22: from the flank in contact, though most of the attackers are before the front or
    behind the rear."""
    battle = field(
        red("foot", 30, files=10, at=(48, 30)),
        blue("horse", 8, files=4, at=(51.75, 29 + along), facing=270, troop="heavy_horse"),
        contacts=[locked("horse", "foot", "left")],
    )
    foot = play(look.at(battle), React(("horse",), ("foot",), reaction, 1000)).unit("foot")
    x, y, heading = look.place(foot)
    assert heading == pytest.approx(90 if reaction == "back_good_order" else 270)
    assert y == pytest.approx(30 - 1.125, abs=0.01), "about its middle, neither forward nor back"
    assert x < 48


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-5, 0, 5.5])
def test_from_a_rear_attack_straight_ahead(look: Look, offset: float) -> None:
    """CM-MELEE-22: the rear is in contact, so the way off is before the front."""
    battle = field(
        red("foot", 20, files=10, at=(48, 20), facing=0),
        blue("horse", 10, files=5, at=(48 + offset, 21.5), troop="heavy_horse"),
        contacts=[locked("horse", "foot", "rear")],
    )
    foot = play(look.at(battle), RETREAT).unit("foot")
    assert look.place(foot) == near(48, 6.5, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-6, 0, 5.9])
@pytest.mark.parametrize("by", ["swiss_pikemen", "heavy_horse"])
def test_who_does_not_stand_a_charge_flees_straight_from_it(look: Look, offset: float, by: str) -> None:
    """CM-MORALE-08, CM-MORALE-12: a move and a half from the edge that the charge comes onto."""
    wide = 10 if by == "swiss_pikemen" else 7
    battle = field(
        blue("chargers", 2 * wide, files=wide, at=(48 + offset, 30.003), troop=by, charged=True),
        red("foot", 20, files=10, at=(48, 30)),
    )
    foot = play(look.at(battle), StandCharge("foot", "chargers"), "1 1").unit("foot")
    assert look.place(foot) == near(48, 15, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("askew", [-30, 20, 40])
def test_also_where_the_chargers_came_askew(look: Look, askew: float) -> None:
    """CM-MORALE-12: they touch the front with a corner, and have not lined up yet."""
    corner = blue("chargers", 10, files=5, at=(48, 40), facing=askew, troop="heavy_horse", charged=True)
    reach = min(y for rect in corner.outline.rects for _, y in rect.corners) / 1000 - 30
    chargers = blue("chargers", 10, files=5, at=(48, 40 - reach), facing=askew, troop="heavy_horse", charged=True)
    battle = field(chargers, red("foot", 20, files=10, at=(48, 30)))
    foot = play(look.at(battle), StandCharge("foot", "chargers"), "1 1").unit("foot")
    assert look.place(foot) == near(48, 15, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_was_caught_runs_on_from_those_who_hold_it(look: Look) -> None:
    """CM-MELEE-29: others of that melee, who fight somebody else, have no say in where it runs."""
    battle = field(
        red("foot", 20, files=10, at=(48, 30), flight=Flight("retreat", 1, 1500, 1), ordered=CAUGHT, facing=0),
        blue("horse", 10, files=5, at=(53, 31.5), troop="heavy_horse"),
        blue("others", 20, files=10, at=(30, 16), troop="heavy_horse"),
        contacts=[locked("horse", "foot", "rear", since=2)],
        turn=2,
    )
    sides = (
        MeleeSide("blue", ("horse", "others"), (10, 20), (0, 0)),
        MeleeSide("red", ("foot",), (20,), (0,)),
    )
    assert look.place(play(look.at(battle), PostMelee(sides)).unit("foot")) == near(48, 16.5, 0)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_held_on_two_edges_it_leaves_the_longer_contact(look: Look) -> None:
    """CM-MELEE-21: horse along the front and a few along the flank: straight back from the front."""
    battle = field(
        red("foot", 20, files=10, at=(48, 30)),
        blue("horse", 10, files=5, at=(50, 30), troop="heavy_horse"),
        blue("riders", 2, files=1, at=(51.75, 29.25), facing=270, troop="light_horse"),
        contacts=[locked("horse", "foot"), locked("riders", "foot", "left")],
    )
    foot = play(look.at(battle), WHOLE).unit("foot")
    assert look.place(foot) == near(48, 21, 180)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_held_before_and_behind_it_leaves_to_the_open_side(look: Look) -> None:
    """CM-MELEE-22: both stand to its left, so it breaks out to its right."""
    battle = field(
        red("foot", 10, files=10, at=(48, 30)),
        blue("horse", 10, files=5, at=(50, 30), troop="heavy_horse"),
        blue("riders", 10, files=5, at=(51, 29.25), facing=180, troop="light_horse"),
        contacts=[locked("horse", "foot"), locked("riders", "foot", "rear")],
    )
    x, _, heading = look.place(play(look.at(battle), RETREAT).unit("foot"))
    assert x < 40
    assert heading == pytest.approx(270)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("at", "facing", "edge"),
    [
        ((60, 33), 0, "front"),
        ((40, 36), 300, "front"),
        ((60, 26), 180, "rear"),
        ((58, 29), 270, "left"),
        ((40, 29.5), 90, "right"),
    ],
)
def test_an_enemy_apart_lies_beyond_an_edge(look: Look, at: Any, facing: float, edge: Edge) -> None:
    """CM-MELEE-21: where nobody is in contact any more, the line of an edge beyond which he stands decides."""
    battle = look.at(
        field(
            red("foot", 20, files=10, at=(48, 30)),
            blue("horse", 20, files=20, at=at, facing=facing, troop="light_horse"),
        )
    )
    swapped: dict[Edge, Edge] = {"left": "right", "right": "left"}
    wanted = swapped.get(edge, edge) if look.mirrored else edge
    assert edge_against(battle.units["foot"], battle.units["horse"])[0] == wanted


def test_a_way_that_is_barred_is_gone_aside_of() -> None:
    """CM-MELEE-22: straight back is where it wants to go; an enemy there turns it aside by the least that will do."""
    wall = blue("wall", 8, files=4, at=(48, 22), facing=180, troop="heavy_horse")
    battle = melee(3)
    open_way = play(battle, RETREAT)
    barred = play(battle.with_unit(wall), RETREAT)
    assert open_way.events_of(Moved)[-1].legs[-1].pose.x == 48_000
    assert barred.unit("foot").pose.x != 48_000
    assert barred.unit("foot").pose.y < 28_500


def test_who_does_not_lie_along_an_edge_holds_the_one_on_record() -> None:
    """CM-MELEE-21: ranks have thinned and a gap has opened; the attacker's own edge is its front."""
    battle = field(
        red("foot", 20, files=10, at=(48, 30)),
        blue("horse", 10, files=5, at=(51.9, 34), facing=270, troop="heavy_horse"),
        contacts=[locked("horse", "foot", "left")],
    )
    foot, horse = battle.units["foot"], battle.units["horse"]
    assert edge_held(battle, foot, horse) == ("left", 0.0)
    assert edge_held(battle, horse, foot) == ("front", 0.0)
    alone = field(*battle.units.values())
    assert edge_held(alone, foot, horse)[0] == edge_against(foot, horse)[0] == "front"


@pytest.mark.parametrize(
    ("held", "way"),
    [
        ("lr", 0),
        ("flr", 0),
        ("flrb", 0),
        ("lrb", 180),
        ("fb", 270),
        ("fbl", 270),
        ("fbr", 90),
        ("l", 270),
        ("r", 90),
        ("b", 180),
        ("f", 0),
    ],
)
def test_the_edge_that_is_free_is_the_way_out(held: str, way: float) -> None:
    """CM-MELEE-21: foot looks down the table, so straight back is up it, and its left is to the right of the page."""
    about = {
        "f": blue("before", 3, files=3, at=(48, 30), facing=0),
        "b": blue("behind", 3, files=3, at=(48, 24), facing=180),
        "l": blue("at_left", 3, files=3, at=(49.5, 27), facing=270),
        "r": blue("at_right", 3, files=3, at=(46.5, 27), facing=90),
    }
    foot = red("foot", 32, files=4, at=(48, 30))
    around = [about[side] for side in held]
    assert straight_back(field(foot, *around), foot, around) == way * 1000
