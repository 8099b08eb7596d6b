"""Formations of a captain: all ways when he is beset, open order out of the woods, and respect for those of others."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.decision import PathDrawn
from schiltron.battle.state.manoeuvre import Advance, FormHedgehog, FormUp, Path, Turn
from schiltron.captains.chainmail.expectations import appeal, danger
from schiltron.captains.chainmail.shapes import going_on, way_back
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.tried_moves import tried
from schiltron.rulesets.chainmail.state import Battle, Forming, Unit
from schiltron.table.lengths import degrees
from tests.captains.chainmail.asking import moved
from tests.rulesets.chainmail.positions import EAST, NORTH, SOUTH, WEST, blue, field, piece, red

AROUND = (("left", (39, 32), EAST), ("right", (57, 32), WEST), ("front", (48, 21), SOUTH), ("rear", (48, 43), NORTH))
OTHERS = (blue("far", 20, files=10, at=(10, 58)), red("away", 20, files=10, at=(10, 3)))
ELSEWHERE = (blue("far", 90, files=15, at=(10, 50)), red("away", 90, files=15, at=(10, 10)))
WOODS = piece("woods", 30, 30, 50, 40)


def beset(unit: Unit, troop: str, **options: Any) -> Battle:
    """Enemies on all four sides, all near enough to charge."""
    foes = (red(name, 16, files=8, at=at, facing=facing, troop=troop) for name, at, facing in AROUND)
    return field(unit, *foes, *OTHERS, **options)


def path_of(battle: Battle, unit: str) -> Path:
    order = moved(battle).get(unit)
    return order.form.path if order is not None and isinstance(order.form, PathDrawn) else ()


def body(battle: Battle, unit: str, side: str = "blue") -> tuple[Situation, Body]:
    situation = Situation(battle, side)
    return situation, situation.body(battle, battle.units[unit])


# ---------------------------------------------------------------- looking all ways


def test_swiss_beset_by_horse_form_a_hedgehog() -> None:
    """CM-MELEE-49, CM-MELEE-53: then no horse may attack them at all."""
    pikes = blue("pikes", 12, files=4, at=(48, 30), troop="swiss_pikemen", fatigued=True)
    assert path_of(beset(pikes, "knights", hedgehog="on"), "pikes") == (FormHedgehog(),)
    assert FormHedgehog() not in path_of(beset(pikes, "knights"), "pikes")


def test_scots_beset_by_horse_form_a_schiltron() -> None:
    """CM-HIST-23."""
    beside = (
        red("left", 10, files=5, at=(36, 32), facing=EAST, troop="medium_horse"),
        red("right", 10, files=5, at=(60, 32), facing=WEST, troop="medium_horse"),
    )
    pikes = blue("pikes", 20, files=5, at=(48, 30), troop="scots_pikemen")
    assert path_of(field(pikes, *beside, schiltrons="on"), "pikes") == (FormUp("schiltron"),)


def test_foot_beset_in_column_forms_square() -> None:
    """CM-FORM-01: from column that takes one move; a square has neither flank nor rear."""
    foot = blue("foot", 20, files=4, at=(48, 30))
    assert path_of(beset(foot, "heavy_foot"), "foot") == (FormUp("square"),)


def test_who_is_beset_no_more_closes_up_and_goes_on() -> None:
    square = blue("foot", 20, files=5, at=(48, 30), formation="square")
    alone = field(square, red("others", 12, files=6, at=(48, 8)), *ELSEWHERE)
    assert path_of(alone, "foot") == (FormUp("close"),)
    assert path_of(beset(square, "heavy_foot"), "foot") == ()


def test_nothing_but_pole_arms_is_feared_by_a_hedgehog() -> None:
    """CM-MELEE-53."""

    def feared(formation: str, troop: str) -> float:
        pikes = blue("pikes", 16, files=4, at=(48, 30), troop="swiss_pikemen", formation=formation)
        return danger(*body(beset(pikes, troop, hedgehog="on"), "pikes"))

    assert feared("hedgehog", "knights") == 0 < feared("line", "knights")


def test_horse_has_no_business_with_a_hedgehog() -> None:
    """CM-MELEE-53."""

    def wanted(formation: str) -> float:
        position = field(
            blue("knights", 12, files=6, at=(48, 40), troop="knights"),
            red("pikes", 12, files=4, at=(48, 26), facing=EAST, troop="swiss_pikemen", formation=formation),
            hedgehog="on",
        )
        situation, knights = body(position, "knights")
        return appeal(situation, knights, situation.foes[0])

    assert wanted("hedgehog") == 0 < wanted("line")


def test_a_hedgehog_and_a_schiltron_charge_nobody() -> None:
    """CM-MELEE-51, CM-HIST-24."""
    for formation in ("hedgehog", "schiltron"):
        position = field(red("pikes", 16, files=4, at=(48, 30), troop="scots_pikemen", formation=formation))
        assert Situation(position, "blue").foes[0].charge == 0


def test_a_change_that_is_begun_is_gone_on_with() -> None:
    """CM-FORM-01."""
    assert going_on(Forming("square", 4, 500, 2000)) == FormUp("square")
    assert going_on(Forming("hedgehog", 4, 500, 1000)) == FormHedgehog()
    assert way_back(blue("foot", 16, files=4, at=(48, 30), forming=Forming("square", 4, 500, 2000))) == 1.5


def test_who_is_caught_changing_formation_has_more_to_fear() -> None:
    """CM-FORM-03."""

    def feared(**more: Any) -> float:
        foot = blue("foot", 20, files=10, at=(48, 30), **more)
        return danger(*body(field(foot, red("foes", 20, files=10, at=(48, 22))), "foot"))

    assert feared(forming=Forming("square", 5, 500, 2000)) > feared()


# ---------------------------------------------------------------- horse that stands


def test_horse_that_has_not_stirred_has_more_to_fear() -> None:
    """CM-MELEE-45: in its first round it fights as the next lower class."""

    def feared(switch: str, *, stirred: bool) -> float:
        horse = blue("horse", 8, files=4, at=(48, 40), troop="medium_horse", moved=stirred)
        foes = red("knights", 12, files=6, at=(48, 26), troop="knights")
        return danger(*body(field(horse, foes, standing_horse=switch), "horse"))

    assert feared("on", stirred=False) > feared("on", stirred=True)
    assert feared("off", stirred=False) == feared("off", stirred=True)


# ---------------------------------------------------------------- closed ground


def test_a_march_towards_woods_leaves_room_to_turn() -> None:
    """CM-TERR-05: flush with them a line could neither turn nor wheel."""
    position = field(blue("foot", 14, files=7, at=(40, 47)), features=[WOODS])
    march = tried(position, position.units["foot"], "move", (Advance(9000),))
    assert march is not None
    rested = replace(march.unit, own=position.units["foot"].own)
    fresh = field(rested, features=[WOODS])
    ways = [(Turn(degrees(angle)),) for angle in (45, -90)]
    assert all(tried(fresh, fresh.units["foot"], "move", way) is not None for way in ways)


def test_a_line_hemmed_in_by_woods_goes_into_open_order() -> None:
    """CM-TERR-05: so it may go through them."""
    hemmed = field(
        blue("foot", 14, files=7, at=(40, 36)),
        red("others", 12, files=6, at=(40, 20)),
        *ELSEWHERE,
        features=[WOODS],
    )
    assert path_of(hemmed, "foot") == (FormUp("open"),)


def test_in_open_order_it_goes_on_through_the_woods() -> None:
    inside = field(
        blue("foot", 14, files=7, at=(40, 36), formation="open"),
        red("others", 12, files=6, at=(40, 20)),
        *ELSEWHERE,
        features=[WOODS],
    )
    assert isinstance(path_of(inside, "foot")[-1], Advance)


def test_out_of_the_woods_it_closes_up() -> None:
    outside = field(
        blue("foot", 14, files=7, at=(40, 50), formation="open"),
        red("others", 12, files=6, at=(40, 20)),
        *ELSEWHERE,
    )
    assert path_of(outside, "foot") == (FormUp("close"),)
