"""What a captain does with its units when it may move: small positions with one sensible answer."""

from __future__ import annotations

import pytest

from schiltron.battle.state.field import touching
from schiltron.battle.state.manoeuvre import Expand, Face, Wrap
from schiltron.captains.book_of_war.expectations import danger
from schiltron.captains.book_of_war.situation import Situation, Stand
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.sequence import Phase
from schiltron.rulesets.book_of_war.state import ROUTED, Battle
from schiltron.table.body import Wing
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap
from tests.captains.book_of_war.asking import answer, moved, phase
from tests.rulesets.book_of_war.positions import EAST, NORTH, WEST, Played, blue, field, piece, place, red

DECLARE = pytest.mark.parametrize("declare", ["measure_first", "by_phase"])


def contacts(played: Played) -> dict[str, tuple[str, str]]:
    """Who has run onto whom, and on which edge."""
    return {one.attacker: (one.defender, one.edge) for one in played.battle.engagements}


def apart(played: Played, one: str, other: str) -> int:
    return gap(played.unit(one).outline, played.unit(other).outline)


# ---------------------------------------------------------------- charging


@DECLARE
def test_foot_charges_shooters_within_reach(declare: str) -> None:
    played, _ = moved(
        field(
            blue("heavy_infantry", 8, files=4, at=(36, 34)),
            red("archers", 6, at=(36, 29)),
            declare=declare,
        )
    )
    assert contacts(played) == {"heavy_infantry": ("archers", "front")}


@DECLARE
def test_horse_leaves_the_pikes_and_charges_the_archers_beside_them(declare: str) -> None:
    """BW-B2-13, BW-B2-16: four dice a figure at +2 wait on the front of the pikes."""
    played, _ = moved(
        field(
            blue("medium_cavalry", 4, at=(36, 36)),
            red("pikemen", 12, files=6, at=(36, 26)),
            red("archers", 6, at=(46, 26)),
            declare=declare,
        )
    )
    assert contacts(played) == {"medium_cavalry": ("archers", "front")}


def test_horse_alone_with_pikes_rides_round_them_rather_than_onto_them() -> None:
    """BW-B2-11: there is no free attack on flank and rear."""
    played, paths = moved(
        field(
            blue("medium_cavalry", 4, at=(36, 36)),
            red("pikemen", 12, files=6, at=(36, 26)),
            declare="measure_first",
        )
    )
    assert "medium_cavalry" in paths
    assert not any(edge == "front" for _, edge in contacts(played).values())
    _, ahead = played.unit("pikemen").pose.local(*played.unit("medium_cavalry").outline.main.corners[0])
    assert ahead < 0, "it has got behind the pikes' front"


def test_foot_does_not_run_onto_deep_pikes_either() -> None:
    played, _ = moved(
        field(
            blue("light_infantry", 8, files=4, at=(36, 31)),
            red("pikemen", 16, files=8, at=(36, 27)),
            declare="measure_first",
        )
    )
    assert contacts(played) == {}


def test_horse_rides_down_a_unit_that_runs() -> None:
    """BW-B4-41: runners are taken in the rear."""
    played, _ = moved(
        field(
            blue("light_cavalry", 4, at=(36, 40)),
            red("archers", 4, at=(36, 26), facing=NORTH, marks=(ROUTED,)),
            red("heavy_infantry", 8, files=4, at=(66, 6)),
            declare="measure_first",
        )
    )
    assert contacts(played) == {"light_cavalry": ("archers", "rear")}


def test_a_second_unit_joins_in_against_the_foe_of_the_first() -> None:
    """BW-B5-03: what falls in one turn is judged together, so two charges break what one would not."""
    played, _ = moved(
        field(
            blue("medium_infantry", 10, files=5, at=(33, 33), id="left"),
            blue("medium_infantry", 10, files=5, at=(38, 33), id="right"),
            red("light_infantry", 16, files=10, at=(36, 27)),
            declare="measure_first",
        )
    )
    assert {foe for foe, _ in contacts(played).values()} == {"light_infantry"}
    assert set(contacts(played)) == {"left", "right"}


# ---------------------------------------------------------------- round the foe


