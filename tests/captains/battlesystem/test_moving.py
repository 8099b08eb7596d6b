"""Moves: whom a captain attacks and how, what he keeps his units from, and who goes with whom."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Advance, FormUp
from schiltron.captains.battlesystem.moving import best_move
from schiltron.captains.battlesystem.situation import Situation
from schiltron.rulesets.battlesystem.state import Unit
from tests.captains.battlesystem.asking import attacked, moved
from tests.rulesets.battlesystem.positions import GOBLIN, OGRE, SHORTBOW, WARHORSE, blue, field, person, piece, red
from tests.rulesets.battlesystem.positions import skirmishers as loose


def led(unit: Unit, side: str = "blue") -> tuple[Unit, Unit]:
    return unit, person(f"chief of {unit.id}", side, with_=unit.id, rank="unit", radius=12)


def test_closed_ranks_charge_an_enemy_they_can_beat() -> None:
    """BS-7.14-04: a charge is worth more than a walk, if the run is long enough."""
    position = field(
        *led(blue("swords", 12, files=6, at=(40, 40), formation="closed")),
        red("goblins", 8, files=4, at=(40, 30), of=GOBLIN),
    )
    order = moved(position)["swords"]
    assert order.action == "charge"
    assert attacked(position, "swords") == "goblins"


def test_a_hopeless_fight_is_not_sought() -> None:
    position = field(
        *led(blue("few", 4, files=4, at=(40, 40), formation="closed")),
        *led(red("ogres", 24, files=8, at=(40, 30), of=OGRE, formation="closed"), "red"),
    )
    assert attacked(position, "few") == ""


def test_several_fall_upon_one_enemy() -> None:
    """Both charge the one in the middle, from wherever they stand."""
    position = field(
        *led(blue("left", 12, files=6, at=(34, 40), formation="closed")),
        *led(blue("right", 12, files=6, at=(46, 40), formation="closed")),
        *led(red("orcs", 14, files=7, at=(40, 31), formation="closed"), "red"),
    )
    given = moved(position)
    assert {given["left"].action, given["right"].action} <= {"charge", "move"}
    assert attacked(position, "left") == attacked(position, "right") == "orcs"


@pytest.mark.parametrize(("formation", "to"), [("open", "open"), ("closed", "close")])
def test_who_has_turned_outward_turns_back_to_march(formation: str, to: str) -> None:
    """BS-7.9-04: as they stand, open or closed, with nobody near."""
    position = field(
        *led(blue("swords", 12, files=6, at=(40, 50), formation=formation, stance="flanks")),
        *led(red("foot", 12, files=6, at=(40, 12), formation="closed"), "red"),
    )
    assert moved(position)["swords"].form == PathDrawn((FormUp(to),))


def test_open_ranks_in_command_close_up_before_the_enemy_comes() -> None:
    """BS-4.7-03, BS-7.6-01: closed formation steadies a unit and strikes better."""
    position = field(
        *led(blue("swords", 12, files=6, at=(40, 50))),
        *led(red("foot", 12, files=6, at=(40, 28), formation="closed"), "red"),
    )
    order = moved(position)["swords"]
    assert isinstance(order.form, PathDrawn)
    assert FormUp("close") in order.form.path


def test_shooters_go_no_farther_than_leaves_them_a_shot() -> None:
    """BS-10.4-02: half of their move, and no more."""
    position = field(
        *led(blue("bows", 12, files=6, at=(40, 40), missile=SHORTBOW, formation="closed")),
        red("foot", 8, files=8, at=(40, 24)),
    )
    order = moved(position).get("bows")
    path = order.form.path if order is not None and isinstance(order.form, PathDrawn) else ()
    assert all(isinstance(leg, Advance) and leg.distance <= 4500 for leg in path)


def test_skirmishers_keep_away_from_ranks() -> None:
    """BS-2.9-06, BS-2.9-07."""
    position = field(
        *loose("scouts", "blue", [(40, 40), (43, 40)]),
        *led(red("horse", 12, files=6, at=(41, 33), mount=WARHORSE, formation="closed"), "red"),
    )
    assert all(attacked(position, one) == "" for one in ("scouts-1", "scouts-2"))


def test_the_last_enemy_is_hunted_down() -> None:
    """BS-S0-14: nothing is won while a figure stands; BS-7.13-01: far away, by forced marches."""
    position = field(
        *led(blue("swords", 12, files=6, at=(10, 55), formation="closed")),
        red("last", 1, original=20, files=1, at=(90, 5)),
    )
    order = moved(position)["swords"]
    assert order.action == "force_march"


def test_a_way_is_found_round_closed_ground() -> None:
    """BS-11.8-07: nobody marches up to a pond that lies between him and the enemy, and stays there."""
    position = field(
        *led(blue("swords", 12, files=6, at=(40, 40), formation="closed")),
        red("goblins", 8, files=4, at=(40, 12), of=GOBLIN),
        features=[piece("pond", 34, 26, 46, 34)],
    )
    situation = Situation(position, "blue")
    trial = best_move(situation, position.units["swords"])
    assert trial is not None
    before = situation.way(situation.body(position, position.units["swords"]), (40_000, 12_000))
    after = situation.way(situation.body(trial.battle, trial.unit), (40_000, 12_000))
    assert before.cost > 0
    assert after.cost < before.cost


def test_an_army_commander_joins_his_troops() -> None:
    """BS-9.2-04: he cannot be killed as long as the unit he fights with survives."""
    position = field(
        *led(blue("swords", 12, files=6, at=(40, 40), formation="closed")),
        person("baron", "blue", at=(40, 46), rank="army", radius=16),
        red("goblins", 8, files=4, at=(40, 12), of=GOBLIN),
    )
    assert moved(position)["baron"] == Commanded("baron", "join", Aimed("swords"))
