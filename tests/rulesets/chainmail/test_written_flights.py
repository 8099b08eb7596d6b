"""Flyers under written orders: over everybody on the ground, down where there is room at that moment."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded, Planned
from schiltron.battle.state.event import Declared, Moved, Ruled
from schiltron.battle.state.field import opponents
from schiltron.battle.state.manoeuvre import Advance, FormUp
from schiltron.battle.state.unit import Aloft, OnTable
from schiltron.rulesets.chainmail.field import is_aloft
from schiltron.rulesets.chainmail.state import ALOFT, Battle, Unit
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import EAST, WEST, Played, ahead, blue, charge, field, march, play, red, turn

ON: dict[str, Any] = {"fantasy": "on", "light": "dim", "turn_system": "simultaneous", "turn": 3}
RISE, LAND = FormUp("rise"), FormUp("land")


def roc(name: str = "ours", at: tuple[float, float] = (48, 50), **more: Any) -> Unit:
    return blue(name, 1, troop="roc", **{"at": at, **more})


def aloft(unit: Unit, height: float = 3) -> Unit:
    return replace(unit, place=OnTable(unit.pose, Aloft(inches(height), 1)), marks=(ALOFT,))


def goes(look: Look, name: str, *legs: Any) -> Commanded:
    return march(name, *look.path(*legs))


def written(
    look: Look, *units: Unit, ours: tuple[Commanded, ...] = (), theirs: tuple[Commanded, ...] = (), **more: Any
) -> Played:
    battle: Battle = look.at(field(*units, red("far", 2, at=(64, 14)), **{**ON, **more}))
    return play(battle, WriteOrders()).at_once(Planned(ours), Planned(theirs))


def gone(look: Look, played: Played, name: str, before: Unit) -> tuple[float, float]:
    """How far a unit has come to the right and up the table, in inches."""
    x, y, _ = look.place(played.unit(name))
    return round(x - before.pose.x / 1000, 1) + 0.0, round(before.pose.y / 1000 - y, 1) + 0.0


def told(played: Played) -> list[str]:
    return [event.what for event in played.events_of(Ruled) if "CM-FANT-GEN-12" in event.rules]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_over_everybody_who_stands_or_moves_below(look: Look) -> None:
    """CM-FANT-GEN-12, CM-TURN-11: friends and enemies, standing, crossing its way, and coming towards it; all of them
    make their whole moves."""
    bird = roc()
    crossing = blue("crossing", 6, at=(43, 36), facing=EAST, files=3)
    coming = red("coming", 6, at=(48, 28), files=3)
    units = bird, blue("friends", 6, at=(48, 44)), red("foes", 6, at=(48, 41)), crossing, coming
    played = written(
        look,
        *units,
        ours=(goes(look, "ours", RISE, ahead(26)), goes(look, "crossing", ahead(9))),
        theirs=(goes(look, "coming", ahead(6)),),
    )
    assert is_aloft(played.unit("ours"))
    assert gone(look, played, "ours", bird) == (0, 26)
    assert gone(look, played, "crossing", crossing) == (9, 0)
    assert gone(look, played, "coming", coming) == (0, -6)
    assert not played.battle.engagements
    assert not told(played)


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("side", ["friend", "foe"])
def test_where_somebody_has_come_to_stand_it_stays_in_the_air(look: Look, side: str) -> None:
    """CM-FANT-GEN-12, CM-TURN-11: at the moment at which it would come down; what it was to do on the ground is not
    done, and nobody is in melee."""
    bird = roc()
    make = blue if side == "friend" else red
    other = make("other", 6, at=(42.5, 31), facing=EAST, files=3)
    way = goes(look, "other", ahead(6))
    played = written(
        look,
        bird,
        other,
        ours=(goes(look, "ours", RISE, ahead(20), LAND, ahead(3)), *((way,) if side == "friend" else ())),
        theirs=(way,) if side == "foe" else (),
    )
    assert is_aloft(played.unit("ours"))
    assert played.unit("ours").has(ALOFT)
    assert gone(look, played, "ours", bird) == (0, 20)
    assert gone(look, played, "other", other) == (6, 0)
    assert not opponents(played.battle, played.unit("ours"))
    ways = [leg.manoeuvre for event in played.events_of(Moved) if event.unit == "ours" for leg in event.legs]
    assert LAND not in ways
    (what,) = told(played)
    assert "stays in the air" in what
    assert "Other" in what


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_where_somebody_has_gone_away_in_time_it_comes_down(look: Look) -> None:
    """CM-FANT-GEN-12, CM-TURN-11: and goes on along the ground; who has not gone far enough by then is in its way."""
    bird = roc()
    for far, down in ((9, True), (1.5, False)):
        other = blue("other", 6, at=(48, 30.3), files=3)
        away = goes(look, "other", ahead(far))
        played = written(
            look,
            bird,
            other,
            ours=(goes(look, "ours", RISE, ahead(20), LAND, ahead(3)), away),
        )
        assert is_aloft(played.unit("ours")) != down
        assert gone(look, played, "ours", bird) == (0, 23 if down else 20)
        assert played.unit("ours").own.turn.flew


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_down_before_an_enemy_and_on_into_him(look: Look) -> None:
    """CM-FANT-GEN-12, CM-FANT-ROC-03: he checks, and they are in melee on the ground; in the air over him they are
    not."""
    men = red("men", 8, at=(48, 36), files=4)
    landed = written(look, roc(), men, ours=(goes(look, "ours", RISE, ahead(8), LAND, ahead(7)),))
    assert "CM-FANT-ROC-03" in landed.roll.rules
    stood = landed.then("6 6")
    assert [foe.id for foe in opponents(stood.battle, stood.unit("ours"))] == ["men"]
    over = written(look, roc(), men, ours=(goes(look, "ours", RISE, ahead(14)),))
    assert not over.battle.engagements


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_flyers_meet_at_one_height_and_pass_at_two(look: Look) -> None:
    """CM-FANT-GEN-12, CM-TURN-11: half way between them, since both have as far to go."""
    bird = roc(at=(30, 30), facing=EAST)
    for height, meet in ((3, True), (6, False)):
        other = aloft(red("theirs", 1, at=(62, 30), facing=WEST, troop="roc"), height)
        played = written(
            look, aloft(bird), other, ours=(goes(look, "ours", ahead(26)),), theirs=(goes(look, "theirs", ahead(26)),)
        )
        assert [foe.id for foe in opponents(played.battle, played.unit("ours"))] == (["theirs"] if meet else [])
        far, _ = gone(look, played, "ours", bird)
        assert (far < 17) == meet


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_of_two_who_come_down_on_one_place_the_first_in_line_has_it(look: Look) -> None:
    """CM-FANT-GEN-12, CM-TURN-11: at the very end of their moves."""
    first, last = roc("alpha", at=(28, 30), facing=EAST), roc("beta", at=(62, 30), facing=WEST)
    depth = first.body.base.depth / 1000
    way = goes(look, "alpha", RISE, ahead(20), LAND), goes(look, "beta", RISE, RISE, ahead(14 + depth), LAND)
    played = written(look, first, last, ours=way)
    assert not is_aloft(played.unit("alpha"))
    assert is_aloft(played.unit("beta"))
    level = played.unit("beta").level
    assert isinstance(level, Aloft)
    assert level.height == inches(6)
    assert len(told(played)) == 1
    legs = [leg.manoeuvre for event in played.events_of(Moved) for leg in event.legs]
    assert all(leg.distance for leg in legs if isinstance(leg, Advance))


def test_who_would_rise_into_another_stays_on_the_ground() -> None:
    """CM-FANT-GEN-12: who hovers there was told to go away, and has not gone far by then."""
    look = LOOKS[0]
    lower, upper = roc(), aloft(roc("upper"))
    way = goes(look, "ours", RISE, ahead(20)), goes(look, "upper", ahead(2))
    played = written(look, lower, upper, ours=way)
    assert gone(look, played, "ours", lower) == (0, 0)
    assert not played.unit("ours").has(ALOFT)
    (what,) = told(played)
    assert "stays on the ground" in what
    far = written(look, lower, upper, ours=(way[0], goes(look, "upper", ahead(40))))
    assert gone(look, far, "ours", lower)[1] > 0


def test_men_go_to_the_place_that_it_has_left_and_below_it() -> None:
    """CM-FANT-GEN-12, CM-TURN-11"""
    look = LOOKS[0]
    men = blue("men", 6, at=(48, 56), files=3)
    below = written(look, roc(), men, ours=(goes(look, "ours", RISE, ahead(30)), goes(look, "men", ahead(9))))
    assert gone(look, below, "men", men) == (0, 9)
    hovers = aloft(roc())
    under = written(look, hovers, men, ours=(goes(look, "men", ahead(9)),))
    assert gone(look, under, "men", men) == (0, 9)


def test_nobody_rides_to_the_help_of_one_whom_charges_pass_below() -> None:
    """CM-TURN-14, CM-FANT-GEN-12: who hovers is not charged by men; on the ground he is."""
    look = LOOKS[0]
    horse = blue("horse", 6, at=(54, 42), troop="heavy_horse")
    for bird, answers in ((roc(at=(48, 40)), True), (aloft(roc(at=(48, 40))), False)):
        foes = red("foes", 6, at=(48, 28), troop="heavy_horse", files=3)
        waits = Commanded("horse", IF_CHARGED, Aimed("ours"))
        played = written(
            look, bird, horse, foes, blue("bait", 6, at=(48, 44.5)), ours=(waits,), theirs=(charge("foes", ahead(18)),)
        )
        declared = [event.unit for event in played.events_of(Declared)]
        assert ("horse" in declared) == answers


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_would_turn_into_somebody_as_he_sets_out_stays(look: Look) -> None:
    """CM-TURN-11, CM-SCALE-04: who is told to go away as well has not gone yet; where there is room he turns."""
    giant = blue("giant", 1, at=(40, 30), troop="giant")
    half = giant.body.base.width / 2000
    for apart, turns in ((0.05, False), (2, True)):
        men = blue("men", 4, at=(40 + half + 0.375 + apart, 31), files=1)
        way = goes(look, "giant", turn(45), ahead(3)), goes(look, "men", ahead(9))
        played = written(look, giant, men, ours=way)
        assert (gone(look, played, "giant", giant) != (0, 0)) == turns
        assert any("no room to turn" in event.what for event in played.events_of(Ruled)) != turns
        assert gone(look, played, "men", men) == (0, 9) or turns