def test_a_wide_unit_wraps_round_a_narrow_one() -> None:
    """BW-B4-33: the files that overlap swing inward."""
    played, paths = moved(
        field(
            blue("medium_infantry", 12, at=(36, 30)),
            red("light_infantry", 8, files=4, at=(36, 27)),
            declare="measure_first",
        )
    )
    assert isinstance(paths["medium_infantry"][-1], Wrap)
    body = played.unit("medium_infantry").body
    assert body.left is not None
    assert body.right is not None


def test_a_deep_unit_in_contact_brings_its_rear_ranks_up() -> None:
    """BW-B4-35, BW-B4-36: more figures strike, and the same turn."""
    _, paths = moved(
        field(
            blue("medium_infantry", 12, files=4, at=(36, 30)),
            red("light_infantry", 8, files=4, at=(36, 30)),
            declare="measure_first",
        )
    )
    assert isinstance(paths["medium_infantry"][0], Expand)


def test_a_unit_that_has_wrapped_brings_up_more_of_its_rear_ranks() -> None:
    """BW-B4-35, BW-B4-36: its wings grow."""
    wing = Wing(1, 90_000, reach=2250)
    _, paths = moved(
        field(
            blue("medium_infantry", 24, files=6, at=(36, 30), left=wing, right=wing),
            red("archers", 12, files=4, at=(36, 30)),
            declare="measure_first",
        )
    )
    assert isinstance(paths["medium_infantry"][0], Expand)


def test_on_bad_ground_fewer_files_wrap() -> None:
    """BW-B4-34, BW-B4-26: woods on either side make each file twice as dear."""
    units = blue("medium_infantry", 12, files=12, at=(36, 31)), red("archers", 16, files=4, at=(36, 26))
    woods = [piece("woods", 26, 20, 34.3, 25.8), piece("woods", 37.7, 20, 46, 25.8)]
    open_field, shaded = (
        moved(field(*units, features=features, declare="measure_first"))[1]["medium_infantry"][-1]
        for features in ((), woods)
    )
    assert isinstance(open_field, Wrap)
    assert isinstance(shaded, Wrap)
    assert 0 < max(shaded.left, shaded.right) < max(open_field.left, open_field.right)


# ---------------------------------------------------------------- pikes


def test_pikes_stop_where_only_they_can_strike() -> None:
    """BW-B2-22: up to an inch away, untouched."""
    played, _ = moved(
        field(
            blue("pikemen", 12, files=6, at=(36, 34)),
            red("light_infantry", 12, files=6, at=(36, 28)),
            declare="measure_first",
        )
    )
    assert contacts(played) == {}
    assert 0 < apart(played, "pikemen", "light_infantry") <= inches(1)


def test_pikes_turn_their_front_to_horse_on_their_flank() -> None:
    played, _ = moved(
        field(
            blue("pikemen", 12, files=6, at=(36, 34)),
            red("medium_cavalry", 6, files=3, at=(46, 34), facing=WEST),
            declare="measure_first",
        )
    )
    pikes, horse = played.unit("pikemen"), played.unit("medium_cavalry")
    assert pikes.body.hedgehog or abs(turn_towards(pikes.pose, horse.outline.x, horse.outline.y)) < degrees(45)


# ---------------------------------------------------------------- shooters


@DECLARE
def test_archers_with_a_mark_at_short_range_stand_still(declare: str) -> None:
    """BW-B2-25, BW-B2-26: who moves shoots with half the dice."""
    _, paths = moved(
        field(
            blue("longbowmen", 6, at=(36, 34)),
            red("light_infantry", 10, files=5, at=(36, 25)),
            declare=declare,
        )
    )
    assert paths == {}


def test_archers_do_not_wait_for_the_charge_of_foot_they_cannot_hurt() -> None:
    """Plate at long range cannot be hit (BW-C3-09); half a move nearer it can."""
    played, paths = moved(
        field(
            blue("longbowmen", 6, at=(36, 40)),
            red("heavy_infantry", 8, files=4, at=(36, 26)),
            declare="measure_first",
        )
    )
    assert "longbowmen" in paths
    assert apart(played, "longbowmen", "heavy_infantry") <= inches(10.5)


