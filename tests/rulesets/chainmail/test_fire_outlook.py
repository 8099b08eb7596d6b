"""The odds of fire are those of the dice: every throw there is, through the door, gives the same numbers."""

from __future__ import annotations

from itertools import product

import pytest

from schiltron.battle.state.decision import FINISH
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.fire.outlook import WINS_DIE, halved, outlook, promised
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.state import Battle
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.positions import blue, field, play, red, shoot, strip

WALL = strip("wall", (10, 20.3), (40, 20.3), width=0.5)


def facing(troop: str, figures: int, at: str, target: int = 20, features: tuple[Feature, ...] = ()) -> Battle:
    return field(
        blue("bows", figures, files=8, at=(24, 30), troop=troop),
        red("enemy", target, files=min(10, target), at=(24, 20), troop=at),
        features=features,
    )


@pytest.mark.parametrize(
    ("troop", "figures", "at", "features"),
    [
        ("crossbowmen", 8, "light_foot", ()),
        ("crossbowmen", 16, "light_foot", (WALL,)),
        ("heavy_crossbowmen", 16, "armored_foot", ()),
        ("crossbowmen", 14, "heavy_foot", ()),
    ],
)
def test_the_chances_of_a_volley_are_counted_not_guessed(
    troop: str, figures: int, at: str, features: tuple[Feature, ...]
) -> None:
    """CM-MISSILE-01, CM-MISSILE-14, CM-MISSILE-27"""
    position = facing(troop, figures, at, features=features)
    declared = play(position, Missiles(("blue",)), shoot("bows", at="enemy"))
    throws = list(product(range(1, 7), repeat=len(declared.roll.pools)))
    counts: dict[int, float] = {}
    for faces in throws:
        lost = 20 - declared.then(" | ".join(map(str, faces))).unit("enemy").figures
        counts[lost] = counts.get(lost, 0) + 1 / len(throws)
    fire = aim(position, position.units["bows"], position.units["enemy"])
    assert not isinstance(fire, list)
    found = outlook(position, fire)
    assert {number: chance for number, chance in enumerate(found.kills) if chance} == pytest.approx(counts)
    assert found.expected == pytest.approx(sum(number * chance for number, chance in counts.items()))


def test_more_than_there_are_do_not_fall() -> None:
    position = facing("crossbowmen", 8, "light_foot", target=3)
    fire = aim(position, position.units["bows"], position.units["enemy"])
    assert not isinstance(fire, list)
    found = outlook(position, fire)
    assert found.kills == pytest.approx((0, 0, 0, 1))
    assert found.destroyed == pytest.approx(1)
    assert sum(promised(fire)[4:]) == pytest.approx(4 / 6)


def test_the_die_roll_for_who_moved_too_far_is_part_of_it() -> None:
    """CM-MISSILE-09: fifteen of thirty-six throws win."""
    position = facing("crossbowmen", 8, "light_foot").with_unit(
        blue("bows", 8, at=(24, 30), troop="crossbowmen", moved=True, spent=inches(8))
    )
    fire = aim(position, position.units["bows"], position.units["enemy"])
    assert not isinstance(fire, list)
    found = outlook(position, fire)
    assert found.fired == WINS_DIE == pytest.approx(15 / 36)
    assert found.kills[0] == pytest.approx(1 - 15 / 36)


def test_half_of_an_odd_number_drops_the_fraction() -> None:
    """CM-MISSILE-27"""
    assert halved((0.1, 0.2, 0.3, 0.4)) == pytest.approx((0.3, 0.7))


def test_arquebuses_promise_a_chance_a_man() -> None:
    """CM-GUN-01"""
    position = facing("arquebusiers", 8, "knights")
    fire = aim(position, position.units["bows"], position.units["enemy"])
    assert not isinstance(fire, list)
    assert outlook(position, fire).expected == pytest.approx(8 * 4 / 6)
    played = play(position, Missiles(("blue",)), FINISH)
    assert played.unit("enemy").figures == 20
