"""Where a captain sends his units, and where not."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import Aimed, PathDrawn
from schiltron.battle.state.manoeuvre import Advance
from schiltron.captains.chainmail.expectations import danger, gauntlet
from schiltron.captains.chainmail.situation import Situation
from schiltron.captains.chainmail.tried_moves import tried
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Effort
from schiltron.rulesets.quartermaster import Condition
from tests.captains.chainmail.asking import attacked, moved, orders, written
from tests.rulesets.chainmail.positions import EAST, NORTH, WEST, blue, commander, field, piece, play, red


def test_archers_in_range_stand_and_fire_rather_than_walk() -> None:
    """CM-MISSILE-07: who stands fires twice."""
    position = field(
        blue("bows", 10, files=10, at=(40, 40), troop="archers"), red("foot", 12, files=6, at=(40, 27), troop="levies")
    )
    assert "bows" not in moved(position)


def test_archers_out_of_range_come_nearer() -> None:
    position = field(
        blue("bows", 10, files=10, at=(40, 50), troop="archers"), red("foot", 12, files=6, at=(40, 10), troop="levies")
    )
    assert moved(position)["bows"].action == "move"


def test_knights_do_not_charge_a_front_of_pikes() -> None:
    """CM-MELEE-10: lances do not reach; and pikemen in mass stand (CM-MORALE-15)."""
    position = field(
        blue("knights", 8, files=8, at=(40, 40), troop="knights"),
        red("pikes", 20, files=5, at=(40, 28), troop="swiss_pikemen"),
    )
    assert attacked(position, "knights") == ""


def test_knights_ride_down_foot_that_cannot_stand() -> None:
    """CM-MORALE-11: archers need a 10 to stand."""
    position = field(
        blue("knights", 8, files=8, at=(40, 40), troop="knights"),
        red("bows", 12, files=6, at=(40, 28), troop="archers"),
    )
    assert attacked(position, "knights") == "bows"


def test_pikes_are_charged_in_the_flank() -> None:
    """CM-MELEE-08: taken in the flank they are light foot."""
    position = field(
        blue("knights", 8, files=8, at=(40, 40), troop="knights"),
        red("pikes", 20, files=5, at=(40, 28), facing=EAST, troop="swiss_pikemen"),
    )
    assert attacked(position, "knights") == "pikes"


def test_of_two_foes_the_one_that_shows_its_flank_is_charged() -> None:
    position = field(
        blue("horse", 8, files=4, at=(40, 40), troop="medium_horse"),
        red("front", 16, files=8, at=(34, 28), troop="armored_foot"),
        red("flank", 16, files=8, at=(46, 28), facing=WEST, troop="armored_foot"),
    )
    assert attacked(position, "horse") == "flank"


def test_a_lone_weak_unit_does_not_walk_into_heavy_horse() -> None:
    """Not one by one."""
    position = field(
        blue("foot", 6, files=6, at=(40, 45), troop="light_foot"),
        red("knights", 14, files=7, at=(40, 22), troop="knights"),
    )
    order = moved(position).get("foot")
    assert order is None or not isinstance(order.form, PathDrawn) or order.form.path != (Advance(9000),)


def test_who_has_nothing_to_do_comes_nearer_to_the_fight_but_not_into_danger() -> None:
    """Weak foot would rather not meet pikes, but cannot help anybody from afar."""
    position = field(
        blue("weak", 8, files=8, at=(40, 33), troop="light_foot"),
        blue("foot", 20, files=10, at=(20, 30), troop="heavy_foot"),
        red("pikes", 20, files=5, at=(40, 15), troop="swiss_pikemen"),
        red("bows", 12, files=12, at=(46, 15), troop="archers"),
    )
    situation = Situation(position, "blue")
    order = moved(position)["weak"]
    assert order.action == "move"
    assert isinstance(order.form, PathDrawn)
    there = tried(position, position.units["weak"], "move", order.form.path)
    assert there is not None
    assert there.unit.outline.y < position.units["weak"].outline.y - 2000
    before, after = (situation.body(position, one) for one in (position.units["weak"], there.unit))
    assert danger(situation, after) <= danger(situation, before) + 0.02 * before.worth


def test_a_unit_about_to_tire_rests_when_nobody_is_near() -> None:
    """CM-FATIGUE-01: five moves on end."""
    position = field(
        blue("foot", 12, files=6, at=(40, 55), effort=Effort(moves=4)),
        red("others", 12, files=6, at=(40, 5)),
    )
    assert "foot" not in moved(position)


def test_engines_stay_where_they_stand() -> None:
    position = field(
        blue("stones", 4, at=(40, 50), troop="heavy_catapult"), red("foot", 12, files=6, at=(40, 10), troop="levies")
    )
    assert "stones" not in moved(position)


def test_a_commander_alone_finds_company() -> None:
    position = field(
        commander("king", "blue", at=(40, 50)),
        blue("guard", 12, files=6, at=(40, 44)),
        red("others", 12, files=6, at=(40, 5)),
        commander="required_rolls",
    )
    assert orders(position, Moves("blue"))["king"].form == Aimed("guard")


def test_a_commander_leaves_the_horse_of_the_first_line() -> None:
    """CM-HIST-37: with him much of the army is lost."""
    position = field(
        blue("knights", 8, files=8, at=(40, 44), troop="knights"),
        commander("king", "blue", with_="knights"),
        blue("guard", 12, files=6, at=(50, 44), troop="armored_foot"),
        red("others", 12, files=6, at=(40, 5)),
        commander="required_rolls",
    )
    assert orders(position, Moves("blue"))["king"].form == Aimed("guard")


def test_a_commander_leaves_those_who_may_be_charged_for_those_behind() -> None:
    """CM-HIST-33: he shares the fate of those he is with."""
    position = field(
        blue("foot", 12, files=6, at=(40, 40)),
        commander("king", "blue", with_="foot"),
        blue("guard", 12, files=6, at=(48, 50)),
        red("pikes", 20, files=5, at=(40, 27), troop="swiss_pikemen"),
        commander="required_rolls",
    )
    assert orders(position, Moves("blue"))["king"].form == Aimed("guard")
    calm = position.with_unit(red("pikes", 20, files=5, at=(40, 5), troop="swiss_pikemen"))
    assert "king" not in orders(calm, Moves("blue"))


def _gate(turn: int) -> Battle:
    return field(
        blue("foot", 12, files=6, at=(40, 55)),
        red("others", 12, files=6, at=(5, 5), facing=EAST, troop="swiss_pikemen"),
        features=[piece("rough", 60, 40, 70, 50)],
        conditions=(Condition(side="blue", does="hold", what="rough 60"),),
        victory="history",
        turn_limit=12,
        turn=turn,
    )


def test_ground_that_must_be_held_is_taken_in_time() -> None:
    """CM-SETUP-08."""
    order = moved(_gate(turn=9))["foot"]
    assert isinstance(order.form, PathDrawn)
    after = play(_gate(turn=9), Moves("blue")).then(order).battle.units["foot"]
    assert after.pose.x > 42_000


@pytest.mark.parametrize(("turn", "foe"), [(5, ""), (12, "watch")])
def test_an_attack_on_which_all_depends_is_not_put_off_to_the_end(turn: int, foe: str) -> None:
    """CM-SETUP-08: others may come to help, while there is time."""
    position = field(
        blue("guard", 8, files=5, at=(50, 29)),
        blue("far", 40, files=10, at=(80, 50)),
        red("watch", 20, files=10, at=(50, 26), troop="levies"),
        red("away", 30, files=10, at=(80, 5)),
        conditions=(Condition(side="blue", does="destroy", what="watch"),),
        victory="history",
        turn_limit=15,
        turn=turn,
    )
    assert attacked(position, "guard") == foe


def test_the_fire_a_move_has_to_pass_counts_against_it() -> None:
    """CM-MISSILE-17: who has stood still fires at those who go by."""

    def feared(**more: Any) -> float:
        position = field(
            blue("foot", 12, files=6, at=(40, 36)), red("bows", 12, files=12, at=(40, 22), troop="archers", **more)
        )
        situation = Situation(position, "blue")
        before = situation.body(position, position.units["foot"])
        march = tried(position, before.unit, "move", (Advance(6000),))
        assert march is not None
        return gauntlet(situation, before, situation.body(march.battle, march.unit))

    assert feared() > 0
    assert feared(moved=True) == feared(facing=NORTH) == 0


# ---------------------------------------------------------------- written orders


def test_written_orders_are_lawful_together() -> None:
    """CM-TURN-13: friends' planned moves are taken into account."""
    position = field(
        blue("left", 12, files=6, at=(30, 50)),
        blue("middle", 12, files=6, at=(35, 50)),
        blue("right", 12, files=6, at=(40, 50)),
        blue("behind", 12, files=6, at=(35, 53)),
        red("others", 12, files=6, at=(36, 20)),
        turn_system="simultaneous",
    )
    assert written(position).keys() >= {"left", "middle", "right"}


@pytest.mark.parametrize("system", ["move_counter_move", "simultaneous"])
def test_shooters_stand_in_both_turn_systems(system: str) -> None:
    position = field(
        blue("bows", 10, files=10, at=(40, 40), troop="archers"),
        red("foot", 12, files=6, at=(40, 27), troop="levies"),
        turn_system=system,
    )
    given = written(position) if system == "simultaneous" else moved(position)
    assert "bows" not in given