def test_others_keep_clear_of_what_archers_shoot_at() -> None:
    """BW-B2-38: friends within 3 inches of the target share the arrows."""
    played, _ = moved(
        field(
            blue("longbowmen", 8, at=(36, 34)),
            blue("heavy_infantry", 8, files=4, at=(42, 30)),
            red("light_infantry", 12, files=6, at=(36, 24)),
            declare="measure_first",
        )
    )
    assert touching(played.battle, played.unit("heavy_infantry"), played.unit("light_infantry")) or apart(
        played, "heavy_infantry", "light_infantry"
    ) > inches(3)


def test_horse_archers_shoot_and_ride_off_to_where_nobody_catches_them() -> None:
    """BW-B2-43, BW-B2-46: half a move, half the dice, and the second half-move out of reach."""
    turn = (MovementPhase("blue"), AttackPhase("blue"), Phase("morale", "blue"), MoralePhase("blue"))
    battle = field(
        blue("horse_archers", 4, at=(36, 38), facing=EAST),
        red("medium_infantry", 12, files=6, at=(36, 20)),
        declare="measure_first",
    )
    shooting, given = phase(battle, *turn)
    assert [one.action for one in given] == ["split", "shoot"]
    resting = shooting.then("1 1 1 1")
    assert in_danger(resting.battle, "horse_archers")
    away = resting.then(answer(resting))
    assert not in_danger(away.battle, "horse_archers")


def in_danger(battle: Battle, unit: str) -> bool:
    situation = Situation(battle, battle.units[unit].side)
    return danger(situation, Stand(situation, battle, battle.units[unit])) > 0


# ---------------------------------------------------------------- ground


def test_horse_rides_round_a_wood() -> None:
    """BW-B2-06, BW-B2-07: a die less and four times the way."""
    wood = piece("woods", 30, 24, 42, 34)
    played, paths = moved(
        field(
            blue("medium_cavalry", 4, at=(36, 40)),
            red("archers", 6, at=(36, 20)),
            features=[wood],
            declare="measure_first",
        )
    )
    assert "medium_cavalry" in paths
    assert not any(wood.contains(figure.x, figure.y) for figure in played.unit("medium_cavalry").places)


def test_nobody_is_sent_off_to_turn_his_back_for_nothing() -> None:
    """With the enemy far away the line goes forward."""
    played, paths = moved(
        field(
            blue("heavy_infantry", 8, files=4, at=(30, 44)),
            blue("light_infantry", 8, files=4, at=(40, 44)),
            red("medium_infantry", 8, files=4, at=(36, 6)),
            declare="measure_first",
        )
    )
    assert not any(isinstance(leg, Face) for path in paths.values() for leg in path)
    assert place(played.unit("heavy_infantry"))[1] < 40
    assert place(played.unit("light_infantry"))[1] < 40


# ---------------------------------------------------------------- both ways to declare


def test_a_phase_is_thought_through_alike_whether_declared_at_once_or_one_by_one() -> None:
    """BW-B1-08: where nothing unforeseen happens, the plan is what would be commanded unit by unit."""
    units = (
        blue("heavy_infantry", 8, files=4, at=(30, 34)),
        blue("longbowmen", 6, at=(40, 36)),
        blue("medium_cavalry", 4, at=(50, 38)),
        red("light_infantry", 12, files=6, at=(34, 18)),
        red("archers", 6, at=(46, 16)),
    )
    _, at_once = moved(field(*units, declare="by_phase"))
    _, one_by_one = moved(field(*units, declare="measure_first"))
    assert at_once == one_by_one
    assert at_once


# ---------------------------------------------------------------- weather and light


@pytest.mark.parametrize(
    ("more", "charges"), [({}, False), ({"weather": "stormy"}, True), ({"darkness": "dark"}, True)]
)
def test_archers_who_cannot_shoot_run_in(more: dict[str, str], charges: bool) -> None:
    """BW-O1-07, BW-O2-03: their bows are worth nothing, so they fight with what they have."""
    played, _ = moved(
        field(
            blue("archers", 16, files=8, at=(36, 30)),
            red("archers", 4, files=4, id="foe", at=(36, 26.5)),
            declare="measure_first",
            **more,
        )
    )
    assert ("archers" in contacts(played)) is charges
